// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "commands.h"

#include "audit_command.h"
#include "cell_command.h"
#include "describe_command.h"
#include "doctor.h"
#include "dynamics_command.h"
#include "fk_command.h"
#include "gen_command.h"
#include "ik_command.h"
#include "jacobian_command.h"
#include "mesh_command.h"
#include "model_command.h"
#include "model_workspace.h"
#include "path_command.h"
#include "plot_command.h"
#include "record_command.h"
#include "remote_command.h"
#include "replay_command.h"
#include "rt_command.h"
#include "run_command.h"
#include "simulate_command.h"
#include "token_command.h"

static snw_status run_help(const cli_values *values, cli_io *io, snw_why *why) {
    int count;
    const char *const *words = cli_texts(values, "command", &count);
    cli_topic topic;
    const snw_status status = cli_find_topic(values, words, count, &topic, why);
    if (snw_failed(status)) return status;
    return cli_print(io, io->json ? cli_render_json : cli_render_help, &topic);
}

static void render_version(snw_text *text, const void *context) {
    const cli_io *io = context;
    snw_text_format(text,
                    io->json ? "{\"name\":\"sinew\",\"version\":\"%s\",\"variant\":\"%s\","
                               "\"compiler\":\"%s\"}\n"
                             : "sinew %s (%s, %s)\n",
                    snw_version(), snw_variant(), SNW_COMPILER);
}

static snw_status run_version(const cli_values *values, cli_io *io, snw_why *why) {
    (void)values;
    (void)why;
    return cli_print(io, render_version, io);
}

static snw_status run_completion(const cli_values *values, cli_io *io, snw_why *why) {
    (void)why;
    const cli_topic topic = {.program = values->program};
    return cli_print(io, cli_render_bash, &topic);
}

static const cli_parameter doctor_options[] = {
    {.name = "strict", .sentence = "Warnings count as failures."},
    {0},
};
static const cli_example doctor_examples[] = {
    {"sinew doctor", "All checks, with the fix below each that is not ok."},
    {"sinew doctor -q --strict", "Only what should be fixed before an arm is driven."},
    {"sinew doctor --json", "The same for a program."},
    {0},
};

static const cli_parameter help_arguments[] = {
    {.name = "command",
     .kind = CLI_COMMAND,
     .need = CLI_REPEATED,
     .sentence = "The command, in one word or two; all commands when it is left out."},
    {0},
};
static const cli_example help_examples[] = {
    {"sinew help doctor", "The same as 'sinew doctor --help'."},
    {"sinew help --json", "The table of all commands, for the manual and for tools."},
    {0},
};

static const cli_example version_examples[] = {
    {"sinew version --json", "Version, variant and compiler as an object."},
    {0},
};

static const cli_example completion_examples[] = {
    {"source <(sinew completion bash)", "Completion in this shell only."},
    {0},
};

static const cli_example start[] = {
    {"sinew doctor", "Is this machine fit to run a control loop, and what is missing?"},
    {"sinew help COMMAND", "What a command does, its options and examples."},
    {"sinew run puma560 --virtual --for 10", "An arm that moves, in virtual time."},
    {0},
};

static const cli_command commands[] = {
    {.name = "doctor",
     .group = "This machine",
     .summary = "Check what this machine offers a control loop, and say how to fix the rest.",
     .description =
         "Looks at the machine, the build, the real-time limits and the directories of the "
         "user. Each line is ok, warn or fail: warn means that simulations run, but a loop on "
         "hardware may miss deadlines; fail means that a part of sinew cannot work.\n\n"
         "Exit code 0 when nothing fails, 1 otherwise. --json writes an object with the members "
         "checks, an array of {name, group, state, found, fix}, and ok, warn, fail, the counts.",
     .options = doctor_options,
     .examples = doctor_examples,
     .run = run_doctor},
    {.name = "fk",
     .group = "Models",
     .summary = "Compute where the links and frames of a model are.",
     .description =
         "Positions are in m, in the frame of the root; quaternions are x y z w. A configuration "
         "outside the limits is computed, with a warning. With --csv each line of a file is a "
         "configuration and gives a line; its first line may name the joints, in any order.\n\n"
         "--json writes {frame, position, quat_xyzw}, or without --frame {frames: {NAME: "
         "{position, "
         "quat_xyzw}}}; with --csv one object per line.",
     .arguments = fk_arguments,
     .options = fk_options,
     .examples = fk_examples,
     .run = run_fk},
    {.name = "ik",
     .group = "Models",
     .summary = "Compute where the joints must be for a frame to be somewhere.",
     .description =
         "The pose is in the frame of the root: x y z in m and a quaternion x y z w, which may "
         "miss the length 1 by 1e-3. Arms with a closed form are solved by it: of all branches "
         "within the limits, the one nearest to --q0. All others are solved by search, from --q0 "
         "first; the same --seed gives the same answer. --all lists the branches; of a redundant "
         "arm, those with the arm angle, or the last joint, that --q0 has.\n\n"
         "Exit code 0 when there is a solution, 1 when there is none: unreachable, limit, "
         "singular, not-converged. The reason is told, and the nearest configuration that the "
         "solver met is printed. With --csv each line of a file is a pose and gives a line; its "
         "first line may name x, y, z, qx, qy, qz, qw in any order. Exit code 1 when a row has no "
         "solution.\n\n"
         "--json writes {status, q, residual_m, residual_rad, iterations, solver, why}, why being "
         "null or the reason; with --all {status, solver, form, parameters, branches: [{branch, "
         "name, q, singular, within_limits, limit}], why}; with --csv one object per line.",
     .arguments = fk_arguments,
     .options = ik_options,
     .examples = ik_examples,
     .run = run_ik},
    {.name = "jacobian",
     .group = "Models",
     .summary = "Compute how rates of the joints move a frame.",
     .description =
         "Rows are the velocity of the frame's origin, x y z, and its angular velocity, x y z, "
         "along the axes of the root; columns are the rates of the joints, in the order of q. "
         "For people the table is turned: a line per rate. With --csv each line of a file is a "
         "configuration and gives a line, row after row.\n\n"
         "--json writes {jacobian: [six rows]}; with --csv one object per line.",
     .arguments = fk_arguments,
     .options = jacobian_options,
     .examples = jacobian_examples,
     .run = run_jacobian},
    {.name = "dynamics",
     .group = "Models",
     .summary = "Compute efforts, accelerations, the mass matrix or the energy of a model.",
     .description =
         "Efforts that give the accelerations --qdd at --q and --qd; with --tau the accelerations "
         "that these efforts give. Units are rad, m, s, N m and N; --deg is about what is given, "
         "results are in rad. Gravity is 0 0 -9.81 along the axes of the world unless --g says "
         "otherwise. Springs and dampers of the model act, viscous friction of actuators with "
         "--friction only, and "
         "rotors count with --rotors only, so that results are those of programs that know no "
         "rotors. The root stands in the origin of the world; efforts and rates of a floating root "
         "are along its own axes, linear ones first. --gravity is without springs and dampers.\n\n"
         "With --csv each line of a file is a state and gives a line: q, qd and qdd, or with "
         "--forward tau in its place; q and qd for --energy, q alone for --gravity and "
         "--mass-matrix. Its first line may name them in any order: JOINT, qd/JOINT, qdd/JOINT, "
         "tau/JOINT.\n\n"
         "--json writes {tau: [..]}, {qdd: [..]}, {M: [rows]} or {kinetic, potential} in J; with "
         "--csv one object per line.",
     .arguments = fk_arguments,
     .options = dynamics_options,
     .examples = dynamics_examples,
     .run = run_dynamics},
    {.name = "simulate",
     .group = "Models",
     .summary = "Compute how a model moves, freely or under efforts from a file.",
     .description = simulate_description,
     .arguments = fk_arguments,
     .options = simulate_options,
     .examples = simulate_examples,
     .run = run_simulate},
    {.name = "gen",
     .group = "Models",
     .summary = "Write C code for the kinematics and dynamics of one model.",
     .description = gen_description,
     .arguments = fk_arguments,
     .options = gen_options,
     .examples = gen_examples,
     .run = run_gen},
    {.name = "model list",
     .group = "Models",
     .summary = "List the models that can be given by name.",
     .description = "They are looked for in the folders of SINEW_MODELS, beside the program and "
                    "in the folders for data of the user and the system, as NAME/NAME.xml, .urdf "
                    "and so on. --json writes an array of {name, file}.",
     .examples = model_list_examples,
     .run = run_model_list},
    {.name = "model check",
     .group = "Models",
     .summary = "Read a model and tell all that is wrong or doubtful.",
     .description =
         "Each finding is a line with file, line, column, the reason and a way out: the file, the "
         "tree, masses that no body has, units, sizes, names, missing files. Exit code 0 for a "
         "good model, 3 for one with errors.\n\n"
         "--json writes {ok, dof, links, diagnostics: [{severity, rule, file, line, message, "
         "fix}]}.",
     .arguments = model_file_arguments,
     .options = model_input_options,
     .examples = model_check_examples,
     .run = run_model_check},
    {.name = "model show",
     .group = "Models",
     .summary = "Show the tree of a model, its coordinates, limits, masses and frames.",
     .description = "--json writes {joints, links, dof, ...}: the names of the joints in the order "
                    "of q, of the links with their parents and masses, limits, axes and frames.",
     .arguments = model_file_arguments,
     .options = model_input_options,
     .examples = model_show_examples,
     .run = run_model_show},
    {.name = "model convert",
     .group = "Models",
     .summary = "Write a model in another format.",
     .description =
         "The names say the formats: .urdf, .xml or .json for our own, .dh.csv or .dh.xml for "
         "Denavit-Hartenberg tables, any of them with .gz. The output is written whole or not at "
         "all, never over its input or a source, and over another model only with --force. What "
         "the format cannot say is refused by name.",
     .arguments = model_convert_arguments,
     .options = model_output_options,
     .examples = model_convert_examples,
     .run = run_model_convert},
    {.name = "model diff",
     .group = "Models",
     .summary = "Compare two models: poses, masses, limits, names.",
     .description =
         "Frames and joints are matched by their names; the poses are compared over random "
         "configurations, in m and rad. Exit code 0 when they are equal within the tolerance, 1 "
         "when they differ.\n\n"
         "--json writes {equal, position, rotation, mass, inertia, frames, only_in_a, only_in_b, "
         "limits}.",
     .arguments = model_diff_arguments,
     .options = model_diff_options,
     .examples = model_diff_examples,
     .run = run_model_diff},
    {.name = "model merge",
     .group = "Models",
     .summary = "Mount one model on a link of another.",
     .description = "Names that both have are refused; give the second a prefix.",
     .arguments = model_merge_arguments,
     .options = model_merge_options,
     .examples = model_merge_examples,
     .run = run_model_merge},
    {.name = "model expand",
     .group = "Models",
     .summary = "Expand a xacro file into the URDF that it stands for.",
     .description = "Properties, macros, includes, conditions and arithmetic are understood, "
                    "without ROS and without Python; the rest is refused by name.",
     .arguments = model_file_arguments,
     .options = model_expand_options,
     .examples = model_expand_examples,
     .run = run_model_expand},
    {.name = "model dh",
     .group = "Models",
     .summary = "Find the Denavit-Hartenberg table of a chain, and how well it fits.",
     .description = "The convention must be named. The residual is the largest difference of the "
                    "tip's pose over random configurations. Chains with joints that neither turn "
                    "nor slide have no table, which is said.",
     .arguments = model_file_arguments,
     .options = model_dh_options,
     .examples = model_dh_examples,
     .run = run_model_dh},
    {.name = "model draw",
     .group = "Models",
     .summary = "Draw a model as a picture of three views.",
     .description = "Front, side and top in one SVG, to one scale.",
     .arguments = model_file_arguments,
     .options = model_draw_options,
     .examples = model_draw_examples,
     .run = run_model_draw},
    {.name = "model rebase",
     .group = "Models",
     .summary = "Make another link the root of a model.",
     .description = "The joints on the way are reversed and keep names and coordinates; all frames "
                    "stay where they are, relative to each other.",
     .arguments = model_rebase_arguments,
     .options = model_edit_options,
     .examples = model_rebase_examples,
     .run = run_model_rebase},
    {.name = "model extract",
     .group = "Models",
     .summary = "Take the chain between two links out of a model.",
     .description = "What refers to joints outside of it is dropped with a warning.",
     .arguments = model_extract_arguments,
     .options = model_edit_options,
     .examples = model_extract_examples,
     .run = run_model_extract},
    {.name = "model fix",
     .group = "Models",
     .summary = "Hold joints of a model for good.",
     .description = "The joints become fixed where they are held; those that follow them, too.",
     .arguments = model_file_arguments,
     .options = model_fix_options,
     .examples = model_fix_examples,
     .run = run_model_fix},
    {.name = "model workspace",
     .group = "Models",
     .summary = "Sample where a frame can be, and how well it moves there.",
     .description =
         "Draws random configurations within the limits, and tells the least and largest distance "
         "of the frame's origin from that of the root, the box around all positions, and the best "
         "manipulability: the product of the singular values of the Jacobian. An arm that moves in "
         "a plane is judged in its plane. The same --seed gives the same samples. --csv writes "
         "every sample: coordinates, x, y, z, reach, manipulability, isotropy. -o draws the "
         "density of the positions from the side and from above.\n\n"
         "--json writes {frame, samples, seed, reach: {min, max}, box: {low, high}, "
         "manipulability: {part, directions, best, mean, q, position}}.",
     .arguments = model_file_arguments,
     .options = model_workspace_options,
     .examples = model_workspace_examples,
     .run = run_model_workspace},
    {.name = "mesh show",
     .group = "Models",
     .summary = "Show what a file of a mesh holds, and what is doubtful about it.",
     .description = "Points, triangles, polygons, size, volume and materials. An extent above 5 m "
                    "or below 1 mm, gaps, and corners in the wrong order are warnings.\n\n"
                    "--json writes an object with the members file, points, triangles, polygons, "
                    "size, closed, volume and warnings.",
     .arguments = mesh_show_arguments,
     .options = mesh_show_options,
     .examples = mesh_show_examples,
     .run = run_mesh_show},
    {.name = "mesh convert",
     .group = "Models",
     .summary = "Convert a mesh of any format to GLB, STL or OBJ.",
     .description =
         "STL, OBJ and GLB are read by sinew itself, all others by the program sinew-mesh, in a "
         "process of its own within limits of memory and time. The unit of Collada is honoured, "
         "its up_axis is not: axes are those of the file. The output is read again before it is "
         "written, whole or not at all; -v and --json show it.",
     .arguments = mesh_convert_arguments,
     .options = mesh_convert_options,
     .examples = mesh_convert_examples,
     .run = run_mesh_convert},
    {.name = "run",
     .group = "Cells",
     .summary = "Run a cell: arms move, by the clock of the machine or as fast as they can.",
     .description = run_description,
     .arguments = run_arguments,
     .options = run_options,
     .examples = run_examples,
     .run = run_run},
    {.name = "cell check",
     .group = "Cells",
     .summary = "Read a cell, make its loop, and tell all that is wrong.",
     .description = cell_check_description,
     .arguments = cell_arguments,
     .options = cell_options,
     .examples = cell_check_examples,
     .run = run_cell_check},
    {.name = "cell show",
     .group = "Cells",
     .summary = "Show the members of a cell, its arms, and its components in their stages.",
     .description = "--json writes {name, members, arms, components: [{name, type, stage, "
                    "divisor}]}.",
     .arguments = cell_arguments,
     .options = cell_options,
     .examples = cell_show_examples,
     .run = run_cell_show},
    {.name = "get",
     .group = "Cells",
     .summary = "Read values of a running cell.",
     .description = "Parameters of components and signals, by path. --json writes {ok, value}.",
     .arguments = remote_get_arguments,
     .options = remote_options,
     .examples = remote_get_examples,
     .run = run_get},
    {.name = "set",
     .group = "Cells",
     .summary = "Change parameters of a running cell.",
     .description = remote_set_description,
     .arguments = remote_set_arguments,
     .options = remote_options,
     .examples = remote_set_examples,
     .run = run_set},
    {.name = "list",
     .group = "Cells",
     .summary = "List parameters and signals of a running cell.",
     .description = remote_list_description,
     .arguments = remote_list_arguments,
     .options = remote_options,
     .examples = remote_list_examples,
     .run = run_list},
    {.name = "ask",
     .group = "Cells",
     .summary = "Say a word to a component, a drive or the whole of a running cell.",
     .description = remote_ask_description,
     .arguments = remote_ask_arguments,
     .options = remote_options,
     .examples = remote_ask_examples,
     .run = run_ask},
    {.name = "top",
     .group = "Cells",
     .summary = "Watch a running cell: arms, components, and how long the stages of a tick take.",
     .description = "--json writes {ok, cell, tick, t, period, arms, components, timing} once.",
     .options = remote_top_options,
     .examples = remote_top_examples,
     .run = run_top},
    {.name = "tune save",
     .group = "Cells",
     .summary = "Write the parameters of a component of a running cell to a file.",
     .description = "The file is what stands between <type> and </type> in a cell.",
     .arguments = remote_tune_arguments,
     .options = remote_options,
     .examples = remote_save_examples,
     .run = run_tune_save},
    {.name = "tune load",
     .group = "Cells",
     .summary = "Give a component of a running cell the parameters of a file.",
     .description = "All of them at one tick, or none: parameters that may not change now are "
                    "named. What the file leaves out takes its standard value.",
     .arguments = remote_tune_arguments,
     .options = remote_options,
     .examples = remote_load_examples,
     .run = run_tune_load},
    {.name = "replay",
     .group = "Cells",
     .summary = "Run a recording again, and compare every signal.",
     .description = replay_description,
     .arguments = replay_arguments,
     .options = replay_options,
     .examples = replay_examples,
     .run = run_replay},
    {.name = "rt check",
     .group = "Cells",
     .summary = "Measure how late a loop wakes up on this machine, and tell what would help.",
     .description = rt_check_description,
     .options = rt_check_options,
     .examples = rt_check_examples,
     .run = run_rt_check},
    PATH_COMMANDS,
    {.name = "plot",
     .group = "Recordings",
     .summary = "Draw signals of a recording over time, as a picture or in the terminal.",
     .description = plot_description,
     .arguments = plot_arguments,
     .options = plot_options,
     .examples = plot_examples,
     .run = run_plot},
    {.name = "record show",
     .group = "Recordings",
     .summary = "Show what a recording holds and whether it is intact.",
     .description =
         "Reads all of it: every chunk is held against its checksum. Damaged ranges are told; exit "
         "code 1 when there are any. A recording that was not finished, as after a power failure, "
         "is read up to its last whole chunk.\n\n"
         "--json writes {file, bytes, finished, chunks, compression, messages, unknown_messages, "
         "first, last, topics: [{topic, type, messages, lost, first, last, signals: [{path, "
         "unit}]}], lost_bytes, damage: [{start, end, text}]}.",
     .arguments = record_arguments,
     .options = record_show_options,
     .examples = record_show_examples,
     .run = run_record_show},
    {.name = "record export",
     .group = "Recordings",
     .summary = "Write signals of a recording as a table: CSV, XML, MATLAB or Mathematica.",
     .description =
         "A line per tick, tick and t in s first, then the signals with their units in brackets. A "
         "field is empty where its group was not sampled. Numbers have the digits that read back "
         "as the same bits; INF and NaN are words. The file is written whole or not at all.\n\n"
         "--json writes {file, signals, rows, lost_samples} when there is --out.",
     .arguments = record_arguments,
     .options = record_export_options,
     .examples = record_export_examples,
     .run = run_record_export},
    {.name = "record recover",
     .group = "Recordings",
     .summary = "Write a whole file with all that can be read of a damaged recording.",
     .description =
         "The new file is read back and compared message by message before it gets its name; the "
         "old one is not touched. Doing it again with the result gives the same bytes.\n\n"
         "--json writes {file, messages, bytes, was_finished, damages, lost_bytes, "
         "unknown_messages, attachments_left_out}.",
     .arguments = record_arguments,
     .options = record_recover_options,
     .examples = record_recover_examples,
     .run = run_record_recover},
    TOKEN_COMMANDS,
    AUDIT_COMMANDS,
    {.name = "describe list",
     .group = "Types and files",
     .summary = "List the types that files can hold.",
     .description = "A line for each type: its token, its base, its name space and a sentence. "
                    "--json writes an array of {token, base, space, help}.",
     .options = describe_list_options,
     .examples = describe_list_examples,
     .run = run_describe_list},
    {.name = "describe show",
     .group = "Types and files",
     .summary = "Show the fields of a type.",
     .description = "For each field its kind, unit, range, default, when it may change, and a "
                    "sentence. Structs that the type holds follow below it.\n\n"
                    "--json writes an object with the members token, base, space, uri, version, "
                    "help, fields and holds, the types that it holds.",
     .arguments = describe_show_arguments,
     .options = describe_show_options,
     .examples = describe_show_examples,
     .run = run_describe_show},
    {.name = "describe xsd",
     .group = "Types and files",
     .summary = "Write the XML schemas of all name spaces, for validators and editors.",
     .description = "A schema imports those of the name spaces below it from the same directory. "
                    "Give validators the highest one that there is: it knows all types.",
     .options = describe_xsd_options,
     .examples = describe_xsd_examples,
     .run = run_describe_xsd},
    {.name = "describe manual",
     .group = "Types and files",
     .summary = "Write the reference manual of all types, in Markdown.",
     .description = "Writes index.md and a page TYPE.md for every type into a directory. Pages of "
                    "types that are gone stay; take them away by hand.",
     .options = describe_manual_options,
     .examples = describe_manual_examples,
     .run = run_describe_manual},
    {.name = "describe test",
     .group = "Types and files",
     .summary = "Prove every type: random objects through XML, JSON and copies, and its borders.",
     .description =
         "Fills each registered type with random legal values, also the ends of every range, and "
         "checks that it comes back bit for bit from XML and JSON, equals its copy, and that a "
         "value one step outside a range is refused. Exit code 0 when all types pass, 1 otherwise; "
         "--json writes one object per type.",
     .options = describe_test_options,
     .examples = describe_test_examples,
     .run = run_describe_test},
    {.name = "describe check",
     .group = "Types and files",
     .summary = "Read a document and tell all that is wrong with it.",
     .description = "Each finding is a line with file, line, column, the reason and a way out. The "
                    "exit code is 0 for a good document, else that of the first error.\n\n"
                    "--json writes an object with the members file, type, ok, errors, warnings "
                    "and findings.",
     .arguments = describe_check_arguments,
     .options = describe_check_options,
     .examples = describe_check_examples,
     .run = run_describe_check},
    {.name = "describe convert",
     .group = "Types and files",
     .summary = "Convert a document between XML and JSON.",
     .description = "The names say the formats: .xml, .json, or one of them and .gz. What is read "
                    "is checked first; the output is written whole or not at all.",
     .arguments = describe_convert_arguments,
     .options = describe_convert_options,
     .examples = describe_convert_examples,
     .run = run_describe_convert},
    {.name = "help",
     .group = "Help",
     .summary = "Explain a command, or list them all.",
     .description =
         "'sinew COMMAND --help' says the same. With --json it writes the table from which "
         "this help, the parser and the completion are made.",
     .arguments = help_arguments,
     .examples = help_examples,
     .run = run_help},
    {.name = "version",
     .group = "Help",
     .summary = "Print the version, the variant and the compiler of this program.",
     .description = "The variant is release, or debug when contracts are checked at run time.",
     .examples = version_examples,
     .run = run_version},
    {.name = "completion bash",
     .group = "Help",
     .summary = "Write the completion script for bash.",
     .description = "The script is installed with sinew. It completes commands, options, choices "
                    "and files, and starts no program to do so.",
     .examples = completion_examples,
     .run = run_completion},
    {0},
};

const cli_program sinew_program = {
    .name = "sinew",
    .summary = "a platform for robot manipulators, from the model to the drive.",
    .start = start,
    .manual = "the pages in docs/ of the source tree; docs/command-line.md is about this program.",
    .commands = commands,
    .show_version = run_version,
};
