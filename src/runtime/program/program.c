// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"

// --- asking -------------------------------------------------------------------------------------

snw_move_progress snw_program_progress(snw_program *program) {
    snw_move_progress progress;
    snw__lock(program);
    snw_motion_progress(program->work->motion, &progress);
    snw__unlock(program);
    return progress;
}

static bool rests(snw_program *program) {
    const snw_move_progress progress = snw_program_progress(program);
    return !progress.moving && progress.ended >= program->work->last;
}

static int64_t ask(snw_program *program, const snw_move *move) {
    int64_t id = 0;
    program->why = (snw_why){0};
    if (snw_failed(snw__check_ready(program))) return 0;
    if (move->only_at_rest && !rests(program)) {
        snw_why_set(&program->why, SNW_ERR_STATE, program->arm->name, "a motion runs or waits");
        return 0;
    }
    snw_move plain = *move;
    plain.only_at_rest = false;
    const snw_status status = snw_queue_move(program->queue, &plain, &id, &program->why);
    if (snw_failed(status)) return 0;
    program->work->last = id;
    return id;
}

int64_t snw_move_to(snw_program *program, snw_equation *equation) {
    snw_move move = program->next;
    move.equation = equation;
    return ask(program, &move);
}

int64_t snw_move_joints(snw_program *program, const double *joints) {
    snw_move move = program->next;
    move.equation = NULL;
    move.mode = SNW_MOVE_JOINT;
    memcpy(move.joints, joints, (size_t)program->arm->count * sizeof *joints);
    return ask(program, &move);
}

int64_t snw_move_park(snw_program *program) {
    return snw_move_joints(program, program->work->park);
}

int64_t snw_move_rest(snw_program *program) {
    double here[SNW_AXES];
    snw_program_joints(program, here);
    return snw_move_joints(program, here);
}

int64_t snw_move_stop(snw_program *program, double seconds) {
    int64_t id = 0;
    program->why = (snw_why){0};
    const snw_status status = snw_queue_dwell(program->queue, seconds, &id, &program->why);
    if (snw_failed(status)) return 0;
    program->work->last = id;
    return id;
}

// --- the nearest place --------------------------------------------------------------------------

static snw_status make_search(snw_program *program) {
    struct snw__program *work = program->work;
    if (work->has_ik) return SNW_OK;
    snw_arena arena = {0};
    SNW_IGNORE(snw_ik_init(&work->ik, program->arm->model, work->link, work->frame, &arena));
    void *memory = snw_setup_take(work->site->memory, arena.needed, SNW_ARENA_ALIGN);
    if (memory == NULL) return SNW_ERR_MEMORY;
    arena = snw_arena_over(memory, arena.needed);
    const snw_status status =
        snw_ik_init(&work->ik, program->arm->model, work->link, work->frame, &arena);
    work->has_ik = status == SNW_OK;
    return status;
}

// the joints of the place nearest to T6, and how far that is from it
static snw_status search(snw_program *program, snw_pose T6, double *axes, double *distance) {
    struct snw__program *work = program->work;
    const snw_arm *arm = program->arm;
    const snw_status status = make_search(program);
    if (snw_failed(status)) return status;
    snw_program_joints(program, axes);
    snw_arm_to_q(arm, axes, work->q);
    const snw_ik_target target = snw_ik_target_pose(T6);
    snw_ik_result result;
    snw_ik_solve(&work->ik, &target, NULL, work->q, work->q, &result);
    if (result.status == SNW_IK_BAD_INPUT) return SNW_ERR_NOT_FINITE;
    for (int i = 0; i < arm->count; i++) {
        const double q = work->q[arm->q_index[i]];
        axes[i] = fmin(fmax(q, arm->limits.lower[i]), arm->limits.upper[i]);
    }
    *distance = snw_vec3_norm(snw_vec3_sub(result.T_world_best.p, T6.p));
    return SNW_OK;
}

int64_t snw_move_near(snw_program *program, snw_equation *equation) {
    snw_move move = program->next;
    double now[SNW_AXES], best[SNW_AXES], distance = 0;
    snw_move_report report;
    program->why = (snw_why){0};
    move.equation = equation;
    snw_program_joints(program, now);
    const snw_status possible = snw_queue_check(program->queue, &move, now, &report, &program->why);
    const bool beyond =
        strcmp(program->why.rule, "unreachable") == 0 || strcmp(program->why.rule, "limit") == 0;
    if (possible == SNW_OK || !beyond) {
        return snw_failed(possible) ? 0 : ask(program, &move);
    }
    const snw_sample sample = {.number = 1};
    snw_equation own = *equation;
    snw_equation_capture capture;
    snw_pose T6;
    snw_equation_capture_now(&own, &capture);
    snw_status status = snw_equation_solve(&own, &capture, &sample, &T6);
    if (!snw_failed(status)) status = search(program, T6, best, &distance);
    if (snw_failed(status)) return 0;
    const int64_t id = snw_move_joints(program, best);
    if (id == 0) return 0;
    snw_why_set(&program->why, SNW_SATURATED, equation->name,
                "out of reach: the arm moves to the nearest reachable pose");
    snw_why_rule(&program->why, "unreachable");
    snw_why_add(&program->why, "distance", distance, "m");
    return id;
}

// --- waiting ------------------------------------------------------------------------------------

// a wait for one motion, or with 0 for all
typedef struct motion_wait {
    snw_program *program;
    int64_t motion;
    int64_t after_ns; // not before
    snw_status result;
} motion_wait;

// keeps the reason of a motion that did not arrive; true when it was the one
static bool read_events(motion_wait *wait) {
    snw_program *program = wait->program;
    snw_move_event event;
    bool met = false;
    while (snw_motion_event(program->work->motion, &event) == SNW_OK) {
        if (event.kind != SNW_MOVE_ENDED) continue;
        if (event.code < 0) program->why = event.why;
        if (event.id != wait->motion) continue;
        met = true;
        wait->result = event.code >= 0              ? SNW_OK
                       : snw_failed(event.why.code) ? event.why.code
                                                    : SNW_ERR_INTERRUPTED;
    }
    return met;
}

static bool has_ended(void *context) {
    motion_wait *wait = context;
    if (read_events(wait)) return true;
    // it may have ended before: then its event is gone
    snw_move_progress progress;
    snw_motion_progress(wait->program->work->motion, &progress);
    return progress.ended >= wait->motion;
}

static bool is_done(void *context) {
    motion_wait *wait = context;
    (void)read_events(wait);
    snw_move_progress progress;
    snw_motion_progress(wait->program->work->motion, &progress);
    return progress.t_ns >= wait->after_ns && progress.ended >= wait->program->work->last &&
           !progress.moving && progress.waiting == 0;
}

static snw_status ended(snw_program *program, snw_status status, double limit) {
    if (status == SNW_ERR_INTERRUPTED) {
        snw_why_set(&program->why, status, program->arm->name, "the program is being closed");
    } else if (status == SNW_ERR_TIMEOUT) {
        snw_why_set(&program->why, status, program->arm->name, "the motion has not ended");
        snw_why_add(&program->why, "limit", limit, "s");
    }
    return status;
}

snw_status snw_wait_for(snw_program *program, int64_t motion, double limit) {
    if (motion <= 0) return snw_failed(program->why.code) ? program->why.code : SNW_ERR_ARGUMENT;
    motion_wait wait = {.program = program, .motion = motion, .result = SNW_OK};
    const snw_status status =
        snw__wait(program, has_ended, &wait, snw__until_ns(program, limit), NULL);
    return status == SNW_OK ? wait.result : ended(program, status, limit);
}

snw_status snw_wait_done(snw_program *program, double limit) {
    program->why = (snw_why){0};
    // what was asked for last is taken by the next tick
    motion_wait wait = {.program = program, .after_ns = snw__program_now_ns(program->work->site)};
    const snw_status status =
        snw__wait(program, is_done, &wait, snw__until_ns(program, limit), NULL);
    if (status != SNW_OK) return ended(program, status, limit);
    return snw_failed(program->why.code) ? program->why.code : SNW_OK;
}

// --- recorded paths -----------------------------------------------------------------------------

static bool was_played(void *context) {
    const snw_program *program = context;
    return snw_motion_played(program->work->motion) != SNW_NOTHING_NEW;
}

snw_status snw_program_play(snw_program *program, const snw_path *path, snw_path_interpolation how,
                            double limit) {
    snw_component *motion = program->work->motion;
    const int64_t until = snw__until_ns(program, limit);
    program->why = (snw_why){0};
    if (path->count == 0 || path->config.scalars != program->arm->count) {
        return snw_refuse(&program->why, SNW_ERR_SIZE, program->arm->name,
                          "the path was recorded for another arm", NULL);
    }
    snw_status status = snw_wait_for(program, snw_move_joints(program, path->scalars), limit);
    if (!snw_failed(status)) status = snw_motion_play(motion, path, (int)how, &program->why);
    if (snw_failed(status)) return status;
    status = snw__wait(program, was_played, program, until, NULL);
    if (status != SNW_OK) return ended(program, status, limit);
    status = snw_motion_played(motion);
    if (snw_failed(status)) {
        snw_why_set(&program->why, status, program->arm->name,
                    "the path was not played to its end");
    }
    return status;
}
