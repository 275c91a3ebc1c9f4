// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "internal.h"

// What control functions may call, and any thread.

void snw_rtc_terminate(snw_rtc *rtc, int reason) {
    if (rtc->work == NULL) return;
    const int64_t end = reason >= SNW_RTC_OWN ? reason : SNW_RTC_END_ASKED;
    __atomic_store_n(&rtc->work->session->asked, end, __ATOMIC_RELEASE);
}

void snw_rtc_limp(snw_rtc *rtc) {
    if (rtc->work == NULL) return;
    SNW_IGNORE(snw_exec_request(rtc->exec, rtc->work->session->arm_index, SNW_REQUEST_STOP_0));
}

void snw_rtc_say(snw_rtc *rtc, const char *text) {
    char item[SNW_RTC_TEXT];
    snw_copy_text(item, sizeof item, text);
    SNW_IGNORE(snw_ring_push(&rtc->work->session->messages, item));
}
