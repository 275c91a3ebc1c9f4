// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_APPS_MODEL_COMMAND_H
#define SINEW_APPS_MODEL_COMMAND_H

/// @file
/// `sinew model`: robots in files, looked at, judged, compared, converted and joined. Each verb is
/// a function of a registry, and one of type cli_command_fn, which builds that of the program.

#include "cli.h"
#include "model_input.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The arguments, options and examples of the verbs, for the table of commands.
extern const cli_parameter model_file_arguments[], model_expand_options[];
extern const cli_example model_expand_examples[];

model_fn model_check, model_show, model_convert, model_diff, model_merge, model_dh, model_draw,
    model_rebase, model_extract, model_fix, model_repair, model_check_folder;

/// Adds to the findings of a good model what is legal but hardly meant: units, masses, sizes,
/// meshes, names, and what is missing for dynamics and for motions. Doubts are errors when strict.
void model_plausible(model_input *input);

// --- output files -------------------------------------------------------------------------------

/// How a result is written: the options --force, --lossy and --convention of model_output_options.
typedef struct model_output {
    const char *path;
    bool force, lossy;
    snw_dh_convention convention; ///< 0: not said
} model_output;

/// Reads the options. `parameter` names the file.
model_output model_output_of(const cli_values *values, const char *parameter);

/// What a result was made of.
typedef struct model_origin {
    const char *first, *second;  ///< paths of the files that were read; `second` may be NULL
    const snw_urdf_extra *extra; ///< what the URDF had besides; may be NULL
} model_origin;

/// Writes a robot in the format that the name of the file says, whole or not at all. Refused: a
/// format that is not known, what it cannot say, a file that exists unless forced, and always the
/// files that were read, xacro, and files that are no models.
SNW_NODISCARD snw_status model_write(const model_output *output, const snw_robot *robot,
                                     const model_origin *origin, cli_io *io, snw_why *why);

/// May this file be written? As model_write() asks first. `second` may be NULL.
SNW_NODISCARD snw_status model_may_write(const model_output *output, const char *first,
                                         const char *second, snw_why *why);

#ifdef __cplusplus
}
#endif

#endif // SINEW_APPS_MODEL_COMMAND_H
