// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_KINEMATICS_INTERNAL_H
#define SINEW_KINEMATICS_INTERNAL_H

/// @file
/// Bodies and their columns, shared by the sources of this module.
///
/// A column is the velocity of a body, at its own origin and along the world's axes, that unit rate
/// of its joint causes while its parent stands still. A body with nv rates has nv columns.

#include "sinew/kinematics/kin.h"

SNW_FORCE_INLINE snw_vec3 snw__body_column(const snw_kin *kin, int body, int column) {
    const double *F = kin->frames + (ptrdiff_t)16 * body + (ptrdiff_t)4 * column;
    return snw_vec3_of(F[0], F[1], F[2]);
}

SNW_FORCE_INLINE snw_vec3 snw__body_z(const snw_kin *kin, int body) {
    return snw__body_column(kin, body, 2);
}

SNW_FORCE_INLINE snw_vec3 snw__body_origin(const snw_kin *kin, int body) {
    return snw__body_column(kin, body, 3);
}

SNW_FORCE_INLINE snw_mat3 snw__body_axes(const snw_kin *kin, int body) {
    return snw_mat3_of(snw__body_column(kin, body, 0), snw__body_column(kin, body, 1),
                       snw__body_column(kin, body, 2));
}

/// The place in v of a column.
SNW_FORCE_INLINE int snw__column_rate(const snw_kin *kin, int body, int column) {
    const snw_normal_body *b = &kin->normal.bodies[body];
    return b->source_v >= 0 ? b->source_v : kin->model->links[b->link].v_index + column;
}

SNW_FORCE_INLINE snw_twist snw__column(const snw_kin *kin, int body, int column) {
    const snw_normal_body *b = &kin->normal.bodies[body];
    if (b->general >= 0) return kin->columns[kin->first_columns[b->general] + column];
    const snw_vec3 z = snw__body_z(kin, body);
    return snw_twist_of(snw_vec3_scale(z, b->slide), snw_vec3_scale(z, b->turn));
}

/// The next body on the way to the root that moves; -1 after the last.
SNW_FORCE_INLINE int snw__next_body(const snw_kin *kin, int body) {
    return kin->normal.bodies[body].parent;
}

/// Passes over the bodies from the root, for poses that are up to date.
void snw__kin_velocities(snw_kin *kin);
void snw__kin_accelerations(snw_kin *kin, const double *a);

#endif // SINEW_KINEMATICS_INTERNAL_H
