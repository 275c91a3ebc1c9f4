// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_EXEC_STATS_H
#define SINEW_EXEC_STATS_H

/// @file
/// How long the stages of a tick take, and how late ticks are, from the first cycle on.

#include <stdbool.h>
#include <stdint.h>

#include "sinew/base.h"
#include "sinew/describe.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SNW_TIMING_BUCKETS = 96, ///< four per doubling, from 16 ns to about 0.27 s
    SNW_TIMINGS = 12
};

/// What is timed: each stage, what stands between them, the whole tick, and how late it began.
typedef enum snw_timed {
    SNW_TIMED_DRIVES_READ,
    SNW_TIMED_SENSE,
    SNW_TIMED_ESTIMATE,
    SNW_TIMED_SOURCE,
    SNW_TIMED_TASK,
    SNW_TIMED_SERVO,
    SNW_TIMED_USER,
    SNW_TIMED_GUARD,
    SNW_TIMED_ACT,
    SNW_TIMED_PUBLISH,
    SNW_TIMED_TICK,
    SNW_TIMED_LATENESS
} snw_timed;

/// Durations of one thing. Plain data, no pointers. In virtual time all are 0.
typedef struct snw_timing {
    uint64_t count;
    int64_t least_ns, most_ns, sum_ns;
    uint64_t buckets[SNW_TIMING_BUCKETS];
} snw_timing;

/// Adds one duration [ns].
SNW_RT void snw_timing_add(snw_timing *timing, int64_t duration_ns);

/// The mean of all durations [ns]; 0 without any.
SNW_RT double snw_timing_mean_ns(const snw_timing *timing);

/// The duration that a share of all did not exceed, e.g. 0.999; exact within a bucket (25 %), never
/// above most_ns.
SNW_RT int64_t snw_timing_quantile_ns(const snw_timing *timing, double share);

/// The upper end of a bucket.
SNW_RT int64_t snw_timing_bucket_ns(int bucket);

/// What the loop shows of itself: root "loop" of its signals.
typedef struct snw_loop_signals {
    uint64_t ticks;
    double t;                 ///< of the loop [s]
    uint64_t overruns;        ///< periods by which cycles were late, rounded
    uint64_t skipped;         ///< periods that passed without a cycle
    int bucket;               ///< late cycles that are not forgiven yet
    bool at_rest;             ///< no arm moves or is commanded to move
    double lateness;          ///< of this tick [s]
    double busy;              ///< of this tick [s]
    double busy_most;         ///< the longest [s]
    double most[SNW_TIMINGS]; ///< the longest of each, in the order of snw_timed [s]
    uint64_t events, events_lost;
    uint64_t slips; ///< times that simulated time gave way to the clock
    double slipped; ///< by so much in all [s]
    double speed;   ///< of the last second: loop time per time of the clock; 0 before, and virtual
} snw_loop_signals;

SNW_API extern const snw_type snw_loop_signals_type;

/// "estimate" for SNW_TIMED_ESTIMATE.
SNW_RT const char *snw_timed_name(snw_timed what);

#ifdef __cplusplus
}
#endif

#endif // SINEW_EXEC_STATS_H
