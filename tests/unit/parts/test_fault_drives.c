// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "fault_rows.h"

// Rows C of the fault matrix: sensors and drives; and the input of the emergency stop.

// the axis moves well; one that is held need not
static bool moves(run *r) {
    return r->how == HOLD || fabs(r->arm->estimate.v[r->axis]) > 0.4;
}

static double following_error(const run *r) {
    return fabs(r->guard->signals.following[r->axis]);
}

// the window of following as the cell has it: 0.02 rad at rest, 0.1 at the limit of rate
static double window(const run *r) {
    const double part = fabs(r->arm->command.v[r->axis]) / r->guard->limits.velocity[r->axis];
    return 0.02 + 0.08 * part;
}

static bool does_not_follow(run *r) {
    return following_error(r) > window(r);
}

// --- C01
// ------------------------------------------------------------------------------------------

static void a_drive_that_does_not_sample_is_found_while_it_moves(void) {
    show(&(row){ROW("C01", "drive repeats its last answer at rest", "no false alarm", "-"),
                .message = "fault %d frozen", .axis = -1, .by = {[HOLD] = QUIET}});
    show(&(row){ROW("C01", "drive repeats its last answer", "S1 frozen", "10 c"),
                .message = "fault %d frozen", .ready = moves, .axis = -1, .clear = 'e',
                .by = {[MOTION] = STOPS(SNW_STOP_1, 10, SNW_CAUSE_FROZEN)}});
    show(&(row){ROW("C01", "drive repeats its last answer", "S1 frozen", "100 c"),
                .message = "fault %d frozen", .ready = moves, .axis = -1, .clear = 'e',
                .by = {[TORQUE] = STOPS(SNW_STOP_1, 100, SNW_CAUSE_FROZEN)}});
}

static void a_sensor_that_is_stuck_is_found_by_the_way_of_the_command(void) {
    show(&(row){ROW("C01", "sensor stuck at rest", "no false alarm", "-"),
                .message = "fault %d stuck", .axis = -1, .by = {[HOLD] = QUIET}});
    show(&(row){ROW("C01", "sensor stuck, samples go on", "S1 frozen", "0.01 rad of way, 30 c"),
                .message = "fault %d stuck", .ready = moves, .axis = -1, .clear = 'e',
                .by = {[MOTION] = STOPS(SNW_STOP_1, 30, SNW_CAUSE_FROZEN)}});
    show(&(row){ROW("C01", "sensor stuck, samples go on", "S1 frozen", "10 c"),
                .message = "fault %d stuck", .ready = moves, .axis = -1, .clear = 'e',
                .by = {[TORQUE] = STOPS(SNW_STOP_1, 10, SNW_CAUSE_FROZEN)}});
}

// --- C02, C03, C05
// --------------------------------------------------------------------------------

static void one_jump_of_a_reading_is_passed_over(void) {
    show(&(row){ROW("C02", "reading jumps by 0.05 rad once", "passed over, reported", "2 c"),
                .message = "fault %d jump 0.05", .ready = moves, .axis = -1,
                .by = ALL_WAYS(TOLD(2, SNW_CAUSE_JUMP))});
}

static void a_reading_that_jumps_and_stays_stops_the_arm(void) {
    show(&(row){ROW("C02", "reading jumps by 0.05 rad and stays", "S1 jump", "2 c"),
                .message = "fault %d jump 0.05 for 10", .ready = moves, .axis = -1, .clear = 'e',
                .loose = true, .by = ALL_WAYS(STOPS(SNW_STOP_1, 2, SNW_CAUSE_JUMP))});
}

// rates of opposite sign, both above twice what is rest
static bool goes_the_wrong_way(run *r) {
    const double told = r->arm->command.v[r->axis];
    const double rate = (r->arm->sensed.q[r->axis] - r->before[r->axis]) / 1e-3;
    return told * rate < 0 && fabs(told) > 0.04 && fabs(rate) > 0.04;
}

static bool too_fast(run *r) {
    const double rate = (r->arm->sensed.q[r->axis] - r->before[r->axis]) / 1e-3;
    return fabs(rate) > 1.1 * r->guard->limits.velocity[r->axis] + 0.02;
}

static void a_motor_that_turns_the_wrong_way_is_switched_off(void) {
    show(&(row){ROW("C03", "motor turns the wrong way", "S0 opposite", "5 c"),
                .message = "fault %d invert", .ready = moves, .seen = goes_the_wrong_way,
                .axis = -1, .clear = 'e', .loose = true, .way = 0.02,
                .by = {[MOTION] = STOPS(SNW_STOP_0, 5, SNW_CAUSE_OPPOSITE)}});
    show(&(row){ROW("C03", "motor turns the wrong way, no rate is commanded",
                    "S1 velocity, S0 as it gets faster", "3 c"),
                .message = "fault %d invert", .ready = moves, .seen = too_fast, .axis = 1,
                .clear = 'e', .loose = true, .ticks = 2000,
                .by = {[HOLD] = BECOMES(SNW_STOP_1, SNW_STOP_0, 3, SNW_CAUSE_VELOCITY),
                       [TORQUE] = BECOMES(SNW_STOP_1, SNW_STOP_0, 3, SNW_CAUSE_VELOCITY)}});
}

static void garbage_is_found_by_its_third_reading(void) {
    show(&(row){ROW("C05", "readings NaN, infinite, 1e300", "S1 bad-reading", "3 c"),
                .message = "fault %d garbage", .ready = moves, .axis = -1, .clear = 'e',
                .persists = true, .by = ALL_WAYS(STOPS(SNW_STOP_1, 3, SNW_CAUSE_BAD_READING))});
}

// --- C06
// ------------------------------------------------------------------------------------------

static void readings_that_are_late_stop_the_arm(void) {
    show(&(row){ROW("C06", "answers are 8 ticks old", "S2 stale, S1 lost at 20 c", "6 c"),
                .message = "fault %d delayed 8", .ready = moves, .axis = -1, .clear = 'e',
                .persists = true,
                .by = ALL_WAYS(BECOMES(SNW_STOP_2, SNW_STOP_1, 6, SNW_CAUSE_STALE))});
    show(&(row){ROW("C06", "a new answer in every 10th tick only", "S2 stale", "6 c"),
                .message = "fault %d slow 10", .ready = moves, .axis = -1, .clear = 'k',
                .by = ALL_WAYS(STOPS(SNW_STOP_2, 6, SNW_CAUSE_STALE))});
}

static bool six_are_missing(run *r) {
    const bool fresh = (r->arm->sensed.status[r->axis] & SNW_AXIS_FRESH) != 0;
    r->count = fresh ? 0 : r->count + 1;
    return r->count == 6;
}

static void answers_that_stay_away_now_and_then_are_bridged(void) {
    show(&(row){ROW("C06", "every 10th answer is missing, by chance", "bridged, reported", "-"),
                .message = "fault %d intermittent 0.1", .ready = moves, .axis = -1,
                .by = ALL_WAYS(TOLD(100, SNW_CAUSE_STALE))});
    show(&(row){
        ROW("C06", "every 2nd answer is missing, by chance", "S2 stale at the 6th in a row", "6 c"),
        .message = "fault %d intermittent 0.5", .ready = moves, .seen = six_are_missing, .axis = -1,
        .clear = 'k', .ticks = 2000, .by = ALL_WAYS(STOPS(SNW_STOP_2, 0, SNW_CAUSE_STALE))});
}

static void a_drive_that_is_lost_stops_the_arm(void) {
    show(&(row){ROW("C06", "drive neither answers nor hears", "S2 stale, S1 lost at 20 c", "6 c"),
                .message = "fault %d lost", .ready = moves, .axis = -1, .clear = 'e',
                .persists = true, .loose = true,
                .by = ALL_WAYS(BECOMES(SNW_STOP_2, SNW_STOP_1, 6, SNW_CAUSE_STALE))});
}

// the law asks for more than the axis may give
static bool asks_too_much(run *r) {
    return fabs(r->arm->wanted.effort[r->axis]) > r->guard->limits.effort[r->axis];
}

// --- C07, C08, C09
// --------------------------------------------------------------------------------

static void a_drive_that_is_too_weak_is_found_by_its_error(void) {
    show(&(row){ROW("C07, A11", "motor gives 1 N.m at most, gravity wins",
                    "S1 following, S0 as it falls", "T + 1 = 51 c"),
                .message = "fault %d saturate 1", .seen = does_not_follow, .axis = 1, .clear = 'e',
                .loose = true, .ticks = 1000,
                .by = {[HOLD] = BECOMES(SNW_STOP_1, SNW_STOP_0, 51, SNW_CAUSE_FOLLOWING)}});
    show(&(row){ROW("C07, A11", "motor gives 1 N.m at most, friction holds the axis",
                    "S1 following", "T + 1 = 51 c"),
                .message = "fault %d saturate 1", .ready = moves, .seen = does_not_follow,
                .axis = 0, .clear = 'e', .loose = true, .ticks = 1000,
                .by = {[MOTION] = STOPS(SNW_STOP_1, 51, SNW_CAUSE_FOLLOWING)}});
    show(&(row){
        ROW("C07", "motor gives 1 N.m at most", "S1 effort, S0 as it falls", "T + 1 = 101 c"),
        .message = "fault %d saturate 1", .seen = asks_too_much, .axis = 1, .clear = 'e',
        .loose = true, .ticks = 2000,
        .by = {[TORQUE] = BECOMES(SNW_STOP_1, SNW_STOP_0, 101, SNW_CAUSE_EFFORT)}});
    show(&(row){ROW("C07", "drive keeps its last command", "S1 following", "T + 1 = 51 c"),
                .message = "fault %d refuse", .ready = moves, .seen = does_not_follow, .axis = -1,
                .clear = 'e', .loose = true, .ticks = 1000,
                .by = {[MOTION] = STOPS(SNW_STOP_1, 51, SNW_CAUSE_FOLLOWING)}});
}

static void a_drive_that_switches_itself_off_stops_the_arm(void) {
    show(&(row){ROW("C08", "one drive disables itself", "S1 drive", "2 c"),
                .message = "fault %d off", .ready = moves, .axis = -1, .clear = 'e',
                .persists = true, .loose = true,
                .by = ALL_WAYS(STOPS(SNW_STOP_1, 2, SNW_CAUSE_DRIVE))});
    show(&(row){ROW("C08", "drive reports an overload", "S1 drive", "2 c"),
                .message = "fault %d overload", .ready = moves, .axis = -1, .clear = 'e',
                .persists = true, .loose = true,
                .by = ALL_WAYS(STOPS(SNW_STOP_1, 2, SNW_CAUSE_DRIVE))});
}

static void an_arm_that_loses_its_power_is_stopped(void) {
    show(&(row){ROW("C08", "the arm loses its power", "S1 power", "2 c"),
                .message = "fault 0 power", .ready = moves, .axis = 0, .clear = 'e', .loose = true,
                .by = ALL_WAYS(STOPS(SNW_STOP_1, 2, SNW_CAUSE_POWER, SNW_CAUSE_DRIVE))});
}

// spec: rccl:SAF-07
static void the_emergency_stop_stops_the_arm(void) {
    show(&(row){ROW("L01", "emergency stop is pressed", "S1 emergency", "2 c"),
                .message = "fault 0 emergency", .ready = moves, .no_axis = true, .clear = 'e',
                .persists = true, .by = ALL_WAYS(STOPS(SNW_STOP_1, 2, SNW_CAUSE_EMERGENCY))});
    show(&(row){ROW("L01", "emergency stop, emergency=\"s0\"", "S0 emergency", "2 c"),
                .cell = {.guard = "emergency=\"s0\""}, .message = "fault 0 emergency",
                .ready = moves, .no_axis = true, .clear = 'e', .persists = true,
                .by = ALL_WAYS(STOPS(SNW_STOP_0, 2, SNW_CAUSE_EMERGENCY))});
}

int main(int argc, char **argv) {
    RUN(a_drive_that_does_not_sample_is_found_while_it_moves);
    RUN(a_sensor_that_is_stuck_is_found_by_the_way_of_the_command);
    RUN(one_jump_of_a_reading_is_passed_over);
    RUN(a_reading_that_jumps_and_stays_stops_the_arm);
    RUN(a_motor_that_turns_the_wrong_way_is_switched_off);
    RUN(garbage_is_found_by_its_third_reading);
    RUN(readings_that_are_late_stop_the_arm);
    RUN(answers_that_stay_away_now_and_then_are_bridged);
    RUN(a_drive_that_is_lost_stops_the_arm);
    RUN(a_drive_that_is_too_weak_is_found_by_its_error);
    RUN(a_drive_that_switches_itself_off_stops_the_arm);
    RUN(an_arm_that_loses_its_power_is_stopped);
    RUN(the_emergency_stop_stops_the_arm);
    return report_rows(argc, argv);
}
