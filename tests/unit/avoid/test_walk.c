// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "avoid.h"

#include <stdio.h>

// Random walks of commanded twists of six arms among boxes: bodies stay apart by their `keep`, and
// there is no state that a reversed command does not leave. The argument is the number of twists of
// each arm; ./soak avoid makes 100,000.

static arm a;
static long twists = 500;
static long walls;

enum { TICKS_PER_TWIST = 8, TICKS_LASTING = 600, TICKS_BACK = 50 };
static const double dt = 0.002;

// [m/s], [rad/s] of commanded twists; now and then they are faster than an arm can follow
static const double SLOW = 0.5, FAST = 1.5;

static const char cell[] =
    "<cell xmlns='urn:sinew' name='boxes'><mechanisms>"
    "<mechanism name='robot' file='%s/models/%s/%s.xml'/>"
    "<mechanism name='room'><robot name='room'><links><link name='room'><collisions>"
    "<collision><shape><box half_extents='1 1 0.05'><pose xyz='0 0 "
    "-0.25'/></box></shape></collision>"
    "<collision><shape><box half_extents='0.08 0.1 0.15'><pose xyz='0.55 0.3 "
    "0.1'/></box></shape></collision>"
    "<collision><shape><box half_extents='0.1 0.06 0.2'><pose xyz='0.5 -0.4 "
    "0.3'/></box></shape></collision>"
    "<collision><shape><box half_extents='0.05 0.3 0.05'><pose xyz='0.75 0 "
    "0.45'/></box></shape></collision>"
    "<collision><shape><box half_extents='0.3 0.04 0.3'><pose xyz='-0.1 0.6 "
    "0.4'/></box></shape></collision>"
    "<collision><shape><box half_extents='0.06 0.06 0.4'><pose xyz='-0.55 -0.2 "
    "0.3'/></box></shape></collision>"
    "</collisions></link></links></robot></mechanism></mechanisms>"
    "<members><member name='arm' mechanism='robot'/><member name='room' "
    "mechanism='room'/></members>"
    "<collision><collision_rules keep='0.01' slow='0.06'>"
    "<pairs><pair a='arm/*' b='arm/*' keep='0.001'/></pairs></collision_rules></collision></cell>";

static void open_walk(const char *name) {
    char text[8192];
    (void)snprintf(text, sizeof text, cell, SNW_SOURCE_DIR, name, name);
    arm_begin(&a, text);
    arm_ready(&a);
    // a place where nothing is near
    for (int k = 0; arm_clearance(&a, a.q) < 0.005; k++) {
        CHECK(k < 10000);
        for (int i = 0; i < a.model->nq; i++)
            a.q[i] = check_real(0.9 * a.model->lower[i], 0.9 * a.model->upper[i]);
    }
    CHECK(snw_control_hold(&a.control, a.q) == SNW_OK);
}

// clearance above `keep`, over a walk
static double worst = 1;

static void tick(const double *V) {
    SNW_IGNORE(arm_tick(&a, V, dt));
    const double clearance = arm_clearance(&a, a.q);
    worst = fmin(worst, clearance);
    CHECK(clearance >= -1e-6);
}

// the fastest joint, as a share of what it may do
static double liveliest(void) {
    double most = 0;
    for (int i = 0; i < a.model->nv; i++)
        most = fmax(most, fabs(a.v[i]) / a.model->velocity[i]);
    return most;
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

// the command that leads back: within 50 ticks the arm must move
static void check_that_back_moves(const double *V) {
    double back[6], hand = 0, joints = 0;
    for (int i = 0; i < 6; i++)
        back[i] = -V[i];
    for (int k = 0; k < TICKS_BACK; k++) {
        tick(back);
        joints = fmax(joints, liveliest());
        hand = fmax(hand, progress(back));
    }
    CHECK(joints > 0.005 || hand > 0.01);
}

static void walk(const char *name) {
    const long count = check_scaled(twists);
    open_walk(name);
    double V[6];
    worst = 1;
    long met = 0;
    for (long k = 0; k < count; k++) {
        // now and then a way or a turn that lasts until it is blocked
        const bool lasting = k % 100 == 0;
        if (k > 0 && k % 1000 == 0) {
            printf("%s: %ld twists, %g m above keep at least\n", name, k, worst);
            (void)fflush(stdout);
        }
        const int kind = lasting ? check_int(1, 2) : 0;
        const double most = k / 100 % 2 == 1 ? FAST : SLOW;
        for (int i = 0; i < 6; i++)
            V[i] = (kind == 1 && i >= 3) || (kind == 2 && i < 3) ? 0 : check_real(-most, most);
        for (int i = 0; i < (lasting ? TICKS_LASTING : TICKS_PER_TWIST); i++)
            tick(V);
        if (!lasting) continue;
        const snw_control_report *r = &a.control.report;
        for (int i = 0; i < r->hold_count; i++)
            met += r->hold_cause[i] == SNW_BOUND_CLEARANCE;
        check_that_back_moves(V);
    }
    // the walk was a near one, unless a sanitizer leaves only a few twists
    CHECK(worst < 0.02 || count < 500);
    walls += met;
    arm_close(&a);
}

static void the_panda_walks_among_boxes(void) {
    walk("panda");
}
static void the_iiwa_walks_among_boxes(void) {
    walk("iiwa7");
}
static void the_wam_walks_among_boxes(void) {
    walk("wam7");
}
static void the_ur5_walks_among_boxes(void) {
    walk("ur5");
}
static void the_puma_walks_among_boxes(void) {
    walk("puma560-lee");
}
static void the_rrc_walks_among_boxes(void) {
    walk("rrc-k1207i");
}
static void walks_do_meet_boxes(void) {
    CHECK(walls > 0 || check_scaled(twists) < 500);
}

int main(int argc, char **argv) {
    if (argc > 1) twists = atol(argv[1]);
    RUN(the_panda_walks_among_boxes);
    RUN(the_iiwa_walks_among_boxes);
    RUN(the_wam_walks_among_boxes);
    RUN(the_ur5_walks_among_boxes);
    RUN(the_puma_walks_among_boxes);
    RUN(the_rrc_walks_among_boxes);
    RUN(walks_do_meet_boxes);
    return check_report();
}
