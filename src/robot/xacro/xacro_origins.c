// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/xacro/origins.h"

#include <stdlib.h>
#include <string.h>

#include "xacro_origins.h"

// the start of an element, attribute or text in the result, and where it was written
typedef struct origin {
    size_t offset;
    int line, column;             // in the result
    int file, at_line, at_column; // as written
    int call;                     // that made it; 0 for none
} origin;

typedef struct origin_call {
    int file, line, column;
    int outer;        // 0 for none
    const char *name; // of the element that calls
} origin_call;

struct snw__origins {
    char *name; // of the result
    origin *items;
    int count, room;
    origin_call *calls; // [call_count + 1] from 1
    const char **files; // [file_count]
    int file_count;
    char *texts; // of names
};

// --- making -------------------------------------------------------------------------------------

static char *keep_text(char **free_place, const char *text) {
    const size_t size = strlen(text) + 1;
    char *kept = *free_place;
    memcpy(kept, text, size);
    *free_place += size;
    return kept;
}

// names of files and of calling elements; everything else is numbers
static bool copy_names(snw__origins *o, const snw__xacro *x, const char *name) {
    size_t size = strlen(name) + 1;
    for (const snw__xfile *f = x->file_list; f != NULL; f = f->made_before) {
        size += strlen(f->name) + 1;
    }
    for (const snw__xframe *f = x->frame_list; f != NULL; f = f->made_before) {
        size += strlen(f->call->name) + 1;
    }
    o->file_count = x->file_count;
    o->files = calloc((size_t)x->file_count + 1, sizeof *o->files);
    o->calls = calloc((size_t)x->frame_count + 1, sizeof *o->calls);
    o->texts = malloc(size);
    if (o->files == NULL || o->calls == NULL || o->texts == NULL) return false;
    char *place = o->texts;
    o->name = keep_text(&place, name);
    for (const snw__xfile *f = x->file_list; f != NULL; f = f->made_before) {
        o->files[f->number] = keep_text(&place, f->name);
    }
    for (const snw__xframe *f = x->frame_list; f != NULL; f = f->made_before) {
        o->calls[f->number] = (origin_call){f->call->file->number, f->call->line, f->call->column,
                                            f->outer != NULL ? f->outer->number : 0,
                                            keep_text(&place, f->call->name)};
    }
    return true;
}

snw__origins *snw__origins_make(const snw__xacro *x, const char *name) {
    snw__origins *o = calloc(1, sizeof *o);
    if (o != NULL && copy_names(o, x, name)) return o;
    snw__origins_free(o);
    return NULL;
}

void snw__origins_free(snw__origins *origins) {
    if (origins == NULL) return;
    free(origins->items);
    free(origins->calls);
    free(origins->files);
    free(origins->texts);
    free(origins);
}

void snw__origins_note(snw__origins *o, size_t offset, const snw__xnode *node,
                       const snw__xattribute *attribute) {
    if (o == NULL || node->file == NULL) return;
    if (o->count == o->room) {
        // without memory the rest keeps its place in the result
        const int room = 2 * o->room + 256;
        origin *larger = realloc(o->items, (size_t)room * sizeof *larger);
        if (larger == NULL) return;
        o->items = larger;
        o->room = room;
    }
    const snw__xfile *file =
        attribute != NULL && attribute->file != NULL ? attribute->file : node->file;
    o->items[o->count++] =
        (origin){.offset = offset,
                 .file = file->number,
                 .at_line = attribute != NULL ? attribute->line : node->line,
                 .at_column = attribute != NULL ? attribute->column : node->column,
                 .call = node->frame != NULL ? node->frame->number : 0};
}

void snw__origins_finish(snw__origins *o, const char *text) {
    int line = 1, k = 0;
    size_t line_start = 0;
    if (o == NULL) return;
    for (size_t at = 0; k < o->count; at++) {
        for (; k < o->count && o->items[k].offset == at; k++) {
            o->items[k].line = line;
            o->items[k].column = (int)(at - line_start) + 1;
        }
        if (text[at] == '\0') break;
        if (text[at] != '\n') continue;
        line++;
        line_start = at + 1;
    }
    o->count = k;
}

// --- using --------------------------------------------------------------------------------------

// the last origin at or before a place; NULL for none
static const origin *origin_of(const snw__origins *o, int line, int column) {
    int low = 0, high = o->count;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        const origin *at = &o->items[middle];
        if (at->line < line || (at->line == line && at->column <= column)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low > 0 ? &o->items[low - 1] : NULL;
}

static void note_call(const snw__origins *o, const origin_call *call, snw_why *why) {
    snw_why_set(why, SNW_OK, call->name, "called here");
    snw_why_rule(why, "xacro-call");
    snw_why_at(why, o->files[call->file], call->line, call->column);
}

// gives a finding its place; the call that made it, 0 for none
static int place_finding(const snw__origins *o, const char *name, snw_why *why) {
    if (strcmp(why->file, name) != 0 || why->line < 1) return 0;
    const origin *at = origin_of(o, why->line, why->column > 0 ? why->column : INT32_MAX);
    if (at == NULL) return 0;
    snw_why_at(why, o->files[at->file], at->at_line, at->at_column);
    return at->call;
}

void snw__origins_trace(const snw__origins *origins, snw_diags *diags) {
    enum { MOST = 6 };
    if (origins == NULL || diags == NULL || diags->count == 0) return;
    snw_why named;
    snw_why_set(&named, SNW_OK, NULL, NULL);
    snw_why_at(&named, origins->name, 1, 1); // long names are cut in the same way
    snw_why *old = malloc((size_t)diags->count * sizeof *old);
    const int count = diags->count;
    int spare = old != NULL ? diags->capacity - count : 0;
    if (old != NULL) memcpy(old, diags->items, (size_t)count * sizeof *old);

    // each finding, and behind it the calls
    int used = 0;
    for (int i = 0; i < count; i++) {
        snw_why *why = &diags->items[used++];
        if (old != NULL) *why = old[i];
        int call = place_finding(origins, named.file, why);
        const int most = why->severity == SNW_ERROR ? MOST : why->severity == SNW_WARNING ? 1 : 0;
        for (int k = 0; call > 0 && k < most && spare > 0; k++, spare--) {
            note_call(origins, &origins->calls[call], &diags->items[used++]);
            call = origins->calls[call].outer;
        }
    }
    diags->count = used;
    free(old);
}
