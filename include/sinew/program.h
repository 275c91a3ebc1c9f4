// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_PROGRAM_H
#define SINEW_PROGRAM_H

/// @file
/// Motion programs in C, the way of RCCL: moves and waits (program.h), programs that run together
/// (sync.h), places that are taught (teach.h).

#include "sinew/program/program.h"
#include "sinew/program/sync.h"
#include "sinew/program/teach.h"

#endif // SINEW_PROGRAM_H
