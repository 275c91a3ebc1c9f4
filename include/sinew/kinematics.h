// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_KINEMATICS_H
#define SINEW_KINEMATICS_H

/// @file
/// Where every link of a mechanism is, how it moves, and how rates move it.
///
/// Units are SI: metre, radian, second. T_a_b is the pose of frame b in frame a. The world is the
/// frame that snw_kin_set_base() speaks of; until then the base stands in its origin. Velocities
/// and accelerations are along the world's axes unless a function says otherwise.
///
/// Lay out one snw_kin per thread at start-up, update it once per cycle, then read as many results
/// from it as you need. This header gathers the parts under sinew/kinematics/.

#include "sinew/kinematics/dexterity.h" // how well a place can be moved
#include "sinew/kinematics/jacobian.h"  // Jacobians, their rates and derivatives
#include "sinew/kinematics/kin.h"       // the workspace, updates, poses
#include "sinew/kinematics/mass.h"      // centre of mass, momentum
#include "sinew/kinematics/motion.h"    // velocities and accelerations

#endif // SINEW_KINEMATICS_H
