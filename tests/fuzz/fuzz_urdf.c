// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// Any bytes as a robot, by all three strictnesses: no crash, every refusal has a reason, what is
// accepted is legal, and a URDF comes back equal after it was written. The bytes go through the
// door of every model command, with the check of the format before the reader. They are also read
// as a Denavit-Hartenberg table, whatever they look like.
#include "says.h"
#include "sinew/model.h"
#include "sinew/modelio.h"
#include "sinew/shape.h"
#include "sinew/urdf.h"

#include <stdlib.h>

enum { FINDINGS = 4 };
static snw_why findings[FINDINGS];

static void must(int condition) {
    if (!condition) abort();
}

static snw_diags new_diags(void) {
    return (snw_diags){.items = findings, .capacity = FINDINGS};
}

static void check_robot(const snw_robot *robot, const snw_urdf_extra *extra, snw_setup *setup,
                        snw_strictness strictness) {
    must(snw_block_check(&snw_robot_type, robot, NULL, NULL) == SNW_OK);
    snw_text text = snw_text_over(NULL, 0);
    const snw_status status = snw_urdf_write(robot, extra, &text, NULL);
    // only a strict reading leaves no limits that URDF has no words for
    must(status == SNW_OK || (status == SNW_ERR_UNSUPPORTED && strictness != SNW_STRICT));
    if (status != SNW_OK) return;
    char *buffer = malloc(text.length + 1);
    must(buffer != NULL);
    text = snw_text_over(buffer, text.length + 1);
    must(snw_urdf_write(robot, extra, &text, NULL) == SNW_OK);
    const snw_source source = {buffer, text.length, "again", NULL};
    const snw_urdf_options options = {.strictness = SNW_LENIENT, .keep_names = true};
    snw_robot *again = NULL;
    snw_diags diags = new_diags();
    must(snw_urdf_read(&source, &options, setup, &again, &diags) == SNW_OK);
    must(snw_block_equal(&snw_robot_type, robot, again));
    free(buffer);
}

// the types of sinew, made once: a loader without a registry would make them at each reading
static const snw_registry *types(void) {
    static _Alignas(SNW_ARENA_ALIGN) unsigned char block[1 << 16];
    static snw_registry registry;
    if (registry.type_count == 0) {
        snw_arena arena = snw_arena_over(block, sizeof block);
        must(snw_registry_init(&registry, 128, &arena) == SNW_OK &&
             snw_shape_register(&registry, NULL) == SNW_OK &&
             snw_model_register(&registry, NULL) == SNW_OK &&
             snw_urdf_register(&registry, NULL) == SNW_OK &&
             snw_modelio_register(&registry, NULL) == SNW_OK);
    }
    return &registry;
}

static void try_robot(const snw_source *source, snw_strictness strictness) {
    snw_setup *setup = snw_setup_create(1 << 26);
    must(setup != NULL);
    snw_diags diags = new_diags();
    snw_robot *robot = NULL;
    snw_urdf_extra *extra = NULL;
    // no environment and no folder: a file that the bytes name is not looked for
    const snw_load_options options = {.registry = types(),
                                      .strictness = strictness,
                                      .places = {.no_environment = true},
                                      .keep_names = true,
                                      .extra = &extra};
    const snw_status status = snw_robot_load_source(source, &options, setup, &robot, &diags);
    must((status == SNW_OK) == (diags.errors == 0) && (status == SNW_OK) == (robot != NULL));
    must(status == SNW_OK || (diags.count > 0 && says_why(&findings[0])));
    if (status == SNW_OK && snw_model_format_of(source) == SNW_FORMAT_URDF) {
        check_robot(robot, extra, setup, strictness);
    }
    snw_setup_destroy(setup);
}

static void try_table(const snw_source *source, snw_strictness strictness) {
    snw_setup *setup = snw_setup_create(1 << 24);
    must(setup != NULL);
    snw_diags diags = new_diags();
    snw_dh_sheet *sheet = NULL, *fitted = NULL;
    snw_robot *robot = NULL;
    const snw_dh_options options = {.strictness = strictness, .convention = SNW_DH_MODIFIED};
    if (snw_dh_read(source, &options, setup, &sheet, &diags) == SNW_OK) {
        must(snw_block_check(&snw_dh_sheet_type, sheet, NULL, NULL) == SNW_OK);
        const snw_dh_request request = {.convention = SNW_DH_STANDARD};
        snw_dh_fit fit;
        if (snw_dh_to_robot(sheet, setup, &robot, NULL) == SNW_OK) {
            must(snw_dh_from_robot(robot, &request, setup, &fitted, &fit, NULL) == SNW_OK);
        }
    }
    snw_setup_destroy(setup);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    // a name that says URDF, and one that leaves it to the bytes
    const snw_source named = {(const char *)bytes, size, "fuzz.urdf", NULL};
    const snw_source source = {(const char *)bytes, size, "fuzz", NULL};
    try_robot(&named, SNW_NORMAL);
    try_robot(&source, SNW_STRICT);
    try_robot(&named, SNW_LENIENT);
    try_table(&source, SNW_NORMAL);
    try_table(&source, SNW_LENIENT);
    return 0;
}
