// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>

#include "internal.h"

// the tool by its name, or the usual one
static snw_status find_tool(snw_robot_solver *s, const char *tool, snw_why *why) {
    const snw_model *model = s->model;
    s->frame = snw_model_find_frame(model, tool != NULL ? tool : "tool");
    s->link = s->frame >= 0 ? model->frames[s->frame].link : -1;
    if (s->frame < 0 && tool != NULL) s->link = snw_model_find_link(model, tool);
    if (s->frame < 0 && tool == NULL) s->link = model->link_count - 1;
    if (s->link >= 0) return SNW_OK;
    return snw_refuse_rule(why, SNW_ERR_UNKNOWN_NAME, "unknown-frame", model->name,
                           "there is no frame or link of this name",
                           "'sinew model show FILE' lists them");
}

static snw_status lay_out(snw_robot_solver *s, snw_arena *arena) {
    snw__solver_whole *whole = (snw__solver_whole *)s;
    const snw_status kin = snw_kin_init(&s->kin, s->model, arena);
    const snw_status dyn = snw_dyn_init(&s->dyn, s->model, arena);
    const snw_status ik = snw_ik_init(&s->ik, s->model, s->link, s->frame, arena);
    whole->found = SNW_ARENA_ARRAY(arena, double, s->model->nq);
    if (snw_failed(kin)) return kin;
    if (snw_failed(dyn)) return dyn;
    return snw_failed(ik) ? ik : snw_arena_status(arena);
}

snw_status snw_robot_create(const char *path, const char *tool, snw_robot_solver **solver,
                            snw_why *why) {
    snw__solver_whole *whole = calloc(1, sizeof *whole);
    if (whole == NULL) return snw_refuse(why, SNW_ERR_MEMORY, path, NULL, NULL);
    snw_robot_solver *s = &whole->solver;
    snw_status status = snw_model_load(path, &s->model, why);
    if (!snw_failed(status)) status = find_tool(s, tool, why);
    if (snw_failed(status)) {
        snw_robot_destroy(s);
        return status;
    }

    // once to measure, once to lay out
    snw_arena arena = {0};
    status = lay_out(s, &arena);
    if (status == SNW_ERR_MEMORY) {
        const size_t size = (arena.needed / SNW_ARENA_ALIGN + 1) * SNW_ARENA_ALIGN;
        s->memory = aligned_alloc(SNW_ARENA_ALIGN, size);
        arena = snw_arena_over(s->memory, s->memory != NULL ? size : 0);
        status = lay_out(s, &arena);
    }
    if (snw_failed(status)) {
        status = snw_refuse(why, status, s->model->name,
                            status == SNW_ERR_SIZE ? "no joint, or too many, move the tool" : NULL,
                            "name another frame as the tool");
        snw_robot_destroy(s);
        return status;
    }
    *solver = s;
    return SNW_OK;
}

void snw_robot_destroy(snw_robot_solver *solver) {
    if (solver == NULL) return;
    snw_model_free(solver->model);
    free(solver->memory);
    free(solver);
}
