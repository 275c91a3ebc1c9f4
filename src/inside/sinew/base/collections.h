// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_BASE_COLLECTIONS_H
#define SINEW_BASE_COLLECTIONS_H

/// @file
/// The few containers that C lacks and robots need. Costs are part of the interface:
///
///   counted array   read O(1), insert and erase O(n)         joints, vertices, end effectors
///   shape of array  index of an n-dimensional array O(1)     Jacobians, images, pair maps
///   list            insert and erase O(1), search O(n)       waiting requests
///   names           look-up O(1) on average, unique keys     label to link; a set when ids are
///   unused tree            both orders O(n)                         links, control systems
///
/// All live in caller memory and none allocates after its init.

#include <stddef.h>
#include <stdint.h>

#include "sinew/base/arena.h"
#include "sinew/base/attributes.h"
#include "sinew/base/names.h"
#include "sinew/base/status.h"

#ifdef __cplusplus
extern "C" {
#endif

// --- counted arrays -----------------------------------------------------------------------------

/// Makes room at `index` of an array of `*count` items of `size` bytes and copies `item` there.
/// SNW_ERR_FULL at `capacity`, SNW_ERR_ARGUMENT for an index outside [0, *count].
SNW_RT SNW_NODISCARD snw_status snw_array_insert(void *items, size_t size, int *count, int capacity,
                                                 int index, const void *item);

/// Removes the item at `index`; the later ones move up, order is kept.
SNW_RT SNW_NODISCARD snw_status snw_array_erase(void *items, size_t size, int *count, int index);

// --- n-dimensional arrays -----------------------------------------------------------------------

/// Position of element index[0..rank) in an array of shape extent[0..rank), the first index running
/// fastest (column-major, as all matrices here); -1 when any index is outside.
SNW_RT ptrdiff_t snw_tensor_index(int rank, const int *extent, const int *index);

// --- doubly linked list, intrusive --------------------------------------------------------------

/// A node inside the caller's struct, and the head of a list. A list is a ring through its head.
typedef struct snw_list {
    struct snw_list *next, *previous;
} snw_list;

/// An empty list, or a node that is in no list.
SNW_RT void snw_list_init(snw_list *list);

/// Puts `node` before `place`: before the head is at the end of the list.
SNW_RT void snw_list_insert(snw_list *place, snw_list *node);

/// Takes a node out of its list; a node in no list stays as it is.
SNW_RT void snw_list_erase(snw_list *node);

// --- trees --------------------------------------------------------------------------------------

/// Orders the nodes of a forest given by parent[count] (-1 for a root): parents first, children in
/// the order of their numbers. `order` holds `count` numbers, `scratch` twice as many.
/// SNW_ERR_ARGUMENT when a parent is outside [-1, count) or the parents form a cycle.
SNW_RT SNW_NODISCARD snw_status snw_tree_depth_first(const int *parent, int count, int *scratch,
                                                     int *order);
SNW_RT SNW_NODISCARD snw_status snw_tree_breadth_first(const int *parent, int count, int *scratch,
                                                       int *order);

#ifdef __cplusplus
}
#endif

#endif // SINEW_BASE_COLLECTIONS_H
