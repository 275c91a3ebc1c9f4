// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "internal.h"
#include "sinew/collision.h"

// the first state of the cell, or the neutral one; a state that cannot be put is told by others
static snw_status put_first(const snw_cell *cell, const snw_system *system, snw_setup *setup,
                            snw_system_state *state) {
    snw_arena arena = {0};
    SNW_IGNORE(snw_system_state_init(state, system, &arena));
    const size_t needed = arena.needed;
    void *block = snw_setup_take(setup, needed, SNW_ARENA_ALIGN);
    if (block == NULL) return SNW_ERR_MEMORY;
    arena = snw_arena_over(block, needed);
    const snw_status status = snw_system_state_init(state, system, &arena);
    if (snw_failed(status) || cell->state_count == 0) return status;
    if (!snw_failed(snw_system_state_put(system, &cell->states[0], state, NULL))) return SNW_OK;
    arena = snw_arena_over(block, needed);
    return snw_system_state_init(state, system, &arena);
}

snw_status snw_world_of_cell(snw_world *world, const snw_cell *cell, const snw_system *system,
                             snw_setup *setup, snw_diags *diags) {
    snw_system_state first;
    const snw_status status = put_first(cell, system, setup, &first);
    if (snw_failed(status)) return status;
    const char *folder = cell->folder[0] != '\0' ? cell->folder : NULL;
    const snw_world_options options = {
        .rules = snw_cell_rules(cell), .first = &first, .folder = folder};
    return snw_world_init(world, system, &options, setup, diags);
}
