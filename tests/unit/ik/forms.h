// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_IK_FORMS_H
#define SINEW_TESTS_IK_FORMS_H

/// @file
/// Arms given by their axes, drawn by kind, and models made of them in disguise: other link frames,
/// reversed axes, other zero positions, other names. Forward kinematics is that of module
/// kinematics, which does not know closed forms.

#include "unit/ik/arms.h"

#include "sinew/kinematics.h"

#define PI 3.14159265358979323846

enum { MOST = SNW_IK_CLOSED_JOINTS };

/// Axes and points when all joints stand at zero, in the root's frame.
typedef struct axes {
    int count;
    bool slides[MOST];
    snw_vec3 axis[MOST], point[MOST];
    snw_pose tip;
    double lower[MOST], upper[MOST];
} axes;

/// How a model's coordinates relate to the table: value = sign * (q + position) + zero.
typedef struct disguise {
    double sign[MOST], position[MOST], zero[MOST];
    bool frames; ///< link frames anywhere along the axes, turned
} disguise;

static inline snw_vec3 random_unit(void) {
    for (;;) {
        const snw_vec3 v = snw_vec3_of(check_real(-1, 1), check_real(-1, 1), check_real(-1, 1));
        const double n = snw_vec3_norm(v);
        if (n > 0.1 && n < 1) return snw_vec3_scale(v, 1 / n);
    }
}

static inline snw_vec3 random_point(double size) {
    return snw_vec3_of(check_real(-size, size), check_real(-size, size), check_real(-size, size));
}

static inline snw_pose random_pose(double size) {
    return snw_pose_of(snw_mat3_axis_angle(random_unit(), check_real(-PI, PI)), random_point(size));
}

static inline disguise no_disguise(void) {
    disguise d = {.frames = false};
    for (int i = 0; i < MOST; i++) {
        d.sign[i] = 1;
    }
    return d;
}

static inline disguise random_disguise(const axes *a) {
    disguise d = {.frames = true};
    for (int i = 0; i < MOST; i++) {
        d.sign[i] = check_int(0, 1) ? 1 : -1;
        d.position[i] = check_real(-1, 1);
        d.zero[i] = i < a->count && a->slides[i] ? check_real(-0.3, 0.3) : check_real(-3, 3);
    }
    return d;
}

/// What a joint of the table does for a value.
static inline snw_pose joint_motion(const axes *a, int i, double value) {
    if (a->slides[i]) return snw_pose_translation(snw_vec3_scale(a->axis[i], value));
    const snw_mat3 R = snw_mat3_axis_angle(a->axis[i], value);
    return snw_pose_of(R, snw_vec3_sub(a->point[i], snw_mat3_apply(R, a->point[i])));
}

static inline snw_joint_description joint_of(const axes *a, const disguise *d, int i,
                                             snw_pose *T_world_link) {
    snw_joint_description j = {.kind = a->slides[i] ? SNW_JOINT_PRISMATIC : SNW_JOINT_REVOLUTE,
                               .position = d->position[i]};
    // the joint's frame when its value and those before are at the disguise's zero
    snw_pose moved = snw_pose_identity();
    for (int k = 0; k <= i; k++) {
        moved = snw_pose_mul(moved, joint_motion(a, k, d->zero[k]));
    }
    snw_vec3 on = a->point[i];
    if (d->frames) on = snw_vec3_add_scaled(on, a->axis[i], check_real(-1, 1));
    if (d->frames && a->slides[i]) on = random_point(1);
    const snw_mat3 R = d->frames ? random_pose(1).R : snw_mat3_identity();
    const snw_pose frame = snw_pose_mul(moved, snw_pose_of(R, on));
    j.origin = snw_pose_inverse_mul(*T_world_link, frame);
    j.axis = snw_vec3_scale(snw_mat3_apply_t(R, a->axis[i]), d->sign[i]);
    *T_world_link = frame;
    const double low = d->sign[i] * (a->lower[i] - d->zero[i]) - d->position[i];
    const double high = d->sign[i] * (a->upper[i] - d->zero[i]) - d->position[i];
    j.limits = (snw_limits){fmin(low, high), fmax(low, high), HUGE_VAL, HUGE_VAL,
                            HUGE_VAL,        HUGE_VAL,        HUGE_VAL};
    return j;
}

/// A model of the table; its tool is the attachment "tool".
static inline arm arm_of_axes(const axes *a, const disguise *d) {
    arm out = {.setup = NULL};
    snw_link_description links[MOST + 1] = {{.name = "root"}};
    snw_joint_description joints[MOST];
    snw_pose T = snw_pose_identity(), tip = snw_pose_identity();
    for (int i = 0; i < a->count; i++) {
        tip = snw_pose_mul(tip, joint_motion(a, i, d->zero[i]));
        joints[i] = joint_of(a, d, i, &T);
        (void)snprintf(links[i + 1].name, SNW_NAME, "part_%d_%d", check_int(0, 99), i);
        (void)snprintf(joints[i].name, SNW_NAME, "motion_%d_%d", check_int(0, 99), i);
        snw_copy_text(joints[i].parent, SNW_NAME, links[i].name);
        snw_copy_text(joints[i].child, SNW_NAME, links[i + 1].name);
    }
    snw_attachment tool = {.name = "tool", .role = "frame"};
    snw_copy_text(tool.link, SNW_NAME, links[a->count].name);
    tool.origin = snw_pose_inverse_mul(T, snw_pose_mul(tip, a->tip));
    const snw_robot robot = {.name = "disguised",
                             .links = links,
                             .link_count = a->count + 1,
                             .joints = joints,
                             .joint_count = a->count,
                             .attachments = &tool,
                             .attachment_count = 1};
    arm_compile(&out, &robot);
    return out;
}

static inline void arm_free(arm *a) {
    free(a->block);
}

/// Where the tool is, by module kinematics.
typedef struct forward {
    snw_kin kin;
    void *block;
    int tool;
} forward;

static inline forward forward_open(const snw_model *model) {
    forward f;
    snw_arena arena = {0};
    SNW_IGNORE(snw_kin_init(&f.kin, model, &arena));
    const size_t size = (arena.needed + 63) / 64 * 64;
    f.block = aligned_alloc(64, size);
    arena = snw_arena_over(f.block, size);
    CHECK(snw_kin_init(&f.kin, model, &arena) == SNW_OK);
    f.tool = snw_model_find_frame(model, "tool");
    CHECK(f.tool >= 0);
    return f;
}

static inline void forward_close(forward *f) {
    free(f->block);
}

static inline snw_pose forward_pose(forward *f, const double *q) {
    CHECK(snw_kin_update(&f->kin, q) == SNW_OK);
    return snw_kin_frame(&f->kin, f->tool);
}

/// Largest part of the difference of two poses.
static inline double pose_error(snw_pose A, snw_pose B) {
    double worst = snw_vec3_distance(A.p, B.p);
    worst = fmax(worst, snw_vec3_distance(A.R.x, B.R.x));
    worst = fmax(worst, snw_vec3_distance(A.R.y, B.R.y));
    return fmax(worst, snw_vec3_distance(A.R.z, B.R.z));
}

/// Largest joint difference, whole turns apart.
static inline double joint_error(const bool *slides, int count, const double *a, const double *b) {
    double worst = 0;
    for (int i = 0; i < count; i++) {
        const double d = a[i] - b[i];
        worst = fmax(worst, fabs(slides[i] ? d : remainder(d, 2 * PI)));
    }
    return worst;
}

/// How near the nearest of the branches is to q.
static inline double nearest_branch(const snw_ik_closed *closed, const snw_ik_branches *found,
                                    const double *q) {
    double least = HUGE_VAL;
    for (int i = 0; i < found->count; i++) {
        least = fmin(least,
                     joint_error(closed->chain.slides, closed->chain.count, found->items[i].q, q));
    }
    return least;
}

// --- kinds --------------------------------------------------------------------------------------

typedef enum kind {
    SHOULDER_ANY,     ///< spherical wrist, first three axes anyhow
    SHOULDER_MEETS12, ///< the first two meet
    SHOULDER_MEETS23,
    SHOULDER_ALONG12, ///< the first two parallel
    SHOULDER_ALONG23,
    SHOULDER_PUMA, ///< second and third parallel, first normal to them
    SLIDES_TURN_LIFT,
    SLIDES_LIFT_TURN,
    SLIDES_LAST, ///< two turns, then a slide normal to the second
    SLIDES_ALL,
    PARALLEL,
    WRIST_KINDS = PARALLEL,
    KINDS
} kind;

static inline snw_vec3 normal_of(snw_vec3 k) {
    return snw_vec3_normalize(snw_vec3_cross(k, random_unit()));
}

static inline void shoulder_of(axes *a, kind what) {
    snw_vec3 *k = a->axis, *p = a->point;
    if (what == SHOULDER_MEETS12) p[1] = snw_vec3_add_scaled(p[0], k[0], check_real(-1, 1));
    if (what == SHOULDER_MEETS23) p[2] = snw_vec3_add_scaled(p[1], k[1], check_real(-1, 1));
    if (what == SHOULDER_ALONG12) k[1] = k[0];
    if (what == SHOULDER_PUMA) k[1] = normal_of(k[0]);
    if (what == SHOULDER_ALONG23 || what == SHOULDER_PUMA) k[2] = snw_vec3_neg(k[1]);
    a->slides[0] = what == SLIDES_LIFT_TURN || what == SLIDES_ALL;
    a->slides[1] = what == SLIDES_TURN_LIFT || what == SLIDES_ALL;
    a->slides[2] = a->slides[0] || a->slides[1] || what == SLIDES_LAST;
    if (what == SLIDES_TURN_LIFT || what == SLIDES_LIFT_TURN) k[1] = k[0];
    if (what == SLIDES_LAST) k[2] = normal_of(k[1]);
}

// far enough from every other form and from nothing at all
static inline bool is_decent(const axes *a, kind what) {
    for (int i = 0; i + 1 < a->count; i++) {
        const double slant = snw_vec3_norm(snw_vec3_cross(a->axis[i], a->axis[i + 1]));
        if (slant < 0.2 && (i >= 2 || slant > 1e-12) && what != PARALLEL) return false;
    }
    if (what == SLIDES_ALL) {
        return fabs(snw_mat3_det(snw_mat3_of(a->axis[0], a->axis[1], a->axis[2]))) > 0.2;
    }
    if (what == PARALLEL) {
        return snw_vec3_norm(snw_vec3_cross(a->axis[0], a->axis[1])) > 0.2 &&
               snw_vec3_norm(snw_vec3_cross(a->axis[3], a->axis[4])) > 0.2 &&
               snw_vec3_norm(snw_vec3_cross(a->axis[4], a->axis[5])) > 0.2;
    }
    return true;
}

static inline axes draw_axes(kind what) {
    for (;;) {
        axes a = {.count = 6, .tip = random_pose(0.5)};
        for (int i = 0; i < 6; i++) {
            a.axis[i] = random_unit();
            a.point[i] = random_point(0.5);
        }
        if (what == PARALLEL) {
            a.axis[2] = a.axis[1];
            a.axis[3] = check_int(0, 1) ? a.axis[1] : snw_vec3_neg(a.axis[1]);
        } else {
            shoulder_of(&a, what);
            const snw_vec3 W = random_point(0.7);
            for (int i = 3; i < 6; i++) {
                a.point[i] = snw_vec3_add_scaled(W, a.axis[i], check_real(-0.5, 0.5));
            }
        }
        for (int i = 0; i < 6; i++) {
            a.lower[i] = a.slides[i] ? -1 : -PI;
            a.upper[i] = -a.lower[i];
        }
        if (is_decent(&a, what)) return a;
    }
}

/// The same axes from the other end: the wrist becomes the shoulder.
static inline axes reversed_axes(const axes *a) {
    axes r = *a;
    for (int i = 0; i < a->count; i++) {
        const int from = a->count - 1 - i;
        r.axis[i] = a->axis[from];
        r.point[i] = a->point[from];
        r.slides[i] = a->slides[from];
        r.lower[i] = a->lower[from];
        r.upper[i] = a->upper[from];
    }
    return r;
}

static inline void random_values(const axes *a, double *value) {
    for (int i = 0; i < a->count; i++) {
        value[i] = check_real(a->lower[i], a->upper[i]);
    }
}

/// The model's coordinates for values of the table, and back.
static inline void to_model(const axes *a, const disguise *d, const double *value, double *q) {
    for (int i = 0; i < a->count; i++) {
        q[i] = d->sign[i] * (value[i] - d->zero[i]) - d->position[i];
    }
}

static inline void to_table(const axes *a, const disguise *d, const double *q, double *value) {
    for (int i = 0; i < a->count; i++) {
        value[i] = d->sign[i] * (q[i] + d->position[i]) + d->zero[i];
    }
}

#endif // SINEW_TESTS_IK_FORMS_H
