// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/interlock/governor.h"

#include <math.h>
#include <string.h>

#include "internal.h"
#include "sinew/collision/motion.h"

// How fast a path may be passed. All arms are put to a few places on their ways ahead, as their
// sources would go on at the part 1. A pair with x left above what it must keep, that comes nearer
// by u per second between now and such a place, allows the part p with
//
//     u p^2 / 2 m + u p (late + m / 2 b) + (what the interlock adds at this speed) <= x,
//     u p <= approach x / (slow - keep)
//
// The first is the way of a ramp from p to 0 with the slope m and the bend b, within a share of the
// accelerations of the axes: less than what stops of the guard use, which the interlock proves. The
// second is how fast bodies may approach between `slow` and `keep`, as for the constraint of task
// control (avoid). Neither limits what leaves.
//
// All of this depends on where an arm is on its path, and not on how fast it passes it; so the part
// does not swing.

static const double share = 0.6;       // of accelerations and jerks, for planned ramps
static const double most_share = 0.95; // of these, for what is really done
static const double approach = 0.5;    // [m/s] at the distance `slow`
static const double spare = 8e-4;      // [m] what the interlock holds back, and a little more
static const double late_ticks = 4;    // until an arm does what is answered
static const double fastest = 50;      // [1/s] that a part falls
static const double rise = 2;          // [1/s] that it rises
static const double onset = 0.02;      // [s] that an acceleration is taken to last
static const double beyond =
    0.02; // [m] more than in other views: pairs are looked for farther out now
static const double lookout = 0.01; // [s] that is looked ahead at least
static const double longest = 1;    // [s] that is looked ahead
static const double creep = 0.02;   // part at which an arm may always leave
static const double at_rest = 0.01; // part below which an arm waits

enum { PAIRS = 64 };

// of what is looked ahead
static const double view_share[SNW_GOVERNOR_VIEWS] = {0, 0.4, 1};

// one arm on its path
typedef struct path_now {
    bool moves, by_efforts;
    double m, b;         // slope and bend of its ramps
    double falls, rises; // slopes that leave the accelerations of the path room
    double fall;         // of the part in a stop of the guard, for axes that follow efforts
    double ahead;        // time on the path, at part 1, that is looked ahead [s]
    double goal;         // part that is allowed
    double slope;        // of the last tick
    int partner;         // arm with which it has stood since `stood`; -1
    double stood;        // [s]
    bool reported;
} path_now;

struct snw__governor {
    path_now *paths;     // [arm_count]
    double *q;           // [nq] of the system
    double **rates;      // [arm_count][nv] nominal
    double **speeds;     // [arm_count][nv] their sizes
    double **grows;      // [arm_count][nv] by which rates of efforts may grow before they are seen
    const double **ways; // [member_count]
    double *g;           // [nv of the largest member]
    int counts[SNW_GOVERNOR_VIEWS];
    snw_near near[SNW_GOVERNOR_VIEWS][PAIRS];
    double dt;
};

// --- one arm -------------------------------------------------------------------------------------

static double least_limit(double now, double limit, double value) {
    return value > 0 ? fmin(now, limit / value) : now;
}

// slopes and bends that the axes can follow at these rates
static void find_ramps(const snw_arm *arm, const snw_governed *asked, path_now *path) {
    const snw_arm_limits *limits = &arm->limits;
    const double part = asked->part;
    path->m = path->falls = path->rises = path->b = path->fall = HUGE_VAL;
    for (int i = 0; i < arm->count; i++) {
        const double v = fabs(asked->v[i]), a = fabs(asked->a[i]) * part * part;
        const double most = fmin(limits->acceleration[i], limits->deceleration[i]);
        const double left = fmax(most - a, 0.02 * most);
        const bool brakes = asked->a[i] * asked->v[i] < 0;
        path->m = least_limit(path->m, share * most, v);
        path->falls = least_limit(path->falls, most_share * (brakes ? left : most), v);
        path->rises = least_limit(path->rises, most_share * (brakes ? most : left), v);
        path->b = least_limit(path->b, share * limits->jerk[i], v);
        path->fall = least_limit(path->fall, limits->deceleration[i], v);
    }
    path->m = fmin(path->m, fastest);
    // half as much again as a ramp from the present part needs
    const double bend = isfinite(path->b) ? 0.5 * path->m / path->b : 0;
    path->ahead = fmin(1.5 * part * (0.5 * part / path->m + bend) + lookout, longest);
}

static void read_path(snw_governor *governor, int k) {
    const snw_interlock *lock = governor->lock;
    const snw_arm *arm = lock->arms[k].arm;
    struct snw__governor *work = governor->work;
    path_now *path = &work->paths[k];
    snw_governed *asked = &governor->arms[k];
    const int nv = arm->model->nv;
    memset(work->rates[k], 0, (size_t)nv * sizeof(double));
    path->moves = path->by_efforts = false;
    if (!asked->asks) {
        memcpy(work->rates[k], lock->work->rates[k], (size_t)nv * sizeof(double));
        memset(asked->v, 0, sizeof asked->v);
        memset(asked->a, 0, sizeof asked->a);
    }
    find_ramps(arm, asked, path);
    for (int i = 0; i < arm->count; i++) {
        const int at = arm->v_index[i];
        // at the beginning of a motion its acceleration tells where it goes
        const bool brakes = asked->a[i] * asked->v[i] < 0;
        if (asked->asks) work->rates[k][at] = asked->v[i] + (brakes ? 0 : onset * asked->a[i]);
        work->speeds[k][at] = fabs(work->rates[k][at]);
        path->moves = path->moves || (asked->asks && work->rates[k][at] != 0);
        const bool effort = arm->command.mode[i] == SNW_AXIS_EFFORT;
        const double most = fmax(arm->limits.acceleration[i], arm->limits.deceleration[i]);
        work->grows[k][at] = effort ? 2 * most * work->dt : 0;
        path->by_efforts = path->by_efforts || effort;
    }
}

// how far an axis goes on in s; one that brakes comes to rest
static double way_ahead(double rate, double v, double a, double s) {
    if (!(v * a < 0)) return rate * s;
    const double t = fmin(s, -v / a);
    return v * t + 0.5 * a * t * t;
}

// --- the places ahead ----------------------------------------------------------------------------

static snw_status place_view(snw_governor *governor, int view, const snw_system_state *state) {
    struct snw__governor *work = governor->work;
    const snw_interlock *lock = governor->lock;
    const snw_system *system = lock->foresight.around.world->system;
    memcpy(work->q, state->q, (size_t)system->nq * sizeof *work->q);
    for (int k = 0; k < lock->arm_count; k++) {
        const snw_arm *arm = lock->arms[k].arm;
        const snw_governed *asked = &governor->arms[k];
        double *q = work->q + system->members[lock->arms[k].member].q_index;
        for (int i = 0; i < arm->count; i++) {
            double at = q[arm->q_index[i]];
            if (arm->command.mode[i] == SNW_AXIS_POSITION ||
                arm->command.mode[i] == SNW_AXIS_VELOCITY) {
                at = arm->command.q[i];
            } else if (asked->asks && arm->target.mode == SNW_AXIS_POSITION) {
                at = arm->target.q[i];
            }
            at += way_ahead(work->rates[k][arm->v_index[i]], asked->v[i], asked->a[i],
                            view_share[view] * work->paths[k].ahead);
            q[arm->q_index[i]] = fmin(fmax(at, arm->limits.lower[i]), arm->limits.upper[i]);
        }
    }
    snw_system_state own = *state;
    own.q = work->q;
    snw_collision_sense(&governor->views[view], lock->foresight.around.sensed);
    return snw_collision_place(&governor->views[view], &own);
}

static bool look_ahead(snw_governor *governor, const snw_system_state *state) {
    struct snw__governor *work = governor->work;
    for (int j = 0; j < SNW_GOVERNOR_VIEWS; j++) {
        if (snw_failed(place_view(governor, j, state))) return false;
        const snw_near_query query = {.member = -1,
                                      .below = governor->range + (j == 0 ? beyond : 0),
                                      .most = PAIRS,
                                      .enforced = !governor->has_zones};
        work->counts[j] = snw_collision_near(&governor->views[j], &query, work->near[j], NULL);
    }
    return true;
}

// --- one pair ------------------------------------------------------------------------------------

typedef struct pair_now {
    const snw_near *near; // of the view that it was found in
    double first;         // distance now, or what it is at least
    double keep, slow;
    uint64_t arms; // that move one of the two
    uint64_t waits_for;
    double speed; // by which it comes nearer
} pair_now;

static bool same_pair(const snw_near *a, const snw_near *b) {
    return a->a.member == b->a.member && a->a.link == b->a.link && a->b.member == b->b.member &&
           a->b.link == b->b.link;
}

static const snw_near *find_pair(const struct snw__governor *work, int view, const snw_near *near) {
    for (int i = 0; i < work->counts[view]; i++)
        if (same_pair(&work->near[view][i], near)) return &work->near[view][i];
    return NULL;
}

static uint64_t arms_of(const snw_governor *governor, snw_body body) {
    const snw_interlock *lock = governor->lock;
    uint64_t bits = 0;
    for (int k = 0; k < lock->arm_count; k++) {
        if (snw_collision_rides(&governor->views[0], body, lock->arms[k].member))
            bits |= UINT64_C(1) << k;
    }
    return bits;
}

static bool has_several(uint64_t bits) {
    return (bits & (bits - 1)) != 0;
}

// what is demanded of a pair; false when it is nothing
static bool read_demand(const snw_governor *governor, const snw_near *near, pair_now *pair) {
    const snw_interlock *lock = governor->lock;
    const snw_world *world = lock->foresight.around.world;
    const uint64_t a = arms_of(governor, near->a), b = arms_of(governor, near->b);
    *pair = (pair_now){.near = near, .keep = near->keep, .slow = world->slow, .arms = a | b};
    pair->waits_for = has_several(a | b) ? a | b : 0;
    if (near->policy == SNW_PAIR_KEEP) return (a | b) != 0;
    if (near->b.member != SNW_BODY_VOLUME) return false;
    if (world->volumes[near->b.link].kind != SNW_VOLUME_ZONE) return false;
    const uint64_t users = lock->zone_users[near->b.link];
    pair->keep = 0;
    pair->waits_for = users & ~a;
    return users != 0 && (users & a) == 0;
}

// the bits of arms that bring the bodies nearer at their present rates, and how fast together
static uint64_t find_approach(snw_governor *governor, const pair_now *pair, double *speed) {
    const snw_interlock *lock = governor->lock;
    struct snw__governor *work = governor->work;
    uint64_t nearer = 0;
    *speed = 0;
    for (int k = 0; k < lock->arm_count; k++) {
        if ((pair->arms >> k & 1) == 0) continue;
        snw_collision_gradient(&governor->views[0], pair->near, lock->arms[k].member, work->g);
        double own = 0;
        for (int i = 0; i < lock->arms[k].arm->model->nv; i++)
            own -= work->g[i] * work->rates[k][i];
        if (!(own > 1e-9)) continue;
        nearer |= UINT64_C(1) << k;
        *speed += own;
    }
    return nearer;
}

// how much bodies of a pair move, at most, while the coordinates of these arms change by `ways`
static double motion_of(snw_governor *governor, const pair_now *pair, uint64_t arms,
                        double *const *ways) {
    const snw_interlock *lock = governor->lock;
    struct snw__governor *work = governor->work;
    const int members = lock->foresight.around.world->system->member_count;
    for (int m = 0; m < members; m++)
        work->ways[m] = NULL;
    for (int k = 0; k < lock->arm_count; k++)
        if ((arms >> k & 1) != 0) work->ways[lock->arms[k].member] = ways[k];
    return arms != 0 ? snw__collision_motion(&governor->views[0], pair->near, work->ways) : 0;
}

// the part p with a p^2 + b p = x
static double solve_part(double a, double b, double x) {
    if (!(x > 0)) return 0;
    const double root = b + sqrt(b * b + 4 * a * x);
    return root > 0 ? fmin(2 * x / root, 1) : 1;
}

// the part that a pair allows an arm which brings it nearer by `speed`, or leaves (0)
static double allowed_part(snw_governor *governor, const pair_now *pair, int k, double speed) {
    struct snw__governor *work = governor->work;
    const path_now *path = &work->paths[k];
    const double dt = work->dt;
    double x = pair->first - pair->keep - governor->lock->config.tracking - spare;
    double a = speed * 0.5 / path->m;
    double b = speed * (late_ticks * dt + (isfinite(path->b) ? 0.5 * path->m / path->b : 0));
    const uint64_t own = UINT64_C(1) << k, others = pair->arms & ~own;
    // two arms are proven for times that differ a little
    if (others != 0) {
        b += 2 * dt * motion_of(governor, pair, own, work->speeds);
        x -= motion_of(governor, pair, others, governor->lock->work->shift);
    }
    x -= motion_of(governor, pair, others, governor->lock->work->beside);
    if (path->by_efforts) {
        // where efforts lead is a box, in whatever direction the arm goes
        const double all = fmax(speed, 0) + motion_of(governor, pair, own, work->speeds);
        const double grows = motion_of(governor, pair, own, work->grows);
        a += 0.275 * all / path->fall;
        b += 1.1 * dt * all + 0.55 * grows / path->fall;
        x -= 2.2 * grows * dt;
    }
    if (!(speed > 0)) return a > 0 || b > 0 ? fmax(solve_part(a, b, x + spare), creep) : 1;
    // the real arm may be beside its command
    x -= motion_of(governor, pair, pair->arms, governor->lock->work->off);
    const double near_by = approach * x / fmax(pair->slow - pair->keep, 1e-3);
    return fmax(fmin(solve_part(a, b, x), near_by / speed), 0);
}

static void judge_pair(snw_governor *governor, pair_now *pair) {
    struct snw__governor *work = governor->work;
    const snw_near *now = find_pair(work, 0, pair->near);
    const int arms = governor->lock->arm_count;
    double ahead = 0;
    for (int k = 0; k < arms; k++)
        if ((pair->arms >> k & 1) != 0) ahead = fmax(ahead, work->paths[k].ahead);
    for (int j = 1; j < SNW_GOVERNOR_VIEWS; j++) {
        const snw_near *then = find_pair(work, j, pair->near);
        if (then == NULL) continue;
        const double nearer_by = pair->first - then->closest.least;
        pair->speed = fmax(pair->speed, nearer_by / (view_share[j] * ahead));
    }
    uint64_t nearer = pair->arms;
    if (has_several(pair->arms) && now != NULL) {
        double speed;
        const uint64_t found = find_approach(governor, pair, &speed);
        pair->speed = fmax(pair->speed, speed);
        if (found != 0) nearer = found;
    }
    for (int k = 0; k < arms; k++) {
        path_now *path = &work->paths[k];
        if ((pair->arms >> k & 1) == 0 || !path->moves) continue;
        const bool leaves = (nearer >> k & 1) == 0;
        const double part = allowed_part(governor, pair, k, leaves ? 0 : pair->speed);
        if (!(part < path->goal)) continue;
        path->goal = part;
        governor->arms[k].waits_for = leaves ? 0 : pair->waits_for & ~(UINT64_C(1) << k);
    }
}

static void judge_pairs(snw_governor *governor) {
    struct snw__governor *work = governor->work;
    pair_now pair;
    for (int j = 0; j < SNW_GOVERNOR_VIEWS; j++) {
        for (int i = 0; i < work->counts[j]; i++) {
            const snw_near *near = &work->near[j][i];
            bool seen = false;
            for (int before = 0; before < j && !seen; before++)
                seen = find_pair(work, before, near) != NULL;
            if (seen || !read_demand(governor, near, &pair)) continue;
            // one that is farther away now than pairs are looked for
            pair.first = j == 0 ? near->closest.least : governor->range + beyond;
            judge_pair(governor, &pair);
        }
    }
}

// --- parts ---------------------------------------------------------------------------------------

// The part follows what is allowed: no faster than its slopes, whose changes are bounded too.
static void follow_goal(const path_now *path, double dt, snw_governed *asked) {
    const double left = path->goal - asked->part;
    // an arm that rests has nothing to be gentle with
    const double up = path->moves ? fmin(path->rises, rise) : fastest;
    const double most = left < 0 ? fmin(path->falls, fastest) : up;
    double slope = fmin(fabs(left) / dt, most);
    const double bend = path->b * most_share / share;
    if (isfinite(bend)) slope = fmin(slope, sqrt(2 * bend * fabs(left)));
    if (left < 0) slope = -slope;
    if (isfinite(bend)) {
        slope = fmin(fmax(slope, asked->slope - bend * dt), asked->slope + bend * dt);
    }
    const double next = asked->part + slope * dt;
    asked->part = fmin(fmax(next, 0), 1);
    asked->slope = next >= 0 && next <= 1 ? slope : 0;
}

// Two arms that wait for each other, for long enough: reported once until one of them goes on.
static void find_deadlocks(snw_governor *governor) {
    struct snw__governor *work = governor->work;
    const int count = governor->lock->arm_count;
    const double longest_wait = governor->lock->config.deadlock;
    governor->deadlock[0] = governor->deadlock[1] = -1;
    for (int k = 0; k < count; k++) {
        const snw_governed *one = &governor->arms[k];
        path_now *path = &work->paths[k];
        int partner = -1;
        for (int o = k + 1; o < count && partner < 0; o++) {
            const snw_governed *other = &governor->arms[o];
            const bool stand =
                one->asks && other->asks && one->part < at_rest && other->part < at_rest;
            if (stand && (one->waits_for >> o & 1) != 0 && (other->waits_for >> k & 1) != 0)
                partner = o;
        }
        if (partner != path->partner) {
            path->partner = partner;
            path->stood = 0;
            path->reported = false;
        }
        if (partner < 0) continue;
        path->stood += work->dt;
        const bool due = longest_wait > 0 && path->stood >= longest_wait && !path->reported;
        if (!due || governor->deadlock[0] >= 0) continue;
        path->reported = true;
        governor->deadlock[0] = k;
        governor->deadlock[1] = partner;
    }
}

void snw_governor_step(snw_governor *governor, const snw_system_state *state, double dt) {
    struct snw__governor *work = governor->work;
    const int count = governor->lock->arm_count;
    bool any = false;
    work->dt = dt;
    for (int k = 0; k < count; k++) {
        read_path(governor, k);
        work->paths[k].goal = 1;
        governor->arms[k].waits_for = 0;
        any = any || work->paths[k].moves;
    }
    if (any && governor->lock->config.enforce) {
        if (look_ahead(governor, state)) {
            judge_pairs(governor);
        } else {
            // what cannot be placed cannot be foreseen
            for (int k = 0; k < count; k++)
                work->paths[k].goal = 0;
        }
    }
    for (int k = 0; k < count; k++) {
        snw_governed *asked = &governor->arms[k];
        if (asked->asks) {
            follow_goal(&work->paths[k], dt, asked);
        } else {
            asked->part = 1;
            asked->slope = 0;
        }
    }
    find_deadlocks(governor);
}

const snw_world_volume *snw_governor_box(snw_governor *governor, int arm,
                                         const snw_system_state *state) {
    const snw_interlock *lock = governor->lock;
    const snw_world *world = lock->foresight.around.world;
    snw_collision *view = &governor->views[0];
    snw_near *near = governor->work->near[0];
    if (!lock->config.enforce || snw_failed(snw_collision_place(view, state))) return NULL;
    const snw_near_query query = {.member = lock->arms[arm].member,
                                  .parts = SNW_NEAR_WORLD,
                                  .below = snw_world_most_keep(world),
                                  .most = PAIRS,
                                  .enforced = true};
    const int count = snw_collision_near(view, &query, near, NULL);
    for (int i = 0; i < count; i++) {
        if (near[i].b.member != SNW_BODY_VOLUME || !(near[i].closest.distance < near[i].keep))
            continue;
        return &world->volumes[near[i].b.link];
    }
    return NULL;
}

// --- set-up --------------------------------------------------------------------------------------

static double **take_rows(const snw_interlock *lock, snw_arena *arena) {
    double **rows = SNW_ARENA_ARRAY(arena, double *, lock->arm_count);
    for (int k = 0; k < lock->arm_count; k++) {
        const int nv = lock->arms[k].arm->model->nv;
        double *row = SNW_ARENA_ARRAY(arena, double, nv);
        if (snw_failed(snw_arena_status(arena))) continue;
        memset(row, 0, (size_t)nv * sizeof *row);
        rows[k] = row;
    }
    return rows;
}

snw_status snw_governor_init(snw_governor *governor, const snw_interlock *lock, snw_arena *arena) {
    const snw_world *world = lock->foresight.around.world;
    const snw_system *system = world->system;
    const int count = lock->arm_count;
    *governor = (snw_governor){.lock = lock, .deadlock = {-1, -1}};
    struct snw__governor *work = SNW_ARENA_ARRAY(arena, struct snw__governor, 1);
    path_now *paths = SNW_ARENA_ARRAY(arena, path_now, count);
    snw_governed *arms = SNW_ARENA_ARRAY(arena, snw_governed, count);
    double *q = SNW_ARENA_ARRAY(arena, double, system->nq);
    double *g = SNW_ARENA_ARRAY(arena, double, system->nv);
    const double **ways = SNW_ARENA_ARRAY(arena, const double *, system->member_count);
    double **rates = take_rows(lock, arena), **speeds = take_rows(lock, arena);
    double **grows = take_rows(lock, arena);
    for (int j = 0; j < SNW_GOVERNOR_VIEWS; j++) {
        const snw_status status = snw_collision_init(&governor->views[j], world, arena);
        if (snw_failed(status) && status != SNW_ERR_MEMORY) return status;
    }
    if (snw_failed(snw_arena_status(arena))) return snw_arena_status(arena);
    memset(work, 0, sizeof *work);
    *work = (struct snw__governor){.paths = paths,
                                   .q = q,
                                   .rates = rates,
                                   .speeds = speeds,
                                   .grows = grows,
                                   .ways = ways,
                                   .g = g};
    for (int k = 0; k < count; k++) {
        paths[k] = (path_now){.partner = -1};
        arms[k] = (snw_governed){.part = 1};
    }
    governor->range = fmax(world->slow, snw_world_most_keep(world)) + lock->config.tracking;
    for (int i = 0; i < world->volume_count; i++)
        governor->has_zones |= world->volumes[i].kind == SNW_VOLUME_ZONE;
    governor->arms = arms;
    governor->work = work;
    return SNW_OK;
}
