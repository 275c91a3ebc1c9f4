// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_INTERLOCK_H
#define SINEW_INTERLOCK_H

/// @file
/// What a cell says of its interlock: arms in it cannot be commanded to hit anything. The executive
/// has the interlock itself; see docs/interlock.md.

#include <stdbool.h>

#include "sinew/base.h"
#include "sinew/describe.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct snw_interlock_config {
    bool enforce;    ///< false: nothing is checked, and a warning says so
    double tracking; ///< how far real bodies may be from commanded ones; added to every keep [m]
    int budget;      ///< distances of shapes computed for one proof at most
    double deadlock; ///< arms that wait for each other are reported after this time; 0: never [s]
} snw_interlock_config;

SNW_API extern const snw_type snw_interlock_config_type;

#ifdef __cplusplus
}
#endif

#endif // SINEW_INTERLOCK_H
