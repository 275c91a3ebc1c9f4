// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_APPS_IK_COMMAND_H
#define SINEW_APPS_IK_COMMAND_H

/// @file
/// `sinew ik`: where the joints must be for a frame to be somewhere, for one pose or for rows.

#include "model_input.h"
#include "sinew/ik.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    IK_PLACE = 3,  ///< numbers of a place: x y z
    IK_ANGLES = 6, ///< of a place with roll, pitch and yaw
    IK_POSE = 7    ///< of a pose: x y z, quaternion x y z w
};

/// One frame of one model at work.
typedef struct ik_job {
    const snw_model *model;
    model_frame frame;
    const char *wanted;   ///< "auto", "closed" or "numeric"
    snw_ik_closed closed; ///< when `has_closed`
    snw_ik numeric;       ///< when `has_numeric`
    bool has_closed, has_numeric;
    snw_why no_form;      ///< why there is no closed form
    snw_ik_target target; ///< with the pose of the last ik_set_pose()
    snw_ik_options options;
    double pose[IK_POSE]; ///< as given
    double *q0, *q;       ///< [nq] where the search begins; the answer
    snw_ik_result result; ///< of the last ik_solve()
    bool has_answer;      ///< `q` is a solution, or the nearest that was met
    void *memory;         ///< of the numeric solver
} ik_job;

/// Makes the target of job->pose. SNW_ERR_RANGE when the quaternion is not of length 1 within 1e-3.
SNW_NODISCARD snw_status ik_set_pose(ik_job *job, snw_why *why);

/// Solves for the target: `result` and `q`. A failure is one of the input; that a target has no
/// solution is none.
SNW_NODISCARD snw_status ik_solve(ik_job *job, snw_why *why);

/// "closed" or "numeric": who answers.
const char *ik_solver(const ik_job *job);

/// The context is an ik_job: {"status":...,"q":[..],...} on one line.
void ik_render_json(snw_text *text, const void *context);

/// Reads rows of poses and writes a row of coordinates for each. SNW_ERR_CHECK when some had none.
SNW_NODISCARD snw_status ik_rows(ik_job *job, const char *path, cli_io *io, snw_why *why);

/// Lists all branches of the pose, at the parameters of q0. SNW_ERR_CHECK when none is within the
/// limits.
SNW_NODISCARD snw_status ik_list_branches(ik_job *job, cli_io *io, snw_why *why);

#ifdef __cplusplus
}
#endif

#endif // SINEW_APPS_IK_COMMAND_H
