// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/describe.h"
#include "sinew/guard.h"

#define REAL(member) SNW_AT(snw_guard_config, member), .kind = SNW_KIND_REAL
#define SIGNAL(member) SNW_AT(snw_guard_signals, member), .role = SNW_SIGNAL

static const snw_choice classes[] = {
    {"none", SNW_STOP_NONE, "No stop."},
    {"s2", SNW_STOP_2, "Stop, then hold with power."},
    {"s1", SNW_STOP_1, "Stop, then power off."},
    {"s0", SNW_STOP_0, "Power off at once."},
};

static const snw_choice emergencies[] = {
    {"s1", SNW_STOP_1, "Stop, then power off."},
    {"s0", SNW_STOP_0, "Power off at once."},
};

static const snw_choice holds[] = {
    {"position", SNW_AXIS_POSITION, "Drives hold a position."},
    {"effort", SNW_AXIS_EFFORT, "The guard holds the arm by efforts."},
};

static const snw_choice states[] = {
    {"disabled", SNW_ARM_DISABLED, "No power, may be enabled."},
    {"enabled", SNW_ARM_ENABLED, "Follows its sources."},
    {"stopping", SNW_ARM_STOPPING, "On the way to rest."},
    {"held", SNW_ARM_HELD, "At rest with power, latched."},
    {"latched", SNW_ARM_LATCHED, "No power, latched."},
};

static const snw_choice causes[] = {
#define SNW_X(name, rule, stop, sentence) {(rule)[0] ? (rule) : "none", name, sentence},
    SNW_GUARD_CAUSES(SNW_X)
#undef SNW_X
};

static const snw_field box_fields[] = {
    {SNW_AT_ARRAY(snw_guard_box, low), .kind = SNW_KIND_REAL, .unit = "m", .initial = "-INF",
     .flags = SNW_INFINITE, .help = "Lowest x, y, z."},
    {SNW_AT_ARRAY(snw_guard_box, high), .kind = SNW_KIND_REAL, .unit = "m", .initial = "INF",
     .flags = SNW_INFINITE, .help = "Highest x, y, z."},
};

static snw_status check_box(const void *block, snw_why *why) {
    const snw_guard_box *box = block;
    for (int i = 0; i < 3; i++) {
        if (box->low[i] < box->high[i]) continue;
        snw_why_set(why, SNW_ERR_RANGE, "box", "a box has low ends below its high ends");
        snw_why_add(why, "low", box->low[i], "m");
        snw_why_add(why, "high", box->high[i], "m");
        snw_why_rule(why, "guard-box");
        return SNW_ERR_RANGE;
    }
    return SNW_OK;
}

static const snw_type box_type = {SNW_TYPE(snw_guard_box, box_fields), .space = &snw_space_motion,
                                  .validate = check_box,
                                  .help = "A box along the axes of the arm's base."};

static const snw_field config_fields[] = {
    {REAL(margin), .unit = "rad", .range = {0, 10}, .initial = "0.02",
     .help = "How far soft limits lie inside the limits; m for slides."},
    {REAL(entry), .unit = "rad", .range = {1e-9, 1}, .initial = "0.002",
     .help = "How near to the command a source must begin; m for slides."},
    {REAL(tube), .unit = "rad", .range = {1e-6, 10}, .initial = "0.05",
     .help = "How far a wish may run ahead of what limits allow; m for slides."},
    {REAL(velocity_scale), .range = {0.001, 1}, .initial = "1",
     .help = "Of the limits of velocity."},
    {REAL(acceleration_scale), .range = {0.001, 1}, .initial = "1",
     .help = "Of the limits of acceleration, deceleration and jerk."},
    {REAL(default_velocity), .unit = "rad/s", .range = {1e-6, 1e6}, .initial = "1",
     .help = "Limit of velocity where the model has none; m/s for slides."},
    {REAL(default_acceleration), .unit = "rad/s^2", .range = {1e-6, 1e6}, .initial = "5",
     .help = "Limit of acceleration where the model has none; m/s^2 for slides."},
    {REAL(default_jerk), .unit = "rad/s^3", .range = {1e-6, 1e9}, .initial = "INF",
     .flags = SNW_INFINITE, .help = "Limit of a stop's jerk where the model has none."},
    {REAL(following_rest), .unit = "rad", .range = {1e-9, 10}, .initial = "0.02",
     .help = "Window of following at rest; m for slides."},
    {REAL(following_full), .unit = "rad", .range = {1e-9, 10}, .initial = "0.1",
     .help = "Window of following at full speed; m for slides."},
    {REAL(following_time), .unit = "s", .range = {0, 10}, .initial = "0.05",
     .help = "How long an axis may be outside of its window."},
    {REAL(effort_time), .unit = "s", .range = {0, 1e3}, .initial = "0.1", .flags = SNW_INFINITE,
     .help = "How long an effort may stay at its limit."},
    {REAL(effort_rate), .unit = "N.m/s", .range = {1e-3, 1e9}, .initial = "INF",
     .flags = SNW_INFINITE, .help = "How fast efforts may change; N/s for slides."},
    {REAL(stale_time), .unit = "s", .range = {0, 10}, .initial = "0.005",
     .help = "Time without fresh readings that stops the arm."},
    {REAL(lost_time), .unit = "s", .range = {0, 10}, .initial = "0.02",
     .help = "Time without fresh readings that stops it and switches it off."},
    {REAL(frozen_time), .unit = "s", .range = {0, 10}, .initial = "0.008",
     .help = "Time without a new sample while the axis should move."},
    {REAL(drift), .unit = "rad", .range = {1e-9, 10}, .initial = "0.005",
     .help = "How far a held arm may leave its place; m for slides."},
    {REAL(stop_lag), .unit = "s", .range = {0, 10}, .initial = "0.05",
     .help = "How far the arm may be behind the plan of a stop."},
    {REAL(enable_time), .unit = "s", .range = {0, 60}, .initial = "2",
     .help = "Time that drives may take to follow once they are enabled."},
    {REAL(standstill), .unit = "rad/s", .range = {1e-9, 10}, .initial = "0.02",
     .help = "Rates below are rest; m/s for slides."},
    {SNW_AT(snw_guard_config, hold), .kind = SNW_KIND_ENUM, SNW_CHOICES(holds),
     .initial = "position", .help = "How an arm is held before its first wish."},
    {SNW_AT(snw_guard_config, home_required), .kind = SNW_KIND_BOOL, .initial = "false",
     .help = "The arm is not enabled before every axis is homed."},
    {SNW_AT(snw_guard_config, emergency), .kind = SNW_KIND_ENUM, SNW_CHOICES(emergencies),
     .initial = "s1", .help = "What the emergency stop does."},
    {SNW_AT(snw_guard_config, workspace), .kind = SNW_KIND_STRUCT, .type = &box_type,
     .help = "Box that every watched point stays in."},
    {SNW_AT_COUNTED(snw_guard_config, boxes, box_count), .kind = SNW_KIND_STRUCT, .type = &box_type,
     .item = "box", .help = "Boxes that no watched point enters."},
};

static snw_status check_config(const void *block, snw_why *why) {
    const snw_guard_config *config = block;
    const char *text = NULL;
    if (!(config->following_full >= config->following_rest)) {
        text = "the window at full speed is the wider one";
    }
    if (!(config->lost_time >= config->stale_time))
        text = "readings are stale before they are lost";
    if (text == NULL) return SNW_OK;
    snw_why_set(why, SNW_ERR_RANGE, "guard", text);
    snw_why_rule(why, "guard-config");
    return SNW_ERR_RANGE;
}

const snw_type snw_guard_config_type = {SNW_TYPE(snw_guard_config, config_fields),
                                        .space = &snw_space_motion, .validate = check_config,
                                        .help = "What a cell says of the guard of an arm."};

static const snw_field signal_fields[] = {
    {SIGNAL(state), .kind = SNW_KIND_ENUM, SNW_CHOICES(states), .help = "State of the arm."},
    {SIGNAL(active), .kind = SNW_KIND_ENUM, SNW_CHOICES(classes), .help = "Class of the stop."},
    {SIGNAL(cause), .kind = SNW_KIND_ENUM, SNW_CHOICES(causes), .help = "First cause of the stop."},
    {SIGNAL(axis), .kind = SNW_KIND_INT, .help = "Axis that the cause names; -1 for none."},
    {SIGNAL(cause_tick), .kind = SNW_KIND_UINT, .help = "Tick in which the cause came."},
    {SIGNAL(stops), .kind = SNW_KIND_UINT, .help = "Stops that began or became more severe."},
    {SIGNAL(clamps), .kind = SNW_KIND_UINT, .help = "Ticks in which a limit changed a wish."},
    {SIGNAL(refusals), .kind = SNW_KIND_UINT, .help = "Wishes that were refused."},
    {SNW_AT_ARRAY(snw_guard_signals, causes), .kind = SNW_KIND_UINT, .role = SNW_SIGNAL,
     .help = "How often each cause came."},
    {SNW_AT_COUNTED(snw_guard_signals, following, count), .kind = SNW_KIND_REAL, .role = SNW_SIGNAL,
     .help = "Commanded less measured positions, rad or m."},
    {SIGNAL(scale), .kind = SNW_KIND_REAL, .help = "Of the stop in progress, from 1 to 0."},
    {SIGNAL(asked), .kind = SNW_KIND_UINT,
     .help = "Bits: 1 acknowledge, 2 enable, 4 disable, 8 stop S2, 16 stop S1, 32 stop S0."},
};

const snw_type snw_guard_signals_type = {SNW_TYPE(snw_guard_signals, signal_fields),
                                         .space = &snw_space_motion,
                                         .help = "What a guard shows of itself."};

// sentences of the table, also those that a why begins with
const char *snw_cause_rule(snw_cause cause) {
    static const char *const rules[] = {
#define SNW_X(name, rule, stop, sentence) rule,
        SNW_GUARD_CAUSES(SNW_X)
#undef SNW_X
    };
    return (unsigned)cause < SNW_CAUSES ? rules[cause] : "";
}

snw_stop_class snw_cause_class(snw_cause cause) {
    static const unsigned char stops[] = {
#define SNW_X(name, rule, stop, sentence) stop,
        SNW_GUARD_CAUSES(SNW_X)
#undef SNW_X
    };
    return (unsigned)cause < SNW_CAUSES ? (snw_stop_class)stops[cause] : SNW_STOP_NONE;
}

const char *snw_cause_sentence(snw_cause cause) {
    static const char *const sentences[] = {
#define SNW_X(name, rule, stop, sentence) sentence,
        SNW_GUARD_CAUSES(SNW_X)
#undef SNW_X
    };
    return (unsigned)cause < SNW_CAUSES ? sentences[cause] : "";
}
