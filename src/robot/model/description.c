// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/model/description.h"

// Numbers that kernels multiply along a chain are bounded, so that no pose of a legal model
// overflows: 4,096 links of 1e6 m stay below 1e10 m.

#define TABLE(structure, rows)                                                                     \
    .size = sizeof(structure), .align = _Alignof(structure), .fields = (rows),                     \
    .field_count = (int)(sizeof(rows) / sizeof *(rows)), .space = &snw_space_robot

#define LENGTHS                                                                                    \
    { -1e6, 1e6 }

// --- limits -------------------------------------------------------------------------------------

static const snw_field limits_fields[] = {
    {SNW_AT(snw_limits, lower), .kind = SNW_KIND_REAL, .unit = "rad", .flags = SNW_INFINITE,
     .initial = "-INF", .help = "Lower position limit; in m for prismatic joints."},
    {SNW_AT(snw_limits, upper), .kind = SNW_KIND_REAL, .unit = "rad", .flags = SNW_INFINITE,
     .initial = "INF", .help = "Upper position limit; in m for prismatic joints."},
    {SNW_AT(snw_limits, velocity), .kind = SNW_KIND_REAL, .unit = "rad/s", .range = {0, 1e300},
     .flags = SNW_INFINITE, .initial = "INF",
     .help = "Velocity limit; in m/s for prismatic joints."},
    {SNW_AT(snw_limits, acceleration), .kind = SNW_KIND_REAL, .unit = "rad/s^2",
     .range = {0, 1e300}, .flags = SNW_INFINITE, .initial = "INF",
     .help = "Acceleration limit; in m/s^2 for prismatic joints."},
    {SNW_AT(snw_limits, deceleration), .kind = SNW_KIND_REAL, .unit = "rad/s^2",
     .range = {0, 1e300}, .flags = SNW_INFINITE, .initial = "INF",
     .help = "Deceleration limit; in m/s^2 for prismatic joints."},
    {SNW_AT(snw_limits, jerk), .kind = SNW_KIND_REAL, .unit = "rad/s^3", .range = {0, 1e300},
     .flags = SNW_INFINITE, .initial = "INF", .help = "Jerk limit; in m/s^3 for prismatic joints."},
    {SNW_AT(snw_limits, effort), .kind = SNW_KIND_REAL, .unit = "N.m", .range = {0, 1e300},
     .flags = SNW_INFINITE, .initial = "INF",
     .help = "Torque limit; a force in N for prismatic joints."},
};
static const snw_type limits_type = {TABLE(snw_limits, limits_fields), .token = "limits",
                                     .help = "Limits of one joint coordinate."};

static const snw_field soft_fields[] = {
    {SNW_AT(snw_soft_limits, lower), .kind = SNW_KIND_REAL, .unit = "rad", .flags = SNW_INFINITE,
     .initial = "-INF", .help = "Lower soft limit; in m for prismatic joints."},
    {SNW_AT(snw_soft_limits, upper), .kind = SNW_KIND_REAL, .unit = "rad", .flags = SNW_INFINITE,
     .initial = "INF", .help = "Upper soft limit; in m for prismatic joints."},
    {SNW_AT(snw_soft_limits, k_position), .kind = SNW_KIND_REAL, .unit = "1/s", .range = {0, 1e300},
     .help = "Allowed speed per distance from the limit."},
    {SNW_AT(snw_soft_limits, k_velocity), .kind = SNW_KIND_REAL, .unit = "N.m.s/rad",
     .range = {0, 1e300}, .help = "Allowed effort per remaining speed."},
};
static const snw_type soft_type = {TABLE(snw_soft_limits, soft_fields), .token = "soft_limits",
                                   .help =
                                       "Soft limits, at which a controller begins to slow down."};

// --- parts of a joint ---------------------------------------------------------------------------

static const snw_field mimic_fields[] = {
    {SNW_AT(snw_mimic, joint), .kind = SNW_KIND_REFERENCE, .base = "joint", .flags = SNW_REQUIRED,
     .help = "Joint that is followed."},
    {SNW_AT(snw_mimic, multiplier), .kind = SNW_KIND_REAL, .range = {-1e6, 1e6}, .initial = "1",
     .help = "Ratio of this joint's motion to that of the other joint."},
    {SNW_AT(snw_mimic, offset), .kind = SNW_KIND_REAL, .unit = "rad", .range = {-1e6, 1e6},
     .help = "Position of this joint when the other is at 0; in m for prismatic joints."},
};
static const snw_type mimic_type = {TABLE(snw_mimic, mimic_fields), .token = "mimic",
                                    .help = "Couples a joint to another joint that it follows."};

static const snw_field actuator_fields[] = {
    {SNW_AT(snw_actuator, inertia), .kind = SNW_KIND_REAL, .unit = "kg.m^2", .range = {0, 1e9},
     .help = "Rotor inertia on the motor side of the gear."},
    {SNW_AT(snw_actuator, gear_ratio), .kind = SNW_KIND_REAL, .range = {-1e6, 1e6}, .initial = "1",
     .help = "Gear ratio: motor speed divided by joint speed."},
    {SNW_AT(snw_actuator, friction), .kind = SNW_KIND_REAL, .unit = "N.m.s/rad", .range = {0, 1e9},
     .help = "Viscous friction coefficient on the joint side."},
    {SNW_AT(snw_actuator, coulomb), .kind = SNW_KIND_REAL, .unit = "N.m", .range = {0, 1e9},
     .help = "Coulomb friction on the joint side."},
    {SNW_AT(snw_actuator, effort_min), .kind = SNW_KIND_REAL, .unit = "N.m", .range = {-1e300, 0},
     .flags = SNW_INFINITE, .initial = "-INF", .help = "Largest negative torque."},
    {SNW_AT(snw_actuator, effort_max), .kind = SNW_KIND_REAL, .unit = "N.m", .range = {0, 1e300},
     .flags = SNW_INFINITE, .initial = "INF", .help = "Largest positive torque."},
    {SNW_AT(snw_actuator, stop_zone), .kind = SNW_KIND_REAL, .unit = "rad", .range = {0, 1e6},
     .help = "Distance from a limit at which the end stop begins to act."},
    {SNW_AT(snw_actuator, stop_stiffness), .kind = SNW_KIND_REAL, .unit = "N.m/rad",
     .range = {0, 1e12}, .help = "Stiffness of the end stop."},
    {SNW_AT(snw_actuator, stop_damping), .kind = SNW_KIND_REAL, .unit = "N.m.s/rad",
     .range = {0, 1e12}, .help = "Damping of the end stop."},
};
static const snw_type actuator_type = {TABLE(snw_actuator, actuator_fields), .token = "actuator",
                                       .help = "The actuator of a joint."};

static const snw_field term_fields[] = {
    {SNW_AT(snw_spring_term, joint), .kind = SNW_KIND_REFERENCE, .base = "joint",
     .help = "Joint that is measured; empty means the joint that has the spring."},
    {SNW_AT(snw_spring_term, weight), .kind = SNW_KIND_REAL, .range = {-1e9, 1e9}, .initial = "1",
     .help = "Weight of the joint in the sum."},
    {SNW_AT(snw_spring_term, offset), .kind = SNW_KIND_REAL, .unit = "rad", .range = {-1e6, 1e6},
     .help = "Rest position of the joint; in m for prismatic joints. Dampers ignore it."},
};
static const snw_type term_type = {TABLE(snw_spring_term, term_fields), .token = "spring_term",
                                   .help = "A joint that a spring or damper measures."};

static const snw_field spring_fields[] = {
    {SNW_AT(snw_spring, constant), .kind = SNW_KIND_REAL, .range = {0, 1e12},
     .help = "Spring constant [N.m/rad or N/m] or damping coefficient [N.m.s/rad or N.s/m]."},
    {SNW_AT_LIST(snw_spring, terms, term_count, SNW_MODEL_LINKS), .kind = SNW_KIND_STRUCT,
     .type = &term_type, .item = "term",
     .help = "Joints that are summed; the joint itself with weight 1 if omitted."},
};
static const snw_type spring_type = {TABLE(snw_spring, spring_fields), .token = "spring",
                                     .help = "A spring or damper across joints."};

// --- joints -------------------------------------------------------------------------------------

static const snw_choice kinds[] = {
#define SNW_X(name, word, urdf, sentence) {word, SNW_JOINT_##name, sentence},
    SNW_JOINT_KINDS(SNW_X)
#undef SNW_X
};

const char *snw_joint_kind_name(snw_joint_kind kind) {
    return (unsigned)kind < SNW_JOINT_KIND_COUNT ? kinds[kind].name : "";
}

const char *snw_joint_kind_urdf(snw_joint_kind kind) {
    static const char *const words[] = {
#define SNW_X(name, word, urdf, sentence) urdf,
        SNW_JOINT_KINDS(SNW_X)
#undef SNW_X
    };
    return (unsigned)kind < SNW_JOINT_KIND_COUNT ? words[kind] : NULL;
}

// NOLINTBEGIN(bugprone-sizeof-expression): the member of an optional part is a pointer

static const snw_field joint_fields[] = {
    {SNW_AT(snw_joint_description, name), .kind = SNW_KIND_STRING, .flags = SNW_KEY | SNW_REQUIRED,
     .help = "Name of the joint."},
    {SNW_AT(snw_joint_description, kind), .kind = SNW_KIND_ENUM, SNW_CHOICES(kinds),
     .help = "Kind of joint."},
    {SNW_AT(snw_joint_description, parent), .kind = SNW_KIND_REFERENCE, .base = "link",
     .flags = SNW_REQUIRED, .help = "Link that carries the joint."},
    {SNW_AT(snw_joint_description, child), .kind = SNW_KIND_REFERENCE, .base = "link",
     .flags = SNW_REQUIRED, .help = "Link that the joint moves."},
    {SNW_AT(snw_joint_description, origin), .kind = SNW_KIND_POSE, .unit = "m", .range = LENGTHS,
     .help = "Frame of the joint in the frame of the parent link."},
    {SNW_AT(snw_joint_description, axis), .kind = SNW_KIND_VEC3, .initial = "1 0 0",
     .help = "Unit vector of the joint axis in the joint's frame."},
    {SNW_AT(snw_joint_description, pitch), .kind = SNW_KIND_REAL, .unit = "m/rad", .range = LENGTHS,
     .help = "Screw pitch [m/rad]."},
    {SNW_AT(snw_joint_description, position), .kind = SNW_KIND_REAL, .unit = "rad",
     .range = LENGTHS, .help = "Encoder zero, added to the joint coordinate."},
    {SNW_AT(snw_joint_description, limits), .kind = SNW_KIND_STRUCT, .type = &limits_type,
     .help = "Limits of the joint."},
    {SNW_AT(snw_joint_description, soft), .kind = SNW_KIND_OPTIONAL, .type = &soft_type,
     .help = "Soft limits, at which a controller begins to slow down."},
    {SNW_AT(snw_joint_description, mimic), .kind = SNW_KIND_OPTIONAL, .type = &mimic_type,
     .help = "Joint that this one follows; it then has no coordinate of its own."},
    {SNW_AT(snw_joint_description, actuator), .kind = SNW_KIND_OPTIONAL, .type = &actuator_type,
     .help = "Actuator of the joint."},
    {SNW_AT(snw_joint_description, spring), .kind = SNW_KIND_OPTIONAL, .type = &spring_type,
     .help = "Spring that acts on the joint."},
    {SNW_AT(snw_joint_description, damper), .kind = SNW_KIND_OPTIONAL, .type = &spring_type,
     .help = "Damper that acts on the joint."},
    {SNW_AT(snw_joint_description, law), .kind = SNW_KIND_CHILD, .base = "joint_law",
     .help = "Motion law of a joint of kind law."},
};
const snw_type snw_joint_description_type = {
    TABLE(snw_joint_description, joint_fields), .token = "joint",
    .help = "A joint that connects a parent link to a child link."};

// --- links --------------------------------------------------------------------------------------

static const snw_field shape_fields[] = {
    {SNW_AT(snw_body_shape, name), .kind = SNW_KIND_STRING, .flags = SNW_KEY,
     .help = "Name of the shape; may be empty."},
    {SNW_AT(snw_body_shape, origin), .kind = SNW_KIND_POSE, .unit = "m", .range = LENGTHS,
     .help = "Frame of the shape in the frame of the link."},
    {SNW_AT(snw_body_shape, shape), .kind = SNW_KIND_CHILD, .base = "shape",
     .help = "Geometry of the shape."},
    {SNW_AT(snw_body_shape, material), .kind = SNW_KIND_REFERENCE, .base = "material",
     .help = "Material of the shape; may be empty."},
};
static const snw_type shape_type = {TABLE(snw_body_shape, shape_fields), .token = "body_shape",
                                    .help = "A shape of a link."};

static const snw_field inertial_fields[] = {
    {SNW_AT(snw_inertial, mass), .kind = SNW_KIND_REAL, .unit = "kg", .range = {0, 1e9},
     .help = "Mass; 0 with all moments 0 means a massless link."},
    {SNW_AT(snw_inertial, origin), .kind = SNW_KIND_POSE, .unit = "m", .range = LENGTHS,
     .help = "Centre of mass and axes of the moments, in the frame of the link."},
    {SNW_AT(snw_inertial, ixx), .kind = SNW_KIND_REAL, .unit = "kg.m^2", .range = {-1e12, 1e12},
     .help = "Moment of inertia about x through the centre of mass."},
    {SNW_AT(snw_inertial, iyy), .kind = SNW_KIND_REAL, .unit = "kg.m^2", .range = {-1e12, 1e12},
     .help = "Moment of inertia about y through the centre of mass."},
    {SNW_AT(snw_inertial, izz), .kind = SNW_KIND_REAL, .unit = "kg.m^2", .range = {-1e12, 1e12},
     .help = "Moment of inertia about z through the centre of mass."},
    {SNW_AT(snw_inertial, ixy), .kind = SNW_KIND_REAL, .unit = "kg.m^2", .range = {-1e12, 1e12},
     .help = "Entry xy of the inertia matrix: minus the integral of x y."},
    {SNW_AT(snw_inertial, ixz), .kind = SNW_KIND_REAL, .unit = "kg.m^2", .range = {-1e12, 1e12},
     .help = "Entry xz of the inertia matrix: minus the integral of x z."},
    {SNW_AT(snw_inertial, iyz), .kind = SNW_KIND_REAL, .unit = "kg.m^2", .range = {-1e12, 1e12},
     .help = "Entry yz of the inertia matrix: minus the integral of y z."},
};
static const snw_type inertial_type = {TABLE(snw_inertial, inertial_fields), .token = "inertial",
                                       .help =
                                           "Mass, centre of mass and moments of inertia about it."};

static const snw_field link_fields[] = {
    {SNW_AT(snw_link_description, name), .kind = SNW_KIND_STRING, .flags = SNW_KEY | SNW_REQUIRED,
     .help = "Name of the link."},
    {SNW_AT(snw_link_description, inertial), .kind = SNW_KIND_OPTIONAL, .type = &inertial_type,
     .help = "Mass properties; omitted for a massless link."},
    {SNW_AT_LIST(snw_link_description, visuals, visual_count, 65536), .kind = SNW_KIND_STRUCT,
     .type = &shape_type, .item = "visual", .help = "Shapes for display."},
    {SNW_AT_LIST(snw_link_description, collisions, collision_count, 65536), .kind = SNW_KIND_STRUCT,
     .type = &shape_type, .item = "collision", .help = "Shapes for collision checks."},
};
// NOLINTEND(bugprone-sizeof-expression)

const snw_type snw_link_description_type = {TABLE(snw_link_description, link_fields),
                                            .token = "link",
                                            .help = "A rigid body of a mechanism."};

// --- the whole ----------------------------------------------------------------------------------

static const snw_field attachment_fields[] = {
    {SNW_AT(snw_attachment, name), .kind = SNW_KIND_STRING, .flags = SNW_KEY | SNW_REQUIRED,
     .help = "Name of the attachment."},
    {SNW_AT(snw_attachment, link), .kind = SNW_KIND_REFERENCE, .base = "link",
     .flags = SNW_REQUIRED, .help = "Link that carries the attachment."},
    {SNW_AT(snw_attachment, role), .kind = SNW_KIND_STRING, .initial = "frame",
     .help = "Role of the attachment: frame, point, sensor, camera, or a word of your own."},
    {SNW_AT(snw_attachment, origin), .kind = SNW_KIND_POSE, .unit = "m", .range = LENGTHS,
     .help = "Frame of the attachment in the frame of the link."},
};
static const snw_type attachment_type = {TABLE(snw_attachment, attachment_fields),
                                         .token = "attachment", .help = "A named frame on a link."};

static const snw_field coupling_fields[] = {
    {SNW_AT(snw_coupling, name), .kind = SNW_KIND_STRING, .flags = SNW_KEY | SNW_REQUIRED,
     .help = "Name of the coupling."},
    {SNW_AT_COUNTED(snw_coupling, joints, joint_count), .kind = SNW_KIND_REFERENCE, .base = "joint",
     .item = "joint", .help = "Joints that are moved, one for each row."},
    {SNW_AT_LIST(snw_coupling, matrix, matrix_count, 64), .kind = SNW_KIND_REAL,
     .range = {-1e9, 1e9}, .help = "Matrix from motor positions to joint positions, by columns."},
};
static const snw_type coupling_type = {TABLE(snw_coupling, coupling_fields), .token = "coupling",
                                       .help = "A coupling by which motors move several joints."};

static const snw_field material_fields[] = {
    {SNW_AT(snw_robot_material, name), .kind = SNW_KIND_STRING, .flags = SNW_KEY | SNW_REQUIRED,
     .help = "Name of the material."},
    {SNW_AT_ARRAY(snw_robot_material, rgba), .kind = SNW_KIND_REAL, .range = {0, 1}, .initial = "1",
     .help = "Red, green, blue and opacity, each 0 to 1."},
    {SNW_AT(snw_robot_material, texture), .kind = SNW_KIND_STRING,
     .help = "Texture image file; empty means no texture."},
};
static const snw_type material_type = {TABLE(snw_robot_material, material_fields),
                                       .token = "material", .help = "The appearance of a shape."};

static const snw_field robot_fields[] = {
    {SNW_AT(snw_robot, name), .kind = SNW_KIND_STRING, .flags = SNW_KEY | SNW_REQUIRED,
     .help = "Name of the mechanism."},
    {SNW_AT(snw_robot, floating), .kind = SNW_KIND_BOOL, .help = "The root link moves freely."},
    {SNW_AT_LIST(snw_robot, links, link_count, SNW_MODEL_LINKS), .kind = SNW_KIND_STRUCT,
     .type = &snw_link_description_type, .item = "link", .help = "Rigid bodies of the mechanism."},
    {SNW_AT_LIST(snw_robot, joints, joint_count, SNW_MODEL_LINKS), .kind = SNW_KIND_STRUCT,
     .type = &snw_joint_description_type, .item = "joint",
     .help = "Joints that connect the links."},
    {SNW_AT_LIST(snw_robot, attachments, attachment_count, 65536), .kind = SNW_KIND_STRUCT,
     .type = &attachment_type, .item = "attachment", .help = "Named frames on the links."},
    {SNW_AT_LIST(snw_robot, couplings, coupling_count, SNW_MODEL_LINKS), .kind = SNW_KIND_STRUCT,
     .type = &coupling_type, .item = "coupling",
     .help = "Couplings by which motors move several joints."},
    {SNW_AT_LIST(snw_robot, materials, material_count, 65536), .kind = SNW_KIND_STRUCT,
     .type = &material_type, .item = "material", .help = "Materials of the shapes."},
};
const snw_type snw_robot_type = {TABLE(snw_robot, robot_fields), .token = "robot",
                                 .help = "A mechanism: a tree of links."};
