// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/model/normal.h"

// Normalised frames after Denavit and Hartenberg 1955, in the proximal form of Craig 1989, but with
// the origins left where the user put them: only the axes of a body are chosen anew. With N the
// rotation of the new axes in the link's frame (its z is the joint axis), J the joint's frame in
// the parent body's link frame and a the parent,
//
//     N_a^T J Rot(axis, value) N  =  N_a^T J N Rz(value)  =  Rz(gamma) Rx(alpha) Rz(offset + value)
//
// because N turns z into the axis. Every rotation has these z-x-z angles; the choice of x makes
// gamma vanish for the first child, unless the parent is general.

/// Angles and entries of a rotation nearer to 0 or 1 than this are taken as 0 or 1: a few
/// roundings.
#define SNAP 4e-15

/// Everything that can be written while it is laid out.
typedef struct layout {
    snw_normal_body *bodies;
    snw_normal_link *links;
    int *fixed_links;
    double *turns, *offsets;
    int *sources;
    int *seen; // [nv] joints that a rate moves
} layout;

static double snapped(double x) {
    const double whole = x < -0.5 ? -1 : x > 0.5 ? 1 : 0;
    return fabs(x - whole) <= SNAP ? whole : x;
}

static snw_vec3 snapped_vec3(snw_vec3 v) {
    return snw_vec3_of(snapped(v.x), snapped(v.y), snapped(v.z));
}

static snw_mat3 snapped_mat3(snw_mat3 R) {
    return snw_mat3_of(snapped_vec3(R.x), snapped_vec3(R.y), snapped_vec3(R.z));
}

static bool is_identity(snw_mat3 R) {
    return snw_mat3_near(R, snw_mat3_identity(), 0);
}

static bool is_general(const snw_link *link) {
    switch (link->joint) {
    case SNW_JOINT_REVOLUTE:
    case SNW_JOINT_CONTINUOUS:
    case SNW_JOINT_PRISMATIC:
    case SNW_JOINT_SCREW:
        return false;
    case SNW_JOINT_FIXED:
    case SNW_JOINT_SPHERICAL:
    case SNW_JOINT_PLANAR:
    case SNW_JOINT_FREE:
    case SNW_JOINT_LAW:
        break;
    }
    return true;
}

// --- links and bodies ---------------------------------------------------------------------------

// rates that move a link against its parent, own or followed
static int rates_of(const snw_link *link) {
    return link->source_v >= 0 ? 1 : link->nv;
}

// links in order, each on the body of its parent or on a new one; poses in link frames, which
// turn_bodies() turns
static void gather_bodies(const snw_model *m, layout *l) {
    int count = 0, general = 0;
    for (int i = 0; i < m->link_count; i++) {
        const snw_link *link = &m->links[i];
        snw_normal_link *place = &l->links[i];
        if (i > 0 && link->joint == SNW_JOINT_FIXED) {
            const snw_normal_link *parent = &l->links[link->parent];
            place->body = parent->body;
            place->T_body_link = snw_pose_mul(parent->T_body_link, link->T_parent_joint);
            l->bodies[place->body].fixed_count++;
            continue;
        }
        snw_normal_body *body = &l->bodies[count];
        body->link = i;
        body->parent = i == 0 ? -1 : l->links[link->parent].body;
        body->chain = i > 0 && body->parent == count - 1 ? l->bodies[count - 1].chain : count;
        body->kind = is_general(link) ? SNW_NORMAL_GENERAL : SNW_NORMAL_ZERO;
        body->general = body->kind == SNW_NORMAL_GENERAL ? general++ : -1;
        body->source_q = link->source_q;
        body->source_v = link->source_v;
        body->nv = rates_of(link);
        place->body = count++;
        place->T_body_link = snw_pose_identity();
    }
}

static void close_bodies(const snw_model *m, const snw_normal *n, layout *l) {
    int next = 0;
    for (int b = 0; b < n->body_count; b++) {
        snw_normal_body *body = &l->bodies[b];
        body->first_fixed = next;
        next += body->fixed_count;
        body->fixed_count = 0;
        body->end = b + 1;
    }
    for (int i = 0; i < m->link_count; i++) {
        snw_normal_body *body = &l->bodies[l->links[i].body];
        if (body->link != i) l->fixed_links[body->first_fixed + body->fixed_count++] = i;
    }
    for (int b = n->body_count - 1; b > 0; b--) {
        snw_normal_body *parent = &l->bodies[l->bodies[b].parent];
        if (parent->end < l->bodies[b].end) parent->end = l->bodies[b].end;
    }
}

// --- axes ---------------------------------------------------------------------------------------

// the joint's frame in the link frame of the parent body
static snw_pose joint_pose(const snw_model *m, const layout *l, int body) {
    const snw_link *link = &m->links[l->bodies[body].link];
    return snw_pose_mul(l->links[link->parent].T_body_link, link->T_parent_joint);
}

// The axis, in the body's link frame, of the first body that it carries on a joint with an axis;
// zero when there is none.
static snw_vec3 first_axis(const snw_model *m, const snw_normal *n, const layout *l, int body) {
    for (int c = body + 1; c < n->body_count; c++) {
        const snw_normal_body *child = &l->bodies[c];
        if (child->parent != body || child->general >= 0) continue;
        return snw_mat3_apply(joint_pose(m, l, c).R, m->links[child->link].axis);
    }
    return snw_vec3_zero();
}

// Axes with the given z and an x near the wanted one; where none is wanted, near the user's x. Of
// the two signs of x that is taken which leaves more of the user's axes as they are.
static snw_mat3 axes_of(snw_vec3 z, snw_vec3 wanted) {
    // nearly parallel axes leave nothing but rounding of their common normal
    if (!(snw_vec3_norm(wanted) > 1e-14)) {
        wanted = fabs(z.x) < 0.9 ? snw_vec3_x(1) : snw_vec3_y(1);
    }
    snw_vec3 x = snw_vec3_normalize(wanted);
    x = snw_vec3_normalize(snw_vec3_add_scaled(x, z, -snw_vec3_dot(x, z)));
    const snw_vec3 y = snw_vec3_cross(z, x);
    if (x.x + y.y < 0) x = snw_vec3_neg(x);
    return snapped_mat3(snw_mat3_of(x, snw_vec3_cross(z, x), z));
}

// the new axes of a body in its link's frame
static snw_mat3 choose_axes(const snw_model *m, const snw_normal *n, const layout *l, int b) {
    const snw_normal_body *body = &l->bodies[b];
    if (body->general >= 0) return snw_mat3_identity();
    const snw_vec3 child = first_axis(m, n, l, b);
    const snw_vec3 axis = m->links[body->link].axis;
    return axes_of(axis, snw_vec3_cross(axis, child));
}

// --- joints -------------------------------------------------------------------------------------

static snw_normal_class class_of(const snw_normal_body *body) {
    if (body->sin_gamma != 0 || body->cos_gamma != 1) return SNW_NORMAL_TURNED;
    if (body->sin_alpha == 0 && body->cos_alpha == 1) return SNW_NORMAL_ZERO;
    // 1.5707963 has the sine of a quarter turn, and not its cosine
    if (body->cos_alpha != 0) return SNW_NORMAL_ALPHA;
    if (body->sin_alpha == 1) return SNW_NORMAL_PLUS;
    return body->sin_alpha == -1 ? SNW_NORMAL_MINUS : SNW_NORMAL_ALPHA;
}

// the angles of R = Rz(gamma) Rx(alpha) Rz(offset), whose z column is (sin gamma sin alpha,
// -cos gamma sin alpha, cos alpha)
static void find_angles(snw_normal_body *body, snw_mat3 R) {
    const snw_vec3 z = snapped_vec3(R.z);
    const double across = hypot(z.x, z.y);
    body->cos_gamma = 1;
    body->sin_gamma = 0;
    body->sin_alpha = -z.y;
    if (z.x != 0) {
        body->cos_gamma = -z.y / across;
        body->sin_gamma = z.x / across;
        body->sin_alpha = across;
    }
    body->cos_alpha = z.z;
    // the x column after gamma and alpha are taken off
    const double cg = body->cos_gamma, sg = body->sin_gamma;
    const double x = cg * R.x.x + sg * R.x.y, y = cg * R.x.y - sg * R.x.x;
    body->offset = atan2(body->cos_alpha * y + body->sin_alpha * R.x.z, x);
    if (fabs(body->offset) <= SNAP) body->offset = 0;
}

// how the coordinate turns and slides the body, besides the constant turn
static void set_motion(snw_normal_body *body, const snw_link *link) {
    const bool turns = link->joint != SNW_JOINT_PRISMATIC;
    const double pitch = link->joint == SNW_JOINT_PRISMATIC ? 1
                         : link->joint == SNW_JOINT_SCREW   ? link->pitch
                                                            : 0;
    body->turn = turns ? link->multiplier : 0;
    body->offset += turns ? link->shift : 0;
    body->slide = pitch * link->multiplier;
    body->slide_offset = pitch * link->shift;
    body->slides = body->slide != 0 || body->slide_offset != 0;
}

// second moments S from those of inertia: I = tr(S) 1 - S, so S = tr(I) / 2 1 - I
static void add_mass(snw_normal_body *body, snw_pose T_body_link, const snw_link *link) {
    const snw_inertia inertia = snw_inertia_transform(T_body_link, link->inertia);
    const double half = (inertia.I.xx + inertia.I.yy + inertia.I.zz) / 2;
    const snw_sym3 S =
        snw_sym3_of(snw_vec3_of(half - inertia.I.xx, half - inertia.I.yy, half - inertia.I.zz),
                    -inertia.I.xy, -inertia.I.xz, -inertia.I.yz);
    body->m += inertia.m;
    body->h = snw_vec3_add(body->h, inertia.h);
    body->S = snw_sym3_add(body->S, S);
}

static void place_joint(const snw_model *m, layout *l, int b, snw_mat3 N_parent, snw_mat3 N) {
    snw_normal_body *body = &l->bodies[b];
    const snw_pose J = joint_pose(m, l, b);
    body->p = snw_mat3_apply_t(N_parent, J.p);
    body->R = snw_mat3_mul_tn(N_parent, J.R);
    if (body->general >= 0) return;
    find_angles(body, snw_mat3_mul(body->R, N));
    body->kind = class_of(body);
    set_motion(body, &m->links[body->link]);
    l->turns[b - 1] = body->turn;
    l->offsets[b - 1] = body->offset;
    l->sources[b - 1] = body->source_q;
}

// joints first, because they need the links in the link frames of their bodies
static void turn_bodies(const snw_model *m, const snw_normal *n, layout *l, snw_mat3 *N) {
    for (int b = 0; b < n->body_count; b++) {
        N[b] = choose_axes(m, n, l, b);
    }
    for (int b = 1; b < n->body_count; b++) {
        place_joint(m, l, b, N[l->bodies[b].parent], N[b]);
    }
    l->bodies[0].R = N[0]; // no rotation
    for (int i = 0; i < m->link_count; i++) {
        snw_normal_link *place = &l->links[i];
        const snw_pose to_body = snw_pose_rotation(snw_mat3_transpose(N[place->body]));
        place->T_body_link = snw_pose_mul(to_body, place->T_body_link);
        place->same = is_identity(place->T_body_link.R) &&
                      snw_vec3_equal(place->T_body_link.p, snw_vec3_zero());
        add_mass(&l->bodies[place->body], place->T_body_link, &m->links[i]);
    }
}

// the rates that several joints listen to
static bool find_shared(const snw_normal *n, layout *l) {
    bool shared = false;
    for (int b = 0; b < n->body_count; b++) {
        const int v = l->bodies[b].source_v;
        if (v >= 0 && l->seen[v]++ > 0) shared = true;
    }
    return shared;
}

// sizes are known before there is memory, so that others can measure with them
static void count_bodies(snw_normal *n) {
    for (int i = 0; i < n->model->link_count; i++) {
        const snw_link *link = &n->model->links[i];
        if (i > 0 && link->joint == SNW_JOINT_FIXED) continue;
        n->body_count++;
        if (!is_general(link)) continue;
        n->general_count++;
        n->general_nv += rates_of(link);
    }
    n->padded = (n->body_count - 1 + 3) / 4 * 4;
}

snw_status snw_normal_init(snw_normal *normal, const snw_model *model, snw_arena *arena) {
    *normal = (snw_normal){.model = model};
    count_bodies(normal);
    const int count = normal->body_count;
    layout l = {
        .bodies = SNW_ARENA_ARRAY(arena, snw_normal_body, count),
        .links = SNW_ARENA_ARRAY(arena, snw_normal_link, model->link_count),
        .fixed_links = SNW_ARENA_ARRAY(arena, int, model->link_count - count),
        .turns = (double *)snw_arena_take_array(arena, normal->padded, sizeof(double), 64),
        .offsets = (double *)snw_arena_take_array(arena, normal->padded, sizeof(double), 64),
        .sources = SNW_ARENA_ARRAY(arena, int, normal->padded),
        .seen = SNW_ARENA_ARRAY(arena, int, model->nv),
    };
    snw_mat3 *N = SNW_ARENA_ARRAY(arena, snw_mat3, count);
    const snw_status status = snw_arena_status(arena);
    if (snw_failed(status)) return status;

    gather_bodies(model, &l);
    close_bodies(model, normal, &l);
    turn_bodies(model, normal, &l, N);
    normal->shared = find_shared(normal, &l);
    normal->bodies = l.bodies;
    normal->links = l.links;
    normal->fixed_links = l.fixed_links;
    normal->turns = l.turns;
    normal->offsets = l.offsets;
    normal->sources = l.sources;
    return SNW_OK;
}
