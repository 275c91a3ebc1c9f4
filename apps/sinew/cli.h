// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_APPS_CLI_H
#define SINEW_APPS_CLI_H

/// @file
/// The machinery of a command line program: one const table describes every command, and from it
/// follow parsing, help at every level, bash completion and the machine-readable reference.
///
/// A command is a name, a function and two lists of parameters. Its function asks for values by
/// the names of the table:
///
///     static snw_status run_turn(const cli_values *values, cli_io *io, snw_why *why) {
///         const double angle = cli_real(values, "angle");
///         ...
///     }
///
/// Grammar: `program [noun] verb` with arguments and options in any order; `--name value`,
/// `--name=value`, `-n value`, `-nvalue`, bundled flags `-qv`; `--` ends the options. A word that
/// starts with a dash and a digit is a number, never an option; `-` alone is an argument and means
/// stdin. A value that starts with a dash and is no number is written `--name=-value`, so that a
/// forgotten value never swallows the next option. Values are checked against the table before a
/// command runs: NaN, infinity and numbers outside the range never arrive.

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "sinew/base.h"
#include "sinew/os/file.h"

#ifdef __cplusplus
extern "C" {
#endif

// --- the table ----------------------------------------------------------------------------------

/// What a value may be.
typedef enum cli_kind {
    CLI_FLAG,   ///< an option without a value
    CLI_TEXT,   ///< any text
    CLI_FILE,   ///< a path, not empty; `-` is stdin
    CLI_INT,    ///< a whole number
    CLI_REAL,   ///< a finite number
    CLI_REALS,  ///< finite numbers separated by commas or blanks, "0.1,0,-2"
    CLI_CHOICE, ///< one of the listed words
    CLI_COMMAND ///< words that name a command; arguments only
} cli_kind;

/// How often a parameter stands on the command line.
typedef enum cli_need {
    CLI_OPTIONAL, ///< at most once
    CLI_REQUIRED, ///< once
    CLI_REPEATED, ///< any number of times
    CLI_SOME      ///< at least once
} cli_need;

/// An option or an argument. An argument with the name of an option is another way to give that
/// option: `--in-file x` or just `x`.
typedef struct cli_parameter {
    const char *name; ///< "start-int": the long name of an option; NULL ends a list
    char letter;      ///< the short name of an option, a letter; 0 for none
    cli_kind kind;
    cli_need need;
    const char *standard;       ///< the value when it is not given, as it would be typed, or NULL
    const char *const *choices; ///< ended by NULL; for CLI_CHOICE
    double low, high; ///< allowed numbers, both included; HUGE_VAL is open; two zeros: all
    int least, most;  ///< how many numbers CLI_REALS holds; two zeros allow all
    const char *unit; ///< "rad"; NULL for none
    /// Adds " word" for each that completion offers, besides which others may be given; may be
    /// NULL.
    void (*offer)(snw_text *text);
    /// Adds "'WORD') words='...' ;;" for each word of this argument after which others are offered,
    /// if it repeats; may be NULL.
    void (*offer_after)(snw_text *text);
    const char *sentence; ///< what it is
} cli_parameter;

/// A line to try, and what it does.
typedef struct cli_example {
    const char *line, *sentence;
} cli_example;

typedef struct cli_values cli_values;
typedef struct cli_io cli_io;

/// Does the work of a command. Data goes to io->out. On failure it returns the status and fills
/// `why`, which the caller prints; a command whose output is already the answer "no" returns
/// SNW_ERR_CHECK and sets io->answered instead.
typedef snw_status cli_command_fn(const cli_values *values, cli_io *io, snw_why *why);

typedef struct cli_command {
    const char *name;               ///< "doctor", "noun verb"; "" when the program is one command
    const char *group;              ///< heading under which the program's help lists it
    const char *summary;            ///< one sentence
    const char *description;        ///< what a user must know; paragraphs end in a newline
    const cli_parameter *arguments; ///< in order, ended by {0}; NULL for none
    const cli_parameter *options;   ///< ended by {0}; NULL for none
    const cli_example *examples;    ///< ended by {0}; NULL for none
    cli_command_fn *run;
} cli_command;

typedef struct cli_program {
    const char *name;                   ///< what is typed
    const char *summary;                ///< one sentence
    const cli_example *start;           ///< the lines to begin with, ended by {0}
    const char *manual;                 ///< where to read on
    const cli_command *const *commands; ///< ended by NULL; groups and nouns stand together
    cli_command_fn *show_version;       ///< what --version runs
} cli_program;

/// The options that every command has, ended by {0}: help, version, json, quiet, verbose.
extern const cli_parameter cli_global_options[];

// --- parsing ------------------------------------------------------------------------------------

/// What was given for one parameter. Private.
typedef struct cli_slot {
    const cli_parameter *parameter;
    int times;          // on the command line
    int count;          // words, the standard value included
    const char **words; // [count] as typed
    int real_count;
    double *reals; // [real_count] all numbers of CLI_REAL and CLI_REALS
    int64_t integer;
} cli_slot;

/// A parsed command line. Texts point into argv and into the table.
struct cli_values {
    // read-only
    const cli_program *program;
    const cli_command *command; ///< NULL when none is named
    const char *noun;           ///< the first word of a command whose second is missing, or NULL
    bool help, version, json, quiet;
    int verbose; ///< how often -v stands there
    // private
    cli_slot *slots;
    int slot_count;
    snw_setup *memory;
};

/// Parses a command line. Fails with SNW_ERR_USAGE and a sentence in `why`; `values` is valid even
/// then (its flags say how to report) and is given back by cli_values_close(). With --help or
/// --version the rest of the line is not judged, only the command must exist.
SNW_NODISCARD snw_status cli_parse(const cli_program *program, int argc, char *const *argv,
                                   cli_values *values, snw_why *why);

/// Frees what cli_parse() took.
void cli_values_close(cli_values *values);

// Values by name. The name must be in the table of the command.

/// True when it stands on the command line; a standard value does not count.
bool cli_given(const cli_values *values, const char *name);

/// True when the flag is set.
bool cli_flag(const cli_values *values, const char *name);

/// The text as typed, the first if there are several; the standard value; or NULL.
const char *cli_text(const cli_values *values, const char *name);

/// All texts of a repeated parameter; `*count` may be 0.
const char *const *cli_texts(const cli_values *values, const char *name, int *count);

/// The whole number, or its standard value, or 0.
int64_t cli_int(const cli_values *values, const char *name);

/// The number, or its standard value; NaN when there is neither.
double cli_real(const cli_values *values, const char *name);

/// All numbers of a list, or of a repeated number; `*count` may be 0.
const double *cli_reals(const cli_values *values, const char *name, int *count);

// --- input and output
// -------------------------------------------------------------------------------------

/// Where a command reads and writes. Data to `out`, words to `err`.
struct cli_io {
    // set by the program
    FILE *in, *out, *err;
    bool colour_out, colour_err; ///< that stream is a terminal that wants colour
    // set by cli_main() from the global options
    bool json, quiet;
    int verbose;
    // set by commands
    bool answered; ///< the output says all; no sentence is added to a failure
    bool reported; ///< the sentence of the failure stands among the findings already
    int lost;      ///< errno of the first write that failed; 0 for none
};

/// Parses, runs, reports and flushes. Returns the exit code of the program, by
/// snw_status_exit_code() of the status; output that could not be written is SNW_ERR_IO. A reader
/// that has gone is no failure: it had read what it wanted.
int cli_main(const cli_program *program, int argc, char *const *argv, cli_io *io);

/// Writes a text of one page to io->out: `render` is called to measure and again to fill.
/// SNW_ERR_MEMORY when there is no room for it; errors of the stream are noticed at the end.
typedef void cli_render_fn(snw_text *text, const void *context);
SNW_NODISCARD snw_status cli_print(cli_io *io, cli_render_fn *render, const void *context);

/// Reads the whole file of a CLI_FILE parameter, `-` from io->in, up to `limit` bytes. Give the
/// content to snw_file_free(). Fails as snw_file_read() does.
SNW_NODISCARD snw_status cli_read_file(const cli_io *io, const char *path, size_t limit,
                                       snw_file_content *content, snw_why *why);

/// A line of words to io->err, unless --quiet.
SNW_PRINTF(2, 3) void cli_note(cli_io *io, const char *format, ...);

/// Closes the outermost object or array of an answer and ends its line.
void cli_json_finish(snw_json_writer *json);

/// Reports a failure: its sentence on one line of io->err and, with --json, {"error":{...}} on one
/// line of io->out. Control characters and broken UTF-8 in the sentence are shown as \n, \x1b.
void cli_report(cli_io *io, const char *program, const snw_why *why);

// --- pages that follow from the table -----------------------------------------------------------

/// What a page is about: all (both NULL), the commands of a noun, or one command.
typedef struct cli_topic {
    const cli_program *program;
    const char *noun;
    const cli_command *command;
} cli_topic;

/// Finds the topic named by words, for `help`. SNW_ERR_USAGE with a proposal in `why`.
SNW_NODISCARD snw_status cli_find_topic(const cli_values *values, const char *const *words,
                                        int count, cli_topic *topic, snw_why *why);

// All of type cli_render_fn; the context is a cli_topic.
void cli_render_help(snw_text *text, const void *context);
void cli_render_json(snw_text *text, const void *context);
void cli_render_bash(snw_text *text, const void *context);

#ifdef __cplusplus
}
#endif

#endif // SINEW_APPS_CLI_H
