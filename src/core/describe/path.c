// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/describe/path.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "internal.h"

snw_status snw_roots_add(snw_roots *roots, const char *name, const snw_type *type, void *block) {
    const size_t length = strlen(name);
    if (length == 0 || length >= SNW__STEP || strcspn(name, "/[].*") != length) {
        return SNW_ERR_ARGUMENT;
    }
    for (int i = 0; i < roots->count; i++) {
        if (strcmp(roots->items[i].name, name) == 0) return SNW_ERR_DUPLICATE;
    }
    if (roots->count == SNW_ROOTS) return SNW_ERR_FULL;
    roots->items[roots->count++] = (snw_root){name, type, block};
    return SNW_OK;
}

// A walk along a path: where it stands, what is left of the text, what it has passed through.
typedef struct walk {
    const char *path; // whole, for messages
    const char *at;   // what is left
    const snw_type *type;
    void *block;
    snw__route *route; // NULL when nobody asks
    bool moved;        // inside lists, counted structs, optional parts or children: not live
    snw_why *why;
} walk;

static snw_status refuse_path(const walk *w, snw_status code, const char *text, const char *fix) {
    char subject[SNW_WHY_SUBJECT];
    snw_text line = snw_text_over(subject, sizeof subject);
    const size_t length = strlen(w->path);
    const bool plain = snw__is_printable(w->path, length);
    // a path of any bytes must not reach a terminal
    if (!plain) snw__show(&line, w->path, length);
    return snw_refuse_rule(w->why, code, "path", plain ? w->path : subject, text, fix);
}

static snw_status refuse_name(const walk *w, const char *name, const char *const *known,
                              int count) {
    char text[SNW_WHY_TEXT], fix[SNW_WHY_TEXT];
    snw_text line = snw_text_over(text, sizeof text);
    snw_text_format(&line, "there is no ");
    snw__show(&line, name, strlen(name));
    line = snw_text_over(fix, sizeof fix);
    const char *closest = snw_closest_name(name, known, count);
    if (closest != NULL) {
        snw_text_format(&line, "did you mean '%s'?", closest);
    } else if (count > 0) {
        snw_text_format(&line, "choose one of:");
        for (int i = 0; i < count && i < 12; i++) {
            snw_text_format(&line, "%s %s", i > 0 ? "," : "", known[i]);
        }
    }
    return refuse_path(w, SNW_ERR_UNKNOWN_NAME, text, fix);
}

enum { MOST_NAMES = 128 };

// takes a name up to one of "/[." from what is left
static bool take_name(walk *w, char name[SNW__STEP]) {
    const size_t length = strcspn(w->at, "/[.");
    if (length == 0 || length >= SNW__STEP) return false;
    memcpy(name, w->at, length);
    name[length] = '\0';
    w->at += length;
    return true;
}

static void pass(walk *w, const snw_field *field, const snw_type *type, void *block) {
    if (w->route != NULL) {
        w->route->passages[w->route->count++] = (snw__passage){type, block, field, w->block};
    }
    w->type = type;
    w->block = block;
}

static snw_status enter_root(walk *w, const snw_roots *roots) {
    char name[SNW__STEP];
    const char *known[SNW_ROOTS];
    if (!take_name(w, name)) {
        return refuse_path(w, SNW_ERR_SYNTAX, "a path begins with a name", "write name/field");
    }
    for (int i = 0; i < roots->count; i++) {
        known[i] = roots->items[i].name;
        if (strcmp(known[i], name) != 0) continue;
        pass(w, NULL, roots->items[i].type, roots->items[i].block);
        return SNW_OK;
    }
    return refuse_name(w, name, known, roots->count);
}

// the text inside the brackets at the front of what is left
static bool take_index(walk *w, char text[SNW__STEP]) {
    const size_t length = strcspn(w->at + 1, "]");
    if (length == 0 || length >= SNW__STEP || w->at[1 + length] != ']') return false;
    memcpy(text, w->at + 1, length);
    text[length] = '\0';
    w->at += length + 2;
    return true;
}

static snw_status choose_key(const walk *w, const snw_field *field, const char *text, int *item) {
    const int found = snw_field_key_index(field, w->block, text);
    if (found >= 0) {
        *item = found;
        return SNW_OK;
    }
    const char *known[MOST_NAMES];
    int names = 0;
    const int count = snw_field_count(field, w->block);
    for (int i = 0; i < count && names < MOST_NAMES; i++) {
        const char *key = snw_field_index_key(field, w->block, i);
        const size_t length = key != NULL ? strlen(key) : 0;
        if (length > 0 && snw__is_printable(key, length)) known[names++] = key;
    }
    return refuse_name(w, text, known, names);
}

static snw_status choose_item(walk *w, const snw_field *field, int *item) {
    char text[SNW__STEP];
    if (!take_index(w, text)) {
        return refuse_path(w, SNW_ERR_SYNTAX, "an index is empty, too long, or has no end",
                           "write [3] or [name]");
    }
    if (!snw__is_index(text)) return choose_key(w, field, text, item);
    const int count = snw_field_count(field, w->block);
    int64_t number = -1;
    SNW_IGNORE(snw_int_parse(text, strlen(text), &number, NULL));
    if (number < 0 || number >= count) {
        (void)refuse_path(w, SNW_ERR_RANGE, "the index is out of range",
                          count == 1 ? "one value applies to all: leave the index out"
                                     : "count from 0");
        if (number != -1) snw_why_add(w->why, "index", (double)number, "");
        snw_why_add(w->why, "items", count, "");
        return SNW_ERR_RANGE;
    }
    *item = (int)number;
    return SNW_OK;
}

// goes into a struct, an optional part or a child
static snw_status descend(walk *w, const snw_field *field, void *item) {
    const snw_type *type = field->type;
    void *block = item;
    if (field->kind == SNW_KIND_OPTIONAL) {
        memcpy(&block, item, sizeof block);
    } else if (field->kind == SNW_KIND_CHILD) {
        const snw_child *child = item;
        type = child->type;
        block = child->block;
    } else if (field->kind != SNW_KIND_STRUCT) {
        return refuse_path(w, SNW_ERR_UNKNOWN_NAME, "the path continues behind a plain value",
                           "end it before the last '/'");
    }
    if (block == NULL || type == NULL) {
        return refuse_path(w, SNW_ERR_NOT_FOUND, "this part is absent", "add it to the file first");
    }
    w->moved |= field->kind != SNW_KIND_STRUCT;
    pass(w, field, type, block);
    return SNW_OK;
}

static int axis_of(char letter) {
    return letter == 'x' ? 0 : letter == 'y' ? 1 : letter == 'z' ? 2 : -1;
}

// the number that ".x", ".w", ".p.x" or ".R.x.y" means, counted from the start of the value, or -1
static int number_at(const snw_field *field, const char *rest) {
    const size_t length = strlen(rest);
    if (field->kind == SNW_KIND_VEC3 && length == 2 && rest[0] == '.') return axis_of(rest[1]);
    if (field->kind == SNW_KIND_QUAT && length == 2 && rest[0] == '.') {
        if (rest[1] == 'w') return 0;
        return axis_of(rest[1]) >= 0 ? 1 + axis_of(rest[1]) : -1;
    }
    if (field->kind == SNW_KIND_POSE && length == 4 && strncmp(rest, ".p.", 3) == 0) {
        return axis_of(rest[3]) >= 0 ? 9 + axis_of(rest[3]) : -1;
    }
    if (field->kind == SNW_KIND_POSE && length == 6 && strncmp(rest, ".R.", 3) == 0) {
        const int column = axis_of(rest[3]), row = axis_of(rest[5]);
        return column >= 0 && row >= 0 && rest[4] == '.' ? 3 * column + row : -1;
    }
    return -1;
}

// "[row,column]" of a matrix
static snw_status number_in_matrix(const walk *w, const snw_field *field, int *number) {
    int64_t row = 0, column = 0;
    size_t used = 0;
    const char *rest = w->at + 1;
    bool read = w->at[0] == '[' && snw_int_parse(rest, strlen(rest), &row, &used) == SNW_OK;
    rest += used;
    read = read && rest[0] == ',' &&
           snw_int_parse(rest + 1, strlen(rest + 1), &column, &used) == SNW_OK;
    if (!read || strcmp(rest + 1 + used, "]") != 0) {
        return refuse_path(w, SNW_ERR_UNKNOWN_NAME, "the matrix has no such part",
                           "write [row,column], from 0");
    }
    if (row < 0 || row >= field->rows || column < 0 || column >= field->columns) {
        (void)refuse_path(w, SNW_ERR_RANGE, "the index is outside the matrix", "count from 0");
        snw_why_add(w->why, "rows", field->rows, "");
        snw_why_add(w->why, "columns", field->columns, "");
        return SNW_ERR_RANGE;
    }
    *number = (int)(column * field->rows + row);
    return SNW_OK;
}

// the number inside a value that the rest of the path means; -1 when the path has ended
static snw_status number_inside(const walk *w, const snw_field *field, int *number) {
    *number = -1;
    if (w->at[0] == '\0') return SNW_OK;
    if (field->kind == SNW_KIND_MATRIX) return number_in_matrix(w, field, number);
    *number = number_at(field, w->at);
    if (*number >= 0) return SNW_OK;
    if (w->at[0] == '[' && field->array == SNW_SINGLE) {
        return refuse_path(w, SNW_ERR_UNKNOWN_NAME, "this is not an array", "leave out the index");
    }
    const bool parts = field->kind == SNW_KIND_VEC3 || field->kind == SNW_KIND_QUAT ||
                       field->kind == SNW_KIND_POSE;
    return refuse_path(w, SNW_ERR_UNKNOWN_NAME, "the value has no such part",
                       !parts                         ? "end the path here"
                       : field->kind == SNW_KIND_VEC3 ? "its parts are .x .y .z"
                       : field->kind == SNW_KIND_QUAT
                           ? "its parts are .w .x .y .z"
                           : "its parts are .p.x to .p.z, .R.x.x to .R.z.z");
}

snw_when snw__when_moved(snw_when when) {
    return when == SNW_LIVE ? SNW_AT_STANDSTILL : when;
}

const char *snw__moment_text(snw_when needed) {
    return needed == SNW_AT_STANDSTILL ? "this parameter changes only at standstill"
                                       : "this parameter changes only by loading";
}

const char *snw__moment_fix(snw_when needed) {
    return needed == SNW_AT_STANDSTILL ? "stop the motion first"
                                       : "change the file and load it again";
}

void snw__place_fill(snw_place *place, const snw_field *field, void *item, int count, int number) {
    const bool infinite = (field->flags & SNW_INFINITE) != 0;
    const double most = infinite ? (double)INFINITY : DBL_MAX;
    *place = (snw_place){.field = field,
                         .item = item,
                         .count = count,
                         .low = snw__has_range(field) ? field->range.low : -most,
                         .high = snw__has_range(field) ? field->range.high : most,
                         .when = field->when,
                         .role = field->role};
    if (count != 1) return;
    if (field->kind == SNW_KIND_REAL) number = 0;
    if (number >= 0) place->number = (double *)item + number;
    // one number of a rotation cannot change alone
    const bool rotation =
        field->kind == SNW_KIND_QUAT || (field->kind == SNW_KIND_POSE && number < 9);
    if (rotation) {
        place->low = (double)INFINITY;
        place->high = -(double)INFINITY;
    }
}

// one step; `*done` when the path has ended
static snw_status take_step(walk *w, snw_place *place, bool *done) {
    char name[SNW__STEP];
    if (*w->at != '/') return refuse_path(w, SNW_ERR_SYNTAX, "'/' is missing", "write name/field");
    w->at++;
    if (!take_name(w, name)) {
        return refuse_path(w, SNW_ERR_SYNTAX, "a name is missing or too long", "write a/b/c");
    }
    const snw_field *field = snw_type_field(w->type, name);
    if (field == NULL) {
        const char *known[MOST_NAMES];
        int count = 0;
        for (; count < w->type->field_count && count < MOST_NAMES; count++) {
            known[count] = w->type->fields[count].name;
        }
        return refuse_name(w, name, known, count);
    }

    // which item, of arrays
    int item = 0, meant = 1, number = -1;
    snw_status status = SNW_OK;
    if (field->array != SNW_SINGLE) {
        if (*w->at == '[') {
            status = choose_item(w, field, &item);
        } else if (*w->at == '\0') {
            meant = snw_field_count(field, w->block);
        } else {
            status = refuse_path(w, SNW_ERR_SYNTAX, "an array needs an index here",
                                 "write [3] or [name]");
        }
        w->moved |= snw__array_moves(field);
    }
    if (snw_failed(status)) return status;
    void *chosen = snw_field_place(field, w->block, item);
    if (*w->at == '/') return descend(w, field, chosen);

    // a value ends the path; a struct may end it too, as a whole
    *done = true;
    status = number_inside(w, field, &number);
    if (snw_failed(status)) return status;
    snw__place_fill(place, field, chosen, meant, number);
    if (w->moved) place->when = snw__when_moved(place->when);
    return SNW_OK;
}

snw_status snw__resolve(const snw_roots *roots, const char *path, snw_place *place,
                        snw__route *route, snw_why *why) {
    walk w = {.path = path, .at = path, .route = route, .why = why};
    if (route != NULL) route->count = 0;
    if (strlen(path) >= SNW_FIELD_PATH) {
        return refuse_path(&w, SNW_ERR_TOO_LARGE, "the path is too long", "");
    }
    snw_status status = enter_root(&w, roots);
    for (bool done = false; status == SNW_OK && !done;) {
        status = take_step(&w, place, &done);
    }
    return status;
}

snw_status snw_roots_resolve(const snw_roots *roots, const char *path, snw_place *place,
                             snw_why *why) {
    return snw__resolve(roots, path, place, NULL, why);
}
