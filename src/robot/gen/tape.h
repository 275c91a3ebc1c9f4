// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_GEN_TAPE_H
#define SINEW_GEN_TAPE_H

/// @file
/// Arithmetic on symbols, written down. A symbol is a number on the tape with a sign: 0 is the
/// constant zero, -n the negative of n. The same operation on the same symbols is the same symbol,
/// whatever the order of a sum or product; constants, zeros, ones and signs fold as they arise.

#include <stdbool.h>

#include "sinew/base.h"
#include "sinew/math.h"

typedef int sym;

typedef enum snw__kind {
    SNW__CONSTANT, ///< value > 0
    SNW__INPUT,    ///< number b of array a
    SNW__SINE,     ///< of angle b, whose symbol is a
    SNW__COSINE,   ///< likewise
    SNW__SUM,      ///< a + b, a > 0
    SNW__PRODUCT,  ///< a b, both > 0; a constant stands first
    SNW__INVERSE   ///< 1 / a
} snw__kind;

typedef struct snw__node {
    snw__kind kind;
    sym a, b;
    double value;
    int next;    ///< of the same hash
    int uses;    ///< by what is needed
    int leaves;  ///< operands in its expression
    int number;  ///< of its variable; 0 for none
    int result;  ///< the first result that it is, counted from 1; 0 for none
    bool column; ///< three numbers at once, in snw__trace_fk_columns() and its like
} snw__node;

/// Result: number `index` of the array that comes out.
typedef struct snw__result {
    int index;
    sym value;
    int next; ///< that is the same symbol, counted from 1; 0 for none
} snw__result;

/// Words that stand before the operations from `at` on.
typedef struct snw__note {
    int at;
    int link; ///< whose name is told; -1 for none
    const char *words;
} snw__note;

/// An angle of which sine or cosine is taken.
typedef struct snw__angle {
    sym value; ///< > 0
    int place; ///< among those that are needed; -1 when it is not
} snw__angle;

/// Private heap memory; freed by snw__tape_free().
typedef struct snw__tape {
    snw__node *nodes; ///< from 1
    int *heads;       ///< [buckets]
    snw__result *results;
    snw__note *notes;
    snw__angle *angles;
    int count, room, buckets;
    int result_count, result_room;
    int note_count, note_room;
    int angle_count, angle_room;
    int angles_needed;
    snw_status status; ///< why nothing more is written down
} snw__tape;

SNW_NODISCARD snw_status snw__tape_init(snw__tape *t);
void snw__tape_free(snw__tape *t);

sym snw__constant(snw__tape *t, double value);
sym snw__input(snw__tape *t, int array, int index);
sym snw__sum(snw__tape *t, sym a, sym b);
sym snw__product(snw__tape *t, sym a, sym b);
sym snw__inverse(snw__tape *t, sym a);
sym snw__sine(snw__tape *t, sym a);
sym snw__cosine(snw__tape *t, sym a);
void snw__result_is(snw__tape *t, int index, sym value);
void snw__note_that(snw__tape *t, const char *words, int link);

/// Counts the uses of all that some result needs, lists the results of each symbol, and numbers
/// the angles.
void snw__tape_finish(snw__tape *t);

// --- more of them -------------------------------------------------------------------------------

static inline sym snw__difference(snw__tape *t, sym a, sym b) {
    return snw__sum(t, a, -b);
}

/// a + b c
static inline sym snw__plus(snw__tape *t, sym a, sym b, sym c) {
    return snw__sum(t, a, snw__product(t, b, c));
}

/// a b + c d
static inline sym snw__pair(snw__tape *t, sym a, sym b, sym c, sym d) {
    return snw__plus(t, snw__product(t, a, b), c, d);
}

typedef struct vec {
    sym x, y, z;
} vec;

typedef struct mat {
    vec x, y, z; ///< columns
} mat;

typedef struct sym3 {
    sym xx, yy, zz, xy, xz, yz;
} sym3;

typedef struct wrench {
    vec f, n;
} wrench;

static inline vec v_add(snw__tape *t, vec a, vec b) {
    const vec r = {snw__sum(t, a.x, b.x), snw__sum(t, a.y, b.y), snw__sum(t, a.z, b.z)};
    return r;
}

static inline vec v_neg(vec a) {
    const vec r = {-a.x, -a.y, -a.z};
    return r;
}

static inline vec v_scale(snw__tape *t, vec a, sym s) {
    const vec r = {snw__product(t, a.x, s), snw__product(t, a.y, s), snw__product(t, a.z, s)};
    return r;
}

static inline vec v_plus(snw__tape *t, vec a, vec b, sym s) {
    return v_add(t, a, v_scale(t, b, s));
}

static inline vec v_cross(snw__tape *t, vec a, vec b) {
    const vec r = {snw__pair(t, a.y, b.z, -a.z, b.y), snw__pair(t, a.z, b.x, -a.x, b.z),
                   snw__pair(t, a.x, b.y, -a.y, b.x)};
    return r;
}

static inline sym v_dot(snw__tape *t, vec a, vec b) {
    return snw__plus(t, snw__pair(t, a.x, b.x, a.y, b.y), a.z, b.z);
}

static inline vec v_constant(snw__tape *t, snw_vec3 a) {
    const vec r = {snw__constant(t, a.x), snw__constant(t, a.y), snw__constant(t, a.z)};
    return r;
}

#endif // SINEW_GEN_TAPE_H
