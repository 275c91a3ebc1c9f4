// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_RECORD_H
#define SINEW_RECORD_H

/// @file
/// Recordings: MCAP files written beside the loop, read back even when damaged, exported as tables.
///
///   recorder.h   signals, events and texts of a running cell into a file
///   mcap.h       the file format, written
///   mcap_read.h  the file format, read, whole or damaged; recovery
///   message.h    the messages in the files, ROS 2 CDR with their schemas
///   series.h     signals read back, from MCAP and CSV; export
///   store.h      disks, and what stands in for them in tests

#include "sinew/record/mcap.h"
#include "sinew/record/mcap_read.h"
#include "sinew/record/message.h"
#include "sinew/record/recorder.h"
#include "sinew/record/series.h"
#include "sinew/record/store.h"

#endif // SINEW_RECORD_H
