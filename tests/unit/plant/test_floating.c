// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

#include "sinew/dynamics.h"
#include "sinew/kinematics.h"

static rig r;

// a tree on a free base whose joints move without end
static void begin_tree(int links) {
    r = (rig){.setup = new_setup(), .dt_ns = MS};
    r.robot =
        random_tree(r.setup, (tree_options){.links = links, .only_single = true, .floating = true});
    for (int i = 0; i < r.robot->joint_count; i++) {
        snw_actuator *drive = add_actuator(&r.robot->joints[i], r.setup);
        drive->inertia = check_real(0.01, 0.1);
        drive->gear_ratio = check_real(1, 3);
        r.robot->joints[i].limits.lower = -1e3;
        r.robot->joints[i].limits.upper = 1e3;
    }
    rig_compile(&r);
}

// a base of its own place and attitude
static void place_base(void) {
    const snw_pose T = random_pose();
    const snw_quat o = snw_quat_from_mat3(T.R);
    const double base[7] = {T.p.x, T.p.y, T.p.z, o.x, o.y, o.z, o.w};
    memcpy(r.arm.sensed.base, base, sizeof base);
}

// what is truly there, by what is told of it
static void read_state(double *q, double *v) {
    snw_neutral(&r.c.model, q);
    memset(v, 0, sizeof *v * (size_t)r.c.model.nv);
    rig_sense(&r);
    CHECK(r.sensed.base_count == 7 && r.sensed.base_rate_count == 6);
    memcpy(q, r.sensed.base, sizeof r.sensed.base);
    memcpy(v, r.sensed.base_rate, sizeof r.sensed.base_rate);
    snw_arm_to_q(&r.arm, r.signals.q, q);
    snw_arm_to_v(&r.arm, r.signals.v, v);
}

static void *lay_out_dyn(snw_dyn *dyn) {
    snw_arena arena = {0};
    SNW_IGNORE(snw_dyn_init(dyn, &r.c.model, &arena));
    void *block = exact_block(arena.needed);
    arena = snw_arena_over(block, arena.needed);
    CHECK(snw_dyn_init(dyn, &r.c.model, &arena) == SNW_OK);
    return block;
}

// the centre of mass, link by link
static snw_vec3 center_of(snw_dyn *dyn, const double *q, double *mass) {
    snw_vec3 sum = snw_vec3_zero();
    *mass = 0;
    CHECK(snw_kin_update(&dyn->kin, q) == SNW_OK);
    for (int l = 0; l < r.c.model.link_count; l++) {
        const snw_inertia body = r.c.model.links[l].inertia;
        const snw_vec3 at = snw_pose_apply(dyn->kin.T_world_link[l], snw_inertia_center(body));
        sum = snw_vec3_add_scaled(sum, at, body.m);
        *mass += body.m;
    }
    return snw_vec3_scale(sum, 1 / *mass);
}

// the joints shake themselves; who looks from outside sees no force
static void shake(int ticks) {
    for (int n = 0; n < ticks; n++) {
        for (int i = 0; i < r.arm.count; i++)
            r.command.effort[i] = 0.4 * sin(0.02 * n + i);
        rig_tick(&r);
    }
}

static snw_vec3 fall(const snw_simulated_arm *config, int ticks, const double *start,
                     snw_dyn *dyn) {
    double q[64], v[64], mass;
    memset(r.arm.sensed.base_rate, 0, sizeof r.arm.sensed.base_rate);
    rig_begin(&r, &snw_simulated_arm_type, config, start);
    rig_mode(&r, SNW_AXIS_EFFORT);
    read_state(q, v);
    const snw_vec3 first = center_of(dyn, q, &mass);
    r.t_ns = 0;
    shake(ticks);
    read_state(q, v);
    const snw_vec3 way = snw_vec3_sub(center_of(dyn, q, &mass), first);
    rig_end(&r);
    return way;
}

// what the joints do among themselves does not move the centre of mass
static void the_center_of_mass_falls_as_a_stone(void) {
    CHECK_CASES(check_scaled(12)) {
        begin_tree(check_int(2, 8));
        place_base();
        snw_simulated_arm config = simulated();
        config.integrator = SNW_PLANT_RK4;
        config.method = check_int(0, 1) ? SNW_PLANT_FACTORED : SNW_PLANT_ARTICULATED;
        snw_dyn dyn;
        void *block = lay_out_dyn(&dyn);
        const double start[SNW_AXES] = {0};
        const snw_vec3 way = fall(&config, 500, start, &dyn);
        const double depth = 9.81 * 0.5 * 0.5 / 2;
        CHECK_NEAR(way.x, 0, 1e-9 * depth);
        CHECK_NEAR(way.y, 0, 1e-9 * depth);
        CHECK_NEAR(way.z, -depth, 1e-9 * depth);
        free(block);
        rig_free(&r);
    }
}

// semi-implicit Euler is of order 1: half the step, half the error
static void the_error_of_euler_halves_with_its_step(void) {
    CHECK_CASES(check_scaled(6)) {
        begin_tree(check_int(2, 6));
        place_base();
        snw_simulated_arm config = simulated();
        snw_dyn dyn;
        void *block = lay_out_dyn(&dyn);
        const double start[SNW_AXES] = {0}, depth = 9.81 * 0.5 * 0.5 / 2;
        double error[2];
        for (int k = 0; k < 2; k++) {
            config.step = k == 0 ? 0.00025 : 0.000125;
            error[k] = fabs(fall(&config, 500, start, &dyn).z + depth);
        }
        CHECK(error[0] < 3e-3 * depth && error[0] > 1e-6 * depth);
        CHECK_NEAR(error[1] / error[0], 0.5, 0.02);
        free(block);
        rig_free(&r);
    }
}

static void inner_motion_gives_no_momentum(void) {
    CHECK_CASES(check_scaled(12)) {
        begin_tree(check_int(2, 8));
        place_base();
        snw_simulated_arm config = simulated();
        config.integrator = SNW_PLANT_RK4;
        config.gravity = false;
        snw_dyn dyn;
        void *block = lay_out_dyn(&dyn);
        const double start[SNW_AXES] = {0};
        rig_begin(&r, &snw_simulated_arm_type, &config, start);
        rig_mode(&r, SNW_AXIS_EFFORT);
        shake(500);
        double q[64], v[64], moving = 0, mass;
        read_state(q, v);
        const snw_vec3 center = center_of(&dyn, q, &mass);
        snw_momentum all;
        CHECK(snw_dyn_momentum(&dyn, q, v, center, &all) == SNW_OK);
        for (int i = 0; i < r.c.model.nv; i++)
            moving = fmax(moving, fabs(v[i]));
        CHECK(r.arm.count == 0 || moving > 1e-3);
        CHECK(snw_vec3_norm(all.lin) <= 1e-9 * mass * (1 + moving));
        CHECK(snw_vec3_norm(all.ang) <= 1e-9 * mass * (1 + moving));
        rig_end(&r);
        free(block);
        rig_free(&r);
    }
}

static void a_stand_carries_what_stands_on_it(void) {
    CHECK_CASES(check_scaled(12)) {
        begin_tree(check_int(2, 8));
        place_base();
        double base[7];
        memcpy(base, r.arm.sensed.base, sizeof base);
        snw_simulated_arm config = simulated();
        config.support = SNW_PLANT_STAND;
        config.integrator = check_int(0, 1) ? SNW_PLANT_RK4 : SNW_PLANT_EULER;
        snw_dyn dyn;
        void *block = lay_out_dyn(&dyn);
        const double start[SNW_AXES] = {0};
        rig_begin(&r, &snw_simulated_arm_type, &config, start);
        r.command.enable = false; // brakes hold the joints
        rig_run(&r, 0.5);
        double q[64], v[64], mass;
        read_state(q, v);
        const snw_vec3 center = center_of(&dyn, q, &mass);
        for (int i = 0; i < 7; i++)
            CHECK_NEAR(q[i], base[i], 1e-6);
        // the weight, and its torque about the origin of the base
        const snw_vec3 arm = snw_vec3_sub(center, snw_vec3_of(q[0], q[1], q[2]));
        const snw_vec3 torque = snw_vec3_cross(arm, snw_vec3_of(0, 0, mass * 9.81));
        CHECK(r.signals.support_count == 6);
        CHECK_NEAR(r.signals.support[0], 0, 1e-3);
        CHECK_NEAR(r.signals.support[1], 0, 1e-3);
        CHECK_NEAR(r.signals.support[2], mass * 9.81, 1e-3);
        CHECK_NEAR(r.signals.support[3], torque.x, 1e-3);
        CHECK_NEAR(r.signals.support[4], torque.y, 1e-3);
        CHECK_NEAR(r.signals.support[5], torque.z, 1e-3);
        // more weight at the origin of the base: it sinks by what a spring of 5 Hz gives way
        const double w = 2 * SNW_PI * 5;
        CHECK(rig_tell(&r, "payload 0 3") == SNW_OK);
        rig_run(&r, 3);
        read_state(q, v);
        CHECK_NEAR(q[2], base[2] - 3 * 9.81 / (mass * w * w), 1e-6);
        CHECK_NEAR(r.signals.support[2], (mass + 3) * 9.81, 1e-3);
        rig_end(&r);
        free(block);
        rig_free(&r);
    }
}

// a base of a few grams under arms of kilograms
static void a_light_base_on_a_stand_is_stable(void) {
    begin_tree(6);
    for (int l = 0; l < r.robot->link_count; l++) {
        if (strcmp(r.robot->links[l].name, "0") != 0) continue;
        snw_inertial *body = r.robot->links[l].inertial;
        body->mass = 1e-3;
        body->ixx = body->iyy = body->izz = 1e-6;
    }
    free(r.c.block);
    rig_compile(&r);
    snw_simulated_arm config = simulated();
    config.support = SNW_PLANT_STAND;
    for (int k = 0; k < 2; k++) {
        config.integrator = k == 0 ? SNW_PLANT_EULER : SNW_PLANT_RK4;
        const double start[SNW_AXES] = {0};
        rig_begin(&r, &snw_simulated_arm_type, &config, start);
        rig_mode(&r, SNW_AXIS_EFFORT);
        for (int n = 0; n < 3000; n++) {
            for (int i = 0; i < r.arm.count; i++)
                r.command.effort[i] = -0.5 * r.signals.v[i];
            rig_tick(&r);
        }
        double q[64], v[64];
        read_state(q, v);
        for (int i = 0; i < 6; i++)
            CHECK(fabs(v[i]) < 10);
        for (int i = 0; i < 3; i++)
            CHECK(fabs(q[i]) < 0.5);
        rig_end(&r);
    }
    rig_free(&r);
}

static void a_base_is_put_and_stays(void) {
    snw_ideal_arm ideal;
    snw_limited_arm limited;
    snw_block_defaults(&snw_ideal_arm_type, &ideal);
    snw_block_defaults(&snw_limited_arm_type, &limited);
    snw_simulated_arm mass = simulated();
    mass.support = SNW_PLANT_STAND;
    const struct {
        const snw_type *type;
        const void *config;
    } all[] = {{&snw_ideal_arm_type, &ideal},
               {&snw_limited_arm_type, &limited},
               {&snw_simulated_arm_type, &mass}};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        begin_tree(4);
        const double start[SNW_AXES] = {0};
        rig_begin(&r, all[k].type, all[k].config, start);
        rig_mode(&r, SNW_AXIS_POSITION);
        rig_run(&r, 0.1);
        CHECK_NEAR(r.sensed.base[2], 0, 1e-6);
        CHECK(r.sensed.base[6] > 0.99);
        CHECK(rig_tell(&r, "base 1 -2 0.5 0 0 1.5707963267948966") == SNW_OK);
        rig_sense(&r);
        const double there[7] = {1, -2, 0.5, 0, 0, sqrt(0.5), sqrt(0.5)};
        for (int i = 0; i < 7; i++)
            CHECK_NEAR(r.sensed.base[i], there[i], 1e-12);
        // a stand feels its arm turned about the vertical as before
        rig_run(&r, 1);
        rig_sense(&r);
        for (int i = 0; i < 7; i++)
            CHECK_NEAR(r.sensed.base[i], there[i], k < 2 ? 1e-12 : 0.02);
        CHECK(rig_tell(&r, "base 1 -2") == SNW_ERR_SYNTAX);
        CHECK(rig_tell(&r, "base 1 -2 0 1") == SNW_ERR_SYNTAX);
        rig_free(&r);
    }
    rig_pendulum(&r, 1, 0.5, 0.1);
    rig_compile(&r);
    const double start[SNW_AXES] = {0};
    rig_begin(&r, &snw_ideal_arm_type, &ideal, start);
    CHECK(rig_tell(&r, "base 1 2 3") == SNW_ERR_UNSUPPORTED);
    rig_sense(&r);
    CHECK(r.sensed.base_count == 0 && r.sensed.base_rate_count == 0);
    rig_free(&r);
}

static uint64_t hash_run(const snw_simulated_arm *config) {
    uint64_t hash = UINT64_C(0xCBF29CE484222325);
    const double start[SNW_AXES] = {0};
    memset(r.arm.sensed.base, 0, sizeof r.arm.sensed.base);
    r.arm.sensed.base[6] = 1;
    rig_begin(&r, &snw_simulated_arm_type, config, start);
    rig_mode(&r, SNW_AXIS_EFFORT);
    for (int n = 0; n < 200; n++) {
        shake(1);
        const unsigned char *at = (const unsigned char *)r.sensed.base;
        for (size_t i = 0; i < sizeof r.sensed.base; i++)
            hash = (hash ^ at[i]) * UINT64_C(0x100000001B3);
    }
    rig_end(&r);
    return hash;
}

static void a_run_is_repeated_to_the_last_bit(void) {
    begin_tree(6);
    snw_simulated_arm config = simulated();
    for (int k = 0; k < 4; k++) {
        config.support = k % 2 == 0 ? SNW_PLANT_STAND : SNW_PLANT_UNSUPPORTED;
        config.integrator = k < 2 ? SNW_PLANT_EULER : SNW_PLANT_RK4;
        CHECK(hash_run(&config) == hash_run(&config));
    }
    config.gravity = !config.gravity;
    const uint64_t weightless = hash_run(&config);
    config.gravity = !config.gravity;
    CHECK(hash_run(&config) != weightless);
    rig_free(&r);
}

int main(void) {
    RUN(the_center_of_mass_falls_as_a_stone);
    RUN(the_error_of_euler_halves_with_its_step);
    RUN(inner_motion_gives_no_momentum);
    RUN(a_stand_carries_what_stands_on_it);
    RUN(a_light_base_on_a_stand_is_stable);
    RUN(a_base_is_put_and_stays);
    RUN(a_run_is_repeated_to_the_last_bit);
    return check_report();
}
