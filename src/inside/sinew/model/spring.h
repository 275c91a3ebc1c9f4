// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_MODEL_SPRING_H
#define SINEW_MODEL_SPRING_H

/// @file
/// Springs and dampers across joints, as the description gives them:
///
///     tau = -k sum of a_j (q_j - d_j)        tau = -c sum of a_j v_j
///
/// on the joint that has them; a drive that holds the joint supplies the opposite. A spring on a
/// joint that follows another acts on the one that is followed, with its multiplier.

#include "sinew/model/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Adds the efforts of all springs at q to tau[nv]. SNW_ERR_NOT_FINITE for a number of q that a
/// spring needs; `tau` is unchanged then.
SNW_RT SNW_NODISCARD snw_status snw_spring_efforts(const snw_model *model, const double *q,
                                                   double *tau);

/// Adds the efforts of all dampers at rates v to tau[nv]; likewise.
SNW_RT SNW_NODISCARD snw_status snw_damper_efforts(const snw_model *model, const double *v,
                                                   double *tau);

#ifdef __cplusplus
}
#endif

#endif // SINEW_MODEL_SPRING_H
