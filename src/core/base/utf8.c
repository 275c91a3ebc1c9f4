// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/base/text.h"

#include <stdint.h>
#include <string.h>

// RFC 3629, table of well-formed sequences: the lead byte gives the length and the range of the
// second byte, which excludes overlong forms, surrogates and values above U+10FFFF
static int lead_length(unsigned char lead, unsigned char *low, unsigned char *high) {
    *low = 0x80;
    *high = 0xBF;
    if (lead >= 0xC2 && lead <= 0xDF) return 2;
    if (lead >= 0xE0 && lead <= 0xEF) {
        if (lead == 0xE0) *low = 0xA0;
        if (lead == 0xED) *high = 0x9F;
        return 3;
    }
    if (lead >= 0xF0 && lead <= 0xF4) {
        if (lead == 0xF0) *low = 0x90;
        if (lead == 0xF4) *high = 0x8F;
        return 4;
    }
    return 0;
}

int snw_utf8_length(const char *bytes, size_t length) {
    if (length == 0) return 0;
    const unsigned char *b = (const unsigned char *)bytes;
    if (b[0] < 0x80) return 1;

    unsigned char low, high;
    const int need = lead_length(b[0], &low, &high);
    if (need == 0 || (size_t)need > length || b[1] < low || b[1] > high) return 0;
    for (int i = 2; i < need; i++) {
        if ((b[i] & 0xC0) != 0x80) return 0;
    }
    return need;
}

int snw_printable_length(const char *bytes, size_t length) {
    const int step = snw_utf8_length(bytes, length);
    const unsigned char *b = (const unsigned char *)bytes;
    if (step == 1 && (b[0] < 0x20 || b[0] == 0x7F)) return 0;
    // U+0080 to U+009F are control characters too: a terminal obeys U+009B as it does ESC [
    if (step == 2 && b[0] == 0xC2 && b[1] < 0xA0) return 0;
    return step;
}

void snw_copy_text(char *out, size_t size, const char *text) {
    static const char mark[] = "...";
    if (size == 0) return;
    const size_t length = text ? strlen(text) : 0;
    if (length < size) {
        if (length > 0) memcpy(out, text, length);
        out[length] = '\0';
        return;
    }

    // too long: go back to a character border that leaves room for the mark
    const size_t room = size > sizeof mark ? size - sizeof mark : 0;
    size_t keep = room;
    while (keep > 0 && ((unsigned char)text[keep] & 0xC0) == 0x80) {
        keep--;
    }
    memcpy(out, text, keep);
    const size_t mark_length = size > sizeof mark ? sizeof mark - 1 : 0;
    memcpy(out + keep, mark, mark_length);
    out[keep + mark_length] = '\0';
}
