// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_MESHIO_OBJ_H
#define SINEW_MESHIO_OBJ_H

/// @file
/// Wavefront OBJ and its files of materials.

#include "sinew/meshio/part.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Reads OBJ: v, vn, vt, f in all forms of indices, also negative ones, o, g, s, usemtl, mtllib,
/// and lines continued by a backslash. Every other key is reported once, as a warning, and passed
/// over. Points keep their order; a point with several normals is repeated behind them. Normals are
/// used when every corner has one. `*mesh` comes from `setup` and is not prepared. Files of
/// materials are looked for beneath source->folder only; NULL looks for none. One that cannot be
/// read is a warning, one with a wrong number an error. Refusals, costs and `reading` as for
/// snw_stl_read().
SNW_SETUP SNW_NODISCARD snw_status snw_obj_read(const snw_source *source,
                                                const snw_mesh_reading *reading, snw_setup *setup,
                                                snw_mesh **mesh, snw_diags *diags);

/// Writes the parts as objects of one OBJ, coordinates exact; polygons stay polygons and name their
/// surface. `materials` is the name of the file for snw_mtl_write(); NULL leaves it out. Run it on
/// an empty text to measure. Failures as for snw_stl_write().
SNW_SETUP SNW_NODISCARD snw_status snw_obj_write(const snw_mesh_part *parts, int count,
                                                 const char *materials, snw_text *out,
                                                 snw_why *why);

/// Adds the materials of a text to `palette`, a surface from `setup`, as maps: Kd is diffuse, Ka
/// ambient, Ks specular, Ke emission, d (or 1 - Tr) the alpha of all four, Ns shininess (at most
/// 128), map_Kd texture. Other keys are reported once each.
SNW_SETUP SNW_NODISCARD snw_status snw_mtl_read(const snw_source *source, snw_setup *setup,
                                                snw_surface *palette, snw_diags *diags);

/// Writes surfaces as materials.
SNW_SETUP void snw_mtl_write(const snw_surface *surfaces, int count, snw_text *out);

#ifdef __cplusplus
}
#endif

#endif // SINEW_MESHIO_OBJ_H
