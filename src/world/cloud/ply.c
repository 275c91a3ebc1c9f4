// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// PLY, the polygon file format of Stanford: elements and their properties are declared by a header
// of lines, and follow one another. Only the element "vertex" is kept; what comes after it is not
// looked at.

#include <string.h>

#include "internal.h"

static const char rule[] = "ply-header";

enum { ELEMENTS = 16 };

typedef struct element {
    snw__record record;
    bool is_vertex;
} element;

typedef struct header {
    element elements[ELEMENTS];
    int count;
    bool has_format, is_text, big_endian;
} header;

static snw_status refuse(snw__points *p, const char *text, const char *fix) {
    return snw__points_refuse(p, SNW_ERR_SYNTAX, rule, text, fix);
}

static snw_status read_format(snw__points *p, header *h) {
    if (!snw__points_word(p)) p->word = "";
    h->is_text = snw__points_is(p, "ascii");
    h->big_endian = snw__points_is(p, "binary_big_endian");
    if (!h->is_text && !h->big_endian && !snw__points_is(p, "binary_little_endian")) {
        return snw__points_refuse_word(p, SNW_ERR_SYNTAX, rule, "is not a format of PLY",
                                       "write ascii, binary_little_endian or binary_big_endian");
    }
    if (!snw__points_word(p) || !snw__points_is(p, "1.0")) {
        return snw__points_refuse_word(p, SNW_ERR_UNSUPPORTED, rule, "is not version 1.0 of PLY",
                                       "write 'format ascii 1.0'");
    }
    h->has_format = true;
    return SNW_OK;
}

static snw_status read_element(snw__points *p, header *h) {
    if (h->count == ELEMENTS) {
        return refuse(p, "there are more than 16 elements", "remove those that are not needed");
    }
    element *e = &h->elements[h->count];
    *e = (element){0};
    if (!snw__points_word(p)) return refuse(p, "an element has no name", "write its name");
    e->is_vertex = snw__points_is(p, "vertex");
    if (!snw__points_word(p)) return refuse(p, "an element has no count", "write its count");
    const int64_t most = e->is_vertex ? SNW_CLOUD_POINTS : (int64_t)SNW_CLOUD_FILE_BYTES;
    const snw_status status =
        snw__points_count(p, e->is_vertex ? "cloud-count" : rule, most, &e->record.repeat);
    if (status == SNW_OK) h->count++;
    return status;
}

static snw_status read_store(snw__points *p, snw__store *store) {
    static const struct {
        const char *name, *other;
        snw__store store;
    } known[] = {{"char", "int8", SNW__I8},      {"uchar", "uint8", SNW__U8},
                 {"short", "int16", SNW__I16},   {"ushort", "uint16", SNW__U16},
                 {"int", "int32", SNW__I32},     {"uint", "uint32", SNW__U32},
                 {"float", "float32", SNW__F32}, {"double", "float64", SNW__F64}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (!snw__points_is(p, known[i].name) && !snw__points_is(p, known[i].other)) continue;
        *store = known[i].store;
        return SNW_OK;
    }
    return snw__points_refuse_word(p, SNW_ERR_SYNTAX, rule, "is not a type of PLY",
                                   "use char, uchar, short, ushort, int, uint, float or double");
}

static snw_status take(snw__points *p) {
    if (snw__points_word(p)) return SNW_OK;
    return refuse(p, "a property is not complete", "write 'property float x'");
}

static snw_status read_property(snw__points *p, header *h) {
    if (h->count == 0) return refuse(p, "a property has no element", "write the element first");
    element *e = &h->elements[h->count - 1];
    if (e->record.count == SNW__COLUMNS) {
        return refuse(p, "there are more than 64 properties", "remove those that are not needed");
    }
    snw__column c = {.count = 1, .axis = -1};
    snw_status status = take(p);
    if (status == SNW_OK && snw__points_is(p, "list")) {
        c.is_list = true;
        status = take(p);
        if (status == SNW_OK) status = read_store(p, &c.counter);
        if (status == SNW_OK) status = take(p);
    }
    if (status == SNW_OK) status = read_store(p, &c.store);
    if (status == SNW_OK) status = take(p);
    if (snw_failed(status)) return status;
    static const char *const axes[3] = {"x", "y", "z"};
    for (int i = 0; e->is_vertex && i < 3; i++) {
        if (snw__points_is(p, axes[i])) c.axis = i;
    }
    if (c.axis >= 0 && c.is_list) {
        return refuse(p, "a coordinate is a list", "declare x, y and z as single numbers");
    }
    e->record.columns[e->record.count++] = c;
    return SNW_OK;
}

static snw_status read_line(snw__points *p, header *h) {
    if (snw__points_is(p, "comment") || snw__points_is(p, "obj_info")) return SNW_OK;
    if (snw__points_is(p, "format")) return read_format(p, h);
    if (snw__points_is(p, "element")) return read_element(p, h);
    if (snw__points_is(p, "property")) return read_property(p, h);
    return snw__points_refuse_word(p, SNW_ERR_SYNTAX, rule, "is not a keyword of a PLY header",
                                   "write format, element, property, comment or end_header");
}

// the header as a whole: which element has the points
static snw_status find_vertex(snw__points *p, const header *h, int *vertex) {
    if (!h->has_format) return refuse(p, "the header has no format", "write 'format ascii 1.0'");
    for (int i = 0; i < h->count; i++) {
        const snw__record *record = &h->elements[i].record;
        if (record->count == 0 && record->repeat > 0) {
            return refuse(p, "an element has no property", "declare its properties");
        }
        if (!h->elements[i].is_vertex) continue;
        int axes = 0;
        for (int k = 0; k < record->count; k++) {
            if (record->columns[k].axis >= 0) axes |= 1 << record->columns[k].axis;
        }
        if (axes != 7) {
            return refuse(p, "the element vertex has no x, y and z", "declare all three");
        }
        *vertex = i;
        return SNW_OK;
    }
    return refuse(p, "there is no element vertex", "declare one with x, y and z");
}

snw_status snw__ply_read(snw__points *p) {
    if (!snw__points_word(p) || !snw__points_is(p, "ply")) {
        return refuse(p, "the file does not begin with 'ply'", "give a PLY file");
    }
    header h = {0};
    snw_status status = SNW_OK;
    bool at_end = false;
    while (status == SNW_OK && !at_end && snw__points_line(p)) {
        if (!snw__points_word(p)) continue;
        at_end = snw__points_is(p, "end_header");
        if (!at_end) status = read_line(p, &h);
    }
    if (snw_failed(status)) return status;
    if (!at_end) return refuse(p, "the header has no end", "write 'end_header' behind it");
    int vertex = 0;
    status = find_vertex(p, &h, &vertex);
    (void)snw__points_line(p);
    p->is_text = h.is_text;
    p->big_endian = h.big_endian;
    for (int i = 0; i <= vertex && status == SNW_OK; i++) {
        status = snw__points_records(p, &h.elements[i].record, i == vertex, "ply-data");
    }
    return status;
}
