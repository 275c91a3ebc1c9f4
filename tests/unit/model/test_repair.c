// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "robots.h"
#include "sinew/model/repair.h"

static snw_sym3 moments_of(const snw_inertial *i) {
    return (snw_sym3){i->ixx, i->iyy, i->izz, i->ixy, i->ixz, i->iyz};
}

// tr(I)/2 E - I
static snw_sym3 second_moments(snw_sym3 I) {
    const double half = 0.5 * (I.xx + I.yy + I.zz);
    return (snw_sym3){half - I.xx, half - I.yy, half - I.zz, -I.xy, -I.xz, -I.yz};
}

static double distance(snw_sym3 A, snw_sym3 B) {
    const double d[] = {A.xx - B.xx, A.yy - B.yy, A.zz - B.zz};
    const double p[] = {A.xy - B.xy, A.xz - B.xz, A.yz - B.yz};
    double sum = 0;
    for (int i = 0; i < 3; i++)
        sum += d[i] * d[i] + 2 * p[i] * p[i];
    return sqrt(sum);
}

static double entry(void) {
    return check_real(-1, 1);
}

// a random matrix of a body: G G^T
static snw_sym3 random_body(void) {
    double g[9];
    for (int i = 0; i < 9; i++)
        g[i] = entry();
    double s[3][3] = {{0}};
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            for (int k = 0; k < 3; k++)
                s[r][c] += g[3 * r + k] * g[3 * c + k];
    return (snw_sym3){s[0][0], s[1][1], s[2][2], s[0][1], s[0][2], s[1][2]};
}

static void a_repaired_inertia_belongs_to_a_body_and_none_is_nearer(void) {
    int repaired = 0;
    CHECK_CASES(check_scaled(300)) {
        snw_inertial body = {.mass = check_real(0.1, 5),
                             .origin = snw_pose_identity(),
                             .ixx = entry(),
                             .iyy = entry(),
                             .izz = entry(),
                             .ixy = 0.3 * entry(),
                             .ixz = 0.3 * entry(),
                             .iyz = 0.3 * entry()};
        const snw_sym3 before = moments_of(&body);
        const bool possible =
            snw_inertia_check(snw_inertia_from_central(body.mass, snw_vec3_zero(), before), 1e-4,
                              NULL) == SNW_OK;
        CHECK(snw_inertial_repair(&body) == !possible);
        const snw_sym3 after = moments_of(&body);
        const snw_inertia whole = snw_inertia_from_central(body.mass, snw_vec3_zero(), after);
        CHECK(snw_inertia_check(whole, possible ? 1e-4 : 1e-12, NULL) == SNW_OK);
        if (possible) {
            CHECK(distance(before, after) == 0);
            continue;
        }
        repaired++;
        const snw_sym3 was = second_moments(before);
        const double way = distance(second_moments(after), was);
        for (int k = 0; k < 50; k++) {
            // others near and far
            const snw_sym3 other = random_body();
            const double part = check_real(0, 1);
            const snw_sym3 S = second_moments(after);
            const snw_sym3 mixed = {
                S.xx + part * (other.xx - S.xx), S.yy + part * (other.yy - S.yy),
                S.zz + part * (other.zz - S.zz), S.xy + part * (other.xy - S.xy),
                S.xz + part * (other.xz - S.xz), S.yz + part * (other.yz - S.yz)};
            CHECK(distance(mixed, was) >= way - 1e-12);
        }
    }
    CHECK(repaired > 0);
}

static void a_link_without_mass_keeps_its_moments(void) {
    snw_inertial body = {.origin = snw_pose_identity(), .ixx = 1, .iyy = 1, .izz = 1};
    CHECK(!snw_inertial_repair(&body) && body.ixx == 1);
}

static void the_first_impossible_link_is_found(void) {
    snw_setup *setup = new_setup();
    snw_robot *robot = new_robot(setup, "arm");
    add_inertial(add_link(robot, setup, "a"), setup, 1, 1);
    add_inertial(add_link(robot, setup, "b"), setup, 1, 1);
    add_inertial(add_link(robot, setup, "c"), setup, 1, 1)->izz = 5;
    add_joint(robot, setup, "j", "a", "b");
    add_joint(robot, setup, "k", "b", "c");
    compiled c;
    CHECK(compile(robot, &c, NULL) == SNW_OK);
    CHECK(snw_model_find_impossible(&c.model, 0, 3) == 2);
    CHECK(snw_model_find_impossible(&c.model, 0, 2) == -1);
    free(c.block);
    snw_setup_destroy(setup);
}

int main(void) {
    RUN(a_repaired_inertia_belongs_to_a_body_and_none_is_nearer);
    RUN(a_link_without_mass_keeps_its_moments);
    RUN(the_first_impossible_link_is_found);
    return check_report();
}
