// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "inside.h"
#include "recording.h"
#include "saving.h"

// How time passes: until the end, in a thread of its own, or tick by tick.

static const int64_t SERVICE_NS = 5000000; // of loop time between services, as in snw_exec_run()

// --- power --------------------------------------------------------------------------------------

bool snw_arm_ask_for_power(snw_exec *exec, int arm, snw_stop_state state) {
    switch (state) {
    case SNW_ARM_ENABLED:
        return true;
    case SNW_ARM_STOPPING:
        return false;
    case SNW_ARM_DISABLED:
        SNW_IGNORE(snw_exec_request(exec, arm, SNW_REQUEST_ENABLE));
        return false;
    case SNW_ARM_HELD:
    case SNW_ARM_LATCHED:
        SNW_IGNORE(snw_exec_request(exec, arm, SNW_REQUEST_ACKNOWLEDGE));
        return false;
    }
    return false;
}

snw_status snw_station_look(snw_station *station, int arm, snw_arm_status *status) {
    memset(status, 0, sizeof *status);
    if (arm < 0 || arm >= snw_exec_arm_count(station->exec)) return SNW_ERR_ARGUMENT;
    if (!station->observed.publish) {
        snw__arm_status(station->exec, arm, status);
        return SNW_OK;
    }
    const snw_triple *published = &station->observed.status;
    snw_mutex_lock(station->look_mutex);
    SNW_IGNORE(snw_triple_update(published));
    const snw_arm_status *arms = snw_triple_front(published);
    *status = arms[arm];
    snw_mutex_unlock(station->look_mutex);
    return status->count > 0 ? SNW_OK : SNW_NOTHING_NEW;
}

// Each arm once: a stop is for a person to clear, also one that came before the arm had power, and
// so is the fault of an arm that may not be switched on where it stands.
static void enable_arms(snw_station *station) {
    for (int i = 0; i < snw_exec_arm_count(station->exec); i++) {
        snw_arm_status status;
        if (station->enabled[i] || snw_station_look(station, i, &status) != SNW_OK) continue;
        const bool stands = status.state == SNW_ARM_HELD || status.state == SNW_ARM_LATCHED;
        station->enabled[i] = snw_exec_stopped_since(station->exec, i, 0) ||
                              (stands && snw__is_fault(status.cause)) ||
                              snw_arm_ask_for_power(station->exec, i, status.state);
    }
}

// What went wrong with an arm, and when: the fault that stopped it, or the one that made a stop
// that was requested more severe. NULL when the arm is not stopped by a fault.
static const snw_why *fault_of(const snw_guard *guard, uint64_t *tick) {
    const snw_guard_signals *signals = &guard->signals;
    const bool stands = signals->state != SNW_ARM_ENABLED && signals->state != SNW_ARM_DISABLED;
    if (!stands) return NULL;
    const bool at_first = snw__is_fault(signals->cause);
    if (!at_first && !snw__is_fault(signals->harder)) return NULL;
    *tick = at_first ? signals->cause_tick : signals->harder_tick;
    return at_first ? &guard->first : &guard->harder;
}

snw_status snw__station_fault(snw_station *station, snw_why *why) {
    uint64_t first = UINT64_MAX, tick;
    const snw_why *found = NULL;
    for (int i = 0; i < snw_exec_arm_count(station->exec); i++) {
        const snw_why *fault = fault_of(snw_exec_guard(station->exec, i), &tick);
        if (fault == NULL || tick >= first) continue;
        first = tick;
        found = fault;
    }
    if (found == NULL) return SNW_OK;
    if (why != NULL) *why = *found;
    return found->code;
}

// --- beside the loop ----------------------------------------------------------------------------

static bool serve_once(snw_station *station) {
    if (!station->options.idle) enable_arms(station);
    const bool goes_on = snw__page_serve(station);
    snw__record_serve(station);
    snw__boxes_serve(station);
    snw__station_tell_alarms(station);
    if (station->options.beat != NULL) {
        station->options.beat(station->options.beat_context, station);
    }
    return goes_on && !station->has_next;
}

bool snw__station_serve(snw_exec *exec, void *context) {
    snw_station *station = context;
    (void)exec;
    snw_mutex_lock(station->mutex);
    // before anybody can teach something
    if (!station->counted && snw_exec_next(station->exec) > 1) {
        station->saved_changes = snw__changes_of(station);
        station->counted = true;
    }
    const bool goes_on = serve_once(station);
    snw_mutex_unlock(station->mutex);
    return goes_on;
}

// --- until the end ------------------------------------------------------------------------------

// one cell, until it ends or another one is to follow
static snw_status run_cell(snw_station *station, snw_why *why) {
    snw_station_report *report = &station->report;
    snw_run_options options = snw_run_defaults();
    options.real = station->options.real;
    options.duration_ns = station->options.duration_ns;
    options.stop = &station->stop;
    options.pace = station->options.pace;
    options.late = station->options.late;
    options.clock = station->options.clock;
    *report = (snw_station_report){0};
    __atomic_store_n(&station->running, station->options.real, __ATOMIC_RELEASE);
    snw_status status =
        snw_exec_run(station->exec, &options, snw__station_serve, station, &report->run, why);
    __atomic_store_n(&station->running, false, __ATOMIC_RELEASE);
    report->complete = !snw_failed(status);
    station->hangs = status == SNW_ERR_TIMEOUT;
    if (station->hangs) return status;
    snw__station_tell_alarms(station);
    memcpy(report->tracking, station->observed.tracking, sizeof report->tracking);
    report->recorded = station->observed.recorder != NULL;
    const snw_status recorded = snw__record_close(station, &report->recording, why);
    return snw_failed(status) ? status : recorded;
}

// closes the cell that ended and opens the one that a client asked for
static snw_status change_cell(snw_station *station, snw_why *why) {
    snw_why left = {0};
    if (snw_failed(snw__cell_close(station, &left))) {
        char sentence[1024];
        (void)snw_why_sentence(&left, sentence, sizeof sentence);
        snw__station_note(station, SNW_WARNING, sentence);
    }
    snw__cell_take_next(station);
    snw_status status = snw__cell_open(station, NULL, why);
    if (snw_failed(status) && station->page != NULL && snw__cell_go_on_empty(station, why)) {
        status = snw__cell_open(station, NULL, why);
    }
    return status;
}

static snw_status run_cells(snw_station *station, snw_why *why) {
    for (;;) {
        const snw_status status = run_cell(station, why);
        const bool follows =
            station->has_next && !snw_failed(status) && snw_stop_asked(&station->stop) == 0;
        if (!follows) {
            if (station->has_next) snw_cell_close(&station->next);
            station->has_next = false;
            return status;
        }
        const snw_status changed = change_cell(station, why);
        if (snw_failed(changed)) return changed;
    }
}

static snw_status run_to_the_end(snw_station *station, snw_why *why) {
    snw_status status = run_cells(station, why);
    if (snw_failed(status) || station->exec == NULL) return status;
    status = snw__station_fault(station, why);
    if (!snw_failed(status)) status = snw__station_falls(station, why);
    return snw_failed(status) ? status : snw__station_programs(station, why);
}

snw_status snw_station_run(snw_station *station, snw_station_report *report, snw_why *why) {
    snw_why own = {0};
    if (station->thread != NULL) {
        return snw_refuse(why, SNW_ERR_STATE, "station", "it is already running", "stop it first");
    }
    station->waits = station->options.real;
    const snw_status status = run_to_the_end(station, why != NULL ? why : &own);
    if (report != NULL) *report = station->report;
    return status;
}

// --- in a thread of its own ---------------------------------------------------------------------

static void run_beside(void *context) {
    snw_station *station = context;
    station->run_status = run_to_the_end(station, &station->run_why);
}

snw_status snw_station_start(snw_station *station, snw_why *why) {
    if (!station->options.real || station->thread != NULL) {
        return snw_refuse(why, SNW_ERR_STATE, "station",
                          station->thread != NULL ? "it is already running" : "its time is virtual",
                          station->thread != NULL ? "stop it first" : "use snw_station_step()");
    }
    station->waits = false;
    station->options.fixed = true;
    snw_thread_config config = snw_thread_defaults();
    config.name = "station";
    config.run = run_beside;
    config.context = station;
    return snw_thread_open(&station->thread, &config, why);
}

snw_status snw_station_stop(snw_station *station, snw_station_report *report, snw_why *why) {
    (void)snw_stop_ask(&station->stop, 1);
    if (station->thread == NULL) return SNW_OK;
    SNW_IGNORE(snw_thread_join(station->thread, -1));
    station->thread = NULL;
    if (report != NULL) *report = station->report;
    if (why != NULL) *why = station->run_why;
    return station->run_status;
}

// --- tick by tick -------------------------------------------------------------------------------

snw_status snw_station_step(snw_station *station, int64_t ticks) {
    if (station->options.real) return SNW_ERR_STATE;
    station->options.fixed = true;
    for (int64_t i = 0; i < ticks && !snw_exec_ended(station->exec, NULL); i++) {
        const int64_t t_ns = snw_exec_time_ns(station->exec);
        // at the same ticks as in a virtual run, so that both are equal in every bit
        if (t_ns >= station->next_service_ns) {
            station->next_service_ns = t_ns + SERVICE_NS;
            if (!snw__station_serve(station->exec, station)) return SNW_ERR_INTERRUPTED;
        }
        snw_exec_tick(station->exec);
    }
    return SNW_OK;
}

int64_t snw_station_time_ns(const snw_station *station) {
    if (!station->options.real) return snw_exec_time_ns(station->exec);
    return __atomic_load_n(&station->observed.t_ns, __ATOMIC_ACQUIRE);
}

snw_status snw_station_set(snw_station *station, const char *path, const char *value,
                           snw_why *why) {
    snw_mutex_lock(station->mutex);
    const snw_status status = snw_exec_set(station->exec, path, value, why);
    if (!snw_failed(status)) {
        snw__record_change(station, path, value, snw_exec_next(station->exec));
    }
    snw_mutex_unlock(station->mutex);
    return status;
}
