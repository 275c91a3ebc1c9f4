// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "model_command.h"

// --- arguments ----------------------------------------------------------------------------------

#define MODEL_SENTENCE "The model: a file, the name of one of 'sinew model list', or -."

const cli_parameter model_file_arguments[] = {MODEL_ARGUMENT("file", MODEL_SENTENCE), {0}};
const cli_parameter model_convert_arguments[] = {
    MODEL_ARGUMENT("in", MODEL_SENTENCE),
    MODEL_ARGUMENT("out", "The file to write; its name says the format."),
    {0},
};
const cli_parameter model_diff_arguments[] = {
    MODEL_ARGUMENT("a", MODEL_SENTENCE),
    MODEL_ARGUMENT("b", "The model to compare with."),
    {0},
};
const cli_parameter model_merge_arguments[] = {
    MODEL_ARGUMENT("a", "The model that carries."),
    MODEL_ARGUMENT("b", "The model that is mounted on it."),
    {0},
};
const cli_parameter model_rebase_arguments[] = {
    MODEL_ARGUMENT("file", MODEL_SENTENCE),
    {.name = "link", .kind = CLI_TEXT, .need = CLI_REQUIRED, .sentence = "The new root link."},
    {0},
};
const cli_parameter model_extract_arguments[] = {
    MODEL_ARGUMENT("file", MODEL_SENTENCE),
    {.name = "first", .kind = CLI_TEXT, .need = CLI_REQUIRED, .sentence = "The new root link."},
    {.name = "last", .kind = CLI_TEXT, .need = CLI_REQUIRED, .sentence = "The last link."},
    {0},
};

// --- options ------------------------------------------------------------------------------------

static const char *const conventions[] = {"standard", "modified", NULL};
static const char *const mounts[] = {"fixed", "revolute", "continuous", "prismatic", NULL};

#define FORCE_OPTION                                                                               \
    { .name = "force", .sentence = "Replace an existing file, never an input or a source." }
#define OUT_OPTION                                                                                 \
    {                                                                                              \
        .name = "out", .letter = 'o', .kind = CLI_FILE, .need = CLI_REQUIRED,                      \
        .sentence = "The file to write; its name says the format."                                 \
    }
#define WRITING_OPTIONS                                                                            \
    FORCE_OPTION,                                                                                  \
        {.name = "lossy", .sentence = "Leave out what a table cannot say, with a warning."}, {     \
        .name = "convention", .kind = CLI_CHOICE, .choices = conventions,                          \
        .sentence = "Of a Denavit-Hartenberg table that is written."                               \
    }

const cli_parameter model_input_options[] = {MODEL_INPUT_OPTIONS, {0}};
const cli_parameter model_output_options[] = {WRITING_OPTIONS, MODEL_INPUT_OPTIONS, {0}};
const cli_parameter model_edit_options[] = {OUT_OPTION, WRITING_OPTIONS, MODEL_INPUT_OPTIONS, {0}};
const cli_parameter model_fix_options[] = {
    {.name = "set",
     .kind = CLI_TEXT,
     .need = CLI_SOME,
     .sentence = "JOINT=VALUE: a joint, and where it is held [rad or m]; may be repeated."},
    OUT_OPTION,
    WRITING_OPTIONS,
    MODEL_INPUT_OPTIONS,
    {0},
};
const cli_parameter model_diff_options[] = {
    {.name = "samples",
     .letter = 'n',
     .kind = CLI_INT,
     .standard = "200",
     .low = 1,
     .high = 1e6,
     .sentence = "How many random configurations."},
    {.name = "seed",
     .kind = CLI_INT,
     .standard = "1",
     .low = 0,
     .high = 1e9,
     .sentence = "Of the random configurations."},
    {.name = "tolerance",
     .kind = CLI_REAL,
     .standard = "1e-9",
     .low = 0,
     .high = 1e9,
     .sentence = "Differences up to this are none, in m, rad, kg and their like."},
    {.name = "common", .sentence = "What only one of them has does not count."},
    MODEL_INPUT_OPTIONS,
    {0},
};
const cli_parameter model_merge_options[] = {
    {.name = "mount",
     .kind = CLI_TEXT,
     .need = CLI_REQUIRED,
     .sentence = "The link of A that B is mounted on."},
    {.name = "prefix", .kind = CLI_TEXT, .standard = "", .sentence = "Put before every name of B."},
    {.name = "joint",
     .kind = CLI_CHOICE,
     .choices = mounts,
     .standard = "fixed",
     .sentence = "What joins them."},
    {.name = "name",
     .kind = CLI_TEXT,
     .sentence = "Of the joint; PREFIXmount when it is left out."},
    {.name = "xyz",
     .kind = CLI_REALS,
     .standard = "0,0,0",
     .least = 3,
     .most = 3,
     .unit = "m",
     .sentence = "Where the root of B is, in the frame of the link."},
    {.name = "rpy",
     .kind = CLI_REALS,
     .standard = "0,0,0",
     .least = 3,
     .most = 3,
     .unit = "rad",
     .sentence = "How it is turned there, about the fixed axes x, y, z."},
    {.name = "axis",
     .kind = CLI_REALS,
     .standard = "0,0,1",
     .least = 3,
     .most = 3,
     .sentence = "Of a joint that moves."},
    OUT_OPTION,
    WRITING_OPTIONS,
    MODEL_INPUT_OPTIONS,
    {0},
};
const cli_parameter model_expand_options[] = {
    {.name = "out",
     .letter = 'o',
     .kind = CLI_FILE,
     .sentence = "The file to write; standard output when it is left out."},
    FORCE_OPTION,
    MODEL_INPUT_OPTIONS,
    {0},
};
const cli_parameter model_dh_options[] = {
    {.name = "convention",
     .kind = CLI_CHOICE,
     .need = CLI_REQUIRED,
     .choices = conventions,
     .sentence = "Of the table; there is no default."},
    {.name = "base", .kind = CLI_TEXT, .sentence = "The link that the chain begins with."},
    {.name = "tip",
     .kind = CLI_TEXT,
     .sentence = "The link or attachment that it ends with; needed when there are several."},
    {.name = "out", .letter = 'o', .kind = CLI_FILE, .sentence = "Write the table as CSV, too."},
    FORCE_OPTION,
    MODEL_INPUT_OPTIONS,
    {0},
};
const cli_parameter model_draw_options[] = {
    {.name = "out",
     .letter = 'o',
     .kind = CLI_FILE,
     .need = CLI_REQUIRED,
     .sentence = "The picture, .svg."},
    {.name = "q",
     .kind = CLI_REALS,
     .sentence = "The configuration; half way between the limits when it is left out."},
    {.name = "deg", .sentence = "Angles are given in degrees."},
    FORCE_OPTION,
    MODEL_INPUT_OPTIONS,
    {0},
};

// --- examples -----------------------------------------------------------------------------------

const cli_example model_list_examples[] = {
    {"sinew model list", "The models that have names, and their files."},
    {0},
};
const cli_example model_check_examples[] = {
    {"sinew model check arm.urdf", "Everything that is wrong or doubtful, with a way out."},
    {"sinew model check arm.urdf --package arm_description=../arm", "Where its meshes are."},
    {"sinew model check arm.xml --strict --json", "Warnings are errors; for a program."},
    {0},
};
const cli_example model_show_examples[] = {
    {"sinew model show panda", "Its tree, its coordinates, limits and masses."},
    {"sinew model show arm.urdf --json", "The same for a program."},
    {0},
};
const cli_example model_convert_examples[] = {
    {"sinew model convert arm.urdf arm.xml", "Another program's robot as our own."},
    {"sinew model convert arm.xml arm.xml.gz", "The same compressed."},
    {"sinew model convert arm.xml arm.dh.csv --convention modified --lossy", "Only the table."},
    {0},
};
const cli_example model_diff_examples[] = {
    {"sinew model diff arm.urdf arm.xml", "The same mechanism, or what differs."},
    {"sinew model diff old.urdf new.urdf --common --tolerance 1e-6", "What both have."},
    {0},
};
const cli_example model_merge_examples[] = {
    {"sinew model merge panda hand.urdf --mount j7_link -o both.xml", "A hand on an arm."},
    {"sinew model merge cart.xml ur5 --mount top --prefix a_ --xyz 0,0.3,0 -o b.xml",
     "An arm on a cart, its names with a prefix."},
    {0},
};
const cli_example model_expand_examples[] = {
    {"sinew model expand arm.urdf.xacro > arm.urdf", "The URDF that it stands for."},
    {"sinew model expand arm.xacro --arg prefix:=left_ -o arm.urdf", "With an argument."},
    {0},
};
const cli_example model_dh_examples[] = {
    {"sinew model dh panda --convention modified", "A table, and its residual."},
    {"sinew model dh arm.urdf --convention standard -o arm.dh.csv", "The table as a file, too."},
    {0},
};
const cli_example model_draw_examples[] = {
    {"sinew model draw panda -o panda.svg --q '0 -0.8 0 -2.4 0 1.6 0.8'", "Three views."},
    {0},
};
const cli_example model_rebase_examples[] = {
    {"sinew model rebase arm.urdf hand -o from_hand.xml", "The arm as its hand sees it."},
    {0},
};
const cli_example model_extract_examples[] = {
    {"sinew model extract humanoid.urdf torso left_hand -o arm.urdf", "One arm of it."},
    {0},
};
const cli_example model_fix_examples[] = {
    {"sinew model fix arm.urdf --set finger=0.02 -o arm.xml", "A joint held for good."},
    {0},
};

// --- list ---------------------------------------------------------------------------------------

typedef struct listing {
    snw_text *text;
    bool json;
    int count;
} listing;

static void add_model(const char *name, const char *path, void *context) {
    listing *l = context;
    if (l->json) {
        snw_text_format(l->text, "%s\n{\"name\":", l->count++ > 0 ? "," : "");
        snw_text_json_string(l->text, name);
        snw_text_format(l->text, ",\"file\":");
        snw_text_json_string(l->text, path);
        snw_text_format(l->text, "}");
        return;
    }
    l->count++;
    snw_text_format(l->text, "| ");
    model_cell(l->text, name);
    model_cell(l->text, path);
    snw_text_format(l->text, "\n");
}

static void compose_list(snw_text *text, const void *context) {
    (void)context;
    listing l = {text, false, 0};
    model_each_named(add_model, &l);
}

static void render_json_list(snw_text *text, const void *context) {
    (void)context;
    listing l = {text, true, 0};
    snw_text_format(text, "[");
    model_each_named(add_model, &l);
    snw_text_format(text, "%s]\n", l.count > 0 ? "\n" : "");
}

static void count_model(const char *name, const char *path, void *context) {
    (void)name;
    (void)path;
    ++*(int *)context;
}

snw_status run_model_list(const cli_values *values, cli_io *io, snw_why *why) {
    (void)values;
    int count = 0;
    model_each_named(count_model, &count);
    if (count == 0) {
        cli_note(io, "no models have names here; SINEW_MODELS may name folders that hold some");
    }
    return io->json ? cli_print(io, render_json_list, NULL)
                    : model_print_page(io, compose_list, NULL, why);
}

// --- with the types of the program --------------------------------------------------------------

snw_status run_model_check(const cli_values *values, cli_io *io, snw_why *why) {
    return model_with_types(model_check, values, io, why);
}

snw_status run_model_show(const cli_values *values, cli_io *io, snw_why *why) {
    return model_with_types(model_show, values, io, why);
}

snw_status run_model_convert(const cli_values *values, cli_io *io, snw_why *why) {
    return model_with_types(model_convert, values, io, why);
}

snw_status run_model_diff(const cli_values *values, cli_io *io, snw_why *why) {
    return model_with_types(model_diff, values, io, why);
}

snw_status run_model_merge(const cli_values *values, cli_io *io, snw_why *why) {
    return model_with_types(model_merge, values, io, why);
}

snw_status run_model_dh(const cli_values *values, cli_io *io, snw_why *why) {
    return model_with_types(model_dh, values, io, why);
}

snw_status run_model_draw(const cli_values *values, cli_io *io, snw_why *why) {
    return model_with_types(model_draw, values, io, why);
}

snw_status run_model_rebase(const cli_values *values, cli_io *io, snw_why *why) {
    return model_with_types(model_rebase, values, io, why);
}

snw_status run_model_extract(const cli_values *values, cli_io *io, snw_why *why) {
    return model_with_types(model_extract, values, io, why);
}

snw_status run_model_fix(const cli_values *values, cli_io *io, snw_why *why) {
    return model_with_types(model_fix, values, io, why);
}
