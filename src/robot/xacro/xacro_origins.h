// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_XACRO_XACRO_ORIGINS_H
#define SINEW_SRC_XACRO_XACRO_ORIGINS_H

/// @file
/// How the writer of the result notes where its parts come from.

#include "sinew/xacro/origins.h"
#include "xacro_parts.h"

/// For a result of that name, with the files and calls of the expansion; NULL without memory.
snw__origins *snw__origins_make(const snw__xacro *x, const char *name);

/// Notes that a node, or one of its attributes, begins at a byte of the result; in the order of the
/// text. NULL `origins`: nothing happens.
void snw__origins_note(snw__origins *origins, size_t offset, const snw__xnode *node,
                       const snw__xattribute *attribute);

/// The result is whole: bytes become lines and columns.
void snw__origins_finish(snw__origins *origins, const char *text);

#endif // SINEW_SRC_XACRO_XACRO_ORIGINS_H
