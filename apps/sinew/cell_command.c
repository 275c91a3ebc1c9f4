// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "cell_command.h"
#include "cell_ports.h"
#include "run_command.h"

#include <string.h>

#include "sinew/exec.h"

static const char cell_check_description[] =
    "Nothing moves and no hardware is used. Exit code 0 for a good cell. Connections that form a "
    "loop are reported, with the delay and the place where the loop is cut. --json writes {ok, "
    "file, diagnostics: [reasons]}.";
static const cli_parameter cell_check_options[] = {
    {.name = "contained",
     .sentence = "Refuse names of files that lead out of the cell's folder, as for cells that come "
                 "over the network."},
    MODEL_INPUT_OPTIONS,
    {0}};
static const cli_parameter cell_show_options[] = {
    {.name = "ports",
     .sentence = "Show the ports, connections, peers and commands of each component."},
    MODEL_INPUT_OPTIONS,
    {0}};
static const cli_example cell_check_examples[] = {
    {"sinew cell check my.cell.xml", "Load the cell and report all errors."},
    {"sinew cell check puma560 --json", "Report as JSON, for a program."},
    {0}};
static const cli_example cell_show_examples[] = {
    {"sinew cell show puma560", "Show members, arms, and the components in the order of a tick."},
    {"sinew cell show demo --ports", "Show what can be connected, and what can be asked."},
    {0}};

// --- reading ------------------------------------------------------------------------------------

static snw_status read_cell(snw_loaded_cell *cell, const char *word, bool contained,
                            const snw_registry *registry, const cli_values *values, snw_why *why) {
    // the texts of the options are needed while the files are read only
    snw_setup *texts = snw_setup_create(SNW_DOCUMENT_MEMORY);
    snw_load_options load = {.registry = registry};
    *cell = (snw_loaded_cell){0};
    snw_status status = model_load_options(values, texts, &load, why);
    load.places.anywhere = load.environment = !contained;
    if (!snw_failed(status)) status = snw_cell_open(cell, word, &load, why);
    snw_setup_destroy(texts);
    return status;
}

// whoever names a cell on the command line knows what it names
snw_status cell_read(snw_loaded_cell *cell, const char *word, const snw_registry *registry,
                     const cli_values *values, snw_why *why) {
    return read_cell(cell, word, false, registry, values, why);
}

snw_status cell_take(snw_loaded_cell *cell, const char *word, const snw_registry *registry,
                     const cli_values *values, cli_io *io, snw_why *why) {
    snw_status status = cell_read(cell, word, registry, values, why);
    if (!snw_failed(status)) {
        model_tell(&cell->diags, io, why);
        status = cell->status;
        if (snw_failed(status) && why->code == SNW_OK) snw_why_set(why, status, cell->path, NULL);
    }
    if (snw_failed(status)) snw_cell_close(cell);
    return status;
}

// a cell, and its loop if it has one; nothing moves
typedef struct job {
    snw_loaded_cell input;
    snw_exec *exec;
    snw_status status; // of the whole
    const snw_registry *registry;
    bool ports; // are shown
} job;

static snw_status open_job(job *j, const snw_registry *registry, const cli_values *values,
                           snw_why *why) {
    *j = (job){0};
    const snw_status status = read_cell(&j->input, cli_text(values, "cell"),
                                        cli_flag(values, "contained"), registry, values, why);
    if (snw_failed(status)) return status;
    j->status = j->input.status;
    if (snw_failed(j->status) || j->input.cell->control.type != &snw_loop_type) return SNW_OK;
    snw_exec_options options = snw_exec_defaults();
    options.registry = registry;
    options.simulate_all = true;
    j->status = snw_exec_open(&j->exec, j->input.cell, &j->input.system, &options, &j->input.diags);
    snw_cell_locate(&j->input, &j->input.diags);
    return SNW_OK;
}

static void close_job(job *j) {
    SNW_IGNORE(snw_exec_close(j->exec, 0, NULL));
    snw_cell_close(&j->input);
}

// --- check --------------------------------------------------------------------------------------

static void json_check(snw_text *text, const void *context) {
    const job *j = context;
    snw_json_writer json = snw_json_over(text);
    snw_json_object(&json, NULL);
    snw_json_bool(&json, "ok", !snw_failed(j->status));
    snw_json_string(&json, "file", j->input.path);
    snw_json_array(&json, "diagnostics");
    for (int i = 0; i < j->input.diags.count; i++) {
        snw_json_why(&json, NULL, &j->input.diags.items[i]);
    }
    snw_json_end(&json);
    cli_json_finish(&json);
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

static snw_status run_cell_check(const cli_values *values, cli_io *io, snw_why *why) {
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

// the component that runs at a place of the tick; as in the file when there is no loop
static const snw_component_entry *entry_at(const job *j, const snw_loop *loop, int place) {
    const char *name = j->exec != NULL ? snw_exec_component_in_order(j->exec, place)->name : NULL;
    for (int i = 0; i < loop->component_count && name != NULL; i++) {
        if (strcmp(loop->components[i].name, name) == 0) return &loop->components[i];
    }
    return &loop->components[place];
}

static void page_loop(snw_text *text, const job *j, const snw_loop *loop) {
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
        const snw_component_entry *entry = entry_at(j, loop, i);
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
    if (control->type != &snw_loop_type) return;
    page_loop(text, j, control->block);
    if (j->ports) cell_page_ports(text, control->block, j->registry);
}

static void json_show(snw_text *text, const void *context) {
    const job *j = context;
    const snw_system *system = &j->input.system;
    const snw_child *control = &j->input.cell->control;
    const snw_loop *loop = control->type == &snw_loop_type ? control->block : NULL;
    snw_json_writer json = snw_json_over(text);
    snw_json_object(&json, NULL);
    snw_json_string(&json, "name", j->input.cell->name);
    snw_json_array(&json, "members");
    for (int i = 0; i < system->member_count; i++) {
        snw_json_string(&json, NULL, system->members[i].name);
    }
    snw_json_end(&json);
    snw_json_array(&json, "arms");
    for (int i = 0; loop != NULL && i < loop->arm_count; i++) {
        snw_json_string(&json, NULL, loop->arms[i].member);
    }
    snw_json_end(&json);
    snw_json_array(&json, "components");
    for (int i = 0; loop != NULL && i < loop->component_count; i++) {
        const snw_component_entry *entry = &loop->components[i];
        snw_json_object(&json, NULL);
        snw_json_string(&json, "name", entry->name);
        snw_json_string(&json, "type", entry->type.type != NULL ? entry->type.type->token : "");
        snw_json_string(&json, "stage", stage_of(entry));
        snw_json_int(&json, "divisor", entry->divisor);
        if (j->ports) cell_json_ports(&json, loop, entry, j->registry);
        snw_json_end(&json);
    }
    snw_json_end(&json);
    cli_json_finish(&json);
}

static snw_status show(const snw_registry *registry, const cli_values *values, cli_io *io,
                       snw_why *why) {
    job j = {.registry = registry, .ports = cli_flag(values, "ports")};
    snw_status status = cell_take(&j.input, cli_text(values, "cell"), registry, values, io, why);
    if (!snw_failed(status)) {
        status = io->json ? cli_print(io, json_show, &j) : model_print_page(io, page_show, &j, why);
    }
    close_job(&j);
    return status;
}

static snw_status run_cell_show(const cli_values *values, cli_io *io, snw_why *why) {
    return model_with_types(show, values, io, why);
}

const cli_command cell_check_command = {.name = "cell check",
                                        .group = "Cells",
                                        .summary =
                                            "Load a cell, build its loop, and report all errors.",
                                        .description = cell_check_description,
                                        .arguments = cell_arguments,
                                        .options = cell_check_options,
                                        .examples = cell_check_examples,
                                        .run = run_cell_check};

const cli_command cell_show_command = {
    .name = "cell show",
    .group = "Cells",
    .summary = "Show the members of a cell, its arms and its components by stage.",
    .description = "--ports adds what each component offers to others and to you. --json writes "
                   "{name, members, arms, components: [{name, type, stage, divisor}]}; with "
                   "--ports each component has ports, peers and commands too.",
    .arguments = cell_arguments,
    .options = cell_show_options,
    .examples = cell_show_examples,
    .run = run_cell_show};
