// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

static const char *const cells[] = {"puma560", "panda", "two-arms", "imi"};

static void ready_cells_open_run_and_close(void) {
    for (size_t i = 0; i < sizeof cells / sizeof cells[0]; i++) {
        char path[512];
        (void)snprintf(path, sizeof path, "%s/cells/%s.cell.xml", SNW_SOURCE_DIR, cells[i]);
        snw_rtc rtc = {0};
        snw_rtc_options options = snw_rtc_defaults();
        options.path = path;
        CHECK(snw_rtc_open(&rtc, &options, NULL) == SNW_RTC_OK);
        CHECK(snw_rtc_power(&rtc, true) == SNW_RTC_OK);
        // nobody asks for anything, in a session or without one: what the cell would have the arm
        // do is left out
        snw_rtc_how before, after;
        for (int session = 0; session < 2; session++) {
            if (session == 1) CHECK(snw_rtc_control(&rtc, NULL, NULL, NULL) == SNW_RTC_OK);
            CHECK(snw_rtc_wait(&rtc, 0.2) == SNW_RTC_OK);
            CHECK(snw_rtc_look(&rtc, &before) == SNW_RTC_OK);
            CHECK(snw_rtc_wait(&rtc, 0.5) == SNW_RTC_OK);
            CHECK(snw_rtc_look(&rtc, &after) == SNW_RTC_OK);
            for (int k = 0; k < rtc.count; k++)
                CHECK_NEAR(after.target[k], before.target[k], 1e-9);
        }
        CHECK(after.sample == before.sample + 500 && after.count == rtc.count && rtc.count > 1);
        CHECK(snw_rtc_close(&rtc, true) == SNW_RTC_OK);
        CHECK(rtc.work == NULL && rtc.exec == NULL);
    }
}

static void an_arm_is_chosen_by_its_name(void) {
    snw_rtc rtc = {0};
    snw_rtc_options options = snw_rtc_defaults();
    options.path = SNW_SOURCE_DIR "/cells/two-arms.cell.xml";
    options.arm = "nobody";
    CHECK(snw_rtc_open(&rtc, &options, NULL) == SNW_RTC_ERR_ARM);
    options.arm = NULL;
    CHECK(snw_rtc_open(&rtc, &options, NULL) == SNW_RTC_OK);
    CHECK(snw_exec_arm_count(rtc.exec) == 2);
    char name[64];
    (void)snprintf(name, sizeof name, "%s", snw_exec_arm(rtc.exec, 1)->name);
    CHECK(rtc.arm == snw_exec_arm(rtc.exec, 0));
    CHECK(snw_rtc_close(&rtc, true) == SNW_RTC_OK);
    options.arm = name;
    CHECK(snw_rtc_open(&rtc, &options, NULL) == SNW_RTC_OK);
    CHECK(rtc.arm == snw_exec_arm(rtc.exec, 1));
    CHECK(snw_rtc_close(&rtc, true) == SNW_RTC_OK);
}

static void what_cannot_be_opened_is_refused_with_its_code(void) {
    snw_rtc rtc = {0};
    snw_why reasons[4];
    snw_diags diags = {.items = reasons, .capacity = 4};
    snw_rtc_options options = snw_rtc_defaults();
    CHECK(snw_rtc_open(&rtc, &options, &diags) == SNW_RTC_ERR_ARGUMENT);
    options.path = SNW_SOURCE_DIR "/cells/no-such.cell.xml";
    CHECK(snw_rtc_open(&rtc, &options, &diags) == SNW_RTC_ERR_CELL);
    CHECK(diags.errors > 0);
    options.path = SNW_SOURCE_DIR "/cells/pick-and-place.cell.xml"; // it has no loop
    CHECK(snw_rtc_open(&rtc, &options, &diags) == SNW_RTC_ERR_CELL);
    options.path = SNW_SOURCE_DIR "/cells/puma560.cell.xml";
    const struct {
        double period, speed;
        uint32_t checks;
        int tolerate;
    } bad[] = {{(double)NAN, 0.5, 0, 0}, {-1, 0.5, 0, 0},       {1e-6, 0.5, 0, 0},
               {2, 0.5, 0, 0},           {0, 0, 0, 0},          {0, 1.5, 0, 0},
               {0, (double)NAN, 0, 0},   {0, 0.5, 1U << 20, 0}, {0, 0.5, 0, -1}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        options.period = bad[i].period;
        options.speed = bad[i].speed;
        options.checks = bad[i].checks;
        options.tolerate = bad[i].tolerate;
        CHECK(snw_rtc_open(&rtc, &options, &diags) == SNW_RTC_ERR_ARGUMENT);
        CHECK(snw_rtc_state_of(&rtc) == SNW_RTC_CLOSED);
    }
}

static void a_loop_of_somebody_else_needs_both_components_and_serves_one(void) {
    rig r;
    rig_lend(&r);
    snw_rtc second = {0};
    CHECK(snw_rtc_open(&r.rtc, &r.options, NULL) == SNW_RTC_OK);
    CHECK(snw_rtc_open(&second, &r.options, NULL) == SNW_RTC_ERR_OPEN);
    CHECK(snw_rtc_close(&r.rtc, true) == SNW_RTC_OK);
    CHECK(snw_rtc_open(&second, &r.options, NULL) == SNW_RTC_OK);
    CHECK(snw_rtc_close(&second, true) == SNW_RTC_OK);
    rig_free(&r);

    rig_read(&r, PLAIN);
    snw_exec_options options = snw_exec_defaults();
    options.registry = &r.registry;
    CHECK(snw_exec_open(&r.exec, r.cell, &r.system, &options, &r.diags) == SNW_OK);
    r.options = snw_rtc_defaults();
    r.options.exec = r.exec;
    CHECK(snw_rtc_open(&r.rtc, &r.options, NULL) == SNW_RTC_ERR_COMPONENTS);
    rig_free(&r);
}

static void the_period_is_the_cells_or_the_programs(void) {
    rig r;
    rig_read(&r, PLAIN);
    r.options.period = 0.007;
    rig_go(&r);
    CHECK_NEAR(r.rtc.period, 0.007, 1e-15);
    CHECK(snw_rtc_control(&r.rtc, NULL, NULL, NULL) == SNW_RTC_OK);
    const int64_t before = snw_exec_time_ns(r.rtc.exec);
    CHECK(snw_rtc_wait(&r.rtc, 0.7) == SNW_RTC_OK);
    CHECK(snw_exec_time_ns(r.rtc.exec) - before == 700 * (int64_t)MS);
    CHECK(rig_look(&r).sample == 100);
    CHECK(((const snw_loop *)r.cell->control.block)->period == 1e-3);
    rig_close(&r);
}

// --- hardware and simulation --------------------------------------------------------------------

enum { TRACE = 2000 };
typedef struct trace {
    double target[TRACE][6];
} trace;

static void there_and_back(snw_rtc *rtc, const snw_rtc_how *how, snw_rtc_chg *chg, void *context) {
    trace *t = context;
    const double x = (double)how->sample * rtc->period;
    static double from[6];
    if (how->begins) memcpy(from, how->target, sizeof from);
    for (int i = 0; i < 6; i++) {
        chg->joint[i].operation = SNW_RTC_POSVEL;
        chg->joint[i].value = from[i] + 0.2 * (1 - cos(2 * x));
        if (how->sample > 0 && how->sample <= TRACE) t->target[how->sample - 1][i] = how->target[i];
    }
}

// spec: rccl:RTC-11
static void the_same_program_moves_hardware_and_simulation_alike(void) {
    static trace traces[2];
    long calls[2];
    for (int k = 0; k < 2; k++) {
        rig r;
        rig_read(&r, CELL("1 ms", "<drive><hard_jc/></drive><twin><ideal_arm/></twin>", ""));
        ((snw_loop *)r.cell->control.block)->simulate = false;
        r.options.simulate = k == 1;
        rig_go(&r);
        CHECK(snw_rtc_control(&r.rtc, there_and_back, NULL, &traces[k]) == SNW_RTC_OK);
        rig_run(&r, TRACE + 1);
        CHECK(snw_rtc_release(&r.rtc, true) == SNW_RTC_OK);
        const uint32_t simulated = rig_look(&r).status[0] & SNW_AXIS_SIMULATED;
        CHECK((simulated != 0) == (k == 1));
        calls[k] = jc.hard_calls;
        rig_close(&r);
    }
    CHECK(calls[0] > TRACE && calls[1] == 0);
    for (int k = 0; k < TRACE; k++) {
        for (int i = 0; i < 6; i++)
            CHECK_NEAR(traces[1].target[k][i], traces[0].target[k][i], 0);
    }
    CHECK(fabs(traces[0].target[TRACE / 2][0] - traces[0].target[0][0]) > 0.1);
}

int main(void) {
    RUN(ready_cells_open_run_and_close);
    RUN(an_arm_is_chosen_by_its_name);
    RUN(what_cannot_be_opened_is_refused_with_its_code);
    RUN(a_loop_of_somebody_else_needs_both_components_and_serves_one);
    RUN(the_period_is_the_cells_or_the_programs);
    RUN(the_same_program_moves_hardware_and_simulation_alike);
    return check_report();
}
