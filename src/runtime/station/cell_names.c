// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include "inside.h"
#include "internal.h"
#include "sinew/os/directory.h"
#include "sinew/os/file.h"

// Cells by name: which there are, what they say about themselves, and which one was meant.

enum { NAMES = 512, SENTENCE = 512 };

static const char ending[] = ".cell.xml";

// folders from that of the program; the last is for examples of a build
static const char *const folders[] = {"cells", "../share/sinew/cells", "../cells"};

// --- what a cell says about itself ---------------------------------------------------------------

// the first line of a comment that is not about licence and copyright
static const char *skip_licence(const char *at) {
    for (;;) {
        at += strspn(at, " \t\r\n");
        if (strncmp(at, "SPDX-", 5) != 0) return at;
        at += strcspn(at, "\n");
    }
}

static bool ends_sentence(const char *at) {
    return strchr(".:", *at) != NULL && strchr(" \r\n\t", at[1]) != NULL;
}

static void read_sentence(const char *path, char out[SENTENCE]) {
    snw_file_reading how = snw_file_reading_defaults();
    snw_file_content content;
    snw_text text = snw_text_over(out, SENTENCE);
    out[0] = '\0';
    if (snw_failed(snw_file_read(path, &how, &content, NULL))) return;
    const char *head = strstr(content.data, "<!--"), *root = strstr(content.data, "<cell");
    const char *end = head != NULL ? strstr(head, "-->") : NULL;
    if (end != NULL && (root == NULL || head < root)) {
        // words with one blank between them, up to the end of the sentence
        for (const char *at = skip_licence(head + 4); at < end; at++) {
            const bool blank = strchr(" \t\r\n", *at) != NULL;
            if (blank && text.length > 0 && strchr(" \t\r\n", at[1]) == NULL && at + 1 < end)
                snw_text_add(&text, " ", 1);
            if (!blank) snw_text_add(&text, *at == ':' && ends_sentence(at) ? "." : at, 1);
            if (!blank && ends_sentence(at)) break;
        }
    }
    snw_file_free(&content);
}

// --- which there are -----------------------------------------------------------------------------

// names that were told, so that the first folder wins
typedef struct cell_survey {
    snw_cell_named_fn *tell;
    void *context;
    char names[NAMES][SNW_NAME];
    int count;
} cell_survey;

static bool is_new(cell_survey *s, const char *name) {
    for (int i = 0; i < s->count; i++) {
        if (strcmp(s->names[i], name) == 0) return false;
    }
    if (s->count == NAMES) return false;
    snw_copy_text(s->names[s->count++], SNW_NAME, name);
    return true;
}

static void look_for_cells(cell_survey *s, const char *folder) {
    snw_directory list;
    if (snw_failed(snw_directory_list(folder, 4096, &list, NULL))) return;
    for (int i = 0; i < list.count; i++) {
        const snw_directory_entry *entry = &list.entries[i];
        const size_t length = strlen(entry->name), tail = sizeof ending - 1;
        char name[SNW_NAME], path[SNW_PATH_SIZE];
        if (entry->is_directory || length <= tail || length - tail >= sizeof name) continue;
        if (strcmp(entry->name + length - tail, ending) != 0) continue;
        memcpy(name, entry->name, length - tail);
        name[length - tail] = '\0';
        if (snw_failed(snw_path_join(folder, entry->name, path, sizeof path))) continue;
        if (!is_new(s, name)) continue;
        char sentence[SENTENCE];
        read_sentence(path, sentence);
        s->tell(name, path, sentence, s->context);
    }
    snw_directory_free(&list);
}

void snw_cells_each(snw_cell_named_fn *tell, void *context) {
    char path[SNW_PATH_SIZE];
    cell_survey *s = calloc(1, sizeof *s);
    if (s == NULL) return;
    s->tell = tell;
    s->context = context;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        if (snw__beside_program(folders[i], path)) look_for_cells(s, path);
    }
    if (!snw_failed(snw_data_find("cells", path, sizeof path, NULL))) look_for_cells(s, path);
    free(s);
}

// --- the one that was meant ----------------------------------------------------------------------

typedef struct known_names {
    char names[2 * NAMES][SNW_NAME];
    int count;
} known_names;

static void keep_robot(const char *name, const char *path, void *context) {
    known_names *k = context;
    (void)path;
    if (k->count < 2 * NAMES) snw_copy_text(k->names[k->count++], SNW_NAME, name);
}

static void keep_cell(const char *name, const char *path, const char *sentence, void *context) {
    (void)sentence;
    keep_robot(name, path, context);
}

snw_status snw__cell_unknown(const char *word, bool robots, snw_why *why) {
    const char *list[2 * NAMES], *closest = NULL;
    char fix[SNW_WHY_TEXT];
    known_names *known = calloc(1, sizeof *known);
    if (known != NULL) {
        snw_cells_each(keep_cell, known);
        if (robots) snw_robots_each(keep_robot, known);
        for (int i = 0; i < known->count; i++)
            list[i] = known->names[i];
        closest = snw_closest_name(word, list, known->count);
    }
    snw_text line = snw_text_over(fix, sizeof fix);
    if (closest != NULL) {
        snw_text_format(&line, "did you mean '%s'? ", closest);
    }
    snw_text_format(&line, "'sinew cell list' shows those that have names");
    free(known);
    return snw_refuse_rule(why, SNW_ERR_NOT_FOUND, "unknown-cell", word,
                           robots ? "there is no file, cell or robot of that name"
                                  : "there is no file and no cell of that name",
                           fix);
}
