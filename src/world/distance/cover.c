// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Covers of balls. A ball about c has the depth of c in the solid as its inner radius, and the
// excess of the cover more as its outer one. So a point p is covered when |p - c| less the depth is
// not above the excess. For a given excess balls are taken one after the other, each for the sample
// that is covered least, among centres that cover it the one that covers most others; the excess
// is raised until the balls suffice. What the cover of the samples leaves out is found by dividing
// a cube about the solid, the worst cell first.

#include "sinew/distance/cover.h"

#include <stdlib.h>
#include <string.h>

#include "internal.h"

enum { GRID = 16, SAMPLES = GRID * GRID * GRID, TRIES = 24, CELLS = 1 << 17 };

// a place in the solid and its depth there
typedef struct place {
    snw_vec3 at;
    double depth;
} place;

// a cube that may hold some of the solid; `worst` bounds the excess that its points need
typedef struct cell {
    snw_vec3 middle;
    double half, worst;
} cell;

typedef struct covering {
    const snw_solid *solid;
    snw_bounds box;
    place *samples, *centers; // [count] the places of the solid, and what is deepest behind them
    double *need;             // [count] the excess that a sample needs with the balls so far
    int count;
    place balls[SNW_COVER_BALLS];
    int ball_count;
    cell *heap;
    int heap_count;
} covering;

// --- the solid -----------------------------------------------------------------------------------

// a point against the solid; farther away than `below` only `least` is found
static snw_closest ask_point(const covering *c, snw_vec3 p, double below) {
    const snw__core tip = {.kind = SNW__CORE_POINT, .straight = true, .T = SNW_POSE_AT(0, 0, 0)};
    const snw_solid point = {.part_count = 1, .parts = &tip};
    snw_distance_query q = snw_distance_defaults(&point, c->solid);
    q.T_first.p = p;
    q.below = below;
    snw_closest found = {.least = 0};
    SNW_IGNORE(snw_distance(&q, &found));
    return found;
}

// A box that holds the solid: in the ball about it, cut off by what the solid does not reach.
static void find_box(covering *c) {
    const snw_sphere ball = c->solid->bound;
    c->box = snw_bounds_empty();
    for (int i = 0; i < 6; i++) {
        snw_vec3 d = snw_vec3_zero();
        snw_vec3_set(&d, i / 2, i % 2 ? -1 : 1);
        // from a point far away, nothing is nearer than this
        const double far = 1e3 * ball.radius;
        const snw_vec3 from = snw_vec3_add_scaled(ball.center, d, far);
        const double least = ask_point(c, from, (double)INFINITY).least;
        // the ball of that radius about the point bulges by at most r^2 / 2 far
        const double reach = fmin(far - least + 1e-3 * ball.radius, ball.radius);
        c->box = snw_bounds_add(c->box, snw_vec3_add_scaled(ball.center, d, reach));
    }
}

// As far from a place into the solid as its depth grows with the way: to where another side is as
// near.
static place find_deepest(const covering *c, const place *from, snw_vec3 inward) {
    const double size = c->solid->bound.radius;
    double low = 0, high = size;
    place best = *from;
    for (int i = 0; i < 24; i++) {
        const double way = (low + high) / 2;
        const snw_vec3 p = snw_vec3_add_scaled(from->at, inward, way);
        const double depth = -ask_point(c, p, (double)INFINITY).distance;
        const bool grows = depth >= from->depth + way - 1e-6 * size;
        if (grows) best = (place){p, fmax(0, depth)};
        *(grows ? &low : &high) = way;
    }
    return best;
}

// Places in the solid: of a grid those inside, and the nearest points of those about to leave it.
static void find_samples(covering *c) {
    const snw_vec3 size = snw_bounds_size(c->box);
    const double step = fmax(size.x, fmax(size.y, size.z)) / GRID;
    for (int i = 0; i < SAMPLES; i++) {
        const int x = i % GRID, y = i / GRID % GRID, z = i / (GRID * GRID);
        const snw_vec3 part = {x + 0.5, y + 0.5, z + 0.5};
        const snw_vec3 p = {c->box.low.x + part.x * size.x / GRID,
                            c->box.low.y + part.y * size.y / GRID,
                            c->box.low.z + part.z * size.z / GRID};
        const snw_closest near = ask_point(c, p, step);
        if (!(near.distance <= step)) continue;
        place s = {p, fmax(0, -near.distance)};
        snw_vec3 inward = snw_vec3_neg(near.normal);
        if (near.distance > 0) {
            s = (place){near.b, 0};
            inward = snw_vec3_neg(near.normal);
        }
        c->samples[c->count] = s;
        c->centers[c->count++] = find_deepest(c, &s, inward);
    }
}

// --- balls for the samples -----------------------------------------------------------------------

static double need_of(const place *ball, snw_vec3 p) {
    return snw_vec3_distance(p, ball->at) - ball->depth;
}

// how many samples that are not covered a ball would cover
static int count_covered(const covering *c, const place *ball, double excess) {
    int covered = 0;
    for (int i = 0; i < c->count; i++) {
        covered += c->need[i] > excess && need_of(ball, c->samples[i].at) <= excess;
    }
    return covered;
}

// The best of some of the centres that cover a sample, which are looked at in even steps.
static place choose_ball(const covering *c, int worst, double excess) {
    place best = c->centers[worst];
    if (!(need_of(&best, c->samples[worst].at) <= excess)) best = c->samples[worst];
    int most = count_covered(c, &best, excess), able = 0;
    for (int i = 0; i < c->count; i++) {
        able += need_of(&c->centers[i], c->samples[worst].at) <= excess;
    }
    const int step = 1 + able / TRIES;
    int seen = 0;
    for (int i = 0; i < c->count; i++) {
        if (!(need_of(&c->centers[i], c->samples[worst].at) <= excess)) continue;
        if (seen++ % step != 0) continue;
        const int covered = count_covered(c, &c->centers[i], excess);
        if (covered <= most) continue;
        most = covered;
        best = c->centers[i];
    }
    return best;
}

// Covers all samples with this excess; false where that takes too many balls.
static bool cover_samples(covering *c, double excess, int most) {
    c->ball_count = 0;
    for (int i = 0; i < c->count; i++) {
        c->need[i] = (double)INFINITY;
    }
    for (;;) {
        int worst = 0;
        for (int i = 1; i < c->count; i++) {
            // of those that nothing covers yet, the one that is nearest to the surface
            const bool same = c->need[i] == c->need[worst];
            const bool less = c->samples[i].depth < c->samples[worst].depth;
            if (c->need[i] > c->need[worst] || (same && less)) worst = i;
        }
        if (c->need[worst] <= excess) return true;
        if (c->ball_count == most) return false;
        const place ball = choose_ball(c, worst, excess);
        c->balls[c->ball_count++] = ball;
        for (int i = 0; i < c->count; i++) {
            c->need[i] = fmin(c->need[i], need_of(&ball, c->samples[i].at));
        }
    }
}

// The least excess, to a part in 30, for which so many balls suffice.
static void choose_balls(covering *c, const snw_cover_options *o) {
    const double size = c->solid->bound.radius;
    double low = o->excess, high = o->excess;
    if (cover_samples(c, o->excess, o->most)) return;
    do {
        low = high;
        high = fmax(1.5 * high, 1e-3 * size);
    } while (!cover_samples(c, high, o->most));
    while (high > 1.03 * low) {
        const double middle = sqrt(low * high);
        *(cover_samples(c, middle, o->most) ? &high : &low) = middle;
    }
    (void)cover_samples(c, high, o->most);
}

// --- proof ---------------------------------------------------------------------------------------

static void sift_up(cell *heap, int at) {
    const cell moved = heap[at];
    for (; at > 0 && heap[(at - 1) / 2].worst < moved.worst; at = (at - 1) / 2)
        heap[at] = heap[(at - 1) / 2];
    heap[at] = moved;
}

static cell take_worst(covering *c) {
    const cell top = c->heap[0], moved = c->heap[--c->heap_count];
    int at = 0;
    for (int next = 1; next < c->heap_count; next = 2 * at + 1) {
        if (next + 1 < c->heap_count && c->heap[next + 1].worst > c->heap[next].worst) next++;
        if (!(c->heap[next].worst > moved.worst)) break;
        c->heap[at] = c->heap[next];
        at = next;
    }
    c->heap[at] = moved;
    return top;
}

// Puts a cube on the heap, unless nothing of the solid is in it.
static void add_cell(covering *c, snw_vec3 middle, double half) {
    const double reach = half * sqrt(3) * (1 + 1e-12);
    // of what is beyond the bound, `least` may be that bound
    if (ask_point(c, middle, reach * (1 + 1e-9)).least > reach) return;
    double need = (double)INFINITY;
    for (int i = 0; i < c->ball_count; i++) {
        need = fmin(need, need_of(&c->balls[i], middle));
    }
    c->heap[c->heap_count] = (cell){middle, half, need + reach};
    sift_up(c->heap, c->heap_count++);
}

// The excess that covers all of the solid: the worst cell is divided until it is small.
static double prove_excess(covering *c, double small) {
    const snw_vec3 size = snw_bounds_size(c->box);
    c->heap_count = 0;
    add_cell(c, snw_bounds_center(c->box), fmax(size.x, fmax(size.y, size.z)) / 2 * (1 + 1e-9));
    while (c->heap_count > 0 && c->heap_count + 8 < CELLS && c->heap[0].half > small) {
        const cell worst = take_worst(c);
        for (int i = 0; i < 8; i++) {
            const double half = worst.half / 2;
            const snw_vec3 side = {i & 1 ? half : -half, i & 2 ? half : -half,
                                   i & 4 ? half : -half};
            add_cell(c, snw_vec3_add(worst.middle, side), half);
        }
    }
    return c->heap_count > 0 ? fmax(0, c->heap[0].worst) : 0;
}

// --- all of it -----------------------------------------------------------------------------------

snw_cover_options snw_cover_defaults(void) {
    return (snw_cover_options){.excess = 0.01, .most = 24};
}

static snw_status check_options(const snw_solid *solid, const snw_cover_options *o, snw_why *why) {
    if (!(o->excess > 0 && o->excess <= 1e3) || o->most < 1 || o->most > SNW_COVER_BALLS) {
        return snw_refuse(why, SNW_ERR_RANGE, "cover", "the options are out of their ranges",
                          "ask for 1 to 256 balls, and an excess above 0 m");
    }
    if (isfinite(solid->bound.radius)) return SNW_OK;
    return snw_refuse_rule(why, SNW_ERR_UNSUPPORTED, "cover-bounds", "cover",
                           "a solid without bounds has no cover", "intersect it with a box");
}

// What lies between the samples needs a little more than they do: so less is asked for of them.
// Returns the excess of the best cover, whose balls are left in `c`.
static double improve_cover(covering *c, const snw_cover_options *o) {
    const double small = o->excess / 40;
    double best = prove_excess(c, small), found = best, asked = o->excess;
    place kept[SNW_COVER_BALLS];
    int count = c->ball_count;
    memcpy(kept, c->balls, sizeof kept);
    for (int i = 0; i < 4 && best > o->excess; i++) {
        asked *= fmax(0.5, 0.97 * o->excess / found);
        if (!cover_samples(c, asked, o->most)) break;
        found = prove_excess(c, small);
        if (!(found < best)) continue;
        best = found;
        count = c->ball_count;
        memcpy(kept, c->balls, sizeof kept);
    }
    c->ball_count = count;
    memcpy(c->balls, kept, sizeof kept);
    return best;
}

static void cover_solid(covering *c, const snw_cover_options *o, snw_ball *balls, int *count) {
    find_box(c);
    find_samples(c);
    choose_balls(c, o);
    const double excess = improve_cover(c, o);
    const double rounding =
        1e-12 * (c->solid->bound.radius + snw_vec3_norm(c->solid->bound.center));
    for (int i = 0; i < c->ball_count; i++) {
        const double inner = fmax(0, c->balls[i].depth - rounding);
        balls[i] = (snw_ball){c->balls[i].at, c->balls[i].depth + excess + rounding, inner};
    }
    *count = c->ball_count;
}

snw_status snw_solid_cover(const snw_solid *solid, const snw_cover_options *options,
                           snw_ball *balls, int *count, snw_why *why) {
    const snw_cover_options o = options != NULL ? *options : snw_cover_defaults();
    snw_status status = check_options(solid, &o, why);
    if (snw_failed(status)) return status;
    covering c = {.solid = solid};
    c.samples = calloc(SAMPLES, sizeof *c.samples);
    c.centers = calloc(SAMPLES, sizeof *c.centers);
    c.need = calloc(SAMPLES, sizeof *c.need);
    c.heap = calloc(CELLS, sizeof *c.heap);
    if (c.samples == NULL || c.centers == NULL || c.need == NULL || c.heap == NULL) {
        status = snw_refuse(why, SNW_ERR_MEMORY, "cover", NULL, NULL);
    } else {
        cover_solid(&c, &o, balls, count);
    }
    free(c.samples);
    free(c.centers);
    free(c.need);
    free(c.heap);
    return status;
}
