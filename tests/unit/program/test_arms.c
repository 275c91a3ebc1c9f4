// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "check.h"
#include "sinew/program.h"

// Several arms of one cell, moved by one program or by several threads.

static snw_program microbo, puma;

static void open_cell(bool real) {
    snw_program_options options = snw_program_defaults();
    options.path = SNW_SOURCE_DIR "/cells/two-robots.cell.xml";
    options.arm = "microbo";
    options.all = true;
    options.real = real;
    snw_why found[8];
    snw_diags diags = {.items = found, .capacity = 8};
    const snw_status status = snw_program_open(&microbo, &options, &diags);
    for (int i = 0; i < diags.count && snw_failed(status); i++)
        print_error("%s: %s\n", found[i].subject, found[i].text);
    CHECK(!snw_failed(status));
    CHECK(snw_program_join(&puma, &microbo, "puma") == SNW_OK);
}

static void close_cell(void) {
    CHECK(snw_program_close(&puma, NULL) == SNW_OK);
    CHECK(snw_program_close(&microbo, NULL) == SNW_OK);
}

static snw_pose down(double x, double y, double z) {
    const snw_pose T = {{{1, 0, 0}, {0, -1, 0}, {0, 0, -1}}, {x, y, z}};
    return T;
}

static void place(snw_frame *frame, snw_equation *equation, snw_pose pose) {
    CHECK(snw_frame_const(frame, "place", pose, NULL) == SNW_OK);
    CHECK(SNW_POSITION(equation, NULL, "place", &snw_t6, &snw_eq, frame) == SNW_OK);
}

// spec: rccl:MUL-01
static void two_robots_of_one_program_have_queues_of_their_own(void) {
    open_cell(false);
    CHECK(strcmp(microbo.arm->name, "microbo") == 0 && strcmp(puma.arm->name, "puma") == 0);
    CHECK(microbo.queue != puma.queue && microbo.exec == puma.exec);
    snw_frame f[3];
    snw_equation e[3];
    place(&f[0], &e[0], down(0.325, 0.1, 0.3));
    place(&f[1], &e[1], down(0.325, -0.1, 0.3));
    const snw_pose there = snw_program_t6(&puma);
    place(&f[2], &e[2], snw_pose_of(there.R, snw_vec3_add(there.p, (snw_vec3){0, 0.1, 0.05})));
    microbo.next.mode = puma.next.mode = SNW_MOVE_CARTESIAN;
    puma.next.speed = 0.02;
    CHECK(snw_wait_for(&microbo, snw_move_to(&microbo, &e[0]), 30) == SNW_OK);
    // one is stopped on its path while the other drives three times as far
    const int64_t slow = snw_move_to(&puma, &e[2]);
    snw_program_sleep(&puma, 1);
    CHECK(snw_queue_pause(puma.queue) == SNW_OK);
    snw_program_sleep(&puma, 0.5);
    const snw_pose paused = snw_program_t6(&puma);
    int64_t last = 0;
    for (int i = 0; i < 6; i++)
        last = snw_move_to(&microbo, &e[(i + 1) % 2]);
    CHECK(snw_wait_for(&microbo, last, 60) == SNW_OK);
    CHECK(snw_pose_near(snw_program_t6(&puma), paused, 1e-12));
    CHECK(snw_program_progress(&puma).ended < slow);
    CHECK(snw_queue_resume(puma.queue) == SNW_OK);
    // and the other way round: what cancels one leaves the other on its way
    const int64_t dropped = snw_move_to(&microbo, &e[1]);
    snw_program_sleep(&microbo, 0.2);
    CHECK(snw_queue_cancel(microbo.queue) == SNW_OK);
    CHECK(snw_failed(snw_wait_for(&microbo, dropped, 5)));
    CHECK(snw_wait_for(&puma, slow, 60) == SNW_OK);
    CHECK(snw_pose_near(snw_program_t6(&puma), snw_frame_value(&f[2]), 1e-9));
    close_cell();
}

static void an_arm_without_a_queue_or_a_name_is_refused(void) {
    snw_program other;
    snw_program_options options = snw_program_defaults();
    options.path = SNW_SOURCE_DIR "/cells/two-arms.cell.xml";
    CHECK(snw_program_open(&microbo, &options, NULL) == SNW_OK);
    CHECK(snw_program_join(&other, &microbo, "right") == SNW_ERR_STATE);
    CHECK(microbo.why.text[0] != '\0' && microbo.why.fix[0] != '\0');
    CHECK(snw_program_join(&other, &microbo, "middle") == SNW_ERR_UNKNOWN_NAME);
    CHECK(snw_program_close(&microbo, NULL) == SNW_OK);
    CHECK(snw_program_close(&microbo, NULL) == SNW_OK);
    // one handle for each arm at a time
    open_cell(false);
    CHECK(snw_program_join(&other, &microbo, "puma") == SNW_ERR_STATE);
    CHECK(snw_program_join(&other, &microbo, "microbo") == SNW_ERR_STATE);
    CHECK(snw_program_close(&puma, NULL) == SNW_OK);
    CHECK(snw_program_join(&puma, &microbo, "puma") == SNW_OK);
    close_cell();
}

// --- linked frames ------------------------------------------------------------------------------

// the PUMA holds on to the Microbo's hand; returns the largest error of the relative pose [m]
static double error_while_the_master_moves(snw_program *master, snw_program *slave, double speed) {
    snw_frame base, hand, grip, f[3];
    snw_equation hold, e[3];
    CHECK(snw_frame_const(&base, "base", slave->arm->T_world_base, NULL) == SNW_OK);
    CHECK(snw_program_link(master, &hand, "hand") == SNW_OK);
    CHECK(snw_frame_hold(&grip, "grip", snw_pose_identity(), NULL) == SNW_OK);
    CHECK(SNW_POSITION(&hold, NULL, "hold", &base, &snw_t6, &snw_eq, &hand, &grip) == SNW_OK);
    CHECK(snw_program_teach(slave, &grip, &hold) == SNW_OK);
    const snw_pose relative = snw_frame_value(&grip);
    const snw_pose here = snw_program_t6(master);
    static const double way[3][3] = {{0.03, 0.05, 0.04}, {0, -0.06, 0.02}, {0.02, 0.03, -0.02}};
    for (int i = 0; i < 3; i++) {
        const snw_vec3 d = {way[i][0], way[i][1], way[i][2]};
        const snw_pose turn = {snw_mat3_axis_angle(snw_z_unit, 0.1 * i), {0, 0, 0}};
        place(&f[i], &e[i], snw_pose_mul(snw_pose_of(here.R, snw_vec3_add(here.p, d)), turn));
    }
    CHECK(snw_wait_for(slave, snw_move_to(slave, &hold), 10) == SNW_OK);
    master->next.mode = SNW_MOVE_CARTESIAN;
    master->next.speed = speed;
    master->next.acceleration = 0.3;
    int64_t last = 0;
    for (int i = 0; i < 9; i++)
        last = snw_move_to(master, &e[i % 3]);
    double worst = 0;
    while (snw_wait_for(master, last, 0) == SNW_ERR_TIMEOUT) {
        snw_program_sleep(master, 0.002);
        const snw_pose a = snw_pose_mul(master->arm->T_world_base, snw_program_t6(master));
        const snw_pose b = snw_pose_mul(slave->arm->T_world_base, snw_program_t6(slave));
        const snw_pose now = snw_pose_mul(snw_pose_inverse(a), b);
        worst = fmax(worst, snw_vec3_norm(snw_vec3_sub(now.p, relative.p)));
    }
    print_message("off by at most %.3g m\n", worst);
    CHECK(snw_program_progress(master).ended >= last);
    CHECK(!snw_pose_near(snw_program_t6(master), here, 1e-3));
    CHECK(snw_wait_for(slave, snw_move_rest(slave), 10) == SNW_OK);
    CHECK(snw_equation_release(&hold, NULL) == SNW_OK);
    return worst;
}

// spec: rccl:MUL-03
static void a_frame_links_two_robots_whichever_runs_first(void) {
    open_cell(false);
    CHECK(error_while_the_master_moves(&microbo, &puma, 0.15) <= 1e-4);
    CHECK(snw_wait_for(&microbo, snw_move_park(&microbo), 20) == SNW_OK);
    CHECK(snw_wait_for(&puma, snw_move_park(&puma), 20) == SNW_OK);
    // its slides are slow
    CHECK(error_while_the_master_moves(&puma, &microbo, 0.05) <= 1e-4);
    CHECK(snw_exec_guard(puma.exec, 0)->signals.refusals == 0);
    CHECK(snw_exec_guard(puma.exec, 1)->signals.refusals == 0);
    close_cell();
}

// --- threads ------------------------------------------------------------------------------------

enum { ROUNDS = 1000 };

typedef struct story {
    snw_meeting meeting;
    snw_letterbox box;
    int log[4 * ROUNDS];
    int count;
    int out_of_order;
    snw_status status;
    double waited;
} story;

static void note(story *s, int what) {
    if (s->count < 4 * ROUNDS) s->log[s->count++] = what;
}

// meets a thousand times, and sends a numbered letter before each meeting
static void first_robot(snw_program *p, void *context) {
    story *s = context;
    for (int i = 0; i < ROUNDS && s->status == SNW_OK; i++) {
        if (i % 7 == 0) snw_program_sleep(p, 0.004);
        const snw_status sent = snw_letter_send(p, &s->box, &i, 10);
        const snw_status met = snw_meet(p, &s->meeting, 10);
        note(s, 2 * i);
        if (sent != SNW_OK || met != SNW_OK) s->status = SNW_ERR_STATE;
    }
}

static void second_robot(snw_program *p, story *s) {
    for (int i = 0; i < ROUNDS && s->status == SNW_OK; i++) {
        if (i % 5 == 0) snw_program_sleep(p, 0.006);
        const snw_status met = snw_meet(p, &s->meeting, 10);
        note(s, 2 * i + 1);
        if (met != SNW_OK) s->status = met;
        // letters are left to lie for a while, and come in their order
        for (int k = i - 2; i % 3 == 2 && k <= i; k++) {
            int letter = -1;
            if (snw_letter_take(p, &s->box, &letter, 10) != SNW_OK) s->status = SNW_ERR_STATE;
            s->out_of_order += letter != k;
        }
    }
}

static void run_story(story *s) {
    open_cell(false);
    *s = (story){.meeting = {.parties = 2}};
    CHECK(snw_letterbox_init(&s->box, &microbo, sizeof(int), 8) == SNW_OK);
    CHECK(snw_program_start(&puma, first_robot, s) == SNW_OK);
    CHECK(snw_program_start(&puma, first_robot, s) == SNW_ERR_STATE);
    second_robot(&microbo, s);
    CHECK(snw_wait_thread(&microbo, &puma, 10) == SNW_OK);
    s->waited = snw_program_time(&microbo);
    close_cell();
}

// spec: rccl:SYN-05
static void two_robots_meet_a_thousand_times_and_letters_keep_their_order(void) {
    static story s, again;
    run_story(&s);
    CHECK(s.status == SNW_OK && s.out_of_order == 0);
    CHECK(s.meeting.meetings == ROUNDS && s.meeting.present == 0 && s.count == 2 * ROUNDS);
    // nobody is more than one meeting ahead
    int rounds[2] = {0, 0};
    for (int i = 0; i < s.count; i++) {
        const int who = s.log[i] % 2;
        CHECK(s.log[i] / 2 == rounds[who]++);
        CHECK(abs(rounds[0] - rounds[1]) <= 1);
    }
    // and the same happens in every run, in the same order and at the same time
    run_story(&again);
    CHECK(again.count == s.count && memcmp(again.log, s.log, sizeof s.log) == 0);
    CHECK_NEAR(again.waited, s.waited, 0);
}

typedef struct line {
    snw_semaphore table;
    int order[64], count, inside, most;
    snw_flag flag;
} line;

static void visit(snw_program *p, line *l, int who) {
    if (snw_semaphore_take(p, &l->table, 30) != SNW_OK) return;
    l->order[l->count++] = who;
    l->inside++;
    l->most = l->inside > l->most ? l->inside : l->most;
    snw_program_sleep(p, 0.05);
    l->inside--;
    snw_semaphore_give(p, &l->table);
}

static void second_visitor(snw_program *p, void *context) {
    line *l = context;
    snw_program_sleep(p, 0.01);
    for (int i = 0; i < 10; i++)
        visit(p, l, 2);
    snw_flag_raise(p, &l->flag);
}

// spec: rccl:SYN-05
static void who_came_first_to_a_semaphore_gets_it_first(void) {
    open_cell(false);
    static line l;
    l = (line){.table = {.available = 1}};
    CHECK(snw_program_start(&puma, second_visitor, &l) == SNW_OK);
    for (int i = 0; i < 10; i++)
        visit(&microbo, &l, 1);
    CHECK(snw_flag_wait(&microbo, &l.flag, 1, 30) == SNW_OK);
    CHECK(snw_wait_thread(&microbo, &puma, 1) == SNW_OK);
    CHECK(l.most == 1 && l.count == 20 && l.table.available == 1);
    // each one that leaves comes back behind the other, who waits
    for (int i = 0; i < 20; i++)
        CHECK(l.order[i] == 1 + i % 2);
    // a wait that is over leaves the line
    CHECK(snw_semaphore_take(&microbo, &l.table, 1) == SNW_OK);
    const double before = snw_program_time(&microbo);
    CHECK(snw_semaphore_take(&microbo, &l.table, 0.5) == SNW_ERR_TIMEOUT);
    CHECK_NEAR(snw_program_time(&microbo) - before, 0.5, 0.0021);
    snw_semaphore_give(&microbo, &l.table);
    CHECK(snw_semaphore_take(&microbo, &l.table, 0) == SNW_OK);
    close_cell();
}

// each thread moves its robot; the clock waits for both
static void swing(snw_program *p, void *context) {
    double q[SNW_AXES];
    int64_t *ended = context;
    snw_program_joints(p, q);
    for (int i = 0; i < 4; i++) {
        q[0] += i % 2 == 0 ? 0.2 : -0.2;
        if (snw_wait_for(p, snw_move_joints(p, q), 20) != SNW_OK) return;
    }
    *ended = snw_exec_time_ns(p->exec);
}

static void threads_move_their_robots_at_the_same_time_and_alike_in_every_run(void) {
    int64_t ended[2][2] = {{0, 0}, {0, 0}};
    for (int run = 0; run < 2; run++) {
        open_cell(false);
        CHECK(snw_program_start(&puma, swing, &ended[run][0]) == SNW_OK);
        swing(&microbo, &ended[run][1]);
        CHECK(snw_wait_thread(&microbo, &puma, 20) == SNW_OK);
        close_cell();
        // at once: both took less than one after the other would have
        CHECK(ended[run][0] > 0 && ended[run][1] > 0);
    }
    CHECK(memcmp(ended[0], ended[1], sizeof ended[0]) == 0);
}

static void wait_for_ever(snw_program *p, void *context) {
    snw_flag flag = {0};
    snw_status *status = context;
    *status = snw_flag_wait(p, &flag, 1, -1);
}

static void closing_ends_the_waits_of_other_threads(void) {
    open_cell(false);
    snw_status status = SNW_OK;
    CHECK(snw_program_start(&puma, wait_for_ever, &status) == SNW_OK);
    snw_program_sleep(&microbo, 0.1);
    CHECK(snw_program_close(&puma, NULL) == SNW_ERR_STATE);
    CHECK(snw_program_close(&microbo, NULL) == SNW_OK);
    CHECK(status == SNW_ERR_INTERRUPTED);
}

static void raise_later(snw_program *p, void *context) {
    snw_program_sleep(p, 0.3);
    snw_flag_raise(p, context);
}

// spec: rccl:SYN-01
static void who_waits_sleeps_and_goes_on_in_the_sample_of_the_event(void) {
    // in real time the one that waits uses no processor
    open_cell(true);
    snw_flag flag = {0};
    CHECK(snw_program_start(&puma, raise_later, &flag) == SNW_OK);
    const int64_t cpu = snw_clock_thread_cpu_ns();
    const double begin = snw_program_time(&microbo);
    CHECK(snw_flag_wait(&microbo, &flag, 1, 60) == SNW_OK);
    const double waited = snw_program_time(&microbo) - begin;
    const double busy = 1e-9 * (double)(snw_clock_thread_cpu_ns() - cpu);
    CHECK(waited >= 0.25 && busy < 0.01 * waited);
    CHECK(snw_wait_thread(&microbo, &puma, 60) == SNW_OK);
    double q[SNW_AXES];
    snw_program_joints(&microbo, q);
    q[0] += 0.3;
    const int64_t before = snw_clock_thread_cpu_ns(), id = snw_move_joints(&microbo, q);
    const double asked = snw_program_time(&microbo);
    const int64_t after = snw_clock_thread_cpu_ns();
    CHECK(snw_wait_for(&microbo, id, 60) == SNW_OK);
    const double moved = snw_program_time(&microbo) - asked;
    CHECK(moved > 0.3);
    CHECK(1e-9 * (double)(snw_clock_thread_cpu_ns() - after) < 0.01 * moved);
    CHECK(after >= before);
    close_cell();
    // in virtual time the sample is known: that of the end, as the queue tells it
    open_cell(false);
    snw_program_joints(&microbo, q);
    q[0] += 0.2;
    const int64_t motion = snw_move_joints(&microbo, q);
    CHECK(snw_wait_for(&microbo, motion, 60) == SNW_OK);
    const snw_move_progress progress = snw_program_progress(&microbo);
    CHECK(progress.ended == motion);
    const int64_t late_ns = snw_exec_time_ns(microbo.exec) - progress.t_ns;
    CHECK(late_ns <= snw_exec_period_ns(microbo.exec));
    close_cell();
}

int main(void) {
    RUN(two_robots_of_one_program_have_queues_of_their_own);
    RUN(an_arm_without_a_queue_or_a_name_is_refused);
    RUN(a_frame_links_two_robots_whichever_runs_first);
    RUN(two_robots_meet_a_thousand_times_and_letters_keep_their_order);
    RUN(who_came_first_to_a_semaphore_gets_it_first);
    RUN(threads_move_their_robots_at_the_same_time_and_alike_in_every_run);
    RUN(closing_ends_the_waits_of_other_threads);
    RUN(who_waits_sleeps_and_goes_on_in_the_sample_of_the_event);
    return check_report();
}
