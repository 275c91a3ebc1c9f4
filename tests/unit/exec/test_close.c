// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

static bool powered_at_stop;

static void look_at_power(snw_component *self) {
    (void)self;
    powered_at_stop |= on_bench.enabled;
}

static void open_three(rig *r) {
    rig_moving(r);
    (void)rig_add(r, "x", &probe_type, "");
    (void)rig_add(r, "y", &probe_type, "");
    (void)rig_add(r, "z", &probe_type, "");
    rig_go(r);
    hooks.stop = hooks.cleanup = look_at_power;
    powered_at_stop = false;
    rig_enable(r);
    rig_ticks(r, 300);
    CHECK(on_bench.enabled);
    trail_length = 0;
}

static snw_status finish(rig *r, int64_t limit_ns) {
    const snw_status status = snw_exec_close(r->exec, limit_ns, &r->why);
    r->exec = NULL;
    return status;
}

// the trail without updates
static const char *ends(void) {
    static char out[256];
    size_t n = 0;
    for (size_t i = 0; i + 1 < trail_length && n + 3 < sizeof out; i += 2) {
        if (trail[i + 1] == 'u') continue;
        out[n++] = trail[i];
        out[n++] = trail[i + 1];
    }
    out[n] = '\0';
    return out;
}

// spec: loffler:L-162
static void arms_come_to_rest_lose_power_and_then_components_end_in_reverse(void) {
    rig r;
    open_three(&r);
    const int acts = on_bench.acts;
    CHECK(finish(&r, 2000 * (int64_t)MS) == SNW_OK);
    CHECK(!on_bench.enabled && !powered_at_stop);
    CHECK_TEXT(ends(), "zSzCySyCxSxC");
    CHECK(on_bench.closed == 1 && on_bench.acts > acts);
    // no jump on the way to rest
    for (int i = 1; i < on_bench.first_count; i++)
        CHECK(fabs(on_bench.first[i] - on_bench.first[i - 1]) <= 1e-3 * 0.4 + 1e-12);
    rig_close(&r);
}

static snw_status hangs(snw_component *self) {
    return self->name[0] == 'y' ? SNW_NOTHING_NEW : SNW_OK;
}

// spec: loffler:L-162
static void one_hung_object_does_not_keep_the_power_on(void) {
    rig r;
    open_three(&r);
    hooks.shutdown = hangs;
    const int acts = on_bench.acts;
    CHECK(finish(&r, 2000 * (int64_t)MS) == SNW_ERR_TIMEOUT);
    CHECK_TEXT(r.why.subject, "y");
    CHECK(!on_bench.enabled && !powered_at_stop);
    CHECK(on_bench.acts - acts <= 2001); // the loop time that it was given
    CHECK_TEXT(ends(), "zSzCySyCxSxC");
    rig_close(&r);
}

static int left;

static snw_status takes_a_while(snw_component *self) {
    if (self->name[0] != 'y') return SNW_OK;
    CHECK(on_bench.enabled); // power is there until it is done
    return left-- > 0 ? SNW_NOTHING_NEW : SNW_OK;
}

static void an_object_is_given_time_to_end(void) {
    rig r;
    open_three(&r);
    hooks.shutdown = takes_a_while;
    left = 400;
    const int acts = on_bench.acts;
    CHECK(finish(&r, 2000 * (int64_t)MS) == SNW_OK);
    CHECK(left == -1 && on_bench.acts - acts > 400 && !on_bench.enabled);
    rig_close(&r);
}

static snw_status never_done(snw_component *self, snw_why *why) {
    (void)self, (void)why;
    return SNW_NOTHING_NEW;
}

static void a_message_under_way_is_left_behind_and_named(void) {
    rig r;
    open_three(&r);
    hooks.act = never_done;
    char answer[SNW_MESSAGE];
    CHECK(snw_exec_message(r.exec, "x", "home", 0, answer, &r.why) == SNW_NOTHING_NEW);
    rig_ticks(&r, 3);
    CHECK(finish(&r, 2000 * (int64_t)MS) == SNW_ERR_TIMEOUT);
    CHECK_TEXT(r.why.subject, "home");
    CHECK(!on_bench.enabled);
    rig_close(&r);
}

static void an_arm_that_never_rests_loses_its_power_at_the_limit(void) {
    rig r;
    rig_moving(&r);
    r.loop->arms[0].guard.following_time = 10; // nobody minds that it turns
    r.loop->arms[0].guard.stop_lag = 10;
    rig_go(&r);
    rig_enable(&r);
    on_bench.never_rests = true;
    const int acts = on_bench.acts;
    SNW_IGNORE(finish(&r, 300 * (int64_t)MS));
    CHECK(!on_bench.enabled && on_bench.acts - acts <= 302);
    CHECK(on_bench.closed == 1);
    rig_close(&r);
}

static void a_loop_that_never_ran_ends_at_once(void) {
    rig r;
    rig_moving(&r);
    rig_go(&r);
    CHECK(finish(&r, 2000 * (int64_t)MS) == SNW_OK);
    CHECK(on_bench.acts == 0 && on_bench.closed == 1);
    CHECK(snw_exec_close(NULL, 0, NULL) == SNW_OK);
    rig_close(&r);
}

int main(void) {
    RUN(arms_come_to_rest_lose_power_and_then_components_end_in_reverse);
    RUN(one_hung_object_does_not_keep_the_power_on);
    RUN(an_object_is_given_time_to_end);
    RUN(a_message_under_way_is_left_behind_and_named);
    RUN(an_arm_that_never_rests_loses_its_power_at_the_limit);
    RUN(a_loop_that_never_ran_ends_at_once);
    return check_report();
}
