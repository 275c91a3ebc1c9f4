// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"

static snw_status lay_out_tip(snw__tip *tip, const snw_model *model, int frame, snw_arena *arena) {
    snw_status status = snw_kin_init(&tip->kin, model, arena);
    if (status != SNW_OK && status != SNW_ERR_MEMORY) return status;
    status = snw_ik_init(&tip->ik, model, tip->link, frame, arena);
    if (status != SNW_OK && status != SNW_ERR_MEMORY) return status;
    tip->rates = SNW_ARENA_ARRAY(arena, int, model->nv);
    tip->axis = SNW_ARENA_ARRAY(arena, int, model->nv);
    tip->q = SNW_ARENA_ARRAY(arena, double, model->nq);
    tip->found = SNW_ARENA_ARRAY(arena, double, model->nq);
    tip->v = SNW_ARENA_ARRAY(arena, double, model->nv);
    tip->a = SNW_ARENA_ARRAY(arena, double, model->nv);
    tip->solution = SNW_ARENA_ARRAY(arena, double, model->nv);
    tip->grid = SNW_ARENA_ARRAY(arena, double, (SNW__SPLINE_CELLS + 1) * tip->arm->count);
    tip->J = SNW_ARENA_ARRAY(arena, snw_twist, model->nv);
    tip->columns = SNW_ARENA_ARRAY(arena, snw_twist, model->nv);
    status = snw_qr_init(&tip->qr, 6, model->nv, arena);
    if (status != SNW_OK && status != SNW_ERR_MEMORY) return status;
    status = snw_pinv_init(&tip->pinv, 6, model->nv, arena);
    if (status != SNW_OK && status != SNW_ERR_MEMORY) return status;
    return snw_arena_status(arena);
}

snw_status snw__tip_init(snw__tip *tip, const snw_arm *arm, int link, int frame, snw_arena *arena) {
    const snw_model *model = arm->model;
    const bool known = frame >= 0 ? frame < model->frame_count + model->link_count
                                  : frame == -1 && 0 <= link && link < model->link_count;
    if (!known || model->nv > SNW_LINALG_MAX) return SNW_ERR_ARGUMENT;
    *tip = (snw__tip){.arm = arm, .branch = -1};
    tip->link = frame >= 0 ? model->frames[frame].link : link;
    tip->T_link_tip = frame >= 0 ? model->frames[frame].T_link_frame : snw_pose_identity();
    const snw_status status = lay_out_tip(tip, model, frame, arena);
    if (status != SNW_OK) return status;

    tip->closed_form = snw_ik_analyze(model, tip->link, frame, &tip->closed, NULL) == SNW_OK &&
                       tip->closed.parameter_count == 0;
    snw_neutral(model, tip->q);
    snw_neutral(model, tip->found);
    tip->count = snw_kin_path(&tip->kin, tip->link, tip->rates);
    for (int i = 0; i < model->nv; i++) {
        tip->axis[i] = -1;
    }
    for (int i = 0; i < arm->count; i++) {
        tip->axis[arm->v_index[i]] = i;
    }
    return SNW_OK;
}

static bool is_positive(double x) {
    return x > 0 && isfinite(x);
}

static bool is_sensible(const snw_queue_config *c) {
    return is_positive(c->speed) && is_positive(c->turn) && is_positive(c->acceleration) &&
           is_positive(c->turn_acceleration) && is_positive(c->jerk) && is_positive(c->turn_jerk) &&
           is_positive(c->joint_acceleration) && is_positive(c->joint_jerk_time) &&
           is_positive(c->tolerance) && is_positive(c->tolerance_rad) && c->slowest >= 0 &&
           c->slowest <= 1;
}

static snw_status lay_out_loop(snw__loop *loop, const snw_queue *queue, const double *q,
                               snw_arena *arena) {
    const snw_arm *arm = queue->arm;
    snw_status status =
        snw__tip_init(&loop->tip, arm, queue->config.link, queue->config.frame, arena);
    if (status != SNW_OK && status != SNW_ERR_MEMORY) return status;
    for (int i = 0; i < 3; i++) {
        SNW_IGNORE(snw__law_init(&loop->slots[i].law, arena));
        SNW_IGNORE(snw__spline_init(&loop->slots[i].spline, arm->count, arena));
    }
    SNW_IGNORE(snw_profile_init(&loop->spare, 1, arena));
    SNW_IGNORE(snw_profile_init(&loop->brake, arm->count, arena));
    status = snw_arena_status(arena);
    if (status != SNW_OK) return status;
    loop->current = &loop->slots[0];
    loop->next = &loop->slots[1];
    loop->previous = &loop->slots[2];
    loop->override = 1;
    loop->governed = (snw__governed){.part = 1, .now = 1, .free = true};
    snw__segment_rest(loop->current, q, arm->count);
    memcpy(loop->raw.q, loop->current->q_last, sizeof loop->raw.q);
    return SNW_OK;
}

snw_status snw_queue_init(snw_queue *queue, const snw_arm *arm, const snw_queue_config *config,
                          const double *q, snw_arena *arena) {
    *queue = (snw_queue){.arm = arm, .config = *config};
    if (!is_sensible(config)) return SNW_ERR_RANGE;
    for (int i = 0; i < arm->count; i++) {
        if (!isfinite(q[i])) return SNW_ERR_NOT_FINITE;
    }
    SNW_IGNORE(snw_ring_init(&queue->requests, sizeof(snw__request), SNW_QUEUE_MOVES, arena));
    SNW_IGNORE(snw_ring_init(&queue->commands, sizeof(snw__command), 64, arena));
    SNW_IGNORE(snw_ring_init(&queue->events, sizeof(snw_move_event), SNW_QUEUE_EVENTS, arena));
    SNW_IGNORE(snw_triple_init(&queue->progress, sizeof(snw_move_progress), arena));

    // while it only measures, the parts are laid out for nobody
    snw__loop nobody = {.number = 0};
    queue->loop = SNW_ARENA_ARRAY(arena, snw__loop, 1);
    queue->check = SNW_ARENA_ARRAY(arena, snw__checker, 1);
    snw__tip *tip = queue->check != NULL ? &queue->check->tip : &nobody.tip;
    snw__segment *segment = queue->check != NULL ? &queue->check->segment : &nobody.slots[0];
    snw_status status = snw__tip_init(tip, arm, config->link, config->frame, arena);
    if (status != SNW_OK && status != SNW_ERR_MEMORY) return status;
    SNW_IGNORE(snw__law_init(&segment->law, arena));
    SNW_IGNORE(snw__spline_init(&segment->spline, arm->count, arena));
    return lay_out_loop(queue->loop != NULL ? queue->loop : &nobody, queue, q, arena);
}
