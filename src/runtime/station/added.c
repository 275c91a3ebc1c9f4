// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "loop_copy.h"
#include "sinew/surround.h"

// Components that a cell gets without being asked for them: its file stays as it is.

// How often the distances are shown [1/s]. People and recordings look at them; what has to be kept
// within a tick is not their business.
static const double shown_rate = 100;

static bool has_clearance(const snw_loop *loop) {
    for (int i = 0; i < loop->component_count; i++) {
        if (loop->components[i].type.type == &snw_clearance_type) return true;
        if (strcmp(loop->components[i].name, "clearance") == 0) return true;
    }
    return false;
}

snw_status snw__add_components(const snw_cell *from, snw_loop *loop, snw_setup *memory) {
    const int count = loop->component_count;
    if (snw_cell_rules(from) == NULL || has_clearance(loop)) return SNW_OK;
    if (count == SNW_LOOP_COMPONENTS) return SNW_OK;
    snw_component_entry *list =
        snw_setup_take(memory, ((size_t)count + 2) * sizeof *list, SNW_ARENA_ALIGN);
    void *block = snw_block_new(&snw_clearance_type, memory);
    if (list == NULL || block == NULL) return SNW_ERR_MEMORY;
    if (count > 0) memcpy(list, loop->components, (size_t)count * sizeof *list);
    const int divisor = (int)fmax(1, floor(1 / (shown_rate * loop->period) + 0.5));
    list[count] = (snw_component_entry){.name = "clearance",
                                        .type = {.type = &snw_clearance_type, .block = block},
                                        .divisor = divisor,
                                        .start = true};
    loop->components = list;
    loop->component_count++;
    return SNW_OK;
}
