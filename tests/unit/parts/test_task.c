// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "task_rig.h"

// The component task in the executive: what each message does. rig_tick() holds every tick to the
// limits, and to a guard that has nothing to do.

static rig r;
static const char ready[] = "0.3 -0.5 0.2 -2 0.1 1.6 0.4";

static bool refused(const char *object, const char *text, snw_status status, const char *word) {
    snw_why why = {0};
    double before[SNW_AXES];
    memcpy(before, r.arm->command.q, sizeof before);
    const bool same = rig_say(&r, object, text, &why) == status && why.text[0] != '\0';
    char line[1024];
    (void)snw_why_sentence(&why, line, sizeof line);
    if (!same || strstr(line, word) == NULL) print_error("%s: %s\n", text, line);
    return same && strstr(line, word) != NULL;
}

// --- jog -----------------------------------------------------------------------------------------

static void a_twist_moves_the_tool_along_the_axes_of_the_base(void) {
    rig_open(&r, "panda", ready, "");
    const snw_pose from = rig_tool(&r);
    rig_hold(&r, "jog base 0.1 0 0 0 0 0", 500);
    CHECK(r.shown->mode == SNW_HAND_JOG && r.arm->taken);
    const snw_pose now = rig_tool(&r);
    // the base is turned by 0.4 rad in the world
    const snw_vec3 way = snw_vec3_sub(now.p, from.p);
    const snw_vec3 x = snw_vec3_of(cos(0.4), sin(0.4), 0);
    CHECK(snw_vec3_dot(way, x) > 0.04 && snw_vec3_dot(way, x) < 0.0501);
    CHECK(snw_vec3_norm(snw_vec3_cross(way, x)) < 1e-4);
    CHECK(snw_vec3_norm(snw_pose_difference(from, now).ang) < 1e-3);
    rig_rest(&r);
    CHECK(r.shown->mode == SNW_HAND_FOLLOW);
    rig_close(&r);
}

static void a_twist_moves_the_tool_along_its_own_axes(void) {
    rig_open(&r, "panda", ready, "");
    const snw_pose from = rig_tool(&r);
    rig_hold(&r, "jog tool 0 0 0.1 0 0 0.5", 500);
    const snw_twist way = snw_pose_difference(from, rig_tool(&r));
    CHECK(snw_vec3_dot(way.lin, from.R.z) > 0.04);
    CHECK(snw_vec3_norm(snw_vec3_cross(way.lin, from.R.z)) < 2e-4);
    CHECK(snw_vec3_dot(way.ang, from.R.z) > 0.2);
    CHECK(snw_vec3_norm(snw_vec3_cross(way.ang, from.R.z)) < 1e-3);
    // what is shown is where it is
    const snw_pose now = rig_tool(&r);
    CHECK_NEAR(r.shown->desired[0], now.p.x, 1e-12);
    CHECK_NEAR(r.shown->desired[2], now.p.z, 1e-12);
    CHECK_NEAR(r.shown->actual[1], now.p.y, 2e-4);
    rig_close(&r);
}

static void joints_are_jogged_at_their_rates_and_held_to_their_share(void) {
    rig_open(&r, "panda", ready, "");
    rig_hold(&r, "jog joints 0.2 0 0 0 0 0 9", 400);
    CHECK_NEAR(r.v[0], 0.2, 1e-9);
    CHECK_NEAR(r.v[6], 0.25 * r.arm->limits.velocity[6], 1e-5);
    for (int i = 1; i < 6; i++)
        CHECK(r.v[i] == 0);
    rig_rest(&r);
    rig_close(&r);
}

// spec: loffler:L-187
static void joints_reach_a_step_of_a_slider_with_bounded_rates_and_stay(void) {
    rig_open(&r, "panda", ready, "");
    const double part = 0.5;
    const char text[] = "reach 0.5 0.9 -0.5 0.2 -2 0.1 1.2 0.4";
    double most[7] = {0}, last = r.q[0];
    bool forward = true;
    for (int k = 0; k < 5000; k++) {
        if (k % 50 == 0) rig_must(&r, text);
        rig_tick(&r);
        for (int i = 0; i < 7; i++)
            most[i] = fmax(most[i], fabs(r.v[i]));
        forward = forward && r.q[0] >= last - 1e-6;
        last = r.q[0];
    }
    CHECK(r.shown->mode == SNW_HAND_REACH);
    CHECK_NEAR(r.q[0], 0.9, 1e-6);
    CHECK_NEAR(r.q[5], 1.2, 1e-6);
    CHECK_NEAR(r.q[6], 0.4, 1e-12);
    // at the part of the share that was asked for, never faster; without turning back
    for (int i = 0; i < 7; i++)
        CHECK(most[i] <= part * 0.25 * r.arm->limits.velocity[i] + 1e-9);
    CHECK(most[0] > 0.9 * part * 0.25 * r.arm->limits.velocity[0] && forward);
    rig_rest(&r);
    CHECK_NEAR(r.q[0], 0.9, 1e-6);
    // let go on the way, only the stop is travelled
    rig_hold(&r, "reach 1 -0.9 -0.5 0.2 -2 0.1 1.2 0.4", 500);
    rig_rest(&r);
    CHECK(r.q[0] < 0.85 && r.q[0] > 0.3);
    rig_close(&r);
}

// the way of a stop of limited jerk from v, as the textbooks have it
static double stop_way(double v, double a, double jerk) {
    return v >= a * a / jerk ? 0.5 * v * (v / a + a / jerk) : v * sqrt(v / jerk);
}

static void a_command_lasts_its_time_and_then_only_the_stop_is_travelled(void) {
    for (int halted = 0; halted < 2; halted++) {
        rig_open(&r, "panda", ready, "");
        rig_hold(&r, "jog base 0 0.2 0 0 0 0", 500);
        rig_must(&r, halted ? "halt" : "jog base 0 0.2 0 0 0 0");
        int lasted = 0;
        for (; r.shown->mode == SNW_HAND_JOG; lasted++)
            rig_tick(&r);
        if (halted) CHECK(lasted == 0);
        // 150 ms: the ticks of 1 ms after the one that took the message, and the first of the brake
        if (!halted) CHECK(lasted >= 149 && lasted <= 151);
        CHECK(r.shown->mode == SNW_HAND_BRAKE);
        snw_vec3 last = rig_tool(&r).p;
        double way = 0;
        while (r.arm->taken) {
            rig_tick(&r);
            const snw_vec3 now = rig_tool(&r).p;
            way += snw_vec3_distance(now, last);
            last = now;
            CHECK(way < 0.1);
        }
        print_message("way of the stop %.4f m, by the limits %.4f m\n", way, stop_way(0.2, 2, 20));
        CHECK(way <= 1.01 * stop_way(0.2, 2, 20));
        double q[SNW_AXES];
        memcpy(q, r.arm->command.q, sizeof q);
        for (int k = 0; k < 1000; k++)
            rig_tick(&r);
        CHECK(memcmp(q, r.arm->command.q, sizeof q) == 0);
        rig_close(&r);
    }
}

// --- drag ----------------------------------------------------------------------------------------

static void a_tool_is_dragged_on_a_straight_line_and_arrives(void) {
    rig_open(&r, "panda", ready, "");
    const snw_pose from = rig_tool(&r);
    const snw_pose to = snw_pose_of(snw_mat3_mul(snw_mat3_rot_x(0.3), from.R),
                                    snw_vec3_add(from.p, snw_vec3_of(0.05, -0.1, 0.08)));
    const snw_quat turn = snw_quat_from_mat3(to.R);
    char text[256];
    (void)snprintf(text, sizeof text, "drag %.12g %.12g %.12g %.12g %.12g %.12g %.12g", to.p.x,
                   to.p.y, to.p.z, turn.x, turn.y, turn.z, turn.w);
    const snw_vec3 along = snw_vec3_normalize(snw_vec3_sub(to.p, from.p));
    double worst = 0;
    for (int k = 0; k < 2500; k++) {
        if (k % 100 == 0) rig_must(&r, text);
        rig_tick(&r);
        const snw_vec3 way = snw_vec3_sub(rig_tool(&r).p, from.p);
        worst = fmax(worst, snw_vec3_norm(snw_vec3_cross(way, along)));
    }
    print_message("off the line by at most %.1e m\n", worst);
    CHECK(worst < 5e-4);
    CHECK(r.shown->mode == SNW_HAND_DRAG);
    const snw_twist missing = snw_pose_difference(rig_tool(&r), to);
    CHECK(snw_vec3_norm(missing.lin) < 1e-6 && snw_vec3_norm(missing.ang) < 1e-6);
    CHECK_NEAR(r.shown->desired[0], to.p.x, 1e-9);
    rig_rest(&r);
    rig_close(&r);
}

// --- taking over ---------------------------------------------------------------------------------

static void a_hand_takes_a_moving_arm_and_the_source_begins_anew_behind_it(void) {
    rig_open(&r, "panda", ready, "");
    snw_why why = {0};
    const char move[] = "move 1 0.2 0.2 -1.2 0.1 2 0.4";
    CHECK(rig_say(&r, "move", move, &why) == SNW_NOTHING_NEW);
    for (int k = 0; k < 300; k++)
        rig_tick(&r);
    CHECK(rig_moves(&r));
    // the letter of the move is still open: it ends with a reason as soon as the hand is on
    char answer[SNW_MESSAGE];
    snw_component *task = snw_exec_find(r.h.exec, "task");
    CHECK(say_now(task, "jog base 0 0 0.1 0 0 0", answer, &why) == SNW_OK);
    CHECK(r.arm->taken);
    rig_tick(&r);
    CHECK(snw_exec_message(r.h.exec, "move", move, 0, answer, &why) == SNW_ERR_STATE);
    CHECK(strstr(why.text, "moved by hand") != NULL);
    CHECK(refused("move", "move 0 0 0 -1 0 1 0", SNW_ERR_STATE, "moved by hand"));
    rig_hold(&r, "jog base 0 0 0.1 0 0 0", 300);
    rig_rest(&r);
    double q[SNW_AXES];
    memcpy(q, r.arm->command.q, sizeof q);
    for (int k = 0; k < 500; k++)
        rig_tick(&r);
    CHECK(memcmp(q, r.arm->command.q, sizeof q) == 0);
    // and a new move is taken
    CHECK(rig_say(&r, "move", move, &why) == SNW_NOTHING_NEW);
    for (int k = 0; k < 4000; k++)
        rig_tick(&r);
    CHECK_NEAR(r.arm->command.q[0], 1, 1e-9);
    rig_close(&r);
}

static void an_arm_that_is_disabled_or_a_component_that_stops_lets_go(void) {
    rig_open(&r, "panda", ready, "");
    CHECK(refused("task", "jog joints 1 2", SNW_ERR_SIZE, "numbers"));
    rig_hold(&r, "jog base 0 0 0.1 0 0 0", 200);
    CHECK(snw_exec_request(r.h.exec, 0, SNW_REQUEST_DISABLE) == SNW_OK);
    run_ticks(&r.h, 500);
    CHECK(!r.arm->taken && !r.arm->follows && r.shown->mode == SNW_HAND_IDLE);
    snw_why why = {0};
    char answer[SNW_MESSAGE];
    SNW_IGNORE(snw_exec_message(r.h.exec, "task", "turn 1", 0, answer, &why));
    run_ticks(&r.h, 1);
    CHECK(snw_exec_message(r.h.exec, "task", "turn 1", 0, answer, &why) == SNW_ERR_STATE);
    CHECK(strstr(why.text, "not enabled") != NULL && !r.arm->taken);
    enable(&r.h);
    run_ticks(&r.h, 5);
    memcpy(r.q, r.arm->command.q, sizeof r.q);
    memset(r.v, 0, sizeof r.v);
    rig_hold(&r, "turn 0.2", 100);
    CHECK(r.arm->taken);
    CHECK(snw_exec_stop(r.h.exec, "task", NULL) == SNW_OK);
    run_ticks(&r.h, 1);
    CHECK(!r.arm->taken);
    rig_close(&r);
}

// --- refusals ------------------------------------------------------------------------------------

static void what_cannot_be_done_is_refused_with_a_reason_and_moves_nothing(void) {
    static const struct {
        const char *text;
        snw_status status;
        const char *word;
    } wrong[] = {
        {"jog base nan 0 0 0 0 0", SNW_ERR_NOT_FINITE, "NaN"},
        {"jog tool 0 0 0 0 1e999 0", SNW_ERR_NOT_FINITE, "NaN"},
        {"jog joints 0 0 0 0 0 0 -inf", SNW_ERR_NOT_FINITE, "NaN"},
        {"jog base 1 2 3", SNW_ERR_SIZE, "numbers"},
        {"jog base 1 2 3 4 5 6 7", SNW_ERR_SIZE, "numbers"},
        {"jog base 1 2 3 4 5 x", SNW_ERR_SIZE, "numbers"},
        {"jog joints 1 2 3", SNW_ERR_SIZE, "numbers"},
        {"jog elbow 1", SNW_ERR_UNKNOWN_NAME, "jogged"},
        {"drag 0 0 0 0 0 0 0", SNW_ERR_RANGE, "rotation"},
        {"drag 0 0 NaN 0 0 0 1", SNW_ERR_NOT_FINITE, "NaN"},
        {"pull nobody 0 0 0 0 0 0", SNW_ERR_UNKNOWN_NAME, "link"},
        {"pull j4_link 0 0 0 0 0 nan", SNW_ERR_NOT_FINITE, "NaN"},
        {"turn", SNW_ERR_SIZE, "numbers"},
        {"reach 0.5 0 0 0", SNW_ERR_SIZE, "numbers"},
        {"reach 0 0 0 0 -1 0 1 0", SNW_ERR_RANGE, "fraction"},
        {"reach nan 0 0 0 -1 0 1 0", SNW_ERR_NOT_FINITE, "NaN"},
        {"reach 1.1 0 0 0 -1 0 1 0", SNW_ERR_RANGE, "fraction"},
        {"reach 1 0 0 0 1 0 1 0", SNW_ERR_LIMIT, "beyond the limits"},
        {"reach 1 9 0 0 -1 0 1 0", SNW_ERR_LIMIT, "beyond the limits"},
        {"turn nan", SNW_ERR_NOT_FINITE, "NaN"},
        {"effectors others", SNW_ERR_UNKNOWN_NAME, "set"},
        {"dance", SNW_ERR_UNKNOWN_NAME, "command"},
        {"", SNW_ERR_UNKNOWN_NAME, "command"},
    };
    rig_open(&r, "panda", ready, "");
    double q[SNW_AXES];
    memcpy(q, r.arm->command.q, sizeof q);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        CHECK(refused("task", wrong[i].text, wrong[i].status, wrong[i].word));
        CHECK(!r.arm->taken);
    }
    CHECK(memcmp(q, r.arm->command.q, sizeof q) == 0);
    rig_close(&r);
}

static void an_arm_without_a_free_joint_has_no_self_motion(void) {
    rig_open(&r, "puma560-lee", "0.3 -0.7 2.4 0.2 0.6 0.4", "");
    CHECK(refused("task", "turn 0.5", SNW_ERR_UNSUPPORTED, "free"));
    CHECK(r.shown->turn_low == 0 && r.shown->turn_high == 0);
    rig_close(&r);
}

static void descriptions_that_do_not_fit_are_refused(void) {
    static const struct {
        const char *more, *word;
    } wrong[] = {
        {"<control><effectors><xy_effector name=\"p\" link=\"j7_link\"/></effectors></control>",
         "not a tool"},
        {"<control><effectors><frame_effector name=\"p\" link=\"j7_link\" soft=\"true\"/>"
         "</effectors></control>",
         "not a tool"},
        {"<control><effectors><frame_effector name=\"p\" link=\"nowhere\"/></effectors></control>",
         "no link or frame 'nowhere'"},
        {"<sets><set name=\"s\"/></sets>", "not a tool"},
    };
    static char text[8192];
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        (void)snprintf(text, sizeof text, rig_format, "panda", "panda", ready, "1 ms",
                       wrong[i].more);
        static harness h;
        const snw_status status = open_cell(&h, "wrong.cell.xml", text);
        bool found = false;
        for (int k = 0; k < h.diags.count; k++) {
            char line[1024];
            (void)snw_why_sentence(&h.reasons[k], line, sizeof line);
            found = found || strstr(line, wrong[i].word) != NULL;
        }
        if (!found) tell(&h);
        CHECK(found);
        // a component that is not essential stays out of the loop
        CHECK(snw_failed(status) ||
              snw_exec_find(h.exec, "task")->state == SNW_COMPONENT_PREOPERATIONAL);
        close_cell(&h);
    }
}

// --- sets ----------------------------------------------------------------------------------------

static void another_set_of_end_effectors_moves_another_tool(void) {
    rig_open(
        &r, "panda", ready,
        "<control><effectors><frame_effector name=\"flange\" link=\"j7_link\"/></effectors>"
        "</control><sets><set name=\"long\"><effectors><frame_effector name=\"far\" "
        "link=\"j7_link\"><offset xyz=\"0 0 0.3\"/></frame_effector></effectors></set></sets>");
    const int last = r.arm->link[6];
    const snw_vec3 far = snw_vec3_z(0.3);
    rig_must(&r, "effectors long");
    CHECK(r.shown->set == 1);
    const snw_vec3 before = snw_pose_apply(rig_link(&r, last), far);
    rig_hold(&r, "jog base 0 0 0 0.3 0 0", 500);
    CHECK(refused("task", "effectors", SNW_ERR_STATE, "by hand"));
    rig_rest(&r);
    // it turned about the far point
    CHECK(snw_vec3_distance(snw_pose_apply(rig_link(&r, last), far), before) < 1e-4);
    rig_must(&r, "effectors");
    CHECK(r.shown->set == 0);
    const snw_vec3 near = rig_link(&r, last).p;
    rig_hold(&r, "jog base 0 0 0 -0.3 0 0", 500);
    rig_rest(&r);
    CHECK(snw_vec3_distance(rig_link(&r, last).p, near) < 1e-4);
    rig_close(&r);
}

int main(void) {
    RUN(a_twist_moves_the_tool_along_the_axes_of_the_base);
    RUN(a_twist_moves_the_tool_along_its_own_axes);
    RUN(joints_are_jogged_at_their_rates_and_held_to_their_share);
    RUN(joints_reach_a_step_of_a_slider_with_bounded_rates_and_stay);
    RUN(a_command_lasts_its_time_and_then_only_the_stop_is_travelled);
    RUN(a_tool_is_dragged_on_a_straight_line_and_arrives);
    RUN(a_hand_takes_a_moving_arm_and_the_source_begins_anew_behind_it);
    RUN(an_arm_that_is_disabled_or_a_component_that_stops_lets_go);
    RUN(what_cannot_be_done_is_refused_with_a_reason_and_moves_nothing);
    RUN(an_arm_without_a_free_joint_has_no_self_motion);
    RUN(descriptions_that_do_not_fit_are_refused);
    RUN(another_set_of_end_effectors_moves_another_tool);
    return check_report();
}
