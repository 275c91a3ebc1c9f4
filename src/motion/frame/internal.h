// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_FRAME_INTERNAL_H
#define SINEW_SRC_FRAME_INTERNAL_H

#include "sinew/frame.h"

/// Copies a name that fits and is there, else says why not.
snw_status snw__frame_name(char out[SNW_FRAME_NAME], const char *name, snw_why *why);

/// Is it a pose? A rotation may be off by rounding; it is taken as it is.
snw_status snw__frame_pose(snw_pose *pose, const char *name, snw_why *why);

#endif // SINEW_SRC_FRAME_INTERNAL_H
