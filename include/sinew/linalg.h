// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_LINALG_H
#define SINEW_LINALG_H

/// @file
/// Small dense linear algebra inside the control loop: matrices of up to SNW_LINALG_MAX rows and
/// columns, column-major, in caller memory.
///
/// This header gathers the parts under sinew/linalg/. Include it; the parts are separate files
/// only so that each can be read on a screen.

#include "sinew/linalg/factor.h"
#include "sinew/linalg/matrix.h"
#include "sinew/linalg/qp.h"
#include "sinew/linalg/svd.h"

#endif // SINEW_LINALG_H
