// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include "internal.h"
#include "saving.h"
#include "sinew/os/file.h"
#include "sinew/parts/task.h"
#include "sinew/plant.h"
#include "sinew/teach/keep.h"

// The cell as it is now, put into a fresh reading of its file: parameters that were changed while
// it runs, points and steps that were taught. And the same cell with other drives.

static const int64_t ANSWER_NS = 500 * INT64_C(1000000);

// --- messages -----------------------------------------------------------------------------------

static snw_status ask_component(void *context, const char *component, const char *text,
                                char answer[SNW_MESSAGE], snw_why *why) {
    snw_station *station = context;
    const snw_status status =
        snw_exec_message(station->exec, component, text, ANSWER_NS, answer, why);
    if (status != SNW_NOTHING_NEW) return status;
    SNW_IGNORE(snw_exec_leave(station->exec));
    return snw_refuse(why, SNW_ERR_TIMEOUT, component, "the loop does not answer", NULL);
}

snw_teach_asker snw__asker(snw_station *station) {
    return (snw_teach_asker){.ask = ask_component, .context = station};
}

// --- parameters and points ----------------------------------------------------------------------

static snw_status keep_component(snw_station *station, snw_component_entry *entry,
                                 snw_loaded_cell *into, snw_why *why) {
    const snw_component *component = snw_exec_find(station->exec, entry->name);
    if (component == NULL || component->type != entry->type.type) return SNW_OK;
    if (component->type == &snw_points_type) {
        return snw__points_keep(component, into->setup, entry->type.block, why);
    }
    if (component->type == &snw_sequence_type) {
        return snw__sequence_keep(component, into->setup, entry->type.block, why);
    }
    // end effectors and limits of joints change by messages
    if (component->type == &snw_task_stage_type) {
        snw_task_stage *now = NULL;
        const snw_status status = snw_task_describe(component, into->setup, &now);
        if (!snw_failed(status)) entry->type.block = now;
        return status == SNW_ERR_STATE ? SNW_OK : status;
    }
    if (!snw_type_is_flat(component->type)) return SNW_OK;
    return snw_exec_parameters(station->exec, entry->name, entry->type.block, why);
}

snw_status snw__station_keep(snw_station *station, snw_loaded_cell *into, snw_why *why) {
    if (snw__loop_of(into->cell) == NULL) return SNW_OK;
    snw_loop *loop = into->cell->control.block;
    const snw__plots plots = {station->loop.plots, station->loop.plot_count};
    snw_status status = snw__plots_keep(&plots, loop, into->setup, why);
    for (int i = 0; i < loop->component_count && !snw_failed(status); i++)
        status = keep_component(station, &loop->components[i], into, why);
    return status;
}

uint64_t snw__changes_of(const snw_station *station) {
    uint64_t sum = 0;
    for (int i = 0; i < snw_exec_component_count(station->exec); i++) {
        const snw_component *one = snw_exec_component(station->exec, i);
        if (one->type != &snw_points_type && one->type != &snw_sequence_type) continue;
        char path[2 * SNW_NAME], value[32];
        snw_text text = snw_text_over(path, sizeof path);
        snw_text_format(&text, "%s/version", one->name);
        if (snw_failed(snw_exec_get(station->exec, path, value, sizeof value, NULL))) continue;
        sum += strtoull(value, NULL, 10);
    }
    return sum;
}

bool snw__is_unsaved(const snw_station *station) {
    if (station->empty || station->exec == NULL) return false;
    return station->unsaved_before ||
           (station->counted && snw__changes_of(station) != station->saved_changes);
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

// a signal of a drive or a component that has gone, or of a drive that is another one now
static bool is_gone(const snw_loop *loop, const snw_loop *before, const char *pattern) {
    const size_t length = strcspn(pattern, "/[.*");
    if (is_there(before, pattern, length)) return !is_there(loop, pattern, length);
    for (int i = 0; i < loop->arm_count && pattern[length] == '/'; i++) {
        const char *name = loop->arms[i].member, *part = pattern + length + 1;
        if (strlen(name) != length || strncmp(name, pattern, length) != 0) continue;
        return strncmp(part, "drive/", 6) == 0 || strncmp(part, "twin/", 5) == 0 ||
               strncmp(part, "difference/", 11) == 0;
    }
    return false;
}

// nor can it be plotted
static void drop_traces(snw_plot_entry *plot, const snw_loop *loop, const snw_loop *before) {
    int kept = 0;
    for (int i = 0; i < plot->trace_count; i++) {
        if (is_gone(loop, before, plot->traces[i].signal)) continue;
        plot->traces[kept++] = plot->traces[i];
    }
    plot->trace_count = kept;
}

// nor can it be recorded
static void drop_signals(snw_loop *loop, const snw_loop *before) {
    int kept = 0;
    for (int i = 0; i < loop->record_count; i++) {
        snw_record_entry entry = loop->records[i];
        snw_text text = snw_text_over(entry.signals, sizeof entry.signals);
        entry.signals[0] = '\0';
        const char *at = loop->records[i].signals;
        for (at += strspn(at, " "); *at != '\0'; at += strspn(at, " ")) {
            const size_t length = strcspn(at, " ");
            char pattern[SNW_FIELD_PATH];
            snw_text one = snw_text_over(pattern, sizeof pattern);
            snw_text_format(&one, "%.*s", (int)length, at);
            at += length;
            if (is_gone(loop, before, pattern)) continue;
            snw_text_format(&text, entry.signals[0] == '\0' ? "%s" : " %s", pattern);
        }
        if (entry.signals[0] != '\0') loop->records[kept++] = entry;
    }
    loop->record_count = kept;
    for (int i = 0; i < loop->plot_count; i++)
        drop_traces(&loop->plots[i], loop, before);
}

// An arm for which no component of the servo stage is there follows its target by itself, so that
// the same sources and the same guard drive an arm without mass.
snw_status snw__make_kinematic(snw_loaded_cell *input, const snw_registry *registry, snw_why *why) {
    const snw_type *type = snw_registry_find(registry, "ideal_arm");
    if (type == NULL)
        return snw_refuse(why, SNW_ERR_INTERNAL, "ideal_arm", "there is no such drive", NULL);
    snw_loop *loop = input->cell->control.block;
    for (int i = 0; i < loop->arm_count; i++) {
        snw_arm_entry *arm = &loop->arms[i];
        void *block = snw_block_new(type, input->setup);
        if (block == NULL) return SNW_ERR_MEMORY;
        arm->drive = (snw_child){.type = type, .block = block};
        arm->twin = (snw_child){0};
        arm->simulate = SNW_SIMULATE_ON;
    }
    // those that stay first, so that the rest can still be seen
    int kept = 0;
    const int count = loop->component_count;
    for (int i = 0; i < count; i++) {
        if (is_law(&loop->components[i])) continue;
        const snw_component_entry one = loop->components[i];
        loop->components[i] = loop->components[kept];
        loop->components[kept++] = one;
    }
    const snw_loop before = *loop;
    loop->component_count = kept;
    drop_loose_ends(loop);
    drop_signals(loop, &before);
    return SNW_OK;
}
