// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_MODELIO_CELL_TEST_H
#define SINEW_TESTS_MODELIO_CELL_TEST_H

/// @file
/// Reads and writes cells in memory, with their findings kept. Include it first.

#include "../model/systems.h"

#include "sinew/document.h"
#include "sinew/modelio.h"
#include "sinew/shape.h"
#include "sinew/store.h"

/// One text, read.
typedef struct cell_reading {
    snw_setup *setup;
    snw_cell *cell;
    snw_status status;
    snw_diags diags;
    snw_why items[SYSTEM_FINDINGS];
} cell_reading;

static void open_cell_reading(cell_reading *r) {
    memset(r, 0, sizeof *r);
    r->setup = snw_setup_create((size_t)1 << 28);
    CHECK(r->setup != NULL);
    r->diags = (snw_diags){.items = r->items, .capacity = SYSTEM_FINDINGS};
}

__attribute__((unused)) static const char *said(const cell_reading *r, int index) {
    static char text[1024];
    CHECK(index < r->diags.count);
    (void)snw_why_sentence(&r->items[index], text, sizeof text);
    return text;
}

__attribute__((unused)) static void print_said(const cell_reading *r) {
    for (int i = 0; i < r->diags.count; i++) {
        print_error("  %s\n", said(r, i));
    }
}

/// Reads a text as the file t.cell in a folder (NULL for none); the caller destroys r->setup.
__attribute__((unused)) static void read_cell(cell_reading *r, const char *text, const char *folder,
                                              const snw_cell_options *options) {
    open_cell_reading(r);
    const snw_source source = {text, strlen(text), "t.cell", folder};
    r->status = snw_cell_read(&source, options, r->setup, &r->cell, &r->diags);
    CHECK((r->status == SNW_OK) == (r->cell != NULL));
    CHECK((r->status == SNW_OK) == (r->diags.errors == 0));
}

__attribute__((unused)) static snw_cell *must_read(cell_reading *r, const char *text) {
    read_cell(r, text, NULL, NULL);
    if (r->status != SNW_OK) print_said(r);
    CHECK(r->status == SNW_OK);
    return r->cell;
}

/// A cell as XML; the caller frees it.
__attribute__((unused)) static char *cell_text(const snw_cell *cell) {
    snw_text text = snw_text_over(NULL, 0);
    snw_cell_write(cell, &text);
    char *buffer = malloc(text.length + 1);
    CHECK(buffer != NULL);
    text = snw_text_over(buffer, text.length + 1);
    snw_cell_write(cell, &text);
    return buffer;
}

/// A plant of a cell that belongs to somebody else.
__attribute__((unused)) static void build_for(plant *p, snw_cell *cell) {
    memset(p, 0, sizeof *p);
    p->cell = cell;
    p->diags = (snw_diags){.items = p->items, .capacity = SYSTEM_FINDINGS};
    must_build(p);
}

/// Puts a state of one system into another by the names of the members.
__attribute__((unused)) static void same_places(const plant *from, plant *to) {
    for (int i = 0; i < from->system.member_count; i++) {
        const snw_system_member *a = &from->system.members[i];
        const int at = snw_system_find(&to->system, a->name);
        CHECK(at >= 0 && to->system.members[at].model->nq == a->model->nq);
        memcpy(to->state.q + to->system.members[at].q_index, from->state.q + a->q_index,
               (size_t)a->model->nq * sizeof(double));
    }
}

#endif // SINEW_TESTS_MODELIO_CELL_TEST_H
