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
     .flags = SNW_REQUIRED, .help = "The link that has no shapes of its own."},
    {SNW_AT(snw_shape_share, of), .kind = SNW_KIND_REFERENCE, .base = "link", .flags = SNW_REQUIRED,
     .help = "The link of the same mechanism that has them."},
};
static const snw_type share_type = {TABLE(snw_shape_share, share_fields), .token = "shape_share",
                                    .help = "A link with the shapes of another."};

// NOLINTBEGIN(bugprone-sizeof-expression): the member of an optional part is a pointer
static const snw_field mechanism_fields[] = {
    {SNW_AT(snw_mechanism, name), .kind = SNW_KIND_STRING, .flags = SNW_KEY | SNW_REQUIRED,
     .help = "Name of the mechanism."},
    {SNW_AT(snw_mechanism, file), .kind = SNW_KIND_STRING,
     .help = "File that holds it, seen from the folder of the cell, or package://name/path."},
    {SNW_AT_PART(snw_mechanism, robot), .kind = SNW_KIND_OPTIONAL, .type = &snw_robot_type,
     .help = "The mechanism itself, where no file is named."},
    {SNW_AT_LIST(snw_mechanism, shares, share_count, SNW_MODEL_LINKS), .kind = SNW_KIND_STRUCT,
     .type = &share_type, .item = "share", .help = "Links that have the shapes of others."},
    {SNW_AT(snw_mechanism, found), .kind = SNW_KIND_STRING, .role = SNW_SIGNAL,
     .help = "Where the file was found."},
};
// NOLINTEND(bugprone-sizeof-expression)
static const snw_type mechanism_type = {TABLE(snw_mechanism, mechanism_fields),
                                        .token = "mechanism",
                                        .help = "A mechanism, written out or in a file."};

static const snw_choice bases[] = {
    {"as_described", SNW_BASE_AS_DESCRIBED, "As the mechanism says."},
    {"fixed", SNW_BASE_FIXED, "The root stays in place."},
    {"floating", SNW_BASE_FLOATING, "The root moves freely."},
};

static const snw_field member_fields[] = {
    {SNW_AT(snw_cell_member, name), .kind = SNW_KIND_STRING, .flags = SNW_KEY | SNW_REQUIRED,
     .help = "Name of the member; no slash in it."},
    {SNW_AT(snw_cell_member, mechanism), .kind = SNW_KIND_REFERENCE, .base = "mechanism",
     .flags = SNW_REQUIRED, .help = "What it is."},
    {SNW_AT(snw_cell_member, origin), .kind = SNW_KIND_POSE, .unit = "m", .range = LENGTHS,
     .help = "Its base in the system, or in the place that it stands on."},
    {SNW_AT(snw_cell_member, on), .kind = SNW_KIND_REFERENCE, .base = "member",
     .help = "The member that carries it; empty for the system."},
    {SNW_AT(snw_cell_member, at), .kind = SNW_KIND_STRING,
     .help = "The link or attachment of that member; empty for its root."},
    {SNW_AT(snw_cell_member, base), .kind = SNW_KIND_ENUM, SNW_CHOICES(bases),
     .help = "Whether its root moves freely."},
};
static const snw_type member_type = {TABLE(snw_cell_member, member_fields), .token = "member",
                                     .help = "One body of a cell: a robot, a table, a part."};

// --- states -------------------------------------------------------------------------------------

static const snw_field member_state_fields[] = {
    {SNW_AT(snw_member_state, member), .kind = SNW_KIND_REFERENCE, .base = "member",
     .flags = SNW_REQUIRED, .help = "Whose they are."},
    {SNW_AT_LIST(snw_member_state, q, q_count, 7 * SNW_MODEL_LINKS), .kind = SNW_KIND_REAL,
     .help = "Positions, in the order of the model."},
    {SNW_AT_LIST(snw_member_state, v, v_count, 6 * SNW_MODEL_LINKS), .kind = SNW_KIND_REAL,
     .help = "Rates, in the order of the model; none is at rest."},
};
static const snw_type member_state_type = {TABLE(snw_member_state, member_state_fields),
                                           .token = "member_state",
                                           .help = "Positions and rates of one member."};

static const snw_field attached_fields[] = {
    {SNW_AT(snw_attached, name), .kind = SNW_KIND_STRING, .flags = SNW_KEY | SNW_REQUIRED,
     .help = "Name of what is attached."},
    {SNW_AT(snw_attached, role), .kind = SNW_KIND_STRING, .initial = "part",
     .help = "tool, part or payload."},
    {SNW_AT(snw_attached, member), .kind = SNW_KIND_REFERENCE, .base = "member",
     .flags = SNW_REQUIRED, .help = "The member that it is attached to."},
    {SNW_AT(snw_attached, link), .kind = SNW_KIND_STRING,
     .help = "The link or attachment of that member; empty for its root."},
    {SNW_AT(snw_attached, origin), .kind = SNW_KIND_POSE, .unit = "m", .range = LENGTHS,
     .help = "Its frame in that place."},
    {SNW_AT(snw_attached, mass), .kind = SNW_KIND_REAL, .unit = "kg", .range = {0, 1e9},
     .help = "Mass."},
    {SNW_AT(snw_attached, first), .kind = SNW_KIND_VEC3, .unit = "kg.m", .range = {-1e15, 1e15},
     .help = "Mass times centre of mass, in its frame."},
    {SNW_AT(snw_attached, ixx), .kind = SNW_KIND_REAL, .unit = "kg.m^2", .range = {0, 1e12},
     .help = "Moment about its x axis."},
    {SNW_AT(snw_attached, iyy), .kind = SNW_KIND_REAL, .unit = "kg.m^2", .range = {0, 1e12},
     .help = "Moment about its y axis."},
    {SNW_AT(snw_attached, izz), .kind = SNW_KIND_REAL, .unit = "kg.m^2", .range = {0, 1e12},
     .help = "Moment about its z axis."},
    {SNW_AT(snw_attached, ixy), .kind = SNW_KIND_REAL, .unit = "kg.m^2", .range = MOMENTS,
     .help = "Entry xy of the matrix of moments: minus the integral of x y."},
    {SNW_AT(snw_attached, ixz), .kind = SNW_KIND_REAL, .unit = "kg.m^2", .range = MOMENTS,
     .help = "Entry xz of the matrix of moments: minus the integral of x z."},
    {SNW_AT(snw_attached, iyz), .kind = SNW_KIND_REAL, .unit = "kg.m^2", .range = MOMENTS,
     .help = "Entry yz of the matrix of moments: minus the integral of y z."},
};
static const snw_type attached_type = {TABLE(snw_attached, attached_fields), .token = "attached",
                                       .help = "Something attached to a link."};

static const snw_field state_fields[] = {
    {SNW_AT(snw_cell_state, name), .kind = SNW_KIND_STRING, .flags = SNW_KEY | SNW_REQUIRED,
     .help = "Name of the state."},
    {SNW_AT(snw_cell_state, t_ns), .kind = SNW_KIND_INT, .unit = "ns", .help = "Time."},
    {SNW_AT_LIST(snw_cell_state, members, member_count, SNW_CELL_MEMBERS), .kind = SNW_KIND_STRUCT,
     .type = &member_state_type, .item = "member",
     .help = "Where the members are; those left out are half way, at rest."},
    {SNW_AT_LIST(snw_cell_state, attached, attached_count, SNW_CELL_SLOTS), .kind = SNW_KIND_STRUCT,
     .type = &attached_type, .item = "attached", .help = "What is attached to links."},
};
const snw_type snw_cell_state_type = {TABLE(snw_cell_state, state_fields), .token = "cell_state",
                                      .help = "Where everything of a cell is."};

// --- the whole ----------------------------------------------------------------------------------

static const snw_field environment_fields[] = {
    {SNW_AT(snw_environment, gravity), .kind = SNW_KIND_VEC3, .unit = "m/s^2", .range = {-1e6, 1e6},
     .initial = "0 0 -9.81",
     .help = "Acceleration of falling bodies, along the axes of the system."},
    {SNW_AT(snw_environment, origin), .kind = SNW_KIND_POSE, .unit = "m", .range = LENGTHS,
     .help = "The system in the world."},
};
static const snw_type environment_type = {TABLE(snw_environment, environment_fields),
                                          .token = "environment",
                                          .help = "What surrounds the members of a cell."};

static const snw_field cell_fields[] = {
    {SNW_AT(snw_cell, name), .kind = SNW_KIND_STRING, .flags = SNW_KEY | SNW_REQUIRED,
     .help = "Name of the cell."},
    {SNW_AT(snw_cell, slots), .kind = SNW_KIND_INT, .range = {0, SNW_CELL_SLOTS}, .initial = "16",
     .help = "Things that may be attached to links at once."},
    {SNW_AT(snw_cell, environment), .kind = SNW_KIND_STRUCT, .type = &environment_type,
     .help = "Gravity, and where the system is."},
    {SNW_AT_LIST(snw_cell, mechanisms, mechanism_count, SNW_CELL_MEMBERS), .kind = SNW_KIND_STRUCT,
     .type = &mechanism_type, .item = "mechanism", .help = "What members may be."},
    {SNW_AT_LIST(snw_cell, members, member_count, SNW_CELL_MEMBERS), .kind = SNW_KIND_STRUCT,
     .type = &member_type, .item = "member", .help = "What is in the cell, and where."},
    {SNW_AT_LIST(snw_cell, states, state_count, SNW_CELL_MEMBERS), .kind = SNW_KIND_STRUCT,
     .type = &snw_cell_state_type, .item = "state", .help = "Named states."},
    {SNW_AT(snw_cell, control), .kind = SNW_KIND_CHILD, .base = "control",
     .help = "What moves the members: the loop and its components."},
    {SNW_AT(snw_cell, folder), .kind = SNW_KIND_STRING, .role = SNW_SIGNAL,
     .help = "Folder of the file that it was read from."},
};
const snw_type snw_cell_type = {TABLE(snw_cell, cell_fields), .token = "cell",
                                .help = "Mechanisms, where they stand, and their states."};
