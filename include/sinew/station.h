// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_STATION_H
#define SINEW_STATION_H

/// @file
/// The one host of a cell: its types (station/types.h), its file (station/load.h), the running
/// station with recorder, black boxes, taught points, local socket and page (station/station.h),
/// the repetition of a recording (station/replay.h), a recording as log files (station/logs.h), and
/// the options of a program's command line (station/arguments.h).

#include "sinew/station/arguments.h"
#include "sinew/station/load.h"
#include "sinew/station/logs.h"
#include "sinew/station/replay.h"
#include "sinew/station/station.h"
#include "sinew/station/types.h"

#endif // SINEW_STATION_H
