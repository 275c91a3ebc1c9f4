// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "internal.h"
#include "sinew/wire/catalogue.h"

// --- arms ---------------------------------------------------------------------------------------

int snw__wire_first_link(const snw_system *system, int member) {
    int first = 0;
    for (int i = 0; i < member; i++)
        first += system->members[i].model->link_count;
    return first;
}

// What an arm works with: a frame that is called a tool, else the last link that goes with its last
// axis.
static const char *tool_of(const snw_arm *arm) {
    const snw_model *model = arm->model;
    for (int i = 0; i < model->frame_count; i++) {
        const snw_model_frame *frame = &model->frames[i];
        if (strcmp(frame->role, "tool") == 0 || strncmp(frame->name, "tool", 4) == 0) {
            return frame->name;
        }
    }
    if (arm->count == 0) return "";
    int link = arm->link[arm->count - 1];
    for (int child = snw_model_first_child(model, link); child >= 0;) {
        if (model->links[child].joint == SNW_JOINT_FIXED) {
            link = child;
            child = snw_model_first_child(model, link);
        } else {
            child = snw_model_next_child(model, child);
        }
    }
    return model->links[link].name;
}

static void add_axis(const snw_arm *arm, int axis, int first, snw_json_writer *json) {
    const snw_joint_kind kind = arm->model->links[arm->link[axis]].joint;
    // the loop may narrow them at this moment
    double lower, upper;
    __atomic_load(&arm->limits.lower[axis], &lower, __ATOMIC_RELAXED);
    __atomic_load(&arm->limits.upper[axis], &upper, __ATOMIC_RELAXED);
    snw_json_object(json, NULL);
    snw_json_string(json, "name", snw_arm_axis_name(arm, axis));
    snw_json_int(json, "link", first + arm->link[axis]);
    snw_json_string(json, "kind", snw_joint_kind_name(kind));
    snw_json_real(json, "lower", lower);
    snw_json_real(json, "upper", upper);
    snw_json_real(json, "velocity", arm->limits.velocity[axis]);
    snw_json_real(json, "acceleration", arm->limits.acceleration[axis]);
    snw_json_real(json, "effort", arm->limits.effort[axis]);
    snw_json_string(json, "unit", kind == SNW_JOINT_PRISMATIC ? "m" : "rad");
    snw_json_end(json);
}

static void add_commands(const snw_command *commands, int count, snw_json_writer *json) {
    snw_json_array(json, "commands");
    for (int i = 0; i < count; i++) {
        const snw_command *command = &commands[i];
        char usage[SNW_COMMAND_TEXT];
        snw_text line = snw_text_over(usage, sizeof usage);
        snw_command_usage(command, &line);
        snw_json_object(json, NULL);
        snw_json_string(json, "word", command->word);
        snw_json_string(json, "arguments", usage);
        snw_json_string(json, "help", command->help);
        snw_json_string(json, "kind", snw_command_kind_name(command->kind));
        snw_json_string(json, "role", snw_command_role_name(command->role));
        snw__wire_fields(json, "fields", command->arguments);
        snw__wire_fields(json, "answer", command->answer);
        snw_json_end(json);
    }
    snw_json_end(json);
}

static void add_arms(const snw_catalogue *c, snw_json_writer *json) {
    snw_json_array(json, "arms");
    for (int i = 0; i < snw_exec_arm_count(c->exec); i++) {
        const snw_arm *arm = snw_exec_arm(c->exec, i); // its head does not change
        const int member = snw_system_find(c->system, arm->name);
        const int first = member >= 0 ? snw__wire_first_link(c->system, member) : 0;
        const snw_drive *drive = snw_exec_drive(c->exec, i);
        const snw_drive_functions *functions =
            drive != NULL && drive->type != NULL ? snw_drive_of(drive->type) : NULL;
        snw_json_object(json, NULL);
        snw_json_string(json, "name", arm->name);
        snw_json_int(json, "member", member);
        snw_json_string(json, "tool", tool_of(arm));
        snw_json_array(json, "axes");
        for (int k = 0; k < arm->count; k++)
            add_axis(arm, k, first, json);
        snw_json_end(json);
        snw_json_bool(json, "simulated", functions != NULL && functions->simulated);
        add_commands(functions != NULL ? functions->commands : NULL,
                     functions != NULL ? functions->command_count : 0, json);
        snw_json_end(json);
    }
    snw_json_end(json);
}

// --- components ---------------------------------------------------------------------------------

static snw_stage stage_of(const snw_catalogue *c, const snw_component *component) {
    const snw_loop *loop = c->cell->control.type == &snw_loop_type ? c->cell->control.block : NULL;
    for (int i = 0; loop != NULL && i < loop->component_count; i++) {
        const snw_component_entry *entry = &loop->components[i];
        if (strcmp(entry->name, component->name) != 0 || entry->stage == SNW_STAGE_OWN) continue;
        return (snw_stage)(entry->stage - SNW_STAGE_IN_SENSE);
    }
    return component->functions->stage;
}

static void add_components(const snw_catalogue *c, snw_json_writer *json) {
    snw_json_array(json, "components");
    for (int i = 0; i < snw_exec_component_count(c->exec); i++) {
        const snw_component *component = snw_exec_component(c->exec, i);
        const snw_type *signals = component->functions->signals;
        char path[SNW_FIELD_PATH], state[SNW_MESSAGE] = "";
        snw_text line = snw_text_over(path, sizeof path);
        snw_text_format(&line, "components/%s/state", component->name);
        if (snw_failed(snw_exec_get(c->exec, path, state, sizeof state, NULL))) state[0] = '\0';
        snw_json_object(json, NULL);
        snw_json_string(json, "name", component->name);
        snw_json_string(json, "type", component->type->token);
        snw_json_string(json, "stage", snw_stage_name(stage_of(c, component)));
        snw_json_string(json, "arm", component->arm != NULL ? component->arm->name : "");
        add_commands(component->functions->commands, component->functions->command_count, json);
        snw_json_string(json, "signals", signals != NULL ? signals->token : "");
        snw_json_string(json, "state", state);
        snw_json_end(json);
    }
    snw_json_end(json);
}

// --- signals, cells, states ---------------------------------------------------------------------

static void add_signal(snw_json_writer *json, const char *path, const char *part,
                       const snw_field *field) {
    char whole[SNW_FIELD_PATH + 8];
    snw_text line = snw_text_over(whole, sizeof whole);
    snw_text_format(&line, "%s%s", path, part);
    const bool is_part = part[0] != '\0';
    snw_json_object(json, NULL);
    snw_json_string(json, "path", whole);
    snw_json_string(json, "unit", field->unit != NULL ? field->unit : "");
    snw_json_string(json, "type", is_part ? "real" : snw__wire_kind(field->kind));
    snw__wire_words(json, "words", field);
    snw_json_end(json);
}

static bool tell_signal(const char *path, const snw_place *place, void *context) {
    static const char *const parts[] = {".x", ".y", ".z"};
    static const char *const places[] = {".p.x", ".p.y", ".p.z"};
    snw_json_writer *json = context;
    const snw_kind kind = place->field->kind;
    if (kind == SNW_KIND_VEC3 || kind == SNW_KIND_POSE) {
        for (int i = 0; i < 3; i++)
            add_signal(json, path, kind == SNW_KIND_VEC3 ? parts[i] : places[i], place->field);
    } else if (kind == SNW_KIND_REAL || kind == SNW_KIND_INT || kind == SNW_KIND_UINT ||
               kind == SNW_KIND_BOOL || kind == SNW_KIND_ENUM) {
        add_signal(json, path, "", place->field);
    }
    return true;
}

static void add_plot(const snw_plot_entry *plot, snw_json_writer *json) {
    snw_json_object(json, NULL);
    snw_json_string(json, "title", plot->title);
    snw_json_string(json, "kind", plot->kind == SNW_PLOT_BARS ? "bars" : "curves");
    snw_json_bool(json, "shown", plot->shown);
    snw_json_array(json, "traces");
    for (int i = 0; i < plot->trace_count; i++) {
        const snw_trace_entry *trace = &plot->traces[i];
        snw_json_object(json, NULL);
        snw_json_string(json, "signal", trace->signal);
        snw_json_string(json, "side", trace->side == SNW_PLOT_RIGHT ? "right" : "left");
        snw_json_bool(json, "hidden", trace->hidden);
        snw_json_end(json);
    }
    snw_json_end(json);
    snw_json_end(json);
}

static void add_plots(const snw_cell *cell, snw_json_writer *json) {
    const snw_loop *loop = cell->control.type == &snw_loop_type ? cell->control.block : NULL;
    snw_json_array(json, "plots");
    for (int i = 0; loop != NULL && i < loop->plot_count; i++)
        add_plot(&loop->plots[i], json);
    snw_json_end(json);
}

void snw_catalogue_json(const snw_catalogue *catalogue, snw_text *text) {
    const snw_cell *cell = catalogue->cell;
    const snw_roots *roots = snw_exec_look(catalogue->exec);
    snw_json_writer json = snw_json_inside(text, false);
    snw_json_string(&json, "cell", cell->name);
    add_arms(catalogue, &json);
    add_components(catalogue, &json);
    snw_json_array(&json, "signals");
    if (roots != NULL) (void)snw_roots_list(roots, "**", tell_signal, &json);
    snw_json_end(&json);
    snw_json_array(&json, "cells");
    for (int i = 0; i < catalogue->cell_count; i++)
        snw_json_string(&json, NULL, catalogue->cells[i]);
    snw_json_end(&json);
    snw_json_array(&json, "states");
    for (int i = 0; i < cell->state_count; i++)
        snw_json_string(&json, NULL, cell->states[i].name);
    snw_json_end(&json);
    add_plots(cell, &json);
}
