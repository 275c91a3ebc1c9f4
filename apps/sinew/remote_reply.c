// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "remote_reply.h"

#include <math.h>
#include <string.h>

#include "sinew/document.h"

#define TEXT(structure, member)                                                                    \
    { SNW_AT(structure, member), .kind = SNW_KIND_STRING, .help = "Text of the reply." }
#define WHOLE(structure, member)                                                                   \
    { SNW_AT(structure, member), .kind = SNW_KIND_INT, .help = "Integer of the reply." }
#define COUNT(structure, member)                                                                   \
    { SNW_AT(structure, member), .kind = SNW_KIND_UINT, .help = "Count of the reply." }
#define REAL(structure, member)                                                                    \
    { SNW_AT(structure, member), .kind = SNW_KIND_REAL, .help = "Number of the reply." }
#define LIST(structure, member, counter, items)                                                    \
    {                                                                                              \
        SNW_AT_LIST(structure, member, counter, SNW_WIRE_ITEMS),                                   \
            .kind = SNW_KIND_STRUCT, .type = &(items), .help = "List of items."                    \
    }

static const snw_field error_fields[] = {WHOLE(reply_error, code), TEXT(reply_error, subject),
                                         TEXT(reply_error, rule), TEXT(reply_error, text),
                                         TEXT(reply_error, fix)};
static const snw_type error_type = {SNW_TYPE(reply_error, error_fields),
                                    .help = "Reason of an error."};

static const snw_field item_fields[] = {TEXT(reply_item, path), TEXT(reply_item, value),
                                        TEXT(reply_item, unit), TEXT(reply_item, when)};
static const snw_type item_type = {SNW_TYPE(reply_item, item_fields),
                                   .help = "A value with its path."};

static const snw_field arm_fields[] = {
    TEXT(reply_arm, name),   TEXT(reply_arm, state),   TEXT(reply_arm, rule),
    WHOLE(reply_arm, axes),  TEXT(reply_arm, stop),    WHOLE(reply_arm, axis),
    COUNT(reply_arm, stops), COUNT(reply_arm, clamps), COUNT(reply_arm, refusals)};
static const snw_type arm_type = {SNW_TYPE(reply_arm, arm_fields), .help = "State of an arm."};

static const snw_field component_fields[] = {TEXT(reply_component, name),
                                             TEXT(reply_component, type),
                                             TEXT(reply_component, state),
                                             TEXT(reply_component, arm),
                                             REAL(reply_component, rate),
                                             {SNW_AT_PART(reply_component, error),
                                              .kind = SNW_KIND_OPTIONAL, .type = &error_type,
                                              .help = "Error of the component."}};
static const snw_type component_type = {SNW_TYPE(reply_component, component_fields),
                                        .help = "State of a component."};

static const snw_field timing_fields[] = {TEXT(reply_timing, stage),   COUNT(reply_timing, count),
                                          REAL(reply_timing, min_us),  REAL(reply_timing, mean_us),
                                          REAL(reply_timing, p999_us), REAL(reply_timing, max_us)};
static const snw_type timing_type = {SNW_TYPE(reply_timing, timing_fields),
                                     .help = "Timing of a stage."};

static const snw_field number_fields[] = {TEXT(reply_number, name), TEXT(reply_number, unit),
                                          REAL(reply_number, value)};
static const snw_type number_type = {SNW_TYPE(reply_number, number_fields), .help = "A number."};

static const snw_field reason_fields[] = {WHOLE(reply_reason, code),
                                          TEXT(reply_reason, severity),
                                          TEXT(reply_reason, subject),
                                          TEXT(reply_reason, rule),
                                          TEXT(reply_reason, text),
                                          TEXT(reply_reason, fix),
                                          LIST(reply_reason, numbers, number_count, number_type)};
static const snw_type reason_type = {SNW_TYPE(reply_reason, reason_fields), .help = "A reason."};

static const snw_field event_fields[] = {REAL(reply_event, t),
                                         COUNT(reply_event, sequence),
                                         {SNW_AT_PART(reply_event, why), .kind = SNW_KIND_OPTIONAL,
                                          .type = &reason_type, .help = "What happened."}};
static const snw_type event_type = {SNW_TYPE(reply_event, event_fields), .help = "An event."};

static const snw_field reply_fields[] = {
    {SNW_AT(reply, ok), .kind = SNW_KIND_BOOL, .help = "The request succeeded."},
    {SNW_AT_PART(reply, error), .kind = SNW_KIND_OPTIONAL, .type = &error_type,
     .help = "Why the request failed."},
    TEXT(reply, value),
    TEXT(reply, answer),
    TEXT(reply, document),
    TEXT(reply, cell),
    LIST(reply, items, item_count, item_type),
    WHOLE(reply, count),
    COUNT(reply, tick),
    COUNT(reply, overruns),
    COUNT(reply, slips),
    REAL(reply, slipped),
    REAL(reply, speed),
    REAL(reply, t),
    REAL(reply, period),
    LIST(reply, arms, arm_count, arm_type),
    LIST(reply, components, component_count, component_type),
    LIST(reply, timing, timing_count, timing_type),
    LIST(reply, events, event_count, event_type),
    COUNT(reply, next),
};
static const snw_type reply_type = {SNW_TYPE(reply, reply_fields),
                                    .help = "Reply of a running cell."};

snw_status reply_read(const char *json, snw_setup *setup, const reply **out, snw_why *why) {
    snw_why found[4];
    snw_diags diags = {.items = found, .capacity = 4};
    const snw_source source = {.bytes = json, .length = strlen(json), .name = "answer"};
    // a cell of a newer program may say more
    const snw_read_options options = {.strictness = SNW_LENIENT};
    void *object = NULL;
    const snw_status status =
        setup == NULL ? SNW_ERR_MEMORY
                      : snw_json_read(&source, &reply_type, &options, setup, &object, &diags);
    if (snw_failed(status)) {
        if (diags.count > 0) {
            *why = found[0];
        } else {
            snw_why_set(why, status, "answer", NULL);
        }
        return status;
    }
    *out = object;
    return SNW_OK;
}

void reply_why(const reply *answer, snw_why *why) {
    const reply_error *error = answer->error;
    if (error == NULL) {
        snw_why_set(why, SNW_ERR_INTERNAL, NULL, "refused without a reason");
        return;
    }
    snw_why_set(why, (snw_status)error->code, error->subject, error->text);
    snw_why_rule(why, error->rule);
    snw_why_fix(why, error->fix);
}

void reply_to_event(const reply_event *from, snw_event *event) {
    const reply_reason *why = from->why;
    *event = (snw_event){.t_ns = llround(from->t * 1e9), .sequence = from->sequence};
    if (why == NULL) return;
    snw_why_set(&event->why, (snw_status)why->code, why->subject, why->text);
    snw_why_rule(&event->why, why->rule);
    snw_why_fix(&event->why, why->fix);
    event->why.severity = strcmp(why->severity, "error") == 0     ? SNW_ERROR
                          : strcmp(why->severity, "warning") == 0 ? SNW_WARNING
                                                                  : SNW_INFO;
    for (int i = 0; i < why->number_count; i++) {
        const reply_number *number = &why->numbers[i];
        snw_why_add(&event->why, number->name, number->value, number->unit);
    }
}
