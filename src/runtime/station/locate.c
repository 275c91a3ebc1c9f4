// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include "inside.h"
#include "internal.h"
#include "sinew/base/words.h"
#include "sinew/modelio/formats.h"
#include "sinew/os/directory.h"
#include "sinew/os/file.h"

// --- where models are ---------------------------------------------------------------------------

// names that one look-up knows
enum { NAMES = 512 };

// told names, so that the first folder wins
typedef struct survey {
    snw_robot_named_fn *tell;
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

// FOLDER/NAMEending, or the same compressed
static bool find_with(const char *folder, const char *name, snw_word ending, char *out,
                      size_t size) {
    static const char *const tails[] = {"", ".gz"};
    for (int i = 0; i < 2; i++) {
        char leaf[SNW_NAME + 32];
        snw_text text = snw_text_over(leaf, sizeof leaf);
        snw_text_format(&text, "%s%.*s%s", name, (int)ending.length, ending.text, tails[i]);
        if (snw_text_is_cut(&text) || snw_failed(snw_path_join(folder, leaf, out, size))) continue;
        if (snw_file_exists(out) && !snw_file_is_directory(out)) return true;
    }
    return false;
}

// FOLDER/NAME with an ending of the table of formats; our own format first
static bool find_file(const char *folder, const char *name, char *out, size_t size) {
    const char *endings = snw_model_format_endings(0);
    for (int rank = 0; endings != NULL; endings = snw_model_format_endings(++rank)) {
        snw_words words = snw_words_over(endings);
        for (snw_word ending; snw_words_next(&words, &ending);) {
            if (find_with(folder, name, ending, out, size)) return true;
        }
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
        } else if (snw_model_format_named(name) != SNW_FORMAT_UNKNOWN) {
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
bool snw__beside_program(const char *folder, char out[SNW_PATH_SIZE]) {
    char base[SNW_PATH_SIZE];
    return !snw_failed(snw_file_real_path("/proc/self/exe", base, sizeof base, NULL)) &&
           !snw_failed(snw_path_parent(base, base, sizeof base)) &&
           !snw_failed(snw_path_join(base, folder, base, sizeof base)) &&
           !snw_failed(snw_path_normalise(base, out, SNW_PATH_SIZE));
}

static void look_beside_program(survey *s, const char *folder) {
    char base[SNW_PATH_SIZE];
    if (snw__beside_program(folder, base)) look_in(s, base);
}

void snw_robots_each(snw_robot_named_fn *tell, void *context) {
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

static void match_name(const char *name, const char *path, void *context) {
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

snw_status snw_robot_find(const char *name, char *out, size_t size, snw_why *why) {
    wanted *w = calloc(1, sizeof *w);
    if (w == NULL) return SNW_ERR_MEMORY;
    w->name = name;
    w->out = out;
    w->size = size;
    snw_robots_each(match_name, w);
    const snw_status status = w->found ? SNW_OK : refuse_name(w, why);
    free(w);
    return status;
}

// --- cells --------------------------------------------------------------------------------------

// the file FOLDER/LEAF, seen from the folder of the program
static bool find_beside_program(const char *folder, const char *leaf, char *out, size_t size) {
    char base[SNW_PATH_SIZE];
    return snw__beside_program(folder, base) && !snw_failed(snw_path_join(base, leaf, out, size)) &&
           snw_file_exists(out);
}

snw_status snw__cell_find(const char *word, char *out, size_t size, snw_why *why) {
    if (strlen(word) >= size) {
        return snw_refuse(why, SNW_ERR_TOO_LARGE, NULL, "the name of the file is too long", NULL);
    }
    snw_copy_text(out, size, word);
    if (strpbrk(word, "/.") != NULL || snw_file_exists(word)) return SNW_OK;
    char leaf[SNW_NAME + 16], data[SNW_NAME + 32];
    snw_text text = snw_text_over(leaf, sizeof leaf);
    snw_text_format(&text, "%s.cell.xml", word);
    snw_text below = snw_text_over(data, sizeof data);
    snw_text_format(&below, "cells/%s.cell.xml", word);
    if (find_beside_program("cells", leaf, out, size)) return SNW_OK;
    if (find_beside_program("../share/sinew/cells", leaf, out, size)) return SNW_OK;
    if (find_beside_program("../cells", leaf, out, size)) return SNW_OK; // examples of a build
    if (!snw_failed(snw_data_find(data, out, size, NULL))) return SNW_OK;
    return snw__cell_unknown(word, false, why);
}

// --- folders ------------------------------------------------------------------------------------

snw_status snw__data_path(const char *folder, const char *leaf, char out[SNW_PATH_SIZE],
                          snw_why *why) {
    snw_status status = snw_user_directory(SNW_USER_DATA, out, SNW_PATH_SIZE, why);
    if (!snw_failed(status)) status = snw_path_join(out, folder, out, SNW_PATH_SIZE);
    if (!snw_failed(status)) status = snw_directory_make(out, 0700, why);
    if (!snw_failed(status) && leaf[0] != '\0') {
        status = snw_path_join(out, leaf, out, SNW_PATH_SIZE);
    }
    return status;
}

bool snw__shipped(const char *name, char out[SNW_PATH_SIZE]) {
    char folder[SNW_NAME + 16];
    snw_text text = snw_text_over(folder, sizeof folder);
    snw_text_format(&text, "../share/sinew/%s", name);
    if (snw__beside_program(name, out) && snw_file_is_directory(out)) return true;
    if (snw__beside_program(folder, out) && snw_file_is_directory(out)) return true;
    // programs that stand in a folder of the build, as examples do
    text = snw_text_over(folder, sizeof folder);
    snw_text_format(&text, "../%s", name);
    if (snw__beside_program(folder, out) && snw_file_is_directory(out)) return true;
    return !snw_failed(snw_data_find(name, out, SNW_PATH_SIZE, NULL)) && snw_file_is_directory(out);
}

static bool is_file_name(const char *text) {
    const size_t length = strlen(text);
    const size_t good = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                     "0123456789-_.");
    return length > 0 && length < SNW_NAME && good == length && text[0] != '.';
}

snw_status snw__check_name(const char *name, snw_why *why) {
    if (is_file_name(name)) return SNW_OK;
    return snw_refuse(why, SNW_ERR_ARGUMENT, name, "this cannot be the name of a file",
                      "use letters, digits, '-', '_' and '.', at most 63 in all");
}
