// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "types.h"

#include <stdlib.h>
#include <string.h>

#include "sinew/axis.h"
#include "sinew/dynamics.h"
#include "sinew/exec.h"
#include "sinew/filter.h"
#include "sinew/frame.h"
#include "sinew/model.h"
#include "sinew/modelio.h"
#include "sinew/parts.h"
#include "sinew/plant.h"
#include "sinew/rtc.h"
#include "sinew/shape.h"
#include "sinew/task.h"
#include "sinew/teach.h"
#include "sinew/urdf.h"

// types and bases that one run can know, those of plugins included
enum { CAPACITY = 512, COPIES = 64 };

// A module that has types adds one line: the function that registers its bases and types.
typedef snw_status register_fn(snw_registry *registry, snw_why *why);
static register_fn *const modules[] = {
    snw_filter_register,  snw_shape_register,      snw_model_register, snw_urdf_register,
    snw_modelio_register, snw_dynamics_register,   snw_frame_register, snw_axis_register,
    snw_plant_register,   snw_exec_register,       snw_parts_register, snw_rtc_register,
    snw_task_register,    snw_expression_register, snw_teach_register, NULL};

snw_status cli_registry(snw_registry *registry, snw_arena *arena, snw_why *why) {
    snw_status status = snw_registry_init(registry, CAPACITY, arena);
    const snw_status room = snw_registry_reserve_copies(registry, COPIES, arena);
    if (!snw_failed(status)) status = room;
    if (snw_failed(status)) {
        snw_why_set(why, status, "the registry of types", NULL);
        return status;
    }
    for (int i = 0; modules[i] != NULL && !snw_failed(status); i++) {
        status = modules[i](registry, why);
    }
    return status;
}

static snw_status out_of_memory(snw_why *why) {
    snw_why_set(why, SNW_ERR_MEMORY, "the registry of types", NULL);
    return SNW_ERR_MEMORY;
}

static snw_status load(cli_types *types, const char *path, snw_why *why) {
    char local[SNW_PATH_SIZE];
    if (strchr(path, '/') == NULL && snw_path_join("./", path, local, sizeof local) == SNW_OK) {
        path = local;
    }
    snw_plugin *plugin = &types->plugins[types->plugin_count];
    const snw_status status = snw_plugin_load(path, &types->registry, plugin, why);
    if (!snw_failed(status)) types->plugin_count++;
    return status;
}

snw_status cli_types_open(cli_types *types, const char *const *paths, int count, snw_why *why) {
    *types = (cli_types){0};
    snw_arena arena = {0};
    SNW_IGNORE(cli_registry(&types->registry, &arena, NULL));
    const size_t size = (arena.needed + SNW_ARENA_ALIGN - 1) / SNW_ARENA_ALIGN * SNW_ARENA_ALIGN;
    types->memory = aligned_alloc(SNW_ARENA_ALIGN, size);
    types->plugins = calloc((size_t)count + 1, sizeof *types->plugins);
    snw_status status = SNW_OK;
    if (types->memory == NULL || types->plugins == NULL) {
        status = out_of_memory(why);
    } else {
        arena = snw_arena_over(types->memory, size);
        status = cli_registry(&types->registry, &arena, why);
    }
    for (int i = 0; i < count && !snw_failed(status); i++) {
        status = load(types, paths[i], why);
    }
    if (snw_failed(status)) cli_types_close(types);
    snw_registry_freeze(&types->registry);
    return status;
}

void cli_types_close(cli_types *types) {
    while (types->plugin_count > 0) {
        snw_plugin_close(&types->plugins[--types->plugin_count]);
    }
    free(types->plugins);
    free(types->memory);
    types->plugins = NULL;
    types->memory = NULL;
}

snw_status cli_find_type(const snw_registry *registry, const char *token, const snw_type **type,
                         snw_why *why) {
    *type = snw_registry_find(registry, token);
    if (*type != NULL) return SNW_OK;
    char text[SNW_WHY_TEXT], fix[SNW_WHY_TEXT];
    const char *known[CAPACITY];
    int count = 0;
    for (; count < registry->type_count && count < CAPACITY; count++) {
        known[count] = registry->types[count]->token;
    }
    snw_text line = snw_text_over(text, sizeof text);
    snw_text_format(&line, "there is no type '%.48s'", token);
    snw_why_set(why, SNW_ERR_UNKNOWN_NAME, NULL, text);
    snw_why_rule(why, "unknown-type");
    const char *closest = snw_closest_name(token, known, count);
    line = snw_text_over(fix, sizeof fix);
    if (closest != NULL) {
        snw_text_format(&line, "did you mean '%s'?", closest);
    } else if (count > 0) {
        snw_text_format(&line, "'sinew describe list' shows those that there are");
    } else {
        snw_text_format(&line, "load a plugin that has it with --plugin FILE");
    }
    snw_why_fix(why, fix);
    return SNW_ERR_UNKNOWN_NAME;
}
