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
     .initial = "-INF", .help = "Least position; in m where the joint slides."},
    {SNW_AT(snw_limits, upper), .kind = SNW_KIND_REAL, .unit = "rad", .flags = SNW_INFINITE,
     .initial = "INF", .help = "Largest position; in m where the joint slides."},
    {SNW_AT(snw_limits, velocity), .kind = SNW_KIND_REAL, .unit = "rad/s", .range = {0, 1e300},
     .flags = SNW_INFINITE, .initial = "INF", .help = "Largest speed; in m/s where it slides."},
    {SNW_AT(snw_limits, acceleration), .kind = SNW_KIND_REAL, .unit = "rad/s^2",
     .range = {0, 1e300}, .flags = SNW_INFINITE, .initial = "INF",
     .help = "Largest gain of speed; in m/s^2 where it slides."},
    {SNW_AT(snw_limits, deceleration), .kind = SNW_KIND_REAL, .unit = "rad/s^2",
     .range = {0, 1e300}, .flags = SNW_INFINITE, .initial = "INF",
     .help = "Largest loss of speed; in m/s^2 where it slides."},
    {SNW_AT(snw_limits, jerk), .kind = SNW_KIND_REAL, .unit = "rad/s^3", .range = {0, 1e300},
     .flags = SNW_INFINITE, .initial = "INF",
     .help = "Largest rate of the acceleration; in m/s^3 where it slides."},
    {SNW_AT(snw_limits, effort), .kind = SNW_KIND_REAL, .unit = "N.m", .range = {0, 1e300},
     .flags = SNW_INFINITE, .initial = "INF",
     .help = "Largest torque; a force in N where it slides."},
};
static const snw_type limits_type = {TABLE(snw_limits, limits_fields), .token = "limits",
                                     .help = "What one coordinate may do."};

static const snw_field soft_fields[] = {
    {SNW_AT(snw_soft_limits, lower), .kind = SNW_KIND_REAL, .unit = "rad", .flags = SNW_INFINITE,
     .initial = "-INF", .help = "Where holding back begins below; in m where the joint slides."},
    {SNW_AT(snw_soft_limits, upper), .kind = SNW_KIND_REAL, .unit = "rad", .flags = SNW_INFINITE,
     .initial = "INF", .help = "Where holding back begins above; in m where the joint slides."},
    {SNW_AT(snw_soft_limits, k_position), .kind = SNW_KIND_REAL, .unit = "1/s", .range = {0, 1e300},
     .help = "Speed allowed per distance left."},
    {SNW_AT(snw_soft_limits, k_velocity), .kind = SNW_KIND_REAL, .unit = "N.m.s/rad",
     .range = {0, 1e300}, .help = "Effort allowed per speed left."},
};
static const snw_type soft_type = {TABLE(snw_soft_limits, soft_fields), .token = "soft_limits",
                                   .help = "Limits at which a controller begins to hold back."};

// --- parts of a joint ---------------------------------------------------------------------------

static const snw_field mimic_fields[] = {
    {SNW_AT(snw_mimic, joint), .kind = SNW_KIND_REFERENCE, .base = "joint", .flags = SNW_REQUIRED,
     .help = "The joint that is followed."},
    {SNW_AT(snw_mimic, multiplier), .kind = SNW_KIND_REAL, .range = {-1e6, 1e6}, .initial = "1",
     .help = "Motion of this joint over that of the other."},
    {SNW_AT(snw_mimic, offset), .kind = SNW_KIND_REAL, .unit = "rad", .range = {-1e6, 1e6},
     .help = "Position of this joint when the other is at 0; in m where it slides."},
};
static const snw_type mimic_type = {TABLE(snw_mimic, mimic_fields), .token = "mimic",
                                    .help = "A joint that follows another one."};

static const snw_field actuator_fields[] = {
    {SNW_AT(snw_actuator, inertia), .kind = SNW_KIND_REAL, .unit = "kg.m^2", .range = {0, 1e9},
     .help = "Moment of inertia of the rotor, on its own side of the gear."},
    {SNW_AT(snw_actuator, gear_ratio), .kind = SNW_KIND_REAL, .range = {-1e6, 1e6}, .initial = "1",
     .help = "Speed of the motor over speed of the joint."},
    {SNW_AT(snw_actuator, friction), .kind = SNW_KIND_REAL, .unit = "N.m.s/rad", .range = {0, 1e9},
     .help = "Viscous friction, on the joint's side."},
    {SNW_AT(snw_actuator, coulomb), .kind = SNW_KIND_REAL, .unit = "N.m", .range = {0, 1e9},
     .help = "Dry friction, on the joint's side."},
    {SNW_AT(snw_actuator, effort_min), .kind = SNW_KIND_REAL, .unit = "N.m", .range = {-1e300, 0},
     .flags = SNW_INFINITE, .initial = "-INF", .help = "Least torque."},
    {SNW_AT(snw_actuator, effort_max), .kind = SNW_KIND_REAL, .unit = "N.m", .range = {0, 1e300},
     .flags = SNW_INFINITE, .initial = "INF", .help = "Largest torque."},
    {SNW_AT(snw_actuator, stop_zone), .kind = SNW_KIND_REAL, .unit = "rad", .range = {0, 1e6},
     .help = "Range before a limit in which the stop acts."},
    {SNW_AT(snw_actuator, stop_stiffness), .kind = SNW_KIND_REAL, .unit = "N.m/rad",
     .range = {0, 1e12}, .help = "Torque of the stop per angle."},
    {SNW_AT(snw_actuator, stop_damping), .kind = SNW_KIND_REAL, .unit = "N.m.s/rad",
     .range = {0, 1e12}, .help = "Torque of the stop per speed."},
};
static const snw_type actuator_type = {TABLE(snw_actuator, actuator_fields), .token = "actuator",
                                       .help = "The drive of a joint."};

static const snw_field term_fields[] = {
    {SNW_AT(snw_spring_term, joint), .kind = SNW_KIND_REFERENCE, .base = "joint",
     .help = "The joint that is measured; empty for the one that has the spring."},
    {SNW_AT(snw_spring_term, weight), .kind = SNW_KIND_REAL, .range = {-1e9, 1e9}, .initial = "1",
     .help = "How much it counts."},
    {SNW_AT(snw_spring_term, offset), .kind = SNW_KIND_REAL, .unit = "rad", .range = {-1e6, 1e6},
     .help = "Its position at rest; in m where it slides. A damper has none."},
};
static const snw_type term_type = {TABLE(snw_spring_term, term_fields), .token = "spring_term",
                                   .help = "One joint that a spring or damper measures."};

static const snw_field spring_fields[] = {
    {SNW_AT(snw_spring, constant), .kind = SNW_KIND_REAL, .range = {0, 1e12},
     .help = "N.m/rad or N/m for a spring, N.m.s/rad or N.s/m for a damper."},
    {SNW_AT_LIST(snw_spring, terms, term_count, SNW_MODEL_LINKS), .kind = SNW_KIND_STRUCT,
     .type = &term_type, .item = "term",
     .help = "What is summed; without any, the joint itself with weight 1."},
};
static const snw_type spring_type = {TABLE(snw_spring, spring_fields), .token = "spring",
                                     .help = "A spring or damper across joints."};

// --- joints -------------------------------------------------------------------------------------

static const snw_choice kinds[] = {
    {"fixed", SNW_JOINT_FIXED, "Does not move."},
    {"revolute", SNW_JOINT_REVOLUTE, "Turns about its axis, between limits."},
    {"continuous", SNW_JOINT_CONTINUOUS, "Turns about its axis without end."},
    {"prismatic", SNW_JOINT_PRISMATIC, "Slides along its axis."},
    {"screw", SNW_JOINT_SCREW, "Turns about its axis and slides along it."},
    {"spherical", SNW_JOINT_SPHERICAL, "Turns about its origin."},
    {"planar", SNW_JOINT_PLANAR, "Slides in the plane normal to its axis and turns about it."},
    {"free", SNW_JOINT_FREE, "Moves freely."},
    {"law", SNW_JOINT_LAW, "Moves as its law says."},
};

// NOLINTBEGIN(bugprone-sizeof-expression): the member of an optional part is a pointer

static const snw_field joint_fields[] = {
    {SNW_AT(snw_joint_description, name), .kind = SNW_KIND_STRING, .flags = SNW_KEY | SNW_REQUIRED,
     .help = "Name of the joint."},
    {SNW_AT(snw_joint_description, kind), .kind = SNW_KIND_ENUM, SNW_CHOICES(kinds),
     .help = "How it moves its child."},
    {SNW_AT(snw_joint_description, parent), .kind = SNW_KIND_REFERENCE, .base = "link",
     .flags = SNW_REQUIRED, .help = "The link that carries the joint."},
    {SNW_AT(snw_joint_description, child), .kind = SNW_KIND_REFERENCE, .base = "link",
     .flags = SNW_REQUIRED, .help = "The link that it moves."},
    {SNW_AT(snw_joint_description, origin), .kind = SNW_KIND_POSE, .unit = "m", .range = LENGTHS,
     .help = "The joint's frame in the frame of the parent."},
    {SNW_AT(snw_joint_description, axis), .kind = SNW_KIND_VEC3, .initial = "1 0 0",
     .help = "Its axis in the joint's frame, of length 1."},
    {SNW_AT(snw_joint_description, pitch), .kind = SNW_KIND_REAL, .unit = "m/rad", .range = LENGTHS,
     .help = "Way of a screw per angle."},
    {SNW_AT(snw_joint_description, position), .kind = SNW_KIND_REAL, .unit = "rad",
     .range = LENGTHS, .help = "Added to the coordinate: the zero of the encoder."},
    {SNW_AT(snw_joint_description, limits), .kind = SNW_KIND_STRUCT, .type = &limits_type,
     .help = "What it may do."},
    {SNW_AT(snw_joint_description, soft), .kind = SNW_KIND_OPTIONAL, .type = &soft_type,
     .help = "Limits inside these, where a controller begins to hold back."},
    {SNW_AT(snw_joint_description, mimic), .kind = SNW_KIND_OPTIONAL, .type = &mimic_type,
     .help = "The joint that it follows; it then has no coordinate of its own."},
    {SNW_AT(snw_joint_description, actuator), .kind = SNW_KIND_OPTIONAL, .type = &actuator_type,
     .help = "Its drive."},
    {SNW_AT(snw_joint_description, spring), .kind = SNW_KIND_OPTIONAL, .type = &spring_type,
     .help = "A spring that acts on it."},
    {SNW_AT(snw_joint_description, damper), .kind = SNW_KIND_OPTIONAL, .type = &spring_type,
     .help = "A damper that acts on it."},
    {SNW_AT(snw_joint_description, law), .kind = SNW_KIND_CHILD, .base = "joint_law",
     .help = "The motion of a joint of kind law."},
};
const snw_type snw_joint_description_type = {
    TABLE(snw_joint_description, joint_fields), .token = "joint",
    .help = "What connects a parent link to a child link."};

// --- links --------------------------------------------------------------------------------------

static const snw_field shape_fields[] = {
    {SNW_AT(snw_body_shape, name), .kind = SNW_KIND_STRING, .flags = SNW_KEY,
     .help = "Name of the shape; may be empty."},
    {SNW_AT(snw_body_shape, origin), .kind = SNW_KIND_POSE, .unit = "m", .range = LENGTHS,
     .help = "Its frame in the frame of the link."},
    {SNW_AT(snw_body_shape, shape), .kind = SNW_KIND_CHILD, .base = "shape", .help = "What it is."},
    {SNW_AT(snw_body_shape, material), .kind = SNW_KIND_REFERENCE, .base = "material",
     .help = "What it looks like; may be empty."},
};
static const snw_type shape_type = {TABLE(snw_body_shape, shape_fields), .token = "body_shape",
                                    .help = "A shape of a link."};

static const snw_field inertial_fields[] = {
    {SNW_AT(snw_inertial, mass), .kind = SNW_KIND_REAL, .unit = "kg", .range = {0, 1e9},
     .help = "Mass; 0 with all moments 0 is a link without mass."},
    {SNW_AT(snw_inertial, origin), .kind = SNW_KIND_POSE, .unit = "m", .range = LENGTHS,
     .help = "Centre of mass, and axes of the moments, in the frame of the link."},
    {SNW_AT(snw_inertial, ixx), .kind = SNW_KIND_REAL, .unit = "kg.m^2", .range = {0, 1e12},
     .help = "Moment about x through the centre of mass."},
    {SNW_AT(snw_inertial, iyy), .kind = SNW_KIND_REAL, .unit = "kg.m^2", .range = {0, 1e12},
     .help = "Moment about y through the centre of mass."},
    {SNW_AT(snw_inertial, izz), .kind = SNW_KIND_REAL, .unit = "kg.m^2", .range = {0, 1e12},
     .help = "Moment about z through the centre of mass."},
    {SNW_AT(snw_inertial, ixy), .kind = SNW_KIND_REAL, .unit = "kg.m^2", .range = {-1e12, 1e12},
     .help = "Entry xy of the matrix of moments: minus the integral of x y."},
    {SNW_AT(snw_inertial, ixz), .kind = SNW_KIND_REAL, .unit = "kg.m^2", .range = {-1e12, 1e12},
     .help = "Entry xz of the matrix of moments: minus the integral of x z."},
    {SNW_AT(snw_inertial, iyz), .kind = SNW_KIND_REAL, .unit = "kg.m^2", .range = {-1e12, 1e12},
     .help = "Entry yz of the matrix of moments: minus the integral of y z."},
};
static const snw_type inertial_type = {TABLE(snw_inertial, inertial_fields), .token = "inertial",
                                       .help = "Mass, centre of mass and central moments."};

static const snw_field link_fields[] = {
    {SNW_AT(snw_link_description, name), .kind = SNW_KIND_STRING, .flags = SNW_KEY | SNW_REQUIRED,
     .help = "Name of the link."},
    {SNW_AT(snw_link_description, inertial), .kind = SNW_KIND_OPTIONAL, .type = &inertial_type,
     .help = "Its mass properties; absent for a link without mass."},
    {SNW_AT_LIST(snw_link_description, visuals, visual_count, 65536), .kind = SNW_KIND_STRUCT,
     .type = &shape_type, .item = "visual", .help = "What is seen of it."},
    {SNW_AT_LIST(snw_link_description, collisions, collision_count, 65536), .kind = SNW_KIND_STRUCT,
     .type = &shape_type, .item = "collision", .help = "What collides of it."},
};
// NOLINTEND(bugprone-sizeof-expression)

const snw_type snw_link_description_type = {TABLE(snw_link_description, link_fields),
                                            .token = "link", .help = "A rigid body."};

// --- the whole ----------------------------------------------------------------------------------

static const snw_field attachment_fields[] = {
    {SNW_AT(snw_attachment, name), .kind = SNW_KIND_STRING, .flags = SNW_KEY | SNW_REQUIRED,
     .help = "Name of the place."},
    {SNW_AT(snw_attachment, link), .kind = SNW_KIND_REFERENCE, .base = "link",
     .flags = SNW_REQUIRED, .help = "The link that it is on."},
    {SNW_AT(snw_attachment, role), .kind = SNW_KIND_STRING, .initial = "frame",
     .help = "frame, point, sensor, camera, or a word of the user's."},
    {SNW_AT(snw_attachment, origin), .kind = SNW_KIND_POSE, .unit = "m", .range = LENGTHS,
     .help = "Its frame in the frame of the link."},
};
static const snw_type attachment_type = {TABLE(snw_attachment, attachment_fields),
                                         .token = "attachment", .help = "A named place on a link."};

static const snw_field coupling_fields[] = {
    {SNW_AT(snw_coupling, name), .kind = SNW_KIND_STRING, .flags = SNW_KEY | SNW_REQUIRED,
     .help = "Name of the coupling."},
    {SNW_AT_COUNTED(snw_coupling, joints, joint_count), .kind = SNW_KIND_REFERENCE, .base = "joint",
     .item = "joint", .help = "The joints that are moved, row by row."},
    {SNW_AT_LIST(snw_coupling, matrix, matrix_count, 64), .kind = SNW_KIND_REAL,
     .range = {-1e9, 1e9}, .help = "Joint positions from motor positions; by columns."},
};
static const snw_type coupling_type = {TABLE(snw_coupling, coupling_fields), .token = "coupling",
                                       .help = "Motors that move several joints."};

static const snw_field material_fields[] = {
    {SNW_AT(snw_robot_material, name), .kind = SNW_KIND_STRING, .flags = SNW_KEY | SNW_REQUIRED,
     .help = "Name of the material."},
    {SNW_AT_ARRAY(snw_robot_material, rgba), .kind = SNW_KIND_REAL, .range = {0, 1}, .initial = "1",
     .help = "Red, green, blue, and how opaque it is."},
    {SNW_AT(snw_robot_material, texture), .kind = SNW_KIND_STRING,
     .help = "File of its picture, or empty."},
};
static const snw_type material_type = {TABLE(snw_robot_material, material_fields),
                                       .token = "material", .help = "What a shape looks like."};

static const snw_field robot_fields[] = {
    {SNW_AT(snw_robot, name), .kind = SNW_KIND_STRING, .flags = SNW_KEY | SNW_REQUIRED,
     .help = "Name of the mechanism."},
    {SNW_AT(snw_robot, floating), .kind = SNW_KIND_BOOL, .help = "The root moves freely."},
    {SNW_AT_LIST(snw_robot, links, link_count, SNW_MODEL_LINKS), .kind = SNW_KIND_STRUCT,
     .type = &snw_link_description_type, .item = "link", .help = "Its rigid bodies."},
    {SNW_AT_LIST(snw_robot, joints, joint_count, SNW_MODEL_LINKS), .kind = SNW_KIND_STRUCT,
     .type = &snw_joint_description_type, .item = "joint", .help = "What connects them."},
    {SNW_AT_LIST(snw_robot, attachments, attachment_count, 65536), .kind = SNW_KIND_STRUCT,
     .type = &attachment_type, .item = "attachment", .help = "Named places on the links."},
    {SNW_AT_LIST(snw_robot, couplings, coupling_count, SNW_MODEL_LINKS), .kind = SNW_KIND_STRUCT,
     .type = &coupling_type, .item = "coupling", .help = "Motors that move several joints."},
    {SNW_AT_LIST(snw_robot, materials, material_count, 65536), .kind = SNW_KIND_STRUCT,
     .type = &material_type, .item = "material", .help = "What the shapes look like."},
};
const snw_type snw_robot_type = {TABLE(snw_robot, robot_fields), .token = "robot",
                                 .help = "A mechanism: a tree of links."};
