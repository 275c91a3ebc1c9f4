// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "stand.h"

#include "sinew/modelio.h"

// Derivatives against central differences of the recursions themselves.

enum { SIDE = 120 };

static stand s;
static double step;                // of a coordinate and of a rate
static const snw_wrench *wrenches; // from outside, or NULL
static snw_derivatives d;
static void *d_block;
static double by_q[SIDE * SIDE], by_v[SIDE * SIDE], by_tau[SIDE * SIDE];

static void open_derivatives(void) {
    CHECK(s.nv <= SIDE);
    step = 1e-5;
    wrenches = check_case % 2 == 0 ? s.wrenches : NULL;
    snw_arena arena = {0};
    SNW_IGNORE(snw_derivatives_init(&d, &s.c.model, &arena));
    d_block = exact_block(arena.needed);
    arena = snw_arena_over(d_block, arena.needed);
    CHECK(snw_derivatives_init(&d, &s.c.model, &arena) == SNW_OK);
}

static void close_derivatives(void) {
    free(d_block);
    tear_down(&s);
}

// efforts of s.a, or accelerations of s.tau
static void evaluate(bool forward, const double *q, const double *v, const double *tau, double *x) {
    if (forward) {
        CHECK(snw_dyn_forward(&s.dyn, q, v, tau, wrenches, x) == SNW_OK);
    } else {
        CHECK(snw_dyn_inverse(&s.dyn, q, v, s.a, wrenches, x) == SNW_OK);
    }
}

static void difference(const double *more, const double *less, double *column) {
    for (int i = 0; i < s.nv; i++) {
        column[i] = (more[i] - less[i]) / (2 * step);
    }
}

static void differences(bool forward) {
    double q[RATES], x[RATES], unit[RATES] = {0}, more[RATES], less[RATES];
    for (int k = 0; k < s.nv; k++) {
        const ptrdiff_t at = (ptrdiff_t)s.nv * k;
        unit[k] = 1;
        CHECK(snw_integrate(&s.c.model, s.q, unit, step, q) == SNW_OK);
        evaluate(forward, q, s.v, s.tau, more);
        CHECK(snw_integrate(&s.c.model, s.q, unit, -step, q) == SNW_OK);
        evaluate(forward, q, s.v, s.tau, less);
        difference(more, less, by_q + at);
        unit[k] = 0;

        memcpy(x, s.v, sizeof x);
        x[k] = s.v[k] + step;
        evaluate(forward, s.q, x, s.tau, more);
        x[k] = s.v[k] - step;
        evaluate(forward, s.q, x, s.tau, less);
        difference(more, less, by_v + at);

        memcpy(x, s.tau, sizeof x);
        x[k] = s.tau[k] + step;
        evaluate(forward, s.q, s.v, x, more);
        x[k] = s.tau[k] - step;
        evaluate(forward, s.q, s.v, x, less);
        difference(more, less, by_tau + at);
    }
}

static void check_inverse(double tolerance) {
    const int count = s.nv * s.nv;
    CHECK(snw_derivatives_inverse(&d, &s.dyn, s.q, s.v, s.a, wrenches) == SNW_OK);
    differences(false);
    CHECK_NEAR(farthest(d.tau_q, by_q, count), 0, tolerance * scale_of(by_q, count));
    CHECK_NEAR(farthest(d.tau_v, by_v, count), 0, tolerance * scale_of(by_v, count));
}

static void check_forward(double tolerance) {
    const int count = s.nv * s.nv;
    double a[RATES];
    CHECK(snw_derivatives_forward(&d, &s.dyn, s.q, s.v, s.tau, wrenches) == SNW_OK);
    CHECK(snw_dyn_forward(&s.dyn, s.q, s.v, s.tau, wrenches, a) == SNW_OK);
    CHECK(farthest(d.a, a, s.nv) == 0);
    differences(true);
    // rounding of large accelerations is in the differences
    const double size = scale_of(a, s.nv);
    CHECK_NEAR(farthest(d.a_q, by_q, count), 0, tolerance * fmax(size, scale_of(by_q, count)));
    CHECK_NEAR(farthest(d.a_v, by_v, count), 0, tolerance * fmax(size, scale_of(by_v, count)));
    CHECK_NEAR(farthest(d.a_tau, by_tau, count), 0, tolerance * scale_of(by_tau, count));
}

// --- trees ---------------------------------------------------------------------------------------

static void efforts_of_any_tree_change_as_differences_say(void) {
    CHECK_CASES(check_scaled(1000)) {
        any_tree(&s, check_int(1, 12), false, check_case % 7 == 0);
        open_derivatives();
        check_inverse(1e-7);
        close_derivatives();
    }
}

static void efforts_of_one_joint_of_each_kind_change_as_differences_say(void) {
    CHECK_CASES(check_scaled(400)) {
        snw_setup *setup = new_setup();
        snw_robot *robot = new_robot(setup, "one");
        add_link(robot, setup, "0");
        add_inertial(add_link(robot, setup, "1"), setup, 1, 0.1);
        snw_joint_description *joint = add_joint(robot, setup, "j", "0", "1");
        joint->kind =
            (snw_joint_kind)(SNW_JOINT_FIXED + 1 + check_case % (SNW_JOINT_FREE - SNW_JOINT_FIXED));
        joint->origin = random_pose();
        joint->axis = random_axis();
        if (joint->kind == SNW_JOINT_SCREW) joint->pitch = 0.3;
        random_masses(robot);
        set_up(&s, setup, robot);
        random_state(&s);
        open_derivatives();
        check_inverse(1e-8);
        close_derivatives();
    }
}

static void laws_change_to_what_their_differences_allow(void) {
    CHECK_CASES(check_scaled(200)) {
        any_tree(&s, check_int(2, 8), true, check_case % 3 == 0);
        open_derivatives();
        // wide enough for the rounding in their accelerations
        step = 1e-3;
        check_inverse(1e-4);
        close_derivatives();
    }
}

// a body with inertia on every link keeps M well conditioned
static void accelerations_of_any_tree_change_as_differences_say(void) {
    CHECK_CASES(check_scaled(500)) {
        any_tree(&s, check_int(1, 10), false, false);
        for (int i = 0; i < s.nv; i++) {
            s.tau[i] = check_real(-5, 5);
            CHECK(snw_dyn_set_rotor(&s.dyn, i, check_real(0.2, 0.5)) == SNW_OK);
        }
        open_derivatives();
        check_forward(1e-6);
        close_derivatives();
    }
}

static void springs_and_dampers_count(void) {
    CHECK_CASES(100) {
        snw_setup *setup = new_setup();
        snw_robot *robot = new_robot(setup, "springs");
        add_link(robot, setup, "0");
        for (int i = 1; i <= 3; i++) {
            char names[3][SNW_NAME];
            (void)snprintf(names[0], SNW_NAME, "%d", i);
            (void)snprintf(names[1], SNW_NAME, "%d", i - 1);
            (void)snprintf(names[2], SNW_NAME, "j%d", i);
            add_inertial(add_link(robot, setup, names[0]), setup, 1, 0.1);
            snw_joint_description *joint = add_joint(robot, setup, names[2], names[1], names[0]);
            joint->kind = SNW_JOINT_CONTINUOUS;
            joint->axis = random_axis();
            joint->origin = random_pose();
            snw_spring *parts[] = {add_spring(&joint->spring, setup, check_real(1, 20), 2),
                                   add_spring(&joint->damper, setup, check_real(1, 20), 2)};
            for (int k = 0; k < 4; k++) {
                snw_spring_term *term = &parts[k / 2]->terms[k % 2];
                (void)snprintf(term->joint, SNW_NAME, "j%d", k % 2 == 0 ? i : check_int(1, 3));
                term->weight = check_real(0.5, 1);
                term->offset = check_real(-1, 1);
            }
        }
        set_up(&s, setup, robot);
        CHECK(s.c.model.spring_count == 3 && s.c.model.damper_count == 3);
        random_state(&s);
        open_derivatives();
        check_inverse(1e-8);
        const double with = d.tau_q[0];
        s.dyn.springs = false;
        check_inverse(1e-8);
        CHECK(fabs(with - d.tau_q[0]) > 1e-3);
        close_derivatives();
    }
}

// --- robots --------------------------------------------------------------------------------------

static void open_model(const char *path) {
    snw_setup *setup = snw_setup_create(SNW_DOCUMENT_MEMORY);
    snw_why items[8];
    snw_diags diags = {.items = items, .capacity = 8};
    snw_robot *robot = NULL;
    CHECK(snw_urdf_read_file(path, NULL, setup, &robot, &diags) >= 0);
    set_up(&s, setup, robot);
    open_derivatives();
}

static void robots_change_as_differences_say(void) {
    const char *const paths[] = {SNW_SOURCE_DIR "/models/panda/panda.urdf",
                                 SNW_SOURCE_DIR "/models/ur5/ur5.urdf",
                                 SNW_SOURCE_DIR "/models/humanoid30/humanoid30.urdf"};
    for (int r = 0; r < 3; r++) {
        open_model(paths[r]);
        CHECK_CASES(check_scaled(40)) {
            wrenches = check_case % 2 == 0 ? s.wrenches : NULL;
            random_state(&s);
            for (int i = 0; i < s.nv; i++) {
                s.tau[i] = check_real(-20, 20);
            }
            check_inverse(1e-7);
            check_forward(1e-6);
        }
        close_derivatives();
    }
}

// the derivative of gravity's efforts is that of a gradient: symmetric; and moving everything along
// by a free root changes no effort of the joints when there is no gravity
static void gravity_has_a_potential_and_space_is_the_same_everywhere(void) {
    open_model(SNW_SOURCE_DIR "/models/panda/panda.urdf");
    random_state(&s);
    memset(s.v, 0, sizeof s.v);
    memset(s.a, 0, sizeof s.a);
    CHECK(snw_derivatives_inverse(&d, &s.dyn, s.q, s.v, s.a, NULL) == SNW_OK);
    for (int i = 0; i < s.nv; i++) {
        for (int k = 0; k < i; k++) {
            CHECK_NEAR(d.tau_q[i + s.nv * k], d.tau_q[k + s.nv * i], 1e-12);
        }
    }
    close_derivatives();
    CHECK_CASES(50) {
        snw_setup *setup = new_setup();
        set_up(&s, setup, random_tree(setup, (tree_options){.links = 8, .floating = true}));
        CHECK(snw_dyn_set_gravity(&s.dyn, snw_vec3_zero()) == SNW_OK);
        random_state(&s);
        open_derivatives();
        CHECK(snw_derivatives_inverse(&d, &s.dyn, s.q, s.v, s.a, NULL) == SNW_OK);
        for (int i = 0; i < 6 * s.nv; i++) {
            CHECK_NEAR(d.tau_q[i], 0, 1e-11);
        }
        close_derivatives();
    }
}

// --- failures ------------------------------------------------------------------------------------

static void what_is_not_finite_is_refused(void) {
    open_model(SNW_SOURCE_DIR "/models/panda/panda.urdf");
    d.tau_q[0] = 42;
    double *const places[] = {s.q, s.v, s.a};
    for (int i = 0; i < 3; i++) {
        places[i][6] = (double)NAN;
        CHECK(snw_derivatives_inverse(&d, &s.dyn, s.q, s.v, s.a, NULL) == SNW_ERR_NOT_FINITE);
        places[i][6] = 0;
    }
    s.wrenches[3].torque.y = (double)NAN;
    CHECK(snw_derivatives_inverse(&d, &s.dyn, s.q, s.v, s.a, s.wrenches) == SNW_ERR_NOT_FINITE);
    CHECK(d.tau_q[0] == 42);
    s.tau[3] = (double)INFINITY;
    CHECK(snw_derivatives_forward(&d, &s.dyn, s.q, s.v, s.tau, NULL) == SNW_ERR_NOT_FINITE);
    close_derivatives();
}

static void the_arena_is_never_overrun(void) {
    check_case = 0;
    any_tree(&s, 6, true, true);
    snw_arena arena = {0};
    CHECK(snw_derivatives_init(&d, &s.c.model, &arena) == SNW_ERR_MEMORY);
    const size_t needed = arena.needed;
    for (size_t capacity = 0; capacity <= needed; capacity += 8) {
        void *block = exact_block(capacity);
        arena = snw_arena_over(block, capacity);
        const snw_status status = snw_derivatives_init(&d, &s.c.model, &arena);
        CHECK(status == (capacity < needed ? SNW_ERR_MEMORY : SNW_OK));
        if (status == SNW_OK) {
            CHECK(snw_derivatives_inverse(&d, &s.dyn, s.q, s.v, s.a, NULL) == SNW_OK);
        }
        free(block);
    }
    tear_down(&s);
}

int main(void) {
    RUN(efforts_of_any_tree_change_as_differences_say);
    RUN(efforts_of_one_joint_of_each_kind_change_as_differences_say);
    RUN(laws_change_to_what_their_differences_allow);
    RUN(accelerations_of_any_tree_change_as_differences_say);
    RUN(springs_and_dampers_count);
    RUN(robots_change_as_differences_say);
    RUN(gravity_has_a_potential_and_space_is_the_same_everywhere);
    RUN(what_is_not_finite_is_refused);
    RUN(the_arena_is_never_overrun);
    return check_report();
}
