// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

// the example itself, with its main under another name
int example_main(int argc, char **argv);
#pragma push_macro("main")
#undef main
#define main example_main
#define CELL_FILE SNW_SOURCE_DIR "/cells/puma560.cell.xml"
#include "../../../examples/05_rtc_pd/main.c"
#pragma pop_macro("main")

// spec: rccl:RTC-10
static void a_pd_controller_of_at_most_sixty_lines_moves_a_puma(void) {
    FILE *file = fopen(SNW_SOURCE_DIR "/examples/05_rtc_pd/main.c", "r");
    CHECK(file != NULL);
    int lines = 0, motion_headers = 0;
    char line[512];
    while (fgets(line, sizeof line, file) != NULL) {
        lines++;
        motion_headers += strncmp(line, "#include \"sinew/", 16) == 0;
    }
    CHECK(fclose(file) == 0);
    // RTC alone, without what plans motions
    CHECK(lines > 20 && lines <= 60 && motion_headers == 1);
    char name[] = "05_rtc_pd";
    char *arguments[] = {name, NULL};
    CHECK(example_main(1, arguments) == 0);
}

static void the_controller_follows_its_point(void) {
    snw_rtc rtc = {0};
    pd c = {0};
    snw_rtc_options options = snw_rtc_defaults();
    options.path = CELL_FILE;
    CHECK(snw_rtc_open(&rtc, &options, NULL) == SNW_RTC_OK);
    CHECK(snw_rtc_power(&rtc, true) == SNW_RTC_OK);
    snw_rtc_how before, after;
    CHECK(snw_rtc_look(&rtc, &before) == SNW_RTC_OK);
    CHECK(snw_rtc_control(&rtc, control, NULL, &c) == SNW_RTC_OK);
    CHECK(snw_rtc_wait(&rtc, 3) == SNW_RTC_OK);
    CHECK(snw_rtc_look(&rtc, &after) == SNW_RTC_OK);
    // every joint is where the point is, but for what gravity and friction hold against the gains
    for (int i = 0; i < 6; i++)
        CHECK_NEAR(after.position[i] - before.position[i], 0.4, 0.02);
    CHECK(snw_rtc_close(&rtc, true) == SNW_RTC_OK);
}

// asks for a current that is none, in its third sample
static void ask_for_nan(snw_rtc *rtc, const snw_rtc_how *how, snw_rtc_chg *chg, void *context) {
    (void)rtc;
    (void)context;
    if (how->sample != 3) return;
    chg->joint[0].operation = SNW_RTC_CUR;
    chg->joint[0].value = NAN;
}

static void one_call_tells_what_went_wrong(void) {
    int end = -1;
    CHECK(snw_rtc_run("absent.cell.xml", control, NULL, 1, &end) != SNW_RTC_OK);
    CHECK(end == SNW_RTC_END_NONE);
    CHECK(snw_rtc_run(CELL_FILE, ask_for_nan, NULL, 1, &end) == SNW_RTC_ENDED);
    CHECK(end == SNW_RTC_END_BAD_REQUEST);
    CHECK(snw_rtc_run(CELL_FILE, ask_for_nan, NULL, 1, NULL) == SNW_RTC_ENDED);
}

int main(void) {
    RUN(one_call_tells_what_went_wrong);
    RUN(a_pd_controller_of_at_most_sixty_lines_moves_a_puma);
    RUN(the_controller_follows_its_point);
    return check_report();
}
