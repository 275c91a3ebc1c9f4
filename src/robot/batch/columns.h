// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_BATCH_COLUMNS_H
#define SINEW_SRC_BATCH_COLUMNS_H

// For kernels: how the rates of a step move its body, at the body's origin along the world's axes.

#include "lanes.h"

typedef struct motion {
    vec lin, ang;
} motion;

/// The columns of other joints, as many as are returned; `frames` are those of the parent and of
/// the body. Rates of spherical and free joints are along the child's axes, those of planar ones
/// along axes fixed in the parent; a law says how its child moves along the child's axes.
SNW_FORCE_INLINE int foreign_columns(const site *s, int number, const frame frames[2],
                                     motion *columns) {
    const frame *parent = &frames[0], *F = &frames[1];
    const snw__batch_step *step = &s->steps[number];
    const snw_real *n = numbers_of(s, number);
    const vec axes[3] = {F->x, F->y, F->z};
    int count = 0;
    if (step->joint == SNW_JOINT_FREE) {
        for (; count < 3; count++)
            columns[count] = (motion){axes[count], vec_zero()};
    }
    if (step->joint == SNW_JOINT_FREE || step->joint == SNW_JOINT_SPHERICAL) {
        for (int k = 0; k < 3; k++)
            columns[count++] = (motion){vec_zero(), axes[k]};
    } else if (step->joint == SNW_JOINT_PLANAR) {
        columns[count++] = (motion){frame_turn(*parent, n), vec_zero()};
        columns[count++] = (motion){frame_turn(*parent, n + 3), vec_zero()};
        columns[count++] = (motion){vec_zero(), frame_turn(*parent, n + 6)};
    } else if (step->joint == SNW_JOINT_LAW) {
        const snw_real *twist = rows_of(s->job->twists, step->general, 6, s->at);
        columns[count++] = (motion){frame_turn_lanes(*F, vec_load(twist)),
                                    frame_turn_lanes(*F, vec_load(twist + 3 * LANES))};
    }
    return count;
}

#endif // SINEW_SRC_BATCH_COLUMNS_H
