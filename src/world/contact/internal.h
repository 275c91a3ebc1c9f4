// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_CONTACT_INTERNAL_H
#define SINEW_SRC_CONTACT_INTERNAL_H

#include "sinew/contact/problem.h"

enum {
    SNW__LINE_GROUPS = 4,   // of a point: normal, tangent, spin, rolling
    SNW__LINES = 6,         // of a point, counted one by one
    SNW__DENSE = 48,        // rates of an island up to which its matrix is one block
    SNW__NEWTON_STEPS = 30, // of a round
    SNW__SEARCH_STEPS = 12, // along a direction
    SNW__SET = SNW_CONTACT_BODIES / 64
};

/// A body with its place among all rates.
typedef struct snw__body {
    int rates, first;
    int mass_at; // of its mass and its factor, in doubles
    int island;  // -1: nothing may touch it
    int place;   // where its rates begin in a dense matrix, or its turn in a sparse one
} snw__body;

/// What a surface contributes to lines: the rates of a body that move it.
typedef struct snw__lever {
    int body, first, count; // body -1: none
    double *J;              // [lines][count]; of the second body with the minus
} snw__lever;

/// One or two lines that share a bound: impulse = start - slope u, as far as the bound allows.
typedef struct snw__lines {
    int count;
    snw__lever a, b;
    double given[2]; // velocity that is prescribed
    double start[2], slope;
    double low, high; // of two lines: `high` is a radius
    double u[2], du[2], impulse[2];
    bool inside;
    double curve; // second derivative of the cost, along `across` when outside
    double across[2];
} snw__lines;

/// Where the lines of a point are, -1: none; and the stiffness of its springs.
typedef struct snw__groups {
    int normal, tangent, spin, rolling;
    snw_vec3 t1, t2;
    double k_tangent, k_spin, k_rolling;
} snw__groups;

/// Bodies that touch each other, and the lines between them.
typedef struct snw__island {
    const int *bodies, *lines, *points;
    int body_count, line_count, point_count;
    int rates;
    bool dense;
} snw__island;

struct snw__contact {
    snw__body *bodies; // [size.bodies]
    double *mass;      // [mass_room] of all bodies, and lower factors beside
    double *factor;
    int mass_room, mass_used, rate_count;
    double *now, *free, *rates;           // [size.rates]
    double *push;                         // M (v - v*)
    double *gradient, *direction, *moved; // moved: M direction
    double *scratch;

    snw__groups *groups; // [size.points]
    snw__lines *lines;   // [size.points * SNW__LINE_GROUPS + size.rows]
    int line_count, first_row_line;
    double *levers; // room for J
    int lever_room, lever_used;

    int *parent; // [size.bodies]
    int *body_list, *line_list, *point_list, *starts;
    double *wanted; // [size.points] velocities after an impact
    bool *meets;    // [size.points] takes part in it

    double *matrix;               // [matrix_room]
    uint64_t (*beside)[SNW__SET]; // [size.bodies] by local number
    uint64_t (*below)[SNW__SET];
    int *order, *turn; // [size.bodies] local number by turn, and back
    int *block_at;     // [size.bodies * size.bodies] by turns
    double cost;
};

// --- lines.c ------------------------------------------------------------------------------------

/// The lines of all points and rows, from what was told.
void snw__make_lines(snw_contact_problem *problem);
/// The bounds of friction of a point by its load.
void snw__set_bounds(snw_contact_problem *problem, int point);
/// What the point remembers after the step.
void snw__keep_memory(snw_contact_problem *problem, int point);

/// Velocity by impulse of a group of lines, each body by itself: the mean of the lines.
double snw__line_mobility(const struct snw__contact *work, const snw__lines *lines);

// --- islands.c ----------------------------------------------------------------------------------

/// Sorts bodies, lines and points by islands, in the order of their first bodies; their number.
int snw__find_islands(snw_contact_problem *problem);
snw__island snw__island_at(const snw_contact_problem *problem, int number);

// --- line.c -------------------------------------------------------------------------------------

/// Velocities of the lines at these rates.
void snw__line_velocity(const struct snw__contact *work, snw__lines *lines, const double *rates,
                        const double *given, double *u);
/// Impulse, curvature; the cost is returned.
double snw__line_cost(snw__lines *lines);
/// Derivatives of the cost along the direction at u + at * du.
void snw__line_slope(const snw__lines *lines, double at, double *first, double *second);

// --- newton.c -----------------------------------------------------------------------------------

/// Minimises the cost of an island for the bounds as they are, until the rates are as accurate, in
/// the norm of the mass. True when it converged; *steps counts.
bool snw__newton(snw_contact_problem *problem, const snw__island *island, double accuracy,
                 int *steps);

// --- factor.c -----------------------------------------------------------------------------------

/// Gives the bodies of the island their places, and their blocks.
void snw__lay_out_matrix(struct snw__contact *work, const snw__island *island, int stride);
/// Fills the matrix with masses and curvatures, factors it, and solves for direction = -H^-1
/// gradient. False when it is not positive definite.
bool snw__solve_direction(struct snw__contact *work, const snw__island *island, int stride);

// --- dense.c ------------------------------------------------------------------------------------

/// Lower factor of a symmetric matrix in place, rows of `stride`. False when it is not positive
/// definite.
bool snw__factor_dense(double *A, int n, int stride);
/// x = L^-1 x.
void snw__solve_lower(const double *L, int n, int stride, double *x);
/// x = L^-T x.
void snw__solve_upper(const double *L, int n, int stride, double *x);

#endif // SINEW_SRC_CONTACT_INTERNAL_H
