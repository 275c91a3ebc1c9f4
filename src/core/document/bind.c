// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "bind.h"

#include <stdlib.h>
#include <string.h>

#include "locate.h"
#include "quote.h"

static const snw_read_options no_options = {0};

void snw__bind_open(snw__bind *b, const snw_read_options *options, snw_setup *setup,
                    snw_diags *diags, const char *file) {
    memset(b, 0, sizeof *b);
    b->options = options != NULL ? options : &no_options;
    b->setup = setup;
    b->diags = diags;
    snw__bind_enter_file(b, file);
}

void snw__bind_enter_file(snw__bind *b, const char *name) {
    b->file = name;
    b->file_text = SIZE_MAX;
}

snw__frame *snw__bind_top(snw__bind *b) {
    return &b->frames[b->depth - 1];
}

// --- reporting ----------------------------------------------------------------------------------

// rules and ways out of findings that name none themselves
static const struct {
    snw_status code;
    const char *rule, *fix;
} usual[] = {
    {SNW_ERR_SYNTAX, "syntax", "write it as the manual of the type shows"},
    {SNW_ERR_RANGE, "range", "choose a value inside the range"},
    {SNW_ERR_NOT_FINITE, "range", "write a finite number"},
    {SNW_ERR_UNIT, "unit", "write the number in the unit of the field"},
    {SNW_ERR_UNKNOWN_NAME, "unknown-name", "write one of the names that the manual lists"},
    {SNW_ERR_DUPLICATE, "duplicate", "keep one of them"},
    {SNW_ERR_NOT_FOUND, "required", "add it"},
    {SNW_ERR_SIZE, "count", "write as many as the field has"},
    {SNW_ERR_TOO_LARGE, "limit", "write less, or split the file"},
    {SNW_ERR_VERSION, "version", "write the file for this version"},
    {SNW_ERR_MEMORY, "memory", "raise the limit, or split the file"},
    {SNW_ERR_PERMISSION, "permission", "name another file"},
};

static void complete(snw_why *why) {
    const char *rule = "check", *fix = "choose values that fit together";
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
        if (usual[i].code == why->code) rule = usual[i].rule, fix = usual[i].fix;
    }
    if (why->rule[0] == '\0') snw_why_rule(why, rule);
    if (why->fix[0] == '\0') snw_why_fix(why, fix);
}

// The path of a step and perhaps two names below it, from its end: when it is too long, what is
// close to the finding stays.
static void path_text(const snw__bind *b, int step, const char *const below[2],
                      char out[SNW_WHY_SUBJECT]) {
    enum { CUT = 4 }; // ".../"
    char path[SNW_WHY_SUBJECT];
    size_t start = sizeof path - 1;
    path[start] = '\0';
    for (int names = 2; names > 0 || step >= 0;) {
        char part[SNW_WHY_SUBJECT] = "";
        snw_text text = snw_text_over(part, sizeof part);
        if (names > 0) {
            names--;
            if (below[names] == NULL || below[names][0] == '\0') continue;
            snw_text_format(&text, "%s", below[names]);
        } else {
            snw_text_format(&text, "%s", b->steps[step].name);
            if (b->steps[step].index >= 0) snw_text_format(&text, "[%d]", b->steps[step].index);
            step = b->steps[step].parent;
        }
        const size_t length = strlen(part), slash = path[start] != '\0';
        if (length == 0) continue;
        if (length + slash + CUT > start) {
            start -= CUT;
            memcpy(path + start, "...", 3);
            path[start + 3] = '/';
            break;
        }
        if (slash) path[--start] = '/';
        start -= length;
        memcpy(path + start, part, length);
    }
    snw_copy_text(out, SNW_WHY_SUBJECT, path + start);
}

static void deliver(snw__bind *b, const snw_why *why, const char *file, snw__where where,
                    bool avoidable) {
    snw_why copy = *why;
    snw_why_at(&copy, file, where.line, where.column);
    complete(&copy);
    const snw_strictness strictness = b->options->strictness;
    if (avoidable && strictness == SNW_LENIENT) copy.severity = SNW_WARNING;
    if (copy.severity == SNW_WARNING && strictness == SNW_STRICT) {
        copy.severity = SNW_ERROR;
        if (copy.code >= 0) copy.code = SNW_ERR_CHECK;
    }
    b->found++;
    if (copy.severity == SNW_ERROR && b->errors++ == 0) b->first = copy.code;
    snw_diags_add(b->diags, &copy);
}

void snw__bind_report(snw__bind *b, const snw_why *why, const char *name, snw__where where,
                      bool avoidable) {
    snw_why copy = *why;
    const char *const below[2] = {name, why->subject};
    path_text(b, b->depth > 0 ? snw__bind_top(b)->step : -1, below, copy.subject);
    deliver(b, &copy, b->file, where, avoidable);
}

void snw__bind_complain(snw__bind *b, snw_status code, const char *text, const char *fix,
                        snw__where where) {
    snw_why why;
    snw_why_set(&why, code, NULL, text);
    snw_why_fix(&why, fix);
    snw__bind_report(b, &why, NULL, where, false);
}

void snw__bind_object(snw__bind *b, snw_status code, const char *text, const char *fix,
                      snw__where where) {
    snw_why why;
    snw_why_set(&why, code, NULL, text);
    snw_why_fix(&why, fix);
    snw__bind_report(b, &why, NULL, where, true);
}

void snw__bind_break(snw__bind *b, const snw_why *why) {
    if (b->broken) return;
    b->broken = true;
    snw_why copy = *why;
    complete(&copy);
    b->found++;
    if (b->errors++ == 0) b->first = why->code;
    snw_diags_add(b->diags, &copy);
}

void snw__bind_exhausted(snw__bind *b, snw__where where) {
    if (b->exhausted) return;
    b->exhausted = true;
    snw__bind_complain(b, SNW_ERR_MEMORY, "the object is larger than the memory allowed",
                       "raise the limit, or split the file", where);
}

const char *snw__bind_closest(snw__bind *b, const char *name, const char *const *names, int count) {
    enum { ENOUGH = 64 };
    if (b->proposals == ENOUGH) return NULL;
    b->proposals++;
    return snw_closest_name(name, names, count);
}

// --- names that are remembered ------------------------------------------------------------------

// room for one more item of a growing array; false when memory is exhausted (reported)
static bool reserve(snw__bind *b, void **items, int count, int *capacity, size_t size) {
    if (count < *capacity) return true;
    const int more = *capacity == 0 ? 64 : 2 * *capacity;
    void *larger = realloc(*items, (size_t)more * size);
    if (larger == NULL) {
        snw__bind_exhausted(b, (snw__where){0, 0});
        return false;
    }
    *items = larger;
    *capacity = more;
    return true;
}

// keeps a copy of a text; its offset, SIZE_MAX when memory is exhausted
static size_t keep_text(snw__bind *b, const char *text) {
    const size_t length = strlen(text) + 1, place = b->text_size;
    if (length > b->text_capacity - place) {
        const size_t more = 2 * (place + length) + 1024;
        char *larger = realloc(b->texts, more);
        if (larger == NULL) {
            snw__bind_exhausted(b, (snw__where){0, 0});
            return SIZE_MAX;
        }
        b->texts = larger;
        b->text_capacity = more;
    }
    memcpy(b->texts + place, text, length);
    b->text_size += length;
    return place;
}

static void remember(snw__bind *b, const char *text, const snw_type *type, const char *base,
                     snw__where where) {
    void *items = b->names;
    if (!reserve(b, &items, b->name_count, &b->name_capacity, sizeof *b->names)) return;
    b->names = items;
    if (b->file_text == SIZE_MAX) b->file_text = keep_text(b, b->file != NULL ? b->file : "");
    const size_t place = keep_text(b, text);
    if (place == SIZE_MAX || b->file_text == SIZE_MAX) return;
    const int step = snw__bind_top(b)->step;
    if (type == NULL && step >= 0) b->steps[step].kept = true;
    b->names[b->name_count++] = (snw__name){place, b->file_text, type, base, where, b->depth, step};
}

void snw__bind_refer(snw__bind *b, const char *name, const char *base, snw__where where) {
    if (name[0] != '\0') remember(b, name, NULL, base, where);
}

// A name among others. They are sorted, and not put into a table of hashes, because a file may be
// made to bring all its names to one place of a table.
typedef struct entry {
    const char *text;
    int index; // in `names`
    int first; // who had the name before
} entry;

static int by_text(const void *a, const void *b) {
    const entry *left = a, *right = b;
    const int order = strcmp(left->text, right->text);
    return order != 0 ? order : left->index - right->index;
}

static int by_index(const void *a, const void *b) {
    return ((const entry *)a)->index - ((const entry *)b)->index;
}

static bool answers(const snw__bind *b, const snw__name *object, const char *base) {
    if (base == NULL || strcmp(object->type->token, base) == 0) return true;
    const snw_registry *registry = b->options->registry;
    if (registry != NULL) return snw_registry_is_a(registry, object->type, base);
    return object->type->base != NULL && strcmp(object->type->base, base) == 0;
}

// the objects among the names from `first` on that have this depth (0: any) and answer to a base
static entry *sorted_names(snw__bind *b, int first, int depth, const char *base, int *count) {
    const size_t most = (size_t)(b->name_count - first);
    entry *entries = malloc((most + 1) * sizeof *entries);
    *count = 0;
    if (entries == NULL) {
        snw__bind_exhausted(b, (snw__where){0, 0});
        return NULL;
    }
    for (int i = first; i < b->name_count; i++) {
        const snw__name *one = &b->names[i];
        if (one->type == NULL || (depth > 0 && one->depth != depth)) continue;
        if (answers(b, one, base)) entries[(*count)++] = (entry){b->texts + one->text, i, -1};
    }
    qsort(entries, (size_t)*count, sizeof *entries, by_text);
    return entries;
}

int snw__bind_keys_begin(const snw__bind *b) {
    return b->name_count;
}

// leaves those that repeat an earlier name, in the order of the text
static int repeated(entry *entries, int count) {
    int kept = 0;
    entry leader = count > 0 ? entries[0] : (entry){0};
    for (int i = 1; i < count; i++) {
        if (strcmp(entries[i].text, leader.text) != 0) {
            leader = entries[i];
        } else {
            entries[kept++] = (entry){entries[i].text, entries[i].index, leader.index};
        }
    }
    qsort(entries, (size_t)kept, sizeof *entries, by_index);
    return kept;
}

static void complain_twice(snw__bind *b, const entry *one) {
    char text[SNW_WHY_TEXT];
    snw_text line = snw_text_over(text, sizeof text);
    snw_text_format(&line, "the name ");
    snw__quote(&line, one->text, strlen(one->text));
    snw_text_format(&line, " is used twice, first in line %d", b->names[one->first].where.line);
    snw__bind_complain(b, SNW_ERR_DUPLICATE, text, "give each item a name of its own",
                       b->names[one->index].where);
}

void snw__bind_keys_end(snw__bind *b, int first_name) {
    // the items themselves stand one frame below the current one; deeper ones have had their turn
    int count = 0;
    entry *entries = sorted_names(b, first_name, b->depth + 1, NULL, &count);
    count = repeated(entries, count);
    for (int i = 0; i < count; i++) {
        complain_twice(b, &entries[i]);
    }
    free(entries);

    // only references ask for them later
    if (!b->options->check_references && first_name < b->name_count) {
        b->text_size = b->names[first_name].text;
        b->name_count = first_name;
        if (b->file_text >= b->text_size) b->file_text = SIZE_MAX;
    }
}

// --- references ---------------------------------------------------------------------------------

static void complain_reference(snw__bind *b, const snw__name *asked, const entry *known,
                               int count) {
    enum { SOME = 64 };
    const char *names[SOME], *name = b->texts + asked->text;
    if (count > SOME) count = SOME;
    for (int i = 0; i < count; i++) {
        names[i] = known[i].text;
    }
    char text[SNW_WHY_TEXT], fix[SNW_WHY_TEXT];
    snw_text line = snw_text_over(text, sizeof text);
    snw_text_format(&line, "there is no %s named ", asked->base != NULL ? asked->base : "object");
    snw__quote(&line, name, strlen(name));
    line = snw_text_over(fix, sizeof fix);
    const char *closest = snw__bind_closest(b, name, names, count);
    if (closest != NULL) {
        snw_text_format(&line, "did you mean '%s'?", closest);
    } else {
        snw_text_format(&line, "name an object of this document");
    }
    snw_why why;
    snw_why_set(&why, SNW_ERR_UNKNOWN_NAME, NULL, text);
    snw_why_rule(&why, "reference");
    snw_why_fix(&why, fix);
    const char *const below[2] = {NULL, NULL};
    path_text(b, asked->step, below, why.subject);
    deliver(b, &why, b->texts + asked->file, asked->where, false);
}

// The references of one base, all at once: a type has few of them, a document many references.
static void check_base(snw__bind *b, const char *base) {
    int count = 0;
    entry *known = sorted_names(b, 0, 0, base, &count);
    for (int i = 0; i < b->name_count && known != NULL; i++) {
        snw__name *asked = &b->names[i];
        const bool same = asked->base == base ||
                          (asked->base != NULL && base != NULL && strcmp(asked->base, base) == 0);
        if (asked->type != NULL || asked->depth < 0 || !same) continue;
        asked->depth = -1; // done
        const entry wanted = {b->texts + asked->text, -1, -1};
        int low = 0, high = count;
        while (low < high) {
            const int middle = low + (high - low) / 2;
            if (by_text(&known[middle], &wanted) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        const bool found = low < count && strcmp(known[low].text, wanted.text) == 0;
        if (!found) complain_reference(b, asked, known, count);
    }
    free(known);
}

static void check_references(snw__bind *b) {
    for (int i = 0; i < b->name_count && !b->exhausted; i++) {
        if (b->names[i].type == NULL && b->names[i].depth >= 0) check_base(b, b->names[i].base);
    }
}

snw_status snw__bind_close(snw__bind *b) {
    b->depth = 0;
    if (snw_failed(snw_setup_status(b->setup))) snw__bind_exhausted(b, (snw__where){0, 0});
    if (b->options->check_references && (b->errors == 0 || b->complete)) check_references(b);
    free(b->steps);
    free(b->names);
    free(b->texts);
    free(b->set);
    free(b->old);
    b->steps = NULL;
    b->names = NULL;
    b->texts = NULL;
    b->set = NULL;
    b->old = NULL;
    if (b->errors == 0) return SNW_OK;
    // the reader may have told the first error itself
    const snw_status told = b->diags != NULL ? snw_diags_status(b->diags) : SNW_OK;
    return b->first < 0 ? b->first : snw_failed(told) ? told : SNW_ERR_CHECK;
}

// --- frames -------------------------------------------------------------------------------------

bool snw__bind_version(snw__bind *b, const snw_type *type, int version, snw__where where) {
    const int own = type->version > 0 ? type->version : 1;
    b->version = version > 0 ? version : own;
    if (b->version <= own) return true;
    snw_why why;
    snw_why_set(&why, SNW_ERR_VERSION, NULL, "the file is of a newer version than this program");
    snw_why_add(&why, "file", b->version, "");
    snw_why_add(&why, "known", own, "");
    snw_why_fix(&why, "use a newer sinew, or write the file for this version");
    snw__bind_report(b, &why, NULL, where, false);
    return false;
}

void *snw__bind_root(snw__bind *b, const snw_type *type, int version, snw__where where) {
    void *block = snw_block_new(type, b->setup);
    if (block == NULL) {
        snw__bind_exhausted(b, where);
        return NULL;
    }
    (void)snw__bind_push(b, type, block, type->token, -1, where);
    if (snw__bind_version(b, type, version, where)) return block;
    b->depth = 0;
    return NULL;
}

static int new_step(snw__bind *b, const char *name, int index) {
    void *items = b->steps;
    if (!reserve(b, &items, b->step_count, &b->step_capacity, sizeof *b->steps)) return -1;
    b->steps = items;
    const int parent = b->depth > 0 ? snw__bind_top(b)->step : -1;
    b->steps[b->step_count] = (snw__step){name, index, parent, false};
    return b->step_count++;
}

bool snw__bind_push(snw__bind *b, const snw_type *type, void *block, const char *name, int index,
                    snw__where where) {
    if (b->depth == SNW_DOCUMENT_DEPTH) {
        snw__bind_complain(b, SNW_ERR_TOO_LARGE, "structs are nested too deeply",
                           "flatten the file", where);
        return false;
    }
    const int step = new_step(b, name, index);
    snw__frame *frame = &b->frames[b->depth++];
    *frame = (snw__frame){
        .type = type, .block = block, .where = where, .step = step, .errors = b->errors};
    return true;
}

static bool is_seen(const snw__frame *frame, int field) {
    return (frame->seen[field / 8] >> (field % 8) & 1) != 0;
}

static void check_required(snw__bind *b, const snw__frame *frame) {
    for (int i = 0; i < frame->type->field_count; i++) {
        const snw_field *field = &frame->type->fields[i];
        if (!(field->flags & SNW_REQUIRED) || is_seen(frame, i)) continue;
        char text[SNW_WHY_TEXT], fix[SNW_WHY_TEXT];
        snw_text line = snw_text_over(text, sizeof text);
        snw_text_format(&line, "'%s' is missing", field->name);
        line = snw_text_over(fix, sizeof fix);
        snw_text_format(&line, "add it: %s", field->help);
        snw__bind_complain(b, SNW_ERR_NOT_FOUND, text, fix, frame->where);
    }
}

// the rule between fields may assume that each of them is legal
static void check_rule(snw__bind *b, const snw__frame *frame) {
    if (frame->type->validate == NULL || b->errors != frame->errors) return;
    snw_why why;
    snw_why_set(&why, SNW_ERR_CHECK, NULL, NULL);
    const snw_status status = frame->type->validate(frame->block, &why);
    if (!snw_failed(status)) return;
    why.code = status;
    why.severity = SNW_ERROR;
    if (why.rule[0] == '\0') snw_why_rule(&why, "validate");
    snw__bind_report(b, &why, NULL, frame->where, false);
}

void snw__bind_pop(snw__bind *b) {
    snw__frame *frame = snw__bind_top(b);
    if (b->options->locating != NULL) snw__locate_here(b, b->options->locating);
    if (!b->broken) check_required(b, frame);
    const snw_field *key = snw_type_key(frame->type);
    if (key != NULL) {
        const char *name = snw_field_place(key, frame->block, 0);
        if (name[0] != '\0') remember(b, name, frame->type, NULL, frame->where);
    }
    if (!b->broken) check_rule(b, frame);
    // a step that nobody refers to goes with its frame
    if (frame->step >= 0 && frame->step == b->step_count - 1 && !b->steps[frame->step].kept) {
        b->step_count--;
    }
    b->depth--;
}

// --- children -----------------------------------------------------------------------------------

const snw_type *snw__bind_child(snw__bind *b, const snw_field *field, const char *token,
                                snw__where where) {
    enum { SOME = 64 };
    const snw_registry *registry = b->options->registry;
    const snw_type *type = registry != NULL ? snw_registry_find(registry, token) : NULL;
    if (type != NULL && (field->base == NULL || snw_registry_is_a(registry, type, field->base))) {
        return type;
    }
    const char *known[SOME];
    int count = 0, cursor = 0;
    while (registry != NULL && count < SOME) {
        const snw_type *one = snw_registry_next(registry, field->base, &cursor);
        if (one == NULL) break;
        known[count++] = one->token;
    }
    char text[SNW_WHY_TEXT], fix[SNW_WHY_TEXT];
    snw_text line = snw_text_over(text, sizeof text);
    snw__quote(&line, token, strlen(token));
    snw_text_format(&line, " is not a %s", field->base != NULL ? field->base : "registered type");
    line = snw_text_over(fix, sizeof fix);
    const char *closest = snw__bind_closest(b, token, known, count);
    if (closest != NULL) snw_text_format(&line, "did you mean '%s'? ", closest);
    snw_text_format(&line, count > 0 ? "known are" : "none is registered");
    for (int i = 0; i < count && !snw_text_is_cut(&line); i++) {
        snw_text_format(&line, "%s %s", i > 0 ? "," : "", known[i]);
    }
    snw_why why;
    snw_why_set(&why, SNW_ERR_UNKNOWN_NAME, NULL, text);
    snw_why_rule(&why, "unknown-type");
    snw_why_fix(&why, fix);
    snw__bind_report(b, &why, field->name, where, !(field->flags & SNW_REQUIRED));
    return NULL;
}
