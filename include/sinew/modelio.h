// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_MODELIO_H
#define SINEW_MODELIO_H

/// @file
/// Models in files of every kind: cells, Denavit-Hartenberg tables, and the one loader that also
/// knows URDF and xacro; and what is hardly meant in them.

#include "sinew/modelio/cell.h"
#include "sinew/modelio/dh.h"
#include "sinew/modelio/load.h"
#include "sinew/modelio/plausible.h"
#include "sinew/modelio/save.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Adds the types of this module to a registry that has those of `model` and `urdf`, all or none:
/// dh_table, cell and cell_state.
SNW_SETUP SNW_NODISCARD snw_status snw_modelio_register(snw_registry *registry, snw_why *why);

#ifdef __cplusplus
}
#endif

#endif // SINEW_MODELIO_H
