// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_URDF_URDF_H
#define SINEW_URDF_URDF_H

/// @file
/// Robots in URDF, versions 1.0 to 1.2, both ways.
///
///     snw_setup *setup = snw_setup_create(SNW_DOCUMENT_MEMORY);
///     snw_robot *robot = NULL;
///     status = snw_urdf_read_file("arm.urdf", NULL, setup, &robot, &diags);
///
/// The reader reports everything it finds, with file, line, column, element, rule and a fix,
/// and gives a robot only when there is no error. The rules are listed in docs/urdf.md.
/// Elements that it does not know are kept as text and written again.
///
/// What the numbers mean: a joint's frame is its child link's frame at zero, its axis is given in
/// that frame; rpy turns about the fixed axes x, y, z in this order; inertia is about the centre of
/// mass, along the axes of `<inertial>`'s origin, its products are the entries of the matrix; boxes
/// have whole edge lengths, cylinders and capsules lie along z about the origin, the length of a
/// capsule is that of its straight part.

#include "sinew/document/file.h"
#include "sinew/model/description.h"
#include "sinew/urdf/places.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What a file holds besides the robot: elements of simulators, drivers and vendors, as text. Lives
/// in the set-up arena that it was read with.
typedef struct snw_urdf_extra snw_urdf_extra;

typedef struct snw_urdf_options {
    snw_strictness strictness; ///< strict: warnings are errors; lenient: what can be skipped or
                               ///< replaced by a default is, with a warning
    snw_places places;         ///< where meshes are; a folder of NULL is that of the source
    bool keep_names;           ///< meshes stay names: no file is looked for
    snw_urdf_extra **extra;    ///< receives what is not in the robot; NULL drops it
} snw_urdf_options;

/// Reads a robot from a text, plain or gzip. `options` may be NULL. `*robot` comes from `setup` and
/// is set on success only. `diags` must not be NULL. The status is that of the first error found.
/// Time is linear in the text.
SNW_SETUP SNW_NODISCARD snw_status snw_urdf_read(const snw_source *source,
                                                 const snw_urdf_options *options, snw_setup *setup,
                                                 snw_robot **robot, snw_diags *diags);

/// The same from a file of at most SNW_DOCUMENT_BYTES; meshes are looked for from its folder.
SNW_SETUP SNW_NODISCARD snw_status snw_urdf_read_file(const char *path,
                                                      const snw_urdf_options *options,
                                                      snw_setup *setup, snw_robot **robot,
                                                      snw_diags *diags);

/// Writes a robot; run it on an empty snw_text to measure. `extra` may be NULL; what stood in an
/// element that the robot no longer has is left out. The version is written only where 1.0 cannot
/// say it: capsules 1.1, limits of acceleration, deceleration and jerk, and joints without limit of
/// effort or velocity, 1.2. A robot that was read, not leniently, is equal after it was written and
/// read again.
///
/// Written in other words of the same meaning: the zero of an encoder (turned into the origin), a
/// revolute joint without limits (continuous), shapes beside their origin, attachments of role
/// "frame" (a link of that name on a fixed joint).
///
/// SNW_ERR_UNSUPPORTED names what URDF has no words for: a root that moves, joints of kind screw,
/// spherical and law, couplings, springs, dampers, other attachments, numbers of an actuator
/// besides friction, one-sided limits, other shapes. Then `text` holds a part.
SNW_SETUP SNW_NODISCARD snw_status snw_urdf_write(const snw_robot *robot,
                                                  const snw_urdf_extra *extra, snw_text *text,
                                                  snw_why *why);

/// One element that was kept.
typedef struct snw_urdf_kept {
    const char *owner; ///< the element that it stood in: "robot", "robot/link[base]", ...
    const char *text;  ///< from its '<' to its last '>'
} snw_urdf_kept;

/// How many elements were kept, and one of them, in the order of the file.
SNW_SETUP int snw_urdf_extra_count(const snw_urdf_extra *extra);

/// One of the elements that were kept, in the order of the file.
SNW_SETUP snw_urdf_kept snw_urdf_extra_get(const snw_urdf_extra *extra, int index);

#ifdef __cplusplus
}
#endif

#endif // SINEW_URDF_URDF_H
