// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_QUEUE_PATH_H
#define SINEW_QUEUE_PATH_H

/// @file
/// Recorded paths. One record holds a number of scalars and a number of poses at one time: joints
/// of all arms and poses of their bases (a state path), or the desired poses of all tips (a
/// guide-frame path). Recording and replay may run in the loop; files may not.
///
///   linear    scalars and positions straight, orientations at constant angular velocity
///   nearest   the record that is nearest in time, as it was stored
///   smooth    natural cubic splines: no jump of velocity or acceleration at the records

#include <stdbool.h>
#include <stdint.h>

#include "sinew/base.h"
#include "sinew/describe.h"
#include "sinew/math.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SNW_PATH_COLUMNS = 1024, SNW_PATH_RECORDS = 1 << 20 };

/// Times of records lie between minus and plus this, 127 years [ns], so that their differences are
/// in the range of 64 bits.
#define SNW_PATH_TIME INT64_C(4000000000000000000)

typedef struct snw_path_config {
    int scalars, poses; ///< of a record; at least one in all
    int capacity;       ///< records
    int64_t spacing_ns; ///< least time between two records; earlier ones are dropped
    bool smooth;        ///< lay out memory for splines
} snw_path_config;

/// No columns, 10,000 records, 0.1 s.
SNW_RT snw_path_config snw_path_config_defaults(void);

typedef enum snw_path_interpolation {
    SNW_PATH_LINEAR,
    SNW_PATH_NEAREST,
    SNW_PATH_SMOOTH
} snw_path_interpolation;

/// One query of a path.
typedef struct snw_path_query {
    int64_t t_ns;
    snw_path_interpolation interpolation;
    bool loop;          ///< the path starts again after its end; else its last record is held
    const bool *follow; ///< [scalars + poses] only these are written; NULL: all
} snw_path_query;

/// Caller-owned, no destructor.
typedef struct snw_path {
    // read-only
    snw_path_config config;
    int count;        ///< records
    int64_t *times;   ///< [count] rising [ns]
    double *scalars;  ///< [count][config.scalars]
    snw_pose *poses;  ///< [count][config.poses]
    bool has_splines; ///< snw_path_smooth() was called after the last record was added
    // private
    double *bends;   // [count][scalars + 7 poses] second derivatives
    double *factor;  // [count]
    snw_quat *turns; // [count][poses] without changes of sign
} snw_path;

/// Lays out an empty path. SNW_ERR_ARGUMENT for counts out of range or a negative spacing.
SNW_SETUP SNW_NODISCARD snw_status snw_path_init(snw_path *path, const snw_path_config *config,
                                                 snw_arena *arena);

/// Removes all records.
SNW_RT void snw_path_reset(snw_path *path);

/// Keeps the first `count` records and removes those after them.
SNW_RT void snw_path_cut(snw_path *path, int count);

/// Sets the least time between two records [ns]. SNW_ERR_RANGE for a negative one.
SNW_RT SNW_NODISCARD snw_status snw_path_set_spacing(snw_path *path, int64_t spacing_ns);

/// Adds a record if enough time has passed since the last one: SNW_OK, or SNW_NOTHING_NEW when it
/// was dropped. SNW_ERR_RANGE when time does not rise or is beyond SNW_PATH_TIME,
/// SNW_ERR_NOT_FINITE, SNW_ERR_FULL.
SNW_RT SNW_NODISCARD snw_status snw_path_add(snw_path *path, int64_t t_ns, const double *scalars,
                                             const snw_pose *poses);

/// Computes the splines, in time linear in the records. SNW_ERR_STATE without memory for them or
/// without records.
SNW_RT SNW_NODISCARD snw_status snw_path_smooth(snw_path *path);

/// The path at a time. SNW_SATURATED outside of it, with the first or the last record;
/// SNW_ERR_STATE for an empty path, or when snw_path_smooth() was not called.
SNW_RT SNW_NODISCARD snw_status snw_path_at(const snw_path *path, const snw_path_query *query,
                                            double *scalars, snw_pose *poses);

/// Rates of linear and smooth replay at a time; at a record, those after it. Of poses the velocity
/// of the origin and the angular velocity, along the base's axes. 0 outside of the path.
SNW_RT SNW_NODISCARD snw_status snw_path_rates(const snw_path *path, const snw_path_query *query,
                                               double *rates, snw_twist *twists);

/// Writes the file, whole or not at all; reads one into `arena`, with room for splines if
/// `smooth`. The same path gives the same bytes, and every number comes back bit for bit.
SNW_SETUP SNW_NODISCARD snw_status snw_path_save(const char *file, const snw_path *path,
                                                 snw_why *why);

/// Reads a path from a file into `arena`, with room for splines if `smooth`.
SNW_SETUP SNW_NODISCARD snw_status snw_path_load(const char *file, bool smooth, snw_path *path,
                                                 snw_arena *arena, snw_diags *diags);

/// Registers the type "path", the form of path files.
SNW_SETUP SNW_NODISCARD snw_status snw_path_register(snw_registry *registry, snw_why *why);

#ifdef __cplusplus
}
#endif

#endif // SINEW_QUEUE_PATH_H
