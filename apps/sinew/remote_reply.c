// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "remote_reply.h"

#include <string.h>

#include "sinew/document.h"

#define TEXT(structure, member)                                                                    \
    { SNW_AT(structure, member), .kind = SNW_KIND_STRING, .help = "A text." }
#define WHOLE(structure, member)                                                                   \
    { SNW_AT(structure, member), .kind = SNW_KIND_INT, .help = "A whole number." }
#define COUNT(structure, member)                                                                   \
    { SNW_AT(structure, member), .kind = SNW_KIND_UINT, .help = "A count." }
#define REAL(structure, member)                                                                    \
    { SNW_AT(structure, member), .kind = SNW_KIND_REAL, .help = "A number." }
#define LIST(structure, member, counter, items)                                                    \
    {                                                                                              \
        SNW_AT_LIST(structure, member, counter, SNW_WIRE_ITEMS),                                   \
            .kind = SNW_KIND_STRUCT, .type = &(items), .help = "Items."                            \
    }

static const snw_field error_fields[] = {WHOLE(reply_error, code), TEXT(reply_error, subject),
                                         TEXT(reply_error, rule), TEXT(reply_error, text),
                                         TEXT(reply_error, fix)};
static const snw_type error_type = {SNW_TYPE(reply_error, error_fields), .help = "A reason."};

static const snw_field item_fields[] = {TEXT(reply_item, path), TEXT(reply_item, value),
                                        TEXT(reply_item, unit), TEXT(reply_item, when)};
static const snw_type item_type = {SNW_TYPE(reply_item, item_fields), .help = "A value."};

static const snw_field arm_fields[] = {
    TEXT(reply_arm, name),   TEXT(reply_arm, state),   TEXT(reply_arm, rule),
    WHOLE(reply_arm, axes),  TEXT(reply_arm, stop),    WHOLE(reply_arm, axis),
    COUNT(reply_arm, stops), COUNT(reply_arm, clamps), COUNT(reply_arm, refusals)};
static const snw_type arm_type = {SNW_TYPE(reply_arm, arm_fields), .help = "An arm."};

static const snw_field component_fields[] = {TEXT(reply_component, name),
                                             TEXT(reply_component, type),
                                             TEXT(reply_component, state),
                                             TEXT(reply_component, arm),
                                             REAL(reply_component, rate),
                                             {SNW_AT_PART(reply_component, error),
                                              .kind = SNW_KIND_OPTIONAL, .type = &error_type,
                                              .help = "What went wrong."}};
static const snw_type component_type = {SNW_TYPE(reply_component, component_fields),
                                        .help = "A component."};

static const snw_field timing_fields[] = {TEXT(reply_timing, stage),   COUNT(reply_timing, count),
                                          REAL(reply_timing, min_us),  REAL(reply_timing, mean_us),
                                          REAL(reply_timing, p999_us), REAL(reply_timing, max_us)};
static const snw_type timing_type = {SNW_TYPE(reply_timing, timing_fields), .help = "A stage."};

static const snw_field reply_fields[] = {
    {SNW_AT(reply, ok), .kind = SNW_KIND_BOOL, .help = "Done."},
    {SNW_AT_PART(reply, error), .kind = SNW_KIND_OPTIONAL, .type = &error_type, .help = "Why not."},
    TEXT(reply, value),
    TEXT(reply, answer),
    TEXT(reply, document),
    TEXT(reply, cell),
    LIST(reply, items, item_count, item_type),
    WHOLE(reply, count),
    COUNT(reply, tick),
    COUNT(reply, overruns),
    REAL(reply, t),
    REAL(reply, period),
    LIST(reply, arms, arm_count, arm_type),
    LIST(reply, components, component_count, component_type),
    LIST(reply, timing, timing_count, timing_type),
};
static const snw_type reply_type = {SNW_TYPE(reply, reply_fields),
                                    .help = "What a running cell answers."};

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
