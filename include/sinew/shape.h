// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SHAPE_H
#define SINEW_SHAPE_H

/// @file
/// The physical extent of things: primitives, meshes and trees of them, with what follows
/// from geometry alone: support points, membership, bounds, mass, triangles. What they are painted
/// with is a surface.
///
/// A shape is a snw_child: a described struct and its type, placed in the frame of whatever it
/// belongs to. The questions of sinew/shape/query.h take any of them, also those of plugins.

#include "sinew/shape/bounds.h"
#include "sinew/shape/capsule.h"
#include "sinew/shape/field.h"
#include "sinew/shape/functions.h"
#include "sinew/shape/mesh.h"
#include "sinew/shape/primitives.h"
#include "sinew/shape/query.h"
#include "sinew/shape/surface.h"
#include "sinew/shape/tree.h"

#endif // SINEW_SHAPE_H
