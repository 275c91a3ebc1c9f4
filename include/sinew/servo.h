// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SERVO_H
#define SINEW_SERVO_H

/// @file
/// Joint laws: from what is wanted and what is believed of an arm to the efforts of its axes. Plain
/// objects that need no executive; docs/servo.md has a table of them.

#include "sinew/servo/bumpless.h"
#include "sinew/servo/computed.h"
#include "sinew/servo/estimate.h"
#include "sinew/servo/friction.h"
#include "sinew/servo/gravity.h"
#include "sinew/servo/impedance.h"
#include "sinew/servo/law.h"
#include "sinew/servo/laws.h"
#include "sinew/servo/pd.h"
#include "sinew/servo/target.h"
#include "sinew/servo/tip.h"

#endif // SINEW_SERVO_H
