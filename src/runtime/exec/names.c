// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "names.h"

#include <string.h>

#include "internal.h"

void snw__exec_propose(const char *name, const char *const *names, int count, const char *otherwise,
                       char fix[SNW_WHY_TEXT]) {
    const char *closest = snw_closest_name(name, names, count);
    snw_text line = snw_text_over(fix, SNW_WHY_TEXT);
    if (closest != NULL) {
        snw_text_format(&line, "did you mean '%s'?", closest);
    } else {
        snw_text_format(&line, "%s", otherwise);
    }
}

// --- signals that are recorded ------------------------------------------------------------------

// What a cell records must be there. A group whose name is misspelt would record nothing, and
// nobody would know before the recording is needed.

// names of one step that occur below a prefix, each once
typedef struct step_names {
    int depth; // the step, from 0
    char texts[SNW__NAMES][SNW_NAME];
    int count;
} step_names;

static bool is_number(const snw_field *field) {
    switch (field->kind) {
    case SNW_KIND_BOOL:
    case SNW_KIND_INT:
    case SNW_KIND_UINT:
    case SNW_KIND_ENUM:
    case SNW_KIND_REAL:
    case SNW_KIND_VEC3:
    case SNW_KIND_QUAT:
    case SNW_KIND_POSE:
    case SNW_KIND_MATRIX:
        return true;
    case SNW_KIND_STRING:
    case SNW_KIND_REFERENCE:
    case SNW_KIND_STRUCT:
    case SNW_KIND_OPTIONAL:
    case SNW_KIND_CHILD:
        break;
    }
    return false;
}

static bool find_number(const char *path, const snw_place *place, void *context) {
    bool *found = context;
    (void)path;
    *found = is_number(place->field);
    return !*found; // the first one is enough
}

// whether a pattern selects at least one number, as the recorder reads patterns
static bool selects(const snw_roots *roots, const char *pattern) {
    snw_place place;
    bool found = false;
    if (strchr(pattern, '*') == NULL) {
        return !snw_failed(snw_roots_resolve(roots, pattern, &place, NULL)) &&
               is_number(place.field);
    }
    (void)snw_roots_list(roots, pattern, find_number, &found);
    return found;
}

// whether anything is at a prefix of a pattern, or below it; an array is there with its items
static bool is_there(const snw_roots *roots, const char *prefix) {
    static const char *const ends[] = {"%s/**", "%s[*]/**"};
    for (int i = 0; i < 2; i++) {
        char pattern[SNW_FIELD_PATH + 8];
        snw_text text = snw_text_over(pattern, sizeof pattern);
        snw_text_format(&text, ends[i], prefix);
        if (selects(roots, pattern)) return true;
    }
    return false;
}

static bool take_step_name(const char *path, const snw_place *place, void *context) {
    step_names *names = context;
    (void)place;
    for (int i = 0; i < names->depth && path != NULL; i++) {
        path = strchr(path, '/');
        if (path != NULL) path++;
    }
    if (path == NULL) return true;
    char name[SNW_NAME];
    snw_text text = snw_text_over(name, sizeof name);
    snw_text_format(&text, "%.*s", (int)strcspn(path, "/[."), path);
    for (int i = 0; i < names->count; i++) {
        if (strcmp(names->texts[i], name) == 0) return true;
    }
    snw_copy_text(names->texts[names->count++], SNW_NAME, name);
    return names->count < SNW__NAMES;
}

// The first step of a pattern that nothing has, and the closest name that stands there instead.
static void propose_step(const snw_roots *roots, const char *pattern, char fix[SNW_WHY_TEXT]) {
    char prefix[SNW_FIELD_PATH], before[SNW_FIELD_PATH + 4] = "**";
    step_names names = {0};
    const char *at = pattern;
    for (;; at++, names.depth++) {
        const char *end = at + strcspn(at, "/");
        snw_text text = snw_text_over(prefix, sizeof prefix);
        snw_text_format(&text, "%.*s", (int)(end - pattern), pattern);
        if (!is_there(roots, prefix)) break;
        if (*end == '\0') {
            snw__exec_propose("", NULL, 0, "add an index, as in q[0], or q[*] for all", fix);
            return;
        }
        text = snw_text_over(before, sizeof before);
        snw_text_format(&text, "%s/**", prefix);
        at = end;
    }
    char wrong[SNW_NAME];
    snw_text text = snw_text_over(wrong, sizeof wrong);
    snw_text_format(&text, "%.*s", (int)strcspn(at, "/[."), at);
    (void)snw_roots_list(roots, before, take_step_name, &names);
    const char *known[SNW__NAMES];
    for (int i = 0; i < names.count; i++)
        known[i] = names.texts[i];
    snw__exec_propose(wrong, known, names.count, "'sinew list' shows the signals of a running cell",
                      fix);
}

// Signals of a drive, and of its twin, that are not there while the arm is simulated.
static bool may_be_away(const snw_exec *exec, const char *pattern) {
    static const char *const parts[] = {"drive", "twin", "difference"};
    for (int i = 0; i < exec->arm_count; i++) {
        const char *name = exec->arms[i].arm->name;
        const size_t length = strlen(name);
        if (exec->arms[i].entry->twin.type == NULL || strncmp(pattern, name, length) != 0 ||
            pattern[length] != '/') {
            continue;
        }
        const char *part = pattern + length + 1;
        for (int k = 0; k < 3; k++) {
            const size_t size = strlen(parts[k]);
            if (strncmp(part, parts[k], size) == 0 && strchr("/[", part[size]) != NULL) return true;
        }
    }
    return false;
}

static void check_pattern(snw__builder *b, const char *subject, const char *pattern) {
    const snw_roots *roots = &b->exec->roots;
    if (selects(roots, pattern) || may_be_away(b->exec, pattern)) return;
    char sentence[SNW_WHY_TEXT], fix[SNW_WHY_TEXT];
    snw_text text = snw_text_over(sentence, sizeof sentence);
    snw_text_format(&text, "'%s' selects no signal", pattern);
    propose_step(roots, pattern, fix);
    snw__exec_refuse(b, SNW_ERR_UNKNOWN_NAME, subject, sentence, fix);
}

static void check_plots(snw__builder *b) {
    const snw_loop *loop = b->exec->loop;
    for (int i = 0; i < loop->plot_count; i++) {
        for (int k = 0; k < loop->plots[i].trace_count; k++) {
            char subject[SNW_WHY_SUBJECT];
            snw_text text = snw_text_over(subject, sizeof subject);
            snw_text_format(&text, "control/plots[%d]/traces[%d]", i, k);
            check_pattern(b, subject, loop->plots[i].traces[k].signal);
        }
    }
}

void snw__exec_signals_check(struct snw__builder *b) {
    const snw_loop *loop = b->exec->loop;
    check_plots(b);
    for (int i = 0; i < loop->record_count; i++) {
        char subject[SNW_WHY_SUBJECT];
        snw_text text = snw_text_over(subject, sizeof subject);
        snw_text_format(&text, "records[%s]", loop->records[i].name);
        char words[SNW_FIELD_PATH];
        snw_copy_text(words, sizeof words, loop->records[i].signals);
        for (char *at = words + strspn(words, " "); *at != '\0';) {
            char *end = at + strcspn(at, " ");
            char *next = end + strspn(end, " ");
            *end = '\0';
            check_pattern(b, subject, at);
            at = next;
        }
    }
}
