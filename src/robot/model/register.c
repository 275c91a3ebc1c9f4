// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/model/description.h"
#include "sinew/model/law.h"

static const snw_base control_base = {"control", NULL, "Control of the members of a cell."};
static const snw_base collision_base = {"collision", NULL, "Rules about collisions in a cell."};

snw_status snw_model_register(snw_registry *registry, snw_why *why) {
    const int types = registry->type_count, bases = registry->base_count;
    snw_status status = snw_registry_add_base(registry, &snw_joint_law_base, why);
    if (status == SNW_OK) status = snw_registry_add_base(registry, &control_base, why);
    if (status == SNW_OK) status = snw_registry_add_base(registry, &collision_base, why);
    if (status == SNW_OK) status = snw_registry_add(registry, &snw_robot_type, why);
    if (snw_failed(status)) snw_registry_rewind(registry, types, bases);
    return status;
}
