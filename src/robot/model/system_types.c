// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/model/system.h"

// Numbers are bounded as those of description.c are, so that no pose of a legal cell overflows.

#define TABLE(structure, rows)                                                                     \
    .size = sizeof(structure), .align = _Alignof(structure), .fields = (rows),                     \
    .field_count = (int)(sizeof(rows) / sizeof *(rows)), .space = &snw_space_cell

#define LENGTHS                                                                                    \
    { -1e6, 1e6 }
#define MOMENTS                                                                                    \
    { -1e12, 1e12 }

// --- mechanisms and members ---------------------------------------------------------------------

static const snw_field share_fields[] = {
    {SNW_AT(snw_shape_share, link), .kind = SNW_KIND_REFERENCE, .base = "link",
     .flags = SNW_REQUIRED, .help = "Link that has no shapes of its own."},
    {SNW_AT(snw_shape_share, of), .kind = SNW_KIND_REFERENCE, .base = "link", .flags = SNW_REQUIRED,
     .help = "Link of the same mechanism that has the shapes."},
};
static const snw_type share_type = {TABLE(snw_shape_share, share_fields), .token = "shape_share",
                                    .help = "A link that uses the shapes of another link."};

// NOLINTBEGIN(bugprone-sizeof-expression): the member of an optional part is a pointer
static const snw_field mechanism_fields[] = {
    {SNW_AT(snw_mechanism, name), .kind = SNW_KIND_STRING, .flags = SNW_KEY | SNW_REQUIRED,
     .help = "Name of the mechanism."},
    {SNW_AT(snw_mechanism, file), .kind = SNW_KIND_STRING,
     .help = "Model file, relative to the folder of the cell, or package://name/path."},
    {SNW_AT_PART(snw_mechanism, robot), .kind = SNW_KIND_OPTIONAL, .type = &snw_robot_type,
     .help = "The mechanism itself, if no file is named."},
    {SNW_AT_LIST(snw_mechanism, shares, share_count, SNW_MODEL_LINKS), .kind = SNW_KIND_STRUCT,
     .type = &share_type, .item = "share", .help = "Links that use the shapes of other links."},
    {SNW_AT(snw_mechanism, found), .kind = SNW_KIND_STRING, .role = SNW_SIGNAL,
     .help = "Path at which the file was found."},
};
// NOLINTEND(bugprone-sizeof-expression)
static const snw_type mechanism_type = {
    TABLE(snw_mechanism, mechanism_fields), .token = "mechanism",
    .help = "A mechanism, written in the cell or in a model file."};

static const snw_choice bases[] = {
    {"as_described", SNW_BASE_AS_DESCRIBED, "As the mechanism describes it."},
    {"fixed", SNW_BASE_FIXED, "The root is fixed."},
    {"floating", SNW_BASE_FLOATING, "The root moves freely."},
};

static const snw_choice displays[] = {
    {"solid", SNW_DISPLAY_SOLID, "Draw surfaces."},
    {"wireframe", SNW_DISPLAY_WIREFRAME, "Draw edges."},
    {"off", SNW_DISPLAY_OFF, "Draw nothing."},
};

static const snw_field member_fields[] = {
    {SNW_AT(snw_cell_member, name), .kind = SNW_KIND_STRING, .flags = SNW_KEY | SNW_REQUIRED,
     .help = "Name of the member, without a slash."},
    {SNW_AT(snw_cell_member, mechanism), .kind = SNW_KIND_REFERENCE, .base = "mechanism",
     .flags = SNW_REQUIRED, .help = "Mechanism of the member."},
    {SNW_AT(snw_cell_member, origin), .kind = SNW_KIND_POSE, .unit = "m", .range = LENGTHS,
     .help = "Pose of its base in the system, or in the frame that it stands on."},
    {SNW_AT(snw_cell_member, on), .kind = SNW_KIND_REFERENCE, .base = "member",
     .help = "Member that carries this one; empty means the system."},
    {SNW_AT(snw_cell_member, at), .kind = SNW_KIND_STRING,
     .help = "Link or attachment of the carrying member; empty means its root."},
    {SNW_AT(snw_cell_member, base), .kind = SNW_KIND_ENUM, SNW_CHOICES(bases),
     .help = "Whether its root is fixed or moves freely."},
    {SNW_AT(snw_cell_member, display), .kind = SNW_KIND_ENUM, SNW_CHOICES(displays),
     .help = "How the page displays it at first."},
};
static const snw_type member_type = {TABLE(snw_cell_member, member_fields), .token = "member",
                                     .help = "One member of a cell: a robot, a table, a part."};

// --- states -------------------------------------------------------------------------------------

static const snw_field member_state_fields[] = {
    {SNW_AT(snw_member_state, member), .kind = SNW_KIND_REFERENCE, .base = "member",
     .flags = SNW_REQUIRED, .help = "Member that has this state."},
    {SNW_AT_LIST(snw_member_state, q, q_count, 7 * SNW_MODEL_LINKS), .kind = SNW_KIND_REAL,
     .help = "Positions in the order of the model [rad or m]."},
    {SNW_AT_LIST(snw_member_state, v, v_count, 6 * SNW_MODEL_LINKS), .kind = SNW_KIND_REAL,
     .help = "Velocities in the order of the model [rad/s or m/s]; zero if omitted."},
};
static const snw_type member_state_type = {TABLE(snw_member_state, member_state_fields),
                                           .token = "member_state",
                                           .help = "Positions and velocities of one member."};

static const snw_field attached_fields[] = {
    {SNW_AT(snw_attached, name), .kind = SNW_KIND_STRING, .flags = SNW_KEY | SNW_REQUIRED,
     .help = "Name of the attached object."},
    {SNW_AT(snw_attached, role), .kind = SNW_KIND_STRING, .initial = "part",
     .help = "Role of the object: tool, part or payload."},
    {SNW_AT(snw_attached, member), .kind = SNW_KIND_REFERENCE, .base = "member",
     .flags = SNW_REQUIRED, .help = "Member to which the object is attached."},
    {SNW_AT(snw_attached, link), .kind = SNW_KIND_STRING,
     .help = "Link or attachment of the member; empty means its root."},
    {SNW_AT(snw_attached, origin), .kind = SNW_KIND_POSE, .unit = "m", .range = LENGTHS,
     .help = "Pose of the object in that frame."},
    {SNW_AT(snw_attached, mass), .kind = SNW_KIND_REAL, .unit = "kg", .range = {0, 1e9},
     .help = "Mass of the object."},
    {SNW_AT(snw_attached, first), .kind = SNW_KIND_VEC3, .unit = "kg.m", .range = {-1e15, 1e15},
     .help = "Mass times centre of mass, in the frame of the object."},
    {SNW_AT(snw_attached, ixx), .kind = SNW_KIND_REAL, .unit = "kg.m^2", .range = {0, 1e12},
     .help = "Moment of inertia about its x axis."},
    {SNW_AT(snw_attached, iyy), .kind = SNW_KIND_REAL, .unit = "kg.m^2", .range = {0, 1e12},
     .help = "Moment of inertia about its y axis."},
    {SNW_AT(snw_attached, izz), .kind = SNW_KIND_REAL, .unit = "kg.m^2", .range = {0, 1e12},
     .help = "Moment of inertia about its z axis."},
    {SNW_AT(snw_attached, ixy), .kind = SNW_KIND_REAL, .unit = "kg.m^2", .range = MOMENTS,
     .help = "Entry xy of the inertia matrix: minus the integral of x y."},
    {SNW_AT(snw_attached, ixz), .kind = SNW_KIND_REAL, .unit = "kg.m^2", .range = MOMENTS,
     .help = "Entry xz of the inertia matrix: minus the integral of x z."},
    {SNW_AT(snw_attached, iyz), .kind = SNW_KIND_REAL, .unit = "kg.m^2", .range = MOMENTS,
     .help = "Entry yz of the inertia matrix: minus the integral of y z."},
};
static const snw_type attached_type = {TABLE(snw_attached, attached_fields), .token = "attached",
                                       .help = "An object attached to a link."};

static const snw_field state_fields[] = {
    {SNW_AT(snw_cell_state, name), .kind = SNW_KIND_STRING, .flags = SNW_KEY | SNW_REQUIRED,
     .help = "Name of the state."},
    {SNW_AT(snw_cell_state, t_ns), .kind = SNW_KIND_INT, .unit = "ns",
     .help = "Time of the state."},
    {SNW_AT_LIST(snw_cell_state, members, member_count, SNW_CELL_MEMBERS), .kind = SNW_KIND_STRUCT,
     .type = &member_state_type, .item = "member",
     .help = "States of the members; omitted members rest in the middle of their ranges."},
    {SNW_AT_LIST(snw_cell_state, attached, attached_count, SNW_CELL_SLOTS), .kind = SNW_KIND_STRUCT,
     .type = &attached_type, .item = "attached", .help = "Objects attached to links."},
};
const snw_type snw_cell_state_type = {TABLE(snw_cell_state, state_fields), .token = "cell_state",
                                      .help = "The state of all members of a cell."};

// --- the whole ----------------------------------------------------------------------------------

static const snw_field environment_fields[] = {
    {SNW_AT(snw_environment, gravity), .kind = SNW_KIND_VEC3, .unit = "m/s^2", .range = {-1e6, 1e6},
     .initial = "0 0 -9.81", .help = "Gravitational acceleration along the axes of the system."},
    {SNW_AT(snw_environment, origin), .kind = SNW_KIND_POSE, .unit = "m", .range = LENGTHS,
     .help = "Pose of the system in the world."},
};
static const snw_type environment_type = {TABLE(snw_environment, environment_fields),
                                          .token = "environment",
                                          .help = "Environment of the members of a cell."};

static const snw_field cell_fields[] = {
    {SNW_AT(snw_cell, name), .kind = SNW_KIND_STRING, .flags = SNW_KEY | SNW_REQUIRED,
     .help = "Name of the cell."},
    {SNW_AT(snw_cell, slots), .kind = SNW_KIND_INT, .range = {0, SNW_CELL_SLOTS}, .initial = "16",
     .help = "Largest number of objects attached to links at once."},
    {SNW_AT(snw_cell, environment), .kind = SNW_KIND_STRUCT, .type = &environment_type,
     .help = "Gravity and the pose of the system."},
    {SNW_AT_LIST(snw_cell, mechanisms, mechanism_count, SNW_CELL_MEMBERS), .kind = SNW_KIND_STRUCT,
     .type = &mechanism_type, .item = "mechanism", .help = "Mechanisms that members can refer to."},
    {SNW_AT_LIST(snw_cell, members, member_count, SNW_CELL_MEMBERS), .kind = SNW_KIND_STRUCT,
     .type = &member_type, .item = "member", .help = "Members of the cell and their poses."},
    {SNW_AT_LIST(snw_cell, states, state_count, SNW_CELL_MEMBERS), .kind = SNW_KIND_STRUCT,
     .type = &snw_cell_state_type, .item = "state", .help = "Named states of the cell."},
    {SNW_AT(snw_cell, control), .kind = SNW_KIND_CHILD, .base = "control",
     .help = "Control of the members: the loop and its components."},
    {SNW_AT(snw_cell, collision), .kind = SNW_KIND_CHILD, .base = "collision",
     .help = "Rules about collisions; if omitted, distances are shown but not enforced."},
    {SNW_AT(snw_cell, folder), .kind = SNW_KIND_STRING, .role = SNW_SIGNAL,
     .help = "Folder of the file that the cell was read from."},
};
const snw_type snw_cell_type = {TABLE(snw_cell, cell_fields), .token = "cell",
                                .help = "A cell: mechanisms, their placement and their states."};
