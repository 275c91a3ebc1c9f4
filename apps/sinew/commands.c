// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "commands.h"

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
    if (!io->json) {
        snw_text_format(text, "sinew %s (%s, %s)\n", snw_version(), snw_variant(), SNW_COMPILER);
        return;
    }
    snw_json_writer json = snw_json_over(text);
    snw_json_object(&json, NULL);
    snw_json_string(&json, "name", "sinew");
    snw_json_string(&json, "version", snw_version());
    snw_json_string(&json, "variant", snw_variant());
    snw_json_string(&json, "compiler", SNW_COMPILER);
    cli_json_finish(&json);
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

static const cli_parameter help_arguments[] = {
    {.name = "command",
     .kind = CLI_COMMAND,
     .need = CLI_REPEATED,
     .sentence = "Command in one word or two; all commands if omitted."},
    {0},
};
static const cli_example help_examples[] = {
    {"sinew help doctor", "Same as 'sinew doctor --help'."},
    {"sinew help --json", "Print the table of all commands, for the manual and for tools."},
    {0},
};

static const cli_example version_examples[] = {
    {"sinew version --json", "Print version, variant and compiler as an object."},
    {0},
};

static const cli_example completion_examples[] = {
    {"source <(sinew completion bash)", "Enable completion in this shell only."},
    {0},
};

static const cli_example start[] = {
    {"sinew doctor", "Check whether this machine can run a control loop, and what is missing."},
    {"sinew help COMMAND", "Explain a command, its options and examples."},
    {"sinew run puma560 --virtual --for 10", "Run an arm in virtual time for 10 s."},
    {0},
};

static const cli_command help_command = {
    .name = "help",
    .group = "Help",
    .summary = "Explain a command, or list them all.",
    .description = "'sinew COMMAND --help' prints the same. With --json it writes the table from "
                   "which this help, the parser and the completion are made.",
    .arguments = help_arguments,
    .examples = help_examples,
    .run = run_help};

static const cli_command version_command = {
    .name = "version",
    .group = "Help",
    .summary = "Print the version, the variant and the compiler of this program.",
    .description = "The variant is release, or debug when contracts are checked at run time.",
    .examples = version_examples,
    .run = run_version};

static const cli_command completion_command = {
    .name = "completion bash",
    .group = "Help",
    .summary = "Write the completion script for bash.",
    .description = "The script is installed with sinew. It completes commands, options, choices "
                   "and files, and starts no program to do so.",
    .examples = completion_examples,
    .run = run_completion};

// Each command is defined in the file of its function. A new one is a file of its own and its name
// in these two lists, the second in the order of the help; groups and nouns stand together.
extern const cli_command doctor_command, fk_command, ik_command, jacobian_command, distance_command,
    ray_command, dynamics_command, simulate_command, gen_command, model_list_command,
    model_check_command, model_show_command, model_convert_command, model_diff_command,
    model_merge_command, model_expand_command, model_dh_command, model_draw_command,
    model_rebase_command, model_extract_command, model_fix_command, model_repair_command,
    model_workspace_command, model_pairs_command, model_balls_command, mesh_show_command,
    mesh_convert_command, run_command, cell_list_command, cell_check_command, cell_show_command,
    get_command, set_command, list_command, ask_command, top_command, events_command,
    tune_save_command, tune_load_command, replay_command, rt_check_command, path_check_command,
    path_plot_command, path_convert_command, book_list_command, book_show_command,
    book_copy_command, book_rename_command, book_delete_command, plot_command, record_show_command,
    record_export_command, record_logs_command, record_recover_command, token_add_command,
    token_list_command, token_revoke_command, audit_verify_command, describe_list_command,
    describe_show_command, describe_xsd_command, describe_manual_command, describe_test_command,
    describe_check_command, describe_convert_command;

static const cli_command *const commands[] = {
    &doctor_command,
    &fk_command,
    &ik_command,
    &jacobian_command,
    &distance_command,
    &ray_command,
    &dynamics_command,
    &simulate_command,
    &gen_command,
    &model_list_command,
    &model_check_command,
    &model_show_command,
    &model_convert_command,
    &model_diff_command,
    &model_merge_command,
    &model_expand_command,
    &model_dh_command,
    &model_draw_command,
    &model_rebase_command,
    &model_extract_command,
    &model_fix_command,
    &model_repair_command,
    &model_workspace_command,
    &model_pairs_command,
    &model_balls_command,
    &mesh_show_command,
    &mesh_convert_command,
    &run_command,
    &cell_list_command,
    &cell_check_command,
    &cell_show_command,
    &get_command,
    &set_command,
    &list_command,
    &ask_command,
    &top_command,
    &events_command,
    &tune_save_command,
    &tune_load_command,
    &replay_command,
    &rt_check_command,
    &path_check_command,
    &path_plot_command,
    &path_convert_command,
    &book_list_command,
    &book_show_command,
    &book_copy_command,
    &book_rename_command,
    &book_delete_command,
    &plot_command,
    &record_show_command,
    &record_export_command,
    &record_logs_command,
    &record_recover_command,
    &token_add_command,
    &token_list_command,
    &token_revoke_command,
    &audit_verify_command,
    &describe_list_command,
    &describe_show_command,
    &describe_xsd_command,
    &describe_manual_command,
    &describe_test_command,
    &describe_check_command,
    &describe_convert_command,
    &help_command,
    &version_command,
    &completion_command,
    NULL,
};

const cli_program sinew_program = {
    .name = "sinew",
    .summary = "a platform for robot manipulators, from the model to the drive.",
    .start = start,
    .manual = "the pages in docs/ of the source tree; docs/command-line.md is about this program.",
    .commands = commands,
    .show_version = run_version,
};
