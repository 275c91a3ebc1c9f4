// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_FRAME_H
#define SINEW_FRAME_H

/// @file
/// Where things are, in frames that may move, and equations between them that say where the arm
/// shall be (RCCL; Hayward and Paul 1986).

#include "sinew/frame/book.h"
#include "sinew/frame/equation.h"
#include "sinew/frame/frame.h"

#endif // SINEW_FRAME_H
