// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "cell_command.h"

#include "cell_input.h"
#include "sinew/exec.h"

const char cell_check_description[] =
    "Nothing moves and no hardware is touched. Exit code 0 for a good cell. --json "
    "writes {ok, file, diagnostics: [reasons]}.";
const cli_parameter cell_options[] = {MODEL_INPUT_OPTIONS, {0}};
const cli_example cell_check_examples[] = {
    {"sinew cell check my.cell.xml", "Reads it, makes its loop, and tells all that is wrong."},
    {"sinew cell check puma560 --json", "For a program."},
    {0}};
const cli_example cell_show_examples[] = {
    {"sinew cell show puma560", "Members, arms, and the components in the order of a tick."}, {0}};

// a cell, and its loop if it has one; nothing moves
typedef struct job {
    cell_input input;
    snw_exec *exec;
    snw_status status; // of the whole
} job;

static snw_status open_job(job *j, const snw_registry *registry, const cli_values *values,
                           snw_why *why) {
    *j = (job){0};
    const snw_status status = cell_open(&j->input, cli_text(values, "cell"), registry, values, why);
    if (snw_failed(status)) return status;
    j->status = j->input.status;
    if (snw_failed(j->status) || j->input.cell->control.type != &snw_loop_type) return SNW_OK;
    snw_exec_options options = snw_exec_defaults();
    options.registry = registry;
    options.simulate_all = true;
    j->status = snw_exec_open(&j->exec, j->input.cell, &j->input.system, &options, &j->input.diags);
    return SNW_OK;
}

static void close_job(job *j) {
    SNW_IGNORE(snw_exec_close(j->exec, 0, NULL));
    cell_close(&j->input);
}

// --- check --------------------------------------------------------------------------------------

static void json_check(snw_text *text, const void *context) {
    const job *j = context;
    snw_text_format(text, "{\"ok\":%s,\"file\":", snw_failed(j->status) ? "false" : "true");
    snw_text_json_string(text, j->input.path);
    snw_text_format(text, ",\"diagnostics\":[");
    for (int i = 0; i < j->input.diags.count; i++) {
        char json[4096];
        (void)snw_why_json(&j->input.diags.items[i], json, sizeof json);
        snw_text_format(text, "%s%s", i > 0 ? "," : "", json);
    }
    snw_text_format(text, "]}\n");
}

static snw_status check(const snw_registry *registry, const cli_values *values, cli_io *io,
                        snw_why *why) {
    job j;
    snw_status status = open_job(&j, registry, values, why);
    if (!snw_failed(status) && io->json) {
        status = cli_print(io, json_check, &j);
        io->answered = snw_failed(j.status);
    } else if (!snw_failed(status)) {
        model_tell(&j.input.diags, io, why);
    }
    if (!snw_failed(status)) status = j.status;
    if (snw_failed(status) && why->code == SNW_OK) snw_why_set(why, status, j.input.path, NULL);
    if (!snw_failed(status) && !io->json) cli_note(io, "%s: good", j.input.path);
    close_job(&j);
    return status;
}

snw_status run_cell_check(const cli_values *values, cli_io *io, snw_why *why) {
    return model_with_types(check, values, io, why);
}

// --- show ---------------------------------------------------------------------------------------

static const char *stage_of(const snw_component_entry *entry) {
    if (entry->stage != SNW_STAGE_OWN) {
        return snw_stage_name((snw_stage)((int)entry->stage - (int)SNW_STAGE_IN_SENSE));
    }
    const snw_component_functions *functions = snw_component_of(entry->type.type);
    return functions != NULL ? snw_stage_name(functions->stage) : "";
}

static void page_members(snw_text *text, const job *j) {
    const snw_system *system = &j->input.system;
    snw_text_format(text, "| member | mechanism | on | coordinates |\n|---|---|---|---:|\n");
    for (int i = 0; i < system->member_count; i++) {
        const snw_system_member *member = &system->members[i];
        snw_text_format(text, "| ");
        model_cell(text, member->name);
        model_cell(text, system->mechanisms[member->mechanism].name);
        model_cell(text, member->carrier < 0 ? "world" : system->members[member->carrier].name);
        model_cell_real(text, member->model->nv);
        snw_text_format(text, "\n");
    }
}

static void page_loop(snw_text *text, const snw_loop *loop) {
    snw_text_format(text, "\n| arm | driven by | twin |\n|---|---|---|\n");
    for (int i = 0; i < loop->arm_count; i++) {
        const snw_arm_entry *arm = &loop->arms[i];
        snw_text_format(text, "| ");
        model_cell(text, arm->member);
        model_cell(text, arm->drive.type != NULL ? arm->drive.type->token : "");
        model_cell(text, arm->twin.type != NULL ? arm->twin.type->token : "");
        snw_text_format(text, "\n");
    }
    snw_text_format(text, "\n| component | type | arm | stage | every |\n|---|---|---|---|---:|\n");
    for (int i = 0; i < loop->component_count; i++) {
        const snw_component_entry *entry = &loop->components[i];
        snw_text_format(text, "| ");
        model_cell(text, entry->name);
        model_cell(text, entry->type.type != NULL ? entry->type.type->token : "");
        model_cell(text, entry->member);
        model_cell(text, stage_of(entry));
        model_cell_real(text, entry->divisor);
        snw_text_format(text, "\n");
    }
}

static void page_show(snw_text *text, const void *context) {
    const job *j = context;
    page_members(text, j);
    const snw_child *control = &j->input.cell->control;
    if (control->type == &snw_loop_type) page_loop(text, control->block);
}

static void json_show(snw_text *text, const void *context) {
    const job *j = context;
    const snw_system *system = &j->input.system;
    snw_text_format(text, "{\"name\":");
    snw_text_json_string(text, j->input.cell->name);
    snw_text_format(text, ",\"members\":[");
    for (int i = 0; i < system->member_count; i++) {
        snw_text_format(text, "%s", i > 0 ? "," : "");
        snw_text_json_string(text, system->members[i].name);
    }
    snw_text_format(text, "],\"arms\":[");
    const snw_child *control = &j->input.cell->control;
    const snw_loop *loop = control->type == &snw_loop_type ? control->block : NULL;
    for (int i = 0; loop != NULL && i < loop->arm_count; i++) {
        snw_text_format(text, "%s", i > 0 ? "," : "");
        snw_text_json_string(text, loop->arms[i].member);
    }
    snw_text_format(text, "],\"components\":[");
    for (int i = 0; loop != NULL && i < loop->component_count; i++) {
        const snw_component_entry *entry = &loop->components[i];
        snw_text_format(text, "%s{\"name\":", i > 0 ? "," : "");
        snw_text_json_string(text, entry->name);
        snw_text_format(text, ",\"type\":");
        snw_text_json_string(text, entry->type.type != NULL ? entry->type.type->token : "");
        snw_text_format(text, ",\"stage\":\"%s\",\"divisor\":%d}", stage_of(entry), entry->divisor);
    }
    snw_text_format(text, "]}\n");
}

static snw_status show(const snw_registry *registry, const cli_values *values, cli_io *io,
                       snw_why *why) {
    cell_input input;
    snw_status status = cell_take(&input, cli_text(values, "cell"), registry, values, io, why);
    if (snw_failed(status)) return status;
    const job j = {.input = input};
    status = io->json ? cli_print(io, json_show, &j) : model_print_page(io, page_show, &j, why);
    cell_close(&input);
    return status;
}

snw_status run_cell_show(const cli_values *values, cli_io *io, snw_why *why) {
    return model_with_types(show, values, io, why);
}
