// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/interlock/lock.h"

#include <string.h>

#include "internal.h"

// By induction: in every tick it is proven that all arms stay apart, from each other and from
// everything else, if all of them begin to stop with the next tick. A command for which that cannot
// be proven is taken back, and its arm begins the stop that was proven a tick ago. Others may have
// been proven against the command that was taken back; so the question is asked again until nobody
// has to be taken back any more. When all arms have been, what is left is what was proven before.

// --- zones ---------------------------------------------------------------------------------------

static bool is_zone(const snw_world *world, snw_body body) {
    return body.member == SNW_BODY_VOLUME && world->volumes[body.link].kind == SNW_VOLUME_ZONE;
}

// An arm enters a zone that is free, or in which a part of it is already. True when it may.
static bool enter_zone(snw_interlock *lock, const snw_encounter *meeting) {
    uint64_t *users = &lock->zone_users[meeting->near.b.link];
    if (*users != 0 && (*users & meeting->courses_a) == 0) return false;
    *users |= meeting->courses_a;
    return true;
}

static void release_zones(snw_interlock *lock) {
    const snw_world *world = lock->foresight.around.world;
    for (int z = 0; z < world->volume_count; z++)
        if (!lock->foresight.zone_near[z]) lock->zone_users[z] = 0;
}

// --- whose command is taken back -----------------------------------------------------------------

static uint64_t able_to_stop(const snw_interlock *lock) {
    uint64_t bits = 0;
    for (int k = 0; k < lock->arm_count; k++) {
        if (lock->work->ways[k].follows && lock->work->courses[k].moves) bits |= UINT64_C(1) << k;
    }
    return bits;
}

// Of two arms the one that does more to bring the bodies nearer.
static uint64_t blame(const snw_encounter *meeting, uint64_t able) {
    const uint64_t a = meeting->courses_a & able,
                   b = meeting->courses_b & ~meeting->courses_a & able;
    if (a == 0) return b;
    if (b == 0 || meeting->unknown) return a | b;
    return meeting->speed_b > meeting->speed_a ? b : a;
}

// --- the step ------------------------------------------------------------------------------------

// bits of arms to be taken back for these meetings; *again: a zone was entered
static uint64_t judge(snw_interlock *lock, int count, bool *again) {
    const snw_world *world = lock->foresight.around.world;
    const uint64_t able = able_to_stop(lock);
    uint64_t named = 0;
    for (int i = 0; i < count; i++) {
        const snw_encounter *meeting = &lock->work->meetings[i];
        if (!meeting->unknown && is_zone(world, meeting->near.b) && enter_zone(lock, meeting)) {
            *again = true;
            continue;
        }
        const uint64_t bits = blame(meeting, able) & ~named;
        for (int k = 0; k < lock->arm_count; k++)
            if ((bits >> k & 1) != 0) snw__interlock_refuse(lock, meeting, &lock->reasons[k]);
        named |= bits;
    }
    return named;
}

uint64_t snw_interlock_step(snw_interlock *lock, const snw_system_state *state) {
    if (!lock->config.enforce) return 0;
    struct snw__interlock *work = lock->work;
    snw_foresight_query query = {.state = state,
                                 .courses = work->courses,
                                 .count = lock->arm_count,
                                 .place = snw__interlock_place,
                                 .context = lock,
                                 .margin = lock->config.tracking,
                                 .zone_users = lock->zone_users,
                                 .budget = lock->config.budget};
    query.end = snw__interlock_courses(lock, &query.begin);
    uint64_t named = 0;
    // a zone that an arm enters is free for it in the next round
    const int rounds = 1 + lock->foresight.around.world->volume_count;
    for (int round = 0; round < rounds; round++) {
        int count = 0;
        bool again = false;
        const snw_status status =
            snw_foresight_look(&lock->foresight, &query, work->meetings, SNW__MEETINGS, &count);
        if (snw_failed(status)) {
            // what cannot be placed cannot be proven
            named = able_to_stop(lock);
            for (int k = 0; k < lock->arm_count; k++) {
                if ((named >> k & 1) == 0) continue;
                snw__interlock_unplaced(lock, k, status, &lock->reasons[k]);
            }
            break;
        }
        named = judge(lock, count, &again);
        if (!again) break;
    }
    if (named == 0) release_zones(lock);
    for (uint64_t left = named; left != 0; left &= left - 1)
        lock->taken++;
    return named;
}

// --- set-up --------------------------------------------------------------------------------------

static double *take_rates(const snw_interlock_arm *arm, snw_arena *arena) {
    const int nv = arm->arm->model->nv;
    double *values = SNW_ARENA_ARRAY(arena, double, nv);
    if (!snw_failed(snw_arena_status(arena))) memset(values, 0, (size_t)nv * sizeof *values);
    return values;
}

static void lay_out_arm(snw_interlock *lock, struct snw__interlock *work, int k, snw_arena *arena) {
    const snw_interlock_arm *arm = &lock->arms[k];
    double *beside = take_rates(arm, arena), *off = take_rates(arm, arena);
    double *shift = take_rates(arm, arena), *rates = take_rates(arm, arena);
    if (snw_failed(snw_arena_status(arena))) return;
    work->beside[k] = beside;
    work->off[k] = off;
    work->shift[k] = shift;
    work->rates[k] = rates;
    work->courses[k] = (snw_course){
        .member = arm->member, .rates = rates, .beside = beside, .off = off, .shift = shift};
}

static snw_status check_config(const snw_interlock_config *config, int count, snw_why *why) {
    if (count < 0 || count > SNW_INTERLOCK_ARMS) {
        const snw_status status =
            snw_refuse_rule(why, SNW_ERR_SIZE, "interlock-arms", "interlock",
                            "there are more arms than the interlock can watch", NULL);
        snw_why_add(why, "arms", count, "");
        snw_why_add(why, "most", SNW_INTERLOCK_ARMS, "");
        return status;
    }
    const bool possible = config->tracking >= 0 && config->tracking <= 1 && config->budget > 0;
    if (possible && config->deadlock >= 0) return SNW_OK;
    return snw_refuse_rule(why, SNW_ERR_RANGE, "interlock-config", "interlock",
                           "a setting of the interlock is out of its range",
                           "use a tracking from 0 to 1 m, a budget above 0 and a "
                           "deadlock of 0 s or more");
}

snw_status snw_interlock_init(snw_interlock *lock, const snw_interlock_cell *cell, snw_arena *arena,
                              snw_why *why) {
    const snw_world *world = cell->world;
    const int count = cell->count;
    memset(lock, 0, sizeof *lock);
    snw_status status = check_config(cell->config, count, why);
    if (snw_failed(status)) return status;
    lock->config = *cell->config;
    lock->arms = cell->arms;
    lock->arm_count = count;
    struct snw__interlock *work = SNW_ARENA_ARRAY(arena, struct snw__interlock, 1);
    snw_stop_way *ways = SNW_ARENA_ARRAY(arena, snw_stop_way, count);
    snw_course *courses = SNW_ARENA_ARRAY(arena, snw_course, count);
    double **lists[4];
    for (int i = 0; i < 4; i++)
        lists[i] = SNW_ARENA_ARRAY(arena, double *, count);
    uint64_t *users = SNW_ARENA_ARRAY(arena, uint64_t, world->volume_count);
    struct snw__interlock spare, *own = &spare;
    if (!snw_failed(snw_arena_status(arena))) {
        own = work;
        *own = (struct snw__interlock){.ways = ways,
                                       .courses = courses,
                                       .beside = lists[0],
                                       .off = lists[1],
                                       .shift = lists[2],
                                       .rates = lists[3]};
        memset(users, 0, (size_t)world->volume_count * sizeof *users);
    }
    for (int k = 0; k < count; k++)
        lay_out_arm(lock, own, k, arena);
    snw__interlock_words_init(&own->words, world, arena);
    lock->work = own == &spare ? NULL : own;
    lock->zone_users = users;
    status = snw_foresight_init(&lock->foresight, world, arena);
    return snw_failed(status) ? status : snw_arena_status(arena);
}
