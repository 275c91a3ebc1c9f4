// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_MODELIO_DH_TEST_H
#define SINEW_TESTS_MODELIO_DH_TEST_H

/// @file
/// Reads Denavit-Hartenberg tables from literals, and multiplies them out element by element.

#include "../urdf/chain.h"
#include "sinew/modelio.h"

/// One text, read.
typedef struct sheet_reading {
    snw_setup *setup;
    snw_dh_sheet *sheet;
    snw_status status;
    snw_diags diags;
    snw_why items[16];
} sheet_reading;

static void read_sheet(sheet_reading *r, const char *text, const snw_dh_options *options) {
    *r = (sheet_reading){.setup = snw_setup_create(1 << 22)};
    CHECK(r->setup != NULL);
    r->diags.items = r->items;
    r->diags.capacity = 16;
    const snw_source source = {text, strlen(text), "t.csv", NULL};
    r->status = snw_dh_read(&source, options, r->setup, &r->sheet, &r->diags);
    CHECK((r->status == SNW_OK) == (r->sheet != NULL));
    CHECK((r->status == SNW_OK) == (r->diags.errors == 0));
}

static void close_sheet(sheet_reading *r) {
    snw_setup_destroy(r->setup);
}

/// A table that must be accepted without a word.
__attribute__((unused)) static snw_dh_sheet *accept_sheet(sheet_reading *r, const char *text) {
    const snw_dh_options strict = {.strictness = SNW_STRICT};
    read_sheet(r, text, &strict);
    char told[1024] = "";
    if (r->diags.count > 0) (void)snw_why_sentence(&r->items[0], told, sizeof told);
    if (r->status != SNW_OK) print_error("%s\n", told);
    CHECK(r->status == SNW_OK && r->diags.count == 0);
    return r->sheet;
}

/// The matrix of a row, as the books print it (Craig 1989, eq. 3.6; Paul 1981, eq. 2.30).
__attribute__((unused)) static snw_pose printed_row(snw_dh_convention convention, snw_dh row) {
    const double ct = cos(row.theta), st = sin(row.theta), ca = cos(row.alpha), sa = sin(row.alpha);
    snw_pose T;
    if (convention == SNW_DH_MODIFIED) {
        T.R = snw_mat3_of(snw_vec3_of(ct, st * ca, st * sa), snw_vec3_of(-st, ct * ca, ct * sa),
                          snw_vec3_of(0, -sa, ca));
        T.p = snw_vec3_of(row.a, -row.d * sa, row.d * ca);
    } else {
        T.R = snw_mat3_of(snw_vec3_of(ct, st, 0), snw_vec3_of(-st * ca, ct * ca, sa),
                          snw_vec3_of(st * sa, -ct * sa, ca));
        T.p = snw_vec3_of(row.a * ct, row.a * st, row.d);
    }
    return T;
}

/// The tool of a table when its joints are at q.
__attribute__((unused)) static snw_pose sheet_tool(const snw_dh_sheet *sheet, const double *q) {
    snw_pose T = sheet->base;
    int joint = 0;
    for (int i = 0; i < sheet->row_count; i++) {
        const snw_dh_row *row = &sheet->rows[i];
        snw_dh numbers = {row->a, row->alpha, row->d, row->theta};
        if (row->kind == SNW_DH_PRISMATIC) numbers.d += q[joint++] + row->offset;
        if (row->kind == SNW_DH_REVOLUTE || row->kind == SNW_DH_CONTINUOUS) {
            numbers.theta += q[joint++] + row->offset;
        }
        T = snw_pose_mul(T, printed_row(sheet->convention, numbers));
    }
    return snw_pose_mul(T, sheet->tool);
}

/// The robot of a table.
__attribute__((unused)) static snw_robot *robot_of(const snw_dh_sheet *sheet, snw_setup *setup) {
    snw_robot *robot = NULL;
    snw_why why;
    const snw_status status = snw_dh_to_robot(sheet, setup, &robot, &why);
    if (status != SNW_OK) print_error("%s: %s\n", why.subject, why.text);
    CHECK(status == SNW_OK);
    return robot;
}

#endif // SINEW_TESTS_MODELIO_DH_TEST_H
