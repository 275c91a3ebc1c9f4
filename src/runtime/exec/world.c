// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/exec/state.h"

#include "internal.h"

// What stands in the way is made for the first component that asks: cells without one do not pay.

static void make_world(snw_exec *exec) {
    snw_diags found = {.items = &exec->world_why, .capacity = 1};
    exec->world_status =
        snw_world_of_cell(&exec->world, exec->cell, exec->system, exec->memory, &found);
    if (snw_failed(exec->world_status) && exec->world_why.severity != SNW_ERROR) {
        snw_why_set(&exec->world_why, exec->world_status, exec->cell->name,
                    "the bodies of the cell cannot be compared");
        snw_why_rule(&exec->world_why, "world");
    }
}

snw_status snw_exec_world(snw_exec *exec, const snw_world **world, snw_why *why) {
    if (!exec->world_made) make_world(exec);
    exec->world_made = true;
    if (!snw_failed(exec->world_status))
        *world = &exec->world;
    else if (why != NULL)
        *why = exec->world_why;
    return exec->world_status;
}
