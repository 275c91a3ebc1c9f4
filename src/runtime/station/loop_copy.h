// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_STATION_LOOP_COPY_H
#define SINEW_SRC_STATION_LOOP_COPY_H

/// @file
/// The loop that a station runs: that of a cell, with what is added to it.

#include "internal.h"

/// Where a loop that is made of a cell lies.
typedef struct snw__loop_copy {
    snw_cell *cell;
    snw_loop *loop;
    snw_setup *memory; ///< of the thread that makes it
} snw__loop_copy;

/// Makes a loop of a cell with the components that it gets unasked and the edits of the program.
SNW_NODISCARD snw_status snw__edit_loop(snw_station *station, const snw_cell *from,
                                        const snw__loop_copy *to, snw_diags *diags);

/// Components that a cell gets without being asked for them: `clearance` where there are rules
/// about collisions. The list of the loop becomes a copy; that of the cell stays.
SNW_NODISCARD snw_status snw__add_components(const snw_cell *from, snw_loop *loop,
                                             snw_setup *memory);

#endif // SINEW_SRC_STATION_LOOP_COPY_H
