// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_MODEL_MODEL_H
#define SINEW_MODEL_MODEL_H

/// @file
/// The compiled form of a mechanism: const while it runs, in one arena, without reference to the
/// description that it was made from.
///
/// Links stand in depth-first order, children in the order of their joints in the description: a
/// parent comes before its children, link 0 is the root, and a link with all that it carries is a
/// run of numbers. A joint has the number of the link that it moves.
///
/// Coordinates. Joints have their places in q[nq] and v[nv] in the order of their links:
///
///   kind                 q                            v
///   revolute, screw,     angle [rad]                  its rate
///   continuous           angle [rad], any turn        its rate
///   prismatic            way [m]                      its rate
///   law                  the law's coordinate         its rate
///   planar               x, y [m], angle [rad]        their rates
///   spherical            quaternion x y z w           angular velocity, along the child's axes
///   free                 position x y z [m],          velocity of the child's origin, then angular
///                        quaternion x y z w           velocity, both along the child's axes
///   fixed, mimic         none                         none
///
/// A floating root has a free joint, first in q and v, whose frame is the world's or the base pose
/// of snw_kin. Quaternions turn the child's axes into the joint's; q and -q are the same.

#include "sinew/base.h"
#include "sinew/math.h"
#include "sinew/model/description.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A link and the joint that carries it.
typedef struct snw_link {
    // read-only
    const char *name;
    const char *joint_name; ///< "" for the root
    int parent;             ///< link, less than this one; -1 for the root
    int end;                ///< links [this, end) are this one and all that it carries
    snw_joint_kind joint;   ///< of the root SNW_JOINT_FREE or SNW_JOINT_FIXED
    int q_index, v_index;   ///< first coordinate; -1 for none
    int nq, nv;             ///< coordinates of its own; 0 for fixed and mimic joints
    bool periodic; ///< a whole turn of its coordinate changes nothing, not in followers either

    // joints of one coordinate: value = multiplier * q[source_q] + shift
    int source_q, source_v; ///< its own coordinate or that of the joint that it follows, else -1
    double multiplier;      ///< 1 unless it follows
    double offset;          ///< of the mimic relation; 0 unless it follows
    double shift;           ///< offset plus the `position` of the description

    snw_pose T_parent_joint; ///< joint frame in the parent link's frame
    snw_vec3 axis;           ///< unit vector in the joint frame
    snw_vec3 plane_x,
        plane_y;         ///< of a planar joint: its x and y, with plane_x cross plane_y = axis
    double pitch;        ///< of a screw [m/rad]
    snw_child law;       ///< of a law; the block is the model's own
    snw_inertia inertia; ///< about the link frame's origin, along its axes

    int described_link, described_joint; ///< places in the description; joint -1 for the root
} snw_link;

/// A named place on a link.
typedef struct snw_model_frame {
    // read-only
    const char *name, *role;
    int link;
    snw_pose T_link_frame;
} snw_model_frame;

/// Motors that move several joints; see sinew/model/coupling.h.
typedef struct snw_motor_group {
    // read-only
    const char *name;
    int count;
    int q[8], v[8];                    ///< [count] coordinates of the joints
    double to_joint[64], to_motor[64]; ///< [count * count] by columns, each other's inverse
} snw_motor_group;

/// One joint that a spring or damper measures, and the whole; see sinew/model/spring.h.
typedef struct snw_spring_measure {
    int link;
    double weight, offset;
} snw_spring_measure;

typedef struct snw_joint_spring {
    // read-only
    int link; ///< of the joint that it acts on
    double constant;
    const snw_spring_measure *measures;
    int measure_count;
} snw_joint_spring;

typedef struct snw_model {
    // read-only
    const char *name;
    bool floating;
    int link_count;
    int nq, nv;
    const snw_link *links;         ///< [link_count]
    const int *link_of_v;          ///< [nv] the link that a rate moves
    const snw_model_frame *frames; ///< [frame_count + link_count] the attachments in the order of
                                   ///< the description, then one at the origin of every link
    int frame_count;               ///< of attachments

    // limits, infinite where there is none; those of followers are included in what they follow
    const double *lower, *upper;               ///< [nq]
    const double *velocity;                    ///< [nv]
    const double *acceleration, *deceleration; ///< [nv]
    const double *jerk, *effort;               ///< [nv]

    const snw_motor_group *motor_groups; ///< [motor_group_count]
    int motor_group_count;
    const snw_joint_spring *springs, *dampers; ///< [spring_count], [damper_count]
    int spring_count, damper_count;

    // private
    const int *rotations; // [rotation_count] links whose joints have a quaternion
    int rotation_count;
    snw_names link_names, joint_names, frame_names;
} snw_model;

/// Checks a description and lays its model out in `arena`. Every finding goes to `diags` (may be
/// NULL) with the rule it breaks, numbers and a fix: docs/model.md lists the rules. Returns
/// the code of the first error; warnings do not fail. On an empty arena it measures, as every init
/// does; the findings are then reported too, so pass NULL for `diags` in one of the two calls.
/// The description may be freed afterwards.
SNW_SETUP SNW_NODISCARD snw_status snw_model_compile(snw_model *model, const snw_robot *robot,
                                                     snw_arena *arena, snw_diags *diags);

/// Is every rate limited in speed and acceleration, as needed to execute a motion? Each joint that
/// is not goes to `diags` (may be NULL). SNW_ERR_LIMIT.
SNW_SETUP SNW_NODISCARD snw_status snw_model_check_timing(const snw_model *model, snw_diags *diags);

/// The number of a link, a joint (that of the link it moves) or a frame by its name; -1 for an
/// unknown name. A frame is an attachment or a link: model->frames[number] has its link and its
/// pose on it; an attachment comes first where both have the name. Costs one or two look-ups,
/// however many there are.
SNW_RT int snw_model_find_link(const snw_model *model, const char *name);

/// The number of a joint, which is that of the link it moves; -1 when there is no such joint.
SNW_RT int snw_model_find_joint(const snw_model *model, const char *name);

/// The number of a frame by its name; -1 when there is no such frame.
SNW_RT int snw_model_find_frame(const snw_model *model, const char *name);

/// A link by its number, or NULL for a number out of range.
SNW_INLINE const snw_link *snw_model_link(const snw_model *model, int link) {
    return 0 <= link && link < model->link_count ? &model->links[link] : NULL;
}

/// Rates of the joints alone; model->nv counts those of a floating root too.
SNW_INLINE int snw_model_joint_dof(const snw_model *model) {
    return model->nv - (model->floating ? 6 : 0);
}

/// Links that a link carries, itself included.
SNW_INLINE int snw_model_subtree_count(const snw_model *model, int link) {
    return model->links[link].end - link;
}

/// The first child of a link, and the next child of the same parent; -1 for none.
SNW_INLINE int snw_model_first_child(const snw_model *model, int link) {
    return model->links[link].end > link + 1 ? link + 1 : -1;
}

/// The next sibling of a link, or -1.
SNW_INLINE int snw_model_next_child(const snw_model *model, int link) {
    const int parent = model->links[link].parent, next = model->links[link].end;
    return parent >= 0 && next < model->links[parent].end ? next : -1;
}

#ifdef __cplusplus
}
#endif

#endif // SINEW_MODEL_MODEL_H
