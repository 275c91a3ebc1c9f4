// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "task_rig.h"

// An arm that is led by turns in the space of joints (a source of moves) and in that of its tool (a
// hand that jogs and drags): what the drives are told, tick by tick.

static rig r;

enum { JOINTS, TOOL, SPACES };

// takes a tick; a move that is under way is left to itself
static void send_text(const char *object, const char *text) {
    snw_why why = {0};
    const snw_status status = rig_say(&r, object, text, &why);
    if (snw_failed(status)) print_error("%s %s: %s\n", object, text, why.text);
    CHECK(!snw_failed(status));
    if (status != SNW_NOTHING_NEW) return;
    while (snw_exec_leave(r.h.exec) == SNW_NOTHING_NEW)
        rig_tick(&r);
}

// a joint move to somewhere near, or to where the arm is
static void send_joint_goal(double most) {
    char text[512];
    snw_text line = snw_text_over(text, sizeof text);
    snw_text_format(&line, "move");
    for (int i = 0; i < r.arm->count; i++) {
        const snw_arm_limits *l = &r.guard->limits;
        const double here = r.arm->command.q[i], goal = here + check_real(-most, most);
        const double inside = fmin(fmax(goal, l->lower[i] + 0.05), l->upper[i] - 0.05);
        char digits[SNW_NUMBER_SIZE];
        (void)snw_real_print(most > 0 ? inside : here, digits);
        snw_text_format(&line, " %s", digits);
    }
    send_text("move", text);
}

// a twist of the tool, or none
static void send_twist(double most) {
    char text[256];
    snw_text line = snw_text_over(text, sizeof text);
    snw_text_format(&line, check_int(0, 1) ? "jog base" : "jog tool");
    for (int i = 0; i < 6; i++)
        snw_text_format(&line, " %.4f", check_real(-most, most) * (i < 3 ? 1 : 3));
    send_text("task", text);
}

static void send_order(int space, double size) {
    if (space == JOINTS) {
        send_joint_goal(size);
    } else {
        send_twist(size);
    }
}

static bool is_at_rest(void) {
    return !r.arm->taken && !rig_moves(&r);
}

// how far an axis has gone at most
static double farthest_step(const double *from) {
    double most = 0;
    for (int i = 0; i < r.arm->count; i++)
        most = fmax(most, fabs(r.arm->command.q[i] - from[i]));
    return most;
}

// Until nobody leads the arm and it stands. The hand lets go of an arm that stands; returns how far
// axes go when the source behind it takes over.
static double come_to_rest(void) {
    double worst = 0;
    if (r.arm->taken) send_text("task", "halt");
    for (int k = 0, free = 0; k < 5000 && free < 5; k++) {
        double before[SNW_AXES];
        memcpy(before, r.arm->command.q, sizeof before);
        const bool stood = !rig_moves(&r);
        rig_tick(&r);
        if (!r.arm->taken && stood) worst = fmax(worst, farthest_step(before));
        free = is_at_rest() ? free + 1 : 0;
    }
    CHECK(is_at_rest());
    return worst;
}

// Between joint moves and twists of the tool, back and forth: at rest the change itself moves no
// joint by more than 1e-6 rad, whichever of the two takes over, and afterwards the arm is led by
// it. spec: damore:LIM-09
static void five_hundred_changes_of_space_at_rest_bring_no_jump(void) {
    rig_open(&r, "panda", "0.3 -0.5 0.2 -2 0.1 1.6 0.4", "");
    int moved[SPACES] = {0}, space = JOINTS;
    double worst = 0;
    check_seed(9);
    for (int n = 0; n < 500; n++) {
        worst = fmax(worst, come_to_rest());
        double before[SNW_AXES];
        memcpy(before, r.arm->command.q, sizeof before);

        // the change alone, without any wish to move
        space = 1 - space;
        send_order(space, 0);
        const int still = check_int(1, 20);
        for (int k = 0; k < still; k++) {
            rig_tick(&r);
            CHECK(r.arm->taken == (space == TOOL));
            worst = fmax(worst, farthest_step(before));
        }
        // then it is led; nothing was led by the one that was left
        send_order(space, space == JOINTS ? 0.3 : 0.2);
        for (int k = 0; k < 120; k++)
            rig_tick(&r);
        moved[space] += farthest_step(before) > 1e-3;
    }
    CHECK(worst <= 1e-6);
    CHECK(moved[JOINTS] > 225 && moved[TOOL] > 225);
    rig_close(&r);
}

// The same at any moment of a motion. Both of them begin from the motion there is: rig_tick() holds
// rates and accelerations to the limits, so that a jump of 5e-6 rad would show.
static void five_hundred_changes_of_space_in_motion_bring_no_jump(void) {
    rig_open(&r, "panda", "0.3 -0.5 0.2 -2 0.1 1.6 0.4", "");
    int in_motion = 0;
    check_seed(10);
    for (int n = 0; n < 500; n++) {
        in_motion += rig_moves(&r);
        // the hand may take the arm at any time; moves wait until it is off
        if (r.arm->taken || check_int(0, 1) == 0) {
            send_twist(0.2);
        } else {
            send_joint_goal(0.5);
        }
        const int ticks = check_int(1, 400);
        for (int k = 0; k < ticks; k++)
            rig_tick(&r);
    }
    CHECK(in_motion > 250);
    rig_close(&r);
}

// The rates of axes that are led in either space, a third of them by wishes far beyond what is
// allowed: 100,000 samples in motion, none above its limit.
// spec: damore:LIM-02
static void no_rate_is_above_its_limit_in_either_space(void) {
    static const struct {
        const char *model, *q;
    } arms[] = {{"panda", "0.3 -0.5 0.2 -2 0.1 1.6 0.4"},
                {"ur5", "0.3 -1.2 1.1 -0.9 -1.2 0.4"},
                {"puma560-lee", "0.3 -0.7 2.4 0.2 0.6 0.4"}};
    long moving[SPACES] = {0}, fast[SPACES] = {0};
    check_seed(11);
    for (size_t a = 0; a < sizeof arms / sizeof *arms; a++) {
        rig_open(&r, arms[a].model, arms[a].q, "");
        for (int n = 0; n < 60; n++) {
            const int space = check_int(0, 1);
            const bool wild = check_int(0, 2) == 0;
            (void)come_to_rest();
            for (int k = 0; k < 400; k++) {
                if (k == 0 || (space == TOOL && k % 100 == 0)) {
                    send_order(space, space == JOINTS ? 2.5 : wild ? 50 : 0.4);
                }
                rig_tick(&r);
                for (int i = 0; i < r.arm->count; i++) {
                    const double rate = fabs(r.v[i]), limit = r.guard->limits.velocity[i];
                    CHECK(rate <= limit * (1 + 1e-9));
                    moving[space] += rate > 0.01 * limit;
                    fast[space] += rate > 0.2 * limit;
                }
            }
        }
        rig_close(&r);
    }
    CHECK(moving[JOINTS] > 100000 && moving[TOOL] > 50000);
    CHECK(fast[JOINTS] > 20000 && fast[TOOL] > 5000);
}

int main(void) {
    RUN(five_hundred_changes_of_space_at_rest_bring_no_jump);
    RUN(five_hundred_changes_of_space_in_motion_bring_no_jump);
    RUN(no_rate_is_above_its_limit_in_either_space);
    return check_report();
}
