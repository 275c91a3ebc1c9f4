// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "arms.h"

// Random walks of commanded twists on the arms of the library, under the law with limits: every
// rate and acceleration within its limit, every joint inside its range, and no state that a
// reversed command does not leave. The argument is the number of twists of each arm; ./soak walk
// makes a million.

static arm a;
static long twists = 100000;
static long walls;

enum { TICKS_PER_TWIST = 4, TICKS_BACK = 50, TICKS_OUT = 2000 };
static const double dt = 0.004;

static void check_motion(const double *before) {
    const snw_model *m = a.model;
    for (int i = 0; i < m->nv; i++) {
        CHECK(fabs(a.v[i]) <= m->velocity[i] + 1e-9);
        const double most = a.control.limits.acceleration[i],
                     least = a.control.limits.deceleration[i];
        CHECK(fabs(a.v[i] - before[i]) <= fmax(most, least) * dt + 1e-9);
        CHECK(m->lower[i] <= a.q[i] && a.q[i] <= m->upper[i]);
    }
}

// does the hand move along the command?
static double progress(const double *V) {
    const double *J = snw_task_jacobian(&a.control.task);
    double along = 0, whole = 0;
    for (int i = 0; i < 6; i++) {
        double one = 0;
        for (int k = 0; k < a.model->nv; k++)
            one += J[i * a.model->nv + k] * a.v[k];
        along += one * V[i];
        whole += V[i] * V[i];
    }
    return along / whole;
}

static void tick(const double *V) {
    double before[MOST];
    memcpy(before, a.v, sizeof before);
    SNW_IGNORE(arm_tick(&a, V, dt));
    check_motion(before);
}

// the fastest joint, as a share of what it may do
static double liveliest(void) {
    double most = 0;
    for (int i = 0; i < a.model->nv; i++)
        most = fmax(most, fabs(a.v[i]) / a.model->velocity[i]);
    return most;
}

// The command that leads back: within 50 ticks the arm must move. Right at a singularity joints
// turn before the hand follows, so the hand itself has a little longer.
static void check_that_back_moves(const double *V) {
    double back[6], hand = 0, joints = 0;
    for (int i = 0; i < 6; i++)
        back[i] = -V[i];
    for (int k = 0; k < TICKS_BACK; k++) {
        tick(back);
        joints = fmax(joints, liveliest());
        hand = fmax(hand, progress(back));
    }
    CHECK(joints > 0.01 || hand > 0.01);
    for (int k = TICKS_BACK; k < TICKS_OUT && hand <= 0.02; k++) {
        tick(back);
        hand = fmax(hand, progress(back));
    }
    CHECK(hand > 0.02);
}

static void walk(const char *name) {
    const long count = check_scaled(twists);
    arm_library(&a, name, SNW_LAW_QP);
    double V[6];
    for (long k = 0; k < count; k++) {
        // now and then a way or a turn that lasts until it is blocked
        const bool lasting = k % 500 == 0;
        const int kind = lasting ? check_int(1, 2) : 0;
        for (int i = 0; i < 6; i++)
            V[i] = (kind == 1 && i >= 3) || (kind == 2 && i < 3) ? 0 : check_real(-0.5, 0.5);
        for (int i = 0; i < (lasting ? 1600 : TICKS_PER_TWIST); i++)
            tick(V);
        if (!lasting) continue;
        walls += fabs(progress(V)) < 0.01;
        check_that_back_moves(V);
    }
    arm_close(&a);
}

static void the_panda_walks_within_its_limits_and_never_sticks(void) {
    walk("panda");
}
static void the_iiwa_walks_within_its_limits_and_never_sticks(void) {
    walk("iiwa7");
}
static void the_wam_walks_within_its_limits_and_never_sticks(void) {
    walk("wam7");
}
static void the_ur5_walks_within_its_limits_and_never_sticks(void) {
    walk("ur5");
}
static void the_puma_walks_within_its_limits_and_never_sticks(void) {
    walk("puma560-lee");
}
static void the_rrc_walks_within_its_limits_and_never_sticks(void) {
    walk("rrc-k1207i");
}

static void walks_do_meet_their_walls(void) {
    CHECK(walls > 0 || check_scaled(twists) < 5000);
}

int main(int argc, char **argv) {
    if (argc > 1) twists = atol(argv[1]);
    RUN(the_panda_walks_within_its_limits_and_never_sticks);
    RUN(the_iiwa_walks_within_its_limits_and_never_sticks);
    RUN(the_wam_walks_within_its_limits_and_never_sticks);
    RUN(the_ur5_walks_within_its_limits_and_never_sticks);
    RUN(the_puma_walks_within_its_limits_and_never_sticks);
    RUN(the_rrc_walks_within_its_limits_and_never_sticks);
    RUN(walks_do_meet_their_walls);
    return check_report();
}
