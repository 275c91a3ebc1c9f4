// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_RECORD_MESSAGE_INTERNAL_H
#define SINEW_RECORD_MESSAGE_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// a CDR message being read; after a failure all values are zero: check once, at the end
typedef struct snw__cdr_reader {
    const uint8_t *data;
    size_t size, at;
    bool failed;
} snw__cdr_reader;

snw__cdr_reader snw__cdr_read(const void *data, size_t size);
const uint8_t *snw__cdr_take(snw__cdr_reader *reader, size_t size, size_t align);
uint8_t snw__cdr_get_u8(snw__cdr_reader *reader);
uint32_t snw__cdr_get_u32(snw__cdr_reader *reader);
uint64_t snw__cdr_get_u64(snw__cdr_reader *reader);
double snw__cdr_get_real(snw__cdr_reader *reader);
// inside the message, terminated; "" after a failure
const char *snw__cdr_get_text(snw__cdr_reader *reader, size_t *length);
// a copy; a text that does not fit is a failure
void snw__cdr_get_field(snw__cdr_reader *reader, char *out, size_t size);
int64_t snw__cdr_get_time(snw__cdr_reader *reader);

#endif // SINEW_RECORD_MESSAGE_INTERNAL_H
