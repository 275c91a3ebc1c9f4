// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_APPS_FK_COMMAND_H
#define SINEW_APPS_FK_COMMAND_H

/// @file
/// `sinew fk`: where the frames of a model are, for one configuration or for rows of them.

#include "model_input.h"
#include "rows.h"

#ifdef __cplusplus
extern "C" {
#endif

extern const cli_parameter fk_arguments[];

/// One model at work, and which of its frames are asked for.
typedef struct fk_job {
    const snw_model *model;
    snw_kin *kin;
    const model_frame *frames; ///< [frame_count]
    int frame_count;
    bool single; ///< the user has named the frame
    bool degrees;
    double *q; ///< [nq]
} fk_job;

/// Brings angles from degrees to radians, where a coordinate is one.
void fk_from_degrees(const snw_model *model, double *q);

/// Is q[index] an angle?
bool fk_is_angle(const snw_model *model, int index);

/// Takes job->q from an option. SNW_ERR_USAGE when it is missing or has the wrong number of values.
SNW_NODISCARD snw_status fk_take_q(fk_job *job, const cli_values *values, const char *option,
                                   snw_why *why);

/// Tells which coordinates of job->q are outside their limits.
void fk_warn_limits(const fk_job *job, cli_io *io);

/// What is wrong with a configuration, in words. SNW_ERR_NOT_FINITE, SNW_ERR_RANGE.
SNW_NODISCARD snw_status fk_update(fk_job *job, snw_why *why);

/// Rows outside the limits.
typedef struct fk_outside {
    long rows, count;
    long first; ///< line of the first
} fk_outside;

/// Counts a row, and tells in the end.
void fk_judge_limits(const fk_job *job, long line, fk_outside *outside);
void fk_tell_limits(const fk_outside *outside, cli_io *io);

/// A task whose rows are configurations: what is read. What is made of them is left to fill in.
rows_task fk_rows_task(const fk_job *job);

/// Reads rows of a file, or of standard input, and writes one row for each.
SNW_NODISCARD snw_status fk_rows(fk_job *job, const char *path, cli_io *io, snw_why *why);

/// Appends {"frame":...} or {"frames":{...}}.
void fk_json(snw_text *text, const fk_job *job);

#ifdef __cplusplus
}
#endif

#endif // SINEW_APPS_FK_COMMAND_H
