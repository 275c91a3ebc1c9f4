// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_MODEL_EDIT_H
#define SINEW_MODEL_EDIT_H

/// @file
/// New mechanisms from described ones. Each function copies what it keeps into `setup` and leaves
/// its input as it is. Frames that are kept, of links and attachments, stay where they were: for
/// the same joint positions they have the same poses relative to each other.
///
/// The input must be one that snw_model_compile() accepts; its errors are reported and refused.
/// Findings go to `diags` (may be NULL): what had to be dropped as warnings, what cannot be done as
/// errors, of which the first is returned.

#include "sinew/model/description.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The same mechanism with another link as its root. The joints on the way there are reversed: they
/// keep names and coordinates, and turn about the opposite axis. Where a joint's frame is not that
/// of its parent, the reversed joint ends in a link without mass, "<joint>_end", to which the old
/// parent is fixed by "<joint>_mount".
/// Reversed spherical, planar and free joints have new coordinates, those of the inverse motion
/// (warning "edit-coordinates"); a law cannot be reversed (error "edit-law"). What floats goes on
/// floating, by the coordinates of its new root.
SNW_SETUP SNW_NODISCARD snw_status snw_robot_rebase(const snw_robot *robot, const char *link,
                                                    snw_setup *setup, snw_robot **out,
                                                    snw_diags *diags);

/// The chain of links from `first`, which becomes the root, to `last`, with the attachments on
/// them; the joints between are reversed where the way goes towards the old root. It floats if the
/// whole did and `first` was its root. What refers to joints outside is dropped with a warning: a
/// mimic relation (the joint then has a coordinate of its own), a coupling, a term of a spring.
SNW_SETUP SNW_NODISCARD snw_status snw_robot_extract(const snw_robot *robot, const char *first,
                                                     const char *last, snw_setup *setup,
                                                     snw_robot **out, snw_diags *diags);

/// A joint and where it is held: as many numbers as its kind has in q.
typedef struct snw_fixture {
    const char *joint;
    double q[7];
} snw_fixture;

/// The mechanism with some joints held for good. Those that follow them are held too. Couplings of
/// such joints are dropped with a warning; springs keep their effort where one of their own joints
/// can still carry it, else they are dropped with a warning.
SNW_SETUP SNW_NODISCARD snw_status snw_robot_fix(const snw_robot *robot,
                                                 const snw_fixture *fixtures, int count,
                                                 snw_setup *setup, snw_robot **out,
                                                 snw_diags *diags);

/// How one mechanism is mounted on another.
typedef struct snw_mounting {
    const char *prefix;                 ///< put before every name of the mounted one; may be ""
    const snw_joint_description *joint; ///< its name as it is; parent is a link of the carrier;
                                        ///< child is ignored: it is the root of the mounted one
} snw_mounting;

/// Both as one mechanism: `mounted` on `carrier` by a joint. Names that clash, or are too long with
/// the prefix, are errors, each of them; equal materials are shared. Whether the whole floats is
/// said by the carrier.
SNW_SETUP SNW_NODISCARD snw_status snw_robot_merge(const snw_robot *carrier,
                                                   const snw_robot *mounted,
                                                   const snw_mounting *mounting, snw_setup *setup,
                                                   snw_robot **out, snw_diags *diags);

#ifdef __cplusplus
}
#endif

#endif // SINEW_MODEL_EDIT_H
