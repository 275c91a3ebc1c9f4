// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include "run_job.h"
#include "sinew/os/file.h"
#include "sinew/parts/task.h"
#include "sinew/plant.h"

// The cell as it is now, put into a fresh reading of its file: parameters that were changed while
// it runs, points that were taught. And the same cell with other drives.

enum { FINDINGS = 8 };

static const int64_t ANSWER_NS = 500 * INT64_C(1000000);

// --- messages -----------------------------------------------------------------------------------

static snw_status ask(void *context, const char *component, const char *text,
                      char answer[SNW_MESSAGE], snw_why *why) {
    run_job *j = context;
    const snw_status status = snw_exec_message(j->exec, component, text, ANSWER_NS, answer, why);
    if (status != SNW_NOTHING_NEW) return status;
    SNW_IGNORE(snw_exec_leave(j->exec));
    return run_refuse(why, SNW_ERR_TIMEOUT, component, "the loop does not answer", NULL);
}

snw_teach_asker run_asker(run_job *j) {
    return (snw_teach_asker){.ask = ask, .context = j};
}

// --- parameters and points ----------------------------------------------------------------------

// taught points go through a file of points, which keeps every bit
static snw_status keep_points(run_job *j, const snw_component *component, snw_points *into,
                              snw_setup *setup, snw_why *why) {
    const snw_field *list = snw_type_field(&snw_points_type, "list");
    char path[SNW_PATH_SIZE];
    snw_why found[FINDINGS];
    snw_diags diags = {.items = found, .capacity = FINDINGS};
    const snw_teach_asker asker = run_asker(j);
    snw_status status = run_data_path("points", ".present", path, why);
    int count = 0;
    if (!snw_failed(status)) {
        status = snw_teach_save_points(&asker, component->name, path, &count, why);
    }
    if (snw_failed(status)) return status;
    if (count == 0) {
        into->list_count = 0;
        return snw_file_remove(path, why);
    }
    snw_point *points = calloc((size_t)count, sizeof *points);
    status = points != NULL
                 ? snw_point_file_read(path, component->arm->count, points, count, &count, &diags)
                 : SNW_ERR_MEMORY;
    if (!snw_failed(status)) status = snw_block_resize(list, into, count, setup);
    if (!snw_failed(status)) memcpy(into->list, points, (size_t)count * sizeof *points);
    free(points);
    SNW_IGNORE(snw_file_remove(path, NULL));
    if (snw_failed(status) && diags.count > 0) *why = found[0];
    return status;
}

static snw_status keep_component(run_job *j, snw_component_entry *entry, cell_input *into,
                                 snw_why *why) {
    const snw_component *component = snw_exec_find(j->exec, entry->name);
    if (component == NULL || component->type != entry->type.type) return SNW_OK;
    if (component->type == &snw_points_type) {
        // in a virtual run nobody ticks while this waits; a message under way is somebody else's
        if (!j->real) return SNW_OK;
        if (snw_server_busy(j->page)) {
            return run_refuse(why, SNW_ERR_STATE, entry->name, "a message is under way",
                              "try it again");
        }
        return keep_points(j, component, entry->type.block, into->setup, why);
    }
    // end effectors and limits of joints change by messages
    if (component->type == &snw_task_stage_type) {
        snw_task_stage *now = NULL;
        const snw_status status = snw_task_describe(component, into->setup, &now);
        if (!snw_failed(status)) entry->type.block = now;
        return status == SNW_ERR_STATE ? SNW_OK : status;
    }
    if (!snw_type_is_flat(component->type)) return SNW_OK;
    return snw_exec_parameters(j->exec, entry->name, entry->type.block, why);
}

snw_status run_keep(run_job *j, cell_input *into, snw_why *why) {
    if (run_loop_of(into->cell) == NULL) return SNW_OK;
    snw_loop *loop = into->cell->control.block;
    snw_status status = SNW_OK;
    for (int i = 0; i < loop->component_count && !snw_failed(status); i++)
        status = keep_component(j, &loop->components[i], into, why);
    return status;
}

// --- without motors -----------------------------------------------------------------------------

static bool is_law(const snw_component_entry *entry) {
    const snw_component_functions *functions = snw_component_of(entry->type.type);
    const bool own = entry->stage == SNW_STAGE_OWN;
    return functions != NULL && entry->member[0] != '\0' &&
           (own ? functions->stage == SNW_STAGE_SERVO : entry->stage == SNW_STAGE_IN_SERVO);
}

static bool is_there(const snw_loop *loop, const char *name, size_t length) {
    for (int i = 0; i < loop->component_count; i++) {
        const char *other = loop->components[i].name;
        if (strlen(other) == length && strncmp(other, name, length) == 0) return true;
    }
    return false;
}

// what led to a component that has gone goes too
static void drop_loose_ends(snw_loop *loop) {
    int kept = 0;
    for (int i = 0; i < loop->connection_count; i++) {
        const snw_connection_entry *c = &loop->connections[i];
        if (is_there(loop, c->from, strcspn(c->from, ".")) &&
            is_there(loop, c->to, strcspn(c->to, "."))) {
            loop->connections[kept++] = *c;
        }
    }
    loop->connection_count = kept;
    for (int i = 0; i < loop->component_count; i++) {
        snw_component_entry *entry = &loop->components[i];
        int left = 0;
        for (int p = 0; p < entry->peer_count; p++) {
            const char *name = entry->peers[p].component;
            if (is_there(loop, name, strlen(name))) entry->peers[left++] = entry->peers[p];
        }
        entry->peer_count = left;
    }
}

// An arm for which no component of the servo stage is there follows its target by itself, so that
// the same sources and the same guard drive an arm without mass.
snw_status run_make_kinematic(cell_input *input, const snw_registry *registry, snw_why *why) {
    const snw_type *type = snw_registry_find(registry, "ideal_arm");
    if (type == NULL) return run_refuse(why, SNW_ERR_INTERNAL, "ideal_arm", "no such drive", NULL);
    snw_loop *loop = input->cell->control.block;
    for (int i = 0; i < loop->arm_count; i++) {
        snw_arm_entry *arm = &loop->arms[i];
        void *block = snw_block_new(type, input->setup);
        if (block == NULL) return SNW_ERR_MEMORY;
        arm->drive = (snw_child){.type = type, .block = block};
        arm->twin = (snw_child){0};
        arm->simulate = SNW_SIMULATE_ON;
    }
    int kept = 0;
    for (int i = 0; i < loop->component_count; i++) {
        if (!is_law(&loop->components[i])) loop->components[kept++] = loop->components[i];
    }
    loop->component_count = kept;
    drop_loose_ends(loop);
    return SNW_OK;
}
