// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// The forms of XML that become objects.
#define _GNU_SOURCE
#include <float.h>
#include <locale.h>
#include <pthread.h>

#include "reading.h"

// the same object, by comparison and by what is written
static bool same(const snw_type *type, const void *a, const void *b) {
    return snw_block_equal(type, a, b) && snw_block_hash(type, a) == snw_block_hash(type, b);
}

// two texts give the same object
static void check_alike(const snw_type *type, const char *one, const char *other) {
    const void *first = read_good(type, one);
    snw_setup *kept = setup;
    setup = NULL;
    const void *second = read_good(type, other);
    CHECK(same(type, first, second));
    snw_setup_destroy(kept);
}

// what is written reads back to the same object
static void check_round_trip(const snw_type *type, const char *text) {
    const void *first = read_good(type, text);
    snw_setup *kept = setup;
    setup = NULL;
    const void *second = read_good(type, written(type, first));
    CHECK(same(type, first, second));
    snw_setup_destroy(kept);
}

// --- basic types --------------------------------------------------------------------------------

// spec: actin-model:A1-XM-04
static void extremes_of_basic_types_come_back_exactly(void) {
    static const char *const pattern =
        "<everything yes='%s' i8='%s' i16='%s' i32='%s' i64='%s' u8='%s' u16='%s' u32='%s' "
        "u64='%s' real='%s' text='%s'/>";
    char text[1024];
    (void)snprintf(text, sizeof text, pattern, "false", "-128", "-32768", "-2147483648",
                   "-9223372036854775808", "0", "0", "0", "0", "-1.7976931348623157e308", "");
    const everything *e = read_good(&everything_type, text);
    CHECK(!e->yes && e->i8 == INT8_MIN && e->i16 == INT16_MIN && e->i32 == INT32_MIN);
    CHECK(e->i64 == INT64_MIN && e->u8 == 0 && e->u16 == 0 && e->u32 == 0 && e->u64 == 0);
    CHECK(e->real == -DBL_MAX && e->text[0] == '\0');
    check_round_trip(&everything_type, text);

    (void)snprintf(text, sizeof text, pattern, "1", "127", "32767", "2147483647",
                   "9223372036854775807", "255", "65535", "4294967295", "18446744073709551615",
                   "4.9406564584124654e-324", "&lt;&amp;&#10;&#9; \xE2\x82\xAC &quot;");
    e = read_good(&everything_type, text);
    CHECK(e->yes && e->i8 == INT8_MAX && e->i16 == INT16_MAX && e->i32 == INT32_MAX);
    CHECK(e->i64 == INT64_MAX && e->u8 == UINT8_MAX && e->u16 == UINT16_MAX);
    CHECK(e->u32 == UINT32_MAX && e->u64 == UINT64_MAX && e->real == DBL_TRUE_MIN);
    CHECK_TEXT(e->text, "<&\n\t \xE2\x82\xAC \"");
    check_round_trip(&everything_type, text);

    // one beyond each end is refused
    static const char *const beyond[] = {"i8='128'",
                                         "i8='-129'",
                                         "i16='32768'",
                                         "i16='-32769'",
                                         "i32='2147483648'",
                                         "i32='-2147483649'",
                                         "i64='9223372036854775808'",
                                         "i64='-9223372036854775809'",
                                         "u8='256'",
                                         "u8='-1'",
                                         "u16='65536'",
                                         "u32='4294967296'",
                                         "u64='18446744073709551616'",
                                         "real='1.8e308'",
                                         "real='INF'",
                                         "real='NaN'",
                                         "real='1,5'",
                                         "real='0x10'",
                                         "real=''",
                                         "yes='yes'"};
    for (size_t i = 0; i < sizeof beyond / sizeof *beyond; i++) {
        (void)snprintf(text, sizeof text, "<everything %s/>", beyond[i]);
        CHECK(read_bad(&everything_type, text) == 1 && findings[0].line == 1);
    }
}

// spec: actin-model:A1-XM-05
static void an_unknown_choice_is_reported_and_changes_nothing(void) {
    static const char text[] = "<everything\n paint='purple'/>";
    CHECK(read_bad(&everything_type, text) == 1);
    CHECK(is_finding(0, SNW_ERR_UNKNOWN_NAME, "unknown-name", "everything/paint", 2, 2));
    CHECK(strstr(findings[0].text, "'purple'") != NULL);
    CHECK(strstr(findings[0].fix, "red, green, blue") != NULL);
    CHECK(read_bad(&everything_type, "<everything paint='gren'/>") == 1);
    CHECK(strstr(findings[0].fix, "did you mean 'green'?") != NULL);

    // a lenient reader goes on with the value unchanged
    forget();
    const snw_read_options lenient = {.registry = samples(), .strictness = SNW_LENIENT};
    const everything *e = read_with(&everything_type, text, &lenient);
    CHECK(e != NULL && e->paint == GREEN && diags.warnings == 1 && findings[0].line == 2);
    e = read_good(&everything_type, "<everything paint='blue'/>");
    CHECK(e->paint == BLUE);
    check_round_trip(&everything_type,
                     "<everything paint='red'><paints>blue red</paints></everything>");
}

// --- arrays -------------------------------------------------------------------------------------

// spec: actin-model:A1-XM-06
static void both_forms_of_an_array_are_one_object(void) {
    static const char group[] = "<row><cells size='3'><group>1 2.5\n-3e4</group></cells></row>";
    check_alike(&row_type, group,
                "<row><cells size='3'><element>1</element><element> 2.5 </element>"
                "<element>-3e4</element></cells></row>");
    check_alike(&row_type, group, "<row cells='1, 2.5 ,-3e4'/>");
    check_alike(&row_type, group, "<row><cells>1 2.5 -3e4</cells></row>");
    check_alike(&row_type, group, "<row><cells value='1 2.5 -3e4'/></row>");
    check_alike(&row_type, "<row/>", "<row><cells size='0'/></row>");
    check_alike(&row_type, "<row/>", "<row><cells><group/></cells></row>");
    check_alike(&everything_type,
                "<everything><points><group>1 2 3 4 5 6</group></points></everything>",
                "<everything><points size='2'><element x='1' y='2' z='3'/>"
                "<element>4 5 6</element></points></everything>");
    check_alike(&everything_type, "<everything paints='red green'/>",
                "<everything><paints><element>red</element><element>green</element></paints>"
                "</everything>");
    check_alike(&everything_type, "<everything words='a b'/>",
                "<everything><words><word>a</word><element value='b'/></words></everything>");

    // basic types are written as a group, ten in a line
    const row *r = read_good(&row_type, "<row cells='1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 "
                                        "19 20 21 22'/>");
    char buffer[512];
    snw_text text = snw_text_over(buffer, sizeof buffer);
    snw_xml_write(&row_type, r, &(snw_write_options){.no_header = true}, &text);
    CHECK_TEXT(buffer, "<row xmlns=\"urn:sinew:core\" version=\"1\">\n"
                       "  <cells size=\"22\">\n"
                       "    <group>\n"
                       "      1 2 3 4 5 6 7 8 9 10\n"
                       "      11 12 13 14 15 16 17 18 19 20\n"
                       "      21 22\n"
                       "    </group>\n"
                       "  </cells>\n"
                       "</row>\n");
}

// spec: actin-model:A1-XM-07
static void arrays_of_arrays_come_back(void) {
    // two dimensions: rows of numbers; three: points and matrices in lists
    check_round_trip(
        &everything_type,
        "<everything><rows size='3'><row cells='1 2 3'/><row/><row cells='-4'/></rows>"
        "<points>1 2 3 4 5 6 7 8 9</points><M>1 2 3 4 5 6</M>"
        "<large><group>1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25"
        "</group></large></everything>");
    const everything *e = read_good(
        &everything_type, "<everything><rows><element cells='1 2'/><row cells='3'/></rows>"
                          "</everything>");
    CHECK(e->row_count == 2 && e->rows[0].count == 2 && e->rows[1].count == 1);
    CHECK(e->rows[0].cells[1] == 2 && e->rows[1].cells[0] == 3);
    // links of links of links
    check_round_trip(&arm_link_type,
                     "<arm_link name='a'><children><link name='b'><children><link name='c'/>"
                     "<link name='d'><children><link name='e'/></children></link></children></link>"
                     "<link name='f'/></children></arm_link>");
}

// spec: actin-model:A1-XM-08
static void a_map_is_an_array_with_keys(void) {
    static const char text[] =
        "<everything><tags><element><key>one</key><value>1</value></element>"
        "<tag key='two' value='2'/><tag key='ten' value='-10'/></tags></everything>";
    const everything *e = read_good(&everything_type, text);
    const snw_field *tags = snw_type_field(&everything_type, "tags");
    CHECK(e->tag_count == 3 && e->tags[snw_field_key_index(tags, e, "ten")].value == -10);
    for (int i = 0; i < 3; i++) {
        CHECK(snw_field_key_index(tags, e, snw_field_index_key(tags, e, i)) == i);
        const char *key = e->tags[i].key;
        CHECK_TEXT(snw_field_index_key(tags, e, snw_field_key_index(tags, e, key)), key);
    }
    CHECK(snw_field_key_index(tags, e, "three") == -1 && snw_field_index_key(tags, e, 3) == NULL);
    check_round_trip(&everything_type, text);

    // a map of maps: links by name, each with links by name
    static const char nested[] =
        "<arm_link name='base'><children><link name='left'><children><link name='hand'/></children>"
        "</link><link name='right'><children><link name='hand'/></children></link></children>"
        "</arm_link>";
    const arm_link *base = read_good(&arm_link_type, nested);
    const snw_field *children = snw_type_field(&arm_link_type, "children");
    CHECK(snw_field_key_index(children, base, "right") == 1);
    CHECK(snw_field_key_index(children, &base->children[1], "hand") == 0);
    check_round_trip(&arm_link_type, nested);
}

// spec: actin-model:A1-XM-09
static void members_of_a_set_that_repeat_collapse(void) {
    static const char *const forms[] = {
        "<everything set='7 3 7 3 1 7'/>", "<everything><set>7,3 7,3 1 7</set></everything>",
        "<everything><set size='3'><group>7 3 1 1 1</group></set></everything>",
        ("<everything><set><element>7</element><element>3</element><element>7</element>"
         "<element>1</element><element>3</element></set></everything>")};
    for (int i = 0; i < 4; i++) {
        const everything *e = read_good(&everything_type, forms[i]);
        CHECK(e->set_count == 3 && e->set[0] == 7 && e->set[1] == 3 && e->set[2] == 1);
        check_round_trip(&everything_type, forms[i]);
    }
    // eight fit, however often they are said
    CHECK(((everything *)read_good(&everything_type, "<everything set='1 2 3 4 5 6 7 8 8 7 6 5'/>"))
              ->set_count == 8);
    CHECK(read_bad(&everything_type, "<everything set='1 2 3 4 5 6 7 8 8 9'/>") == 1);
    CHECK(is_finding(0, SNW_ERR_TOO_LARGE, "limit", "everything/set", 1, 13));

    // many, in one text: the first of each stays, in order
    static char text[1 << 17] = "<everything set='";
    size_t length = strlen(text);
    for (int i = 0; i < 20000; i++) {
        length += (size_t)sprintf(text + length, "%d ", i % 8 * 3);
    }
    (void)strcpy(text + length, "'/>");
    const everything *e = read_good(&everything_type, text);
    CHECK(e->set_count == 8);
    for (int i = 0; i < 8; i++) {
        CHECK(e->set[i] == (uint32_t)(3 * i));
    }
    // a pair is an array of two
    static const char pair[] = "<everything><pair><element lower='1' upper='2'/>"
                               "<element lower='3' upper='4' effort='5'/></pair></everything>";
    e = read_good(&everything_type, pair);
    CHECK(e->pair[0].lower == 1 && e->pair[1].upper == 4 && e->pair[1].effort == 5);
    check_round_trip(&everything_type, pair);
}

// --- compounds ----------------------------------------------------------------------------------

// spec: actin-model:A1-XM-11
static void attributes_and_elements_are_alike(void) {
    check_alike(&limits_type, "<limits lower='-1' upper='2' effort='3'/>",
                "<limits><upper>2</upper><effort>3</effort><lower>-1</lower></limits>");
    check_alike(&arm_link_type, "<arm_link name='a' mass='2 kg' com='0 0 500 mm'/>",
                "<arm_link><name>a</name><mass>2</mass><com x='0' y='0' z='0.5'/></arm_link>");
    check_alike(&everything_type, "<everything text=' a '/>",
                "<everything><text value=' a '/></everything>");
    check_alike(&everything_type, "<everything><v x='1 m' y='20 mm' z='-3'/></everything>",
                "<everything v='1 0.02 -3'/>");
    const arm_link *a =
        read_good(&arm_link_type, "<arm_link name='a' mass='2.5' parent='b'><range lower='-1' "
                                  "upper='1'/><soft upper='0.5'/></arm_link>");
    CHECK(a->mass == 2.5 && a->range.lower == -1 && a->soft != NULL && a->soft->upper == 0.5);
    CHECK_TEXT(a->parent, "b");
    CHECK_TEXT(written(&arm_link_type, a),
               "<arm_link xmlns=\"urn:sinew:robot\" version=\"1\" name=\"a\" mass=\"2.5\" "
               "parent=\"b\"><range lower=\"-1\" upper=\"1\"/><soft upper=\"0.5\"/></arm_link>");
    check_round_trip(&arm_link_type, written(&arm_link_type, a));
}

static void rotations_have_four_forms(void) {
    static const char *const forms[] = {"rpy='0 0 90 deg'", "quat_xyzw='0 0 1 1'",
                                        "quat_wxyz='1 0 0 1'", "columns='0 1 0 -1 0 0 0 0 1'"};
    CHECK(read_bad(&everything_type, "<everything><T quat_xyzw='0 0 1 1'/></everything>") == 1);
    CHECK(is_finding(0, SNW_ERR_RANGE, "range", "everything/T", 1, 13));
    for (int i = 0; i < 4; i++) {
        char text[256];
        const double half = sqrt(0.5);
        char quat[96];
        (void)snprintf(quat, sizeof quat,
                       i == 1 ? "quat_xyzw='0 0 %.17g %.17g'" : "quat_wxyz='%.17g 0 0 %.17g'", half,
                       half);
        (void)snprintf(text, sizeof text, "<everything><T xyz='1 2 3' %s/></everything>",
                       i == 1 || i == 2 ? quat : forms[i]);
        const everything *e = read_good(&everything_type, text);
        CHECK(e->T.p.x == 1 && e->T.p.y == 2 && e->T.p.z == 3);
        CHECK_NEAR(e->T.R.x.y, 1, 1e-15);
        CHECK_NEAR(e->T.R.y.x, -1, 1e-15);
        CHECK_NEAR(e->T.R.x.x, 0, 1e-15);
        check_round_trip(&everything_type, text);
    }
    CHECK(read_bad(&everything_type,
                   "<everything><T rpy='0 0 1' columns='1 0 0 0 1 0 0 0 1'/></everything>") == 1);
    CHECK(findings[0].code == SNW_ERR_DUPLICATE);
    CHECK(read_bad(&everything_type, "<everything><T columns='1 0 0 0 1 0 0 0 2'/></everything>") ==
          1);
    // what is written with named parts has no text of its own
    CHECK(read_bad(&everything_type, "<everything q='0 0 0 1' T='1 2 3'/>") == 2);
    CHECK(read_bad(&everything_type, "<everything><q x='0' y='0' z='0'/></everything>") == 1);
    CHECK(is_finding(0, SNW_ERR_NOT_FOUND, "required", "everything/q", 1, 13));
}

// --- children -----------------------------------------------------------------------------------

// spec: actin-model:A1-XM-13
static void children_of_several_types_come_back(void) {
    static const char text[] =
        "<everything><one><ball radius='2'/></one><many size='4'><brick size='1 2 3'/>"
        "<ball radius='0.5'/><none/><brick><inside><brick><inside><ball radius='3'/></inside>"
        "</brick></inside></brick></many></everything>";
    const everything *e = read_good(&everything_type, text);
    CHECK(e->one.type == &ball_type && ((ball *)e->one.block)->radius == 2);
    CHECK(e->many_count == 4 && e->many[0].type == &brick_type && e->many[1].type == &ball_type);
    CHECK(e->many[2].block == NULL);
    const brick *outer = e->many[3].block, *middle = outer->inside.block;
    CHECK(middle->inside.type == &ball_type && ((ball *)middle->inside.block)->radius == 3);
    check_round_trip(&everything_type, text);
    check_alike(&everything_type, "<everything/>", "<everything><one><none/></one></everything>");

    CHECK(read_bad(&everything_type, "<everything><one/></everything>") == 1);
    CHECK(read_bad(&everything_type,
                   "<everything><one><ball radius='1'/><brick/></one></everything>") == 1);
    CHECK(read_bad(&everything_type, "<everything><one><bal radius='1'/></one></everything>") == 1);
    CHECK(is_finding(0, SNW_ERR_UNKNOWN_NAME, "unknown-type", "everything/one", 1, 18));
    CHECK(strstr(findings[0].fix, "did you mean 'ball'?") != NULL);
    CHECK(read_bad(&everything_type, "<everything><one><tag/></one></everything>") == 1);
    CHECK_TEXT(findings[0].text, "'tag' is not a shape");
}

typedef struct cone {
    double height;
} cone;
static const snw_field cone_fields[] = {
    {SNW_AT(cone, height), .kind = SNW_KIND_REAL, .unit = "m", .help = "Height."}};
static const snw_type cone_type = {SNW_TYPE(cone, cone_fields), .base = "shape",
                                   .space = &snw_space_robot, .help = "A cone."};

// spec: actin-model:A1-XM-16
static void one_registration_reaches_every_level(void) {
    static const char text[] =
        "<everything><one><cone height='1'/></one><many><brick><inside><cone height='2'/></inside>"
        "</brick><brick><inside><brick><inside><cone height='3'/></inside></brick></inside>"
        "</brick></many></everything>";
    CHECK(read_bad(&everything_type, text) == 3);

    _Alignas(SNW_ARENA_ALIGN) static unsigned char memory[1 << 14];
    snw_registry registry;
    CHECK(sample_registry(&registry, memory, sizeof memory) == SNW_OK);
    CHECK(snw_registry_add(&registry, &cone_type, NULL) == SNW_OK);
    forget();
    const everything *e =
        read_with(&everything_type, text, &(snw_read_options){.registry = &registry});
    CHECK(e != NULL && diags.count == 0);
    CHECK(((cone *)e->one.block)->height == 1);
    CHECK(((cone *)((brick *)e->many[0].block)->inside.block)->height == 2);
    const brick *inner = ((brick *)e->many[1].block)->inside.block;
    CHECK(inner->inside.type == &cone_type && ((cone *)inner->inside.block)->height == 3);
}

typedef struct better_ball {
    double radius, density;
} better_ball;
static const snw_field better_ball_fields[] = {
    {SNW_AT(better_ball, radius), .kind = SNW_KIND_REAL, .unit = "m", .help = "Radius."},
    {SNW_AT(better_ball, density), .kind = SNW_KIND_REAL, .unit = "kg/m^3", .initial = "1000",
     .help = "Density."}};
static const snw_type better_ball_type = {.token = "ball",
                                          .size = sizeof(better_ball),
                                          .align = _Alignof(better_ball),
                                          .fields = better_ball_fields,
                                          .field_count = 2,
                                          .base = "shape",
                                          .space = &snw_space_robot,
                                          .help = "A heavy ball."};

// spec: actin-model:A1-SW-03
static void a_replaced_type_is_what_the_loader_makes(void) {
    _Alignas(SNW_ARENA_ALIGN) static unsigned char memory[1 << 14];
    snw_registry registry;
    CHECK(sample_registry(&registry, memory, sizeof memory) == SNW_OK);
    const snw_read_options how = {.registry = &registry};
    static const char text[] = "<brick><inside><ball radius='2'/></inside></brick>";
    forget();
    const brick *before = read_with(&brick_type, text, &how);
    CHECK(before != NULL && before->inside.type == &ball_type);
    CHECK(snw_registry_replace(&registry, &better_ball_type, NULL) == SNW_OK);
    const brick *after = read_with(&brick_type, text, &how);
    CHECK(after != NULL && after->inside.type == &better_ball_type);
    const better_ball *b = after->inside.block;
    CHECK(b->radius == 2 && b->density == 1000);
}

// --- name spaces, roots, versions ---------------------------------------------------------------

// spec: actin-model:A1-XM-31
static void name_spaces_do_not_matter_to_the_reader(void) {
    static const char plain[] =
        "<arm_link name='a'><range lower='1'/><body><ball radius='2'/></body>"
        "</arm_link>";
    check_alike(&arm_link_type, plain,
                "<arm_link xmlns='urn:sinew:robot' name='a'><range lower='1'/><body>"
                "<ball radius='2'/></body></arm_link>");
    check_alike(&arm_link_type, plain,
                "<x:arm_link xmlns:x='urn:other' x:name='a'><x:range lower='1'/><y:body "
                "xmlns:y='urn:y'><y:ball radius='2'/></y:body></x:arm_link>");
    check_alike(&arm_link_type, plain,
                "<arm_link xmlns='urn:one' name='a'><range xmlns='urn:two' lower='1'/>"
                "<body xmlns='urn:three'><ball xmlns='' radius='2'/></body></arm_link>");
    check_alike(&arm_link_type, plain,
                "<q:arm_link name='a'><q:range lower='1'/><body><q:ball radius='2'/></body>"
                "</q:arm_link>");
}

// spec: actin-model:A1-XM-36
static void an_object_is_written_and_read_under_two_root_names(void) {
    const row *r = read_good(&row_type, "<row cells='1 2'/>");
    static const char *const names[] = {"samples", "table"};
    for (int i = 0; i < 2; i++) {
        char buffer[256];
        snw_text text = snw_text_over(buffer, sizeof buffer);
        snw_xml_write(&row_type, r, &(snw_write_options){.root_name = names[i]}, &text);
        CHECK(strstr(buffer, names[i]) != NULL && strstr(buffer, "<row") == NULL);
        const row *back = read_with(&row_type, buffer, &(snw_read_options){.root_name = names[i]});
        CHECK(back != NULL && same(&row_type, r, back));
        back = read_with(&row_type, buffer, &(snw_read_options){.root_name = "*"});
        CHECK(back != NULL && same(&row_type, r, back));
    }
    CHECK(read_bad(&row_type, "<table cells='1'/>") == 1);
    CHECK(is_finding(0, SNW_ERR_SYNTAX, "syntax", "", 1, 1));
    CHECK_TEXT(findings[0].fix, "a file of this kind begins with <row>");
}

// --- strangers ----------------------------------------------------------------------------------

// spec: actin-model:A1-XM-12
static void an_unknown_tag_is_skipped_with_a_warning_or_refused(void) {
    static const char text[] = "<arm_link name='a'\n colour='red'>\n <mas>3</mas>\n"
                               " <extra><mass>9</mass><extra>x</extra></extra>\n"
                               " <mass>2</mass>\n <com>1 2 x</com>\n</arm_link>";
    forget();
    const arm_link *a =
        read_with(&arm_link_type, text, &(snw_read_options){.strictness = SNW_LENIENT});
    CHECK(a != NULL && a->mass == 2 && diags.warnings == 4 && diags.errors == 0);
    for (int i = 0; i < 4; i++) {
        CHECK(findings[i].severity == SNW_WARNING);
    }
    CHECK(is_finding(0, SNW_ERR_UNKNOWN_NAME, "unknown-name", "arm_link", 2, 2));
    CHECK(is_finding(1, SNW_ERR_UNKNOWN_NAME, "unknown-name", "arm_link", 3, 2));
    CHECK(is_finding(2, SNW_ERR_UNKNOWN_NAME, "unknown-name", "arm_link", 4, 2));
    CHECK(is_finding(3, SNW_ERR_SYNTAX, "syntax", "arm_link/com", 6, 7));

    // otherwise it is an error with a proposal, and all the rest is still reported
    CHECK(read_bad(&arm_link_type, text) == 4 && diags.errors == 4);
    CHECK_TEXT(findings[1].text, "unknown name 'mas' in 'arm_link'");
    CHECK_TEXT(findings[1].fix, "did you mean 'mass'?");
    CHECK(is_finding(3, SNW_ERR_SYNTAX, "syntax", "arm_link/com", 6, 7));
}

static void what_does_not_belong_somewhere_is_said_there(void) {
    static const struct {
        const char *text;
        int column;
    } set[] = {
        {"<everything>text</everything>", 13},
        {"<everything><real><b/></real></everything>", 19},
        {"<everything><real unit='m'>1</real></everything>", 19},
        {"<everything><list>1 <element>2</element></list></everything>", 21},
        {"<everything><list><element>2</element>1</list></everything>", 39},
        {"<everything><list><number>2</number></list></everything>", 19},
        {"<everything><list><group>1<b/></group></list></everything>", 27},
        {"<everything><list><group>1</group><group>2</group></list></everything>", 35},
        {"<everything><list><element>1<b/></element></list></everything>", 29},
        {"<everything><tags><label key='a'/></tags></everything>", 19},
        {"<everything><tags>a</tags></everything>", 19},
        {"<everything><one><none><b/></none></one></everything>", 24},
        {"<everything><many>x</many></everything>", 19},
        {"<everything><inner lower='1'>x</inner></everything>", 30},
        {"<everything><real value='1'>2</real></everything>", 29},
    };
    const snw_read_options lenient = {.registry = samples(), .strictness = SNW_LENIENT};
    for (size_t i = 0; i < sizeof set / sizeof *set; i++) {
        CHECK(read_bad(&everything_type, set[i].text) == 1);
        CHECK(findings[0].column == set[i].column && findings[0].fix[0] != '\0');
        // and can be lived with
        forget();
        CHECK(read_with(&everything_type, set[i].text, &lenient) != NULL && diags.warnings == 1);
    }
}

// --- the text around ----------------------------------------------------------------------------

static void cut_everywhere(const snw_type *type, const char *text) {
    (void)read_good(type, text);
    const size_t length = strlen(text);
    char *cut = calloc(1, length + 1);
    int lines = 1;
    for (size_t kept = 0; kept < length; kept++) {
        CHECK(read_bad(type, cut) == 1);
        CHECK(findings[0].code == SNW_ERR_SYNTAX && findings[0].line >= 1);
        CHECK(findings[0].line <= lines && findings[0].fix[0] != '\0');
        cut[kept] = text[kept];
        lines += text[kept] == '\n';
    }
    free(cut);
}

// spec: actin-model:A1-XM-35
static void an_object_cut_at_any_byte_is_an_error_with_a_line(void) {
    static const char text[] =
        "<everything version='2' real='1'>\n<list>1 2\n3</list><tags><tag key='a' value='1'/>\n"
        "<tag key='b'/></tags><one>\n<brick><inside><ball radius='1'/></inside></brick></one>\n"
        "<T xyz='1 2 3'/></everything>";
    cut_everywhere(&everything_type, text);
    // what is missing then is no news: not a required field, not a key, not an item
    cut_everywhere(&arm_link_type, "<arm_link><mass>1</mass>\n<children><link><name>b</name></link>"
                                   "</children><body><ball\nradius='1'></ball></body>"
                                   "<name>a</name></arm_link>");
}

static void a_decimal_comma_of_the_locale_changes_nothing(void) {
    static const char legal[] = "<everything real='-1234.5' v='1.5,2.5,3.5' positive='0.5'>"
                                "<list>0.1 1e-3 2.5e10</list><T rpy='0.5 0 0'/></everything>";
    const char *before = written(&everything_type, read_good(&everything_type, legal));
    char *kept = strdup(before);
    check_set_comma();
    const everything *e = read_good(&everything_type, legal);
    const char *after = written(&everything_type, e);
    (void)setlocale(LC_ALL, "C");
    CHECK(e->real == -1234.5 && e->v.y == 2.5 && e->list[0] == 0.1);
    CHECK_TEXT(after, kept);
    free(kept);
}

// --- limits -------------------------------------------------------------------------------------

static void memory_that_is_too_small_is_said_once(void) {
    static const char text[] =
        "<arm_link name='a'><soft lower='1'/><body><brick><inside><ball radius='1'/></inside>"
        "</brick></body><children><link name='b'/><link name='c'/></children></arm_link>";
    (void)read_good(&arm_link_type, text);
    const size_t needed = snw_setup_size(setup);
    int refused = 0;
    for (size_t limit = 0; limit < needed; limit++) {
        snw_setup_destroy(setup);
        setup = snw_setup_create(limit);
        diags = (snw_diags){.items = findings, .capacity = FINDINGS};
        const void *object =
            read_with(&arm_link_type, text, &(snw_read_options){.registry = samples()});
        if (object != NULL) continue;
        refused++;
        CHECK(diags.errors == 1 && findings[0].code == SNW_ERR_MEMORY);
        CHECK(findings[0].fix[0] != '\0');
    }
    CHECK(refused > (int)needed / 2);
}

// one chain of links down to the limit of depth
static char *deep_text(int levels) {
    char *text = malloc((size_t)levels * 64 + 64);
    if (text == NULL) abort();
    size_t length = (size_t)sprintf(text, "<arm_link name='l'>");
    for (int i = 0; i < levels; i++) {
        length += (size_t)sprintf(text + length, "<children><link name='l'>");
    }
    for (int i = 0; i < levels; i++) {
        length += (size_t)sprintf(text + length, "</link></children>");
    }
    (void)strcpy(text + length, "</arm_link>");
    return text;
}

typedef struct task {
    char *text;
    bool passed;
} task;

static void *read_deep(void *context) {
    task *t = context;
    static snw_why why[4];
    snw_diags said = {.items = why, .capacity = 4};
    void *object = NULL;
    const snw_source source = {.bytes = t->text, .length = strlen(t->text), .name = "deep.xml"};
    t->passed = snw_xml_read(&source, &arm_link_type, NULL, setup, &object, &said) == SNW_OK;
    return NULL;
}

// Reading goes as deep as the text, and needs little for each level.
static void the_deepest_text_is_read_on_a_small_stack(void) {
    // sanitizers put much between the variables of a function
    const size_t size = check_scaled(100) == 100 ? 64 * 1024 : 8 * 1024 * 1024;
    forget();
    task t = {.text = deep_text(127)};
    pthread_attr_t attributes;
    pthread_t thread;
    CHECK(pthread_attr_init(&attributes) == 0);
    CHECK(pthread_attr_setstacksize(&attributes, size) == 0);
    CHECK(pthread_create(&thread, &attributes, read_deep, &t) == 0);
    CHECK(pthread_join(thread, NULL) == 0 && t.passed);
    CHECK(pthread_attr_destroy(&attributes) == 0);
    free(t.text);
    char *deeper = deep_text(128);
    CHECK(read_bad(&arm_link_type, deeper) == 1 && findings[0].code == SNW_ERR_TOO_LARGE);
    free(deeper);
}

int main(void) {
    RUN(extremes_of_basic_types_come_back_exactly);
    RUN(an_unknown_choice_is_reported_and_changes_nothing);
    RUN(both_forms_of_an_array_are_one_object);
    RUN(arrays_of_arrays_come_back);
    RUN(a_map_is_an_array_with_keys);
    RUN(members_of_a_set_that_repeat_collapse);
    RUN(attributes_and_elements_are_alike);
    RUN(rotations_have_four_forms);
    RUN(children_of_several_types_come_back);
    RUN(one_registration_reaches_every_level);
    RUN(a_replaced_type_is_what_the_loader_makes);
    RUN(name_spaces_do_not_matter_to_the_reader);
    RUN(an_object_is_written_and_read_under_two_root_names);
    RUN(an_unknown_tag_is_skipped_with_a_warning_or_refused);
    RUN(what_does_not_belong_somewhere_is_said_there);
    RUN(an_object_cut_at_any_byte_is_an_error_with_a_line);
    RUN(a_decimal_comma_of_the_locale_changes_nothing);
    RUN(memory_that_is_too_small_is_said_once);
    RUN(the_deepest_text_is_read_on_a_small_stack);
    const int result = check_report();
    snw_setup_destroy(setup);
    return result;
}
