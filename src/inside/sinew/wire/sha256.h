// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_WIRE_SHA256_H
#define SINEW_WIRE_SHA256_H

/// @file
/// SHA-256 (FIPS 180-4), for tokens, the chain of the audit log and the names of meshes;
/// hexadecimal digits; comparison in constant time.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sinew/base.h"
#include "sinew/wire/token.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A digest under way. A plain value: a copy goes on by itself.
typedef struct snw_sha256 {
    // private
    uint32_t h[8];
    uint64_t length; // bytes so far
    unsigned char block[64];
} snw_sha256;

/// Begins a digest.
SNW_SETUP snw_sha256 snw_sha256_begin(void);

/// Adds bytes.
SNW_SETUP void snw_sha256_add(snw_sha256 *sha, const void *bytes, size_t size);

/// Ends it; `sha` is used up.
SNW_SETUP void snw_sha256_end(snw_sha256 *sha, unsigned char digest[SNW_SHA256]);

/// The digest of some bytes.
SNW_SETUP void snw_sha256_of(const void *bytes, size_t size, unsigned char digest[SNW_SHA256]);

/// Writes 2 * count lower-case digits and a final zero.
SNW_SETUP void snw_hex_write(const unsigned char *bytes, size_t count, char *text);

/// Reads exactly 2 * count lower-case digits; false for anything else, `bytes` then undefined.
SNW_SETUP bool snw_hex_read(const char *text, size_t length, unsigned char *bytes, size_t count);

/// True when all bytes are equal. Looks at every byte and branches on none of them, so its time
/// tells nothing.
SNW_SETUP bool snw_secret_equal(const void *a, const void *b, size_t size);

#ifdef __cplusplus
}
#endif

#endif // SINEW_WIRE_SHA256_H
