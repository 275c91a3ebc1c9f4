// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "harness.h"

// a PUMA 560 with the friction of its description, under torques; `components` make them
static const char cell_format[] =
    "<cell name=\"puma\"><mechanisms><mechanism name=\"puma560\" "
    "file=\"package://models/puma560-corke/puma560-corke.xml\"/></mechanisms>"
    "<members><member name=\"arm\" mechanism=\"puma560\"/></members>"
    "<states><state name=\"ready\"><members><member member=\"arm\">"
    "<q>%s</q></member></members></state></states>"
    "<control><loop period=\"1 ms\"><arms><arm member=\"arm\"><drive>%s</drive>"
    "<guard following_rest=\"1\" following_full=\"1\"/></arm></arms><components>"
    "<component name=\"estimate\" member=\"arm\"><type><rate_estimate/></type></component>%s"
    "</components></loop></control></cell>";

static const char slow_wave[] =
    "<component name=\"source\" member=\"arm\"><type><wave frequency=\"0.1\">"
    "<amplitude>0.2</amplitude></wave></type></component>";
static const char gains[] = "<kp>1000 1500 800 60 60 40</kp><kd>120 180 80 5 5 3</kd>";

static snw_status open_puma(harness *h, const char *q, const char *drive, const char *components) {
    static char text[8192];
    const int length = snprintf(text, sizeof text, cell_format, q, drive, components);
    CHECK(length > 0 && (size_t)length < sizeof text);
    const snw_status status = open_cell(h, "puma.cell.xml", text);
    if (snw_failed(status)) tell(h);
    return status;
}

// root mean square of the errors of all axes while the arm follows
static double tracking(const char *components) {
    static harness h;
    CHECK(!snw_failed(open_puma(&h, "0 0.785 -0.785 0 0.5 0", "<simulated_arm/>", components)));
    enable(&h);
    run_ticks(&h, 2000);
    const snw_arm *arm = snw_exec_arm(h.exec, 0);
    double squares = 0;
    enum { TICKS = 20000 };
    for (int i = 0; i < TICKS; i++) {
        snw_exec_tick(h.exec);
        CHECK(arm->follows);
        for (int a = 0; a < arm->count; a++) {
            const double e = arm->target.q[a] - arm->sensed.q[a];
            squares += e * e;
        }
    }
    const double rms = sqrt(squares / (TICKS * arm->count));
    close_cell(&h);
    return rms;
}

// spec: loffler:L-062
static void friction_compensation_halves_the_error_of_a_slow_sine(void) {
    static char plain[2048], better[2048];
    (void)snprintf(plain, sizeof plain,
                   "%s<component name=\"gravity\" member=\"arm\"><type><gravity/></type>"
                   "</component><component name=\"law\" member=\"arm\"><type><pd>%s</pd></type>"
                   "</component>",
                   slow_wave, gains);
    (void)snprintf(better, sizeof better,
                   "%s<component name=\"gravity\" member=\"arm\"><type><gravity/></type>"
                   "</component><component name=\"friction\" member=\"arm\"><type>"
                   "<friction dead_zone=\"0.005\"><coulomb>25.98 10.62 6.364 1.068 0.8544 "
                   "0.5544</coulomb><viscous>5.802 9.497 3.98 0.4116 0.4273 0.2158</viscous>"
                   "</friction></type></component>"
                   "<component name=\"law\" member=\"arm\"><type><pd>%s</pd></type></component>",
                   slow_wave, gains);
    const double without = tracking(plain), with = tracking(better);
    print_message("rms error: %.6f rad without, %.6f rad with friction compensation\n", without,
                  with);
    CHECK(with > 0 && with <= 0.5 * without);
}

// the largest motion of an axis in five seconds, torques of gravity only or none [deg]
static double drift(const char *q, const char *components) {
    static harness h;
    // once the brakes are open nothing holds the arm but torques: there is no friction
    CHECK(!snw_failed(open_puma(&h, q,
                                "<simulated_arm><viscous>0</viscous>"
                                "<dry>0</dry></simulated_arm>",
                                components)));
    const snw_arm *arm = snw_exec_arm(h.exec, 0);
    enable(&h);
    double begin[SNW_AXES], worst = 0;
    memcpy(begin, arm->sensed.q, sizeof begin);
    for (int i = 0; i < 5000; i++) {
        snw_exec_tick(h.exec);
        for (int a = 0; a < arm->count; a++) {
            worst = fmax(worst, fabs(arm->sensed.q[a] - begin[a]));
        }
    }
    close_cell(&h);
    return worst * 180 / 3.14159265358979323846;
}

// spec: loffler:L-038
static void an_arm_that_is_freed_of_gravity_stays_where_it_is(void) {
    static const char with[] =
        "<component name=\"gravity\" member=\"arm\"><type><gravity/></type></component>";
    static const char without[] = "<component name=\"gravity\" member=\"arm\"><type>"
                                  "<gravity on=\"false\"/></type></component>";
    double worst = 0;
    CHECK_CASES(20) {
        char q[128];
        (void)snprintf(q, sizeof q, "%.3f %.3f %.3f %.3f %.3f %.3f", check_real(-2, 2),
                       check_real(-0.6, 1.8), check_real(-2, 0.6), check_real(-1, 1),
                       check_real(-1, 1), check_real(-1, 1));
        const double still = drift(q, with);
        worst = fmax(worst, still);
        CHECK(still < 0.1);
        if (check_case < 5) CHECK(drift(q, without) > 5);
    }
    print_message("largest drift in 5 s from 20 poses: %.2e deg\n", worst);
}

// what each tick tells the drives, as bytes
typedef struct trace {
    uint64_t hash;
    int ticks;
} trace;

static void add_bytes(trace *t, const void *bytes, size_t size) {
    const unsigned char *at = bytes;
    for (size_t i = 0; i < size; i++) {
        t->hash = (t->hash ^ at[i]) * UINT64_C(0x100000001b3);
    }
}

static trace run_once(void) {
    static harness h;
    trace t = {.hash = UINT64_C(0xcbf29ce484222325)};
    const snw_status status = open_cell(&h, SNW_SOURCE_DIR "/cells/puma560.cell.xml", NULL);
    if (snw_failed(status)) tell(&h);
    CHECK(!snw_failed(status));
    enable(&h);
    const snw_arm *arm = snw_exec_arm(h.exec, 0);
    for (; t.ticks < 5000; t.ticks++) {
        snw_exec_tick(h.exec);
        add_bytes(&t, arm->command.q, (size_t)arm->count * sizeof(double));
        add_bytes(&t, arm->command.effort, (size_t)arm->count * sizeof(double));
        add_bytes(&t, arm->sensed.q, (size_t)arm->count * sizeof(double));
    }
    close_cell(&h);
    return t;
}

static void two_runs_of_a_cell_are_equal_in_every_bit(void) {
    const trace a = run_once(), b = run_once();
    CHECK(a.hash == b.hash);
}

// the largest step of a torque in the ticks after a parameter was changed in motion [N.m]; `last`
// stands behind the laws
static double step_of_torque(const char *last, const char *path, const char *value) {
    static harness h;
    static char components[2048];
    (void)snprintf(components, sizeof components,
                   "<component name=\"source\" member=\"arm\"><type><wave frequency=\"0.5\">"
                   "<amplitude>0.3</amplitude></wave></type></component><component name=\"law\" "
                   "member=\"arm\"><type><pd>%s</pd></type></component><component "
                   "name=\"gravity\" member=\"arm\"><type><gravity/></type></component>%s",
                   gains, last);
    CHECK(!snw_failed(open_puma(&h, "0 0.785 -0.785 0 0.5 0", "<simulated_arm/>", components)));
    enable(&h);
    run_ticks(&h, 1200);
    const snw_arm *arm = snw_exec_arm(h.exec, 0);
    double before[SNW_AXES], step = 0;
    memcpy(before, arm->command.effort, sizeof before);
    CHECK(snw_exec_set(h.exec, path, value, NULL) == SNW_OK);
    for (int i = 0; i < 5; i++) {
        snw_exec_tick(h.exec);
        CHECK(arm->follows);
        step = fmax(step, fabs(arm->command.effort[1] - before[1]));
        memcpy(before, arm->command.effort, sizeof before);
    }
    close_cell(&h);
    return step;
}

static const char soft_change[] = "<component name=\"soft\" member=\"arm\"><type>"
                                  "<bumpless time=\"0.2\"/></type></component>";

static void gains_change_in_motion_without_a_bump(void) {
    const double plain = step_of_torque("", "law/kp[1]", "3000");
    const double soft = step_of_torque(soft_change, "law/kp[1]", "3000");
    print_message("step of the torque: %.2f N.m plainly, %.2f N.m bumpless\n", plain, soft);
    CHECK(plain > 2);
    CHECK(soft < 0.2 * plain);
}

static void a_payload_changes_in_motion_without_a_step_of_effort(void) {
    const double plain = step_of_torque("", "gravity/payload/mass", "2");
    const double soft = step_of_torque(soft_change, "gravity/payload/mass", "2");
    print_message("step of the torque: %.2f N.m plainly, %.2f N.m ramped\n", plain, soft);
    CHECK(plain > 5);
    CHECK(soft < 0.2 * plain);
}

// Seen: only cells with a component bumpless had their large changes ramped. A small one passes as
// it is, and tells what a kilogram weighs.
static void a_large_change_is_ramped_whatever_the_cell_has(void) {
    const double small = step_of_torque("", "gravity/payload/mass", "2");
    const double large = step_of_torque("", "gravity/payload/mass", "7");
    print_message("step of the torque: %.2f N.m for 2 kg, %.2f N.m for 7 kg\n", small, large);
    CHECK(small > 5);
    CHECK(large < 0.2 * 3.5 * small);
}

// Seen: an operator could set a payload of 1e5 kg and gains or friction of 1e9 while the arm moved;
// its rates came to three times their limit before the guard ended it.
static void values_that_this_arm_cannot_have_are_refused(void) {
    static harness h;
    static char components[2048];
    (void)snprintf(
        components, sizeof components,
        "%s<component name=\"gravity\" member=\"arm\"><type><gravity/></type>"
        "</component><component name=\"friction\" member=\"arm\"><type><friction>"
        "<coulomb>0.5</coulomb><breakaway>0.5</breakaway><viscous>0.2</viscous></friction>"
        "</type></component><component name=\"law\" member=\"arm\"><type><pd>%s</pd>"
        "</type></component>",
        slow_wave, gains);
    CHECK(!snw_failed(open_puma(&h, "0 0.785 -0.785 0 0.5 0", "<simulated_arm/>", components)));
    enable(&h);
    run_ticks(&h, 200);
    static const struct {
        const char *path, *good, *bad;
    } cases[] = {{"law/kp[1]", "3000", "1e9"},          {"law/kd[1]", "300", "1e6"},
                 {"law/kp[5]", "100", "1e8"},           {"friction/coulomb[0]", "1", "1e9"},
                 {"friction/coulomb[0]", "80", "200"},  {"friction/breakaway[0]", "1", "1e9"},
                 {"friction/viscous[0]", "0.4", "1e9"}, {"gravity/payload/mass", "2", "1e5"},
                 {"gravity/payload/mass", "4", "1000"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        snw_why why = {0};
        char text[64];
        const bool same = i == 4; // 80 N.m are more than the wrist can give: both are refused
        CHECK((snw_exec_set(h.exec, cases[i].path, cases[i].good, &why) == SNW_OK) == !same);
        run_ticks(&h, 2);
        CHECK(snw_exec_set(h.exec, cases[i].path, cases[i].bad, &why) == SNW_ERR_RANGE);
        CHECK_TEXT(why.rule, "model-range");
        CHECK(why.number_count == 2 && why.fix[0] != '\0');
        run_ticks(&h, 2);
        CHECK(snw_exec_get(h.exec, cases[i].path, text, sizeof text, NULL) == SNW_OK);
        CHECK(same || atof(text) == atof(cases[i].good));
    }
    close_cell(&h);
}

static void a_law_with_the_wrong_number_of_gains_is_refused_by_name(void) {
    static harness h;
    snw_status status = open_puma(&h, "0 0 0 0 0 0", "<simulated_arm/>",
                                  "<component name=\"law\" member=\"arm\"><type><pd>"
                                  "<kp>1 2 3</kp></pd></type></component>");
    CHECK(snw_failed(status));
    CHECK(h.diags.errors > 0);
    CHECK(strstr(h.reasons[0].subject, "law") != NULL);
    close_cell(&h);
}

int main(void) {
    RUN(friction_compensation_halves_the_error_of_a_slow_sine);
    RUN(an_arm_that_is_freed_of_gravity_stays_where_it_is);
    RUN(two_runs_of_a_cell_are_equal_in_every_bit);
    RUN(gains_change_in_motion_without_a_bump);
    RUN(a_payload_changes_in_motion_without_a_step_of_effort);
    RUN(a_large_change_is_ramped_whatever_the_cell_has);
    RUN(values_that_this_arm_cannot_have_are_refused);
    RUN(a_law_with_the_wrong_number_of_gains_is_refused_by_name);
    return check_report();
}
