// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_DOCUMENT_INSIDE_H
#define SINEW_SRC_DOCUMENT_INSIDE_H

/// @file
/// What sources and tests of document share, and nobody outside of it needs.

#include "sinew/document/file.h"
#include "sinew/document/manual.h"
#include "sinew/document/specified.h"

/// Reads from any stream to its end; `name` decides the format as a file's name does.
SNW_NODISCARD snw_status snw__document_read_stream(snw_read_fn *read, void *context,
                                                   const char *name, const snw_type *type,
                                                   const snw_document *how);

/// Expands gzip, of several members too. SNW_ERR_SYNTAX for damaged data and for anything behind
/// it, SNW_ERR_TOO_LARGE when it does not fit capacity.
SNW_NODISCARD snw_status snw__gunzip(const void *bytes, size_t length, void *out, size_t capacity,
                                     size_t *size);

/// Adds a member; twice is once. Readers do so; a program that sets members by itself may.
SNW_NODISCARD snw_status snw__specified_add(snw_specified *given, snw_setup *setup,
                                            const char *path);

/// The same set for a copy of the object, in the memory of that copy.
SNW_NODISCARD snw_status snw__specified_copy(const snw_specified *from, snw_setup *setup,
                                             snw_specified *to);

#endif // SINEW_SRC_DOCUMENT_INSIDE_H
