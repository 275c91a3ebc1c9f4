// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/document/file.h"

#include <jansson.h>
#include <libxml/parser.h>
#include <libxml/tree.h>

#include "random_objects.h"

enum { ROOM = 1 << 20 };
static char buffer[ROOM];

typedef void write_fn(const snw_type *type, const void *object, const snw_write_options *options,
                      snw_text *text);

// the text of an object, after proof that measuring, fitting and cutting agree about it
static const char *written(write_fn *write, const snw_type *type, const void *object,
                           const snw_write_options *options) {
    snw_text nothing = snw_text_over(NULL, 0), text = snw_text_over(buffer, sizeof buffer);
    write(type, object, options, &nothing);
    write(type, object, options, &text);
    CHECK(!snw_text_is_cut(&text) && nothing.length == text.length);
    CHECK(strlen(buffer) == text.length);
    return buffer;
}

static const snw_write_options one_line = {.indent = -1, .no_header = true};

static const char *xml_line(const snw_type *type, const void *object) {
    return written(snw_xml_write, type, object, &one_line);
}

static const char *json_line(const snw_type *type, const void *object) {
    return written(snw_json_write, type, object, &one_line);
}

static plant fresh_plant(void) {
    plant p;
    snw_block_defaults(&plant_type, &p);
    return p;
}

// what every plant begins with, and its one required part
#define XML_HEAD "<plant xmlns=\"urn:sinew:cell\" version=\"3\""
#define XML_TREE "<tree gain=\"0\"/>"
#define JSON_HEAD "{\"version\":3,\"type\":\"plant\""
#define JSON_TREE ",\"tree\":{\"gain\":0}"

// --- exact texts --------------------------------------------------------------------------------

static void the_tables_of_the_test_are_sound(void) {
    snw_why why;
    CHECK(snw_type_check(&plant_type, &why) == SNW_OK);
    CHECK(parts_registry()->type_count == 3);
}

static void fields_at_their_default_are_left_out(void) {
    screw s;
    snw_block_defaults(&screw_type, &s);
    CHECK_TEXT(written(snw_xml_write, &screw_type, &s, NULL),
               "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
               "<screw xmlns=\"urn:sinew:core\" version=\"1\"/>\n");
    CHECK_TEXT(written(snw_json_write, &screw_type, &s, NULL),
               "{\n  \"version\": 1,\n  \"type\": \"screw\"\n}\n");

    // what is required is written even then; so is everything, when it is asked for
    const plant p = fresh_plant();
    CHECK_TEXT(xml_line(&plant_type, &p), XML_HEAD ">" XML_TREE "</plant>");
    CHECK_TEXT(json_line(&plant_type, &p), JSON_HEAD JSON_TREE "}");
    const snw_write_options all = {.with_defaults = true, .indent = -1};
    CHECK_TEXT(written(snw_xml_write, &screw_type, &s, &all),
               "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"
               "<screw xmlns=\"urn:sinew:core\" version=\"1\" pitch=\"0.01\" turns=\"0\"/>");
    CHECK_TEXT(written(snw_json_write, &screw_type, &s, &all),
               "{\"version\":1,\"type\":\"screw\",\"pitch\":0.01,\"turns\":0}");

    // an empty list has a form, an absent part has none
    node n;
    snw_block_defaults(&node_type, &n);
    CHECK_TEXT(written(snw_json_write, &node_type, &n, &all),
               "{\"version\":1,\"type\":\"node\",\"gain\":0,\"children\":[]}");
    const snw_write_options all_xml = {.with_defaults = true, .indent = -1, .no_header = true};
    CHECK_TEXT(written(snw_xml_write, &node_type, &n, &all_xml),
               "<node xmlns=\"urn:sinew:motion\" version=\"1\" gain=\"0\"><children size=\"0\"/>"
               "</node>");
}

static void signals_and_states_are_written_when_asked_for(void) {
    plant p = fresh_plant();
    p.load = 2;
    p.memory = 3;
    CHECK_TEXT(xml_line(&plant_type, &p), XML_HEAD ">" XML_TREE "</plant>");
    CHECK_TEXT(json_line(&plant_type, &p), JSON_HEAD JSON_TREE "}");
    const snw_write_options all = {.with_signals = true, .indent = -1, .no_header = true};
    CHECK_TEXT(written(snw_xml_write, &plant_type, &p, &all),
               XML_HEAD " load=\"2\" memory=\"3\">" XML_TREE "</plant>");
    CHECK_TEXT(written(snw_json_write, &plant_type, &p, &all),
               JSON_HEAD JSON_TREE ",\"load\":2,\"memory\":3}");
}

static void single_values_and_short_arrays_are_attributes(void) {
    plant p = fresh_plant();
    p.on = true;
    p.i8 = INT8_MIN, p.i16 = INT16_MIN, p.i32 = INT32_MIN, p.i64 = INT64_MIN;
    p.u8 = UINT8_MAX, p.u16 = UINT16_MAX, p.u32 = UINT32_MAX, p.u64 = UINT64_MAX;
    p.angle = 0.1;
    p.limit = -(double)INFINITY;
    p.what = MODE_STOP;
    (void)strcpy(p.text, "rot & wei\xC3\x9F");
    (void)strcpy(p.target, "m1");
    p.v = snw_vec3_of(-0.0, 1e-6, 1e300);
    p.small[2] = 0.25;
    p.gains[1] = 2;
    p.corners[1].y = 5;
    p.flags[4] = true;
    CHECK_TEXT(xml_line(&plant_type, &p),
               XML_HEAD " on=\"true\" i8=\"-128\" i16=\"-32768\" i32=\"-2147483648\""
                        " i64=\"-9223372036854775808\" u8=\"255\" u16=\"65535\" u32=\"4294967295\""
                        " u64=\"18446744073709551615\" angle=\"0.1\" limit=\"-INF\" what=\"stop\""
                        " text=\"rot &amp; wei\xC3\x9F\" target=\"m1\" v=\"-0 1e-06 1e+300\""
                        " small=\"0 0 0.25 0\" gains=\"1 2 1\""
                        " corners=\"0 0 0 0 5 0 0 0 0 0 0 0\""
                        " flags=\"false false false false true\">" XML_TREE "</plant>");
    CHECK_TEXT(json_line(&plant_type, &p), JSON_HEAD
               ",\"on\":true,\"i8\":-128,\"i16\":-32768,\"i32\":-2147483648,"
               "\"i64\":\"-9223372036854775808\",\"u8\":255,\"u16\":65535,"
               "\"u32\":4294967295,\"u64\":\"18446744073709551615\",\"angle\":0.1,"
               "\"limit\":\"-INF\",\"what\":\"stop\",\"text\":\"rot & wei\xC3\x9F\","
               "\"target\":\"m1\",\"v\":[-0,1e-06,1e+300],\"small\":[0,0,0.25,0]" JSON_TREE
               ",\"gains\":[1,2,1],\"corners\":[[0,0,0],[0,5,0],[0,0,0],[0,0,0]],"
               "\"flags\":[false,false,false,false,true]}");
}

static void integers_beyond_two_to_the_53_are_strings_in_json(void) {
    plant p = fresh_plant();
    static const struct {
        int64_t value;
        const char *text;
    } cases[] = {{(INT64_C(1) << 53), "9007199254740992"},
                 {-(INT64_C(1) << 53), "-9007199254740992"},
                 {(INT64_C(1) << 53) + 1, "\"9007199254740993\""},
                 {-(INT64_C(1) << 53) - 1, "\"-9007199254740993\""},
                 {INT64_MAX, "\"9223372036854775807\""},
                 {999999999999999, "999999999999999"}};
    for (int i = 0; i < 6; i++) {
        char expected[128];
        p.i64 = cases[i].value;
        (void)snprintf(expected, sizeof expected, JSON_HEAD ",\"i64\":%s" JSON_TREE "}",
                       cases[i].text);
        CHECK_TEXT(json_line(&plant_type, &p), expected);
    }
}

static void numbers_that_json_has_no_token_for_are_strings_or_null(void) {
    plant p = fresh_plant();
    p.far = snw_vec3_of((double)INFINITY, -(double)INFINITY, (double)NAN);
    CHECK_TEXT(json_line(&plant_type, &p),
               JSON_HEAD ",\"far\":[\"INF\",\"-INF\",null]" JSON_TREE "}");
    CHECK_TEXT(xml_line(&plant_type, &p), XML_HEAD "><far>INF -INF NaN</far>" XML_TREE "</plant>");
}

static void text_is_escaped(void) {
    plant p = fresh_plant();
    (void)strcpy(p.text, "<a & 'b'>\"\n\t]]>\\ \xE2\x82\xAC");
    (void)strcpy(p.note, "two\nlines");
    CHECK_TEXT(xml_line(&plant_type, &p),
               XML_HEAD " text=\"&lt;a &amp; 'b'&gt;&quot;&#10;&#9;]]&gt;\\ \xE2\x82\xAC\">"
                        "<note>two&#10;lines</note>" XML_TREE "</plant>");
    CHECK_TEXT(json_line(&plant_type, &p),
               JSON_HEAD ",\"text\":\"<a & 'b'>\\\"\\n\\t]]>\\\\ \xE2\x82\xAC\","
                         "\"note\":\"two\\nlines\"" JSON_TREE "}");

    // what cannot stand in a text of XML, or is no UTF-8, becomes U+FFFD
    (void)strcpy(p.text, "a\x01\xFF\xEF\xBF\xBE\rz");
    p.note[0] = '\0';
    CHECK_TEXT(xml_line(&plant_type, &p), XML_HEAD
               " text=\"a\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD&#13;z\">" XML_TREE "</plant>");
}

static void blanks_at_the_ends_of_a_text_element_are_kept(void) {
    plant p = fresh_plant();
    (void)strcpy(p.note, " x");
    p.name_count = 4;
    (void)strcpy(p.names[0], "x\n");
    (void)strcpy(p.names[1], "");
    (void)strcpy(p.names[2], "a b");
    (void)strcpy(p.names[3], "\t");
    CHECK_TEXT(xml_line(&plant_type, &p),
               XML_HEAD "><note value=\" x\"/>" XML_TREE
                        "<names size=\"4\"><element value=\"x&#10;\"/><element/>"
                        "<element>a b</element><element value=\"&#9;\"/></names></plant>");
}

static void values_with_parts_are_elements(void) {
    plant p = fresh_plant();
    p.slow = 0.5;
    p.q = snw_quat_of(0.5, -0.5, 0.5, -0.5);
    p.T.p = snw_vec3_of(1, 2, 3);
    p.large[35] = 7;
    CHECK_TEXT(xml_line(&plant_type, &p), XML_HEAD
               "><slow>0.5</slow><q x=\"-0.5\" y=\"0.5\" z=\"-0.5\" w=\"0.5\"/>"
               "<T xyz=\"1 2 3\"/><large><group>0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0"
               " 0 0 0 0 0 0 0 0 0 0 0 0 0 7</group></large>" XML_TREE "</plant>");
    CHECK_TEXT(json_line(&plant_type, &p), JSON_HEAD
               ",\"slow\":0.5,\"q\":{\"x\":-0.5,\"y\":0.5,\"z\":-0.5,\"w\":0.5},"
               "\"T\":{\"xyz\":[1,2,3]},\"large\":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,"
               "0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,7]" JSON_TREE "}");
}

static void a_rotation_takes_the_first_form_that_is_exact(void) {
    plant p = fresh_plant();
    // the angle of this one is found again to the bit
    p.T.R = snw_mat3_from_rpy((snw_rpy){0, 0, 0.5});
    CHECK_TEXT(xml_line(&plant_type, &p),
               XML_HEAD "><T xyz=\"0 0 0\" rpy=\"0 0 0.5\"/>" XML_TREE "</plant>");
    CHECK_TEXT(json_line(&plant_type, &p),
               JSON_HEAD ",\"T\":{\"xyz\":[0,0,0],\"rpy\":[0,0,0.5]}" JSON_TREE "}");
    // x to y to z to x: angles would need the cosine of pi/2 to be 0
    p.T.R = snw_mat3_of(snw_vec3_of(0, 1, 0), snw_vec3_of(0, 0, 1), snw_vec3_of(1, 0, 0));
    CHECK_TEXT(xml_line(&plant_type, &p),
               XML_HEAD "><T xyz=\"0 0 0\" quat_xyzw=\"0.5 0.5 0.5 0.5\"/>" XML_TREE "</plant>");
    CHECK_TEXT(json_line(&plant_type, &p),
               JSON_HEAD ",\"T\":{\"xyz\":[0,0,0],\"quat_xyzw\":[0.5,0.5,0.5,0.5]}" JSON_TREE "}");
    // a quarter turn: the square root of 1/2 is no double either
    p.T.R = snw_mat3_of(snw_vec3_of(0, 1, 0), snw_vec3_of(-1, 0, 0), snw_vec3_of(0, 0, 1));
    CHECK_TEXT(xml_line(&plant_type, &p),
               XML_HEAD "><T xyz=\"0 0 0\" columns=\"0 1 0 -1 0 0 0 0 1\"/>" XML_TREE "</plant>");
    CHECK_TEXT(json_line(&plant_type, &p),
               JSON_HEAD ",\"T\":{\"xyz\":[0,0,0],\"columns\":[0,1,0,-1,0,0,0,0,1]}" JSON_TREE "}");
}

static void arrays_are_elements_with_their_size(void) {
    plant p = fresh_plant();
    snw_vec3 points[2] = {{1, 2, 3}, {4, 5, 6}};
    uint64_t ids[3] = {1, 2, UINT64_MAX};
    p.modes[2] = MODE_RUN;
    (void)strcpy(p.tags[1], "b");
    p.turns[1] = snw_quat_of(0, 0, 1, 0);
    p.count_count = 2, p.counts[0] = -1;
    p.frame_count = 1, p.frames[0] = snw_pose_translation(snw_vec3_of(0, 0, 9));
    p.block_count = 2, p.blocks[1][3] = 8;
    p.points = points, p.point_count = 2;
    p.ids = ids, p.id_count = 3;
    CHECK_TEXT(xml_line(&plant_type, &p), XML_HEAD
               ">" XML_TREE "<modes size=\"3\"><element>idle</element><element>idle</element>"
               "<element>run</element></modes><tags size=\"2\"><tag/><tag>b</tag></tags>"
               "<turns size=\"2\"><element x=\"0\" y=\"0\" z=\"0\" w=\"1\"/>"
               "<element x=\"0\" y=\"1\" z=\"0\" w=\"0\"/></turns>"
               "<counts size=\"2\"><group>-1 0</group></counts>"
               "<frames size=\"1\"><frame xyz=\"0 0 9\"/></frames>"
               "<blocks size=\"2\"><group>0 0 0 0 0 0 0 8</group></blocks>"
               "<points size=\"2\"><group>1 2 3 4 5 6</group></points>"
               "<ids size=\"3\"><group>1 2 18446744073709551615</group></ids></plant>");
    CHECK_TEXT(json_line(&plant_type, &p), JSON_HEAD JSON_TREE
               ",\"modes\":[\"idle\",\"idle\",\"run\"],\"tags\":[\"\",\"b\"],"
               "\"turns\":[{\"x\":0,\"y\":0,\"z\":0,\"w\":1},{\"x\":0,\"y\":1,\"z\":0,\"w\":0}],"
               "\"counts\":[-1,0],\"frames\":[{\"xyz\":[0,0,9]}],"
               "\"blocks\":[[0,0,0,0],[0,0,0,8]],\"points\":[[1,2,3],[4,5,6]],"
               "\"ids\":[1,2,\"18446744073709551615\"]}");
}

static void structs_and_children_stand_under_their_names(void) {
    plant p = fresh_plant();
    motor spare, list[2];
    screw s = {.pitch = 0.01, .turns = 4};
    snw_block_defaults(&motor_type, &spare);
    list[0] = list[1] = spare;
    p.own.feed.turns = 1;
    (void)strcpy(list[0].name, "m1");
    p.spare = &spare;
    p.tool = (snw_child){&screw_type, &s};
    p.ends[1] = p.tool;
    p.motors = list, p.motor_count = 2;
    p.parts = &p.tool, p.part_count = 1;
#define SCREW "<core:screw xmlns:core=\"urn:sinew:core\" turns=\"4\"/>"
    CHECK_TEXT(xml_line(&plant_type, &p), XML_HEAD
               "><own><robot:feed xmlns:robot=\"urn:sinew:robot\" turns=\"1\"/></own>"
               "<spare/><tool>" SCREW "</tool>" XML_TREE "<ends size=\"2\"><none/>" SCREW
               "</ends><motors size=\"2\">"
               "<motor name=\"m1\"/><motor/></motors><parts size=\"1\">" SCREW "</parts></plant>");
    CHECK_TEXT(json_line(&plant_type, &p),
               JSON_HEAD ",\"own\":{\"feed\":{\"turns\":1}},\"spare\":{},"
                         "\"tool\":{\"screw\":{\"turns\":4}}" JSON_TREE
                         ",\"ends\":[null,{\"screw\":{\"turns\":4}}],"
                         "\"motors\":[{\"name\":\"m1\"},{}],"
                         "\"parts\":[{\"screw\":{\"turns\":4}}]}");
}

// a tree through three name spaces, in lines
static void declarations_hold_for_what_is_inside(void) {
    double one[] = {1}, two[] = {2};
    screw s = {.pitch = 0.01, .turns = 1};
    motor d, t;
    node below[2], top;
    snw_block_defaults(&motor_type, &d);
    t = d;
    (void)strcpy(d.name, "d");
    d.curve = one, d.curve_count = 1;
    (void)strcpy(t.name, "t");
    t.curve = two, t.curve_count = 1;
    snw_block_defaults(&node_type, &top);
    below[0] = below[1] = top;
    top.gain = 1, below[0].gain = 2, below[1].gain = 3;
    top.children = below, top.child_count = 2;
    below[0].drive = &d;
    below[1].tool = (snw_child){&motor_type, &t};
    top.tool = (snw_child){&screw_type, &s};
    CHECK_TEXT(written(snw_xml_write, &node_type, &top, NULL),
               "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
               "<node xmlns=\"urn:sinew:motion\" version=\"1\" gain=\"1\">\n"
               "  <children size=\"2\">\n"
               "    <node gain=\"2\">\n"
               "      <drive name=\"d\">\n"
               "        <robot:curve xmlns:robot=\"urn:sinew:robot\" size=\"1\">\n"
               "          <robot:group>1</robot:group>\n"
               "        </robot:curve>\n"
               "      </drive>\n"
               "    </node>\n"
               "    <node gain=\"3\">\n"
               "      <tool>\n"
               "        <robot:motor xmlns:robot=\"urn:sinew:robot\" name=\"t\">\n"
               "          <robot:curve size=\"1\">\n"
               "            <robot:group>2</robot:group>\n"
               "          </robot:curve>\n"
               "        </robot:motor>\n"
               "      </tool>\n"
               "    </node>\n"
               "  </children>\n"
               "  <tool>\n"
               "    <core:screw xmlns:core=\"urn:sinew:core\" turns=\"1\"/>\n"
               "  </tool>\n"
               "</node>\n");
    CHECK_TEXT(written(snw_json_write, &node_type, &top, NULL), "{\n"
                                                                "  \"version\": 1,\n"
                                                                "  \"type\": \"node\",\n"
                                                                "  \"gain\": 1,\n"
                                                                "  \"children\": [\n"
                                                                "    {\n"
                                                                "      \"gain\": 2,\n"
                                                                "      \"drive\": {\n"
                                                                "        \"name\": \"d\",\n"
                                                                "        \"curve\": [1]\n"
                                                                "      }\n"
                                                                "    },\n"
                                                                "    {\n"
                                                                "      \"gain\": 3,\n"
                                                                "      \"tool\": {\n"
                                                                "        \"motor\": {\n"
                                                                "          \"name\": \"t\",\n"
                                                                "          \"curve\": [2]\n"
                                                                "        }\n"
                                                                "      }\n"
                                                                "    }\n"
                                                                "  ],\n"
                                                                "  \"tool\": {\n"
                                                                "    \"screw\": {\n"
                                                                "      \"turns\": 1\n"
                                                                "    }\n"
                                                                "  }\n"
                                                                "}\n");
}

// two spaces of one prefix: the inner declaration hides the outer one, and is made again below it
static void a_prefix_that_two_spaces_share_is_declared_anew(void) {
    typedef struct cup {
        snw_child in;
    } cup;
    static const snw_space first = {"p", "urn:x:1", 1}, second = {"p", "urn:x:2", 2};
    static const snw_field fields[] = {
        {SNW_AT(cup, in), .kind = SNW_KIND_CHILD, .base = "part", .help = "What is in it."}};
    static const snw_type a = {SNW_TYPE(cup, fields), .space = &first, .help = "A cup."};
    static const snw_type b = {SNW_TYPE(cup, fields), .space = &second, .help = "A cup."};
    cup inner = {{NULL, NULL}}, middle = {{&a, &inner}}, outer = {{&b, &middle}};
    node n;
    snw_block_defaults(&node_type, &n);
    n.tool = (snw_child){&a, &outer};
    CHECK_TEXT(xml_line(&node_type, &n),
               "<node xmlns=\"urn:sinew:motion\" version=\"1\" gain=\"0\"><tool>"
               "<p:cup xmlns:p=\"urn:x:1\"><p:in><p:cup xmlns:p=\"urn:x:2\"><p:in>"
               "<p:cup xmlns:p=\"urn:x:1\"/></p:in></p:cup></p:in></p:cup></tool></node>");
}

// --- settings -----------------------------------------------------------------------------------

static motor motor_with_curve(double *curve, int count) {
    motor m;
    snw_block_defaults(&motor_type, &m);
    for (int i = 0; i < count; i++) {
        curve[i] = i + 1;
    }
    m.curve = curve;
    m.curve_count = count;
    return m;
}

#define MOTOR "<motor xmlns=\"urn:sinew:robot\" version=\"1\">\n"

// spec: actin-model:A1-XM-29
static void the_writer_follows_its_settings(void) {
    double curve[12];
    const motor m = motor_with_curve(curve, 12), eleven = motor_with_curve(curve, 11);
    motor ten = motor_with_curve(curve, 10);

    // by default: a header, two blanks, ten numbers per line
    CHECK_TEXT(written(snw_xml_write, &motor_type, &m, NULL),
               "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" MOTOR "  <curve size=\"12\">\n"
               "    <group>\n"
               "      1 2 3 4 5 6 7 8 9 10\n"
               "      11 12\n"
               "    </group>\n"
               "  </curve>\n"
               "</motor>\n");
    CHECK_TEXT(written(snw_json_write, &motor_type, &m, NULL),
               "{\n  \"version\": 1,\n  \"type\": \"motor\",\n  \"curve\": [\n"
               "    1, 2, 3, 4, 5, 6, 7, 8, 9, 10,\n    11, 12\n  ]\n}\n");

    // no header, a style sheet, four blanks, four numbers per line: for this one object
    const snw_write_options own = {.no_header = true,
                                   .indent = 4,
                                   .columns = 4,
                                   .style_sheet = "look & feel.xsl",
                                   .root_name = "drive"};
    CHECK_TEXT(written(snw_xml_write, &motor_type, &eleven, &own),
               "<?xml-stylesheet type=\"text/xsl\" href=\"look &amp; feel.xsl\"?>\n"
               "<drive xmlns=\"urn:sinew:robot\" version=\"1\">\n"
               "    <curve size=\"11\">\n"
               "        <group>\n"
               "            1 2 3 4\n"
               "            5 6 7 8\n"
               "            9 10 11\n"
               "        </group>\n"
               "    </curve>\n"
               "</drive>\n");
    CHECK_TEXT(written(snw_json_write, &motor_type, &ten, &own),
               "{\n    \"version\": 1,\n    \"type\": \"drive\",\n    \"curve\": [\n"
               "        1, 2, 3, 4,\n        5, 6, 7, 8,\n        9, 10\n    ]\n}\n");

    // one line has no line breaks at all, whatever the columns
    const snw_write_options line = {.indent = -1, .columns = 4, .style_sheet = "s.xsl"};
    CHECK_TEXT(written(snw_xml_write, &motor_type, &eleven, &line),
               "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"
               "<?xml-stylesheet type=\"text/xsl\" href=\"s.xsl\"?>"
               "<motor xmlns=\"urn:sinew:robot\" version=\"1\"><curve size=\"11\">"
               "<group>1 2 3 4 5 6 7 8 9 10 11</group></curve></motor>");

    // what fits one line stays on one
    ten.curve_count = 10;
    const snw_write_options bare = {.no_header = true};
    CHECK_TEXT(written(snw_xml_write, &motor_type, &ten, &bare),
               MOTOR "  <curve size=\"10\">\n    <group>1 2 3 4 5 6 7 8 9 10</group>\n"
                     "  </curve>\n</motor>\n");
}

// One value of options that all writes of a program share is how settings are made for all: the
// library keeps none itself, so what one object was written with never reaches another.
// spec: actin-model:A1-XM-29
static void settings_are_shared_by_all_objects_or_given_to_one(void) {
    static const snw_write_options all = {.indent = 1, .schema_location = "xsd/v1-"};
    screw s;
    node n;
    plant p = fresh_plant();
    snw_block_defaults(&screw_type, &s);
    snw_block_defaults(&node_type, &n);
    n.tool = (snw_child){&screw_type, &s};
    p.tool = (snw_child){&node_type, &n};
#define INSTANCE                                                                                   \
    " xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:schemaLocation=\"urn:sinew:"
    CHECK_TEXT(
        written(snw_xml_write, &screw_type, &s, &all),
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<screw xmlns=\"urn:sinew:core\"" INSTANCE
        "core xsd/v1-core.xsd\" version=\"1\"/>\n");
    // the pairs name what the object uses, the root's own first
    CHECK_TEXT(
        written(snw_xml_write, &plant_type, &p, &all),
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plant xmlns=\"urn:sinew:cell\"" INSTANCE
        "cell xsd/v1-cell.xsd urn:sinew:motion xsd/v1-motion.xsd"
        " urn:sinew:core xsd/v1-core.xsd\" version=\"3\">\n"
        " <tool>\n"
        "  <motion:node xmlns:motion=\"urn:sinew:motion\" gain=\"0\">\n"
        "   <motion:tool>\n"
        "    <core:screw xmlns:core=\"urn:sinew:core\"/>\n"
        "   </motion:tool>\n"
        "  </motion:node>\n"
        " </tool>\n"
        " <tree gain=\"0\"/>\n"
        "</plant>\n");
    CHECK_TEXT(written(snw_xml_write, &screw_type, &s, NULL),
               "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
               "<screw xmlns=\"urn:sinew:core\" version=\"1\"/>\n");
}

// The name space of the schema location, and which name space has no prefix.
// spec: actin-model:A1-XM-29b
static void schema_instance_and_default_name_space_are_chosen(void) {
    screw s;
    node n;
    plant p = fresh_plant();
    snw_block_defaults(&screw_type, &s);
    snw_block_defaults(&node_type, &n);
    n.tool = (snw_child){&screw_type, &s};
    p.tool = (snw_child){&node_type, &n};
    const snw_write_options instance = {
        .no_header = true, .indent = -1, .schema_location = "x/", .schema_instance = "urn:own & 1"};
    CHECK_TEXT(written(snw_xml_write, &screw_type, &s, &instance),
               "<screw xmlns=\"urn:sinew:core\" xmlns:xsi=\"urn:own &amp; 1\""
               " xsi:schemaLocation=\"urn:sinew:core x/core.xsd\" version=\"1\"/>");
    static const struct {
        const snw_space *space;
        const char *text;
    } choices[] = {
        {NULL, "<plant xmlns=\"urn:sinew:cell\" version=\"3\"><tool>"
               "<motion:node xmlns:motion=\"urn:sinew:motion\" gain=\"0\"><motion:tool>"
               "<core:screw xmlns:core=\"urn:sinew:core\"/></motion:tool></motion:node>"
               "</tool><tree gain=\"0\"/></plant>"},
        {&snw_space_motion,
         "<cell:plant xmlns:cell=\"urn:sinew:cell\" xmlns=\"urn:sinew:motion\" version=\"3\">"
         "<cell:tool><node gain=\"0\"><tool><core:screw xmlns:core=\"urn:sinew:core\"/></tool>"
         "</node></cell:tool><cell:tree gain=\"0\"/></cell:plant>"},
        {&snw_space_core,
         "<cell:plant xmlns:cell=\"urn:sinew:cell\" xmlns=\"urn:sinew:core\" version=\"3\">"
         "<cell:tool><motion:node xmlns:motion=\"urn:sinew:motion\" gain=\"0\"><motion:tool>"
         "<screw/></motion:tool></motion:node></cell:tool><cell:tree gain=\"0\"/>"
         "</cell:plant>"},
    };
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++) {
        const snw_write_options how = {
            .no_header = true, .indent = -1, .default_space = choices[i].space};
        CHECK_TEXT(written(snw_xml_write, &plant_type, &p, &how), choices[i].text);
    }
}

static void a_field_called_version_takes_the_place_of_the_mark(void) {
    typedef struct part {
        int32_t version, type;
    } part;
    static const snw_field fields[] = {
        {SNW_AT(part, version), .kind = SNW_KIND_INT, .help = "Whole."},
        {SNW_AT(part, type), .kind = SNW_KIND_INT, .help = "Whole."},
    };
    static const snw_type type = {SNW_TYPE(part, fields), .help = "A part."};
    const part p = {7, 8};
    CHECK_TEXT(xml_line(&type, &p), "<part xmlns=\"urn:sinew:core\" version=\"7\" type=\"8\"/>");
    CHECK_TEXT(json_line(&type, &p), "{\"version\":7,\"type\":8}");
}

// --- random objects, through libxml2 and jansson ------------------------------------------------

static const char *space_uri(const snw_type *type) {
    return type->space != NULL ? type->space->uri : "urn:sinew:core";
}

// the name space rules for one element, from the rules alone: its URI, its prefix, where declared
static void check_space(const xmlNode *n, const char *uri, const char *root_uri) {
    CHECK(n->ns != NULL);
    CHECK_TEXT((const char *)n->ns->href, uri);
    const bool is_default = strcmp(uri, root_uri) == 0;
    CHECK((n->ns->prefix == NULL) == is_default);
    if (!is_default) CHECK_TEXT((const char *)n->ns->prefix, strrchr(uri, ':') + 1);
    for (const xmlAttr *a = n->properties; a != NULL; a = a->next) {
        CHECK(a->ns == NULL);
    }
    if (n->parent->type != XML_ELEMENT_NODE) {
        // the root declares the default, and only that
        CHECK(n->nsDef == n->ns && n->nsDef->prefix == NULL && n->nsDef->next == NULL);
        return;
    }
    // declared here exactly when no element around it has declared it
    bool around = false;
    for (const xmlNode *up = n->parent; up->type == XML_ELEMENT_NODE; up = up->parent) {
        for (const xmlNs *ns = up->nsDef; ns != NULL; ns = ns->next) {
            around |= strcmp((const char *)ns->href, uri) == 0;
        }
    }
    CHECK((n->nsDef != NULL) == !around);
    if (n->nsDef != NULL) CHECK(n->nsDef == n->ns && n->nsDef->next == NULL);
}

static const xmlNode *next_element(const xmlNode *n) {
    while (n != NULL && n->type != XML_ELEMENT_NODE) {
        n = n->next;
    }
    return n;
}

// all numbers of a field stand in the text, bit for bit
static void check_numbers(const snw_field *field, const void *block, const char *text) {
    const int count = snw_field_count(field, block);
    for (int item = 0; item < count; item++) {
        const double *numbers = snw_field_place_const(field, block, item);
        for (size_t i = 0; i < field->size / sizeof(double); i++) {
            char *end;
            const double value = strtod(text, &end);
            CHECK(end != text && memcmp(&value, &numbers[i], sizeof value) == 0);
            text = end;
        }
    }
    CHECK(strspn(text, " \n") == strlen(text));
}

static void check_value(const snw_field *field, const void *block, const char *text) {
    if (field->kind == SNW_KIND_REAL || field->kind == SNW_KIND_VEC3 ||
        field->kind == SNW_KIND_MATRIX) {
        check_numbers(field, block, text);
    } else if (field->kind == SNW_KIND_STRING && field->array == SNW_SINGLE) {
        CHECK_TEXT(text, snw_field_place_const(field, block, 0));
    }
}

static void check_element(const xmlNode *n, const char *root_uri, const snw_type *type,
                          const void *block);

static void check_child(const xmlNode *n, const char *root_uri, const snw_child *child,
                        const char *uri) {
    const bool none = child->block == NULL;
    CHECK_TEXT((const char *)n->name, none ? "none" : child->type->token);
    check_space(n, none ? uri : space_uri(child->type), root_uri);
    if (!none) check_element(n, root_uri, child->type, child->block);
}

// the element of one field: its own name space, then what is inside
static void check_field(const xmlNode *n, const char *root_uri, const snw_type *type,
                        const snw_field *field, const void *block) {
    const char *uri = space_uri(type);
    check_space(n, uri, root_uri);
    const xmlNode *inside = next_element(n->children);
    const int count = snw_field_count(field, block);
    const void *place = snw_field_place_const(field, block, 0);
    const bool single = field->array == SNW_SINGLE;
    const bool numbers = field->kind == SNW_KIND_REAL || field->kind == SNW_KIND_VEC3 ||
                         field->kind == SNW_KIND_MATRIX || field->kind == SNW_KIND_INT ||
                         field->kind == SNW_KIND_UINT || field->kind == SNW_KIND_BOOL;
    if (single && field->kind == SNW_KIND_STRUCT) check_element(n, root_uri, field->type, place);
    if (field->kind == SNW_KIND_OPTIONAL) {
        check_element(n, root_uri, field->type, *(const void *const *)place);
    } else if (numbers) {
        const xmlNode *holder = inside != NULL ? inside : n;
        if (inside != NULL) CHECK_TEXT((const char *)inside->name, "group");
        check_space(holder, uri, root_uri);
        xmlChar *text = xmlNodeGetContent(holder);
        check_value(field, block, (const char *)text);
        xmlFree(text);
    } else if (single && field->kind == SNW_KIND_CHILD) {
        check_child(inside, root_uri, place, uri);
    }
    if (single || numbers) return;
    xmlChar *size = xmlGetNoNsProp(n, (const xmlChar *)"size");
    CHECK(size != NULL && atoi((const char *)size) == count);
    xmlFree(size);
    for (int item = 0; item < count; item++, inside = next_element(inside->next)) {
        CHECK(inside != NULL);
        place = snw_field_place_const(field, block, item);
        if (field->kind == SNW_KIND_CHILD) {
            check_child(inside, root_uri, place, uri);
            continue;
        }
        CHECK_TEXT((const char *)inside->name, field->item != NULL ? field->item : "element");
        check_space(inside, uri, root_uri);
        if (field->kind == SNW_KIND_STRUCT) check_element(inside, root_uri, field->type, place);
    }
    CHECK(inside == NULL);
}

// attributes and elements of a struct, each in the order of the table
static void check_element(const xmlNode *n, const char *root_uri, const snw_type *type,
                          const void *block) {
    const snw_field *last = NULL;
    for (const xmlAttr *a = n->properties; a != NULL; a = a->next) {
        if (n->parent->type != XML_ELEMENT_NODE && strcmp((const char *)a->name, "version") == 0) {
            continue;
        }
        const snw_field *field = snw_type_field(type, (const char *)a->name);
        CHECK(field != NULL && (last == NULL || field > last));
        xmlChar *text = xmlNodeListGetString(n->doc, a->children, 1);
        check_value(field, block, text != NULL ? (const char *)text : "");
        xmlFree(text);
        last = field;
    }
    last = NULL;
    for (const xmlNode *c = next_element(n->children); c != NULL; c = next_element(c->next)) {
        const snw_field *field = snw_type_field(type, (const char *)c->name);
        CHECK(field != NULL && (last == NULL || field > last));
        check_field(c, root_uri, type, field, block);
        last = field;
    }
}

// spec: actin-model:A1-XM-30
static void random_objects_have_one_default_space_and_prefixes_at_first_use(void) {
    static const snw_type *const types[] = {&plant_type, &node_type, &motor_type};
    CHECK_CASES(check_scaled(2000)) {
        snw_setup *setup = snw_setup_create(SNW_DOCUMENT_MEMORY);
        const snw_type *type = types[check_case % 3];
        void *object = snw_block_new(type, setup);
        random_block(type, object, setup, 3);
        const snw_write_options options = {.indent = check_int(-1, 3),
                                           .columns = check_int(0, 12),
                                           .with_defaults = check_int(0, 3) == 0};
        const char *text = written(snw_xml_write, type, object, &options);
        xmlDoc *doc = xmlReadMemory(text, (int)strlen(text), "t.xml", NULL,
                                    XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING);
        CHECK(doc != NULL);
        const xmlNode *root = xmlDocGetRootElement(doc);
        check_space(root, space_uri(type), space_uri(type));
        check_element(root, space_uri(type), type, object);
        xmlFreeDoc(doc);
        snw_setup_destroy(setup);
    }
    xmlCleanupParser();
}

static void random_objects_are_valid_json_without_repeated_names(void) {
    CHECK_CASES(check_scaled(2000)) {
        snw_setup *setup = snw_setup_create(SNW_DOCUMENT_MEMORY);
        plant *p = snw_block_new(&plant_type, setup);
        random_block(&plant_type, p, setup, 3);
        const snw_write_options options = {.indent = check_int(-1, 3),
                                           .columns = check_int(0, 12),
                                           .with_defaults = check_int(0, 3) == 0};
        const char *text = written(snw_json_write, &plant_type, p, &options);
        json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
        CHECK(root != NULL);
        CHECK(json_integer_value(json_object_get(root, "version")) == 3);
        CHECK_TEXT(json_string_value(json_object_get(root, "type")), "plant");

        // plain values arrive: a number to the bit, a text to the byte
        const json_t *angle = json_object_get(root, "angle"), *said = json_object_get(root, "text");
        CHECK(angle == NULL ? p->angle == 1.5 : json_number_value(angle) == p->angle);
        CHECK_TEXT(said != NULL ? json_string_value(said) : "", p->text);
        json_decref(root);
        snw_setup_destroy(setup);
    }
}

static void a_text_that_is_too_small_is_cut_and_measured(void) {
    double curve[12];
    const motor m = motor_with_curve(curve, 12);
    write_fn *const writers[] = {snw_xml_write, snw_json_write};
    for (int i = 0; i < 2; i++) {
        const size_t whole = strlen(written(writers[i], &motor_type, &m, NULL));
        for (size_t room = 0; room <= whole; room++) {
            char *small = malloc(room > 0 ? room : 1);
            CHECK(small != NULL);
            snw_text text = snw_text_over(small, room);
            writers[i](&motor_type, &m, NULL, &text);
            CHECK(text.length == whole && snw_text_is_cut(&text));
            CHECK(room == 0 || memcmp(small, buffer, room - 1) == 0);
            free(small);
        }
    }
}

int main(void) {
    RUN(the_tables_of_the_test_are_sound);
    RUN(fields_at_their_default_are_left_out);
    RUN(signals_and_states_are_written_when_asked_for);
    RUN(single_values_and_short_arrays_are_attributes);
    RUN(integers_beyond_two_to_the_53_are_strings_in_json);
    RUN(numbers_that_json_has_no_token_for_are_strings_or_null);
    RUN(text_is_escaped);
    RUN(blanks_at_the_ends_of_a_text_element_are_kept);
    RUN(values_with_parts_are_elements);
    RUN(a_rotation_takes_the_first_form_that_is_exact);
    RUN(arrays_are_elements_with_their_size);
    RUN(structs_and_children_stand_under_their_names);
    RUN(declarations_hold_for_what_is_inside);
    RUN(a_prefix_that_two_spaces_share_is_declared_anew);
    RUN(the_writer_follows_its_settings);
    RUN(settings_are_shared_by_all_objects_or_given_to_one);
    RUN(schema_instance_and_default_name_space_are_chosen);
    RUN(a_field_called_version_takes_the_place_of_the_mark);
    RUN(random_objects_have_one_default_space_and_prefixes_at_first_use);
    RUN(random_objects_are_valid_json_without_repeated_names);
    RUN(a_text_that_is_too_small_is_cut_and_measured);
    return check_report();
}
