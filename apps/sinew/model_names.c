// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include "model_input.h"
#include "sinew/os/directory.h"
#include "sinew/os/file.h"

// --- where models are ---------------------------------------------------------------------------

// names that one look-up knows
enum { NAMES = 512 };

// told names, so that the first folder wins
typedef struct survey {
    model_named_fn *tell;
    void *context;
    char names[NAMES][SNW_NAME];
    int count;
} survey;

static bool tell_once(survey *s, const char *name, const char *path) {
    for (int i = 0; i < s->count; i++) {
        if (strcmp(s->names[i], name) == 0) return false;
    }
    if (s->count == NAMES || strlen(name) >= SNW_NAME) return false;
    snw_copy_text(s->names[s->count++], SNW_NAME, name);
    s->tell(name, path, s->context);
    return true;
}

// FOLDER/NAME.ext; our own format first
static bool find_file(const char *folder, const char *name, char *out, size_t size) {
    static const char *const endings[] = {".xml",  ".xml.gz", ".urdf", ".urdf.xacro", ".xacro",
                                          ".json", ".dh.csv", ".csv",  ".cell.xml"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        char leaf[SNW_NAME + 16];
        snw_text text = snw_text_over(leaf, sizeof leaf);
        snw_text_format(&text, "%s%s", name, endings[i]);
        if (snw_text_is_cut(&text) || snw_failed(snw_path_join(folder, leaf, out, size))) continue;
        if (snw_file_exists(out) && !snw_file_is_directory(out)) return true;
    }
    return false;
}

// FOLDER/NAME/NAME.ext and FOLDER/NAME.ext
static void look_in(survey *s, const char *folder) {
    enum { MOST = 4096 };
    snw_directory list;
    if (snw_failed(snw_directory_list(folder, MOST, &list, NULL))) return;
    for (int i = 0; i < list.count; i++) {
        char name[SNW_PATH_SIZE], below[SNW_PATH_SIZE], path[SNW_PATH_SIZE];
        const snw_directory_entry *entry = &list.entries[i];
        if (entry->name[0] == '.' || strlen(entry->name) >= sizeof name) continue;
        snw_copy_text(name, sizeof name, entry->name);
        if (entry->is_directory) {
            if (snw_failed(snw_path_join(folder, name, below, sizeof below))) continue;
            if (find_file(below, name, path, sizeof path)) (void)tell_once(s, name, path);
        } else {
            name[strcspn(name, ".")] = '\0';
            if (find_file(folder, name, path, sizeof path)) (void)tell_once(s, name, path);
        }
    }
    snw_directory_free(&list);
}

static void look_in_list(survey *s, const char *folders) {
    while (folders != NULL && *folders != '\0') {
        const size_t length = strcspn(folders, ":");
        char folder[SNW_PATH_SIZE];
        if (length > 0 && length < sizeof folder) {
            memcpy(folder, folders, length);
            folder[length] = '\0';
            look_in(s, folder);
        }
        folders += length;
        if (*folders == ':') folders++;
    }
}

// a folder seen from that of the program
static void look_beside_program(survey *s, const char *folder) {
    char program[SNW_PATH_SIZE], base[SNW_PATH_SIZE];
    if (snw_failed(snw_file_real_path("/proc/self/exe", program, sizeof program, NULL))) return;
    if (snw_failed(snw_path_parent(program, base, sizeof base))) return;
    if (snw_failed(snw_path_join(base, folder, base, sizeof base))) return;
    if (snw_failed(snw_path_normalise(base, base, sizeof base))) return;
    look_in(s, base);
}

void model_each_named(model_named_fn *tell, void *context) {
    survey *s = calloc(1, sizeof *s);
    if (s == NULL) return;
    s->tell = tell;
    s->context = context;
    look_in_list(s, getenv("SINEW_MODELS"));
    look_beside_program(s, "models");
    look_beside_program(s, "../share/sinew/models");
    char path[SNW_PATH_SIZE];
    if (!snw_failed(snw_data_find("models", path, sizeof path, NULL))) look_in(s, path);
    free(s);
}

// --- one of them --------------------------------------------------------------------------------

typedef struct wanted {
    const char *name;
    char *out;
    size_t size;
    bool found;
    char names[NAMES][SNW_NAME];
    int count;
} wanted;

static void match(const char *name, const char *path, void *context) {
    wanted *w = context;
    if (w->count < NAMES) snw_copy_text(w->names[w->count++], SNW_NAME, name);
    if (w->found || strcmp(name, w->name) != 0 || strlen(path) >= w->size) return;
    snw_copy_text(w->out, w->size, path);
    w->found = true;
}

static snw_status refuse_name(const wanted *w, snw_why *why) {
    const char *known[NAMES];
    for (int i = 0; i < w->count; i++) {
        known[i] = w->names[i];
    }
    char text[SNW_WHY_TEXT], fix[SNW_WHY_TEXT];
    snw_text line = snw_text_over(text, sizeof text);
    snw_text_format(&line, "there is no file and no model '%.48s'", w->name);
    snw_why_set(why, SNW_ERR_NOT_FOUND, NULL, text);
    snw_why_rule(why, "unknown-model");
    const char *closest = snw_closest_name(w->name, known, w->count);
    line = snw_text_over(fix, sizeof fix);
    if (closest != NULL) {
        snw_text_format(&line, "did you mean '%s'?", closest);
    } else {
        snw_text_format(&line, "'sinew model list' shows those that have names");
    }
    snw_why_fix(why, fix);
    return SNW_ERR_NOT_FOUND;
}

snw_status model_find_named(const char *name, char *out, size_t size, snw_why *why) {
    wanted *w = calloc(1, sizeof *w);
    if (w == NULL) return SNW_ERR_MEMORY;
    w->name = name;
    w->out = out;
    w->size = size;
    model_each_named(match, w);
    const snw_status status = w->found ? SNW_OK : refuse_name(w, why);
    free(w);
    return status;
}
