// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_DYNAMICS_INTEGRATE_H
#define SINEW_DYNAMICS_INTEGRATE_H

/// @file
/// Integrators that carry the state of a mechanism through time.
///
///     name          what it does                                                  order
///     euler         rates first, then the configuration with the new rates           1
///     rk4           Runge and Kutta's classical method                               4
///     ab1 .. ab4    Adams-Bashforth, rates and configuration                    1 .. 4
///     abm1 .. abm4  Adams-Bashforth for rates, Adams-Moulton for the            1 .. 4
///                   configuration
///
/// Quaternions are carried as four numbers by their rate and made unit after each step, so the
/// order holds for orientations too; "euler" turns them by finite rotations. The Adams methods ask
/// for one acceleration per step; their first steps are Runge-Kutta's, or of rising order.

#include "sinew/dynamics/dyn.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum snw_integration {
    SNW_INTEGRATE_EULER,
    SNW_INTEGRATE_RK4,
    SNW_INTEGRATE_BASHFORTH,
    SNW_INTEGRATE_MOULTON,
    SNW_INTEGRATE_OWN ///< one of the user's, by snw_stepper_init_type() alone
} snw_integration;

/// How the Adams methods make their first steps.
typedef enum snw_integration_start {
    SNW_START_RUNGE_KUTTA,
    SNW_START_GRADUAL ///< of rising order, which limits the order to 2
} snw_integration_start;

/// What an integrator does.
typedef struct snw_stepper_settings {
    snw_integration kind;
    int order; ///< of the Adams methods, 1 to 4
    snw_integration_start start;
    double bound; ///< largest number that a state may have
} snw_stepper_settings;

/// Runge-Kutta, bound 1e15.
SNW_RT snw_stepper_settings snw_stepper_defaults(void);

/// The settings of a name of the table above. SNW_ERR_UNKNOWN_NAME leaves them unchanged.
SNW_RT SNW_NODISCARD snw_status snw_stepper_named(const char *name, snw_stepper_settings *settings);

/// Gives the accelerations a[nv] at time t [s]. A negative status ends the step.
typedef snw_status snw_acceleration_fn(double t, const double *q, const double *v, double *a,
                                       void *context);

struct snw_integrator_functions;

/// Caller-owned, no destructor.
typedef struct snw_stepper {
    // read-only
    const snw_model *model;
    snw_stepper_settings settings;
    int known; ///< earlier states that the next step can use
    // private
    bool turns;            // some joint has a quaternion
    bool single;           // every joint has one coordinate, whose rate is its own
    double dt;             // of the steps before
    int head;              // the newest of the four
    double *q_rates;       // [4][nq]
    double *accelerations; // [4][nv]
    double *q, *v;         // [nq], [nv] of the next state
    double *q_stage;       // [nq]
    double *q_sum, *v_sum; // [nq], [nv]
    double *q_rate, *a;    // [nq], [nv] of a stage
    double *v_stage;       // [nv]
    const struct snw_integrator_functions *own; // of the user, its block and its memory
    const void *block;
    double *memory;
    int memory_count;
} snw_stepper;

/// Lays out an integrator; `model` must outlive it. SNW_ERR_RANGE for an order or a bound that is
/// not allowed. On an empty arena it measures.
SNW_SETUP SNW_NODISCARD snw_status snw_stepper_init(snw_stepper *integrator, const snw_model *model,
                                                    snw_stepper_settings settings,
                                                    snw_arena *arena);

/// Where accelerations come from.
typedef struct snw_stepper_source {
    snw_acceleration_fn *acceleration;
    void *context;
} snw_stepper_source;

/// One step from t to t + dt, q[nq] and v[nv] in place. The Adams methods start anew when dt
/// changes. SNW_ERR_LIMIT when a number of the new state passes the bound or is not finite;
/// failures of the source. The state is unchanged then.
SNW_RT SNW_NODISCARD snw_status snw_stepper_step(snw_stepper *integrator, snw_stepper_source source,
                                                 double t, double dt, double *q, double *v);

/// x[count] += dt * sum of b_k rates[k], newest first; order 1 to 4.
SNW_RT void snw_adams_bashforth(int order, int count, const double *const *rates, double dt,
                                double *x);

/// Likewise with the coefficients of Adams-Moulton: rates[0] is that at the end of the step.
SNW_RT void snw_adams_moulton(int order, int count, const double *const *rates, double dt,
                              double *x);

/// The rates of all coordinates, q_rate[nq], at rates v: v itself for plain ones, the velocity of a
/// free joint along its frame's axes, the rate of a quaternion.
SNW_RT void snw_coordinate_rates(const snw_model *model, const double *q, const double *v,
                                 double *q_rate);

#ifdef __cplusplus
}
#endif

#endif // SINEW_DYNAMICS_INTEGRATE_H
