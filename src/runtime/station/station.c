// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/station.h"

#include "sinew/axis.h"
#include "sinew/document.h"
#include "sinew/model.h"
#include "sinew/modelio.h"
#include "sinew/parts.h"
#include "sinew/plant.h"
#include "sinew/shape.h"
#include "sinew/task.h"
#include "sinew/teach.h"
#include "sinew/urdf.h"

enum { TYPES = 512, COPIES = 64, FINDINGS = 16 };

static snw_status lay_out(snw_registry *registry, snw_arena *arena) {
    SNW_IGNORE(snw_registry_init(registry, TYPES, arena));
    SNW_IGNORE(snw_registry_reserve_copies(registry, COPIES, arena));
    return snw_arena_status(arena);
}

static snw_arena take(snw_station *station, size_t needed) {
    void *block = snw_setup_take(station->memory, needed, SNW_ARENA_ALIGN);
    return snw_arena_over(block, block != NULL ? needed : 0);
}

static snw_status register_all(snw_registry *registry, snw_register_fn *const *modules,
                               snw_why *why) {
    snw_status status = SNW_OK;
    for (int i = 0; modules != NULL && modules[i] != NULL && status == SNW_OK; i++) {
        status = modules[i](registry, why);
    }
    return status;
}

static snw_status make_types(snw_station *station, snw_register_fn *const *more, snw_diags *diags) {
    static snw_register_fn *const modules[] = {
        snw_shape_register, snw_model_register, snw_urdf_register,       snw_modelio_register,
        snw_axis_register,  snw_plant_register, snw_exec_register,       snw_parts_register,
        snw_teach_register, snw_task_register,  snw_expression_register, NULL};
    snw_arena arena = {0};
    SNW_IGNORE(lay_out(&station->registry, &arena));
    arena = take(station, arena.needed);
    snw_status status = lay_out(&station->registry, &arena);
    snw_why why = {0};
    if (status == SNW_OK) status = register_all(&station->registry, modules, &why);
    if (status == SNW_OK) status = register_all(&station->registry, more, &why);
    if (status != SNW_OK && why.code != SNW_OK) snw_diags_add(diags, &why);
    snw_registry_freeze(&station->registry);
    return status;
}

static snw_status load(snw_station *station, const char *path, snw_diags *diags) {
    const snw_cell_options options = {.registry = &station->registry};
    const snw_status status =
        snw_cell_read_file(path, &options, station->memory, &station->cell, diags);
    if (snw_failed(status)) return status;
    snw_arena arena = {0};
    SNW_IGNORE(snw_system_compile(&station->system, station->cell, &arena, NULL));
    arena = take(station, arena.needed);
    return snw_system_compile(&station->system, station->cell, &arena, diags);
}

snw_status snw_station_open(snw_station *station, const char *path, snw_register_fn *const *more,
                            snw_diags *diags) {
    snw_why found[FINDINGS];
    snw_diags own = {.items = found, .capacity = FINDINGS};
    if (diags == NULL) diags = &own;
    *station = (snw_station){.memory = snw_setup_create(SNW_DOCUMENT_MEMORY)};
    snw_status status = station->memory != NULL ? SNW_OK : SNW_ERR_MEMORY;
    if (status == SNW_OK) status = make_types(station, more, diags);
    if (!snw_failed(status)) status = load(station, path, diags);
    if (snw_failed(status)) snw_station_close(station);
    return status;
}

void snw_station_close(snw_station *station) {
    snw_setup_destroy(station->memory);
    *station = (snw_station){0};
}
