// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_TASK_EFFECTORS_H
#define SINEW_TESTS_TASK_EFFECTORS_H

/// @file
/// End effectors on trees with every kind of joint, and differences of where they are.

#include "arms.h"

#include "unit/dynamics/vm1.h"

static stand s;
static snw_task task;
static snw_effector_set set;
static void *task_block, *set_block;
static snw_effector effectors[8];
static snw_child children[8];
static int count;

static inline void begin(void) {
    count = 0;
}

static inline snw_effector *add(const snw_type *type, const char *link) {
    effectors[count] = effector_of(type, link);
    children[count] = (snw_child){type, &effectors[count]};
    return &effectors[count++];
}

static inline void lay_out_set(snw_effector_set *one, void **block) {
    snw_arena arena = {0};
    SNW_IGNORE(snw_effector_set_init(one, &s.c.model, children, count, &arena, NULL));
    *block = exact_block(arena.needed);
    arena = snw_arena_over(*block, arena.needed);
    CHECK(snw_effector_set_init(one, &s.c.model, children, count, &arena, NULL) == SNW_OK);
}

static inline void lay_out_task(snw_task_room room) {
    snw_arena arena = {0};
    SNW_IGNORE(snw_task_init(&task, &s.c.model, room, &arena));
    task_block = exact_block(arena.needed);
    arena = snw_arena_over(task_block, arena.needed);
    CHECK(snw_task_init(&task, &s.c.model, room, &arena) == SNW_OK);
}

static inline void lay_out(void) {
    lay_out_set(&set, &set_block);
    lay_out_task((snw_task_room){60, 8});
    CHECK(snw_task_update(&task, s.q) == SNW_OK);
    CHECK(snw_task_use(&task, &set) == SNW_OK);
}

static inline void put_away(void) {
    free(set_block);
    free(task_block);
    tear_down(&s);
}

// --- a second opinion ----------------------------------------------------------------------------

static snw_kin other;
static void *other_block;

static inline void open_other(void) {
    snw_arena arena = {0};
    SNW_IGNORE(snw_kin_init(&other, &s.c.model, &arena));
    other_block = exact_block(arena.needed);
    arena = snw_arena_over(other_block, arena.needed);
    CHECK(snw_kin_init(&other, &s.c.model, &arena) == SNW_OK);
}

// the frame of an end effector at q + h e_k, as the observer sees it
static inline snw_pose seen(int effector, int k, double h) {
    double rates[RATES] = {0}, q[RATES];
    rates[k] = 1;
    CHECK(snw_integrate(&s.c.model, s.q, rates, h, q) == SNW_OK);
    CHECK(snw_kin_update(&other, q) == SNW_OK);
    const snw_effector_slot *slot = &set.slots[effector];
    const snw_pose T = snw_pose_mul(other.T_world_link[slot->link], slot->T_link_frame);
    if (slot->relative < 0) return T;
    return snw_pose_mul(snw_pose_inverse(other.T_world_link[slot->relative]), T);
}

static const double h = 1e-4;

// the derivative of a vector of the observer, by the rule of order four
typedef snw_vec3 vector_fn(snw_pose T, const snw_effector *e);

static inline snw_vec3 slope(vector_fn *f, int effector, int k) {
    const snw_effector *e = &effectors[effector];
    const snw_vec3 near = snw_vec3_sub(f(seen(effector, k, h), e), f(seen(effector, k, -h), e));
    const snw_vec3 far =
        snw_vec3_sub(f(seen(effector, k, 2 * h), e), f(seen(effector, k, -2 * h), e));
    return snw_vec3_scale(snw_vec3_sub(snw_vec3_scale(near, 8), far), 1 / (12 * h));
}

static inline snw_vec3 place_of(snw_pose T, const snw_effector *e) {
    (void)e;
    return T.p;
}
static inline snw_vec3 x_of(snw_pose T, const snw_effector *e) {
    (void)e;
    return T.R.x;
}
static inline snw_vec3 y_of(snw_pose T, const snw_effector *e) {
    (void)e;
    return T.R.y;
}
static inline snw_vec3 z_of(snw_pose T, const snw_effector *e) {
    (void)e;
    return T.R.z;
}

// half the sum of a x a' over three axes is the angular velocity
static inline snw_vec3 turn_slope(int effector, int k) {
    const snw_pose T = seen(effector, k, 0);
    snw_vec3 sum = snw_vec3_cross(T.R.x, slope(x_of, effector, k));
    sum = snw_vec3_add(sum, snw_vec3_cross(T.R.y, slope(y_of, effector, k)));
    sum = snw_vec3_add(sum, snw_vec3_cross(T.R.z, slope(z_of, effector, k)));
    return snw_vec3_scale(sum, 0.5);
}

static inline const char *any_link(char *name) {
    (void)snprintf(name, SNW_NAME, "%d", check_int(0, s.c.model.link_count - 1));
    return name;
}

static inline void mechanism(bool laws) {
    do {
        if (s.block != NULL) {
            tear_down(&s);
            s.block = NULL;
        }
        any_tree(&s, check_int(3, 10), laws, true);
    } while (s.nv < 1 || s.nv > MOST);
    CHECK(snw_dyn_set_base(&s.dyn, snw_pose_identity()) == SNW_OK);
}

static inline void any_mechanism(void) {
    mechanism(true);
}

#endif // SINEW_TESTS_TASK_EFFECTORS_H
