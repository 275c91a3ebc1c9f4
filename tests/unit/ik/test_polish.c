// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "stand.h"

#include "../src/robot/ik/search.h"

// One configuration at a time: where the search stands still, the gradient must vanish, whatever
// joints, weights and slack there are. The gradient is taken by differences of the cost, which is
// written out here.

static snw__ik_query query_for(stand *s, const snw_ik_target *target) {
    snw__ik_query query = {.ik = &s->ik, .target = target, .options = snw_ik_options_default()};
    for (int k = 0; k < 6; k++) {
        const bool matters = isfinite(target->tolerance[k]);
        query.weight[k] = matters ? target->weight[k] : 0;
        query.slack[k] = matters && target->tolerance[k] > 1e-3 ? 0.99 * target->tolerance[k] : 0;
    }
    return query;
}

static double cost_of(stand *s, const snw__ik_query *query, const double *q) {
    double e[6], sum = 0;
    stand_error(s, query->target->T_world_goal, q, e);
    for (int k = 0; k < 6; k++) {
        const double over = fmax(fabs(e[k]) - query->slack[k], 0) * query->weight[k];
        sum += over * over;
    }
    return sum;
}

// the slope of the root of the cost by rate i, central difference
static double slope_of(stand *s, const snw__ik_query *query, const double *q, int i) {
    const double h = 1e-5;
    double v[STAND_JOINTS] = {0}, plus[STAND_JOINTS], minus[STAND_JOINTS];
    v[s->ik.rates[i]] = 1;
    CHECK(snw_integrate(s->model, q, v, h, plus) == SNW_OK);
    CHECK(snw_integrate(s->model, q, v, -h, minus) == SNW_OK);
    return (sqrt(cost_of(s, query, plus)) - sqrt(cost_of(s, query, minus))) / (2 * h);
}

static snw_ik_target random_target(stand *s) {
    double goal[STAND_JOINTS];
    stand_random(s->model, goal);
    snw_pose T = stand_pose(s, goal);
    T.p = snw_vec3_add(T.p, random_vec3(1.5));
    T.R = snw_mat3_mul(T.R, random_pose().R);
    snw_ik_target target = snw_ik_target_pose(T);
    for (int k = 0; k < 6; k++) {
        target.weight[k] = check_real(0.2, 2);
        const int kind = check_int(0, 5);
        if (kind == 0 && k != 0) target.tolerance[k] = (double)INFINITY;
        if (kind == 1) target.tolerance[k] = check_real(0.05, 0.3);
    }
    return target;
}

// no gain to be had at q: flat by every joint that is not on a limit, uphill into those that are
static void check_flat(stand *s, const snw__ik_query *query, const double *q) {
    const double scale = 1 + sqrt(cost_of(s, query, q));
    for (int i = 0; i < s->ik.count; i++) {
        const int at = s->ik.q_index[i];
        const double slope = slope_of(s, query, q, i);
        const bool low = at >= 0 && q[at] <= s->ik.lower[i];
        const bool high = at >= 0 && q[at] >= s->ik.upper[i];
        if (!low) CHECK(slope < 2e-3 * scale);
        if (!high) CHECK(slope > -2e-3 * scale);
    }
}

static void polish_from_random(stand *s, int *still, int *tried) {
    const snw_ik_target target = random_target(s);
    const snw__ik_query query = query_for(s, &target);
    double q[STAND_JOINTS], e[6];
    stand_random(s->model, q);
    const double before = cost_of(s, &query, q);
    const snw__ik_outcome out = snw__ik_polish(&query, 192, q);
    const double after = cost_of(s, &query, q);
    CHECK(after <= before * (1 + 1e-12));
    CHECK_NEAR(out.cost, after, 1e-9 * (1 + after));
    stand_error(s, target.T_world_goal, q, e);
    CHECK(out.arrived == (snw__ik_ratio(&target, e) <= 1));
    ++*tried;
    if (!out.still && !out.arrived) return;
    ++*still;
    // near half a turn the rotation vector jumps, and next to nothing the root of the cost does:
    // there differences say nothing
    const double angle = snw_vec3_norm(snw_vec3_of(e[3], e[4], e[5]));
    if (!out.arrived && after > 1e-6 && angle < 3.1) check_flat(s, &query, q);
}

static void where_the_search_of_an_arm_stands_still_nothing_is_to_be_gained(void) {
    tool_stand t[2];
    int still = 0, tried = 0;
    panda_open(&t[0]);
    tool_open(&t[1], SNW_DH_STANDARD, microbo_rows, 6, 0.1);
    CHECK_CASES(check_scaled(2000)) {
        polish_from_random(&t[check_case % 2].s, &still, &tried);
    }
    CHECK(still >= tried * 99 / 100);
    tool_close(&t[0]);
    tool_close(&t[1]);
}

static void the_same_holds_for_every_kind_of_joint(void) {
    int still = 0, tried = 0;
    CHECK_CASES(check_scaled(600)) {
        snw_setup *setup = new_setup();
        compiled c;
        const tree_options options = {
            .links = 8, .mimics = true, .laws = true, .floating = check_case % 7 == 0};
        CHECK(compile(random_tree(setup, options), &c, NULL) == SNW_OK);
        const int link = c.model.link_count - 1;
        bool moves = false;
        for (int i = link; i >= 0; i = c.model.links[i].parent) {
            moves |= c.model.links[i].nv > 0 || c.model.links[i].source_v >= 0;
        }
        if (moves) {
            stand s;
            stand_open(&s, &c.model, link, -1);
            polish_from_random(&s, &still, &tried);
            stand_close(&s);
        }
        free(c.block);
        snw_setup_destroy(setup);
    }
    CHECK(tried > 0 && still >= tried * 98 / 100);
}

// Reachable targets: the steps converge fast at the end, and ever closer than the tolerance.
static void a_near_target_takes_few_steps(void) {
    tool_stand t;
    panda_open(&t);
    CHECK_CASES(check_scaled(500)) {
        double goal[7], q[7];
        for (int i = 0; i < 7; i++) {
            const double low = t.s.model->lower[i], high = t.s.model->upper[i];
            goal[i] = low + (high - low) * check_real(0.2, 0.8);
            q[i] = goal[i] + check_real(-0.02, 0.02);
        }
        const snw_ik_target target = snw_ik_target_pose(stand_pose(&t.s, goal));
        const snw__ik_query query = query_for(&t.s, &target);
        const snw__ik_outcome out = snw__ik_polish(&query, 50, q);
        CHECK(out.arrived);
        CHECK(out.iterations <= 12);
        CHECK(stand_ratio(&t.s, &target, q) <= 0.011);
    }
    tool_close(&t);
}

static void turns_bring_angles_into_limits(void) {
    tool_stand t;
    tool_open(&t, SNW_DH_STANDARD, ur5_rows, 6, 0); // 360 degrees to either side
    CHECK_CASES(1000) {
        double q[6], to[6];
        for (int i = 0; i < 6; i++) {
            to[i] = q[i] = check_real(-40, 40);
        }
        snw__ik_clamp(&t.s.ik, to);
        for (int i = 0; i < 6; i++) {
            const double turns = (to[i] - q[i]) / (2 * SNW_PI);
            CHECK(fabs(to[i]) <= 2 * SNW_PI);
            CHECK_NEAR(turns, round(turns), 1e-12);
            if (fabs(q[i]) <= 2 * SNW_PI) CHECK(to[i] == q[i]);
        }
    }
    tool_close(&t);
    // no whole turn leads inside: the limit next to it
    panda_open(&t);
    double q[7] = {0, 0, 0, 1, 0, 0, 0};
    snw__ik_clamp(&t.s.ik, q);
    CHECK(q[3] == t.s.model->upper[3]);
    tool_close(&t);
}

// by the least singular value of the Jacobian
static void a_lost_direction_is_noticed(void) {
    tool_stand t;
    tool_open(&t, SNW_DH_STANDARD, puma560_rows, 6, 0.1);
    int singular = 0;
    CHECK_CASES(1000) {
        double q[6];
        snw_twist J[6];
        snw_svd svd;
        static _Alignas(64) unsigned char memory[8192];
        snw_arena arena = snw_arena_over(memory, sizeof memory);
        stand_random(t.s.model, q);
        if (check_case % 2) q[4] = 0; // the wrist's axes fall together
        const snw_ik_target target = snw_ik_target_pose(stand_pose(&t.s, q));
        const snw__ik_query query = query_for(&t.s, &target);
        snw_kin_jacobian(&t.s.kin, t.s.ik.link, t.s.ik.T_link_tip.p, J);
        CHECK(snw_svd_init(&svd, 6, 6, &arena) == SNW_OK);
        CHECK(snw_svd_factor(&svd, snw_mat_over(&J[0].lin.x, 6, 6)) == SNW_OK);
        if (svd.S[5] < 1e-6) CHECK(snw__ik_singular(&query, q));
        if (svd.S[5] > 1e-2) CHECK(!snw__ik_singular(&query, q));
        singular += svd.S[5] < 1e-6;
    }
    CHECK(singular == 500);
    tool_close(&t);
}

int main(void) {
    RUN(where_the_search_of_an_arm_stands_still_nothing_is_to_be_gained);
    RUN(the_same_holds_for_every_kind_of_joint);
    RUN(a_near_target_takes_few_steps);
    RUN(turns_bring_angles_into_limits);
    RUN(a_lost_direction_is_noticed);
    return check_report();
}
