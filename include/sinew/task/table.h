// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TASK_TABLE_H
#define SINEW_TASK_TABLE_H

/// @file
/// Functions given by tables: numbers on a grid of any dimension, linear between the points in each
/// direction; and tables composed of tables.
///
/// The first independent variable runs fastest in the data. An axis rises or falls strictly. Beyond
/// each end of an axis the table is held at its edge, or goes on along its last interval.

#include <stdbool.h>

#include "sinew/base.h"
#include "sinew/describe.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SNW_TABLE_DIMENSIONS = 8, ///< of the domain
    SNW_TABLE_LEAVES = 32,    ///< tables of one composition
    SNW_TABLE_SETS = 64,      ///< of a table in a file
    SNW_TABLE_POINTS = 65536  ///< likewise, and of values of one axis
};

/// How the interval of a number is found.
typedef enum snw_table_search {
    SNW_TABLE_LINEAR = 0,      ///< from where it was last time, step by step
    SNW_TABLE_BISECTION = 1,   ///< by halves
    SNW_TABLE_EQUAL_SPACED = 2 ///< computed, for even grids only
} snw_table_search;

/// What is beyond an end of an axis.
typedef enum snw_table_edge { SNW_TABLE_LIMIT = 0, SNW_TABLE_EXTRAPOLATE = 1 } snw_table_edge;

/// One axis of the grid.
typedef struct snw_table_axis {
    snw_table_search search;
    snw_table_edge lower, upper; ///< at the first and at the last of the values
    const double *values;        ///< [count] rising or falling
    int count;                   ///< at least 2
} snw_table_axis;

/// One table with any number of sets of data on the same grid. Caller-owned.
typedef struct snw_table {
    // read-only
    const snw_table_axis *axes; ///< [dimensions]
    int dimensions;
    const double *const *data; ///< [sets][points]
    int sets;
    int points; ///< product of the counts of the axes
    // private
    int last[SNW_TABLE_DIMENSIONS]; // where the last search ended
} snw_table;

/// A composition: its tables from left to right, as they stand in the tree of a description.
typedef struct snw_composed_table {
    snw_table *leaves[SNW_TABLE_LEAVES];
    int count;
} snw_composed_table;

// --- as they are written ------------------------------------------------------------------------

/// An axis of a table in a file.
typedef struct snw_table_axis_entry {
    snw_table_search search;
    snw_table_edge lower, upper;
    double *values;
    int value_count;
} snw_table_axis_entry;

/// One set of data of a table in a file.
typedef struct snw_table_set_entry {
    double *values; ///< the first variable runs fastest
    int value_count;
} snw_table_set_entry;

/// A table in a file.
typedef struct snw_table_entry {
    snw_table_axis_entry *axes;
    int axis_count;
    snw_table_set_entry *sets;
    int set_count;
} snw_table_entry;

SNW_API extern const snw_type snw_table_entry_type;

/// Room for what a table in a file becomes.
typedef struct snw_table_view {
    snw_table table;
    snw_table_axis axes[SNW_TABLE_DIMENSIONS];
    const double *data[SNW_TABLE_SETS];
} snw_table_view;

#ifdef __cplusplus
}
#endif

#endif // SINEW_TASK_TABLE_H
