// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/exec/stats.h"

#include "sinew/exec/component.h"
#include "sinew/exec/loop.h"

// Buckets are four per doubling from 16 ns on. A duration d in [2^k, 2^(k+1)) lies in bucket
// 4 (k - 4) + j, where j are the two bits below its leading one; bucket 0 also takes what is
// shorter, the last one what is longer. The upper end of a bucket is at most 5/4 of its lower end,
// and at its tightest 8/7.

enum { SHORTEST = 4 }; // log2 of the first bucket's lower end

static int bucket_of(int64_t duration_ns) {
    if (duration_ns < 1 << SHORTEST) return 0;
    int k = SHORTEST;
    while (duration_ns >> (k + 1) != 0)
        k++;
    const int j = (int)((duration_ns >> (k - 2)) & 3);
    const int bucket = 4 * (k - SHORTEST) + j;
    return bucket < SNW_TIMING_BUCKETS ? bucket : SNW_TIMING_BUCKETS - 1;
}

int64_t snw_timing_bucket_ns(int bucket) {
    const int k = SHORTEST + bucket / 4, j = bucket % 4;
    return (INT64_C(5) + j) << (k - 2);
}

void snw_timing_add(snw_timing *timing, int64_t duration_ns) {
    if (timing->count == 0 || duration_ns < timing->least_ns) timing->least_ns = duration_ns;
    if (timing->count == 0 || duration_ns > timing->most_ns) timing->most_ns = duration_ns;
    timing->count++;
    timing->sum_ns += duration_ns;
    timing->buckets[bucket_of(duration_ns)]++;
}

double snw_timing_mean_ns(const snw_timing *timing) {
    return timing->count > 0 ? (double)timing->sum_ns / (double)timing->count : 0;
}

int64_t snw_timing_quantile_ns(const snw_timing *timing, double share) {
    // the first bucket with which at least that share has been passed
    const double wanted = share * (double)timing->count;
    uint64_t passed = 0;
    for (int i = 0; i < SNW_TIMING_BUCKETS; i++) {
        passed += timing->buckets[i];
        if (passed == 0 || (double)passed < wanted) continue;
        // the last bucket has no upper end
        const int64_t end = snw_timing_bucket_ns(i);
        return i < SNW_TIMING_BUCKETS - 1 && end < timing->most_ns ? end : timing->most_ns;
    }
    return timing->most_ns;
}

const char *snw_timed_name(snw_timed what) {
    static const char *const names[SNW_TIMINGS] = {
        "drives_read", "sense", "estimate", "source",  "task", "servo",
        "user",        "guard", "act",      "publish", "tick", "lateness"};
    return (int)what >= 0 && (int)what < SNW_TIMINGS ? names[what] : "";
}

const char *snw_stage_name(snw_stage stage) {
    static const char *const names[SNW_STAGES] = {"sense", "estimate", "source", "task",
                                                  "servo", "user",     "publish"};
    return (int)stage >= 0 && stage < SNW_STAGES ? names[stage] : "";
}

static const snw_choice states[] = {
    {"preoperational", SNW_COMPONENT_PREOPERATIONAL, "The component is not configured."},
    {"stopped", SNW_COMPONENT_STOPPED, "Configured."},
    {"running", SNW_COMPONENT_RUNNING, "The component is updated at its rate."},
    {"fault", SNW_COMPONENT_FAULT, "An update of the component failed."},
};

#define SIGNAL(structure, member, what)                                                            \
    SNW_AT(structure, member), .kind = (what), .role = SNW_SIGNAL
#define LOOP(member, what) SIGNAL(snw_loop_signals, member, what)
#define STATUS(member, what) SIGNAL(snw_component_status, member, what)

static const snw_field loop_fields[] = {
    {LOOP(ticks, SNW_KIND_UINT), .help = "Number of cycles that have run."},
    {LOOP(t, SNW_KIND_REAL), .unit = "s", .help = "Loop time."},
    {LOOP(overruns, SNW_KIND_UINT), .help = "Number of cycles that took longer than the period."},
    {LOOP(skipped, SNW_KIND_UINT), .help = "Number of periods that passed without a cycle."},
    {LOOP(bucket, SNW_KIND_INT), .help = "Number of late cycles in the bucket."},
    {LOOP(at_rest, SNW_KIND_BOOL), .help = "No arm moves or is commanded to move."},
    {LOOP(lateness, SNW_KIND_REAL), .unit = "s", .help = "Delay of the start of this tick."},
    {LOOP(busy, SNW_KIND_REAL), .unit = "s", .help = "Duration of this tick."},
    {LOOP(busy_most, SNW_KIND_REAL), .unit = "s", .help = "Duration of the longest tick."},
    {SNW_AT_ARRAY(snw_loop_signals, most), .kind = SNW_KIND_REAL, .unit = "s", .role = SNW_SIGNAL,
     .help = "Longest duration of each stage: drives_read, sense, estimate, source, task, servo, "
             "user, guard, act, publish, tick; and the largest lateness."},
    {LOOP(events, SNW_KIND_UINT), .help = "Number of events so far."},
    {LOOP(events_lost, SNW_KIND_UINT),
     .help = "Number of events that were lost because they were not read in time."},
    {LOOP(slips, SNW_KIND_UINT),
     .help = "Number of times that simulated time fell behind the clock."},
    {LOOP(slipped, SNW_KIND_REAL), .unit = "s",
     .help = "Total time by which simulated time has fallen behind the clock."},
    {LOOP(speed, SNW_KIND_REAL), .help = "Ratio of loop time to clock time in the last second: 1 "
                                         "is real time, 0 means not measured."},
};
const snw_type snw_loop_signals_type = {SNW_TYPE_AS("loop_signals", snw_loop_signals, loop_fields),
                                        .space = &snw_space_cell, .help = "Status of the loop."};

static const snw_field status_fields[] = {
    {STATUS(state, SNW_KIND_ENUM), SNW_CHOICES(states), .help = "State of the component."},
    {STATUS(updates, SNW_KIND_UINT), .help = "Number of updates since the loop began."},
    {STATUS(changes, SNW_KIND_UINT), .help = "Number of parameter changes that were applied."},
    {STATUS(rate, SNW_KIND_REAL), .unit = "Hz",
     .help = "Number of updates per second of loop time."},
    {STATUS(faults, SNW_KIND_UINT), .help = "Number of faults."},
    {STATUS(revoked, SNW_KIND_UINT),
     .help = "Number of motions that were ended because the right to move was lost."},
    {STATUS(error, SNW_KIND_INT), .help = "Error code that is not cleared; 0 means no error."},
    {STATUS(error_t_ns, SNW_KIND_INT), .help = "Time of the error [ns]."},
};
const snw_type snw_component_status_type = {
    SNW_TYPE_AS("component_status", snw_component_status, status_fields), .space = &snw_space_cell,
    .help = "Status of a component, as the executive sees it."};

static const snw_field difference_fields[] = {
    {SNW_AT_COUNTED(snw_arm_difference, q, count), .kind = SNW_KIND_REAL, .role = SNW_SIGNAL,
     .flags = SNW_INFINITE, .help = "Position difference from the twin [rad or m]."},
    {SNW_AT_COUNTED(snw_arm_difference, v, count), .kind = SNW_KIND_REAL, .role = SNW_SIGNAL,
     .flags = SNW_INFINITE, .help = "Velocity difference from the twin [rad/s or m/s]."},
};
const snw_type snw_arm_difference_type = {
    SNW_TYPE_AS("arm_difference", snw_arm_difference, difference_fields), .space = &snw_space_cell,
    .help = "Difference between an arm and its simulated twin."};
