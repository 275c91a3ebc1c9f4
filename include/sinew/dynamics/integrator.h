// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_DYNAMICS_INTEGRATOR_H
#define SINEW_DYNAMICS_INTEGRATOR_H

/// @file
/// Integrators as described types of base "integrator", chosen by name in a file, and integrators
/// of one's own beside them:
///
///     <integrator><rk4/></integrator>
///     <integrator><adams_moulton order="3" start="gradual"/></integrator>
///
/// The types are euler, rk4, adams_bashforth and adams_moulton; their blocks are
/// snw_stepper_settings. One of one's own is a type whose `functions` begin a
/// snw_integrator_functions:
///
///     static snw_status leap(const void *block, const snw_integrator_step *step) { ... }
///     static const snw_integrator_functions leap_functions = {
///         .head = {sizeof(snw_integrator_functions), SNW_INTEGRATOR_VERSION}, .step = leap};
///     const snw_type leap_type = {SNW_TYPE(leap, leap_fields), .base = "integrator",
///                                 .functions = &leap_functions.head, ...};

#include "sinew/describe.h"
#include "sinew/dynamics/integrate.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SNW_INTEGRATOR_VERSION = 1 };

/// What an integrator of one's own is asked: from q, v at t to q_next, v_next at t + dt.
typedef struct snw_integrator_step {
    const snw_model *model;
    snw_stepper_source source; ///< accelerations; wants unit quaternions
    double t, dt;              ///< [s]
    const double *q, *v;       ///< [nq], [nv]
    double *q_next, *v_next;   ///< to be written; quaternions are made unit afterwards
    double *memory;            ///< numbers of its own, zero at first and after a reset
} snw_integrator_step;

/// What an integrator of one's own gives. Both must run in bounded time without allocation, lock,
/// I/O or system call.
typedef struct snw_integrator_functions {
    snw_vtable head;

    /// One step. A negative status ends it, and the state stays.
    snw_status (*step)(const void *block, const snw_integrator_step *step);

    /// How many numbers of memory it wants. NULL: none.
    int (*memory)(const void *block, const snw_model *model);
} snw_integrator_functions;

/// The base of integrators.
SNW_API extern const snw_base snw_integrator_base;

/// The types of sinew's own; their blocks are snw_stepper_settings.
SNW_API extern const snw_type snw_euler_type, snw_rk4_type, snw_adams_bashforth_type,
    snw_adams_moulton_type;

/// Adds the base and the types to a registry, all of them or none.
SNW_SETUP SNW_NODISCARD snw_status snw_dynamics_register(snw_registry *registry, snw_why *why);

/// Lays out the stepper that a description names. A block of one's own must outlive it. For
/// SNW_ERR_ARGUMENT the reason says what is wrong with the type: another base or version, no
/// step(). The reason may be NULL. On an empty arena it measures.
SNW_SETUP SNW_NODISCARD snw_status snw_stepper_init_type(snw_stepper *stepper,
                                                         const snw_model *model,
                                                         const snw_child *integrator,
                                                         snw_arena *arena, snw_why *why);

#ifdef __cplusplus
}
#endif

#endif // SINEW_DYNAMICS_INTEGRATOR_H
