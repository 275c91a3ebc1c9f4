// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_APPS_DYNAMICS_COMMAND_H
#define SINEW_APPS_DYNAMICS_COMMAND_H

/// @file
/// `sinew dynamics`: efforts, accelerations, mass matrix and energy of a model, for one state or
/// for rows of them. What `sinew simulate` needs of it is here too.

#include "fk_command.h"
#include "sinew/dynamics.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The options of dynamics_init(); they must all stand in the table of a command. Whether viscous
/// friction acts is another one of each command: --friction or --no-friction.
#define DYNAMICS_OPTIONS                                                                           \
    {.name = "g",                                                                                  \
     .kind = CLI_REALS,                                                                            \
     .standard = "0 0 -9.81",                                                                      \
     .least = 3,                                                                                   \
     .most = 3,                                                                                    \
     .unit = "m/s^2",                                                                              \
     .sentence = "Gravity along the axes of the world."},                                          \
        {.name = "rotors", .sentence = "Include the rotor inertia of the actuators."}, {           \
        .name = "no-springs", .sentence = "Ignore springs and dampers of the model."               \
    }

/// What is asked for.
typedef enum dynamics_question {
    DYNAMICS_EFFORTS,
    DYNAMICS_ACCELERATIONS,
    DYNAMICS_MASS_MATRIX,
    DYNAMICS_GRAVITY,
    DYNAMICS_ENERGY,
    DYNAMICS_REGRESSOR
} dynamics_question;

/// One model at work.
typedef struct dynamics_job {
    fk_job fk; ///< its q is the first part of `values`
    snw_dyn dyn;
    dynamics_question question;
    double *values; ///< [nq + 2 nv] q, qd, and qdd or tau
    double *result; ///< [result_count], matrices by rows
    int result_count;
    double *Y; ///< of the regressor: [nv * parameters] by columns
    double *p; ///< [parameters] masses, then [base.count] those of the base
    snw_base_parameters base;
    void *base_memory;
    fk_outside outside;
    bool impossible; // a link has an inertia that no body can have
} dynamics_job;

/// Lays out a workspace with gravity, rotors and springs as the options say, and viscous friction
/// of the actuators if `friction` is true; free `*memory` afterwards, also after a failure.
SNW_NODISCARD snw_status dynamics_init(snw_dyn *dyn, const model_input *input,
                                       const cli_values *values, bool friction, void **memory,
                                       snw_why *why);

/// The name of a rate: that of its joint, for joints of several with "/wx" and the like behind it.
void dynamics_rate_name(const snw_model *model, int rate, char out[MODEL_COORDINATE]);

/// Is the rate that of an angle?
bool dynamics_rate_is_angle(const snw_model *model, int rate);

/// What the number of a rate's column is.
typedef enum dynamics_quantity {
    DYNAMICS_RATE,
    DYNAMICS_CHANGE, ///< of the rate
    DYNAMICS_EFFORT
} dynamics_quantity;

/// Appends " [rad/s]", " [m/s^2]", " [N m]" and so on; nothing for a joint with a law.
void dynamics_add_unit(snw_text *text, const snw_model *model, int rate,
                       dynamics_quantity quantity);

/// Takes a number per rate from an option; zeros when it is missing. With `degrees` angles are
/// brought to radians. SNW_ERR_USAGE for a wrong number of values.
SNW_NODISCARD snw_status dynamics_take_rates(const snw_model *model, const cli_values *values,
                                             const char *option, bool degrees, double *out,
                                             snw_why *why);

/// Why a computation at fk->q failed, in words. Gives back `status`.
snw_status dynamics_failure(fk_job *fk, snw_dyn *dyn, snw_status status, snw_why *why);

/// Answers the question for the state in job->values.
SNW_NODISCARD snw_status dynamics_compute(dynamics_job *job, snw_why *why);

/// The name of a mass parameter: "LINK/m", "LINK/hx" .. "LINK/Iyz".
void dynamics_parameter_name(const snw_model *model, int parameter, char out[MODEL_COORDINATE]);

/// Appends {"tau":[..]}, {"qdd":[..]}, {"M":[rows]}, {"kinetic":..,"potential":..} or
/// {"regressor":[rows],"parameters":[..],"names":[..],"base":{..}}; the context is a dynamics_job.
void dynamics_json(snw_text *text, const void *context);

/// Reads states from the rows of a file, or of standard input, and writes one row for each.
SNW_NODISCARD snw_status dynamics_rows(dynamics_job *job, const char *path, cli_io *io,
                                       snw_why *why);

#ifdef __cplusplus
}
#endif

#endif // SINEW_APPS_DYNAMICS_COMMAND_H
