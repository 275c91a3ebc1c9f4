// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/task/controls.h"

#include <string.h>

#include "inside.h"
#include "internal.h"

static int movable(const snw_system *system) {
    int count = 0;
    for (int i = 0; i < system->member_count; i++)
        count += system->members[i].model->nv > 0;
    return count;
}

static snw_status check_entry(const snw_controls_config *config, int index,
                              const snw_system *system, snw_why *why) {
    const snw_control_entry *entry = &config->controls[index];
    const int member = snw_system_find(system, entry->member);
    if (member < 0) {
        return snw_refuse_rule(why, SNW_ERR_UNKNOWN_NAME, "controls", entry->member,
                               "there is no such member to control", "name a member of the cell");
    }
    for (int i = 0; i < index; i++) {
        if (strcmp(config->controls[i].member, entry->member) == 0) {
            return snw_refuse_rule(why, SNW_ERR_DUPLICATE, "controls", entry->member,
                                   "it is controlled twice", "leave one of the two controls out");
        }
    }
    if (system->members[member].model->nv == 0) {
        return snw_refuse_rule(why, SNW_ERR_SIZE, "controls", entry->member,
                               "it has no joints to control", "leave its control out");
    }
    return SNW_OK;
}

static snw_status check(const snw_controls_config *config, const snw_system *system, snw_why *why) {
    const int wanted = movable(system);
    for (int i = 0; i < config->control_count; i++) {
        const snw_status status = check_entry(config, i, system, why);
        if (status) return status;
    }
    if (config->control_count == wanted && wanted <= SNW_CONTROLS) return SNW_OK;
    const char *missing = system->name;
    for (int i = 0; i < system->member_count; i++) {
        bool found = system->members[i].model->nv == 0;
        for (int k = 0; k < config->control_count && !found; k++)
            found = strcmp(config->controls[k].member, system->members[i].name) == 0;
        if (!found) missing = system->members[i].name;
    }
    const snw_status status = snw_refuse_rule(
        why, SNW_ERR_SIZE, "controls", missing, "each member that can move needs one control",
        "describe as many controls as there are such members, 32 at most");
    snw_why_add(why, "controls", config->control_count, "");
    snw_why_add(why, "members", wanted, "");
    return status;
}

snw_status snw__controls_init(snw_controls *controls, const snw_controls_config *config,
                              const snw_system *system, snw_arena *arena, snw_why *why) {
    memset(controls, 0, sizeof *controls);
    snw_status status = check(config, system, why);
    if (status) return status;
    const int count = config->control_count;
    controls->system = system;
    controls->count = count;
    controls->controls = SNW_ARENA_ARRAY(arena, snw_control, count);
    controls->members = SNW_ARENA_ARRAY(arena, int, count);
    controls->statuses = SNW_ARENA_ARRAY(arena, snw_status, count);
    controls->qd = SNW_ARENA_ARRAY(arena, double, SNW_LINALG_MAX);
    const bool measuring = snw_failed(snw_arena_status(arena));
    for (int i = 0; i < count; i++) {
        const snw_control_entry *entry = &config->controls[i];
        const int member = snw_system_find(system, entry->member);
        snw_control scratch;
        snw_control *control = measuring ? &scratch : &controls->controls[i];
        status = snw_control_init(control, &entry->task, system->members[member].model, arena, why);
        if (status && status != SNW_ERR_MEMORY) {
            if (why != NULL) snw_copy_text(why->subject, sizeof why->subject, entry->member);
            return status;
        }
        if (!measuring) controls->members[i] = member;
    }
    return snw_arena_status(arena) ? SNW_ERR_MEMORY : SNW_OK;
}

int snw__controls_find(const snw_controls *controls, const char *member) {
    const int wanted = snw_system_find(controls->system, member);
    for (int i = 0; wanted >= 0 && i < controls->count; i++) {
        if (controls->members[i] == wanted) return i;
    }
    return -1;
}

snw_status snw__controls_hold(snw_controls *controls, const double *q) {
    snw_status first = SNW_OK;
    for (int i = 0; i < controls->count; i++) {
        const snw_system_member *member = &controls->system->members[controls->members[i]];
        const snw_status status = snw_control_hold(&controls->controls[i], q + member->q_index);
        if (status && first == SNW_OK) first = status;
    }
    return first;
}

snw_status snw__controls_rates(snw_controls *controls, const snw_controls_input *input, double *qd,
                               snw_why *why) {
    snw_status first = SNW_OK, refused = SNW_OK;
    for (int i = 0; i < controls->count; i++) {
        const snw_system_member *member = &controls->system->members[controls->members[i]];
        const snw_control_input one = {.q = input->q + member->q_index,
                                       .v = input->v != NULL ? input->v + member->v_index : NULL,
                                       .V = input->V != NULL ? input->V[i] : NULL,
                                       .dt = input->dt};
        snw_why reason = {0};
        const snw_status status =
            snw_control_rates(&controls->controls[i], &one, controls->qd, &reason);
        const size_t bytes = sizeof(double) * (size_t)member->model->nv;
        if (snw_failed(status)) {
            memset(qd + member->v_index, 0, bytes);
        } else {
            memcpy(qd + member->v_index, controls->qd, bytes);
        }
        controls->statuses[i] = status;
        if (snw_failed(status) && refused == SNW_OK) {
            refused = status;
            if (why != NULL) *why = reason;
            if (why != NULL) snw_copy_text(why->subject, sizeof why->subject, member->name);
        }
        if (status && first == SNW_OK) first = status;
    }
    return refused ? refused : first;
}

// --- types ---------------------------------------------------------------------------------------

static const snw_field entry_fields[] = {
    {SNW_AT(snw_control_entry, member), .kind = SNW_KIND_STRING, .flags = SNW_REQUIRED | SNW_KEY,
     .help = "Name of the member of the cell."},
    {SNW_AT(snw_control_entry, task), .kind = SNW_KIND_STRUCT, .type = &snw_control_config_type,
     .help = "Controller of the member."},
};

const snw_type snw_control_entry_type = {SNW_TYPE_AS("control", snw_control_entry, entry_fields),
                                         .space = &snw_space_motion,
                                         .help = "Velocity control of one member."};

static const snw_field controls_fields[] = {
    {SNW_AT_LIST(snw_controls_config, controls, control_count, SNW_CONTROLS),
     .kind = SNW_KIND_STRUCT, .type = &snw_control_entry_type, .item = "control",
     .help = "Controllers, one for each member."},
};

const snw_type snw_controls_config_type = {
    SNW_TYPE_AS("task_controls", snw_controls_config, controls_fields), .space = &snw_space_motion,
    .help = "Velocity control of all members of a system."};
