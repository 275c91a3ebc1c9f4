// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// A quadratic program at the door: sizes, NaN, sides the wrong way round. What passes is copied
// row by row and scaled by powers of two.
#include "qp_internal.h"

#include <math.h>

const char *snw__qp_label(char out[SNW__QP_LABEL], const char *kind, int index, int side) {
    char digits[SNW_NUMBER_SIZE];
    const size_t count = (size_t)snw_int_print(index, digits);
    char *end = out;
    memcpy(end, kind, strlen(kind));
    end += strlen(kind);
    *end++ = '[';
    memcpy(end, digits, count);
    end += count;
    *end++ = ']';
    if (side != 0) {
        memcpy(end, side < 0 ? " lower" : " upper", 6);
        end += 6;
    }
    *end = 0;
    return out;
}

// A row without any entry above this is a row of zeros; its reciprocal is still a normal number.
#define TINIEST 0x1p-1000

static snw_status check_sizes(const snw__qp_work *w, const snw_qp_problem *p, snw_why *why) {
    if (!p->H) return snw_refuse_rule(why, SNW_ERR_ARGUMENT, "qp-input", "H", "H is missing", NULL);
    if (p->hessian != SNW_QP_DENSE && p->hessian != SNW_QP_FACTORED &&
        p->hessian != SNW_QP_DIAGONAL) {
        return snw_refuse_rule(why, SNW_ERR_ARGUMENT, "qp-input", "hessian",
                               "not one of the forms of H", NULL);
    }
    if (p->equality_count < 0 || p->equality_count > w->max_equalities) {
        snw_why_set(why, SNW_ERR_SIZE, "equality_count", "more equalities than laid out");
        snw_why_rule(why, "qp-input");
        snw_why_add(why, "count", p->equality_count, "");
        snw_why_add(why, "laid out", w->max_equalities, "");
        return SNW_ERR_SIZE;
    }
    if (p->row_count < 0 || p->row_count > w->max_rows) {
        snw_why_set(why, SNW_ERR_SIZE, "row_count", "more rows than laid out");
        snw_why_rule(why, "qp-input");
        snw_why_add(why, "count", p->row_count, "");
        snw_why_add(why, "laid out", w->max_rows, "");
        return SNW_ERR_SIZE;
    }
    if (p->equality_count > 0 && (!p->A_equality || !p->b_equality)) {
        return snw_refuse_rule(why, SNW_ERR_ARGUMENT, "qp-input", "A_equality",
                               "A_equality or b_equality is missing", NULL);
    }
    if (p->row_count > 0 && !p->A_row) {
        return snw_refuse_rule(why, SNW_ERR_ARGUMENT, "qp-input", "A_row", "A_row is missing",
                               NULL);
    }
    return SNW_OK;
}

// 0 when all are finite, NaN otherwise
static double zero_if_finite(const double *a, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++) {
        sum += a[i] * 0;
    }
    return sum;
}

// The diagonal of H; false if any number of H that is read is NaN or infinite.
static bool load_diagonal(snw__qp_work *w) {
    const snw_qp_problem *p = w->problem;
    const int n = w->n;
    if (p->hessian == SNW_QP_DIAGONAL) {
        memcpy(w->diagonal, p->H, sizeof *w->diagonal * (size_t)n);
        return zero_if_finite(p->H, n) == 0;
    }
    double sum = 0;
    snw__zero(w->diagonal, n);
    for (int j = 0; j < n; j++) {
        const double *column = p->H + (size_t)j * (size_t)n;
        sum += zero_if_finite(column + j, n - j);
        if (p->hessian == SNW_QP_DENSE) {
            w->diagonal[j] = column[j];
        } else {
            for (int i = j; i < n; i++) {
                w->diagonal[i] += column[i] * column[i];
            }
        }
    }
    return sum == 0;
}

static snw_status load_vectors(snw__qp_work *w, snw_why *why) {
    const snw_qp_problem *p = w->problem;
    const int n = w->n;
    if (!load_diagonal(w)) {
        return snw_refuse_rule(why, SNW_ERR_NOT_FINITE, "qp-input", "H", "H holds NaN or infinity",
                               NULL);
    }

    if (p->g) {
        memcpy(w->g, p->g, sizeof *w->g * (size_t)n);
    } else {
        snw__zero(w->g, n);
    }
    for (int j = 0; j < n; j++) {
        if (isfinite(w->g[j])) continue;
        char label[SNW__QP_LABEL];
        return snw_refuse_rule(why, SNW_ERR_NOT_FINITE, "qp-input", snw__qp_label(label, "g", j, 0),
                               "g holds NaN or infinity", NULL);
    }
    const double largest = snw__size(w->diagonal, n);
    w->unit = largest > 0 ? snw__size(w->g, n) / largest : 0;
    return SNW_OK;
}

// The power of two 2^-k for a normal number in [2^k, 2^(k+1)), k halved (downwards) on demand.
static double reciprocal_power(double value, int halvings) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    const int exponent = (int)(bits >> 52) - 1023;
    const int k = exponent < 1022 ? exponent : 1022; // 2^-1023 is not a normal number
    bits = (uint64_t)(1023 - (k >> halvings)) << 52;
    memcpy(&value, &bits, sizeof bits);
    return value;
}

// Copies row i of a column-major matrix of m rows, scaled. Returns the scale, a power of two, or 0
// for a row of zeros, or NaN for a row that is not finite.
static double load_row(const snw__qp_work *w, const double *A, int m, int i, double *row) {
    double largest = 0, sum = 0;
    for (int j = 0; j < w->n; j++) {
        row[j] = A[j * m + i];
        sum += row[j] * 0;
        largest = snw__larger(largest, fabs(row[j]));
    }
    if (!(sum == 0)) return (double)NAN;
    if (largest < TINIEST) return 0;

    // first the largest entry to [1, 2), so that squares stay in range, then the norm, whose power
    // of two is half that of its square
    double scale = reciprocal_power(largest, 0);
    double square = 0;
    for (int j = 0; j < w->n; j++) {
        square += row[j] * scale * (row[j] * scale);
    }
    scale *= reciprocal_power(square, 1);
    for (int j = 0; j < w->n; j++) {
        row[j] *= scale;
    }
    return scale;
}

static const char *kind_of(const snw__qp_work *w, int id, int *index) {
    *index = id >= w->rows ? id - w->rows : id < w->equalities ? id : id - w->equalities;
    if (id >= w->rows) return "bound";
    return id < w->equalities ? "equality" : "row";
}

static snw_status refuse_sides(const snw__qp_work *w, int id, double lower, double upper,
                               snw_why *why) {
    char label[SNW__QP_LABEL];
    int index;
    const char *kind = kind_of(w, id, &index);
    const bool inverted = lower > upper;
    const bool nan = isnan(lower) || isnan(upper) || (id < w->equalities && isinf(lower));
    const char *text = "a side is at the wrong infinity, or too large for its row";
    if (nan) text = "a side is NaN, or an equality's is infinite";
    if (inverted) text = "the lower side is above the upper side";
    snw_why_set(why, nan ? SNW_ERR_NOT_FINITE : SNW_ERR_RANGE, snw__qp_label(label, kind, index, 0),
                text);
    snw_why_rule(why, "qp-input");
    snw_why_add(why, "lower", lower, "");
    snw_why_add(why, "upper", upper, "");
    return nan ? SNW_ERR_NOT_FINITE : SNW_ERR_RANGE;
}

static snw_status load_sides(snw__qp_work *w, int id, double lower, double upper, snw_why *why) {
    const double scale = w->scale[id];
    w->lower[id] = lower * scale;
    w->upper[id] = upper * scale;
    const bool reachable = w->lower[id] < (double)INFINITY && w->upper[id] > -(double)INFINITY;
    if (lower <= upper && reachable) return SNW_OK;
    return refuse_sides(w, id, lower, upper, why);
}

// A row of zeros says nothing, or contradicts its side.
static snw_status load_zero_row(snw__qp_work *w, int id) {
    w->state[id] = SNW__QP_VOID;
    if (w->lower[id] <= 0 && w->upper[id] >= 0) return SNW_OK;
    snw__qp_conflict_of_zero_row(w, id, w->lower[id] > 0 ? 1 : -1);
    return SNW_ERR_INFEASIBLE;
}

static snw_status load_constraint(snw__qp_work *w, int id, const double sides[2], snw_why *why) {
    const snw_qp_problem *p = w->problem;
    const bool equality = id < w->equalities;
    const double *A = equality ? p->A_equality : p->A_row;
    const int m = equality ? p->equality_count : p->row_count;
    const int i = equality ? id : id - w->equalities;
    w->scale[id] = load_row(w, A, m, i, snw__qp_column(w, w->row, id));
    if (isnan(w->scale[id])) {
        char label[SNW__QP_LABEL];
        return snw_refuse_rule(why, SNW_ERR_NOT_FINITE, "qp-input",
                               snw__qp_label(label, equality ? "equality" : "row", i, 0),
                               "the row of the matrix holds NaN or infinity", NULL);
    }
    const bool zeros = w->scale[id] == 0;
    if (zeros) w->scale[id] = 1;
    const snw_status status = load_sides(w, id, sides[0], sides[1], why);
    return status == SNW_OK && zeros ? load_zero_row(w, id) : status;
}

static snw_status load_rows(snw__qp_work *w, snw_why *why) {
    const snw_qp_problem *p = w->problem;
    snw_status first = SNW_OK;
    for (int id = 0; id < w->rows; id++) {
        const int i = id - w->equalities;
        double sides[2] = {-(double)INFINITY, (double)INFINITY};
        if (id < w->equalities) {
            sides[0] = sides[1] = p->b_equality[id];
        } else {
            if (p->row_lower) sides[0] = p->row_lower[i];
            if (p->row_upper) sides[1] = p->row_upper[i];
        }

        // a contradiction waits until everything is known to be well formed
        const snw_status status = load_constraint(w, id, sides, why);
        if (status != SNW_OK && status != SNW_ERR_INFEASIBLE) return status;
        if (first == SNW_OK) first = status;
    }
    return first;
}

static snw_status load_bounds(snw__qp_work *w, snw_why *why) {
    const snw_qp_problem *p = w->problem;
    for (int j = 0; j < w->n; j++) {
        const double lower = p->bound_lower ? p->bound_lower[j] : -(double)INFINITY;
        const double upper = p->bound_upper ? p->bound_upper[j] : (double)INFINITY;
        w->scale[w->rows + j] = 1;
        const snw_status status = load_sides(w, w->rows + j, lower, upper, why);
        if (status != SNW_OK) return status;
    }
    return SNW_OK;
}

snw_status snw__qp_load(snw__qp_work *w, const snw_qp_problem *problem, snw_why *why) {
    snw_status status = check_sizes(w, problem, why);
    if (status != SNW_OK) return status;
    w->problem = problem;
    w->equalities = problem->equality_count;
    w->rows = problem->equality_count + problem->row_count;
    w->count = w->rows + w->n;
    memset(w->state, SNW__QP_FREE, (size_t)w->count);

    status = load_vectors(w, why);
    if (status != SNW_OK) return status;
    const snw_status rows = load_rows(w, why);
    if (rows != SNW_OK && rows != SNW_ERR_INFEASIBLE) return rows;
    status = load_bounds(w, why);
    return status != SNW_OK ? status : rows;
}
