// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include "model_command.h"

// one model and the words about it
typedef struct judged {
    const model_input *input;
    const char *word; // as the user named it
    bool ok;
} judged;

static const char *severity_name(snw_severity severity) {
    static const char *const names[] = {"info", "warning", "error"};
    return names[severity];
}

static void add_json_finding(snw_text *text, const snw_why *why) {
    char message[1024];
    model_message(why, message, sizeof message);
    snw_text_format(text, "{\"severity\":\"%s\",\"rule\":", severity_name(why->severity));
    snw_text_json_string(text, why->rule);
    snw_text_format(text, ",\"file\":");
    snw_text_json_string(text, why->file);
    snw_text_format(text, ",\"line\":%d,\"message\":", why->line);
    snw_text_json_string(text, message);
    snw_text_format(text, ",\"fix\":");
    snw_text_json_string(text, why->fix);
    snw_text_format(text, "}");
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
    snw_text_format(text, "{\"ok\":%s,\"dof\":%d,\"links\":%d,\"diagnostics\":[",
                    j->ok ? "true" : "false", dof_of(j->input), links_of(j->input));
    for (int i = 0; i < diags->count; i++) {
        snw_text_format(text, i > 0 ? ",\n" : "\n");
        add_json_finding(text, &diags->items[i]);
    }
    snw_text_format(text, "%s],\"errors\":%d,\"warnings\":%d}\n", diags->count > 0 ? "\n" : "",
                    diags->errors, diags->warnings);
}

static const char *plural(int count) {
    return count == 1 ? "" : "s";
}

static void render_findings(snw_text *text, const void *context) {
    const judged *j = context;
    const snw_diags *diags = &j->input->diags;
    for (int i = 0; i < diags->count; i++) {
        char sentence[2048];
        (void)snw_why_sentence(&diags->items[i], sentence, sizeof sentence);
        cli_add_visible(text, sentence);
        snw_text_format(text, "\n");
    }
    if (diags->dropped > 0) snw_text_format(text, "and %d more\n", diags->dropped);
    cli_add_visible(text, j->word);
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
    model_input input;
    snw_status status = model_open(&input, word, registry, values, io, why);
    if (!snw_failed(status)) {
        if (!snw_failed(input.status)) model_plausible(&input);
        const judged j = {&input, word, input.diags.errors == 0 && !snw_failed(input.status)};
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
