// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

static rig r;

#define ONE_ARM                                                                                    \
    CELL("<mechanisms>" ARM TABLE_AND_BALL "</mechanisms><members>"                                \
         "<member name=\"arm\" mechanism=\"arm\"/>"                                                \
         "<member name=\"table\" mechanism=\"table\"><origin xyz=\"0.5 -0.6 -0.3\"/></member>"     \
         "</members>" RULES(" keep=\"0.01\"><boxes><box name=\"door\" low=\"0.5 0.5 -1\" "         \
                            "high=\"0.52 1 1\"/></boxes>"))

#define TWO CELL(TWO_ARMS RULES(" keep=\"0.01\">"))

// random programs; the least that was left above what must be kept
static double play(const char *cell, const char *arms, int ticks, const char *off, int *stops) {
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
    for (int i = 0; i < ticks; i++) {
        rig_play(&r);
        least = fmin(least, rig_left(&r, NULL));
    }
    for (int k = 0; k < r.count; k++)
        *stops += r.arms[k].stops;
    rig_close(&r);
    return least;
}

static void one_arm_never_comes_nearer_than_it_may(void) {
    int stops = 0;
    double least = 1;
    CHECK_CASES(check_scaled(100)) {
        const double left = play(ONE_ARM, "arm", 4000, NULL, &stops);
        if (left < 0) print_error("left %g\n", left);
        CHECK(left >= 0);
        least = fmin(least, left);
    }
    print_message("stops %d, least %g, queries %d\n", stops, least, r.most_queries);
    CHECK(stops > check_scaled(100));
}

static void two_arms_never_come_nearer_than_they_may(void) {
    int stops = 0;
    double least = 1;
    CHECK_CASES(check_scaled(100)) {
        const double left = play(TWO, "left right", 4000, NULL, &stops);
        if (left < 0) print_error("left %g\n", left);
        CHECK(left >= 0);
        least = fmin(least, left);
    }
    print_message("stops %d, least %g, queries %d\n", stops, least, r.most_queries);
    CHECK(stops > check_scaled(100));
}

int main(void) {
    RUN(one_arm_never_comes_nearer_than_it_may);
    RUN(two_arms_never_come_nearer_than_they_may);
    return check_report();
}
