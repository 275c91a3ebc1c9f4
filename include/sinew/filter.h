// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_FILTER_H
#define SINEW_FILTER_H

/// @file
/// Signals in the control loop: low-pass, high-pass, derivative, integral, and limits on rate and
/// acceleration.
///
/// Each object treats `channels` numbers alike: 1 for a scalar, n for a vector, n m for a matrix in
/// whatever order. The time step is an argument of every update and may differ from step to step.
/// Input and output may be the same array.
///
/// All updates keep one promise: an input or step that is NaN or infinite (SNW_ERR_NOT_FINITE), an
/// input beyond SNW_SIGNAL_LARGEST or a time step outside (0, 1e9] s (SNW_ERR_RANGE) changes
/// neither the state nor the output. Parameters are checked by init with the same codes, and a
/// count of channels below 1 is SNW_ERR_ARGUMENT. After init the state is that of a long rest at
/// zero.

#include "sinew/base/arena.h"
#include "sinew/base/attributes.h"
#include "sinew/base/status.h"
#include "sinew/describe/registry.h"
#include "sinew/describe/type.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The largest magnitude of an input, an output limit or an initial value; no state can overflow.
#define SNW_SIGNAL_LARGEST 1e100

// --- low-pass, high-pass, derivative ------------------------------------------------------------

typedef enum snw_filter_kind {
    SNW_FILTER_LOWPASS,   ///< 1 at low frequencies
    SNW_FILTER_HIGHPASS,  ///< 1 at high frequencies; low-pass and high-pass of order 1 sum to 1
    SNW_FILTER_DERIVATIVE ///< the rate of change of the low-passed input [1/s]
} snw_filter_kind;

/// With p = s / cutoff the low-pass is 1 / (1 + p) or 1 / (1 + 2 damping p + p^2); the high-pass
/// has p or p^2 in place of the 1 above; the derivative is s times the low-pass.
typedef struct snw_filter_config {
    snw_filter_kind kind;
    int channels;   ///< at least 1
    int order;      ///< 1 or 2
    double cutoff;  ///< [rad/s], in [1e-9, 1e9]
    double damping; ///< of order 2, in (0, 100]; 0.7071 is Butterworth. Order 1 ignores it.
} snw_filter_config;

/// The table of a filter's parameters; base "signal". Cut-off and damping may change while it runs:
/// snw_filter_tune().
SNW_API extern const snw_type snw_filter_type;

/// Registers the base "signal" and the types of this module.
SNW_SETUP SNW_NODISCARD snw_status snw_filter_register(snw_registry *registry, snw_why *why);

/// Discretised by the bilinear rule. Low-pass and high-pass are pre-warped: at the cut-off they
/// respond as the formula says, for any step up to pi/(2 cutoff), four samples per period of the
/// cut-off. The derivative is not: the derivative of a ramp is its slope, whatever the steps. A
/// step longer than that (2/cutoff for the derivative) counts as one of that length: the filter
/// stays smooth and merely forgets more slowly.
typedef struct snw_filter {
    // read-only
    snw_filter_config config;
    double *value; ///< [channels] the low-passed input
    // private
    double *input; // [channels] of the last update
    double *rate;  // [channels] of the value, divided by the cut-off; order 2 only
    double dt;     // for which `gain` holds; 0 for none
    double gain;   // tan(cutoff dt / 2), or cutoff dt / 2 for the derivative
} snw_filter;

/// A second-order low-pass of one channel at 100 rad/s, damping 1/sqrt(2).
SNW_RT snw_filter_config snw_filter_defaults(void);

/// Checks the configuration and lays the filter out in `arena`; on an empty arena it measures.
SNW_SETUP SNW_NODISCARD snw_status snw_filter_init(snw_filter *filter,
                                                   const snw_filter_config *config,
                                                   snw_arena *arena);

/// Takes the state of a long rest at this input: a low-pass goes on from there without a jump, a
/// high-pass and a derivative from 0. NULL is zero.
SNW_RT SNW_NODISCARD snw_status snw_filter_reset(snw_filter *filter, const double *input);

/// Changes cut-off and damping while it runs. The value and its rate of change are kept, so the
/// outputs of a low-pass and of a second-order derivative do not jump.
SNW_RT SNW_NODISCARD snw_status snw_filter_tune(snw_filter *filter, double cutoff, double damping);

/// One step of dt [s] to a new input; output[channels]. The step after an equal one costs about ten
/// operations a channel, one of another length also a tangent.
SNW_RT SNW_NODISCARD snw_status snw_filter_update(snw_filter *filter, const double *input,
                                                  double dt, double *output);

// --- integral -----------------------------------------------------------------------------------

/// Trapezoidal rule, held between limits. At a limit nothing more is added, so the value leaves it
/// with the first step in the other direction.
typedef struct snw_integrator {
    // read-only
    int channels;
    double *value; ///< [channels]
    double *low;   ///< [channels] limits
    double *high;
    // private
    double *input; // [channels] of the last update
} snw_integrator;

/// low[channels] <= high[channels]; the value starts at 0, or at the limit next to it.
SNW_SETUP SNW_NODISCARD snw_status snw_integrator_init(snw_integrator *integrator, int channels,
                                                       const double *low, const double *high,
                                                       snw_arena *arena);

/// Starts from value[channels], which must lie within the limits (else SNW_ERR_RANGE), with
/// input[channels] as the input until now. NULL is zero for either.
SNW_RT SNW_NODISCARD snw_status snw_integrator_reset(snw_integrator *integrator,
                                                     const double *value, const double *input);

/// Adds the integral over dt [s]; output[channels]. SNW_SATURATED when any channel is held at a
/// limit.
SNW_RT SNW_NODISCARD snw_status snw_integrator_update(snw_integrator *integrator,
                                                      const double *input, double dt,
                                                      double *output);

// --- limits -------------------------------------------------------------------------------------

/// Follows a target no faster than a rate.
typedef struct snw_rate_limiter {
    // read-only
    int channels;
    double *value;   ///< [channels]
    double *maximum; ///< [channels] largest rate [1/s]
} snw_rate_limiter;

/// maximum[channels] in [1e-100, 1e100].
SNW_SETUP SNW_NODISCARD snw_status snw_rate_limiter_init(snw_rate_limiter *limiter, int channels,
                                                         const double *maximum, snw_arena *arena);

/// Goes on from value[channels]; NULL is zero.
SNW_RT SNW_NODISCARD snw_status snw_rate_limiter_reset(snw_rate_limiter *limiter,
                                                       const double *value);

/// One step towards the target. SNW_SATURATED while any channel is still on its way.
SNW_RT SNW_NODISCARD snw_status snw_rate_limiter_update(snw_rate_limiter *limiter,
                                                        const double *target, double dt,
                                                        double *output);

/// Follows a target within limits on rate and acceleration: the motion of least time from the
/// present value and rate to rest at the target, planned anew in every step. A target that stays is
/// reached exactly and without overshoot, unless the present rate is too high to stop before it.
typedef struct snw_acceleration_limiter {
    // read-only
    int channels;
    double *value;                ///< [channels]
    double *rate;                 ///< [channels] [1/s]
    double *maximum_rate;         ///< [channels]
    double *maximum_acceleration; ///< [channels] [1/s^2]
} snw_acceleration_limiter;

/// maximum_rate[channels] and maximum_acceleration[channels] in [1e-100, 1e100].
SNW_SETUP SNW_NODISCARD snw_status snw_acceleration_limiter_init(snw_acceleration_limiter *limiter,
                                                                 int channels,
                                                                 const double *maximum_rate,
                                                                 const double *maximum_acceleration,
                                                                 snw_arena *arena);

/// Goes on from value[channels] and rate[channels]; NULL is zero for either. A rate above the limit
/// is slowed down to it at the largest acceleration.
SNW_RT SNW_NODISCARD snw_status snw_acceleration_limiter_reset(snw_acceleration_limiter *limiter,
                                                               const double *value,
                                                               const double *rate);

/// One step towards the target. SNW_SATURATED until every channel rests at its target.
SNW_RT SNW_NODISCARD snw_status snw_acceleration_limiter_update(snw_acceleration_limiter *limiter,
                                                                const double *target, double dt,
                                                                double *output);

#ifdef __cplusplus
}
#endif

#endif // SINEW_FILTER_H
