// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/urdf.h"

snw_status snw_urdf_register(snw_registry *registry, snw_why *why) {
    const int types = registry->type_count, bases = registry->base_count;
    snw_status status = snw_registry_add(registry, &snw_mesh_file_type, why);
    if (status == SNW_OK) status = snw_registry_add(registry, &snw_srdf_type, why);
    if (snw_failed(status)) snw_registry_rewind(registry, types, bases);
    return status;
}
