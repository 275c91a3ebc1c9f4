// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_EXEC_GOVERNED_H
#define SINEW_EXEC_GOVERNED_H

/// @file
/// What sources of motions and the interlock of a loop say to each other.

#include "sinew/exec/component.h"
#include "sinew/interlock/governor.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What a source that follows the governor writes and reads in its updates, from the start of its
/// component on; NULL in a loop without an interlock.
SNW_RT snw_governed *snw__component_governed(snw_component *self);

/// The box or space of the rules that a link of the component's arm is in; NULL for none.
SNW_RT const snw_world_volume *snw__component_box(snw_component *self);

#ifdef __cplusplus
}
#endif

#endif // SINEW_EXEC_GOVERNED_H
