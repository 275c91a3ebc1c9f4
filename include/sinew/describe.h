// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_DESCRIBE_H
#define SINEW_DESCRIBE_H

/// @file
/// Described structs. One table per struct gives defaults, copies, comparison, paths and live
/// changes here, and XML, XSD, JSON, the self-test and the reference manual in sinew/document.h.
/// Begin with sinew/describe/type.h.

#include "sinew/describe/block.h"
#include "sinew/describe/live.h"
#include "sinew/describe/path.h"
#include "sinew/describe/registry.h"
#include "sinew/describe/type.h"
#include "sinew/describe/value.h"

#endif // SINEW_DESCRIBE_H
