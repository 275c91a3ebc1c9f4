// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "../../../src/runtime/record/inside.h"
#include "check.h"
#include "sinew/record.h"

// the definition of CRC-32, bit by bit: polynomial 0x04C11DB7 reflected, all ones before and after
static uint32_t crc_by_bits(const uint8_t *bytes, size_t size) {
    uint32_t crc = 0xFFFFFFFF;
    for (size_t i = 0; i < size; i++) {
        crc ^= bytes[i];
        for (int k = 0; k < 8; k++)
            crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320 : 0);
    }
    return ~crc;
}

static void the_crc_has_the_published_values(void) {
    // the check value of CRC-32/ISO-HDLC, and well-known values beside it
    CHECK(snw__crc32(0, "123456789", 9) == 0xCBF43926);
    CHECK(snw__crc32(0, "", 0) == 0);
    CHECK(snw__crc32(0, "a", 1) == 0xE8B7BE43);
    const uint8_t zeros[32] = {0};
    CHECK(snw__crc32(0, zeros, 32) == 0x190A55AD);
}

static void the_crc_is_that_of_its_definition_in_any_pieces(void) {
    static uint8_t bytes[5000];
    CHECK_CASES(check_scaled(500)) {
        const size_t size = (size_t)check_int(0, 5000);
        for (size_t i = 0; i < size; i++)
            bytes[i] = (uint8_t)check_bits();
        const uint32_t expected = crc_by_bits(bytes, size);
        CHECK(snw__crc32(0, bytes, size) == expected);
        const size_t cut = (size_t)check_bits() % (size + 1);
        CHECK(snw__crc32(snw__crc32(0, bytes, cut), bytes + cut, size - cut) == expected);
    }
}

int main(void) {
    RUN(the_crc_has_the_published_values);
    RUN(the_crc_is_that_of_its_definition_in_any_pieces);
    return check_report();
}
