// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_PARTS_TASK_RIG_H
#define SINEW_TESTS_PARTS_TASK_RIG_H

/// Arms of the library with a task component, in the real executive and virtual time. Every tick is
/// held to the limits that the guard enforces, by what the drives are told.

#include "harness.h"
#include "sinew/parts/task.h"

typedef struct rig {
    harness h;
    snw_arm *arm;
    const snw_guard *guard;
    const snw_task_signals *shown;
    snw_kin kin;
    void *kin_block;
    double q[SNW_AXES], v[SNW_AXES]; // of the last command
    double dt;
    uint64_t ticks;
} rig;

/// A cell: folder of the model, start, period, more of the task component's description.
__attribute__((unused)) static const char rig_format[] =
    "<cell name=\"rig\"><mechanisms><mechanism name=\"m\" "
    "file=\"package://models/%s/%s.xml\"/></mechanisms>"
    "<members><member name=\"arm\" mechanism=\"m\"><origin xyz=\"0.1 -0.2 0.3\" rpy=\"0 0 0.4\"/>"
    "</member></members>"
    "<states><state name=\"ready\"><members><member member=\"arm\">"
    "<q>%s</q></member></members></state></states>"
    "<control><loop period=\"%s\"><arms><arm member=\"arm\"><drive><ideal_arm/></drive>"
    "</arm></arms><components>"
    "<component name=\"move\" member=\"arm\"><type><joint_move/></type></component>"
    "<component name=\"task\" member=\"arm\"><type><task>%s</task></type></component>"
    "</components></loop></control></cell>";

// after a cell has been opened
__attribute__((unused)) static void rig_begin(rig *r) {
    r->arm = snw_exec_arm(r->h.exec, 0);
    r->guard = snw_exec_guard(r->h.exec, 0);
    r->shown = snw_exec_find(r->h.exec, "task")->signals;
    r->dt = (double)snw_exec_period_ns(r->h.exec) * 1e-9;
    r->ticks = 0;
    snw_arena arena = {0};
    SNW_IGNORE(snw_kin_init(&r->kin, r->arm->model, &arena));
    r->kin_block = aligned_block(arena.needed, &arena);
    CHECK(snw_kin_init(&r->kin, r->arm->model, &arena) == SNW_OK);
    CHECK(snw_kin_set_base(&r->kin, r->arm->T_world_base) == SNW_OK);
    enable(&r->h);
    run_ticks(&r->h, 5);
    memcpy(r->q, r->arm->command.q, sizeof r->q);
    run_ticks(&r->h, 1);
    for (int i = 0; i < r->arm->count; i++) {
        r->v[i] = (r->arm->command.q[i] - r->q[i]) / r->dt;
        r->q[i] = r->arm->command.q[i];
    }
}

__attribute__((unused)) static void rig_open_at(rig *r, const char *model, const char *q,
                                                const char *period, const char *more) {
    static char text[8192];
    const int length = snprintf(text, sizeof text, rig_format, model, model, q, period, more);
    CHECK(length > 0 && (size_t)length < sizeof text);
    memset(r, 0, sizeof *r);
    const snw_status status = open_cell(&r->h, "rig.cell.xml", text);
    if (snw_failed(status)) tell(&r->h);
    CHECK(!snw_failed(status));
    rig_begin(r);
}

__attribute__((unused)) static void rig_open(rig *r, const char *model, const char *q,
                                             const char *more) {
    rig_open_at(r, model, q, "1 ms", more);
}

__attribute__((unused)) static void rig_close(rig *r) {
    free(r->kin_block);
    close_cell(&r->h);
}

// why the guard did something
__attribute__((unused)) static void rig_tell(rig *r) {
    snw_event event;
    char line[1024];
    while (snw_exec_event(r->h.exec, &event) == SNW_OK) {
        (void)snw_why_sentence(&event.why, line, sizeof line);
        print_error("%s\n", line);
    }
    print_error("mode %d of task, model %s\n", (int)r->shown->mode, r->arm->model->name);
}

// what the drives were told is within limits, and the guard had nothing to do
__attribute__((unused)) static void rig_check(rig *r) {
    const snw_arm_limits *l = &r->guard->limits;
    if (!r->arm->follows || r->guard->signals.clamps > 0 || r->guard->signals.refusals > 0) {
        rig_tell(r);
    }
    CHECK(r->arm->follows);
    CHECK(r->guard->signals.stops == 0 && r->guard->signals.clamps == 0 &&
          r->guard->signals.refusals == 0);
    for (int i = 0; i < r->arm->count; i++) {
        const double q = r->arm->command.q[i], v = (q - r->q[i]) / r->dt;
        CHECK(q >= l->lower[i] - 1e-9 && q <= l->upper[i] + 1e-9);
        CHECK(fabs(v) <= l->velocity[i] + 1e-9);
        CHECK(fabs(v - r->v[i]) <= fmax(l->acceleration[i], l->deceleration[i]) * r->dt + 1e-9);
        r->q[i] = q;
        r->v[i] = v;
    }
}

/// A command to a component at this moment, between two ticks.
__attribute__((unused)) static snw_status say_now(snw_component *to, const char *text, char *answer,
                                                  snw_why *why) {
    const snw_commands table = {to, to->name, to->functions->commands,
                                to->functions->command_count};
    return snw_command_say(&table, text, answer, why);
}

__attribute__((unused)) static void rig_tick(rig *r) {
    snw_exec_tick(r->h.exec);
    r->ticks++;
    rig_check(r);
}

// a message by the executive's own way; it takes a tick
__attribute__((unused)) static snw_status rig_say(rig *r, const char *object, const char *text,
                                                  snw_why *why) {
    char answer[SNW_MESSAGE];
    snw_status status = snw_exec_message(r->h.exec, object, text, 0, answer, why);
    if (status != SNW_NOTHING_NEW) return status;
    rig_tick(r);
    return snw_exec_message(r->h.exec, object, text, 0, answer, why);
}

__attribute__((unused)) static void rig_must(rig *r, const char *text) {
    snw_why why = {0};
    const snw_status status = rig_say(r, "task", text, &why);
    if (snw_failed(status)) print_error("%s: %s: %s\n", text, why.subject, why.text);
    CHECK(!snw_failed(status));
}

// says the same again and again for `ticks`
__attribute__((unused)) static void rig_hold(rig *r, const char *text, int ticks) {
    for (int k = 0; k < ticks; k++) {
        if (k % 25 == 0) {
            rig_must(r, text);
        } else {
            rig_tick(r);
        }
    }
}

__attribute__((unused)) static bool rig_moves(const rig *r) {
    for (int i = 0; i < r->arm->count; i++) {
        if (r->v[i] != 0) return true;
    }
    return false;
}

// until the hand is off the arm; two seconds at most
__attribute__((unused)) static void rig_rest(rig *r) {
    for (int k = 0; k < 2000 && r->arm->taken; k++)
        rig_tick(r);
    CHECK(!r->arm->taken);
    rig_tick(r);
    CHECK(!rig_moves(r));
}

// the link that the last axis moves, by kinematics of the test's own call
__attribute__((unused)) static snw_pose rig_link(rig *r, int link) {
    double q[SNW_AXES];
    snw_arm_to_q(r->arm, r->arm->command.q, q);
    CHECK(snw_kin_update(&r->kin, q) == SNW_OK);
    return r->kin.T_world_link[link];
}

__attribute__((unused)) static snw_pose rig_tool(rig *r) {
    return rig_link(r, r->arm->link[r->arm->count - 1]);
}

#endif // SINEW_TESTS_PARTS_TASK_RIG_H
