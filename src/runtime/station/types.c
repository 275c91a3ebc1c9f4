// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/station/types.h"

#include <stdlib.h>
#include <string.h>

#include "sinew/avoid.h"
#include "sinew/axis.h"
#include "sinew/collision.h"
#include "sinew/dynamics.h"
#include "sinew/exec.h"
#include "sinew/filter.h"
#include "sinew/frame.h"
#include "sinew/hull.h"
#include "sinew/model.h"
#include "sinew/modelio.h"
#include "sinew/os/path.h"
#include "sinew/parts.h"
#include "sinew/plant.h"
#include "sinew/queue.h"
#include "sinew/shape.h"
#include "sinew/surround.h"
#include "sinew/task.h"
#include "sinew/teach.h"
#include "sinew/urdf.h"

// types and bases that one run can know, those of plugins included
enum { CAPACITY = 512, COPIES = 64 };

// A module that has types adds one line: the function that registers its bases and types.
static snw_register_fn *const modules[] = {
    snw_filter_register,   snw_shape_register,      snw_hull_register,      snw_model_register,
    snw_urdf_register,     snw_modelio_register,    snw_collision_register, snw_dynamics_register,
    snw_frame_register,    snw_path_register,       snw_axis_register,      snw_plant_register,
    snw_exec_register,     snw_parts_register,      snw_task_register,      snw_teach_register,
    snw_surround_register, snw_expression_register, snw_avoid_register,     NULL};

static snw_status register_all(snw_registry *registry, snw_register_fn *const *list, snw_why *why) {
    snw_status status = SNW_OK;
    for (int i = 0; list != NULL && list[i] != NULL && !snw_failed(status); i++)
        status = list[i](registry, why);
    return status;
}

snw_status snw_types_register(snw_registry *registry, snw_register_fn *const *more,
                              snw_arena *arena, snw_why *why) {
    snw_status status = snw_registry_init(registry, CAPACITY, arena);
    const snw_status room = snw_registry_reserve_copies(registry, COPIES, arena);
    if (!snw_failed(status)) status = room;
    if (snw_failed(status)) {
        return snw_refuse(why, status, "the registry of types", NULL, NULL);
    }
    status = register_all(registry, modules, why);
    return snw_failed(status) ? status : register_all(registry, more, why);
}

static snw_status load_plugin(snw_types *types, const char *path, snw_why *why) {
    char local[SNW_PATH_SIZE];
    if (strchr(path, '/') == NULL && snw_path_join("./", path, local, sizeof local) == SNW_OK) {
        path = local;
    }
    snw_plugin *plugin = &types->plugins[types->plugin_count];
    const snw_status status = snw_plugin_load(path, &types->registry, plugin, why);
    if (!snw_failed(status)) types->plugin_count++;
    return status;
}

snw_status snw_types_open(snw_types *types, const snw_types_options *options, snw_why *why) {
    static const snw_types_options none = {0};
    if (options == NULL) options = &none;
    const int count = options->plugin_count;
    *types = (snw_types){0};
    snw_arena arena = {0};
    SNW_IGNORE(snw_types_register(&types->registry, options->more, &arena, NULL));
    const size_t size = (arena.needed + SNW_ARENA_ALIGN - 1) / SNW_ARENA_ALIGN * SNW_ARENA_ALIGN;
    types->memory = aligned_alloc(SNW_ARENA_ALIGN, size);
    types->plugins = calloc((size_t)count + 1, sizeof *types->plugins);
    snw_status status = SNW_OK;
    if (types->memory == NULL || types->plugins == NULL) {
        status = snw_refuse(why, SNW_ERR_MEMORY, "the registry of types", NULL, NULL);
    } else {
        arena = snw_arena_over(types->memory, size);
        status = snw_types_register(&types->registry, options->more, &arena, why);
    }
    for (int i = 0; i < count && !snw_failed(status); i++) {
        status = load_plugin(types, options->plugins[i], why);
    }
    if (snw_failed(status)) snw_types_close(types);
    snw_registry_freeze(&types->registry);
    return status;
}

void snw_types_close(snw_types *types) {
    while (types->plugin_count > 0) {
        snw_plugin_close(&types->plugins[--types->plugin_count]);
    }
    free(types->plugins);
    free(types->memory);
    types->plugins = NULL;
    types->memory = NULL;
}

snw_status snw_types_find(const snw_registry *registry, const char *token, const snw_type **type,
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
        snw_text_format(&line, "'sinew describe list' shows all types");
    } else {
        snw_text_format(&line, "load a plugin that has it with --plugin FILE");
    }
    snw_why_fix(why, fix);
    return SNW_ERR_UNKNOWN_NAME;
}
