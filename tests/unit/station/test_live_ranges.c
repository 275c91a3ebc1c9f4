// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/station.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "sinew/os/file.h"

// What an operator or an engineer may set while an arm moves. Whatever is accepted, the arm keeps
// its limits of rates, and a stop afterwards ends held.
//
// Seen: a gain of positions just below 4 / T^2 threw a joint of the Panda to 1.8 times its limit; a
// payload of 500,000 kg was accepted while the WAM was guided; with one of 30 kg, which the motors
// of a PUMA could have held in some pose, every stop cut the power.

enum { TICKS_MOST = 8000 };

static const char soft_file[] = SNW_BINARY_DIR "/live-ranges.cell.xml";

// a PUMA 560 as springs and dampers
static const char soft_cell[] =
    "<cell xmlns=\"urn:sinew\" name=\"soft\"><mechanisms><mechanism name=\"puma560\" "
    "file=\"package://models/puma560-corke/puma560-corke.xml\"/></mechanisms>"
    "<members><member name=\"arm\" mechanism=\"puma560\"/></members>"
    "<states><state name=\"ready\"><members><member member=\"arm\">"
    "<q>0 0.785 -0.785 0 0.5 0</q></member></members></state></states>"
    "<control><loop period=\"1 ms\"><arms><arm member=\"arm\"><drive><simulated_arm/></drive>"
    "<guard following_rest=\"1\" following_full=\"1\"/></arm></arms><components>"
    "<component name=\"estimate\" member=\"arm\"><type><rate_estimate/></type></component>"
    "<component name=\"source\" member=\"arm\"><type><wave frequency=\"0.25\">"
    "<amplitude>0.3</amplitude></wave></type></component>"
    "<component name=\"feed\" member=\"arm\"><type><pd><ka>0.01 0.01 0.01 0.01 0.01 0.01</ka></pd>"
    "</type></component><component name=\"law\" member=\"arm\"><type><impedance feed=\"full\">"
    "<stiffness>1500 2500 1200 100 100 80</stiffness><damping>1</damping></impedance></type>"
    "</component></components></loop></control></cell>";

// --- a cell -------------------------------------------------------------------------------------

// sequences would move the arms at their own time
static snw_status quiet_sequences(void *context, snw_loop *loop, const snw_cell *cell,
                                  snw_setup *memory, snw_diags *diags) {
    (void)context, (void)cell, (void)memory, (void)diags;
    for (int i = 0; i < loop->component_count; i++) {
        if (strcmp(loop->components[i].type.type->token, "sequence") == 0) {
            loop->components[i].start = false;
        }
    }
    return SNW_OK;
}

static snw_station *open_cell(const char *name) {
    char path[512];
    (void)snprintf(path, sizeof path, "%s/cells/%s.cell.xml", SNW_SOURCE_DIR, name);
    snw_station_options options = snw_station_defaults();
    options.cell = strcmp(name, "soft") == 0 ? soft_file : path;
    options.edit = quiet_sequences;
    snw_station *station;
    CHECK(!snw_failed(snw_station_open(&station, &options, NULL)));
    return station;
}

static void enable_arm(snw_station *station) {
    snw_exec *exec = snw_station_exec(station);
    bool enabled = false;
    for (int ticks = 0; !enabled && ticks < TICKS_MOST; ticks++) {
        enabled = snw_arm_ask_for_power(exec, 0, snw_exec_guard(exec, 0)->signals.state);
        CHECK(snw_station_step(station, 1) == SNW_OK);
    }
    CHECK(enabled);
}

static void send_to(snw_station *station, const char *object, const char *text) {
    snw_exec *exec = snw_station_exec(station);
    char answer[SNW_MESSAGE];
    snw_status status = SNW_NOTHING_NEW;
    snw_why why = {0};
    for (int k = 0; k < 10 && status == SNW_NOTHING_NEW; k++) {
        status = snw_exec_message(exec, object, text, 0, answer, &why);
        CHECK(snw_station_step(station, 1) == SNW_OK);
    }
    if (snw_failed(status)) print_error("%s %s: %s\n", object, text, why.text);
    CHECK(!snw_failed(status));
}

// --- values -------------------------------------------------------------------------------------

typedef enum motion { BY_WAVE, BY_MOVES, BY_HAND } motion;

typedef struct row {
    const char *cell, *path, *format; // the value with %g for the number
    double usual;                     // that is accepted
    motion motion;
    const char *first; // is set to 1 before; may be NULL
} row;

static const row rows[] = {
    {"puma560", "law/kp[1]", "%.9g", 3000, BY_WAVE, NULL},
    {"puma560", "law/kp[5]", "%.9g", 100, BY_WAVE, NULL},
    {"puma560", "law/kd[0]", "%.9g", 160, BY_WAVE, NULL},
    {"puma560", "law/kd[4]", "%.9g", 8, BY_WAVE, NULL},
    {"puma560", "law/ki[1]", "%.9g", 1500, BY_WAVE, NULL},
    {"puma560", "law/ki[5]", "%.9g", 60, BY_WAVE, NULL},
    {"puma560", "friction/coulomb[0]", "%.9g", 20, BY_WAVE, NULL},
    {"puma560", "friction/coulomb[5]", "%.9g", 0.5, BY_WAVE, NULL},
    {"puma560", "friction/viscous[1]", "%.9g", 9, BY_WAVE, NULL},
    {"puma560", "friction/viscous[4]", "%.9g", 0.4, BY_WAVE, NULL},
    {"puma560", "gravity/payload/mass", "%.9g", 1, BY_WAVE, NULL},
    {"demo", "law/kp[0]", "%.9g", 6400, BY_MOVES, NULL},
    {"demo", "law/kd[0]", "%.9g", 160, BY_MOVES, NULL},
    {"demo", "law/payload/mass", "%.9g", 1, BY_MOVES, NULL},
    {"demo", "law/payload/center", "0 0 %.9g", 0.01, BY_MOVES, "law/payload/mass"},
    {"demo", "law/payload/moments", "%1$.9g %1$.9g %1$.9g", 0.001, BY_MOVES, "law/payload/mass"},
    {"demo", "friction/coulomb[6]", "%.9g", 0.24, BY_MOVES, NULL},
    {"demo", "friction/viscous[0]", "%.9g", 1.2, BY_MOVES, NULL},
    {"demo", "guiding/damping[1]", "%.9g", 2, BY_HAND, NULL},
    {"demo", "guiding/damping[6]", "%.9g", 0.3, BY_HAND, NULL},
    {"demo", "guiding/payload/mass", "%.9g", 0.1, BY_HAND, NULL},
    {"wam", "law/kd[0]", "%.9g", 60, BY_MOVES, NULL},
    {"wam", "guiding/damping[0]", "%.9g", 4, BY_HAND, NULL},
    {"wam", "guiding/damping[5]", "%.9g", 1e-6, BY_HAND, NULL},
    {"wam", "guiding/payload/mass", "%.9g", 0.1, BY_HAND, NULL},
    {"soft", "feed/ka[0]", "%.9g", 0.01, BY_WAVE, NULL},
    {"soft", "feed/ka[4]", "%.9g", 0.01, BY_WAVE, NULL},
    {"soft", "law/stiffness[1]", "%.9g", 2500, BY_WAVE, NULL},
    {"soft", "law/stiffness[5]", "%.9g", 80, BY_WAVE, NULL},
    {"soft", "law/damping", "%.9g", 1, BY_WAVE, NULL},
    {"soft", "law/payload/mass", "%.9g", 1, BY_WAVE, NULL},
};

static snw_status set_number(snw_station *station, const row *r, double number, snw_why *why) {
    char text[128];
    (void)snprintf(text, sizeof text, r->format, number);
    return snw_exec_set(snw_station_exec(station), r->path, text, why);
}

// the largest that is accepted, before the arm is enabled; the value is as it was afterwards
static double largest_accepted(snw_station *station, const row *r) {
    snw_why why = {0};
    double low = r->usual, high = 1e9;
    CHECK(snw_station_step(station, 5) == SNW_OK);
    if (r->first != NULL) {
        CHECK(snw_exec_set(snw_station_exec(station), r->first, "1", NULL) == SNW_OK);
        CHECK(snw_station_step(station, 1) == SNW_OK);
    }
    const snw_status usual = set_number(station, r, low, &why);
    if (snw_failed(usual)) print_error("%s %s: %s\n", r->cell, r->path, why.text);
    CHECK(usual == SNW_OK);
    for (int i = 0; i < 24; i++) {
        CHECK(snw_station_step(station, 1) == SNW_OK);
        const double middle = i == 0 ? high : sqrt(low * high);
        const snw_status status = set_number(station, r, middle, &why);
        if (i == 0 && !snw_failed(status)) print_error("%s %s = 1e9\n", r->cell, r->path);
        CHECK(i > 0 || snw_failed(status));
        if (snw_failed(status)) {
            CHECK(status == SNW_ERR_RANGE && why.fix[0] != '\0');
            high = middle;
        } else {
            low = middle;
            CHECK(snw_station_step(station, 1) == SNW_OK);
            CHECK(set_number(station, r, r->usual, &why) == SNW_OK);
        }
    }
    CHECK(snw_station_step(station, 1) == SNW_OK);
    return low;
}

// --- motions ------------------------------------------------------------------------------------

// goals within the limits, at full speed
static void send_goals(snw_station *station) {
    const snw_arm *arm = snw_exec_arm(snw_station_exec(station), 0);
    for (int goal = 0; goal < 3; goal++) {
        char text[SNW_MESSAGE] = "put move";
        for (int i = 0; i < arm->count; i++) {
            const double low = fmax(arm->limits.lower[i], -1.5);
            const double high = fmin(arm->limits.upper[i], 1.5);
            const double middle = 0.5 * (low + high), half = 0.3 * (high - low);
            const size_t used = strlen(text);
            (void)snprintf(text + used, sizeof text - used, " %.6f",
                           middle + (goal % 2 == 0 ? half : -half) * (i % 2 == 0 ? 1 : 0.5));
        }
        send_to(station, "motion", text);
    }
}

static void begin_motion(snw_station *station, motion how) {
    if (how == BY_MOVES) {
        char value[32];
        if (snw_exec_get(snw_station_exec(station), "guiding/on", value, sizeof value, NULL) ==
                SNW_OK &&
            strcmp(value, "true") == 0) {
            send_to(station, "guiding", "guide off");
        }
        send_to(station, "motion", "override 1");
        send_goals(station);
    } else if (how == BY_HAND) {
        char value[32] = "";
        CHECK(snw_exec_get(snw_station_exec(station), "guiding/on", value, sizeof value, NULL) ==
              SNW_OK);
        if (strcmp(value, "true") != 0) send_to(station, "guiding", "guide on");
        const snw_arm *arm = snw_exec_arm(snw_station_exec(station), 0);
        char text[SNW_MESSAGE], drive[2 * SNW_NAME];
        (void)snprintf(drive, sizeof drive, "%s.drive", arm->name);
        (void)snprintf(text, sizeof text, "push %s 8 6 4 for 1.5",
                       arm->model->links[arm->link[arm->count - 1]].name);
        send_to(station, drive, text);
    }
}

// how much of its limits of rates an arm used at most, in some ticks
static double largest_rate(snw_station *station, int ticks) {
    const snw_arm *arm = snw_exec_arm(snw_station_exec(station), 0);
    double largest = 0;
    for (int tick = 0; tick < ticks; tick++) {
        CHECK(snw_station_step(station, 1) == SNW_OK);
        for (int i = 0; i < arm->count; i++)
            largest = fmax(largest, fabs(arm->estimate.v[i]) / arm->limits.velocity[i]);
    }
    return largest;
}

static bool stop_ends_held(snw_station *station) {
    snw_exec *exec = snw_station_exec(station);
    CHECK(snw_exec_request(exec, -1, SNW_REQUEST_STOP_2) == SNW_OK);
    for (int tick = 0; tick < TICKS_MOST; tick++) {
        CHECK(snw_station_step(station, 1) == SNW_OK);
        const snw_stop_state state = snw_exec_guard(exec, 0)->signals.state;
        if (state != SNW_ARM_STOPPING && state != SNW_ARM_ENABLED) break;
    }
    CHECK(snw_station_step(station, 200) == SNW_OK);
    return snw_exec_guard(exec, 0)->signals.state == SNW_ARM_HELD;
}

static bool is_kept(const row *r) {
    snw_station *station = open_cell(r->cell);
    const double most = largest_accepted(station, r);
    const double period = (double)snw_exec_period_ns(snw_station_exec(station)) * 1e-9;
    enable_arm(station);
    begin_motion(station, r->motion);
    (void)largest_rate(station, (int)(0.6 / period));
    CHECK(set_number(station, r, most, NULL) == SNW_OK);
    const double rate = largest_rate(station, (int)(2 / period));
    const snw_guard *guard = snw_exec_guard(snw_station_exec(station), 0);
    const bool enabled = guard->signals.state == SNW_ARM_ENABLED;
    const char *cause = snw_cause_rule(guard->signals.cause);
    const bool held = stop_ends_held(station);
    const bool kept = rate <= 1.05 && enabled && held;
    print_message("%-8s %-24s largest %11.5g: rate %4.2f of its limit%s%s%s\n", r->cell, r->path,
                  most, rate, enabled ? "" : ", stopped by ", enabled ? "" : cause,
                  held ? "" : ", the stop did not end held");
    CHECK(snw_station_close(station, NULL) == SNW_OK);
    return kept;
}

static void no_value_that_is_accepted_breaks_the_limits(void) {
    CHECK(!snw_failed(snw_file_write(soft_file, soft_cell, sizeof soft_cell - 1, NULL)));
    int broken = 0;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        broken += !is_kept(&rows[i]);
    CHECK(broken == 0);
}

int main(void) {
    RUN(no_value_that_is_accepted_breaks_the_limits);
    return check_report();
}
