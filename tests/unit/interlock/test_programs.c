// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>

#include "programs.h"

// Random programs of arms that nobody keeps from hitting anything but the interlock, with drives
// that lag behind; a view of its own judges how near the real bodies come. ./soak interlock runs
// more.

static rig r;
static long programs;

enum { TICKS = 3000 };

#define TWO CELL(TWO_ARMS RULES(" keep=\"0.01\">"))

// random programs; the least that was left above what must be kept
static double play(const char *cell, const char *arms, const char *off, int *stops) {
    rig_open(&r, cell, arms);
    r.off = off;
    r.lag = check_case % 3 == 0 ? check_real(0, 0.8) : 0;
    rig_draw(&r, 0.02);
    rig_start(&r);
    rig_enable(&r);
    for (int k = 0; k < r.count; k++) {
        for (int i = 0; i < r.arms[k].arm.count; i++)
            r.arms[k].goal[i] = check_real(-2, 2);
    }
    double least = 0.1;
    for (int i = 0; i < TICKS; i++) {
        rig_play(&r);
        least = fmin(least, rig_left(&r, NULL));
    }
    for (int k = 0; k < r.count; k++)
        *stops += r.arms[k].stops;
    rig_close(&r);
    return least;
}

static void play_all(const char *cell, const char *arms) {
    int stops = 0;
    CHECK_CASES(programs) {
        const double left = play(cell, arms, NULL, &stops);
        if (left < 0) print_error("%g m too near\n", -left);
        CHECK(left >= 0);
    }
    // they were in the way of something
    CHECK(stops > programs / 2);
}

static void one_arm_never_comes_nearer_than_it_may(void) {
    play_all(ONE_ARM(" keep=\"0.01\">" DOOR), "arm");
}

static void two_arms_never_come_nearer_than_they_may(void) {
    play_all(TWO, "left right");
}

// what is protected against happens: these programs meet without it
static void without_the_interlock_they_meet(void) {
    int stops = 0, met = 0;
    CHECK_CASES(20) {
        met += play(TWO, "left right", "interlock", &stops) < 0;
    }
    CHECK(met > 3);
}

int main(int argc, char **argv) {
    programs = argc > 1 ? atol(argv[1]) : check_scaled(300);
    RUN(one_arm_never_comes_nearer_than_it_may);
    RUN(two_arms_never_come_nearer_than_they_may);
    RUN(without_the_interlock_they_meet);
    return check_report();
}
