// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "work.h"

#include <math.h>
#include <string.h>

// What is read of an arm: noise, then an encoder that counts whole steps in a register of few bits,
// then the delay of the bus, then what has failed. Each reading of an axis is drawn from its own
// place of its own stream of chance, so that it does not depend on what else is read.

// --- encoders ------------------------------------------------------------------------------------

// largest count that is still exact as a double
static const double MOST_COUNTS = 9.0e15;

static double counts_at(const snw__encoder *encoder, double q) {
    const double counts = floor(encoder->origin + q * encoder->per_unit);
    return fmin(fmax(counts, -MOST_COUNTS), MOST_COUNTS);
}

void snw__encoder_start(snw__encoder *encoder, double first_count, double q) {
    encoder->before = q;
    encoder->index = 0;
    if (encoder->per_unit == 0) return;
    encoder->origin = 0;
    encoder->origin = first_count - counts_at(encoder, q);
    encoder->whole = (int64_t)counts_at(encoder, q);
    encoder->last = (uint32_t)(uint64_t)encoder->whole & encoder->mask;
}

// the signed difference of two registers: right for less than half a turn of the register
static int64_t signed_difference(uint32_t now, uint32_t before, uint32_t mask) {
    const uint32_t up = (now - before) & mask;
    const uint32_t half = mask / 2 + 1;
    return up < half ? (int64_t)up : (int64_t)up - (int64_t)mask - 1;
}

// the position as the drive makes it of its register
static double encode(snw__encoder *encoder, double q) {
    if (encoder->per_unit == 0) return q + encoder->offset;
    const int64_t counts = (int64_t)counts_at(encoder, q);
    const uint32_t now = (uint32_t)(uint64_t)counts & encoder->mask;
    encoder->whole += signed_difference(now, encoder->last, encoder->mask);
    encoder->last = now;
    return ((double)encoder->whole - encoder->origin) / encoder->per_unit + encoder->offset;
}

// an index pulse is at every whole turn of the motor
static void look_for_index(snw__encoder *encoder, double q, double read) {
    if (encoder->index_way > 0) {
        const double turn = floor(q / encoder->index_way);
        const double turn_before = floor(encoder->before / encoder->index_way);
        if (turn != turn_before) {
            const double at = encoder->index_way * fmax(turn, turn_before);
            encoder->index = at + (read - q);
            if (encoder->per_unit != 0) {
                encoder->index =
                    floor(at * encoder->per_unit) / encoder->per_unit + encoder->offset;
            }
            encoder->homed = true;
        }
    }
    encoder->before = q;
}

// --- samples -------------------------------------------------------------------------------------

// Gaussian of no mean; half a step inside (0, 1), so that it is finite
static double noise(const snw_drive *drive, int use, int axis, double deviation) {
    if (!(deviation > 0)) return 0;
    const snw__plant *plant = drive->work;
    const uint64_t stream = (uint64_t)use * SNW_AXES + (uint64_t)axis;
    const uint64_t bits = snw_random_at(drive->seed, stream, (uint64_t)plant->tick);
    const double unit = ((double)(bits >> 11) + 0.5) * 0x1p-53;
    return deviation * snw_normal_quantile(unit);
}

static double chance(const snw_drive *drive, int use, int axis) {
    const snw__plant *plant = drive->work;
    const uint64_t stream = (uint64_t)use * SNW_AXES + (uint64_t)axis;
    const uint64_t bits = snw_random_at(drive->seed, stream, (uint64_t)plant->tick);
    return (double)(bits >> 11) * 0x1p-53;
}

static int slot_of(const snw__plant *plant, int64_t age) {
    const int64_t tick = plant->tick > age ? plant->tick - age : 0;
    return (int)(tick % (SNW_PLANT_DELAY + 1));
}

// takes the sample of this tick into the ring
static void sample(const snw_drive *drive, int64_t t_ns) {
    snw__plant *plant = drive->work;
    const int slot = slot_of(plant, 0), before = slot_of(plant, 1);
    snw__reading *now = &plant->ring[(ptrdiff_t)slot * plant->count];
    const snw__reading *old = &plant->ring[(ptrdiff_t)before * plant->count];
    const double dt = 1e-9 * (double)(t_ns - plant->times[before]);
    plant->times[slot] = t_ns;
    plant->samples++;
    for (int i = 0; i < plant->count; i++) {
        snw__encoder *encoder = &plant->encoders[i];
        const double q = plant->q[i] + noise(drive, SNW__NOISE_Q, i, encoder->noise);
        snw__reading r = {.sample = plant->samples};
        r.q = encode(encoder, q);
        look_for_index(encoder, plant->q[i], r.q);
        if (plant->rate == SNW_PLANT_RATE_EXACT) {
            r.v = plant->v[i] + noise(drive, SNW__NOISE_V, i, encoder->velocity_noise);
        } else if (plant->rate == SNW_PLANT_RATE_COUNTED && plant->tick > 0 && dt > 0) {
            r.v = (r.q - old[i].q) / dt;
        }
        r.effort = plant->axes[i].effort;
        if (plant->measures_effort) {
            r.effort = plant->motor[i] + noise(drive, SNW__NOISE_EFFORT, i, encoder->effort_noise);
        }
        now[i] = r;
    }
}

// --- faults of sensors ---------------------------------------------------------------------------

static double garbage(const snw_drive *drive, int axis) {
    const double u = chance(drive, SNW__CHANCE_GARBAGE, axis);
    if (u < 0.25) return (double)NAN;
    if (u < 0.5) return HUGE_VAL;
    return u < 0.75 ? -HUGE_VAL : 1e300;
}

// does an answer arrive in this tick?
static bool answers(const snw_drive *drive, int i) {
    const snw__plant *plant = drive->work;
    const snw__fault *fault = &plant->faults[i];
    switch ((int)fault->now.kind) {
    case SNW_PLANT_LOST:
        return false;
    case SNW_PLANT_INTERMITTENT:
        return chance(drive, SNW__CHANCE_ANSWER, i) >= fault->now.value;
    case SNW_PLANT_SLOW:
        return fmod((double)(plant->tick - fault->begin_tick), floor(fault->now.value)) == 0;
    default:
        return true;
    }
}

// what a failing sensor makes of a reading
static snw__reading spoil(const snw_drive *drive, int i, int64_t t_ns, snw__reading r) {
    const snw__plant *plant = drive->work;
    const snw__fault *fault = &plant->faults[i];
    const double value = fault->now.value;
    switch ((int)fault->now.kind) {
    case SNW_PLANT_STUCK:
        r.q = fault->q;
        r.v = 0;
        break;
    case SNW_PLANT_GARBAGE:
        r.q = r.v = r.effort = garbage(drive, i);
        break;
    case SNW_PLANT_WRONG:
        r.q = fault->q + value * (r.q - fault->q);
        r.v *= value;
        break;
    case SNW_PLANT_JUMP:
        r.q += value;
        break;
    case SNW_PLANT_DRIFT:
        r.q += value * 1e-9 * (double)(t_ns - fault->begin_ns);
        break;
    default:
        break;
    }
    return r;
}

static uint32_t status_of(const snw__plant *plant, int i) {
    const snw__axis *axis = &plant->axes[i];
    const snw_plant_fault_kind kind = plant->faults[i].now.kind;
    uint32_t status = SNW_AXIS_SIMULATED;
    if (axis->powered) status |= SNW_AXIS_POWERED;
    if (axis->enabled) status |= SNW_AXIS_ENABLED;
    if (plant->encoders[i].homed) status |= SNW_AXIS_HOMED;
    if (axis->tripped || kind == SNW_PLANT_OFF || kind == SNW_PLANT_OVERLOAD) {
        status |= SNW_AXIS_FAULT;
    }
    return status;
}

static void report(const snw_drive *drive, int i, int64_t t_ns, snw_arm_sensed *sensed) {
    snw__plant *plant = drive->work;
    snw__fault *fault = &plant->faults[i];
    const snw_plant_fault_kind kind = fault->now.kind;
    const int late = kind == SNW_PLANT_DELAYED ? (int)fault->now.value : 0;
    const int age = late > plant->delay ? late : plant->delay;
    snw__reading r = plant->ring[(ptrdiff_t)slot_of(plant, age) * plant->count + i];

    // what it would have said when it failed
    if (fault->begin_tick == plant->tick) fault->q = r.q;
    sensed->status[i] &= ~(uint32_t)SNW_AXIS_FRESH;
    if (!answers(drive, i)) return;
    sensed->status[i] = status_of(plant, i);
    if (kind != SNW_PLANT_DELAYED) sensed->status[i] |= SNW_AXIS_FRESH;
    sensed->code[i] = plant->axes[i].tripped ? plant->axes[i].code : 0;
    if (kind == SNW_PLANT_OFF || kind == SNW_PLANT_OVERLOAD) sensed->code[i] = (uint32_t)kind;
    if (kind == SNW_PLANT_FROZEN) return;

    r = spoil(drive, i, t_ns, r);
    sensed->q[i] = r.q;
    sensed->v[i] = r.v;
    sensed->effort[i] = r.effort;
    sensed->samples[i] = r.sample;
}

// a floating base is known exactly, and without delay
static void report_base(snw__plant *plant, snw_arm_sensed *sensed) {
    if (plant->base_moved) {
        plant->base_moved = false;
        memcpy(plant->base, plant->base_next, sizeof plant->base);
        memset(plant->base_rate, 0, sizeof plant->base_rate);
        if (plant->body != NULL) snw__body_place(plant->body, plant->base);
    }
    sensed->base_count = SNW__BASE_Q;
    sensed->base_rate_count = SNW__BASE_V;
    memcpy(sensed->base, plant->base, sizeof plant->base);
    memcpy(sensed->base_rate, plant->base_rate, sizeof plant->base_rate);
}

snw_status snw__plant_sense(snw_drive *drive, int64_t t_ns, snw_arm_sensed *sensed) {
    snw__plant *plant = drive->work;
    snw__faults_update(plant, t_ns);
    const snw_status status = plant->body == NULL ? SNW_OK : snw__body_tick(plant->body, t_ns);
    sample(drive, t_ns);
    sensed->count = plant->count;
    for (int i = 0; i < plant->count; i++) {
        report(drive, i, t_ns, sensed);
    }
    if (plant->floats) report_base(plant, sensed);
    sensed->has_velocity = plant->rate != SNW_PLANT_RATE_NONE;
    sensed->emergency = snw__fault_anywhere(plant, SNW_PLANT_EMERGENCY);
    sensed->t_ns = plant->times[slot_of(plant, plant->delay)];
    plant->t_ns = t_ns;
    plant->tick++;
    snw__plant_show(drive);
    return status;
}
