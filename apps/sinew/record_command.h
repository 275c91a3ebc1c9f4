// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_APPS_RECORD_COMMAND_H
#define SINEW_APPS_RECORD_COMMAND_H

/// @file
/// `sinew record`: what recordings hold, as a table, and whole again after a crash.

#include "cli.h"
#include "sinew/record.h"

#ifdef __cplusplus
extern "C" {
#endif

extern const cli_parameter record_arguments[];

/// Counts damage and tells the first few of it; the context is a record_damage.
typedef struct record_damage {
    cli_io *io;
    int count;
    uint64_t bytes;
} record_damage;
void record_tell_damage(const snw_mcap_damage *damage, void *context);

/// Tells how much damage there was, if any, beyond what was told.
void record_tell_rest(const record_damage *damage);

/// May a file of that name be written? SNW_ERR_PERMISSION when it exists, unless forced.
SNW_NODISCARD snw_status record_check_output(const char *path, bool force, snw_why *why);

#ifdef __cplusplus
}
#endif

#endif // SINEW_APPS_RECORD_COMMAND_H
