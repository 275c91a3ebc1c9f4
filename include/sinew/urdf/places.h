// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_URDF_PLACES_H
#define SINEW_URDF_PLACES_H

/// @file
/// Where the files that a model names are found, without ROS.
///
///   package://name/path   path below the package `name`, looked for in this order:
///                         1. snw_places.packages
///                         2. the folders of $SINEW_PACKAGE_PATH, then of $ROS_PACKAGE_PATH: the
///                            folder itself if its name is that of the package, else name in it
///                         3. share/name in the folders of $AMENT_PREFIX_PATH
///                         4. upwards from the model's folder: a folder whose package.xml has that
///                            name, or that holds a folder of that name
///                         5. snw_places.shipped
///   model://name/path     the same
///   file:///path, /path   that file, if it is below the model's root or one of the folders above
///   file://path, path     seen from the model's folder, and below the model's root
///
/// The root of a model is the nearest folder upwards with a package.xml, else its own folder. What
/// is found there must lie there after links were followed; links in folders that the user names
/// are the user's own. With `anywhere` paths may lead out of the root: for files that the user has
/// opened, never for what came over a network. Only regular files are found. Nothing is opened but
/// a package.xml.

#include <stdbool.h>
#include <stddef.h>

#include "sinew/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A package and its folder.
typedef struct snw_package {
    const char *name, *folder;
} snw_package;

/// Where to look.
typedef struct snw_places {
    const snw_package *packages; ///< [package_count] asked first
    int package_count;
    const char *folder;         ///< of the model's file; NULL when it has none
    const char *root;           ///< what relative names may not leave; NULL is as said above
    bool no_environment;        ///< pass over the environment variables
    bool anywhere;              ///< absolute names and ".." may lead out of the root
    const snw_package *shipped; ///< [shipped_count] asked last: what came with the program
    int shipped_count;
} snw_places;

/// Called for each place that was tried: a folder or a file, and where it comes from ("--package",
/// "ROS_PACKAGE_PATH", ...). Both are valid during the call.
typedef void snw_place_fn(const char *place, const char *origin, void *context);

/// Who receives the places.
typedef struct snw_place_told {
    snw_place_fn *tell; ///< NULL: nobody
    void *context;
} snw_place_told;

/// Finds the file that `name` means; out[size] receives its path. `told` may be NULL.
/// SNW_ERR_NOT_FOUND; SNW_ERR_PERMISSION for a name that leads out of its root or package;
/// SNW_ERR_ARGUMENT for a folder, pipe or device; SNW_ERR_UNSUPPORTED for other kinds of addresses,
/// which are never opened; SNW_ERR_SYNTAX for what cannot be a name; SNW_ERR_MEMORY when `out` is
/// too small. The reason names the fix; `out` is untouched on failure. A file that is there only by
/// another spelling (case of letters, '\' for '/') is found too: then `why` has the rule
/// "place-spelling".
SNW_SETUP SNW_NODISCARD snw_status snw_places_find(const snw_places *places, const char *name,
                                                   char *out, size_t size,
                                                   const snw_place_told *told, snw_why *why);

#ifdef __cplusplus
}
#endif

#endif // SINEW_URDF_PLACES_H
