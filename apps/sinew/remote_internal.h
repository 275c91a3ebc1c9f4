// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_APPS_REMOTE_INTERNAL_H
#define SINEW_APPS_REMOTE_INTERNAL_H

#include "remote.h"
#include "sinew/os/directory.h"
#include "sinew/os/path.h"

/// The folder of the sockets of running cells.
SNW_NODISCARD snw_status remote_folder(char *out, size_t size, snw_why *why);

/// Where the cell of a name listens.
SNW_NODISCARD snw_status remote_address(const char *name, snw_address *address, snw_why *why);

#endif // SINEW_APPS_REMOTE_INTERNAL_H
