// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "tape.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NODES = 4000000, FIRST_NODES = 1024 };

// A sum of constants that is this small against them is what rounding left of zero.
static const double rounding = 4e-16;

snw_status snw__tape_init(snw__tape *t) {
    *t = (snw__tape){.count = 1, .room = FIRST_NODES, .buckets = FIRST_NODES};
    t->nodes = calloc(FIRST_NODES, sizeof *t->nodes);
    t->heads = calloc(FIRST_NODES, sizeof *t->heads);
    if (t->nodes == NULL || t->heads == NULL) t->status = SNW_ERR_MEMORY;
    return t->status;
}

void snw__tape_free(snw__tape *t) {
    free(t->nodes);
    free(t->heads);
    free(t->results);
    free(t->notes);
    free(t->angles);
    *t = (snw__tape){0};
}

// --- one symbol for each operation --------------------------------------------------------------

static unsigned hash_of(const snw__node *n) {
    uint64_t bits;
    memcpy(&bits, &n->value, sizeof bits);
    uint64_t h = bits + (uint64_t)n->kind * UINT64_C(0x9E3779B97F4A7C15);
    h = (h ^ (uint32_t)n->a) * UINT64_C(0xBF58476D1CE4E5B9);
    h = (h ^ (h >> 31) ^ (uint32_t)n->b) * UINT64_C(0x94D049BB133111EB);
    return (unsigned)(h >> 32);
}

static bool is_same(const snw__node *n, const snw__node *m) {
    return n->kind == m->kind && n->a == m->a && n->b == m->b && n->value == m->value;
}

static void link_all(snw__tape *t) {
    memset(t->heads, 0, sizeof *t->heads * (size_t)t->buckets);
    for (int i = 1; i < t->count; i++) {
        int *head = &t->heads[hash_of(&t->nodes[i]) % (unsigned)t->buckets];
        t->nodes[i].next = *head;
        *head = i;
    }
}

static bool grow(snw__tape *t) {
    const int room = t->room * 2;
    snw__node *nodes = room > MOST_NODES ? NULL : realloc(t->nodes, sizeof *nodes * (size_t)room);
    if (nodes != NULL) t->nodes = nodes;
    int *heads = nodes == NULL ? NULL : realloc(t->heads, sizeof *heads * (size_t)room);
    if (heads == NULL) {
        t->status = room > MOST_NODES ? SNW_ERR_TOO_LARGE : SNW_ERR_MEMORY;
        return false;
    }
    t->heads = heads;
    t->room = t->buckets = room;
    link_all(t);
    return true;
}

static sym intern(snw__tape *t, snw__kind kind, sym a, sym b, double value) {
    const snw__node node = {.kind = kind, .a = a, .b = b, .value = value};
    if (snw_failed(t->status)) return 0;
    const unsigned hash = hash_of(&node);
    for (int i = t->heads[hash % (unsigned)t->buckets]; i > 0; i = t->nodes[i].next) {
        if (is_same(&t->nodes[i], &node)) return i;
    }
    if (t->count == t->room && !grow(t)) return 0;
    int *head = &t->heads[hash % (unsigned)t->buckets];
    t->nodes[t->count] = node;
    t->nodes[t->count].next = *head;
    return *head = t->count++;
}

// --- lists --------------------------------------------------------------------------------------

// room for one more in a list of items
static void *with_room(snw__tape *t, void *list, int count, int *room, size_t size) {
    if (count < *room || snw_failed(t->status)) return list;
    const int more = *room > 0 ? *room * 2 : 64;
    void *grown = realloc(list, size * (size_t)more);
    if (grown == NULL) {
        t->status = SNW_ERR_MEMORY;
        return list;
    }
    *room = more;
    return grown;
}

// --- what folds ---------------------------------------------------------------------------------

static bool is_constant(const snw__tape *t, sym a) {
    return a == 0 || t->nodes[abs(a)].kind == SNW__CONSTANT;
}

static double value_of(const snw__tape *t, sym a) {
    return a < 0 ? -t->nodes[-a].value : t->nodes[a].value;
}

sym snw__constant(snw__tape *t, double value) {
    if (!isfinite(value) && !snw_failed(t->status)) t->status = SNW_ERR_NOT_FINITE;
    if (value == 0 || snw_failed(t->status)) return 0;
    const sym a = intern(t, SNW__CONSTANT, 0, 0, fabs(value));
    return value < 0 ? -a : a;
}

sym snw__input(snw__tape *t, int array, int index) {
    return intern(t, SNW__INPUT, array, index, 0);
}

sym snw__product(snw__tape *t, sym a, sym b) {
    if (a == 0 || b == 0) return 0;
    if ((a < 0) != (b < 0)) return -snw__product(t, abs(a), abs(b));
    a = abs(a);
    b = abs(b);
    // constants first, then by number
    if (is_constant(t, b) || (!is_constant(t, a) && b < a)) {
        const sym c = a;
        a = b;
        b = c;
    }
    if (is_constant(t, b)) return snw__constant(t, value_of(t, a) * value_of(t, b));
    const snw__node *n = &t->nodes[b];
    if (is_constant(t, a)) {
        if (value_of(t, a) == 1) return b;
        if (n->kind == SNW__PRODUCT && is_constant(t, n->a)) {
            const sym rest = n->b;
            return snw__product(t, snw__constant(t, value_of(t, a) * value_of(t, n->a)), rest);
        }
    }
    return intern(t, SNW__PRODUCT, a, b, 0);
}

// a symbol as a constant times another
static double factor_of(const snw__tape *t, sym a, sym *of) {
    const snw__node *n = &t->nodes[abs(a)];
    const double sign = a < 0 ? -1 : 1;
    *of = abs(a);
    if (n->kind != SNW__PRODUCT || !is_constant(t, n->a)) return sign;
    *of = n->b;
    return sign * value_of(t, n->a);
}

static double exact_sum(double x, double y) {
    const double sum = x + y;
    return fabs(sum) <= rounding * fmax(fabs(x), fabs(y)) ? 0 : sum;
}

// c + (d + x) with constants c and d; false when the sum is another
static bool fold_constants(snw__tape *t, sym c, sym sum, sym *folded) {
    const snw__node n = t->nodes[abs(sum)];
    if (!is_constant(t, c) || n.kind != SNW__SUM) return false;
    if (!is_constant(t, n.a) && !is_constant(t, n.b)) return false;
    const double sign = sum < 0 ? -1 : 1;
    const sym d = is_constant(t, n.a) ? n.a : n.b, x = is_constant(t, n.a) ? n.b : n.a;
    const sym both = snw__constant(t, exact_sum(value_of(t, c), sign * value_of(t, d)));
    *folded = snw__sum(t, both, sum < 0 ? -x : x);
    return true;
}

sym snw__sum(snw__tape *t, sym a, sym b) {
    if (a == 0) return b;
    if (b == 0) return a;
    if (is_constant(t, a) && is_constant(t, b)) {
        return snw__constant(t, exact_sum(value_of(t, a), value_of(t, b)));
    }
    sym folded;
    if (fold_constants(t, a, b, &folded) || fold_constants(t, b, a, &folded)) return folded;
    // multiples of the same symbol
    sym of_a, of_b;
    const double x = factor_of(t, a, &of_a), y = factor_of(t, b, &of_b);
    if (of_a == of_b) return snw__product(t, snw__constant(t, exact_sum(x, y)), of_a);
    if (abs(b) < abs(a)) {
        const sym c = a;
        a = b;
        b = c;
    }
    // the first is positive, so that a - b and b - a are one
    if (a < 0) return -snw__sum(t, -a, -b);
    return intern(t, SNW__SUM, a, b, 0);
}

sym snw__inverse(snw__tape *t, sym a) {
    if (a < 0) return -snw__inverse(t, -a);
    if (a == 0) {
        if (!snw_failed(t->status)) t->status = SNW_ERR_SINGULAR;
        return 0;
    }
    if (is_constant(t, a)) return snw__constant(t, 1 / value_of(t, a));
    return intern(t, SNW__INVERSE, a, 0, 0);
}

// the number of an angle, which may be new
static int angle_number(snw__tape *t, sym value) {
    for (int i = 0; i < t->angle_count; i++) {
        if (t->angles[i].value == value) return i;
    }
    t->angles = with_room(t, t->angles, t->angle_count, &t->angle_room, sizeof *t->angles);
    if (snw_failed(t->status)) return 0;
    t->angles[t->angle_count] = (snw__angle){value, -1};
    return t->angle_count++;
}

sym snw__sine(snw__tape *t, sym a) {
    if (a < 0) return -snw__sine(t, -a);
    if (is_constant(t, a)) return snw__constant(t, sin(value_of(t, a)));
    return intern(t, SNW__SINE, a, angle_number(t, a), 0);
}

sym snw__cosine(snw__tape *t, sym a) {
    if (is_constant(t, a)) return snw__constant(t, cos(value_of(t, a)));
    return intern(t, SNW__COSINE, abs(a), angle_number(t, abs(a)), 0);
}

// --- what comes out -----------------------------------------------------------------------------

void snw__result_is(snw__tape *t, int index, sym value) {
    t->results = with_room(t, t->results, t->result_count, &t->result_room, sizeof *t->results);
    if (!snw_failed(t->status)) t->results[t->result_count++] = (snw__result){index, value, 0};
}

void snw__note_that(snw__tape *t, const char *words, int link) {
    t->notes = with_room(t, t->notes, t->note_count, &t->note_room, sizeof *t->notes);
    if (!snw_failed(t->status)) t->notes[t->note_count++] = (snw__note){t->count, link, words};
}

// an angle is needed once, however often its sine and cosine are
static void need_angle(snw__tape *t, int number) {
    snw__angle *angle = &t->angles[number];
    if (angle->place < 0) t->nodes[angle->value].uses++;
    angle->place = 0;
}

static void need_operands(snw__tape *t, const snw__node *n) {
    switch (n->kind) {
    case SNW__SUM:
    case SNW__PRODUCT:
        t->nodes[abs(n->a)].uses++;
        t->nodes[abs(n->b)].uses++;
        break;
    case SNW__INVERSE:
        t->nodes[n->a].uses++;
        break;
    case SNW__SINE:
    case SNW__COSINE:
        need_angle(t, n->b);
        break;
    case SNW__CONSTANT:
    case SNW__INPUT:
        break;
    }
}

void snw__tape_finish(snw__tape *t) {
    for (int i = t->result_count - 1; i >= 0; i--) {
        snw__node *n = &t->nodes[abs(t->results[i].value)];
        t->results[i].next = n->result;
        n->result = i + 1;
        n->uses++;
    }
    for (int i = t->count - 1; i > 0; i--) {
        if (t->nodes[i].uses > 0) need_operands(t, &t->nodes[i]);
    }
    for (int i = 0; i < t->angle_count; i++) {
        if (t->angles[i].place >= 0) t->angles[i].place = t->angles_needed++;
    }
}
