// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "search.h"

// The path of the frame in normalised frames, its coordinates numbered from 0. `normal` is that of
// the workspace of kinematics.
static bool fill_bodies(snw_ik *ik, const snw_normal *normal) {
    int path[SNW_MODEL_LINKS], count = 0;
    for (int b = normal->links[ik->link].body; b > 0; b = normal->bodies[b].parent) {
        if (normal->bodies[b].kind == SNW_NORMAL_GENERAL) return false;
        path[count++] = b;
    }
    // followers may be many more than coordinates
    if (ik->model->floating || count > SNW_IK_JOINTS) return false;
    ik->body_count = count;
    for (int i = 0; i < count; i++) {
        const snw_normal_body *from = &normal->bodies[path[count - 1 - i]];
        snw__ik_body *to = &ik->bodies[i];
        *to = (snw__ik_body){.kind = from->kind,
                             .turn = from->turn,
                             .offset = from->offset,
                             .slide = from->slide,
                             .slide_offset = from->slide_offset,
                             .cos_alpha = from->cos_alpha,
                             .sin_alpha = from->sin_alpha,
                             .cos_gamma = from->cos_gamma,
                             .sin_gamma = from->sin_gamma,
                             .p = from->p};
        for (int k = 0; k < ik->count; k++) {
            if (ik->rates[k] == from->source_v) to->source = k;
        }
    }
    ik->T_root_body = snw_pose_of(normal->bodies[0].R, normal->bodies[0].p);
    ik->T_body_tip = snw_pose_mul(normal->links[ik->link].T_body_link, ik->T_link_tip);
    return true;
}

static double *lanes_of(snw_arena *arena, int count) {
    return snw_arena_take_array(arena, count, sizeof(double), SNW_ARENA_ALIGN);
}

static void fill_limits(snw_ik *ik) {
    const snw_model *model = ik->model;
    for (int i = 0; i < ik->count; i++) {
        const snw_link *link = &model->links[model->link_of_v[ik->rates[i]]];
        const bool plain = link->nq == link->nv;
        const int at = plain ? link->q_index + ik->rates[i] - link->v_index : -1;
        ik->q_index[i] = at;
        ik->lower[i] = at >= 0 ? model->lower[at] : -HUGE_VAL;
        ik->upper[i] = at >= 0 ? model->upper[at] : HUGE_VAL;
    }
}

// The rates that move a link, rising, by the model alone, so that measuring knows how many.
static int path_of(const snw_model *model, int link, int *rates) {
    int count = 0;
    for (int i = link; i >= 0; i = model->links[i].parent) {
        const snw_link *l = &model->links[i];
        const int first = l->nv > 0 ? l->v_index : l->source_v, own = l->nv > 0 ? l->nv : 1;
        for (int k = 0; first >= 0 && k < own; k++) {
            int at = count;
            while (at > 0 && rates[at - 1] > first + k) {
                at--;
            }
            if (at > 0 && rates[at - 1] == first + k) continue;
            if (count == SNW_IK_JOINTS) return count + 1;
            memmove(rates + at + 1, rates + at, sizeof *rates * (size_t)(count - at));
            rates[at] = first + k;
            count++;
        }
    }
    return count;
}

static int bodies_of(const snw_model *model, int link) {
    int count = 0;
    for (int i = link; i >= 0; i = model->links[i].parent) {
        count++;
    }
    return count;
}

snw_status snw_ik_init(snw_ik *ik, const snw_model *model, int link, int frame, snw_arena *arena) {
    memset(ik, 0, sizeof *ik);
    if (frame >= model->frame_count + model->link_count) return SNW_ERR_ARGUMENT;
    if (frame >= 0) link = model->frames[frame].link;
    if (snw_model_link(model, link) == NULL) return SNW_ERR_ARGUMENT;
    ik->model = model;
    ik->link = link;
    ik->frame = frame < 0 ? -1 : frame;
    ik->T_link_tip = frame < 0 ? snw_pose_identity() : model->frames[frame].T_link_frame;
    int rates[SNW_IK_JOINTS];
    ik->count = path_of(model, link, rates);
    if (ik->count == 0 || ik->count > SNW_IK_JOINTS) return SNW_ERR_SIZE;
    const snw_status status = snw_kin_init(&ik->kin, model, arena);
    const int lanes = ik->count * SNW__IK_LANES;
    ik->rates = SNW_ARENA_ARRAY(arena, int, ik->count);
    ik->q_index = SNW_ARENA_ARRAY(arena, int, ik->count);
    ik->bodies = SNW_ARENA_ARRAY(arena, snw__ik_body, bodies_of(model, link));
    ik->columns = SNW_ARENA_ARRAY(arena, snw_twist, model->nv);
    ik->rates_now = SNW_ARENA_ARRAY(arena, double, model->nv);
    ik->trial = SNW_ARENA_ARRAY(arena, double, model->nq);
    ik->best = SNW_ARENA_ARRAY(arena, double, model->nq);
    ik->start = SNW_ARENA_ARRAY(arena, double, model->nq);
    ik->found = SNW_ARENA_ARRAY(arena, double, model->nq);
    ik->hessian = SNW_ARENA_ARRAY(arena, double, ik->count * ik->count);
    ik->factor = SNW_ARENA_ARRAY(arena, double, ik->count * ik->count);
    ik->lower = SNW_ARENA_ARRAY(arena, double, ik->count);
    ik->upper = SNW_ARENA_ARRAY(arena, double, ik->count);
    ik->q = lanes_of(arena, lanes);
    ik->next = lanes_of(arena, lanes);
    // also holds a whole configuration while postures are tried
    ik->kept = lanes_of(arena, lanes > model->nq ? lanes : model->nq);
    if (snw_failed(status) || snw_failed(snw_arena_status(arena))) return SNW_ERR_MEMORY;
    memcpy(ik->rates, rates, sizeof *rates * (size_t)ik->count);
    fill_limits(ik);
    ik->lanes = fill_bodies(ik, &ik->kin.normal);
    return SNW_OK;
}
