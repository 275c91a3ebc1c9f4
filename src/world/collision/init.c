// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"
#include "sinew/model/coordinates.h"

// Clocks of pairs with static parts cost memory; beyond this many the tree alone has to do.
static const size_t part_clock_limit = (size_t)1 << 22;

static bool moves_in_itself(const snw_world *world, int member) {
    return world->system->members[member].model->nv > 0 ||
           world->rigid[world->first_link[member]] >= 0;
}

static int largest_nv(const snw_system *system) {
    int most = 1;
    for (int i = 0; i < system->member_count; i++) {
        const int nv = system->members[i].model->nv, nq = system->members[i].model->nq;
        if (nv > most) most = nv;
        if (nq > most) most = nq;
    }
    return most;
}

static void lay_out(snw_collision *c, snw_arena *arena) {
    const snw_world *world = c->world;
    const snw_system *system = world->system;
    const int members = system->member_count, moving = world->moving_count;
    const int still = world->body_count - moving, most = largest_nv(system);
    c->certainty = SNW_ARENA_ARRAY(arena, double, members);
    c->kins = SNW_ARENA_ARRAY(arena, snw_kin, members);
    c->q = SNW_ARENA_ARRAY(arena, double, system->nq);
    c->T_base = SNW_ARENA_ARRAY(arena, snw_pose, members);
    c->holders = SNW_ARENA_ARRAY(arena, snw__holder, members);
    c->stack = SNW_ARENA_ARRAY(arena, int, members);
    c->placed = SNW_ARENA_ARRAY(arena, uint8_t, members);
    c->T_body = SNW_ARENA_ARRAY(arena, snw_pose, moving);
    c->center = SNW_ARENA_ARRAY(arena, snw_vec3, moving);
    c->travel = SNW_ARENA_ARRAY(arena, double, moving);
    c->pair_clock = SNW_ARENA_ARRAY(arena, double, world->pair_count);
    const size_t clocks = (size_t)moving * (size_t)world->tree->part_count;
    c->part_clock = clocks <= part_clock_limit ? SNW_ARENA_ARRAY(arena, double, (int)clocks) : NULL;
    c->has_part_clock = clocks <= part_clock_limit;
    c->found = SNW_ARENA_ARRAY(arena, snw_near, still);
    c->found_of = SNW_ARENA_ARRAY(arena, int, still);
    c->J = SNW_ARENA_ARRAY(arena, snw_twist, most);
    c->sweep_q = SNW_ARENA_ARRAY(arena, double, 4 * most);
}

// nothing is known of any pair, and nobody rides on anything but its carrier
static void begin(snw_collision *c) {
    const snw_world *world = c->world;
    const snw_system *system = world->system;
    for (int i = 0; i < system->member_count; i++) {
        const snw_system_member *member = &system->members[i];
        c->certainty[i] = 1;
        c->holders[i] = (snw__holder){.member = member->carrier,
                                      .link = member->carrier_link,
                                      .T_link_base = member->T_carrier_base};
        c->T_base[i] = world->T_first_base[i];
        snw_neutral(member->model, c->q + member->q_index);
    }
    for (int i = 0; i < world->body_count - world->moving_count; i++)
        c->found_of[i] = -1;
    snw__clocks_reset(c);
    for (int i = 0; i < world->moving_count; i++)
        c->T_body[i] = snw_pose_identity();
}

snw_status snw_collision_init(snw_collision *c, const snw_world *world, snw_arena *arena) {
    *c = (snw_collision){.world = world};
    const snw_system *system = world->system;
    lay_out(c, arena);
    const bool measures = snw_failed(snw_arena_status(arena));
    for (int i = 0; i < system->member_count; i++) {
        snw_kin spare, *kin = measures ? &spare : &c->kins[i];
        if (!moves_in_itself(world, i)) continue;
        const snw_status status = snw_kin_init(kin, system->members[i].model, arena);
        if (snw_failed(status) && status != SNW_ERR_MEMORY) return status;
    }
    const snw_status status = snw_arena_status(arena);
    if (snw_failed(status)) return status;
    begin(c);
    // a law may have no pose in the neutral configuration; then its links are where they were
    for (int i = 0; i < system->member_count; i++)
        SNW_IGNORE(snw__member_place(c, i));
    snw__bodies_update(c);
    snw__clocks_reset(c);
    return SNW_OK;
}
