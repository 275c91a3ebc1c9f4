// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_WIRE_INTERNAL_H
#define SINEW_SRC_WIRE_INTERNAL_H

#include "sinew/wire.h"

/// Appends a reason as a JSON object.
void snw__wire_why(snw_text *text, const snw_why *why);

/// What the guard of an arm shows in a picture; NULL when there is none.
const snw_guard_signals *snw__wire_guard(const snw_roots *roots, const char *arm);

/// Appends ,"name":"value" with the comma.
void snw__wire_pair(snw_text *text, const char *name, const char *value);

/// "real" for SNW_KIND_REAL: as pages call it.
const char *snw__wire_kind(snw_kind kind);

/// Appends ["a","b"] of an enumeration, else null.
void snw__wire_words(const snw_field *field, snw_text *text);

/// Appends [1,2,..].
void snw__wire_numbers(const double *values, int count, snw_text *text);

/// Appends [x,y,z,qx,qy,qz,qw].
void snw__wire_pose(snw_pose T, snw_text *text);

/// The first link of a member in the one table of all links.
int snw__wire_first_link(const snw_system *system, int member);

#endif // SINEW_SRC_WIRE_INTERNAL_H
