// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "cli.h"

#include <stdlib.h>

#include "model_input.h"
#include "progress.h"
#include "sinew/station/replay.h"

static const char replay_description[] =
    "The cell is built again from its description in the recording; readings of the drives, "
    "requests, messages, changes of parameters and lateness come from the recording too. Files "
    "that the cell names, robots and meshes, are read where they are. Every signal of every tick "
    "is compared with the recorded one. With --bit-exact the first signal that differs in any bit "
    "ends the replay, with its name and tick and exit code 1; so does a damaged recording. Signals "
    "of drives and times are left out; commands that start and stop components are not "
    "repeated.\n\nA recording of an older version may hold other bits than this program computes. "
    "If it does, --bit-exact refuses it with both versions; without it the largest difference is "
    "reported.\n\n--json writes {equal, ticks, compared, version, tick, signal, largest}; compared "
    "counts numbers, version is that of the recording.";
static const cli_parameter replay_arguments[] = {
    {.name = "file",
     .kind = CLI_FILE,
     .need = CLI_REQUIRED,
     .sentence = "Recording of all signals at every tick, made by 'sinew run', .mcap."},
    {0},
};
static const cli_parameter replay_options[] = {
    {.name = "bit-exact",
     .sentence = "Require every bit to be equal; otherwise report the largest difference."},
    MODEL_INPUT_OPTIONS,
    {0},
};
static const cli_example replay_examples[] = {
    {"sinew replay run.mcap --bit-exact", "Exit with 0 if every signal is the same."}, {0}};

static void json_result(snw_text *text, const void *context) {
    const snw_replay_result *r = context;
    snw_json_writer json = snw_json_over(text);
    snw_json_object(&json, NULL);
    snw_json_bool(&json, "equal", !r->different);
    snw_json_int(&json, "ticks", r->ticks);
    snw_json_int(&json, "compared", r->compared);
    snw_json_int(&json, "version", r->version);
    if (r->different) {
        snw_json_int(&json, "tick", r->tick);
        snw_json_string(&json, "signal", r->signal);
        snw_json_real(&json, "largest", r->largest);
    }
    cli_json_finish(&json);
}

static snw_status tell_result(const snw_replay_result *r, bool exact, cli_io *io, snw_why *why) {
    if (r->damages > 0) {
        return snw_refuse_rule(why, SNW_ERR_CHECK, "replay", r->damage, "the recording is damaged",
                               "'sinew record recover' saves what is intact");
    }
    if (io->json) SNW_IGNORE(cli_print(io, json_result, r));
    if (!r->different) {
        cli_note(io, "%lld ticks, equal in every bit", (long long)r->ticks);
        return SNW_OK;
    }
    snw_why_set(why, SNW_ERR_CHECK, r->signal, "the first signal that differs from the recording");
    snw_why_rule(why, "replay");
    snw_why_add(why, "tick", (double)r->tick, "");
    snw_why_add(why, "difference", r->largest, "");
    io->answered = io->json;
    return exact ? SNW_ERR_CHECK : SNW_OK;
}

static void show_progress(void *context, int64_t ticks) {
    progress_tell(context, ticks, -1);
}

static snw_status replay(const snw_registry *registry, const cli_values *values, cli_io *io,
                         snw_why *why) {
    const bool exact = cli_flag(values, "bit-exact");
    snw_replay_result result;
    snw_diags diags;
    void *memory = NULL;
    snw_setup *setup = snw_setup_create(SNW_DOCUMENT_MEMORY);
    snw_load_options load = {.registry = registry};
    progress bar = progress_begin(io, "ticks", false);
    const snw_replay_options options = {
        .load = &load, .first_only = exact, .progress = show_progress, .context = &bar};
    snw_status status = model_diags(&diags, &memory, why);
    if (!snw_failed(status)) status = model_load_options(values, setup, &load, why);
    load.places.anywhere = load.environment = true;
    if (!snw_failed(status)) {
        status = snw_replay(cli_text(values, "file"), &options, &result, &diags, why);
        progress_end(&bar);
        model_tell(&diags, io, snw_failed(status) ? why : NULL);
    }
    if (!snw_failed(status)) status = tell_result(&result, exact, io, why);
    snw_setup_destroy(setup);
    free(memory);
    return status;
}

static snw_status run_replay(const cli_values *values, cli_io *io, snw_why *why) {
    return model_with_types(replay, values, io, why);
}

const cli_command replay_command = {.name = "replay",
                                    .group = "Cells",
                                    .summary = "Replay a recording and compare every signal.",
                                    .description = replay_description,
                                    .arguments = replay_arguments,
                                    .options = replay_options,
                                    .examples = replay_examples,
                                    .run = run_replay};
