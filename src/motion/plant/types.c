// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "work.h"

// numbers of axes: one for all, one for each, or none
#define NUMBERS(structure, member)                                                                 \
    SNW_AT_COUNTED(structure, member, member##_count), .kind = SNW_KIND_REAL
#define OWN(member) NUMBERS(snw_simulated_arm, member)
#define SENSED(member) NUMBERS(snw_plant_sensor, member)
#define SIGNALS(member)                                                                            \
    SNW_AT_COUNTED(snw_plant_signals, member, count), .kind = SNW_KIND_REAL, .role = SNW_SIGNAL
#define TABLE(structure, table)                                                                    \
    .size = sizeof(structure), .align = _Alignof(structure), .fields = (table),                    \
    .field_count = (int)(sizeof(table) / sizeof *(table)), .space = &snw_space_motion
#define POWER_TICKS(structure)                                                                     \
    SNW_AT(structure, power_ticks), .kind = SNW_KIND_INT, .range = {0, 1e6},                       \
                                    .help = "Ticks from enable until commands are followed."

static const snw_field ideal_fields[] = {
    {POWER_TICKS(snw_ideal_arm)},
};
const snw_type snw_ideal_arm_type = {TABLE(snw_ideal_arm, ideal_fields), .token = "ideal_arm",
                                     .base = "drive", .functions = &snw__ideal_functions.head,
                                     .help = "An arm that is where it is told to be."};

static const snw_field limited_fields[] = {
    {POWER_TICKS(snw_limited_arm)},
    {NUMBERS(snw_limited_arm, velocity), .range = {0, 1e9}, .flags = SNW_INFINITE,
     .help = "Largest rates, rad/s or m/s; those of the model without."},
    {NUMBERS(snw_limited_arm, acceleration), .range = {0, 1e12}, .flags = SNW_INFINITE,
     .help = "Largest accelerations, rad/s^2 or m/s^2; those of the model without."},
};
const snw_type snw_limited_arm_type = {TABLE(snw_limited_arm, limited_fields),
                                       .token = "limited_arm", .base = "drive",
                                       .functions = &snw__limited_functions.head,
                                       .help = "An arm that follows within rates and "
                                               "accelerations."};

static const snw_choice rates[] = {
    {"none", SNW_PLANT_RATE_NONE, "Rates are not measured."},
    {"exact", SNW_PLANT_RATE_EXACT, "The rate itself, with its noise."},
    {"counted", SNW_PLANT_RATE_COUNTED, "Differences of positions as read."},
};
static const snw_field sensor_fields[] = {
    {SENSED(counts), .range = {0, 1e9},
     .help = "Counts of the encoder per turn of the motor, 0 for exact."},
    {SENSED(offset), .range = {-1e6, 1e6},
     .help = "Added to positions, rad or m: an encoder that is not adjusted."},
    {SENSED(first_count), .range = {-4294967296.0, 4294967296.0},
     .help = "What the register holds where the arm begins; follows from there without."},
    {SNW_AT(snw_plant_sensor, bits), .kind = SNW_KIND_INT, .range = {8, 32}, .initial = "32",
     .help = "Bits of the register, which rolls over."},
    {SNW_AT(snw_plant_sensor, absolute), .kind = SNW_KIND_BOOL, .initial = "true",
     .help = "Positions are known from the start, not only after an index pulse."},
    {SENSED(noise), .range = {0, 1e6}, .help = "Deviation of positions, rad or m."},
    {SENSED(velocity_noise), .range = {0, 1e6}, .help = "Deviation of rates, rad/s or m/s."},
    {SENSED(effort_noise), .range = {0, 1e6}, .help = "Deviation of efforts, N.m or N."},
    {SNW_AT(snw_plant_sensor, delay_ticks), .kind = SNW_KIND_INT, .range = {0, SNW_PLANT_DELAY},
     .help = "Age of readings in ticks; their time says so."},
    {SNW_AT(snw_plant_sensor, rate), .kind = SNW_KIND_ENUM, SNW_CHOICES(rates), .initial = "exact",
     .help = "What is told of rates."},
    {SNW_AT(snw_plant_sensor, effort), .kind = SNW_KIND_BOOL, .initial = "true",
     .help = "Efforts of the motor are measured; else the last command is told."},
};
static const snw_type sensor_type = {TABLE(snw_plant_sensor, sensor_fields),
                                     .token = "plant_sensor",
                                     .help = "How a simulated arm is measured."};

static const snw_choice integrators[] = {
    {"euler", SNW_PLANT_EULER, "Semi-implicit, stable with stiff stops and friction."},
    {"rk4", SNW_PLANT_RK4, "Explicit Runge-Kutta of order 4."},
};
static const snw_choice methods[] = {
    {"articulated", SNW_PLANT_ARTICULATED, "Articulated bodies."},
    {"factored", SNW_PLANT_FACTORED, "Composite bodies and factors of the mass matrix."},
};
static const snw_field simulated_fields[] = {
    {SNW_AT(snw_simulated_arm, step), .kind = SNW_KIND_REAL, .unit = "s", .range = {1e-6, 1},
     .initial = "0.00025", .help = "Longest step of the integrator."},
    {SNW_AT(snw_simulated_arm, integrator), .kind = SNW_KIND_ENUM, SNW_CHOICES(integrators),
     .help = "How the arm is moved through time."},
    {SNW_AT(snw_simulated_arm, method), .kind = SNW_KIND_ENUM, SNW_CHOICES(methods),
     .help = "By which recursion accelerations are found."},
    {SNW_AT(snw_simulated_arm, gravity), .kind = SNW_KIND_BOOL, .initial = "true",
     .help = "The arm has weight."},
    {POWER_TICKS(snw_simulated_arm)},
    {SNW_AT(snw_simulated_arm, watchdog_ticks), .kind = SNW_KIND_INT, .range = {0, 1e6},
     .initial = "5", .help = "A drive that hears nothing disables itself after so many ticks."},
    {SNW_AT(snw_simulated_arm, bandwidth), .kind = SNW_KIND_REAL, .unit = "Hz",
     .range = {0.01, 1e4}, .initial = "20",
     .help = "Of the loops of position and velocity inside the drives."},
    {SNW_AT(snw_simulated_arm, compensation), .kind = SNW_KIND_BOOL, .initial = "true",
     .help = "These loops know the mass of the arm and of what it carries, and feed it forward."},
    {SNW_AT(snw_simulated_arm, brakes), .kind = SNW_KIND_BOOL, .initial = "true",
     .help = "Brakes hold the arm when it is not enabled; else it falls."},
    {OWN(rotor_inertia), .range = {0, 1e9},
     .help = "Moments of inertia of the rotors, kg.m^2, on their side of the gear."},
    {OWN(gear_ratio), .range = {-1e6, 1e6}, .help = "Speeds of motors over speeds of joints."},
    {OWN(viscous), .range = {0, 1e9}, .help = "Viscous friction, N.m.s/rad or N.s/m."},
    {OWN(dry), .range = {0, 1e9}, .help = "The most that dry friction holds, N.m or N."},
    {OWN(kinetic), .range = {0, 1}, .initial = "0.8",
     .help = "Share of dry friction that is left in motion."},
    {OWN(stick_stiffness), .range = {0, 1e12},
     .help = "Spring of an axis that sticks, N.m/rad; follows from its inertia without."},
    {OWN(stick_damping), .range = {0, 1e12},
     .help = "Damper of an axis that sticks, N.m.s/rad; follows from its inertia without."},
    {OWN(stick_velocity), .range = {1e-9, 1e3}, .initial = "0.001",
     .help = "An axis slower than this sticks, rad/s or m/s."},
    {OWN(effort), .range = {0, 1e300}, .flags = SNW_INFINITE,
     .help = "Largest efforts of the motors in both directions, N.m or N."},
    {OWN(stop_zone), .range = {0, 1e6},
     .help = "Ranges before the limits in which stops act, rad or m."},
    {OWN(stop_stiffness), .range = {0, 1e12}, .help = "Of stops, N.m/rad or N/m."},
    {OWN(stop_damping), .range = {0, 1e12}, .help = "Of stops, N.m.s/rad or N.s/m."},
    {OWN(brake_effort), .range = {0, 1e300}, .flags = SNW_INFINITE, .initial = "INF",
     .help = "The most that closed brakes hold, N.m or N; INF without."},
    {SNW_AT(snw_simulated_arm, payload_link), .kind = SNW_KIND_STRING,
     .help = "The link that carries a payload; empty for none."},
    {SNW_AT(snw_simulated_arm, payload), .kind = SNW_KIND_REAL, .unit = "kg", .range = {0, 1e9},
     .help = "Mass of the payload."},
    {SNW_AT(snw_simulated_arm, payload_at), .kind = SNW_KIND_VEC3, .unit = "m",
     .help = "Where the payload is in the frame of its link."},
    {SNW_AT(snw_simulated_arm, sensor), .kind = SNW_KIND_STRUCT, .type = &sensor_type,
     .help = "How the arm is measured."},
};
const snw_type snw_simulated_arm_type = {TABLE(snw_simulated_arm, simulated_fields),
                                         .token = "simulated_arm", .base = "drive",
                                         .functions = &snw__simulated_functions.head,
                                         .help = "An arm with mass, motors, friction, stops, "
                                                 "brakes and encoders."};

static const snw_choice faults[] = {
#define SNW_X(NAME, name, value, sentence) {#name, SNW_PLANT_##NAME, sentence},
    SNW_PLANT_FAULT_TABLE(SNW_X)
#undef SNW_X
};
static const snw_field signal_fields[] = {
    {SIGNALS(q), .help = "True positions, rad or m."},
    {SIGNALS(v), .help = "True rates, rad/s or m/s."},
    {SIGNALS(a), .help = "True accelerations, rad/s^2 or m/s^2."},
    {SIGNALS(motor), .help = "Efforts of the motors, N.m or N."},
    {SIGNALS(viscous), .help = "Efforts of viscous friction."},
    {SIGNALS(dry), .help = "Efforts of dry friction."},
    {SIGNALS(stop), .help = "Efforts of end stops."},
    {SIGNALS(brake), .help = "Efforts of brakes."},
    {SIGNALS(outside), .help = "Efforts put on axes from outside."},
    {SNW_AT_COUNTED(snw_plant_signals, sticks, count), .kind = SNW_KIND_BOOL, .role = SNW_SIGNAL,
     .help = "Axes that dry friction holds."},
    {SNW_AT_COUNTED(snw_plant_signals, limit, count), .kind = SNW_KIND_INT, .role = SNW_SIGNAL,
     .help = "1 for axes at their upper limits, -1 at their lower ones, where they have stops."},
    {SNW_AT_COUNTED(snw_plant_signals, fault, count), .kind = SNW_KIND_ENUM, SNW_CHOICES(faults),
     .role = SNW_SIGNAL, .help = "Faults that are at work."},
    {SNW_AT_COUNTED(snw_plant_signals, counts, count), .kind = SNW_KIND_INT, .role = SNW_SIGNAL,
     .help = "Registers of the encoders."},
    {SIGNALS(index), .help = "Positions as read at the last index pulse."},
    {SNW_AT(snw_plant_signals, retries), .kind = SNW_KIND_INT, .role = SNW_SIGNAL,
     .help = "Solutions beyond the first of each step, in the last tick."},
};
const snw_type snw_plant_signals_type = {TABLE(snw_plant_signals, signal_fields),
                                         .token = "plant_signals",
                                         .help = "What a simulated arm truly does."};

snw_status snw_plant_register(snw_registry *registry, snw_why *why) {
    enum { TYPES = 3 };
    static const snw_type *const types[TYPES] = {&snw_ideal_arm_type, &snw_limited_arm_type,
                                                 &snw_simulated_arm_type};
    const int type_count = registry->type_count, base_count = registry->base_count;
    for (int i = 0; i < TYPES; i++) {
        const snw_status status = snw_registry_add(registry, types[i], why);
        if (status < 0) {
            snw_registry_rewind(registry, type_count, base_count);
            return status;
        }
    }
    return SNW_OK;
}
