// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "cell.h"

// What programs may rely on: what is predefined, what is refused, what happens out of reach, what
// the loop tells.

static snw_program p;

// --- predefined ---------------------------------------------------------------------------------

// spec: rccl:TRJ-16
static void park_t6_unit_vectors_and_rest_are_there_and_park_is_reached_from_anywhere(void) {
    // the axes, and a frame that changes nothing
    CHECK_NEAR(snw_vec3_dot(snw_vec3_cross(snw_x_unit, snw_y_unit), snw_z_unit), 1, 0);
    CHECK(snw_x_unit.x == 1 && snw_y_unit.y == 1 && snw_z_unit.z == 1);
    const cell_text cell = cell_defaults();
    cell_open(&p, &cell, snw_program_defaults());
    double park[SNW_AXES], now[SNW_AXES];
    snw_program_joints(&p, park);
    snw_frame f;
    snw_equation e;
    CHECK(snw_frame_const(&f, "F", cell_down(0.325, 0.1, 0.3), NULL) == SNW_OK);
    CHECK(SNW_POSITION(&e, NULL, "F", &snw_t6, &snw_unit, &snw_eq, &snw_unit, &f) == SNW_OK);
    CHECK(snw_wait_for(&p, snw_move_to(&p, &e), 30) == SNW_OK);
    snw_program_sleep(&p, 0.01);
    CHECK(snw_pose_near(snw_program_t6(&p), snw_frame_value(&f), 1e-9));
    // any configuration within limits, then park
    const snw_arm_limits *limits = &p.arm->limits;
    CHECK_CASES(check_scaled(300)) {
        double q[SNW_AXES];
        for (int i = 0; i < p.arm->count; i++)
            q[i] = check_real(limits->lower[i], limits->upper[i]);
        CHECK(snw_wait_for(&p, snw_move_joints(&p, q), 60) == SNW_OK);
        CHECK(snw_wait_for(&p, snw_move_park(&p), 60) == SNW_OK);
        snw_program_sleep(&p, 0.001);
        snw_program_joints(&p, now);
        for (int i = 0; i < p.arm->count; i++)
            CHECK_NEAR(now[i], park[i], 1e-9);
    }
    check_case = -1;
    CHECK(snw_exec_guard(p.exec, 0)->signals.refusals == 0);
    // rest: the arm stays, though the goal before would go on
    snw_conveyor belt = {.start = cell_down(0.325, 0, 0.3), .velocity = {0, 0.05, 0}};
    snw_frame moving;
    snw_equation tracked;
    belt.t_ns = snw_exec_time_ns(p.exec);
    CHECK(snw_frame_functional(&moving, "belt", snw_conveyor_frame, &belt, NULL) == SNW_OK);
    CHECK(SNW_POSITION(&tracked, NULL, "belt", &snw_t6, &snw_eq, &moving) == SNW_OK);
    CHECK(snw_wait_for(&p, snw_move_to(&p, &tracked), 30) == SNW_OK);
    CHECK(snw_wait_for(&p, snw_move_rest(&p), 10) == SNW_OK);
    snw_program_sleep(&p, 0.5);
    const snw_pose here = snw_program_t6(&p);
    snw_program_sleep(&p, 0.5);
    CHECK(snw_pose_near(snw_program_t6(&p), here, 1e-12));
    CHECK(snw_program_close(&p, NULL) == SNW_OK);
}

// spec: rccl:EQN-08
static void an_equation_that_motions_need_is_not_given_back(void) {
    const cell_text cell = cell_defaults();
    cell_open(&p, &cell, snw_program_defaults());
    enum { PLACES = 6 };
    snw_frame *frames[PLACES];
    snw_equation *places[PLACES];
    for (int i = 0; i < PLACES; i++) {
        frames[i] = malloc(sizeof *frames[i]);
        places[i] = malloc(sizeof *places[i]);
        cell_place(frames[i], places[i], cell_down(0.325, 0.05 * (i % 3), 0.3 - 0.01 * i));
        CHECK(snw_equation_release(places[i], NULL) == SNW_OK);
        CHECK(snw_move_to(&p, places[i]) > 0);
    }
    // Whoever frees what is queued asks first, is refused with the number of motions, and may as
    // soon as they have ended; the address sanitizer watches this test.
    bool freed[PLACES] = {false};
    int left = PLACES, refused = 0;
    for (int round = 0; left > 0 && round < 20000; round++) {
        for (int i = 0; i < PLACES; i++) {
            if (freed[i]) continue;
            snw_why why = {0};
            if (snw_equation_release(places[i], &why) != SNW_OK) {
                CHECK(why.text[0] != '\0');
                refused++;
                continue;
            }
            free(places[i]);
            free(frames[i]);
            freed[i] = true;
            left--;
        }
        snw_program_sleep(&p, 0.001);
    }
    CHECK(left == 0 && refused > PLACES);
    CHECK(snw_wait_done(&p, 10) == SNW_OK);
    // one that is cancelled before it began is free as well
    snw_frame f[2];
    snw_equation *e = malloc(2 * sizeof *e);
    cell_place(&f[0], &e[0], cell_down(0.325, 0.1, 0.3));
    cell_place(&f[1], &e[1], cell_down(0.325, -0.1, 0.3));
    for (int i = 0; i < 20; i++)
        CHECK(snw_move_to(&p, &e[i % 2]) > 0);
    snw_program_sleep(&p, 0.2);
    CHECK(snw_queue_cancel(p.queue) == SNW_OK);
    SNW_IGNORE(snw_wait_done(&p, 10));
    CHECK(snw_equation_release(&e[0], NULL) == SNW_OK);
    CHECK(snw_equation_release(&e[1], NULL) == SNW_OK);
    free(e);
    snw_program_sleep(&p, 0.1);
    CHECK(snw_program_close(&p, NULL) == SNW_OK);
}

// --- refusals -----------------------------------------------------------------------------------

// spec: rccl:SAF-08
static void an_arm_whose_axes_are_not_homed_does_not_move(void) {
    cell_text cell = {.model = "puma560-corke/puma560-corke.xml",
                      .park = "0 0.785 -3.14 0 0.785 0",
                      .arm = "<drive><simulated_arm><sensor absolute=\"false\"/></simulated_arm>"
                             "</drive>",
                      .motion = "<motion/>",
                      .servo = "<follow/>",
                      .period = "1 ms"};
    snw_frame f;
    snw_equation e;
    double q[SNW_AXES];
    cell_open(&p, &cell, snw_program_defaults());
    snw_program_joints(&p, q);
    const double before = q[0];
    cell_place(&f, &e, snw_program_t6(&p));
    q[0] += 0.1;
    CHECK(snw_move_joints(&p, q) == 0);
    CHECK(p.why.code == SNW_ERR_STATE && strcmp(p.why.rule, "homed") == 0);
    CHECK(strncmp(p.why.subject, "joint", 5) == 0);
    CHECK(snw_move_to(&p, &e) == 0 && snw_move_park(&p) == 0);
    CHECK(snw_wait_for(&p, snw_move_joints(&p, q), 1) == SNW_ERR_STATE);
    snw_program_sleep(&p, 1);
    snw_program_joints(&p, q);
    CHECK_NEAR(q[0], before, 1e-3);
    CHECK(snw_program_close(&p, NULL) == SNW_OK);
    // a guard that wants it does not even give power, and opening says which axis it is
    cell.arm = "<drive><simulated_arm><sensor absolute=\"false\"/></simulated_arm></drive>"
               "<guard home_required=\"true\"/>";
    snw_why found[8];
    snw_diags diags = {.items = found, .capacity = 8};
    CHECK(cell_open_with(&p, &cell, snw_program_defaults(), &diags) == SNW_ERR_STATE);
    CHECK(diags.count > 0 && strcmp(found[diags.count - 1].rule, "homed") == 0);
    // homed, it moves
    cell.arm = "<drive><simulated_arm/></drive><guard home_required=\"true\"/>";
    cell_open(&p, &cell, snw_program_defaults());
    snw_program_joints(&p, q);
    q[0] += 0.1;
    CHECK(snw_wait_for(&p, snw_move_joints(&p, q), 20) == SNW_OK);
    CHECK(snw_program_close(&p, NULL) == SNW_OK);
}

static void an_arm_that_sleeps_has_no_power_until_it_is_wanted(void) {
    const cell_text cell = cell_defaults();
    snw_program_options options = snw_program_defaults();
    options.asleep = true;
    cell_open(&p, &cell, options);
    double q[SNW_AXES] = {0.1, 0.2, 0.3, -1.2, -4, 0};
    CHECK(snw_move_joints(&p, q) == 0 && p.why.code == SNW_ERR_STATE && p.why.fix[0] != '\0');
    CHECK(snw_program_enable(&p) == SNW_OK);
    CHECK(snw_wait_for(&p, snw_move_joints(&p, q), 20) == SNW_OK);
    CHECK(snw_program_close(&p, NULL) == SNW_OK);
}

static void a_new_motion_can_be_refused_while_one_runs(void) {
    const cell_text cell = cell_defaults();
    cell_open(&p, &cell, snw_program_defaults());
    double q[SNW_AXES] = {0.5, 0.2, 0.3, -1.2, -4, 0};
    p.next.only_at_rest = true;
    const int64_t first = snw_move_joints(&p, q);
    CHECK(first > 0);
    q[0] = -0.5;
    CHECK(snw_move_joints(&p, q) == 0 && p.why.code == SNW_ERR_STATE);
    snw_program_sleep(&p, 0.2);
    CHECK(snw_move_joints(&p, q) == 0 && p.why.code == SNW_ERR_STATE);
    CHECK(snw_wait_for(&p, first, 20) == SNW_OK);
    const int64_t second = snw_move_joints(&p, q);
    CHECK(second > 0);
    snw_program_sleep(&p, 0.4);
    // the sample after a stop already slows down, and nothing that stops ever speeds up again
    const double before = fabs(p.arm->target.v[0]);
    CHECK(before > 0.1);
    CHECK(snw_queue_cancel(p.queue) == SNW_OK);
    double last = before;
    for (int i = 0; i < 2000 && snw_program_progress(&p).moving; i++) {
        snw_program_sleep(&p, 0.001);
        CHECK(fabs(p.arm->target.v[0]) < last + 1e-12);
        last = fabs(p.arm->target.v[0]);
    }
    CHECK(last < 1e-9 && snw_failed(snw_wait_for(&p, second, 1)));
    CHECK(snw_program_close(&p, NULL) == SNW_OK);
}

// --- out of reach -------------------------------------------------------------------------------

// Follows a belt that leaves the reach of the arm; returns the sample in which the motion broke.
// The stop must begin there: from then on the joints slow down.
static int64_t follow_out_of_reach(snw_conveyor *belt, snw_frame *moving, snw_equation *e) {
    snw_frame begin;
    snw_equation at_begin;
    cell_place(&begin, &at_begin, belt->start);
    CHECK(snw_wait_for(&p, snw_move_to(&p, &at_begin), 20) == SNW_OK);
    belt->t_ns = snw_exec_time_ns(p.exec);
    CHECK(snw_frame_functional(moving, "belt", snw_conveyor_frame, belt, NULL) == SNW_OK);
    CHECK(SNW_POSITION(e, NULL, "belt", &snw_t6, &snw_eq, moving) == SNW_OK);
    CHECK(snw_wait_for(&p, snw_move_to(&p, e), 20) == SNW_OK);
    // while the goal goes away it is followed at its speed; in the sample in which that ends there
    // is an error, and the arm is slower already
    double last = 0;
    char code[32] = "0";
    for (int i = 0; i < 20000 && strcmp(code, "-3") != 0; i++) {
        last = p.arm->target.v[2];
        snw_program_sleep(&p, 0.001);
        CHECK(snw_exec_get(p.exec, "program/code", code, sizeof code, NULL) == SNW_OK);
    }
    CHECK_TEXT(code, "-3");
    CHECK_NEAR(last, 0.05, 1e-6);
    CHECK(p.arm->target.v[2] < last);
    return snw_exec_time_ns(p.exec);
}

// spec: loffler:L-091
static void out_of_reach_stops_at_once_and_then_holds_or_has_no_power(void) {
    // slide 3 ends at 0.4 m: the belt passes there
    const snw_conveyor away = {.start = cell_down(0.3, 0, 0.3), .velocity = {0.05, 0, 0}};
    cell_text cell = cell_defaults();
    for (int off = 0; off < 2; off++) {
        cell.motion =
            off ? "<motion frame=\"tool\" unreachable=\"power_off\"/>" : "<motion frame=\"tool\"/>";
        cell_open(&p, &cell, snw_program_defaults());
        snw_conveyor belt = away;
        snw_frame moving;
        snw_equation e;
        const int64_t broken_ns = follow_out_of_reach(&belt, &moving, &e);
        CHECK(snw_wait_done(&p, 5) == SNW_ERR_UNREACHABLE && p.why.text[0] != '\0');
        snw_program_sleep(&p, 1);
        CHECK(snw_exec_time_ns(p.exec) > broken_ns);
        const snw_pose T6 = snw_program_t6(&p);
        // it rests at the edge of its reach, and the guard had nothing to correct
        CHECK_NEAR(T6.p.x, 0.4, 2e-3);
        CHECK(T6.p.x <= 0.4 + 1e-9);
        CHECK(snw_exec_guard(p.exec, 0)->signals.refusals == 0);
        CHECK(p.arm->command.enable == !off);
        if (!off) {
            CHECK_NEAR(p.arm->target.v[2], 0, 1e-12);
            CHECK(snw_wait_for(&p, snw_move_park(&p), 20) == SNW_OK);
        } else {
            CHECK(snw_move_park(&p) == 0 && p.why.code == SNW_ERR_STATE);
            CHECK(snw_program_enable(&p) == SNW_OK);
            CHECK(snw_wait_for(&p, snw_move_park(&p), 20) == SNW_OK);
        }
        CHECK(snw_program_close(&p, NULL) == SNW_OK);
    }
}

// spec: loffler:L-091
static void the_nearest_place_to_one_out_of_reach_is_gone_to_when_wanted(void) {
    const cell_text cell = cell_defaults();
    cell_open(&p, &cell, snw_program_defaults());
    snw_frame f[2];
    snw_equation e[2];
    // straight ahead the slide ends at 0.4 m, so that is the nearest, whatever lies beyond
    cell_place(&f[0], &e[0], cell_down(0.6, 0, 0.3));
    cell_place(&f[1], &e[1], cell_down(0.35, 0.05, 0.3));
    CHECK(snw_failed(snw_wait_for(&p, snw_move_to(&p, &e[0]), 20)));
    CHECK(e[0].code == SNW_MOVE_REFUSED && p.why.text[0] != '\0');
    const int64_t near = snw_move_near(&p, &e[0]);
    CHECK(near > 0 && p.why.code == SNW_SATURATED);
    CHECK_NEAR(p.why.numbers[0].value, 0.2, 2e-3);
    CHECK(snw_wait_for(&p, near, 20) == SNW_OK);
    snw_program_sleep(&p, 0.01);
    CHECK_NEAR(snw_program_t6(&p).p.x, 0.4, 2e-3);
    CHECK_NEAR(snw_program_t6(&p).p.y, 0, 2e-3);
    // one within reach is gone to as always
    CHECK(snw_wait_for(&p, snw_move_near(&p, &e[1]), 20) == SNW_OK);
    snw_program_sleep(&p, 0.01);
    CHECK(snw_pose_near(snw_program_t6(&p), snw_frame_value(&f[1]), 1e-9));
    CHECK(snw_program_close(&p, NULL) == SNW_OK);
}

// --- messages of the loop -----------------------------------------------------------------------

typedef struct talk {
    snw_program *program;
    int said, full;
} talk;

static void text_of(int i, char *text) {
    (void)snprintf(text, SNW_PROGRAM_TEXT, "sample %d: \x01\xc3\xa9 %%s \"quoted\" %*d", i, i % 60,
                   i);
}

// in the loop, every fourth sample
static int talk_each_sample(const snw_sample *sample, const snw_arm_target *target, void *context) {
    talk *t = context;
    (void)target;
    if (sample->number % 4 != 0) return 0;
    char text[SNW_PROGRAM_TEXT];
    text_of(t->said, text);
    const snw_status status = snw_program_tell(t->program, text);
    t->said += status == SNW_OK;
    t->full += status == SNW_ERR_FULL;
    return 0;
}

// spec: rccl:SYN-04
static void texts_of_the_loop_come_unaltered_and_in_order(void) {
    const cell_text cell = cell_defaults();
    cell_open(&p, &cell, snw_program_defaults());
    talk t = {.program = &p};
    p.next.monitor = talk_each_sample;
    p.next.context = &t;
    const double q[SNW_AXES] = {0.8, 0.2, 0.3, -1.2, -4, 0};
    char got[SNW_PROGRAM_TEXT], wanted[SNW_PROGRAM_TEXT];
    CHECK(snw_wait_told(&p, got, 0) == SNW_ERR_TIMEOUT);
    const int64_t id = snw_move_joints(&p, q);
    int heard = 0;
    while (snw_wait_told(&p, got, 0.1) == SNW_OK) {
        text_of(heard++, wanted);
        CHECK_TEXT(got, wanted);
    }
    CHECK(heard > 50 && heard == t.said && t.full == 0);
    CHECK(snw_wait_for(&p, id, 10) == SNW_OK);
    // nobody listens: as many wait as fit, the loop goes on, and the oldest are kept
    t = (talk){.program = &p};
    CHECK(snw_wait_for(&p, snw_move_park(&p), 10) == SNW_OK);
    CHECK(t.said == SNW_PROGRAM_TEXTS && t.full > 0);
    for (int i = 0; i < SNW_PROGRAM_TEXTS; i++) {
        text_of(i, wanted);
        CHECK(snw_wait_told(&p, got, 0) == SNW_OK);
        CHECK_TEXT(got, wanted);
    }
    // one that is too long is cut, and ends
    char longer[2 * SNW_PROGRAM_TEXT];
    memset(longer, 'x', sizeof longer - 1);
    longer[sizeof longer - 1] = '\0';
    CHECK(snw_program_tell(&p, longer) == SNW_OK);
    CHECK(snw_wait_told(&p, got, 0) == SNW_OK && strlen(got) == SNW_PROGRAM_TEXT - 1);
    CHECK(snw_program_close(&p, NULL) == SNW_OK);
}

int main(void) {
    RUN(park_t6_unit_vectors_and_rest_are_there_and_park_is_reached_from_anywhere);
    RUN(an_equation_that_motions_need_is_not_given_back);
    RUN(an_arm_whose_axes_are_not_homed_does_not_move);
    RUN(an_arm_that_sleeps_has_no_power_until_it_is_wanted);
    RUN(a_new_motion_can_be_refused_while_one_runs);
    RUN(out_of_reach_stops_at_once_and_then_holds_or_has_no_power);
    RUN(the_nearest_place_to_one_out_of_reach_is_gone_to_when_wanted);
    RUN(texts_of_the_loop_come_unaltered_and_in_order);
    return check_report();
}
