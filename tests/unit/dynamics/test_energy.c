// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "stand.h"

#include "sinew/document.h"
#include "sinew/modelio.h"
#include "sinew/shape.h"
#include "sinew/urdf.h"

static stand s;
static double M[RATES * RATES];

static void kinetic_energy_is_that_of_the_mass_matrix(void) {
    CHECK_CASES(check_scaled(1000)) {
        any_tree(&s, check_int(1, 14), true, true);
        snw_energy e;
        CHECK(snw_dyn_energy(&s.dyn, s.q, s.v, &e) == SNW_OK);
        CHECK(snw_dyn_mass_matrix(&s.dyn, s.q, M) == SNW_OK);
        double sum = 0;
        for (int i = 0; i < s.nv; i++) {
            for (int j = 0; j < s.nv; j++) {
                sum += M[i + s.nv * j] * s.v[i] * s.v[j] / 2;
            }
        }
        CHECK_NEAR(e.kinetic, sum, 1e-11 * fmax(1, sum));
        tear_down(&s);
    }
}

// G v is the rate at which potential energy rises
static void potential_energy_falls_by_the_work_of_gravity(void) {
    CHECK_CASES(check_scaled(500)) {
        any_tree(&s, check_int(1, 10), false, true);
        double gravity[RATES], q[RATES], power = 0;
        CHECK(snw_dyn_gravity(&s.dyn, s.q, gravity) == SNW_OK);
        for (int i = 0; i < s.nv; i++) {
            power += gravity[i] * s.v[i];
        }
        const double h = 1e-3, steps[] = {h, -h, 2 * h, -2 * h};
        const double weights[] = {8 / (12 * h), -8 / (12 * h), -1 / (12 * h), 1 / (12 * h)};
        double rate = 0;
        for (int k = 0; k < 4; k++) {
            snw_energy e;
            CHECK(snw_integrate(&s.c.model, s.q, s.v, steps[k], q) == SNW_OK);
            CHECK(snw_dyn_energy(&s.dyn, q, s.v, &e) == SNW_OK);
            rate += weights[k] * e.potential;
        }
        CHECK_NEAR(rate, power, 1e-6 * fmax(1, fabs(power)));
        tear_down(&s);
    }
}

// linear: mass times velocity of the centres; angular: links one by one
static void momentum_is_the_sum_over_links(void) {
    CHECK_CASES(check_scaled(500)) {
        any_tree(&s, check_int(1, 12), true, true);
        const snw_vec3 point = random_vec3(2);
        snw_momentum P;
        CHECK(snw_dyn_momentum(&s.dyn, s.q, s.v, point, &P) == SNW_OK);
        snw_vec3 lin = snw_vec3_zero(), ang = lin;
        for (int i = 0; i < s.c.model.link_count; i++) {
            const snw_inertia A = snw_dyn_inertia(&s.dyn, i);
            const snw_vec3 c = snw_inertia_center(A);
            const snw_twist V = snw_kin_velocity(&s.dyn.kin, i, c);
            const snw_mat3 R = s.dyn.kin.T_world_link[i].R;
            const snw_vec3 p = snw_vec3_scale(V.lin, A.m);
            const snw_vec3 spin = snw_mat3_apply(
                R, snw_sym3_apply(snw_inertia_central(A), snw_mat3_apply_t(R, V.ang)));
            const snw_vec3 arm = snw_vec3_sub(snw_kin_point(&s.dyn.kin, i, c), point);
            lin = snw_vec3_add(lin, p);
            ang = snw_vec3_add(ang, snw_vec3_add(spin, snw_vec3_cross(arm, p)));
        }
        CHECK(snw_vec3_near(P.lin, lin, 1e-11));
        CHECK(snw_vec3_near(P.ang, ang, 1e-10));
        tear_down(&s);
    }
}

// --- conservation --------------------------------------------------------------------------------

static snw_status fall(double t, const double *q, const double *v, double *a, void *context) {
    (void)t, (void)context;
    return snw_dyn_forward(&s.dyn, q, v, s.tau, NULL, a);
}

static void move(const char *method, int steps, double dt) {
    snw_stepper_settings settings;
    CHECK(snw_stepper_named(method, &settings) == SNW_OK);
    snw_stepper stepper;
    snw_arena arena = {0};
    SNW_IGNORE(snw_stepper_init(&stepper, &s.c.model, settings, &arena));
    void *block = exact_block(arena.needed);
    arena = snw_arena_over(block, arena.needed);
    CHECK(snw_stepper_init(&stepper, &s.c.model, settings, &arena) == SNW_OK);
    const snw_stepper_source source = {fall, NULL};
    for (int i = 0; i < steps; i++) {
        CHECK(snw_stepper_step(&stepper, source, i * dt, dt, s.q, s.v) == SNW_OK);
    }
    free(block);
}

static double total(void) {
    snw_energy e;
    CHECK(snw_dyn_energy(&s.dyn, s.q, s.v, &e) == SNW_OK);
    return e.kinetic + e.potential;
}

// Of the kinetic energy that it reaches, because potential energy has no zero of its own. The mass
// matrix on the way is symmetric with positive pivots.
// spec: loffler:L-103
static void an_arm_that_falls_for_ten_seconds_keeps_its_energy(void) {
    snw_setup *setup = new_setup();
    snw_robot *robot = NULL;
    CHECK(snw_urdf_read_file(SNW_SOURCE_DIR "/models/panda/panda.urdf", NULL, setup, &robot,
                             NULL) >= 0);
    set_up(&s, setup, robot);
    s.dyn.springs = false;
    const double start[] = {0.3, 0.5, -0.4, -1.2, 0.2, 1.4, 0.1};
    memcpy(s.q, start, sizeof start);
    CHECK(s.nv >= 7);
    const double before = total();
    double most = 0;
    for (int k = 0; k < 10; k++) {
        move("rk4", (int)check_scaled(1000), 0.001);
        snw_energy e;
        CHECK(snw_dyn_energy(&s.dyn, s.q, s.v, &e) == SNW_OK);
        most = fmax(most, e.kinetic);
        CHECK(snw_dyn_mass_matrix(&s.dyn, s.q, M) == SNW_OK);
        for (int i = 0; i < s.nv * s.nv; i++) {
            CHECK(M[i] == M[i % s.nv * s.nv + i / s.nv]);
        }
        CHECK(snw_dyn_factor(&s.dyn, s.q) == SNW_OK);
    }
    CHECK(most > 1e-3);
    print_message("energy drifts by %.3g of %.3g J\n", fabs(total() - before), most);
    CHECK(fabs(total() - before) <= 1e-3 * most);
    tear_down(&s);
}

static snw_robot *read_puma(snw_setup *setup) {
    snw_arena arena = {0};
    snw_registry registry;
    SNW_IGNORE(snw_registry_init(&registry, 64, &arena));
    void *block = exact_block(arena.needed);
    arena = snw_arena_over(block, arena.needed);
    CHECK(snw_registry_init(&registry, 64, &arena) == SNW_OK);
    CHECK(snw_shape_register(&registry, NULL) == SNW_OK);
    CHECK(snw_modelio_register(&registry, NULL) == SNW_OK);
    const snw_read_options how = {.registry = &registry};
    void *object = NULL;
    CHECK(snw_document_read(SNW_SOURCE_DIR "/models/puma560-corke/puma560-corke.xml",
                            &snw_robot_type, &how, setup, &object, NULL) >= 0);
    free(block);
    return object;
}

// with the rotors of its drives, 10 s at 1 ms
static void a_puma_that_falls_keeps_its_energy_to_a_millionth(void) {
    snw_setup *setup = new_setup();
    snw_robot *robot = read_puma(setup);
    set_up(&s, setup, robot);
    s.dyn.springs = false;
    CHECK(snw_dyn_set_actuators(&s.dyn, robot) == SNW_OK);
    CHECK(s.nv == 6 && s.dyn.rotors[0] > 0);
    s.q[1] = 0.4;
    const double before = total();
    move("rk4", (int)check_scaled(10000), 0.001);
    print_message("energy drifts by %.3g of %.3g J\n", fabs(total() - before), fabs(before));
    CHECK(fabs(total() - before) <= 1e-6 * fabs(before));
    tear_down(&s);
}

// a floating tree without gravity: momentum stays where it was
static void a_floating_tree_keeps_its_momentum(void) {
    check_seed(5);
    snw_setup *setup = new_setup();
    snw_robot *robot =
        random_tree(setup, (tree_options){.links = 30, .only_single = true, .floating = true});
    random_masses(robot);
    for (int i = 0; i < robot->joint_count; i++) {
        robot->joints[i].kind = SNW_JOINT_CONTINUOUS;
        robot->joints[i].pitch = 0;
    }
    set_up(&s, setup, robot);
    CHECK(snw_dyn_set_gravity(&s.dyn, snw_vec3_zero()) == SNW_OK);
    for (int i = 0; i < s.nv; i++) {
        s.v[i] = i % 2 == 0 ? 0.3 : -0.3;
    }
    snw_momentum P, Q;
    CHECK(snw_dyn_momentum(&s.dyn, s.q, s.v, snw_vec3_zero(), &P) == SNW_OK);
    const double energy = total();
    const int steps = (int)check_scaled(40000);
    move("rk4", steps, 0.00025);
    CHECK(snw_dyn_momentum(&s.dyn, s.q, s.v, snw_vec3_zero(), &Q) == SNW_OK);
    const double size = fmax(snw_vec3_norm(P.lin), snw_vec3_norm(P.ang));
    CHECK(snw_vec3_distance(P.lin, Q.lin) <= 1e-9 * size);
    CHECK(snw_vec3_distance(P.ang, Q.ang) <= 1e-9 * size);
    CHECK_NEAR(total() / energy, 1, 1e-9);
    tear_down(&s);
}

static void what_is_not_finite_is_refused(void) {
    check_seed(1);
    any_tree(&s, 4, false, false);
    snw_energy e = {7, 7};
    snw_momentum P = {snw_vec3_x(7), snw_vec3_x(7)};
    CHECK(snw_dyn_momentum(&s.dyn, s.q, s.v, snw_vec3_x((double)NAN), &P) == SNW_ERR_NOT_FINITE);
    CHECK(s.nv > 0);
    s.v[0] = (double)NAN;
    CHECK(snw_dyn_energy(&s.dyn, s.q, s.v, &e) == SNW_ERR_NOT_FINITE);
    CHECK(snw_dyn_momentum(&s.dyn, s.q, s.v, snw_vec3_zero(), &P) == SNW_ERR_NOT_FINITE);
    CHECK(e.kinetic == 7 && e.potential == 7 && P.lin.x == 7 && P.ang.x == 7);
    tear_down(&s);
}

int main(void) {
    RUN(kinetic_energy_is_that_of_the_mass_matrix);
    RUN(potential_energy_falls_by_the_work_of_gravity);
    RUN(momentum_is_the_sum_over_links);
    RUN(an_arm_that_falls_for_ten_seconds_keeps_its_energy);
    RUN(a_puma_that_falls_keeps_its_energy_to_a_millionth);
    RUN(a_floating_tree_keeps_its_momentum);
    RUN(what_is_not_finite_is_refused);
    return check_report();
}
