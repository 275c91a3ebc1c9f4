// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// Every form of every kind, by hand: what the reader takes the schema takes too, and what the
// reader refuses the schema refuses, but for the rows that say what a schema cannot see.
#define _GNU_SOURCE
#include "xmllint.h"

typedef enum verdict {
    BOTH,        // reader and schema accept
    NEITHER,     // both refuse
    READER_SEES, // only the reader refuses: a schema cannot say it
    SCHEMA_SEES  // only the schema refuses: the reader is more tolerant
} verdict;

typedef struct form {
    verdict expected;
    const char *attributes, *inside;
} form;

#define TEN "0123456789"
#define ROBOT "xmlns:robot=\"urn:sinew:robot\""
#define MOTION "xmlns:motion=\"urn:sinew:motion\""

static const form probe_forms[] = {
    {BOTH, "", ""},
    {NEITHER, "unknown='1'", ""},
    {NEITHER, "", "<unknown/>"},
    {NEITHER, "", "some words"},
    // booleans and whole numbers
    {BOTH, "yes='1'", ""},
    {BOTH, "yes=' false '", ""},
    {BOTH, "", "<yes> true </yes>"},
    {NEITHER, "yes='yes'", ""},
    {NEITHER, "", "<yes/>"},
    {BOTH, "i8='-128' i16='+32767' i32='-2147483648' i64='-9223372036854775808'", ""},
    {BOTH, "u8='255' u16='65535' u32='4294967295' u64='18446744073709551615'", ""},
    {NEITHER, "i8='128'", ""},
    {NEITHER, "i16='-32769'", ""},
    {NEITHER, "i32='2147483648'", ""},
    {NEITHER, "i64='9223372036854775808'", ""},
    {NEITHER, "u8='256'", ""},
    {NEITHER, "u16='-1'", ""},
    {NEITHER, "u32='4294967296'", ""},
    {NEITHER, "u64='18446744073709551616'", ""},
    {NEITHER, "i32='1.5'", ""},
    {NEITHER, "i32='1e3'", ""},
    {NEITHER, "i32=''", ""},
    {BOTH, "bounded='-5' dimmed='3' wide='-1000000000000000000'", ""},
    {BOTH, "bounded='12' dimmed='255' wide='1000000000000000000'", ""},
    {NEITHER, "bounded='-6'", ""},
    {NEITHER, "bounded='13'", ""},
    {NEITHER, "dimmed='2'", ""},
    {NEITHER, "dimmed='256'", ""},
    {NEITHER, "wide='1000000000000000001'", ""},
    {NEITHER, "", "<bounded>13</bounded>"},
    // numbers
    {BOTH, "real='.5'", ""},
    {BOTH, "real=' 5. '", ""},
    {BOTH, "real='+1.5E-3'", ""},
    {BOTH, "real='-1.7976931348623157e+308'", ""},
    {BOTH, "real='5e-324'", ""},
    {BOTH, "real='50%'", ""},
    {BOTH, "real='50 %'", ""},
    {BOTH, "", "<real>-0</real>"},
    {NEITHER, "real='NaN'", ""},
    {NEITHER, "real='INF'", ""},
    {NEITHER, "real='1e400'", ""},
    {NEITHER, "real='two'", ""},
    {NEITHER, "real='1 2'", ""},
    {NEITHER, "real='.'", ""},
    {NEITHER, "real='5 m'", ""},
    {NEITHER, "real=''", ""},
    {NEITHER, "", "<real/>"},
    {NEITHER, "", "<real unit='m'>1</real>"},
    {SCHEMA_SEES, "", "<real value='1'/>"},
    {NEITHER, "", "<real>1</real><real>2</real>"},
    {READER_SEES, "real='1'", "<real>2</real>"},
    {BOTH, "speed='0.25'", ""},
    {BOTH, "speed='8'", ""},
    {BOTH, "speed='7.5 km/h'", ""},
    {BOTH, "speed='30cm/s'", ""},
    {BOTH, "speed='2 m.s^-1'", ""},
    {BOTH, "", "<speed>\n 2 m/s\n</speed>"},
    {NEITHER, "speed='0.24999999999999997'", ""},
    {NEITHER, "speed='8.000000000000002'", ""},
    {NEITHER, "", "<speed>9</speed>"},
    {NEITHER, "speed='m/s'", ""},
    {READER_SEES, "speed='9 m/s'", ""},
    {READER_SEES, "speed='1 kg'", ""},
    {BOTH, "endless='INF'", ""},
    {BOTH, "", "<endless> -INF </endless>"},
    {BOTH, "", "<endless>+INF</endless>"},
    {BOTH, "", "<inner lower='-INF' upper='90 deg' effort='INF'/>"},
    {NEITHER, "", "<inner effort='-INF'/>"},
    {NEITHER, "", "<endless>NaN</endless>"},
    {NEITHER, "", "<endless>INFINITY</endless>"},
    {NEITHER, "", "<inner effort='1000001'/>"},
    // names and texts
    {BOTH, "paint='red-green+(blue)'", ""},
    {BOTH, "", "<paint> red </paint>"},
    {NEITHER, "paint='pink'", ""},
    {NEITHER, "paint='Red'", ""},
    {NEITHER, "paint='red-green+blue'", ""},
    {NEITHER, "", "<paint/>"},
    {BOTH, "text=''", ""},
    {BOTH, "text='" TEN TEN TEN "012345678'", ""},
    {BOTH, "text='  two  words  '", ""},
    {NEITHER, "text='" TEN TEN TEN TEN "'", ""},
    {BOTH, "note='a'", ""},
    {BOTH, "", "<note/>"},
    {BOTH, "", "<note value='  a  '/>"},
    {BOTH, "", "<note>\n           " TEN TEN "012\n            </note>"},
    {NEITHER, "", "<note>" TEN TEN "0123</note>"},
    {NEITHER, "", "<note lang='en'>a</note>"},
    {NEITHER, "", "<note><b>a</b></note>"},
    {READER_SEES,
     "note='\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4"
     "\xC3\xA4\xC3\xA4\xC3\xA4'",
     ""},
    // vectors, rotations, poses
    {BOTH, "v='1 2 3'", ""},
    {BOTH, "v='1,2,3'", ""},
    {BOTH, "v='1 , 2 3'", ""},
    {BOTH, "v='1 2 3 mm'", ""},
    {BOTH, "v='1, 2, 3mm'", ""},
    {BOTH, "far='INF 0 -INF'", ""},
    {BOTH, "", "<v>1 2 3</v>"},
    {BOTH, "", "<v x='1' y='2' z='3'/>"},
    {BOTH, "", "<v x='1 mm' y='2cm' z='3'/>"},
    {BOTH, "", "<far x='50%' y='INF' z='-INF'/>"},
    {BOTH, "", "<bound_v x='9' y='-9' z='3 mN'/>"},
    {NEITHER, "v='1 2'", ""},
    {NEITHER, "v='1 2 3 4'", ""},
    {NEITHER, "v='1,2'", ""},
    {NEITHER, "v='1,2,3,4'", ""},
    {NEITHER, "v='1 2 mm'", ""},
    {NEITHER, "v='1 2 3 4 mm'", ""},
    {NEITHER, "v='1 2 INF'", ""},
    {NEITHER, "v='1 2 three'", ""},
    {NEITHER, "", "<v x='1' y='2' z='3' w='4'/>"},
    {NEITHER, "", "<v x='one' y='2' z='3'/>"},
    {NEITHER, "", "<bound_v x='9' y='-9' z='9.5'/>"},
    {NEITHER, "bound_v='9 9 10'", ""},
    {NEITHER, "", "<bound_v>-9.5 0 0</bound_v>"},
    {READER_SEES, "bound_v='9, 9, 10'", ""},
    {READER_SEES, "", "<v x='1'/>"},
    {READER_SEES, "", "<v/>"},
    {BOTH, "", "<q x='0' y='0' z='0' w='1'/>"},
    {BOTH, "", "<q x='0' y='0'><w>1</w><z>0</z></q>"},
    {NEITHER, "", "<q x='0' y='0' z='0'/>"},
    {NEITHER, "", "<q/>"},
    {NEITHER, "", "<q x='0' y='0' z='0' w='1'><w>1</w></q>"},
    {NEITHER, "", "<q x='0' y='0' z='0' w='1' v='2'/>"},
    {NEITHER, "q='0 0 0 1'", ""},
    {READER_SEES, "", "<q x='1' y='1' z='0' w='1'/>"},
    {BOTH, "", "<T/>"},
    {BOTH, "", "<T xyz='1 2 3 mm' rpy='0 0 90 deg'/>"},
    {BOTH, "", "<T quat_wxyz='1 0 0 0'/>"},
    {BOTH, "", "<T quat_xyzw='0,0,0,1'/>"},
    {BOTH, "", "<T columns='1 0 0 0 1 0 0 0 1'/>"},
    {BOTH, "", "<T><xyz>1 2 3</xyz><rpy x='0' y='0' z='1'/></T>"},
    {NEITHER, "", "<T xyz='1 2'/>"},
    {NEITHER, "", "<T quat_wxyz='1 0 0'/>"},
    {NEITHER, "", "<T axis='0 0 1'/>"},
    {NEITHER, "", "<T>1 2 3</T>"},
    {READER_SEES, "", "<T rpy='0 0 0' quat_wxyz='1 0 0 0'/>"},
    // matrices
    {BOTH, "M='1 2 3 4 5 6'", ""},
    {BOTH, "M='1,2,3,4,5,6'", ""},
    {BOTH, "", "<M>1 2 3 4 5 6</M>"},
    {BOTH, "", "<M><group>1 2 3 4 5 6</group></M>"},
    {BOTH, "", "<M size='6'><group>1 2 3 4 5 6</group></M>"},
    {NEITHER, "M='1 2 3 4 5'", ""},
    {NEITHER, "", "<M><group>1 2 3 4 5 6 7</group></M>"},
    {NEITHER, "", "<M><group>1 2 3 4 5 6</group><group>1 2 3 4 5 6</group></M>"},
    {NEITHER, "", "<bounded_M><group>1 -1 0 1.5</group></bounded_M>"},
    {NEITHER, "bounded_M='0 0 0 -2'", ""},
    {READER_SEES, "", "<bounded_M>0 0 0 -2</bounded_M>"},
};

static const form array_forms[] = {
    {BOTH, "fixed='1 2 3 4'", ""},
    {BOTH, "fixed='10 20 30 40 deg'", ""},
    {BOTH, "fixed='10deg 20deg 30deg 40deg'", ""},
    {BOTH, "fixed='1, 2, 3, 4'", ""},
    {BOTH, "", "<fixed>1 2 3 4</fixed>"},
    {BOTH, "", "<fixed><group>1 2 3 4</group></fixed>"},
    {BOTH, "",
     "<fixed size='4'><element>1</element><element>10 deg</element><element>3</element>"
     "<element>4</element></fixed>"},
    {NEITHER, "fixed='1 2 3'", ""},
    {NEITHER, "fixed='1 2 3 4 5'", ""},
    {NEITHER, "fixed='1 2 3 deg'", ""},
    {NEITHER, "fixed='1 2 3 11'", ""},
    {NEITHER, "", "<fixed><group>1 2 3 11</group></fixed>"},
    {NEITHER, "", "<fixed><element>1</element></fixed>"},
    {NEITHER, "", "<fixed><item>1</item></fixed>"},
    {NEITHER, "", "<fixed count='4'><group>1 2 3 4</group></fixed>"},
    {READER_SEES, "", "<fixed/>"},
    {READER_SEES, "", "<fixed>1 2 3 11</fixed>"},
    {SCHEMA_SEES, "", "<fixed size='four'><group>1 2 3 4</group></fixed>"},
    {BOTH, "counted=''", ""},
    {BOTH, "counted='1 2 3'", ""},
    {BOTH, "counted='1 2 3 ms'", ""},
    {BOTH, "", "<counted/>"},
    {BOTH, "", "<counted size='0'/>"},
    {BOTH, "", "<counted size='3'><group>1 2</group></counted>"},
    {BOTH, "", "<counted><group>1 2 3 4 5 6 7 8 9 10 11 12</group></counted>"},
    {NEITHER, "", "<counted><group>1 2 3 4 5 6 7 8 9 10 11 12 13</group></counted>"},
    {NEITHER, "counted='1 2 -1'", ""},
    {NEITHER, "counted='1 2 INF'", ""},
    {NEITHER, "counted='1 2 x y'", ""},
    {BOTH, "list='1 2 3 4e5'", ""},
    {BOTH, "", "<list><element>1</element><element>2</element></list>"},
    {NEITHER, "list='1 2 NaN'", ""},
    {BOTH, "points='1 2 3 4 5 6'", ""},
    {BOTH, "", "<points><element x='1' y='2' z='3'/><element>1 2 3 mm</element></points>"},
    {BOTH, "", "<points size='2'><group>1 2 3\n4 5 6</group></points>"},
    {NEITHER, "", "<points><element>1 2</element></points>"},
    {READER_SEES, "points='1 2 3 4'", ""},
    {BOTH, "", "<corners><corner>1 2 3</corner><element>4 5 6</element></corners>"},
    {NEITHER, "", "<corners><corner>1 2 3</corner></corners>"},
    {NEITHER, "", "<corners><edge>1 2 3</edge><edge>1 2 3</edge></corners>"},
    {BOTH, "flags='true 0 1'", ""},
    {BOTH, "flags='true,false, 1'", ""},
    {NEITHER, "flags='true 0'", ""},
    {NEITHER, "flags='true 0 maybe'", ""},
    {NEITHER, "flags='true,0,maybe'", ""},
    {BOTH, "whole='1 -100 +100'", ""},
    {BOTH, "whole='1,2,3'", ""},
    {NEITHER, "whole='1 101'", ""},
    {NEITHER, "whole='1 2 3 4 5 6'", ""},
    {NEITHER, "whole='1,2,3,4,5,6'", ""},
    {NEITHER, "whole='1,2.5'", ""},
    {BOTH, "paints='red blue red-green+(blue)'", ""},
    {BOTH, "paints='red, blue,red-green+(blue)'", ""},
    {BOTH, "", "<paints size='1'><element>red</element></paints>"},
    {NEITHER, "paints='red pink'", ""},
    {NEITHER, "paints='red,pink'", ""},
    {NEITHER, "", "<paints><element>pink</element></paints>"},
    {BOTH, "words='a bb ccc'", ""},
    {BOTH, "", "<words><word>a b</word><element/><word>" TEN "0</word></words>"},
    {NEITHER, "words='a b c d e'", ""},
    {BOTH, "", "<words><word value=' a b '/></words>"},
    {NEITHER, "", "<words><word>" TEN "01</word></words>"},
    {NEITHER, "", "<words><word/><word/><word/><word/><word/></words>"},
    {BOTH, "set='1 2 3 3 3 3 3 3 3 3'", ""},
    {NEITHER, "set='1 -2'", ""},
    {BOTH, "blocks='1 2 3 4 5 6 7 8'", ""},
    {BOTH, "", "<blocks><element>1 2 3 4</element></blocks>"},
    {NEITHER, "", "<blocks><element>1 2 3</element></blocks>"},
    {BOTH, "",
     "<turns><element x='0' y='0' z='0' w='1'/><element x='1' y='0' z='0' w='0'/></turns>"},
    {NEITHER, "", "<turns><element x='0' y='0' z='0' w='1'/></turns>"},
    {NEITHER, "", "<turns><element x='0' y='0' z='0' w='1'/><element/></turns>"},
    {BOTH, "", "<frames><frame xyz='1 2 3'/><element/></frames>"},
    {NEITHER, "", "<frames><frame xyz='1 2 3' abc='1'/></frames>"},
    {NEITHER, "", "<frames><frame/><frame/><frame/><frame/></frames>"},
};

static const form struct_forms[] = {
    {BOTH, "", "<tags size='2'><tag key='a' value='1'/><element key='b'/></tags>"},
    {BOTH, "", "<tags><tag><value>5</value><key>a</key></tag></tags>"},
    {NEITHER, "", "<tags><tag key='a' colour='red'/></tags>"},
    {NEITHER, "", "<tags><label key='a'/></tags>"},
    {NEITHER, "", "<tags>text<tag key='a'/></tags>"},
    {NEITHER, "tags='a b'", ""},
    {READER_SEES, "", "<tags><tag key='a'/><tag key='a'/></tags>"},
    {BOTH, "", "<pair><element lower='0'/><element upper='1'/></pair>"},
    {NEITHER, "", "<pair><element lower='0'/></pair>"},
    {NEITHER, "", "<pair><element/><element/><element/></pair>"},
    {BOTH, "", "<inner/><maybe/>"},
    {BOTH, "", "<inner><core:lower xmlns:core='urn:sinew:core'>-1</core:lower></inner>"},
    {SCHEMA_SEES, "", "<inner><lower>-1</lower></inner>"},
    {NEITHER, "", "<inner lower='x'/>"},
    {NEITHER, "", "<maybe lower='0' middle='1'/>"},
    {NEITHER, "", "<inner/><inner/>"},
    {BOTH, "", "<one><robot:ball " ROBOT " radius='1'/></one>"},
    {BOTH, "", "<one><robot:ball " ROBOT "><robot:radius>10 mm</robot:radius></robot:ball></one>"},
    {NEITHER, "", "<one/>"},
    {NEITHER, "", "<one><robot:ball " ROBOT "/></one>"},
    {NEITHER, "", "<one><robot:ball " ROBOT " radius='101'/></one>"},
    {NEITHER, "",
     "<one><robot:ball " ROBOT " radius='1'><robot:radius>1</robot:radius></robot:ball></one>"},
    {NEITHER, "", "<one><robot:ball " ROBOT " radius='1' colour='2'/></one>"},
    {NEITHER, "", "<one><robot:cone " ROBOT " radius='1'/></one>"},
    {NEITHER, "", "<one><motion:reg " MOTION "/></one>"},
    {NEITHER, "", "<one><robot:shape " ROBOT "/></one>"},
    {NEITHER, "", "<one><robot:bin " ROBOT "/><robot:bin " ROBOT "/></one>"},
    {BOTH, "", "<one><none/></one>"},
    {NEITHER, "", "<one><none/><robot:bin " ROBOT "/></one>"},
    {NEITHER, "", "<one colour='1'><robot:bin " ROBOT "/></one>"},
    {BOTH, "", "<ends size='2'><robot:bin " ROBOT "/><robot:ball " ROBOT " radius='1'/></ends>"},
    {BOTH, "", "<ends size='2'><none/><robot:ball " ROBOT " radius='1'/></ends>"},
    {NEITHER, "", "<ends size='1'><robot:bin " ROBOT "/></ends>"},
    {BOTH, "",
     "<laws " MOTION "><motion:reg kp='5 N.m/deg'/><motion:scheduled><motion:inner><motion:reg/>"
     "</motion:inner></motion:scheduled></laws>"},
    {NEITHER, "", "<laws " MOTION "><motion:reg kp='-5'/></laws>"},
    {NEITHER, "", "<laws " MOTION "><motion:noise/></laws>"},
    {BOTH, "signal='1' state='2'", ""},
    {BOTH, "version='2'", ""},
    {BOTH, "version='1.0.0'", ""},
    {NEITHER, "version='3'", ""},
    {NEITHER, "version='new'", ""},
};

static const form stretch_forms[] = {
    {BOTH, "name='a' mass='1'", ""},
    {BOTH, "name='a'", "<mass>1 kg</mass>"},
    {BOTH, "", "<mass>1</mass><name>a</name>"},
    {NEITHER, "", ""},
    {NEITHER, "name='a'", ""},
    {NEITHER, "mass='1'", ""},
    {NEITHER, "name='a' mass='1'", "<mass>1</mass>"},
    {BOTH, "name='a' mass='1'", "<origin xyz='1000 -1000 0'/>"},
    {BOTH, "name='a' mass='1'", "<origin><xyz>1 2 3 m</xyz></origin>"},
    {NEITHER, "name='a' mass='1'", "<origin xyz='1000.5 0 0'/>"},
    {NEITHER, "name='a' mass='1'", "<origin><xyz>0 0 -1001</xyz></origin>"},
    {BOTH, "name='a' mass='1'", "<children><stretch name='b' mass='1'/></children>"},
    {NEITHER, "name='a' mass='1'", "<children><stretch name='b'/></children>"},
    {NEITHER, "name='a' mass='1'", "<children><element mass='1'/></children>"},
    {BOTH, "name='a' mass='1' parent=' b '", ""},
    {NEITHER, "name='a' mass='1' parent='" TEN TEN TEN "01'", ""},
};
static const form station_forms[] = {
    {BOTH, "", "<arm name='a' mass='1'/>"},
    {NEITHER, "", ""},
    {NEITHER, "", "<arm/>"},
    {NEITHER, "", "<arm name='a' mass='1'/><arm name='a' mass='1'/>"},
};
static const form negation_forms[] = {
    {BOTH, "", "<of><constant value='1'/></of>"},
    {NEITHER, "", ""},
    {NEITHER, "", "<of/>"},
    {NEITHER, "", "<of><none/></of>"},
};
static const form variable_forms[] = {
    {BOTH, "path='a'", ""},
    {BOTH, "", "<path>a</path>"},
    {BOTH, "", "<path value=' a'/>"},
    {NEITHER, "", ""},
};

// --- judging ------------------------------------------------------------------------------------

static char *compose(const char *token, const form *f) {
    const snw_type *type = snw_registry_find(samples(), token);
    const char *uri = type->space != NULL ? type->space->uri : snw_space_core.uri;
    char *text = NULL;
    CHECK(asprintf(&text, "<%s xmlns='%s' %s>%s</%s>", token, uri, f->attributes, f->inside,
                   token) > 0);
    return text;
}

static void judge_forms(const char *token, const form *forms, size_t count) {
    batch_begin();
    for (size_t i = 0; i < count; i++) {
        char *text = compose(token, &forms[i]);
        (void)batch_add(text);
        free(text);
    }
    batch_judge("cell.xsd");
    int wrong = 0;
    for (size_t i = 0; i < count; i++) {
        char *text = compose(token, &forms[i]);
        const bool read = reader_accepts(snw_registry_find(samples(), token), text);
        const bool reader = forms[i].expected == BOTH || forms[i].expected == SCHEMA_SEES;
        const bool schema = forms[i].expected == BOTH || forms[i].expected == READER_SEES;
        if (read != reader) print_error("reader %s %s\n", read ? "accepts" : "refuses", text);
        if (batch_valid[i] != schema) {
            print_error("schema %s %s\n", batch_valid[i] ? "accepts" : "refuses", text);
        }
        wrong += read != reader || batch_valid[i] != schema;
        free(text);
    }
    CHECK(wrong == 0);
}

#define JUDGE(token, forms) judge_forms(token, forms, sizeof(forms) / sizeof *(forms))

static void single_values_are_judged_as_the_reader_does(void) {
    JUDGE("probe", probe_forms);
}

static void arrays_are_judged_as_the_reader_does(void) {
    JUDGE("probe", array_forms);
}

static void structs_and_children_are_judged_as_the_reader_does(void) {
    JUDGE("probe", struct_forms);
}

// plain values in either form, but once; parts and children as elements
static void what_is_required_must_be_there(void) {
    JUDGE("stretch", stretch_forms);
    JUDGE("station", station_forms);
    JUDGE("negation", negation_forms);
    JUDGE("variable", variable_forms);
}

int main(void) {
    scratch_open();
    write_schemas(samples());
    RUN(single_values_are_judged_as_the_reader_does);
    RUN(arrays_are_judged_as_the_reader_does);
    RUN(structs_and_children_are_judged_as_the_reader_does);
    RUN(what_is_required_must_be_there);
    return check_report();
}
