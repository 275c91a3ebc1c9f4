// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>

#include "internal.h"
#include "sinew/model/coordinates.h"

// Shapes of one member that overlap in the first state of a cell, or wherever the joints are, are
// drawn so: covers around joints, a cable in its channel. Checking them would forbid all motion.

typedef struct looking {
    snw__making *m;
    snw_collision c;
    snw__moving_pair *pairs; // [count] of links of one member; b may stand still
    int count;
    uint8_t *open; // [count] overlaps in all configurations so far
} looking;

// a default, or a rule about more than these two links
static bool is_loose(const snw__making *m, const snw__moving_pair *pair) {
    const snw_pair_setting *s = snw__setting_of(m->world, pair->a, pair->b);
    if (pair->kind != SNW_NEAR_SELF || s->policy == SNW_PAIR_IGNORE) return false;
    return s->rule < 0 || snw__rule_closeness(&m->rules->pairs[s->rule]) < SNW__BOTH_LINKS;
}

static bool overlap(looking *l, const snw__moving_pair *pair) {
    const snw__other other = snw__other_of(&l->c, pair->b);
    snw__look look;
    snw__look_at(&l->c, pair->a, &other, &(snw__range){0, 0}, &look);
    return look.closest.distance <= 0;
}

static void ignore(looking *l, const snw__moving_pair *pair, snw_pair_reason reason) {
    snw__making *m = l->m;
    const snw_world *world = m->world;
    const size_t bodies = (size_t)world->body_count;
    m->lookup[(size_t)pair->a * bodies + (size_t)pair->b] = (uint16_t)reason;
    if (pair->b < world->moving_count) {
        m->lookup[(size_t)pair->b * bodies + (size_t)pair->a] = (uint16_t)reason;
    }
    char a[SNW_BODY_NAME], b[SNW_BODY_NAME], subject[SNW_WHY_SUBJECT];
    snw_world_name(world, world->bodies[pair->a].body, a);
    snw_world_name(world, world->bodies[pair->b].body, b);
    snw_text line = snw_text_over(subject, sizeof subject);
    snw_text_format(&line, "%.44s, %.44s", a, b);
    snw_why why;
    snw_why_set(&why, SNW_OK, subject,
                reason == SNW_PAIR_FIRST
                    ? "the two links overlap in the first state, so the pair is ignored"
                    : "the two links overlap in all random configurations, so the pair is ignored");
    snw_why_rule(&why, reason == SNW_PAIR_FIRST ? "collision-first" : "collision-always");
    snw_why_fix(&why, "write a pair rule that names both links to have it checked");
    snw__collision_say(m, SNW_INFO, &why);
}

// the pairs that are looked at; without room for them only how many
static int list_loose(const snw__making *m, snw__moving_pair *pairs) {
    const snw_world *world = m->world;
    int count = 0;
    for (int a = 0; a < world->moving_count; a++) {
        for (int b = a + 1; b < world->body_count; b++) {
            const snw__moving_pair pair = {a, b, snw__kind_of(world, a, b)};
            if (!is_loose(m, &pair)) continue;
            if (pairs != NULL) pairs[count] = pair;
            count++;
        }
    }
    return count;
}

static bool begin(looking *l) {
    snw__making *m = l->m;
    snw_arena arena = {0};
    SNW_IGNORE(snw_collision_init(&l->c, m->world, &arena));
    void *block = snw__making_take(m, m->scratch, arena.needed, 1);
    l->count = list_loose(m, NULL);
    l->pairs = snw__making_take(m, m->scratch, (size_t)l->count, sizeof *l->pairs);
    l->open = snw__making_take(m, m->scratch, (size_t)l->count, 1);
    if (snw_failed(m->status)) return false;
    SNW_IGNORE(list_loose(m, l->pairs));
    arena = snw_arena_over(block, arena.needed);
    snw_status status = snw_collision_init(&l->c, m->world, &arena);
    if (!snw_failed(status)) status = snw_collision_place(&l->c, &m->first);
    if (snw_failed(status)) m->status = status;
    return !snw_failed(status);
}

static int ignore_first(looking *l) {
    int found = 0;
    for (int i = 0; i < l->count; i++) {
        const snw__moving_pair *pair = &l->pairs[i];
        if (!overlap(l, pair)) continue;
        ignore(l, pair, SNW_PAIR_FIRST);
        found++;
    }
    return found;
}

// Pairs that are apart once are left out of all other samples, so few are looked at twice.
static int ignore_always(looking *l, int samples) {
    const snw__making *m = l->m;
    const snw_system *system = m->world->system;
    int left = 0, found = 0;
    for (int i = 0; i < l->count; i++) {
        l->open[i] = is_loose(m, &l->pairs[i]);
        left += l->open[i];
    }
    for (int s = 0; s < samples && left > 0; s++) {
        for (int k = 0; k < system->member_count; k++) {
            const snw_system_member *member = &system->members[k];
            snw_random random =
                snw_random_stream(m->options->seed, (uint64_t)s * 4096 + (uint64_t)k);
            if (l->c.kins[k].model == NULL || member->model->nq == 0) continue;
            snw_random_configuration(member->model, &random, l->c.q + member->q_index);
            // a configuration without a pose says nothing
            SNW_IGNORE(snw__member_place(&l->c, k));
        }
        snw__bodies_update(&l->c);
        for (int i = 0; i < l->count; i++) {
            if (!l->open[i] || overlap(l, &l->pairs[i])) continue;
            l->open[i] = 0;
            left--;
        }
    }
    for (int i = 0; i < l->count; i++) {
        if (!l->open[i]) continue;
        ignore(l, &l->pairs[i], SNW_PAIR_ALWAYS);
        found++;
    }
    return found;
}

void snw__ignore_overlaps(snw__making *m) {
    looking l = {.m = m};
    if (list_loose(m, NULL) == 0 || !begin(&l)) return;
    const int samples = m->options->samples == 0 ? 1000 : m->options->samples;
    int found = ignore_first(&l);
    if (samples > 0) found += ignore_always(&l, samples);
    if (found > 0) snw__list_pairs(m);
}
