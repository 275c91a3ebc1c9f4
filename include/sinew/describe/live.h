// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_DESCRIBE_LIVE_H
#define SINEW_DESCRIBE_LIVE_H

/// @file
/// Changing parameters while the loop runs: copy the block, change the copy, validate all of it,
/// derive what the loop needs, and let the loop take the whole at its next tick.
///
/// One service thread edits, one loop takes. The loop never waits and never sees half a change.
/// What lies behind a pointer (lists, optional parts, children) is fixed: it is that of the first
/// block, in every copy. All else of the struct may change as its table says.
///
///     snw_live_copy(&live, &copy);                                  service
///     copy.kp = 20;
///     status = snw_live_publish(&live, &copy, SNW_LIVE, &why);
///
///     (void)snw_live_update(&live);                                 loop, each tick
///     const pid *p = snw_live_block(&live);

#include "sinew/describe/type.h"
#include "sinew/os.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A live block of one type. Caller-owned.
typedef struct snw_live {
    // read-only
    const snw_type *type;
    uint64_t accepted; ///< changes published so far
    // private
    unsigned char *service;   // the service's own copy: parameters, then derived
    const unsigned char *now; // what the loop uses
    size_t derived_offset, size;
    snw_triple buffer;
} snw_live;

/// Lays out a live block that starts with `initial`; the status of snw_block_check() or derive()
/// when it is not valid. Lists, optional parts and children of `initial` are used in place and must
/// outlive it.
SNW_SETUP SNW_NODISCARD snw_status snw_live_init(snw_live *live, const snw_type *type,
                                                 const void *initial, snw_arena *arena);

/// Service: a copy of the newest parameters, to be changed; what lies behind its pointers is shared
/// with the loop and is only read.
SNW_SETUP void snw_live_copy(const snw_live *live, void *block);

/// Service: validates and derives, then publishes; refused whole when any field is wrong, or when a
/// field changed that may not change while the cell does `when`. The reason names the field. Lists,
/// optional parts and children are compared, not taken.
SNW_SETUP SNW_NODISCARD snw_status snw_live_publish(snw_live *live, const void *block,
                                                    snw_when when, snw_why *why);

/// Loop, once per tick before use: takes the newest block, if there is one. Returns true when it
/// changed.
SNW_RT bool snw_live_update(snw_live *live);

/// Loop: the parameters and what was derived from them, the same from one update to the next.
SNW_RT const void *snw_live_block(const snw_live *live);

/// Loop: what was derived from the parameters, the same from one update to the next.
SNW_RT const void *snw_live_derived(const snw_live *live);

#ifdef __cplusplus
}
#endif

#endif // SINEW_DESCRIBE_LIVE_H
