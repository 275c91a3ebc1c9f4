// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// Any bytes as a URDF, and as a Denavit-Hartenberg table, by all three strictnesses: no crash,
// every refusal has a reason, and what is accepted is legal and comes back equal after it was
// written.
#include "sinew/modelio.h"
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
    // only lenient reading may leave limits that URDF has no words for
    must(status == SNW_OK || (status == SNW_ERR_UNSUPPORTED && strictness == SNW_LENIENT));
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

static void try_urdf(const snw_source *source, snw_strictness strictness) {
    snw_setup *setup = snw_setup_create(1 << 26);
    must(setup != NULL);
    snw_diags diags = new_diags();
    snw_robot *robot = NULL;
    snw_urdf_extra *extra = NULL;
    const snw_urdf_options options = {
        .strictness = strictness, .keep_names = true, .extra = &extra};
    const snw_status status = snw_urdf_read(source, &options, setup, &robot, &diags);
    must((status == SNW_OK) == (diags.errors == 0));
    must(status == SNW_OK || (diags.count > 0 && findings[0].text[0] != '\0'));
    if (status == SNW_OK) check_robot(robot, extra, setup, strictness);
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
    const snw_source source = {(const char *)bytes, size, "fuzz", NULL};
    try_urdf(&source, SNW_NORMAL);
    try_urdf(&source, SNW_STRICT);
    try_urdf(&source, SNW_LENIENT);
    try_table(&source, SNW_NORMAL);
    try_table(&source, SNW_LENIENT);
    return 0;
}
