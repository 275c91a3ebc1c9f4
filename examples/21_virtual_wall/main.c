// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// A virtual wall as a control law of one's own: the arm is free until its tip is in the wall, which
// then pushes it out with F = -k d. A hand pushes the tip against it, and lets go.
#include <string.h>

#include "../explain.h"
#include "sinew/servo.h"
#include "sinew/station.h"

static const double K_WALL = 2000, DAMPING = 200; // [N/m], [N.s/m]
static const snw_vec3 INTO_WALL = {1, 0, 0};      // its normal
static const double WALL_AT = 0.65, PUSH = 20;    // along x [m]; the hand [N]
static snw_servo_tip tip;                         // kinematics of the place that meets it
static double depth;                              // of the tip in the wall [m]

typedef struct my_wall {
    int unused; // a wall has no settings; see 20_my_law_on_the_page for some
} my_wall;
static const snw_field fields[] = {{SNW_AT(my_wall, unused), .kind = SNW_KIND_INT}};

static snw_status configure(snw_component *self, snw_arena *arena, snw_why *why) {
    (void)why;
    return snw_servo_tip_init(&tip, "tool", self->arm, arena);
}

static snw_status calculate(snw_component *self, const snw_tick *tick) {
    (void)tick;
    snw_arm *arm = self->arm;
    const snw_status status = snw_servo_tip_update(&tip, arm);
    if (snw_failed(status)) return status;
    depth = snw_vec3_dot(INTO_WALL, snw_servo_tip_pose(&tip).p) - WALL_AT;
    const double speed = snw_vec3_dot(INTO_WALL, snw_servo_tip_velocity(&tip).lin);
    // inside the force points out of the wall; it never pulls
    const double out = depth > 0 ? fmax(K_WALL * depth + DAMPING * speed, 0) : 0;
    const snw_wrench wrench = {.force = snw_vec3_scale(INTO_WALL, -out)};
    double effort[SNW_AXES];
    snw_servo_tip_efforts(&tip, arm, wrench, effort); // tau = J^T F
    for (int i = 0; i < arm->count; i++) {
        arm->wanted.mode[i] = SNW_AXIS_EFFORT;
        arm->wanted.effort[i] += effort[i];
    }
    return SNW_OK;
}

static const snw_component_functions functions = {.head = SNW_COMPONENT_HEAD,
                                                  .stage = SNW_STAGE_SERVO,
                                                  .needs_arm = true,
                                                  .configure = configure,
                                                  .update = calculate};
static const snw_type wall_type = {SNW_TYPE(my_wall, fields), .base = "component",
                                   .functions = &functions.head, .help = "A wall of my own."};

// the component "law" of the cell becomes ours
static snw_status use_wall(void *context, snw_loop *loop, const snw_cell *cell, snw_setup *memory,
                           snw_diags *diags) {
    (void)context, (void)cell, (void)diags;
    for (int i = 0; i < loop->component_count; i++) {
        if (strcmp(loop->components[i].name, "law") != 0) continue;
        loop->components[i].type = (snw_child){&wall_type, snw_block_new(&wall_type, memory)};
    }
    return SNW_OK;
}

int main(void) {
    snw_station *station = NULL;
    snw_station_options options = snw_station_defaults();
    options.cell = "cells/wall.cell.xml";
    options.edit = use_wall;
    if (snw_failed(snw_station_open(&station, &options, &explain_findings))) return unopened();
    snw_exec *exec = snw_station_exec(station);
    snw_status status = snw_station_step(station, 500); // it gets its power
    const double before = depth;
    char push[64];
    (void)snprintf(push, sizeof push, "%g 0 0", PUSH);
    if (!snw_failed(status)) status = snw_exec_set(exec, "hand/force", push, NULL);
    if (!snw_failed(status)) status = snw_station_step(station, 8000);
    const double pushed = depth;
    if (!snw_failed(status)) status = snw_exec_set(exec, "hand/force", "0 0 0", NULL);
    if (!snw_failed(status)) status = snw_station_step(station, 4000);
    const int enabled = snw_exec_arm(exec, 0)->command.enable;
    printf("free at %.1f mm, pushed with %g N to %.3f mm, let go to %.3f mm\n", 1e3 * before, PUSH,
           1e3 * pushed, 1e3 * depth);
    const snw_status closed = snw_station_close(station, NULL);
    const int good = before < 0 && fabs(pushed - PUSH / K_WALL) < 1e-4 && depth < 1e-3;
    return finish(enabled && good, snw_failed(status) ? status : closed);
}
