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

static const double PEAK_V = 1.875, PEAK_A = 5.7735026918962576; // of 10 x^3 - 15 x^4 + 6 x^5
static const double ROOM = 1.1;   // of the amplitude, kept from limits: an arm overshoots a little
static const double SHARE = 0.25; // of the limits of speed and acceleration, to reach the centre

// A wave around a centre: where the arm is, or so far away from there that the wave stays within
// the limits. So an arm that is stopped and goes on again and again does not wander to its limits.
typedef struct ripple {
    place from;             // first: hold begins in the same way
    double shift[SNW_AXES]; // from there to the centre
    double amplitude[SNW_AXES];
    double ramp;   // until the centre and the whole amplitude are reached [s]
    snw_wave wave; // as it was when it began
} ripple;

static snw_status wave_configure(snw_component *self, snw_arena *arena, snw_why *why) {
    const snw_wave *wave = self->config;
    const snw_status status = snw__parts_check_count(self, "amplitude", wave->amplitude_count, why);
    if (snw_failed(status)) return status;
    self->work = SNW_ARENA_ARRAY(arena, ripple, 1);
    return snw_arena_status(arena);
}

// what the guard lets through; a component that runs alone knows the limits of the model only
static const snw_arm_limits *limits_of(const snw_component *self) {
    if (self->exec == NULL) return &self->arm->limits;
    const int arm = snw_exec_find_arm(self->exec, self->arm->name);
    return arm >= 0 ? &snw_exec_guard(self->exec, arm)->limits : &self->arm->limits;
}

static void choose_centre(const snw_component *self, ripple *r) {
    const snw_wave *wave = self->config;
    const snw_arm_limits *limits = limits_of(self);
    r->wave = *wave;
    r->ramp = wave->ramp;
    for (int i = 0; i < self->arm->count; i++) {
        const double wanted = snw__parts_of_axis(wave->amplitude, wave->amplitude_count, i, 0);
        const double half = 0.5 * (limits->upper[i] - limits->lower[i]);
        r->amplitude[i] = wanted;
        r->shift[i] = 0;
        if (wave->blind) continue;
        const double most = fmin(fabs(wanted), half / ROOM), room = ROOM * most;
        const double centre =
            fmax(limits->lower[i] + room, fmin(r->from.q[i], limits->upper[i] - room));
        r->amplitude[i] = copysign(most, wanted);
        r->shift[i] = centre - r->from.q[i];
        // a longer way takes longer: place, rate and acceleration grow as the smooth step
        const double way = fabs(r->shift[i]);
        if (way == 0) continue;
        const double v = SHARE * limits->velocity[i], a = SHARE * limits->acceleration[i];
        r->ramp = fmax(r->ramp, fmax(PEAK_V * way / v, sqrt(PEAK_A * way / a)));
    }
}

static bool has_changed(const snw_wave *before, const snw_wave *now) {
    return before->blind != now->blind || before->amplitude_count != now->amplitude_count ||
           snw__differ(before->amplitude, now->amplitude, SNW_AXES);
}

// A sine whose amplitude grows as the smooth step 10 x^3 - 15 x^4 + 6 x^5, so that position, rate
// and acceleration begin at rest; derivatives by the product rule.
static snw_status wave_update(snw_component *self, const snw_tick *tick) {
    const snw_wave *wave = self->config;
    ripple *own = self->work;
    place *from = &own->from;
    snw_arm *arm = self->arm;
    if (begin_anew(from, arm)) {
        snw__parts_target_hold(arm, from->q);
        return SNW_OK;
    }
    // other amplitudes, chosen at standstill, begin like the first ones
    if (from->t > 0 && has_changed(&own->wave, wave)) SNW_IGNORE(place_start(self, NULL));
    if (from->t == 0) choose_centre(self, own);
    // the target is for the time that has passed, however long the tick was
    from->t += tick->dt;
    const double w = 2 * PI * wave->frequency;
    const double rate = 1 / own->ramp, x = fmin(from->t * rate, 1);
    const double r = x * x * x * (10 + x * (6 * x - 15));
    const double r1 = 30 * x * x * (1 - x) * (1 - x) * rate;
    const double r2 = 60 * x * (1 - x) * (1 - 2 * x) * rate * rate;
    arm->target.mode = SNW_AXIS_POSITION;
    for (int i = 0; i < arm->count; i++) {
        const double amplitude = own->amplitude[i], shift = own->shift[i];
        const double phase = w * from->t + i * wave->shift;
        const double s = sin(phase), c = cos(phase);
        arm->target.q[i] = from->q[i] + amplitude * r * s + r * shift;
        arm->target.v[i] = amplitude * (r1 * s + r * w * c) + r1 * shift;
        arm->target.a[i] = amplitude * (r2 * s + 2 * r1 * w * c - r * w * w * s) + r2 * shift;
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
    {SNW_AT(snw_wave, blind), .kind = SNW_KIND_BOOL, .when = SNW_AT_STANDSTILL,
     .help = "Ignore the limits of the joints, to try what the guard does."},
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
    .help = "A sine motion around the position at which the arm was enabled; near a limit, around "
            "the nearest position at which it stays within the limits."};

const snw_type *const snw__parts_sources[] = {
    &snw_stay_type,   &snw_wave_type,        &snw_joint_move_type,    &snw_pass_type,
    &snw_motion_type, &snw_test_signal_type, &snw_state_machine_type, NULL};
