// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_DRAW_H
#define SINEW_DRAW_H

/// @file
/// Pictures without a window or a graphics card: robots (draw/draw.h) and signals over time
/// (draw/plot.h).

#include "sinew/draw/draw.h"
#include "sinew/draw/plot.h"

#endif // SINEW_DRAW_H
