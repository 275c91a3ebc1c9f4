// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/describe/type.h"

#include <string.h>

#include "check.h"
#include "zoo.h"

// A struct with a member of every C type that a row can meet, and one row for it at a time.
typedef struct probe {
    double real;
    bool flag;
    int32_t whole;
    uint32_t natural;
    int64_t large;
    float single;
    char text[8];
    char letter;
    char *far_text;
    double *far_real;
    double many[4];
    double K[6];
    snw_vec3 v;
    snw_quat q;
    snw_pose T;
    snw_mat3 R;
    snw_child child;
    zoo_mode mode;
    zoo_band band;
    zoo_band *part;
    int count, count2;
    zoo_band bands[3];
    zoo_band *list;
} probe;

static snw_type probe_type(const snw_field *rows, int count) {
    return (snw_type){.token = "probe",
                      .size = sizeof(probe),
                      .align = _Alignof(probe),
                      .fields = rows,
                      .field_count = count,
                      .help = "A probe."};
}

// expects a fault about a type or, with `field`, about one of its rows
static void expect_type(const snw_type *type, const char *field, const char *fault) {
    snw_why why;
    snw_why_set(&why, SNW_OK, NULL, "nothing");
    CHECK(snw_type_check(type, NULL) == SNW_ERR_ARGUMENT);
    CHECK(snw_type_check(type, &why) == SNW_ERR_ARGUMENT && why.code == SNW_ERR_ARGUMENT);
    CHECK_TEXT(why.text, fault);
    CHECK_TEXT(why.rule, "table");
    char subject[SNW_WHY_SUBJECT];
    snw_text text = snw_text_over(subject, sizeof subject);
    snw_text_format(&text, "%s", type->token != NULL ? type->token : "?");
    if (field != NULL) snw_text_format(&text, "/%s", field);
    CHECK_TEXT(why.subject, subject);
}

static void expect_row(snw_field row, const char *fault) {
    const snw_type type = probe_type(&row, 1);
    if (fault == NULL) {
        CHECK(snw_type_check(&type, NULL) == SNW_OK);
    } else {
        expect_type(&type, row.name, fault);
    }
}

static void expect_rows(snw_field first, snw_field second, const char *fault) {
    const snw_field rows[] = {first, second};
    const snw_type type = probe_type(rows, 2);
    expect_type(&type, second.name, fault);
}

// legal rows to begin with
static const snw_field real_row = {SNW_AT(probe, real), .kind = SNW_KIND_REAL, .help = "A real."};
static const snw_field whole_row = {SNW_AT(probe, whole), .kind = SNW_KIND_INT, .help = "Whole."};
static const snw_field text_row = {SNW_AT(probe, text), .kind = SNW_KIND_STRING, .help = "Text."};
static const snw_field band_row = {SNW_AT(probe, band), .kind = SNW_KIND_STRUCT,
                                   .type = &zoo_band_type, .help = "A band."};
static const snw_field many_row = {SNW_AT_ARRAY(probe, many), .kind = SNW_KIND_REAL,
                                   .help = "Four."};
static const snw_field counted_row = {SNW_AT_COUNTED(probe, many, count), .kind = SNW_KIND_REAL,
                                      .help = "Up to four."};
static const snw_field list_row = {SNW_AT_LIST(probe, list, count, 9), .kind = SNW_KIND_STRUCT,
                                   .type = &zoo_band_type, .help = "A list."};
static const snw_field mode_row = {SNW_AT(probe, mode), .kind = SNW_KIND_ENUM,
                                   SNW_CHOICES(zoo_modes), .help = "A mode."};
static const snw_field child_row = {SNW_AT(probe, child), .kind = SNW_KIND_CHILD, .base = "law",
                                    .help = "A child."};

static void complete_tables_are_accepted(void) {
    static const snw_type *const types[] = {&zoo_type,      &zoo_band_type, &zoo_mark_type,
                                            &zoo_node_type, &zoo_pid_type,  &zoo_relay_type};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        CHECK(snw_type_check(types[i], NULL) == SNW_OK);
    }
    expect_row(real_row, NULL);
    expect_row(whole_row, NULL);
    expect_row(text_row, NULL);
    expect_row(band_row, NULL);
    expect_row(many_row, NULL);
    expect_row(counted_row, NULL);
    expect_row(list_row, NULL);
    expect_row(mode_row, NULL);
    expect_row(child_row, NULL);
    const snw_type bare = probe_type(NULL, 0);
    CHECK(snw_type_check(&bare, NULL) == SNW_OK);
}

static void a_type_that_leaves_a_slot_empty_is_refused(void) {
    const snw_type good = probe_type(&real_row, 1);
    snw_type bad = good;
    bad.token = NULL;
    expect_type(&bad, NULL, "a token is letters, digits and underscores");
    bad = good;
    bad.help = NULL;
    expect_type(&bad, NULL, "a sentence of help is missing");
    bad.help = "";
    expect_type(&bad, NULL, "a sentence of help is missing");

    const char *const layout = "size and alignment are not those of a struct";
    bad = good;
    bad.size = 0;
    expect_type(&bad, NULL, layout);
    bad = good;
    bad.align = 0;
    expect_type(&bad, NULL, layout);
    bad.align = 3;
    expect_type(&bad, NULL, layout);
    bad = good;
    bad.size += 1;
    expect_type(&bad, NULL, layout);

    const char *const rows = "the table has no rows, or too many";
    bad = good;
    bad.fields = NULL;
    expect_type(&bad, NULL, rows);
    bad = good;
    bad.field_count = 0;
    expect_type(&bad, NULL, rows);
    bad.field_count = -1;
    expect_type(&bad, NULL, rows);
    bad.field_count = SNW_FIELDS + 1;
    expect_type(&bad, NULL, rows);
}

static snw_status derive_nothing(const void *block, void *derived, snw_why *why) {
    (void)block, (void)derived, (void)why;
    return SNW_OK;
}

static void a_type_whose_parts_do_not_fit_together_is_refused(void) {
    const snw_type good = probe_type(&real_row, 1);
    snw_type bad = good;
    bad.base = "no name";
    expect_type(&bad, NULL, "the base is not a name");
    bad = good;
    bad.version = -1;
    expect_type(&bad, NULL, "versions count from 1");

    const char *const derived = "derive() and the size of what it derives go together";
    bad = good;
    bad.derive = derive_nothing;
    expect_type(&bad, NULL, derived);
    bad.derive = NULL;
    bad.derived_size = 8;
    expect_type(&bad, NULL, derived);
    bad.derive = derive_nothing;
    CHECK(snw_type_check(&bad, NULL) == SNW_OK);

    const snw_vtable head = {.size = sizeof head, .version = 1}, cut = {.size = 4, .version = 1};
    bad = good;
    bad.functions = &cut;
    expect_type(&bad, NULL, "the table of functions does not say its size");
    bad.functions = &head;
    CHECK(snw_type_check(&bad, NULL) == SNW_OK);
}

static void wrong_tokens_and_names_are_refused(void) {
    static const char *const wrong[] = {"",   "9lives", "_x", "a b", "a-b", "gr\xC3\xBC\xC3\x9F",
                                        "a/b"};
    char longest[SNW_FIELD_NAME], longer[SNW_FIELD_NAME + 1];
    memset(longest, 'a', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    memset(longer, 'a', sizeof longer - 1);
    longer[sizeof longer - 1] = '\0';
    snw_why why;
    for (size_t i = 0; i <= sizeof wrong / sizeof wrong[0]; i++) {
        const char *name = i < sizeof wrong / sizeof wrong[0] ? wrong[i] : longer;
        snw_type type = probe_type(&real_row, 1);
        type.token = name;
        CHECK(snw_type_check(&type, &why) == SNW_ERR_ARGUMENT);
        CHECK_TEXT(why.subject, "?");
        snw_field row = real_row;
        row.name = name;
        const snw_type other = probe_type(&row, 1);
        CHECK(snw_type_check(&other, &why) == SNW_ERR_ARGUMENT);
        CHECK_TEXT(why.text, "a name is letters, digits and underscores");
        CHECK_TEXT(why.subject, "probe/?");
    }
    snw_field row = real_row;
    row.name = NULL;
    const snw_type other = probe_type(&row, 1);
    CHECK(snw_type_check(&other, NULL) == SNW_ERR_ARGUMENT);
    row.name = longest;
    expect_row(row, NULL);
    row.name = "T_a_B9";
    expect_row(row, NULL);
}

static void a_row_that_leaves_out_what_its_kind_needs_is_refused(void) {
    snw_field row = real_row;
    row.help = NULL;
    expect_row(row, "a sentence of help is missing");
    row.help = "";
    expect_row(row, "a sentence of help is missing");

    row = child_row;
    row.base = NULL;
    expect_row(row, "a child needs a base");
    row = real_row;
    row.base = "no name";
    expect_row(row, "the base is not a name");
    row = many_row;
    row.item = "no name";
    expect_row(row, "the element name is not a name");

    row = band_row;
    row.type = NULL;
    expect_row(row, "the member must be its .type");
    row = (snw_field){SNW_AT_PART(probe, part), .kind = SNW_KIND_OPTIONAL, .help = "A part."};
    expect_row(row, "the member must be a pointer to its .type");
    row.type = &zoo_band_type;
    expect_row(row, NULL);
    row = (snw_field){SNW_AT(probe, K), .kind = SNW_KIND_MATRIX, .help = "A matrix."};
    expect_row(row, "the member must hold rows * columns doubles");
    row.rows = 2;
    row.columns = 3;
    expect_row(row, NULL);
    row.columns = 2;
    expect_row(row, "the member must hold rows * columns doubles");
    row.rows = row.columns = 1 << 16;
    expect_row(row, "the member must hold rows * columns doubles");

    const char *const unknown = "a kind, array, role, moment or flag is not known";
    int wrong = 14;
    row = real_row;
    memcpy(&row.kind, &wrong, sizeof wrong);
    expect_row(row, unknown);
    row = real_row;
    memcpy(&row.array, &wrong, sizeof wrong);
    expect_row(row, unknown);
    row = real_row;
    memcpy(&row.role, &wrong, sizeof wrong);
    expect_row(row, unknown);
    row = real_row;
    memcpy(&row.when, &wrong, sizeof wrong);
    expect_row(row, unknown);
    row = real_row;
    row.flags = 64;
    expect_row(row, unknown);
}

// Each member of the probe, described as each kind: only the right pairs pass.
static void a_member_passes_only_for_its_own_kind(void) {
    static const snw_field members[] = {
        {SNW_AT(probe, flag)},      {SNW_AT(probe, whole)},    {SNW_AT(probe, natural)},
        {SNW_AT(probe, large)},     {SNW_AT(probe, real)},     {SNW_AT(probe, single)},
        {SNW_AT(probe, text)},      {SNW_AT(probe, far_text)}, {SNW_AT(probe, far_real)},
        {SNW_AT(probe, v)},         {SNW_AT(probe, q)},        {SNW_AT(probe, T)},
        {SNW_AT(probe, K)},         {SNW_AT(probe, child)},    {SNW_AT(probe, band)},
        {SNW_AT_PART(probe, part)}, {SNW_AT(probe, mode)},     {SNW_AT(probe, letter)},
    };
    static const char *const own[SNW_KIND_CHILD + 1] = {
        [SNW_KIND_BOOL] = " flag ",
        [SNW_KIND_INT] = " whole large mode ", // an enum with a negative value is an int
        [SNW_KIND_UINT] = " natural ",
        [SNW_KIND_REAL] = " real ",
        [SNW_KIND_ENUM] = " whole natural mode ",
        [SNW_KIND_STRING] = " text ",
        [SNW_KIND_REFERENCE] = " text ",
        [SNW_KIND_VEC3] = " v ",
        [SNW_KIND_QUAT] = " q ",
        [SNW_KIND_POSE] = " T ",
        [SNW_KIND_MATRIX] = " K ",
        [SNW_KIND_STRUCT] = " band ",
        [SNW_KIND_OPTIONAL] = " part ",
        [SNW_KIND_CHILD] = " child ",
    };
    for (int kind = 0; kind <= (int)SNW_KIND_CHILD; kind++) {
        for (size_t i = 0; i < sizeof members / sizeof members[0]; i++) {
            snw_field row = members[i];
            row.kind = (snw_kind)kind;
            row.help = "A member.";
            row.base = "law";
            row.type = &zoo_band_type;
            row.rows = 2;
            row.columns = 3;
            row.choices = zoo_modes;
            row.choice_count = 3;
            const snw_type type = probe_type(&row, 1);
            char word[32];
            (void)snprintf(word, sizeof word, " %s ", row.name);
            const bool expected = strstr(own[kind], word) != NULL;
            if ((snw_type_check(&type, NULL) == SNW_OK) == expected) continue;
            print_error("%s as kind %d\n", row.name, kind);
            fail();
        }
    }
    // a matrix may be a snw_mat3, whose columns follow each other
    expect_row((snw_field){SNW_AT(probe, R), .kind = SNW_KIND_MATRIX, .rows = 3, .columns = 3,
                           .help = "A rotation."},
               NULL);
    // without the macros only the size is known
    expect_row((snw_field){.name = "x", .size = 8, .kind = SNW_KIND_REAL, .help = "A real."}, NULL);
    expect_row((snw_field){.name = "x", .size = 4, .kind = SNW_KIND_REAL, .help = "A real."},
               "the member must be a double");
    expect_row((snw_field){.name = "x", .size = 3, .kind = SNW_KIND_INT, .help = "An int."},
               "the member must be a signed integer");
    expect_row((snw_field){.name = "x", .size = 1, .kind = SNW_KIND_STRING, .help = "A text."},
               "the member must be an array of char");
}

static void arrays_that_are_none_are_refused(void) {
    snw_field row = real_row;
    row.length = 1;
    expect_row(row, "a single item has no length");
    row = real_row;
    row.flags = SNW_UNIQUE;
    expect_row(row, "only an array can be a set");
    row = many_row;
    row.length = 0;
    expect_row(row, "an array needs a length");
    row.length = -1;
    expect_row(row, "an array needs a length");
    row = (snw_field){SNW_AT_PART(probe, part), .kind = SNW_KIND_OPTIONAL, .type = &zoo_band_type,
                      .help = "A part."};
    row.array = SNW_FIXED;
    row.length = 1;
    expect_row(row, "optional parts cannot be in arrays");
}

static void members_outside_their_struct_are_refused(void) {
    const char *const outside = "the member lies outside the struct";
    snw_field row = real_row;
    row.offset = sizeof(probe);
    expect_row(row, outside);
    row.offset = sizeof(probe) - 4;
    expect_row(row, outside);
    row.offset = SIZE_MAX - 7;
    expect_row(row, outside);
    row = many_row;
    row.length = (int)(sizeof(probe) / 8) + 1;
    expect_row(row, outside);
    row.length = INT32_MAX;
    expect_row(row, outside);
    row = list_row;
    row.offset = sizeof(probe) - 7;
    expect_row(row, outside);
    row = counted_row;
    row.count_offset = sizeof(probe) - 3;
    expect_row(row, "the counter lies outside the struct");

    const char *const crooked = "the member is not aligned";
    row = real_row;
    row.offset = 4;
    expect_row(row, crooked);
    row = band_row;
    row.offset += 4;
    expect_row(row, crooked);
    row = list_row;
    row.offset -= 4;
    expect_row(row, crooked);
}

static void rows_that_disturb_each_other_are_refused(void) {
    snw_field other = whole_row;
    other.name = real_row.name;
    expect_rows(real_row, other, "two fields have this name");

    snw_field key = text_row, second = {SNW_AT(probe, text), .kind = SNW_KIND_STRING,
                                        .flags = SNW_KEY, .help = "Another."};
    key.flags = SNW_KEY;
    second.name = "other";
    expect_rows(key, second, "two fields are keys");

    other = real_row;
    other.name = "again";
    expect_rows(real_row, other, "two fields share a member");
    other = many_row;
    other.name = "tail";
    other.offset += 8;
    other.length -= 1;
    expect_rows(many_row, other, "two fields share a member");

    other = list_row;
    expect_rows(counted_row, other, "two arrays share a counter");
    other.count_offset = offsetof(probe, count2);
    const snw_field rows[] = {counted_row, other};
    const snw_type good = probe_type(rows, 2);
    CHECK(snw_type_check(&good, NULL) == SNW_OK);

    const snw_field counter = {SNW_AT(probe, count), .kind = SNW_KIND_INT, .help = "How many."};
    expect_rows(counted_row, counter, "a counter is a field too");
    expect_rows(counter, list_row, "a counter is a field too");
}

static void keys_live_fields_and_infinite_ones_must_be_of_their_kinds(void) {
    snw_field row = text_row;
    row.flags = SNW_KEY;
    expect_row(row, NULL);
    row = real_row;
    row.flags = SNW_KEY;
    expect_row(row, "a key is a single string");
    row = (snw_field){SNW_AT(probe, text), .kind = SNW_KIND_REFERENCE, .flags = SNW_KEY,
                      .help = "A name."};
    expect_row(row, "a key is a single string");
    row = (snw_field){.name = "x",
                      .size = 4,
                      .kind = SNW_KIND_STRING,
                      .flags = SNW_KEY,
                      .array = SNW_FIXED,
                      .length = 2,
                      .help = "Two names."};
    expect_row(row, "a key is a single string");

    static const snw_field *const never[] = {&text_row, &list_row, &child_row};
    for (size_t i = 0; i < sizeof never / sizeof never[0]; i++) {
        row = *never[i];
        row.when = SNW_LIVE;
        expect_row(row, "only numbers can be live");
    }
    static const snw_field *const may[] = {&real_row, &whole_row, &many_row, &mode_row,
                                           &counted_row};
    for (size_t i = 0; i < sizeof may / sizeof may[0]; i++) {
        row = *may[i];
        row.when = SNW_LIVE;
        expect_row(row, NULL);
    }
    row = whole_row;
    row.flags = SNW_INFINITE;
    expect_row(row, "only reals can be infinite");
    row = real_row;
    row.flags = SNW_INFINITE;
    expect_row(row, NULL);
}

static void ranges_must_hold_a_number(void) {
    snw_field row = real_row;
    row.range = (snw_range){2, 1};
    expect_row(row, "the range is empty");
    const double wrong[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
    for (int i = 0; i < 3; i++) {
        row.range = (snw_range){wrong[i], 1};
        expect_row(row, "the ends of a range are finite");
        row.range = (snw_range){-1, wrong[i]};
        expect_row(row, "the ends of a range are finite");
    }
    row.range = (snw_range){1, 1};
    expect_row(row, NULL);
    row = text_row;
    row.range.high = 1;
    expect_row(row, "only numbers have a range");
    row = (snw_field){SNW_AT(probe, q), .kind = SNW_KIND_QUAT, .range = {0, 1}, .help = "Turn."};
    expect_row(row, "only numbers have a range");

    // whole numbers: one of them must lie inside, and fit the member
    static const struct {
        size_t size;
        snw_kind kind;
        snw_range range;
        bool good;
    } cases[] = {
        {4, SNW_KIND_INT, {0.2, 0.8}, false},      {4, SNW_KIND_INT, {0.2, 1}, true},
        {1, SNW_KIND_INT, {128, 200}, false},      {1, SNW_KIND_INT, {127, 200}, true},
        {1, SNW_KIND_INT, {-500, -129}, false},    {1, SNW_KIND_INT, {-500, -128}, true},
        {1, SNW_KIND_UINT, {-5, -1}, false},       {1, SNW_KIND_UINT, {-5, 0.5}, true},
        {1, SNW_KIND_UINT, {256, 300}, false},     {2, SNW_KIND_UINT, {256, 300}, true},
        {8, SNW_KIND_INT, {0x1p63, 1e19}, false},  {8, SNW_KIND_UINT, {0x1p63, 1e19}, true},
        {8, SNW_KIND_UINT, {0x1p64, 1e20}, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        expect_row((snw_field){.name = "x",
                               .size = cases[i].size,
                               .kind = cases[i].kind,
                               .range = cases[i].range,
                               .help = "Whole."},
                   cases[i].good ? NULL : "the range contains no number");
    }
}

// spec: actin-model:A1-SW-04
static void a_unit_that_is_not_si_must_stand_in_the_name(void) {
    static const struct {
        const char *name, *unit;
        const char *fault;
    } cases[] = {
        {"angle", "rad", NULL},
        {"torque", "N.m", NULL},
        {"inertia", "kg.m^2", NULL},
        {"stiffness", "N.m/rad", NULL},
        {"jerk", "m/s^3", NULL},
        {"plain", "", NULL},
        {"plain", "1", NULL},
        {"angle", "deg", "a unit that is not SI must end the name of the field"},
        {"angle_deg", "deg", NULL},
        {"deg", "deg", "a unit that is not SI must end the name of the field"},
        {"angledeg", "deg", "a unit that is not SI must end the name of the field"},
        {"period", "us", "a unit that is not SI must end the name of the field"},
        {"period_ms", "us", "a unit that is not SI must end the name of the field"},
        {"period_us", "us", NULL},
        {"rate_deg_s", "deg/s", NULL},
        {"length", "mm", "a unit that is not SI must end the name of the field"},
        {"length_in", "in", NULL},
        {"speed", "rpm", "a unit that is not SI must end the name of the field"},
        {"mass", "g", "a unit that is not SI must end the name of the field"},
        {"share", "%", "a unit that is not SI must end the name of the field"},
        {"speed", "furlong", "the unit is not known"},
        {"speed", "m//s", "the unit is not known"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        snw_field row = real_row;
        row.name = cases[i].name;
        row.unit = cases[i].unit;
        expect_row(row, cases[i].fault);
    }
    snw_field row = text_row;
    row.unit = "m";
    expect_row(row, "only numbers have a unit");
    row = whole_row;
    row.unit = "s";
    expect_row(row, NULL);
}

static void choices_must_be_different_words(void) {
    snw_choice choices[] = {{"one", 1, NULL}, {"two", 2, NULL}};
    snw_field row = mode_row;
    row.choices = choices;
    row.choice_count = 2;
    expect_row(row, NULL);
    row.choice_count = 0;
    expect_row(row, "an enum needs choices");
    row.choice_count = 2;
    row.choices = NULL;
    expect_row(row, "an enum needs choices");
    row.choices = choices;
    choices[1].name = "one";
    expect_row(row, "two choices have one name");
    choices[1] = (snw_choice){"two", 1, NULL};
    expect_row(row, "two choices have one value");
    choices[1] = (snw_choice){NULL, 2, NULL};
    expect_row(row, "a choice needs a name");
    choices[1].name = "";
    expect_row(row, "a choice needs a name");
    choices[1].name = "two words";
    expect_row(row, "a choice is one word");
    choices[1].name = "a,b";
    expect_row(row, "a choice is one word");
}

static void defaults_must_be_readable_and_legal(void) {
    const char *const fault = "the default cannot be read or is not legal";
    snw_field row = real_row;
    row.unit = "rad";
    row.range = (snw_range){0, 2};
    row.initial = "90 deg";
    expect_row(row, NULL);
    static const char *const wrong[] = {"", "two", "1,5", "180 deg", "1 m", "-1", "INF", "nan"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        row.initial = wrong[i];
        expect_row(row, fault);
    }
    row = text_row;
    row.initial = "1234567";
    expect_row(row, NULL);
    row.initial = "12345678";
    expect_row(row, fault);
    row = mode_row;
    row.initial = "fast";
    expect_row(row, NULL);
    row.initial = "quick";
    expect_row(row, fault);
    // kinds without a text of their own have no default but the usual one
    static const snw_field *const parts[] = {&band_row, &child_row, &list_row};
    for (size_t i = 0; i < 3; i++) {
        row = *parts[i];
        row.initial = "1";
        expect_row(row, fault);
    }
    // a default that is larger than any small buffer
    static const snw_field large = {
        .name = "x", .size = 5000, .kind = SNW_KIND_STRING, .help = "Text.", .initial = "short"};
    const snw_type wide = {.token = "wide",
                           .size = 5000,
                           .align = 1,
                           .fields = &large,
                           .field_count = 1,
                           .help = "Wide."};
    CHECK(snw_type_check(&wide, NULL) == SNW_OK);
    snw_field bad = large;
    bad.initial = "\x01";
    snw_type other = wide;
    other.fields = &bad;
    expect_type(&other, "x", fault);
}

// what a nested type does wrong is told of the nested type
static void the_types_that_a_type_holds_are_checked_too(void) {
    snw_field inner_row = {SNW_AT(zoo_band, low), .kind = SNW_KIND_REAL, .help = "Low."};
    snw_type inner = {.token = "inner",
                      .size = sizeof(zoo_band),
                      .align = 8,
                      .fields = &inner_row,
                      .field_count = 1,
                      .help = "Inside."};
    snw_field rows[] = {
        band_row,
        {SNW_AT_PART(probe, part), .kind = SNW_KIND_OPTIONAL, .help = "A part."},
        list_row,
    };
    for (int i = 0; i < 3; i++) {
        rows[i].type = &inner;
        const snw_type outer = probe_type(&rows[i], 1);
        CHECK(snw_type_check(&outer, NULL) == SNW_OK);
        inner_row.unit = "furlong";
        snw_why why;
        CHECK(snw_type_check(&outer, &why) == SNW_ERR_ARGUMENT);
        CHECK_TEXT(why.subject, "inner/low");
        CHECK_TEXT(why.text, "the unit is not known");
        inner_row.unit = NULL;
    }
}

static void a_type_may_hold_itself_in_lists_and_optional_parts(void) {
    CHECK(snw_type_check(&zoo_node_type, NULL) == SNW_OK);

    // a -> list of b, b -> optional a
    snw_type a, b;
    const snw_field a_row = {SNW_AT_LIST(probe, list, count, 3), .kind = SNW_KIND_STRUCT,
                             .type = &b, .help = "Others."};
    const snw_field b_row = {SNW_AT_PART(probe, part), .kind = SNW_KIND_OPTIONAL, .type = &a,
                             .help = "The first."};
    a = probe_type(&a_row, 1);
    b = probe_type(&b_row, 1);
    snw_field fitted = a_row;
    fitted.size = sizeof(probe);
    a.fields = &fitted;
    CHECK(snw_type_check(&a, NULL) == SNW_OK);
    CHECK(snw_type_check(&b, NULL) == SNW_OK);
}

static void a_struct_cannot_lie_inside_itself(void) {
    snw_type loop;
    const snw_field row = {.name = "self",
                           .size = sizeof(probe),
                           .kind = SNW_KIND_STRUCT,
                           .type = &loop,
                           .help = "Itself."};
    loop = probe_type(&row, 1);
    expect_type(&loop, "self", "a struct cannot lie inside itself");

    // through another one, and through an array
    snw_type first, second;
    snw_field first_row = row, second_row = row;
    first_row.type = &second;
    second_row.type = &first;
    second_row.array = SNW_FIXED;
    second_row.length = 1;
    first = probe_type(&first_row, 1);
    second = probe_type(&second_row, 1);
    expect_type(&first, "self", "a struct cannot lie inside itself");
    expect_type(&second, "self", "a struct cannot lie inside itself");
    // a list in between ends it
    second_row.array = SNW_LIST;
    second_row.offset = 8;
    second_row.length = 5;
    CHECK(snw_type_check(&first, NULL) == SNW_OK);
    CHECK(snw_type_check(&second, NULL) == SNW_OK);
}

static void a_type_holds_no_type_of_a_higher_name_space(void) {
    static const snw_space *const spaces[] = {NULL, &snw_space_core, &snw_space_robot,
                                              &snw_space_motion, &snw_space_cell};
    for (int low = 0; low < 5; low++) {
        for (int high = 0; high < 5; high++) {
            snw_type inner = zoo_band_type;
            inner.space = spaces[low];
            snw_field row = band_row;
            row.type = &inner;
            snw_type outer = probe_type(&row, 1);
            outer.space = spaces[high];
            const int inner_level = low == 0 ? 0 : low - 1, outer_level = high == 0 ? 0 : high - 1;
            if (inner_level <= outer_level) {
                CHECK(snw_type_check(&outer, NULL) == SNW_OK);
            } else {
                expect_type(&outer, "band", "it holds a type of a higher name space");
            }
        }
    }
}

static void upgrades_must_lead_from_a_name_to_a_field(void) {
    snw_upgrade upgrade = {.until = 2, .name = "old", .now = "real", .factor = 0.001};
    const snw_type good = {.token = "probe",
                           .size = sizeof(probe),
                           .align = 8,
                           .fields = &real_row,
                           .field_count = 1,
                           .version = 3,
                           .upgrades = &upgrade,
                           .upgrade_count = 1,
                           .help = "A probe."};
    CHECK(snw_type_check(&good, NULL) == SNW_OK);
    upgrade.now = NULL;
    CHECK(snw_type_check(&good, NULL) == SNW_OK);
    upgrade.now = "reel";
    expect_type(&good, NULL, "an upgrade leads to a field that does not exist");
    upgrade.now = "real";
    upgrade.name = NULL;
    expect_type(&good, NULL, "an upgrade needs the old name");
    upgrade.name = "old";
    const int wrong[] = {0, 1, 4, -1};
    for (int i = 0; i < 4; i++) {
        upgrade.until = wrong[i];
        expect_type(&good, NULL, "an upgrade ends at a version from 2 to that of the type");
    }
    upgrade.until = 3;
    upgrade.factor = (double)NAN;
    expect_type(&good, NULL, "the factor of an upgrade is finite");
    upgrade.factor = 1;
    snw_type bad = good;
    bad.upgrades = NULL;
    expect_type(&bad, NULL, "upgrades and their count go together");
    bad = good;
    bad.upgrade_count = 0;
    expect_type(&bad, NULL, "upgrades and their count go together");
}

int main(void) {
    RUN(complete_tables_are_accepted);
    RUN(a_type_that_leaves_a_slot_empty_is_refused);
    RUN(a_type_whose_parts_do_not_fit_together_is_refused);
    RUN(wrong_tokens_and_names_are_refused);
    RUN(a_row_that_leaves_out_what_its_kind_needs_is_refused);
    RUN(a_member_passes_only_for_its_own_kind);
    RUN(arrays_that_are_none_are_refused);
    RUN(members_outside_their_struct_are_refused);
    RUN(rows_that_disturb_each_other_are_refused);
    RUN(keys_live_fields_and_infinite_ones_must_be_of_their_kinds);
    RUN(ranges_must_hold_a_number);
    RUN(a_unit_that_is_not_si_must_stand_in_the_name);
    RUN(choices_must_be_different_words);
    RUN(defaults_must_be_readable_and_legal);
    RUN(the_types_that_a_type_holds_are_checked_too);
    RUN(a_type_may_hold_itself_in_lists_and_optional_parts);
    RUN(a_struct_cannot_lie_inside_itself);
    RUN(a_type_holds_no_type_of_a_higher_name_space);
    RUN(upgrades_must_lead_from_a_name_to_a_field);
    return check_report();
}
