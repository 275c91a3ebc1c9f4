// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "load_internal.h"
#include "sinew/model.h"
#include "sinew/modelio.h"
#include "sinew/shape.h"
#include "sinew/urdf.h"

snw_status snw_modelio_register(snw_registry *registry, snw_why *why) {
    static const snw_type *const mine[] = {&snw_dh_sheet_type, &snw_cell_type, &snw_cell_state_type,
                                           NULL};
    const int types = registry->type_count, bases = registry->base_count;
    snw_status status = SNW_OK;
    for (int i = 0; mine[i] != NULL && status == SNW_OK; i++) {
        status = snw_registry_add(registry, mine[i], why);
    }
    if (snw_failed(status)) snw_registry_rewind(registry, types, bases);
    return status;
}

const snw_registry *snw__own_registry(snw_setup *setup) {
    enum { TYPES = 128 };
    snw_registry measured;
    snw_arena arena = {0};
    SNW_IGNORE(snw_registry_init(&measured, TYPES, &arena));
    snw_registry *registry = snw_setup_take(setup, sizeof *registry, _Alignof(snw_registry));
    void *block = snw_setup_take(setup, arena.needed, SNW_ARENA_ALIGN);
    if (registry == NULL || block == NULL) return NULL;
    arena = snw_arena_over(block, arena.needed);
    snw_status status = snw_registry_init(registry, TYPES, &arena);
    if (status == SNW_OK) status = snw_shape_register(registry, NULL);
    if (status == SNW_OK) status = snw_model_register(registry, NULL);
    if (status == SNW_OK) status = snw_urdf_register(registry, NULL);
    if (status == SNW_OK) status = snw_modelio_register(registry, NULL);
    return status == SNW_OK ? registry : NULL;
}
