// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_DOCUMENT_ENCODING_H
#define SINEW_SRC_DOCUMENT_ENCODING_H

#include "sinew/document/file.h"

/// A text in UTF-16, with or without a mark, or in ISO-8859-1, as its declaration says, as UTF-8:
/// `*memory` holds it then, to be freed. Any other text is `*plain` as it is. SNW_ERR_SYNTAX for
/// half a character, with its line; SNW_ERR_TOO_LARGE; SNW_ERR_MEMORY.
SNW_NODISCARD snw_status snw__to_utf8(const snw_source *source, size_t limit, snw_source *plain,
                                      char **memory, snw_why *why);

#endif // SINEW_SRC_DOCUMENT_ENCODING_H
