// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_IK_CLOSED_H
#define SINEW_IK_CLOSED_H

/// @file
/// Inverse kinematics in closed form: all branches at once, without iteration.
///
/// snw_ik_analyze() looks at the axes of the joints from the base to a frame, recognises a form
/// from how they meet, and proves it on random poses; names and link frames do not matter.
///
///   form            joints                                        branches   parameters
///   spherical wrist three joints that turn or slide, then three   2 to 8     none
///                   that turn about one point; or the reverse
///                   (three turns of any kind; turn and slide along
///                   one axis in either order, then a slide; two
///                   turns, then a slide normal to the second; three
///                   slides)
///   three parallel  six that turn, the second to fourth or third  2 to 8     none
///                   to fifth parallel
///   shoulder-       three about one point, one elbow, three about 8          arm angle
///   elbow-wrist     another point; or four there                  8          and joint 5
///   last joint held seven, of which the first six have a form     up to 8    the last joint
///
/// A parameter is what a redundant arm leaves open. The arm angle turns the elbow about the line
/// from shoulder to wrist; it is 0 where the elbow lies in the plane of that line and `reference`,
/// on the side of `reference` (Kreutz-Delgado, Long and Seraji 1992).

#include "sinew/ik/result.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SNW_IK_CLOSED_JOINTS = 8,   ///< of a chain with a closed form
    SNW_IK_CLOSED_BRANCHES = 16 ///< solutions of one pose, for given parameters
};

typedef enum snw_ik_form {
    SNW_IK_NO_FORM,
    SNW_IK_SPHERICAL_WRIST,
    SNW_IK_SPHERICAL_SHOULDER, ///< the spherical wrist, seen from the tool
    SNW_IK_THREE_PARALLEL,
    SNW_IK_ELBOW,      ///< shoulder, elbow, wrist: the arm angle is the parameter
    SNW_IK_ELBOW_FOUR, ///< the same with a wrist of four: arm angle and the wrist's first joint
    SNW_IK_LAST_HELD   ///< the last joint is the parameter
} snw_ik_form;

/// "spherical wrist", ... as messages have it.
SNW_RT const char *snw_ik_form_name(snw_ik_form form);

/// A chain of joints by its axes, when all stand at zero, in the axes of the root link. Positions
/// of joints here are values: q of the model plus its constant shift.
typedef struct snw_ik_chain {
    int count;
    bool slides[SNW_IK_CLOSED_JOINTS];
    snw_vec3 axis[SNW_IK_CLOSED_JOINTS];  ///< unit
    snw_vec3 point[SNW_IK_CLOSED_JOINTS]; ///< on the axis [m]
    snw_pose T_base_tip;                  ///< of the frame
} snw_ik_chain;

/// A closed form for one frame of one model. Plain data without pointers but the model.
typedef struct snw_ik_closed {
    // read-only
    const snw_model *model;
    int link, frame; ///< frame -1: the link itself
    snw_ik_form form, inner;
    int parameter_count;
    snw_vec3 reference; ///< of the arm angle, unit, in the axes of the root; may be changed
    int q_index[SNW_IK_CLOSED_JOINTS], v_index[SNW_IK_CLOSED_JOINTS];
    double shift[SNW_IK_CLOSED_JOINTS]; ///< value minus q
    snw_ik_chain chain;
    // private
    snw_ik_chain core; // what the form solves: seen from the tool, or without the held joint
    bool reversed;     // the core is seen from the tool
    double scale;      // sum of the distances between the points of the axes [m]
} snw_ik_closed;

/// One branch.
typedef struct snw_ik_branch {
    double q[SNW_IK_CLOSED_JOINTS]; ///< of the joints of the chain, as in the model [rad or m]
    int branch;                     ///< 0 to 7, a bit per choice: 1 shoulder, 2 elbow, 4 wrist
    bool singular;   ///< branches meet here, or a joint had no say and holds the reference
    int limit_joint; ///< first joint of the chain that is beyond its limits; -1 when all are within
    int limit_side;  ///< -1 below, 1 above
    double overshoot; ///< the largest distance beyond a limit [rad or m]
} snw_ik_branch;

typedef struct snw_ik_branches {
    int count;
    snw_ik_branch items[SNW_IK_CLOSED_BRANCHES]; ///< in the order of their branch numbers
} snw_ik_branches;

/// Recognises a form for frame `frame` of the model (an attachment, or -1 for the link itself) and
/// proves it on random configurations. SNW_ERR_UNSUPPORTED with the reason why none fits: which
/// joints, and by how much their axes miss what the nearest form asks for. SNW_ERR_ARGUMENT for a
/// link or frame that does not exist. `closed` holds no form then.
SNW_SETUP SNW_NODISCARD snw_status snw_ik_analyze(const snw_model *model, int link, int frame,
                                                  snw_ik_closed *closed, snw_why *why);

/// All branches of a pose of the frame in the root's frame. parameters[parameter_count]; q[nq] of
/// the model is the reference: angles come as near to it as whole turns and limits allow, and
/// joints without a say keep it. Every branch is listed, those beyond limits too.
/// SNW_ERR_UNREACHABLE without a branch: `why` says by how much. SNW_ERR_NOT_FINITE,
/// SNW_ERR_RANGE for a matrix that is not a rotation within 1e-6.
SNW_RT SNW_NODISCARD snw_status snw_ik_closed_all(const snw_ik_closed *closed, snw_pose T_base_tip,
                                                  const double *parameters, const double *q,
                                                  snw_ik_branches *branches, snw_why *why);

/// The branch within limits that is nearest to q in the largest joint difference; -1 without one
/// within limits.
SNW_RT int snw_ik_nearest(const snw_ik_closed *closed, const snw_ik_branches *branches,
                          const double *q);

/// The branch with this number; -1 when the pose has none.
SNW_RT int snw_ik_named(const snw_ik_branches *branches, int branch);

/// The branch number of a configuration, and its parameters. SNW_ERR_SINGULAR where branches meet
/// and no number is its own.
SNW_RT SNW_NODISCARD snw_status snw_ik_branch_of(const snw_ik_closed *closed, const double *q,
                                                 int *branch, double *parameters);

/// The arm angle of a configuration [rad], and how it changes with each joint of the chain
/// (gradient[chain.count], may be NULL). SNW_ERR_SINGULAR where it is not defined: the arm is
/// straight, or points along the reference. SNW_ERR_STATE for a form without it.
SNW_RT SNW_NODISCARD snw_status snw_ik_arm_angle(const snw_ik_closed *closed, const double *q,
                                                 double *angle, double *gradient);

/// Writes "left above flip" and the like for a branch number; returns out.
SNW_RT const char *snw_ik_branch_name(const snw_ik_closed *closed, int branch, char *out,
                                      size_t size);

/// Solves for one configuration: the nearest branch within limits, for redundant arms over all
/// values of the parameters, beginning with those of q[nq] and going outwards, refined where the
/// limits leave little room. q_out[nq] receives q with the joints of the chain replaced, also when
/// the answer is no: then the branch that passes its limits least.
SNW_RT void snw_ik_closed_solve(const snw_ik_closed *closed, const snw_ik_target *target,
                                const double *q, double *q_out, snw_ik_result *result);

#ifdef __cplusplus
}
#endif

#endif // SINEW_IK_CLOSED_H
