// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "task_internal.h"

// What a task component that keeps or stays away knows of the rest of the cell: a view of its own,
// because the arm is looked at where it is going to be. What sensors see belongs to it.

snw_status snw__manual_around_init(const snw_component *self, snw__manual *h, snw_arena *arena,
                                   snw_why *why) {
    if (!snw_around_needed(&h->config->control)) return SNW_OK;
    const snw_world *world = NULL;
    snw_status status = snw_exec_world(self->exec, &world, why);
    if (snw_failed(status)) return status;
    if (!world->has_rules) {
        return snw__manual_refuse(
            self, SNW_ERR_STATE,
            "the cell has no collision rules, so nothing can be kept away from",
            "add the element collision with collision_rules to the cell", why);
    }
    const int member = snw_system_find(snw_exec_system(self->exec), self->arm->name);
    status = snw_collision_init(&h->collision, world, arena);
    if (!snw_failed(status) || status == SNW_ERR_MEMORY) {
        h->collision.world = world;
        status = snw_around_init(&h->around, &h->collision, member, arena);
    }
    if (snw_failed(status)) return status;
    h->control.task.around = &h->around;
    return SNW_OK;
}

void snw__manual_look_around(snw__manual *h, const snw_component *self, double dt) {
    if (h->control.task.around == NULL) return;
    snw_collision_sense(&h->collision, snw_exec_sensed(self->exec));
    // a state that cannot be placed refuses the tick where it is asked for
    SNW_IGNORE(snw_around_place(&h->around, snw_exec_state(self->exec), dt));
}
