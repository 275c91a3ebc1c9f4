// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_DOCUMENT_SPECIFIED_H
#define SINEW_DOCUMENT_SPECIFIED_H

/// @file
/// Which members of an object its file names, and which have their defaults. A member is named by
/// its path below the root, as findings name it: "mass", "links[2]/inertial/mass".
///
///     snw_specified given = {0};
///     const snw_read_options options = {.specified = &given};
///     status = snw_document_read(path, type, &options, setup, &object, &diags);
///     if (!snw_is_specified(&given, "links[2]/inertial")) ...   // the file has no such member

#include <stdbool.h>

#include "sinew/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Caller-owned; all zero is empty. Its memory is that of the setup that the object was read into.
typedef struct snw_specified {
    // read-only
    int count; ///< members
    // private
    const char **slots; // [capacity], a power of two; NULL where nobody is
    int capacity;
    bool exhausted; // memory
} snw_specified;

/// True when the file has that member. A struct, a part or an array is there when its element is.
SNW_SETUP bool snw_is_specified(const snw_specified *given, const char *path);

/// The next member after `*cursor`, which begins at 0; NULL when there are no more. In no order.
SNW_SETUP const char *snw_specified_next(const snw_specified *given, int *cursor);

#ifdef __cplusplus
}
#endif

#endif // SINEW_DOCUMENT_SPECIFIED_H
