// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"

static snw_status lay_out_hand(snw__hand *hand, const snw_model *model, int frame,
                               snw_arena *arena) {
    snw_status status = snw_kin_init(&hand->kin, model, arena);
    if (status != SNW_OK && status != SNW_ERR_MEMORY) return status;
    status = snw_ik_init(&hand->ik, model, hand->link, frame, arena);
    if (status != SNW_OK && status != SNW_ERR_MEMORY) return status;
    hand->rates = SNW_ARENA_ARRAY(arena, int, model->nv);
    hand->axis = SNW_ARENA_ARRAY(arena, int, model->nv);
    hand->q = SNW_ARENA_ARRAY(arena, double, model->nq);
    hand->found = SNW_ARENA_ARRAY(arena, double, model->nq);
    hand->v = SNW_ARENA_ARRAY(arena, double, model->nv);
    hand->a = SNW_ARENA_ARRAY(arena, double, model->nv);
    hand->solution = SNW_ARENA_ARRAY(arena, double, model->nv);
    hand->grid = SNW_ARENA_ARRAY(arena, double, (SNW__TRACK + 1) * hand->arm->count);
    hand->J = SNW_ARENA_ARRAY(arena, snw_twist, model->nv);
    hand->path = SNW_ARENA_ARRAY(arena, snw_twist, model->nv);
    status = snw_qr_init(&hand->qr, 6, model->nv, arena);
    if (status != SNW_OK && status != SNW_ERR_MEMORY) return status;
    status = snw_pinv_init(&hand->pinv, 6, model->nv, arena);
    if (status != SNW_OK && status != SNW_ERR_MEMORY) return status;
    return snw_arena_status(arena);
}

snw_status snw__hand_init(snw__hand *hand, const snw_arm *arm, int link, int frame,
                          snw_arena *arena) {
    const snw_model *model = arm->model;
    const bool known = frame >= 0 ? frame < model->frame_count
                                  : frame == -1 && 0 <= link && link < model->link_count;
    if (!known || model->nv > SNW_LINALG_MAX) return SNW_ERR_ARGUMENT;
    *hand = (snw__hand){.arm = arm, .branch = -1};
    hand->link = frame >= 0 ? model->frames[frame].link : link;
    hand->T_link_tip = frame >= 0 ? model->frames[frame].T_link_frame : snw_pose_identity();
    const snw_status status = lay_out_hand(hand, model, frame, arena);
    if (status != SNW_OK) return status;

    hand->closed_form = snw_ik_analyze(model, hand->link, frame, &hand->closed, NULL) == SNW_OK &&
                        hand->closed.parameter_count == 0;
    hand->count = snw_kin_path(&hand->kin, hand->link, hand->rates);
    for (int i = 0; i < model->nv; i++) {
        hand->axis[i] = -1;
    }
    for (int i = 0; i < arm->count; i++) {
        hand->axis[arm->v_index[i]] = i;
    }
    return SNW_OK;
}

static bool positive(double x) {
    return x > 0 && isfinite(x);
}

static bool sensible(const snw_queue_config *c) {
    return positive(c->speed) && positive(c->turn) && positive(c->acceleration) &&
           positive(c->turn_acceleration) && positive(c->jerk) && positive(c->turn_jerk) &&
           positive(c->joint_acceleration) && positive(c->joint_jerk_time) &&
           positive(c->tolerance) && positive(c->tolerance_rad) && c->slowest >= 0 &&
           c->slowest <= 1;
}

static snw_status lay_out_loop(snw__loop *loop, const snw_queue *queue, const double *q,
                               snw_arena *arena) {
    const snw_arm *arm = queue->arm;
    snw_status status =
        snw__hand_init(&loop->hand, arm, queue->config.link, queue->config.frame, arena);
    if (status != SNW_OK && status != SNW_ERR_MEMORY) return status;
    for (int i = 0; i < 3; i++) {
        SNW_IGNORE(snw__law_init(&loop->slots[i].law, arena));
        SNW_IGNORE(snw__track_init(&loop->slots[i].track, arm->count, arena));
    }
    SNW_IGNORE(snw_profile_init(&loop->spare, 1, arena));
    SNW_IGNORE(snw_profile_init(&loop->brake, arm->count, arena));
    status = snw_arena_status(arena);
    if (status != SNW_OK) return status;
    loop->now = &loop->slots[0];
    loop->next = &loop->slots[1];
    loop->out = &loop->slots[2];
    loop->override = 1;
    snw__loop_rest(loop->now, q, arm->count);
    memcpy(loop->raw.q, loop->now->q_ref, sizeof loop->raw.q);
    return SNW_OK;
}

snw_status snw_queue_init(snw_queue *queue, const snw_arm *arm, const snw_queue_config *config,
                          const double *q, snw_arena *arena) {
    *queue = (snw_queue){.arm = arm, .config = *config};
    if (!sensible(config)) return SNW_ERR_RANGE;
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
    snw__hand *hand = queue->check != NULL ? &queue->check->hand : &nobody.hand;
    snw__segment *segment = queue->check != NULL ? &queue->check->segment : &nobody.slots[0];
    snw_status status = snw__hand_init(hand, arm, config->link, config->frame, arena);
    if (status != SNW_OK && status != SNW_ERR_MEMORY) return status;
    SNW_IGNORE(snw__law_init(&segment->law, arena));
    SNW_IGNORE(snw__track_init(&segment->track, arm->count, arena));
    return lay_out_loop(queue->loop != NULL ? queue->loop : &nobody, queue, q, arena);
}
