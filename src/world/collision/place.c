// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"

// Where bodies are. A member rides on its carrier, or on what holds it. How far a body has moved is
// bounded by the motion of the middle of its ball and the turn of its frame.

// --- clocks --------------------------------------------------------------------------------------

// travel is a sum, so it is begun again before it loses digits that count
static const double most_travel = 1e4;

void snw__clocks_reset(snw_collision *c) {
    const snw_world *world = c->world;
    const double unknown = -(double)INFINITY;
    memset(c->travel, 0, (size_t)world->moving_count * sizeof *c->travel);
    for (int i = 0; i < world->pair_count; i++)
        c->pair_clock[i] = unknown;
    const size_t parts = (size_t)world->moving_count * (size_t)world->tree->part_count;
    for (size_t i = 0; c->has_part_clock && i < parts; i++)
        c->part_clock[i] = unknown;
}

// A point at r from the middle moves by at most |way of the middle| + |R' - R| r, and the norm of
// the difference of two rotations is its Frobenius norm over the square root of 2.
static double motion_of(const snw_world_body *body, const snw_pose *before, snw_vec3 center_before,
                        const snw_pose *now, snw_vec3 center) {
    const double way = snw_vec3_distance(center, center_before);
    const double x = snw_vec3_distance2(now->R.x, before->R.x);
    const double y = snw_vec3_distance2(now->R.y, before->R.y);
    const double z = snw_vec3_distance2(now->R.z, before->R.z);
    const double turn = sqrt((x + y + z) / 2);
    const double moved = way + turn * body->ball.radius;
    return moved > 0 ? moved * (1 + 1e-9) : 0;
}

void snw__bodies_update(snw_collision *c) {
    const snw_world *world = c->world;
    double most = 0;
    for (int i = 0; i < world->moving_count; i++) {
        const snw_world_body *body = &world->bodies[i];
        const snw_pose now = c->kins[body->body.member].T_world_link[body->body.link];
        const snw_vec3 center = snw_pose_apply(now, body->ball.center);
        c->travel[i] += motion_of(body, &c->T_body[i], c->center[i], &now, center);
        c->T_body[i] = now;
        c->center[i] = center;
        most = fmax(most, c->travel[i]);
    }
    if (!(most < most_travel)) snw__clocks_reset(c);
}

// --- members -------------------------------------------------------------------------------------

// the base of a member from what it rides on, which is placed
static snw_pose base_of(const snw_collision *c, int member) {
    const snw__holder *on = &c->holders[member];
    if (on->member < 0 || c->kins[on->member].model == NULL) {
        return c->world->T_first_base[member];
    }
    return snw_pose_mul(c->kins[on->member].T_world_link[on->link], on->T_link_base);
}

snw_status snw__member_place(snw_collision *c, int member) {
    const snw_system_member *one = &c->world->system->members[member];
    snw_kin *kin = &c->kins[member];
    if (kin->model == NULL) return SNW_OK;
    snw_status status = snw_kin_set_base(kin, base_of(c, member));
    if (!snw_failed(status)) status = snw_kin_update(kin, c->q + one->q_index);
    return status;
}

// places a member after all that it rides on
static snw_status place_above(snw_collision *c, int member) {
    int depth = 0;
    for (int m = member; m >= 0 && !c->placed[m]; m = c->holders[m].member)
        c->stack[depth++] = m;
    while (depth > 0) {
        const int m = c->stack[--depth];
        const snw_status status = snw__member_place(c, m);
        if (snw_failed(status)) return status;
        c->placed[m] = 1;
    }
    return SNW_OK;
}

// --- what is attached ----------------------------------------------------------------------------

bool snw__member_rides_on(const snw_collision *c, int member, int on) {
    for (int m = member; m >= 0; m = c->holders[m].member)
        if (m == on) return true;
    return false;
}

// the links that something held may touch: those fixed to the link that holds it, and what they
// carry
static void find_touched(const snw_world *world, snw__holder *on) {
    const snw_model *model = world->system->members[on->member].model;
    const int *rigid = world->rigid + world->first_link[on->member];
    int top = on->link;
    while (model->links[top].parent >= 0 && rigid[model->links[top].parent] == rigid[top])
        top = model->links[top].parent;
    on->touch_first = top;
    on->touch_end = model->links[top].end;
}

// a root that is held has no place of its own
static void hold_root(snw_collision *c, int member) {
    static const double neutral[7] = {0, 0, 0, 0, 0, 0, 1};
    memcpy(c->q + c->world->system->members[member].q_index, neutral, sizeof neutral);
}

// the base that puts the root of a floating member to a place, with its free joint in neutral
static snw_pose base_for_root(const snw_model *model, snw_pose T_link_root) {
    return snw_pose_mul(T_link_root, snw_pose_inverse(model->links[0].T_parent_joint));
}

static void take_slot(snw_collision *c, const snw_slot *slot) {
    const snw_world *world = c->world;
    const int part = snw_system_find(world->system, slot->name);
    if (part < 0 || !world->system->members[part].model->floating) return;
    // nothing carries itself
    if (snw__member_rides_on(c, slot->member, part) || c->holders[part].held) return;
    const snw_model *model = world->system->members[part].model;
    snw__holder *on = &c->holders[part];
    *on = (snw__holder){.member = slot->member,
                        .link = slot->link,
                        .T_link_base = base_for_root(model, slot->T_link_part),
                        .held = true};
    find_touched(world, on);
    for (; on->rest_count < slot->rest_count; on->rest_count++) {
        const snw_slot_rest *rest = &slot->rests[on->rest_count];
        on->rests[on->rest_count] = (snw_body){rest->member, rest->link};
    }
    hold_root(c, part);
}

static void find_holders(snw_collision *c, const snw_system_state *state) {
    const snw_world *world = c->world;
    const snw_system *system = world->system;
    for (int i = 0; i < system->member_count; i++) {
        const snw_system_member *member = &system->members[i];
        c->holders[i] = (snw__holder){.member = member->carrier,
                                      .link = member->carrier_link,
                                      .T_link_base = member->T_carrier_base};
    }
    for (int i = 0; i < state->slot_count; i++)
        if (state->slots[i].used) take_slot(c, &state->slots[i]);
    for (int i = 0; i < system->member_count; i++) {
        for (int m = i; m >= 0; m = c->holders[m].member) {
            const snw__holder *on = &c->holders[m];
            if (on->held && world->driven[world->first_link[on->member] + on->link]) {
                c->holders[i].carried = true;
            }
        }
    }
}

// --- the calls -----------------------------------------------------------------------------------

snw_status snw__take_state(snw_collision *c, const snw_system_state *state) {
    const snw_system *system = c->world->system;
    if (state->nq != system->nq) return SNW_ERR_SIZE;
    memcpy(c->q, state->q, (size_t)system->nq * sizeof *c->q);
    find_holders(c, state);
    return SNW_OK;
}

snw_status snw__place_unplaced(snw_collision *c) {
    snw_status status = SNW_OK;
    for (int i = 0; i < c->world->system->member_count && !snw_failed(status); i++)
        status = place_above(c, i);
    snw__bodies_update(c);
    return status;
}

snw_status snw_collision_place(snw_collision *c, const snw_system_state *state) {
    const snw_status status = snw__take_state(c, state);
    if (snw_failed(status)) return status;
    memset(c->placed, 0, (size_t)c->world->system->member_count);
    return snw__place_unplaced(c);
}

snw_status snw_collision_move(snw_collision *c, int member, const double *q) {
    const snw_system *system = c->world->system;
    const snw_system_member *one = &system->members[member];
    memcpy(c->q + one->q_index, q, (size_t)one->model->nq * sizeof *q);
    if (c->holders[member].held) hold_root(c, member);
    // all stay but the member and what rides on it
    for (int i = 0; i < system->member_count; i++)
        c->placed[i] = !snw__member_rides_on(c, i, member);
    return snw__place_unplaced(c);
}

snw_pose snw_collision_pose(const snw_collision *c, snw_body body) {
    const int at = snw_world_find(c->world, body);
    if (at < 0) return snw_pose_identity();
    return at < c->world->moving_count ? c->T_body[at]
                                       : c->world->T_static[at - c->world->moving_count];
}
