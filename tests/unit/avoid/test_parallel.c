// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "avoid.h"

#include "../../../src/motion/task/inside.h"

// A line of sight that turns by 180 degrees past the arm of Ranger, whose wrist stays: run G2 of
// the thesis, as the requirements reconstruct it. On the way it is parallel to the upper arm.

static arm a;

enum { ARM_JOINTS = 8 };
static const double dt = 0.008, turn_rate = 3 * 0.017453292519943295, length = 1.05;

static const char cell[] =
    "<cell xmlns='urn:sinew' name='sight'><mechanisms>"
    "<mechanism name='ranger' file='" SNW_SOURCE_DIR
    "/models/ranger-dexterous/ranger-dexterous.xml'/>"
    "<mechanism name='sight'><robot name='sight'><links><link name='eye'/><link name='line'>"
    "<collisions><collision><shape><capsule start='0 0 0' end='0 -1.05 0' radius='0.001'/></shape>"
    "</collision></collisions></link></links><joints><joint name='turn' kind='revolute' "
    "parent='eye' child='line' axis='-0.5548443 0 -0.8319541'><limits lower='0' upper='3.15' "
    "velocity='1'/></joint></joints></robot></mechanism></mechanisms>"
    "<members><member name='arm' mechanism='ranger'/><member name='sight' mechanism='sight'>"
    "<origin xyz='0.075 -0.387 0.452'/></member></members>"
    "<collision><collision_rules keep='0.01'><selves><self member='arm' check='listed'/></selves>"
    "</collision_rules></collision></cell>";

// a capsule of the arm's axes and the line, as solids
static snw_solid solids[2];

static void make_rod(snw_solid *solid, double long_by) {
    snw_capsule rod = {.start = snw_vec3_zero(), .end = snw_vec3_z(long_by), .radius = 1e-9};
    const snw_child shape = {&snw_capsule_type, &rod};
    snw_arena arena = {0};
    SNW_IGNORE(snw_solid_init(solid, &shape, &arena, NULL));
    arena = room_for(a.s.setup, arena.needed);
    CHECK(snw_solid_init(solid, &shape, &arena, NULL) == SNW_OK);
}

// z along a way
static snw_pose pose_along(snw_vec3 from, snw_vec3 way) {
    const snw_vec3 z = snw_vec3_normalize(way);
    const snw_vec3 helper = fabs(z.x) < 0.9 ? snw_vec3_x(1) : snw_vec3_y(1);
    const snw_vec3 x = snw_vec3_normalize(snw_vec3_cross(helper, z));
    return (snw_pose){.R = {x, snw_vec3_cross(z, x), z}, .p = from};
}

/// What a run shows: the longest step of the point on the line, the least distance from the axes of
/// the upper arm and of the forearm.
typedef struct sight_run {
    double step, upper, fore;
} sight_run;

// joint 3 of the run as it is reported, with straight lines between its marks
static double angle_of_run(double t) {
    static const double marks[5][2] = {{0, 0}, {8, 0.51}, {30, 0.51}, {59.6, 1.51}, {80, 0}};
    int i = 0;
    while (i < 3 && t > marks[i + 1][0])
        i++;
    const double share = (t - marks[i][0]) / (marks[i + 1][0] - marks[i][0]);
    return marks[i][1] + share * (marks[i + 1][1] - marks[i][1]);
}

// with avoidance, or with joint 3 as in the run
static sight_run turn_sight(double regular, bool follows) {
    static const double start[ARM_JOINTS] = {0, 0.7853981633974483, 0, 1.5707963267948966};
    arm_begin(&a, cell);
    snw_block_defaults(&snw_point_effector_type, &a.frame);
    snw_copy_text(a.frame.link, SNW_NAME, "link5");
    a.effectors[0] = (snw_child){&snw_point_effector_type, &a.frame};
    a.config.constraint_count = 0;
    memcpy(a.posture.reference, start, sizeof start);
    a.posture.reference_count = ARM_JOINTS;
    a.posture.objective.weight = 0.2;
    a.avoidance.distance = 0.4;
    a.avoidance.boundary = 0.5;
    a.avoidance.self = false;
    a.avoidance.regular = regular;
    if (follows) {
        a.posture.weight_count = ARM_JOINTS;
        for (int i = 0; i < ARM_JOINTS; i++)
            a.posture.weights[i] = i == 2 ? 100 : i < 4 ? 0 : 1;
    } else {
        a.objectives[a.config.objective_count++] =
            (snw_child){&snw_collision_avoidance_type, &a.avoidance};
    }
    memcpy(a.q, start, sizeof start);
    arm_ready(&a);
    const snw_kin *kin = &a.control.task.kin;
    const int shoulder = snw_model_find_link(a.model, "link2"),
              elbow = snw_model_find_link(a.model, "link4"),
              wrist = snw_model_find_link(a.model, "link5");
    const snw_vec3 pivot = {0.075, -0.387, 0.452};
    const snw_vec3 S = kin->T_world_link[shoulder].p;
    const snw_vec3 held = kin->T_world_link[wrist].p;
    make_rod(&solids[0], length);
    make_rod(&solids[1], snw_vec3_distance(kin->T_world_link[elbow].p, S));
    double *line = a.s.state.q + a.s.system.members[snw_system_find(&a.s.system, "sight")].q_index;
    sight_run run = {0, 9, 9};
    snw_vec3 before = pivot;
    for (int k = 0; k * dt < 80; k++) {
        const double angle = fmin(fmax(k * dt - 8, 0) * turn_rate, 3.14159), V[3] = {0};
        line[0] = angle;
        if (follows) a.posture.reference[2] = angle_of_run(k * dt);
        CHECK(snw_around_place(&a.around, &a.s.state, dt) == SNW_OK);
        SNW_IGNORE(arm_tick(&a, V, dt));
        CHECK(snw_task_update(&a.control.task, a.q) == SNW_OK);
        const snw_vec3 E = kin->T_world_link[elbow].p, W = kin->T_world_link[wrist].p;
        CHECK(snw_vec3_distance(W, held) < 0.005);
        const snw_vec3 way = {-sin(angle) * 0.8319541, -cos(angle), sin(angle) * 0.5548443};
        snw_distance_query query = snw_distance_defaults(&solids[0], &solids[1]);
        query.T_first = pose_along(pivot, way);
        query.T_second = pose_along(S, snw_vec3_sub(E, S));
        query.regular = regular;
        snw_closest near;
        CHECK(snw_distance(&query, &near) == SNW_OK);
        if (k > 0) run.step = fmax(run.step, snw_vec3_distance(near.a, before));
        before = near.a;
        run.upper = fmin(run.upper, near.distance);
        // the forearm as the straight line from elbow to wrist, by its samples
        for (int i = 0; i <= 20; i++) {
            const snw_vec3 p = snw_vec3_add_scaled(E, snw_vec3_sub(W, E), i / 20.0);
            const double t = snw_vec3_dot(snw_vec3_sub(p, pivot), way);
            const snw_vec3 foot = snw_vec3_add_scaled(pivot, way, fmin(fmax(t, 0), length));
            run.fore = fmin(run.fore, snw_vec3_distance(p, foot));
        }
    }
    arm_close(&a);
    return run;
}

// The law keeps the line away, as the run did; where the arm goes as in the run, the line becomes
// parallel to the upper arm, and its nearest point jumps without the weight.
// spec: occlusion:OC-28
static void nearest_points_go_on_where_a_line_is_parallel_to_an_arm(void) {
    const sight_run kept = turn_sight(0.01, false);
    CHECK(kept.step <= 0.01 && kept.upper >= 0.26 && kept.fore >= 0.26);
    const sight_run with = turn_sight(0.01, true), without = turn_sight(0, true);
    CHECK(with.step <= 0.01 && with.upper >= 0.26 && with.fore >= 0.26);
    CHECK(without.step > 0.2);
}

// --- the gradient --------------------------------------------------------------------------------

// A bar of 1 m that turns about its middle, 0.05 m above another one.
static const char bars_cell[] =
    "<cell xmlns='urn:sinew' name='bars'><mechanisms><mechanism name='low'><robot "
    "name='low'><links>"
    "<link name='low'><collisions><collision><shape><capsule start='-0.5 0 0' end='0.5 0 0' "
    "radius='0.05'/></shape></collision></collisions></link></links></robot></mechanism>"
    "<mechanism name='bar'><robot name='bar'><links><link name='base'/><link "
    "name='bar'><collisions>"
    "<collision><shape><capsule start='-0.5 0 0' end='0.5 0 0' radius='0.05'/></shape></collision>"
    "</collisions></link></links><joints><joint name='turn' kind='revolute' parent='base' "
    "child='bar' axis='0 1 0'><limits lower='-2' upper='2' velocity='2' acceleration='5'/></joint>"
    "</joints></robot></mechanism></mechanisms><members><member name='arm' mechanism='bar'>"
    "<origin xyz='0 0 0.15'/></member><member name='low' mechanism='low'/></members>"
    "<collision><collision_rules keep='0.002'/></collision></cell>";

// the gradient by the turn, at an angle
static double slope_at(double angle, double regular) {
    double F[MOST];
    a.avoidance.regular = regular;
    const snw_child child = {&snw_collision_avoidance_type, &a.avoidance};
    CHECK(snw_task_update(&a.control.task, &angle) == SNW_OK);
    CHECK(snw__objective_gradient(&child, &a.control.task, F) == SNW_OK);
    return F[0];
}

// 0.05 m apart the slope is 30 * 2 * 0.5 / 0.1 = 300 times the lever, which is that of an end.
static void the_gradient_of_parallel_bars_does_not_jump(void) {
    arm_begin(&a, bars_cell);
    a.avoidance.distance = 0.1;
    arm_ready(&a);
    const double tilt = 1e-5;
    CHECK_NEAR(fabs(slope_at(tilt, 0)), 150, 1);
    CHECK(slope_at(tilt, 0) * slope_at(-tilt, 0) < 0);
    CHECK(fabs(slope_at(tilt, 0.01)) < 1 && fabs(slope_at(-tilt, 0.01)) < 1);
    CHECK(slope_at(0.02, 0.01) * slope_at(0.02, 0) > 0);
    arm_close(&a);
}

int main(int argc, char **argv) {
    (void)argc, (void)argv;
    RUN(nearest_points_go_on_where_a_line_is_parallel_to_an_arm);
    RUN(the_gradient_of_parallel_bars_does_not_jump);
    return check_report();
}
