// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/urdf/mesh_file.h"

static const snw_field mesh_file_fields[] = {
    {SNW_AT(snw_mesh_file, name), .kind = SNW_KIND_STRING, .flags = SNW_REQUIRED,
     .help = "Mesh file, as a path or as package://name/path."},
    {SNW_AT(snw_mesh_file, scale), .kind = SNW_KIND_VEC3, .range = {-1e6, 1e6}, .initial = "1 1 1",
     .help = "Scale factors along x, y and z."},
    {SNW_AT(snw_mesh_file, file), .kind = SNW_KIND_STRING, .role = SNW_SIGNAL,
     .help = "Path at which the file was found."},
};
const snw_type snw_mesh_file_type = {.token = "mesh_file",
                                     .size = sizeof(snw_mesh_file),
                                     .align = _Alignof(snw_mesh_file),
                                     .fields = mesh_file_fields,
                                     .field_count =
                                         (int)(sizeof mesh_file_fields / sizeof *mesh_file_fields),
                                     .base = "shape",
                                     .space = &snw_space_robot,
                                     .help = "A mesh that is read from a file."};
