// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/document/settings.h"

#include <stdlib.h>
#include <string.h>

#include "../../../src/core/document/inside.h"
#include "check.h"
#include "sinew/document.h"
#include "sinew/math.h"

// --- robots and hands ---------------------------------------------------------------------------

typedef enum display { DISPLAY_OFF, DISPLAY_SOLID, DISPLAY_WIREFRAME } display;
static const snw_choice displays[] = {{"off", DISPLAY_OFF, NULL},
                                      {"solid", DISPLAY_SOLID, NULL},
                                      {"wireframe", DISPLAY_WIREFRAME, NULL}};

// the settings that every object has
#define COMMON_MEMBERS                                                                             \
    char qmotorConfig[64];                                                                         \
    snw_vec3 position, orientation;                                                                \
    bool simulationMode;                                                                           \
    display display

#define COMMON_FIELDS(structure)                                                                   \
    {SNW_AT(structure, qmotorConfig), .kind = SNW_KIND_STRING, .help = "Configuration file."},     \
        {SNW_AT(structure, position), .kind = SNW_KIND_VEC3, .help = "Place."},                    \
        {SNW_AT(structure, orientation), .kind = SNW_KIND_VEC3, .unit = "rad",                     \
         .help = "Roll, pitch, yaw."},                                                             \
        {SNW_AT(structure, simulationMode), .kind = SNW_KIND_BOOL, .help = "Simulated."}, {        \
        SNW_AT(structure, display), .kind = SNW_KIND_ENUM, SNW_CHOICES(displays),                  \
                                    .help = "How it is shown."                                     \
    }

typedef struct Puma560 {
    COMMON_MEMBERS;
} Puma560;
static const snw_field Puma560_fields[] = {COMMON_FIELDS(Puma560)};
static const snw_type Puma560_type = {SNW_TYPE(Puma560, Puma560_fields), .base = "robot",
                                      .help = "A robot of six joints."};

typedef struct WAM {
    COMMON_MEMBERS;
} WAM;
static const snw_field WAM_fields[] = {COMMON_FIELDS(WAM)};
static const snw_type WAM_type = {SNW_TYPE(WAM, WAM_fields), .base = "robot",
                                  .help = "A robot of seven joints."};

typedef struct BarrettHand {
    COMMON_MEMBERS;
    char port[24];
    char notes[3][16];
    int note_count;
    bool flags[3];
    double gains[2];
    int32_t *codes;
    int code_count;
} BarrettHand;
static const snw_field BarrettHand_fields[] = {
    COMMON_FIELDS(BarrettHand),
    {SNW_AT(BarrettHand, port), .kind = SNW_KIND_STRING, .flags = SNW_REQUIRED, .initial = "none",
     .help = "Serial port."},
    {SNW_AT_COUNTED(BarrettHand, notes, note_count), .kind = SNW_KIND_STRING, .help = "Notes."},
    {SNW_AT_ARRAY(BarrettHand, flags), .kind = SNW_KIND_BOOL, .help = "Flags."},
    {SNW_AT_ARRAY(BarrettHand, gains), .kind = SNW_KIND_REAL, .range = {0, 10}, .help = "Gains."},
    {SNW_AT_LIST(BarrettHand, codes, code_count, 100), .kind = SNW_KIND_INT, .help = "Codes."},
};
static const snw_type BarrettHand_type = {SNW_TYPE(BarrettHand, BarrettHand_fields), .base = "hand",
                                          .help = "A hand of three fingers."};

typedef struct frame {
    snw_pose T;
} frame;
static const snw_field frame_fields[] = {
    {SNW_AT(frame, T), .kind = SNW_KIND_POSE, .help = "Where."}};
static const snw_type frame_type = {SNW_TYPE(frame, frame_fields), .base = "object",
                                    .help = "A frame."};

static snw_registry registry;
static snw_setup *setup;
static snw_why findings[32];
static snw_diags diags;

static void make_registry(void) {
    static _Alignas(SNW_ARENA_ALIGN) unsigned char memory[8192];
    static const snw_base bases[] = {{"object", NULL, "Anything in a scene."},
                                     {"robot", "object", "An arm."},
                                     {"hand", "object", "A gripper."}};
    static const snw_type *const types[] = {&Puma560_type, &WAM_type, &BarrettHand_type,
                                            &frame_type};
    snw_arena arena = snw_arena_over(memory, sizeof memory);
    if (snw_registry_init(&registry, 16, &arena) < 0) abort();
    for (int i = 0; i < 3; i++) {
        if (snw_registry_add_base(&registry, &bases[i], NULL) < 0) abort();
    }
    for (int i = 0; i < 4; i++) {
        if (snw_registry_add(&registry, types[i], NULL) < 0) abort();
    }
}

static const snw_settings *read_as(const char *text, size_t length, const char *base,
                                   snw_strictness strictness) {
    snw_setup_destroy(setup);
    setup = snw_setup_create(1 << 20);
    diags = (snw_diags){.items = findings, .capacity = 32};
    char *copy = malloc(length + (length == 0)); // so that the sanitizer sees a step beyond it
    CHECK(setup != NULL && copy != NULL);
    if (length > 0) memcpy(copy, text, length);
    void *object = NULL;
    const snw_read_options options = {.registry = &registry, .strictness = strictness};
    const snw_document how = {&options, setup, &object, &diags};
    const snw_source source = {.bytes = copy, .length = length, .name = "rp.cfg"};
    const snw_status status = snw_settings_read(&source, base, &how);
    CHECK((status == SNW_OK) == (object != NULL) && (status == SNW_OK) == (diags.errors == 0));
    free(copy);
    return object;
}

static const snw_settings *read_good(const char *text) {
    const snw_settings *s = read_as(text, strlen(text), "object", SNW_NORMAL);
    for (int i = 0; i < diags.count; i++) {
        print_error("%d: %s: %s\n", findings[i].line, findings[i].subject, findings[i].text);
    }
    CHECK(s != NULL && diags.count == 0);
    return s;
}

// --- reading ------------------------------------------------------------------------------------

// spec: loffler:L-117
static void the_sample_layout_is_read(void) {
    static const char text[] = "# the demonstration\n"
                               "[leader]\n"
                               "class Puma560\n"
                               "qmotorConfig leader.cfg\n"
                               "\n"
                               "[secondrobot]\r\n"
                               "class WAM\r\n"
                               "position 300 0 0\r\n"
                               "simulationMode on\n"
                               "display solid\n"
                               "\n"
                               "[gripper]   ; on the second robot\n"
                               "\tclass\tBarrettHand\n"
                               "  port /dev/ttyS1   # serial\n";
    const snw_settings *s = read_good(text);
    CHECK(s->count == 3);
    CHECK_TEXT(s->objects[0].name, "leader");
    CHECK(s->objects[0].object.type == &Puma560_type);
    CHECK_TEXT(((Puma560 *)s->objects[0].object.block)->qmotorConfig, "leader.cfg");
    CHECK_TEXT(s->objects[1].name, "secondrobot");
    const WAM *second = s->objects[1].object.block;
    CHECK(s->objects[1].object.type == &WAM_type && second->position.x == 300);
    CHECK(second->position.y == 0 && second->simulationMode && second->display == DISPLAY_SOLID);
    CHECK_TEXT(s->objects[2].name, "gripper");
    CHECK(s->objects[2].object.type == &BarrettHand_type);
    CHECK_TEXT(((BarrettHand *)s->objects[2].object.block)->port, "/dev/ttyS1");

    // commas do as well as blanks, with and without blanks around
    static const char *const forms[] = {"300 1 -2.5", "300,1,-2.5", "300, 1 ,-2.5", "300\t1\t-2.5"};
    for (int i = 0; i < 4; i++) {
        char block[128];
        (void)snprintf(block, sizeof block, "[a]\nclass WAM\nposition %s\n", forms[i]);
        const WAM *wam = read_good(block)->objects[0].object.block;
        CHECK(wam->position.x == 300 && wam->position.y == 1 && wam->position.z == -2.5);
    }
    // no file end, no file, a mark of UTF-8
    CHECK(read_good("[a]\nclass WAM")->count == 1);
    CHECK(read_good("")->count == 0 && read_good("\n # nothing\n")->count == 0);
    CHECK(read_good("\xEF\xBB\xBF[a]\nclass WAM\norientation 0 0 90 deg")->count == 1);
}

static bool is_finding(int index, snw_status code, const char *subject, int line, int column) {
    const snw_why *why = &findings[index];
    const bool good = index < diags.count && why->code == code && why->line == line &&
                      why->column == column && strcmp(why->subject, subject) == 0 &&
                      strcmp(why->file, "rp.cfg") == 0 && why->rule[0] != '\0' &&
                      why->fix[0] != '\0';
    if (!good) {
        print_error("%s %d:%d %s: %s [%s]; %s\n", snw_status_name(why->code), why->line,
                    why->column, why->subject, why->text, why->rule, why->fix);
    }
    return good;
}

// spec: loffler:L-117
static void a_bad_line_says_file_line_and_reason(void) {
    static const struct {
        const char *text;
        snw_status code;
        const char *subject;
        int line, column;
    } set[] = {
        {"class WAM\n", SNW_ERR_SYNTAX, "", 1, 1},
        {"[a]\nposition 1 2 3\nclass WAM", SNW_ERR_SYNTAX, "", 2, 1},
        {"[a]\n\n", SNW_ERR_NOT_FOUND, "", 1, 1},
        {"\n[a]\n[b]\nclass WAM", SNW_ERR_NOT_FOUND, "", 2, 1},
        {"[a\nclass WAM", SNW_ERR_SYNTAX, "", 1, 1},
        {"[]\nclass WAM", SNW_ERR_SYNTAX, "", 1, 1},
        {"[ ]\nclass WAM", SNW_ERR_SYNTAX, "", 1, 1},
        {"[a] b\nclass WAM", SNW_ERR_SYNTAX, "", 1, 1},
        {"[a\x01]\nclass WAM", SNW_ERR_SYNTAX, "", 1, 2},
        {"[a]\nclass", SNW_ERR_SYNTAX, "", 2, 6},
        {"[a]\nclass WAN\nposition x", SNW_ERR_UNKNOWN_NAME, "a", 2, 7},
        {"[a]\nclass WAM\nclass WAM", SNW_ERR_UNKNOWN_NAME, "a", 3, 1},
        {"[a]\nclass WAM\n pose 1 2 3", SNW_ERR_UNKNOWN_NAME, "a", 3, 2},
        {"[a]\nclass WAM\nposition 1 2", SNW_ERR_SYNTAX, "a/position", 3, 10},
        {"[a]\nclass WAM\nposition   1 2 x", SNW_ERR_SYNTAX, "a/position", 3, 12},
        {"[a]\nclass WAM\nposition", SNW_ERR_SYNTAX, "a/position", 3, 9},
        {"[a]\nclass WAM\ndisplay sold", SNW_ERR_UNKNOWN_NAME, "a/display", 3, 9},
        {"[a]\nclass WAM\nsimulationMode \"on", SNW_ERR_SYNTAX, "a/simulationMode", 3, 16},
        {"[a]\nclass WAM\nsimulationMode maybe", SNW_ERR_SYNTAX, "a/simulationMode", 3, 16},
        {"[a]\nclass WAM\nposition 1 2 3\nposition 1 2 3", SNW_ERR_DUPLICATE, "a", 4, 1},
        {"[a]\nclass WAM\nqmotorConfig \"x", SNW_ERR_SYNTAX, "a", 3, 14},
        {"[a]\nclass WAM\nqmotorConfig \"x\" y", SNW_ERR_SYNTAX, "a", 3, 17},
        {"[a]\nclass WAM\nqmotorConfig \"\\x\"", SNW_ERR_SYNTAX, "a", 3, 16},
        {"[a]\nclass BarrettHand", SNW_ERR_NOT_FOUND, "a", 2, 7},
        {"[a]\nclass BarrettHand\nport x\ngains 11 0", SNW_ERR_RANGE, "a/gains", 4, 7},
        {"[a]\nclass WAM\n[a]\nclass WAM", SNW_ERR_DUPLICATE, "", 3, 1},
        {"[a]\nclass frame\nT 1 2 3", SNW_ERR_SYNTAX, "a/T", 3, 3},
    };
    for (size_t i = 0; i < sizeof set / sizeof *set; i++) {
        CHECK(read_as(set[i].text, strlen(set[i].text), "object", SNW_NORMAL) == NULL);
        CHECK(diags.count == 1);
        CHECK(is_finding(0, set[i].code, set[i].subject, set[i].line, set[i].column));
    }
    // the other lines are still read
    static const char many[] =
        "[a]\nclass WAM\nx 1\ny 2\nposition a\n[b]\nclass Q\n[c]\nclass WAM\nz 3";
    CHECK(read_as(many, strlen(many), NULL, SNW_NORMAL) == NULL && diags.errors == 5);
    static const char zero[] = "[a]\nclass WAM\0x\n";
    CHECK(read_as(zero, sizeof zero - 1, NULL, SNW_NORMAL) == NULL);
    CHECK(findings[0].line == 2 && findings[0].column == 10);
    // what can be lived with, a lenient reader leaves out
    static const char odd[] = "[a]\nclass WAM\nx 1\ndisplay green\nposition 1 2 3\n[b]\nclass Q\n";
    const snw_settings *s = read_as(odd, strlen(odd), "object", SNW_LENIENT);
    CHECK(s != NULL && s->count == 1 && diags.warnings == 3);
    CHECK(((WAM *)s->objects[0].object.block)->position.z == 3);
}

// spec: loffler:L-119
static void a_subclass_has_settings_of_its_own(void) {
    const snw_settings *s = read_good("[g]\nclass BarrettHand\nport /dev/ttyS0\n");
    CHECK_TEXT(((BarrettHand *)s->objects[0].object.block)->port, "/dev/ttyS0");
    static const char robot[] = "[r]\nclass Puma560\nport /dev/ttyS0\n";
    CHECK(read_as(robot, strlen(robot), "object", SNW_NORMAL) == NULL && diags.count == 1);
    CHECK(is_finding(0, SNW_ERR_UNKNOWN_NAME, "r", 3, 1));
    CHECK_TEXT(findings[0].text, "unknown name 'port' in 'Puma560'");
    // and only classes of the base that is asked for are made
    static const char hand[] = "[g]\nclass BarrettHand\nport x\n";
    CHECK(read_as(hand, strlen(hand), "robot", SNW_NORMAL) == NULL);
    CHECK_TEXT(findings[0].text, "'BarrettHand' is not a robot");
    CHECK_TEXT(findings[0].fix, "known are Puma560, WAM");
    CHECK(read_as(hand, strlen(hand), NULL, SNW_NORMAL) != NULL);
}

typedef struct Conveyor {
    double speed;
} Conveyor;
static const snw_field Conveyor_fields[] = {
    {SNW_AT(Conveyor, speed), .kind = SNW_KIND_REAL, .unit = "m/s", .help = "Speed."}};
static const snw_type Conveyor_type = {SNW_TYPE(Conveyor, Conveyor_fields), .base = "object",
                                       .help = "A belt."};

// spec: loffler:L-116
static void a_class_of_the_user_is_made_from_a_file(void) {
    static const char text[] = "[belt]\nclass Conveyor\nspeed 0.5\n";
    CHECK(read_as(text, strlen(text), "object", SNW_NORMAL) == NULL);
    CHECK(snw_registry_add(&registry, &Conveyor_type, NULL) == SNW_OK);
    const snw_settings *s = read_good(text);
    CHECK(s->objects[0].object.type == &Conveyor_type);
    CHECK(((Conveyor *)s->objects[0].object.block)->speed == 0.5);

    // a listing has its name and its parent beside those of the library
    char list[256] = "";
    int cursor = 0;
    const snw_type *type;
    while ((type = snw_registry_next(&registry, "object", &cursor)) != NULL) {
        (void)snprintf(list + strlen(list), 64, "%s:%s ", type->token, type->base);
    }
    CHECK_TEXT(list, "Puma560:robot WAM:robot BarrettHand:hand frame:object Conveyor:object ");
}

// --- writing ------------------------------------------------------------------------------------

static char *write_good(const snw_settings *s) {
    static char buffer[8192];
    snw_text text = snw_text_over(buffer, sizeof buffer), measured = snw_text_over(NULL, 0);
    snw_why why;
    CHECK(snw_settings_write(s, &text, &why) == SNW_OK && !snw_text_is_cut(&text));
    CHECK(snw_settings_write(s, &measured, &why) == SNW_OK && measured.length == text.length);
    return buffer;
}

// spec: loffler:L-118
static void settings_come_back_as_they_were(void) {
    static const char text[] = "[leader]\n"
                               "class Puma560\n"
                               "qmotorConfig leader.cfg\n"
                               "position 1.5 -2 3e+20\n"
                               "orientation 0.1 0.2 0.3\n"
                               "simulationMode on\n"
                               "display wireframe\n"
                               "\n"
                               "[b c]\n"
                               "class WAM\n"
                               "\n"
                               "[gripper]\n"
                               "class BarrettHand\n"
                               "display solid\n"
                               "port none\n"
                               "notes a \"b c\" \"\"\n"
                               "flags off on on\n"
                               "gains 1 0.1\n"
                               "codes 1 -2 2147483647\n";
    const snw_settings *s = read_good(text);
    CHECK_TEXT(write_good(s), text);
    // each form of each setting, there and back
    CHECK_CASES(check_scaled(2000)) {
        snw_settings_object one = {.name = "x"};
        snw_setup *own = snw_setup_create(1 << 20);
        BarrettHand *drawn = snw_block_new(&BarrettHand_type, own);
        CHECK(drawn != NULL);
        CHECK(snw_block_randomize(&BarrettHand_type, drawn, &registry, (uint64_t)check_case, own) ==
              SNW_OK);
        one.object = (snw_child){&BarrettHand_type, drawn};
        const snw_settings all = {&one, 1};
        const snw_settings *back = read_good(write_good(&all));
        CHECK(back->count == 1);
        CHECK(snw_block_equal(&BarrettHand_type, drawn, back->objects[0].object.block));
        snw_setup_destroy(own);
    }
}

static void texts_with_signs_of_the_file_survive(void) {
    static const char *const texts[] = {"a#b",      "a;b", " a",     "a ",     "\"",   "\"a\"",
                                        "a\"b",     "\\",  "\\n",    "\n",     "a\tb", "#",
                                        ";",        "[a]", "a b",    "a,b",    ",",    "class",
                                        "\xC3\xA9", " ",   "a\\\"b", "\\\\\"", "a=b",  "x # y"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        BarrettHand hand;
        snw_block_defaults(&BarrettHand_type, &hand);
        (void)strcpy(hand.port, texts[i]);
        (void)strcpy(hand.notes[0], texts[i]);
        (void)strcpy(hand.notes[1], "end");
        hand.note_count = 2;
        snw_settings_object one = {.name = "h", .object = {&BarrettHand_type, &hand}};
        const snw_settings all = {&one, 1};
        const BarrettHand *back = read_good(write_good(&all))->objects[0].object.block;
        CHECK_TEXT(back->port, texts[i]);
        CHECK_TEXT(back->notes[0], texts[i]);
        CHECK(back->note_count == 2);
    }
    // an empty text is written as one
    const snw_settings *s = read_good("[a]\nclass BarrettHand\nport \"\" # none\n");
    CHECK(((BarrettHand *)s->objects[0].object.block)->port[0] == '\0');
    CHECK_TEXT(write_good(s), "[a]\nclass BarrettHand\nport \"\"\n");
}

static void what_cannot_be_written_is_refused_whole(void) {
    WAM wam;
    snw_block_defaults(&WAM_type, &wam);
    frame where;
    snw_block_defaults(&frame_type, &where);
    static const char *const names[] = {"", " a", "a ", "a]b", "a\nb"};
    char buffer[256];
    for (int i = 0; i < 5; i++) {
        snw_settings_object two[] = {{.name = "good", .object = {&WAM_type, &wam}},
                                     {.object = {&WAM_type, &wam}}};
        (void)strcpy(two[1].name, names[i]);
        snw_text text = snw_text_over(buffer, sizeof buffer);
        snw_why why;
        CHECK(snw_settings_write(&(snw_settings){two, 2}, &text, &why) == SNW_ERR_SYNTAX);
        CHECK(text.length == 0 && why.fix[0] != '\0');
    }
    // names with other signs stand between brackets well enough
    static const char *const good[] = {"a#b", "a;b", "[a", "\"a\"", "a b", "\xC3\xA9", "a\tb"};
    for (int i = 0; i < 7; i++) {
        snw_settings_object one = {.object = {&WAM_type, &wam}};
        (void)strcpy(one.name, good[i]);
        CHECK_TEXT(read_good(write_good(&(snw_settings){&one, 1}))->objects[0].name, good[i]);
    }
    snw_settings_object poses = {.name = "p", .object = {&frame_type, &where}};
    snw_text text = snw_text_over(buffer, sizeof buffer);
    snw_why why;
    CHECK(snw_settings_write(&(snw_settings){&poses, 1}, &text, &why) == SNW_ERR_UNSUPPORTED);
    CHECK_TEXT(why.subject, "p/T");
    snw_settings_object none = {.name = "n"};
    CHECK(snw_settings_write(&(snw_settings){&none, 1}, &text, &why) == SNW_ERR_ARGUMENT);
    CHECK(text.length == 0);
}

// settings are objects like others
static void settings_can_be_written_as_xml(void) {
    const snw_settings *s = read_good("[a]\nclass WAM\ndisplay solid\n[b]\nclass Puma560\n");
    char buffer[2048];
    snw_text text = snw_text_over(buffer, sizeof buffer);
    snw_xml_write(&snw_settings_type, s, NULL, &text);
    const snw_source source = {.bytes = buffer, .length = text.length, .name = "s.xml"};
    void *back = NULL;
    CHECK(snw_xml_read(&source, &snw_settings_type, &(snw_read_options){.registry = &registry},
                       setup, &back, &diags) == SNW_OK);
    CHECK(snw_block_equal(&snw_settings_type, s, back));
    CHECK(snw_type_check(&snw_settings_type, NULL) == SNW_OK);
}

static void a_text_cut_at_any_byte_never_crashes(void) {
    static const char text[] =
        "[a b] # c\nclass BarrettHand\nport \"x\\n\\\"\" ; d\nnotes a \"b\", c\n"
        "flags on off on\nposition 1,2 3\n\n[c]\nclass WAM\n";
    for (size_t length = 0; length < sizeof text; length++) {
        (void)read_as(text, length, "object", SNW_NORMAL);
        (void)read_as(text + length, sizeof text - 1 - length, NULL, SNW_LENIENT);
    }
    CHECK_CASES(check_scaled(20000)) {
        char mutated[sizeof text];
        memcpy(mutated, text, sizeof text);
        for (int i = check_int(1, 6); i > 0; i--) {
            mutated[check_int(0, (int)sizeof text - 2)] = "[]\"\\#;\n ,x\0\xC3"[check_int(0, 11)];
        }
        (void)read_as(mutated, sizeof text - 1, NULL, (snw_strictness)check_int(0, 2));
    }
}

int main(void) {
    make_registry();
    RUN(the_sample_layout_is_read);
    RUN(a_bad_line_says_file_line_and_reason);
    RUN(a_subclass_has_settings_of_its_own);
    RUN(a_class_of_the_user_is_made_from_a_file);
    RUN(settings_come_back_as_they_were);
    RUN(texts_with_signs_of_the_file_survive);
    RUN(what_cannot_be_written_is_refused_whole);
    RUN(settings_can_be_written_as_xml);
    RUN(a_text_cut_at_any_byte_never_crashes);
    const int result = check_report();
    snw_setup_destroy(setup);
    return result;
}
