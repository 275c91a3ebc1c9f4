// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "gantry.h"

#include "../../../src/motion/task/inside.h"

static arm a;

static const char box_cell[] =
    GANTRY_CELL("<member name='box' mechanism='box'/>", "<collision_rules keep='0.002'/>");

/// A bent arm over a box, with a ball on slides beside it.
static const char chain_cell[] =
    "<cell xmlns='urn:sinew' name='chain'><mechanisms>" BALL_ROBOT("ball") BOX_ROBOT
    "<mechanism name='robot' file='" SNW_SOURCE_DIR "/models/panda/panda.xml'/></mechanisms>"
    "<members><member name='arm' mechanism='robot'/><member name='box' mechanism='box'>"
    "<origin xyz='0 0 -0.2'/></member><member name='other' mechanism='ball'/></members>"
    "<collision><collision_rules keep='0.002'/></collision></cell>";

static snw_child objective(void) {
    return (snw_child){&snw_collision_avoidance_type, &a.avoidance};
}

static double measure(void) {
    const snw_child child = objective();
    return snw__objective_measure(&child, &a.control.task);
}

static void gradient(double *F) {
    const snw_child child = objective();
    CHECK(snw__objective_gradient(&child, &a.control.task, F) == SNW_OK);
}

static void go_to(const double *q) {
    memcpy(a.q, q, sizeof(double) * (size_t)a.model->nq);
    CHECK(snw_task_update(&a.control.task, a.q) == SNW_OK);
}

static long compared;

// slope of one term at contact: 30 * 2 / 0.15
#define STEEPEST 400

// against differences of the measure; the distance has corners, where differences are none
static void check_differences(void) {
    double F[MOST], q[MOST];
    gradient(F);
    const double h = 1e-4;
    memcpy(q, a.q, sizeof q);
    for (int i = 0; i < a.model->nv; i++) {
        double side[2], wide[2];
        for (int k = 0; k < 4; k++) {
            const double step = k < 2 ? h : 2 * h;
            double x[MOST];
            memcpy(x, q, sizeof x);
            x[i] += k % 2 ? step : -step;
            go_to(x);
            (k < 2 ? side : wide)[k % 2] = measure();
        }
        const double slope = (side[1] - side[0]) / (2 * h);
        const double other = (wide[1] - wide[0]) / (4 * h);
        if (fabs(slope - other) > 1e-6 * (1 + fabs(slope))) continue;
        compared++;
        CHECK_NEAR(F[i], slope, 1e-6 * (STEEPEST + fabs(slope)));
    }
    go_to(q);
}

// spec: actin-control:CA-01
static void the_function_and_its_gradient_have_the_values_of_the_guide(void) {
    arm_begin(&a, box_cell);
    arm_ready(&a);
    double F[MOST];
    go_to((double[]){0.3, -0.2, 0.12});
    CHECK_NEAR(measure(), 10.8, 1e-9);
    gradient(F);
    CHECK_NEAR(F[2], -720, 1e-6);
    CHECK_NEAR(F[0], 0, 1e-9);
    go_to((double[]){0, 0, 0.151});
    CHECK(measure() == 0);
    // it grows in penetration
    go_to((double[]){0, 0, 0.09});
    CHECK_NEAR(measure(), 30 * 1.2 * 1.2, 1e-9);
    arm_close(&a);

    arm_begin(&a, chain_cell);
    a.avoidance.distance = 0.15;
    arm_ready(&a);
    int pushed = 0;
    for (int turn = 0; turn < check_scaled(400); turn++) {
        double q[MOST];
        for (int i = 0; i < a.model->nv; i++)
            q[i] = check_real(a.model->lower[i], a.model->upper[i]);
        // depths are brackets, whose gradient is less exact
        if (arm_clearance(&a, q) < 0.002) continue;
        go_to(q);
        pushed += measure() > 0;
        check_differences();
    }
    CHECK(pushed > 0 && compared > 100);
    arm_close(&a);
}

// the value with only one of the switches on
static double only(bool environment, bool self) {
    a.avoidance.environment = environment;
    a.avoidance.self = self;
    return measure();
}

// puts the ball of the other member somewhere
static void put_ball(snw_vec3 p) {
    double *ball = a.s.state.q + a.s.system.members[snw_system_find(&a.s.system, "other")].q_index;
    ball[0] = p.x;
    ball[1] = p.y;
    ball[2] = p.z;
    CHECK(snw_around_place(&a.around, &a.s.state, 0) == SNW_OK);
}

// a configuration in which the parts of the function are there, or are not
static void find_scene(bool environment, bool self) {
    for (int turn = 0; turn < 100000; turn++) {
        double q[MOST];
        for (int i = 0; i < a.model->nv; i++)
            q[i] = check_real(a.model->lower[i], a.model->upper[i]);
        go_to(q);
        if ((only(true, false) > 0) == environment && (only(false, true) > 0) == self) return;
    }
    CHECK(!"there is such a scene");
}

// An arm near itself, one near the ball of another member, and one near the box.
// spec: actin-control:CA-02
static void each_switch_has_its_part(void) {
    arm_begin(&a, chain_cell);
    a.avoidance.distance = 0.01;
    arm_ready(&a);
    const snw_vec3 away = {1.9, 1.9, 1.9};
    put_ball(away);
    find_scene(false, true);
    CHECK(only(true, true) == only(false, true) && only(false, false) == 0);

    find_scene(true, false);
    CHECK(only(true, true) == only(true, false) && only(false, false) == 0);

    // the ball beside the hand adds to the environment, and nothing to the arm itself
    find_scene(false, true);
    const double self = only(false, true);
    const snw_vec3 hand = snw_task_placement(&a.control.task, 0).p;
    for (double y = 0.4; y > 0 && only(true, false) == 0; y -= 0.002)
        put_ball(snw_vec3_add(hand, snw_vec3_y(y)));
    CHECK(only(true, false) > 0 && only(false, true) == self);
    CHECK_NEAR(only(true, true), self + only(true, false), 1e-9);
    arm_close(&a);
}

// Two boxes left and right of the ball, mirrored; the left one is fragile.
static const char corridor_cell[] =
    "<cell xmlns='urn:sinew' name='corridor'><mechanisms>" BALL_ROBOT(
        "ball") "<mechanism name='wall'><robot name='wall'><links><link name='left'><collisions>"
                "<collision material='glass'><shape><box half_extents='1 0.1 1'><pose xyz='0 0.3 "
                "0'/></box>"
                "</shape></collision><collision material='steel'><shape><box half_extents='1 0.1 "
                "1'>"
                "<pose xyz='0 -0.3 "
                "0'/></box></shape></collision></collisions></link></links></robot>"
                "</mechanism></mechanisms><members><member name='arm' mechanism='ball'/>"
                "<member name='wall' mechanism='wall'/></members><states><state "
                "name='first'><members>"
                "<member member='arm'><q>0 0 0</q></member></members></state></states>"
                "<collision><collision_rules keep='0.002'><materials><material name='glass' "
                "metric='1'/>"
                "<material name='steel' metric='0.2'/><material name='rubber' "
                "metric='0'/></materials>"
                "</collision_rules></collision></cell>";

static void nothing_is_left_of_what_is_not_certain(void) {
    arm_begin(&a, box_cell);
    arm_ready(&a);
    go_to((double[]){0, 0, 0.12});
    const int box = snw_system_find(&a.s.system, "box");
    CHECK(a.s.around.certainty[box] == 1);
    a.s.around.certainty[box] = 0.5;
    CHECK_NEAR(measure(), 5.4, 1e-9);
    a.s.around.certainty[box] = 0;
    CHECK(measure() == 0);
    arm_close(&a);

    arm_begin(&a, corridor_cell);
    a.avoidance.distance = 0.15;
    arm_ready(&a);
    go_to((double[]){0, 0.01, 0});
    const double to_glass = measure();
    go_to((double[]){0, -0.01, 0});
    CHECK(measure() < to_glass);
    arm_close(&a);
}

// spec: actin-control:VC-14
static void expressions_are_the_gradient_and_its_reduced_form(void) {
    arm_begin(&a, chain_cell);
    a.avoidance.distance = 0.15;
    // a point leaves four of seven joints free
    snw_block_defaults(&snw_point_effector_type, &a.frame);
    snw_copy_text(a.frame.link, SNW_NAME, "j7_link");
    a.effectors[0] = (snw_child){&snw_point_effector_type, &a.frame};
    arm_ready(&a);
    put_ball(snw_vec3_of(1.9, 1.9, 1.9));
    snw_registry registry;
    snw_arena arena = {0};
    SNW_IGNORE(snw_registry_init(&registry, TYPES, &arena));
    arena = room_for(a.s.setup, arena.needed);
    CHECK(snw_registry_init(&registry, TYPES, &arena) == SNW_OK);
    CHECK(snw_task_register(&registry, NULL) == SNW_OK);
    CHECK(snw_expression_register(&registry, NULL) == SNW_OK);
    CHECK(snw_avoid_register(&registry, NULL) == SNW_OK);
    CHECK(snw_avoid_register(&registry, NULL) < 0);
    static const char *const names[] = {"collision_avoidance_ab", "obstacle_avoidance",
                                        "obstacle_avoidance_ab"};
    for (int k = 0; k < 3; k++) {
        const snw_type *type = snw_registry_find(&registry, names[k]);
        CHECK(type != NULL);
        snw_avoidance_leaf leaf;
        snw_block_defaults(type, &leaf);
        leaf.distance = a.avoidance.distance;
        const snw_child root = {type, &leaf};
        snw_expression tree;
        arena = (snw_arena){0};
        SNW_IGNORE(snw__expression_init(&tree, &root, &a.control.task, &arena, NULL));
        arena = room_for(a.s.setup, arena.needed);
        CHECK(snw__expression_init(&tree, &root, &a.control.task, &arena, NULL) == SNW_OK);
        a.avoidance.self = k == 0;
        int pushed = 0;
        for (int turn = 0; turn < 50; turn++) {
            double q[MOST], F[MOST];
            const double V[6] = {0};
            for (int i = 0; i < a.model->nv; i++)
                q[i] = check_real(a.model->lower[i], a.model->upper[i]);
            go_to(q);
            gradient(F);
            snw_expression_value value;
            CHECK(snw__expression_evaluate(&tree, V, 0.01, &value) == SNW_OK);
            const snw_nullspace *ns = &tree.nullspace;
            CHECK(value.cols == 1 && value.rows == (k == 1 ? a.model->nv : ns->freedom));
            for (int r = 0; r < value.rows; r++) {
                double expected = k == 1 ? F[r] : 0;
                for (int i = 0; i < ns->n && k != 1; i++)
                    expected += ns->N[r * ns->n + i] * F[i];
                CHECK_NEAR(value.data[r], expected, 1e-9 * (1 + fabs(expected)));
                pushed += fabs(value.data[r]) > 0;
            }
        }
        CHECK(pushed > 0);
    }
    arm_close(&a);
}

int main(int argc, char **argv) {
    (void)argc, (void)argv;
    RUN(the_function_and_its_gradient_have_the_values_of_the_guide);
    RUN(each_switch_has_its_part);
    RUN(nothing_is_left_of_what_is_not_certain);
    RUN(expressions_are_the_gradient_and_its_reduced_form);
    return check_report();
}
