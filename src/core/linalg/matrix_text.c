// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/linalg/matrix.h"

#include "sinew/base/number.h"

snw_status snw_mat_print(snw_mat A, snw_text *text) {
    if (!snw_mat_valid(A)) return SNW_ERR_SIZE;
    snw_text_add(text, "[", 1);
    for (int i = 0; i < A.rows; i++) {
        if (i > 0) snw_text_add(text, "; ", 2);
        for (int j = 0; j < A.cols; j++) {
            if (j > 0) snw_text_add(text, " ", 1);
            snw_text_real(text, *snw_mat_at(A, i, j));
        }
    }
    snw_text_add(text, "]", 1);
    return SNW_OK;
}

// Where the reader stands: before, inside or after the brackets, at (row, col).
typedef struct reader {
    snw_mat out;
    enum { BEFORE, INSIDE, AFTER } place;
    int row, col;
    bool gap, comma; // anything, or a comma, since the last number
    bool write;      // false in the first pass, which only looks
} reader;

static snw_status end_row(reader *r) {
    if (r->comma) return SNW_ERR_SYNTAX;
    if (r->row == r->out.rows || r->col != r->out.cols) return SNW_ERR_SIZE;
    r->row++;
    r->col = 0;
    r->gap = true;
    return SNW_OK;
}

static snw_status take_number(reader *r, const char *text, size_t length, size_t *used) {
    if (r->place != INSIDE || !r->gap) return SNW_ERR_SYNTAX;
    double value = 0;
    const snw_status status = snw_real_parse(text, length, &value, used);
    if (snw_failed(status)) return status;
    if (r->row == r->out.rows || r->col == r->out.cols) return SNW_ERR_SIZE;
    if (r->write) *snw_mat_at(r->out, r->row, r->col) = value;
    r->col++;
    r->gap = r->comma = false;
    return SNW_OK;
}

// what stands between numbers; *known is false for anything else
static snw_status take_mark(reader *r, char c, bool *known) {
    *known = true;
    if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
        r->gap = true;
        return SNW_OK;
    }
    if (c == '[' && r->place == BEFORE) {
        r->place = INSIDE;
        r->gap = true;
        return SNW_OK;
    }
    if (c == ',' && r->place == INSIDE && r->col > 0 && !r->comma) {
        r->comma = r->gap = true;
        return SNW_OK;
    }
    if ((c == ';' || c == ']') && r->place == INSIDE) {
        if (c == ']') r->place = AFTER;
        return end_row(r);
    }
    *known = false;
    return SNW_OK;
}

static snw_status read_all(const char *text, size_t length, snw_mat out, bool write) {
    reader r = {.out = out, .write = write};
    for (size_t at = 0; at < length;) {
        size_t used = 1;
        bool known = false;
        snw_status status = take_mark(&r, text[at], &known);
        if (!known) status = take_number(&r, text + at, length - at, &used);
        if (snw_failed(status)) return status;
        at += used;
    }
    if (r.place != AFTER) return SNW_ERR_SYNTAX;
    return r.row == out.rows ? SNW_OK : SNW_ERR_SIZE;
}

snw_status snw_mat_parse(const char *text, size_t length, snw_mat out) {
    if (!snw_mat_valid(out)) return SNW_ERR_SIZE;
    const snw_status status = read_all(text, length, out, false);
    return snw_failed(status) ? status : read_all(text, length, out, true);
}
