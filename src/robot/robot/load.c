// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>

#include "sinew/modelio.h"
#include "sinew/robot.h"

// a model and its memory, in one block
typedef struct loaded_model {
    snw_model model; // first: a pointer to it is a pointer to the whole
    void *block;
} loaded_model;

// the first error that was found, as the reason of the whole
static snw_status first_error(const snw_diags *found, snw_status status, const char *path,
                              snw_why *why) {
    for (int i = 0; i < found->count; i++) {
        if (found->items[i].severity != SNW_ERROR) continue;
        if (why != NULL) *why = found->items[i];
        return status;
    }
    return snw_refuse(why, status, path, NULL, NULL);
}

static snw_status compile_model(const snw_robot *robot, loaded_model *loaded, snw_diags *found) {
    snw_arena arena = {0};
    const snw_status measured = snw_model_compile(&loaded->model, robot, &arena, NULL);
    if (measured == SNW_ERR_MEMORY) {
        const size_t size = (arena.needed / SNW_ARENA_ALIGN + 1) * SNW_ARENA_ALIGN;
        loaded->block = aligned_alloc(SNW_ARENA_ALIGN, size);
        if (loaded->block == NULL) return SNW_ERR_MEMORY;
        arena = snw_arena_over(loaded->block, size);
    }
    return snw_model_compile(&loaded->model, robot, &arena, found);
}

snw_status snw_model_load(const char *path, snw_model **model, snw_why *why) {
    enum { KEPT = 16 };
    snw_why items[KEPT];
    snw_diags found = {.items = items, .capacity = KEPT};
    snw_setup *setup = snw_setup_create(SNW_DOCUMENT_MEMORY);
    loaded_model *loaded = calloc(1, sizeof *loaded);
    snw_status status = SNW_ERR_MEMORY;
    if (setup != NULL && loaded != NULL) {
        const snw_load_options options = {.keep_names = true}; // shapes are not needed
        snw_robot *robot = NULL;
        status = snw_robot_load(path, &options, setup, &robot, &found);
        if (!snw_failed(status)) status = compile_model(robot, loaded, &found);
    }
    snw_setup_destroy(setup);
    if (snw_failed(status)) {
        if (loaded != NULL) free(loaded->block);
        free(loaded);
        return first_error(&found, status, path, why);
    }
    *model = &loaded->model;
    return SNW_OK;
}

void snw_model_free(snw_model *model) {
    if (model == NULL) return;
    loaded_model *loaded = (loaded_model *)model;
    free(loaded->block);
    free(loaded);
}
