// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// all copies that the library has
#if defined(__x86_64__)
#define SNW_KERNEL_X86 1
#endif

#include "unit/ik/forms.h"

#include "../../../src/robot/ik/internal.h"

static snw_mat3 product(const snw_vec3 *k, const snw__turn *t) {
    snw_mat3 R = snw_mat3_identity();
    for (int i = 0; i < 3; i++) {
        R = snw_mat3_mul(R, snw_mat3_axis_angle(k[i], atan2(t[i].s, t[i].c)));
    }
    return R;
}

static void three_axes(snw_vec3 k[3]) {
    do {
        for (int i = 0; i < 3; i++) {
            k[i] = random_unit();
        }
    } while (snw_vec3_norm(snw_vec3_cross(k[0], k[1])) < 0.1 ||
             snw_vec3_norm(snw_vec3_cross(k[1], k[2])) < 0.1);
}

static snw__hands_fn *const kernels[] = {
#define NAME(isa) snw__hands_f64_##isa,
    SNW_KERNEL_EACH(NAME)
#undef NAME
};

// four places before the hand, some of them with singular or impossible rotations
static void fill(snw__hands *h, snw_mat3 before[SNW__HANDS]) {
    three_axes(h->k);
    three_axes(h->lead);
    if (check_case % 3 == 0) h->k[2] = h->k[0];
    h->held = snw__turn_of(check_real(-PI, PI));
    h->R = random_pose(1).R;
    for (int i = 0; i < SNW__HANDS; i++) {
        snw__turn t[3];
        for (int j = 0; j < 3; j++) {
            t[j] = snw__turn_of(check_real(-PI, PI));
            h->lead_c[j][i] = h->lead_c[j][SNW__HANDS + i] = t[j].c;
            h->lead_s[j][i] = h->lead_s[j][SNW__HANDS + i] = t[j].s;
        }
        before[i] = product(h->lead, t);
    }
    if (check_case % 3 != 0 || check_case % 2 != 0) return;
    // the first place leaves a turn about the first axis alone
    h->R = snw_mat3_mul(before[0], snw_mat3_axis_angle(h->k[0], check_real(-PI, PI)));
}

static void lanes_give_what_one_by_one_gives(void) {
    long singular = 0, refused = 0;
    CHECK_CASES(check_scaled(5000)) {
        static snw__hands h;
        snw_mat3 before[SNW__HANDS];
        fill(&h, before);
        for (int isa = 0; isa <= (int)snw_lanes_isa(); isa++) {
            kernels[isa](&h);
            for (int i = 0; i < SNW__HANDS; i++) {
                snw__three out[2];
                double gap;
                const int count =
                    snw__three_turns(h.k, snw_mat3_mul_tn(before[i], h.R), h.held, out, &gap);
                refused += count == 0;
                for (int k = 0; k < 2; k++) {
                    const int lane = k * SNW__HANDS + i;
                    CHECK_NEAR(h.gap[lane], gap, 1e-13);
                    if (count == 0) continue;
                    CHECK((h.singular[lane] > 0) == out[k].singular);
                    singular += out[k].singular;
                    if (out[k].singular) continue;
                    for (int j = 0; j < 3; j++) {
                        CHECK_NEAR(h.c[j][lane], out[k].turn[j].c, 1e-7);
                        CHECK_NEAR(h.s[j][lane], out[k].turn[j].s, 1e-7);
                    }
                }
            }
        }
    }
    CHECK(singular > 0 && refused > 0);
}

// far from where roots meet, to the last digits
static void lanes_agree_to_the_last_digits_away_from_borders(void) {
    long compared = 0;
    CHECK_CASES(check_scaled(5000)) {
        static snw__hands h;
        snw_mat3 before[SNW__HANDS];
        fill(&h, before);
        snw__hands_solve(&h);
        for (int i = 0; i < SNW__HANDS; i++) {
            snw__three out[2];
            double gap;
            const snw_mat3 R = snw_mat3_mul_tn(before[i], h.R);
            const int count = snw__three_turns(h.k, R, h.held, out, &gap);
            const snw_vec3 end = snw_mat3_apply(R, h.k[2]);
            const bool clear = snw_vec3_norm(snw_vec3_cross(h.k[0], end)) > 0.05 && gap < -0.02;
            for (int k = 0; k < 2 && count == 2 && clear; k++) {
                for (int j = 0; j < 3; j++) {
                    CHECK_NEAR(h.c[j][k * SNW__HANDS + i], out[k].turn[j].c, 1e-12);
                    CHECK_NEAR(h.s[j][k * SNW__HANDS + i], out[k].turn[j].s, 1e-12);
                }
                compared++;
            }
        }
    }
    CHECK(compared > check_scaled(10000));
}

int main(void) {
    RUN(lanes_give_what_one_by_one_gives);
    RUN(lanes_agree_to_the_last_digits_away_from_borders);
    return check_report();
}
