// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include "model_command.h"
#include "model_fold.h"

// one model and the words about it
typedef struct judged {
    const model_input *input;
    const char *word; // as the user named it
    bool ok;
    bool all; // findings of one kind are listed, not counted
} judged;

static const char *severity_name(snw_severity severity) {
    static const char *const names[] = {"info", "warning", "error"};
    return names[severity];
}

static void add_json_finding(snw_json_writer *json, const snw_why *why) {
    char message[1024];
    model_message(why, message, sizeof message);
    snw_json_object(json, NULL);
    snw_json_string(json, "severity", severity_name(why->severity));
    snw_json_string(json, "rule", why->rule);
    snw_json_string(json, "file", why->file);
    snw_json_int(json, "line", why->line);
    snw_json_string(json, "message", message);
    snw_json_string(json, "fix", why->fix);
    snw_json_end(json);
}

static int dof_of(const model_input *input) {
    return snw_failed(input->status) ? 0 : input->model.nv;
}

static int links_of(const model_input *input) {
    return input->robot != NULL ? input->robot->link_count : 0;
}

static void render_json(snw_text *text, const void *context) {
    const judged *j = context;
    const snw_diags *diags = &j->input->diags;
    snw_json_writer json = snw_json_over(text);
    snw_json_object(&json, NULL);
    snw_json_bool(&json, "ok", j->ok);
    snw_json_int(&json, "dof", dof_of(j->input));
    snw_json_int(&json, "links", links_of(j->input));
    snw_json_array(&json, "diagnostics");
    for (int i = 0; i < diags->count; i++) {
        snw_json_new_line(&json);
        add_json_finding(&json, &diags->items[i]);
        snw_json_new_line(&json);
    }
    snw_json_end(&json);
    snw_json_int(&json, "errors", diags->errors);
    snw_json_int(&json, "warnings", diags->warnings);
    cli_json_finish(&json);
}

static const char *plural(int count) {
    return count == 1 ? "" : "s";
}

static void add_finding(const snw_why *why, int more, void *context) {
    char sentence[2048];
    model_fold_sentence(why, more, sentence, sizeof sentence);
    snw_text_visible(context, sentence);
    snw_text_format(context, "\n");
}

static void render_findings(snw_text *text, const void *context) {
    const judged *j = context;
    const snw_diags *diags = &j->input->diags;
    model_fold(diags, j->all, add_finding, text);
    if (diags->dropped > 0) snw_text_format(text, "and %d more\n", diags->dropped);
    snw_text_visible(text, j->word);
    if (j->ok) {
        const snw_model *model = &j->input->model;
        snw_text_format(text, ": a good model, %d degree%s of freedom, %d link%s, ", model->nv,
                        plural(model->nv), model->link_count, plural(model->link_count));
    } else {
        snw_text_format(text, ": %d error%s, ", diags->errors, plural(diags->errors));
    }
    snw_text_format(text, "%d warning%s\n", diags->warnings, plural(diags->warnings));
}

snw_status model_check(const snw_registry *registry, const cli_values *values, cli_io *io,
                       snw_why *why) {
    const char *word = cli_text(values, "file");
    if (cli_flag(values, "recursive") || cli_given(values, "csv")) {
        return model_check_folder(registry, values, io, why);
    }
    if (snw_file_is_directory(word)) {
        return snw_refuse(why, SNW_ERR_USAGE, word, "this is a folder",
                          "add --recursive to check the models in it");
    }
    model_input input;
    snw_status status = model_open(&input, word, registry, values, io, why);
    if (!snw_failed(status)) {
        if (!snw_failed(input.status)) model_plausible(&input);
        model_be_strict(&input);
        const judged j = {.input = &input,
                          .word = word,
                          .ok = input.diags.errors == 0 && !snw_failed(input.status),
                          .all = io->verbose > 0};
        status = cli_print(io, io->json ? render_json : render_findings, &j);

        // the findings are the answer
        io->answered = !snw_failed(status);
        if (!snw_failed(status) && !j.ok) {
            status = snw_failed(input.status) ? input.status : SNW_ERR_RANGE;
        }
    }
    model_close(&input);
    return status;
}
