// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/queue/shape.h"

#include <math.h>

// The phase u, in turns. Without a ramp u = t / T. With one of r seconds its rate grows from 0 to
// 1 / T by 3 h^2 - 2 h^3, h = t / r, so that u = (r / T) (h^3 - h^4 / 2) until r, where it is half
// of what it would be without, and (t - r / 2) / T from then on. The end is the mirror image.

/// The phase and its rates [turns, 1/s, 1/s^2].
typedef struct phase {
    double u, rate, change;
} phase;

static phase ramp_at(const snw_shape *s, double t) {
    const double h = t / s->ramp;
    const phase p = {s->ramp / s->period * (1 - 0.5 * h) * h * h * h,
                     (3 - 2 * h) * h * h / s->period, 6 * h * (1 - h) / (s->ramp * s->period)};
    return p;
}

static phase phase_before_end(const snw_shape *s, double t) {
    if (t < s->ramp) return ramp_at(s, t);
    const phase p = {(t - 0.5 * s->ramp) / s->period, 1 / s->period, 0};
    return p;
}

// when it comes to rest
static double end_time(const snw_shape *s) {
    return s->end_turns * s->period + s->ramp;
}

static phase phase_at(const snw_shape *s, double t) {
    if (!(t > 0)) {
        const phase p = {0, 0, 0};
        return p;
    }
    const double end = end_time(s);
    if (t >= end) {
        const phase p = {s->end_turns, 0, 0};
        return p;
    }
    if (t <= end - s->ramp) return phase_before_end(s, t);
    phase p = ramp_at(s, end - t);
    p.u = s->end_turns - p.u;
    p.change = -p.change;
    return p;
}

snw_status snw_shape_begin(snw_shape *shape) {
    const double all[] = {shape->size, shape->period, shape->ramp};
    for (int i = 0; i < 3; i++) {
        if (!isfinite(all[i])) return SNW_ERR_NOT_FINITE;
    }
    if (!snw_pose_is_finite(shape->start)) return SNW_ERR_NOT_FINITE;
    if (!(shape->size > 0 && shape->period > 0 && shape->ramp >= 0)) return SNW_ERR_RANGE;
    const bool circle = shape->kind == SNW_SHAPE_CIRCLE;
    if (shape->axis < 0 || shape->axis > 2) return SNW_ERR_ARGUMENT;
    if (circle && (shape->second < 0 || shape->second > 2 || shape->second == shape->axis)) {
        return SNW_ERR_ARGUMENT;
    }
    shape->end_turns = HUGE_VAL;
    return SNW_OK;
}

void snw_shape_end(snw_shape *shape, double t) {
    if (isfinite(shape->end_turns)) return;
    const double now = phase_before_end(shape, fmax(t, 0)).u;
    const double least = now + 0.5 * shape->ramp / shape->period;
    const double unit = shape->kind == SNW_SHAPE_CIRCLE ? 1 : 0.5;
    const double turns = ceil(fmax(least, shape->ramp / shape->period) / unit - 1e-12) * unit;
    shape->end_turns = fmax(turns, unit);
}

static void add_along(snw_vec3 *v, int axis, double x) {
    double *const parts[3] = {&v->x, &v->y, &v->z};
    *parts[axis] += x;
}

snw_shape_sample snw_shape_at(const snw_shape *shape, double t) {
    const double turn = 2 * SNW_PI;
    const phase p = phase_at(shape, t);
    // whole turns do not matter, and leave no rounding at the end
    const double angle = turn * (p.u - floor(p.u));
    const double w = turn * p.rate, w1 = turn * p.change;
    const double sine = p.u == floor(p.u) || 2 * p.u == floor(2 * p.u) ? 0 : sin(angle);
    const double cosine = cos(angle), K = shape->size;
    snw_shape_sample r = {shape->start, {0, 0, 0}, {0, 0, 0}, t >= end_time(shape)};
    if (shape->kind == SNW_SHAPE_SINUSOID) {
        add_along(&r.T.p, shape->axis, K * sine);
        add_along(&r.v, shape->axis, K * cosine * w);
        add_along(&r.a, shape->axis, K * (cosine * w1 - sine * w * w));
        return r;
    }
    add_along(&r.T.p, shape->axis, K * (cosine - 1));
    add_along(&r.v, shape->axis, -K * sine * w);
    add_along(&r.a, shape->axis, -K * (sine * w1 + cosine * w * w));
    add_along(&r.T.p, shape->second, K * sine);
    add_along(&r.v, shape->second, K * cosine * w);
    add_along(&r.a, shape->second, K * (cosine * w1 - sine * w * w));
    return r;
}

snw_status snw_shape_frame(const snw_sample *sample, void *context, snw_pose *value) {
    const snw_shape_context *c = (const snw_shape_context *)context;
    *value = snw_shape_at(&c->shape, 1e-9 * (double)(sample->t_ns - c->t_ns)).T;
    return SNW_OK;
}
