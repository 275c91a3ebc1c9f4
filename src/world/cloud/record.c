// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Records of PCD and PLY files: a row of values, as text or as bytes, of which three may be the
// coordinates of a point.

#include <string.h>

#include "internal.h"

int snw__store_size(snw__store store) {
    static const int sizes[SNW__STORES] = {1, 1, 2, 2, 4, 4, 8, 8, 4, 8};
    return sizes[store];
}

// --- size ---------------------------------------------------------------------------------------

// bytes that a record has at least: in a text each value has a digit and what parts it from the
// next
static int64_t least_bytes(const snw__points *p, const snw__record *record) {
    int64_t sum = 0;
    for (int i = 0; i < record->count; i++) {
        const snw__column *c = &record->columns[i];
        const snw__store store = c->is_list ? c->counter : c->store;
        const int64_t values = c->is_list ? 1 : c->count;
        sum += p->is_text ? 2 * values : values * snw__store_size(store);
    }
    return sum;
}

static snw_status check_size(snw__points *p, const snw__record *record, bool keep,
                             const char *rule) {
    // the last line of a text need not end
    const int64_t rest = p->end - p->at + (p->is_text ? 1 : 0);
    const int64_t each = least_bytes(p, record);
    if (record->repeat == 0) return SNW_OK;
    if (each == 0 || record->repeat > rest / each) {
        snw_why why;
        snw_why_set(&why, SNW_ERR_SYNTAX, NULL, "the file ends before its points");
        snw_why_rule(&why, rule);
        snw_why_at(&why, p->name, p->is_text ? p->line : 0, 0);
        snw_why_fix(&why, "write the file again: it is shorter than its header says");
        snw_why_add(&why, "records", (double)record->repeat, "");
        snw_why_add(&why, "bytes each", (double)each, "");
        snw_why_add(&why, "bytes left", (double)(p->end - p->at), "");
        snw_diags_add(p->diags, &why);
        return SNW_ERR_SYNTAX;
    }
    if (!keep) return SNW_OK;
    const snw_field *field = snw_type_field(&snw_cloud_type, "points");
    const snw_status status = snw_block_resize(field, p->out->cloud, (int)record->repeat, p->setup);
    if (status == SNW_OK) return SNW_OK;
    return snw__points_refuse(p, status, "cloud-memory", "there is no memory for the points",
                              "read a smaller file");
}

// --- values -------------------------------------------------------------------------------------

// the bits of a stored value, whatever the byte order
static uint64_t take_bits(snw__points *p, int size) {
    uint64_t bits = 0;
    for (int i = 0; i < size; i++) {
        const unsigned char byte = (unsigned char)p->at[i];
        const int place = p->big_endian ? size - 1 - i : i;
        bits |= (uint64_t)byte << 8 * place;
    }
    p->at += size;
    return bits;
}

static double value_of(snw__store store, uint64_t bits) {
    float narrow;
    double wide;
    switch (store) {
    case SNW__I8:
        return (double)(int8_t)bits;
    case SNW__I16:
        return (double)(int16_t)bits;
    case SNW__I32:
        return (double)(int32_t)bits;
    case SNW__I64:
        return (double)(int64_t)bits;
    case SNW__F32:
        memcpy(&narrow, &(const uint32_t){(uint32_t)bits}, sizeof narrow);
        return (double)narrow;
    case SNW__F64:
        memcpy(&wide, &bits, sizeof wide);
        return wide;
    case SNW__U8:
    case SNW__U16:
    case SNW__U32:
    case SNW__U64:
    case SNW__STORES:
        break;
    }
    return (double)bits;
}

// whether the word is one of those that programs print for NaN and infinity
static bool is_not_finite(const snw__points *p) {
    static const char *const words[] = {"nan", "inf", "infinity", "nan(ind)"};
    enum { LONGEST = 8 };
    const bool sign = p->length > 0 && (p->word[0] == '-' || p->word[0] == '+');
    const char *word = p->word + sign;
    const size_t length = p->length - sign;
    if (length > LONGEST) return false;
    char lower[LONGEST + 1] = {0};
    for (size_t i = 0; i < length; i++) {
        const char c = word[i];
        lower[i] = (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    }
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(lower, words[i]) == 0) return true;
    }
    return false;
}

// the next value of a text
static snw_status take_word(snw__points *p, const char *rule) {
    if (snw__points_word(p)) return SNW_OK;
    return snw__points_refuse(p, SNW_ERR_SYNTAX, rule, "the line has too few values",
                              "give one value for each field of the header");
}

static snw_status take_text_values(snw__points *p, const snw__column *c, int64_t count,
                                   const char *rule, double xyz[3]) {
    for (int64_t i = 0; i < count; i++) {
        snw_status status = take_word(p, rule);
        if (status == SNW_OK && c->axis >= 0) {
            double *value = &xyz[c->axis];
            if (is_not_finite(p)) {
                *value = (double)NAN;
            } else if (snw_real_parse(p->word, p->length, value, NULL) != SNW_OK) {
                status = snw__points_refuse_word(p, SNW_ERR_SYNTAX, rule, "is not a number",
                                                 "write a decimal number with a point");
            }
        }
        if (snw_failed(status)) return status;
    }
    return SNW_OK;
}

static snw_status take_text(snw__points *p, const snw__column *c, const char *rule, double xyz[3]) {
    int64_t count = c->count;
    snw_status status = SNW_OK;
    if (c->is_list) {
        status = take_word(p, rule);
        if (status == SNW_OK) status = snw__points_count(p, rule, p->end - p->at, &count);
    }
    return snw_failed(status) ? status : take_text_values(p, c, count, rule, xyz);
}

static snw_status refuse_end(snw__points *p, const char *rule) {
    return snw__points_refuse(p, SNW_ERR_SYNTAX, rule, "the file ends within a record",
                              "write the file again: it is shorter than its header says");
}

static snw_status take_bytes(snw__points *p, const snw__column *c, const char *rule,
                             double xyz[3]) {
    double count = (double)c->count;
    if (c->is_list) {
        const int size = snw__store_size(c->counter);
        if (p->end - p->at < size) return refuse_end(p, rule);
        count = value_of(c->counter, take_bits(p, size));
        if (!(count >= 0)) {
            return snw__points_refuse(p, SNW_ERR_SYNTAX, rule, "a list has a count below 0",
                                      "write the file again");
        }
    }
    const int size = snw__store_size(c->store);
    const ptrdiff_t fitting = (p->end - p->at) / size; // whole values
    if (count > (double)fitting) return refuse_end(p, rule);
    if (c->axis >= 0) {
        xyz[c->axis] = value_of(c->store, take_bits(p, size));
    } else {
        p->at += (ptrdiff_t)count * size;
    }
    return SNW_OK;
}

// --- records ------------------------------------------------------------------------------------

static snw_status keep_point(snw__points *p, const double xyz[3], int *kept) {
    const snw_vec3 point = {xyz[0], xyz[1], xyz[2]};
    if (!snw_vec3_is_finite(point)) {
        p->out->left_out++;
        return SNW_OK;
    }
    if (!(snw_vec3_max_abs(point) <= SNW_SHAPE_REACH)) {
        return snw__points_refuse(p, SNW_ERR_RANGE, "cloud-range",
                                  "a point is farther than 1e6 m away",
                                  "give metres, and remove points that are no measurement");
    }
    p->out->cloud->points[(*kept)++] = point;
    return SNW_OK;
}

static snw_status take_record(snw__points *p, const snw__record *record, const char *rule,
                              double xyz[3]) {
    for (int i = 0; i < record->count; i++) {
        const snw__column *c = &record->columns[i];
        const snw_status status =
            p->is_text ? take_text(p, c, rule, xyz) : take_bytes(p, c, rule, xyz);
        if (snw_failed(status)) return status;
    }
    if (p->is_text && snw__points_word(p)) {
        return snw__points_refuse_word(p, SNW_ERR_SYNTAX, rule, "is one value too many",
                                       "give one value for each field of the header");
    }
    return SNW_OK;
}

// goes to the next line of a text that is not empty
static void skip_empty_lines(snw__points *p) {
    for (;;) {
        const char *begin = p->at;
        if (snw__points_word(p)) {
            p->at = begin;
            p->column = 0;
            return;
        }
        if (!snw__points_line(p)) return;
    }
}

snw_status snw__points_records(snw__points *p, const snw__record *record, bool keep,
                               const char *rule) {
    snw_status status = check_size(p, record, keep, rule);
    int kept = 0;
    for (int64_t i = 0; i < record->repeat && status == SNW_OK; i++) {
        double xyz[3] = {0, 0, 0};
        if (p->is_text) skip_empty_lines(p);
        status = take_record(p, record, rule, xyz);
        if (status == SNW_OK && keep) status = keep_point(p, xyz, &kept);
        if (p->is_text && status == SNW_OK) (void)snw__points_line(p);
    }
    if (snw_failed(status) || !keep) return status;
    return snw_block_resize(snw_type_field(&snw_cloud_type, "points"), p->out->cloud, kept,
                            p->setup);
}
