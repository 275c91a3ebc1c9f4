// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_URDF_H
#define SINEW_URDF_H

/// @file
/// Robots as ROS describes them, without ROS: URDF both ways, SRDF both ways, and where the files
/// that they name are found.

#include "sinew/urdf/mesh_file.h"
#include "sinew/urdf/places.h"
#include "sinew/urdf/srdf.h"
#include "sinew/urdf/urdf.h"

#endif // SINEW_URDF_H
