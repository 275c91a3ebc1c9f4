// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// zlib is the second opinion: what it packs is expanded to the same bytes, and of damaged data both
// accept the same.
#include <stdlib.h>
#include <string.h>

#define ZLIB_CONST
#include <zlib.h>

#include "../../../src/core/document/inside.h"
#include "check.h"
#include "sinew/document.h"

enum { MOST = 40000, GZIP = 15 + 16 };

static unsigned char plain[MOST], packed[2 * MOST + 1024], out[MOST + 100], other[MOST + 100];

// noise, text, runs, repeats from nearby and from far, zeros: what makes all kinds of blocks
static void fill_plain(size_t length) {
    const int kind = check_int(0, 5);
    for (size_t i = 0; i < length; i++) {
        const size_t back = 1 + (size_t)check_int(0, kind == 4 ? 32767 : 20);
        plain[i] = kind == 0               ? (unsigned char)check_bits()
                   : kind == 1             ? (unsigned char)"<link name='a'/>\n"[check_int(0, 16)]
                   : kind == 2             ? (unsigned char)(i % 251)
                   : kind < 5 && back <= i ? plain[i - back]
                   : kind < 5              ? (unsigned char)check_int(0, 63)
                                           : 0;
        if (kind >= 3 && kind < 5 && check_int(0, 7) == 0)
            plain[i] = (unsigned char)check_int(0, 63);
    }
}

static size_t pack(size_t length) {
    z_stream z = {0};
    const int level = check_int(0, 9), memory = check_int(1, 9), strategy = check_int(0, 4);
    CHECK(deflateInit2(&z, level, Z_DEFLATED, GZIP, memory, strategy) == Z_OK);
    z.next_in = plain;
    z.avail_in = (uInt)length;
    z.next_out = packed;
    z.avail_out = sizeof packed;
    CHECK(deflate(&z, Z_FINISH) == Z_STREAM_END);
    const size_t size = z.total_out;
    CHECK(deflateEnd(&z) == Z_OK);
    return size;
}

static bool zlib_expands(const unsigned char *bytes, size_t length, size_t *size) {
    z_stream z = {0};
    CHECK(inflateInit2(&z, GZIP) == Z_OK);
    z.next_in = bytes;
    z.avail_in = (uInt)length;
    z.next_out = other;
    z.avail_out = sizeof other;
    int state;
    do {
        state = inflate(&z, Z_FINISH);
    } while (state == Z_STREAM_END && z.avail_in > 0 && inflateReset(&z) == Z_OK);
    *size = (size_t)(z.next_out - other);
    CHECK(inflateEnd(&z) == Z_OK);
    return state == Z_STREAM_END;
}

static void whatever_zlib_packs_is_expanded(void) {
    CHECK_CASES(check_scaled(400)) {
        const size_t length = (size_t)check_int(0, check_int(0, 9) == 0 ? MOST : 2000);
        fill_plain(length);
        const size_t size = pack(length);
        size_t got = 0;
        CHECK(snw__gunzip(packed, size, out, length, &got) == SNW_OK);
        CHECK(got == length && memcmp(out, plain, length) == 0);
        if (length == 0) continue;
        CHECK(snw__gunzip(packed, size, out, length - 1, &got) == SNW_ERR_TOO_LARGE);
    }
}

static void of_damaged_data_the_same_is_accepted_as_by_zlib(void) {
    int accepted = 0;
    const long cases = check_scaled(2000);
    CHECK_CASES(cases) {
        const size_t length = (size_t)check_int(0, 500);
        fill_plain(length);
        size_t size = pack(length), got = 0, expected = 0;
        if (check_int(0, 3) == 0) {
            size = (size_t)check_int(0, (int)size - 1);
        } else {
            for (int i = check_int(1, 3); i > 0; i--) {
                packed[check_int(0, (int)size - 1)] ^= (unsigned char)(1 << check_int(0, 7));
            }
        }
        // an exact copy on the heap: reading beyond it is seen by the sanitizer
        unsigned char *copy = malloc(size + 1);
        CHECK(copy != NULL);
        memcpy(copy, packed, size);
        const bool good = zlib_expands(copy, size, &expected);
        const snw_status status = snw__gunzip(copy, size, out, sizeof out, &got);
        CHECK((status == SNW_OK) == good);
        if (good) CHECK(got == expected && memcmp(out, other, got) == 0);
        accepted += good;
        free(copy);
    }
    // the time of the header, for one, may be anything
    if (cases >= 1000) CHECK(accepted > 0);
}

static void a_source_is_expanded_only_when_it_is_compressed(void) {
    snw_why why;
    snw_source text;
    char *memory = NULL;
    const snw_source given = {"<a/>", 4, "a.xml", "folder"};
    CHECK(snw_source_expand(&given, 10, &text, &memory, &why) == SNW_OK);
    CHECK(memory == NULL && text.bytes == given.bytes && text.length == 4);

    fill_plain(5000);
    const size_t size = pack(5000);
    const snw_source zipped = {(const char *)packed, size, "a.xml.gz", "folder"};
    CHECK(snw_source_expand(&zipped, MOST, &text, &memory, &why) == SNW_OK);
    CHECK(text.length == 5000 && memcmp(text.bytes, plain, 5000) == 0 && text.bytes[5000] == '\0');
    CHECK_TEXT(text.name, "a.xml.gz");
    free(memory);
}

// The trailer says how long the text is, and may lie: too little, and more room is tried; too much,
// and no more is taken than the limit.
static void the_claimed_size_is_not_believed(void) {
    snw_why why;
    snw_source text;
    char *memory = NULL;
    memset(plain, 'a', MOST);
    const size_t size = pack(MOST), twice = 2 * size;
    unsigned char *two = malloc(twice);
    CHECK(two != NULL);
    memcpy(two, packed, size);
    // the last member is short, the first is long
    memset(plain, 'b', 3);
    const size_t small = pack(3);
    memcpy(two + size, packed, small < size ? small : size);
    const snw_source members = {(const char *)two, size + small, "two.gz", NULL};
    CHECK(small <= size);
    CHECK(snw_source_expand(&members, 2 * MOST, &text, &memory, &why) == SNW_OK);
    CHECK(text.length == MOST + 3 && text.bytes[0] == 'a' && text.bytes[MOST] == 'b');
    free(memory);
    CHECK(snw_source_expand(&members, MOST, &text, &memory, &why) == SNW_ERR_TOO_LARGE);
    CHECK(memory == NULL && why.number_count == 1 && why.numbers[0].value == MOST);
    free(two);
}

static void the_first_letter_tells_the_format(void) {
    static const struct {
        const char *text;
        char first;
    } cases[] = {{"<a/>", '<'}, {"\xEF\xBB\xBF \n{", '{'}, {" \t\r\n", 0}, {"", 0}, {"x", 'x'}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const snw_source source = {cases[i].text, strlen(cases[i].text), "t", NULL};
        CHECK(snw_source_first(&source) == cases[i].first);
    }
}

int main(void) {
    RUN(whatever_zlib_packs_is_expanded);
    RUN(of_damaged_data_the_same_is_accepted_as_by_zlib);
    RUN(a_source_is_expanded_only_when_it_is_compressed);
    RUN(the_claimed_size_is_not_believed);
    RUN(the_first_letter_tells_the_format);
    return check_report();
}
