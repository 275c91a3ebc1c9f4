// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_MODELIO_H
#define SINEW_MODELIO_H

/// @file
/// Robots in the files of other programs: URDF both ways, Denavit-Hartenberg tables both ways, and
/// where the files that they name are found without ROS.

#include "sinew/modelio/dh.h"
#include "sinew/modelio/mesh_file.h"
#include "sinew/modelio/places.h"
#include "sinew/modelio/urdf.h"

#endif // SINEW_MODELIO_H
