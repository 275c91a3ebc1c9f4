// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_WIRE_INTERNAL_H
#define SINEW_SRC_WIRE_INTERNAL_H

#include "sinew/wire.h"

/// Appends a reason as a JSON object.
void snw__wire_why(snw_text *text, const snw_why *why);

/// Appends {"arms": [...], "components": [...], "loop": {...}} without the braces.
void snw__wire_status(snw_exec *exec, snw_text *text);

#endif // SINEW_SRC_WIRE_INTERNAL_H
