// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// What a file of a recorder says about itself: schemas, channels, metadata.
#include <stdlib.h>
#include <string.h>

#include "inside.h"
#include "recorder_internal.h"

static snw_status add_kind(snw_recorder *r, snw_message_kind kind, const char *topic,
                           int *channel) {
    const char *schema = snw_message_schema(kind);
    int id = 0;
    const snw_status status = snw__mcap_add_schema(r->writer, snw_message_name(kind), "ros2msg",
                                                   schema, strlen(schema), &id);
    if (snw_failed(status)) return status;
    const snw_mcap_channel_config config = {.schema = id, .topic = topic, .encoding = "cdr"};
    return snw__mcap_add_channel(r->writer, &config, channel);
}

typedef void list_fn(const snw__group *group, snw_text *text);

static void list_paths(const snw__group *group, snw_text *text) {
    for (int i = 0; i < group->plan.count; i++) {
        snw_text_format(text, i == 0 ? "%s" : "\n%s", group->plan.signals[i].path);
    }
}

static void list_units(const snw__group *group, snw_text *text) {
    for (int i = 0; i < group->plan.count; i++) {
        snw_text_format(text, i == 0 ? "%s" : "\n%s", group->plan.signals[i].unit);
    }
}

static void list_schema(const snw__group *group, snw_text *text) {
    const int count = group->plan.count;
    const char **names = malloc(2 * (size_t)count * sizeof *names);
    if (names == NULL) return;
    for (int i = 0; i < count; i++) {
        names[i] = group->plan.signals[i].path;
        names[count + i] = group->plan.signals[i].unit;
    }
    snw__signals_schema(names, names + count, count, text);
    free(names);
}

// a text of any length, measured first; NULL when out of memory
static char *listed(const snw__group *group, list_fn *list) {
    snw_text text = snw_text_over(NULL, 0);
    list(group, &text);
    const size_t size = text.length + 1;
    char *buffer = malloc(size);
    if (buffer == NULL) return NULL;
    buffer[0] = '\0';
    text = snw_text_over(buffer, size);
    list(group, &text);
    return buffer;
}

static void print_real(char out[SNW_NUMBER_SIZE], double value) {
    (void)snw_real_print(value, out);
}

// Tools know a type by its name, and every group has other numbers: so each has a type of its own.
static void name_type(int index, char out[64]) {
    snw_text text = snw_text_over(out, 64);
    snw_text_format(&text, "%s", snw_message_name(SNW_MESSAGE_SIGNALS));
    if (index > 0) snw_text_format(&text, "%d", index + 1);
}

static snw_status add_signals(snw_recorder *r, snw__group *group, int index) {
    static const char *const modes[] = {"continuous", "triggered", "last"};
    char *schema = listed(group, list_schema), *paths = listed(group, list_paths);
    char *units = listed(group, list_units);
    char period[SNW_NUMBER_SIZE], divisor[SNW_NUMBER_SIZE];
    char type[64];
    name_type(index, type);
    print_real(period, r->config.period);
    (void)snw_int_print(group->divisor, divisor);
    const snw_mcap_pair pairs[] = {{"paths", paths},
                                   {"units", units},
                                   {"mode", modes[group->mode]},
                                   {"tick_period_s", period},
                                   {"divisor", divisor}};
    int id = 0;
    snw_status status = SNW_ERR_MEMORY;
    if (schema != NULL && paths != NULL && units != NULL) {
        status = snw__mcap_add_schema(r->writer, type, "ros2msg", schema, strlen(schema), &id);
    }
    if (!snw_failed(status)) {
        const snw_mcap_channel_config config = {.schema = id,
                                                .topic = group->topic,
                                                .encoding = "cdr",
                                                .pairs = pairs,
                                                .pair_count = sizeof pairs / sizeof *pairs};
        status = snw__mcap_add_channel(r->writer, &config, &group->channel);
    }
    free(schema);
    free(paths);
    free(units);
    return status;
}

snw_status snw__announce_metadata(snw_recorder *r) {
    char wall[SNW_NUMBER_SIZE], start[SNW_NUMBER_SIZE], period[SNW_NUMBER_SIZE];
    char recording[SNW_NUMBER_SIZE];
    (void)snw_int_print(SNW_RECORDING_VERSION, recording);
    (void)snw_int_print(r->config.wall_ns, wall);
    (void)snw_int_print(r->now_ns, start);
    print_real(period, r->config.period);
    const snw_mcap_pair pairs[] = {{"version", snw_version()},
                                   {"recording", recording},
                                   {"tick_period_s", period},
                                   {"start_ns", start},
                                   {"wall_clock_at_start_ns", wall}};
    const int count = r->config.wall_ns == 0 ? 4 : 5;
    return snw__mcap_add_metadata(r->writer, "sinew", pairs, count);
}

snw_status snw__announce(snw_recorder *r, snw_why *why) {
    snw_status status = add_kind(r, SNW_MESSAGE_EVENT, "/events", &r->event_channel);
    if (!snw_failed(status)) {
        status = add_kind(r, SNW_MESSAGE_DIAGNOSTICS, "/diagnostics", &r->diagnostics_channel);
    }
    if (!snw_failed(status)) {
        status = add_kind(r, SNW_MESSAGE_PARAMETER, "/parameters", &r->parameter_channel);
    }
    if (!snw_failed(status)) {
        status = add_kind(r, SNW_MESSAGE_DESCRIPTION, "/description", &r->text_channel);
    }
    int signals = 0;
    for (int i = 0; i < r->group_count && !snw_failed(status); i++) {
        snw__group *group = r->groups[i];
        status = group->kind == SNW_MESSAGE_SIGNALS
                     ? add_signals(r, group, signals++)
                     : add_kind(r, group->kind, group->topic, &group->channel);
    }
    if (!snw_failed(status)) status = snw__announce_metadata(r);
    if (!snw_failed(status)) return SNW_OK;
    if (r->report.why.code != SNW_OK && why != NULL) {
        *why = r->report.why;
    } else {
        snw_why_set(why, status, r->config.path, "the header of the recording cannot be written");
    }
    return status;
}
