// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_CLI_SAMPLE_H
#define SINEW_TESTS_CLI_SAMPLE_H

/// @file
/// A program with every kind of parameter, for the tests and the fuzzer of the command line.
///
/// Its commands print all their values, one "name=value" per line, through the public queries.

#include <math.h>

#include "cli.h"

static void sample_add(snw_text *text, const cli_values *values, const cli_parameter *parameter) {
    const char *name = parameter->name;
    int count = 0;
    snw_text_format(text, "%s%s=", name, cli_given(values, name) ? "" : "(not given)");
    if (parameter->kind == CLI_FLAG) {
        snw_text_format(text, "%d", cli_flag(values, name));
    } else if (parameter->kind == CLI_INT) {
        snw_text_format(text, "%lld", (long long)cli_int(values, name));
    } else if (parameter->kind == CLI_REAL || parameter->kind == CLI_REALS) {
        const double *reals = cli_reals(values, name, &count);
        for (int i = 0; i < count; i++) {
            if (i > 0) snw_text_format(text, ",");
            snw_text_real(text, reals[i]);
        }
        if (count == 0) snw_text_format(text, isnan(cli_real(values, name)) ? "none" : "?");
    } else {
        const char *const *texts = cli_texts(values, name, &count);
        for (int i = 0; i < count; i++) {
            snw_text_format(text, "%s%s", i > 0 ? "," : "", texts[i]);
        }
        if (count == 0) snw_text_format(text, cli_text(values, name) ? "?" : "none");
    }
    snw_text_format(text, "\n");
}

static void sample_render(snw_text *text, const void *context) {
    const cli_values *values = context;
    snw_text_format(text, "[%s]\n", values->command->name);
    const cli_parameter *options = values->command->options;
    for (; options && options->name; options++) {
        sample_add(text, values, options);
    }
    const cli_parameter *arguments = values->command->arguments;
    for (; arguments && arguments->name; arguments++) {
        sample_add(text, values, arguments);
    }
}

static snw_status sample_run(const cli_values *values, cli_io *io, snw_why *why) {
    (void)why;
    return cli_print(io, sample_render, values);
}

static snw_status sample_version(const cli_values *values, cli_io *io, snw_why *why) {
    (void)values;
    (void)why;
    (void)fprintf(io->out, "sample 9\n");
    return SNW_OK;
}

// the options of the Actin guide, chapter 23, Program_Options; help is among the global ones
static const cli_parameter guide_options[] = {
    {.name = "in-file", .letter = 'i', .kind = CLI_TEXT, .sentence = "Name of the input file"},
    {.name = "out-file",
     .letter = 'o',
     .kind = CLI_TEXT,
     .standard = "default.out",
     .sentence = "Name of the output file"},
    {.name = "start-int",
     .letter = 's',
     .kind = CLI_INT,
     .standard = "5",
     .low = 0,
     .high = 4294967295.0,
     .sentence = "The starting integer"},
    {.name = "real-value", .letter = 'f', .kind = CLI_REAL, .sentence = "The real value"},
    {0},
};
static const cli_parameter guide_arguments[] = {
    {.name = "in-file", .kind = CLI_TEXT, .sentence = "Another way to give --in-file."},
    {0},
};
static const cli_command guide_commands[] = {
    {.name = "",
     .summary = "The sample of the guide.",
     .arguments = guide_arguments,
     .options = guide_options,
     .run = sample_run},
    {0},
};
static const cli_command *const guide_commands_list[] = {&guide_commands[0], NULL};

/// A program that is one command.
static const cli_program guide_program = {
    .name = "thisProgram",
    .summary = "the sample of the guide.",
    .manual = "there is none.",
    .commands = guide_commands_list,
    .show_version = sample_version,
};

static const char *const sample_shapes[] = {"ball", "box", "cone", NULL};
static const cli_parameter sample_draw_options[] = {
    {.name = "shape",
     .letter = 's',
     .kind = CLI_CHOICE,
     .need = CLI_REQUIRED,
     .choices = sample_shapes,
     .sentence = "What to draw."},
    {.name = "at",
     .kind = CLI_REALS,
     .standard = "0,0,0",
     .least = 3,
     .most = 3,
     .low = -10,
     .high = 10,
     .unit = "m",
     .sentence = "Where its centre is."},
    {.name = "turn",
     .letter = 't',
     .kind = CLI_REAL,
     .low = 0,
     .high = HUGE_VAL,
     .unit = "rad",
     .sentence = "How far it is turned."},
    {.name = "copies",
     .letter = 'n',
     .kind = CLI_INT,
     .low = 1,
     .high = 9,
     .sentence = "How many."},
    {.name = "fill", .letter = 'f', .sentence = "Fill it."},
    {.name = "grid", .letter = 'g', .sentence = "Draw a grid, too."},
    {.name = "set",
     .kind = CLI_TEXT,
     .need = CLI_REPEATED,
     .sentence = "A setting of the pen; may be repeated."},
    {.name = "colour",
     .kind = CLI_REALS,
     .least = 1,
     .most = 4,
     .sentence = "Grey, or three parts."},
    {.name = "path", .kind = CLI_REALS, .sentence = "Any number of numbers."},
    {0},
};
static const cli_parameter sample_draw_arguments[] = {
    {.name = "picture", .kind = CLI_FILE, .need = CLI_REQUIRED, .sentence = "The file."},
    {.name = "layer", .kind = CLI_INT, .sentence = "Where in the file."},
    {0},
};
static const cli_parameter sample_sum_arguments[] = {
    {.name = "mode", .kind = CLI_TEXT, .need = CLI_REQUIRED, .sentence = "How."},
    {.name = "numbers", .kind = CLI_REAL, .need = CLI_SOME, .sentence = "What is summed."},
    {0},
};
static const cli_example sample_examples[] = {{"sample shape draw a.png", "Draws."}, {0}};

static const cli_command sample_commands[] = {
    {.name = "sum",
     .group = "First",
     .summary = "Numbers as arguments.",
     .arguments = sample_sum_arguments,
     .run = sample_run},
    {.name = "shape draw",
     .group = "Second",
     .summary = "Every kind of option.",
     .description = "One paragraph that is long enough to be broken into several lines when it is "
                    "laid out for a page.\n\nAnother one.",
     .arguments = sample_draw_arguments,
     .options = sample_draw_options,
     .examples = sample_examples,
     .run = sample_run},
    {.name = "shape list", .group = "Second", .summary = "No options.", .run = sample_run},
    {0},
};
static const cli_command *const sample_commands_list[] = {&sample_commands[0], &sample_commands[1],
                                                          &sample_commands[2], NULL};

/// A program of many commands.
static const cli_program sample_program = {
    .name = "sample",
    .summary = "a program to test with.",
    .manual = "there is none.",
    .commands = sample_commands_list,
    .show_version = sample_version,
};

#endif // SINEW_TESTS_CLI_SAMPLE_H
