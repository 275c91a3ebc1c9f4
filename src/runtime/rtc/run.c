// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/rtc.h"

snw_rtc_error snw_rtc_run(const char *path, snw_rtc_fn *first, void *context, double seconds,
                          int *end) {
    snw_rtc rtc = {0};
    snw_rtc_options options = snw_rtc_defaults();
    options.path = path;
    if (end != NULL) *end = SNW_RTC_END_NONE;
    snw_rtc_error error = snw_rtc_open(&rtc, &options, NULL);
    if (error != SNW_RTC_OK) return error;

    error = snw_rtc_power(&rtc, true);
    if (error == SNW_RTC_OK) error = snw_rtc_control(&rtc, first, NULL, context);
    if (error == SNW_RTC_OK) error = snw_rtc_wait(&rtc, seconds);
    if (error == SNW_RTC_ENDED && end != NULL) *end = snw_rtc_end_of(&rtc, NULL);

    // whatever happened, the arm comes to rest without power
    const snw_rtc_error closed = snw_rtc_close(&rtc, true);
    return error != SNW_RTC_OK ? error : closed;
}
