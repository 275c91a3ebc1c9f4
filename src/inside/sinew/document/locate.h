// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_DOCUMENT_LOCATE_H
#define SINEW_DOCUMENT_LOCATE_H

/// @file
/// Lines of a file for findings that came up later. An object does not remember where it was
/// written; when something is wrong with it after reading, the file is read once more.

#include "sinew/document/file.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SNW_SOUGHT_PATH = 256 };

/// A struct of a document that is looked for. The path begins below the root and has one word per
/// struct, with an index, a key (or the first field of a type without keys) or a field in brackets
/// for items of a list:
///
///     control/components[program]/type/steps[60]
///     control/connections[from=law.effort]
typedef struct snw_sought {
    char path[SNW_SOUGHT_PATH];
    // result
    char file[SNW_WHY_FILE];
    int line, column; ///< of the deepest struct on the path that is there; 0 for none
    int depth;        ///< words of the path that were found
} snw_sought;

/// Reads the file and notes where the sought structs stand. Findings of the reading itself are not
/// reported. A file that cannot be read leaves all results at 0.
SNW_SETUP void snw__document_locate(const char *file, const snw_type *type,
                                    const snw_registry *registry, snw_sought *sought, int count);

#ifdef __cplusplus
}
#endif

#endif // SINEW_DOCUMENT_LOCATE_H
