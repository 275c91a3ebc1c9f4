// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "internal.h"

static snw_pose tool_in_link(const snw_robot_solver *s) {
    return s->frame >= 0 ? s->model->frames[s->frame].T_link_frame : snw_pose_identity();
}

snw_status snw_robot_fk(snw_robot_solver *solver, const double *q, snw_pose *T_world_tool) {
    const snw_status status = snw_kin_update(&solver->kin, q);
    if (snw_failed(status)) return status;
    *T_world_tool = snw_pose_mul(solver->kin.T_world_link[solver->link], tool_in_link(solver));
    return SNW_OK;
}

snw_status snw_robot_jacobian(snw_robot_solver *solver, const double *q, snw_twist *J) {
    const snw_status status = snw_kin_update(&solver->kin, q);
    if (!snw_failed(status)) {
        snw_kin_jacobian(&solver->kin, solver->link, tool_in_link(solver).p, J);
    }
    return status;
}

snw_status snw_robot_efforts(snw_robot_solver *solver, const double *q, const double *v,
                             const double *a, double *tau) {
    return snw_dyn_inverse(&solver->dyn, q, v, a, NULL, tau);
}

snw_status snw_robot_accelerations(snw_robot_solver *solver, const double *q, const double *v,
                                   const double *tau, double *a) {
    return snw_dyn_forward(&solver->dyn, q, v, tau, NULL, a);
}

snw_status snw_robot_ik(snw_robot_solver *solver, snw_pose T_world_goal, double *q, snw_why *why) {
    double *found = ((snw__solver_whole *)solver)->found;
    const snw_ik_target target = snw_ik_target_pose(T_world_goal);
    snw_ik_result result;
    snw_ik_solve(&solver->ik, &target, NULL, q, found, &result);
    if (result.status == SNW_IK_OK) {
        memcpy(q, found, sizeof *q * (size_t)solver->model->nq);
        return SNW_OK;
    }
    if (why != NULL) *why = result.why;
    return snw_failed(result.why.code) ? result.why.code : SNW_ERR_NOT_CONVERGED;
}
