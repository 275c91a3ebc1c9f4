// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "internal.h"

// What a part that is attached lay on.

// a body on which something may lie: nothing drives it, and it is no space that is left or entered
static bool can_carry(const snw_collision *c, snw_body body) {
    const snw_world *world = c->world;
    if (body.member == SNW_BODY_SENSED) return false;
    if (body.member == SNW_BODY_VOLUME) {
        return world->volumes[body.link].kind == SNW_VOLUME_BOX;
    }
    return !world->bodies[snw_world_find(world, body)].driven && !c->holders[body.member].carried;
}

static void add_rest(const snw_collision *c, const snw_near *near, int part, double margin,
                     snw_slot *slot) {
    const snw_body other = snw_collision_rides(c, near->a, part) ? near->b : near->a;
    if (slot->rest_count == SNW_SLOT_RESTS || !can_carry(c, other)) return;
    if (!(near->closest.distance <= near->keep + margin)) return;
    for (int i = 0; i < slot->rest_count; i++)
        if (slot->rests[i].member == other.member && slot->rests[i].link == other.link) return;
    slot->rests[slot->rest_count++] = (snw_slot_rest){other.member, other.link, near->keep};
}

static void find_rests(snw_collision *c, int part, double margin, snw_slot *slot) {
    enum { MOST = 16 };
    snw_near near[MOST];
    const snw_near_query query = {.member = part,
                                  .below = snw_world_most_keep(c->world) + margin,
                                  .most = MOST,
                                  .enforced = true};
    const int count = snw_collision_near(c, &query, near, NULL);
    for (int i = 0; i < count; i++)
        add_rest(c, &near[i], part, margin, slot);
}

static bool is_clear(snw_collision *c, int part, const snw_slot_rest *rest, double margin) {
    const snw_body body = {rest->member, rest->link};
    const snw_near_query query = {.member = part, .below = rest->keep + margin, .body = &body};
    snw_near near;
    return !snw_collision_hits(c, &query, &near);
}

void snw_collision_rest(snw_collision *c, snw_slot *slot, double margin) {
    const int part = snw_system_find(c->world->system, slot->name);
    const bool rides = part >= 0 && c->holders[part].held;
    if (!slot->rests_known) {
        slot->rest_count = 0;
        slot->rests_known = true;
        if (rides) find_rests(c, part, margin, slot);
        return;
    }
    int left = 0;
    for (int i = 0; rides && i < slot->rest_count; i++)
        if (!is_clear(c, part, &slot->rests[i], margin)) slot->rests[left++] = slot->rests[i];
    slot->rest_count = left;
}
