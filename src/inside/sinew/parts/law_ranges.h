// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_PARTS_LAW_RANGES_H
#define SINEW_PARTS_LAW_RANGES_H

/// @file
/// Parameters of laws that an arm and a period allow, for `accept` of a component. Beside the loop.

#include "sinew/exec.h"
#include "sinew/servo/gravity.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Judges a payload that the arm is to compensate, and damping[count] that brakes its axes; `was`
/// are the same parameters as they are now. What has not changed is not judged again.
typedef struct snw__guided {
    const double *damping;
    int damping_count;
    const snw_payload *payload;
} snw__guided;

SNW_SETUP SNW_NODISCARD snw_status snw__guided_accept(const snw_component *self,
                                                      const snw__guided *now,
                                                      const snw__guided *was, snw_why *why);

#ifdef __cplusplus
}
#endif

#endif // SINEW_PARTS_LAW_RANGES_H
