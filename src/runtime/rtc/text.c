// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "internal.h"

const char *snw_rtc_error_text(snw_rtc_error error) {
    switch (error) {
#define SNW_X(name, value, sentence)                                                               \
    case name:                                                                                     \
        return sentence;
        SNW_RTC_ERROR_TABLE(SNW_X)
#undef SNW_X
    }
    return "unknown";
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
    if (end >= SNW_RTC_OWN) return "the program ended it for a reason of its own";
    if (end == SNW_RTC_GUARD) return "the guard does not follow the session any more";
    if (end > SNW_RTC_GUARD && end < SNW_RTC_GUARD + SNW_CAUSES) {
        return snw_cause_sentence((snw_cause)(end - SNW_RTC_GUARD));
    }
    return "unknown";
}
