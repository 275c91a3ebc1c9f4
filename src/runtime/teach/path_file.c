// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include "inside.h"
#include "paths_internal.h"

// Paths go from and to a running component in rows of messages, as many as one holds.

typedef struct rows {
    int64_t *times;
    double *values; // [count][width]
    int count, width;
    snw_taught_kind kind;
} rows;

static snw_status not_understood(const char *component, snw_why *why) {
    return snw_refuse(why, SNW_ERR_SYNTAX, component, "the answer is not a part of a path", NULL);
}

// --- from a component ---------------------------------------------------------------------------

// "KIND COUNT |": how large the path is, the first time that it is seen
static bool take_head(snw_words *words, rows *all) {
    snw_word kind;
    double count = -1;
    if (!snw_words_next(words, &kind) || snw__words_row(words, &count, 1) != 1) return false;
    if (all->times != NULL) return true;
    if (!(count >= 1 && count <= SNW_TAUGHT_RECORDS)) return false;
    all->kind = snw_word_is(kind, "joints") ? SNW_TAUGHT_JOINTS : SNW_TAUGHT_FRAME;
    all->count = (int)count;
    all->times = calloc((size_t)all->count, sizeof *all->times);
    all->values = calloc((size_t)all->count * SNW_AXES, sizeof *all->values);
    return all->times != NULL && all->values != NULL;
}

static int take_rows(const char *answer, rows *all, int at) {
    snw_words words = snw_words_over(answer);
    if (!take_head(&words, all)) return -1;
    while (!snw_words_end(&words)) {
        double row[1 + SNW_AXES];
        const int count = snw__words_row(&words, row, 1 + SNW_AXES);
        if (count < 2 || at >= all->count) return -1;
        if (all->width == 0) all->width = count - 1;
        if (count - 1 != all->width) return -1;
        all->times[at] = (int64_t)row[0];
        memcpy(&all->values[(ptrdiff_t)at * all->width], row + 1,
               (size_t)all->width * sizeof(double));
        at++;
    }
    return at;
}

static snw_status fetch(const snw_teach_asker *asker, const char *component, const char *name,
                        rows *all, snw_why *why) {
    int at = 0;
    do {
        char text[2 * SNW_NAME], answer[SNW_MESSAGE];
        snw_text line = snw_text_over(text, sizeof text);
        snw_text_format(&line, "dump %s %d", name, at);
        const snw_status status = asker->ask(asker->context, component, text, answer, why);
        if (snw_failed(status)) return status;
        const int next = take_rows(answer, all, at);
        if (next <= at) return not_understood(component, why);
        at = next;
    } while (at < all->count);
    if (all->kind == SNW_TAUGHT_FRAME && all->width != SNW__POSE_NUMBERS) {
        return not_understood(component, why);
    }
    return SNW_OK;
}

static snw_status fill(snw_path *path, const rows *all) {
    snw_status status = SNW_OK;
    for (int k = 0; k < all->count && status == SNW_OK; k++) {
        const double *row = &all->values[(ptrdiff_t)k * all->width];
        snw_pose pose = snw_pose_identity();
        if (all->kind == SNW_TAUGHT_FRAME) pose = snw__paths_pose_in(row);
        status = snw_path_add(path, all->times[k], row, &pose);
    }
    return status;
}

static snw_status write_rows(const char *file, const rows *all, snw_why *why) {
    const bool joints = all->kind == SNW_TAUGHT_JOINTS;
    const snw_path_config shape = {
        .scalars = joints ? all->width : 0, .poses = joints ? 0 : 1, .capacity = all->count};
    snw_path path;
    snw_arena arena = {0};
    SNW_IGNORE(snw_path_init(&path, &shape, &arena));
    snw_setup *memory = snw_setup_create(2 * arena.needed + 4096);
    void *block = memory != NULL ? snw_setup_take(memory, arena.needed, SNW_ARENA_ALIGN) : NULL;
    arena = snw_arena_over(block, block != NULL ? arena.needed : 0);
    snw_status status = snw_path_init(&path, &shape, &arena);
    if (status == SNW_OK) status = fill(&path, all);
    if (snw_failed(status)) {
        snw_why_set(why, status, file, "the path cannot be written");
    } else {
        status = snw_path_save(file, &path, why);
    }
    snw_setup_destroy(memory);
    return status;
}

snw_status snw_teach_save_path(const snw_teach_asker *asker, const char *component,
                               const char *name, const char *file, snw_why *why) {
    rows all = {0};
    snw_status status = fetch(asker, component, name, &all, why);
    if (!snw_failed(status)) status = write_rows(file, &all, why);
    free(all.times);
    free(all.values);
    return status;
}

// --- to a component -----------------------------------------------------------------------------

static void add_row(snw__line *line, const snw_path *path, int k) {
    const double t = (double)path->times[k];
    snw__line_reals(line, &t, 1);
    if (path->config.scalars > 0) {
        snw__line_reals(line, &path->scalars[(ptrdiff_t)k * path->config.scalars],
                        path->config.scalars);
        return;
    }
    double numbers[SNW__POSE_NUMBERS];
    snw__paths_pose_out(path->poses[k], numbers);
    snw__line_reals(line, numbers, SNW__POSE_NUMBERS);
}

static snw_status put_rows(const snw_teach_asker *asker, const char *component, const char *name,
                           const snw_path *path, snw_why *why) {
    int k = 0;
    while (k < path->count) {
        char text[SNW_MESSAGE], answer[SNW_MESSAGE];
        snw__line line = snw__line_over(text, sizeof text);
        snw__line_word(&line, "put");
        snw__line_word(&line, name);
        snw__line_word(&line, path->config.scalars > 0 ? "joints" : "frame");
        const int first = k;
        for (; k < path->count; k++) {
            snw__line more = line;
            if (k > first) snw__line_word(&more, "|");
            add_row(&more, path, k);
            if (more.cut) break;
            line = more;
        }
        text[line.used] = '\0';
        if (k == first) {
            return snw_refuse(why, SNW_ERR_TOO_LARGE, name, "a row is longer than a message", NULL);
        }
        const snw_status status = asker->ask(asker->context, component, text, answer, why);
        if (snw_failed(status)) return status;
    }
    return SNW_OK;
}

static snw_status refuse_file(snw_diags *diags, const char *file, snw_status code, const char *text,
                              const char *fix) {
    snw_why why;
    snw_why_set(&why, code, "path", text);
    snw_why_rule(&why, "path-kind");
    snw_why_fix(&why, fix);
    snw_why_at(&why, file, 0, 0);
    if (diags != NULL) snw_diags_add(diags, &why);
    return code;
}

// a path of one arm has joints, or one pose; others belong elsewhere
static snw_taught_kind kind_of(const snw_path *path) {
    const snw_path_config *shape = &path->config;
    if (shape->scalars > 0 && shape->scalars <= SNW_AXES && shape->poses == 0) {
        return SNW_TAUGHT_JOINTS;
    }
    return shape->scalars == 0 && shape->poses == 1 ? SNW_TAUGHT_FRAME : SNW_TAUGHT_NONE;
}

static snw_status put_path(const snw_teach_asker *asker, const char *component, const char *name,
                           const snw_path *path, snw_diags *diags) {
    snw_why why = {0};
    const snw_status status = put_rows(asker, component, name, path, &why);
    if (snw_failed(status) && diags != NULL) snw_diags_add(diags, &why);
    return status;
}

static snw_status name_is_free(const snw_teach_asker *asker, const char *component,
                               const char *name, snw_diags *diags, const char *file) {
    char text[2 * SNW_NAME], answer[SNW_MESSAGE];
    if (!snw__point_name_is_good(name)) {
        return refuse_file(diags, file, SNW_ERR_SYNTAX, "this is not a name of a path",
                           "use letters, digits, '_', '.' and '-'");
    }
    snw_text line = snw_text_over(text, sizeof text);
    snw_text_format(&line, "dump %s 0", name);
    if (snw_failed(asker->ask(asker->context, component, text, answer, NULL))) return SNW_OK;
    return refuse_file(diags, file, SNW_ERR_DUPLICATE, "a path of that name exists",
                       "remove it, or choose another name");
}

snw_status snw_teach_load_path(const snw_teach_asker *asker, const char *component,
                               const char *name, const char *file, snw_taught_kind *kind,
                               snw_diags *diags) {
    *kind = SNW_TAUGHT_NONE;
    snw_path path;
    snw_arena arena = {0};
    snw_status status = snw_path_load(file, false, &path, &arena, diags);
    if (snw_failed(status) && status != SNW_ERR_MEMORY) return status;
    snw_setup *memory = snw_setup_create(2 * arena.needed + 4096);
    void *block = memory != NULL ? snw_setup_take(memory, arena.needed, SNW_ARENA_ALIGN) : NULL;
    arena = snw_arena_over(block, block != NULL ? arena.needed : 0);
    status = snw_path_load(file, false, &path, &arena, diags);
    const snw_taught_kind found = snw_failed(status) ? SNW_TAUGHT_NONE : kind_of(&path);
    if (!snw_failed(status) && found == SNW_TAUGHT_NONE) {
        status = refuse_file(diags, file, SNW_ERR_UNSUPPORTED,
                             "the path has neither the joints of one arm nor one frame",
                             "use a file that a component paths has written");
    }
    if (!snw_failed(status)) status = name_is_free(asker, component, name, diags, file);
    if (!snw_failed(status)) status = put_path(asker, component, name, &path, diags);
    if (!snw_failed(status)) *kind = found;
    snw_setup_destroy(memory);
    return status;
}
