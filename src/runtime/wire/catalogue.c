// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "internal.h"

// --- arms ---------------------------------------------------------------------------------------

static const char *joint_name(snw_joint_kind kind) {
    static const char *const names[] = {"fixed",     "revolute", "continuous", "prismatic", "screw",
                                        "spherical", "planar",   "free",       "law"};
    return (size_t)kind < sizeof names / sizeof names[0] ? names[kind] : "";
}

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

static void add_limit(snw_text *text, const char *name, double value) {
    snw_text_format(text, ",\"%s\":", name);
    snw_text_json_real(text, value);
}

static void add_axis(const snw_arm *arm, int axis, int first, snw_text *text) {
    const snw_joint_kind kind = arm->model->links[arm->link[axis]].joint;
    snw_text_format(text, "%s{\"name\":", axis > 0 ? "," : "");
    snw_text_json_string(text, snw_arm_axis_name(arm, axis));
    snw_text_format(text, ",\"link\":%d", first + arm->link[axis]);
    snw__wire_pair(text, "kind", joint_name(kind));
    // the loop may narrow them at this moment
    double lower, upper;
    __atomic_load(&arm->limits.lower[axis], &lower, __ATOMIC_RELAXED);
    __atomic_load(&arm->limits.upper[axis], &upper, __ATOMIC_RELAXED);
    add_limit(text, "lower", lower);
    add_limit(text, "upper", upper);
    add_limit(text, "velocity", arm->limits.velocity[axis]);
    add_limit(text, "acceleration", arm->limits.acceleration[axis]);
    add_limit(text, "effort", arm->limits.effort[axis]);
    snw__wire_pair(text, "unit", kind == SNW_JOINT_PRISMATIC ? "m" : "rad");
    snw_text_format(text, "}");
}

static void add_arms(const snw_catalogue *c, snw_text *text) {
    snw_text_format(text, ",\"arms\":[");
    for (int i = 0; i < snw_exec_arm_count(c->exec); i++) {
        const snw_arm *arm = snw_exec_arm(c->exec, i); // its head does not change
        const int member = snw_system_find(c->system, arm->name);
        const int first = member >= 0 ? snw__wire_first_link(c->system, member) : 0;
        snw_text_format(text, "%s{\"name\":", i > 0 ? "," : "");
        snw_text_json_string(text, arm->name);
        snw_text_format(text, ",\"member\":%d", member);
        snw__wire_pair(text, "tool", tool_of(arm));
        snw_text_format(text, ",\"axes\":[");
        for (int k = 0; k < arm->count; k++)
            add_axis(arm, k, first, text);
        const snw_drive *drive = snw_exec_drive(c->exec, i);
        const snw_drive_functions *functions =
            drive != NULL && drive->type != NULL ? snw_drive_of(drive->type) : NULL;
        const bool is_simulated = functions != NULL && functions->simulated;
        snw_text_format(text, "],\"simulated\":%s}", is_simulated ? "true" : "false");
    }
    snw_text_format(text, "]");
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

static void add_commands(const snw_component_functions *functions, snw_text *text) {
    snw_text_format(text, ",\"commands\":[");
    for (int i = 0; i < functions->command_count; i++) {
        const snw_command *command = &functions->commands[i];
        snw_text_format(text, "%s{\"word\":", i > 0 ? "," : "");
        snw_text_json_string(text, command->word);
        snw__wire_pair(text, "arguments", command->arguments != NULL ? command->arguments : "");
        snw__wire_pair(text, "help", command->help != NULL ? command->help : "");
        snw_text_format(text, "}");
    }
    snw_text_format(text, "]");
}

static void add_components(const snw_catalogue *c, snw_text *text) {
    snw_text_format(text, ",\"components\":[");
    for (int i = 0; i < snw_exec_component_count(c->exec); i++) {
        const snw_component *component = snw_exec_component(c->exec, i);
        const snw_type *signals = component->functions->signals;
        char path[SNW_FIELD_PATH], state[SNW_MESSAGE] = "";
        snw_text line = snw_text_over(path, sizeof path);
        snw_text_format(&line, "components/%s/state", component->name);
        if (snw_failed(snw_exec_get(c->exec, path, state, sizeof state, NULL))) state[0] = '\0';
        snw_text_format(text, "%s{\"name\":", i > 0 ? "," : "");
        snw_text_json_string(text, component->name);
        snw__wire_pair(text, "type", component->type->token);
        snw__wire_pair(text, "stage", snw_stage_name(stage_of(c, component)));
        snw__wire_pair(text, "arm", component->arm != NULL ? component->arm->name : "");
        add_commands(component->functions, text);
        snw__wire_pair(text, "signals", signals != NULL ? signals->token : "");
        snw__wire_pair(text, "state", state);
        snw_text_format(text, "}");
    }
    snw_text_format(text, "]");
}

// --- signals, cells, states ---------------------------------------------------------------------

typedef struct listing {
    snw_text *text;
    bool any;
} listing;

static void add_signal(listing *l, const char *path, const char *part, const snw_field *field) {
    char whole[SNW_FIELD_PATH + 8];
    snw_text line = snw_text_over(whole, sizeof whole);
    snw_text_format(&line, "%s%s", path, part);
    snw_text_format(l->text, "%s{\"path\":", l->any ? "," : "");
    snw_text_json_string(l->text, whole);
    snw__wire_pair(l->text, "unit", field->unit != NULL ? field->unit : "");
    const bool is_part = part[0] != '\0';
    snw__wire_pair(l->text, "type", is_part ? "real" : snw__wire_kind(field->kind));
    snw_text_format(l->text, ",\"words\":");
    snw__wire_words(field, l->text);
    snw_text_format(l->text, "}");
    l->any = true;
}

static bool tell_signal(const char *path, const snw_place *place, void *context) {
    static const char *const parts[] = {".x", ".y", ".z"};
    static const char *const places[] = {".p.x", ".p.y", ".p.z"};
    listing *l = context;
    const snw_kind kind = place->field->kind;
    if (kind == SNW_KIND_VEC3 || kind == SNW_KIND_POSE) {
        for (int i = 0; i < 3; i++)
            add_signal(l, path, kind == SNW_KIND_VEC3 ? parts[i] : places[i], place->field);
    } else if (kind == SNW_KIND_REAL || kind == SNW_KIND_INT || kind == SNW_KIND_UINT ||
               kind == SNW_KIND_BOOL || kind == SNW_KIND_ENUM) {
        add_signal(l, path, "", place->field);
    }
    return true;
}

static void add_signals(const snw_catalogue *c, snw_text *text) {
    const snw_roots *roots = snw_exec_look(c->exec);
    listing l = {.text = text};
    snw_text_format(text, ",\"signals\":[");
    if (roots != NULL) (void)snw_roots_list(roots, "**", tell_signal, &l);
    snw_text_format(text, "]");
}

void snw_catalogue_json(const snw_catalogue *catalogue, snw_text *text) {
    const snw_cell *cell = catalogue->cell;
    snw_text_format(text, "\"cell\":");
    snw_text_json_string(text, cell->name);
    add_arms(catalogue, text);
    add_components(catalogue, text);
    add_signals(catalogue, text);
    snw_text_format(text, ",\"cells\":[");
    for (int i = 0; i < catalogue->cell_count; i++) {
        if (i > 0) snw_text_format(text, ",");
        snw_text_json_string(text, catalogue->cells[i]);
    }
    snw_text_format(text, "],\"states\":[");
    for (int i = 0; i < cell->state_count; i++) {
        if (i > 0) snw_text_format(text, ",");
        snw_text_json_string(text, cell->states[i].name);
    }
    snw_text_format(text, "]");
}
