// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SHAPE_TREE_H
#define SINEW_SHAPE_TREE_H

/// @file
/// Shapes made of two others, which may be trees themselves, or come from a plugin. A child that is
/// absent is left out; without any child the shape is empty.

#include "sinew/describe.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The points of either shape: token "union_of".
typedef struct snw_union_of {
    snw_child first, second;
} snw_union_of;

/// The points of both shapes: token "intersection_of".
typedef struct snw_intersection_of {
    snw_child first, second;
} snw_intersection_of;

SNW_API extern const snw_type snw_union_of_type, snw_intersection_of_type;

#ifdef __cplusplus
}
#endif

#endif // SINEW_SHAPE_TREE_H
