// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_APPS_WORLD_INPUT_H
#define SINEW_APPS_WORLD_INPUT_H

/// @file
/// The bodies of a cell or a model, at one state, for commands that ask for distances.

#include "cell_command.h"
#include "sinew/collision.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What names a cell or a model, and the options that choose a state, of every such command.
#define WORLD_SENTENCE "Cell or model: a file, or a name; a name is that of a cell first."
#define WORLD_STATE_OPTIONS                                                                        \
    {.name = "q",                                                                                  \
     .kind = CLI_REALS,                                                                            \
     .sentence = "Configuration of the member that --member names, or of the only one with "       \
                 "joints: rad, or m for prismatic joints."},                                       \
    {                                                                                              \
        .name = "state", .kind = CLI_TEXT,                                                         \
        .sentence = "State of the cell; where it starts if omitted."                               \
    }

typedef struct world_input {
    // read-only
    const char *path;
    const snw_cell *cell;
    const snw_system *system;
    snw_world world;
    snw_system_state state;
    snw_collision around; ///< placed at the state
    int member;           ///< that --member names; -1 without one
    // private
    snw_loaded_cell loaded;
    model_input model;
    snw_system own;
    snw_setup *setup;
    snw_diags diags;
    void *own_memory, *state_memory, *around_memory, *diags_memory;
} world_input;

/// Opens what the argument `word` names, makes its world and places everything. Findings are told,
/// remarks about defaults with -v only. On failure nothing is left open.
SNW_NODISCARD snw_status world_open(world_input *input, const char *word,
                                    const snw_registry *registry, const cli_values *values,
                                    cli_io *io, snw_why *why);

/// The same for a model alone, half way between its limits. Overlaps in all samples are not looked
/// for, and no options choose a state.
SNW_NODISCARD snw_status world_open_model(world_input *input, const char *word,
                                          const snw_registry *registry, const cli_values *values,
                                          cli_io *io, snw_why *why);
void world_close(world_input *input);

#ifdef __cplusplus
}
#endif

#endif // SINEW_APPS_WORLD_INPUT_H
