// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/describe/path.h"

#include <float.h>
#include <string.h>

#include "check.h"
#include "random_zoo.h"
#include "zoo_content.h"

static snw_why why;

// a zoo with something in every part, always the same
typedef struct stage {
    snw_setup *setup;
    zoo *z;
    zoo_band band;
    snw_roots roots;
} stage;

static stage open_stage(void) {
    stage s = {.setup = snw_setup_create(1 << 20), .band = {1, 2}};
    zoo *z = s.z = snw_block_new(&zoo_type, s.setup);
    z->spare = snw_block_new(&zoo_mark_type, s.setup);
    z->law = (snw_child){&zoo_relay_type, snw_block_new(&zoo_relay_type, s.setup)};
    zoo_relay *relay = z->law.block;
    relay->inner = (snw_child){&zoo_pid_type, snw_block_new(&zoo_pid_type, s.setup)};
    CHECK(snw_block_resize(zoo_field("trees"), z, 3, s.setup) == SNW_OK);
    static const char *const names[] = {"oak", "7", "elm"};
    for (int i = 0; i < 3; i++) {
        (void)strcpy(z->trees[i].name, names[i]);
    }
    CHECK(snw_block_resize(&zoo_node_fields[3], &z->trees[0], 2, s.setup) == SNW_OK);
    (void)strcpy(z->trees[0].children[1].name, "leaf");
    CHECK(snw_block_resize(zoo_field("samples"), z, 4, s.setup) == SNW_OK);
    CHECK(snw_block_resize(zoo_field("steps"), z, 2, s.setup) == SNW_OK);
    CHECK(snw_block_resize(zoo_field("laws"), z, 2, s.setup) == SNW_OK);
    z->laws[1] = (snw_child){&zoo_relay_type, snw_block_new(&zoo_relay_type, s.setup)};
    (void)strcpy(((zoo_relay *)z->laws[1].block)->name, "r");
    CHECK(snw_roots_add(&s.roots, "zoo", &zoo_type, z) == SNW_OK);
    return s;
}

static snw_place resolve(const snw_roots *roots, const char *path) {
    snw_place place = {0};
    const snw_status status = snw_roots_resolve(roots, path, &place, &why);
    if (status != SNW_OK) print_error("%s: %s\n", path, why.text);
    CHECK(status == SNW_OK);
    return place;
}

static void roots_have_names_of_their_own(void) {
    snw_roots roots = {0};
    static zoo_band bands[SNW_ROOTS + 1];
    static char names[SNW_ROOTS + 1][16];
    for (int i = 0; i < SNW_ROOTS; i++) {
        (void)snprintf(names[i], sizeof names[i], "b%d", i);
        CHECK(snw_roots_add(&roots, names[i], &zoo_band_type, &bands[i]) == SNW_OK);
        CHECK(snw_roots_add(&roots, names[i], &zoo_band_type, &bands[i]) == SNW_ERR_DUPLICATE);
    }
    CHECK(snw_roots_add(&roots, "more", &zoo_band_type, &bands[SNW_ROOTS]) == SNW_ERR_FULL);
    for (int i = 0; i < SNW_ROOTS; i++) {
        char path[16];
        (void)snprintf(path, sizeof path, "%.9s/high", names[i]);
        CHECK(resolve(&roots, path).number == &bands[i].high);
    }
    snw_roots none = {0};
    static const char *const wrong[] = {"", "a/b", "a[0]", "a]", "a.b", "*"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        CHECK(snw_roots_add(&none, wrong[i], &zoo_band_type, &bands[0]) == SNW_ERR_ARGUMENT);
    }
    CHECK(none.count == 0);
}

// all leaves of random objects, by the paths that the test makes for them
static void every_value_is_reached_by_its_path(void) {
    long reached = 0;
    CHECK_CASES(check_scaled(500)) {
        snw_setup *setup = snw_setup_create(1 << 22);
        zoo *z = zoo_random(setup, 4);
        snw_roots roots = {0};
        CHECK(snw_roots_add(&roots, "zoo", &zoo_type, z) == SNW_OK);
        const zoo_leaves *leaves = zoo_leaves_of(&zoo_type, z, "zoo");
        for (int i = 0; i < leaves->count; i++) {
            const zoo_leaf *leaf = &leaves->items[i];
            const snw_place place = resolve(&roots, leaf->path);
            CHECK(place.field == leaf->field && place.item == leaf->place && place.count == 1);
            CHECK(place.role == leaf->field->role);
            CHECK(place.number == (leaf->field->kind == SNW_KIND_REAL ? place.item : NULL));
            const bool live = leaf->field->when == SNW_LIVE;
            CHECK(place.when == (live && leaf->moved ? SNW_AT_STANDSTILL : leaf->field->when));
            reached++;
        }
        snw_setup_destroy(setup);
    }
    CHECK(reached > check_scaled(500) * 50);
}

static void steps_go_by_index_by_key_and_through_children(void) {
    stage s = open_stage();
    zoo *z = s.z;
    zoo_relay *law = z->law.block, *second = z->laws[1].block;
    const struct {
        const char *path;
        const void *item;
    } cases[] = {
        {"zoo/real", &z->real},
        {"zoo/band", &z->band},
        {"zoo/band/low", &z->band.low},
        {"zoo/spare/p", &z->spare->p},
        {"zoo/law/level", &law->level},
        {"zoo/law/inner/kp", &((zoo_pid *)law->inner.block)->kp},
        {"zoo/laws[1]/level", &second->level},
        {"zoo/laws[r]/level", &second->level},
        {"zoo/trees[0]/mass", &z->trees[0].mass},
        {"zoo/trees[oak]/mass", &z->trees[0].mass},
        {"zoo/trees[elm]/mass", &z->trees[2].mass},
        {"zoo/trees[2]/mass", &z->trees[2].mass},
        {"zoo/trees[1]/mass", &z->trees[1].mass}, // its key is "7", which is an index
        {"zoo/trees[+2]/mass", &z->trees[2].mass},
        {"zoo/trees[oak]/children[leaf]/mass", &z->trees[0].children[1].mass},
        {"zoo/trees[oak]/children[1]/name", z->trees[0].children[1].name},
        {"zoo/gains[3]", &z->gains[3]},
        {"zoo/words[1]", z->words[1]},
        {"zoo/samples[3]", &z->samples[3]},
        {"zoo/blocks[1]", z->blocks[1]},
        {"zoo/trees[2]", &z->trees[2]},
        {"zoo/law", &z->law},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const snw_place place = resolve(&s.roots, cases[i].path);
        CHECK(place.item == cases[i].item && place.count == 1);
    }
    // arrays of plain values as a whole
    CHECK(resolve(&s.roots, "zoo/gains").count == 4);
    CHECK(resolve(&s.roots, "zoo/gains").item == z->gains);
    CHECK(resolve(&s.roots, "zoo/gains").number == NULL);
    CHECK(resolve(&s.roots, "zoo/steps").count == 2);
    CHECK(resolve(&s.roots, "zoo/samples").item == z->samples);
    CHECK(resolve(&s.roots, "zoo/points").count == 0);
    CHECK(resolve(&s.roots, "zoo/points").item == NULL);
    snw_setup_destroy(s.setup);
}

static void a_last_step_names_a_number_inside_a_value(void) {
    stage s = open_stage();
    zoo *z = s.z;
    const struct {
        const char *path;
        const double *number;
    } cases[] = {
        {"zoo/real", &z->real},
        {"zoo/v.x", &z->v.x},
        {"zoo/v.y", &z->v.y},
        {"zoo/v.z", &z->v.z},
        {"zoo/q.w", &z->q.w},
        {"zoo/q.x", &z->q.x},
        {"zoo/q.y", &z->q.y},
        {"zoo/q.z", &z->q.z},
        {"zoo/T.p.x", &z->T.p.x},
        {"zoo/T.p.z", &z->T.p.z},
        {"zoo/T.R.x.x", &z->T.R.x.x},
        {"zoo/T.R.x.y", &z->T.R.x.y}, // column x, row y
        {"zoo/T.R.z.x", &z->T.R.z.x},
        {"zoo/T.R.z.z", &z->T.R.z.z},
        {"zoo/K[0,0]", &z->K[0]},
        {"zoo/K[1,0]", &z->K[1]}, // columns follow each other
        {"zoo/K[0,1]", &z->K[2]},
        {"zoo/K[0,2]", &z->K[4]},
        {"zoo/K[1,2]", &z->K[5]},
        {"zoo/blocks[1][0,1]", &z->blocks[1][2]},
        {"zoo/blocks[0][1,1]", &z->blocks[0][3]},
        {"zoo/corners[1].z", &z->corners[1].z},
        {"zoo/spare/p.y", &z->spare->p.y},
        {"zoo/gains[2]", &z->gains[2]},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        CHECK(resolve(&s.roots, cases[i].path).number == cases[i].number);
    }
    CHECK(resolve(&s.roots, "zoo/v").number == NULL);
    CHECK(resolve(&s.roots, "zoo/i32").number == NULL);
    CHECK(resolve(&s.roots, "zoo/K").number == NULL);
    snw_setup_destroy(s.setup);
}

static const struct {
    const char *path;
    snw_status code;
    const char *text, *fix;
} wrong_paths[] = {
    {"", SNW_ERR_SYNTAX, "a path begins with a name", "write name/field"},
    {"/zoo", SNW_ERR_SYNTAX, "a path begins with a name", "write name/field"},
    {"[0]", SNW_ERR_SYNTAX, "a path begins with a name", "write name/field"},
    {"zoo", SNW_ERR_SYNTAX, "'/' is missing", "write name/field"},
    {"zoo[1]/real", SNW_ERR_SYNTAX, "'/' is missing", "write name/field"},
    {"zoo/", SNW_ERR_SYNTAX, "a name is missing or too long", "write a/b/c"},
    {"zoo//real", SNW_ERR_SYNTAX, "a name is missing or too long", "write a/b/c"},
    {"zooo/real", SNW_ERR_UNKNOWN_NAME, "there is no 'zooo'", "did you mean 'zoo'?"},
    {"arm/real", SNW_ERR_UNKNOWN_NAME, "there is no 'arm'", "choose one of: zoo"},
    {"zoo/reel", SNW_ERR_UNKNOWN_NAME, "there is no 'reel'", "did you mean 'real'?"},
    {"zoo/band/hihg", SNW_ERR_UNKNOWN_NAME, "there is no 'hihg'", "did you mean 'high'?"},
    {"zoo/band/xyzzy", SNW_ERR_UNKNOWN_NAME, "there is no 'xyzzy'", "choose one of: low, high"},
    {"zoo/private_member", SNW_ERR_UNKNOWN_NAME, "there is no 'private_member'", NULL},
    {"zoo/law/levle", SNW_ERR_UNKNOWN_NAME, "there is no 'levle'", "did you mean 'level'?"},
    {"zoo/real/x", SNW_ERR_UNKNOWN_NAME, "the path continues behind a plain value",
     "end it before the last '/'"},
    {"zoo/gains[1]/x", SNW_ERR_UNKNOWN_NAME, "the path continues behind a plain value",
     "end it before the last '/'"},
    {"zoo/real.x", SNW_ERR_UNKNOWN_NAME, "the value has no such part", "end the path here"},
    {"zoo/real[0]", SNW_ERR_UNKNOWN_NAME, "this is not an array", "leave out the index"},
    {"zoo/band[0]", SNW_ERR_UNKNOWN_NAME, "this is not an array", "leave out the index"},
    {"zoo/v.w", SNW_ERR_UNKNOWN_NAME, "the value has no such part", "its parts are .x .y .z"},
    {"zoo/v.xy", SNW_ERR_UNKNOWN_NAME, "the value has no such part", "its parts are .x .y .z"},
    {"zoo/v.", SNW_ERR_UNKNOWN_NAME, "the value has no such part", "its parts are .x .y .z"},
    {"zoo/corners[0]ax", SNW_ERR_UNKNOWN_NAME, "the value has no such part",
     "its parts are .x .y .z"},
    {"zoo/q.a", SNW_ERR_UNKNOWN_NAME, "the value has no such part", "its parts are .w .x .y .z"},
    {"zoo/T.x", SNW_ERR_UNKNOWN_NAME, "the value has no such part",
     "its parts are .p.x to .p.z, .R.x.x to .R.z.z"},
    {"zoo/T.p", SNW_ERR_UNKNOWN_NAME, "the value has no such part", NULL},
    {"zoo/T.R.x", SNW_ERR_UNKNOWN_NAME, "the value has no such part", NULL},
    {"zoo/T.R.x_y", SNW_ERR_UNKNOWN_NAME, "the value has no such part", NULL},
    {"zoo/K[0]", SNW_ERR_UNKNOWN_NAME, "the matrix has no such part", "write [row,column], from 0"},
    {"zoo/K[0,0", SNW_ERR_UNKNOWN_NAME, "the matrix has no such part", NULL},
    {"zoo/K[a,b]", SNW_ERR_UNKNOWN_NAME, "the matrix has no such part", NULL},
    {"zoo/K[0,0]x", SNW_ERR_UNKNOWN_NAME, "the matrix has no such part", NULL},
    {"zoo/K.x", SNW_ERR_UNKNOWN_NAME, "the matrix has no such part", NULL},
    {"zoo/K[2,0]", SNW_ERR_RANGE, "the index is outside the matrix", "count from 0"},
    {"zoo/K[0,3]", SNW_ERR_RANGE, "the index is outside the matrix", "count from 0"},
    {"zoo/K[-1,0]", SNW_ERR_RANGE, "the index is outside the matrix", "count from 0"},
    {"zoo/gains[4]", SNW_ERR_RANGE, "the index is out of range", "count from 0"},
    {"zoo/gains[-1]", SNW_ERR_RANGE, "the index is out of range", "count from 0"},
    {"zoo/gains[99999999999999999999]", SNW_ERR_RANGE, "the index is out of range", "count from 0"},
    {"zoo/steps[2]", SNW_ERR_RANGE, "the index is out of range", "count from 0"},
    {"zoo/points[0]", SNW_ERR_RANGE, "the index is out of range", "count from 0"},
    {"zoo/gains[]", SNW_ERR_SYNTAX, "an index is empty, too long, or has no end",
     "write [3] or [name]"},
    {"zoo/gains[1", SNW_ERR_SYNTAX, "an index is empty, too long, or has no end", NULL},
    {"zoo/gains[x]", SNW_ERR_UNKNOWN_NAME, "there is no 'x'", ""},
    {"zoo/trees[oka]/mass", SNW_ERR_UNKNOWN_NAME, "there is no 'oka'", "did you mean 'oak'?"},
    {"zoo/trees[pine]/mass", SNW_ERR_UNKNOWN_NAME, "there is no 'pine'",
     "choose one of: oak, 7, elm"},
    {"zoo/trees[7]/mass", SNW_ERR_RANGE, "the index is out of range", "count from 0"},
    {"zoo/trees/mass", SNW_ERR_SYNTAX, "an array needs an index here", "write [3] or [name]"},
    {"zoo/corners.x", SNW_ERR_SYNTAX, "an array needs an index here", "write [3] or [name]"},
    {"zoo/laws[0]/kp", SNW_ERR_NOT_FOUND, "this part is absent", "add it to the file first"},
    {"zoo/pair[1]/kp", SNW_ERR_NOT_FOUND, "this part is absent", "add it to the file first"},
    {"zoo/re\x1B[2Jal", SNW_ERR_UNKNOWN_NAME, "there is no 're\\x1B'", NULL},
};

static void wrong_paths_are_refused_with_the_way_out(void) {
    stage s = open_stage();
    for (size_t i = 0; i < sizeof wrong_paths / sizeof wrong_paths[0]; i++) {
        snw_place place, before;
        memset(&place, 0xA5, sizeof place);
        before = place;
        const snw_status status = snw_roots_resolve(&s.roots, wrong_paths[i].path, &place, &why);
        if (status != wrong_paths[i].code) print_error("%s\n", wrong_paths[i].path);
        CHECK(status == wrong_paths[i].code && why.code == status);
        CHECK(memcmp(&place, &before, sizeof place) == 0);
        CHECK_TEXT(why.text, wrong_paths[i].text);
        if (wrong_paths[i].fix != NULL) CHECK_TEXT(why.fix, wrong_paths[i].fix);
        CHECK_TEXT(why.rule, "path");
        CHECK(snw_roots_resolve(&s.roots, wrong_paths[i].path, &place, NULL) == status);
    }
    CHECK(snw_roots_resolve(&s.roots, "zoo/gains[4]", &(snw_place){0}, &why) == SNW_ERR_RANGE);
    CHECK_TEXT(why.subject, "zoo/gains[4]");
    CHECK(why.numbers[0].value == 4 && why.numbers[1].value == 4);
    CHECK(snw_roots_resolve(&s.roots, "zoo/re\x1B", &(snw_place){0}, &why) < 0);
    CHECK_TEXT(why.subject, "'zoo/re\\x1B'");
    // a name that cannot be shown is not proposed
    (void)strcpy(s.z->trees[0].name, "o\na");
    CHECK(snw_roots_resolve(&s.roots, "zoo/trees[oa]", &(snw_place){0}, &why) < 0);
    CHECK_TEXT(why.fix, "choose one of: 7, elm");
    s.z->spare = NULL;
    CHECK(snw_roots_resolve(&s.roots, "zoo/spare/p", &(snw_place){0}, &why) == SNW_ERR_NOT_FOUND);
    snw_setup_destroy(s.setup);
}

static void a_path_has_a_longest_length(void) {
    stage s = open_stage();
    zoo_node *node = &s.z->trees[2];
    char path[SNW_FIELD_PATH + 40] = "zoo/trees[2]";
    size_t whole = 0;
    while (strlen(path) < SNW_FIELD_PATH + 10) {
        char full[SNW_FIELD_PATH + 60];
        (void)snprintf(full, sizeof full, "%s/mass", path);
        snw_place place;
        const snw_status status = snw_roots_resolve(&s.roots, full, &place, &why);
        CHECK(status == (strlen(full) < SNW_FIELD_PATH ? SNW_OK : SNW_ERR_TOO_LARGE));
        if (status == SNW_OK) {
            CHECK(place.number == &node->mass);
            whole++;
        }
        CHECK(snw_block_resize(&zoo_node_fields[3], node, 1, s.setup) == SNW_OK);
        node = &node->children[0];
        (void)strcat(path, "/children[0]");
    }
    CHECK(whole == (SNW_FIELD_PATH - 1 - 17) / 12 + 1);
    char name[200];
    memset(name, 'x', sizeof name);
    memcpy(name, "zoo/", 4);
    name[199] = '\0';
    CHECK(snw_roots_resolve(&s.roots, name, &(snw_place){0}, NULL) == SNW_ERR_SYNTAX);
    snw_setup_destroy(s.setup);
}

static void handles_write_inside_their_range_only(void) {
    stage s = open_stage();
    static const struct {
        const char *path;
        double low, high; // of what may be written
    } cases[] = {
        {"zoo/real", -4, 4},
        {"zoo/limit", 0.25, 10},
        {"zoo/ratio", -DBL_MAX, DBL_MAX},
        {"zoo/K[1,1]", -1e3, 1e3},
        {"zoo/T.p.x", -5, 5},
        {"zoo/gains[0]", 1, 1e3},
        {"zoo/spare/p.z", -10, 10},
        {"zoo/v.x", -DBL_MAX, DBL_MAX},
        {"zoo/trees[oak]/mass", 0.5, 100},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const snw_place place = resolve(&s.roots, cases[i].path);
        CHECK(place.low == cases[i].low && place.high == cases[i].high);
        for (int k = 0; k < 200; k++) {
            const double value = check_real(fmax(-1e6, place.low), fmin(1e6, place.high));
            CHECK(snw_place_write(&place, value) == SNW_OK && snw_place_read(&place) == value);
        }
        CHECK(snw_place_write(&place, place.low) == SNW_OK);
        CHECK(snw_place_write(&place, place.high) == SNW_OK);
        const double wrong[] = {nextafter(place.low, -(double)INFINITY),
                                nextafter(place.high, (double)INFINITY), (double)NAN,
                                (double)INFINITY, -(double)INFINITY};
        for (int k = 0; k < 5; k++) {
            CHECK(snw_place_write(&place, wrong[k]) == SNW_ERR_RANGE);
            CHECK(snw_place_read(&place) == place.high);
        }
    }
    // one number of a rotation cannot change alone; reading is free
    static const char *const rotations[] = {"zoo/q.w", "zoo/q.x", "zoo/T.R.x.x", "zoo/T.R.z.y"};
    for (int i = 0; i < 4; i++) {
        const snw_place place = resolve(&s.roots, rotations[i]);
        const double before = snw_place_read(&place);
        const double values[] = {before, 0, 1, 0.5, (double)NAN};
        for (int k = 0; k < 5; k++) {
            CHECK(snw_place_write(&place, values[k]) == SNW_ERR_RANGE);
        }
        CHECK(snw_place_read(&place) == before);
    }
    // infinity through a handle: where the field allows it and sets no range
    snw_field row = *zoo_field("ratio");
    row.flags = SNW_INFINITE;
    snw_type type = zoo_type;
    type.fields = &row;
    type.field_count = 1;
    snw_roots roots = {0};
    CHECK(snw_roots_add(&roots, "r", &type, s.z) == SNW_OK);
    const snw_place place = resolve(&roots, "r/ratio");
    CHECK(snw_place_write(&place, (double)INFINITY) == SNW_OK && isinf(s.z->ratio));
    CHECK(snw_place_write(&place, (double)NAN) == SNW_ERR_RANGE);
    snw_setup_destroy(s.setup);
}

// Paths with a few letters exchanged: refused, or leading to a place inside the object.
static void damaged_paths_lead_nowhere_else(void) {
    static const char letters[] = "/[].,*0123xyzpRT-+ \x80";
    snw_setup *setup = snw_setup_create(1 << 22);
    check_seed(3);
    zoo *z = zoo_random(setup, 4);
    snw_roots roots = {0};
    CHECK(snw_roots_add(&roots, "zoo", &zoo_type, z) == SNW_OK);
    const zoo_leaves *leaves = zoo_leaves_of(&zoo_type, z, "zoo");
    CHECK_CASES(check_scaled(100000)) {
        char path[SNW_FIELD_PATH + 8];
        (void)strcpy(path, leaves->items[check_int(0, leaves->count - 1)].path);
        for (int i = check_int(1, 3); i > 0; i--) {
            const int at = check_int(0, (int)strlen(path));
            const char letter = letters[check_int(0, (int)sizeof letters - 2)];
            if (check_int(0, 1) && path[at] != '\0') {
                path[at] = letter;
            } else {
                memmove(path + at + 1, path + at, strlen(path + at) + 1);
                path[at] = letter;
            }
        }
        snw_place place;
        if (snw_roots_resolve(&roots, path, &place, &why) < 0) {
            CHECK(why.text[0] != '\0');
            continue;
        }
        CHECK(place.count >= 0 && place.field != NULL);
        if (place.number != NULL) (void)snw_place_read(&place);
        if (place.count == 1) CHECK(snw_value_check(place.field, place.item, NULL) == SNW_OK);
    }
    snw_setup_destroy(setup);
}

int main(void) {
    RUN(roots_have_names_of_their_own);
    RUN(every_value_is_reached_by_its_path);
    RUN(steps_go_by_index_by_key_and_through_children);
    RUN(a_last_step_names_a_number_inside_a_value);
    RUN(wrong_paths_are_refused_with_the_way_out);
    RUN(a_path_has_a_longest_length);
    RUN(handles_write_inside_their_range_only);
    RUN(damaged_paths_lead_nowhere_else);
    return check_report();
}
