// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_DYNAMICS_H
#define SINEW_DYNAMICS_H

/// @file
/// What moves a mechanism: efforts from motion, motion from efforts, mass matrix, energy and
/// momentum, and integrators that carry a state through time.
///
/// Units are SI. Coordinates and rates are those of sinew/model/model.h. With M the mass matrix,
///
///     M(q) a + C(q, v) v + G(q) = tau + efforts of springs, dampers, friction + J^T wrenches
///
/// Lay out one snw_dyn per thread at start-up; the model is const and shared. This header gathers
/// the parts under sinew/dynamics/.

#include "sinew/dynamics/derivatives.h" // of inverse and forward dynamics
#include "sinew/dynamics/dyn.h"         // workspace, inverse, forward, mass matrix
#include "sinew/dynamics/energy.h"      // energy and momentum
#include "sinew/dynamics/factor.h"      // factors of the mass matrix, its inverse, task space
#include "sinew/dynamics/integrate.h"   // integrators
#include "sinew/dynamics/integrator.h"  // the same as described types, and one's own
#include "sinew/dynamics/link.h"        // what one link takes and carries
#include "sinew/dynamics/regressor.h"   // efforts are linear in masses

#endif // SINEW_DYNAMICS_H
