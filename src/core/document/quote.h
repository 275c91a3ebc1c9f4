// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_DOCUMENT_QUOTE_H
#define SINEW_SRC_DOCUMENT_QUOTE_H

#include "sinew/base.h"

/// Appends 'text' for a message: at most 40 bytes, cut between two characters, and bytes that are
/// no printable UTF-8 as \xNN, so that a message is always text.
SNW_INLINE void snw__quote(snw_text *out, const char *text, size_t length) {
    enum { MOST = 40 };
    const char *at = text, *end = text + length;
    snw_text_add(out, "'", 1);
    while (at < end) {
        const int step = snw_utf8_length(at, (size_t)(end - at));
        const bool plain = step > 0 && (unsigned char)*at >= 0x20 && *at != 0x7F;
        const size_t bytes = plain ? (size_t)step : 1;
        if ((size_t)(at - text) + bytes > MOST) break;
        if (plain) {
            snw_text_add(out, at, bytes);
        } else {
            snw_text_format(out, "\\x%02X", (unsigned char)*at);
        }
        at += bytes;
    }
    snw_text_format(out, at < end ? "...'" : "'");
}

#endif // SINEW_SRC_DOCUMENT_QUOTE_H
