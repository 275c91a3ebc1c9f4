// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_STATION_RECORDING_H
#define SINEW_SRC_STATION_RECORDING_H

#include "internal.h"

// --- recording, recording.c ---------------------------------------------------------------------

/// `record` of a client: start, with the signals that it names, or stop.
SNW_NODISCARD snw_status snw__record_command(snw_station *station, const snw_wire_request *request,
                                             snw_text *answer, snw_why *why);

/// Begins to record to a file; also while the loop runs.
SNW_NODISCARD snw_status snw__record_open(snw_station *station, const char *path, snw_why *why);

/// Ends it, and waits until the loop has let go of it. Nothing happens when nothing is recorded.
SNW_NODISCARD snw_status snw__record_close(snw_station *station, snw_recorder_report *report,
                                           snw_why *why);

/// A change from outside, for the recording.
void snw__record_change(void *context, const char *path, const char *value, uint64_t tick);

/// Writes what waits, and tells what went wrong. The service thread only.
void snw__record_serve(snw_station *station);

/// Description and settings of a recorder of this station.
SNW_NODISCARD snw_status snw__record_describe(snw_station *station, snw_recorder *recorder,
                                              snw_why *why);
snw_recorder_config snw__record_config(const snw_station *station, const char *path);
SNW_NODISCARD snw_status snw__record_begin(snw_station *station, snw_recorder *recorder,
                                           snw_why *why);

/// NAME-STAMP after the cell; FOLDER/NAME.mcap; the name that a recorder really has.
void snw__record_name(const snw_station *station, const char *kind, char *out, size_t size);
SNW_NODISCARD snw_status snw__record_path(const char *folder, const char *name,
                                          char path[SNW_PATH_SIZE], snw_why *why);
void snw__record_keep_name(const snw_recorder *recorder, const char *name, char out[SNW_NAME]);

/// Takes a recorder away from the loop; false, and it stays, when the loop does not answer.
bool snw__record_take(snw_station *station, snw_recorder **place);

// --- black boxes, boxes.c -----------------------------------------------------------------------

/// Begins the black box of a run; nothing else depends on it.
void snw__boxes_open(snw_station *station);

/// Ends the box of a stop that is over, and begins the next one. The service thread only.
void snw__boxes_serve(snw_station *station);

/// Ends it; a box in which nothing happened is removed.
void snw__boxes_close(snw_station *station);

// --- recordings that there are, downloads.c -----------------------------------------------------

/// Adds ,"records":[..] to an answer.
SNW_NODISCARD snw_status snw__recordings_list(snw_station *station, snw_text *answer, snw_why *why);

/// The bytes of a recording, or of its table; NAME.csv, .xml, .m, .wl and .rows are tables too.
/// Looks at files only: it may run in another thread.
SNW_NODISCARD snw_status snw__recording_fetch(void *context, const char *name, bool csv,
                                              char **data, size_t *size, snw_why *why);

#endif // SINEW_SRC_STATION_RECORDING_H
