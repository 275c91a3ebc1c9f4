// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "check.h"
#include "random_zoo.h"
#include "sinew/describe/path.h"
#include "zoo_content.h"

static snw_why why;
static zoo_bytes first, second;
static snw_setup *setup;
static zoo *z;
static snw_roots roots;

static void open_zoo(void) {
    snw_setup_destroy(setup);
    setup = snw_setup_create(1 << 22);
    z = snw_block_new(&zoo_type, setup);
    roots = (snw_roots){0};
    CHECK(snw_roots_add(&roots, "zoo", &zoo_type, z) == SNW_OK);
}

static void open_random_zoo(int depth) {
    open_zoo();
    zoo_fill(&zoo_type, z, setup, depth);
}

static bool has_text(const snw_field *field) {
    return field->kind != SNW_KIND_QUAT && field->kind != SNW_KIND_POSE;
}

static const char *get(const char *path) {
    static char buffer[4096];
    snw_text text = snw_text_over(buffer, sizeof buffer);
    CHECK(snw_roots_get(&roots, path, &text, &why) == SNW_OK);
    CHECK(!snw_text_is_cut(&text));
    return buffer;
}

static snw_status set(const char *path, const char *value) {
    return snw_roots_set(&roots, path, value, SNW_AT_LOAD, &why);
}

// refused, with the path as subject, and nothing has changed
static void refuse_at(const char *path, const char *value, snw_when when, snw_status expected) {
    zoo_content(&first, &zoo_type, z, true);
    const snw_status status = snw_roots_set(&roots, path, value, when, &why);
    if (status != expected) print_error("%s = %s: %s\n", path, value, snw_status_name(status));
    CHECK(status == expected && why.code == expected);
    CHECK_TEXT(why.subject, path);
    zoo_content(&second, &zoo_type, z, true);
    CHECK(zoo_same(&first, &second));
    CHECK(snw_roots_set(&roots, path, value, when, NULL) == expected);
}

static void refuse(const char *path, const char *value, snw_status expected) {
    refuse_at(path, value, SNW_AT_LOAD, expected);
}

static void what_is_got_can_be_set_again(void) {
    long tried = 0;
    CHECK_CASES(check_scaled(200)) {
        open_random_zoo(3);
        zoo_content(&first, &zoo_type, z, true);
        const zoo_leaves *leaves = zoo_leaves_of(&zoo_type, z, "zoo");
        for (int i = 0; i < leaves->count; i++) {
            const zoo_leaf *leaf = &leaves->items[i];
            const char *text = get(leaf->path);
            if (!has_text(leaf->field) || leaf->field->role == SNW_SIGNAL) continue;
            const snw_status status = set(leaf->path, text);
            if (status != SNW_OK) print_error("%s = %s: %s\n", leaf->path, text, why.text);
            CHECK(status == SNW_OK);
            tried++;
        }
        // and the arrays as a whole, unless texts would run together
        for (int i = 0; i < zoo_type.field_count; i++) {
            const snw_field *field = &zoo_fields[i];
            const bool plain = snw_field_count(field, z) != 1 && field->array != SNW_SINGLE &&
                               field->kind <= SNW_KIND_MATRIX && has_text(field) &&
                               field->kind != SNW_KIND_STRING;
            if (!plain) continue;
            char path[64];
            (void)snprintf(path, sizeof path, "zoo/%.50s", field->name);
            CHECK(set(path, get(path)) == SNW_OK);
        }
        zoo_content(&second, &zoo_type, z, true);
        CHECK(zoo_same(&first, &second));
    }
    CHECK(tried > 1000);
}

// the text of another object's value becomes the value, and nothing else changes
static void a_set_value_is_the_value_and_nothing_else_changes(void) {
    CHECK_CASES(check_scaled(3000)) {
        open_random_zoo(2);
        const zoo_leaves *leaves = zoo_leaves_of(&zoo_type, z, "zoo");
        zoo_leaf leaf = leaves->items[check_int(0, leaves->count - 1)];
        if (!has_text(leaf.field) || leaf.field->role == SNW_SIGNAL) continue;
        unsigned char fresh[128] = {0}, old[128];
        zoo_fill_item(leaf.field, fresh, setup, 0);
        char buffer[512];
        snw_text text = snw_text_over(buffer, sizeof buffer);
        snw_value_print(leaf.field, fresh, &text);
        memcpy(old, leaf.place, leaf.field->size);
        zoo_content(&first, &zoo_type, z, true);
        if (set(leaf.path, buffer) == SNW_OK) {
            if (leaf.field->kind != SNW_KIND_STRING && leaf.field->kind != SNW_KIND_REFERENCE) {
                CHECK(memcmp(leaf.place, fresh, leaf.field->size) == 0);
            }
            memcpy(leaf.place, old, leaf.field->size);
        } else {
            // only the rule of a band, or a name that a sibling has, can be against it
            CHECK(why.code == SNW_ERR_LIMIT || why.code == SNW_ERR_DUPLICATE);
        }
        zoo_content(&second, &zoo_type, z, true);
        CHECK(zoo_same(&first, &second));
    }
}

static void values_are_set_with_units_and_in_all_forms(void) {
    open_zoo();
    CHECK(snw_block_resize(zoo_field("samples"), z, 3, setup) == SNW_OK);
    static const struct {
        const char *path, *value, *then;
    } cases[] = {
        {"zoo/flag", "1", "true"},
        {"zoo/i8", " -7 ", "-7"},
        {"zoo/real", "0.5 rev", "3.141592653589793"},
        {"zoo/limit", "INF", "INF"},
        {"zoo/limit", "300 mm/s", "0.3"},
        {"zoo/period_us", "2 ms", "2000"},
        {"zoo/mode", "fast", "fast"},
        {"zoo/text", " , kept as it is ", " , kept as it is "},
        {"zoo/text", "", ""},
        {"zoo/target", " elbow ", "elbow"},
        {"zoo/v", "1 2 3 mm", "0.001 0.002 0.003"},
        {"zoo/v.y", "5 mm", "0.005"},
        {"zoo/v", "1,2,3", "1 2 3"},
        {"zoo/T.p.z", "300 mm", "0.3"},
        {"zoo/K[0,2]", "0.5 N/mm", "500"},
        {"zoo/K", "1 2 3 4 5 6", "1 2 3 4 5 6"},
        {"zoo/K[1,2]", "7", "7"},
        {"zoo/K", "1 2 3 4 5 7", "1 2 3 4 5 7"},
        {"zoo/gains", "60 120 180 240 1/min", "1 2 3 4"},
        {"zoo/gains", " 4, 3, 2, 1 ", "4 3 2 1"},
        {"zoo/gains[1]", "9", "9"},
        {"zoo/gains", "4 9 2 1", "4 9 2 1"},
        {"zoo/flags", "true 0", "true false"},
        {"zoo/modes", "slow,fast, still", "slow fast still"},
        {"zoo/words[1]", "two w", "two w"},
        {"zoo/corners", "1 2 3 4 5 6 km", "1000 2000 3000 4000 5000 6000"},
        {"zoo/blocks", "1 2 3 4 5 6 7 8", "1 2 3 4 5 6 7 8"},
        {"zoo/blocks[1]", "8 7 6 5", "8 7 6 5"},
        {"zoo/blocks[1][1,0]", "0", "0"},
        {"zoo/samples", "180 90 -90 deg",
         "3.141592653589793 1.5707963267948966 -1.5707963267948966"},
        {"zoo/points", "", ""},
        {"zoo/band/low", "-1", "-1"},
        {"zoo/carried", "3", "3"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const snw_status status = set(cases[i].path, cases[i].value);
        if (status < 0) print_error("%s: %s\n", cases[i].path, why.text);
        CHECK(status == SNW_OK);
        CHECK_TEXT(get(cases[i].path), cases[i].then);
    }
    CHECK_TEXT(get("zoo/blocks[1]"), "8 0 6 5");
    CHECK_TEXT(get("zoo/q"), "1 0 0 0");
    CHECK_TEXT(get("zoo/T"), "1 0 0 0 1 0 0 0 1 0 0 0.3");
    CHECK_TEXT(get("zoo/q.w"), "1");
}

static void wrong_values_are_refused_and_change_nothing(void) {
    open_zoo();
    CHECK(snw_block_resize(zoo_field("steps"), z, 2, setup) == SNW_OK);
    static const struct {
        const char *path, *value;
        snw_status code;
    } cases[] = {
        {"zoo/real", "5 kg", SNW_ERR_UNIT},
        {"zoo/real", "4.5", SNW_ERR_RANGE},
        {"zoo/real", "nan", SNW_ERR_SYNTAX},
        {"zoo/real", "", SNW_ERR_SYNTAX},
        {"zoo/limit", "-INF", SNW_ERR_RANGE},
        {"zoo/mode", "fats", SNW_ERR_UNKNOWN_NAME},
        {"zoo/text", "a\x01", SNW_ERR_SYNTAX},
        {"zoo/text", "123456789 123456789 123456789 12", SNW_ERR_TOO_LARGE},
        {"zoo/v", "1 2", SNW_ERR_SYNTAX},
        {"zoo/v.x", "INF", SNW_ERR_NOT_FINITE},
        {"zoo/v.x", "1 2", SNW_ERR_SYNTAX},
        {"zoo/T.p.x", "6", SNW_ERR_RANGE},
        {"zoo/T.p.x", "1 rad", SNW_ERR_UNIT},
        {"zoo/T.R.x.x", "0.5", SNW_ERR_RANGE},
        {"zoo/T.R.x.x", "1 m", SNW_ERR_UNIT},
        {"zoo/q.w", "0.5", SNW_ERR_RANGE},
        {"zoo/q", "1 0 0 0", SNW_ERR_SYNTAX},
        {"zoo/T", "1 0 0 0 1 0 0 0 1 0 0 0", SNW_ERR_SYNTAX},
        {"zoo/K[0,0]", "1001", SNW_ERR_RANGE},
        {"zoo/gains", "1 2 3", SNW_ERR_SYNTAX},
        {"zoo/gains", "1 2 3 4 5", SNW_ERR_SYNTAX},
        {"zoo/gains", "1 2 3 0.5", SNW_ERR_RANGE},
        {"zoo/gains", "1 2 3 4 kg", SNW_ERR_UNIT},
        {"zoo/gains", "1,,2 3 4", SNW_ERR_SYNTAX},
        {"zoo/gains", "1 2 3 INF", SNW_ERR_NOT_FINITE},
        {"zoo/flags", "true", SNW_ERR_SIZE},
        {"zoo/flags", "true false true", SNW_ERR_SIZE},
        {"zoo/flags", "true,,false", SNW_ERR_SIZE},
        {"zoo/flags", ",true,false", SNW_ERR_SIZE},
        {"zoo/flags", "true false,", SNW_ERR_SIZE},
        {"zoo/flags", "true maybe", SNW_ERR_SYNTAX},
        {"zoo/modes", "fast fast quick", SNW_ERR_UNKNOWN_NAME},
        {"zoo/steps", "1 40000", SNW_ERR_RANGE},
        {"zoo/steps", "", SNW_ERR_SIZE},
        {"zoo/points", "1", SNW_ERR_SYNTAX},
        {"zoo/words", "one two", SNW_ERR_ARGUMENT},
        {"zoo/band", "1 2", SNW_ERR_ARGUMENT},
        {"zoo/marks", "x", SNW_ERR_ARGUMENT},
        {"zoo/law", "zoo_pid", SNW_ERR_ARGUMENT},
        {"zoo/spare", "", SNW_ERR_ARGUMENT},
        {"zoo/seen", "1", SNW_ERR_PERMISSION},
        {"zoo/reel", "1", SNW_ERR_UNKNOWN_NAME},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        refuse(cases[i].path, cases[i].value, cases[i].code);
    }
    refuse("zoo/real", "5 kg", SNW_ERR_UNIT);
    CHECK_TEXT(why.text, "'kg' does not measure what [rad] measures");
    refuse("zoo/flags", "true", SNW_ERR_SIZE);
    CHECK_TEXT(why.text, "there are fewer values than items");
    refuse("zoo/flags", "1 1 1", SNW_ERR_SIZE);
    CHECK_TEXT(why.text, "there are more values than items");
    refuse("zoo/seen", "1", SNW_ERR_PERMISSION);
    CHECK_TEXT(why.text, "a signal is computed, it cannot be set");
    snw_text text = {0};
    CHECK(snw_roots_get(&roots, "zoo/band", &text, &why) == SNW_ERR_ARGUMENT);
    CHECK_TEXT(why.text, "this is not a single value");
    CHECK(snw_roots_get(&roots, "zoo/nothing", &text, &why) == SNW_ERR_UNKNOWN_NAME);
    CHECK(text.length == 0);
}

static void a_rule_between_fields_rolls_the_value_back(void) {
    open_zoo();
    z->spare = snw_block_new(&zoo_mark_type, setup);
    CHECK(set("zoo/band/high", "1") == SNW_OK && set("zoo/band/low", "0.5") == SNW_OK);
    refuse("zoo/band/low", "1.5", SNW_ERR_LIMIT);
    CHECK_TEXT(why.text, "the lower end is above the upper one");
    refuse("zoo/band/high", "0", SNW_ERR_LIMIT);
    refuse("zoo/spare/band/low", "100", SNW_ERR_LIMIT);
    refuse("zoo/marks[1]/band/low", "100", SNW_ERR_LIMIT);
    CHECK(set("zoo/band/low", "1") == SNW_OK && z->band.low == 1);
    // what is wrong elsewhere does not stand in the way, so that it can be repaired step by step
    z->spare->band = (zoo_band){5, 1};
    z->i16 = 0;
    CHECK(set("zoo/band/low", "0.25") == SNW_OK);
    CHECK(set("zoo/i16", "-9") == SNW_OK);
    refuse("zoo/spare/band/low", "4", SNW_ERR_LIMIT);
    CHECK(set("zoo/spare/band/low", "0") == SNW_OK);
}

// the rules of all structs around a value are asked, from the inside out
static char asked[8];
static snw_status agree(const void *block, snw_why *reason) {
    (void)reason;
    (void)strcat(asked, "i");
    return ((const zoo_band *)block)->low < 50 ? SNW_OK : SNW_ERR_LIMIT;
}
static snw_status limit_sum(const void *block, snw_why *reason) {
    const zoo_mark *mark = block;
    (void)strcat(asked, "o");
    if (mark->p.x + mark->band.low <= 10) return SNW_OK;
    snw_why_set(reason, SNW_ERR_CHECK, NULL, "the sum is too large");
    return SNW_ERR_CHECK;
}

static void the_rules_of_all_structs_around_a_value_are_asked(void) {
    snw_type inner = zoo_band_type, outer = zoo_mark_type;
    inner.validate = agree;
    snw_field rows[] = {zoo_mark_fields[0], zoo_mark_fields[1], zoo_mark_fields[2]};
    rows[2].type = &inner;
    outer.fields = rows;
    outer.validate = limit_sum;
    zoo_mark mark = {"m", {5, 0, 0}, {1, 60}};
    snw_roots one = {0};
    CHECK(snw_roots_add(&one, "m", &outer, &mark) == SNW_OK);
    asked[0] = '\0';
    CHECK(snw_roots_set(&one, "m/band/low", "5", SNW_LIVE, &why) == SNW_OK);
    CHECK_TEXT(asked, "io");
    asked[0] = '\0';
    CHECK(snw_roots_set(&one, "m/band/low", "5.5", SNW_LIVE, &why) == SNW_ERR_CHECK);
    CHECK_TEXT(asked, "io");
    CHECK_TEXT(why.text, "the sum is too large");
    CHECK_TEXT(why.subject, "m/band/low");
    asked[0] = '\0';
    CHECK(snw_roots_set(&one, "m/band/low", "55", SNW_LIVE, &why) == SNW_ERR_LIMIT);
    CHECK_TEXT(asked, "i");
    asked[0] = '\0';
    CHECK(snw_roots_set(&one, "m/p.x", "6", SNW_LIVE, &why) == SNW_ERR_CHECK);
    CHECK_TEXT(asked, "o");
    CHECK(mark.band.low == 5 && mark.p.x == 5);
}

static void names_of_siblings_stay_different(void) {
    open_zoo();
    CHECK(snw_block_resize(zoo_field("trees"), z, 3, setup) == SNW_OK);
    CHECK(set("zoo/trees[0]/name", "oak") == SNW_OK);
    CHECK(set("zoo/trees[1]/name", "elm") == SNW_OK);
    refuse("zoo/trees[2]/name", "oak", SNW_ERR_DUPLICATE);
    CHECK_TEXT(why.text, "another item has this name");
    refuse("zoo/trees[elm]/name", "oak", SNW_ERR_DUPLICATE);
    CHECK(set("zoo/trees[elm]/name", "elm") == SNW_OK);
    CHECK(set("zoo/trees[elm]/name", "") == SNW_OK);
    CHECK(set("zoo/trees[2]/name", "") == SNW_OK);
    CHECK(set("zoo/marks[0]/name", "oak") == SNW_OK); // not a sibling
    // of children, and of what stands alone
    CHECK(snw_block_resize(zoo_field("laws"), z, 2, setup) == SNW_OK);
    for (int i = 0; i < 2; i++) {
        z->laws[i] = (snw_child){&zoo_relay_type, snw_block_new(&zoo_relay_type, setup)};
    }
    CHECK(set("zoo/laws[0]/name", "r") == SNW_OK);
    refuse("zoo/laws[1]/name", "r", SNW_ERR_DUPLICATE);
    z->spare = snw_block_new(&zoo_mark_type, setup);
    CHECK(set("zoo/spare/name", "oak") == SNW_OK);
}

static void values_change_only_at_their_time(void) {
    open_zoo();
    z->law = (snw_child){&zoo_pid_type, snw_block_new(&zoo_pid_type, setup)};
    CHECK(snw_block_resize(zoo_field("trees"), z, 1, setup) == SNW_OK);
    CHECK(snw_block_resize(zoo_field("roots"), z, 1, setup) == SNW_OK);
    static const struct {
        const char *path, *value;
        snw_when least; // strictest moment at which it is allowed
    } cases[] = {
        {"zoo/real", "1", SNW_LIVE},
        {"zoo/v.x", "1", SNW_LIVE},
        {"zoo/v", "1 2 3", SNW_LIVE},
        {"zoo/K[0,1]", "2", SNW_LIVE},
        {"zoo/gains", "1 2 3 4", SNW_LIVE},
        {"zoo/gains[2]", "5", SNW_LIVE},
        {"zoo/flag", "true", SNW_LIVE},
        {"zoo/band/high", "3", SNW_LIVE},
        {"zoo/marks[1]/p.x", "3", SNW_LIVE}, // a fixed array stays in place
        {"zoo/ratio", "3", SNW_AT_STANDSTILL},
        {"zoo/trees[0]/mass", "3", SNW_AT_STANDSTILL},
        {"zoo/roots[0]/mass", "3", SNW_AT_STANDSTILL},
        {"zoo/trees[0]/drag", "3", SNW_AT_STANDSTILL}, // live, but inside a list
        {"zoo/roots[0]/drag", "3", SNW_AT_STANDSTILL}, // live, but inside a counted array
        {"zoo/law/kp", "3", SNW_AT_STANDSTILL},        // live, but inside a child
        {"zoo/limit", "3", SNW_AT_LOAD},
        {"zoo/text", "x", SNW_AT_LOAD},
        {"zoo/carried", "3", SNW_AT_LOAD},
    };
    static const char *const reasons[] = {"this parameter changes only by loading",
                                          "this parameter changes only at standstill"};
    static const char *const fixes[] = {"change the file and load it again",
                                        "stop the motion first"};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (int when = SNW_AT_LOAD; when <= (int)SNW_LIVE; when++) {
            if (when <= (int)cases[i].least) {
                CHECK(snw_roots_set(&roots, cases[i].path, cases[i].value, (snw_when)when, &why) ==
                      SNW_OK);
            } else {
                refuse_at(cases[i].path, cases[i].value, (snw_when)when, SNW_ERR_STATE);
                CHECK_TEXT(why.text, reasons[cases[i].least]);
                CHECK_TEXT(why.fix, fixes[cases[i].least]);
            }
        }
    }
}

// --- listing ------------------------------------------------------------------------------------

typedef struct listed {
    char paths[ZOO_LEAVES][SNW_FIELD_PATH];
    snw_place places[ZOO_LEAVES];
    int count, stop_at;
} listed;
static listed list;

static bool remember(const char *path, const snw_place *place, void *context) {
    listed *l = context;
    (void)strcpy(l->paths[l->count], path);
    l->places[l->count++] = *place;
    return l->count != l->stop_at;
}

static int list_all(const char *pattern) {
    list.count = list.stop_at = 0;
    const int count = snw_roots_list(&roots, pattern, remember, &list);
    CHECK(count == list.count);
    return count;
}

static void a_list_tells_every_value_in_order_and_where_it_is(void) {
    CHECK_CASES(check_scaled(300)) {
        open_random_zoo(3);
        zoo_band band = {1, 2};
        CHECK(snw_roots_add(&roots, "band", &zoo_band_type, &band) == SNW_OK);
        const zoo_leaves *leaves = zoo_leaves_of(&zoo_type, z, "zoo");
        CHECK(list_all("zoo/**") == leaves->count);
        for (int i = 0; i < leaves->count; i++) {
            CHECK_TEXT(list.paths[i], leaves->items[i].path);
            snw_place place;
            CHECK(snw_roots_resolve(&roots, list.paths[i], &place, &why) == SNW_OK);
            CHECK(place.item == leaves->items[i].place && list.places[i].item == place.item);
            CHECK(list.places[i].number == place.number && list.places[i].when == place.when);
            CHECK(list.places[i].field == place.field && list.places[i].role == place.role);
            CHECK(list.places[i].low == place.low && list.places[i].high == place.high);
        }
        CHECK(list_all("**") == leaves->count + 2);
        CHECK_TEXT(list.paths[list.count - 1], "band/high");
        list.count = 0;
        list.stop_at = 5;
        CHECK(snw_roots_list(&roots, "**", remember, &list) == 5 && list.count == 5);
    }
}

// The meaning of a pattern, written down directly: letters by letters, steps by steps.
static bool step_matches(const char *p, const char *p_end, const char *t, const char *t_end) {
    if (p == p_end) return t == t_end;
    if (*p == '*') {
        return step_matches(p + 1, p_end, t, t_end) ||
               (t < t_end && step_matches(p, p_end, t + 1, t_end));
    }
    return t < t_end && *p == *t && step_matches(p + 1, p_end, t + 1, t_end);
}

static bool path_matches(const char *pattern, const char *path) {
    if (pattern == NULL) return path == NULL;
    const char *p_end = pattern + strcspn(pattern, "/");
    const char *p_next = *p_end == '/' ? p_end + 1 : NULL;
    const bool any = p_end - pattern == 2 && strncmp(pattern, "**", 2) == 0;
    if (any && path_matches(p_next, path)) return true;
    if (path == NULL) return false;
    const char *t_end = path + strcspn(path, "/");
    const char *t_next = *t_end == '/' ? t_end + 1 : NULL;
    if (any) return path_matches(pattern, t_next);
    return step_matches(pattern, p_end, path, t_end) && path_matches(p_next, t_next);
}

// a path with parts of it replaced by stars
static void make_pattern(char *pattern, const char *path) {
    (void)strcpy(pattern, path);
    for (int i = check_int(0, 3); i > 0; i--) {
        const size_t length = strlen(pattern);
        size_t from = (size_t)check_int(0, (int)length), to = from;
        const char *star = "*";
        if (check_int(0, 1)) { // whole steps
            while (from > 0 && pattern[from - 1] != '/') {
                from--;
            }
            to = from;
            for (int steps = check_int(0, 2); steps >= 0 && pattern[to] != '\0'; steps--) {
                to += strcspn(pattern + to, "/");
                if (steps > 0 && pattern[to] == '/') to++;
            }
            star = check_int(0, 3) == 0 ? "**/**" : "**";
        } else {
            to = from + (size_t)check_int(0, 6);
            if (to > length) to = length;
            for (size_t k = from; k < to; k++) {
                if (pattern[k] == '/') to = k;
            }
        }
        char rest[SNW_FIELD_PATH];
        (void)strcpy(rest, pattern + to);
        (void)strcpy(pattern + from, star);
        (void)strcat(pattern, rest);
    }
}

static void patterns_mean_what_they_say(void) {
    long matched = 0;
    CHECK_CASES(check_scaled(400)) {
        open_random_zoo(3);
        const zoo_leaves *leaves = zoo_leaves_of(&zoo_type, z, "zoo");
        for (int n = 0; n < 20; n++) {
            char pattern[2 * SNW_FIELD_PATH];
            make_pattern(pattern, leaves->items[check_int(0, leaves->count - 1)].path);
            (void)list_all(pattern);
            int at = 0;
            for (int i = 0; i < leaves->count; i++) {
                const bool expected = path_matches(pattern, leaves->items[i].path);
                const bool found =
                    at < list.count && strcmp(list.paths[at], leaves->items[i].path) == 0;
                if (expected != found) print_error("%s: %s\n", pattern, leaves->items[i].path);
                CHECK(expected == found);
                at += found;
            }
            CHECK(at == list.count);
            matched += at;
        }
    }
    CHECK(matched > 1000);
}

static void plain_patterns_find_what_a_user_expects(void) {
    open_zoo();
    CHECK(snw_block_resize(zoo_field("trees"), z, 3, setup) == SNW_OK);
    (void)strcpy(z->trees[0].name, "oak");
    (void)strcpy(z->trees[1].name, "7");
    (void)strcpy(z->trees[2].name, "a/b");
    static const struct {
        const char *pattern;
        int count;
        const char *first;
    } cases[] = {
        {"zoo/real", 1, "zoo/real"},
        {"zoo/trees[*]/mass", 3, "zoo/trees[oak]/mass"},
        {"zoo/trees[1]/mass", 1, "zoo/trees[1]/mass"},
        {"zoo/trees[7]/mass", 0, NULL},
        {"zoo/*/mass", 3, "zoo/trees[oak]/mass"},
        {"**/mass", 3, "zoo/trees[oak]/mass"},
        {"zoo/gains[*]", 4, "zoo/gains[0]"},
        {"zoo/gains*", 4, "zoo/gains[0]"},
        {"zoo/gains", 0, NULL},
        {"*/band/*", 2, "zoo/band/low"},
        {"**/band/**", 6, "zoo/band/low"},
        {"**/**/band/**/low/**", 3, "zoo/band/low"},
        {"zoo/i*", 4, "zoo/i8"},
        {"zoo/i*4", 1, "zoo/i64"},
        {"zoo/u*", 4, "zoo/u8"},
        {"zoo/**/low", 3, "zoo/band/low"},
        {"zoo", 0, NULL},
        {"", 0, NULL},
        {"zoo/real/", 0, NULL},
        {"zoo/", 0, NULL},
        {"zoo/*/", 0, NULL},
        {"real", 0, NULL},
        {"**/real/**", 1, "zoo/real"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const int count = list_all(cases[i].pattern);
        if (count != cases[i].count) print_error("%s gives %d\n", cases[i].pattern, count);
        CHECK(count == cases[i].count);
        if (count > 0) CHECK_TEXT(list.paths[0], cases[i].first);
    }
    CHECK(list_all("zoo/trees[2]/mass") == 1 && list.places[0].number == &z->trees[2].mass);
    snw_setup_destroy(setup);
    setup = NULL;
}

int main(void) {
    RUN(what_is_got_can_be_set_again);
    RUN(a_set_value_is_the_value_and_nothing_else_changes);
    RUN(values_are_set_with_units_and_in_all_forms);
    RUN(wrong_values_are_refused_and_change_nothing);
    RUN(a_rule_between_fields_rolls_the_value_back);
    RUN(the_rules_of_all_structs_around_a_value_are_asked);
    RUN(names_of_siblings_stay_different);
    RUN(values_change_only_at_their_time);
    RUN(a_list_tells_every_value_in_order_and_where_it_is);
    RUN(patterns_mean_what_they_say);
    RUN(plain_patterns_find_what_a_user_expects);
    return check_report();
}
