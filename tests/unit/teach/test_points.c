// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "harness.h"
#include "sinew/teach/programs.h"

#define DEGREE (3.14159265358979323846 / 180)

static harness h;

// --- the list -----------------------------------------------------------------------------------

static void points_are_kept_edited_and_told(void) {
    open_ready(&h, HEAD POINTS LAW TAIL);
    say(&h, "points", "count");
    CHECK_TEXT(h.answer, "0");
    say(&h, "points", "store home");
    say(&h, "points", "put b 0.1 -0.7 0 -2.3 0 1.5 0.7");
    say(&h, "points", "put c 0.2 -0.7 0 -2.3 0 1.5 0.7");
    CHECK_TEXT(shown(&h, "points/count"), "3");
    CHECK_TEXT(shown(&h, "points/version"), "3");
    say(&h, "points", "order c 0");
    say(&h, "points", "rename b second");
    const char *const names[] = {"c", "home", "second"};
    for (int i = 0; i < 3; i++) {
        char text[32];
        (void)snprintf(text, sizeof text, "point %d", i);
        say(&h, "points", text);
        CHECK(strncmp(h.answer, names[i], strlen(names[i])) == 0);
    }
    say(&h, "points", "remove home");
    say(&h, "points", "point 1");
    CHECK(strncmp(h.answer, "second 0.1 -0.7 0 -2.3 0 1.5 0.7 | ", 35) == 0);
    say(&h, "points", "clear");
    CHECK_TEXT(shown(&h, "points/count"), "0");
    close_cell(&h);
}

// seven joints, a bar, and the seven numbers of a pose
static void read_numbers(const char *at, double numbers[14]) {
    for (int i = 0; i < 14; i++) {
        if (i == 7) at = strchr(at, '|') + 1;
        char *end;
        numbers[i] = strtod(at, &end);
        CHECK(end > at);
        at = end;
    }
}

static void a_point_is_told_with_the_pose_of_the_tool(void) {
    open_ready(&h, HEAD POINTS LAW TAIL);
    say(&h, "points", "put p 0.3 -0.5 0.2 -2 0.1 1.7 0.4");
    say(&h, "points", "point 0");
    double numbers[14];
    read_numbers(h.answer + 2, numbers);
    const snw_pose pose = frame_at(&h, "tool", numbers);
    const snw_vec3 p = snw_vec3_of(numbers[7], numbers[8], numbers[9]);
    const snw_quat turn = snw_quat_of(numbers[13], numbers[10], numbers[11], numbers[12]);
    CHECK(snw_vec3_distance(p, pose.p) < 1e-12);
    CHECK(snw_mat3_near(snw_quat_to_mat3(turn), pose.R, 1e-12));
    close_cell(&h);
}

// From a hundred points: their tool is moved and turned a little, and the joints that are told
// bring it there by the kinematics, near to those it began with. The point itself stays.
static void joints_are_searched_for_a_pose_near_a_point(void) {
    open_ready(&h, HEAD POINTS LAW TAIL);
    int found = 0;
    CHECK_CASES(check_scaled(100)) {
        static const double middle[7] = {0, -0.785, 0, -2.356, 0, 1.571, 0.785};
        double from[7], numbers[14];
        char text[512];
        size_t used = (size_t)snprintf(text, sizeof text, "put p");
        for (int i = 0; i < 7; i++) {
            from[i] = middle[i] + check_real(-0.4, 0.4);
            used += (size_t)snprintf(text + used, sizeof text - used, " %.17g", from[i]);
        }
        say(&h, "points", text);
        say(&h, "points", "point 0");
        char before[sizeof h.answer];
        snw_copy_text(before, sizeof before, h.answer);
        const snw_pose at = frame_at(&h, "tool", from);
        const snw_vec3 step =
            snw_vec3_of(check_real(-0.1, 0.1), check_real(-0.1, 0.1), check_real(-0.1, 0.1));
        const snw_vec3 spin =
            snw_vec3_of(check_real(-0.2, 0.2), check_real(-0.2, 0.2), check_real(-0.2, 0.2));
        const snw_pose goal =
            snw_pose_of(snw_mat3_mul(at.R, snw_rotation_exp(spin)), snw_vec3_add(at.p, step));
        const snw_quat turn = snw_quat_from_mat3(goal.R);
        (void)snprintf(text, sizeof text, "reach p %.17g %.17g %.17g %.17g %.17g %.17g %.17g",
                       goal.p.x, goal.p.y, goal.p.z, turn.x, turn.y, turn.z, turn.w);
        if (snw_failed(ask(&h, "points", text))) continue;
        found++;
        read_numbers(h.answer + 2, numbers);
        const snw_pose made = frame_at(&h, "tool", numbers);
        CHECK(snw_vec3_distance(made.p, goal.p) < 2e-5);
        CHECK(snw_mat3_near(made.R, goal.R, 2e-5));
        for (int i = 0; i < 7; i++)
            CHECK(fabs(numbers[i] - from[i]) < 1.5);
        say(&h, "points", "point 0");
        CHECK_TEXT(h.answer, before);
    }
    CHECK(found > check_scaled(100) * 3 / 4);
    refused(&h, "points", "reach p 3 0 0 0 0 0 1", SNW_ERR_LIMIT);
    refused(&h, "points", "reach p 0.4 0 nan 0 0 0 1", SNW_ERR_SYNTAX);
    refused(&h, "points", "reach p 0.4 0 0.4 0 0 0 0", SNW_ERR_ARGUMENT);
    refused(&h, "points", "reach p 0.4 0", SNW_ERR_SYNTAX);
    refused(&h, "points", "reach q 0.4 0 0.4 0 0 0 1", SNW_ERR_UNKNOWN_NAME);
    close_cell(&h);
}

static void what_cannot_be_is_refused_with_a_reason(void) {
    open_ready(&h, HEAD POINTS LAW TAIL);
    say(&h, "points", "store a");
    refused(&h, "points", "store a", SNW_ERR_DUPLICATE);
    refused(&h, "points", "replace b", SNW_ERR_UNKNOWN_NAME);
    refused(&h, "points", "store a/b", SNW_ERR_SYNTAX);
    refused(&h, "points", "store all", SNW_ERR_SYNTAX);
    refused(&h, "points", "store", SNW_ERR_SYNTAX);
    refused(&h, "points", "store b c", SNW_ERR_SYNTAX);
    refused(&h, "points", "put b 1 2 3", SNW_ERR_SIZE);
    refused(&h, "points", "put b 1 2 x 4 5 6 7", SNW_ERR_SIZE);
    refused(&h, "points", "put b 1 2 nan 4 5 6 7", SNW_ERR_SIZE);
    refused(&h, "points", "put b 3 0 0 -1 0 1 0", SNW_ERR_LIMIT);
    CHECK_TEXT(h.why.subject, "j1");
    refused(&h, "points", "remove b", SNW_ERR_UNKNOWN_NAME);
    refused(&h, "points", "rename a line", SNW_ERR_SYNTAX);
    refused(&h, "points", "order a 1", SNW_ERR_RANGE);
    refused(&h, "points", "point 1", SNW_ERR_RANGE);
    refused(&h, "points", "point 0.5", SNW_ERR_RANGE);
    refused(&h, "points", "go b", SNW_ERR_UNKNOWN_NAME);
    refused(&h, "points", "go a line -1", SNW_ERR_RANGE);
    refused(&h, "points", "cycle a b", SNW_ERR_UNKNOWN_NAME);
    refused(&h, "points", "cycle a times 0", SNW_ERR_RANGE);
    refused(&h, "points", "cycle", SNW_ERR_STATE);
    refused(&h, "points", "pause", SNW_ERR_STATE);
    refused(&h, "points", "dance", SNW_ERR_UNKNOWN_NAME);
    for (int i = 1; i < 8; i++) {
        char text[64];
        (void)snprintf(text, sizeof text, "put p%d " PANDA_AT, i);
        say(&h, "points", text);
    }
    refused(&h, "points", "put ninth " PANDA_AT, SNW_ERR_FULL);
    CHECK_TEXT(shown(&h, "points/count"), "8");
    close_cell(&h);
}

// A list of names beside it, changed by the same words.
static void the_list_is_that_of_a_plain_one_after_any_words(void) {
    enum { ROOM = 8, NAMES = 12 };
    open_ready(&h, HEAD POINTS LAW TAIL);
    int list[ROOM], count = 0;
    CHECK_CASES(check_scaled(400)) {
        char text[96];
        const int name = (int)check_real(0, NAMES), other = (int)check_real(0, NAMES);
        const int place = (int)check_real(0, ROOM);
        int at = -1, of = -1;
        for (int i = 0; i < count; i++) {
            if (list[i] == name) at = i;
            if (list[i] == other) of = i;
        }
        bool good = false;
        switch ((int)check_real(0, 5)) {
        case 0:
            (void)snprintf(text, sizeof text, "store n%d", name);
            good = at < 0 && count < ROOM;
            if (good) list[count++] = name;
            break;
        case 1:
            (void)snprintf(text, sizeof text, "remove n%d", name);
            good = at >= 0;
            if (good) memmove(&list[at], &list[at + 1], (size_t)(--count - at) * sizeof *list);
            break;
        case 2:
            (void)snprintf(text, sizeof text, "rename n%d n%d", name, other);
            good = at >= 0 && (of < 0 || of == at);
            if (good) list[at] = other;
            break;
        case 3:
            (void)snprintf(text, sizeof text, "order n%d %d", name, place);
            good = at >= 0 && place < count;
            if (good) {
                memmove(&list[at], &list[at + 1], (size_t)(count - 1 - at) * sizeof *list);
                memmove(&list[place + 1], &list[place], (size_t)(count - 1 - place) * sizeof *list);
                list[place] = name;
            }
            break;
        default:
            (void)snprintf(text, sizeof text, "put n%d " PANDA_AT, name);
            good = at >= 0 || count < ROOM;
            if (at < 0 && good) list[count++] = name;
            break;
        }
        CHECK((ask(&h, "points", text) == SNW_OK) == good);
        CHECK((int)shown_real(&h, "points/count") == count);
        for (int i = 0; i < count; i++) {
            char question[32], expected[32];
            (void)snprintf(question, sizeof question, "point %d", i);
            (void)snprintf(expected, sizeof expected, "n%d ", list[i]);
            say(&h, "points", question);
            CHECK(strncmp(h.answer, expected, strlen(expected)) == 0);
        }
    }
    close_cell(&h);
}

// --- moves --------------------------------------------------------------------------------------

static void lead(int axis, double effort) {
    char text[64];
    (void)snprintf(text, sizeof text, "force %d %g for 0.4", axis, effort);
    say(&h, "arm.drive", text);
    run_ticks(&h, 2500);
}

// Five points are taught by leading the arm without weight, and stored by name; each is gone to
// again, measured at the joints; three of the five are cycled ten times, in their order.
// spec: loffler:L-188
static void points_taught_without_gravity_are_replayed_and_cycled(void) {
    static const struct {
        int axis;
        double effort;
    } pushes[] = {{0, 2}, {3, 1.5}, {1, -1.5}, {5, 0.5}, {0, -3}};
    static const char *const names[] = {"one", "two", "three", "four", "five"};
    open_ready(&h, HEAD POINTS GUIDING LAW TAIL);
    double taught[5][SNW_AXES];
    say(&h, "guiding", "guide on");
    for (int i = 0; i < 5; i++) {
        char text[32];
        lead(pushes[i].axis, pushes[i].effort);
        (void)snprintf(text, sizeof text, "store %s", names[i]);
        say(&h, "points", text);
        memcpy(taught[i], h.arm->estimate.q, sizeof taught[i]);
        for (int k = 0; k < i; k++) {
            double away = 0;
            for (int j = 0; j < h.arm->count; j++)
                away = fmax(away, fabs(taught[k][j] - taught[i][j]));
            CHECK(away > 2 * DEGREE);
        }
    }
    say(&h, "guiding", "guide off");
    CHECK(wait_for(&h, "points/count", "5", 1));
    run_ticks(&h, 3000);
    for (int i = 4; i >= 0; i--) {
        char text[32];
        (void)snprintf(text, sizeof text, "go %s", names[i]);
        say(&h, "points", text);
        CHECK_TEXT(shown(&h, "points/state"), "going");
        CHECK((int)shown_real(&h, "points/at") == i);
        CHECK(wait_for(&h, "points/state", "idle", 20000));
        run_ticks(&h, 300);
        for (int j = 0; j < h.arm->count; j++)
            CHECK_NEAR(h.arm->sensed.q[j], taught[i][j], 0.1 * DEGREE);
    }
    say(&h, "points", "cycle two five four times 10");
    static const int order[] = {1, 4, 3};
    for (int i = 0; i < 30; i++) {
        CHECK(i == 0 || (int)shown_real(&h, "points/rounds") == i / 3);
        CHECK((int)shown_real(&h, "points/at") == order[i % 3]);
        const double moves = shown_real(&h, "points/moves");
        for (int k = 0; k < 20000 && shown_real(&h, "points/moves") == moves; k++)
            snw_exec_tick(h.exec);
        // the next begins as soon as the target is there; the arm is as near as it follows
        for (int j = 0; j < h.arm->count; j++)
            CHECK_NEAR(h.arm->sensed.q[j], taught[order[i % 3]][j], 0.1 * DEGREE);
    }
    CHECK(wait_for(&h, "points/state", "idle", 2));
    CHECK_TEXT(shown(&h, "points/rounds"), "10");
    guard_was_quiet(&h);
    close_cell(&h);
}

static void a_line_is_straight_and_a_speed_is_kept_for_one_move(void) {
    open_ready(&h, HEAD POINTS LAW TAIL);
    say(&h, "points", "put p 0.3 -0.6 0.1 -2.2 0 1.7 0.8");
    double there[SNW_AXES] = {0.3, -0.6, 0.1, -2.2, 0, 1.7, 0.8};
    const snw_pose goal = frame_at(&h, "tool", there);
    const snw_vec3 from = frame_at(&h, "tool", h.arm->target.q).p;
    const snw_vec3 way = snw_vec3_normalize(snw_vec3_sub(goal.p, from));
    const uint64_t begin = snw_exec_next(h.exec);
    say(&h, "points", "go p line");
    while (strcmp(shown(&h, "points/state"), "idle") != 0) {
        const snw_vec3 off = snw_vec3_sub(frame_at(&h, "tool", h.arm->target.q).p, from);
        CHECK(snw_vec3_norm(snw_vec3_cross(off, way)) < 1e-4);
        run_ticks(&h, 10);
    }
    const uint64_t usual = snw_exec_next(h.exec) - begin;
    CHECK(snw_vec3_distance(frame_at(&h, "tool", h.arm->target.q).p, goal.p) < 1e-6);
    say(&h, "points", "put home " PANDA_AT);
    say(&h, "points", "go home");
    CHECK(wait_for(&h, "points/state", "idle", 20000));
    const uint64_t again = snw_exec_next(h.exec);
    say(&h, "points", "go p line 0.25");
    run_ticks(&h, 2);
    CHECK_NEAR(shown_real(&h, "motion/override"), 0.25, 0);
    CHECK(wait_for(&h, "points/state", "idle", 40000));
    CHECK((double)(snw_exec_next(h.exec) - again) > 2 * (double)usual);
    run_ticks(&h, 2);
    CHECK_NEAR(shown_real(&h, "motion/override"), 1, 0);
    guard_was_quiet(&h);
    close_cell(&h);
}

static void a_cycle_can_be_paused_resumed_and_stopped(void) {
    open_ready(&h, HEAD POINTS LAW TAIL);
    say(&h, "points", "put a 1.2 -0.7 0 -2.3 0 1.5 0.7");
    say(&h, "points", "put b -1.2 -0.7 0 -2.3 0 1.5 0.7");
    say(&h, "points", "cycle all");
    run_ticks(&h, 300);
    refused(&h, "points", "remove a", SNW_ERR_STATE);
    refused(&h, "points", "go a", SNW_ERR_STATE);
    say(&h, "points", "pause");
    run_ticks(&h, 600);
    CHECK_TEXT(shown(&h, "points/state"), "paused");
    const double q = h.arm->target.q[0];
    run_ticks(&h, 500);
    CHECK(h.arm->target.q[0] == q);
    say(&h, "points", "resume");
    run_ticks(&h, 500);
    CHECK_TEXT(shown(&h, "points/state"), "cycling");
    CHECK(h.arm->target.q[0] != q);
    CHECK(wait_for(&h, "points/rounds", "2", 60000));
    say(&h, "points", "pause");
    run_ticks(&h, 200);
    say(&h, "points", "stop");
    CHECK(wait_for(&h, "points/state", "idle", 2));
    run_ticks(&h, 1000);
    say(&h, "points", "go a");
    CHECK(wait_for(&h, "points/state", "idle", 20000));
    CHECK_NEAR(h.arm->target.q[0], 1.2, 1e-12);
    guard_was_quiet(&h);
    close_cell(&h);
}

static void a_stopped_arm_ends_the_way_and_says_so(void) {
    open_ready(&h, HEAD POINTS LAW TAIL);
    say(&h, "points", "put a 1 -0.7 0 -2.3 0 1.5 0.7");
    say(&h, "points", "go a");
    run_ticks(&h, 300);
    snw_event event;
    while (snw_exec_event(h.exec, &event) == SNW_OK) {
    }
    CHECK(snw_exec_request(h.exec, 0, SNW_REQUEST_STOP_1) == SNW_OK);
    CHECK(wait_for(&h, "points/state", "idle", 1000));
    int told = 0;
    while (snw_exec_event(h.exec, &event) == SNW_OK)
        told += event.why.code != SNW_OK && event.why.text[0] != '\0';
    CHECK(told > 0);
    refused(&h, "points", "go a", SNW_ERR_STATE);
    close_cell(&h);
}

static void points_of_the_cell_are_there_and_bad_ones_refused(void) {
    open_ready(&h, HEAD "<component name=\"points\" member=\"arm\"><type><points><list>"
                        "<point name=\"home\"><q>" PANDA_AT "</q></point>"
                        "</list></points></type>" TO_MOTION "</component>" LAW TAIL);
    CHECK_TEXT(shown(&h, "points/count"), "1");
    close_cell(&h);
    const snw_status status =
        open_cell(&h, "bad.cell.xml",
                  HEAD "<component name=\"points\" member=\"arm\"><type><points><list>"
                       "<point name=\"home\"><q>1 2</q></point></list></points></type>" TO_MOTION
                       "</component>" LAW TAIL);
    CHECK(status == SNW_ERR_SIZE);
    CHECK(h.diags.count > 0 && strcmp(h.reasons[0].subject, "points/home") == 0);
    close_cell(&h);
}

// Seen: a cycle whose move could not be made became idle: the band of the page said "Ready", and
// the run ended well.
static void a_cycle_that_fails_says_so_until_the_next_command(void) {
    open_ready(&h, HEAD POINTS LAW TAIL);
    say(&h, "points", "put a 0.6 -0.7 0 -2.3 0 1.5 0.7");
    say(&h, "points", "put b -0.6 -0.7 0 -2.3 0 1.5 0.7");
    say(&h, "points", "cycle a b");
    // when the first point is near, the range of the joint no longer has the second
    for (int k = 0; k < 20000 && h.arm->estimate.q[0] < 0.3; k++)
        run_ticks(&h, 1);
    CHECK(snw_exec_narrow(h.exec, 0, 0, 0.1, 2, NULL) == SNW_OK);
    CHECK(wait_for(&h, "points/state", "failed", 20000));
    snw_component *points = snw_exec_find(h.exec, "points");
    snw_why why = {0};
    CHECK(snw__program_result(points, &why) == SNW_ERR_CHECK);
    CHECK_TEXT(why.subject, "points");
    CHECK_TEXT(why.rule, "program");
    CHECK(why.severity == SNW_ERROR && why.text[0] != '\0');
    // a person who ends it, or begins something else, has seen it
    say(&h, "points", "stop");
    run_ticks(&h, 2);
    CHECK_TEXT(shown(&h, "points/state"), "idle");
    CHECK(snw__program_result(points, &why) == SNW_OK);
    // one that a person stops did not fail
    say(&h, "points", "put c 0.9 -0.7 0 -2.3 0 1.5 0.7");
    say(&h, "points", "cycle a c");
    run_ticks(&h, 100);
    say(&h, "motion", "stop");
    CHECK(wait_for(&h, "points/state", "idle", 20000));
    CHECK(snw__program_result(points, &why) == SNW_OK);
    close_cell(&h);
}

int main(void) {
    RUN(points_are_kept_edited_and_told);
    RUN(a_point_is_told_with_the_pose_of_the_tool);
    RUN(joints_are_searched_for_a_pose_near_a_point);
    RUN(what_cannot_be_is_refused_with_a_reason);
    RUN(the_list_is_that_of_a_plain_one_after_any_words);
    RUN(points_taught_without_gravity_are_replayed_and_cycled);
    RUN(a_line_is_straight_and_a_speed_is_kept_for_one_move);
    RUN(a_cycle_can_be_paused_resumed_and_stopped);
    RUN(a_cycle_that_fails_says_so_until_the_next_command);
    RUN(a_stopped_arm_ends_the_way_and_says_so);
    RUN(points_of_the_cell_are_there_and_bad_ones_refused);
    return check_report();
}
