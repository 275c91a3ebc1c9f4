// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

// --- orders of calls ----------------------------------------------------------------------------

typedef enum call {
    OPEN,
    POWER,
    CONTROL,
    RELEASE,
    SUSPEND,
    RESUME,
    WAIT,
    LOOK,
    SEND,
    HANGUP,
    CLOSE,
    CALLS
} call;

static snw_rtc_error make(rig *r, call which) {
    static snw_rtc_how how;
    static const snw_rtc_chg chg = {0};
    switch (which) {
    case OPEN:
        return snw_rtc_open(&r->rtc, &r->options, NULL);
    case POWER:
        return snw_rtc_power(&r->rtc, true);
    case CONTROL:
        return snw_rtc_control(&r->rtc, NULL, NULL, NULL);
    case RELEASE:
        return snw_rtc_release(&r->rtc, false);
    case SUSPEND:
        return snw_rtc_suspend(&r->rtc);
    case RESUME:
        return snw_rtc_resume(&r->rtc);
    case WAIT:
        return snw_rtc_wait(&r->rtc, 0.002);
    case LOOK:
        return snw_rtc_look(&r->rtc, &how);
    case SEND:
        return snw_rtc_send(&r->rtc, &chg);
    case HANGUP:
        return snw_rtc_on_hangup(&r->rtc, NULL, NULL);
    case CLOSE:
        return snw_rtc_close(&r->rtc, false);
    case CALLS:
        break;
    }
    return SNW_RTC_OK;
}

// the states of a program, and what each call gives there
typedef enum place { CLOSED, DARK, IDLE, ACTIVE, SUSPENDED, OVER, PLACES } situation;

static void go_to(rig *r, situation where) {
    if (where == CLOSED) return;
    CHECK(snw_rtc_open(&r->rtc, &r->options, &r->diags) == SNW_RTC_OK);
    if (where == DARK) return;
    CHECK(snw_rtc_power(&r->rtc, true) == SNW_RTC_OK);
    if (where == IDLE) return;
    CHECK(snw_rtc_control(&r->rtc, NULL, NULL, NULL) == SNW_RTC_OK);
    if (where == SUSPENDED) CHECK(snw_rtc_suspend(&r->rtc) == SNW_RTC_OK);
    if (where != OVER) return;
    snw_rtc_terminate(&r->rtc, 0);
    CHECK(snw_rtc_wait(&r->rtc, 0.01) == SNW_RTC_ENDED);
}

#define E(name) SNW_RTC_ERR_##name
static const snw_rtc_error expected[PLACES][CALLS] = {
    [CLOSED] = {0, E(CLOSED), E(CLOSED), E(CLOSED), E(CLOSED), E(CLOSED), E(CLOSED), E(CLOSED),
                E(CLOSED), E(CLOSED), E(CLOSED)},
    [DARK] = {E(OPEN), 0, E(POWER), E(IDLE), E(IDLE), E(IDLE), 0, 0, E(IDLE), 0, 0},
    [IDLE] = {E(OPEN), 0, 0, E(IDLE), E(IDLE), E(IDLE), 0, 0, E(IDLE), 0, SNW_RTC_POWERLESS},
    [ACTIVE] = {E(OPEN), E(ACTIVE), E(ACTIVE), 0, 0, E(NOT_SUSPENDED), 0, 0, 0, 0,
                SNW_RTC_POWERLESS},
    [SUSPENDED] = {E(OPEN), E(ACTIVE), E(ACTIVE), 0, E(SUSPENDED), 0, 0, 0, 0, 0,
                   SNW_RTC_POWERLESS},
    [OVER] = {E(OPEN), 0, 0, SNW_RTC_ENDED, E(IDLE), E(IDLE), 0, 0, E(IDLE), 0, SNW_RTC_ENDED},
};

// spec: rccl:RTC-01
static void every_order_of_calls_gives_its_documented_code(void) {
    static const snw_rtc_state states[PLACES] = {SNW_RTC_CLOSED, SNW_RTC_IDLE,      SNW_RTC_IDLE,
                                                 SNW_RTC_ACTIVE, SNW_RTC_SUSPENDED, SNW_RTC_OVER};
    rig r;
    rig_read(&r, PLAIN);
    for (int where = 0; where < PLACES; where++) {
        for (int which = 0; which < CALLS; which++) {
            go_to(&r, (situation)where);
            CHECK(snw_rtc_state_of(&r.rtc) == states[where]);
            const snw_rtc_error error = make(&r, (call)which);
            if (error != expected[where][which]) {
                print_error("place %d call %d: %s\n", where, which, snw_rtc_error_text(error));
            }
            CHECK(error == expected[where][which] && r.rtc.error == error);
            CHECK(snw_rtc_error_text(error)[0] != '\0');
            // what is refused changes nothing
            if (error < 0) CHECK(snw_rtc_state_of(&r.rtc) == states[where]);
            if (r.rtc.work != NULL) CHECK(snw_rtc_close(&r.rtc, true) >= 0);
            CHECK(snw_rtc_state_of(&r.rtc) == SNW_RTC_CLOSED);
        }
    }
    rig_free(&r);
}

static snw_rtc_error inside[CALLS];
static rig *inside_of;

static void call_all(snw_rtc *rtc, const snw_rtc_how *how, snw_rtc_chg *chg, void *context) {
    (void)rtc;
    (void)how;
    (void)chg;
    (void)context;
    for (int which = 0; which < CALLS; which++)
        inside[which] = make(inside_of, (call)which);
}

static void a_control_function_is_refused_what_is_for_the_program(void) {
    rig r;
    rig_open(&r, PLAIN);
    inside_of = &r;
    CHECK(snw_rtc_control(&r.rtc, call_all, NULL, NULL) == SNW_RTC_OK);
    rig_run(&r, 3);
    CHECK(inside[OPEN] == SNW_RTC_ERR_OPEN);
    for (int which = POWER; which < CALLS; which++)
        CHECK(inside[which] == SNW_RTC_ERR_INSIDE);
    CHECK(snw_rtc_state_of(&r.rtc) == SNW_RTC_ACTIVE);
    rig_close(&r);
}

// --- terminate, both ways -----------------------------------------------------------------------

typedef struct ender {
    uint64_t at;
    int reason;
    long calls;
} ender;

static void end_there(snw_rtc *rtc, const snw_rtc_how *how, snw_rtc_chg *chg, void *context) {
    ender *e = context;
    (void)chg;
    e->calls++;
    if (how->sample == e->at) snw_rtc_terminate(rtc, e->reason);
}

// spec: rccl:SAF-05
static void both_sides_end_a_session_and_each_learns_why(void) {
    rig r;
    rig_open(&r, PLAIN);
    static const int reasons[] = {0, 1, SNW_RTC_OWN, SNW_RTC_OWN + 42};
    static const int ends[] = {SNW_RTC_END_ASKED, SNW_RTC_END_ASKED, SNW_RTC_OWN, SNW_RTC_OWN + 42};
    for (int which = 0; which < 3; which++) {
        for (int k = 0; k < 4; k++) {
            // by the first, by the second, by the program
            ender e = {which < 2 ? 5U : 1000000U, reasons[k], 0};
            snw_rtc_fn *first = which != 1 ? end_there : NULL;
            CHECK(snw_rtc_control(&r.rtc, first, which == 1 ? end_there : NULL, &e) == SNW_RTC_OK);
            CHECK(snw_rtc_end_of(&r.rtc, NULL) == SNW_RTC_END_NONE);
            if (which == 2) {
                rig_run(&r, 5);
                snw_rtc_terminate(&r.rtc, reasons[k]);
            }
            CHECK(snw_rtc_wait(&r.rtc, 1) == SNW_RTC_ENDED);
            CHECK(e.calls == 6);
            snw_why why;
            CHECK(snw_rtc_end_of(&r.rtc, &why) == ends[k]);
            CHECK_TEXT(why.text, snw_rtc_end_text(ends[k]));
            CHECK(snw_rtc_release(&r.rtc, false) == SNW_RTC_ENDED);
            // nothing is latched: the arm holds
            CHECK(jc.last.enable);
        }
    }
    CHECK(snw_rtc_control(&r.rtc, NULL, NULL, NULL) == SNW_RTC_OK);
    CHECK(snw_rtc_release(&r.rtc, false) == SNW_RTC_OK);
    CHECK(snw_rtc_end_of(&r.rtc, NULL) == SNW_RTC_END_RELEASED);
    rig_close(&r);
}

// --- messages -----------------------------------------------------------------------------------

static void say_much(snw_rtc *rtc, const snw_rtc_how *how, snw_rtc_chg *chg, void *context) {
    (void)chg;
    (void)context;
    char text[200];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    text[0] = (char)('a' + how->sample % 26);
    snw_rtc_say(rtc, text);
}

static void messages_come_in_order_and_losses_are_counted(void) {
    rig r;
    rig_open(&r, PLAIN);
    char text[SNW_RTC_TEXT];
    uint64_t lost = 7;
    CHECK(!snw_rtc_hear(&r.rtc, text, &lost) && lost == 0 && text[0] == '\0');
    CHECK(snw_rtc_control(&r.rtc, say_much, NULL, NULL) == SNW_RTC_OK);
    rig_run(&r, SNW_RTC_MESSAGES + 9);
    CHECK(snw_rtc_release(&r.rtc, false) == SNW_RTC_OK);
    for (int i = 0; i < SNW_RTC_MESSAGES; i++) {
        CHECK(snw_rtc_hear(&r.rtc, text, &lost));
        CHECK(text[0] == 'a' + i % 26 && strlen(text) == SNW_RTC_TEXT - 1);
    }
    CHECK(!snw_rtc_hear(&r.rtc, text, &lost) && lost == 10);
    rig_close(&r);
}

// --- suspend and resume -------------------------------------------------------------------------

typedef struct swing {
    double from[6];
    uint64_t since;
    long calls;
} swing;

// a sine around where it begins, from rest
static void swing_first(snw_rtc *rtc, const snw_rtc_how *how, snw_rtc_chg *chg, void *context) {
    swing *s = context;
    s->calls++;
    if (how->begins) {
        memcpy(s->from, how->target, sizeof s->from);
        s->since = how->sample;
    }
    const double t = (double)(how->sample - s->since) * rtc->period;
    for (int i = 0; i < how->count; i++) {
        chg->joint[i].operation = SNW_RTC_POSVEL;
        chg->joint[i].value = s->from[i] + 0.1 * (1 - cos(3 * t));
    }
}

// the largest change of the way that commands make from sample to sample: a jump shows in it
typedef struct watcher {
    long seen;
    double last[6], way[6], jump;
} watcher;

static watcher eye;

static void watch_act(const snw_arm_command *command) {
    for (int i = 0; i < 6; i++) {
        const double way = eye.seen > 0 ? command->q[i] - eye.last[i] : 0;
        if (eye.seen > 1) eye.jump = fmax(eye.jump, fabs(way - eye.way[i]));
        eye.way[i] = way;
        eye.last[i] = command->q[i];
    }
    eye.seen++;
}

// spec: rccl:RTC-13
static void a_session_rests_for_the_pendant_and_goes_on_without_a_jump(void) {
    const double count = 1e-4; // [rad], the coarsest encoder of a PUMA 560
    rig r;
    rig_open(&r, PLAIN);
    swing s = {0};
    CHECK(snw_rtc_control(&r.rtc, swing_first, NULL, &s) == SNW_RTC_OK);
    eye = (watcher){0};
    jc.on_act = watch_act;
    CHECK_CASES(50) {
        rig_run(&r, check_int(1, 900));
        CHECK(snw_rtc_suspend(&r.rtc) == SNW_RTC_OK);
        CHECK(snw_rtc_state_of(&r.rtc) == SNW_RTC_SUSPENDED);
        const long calls = s.calls;
        rig_run(&r, 1000);
        CHECK(rig_look(&r).at_rest);
        // the pendant moves the arm elsewhere
        snw_rtc_chg chg = {.checks = SNW_RTC_CHECK_ALL};
        for (int i = 0; i < 6; i++) {
            chg.joint[i].operation = SNW_RTC_POS;
            chg.joint[i].value = r.rtc.travel[i] * check_real(0.3, 0.6);
        }
        CHECK(snw_rtc_send(&r.rtc, &chg) == SNW_RTC_OK);
        rig_run(&r, 10000);
        CHECK(s.calls == calls);
        double place[6];
        memcpy(place, jc.last.q, sizeof place);
        CHECK_NEAR(place[2] - r.rtc.lower[2], chg.joint[2].value, 1e-12);
        CHECK(snw_rtc_resume(&r.rtc) == SNW_RTC_OK);
        // the first sample after it, and as many as it takes to be seen moving
        for (int i = 0; i < 6; i++)
            CHECK_NEAR(jc.last.q[i], place[i], count);
        rig_run(&r, 200);
        CHECK(s.calls == calls + 201);
        CHECK(fabs(jc.last.q[0] - place[0]) > count);
    }
    CHECK(eye.jump < count && eye.seen > 50000);
    jc.on_act = NULL;
    rig_close(&r);
}

static void expect_rest(rig *r) {
    double at[6];
    rig_run(r, 800);
    memcpy(at, jc.last.q, sizeof at);
    rig_run(r, 500);
    for (int i = 0; i < 6; i++)
        CHECK_NEAR(jc.last.q[i], at[i], 1e-9);
}

// neither a request that the second function left behind, nor one that would go on by itself
static void nothing_asked_before_a_suspension_comes_after_it(void) {
    rig r;
    rig_open(&r, PLAIN);
    swing s = {0};
    CHECK(snw_rtc_control(&r.rtc, NULL, swing_first, &s) == SNW_RTC_OK);
    rig_run(&r, 300);
    CHECK(snw_rtc_suspend(&r.rtc) == SNW_RTC_OK);
    expect_rest(&r);
    CHECK(snw_rtc_release(&r.rtc, false) == SNW_RTC_OK);

    const snw_rtc_operation going[] = {SNW_RTC_VEL, SNW_RTC_POS};
    for (int k = 0; k < 2; k++) {
        CHECK(snw_rtc_control(&r.rtc, NULL, NULL, NULL) == SNW_RTC_OK);
        const double place = rig_look(&r).target[0];
        snw_rtc_chg chg = {.checks = 0};
        chg.joint[0] = (snw_rtc_request){going[k], k == 0 ? 0.2 : place + 1};
        CHECK(snw_rtc_send(&r.rtc, &chg) == SNW_RTC_OK);
        rig_run(&r, 200);
        CHECK(fabs(rig_look(&r).target[0] - place) > 0.01);
        CHECK(snw_rtc_suspend(&r.rtc) == SNW_RTC_OK);
        expect_rest(&r);
        CHECK(snw_rtc_resume(&r.rtc) == SNW_RTC_OK);
        expect_rest(&r);
        CHECK(snw_rtc_release(&r.rtc, false) == SNW_RTC_OK);
    }
    rig_close(&r);
}

int main(void) {
    RUN(every_order_of_calls_gives_its_documented_code);
    RUN(a_control_function_is_refused_what_is_for_the_program);
    RUN(both_sides_end_a_session_and_each_learns_why);
    RUN(messages_come_in_order_and_losses_are_counted);
    RUN(a_session_rests_for_the_pendant_and_goes_on_without_a_jump);
    RUN(nothing_asked_before_a_suspension_comes_after_it);
    return check_report();
}
