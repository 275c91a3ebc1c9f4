// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_RTC_RIG_H
#define SINEW_TESTS_RTC_RIG_H

/// @file
/// A PUMA 560 whose joint controllers write down what they are told, and report what a test wants.

#include <string.h>

#include "check.h"
#include "sinew/document.h"
#include "sinew/modelio.h"
#include "sinew/parts.h"
#include "sinew/plant.h"
#include "sinew/rtc.h"
#include "sinew/shape.h"
#include "sinew/urdf.h"

enum { MS = 1000000 /**< [ns] */, RIG_FINDINGS = 16 };

/// What the joint controllers have seen, and what they shall report.
typedef struct controllers {
    uint64_t clock; ///< counts everything that is stamped
    uint64_t sense_stamp, act_stamp;
    long senses, acts, hard_calls, quick_stops;
    snw_arm_command last; ///< command of the last act
    double q[SNW_AXES], v[SNW_AXES];
    bool lie[SNW_AXES]; ///< reports say_q and say_v instead
    double say_q[SNW_AXES], say_v[SNW_AXES];
    bool lost[SNW_AXES]; ///< not calibrated
    bool emergency;
    bool counts; ///< readings grow by JC_STEP with every sample
    void (*on_act)(const snw_arm_command *command);
} controllers;

__attribute__((unused)) static controllers jc;
__attribute__((unused)) static const double JC_STEP = 1e-10; ///< [rad]

typedef struct jc_config {
    int unused;
} jc_config;

static snw_status jc_init(snw_drive *drive, const double *q, snw_arena *arena, snw_why *why) {
    (void)why;
    drive->work = SNW_ARENA_ARRAY(arena, double, 1);
    if (drive->work == NULL) return SNW_ERR_MEMORY;
    memcpy(jc.q, q, (size_t)drive->arm->count * sizeof *q);
    memset(jc.v, 0, sizeof jc.v);
    return SNW_OK;
}

static snw_status jc_sense(snw_drive *drive, int64_t t_ns, snw_arm_sensed *sensed) {
    jc.sense_stamp = ++jc.clock;
    jc.senses++;
    sensed->has_velocity = true;
    sensed->emergency = jc.emergency;
    sensed->t_ns = t_ns;
    for (int i = 0; i < drive->arm->count; i++) {
        sensed->q[i] = jc.lie[i] ? jc.say_q[i] : jc.q[i];
        if (jc.counts) sensed->q[i] += JC_STEP * (double)jc.senses;
        sensed->v[i] = jc.lie[i] ? jc.say_v[i] : jc.v[i];
        sensed->effort[i] = jc.last.effort[i];
        sensed->samples[i] = (uint32_t)jc.senses;
        sensed->status[i] = SNW_AXIS_FRESH | SNW_AXIS_POWERED;
        if (!jc.lost[i]) sensed->status[i] |= SNW_AXIS_HOMED;
        if (jc.last.enable) sensed->status[i] |= SNW_AXIS_ENABLED;
    }
    return SNW_OK;
}

static snw_status jc_act(snw_drive *drive, int64_t t_ns, int64_t dt_ns,
                         const snw_arm_command *command) {
    (void)t_ns;
    const double dt = (double)dt_ns * 1e-9;
    jc.act_stamp = ++jc.clock;
    jc.acts++;
    jc.last = *command;
    for (int i = 0; i < drive->arm->count; i++) {
        const double q = jc.q[i];
        if (command->enable && command->mode[i] == SNW_AXIS_POSITION) jc.q[i] = command->q[i];
        if (command->enable && command->mode[i] == SNW_AXIS_VELOCITY) jc.q[i] += command->v[i] * dt;
        jc.v[i] = (jc.q[i] - q) / dt;
    }
    if (jc.on_act != NULL) jc.on_act(command);
    return SNW_OK;
}

static void jc_quick_stop(snw_drive *drive) {
    (void)drive;
    (void)__atomic_add_fetch(&jc.quick_stops, 1, __ATOMIC_RELEASE);
}

// the same as if it were hardware
static snw_status hard_act(snw_drive *drive, int64_t t_ns, int64_t dt_ns,
                           const snw_arm_command *command) {
    jc.hard_calls++;
    return jc_act(drive, t_ns, dt_ns, command);
}

#define JC_FUNCTIONS                                                                               \
    .head = {sizeof(snw_drive_functions), SNW_DRIVE_VERSION}, .init = jc_init, .sense = jc_sense,  \
    .quick_stop = jc_quick_stop

static const snw_drive_functions jc_functions = {JC_FUNCTIONS, .simulated = true, .act = jc_act};
static const snw_drive_functions hard_functions = {JC_FUNCTIONS, .act = hard_act};
static const snw_type jc_type = {.token = "jc",
                                 .size = sizeof(jc_config),
                                 .align = _Alignof(jc_config),
                                 .base = "drive",
                                 .functions = &jc_functions.head,
                                 .help = "Joint controllers that write down what they are told."};
static const snw_type hard_type = {.token = "hard_jc",
                                   .size = sizeof(jc_config),
                                   .align = _Alignof(jc_config),
                                   .base = "drive",
                                   .functions = &hard_functions.head,
                                   .help = "Joint controllers that count as hardware."};

/// A cell with an arm of the PUMA; a test puts drives, and components, into the gaps.
#define CELL(period, arm, components)                                                              \
    "<cell xmlns='urn:sinew:cell' name='rig'><mechanisms><mechanism name='puma560' "               \
    "file='package://models/puma560-corke/puma560-corke.xml'/></mechanisms>"                       \
    "<members><member name='arm' mechanism='puma560'/></members><states><state name='ready'>"      \
    "<members><member member='arm'><q>0 0.785 -0.785 0 0.5 0</q></member></members></state>"       \
    "</states><control><loop period='" period "'><arms><arm member='arm'>" arm                     \
    "</arm></arms><components>" components "</components></loop></control></cell>"
#define PLAIN CELL("1 ms", "<drive><jc/></drive>", "")
#define LENT                                                                                       \
    CELL("1 ms", "<drive><jc/></drive>",                                                           \
         "<component name='one' member='arm'><type><rtc_first/></type></component>"                \
         "<component name='two' member='arm'><type><rtc_second/></type></component>")

typedef struct rig {
    snw_setup *setup;
    snw_registry registry;
    snw_cell *cell;
    snw_system system;
    void *registry_memory, *system_memory;
    snw_why reasons[RIG_FINDINGS];
    snw_diags diags;
    snw_exec *exec; ///< of rig_lend()
    snw_rtc rtc;
    snw_rtc_options options;
} rig;

static void *rig_block(size_t needed, snw_arena *arena) {
    const size_t size = (needed / SNW_ARENA_ALIGN + 1) * SNW_ARENA_ALIGN;
    void *block = aligned_alloc(SNW_ARENA_ALIGN, size);
    CHECK(block != NULL);
    *arena = snw_arena_over(block, size);
    return block;
}

static snw_status rig_register(snw_registry *registry, snw_why *why) {
    const snw_status status = snw_registry_add(registry, &jc_type, why);
    return status == SNW_OK ? snw_registry_add(registry, &hard_type, why) : status;
}

static void rig_registry(rig *r) {
    snw_arena arena = {0};
    SNW_IGNORE(snw_registry_init(&r->registry, 256, &arena));
    SNW_IGNORE(snw_registry_reserve_copies(&r->registry, 32, &arena));
    r->registry_memory = rig_block(arena.needed, &arena);
    CHECK(snw_registry_init(&r->registry, 256, &arena) == SNW_OK);
    CHECK(snw_registry_reserve_copies(&r->registry, 32, &arena) == SNW_OK);
    static snw_status (*const modules[])(snw_registry *, snw_why *) = {
        snw_shape_register, snw_model_register, snw_urdf_register, snw_modelio_register,
        snw_axis_register,  snw_plant_register, snw_exec_register, snw_parts_register,
        snw_rtc_register,   rig_register};
    for (size_t i = 0; i < sizeof modules / sizeof modules[0]; i++)
        CHECK(modules[i](&r->registry, NULL) == SNW_OK);
    snw_registry_freeze(&r->registry);
}

/// A cell in memory, and options for it; nothing is opened yet.
static void rig_read(rig *r, const char *text) {
    *r = (rig){.setup = snw_setup_create(SNW_DOCUMENT_MEMORY)};
    memset(&jc, 0, sizeof jc);
    r->diags = (snw_diags){.items = r->reasons, .capacity = RIG_FINDINGS};
    rig_registry(r);
    const snw_cell_options options = {.registry = &r->registry};
    const snw_source source = {text, strlen(text), "rig", SNW_SOURCE_DIR "/cells"};
    const snw_status status = snw_cell_read(&source, &options, r->setup, &r->cell, &r->diags);
    if (status != SNW_OK) print_error("%s: %s\n", r->reasons[0].subject, r->reasons[0].text);
    CHECK(!snw_failed(status));
    snw_arena arena = {0};
    SNW_IGNORE(snw_system_compile(&r->system, r->cell, &arena, NULL));
    r->system_memory = rig_block(arena.needed, &arena);
    CHECK(!snw_failed(snw_system_compile(&r->system, r->cell, &arena, &r->diags)));
    r->options = snw_rtc_defaults();
    r->options.cell = r->cell;
    r->options.system = &r->system;
    r->options.registry = &r->registry;
}

static void rig_free(rig *r) {
    if (r->exec != NULL) CHECK(snw_exec_close(r->exec, 5000 * (int64_t)MS, NULL) == SNW_OK);
    free(r->registry_memory);
    free(r->system_memory);
    snw_setup_destroy(r->setup);
}

/// Opens RTC on the cell as the options say; with power.
__attribute__((unused)) static void rig_go(rig *r) {
    const snw_rtc_error error = snw_rtc_open(&r->rtc, &r->options, &r->diags);
    if (error != SNW_RTC_OK) print_error("%s\n", snw_rtc_error_text(error));
    CHECK(error == SNW_RTC_OK);
    CHECK(snw_rtc_power(&r->rtc, true) == SNW_RTC_OK);
}

__attribute__((unused)) static void rig_open(rig *r, const char *text) {
    rig_read(r, text);
    rig_go(r);
}

/// Paces a loop in real time: it sleeps as the machine does, and wakes up in time by its own count.
/// So nothing that the machine does to a test makes a cycle late; what a control function adds to
/// the count does. Used by the control thread only.
typedef struct rig_clock {
    int64_t now_ns;
} rig_clock;

static int64_t rig_clock_now(void *context) {
    const rig_clock *own = context;
    return own->now_ns;
}

static void rig_clock_sleep(void *context, int64_t t_ns) {
    rig_clock *own = context;
    if (t_ns <= own->now_ns) return;
    snw_clock_sleep_until_ns(snw_clock_now_ns() + t_ns - own->now_ns);
    own->now_ns = t_ns;
}

__attribute__((unused)) static rig_clock rig_own_clock;

/// Opens RTC in real time, paced by rig_own_clock, and begins a session with power. The limits of
/// power and of the answer to an order are times of the machine, so they are waited for.
__attribute__((unused)) static void rig_go_real(rig *r, snw_rtc_fn *first, snw_rtc_fn *second,
                                                void *context) {
    static const snw_run_clock clock = {rig_clock_now, rig_clock_sleep, &rig_own_clock};
    rig_own_clock = (rig_clock){0};
    ((snw_loop *)r->cell->control.block)->watchdog = 60; // it looks at the clock of the machine
    snw_station_options station = snw_station_defaults();
    station.clock = &clock;
    r->options.real = true;
    r->options.station = &station;
    CHECK(snw_rtc_open(&r->rtc, &r->options, &r->diags) == SNW_RTC_OK);
    r->options.station = NULL;
    const int64_t limit_ns = snw_clock_now_ns() + 60000 * (int64_t)MS;
    while (snw_rtc_power(&r->rtc, true) != SNW_RTC_OK)
        CHECK(snw_clock_now_ns() < limit_ns);
    while (snw_rtc_control(&r->rtc, first, second, context) != SNW_RTC_OK)
        CHECK(snw_clock_now_ns() < limit_ns);
}

/// A loop that is not RTC's own.
__attribute__((unused)) static void rig_lend(rig *r) {
    rig_read(r, LENT);
    snw_exec_options options = snw_exec_defaults();
    options.registry = &r->registry;
    CHECK(snw_exec_open(&r->exec, r->cell, &r->system, &options, &r->diags) == SNW_OK);
    r->options = snw_rtc_defaults();
    r->options.exec = r->exec;
}

__attribute__((unused)) static void rig_close(rig *r) {
    if (r->rtc.work != NULL) CHECK(snw_rtc_close(&r->rtc, true) >= 0);
    rig_free(r);
}

/// Lets samples pass and expects that the session goes on.
__attribute__((unused)) static void rig_run(rig *r, int samples) {
    const snw_rtc_error error = snw_rtc_wait(&r->rtc, samples * r->rtc.period);
    if (error != SNW_RTC_OK) print_error("%s\n", snw_rtc_end_text(snw_rtc_end_of(&r->rtc, NULL)));
    CHECK(error == SNW_RTC_OK);
}

__attribute__((unused)) static snw_rtc_how rig_look(rig *r) {
    snw_rtc_how how;
    CHECK(snw_rtc_look(&r->rtc, &how) == SNW_RTC_OK);
    return how;
}

#endif // SINEW_TESTS_RTC_RIG_H
