// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "internal.h"

// --- who may call what --------------------------------------------------------------------------

static snw_rtc_error refuse(snw_rtc *rtc) {
    if (rtc->work == NULL) return SNW_RTC_ERR_CLOSED;
    return rtc->work->inside ? SNW_RTC_ERR_INSIDE : SNW_RTC_OK;
}

snw_rtc_state snw_rtc_state_of(const snw_rtc *rtc) {
    const struct snw__rtc *work = rtc->work;
    if (work == NULL) return SNW_RTC_CLOSED;
    if (work->state == SNW__RTC_ACTIVE || work->state == SNW__RTC_SUSPENDED) {
        const uint64_t answer = __atomic_load_n(&work->session->answer, __ATOMIC_ACQUIRE);
        if (answer == work->number << SNW__RTC_BITS) return SNW_RTC_OVER;
        return work->state == SNW__RTC_ACTIVE ? SNW_RTC_ACTIVE : SNW_RTC_SUSPENDED;
    }
    return work->over ? SNW_RTC_OVER : SNW_RTC_IDLE;
}

static bool is_under_way(snw_rtc *rtc) {
    (void)snw__rtc_now(rtc);
    return rtc->work->state != SNW__RTC_IDLE;
}

// --- sessions -----------------------------------------------------------------------------------

snw_rtc_error snw_rtc_power(snw_rtc *rtc, bool on) {
    snw_rtc_error error = refuse(rtc);
    if (error == SNW_RTC_OK && is_under_way(rtc)) error = SNW_RTC_ERR_ACTIVE;
    if (error == SNW_RTC_OK) error = snw__rtc_power(rtc, on);
    return rtc->error = error;
}

static uint64_t signals_seen(const struct snw__rtc *work) {
    return work->signals != NULL ? snw_signals_count(work->signals) : 0;
}

snw_rtc_error snw_rtc_control(snw_rtc *rtc, snw_rtc_fn *first, snw_rtc_fn *second, void *context) {
    snw_rtc_error error = refuse(rtc);
    if (error == SNW_RTC_OK && is_under_way(rtc)) error = SNW_RTC_ERR_ACTIVE;
    if (error != SNW_RTC_OK) return rtc->error = error;
    struct snw__rtc *work = rtc->work;
    snw__session *session = work->session;
    if (snw__rtc_now(rtc)->count == 0) snw__rtc_pass(rtc);
    if (snw__rtc_now(rtc)->guard != SNW_ARM_ENABLED) return rtc->error = SNW_RTC_ERR_POWER;

    // the loop does not look at these before the order, nor after the end of the last session
    session->functions[0] = first;
    session->functions[1] = second;
    session->context = context;
    session->tolerate = work->options.tolerate;
    session->checks = work->options.checks;
    session->signals = work->signals;
    __atomic_store_n(&session->interrupt, signals_seen(work), __ATOMIC_RELAXED);
    __atomic_store_n(&session->asked, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&session->end, SNW_RTC_END_NONE, __ATOMIC_RELAXED);
    work->number++;
    work->over = false;
    work->state = SNW__RTC_ACTIVE;
    return rtc->error = snw__rtc_order(rtc, SNW__RTC_ACTIVE);
}

snw_rtc_error snw_rtc_release(snw_rtc *rtc, bool power_off) {
    const snw_rtc_error refusal = refuse(rtc);
    if (refusal != SNW_RTC_OK) return rtc->error = refusal;
    struct snw__rtc *work = rtc->work;
    snw_rtc_error error = SNW_RTC_OK;
    if (is_under_way(rtc)) {
        error = snw__rtc_order(rtc, SNW__RTC_IDLE);
    } else if (!work->over) {
        return rtc->error = SNW_RTC_ERR_IDLE;
    }
    const bool by_itself = work->over || snw_rtc_end_of(rtc, NULL) != SNW_RTC_END_RELEASED;
    work->over = false;
    if (error == SNW_RTC_OK) error = snw__rtc_settle(rtc);
    if (error == SNW_RTC_OK && power_off) error = snw__rtc_power(rtc, false);
    snw__rtc_hang_up(rtc);
    if (error == SNW_RTC_OK && by_itself) error = SNW_RTC_ENDED;
    return rtc->error = error;
}

static snw_rtc_error change(snw_rtc *rtc, int from, int to, snw_rtc_error wrong) {
    snw_rtc_error error = refuse(rtc);
    if (error == SNW_RTC_OK && !is_under_way(rtc)) error = SNW_RTC_ERR_IDLE;
    if (error == SNW_RTC_OK && rtc->work->state != from) error = wrong;
    if (error == SNW_RTC_OK) error = snw__rtc_order(rtc, to);
    if (error == SNW_RTC_OK && rtc->work->over) error = SNW_RTC_ENDED;
    return rtc->error = error;
}

snw_rtc_error snw_rtc_suspend(snw_rtc *rtc) {
    return change(rtc, SNW__RTC_ACTIVE, SNW__RTC_SUSPENDED, SNW_RTC_ERR_SUSPENDED);
}

snw_rtc_error snw_rtc_resume(snw_rtc *rtc) {
    return change(rtc, SNW__RTC_SUSPENDED, SNW__RTC_ACTIVE, SNW_RTC_ERR_NOT_SUSPENDED);
}

// --- beside a session ---------------------------------------------------------------------------

snw_rtc_error snw_rtc_look(snw_rtc *rtc, snw_rtc_how *how) {
    const snw_rtc_error error = refuse(rtc);
    if (error == SNW_RTC_OK) *how = *snw__rtc_now(rtc);
    return rtc->error = error;
}

snw_rtc_error snw_rtc_send(snw_rtc *rtc, const snw_rtc_chg *chg) {
    snw_rtc_error error = refuse(rtc);
    if (error == SNW_RTC_OK && !is_under_way(rtc)) error = SNW_RTC_ERR_IDLE;
    if (error == SNW_RTC_OK) snw_triple_write(&rtc->work->session->chg_in, chg);
    return rtc->error = error;
}

int snw_rtc_end_of(const snw_rtc *rtc, snw_why *why) {
    if (why != NULL) memset(why, 0, sizeof *why);
    if (rtc->work == NULL || rtc->work->number == 0) return SNW_RTC_END_NONE;
    const snw__session *session = rtc->work->session;
    // the reason was written before the answer
    const uint64_t answer = __atomic_load_n(&session->answer, __ATOMIC_ACQUIRE);
    if (answer != rtc->work->number << SNW__RTC_BITS) return SNW_RTC_END_NONE;
    if (why != NULL) *why = session->why;
    return (int)__atomic_load_n(&session->end, __ATOMIC_RELAXED);
}

bool snw_rtc_hear(snw_rtc *rtc, char text[SNW_RTC_TEXT], uint64_t *lost) {
    text[0] = '\0';
    if (lost != NULL) *lost = 0;
    if (rtc->work == NULL) return false;
    const snw_ring *messages = &rtc->work->session->messages;
    if (lost != NULL) *lost = snw_ring_lost(messages);
    return snw_ring_pop(messages, text) == SNW_OK;
}

snw_rtc_error snw_rtc_on_hangup(snw_rtc *rtc, snw_rtc_hangup_fn *handler, void *context) {
    const snw_rtc_error error = refuse(rtc);
    if (error == SNW_RTC_OK) {
        rtc->work->hangup = handler;
        rtc->work->hangup_context = context;
    }
    return rtc->error = error;
}
