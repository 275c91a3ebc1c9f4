// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"
#include "sinew/parts/state_machine.h"

#define PI 3.14159265358979323846

// --- hold ---------------------------------------------------------------------------------------

typedef struct place {
    double q[SNW_AXES];
    double t; // since the arm follows [s]
} place;

static snw_status place_configure(snw_component *self, snw_arena *arena, snw_why *why) {
    (void)why;
    self->work = SNW_ARENA_ARRAY(arena, place, 1);
    return snw_arena_status(arena);
}

// true while others move the arm, or nobody: then it begins anew where the arm is
static bool begin_anew(place *from, const snw_arm *arm) {
    if (snw__parts_is_free(arm)) return false;
    memcpy(from->q, snw__parts_origin(arm), (size_t)arm->count * sizeof(double));
    from->t = 0;
    return true;
}

// one that is started while the arm follows begins where the arm is now
static snw_status place_start(snw_component *self, snw_why *why) {
    place *from = self->work;
    (void)why;
    memcpy(from->q, snw__parts_origin(self->arm), (size_t)self->arm->count * sizeof(double));
    from->t = 0;
    return SNW_OK;
}

static snw_status hold_update(snw_component *self, const snw_tick *tick) {
    (void)tick;
    place *here = self->work;
    (void)begin_anew(here, self->arm);
    snw__parts_target_hold(self->arm, here->q);
    return SNW_OK;
}

static const snw_component_functions hold_functions = {.head = SNW_COMPONENT_HEAD,
                                                       .stage = SNW_STAGE_SOURCE,
                                                       .needs_arm = true,
                                                       .configure = place_configure,
                                                       .start = place_start,
                                                       .update = hold_update};
const snw_type snw_stay_type = {.token = "hold",
                                .size = sizeof(snw_stay),
                                .align = _Alignof(snw_stay),
                                .base = "component",
                                .space = &snw_space_motion,
                                .functions = &hold_functions.head,
                                .help = "Holds the position at which the arm is enabled."};

// --- wave ---------------------------------------------------------------------------------------

static snw_status wave_configure(snw_component *self, snw_arena *arena, snw_why *why) {
    const snw_wave *wave = self->config;
    const snw_status status = snw__parts_check_count(self, "amplitude", wave->amplitude_count, why);
    return snw_failed(status) ? status : place_configure(self, arena, why);
}

// A sine whose amplitude grows as the smooth step 10 x^3 - 15 x^4 + 6 x^5, so that position, rate
// and acceleration begin at rest; derivatives by the product rule.
static snw_status wave_update(snw_component *self, const snw_tick *tick) {
    const snw_wave *wave = self->config;
    place *from = self->work;
    snw_arm *arm = self->arm;
    if (begin_anew(from, arm)) {
        snw__parts_target_hold(arm, from->q);
        return SNW_OK;
    }
    // the target is for the time that has passed, however long the tick was
    from->t += tick->dt;
    const double w = 2 * PI * wave->frequency;
    const double rate = 1 / wave->ramp, x = fmin(from->t * rate, 1);
    const double r = x * x * x * (10 + x * (6 * x - 15));
    const double r1 = 30 * x * x * (1 - x) * (1 - x) * rate;
    const double r2 = 60 * x * (1 - x) * (1 - 2 * x) * rate * rate;
    arm->target.mode = SNW_AXIS_POSITION;
    for (int i = 0; i < arm->count; i++) {
        const double amplitude = snw__parts_of_axis(wave->amplitude, wave->amplitude_count, i, 0);
        const double phase = w * from->t + i * wave->shift;
        const double s = sin(phase), c = cos(phase);
        arm->target.q[i] = from->q[i] + amplitude * r * s;
        arm->target.v[i] = amplitude * (r1 * s + r * w * c);
        arm->target.a[i] = amplitude * (r2 * s + 2 * r1 * w * c - r * w * w * s);
    }
    return SNW_OK;
}

static const snw_field wave_fields[] = {
    {SNW_AT_COUNTED(snw_wave, amplitude, amplitude_count), .kind = SNW_KIND_REAL,
     .range = {-1e3, 1e3}, .when = SNW_AT_STANDSTILL,
     .help = "Amplitude [rad or m]; one value applies to all joints."},
    {SNW_AT(snw_wave, frequency), .kind = SNW_KIND_REAL, .unit = "Hz", .range = {1e-6, 1e3},
     .initial = "0.2", .when = SNW_AT_STANDSTILL, .help = "Frequency of the sine."},
    {SNW_AT(snw_wave, ramp), .kind = SNW_KIND_REAL, .unit = "s", .range = {1e-3, 1e3},
     .initial = "1", .when = SNW_AT_STANDSTILL, .help = "Time in which the amplitude builds up."},
    {SNW_AT(snw_wave, shift), .kind = SNW_KIND_REAL, .unit = "rad", .range = {-100, 100},
     .when = SNW_AT_STANDSTILL, .help = "Phase shift from axis to axis."},
};
static const snw_component_functions wave_functions = {.head = SNW_COMPONENT_HEAD,
                                                       .stage = SNW_STAGE_SOURCE,
                                                       .needs_arm = true,
                                                       .configure = wave_configure,
                                                       .start = place_start,
                                                       .update = wave_update};
const snw_type snw_wave_type = {
    SNW_TYPE_AS("wave", snw_wave, wave_fields), .base = "component", .space = &snw_space_motion,
    .functions = &wave_functions.head,
    .help = "A sine motion around the position at which the arm was enabled."};

const snw_type *const snw__parts_sources[] = {
    &snw_stay_type,   &snw_wave_type,        &snw_joint_move_type,    &snw_pass_type,
    &snw_motion_type, &snw_test_signal_type, &snw_state_machine_type, NULL};
