// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_MATH_H
#define SINEW_MATH_H

/// @file
/// Geometry and mechanics of rigid bodies, by value: vectors, small matrices, rotations, poses,
/// twists, accelerations, wrenches, mass properties.
///
/// SI units, radians, right-handed frames. T_a_b is the pose of frame b in frame a. Twists are
/// linear first. Algebra passes NaN through; functions that return a status refuse it.
///
/// This header gathers the parts under sinew/math/. Include it; the parts are separate files only
/// so that each can be read on a screen.

#include "sinew/math/angle.h"
#include "sinew/math/inertia.h"
#include "sinew/math/mat2.h"
#include "sinew/math/mat3.h"
#include "sinew/math/mat4.h"
#include "sinew/math/motion.h"
#include "sinew/math/pose.h"
#include "sinew/math/quat.h"
#include "sinew/math/rotation.h"
#include "sinew/math/transform.h"
#include "sinew/math/vec3.h"
#include "sinew/math/xform.h"

#endif // SINEW_MATH_H
