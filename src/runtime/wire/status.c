// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "internal.h"

static void add_string(snw_text *text, const char *name, const char *value) {
    snw_text_format(text, "\"%s\":", name);
    snw_text_json_string(text, value);
}

static void add_us(snw_text *text, const char *name, double ns) {
    snw_text_format(text, ",\"%s_us\":", name);
    snw_text_json_real(text, ns / 1e3);
}

// a signal of an object, as it is in the newest picture; "" when there is none yet
static void add_signal(snw_exec *exec, snw_text *text, const char *object, const char *signal,
                       const char *name) {
    char path[SNW_FIELD_PATH], value[SNW_MESSAGE] = "";
    snw_text line = snw_text_over(path, sizeof path);
    snw_text_format(&line, "%s/%s", object, signal);
    if (snw_failed(snw_exec_get(exec, path, value, sizeof value, NULL))) value[0] = '\0';
    snw_text_format(text, ",");
    add_string(text, name, value);
}

static void add_count(snw_exec *exec, snw_text *text, const char *object, const char *signal,
                      const char *name) {
    char path[SNW_FIELD_PATH], value[SNW_MESSAGE] = "";
    snw_text line = snw_text_over(path, sizeof path);
    snw_text_format(&line, "%s/%s", object, signal);
    if (snw_failed(snw_exec_get(exec, path, value, sizeof value, NULL)) || value[0] == '\0') {
        snw_copy_text(value, sizeof value, "0");
    }
    snw_text_format(text, ",\"%s\":%s", name, value);
}

// Why an arm is stopped, from what its guard shows: the loop's own reason, with its numbers, went
// into the events when it came.
static void add_cause(snw_exec *exec, snw_text *text, const snw_arm *arm) {
    snw_text_format(text, ",\"cause\":");
    const snw_guard_signals *guard = snw__wire_guard(snw_exec_look(exec), arm->name);
    if (guard == NULL || guard->cause <= SNW_CAUSE_NONE || guard->cause >= SNW_CAUSES ||
        guard->state == SNW_ARM_ENABLED || guard->state == SNW_ARM_DISABLED) {
        snw_text_format(text, "null");
        return;
    }
    char subject[SNW_WHY_SUBJECT];
    snw_text line = snw_text_over(subject, sizeof subject);
    snw_text_format(&line, "%s", arm->name);
    if (guard->axis >= 0 && guard->axis < arm->count) {
        snw_text_format(&line, "/%s", snw_arm_axis_name(arm, guard->axis));
    }
    snw_why why;
    snw_why_set(&why, SNW_ERR_STATE, subject, snw_cause_sentence(guard->cause));
    snw_why_rule(&why, snw_cause_rule(guard->cause));
    if (guard->axis >= 0) snw_why_add(&why, "axis", guard->axis, "");
    snw_why_add(&why, "tick", (double)guard->cause_tick, "");
    snw_why_fix(&why, "when its cause is gone: acknowledge, then enable");
    snw__wire_why(text, &why);
}

static void add_arms(snw_exec *exec, snw_text *text) {
    snw_text_format(text, "\"arms\":[");
    for (int i = 0; i < snw_exec_arm_count(exec); i++) {
        const snw_arm *arm = snw_exec_arm(exec, i); // its name and axes do not change
        snw_text_format(text, "%s{", i > 0 ? "," : "");
        add_string(text, "name", arm->name);
        snw_text_format(text, ",\"axes\":%d", arm->count);
        add_signal(exec, text, arm->name, "guard/state", "state");
        add_signal(exec, text, arm->name, "guard/active", "stop");
        add_signal(exec, text, arm->name, "guard/cause", "rule");
        add_cause(exec, text, arm);
        add_count(exec, text, arm->name, "guard/axis", "axis");
        add_count(exec, text, arm->name, "guard/stops", "stops");
        add_count(exec, text, arm->name, "guard/clamps", "clamps");
        add_count(exec, text, arm->name, "guard/refusals", "refusals");
        snw_text_format(text, "}");
    }
    snw_text_format(text, "]");
}

static void add_error(snw_exec *exec, snw_text *text, const char *name) {
    snw_object_error error = {0};
    snw_text_format(text, ",\"error\":");
    if (!snw_failed(snw_exec_error(exec, name, &error, NULL)) && error.present) {
        snw__wire_why(text, &error.why);
    } else {
        snw_text_format(text, "null");
    }
}

static void add_components(snw_exec *exec, snw_text *text) {
    snw_text_format(text, ",\"components\":[");
    for (int i = 0; i < snw_exec_component_count(exec); i++) {
        const snw_component *component = snw_exec_component(exec, i);
        char object[2 * SNW_NAME];
        snw_text line = snw_text_over(object, sizeof object);
        snw_text_format(&line, "components/%s", component->name);
        snw_text_format(text, "%s{", i > 0 ? "," : "");
        add_string(text, "name", component->name);
        snw_text_format(text, ",");
        add_string(text, "type", component->type->token);
        snw_text_format(text, ",");
        add_string(text, "arm", component->arm != NULL ? component->arm->name : "");
        add_signal(exec, text, object, "state", "state");
        add_count(exec, text, object, "rate", "rate");
        add_error(exec, text, component->name);
        snw_text_format(text, "}");
    }
    snw_text_format(text, "]");
}

static void add_timings(snw_exec *exec, snw_text *text) {
    snw_timing timings[SNW_TIMINGS];
    snw_exec_timings(exec, timings);
    snw_text_format(text, ",\"timing\":[");
    for (int i = 0; i < SNW_TIMINGS; i++) {
        const snw_timing *timing = &timings[i];
        snw_text_format(text, "%s{", i > 0 ? "," : "");
        add_string(text, "stage", snw_timed_name((snw_timed)i));
        snw_text_format(text, ",\"count\":%llu", (unsigned long long)timing->count);
        add_us(text, "min", (double)(timing->count > 0 ? timing->least_ns : 0));
        add_us(text, "mean", snw_timing_mean_ns(timing));
        add_us(text, "p999", (double)snw_timing_quantile_ns(timing, 0.999));
        add_us(text, "max", (double)timing->most_ns);
        snw_text_format(text, "}");
    }
    snw_text_format(text, "]");
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
    snw_text_format(text, "\"cell\":");
    snw_text_json_string(text, wire->cell);
    snw_text_format(text, ",");
    const double period = (double)snw_exec_period_ns(exec) / 1e9;
    snw_text_format(text, "\"period\":");
    snw_text_json_real(text, period);
    add_count(exec, text, "loop", "ticks", "tick");
    add_count(exec, text, "loop", "t", "t");
    add_count(exec, text, "loop", "overruns", "overruns");
    snw_text_format(text, ",");
    add_arms(exec, text);
    add_components(exec, text);
    add_timings(exec, text);
}
