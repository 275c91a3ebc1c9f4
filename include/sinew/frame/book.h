// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_FRAME_BOOK_H
#define SINEW_FRAME_BOOK_H

/// @file
/// Frames by name, in a file: places that were taught, with the configuration of the arm there.

#include "sinew/describe.h"
#include "sinew/frame/frame.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SNW_BOOK_FRAMES = 65536, SNW_BOOK_CONFIGURATION = 33 };

/// A place. Described; a pose in a file comes back bit for bit.
typedef struct snw_book_entry {
    char name[SNW_FRAME_NAME];                  ///< key
    snw_pose pose;                              ///< in the base of the arm
    char configuration[SNW_BOOK_CONFIGURATION]; ///< of the arm there: "run" for right, up, no flip
    double *joints;                             ///< of the arm there, if they were kept
    int joint_count;
} snw_book_entry;

typedef struct snw_book {
    snw_book_entry *frames;
    int frame_count;
} snw_book;

SNW_API extern const snw_type snw_book_type, snw_book_entry_type;

/// An empty book, or one from a file; in `setup`.
SNW_SETUP SNW_NODISCARD snw_status snw_book_new(snw_setup *setup, snw_book **book, snw_why *why);

/// Reads a book from a file, into `setup`.
SNW_SETUP SNW_NODISCARD snw_status snw_book_load(const char *path, snw_setup *setup,
                                                 snw_book **book, snw_diags *diags);

/// Writes the file, whole or not at all.
SNW_SETUP SNW_NODISCARD snw_status snw_book_save(const char *path, const snw_book *book,
                                                 snw_why *why);

/// An entry by its name, or NULL.
SNW_SETUP const snw_book_entry *snw_book_find(const snw_book *book, const char *name);

/// An entry that must be there: SNW_ERR_UNKNOWN_NAME with the closest name when it is not.
SNW_SETUP SNW_NODISCARD snw_status snw_book_need(const snw_book *book, const char *name,
                                                 const snw_book_entry **entry, snw_why *why);

/// Adds an entry or replaces the one of its name. SNW_ERR_TOO_LARGE for a name of SNW_FRAME_NAME
/// bytes and more; what snw_frame_const() refuses.
SNW_SETUP SNW_NODISCARD snw_status snw_book_put(snw_book *book, snw_setup *setup, const char *name,
                                                snw_pose pose, const char *configuration,
                                                snw_why *why);

/// Takes an entry out. SNW_ERR_UNKNOWN_NAME with the closest name.
SNW_SETUP SNW_NODISCARD snw_status snw_book_remove(snw_book *book, const char *name, snw_why *why);

/// Takes an entry over as it is, joints and configuration included, under `name`: a new one, or in
/// the place of the one of that name. Fails as snw_book_put() does.
SNW_SETUP SNW_NODISCARD snw_status snw_book_take(snw_book *book, snw_setup *setup,
                                                 const snw_book_entry *entry, const char *name,
                                                 snw_why *why);

/// Another entry with the content of one, or another name for it. SNW_ERR_UNKNOWN_NAME when there
/// is no such entry, SNW_ERR_DUPLICATE when the new name is taken.
SNW_SETUP SNW_NODISCARD snw_status snw_book_copy(snw_book *book, snw_setup *setup, const char *name,
                                                 const char *to, snw_why *why);

/// Gives an entry another name.
SNW_SETUP SNW_NODISCARD snw_status snw_book_rename(snw_book *book, snw_setup *setup,
                                                   const char *name, const char *to, snw_why *why);

/// Changes a book that was just read; a failure leaves the file as it was.
typedef snw_status snw_book_change_fn(snw_book *book, snw_setup *setup, void *context,
                                      snw_why *why);

/// Reads a file, changes it and writes it, while nobody else does (os/file_lock.h): what other
/// programs wrote before stays. A file that is not there is an empty book. SNW_ERR_TIMEOUT when
/// another process holds it for longer than 5 s; what reading, `change` and writing refuse.
SNW_SETUP SNW_NODISCARD snw_status snw_book_change(const char *path, snw_book_change_fn *change,
                                                   void *context, snw_why *why);

/// Registers the type "book".
SNW_SETUP SNW_NODISCARD snw_status snw_frame_register(snw_registry *registry, snw_why *why);

#ifdef __cplusplus
}
#endif

#endif // SINEW_FRAME_BOOK_H
