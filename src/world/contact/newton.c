// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"

// The minimum of the cost of one island, by Newton's method with an exact search along each
// direction. The cost is convex and once differentiable, its second derivative is bounded below by
// the mass, so this converges from anywhere.

// a place along the direction counts as the lowest when the slope is this share of the first one
static const double search_accuracy = 1e-8;

static const double *mass_of(const struct snw__contact *work, const snw__body *body) {
    return work->mass + body->mass_at;
}

// out = M x of all bodies of the island
static void apply_mass(const struct snw__contact *work, const snw__island *island, const double *x,
                       double *out) {
    for (int i = 0; i < island->body_count; i++) {
        const snw__body *body = &work->bodies[island->bodies[i]];
        const double *M = mass_of(work, body), *in = x + body->first;
        for (int r = 0; r < body->rates; r++) {
            double sum = 0;
            for (int c = 0; c < body->rates; c++)
                sum += M[r * body->rates + c] * in[c];
            out[body->first + r] = sum;
        }
    }
}

static double dot_product(const struct snw__contact *work, const snw__island *island,
                          const double *a, const double *b) {
    double sum = 0;
    for (int i = 0; i < island->body_count; i++) {
        const snw__body *body = &work->bodies[island->bodies[i]];
        for (int r = body->first; r < body->first + body->rates; r++)
            sum += a[r] * b[r];
    }
    return sum;
}

// x' M x
static double mass_norm2(struct snw__contact *work, const snw__island *island, const double *x) {
    apply_mass(work, island, x, work->scratch);
    return dot_product(work, island, x, work->scratch);
}

// --- cost and gradient at the rates -------------------------------------------------------------

// the gradient of the part of the mass is in `push`
static double mass_cost(struct snw__contact *work, const snw__island *island) {
    double *away = work->scratch;
    for (int i = 0; i < island->body_count; i++) {
        const snw__body *body = &work->bodies[island->bodies[i]];
        for (int r = body->first; r < body->first + body->rates; r++)
            away[r] = work->rates[r] - work->free[r];
    }
    apply_mass(work, island, away, work->push);
    return 0.5 * dot_product(work, island, away, work->push);
}

static double line_costs(struct snw__contact *work, const snw__island *island) {
    double sum = 0;
    for (int i = 0; i < island->line_count; i++)
        sum += snw__line_cost(&work->lines[island->lines[i]]);
    return sum;
}

static void place_lines(struct snw__contact *work, const snw__island *island) {
    for (int i = 0; i < island->line_count; i++) {
        snw__lines *lines = &work->lines[island->lines[i]];
        snw__line_velocity(work, lines, work->rates, lines->given, lines->u);
    }
}

static double cost_at_rates(struct snw__contact *work, const snw__island *island) {
    place_lines(work, island);
    return mass_cost(work, island) + line_costs(work, island);
}

static void add_lever(struct snw__contact *work, const snw__lines *lines, const snw__lever *lever) {
    if (lever->body < 0) return;
    double *g = work->gradient + work->bodies[lever->body].first + lever->first;
    for (int line = 0; line < lines->count; line++) {
        const double p = lines->impulse[line], *J = lever->J + (ptrdiff_t)line * lever->count;
        if (p == 0) continue;
        for (int i = 0; i < lever->count; i++)
            g[i] -= J[i] * p;
    }
}

static void make_gradient(struct snw__contact *work, const snw__island *island) {
    for (int i = 0; i < island->body_count; i++) {
        const snw__body *body = &work->bodies[island->bodies[i]];
        memcpy(work->gradient + body->first, work->push + body->first,
               (size_t)body->rates * sizeof(double));
    }
    for (int i = 0; i < island->line_count; i++) {
        const snw__lines *lines = &work->lines[island->lines[i]];
        add_lever(work, lines, &lines->a);
        add_lever(work, lines, &lines->b);
    }
}

// squared norm of the gradient, by the inverse of the mass
static double gradient_norm2(struct snw__contact *work, const snw__island *island) {
    double sum = 0, *x = work->scratch;
    for (int i = 0; i < island->body_count; i++) {
        const snw__body *body = &work->bodies[island->bodies[i]];
        memcpy(x, work->gradient + body->first, (size_t)body->rates * sizeof *x);
        snw__solve_lower(work->factor + body->mass_at, body->rates, body->rates, x);
        for (int r = 0; r < body->rates; r++)
            sum += x[r] * x[r];
    }
    return sum;
}

// --- along a direction --------------------------------------------------------------------------

typedef struct slopes {
    double first, second;
} slopes;

static slopes slope_at(const struct snw__contact *work, const snw__island *island, slopes mass,
                       double at) {
    slopes s = {mass.first + at * mass.second, mass.second};
    for (int i = 0; i < island->line_count; i++)
        snw__line_slope(&work->lines[island->lines[i]], at, &s.first, &s.second);
    return s;
}

// where the derivative along the direction is 0; it only grows
static double lowest_place(const struct snw__contact *work, const snw__island *island, slopes mass,
                           double first) {
    double low = 0, high = (double)INFINITY, at = 1;
    for (int i = 0; i < SNW__SEARCH_STEPS; i++) {
        const slopes s = slope_at(work, island, mass, at);
        if (fabs(s.first) <= search_accuracy * first) break;
        if (s.first < 0) {
            low = at;
        } else {
            high = at;
        }
        double next = at - s.first / s.second;
        if (!(next > low)) next = isinf(high) ? 2 * at : 0.5 * (low + high);
        if (!(next < high)) next = 0.5 * (low + high);
        at = next;
    }
    return at;
}

static void take_step(struct snw__contact *work, const snw__island *island) {
    for (int i = 0; i < island->line_count; i++) {
        snw__lines *lines = &work->lines[island->lines[i]];
        snw__line_velocity(work, lines, work->direction, NULL, lines->du);
    }
    apply_mass(work, island, work->direction, work->moved);
    const slopes mass = {dot_product(work, island, work->direction, work->push),
                         dot_product(work, island, work->direction, work->moved)};
    const double first = -dot_product(work, island, work->direction, work->gradient);
    const double at = lowest_place(work, island, mass, first);
    for (int i = 0; i < island->body_count; i++) {
        const snw__body *body = &work->bodies[island->bodies[i]];
        for (int r = body->first; r < body->first + body->rates; r++)
            work->rates[r] += at * work->direction[r];
    }
}

// --- the iteration ------------------------------------------------------------------------------

// the rates of before or those without contacts, whichever costs less
static double choose_start(struct snw__contact *work, const snw__island *island) {
    const double kept = cost_at_rates(work, island);
    for (int i = 0; i < island->body_count; i++) {
        const snw__body *body = &work->bodies[island->bodies[i]];
        for (int r = body->first; r < body->first + body->rates; r++) {
            work->moved[r] = work->rates[r];
            work->rates[r] = work->free[r];
        }
    }
    const double other = cost_at_rates(work, island);
    if (other < kept) return other;
    for (int i = 0; i < island->body_count; i++) {
        const snw__body *body = &work->bodies[island->bodies[i]];
        memcpy(work->rates + body->first, work->moved + body->first,
               (size_t)body->rates * sizeof(double));
    }
    return cost_at_rates(work, island);
}

bool snw__newton(snw_contact_problem *problem, const snw__island *island, double accuracy,
                 int *steps) {
    struct snw__contact *work = problem->work;
    double cost = choose_start(work, island);
    const double free_size = sqrt(mass_norm2(work, island, work->free));
    snw__lay_out_matrix(work, island, problem->size.bodies);
    for (int i = 0; i < SNW__NEWTON_STEPS; i++) {
        make_gradient(work, island);
        const double size = free_size + sqrt(mass_norm2(work, island, work->rates));
        const double near = accuracy * size;
        if (gradient_norm2(work, island) <= near * near) return true;
        if (!snw__solve_direction(work, island, problem->size.bodies)) return false;
        const double gain = -dot_product(work, island, work->gradient, work->direction);
        ++*steps;
        take_step(work, island);
        cost = cost_at_rates(work, island);
        // what is left is rounding, or the error of the rates is
        if (gain <= 1e-15 * fabs(cost) || gain <= near * near) return true;
    }
    return false;
}
