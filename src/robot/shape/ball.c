// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// The smallest ball around points. Gaertner's scheme (1999): the ball of a few points is found
// exactly by Welzl's recursion (1991); the point farthest outside it joins them, until there is
// none. Each step is one pass over the points, and few steps are needed.

#include <string.h>

#include "internal.h"

// Points that may decide the ball, the likeliest first; and those that lie on it now.
enum { MOST_CANDIDATES = 24, MOST_STEPS = 1000 };

typedef struct candidates {
    snw_vec3 items[MOST_CANDIDATES];
    int count;
} candidates;

typedef struct rim {
    snw_vec3 items[4];
    int count;
} rim;

// Solves the symmetric system G x = g of up to three unknowns by elimination; false when the points
// behind it lie in a space of fewer dimensions.
static bool solve(double G[3][3], double g[3], int n, double x[3]) {
    const double squares[3] = {G[0][0], G[1][1], G[2][2]};
    for (int i = 0; i < n; i++) {
        // what is left of the square of an edge is its height above the earlier ones
        const double pivot = G[i][i];
        if (!(pivot > 1e-14 * squares[i])) return false;
        for (int k = i + 1; k < n; k++) {
            const double factor = G[k][i] / pivot;
            for (int j = i; j < n; j++) {
                G[k][j] -= factor * G[i][j];
            }
            g[k] -= factor * g[i];
        }
    }
    for (int i = n - 1; i >= 0; i--) {
        x[i] = g[i];
        for (int j = i + 1; j < n; j++) {
            x[i] -= G[i][j] * x[j];
        }
        x[i] /= G[i][i];
    }
    return true;
}

// The ball with all points of the rim on its border and its centre between them: with edges e_i
// from the first point the centre is p_0 + sum x_i e_i, where 2 e_i.e_j x_j = e_i.e_i.
static bool ball_through(const rim *on, snw_sphere *ball) {
    if (on->count == 0) {
        *ball = (snw_sphere){{0, 0, 0}, -1};
        return true;
    }
    const int n = on->count - 1;
    snw_vec3 edges[3];
    double G[3][3] = {{0}}, g[3] = {0}, x[3];
    for (int i = 0; i < n; i++) {
        edges[i] = snw_vec3_sub(on->items[i + 1], on->items[0]);
    }
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            G[i][j] = 2 * snw_vec3_dot(edges[i], edges[j]);
        }
        g[i] = snw_vec3_norm2(edges[i]);
    }
    if (!solve(G, g, n, x)) return false;
    snw_vec3 offset = {0, 0, 0};
    for (int i = 0; i < n; i++) {
        offset = snw_vec3_add_scaled(offset, edges[i], x[i]);
    }
    ball->center = snw_vec3_add(on->items[0], offset);
    ball->radius = snw_vec3_norm(offset);
    return true;
}

static bool is_outside(const snw_sphere *ball, snw_vec3 p) {
    // the comparison with a negative radius is true too
    return !(snw_vec3_distance(ball->center, p) <= ball->radius * (1 + 1e-14));
}

// Welzl's recursion: the least ball of the first `count` candidates with the rim on its border. A
// point outside the ball so far belongs to the rim; it moves to the front, because it is likely to
// matter again.
static snw_sphere least_ball(candidates *all, int count, const rim *on) {
    snw_sphere ball = {{0, 0, 0}, -1};
    if (!ball_through(on, &ball)) return ball;
    if (on->count == 4) return ball;
    for (int i = 0; i < count; i++) {
        const snw_vec3 p = all->items[i];
        if (!is_outside(&ball, p)) continue;
        rim more = *on;
        more.items[more.count++] = p;
        const snw_sphere larger = least_ball(all, i, &more);
        // points that lie in one plane to rounding give no ball: the one so far is as good
        if (larger.radius < ball.radius) continue;
        ball = larger;
        memmove(&all->items[1], &all->items[0], (size_t)i * sizeof p);
        all->items[0] = p;
    }
    return ball;
}

// the square of the distance of the farthest point, and which it is
static double farthest(const snw_vec3 *points, int count, snw_vec3 from, int *which) {
    double most = -1;
    for (int i = 0; i < count; i++) {
        const double square = snw_vec3_distance2(points[i], from);
        if (square > most) {
            most = square;
            *which = i;
        }
    }
    return most;
}

static bool all_finite(const snw_vec3 *points, int count) {
    for (int i = 0; i < count; i++) {
        if (!snw_vec3_is_finite(points[i])) return false;
    }
    return true;
}

snw_status snw_sphere_around(const snw_vec3 *points, int count, snw_sphere *sphere) {
    if (points == NULL || count < 1) return SNW_ERR_ARGUMENT;
    if (!all_finite(points, count)) return SNW_ERR_NOT_FINITE;
    const rim none = {.count = 0};
    candidates few = {.items = {points[0]}, .count = 1};
    snw_sphere ball = {points[0], 0};
    for (int step = 0; step < MOST_STEPS; step++) {
        int which = 0;
        const double distance = sqrt(farthest(points, count, ball.center, &which));
        if (distance <= ball.radius * (1 + 1e-14)) break;

        // the newcomer goes to the front; who has not mattered for long drops out at the end
        if (few.count == MOST_CANDIDATES) few.count--;
        memmove(&few.items[1], &few.items[0], (size_t)few.count * sizeof few.items[0]);
        few.items[0] = points[which];
        few.count++;
        const snw_sphere next = least_ball(&few, few.count, &none);
        // the radius grows until rounding is all that is left
        if (!(next.radius > ball.radius)) break;
        ball = next;
    }
    int which = 0;
    ball.radius = sqrt(farthest(points, count, ball.center, &which));
    *sphere = ball;
    return SNW_OK;
}
