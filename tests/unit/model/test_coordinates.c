// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "reference.h"

enum { MOST = 256 };

/// A random tree, compiled.
typedef struct subject {
    snw_setup *setup;
    snw_robot *robot;
    compiled c;
} subject;

static void begin(subject *s, tree_options options) {
    s->setup = new_setup();
    s->robot = random_tree(s->setup, options);
    for (int i = 0; i < s->robot->joint_count; i++) {
        snw_joint_description *joint = &s->robot->joints[i];
        const bool limited =
            joint->kind == SNW_JOINT_REVOLUTE || joint->kind == SNW_JOINT_PRISMATIC;
        if (!limited || joint->mimic != NULL || check_int(0, 2) == 0) continue;
        joint->limits.lower = check_real(-3, 0);
        joint->limits.upper = joint->limits.lower + check_real(0, 4);
    }
    // followers could contradict the limits of their sources
    for (int i = 0; i < s->robot->joint_count; i++) {
        CHECK(s->robot->joints[i].mimic == NULL || isinf(s->robot->joints[i].limits.upper));
    }
    CHECK(compile(s->robot, &s->c, NULL) == SNW_OK);
    CHECK(s->c.model.nq <= MOST);
}

static void end(subject *s) {
    free(s->c.block);
    snw_setup_destroy(s->setup);
}

static tree_options any_tree(void) {
    return (tree_options){
        .links = check_int(1, 20), .laws = true, .mimics = true, .floating = check_int(0, 1) == 1};
}

// the same configuration: quaternions up to their sign, continuous joints up to whole turns
static double apart(const snw_model *m, const double *a, const double *b) {
    double most = 0;
    for (int i = 0; i < m->link_count; i++) {
        const snw_link *link = &m->links[i];
        const bool quat = link->joint == SNW_JOINT_SPHERICAL || link->joint == SNW_JOINT_FREE;
        const int at = link->q_index, plain = quat ? link->nq - 4 : link->nq;
        for (int k = 0; k < plain; k++) {
            double d = fabs(a[at + k] - b[at + k]);
            if (link->joint == SNW_JOINT_CONTINUOUS && link->periodic) {
                d = fabs(remainder(d, 2 * SNW_PI));
            }
            most = fmax(most, d);
        }
        double plus = 0, minus = 0;
        for (int k = plain; k < link->nq; k++) {
            plus = fmax(plus, fabs(a[at + k] + b[at + k]));
            minus = fmax(minus, fabs(a[at + k] - b[at + k]));
        }
        most = fmax(most, fmin(plus, minus));
    }
    return most;
}

static void the_difference_leads_from_one_configuration_to_the_other(void) {
    CHECK_CASES(2000) {
        subject s;
        begin(&s, any_tree());
        double q0[MOST], q1[MOST], v[MOST], back[MOST];
        random_q(&s.c.model, q0);
        random_q(&s.c.model, q1);
        CHECK(snw_difference(&s.c.model, q1, q0, v) == SNW_OK);
        CHECK(snw_integrate(&s.c.model, q0, v, 1, back) == SNW_OK);
        CHECK(apart(&s.c.model, q1, back) <= 1e-12);
        // and the other way round, from rates that are not too large
        for (int i = 0; i < s.c.model.nv; i++) {
            v[i] = check_real(-1.5, 1.5);
        }
        double w[MOST];
        CHECK(snw_integrate(&s.c.model, q0, v, 1, q1) == SNW_OK);
        CHECK(snw_difference(&s.c.model, q1, q0, w) == SNW_OK);
        for (int i = 0; i < s.c.model.nv; i++) {
            CHECK_NEAR(w[i], v[i], 1e-12);
        }
        end(&s);
    }
}

// q + v dt to the bit for plain coordinates; the quaternion keeps its length and turns by the
// angle, about axes of the child; the base moves along its own axes
// spec: actin-model:A1-SS-04
static void integration_is_a_step_of_forward_euler(void) {
    CHECK_CASES(1000) {
        subject s;
        begin(&s, (tree_options){.links = check_int(1, 12), .floating = true});
        const snw_model *m = &s.c.model;
        double q[MOST], v[MOST], out[MOST];
        const double dt = check_real(-0.1, 0.1);
        random_q(m, q);
        for (int i = 0; i < m->nv; i++) {
            v[i] = check_real(-3, 3);
        }
        CHECK(snw_integrate(m, q, v, dt, out) == SNW_OK);
        for (int i = 0; i < m->link_count; i++) {
            const snw_link *link = &m->links[i];
            const double *a = q + link->q_index, *b = out + link->q_index, *r = v + link->v_index;
            if (link->nq == 1 || link->nq == 3) {
                for (int k = 0; k < link->nq; k++) {
                    CHECK(b[k] == a[k] + r[k] * dt);
                }
            }
            if (link->nq != 7) continue;
            double norm2 = 0;
            for (int k = 3; k < 7; k++) {
                norm2 += b[k] * b[k];
            }
            CHECK_NEAR(norm2, 1, 1e-15);
            // the pose by the exponential in long double
            ref_pose T = ref_free_at(a), step = ref_identity();
            const snw_vec3 turn = snw_vec3_of(r[3] * dt, r[4] * dt, r[5] * dt);
            ref_turn_about(&step, turn, (real)snw_vec3_norm(turn));
            for (int k = 0; k < 3; k++) {
                step.p[k] = (real)r[k] * (real)dt;
            }
            CHECK(ref_distance(ref_mul(T, step), ref_free_at(b)) <= 1e-14);
        }
        end(&s);
    }
}

static void a_million_small_steps_keep_quaternions_at_length_1(void) {
    subject s;
    begin(&s, (tree_options){.links = 1, .floating = true});
    double q[7], v[6] = {0, 0, 0, 1, -2, 0.5};
    snw_neutral(&s.c.model, q);
    const long steps = check_scaled(1000000);
    for (long i = 0; i < steps; i++) {
        SNW_IGNORE(snw_integrate(&s.c.model, q, v, 1e-3, q));
    }
    double norm2 = 0;
    for (int k = 3; k < 7; k++) {
        norm2 += q[k] * q[k];
    }
    CHECK_NEAR(norm2, 1, 1e-14);
    const double angle = sqrt(1 + 4 + 0.25) * 1e-3 * (double)steps;
    CHECK_NEAR(fabs(q[6]), fabs(cos(angle / 2)), 1e-9);
    end(&s);
}

static void a_continuous_joint_takes_the_shortest_way_and_counts_turns(void) {
    snw_setup *setup = new_setup();
    snw_robot *robot = new_robot(setup, "wheel");
    add_link(robot, setup, "base");
    add_link(robot, setup, "rim");
    add_joint(robot, setup, "axle", "base", "rim")->kind = SNW_JOINT_CONTINUOUS;
    compiled c;
    CHECK(compile(robot, &c, NULL) == SNW_OK);
    double v, q;
    const double q0 = 3, q1 = -3, far = 100;
    CHECK(snw_difference(&c.model, &q1, &q0, &v) == SNW_OK);
    CHECK_NEAR(v, 2 * SNW_PI - 6, 1e-15); // on over pi, not back over 0
    CHECK(snw_interpolate(&c.model, &q0, &q1, 0.5, &q) == SNW_OK);
    CHECK_NEAR(q, SNW_PI, 1e-15);
    v = 10;
    CHECK(snw_integrate(&c.model, &q0, &v, 1, &q) == SNW_OK);
    CHECK(q == 13); // plain real numbers, whole turns are kept
    CHECK(snw_wrap(&c.model, &far, &q, NULL) == SNW_OK);
    CHECK_NEAR(q, 100 - 32 * SNW_PI, 1e-13);
    free(c.block);

    // a revolute joint does not pass the place behind its limits
    robot->joints[0].kind = SNW_JOINT_REVOLUTE;
    CHECK(compile(robot, &c, NULL) == SNW_OK);
    CHECK(snw_difference(&c.model, &q1, &q0, &v) == SNW_OK);
    CHECK(v == -6);
    free(c.block);
    snw_setup_destroy(setup);
}

static void interpolation_has_both_ends_exactly_and_constant_rates(void) {
    CHECK_CASES(1000) {
        subject s;
        begin(&s, any_tree());
        const snw_model *m = &s.c.model;
        double q0[MOST], q1[MOST], out[MOST], v[MOST], other[MOST];
        random_q(m, q0);
        random_q(m, q1);
        CHECK(snw_interpolate(m, q0, q1, 0, out) == SNW_OK);
        CHECK(memcmp(out, q0, (size_t)m->nq * sizeof *out) == 0);
        CHECK(snw_interpolate(m, q0, q1, 1, out) == SNW_OK);
        CHECK(memcmp(out, q1, (size_t)m->nq * sizeof *out) == 0);
        const double t = check_real(-0.5, 1.5);
        CHECK(snw_interpolate(m, q0, q1, t, out) == SNW_OK);
        CHECK(snw_difference(m, q1, q0, v) == SNW_OK);
        CHECK(snw_integrate(m, q0, v, t, other) == SNW_OK);
        CHECK(apart(m, out, other) <= 1e-12);
        end(&s);
    }
}

static void neutral_is_zero_and_midpoint_half_way(void) {
    CHECK_CASES(300) {
        subject s;
        begin(&s, any_tree());
        const snw_model *m = &s.c.model;
        double q[MOST];
        snw_neutral(m, q);
        for (int i = 0; i < m->link_count; i++) {
            const snw_link *link = &m->links[i];
            const bool quat = link->nq == 4 || link->nq == 7;
            for (int k = 0; k < link->nq; k++) {
                CHECK(q[link->q_index + k] == (quat && k == link->nq - 1));
            }
        }
        CHECK(snw_configuration_check(m, q) == SNW_OK);
        snw_midpoint(m, q);
        CHECK(snw_in_limits(m, q, NULL) == SNW_OK);
        for (int i = 0; i < m->nq; i++) {
            if (isfinite(m->lower[i])) CHECK(q[i] == (m->lower[i] + m->upper[i]) / 2);
        }
        end(&s);
    }
}

static void one_limited(compiled *c, snw_joint_kind kind, double lower, double upper) {
    snw_setup *setup = new_setup();
    snw_robot *robot = new_robot(setup, "one");
    add_link(robot, setup, "base");
    add_link(robot, setup, "body");
    snw_joint_description *joint = add_joint(robot, setup, "joint", "base", "body");
    joint->kind = kind;
    joint->limits.lower = lower;
    joint->limits.upper = upper;
    CHECK(compile(robot, c, NULL) == SNW_OK);
    snw_setup_destroy(setup);
}

static void half_open_ranges_have_a_midpoint_and_can_be_drawn_from(void) {
    const double none = (double)INFINITY;
    // lower, upper, midpoint, least and largest of what is drawn
    const double cases[][5] = {
        {-none, none, 0, -SNW_PI, SNW_PI}, {2, none, 2, 2, SNW_PI},
        {4, none, 4, 4, 4 + 2 * SNW_PI},   {-none, -5, -5, -5 - 2 * SNW_PI, -5},
        {-1, none, 0, -1, SNW_PI},         {-none, 10, 0, -SNW_PI, 10},
        {-10, none, 0, -10, SNW_PI},       {-1e300, 1e300, 0, -SNW_PI, SNW_PI},
        {0.5, 0.5, 0.5, 0.5, 0.5},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        compiled c;
        one_limited(&c, SNW_JOINT_REVOLUTE, cases[i][0], cases[i][1]);
        double q, least = none, most = -none;
        snw_midpoint(&c.model, &q);
        CHECK(q == cases[i][2]);
        snw_random random = snw_random_stream(i, 0);
        for (int n = 0; n < 20000; n++) {
            snw_random_configuration(&c.model, &random, &q);
            CHECK(snw_in_limits(&c.model, &q, NULL) == SNW_OK);
            least = fmin(least, q);
            most = fmax(most, q);
        }
        const double room = 2e-3 * (cases[i][4] - cases[i][3]);
        CHECK(least >= cases[i][3] && least <= cases[i][3] + room);
        CHECK(most <= cases[i][4] && most >= cases[i][4] - room);
        free(c.block);
    }
}

static void random_configurations_are_legal_and_take_counted_draws(void) {
    CHECK_CASES(300) {
        subject s;
        begin(&s, any_tree());
        const snw_model *m = &s.c.model;
        double q[MOST], again[MOST];
        uint64_t draws = 0;
        for (int i = 0; i < m->link_count; i++) {
            const int nq = m->links[i].nq;
            draws += nq == 4 ? 3 : nq == 7 ? 6 : (uint64_t)nq;
        }
        snw_random random = snw_random_stream(7, (uint64_t)check_case);
        snw_random_configuration(m, &random, q);
        CHECK(random.index == draws);
        CHECK(snw_configuration_check(m, q) == SNW_OK && snw_in_limits(m, q, NULL) == SNW_OK);
        random = snw_random_stream(7, (uint64_t)check_case);
        snw_random_configuration(m, &random, again);
        CHECK(memcmp(q, again, (size_t)m->nq * sizeof *q) == 0);
        end(&s);
    }
}

static void a_position_outside_its_limits_is_told_with_joint_and_side(void) {
    compiled c;
    one_limited(&c, SNW_JOINT_PRISMATIC, -0.5, 0.25);
    snw_why why;
    const double ends[] = {-0.5, 0.25};
    CHECK(snw_in_limits(&c.model, &ends[0], &why) == SNW_OK);
    CHECK(snw_in_limits(&c.model, &ends[1], &why) == SNW_OK);
    double q = 0.2500001;
    CHECK(snw_in_limits(&c.model, &q, &why) == SNW_ERR_LIMIT);
    CHECK_TEXT(why.subject, "joint");
    CHECK_TEXT(why.text, "it is above its upper limit");
    CHECK(why.numbers[0].value == 1 && why.numbers[1].value == q);
    CHECK(why.numbers[2].value == 0.25);
    CHECK_TEXT(why.numbers[2].name, "upper");
    CHECK_TEXT(why.numbers[1].unit, "m");
    q = -1;
    CHECK(snw_in_limits(&c.model, &q, &why) == SNW_ERR_LIMIT);
    CHECK_TEXT(why.text, "it is below its lower limit");
    CHECK(snw_in_limits(&c.model, &q, NULL) == SNW_ERR_LIMIT);
    q = (double)NAN;
    CHECK(snw_in_limits(&c.model, &q, &why) == SNW_ERR_NOT_FINITE);
    free(c.block);
}

static void an_angle_is_wrapped_into_its_range_by_the_fewest_turns(void) {
    CHECK_CASES(2000) {
        compiled c;
        const double lower = check_real(-8, 3), upper = lower + check_real(0, 7);
        one_limited(&c, SNW_JOINT_REVOLUTE, lower, upper);
        const double q = check_real(-30, 30);
        double out = 99;
        snw_why why;
        const snw_status status = snw_wrap(&c.model, &q, &out, &why);
        // by hand: of all whole turns that lead inside, the one with the fewest
        double best = (double)NAN;
        for (int turns = 0; turns <= 10 && isnan(best); turns++) {
            for (int side = -1; side <= 1; side += 2) {
                const double value = q + side * turns * 2 * SNW_PI;
                if (value >= lower && value <= upper) best = value;
            }
        }
        if (isnan(best)) {
            CHECK(status == SNW_ERR_LIMIT && out == 99);
            CHECK_TEXT(why.subject, "joint");
        } else {
            CHECK(status == SNW_OK);
            CHECK_NEAR(out, best, 1e-13);
        }
        free(c.block);
    }
}

static void a_slide_is_never_wrapped(void) {
    compiled c;
    one_limited(&c, SNW_JOINT_PRISMATIC, -1, 1);
    const double q = 1 + 2 * SNW_PI;
    double out = 99;
    CHECK(snw_wrap(&c.model, &q, &out, NULL) == SNW_ERR_LIMIT && out == 99);
    free(c.block);
}

// every function, with one number at a time replaced by something that is none
static void what_is_not_finite_is_refused_and_nothing_is_written(void) {
    CHECK_CASES(30) {
        subject s;
        begin(&s, any_tree());
        const snw_model *m = &s.c.model;
        double q[MOST], good[MOST], v[MOST] = {0}, out[MOST], before[MOST];
        random_q(m, q);
        random_q(m, good);
        for (int i = 0; i < MOST; i++) {
            before[i] = out[i] = 42;
        }
        const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
        for (int i = 0; i < 3 * m->nq; i++) {
            const double kept = q[i / 3];
            q[i / 3] = bad[i % 3];
            CHECK(snw_configuration_check(m, q) == SNW_ERR_NOT_FINITE);
            CHECK(snw_integrate(m, q, v, 1, out) == SNW_ERR_NOT_FINITE);
            CHECK(snw_difference(m, q, good, out) == SNW_ERR_NOT_FINITE);
            CHECK(snw_difference(m, good, q, out) == SNW_ERR_NOT_FINITE);
            CHECK(snw_interpolate(m, q, good, 0.5, out) == SNW_ERR_NOT_FINITE);
            CHECK(snw_interpolate(m, good, q, 0, out) == SNW_ERR_NOT_FINITE);
            CHECK(snw_wrap(m, q, out, NULL) == SNW_ERR_NOT_FINITE);
            q[i / 3] = kept;
        }
        for (int i = 0; i < 3 * m->nv; i++) {
            v[i / 3] = bad[i % 3];
            CHECK(snw_integrate(m, q, v, 1, out) == SNW_ERR_NOT_FINITE);
            v[i / 3] = 1e200; // finite, but not its way
            CHECK(snw_integrate(m, q, v, 1e200, out) == SNW_ERR_NOT_FINITE);
            v[i / 3] = 0;
        }
        for (int i = 0; i < 3; i++) {
            CHECK(snw_integrate(m, q, v, bad[i], out) == SNW_ERR_NOT_FINITE);
            CHECK(snw_interpolate(m, q, good, bad[i], out) == SNW_ERR_NOT_FINITE);
        }
        CHECK(memcmp(out, before, sizeof out) == 0);
        end(&s);
    }
}

static void a_quaternion_of_another_length_is_refused(void) {
    subject s;
    begin(&s, (tree_options){.links = 1, .floating = true});
    double q[7], v[6] = {0}, out[7];
    const double lengths[] = {0, 0.5, 0.998, 0.9995, 1, 1.0005, 1.002, 1e200};
    for (int i = 0; i < 8; i++) {
        snw_neutral(&s.c.model, q);
        q[6] = lengths[i];
        const snw_status status = snw_integrate(&s.c.model, q, v, 1, out);
        CHECK(status == (i >= 3 && i <= 5 ? SNW_OK : SNW_ERR_RANGE));
        if (status == SNW_OK) CHECK_NEAR(out[6], 1, 1e-15);
    }
    end(&s);
}

static void a_result_may_be_one_of_the_inputs(void) {
    CHECK_CASES(300) {
        subject s;
        begin(&s, any_tree());
        const snw_model *m = &s.c.model;
        double a[MOST], b[MOST], v[MOST], out[MOST], same[MOST];
        random_q(m, a);
        random_q(m, b);
        for (int i = 0; i < m->nv; i++) {
            v[i] = check_real(-1, 1);
        }
        const size_t bytes = (size_t)m->nq * sizeof *a;
        CHECK(snw_integrate(m, a, v, 0.5, out) == SNW_OK);
        memcpy(same, a, bytes);
        CHECK(snw_integrate(m, same, v, 0.5, same) == SNW_OK);
        CHECK(memcmp(same, out, bytes) == 0);
        CHECK(snw_interpolate(m, a, b, 0.3, out) == SNW_OK);
        memcpy(same, b, bytes);
        CHECK(snw_interpolate(m, a, same, 0.3, same) == SNW_OK);
        CHECK(memcmp(same, out, bytes) == 0);
        end(&s);
    }
}

int main(void) {
    RUN(the_difference_leads_from_one_configuration_to_the_other);
    RUN(integration_is_a_step_of_forward_euler);
    RUN(a_million_small_steps_keep_quaternions_at_length_1);
    RUN(a_continuous_joint_takes_the_shortest_way_and_counts_turns);
    RUN(interpolation_has_both_ends_exactly_and_constant_rates);
    RUN(neutral_is_zero_and_midpoint_half_way);
    RUN(half_open_ranges_have_a_midpoint_and_can_be_drawn_from);
    RUN(random_configurations_are_legal_and_take_counted_draws);
    RUN(a_position_outside_its_limits_is_told_with_joint_and_side);
    RUN(an_angle_is_wrapped_into_its_range_by_the_fewest_turns);
    RUN(a_slide_is_never_wrapped);
    RUN(what_is_not_finite_is_refused_and_nothing_is_written);
    RUN(a_quaternion_of_another_length_is_refused);
    RUN(a_result_may_be_one_of_the_inputs);
    return check_report();
}
