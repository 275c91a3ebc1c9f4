// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _POSIX_C_SOURCE 200809L

#include "sinew/station/types.h"

#include <string.h>

#include "check.h"

// a registry in a block of exactly `capacity` bytes
static snw_status lay_out(size_t capacity, size_t *needed) {
    void *block = NULL;
    CHECK(posix_memalign(&block, SNW_ARENA_ALIGN, capacity) == 0);
    snw_registry registry;
    snw_arena arena = snw_arena_over(block, capacity);
    const snw_status status = snw_types_register(&registry, NULL, &arena, NULL);
    *needed = arena.needed;
    free(block);
    return status;
}

static void the_registry_fits_an_arena_of_the_measured_size_and_no_smaller_one(void) {
    snw_registry registry;
    snw_arena arena = {0};
    CHECK(snw_types_register(&registry, NULL, &arena, NULL) == SNW_ERR_MEMORY);
    size_t needed;

    // with a sanitizer some capacities must do
    const size_t step = check_scaled(20) < 20 ? 61 : 1;
    for (size_t capacity = 0; capacity < arena.needed; capacity += step) {
        CHECK(lay_out(capacity, &needed) == SNW_ERR_MEMORY);
        CHECK(needed == arena.needed);
    }
    CHECK(lay_out(arena.needed - 1, &needed) == SNW_ERR_MEMORY);
    CHECK(lay_out(arena.needed, &needed) == SNW_OK);
}

static void a_registry_without_memory_says_what_is_missing(void) {
    snw_registry registry;
    snw_arena arena = {0};
    snw_why why = {0};
    CHECK(snw_types_register(&registry, NULL, &arena, &why) == SNW_ERR_MEMORY);
    CHECK(why.code == SNW_ERR_MEMORY && strstr(why.subject, "registry") != NULL);
}

// every type of the product is one that its own registry accepts, with a base that is registered
static void the_types_of_the_product_are_registered_and_frozen(void) {
    snw_types types;
    CHECK(snw_types_open(&types, NULL, NULL) == SNW_OK);
    CHECK(types.registry.frozen && types.plugin_count == 0);
    for (int i = 0; i < types.registry.type_count; i++) {
        const snw_type *type = types.registry.types[i];
        CHECK(snw_type_check(type, NULL) == SNW_OK);
        CHECK(snw_registry_find(&types.registry, type->token) == type);
    }
    snw_types_close(&types);
    CHECK(types.memory == NULL && types.plugins == NULL);
}

static void a_plugin_that_cannot_be_loaded_is_refused_by_name(void) {
    static const char *const paths[] = {"no-such-plugin.so"};
    const snw_types_options options = {.plugins = paths, .plugin_count = 1};
    snw_types types;
    snw_why why = {0};
    CHECK(snw_types_open(&types, &options, &why) < 0);
    char sentence[1024];
    (void)snw_why_sentence(&why, sentence, sizeof sentence);
    CHECK(strstr(sentence, "./no-such-plugin.so") != NULL);
    CHECK(types.memory == NULL && types.plugins == NULL);
}

static void an_unknown_type_is_refused(void) {
    snw_types types;
    CHECK(snw_types_open(&types, NULL, NULL) == SNW_OK);
    const snw_type *type = NULL;
    snw_why why = {0};
    CHECK(snw_types_find(&types.registry, "no_such_type_at_all", &type, &why) ==
          SNW_ERR_UNKNOWN_NAME);
    CHECK(type == NULL && strstr(why.text, "'no_such_type_at_all'") != NULL);
    CHECK(why.fix[0] != '\0');
    snw_types_close(&types);
}

int main(void) {
    RUN(the_registry_fits_an_arena_of_the_measured_size_and_no_smaller_one);
    RUN(a_registry_without_memory_says_what_is_missing);
    RUN(the_types_of_the_product_are_registered_and_frozen);
    RUN(a_plugin_that_cannot_be_loaded_is_refused_by_name);
    RUN(an_unknown_type_is_refused);
    return check_report();
}
