// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "expression_internal.h"
#include "inside.h"

// Arithmetic of matrices of any sizes: branches, and the leaves that hold numbers.

static int least(int a, int b) {
    return a < b ? a : b;
}

static double get(const snw_expression_value *a, int r, int c) {
    return a->data[r + c * a->rows];
}

// --- children ------------------------------------------------------------------------------------

static int list_of(const void *block, const snw_child **list, int fewest, int most) {
    const snw_expression_branch *b = block;
    if (b->child_count < fewest || b->child_count > most) return -1;
    for (int i = 0; i < b->child_count; i++)
        list[i] = &b->children[i];
    return b->child_count;
}

static int one(const void *block, const snw_child **list) {
    return list_of(block, list, 1, 1);
}
static int two(const void *block, const snw_child **list) {
    return list_of(block, list, 2, 2);
}
static int many(const void *block, const snw_child **list) {
    return list_of(block, list, 1, SNW_EXPRESSION_CHILDREN);
}

// --- element by element --------------------------------------------------------------------------

// the rows and columns that all children have
static snw_status common_size(const void *block, const snw_task *task,
                              const snw_expression_value *children, int count,
                              snw_expression_value *own) {
    (void)block, (void)task;
    *own = (snw_expression_value){NULL, children[0].rows, children[0].cols};
    for (int i = 1; i < count; i++) {
        own->rows = least(own->rows, children[i].rows);
        own->cols = least(own->cols, children[i].cols);
    }
    return SNW_OK;
}

typedef double pair_fn(double a, double b);

// folds the children from left to right
static snw_status fold(const snw_expression_at *at, pair_fn *f, snw_expression_value *own) {
    double *const data = own->data;
    SNW_IGNORE(common_size(NULL, NULL, at->children, at->child_count, own));
    own->data = data;
    for (int c = 0; c < own->cols; c++) {
        for (int r = 0; r < own->rows; r++) {
            double x = get(&at->children[0], r, c);
            for (int i = 1; i < at->child_count; i++)
                x = f(x, get(&at->children[i], r, c));
            data[r + c * own->rows] = x;
        }
    }
    return SNW_OK;
}

#define PAIR(name, formula)                                                                        \
    static double name##_of(double a, double b) {                                                  \
        return formula;                                                                            \
    }                                                                                              \
    static snw_status name##_value(const void *block, const snw_expression_at *at,                 \
                                   snw_expression_value *own) {                                    \
        (void)block;                                                                               \
        return fold(at, name##_of, own);                                                           \
    }
PAIR(plus, a + b)
PAIR(minus, a - b)
PAIR(and, a != 0 && b != 0 ? 1 : 0)
PAIR(or, a != 0 || b != 0 ? 1 : 0)
PAIR(equal, a == b ? 1 : 0)
PAIR(greater, a > b ? 1 : 0)
PAIR(greater_or_equal, a >= b ? 1 : 0)
PAIR(less, a < b ? 1 : 0)
PAIR(less_or_equal, a <= b ? 1 : 0)
PAIR(pow, pow(a, b))
PAIR(root, pow(a, 1 / b))

static snw_status each(const snw_expression_at *at, double (*f)(double),
                       snw_expression_value *own) {
    const snw_expression_value *a = &at->children[0];
    own->rows = a->rows;
    own->cols = a->cols;
    for (int i = 0; i < a->rows * a->cols; i++)
        own->data[i] = f(a->data[i]);
    return SNW_OK;
}

static double negative_of(double a) {
    return -a;
}
static double inverse_of(double a) {
    return 1 / a;
}

#define EACH(name, function)                                                                       \
    static snw_status name##_value(const void *block, const snw_expression_at *at,                 \
                                   snw_expression_value *own) {                                    \
        (void)block;                                                                               \
        return each(at, function, own);                                                            \
    }
EACH(negative, negative_of)
EACH(inverse, inverse_of)
EACH(sine, sin)
EACH(cosine, cos)
EACH(log, log)

static snw_status log_n_value(const void *block, const snw_expression_at *at,
                              snw_expression_value *own) {
    const double base = log(((const snw_expression_branch *)block)->base);
    const snw_status status = each(at, log, own);
    for (int i = 0; i < own->rows * own->cols; i++)
        own->data[i] /= base;
    return status;
}

// --- of matrices ---------------------------------------------------------------------------------

static snw_status times_size(const void *block, const snw_task *task,
                             const snw_expression_value *children, int count,
                             snw_expression_value *own) {
    (void)block, (void)task, (void)count;
    *own = (snw_expression_value){NULL, children[0].rows, children[1].cols};
    return SNW_OK;
}

static snw_status times_value(const void *block, const snw_expression_at *at,
                              snw_expression_value *own) {
    (void)block;
    const snw_expression_value *a = &at->children[0], *b = &at->children[1];
    const int inner = least(a->cols, b->rows);
    own->rows = a->rows;
    own->cols = b->cols;
    for (int c = 0; c < b->cols; c++) {
        for (int r = 0; r < a->rows; r++) {
            double sum = 0;
            for (int k = 0; k < inner; k++)
                sum += get(a, r, k) * get(b, k, c);
            own->data[r + c * a->rows] = sum;
        }
    }
    return SNW_OK;
}

static snw_status transpose_size(const void *block, const snw_task *task,
                                 const snw_expression_value *children, int count,
                                 snw_expression_value *own) {
    (void)block, (void)task, (void)count;
    *own = (snw_expression_value){NULL, children[0].cols, children[0].rows};
    return SNW_OK;
}

static snw_status transpose_value(const void *block, const snw_expression_at *at,
                                  snw_expression_value *own) {
    (void)block;
    const snw_expression_value *a = &at->children[0];
    own->rows = a->cols;
    own->cols = a->rows;
    for (int c = 0; c < own->cols; c++) {
        for (int r = 0; r < own->rows; r++)
            own->data[r + c * own->rows] = get(a, c, r);
    }
    return SNW_OK;
}

// --- values that are stored ----------------------------------------------------------------------

static int stored_child(const void *block, const snw_child **list) {
    const snw_expression_assign *assign = block;
    list[0] = &assign->value;
    return 1;
}

static snw_status stored_size(const void *block, const snw_task *task,
                              const snw_expression_value *children, int count,
                              snw_expression_value *own) {
    (void)task, (void)count;
    *own = (snw_expression_value){NULL, children[0].rows, children[0].cols};
    return ((const snw_expression_assign *)block)->key[0] != '\0' ? SNW_OK : SNW_ERR_ARGUMENT;
}

// the elements of a tree are its memory: what is stored is the value of this one
static snw_status stored_value(const void *block, const snw_expression_at *at,
                               snw_expression_value *own) {
    (void)block;
    const snw_expression_value *child = &at->children[0];
    own->rows = child->rows;
    own->cols = child->cols;
    const size_t count = (size_t)child->rows * (size_t)child->cols;
    if (count > 0) memcpy(own->data, child->data, count * sizeof *own->data);
    return SNW_OK;
}

// --- leaves that hold numbers --------------------------------------------------------------------

static snw_status leaf_size(snw_expression_value *own, int rows, int cols) {
    *own = (snw_expression_value){NULL, rows, cols};
    return rows > 0 && cols > 0 && rows <= 256 && cols <= 256 ? SNW_OK : SNW_ERR_SIZE;
}

#define LEAF_SIZE(name, rows, cols)                                                                \
    static snw_status name##_size(const void *block, const snw_task *task,                         \
                                  const snw_expression_value *children, int count,                 \
                                  snw_expression_value *own) {                                     \
        const snw_expression_leaf *leaf = block;                                                   \
        (void)leaf, (void)task, (void)children, (void)count;                                       \
        return leaf_size(own, rows, cols);                                                         \
    }
LEAF_SIZE(scalar, 1, 1)
LEAF_SIZE(column,
          leaf->key[0] != '\0' && leaf->number_count < SNW_MAP_ITEMS ? SNW_MAP_ITEMS
                                                                     : leaf->number_count,
          1)
LEAF_SIZE(single_column, leaf->rows, 1)
LEAF_SIZE(matrix, leaf->rows, leaf->columns)
LEAF_SIZE(identity, leaf->rows > 0 ? leaf->rows : task->model->nv,
          leaf->columns > 0 ? leaf->columns : task->model->nv)
LEAF_SIZE(diagonal, leaf->rows > 0 ? leaf->rows : leaf->number_count,
          leaf->columns > 0 ? leaf->columns : leaf->number_count)

static snw_status scalar_value(const void *block, const snw_expression_at *at,
                               snw_expression_value *own) {
    const snw_expression_leaf *leaf = block;
    const bool keyed = leaf->key[0] != '\0';
    const snw_expression_value *stored = keyed ? snw__expression_stored(at, leaf->key) : NULL;
    const bool has_stored = stored != NULL && stored->rows * stored->cols > 0;
    const double *live = has_stored ? stored->data : NULL;
    if (live == NULL && keyed && at->map != NULL) live = snw__data_map_real(at->map, leaf->key);
    own->data[0] = live != NULL ? *live : leaf->value;
    return SNW_OK;
}

static snw_status column_value(const void *block, const snw_expression_at *at,
                               snw_expression_value *own) {
    const snw_expression_leaf *leaf = block;
    const double *numbers = leaf->numbers;
    int count = leaf->number_count;
    const bool keyed = leaf->key[0] != '\0';
    const snw_expression_value *stored = keyed ? snw__expression_stored(at, leaf->key) : NULL;
    if (stored != NULL) {
        numbers = stored->data;
        count = least(stored->rows * stored->cols, SNW_MAP_ITEMS);
    } else if (keyed && at->map != NULL) {
        const double *live = snw__data_map_reals(at->map, leaf->key, &count);
        if (live != NULL) numbers = live;
    }
    own->rows = count;
    own->cols = 1;
    if (count > 0) memcpy(own->data, numbers, sizeof(double) * (size_t)count);
    return SNW_OK;
}

static void clear(snw_expression_value *own) {
    memset(own->data, 0, sizeof(double) * (size_t)(own->rows * own->cols));
}

static snw_status single_value(const void *block, const snw_expression_at *at,
                               snw_expression_value *own) {
    const snw_expression_leaf *leaf = block;
    (void)at;
    clear(own);
    if (leaf->row < own->rows && leaf->column < own->cols) {
        own->data[leaf->row + leaf->column * own->rows] = leaf->value;
    }
    return SNW_OK;
}

static snw_status identity_value(const void *block, const snw_expression_at *at,
                                 snw_expression_value *own) {
    (void)block, (void)at;
    clear(own);
    for (int i = 0; i < least(own->rows, own->cols); i++)
        own->data[i + i * own->rows] = 1;
    return SNW_OK;
}

static snw_status diagonal_value(const void *block, const snw_expression_at *at,
                                 snw_expression_value *own) {
    const snw_expression_leaf *leaf = block;
    (void)at;
    clear(own);
    for (int i = 0; i < least(least(own->rows, own->cols), leaf->number_count); i++)
        own->data[i + i * own->rows] = leaf->numbers[i];
    return SNW_OK;
}

// --- functions of the types ----------------------------------------------------------------------

#define FUNCTIONS(name, of_children, of_size, of_value)                                            \
    const snw_expression_functions snw__expression_##name = {                                      \
        EXPRESSION_HEAD, .children = (of_children), .size = (of_size), .evaluate = (of_value)}

FUNCTIONS(plus, many, common_size, plus_value);
FUNCTIONS(minus, two, common_size, minus_value);
FUNCTIONS(and, many, common_size, and_value);
FUNCTIONS(or, many, common_size, or_value);
FUNCTIONS(equal, two, common_size, equal_value);
FUNCTIONS(assign, stored_child, stored_size, stored_value);
FUNCTIONS(greater, two, common_size, greater_value);
FUNCTIONS(greater_or_equal, two, common_size, greater_or_equal_value);
FUNCTIONS(less, two, common_size, less_value);
FUNCTIONS(less_or_equal, two, common_size, less_or_equal_value);
FUNCTIONS(pow, two, common_size, pow_value);
FUNCTIONS(root, two, common_size, root_value);
FUNCTIONS(negative, one, common_size, negative_value);
FUNCTIONS(inverse, one, common_size, inverse_value);
FUNCTIONS(sine, one, common_size, sine_value);
FUNCTIONS(cosine, one, common_size, cosine_value);
FUNCTIONS(log, one, common_size, log_value);
FUNCTIONS(log_n, one, common_size, log_n_value);
FUNCTIONS(times, two, times_size, times_value);
FUNCTIONS(transpose, one, transpose_size, transpose_value);
FUNCTIONS(scalar_constant, NULL, scalar_size, scalar_value);
FUNCTIONS(general_column, NULL, column_size, column_value);
FUNCTIONS(single_element_column, NULL, single_column_size, single_value);
FUNCTIONS(single_element_matrix, NULL, matrix_size, single_value);
FUNCTIONS(identity_matrix, NULL, identity_size, identity_value);
FUNCTIONS(diagonal_matrix, NULL, diagonal_size, diagonal_value);
