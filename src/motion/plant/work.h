// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_PLANT_WORK_H
#define SINEW_PLANT_WORK_H

/// @file
/// What the three arms share: true motion, power, faults, sensors. A drive's work is a snw__plant;
/// only the simulated arm has a body.

#include "inside.h"
#include "sinew/plant.h"
#include "sinew/random.h"

struct snw__body;

/// Streams of chance, one for each use and axis: use * SNW_AXES + axis.
enum { SNW__NOISE_Q, SNW__NOISE_V, SNW__NOISE_EFFORT, SNW__CHANCE_ANSWER, SNW__CHANCE_GARBAGE };

/// Coordinates and rates of a floating base: position and quaternion x y z w; linear, angular.
enum { SNW__BASE_Q = 7, SNW__BASE_V = 6 };

/// A fault that is at work.
typedef struct snw__fault {
    snw_plant_fault now, next; // next acts from the next tick on
    bool pending;
    int64_t begin_ns, end_ns;
    int64_t begin_tick;
    double q; // as read when it began
} snw__fault;

/// One reading of all axes: slot of a ring.
typedef struct snw__reading {
    double q, v, effort;
    uint32_t sample;
} snw__reading;

/// An encoder: a register that counts and rolls over, and what is made of it.
typedef struct snw__encoder {
    double per_unit; // counts per rad or m; 0 is exact
    double offset;
    double origin;    // counts at true position 0, so that the register begins as it should
    double index_way; // distance between two index pulses; 0 is none
    uint32_t mask;    // of the bits of the register
    uint32_t last;    // register at the last reading
    int64_t whole;    // counts, unwrapped
    double index;     // position as read at the last index pulse
    double before;    // true position at the last reading
    double noise, velocity_noise, effort_noise;
    bool homed;
} snw__encoder;

/// Power of one axis and what it follows.
typedef struct snw__axis {
    bool powered, enabled, tripped;
    uint32_t code;      // why it tripped
    int ready;          // ticks since it was enabled
    int deaf;           // ticks since it heard a command
    bool heard;         // there has been a command
    bool braked;        // its brake is closed
    bool fresh_mode;    // it follows something else than in the tick before
    snw_axis_mode mode; // as followed
    double q, v, effort;
} snw__axis;

typedef struct snw__plant {
    int count;
    int power_ticks, watchdog_ticks;
    int64_t tick;              // readings so far
    int64_t t_ns;              // of the last reading
    int64_t dt_ns;             // of the last command; 0 before
    double *q, *v, *a, *motor; // [count] truth
    snw__axis *axes;           // [count]
    snw__fault *faults;        // [count]
    snw__encoder *encoders;    // [count]
    snw__reading *ring;        // [SNW_PLANT_DELAY + 1][count]
    int64_t *times;            // [SNW_PLANT_DELAY + 1]
    uint32_t samples;
    int delay;
    snw_plant_rate rate;
    bool measures_effort;
    double *velocity, *acceleration; // [count] of a limited arm, else NULL
    struct snw__body *body;          // of a simulated arm, else NULL
    bool floats;
    double base[SNW__BASE_Q], base_rate[SNW__BASE_V]; // truth, of a floating base
    bool base_moved;                                  // base_next is where it is put
    double base_next[SNW__BASE_Q];
} snw__plant;

/// The work of a drive when it is one of ours, else NULL.
snw__plant *snw__plant_of(const snw_drive *drive);

/// Lays out what all arms have, at rest at q.
snw__plant *snw__plant_lay_out(const snw_drive *drive, const double *q, snw_arena *arena);

/// values[0] for one, values[axis] for several, `otherwise` for none.
double snw__pick(const double *values, int count, int axis, double otherwise);

/// Refuses an array that fits neither one nor all axes.
snw_status snw__check_count(const snw_drive *drive, const char *field, int count, snw_why *why);

/// Takes new faults at a tick and ends old ones.
void snw__faults_update(snw__plant *plant, int64_t t_ns);

/// True when any axis has this fault.
bool snw__fault_anywhere(const snw__plant *plant, snw_plant_fault_kind kind);

/// Checks a command, and lets each axis hear it or not, switch on or off.
snw_status snw__plant_hear(snw__plant *plant, int64_t t_ns, int64_t dt_ns,
                           const snw_arm_command *command);

/// Readings of all axes.
snw_status snw__plant_sense(snw_drive *drive, int64_t t_ns, snw_arm_sensed *sensed);

/// Lets what was asked of a body from outside begin or end at a tick.
snw_status snw__body_tick(struct snw__body *body, int64_t t_ns);

/// Puts a floating base where an operator wants it, at rest.
void snw__body_place(struct snw__body *body, const double *base);

/// The encoder of an axis starts at q.
void snw__encoder_start(snw__encoder *encoder, double first_count, double q);

/// Words to a drive.
enum { SNW__PLANT_COMMANDS = 7 };
extern const snw_command snw__plant_commands[SNW__PLANT_COMMANDS];
extern const snw_choice snw__plant_fault_choices[SNW_PLANT_FAULTS];
snw_status snw__plant_fault(snw_drive *drive, int axis, int kind, double value, double seconds);

/// The functions that all simulated arms share.
#define SNW__PLANT_FUNCTIONS                                                                       \
    .commands = snw__plant_commands, .command_count = SNW__PLANT_COMMANDS,                         \
    .attach = snw__plant_set_attached, .push = snw__plant_set_push, .fault = snw__plant_fault,     \
    .force = snw__plant_set_force, .payload = snw__plant_set_payload

/// Signals that all arms have.
void snw__plant_show(const snw_drive *drive);

// the functions of the types
extern const snw_drive_functions snw__ideal_functions, snw__limited_functions,
    snw__simulated_functions;

#endif // SINEW_PLANT_WORK_H
