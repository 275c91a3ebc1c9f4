// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_DOCUMENT_H
#define SINEW_DOCUMENT_H

/// @file
/// Described structs in files: XML and JSON both ways, schemas, the self-test of every type and the
/// reference manual; and the pull readers that other formats are read with.

#include "sinew/document/file.h"
#include "sinew/document/manual.h"
#include "sinew/document/specified.h"

#endif // SINEW_DOCUMENT_H
