// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "internal.h"
#include "saving.h"
#include "sinew/document/file.h"

// Plots of the page are a part of the cell: a page hands them over when it saves, and every page
// that opens the cell finds them in the catalogue.

enum { FINDINGS = 4, MEMORY = 4 << 20 };

static const snw_field plots_fields[] = {
    {SNW_AT_LIST(snw__plots, plots, count, SNW_LOOP_PLOTS), .kind = SNW_KIND_STRUCT,
     .type = &snw_plot_entry_type, .item = "plot", .help = "Plots of the page."},
};
static const snw_type plots_type = {SNW_TYPE_AS("plots", snw__plots, plots_fields),
                                    .space = &snw_space_cell, .help = "Plots of the page."};

snw_status snw__plots_take(snw_station *station, const char *document, snw_why *why) {
    if (document[0] == '\0') return SNW_OK;
    snw_why found[FINDINGS];
    snw_diags diags = {.items = found, .capacity = FINDINGS};
    const snw_source source = {document, strlen(document), "plots", NULL};
    void *read = NULL;
    snw_setup *setup = snw_setup_create(MEMORY);
    if (setup == NULL) return SNW_ERR_MEMORY;
    const snw_status status = snw_json_read(&source, &plots_type, NULL, setup, &read, &diags);
    if (snw_failed(status)) {
        if (why != NULL && diags.count > 0) *why = found[0];
        snw_setup_destroy(setup);
        return status;
    }
    const snw__plots *taken = read;
    station->loop.plots = taken->plots;
    station->loop.plot_count = taken->count;
    snw_setup_destroy(station->plots);
    station->plots = setup;
    return SNW_OK;
}

snw_status snw__plots_keep(const snw__plots *plots, snw_loop *into, snw_setup *setup,
                           snw_why *why) {
    const snw_field *list = snw_type_field(&snw_loop_type, "plots");
    // from the beginning: what an item held before is not freed, but left
    snw_status status = snw_block_resize(list, into, 0, setup);
    if (!snw_failed(status)) status = snw_block_resize(list, into, plots->count, setup);
    for (int i = 0; i < plots->count && !snw_failed(status); i++)
        status = snw_block_copy(list->type, &into->plots[i], &plots->plots[i], setup);
    return snw_failed(status) ? snw_refuse(why, status, "plots", NULL, NULL) : SNW_OK;
}
