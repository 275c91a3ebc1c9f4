// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"

// H = M + J' G J of one island, factored. A small island is one dense matrix. A large one has a
// block for each pair of bodies that touch or come to depend on each other when those before them
// are eliminated; bodies with few neighbours go first (ties by number).

// --- order and blocks
// -----------------------------------------------------------------------------

static void set_bit(uint64_t *set, int at) {
    set[at / 64] |= UINT64_C(1) << (at % 64);
}

static bool has_bit(const uint64_t *set, int at) {
    return (set[at / 64] >> (at % 64) & 1) != 0;
}

static int count_bits(const uint64_t *set) {
    int sum = 0;
    for (int w = 0; w < SNW__SET; w++) {
        for (uint64_t left = set[w]; left != 0; left &= left - 1)
            sum++;
    }
    return sum;
}

// `place` of the bodies is their local number here
static void find_neighbours(struct snw__contact *work, const snw__island *island) {
    memset(work->beside, 0, (size_t)island->body_count * sizeof *work->beside);
    for (int i = 0; i < island->body_count; i++)
        work->bodies[island->bodies[i]].place = i;
    for (int i = 0; i < island->line_count; i++) {
        const snw__lines *lines = &work->lines[island->lines[i]];
        if (lines->a.body < 0 || lines->b.body < 0) continue;
        const int a = work->bodies[lines->a.body].place, b = work->bodies[lines->b.body].place;
        if (a == b) continue;
        set_bit(work->beside[a], b);
        set_bit(work->beside[b], a);
    }
}

// the one that is left with the fewest neighbours
static int next_pivot(const struct snw__contact *work, int count, const uint64_t *left) {
    int best = -1, least = 0;
    for (int i = 0; i < count; i++) {
        if (!has_bit(left, i)) continue;
        const int degree = count_bits(work->beside[i]);
        if (best >= 0 && degree >= least) continue;
        best = i;
        least = degree;
    }
    return best;
}

// the neighbours of a body that is eliminated become neighbours of each other
static void eliminate_pivot(struct snw__contact *work, int pivot, int count) {
    const uint64_t *row = work->beside[pivot];
    for (int i = 0; i < count; i++) {
        if (!has_bit(row, i)) continue;
        for (int w = 0; w < SNW__SET; w++)
            work->beside[i][w] |= row[w];
        work->beside[i][i / 64] &= ~(UINT64_C(1) << (i % 64));
        work->beside[i][pivot / 64] &= ~(UINT64_C(1) << (pivot % 64));
    }
}

static void choose_order(struct snw__contact *work, const snw__island *island) {
    const int count = island->body_count;
    uint64_t left[SNW__SET] = {0};
    for (int i = 0; i < count; i++)
        set_bit(left, i);
    for (int turn = 0; turn < count; turn++) {
        const int pivot = next_pivot(work, count, left);
        work->order[turn] = pivot;
        work->turn[pivot] = turn;
        left[pivot / 64] &= ~(UINT64_C(1) << (pivot % 64));
        memcpy(work->below[turn], work->beside[pivot], sizeof *work->below);
        eliminate_pivot(work, pivot, count);
    }
}

static const snw__body *body_at_turn(const struct snw__contact *work, const snw__island *island,
                                     int turn) {
    return &work->bodies[island->bodies[work->order[turn]]];
}

static void place_blocks(struct snw__contact *work, const snw__island *island, int stride) {
    int used = 0;
    for (int k = 0; k < island->body_count; k++) {
        const int columns = body_at_turn(work, island, k)->rates;
        work->block_at[k * stride + k] = used;
        used += columns * columns;
        for (int i = 0; i < island->body_count; i++) {
            if (!has_bit(work->below[k], i)) continue;
            work->block_at[work->turn[i] * stride + k] = used;
            used += columns * work->bodies[island->bodies[i]].rates;
        }
    }
    for (int i = 0; i < island->body_count; i++)
        work->bodies[island->bodies[i]].place = work->turn[i];
}

void snw__lay_out_matrix(struct snw__contact *work, const snw__island *island, int stride) {
    if (!island->dense) {
        find_neighbours(work, island);
        choose_order(work, island);
        place_blocks(work, island, stride);
        return;
    }
    int at = 0;
    for (int i = 0; i < island->body_count; i++) {
        work->bodies[island->bodies[i]].place = at;
        at += work->bodies[island->bodies[i]].rates;
    }
}

// --- filling ------------------------------------------------------------------------------------

typedef struct block {
    double *at;
    int stride;
} block;

// where rows of body `a` meet columns of body `b`; a stands below b, or is b
static block find_block(const struct snw__contact *work, const snw__island *island, int stride,
                        const snw__body *a, const snw__body *b) {
    if (island->dense) {
        return (block){work->matrix + (ptrdiff_t)a->place * island->rates + b->place,
                       island->rates};
    }
    return (block){work->matrix + work->block_at[a->place * stride + b->place], b->rates};
}

static void clear_matrix(struct snw__contact *work, const snw__island *island, int stride) {
    if (island->dense) {
        memset(work->matrix, 0, (size_t)island->rates * (size_t)island->rates * sizeof(double));
        return;
    }
    const int last = island->body_count - 1, rates = body_at_turn(work, island, last)->rates;
    const int used = work->block_at[last * stride + last] + rates * rates;
    memset(work->matrix, 0, (size_t)used * sizeof(double));
}

static void fill_masses(struct snw__contact *work, const snw__island *island, int stride) {
    for (int i = 0; i < island->body_count; i++) {
        const snw__body *body = &work->bodies[island->bodies[i]];
        const block out = find_block(work, island, stride, body, body);
        const double *M = work->mass + body->mass_at;
        for (int r = 0; r < body->rates; r++) {
            for (int c = 0; c <= r; c++)
                out.at[(ptrdiff_t)r * out.stride + c] = M[r * body->rates + c];
        }
    }
}

// out += weight * x y', for rows x and columns y
static void add_product(block out, const double *x, int rows, const double *y, int columns,
                        double weight) {
    for (int r = 0; r < rows; r++) {
        const double factor = weight * x[r];
        double *row = out.at + (ptrdiff_t)r * out.stride;
        for (int c = 0; c < columns; c++)
            row[c] += factor * y[c];
    }
}

// out += weight * x x', on and below the diagonal
static void add_square(block out, const double *x, int count, double weight) {
    for (int r = 0; r < count; r++) {
        const double factor = weight * x[r];
        double *row = out.at + (ptrdiff_t)r * out.stride;
        for (int c = 0; c <= r; c++)
            row[c] += factor * x[c];
    }
}

static block shift_block(block b, int row, int column) {
    return (block){b.at + (ptrdiff_t)row * b.stride + column, b.stride};
}

// two surfaces of one body: the product is not symmetric by itself
static void add_own_pair(block out, const snw__lever *a, const double *x, const snw__lever *b,
                         const double *y, double weight) {
    for (int r = 0; r < a->count; r++) {
        for (int c = 0; c < b->count; c++) {
            const int i = a->first + r, j = b->first + c;
            const double value = weight * x[r] * y[c] * (i == j ? 2 : 1);
            out.at[(ptrdiff_t)(i > j ? i : j) * out.stride + (i > j ? j : i)] += value;
        }
    }
}

static void add_line(struct snw__contact *work, const snw__island *island, int stride,
                     const snw__lines *lines, const double *x, const double *y) {
    const snw__lever *a = &lines->a, *b = &lines->b;
    const snw__body *of_a = a->body < 0 ? NULL : &work->bodies[a->body];
    const snw__body *of_b = b->body < 0 ? NULL : &work->bodies[b->body];
    if (of_a != NULL) {
        const block own = find_block(work, island, stride, of_a, of_a);
        add_square(shift_block(own, a->first, a->first), x, a->count, lines->curve);
    }
    if (of_b != NULL) {
        const block own = find_block(work, island, stride, of_b, of_b);
        add_square(shift_block(own, b->first, b->first), y, b->count, lines->curve);
    }
    if (of_a == NULL || of_b == NULL) return;
    if (of_a == of_b) {
        add_own_pair(find_block(work, island, stride, of_a, of_a), a, x, b, y, lines->curve);
    } else if (of_a->place > of_b->place) {
        const block both = find_block(work, island, stride, of_a, of_b);
        add_product(shift_block(both, a->first, b->first), x, a->count, y, b->count, lines->curve);
    } else {
        const block both = find_block(work, island, stride, of_b, of_a);
        add_product(shift_block(both, b->first, a->first), y, b->count, x, a->count, lines->curve);
    }
}

static void blend_levers(const snw__lever *lever, const double across[2], double *out) {
    for (int i = 0; i < lever->count; i++)
        out[i] = across[0] * lever->J[i] + across[1] * lever->J[lever->count + i];
}

static void fill_lines(struct snw__contact *work, const snw__island *island, int stride) {
    double x[SNW_CONTACT_RATES], y[SNW_CONTACT_RATES];
    for (int i = 0; i < island->line_count; i++) {
        const snw__lines *lines = &work->lines[island->lines[i]];
        if (lines->curve == 0) continue;
        if (lines->count == 2 && !lines->inside) {
            blend_levers(&lines->a, lines->across, x);
            blend_levers(&lines->b, lines->across, y);
            add_line(work, island, stride, lines, x, y);
            continue;
        }
        for (int k = 0; k < lines->count; k++) {
            add_line(work, island, stride, lines, lines->a.J + (ptrdiff_t)k * lines->a.count,
                     lines->b.J + (ptrdiff_t)k * lines->b.count);
        }
    }
}

// --- factoring by blocks ------------------------------------------------------------------------

// X = X L^-T, row by row
static void divide_rows(const double *L, int n, double *X, int rows) {
    for (int r = 0; r < rows; r++)
        snw__solve_lower(L, n, n, X + (ptrdiff_t)r * n);
}

// rows of a factor, one below the other
typedef struct panel {
    const double *at;
    int rows;
} panel;

// out -= X Y'; only on and below the diagonal where they are one
static void subtract_product(double *out, panel X, panel Y, int depth) {
    for (int r = 0; r < X.rows; r++) {
        const double *x = X.at + (ptrdiff_t)r * depth;
        const int columns = X.at == Y.at ? r + 1 : Y.rows;
        for (int c = 0; c < columns; c++) {
            const double *y = Y.at + (ptrdiff_t)c * depth;
            double sum = 0;
            for (int k = 0; k < depth; k++)
                sum += x[k] * y[k];
            out[(ptrdiff_t)r * Y.rows + c] -= sum;
        }
    }
}

// the turns of those that depend on turn k, in rising order of local number
static int list_below(const struct snw__contact *work, int k, int count, int *turns) {
    int used = 0;
    for (int i = 0; i < count; i++)
        if (has_bit(work->below[k], i)) turns[used++] = work->turn[i];
    return used;
}

static panel panel_below(const struct snw__contact *work, const snw__island *island, int stride,
                         int turn, int k) {
    return (panel){work->matrix + work->block_at[turn * stride + k],
                   body_at_turn(work, island, turn)->rates};
}

static bool factor_blocks(struct snw__contact *work, const snw__island *island, int stride) {
    int turns[SNW_CONTACT_BODIES];
    for (int k = 0; k < island->body_count; k++) {
        const int n = body_at_turn(work, island, k)->rates;
        double *L = work->matrix + work->block_at[k * stride + k];
        if (!snw__factor_dense(L, n, n)) return false;
        const int below = list_below(work, k, island->body_count, turns);
        for (int i = 0; i < below; i++) {
            divide_rows(L, n, work->matrix + work->block_at[turns[i] * stride + k],
                        body_at_turn(work, island, turns[i])->rates);
        }
        for (int i = 0; i < below; i++) {
            for (int j = 0; j < below; j++) {
                const int low = turns[i], high = turns[j];
                if (low < high) continue;
                subtract_product(work->matrix + work->block_at[low * stride + high],
                                 panel_below(work, island, stride, low, k),
                                 panel_below(work, island, stride, high, k), n);
            }
        }
    }
    return true;
}

static void solve_down(struct snw__contact *work, const snw__island *island, int stride,
                       double *x) {
    int turns[SNW_CONTACT_BODIES];
    for (int k = 0; k < island->body_count; k++) {
        const snw__body *body = body_at_turn(work, island, k);
        snw__solve_lower(work->matrix + work->block_at[k * stride + k], body->rates, body->rates,
                         x + body->first);
        const int below = list_below(work, k, island->body_count, turns);
        for (int i = 0; i < below; i++) {
            const snw__body *other = body_at_turn(work, island, turns[i]);
            const double *L = work->matrix + work->block_at[turns[i] * stride + k];
            for (int r = 0; r < other->rates; r++) {
                for (int c = 0; c < body->rates; c++)
                    x[other->first + r] -= L[r * body->rates + c] * x[body->first + c];
            }
        }
    }
}

static void solve_up(struct snw__contact *work, const snw__island *island, int stride, double *x) {
    int turns[SNW_CONTACT_BODIES];
    for (int k = island->body_count - 1; k >= 0; k--) {
        const snw__body *body = body_at_turn(work, island, k);
        const int below = list_below(work, k, island->body_count, turns);
        for (int i = 0; i < below; i++) {
            const snw__body *other = body_at_turn(work, island, turns[i]);
            const double *L = work->matrix + work->block_at[turns[i] * stride + k];
            for (int r = 0; r < other->rates; r++) {
                for (int c = 0; c < body->rates; c++)
                    x[body->first + c] -= L[r * body->rates + c] * x[other->first + r];
            }
        }
        snw__solve_upper(work->matrix + work->block_at[k * stride + k], body->rates, body->rates,
                         x + body->first);
    }
}

// --- the direction ------------------------------------------------------------------------------

static bool solve_dense(struct snw__contact *work, const snw__island *island) {
    if (!snw__factor_dense(work->matrix, island->rates, island->rates)) return false;
    double x[SNW__DENSE];
    for (int i = 0; i < island->body_count; i++) {
        const snw__body *body = &work->bodies[island->bodies[i]];
        for (int r = 0; r < body->rates; r++)
            x[body->place + r] = -work->gradient[body->first + r];
    }
    snw__solve_lower(work->matrix, island->rates, island->rates, x);
    snw__solve_upper(work->matrix, island->rates, island->rates, x);
    for (int i = 0; i < island->body_count; i++) {
        const snw__body *body = &work->bodies[island->bodies[i]];
        for (int r = 0; r < body->rates; r++)
            work->direction[body->first + r] = x[body->place + r];
    }
    return true;
}

bool snw__solve_direction(struct snw__contact *work, const snw__island *island, int stride) {
    clear_matrix(work, island, stride);
    fill_masses(work, island, stride);
    fill_lines(work, island, stride);
    if (island->dense) return solve_dense(work, island);
    if (!factor_blocks(work, island, stride)) return false;
    for (int i = 0; i < island->body_count; i++) {
        const snw__body *body = &work->bodies[island->bodies[i]];
        for (int r = body->first; r < body->first + body->rates; r++)
            work->direction[r] = -work->gradient[r];
    }
    solve_down(work, island, stride, work->direction);
    solve_up(work, island, stride, work->direction);
    return true;
}
