// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_DOCUMENT_LOCATE_H
#define SINEW_SRC_DOCUMENT_LOCATE_H

#include "bind.h"
#include "sinew/document/locate.h"

/// The structs that a reading looks for.
typedef struct snw__locating {
    snw_sought *sought;
    int count;
} snw__locating;

/// Notes the current frame, at its end, where it is on the path of a sought struct.
void snw__locate_here(const snw__bind *b, const snw__locating *locating);

#endif // SINEW_SRC_DOCUMENT_LOCATE_H
