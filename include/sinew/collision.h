// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_COLLISION_H
#define SINEW_COLLISION_H

/// @file
/// Which bodies of a cell are near each other, and which of them must stay apart.
///
///   rules   what a cell file says about pairs of bodies
///   world   bodies and the policy of each pair, made once
///   near    poses, near pairs, first contact, gradients and rays, in every tick
///   sweep   motions between two configurations with a certificate
///   foresight   ways of several members at once, with a certificate

#include "sinew/collision/foresight.h"
#include "sinew/collision/near.h"
#include "sinew/collision/rules.h"
#include "sinew/collision/sweep.h"
#include "sinew/collision/world.h"

#endif // SINEW_COLLISION_H
