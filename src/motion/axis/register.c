// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/axis/drive.h"

snw_status snw_axis_register(snw_registry *registry, snw_why *why) {
    static const snw_base drive = {"drive", NULL, "The drives of an arm, simulated or real."};
    return snw_registry_add_base(registry, &drive, why);
}
