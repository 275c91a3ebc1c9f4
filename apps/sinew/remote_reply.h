// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_APPS_REMOTE_REPLY_H
#define SINEW_APPS_REMOTE_REPLY_H

/// @file
/// What a running cell answers, as structs.

#include "sinew/wire.h"

typedef struct reply_error {
    int code;
    char subject[SNW_WHY_SUBJECT], rule[SNW_WHY_RULE], text[SNW_WHY_TEXT], fix[SNW_WHY_TEXT];
} reply_error;

typedef struct reply_item {
    char path[SNW_FIELD_PATH], value[SNW_MESSAGE], unit[32], when[16];
} reply_item;

typedef struct reply_arm {
    char name[SNW_NAME], state[32], stop[32], rule[SNW_WHY_RULE];
    int axes, axis;
    uint64_t stops, clamps, refusals;
} reply_arm;

typedef struct reply_component {
    char name[SNW_NAME], type[SNW_NAME], state[32], arm[SNW_NAME];
    double rate;
    reply_error *error;
} reply_component;

typedef struct reply_timing {
    char stage[32];
    uint64_t count;
    double min_us, mean_us, p999_us, max_us;
} reply_timing;

typedef struct reply_number {
    char name[SNW_WHY_NAME], unit[SNW_WHY_UNIT];
    double value;
} reply_number;

typedef struct reply_reason {
    int code;
    char severity[16];
    char subject[SNW_WHY_SUBJECT], rule[SNW_WHY_RULE], text[SNW_WHY_TEXT], fix[SNW_WHY_TEXT];
    reply_number *numbers;
    int number_count;
} reply_reason;

typedef struct reply_event {
    double t;
    uint64_t sequence;
    reply_reason *why;
} reply_event;

typedef struct reply {
    bool ok;
    reply_error *error;
    char value[SNW_WIRE_REQUEST], answer[SNW_MESSAGE], cell[SNW_NAME];
    char document[4 * SNW_WIRE_REQUEST];
    reply_item *items;
    int item_count;
    int count; ///< of all that match
    uint64_t tick, overruns, slips;
    double t, period, slipped, speed;
    reply_arm *arms;
    int arm_count;
    reply_component *components;
    int component_count;
    reply_timing *timing;
    int timing_count;
    reply_event *events;
    int event_count;
    uint64_t next; ///< number of the event that will come next
} reply;

/// Reads an answer into `setup`.
SNW_NODISCARD snw_status reply_read(const char *json, snw_setup *setup, const reply **out,
                                    snw_why *why);

/// The reason of a refusal.
void reply_why(const reply *answer, snw_why *why);

/// An event as the cell has it.
void reply_to_event(const reply_event *from, snw_event *event);

#endif // SINEW_APPS_REMOTE_REPLY_H
