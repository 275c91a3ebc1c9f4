// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

// spec: rccl:RTC-01
static void every_error_has_a_number_and_a_text_of_its_own(void) {
    static const snw_rtc_error errors[] = {
#define SNW_X(name, value, status, sentence) name,
        SNW_RTC_ERROR_TABLE(SNW_X)
#undef SNW_X
    };
    const size_t count = sizeof errors / sizeof errors[0];
    CHECK(count == 19);
    for (size_t i = 0; i < count; i++) {
        const char *text = snw_rtc_error_text(errors[i]);
        CHECK(text[0] != '\0' && strcmp(text, "unknown") != 0);
        for (size_t k = 0; k < i; k++)
            CHECK(errors[i] != errors[k] && strcmp(text, snw_rtc_error_text(errors[k])) != 0);
    }
    CHECK_TEXT(snw_rtc_error_text((snw_rtc_error)-99), "unknown");
    // refusals are failures of the one table, news are not
    for (size_t i = 0; i < count; i++)
        CHECK(snw_failed(snw_rtc_status(errors[i])) == (errors[i] < 0));
    CHECK(snw_rtc_status(SNW_RTC_ERR_TIME) == SNW_ERR_TIMEOUT);
    CHECK(snw_rtc_status((snw_rtc_error)-99) == SNW_ERR_INTERNAL);
    CHECK_TEXT(snw_rtc_error_text(SNW_RTC_ERR_CLOSED), "RTC is not open");
}

// ends of the table, those by the guard, and one for the program's own
static int list_ends(int *ends) {
    int count = 0;
#define SNW_X(name, value, stop, sentence) ends[count++] = (value);
    SNW_RTC_END_TABLE(SNW_X)
#undef SNW_X
    for (int cause = 0; cause < SNW_CAUSES; cause++)
        ends[count++] = SNW_RTC_GUARD + cause;
    ends[count++] = SNW_RTC_OWN;
    return count;
}

// spec: rccl:SAF-05
static void every_end_has_a_number_and_a_text_of_its_own(void) {
    int ends[64];
    const int count = list_ends(ends);
    CHECK(count == 13 + SNW_CAUSES + 1);
    for (int i = 0; i < count; i++) {
        const char *text = snw_rtc_end_text(ends[i]);
        CHECK(text[0] != '\0' && strcmp(text, "unknown") != 0);
        for (int k = 0; k < i; k++)
            CHECK(ends[i] != ends[k] && strcmp(text, snw_rtc_end_text(ends[k])) != 0);
    }
    CHECK_TEXT(snw_rtc_end_text(-1), "unknown");
    CHECK_TEXT(snw_rtc_end_text(99), "unknown");
    CHECK_TEXT(snw_rtc_end_text(SNW_RTC_GUARD + SNW_CAUSES), "unknown");
    CHECK_TEXT(snw_rtc_end_text(SNW_RTC_GUARD + SNW_CAUSE_EMERGENCY),
               "the emergency stop is pressed");
}

int main(void) {
    RUN(every_error_has_a_number_and_a_text_of_its_own);
    RUN(every_end_has_a_number_and_a_text_of_its_own);
    return check_report();
}
