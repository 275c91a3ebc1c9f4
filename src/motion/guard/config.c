// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/describe.h"
#include "sinew/guard.h"

#define REAL(member) SNW_AT(snw_guard_config, member), .kind = SNW_KIND_REAL
#define SIGNAL(member) SNW_AT(snw_guard_signals, member), .role = SNW_SIGNAL

static const snw_choice classes[] = {
    {"none", SNW_STOP_NONE, "No stop is active."},
    {"s2", SNW_STOP_2, "Brake, then hold the arm under power."},
    {"s1", SNW_STOP_1, "Brake, then switch the power off."},
    {"s0", SNW_STOP_0, "Switch the power off at once."},
};

static const snw_choice emergencies[] = {
    {"s1", SNW_STOP_1, "Brake, then switch the power off."},
    {"s0", SNW_STOP_0, "Switch the power off at once."},
};

static const snw_choice holds[] = {
    {"position", SNW_AXIS_POSITION, "The drives hold the position."},
    {"effort", SNW_AXIS_EFFORT, "The guard holds the arm by efforts."},
};

static const snw_choice states[] = {
    {"disabled", SNW_ARM_DISABLED, "Power is off; the arm may be enabled."},
    {"enabled", SNW_ARM_ENABLED, "The arm follows its sources."},
    {"stopping", SNW_ARM_STOPPING, "The arm is braking."},
    {"held", SNW_ARM_HELD, "The arm is at rest under power; acknowledge the cause to continue."},
    {"latched", SNW_ARM_LATCHED, "Power is off; acknowledge the cause to continue."},
};

static const snw_choice causes[] = {
#define SNW_X(name, rule, stop, sentence) {(rule)[0] ? (rule) : "none", name, sentence},
    SNW_GUARD_CAUSES(SNW_X)
#undef SNW_X
};

static const snw_field box_fields[] = {
    {SNW_AT_ARRAY(snw_guard_box, low), .kind = SNW_KIND_REAL, .unit = "m", .initial = "-INF",
     .flags = SNW_INFINITE, .help = "Lower corner x, y, z."},
    {SNW_AT_ARRAY(snw_guard_box, high), .kind = SNW_KIND_REAL, .unit = "m", .initial = "INF",
     .flags = SNW_INFINITE, .help = "Upper corner x, y, z."},
};

static snw_status check_box(const void *block, snw_why *why) {
    const snw_guard_box *box = block;
    for (int i = 0; i < 3; i++) {
        if (box->low[i] < box->high[i]) continue;
        snw_why_set(why, SNW_ERR_RANGE, "box",
                    "the lower corner of a box must be below its upper corner");
        snw_why_add(why, "low", box->low[i], "m");
        snw_why_add(why, "high", box->high[i], "m");
        snw_why_rule(why, "guard-box");
        return SNW_ERR_RANGE;
    }
    return SNW_OK;
}

static const snw_type box_type = {SNW_TYPE(snw_guard_box, box_fields), .space = &snw_space_motion,
                                  .validate = check_box,
                                  .help = "A box aligned with the axes of the arm's base."};

static const snw_field config_fields[] = {
    {REAL(margin), .unit = "rad", .range = {0, 10}, .initial = "0.02",
     .help = "Distance of the soft limits from the limits; in m for prismatic joints."},
    {REAL(entry), .unit = "rad", .range = {1e-9, 1}, .initial = "0.002",
     .help = "Largest distance from the command at which a source may begin; in m for prismatic "
             "joints."},
    {REAL(tube), .unit = "rad", .range = {1e-6, 10}, .initial = "0.05",
     .help = "How far a target may run ahead of the limited command; in m for prismatic joints."},
    {REAL(velocity_scale), .range = {0.001, 1}, .initial = "1",
     .help = "Scale of the velocity limits."},
    {REAL(acceleration_scale), .range = {0.001, 1}, .initial = "1",
     .help = "Scale of the limits of acceleration, deceleration and jerk."},
    {REAL(default_velocity), .unit = "rad/s", .range = {1e-6, 1e6}, .initial = "1",
     .help = "Velocity limit where the model has none; in m/s for prismatic joints."},
    {REAL(default_acceleration), .unit = "rad/s^2", .range = {1e-6, 1e6}, .initial = "5",
     .help = "Acceleration limit where the model has none; in m/s^2 for prismatic joints."},
    {REAL(default_jerk), .unit = "rad/s^3", .range = {1e-6, 1e9}, .initial = "INF",
     .flags = SNW_INFINITE,
     .help = "Jerk limit of a stop where the model has none; in m/s^3 for prismatic joints."},
    {REAL(following_rest), .unit = "rad", .range = {1e-9, 10}, .initial = "0.02",
     .help = "Allowed following error at rest; in m for prismatic joints."},
    {REAL(following_full), .unit = "rad", .range = {1e-9, 10}, .initial = "0.1",
     .help = "Allowed following error at full speed; in m for prismatic joints."},
    {REAL(following_time), .unit = "s", .range = {0, 10}, .initial = "0.05",
     .help = "How long an axis may exceed its following error."},
    {REAL(effort_time), .unit = "s", .range = {0, 1e3}, .initial = "0.1", .flags = SNW_INFINITE,
     .help = "How long an effort may stay at its limit."},
    {REAL(effort_rate), .unit = "N.m/s", .range = {1e-3, 1e9}, .initial = "INF",
     .flags = SNW_INFINITE,
     .help = "Limit of the rate of change of efforts; in N/s for prismatic joints."},
    {REAL(stale_time), .unit = "s", .range = {0, 10}, .initial = "0.005",
     .help = "The arm stops (S2) after this time without fresh readings."},
    {REAL(lost_time), .unit = "s", .range = {0, 10}, .initial = "0.02",
     .help = "The arm stops and is switched off (S1) after this time without fresh readings."},
    {REAL(frozen_time), .unit = "s", .range = {0, 10}, .initial = "0.008",
     .help = "The arm stops after this time without a new sample while the axis should move."},
    {REAL(drift), .unit = "rad", .range = {1e-9, 10}, .initial = "0.005",
     .help = "How far a held arm may drift from its position; in m for prismatic joints."},
    {REAL(stop_lag), .unit = "s", .range = {0, 10}, .initial = "0.05",
     .help = "How far the arm may lag behind the planned stop."},
    {REAL(enable_time), .unit = "s", .range = {0, 60}, .initial = "2",
     .help = "Time allowed for drives to follow after they are enabled."},
    {REAL(standstill), .unit = "rad/s", .range = {1e-9, 10}, .initial = "0.02",
     .help = "An axis slower than this counts as at rest; in m/s for prismatic joints."},
    {SNW_AT(snw_guard_config, hold), .kind = SNW_KIND_ENUM, SNW_CHOICES(holds),
     .initial = "position", .help = "How the arm is held until the first command arrives."},
    {SNW_AT(snw_guard_config, home_required), .kind = SNW_KIND_BOOL, .initial = "false",
     .help = "Require that every axis is homed before the arm is enabled."},
    {SNW_AT(snw_guard_config, emergency), .kind = SNW_KIND_ENUM, SNW_CHOICES(emergencies),
     .initial = "s1", .help = "Class of stop that the emergency stop causes."},
    {SNW_AT(snw_guard_config, workspace), .kind = SNW_KIND_STRUCT, .type = &box_type,
     .help = "Box that all watched points must stay inside."},
    {SNW_AT_COUNTED(snw_guard_config, boxes, box_count), .kind = SNW_KIND_STRUCT, .type = &box_type,
     .item = "box", .help = "Boxes that no watched point may enter."},
};

static snw_status check_config(const void *block, snw_why *why) {
    const snw_guard_config *config = block;
    const char *text = NULL;
    if (!(config->following_full >= config->following_rest)) {
        text = "the window at full speed must be at least as wide as the one at rest";
    }
    if (!(config->lost_time >= config->stale_time)) text = "lost_time must be at least stale_time";
    if (text == NULL) return SNW_OK;
    return snw_refuse_rule(why, SNW_ERR_RANGE, "guard-config", "guard", text, NULL);
}

const snw_type snw_guard_config_type = {SNW_TYPE(snw_guard_config, config_fields),
                                        .space = &snw_space_motion, .validate = check_config,
                                        .help = "Guard settings of an arm."};

static const snw_field signal_fields[] = {
    {SIGNAL(state), .kind = SNW_KIND_ENUM, SNW_CHOICES(states), .help = "State of the arm."},
    {SIGNAL(active), .kind = SNW_KIND_ENUM, SNW_CHOICES(classes),
     .help = "Class of the active stop."},
    {SIGNAL(cause), .kind = SNW_KIND_ENUM, SNW_CHOICES(causes), .help = "First cause of the stop."},
    {SIGNAL(axis), .kind = SNW_KIND_INT, .help = "Axis that caused the stop; -1 if no axis did."},
    {SIGNAL(cause_tick), .kind = SNW_KIND_UINT, .help = "Tick in which the first cause occurred."},
    {SIGNAL(harder), .kind = SNW_KIND_ENUM, SNW_CHOICES(causes),
     .help = "Cause that made the stop more severe; none if it was not escalated."},
    {SIGNAL(harder_tick), .kind = SNW_KIND_UINT,
     .help = "Tick in which the stop became more severe."},
    {SIGNAL(stops), .kind = SNW_KIND_UINT,
     .help = "Number of stops that began or became more severe."},
    {SIGNAL(clamps), .kind = SNW_KIND_UINT,
     .help = "Number of ticks in which a limit changed a target."},
    {SIGNAL(refusals), .kind = SNW_KIND_UINT, .help = "Number of targets that were refused."},
    {SNW_AT_ARRAY(snw_guard_signals, causes), .kind = SNW_KIND_UINT, .role = SNW_SIGNAL,
     .help = "Number of occurrences of each cause."},
    {SNW_AT_COUNTED(snw_guard_signals, following, count), .kind = SNW_KIND_REAL, .role = SNW_SIGNAL,
     .help = "Following error: commanded minus measured position [rad or m]."},
    {SIGNAL(scale), .kind = SNW_KIND_REAL,
     .help = "Progress of the active stop: speed left, from 1 to 0."},
    {SIGNAL(asked), .kind = SNW_KIND_UINT,
     .help = "Requests as bits: 1 acknowledge, 2 enable, 4 disable, 8 stop S2, 16 stop S1, 32 stop "
             "S0."},
};

const snw_type snw_guard_signals_type = {SNW_TYPE(snw_guard_signals, signal_fields),
                                         .space = &snw_space_motion,
                                         .help = "Status of the guard."};

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
