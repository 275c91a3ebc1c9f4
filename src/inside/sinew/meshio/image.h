// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_MESHIO_IMAGE_H
#define SINEW_MESHIO_IMAGE_H

/// @file
/// The images of meshes, and the parts of a GLB. Files of meshes come from anywhere: images are
/// reported by their content, are not decoded here, and are bounded in bytes, pixels and number.

#include "sinew/meshio/parts.h"

#ifdef __cplusplus
extern "C" {
#endif

// --- images -------------------------------------------------------------------------------------

enum {
    SNW__IMAGE_BYTES = 16 << 20,     ///< of one image at most
    SNW__IMAGE_SIDE = 4096,          ///< pixels along one side at most
    SNW__IMAGE_PIXELS = 64 << 20,    ///< of all images of one mesh at most
    SNW__IMAGE_BYTES_ALL = 64 << 20, ///< of all images of one mesh at most
    SNW__IMAGES = 64                 ///< of one mesh at most
};

/// What an image says of itself.
typedef struct snw__image_facts {
    const char *type; ///< "image/png" or "image/jpeg"
    int width, height;
} snw__image_facts;

/// Looks at the head of an image, not at its name. SNW_ERR_UNSUPPORTED for what is neither PNG nor
/// JPEG, SNW_ERR_TOO_LARGE for one above the limits, SNW_ERR_SYNTAX for a damaged head.
SNW_SETUP SNW_NODISCARD snw_status snw__image_check(const snw_mesh_image *image,
                                                    snw__image_facts *facts, snw_why *why);

/// The images of one mesh, counted against the limits together. All zero is the beginning.
typedef struct snw__image_budget {
    int count;
    size_t bytes, pixels;
} snw__image_budget;

/// Checks an image and counts it. SNW_ERR_TOO_LARGE when it is one too many.
SNW_SETUP SNW_NODISCARD snw_status snw__image_take(snw__image_budget *budget,
                                                   const snw_mesh_image *image, snw_why *why);

/// The folder beneath which the images of a mesh may lie: that of its package, which has a
/// package.xml, else that of the mesh itself. A real path; `root` has SNW_PATH_SIZE bytes.
SNW_SETUP SNW_NODISCARD snw_status snw__image_root(const char *mesh_path, char *root, snw_why *why);

/// Reads the image that the mesh at `mesh_path` calls `name`, a path relative to its folder, into
/// `setup`. SNW_ERR_PERMISSION when its real path lies outside snw__image_root(). Checks and counts
/// it as snw__image_take().
SNW_SETUP SNW_NODISCARD snw_status snw__image_load(const char *mesh_path, const char *name,
                                                   snw__image_budget *budget, snw_setup *setup,
                                                   snw_mesh_image *image, snw_why *why);

// --- parts --------------------------------------------------------------------------------------

/// Reads a GLB as snw_glb_read() does, but with one part for each material that differs from the
/// others, in the frame of the file. An image that cannot be used is a warning.
SNW_SETUP SNW_NODISCARD snw_status snw__glb_read_parts(const snw_source *source,
                                                       const snw_mesh_reading *reading,
                                                       snw_setup *setup, snw_mesh_parts *out,
                                                       snw_diags *diags);

#ifdef __cplusplus
}
#endif

#endif // SINEW_MESHIO_IMAGE_H
