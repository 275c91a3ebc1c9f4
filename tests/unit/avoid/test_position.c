// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "gantry.h"

// Position control that looks for collisions.

static arm a;
static snw_position position;
static snw_position_config config;

static const char cell[] = GANTRY_CELL("<member name='box' mechanism='box'/>",
                                       "<collision_rules keep='0.002'><materials>"
                                       "<material name='rubber' metric='0.4'/></materials>"
                                       "<pairs><pair a='box' b='arm' keep='0.002'/></pairs>"
                                       "</collision_rules>");

/// A gantry whose first slide carries a ball, too.
static const char self_cell[] =
    "<cell xmlns='urn:sinew' name='self'><mechanisms><mechanism name='m'><robot name='m'><links>"
    "<link name='base'/><link name='x'><collisions><collision><shape><sphere radius='0.1'/></shape>"
    "</collision></collisions></link><link name='y'/><link name='ball'><collisions><collision>"
    "<shape><sphere radius='0.1'/></shape></collision></collisions></link></links><joints>" SLIDE(
        "jx", "base", "x", "1 0 0") SLIDE("jy", "x", "y", "0 1 0")
        SLIDE("jz", "y", "ball",
              "0 0 1") "</joints></robot></mechanism></mechanisms><members>"
                       "<member name='arm' mechanism='m'/></members><states><state "
                       "name='first'><members>"
                       "<member member='arm'><q>0 0 0.5</q></member></members></state></states>"
                       "<collision><collision_rules keep='0.002'/></collision></cell>";

static void open_position(const char *text, snw_collision_mode mode) {
    arm_begin(&a, text);
    a.config.constraint_count = a.config.objective_count = 0;
    arm_ready(&a);
    snw_block_defaults(&snw_position_config_type, &config);
    CHECK(config.collision == SNW_COLLISION_OFF && config.breakdown == 1 && config.precision == 0);
    config.collision = mode;
    const snw_position_setup setup = {{&snw_position_config_type, &config}, &a.config, a.model};
    snw_arena arena = {0};
    SNW_IGNORE(snw_position_init(&position, &setup, a.q, &arena, NULL));
    arena = room_for(a.s.setup, arena.needed);
    CHECK(snw_position_init(&position, &setup, a.q, &arena, NULL) == SNW_OK);
    position.depth = snw_around_depth;
    position.depth_context = &a.around;
}

// goes down to a height for a second; where it ends
static double go_down(double z) {
    double q[MOST], v[MOST];
    snw_pose goal = snw_position_actual(&position, 0);
    goal.p = snw_vec3_of(0, 0, z);
    CHECK(snw_position_set_desired(&position, 0, goal, NULL) == SNW_OK);
    for (int k = 1; k <= 60; k++)
        SNW_IGNORE(snw_position_state(&position, position.time + 0.1, q, v));
    return q[2];
}

// Limits hold, a step into a body is not made and the rates are 0, and so are those of a step that
// would lose a row.
// spec: actin-control:PC-04
static void a_step_keeps_limits_and_makes_no_collision_and_stops_where_it_is_singular(void) {
    open_position(cell, SNW_COLLISION_ALL);
    CHECK(go_down(3) <= 2 + 1e-9);
    CHECK(go_down(-0.5) >= 0.1 - 1e-9);
    CHECK(position.collided && position.v[2] == 0);
    const double held = position.q[2];
    CHECK(go_down(-0.5) == held);
    // out of it, it may
    CHECK(go_down(0.3) > 0.29);
    CHECK(!position.collided);
    arm_close(&a);

    // three slides cannot turn: those rows are lost
    arm_begin(&a, cell);
    a.config.constraint_count = a.config.objective_count = 0;
    a.config.law = SNW_LAW_NULLSPACE;
    arm_ready(&a);
    const snw_position_setup setup = {{&snw_position_config_type, &config}, &a.config, a.model};
    snw_arena arena = {0};
    SNW_IGNORE(snw_position_init(&position, &setup, a.q, &arena, NULL));
    arena = room_for(a.s.setup, arena.needed);
    CHECK(snw_position_init(&position, &setup, a.q, &arena, NULL) == SNW_OK);
    CHECK(go_down(0.4) == 0.5);
    CHECK(position.singular && position.v[2] == 0);
    arm_close(&a);
}

// spec: actin-control:PC-07
static void each_parameter_of_collisions_does_what_it_says(void) {
    // which collisions: off goes through, self does not look at the box, all stops
    open_position(cell, SNW_COLLISION_OFF);
    CHECK_NEAR(go_down(-0.3), -0.3, 1e-3);
    arm_close(&a);
    open_position(cell, SNW_COLLISION_SELF);
    CHECK_NEAR(go_down(-0.3), -0.3, 1e-3);
    arm_close(&a);
    open_position(cell, SNW_COLLISION_ALL);
    const double exact = go_down(-0.3);
    CHECK(exact > 0.1 - 1e-9 && exact < 0.14);
    arm_close(&a);
    open_position(self_cell, SNW_COLLISION_SELF);
    CHECK(go_down(-0.3) >= 0.2 - 1e-9);
    arm_close(&a);

    // the metric of the pair is the larger of 0.4 (rubber) and 1 (no material): 1 is not above 1
    open_position(cell, SNW_COLLISION_ALL);
    config.breakdown = 0.9;
    CHECK_NEAR(go_down(-0.3), -0.3, 1e-3);
    arm_close(&a);
    open_position(cell, SNW_COLLISION_ALL);
    config.breakdown = 1;
    CHECK(go_down(-0.3) >= 0.1 - 1e-9);
    arm_close(&a);

    // a ball around the box is far larger than it: the way is not free at all
    open_position(cell, SNW_COLLISION_ALL);
    config.precision = 1;
    CHECK(go_down(-0.3) == 0.5 && position.collided);
    arm_close(&a);
    // without a world to look at nothing moves
    open_position(cell, SNW_COLLISION_ALL);
    position.depth = NULL;
    CHECK(go_down(0.3) == 0.5 && position.collided);
    arm_close(&a);
}

/// Two balls of 0.05 m, 0.6 m apart on one link, and one of 0.1 m between which they come down.
static const char pair_cell[] = "<cell xmlns='urn:sinew' name='pair'><mechanisms>" BALL_ROBOT(
    "ball") "<mechanism name='m'><robot name='m'><links><link name='base'/><link name='x'/><link "
            "name='y'/>"
            "<link name='ball'><collisions><collision><shape><sphere center='-0.3 0 0' "
            "radius='0.05'/>"
            "</shape></collision><collision><shape><sphere center='0.3 0 0' radius='0.05'/></shape>"
            "</collision></collisions></link></links><joints>" SLIDE("jx", "base", "x", "1 0 0")
                SLIDE("jy", "x", "y", "0 1 0") SLIDE(
                    "jz", "y", "ball",
                    "0 0 1") "</joints></robot></mechanism></mechanisms><members><member "
                             "name='arm' mechanism='m'/>"
                             "<member name='other' mechanism='ball'/></members><states><state "
                             "name='first'><members>"
                             "<member member='arm'><q>0 0 "
                             "0.5</q></member></members></state></states>"
                             "<collision><collision_rules keep='0.002'/></collision></cell>";

// The balls pass the other one, and so do balls around them; a ball around both does not.
// spec: actin-control:PC-07
static void a_ball_around_a_link_is_coarser_than_one_around_each_shape(void) {
    for (int precision = 0; precision <= 2; precision++) {
        open_position(pair_cell, SNW_COLLISION_ALL);
        config.precision = precision;
        const double end = go_down(-0.3);
        if (precision < 2) CHECK_NEAR(end, -0.3, 1e-3);
        if (precision == 2) CHECK(end >= 0.35 + 0.1 - 1e-9 && position.collided);
        arm_close(&a);
    }
}

// The metric of a pair and its certainty against the threshold: above it is passed through.
// spec: actin-control:CA-07
static void a_pair_stops_or_is_passed_by_its_metric_and_the_threshold(void) {
    static const struct {
        double certainty, breakdown;
        bool stops;
    } table[] = {{1, 1, true},      {1, 0.99, false}, {0.5, 1, true},    {0.5, 0.5, true},
                 {0.5, 0.4, false}, {0, 0, true},     {0.2, 0.1, false}, {1, 0, false}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        open_position(cell, SNW_COLLISION_ALL);
        a.s.around.certainty[snw_system_find(&a.s.system, "box")] = table[i].certainty;
        config.breakdown = table[i].breakdown;
        const double end = go_down(-0.3);
        CHECK(table[i].stops == (end > 0.09));
        arm_close(&a);
    }
}

int main(int argc, char **argv) {
    (void)argc, (void)argv;
    RUN(a_step_keeps_limits_and_makes_no_collision_and_stops_where_it_is_singular);
    RUN(each_parameter_of_collisions_does_what_it_says);
    RUN(a_ball_around_a_link_is_coarser_than_one_around_each_shape);
    RUN(a_pair_stops_or_is_passed_by_its_metric_and_the_threshold);
    return check_report();
}
