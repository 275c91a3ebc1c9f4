// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "fault_rows.h"

// Rows A of the fault matrix: commands and motion. The saboteur changes what is wanted after the
// law, where nothing but the guard comes between it and the drives.

static bool moves(run *r) {
    return r->how == HOLD || fabs(r->arm->estimate.v[r->axis]) > 0.4;
}

// --- A01
// ------------------------------------------------------------------------------------------

enum { FIELDS = 3, VALUES = 4, APART = 120 };

static double special(int value) {
    static const uint64_t signalling = UINT64_C(0x7FF0000000000001);
    double x = 0;
    memcpy(&x, &signalling, sizeof x);
    const double values[VALUES] = {(double)NAN, HUGE_VAL, -HUGE_VAL, x};
    return values[value];
}

static void put(snw_arm_command *wanted, int axis, int field, double value) {
    if (field == 0) wanted->q[axis] = value;
    if (field == 1) wanted->v[axis] = value;
    if (field == 2) wanted->effort[axis] = value;
}

// each value in each field, one at a time and seldom enough; each is refused in its tick
static snw_status each_once(run *r, snw_component *self, long since) {
    const int which = (int)(since / APART);
    if (since == 0) r->count = (int)r->guard->signals.refusals;
    if (since % APART == 1 && which < FIELDS * VALUES) {
        CHECK(r->guard->signals.refusals == (uint64_t)r->count + 1);
        r->count++;
    }
    if (since % APART == 0 && which < FIELDS * VALUES) {
        CHECK(r->guard->signals.refusals == (uint64_t)r->count);
        put(&self->arm->wanted, r->axis, which % FIELDS, special(which / FIELDS));
    }
    return SNW_OK;
}

static snw_status all_the_time(run *r, snw_component *self, long since) {
    put(&self->arm->wanted, r->axis, r->seed % FIELDS, special((int)since % VALUES));
    return SNW_OK;
}

static bool is_tenth(run *r) {
    (void)r;
    return sabotaged == 10;
}

static bool is_fifth(run *r) {
    (void)r;
    return sabotaged == 5;
}

static void a_wish_that_is_not_finite_is_refused_whatever_its_field(void) {
    show(&(row){ROW("A01", "NaN, sNaN, +Inf, -Inf in q, v, effort",
                    "refused, reported, goes on by itself", "1 c"),
                .sabotage = each_once, .ready = moves, .axis = -1, .ticks = FIELDS * VALUES * APART,
                .by = ALL_WAYS(TOLD(0, SNW_CAUSE_NOT_FINITE))});
}

static void ten_wishes_that_are_not_finite_stop_the_arm(void) {
    show(&(row){ROW("A01", "ten of them in a second", "S2 not-finite at the tenth", "1 c"),
                .sabotage = all_the_time, .ready = moves, .seen = is_tenth, .axis = -1,
                .clear = 'k', .by = ALL_WAYS(STOPS(SNW_STOP_2, 0, SNW_CAUSE_NOT_FINITE))});
}

// --- A02, A03
// -------------------------------------------------------------------------------------

// farther than a tick allows by a factor of 1.01, 100 and a million
static snw_status jump_once(run *r, snw_component *self, long since) {
    const double factors[SEEDS] = {1.01, 100, 1e6};
    const double most = r->guard->limits.velocity[r->axis] * 1e-3;
    if (since > 0) return SNW_OK;
    self->arm->wanted.q[r->axis] = self->arm->command.q[r->axis] + factors[r->seed - 1] * most;
    return SNW_OK;
}

static snw_status jump_and_stay(run *r, snw_component *self, long since) {
    static double place;
    if (since == 0) place = self->arm->command.q[r->axis] + 0.5;
    self->arm->wanted.q[r->axis] = place;
    return SNW_OK;
}

static void a_wish_that_jumps_is_refused(void) {
    show(&(row){
        ROW("A02", "position jumps once, 1.01 to 1e6 times too far",
            "refused, reported, goes on by itself", "1 c"),
        .sabotage = jump_once, .axis = -1,
        .by = {
            [HOLD] = TOLD(0, SNW_CAUSE_COMMAND_STEP), [MOTION] = TOLD(0, SNW_CAUSE_COMMAND_STEP)}});
    show(&(row){ROW("A02", "position jumps and stays there", "S2 command-step at the fifth", "1 c"),
                .sabotage = jump_and_stay, .seen = is_fifth, .axis = -1, .clear = 'k',
                .by = {[HOLD] = STOPS(SNW_STOP_2, 0, SNW_CAUSE_COMMAND_STEP),
                       [MOTION] = STOPS(SNW_STOP_2, 0, SNW_CAUSE_COMMAND_STEP)}});
}

enum { PAUSE = 400 };

// nothing is wanted until the arm rests; then a source begins away from it
static snw_status begin_elsewhere(run *r, snw_component *self, long since) {
    snw_arm *arm = self->arm;
    static double rest;
    for (int i = 0; i < arm->count; i++) {
        arm->wanted.mode[i] = since < PAUSE ? SNW_AXIS_OFF : SNW_AXIS_POSITION;
        arm->wanted.q[i] = r->how == TORQUE ? arm->sensed.q[i] : arm->command.q[i];
        arm->wanted.v[i] = arm->wanted.effort[i] = 0;
    }
    if (since == PAUSE) rest = arm->command.q[r->axis];
    if (since >= PAUSE) arm->wanted.q[r->axis] += 0.01;
    if (since > PAUSE && r->how != TORQUE) CHECK_NEAR(arm->command.q[r->axis], rest, 1e-6);
    return SNW_OK;
}

static bool begins(run *r) {
    (void)r;
    return sabotaged == PAUSE + 1;
}

static void a_source_that_begins_away_from_the_arm_is_refused(void) {
    show(&(row){ROW("A03", "start pose 0.01 rad from the command",
                    "refused, reported; step below 1e-6 rad", "1 c"),
                .sabotage = begin_elsewhere, .seen = begins, .axis = -1, .ticks = PAUSE + 200,
                .by = ALL_WAYS(TOLD(0, SNW_CAUSE_COMMAND_STEP))});
}

// a change to rates that are not those of the motion
static snw_status other_mode(run *r, snw_component *self, long since) {
    (void)since;
    for (int i = 0; i < self->arm->count; i++) {
        self->arm->wanted.mode[i] = SNW_AXIS_VELOCITY;
        self->arm->wanted.v[i] = self->arm->command.v[i];
        self->arm->wanted.effort[i] = 0;
    }
    self->arm->wanted.v[r->axis] = 1.5;
    return SNW_OK;
}

static void a_change_of_mode_with_another_motion_is_refused(void) {
    show(&(row){
        ROW("A20", "change to rates that differ from the motion", "refused, reported", "1 c"),
        .sabotage = other_mode, .axis = -1, .by = ALL_WAYS(TOLD(0, SNW_CAUSE_COMMAND_STEP))});
}

// --- A04, A06, A08, A10: a line in one axis
// -------------------------------------------------------

static double line_q, line_v;

// goes on from the command, with an acceleration, to a rate
static void draw_line(run *r, snw_component *self, long since, double accel, double rate) {
    snw_arm *arm = self->arm;
    if (since == 0) {
        line_q = arm->command.q[r->axis];
        line_v = arm->command.v[r->axis];
    }
    const double change = rate - line_v, most = accel * 1e-3;
    line_v += fabs(change) <= most ? change : copysign(most, change);
    line_q += line_v * 1e-3;
    arm->wanted.q[r->axis] = line_q;
    arm->wanted.v[r->axis] = line_v;
}

static double direction(const run *r) {
    return r->seed % 2 == 0 ? -1 : 1;
}

// at nine tenths of its limit towards an end; at any time the rest of the way is enough for a stop
static snw_status to_the_end(run *r, snw_component *self, long since) {
    const snw_arm_limits *limits = &self->arm->limits;
    const double rate = direction(r) * 0.9 * limits->velocity[r->axis];
    const double q = self->arm->command.q[r->axis], v = self->arm->command.v[r->axis];
    const double left = rate > 0 ? limits->upper[r->axis] - q : q - limits->lower[r->axis];
    if (v * rate > 0) CHECK(v * v <= 2 * limits->acceleration[r->axis] * left);
    draw_line(r, self, since, 5, rate);
    return SNW_OK;
}

static snw_status at_once(run *r, snw_component *self, long since) {
    draw_line(r, self, since, 1e6, direction(r) * 0.95 * r->guard->limits.velocity[r->axis]);
    return SNW_OK;
}

static snw_status too_fast(run *r, snw_component *self, long since) {
    draw_line(r, self, since, 5, direction(r) * 1.5 * r->guard->limits.velocity[r->axis]);
    return SNW_OK;
}

static snw_status back_and_forth(run *r, snw_component *self, long since) {
    self->arm->wanted.q[r->axis] += since / 25 % 2 == 0 ? 8e-4 : 0;
    return SNW_OK;
}

// The tube is 0.05 rad wide. In the tick of the stop the command brakes already, so that the wish
// may be a little nearer to it; an arm that is not stopped must be inside.
static bool runs_ahead(run *r) {
    const double ahead = fabs(r->arm->wanted.q[r->axis] - r->arm->command.q[r->axis]);
    return ahead > (state_of(r) == SNW_ARM_ENABLED ? 0.05 : 0.0475);
}

// five wishes in a row, each farther from the one before than the limit of rate allows
static bool fifth_too_fast(run *r) {
    const double most = r->guard->limits.velocity[r->axis];
    r->count = fabs(line_v) > most * (1 + 1e-6) ? r->count + 1 : 0;
    return r->count == 5;
}

static void a_wish_beyond_a_limit_ends_before_it(void) {
    static const char wave[] = "<wave frequency=\"0.5\" ramp=\"0.4\" shift=\"0.7\"><amplitude>"
                               "0 0.3 0.3 0.3 0.3 0.3</amplitude></wave>";
    show(&(row){ROW("A04, A10", "position runs to the end of an axis at 0.9 of its rate",
                    "slows down, S2 target-limit beyond the tube", "1 c"),
                .cell = {.wave = wave}, .sabotage = to_the_end, .seen = runs_ahead, .axis = 0,
                .clear = 'k', .ticks = 4000,
                .by = {[HOLD] = STOPS(SNW_STOP_2, 0, SNW_CAUSE_TARGET_LIMIT),
                       [MOTION] = STOPS(SNW_STOP_2, 0, SNW_CAUSE_TARGET_LIMIT)}});
}

static void positions_that_stay_too_fast_stop_the_arm(void) {
    show(&(row){
        ROW("A06", "positions faster than the limit", "S2 target-velocity at the fifth", "1 c"),
        .sabotage = too_fast, .seen = fifth_too_fast, .axis = 0, .clear = 'k', .ticks = 2000,
        .by = {[HOLD] = STOPS(SNW_STOP_2, 0, SNW_CAUSE_TARGET_VELOCITY),
               [MOTION] = STOPS(SNW_STOP_2, 0, SNW_CAUSE_TARGET_VELOCITY)}});
}

static void changes_of_rate_are_held_within_the_limits(void) {
    show(
        &(row){ROW("A08", "square wave of 0.8 mrad", "re-timed within the limits, reported", "1 c"),
               .sabotage = back_and_forth, .axis = -1,
               .by = {[HOLD] = TOLD(0, SNW_CAUSE_TARGET_ACCELERATION),
                      [MOTION] = TOLD(0, SNW_CAUSE_TARGET_ACCELERATION)}});
    show(&(row){ROW("A08", "full rate from one tick to the next",
                    "S2 target-acceleration beyond the tube", "1 c"),
                .sabotage = at_once, .seen = runs_ahead, .axis = 0, .clear = 'k',
                .by = {[HOLD] = STOPS(SNW_STOP_2, 0, SNW_CAUSE_TARGET_ACCELERATION),
                       [MOTION] = STOPS(SNW_STOP_2, 0, SNW_CAUSE_TARGET_ACCELERATION)}});
}

// --- A06, A09
// -------------------------------------------------------------------------------------

static const double shares[6] = {1, -0.2, 0.15, 0.1, -0.1, 0.25};

// rates that grow to 1.5 times the limit of the first axis; all are scaled by one factor
static snw_status fast_rates(run *r, snw_component *self, long since) {
    snw_arm *arm = self->arm;
    const double t = (double)since * 1e-3, up = fmin(3 * t, 3);
    const double rate = direction(r) * fmax(fmin(up, 3 - 5 * (t - 1.05)), 0);
    for (int i = 0; i < arm->count; i++) {
        arm->wanted.mode[i] = SNW_AXIS_VELOCITY;
        arm->wanted.v[i] = rate * shares[i];
    }
    if (since < 900 || since > 1050) return SNW_OK;
    CHECK_NEAR(fabs(arm->command.v[0]), 2, 1e-9);
    for (int i = 0; i < arm->count; i++)
        CHECK_NEAR(arm->command.v[i], arm->command.v[0] * shares[i], 1e-9);
    return SNW_OK;
}

static bool beyond_rate(run *r) {
    return fabs(r->arm->wanted.v[0]) > 2;
}

static void rates_that_are_too_high_are_scaled_and_keep_their_direction(void) {
    show(&(row){ROW("A06", "rates 1.5 times too high", "all scaled by one factor, reported", "1 c"),
                .sabotage = fast_rates, .seen = beyond_rate, .axis = 0, .ticks = 1700,
                .by = {[HOLD] = TOLD(0, SNW_CAUSE_TARGET_VELOCITY)}});
}

// to and fro, so that the arm stays where it is
static snw_status strain(run *r, snw_component *self, long since) {
    const double most = r->guard->limits.effort[r->axis];
    self->arm->wanted.effort[r->axis] = since / 5 % 2 == 0 ? 1.5 * most : -1.5 * most;
    return SNW_OK;
}

static snw_status strain_once(run *r, snw_component *self, long since) {
    return since < 10 ? strain(r, self, since) : SNW_OK;
}

// spec: loffler:L-161
static void an_effort_that_stays_at_its_limit_stops_the_arm(void) {
    show(&(row){
        ROW("A09", "effort 1.5 times too high for 10 ms", "held at its limit, reported", "1 c"),
        .sabotage = strain_once, .axis = -1, .by = ALL_WAYS(TOLD(0, SNW_CAUSE_EFFORT))});
    show(&(row){ROW("A09", "effort stays 1.5 times too high", "S1 effort", "T + 1 = 101 c"),
                .sabotage = strain, .axis = -1, .clear = 'e',
                .by = ALL_WAYS(STOPS(SNW_STOP_1, 101, SNW_CAUSE_EFFORT))});
}

// --- A05, A07
// -------------------------------------------------------------------------------------

static bool near_the_end(run *r) {
    return r->arm->sensed.q[0] > r->guard->limits.upper[0] - 0.0037;
}

// half the margin of 0.02 rad beyond the soft limit
static bool beyond_soft(run *r) {
    return r->arm->sensed.q[0] > r->arm->limits.upper[0] - 0.01;
}

static bool beyond_hard(run *r) {
    return r->arm->sensed.q[0] > r->arm->limits.upper[0];
}

// spec: loffler:L-160
static void a_joint_beyond_its_limit_stops_the_arm(void) {
    static const char wave[] =
        "<wave frequency=\"0.5\" ramp=\"0.4\" blind=\"true\"><amplitude>-0.3 0 0 0 0 0"
        "</amplitude></wave>";
    row soft = {ROW("A05", "reading drifts beyond the soft limit",
                    "S2 soft-limit, S1 at the hard one, S0 as it goes on", "2 c"),
                .cell = {.q = "2.7705 0.785 -0.785 0.2 0.5 0", .wave = wave},
                .message = "fault 0 drift 1.5",
                .ready = near_the_end,
                .seen = beyond_soft,
                .clear = 'e',
                .loose = true,
                .by = {[HOLD] = BECOMES(SNW_STOP_2, SNW_STOP_0, 2, SNW_CAUSE_SOFT_LIMIT)}};
    show(&soft);
    soft.cell.q = "2.47 0.785 -0.785 0.2 0.5 0";
    soft.by[MOTION] = soft.by[HOLD];
    soft.by[HOLD].runs = false;
    show(&soft);
    show(&(row){ROW("A05", "reading drifts beyond the hard limit at once", "S1 hard-limit", "2 c"),
                .cell = {.q = "2.788 0.785 -0.785 0.2 0.5 0", .guard = "margin=\"0.004\""},
                .message = "fault 0 drift 5", .seen = beyond_hard, .clear = 'e', .loose = true,
                .by = {[HOLD] = BECOMES(SNW_STOP_1, SNW_STOP_0, 2, SNW_CAUSE_HARD_LIMIT)}});
}

static bool measured_too_fast(run *r) {
    const double rate = (r->arm->sensed.q[r->axis] - r->before[r->axis]) / 1e-3;
    return fabs(rate) > 1.1 * r->guard->limits.velocity[r->axis];
}

static bool moves_fast(run *r) {
    return fabs(r->arm->estimate.v[r->axis]) > 0.7;
}

static void a_joint_that_is_measured_too_fast_stops_the_arm(void) {
    show(&(row){ROW("A07", "readings move 3.6 times as far",
                    "S1 velocity, S0 outside of the stop's envelope", "3 c"),
                .message = "fault %d wrong 3.6", .ready = moves_fast, .seen = measured_too_fast,
                .axis = 0, .clear = 'e', .loose = true,
                .by = {[MOTION] = BECOMES(SNW_STOP_1, SNW_STOP_0, 3, SNW_CAUSE_VELOCITY)}});
}

int main(int argc, char **argv) {
    RUN(a_wish_that_is_not_finite_is_refused_whatever_its_field);
    RUN(ten_wishes_that_are_not_finite_stop_the_arm);
    RUN(a_wish_that_jumps_is_refused);
    RUN(a_source_that_begins_away_from_the_arm_is_refused);
    RUN(a_wish_beyond_a_limit_ends_before_it);
    RUN(a_joint_beyond_its_limit_stops_the_arm);
    RUN(rates_that_are_too_high_are_scaled_and_keep_their_direction);
    RUN(positions_that_stay_too_fast_stop_the_arm);
    RUN(a_joint_that_is_measured_too_fast_stops_the_arm);
    RUN(changes_of_rate_are_held_within_the_limits);
    RUN(an_effort_that_stays_at_its_limit_stops_the_arm);
    RUN(a_change_of_mode_with_another_motion_is_refused);
    return report_rows(argc, argv);
}
