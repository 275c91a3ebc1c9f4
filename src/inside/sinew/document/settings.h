// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_DOCUMENT_SETTINGS_H
#define SINEW_DOCUMENT_SETTINGS_H

/// @file
/// The plain settings file: one block per object, its name in brackets, then one setting per line.
///
///     [gripper]
///     class hand              # which registered type to make; always the first setting
///     position 300 0 0        # blanks or commas between numbers
///     simulation_mode on      # on and off are as good as true and false
///     greeting "one; two"     # quotes around a text with # or ; or blanks at its ends
///
/// `#` and `;` begin a comment, except between quotes and brackets; between quotes \" \\ \n \t are
/// a quote, a backslash, a line feed, a tab. Settings are the plain fields of the type that `class`
/// names. What a line gets wrong is reported with file, line and a fix, and the other lines
/// are still read.

#include "sinew/describe.h"
#include "sinew/document/file.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SNW_SETTINGS_NAME = 64 };

/// One object of a settings file.
typedef struct snw_settings_object {
    char name[SNW_SETTINGS_NAME];
    snw_child object;
} snw_settings_object;

/// The objects of a file, in its order. Memory comes from the reader's set-up arena.
typedef struct snw_settings {
    snw_settings_object *objects;
    int count;
} snw_settings;

/// A described type, so that settings can be copied, compared and written in other formats.
SNW_API extern const snw_type snw_settings_type;

/// Reads a settings text. Every class must be a registered type of `base` (NULL: of any base).
/// `options->registry` is required.
SNW_SETUP SNW_NODISCARD snw_status snw_settings_read(const snw_source *source, const char *base,
                                                     const snw_document *how);

/// Writes a settings text: all fields that differ from their defaults or are required. Nothing is
/// written when an object cannot be: SNW_ERR_UNSUPPORTED names a field that is not plain,
/// SNW_ERR_SYNTAX a name that cannot stand between brackets.
SNW_SETUP SNW_NODISCARD snw_status snw_settings_write(const snw_settings *settings, snw_text *text,
                                                      snw_why *why);

#ifdef __cplusplus
}
#endif

#endif // SINEW_DOCUMENT_SETTINGS_H
