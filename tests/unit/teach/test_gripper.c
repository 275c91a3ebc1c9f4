// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "harness.h"

static harness h;

#define OBJECTS                                                                                    \
    "<component name=\"objects\"><type><objects><list>"                                            \
    "<object member=\"near\" mass=\"1.5\" width=\"0.05\"><center>0.01 0.02 -0.03</center>"         \
    "<origin xyz=\"0.35 -0.12 1.18\" rpy=\"0.1 0.2 0.4\"/></object>"                               \
    "<object member=\"far\" mass=\"1\" width=\"0.02\"><origin xyz=\"3 0 0\"/></object>"            \
    "</list></objects></type></component>"

static snw_pose object_pose(int index) {
    const snw_objects_signals *signals = snw_exec_find(h.exec, "objects")->signals;
    const double *n = &signals->pose[(ptrdiff_t)7 * index];
    return snw_pose_of(snw_quat_to_mat3(snw_quat_of(n[6], n[3], n[4], n[5])),
                       snw_vec3_of(n[0], n[1], n[2]));
}

// puts an object where the gripper can take it
static void place_in_reach(const char *name) {
    const snw_vec3 p =
        snw_pose_apply(frame_at(&h, "hand", h.arm->estimate.q), snw_vec3_of(0, 0.01, 0.1));
    char text[160];
    (void)snprintf(text, sizeof text, "place %s %.17g %.17g %.17g 0.1 -0.2 0.3 0.9", name, p.x, p.y,
                   p.z);
    say(&h, "objects", text);
}

static const char plain[] = HEAD LAW GRIPPER OBJECTS TAIL;

static void objects_are_where_the_cell_says_until_they_are_placed(void) {
    open_ready(&h, plain);
    CHECK(snw_vec3_distance(object_pose(0).p, snw_vec3_of(0.35, -0.12, 1.18)) < 1e-15);
    say(&h, "objects", "list");
    CHECK_TEXT(h.answer, "near far");
    say(&h, "objects", "place near 1 2 3 0 0 0 1");
    say(&h, "objects", "where near");
    CHECK_TEXT(h.answer, "1 2 3 0 0 0 1");
    refused(&h, "objects", "place near 1 2 3 0 0 0 0", SNW_ERR_SYNTAX);
    refused(&h, "objects", "place near 1 2 3", SNW_ERR_SYNTAX);
    refused(&h, "objects", "where cup", SNW_ERR_UNKNOWN_NAME);
    say(&h, "objects", "reset");
    CHECK(snw_vec3_distance(object_pose(0).p, snw_vec3_of(0.35, -0.12, 1.18)) < 1e-15);
    close_cell(&h);
}

// The pose of what is held against kinematics of the test's own, in every tick of a move.
static void what_is_held_follows_the_tool_and_stays_where_it_is_let_go(void) {
    open_ready(&h, plain);
    refused(&h, "gripper", "attach far", SNW_ERR_UNREACHABLE);
    CHECK(h.why.number_count == 2);
    refused(&h, "gripper", "attach cup", SNW_ERR_UNKNOWN_NAME);
    place_in_reach("near");
    const snw_pose before = object_pose(0);
    const snw_pose hand = frame_at(&h, "hand", h.arm->estimate.q);
    say(&h, "gripper", "attach near");
    CHECK((int)shown_real(&h, "gripper/holds") == 0);
    CHECK_TEXT(shown(&h, "objects/held[0]"), "1");
    const snw_pose grasp = snw_pose_inverse_mul(hand, before);
    CHECK(snw_pose_near(object_pose(0), before, 1e-6));
    refused(&h, "objects", "place near 1 2 3 0 0 0 1", SNW_ERR_STATE);
    refused(&h, "objects", "reset", SNW_ERR_STATE);
    refused(&h, "gripper", "attach far", SNW_ERR_STATE);
    say(&h, "motion", "put move 0.7 -0.4 0.2 -1.9 0.3 1.7 0.2");
    for (int i = 0; i < 2500; i++) {
        snw_exec_tick(h.exec);
        const snw_pose now = snw_pose_mul(frame_at(&h, "hand", h.arm->estimate.q), grasp);
        CHECK(snw_pose_near(object_pose(0), now, 1e-9));
    }
    CHECK(snw_vec3_distance(object_pose(0).p, before.p) > 0.2);
    say(&h, "gripper", "release");
    const snw_pose left = object_pose(0);
    say(&h, "motion", "move " PANDA_AT);
    CHECK(snw_pose_near(object_pose(0), left, 0));
    CHECK((int)shown_real(&h, "gripper/holds") == -1);
    CHECK_TEXT(shown(&h, "objects/held[0]"), "0");
    guard_was_quiet(&h);
    close_cell(&h);
}

static void fingers_go_at_their_speed_and_stop_at_what_is_between_them(void) {
    open_ready(&h, plain);
    CHECK_NEAR(shown_real(&h, "gripper/width"), 0.08, 0);
    say(&h, "gripper", "width 0.03");
    CHECK_TEXT(shown(&h, "gripper/state"), "moving");
    // 50 mm at 100 mm/s; one tick has passed
    run_ticks(&h, 249);
    CHECK_NEAR(shown_real(&h, "gripper/width"), 0.055, 1e-9);
    run_ticks(&h, 252);
    CHECK_NEAR(shown_real(&h, "gripper/width"), 0.03, 0);
    CHECK_TEXT(shown(&h, "gripper/state"), "still");
    refused(&h, "gripper", "width 0.09", SNW_ERR_RANGE);
    refused(&h, "gripper", "width x", SNW_ERR_RANGE);
    refused(&h, "gripper", "squeeze", SNW_ERR_UNKNOWN_NAME);
    say(&h, "gripper", "open");
    run_ticks(&h, 600);
    place_in_reach("near");
    say(&h, "gripper", "close");
    run_ticks(&h, 1000);
    CHECK_NEAR(shown_real(&h, "gripper/width"), 0.05, 0);
    say(&h, "gripper", "attach");
    CHECK((int)shown_real(&h, "gripper/holds") == 0);
    CHECK_NEAR(shown_real(&h, "gripper/load"), 1.5, 0);
    say(&h, "gripper", "open");
    CHECK((int)shown_real(&h, "gripper/holds") == -1);
    run_ticks(&h, 1000);
    say(&h, "gripper", "close");
    say(&h, "objects", "reset");
    run_ticks(&h, 1000);
    CHECK_NEAR(shown_real(&h, "gripper/width"), 0, 0);
    say(&h, "gripper", "relax");
    CHECK(wait_for(&h, "gripper/state", "relaxed", 2));
    close_cell(&h);
}

#define DEAF_LAW                                                                                   \
    "<component name=\"law\" member=\"arm\"><type><computed_torque><kp>2500</kp><kd>100</kd>"      \
    "<payload source=\"none\"/></computed_torque></type></component>"

// The weight's part of the efforts is the slope of its potential energy, by differences; and with
// it the arm stays, while without it a simulated arm that knows the mass gives way. The law holds
// it, or, where that is told not to, the gripper; never both.
static void check_carried(const char *cell) {
    open_ready(&h, cell);
    place_in_reach("near");
    run_ticks(&h, 50);
    double before[SNW_AXES], loaded[SNW_AXES];
    memcpy(before, h.arm->wanted.effort, sizeof before);
    double q[SNW_AXES];
    memcpy(q, h.arm->estimate.q, sizeof q);
    say(&h, "gripper", "attach near");
    memcpy(loaded, h.arm->wanted.effort, sizeof loaded);
    const snw_pose grasp =
        snw_pose_inverse_mul(frame_at(&h, "hand", h.arm->estimate.q), object_pose(0));
    for (int i = 0; i < h.arm->count; i++) {
        double height[2];
        for (int side = 0; side < 2; side++) {
            double moved[SNW_AXES];
            memcpy(moved, q, sizeof moved);
            moved[i] += side == 0 ? -1e-5 : 1e-5;
            const snw_pose object = snw_pose_mul(frame_at(&h, "hand", moved), grasp);
            height[side] = snw_pose_apply(object, snw_vec3_of(0.01, 0.02, -0.03)).z;
        }
        const double slope = -1.5 * h.arm->gravity.z * (height[1] - height[0]) / 2e-5;
        CHECK_NEAR(loaded[i] - before[i], slope, 2e-3);
    }
    run_ticks(&h, 1000);
    for (int i = 0; i < h.arm->count; i++)
        CHECK_NEAR(h.arm->sensed.q[i], q[i], 2e-5);
    say(&h, "gripper", "release");
    run_ticks(&h, 1000);
    for (int i = 0; i < h.arm->count; i++)
        CHECK_NEAR(h.arm->sensed.q[i], q[i], 2e-5);
    close_cell(&h);
}

static void the_weight_of_what_is_held_is_carried(void) {
    check_carried(plain);
    check_carried(HEAD DEAF_LAW GRIPPER OBJECTS TAIL);
    // neither the law nor the gripper
    open_ready(&h, HEAD DEAF_LAW "<component name=\"gripper\" member=\"arm\"><type><gripper "
                                 "frame=\"hand\" carry=\"false\"><grasp xyz=\"0 0 0.1034\"/>"
                                 "</gripper></type><peers><peer role=\"objects\" "
                                 "component=\"objects\"/></peers></component>" OBJECTS TAIL);
    place_in_reach("near");
    say(&h, "gripper", "attach near");
    run_ticks(&h, 1000);
    static const double q[] = {0, -0.785, 0, -2.356, 0, 1.571, 0.785};
    double away = 0;
    for (int i = 0; i < h.arm->count; i++)
        away = fmax(away, fabs(h.arm->sensed.q[i] - q[i]));
    CHECK(away > 1e-3);
    close_cell(&h);
}

// By words alone, as a pendant gives them: teach where a part is and where it shall go, and carry
// it there with the hand.
// spec: loffler:L-191
static void a_part_is_picked_and_placed_from_the_pendant(void) {
    open_ready(&h, HEAD POINTS LAW GRIPPER OBJECTS TAIL);
    const snw_quat down = snw_quat_of(0, 1, 0, 0);
    const snw_pose base = h.arm->T_world_base;
    const snw_vec3 from = snw_vec3_of(0.45, -0.2, 0.1), to = snw_vec3_of(0.5, 0.25, 0.15);
    const snw_vec3 places[] = {from, to};
    // four points: above and at each of the places
    for (int i = 0; i < 4; i++) {
        const snw_vec3 p = places[i / 2];
        char text[160];
        (void)snprintf(text, sizeof text, "line in=base %.17g %.17g %.17g %g %g %g %g", p.x, p.y,
                       p.z + (i % 2 == 0 ? 0.12 : 0) + 0.1034, down.x, down.y, down.z, down.w);
        say(&h, "motion", text);
        static const char *const words[] = {"store over_a", "store at_a", "store over_b",
                                            "store at_b"};
        run_ticks(&h, 200);
        say(&h, "points", words[i]);
        if (i == 2) say(&h, "motion", "stop");
    }
    char place[160];
    const snw_vec3 lies = snw_pose_apply(base, from);
    (void)snprintf(place, sizeof place, "place near %.17g %.17g %.17g 0 0 0 1", lies.x, lies.y,
                   lies.z);
    say(&h, "objects", place);
    const struct {
        const char *component, *text;
    } pendant[] = {
        {"points", "go over_a"}, {"gripper", "open"},         {"points", "go at_a line"},
        {"gripper", "close"},    {"gripper", "attach"},       {"points", "go over_a line"},
        {"points", "go over_b"}, {"points", "go at_b line"},  {"gripper", "release"},
        {"gripper", "open"},     {"points", "go over_b line"}};
    for (size_t i = 0; i < sizeof pendant / sizeof pendant[0]; i++) {
        say(&h, pendant[i].component, pendant[i].text);
        CHECK(wait_for(&h, "points/state", "idle", 20000));
        run_ticks(&h, 900);
    }
    const snw_vec3 lain = snw_pose_apply(base, to);
    CHECK(snw_vec3_distance(object_pose(0).p, lain) < 5e-4);
    guard_was_quiet(&h);
    close_cell(&h);
}

int main(void) {
    RUN(objects_are_where_the_cell_says_until_they_are_placed);
    RUN(what_is_held_follows_the_tool_and_stays_where_it_is_let_go);
    RUN(fingers_go_at_their_speed_and_stop_at_what_is_between_them);
    RUN(the_weight_of_what_is_held_is_carried);
    RUN(a_part_is_picked_and_placed_from_the_pendant);
    return check_report();
}
