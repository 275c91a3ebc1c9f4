// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Frames and a position equation by hand. An arm is to grasp a part that lies on a conveyor:
//
//     T6 * TOOL = CONV * GRASP
//
// On the left the robot's flange in the base and the tool on it, on the right the conveyor in the
// base and the grasp on the part. Solved for the flange: T6 = CONV * GRASP * TOOL^-1.

#include <stdio.h>

#include "sinew/math.h"

// region: frames
// the tool tip, 0.12 m before the flange and not turned
static const snw_pose T_flange_tool = SNW_POSE_AT(0, 0, 0.12);

// the conveyor's frame travels along the base's y axis
static snw_pose conveyor(double travel) {
    return snw_pose_translation(snw_vec3_of(0.6, travel, 0.2));
}

// the hand approaches from above (a = -z) and opens across the belt (o = x)
static snw_status grasp(snw_pose *T_conv_grasp) {
    T_conv_grasp->p = snw_vec3_of(0, 0.05, 0.03);
    return snw_mat3_from_oa(snw_vec3_x(1), snw_vec3_z(-1), &T_conv_grasp->R);
}

static snw_pose solve_for_t6(snw_pose T_base_conv, snw_pose T_conv_grasp) {
    const snw_pose T_base_grasp = snw_pose_mul(T_base_conv, T_conv_grasp);
    return snw_pose_mul(T_base_grasp, snw_pose_inverse(T_flange_tool));
}
// endregion

static void print_pose(const char *name, snw_pose T) {
    const snw_rpy angles = snw_rpy_from_mat3(T.R);
    printf("%-6s p = (%7.4f %7.4f %7.4f) m   rpy = (%6.1f %6.1f %6.1f) deg\n", name, T.p.x, T.p.y,
           T.p.z, snw_degrees(angles.roll), snw_degrees(angles.pitch), snw_degrees(angles.yaw));
}

int main(void) {
    snw_pose T_conv_grasp;
    const snw_status status = grasp(&T_conv_grasp);
    if (snw_failed(status)) {
        fprintf(stderr, "grasp: %s\n", snw_status_sentence(status));
        return snw_status_exit_code(status);
    }

    for (int step = 0; step <= 2; step++) {
        const snw_pose T_base_conv = conveyor(0.1 * step);
        const snw_pose T6 = solve_for_t6(T_base_conv, T_conv_grasp);
        printf("conveyor at %.1f m\n", 0.1 * step);
        print_pose("  CONV", T_base_conv);
        print_pose("  T6", T6);

        // both sides of the equation are the same frame
        const snw_pose left = snw_pose_mul(T6, T_flange_tool);
        const snw_pose right = snw_pose_mul(T_base_conv, T_conv_grasp);
        if (!snw_pose_near(left, right, 1e-15)) {
            fprintf(stderr, "the two sides of the equation differ\n");
            return 1;
        }

        // the hand points down, so the flange is one tool length above the grasp
        const snw_vec3 expected = snw_vec3_of(0.6, 0.1 * step + 0.05, 0.2 + 0.03 + 0.12);
        if (!snw_vec3_near(T6.p, expected, 1e-15)) {
            fprintf(stderr, "T6 is not where it is expected\n");
            return 1;
        }
    }
    printf("both sides agree\n");
    return 0;
}
