// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_MESHIO_H
#define SINEW_MESHIO_H

/// @file
/// Meshes in files: STL, OBJ and GLB both ways, and whether what was read can be meant so. Other
/// formats are turned into one of these by the program sinew-mesh, in a process of its own.

#include "sinew/meshio/glb.h"
#include "sinew/meshio/load.h"
#include "sinew/meshio/obj.h"
#include "sinew/meshio/part.h"
#include "sinew/meshio/parts.h"
#include "sinew/meshio/stl.h"

#endif // SINEW_MESHIO_H
