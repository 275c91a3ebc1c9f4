// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>

#include "internal.h"

static const int64_t SECOND_NS = 1000000000;
static const int64_t MOMENT_NS = 1000000; // between two looks in real time

// --- time ---------------------------------------------------------------------------------------

void snw__rtc_pass(snw_rtc *rtc) {
    struct snw__rtc *work = rtc->work;
    if (work->options.real) {
        snw_clock_sleep_until_ns(snw_clock_now_ns() + MOMENT_NS);
        return;
    }
    work->inside = true;
    if (work->station != NULL) {
        SNW_IGNORE(snw_station_step(work->station, 1));
    } else {
        snw_exec_tick(rtc->exec);
    }
    work->inside = false;
}

int64_t snw__rtc_time_ns(const snw_rtc *rtc) {
    return rtc->work->options.real ? snw_clock_now_ns() : snw_exec_time_ns(rtc->exec);
}

// The answer of the loop belongs to the session of the program, and says that it has ended.
static void notice_end(snw_rtc *rtc) {
    struct snw__rtc *work = rtc->work;
    const uint64_t answer = __atomic_load_n(&work->session->answer, __ATOMIC_ACQUIRE);
    const bool mine = answer >> SNW__RTC_BITS == work->number;
    if (work->state == SNW__RTC_IDLE || !mine || (answer & SNW__RTC_MASK) != SNW__RTC_IDLE) return;
    work->state = SNW__RTC_IDLE;
    work->over = true;
    if (snw_rtc_end_of(rtc, NULL) == SNW_RTC_END_INTERRUPTED) work->interrupted = true;
}

const snw_rtc_how *snw__rtc_now(snw_rtc *rtc) {
    const snw__session *session = rtc->work->session;
    notice_end(rtc);
    SNW_IGNORE(snw_triple_update(&session->how_out));
    return snw_triple_front(&session->how_out);
}

snw_rtc_error snw_rtc_wait(snw_rtc *rtc, double seconds) {
    struct snw__rtc *work = rtc->work;
    if (work == NULL) return rtc->error = SNW_RTC_ERR_CLOSED;
    if (work->inside) return rtc->error = SNW_RTC_ERR_INSIDE;
    if (!(seconds >= 0 && seconds <= 1e9)) return rtc->error = SNW_RTC_ERR_ARGUMENT;
    const bool session = work->state != SNW__RTC_IDLE;
    const int64_t samples = llround(ceil(seconds / rtc->period - 1e-6));
    const int64_t end_ns = snw__rtc_time_ns(rtc) + samples * llround(rtc->period * 1e9);
    (void)snw__rtc_now(rtc);
    while (snw__rtc_time_ns(rtc) < end_ns && !(session && work->over)) {
        snw__rtc_pass(rtc);
        (void)snw__rtc_now(rtc);
    }
    snw__rtc_hang_up(rtc);
    return rtc->error = session && work->over ? SNW_RTC_ENDED : SNW_RTC_OK;
}

// --- orders -------------------------------------------------------------------------------------

snw_rtc_error snw__rtc_order(snw_rtc *rtc, int state) {
    struct snw__rtc *work = rtc->work;
    snw__session *session = work->session;
    const uint64_t order = work->number << SNW__RTC_BITS | (uint64_t)state;
    __atomic_store_n(&session->order, order, __ATOMIC_RELEASE);
    const int64_t end_ns = snw__rtc_time_ns(rtc) + SECOND_NS;
    while (snw__rtc_time_ns(rtc) < end_ns) {
        snw__rtc_pass(rtc);
        const uint64_t answer = __atomic_load_n(&session->answer, __ATOMIC_ACQUIRE);
        if (answer == order) {
            work->state = state;
            return SNW_RTC_OK;
        }
        // it ended by itself in the meantime
        if (answer == work->number << SNW__RTC_BITS) {
            notice_end(rtc);
            return SNW_RTC_OK;
        }
    }
    return SNW_RTC_ERR_SILENT;
}

snw_rtc_error snw__rtc_settle(snw_rtc *rtc) {
    const int64_t end_ns = snw__rtc_time_ns(rtc) + 5 * SECOND_NS;
    while (snw__rtc_time_ns(rtc) < end_ns) {
        const snw_rtc_how *how = snw__rtc_now(rtc);
        if (how->at_rest || !how->power) return SNW_RTC_OK;
        snw__rtc_pass(rtc);
    }
    return SNW_RTC_ERR_TIME;
}

// drives follow: their brakes are open
static bool all_live(const snw_rtc_how *how) {
    for (int i = 0; i < how->count; i++) {
        if ((how->status[i] & SNW_AXIS_ENABLED) == 0) return false;
    }
    return how->guard == SNW_ARM_ENABLED && how->count > 0;
}

snw_rtc_error snw__rtc_power(snw_rtc *rtc, bool on) {
    const int64_t limit_ns = (on ? 2 : 5) * SECOND_NS;
    const int64_t end_ns = snw__rtc_time_ns(rtc) + limit_ns;
    const int arm = rtc->work->session->arm_index;
    if (!on) SNW_IGNORE(snw_exec_request(rtc->exec, arm, SNW_REQUEST_DISABLE));
    snw__rtc_pass(rtc);
    while (snw__rtc_time_ns(rtc) < end_ns) {
        const snw_rtc_how *how = snw__rtc_now(rtc);
        if (on ? all_live(how) : !how->power && how->count > 0) return SNW_RTC_OK;
        if (on) (void)snw_arm_ask_for_power(rtc->exec, arm, how->guard);
        snw__rtc_pass(rtc);
    }
    return SNW_RTC_ERR_TIME;
}

void snw__rtc_hang_up(snw_rtc *rtc) {
    struct snw__rtc *work = rtc->work;
    if (!work->interrupted) return;
    work->interrupted = false;
    if (work->hangup != NULL) work->hangup(rtc, work->hangup_context);
}
