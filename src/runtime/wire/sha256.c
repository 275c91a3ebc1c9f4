// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// SHA-256 as in FIPS 180-4, section 6.2: the message is padded by a bit 1, zeros and its length in
// bits to whole blocks of 64 bytes; each block is mixed into eight words by 64 rounds.
#include "sinew/wire/sha256.h"

#include <stdio.h>
#include <string.h>

// the first 32 bits of the fractional parts of the cube roots of the first 64 primes
static const uint32_t K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t turn(uint32_t x, int by) {
    return x >> by | x << (32 - by);
}

static void mix(uint32_t h[8], const unsigned char block[64]) {
    // the schedule: the block itself, then words made of earlier ones
    uint32_t w[64];
    for (int i = 0; i < 16; i++) {
        const unsigned char *b = block + (ptrdiff_t)4 * i;
        w[i] = (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | (uint32_t)b[3];
    }
    for (int i = 16; i < 64; i++) {
        const uint32_t s0 = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ w[i - 15] >> 3;
        const uint32_t s1 = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ w[i - 2] >> 10;
        w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    // 64 rounds over a copy of the state
    uint32_t a = h[0], b = h[1], c = h[2], d = h[3], e = h[4], f = h[5], g = h[6], last = h[7];
    for (int i = 0; i < 64; i++) {
        const uint32_t e1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
        const uint32_t t1 = last + e1 + ((e & f) ^ (~e & g)) + K[i] + w[i];
        const uint32_t e0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
        const uint32_t t2 = e0 + ((a & b) ^ (a & c) ^ (b & c));
        last = g, g = f, f = e, e = d + t1;
        d = c, c = b, b = a, a = t1 + t2;
    }
    h[0] += a, h[1] += b, h[2] += c, h[3] += d;
    h[4] += e, h[5] += f, h[6] += g, h[7] += last;
}

snw_sha256 snw_sha256_begin(void) {
    return (snw_sha256){.h = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f,
                              0x9b05688c, 0x1f83d9ab, 0x5be0cd19}};
}

void snw_sha256_add(snw_sha256 *sha, const void *bytes, size_t size) {
    const unsigned char *from = bytes;
    while (size > 0) {
        const size_t used = (size_t)(sha->length % 64);
        const size_t part = size < 64 - used ? size : 64 - used;
        memcpy(sha->block + used, from, part);
        sha->length += part;
        from += part;
        size -= part;
        if (used + part == 64) mix(sha->h, sha->block);
    }
}

void snw_sha256_end(snw_sha256 *sha, unsigned char digest[SNW_SHA256]) {
    static const unsigned char padding[64] = {0x80};
    const uint64_t bits = 8 * sha->length;
    const size_t used = (size_t)(sha->length % 64);
    snw_sha256_add(sha, padding, used < 56 ? 56 - used : 120 - used);
    unsigned char length[8];
    for (int i = 0; i < 8; i++)
        length[i] = (unsigned char)(bits >> (56 - 8 * i));
    snw_sha256_add(sha, length, sizeof length);
    for (int i = 0; i < SNW_SHA256; i++)
        digest[i] = (unsigned char)(sha->h[i / 4] >> (24 - 8 * (i % 4)));
}

void snw_sha256_of(const void *bytes, size_t size, unsigned char digest[SNW_SHA256]) {
    snw_sha256 sha = snw_sha256_begin();
    snw_sha256_add(&sha, bytes, size);
    snw_sha256_end(&sha, digest);
}

void snw_hex_write(const unsigned char *bytes, size_t count, char *text) {
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < count; i++) {
        text[2 * i] = digits[bytes[i] >> 4];
        text[2 * i + 1] = digits[bytes[i] & 15];
    }
    text[2 * count] = '\0';
}

static int digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool snw_hex_read(const char *text, size_t length, unsigned char *bytes, size_t count) {
    if (length != 2 * count) return false;
    for (size_t i = 0; i < count; i++) {
        const int high = digit(text[2 * i]), low = digit(text[2 * i + 1]);
        if (high < 0 || low < 0) return false;
        bytes[i] = (unsigned char)(high << 4 | low);
    }
    return true;
}

bool snw_secret_equal(const void *a, const void *b, size_t size) {
    const volatile unsigned char *x = a, *y = b;
    unsigned char difference = 0;
    for (size_t i = 0; i < size; i++)
        difference |= (unsigned char)(x[i] ^ y[i]);
    return difference == 0;
}

snw_status snw_secret_make(void *bytes, size_t size, snw_why *why) {
    FILE *source = fopen("/dev/urandom", "rb");
    size_t got = 0;
    if (source != NULL) {
        // without a buffer, so that no secret is left in one
        (void)setvbuf(source, NULL, _IONBF, 0);
        got = fread(bytes, 1, size, source);
        (void)fclose(source);
    }
    if (got == size) return SNW_OK;
    return snw_refuse(why, SNW_ERR_IO, "/dev/urandom",
                      "the machine has no source of random secrets", NULL);
}
