// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_MESHIO_STL_H
#define SINEW_MESHIO_STL_H

/// @file
/// STL, as text and as bytes: triangles without colour, unit or name of their points.

#include "sinew/meshio/part.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Reads STL. It is binary when it is long enough for the triangles that it counts, whatever its
/// first word is; else it is a text. Corners at the same place become one point; triangles with two
/// corners at one place are dropped, with a warning that counts them, which never opens a closed
/// mesh. The order of corners says where outside is: normals of the file that say otherwise are
/// counted in a warning and not used. `*mesh` comes from `setup`, without normals and not prepared.
/// Refuses numbers that are not finite and points beyond SNW_SHAPE_REACH with line and column, or
/// with the offset of the byte; what `diags` receives says why. Time and memory are linear in the
/// length. `reading` may be NULL. `*mesh` is unchanged on failure.
SNW_SETUP SNW_NODISCARD snw_status snw_stl_read(const snw_source *source,
                                                const snw_mesh_reading *reading, snw_setup *setup,
                                                snw_mesh **mesh, snw_diags *diags);

/// Writes all triangles of the parts as one STL; run it on an empty text to measure. Binary has
/// coordinates of 32 bits, rounded to nearest; as text they are exact. SNW_ERR_ARGUMENT without
/// parts, SNW_ERR_STATE for polygons that were not prepared, SNW_ERR_RANGE for a point that is not
/// finite or does not fit, SNW_ERR_TOO_LARGE beyond SNW_MESH_TRIANGLES.
SNW_SETUP SNW_NODISCARD snw_status snw_stl_write(const snw_mesh_part *parts, int count,
                                                 bool as_text, snw_text *out, snw_why *why);

#ifdef __cplusplus
}
#endif

#endif // SINEW_MESHIO_STL_H
