// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_INSIDE_QUEUE_GOVERN_H
#define SINEW_INSIDE_QUEUE_GOVERN_H

/// @file
/// Motions that pass their time at a part of its speed.

#include "sinew/queue.h"

#ifdef __cplusplus
extern "C" {
#endif

/// From the next step on, motions pass their time at this part of its speed, 0 to 1, which changes
/// by `slope` [1/s]: the arm stays on its path, with rates smaller by that part. Whoever asks
/// changes the part so slowly that the arm can follow, from 1 on after snw__queue_nominal() has
/// returned false. Numbers that are not finite count as 0.
SNW_RT void snw__queue_govern(snw_queue *queue, double part, double slope);

/// Rates and accelerations [arm->count] of the last set-point as they would be at the part 1. False
/// when the part has no effect, because a motion is being stopped or the queue is paused.
SNW_RT bool snw__queue_nominal(const snw_queue *queue, double *v, double *a);

#ifdef __cplusplus
}
#endif

#endif // SINEW_INSIDE_QUEUE_GOVERN_H
