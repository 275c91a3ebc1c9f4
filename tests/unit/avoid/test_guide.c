// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "gantry.h"

#include "../../../src/motion/task/inside.h"

// Examples of the guide that are runs: links that get out of each other's way, obstacles of two
// materials, and an elbow that a ball comes near to.

static arm a;

// the nearest pair of links of the arm at the present configuration
static double nearest_of_kind(unsigned kinds) {
    snw_near near;
    CHECK(snw_collision_move(&a.judge, a.member, a.q) == SNW_OK);
    const snw_near_query query = {.member = a.member, .parts = kinds, .below = 2, .most = 1};
    return snw_collision_near(&a.judge, &query, &near, NULL) > 0 ? near.closest.distance : 2;
}

// --- self collision ------------------------------------------------------------------------------

enum { LINKS = 13 };

#define SNAKE_CELL(pairs)                                                                          \
    "<cell xmlns='urn:sinew' name='snake'><mechanisms><mechanism name='m' file='" SNW_SOURCE_DIR   \
    "/models/arm12/arm12.xml'/></mechanisms><members><member name='arm' mechanism='m'/></members>" \
    "<collision><collision_rules keep='0.001'><selves><self member='arm' "                         \
    "check='listed'/></selves>"                                                                    \
    "<pairs>" pairs "</pairs></collision_rules></collision></cell>"
#define PAIR(a, b) "<pair a='arm/" a "' b='arm/" b "'/>"

static const char bare_cell[] = SNAKE_CELL("");
// five pairs of links that may meet
static const char listed_cell[] = SNAKE_CELL(PAIR("link12", "link5") PAIR("link4", "link12") PAIR(
    "link11", "link4") PAIR("link11", "link5") PAIR("link10", "link4"));

static snw_pair_policy policy_of(int first, int second) {
    return snw_world_pair(&a.s.world, (snw_body){a.member, first}, (snw_body){a.member, second})
        ->policy;
}

// how many pairs of links are looked at; each the same in both orders
static int count_looked_at(void) {
    int count = 0;
    for (int i = 0; i < LINKS; i++) {
        for (int k = 0; k < i; k++) {
            CHECK(policy_of(i, k) == policy_of(k, i));
            count += policy_of(i, k) != SNW_PAIR_IGNORE;
        }
    }
    return count;
}

// The outer joints are to close a square, whose last side goes through link 4. Avoidance begins
// when two links are nearer than `from`. Returns the least distance of two links; `*end` is the
// last one.
static double close_square(double from, double *end) {
    arm_begin(&a, listed_cell);
    a.config.effector_count = a.config.constraint_count = 0;
    a.posture.reference_count = a.model->nq;
    a.posture.reference[5] = a.posture.reference[7] = a.posture.reference[9] = 1.57;
    a.avoidance.distance = 0.1;
    a.avoidance.objective.weight = 0;
    a.objectives[a.config.objective_count++] =
        (snw_child){&snw_collision_avoidance_type, &a.avoidance};
    arm_ready(&a);
    double least = 1;
    for (int k = 0; k < 2500; k++) {
        SNW_IGNORE(arm_tick(&a, NULL, 0.002));
        *end = nearest_of_kind(SNW_NEAR_SELF);
        least = fmin(least, *end);
        if (least < from) a.avoidance.objective.weight = 0.1;
    }
    arm_close(&a);
    return least;
}

// spec: actin-control:CA-03
static void links_are_compared_only_when_they_are_listed_and_then_they_stay_apart(void) {
    arm_begin(&a, bare_cell);
    CHECK(a.model->link_count == LINKS && count_looked_at() == 0);
    arm_close(&a);
    arm_begin(&a, listed_cell);
    CHECK(count_looked_at() == 5);
    CHECK(policy_of(12, 5) == SNW_PAIR_KEEP && policy_of(5, 12) == SNW_PAIR_KEEP);
    CHECK(policy_of(4, 12) == SNW_PAIR_KEEP && policy_of(12, 4) == SNW_PAIR_KEEP);
    CHECK(policy_of(12, 3) == SNW_PAIR_IGNORE && policy_of(12, 10) == SNW_PAIR_IGNORE);
    arm_close(&a);

    double end;
    CHECK(close_square(1, &end) > 0.01 && end < 0.1);
    CHECK(close_square(-1, &end) < 0);
    // what was approached moves away when avoidance begins late
    CHECK(close_square(0.05, &end) > 0 && end > 0.06);
}

// --- materials -----------------------------------------------------------------------------------

// Two walls left and right of the ball, mirrored: their faces are at y = 0.2 and y = -0.2.
#define WALL(name, y)                                                                              \
    "<mechanism name='" name "'><robot name='" name "'><links><link name='wall'><collisions>"      \
    "<collision material='" name "'><shape><box half_extents='1 0.1 1'><pose xyz='0 " y " 0'/>"    \
    "</box></shape></collision></collisions></link></links></robot></mechanism>"

static const char fragile_cell[] = "<cell xmlns='urn:sinew' name='fragile'><mechanisms>" BALL_ROBOT(
    "ball") WALL("glass", "0.3")
    WALL("steel", "-0.3") "</mechanisms><members><member name='arm' mechanism='ball'/>"
                          "<member name='glass' mechanism='glass'/><member name='steel' "
                          "mechanism='steel'/></members>"
                          "<states><state name='first'><members><member member='arm'><q>0 0.05 "
                          "0</q></member></members>"
                          "</state></states><collision><collision_rules keep='0.002'><materials>"
                          "<material name='glass' metric='1'/><material name='steel' metric='0.2'/>"
                          "<material name='rubber' "
                          "metric='0'/></materials></collision_rules></collision></cell>";

// where the ball comes to rest under its objective alone; `certainty` is that of the glass
static double resting_place(double certainty) {
    arm_begin(&a, fragile_cell);
    a.config.effector_count = a.config.constraint_count = 0;
    a.objectives[0] = (snw_child){&snw_collision_avoidance_type, &a.avoidance};
    a.avoidance.distance = 0.15;
    a.avoidance.objective.weight = 0.001;
    arm_ready(&a);
    const int glass = snw_system_find(&a.s.system, "glass");
    CHECK(a.s.around.certainty[glass] == 1);
    a.s.around.certainty[glass] = certainty;
    for (int k = 0; k < 3000; k++)
        SNW_IGNORE(arm_tick(&a, NULL, 0.005));
    const double y = a.q[1];
    arm_close(&a);
    return y;
}

// With the gaps r to the glass and s to the steel, r + s = 0.2, the slopes are equal where
// 0.15 - r = 0.2 (0.15 - s): r = 0.16 / 1.2. The face of the glass is at 0.2, the ball has 0.1.
// spec: actin-control:CA-06
static void an_arm_stays_farther_from_what_is_more_fragile(void) {
    const double gap = 0.16 / 1.2, y = resting_place(1);
    CHECK_NEAR(y, 0.1 - gap, 1e-4);
    CHECK(0.1 - y > 0.1 + y);
    // a fifth as sure of the glass: both are the same; not sure at all: only the steel counts
    CHECK_NEAR(resting_place(0.2), 0, 1e-4);
    CHECK(resting_place(0) >= 0.05 - 1e-4);
}

// --- the avoidance node --------------------------------------------------------------------------

// A Panda that holds its hand, and a ball that comes to its elbow from the side.
static const char elbow_cell[] = "<cell xmlns='urn:sinew' name='elbow'><mechanisms>" BALL_ROBOT(
    "ball") "<mechanism name='robot' file='" SNW_SOURCE_DIR
            "/models/panda/panda.xml'/></mechanisms>"
            "<members><member name='arm' mechanism='robot'/><member name='other' mechanism='ball'/>"
            "</members><collision><collision_rules keep='0.001'/></collision></cell>";

enum { JOINTS = 7 };

/// The tree of the guide: the core of reduced form, a filter of rates, a filter of errors.
static struct {
    snw_registry registry;
    snw_expression_leaf mass, scalar, rate_weights, error_weights;
    snw_expression_branch matrix;
    snw_avoidance_leaf avoidance;
    snw_expression_core core;
    snw_expression_filter rates, errors;
    double tenths[JOINTS], tens[JOINTS];
    snw_child mass_child;
} tree;

static snw_child node(const char *token, void *block) {
    const snw_type *type = snw_registry_find(&tree.registry, token);
    CHECK(type != NULL);
    snw_block_defaults(type, block);
    return (snw_child){type, block};
}

static void know_tree(void) {
    snw_arena arena = {0};
    SNW_IGNORE(snw_registry_init(&tree.registry, TYPES, &arena));
    arena = room_for(a.s.setup, arena.needed);
    CHECK(snw_registry_init(&tree.registry, TYPES, &arena) == SNW_OK);
    CHECK(snw_task_register(&tree.registry, NULL) == SNW_OK);
    CHECK(snw_expression_register(&tree.registry, NULL) == SNW_OK);
    CHECK(snw_avoid_register(&tree.registry, NULL) == SNW_OK);
}

static snw_child avoidance_tree(double alpha) {
    for (int i = 0; i < JOINTS; i++) {
        tree.tenths[i] = 0.1;
        tree.tens[i] = i < 6 ? 10 : 1;
    }
    const snw_child root = node("end_effector_error_filter", &tree.errors);
    CHECK(tree.errors.stops_at_limits);
    tree.errors.unfiltered_rates = node("joint_rate_filter", &tree.rates);
    tree.errors.weights = node("general_column", &tree.error_weights);
    tree.error_weights.numbers = tree.tens;
    tree.error_weights.number_count = JOINTS;
    tree.rates.unfiltered_rates = node("ab_core", &tree.core);
    tree.rates.weights = node("diagonal_matrix", &tree.rate_weights);
    tree.rate_weights.numbers = tree.tenths;
    tree.rate_weights.number_count = JOINTS;
    tree.core.matrix = node("mass_matrix_ab", &tree.mass);
    tree.core.vector = node("collision_avoidance_ab", &tree.avoidance);
    tree.avoidance.self = false;
    CHECK(tree.avoidance.distance == 0.05 && tree.avoidance.boundary == 30 &&
          tree.avoidance.exponent == 2 && tree.avoidance.environment);
    tree.core.scalar = node("scalar_constant", &tree.scalar);
    tree.scalar.value = alpha;
    return root;
}

/// What a run shows.
typedef struct elbow_run {
    double clearance, error; // the least, the largest
} elbow_run;

static void put_ball(snw_vec3 p, double dt) {
    double *ball = a.s.state.q + a.s.system.members[snw_system_find(&a.s.system, "other")].q_index;
    ball[0] = p.x;
    ball[1] = p.y;
    ball[2] = p.z;
    CHECK(snw_around_place(&a.around, &a.s.state, dt) == SNW_OK);
    CHECK(snw_collision_place(&a.judge, &a.s.state) == SNW_OK);
}

static elbow_run hold_hand(double alpha) {
    static const double step = 0.008, speed = 0.05, start[JOINTS] = {0, 0.4, 0, -1.9, 0, 2.3, 0.8};
    arm_begin(&a, elbow_cell);
    know_tree();
    a.config.constraint_count = a.config.objective_count = 0;
    a.config.law = SNW_LAW_TREE;
    a.config.tree = avoidance_tree(alpha);
    memcpy(a.q, start, sizeof start);
    memcpy(a.s.state.q + a.s.system.members[a.member].q_index, start, sizeof start);
    arm_ready(&a);
    snw_position_config config;
    snw_block_defaults(&snw_position_config_type, &config);
    config.time_step = step;
    config.max_iterations = 16;
    config.collision = SNW_COLLISION_ALL;
    config.breakdown = 0.4;
    CHECK(config.two_passes);
    const snw_position_setup setup = {{&snw_position_config_type, &config}, &a.config, a.model};
    static snw_position position;
    snw_arena arena = {0};
    SNW_IGNORE(snw_position_init(&position, &setup, a.q, &arena, NULL));
    arena = room_for(a.s.setup, arena.needed);
    CHECK(snw_position_init(&position, &setup, a.q, &arena, NULL) == SNW_OK);
    position.control.task.around = &a.around;
    position.depth = snw_around_depth;
    position.depth_context = &a.around;

    const int elbow = snw_model_find_link(a.model, "j4_link");
    CHECK(elbow >= 0);
    const snw_vec3 place = snw_kin_point(&a.control.task.kin, elbow, snw_vec3_zero());
    const snw_pose hand = snw_position_actual(&position, 0);
    elbow_run run = {1, 0};
    for (int k = 0; k * step * speed < 0.25; k++) {
        put_ball(snw_vec3_add(place, snw_vec3_y(0.3 - k * step * speed)), step);
        double v[JOINTS];
        CHECK(snw_position_state(&position, k * step, a.q, v) >= 0);
        run.clearance = fmin(run.clearance, nearest_of_kind(SNW_NEAR_MUTUAL));
        const snw_vec3 now = snw_position_actual(&position, 0).p;
        run.error = fmax(run.error, snw_vec3_distance(now, hand.p));
    }
    arm_close(&a);
    return run;
}

// spec: actin-control:CA-08
static void an_elbow_gets_out_of_the_way_of_a_ball_while_the_hand_is_held(void) {
    const elbow_run with = hold_hand(0.005), without = hold_hand(0);
    CHECK(with.clearance > 0 && with.error < 1e-3);
    CHECK(without.clearance < 0 && without.error < 1e-3);
}

int main(int argc, char **argv) {
    (void)argc, (void)argv;
    RUN(links_are_compared_only_when_they_are_listed_and_then_they_stay_apart);
    RUN(an_arm_stays_farther_from_what_is_more_fragile);
    RUN(an_elbow_gets_out_of_the_way_of_a_ball_while_the_hand_is_held);
    return check_report();
}
