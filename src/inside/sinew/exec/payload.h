// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_EXEC_PAYLOAD_H
#define SINEW_EXEC_PAYLOAD_H

/// @file
/// The payload that the laws of an arm know. A stop that brakes by efforts has to allow for it, as
/// for what is attached to the arm.

#include "sinew/exec/component.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Reports the payload of a law's parameters, in each update; `payload` is in the frame of `link`.
/// Of the laws of one arm the heaviest payload counts. The guard knows it from the next tick on.
SNW_RT void snw__component_payload(snw_component *self, int link, snw_inertia payload);

#ifdef __cplusplus
}
#endif

#endif // SINEW_EXEC_PAYLOAD_H
