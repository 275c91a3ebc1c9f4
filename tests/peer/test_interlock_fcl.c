// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// What the interlock lets out to the drives, judged by FCL with kinematics of its own: one arm
// among boxes, one among cells that are sensed, and two arms, in random programs. ./soak interlock
// runs more of them.

#include <stdlib.h>

#include "../unit/interlock/programs.h"
#include "../unit/interlock/turns.h"
#include "oracle/clearance.h"

static rig r;
static long programs;

static rig_map map;

enum { TICKS = 2500, EACH = 5, CELLS = 40 };
static const double KEEP = 0.01, SEARCH = 1e-6; // what FCL ends its search at [m]

#define TWO CELL(TWO_ARMS RULES(" keep=\"0.01\">"))

static void add_members(clearance *judge) {
    for (int m = 0; m < r.s.system.member_count; m++) {
        const snw_system_member *member = &r.s.system.members[m];
        if (member->model->floating) continue;
        const snw_robot *robot = r.s.system.mechanisms[member->mechanism].robot;
        const snw_pose T = snw_system_base_pose(&r.s.system, &r.s.state, m);
        CHECK(clearance_add_robot(judge, robot, T));
    }
    for (int i = 0; i < r.s.world.volume_count; i++)
        clearance_add_box(judge, r.s.world.volumes[i].low, r.s.world.volumes[i].high);
}

// cells in random places that are not in the first state: for the interlock, and as boxes for FCL
static void scatter_cells(clearance *judge) {
    const double size = 0.1;
    rig_map_open(&map, &r, size);
    for (int i = 0; i < CELLS; i++) {
        const snw_vec3 low = {size * check_int(-12, 12), size * check_int(-12, 12),
                              size * check_int(-8, 8)};
        const snw_vec3 middle = snw_vec3_add(low, snw_vec3_of(size / 2, size / 2, size / 2));
        if (snw_voxel_map_has(&map.map, middle)) continue;
        if (snw_collision_is_self(&r.judge, &map.sensed, middle, 0.03)) continue;
        CHECK(snw_voxel_map_insert(&map.map, &middle, 1, 0) == 1);
        clearance_add_box(judge, low, snw_vec3_add(low, snw_vec3_of(size, size, size)));
    }
}

// the least distance of the bodies as the drives are told to place them
static double play(const char *cell, const char *arms, bool locked, bool sensed, int *stops) {
    rig_open(&r, cell, arms);
    r.off = locked ? NULL : "interlock";
    rig_draw(&r, 0.02);
    // the ball is not among what the judge knows
    for (int m = 0; m < r.s.system.member_count; m++)
        if (r.s.system.members[m].model->floating)
            r.s.state.q[r.s.system.members[m].q_index + 2] = 5;
    rig_start(&r);
    rig_enable(&r);
    for (int k = 0; k < r.count; k++)
        for (int i = 0; i < r.arms[k].arm.count; i++)
            r.arms[k].goal[i] = check_real(-2, 2);
    clearance judge;
    clearance_open(&judge);
    add_members(&judge);
    if (sensed) scatter_cells(&judge);
    static const double still[RIG_AXES] = {0};
    double least = 0.1;
    for (int i = 0; i < TICKS; i++) {
        rig_play(&r);
        if (i % EACH != 0) continue;
        const double *q[CLEARANCE_ROBOTS];
        for (int k = 0; k < CLEARANCE_ROBOTS; k++)
            q[k] = k < r.count ? r.arms[k].arm.command.q : still;
        least = fmin(least, clearance_see(&judge, q));
    }
    for (int k = 0; k < r.count; k++)
        *stops += r.arms[k].stops;
    clearance_close(&judge);
    rig_close(&r);
    return least;
}

static void play_all(const char *cell, const char *arms, bool sensed) {
    int stops = 0, near = 0;
    CHECK_CASES(programs) {
        const double least = play(cell, arms, true, sensed, &stops);
        if (least < KEEP) print_error("%g m\n", least);
        CHECK(least >= KEEP - SEARCH);
        near += least < KEEP + 0.005;
    }
    // they were in the way of something, and were let as near as that; a few prove nothing of it
    CHECK(programs < 100 || (stops > programs / 2 && near > programs / 4));
}

static void one_arm_keeps_its_distance_by_another_judge(void) {
    play_all(ONE_ARM(" keep=\"0.01\">" DOOR), "arm", false);
}

static void one_arm_keeps_its_distance_from_cells_by_another_judge(void) {
    play_all(ONE_ARM(" keep=\"0.01\">"), "arm", true);
}

static void two_arms_keep_their_distance_by_another_judge(void) {
    play_all(TWO, "left right", false);
}

static void without_the_interlock_they_meet_by_another_judge(void) {
    int stops = 0, met = 0;
    CHECK_CASES(20) {
        met += play(TWO, "left right", false, false, &stops) < KEEP;
    }
    CHECK(met > 3);
}

int main(int argc, char **argv) {
    programs = argc > 1 ? atol(argv[1]) : check_scaled(200);
    RUN(one_arm_keeps_its_distance_by_another_judge);
    RUN(one_arm_keeps_its_distance_from_cells_by_another_judge);
    RUN(two_arms_keep_their_distance_by_another_judge);
    RUN(without_the_interlock_they_meet_by_another_judge);
    return check_report();
}
