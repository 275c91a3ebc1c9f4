// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/kinematics/mass.h"

#include <string.h>

#include "internal.h"

// moments of inertia from second moments: I = tr(S) 1 - S
static snw_sym3 inertia_of(snw_sym3 S) {
    return snw_sym3_of(snw_vec3_of(S.yy + S.zz, S.xx + S.zz, S.xx + S.yy), -S.xy, -S.xz, -S.yz);
}

// R S R^T
static snw_sym3 turned(snw_mat3 R, snw_sym3 S) {
    const snw_vec3 x = snw_mat3_apply(R, snw_vec3_of(S.xx, S.xy, S.xz));
    const snw_vec3 y = snw_mat3_apply(R, snw_vec3_of(S.xy, S.yy, S.yz));
    const snw_vec3 z = snw_mat3_apply(R, snw_vec3_of(S.xz, S.yz, S.zz));
    return snw_sym3_of(snw_vec3_of(x.x * R.x.x + y.x * R.y.x + z.x * R.z.x,
                                   x.y * R.x.y + y.y * R.y.y + z.y * R.z.y,
                                   x.z * R.x.z + y.z * R.y.z + z.z * R.z.z),
                       x.x * R.x.y + y.x * R.y.y + z.x * R.z.y,
                       x.x * R.x.z + y.x * R.y.z + z.x * R.z.z,
                       x.y * R.x.z + y.y * R.y.z + z.y * R.z.z);
}

// adds a body whose origin is at r: S + h r^T + r h^T + m r r^T = S + k r^T + r k^T with
// k = h + m r / 2
static void add_shifted(snw_inertia *sum, const snw_inertia *A, snw_vec3 r) {
    const snw_vec3 k = snw_vec3_add_scaled(A->h, r, A->m / 2);
    sum->m += A->m;
    sum->h = snw_vec3_add(sum->h, snw_vec3_add_scaled(A->h, r, A->m));
    sum->I.xx += A->I.xx + 2 * k.x * r.x;
    sum->I.yy += A->I.yy + 2 * k.y * r.y;
    sum->I.zz += A->I.zz + 2 * k.z * r.z;
    sum->I.xy += A->I.xy + k.x * r.y + k.y * r.x;
    sum->I.xz += A->I.xz + k.x * r.z + k.z * r.x;
    sum->I.yz += A->I.yz + k.y * r.z + k.z * r.y;
}

// Each body with all that it carries, about its own origin along the world's axes (Walker and Orin
// 1982): a body's own, and those of its children moved to its origin. On the way up the second
// moments S stand in the place of the moments of inertia, because they are moved by fewer products.
static void find_composites(snw_kin *kin) {
    if (kin->known & SNW_KIN_MASSES) return;
    const int count = kin->normal.body_count;
    for (int b = 0; b < count; b++) {
        const snw_normal_body *body = &kin->normal.bodies[b];
        const snw_mat3 R = snw__body_axes(kin, b);
        kin->composites[b] =
            snw_inertia_of(body->m, snw_mat3_apply(R, body->h), turned(R, body->S));
    }
    for (int b = count - 1; b >= 0; b--) {
        const int parent = kin->normal.bodies[b].parent;
        snw_inertia *own = &kin->composites[b];
        if (parent >= 0) {
            const snw_vec3 r =
                snw_vec3_sub(snw__body_origin(kin, b), snw__body_origin(kin, parent));
            add_shifted(&kin->composites[parent], own, r);
        }
        own->I = inertia_of(own->I);
    }
    kin->known |= SNW_KIN_MASSES;
    kin->passes.masses++;
}

double snw_kin_total_mass(snw_kin *kin) {
    find_composites(kin);
    return kin->composites[0].m;
}

snw_vec3 snw_kin_center(snw_kin *kin) {
    find_composites(kin);
    return snw_vec3_add(snw__body_origin(kin, 0), snw_inertia_center(kin->composites[0]));
}

// The momentum of all that a body carries when it moves as one, at velocity V of the body's origin:
// linear, and angular about that origin.
static snw_momentum composite_momentum(const snw_inertia *A, snw_twist V) {
    const snw_vec3 lin = snw_vec3_add(snw_vec3_scale(V.lin, A->m), snw_vec3_cross(V.ang, A->h));
    const snw_vec3 ang = snw_vec3_add(snw_sym3_apply(A->I, V.ang), snw_vec3_cross(A->h, V.lin));
    return (snw_momentum){lin, ang};
}

void snw_kin_momentum_jacobian(snw_kin *kin, snw_momentum *A) {
    const snw_vec3 center = snw_kin_center(kin);
    memset(A, 0, sizeof *A * (size_t)kin->model->nv);
    for (int b = 0; b < kin->normal.body_count; b++) {
        const snw_vec3 r = snw_vec3_sub(snw__body_origin(kin, b), center);
        for (int k = 0; k < kin->normal.bodies[b].nv; k++) {
            const snw_momentum h = composite_momentum(&kin->composites[b], snw__column(kin, b, k));
            snw_momentum *place = &A[snw__column_rate(kin, b, k)];
            place->lin = snw_vec3_add(place->lin, h.lin);
            place->ang = snw_vec3_add(place->ang, snw_vec3_add(h.ang, snw_vec3_cross(r, h.lin)));
        }
    }
}

void snw_kin_center_jacobian(snw_kin *kin, snw_vec3 *J) {
    const double mass = snw_kin_total_mass(kin);
    const double scale = mass > 0 ? 1 / mass : 0;
    memset(J, 0, sizeof *J * (size_t)kin->model->nv);
    for (int b = 0; b < kin->normal.body_count; b++) {
        for (int k = 0; k < kin->normal.bodies[b].nv; k++) {
            const snw_twist V = snw__column(kin, b, k);
            const snw_vec3 lin = composite_momentum(&kin->composites[b], V).lin;
            snw_vec3 *place = &J[snw__column_rate(kin, b, k)];
            *place = snw_vec3_add_scaled(*place, lin, scale);
        }
    }
}

snw_momentum snw_kin_momentum(snw_kin *kin) {
    SNW_ASSERT(kin->known & SNW_KIN_VELOCITIES);
    const snw_vec3 center = snw_kin_center(kin);
    snw_momentum sum = {snw_vec3_zero(), snw_vec3_zero()};
    for (int b = 0; b < kin->normal.body_count; b++) {
        // in the body's own axes, where its mass does not move
        const snw_mat3 R = snw__body_axes(kin, b);
        const snw_twist V = snw_twist_rotate(snw_mat3_transpose(R), kin->twists[b]);
        const snw_normal_body *body = &kin->normal.bodies[b];
        const snw_inertia own = snw_inertia_of(body->m, body->h, inertia_of(body->S));
        const snw_momentum h = composite_momentum(&own, V);
        const snw_vec3 lin = snw_mat3_apply(R, h.lin);
        const snw_vec3 r = snw_vec3_sub(snw__body_origin(kin, b), center);
        sum.lin = snw_vec3_add(sum.lin, lin);
        sum.ang =
            snw_vec3_add(sum.ang, snw_vec3_add(snw_mat3_apply(R, h.ang), snw_vec3_cross(r, lin)));
    }
    return sum;
}

// a link that shares its body with others: the links that it carries, one by one
static snw_inertia sum_of_links(const snw_kin *kin, int link) {
    snw_inertia sum = snw_inertia_zero();
    for (int i = link; i < kin->model->links[link].end; i++) {
        const snw_pose T = snw_kin_between(kin, link, i);
        sum = snw_inertia_add(sum, snw_inertia_transform(T, kin->model->links[i].inertia));
    }
    return sum;
}

snw_inertia snw_kin_composite(snw_kin *kin, int link) {
    SNW_ASSERT(0 <= link && link < kin->model->link_count);
    const int body = kin->normal.links[link].body;
    if (kin->normal.bodies[body].link != link) return sum_of_links(kin, link);
    find_composites(kin);
    return snw_inertia_rotate(snw_mat3_transpose(kin->T_world_link[link].R), kin->composites[body]);
}
