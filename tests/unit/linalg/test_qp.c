// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/linalg/qp.h"

#include <string.h>

#include "check.h"
#include "test_qp_tools.h"

// --- memory -------------------------------------------------------------------------------------

// Every capacity up to what is needed, with marked bytes behind it; then a problem is solved in the
// last one, and the marks must still stand.
static void sweep(int n, int equalities, int rows) {
    snw_arena arena = {0};
    CHECK(snw_qp_init(&qp, n, equalities, rows, &arena) == SNW_ERR_MEMORY);
    const size_t needed = arena.needed;
    for (size_t capacity = 0; capacity <= needed; capacity++) {
        const size_t size = (capacity | 63) + 1 + SNW_ARENA_ALIGN;
        unsigned char *block = aligned_alloc(SNW_ARENA_ALIGN, size);
        CHECK(block != NULL);
        memset(block, 0xA5, size);
        arena = snw_arena_over(block, capacity);
        const snw_status status = snw_qp_init(&qp, n, equalities, rows, &arena);
        CHECK(status == (capacity < needed ? SNW_ERR_MEMORY : SNW_OK));
        CHECK(arena.needed == needed);
        if (status == SNW_OK) {
            double A[16 * 16], b[16];
            fill(A, 16 * 16, -1, 1);
            fill(b, 16, -1, 1);
            const snw_qp_problem problem = {.hessian = SNW_QP_DIAGONAL,
                                            .H = ones,
                                            .equality_count = equalities,
                                            .A_equality = A,
                                            .b_equality = b,
                                            .row_count = rows,
                                            .A_row = A,
                                            .row_lower = b};
            snw_qp_result r;
            (void)!snw_qp_solve(&qp, &problem, &r, NULL);
        }
        for (size_t i = capacity; i < size; i++) {
            CHECK(block[i] == 0xA5);
        }
        free(block);
    }
}

static void every_smaller_arena_is_refused(void) {
    sweep(1, 0, 0);
    sweep(3, 2, 4);
    sweep(7, 6, 5);
    sweep(8, 0, 16);
}

static void sizes_beyond_the_limits_are_refused(void) {
    const int sizes[][3] = {{0, 0, 0},         {-1, 0, 0},       {65, 0, 0},  {1, -1, 0},
                            {1, 0, -1},        {1, 257, 0},      {1, 0, 257}, {1, 128, 129},
                            {1, INT32_MAX, 1}, {1, 1, INT32_MAX}};
    for (int k = 0; k < 10; k++) {
        snw_arena arena = snw_arena_over(memory, sizeof memory);
        CHECK(snw_qp_init(&qp, sizes[k][0], sizes[k][1], sizes[k][2], &arena) == SNW_ERR_RANGE);
        CHECK(arena.needed == 0);
    }
}

// --- closed forms -------------------------------------------------------------------------------

// The nearest point of a box is found coordinate by coordinate. Also the way back of a start
// outside its limits: the answer is the limit, never a failure.
static void nearest_point_of_a_box_is_the_clamped_point(void) {
    CHECK_CASES(1000) {
        enum { N = 9 };
        double p[N], g[N], low[N], high[N];
        lay_out(N, 0, 0);
        fill(p, N, -3, 3);
        fill(low, N, -1.5, 0);
        fill(high, N, 0, 1.5);
        if (check_case % 2) low[2] = -(double)INFINITY, high[3] = (double)INFINITY;
        for (int j = 0; j < N; j++) {
            g[j] = -p[j];
        }
        const snw_qp_problem problem = {
            .hessian = SNW_QP_DIAGONAL, .H = ones, .g = g, .bound_lower = low, .bound_upper = high};
        const snw_qp_result r = solve(&problem);
        int outside = 0;
        for (int j = 0; j < N; j++) {
            const double x = fmin(fmax(p[j], low[j]), high[j]);
            outside += x != p[j];
            CHECK_NEAR(r.x[j], x, 1e-15);
            CHECK_NEAR(r.y_bound[j], x - p[j], 1e-15);
        }
        CHECK(r.active_count == outside && r.iterations == outside);
    }
}

static int descending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x < y) - (x > y);
}

// x = max(p - t, 0) with t such that the sum is 1 (Held, Wolfe, Crowder 1974): with p sorted
// downwards, t = (p_1 + .. + p_k - 1) / k for the largest k with p_k > t.
static void nearest_point_of_a_simplex_matches_the_sorted_formula(void) {
    enum { N = 12 };
    lay_out(N, 1, 0);
    CHECK_CASES(1000) {
        double p[N], g[N], sorted[N], t = 0, sum = 0;
        const double b = 1, zeros[N] = {0};
        fill(p, N, -1, 1);
        memcpy(sorted, p, sizeof p);
        qsort(sorted, N, sizeof *sorted, descending);
        for (int k = 0; k < N; k++) {
            g[k] = -p[k];
            sum += sorted[k];
            if (sorted[k] > (sum - 1) / (k + 1)) t = (sum - 1) / (k + 1);
        }
        const snw_qp_problem problem = {.hessian = SNW_QP_DIAGONAL,
                                        .H = ones,
                                        .g = g,
                                        .equality_count = 1,
                                        .A_equality = ones,
                                        .b_equality = &b,
                                        .bound_lower = zeros};
        const snw_qp_result r = solve(&problem);
        CHECK_NEAR(r.y_equality[0], -t, 1e-14);
        for (int j = 0; j < N; j++) {
            CHECK_NEAR(r.x[j], fmax(p[j] - t, 0), 1e-14);
            CHECK_NEAR(r.y_bound[j], fmax(t - p[j], 0), 1e-14);
        }
    }
}

// A regular polygon of 128 sides, neighbours parallel to 0.05 rad; the nearest point of it to a
// far point lies on the side, or at the corner, that faces it.
static void nearest_point_of_a_polygon_lies_on_the_facing_side(void) {
    enum { SIDES = 128 };
    const double pi = 3.14159265358979323846, step = 2 * pi / SIDES;
    double A[SIDES * 2], upper[SIDES];
    lay_out(2, 0, SIDES);
    for (int i = 0; i < SIDES; i++) {
        A[i] = cos(i * step);
        A[SIDES + i] = sin(i * step);
        upper[i] = 1;
    }
    CHECK_CASES(1000) {
        const double angle = check_real(0, 2 * pi), far = check_real(1.01, 50);
        const double p[2] = {far * cos(angle), far * sin(angle)}, g[2] = {-p[0], -p[1]};
        const snw_qp_problem problem = {.hessian = SNW_QP_DIAGONAL,
                                        .H = ones,
                                        .g = g,
                                        .row_count = SIDES,
                                        .A_row = A,
                                        .row_upper = upper};
        const snw_qp_result r = solve(&problem);

        // along the side that faces p, no further than its corner
        const double middle = step * floor(angle / step + 0.5);
        const double along = far * sin(angle - middle), half = tan(step / 2);
        const double s = fmin(fmax(along, -half), half);
        CHECK_NEAR(r.x[0], cos(middle) - s * sin(middle), 1e-13);
        CHECK_NEAR(r.x[1], sin(middle) + s * cos(middle), 1e-13);
        CHECK(r.active_count == (fabs(along) > half ? 2 : 1));
    }
}

// solves M z = r of size n by elimination with row exchange, r in column n
static void eliminate(int n, double M[40][41]) {
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k; i < n; i++) {
            if (fabs(M[i][k]) > fabs(M[best][k])) best = i;
        }
        for (int j = 0; j <= n; j++) {
            const double swap = M[k][j];
            M[k][j] = M[best][j];
            M[best][j] = swap;
        }
        for (int i = 0; i < n; i++) {
            const double f = i == k ? 0 : M[i][k] / M[k][k];
            for (int j = k; j <= n && f != 0; j++) {
                M[i][j] -= f * M[k][j];
            }
        }
    }
    for (int k = 0; k < n; k++) {
        M[k][n] /= M[k][k];
    }
}

static void equalities_alone_match_the_direct_solution(void) {
    CHECK_CASES(500) {
        const int n = check_int(1, 24), m = check_int(0, n < 12 ? n : 12), size = n + m;
        double H[24 * 24], g[24], A[12 * 24], b[12];
        lay_out(n, m, 0);
        make_definite(H, n);
        fill(g, n, -1, 1);
        fill(A, m * n, -1, 1);
        fill(b, m, -1, 1);
        static double M[40][41];
        memset(M, 0, sizeof M);
        for (int j = 0; j < n; j++) {
            for (int i = 0; i < n; i++) {
                M[i][j] = H[j * n + i];
            }
            for (int i = 0; i < m; i++) {
                M[n + i][j] = A[j * m + i];
                M[j][n + i] = -A[j * m + i];
            }
            M[j][size] = -g[j];
        }
        for (int i = 0; i < m; i++) {
            M[n + i][size] = b[i];
        }
        eliminate(size, M);
        const snw_qp_problem problem = {
            .H = H, .g = g, .equality_count = m, .A_equality = A, .b_equality = b};
        const snw_qp_result r = solve(&problem);
        double largest = 1;
        for (int k = 0; k < size; k++) {
            largest = fmax(largest, fabs(M[k][size]));
        }
        for (int k = 0; k < size; k++) {
            CHECK_NEAR(k < n ? r.x[k] : r.y_equality[k - n], M[k][size], 1e-9 * largest);
        }
        CHECK(r.iterations == 0 && r.active_count == 0);
    }
}

// H of condition 1e8 by three reflections of a diagonal
static void make_stiff(double *H, int n) {
    memset(H, 0, sizeof *H * (size_t)(n * n));
    for (int j = 0; j < n; j++) {
        H[j * n + j] = pow(10, -8.0 * j / (n - 1));
    }
    for (int turn = 0; turn < 3; turn++) {
        double v[8], Hv[8] = {0}, square = 0, vHv = 0;
        fill(v, n, -1, 1);
        for (int j = 0; j < n; j++) {
            square += v[j] * v[j];
            for (int i = 0; i < n; i++) {
                Hv[i] += H[j * n + i] * v[j];
            }
        }
        for (int j = 0; j < n; j++) {
            vHv += v[j] * Hv[j];
        }
        for (int k = 0; k < n * n; k++) {
            const double vi = v[k % n], vj = v[k / n], f = 2 / square;
            H[k] -= f * (vi * Hv[k / n] + Hv[k % n] * vj) - f * f * vHv * vi * vj;
        }
    }
}

// Two equalities nearly parallel, and flat directions of H: without refinement the conditions are
// missed by 3e-9 in the worst of these cases.
static void stiff_problems_are_solved_to_rounding(void) {
    enum { N = 8, E = 3 };
    lay_out(N, E, 0);
    CHECK_CASES(2000) {
        double H[N * N], g[N], A[E * N], b[E] = {0}, inside[N];
        make_stiff(H, N);
        fill(g, N, -1, 1);
        fill(inside, N, -1, 1);
        fill(A, E * N, -1, 1);
        for (int j = 0; j < N; j++) {
            A[j * E + 1] = A[j * E] + 1e-5 * A[j * E + 1];
            for (int i = 0; i < E; i++) {
                b[i] += A[j * E + i] * inside[j];
            }
        }
        const snw_qp_problem problem = {
            .H = H, .g = g, .equality_count = E, .A_equality = A, .b_equality = b};
        const snw_qp_result r = solve(&problem);
        double size = 1, force = 1;
        for (int j = 0; j < N; j++) {
            size = fmax(size, fabs(r.x[j]));
            force = fmax(force, fabs(r.x[j]) * H[j * N + j]);
        }
        for (int i = 0; i < E; i++) {
            long double miss = (long double)b[i];
            for (int j = 0; j < N; j++) {
                miss -= (long double)A[j * E + i] * (long double)r.x[j];
            }
            CHECK(fabs((double)miss) <= 1e-13 * size);
        }
        for (int j = 0; j < N; j++) {
            // H is symmetric to rounding only; the solver reads its lower triangle
            long double sum = (long double)g[j];
            for (int k = 0; k < N; k++) {
                sum += (long double)H[k < j ? k * N + j : j * N + k] * (long double)r.x[k];
            }
            for (int i = 0; i < E; i++) {
                sum -= (long double)A[j * E + i] * (long double)r.y_equality[i];
            }
            CHECK(fabs((double)sum) <= 1e-12 * force);
        }
    }
}

// --- multipliers --------------------------------------------------------------------------------

static double objective_with(random_problem *r, double *side, double change) {
    const double before = *side;
    *side = before + change;
    const double objective = solve(&r->problem).objective;
    *side = before;
    return objective;
}

// the change of the least objective per change of a side, by central difference
static void check_sensitivity(random_problem *r, double *side, double y) {
    const double h = 1e-5;
    const double slope = (objective_with(r, side, h) - objective_with(r, side, -h)) / (2 * h);
    CHECK_NEAR(slope, y, 1e-6); // the objective is quadratic in a side: only rounding remains
}

// no constraint is about to change over, so that differences do not straddle a corner
static bool is_strict(const random_problem *r, const snw_qp_result *s) {
    for (int k = 0; k < s->active_count; k++) {
        if (fabs(s->active[k].multiplier) < 1e-2) return false;
    }
    for (int i = 0; i < 5; i++) {
        double value = 0;
        for (int j = 0; j < 8; j++) {
            value += r->A_row[j * 5 + i] * s->x[j];
        }
        const double room = fmin(value - r->low[i], r->high[i] - value);
        if (s->y_row[i] == 0 && room < 1e-2) return false;
    }
    for (int j = 0; j < 8; j++) {
        const double room = fmin(s->x[j] - r->x_low[j], r->x_high[j] - s->x[j]);
        if (s->y_bound[j] == 0 && room < 1e-2) return false;
    }
    return true;
}

static void multipliers_are_the_slopes_of_the_objective(void) {
    static random_problem r;
    int seen = 0, lower = 0, upper = 0;
    lay_out(8, 2, 5);
    CHECK_CASES(600) {
        make_random(&r);
        const snw_qp_result s = solve(&r.problem);
        if (!is_strict(&r, &s)) continue;
        double y_equality[2], y_row[5], y_bound[8];
        memcpy(y_equality, s.y_equality, sizeof y_equality);
        memcpy(y_row, s.y_row, sizeof y_row);
        memcpy(y_bound, s.y_bound, sizeof y_bound);
        for (int i = 0; i < 2; i++) {
            check_sensitivity(&r, &r.b[i], y_equality[i]);
        }
        for (int i = 0; i < 5; i++) {
            check_sensitivity(&r, &r.low[i], fmax(y_row[i], 0));
            check_sensitivity(&r, &r.high[i], fmin(y_row[i], 0));
        }
        for (int j = 0; j < 8; j++) {
            check_sensitivity(&r, &r.x_low[j], fmax(y_bound[j], 0));
            check_sensitivity(&r, &r.x_high[j], fmin(y_bound[j], 0));
            lower += y_bound[j] > 0;
            upper += y_bound[j] < 0;
        }
        seen++;
    }
    CHECK(seen > 100 && lower > 100 && upper > 100);
}

// --- forms of H ---------------------------------------------------------------------------------

static void the_three_forms_of_H_agree(void) {
    static random_problem r;
    lay_out(8, 2, 5);
    CHECK_CASES(200) {
        double L[64] = {0}, diagonal[8], full[64] = {0}, x[3][8], objective[3];
        make_random(&r);

        // Cholesky by the definition, row by row
        for (int i = 0; i < 8; i++) {
            for (int j = 0; j <= i; j++) {
                double sum = r.H[j * 8 + i];
                for (int k = 0; k < j; k++) {
                    sum -= L[k * 8 + i] * L[k * 8 + j];
                }
                L[j * 8 + i] = i == j ? sqrt(sum) : sum / L[j * 8 + j];
            }
        }
        for (int form = 0; form < 2; form++) {
            r.problem.hessian = form ? SNW_QP_FACTORED : SNW_QP_DENSE;
            r.problem.H = form ? L : r.H;
            const snw_qp_result s = solve(&r.problem);
            memcpy(x[form], s.x, sizeof x[form]);
            objective[form] = s.objective;
        }
        CHECK_NEAR(objective[1], objective[0], 1e-12 * fabs(objective[0]));
        for (int j = 0; j < 8; j++) {
            CHECK_NEAR(x[1][j], x[0][j], 1e-12);
        }

        fill(diagonal, 8, 0.1, 10);
        for (int j = 0; j < 8; j++) {
            full[j * 8 + j] = diagonal[j];
        }
        for (int form = 0; form < 2; form++) {
            r.problem.hessian = form ? SNW_QP_DIAGONAL : SNW_QP_DENSE;
            r.problem.H = form ? diagonal : full;
            memcpy(x[form], solve(&r.problem).x, sizeof x[form]);
        }
        for (int j = 0; j < 8; j++) {
            CHECK_NEAR(x[1][j], x[0][j], 1e-12);
        }
    }
}

int main(void) {
    RUN(every_smaller_arena_is_refused);
    RUN(sizes_beyond_the_limits_are_refused);
    RUN(nearest_point_of_a_box_is_the_clamped_point);
    RUN(nearest_point_of_a_simplex_matches_the_sorted_formula);
    RUN(nearest_point_of_a_polygon_lies_on_the_facing_side);
    RUN(equalities_alone_match_the_direct_solution);
    RUN(stiff_problems_are_solved_to_rounding);
    RUN(multipliers_are_the_slopes_of_the_objective);
    RUN(the_three_forms_of_H_agree);
    return check_report();
}
