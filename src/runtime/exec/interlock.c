// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "lock.h"

#include <string.h>

#include "internal.h"

static void add_warning(snw__builder *b, const char *rule, const char *text, const char *fix) {
    snw_why why;
    snw_why_set(&why, SNW_OK, "interlock", text);
    snw_why_rule(&why, rule);
    snw_why_fix(&why, fix);
    why.severity = SNW_WARNING;
    snw__exec_find(b, &why);
}

void snw__exec_lock_choose(snw__builder *b) {
    snw_exec *exec = b->exec;
    if (snw_cell_rules(exec->cell) == NULL || exec->arm_count == 0) return;
    if (exec->options.no_interlock) {
        add_warning(b, "interlock-left-out",
                    "the recording was made without an interlock and is repeated without one",
                    "record it again");
    } else if (!exec->loop->interlock.enforce) {
        add_warning(b, "interlock-off", "nothing stops the arms before they hit something",
                    "leave enforce=\"false\" out of the element interlock of the loop");
    } else {
        exec->lock.wanted = true;
    }
}

static bool has_bodies(const snw_exec *exec, const snw_world *world, int member) {
    const snw_model *model = snw_exec_system(exec)->members[member].model;
    for (int l = 0; l < model->link_count; l++) {
        const int at = snw_world_find(world, (snw_body){member, l});
        if (at >= 0 && world->bodies[at].driven) return true;
    }
    return false;
}

// Of an arm without shapes nothing can be proven: it can hit all that the others are kept from.
static snw_status check_bodies(const snw_exec *exec, const snw_world *world, snw_why *why) {
    for (int i = 0; i < exec->arm_count; i++) {
        const snw__arm *arm = &exec->arms[i];
        if (has_bodies(exec, world, arm->member)) continue;
        return snw_refuse_rule(why, SNW_ERR_CHECK, "interlock-shapes", arm->arm->name,
                               "no moving link of this arm has a shape in <collisions>, so nothing "
                               "keeps it from hitting something",
                               "use a model with collision shapes");
    }
    return SNW_OK;
}

static snw_status lay_out(snw__builder *b, const snw_world *world, snw_why *why) {
    snw_exec *exec = b->exec;
    snw__lock *own = &exec->lock;
    const snw_interlock_cell cell = {world, &exec->loop->interlock, own->arms, exec->arm_count};
    snw_arena arena = {0};
    snw_status status = snw_interlock_init(&own->lock, &cell, &arena, why);
    if (status != SNW_ERR_MEMORY) return status;
    arena = snw__exec_arena(b, arena.needed);
    if (arena.base == NULL) return SNW_ERR_MEMORY;
    status = snw_interlock_init(&own->lock, &cell, &arena, why);
    if (snw_failed(status)) return status;
    arena = (snw_arena){0};
    status = snw_governor_init(&own->governor, &own->lock, &arena);
    if (status != SNW_ERR_MEMORY) return status;
    arena = snw__exec_arena(b, arena.needed);
    if (arena.base == NULL) return SNW_ERR_MEMORY;
    return snw_governor_init(&own->governor, &own->lock, &arena);
}

// --- what is shown -------------------------------------------------------------------------------

void snw__exec_lock_place(snw__builder *b, size_t *size) {
    snw__lock *own = &b->exec->lock;
    const snw_collision_rules *rules = snw_cell_rules(b->exec->cell);
    if (!own->wanted || rules->zone_count == 0) return;
    own->zone_count = rules->zone_count;
    own->zones_offset = snw__exec_place(size, (size_t)own->zone_count * sizeof *own->zones);
}

static snw_choice *name_holders(snw__builder *b) {
    const snw_exec *exec = b->exec;
    snw_choice *holders = snw__exec_take(b, (size_t)exec->arm_count + 1, sizeof *holders);
    if (holders == NULL) return NULL;
    holders[0] = (snw_choice){"none", -1, "No arm is in it, or on its way into it."};
    for (int i = 0; i < exec->arm_count; i++)
        holders[i + 1] = (snw_choice){exec->arms[i].arm->name, i, "This arm alone may be in it."};
    return holders;
}

// "zones/NAME" of every zone: the arm that holds it
void snw__exec_lock_types(snw__builder *b) {
    snw_exec *exec = b->exec;
    snw__lock *own = &exec->lock;
    if (own->zone_count == 0) return;
    const snw_collision_rules *rules = snw_cell_rules(exec->cell);
    snw_field *fields = snw__exec_take(b, (size_t)own->zone_count, sizeof *fields);
    const snw_choice *holders = name_holders(b);
    snw_type *type = snw__exec_take(b, 1, sizeof *type);
    if (snw_failed(b->status)) return;
    int count = 0;
    for (int z = 0; z < own->zone_count && count < SNW_FIELDS; z++) {
        const char *name = rules->zones[z].name;
        if (strpbrk(name, "/[].*") != NULL) continue;
        fields[count++] = (snw_field){.name = name,
                                      .offset = (size_t)z * sizeof *own->zones,
                                      .size = sizeof *own->zones,
                                      .kind = SNW_KIND_ENUM,
                                      .role = SNW_SIGNAL,
                                      .choices = holders,
                                      .choice_count = exec->arm_count + 1,
                                      .help = "The arm that may be in this zone."};
    }
    *type = (snw_type){.token = "zone_signals",
                       .size = exec->image_size,
                       .align = SNW_ARENA_ALIGN,
                       .fields = fields,
                       .field_count = count,
                       .space = &snw_space_cell,
                       .help = "Arms that hold the zones of a cell."};
    if (count > 0) own->zones_type = type;
}

// --- set-up --------------------------------------------------------------------------------------

void snw__exec_lock_make(snw__builder *b) {
    snw_exec *exec = b->exec;
    snw__lock *own = &exec->lock;
    if (!own->wanted) return;
    own->arms = snw__exec_take(b, (size_t)exec->arm_count, sizeof *own->arms);
    own->parts = snw__exec_take(b, (size_t)exec->arm_count, sizeof *own->parts);
    if (own->arms == NULL || own->parts == NULL) return;
    own->zones = (int *)(void *)(exec->image + own->zones_offset);
    for (int z = 0; z < own->zone_count; z++)
        own->zones[z] = -1;
    for (int i = 0; i < exec->arm_count; i++) {
        snw__arm *arm = &exec->arms[i];
        own->parts[i] = (double *)(void *)(exec->image + arm->governor_offset);
        *own->parts[i] = 1;
        own->arms[i] = (snw_interlock_arm){arm->member, &arm->guard, arm->arm};
    }
    const snw_world *world = NULL;
    snw_status status = snw_exec_world(exec, &world, &own->why);
    if (!snw_failed(status)) status = check_bodies(exec, world, &own->why);
    if (!snw_failed(status)) status = lay_out(b, world, &own->why);
    own->works = !snw_failed(status);
    if (own->works || snw_failed(b->status)) return;
    if (own->why.code == SNW_OK) {
        snw_why_set(&own->why, status, "interlock", "the interlock cannot be made");
    }
    snw_why warning = own->why;
    warning.severity = SNW_WARNING;
    snw_why_fix(&warning,
                "correct that, since no arm can be enabled without the interlock, or switch "
                "it off by enforce=\"false\"");
    snw__exec_find(b, &warning);
}

// --- what is held --------------------------------------------------------------------------------

// beyond what the interlock demands, a part is clear of its place [m]
static const double clear_by = 1e-3;

void snw__exec_lock_rest(snw_exec *exec) {
    snw_system_state *state = &exec->state;
    snw_collision *around = &exec->lock.lock.foresight.around;
    bool placed = false;
    for (int i = 0; i < state->slot_count; i++) {
        snw_slot *slot = &state->slots[i];
        if (!slot->used || (slot->rests_known && slot->rest_count == 0)) continue;
        if (!placed && snw_failed(snw_collision_place(around, state))) return;
        placed = true;
        snw_collision_rest(around, slot, exec->lock.lock.config.tracking + clear_by);
    }
}
