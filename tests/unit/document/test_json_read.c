// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/document/file.h"

#include "random_objects.h"

enum { DIAGS = 32, ROOM = 1 << 20 };
static char buffer[ROOM];
static snw_why found[DIAGS];
static snw_diags diags;
static snw_setup *setup;

// reads a text of exactly this length into `setup`, which lives until the next reading
static snw_status read_bytes(const snw_type *type, const char *text, size_t length,
                             const snw_read_options *options, void **object) {
    char *copy = malloc(length > 0 ? length : 1);
    CHECK(copy != NULL);
    if (length > 0) memcpy(copy, text, length);
    snw_setup_destroy(setup);
    setup = snw_setup_create(SNW_DOCUMENT_MEMORY);
    diags = (snw_diags){.items = found, .capacity = DIAGS};
    snw_read_options own = {.registry = parts_registry()};
    if (options != NULL) own = *options;
    own.registry = parts_registry();
    *object = NULL;
    const snw_source source = {.bytes = copy, .length = length, .name = "t.json"};
    const snw_status status = snw_json_read(&source, type, &own, setup, object, &diags);
    free(copy);
    CHECK((status == SNW_OK) == (*object != NULL));
    CHECK((status < 0) == (diags.errors > 0));
    if (diags.errors > 0) CHECK(status == snw_diags_status(&diags));
    for (int i = 0; i < diags.count; i++) {
        CHECK(found[i].line >= 1 && found[i].column >= 1);
        CHECK_TEXT(found[i].file, "t.json");
    }
    return status;
}

static snw_status read_text(const snw_type *type, const char *text, const snw_read_options *options,
                            void **object) {
    return read_bytes(type, text, strlen(text), options, object);
}

static const void *read_ok(const snw_type *type, const char *text) {
    void *object;
    const snw_status status = read_text(type, text, NULL, &object);
    if (status < 0)
        print_error("%d:%d %s %s\n", found[0].line, found[0].column, found[0].subject,
                    found[0].text);
    CHECK(status == SNW_OK && diags.count == 0);
    return object;
}

static void end(void) {
    snw_setup_destroy(setup);
    setup = NULL;
}

// --- round trips --------------------------------------------------------------------------------

static void random_objects_come_back_equal(void) {
    static const snw_type *const types[] = {&plant_type, &node_type, &motor_type, &screw_type};
    CHECK_CASES(check_scaled(10000)) {
        const snw_type *type = types[check_case % 4];
        snw_setup *own = snw_setup_create(SNW_DOCUMENT_MEMORY);
        void *object = snw_block_new(type, own), *back;
        random_block(type, object, own, 3);
        if (type == &plant_type) ((plant *)object)->memory = check_real(-1, 1);
        const char *name = check_int(0, 1) ? "other" : NULL;
        const snw_write_options how = {.indent = check_int(-1, 3),
                                       .columns = check_int(0, 12),
                                       .with_defaults = check_int(0, 3) == 0,
                                       .root_name = name,
                                       .with_signals = true};
        const snw_read_options rules = {.root_name = name, .strictness = SNW_STRICT};
        snw_text text = snw_text_over(buffer, sizeof buffer);
        snw_json_write(type, object, &how, &text);
        CHECK(!snw_text_is_cut(&text));
        const snw_status status = read_bytes(type, buffer, text.length, &rules, &back);
        if (status < 0) {
            print_error("%d:%d %s: %s\n", found[0].line, found[0].column, found[0].subject,
                        found[0].text);
        }
        CHECK(status == SNW_OK && diags.count == 0);
        CHECK(snw_block_equal(type, object, back));
        snw_setup_destroy(own);
    }
    end();
}

// whatever a text has been turned into: no crash, and what is given is legal
static void changed_texts_give_legal_objects_or_reasons(void) {
    long given = 0;
    CHECK_CASES(check_scaled(20000)) {
        snw_setup *own = snw_setup_create(SNW_DOCUMENT_MEMORY);
        node *object = snw_block_new(&node_type, own);
        random_block(&node_type, object, own, 2);
        snw_text text = snw_text_over(buffer, sizeof buffer);
        snw_json_write(&node_type, object, NULL, &text);
        size_t length = text.length;
        for (int i = check_int(1, 2); i > 0; i--) {
            const size_t at = (size_t)check_int(0, (int)length - 1);
            if (check_int(0, 3) > 0) {
                buffer[at] = "0123456789.-e,:{}[]\"\\atn \n\x80"[check_int(0, 26)];
            } else {
                const size_t from = (size_t)check_int(0, (int)length - 1);
                const size_t most = length - (at > from ? at : from);
                memmove(buffer + at, buffer + from, most < 40 ? most : 40);
            }
        }
        void *back;
        const snw_read_options rules = {.strictness = (snw_strictness)check_int(0, 2)};
        if (read_bytes(&node_type, buffer, length, &rules, &back) == SNW_OK) {
            CHECK(snw_block_check(&node_type, back, "", NULL) == SNW_OK);
            given++;
        } else {
            CHECK(found[0].text[0] != '\0' || found[0].code != SNW_ERR_SYNTAX);
        }
        snw_setup_destroy(own);
    }
    CHECK(given > check_case / 50);
    end();
}

static const char whole[] =
    "{\n"
    " \"version\": 3, \"type\": \"plant\",\n"
    " \"on\": true, \"i64\": \"-9223372036854775808\", \"angle\": \"45 deg\", \"what\": \"run\",\n"
    " \"text\": \"caf\\u00e9\", \"v\": [1, \"2 mm\", 3e0], \"q\": "
    "{\"w\":1,\"x\":0,\"y\":0,\"z\":0},\n"
    " \"T\": {\"xyz\": [1,2,3], \"rpy\": [0, 0, 0.5]}, \"small\": [1,2,3,4],\n"
    " \"spare\": {\"name\": \"m1\", \"torque\": 5, \"curve\": [1,2,3]},\n"
    " \"tool\": {\"screw\": {\"turns\": 3}}, \"tree\": {\"gain\": 1, \"children\": "
    "[{\"gain\":2}]},\n"
    " \"tags\": [\"a\", \"b\"], \"ends\": [null, {\"motor\": {}}], \"ids\": [1, \"2\"]\n"
    "}";

static void a_text_cut_at_any_byte_is_refused_with_its_place(void) {
    void *object;
    CHECK(read_text(&plant_type, whole, NULL, &object) == SNW_OK);
    for (size_t length = 0; length < sizeof whole - 1; length++) {
        check_case = (long)length;
        CHECK(read_bytes(&plant_type, whole, length, NULL, &object) == SNW_ERR_SYNTAX);

        // the end of the text is the only thing wrong with it
        CHECK(diags.count == 1 && found[0].text[0] != '\0');
        CHECK_TEXT(found[0].rule, "json");
    }
    end();
}

static void memory_runs_out_at_any_size_with_a_reason(void) {
    // each limit up to what the object needs, in steps that are no multiple of a block's size
    bool enough = false;
    for (size_t limit = 0; !enough; limit += 61) {
        snw_setup *small = snw_setup_create(limit);
        CHECK(small != NULL && limit < 100000);
        void *object = NULL;
        diags = (snw_diags){.items = found, .capacity = DIAGS};
        const snw_read_options rules = {.registry = parts_registry()};
        const snw_source source = {.bytes = whole, .length = sizeof whole - 1, .name = "t.json"};
        const snw_status status =
            snw_json_read(&source, &plant_type, &rules, small, &object, &diags);
        enough = status == SNW_OK;
        if (!enough) CHECK(status == SNW_ERR_MEMORY && object == NULL && diags.errors > 0);
        for (int i = 0; i < diags.count; i++) {
            CHECK(found[i].line >= 1 && found[i].column >= 1);
        }
        snw_setup_destroy(small);
    }
}

// --- forms of values ----------------------------------------------------------------------------

static void numbers_may_be_strings_with_units(void) {
    const double pi = acos(-1.0);
    const plant *p = read_ok(&plant_type, whole);
    CHECK(p->on && p->i64 == INT64_MIN && p->what == MODE_RUN && p->id_count == 2);
    CHECK_NEAR(p->angle, pi / 4, 1e-16);
    CHECK(p->v.x == 1 && p->v.z == 3 && p->ids[1] == 2);
    CHECK_NEAR(p->v.y, 0.002, 1e-18);
    CHECK_TEXT(p->text, "caf\xC3\xA9");
    CHECK(p->ends[0].block == NULL && p->ends[1].type == &motor_type);

    // a vector, a matrix or an array of numbers as one string; a vector by its parts
    p = read_ok(&plant_type, "{\"tree\":{\"gain\":0},\"v\":\"1 2 3 mm\",\"small\":\"1 2 3 4\","
                             "\"gains\":\"4 5 6\",\"far\":{\"z\":\"-INF\",\"x\":1,\"y\":\"INF\"},"
                             "\"limit\":\"-INF\",\"points\":\"1 2 3 4 5 6\"}");
    CHECK_NEAR(p->v.z, 0.003, 1e-18);
    CHECK(p->small[3] == 4 && p->gains[2] == 6 && p->point_count == 2 && p->points[1].z == 6);
    CHECK(isinf(p->far.z) && p->far.z < 0 && p->far.x == 1 && isinf(p->far.y));
    CHECK(isinf(p->limit) && p->limit < 0);
    end();
}

static void quaternions_are_brought_to_length_one(void) {
    const plant *p = read_ok(&plant_type, "{\"tree\":{\"gain\":0},"
                                          "\"q\":{\"w\":0.6,\"x\":0,\"y\":0.8001,\"z\":0}}");
    CHECK_NEAR(snw_quat_norm(p->q), 1, 1e-15);
    CHECK_NEAR(p->q.y / p->q.w, 0.8001 / 0.6, 1e-15);
    end();
}

static void absent_parts_may_be_null(void) {
    const plant *p = read_ok(&plant_type, "{\"tree\":{\"gain\":0},\"spare\":null,\"tool\":null,"
                                          "\"parts\":[null,{\"screw\":{}},null]}");
    CHECK(p->spare == NULL && p->tool.block == NULL && p->part_count == 3);
    CHECK(p->parts[0].block == NULL && p->parts[1].type == &screw_type);
    CHECK(p->parts[2].block == NULL);
    end();
}

static void sets_keep_the_first_of_equal_members(void) {
    typedef struct group {
        double *numbers;
        int count;
        char names[4][8];
        int name_count;
    } group;
    static const snw_field fields[] = {
        {SNW_AT_LIST(group, numbers, count, 100000), .kind = SNW_KIND_REAL, .flags = SNW_UNIQUE,
         .help = "Numbers."},
        {SNW_AT_COUNTED(group, names, name_count), .kind = SNW_KIND_STRING, .flags = SNW_UNIQUE,
         .help = "Names."},
    };
    static const snw_type type = {SNW_TYPE(group, fields), .help = "Sets."};
    const group *g = read_ok(&type, "{\"numbers\":[3,1,3.0,2,1,3],\"names\":[\"b\",\"a\",\"b\"]}");
    CHECK(g->count == 3 && g->numbers[0] == 3 && g->numbers[1] == 1 && g->numbers[2] == 2);
    CHECK(g->name_count == 2);
    CHECK_TEXT(g->names[0], "b");
    CHECK_TEXT(g->names[1], "a");
    end();
}

static snw_status half(const char *old, char *text, size_t size) {
    double value = 0;
    if (snw_real_parse(old, strlen(old), &value, NULL) < 0) return SNW_ERR_SYNTAX;
    return snprintf(text, size, "%g", value / 2) < (int)size ? SNW_OK : SNW_ERR_SIZE;
}

static void files_of_older_versions_are_understood(void) {
    typedef struct wheel {
        double radius, width;
        snw_vec3 at;
        char name[8];
    } wheel;
    static const snw_field fields[] = {
        {SNW_AT(wheel, radius), .kind = SNW_KIND_REAL, .help = "Radius."},
        {SNW_AT(wheel, width), .kind = SNW_KIND_REAL, .help = "Width."},
        {SNW_AT(wheel, at), .kind = SNW_KIND_VEC3, .help = "Place."},
        {SNW_AT(wheel, name), .kind = SNW_KIND_STRING, .help = "Name."},
    };
    static const snw_upgrade upgrades[] = {
        {.until = 2, .name = "diameter", .now = "radius", .convert = half},
        {.until = 2, .name = "width_cm", .now = "width", .factor = 0.01},
        {.until = 2, .name = "at_mm", .now = "at", .factor = 0.001},
        {.until = 3, .name = "label", .now = "name"},
        {.until = 3, .name = "colour"},
    };
    static const snw_type type = {SNW_TYPE(wheel, fields), .version = 3, .upgrades = upgrades,
                                  .upgrade_count = 5, .help = "A wheel."};
    // the version counts wherever it stands
    const wheel *w = read_ok(&type, "{\"diameter\":3,\"width_cm\":50,\"at_mm\":[1000,2000,3000],"
                                    "\"label\":\"w\",\"colour\":{\"r\":[1]},\"version\":1}");
    CHECK(w->radius == 1.5);
    CHECK_NEAR(w->width, 0.5, 1e-16);
    CHECK_NEAR(w->at.z, 3, 1e-15);
    CHECK_TEXT(w->name, "w");
    // a file of today knows today's names only; without a version it is of today
    void *object;
    CHECK(read_text(&type, "{\"version\":2,\"diameter\":3}", NULL, &object) ==
          SNW_ERR_UNKNOWN_NAME);
    CHECK(read_text(&type, "{\"label\":\"w\"}", NULL, &object) == SNW_ERR_UNKNOWN_NAME);
    CHECK(read_text(&type, "{\"version\":1,\"diameter\":{}}", NULL, &object) == SNW_ERR_VERSION);
    CHECK(read_text(&type, "{\"version\":1,\"at_mm\":[1,null,2]}", NULL, &object) ==
          SNW_ERR_VERSION);
    CHECK(read_text(&type, "{\"version\":1,\"radius\":1,\"diameter\":2}", NULL, &object) ==
          SNW_ERR_DUPLICATE);
    end();
}

// --- findings -----------------------------------------------------------------------------------

typedef struct finding {
    const char *text;
    snw_status code;
    int line, column;
    const char *subject, *says, *way_out; // the last two in part
} finding;

static void check_findings(const snw_type *type, const finding *table, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const finding *one = &table[i];
        void *object;
        check_case = (long)i;
        CHECK(read_text(type, one->text, NULL, &object) == one->code);
        CHECK(diags.count == 1);
        CHECK(found[0].line == one->line);
        CHECK(found[0].column == one->column);
        CHECK_TEXT(found[0].subject, one->subject);
        if (strstr(found[0].text, one->says) == NULL) CHECK_TEXT(found[0].text, one->says);
        if (strstr(found[0].fix, one->way_out) == NULL) CHECK_TEXT(found[0].fix, one->way_out);
    }
    end();
}

static void wrong_structure_is_named_with_its_place(void) {
    static const finding wrong[] = {
        {"", SNW_ERR_SYNTAX, 1, 1, "", "empty", ""},
        {"[]", SNW_ERR_SYNTAX, 1, 1, "", "an object was expected, not an array", ""},
        {"{\"gain\":0} x", SNW_ERR_SYNTAX, 1, 12, "", "follows the end", "remove"},
        {"{\"gain\":0}\n 7", SNW_ERR_SYNTAX, 2, 2, "", "follows the end", "remove"},
        {"{}", SNW_ERR_NOT_FOUND, 1, 1, "node", "'gain' is missing", ""},
        {"{\"gain\":0,\n \"gian\":1}", SNW_ERR_UNKNOWN_NAME, 2, 2, "node", "unknown name 'gian'",
         "did you mean 'gain'?"},
        {"{\"gain\":0,\"gain\":0}", SNW_ERR_DUPLICATE, 1, 11, "node", "'gain' is given twice",
         "keep one"},
        {"{\"gain\":0,\"ga\\u0000\":1}", SNW_ERR_UNKNOWN_NAME, 1, 11, "node", "'ga?'", "gain"},
        {"{\"gain\":0,\"version\":2}", SNW_ERR_VERSION, 1, 1, "node", "newer version",
         "newer sinew"},
        {"{\"gain\":0,\"version\":\"1\"}", SNW_ERR_VERSION, 1, 21, "", "whole number",
         "\"version\": 1"},
        {"{\"gain\":0,\"version\":0}", SNW_ERR_VERSION, 1, 21, "", "whole number", ""},
        {"{\"version\":1,\"gain\":0,\"version\":1}", SNW_ERR_DUPLICATE, 1, 23, "node", "'version'",
         "keep one"},
        {"{\"type\":\"node\",\"type\":\"node\",\"gain\":0}", SNW_ERR_DUPLICATE, 1, 16, "node",
         "'type'", "keep one"},
        {"{\"nonsense\":1,\"type\":\"motor\"}", SNW_ERR_SYNTAX, 1, 22, "", "type 'motor'",
         "\"type\": \"node\""},
        {"{\"type\":7}", SNW_ERR_SYNTAX, 1, 9, "", "not a string", "\"type\": \"node\""},
        {"{\"gain\":0,\"drive\":{\"type\":\"motor\"}}", SNW_ERR_UNKNOWN_NAME, 1, 20, "node/drive",
         "unknown name 'type'", ""},
        {"{\"gain\":0,\"tool\":{}}", SNW_ERR_NOT_FOUND, 1, 18, "node", "names the type", ""},
        {"{\"gain\":0,\"tool\":{\"skrew\":{}}}", SNW_ERR_UNKNOWN_NAME, 1, 19, "node/tool",
         "'skrew' is not a part", "did you mean 'screw'?"},
        {"{\"gain\":0,\"tool\":{\"screw\":{},\"motor\":{}}}", SNW_ERR_DUPLICATE, 1, 30, "node",
         "second type", "keep one"},
        {"{\"gain\":0,\"tool\":{\"screw\":7}}", SNW_ERR_SYNTAX, 1, 27, "node/tool",
         "an object was expected, not a number", ""},
        {"{\"gain\":0,\"children\":[{\"gain\":1},{}]}", SNW_ERR_NOT_FOUND, 1, 34,
         "node/children[1]", "'gain' is missing", ""},
        {"{\"gain\":0,\"children\":[{\"gain\":1},7]}", SNW_ERR_SYNTAX, 1, 34, "node/children",
         "an object was expected, not a number", ""},
        {"{\"gain\":0,\"children\":{}}", SNW_ERR_SYNTAX, 1, 22, "node/children",
         "an array was expected, not an object", ""},
    };
    check_findings(&node_type, wrong, sizeof wrong / sizeof *wrong);
}

// what is wrong with a member of a plant that is right otherwise
static void wrong_values_are_named_with_their_place(void) {
#define PLANT "{\"tree\":{\"gain\":0},\n"
    static const finding wrong[] = {
        {PLANT "\"on\":1}", SNW_ERR_SYNTAX, 2, 6, "plant/on", "true or false was expected", ""},
        {PLANT "\"on\":\"true\"}", SNW_ERR_SYNTAX, 2, 6, "plant/on", "not a string", ""},
        {PLANT "\"on\":null}", SNW_ERR_SYNTAX, 2, 6, "plant/on", "not null", "leave the member"},
        {PLANT "\"i8\":128}", SNW_ERR_RANGE, 2, 6, "plant/i8", "fits", ""},
        {PLANT "\"i8\":1.5}", SNW_ERR_SYNTAX, 2, 6, "plant/i8", "a whole number", ""},
        {PLANT "\"i8\":[1]}", SNW_ERR_SYNTAX, 2, 6, "plant/i8", "a whole number was expected", ""},
        {PLANT "\"u8\":-1}", SNW_ERR_SYNTAX, 2, 6, "plant/u8", "from 0 up", ""},
        {PLANT "\"angle\":true}", SNW_ERR_SYNTAX, 2, 9, "plant/angle", "a number was expected", ""},
        {PLANT "\"angle\":7}", SNW_ERR_RANGE, 2, 9, "plant/angle", "", "range"},
        {PLANT "\"angle\":\"NaN\"}", SNW_ERR_SYNTAX, 2, 9, "plant/angle", "'NaN'", ""},
        {PLANT "\"angle\":NaN}", SNW_ERR_SYNTAX, 2, 9, "", "'NaN' is not a JSON value", "number"},
        {PLANT "\"angle\":null}", SNW_ERR_SYNTAX, 2, 9, "plant/angle", "not null", "leave"},
        {PLANT "\"angle\":\"1 mm\"}", SNW_ERR_UNIT, 2, 9, "plant/angle", "mm", ""},
        {PLANT "\"slow\":1e999}", SNW_ERR_RANGE, 2, 8, "plant/slow", "", ""},
        {PLANT "\"slow\":\"INF\"}", SNW_ERR_NOT_FINITE, 2, 8, "plant/slow", "", "finite"},
        {PLANT "\"what\":5}", SNW_ERR_SYNTAX, 2, 8, "plant/what", "one of the choices", ""},
        {PLANT "\"what\":\"rum\"}", SNW_ERR_UNKNOWN_NAME, 2, 8, "plant/what", "'rum'", "'run'"},
        {PLANT "\"text\":5}", SNW_ERR_SYNTAX, 2, 8, "plant/text", "a string was expected", ""},
        {PLANT "\"v\":[1,2]}", SNW_ERR_SIZE, 2, 5, "plant/v", "number of elements", ""},
        {PLANT "\"v\":[1,2,3,[4]]}", SNW_ERR_SIZE, 2, 5, "plant/v", "number of elements", ""},
        {PLANT "\"v\":[1,\n 2,[3]]}", SNW_ERR_SYNTAX, 3, 4, "plant/v", "not an array", ""},
        {PLANT "\"v\":[1,2,\"3 deg\"]}", SNW_ERR_UNIT, 2, 10, "plant/v", "deg", ""},
        {PLANT "\"v\":{\"x\":1,\"y\":2}}", SNW_ERR_NOT_FOUND, 2, 5, "plant/v", "'z' is missing",
         ""},
        {PLANT "\"v\":7}", SNW_ERR_SYNTAX, 2, 5, "plant/v", "an array of three numbers", ""},
        {PLANT "\"q\":[0,0,0,1]}", SNW_ERR_SYNTAX, 2, 5, "plant/q", "with x, y, z and w", ""},
        {PLANT "\"q\":{\"x\":0,\"y\":0,\"z\":0,\"w\":2}}", SNW_ERR_RANGE, 2, 5, "plant/q", "unit",
         "length"},
        {PLANT "\"T\":{\"xyz\":[0,0,0],\"quat\":[0,0,0,1]}}", SNW_ERR_UNKNOWN_NAME, 2, 20,
         "plant/T", "'quat'", ""},
        {PLANT "\"T\":{\"rpy\":[0,0,0],\"quat_xyzw\":[0,0,0,1]}}", SNW_ERR_DUPLICATE, 2, 5,
         "plant/T", "twice", "keep one"},
        {PLANT "\"T\":{\"columns\":[1,0,0,0,1,0,0,0]}}", SNW_ERR_SIZE, 2, 16, "plant/T/columns",
         "fewer", ""},
        {PLANT "\"small\":[1,2,3]}", SNW_ERR_SIZE, 2, 9, "plant/small", "number of elements", ""},
        {PLANT "\"gains\":[1,2,\"x\"]}", SNW_ERR_SYNTAX, 2, 14, "plant/gains", "'x'", ""},
        {PLANT "\"gains\":[1,2]}", SNW_ERR_SIZE, 2, 9, "plant/gains", "fewer", ""},
        {PLANT "\"gains\":[1,2,3,4,5]}", SNW_ERR_TOO_LARGE, 2, 16, "plant/gains", "more items", ""},
        {PLANT "\"tags\":\"a b\"}", SNW_ERR_SYNTAX, 2, 8, "plant/tags", "an array was", ""},
        {PLANT "\"tags\":[\"a\",\"eight888\"]}", SNW_ERR_TOO_LARGE, 2, 13, "plant/tags", "short",
         ""},
        {PLANT "\"spare\":\"m\"}", SNW_ERR_SYNTAX, 2, 9, "plant/spare", "an object was", ""},
        {PLANT "\"motors\":[{\"name\":\"m\"},{},{\"name\":\"m\"}]}", SNW_ERR_DUPLICATE, 2, 27,
         "plant", "'m' is used twice", "name of its own"},
        {PLANT "\"own\":{\"feed\":{\"turns\":2000}}}", SNW_ERR_RANGE, 2, 24, "plant/own/feed/turns",
         "", "range"},
    };
    check_findings(&plant_type, wrong, sizeof wrong / sizeof *wrong);
}

static void all_findings_are_reported_not_only_the_first(void) {
    void *object;
    CHECK(read_text(&plant_type,
                    "{\"i8\":1000,\n\"colour\":[1,{\"a\":2}],\n\"what\":\"none\",\n"
                    "\"gains\":[1,\"a\",\"b\"],\n\"tree\":{}}",
                    NULL, &object) == SNW_ERR_RANGE);
    static const int lines[] = {1, 2, 3, 4, 4, 5};
    CHECK(diags.count == 6 && diags.errors == 6);
    for (int i = 0; i < 6; i++) {
        CHECK(found[i].line == lines[i]);
    }
    end();
}

static void references_must_lead_somewhere_when_asked(void) {
    const snw_read_options rules = {.check_references = true};
    void *object;
    static const char good[] = PLANT "\"target\":\"m2\",\"motors\":[{\"name\":\"m2\"}]}";
    static const char bad[] = PLANT "\"target\":\"m3\",\"motors\":[{\"name\":\"m2\"}]}";
    CHECK(read_text(&plant_type, good, &rules, &object) == SNW_OK);
    CHECK(read_text(&plant_type, bad, NULL, &object) == SNW_OK);
    CHECK(read_text(&plant_type, bad, &rules, &object) == SNW_ERR_UNKNOWN_NAME);
    CHECK(found[0].line == 2 && found[0].column == 10);
    CHECK(strstr(found[0].fix, "did you mean 'm2'?") != NULL);

    // other faults do not hide it; but where something was passed over, it may have been in there
    CHECK(read_text(&plant_type, PLANT "\"i8\":1000,\"target\":\"m3\"}", &rules, &object) ==
          SNW_ERR_RANGE);
    CHECK(diags.count == 2 && found[1].code == SNW_ERR_UNKNOWN_NAME && found[1].column == 20);
    CHECK(read_text(&plant_type, PLANT "\"target\":\"m2\",\"motrs\":[{\"name\":\"m2\"}]}", &rules,
                    &object) == SNW_ERR_UNKNOWN_NAME);
    CHECK(diags.count == 1 && strstr(found[0].fix, "'motors'") != NULL);
    end();
}

static void strictness_decides_what_can_be_lived_with(void) {
    static const char text[] = PLANT "\"colour\":[{}],\"i8\":1000,\"angle\":true,\"v\":[1,\"x\",3],"
                                     "\"tool\":{\"wheel\":{}},\"u8\":7}";
    const snw_read_options lenient = {.strictness = SNW_LENIENT},
                           strict = {.strictness = SNW_STRICT};
    void *object;
    CHECK(read_text(&plant_type, text, NULL, &object) == SNW_ERR_UNKNOWN_NAME);
    CHECK(diags.errors == 5 && diags.warnings == 0);
    CHECK(read_text(&plant_type, text, &strict, &object) == SNW_ERR_UNKNOWN_NAME);
    CHECK(diags.errors == 5);

    // bad values keep their default, good ones arrive
    CHECK(read_text(&plant_type, text, &lenient, &object) == SNW_OK);
    CHECK(diags.errors == 0 && diags.warnings == 5);
    const plant *p = object;
    CHECK(p->i8 == 0 && p->angle == 1.5 && p->v.x == 0 && p->v.z == 0 && p->u8 == 7);
    CHECK(p->tool.block == NULL);
    CHECK(read_text(&plant_type,
                    PLANT "\"v\":[1,2],\"parts\":[{\"wheel\":{}},{\"screw\":{}},7],\"i16\":[]}",
                    &lenient, &object) == SNW_OK);
    p = object;
    CHECK(diags.warnings == 4 && p->v.x == 0 && p->part_count == 1 && p->i16 == 0);
    CHECK(p->parts[0].type == &screw_type);

    // what is required, and the text itself, are never lived with
    CHECK(read_text(&plant_type, "{}", &lenient, &object) == SNW_OK);
    CHECK(read_text(&node_type, "{}", &lenient, &object) == SNW_ERR_NOT_FOUND);
    CHECK(read_text(&node_type, "{\"gain\":\"x\"}", &lenient, &object) == SNW_ERR_SYNTAX);
    CHECK(read_text(&node_type, "{\"gain\":1,}", &lenient, &object) == SNW_ERR_SYNTAX);
    CHECK(read_text(&node_type, "{\"gain\":1,\"gain\":1}", &lenient, &object) == SNW_ERR_DUPLICATE);
    end();
}

static void the_root_may_have_another_name(void) {
    const snw_read_options named = {.root_name = "law"}, any = {.root_name = "*"};
    void *object;
    CHECK(read_text(&node_type, "{\"type\":\"law\",\"gain\":1}", &named, &object) == SNW_OK);
    CHECK(read_text(&node_type, "{\"type\":\"node\",\"gain\":1}", &named, &object) == SNW_OK);
    CHECK(read_text(&node_type, "{\"gain\":1,\"type\":\"x\"}", &any, &object) == SNW_OK);
    CHECK(read_text(&node_type, "{\"gain\":1,\"type\":\"x\"}", &named, &object) == SNW_ERR_SYNTAX);
    CHECK(read_text(&node_type, "{\"type\":\"law\",\"gain\":1}", NULL, &object) == SNW_ERR_SYNTAX);
    end();
}

static void nesting_ends_at_its_limit(void) {
    // each level is an array and an object: 128 levels are 256 deep, with the root's own object
    for (int levels = 127; levels <= 128; levels++) {
        snw_text text = snw_text_over(buffer, sizeof buffer);
        for (int i = 0; i < levels; i++) {
            snw_text_format(&text, "{\"gain\":1,\"children\":[");
        }
        snw_text_format(&text, "{\"gain\":1}");
        for (int i = 0; i < levels; i++) {
            snw_text_format(&text, "]}");
        }
        void *object;
        const snw_status status = read_text(&node_type, buffer, NULL, &object);
        CHECK(status == (levels == 127 ? SNW_OK : SNW_ERR_TOO_LARGE));
        if (status < 0) CHECK(found[0].column == 128 * 22 + 1 && diags.count == 1);
    }
    end();
}

int main(void) {
    RUN(random_objects_come_back_equal);
    RUN(changed_texts_give_legal_objects_or_reasons);
    RUN(a_text_cut_at_any_byte_is_refused_with_its_place);
    RUN(memory_runs_out_at_any_size_with_a_reason);
    RUN(numbers_may_be_strings_with_units);
    RUN(quaternions_are_brought_to_length_one);
    RUN(absent_parts_may_be_null);
    RUN(sets_keep_the_first_of_equal_members);
    RUN(files_of_older_versions_are_understood);
    RUN(wrong_structure_is_named_with_its_place);
    RUN(wrong_values_are_named_with_their_place);
    RUN(all_findings_are_reported_not_only_the_first);
    RUN(references_must_lead_somewhere_when_asked);
    RUN(strictness_decides_what_can_be_lived_with);
    RUN(the_root_may_have_another_name);
    RUN(nesting_ends_at_its_limit);
    return check_report();
}
