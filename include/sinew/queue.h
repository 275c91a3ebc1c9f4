// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_QUEUE_H
#define SINEW_QUEUE_H

/// @file
/// Motions that a program requests and the loop executes: the queue of moves (move.h, queue.h), and
/// generators beside it: circles and sinusoids (shape.h), sequences of via points (via.h), recorded
/// paths (path.h).

#include "sinew/queue/move.h"
#include "sinew/queue/path.h"
#include "sinew/queue/queue.h"
#include "sinew/queue/shape.h"
#include "sinew/queue/via.h"

#endif // SINEW_QUEUE_H
