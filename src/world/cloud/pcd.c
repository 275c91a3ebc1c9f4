// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// PCD, the format of the Point Cloud Library, version 0.7: lines of a keyword and its values, the
// last of which says how the points follow. The viewpoint is not applied.

#include <string.h>

#include "internal.h"

static const char rule[] = "pcd-header";

// What the header says. Each line may stand there once.
typedef struct header {
    snw__record record;
    int64_t size[SNW__COLUMNS];
    char type[SNW__COLUMNS];
    int size_count, type_count, count_count; // values of these lines; 0 for a line that is missing
    int64_t width, height, points;           // -1 for a line that is missing
} header;

static snw_status refuse_many(snw__points *p) {
    return snw__points_refuse(p, SNW_ERR_TOO_LARGE, rule, "there are more than 64 fields",
                              "remove fields that are not needed");
}

static snw_status read_fields(snw__points *p, header *h) {
    if (h->record.count > 0) {
        return snw__points_refuse(p, SNW_ERR_DUPLICATE, rule, "the fields are named twice",
                                  "remove one of the lines");
    }
    static const char *const axes[3] = {"x", "y", "z"};
    while (snw__points_word(p)) {
        if (h->record.count == SNW__COLUMNS) return refuse_many(p);
        snw__column *c = &h->record.columns[h->record.count++];
        *c = (snw__column){.count = 1, .axis = -1};
        for (int i = 0; i < 3; i++) {
            if (snw__points_is(p, axes[i])) c->axis = i;
        }
    }
    return SNW_OK;
}

static snw_status read_sizes(snw__points *p, header *h) {
    for (h->size_count = 0; snw__points_word(p); h->size_count++) {
        if (h->size_count == SNW__COLUMNS) return refuse_many(p);
        const snw_status status = snw__points_count(p, rule, 8, &h->size[h->size_count]);
        if (snw_failed(status)) return status;
    }
    return SNW_OK;
}

static snw_status read_types(snw__points *p, header *h) {
    for (h->type_count = 0; snw__points_word(p); h->type_count++) {
        if (h->type_count == SNW__COLUMNS) return refuse_many(p);
        h->type[h->type_count] = (char)(p->length == 1 ? p->word[0] : '?');
    }
    return SNW_OK;
}

static snw_status read_counts(snw__points *p, header *h) {
    enum { MOST = 65536 };
    for (h->count_count = 0; snw__points_word(p); h->count_count++) {
        if (h->count_count == SNW__COLUMNS) return refuse_many(p);
        int64_t count = 0;
        snw_status status = snw__points_count(p, rule, MOST, &count);
        if (status == SNW_OK && count == 0) {
            status = snw__points_refuse_word(p, SNW_ERR_SYNTAX, rule, "is no count of a field",
                                             "remove the field");
        }
        if (snw_failed(status)) return status;
        h->record.columns[h->count_count].count = count;
    }
    return SNW_OK;
}

static snw_status read_number(snw__points *p, int64_t *number) {
    if (!snw__points_word(p)) {
        return snw__points_refuse(p, SNW_ERR_SYNTAX, rule, "a number is missing",
                                  "write it behind the keyword");
    }
    return snw__points_count(p, "cloud-count", SNW_CLOUD_POINTS, number);
}

// one line but the last
static snw_status read_line(snw__points *p, header *h) {
    if (snw__points_is(p, "VERSION") || snw__points_is(p, "VIEWPOINT")) return SNW_OK;
    if (snw__points_is(p, "FIELDS") || snw__points_is(p, "COLUMNS")) return read_fields(p, h);
    if (snw__points_is(p, "SIZE")) return read_sizes(p, h);
    if (snw__points_is(p, "TYPE")) return read_types(p, h);
    if (snw__points_is(p, "COUNT")) return read_counts(p, h);
    if (snw__points_is(p, "WIDTH")) return read_number(p, &h->width);
    if (snw__points_is(p, "HEIGHT")) return read_number(p, &h->height);
    if (snw__points_is(p, "POINTS")) return read_number(p, &h->points);
    return snw__points_refuse_word(p, SNW_ERR_SYNTAX, rule, "is not a keyword of a PCD file",
                                   "write a header of version 0.7, in capital letters");
}

// --- what the lines say together ----------------------------------------------------------------

// how a field is stored; SNW__STORES for what is not known
static snw__store store_of(char type, int64_t size) {
    static const struct {
        char type;
        int size;
        snw__store store;
    } known[] = {{'I', 1, SNW__I8},  {'U', 1, SNW__U8},  {'I', 2, SNW__I16}, {'U', 2, SNW__U16},
                 {'I', 4, SNW__I32}, {'U', 4, SNW__U32}, {'I', 8, SNW__I64}, {'U', 8, SNW__U64},
                 {'F', 4, SNW__F32}, {'F', 8, SNW__F64}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (known[i].type == type && known[i].size == size) return known[i].store;
    }
    return SNW__STORES;
}

static snw_status check_columns(snw__points *p, header *h) {
    const int count = h->record.count;
    if (count == 0 || h->size_count != count || h->type_count != count ||
        (h->count_count != 0 && h->count_count != count)) {
        return snw__points_refuse(p, SNW_ERR_SYNTAX, rule,
                                  "FIELDS, SIZE, TYPE and COUNT have not as many values each",
                                  "give one for each field");
    }
    int axes = 0;
    for (int i = 0; i < count; i++) {
        snw__column *c = &h->record.columns[i];
        c->store = store_of(h->type[i], h->size[i]);
        if (c->store == SNW__STORES) {
            return snw__points_refuse(p, SNW_ERR_SYNTAX, rule,
                                      "a field has an unknown TYPE and SIZE",
                                      "use I, U or F, of 1, 2, 4 or 8 bytes");
        }
        if (c->axis >= 0 && c->count == 1) axes |= 1 << c->axis;
        if (c->axis >= 0 && c->count != 1) axes |= 8;
    }
    if (axes == 7) return SNW_OK;
    return snw__points_refuse(p, SNW_ERR_SYNTAX, rule, "there are no fields x, y and z of COUNT 1",
                              "name the coordinates x, y and z");
}

static snw_status check_points(snw__points *p, header *h) {
    const bool sized = h->width >= 0 && h->height >= 0;
    // both are at most 4e6: the product fits
    if (h->points < 0 && sized) h->points = h->width * h->height;
    if (h->points < 0) {
        return snw__points_refuse(p, SNW_ERR_SYNTAX, rule, "the number of POINTS is missing",
                                  "write POINTS, or WIDTH and HEIGHT");
    }
    if (sized && h->points != h->width * h->height) {
        return snw__points_refuse(p, SNW_ERR_SYNTAX, rule, "POINTS is not WIDTH times HEIGHT",
                                  "repair the header");
    }
    if (h->points > SNW_CLOUD_POINTS) {
        return snw__points_refuse(p, SNW_ERR_TOO_LARGE, "cloud-count",
                                  "there are more than 4,000,000 points", "thin the cloud out");
    }
    h->record.repeat = h->points;
    return SNW_OK;
}

// the line DATA, behind which the points begin
static snw_status read_data(snw__points *p) {
    if (!snw__points_word(p)) p->word = "";
    if (snw__points_is(p, "binary_compressed")) {
        return snw__points_refuse_word(p, SNW_ERR_UNSUPPORTED, "pcd-compressed", "is not read here",
                                       "write the file as binary: "
                                       "pcl_convert_pcd_ascii_binary IN OUT 1");
    }
    const bool binary = snw__points_is(p, "binary");
    if (!binary && !snw__points_is(p, "ascii")) {
        return snw__points_refuse_word(p, SNW_ERR_SYNTAX, rule, "is no kind of DATA",
                                       "write 'DATA ascii' or 'DATA binary'");
    }
    (void)snw__points_line(p);
    p->is_text = !binary;
    return SNW_OK;
}

static void warn_rest(snw__points *p) {
    snw_why why;
    if (p->is_text) {
        while (!snw__points_word(p) && snw__points_line(p)) {
        }
        if (p->length == 0) return;
    }
    if (!p->is_text && p->at == p->end) return;
    snw_why_set(&why, SNW_OK, NULL, "the file goes on behind its points; the rest is not read");
    why.severity = SNW_WARNING;
    snw_why_rule(&why, "pcd-rest");
    snw_why_at(&why, p->name, p->is_text ? p->line : 0, 0);
    snw_why_fix(&why, "check POINTS in the header");
    snw_diags_add(p->diags, &why);
}

snw_status snw__pcd_read(snw__points *p) {
    header h = {.width = -1, .height = -1, .points = -1};
    snw_status status = SNW_OK;
    bool at_data = false;
    do {
        // empty lines and comments
        if (!snw__points_word(p) || p->word[0] == '#') continue;
        at_data = snw__points_is(p, "DATA");
        status = at_data ? SNW_OK : read_line(p, &h);
    } while (status == SNW_OK && !at_data && snw__points_line(p));
    if (status == SNW_OK && !at_data) {
        status = snw__points_refuse(p, SNW_ERR_SYNTAX, rule, "the header has no line DATA",
                                    "give a PCD file of version 0.7");
    }
    if (status == SNW_OK) status = check_columns(p, &h);
    if (status == SNW_OK) status = check_points(p, &h);
    if (status == SNW_OK) status = read_data(p);
    if (status == SNW_OK) status = snw__points_records(p, &h.record, true, "pcd-data");
    if (status == SNW_OK) warn_rest(p);
    return status;
}
