// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_STORE_H
#define SINEW_STORE_H

/// @file
/// Documents written to files, compressed where their names say so. Reading needs no more than
/// sinew/document.h; writing gzip needs zlib, and so this part is not in libsinew-core.

#include "sinew/document/file.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Writes an object to a file, whole or not at all; the name decides the format as for reading.
/// What could not be read again is refused: an object that snw_block_check() refuses, or more than
/// SNW_DOCUMENT_BYTES.
SNW_SETUP SNW_NODISCARD snw_status snw_document_write(const char *path, const snw_type *type,
                                                      const void *object,
                                                      const snw_write_options *options,
                                                      snw_why *why);

/// Writes a text of at most SNW_DOCUMENT_BYTES to a file, whole or not at all, as gzip when the
/// name ends in .gz or .ecz.
SNW_SETUP SNW_NODISCARD snw_status snw_text_store(const char *path, const char *text, size_t length,
                                                  snw_why *why);

/// Compresses up to SNW_DOCUMENT_BYTES as gzip into out[0..capacity); `*size` receives the bytes
/// needed, also when they do not fit (SNW_ERR_SIZE). A text of n bytes never needs more than
/// n + n / 1000 + 64.
SNW_SETUP SNW_NODISCARD snw_status snw_gzip(const void *bytes, size_t length, void *out,
                                            size_t capacity, size_t *size);

#ifdef __cplusplus
}
#endif

#endif // SINEW_STORE_H
