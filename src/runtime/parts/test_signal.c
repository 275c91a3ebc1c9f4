// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// A test signal on the setpoint of one axis, for tuning: it is added to what the source before it
// wants, as long as somebody says so, and led back to nothing in the end. The way back is the
// polynomial of fifth degree through place, rate and acceleration at both ends.
#include <math.h>
#include <string.h>

#include "source_orders.h"

#define PI 3.14159265358979323846

static const double LEAD = 0.1; // before a step, so that a plot has its beginning [s]
static const double SLOW = 0.1; // the first frequency of a sweep, as a share of the last
static const double PEAK_V = 1.875, PEAK_A = 5.7735026918962576; // of 10 x^3 - 15 x^4 + 6 x^5

typedef enum test_state { IDLE, RUNNING, RETURNING, DONE } test_state;

// place, rate and acceleration of the offset
typedef struct point {
    double q, v, a;
} point;

typedef struct test {
    snw__test_shape shape;
    int axis;
    double amplitude, frequency, duration, ease;
    test_state state;
    double t;      // since the begin of the state [s]
    double silent; // since it was said last that it goes on [s]
    point now;
    point from;  // where the way back begins
    double back; // its time [s]
    bool still;  // the source before it wants no motion
    double base[SNW_AXES];
} test;

typedef struct test_signals {
    int state, axis;
    double t, offset;
    uint64_t runs;
} test_signals;

// --- the signals --------------------------------------------------------------------------------

static point smooth(double t, double length) {
    if (t <= 0) return (point){0};
    if (t >= length) return (point){.q = 1};
    const double x = t / length;
    return (point){.q = x * x * x * (10 + x * (6 * x - 15)),
                   .v = 30 * x * x * (1 - x) * (1 - x) / length,
                   .a = 60 * x * (1 - x) * (1 - 2 * x) / (length * length)};
}

// a sine whose frequency may grow, eased in and out; derivatives by the product rule
static point oscillate(const test *s) {
    const double t = s->t, w1 = 2 * PI * s->frequency;
    const double w0 = s->shape == SNW__TEST_SWEEP ? SLOW * w1 : w1, rise = (w1 - w0) / s->duration;
    const double w = w0 + rise * t, phase = w0 * t + 0.5 * rise * t * t;
    const bool early = t < 0.5 * s->duration;
    point e = smooth(early ? t : s->duration - t, s->ease);
    if (!early) e.v = -e.v;
    const double y = sin(phase), y1 = w * cos(phase), y2 = rise * cos(phase) - w * w * y;
    return (point){.q = s->amplitude * e.q * y,
                   .v = s->amplitude * (e.v * y + e.q * y1),
                   .a = s->amplitude * (e.a * y + 2 * e.v * y1 + e.q * y2)};
}

static point signal_at(const test *s) {
    if (s->shape == SNW__TEST_STEP) return (point){.q = s->t >= LEAD ? s->amplitude : 0};
    if (s->shape != SNW__TEST_RAMP) return oscillate(s);
    const point p = smooth(s->t, 0.5 * s->duration);
    return (point){s->amplitude * p.q, s->amplitude * p.v, s->amplitude * p.a};
}

static point back_at(const test *s) {
    const double T = s->back, t = s->t, o = s->from.q, v = s->from.v * T, a = s->from.a * T * T;
    const double x = t / T;
    const double c3 = -0.5 * (20 * o + 12 * v + 3 * a), c4 = 0.5 * (30 * o + 16 * v + 3 * a);
    const double c5 = -0.5 * (12 * o + 6 * v + a);
    return (point){.q = o + x * (v + x * (0.5 * a + x * (c3 + x * (c4 + x * c5)))),
                   .v = (v + x * (a + x * (3 * c3 + x * (4 * c4 + x * 5 * c5)))) / T,
                   .a = (a + x * (6 * c3 + x * (12 * c4 + x * 20 * c5))) / (T * T)};
}

// --- bounds -------------------------------------------------------------------------------------

static double limited(double limit, double standard) {
    return isfinite(limit) && limit > 0 ? limit : standard;
}

// the fastest that a signal can be: bounds of all its terms together
static point fastest(const test *s) {
    const double A = fabs(s->amplitude), w = 2 * PI * s->frequency;
    if (s->shape == SNW__TEST_STEP) return (point){.q = A};
    if (s->shape == SNW__TEST_RAMP) {
        const double T = 0.5 * s->duration;
        return (point){A, PEAK_V * A / T, PEAK_A * A / (T * T)};
    }
    const double e1 = PEAK_V / s->ease, e2 = PEAK_A / (s->ease * s->ease);
    const double rise = s->shape == SNW__TEST_SWEEP ? w / s->duration : 0;
    return (point){A, A * (e1 + w), A * (e2 + 2 * e1 * w + rise + w * w)};
}

static snw_status refuse_start(snw_why *why, const snw_component *self, const test *s,
                               const char *text, const char *fix) {
    return snw_refuse_rule(why, SNW_ERR_LIMIT, "test-signal", snw_arm_axis_name(self->arm, s->axis),
                           text, fix);
}

static snw_status check_room(const snw_component *self, const test *s, snw_why *why) {
    const test *work = self->work;
    const snw_arm_limits *limits = &self->arm->limits;
    const double q = work->base[s->axis];
    const bool both = s->shape == SNW__TEST_SINE || s->shape == SNW__TEST_SWEEP;
    const double low = q + (both ? -fabs(s->amplitude) : fmin(s->amplitude, 0));
    const double high = q + (both ? fabs(s->amplitude) : fmax(s->amplitude, 0));
    if (low >= limits->lower[s->axis] && high <= limits->upper[s->axis]) return SNW_OK;
    const snw_status status =
        refuse_start(why, self, s, "the signal would leave the range of the joint",
                     "use a smaller amplitude, or move the joint away from its limit");
    snw_why_add(why, "lowest", low, "");
    snw_why_add(why, "highest", high, "");
    snw_why_add(why, "lower", limits->lower[s->axis], "");
    snw_why_add(why, "upper", limits->upper[s->axis], "");
    return status;
}

static snw_status check_bounds(const snw_component *self, const test *s, snw_why *why) {
    const snw_test_signal *config = self->config;
    const snw_arm *arm = self->arm;
    const point most = fastest(s);
    const double largest = s->shape == SNW__TEST_STEP ? config->step : config->largest;
    const double v = limited(arm->limits.velocity[s->axis], 1);
    const double a = limited(arm->limits.acceleration[s->axis], 10);
    if (!(most.q <= largest)) {
        const snw_status status = refuse_start(
            why, self, s, "the amplitude is too large for a test", "use a smaller amplitude");
        snw_why_add(why, "height", most.q, "");
        snw_why_add(why, "largest", largest, "");
        return status;
    }
    if (s->shape == SNW__TEST_STEP && arm->wanted.mode[s->axis] == SNW_AXIS_POSITION) {
        return refuse_start(why, self, s,
                            "its drive follows positions, and a position must not jump",
                            "use a ramp");
    }
    if (!(most.v <= v && most.a <= a)) {
        const snw_status status =
            refuse_start(why, self, s, "the signal is too fast for the joint",
                         "use a smaller amplitude, a lower frequency or more time");
        snw_why_add(why, "rate", most.v, "1/s");
        snw_why_add(why, "most", v, "1/s");
        snw_why_add(why, "acceleration", most.a, "1/s^2");
        snw_why_add(why, "most", a, "1/s^2");
        return status;
    }
    return check_room(self, s, why);
}

// --- in the loop --------------------------------------------------------------------------------

static void enter(test *s, test_state state) {
    s->state = state;
    s->t = 0;
}

// leads the offset back, within the limits of the axis and not in a jerk
static void lead_back(test *s, const snw_arm *arm) {
    const double v = limited(arm->limits.velocity[s->axis], 1);
    const double a = limited(arm->limits.acceleration[s->axis], 10);
    const double o = fabs(s->now.q), rate = fabs(s->now.v);
    s->from = s->now;
    s->back = fmax(fmax(0.3, 4 * o / v), fmax(2 * sqrt(PEAK_A * o / a), 6 * rate / a));
    enter(s, s->now.q != 0 || s->now.v != 0 ? RETURNING : DONE);
}

static void advance(test *s, const snw_component *self, double dt) {
    const snw_test_signal *config = self->config;
    s->t += dt;
    s->silent += dt;
    if (s->state == RUNNING && (s->silent > config->hold || s->t >= s->duration || !s->still)) {
        lead_back(s, self->arm);
    }
    if (s->state == RETURNING && s->t >= s->back) enter(s, DONE);
    if (s->state == DONE && s->silent > config->hold) enter(s, IDLE);
    if (s->state == RUNNING) {
        s->now = signal_at(s);
    } else if (s->state == RETURNING) {
        s->now = back_at(s);
    } else {
        s->now = (point){0};
    }
}

static snw_status update(snw_component *self, const snw_tick *tick) {
    test *s = self->work;
    snw_arm *arm = self->arm;
    test_signals *shown = self->signals;
    s->still = true;
    for (int i = 0; i < arm->count; i++) {
        s->base[i] = arm->target.q[i];
        s->still = s->still && fabs(arm->target.v[i]) < 1e-9;
    }
    if (snw__parts_is_free(arm)) {
        advance(s, self, tick->dt);
        arm->target.q[s->axis] += s->now.q;
        arm->target.v[s->axis] += s->now.v;
        arm->target.a[s->axis] += s->now.a;
    } else {
        // who moves the arm now begins where it is: nothing is left to be led back
        s->now = (point){0};
        enter(s, IDLE);
    }
    shown->state = (int)s->state;
    shown->axis = s->axis;
    shown->t = s->state == RUNNING ? s->t : 0;
    shown->offset = s->now.q;
    return SNW_OK;
}

static snw_status configure(snw_component *self, snw_arena *arena, snw_why *why) {
    (void)why;
    self->work = SNW_ARENA_ARRAY(arena, test, 1);
    return snw_arena_status(arena);
}

// --- messages -----------------------------------------------------------------------------------

static snw_status read_test(const snw_component *self, const snw__test_order *order, test *s,
                            snw_why *why) {
    s->shape = order->shape;
    s->axis = order->axis;
    s->amplitude = order->height;
    s->frequency = order->hz;
    s->duration = order->seconds;
    s->ease = fmin(0.5, 0.25 * s->duration);
    const bool fits = s->axis >= 0 && s->axis < self->arm->count && s->frequency > 0 &&
                      s->frequency <= 100 && s->duration >= 0.2 && s->duration <= 60;
    return fits ? SNW_OK : snw__test_refuse(self, why);
}

snw_status snw__test_refuse(const snw_component *self, snw_why *why) {
    return snw_refuse(why, SNW_ERR_SYNTAX, self->name, "this is not a test signal",
                      "write run step|ramp|sine|sweep AXIS HEIGHT HZ SECONDS: axes count from 0, "
                      "up to 100 Hz, 0.2 to 60 s");
}

static snw_status begin(snw_component *self, const snw__test_order *order, snw_why *why) {
    test *s = self->work;
    test wish = *s;
    snw_status status = snw__parts_check_free(self->arm, why);
    if (!snw_failed(status)) status = read_test(self, order, &wish, why);
    if (snw_failed(status)) return status;
    if (!s->still) {
        status = snw_refuse(why, SNW_ERR_STATE, self->arm->name, "the arm moves",
                            "a test begins at rest: pause the motion first");
        snw_why_rule(why, "standstill");
        return status;
    }
    status = check_bounds(self, &wish, why);
    if (snw_failed(status)) return status;
    *s = wish;
    s->silent = 0;
    enter(s, RUNNING);
    ((test_signals *)self->signals)->runs++;
    return SNW_OK;
}

// it begins, and said again it goes on
snw_status snw__test_run(void *self, const void *arguments, void *answer, snw_why *why) {
    (void)answer;
    test *s = ((snw_component *)self)->work;
    // one that is held after its end does not begin again
    if (s->state == IDLE) return begin(self, arguments, why);
    s->silent = 0;
    return SNW_OK;
}

// led back
snw_status snw__test_stop(void *self, const void *arguments, void *answer, snw_why *why) {
    (void)arguments, (void)answer, (void)why;
    const snw_component *component = self;
    test *s = component->work;
    if (s->state == RUNNING) lead_back(s, component->arm);
    s->silent = HUGE_VAL;
    return SNW_OK;
}

// --- description --------------------------------------------------------------------------------

static const snw_choice states[] = {
    {"idle", IDLE, "Waits."},
    {"running", RUNNING, "The signal is added to the setpoint."},
    {"returning", RETURNING, "The signal returns to zero."},
    {"done", DONE, "The test has ended and is still held."},
};
static const snw_field signal_fields[] = {
    {SNW_AT(test_signals, state), .kind = SNW_KIND_ENUM, SNW_CHOICES(states), .role = SNW_SIGNAL,
     .help = "State of the test."},
    {SNW_AT(test_signals, axis), .kind = SNW_KIND_INT, .role = SNW_SIGNAL,
     .help = "Axis under test, from 0."},
    {SNW_AT(test_signals, t), .kind = SNW_KIND_REAL, .unit = "s", .role = SNW_SIGNAL,
     .help = "Time since the start of the test."},
    {SNW_AT(test_signals, offset), .kind = SNW_KIND_REAL, .role = SNW_SIGNAL,
     .help = "Offset added to the setpoint of the axis [rad or m]."},
    {SNW_AT(test_signals, runs), .kind = SNW_KIND_UINT, .role = SNW_SIGNAL,
     .help = "Number of tests."},
};
static const snw_type signals_type = {
    SNW_TYPE_AS("test_signal_signals", test_signals, signal_fields), .space = &snw_space_motion,
    .help = "Signals of a test_signal component."};

static const snw_field fields[] = {
    {SNW_AT(snw_test_signal, largest), .kind = SNW_KIND_REAL, .range = {0, 10}, .initial = "0.2",
     .when = SNW_AT_STANDSTILL, .help = "Largest amplitude of a signal [rad or m]."},
    {SNW_AT(snw_test_signal, step), .kind = SNW_KIND_REAL, .range = {0, 10}, .initial = "0.05",
     .when = SNW_AT_STANDSTILL, .help = "Largest amplitude of a step [rad or m]."},
    {SNW_AT(snw_test_signal, hold), .kind = SNW_KIND_REAL, .unit = "s", .range = {0.02, 10},
     .initial = "0.3", .when = SNW_AT_STANDSTILL,
     .help = "The test ends if the command run is not repeated within this time."},
};
static const snw_component_functions functions = {
    .head = SNW_COMPONENT_HEAD,
    .stage = SNW_STAGE_SOURCE,
    .needs_arm = true,
    .signals = &signals_type,
    .commands = snw__test_commands,
    .command_count = SNW__TEST_COMMANDS,
    .configure = configure,
    .update = update,
};
const snw_type snw_test_signal_type = {SNW_TYPE_AS("test_signal", snw_test_signal, fields),
                                       .base = "component", .space = &snw_space_motion,
                                       .functions = &functions.head,
                                       .help = "Adds a step, ramp, sine or sweep to the setpoint "
                                               "of one axis, while the command is repeated."};
