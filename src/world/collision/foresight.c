// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/collision/foresight.h"

#include <math.h>
#include <string.h>

#include "internal.h"

// All members go their ways together. First every pair is looked at in the middle of all the time;
// clocks pass over most. For those that are not certain time is halved, the earliest interval
// first.
//
// What is demanded is `reserve` more than must be kept, and a pair that moves by less than that in
// half an interval is judged by its middle alone: so what is certified never comes nearer than it
// must be, and a motion along that distance, or away from it, is not refused.

static const double reserve = 5e-4;     // [m]
static const double slack = 1e-6;       // [m] of pairs that are too near already
static const double nearest_told = 0.1; // [m]
static const double zone_left = 0.02;   // [m] a body is out of a zone when it is farther away

enum { FLOORS = 256, DEPTH = 48 };

// a pair that is not certain in the middle of all the time
typedef struct open_pair {
    int a, b;
    snw_near near;
    double base;  // demanded without what the courses lead beside
    double first; // distance at the beginning
    double floor; // of a pair that is too near already
    bool inside;
} open_pair;

// how far apart a pair must stay that is too near already
typedef struct pair_floor {
    int a, b;
    double distance;
} pair_floor;

struct snw__foresight {
    double *values;        // [nv] of the system: half of what the courses pass
    double *sums;          // [nv] all that counts in an interval, for all pairs
    const double **ways;   // [member_count] each, by member; NULL for one that rests
    const double **all;    // [member_count]
    const double **beside; // [member_count]
    const double **off;    // [member_count]
    const double **shift;  // [member_count]
    uint64_t *courses_of;  // [member_count] bits of the courses that move a member
    double *most;          // [moving_count] by which a body can be away from its middle
    // as of the last look at all pairs: clocks count from there, whatever was looked at since
    snw_pose *T_body; // [moving_count]
    snw_vec3 *center; // [moving_count]
    double *travel;   // [moving_count]
    open_pair open[SNW_FORESIGHT_PAIRS];
    int open_count;
    pair_floor floors[FLOORS];
    int floor_count;
};

typedef struct looking {
    snw_foresight *f;
    struct snw__foresight *work;
    const snw_foresight_query *query;
    snw_encounter *out;
    int most, count;
    double t;
    int64_t begun; // queries before this question
} looking;

// --- what moves a body ---------------------------------------------------------------------------

// what is sensed has the number behind all bodies
static snw_body body_at(const snw_world *world, int number) {
    if (number < world->body_count) return world->bodies[number].body;
    return (snw_body){SNW_BODY_SENSED, 0};
}

static int number_of(const snw_world *world, snw_body body) {
    return body.member == SNW_BODY_SENSED ? world->body_count : snw_world_find(world, body);
}

static uint64_t courses_of(const looking *l, snw_body body) {
    return body.member < 0 ? 0 : l->work->courses_of[body.member];
}

static bool several(uint64_t bits) {
    return (bits & (bits - 1)) != 0;
}

static void find_courses(looking *l) {
    const snw_collision *c = &l->f->around;
    const snw_system *system = c->world->system;
    struct snw__foresight *work = l->work;
    for (int m = 0; m < system->member_count; m++) {
        work->ways[m] = work->all[m] = NULL;
        work->beside[m] = work->off[m] = work->shift[m] = NULL;
        work->courses_of[m] = 0;
    }
    for (int k = 0; k < l->query->count; k++) {
        const snw_course *course = &l->query->courses[k];
        const int m = course->member, at = system->members[m].v_index;
        work->ways[m] = work->values + at;
        work->all[m] = work->sums + at;
        work->beside[m] = course->beside;
        work->off[m] = course->off;
        work->shift[m] = course->shift;
        for (int i = 0; i < system->member_count; i++)
            if (snw__member_rides_on(c, i, m)) work->courses_of[i] |= UINT64_C(1) << k;
    }
}

// puts all members to the middle of what they pass from t0 to t1
static snw_status place_courses(looking *l, double t0, double t1, bool all) {
    snw_collision *c = &l->f->around;
    const snw_system *system = c->world->system;
    const snw_foresight_query *query = l->query;
    struct snw__foresight *work = l->work;
    for (int k = 0; k < query->count; k++) {
        const int m = query->courses[k].member;
        const snw_system_member *member = &system->members[m];
        double *ways = work->values + member->v_index, *sums = work->sums + member->v_index;
        query->place(query->context, k, t0, t1, c->q + member->q_index, ways);
        for (int i = 0; i < member->model->nv; i++) {
            const snw_course *course = &query->courses[k];
            sums[i] = ways[i] + course->beside[i] + course->off[i] + course->shift[i];
        }
    }
    for (int m = 0; m < system->member_count; m++)
        c->placed[m] = !all && work->courses_of[m] == 0;
    l->t = (t0 + t1) / 2;
    return snw__place_unplaced(c);
}

static void copy_places(struct snw__foresight *work, snw_collision *c, bool back) {
    const size_t count = (size_t)c->world->moving_count;
    memcpy(back ? c->T_body : work->T_body, back ? work->T_body : c->T_body,
           count * sizeof *c->T_body);
    memcpy(back ? c->center : work->center, back ? work->center : c->center,
           count * sizeof *c->center);
    memcpy(back ? c->travel : work->travel, back ? work->travel : c->travel,
           count * sizeof *c->travel);
}

// --- pairs ---------------------------------------------------------------------------------------

static bool is_zone(const snw_world *world, snw_body body) {
    return body.member == SNW_BODY_VOLUME && world->volumes[body.link].kind == SNW_VOLUME_ZONE;
}

// what a pair must keep, or below 0 when nothing is demanded of it
static double demand_of(const looking *l, int a, int b) {
    const snw_collision *c = &l->f->around;
    const snw_world *world = c->world;
    const snw_body first = world->bodies[a].body, second = body_at(world, b);
    const uint64_t bits = courses_of(l, first) | courses_of(l, second);
    if (bits == 0) return -1;
    const snw_pair_setting *setting =
        b < world->body_count ? snw__setting_now(c, a, b) : snw__setting_of_sensed(c, a);
    if (setting->policy == SNW_PAIR_KEEP) return setting->keep;
    if (setting->policy == SNW_PAIR_IGNORE || !is_zone(world, second)) return -1;
    return l->query->zone_users != NULL ? 0 : -1;
}

// those who are in a zone may be
static bool may_enter(const looking *l, const snw_near *near) {
    if (!is_zone(l->f->around.world, near->b)) return false;
    return (courses_of(l, near->a) & ~l->query->zone_users[near->b.link]) == 0;
}

static bool wants_pair(const snw__asking *ask, int a, int b) {
    return demand_of(ask->context, a, b) >= 0;
}

static double motion_between(const looking *l, int a, int b, const double *const *ways) {
    const snw_collision *c = &l->f->around;
    const snw_body top = snw__common_link(c, c->world->bodies[a].body, body_at(c->world, b));
    return snw__motion_of(c, a, top, ways) + snw__motion_of(c, b, top, ways);
}

// what the courses lead beside: always to be counted
static double beside_of(const looking *l, int a, int b) {
    const snw_world *world = l->f->around.world;
    double sum = motion_between(l, a, b, l->work->beside);
    const uint64_t bits = courses_of(l, world->bodies[a].body) | courses_of(l, body_at(world, b));
    if (several(bits)) sum += motion_between(l, a, b, l->work->shift);
    return sum;
}

// The distance that an open pair must have in the middle of an interval. What the real arms are off
// from their commands may not keep them from leaving.
static double required_of(const looking *l, const open_pair *pair) {
    if (pair->inside) return pair->floor - slack;
    const double strict = pair->base + beside_of(l, pair->a, pair->b);
    const double full = strict + motion_between(l, pair->a, pair->b, l->work->off);
    return fmin(full, fmax(strict, pair->first - slack));
}

static double dot(const double *a, const double *b, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += a[i] * b[i];
    return sum;
}

// how fast the courses in `bits` bring the two bodies nearer
static double speed_of(looking *l, const snw_near *near, uint64_t bits) {
    snw_collision *c = &l->f->around;
    const snw_system *system = c->world->system;
    double speed = 0;
    for (int k = 0; k < l->query->count; k++) {
        if ((bits >> k & 1) == 0) continue;
        const snw_course *course = &l->query->courses[k];
        const snw_system_member *member = &system->members[course->member];
        // nothing else is kept there while a question is answered
        double *g = l->work->sums + member->v_index;
        snw_collision_gradient(c, near, course->member, g);
        speed -= dot(g, course->rates, member->model->nv);
    }
    return speed;
}

static void add_meeting(looking *l, const open_pair *pair, double demanded, bool unknown) {
    if (l->count == l->most) return;
    snw_encounter *meeting = &l->out[l->count++];
    const uint64_t a = courses_of(l, pair->near.a), b = courses_of(l, pair->near.b);
    *meeting = (snw_encounter){.near = pair->near,
                               .t = l->t,
                               .first = pair->first,
                               .demanded = demanded,
                               .courses_a = a,
                               .courses_b = b,
                               .unknown = unknown};
    if (unknown) return;
    meeting->speed_a = speed_of(l, &pair->near, a);
    meeting->speed_b = speed_of(l, &pair->near, b & ~a);
}

static void add_unknown(looking *l, int a, int b) {
    const snw_world *world = l->f->around.world;
    open_pair pair = {.a = a, .b = b};
    pair.near.a = world->bodies[a].body;
    pair.near.b = b >= 0 ? body_at(world, b) : (snw_body){-1, -1};
    add_meeting(l, &pair, 0, true);
}

// --- all pairs, in the middle of all the time ----------------------------------------------------

// Who is in a zone from the beginning has not entered it: it is reported as one that does, so that
// the zone becomes its own if nobody else has it.
static void claim_zone(looking *l, const snw_near *near) {
    if (!is_zone(l->f->around.world, near->b) || !(near->closest.distance < 0)) return;
    if (l->query->zone_users[near->b.link] != 0) return;
    const open_pair pair = {.near = *near};
    add_meeting(l, &pair, 0, false);
}

static void take_pair(snw__asking *ask, const snw_near *near) {
    looking *l = ask->context;
    struct snw__foresight *work = l->work;
    const snw_world *world = l->f->around.world;
    const int a = number_of(world, near->a), b = number_of(world, near->b);
    const double base = demand_of(l, a, b) + l->query->margin + reserve;
    const double full = base + beside_of(l, a, b) + motion_between(l, a, b, work->off);
    const double motion = motion_between(l, a, b, work->ways);
    if (may_enter(l, near)) {
        if (near->closest.least - motion < zone_left) l->f->zone_near[near->b.link] = true;
        return;
    }
    claim_zone(l, near);
    l->f->nearest = fmin(l->f->nearest, near->closest.least - motion - full);
    if (near->closest.least - motion >= full - reserve) return;
    if (work->open_count == SNW_FORESIGHT_PAIRS) {
        add_unknown(l, a, b);
        return;
    }
    open_pair *pair = &work->open[work->open_count++];
    *pair = (open_pair){.a = a, .b = b, .near = *near, .base = base};
    pair->near.keep = fmax(demand_of(l, a, b), 0);
}

static bool is_spent(const looking *l) {
    return l->f->around.queries - l->begun > l->query->budget;
}

// The last query that the budget has room for.
static int64_t last_query(const looking *l) {
    return l->begun + l->query->budget;
}

// Every body that a course moves, with what is sensed. There are no clocks: cells come and go.
static void ask_sensed(snw__asking *ask, double demanded) {
    looking *l = ask->context;
    snw_collision *c = ask->c;
    const int sensed = c->world->body_count;
    if (!snw__is_sensing(c)) return;
    for (int i = 0; i < c->world->moving_count; i++) {
        if (demand_of(l, i, sensed) < 0) continue;
        const double below = demanded + l->work->most[i];
        snw__look look;
        snw__look_at_sensed(c, i, below, last_query(l), &look);
        if (!(look.least > -HUGE_VAL)) {
            add_unknown(l, i, sensed);
        } else if (look.closest.distance <= below) {
            const snw_near near = snw__near_of_sensed(c, i, &look);
            take_pair(ask, &near);
        }
    }
}

static void ask_all(looking *l) {
    snw_collision *c = &l->f->around;
    const snw_world *world = c->world;
    struct snw__foresight *work = l->work;
    const snw_body none = {-1, -1};
    snw_near_query query = {.member = -1};
    snw__asking ask = {
        .c = c, .query = &query, .take = take_pair, .wants = wants_pair, .only = -1, .context = l};
    const double demanded = snw_world_most_keep(world) + l->query->margin + reserve;
    for (int i = 0; i < world->moving_count; i++)
        work->most[i] = snw__motion_of(c, i, none, work->all);
    for (int i = 0; i < world->pair_count; i++) {
        const snw__moving_pair *pair = &world->pairs[i];
        query.below = demanded + work->most[pair->a] + work->most[pair->b];
        const double left = c->pair_clock[i] - c->travel[pair->a] - c->travel[pair->b];
        if (!is_spent(l) || left > query.below) {
            snw__ask_pair(&ask, i);
        } else if (demand_of(l, pair->a, pair->b) >= 0) {
            add_unknown(l, pair->a, pair->b);
        }
    }
    for (int i = 0; i < world->moving_count; i++) {
        if (courses_of(l, world->bodies[i].body) == 0) continue;
        query.below = fmax(demanded, zone_left) + work->most[i];
        if (is_spent(l)) {
            add_unknown(l, i, -1);
            for (int z = 0; z < world->volume_count; z++)
                l->f->zone_near[z] = true;
        } else {
            snw__ask_static(&ask, i);
        }
    }
    ask_sensed(&ask, demanded);
}

// --- pairs that are too near already -------------------------------------------------------------

// A pair that is too near has a floor: it rises when the two part, so that they cannot creep nearer
// from tick to tick; what others than commands have brought nearer lowers it.
static void find_floor(struct snw__foresight *work, open_pair *pair) {
    int at = 0;
    while (at < work->floor_count &&
           (work->floors[at].a != pair->a || work->floors[at].b != pair->b))
        at++;
    pair->inside = pair->first < pair->base;
    if (!pair->inside) {
        if (at < work->floor_count) work->floors[at] = work->floors[--work->floor_count];
        return;
    }
    pair->floor = pair->first;
    if (at == work->floor_count) {
        if (at == FLOORS) return;
        work->floors[work->floor_count++] = (pair_floor){pair->a, pair->b, pair->first};
    }
    pair_floor *floor = &work->floors[at];
    const bool lowered = floor->distance > pair->first + 2 * slack;
    if (lowered || floor->distance < pair->first) floor->distance = pair->first;
    pair->floor = floor->distance;
}

// One look at an open pair; farther apart than `below` its distance is infinite. `*least` is
// -infinity when there was no time to look.
static void look_again(looking *l, open_pair *pair, double below, double *least) {
    snw_collision *c = &l->f->around;
    snw__look look;
    if (pair->b < c->world->body_count) {
        const snw__other other = snw__other_of(c, pair->b);
        snw__look_at(c, pair->a, &other, &(snw__range){below, 0}, &look);
    } else {
        snw__look_at_sensed(c, pair->a, below, last_query(l), &look);
    }
    *least = look.least;
    pair->near.closest = look.closest;
    pair->near.part_a = look.part_a;
    pair->near.part_b = look.part_b;
}

static snw_status look_at_beginning(looking *l) {
    const double begin = l->query->begin;
    const snw_status status = place_courses(l, begin, begin, false);
    if (snw_failed(status)) return status;
    for (int i = 0; i < l->work->open_count; i++) {
        open_pair *pair = &l->work->open[i];
        double least;
        // beyond what may be demanded of it, it does not matter how far apart it is
        const double most = pair->base + beside_of(l, pair->a, pair->b) +
                            motion_between(l, pair->a, pair->b, l->work->off);
        look_again(l, pair, most, &least);
        pair->first = least;
        find_floor(l->work, pair);
    }
    return SNW_OK;
}

// --- open pairs, interval by interval ------------------------------------------------------------

typedef enum verdict { CLEAR, UNSURE, MEETS } verdict;

static verdict judge_pair(looking *l, open_pair *pair, bool last) {
    const double motion = motion_between(l, pair->a, pair->b, l->work->ways);
    const double required = required_of(l, pair);
    double least;
    look_again(l, pair, required + motion, &least);
    if (!(least > -HUGE_VAL)) {
        add_unknown(l, pair->a, pair->b);
        return MEETS;
    }
    if (least - motion >= required - (pair->inside ? 0 : reserve)) return CLEAR;
    if (least < required) {
        // bodies that are certainly too near are found to be so; others may be where it is cut off
        if (pair->near.closest.distance < required || motion <= reserve || last) {
            add_meeting(l, pair, required, false);
            return MEETS;
        }
        return UNSURE;
    }
    if (motion <= reserve) return CLEAR;
    if (last) add_meeting(l, pair, required, false);
    return last ? MEETS : UNSURE;
}

// the pairs of `mask` in an interval: those that are not certain; who meets is not looked at again
static uint64_t judge_pairs(looking *l, uint64_t mask, bool last, uint64_t *alive) {
    uint64_t unsure = 0;
    for (int i = 0; i < l->work->open_count; i++) {
        if ((mask >> i & 1) == 0) continue;
        open_pair *pair = &l->work->open[i];
        const bool spent = is_spent(l);
        if (spent) add_unknown(l, pair->a, pair->b);
        const verdict found = spent ? MEETS : judge_pair(l, pair, last);
        if (found == UNSURE) unsure |= UINT64_C(1) << i;
        if (found == MEETS) *alive &= ~(UINT64_C(1) << i);
    }
    return unsure;
}

static snw_status divide(looking *l) {
    const int open = l->work->open_count;
    uint64_t alive = open == 64 ? ~UINT64_C(0) : (UINT64_C(1) << open) - 1;
    double ends[DEPTH + 2], t = l->query->begin;
    uint64_t masks[DEPTH + 2];
    int depth = 0;
    // the middle of all the time is known
    ends[depth] = l->query->end;
    masks[depth++] = alive;
    ends[depth] = (t + l->query->end) / 2;
    masks[depth++] = alive;
    while (depth > 0) {
        const double end = ends[depth - 1], middle = (t + end) / 2;
        const uint64_t mask = masks[depth - 1] & alive;
        snw_status status = SNW_OK;
        if (mask != 0) status = place_courses(l, t, end, false);
        if (snw_failed(status)) return status;
        const uint64_t unsure = judge_pairs(l, mask, depth > DEPTH || !(middle > t), &alive);
        if (unsure == 0) {
            t = end;
            depth--;
            continue;
        }
        masks[depth - 1] = unsure;
        ends[depth] = middle;
        masks[depth++] = unsure;
    }
    return SNW_OK;
}

// --- the calls -----------------------------------------------------------------------------------

snw_status snw_foresight_look(snw_foresight *foresight, const snw_foresight_query *query,
                              snw_encounter *out, int most, int *count) {
    snw_collision *c = &foresight->around;
    looking l = {.f = foresight,
                 .work = foresight->work,
                 .query = query,
                 .out = out,
                 .most = most,
                 .begun = c->queries};
    *count = 0;
    if (query->count > SNW_FORESIGHT_COURSES || query->count < 0) return SNW_ERR_SIZE;
    foresight->nearest = nearest_told;
    memset(foresight->zone_near, 0, (size_t)c->world->volume_count * sizeof *foresight->zone_near);
    l.work->open_count = 0;
    snw_status status = snw__take_state(c, query->state);
    if (snw_failed(status)) return status;
    find_courses(&l);
    copy_places(l.work, c, true);
    status = place_courses(&l, query->begin, query->end, true);
    copy_places(l.work, c, false);
    if (snw_failed(status)) return status;
    ask_all(&l);
    if (l.work->open_count > 0) {
        status = look_at_beginning(&l);
        if (!snw_failed(status)) status = divide(&l);
    }
    foresight->looks = (int)(c->queries - l.begun);
    *count = l.count;
    return status;
}

snw_status snw_foresight_init(snw_foresight *foresight, const snw_world *world, snw_arena *arena) {
    *foresight = (snw_foresight){0};
    const int members = world->system->member_count, nv = world->system->nv;
    struct snw__foresight *work = SNW_ARENA_ARRAY(arena, struct snw__foresight, 1);
    double *values = SNW_ARENA_ARRAY(arena, double, nv), *sums = SNW_ARENA_ARRAY(arena, double, nv);
    const double **ways = SNW_ARENA_ARRAY(arena, const double *, members);
    const double **all = SNW_ARENA_ARRAY(arena, const double *, members);
    const double **beside = SNW_ARENA_ARRAY(arena, const double *, members);
    const double **off = SNW_ARENA_ARRAY(arena, const double *, members);
    const double **shift = SNW_ARENA_ARRAY(arena, const double *, members);
    uint64_t *courses = SNW_ARENA_ARRAY(arena, uint64_t, members);
    double *reach = SNW_ARENA_ARRAY(arena, double, world->moving_count);
    snw_pose *T_body = SNW_ARENA_ARRAY(arena, snw_pose, world->moving_count);
    snw_vec3 *center = SNW_ARENA_ARRAY(arena, snw_vec3, world->moving_count);
    double *travel = SNW_ARENA_ARRAY(arena, double, world->moving_count);
    bool *zones = SNW_ARENA_ARRAY(arena, bool, world->volume_count);
    const snw_status status = snw_collision_init(&foresight->around, world, arena);
    if (snw_failed(status)) return status;
    memset(work, 0, sizeof *work);
    work->values = values;
    work->sums = sums;
    work->ways = ways;
    work->all = all;
    work->beside = beside;
    work->off = off;
    work->shift = shift;
    work->courses_of = courses;
    work->most = reach;
    work->T_body = T_body;
    work->center = center;
    work->travel = travel;
    copy_places(work, &foresight->around, false);
    foresight->work = work;
    foresight->zone_near = zones;
    return SNW_OK;
}
