// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"
#include "sinew/document.h"

enum { FINDINGS = 8 };

snw_rtc_options snw_rtc_defaults(void) {
    return (snw_rtc_options){
        .speed = 0.5,
        .checks = SNW_RTC_CHECK_ALL & ~(uint32_t)SNW_RTC_CHECK_CALIBRATED,
    };
}

// NaN fails each of these
static bool are_legal(const snw_rtc_options *o) {
    const int sources = (o->path != NULL) + (o->cell != NULL) + (o->exec != NULL);
    if (sources != 1) return false;
    if (o->cell != NULL && (o->system == NULL || o->registry == NULL)) return false;
    if (o->period != 0 && !(o->period >= 1e-5 && o->period <= 1 && o->exec == NULL)) return false;
    if (o->exec == NULL && !(o->speed >= 1e-3 && o->speed <= 1)) return false;
    return o->tolerate >= 0 && (o->checks & ~(uint32_t)SNW_RTC_CHECK_ALL) == 0;
}

// --- the loop, with our components --------------------------------------------------------------

// what control functions stand for
static bool is_replaced(const snw_component_entry *entry, const char *arm) {
    const snw_component_functions *functions = snw_component_of(entry->type.type);
    if (functions == NULL || strcmp(entry->member, arm) != 0) return false;
    const snw_stage stage = entry->stage == SNW_STAGE_OWN
                                ? functions->stage
                                : (snw_stage)(entry->stage - SNW_STAGE_IN_SENSE);
    return stage == SNW_STAGE_SOURCE || stage == SNW_STAGE_TASK || stage == SNW_STAGE_SERVO;
}

static bool ends_at(const char *port, const char *component) {
    const size_t length = strlen(component);
    return strncmp(port, component, length) == 0 && port[length] == '.';
}

// connections that a component leaves behind go with it
static void disconnect(snw_loop *loop, const char *component) {
    int kept = 0;
    for (int i = 0; i < loop->connection_count; i++) {
        const snw_connection_entry entry = loop->connections[i];
        if (ends_at(entry.from, component) || ends_at(entry.to, component)) continue;
        loop->connections[kept++] = entry;
    }
    loop->connection_count = kept;
}

static snw_component_entry entry_of(const char *name, const char *arm, const snw_type *type,
                                    void *block) {
    snw_component_entry entry = {
        .type = {type, block}, .divisor = 1, .start = true, .essential = true};
    snw_copy_text(entry.name, sizeof entry.name, name);
    snw_copy_text(entry.member, sizeof entry.member, arm);
    return entry;
}

static bool has_arm(const snw_loop *loop, const char *arm) {
    for (int i = 0; i < loop->arm_count; i++) {
        if (strcmp(loop->arms[i].member, arm) == 0) return true;
    }
    return false;
}

// replaces the lists that change by others; the rest of the loop stays
static snw_status add_components(struct snw__rtc *work, snw_loop *loop, const char *arm,
                                 snw_setup *memory) {
    const snw_loop from = *loop;
    const size_t room = (size_t)from.component_count + 2;
    loop->components = snw_setup_take(memory, room * sizeof *loop->components, SNW_ARENA_ALIGN);
    loop->connections = snw_setup_take(
        memory, ((size_t)from.connection_count + 1) * sizeof *loop->connections, SNW_ARENA_ALIGN);
    snw_rtc_first *first = snw_setup_take(memory, sizeof *first, SNW_ARENA_ALIGN);
    snw_rtc_second *second = snw_setup_take(memory, sizeof *second, SNW_ARENA_ALIGN);
    if (loop->components == NULL || loop->connections == NULL || first == NULL || second == NULL) {
        return SNW_ERR_MEMORY;
    }
    for (int i = 0; i < from.connection_count; i++)
        loop->connections[i] = from.connections[i];
    int count = 0;
    bool has_own = false;
    for (int i = 0; i < from.component_count; i++) {
        const snw_component_entry *entry = &from.components[i];
        if (is_replaced(entry, arm)) {
            disconnect(loop, entry->name);
            continue;
        }
        has_own |= entry->type.type == &snw_rtc_first_type && strcmp(entry->member, arm) == 0;
        loop->components[count++] = *entry;
    }
    if (!has_own) {
        first->speed = work->options.speed;
        loop->components[count++] = entry_of("rtc_first", arm, &snw_rtc_first_type, first);
        loop->components[count++] = entry_of("rtc_second", arm, &snw_rtc_second_type, second);
    }
    loop->component_count = count;
    return SNW_OK;
}

// the station's way to change the loop before it is made
static snw_status edit_loop(void *context, snw_loop *loop, const snw_cell *cell, snw_setup *memory,
                            snw_diags *diags) {
    struct snw__rtc *work = context;
    const snw_station_options *host = work->options.station;
    if (host != NULL && host->edit != NULL) {
        const snw_status status = host->edit(host->edit_context, loop, cell, memory, diags);
        if (snw_failed(status)) return status;
    }
    const char *arm = work->options.arm;
    if (arm == NULL && loop->arm_count > 0) arm = loop->arms[0].member;
    if (arm == NULL || !has_arm(loop, arm)) {
        work->no_arm = true;
        return SNW_ERR_UNKNOWN_NAME;
    }
    loop->overrun = SNW_OVERRUN_LEAKY; // a session has its own rule
    if (work->options.period != 0) loop->period = work->options.period;
    return add_components(work, loop, arm, memory);
}

// the types of the program, and ours
static bool list_types(struct snw__rtc *work, snw_station_options *host) {
    int count = 0;
    for (int i = 0; host->types.more != NULL && host->types.more[i] != NULL; i++) {
        if (count + 2 > SNW__RTC_TYPES) return false;
        work->types[count++] = host->types.more[i];
    }
    work->types[count++] = snw_rtc_register;
    work->types[count] = NULL;
    host->types.more = work->types;
    return true;
}

static snw_rtc_error open_station(snw_rtc *rtc, struct snw__rtc *work, snw_diags *diags) {
    const snw_rtc_options *options = &work->options;
    snw_station_options host =
        options->station != NULL ? *options->station : snw_station_defaults();
    host.cell = options->path;
    host.given = options->cell;
    host.system = options->system;
    host.registry = options->registry;
    host.edit = edit_loop;
    host.edit_context = work;
    host.real = options->real;
    host.simulate_all = options->simulate;
    host.idle = host.fixed = true;
    host.signals = false;
    host.duration_ns = -1;
    host.late = SNW_LATE_STOP; // a session counts its late samples, also in simulation
    if (!list_types(work, &host)) return SNW_RTC_ERR_ARGUMENT;
    const snw_status status = snw_station_open(&work->station, &host, diags);
    if (status == SNW_ERR_MEMORY) return SNW_RTC_ERR_MEMORY;
    if (snw_failed(status)) return work->no_arm ? SNW_RTC_ERR_ARM : SNW_RTC_ERR_CELL;
    rtc->exec = snw_station_exec(work->station);
    return SNW_RTC_OK;
}

// --- a session in it ----------------------------------------------------------------------------

static snw_component *find_component(snw_exec *exec, const snw_type *type, const char *arm) {
    for (int i = 0; i < snw_exec_component_count(exec); i++) {
        snw_component *one = snw_exec_component(exec, i);
        if (one->type == type && strcmp(one->arm->name, arm) == 0) return one;
    }
    return NULL;
}

static snw_rtc_error attach_session(snw_rtc *rtc, struct snw__rtc *work) {
    snw_exec *exec = rtc->exec;
    if (snw_exec_arm_count(exec) == 0) return SNW_RTC_ERR_ARM;
    const char *name = work->options.arm != NULL ? work->options.arm : snw_exec_arm(exec, 0)->name;
    if (snw_exec_find_arm(exec, name) < 0) return SNW_RTC_ERR_ARM;
    snw_component *first = find_component(exec, &snw_rtc_first_type, name);
    snw_component *second = find_component(exec, &snw_rtc_second_type, name);
    if (first == NULL || second == NULL) return SNW_RTC_ERR_COMPONENTS;
    snw__session *session = first->work;
    if (session->rtc != NULL) return SNW_RTC_ERR_OPEN;
    session->rtc = rtc;
    __atomic_store_n(&session->joint_coordinates, work->options.joint_coordinates,
                     __ATOMIC_RELAXED);
    work->session = session;
    work->number = __atomic_load_n(&session->order, __ATOMIC_RELAXED) >> SNW__RTC_BITS;
    rtc->arm = session->arm;
    rtc->count = session->arm->count;
    rtc->period = (double)snw_exec_period_ns(exec) * 1e-9;
    memcpy(rtc->lower, session->lower, sizeof rtc->lower);
    memcpy(rtc->travel, session->travel, sizeof rtc->travel);
    snw__second *link = second->work;
    __atomic_store_n(&link->session, session, __ATOMIC_RELEASE);
    return SNW_RTC_OK;
}

// --- the end ------------------------------------------------------------------------------------

// ends the loop and gives everything back; the arm is at rest, or never moved
static snw_rtc_error dismantle(snw_rtc *rtc, struct snw__rtc *work) {
    snw_rtc_error error = SNW_RTC_OK;
    snw_station_report report = {.complete = true};
    bool hangs = false;
    if (work->station != NULL) {
        const snw_status ended = snw_station_stop(work->station, &report, NULL);
        hangs = work->started && !report.complete && ended == SNW_ERR_TIMEOUT;
    }
    if (work->session != NULL) work->session->rtc = NULL;
    if (snw_failed(snw_station_close(work->station, NULL))) {
        error = hangs ? SNW_RTC_ERR_SILENT : SNW_RTC_ERR_TIME;
    }
    snw_signals_close(work->signals);
    // a thread that hangs keeps what it uses
    if (!hangs) snw_setup_destroy(work->memory);
    *rtc = (snw_rtc){0};
    return error;
}

// --- open and close -----------------------------------------------------------------------------

snw_rtc_error snw_rtc_open(snw_rtc *rtc, const snw_rtc_options *options, snw_diags *diags) {
    if (rtc->work != NULL) return rtc->error = SNW_RTC_ERR_OPEN;
    *rtc = (snw_rtc){0};
    if (!are_legal(options)) return rtc->error = SNW_RTC_ERR_ARGUMENT;
    snw_setup *memory = snw_setup_create(SNW_DOCUMENT_MEMORY);
    struct snw__rtc *work =
        memory != NULL ? snw_setup_take(memory, sizeof *work, SNW_ARENA_ALIGN) : NULL;
    snw_why *findings =
        work != NULL ? snw_setup_take(memory, FINDINGS * sizeof *findings, SNW_ARENA_ALIGN) : NULL;
    if (findings == NULL) {
        snw_setup_destroy(memory);
        return rtc->error = SNW_RTC_ERR_MEMORY;
    }
    snw_diags own = {.items = findings, .capacity = FINDINGS};
    work->memory = memory;
    work->options = *options;
    work->owns = options->exec == NULL;
    rtc->exec = options->exec;
    snw_rtc_error error = SNW_RTC_OK;
    // first: threads inherit that signals are blocked
    if (options->signals &&
        snw_failed(snw_stop_on_signals(&work->signal_stop, &work->signals, NULL))) {
        error = SNW_RTC_ERR_SYSTEM;
    }
    if (error == SNW_RTC_OK && work->owns) {
        error = open_station(rtc, work, diags != NULL ? diags : &own);
    }
    if (error == SNW_RTC_OK) error = attach_session(rtc, work);
    rtc->work = work;
    if (error == SNW_RTC_OK && work->owns && options->real) {
        work->started = !snw_failed(snw_station_start(work->station, NULL));
        if (!work->started) error = SNW_RTC_ERR_SYSTEM;
    }
    if (error != SNW_RTC_OK) (void)dismantle(rtc, work);
    return rtc->error = error;
}

snw_rtc_error snw_rtc_close(snw_rtc *rtc, bool power_off) {
    struct snw__rtc *work = rtc->work;
    if (work == NULL) return rtc->error = SNW_RTC_ERR_CLOSED;
    if (work->inside) return rtc->error = SNW_RTC_ERR_INSIDE;
    snw_rtc_error error = SNW_RTC_OK;
    (void)snw__rtc_now(rtc);
    if (work->state != SNW__RTC_IDLE || work->over) error = snw_rtc_release(rtc, power_off);
    const bool powered = snw__rtc_now(rtc)->power;
    if (error >= 0 && power_off && powered) error = snw__rtc_power(rtc, false);
    const bool takes_power = work->owns && powered && !power_off;
    const snw_rtc_error end = dismantle(rtc, work);
    if (error >= 0 && end != SNW_RTC_OK) error = end;
    if (error == SNW_RTC_OK && takes_power) error = SNW_RTC_POWERLESS;
    return rtc->error = error;
}
