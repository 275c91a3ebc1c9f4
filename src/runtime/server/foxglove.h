// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_SERVER_FOXGLOVE_H
#define SINEW_SRC_SERVER_FOXGLOVE_H

#include "internal.h"

/// A parameter whose changes are told.
typedef struct snw__watch {
    char path[SNW_FIELD_PATH];
    uint64_t hash; ///< of its value
} snw__watch;

typedef struct snw__watches {
    snw__watch *items; ///< on the heap; NULL for none yet
    int count;
    int64_t looked_ns;
} snw__watches;

/// Answers a message about parameters; refusals are told by a status.
void snw__foxglove_parameters(snw__session *session, snw__watches *watches,
                              const snw_foxglove_request *request);

/// Tells which of the watched parameters have changed.
void snw__foxglove_watch(snw__session *session, snw__watches *watches);

/// Tells why something was refused.
void snw__foxglove_refuse(snw__session *session, const snw_why *why);

#endif // SINEW_SRC_SERVER_FOXGLOVE_H
