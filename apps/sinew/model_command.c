// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "model_command.h"

// --- arguments ----------------------------------------------------------------------------------

#define MODEL_SENTENCE "Model: a file, a name from 'sinew model list', or - for standard input."

const cli_parameter model_file_arguments[] = {MODEL_ARGUMENT("file", MODEL_SENTENCE), {0}};
static const cli_parameter model_convert_arguments[] = {
    MODEL_ARGUMENT("in", MODEL_SENTENCE),
    {.name = "out", .kind = CLI_FILE, .need = CLI_REQUIRED, .sentence = "The same as --out."},
    {0},
};
static const cli_parameter model_draw_arguments[] = {
    MODEL_ARGUMENT("file", MODEL_SENTENCE),
    {.name = "out", .kind = CLI_FILE, .need = CLI_REQUIRED, .sentence = "The same as --out."},
    {0},
};
static const cli_parameter model_diff_arguments[] = {
    MODEL_ARGUMENT("a", MODEL_SENTENCE),
    MODEL_ARGUMENT("b", "Model to compare with."),
    {0},
};
static const cli_parameter model_merge_arguments[] = {
    MODEL_ARGUMENT("a", "Model that carries the other."),
    MODEL_ARGUMENT("b", "Model that is mounted on it."),
    {0},
};
static const cli_parameter model_rebase_arguments[] = {
    MODEL_ARGUMENT("file", MODEL_SENTENCE),
    {.name = "link",
     .kind = CLI_TEXT,
     .need = CLI_REQUIRED,
     .sentence = "Name of the new root link."},
    {0},
};
static const cli_parameter model_extract_arguments[] = {
    MODEL_ARGUMENT("file", MODEL_SENTENCE),
    {.name = "first",
     .kind = CLI_TEXT,
     .need = CLI_REQUIRED,
     .sentence = "Name of the new root link."},
    {.name = "last", .kind = CLI_TEXT, .need = CLI_REQUIRED, .sentence = "Name of the last link."},
    {0},
};

// --- options ------------------------------------------------------------------------------------

static const char *const conventions[] = {"standard", "modified", NULL};
static const char *const mounts[] = {"fixed", "revolute", "continuous", "prismatic", NULL};

#define FORCE_OPTION                                                                               \
    { .name = "force", .sentence = "Replace an existing file, but never an input or a source." }
#define OUT_OPTION                                                                                 \
    {                                                                                              \
        .name = "out", .letter = 'o', .kind = CLI_FILE, .need = CLI_REQUIRED,                      \
        .sentence = "File to write; its name decides the format."                                  \
    }
#define WRITING_OPTIONS                                                                            \
    FORCE_OPTION,                                                                                  \
        {.name = "lossy", .sentence = "Leave out what a table cannot express, with a warning."}, { \
        .name = "convention", .kind = CLI_CHOICE, .choices = conventions,                          \
        .sentence = "Convention of a Denavit-Hartenberg table that is written."                    \
    }

static const cli_parameter model_input_options[] = {MODEL_INPUT_OPTIONS, {0}};
static const cli_parameter model_check_arguments[] = {
    MODEL_ARGUMENT("file", "Model: a file, or the name of one that comes with sinew; or a folder."),
    {0}};
static const cli_parameter model_check_options[] = {
    {.name = "recursive",
     .letter = 'r',
     .sentence = "Check all models of a folder and of the folders in it, one line for each."},
    {.name = "csv", .kind = CLI_FILE, .sentence = "Write the lines of a folder to this CSV file."},
    MODEL_INPUT_OPTIONS,
    {0},
};
static const cli_parameter model_edit_options[] = {
    OUT_OPTION, WRITING_OPTIONS, MODEL_INPUT_OPTIONS, {0}};
static const cli_parameter model_fix_options[] = {
    {.name = "set",
     .kind = CLI_TEXT,
     .need = CLI_SOME,
     .sentence = "JOINT=VALUE: a joint and its fixed position [rad or m]; may be repeated."},
    OUT_OPTION,
    WRITING_OPTIONS,
    MODEL_INPUT_OPTIONS,
    {0},
};
static const cli_parameter model_repair_options[] = {
    {.name = "inertia",
     .sentence = "Replace moments of inertia that no body can have by the nearest possible ones."},
    OUT_OPTION,
    WRITING_OPTIONS,
    MODEL_INPUT_OPTIONS,
    {0},
};
static const cli_parameter model_diff_options[] = {
    {.name = "samples",
     .letter = 'n',
     .kind = CLI_INT,
     .standard = "200",
     .low = 1,
     .high = 1e6,
     .sentence = "Number of random configurations."},
    {.name = "seed",
     .kind = CLI_INT,
     .standard = "1",
     .low = 0,
     .high = 1e9,
     .sentence = "Random seed of the configurations."},
    {.name = "tolerance",
     .kind = CLI_REAL,
     .standard = "1e-9",
     .low = 0,
     .high = 1e9,
     .sentence = "Ignore differences up to this value, in m, rad, kg and so on."},
    {.name = "common", .sentence = "Ignore what only one of the models has."},
    MODEL_INPUT_OPTIONS,
    {0},
};
static const cli_parameter model_merge_options[] = {
    {.name = "mount",
     .kind = CLI_TEXT,
     .need = CLI_REQUIRED,
     .sentence = "Link of A that B is mounted on."},
    {.name = "prefix", .kind = CLI_TEXT, .standard = "", .sentence = "Prefix for every name of B."},
    {.name = "joint",
     .kind = CLI_CHOICE,
     .choices = mounts,
     .standard = "fixed",
     .sentence = "Kind of joint between A and B."},
    {.name = "name", .kind = CLI_TEXT, .sentence = "Name of the joint; PREFIXmount if omitted."},
    {.name = "xyz",
     .kind = CLI_REALS,
     .standard = "0,0,0",
     .least = 3,
     .most = 3,
     .unit = "m",
     .sentence = "Position of the root of B in the frame of the link."},
    {.name = "rpy",
     .kind = CLI_REALS,
     .standard = "0,0,0",
     .least = 3,
     .most = 3,
     .unit = "rad",
     .sentence = "Orientation of B there: roll, pitch and yaw about the fixed axes x, y, z."},
    {.name = "axis",
     .kind = CLI_REALS,
     .standard = "0,0,1",
     .least = 3,
     .most = 3,
     .sentence = "Axis of a joint that moves."},
    OUT_OPTION,
    WRITING_OPTIONS,
    MODEL_INPUT_OPTIONS,
    {0},
};
const cli_parameter model_expand_options[] = {
    {.name = "out",
     .letter = 'o',
     .kind = CLI_FILE,
     .sentence = "File to write; standard output if omitted."},
    FORCE_OPTION,
    MODEL_INPUT_OPTIONS,
    {0},
};
static const cli_parameter model_dh_options[] = {
    {.name = "convention",
     .kind = CLI_CHOICE,
     .need = CLI_REQUIRED,
     .choices = conventions,
     .sentence = "Convention of the table; there is no default."},
    {.name = "base", .kind = CLI_TEXT, .sentence = "First link of the chain."},
    {.name = "tip",
     .kind = CLI_TEXT,
     .sentence = "Last link or attachment of the chain; required if there are several."},
    {.name = "out", .letter = 'o', .kind = CLI_FILE, .sentence = "Write the table as CSV as well."},
    FORCE_OPTION,
    MODEL_INPUT_OPTIONS,
    {0},
};
static const cli_parameter model_draw_options[] = {
    {.name = "out",
     .letter = 'o',
     .kind = CLI_FILE,
     .need = CLI_REQUIRED,
     .sentence = "Picture to write, .svg."},
    {.name = "q",
     .kind = CLI_REALS,
     .sentence = "Configuration [rad or m]; the middle of the joint ranges if omitted."},
    {.name = "deg", .sentence = "Take angles in degrees."},
    FORCE_OPTION,
    MODEL_INPUT_OPTIONS,
    {0},
};

// --- examples -----------------------------------------------------------------------------------

static const cli_example model_list_examples[] = {
    {"sinew model list", "List the models that have names, and their files."},
    {0},
};
static const cli_example model_check_examples[] = {
    {"sinew model check arm.urdf", "Report all errors and warnings, each with a fix."},
    {"sinew model check arm.urdf --package arm_description=../arm", "Say where its meshes are."},
    {"sinew model check arm.xml --strict --json", "Treat warnings as errors; report as JSON."},
    {"sinew model check robots --recursive --csv robots.csv", "Check a whole collection."},
    {0},
};
static const cli_example model_show_examples[] = {
    {"sinew model show panda", "Show its tree, coordinates, limits and masses."},
    {"sinew model show arm.urdf --json", "Show the same as JSON."},
    {0},
};
static const cli_example model_convert_examples[] = {
    {"sinew model convert arm.urdf -o arm.xml", "Convert a URDF to sinew's own format."},
    {"sinew model convert arm.xml arm.xml.gz", "Compress a model."},
    {"sinew model convert arm.xml -o arm.dh.csv --convention modified --lossy",
     "Write only the table."},
    {0},
};
static const cli_example model_diff_examples[] = {
    {"sinew model diff arm.urdf arm.xml",
     "Check whether two models are equal, or list the differences."},
    {"sinew model diff old.urdf new.urdf --common --tolerance 1e-6",
     "Compare only what both models have."},
    {0},
};
static const cli_example model_merge_examples[] = {
    {"sinew model merge panda hand.urdf --mount j7_link -o both.xml", "Mount a hand on an arm."},
    {"sinew model merge cart.xml ur5 --mount top --prefix a_ --xyz 0,0.3,0 -o b.xml",
     "Mount an arm on a cart, with a prefix for its names."},
    {0},
};
const cli_example model_expand_examples[] = {
    {"sinew model expand arm.urdf.xacro > arm.urdf", "Print the expanded URDF."},
    {"sinew model expand arm.xacro --arg prefix:=left_ -o arm.urdf",
     "Pass an argument to the xacro file."},
    {0},
};
static const cli_example model_dh_examples[] = {
    {"sinew model dh panda --convention modified", "Print a table and its residual."},
    {"sinew model dh arm.urdf --convention standard -o arm.dh.csv",
     "Write the table to a file as well."},
    {0},
};
static const cli_example model_draw_examples[] = {
    {"sinew model draw panda -o panda.svg --q '0 -0.8 0 -2.4 0 1.6 0.8'", "Draw three views."},
    {0},
};
static const cli_example model_rebase_examples[] = {
    {"sinew model rebase arm.urdf hand -o from_hand.xml", "Make the hand the root of the arm."},
    {0},
};
static const cli_example model_extract_examples[] = {
    {"sinew model extract humanoid.urdf torso left_hand -o arm.urdf", "Extract one arm."},
    {0},
};
static const cli_example model_fix_examples[] = {
    {"sinew model fix arm.urdf --set finger=0.02 -o arm.xml", "Fix a joint at a position."},
    {0},
};

static const cli_example model_repair_examples[] = {
    {"sinew model repair arm.urdf --inertia -o fixed.urdf",
     "Write the model with moments of inertia that bodies can have."},
    {0},
};

// --- list ---------------------------------------------------------------------------------------

typedef struct listing {
    snw_text *text;
    snw_json_writer *json; // NULL for a table
} listing;

static void add_model(const char *name, const char *path, void *context) {
    listing *l = context;
    if (l->json != NULL) {
        snw_json_new_line(l->json);
        snw_json_object(l->json, NULL);
        snw_json_string(l->json, "name", name);
        snw_json_string(l->json, "file", path);
        snw_json_end(l->json);
        snw_json_new_line(l->json);
        return;
    }
    snw_text_format(l->text, "| ");
    model_cell(l->text, name);
    model_cell(l->text, path);
    snw_text_format(l->text, "\n");
}

static void compose_list(snw_text *text, const void *context) {
    (void)context;
    listing l = {text, NULL};
    snw_robots_each(add_model, &l);
}

static void render_json_list(snw_text *text, const void *context) {
    (void)context;
    snw_json_writer json = snw_json_over(text);
    listing l = {text, &json};
    snw_json_array(&json, NULL);
    snw_robots_each(add_model, &l);
    cli_json_finish(&json);
}

static void count_model(const char *name, const char *path, void *context) {
    (void)name;
    (void)path;
    ++*(int *)context;
}

static snw_status run_model_list(const cli_values *values, cli_io *io, snw_why *why) {
    (void)values;
    int count = 0;
    snw_robots_each(count_model, &count);
    if (count == 0) {
        cli_note(io, "no models were found; SINEW_MODELS may name folders that contain some");
    }
    return io->json ? cli_print(io, render_json_list, NULL)
                    : model_print_page(io, compose_list, NULL, why);
}

// --- with the types of the program --------------------------------------------------------------

static snw_status run_model_check(const cli_values *values, cli_io *io, snw_why *why) {
    return model_with_types(model_check, values, io, why);
}

static snw_status run_model_show(const cli_values *values, cli_io *io, snw_why *why) {
    return model_with_types(model_show, values, io, why);
}

static snw_status run_model_convert(const cli_values *values, cli_io *io, snw_why *why) {
    return model_with_types(model_convert, values, io, why);
}

static snw_status run_model_diff(const cli_values *values, cli_io *io, snw_why *why) {
    return model_with_types(model_diff, values, io, why);
}

static snw_status run_model_merge(const cli_values *values, cli_io *io, snw_why *why) {
    return model_with_types(model_merge, values, io, why);
}

static snw_status run_model_dh(const cli_values *values, cli_io *io, snw_why *why) {
    return model_with_types(model_dh, values, io, why);
}

static snw_status run_model_draw(const cli_values *values, cli_io *io, snw_why *why) {
    return model_with_types(model_draw, values, io, why);
}

static snw_status run_model_rebase(const cli_values *values, cli_io *io, snw_why *why) {
    return model_with_types(model_rebase, values, io, why);
}

static snw_status run_model_extract(const cli_values *values, cli_io *io, snw_why *why) {
    return model_with_types(model_extract, values, io, why);
}

static snw_status run_model_repair(const cli_values *values, cli_io *io, snw_why *why) {
    return model_with_types(model_repair, values, io, why);
}

static snw_status run_model_fix(const cli_values *values, cli_io *io, snw_why *why) {
    return model_with_types(model_fix, values, io, why);
}

const cli_command model_list_command = {
    .name = "model list",
    .group = "Models",
    .summary = "List the models that can be given by name.",
    .description = "Models are searched in the folders of SINEW_MODELS, beside the program and in "
                   "the data folders of the user and the system, as NAME/NAME.xml, .urdf and so "
                   "on. --json writes an array of {name, file}.",
    .examples = model_list_examples,
    .run = run_model_list};

const cli_command model_check_command = {
    .name = "model check",
    .group = "Models",
    .summary = "Check a model and report all errors and warnings.",
    .description =
        "Each finding is a line with file, line, column, the reason and a fix. Checked "
        "are the file, the tree, impossible masses, units, sizes, names and missing "
        "files. Exit code 0 for a good model, 3 for one with errors.\n\n--json writes "
        "{ok, dof, links, diagnostics: [{severity, rule, file, line, message, fix}]}. "
        "Warnings of one kind are one line; -v lists them all.\n\n--recursive checks "
        "every .urdf and .xacro file of a folder, and ends with exit code 3 when one of "
        "them has errors. Files that hold macros only and files that need --arg are "
        "reported as such and are not errors; --json then writes {files: [{file, class, dof, "
        "links, errors, warnings, rule, message}], good, refused, macros, arguments}.",
    .arguments = model_check_arguments,
    .options = model_check_options,
    .examples = model_check_examples,
    .run = run_model_check};

const cli_command model_show_command = {
    .name = "model show",
    .group = "Models",
    .summary = "Show the tree of a model, its coordinates, limits, masses and frames.",
    .description = "--json writes {joints, links, dof, ...}: the names of the joints in the order "
                   "of q, of the links with their parents and masses, limits, axes and frames.",
    .arguments = model_file_arguments,
    .options = model_input_options,
    .examples = model_show_examples,
    .run = run_model_show};

const cli_command model_convert_command = {
    .name = "model convert",
    .group = "Models",
    .summary = "Convert a model to another format.",
    .description =
        "The file names decide the formats: .urdf, .xml or .json for sinew's own, .dh.csv or "
        ".dh.xml for Denavit-Hartenberg tables, any of them with .gz. The output is written "
        "completely or not at all, never over its input or a source, and over another model only "
        "with --force. What the format cannot express is refused by name.",
    .arguments = model_convert_arguments,
    .options = model_edit_options,
    .examples = model_convert_examples,
    .run = run_model_convert};

const cli_command model_diff_command = {
    .name = "model diff",
    .group = "Models",
    .summary = "Compare two models: poses, masses, limits, names.",
    .description = "Frames and joints are matched by their names; the poses are compared over "
                   "random configurations, in m and rad. Exit code 0 if they are equal within the "
                   "tolerance, 1 if they differ.\n\n--json writes {equal, position, rotation, "
                   "mass, inertia, frames, only_in_a, only_in_b, limits}.",
    .arguments = model_diff_arguments,
    .options = model_diff_options,
    .examples = model_diff_examples,
    .run = run_model_diff};

const cli_command model_merge_command = {
    .name = "model merge",
    .group = "Models",
    .summary = "Mount one model on a link of another.",
    .description = "Names that occur in both models are refused; give the second model a prefix.",
    .arguments = model_merge_arguments,
    .options = model_merge_options,
    .examples = model_merge_examples,
    .run = run_model_merge};

const cli_command model_dh_command = {
    .name = "model dh",
    .group = "Models",
    .summary = "Find the Denavit-Hartenberg table of a chain, and how well it fits.",
    .description = "The convention must be named. The residual is the largest difference of the "
                   "tip's pose over random configurations. Chains with joints that neither rotate "
                   "nor slide have no table and are refused.",
    .arguments = model_file_arguments,
    .options = model_dh_options,
    .examples = model_dh_examples,
    .run = run_model_dh};

const cli_command model_draw_command = {
    .name = "model draw",
    .group = "Models",
    .summary = "Draw a model as a picture of three views.",
    .description = "Draws front, side and top views to one scale in one SVG file.",
    .arguments = model_draw_arguments,
    .options = model_draw_options,
    .examples = model_draw_examples,
    .run = run_model_draw};

const cli_command model_rebase_command = {
    .name = "model rebase",
    .group = "Models",
    .summary = "Make another link the root of a model.",
    .description = "The joints between the roots are reversed and keep names and coordinates; all "
                   "frames keep their places relative to each other.",
    .arguments = model_rebase_arguments,
    .options = model_edit_options,
    .examples = model_rebase_examples,
    .run = run_model_rebase};

const cli_command model_extract_command = {
    .name = "model extract",
    .group = "Models",
    .summary = "Extract the chain between two links of a model.",
    .description = "What refers to joints outside the chain is dropped with a warning.",
    .arguments = model_extract_arguments,
    .options = model_edit_options,
    .examples = model_extract_examples,
    .run = run_model_extract};

const cli_command model_fix_command = {
    .name = "model fix",
    .group = "Models",
    .summary = "Turn joints into fixed joints.",
    .description =
        "The joints become fixed at the given positions, with the joints that follow them.",
    .arguments = model_file_arguments,
    .options = model_fix_options,
    .examples = model_fix_examples,
    .run = run_model_fix};

const cli_command model_repair_command = {
    .name = "model repair",
    .group = "Models",
    .summary = "Write a model with what is wrong in it replaced by the nearest right values.",
    .description = "--inertia: moments of inertia that no rigid body can have are replaced by the "
                   "nearest ones; mass and centre of mass stay. Every link that is changed is "
                   "reported with its old and new moments.",
    .arguments = model_file_arguments,
    .options = model_repair_options,
    .examples = model_repair_examples,
    .run = run_model_repair};
