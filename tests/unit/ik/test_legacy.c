// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "stand.h"

#include "sinew/ik/legacy.h"

// The arms of D'Amore's thesis: Ranger Mark I with its limits, the planar base with a pitch-pitch-
// roll arm, Ranger Mark II; all in Craig's convention.

#define DEGREES (180 / 3.141592653589793)

static const arm_row mark_1[] = {{0, 0, 0.2491, 0, -4.713 * DEGREES, 4.713 * DEGREES, 0},
                                 {0, 90, 0, 0, -0.785 * DEGREES, 3.926 * DEGREES, 0},
                                 {0.5589, 0, 0, 0, -2.350 * DEGREES, 1.600 * DEGREES, 0},
                                 {0.1514, -90, 0.5388, 0, -3.142 * DEGREES, 3.142 * DEGREES, 0},
                                 {0, 90, 0, 0, 0.785 * DEGREES, 3.926 * DEGREES, 0},
                                 {0, 90, 0, 0, -3.142 * DEGREES, 3.142 * DEGREES, 0}};
static const arm_row prismatic[] = {{0, 90, 0, 90, -1, 1, 1},     {0, 90, 0, 90, -1, 1, 1},
                                    {0, 90, 0, 0, -180, 180, 0},  {0, 90, 0, 0, -180, 180, 0},
                                    {0.5, 0, 0, 0, -180, 180, 0}, {0, 90, 0.5, 0, -180, 180, 0}};
static const arm_row mark_2[] = {{0, 0, 0.1524, 0, -220, 220, 0},
                                 {0, 90, 0, 0, -107, 107, 0},
                                 {0, -90, 0.5389, 0, -220, 220, 0},
                                 {0, 90, 0, 0, -1, 169, 0},
                                 {0.1524, -90, 0.5117, 0, -360, 360, 0},
                                 {0, 45, 0, 0, -360, 360, 0},
                                 {0, 90, 0, 0, -360, 360, 0},
                                 {0, -90, 0, 0, -360, 360, 0}};

typedef struct rig {
    tool_stand t;
    snw_ik_legacy solver;
    void *block;
} rig;

static void rig_open(rig *r, const arm_row *rows, int count, double tool) {
    tool_open(&r->t, SNW_DH_MODIFIED, rows, count, tool);
    const snw_model *model = r->t.s.model;
    snw_arena arena = {0};
    CHECK(snw_ik_legacy_init(&r->solver, model, -1, r->t.s.ik.frame, &arena) == SNW_ERR_MEMORY);
    r->block = exact_block(arena.needed);
    arena = snw_arena_over(r->block, arena.needed);
    CHECK(snw_ik_legacy_init(&r->solver, model, -1, r->t.s.ik.frame, &arena) == SNW_OK);
}

static void rig_close(rig *r) {
    free(r->block);
    tool_close(&r->t);
}

// tool x = base -z, tool y = base -x, tool z = base +y
static snw_pose level_at(double x, double y, double z) {
    const snw_quat q = snw_quat_of(0.5, -0.5, 0.5, 0.5);
    return snw_pose_of(snw_quat_to_mat3(q), snw_vec3_of(x, y, z));
}

static snw_pose upright_at(double x, double y, double z) {
    return snw_pose_of(snw_quat_to_mat3(snw_quat_of(0.5, 0.5, 0.5, 0.5)), snw_vec3_of(x, y, z));
}

// --- velocity -----------------------------------------------------------------------------------

// residual of J v - twist; J from the judge's workspace
static double velocity_error(rig *r, const double *q, snw_twist twist, const double *v) {
    snw_twist J[8];
    double left[6] = {-twist.lin.x, -twist.lin.y, -twist.lin.z,
                      -twist.ang.x, -twist.ang.y, -twist.ang.z},
           sum = 0;
    (void)stand_pose(&r->t.s, q);
    snw_kin_jacobian(&r->t.s.kin, r->t.s.ik.link, r->t.s.ik.T_link_tip.p, J);
    for (int k = 0; k < 6; k++) {
        for (int j = 0; j < r->t.s.model->nv; j++) {
            left[k] += (&J[j].lin.x)[k] * v[j];
        }
        sum += left[k] * left[k];
    }
    return sqrt(sum);
}

// spec: damore:KIN-04
static void rates_bring_the_velocity_about(void) {
    rig r[3];
    rig_open(&r[0], mark_1, 6, 0.2666);
    rig_open(&r[1], prismatic, 6, 0);
    rig_open(&r[2], mark_2, 8, 0.1);
    int regular = 0;
    CHECK_CASES(check_scaled(3000)) {
        rig *one = &r[check_case % 3];
        double q[8], v[8];
        stand_random(one->t.s.model, q);
        const snw_twist twist = {random_vec3(1), random_vec3(1)};
        const snw_status status = snw_ik_legacy_velocity(&one->solver, NULL, q, twist, v);
        CHECK(status == SNW_OK || status == SNW_NEAR_SINGULAR);
        if (status != SNW_OK) continue;
        regular++;
        // rates grow as the least singular value shrinks, and rounding with them
        const double least = one->solver.pinv.svd.S[5];
        CHECK(velocity_error(one, q, twist, v) < 1e-9 * fmax(1, 1e-3 / least));
    }
    CHECK(regular > check_scaled(3000) / 2);
    for (int i = 0; i < 3; i++) {
        rig_close(&r[i]);
    }
}

// The wrist of Mark I straight: axes 4 and 6 are one line, and turn the tool in opposite senses or
// the same. The shortest rates share the work equally; what is lost stays out.
// spec: damore:KIN-04
static void at_a_singularity_rates_are_finite_and_shortest(void) {
    rig r;
    rig_open(&r, mark_1, 6, 0.2666);
    CHECK_CASES(200) {
        double q[6], v[6], other[6];
        stand_random(r.t.s.model, q);
        q[4] = SNW_PI; // the only place within its limits where the axes fall together
        const snw_twist twist = {random_vec3(1), random_vec3(1)};
        CHECK(snw_ik_legacy_velocity(&r.solver, NULL, q, twist, v) == SNW_NEAR_SINGULAR);
        const double error = velocity_error(&r, q, twist, v);
        double length = 0;
        for (int i = 0; i < 6; i++) {
            CHECK(isfinite(v[i]));
            length += v[i] * v[i];
        }
        // along the null space nothing changes but the length
        snw_twist J[6];
        snw_kin_jacobian(&r.t.s.kin, r.t.s.ik.link, r.t.s.ik.T_link_tip.p, J);
        const double sense = snw_vec3_dot(J[3].ang, J[5].ang);
        CHECK_NEAR(fabs(sense), 1, 1e-9);
        CHECK_NEAR(v[3], sense * v[5], 1e-7 * (1 + sqrt(length)));
        // no change of the rates betters the residual
        for (int i = 0; i < 6; i++) {
            for (int side = -1; side <= 1; side += 2) {
                memcpy(other, v, sizeof other);
                other[i] += side * 1e-3;
                CHECK(velocity_error(&r, q, twist, other) >= error - 1e-9);
            }
        }
    }
    rig_close(&r);
}

// --- position -----------------------------------------------------------------------------------

static double profile(double length, double speed, double acceleration, double t) {
    const double rise = speed / acceleration, total = length / speed + rise;
    if (t >= total) return length;
    if (t < rise) return acceleration * t * t / 2;
    if (t < total - rise) return speed * (t - rise / 2);
    return length - acceleration * (total - t) * (total - t) / 2;
}

typedef struct loop {
    double mean, most; // distance from the chord [m]
    int iterations;    // most of a call
    double drift;      // of the joints over the loop, largest
    double sum;        // largest change of theta4 + theta5
} loop;

// T6 and T7: four corners at 0.05 m/s and 0.10 m/s^2, 100 cycles a second, an ideal arm
static loop drive_loop(rig *r, double *q, const snw_ik_legacy_options *options) {
    static const double corners[5][3] = {
        {0.5, 0.2, 0.1}, {0.5, 0.2, 0.4}, {0.5, -0.2, 0.4}, {0.5, -0.2, 0.1}, {0.5, 0.2, 0.1}};
    const int count = r->t.s.model->nq;
    loop out = {0};
    double first[8];
    long cycles = 0;
    memcpy(first, q, sizeof first);
    for (int leg = 0; leg < 4; leg++) {
        const snw_vec3 a = snw_vec3_of(corners[leg][0], corners[leg][1], corners[leg][2]);
        const snw_vec3 b =
            snw_vec3_of(corners[leg + 1][0], corners[leg + 1][1], corners[leg + 1][2]);
        const snw_vec3 way = snw_vec3_sub(b, a);
        const double length = snw_vec3_norm(way), total = length / 0.05 + 0.05 / 0.10;
        for (int i = 1; i <= (int)ceil(total / 0.01 - 1e-9); i++, cycles++) {
            const double s = profile(length, 0.05, 0.10, 0.01 * i);
            const snw_vec3 p = snw_vec3_add_scaled(a, way, s / length);
            snw_ik_legacy_result result;
            snw_ik_legacy_solve(&r->solver, upright_at(p.x, p.y, p.z), options, q, q, &result);
            CHECK(result.status == SNW_IK_OK && !result.diverged);
            if (result.iterations > out.iterations) out.iterations = result.iterations;
            const snw_vec3 off = snw_vec3_sub(stand_pose(&r->t.s, q).p, a);
            const double d = snw_vec3_norm(snw_vec3_cross(off, way)) / length;
            out.mean += d;
            out.most = fmax(out.most, d);
            out.sum = fmax(out.sum, fabs(q[3] + q[4] - first[3] - first[4]));
        }
    }
    // whole loop: 2 (6.5 s + 8.5 s)
    CHECK(cycles == 3000);
    out.mean /= (double)cycles;
    for (int i = 0; i < count; i++) {
        out.drift = fmax(out.drift, fabs(q[i] - first[i]));
    }
    return out;
}

// spec: damore:KIN-05 damore:KIN-10
static void the_prismatic_arm_follows_its_rectangle(void) {
    rig r;
    rig_open(&r, prismatic, 6, 0);
    double q[8] = {-0.2, -0.489897949, SNW_PI / 2, 0.201357921, 1.369438406, -SNW_PI / 2};
    const loop out = drive_loop(&r, q, NULL);
    CHECK(out.iterations <= 2);
    CHECK(out.mean <= 2e-6 && out.most <= 2e-6);
    CHECK(out.sum <= 1e-6);
    rig_close(&r);
}

// the eight joints at the first corner, as far from their limits as one of 200 answers is
static void start_mark_2(rig *r, double *q) {
    const double q0[8] = {0, -0.7, 0.3, 1.4, 0, 0.6, 0.6, 0};
    const snw_ik_target target = snw_ik_target_pose(upright_at(0.5, 0.2, 0.1));
    const snw_model *model = r->t.s.model;
    double widest = 0;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        double found[8], room = HUGE_VAL;
        snw_ik_result result;
        snw_ik_options search = snw_ik_options_default();
        search.seed = seed;
        snw_ik_solve(&r->t.s.ik, &target, &search, q0, found, &result);
        CHECK(result.status == SNW_IK_OK);
        for (int i = 0; i < 8; i++) {
            room = fmin(room, fmin(found[i] - model->lower[i], model->upper[i] - found[i]));
        }
        if (room <= widest) continue;
        widest = room;
        memcpy(q, found, sizeof found);
    }
    snw_ik_legacy_result exact;
    snw_ik_legacy_solve(&r->solver, target.T_world_goal, NULL, q, q, &exact);
    CHECK(exact.status == SNW_IK_OK);
}

// spec: damore:KIN-05 damore:KIN-09
static void eight_joints_follow_the_rectangle_and_drift_unless_they_are_held(void) {
    rig r;
    rig_open(&r, mark_2, 8, 0.1);
    double start[8], q[8];
    start_mark_2(&r, start);
    memcpy(q, start, sizeof q);
    const loop plain = drive_loop(&r, q, NULL);
    CHECK(plain.iterations <= 2);
    CHECK(plain.mean <= 1e-6 && plain.most <= 2e-6);
    CHECK(plain.drift > 1e-3);

    snw_ik_legacy_options options = snw_ik_legacy_options_default();
    options.posture = start;
    memcpy(q, start, sizeof q);
    const loop cyclic = drive_loop(&r, q, &options);
    CHECK(cyclic.mean <= 1e-6 && cyclic.most <= 2e-6);
    CHECK(cyclic.drift < 1e-3);
    rig_close(&r);
}

// wild targets and starts, options of every kind: an answer outside the limits would end it
// spec: damore:KIN-05
static void no_answer_is_ever_outside_the_limits(void) {
    rig r[3];
    rig_open(&r[0], mark_1, 6, 0.2666);
    rig_open(&r[1], prismatic, 6, 0);
    rig_open(&r[2], mark_2, 8, 0.1);
    long accepted = 0, clamped = 0;
    CHECK_CASES(check_scaled(100000)) {
        rig *one = &r[check_case % 3];
        double q0[8], q[8];
        snw_ik_legacy_result result;
        snw_ik_legacy_options options = snw_ik_legacy_options_default();
        options.unguarded = check_int(0, 1) == 0;
        options.iterations = check_int(1, 8);
        stand_random(one->t.s.model, q0);
        snw_pose goal = random_pose();
        snw_ik_legacy_solve(&one->solver, goal, &options, q0, q, &result);
        CHECK(snw_in_limits(one->t.s.model, q, NULL) == SNW_OK);
        accepted += !result.diverged;
        for (int i = 0; i < one->t.s.model->nq; i++) {
            clamped += q[i] == one->t.s.model->lower[i] || q[i] == one->t.s.model->upper[i];
        }
    }
    CHECK(accepted > 0 && clamped > 0);
    for (int i = 0; i < 3; i++) {
        rig_close(&r[i]);
    }
}

// --- the guard ----------------------------------------------------------------------------------

typedef struct pursuit {
    double longest;  // step of the tool in a cycle [m]
    double last;     // distance to the goal at the end
    double best;     // the least of all
    double radius;   // from the shoulder at the end
    double rotation; // error at the end
    long refusals;
} pursuit;

// T8: level tool, straight line at 0.1 m/s, 100 cycles a second, to (-0.5, 4.0, 0.7) m
static pursuit pursue(rig *r, const snw_ik_legacy_options *options) {
    const snw_vec3 a = snw_vec3_of(0, 0.62, 0.52), b = snw_vec3_of(-0.5, 4.0, 0.7);
    const snw_vec3 way = snw_vec3_sub(b, a);
    const double length = snw_vec3_norm(way);
    double q[6] = {-1.5708, 1.3246, 1.0259, 0, 2.3619, 0};
    pursuit out = {.best = HUGE_VAL};
    snw_ik_legacy_result result;
    snw_ik_legacy_solve(&r->solver, level_at(a.x, a.y, a.z), options, q, q, &result);
    CHECK(result.status == SNW_IK_OK);
    snw_pose before = stand_pose(&r->t.s, q);
    for (double s = 0.001; s < length + 0.0005; s += 0.001) {
        const snw_vec3 p = snw_vec3_add_scaled(a, way, fmin(s / length, 1));
        snw_ik_legacy_solve(&r->solver, level_at(p.x, p.y, p.z), options, q, q, &result);
        out.refusals += result.diverged;
        const snw_pose now = stand_pose(&r->t.s, q);
        out.longest = fmax(out.longest, snw_vec3_norm(snw_vec3_sub(now.p, before.p)));
        out.last = snw_vec3_norm(snw_vec3_sub(now.p, b));
        out.best = fmin(out.best, out.last);
        before = now;
    }
    const snw_mat3 level = level_at(0, 0, 0).R;
    out.radius = snw_vec3_norm(snw_vec3_sub(before.p, snw_vec3_of(0, 0, 0.2491)));
    out.rotation =
        snw_vec3_norm(snw_rotation_log(snw_mat3_mul(snw_mat3_transpose(level), before.R)));
    return out;
}

// The numbers of the specification's own run: it ends 1.376 m from the shoulder and 2.696 m from
// the goal, level; without the guard the tool jumps by metres.
static void an_unreachable_goal_is_approached_and_not_lost(void) {
    rig r;
    rig_open(&r, mark_1, 6, 0.2666);
    for (int limits = 0; limits < 2; limits++) {
        snw_ik_legacy_options options = snw_ik_legacy_options_default();
        options.ignore_limits = limits == 0;
        const pursuit guarded = pursue(&r, &options);
        CHECK(guarded.longest <= 0.002);
        CHECK(guarded.last <= guarded.best + 0.02);
        CHECK_NEAR(guarded.last, 2.696, 1e-3);
        CHECK_NEAR(guarded.radius, 1.376, 1e-3);
        CHECK(guarded.rotation < 1e-6);
        CHECK(guarded.refusals > 0);
    }
    snw_ik_legacy_options options = snw_ik_legacy_options_default();
    options.ignore_limits = options.unguarded = true;
    const pursuit wild = pursue(&r, &options);
    CHECK(wild.longest > 0.5 && wild.last > 3 && wild.refusals == 0);
    rig_close(&r);
}

// One target, far out of reach: its metric is minus the gain of position and rotation, weighted.
static void the_metric_of_the_guard_has_weights(void) {
    rig r;
    rig_open(&r, mark_1, 6, 0.2666);
    int refused = 0, kept = 0;
    CHECK_CASES(check_scaled(500)) {
        double q0[6], q[6], e[6];
        snw_ik_legacy_result result;
        snw_ik_legacy_options options = snw_ik_legacy_options_default();
        options.guard_position = check_real(0, 2);
        options.guard_rotation = check_real(0, 2);
        options.guard_allowance = check_real(0, 0.1);
        stand_random(r.t.s.model, q0);
        const snw_pose goal = random_pose();
        snw_ik_legacy_solve(&r.solver, goal, &options, q0, q, &result);
        stand_error(&r.t.s, goal, q0, e);
        const double before =
            options.guard_position * snw_vec3_norm(snw_vec3_of(e[0], e[1], e[2])) +
            options.guard_rotation * snw_vec3_norm(snw_vec3_of(e[3], e[4], e[5]));
        CHECK_NEAR(result.metric_before, before, 1e-9);
        CHECK(result.diverged == !(before - result.metric_after > -options.guard_allowance));
        if (result.diverged) {
            refused++;
            CHECK(memcmp(q, q0, sizeof q) == 0);
            CHECK_TEXT(result.why.rule, "ik-divergence");
            continue;
        }
        kept++;
        stand_error(&r.t.s, goal, q, e);
        const double after = options.guard_position * snw_vec3_norm(snw_vec3_of(e[0], e[1], e[2])) +
                             options.guard_rotation * snw_vec3_norm(snw_vec3_of(e[3], e[4], e[5]));
        CHECK_NEAR(result.metric_after, after, 1e-9);
    }
    CHECK(refused > 0 && kept > 0);
    rig_close(&r);
}

// --- what can be seen from outside
// ----------------------------------------------------------------

// The result and the counters against a Newton iteration written out with the judge's kinematics.
// spec: damore:KIN-07
static void status_iterations_and_residual_are_told(void) {
    rig r;
    rig_open(&r, mark_1, 6, 0.2666);
    int64_t unfinished = 0, diverged = 0, calls = 0;
    CHECK_CASES(check_scaled(1000)) {
        double q0[6], goal_q[6], q[6], e[6];
        snw_ik_legacy_result result;
        snw_ik_legacy_options options = snw_ik_legacy_options_default();
        options.tolerance = check_int(0, 1) ? 1e-6 : 1e-3;
        options.iterations = check_int(1, 6);
        stand_random(r.t.s.model, q0);
        for (int i = 0; i < 6; i++) {
            goal_q[i] = q0[i] + check_real(-0.1, 0.1);
        }
        const snw_pose goal = stand_pose(&r.t.s, goal_q);
        snw_ik_legacy_solve(&r.solver, goal, &options, q0, q, &result);
        calls++;
        unfinished += result.status == SNW_IK_NOT_CONVERGED;
        diverged += result.diverged;
        CHECK(result.iterations >= 0 && result.iterations <= options.iterations);
        CHECK(result.status == SNW_IK_OK || result.status == SNW_IK_NOT_CONVERGED);
        CHECK((result.status == SNW_IK_OK) == (result.why.code == SNW_OK) || result.diverged);
        if (result.status == SNW_IK_NOT_CONVERGED) CHECK(result.iterations == options.iterations);
        if (result.status != SNW_IK_OK || result.diverged) continue;
        stand_error(&r.t.s, goal, q, e);
        double told = 0, real = 0;
        for (int k = 0; k < 6; k++) {
            CHECK(fabs(result.residual[k]) < options.tolerance);
            told += result.residual[k] * result.residual[k];
            real += e[k] * e[k];
        }
        // the same length along other axes
        CHECK_NEAR(sqrt(told), sqrt(real), 1e-9);
        CHECK(result.iterations < options.iterations);
    }
    CHECK(unfinished > 0);
    CHECK(r.solver.calls == calls);
    CHECK(r.solver.unfinished == unfinished);
    CHECK(r.solver.diverged == diverged);
    rig_close(&r);
}

// Golden joints of the specification, to the four decimals printed.
static void golden_joints_are_found(void) {
    static const struct {
        double p[3], q[6];
    } golden[] = {{{0, 0.62, 0.52}, {-1.5708, 1.3246, 1.0259, 0, 2.3619, 0}},
                  {{0, 0.58, 0.40}, {-1.5708, 1.4362, 1.2123, 0, 2.0639, 0}},
                  {{0.25, 0.58, 0.40}, {-2.2441, 1.6021, 1.0587, -0.7326, 1.9407, 0.3144}},
                  {{0.25, 0.58, 0.60}, {-2.2441, 1.3470, 0.8518, -0.9360, 2.2557, 0.7096}}};
    rig r;
    rig_open(&r, mark_1, 6, 0.2666);
    for (int g = 0; g < 4; g++) {
        double q[6];
        snw_ik_legacy_result result;
        for (int i = 0; i < 6; i++) {
            q[i] = golden[g].q[i] + 0.05 * (i % 2 ? 1 : -1);
        }
        const snw_pose goal = level_at(golden[g].p[0], golden[g].p[1], golden[g].p[2]);
        snw_ik_legacy_solve(&r.solver, goal, NULL, q, q, &result);
        CHECK(result.status == SNW_IK_OK);
        for (int i = 0; i < 6; i++) {
            CHECK_NEAR(q[i], golden[g].q[i], 5.1e-5);
        }
    }
    rig_close(&r);
}

// --- beyond the original
// --------------------------------------------------------------------------

// Mark II has two joints more than a pose needs: any one can be locked.
// spec: damore:KIN-08
static void a_joint_of_weight_zero_stays(void) {
    rig r;
    rig_open(&r, mark_2, 8, 0.1);
    int solved = 0;
    CHECK_CASES(check_scaled(500)) {
        double q0[8], goal_q[8], q[8], v[8], weights[8];
        snw_ik_legacy_result result;
        snw_ik_legacy_options options = snw_ik_legacy_options_default();
        const int locked = check_int(0, 7);
        for (int i = 0; i < 8; i++) {
            const double low = r.t.s.model->lower[i], high = r.t.s.model->upper[i];
            q0[i] = low + (high - low) * check_real(0.2, 0.8);
            goal_q[i] = q0[i] + check_real(-0.02, 0.02);
            weights[i] = i == locked ? 0 : check_real(0.2, 3);
        }
        options.weights = weights;
        options.iterations = 10;
        const snw_pose goal = stand_pose(&r.t.s, goal_q);
        snw_ik_legacy_solve(&r.solver, goal, &options, q0, q, &result);
        CHECK(fabs(q[locked] - q0[locked]) < 1e-9);
        solved += result.status == SNW_IK_OK && !result.diverged;
        const snw_twist twist = {random_vec3(1), random_vec3(1)};
        CHECK(snw_ik_legacy_velocity(&r.solver, &options, q0, twist, v) >= 0);
        CHECK(fabs(v[locked]) < 1e-9);
    }
    CHECK(solved > check_scaled(500) * 3 / 4);
    rig_close(&r);
}

// Weighted damped rates minimise |J v - twist|^2 + lambda^2 sum (v_i / w_i)^2 when every direction
// is damped: linalg's other way to the same numbers.
// spec: damore:KIN-08
static void damped_weighted_rates_are_those_of_least_squares(void) {
    rig r;
    rig_open(&r, mark_2, 8, 0.1);
    CHECK_CASES(check_scaled(500)) {
        double q[8], v[8], other[8], weights[8];
        snw_twist J[8];
        snw_ik_legacy_options options = snw_ik_legacy_options_default();
        for (int i = 0; i < 8; i++) {
            weights[i] = check_real(0.2, 3);
        }
        options.weights = weights;
        options.lambda = check_real(0.01, 0.3);
        options.threshold = 1e300;
        stand_random(r.t.s.model, q);
        const snw_twist twist = {random_vec3(1), random_vec3(1)};
        CHECK(snw_ik_legacy_velocity(&r.solver, &options, q, twist, v) == SNW_NEAR_SINGULAR);
        (void)stand_pose(&r.t.s, q);
        snw_kin_jacobian(&r.t.s.kin, r.t.s.ik.link, r.t.s.ik.T_link_tip.p, J);
        CHECK(snw_damped_solve(J, 8, weights, options.lambda, twist, other) >= 0);
        for (int i = 0; i < 8; i++) {
            CHECK_NEAR(v[i], other[i], 1e-8 * (1 + fabs(other[i])));
        }
    }
    rig_close(&r);
}

// A pull to a posture while the tool stands, for two thousand calls: the joints move, it does not.
// spec: damore:KIN-08
static void null_space_motion_leaves_the_tool_where_it_is(void) {
    rig r;
    rig_open(&r, mark_2, 8, 0.1);
    CHECK_CASES(10) {
        double q0[8], q[8], posture[8], v[8];
        snw_ik_legacy_options options = snw_ik_legacy_options_default();
        options.posture = posture;
        options.tolerance = 1e-7;
        for (int i = 0; i < 8; i++) {
            const double low = r.t.s.model->lower[i], high = r.t.s.model->upper[i];
            q[i] = q0[i] = low + (high - low) * check_real(0.35, 0.65);
            posture[i] = q0[i] + check_real(-0.3, 0.3);
        }
        const snw_pose goal = stand_pose(&r.t.s, q0);
        const snw_twist rest = {snw_vec3_zero(), snw_vec3_zero()};
        for (int i = 0; i < 2000; i++) {
            // rates of the null space for one millisecond, then the tool is called back
            snw_ik_legacy_result result;
            CHECK(snw_ik_legacy_velocity(&r.solver, &options, q, rest, v) >= 0);
            CHECK(velocity_error(&r, q, rest, v) < 1e-9);
            for (int j = 0; j < 8; j++) {
                q[j] += v[j] * 0.01;
            }
            snw_ik_legacy_solve(&r.solver, goal, &options, q, q, &result);
            CHECK(result.status == SNW_IK_OK);
            const snw_pose T = stand_pose(&r.t.s, q);
            CHECK(snw_vec3_norm(snw_vec3_sub(T.p, goal.p)) < 1e-6);
        }
        double moved = 0;
        for (int j = 0; j < 8; j++) {
            moved = fmax(moved, fabs(q[j] - q0[j]));
        }
        CHECK(moved > 0.01);
    }
    rig_close(&r);
}

// The manipulability of kinematics and its gradient, and dJ/dq, on the thesis's three arms.
// spec: damore:KIN-08
static void derivatives_of_the_jacobian_agree_with_differences(void) {
    rig r[3];
    rig_open(&r[0], mark_1, 6, 0.2666);
    rig_open(&r[1], prismatic, 6, 0);
    rig_open(&r[2], mark_2, 8, 0.1);
    CHECK_CASES(check_scaled(300)) {
        stand *s = &r[check_case % 3].t.s;
        const int n = s->model->nv, link = s->ik.link, rate = check_int(0, n - 1);
        const snw_vec3 p = s->ik.T_link_tip.p;
        const double h = 1e-6;
        double q[8];
        snw_twist dJ[8], plus[8], minus[8];
        stand_random(s->model, q);
        (void)stand_pose(s, q);
        snw_kin_jacobian_derivative(&s->kin, link, p, rate, dJ);
        q[rate] += h;
        (void)stand_pose(s, q);
        snw_kin_jacobian(&s->kin, link, p, plus);
        q[rate] -= 2 * h;
        (void)stand_pose(s, q);
        snw_kin_jacobian(&s->kin, link, p, minus);
        for (int j = 0; j < n; j++) {
            for (int k = 0; k < 6; k++) {
                const double d = ((&plus[j].lin.x)[k] - (&minus[j].lin.x)[k]) / (2 * h);
                CHECK_NEAR((&dJ[j].lin.x)[k], d, 1e-5);
            }
        }
    }
    // Mark I at 0.1, 0.2, ... 0.6 as the specification has it
    static _Alignas(64) unsigned char memory[1 << 14];
    snw_arena arena = snw_arena_over(memory, sizeof memory);
    snw_dexterity dexterity;
    const double q[6] = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6};
    stand *s = &r[0].t.s;
    (void)stand_pose(s, q);
    CHECK(snw_dexterity_init(&dexterity, s->model, &arena) == SNW_OK);
    CHECK(snw_dexterity_update(&dexterity, &s->kin, s->ik.link, s->ik.T_link_tip.p, SNW_PART_ALL) ==
          SNW_OK);
    CHECK_NEAR(dexterity.manipulability, 0.063309615, 1e-9);
    for (int i = 0; i < 3; i++) {
        rig_close(&r[i]);
    }
}

// --- memory and input
// -----------------------------------------------------------------------------

static void each_capacity_below_the_needed_one_is_refused(void) {
    tool_stand t;
    tool_open(&t, SNW_DH_MODIFIED, mark_2, 8, 0.1);
    snw_ik_legacy solver;
    snw_arena arena = {0};
    const int frame = t.s.ik.frame;
    CHECK(snw_ik_legacy_init(&solver, t.s.model, -1, frame, &arena) == SNW_ERR_MEMORY);
    const size_t needed = arena.needed;
    for (size_t capacity = 0; capacity <= needed; capacity++) {
        void *block = exact_block(capacity);
        arena = snw_arena_over(block, capacity);
        const snw_status status = snw_ik_legacy_init(&solver, t.s.model, -1, frame, &arena);
        CHECK(status == (capacity < needed ? SNW_ERR_MEMORY : SNW_OK));
        CHECK(arena.needed == needed);
        free(block);
    }
    arena = (snw_arena){0};
    CHECK(snw_ik_legacy_init(&solver, t.s.model, 99, -1, &arena) == SNW_ERR_ARGUMENT);
    tool_close(&t);
}

static void refused(rig *r, snw_pose goal, const snw_ik_legacy_options *options, const double *q0) {
    double q[6] = {9, 9, 9, 9, 9, 9};
    snw_ik_legacy_result result;
    snw_ik_legacy_solve(&r->solver, goal, options, q0, q, &result);
    CHECK(result.status == SNW_IK_BAD_INPUT);
    CHECK(memcmp(q, q0, sizeof q) == 0);
    CHECK_TEXT(result.why.rule, "ik-input");
}

static void bad_input_is_refused(void) {
    rig r;
    rig_open(&r, mark_1, 6, 0.2666);
    const double nan = (double)NAN, good[6] = {-1.5708, 1.3246, 1.0259, 0, 2.3619, 0};
    const double bad_q[6] = {0, 0, nan, 0, 1, 0};
    const snw_pose goal = level_at(0, 0.62, 0.52);
    snw_pose broken = goal;
    broken.p.x = nan;
    refused(&r, broken, NULL, good);
    broken = goal;
    broken.R.y = snw_vec3_scale(broken.R.y, -1);
    refused(&r, broken, NULL, good);
    refused(&r, goal, NULL, bad_q);
    const snw_ik_legacy_options defaults = snw_ik_legacy_options_default();
    snw_ik_legacy_options o = defaults;
    o.iterations = 0;
    refused(&r, goal, &o, good);
    double *const numbers[] = {&o.tolerance,      &o.threshold,      &o.lambda,
                               &o.guard_position, &o.guard_rotation, &o.guard_allowance};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        o = defaults;
        *numbers[i] = nan;
        refused(&r, goal, &o, good);
        *numbers[i] = -1;
        refused(&r, goal, &o, good);
        double v[6];
        const snw_twist twist = {snw_vec3_zero(), snw_vec3_zero()};
        CHECK(snw_ik_legacy_velocity(&r.solver, &o, good, twist, v) == SNW_ERR_ARGUMENT);
    }
    o = defaults;
    o.posture = bad_q;
    refused(&r, goal, &o, good);
    o = defaults;
    o.weights = bad_q;
    refused(&r, goal, &o, good);
    rig_close(&r);
}

int main(void) {
    RUN(rates_bring_the_velocity_about);
    RUN(at_a_singularity_rates_are_finite_and_shortest);
    RUN(the_prismatic_arm_follows_its_rectangle);
    RUN(eight_joints_follow_the_rectangle_and_drift_unless_they_are_held);
    RUN(no_answer_is_ever_outside_the_limits);
    RUN(an_unreachable_goal_is_approached_and_not_lost);
    RUN(the_metric_of_the_guard_has_weights);
    RUN(status_iterations_and_residual_are_told);
    RUN(golden_joints_are_found);
    RUN(a_joint_of_weight_zero_stays);
    RUN(damped_weighted_rates_are_those_of_least_squares);
    RUN(null_space_motion_leaves_the_tool_where_it_is);
    RUN(derivatives_of_the_jacobian_agree_with_differences);
    RUN(each_capacity_below_the_needed_one_is_refused);
    RUN(bad_input_is_refused);
    return check_report();
}
