// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_DISTANCE_VOLUMES_H
#define SINEW_DISTANCE_VOLUMES_H

/// @file
/// Coarser volumes around a solid. A volume is asked in less time than the shape in it, and where
/// volumes are far enough apart, so are the shapes:
///
///     status = snw_bounding_volume(&mesh, &snw_box_type, setup, &box, &why);
///     status = snw_bounding_volume(&box, &snw_sphere_type, setup, &ball, &why);
///     status = snw_solid_init(&solid, &mesh, &arena, &why);          // level 0
///     status = snw_solid_add_volume(&solid, &box, &arena, &why);     // level 1
///     status = snw_solid_add_volume(&solid, &ball, &arena, &why);    // level 2
///
/// A query begins with the coarsest level, ends where its answer is enough (snw_distance_query,
/// `refine`), and goes to finer ones until `level`.

#include "sinew/distance.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SNW_SOLID_LEVELS = 8 }; ///< coarser volumes of a solid at most

/// A volume around a shape, in `setup`. Kinds: sphere, capsule, box, lozenge, ellipsoid. Boxes,
/// lozenges and ellipsoids lie along the axes of the shape's frame, or along other ones where
/// that takes less volume. The volume holds the shape; an ellipsoid is as small as its proportions,
/// those of the box, allow, to 1 %. SNW_ERR_UNSUPPORTED for another kind and for a shape without
/// bounds or points, with the rule volume-kind; SNW_ERR_MEMORY; failures of the shape's own check.
SNW_SETUP SNW_NODISCARD snw_status snw_bounding_volume(const snw_child *shape, const snw_type *kind,
                                                       snw_setup *setup, snw_child *volume,
                                                       snw_why *why);

/// Puts a coarser volume behind those that the solid has. It is compiled into the arena; its block
/// need not be kept. It must be convex and hold the level before it, which is looked at in 1,536
/// directions. SNW_ERR_RANGE with the rule volume-holds where it does not; SNW_ERR_UNSUPPORTED with
/// the rule volume-kind for one that is not convex or has no bounds; SNW_ERR_TOO_LARGE beyond
/// SNW_SOLID_LEVELS; failures of snw_solid_init(). The solid is unchanged on failure; while an
/// arena measures it may be zero.
SNW_SETUP SNW_NODISCARD snw_status snw_solid_add_volume(snw_solid *solid, const snw_child *volume,
                                                        snw_arena *arena, snw_why *why);

#ifdef __cplusplus
}
#endif

#endif // SINEW_DISTANCE_VOLUMES_H
