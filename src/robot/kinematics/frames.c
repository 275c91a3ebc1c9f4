// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "columns.h"

#include "kernels.h"

// A kernel: the frames of all bodies, and the poses of all links, from the root up. With F the
// frame of the parent, (x y z) its axes,
//
//     F Trans(p) Rz(gamma) Rx(alpha) Rz(theta) Trans(0, 0, d)
//
// is a turn in the plane of x and y, one in the plane of y and z, another in the plane of x and y;
// the class of a body says which of these are left out or relabel the axes.

// Sines and cosines of all joints. A sum of products with zero tells whether a number, or what came
// of it, was not finite.
static bool find_sines(const snw_kin *kin, const double *q) {
    const snw_normal *n = &kin->normal;
    snw_v zero = snw_v_set(0);
    for (int i = 0; i < n->padded; i += SNW_W) {
        const snw_v angle =
            gather(q, n->sources + i) * snw_v_load(n->turns + i) + snw_v_load(n->offsets + i);
        zero += angle * (snw_real)0;
        snw_v sine, cosine;
        snw_v_sincos(angle, &sine, &cosine);
        snw_v_store(kin->sines + i, sine);
        snw_v_store(kin->cosines + i, cosine);
    }
    return !snw_vm_any(snw_vm_not(snw_v_le(zero, zero)));
}

// the axes after the constant turns; the class is known where this is inlined
SNW_FORCE_INLINE axes4 turned(axes4 F, const snw_normal_body *body, snw_normal_class kind) {
    if (kind == SNW_NORMAL_TURNED) {
        const double c = body->cos_gamma, s = body->sin_gamma;
        const column x = F.x;
        F.x = column_add_scaled(column_scale(x, c), F.y, s);
        F.y = column_add_scaled(column_scale(F.y, c), x, -s);
    }
    const column y = F.y;
    if (kind == SNW_NORMAL_PLUS) {
        F.y = F.z;
        F.z = column_neg(y);
    } else if (kind == SNW_NORMAL_MINUS) {
        F.y = column_neg(F.z);
        F.z = y;
    } else if (kind != SNW_NORMAL_ZERO) {
        const double c = body->cos_alpha, s = body->sin_alpha;
        F.y = column_add_scaled(column_scale(y, c), F.z, s);
        F.z = column_add_scaled(column_scale(F.z, c), y, -s);
    }
    return F;
}

SNW_FORCE_INLINE axes4 moved(axes4 F, const snw_normal_body *body, snw_normal_class kind,
                             double sine, double cosine) {
    const column p = column_add(F.p, frame_turn(&F, body->p));
    F = turned(F, body, kind);
    const column x = F.x;
    F.x = column_add_scaled(column_scale(x, cosine), F.y, sine);
    F.y = column_add_scaled(column_scale(F.y, cosine), x, -sine);
    F.p = p;
    return F;
}

// the motion of a joint of another kind has been asked for before
SNW_FORCE_INLINE axes4 moved_freely(axes4 F, const snw_kin *kin, const snw_normal_body *body) {
    const snw_pose joint = {body->R, body->p};
    return frame_mul(frame_mul(F, &joint), &kin->motions[body->general]);
}

SNW_FORCE_INLINE axes4 child_frame(const snw_kin *kin, axes4 F, const snw_normal_body *body,
                                   double sine, double cosine) {
    switch (body->kind) {
    case SNW_NORMAL_ZERO:
        return moved(F, body, SNW_NORMAL_ZERO, sine, cosine);
    case SNW_NORMAL_PLUS:
        return moved(F, body, SNW_NORMAL_PLUS, sine, cosine);
    case SNW_NORMAL_MINUS:
        return moved(F, body, SNW_NORMAL_MINUS, sine, cosine);
    case SNW_NORMAL_ALPHA:
        return moved(F, body, SNW_NORMAL_ALPHA, sine, cosine);
    case SNW_NORMAL_TURNED:
        return moved(F, body, SNW_NORMAL_TURNED, sine, cosine);
    case SNW_NORMAL_GENERAL:
        break;
    }
    return moved_freely(F, kin, body);
}

SNW_FORCE_INLINE void put_link(const snw_normal_link *place, axes4 F, snw_pose *T_world_link) {
    if (!place->same) F = frame_mul(F, &place->T_body_link);
    frame_put(T_world_link, F);
}

// Each link once, by the same instructions: links that are fixed to each other without an offset
// have the same numbers, bit by bit.
SNW_FORCE_INLINE void put_links(const snw_normal *n, const snw_normal_body *body, axes4 F,
                                snw_pose *T_world_link) {
    const int *fixed = n->fixed_links + body->first_fixed;
    int link = body->link;
    for (int i = 0;; i++) {
        put_link(&n->links[link], F, &T_world_link[link]);
        if (i == body->fixed_count) return;
        link = fixed[i];
    }
}

// the root: fixed in the base, or moved in it
static void place_root(const snw_kin *kin) {
    const snw_pose T = snw_pose_mul(kin->T_world_base, kin->motions[0]);
    const double columns[16] = {T.R.x.x, T.R.x.y, T.R.x.z, 0, T.R.y.x, T.R.y.y, T.R.y.z, 0,
                                T.R.z.x, T.R.z.y, T.R.z.z, 0, T.p.x,   T.p.y,   T.p.z,   0};
    for (int i = 0; i < 16; i++) {
        kin->frames[i] = columns[i];
    }
    put_links(&kin->normal, &kin->normal.bodies[0], frame_load(kin->frames), kin->T_world_link);
}

bool SNW_KERNEL(snw__kin_frames)(snw_kin *kin, const double *q) {
    if (!find_sines(kin, q)) return false;
    if (kin->base_moved || kin->model->floating) place_root(kin);

    // what does not change, at hand: the compiler cannot know that the stores leave it alone
    const snw_normal n = kin->normal;
    const double *sines = kin->sines, *cosines = kin->cosines;
    snw_pose *T_world_link = kin->T_world_link;
    double *frames = kin->frames;
    const int count = n.body_count;
    // in a chain the parent is what has just been computed, still at hand
    axes4 F = frame_load(frames);
    for (int b = 1; b < count; b++) {
        const snw_normal_body *body = &n.bodies[b];
        if (body->parent != b - 1) F = frame_load(frames + (ptrdiff_t)16 * body->parent);
        F = child_frame(kin, F, body, sines[b - 1], cosines[b - 1]);
        if (body->slides) {
            F.p = column_add_scaled(F.p, F.z, body->slide * q[body->source_q] + body->slide_offset);
        }
        frame_store(frames + (ptrdiff_t)16 * b, F);
        put_links(&n, body, F, T_world_link);
    }
    return true;
}
