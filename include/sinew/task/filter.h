// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TASK_FILTER_H
#define SINEW_TASK_FILTER_H

/// @file
/// Filters of rates. Each slows all rates of a mechanism by one factor between 0 and 1, so that the
/// direction of motion stays. Filters follow one behind the other, in any number and order; the
/// whole factor is the product of theirs.
///
///   rates_filter       the largest weighted rate stays at or below a threshold
///   error_filter       slows down where the end effectors will move otherwise than wanted, and
///                      stops where they will move the other way
///   motion_filter      the ratio of joint rates to motion of end effectors stays below a threshold
///   simulation_filter  looks one step ahead and keeps the largest part of it that is allowed
///
/// Types of one's own have snw_filter_functions.

#include "sinew/describe.h"
#include "sinew/task/task.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SNW_FILTER_VERSION = 1, SNW_FILTER_NUMBERS = 64 };

/// What a filter is asked about.
typedef struct snw_filter_at {
    snw_task *task;   ///< at the present configuration
    const double *qd; ///< [nv] the rates that come in
    const double *V;  ///< [rows] the motion that they shall have
    double dt;        ///< [s]
} snw_filter_at;

/// What a type of filters does, in bounded time without allocation, lock, I/O or system call.
typedef struct snw_filter_functions {
    snw_vtable head;

    /// The factor, 0 to 1; NaN counts as 0.
    double (*factor)(const void *block, const snw_filter_at *at);
} snw_filter_functions;

/// Largest weighted rate.
typedef struct snw_rates_filter {
    double weights[SNW_FILTER_NUMBERS]; ///< of the rates; one is that of all, those not given are 1
    int weight_count;
    double threshold;
} snw_rates_filter;

/// Error of the motion one step ahead.
typedef struct snw_error_filter {
    double weights[SNW_FILTER_NUMBERS]; ///< of the rows; none are those of the end effectors
    int weight_count;
    double threshold;
    bool stops;   ///< at motion the other way
    bool squared; ///< the measure without its root
} snw_error_filter;

/// Rates over motion.
typedef struct snw_motion_filter {
    double joint_weights[SNW_FILTER_NUMBERS]; ///< one is that of all, those not given are 1
    int joint_weight_count;
    double threshold; ///< of |weighted rates| / |weighted motion|
} snw_motion_filter;

/// One step ahead.
typedef struct snw_simulation_filter {
    int halvings; ///< of the step, to find what part of it is allowed
    bool recover; ///< false: a step that is not allowed as a whole is not made at all
} snw_simulation_filter;

/// The base of the types, and those of sinew's own.
SNW_API extern const snw_base snw_filter_base;
SNW_API extern const snw_type snw_rates_filter_type, snw_error_filter_type, snw_motion_filter_type,
    snw_simulation_filter_type;

#ifdef __cplusplus
}
#endif

#endif // SINEW_TASK_FILTER_H
