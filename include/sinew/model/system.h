// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_MODEL_SYSTEM_H
#define SINEW_MODEL_SYSTEM_H

/// @file
/// Several mechanisms in one place: as a cell file has them (snw_cell), as algorithms use them
/// (snw_system, const and shared). What changes while they move is in sinew/model/system_state.h.
///
/// A cell names mechanisms and places members: any number of members may be of one mechanism, and
/// share its model and shapes. An object is a member whose mechanism is a single link.
///
/// Frames: world -> (environment origin) system -> (member origin, or the carrier's place and it)
/// static base -> (free joint of a floating root, in q) root link -> links. Names in files may not
/// contain '/', which joins the names of a member and of its parts.

#include "sinew/model/model.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SNW_CELL_MEMBERS = 4096, ///< members, and mechanisms, of one cell
    SNW_CELL_SLOTS = 1024,   ///< things that may be attached at once
    SNW_FILE_NAME = 1024     ///< bytes of a file's name, with the final zero
};

// --- as it is written ---------------------------------------------------------------------------

/// A link that has the shapes of another link of its mechanism, and nothing else of it.
typedef struct snw_shape_share {
    char link[SNW_NAME]; ///< has no shapes of its own
    char of[SNW_NAME];   ///< has them
} snw_shape_share;

/// A mechanism by its name: written out, or in a file.
typedef struct snw_mechanism {
    char name[SNW_NAME];
    char file[SNW_FILE_NAME]; ///< as the cell has it; empty when written out
    snw_robot *robot;         ///< written out; NULL when in a file
    snw_shape_share *shares;
    int share_count;
    char found[SNW_FILE_NAME]; ///< where the file was; a signal
    // not described: files and copies pass over it
    snw_robot *loaded; ///< what the file holds
} snw_mechanism;

typedef enum snw_base_kind {
    SNW_BASE_AS_DESCRIBED, ///< as the mechanism says
    SNW_BASE_FIXED,        ///< the root stays in place
    SNW_BASE_FLOATING      ///< the root moves freely
} snw_base_kind;

/// How pages show a member at first.
typedef enum snw_display { SNW_DISPLAY_SOLID, SNW_DISPLAY_WIREFRAME, SNW_DISPLAY_OFF } snw_display;

/// One body of the cell: a robot, a table, a part.
typedef struct snw_cell_member {
    char name[SNW_NAME];
    char mechanism[SNW_NAME];
    snw_pose origin;   ///< of its base, in the world or in the place it stands on
    char on[SNW_NAME]; ///< member that carries it; empty for the world
    char at[SNW_NAME]; ///< link or attachment of that member; empty for its root
    snw_base_kind base;
    snw_display display;
} snw_cell_member;

/// Positions and rates of one member; see sinew/model/model.h for their order.
typedef struct snw_member_state {
    char member[SNW_NAME];
    double *q, *v;
    int q_count, v_count;
} snw_member_state;

/// Something attached to a link: a tool, a grasped part, a payload.
typedef struct snw_attached {
    char name[SNW_NAME];
    char role[SNW_NAME]; ///< "tool", "part", "payload"
    char member[SNW_NAME], link[SNW_NAME];
    snw_pose origin; ///< its frame in the link's
    double mass;
    snw_vec3 first;                      ///< mass times centre of mass, in its frame [kg.m]
    double ixx, iyy, izz, ixy, ixz, iyz; ///< second moment about its frame's origin [kg.m^2]
} snw_attached;

/// A named state: where everything is. Members that it leaves out are half way, at rest.
typedef struct snw_cell_state {
    char name[SNW_NAME];
    int64_t t_ns;
    snw_member_state *members;
    int member_count;
    snw_attached *attached;
    int attached_count;
} snw_cell_state;

typedef struct snw_environment {
    snw_vec3 gravity; ///< acceleration of falling bodies, along the axes of the system [m/s^2]
    snw_pose origin;  ///< the system in the world
} snw_environment;

/// A cell: token "cell".
typedef struct snw_cell {
    char name[SNW_NAME];
    snw_environment environment;
    int slots; ///< things that may be attached at once
    snw_mechanism *mechanisms;
    int mechanism_count;
    snw_cell_member *members;
    int member_count;
    snw_cell_state *states;
    int state_count;
    snw_child control;          ///< what moves it, of base "control"; may be absent
    snw_child collision;        ///< what must stay apart, of base "collision"; may be absent
    char folder[SNW_FILE_NAME]; ///< of the file that it was read from; a signal
} snw_cell;

SNW_API extern const snw_type snw_cell_type, snw_cell_state_type;

/// The robot of a mechanism, written out or loaded; NULL when it has none yet.
SNW_SETUP const snw_robot *snw_mechanism_robot(const snw_mechanism *mechanism);

/// Do the parts of a cell fit together? Reported are, with names and ways out: a mechanism without
/// robot or with two, names with '/', members of mechanisms or on members that are not there,
/// members that carry themselves, places that their carrier has not, floating members on others,
/// shapes shared with links that are not there or share themselves, states of members and links
/// that are not there, more than SNW_MODEL_LINKS links. Robots are checked when they are compiled,
/// numbers of coordinates when a state is used. `diags` may be NULL; the status is that of the
/// first error.
SNW_SETUP SNW_NODISCARD snw_status snw_cell_check(const snw_cell *cell, snw_diags *diags);

// --- as algorithms use it -----------------------------------------------------------------------

/// A mechanism of which the system has members.
typedef struct snw_system_mechanism {
    // read-only
    const char *name;
    const snw_robot *robot;                      ///< of the cell
    const snw_link_description *const *shape_of; ///< [link_count] by link of the model: who has the
                                                 ///< shapes of a link, mostly the link itself
} snw_system_mechanism;

typedef struct snw_system_member {
    // read-only
    const char *name;
    int mechanism;
    const snw_model *model;  ///< one for all members of a mechanism with the same kind of base
    int carrier;             ///< member, less than this one; -1 for the world
    int carrier_link;        ///< link of the carrier; -1 for the world
    snw_pose T_carrier_base; ///< base in the carrier's link, or in the world
    int q_index, v_index;    ///< where its coordinates begin in those of the system
    snw_display display;
} snw_system_member;

typedef struct snw_system {
    // read-only
    const char *name;
    int member_count, mechanism_count, model_count;
    const snw_system_member *members;       ///< [member_count] carriers first
    const snw_system_mechanism *mechanisms; ///< [mechanism_count]
    int nq, nv, link_count;                 ///< of all members together
    int slot_count;
    snw_vec3 gravity;        ///< along the axes of the world [m/s^2]
    snw_pose T_world_system; ///< already part of the members' places
    // private
    snw_names names;
} snw_system;

/// Checks a cell whose mechanisms are loaded, and lays its system out in `arena`; each mechanism is
/// compiled once for each kind of base. Robots of the cell, which have the shapes, must outlive the
/// system; the rest of the cell need not. Findings and measuring as for snw_model_compile().
SNW_SETUP SNW_NODISCARD snw_status snw_system_compile(snw_system *system, const snw_cell *cell,
                                                      snw_arena *arena, snw_diags *diags);

/// The number of a member by its name, or -1. Costs one look-up, however many there are.
SNW_RT int snw_system_find(const snw_system *system, const char *name);

#ifdef __cplusplus
}
#endif

#endif // SINEW_MODEL_SYSTEM_H
