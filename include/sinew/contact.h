// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_CONTACT_H
#define SINEW_CONTACT_H

/// @file
/// What happens where surfaces touch: materials, the laws of springs and friction one by one, and
/// the velocities of all bodies at the end of a step, found as the minimum of one convex function.
///
/// This header gathers the parts under sinew/contact/.

#include "sinew/contact/law.h"
#include "sinew/contact/material.h"
#include "sinew/contact/memory.h"
#include "sinew/contact/problem.h"

#endif // SINEW_CONTACT_H
