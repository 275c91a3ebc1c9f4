// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/program.h"

#include <math.h>
#include <string.h>

#include "check.h"

static snw_program p;

static void open_program(bool real) {
    snw_program_options options = snw_program_defaults();
    options.path = SNW_SOURCE_DIR "/cells/microbo.cell.xml";
    options.real = real;
    snw_why found[8];
    snw_diags diags = {.items = found, .capacity = 8};
    const snw_status status = snw_program_open(&p, &options, &diags);
    for (int i = 0; i < diags.count && snw_failed(status); i++) {
        print_error("%s: %s\n", found[i].subject, found[i].text);
    }
    CHECK(!snw_failed(status));
}

static snw_pose down(double x, double y, double z) {
    const snw_pose T = {{{1, 0, 0}, {0, -1, 0}, {0, 0, -1}}, {x, y, z}};
    return T;
}

static void place(snw_frame *frame, snw_equation *equation, snw_pose pose) {
    CHECK(snw_frame_const(frame, "place", pose, NULL) == SNW_OK);
    CHECK(SNW_POSITION(equation, NULL, "place", &snw_t6, &snw_eq, frame) == SNW_OK);
}

static void moves_return_at_once_and_waiting_lets_time_pass(void) {
    open_program(false);
    snw_frame f[2];
    snw_equation e[2];
    place(&f[0], &e[0], down(0.325, 0.15, 0.3));
    place(&f[1], &e[1], down(0.325, -0.15, 0.3));
    const double before = snw_program_time(&p);
    int64_t ids[12];
    for (int i = 0; i < 12; i++)
        ids[i] = snw_move_to(&p, &e[i % 2]);
    CHECK_NEAR(snw_program_time(&p), before, 0);
    for (int i = 0; i < 12; i++) {
        // each arrival, though both places are queued six times
        CHECK(ids[i] > 0);
        CHECK(snw_wait_for(&p, ids[i], 60) == SNW_OK);
        CHECK_NEAR(snw_program_t6(&p).p.y, i % 2 == 0 ? 0.15 : -0.15, 0.02);
    }
    CHECK(snw_wait_done(&p, 10) == SNW_OK);
    CHECK_NEAR(snw_program_t6(&p).p.y, -0.15, 1e-9);
    CHECK(e[0].ends == 6 && e[1].ends == 6);
    CHECK(snw_equation_release(&e[0], NULL) == SNW_OK);
    CHECK(snw_program_close(&p, NULL) == SNW_OK);
}

static void what_does_not_arrive_says_why(void) {
    open_program(false);
    snw_frame f[2];
    snw_equation e[2];
    place(&f[0], &e[0], down(3, 0, 0.3));
    place(&f[1], &e[1], down(0.325, 0.1, 0.3));
    CHECK(snw_failed(snw_wait_for(&p, snw_move_to(&p, &e[0]), 10)));
    CHECK(p.why.text[0] != '\0' && e[0].code == SNW_MOVE_REFUSED);
    CHECK(snw_wait_for(&p, snw_move_to(&p, &e[1]), 1e-6) == SNW_ERR_TIMEOUT);
    CHECK(snw_wait_done(&p, 60) == SNW_OK);
    double beyond[SNW_AXES] = {100};
    CHECK(snw_move_joints(&p, beyond) == 0);
    CHECK(snw_failed(p.why.code));
    CHECK(snw_failed(snw_wait_for(&p, 0, 1)));
    CHECK(snw_program_close(&p, NULL) == SNW_OK);
}

static void a_stop_by_others_ends_the_motion_and_the_next_begins_where_the_arm_is(void) {
    open_program(false);
    snw_frame f[2];
    snw_equation e[2];
    place(&f[0], &e[0], down(0.325, 0.15, 0.3));
    place(&f[1], &e[1], down(0.325, -0.15, 0.3));
    CHECK(snw_wait_for(&p, snw_move_to(&p, &e[0]), 60) == SNW_OK);
    p.next.mode = SNW_MOVE_CARTESIAN;
    p.next.speed = 0.1;
    const int64_t id = snw_move_to(&p, &e[1]);
    const int64_t behind = snw_move_to(&p, &e[0]);
    snw_program_sleep(&p, 1);
    CHECK(snw_exec_request(p.exec, 0, SNW_REQUEST_STOP_2) == SNW_OK);
    CHECK(snw_wait_for(&p, id, 10) == SNW_ERR_INTERRUPTED);
    CHECK(snw_wait_for(&p, behind, 10) == SNW_OK || e[0].code == SNW_MOVE_CANCELLED);
    snw_program_sleep(&p, 2);
    CHECK(snw_exec_request(p.exec, 0, SNW_REQUEST_ACKNOWLEDGE) == SNW_OK);
    snw_program_sleep(&p, 0.1);
    const double y = snw_program_t6(&p).p.y;
    CHECK(y < 0.14 && y > -0.14);
    CHECK(snw_wait_for(&p, snw_move_to(&p, &e[1]), 60) == SNW_OK);
    CHECK_NEAR(snw_program_t6(&p).p.y, -0.15, 1e-9);
    CHECK(snw_exec_guard(p.exec, 0)->signals.refusals == 0);
    CHECK(snw_equation_release(&e[0], NULL) == SNW_OK);
    CHECK(snw_program_close(&p, NULL) == SNW_OK);
}

// a place is taught where the arm is, and found again from elsewhere
static void a_taught_place_is_reached_again(void) {
    open_program(false);
    snw_frame hold;
    snw_equation e;
    CHECK(snw_frame_hold(&hold, "taught", snw_pose_identity(), NULL) == SNW_OK);
    CHECK(SNW_POSITION(&e, NULL, "taught", &snw_t6, &snw_eq, &hold) == SNW_OK);
    const double there[SNW_AXES] = {0.4, 0.25, 0.33, -0.8, -4, 0.2};
    CHECK(snw_wait_for(&p, snw_move_joints(&p, there), 60) == SNW_OK);
    snw_program_sleep(&p, 0.1);
    const snw_pose taught = snw_program_t6(&p);
    CHECK(snw_program_teach(&p, &hold, &e) == SNW_OK);
    CHECK(snw_wait_for(&p, snw_move_park(&p), 60) == SNW_OK);
    CHECK(!snw_pose_near(snw_program_t6(&p), taught, 1e-2));
    CHECK(snw_wait_for(&p, snw_move_to(&p, &e), 60) == SNW_OK);
    snw_program_sleep(&p, 0.1);
    CHECK(snw_pose_near(snw_program_t6(&p), taught, 1e-9));
    CHECK(snw_program_close(&p, NULL) == SNW_OK);
}

// spec: loffler:L-087
static void a_rest_is_held_for_its_time(void) {
    open_program(false);
    snw_frame f[2];
    snw_equation e[2];
    place(&f[0], &e[0], down(0.325, 0.1, 0.3));
    place(&f[1], &e[1], down(0.325, 0.05, 0.3));
    const int64_t first = snw_move_to(&p, &e[0]);
    const int64_t rest = snw_move_stop(&p, 0.7);
    const int64_t second = snw_move_to(&p, &e[1]);
    CHECK(snw_wait_for(&p, first, 60) == SNW_OK);
    const double begin = snw_program_time(&p);
    snw_program_sleep(&p, 0.014);
    const snw_pose held = snw_program_t6(&p);
    while (snw_wait_for(&p, rest, 0) == SNW_ERR_TIMEOUT) {
        CHECK(snw_pose_near(snw_program_t6(&p), held, 1e-12));
        snw_program_sleep(&p, 0.007);
    }
    CHECK_NEAR(snw_program_time(&p) - begin, 0.7, 0.0071);
    CHECK(snw_wait_for(&p, second, 60) == SNW_OK);
    CHECK(snw_program_close(&p, NULL) == SNW_OK);
}

static snw_pose last_pose(void) {
    open_program(false);
    snw_frame f;
    snw_equation e;
    place(&f, &e, down(0.3, 0.1, 0.28));
    p.next.mode = SNW_MOVE_JOINT;
    (void)snw_move_to(&p, &e);
    snw_program_sleep(&p, 0.8);
    const snw_pose T = snw_program_t6(&p);
    CHECK(snw_wait_done(&p, 60) == SNW_OK);
    CHECK(snw_program_close(&p, NULL) == SNW_OK);
    return T;
}

static void two_virtual_runs_are_equal_in_every_bit(void) {
    const snw_pose a = last_pose(), b = last_pose();
    CHECK(memcmp(&a, &b, sizeof a) == 0);
}

static void the_same_program_runs_by_the_clock(void) {
    open_program(true);
    const double a_little[SNW_AXES] = {0.05, 0.2, 0.3, -1.2, -4, 0};
    CHECK(snw_wait_for(&p, snw_move_joints(&p, a_little), 60) == SNW_OK);
    snw_program_sleep(&p, 0.1);
    CHECK(snw_program_close(&p, NULL) == SNW_OK);
}

static void a_cell_that_cannot_move_is_refused(void) {
    snw_program_options options = snw_program_defaults();
    options.path = SNW_SOURCE_DIR "/cells/slide.cell.xml";
    CHECK(snw_failed(snw_program_open(&p, &options, NULL)));
    options.path = SNW_SOURCE_DIR "/cells/none.cell.xml";
    CHECK(snw_failed(snw_program_open(&p, &options, NULL)));
    options.path = SNW_SOURCE_DIR "/cells/microbo.cell.xml";
    options.arm = "leg";
    CHECK(snw_failed(snw_program_open(&p, &options, NULL)));
    options.arm = NULL;
    options.frame = "no such frame";
    CHECK(snw_failed(snw_program_open(&p, &options, NULL)));
}

int main(void) {
    RUN(moves_return_at_once_and_waiting_lets_time_pass);
    RUN(what_does_not_arrive_says_why);
    RUN(a_stop_by_others_ends_the_motion_and_the_next_begins_where_the_arm_is);
    RUN(a_taught_place_is_reached_again);
    RUN(a_rest_is_held_for_its_time);
    RUN(two_virtual_runs_are_equal_in_every_bit);
    RUN(the_same_program_runs_by_the_clock);
    RUN(a_cell_that_cannot_move_is_refused);
    return check_report();
}
