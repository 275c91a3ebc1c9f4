// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SINEW_H
#define SINEW_SINEW_H

/// @file
/// The one include: all modules of the tiers easy, use and extend (docs/api.md). Programs that
/// compile often include what they need instead; linking takes only what is called.

// easy: a robot from a file, a station, programs
#include "sinew/program.h"
#include "sinew/robot.h"
#include "sinew/rtc.h"
#include "sinew/station.h"

// use: what is computed with models, and how arms are moved
#include "sinew/avoid.h"
#include "sinew/batch.h"
#include "sinew/cloud.h"
#include "sinew/collision.h"
#include "sinew/contact.h"
#include "sinew/distance.h"
#include "sinew/draw.h"
#include "sinew/dynamics.h"
#include "sinew/filter.h"
#include "sinew/frame.h"
#include "sinew/gen.h"
#include "sinew/hull.h"
#include "sinew/ik.h"
#include "sinew/kinematics.h"
#include "sinew/linalg.h"
#include "sinew/math.h"
#include "sinew/meshio.h"
#include "sinew/model.h"
#include "sinew/modelio.h"
#include "sinew/profile.h"
#include "sinew/queue.h"
#include "sinew/random.h"
#include "sinew/record.h"
#include "sinew/shape.h"
#include "sinew/surround.h"
#include "sinew/task.h"
#include "sinew/teach.h"
#include "sinew/urdf.h"
#include "sinew/xacro.h"

// extend: components, drives, laws, types and plug-ins of one's own
#include "sinew/axis.h"
#include "sinew/base.h"
#include "sinew/describe.h"
#include "sinew/document.h"
#include "sinew/exec.h"
#include "sinew/guard.h"
#include "sinew/interlock.h"
#include "sinew/parts.h"
#include "sinew/plant.h"
#include "sinew/plugin.h"
#include "sinew/servo.h"

#endif // SINEW_SINEW_H
