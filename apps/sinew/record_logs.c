// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/station/logs.h"

#include "model_input.h"
#include "record_command.h"

static const char logs_description[] =
    "Times are seconds of the loop. log1.dat has each command that the loop accepted (MSG, values "
    "with four decimals), log2.dat the actual poses of the tool (POS: x y z qx qy qz qw), log3.dat "
    "its target poses (SP), log4.dat warnings and errors (OUT), log5.dat the joints (Jnt) and "
    "log6.dat the drive commands (Drv), with six decimals. Poses and joints are written at --rate. "
    "The recording must have the signals NAME/sensed/q, NAME/target/q and NAME/command/q of the "
    "arm, as a recording of all signals does.\n\n--json writes {folder, lines: [one number for "
    "each file]}.";
static const cli_parameter logs_options[] = {
    {.name = "out",
     .letter = 'o',
     .kind = CLI_FILE,
     .need = CLI_REQUIRED,
     .sentence = "Folder for the six files; created if missing."},
    {.name = "rate",
     .kind = CLI_REAL,
     .unit = "Hz",
     .standard = "8",
     .sentence = "Lines of poses and joints per second."},
    {.name = "member",
     .letter = 'm',
     .kind = CLI_TEXT,
     .sentence = "Arm of the recording; required if there are several."},
    {.name = "frame",
     .letter = 'f',
     .kind = CLI_TEXT,
     .standard = "",
     .sentence = "Link or attachment of the arm; its last link if omitted."},
    {.name = "force", .sentence = "Replace existing files."},
    MODEL_INPUT_OPTIONS,
    {0}};
static const cli_example logs_examples[] = {
    {"sinew record logs run.mcap -o logs --frame tool", "Write logs/log1.dat to logs/log6.dat."},
    {0}};

typedef struct written_logs {
    const char *folder;
    int64_t lines[SNW_LOGS];
} written_logs;

static void render_lines(snw_text *text, const void *context) {
    const written_logs *logs = context;
    snw_json_writer json = snw_json_over(text);
    snw_json_object(&json, NULL);
    snw_json_string(&json, "folder", logs->folder);
    snw_json_array(&json, "lines");
    for (int i = 0; i < SNW_LOGS; i++)
        snw_json_int(&json, NULL, logs->lines[i]);
    snw_json_end(&json);
    cli_json_finish(&json);
}

static snw_status write_logs(const snw_registry *registry, const cli_values *values, cli_io *io,
                             snw_why *why) {
    written_logs logs = {.folder = cli_text(values, "out")};
    record_damage damage = {.io = io};
    snw_load_options load = {.registry = registry};
    const snw_logs_options options = {.load = &load,
                                      .arm = cli_text(values, "member"),
                                      .frame = cli_text(values, "frame"),
                                      .rate = cli_real(values, "rate"),
                                      .replace = cli_flag(values, "force"),
                                      .tell = record_tell_damage,
                                      .context = &damage};
    snw_setup *setup = snw_setup_create(SNW_DOCUMENT_MEMORY);
    snw_status status = model_load_options(values, setup, &load, why);
    load.places.anywhere = load.environment = true;
    if (!snw_failed(status)) {
        status = snw_logs_write(cli_text(values, "file"), logs.folder, &options, logs.lines, why);
    }
    snw_setup_destroy(setup);
    record_tell_rest(&damage);
    if (snw_failed(status)) return status;
    if (io->json) return cli_print(io, render_lines, &logs);
    cli_note(io, "%s: %lld commands, %lld warnings and errors, %lld lines of poses and joints",
             logs.folder, (long long)logs.lines[SNW_LOG_COMMANDS],
             (long long)logs.lines[SNW_LOG_PROBLEMS], (long long)logs.lines[SNW_LOG_POSES]);
    return SNW_OK;
}

static snw_status run_record_logs(const cli_values *values, cli_io *io, snw_why *why) {
    return model_with_types(write_logs, values, io, why);
}

const cli_command record_logs_command = {
    .name = "record logs",
    .group = "Recordings",
    .summary =
        "Write a recording as six log files: commands, poses, setpoints, errors, joints, drives.",
    .description = logs_description,
    .arguments = record_arguments,
    .options = logs_options,
    .examples = logs_examples,
    .run = run_record_logs};
