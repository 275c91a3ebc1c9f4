// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "task_rig.h"

// Seeded random hands on arms of the library, through the executive. rig_tick() holds every tick to
// the limits and to a guard that never has anything to do.

static rig r;
enum { SEEDS = 2 };

typedef struct one {
    const char *model, *q;
} one;

// start[] between the limits, away from stretched elbows
static const one arms[] = {
    {"panda", "0.3 -0.5 0.2 -2 0.1 1.6 0.4"},
    {"iiwa7", "0.3 0.5 0.2 -1.4 0.1 0.9 0.4"},
    {"wam7", "0.3 0.5 0.2 1.4 0.1 0.6 0.4"},
    {"rrc-k1207i", "0.3 0.5 0.2 -1.2 0.1 0.8 0.4"},
    {"arm8", "0.3 0.5 0.2 0.9 0.1 0.8 0.4 0.3"},
    {"ranger-mk2", "0.3 0.5 0.2 0.9 0.1 0.8 0.4 0.3"},
    {"ranger-dexterous", "0.3 0.5 0.2 0.9 0.1 0.8 0.4 0.3"},
    {"ur5", "0.3 -1.2 1.1 -0.9 -1.2 0.4"},
    {"puma560-lee", "0.3 -0.7 2.4 0.2 0.6 0.4"},
};

static void add_numbers(snw_text *text, int count, double most) {
    for (int i = 0; i < count; i++)
        snw_text_format(text, " %.4f", check_real(-most, most));
}

// some message; half of the twists go far beyond the speeds that are allowed
static void write_message(char *out, size_t size) {
    snw_text text = snw_text_over(out, size);
    const snw_pose tool = rig_tool(&r);
    const int n = r.arm->count;
    switch (check_int(0, n > 6 ? 7 : 5)) {
    case 0:
        snw_text_format(&text, "jog base");
        add_numbers(&text, 3, 0.5);
        add_numbers(&text, 3, 2);
        break;
    case 1:
        snw_text_format(&text, "jog tool");
        add_numbers(&text, 3, 0.5);
        add_numbers(&text, 3, 2);
        break;
    case 2:
        snw_text_format(&text, "jog joints");
        add_numbers(&text, n, 2);
        break;
    case 3:
    case 4: {
        const snw_vec3 p =
            snw_vec3_add(tool.p, snw_vec3_of(check_real(-0.6, 0.6), check_real(-0.6, 0.6),
                                             check_real(-0.6, 0.6)));
        snw_text_format(&text, "drag %.4f %.4f %.4f", p.x, p.y, p.z);
        add_numbers(&text, 4, 1);
        break;
    }
    case 5:
        snw_text_format(&text, "halt");
        break;
    case 6: {
        const int link = r.arm->link[check_int(1, n - 2)];
        const snw_vec3 p = rig_link(&r, link).p;
        snw_text_format(&text, "pull %s %.4f %.4f %.4f 0 0.01 0", r.arm->model->links[link].name,
                        p.x + check_real(-0.3, 0.3), p.y + check_real(-0.3, 0.3),
                        p.z + check_real(-0.3, 0.3));
        break;
    }
    default:
        snw_text_format(&text, "turn");
        add_numbers(&text, 1, 2);
        break;
    }
}

static void check_shares(void) {
    const snw_control_report *report = &r.shown->report;
    double sum = 0;
    for (int i = 0; i < report->hold_count; i++)
        sum += report->hold_share[i];
    if (report->hold_count > 0) CHECK_NEAR(sum, 1, 1e-9);
}

static double worst_drift;
static long held_back;
static uint64_t violations;

static void walk(const one *arm, const char *more, int ticks) {
    rig_open(&r, arm->model, arm->q, more);
    for (int k = 0; k < ticks;) {
        char text[256];
        write_message(text, sizeof text);
        const int again = check_int(1, 12), gap = check_int(1, 140);
        // the same again, some time too late; now and then a long silence
        for (int i = 0; i < again; i++) {
            rig_must(&r, text);
            for (int t = 1; t < gap; t++, k++) {
                rig_tick(&r);
                check_shares();
                held_back += r.shown->report.hold_count > 0;
                worst_drift = fmax(worst_drift, r.shown->drift);
            }
            k++;
        }
        for (int t = check_int(0, 3) == 0 ? 400 : 0; t > 0; t--, k++)
            rig_tick(&r);
    }
    violations += r.shown->violations;
    rig_rest(&r);
    rig_close(&r);
}

static const char objectives[] =
    "<control law=\"%s\"><objectives><posture weight=\"0.5\"/><joint_limits zone=\"0.2\"/>"
    "</objectives></control>";

static void walk_all(const char *law, int seeds, bool plain) {
    char more[512] = "";
    if (!plain) (void)snprintf(more, sizeof more, objectives, law);
    held_back = 0;
    worst_drift = 0;
    for (size_t i = 0; i < sizeof arms / sizeof *arms; i++) {
        CHECK_CASES(check_scaled(seeds)) {
            walk(&arms[i], more, (int)check_scaled(10000));
        }
    }
    print_message("largest drift %.2e m, ticks held back %ld\n", worst_drift, held_back);
    CHECK(worst_drift <= 1e-4);
}

static void hands_of_any_kind_stay_within_limits_and_the_guard_has_nothing_to_do(void) {
    walk_all("qp", SEEDS, true);
    CHECK(held_back > 0);
}

static void objectives_change_nothing_about_that(void) {
    walk_all("qp", SEEDS, false);
}

static void the_other_law_is_not_stopped_either_and_what_it_wants_too_much_is_counted(void) {
    violations = 0;
    walk_all("nullspace", SEEDS, false);
    CHECK(violations > 0);
}

int main(void) {
    RUN(hands_of_any_kind_stay_within_limits_and_the_guard_has_nothing_to_do);
    RUN(objectives_change_nothing_about_that);
    RUN(the_other_law_is_not_stopped_either_and_what_it_wants_too_much_is_counted);
    return check_report();
}
