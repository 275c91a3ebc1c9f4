// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_MODEL_STATE_H
#define SINEW_MODEL_STATE_H

/// @file
/// What changes while a mechanism moves: configuration, rates and time. The model stays as it is.

#include "sinew/model/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The state of one mechanism. Caller-owned; q and v are plain arrays.
typedef struct snw_state {
    // public
    int64_t t_ns;
    double *q; ///< [nq]
    double *v; ///< [nv]
} snw_state;

/// Goes on by dt_ns (negative goes back) at constant rates, as snw_integrate() does. A refused
/// state, and SNW_ERR_RANGE for a time outside 64 bits, leave it unchanged.
SNW_RT SNW_NODISCARD snw_status snw_state_step(const snw_model *model, snw_state *state,
                                               int64_t dt_ns);

/// The state at time t_ns on the way from a to b, both ends exactly; t_ns outside goes on at the
/// same rates. SNW_ERR_RANGE when a and b have the same time; refusals as in
/// sinew/model/coordinates.h. `out` is unchanged then; it may be a or b.
SNW_RT SNW_NODISCARD snw_status snw_state_interpolate(const snw_model *model, const snw_state *a,
                                                      const snw_state *b, int64_t t_ns,
                                                      snw_state *out);

#ifdef __cplusplus
}
#endif

#endif // SINEW_MODEL_STATE_H
