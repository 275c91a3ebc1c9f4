// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/axis.h"

#include "check.h"

typedef struct sample {
    double stiffness;
} sample;

static const snw_field sample_fields[] = {
    {SNW_AT(sample, stiffness), .kind = SNW_KIND_REAL, .help = "How stiff it is."},
};

// a type with functions under that head
static snw_type type_with(const snw_vtable *functions) {
    return (snw_type){SNW_TYPE(sample, sample_fields), .base = "drive", .space = &snw_space_motion,
                      .functions = functions, .help = "A drive."};
}

static void the_functions_of_a_drive_are_found_by_version_and_size(void) {
    snw_drive_functions functions = {.head = {sizeof(snw_drive_functions), SNW_DRIVE_VERSION},
                                     .simulated = true};
    const snw_type good = type_with(&functions.head), none = type_with(NULL);
    CHECK(snw_drive_of(&good) == &functions);
    CHECK(snw_drive_of(&good)->simulated);
    CHECK(snw_drive_of(&none) == NULL);
    // a later version may have more functions behind these
    functions.head.size += 64;
    CHECK(snw_drive_of(&good) == &functions);
    functions.head.size = sizeof(snw_drive_functions) - 1;
    CHECK(snw_drive_of(&good) == NULL);
    functions.head.size = sizeof(snw_drive_functions);
    functions.head.version = SNW_DRIVE_VERSION + 1;
    CHECK(snw_drive_of(&good) == NULL);
}

static void drives_are_a_base_of_the_registry(void) {
    static _Alignas(SNW_ARENA_ALIGN) unsigned char block[65536];
    static const snw_drive_functions functions = {
        .head = {sizeof(snw_drive_functions), SNW_DRIVE_VERSION}};
    const snw_type type = type_with(&functions.head);
    snw_arena arena = snw_arena_over(block, sizeof block);
    snw_registry registry;
    snw_why why;
    CHECK(snw_registry_init(&registry, 8, &arena) == SNW_OK);
    // a drive before its base is refused
    CHECK(snw_failed(snw_registry_add(&registry, &type, &why)));
    CHECK(snw_axis_register(&registry, &why) == SNW_OK);
    CHECK(snw_registry_add(&registry, &type, &why) == SNW_OK);
    CHECK(snw_registry_find(&registry, "sample") == &type);
    int cursor = 0;
    CHECK(snw_registry_next(&registry, "drive", &cursor) == &type);
    CHECK(snw_registry_next(&registry, "drive", &cursor) == NULL);
}

int main(void) {
    RUN(the_functions_of_a_drive_are_found_by_version_and_size);
    RUN(drives_are_a_base_of_the_registry);
    return check_report();
}
