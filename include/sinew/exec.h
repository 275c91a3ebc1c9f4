// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_EXEC_H
#define SINEW_EXEC_H

/// @file
/// The executive: components, ports, life cycle, the tick, clocks and statistics.

#include "sinew/exec/component.h"
#include "sinew/exec/exec.h"
#include "sinew/exec/loop.h"
#include "sinew/exec/order.h"
#include "sinew/exec/run.h"
#include "sinew/exec/state.h"
#include "sinew/exec/stats.h"

#endif // SINEW_EXEC_H
