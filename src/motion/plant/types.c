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
    SNW_AT(structure, power_ticks),                                                                \
        .kind = SNW_KIND_INT, .range = {0, 1e6},                                                   \
        .help = "Number of ticks from enabling until commands are followed."

static const snw_field ideal_fields[] = {
    {POWER_TICKS(snw_ideal_arm)},
};
const snw_type snw_ideal_arm_type = {TABLE(snw_ideal_arm, ideal_fields), .token = "ideal_arm",
                                     .base = "drive", .functions = &snw__ideal_functions.head,
                                     .help =
                                         "Kinematic simulation: joints follow commands exactly."};

static const snw_field limited_fields[] = {
    {POWER_TICKS(snw_limited_arm)},
    {NUMBERS(snw_limited_arm, velocity), .range = {0, 1e9}, .flags = SNW_INFINITE,
     .help = "Velocity limits [rad/s or m/s]; those of the model if omitted."},
    {NUMBERS(snw_limited_arm, acceleration), .range = {0, 1e12}, .flags = SNW_INFINITE,
     .help = "Acceleration limits [rad/s^2 or m/s^2]; those of the model if omitted."},
};
const snw_type snw_limited_arm_type = {
    TABLE(snw_limited_arm, limited_fields), .token = "limited_arm", .base = "drive",
    .functions = &snw__limited_functions.head,
    .help =
        "Kinematic simulation: joints follow commands within limits of velocity and acceleration."};

static const snw_choice rates[] = {
    {"none", SNW_PLANT_RATE_NONE, "Rates are not measured."},
    {"exact", SNW_PLANT_RATE_EXACT, "The true velocity, with noise."},
    {"counted", SNW_PLANT_RATE_COUNTED, "Differences of the measured positions."},
};
static const snw_field sensor_fields[] = {
    {SENSED(counts), .range = {0, 1e9},
     .help = "Encoder counts per motor turn; 0 means exact positions."},
    {SENSED(offset), .range = {-1e6, 1e6},
     .help = "Error of the encoder's zero, added to positions [rad or m]."},
    {SENSED(first_count), .range = {-4294967296.0, 4294967296.0},
     .help = "Encoder count at start; derived from the start position if omitted."},
    {SNW_AT(snw_plant_sensor, bits), .kind = SNW_KIND_INT, .range = {8, 32}, .initial = "32",
     .help = "Width of the encoder register in bits; it rolls over."},
    {SNW_AT(snw_plant_sensor, absolute), .kind = SNW_KIND_BOOL, .initial = "true",
     .help = "Absolute encoder: positions are known at start, without an index pulse."},
    {SENSED(noise), .range = {0, 1e6},
     .help = "Standard deviation of the position noise [rad or m]."},
    {SENSED(velocity_noise), .range = {0, 1e6},
     .help = "Standard deviation of the velocity noise [rad/s or m/s]."},
    {SENSED(effort_noise), .range = {0, 1e6},
     .help = "Standard deviation of the effort noise [N.m or N]."},
    {SNW_AT(snw_plant_sensor, delay_ticks), .kind = SNW_KIND_INT, .range = {0, SNW_PLANT_DELAY},
     .help = "Delay of the readings in ticks; their time stamps include it."},
    {SNW_AT(snw_plant_sensor, rate), .kind = SNW_KIND_ENUM, SNW_CHOICES(rates), .initial = "exact",
     .help = "How velocities are measured."},
    {SNW_AT(snw_plant_sensor, effort), .kind = SNW_KIND_BOOL, .initial = "true",
     .help = "Measure the motor efforts; otherwise the last command is reported."},
};
static const snw_type sensor_type = {TABLE(snw_plant_sensor, sensor_fields),
                                     .token = "plant_sensor",
                                     .help = "Sensors of a simulated arm."};

static const snw_choice integrators[] = {
    {"euler", SNW_PLANT_EULER, "Semi-implicit Euler; stable with stiff stops and friction."},
    {"rk4", SNW_PLANT_RK4, "Explicit Runge-Kutta method of order 4."},
};
static const snw_choice methods[] = {
    {"articulated", SNW_PLANT_ARTICULATED, "Articulated-body algorithm."},
    {"factored", SNW_PLANT_FACTORED, "Composite-body algorithm with a factored mass matrix."},
};
static const snw_choice supports[] = {
    {"none", SNW_PLANT_UNSUPPORTED, "Nothing carries the base: it falls."},
    {"stand", SNW_PLANT_STAND, "A soft stand holds the base where it begins or is put."},
};
static const snw_field simulated_fields[] = {
    {SNW_AT(snw_simulated_arm, step), .kind = SNW_KIND_REAL, .unit = "s", .range = {1e-6, 1},
     .initial = "0.00025", .help = "Longest step of the integrator."},
    {SNW_AT(snw_simulated_arm, integrator), .kind = SNW_KIND_ENUM, SNW_CHOICES(integrators),
     .help = "Integration method of the simulation."},
    {SNW_AT(snw_simulated_arm, method), .kind = SNW_KIND_ENUM, SNW_CHOICES(methods),
     .help = "Algorithm that computes the accelerations."},
    {SNW_AT(snw_simulated_arm, gravity), .kind = SNW_KIND_BOOL, .initial = "true",
     .help = "Simulate gravity."},
    {SNW_AT(snw_simulated_arm, support), .kind = SNW_KIND_ENUM, SNW_CHOICES(supports),
     .help = "What carries a floating base; contact with the ground is not simulated."},
    {POWER_TICKS(snw_simulated_arm)},
    {SNW_AT(snw_simulated_arm, watchdog_ticks), .kind = SNW_KIND_INT, .range = {0, 1e6},
     .initial = "5",
     .help = "A drive disables itself after this number of ticks without a command."},
    {SNW_AT(snw_simulated_arm, bandwidth), .kind = SNW_KIND_REAL, .unit = "Hz",
     .range = {0.01, 1e4}, .initial = "20",
     .help = "Bandwidth of the position and velocity loops inside the drives."},
    {SNW_AT(snw_simulated_arm, compensation), .kind = SNW_KIND_BOOL, .initial = "true",
     .help = "The drive loops know the mass of arm and load and feed it forward."},
    {SNW_AT(snw_simulated_arm, brakes), .kind = SNW_KIND_BOOL, .initial = "true",
     .help = "Brakes hold the arm while it is disabled; without them it falls."},
    {OWN(rotor_inertia), .range = {0, 1e9},
     .help = "Rotor inertias on the motor side of the gear [kg.m^2]."},
    {OWN(gear_ratio), .range = {-1e6, 1e6},
     .help = "Gear ratios: motor speed divided by joint speed."},
    {OWN(viscous), .range = {0, 1e9},
     .help = "Viscous friction coefficients [N.m.s/rad or N.s/m]."},
    {OWN(dry), .range = {0, 1e9}, .help = "Largest static friction [N.m or N]."},
    {OWN(kinetic), .range = {0, 1}, .initial = "0.8",
     .help = "Kinetic friction as a fraction of static friction."},
    {OWN(stick_stiffness), .range = {0, 1e12},
     .help = "Stiffness of a sticking axis [N.m/rad or N/m]; derived from its inertia if omitted."},
    {OWN(stick_damping), .range = {0, 1e12},
     .help =
         "Damping of a sticking axis [N.m.s/rad or N.s/m]; derived from its inertia if omitted."},
    {OWN(stick_velocity), .range = {1e-9, 1e3}, .initial = "0.001",
     .help = "An axis slower than this sticks [rad/s or m/s]."},
    {OWN(effort), .range = {0, 1e300}, .flags = SNW_INFINITE,
     .help = "Largest motor efforts in both directions [N.m or N]."},
    {OWN(stop_zone), .range = {0, 1e6},
     .help = "Distance from the limits at which the end stops begin to act [rad or m]."},
    {OWN(stop_stiffness), .range = {0, 1e12},
     .help = "Stiffness of the end stops [N.m/rad or N/m]."},
    {OWN(stop_damping), .range = {0, 1e12},
     .help = "Damping of the end stops [N.m.s/rad or N.s/m]."},
    {OWN(brake_effort), .range = {0, 1e300}, .flags = SNW_INFINITE, .initial = "INF",
     .help = "Largest effort that the closed brakes hold [N.m or N]; INF means no limit."},
    {SNW_AT(snw_simulated_arm, payload_link), .kind = SNW_KIND_STRING,
     .help = "Link that carries the payload; empty means no payload."},
    {SNW_AT(snw_simulated_arm, payload), .kind = SNW_KIND_REAL, .unit = "kg", .range = {0, 1e9},
     .help = "Mass of the payload."},
    {SNW_AT(snw_simulated_arm, payload_at), .kind = SNW_KIND_VEC3, .unit = "m",
     .help = "Position of the payload in the frame of its link."},
    {SNW_AT(snw_simulated_arm, sensor), .kind = SNW_KIND_STRUCT, .type = &sensor_type,
     .help = "Sensors of the arm."},
};
const snw_type snw_simulated_arm_type = {
    TABLE(snw_simulated_arm, simulated_fields), .token = "simulated_arm", .base = "drive",
    .functions = &snw__simulated_functions.head,
    .help = "Dynamic simulation with mass, motors, friction, stops, brakes and encoders."};

const snw_choice snw__plant_fault_choices[SNW_PLANT_FAULTS] = {
#define SNW_X(NAME, name, value, sentence) {#name, SNW_PLANT_##NAME, sentence},
    SNW_PLANT_FAULT_TABLE(SNW_X)
#undef SNW_X
};
static const snw_field signal_fields[] = {
    {SIGNALS(q), .help = "True positions [rad or m]."},
    {SIGNALS(v), .help = "True velocities [rad/s or m/s]."},
    {SIGNALS(a), .help = "True accelerations [rad/s^2 or m/s^2]."},
    {SIGNALS(motor), .help = "Motor efforts [N.m or N]."},
    {SIGNALS(viscous), .help = "Efforts of viscous friction [N.m or N]."},
    {SIGNALS(dry), .help = "Efforts of dry friction [N.m or N]."},
    {SIGNALS(stop), .help = "Efforts of the end stops [N.m or N]."},
    {SIGNALS(brake), .help = "Efforts of the brakes [N.m or N]."},
    {SIGNALS(outside), .help = "External efforts on the axes [N.m or N]."},
    {SNW_AT_COUNTED(snw_plant_signals, sticks, count), .kind = SNW_KIND_BOOL, .role = SNW_SIGNAL,
     .help = "True for each axis that is held by static friction."},
    {SNW_AT_COUNTED(snw_plant_signals, limit, count), .kind = SNW_KIND_INT, .role = SNW_SIGNAL,
     .help = "1 for an axis at its upper end stop, -1 at its lower one, otherwise 0."},
    {SNW_AT_COUNTED(snw_plant_signals, fault, count), .kind = SNW_KIND_ENUM,
     SNW_CHOICES(snw__plant_fault_choices), .role = SNW_SIGNAL,
     .help = "Active fault of each axis."},
    {SNW_AT_COUNTED(snw_plant_signals, counts, count), .kind = SNW_KIND_INT, .role = SNW_SIGNAL,
     .help = "Encoder counts."},
    {SIGNALS(index), .help = "Positions measured at the last index pulse [rad or m]."},
    {SNW_AT(snw_plant_signals, retries), .kind = SNW_KIND_INT, .role = SNW_SIGNAL,
     .help = "Additional solver iterations in the last tick."},
    {SNW_AT_COUNTED(snw_plant_signals, support, support_count), .kind = SNW_KIND_REAL,
     .role = SNW_SIGNAL,
     .help = "Force and torque of the stand on a floating base, about the base's origin, along the "
             "axes of the world [N, N.m]."},
};
const snw_type snw_plant_signals_type = {TABLE(snw_plant_signals, signal_fields),
                                         .token = "plant_signals",
                                         .help = "True state of a simulated arm."};

snw_status snw_plant_register(snw_registry *registry, snw_why *why) {
    enum { TYPES = 3 };
    static const snw_type *const types[TYPES] = {&snw_ideal_arm_type, &snw_limited_arm_type,
                                                 &snw_simulated_arm_type};
    const int type_count = registry->type_count, base_count = registry->base_count;
    for (int i = 0; i < TYPES; i++) {
        const snw_status status = snw_registry_add(registry, types[i], why);
        if (snw_failed(status)) {
            snw_registry_rewind(registry, type_count, base_count);
            return status;
        }
    }
    return SNW_OK;
}
