// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "unit/ik/forms.h"

#include "allocations.h"

// every real-time function of the closed forms, once; poses within reach and out of it
static void ask_all(const snw_ik_closed *closed, snw_pose T, const double *q) {
    snw_ik_branches found;
    snw_ik_result result;
    snw_why why;
    double own[2] = {0, 0}, out[8], gradient[8], angle;
    char name[64];
    int branch = 0;
    SNW_IGNORE(snw_ik_branch_of(closed, q, &branch, own));
    SNW_IGNORE(snw_ik_closed_all(closed, T, own, q, &found, &why));
    (void)snw_ik_nearest(closed, &found, q);
    (void)snw_ik_named(&found, branch);
    (void)snw_ik_branch_name(closed, branch, name, sizeof name);
    (void)snw_ik_form_name(closed->form);
    SNW_IGNORE(snw_ik_arm_angle(closed, q, &angle, gradient));
    const snw_ik_target target = snw_ik_target_pose(T);
    snw_ik_closed_solve(closed, &target, q, out, &result);
}

static void ask_arm(snw_dh_convention convention, const arm_row *rows, int count) {
    arm a = arm_from_rows(convention, rows, count, snw_pose_identity());
    forward f = forward_open(&a.model);
    snw_ik_closed closed;
    CHECK(snw_ik_analyze(&a.model, -1, f.tool, &closed, NULL) == SNW_OK);
    const long before = allocations;
    for (int i = 0; i < 300; i++) {
        double q[8];
        for (int k = 0; k < count; k++) {
            q[k] = check_real(a.model.lower[k], a.model.upper[k]);
        }
        snw_pose T = forward_pose(&f, q);
        if (i % 3 == 0) T.p = snw_vec3_scale(T.p, 1.5);
        if (i % 50 == 0) T.p.x = (double)NAN;
        ask_all(&closed, T, q);
    }
    CHECK(allocations == before);
    forward_close(&f);
    arm_close(&a);
    CHECK(!COUNTING || allocations > before);
}

static void no_closed_form_allocates(void) {
    ask_arm(SNW_DH_STANDARD, puma560_rows, 6);
    ask_arm(SNW_DH_STANDARD, microbo_rows, 6);
    ask_arm(SNW_DH_STANDARD, ur5_rows, 6);
    ask_arm(SNW_DH_MODIFIED, panda_rows, 7);
    ask_arm(SNW_DH_STANDARD, wam_rows, 7);
}

int main(void) {
    RUN(no_closed_form_allocates);
    return check_report();
}
