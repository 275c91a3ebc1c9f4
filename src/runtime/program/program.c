// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"

// --- time ---------------------------------------------------------------------------------------

void snw__program_pass(snw_program *program) {
    if (program->work->real) {
        snw_clock_sleep_until_ns(snw_clock_now_ns() + snw_exec_period_ns(program->exec));
    } else {
        snw_exec_tick(program->exec);
    }
}

double snw_program_time(const snw_program *program) {
    return (double)snw_exec_time_ns(program->exec) * 1e-9;
}

void snw_program_sleep(snw_program *program, double seconds) {
    const double end = snw_program_time(program) + seconds;
    while (snw_program_time(program) < end)
        snw__program_pass(program);
}

// --- asking -------------------------------------------------------------------------------------

static int64_t ask(snw_program *program, const snw_move *move) {
    int64_t id = 0;
    program->why = (snw_why){0};
    const snw_status status = snw_queue_move(program->queue, move, &id, &program->why);
    return snw_failed(status) ? 0 : id;
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

int64_t snw_move_stop(snw_program *program, double seconds) {
    int64_t id = 0;
    program->why = (snw_why){0};
    const snw_status status = snw_queue_dwell(program->queue, seconds, &id, &program->why);
    return snw_failed(status) ? 0 : id;
}

// --- waiting ------------------------------------------------------------------------------------

// keeps the reason of a motion that did not arrive; true when it was the one
static bool read_events(snw_program *program, int64_t motion, snw_status *result) {
    snw_move_event event;
    bool met = false;
    while (snw_queue_event(program->queue, &event) == SNW_OK) {
        if (event.kind != SNW_MOVE_ENDED) continue;
        if (event.code < 0) program->why = event.why;
        if (event.id != motion) continue;
        met = true;
        *result = event.code >= 0              ? SNW_OK
                  : snw_failed(event.why.code) ? event.why.code
                                               : SNW_ERR_INTERRUPTED;
    }
    return met;
}

static snw_status timed_out(snw_program *program, double limit) {
    snw_why_set(&program->why, SNW_ERR_TIMEOUT, program->arm->name, "the motion has not ended");
    snw_why_add(&program->why, "limit", limit, "s");
    return SNW_ERR_TIMEOUT;
}

snw_status snw_wait_for(snw_program *program, int64_t motion, double limit) {
    if (motion <= 0) return snw_failed(program->why.code) ? program->why.code : SNW_ERR_ARGUMENT;
    const double end = limit < 0 ? (double)INFINITY : snw_program_time(program) + limit;
    for (;;) {
        snw_status result = SNW_OK;
        if (read_events(program, motion, &result)) return result;
        // it may have ended before: then its event is gone
        if (snw_queue_progress(program->queue).ended >= motion) return SNW_OK;
        if (!(snw_program_time(program) < end)) return timed_out(program, limit);
        snw__program_pass(program);
    }
}

snw_status snw_wait_done(snw_program *program, double limit) {
    const double end = limit < 0 ? (double)INFINITY : snw_program_time(program) + limit;
    program->why = (snw_why){0};
    for (;;) {
        // what was asked for last is taken by the next tick
        snw__program_pass(program);
        snw_status result = SNW_OK;
        (void)read_events(program, -1, &result);
        const snw_move_progress progress = snw_queue_progress(program->queue);
        if (!progress.moving && progress.waiting == 0) {
            return snw_failed(program->why.code) ? program->why.code : SNW_OK;
        }
        if (!(snw_program_time(program) < end)) return timed_out(program, limit);
    }
}

// --- where --------------------------------------------------------------------------------------

// commanded positions, as services see them
static void read_command(snw_program *program, double *q) {
    char path[2 * SNW_NAME], value[64];
    for (int i = 0; i < program->arm->count; i++) {
        snw_text text = snw_text_over(path, sizeof path);
        snw_text_format(&text, "%s/command/q[%d]", program->arm->name, i);
        q[i] = 0;
        if (snw_failed(snw_exec_get(program->exec, path, value, sizeof value, NULL))) continue;
        SNW_IGNORE(snw_real_parse(value, strlen(value), &q[i], NULL));
    }
}

snw_pose snw_program_t6(snw_program *program) {
    struct snw__program *work = program->work;
    double q[SNW_AXES];
    read_command(program, q);
    snw_arm_to_q(program->arm, q, work->q);
    if (snw_failed(snw_kin_update(&work->kin, work->q))) return snw_pose_identity();
    return work->frame >= 0 ? snw_kin_frame(&work->kin, work->frame)
                            : work->kin.T_world_link[work->link];
}

snw_status snw_program_teach(snw_program *program, snw_frame *frame, snw_equation *equation) {
    const snw_sample now = {.number = snw_exec_next(program->exec) + 1,
                            .t_ns = snw_exec_time_ns(program->exec)};
    snw_pose value;
    program->why = (snw_why){0};
    const snw_equation_moment moment = {.sample = &now};
    const snw_status status = snw_equation_solve_for(equation, frame, snw_program_t6(program),
                                                     &moment, &value, &program->why);
    return snw_failed(status) ? status : snw_frame_set(frame, value, &program->why);
}
