// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "internal.h"

const char *snw_rtc_error_text(snw_rtc_error error) {
    switch (error) {
#define SNW_X(name, value, status, sentence)                                                       \
    case name:                                                                                     \
        return sentence;
        SNW_RTC_ERROR_TABLE(SNW_X)
#undef SNW_X
    }
    return "unknown";
}

snw_status snw_rtc_status(snw_rtc_error error) {
    static const struct {
        snw_rtc_error error;
        snw_status status;
    } statuses[] = {
#define SNW_X(name, value, status, sentence) {name, status},
        SNW_RTC_ERROR_TABLE(SNW_X)
#undef SNW_X
    };
    for (size_t i = 0; i < sizeof statuses / sizeof statuses[0]; i++) {
        if (statuses[i].error == error) return statuses[i].status;
    }
    return SNW_ERR_INTERNAL;
}

const char *snw_rtc_end_text(int end) {
    switch (end) {
#define SNW_X(name, value, stop, sentence)                                                         \
    case value:                                                                                    \
        return sentence;
        SNW_RTC_END_TABLE(SNW_X)
#undef SNW_X
    default:
        break;
    }
    if (end >= SNW_RTC_OWN) return "the program ended it for its own reason";
    if (end == SNW_RTC_GUARD) return "the guard no longer follows the session";
    if (end > SNW_RTC_GUARD && end < SNW_RTC_GUARD + SNW_CAUSES) {
        return snw_cause_sentence((snw_cause)(end - SNW_RTC_GUARD));
    }
    return "unknown";
}
