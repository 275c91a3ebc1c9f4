// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "internal.h"

snw_status snw_surround_register(snw_registry *registry, snw_why *why) {
    static const snw_type *const types[] = {&snw_clearance_type, &snw_obstacles_type,
                                            &snw_scan_type};
    const int count = registry->type_count, bases = registry->base_count;
    snw_status status = SNW_OK;
    for (size_t i = 0; i < sizeof types / sizeof types[0] && status == SNW_OK; i++)
        status = snw_registry_add(registry, types[i], why);
    if (status != SNW_OK) snw_registry_rewind(registry, count, bases);
    return status;
}
