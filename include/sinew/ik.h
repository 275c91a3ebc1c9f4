// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_IK_H
#define SINEW_IK_H

/// @file
/// Where the joints must be, for a frame to be somewhere.

#include "sinew/ik/closed.h"
#include "sinew/ik/legacy.h"
#include "sinew/ik/numeric.h"
#include "sinew/ik/result.h"
#include "sinew/ik/sew.h"

#endif // SINEW_IK_H
