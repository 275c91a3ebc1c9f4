// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_EXEC_UNIT_H
#define SINEW_EXEC_UNIT_H

/// @file
/// Units of parameters and signals by their paths.

#include "sinew/exec/exec.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The unit of a place that `path` leads to: of its field, or of the axis of an arm whose number it
/// is; "" for none. `exec` is an snw_exec.
SNW_SETUP const char *snw__exec_unit(const void *exec, const char *path, const snw_place *place);

#ifdef __cplusplus
}
#endif

#endif // SINEW_EXEC_UNIT_H
