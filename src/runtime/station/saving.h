// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_STATION_SAVING_H
#define SINEW_SRC_STATION_SAVING_H

#include "internal.h"

// --- files, files.c and save.c ------------------------------------------------------------------

extern const char snw__cell_tail[]; ///< ".cell.xml"

bool snw__ends_in(const char *name, size_t length, const char *tail);
bool snw__is_shipped(const char *name, char out[SNW_PATH_SIZE]);
bool snw__is_below(const char *folder, const char *name, const char *tail, char out[SNW_PATH_SIZE]);

/// Adds the cells and robots that `open` takes to the list: those that come with sinew, then the
/// user's. What a server was shown stays where it is until snw__station_files_drop().
void snw__station_files(snw_station *station);
void snw__station_files_drop(snw_station *station);

/// The file that a client means by a name, in the user's folder or among those that come with
/// sinew. Never a path: SNW_ERR_ARGUMENT. SNW_ERR_UNSUPPORTED names the kinds that can be opened.
SNW_NODISCARD snw_status snw__file_named(const char *name, char out[SNW_PATH_SIZE], snw_why *why);

/// Takes a file that was handed in.
SNW_NODISCARD snw_status snw__file_take(void *context, const char *name, const char *data,
                                        size_t size, snw_why *why);

/// Reads what is to run next before the present cell ends: what is wrong with it is told, and
/// nothing else happens.
SNW_NODISCARD snw_status snw__open_next(snw_station *station, const snw__wish *wish, snw_why *why);

/// `open` of a client, by its act: "" or "open", "merge", "save", "dynamic", "kinematic".
SNW_NODISCARD snw_status snw__files_command(snw_station *station, const snw_wire_request *request,
                                            snw_text *answer, snw_why *why);

/// A cell in which nothing is, for a page that waits for a file.
SNW_NODISCARD snw_status snw__take_empty(snw_station *station, snw_loaded_cell *input,
                                         snw_why *why);

/// Saves the running cell, with the plots of the page that asks for it, or merges another one into
/// it; the name is that of the client.
SNW_NODISCARD snw_status snw__save_cell(snw_station *station, const snw_wire_request *request,
                                        snw_text *answer, snw_why *why);
/// Merging has two steps: SNW_NOTHING_NEW when the merged cell is written and is to be read beside
/// the thread of the doors, SNW_OK when it follows. A drop between them removes its file.
SNW_NODISCARD snw_status snw__merge_cell(snw_station *station, const char *name, snw_text *answer,
                                         snw_why *why);
void snw__merge_drop(snw_station *station);

/// The plots of a cell.
typedef struct snw__plots {
    snw_plot_entry *plots;
    int count;
} snw__plots;

/// Takes the plots of a page, {"plots":[..]}, as those of the running cell. What they were is
/// still there until this is called again; on failure nothing changes. plots.c
SNW_NODISCARD snw_status snw__plots_take(snw_station *station, const char *document, snw_why *why);

/// Copies plots into a loop that was read. plots.c
SNW_NODISCARD snw_status snw__plots_keep(const snw__plots *plots, snw_loop *into, snw_setup *setup,
                                         snw_why *why);

/// A name that is free, for a cell that is saved for the first time; "" when there is none.
void snw__suggest_name(const snw_station *station, char name[SNW_NAME]);

/// A cell as a document, on the heap. save_text.c
char *snw__cell_text(const snw_cell *cell, snw_why *why);

/// Writes a cell into the file that it was read from. What its author wrote stays where neither a
/// component nor the plots changed since it was written as `before`. save_text.c
SNW_NODISCARD snw_status snw__save_in_place(const snw_station *station, const snw_cell *cell,
                                            const char *before, const char *path, snw_why *why);

/// How often points and steps were changed in this run, and whether some of it is not saved. keep.c
uint64_t snw__changes_of(const snw_station *station);
bool snw__is_unsaved(const snw_station *station);

#endif // SINEW_SRC_STATION_SAVING_H
