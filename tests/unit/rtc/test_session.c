// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// posix_memalign
// NOLINTNEXTLINE(bugprone-reserved-identifier)
#define _POSIX_C_SOURCE 200809L
#include "rig.h"

// --- order --------------------------------------------------------------------------------------

typedef struct stamps {
    long samples, wrong;
    uint64_t first, second;
} stamps;

// collect < first < send < second, and the second is before the next collect
static void stamp_first(snw_rtc *rtc, const snw_rtc_how *how, snw_rtc_chg *chg, void *context) {
    stamps *s = context;
    (void)rtc;
    (void)chg;
    s->first = ++jc.clock;
    s->wrong += how->sample != (uint64_t)s->samples;
    s->wrong += s->first != jc.sense_stamp + 1;
    s->wrong += s->samples > 0 && jc.sense_stamp != s->second + 1;
}

static void stamp_second(snw_rtc *rtc, const snw_rtc_how *how, snw_rtc_chg *chg, void *context) {
    stamps *s = context;
    (void)rtc;
    (void)how;
    (void)chg;
    s->second = ++jc.clock;
    s->wrong += jc.act_stamp != s->first + 1 || s->second != jc.act_stamp + 1;
    s->samples++;
}

// spec: rccl:RTC-02
static void a_million_samples_collect_call_send_and_call_in_this_order(void) {
    rig r;
    rig_open(&r, PLAIN);
    stamps s = {0};
    CHECK(snw_rtc_control(&r.rtc, stamp_first, stamp_second, &s) == SNW_RTC_OK);
    const long samples = check_scaled(1000000);
    rig_run(&r, (int)samples - 1);
    CHECK(s.samples == samples && s.wrong == 0);
    rig_close(&r);
}

// --- latency ------------------------------------------------------------------------------------

// Requests carry their sample as a position: 1 micrometre-like step of 1e-6 per sample. Joint
// controllers note the sample that a command of joint 0 (asked by the first function) and joint 1
// (by the second) belongs to.
typedef struct latency {
    double from[2];
    uint64_t now;
    long seen, wrong;
    uint64_t sequence;
} latency;

static latency *on_line;

static void number_first(snw_rtc *rtc, const snw_rtc_how *how, snw_rtc_chg *chg, void *context) {
    latency *l = context;
    (void)rtc;
    if (how->begins) {
        l->from[0] = how->target[0];
        l->from[1] = how->target[1];
    }
    l->now = how->sample;
    chg->joint[0].operation = SNW_RTC_POSVEL;
    chg->joint[0].value = l->from[0] + 1e-6 * (double)how->sample;
    chg->sequence++;
    l->sequence = chg->sequence;
}

static void number_second(snw_rtc *rtc, const snw_rtc_how *how, snw_rtc_chg *chg, void *context) {
    latency *l = context;
    (void)rtc;
    chg->joint[1].operation = SNW_RTC_POSVEL;
    chg->joint[1].value = l->from[1] + 1e-6 * (double)how->sample;
    l->wrong += how->sequence != l->sequence;
}

static void note_numbers(const snw_arm_command *command) {
    latency *l = on_line;
    const double lower[2] = {l->from[0], l->from[1]};
    if (l->now < 2) return;
    const double first = (command->q[0] - lower[0]) / 1e-6,
                 second = (command->q[1] - lower[1]) / 1e-6;
    l->wrong += lround(first) != (long)l->now;
    l->wrong += lround(second) != (long)l->now - 1;
    l->seen++;
}

static double offsets[2];

static void note_range(const snw_arm_command *command) {
    snw_arm_command range = *command;
    range.q[0] -= offsets[0];
    range.q[1] -= offsets[1];
    note_numbers(&range);
}

// spec: rccl:RTC-03
static void the_first_reaches_the_joints_in_its_sample_and_the_second_one_later(void) {
    rig r;
    rig_open(&r, PLAIN);
    latency l = {0};
    on_line = &l;
    offsets[0] = r.rtc.lower[0];
    offsets[1] = r.rtc.lower[1];
    CHECK(snw_rtc_control(&r.rtc, NULL, NULL, NULL) == SNW_RTC_OK);
    CHECK(snw_rtc_release(&r.rtc, false) == SNW_RTC_OK);
    CHECK(snw_rtc_control(&r.rtc, number_first, number_second, &l) == SNW_RTC_OK);
    jc.on_act = note_range;
    rig_run(&r, 5000);
    CHECK(l.seen > 4990 && l.wrong == 0);
    jc.on_act = NULL;
    rig_close(&r);
}

// --- range values -------------------------------------------------------------------------------

// spec: rccl:RTC-06
static void positions_are_zero_at_the_minimum_and_the_travel_at_the_maximum(void) {
    rig r;
    rig_read(&r, PLAIN);
    r.options.checks = 0;
    rig_go(&r);
    const snw_arm_limits *limits = &r.rtc.arm->limits;
    CHECK(r.rtc.count == 6);
    for (int i = 0; i < r.rtc.count; i++) {
        const double low = limits->lower[i], high = limits->upper[i];
        CHECK(isfinite(low) && isfinite(high) && high > low);
        CHECK_NEAR(r.rtc.travel[i], high - low, 0);
        jc.lie[i] = true;
        const double places[] = {low, high, 0.5 * (low + high)};
        const double range[] = {0, high - low, 0.5 * (high - low)};
        for (int k = 0; k < 3; k++) {
            jc.say_q[i] = places[k];
            rig_run(&r, 1);
            CHECK_NEAR(rig_look(&r).position[i], range[k], 1e-15 * (1 + fabs(range[k])));
        }
        jc.lie[i] = false;
    }
    rig_close(&r);
}

// a request in range values is a command in the joint's own coordinate, on every joint
static void requests_of_range_values_reach_the_joints_in_their_coordinates(void) {
    rig r;
    rig_open(&r, PLAIN);
    CHECK(snw_rtc_control(&r.rtc, NULL, NULL, NULL) == SNW_RTC_OK);
    CHECK_CASES(20) {
        snw_rtc_chg chg = {.checks = SNW_RTC_CHECK_ALL};
        for (int i = 0; i < 6; i++) {
            chg.joint[i].operation = SNW_RTC_POS;
            chg.joint[i].value = r.rtc.travel[i] * check_real(0.1, 0.9);
        }
        CHECK(snw_rtc_send(&r.rtc, &chg) == SNW_RTC_OK);
        rig_run(&r, 20000);
        for (int i = 0; i < 6; i++) {
            CHECK_NEAR(jc.last.q[i], r.rtc.arm->limits.lower[i] + chg.joint[i].value, 1e-12);
            CHECK_NEAR(rig_look(&r).position[i], chg.joint[i].value, 1e-12);
            CHECK_NEAR(rig_look(&r).target[i], chg.joint[i].value, 1e-12);
        }
    }
    rig_close(&r);
}

// --- T6 -----------------------------------------------------------------------------------------

// the chain of Denavit and Hartenberg's matrices of Corke's PUMA 560, multiplied here
static snw_pose chain(const double *q) {
    static const double quarter = 1.57079632679489661923;
    const double alpha[6] = {quarter, 0, -quarter, quarter, -quarter, 0};
    static const double a[6] = {0, 0.4318, 0.0203, 0, 0, 0}, d[6] = {0, 0, 0.15005, 0.4318, 0, 0};
    snw_pose T = snw_pose_identity();
    for (int i = 0; i < 6; i++) {
        const double c = cos(q[i]), s = sin(q[i]), ca = cos(alpha[i]), sa = sin(alpha[i]);
        const snw_pose A = {{{c, s, 0}, {-s * ca, c * ca, sa}, {s * sa, -c * sa, ca}},
                            {a[i] * c, a[i] * s, d[i]}};
        T = snw_pose_mul(T, A);
    }
    return T;
}

static void t6_is_where_the_chain_of_matrices_has_it(void) {
    rig r;
    rig_read(&r, PLAIN);
    r.options.checks = 0;
    rig_go(&r);
    CHECK_CASES(200) {
        double q[6];
        for (int i = 0; i < 6; i++) {
            jc.lie[i] = true;
            q[i] = jc.say_q[i] = check_real(r.rtc.arm->limits.lower[i], r.rtc.arm->limits.upper[i]);
        }
        rig_run(&r, 1);
        const snw_pose T = chain(q), is = rig_look(&r).T6;
        CHECK_NEAR(is.p.x, T.p.x, 1e-12);
        CHECK_NEAR(is.p.y, T.p.y, 1e-12);
        CHECK_NEAR(is.p.z, T.p.z, 1e-12);
        CHECK_NEAR(is.R.x.y, T.R.x.y, 1e-12);
        CHECK_NEAR(is.R.z.z, T.R.z.z, 1e-12);
    }
    rig_close(&r);
}

// --- whole values between threads ---------------------------------------------------------------

// Requests of the program carry their number in every joint; readings that of their sample.
static void match(snw_rtc *rtc, const snw_rtc_how *how, snw_rtc_chg *chg, void *context) {
    long *torn = context;
    (void)rtc;
    (void)how;
    for (int i = 0; i < SNW_AXES; i++)
        *torn += chg->joint[i].value != (double)chg->sequence;
}

static long step_of(const snw_rtc *rtc, const snw_rtc_how *how, const double *from, int i) {
    return lround((how->position[i] + rtc->lower[i] - from[i]) / JC_STEP);
}

// At least so many values of the program, and on until the loop has answered some with their
// number.
static void how_and_chg_are_never_torn_between_program_and_loop(void) {
    rig r;
    rig_read(&r, CELL("0.1 ms", "<drive><jc/></drive>", ""));
    r.options.checks = 0;
    jc.counts = true;
    const double from[6] = {0, 0.785, -0.785, 0, 0.5, 0};
    long torn = 0, looks = 0, fresh = 0;
    uint64_t last = 0;
    rig_go_real(&r, match, NULL, &torn);
    const int64_t limit_ns = snw_clock_now_ns() + 60000 * (int64_t)MS;
    const long least = check_scaled(300000);
    for (long i = 1; i < least || (fresh < 10 && snw_clock_now_ns() < limit_ns); i++) {
        snw_rtc_chg chg = {.sequence = (uint64_t)i};
        for (int k = 0; k < SNW_AXES; k++)
            chg.joint[k].value = (double)i;
        CHECK(snw_rtc_send(&r.rtc, &chg) == SNW_RTC_OK);
        snw_rtc_how how;
        CHECK(snw_rtc_look(&r.rtc, &how) == SNW_RTC_OK);
        if (how.count == 0) continue;
        looks++;
        fresh += how.sequence > last;
        CHECK(how.t_ns % 100000 == 0 && how.sequence >= last && how.sequence <= (uint64_t)i);
        last = how.sequence;
        for (int k = 1; k < 6; k++)
            CHECK(step_of(&r.rtc, &how, from, k) == step_of(&r.rtc, &how, from, 0));
    }
    CHECK(snw_rtc_state_of(&r.rtc) == SNW_RTC_ACTIVE);
    (void)snw_rtc_close(&r.rtc, true);
    CHECK(torn == 0 && looks > 0 && fresh >= 10);
    rig_free(&r);
}

// --- memory -------------------------------------------------------------------------------------

static void the_components_need_what_they_measure(void) {
    rig r;
    rig_lend(&r);
    const char *names[] = {"one", "two"};
    for (int k = 0; k < 2; k++) {
        snw_component self = *snw_exec_find(r.exec, names[k]);
        const snw_component_functions *functions = self.functions;
        snw_arena arena = {0};
        CHECK(functions->configure(&self, &arena, NULL) == SNW_ERR_MEMORY);
        const size_t needed = arena.needed;
        for (size_t size = 0; size <= needed; size++) {
            // the end of the arena is the end of what may be touched
            void *block = NULL;
            CHECK(posix_memalign(&block, SNW_ARENA_ALIGN, size > 0 ? size : 1) == 0);
            arena = snw_arena_over(block, size);
            CHECK(functions->configure(&self, &arena, NULL) ==
                  (size < needed ? SNW_ERR_MEMORY : SNW_OK));
            free(block);
        }
    }
    rig_free(&r);
}

int main(void) {
    RUN(a_million_samples_collect_call_send_and_call_in_this_order);
    RUN(the_first_reaches_the_joints_in_its_sample_and_the_second_one_later);
    RUN(positions_are_zero_at_the_minimum_and_the_travel_at_the_maximum);
    RUN(requests_of_range_values_reach_the_joints_in_their_coordinates);
    RUN(t6_is_where_the_chain_of_matrices_has_it);
    RUN(how_and_chg_are_never_torn_between_program_and_loop);
    RUN(the_components_need_what_they_measure);
    return check_report();
}
