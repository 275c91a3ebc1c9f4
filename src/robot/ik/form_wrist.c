// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>

#include "internal.h"

// Six joints, the last three of which turn about one point W (Pieper 1968). The pose says where W
// must be, which three joints decide, and then the rotation that is left for the wrist.

// lengths and heights are judged relative to the size of the arm, and directions to 1
#define SLACK 1e-9

// the first three joints of a solution for W
typedef struct place {
    snw__turn turn[3]; // of a slide, s is the way
    int branch;
    bool singular;
} place;

typedef struct places {
    int count;
    place items[SNW__HANDS];
    double gap; // how far W is out of reach when there is no place [m]
} places;

// --- three that turn ----------------------------------------------------------------------------

// With w from axis 1 to W, p12 and p23 between points of the axes and p34 from axis 3 to W at zero,
//
//     u = R1^T w - p12,   v = p23 + R3 p34,   u = R2 v
//
// so u and v have the same height over axis 2 and the same length: two equations for turns 1 and 3
// of the kind that pair.c solves, whatever the axes.
static void reach_by_turning(const snw__question *q, snw_vec3 W, snw_vec3 goal, places *out) {
    const snw_ik_chain *c = q->chain;
    const snw_vec3 h1 = c->axis[0], h2 = c->axis[1], h3 = c->axis[2];
    const snw_vec3 w = snw_vec3_sub(goal, c->point[0]);
    const snw_vec3 p12 = snw_vec3_sub(c->point[1], c->point[0]);
    const snw_vec3 p23 = snw_vec3_sub(c->point[2], c->point[1]);
    const snw_vec3 p34 = snw_vec3_sub(W, c->point[2]);
    const double size = q->closed->scale;
    const snw__linear height1 = snw__turn_linear(h2, h1, w), far1 = snw__turn_linear(p12, h1, w);
    const snw__linear height3 = snw__turn_linear(h2, h3, p34);
    const snw__linear far3 = snw__turn_linear(p23, h3, p34);
    const snw__pair pair = {
        .x = {{height1.a, -height1.b}, {-2 * far1.a, 2 * far1.b}},
        .y = {{-height3.a, -height3.b}, {-2 * far3.a, -2 * far3.b}},
        .d = {snw_vec3_dot(h2, snw_vec3_add(p12, p23)) + height3.constant - height1.constant,
              snw_vec3_norm2(p23) + snw_vec3_norm2(p34) - snw_vec3_norm2(w) - snw_vec3_norm2(p12) +
                  2 * far3.constant + 2 * far1.constant},
        .size = {size, size * size}};
    const double held[2] = {q->held[0], q->held[2]};
    snw__pair_roots roots;
    snw__pair_solve(&pair, SLACK, held, &roots);
    // a height misses by metres; a squared distance by what lies beyond the longest v
    const double longest = snw_vec3_norm2(p23) + snw_vec3_norm2(p34) +
                           2 * (far3.constant + sqrt(far3.a * far3.a + far3.b * far3.b));
    out->gap = roots.gap_row == 0 || roots.count > 0 ? roots.gap
                                                     : sqrt(longest + roots.gap) - sqrt(longest);
    out->count = roots.count;
    for (int i = 0; i < roots.count; i++) {
        place *p = &out->items[i];
        const snw__turn t1 = roots.x[i], t3 = roots.y[i];
        const snw_vec3 u = snw_vec3_sub(snw__turned(h1, snw__turn_back(t1), w), p12);
        const snw_vec3 v = snw_vec3_add(p23, snw__turned(h3, t3, p34));
        const bool seen = snw__turn_between(h2, v, u, SLACK * SLACK * size * size, &p->turn[1]);
        if (!seen) p->turn[1] = snw__turn_of(q->held[1]);
        p->turn[0] = t1;
        p->turn[2] = t3;
        p->branch = roots.branch[i];
        p->singular = roots.touching[i] || !seen;
    }
}

// --- with slides --------------------------------------------------------------------------------

static void add_place(places *out, const snw__turn *t, int branch, bool singular) {
    place *p = &out->items[out->count++];
    for (int i = 0; i < 3; i++) {
        p->turn[i] = t[i];
    }
    p->branch = branch;
    p->singular = singular;
}

static snw__turn slide_by(double way) {
    const snw__turn t = {1, way};
    return t;
}

// roots of a x^2 + 2 b x + c = 0, the larger one first
static int quadratic(double a, double b, double c, double slack, double x[2], double *gap) {
    const double square = b * b - a * c;
    if (!(a > 0)) return 0;
    if (!(square >= -slack)) {
        *gap = sqrt(-square) / a;
        return 0;
    }
    const double root = sqrt(fmax(square, 0));
    x[0] = (-b + root) / a;
    x[1] = (-b - root) / a;
    return 2;
}

static snw_vec3 across(snw_vec3 k, snw_vec3 v) {
    return snw_vec3_add_scaled(v, k, -snw_vec3_dot(k, v));
}

// One that turns and slides along the same axis, in either order, then a slide: the radius gives
// the last, the height the other, and the direction the turn.
static void reach_cylinder(const snw__question *q, snw_vec3 W, snw_vec3 goal, places *out) {
    const snw_ik_chain *c = q->chain;
    const int turn = c->slides[0] ? 1 : 0, lift = 1 - turn;
    const snw_vec3 h = c->axis[turn], h3 = c->axis[2];
    const snw_vec3 w = snw_vec3_sub(goal, c->point[turn]), arm = snw_vec3_sub(W, c->point[turn]);
    const snw_vec3 a = across(h, h3), b = across(h, arm), r = across(h, w);
    const double size = q->closed->scale;
    double d3[2];
    const int count =
        quadratic(snw_vec3_norm2(a), snw_vec3_dot(a, b), snw_vec3_norm2(b) - snw_vec3_norm2(r),
                  SLACK * size * size, d3, &out->gap);
    const bool touching = count == 2 && d3[0] - d3[1] < 2e-7 * size;
    for (int i = 0; i < count; i++) {
        snw__turn t[3];
        const snw_vec3 at = snw_vec3_add_scaled(arm, h3, d3[i]);
        const snw_vec3 rise = snw_vec3_sub(w, at);
        t[2] = slide_by(d3[i]);
        t[lift] = slide_by(snw_vec3_dot(h, rise) / snw_vec3_dot(h, c->axis[lift]));
        const bool found = snw__turn_between(h, at, w, SLACK * SLACK * size * size, &t[turn]);
        if (!found) t[turn] = snw__turn_of(q->held[turn]);
        add_place(out, t, i, !found || touching);
    }
}

// Two that turn, then a slide that is normal to the second axis: the height over that axis gives
// the first turn, the distance the slide.
static void reach_sphere(const snw__question *q, snw_vec3 W, snw_vec3 goal, places *out) {
    const snw_ik_chain *c = q->chain;
    const snw_vec3 h1 = c->axis[0], h2 = c->axis[1], h3 = c->axis[2];
    const snw_vec3 w = snw_vec3_sub(goal, c->point[0]);
    const snw_vec3 p12 = snw_vec3_sub(c->point[1], c->point[0]);
    const snw_vec3 arm = snw_vec3_sub(W, c->point[1]);
    const double size = q->closed->scale;
    const snw__linear height = snw__turn_linear(h2, h1, w);
    const double d = snw_vec3_dot(h2, snw_vec3_add(p12, arm)) - height.constant;
    snw__turn first[2];
    int turns = snw__turn_solve(height.a, -height.b, d, SLACK * size, first, &out->gap);
    if (turns < 0) {
        // W stands on the first axis, where its turn has no say
        first[0] = first[1] = snw__turn_of(q->held[0]);
        turns = 2;
    }
    for (int i = 0; i < turns; i++) {
        const snw_vec3 u = snw_vec3_sub(snw__turned(h1, snw__turn_back(first[i]), w), p12);
        double slide[2];
        const int slides =
            quadratic(1, snw_vec3_dot(h3, arm), snw_vec3_norm2(arm) - snw_vec3_norm2(u),
                      SLACK * size * size, slide, &out->gap);
        const bool touching = snw__turns_touch(first[0], first[1]) ||
                              (slides == 2 && slide[0] - slide[1] < 2e-7 * size);
        for (int k = 0; k < slides; k++) {
            snw__turn t[3] = {first[i], {1, 0}, slide_by(slide[k])};
            const snw_vec3 v = snw_vec3_add_scaled(arm, h3, slide[k]);
            const bool found = snw__turn_between(h2, v, u, SLACK * SLACK * size * size, &t[1]);
            if (!found) t[1] = snw__turn_of(q->held[1]);
            add_place(out, t, i + 2 * k, !found || touching);
        }
    }
}

// three slides that span the space
static void reach_grid(const snw__question *q, snw_vec3 W, snw_vec3 goal, places *out) {
    const snw_ik_chain *c = q->chain;
    snw_mat3 inverse;
    if (snw_failed(snw_mat3_inverse(snw_mat3_of(c->axis[0], c->axis[1], c->axis[2]), &inverse))) {
        return;
    }
    const snw_vec3 d = snw_mat3_apply(inverse, snw_vec3_sub(goal, W));
    const snw__turn t[3] = {slide_by(d.x), slide_by(d.y), slide_by(d.z)};
    add_place(out, t, 0, false);
}

static bool any_singular(const snw__hands *hands) {
    double sum = 0;
    for (int i = 0; i < 2 * SNW__HANDS; i++) {
        sum += hands->singular[i];
    }
    return sum > 0;
}

// the wrist's turns for every place, in lanes
static void turn_hands(const snw__question *q, const places *where, snw_mat3 R,
                       snw__candidates *found) {
    const snw_ik_chain *c = q->chain;
    snw__hands hands;
    hands.R = R;
    hands.held = (snw__turn){1, 0};
    for (int j = 0; j < 3; j++) {
        hands.lead[j] = c->axis[j];
        hands.k[j] = c->axis[3 + j];
        for (int i = 0; i < SNW__HANDS; i++) {
            const snw__turn t = where->items[i < where->count ? i : 0].turn[j];
            hands.lead_c[j][i] = hands.lead_c[j][SNW__HANDS + i] = c->slides[j] ? 1 : t.c;
            hands.lead_s[j][i] = hands.lead_s[j][SNW__HANDS + i] = c->slides[j] ? 0 : t.s;
        }
    }
    snw__hands_solve(&hands);
    // only a singular wrist asks what its first joint held
    if (any_singular(&hands)) {
        hands.held = snw__turn_of(q->held[3]);
        snw__hands_solve(&hands);
    }
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < where->count; i++) {
            const place *p = &where->items[i];
            const int lane = k * SNW__HANDS + i;
            if (!(hands.gap[lane] <= SNW__HAND_SLACK)) {
                found->gap = fmin(found->gap, hands.gap[lane]);
                continue;
            }
            const int to = snw__candidate_add(found, p->branch + 4 * k,
                                              p->singular || hands.singular[lane] > 0);
            for (int j = 0; j < 3; j++) {
                snw__candidate_turn(found, to, j, p->turn[j]);
                found->c[3 + j][to] = hands.c[j][lane];
                found->s[3 + j][to] = hands.s[j][lane];
            }
        }
    }
}

void snw__solve_wrist(const snw__question *q, snw__candidates *found) {
    const snw_ik_chain *c = q->chain;
    const snw_vec3 W = c->point[3]; // the analysis put the wrist's point there
    const snw_mat3 R = snw_mat3_mul(q->goal.R, snw_mat3_transpose(c->T_base_tip.R));
    const snw_vec3 goal =
        snw_vec3_sub(q->goal.p, snw_mat3_apply(R, snw_vec3_sub(c->T_base_tip.p, W)));
    // the first three joints bring the wrist's point there; how depends on how many of them slide
    places where = {.count = 0};
    const int slides = c->slides[0] + c->slides[1] + c->slides[2];
    if (slides == 0) {
        reach_by_turning(q, W, goal, &where);
    } else if (slides == 3) {
        reach_grid(q, W, goal, &where);
    } else if (slides == 2) {
        reach_cylinder(q, W, goal, &where);
    } else {
        reach_sphere(q, W, goal, &where);
    }
    found->what = "the wrist point is out of reach";
    found->gap = where.gap;
    if (where.count == 0) return;
    found->what = "the wrist cannot turn the tool that way";
    found->gap = HUGE_VAL;
    found->unit = "";
    turn_hands(q, &where, R, found);
}
