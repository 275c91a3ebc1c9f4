// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"
#include "sinew/document.h"

static const int64_t CLOSE_NS = 5000000000; // of loop time, for the end of a loop

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

// --- a cell from a file -------------------------------------------------------------------------

static void *take(struct snw__rtc *work, size_t size) {
    return snw_setup_take(work->memory, size, SNW_ARENA_ALIGN);
}

static snw_status load(struct snw__rtc *work, snw_diags *diags) {
    static snw_register_fn *const own[] = {snw_rtc_register, NULL};
    snw_rtc_options *options = &work->options;
    snw_station *station = &work->station;
    const snw_status status = snw_station_open(station, options->path, own, diags);
    options->cell = station->cell;
    options->system = &station->system;
    options->registry = &station->registry;
    return status;
}

// --- its loop, with our components --------------------------------------------------------------

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

// copies the lists that change; the rest of the cell is shared
static snw_status compose(struct snw__rtc *work, const char *arm) {
    const snw_loop *from = work->options.cell->control.block;
    snw_loop *loop = &work->loop;
    *loop = *from;
    const size_t room = (size_t)from->component_count + 2;
    loop->components = take(work, room * sizeof *loop->components);
    loop->connections =
        take(work, ((size_t)from->connection_count + 1) * sizeof *loop->connections);
    snw_rtc_first *first = take(work, sizeof *first);
    snw_rtc_second *second = take(work, sizeof *second);
    if (loop->components == NULL || loop->connections == NULL || first == NULL || second == NULL) {
        return SNW_ERR_MEMORY;
    }
    for (int i = 0; i < from->connection_count; i++)
        loop->connections[i] = from->connections[i];
    int count = 0;
    bool has_own = false;
    for (int i = 0; i < from->component_count; i++) {
        const snw_component_entry *entry = &from->components[i];
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
    loop->overrun = SNW_OVERRUN_LEAKY; // a session has its own rule
    if (work->options.period != 0) loop->period = work->options.period;
    work->cell = *work->options.cell;
    work->cell.control.block = loop;
    return SNW_OK;
}

static snw_rtc_error make_loop(snw_rtc *rtc, struct snw__rtc *work, snw_diags *diags) {
    if (work->options.path != NULL) {
        const snw_status status = load(work, diags);
        if (status == SNW_ERR_MEMORY) return SNW_RTC_ERR_MEMORY;
        if (snw_failed(status)) return SNW_RTC_ERR_CELL;
    }
    const snw_cell *cell = work->options.cell;
    if (cell->control.type != &snw_loop_type || cell->control.block == NULL) {
        return SNW_RTC_ERR_CELL;
    }
    const snw_loop *loop = cell->control.block;
    if (loop->arm_count == 0) return SNW_RTC_ERR_ARM;
    const char *arm = work->options.arm != NULL ? work->options.arm : loop->arms[0].member;
    bool known = false;
    for (int i = 0; i < loop->arm_count; i++)
        known |= strcmp(loop->arms[i].member, arm) == 0;
    if (!known) return SNW_RTC_ERR_ARM;
    if (snw_failed(compose(work, arm))) return SNW_RTC_ERR_MEMORY;
    snw_exec_options options = snw_exec_defaults();
    options.registry = work->options.registry;
    options.simulate_all = work->options.simulate;
    const snw_status status =
        snw_exec_open(&rtc->exec, &work->cell, work->options.system, &options, diags);
    return snw_failed(status) ? SNW_RTC_ERR_CELL : SNW_RTC_OK;
}

// --- a session in it ----------------------------------------------------------------------------

static snw_component *find(snw_exec *exec, const snw_type *type, const char *arm) {
    for (int i = 0; i < snw_exec_component_count(exec); i++) {
        snw_component *one = snw_exec_component(exec, i);
        if (one->type == type && strcmp(one->arm->name, arm) == 0) return one;
    }
    return NULL;
}

static snw_rtc_error attach(snw_rtc *rtc, struct snw__rtc *work) {
    snw_exec *exec = rtc->exec;
    if (snw_exec_arm_count(exec) == 0) return SNW_RTC_ERR_ARM;
    const char *name = work->options.arm != NULL ? work->options.arm : snw_exec_arm(exec, 0)->name;
    if (snw_exec_find_arm(exec, name) < 0) return SNW_RTC_ERR_ARM;
    snw_component *first = find(exec, &snw_rtc_first_type, name);
    snw_component *second = find(exec, &snw_rtc_second_type, name);
    if (first == NULL || second == NULL) return SNW_RTC_ERR_COMPONENTS;
    snw__session *session = first->work;
    if (session->rtc != NULL) return SNW_RTC_ERR_OPEN;
    session->rtc = rtc;
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

// --- threads ------------------------------------------------------------------------------------

static void run(void *context) {
    snw_rtc *rtc = context;
    struct snw__rtc *work = rtc->work;
    snw_run_options options = snw_run_defaults();
    options.real = true;
    options.stop = &work->stop;
    work->run_status = snw_exec_run(rtc->exec, &options, NULL, NULL, NULL, NULL);
}

static snw_rtc_error start(snw_rtc *rtc, struct snw__rtc *work) {
    if (work->options.signals) {
        // first: threads inherit that signals are blocked
        if (snw_stop_on_signals(&work->signal_stop, &work->signals, NULL) < 0) {
            return SNW_RTC_ERR_SYSTEM;
        }
    }
    if (!work->owns || !work->options.real) return SNW_RTC_OK;
    snw_thread_config config = snw_thread_defaults();
    config.name = "rtc";
    config.run = run;
    config.context = rtc;
    return snw_thread_open(&work->thread, &config, NULL) < 0 ? SNW_RTC_ERR_SYSTEM : SNW_RTC_OK;
}

// ends the loop and gives everything back; the arm is at rest, or never moved
static snw_rtc_error dismantle(snw_rtc *rtc, struct snw__rtc *work) {
    snw_rtc_error error = SNW_RTC_OK;
    if (work->thread != NULL) {
        (void)snw_stop_ask(&work->stop, 1);
        SNW_IGNORE(snw_thread_join(work->thread, -1));
    }
    const bool hung = work->run_status == SNW_ERR_TIMEOUT;
    if (work->session != NULL) work->session->rtc = NULL;
    if (work->owns && snw_failed(snw_exec_close(rtc->exec, CLOSE_NS, NULL))) {
        error = hung ? SNW_RTC_ERR_SILENT : SNW_RTC_ERR_TIME;
    }
    snw_signals_close(work->signals);
    // a thread that hangs keeps what it uses
    if (!hung) {
        snw_station station = work->station;
        snw_setup_destroy(work->memory);
        snw_station_close(&station);
    }
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
    if (work->owns) error = make_loop(rtc, work, diags != NULL ? diags : &own);
    if (error == SNW_RTC_OK) error = attach(rtc, work);
    rtc->work = work;
    if (error == SNW_RTC_OK) error = start(rtc, work);
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
