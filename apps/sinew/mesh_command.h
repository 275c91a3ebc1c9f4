// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_APPS_MESH_COMMAND_H
#define SINEW_APPS_MESH_COMMAND_H

/// @file
/// `sinew mesh`: files of meshes shown and converted. Formats that only assimp reads are converted
/// by the program sinew-mesh, in a process of its own, within limits.

#include "cli.h"

#ifdef __cplusplus
extern "C" {
#endif

extern const cli_parameter mesh_convert_arguments[], mesh_convert_options[], mesh_show_arguments[],
    mesh_show_options[];
extern const cli_example mesh_convert_examples[], mesh_show_examples[];

cli_command_fn run_mesh_convert, run_mesh_show;

#ifdef __cplusplus
}
#endif

#endif // SINEW_APPS_MESH_COMMAND_H
