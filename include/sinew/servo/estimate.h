// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SERVO_ESTIMATE_H
#define SINEW_SERVO_ESTIMATE_H

/// @file
/// Before the laws: rates and accelerations from positions.

#include "sinew/servo/law.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Rates: the difference of positions over the time between their readings, then a low-pass of
/// first order. Accelerations: the difference of those rates, then another. Rates that the drive
/// measures are taken as they are.
typedef struct snw_rate_estimate_config {
    double cutoff;              ///< of the rates [rad/s]
    double acceleration_cutoff; ///< of the accelerations [rad/s]
    bool measured;              ///< the drive's rates are taken where it has them
} snw_rate_estimate_config;

SNW_API extern const snw_type snw_rate_estimate_config_type;

struct snw_filter;

typedef struct snw_rate_estimate {
    // private
    struct snw_filter *rates, *accelerations; // in the arena
    double q[SNW_AXES];                       // of the last fresh reading
    double elapsed[SNW_AXES];                 // since then
    double raw[SNW_AXES];                     // rates before the low-pass
    double v[SNW_AXES];                       // rates of the last tick
    bool seen[SNW_AXES];
} snw_rate_estimate;

/// Lays it out for an arm, with its filters in `arena`.
SNW_SETUP SNW_NODISCARD snw_status snw_rate_estimate_init(snw_rate_estimate *estimate,
                                                          const snw_rate_estimate_config *config,
                                                          const snw_arm *arm, snw_arena *arena);

/// Begins at rest at the positions that come next; an estimate that is valid keeps its rates.
SNW_RT void snw_rate_estimate_reset(snw_rate_estimate *estimate, const snw_arm *arm);

/// Reads arm->sensed and writes arm->estimate, which becomes valid when every axis has had a fresh
/// reading. An axis without one keeps its position and goes on with its rate. SNW_ERR_NOT_FINITE
/// for a fresh reading that is NaN or infinite and SNW_ERR_RANGE for one beyond 1e9: the estimate
/// is unchanged then. The first reading has rate 0 unless the drive measures it.
SNW_RT SNW_NODISCARD snw_status snw_rate_estimate_update(snw_rate_estimate *estimate,
                                                         const snw_rate_estimate_config *config,
                                                         snw_arm *arm, double dt);

#ifdef __cplusplus
}
#endif

#endif // SINEW_SERVO_ESTIMATE_H
