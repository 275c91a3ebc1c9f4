// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rpy.h"

#include <math.h>
#include <string.h>

#include "sinew/base.h"

// Four elements of Rz(yaw) Ry(pitch) Rx(roll) are products of two factors, rounded once, and one is
// -sin(pitch); so the angles that made a matrix come back from it within a few units in their last
// place, even where cos(pitch) is tiny. Among the neighbours of each angle that reproduce these
// elements bit for bit, the other four elements decide.

enum { REACH = 4 }; // units in the last place

typedef struct candidate {
    double angle, cosine, sine;
} candidate;

static void neighbours(double angle, candidate out[2 * REACH + 1]) {
    double up = angle, down = angle;
    out[0] = (candidate){angle, cos(angle), sin(angle)};
    for (int i = 1; i <= 2 * REACH; i += 2) {
        up = nextafter(up, (double)INFINITY);
        down = nextafter(down, -(double)INFINITY);
        out[i] = (candidate){up, cos(up), sin(up)};
        out[i + 1] = (candidate){down, cos(down), sin(down)};
    }
}

static snw_vec3 no_negative_zero(snw_vec3 v) {
    return snw_vec3_of(v.x + 0.0, v.y + 0.0, v.z + 0.0);
}

static snw_mat3 without_negative_zeros(snw_mat3 R) {
    return snw_mat3_of(no_negative_zero(R.x), no_negative_zero(R.y), no_negative_zero(R.z));
}

snw_mat3 snw__rotation_of(snw_rpy angles) {
    return without_negative_zeros(snw_mat3_from_rpy(angles));
}

static bool same(snw_mat3 A, snw_mat3 B) {
    return snw_vec3_equal(A.x, B.x) && snw_vec3_equal(A.y, B.y) && snw_vec3_equal(A.z, B.z);
}

static int digits(snw_rpy angles) {
    char text[SNW_NUMBER_SIZE];
    return snw_real_print(angles.roll, text) + snw_real_print(angles.pitch, text) +
           snw_real_print(angles.yaw, text);
}

typedef struct search {
    snw_mat3 R;
    bool shortest;
    candidate roll[2 * REACH + 1], pitch[2 * REACH + 1], yaw[2 * REACH + 1];
    snw_rpy best;
    int best_digits; // 0: none found
} search;

static bool consider(search *s, snw_rpy angles) {
    if (!same(snw__rotation_of(angles), s->R)) return false;
    const int length = digits(angles);
    if (s->best_digits == 0 || length < s->best_digits) {
        s->best = angles;
        s->best_digits = length;
    }
    return !s->shortest;
}

// all yaws that go with a pitch and a roll; true to end the search
static bool try_yaws(search *s, const candidate *pitch, const candidate *roll) {
    for (int i = 0; i <= 2 * REACH; i++) {
        const candidate *yaw = &s->yaw[i];
        if (yaw->cosine * pitch->cosine != s->R.x.x || yaw->sine * pitch->cosine != s->R.x.y) {
            continue;
        }
        if (consider(s, (snw_rpy){roll->angle, pitch->angle, yaw->angle})) return true;
    }
    return false;
}

static bool search_near(search *s, snw_rpy start) {
    neighbours(start.roll, s->roll);
    neighbours(start.pitch, s->pitch);
    neighbours(start.yaw, s->yaw);
    for (int i = 0; i <= 2 * REACH; i++) {
        const candidate *pitch = &s->pitch[i];
        if (-pitch->sine != s->R.x.z) continue;
        for (int k = 0; k <= 2 * REACH; k++) {
            const candidate *roll = &s->roll[k];
            const bool fits =
                pitch->cosine * roll->sine == s->R.y.z && pitch->cosine * roll->cosine == s->R.z.z;
            if (fits && try_yaws(s, pitch, roll)) return true;
        }
    }
    return s->best_digits > 0;
}

bool snw__rpy_of(snw_mat3 R, bool shortest, snw_rpy *angles) {
    search s = {.R = R, .shortest = shortest};
    const snw_rpy plain = snw_rpy_from_mat3(R);
    const snw_rpy direct = {atan2(R.y.z, R.z.z), atan2(0.0 - R.x.z, hypot(R.x.x, R.x.y)),
                            atan2(R.x.y, R.x.x)};
    const bool found = search_near(&s, direct) || search_near(&s, plain);
    *angles = found ? s.best : plain;
    return found;
}

snw_mat3 snw__rotation_settle(snw_mat3 R) {
    R = without_negative_zeros(R);
    snw_rpy angles;
    for (int i = 0; i < 8 && !snw__rpy_of(R, false, &angles); i++) {
        R = snw__rotation_of(angles);
    }
    return R;
}
