// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_MODEL_DESCRIPTION_H
#define SINEW_MODEL_DESCRIPTION_H

/// @file
/// A mechanism as its author wrote it: links, joints, shapes, limits, attachments, by name. All are
/// described structs, so they have XML, JSON, paths and a page in the manual. Loaders (cell XML,
/// URDF, DH tables) fill these; snw_model_compile() checks them and makes the form that algorithms
/// use.
///
/// Frames. A joint has a frame, fixed in its parent link by `origin`; the child's link frame lies
/// on it at zero position and moves with the joint. Mass, shapes and attachments are placed in the
/// link frame. SI units; quaternions and poses have named parts; products of inertia are the matrix
/// entries (negative products).

#include "sinew/describe.h"
#include "sinew/math.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SNW_NAME = 64,         ///< bytes of a name, with the final zero
    SNW_MODEL_LINKS = 4096 ///< links of one system
};

// How a joint moves its child: the one table of kinds. A word of URDF stands only where URDF has
// the kind.
//
//  X(name, word, word in URDF, sentence)
#define SNW_JOINT_KINDS(X)                                                                         \
    X(FIXED, "fixed", "fixed", "Fixed joint.")                                                     \
    X(REVOLUTE, "revolute", "revolute", "Rotates about its axis, between limits.")                 \
    X(CONTINUOUS, "continuous", "continuous", "Rotates about its axis without limits.")            \
    X(PRISMATIC, "prismatic", "prismatic", "Slides along its axis.")                               \
    X(SCREW, "screw", NULL, "Rotates about its axis and slides along it.")                         \
    X(SPHERICAL, "spherical", NULL, "Rotates about its origin.")                                   \
    X(PLANAR, "planar", "planar", "Slides in the plane normal to its axis and rotates about it.")  \
    X(FREE, "free", "floating", "Moves freely.")                                                   \
    X(LAW, "law", NULL, "Moves as its motion law says.")

/// Coordinates: a spherical joint has a unit quaternion and three rates, a free one a position and
/// a quaternion and a twist, a screw slides `pitch` metres per radian, a law has one coordinate.
typedef enum snw_joint_kind {
#define SNW_X(name, word, urdf, sentence) SNW_JOINT_##name,
    SNW_JOINT_KINDS(SNW_X)
#undef SNW_X
} snw_joint_kind;

enum { SNW_JOINT_KIND_COUNT = SNW_JOINT_LAW + 1 };

/// "revolute"; "" for a number that is not a kind.
SNW_SETUP const char *snw_joint_kind_name(snw_joint_kind kind);

/// The word of URDF, "floating" for a free joint; NULL where URDF has none.
SNW_SETUP const char *snw_joint_kind_urdf(snw_joint_kind kind);

/// Limits of one coordinate; infinite without a limit.
typedef struct snw_limits {
    double lower, upper;               ///< [rad or m]
    double velocity;                   ///< [rad/s or m/s]
    double acceleration, deceleration; ///< [rad/s^2 or m/s^2]
    double jerk;                       ///< [rad/s^3 or m/s^3]
    double effort;                     ///< [N.m or N]
} snw_limits;

/// Limits inside the hard ones, where a controller begins to hold back.
typedef struct snw_soft_limits {
    double lower, upper;
    double k_position; ///< [1/s]
    double k_velocity; ///< [N.m.s/rad]
} snw_soft_limits;

/// A joint that follows another: q = multiplier * q[joint] + offset.
typedef struct snw_mimic {
    char joint[SNW_NAME];
    double multiplier, offset;
} snw_mimic;

/// The drive of a joint.
typedef struct snw_actuator {
    double inertia;                ///< of the rotor, on its own side of the gear [kg.m^2]
    double gear_ratio;             ///< motor speed over joint speed
    double friction;               ///< viscous, on the joint's side [N.m.s/rad]
    double coulomb;                ///< dry friction, on the joint's side [N.m]
    double effort_min, effort_max; ///< of the joint [N.m]
    double stop_zone;              ///< range before a limit in which the stop acts [rad]
    double stop_stiffness;         ///< [N.m/rad]
    double stop_damping;           ///< [N.m.s/rad]
} snw_actuator;

/// One term of a spring or damper: weight * (q[joint] - offset).
typedef struct snw_spring_term {
    char joint[SNW_NAME]; ///< empty: the joint that has the spring
    double weight, offset;
} snw_spring_term;

/// tau = -constant * sum of terms, over positions for a spring, rates for a damper.
typedef struct snw_spring {
    double constant;
    snw_spring_term *terms;
    int term_count;
} snw_spring;

/// A joint: what connects a parent link to a child link.
typedef struct snw_joint_description {
    char name[SNW_NAME];
    snw_joint_kind kind;
    char parent[SNW_NAME], child[SNW_NAME]; ///< links
    snw_pose origin;                        ///< joint frame in the parent link's frame
    snw_vec3 axis;                          ///< unit vector in the joint frame
    double pitch;                           ///< of a screw [m/rad]
    double position;                        ///< offset added to q: the zero of the encoder
    snw_limits limits;
    snw_soft_limits *soft;
    snw_mimic *mimic;
    snw_actuator *actuator;
    snw_spring *spring, *damper;
    snw_child law; ///< of base "joint_law", for SNW_JOINT_LAW
} snw_joint_description;

/// A shape of a link, where it is and what it looks like.
typedef struct snw_body_shape {
    char name[SNW_NAME];
    snw_pose origin; ///< in the link frame
    snw_child shape; ///< of base "shape"
    char material[SNW_NAME];
} snw_body_shape;

/// Mass properties as files give them: about the centre of mass, along the axes of `origin`.
typedef struct snw_inertial {
    double mass;
    snw_pose origin; ///< centre of mass and axes in the link frame
    double ixx, iyy, izz, ixy, ixz, iyz;
} snw_inertial;

typedef struct snw_link_description {
    char name[SNW_NAME];
    snw_inertial *inertial;
    snw_body_shape *visuals;
    int visual_count;
    snw_body_shape *collisions;
    int collision_count;
} snw_link_description;

/// A named place on a link: a tool frame, a point, a sensor, a camera.
typedef struct snw_attachment {
    char name[SNW_NAME], link[SNW_NAME];
    char role[SNW_NAME]; ///< "frame", "point", "sensor", "camera" or the user's own word
    snw_pose origin;     ///< in the link frame
} snw_attachment;

/// Motors that move several joints: q_joint = matrix * q_motor, tau_motor = matrix^T * tau_joint,
/// so that power is kept. Rows are joints, in the order named.
typedef struct snw_coupling {
    char name[SNW_NAME];
    char joints[8][SNW_NAME];
    int joint_count;
    double *matrix; ///< [joint_count * joint_count], by columns
    int matrix_count;
} snw_coupling;

typedef struct snw_robot_material {
    char name[SNW_NAME];
    double rgba[4];
    char texture[256];
} snw_robot_material;

/// One mechanism: a tree of links.
typedef struct snw_robot {
    char name[SNW_NAME];
    bool floating; ///< the root moves freely
    snw_link_description *links;
    int link_count;
    snw_joint_description *joints;
    int joint_count;
    snw_attachment *attachments;
    int attachment_count;
    snw_coupling *couplings;
    int coupling_count;
    snw_robot_material *materials;
    int material_count;
} snw_robot;

SNW_API extern const snw_type snw_robot_type, snw_link_description_type, snw_joint_description_type;

/// Adds the base of joint laws and the type of robots to a registry that has the base "shape", all
/// or none.
SNW_SETUP SNW_NODISCARD snw_status snw_model_register(snw_registry *registry, snw_why *why);

#ifdef __cplusplus
}
#endif

#endif // SINEW_MODEL_DESCRIPTION_H
