// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TASK_LAWS_H
#define SINEW_TASK_LAWS_H

/// @file
/// For laws beside snw_control_rates() that use the parts of a controller.

#include "sinew/task/control.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Makes control->rows for the present configuration, rates v[nv] and limits; snw_control_rates()
/// does so itself. Failures of the constraints.
SNW_RT SNW_NODISCARD snw_status snw__control_constrain(snw_control *control, const double *v,
                                                       double dt);

/// Takes rates qd[nv] that follow on v[nv] back as far as the constraints require; behind
/// snw__control_constrain(). snw_control_rates() does so itself.
SNW_RT void snw__control_settle(snw_control *control, const double *v, double dt, double *qd);

/// Puts what control->bounded was held by in its last solve into control->report.
SNW_RT void snw__control_report_holds(snw_control *control);

#ifdef __cplusplus
}
#endif

#endif // SINEW_TASK_LAWS_H
