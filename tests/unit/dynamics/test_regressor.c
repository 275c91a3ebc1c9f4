// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "stand.h"

#include "sinew/modelio.h"

enum { PARAMETERS = SNW_LINK_PARAMETERS * LINKS };

static stand s;
static double Y[RATES * PARAMETERS], Y_base[RATES * PARAMETERS];
static double p[PARAMETERS], p_base[PARAMETERS];

// rows x count times x
static void times(const double *A, int rows, int count, const double *x, double *result) {
    memset(result, 0, sizeof *result * (size_t)rows);
    for (int k = 0; k < count; k++) {
        for (int i = 0; i < rows; i++) {
            result[i] += A[i + rows * k] * x[k];
        }
    }
}

static void only_masses(void) {
    for (int i = 0; i < s.nv; i++) {
        CHECK(snw_dyn_set_rotor(&s.dyn, i, 0) == SNW_OK);
        CHECK(snw_dyn_set_friction(&s.dyn, i, 0) == SNW_OK);
    }
}

static void base_of(snw_base_parameters *base, void **block) {
    snw_arena arena = {0};
    CHECK(snw_base_parameters_init(base, &s.dyn, 7, &arena) == SNW_ERR_MEMORY);
    *block = exact_block(arena.needed);
    arena = snw_arena_over(*block, arena.needed);
    CHECK(snw_base_parameters_init(base, &s.dyn, 7, &arena) == SNW_OK);
}

// --- the regressor -------------------------------------------------------------------------------

static void the_regressor_times_the_parameters_is_inverse_dynamics(void) {
    CHECK_CASES(check_scaled(2000)) {
        any_tree(&s, check_int(1, 20), check_case % 5 == 0, check_case % 7 == 0);
        only_masses();
        double expected[RATES], tau[RATES];
        CHECK(snw_dyn_inverse(&s.dyn, s.q, s.v, s.a, NULL, expected) == SNW_OK);
        CHECK(snw_dyn_regressor(&s.dyn, s.q, s.v, s.a, Y) == SNW_OK);
        snw_dyn_parameters(&s.dyn, p);
        times(Y, s.nv, snw_parameter_count(&s.c.model), p, tau);
        CHECK(farthest(tau, expected, s.nv) <= 1e-11 * scale_of(expected, s.nv));
        tear_down(&s);
    }
}

// one number of one link at a time, in the order that the header states
static void each_column_is_the_effort_of_one_number_more(void) {
    CHECK_CASES(check_scaled(200)) {
        any_tree(&s, check_int(2, 8), false, false);
        double before[RATES], after[RATES];
        CHECK(snw_dyn_inverse(&s.dyn, s.q, s.v, s.a, NULL, before) == SNW_OK);
        CHECK(snw_dyn_regressor(&s.dyn, s.q, s.v, s.a, Y) == SNW_OK);
        const int link = check_int(0, s.c.model.link_count - 1), k = check_int(0, 9);
        const double more = 1e-3;
        snw_inertia A = snw_dyn_inertia(&s.dyn, link);
        double *const places[] = {&A.m,    &A.h.x,  &A.h.y,  &A.h.z,  &A.I.xx,
                                  &A.I.yy, &A.I.zz, &A.I.xy, &A.I.xz, &A.I.yz};
        *places[k] += more;
        CHECK(snw_dyn_set_inertia(&s.dyn, link, A) == SNW_OK);
        CHECK(snw_dyn_inverse(&s.dyn, s.q, s.v, s.a, NULL, after) == SNW_OK);
        const double *column = Y + (ptrdiff_t)s.nv * (10 * link + k);
        for (int i = 0; i < s.nv; i++) {
            CHECK_NEAR((after[i] - before[i]) / more, column[i], 1e-10 * scale_of(before, s.nv));
        }
        tear_down(&s);
    }
}

static void rotors_and_friction_come_on_top(void) {
    CHECK_CASES(100) {
        snw_setup *setup = new_setup();
        snw_robot *robot = random_tree(setup, (tree_options){.links = 6, .only_single = true});
        set_up(&s, setup, robot);
        random_state(&s);
        for (int i = 0; i < s.nv; i++) {
            CHECK(snw_dyn_set_rotor(&s.dyn, i, 0.1 * (i + 1)) == SNW_OK);
            CHECK(snw_dyn_set_friction(&s.dyn, i, 0.3 * (i + 1)) == SNW_OK);
        }
        double expected[RATES], tau[RATES];
        CHECK(snw_dyn_inverse(&s.dyn, s.q, s.v, s.a, NULL, expected) == SNW_OK);
        CHECK(snw_dyn_regressor(&s.dyn, s.q, s.v, s.a, Y) == SNW_OK);
        snw_dyn_parameters(&s.dyn, p);
        times(Y, s.nv, snw_parameter_count(&s.c.model), p, tau);
        for (int i = 0; i < s.nv; i++) {
            tau[i] += 0.1 * (i + 1) * s.a[i] + 0.3 * (i + 1) * s.v[i];
        }
        CHECK(farthest(tau, expected, s.nv) <= 1e-11 * scale_of(expected, s.nv));
        tear_down(&s);
    }
}

static void what_is_not_finite_is_refused(void) {
    check_case = 0;
    any_tree(&s, 6, false, false);
    Y[0] = 42;
    double *const places[] = {s.q, s.v, s.a};
    for (int i = 0; i < 3; i++) {
        const double before = places[i][s.nv - 1];
        places[i][s.nv - 1] = (double)NAN;
        CHECK(snw_dyn_regressor(&s.dyn, s.q, s.v, s.a, Y) == SNW_ERR_NOT_FINITE);
        places[i][s.nv - 1] = before;
    }
    CHECK(Y[0] == 42);
    tear_down(&s);
}

// --- base parameters -----------------------------------------------------------------------------

// the base parameters say at new states what all say
static void check_base(const snw_base_parameters *base) {
    const int count = snw_parameter_count(&s.c.model);
    double all[RATES], few[RATES];
    CHECK(base->gap > 1e-7 && base->next < 1e-11);
    for (int i = 0; i < 20; i++) {
        random_state(&s);
        CHECK(snw_dyn_regressor(&s.dyn, s.q, s.v, s.a, Y) == SNW_OK);
        for (int k = 0; k < count; k++) {
            p[k] = check_real(-1, 1);
        }
        times(Y, s.nv, count, p, all);
        snw_base_parameters_of(base, p, p_base);
        snw_base_regressor(base, Y, Y_base);
        times(Y_base, s.nv, base->count, p_base, few);
        CHECK(farthest(all, few, s.nv) <= 1e-9 * scale_of(all, s.nv));
    }
}

// A chain on a fixed base in any gravity: the first turn shows its moment about the axis and two
// first moments; a further turn seven numbers, a slide behind two turns four (Gautier and Khalil
// 1990).
static void a_chain_has_three_and_seven_a_turn_and_four_a_slide(void) {
    CHECK_CASES(check_scaled(60)) {
        snw_setup *setup = new_setup();
        snw_robot *robot = new_robot(setup, "chain");
        add_link(robot, setup, "0");
        const int joints = check_int(2, 7);
        int expected = 3;
        for (int i = 1; i <= joints; i++) {
            char names[3][SNW_NAME];
            (void)snprintf(names[0], SNW_NAME, "%d", i);
            (void)snprintf(names[1], SNW_NAME, "%d", i - 1);
            (void)snprintf(names[2], SNW_NAME, "j%d", i);
            add_inertial(add_link(robot, setup, names[0]), setup, 1, 0.1);
            snw_joint_description *joint = add_joint(robot, setup, names[2], names[1], names[0]);
            const bool slides = i > 2 && check_int(0, 2) == 0;
            joint->kind = slides ? SNW_JOINT_PRISMATIC : SNW_JOINT_CONTINUOUS;
            joint->origin = random_pose();
            joint->axis = random_axis();
            if (i > 1) expected += slides ? 4 : 7;
        }
        set_up(&s, setup, robot);
        CHECK(snw_dyn_set_gravity(&s.dyn, snw_vec3_scale(random_axis(), 10)) == SNW_OK);
        snw_base_parameters base;
        void *block;
        base_of(&base, &block);
        assert_int_equal(base.count, expected);
        check_base(&base);
        free(block);
        tear_down(&s);
    }
}

// All ten of a root that moves freely show. Of what a joint carries, the parent can take over: for
// a turn the mass, the first moment along the axis and one moment; for a slide all second moments;
// for a ball joint the mass.
static void a_floating_tree_has_ten_more(void) {
    CHECK_CASES(check_scaled(40)) {
        snw_setup *setup = new_setup();
        const int links = check_int(1, 7);
        snw_robot *robot = random_tree(setup, (tree_options){.links = links, .floating = true});
        int expected = 10;
        for (int i = 0; i < robot->joint_count; i++) {
            snw_joint_description *joint = &robot->joints[i];
            const int kind = check_int(0, 3);
            joint->kind = kind == 0   ? SNW_JOINT_FIXED
                          : kind == 1 ? SNW_JOINT_PRISMATIC
                          : kind == 2 ? SNW_JOINT_REVOLUTE
                                      : SNW_JOINT_SPHERICAL;
            joint->position = 0;
            expected += kind == 0 ? 0 : kind == 1 ? 4 : kind == 2 ? 7 : 9;
        }
        set_up(&s, setup, robot);
        snw_base_parameters base;
        void *block;
        base_of(&base, &block);
        assert_int_equal(base.count, expected);
        check_base(&base);
        free(block);
        tear_down(&s);
    }
}

// 43 dynamic coefficients (Gaz and others 2019)
static void a_panda_has_43(void) {
    snw_setup *setup = snw_setup_create(SNW_DOCUMENT_MEMORY);
    snw_why items[8];
    snw_diags diags = {.items = items, .capacity = 8};
    snw_robot *robot = NULL;
    CHECK(snw_urdf_read_file(SNW_SOURCE_DIR "/models/panda/panda.urdf", NULL, setup, &robot,
                             &diags) >= 0);
    set_up(&s, setup, robot);
    snw_base_parameters base;
    void *block;
    base_of(&base, &block);
    assert_int_equal(base.count, 43);
    check_base(&base);
    free(block);
    tear_down(&s);
}

static void what_cannot_move_has_no_base_parameters(void) {
    snw_setup *setup = new_setup();
    snw_robot *robot = new_robot(setup, "stone");
    add_inertial(add_link(robot, setup, "stone"), setup, 1, 0.1);
    set_up(&s, setup, robot);
    snw_base_parameters base;
    snw_arena arena = {0};
    CHECK(snw_base_parameters_init(&base, &s.dyn, 7, &arena) == SNW_ERR_SIZE);
    tear_down(&s);
}

static void the_arena_is_never_overrun(void) {
    check_case = 2;
    any_tree(&s, 3, false, false);
    snw_base_parameters base;
    snw_arena arena = {0};
    CHECK(snw_base_parameters_init(&base, &s.dyn, 7, &arena) == SNW_ERR_MEMORY);
    const size_t needed = arena.needed;
    for (size_t capacity = 0; capacity <= needed; capacity += 8) {
        void *block = exact_block(capacity);
        arena = snw_arena_over(block, capacity);
        const snw_status status = snw_base_parameters_init(&base, &s.dyn, 7, &arena);
        CHECK(status == (capacity < needed ? SNW_ERR_MEMORY : SNW_OK));
        free(block);
    }
    tear_down(&s);
}

int main(void) {
    RUN(the_regressor_times_the_parameters_is_inverse_dynamics);
    RUN(each_column_is_the_effort_of_one_number_more);
    RUN(rotors_and_friction_come_on_top);
    RUN(what_is_not_finite_is_refused);
    RUN(a_chain_has_three_and_seven_a_turn_and_four_a_slide);
    RUN(a_floating_tree_has_ten_more);
    RUN(a_panda_has_43);
    RUN(what_cannot_move_has_no_base_parameters);
    RUN(the_arena_is_never_overrun);
    return check_report();
}
