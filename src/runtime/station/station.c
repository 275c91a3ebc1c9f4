// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/station/station.h"

#include <stdlib.h>

#include "internal.h"

snw_station_options snw_station_defaults(void) {
    return (snw_station_options){.duration_ns = -1};
}

void snw__station_note(const snw_station *station, snw_severity severity, const char *sentence) {
    if (station->options.note == NULL) return;
    station->options.note(station->options.note_context, severity, sentence);
}

void snw__station_find(snw_station *station, const snw_diags *diags) {
    station->finding_count = 0;
    for (int i = 0; i < diags->count && i < SNW__FINDINGS; i++)
        station->findings[station->finding_count++] = diags->items[i];
    station->findings_left = diags->count - station->finding_count + diags->dropped;
}

void snw__station_tell(snw_station *station, const snw_diags *diags, snw_why *why) {
    bool met = false;
    snw__station_find(station, diags);
    const bool listed = station->options.findings == NULL;
    if (!listed) station->options.findings(station->options.findings_context, diags);
    for (int i = 0; i < diags->count; i++) {
        const snw_why *one = &diags->items[i];
        char sentence[1024];
        if (!met && one->severity == SNW_ERROR) {
            if (why != NULL) *why = *one;
            met = true;
            continue;
        }
        if (!listed) continue;
        (void)snw_why_sentence(one, sentence, sizeof sentence);
        snw__station_note(station, one->severity, sentence);
    }
    if (listed && diags->dropped > 0) {
        char line[64];
        snw_text text = snw_text_over(line, sizeof line);
        snw_text_format(&text, "and %d more", diags->dropped);
        snw__station_note(station, SNW_WARNING, line);
    }
}

// --- open ---------------------------------------------------------------------------------------

static snw_status check_options(const snw_station_options *o, snw_why *why) {
    if (o->given != NULL && (o->system == NULL || o->registry == NULL || o->cell != NULL)) {
        return snw_refuse(why, SNW_ERR_ARGUMENT, "station",
                          "a cell in memory requires its system and its registry, and no file",
                          "set options.system and options.registry, and no options.cell");
    }
    if (o->cell == NULL && o->given == NULL && !o->page) {
        return snw_refuse(why, SNW_ERR_USAGE, "station", "there is nothing to run",
                          "name a cell or a robot; without one there is only the page");
    }
    if (!(o->pace >= 0)) {
        return snw_refuse(why, SNW_ERR_RANGE, "pace", "the pace is negative or not a number",
                          "0 means no limit, 1 means real time");
    }
    return SNW_OK;
}

// the registry: that of the options, or one of its own
static snw_status open_types(snw_station *station, snw_why *why) {
    station->registry = station->options.registry;
    if (station->registry == NULL) {
        const snw_status status = snw_types_open(&station->types, &station->options.types, why);
        if (snw_failed(status)) return status;
        station->registry = &station->types.registry;
    }
    if (station->options.load != NULL) station->load = *station->options.load;
    station->load.registry = station->registry;
    return SNW_OK;
}

static snw_status open_all(snw_station *station, snw_diags *diags, snw_why *why) {
    snw_status status = snw_mutex_open(&station->mutex, why);
    if (!snw_failed(status)) status = snw_mutex_open(&station->look_mutex, why);
    if (!snw_failed(status)) status = open_types(station, why);
    // first: threads inherit that signals are blocked
    if (!snw_failed(status) && station->options.signals) {
        status = snw_stop_on_signals(&station->stop, &station->signals, why);
    }
    if (!snw_failed(status)) status = snw__page_open(station, why);
    if (!snw_failed(status)) status = snw__cell_first(station, why);
    if (!snw_failed(status)) status = snw__cell_open(station, diags, why);
    return status;
}

static void free_station(snw_station *station) {
    snw__page_close(station);
    snw__station_untry(station);
    if (station->has_next) snw_cell_close(&station->next);
    snw_cell_close(&station->input);
    snw_setup_destroy(station->plots);
    snw_signals_close(station->signals);
    snw_types_close(&station->types);
    snw_mutex_close(station->look_mutex);
    snw_mutex_close(station->mutex);
    snw_setup_destroy(station->memory);
    free(station);
}

snw_status snw_station_open(snw_station **out, const snw_station_options *options,
                            snw_diags *diags) {
    snw_why why = {0};
    *out = NULL;
    snw_status status = check_options(options, &why);
    snw_station *station = snw_failed(status) ? NULL : calloc(1, sizeof *station);
    if (station != NULL) {
        station->options = *options;
        station->memory = snw_setup_create(SNW_DOCUMENT_MEMORY);
    }
    if (!snw_failed(status) && (station == NULL || station->memory == NULL)) {
        status = snw_refuse(&why, SNW_ERR_MEMORY, "station", NULL, NULL);
    }
    if (!snw_failed(status)) status = open_all(station, diags, &why);
    if (!snw_failed(status)) {
        *out = station;
        return SNW_OK;
    }
    // what the findings do not hold yet
    if (why.code != SNW_OK && diags != NULL) snw_diags_add(diags, &why);
    if (station != NULL) free_station(station);
    return status;
}

// --- close --------------------------------------------------------------------------------------

snw_status snw_station_close(snw_station *station, snw_why *why) {
    if (station == NULL) return SNW_OK;
    if (station->thread != NULL) SNW_IGNORE(snw_station_stop(station, NULL, NULL));
    const bool hangs = station->hangs;
    const snw_status status = snw__cell_close(station, why);
    // a thread that hangs keeps what it uses
    if (!hangs) free_station(station);
    return status;
}

// --- what it is made of -------------------------------------------------------------------------

void snw_station_lock(snw_station *station) {
    snw_mutex_lock(station->mutex);
}

void snw_station_unlock(snw_station *station) {
    snw_mutex_unlock(station->mutex);
}

snw_exec *snw_station_exec(const snw_station *station) {
    return station->exec;
}

const snw_cell *snw_station_cell(const snw_station *station) {
    return &station->cell;
}

const snw_system *snw_station_system(const snw_station *station) {
    return station->system;
}

const snw_registry *snw_station_registry(const snw_station *station) {
    return station->registry;
}

snw_server *snw_station_server(const snw_station *station) {
    return station->page;
}

snw_setup *snw_station_memory(const snw_station *station) {
    return station->memory;
}

size_t snw_station_address(const snw_station *station, char *out, size_t size) {
    if (station->page != NULL) return snw_server_address(station->page, out, size);
    if (size > 0) out[0] = '\0';
    return 0;
}
