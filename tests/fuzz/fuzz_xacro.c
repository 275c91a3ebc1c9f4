// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// Any bytes as xacro, and as SRDF, by all three strictnesses: no crash, every refusal has a reason.
// What xacro accepts is XML that is its own expansion once its dollar signs are gone; an SRDF that
// is accepted is legal and comes back equal after it was written.
#include "sinew/urdf/srdf.h"
#include "sinew/xacro.h"

#include <stdlib.h>
#include <string.h>

enum { FINDINGS = 4 };
static snw_why findings[FINDINGS];

static void must(int condition) {
    if (!condition) abort();
}

static snw_diags new_diags(void) {
    return (snw_diags){.items = findings, .capacity = FINDINGS};
}

static void try_xacro(const snw_source *source, snw_strictness strictness) {
    snw_setup *setup = snw_setup_create(1 << 26);
    must(setup != NULL);
    const snw_xacro_argument given[] = {{"a", "1"}, {"b", "${a}"}};
    const snw_xacro_options options = {.arguments = given,
                                       .argument_count = 2,
                                       .places = {.no_environment = true},
                                       .strictness = strictness};
    snw_diags diags = new_diags();
    snw_source once = {0}, twice = {0};
    const snw_status status = snw_xacro_expand(source, &options, setup, &once, &diags);
    must((status == SNW_OK) == (diags.errors == 0));
    must((status == SNW_OK) == (once.bytes != NULL));
    must(status == SNW_OK || (diags.count > 0 && findings[0].text[0] != '\0'));
    if (status == SNW_OK) {
        must(strlen(once.bytes) == once.length);
        diags = new_diags();
        const snw_status again = snw_xacro_expand(&once, &options, setup, &twice, &diags);
        const int plain = strchr(once.bytes, '$') == NULL && strstr(once.bytes, "xacro:") == NULL;
        must(!plain || again == SNW_OK);
        must(!plain || strcmp(once.bytes, twice.bytes) == 0);
    }
    snw_setup_destroy(setup);
}

static void try_srdf(const snw_source *source, snw_strictness strictness) {
    snw_setup *setup = snw_setup_create(1 << 26);
    must(setup != NULL);
    snw_diags diags = new_diags();
    const snw_srdf_options options = {strictness};
    snw_srdf *srdf = NULL, *again = NULL;
    const snw_status status = snw_srdf_read(source, &options, NULL, setup, &srdf, &diags);
    must((status == SNW_OK) == (diags.errors == 0) && (status == SNW_OK) == (srdf != NULL));
    if (status == SNW_OK) {
        must(snw_block_check(&snw_srdf_type, srdf, NULL, NULL) == SNW_OK);
        snw_text text = snw_text_over(NULL, 0);
        must(snw_srdf_write(srdf, &text, NULL) == SNW_OK);
        char *buffer = malloc(text.length + 1);
        must(buffer != NULL);
        text = snw_text_over(buffer, text.length + 1);
        must(snw_srdf_write(srdf, &text, NULL) == SNW_OK);
        const snw_source written = {buffer, text.length, "again", NULL};
        diags = new_diags();
        must(snw_srdf_read(&written, NULL, NULL, setup, &again, &diags) == SNW_OK);
        must(snw_block_equal(&snw_srdf_type, srdf, again));
        free(buffer);
    }
    snw_setup_destroy(setup);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    const snw_source source = {(const char *)bytes, size, "fuzz", NULL};
    (void)snw_xacro_is(&source);
    // the length chooses the second level, so that a run costs two readings and not five
    try_xacro(&source, SNW_NORMAL);
    if (size % 2 == 0) {
        try_xacro(&source, size % 4 == 0 ? SNW_STRICT : SNW_LENIENT);
    } else {
        try_srdf(&source, size % 4 == 1 ? SNW_NORMAL : SNW_LENIENT);
    }
    return 0;
}
