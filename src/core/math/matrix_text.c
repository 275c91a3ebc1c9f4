// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/math/matrix_text.h"

#include <stdbool.h>
#include <string.h>

#include "sinew/base/number.h"
#include "sinew/base/words.h"

enum { MOST = 16 }; // elements of the largest matrix here

// a buffer that counts what does not fit
typedef struct writer {
    char *out;
    size_t size, length;
} writer;

static void put(writer *w, const char *bytes, size_t count) {
    for (size_t i = 0; i < count; i++, w->length++) {
        if (w->length + 1 < w->size) w->out[w->length] = bytes[i];
    }
}

static size_t print(int n, const double *A, char *out, size_t size) {
    writer w = {out, size, 0};
    put(&w, "[", 1);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            char number[SNW_NUMBER_SIZE];
            const int length = snw_real_print(A[i + n * j], number);
            if (j > 0) put(&w, " ", 1);
            put(&w, number, (size_t)length);
        }
        put(&w, i + 1 < n ? "; " : "]", i + 1 < n ? 2 : 1);
    }
    if (size > 0) out[w.length < size ? w.length : size - 1] = '\0';
    return w.length;
}

// a text that is eaten from the front
typedef struct reader {
    const char *text, *end;
} reader;

static void skip_space(reader *r) {
    while (r->text < r->end && snw_is_blank(*r->text)) {
        r->text++;
    }
}

// eats one character, if it is the next after spaces
static bool take(reader *r, char c) {
    skip_space(r);
    if (r->text == r->end || *r->text != c) return false;
    r->text++;
    return true;
}

static bool at_row_end(reader *r) {
    skip_space(r);
    return r->text == r->end || *r->text == ';' || *r->text == ']';
}

static snw_status read_row(reader *r, int n, int row, double *A) {
    for (int j = 0; j < n; j++) {
        if (at_row_end(r)) return r->text == r->end ? SNW_ERR_SYNTAX : SNW_ERR_SIZE;
        const char *const start = r->text;
        size_t used = 0;
        const snw_status status =
            snw_real_parse(start, (size_t)(r->end - start), &A[row + n * j], &used);
        if (snw_failed(status)) return status;
        r->text = start + used;

        // numbers must not run together: a space, a comma or the end of the row parts them
        const bool parted = r->text < r->end && snw_is_blank(*r->text);
        const bool comma = take(r, ',');
        if (at_row_end(r) ? comma : !comma && !parted) return SNW_ERR_SYNTAX;
    }
    return at_row_end(r) ? SNW_OK : SNW_ERR_SIZE;
}

static snw_status parse(int n, const char *text, size_t length, double *A) {
    reader r = {text, text + length};
    if (!take(&r, '[')) return SNW_ERR_SYNTAX;
    for (int i = 0; i < n; i++) {
        if (i > 0 && !take(&r, ';')) return r.text == r.end ? SNW_ERR_SYNTAX : SNW_ERR_SIZE;
        const snw_status status = read_row(&r, n, i, A);
        if (snw_failed(status)) return status;
    }
    if (take(&r, ';')) return SNW_ERR_SIZE;
    if (!take(&r, ']')) return SNW_ERR_SYNTAX;
    skip_space(&r);
    return r.text == r.end ? SNW_OK : SNW_ERR_SYNTAX;
}

size_t snw_mat2_print(snw_mat2 A, char *out, size_t size) {
    double a[MOST];
    memcpy(a, &A, sizeof A);
    return print(2, a, out, size);
}

size_t snw_mat3_print(snw_mat3 A, char *out, size_t size) {
    double a[MOST];
    memcpy(a, &A, sizeof A);
    return print(3, a, out, size);
}

size_t snw_mat4_print(snw_mat4 A, char *out, size_t size) {
    double a[MOST];
    memcpy(a, &A, sizeof A);
    return print(4, a, out, size);
}

snw_status snw_mat2_parse(const char *text, size_t length, snw_mat2 *A) {
    double a[MOST];
    const snw_status status = parse(2, text, length, a);
    if (status == SNW_OK) memcpy(A, a, sizeof *A);
    return status;
}

snw_status snw_mat3_parse(const char *text, size_t length, snw_mat3 *A) {
    double a[MOST];
    const snw_status status = parse(3, text, length, a);
    if (status == SNW_OK) memcpy(A, a, sizeof *A);
    return status;
}

snw_status snw_mat4_parse(const char *text, size_t length, snw_mat4 *A) {
    double a[MOST];
    const snw_status status = parse(4, text, length, a);
    if (status == SNW_OK) memcpy(A, a, sizeof *A);
    return status;
}
