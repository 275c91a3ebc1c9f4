// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_PLANT_H
#define SINEW_PLANT_H

/// @file
/// Arms that are not there: drives (sinew/axis/drive.h) that move numbers instead of motors.
///
///     ideal_arm       follows commands exactly
///     limited_arm     follows within rates and accelerations
///     simulated_arm   has mass, motors, friction, stops, brakes and encoders
///
/// Each of them fails on demand, by a message such as "fault 2 stuck" or by a function. This header
/// gathers the parts under sinew/plant/.

#include "sinew/plant/actuator.h" // what stands between a motor and a link
#include "sinew/plant/arms.h"     // the three drives, their settings and signals
#include "sinew/plant/fault.h"    // failures, pushes and payloads on demand

#endif // SINEW_PLANT_H
