// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "robots.h"

#include "../../../src/robot/model/inside.h"

// an arm with limits on a floating base
static snw_robot *arm_of(snw_setup *setup) {
    snw_robot *robot = random_tree(setup, (tree_options){.links = 8, .floating = true});
    for (int i = 0; i < robot->joint_count; i++) {
        if (robot->joints[i].kind != SNW_JOINT_REVOLUTE) continue;
        robot->joints[i].limits.lower = check_real(-3, 0);
        robot->joints[i].limits.upper = check_real(0.5, 3);
    }
    return robot;
}

static void *lay_out(snw_state *state, const snw_model *model) {
    snw_arena arena = {0};
    CHECK(snw__state_init(state, model, &arena) == SNW_ERR_MEMORY);
    void *block = exact_block(arena.needed);
    arena = snw_arena_over(block, arena.needed);
    CHECK(snw__state_init(state, model, &arena) == SNW_OK);
    return block;
}

// spec: actin-model:A1-SS-07
static void a_state_fits_its_model_and_begins_half_way_between_the_limits(void) {
    CHECK_CASES(200) {
        snw_setup *setup = new_setup();
        compiled c;
        CHECK(compile(arm_of(setup), &c, NULL) == SNW_OK);
        snw_state state;
        snw_arena arena = {0};
        SNW_IGNORE(snw__state_init(&state, &c.model, &arena));
        // as many numbers as the model has coordinates, and no more
        const size_t doubles = (size_t)(c.model.nq + c.model.nv);
        CHECK(arena.needed == doubles * sizeof(double));
        void *block = lay_out(&state, &c.model);
        CHECK(state.v - state.q == c.model.nq);
        CHECK(state.t_ns == 0);
        for (int i = 0; i < c.model.nq; i++) {
            const double lower = c.model.lower[i], upper = c.model.upper[i];
            if (isfinite(lower)) CHECK(state.q[i] == (lower + upper) / 2);
        }
        for (int i = 0; i < c.model.nv; i++) {
            CHECK(state.v[i] == 0);
        }
        CHECK(snw_in_limits(&c.model, state.q, NULL) == SNW_OK);
        free(block);
        free(c.block);
        snw_setup_destroy(setup);
    }
}

static void init_needs_exactly_what_it_measures(void) {
    snw_setup *setup = new_setup();
    compiled c;
    CHECK(compile(arm_of(setup), &c, NULL) == SNW_OK);
    snw_state state;
    snw_arena arena = {0};
    SNW_IGNORE(snw__state_init(&state, &c.model, &arena));
    const size_t needed = arena.needed;
    for (size_t capacity = 0; capacity <= needed; capacity++) {
        void *block = exact_block(capacity);
        arena = snw_arena_over(block, capacity);
        CHECK(snw__state_init(&state, &c.model, &arena) ==
              (capacity < needed ? SNW_ERR_MEMORY : SNW_OK));
        CHECK(arena.needed == needed);
        free(block);
    }
    free(c.block);
    snw_setup_destroy(setup);
}

static void fill(const snw_model *model, snw_state *state, int64_t t_ns) {
    state->t_ns = t_ns;
    random_q(model, state->q);
    for (int i = 0; i < model->nv; i++) {
        state->v[i] = check_real(-2, 2);
    }
}

static bool equal(const snw_model *m, const snw_state *a, const snw_state *b) {
    return a->t_ns == b->t_ns && memcmp(a->q, b->q, (size_t)m->nq * sizeof(double)) == 0 &&
           memcmp(a->v, b->v, (size_t)m->nv * sizeof(double)) == 0;
}

static void copy(const snw_model *m, snw_state *to, const snw_state *from) {
    to->t_ns = from->t_ns;
    memcpy(to->q, from->q, (size_t)m->nq * sizeof(double));
    memcpy(to->v, from->v, (size_t)m->nv * sizeof(double));
}

// spec: actin-model:A1-SS-16
static void interpolation_refuses_equal_times_and_has_both_ends_exactly(void) {
    CHECK_CASES(300) {
        snw_setup *setup = new_setup();
        compiled c;
        CHECK(compile(arm_of(setup), &c, NULL) == SNW_OK);
        const snw_model *m = &c.model;
        snw_state a, b, out;
        void *blocks[] = {lay_out(&a, m), lay_out(&b, m), lay_out(&out, m)};
        fill(m, &a, 1000000000 * (int64_t)check_int(-1000, 1000));
        fill(m, &b, a.t_ns + (int64_t)check_int(1, 1000000));
        if (check_case % 2 == 1) b.t_ns = 2 * a.t_ns - b.t_ns; // backwards too
        CHECK(snw_state_interpolate(m, &a, &b, a.t_ns, &out) == SNW_OK);
        CHECK(equal(m, &out, &a));
        CHECK(snw_state_interpolate(m, &a, &b, b.t_ns, &out) == SNW_OK);
        CHECK(equal(m, &out, &b));

        const int64_t middle = a.t_ns + (b.t_ns - a.t_ns) / 3;
        const double t = (double)(middle - a.t_ns) / (double)(b.t_ns - a.t_ns);
        CHECK(snw_state_interpolate(m, &a, &b, middle, &out) == SNW_OK);
        CHECK(out.t_ns == middle);
        double q[64];
        CHECK(snw_interpolate(m, a.q, b.q, t, q) == SNW_OK);
        for (int i = 0; i < m->nq; i++) {
            CHECK_NEAR(out.q[i], q[i], 1e-13);
        }
        for (int i = 0; i < m->nv; i++) {
            CHECK_NEAR(out.v[i], a.v[i] + t * (b.v[i] - a.v[i]), 1e-14);
        }

        snw_state before = {0};
        void *kept = lay_out(&before, m);
        copy(m, &before, &out);
        b.t_ns = a.t_ns;
        CHECK(snw_state_interpolate(m, &a, &b, a.t_ns, &out) == SNW_ERR_RANGE);
        b.t_ns = a.t_ns + 1;
        b.v[0] = (double)NAN;
        CHECK(snw_state_interpolate(m, &a, &b, a.t_ns, &out) == SNW_ERR_NOT_FINITE);
        b.v[0] = 0;
        b.q[0] = (double)NAN;
        CHECK(snw_state_interpolate(m, &a, &b, a.t_ns, &out) == SNW_ERR_NOT_FINITE);
        CHECK(equal(m, &before, &out));
        for (int i = 0; i < 3; i++) {
            free(blocks[i]);
        }
        free(kept);
        free(c.block);
        snw_setup_destroy(setup);
    }
}

static void a_step_integrates_and_moves_the_time(void) {
    snw_setup *setup = new_setup();
    compiled c;
    CHECK(compile(arm_of(setup), &c, NULL) == SNW_OK);
    const snw_model *m = &c.model;
    snw_state state, kept;
    void *blocks[] = {lay_out(&state, m), lay_out(&kept, m)};
    fill(m, &state, 5);
    double q[64];
    CHECK(snw_integrate(m, state.q, state.v, 1e-3, q) == SNW_OK);
    CHECK(snw_state_step(m, &state, 1000000) == SNW_OK);
    CHECK(state.t_ns == 1000005);
    CHECK(memcmp(q, state.q, (size_t)m->nq * sizeof *q) == 0);
    // what cannot be done changes nothing
    state.t_ns = INT64_MAX - 5;
    copy(m, &kept, &state);
    CHECK(snw_state_step(m, &state, 6) == SNW_ERR_RANGE);
    CHECK(equal(m, &state, &kept));
    state.v[0] = kept.v[0] = (double)INFINITY;
    CHECK(snw_state_step(m, &state, 1) == SNW_ERR_NOT_FINITE);
    CHECK(equal(m, &state, &kept));
    free(blocks[0]);
    free(blocks[1]);
    free(c.block);
    snw_setup_destroy(setup);
}

int main(void) {
    RUN(a_state_fits_its_model_and_begins_half_way_between_the_limits);
    RUN(init_needs_exactly_what_it_measures);
    RUN(interpolation_refuses_equal_times_and_has_both_ends_exactly);
    RUN(a_step_integrates_and_moves_the_time);
    return check_report();
}
