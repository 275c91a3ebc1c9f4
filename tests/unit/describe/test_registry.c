// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _POSIX_C_SOURCE 200809L // NOLINT: the C library has chosen this name
#include "sinew/describe/registry.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "zoo.h"

enum { CAPACITY = 8 };
static _Alignas(SNW_ARENA_ALIGN) unsigned char memory[8192];
static snw_registry registry;
static snw_why why;

static const snw_base part = {.token = "part", .help = "Anything."};
static const snw_base law = {.token = "law", .base = "part", .help = "A law."};
static const snw_base shape = {.token = "shape", .base = "part", .help = "A shape."};
static const snw_base round_shape = {.token = "round", .base = "shape", .help = "Without edges."};
static const snw_base lonely = {.token = "lonely", .help = "Nothing above."};

static snw_type type_of(const char *token, const char *base) {
    snw_type type = zoo_band_type;
    type.token = token;
    type.base = base;
    return type;
}

static void open_registry(int capacity) {
    snw_arena arena = snw_arena_over(memory, sizeof memory);
    CHECK(snw_registry_init(&registry, capacity, &arena) == SNW_OK);
}

static void open_with_bases(void) {
    static const snw_base *const all[] = {&part, &law, &shape, &round_shape, &lonely};
    open_registry(CAPACITY);
    for (int i = 0; i < 5; i++) {
        CHECK(snw_registry_add_base(&registry, all[i], NULL) == SNW_OK);
    }
}

static void an_arena_below_the_measured_size_is_refused(void) {
    static const int capacities[] = {0, 1, 3, 20};
    for (size_t i = 0; i < sizeof capacities / sizeof capacities[0]; i++) {
        snw_arena arena = {0};
        snw_registry r;
        const snw_status empty = snw_registry_init(&r, capacities[i], &arena);
        CHECK(empty == SNW_ERR_MEMORY);
        const size_t needed = arena.needed;
        for (size_t capacity = 0; capacity <= needed; capacity++) {
            // a block of exactly that size, so that the sanitizer sees what lies beyond
            unsigned char *block = NULL;
            CHECK(posix_memalign((void **)&block, SNW_ARENA_ALIGN, capacity + (capacity == 0)) ==
                  0);
            arena = snw_arena_over(block, capacity);
            const snw_status status = snw_registry_init(&r, capacities[i], &arena);
            CHECK(status == (capacity < needed ? SNW_ERR_MEMORY : SNW_OK));
            if (status == SNW_OK && capacities[i] > 0) {
                CHECK(snw_registry_add_base(&r, &part, NULL) == SNW_OK);
                const snw_type type = type_of("t", "part");
                CHECK(snw_registry_add(&r, &type, NULL) == SNW_OK);
            }
            free(block);
        }
    }
    snw_arena arena = {0};
    snw_registry r;
    CHECK(snw_registry_init(&r, -1, &arena) < 0);
}

// spec: actin-model:A1-XM-17
static void a_type_is_found_by_its_token_and_an_unknown_one_is_null(void) {
    open_with_bases();
    CHECK(snw_registry_find(&registry, "pid") == NULL);
    const snw_type pid = type_of("pid", "law"), box = type_of("box", "shape");
    CHECK(snw_registry_add(&registry, &pid, &why) == SNW_OK);
    CHECK(snw_registry_add(&registry, &box, &why) == SNW_OK);
    CHECK(snw_registry_find(&registry, "pid") == &pid);
    CHECK(snw_registry_find(&registry, "box") == &box);
    static const char *const unknown[] = {"", "pi", "pidd", "PID", "law", "part", "pid "};
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++) {
        CHECK(snw_registry_find(&registry, unknown[i]) == NULL);
    }
}

static void refused(snw_status status, snw_status expected, const char *sentence) {
    char out[512];
    CHECK(status == expected && why.code == expected);
    (void)snw_why_sentence(&why, out, sizeof out);
    CHECK_TEXT(out, sentence);
}

static void wrong_registrations_are_refused_and_leave_nothing_behind(void) {
    open_with_bases();
    const snw_type pid = type_of("pid", "law"), twin = type_of("pid", "shape");
    CHECK(snw_registry_add(&registry, &pid, &why) == SNW_OK);
    refused(snw_registry_add(&registry, &twin, &why), SNW_ERR_DUPLICATE,
            "error: pid: a type has this token already; choose another token, or replace the type "
            "[registry]");
    refused(snw_registry_add_base(&registry, &law, &why), SNW_ERR_DUPLICATE,
            "error: law: a base has this token already; choose another token [registry]");

    const snw_type orphan = type_of("orphan", "lwa");
    refused(snw_registry_add(&registry, &orphan, &why), SNW_ERR_UNKNOWN_NAME,
            "error: orphan: its base 'lwa' is not registered; did you mean 'law'?; register the "
            "base first [registry]");
    const snw_base stray = {.token = "stray", .base = "nowhere", .help = "Lost."};
    refused(snw_registry_add_base(&registry, &stray, &why), SNW_ERR_UNKNOWN_NAME,
            "error: stray: its base 'nowhere' is not registered; register the base first "
            "[registry]");
    const snw_base nameless = {.help = "Without a name."}, silent = {.token = "silent"};
    CHECK(snw_registry_add_base(&registry, &nameless, &why) == SNW_ERR_ARGUMENT);
    CHECK(snw_registry_add_base(&registry, &silent, &why) == SNW_ERR_ARGUMENT);

    // a table with a fault, and one that reaches upwards
    snw_type bad = type_of("bad", "law");
    bad.help = NULL;
    CHECK(snw_registry_add(&registry, &bad, &why) == SNW_ERR_ARGUMENT);
    CHECK_TEXT(why.subject, "bad");
    snw_type high = zoo_band_type;
    high.space = &snw_space_cell;
    snw_field row = zoo_mark_fields[2];
    row.type = &high;
    snw_type low = zoo_mark_type;
    low.fields = &row;
    low.field_count = 1;
    refused(snw_registry_add(&registry, &low, &why), SNW_ERR_ARGUMENT,
            "error: zoo_mark/band: it holds a type of a higher name space; correct the table of "
            "the type [table]");

    CHECK(registry.type_count == 1 && registry.base_count == 5);
    CHECK(snw_registry_find(&registry, "pid") == &pid);
    CHECK(snw_registry_find(&registry, "orphan") == NULL);
    CHECK(snw_registry_find(&registry, "bad") == NULL);
}

static void a_full_registry_says_so(void) {
    open_registry(2);
    const snw_type types[] = {type_of("a", NULL), type_of("b", NULL), type_of("c", NULL)};
    CHECK(snw_registry_add(&registry, &types[0], &why) == SNW_OK);
    CHECK(snw_registry_add(&registry, &types[1], &why) == SNW_OK);
    refused(snw_registry_add(&registry, &types[2], &why), SNW_ERR_FULL,
            "error: c: the registry is full; lay it out with a larger capacity [registry]");
    CHECK(snw_registry_add_base(&registry, &part, &why) == SNW_OK);
    CHECK(snw_registry_add_base(&registry, &law, &why) == SNW_OK);
    CHECK(snw_registry_add_base(&registry, &shape, &why) == SNW_ERR_FULL);
    CHECK(registry.type_count == 2 && registry.base_count == 2);
}

static void a_frozen_registry_does_not_change(void) {
    open_with_bases();
    const snw_type pid = type_of("pid", "law"), better = type_of("pid", "law"),
                   box = type_of("box", "shape");
    CHECK(snw_registry_add(&registry, &pid, NULL) == SNW_OK);
    snw_registry_freeze(&registry);
    CHECK(registry.frozen);
    refused(snw_registry_add(&registry, &box, &why), SNW_ERR_STATE,
            "error: box: the registry is frozen; register types before the system starts "
            "[registry]");
    CHECK(snw_registry_add_base(&registry, &law, &why) == SNW_ERR_STATE);
    CHECK(snw_registry_replace(&registry, &better, &why) == SNW_ERR_STATE);
    snw_registry_rewind(&registry, 0, 0);
    CHECK(snw_registry_find(&registry, "pid") == &pid);
    CHECK(registry.type_count == 1 && registry.base_count == 5);
}

static void a_replacement_takes_the_place_and_can_be_taken_back(void) {
    open_with_bases();
    const snw_type pid = type_of("pid", "law"), better = type_of("pid", "law"),
                   other = type_of("pid", "shape"), box = type_of("box", "shape");
    CHECK(snw_registry_add(&registry, &pid, NULL) == SNW_OK);
    CHECK(snw_registry_add(&registry, &box, NULL) == SNW_OK);
    CHECK(snw_registry_replace(&registry, &better, &why) == SNW_OK);
    CHECK(snw_registry_find(&registry, "pid") == &better);
    CHECK(snw_registry_find(&registry, "box") == &box);
    CHECK(registry.type_count == 2 && registry.types[0] == &better);
    CHECK(snw_registry_is_a(&registry, snw_registry_find(&registry, "pid"), "law"));

    refused(snw_registry_replace(&registry, &other, &why), SNW_ERR_ARGUMENT,
            "error: pid: the replacement has another base; give it the base of the type that it "
            "replaces [registry]");
    const snw_type fresh = type_of("fresh", "law");
    refused(snw_registry_replace(&registry, &fresh, &why), SNW_ERR_UNKNOWN_NAME,
            "error: fresh: there is no type to replace; add it instead [registry]");
    snw_type bad = better;
    bad.align = 0;
    CHECK(snw_registry_replace(&registry, &bad, &why) == SNW_ERR_ARGUMENT);
    CHECK(snw_registry_find(&registry, "pid") == &better);
    CHECK(snw_registry_replace(&registry, &pid, &why) == SNW_OK);
    CHECK(snw_registry_find(&registry, "pid") == &pid);
}

static void types_belong_to_the_bases_of_their_bases(void) {
    open_with_bases();
    const snw_type ball = type_of("ball", "round"), bare = type_of("bare", NULL);
    CHECK(snw_registry_add(&registry, &ball, NULL) == SNW_OK);
    CHECK(snw_registry_add(&registry, &bare, NULL) == SNW_OK);
    static const struct {
        const char *base;
        bool ball, bare;
    } cases[] = {{"round", true, false},   {"shape", true, false},   {"part", true, false},
                 {"law", false, false},    {"lonely", false, false}, {"ball", false, false},
                 {"nobody", false, false}, {NULL, true, true}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        CHECK(snw_registry_is_a(&registry, &ball, cases[i].base) == cases[i].ball);
        CHECK(snw_registry_is_a(&registry, &bare, cases[i].base) == cases[i].bare);
    }
}

// the tokens of all types of a base, in the order of registration
static void list(const char *base, char *out) {
    int cursor = 0;
    out[0] = '\0';
    for (const snw_type *type; (type = snw_registry_next(&registry, base, &cursor)) != NULL;) {
        (void)strcat(strcat(out, type->token), " ");
    }
    CHECK(snw_registry_next(&registry, base, &cursor) == NULL);
}

static void types_are_listed_by_base_in_their_order(void) {
    open_with_bases();
    const snw_type types[] = {type_of("box", "shape"), type_of("pid", "law"),
                              type_of("ball", "round"), type_of("bare", NULL),
                              type_of("relay", "law")};
    for (int i = 0; i < 5; i++) {
        CHECK(snw_registry_add(&registry, &types[i], NULL) == SNW_OK);
    }
    char out[256];
    list(NULL, out);
    CHECK_TEXT(out, "box pid ball bare relay ");
    list("law", out);
    CHECK_TEXT(out, "pid relay ");
    list("shape", out);
    CHECK_TEXT(out, "box ball ");
    list("round", out);
    CHECK_TEXT(out, "ball ");
    list("part", out);
    CHECK_TEXT(out, "box pid ball relay ");
    list("lonely", out);
    CHECK_TEXT(out, "");
}

// Registrations of random plugins, some of which fail half-way: what remains is what the plugins
// that succeeded have added, as a plain list kept beside says.
static void a_failed_registration_is_undone(void) {
    static char tokens[40][16];
    static snw_type types[40];
    static snw_base bases[40];
    CHECK_CASES(check_scaled(2000)) {
        open_registry(40);
        int kept_types[40], kept_bases[40], type_total = 0, base_total = 0, made = 0;
        while (made < 30) {
            const int type_mark = registry.type_count, base_mark = registry.base_count;
            const int size = check_int(1, 6);
            const bool fails = check_int(0, 1) == 1;
            int new_types = 0, new_bases = 0;
            for (int i = 0; i < size && made < 40; i++, made++) {
                (void)snprintf(tokens[made], sizeof tokens[made], "t%d", made);
                if (check_int(0, 2) == 0) {
                    bases[made] = (snw_base){.token = tokens[made], .help = "A base."};
                    CHECK(snw_registry_add_base(&registry, &bases[made], NULL) == SNW_OK);
                    kept_bases[base_total + new_bases++] = made;
                } else {
                    types[made] = type_of(tokens[made], NULL);
                    CHECK(snw_registry_add(&registry, &types[made], NULL) == SNW_OK);
                    kept_types[type_total + new_types++] = made;
                }
            }
            if (fails) {
                const snw_type bad = type_of("bad", "nobody");
                CHECK(snw_registry_add(&registry, &bad, NULL) == SNW_ERR_UNKNOWN_NAME);
                snw_registry_rewind(&registry, type_mark, base_mark);
            } else {
                type_total += new_types;
                base_total += new_bases;
            }
        }
        CHECK(registry.type_count == type_total && registry.base_count == base_total);
        int found = 0;
        for (int i = 0; i < made; i++) {
            found += snw_registry_find(&registry, tokens[i]) != NULL;
        }
        CHECK(found == type_total);
        for (int i = 0; i < type_total; i++) {
            CHECK(snw_registry_find(&registry, tokens[kept_types[i]]) == &types[kept_types[i]]);
            CHECK(registry.types[i] == &types[kept_types[i]]);
        }
        for (int i = 0; i < base_total; i++) {
            const snw_type child = type_of("child", tokens[kept_bases[i]]);
            CHECK(snw_registry_add(&registry, &child, NULL) == SNW_OK);
            snw_registry_rewind(&registry, type_total, base_total);
        }
    }
}

int main(void) {
    RUN(an_arena_below_the_measured_size_is_refused);
    RUN(a_type_is_found_by_its_token_and_an_unknown_one_is_null);
    RUN(wrong_registrations_are_refused_and_leave_nothing_behind);
    RUN(a_full_registry_says_so);
    RUN(a_frozen_registry_does_not_change);
    RUN(a_replacement_takes_the_place_and_can_be_taken_back);
    RUN(types_belong_to_the_bases_of_their_bases);
    RUN(types_are_listed_by_base_in_their_order);
    RUN(a_failed_registration_is_undone);
    return check_report();
}
