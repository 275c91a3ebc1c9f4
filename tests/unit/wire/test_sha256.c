// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "check.h"
#include "sinew/wire/sha256.h"

static const char *digest_of(const void *bytes, size_t size) {
    static char text[SNW_SHA256_TEXT];
    unsigned char digest[SNW_SHA256];
    snw_sha256_of(bytes, size, digest);
    snw_hex_write(digest, SNW_SHA256, text);
    return text;
}

// the examples of FIPS 180-4 and of its test vectors
static void published_messages_have_their_digests(void) {
    CHECK_TEXT(digest_of("", 0),
               "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    CHECK_TEXT(digest_of("abc", 3),
               "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    CHECK_TEXT(digest_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56),
               "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    CHECK_TEXT(digest_of("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
                         "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
                         112),
               "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
    snw_sha256 sha = snw_sha256_begin();
    char block[1000];
    memset(block, 'a', sizeof block);
    for (int i = 0; i < 1000; i++)
        snw_sha256_add(&sha, block, sizeof block);
    unsigned char digest[SNW_SHA256];
    char text[SNW_SHA256_TEXT];
    snw_sha256_end(&sha, digest);
    snw_hex_write(digest, SNW_SHA256, text);
    CHECK_TEXT(text, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

// against another implementation: the digest of the digests of messages of all lengths below 300
static void every_length_around_a_block_is_right(void) {
    snw_sha256 all = snw_sha256_begin();
    for (int n = 0; n < 300; n++) {
        unsigned char message[300], digest[SNW_SHA256];
        for (int i = 0; i < n; i++)
            message[i] = (unsigned char)(7 * i + n);
        snw_sha256_of(message, (size_t)n, digest);
        snw_sha256_add(&all, digest, sizeof digest);
    }
    unsigned char digest[SNW_SHA256];
    char text[SNW_SHA256_TEXT];
    snw_sha256_end(&all, digest);
    snw_hex_write(digest, SNW_SHA256, text);
    CHECK_TEXT(text, "d5238871a46ac4a1a75ac3fb19d645b0b3b9e5f35f5f720e2b240d605c6b694e");
}

static void how_a_message_is_cut_does_not_matter(void) {
    CHECK_CASES(check_scaled(2000)) {
        unsigned char message[400];
        const int size = check_int(0, (int)sizeof message);
        for (int i = 0; i < size; i++)
            message[i] = (unsigned char)check_int(0, 255);
        snw_sha256 sha = snw_sha256_begin();
        for (int at = 0; at < size;) {
            const int part = check_int(0, size - at);
            snw_sha256_add(&sha, message + at, (size_t)part);
            at += part;
        }
        unsigned char digest[SNW_SHA256], whole[SNW_SHA256];
        snw_sha256_end(&sha, digest);
        snw_sha256_of(message, (size_t)size, whole);
        CHECK(snw_secret_equal(digest, whole, sizeof digest));
        // and one bit decides
        if (size == 0) continue;
        message[check_int(0, size - 1)] ^= (unsigned char)(1 << check_int(0, 7));
        snw_sha256_of(message, (size_t)size, digest);
        CHECK(!snw_secret_equal(digest, whole, sizeof digest));
    }
}

static void digits_are_read_back_and_nothing_else_is(void) {
    CHECK_CASES(check_scaled(2000)) {
        unsigned char bytes[8], back[8];
        char text[17];
        for (int i = 0; i < 8; i++)
            bytes[i] = (unsigned char)check_int(0, 255);
        snw_hex_write(bytes, 8, text);
        CHECK(strlen(text) == 16 && snw_hex_read(text, 16, back, 8));
        CHECK(memcmp(bytes, back, 8) == 0);
        CHECK(!snw_hex_read(text, 15, back, 8) && !snw_hex_read(text, 16, back, 7));
        const char c = (char)check_int(1, 255);
        text[check_int(0, 15)] = c;
        const bool is_digit = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
        CHECK(snw_hex_read(text, 16, back, 8) == is_digit);
    }
}

static void secrets_differ_each_time(void) {
    unsigned char a[32], b[32];
    CHECK(snw_secret_make(a, sizeof a, NULL) == SNW_OK);
    CHECK(snw_secret_make(b, sizeof b, NULL) == SNW_OK);
    CHECK(memcmp(a, b, sizeof a) != 0);
}

int main(void) {
    RUN(published_messages_have_their_digests);
    RUN(every_length_around_a_block_is_right);
    RUN(how_a_message_is_cut_does_not_matter);
    RUN(digits_are_read_back_and_nothing_else_is);
    RUN(secrets_differ_each_time);
    return check_report();
}
