// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "internal.h"
#include "sinew/exec/stop_source.h"
#include "sinew/wire/serve.h"

static void add_us(snw_json_writer *json, const char *name, double ns) {
    snw_json_real(json, name, ns / 1e3);
}

// a signal of an object, as it is in the newest picture; `otherwise` when there is none yet
static void read_signal(snw_exec *exec, const char *object, const char *signal,
                        const char *otherwise, char value[SNW_MESSAGE]) {
    char path[SNW_FIELD_PATH];
    snw_text line = snw_text_over(path, sizeof path);
    snw_text_format(&line, "%s/%s", object, signal);
    if (snw_failed(snw_exec_get(exec, path, value, SNW_MESSAGE, NULL)) || value[0] == '\0') {
        snw_copy_text(value, SNW_MESSAGE, otherwise);
    }
}

static void add_signal(snw_exec *exec, snw_json_writer *json, const char *object,
                       const char *signal, const char *name) {
    char value[SNW_MESSAGE];
    read_signal(exec, object, signal, "", value);
    snw_json_string(json, name, value);
}

// numbers keep the digits that they are shown with
static void add_count(snw_exec *exec, snw_json_writer *json, const char *object, const char *signal,
                      const char *name) {
    char value[SNW_MESSAGE];
    read_signal(exec, object, signal, "0", value);
    snw_json_raw(json, name);
    snw_text_add(json->text, value, strlen(value));
}

// How to go on after a stop.
static const char *way_on(snw_cause cause) {
    if (cause == SNW_CAUSE_SOFT_LIMIT || cause == SNW_CAUSE_HARD_LIMIT) {
        return "press Acknowledge, then Enable, and jog the joint back into its range: "
               "that direction is free";
    }
    if (cause == SNW_CAUSE_BAD_READING)
        return "correct the sensor or the start position, press Acknowledge, then Enable";
    return "remove the cause, press Acknowledge, then Enable";
}

// Why an arm is stopped, from what its guard shows: the loop's own reason, with its numbers, went
// into the events when it came.
static void add_cause(snw_json_writer *json, const snw_guard_signals *guard, const snw_arm *arm,
                      snw_stop_source by) {
    if (guard == NULL || guard->cause <= SNW_CAUSE_NONE || guard->cause >= SNW_CAUSES ||
        guard->state == SNW_ARM_ENABLED || guard->state == SNW_ARM_DISABLED) {
        snw_json_null(json, "cause");
        return;
    }
    char subject[SNW_WHY_SUBJECT];
    snw_text line = snw_text_over(subject, sizeof subject);
    snw_text_format(&line, "%s", arm->name);
    if (guard->axis >= 0 && guard->axis < arm->count) {
        snw_text_format(&line, "/%s", snw_arm_axis_name(arm, guard->axis));
    }
    snw_why why;
    SNW_IGNORE(snw_refuse_rule(&why, SNW_ERR_STATE, snw_cause_rule(guard->cause), subject,
                               guard->cause == SNW_CAUSE_ASKED ? snw__stop_source_sentence(by)
                                                               : snw_cause_sentence(guard->cause),
                               way_on(guard->cause)));
    if (guard->axis >= 0) snw_why_add(&why, "axis", guard->axis, "");
    snw_why_add(&why, "tick", (double)guard->cause_tick, "");
    snw_json_why(json, "cause", &why);
}

// by what the stop became more severe, in the same words
static void add_harder(snw_json_writer *json, const snw_guard_signals *guard, const snw_arm *arm) {
    if (guard == NULL || guard->harder <= SNW_CAUSE_NONE || guard->harder >= SNW_CAUSES) {
        snw_json_null(json, "harder");
        return;
    }
    snw_why why;
    SNW_IGNORE(snw_refuse_rule(&why, SNW_ERR_STATE, snw_cause_rule(guard->harder), arm->name,
                               snw_cause_sentence(guard->harder), NULL));
    snw_why_add(&why, "tick", (double)guard->harder_tick, "");
    snw_json_why(json, "harder", &why);
}

static void add_arms(snw_exec *exec, snw_json_writer *json) {
    snw_json_array(json, "arms");
    for (int i = 0; i < snw_exec_arm_count(exec); i++) {
        const snw_arm *arm = snw_exec_arm(exec, i); // its name and axes do not change
        // a copy: the next look may give the picture back to the loop
        snw_guard_signals copy;
        const snw_guard_signals *guard = snw__wire_guard(snw_exec_look(exec), arm->name);
        if (guard != NULL) {
            copy = *guard;
            guard = &copy;
        }
        snw_json_object(json, NULL);
        snw_json_string(json, "name", arm->name);
        snw_json_int(json, "axes", arm->count);
        add_signal(exec, json, arm->name, "guard/state", "state");
        add_signal(exec, json, arm->name, "guard/active", "stop");
        add_signal(exec, json, arm->name, "guard/cause", "rule");
        add_cause(json, guard, arm, snw__exec_stopped_by(exec, i));
        add_harder(json, guard, arm);
        add_count(exec, json, arm->name, "guard/axis", "axis");
        add_count(exec, json, arm->name, "guard/stops", "stops");
        add_count(exec, json, arm->name, "guard/clamps", "clamps");
        add_count(exec, json, arm->name, "guard/refusals", "refusals");
        snw_json_end(json);
    }
    snw_json_end(json);
}

static void add_components(snw_exec *exec, snw_json_writer *json) {
    snw_json_array(json, "components");
    for (int i = 0; i < snw_exec_component_count(exec); i++) {
        const snw_component *component = snw_exec_component(exec, i);
        char object[2 * SNW_NAME];
        snw_text line = snw_text_over(object, sizeof object);
        snw_text_format(&line, "components/%s", component->name);
        snw_object_error error = {0};
        const bool fails =
            !snw_failed(snw_exec_error(exec, component->name, &error, NULL)) && error.present;
        snw_json_object(json, NULL);
        snw_json_string(json, "name", component->name);
        snw_json_string(json, "type", component->type->token);
        snw_json_string(json, "arm", component->arm != NULL ? component->arm->name : "");
        add_signal(exec, json, object, "state", "state");
        add_count(exec, json, object, "rate", "rate");
        snw_json_why(json, "error", fails ? &error.why : NULL);
        snw_json_end(json);
    }
    snw_json_end(json);
}

static void add_timings(snw_exec *exec, snw_json_writer *json) {
    snw_timing timings[SNW_TIMINGS];
    snw_exec_timings(exec, timings);
    snw_json_array(json, "timing");
    for (int i = 0; i < SNW_TIMINGS; i++) {
        const snw_timing *timing = &timings[i];
        snw_json_object(json, NULL);
        snw_json_string(json, "stage", snw_timed_name((snw_timed)i));
        snw_json_int(json, "count", (int64_t)timing->count);
        add_us(json, "min_us", (double)(timing->count > 0 ? timing->least_ns : 0));
        add_us(json, "mean_us", snw_timing_mean_ns(timing));
        add_us(json, "p999_us", (double)snw_timing_quantile_ns(timing, 0.999));
        add_us(json, "max_us", (double)timing->most_ns);
        snw_json_end(json);
    }
    snw_json_end(json);
}

const snw_guard_signals *snw__wire_guard(const snw_roots *roots, const char *arm) {
    for (int i = 0; roots != NULL && i < roots->count; i++) {
        const snw_root *root = &roots->items[i];
        const snw_field *guard =
            strcmp(root->name, arm) == 0 ? snw_type_field(root->type, "guard") : NULL;
        if (guard != NULL) return snw_field_place_const(guard, root->block, 0);
    }
    return NULL;
}

void snw_wire_status(snw_wire *wire, snw_text *text) {
    snw_exec *exec = wire->exec;
    snw_json_writer json = snw_json_inside(text, false);
    snw_json_string(&json, "cell", wire->cell);
    snw_json_real(&json, "period", (double)snw_exec_period_ns(exec) / 1e9);
    add_count(exec, &json, "loop", "ticks", "tick");
    add_count(exec, &json, "loop", "t", "t");
    add_count(exec, &json, "loop", "overruns", "overruns");
    add_count(exec, &json, "loop", "slips", "slips");
    add_count(exec, &json, "loop", "slipped", "slipped");
    add_count(exec, &json, "loop", "speed", "speed");
    add_arms(exec, &json);
    add_components(exec, &json);
    add_timings(exec, &json);
}
