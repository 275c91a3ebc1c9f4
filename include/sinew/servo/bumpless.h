// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SERVO_BUMPLESS_H
#define SINEW_SERVO_BUMPLESS_H

/// @file
/// Changes without a bump. When a law, a gain or a mode changes, the efforts go on from where they
/// were, and the difference to the new ones fades away.

#include "sinew/servo/law.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How a difference fades.
typedef struct snw_bumpless_config {
    double time; ///< until nothing is left of it [s]; 0 lets every bump pass
} snw_bumpless_config;

typedef struct snw_bumpless_signals {
    int count;
    double bump[SNW_AXES];  ///< step that the last change would have made [N.m or N]
    double added[SNW_AXES]; ///< what is left of it in the output
    double share;           ///< of the bump that is left, 1 to 0
    double largest;         ///< bump of all changes and axes [N.m or N]
    uint64_t changes;       ///< since init
} snw_bumpless_signals;

SNW_API extern const snw_type snw_bumpless_config_type, snw_bumpless_signals_type;

/// Stands behind the sum of all terms and changes it in place. In the tick of a change the output
/// is that of the tick before; then, with x the time since over `time`, it is
/// effort - bump (1 - 10 x^3 + 15 x^4 - 6 x^5): what is added changes by no more than
/// 1.875 |bump| / time per second, and a change in the middle of another goes on likewise.
typedef struct snw_bumpless {
    // read-only
    snw_bumpless_signals signals;
    // private
    double output[SNW_AXES];
    double progress; // 0 to 1 while a difference fades
    bool primed;     // there is an output to go on from
    bool begun;      // a change was announced
} snw_bumpless;

/// Lays it out for an arm; SNW_ERR_RANGE for a configuration that cannot be used.
SNW_SETUP SNW_NODISCARD snw_status snw_bumpless_init(snw_bumpless *blend,
                                                     const snw_bumpless_config *config,
                                                     const snw_arm *arm, snw_arena *arena);

/// Forgets the last output: what comes next passes as it is.
SNW_RT void snw_bumpless_reset(snw_bumpless *blend, const snw_arm *arm);

/// Announces that the next update brings the efforts of another law, gain or mode.
SNW_RT void snw_bumpless_begin(snw_bumpless *blend);

/// Changes effort[arm->count] in place. SNW_ERR_NOT_FINITE and SNW_ERR_RANGE as laws have them; an
/// announced change then waits for the next update.
SNW_RT SNW_NODISCARD snw_status snw_bumpless_update(snw_bumpless *blend,
                                                    const snw_bumpless_config *config,
                                                    const snw_arm *arm, double dt, double *effort);

/// Several laws of which one runs in each tick. Caller-owned.
typedef struct snw_switch {
    // read-only
    snw_law **laws; ///< [law_count] the caller's
    int law_count;
    int current; ///< that ran last
    int chosen;  ///< that runs next
    snw_bumpless blend;
    snw_servo_term signals; ///< what it added, blended
} snw_switch;

#ifdef __cplusplus
}
#endif

#endif // SINEW_SERVO_BUMPLESS_H
