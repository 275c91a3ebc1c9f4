// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_AXIS_H
#define SINEW_AXIS_H

/// @file
/// What the loop and an arm tell each other, tick by tick: readings, targets, commands, limits, and
/// the interface of whatever drives an arm. docs/axis.md has the way of a number through them.

#include "sinew/axis/arm.h"
#include "sinew/axis/command.h"
#include "sinew/axis/drive.h"

#endif // SINEW_AXIS_H
