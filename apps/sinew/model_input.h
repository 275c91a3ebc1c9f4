// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_APPS_MODEL_INPUT_H
#define SINEW_APPS_MODEL_INPUT_H

/// @file
/// Models that commands read: found by path or by name, loaded, compiled, with all findings.

#include "cli.h"
#include "sinew/kinematics.h"
#include "sinew/model.h"
#include "sinew/modelio.h"
#include "sinew/modelio/load.h"
#include "sinew/os/path.h"
#include "sinew/station/load.h"
#include "sinew/station/types.h"
#include "sinew/urdf.h"
#include "sinew/xacro.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The argument that names a model.
#define MODEL_ARGUMENT(word, what)                                                                 \
    { .name = (word), .kind = CLI_FILE, .need = CLI_REQUIRED, .sentence = (what) }

/// The options of every command that reads models; they must all stand in its table.
#define MODEL_INPUT_OPTIONS                                                                        \
    {.name = "strict", .sentence = "Treat warnings as errors."},                                   \
        {.name = "lenient",                                                                        \
         .sentence = "Skip or replace by a default what can be, with a warning."},                 \
        {.name = "follow-limits",                                                                  \
         .sentence = "Narrow joints so that those that follow them keep their own limits."},       \
        {.name = "package",                                                                        \
         .kind = CLI_TEXT,                                                                         \
         .need = CLI_REPEATED,                                                                     \
         .sentence = "NAME=DIR: folder of package://NAME; may be repeated."},                      \
        {.name = "arg",                                                                            \
         .kind = CLI_TEXT,                                                                         \
         .need = CLI_REPEATED,                                                                     \
         .sentence = "NAME:=VALUE: an argument of a xacro file; may be repeated."},                \
        {.name = "anywhere",                                                                       \
         .sentence = "Let the model name files outside its package or folder."},                   \
    {                                                                                              \
        .name = "plugin", .kind = CLI_FILE, .need = CLI_REPEATED,                                  \
        .sentence = "Shared library with more types; may be repeated."                             \
    }

/// A verb of models: a command with the types that the program and its plugins know.
typedef snw_status model_fn(const snw_registry *registry, const cli_values *values, cli_io *io,
                            snw_why *why);

/// The types of the program and of the plugins in `values`.
SNW_NODISCARD snw_status model_open_types(snw_types *types, const cli_values *values, snw_why *why);

/// Runs a verb with the types of the program and of the plugins in `values`.
SNW_NODISCARD snw_status model_with_types(model_fn *run, const cli_values *values, cli_io *io,
                                          snw_why *why);

/// One model, read.
typedef struct model_input {
    // read-only
    char path[SNW_PATH_SIZE]; ///< where it was found; "standard input"
    snw_robot *robot;         ///< NULL when it could not be loaded
    snw_urdf_extra *extra;    ///< what a URDF holds besides; or NULL
    snw_model model;          ///< when `status` is no failure
    snw_status status;        ///< of loading and compiling; its exit code is 3 when the content is
                              ///< at fault, that of the system's reason when it cannot be read
    snw_diags diags;          ///< all findings, each with its file
    snw_setup *setup;         ///< holds the robot; results of edits may go there too
    snw_strictness strictness;
    snw_load_options load; ///< how it was read
    // private
    void *diags_memory, *model_memory;
} model_input;

/// Reads the model that a word of the command line names: a path, "-" for standard input, or the
/// name of a model as snw_robot_find() knows it. A failure is one of the command (wrong
/// usage, memory, no such model); what is wrong with the file is in `input->status`. In both cases
/// call model_close().
SNW_NODISCARD snw_status model_open(model_input *input, const char *word,
                                    const snw_registry *registry, const cli_values *values,
                                    cli_io *io, snw_why *why);
void model_close(model_input *input);

/// With --strict: makes errors of all warnings. model_open() does that; call it after more were
/// added.
void model_be_strict(model_input *input);

/// The options for loaders that stand in `values`; texts come from `setup`.
SNW_NODISCARD snw_status model_load_options(const cli_values *values, snw_setup *setup,
                                            snw_load_options *options, snw_why *why);

/// The file that a word of the command line means.
SNW_NODISCARD snw_status model_find(const char *word, char *out, size_t size, snw_why *why);

/// Compiles a good model once more, with a base that floats or is fixed. The first error is the
/// failure.
SNW_NODISCARD snw_status model_set_base(model_input *input, bool floating, cli_io *io,
                                        snw_why *why);

/// For commands that need a good model: warnings are told on the way; the first error is the
/// failure, the others are told before it.
SNW_NODISCARD snw_status model_require(const model_input *input, cli_io *io, snw_why *why);

/// Opens and requires; on failure nothing is left open.
SNW_NODISCARD snw_status model_take(model_input *input, const char *word,
                                    const snw_registry *registry, const cli_values *values,
                                    cli_io *io, snw_why *why);

/// What an error in a model means for the exit code: 3.
snw_status model_status(snw_status status);

/// A sentence of diags[i] without place, severity, fix and rule.
void model_message(const snw_why *why, char *out, size_t size);

/// Tells all findings on standard error, but the first error, which is copied to `why`.
void model_tell(const snw_diags *diags, cli_io *io, snw_why *why);

// --- memory -------------------------------------------------------------------------------------

/// An aligned block for an arena of `needed` bytes, or NULL with a reason.
void *model_block(size_t needed, snw_arena *arena, snw_why *why);

/// Lays out a workspace for kinematics; free `*memory` afterwards.
SNW_NODISCARD snw_status model_kin(const snw_model *model, snw_kin *kin, void **memory,
                                   snw_why *why);

/// Room for a list of findings; free `*memory` afterwards.
SNW_NODISCARD snw_status model_diags(snw_diags *diags, void **memory, snw_why *why);

// --- names --------------------------------------------------------------------------------------

enum { MODEL_COORDINATE = SNW_NAME + 8 };

/// The name of coordinate q[index]: that of its joint, for joints of several with "/x", "/qw", ...
/// behind it; a floating root is "floating_base".
void model_coordinate_name(const snw_model *model, int index, char out[MODEL_COORDINATE]);

/// The unit of q[index]: "rad", "m"; "" for parts of a quaternion and for joints with a law.
const char *model_coordinate_unit(const snw_model *model, int index);

enum { MODEL_COLUMN = MODEL_COORDINATE + 16 };

/// The head of a column of q[index]: "elbow [rad]".
void model_coordinate_column(const snw_model *model, int index, char out[MODEL_COLUMN]);

/// The link that q[index] moves.
int model_link_of_q(const snw_model *model, int index);

/// The name of the joint that moves a link; "floating_base" for a root that floats.
const char *model_joint_name(const snw_model *model, int link);

/// A frame by its name: a link, or an attachment. SNW_ERR_UNKNOWN_NAME with the closest name.
typedef struct model_frame {
    int link, frame; ///< one of them; the other is -1
} model_frame;
SNW_NODISCARD snw_status model_find_frame(const snw_model *model, const char *name,
                                          model_frame *frame, snw_why *why);

/// Link by its name with the closest one in the reason.
SNW_NODISCARD snw_status model_find_link(const snw_model *model, const char *name, int *link,
                                         snw_why *why);

/// All frames in turn: links, then attachments whose name no link has.
int model_frame_count(const snw_model *model);
model_frame model_frame_at(const snw_model *model, int index);
const char *model_frame_name(const snw_model *model, model_frame frame);
snw_pose model_frame_pose(const snw_kin *kin, model_frame frame);

// --- output -------------------------------------------------------------------------------------

/// Appends ["position":[..],"quat_xyzw":[..]] without the brackets; w is not negative.
void model_json_pose(snw_json_writer *json, snw_pose pose);

/// The quaternion of a pose as x y z w, with w not negative.
void model_quat_xyzw(snw_pose pose, double out[4]);

/// Appends the cell of a table, and a number of one with six digits at most.
void model_cell(snw_text *text, const char *words);
void model_cell_real(snw_text *text, double value);

/// Prints a page of Markdown tables with aligned columns.
SNW_NODISCARD snw_status model_print_page(cli_io *io, cli_render_fn *compose, const void *context,
                                          snw_why *why);

/// A text that is composed twice, to measure and to fill, on the heap.
char *model_composed(cli_render_fn *compose, const void *context, size_t *length, snw_why *why);

#ifdef __cplusplus
}
#endif

#endif // SINEW_APPS_MODEL_INPUT_H
