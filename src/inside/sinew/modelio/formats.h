// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_MODELIO_FORMATS_H
#define SINEW_MODELIO_FORMATS_H

/// @file
/// Names of files that hold robots, for modules that look for such files. They follow from the one
/// table of formats, src/robot/modelio/formats.c.

#include "sinew/modelio/load.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Endings of the names of files of one format, ".xml .ecx", separated by blanks; each may have .gz
/// behind. `rank` is the place of the format when a robot is looked for by its name alone, from 0:
/// our own format first. NULL behind the last.
SNW_SETUP const char *snw_model_format_endings(int rank);

#ifdef __cplusplus
}
#endif

#endif // SINEW_MODELIO_FORMATS_H
