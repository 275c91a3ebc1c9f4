// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_BASE_NUMBER_H
#define SINEW_BASE_NUMBER_H

/// @file
/// Numbers as text, exactly and without the locale, and conversions that refuse to lose a value.

#include <stddef.h>
#include <stdint.h>

#include "sinew/base/attributes.h"
#include "sinew/base/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Bytes that hold any result of snw_real_print() or snw_int_print(), with the final zero.
enum { SNW_NUMBER_SIZE = 32 };

/// Reads a decimal number at the start of text[0..length): [+-] digits [. digits] [e [+-] digits],
/// with at least one digit in the mantissa. The result is the double nearest to the text (ties to
/// even), for any number of digits; too small is 0 with its sign. `*used` receives the bytes read
/// (it may be NULL: then the whole text must be the number).
/// SNW_ERR_SYNTAX: no number there ("two", "", "nan"), or text left over when `used` is NULL.
/// SNW_ERR_RANGE: too large for a double. `*value` is unchanged on failure.
SNW_RT SNW_NODISCARD snw_status snw_real_parse(const char *text, size_t length, double *value,
                                               size_t *used);

/// Writes the shortest decimal text that reads back as the same bits, "0.1", "1e-07", "-0", and for
/// the rest "INF", "-INF", "NaN". Returns its length.
SNW_RT int snw_real_print(double value, char out[SNW_NUMBER_SIZE]);

/// Reads a decimal integer, [+-] digits, with the rules and results of snw_real_parse().
SNW_RT SNW_NODISCARD snw_status snw_int_parse(const char *text, size_t length, int64_t *value,
                                              size_t *used);

/// Writes a decimal integer. Returns its length.
SNW_RT int snw_int_print(int64_t value, char out[SNW_NUMBER_SIZE]);

// Narrowing that is checked: SNW_ERR_RANGE and *out unchanged when the value does not fit,
// SNW_ERR_NOT_FINITE for NaN and infinity. A fraction is dropped towards zero (3.14 gives 3).

SNW_RT SNW_NODISCARD snw_status snw_int_to_u8(int64_t value, uint8_t *out);
SNW_RT SNW_NODISCARD snw_status snw_int_to_i8(int64_t value, int8_t *out);
SNW_RT SNW_NODISCARD snw_status snw_int_to_u16(int64_t value, uint16_t *out);
SNW_RT SNW_NODISCARD snw_status snw_int_to_i16(int64_t value, int16_t *out);
SNW_RT SNW_NODISCARD snw_status snw_int_to_u32(int64_t value, uint32_t *out);
SNW_RT SNW_NODISCARD snw_status snw_int_to_i32(int64_t value, int32_t *out);
SNW_RT SNW_NODISCARD snw_status snw_real_to_int(double value, int64_t *out);
SNW_RT SNW_NODISCARD snw_status snw_real_to_float(double value, float *out);

/// Accepts finite values >= 0; -0 becomes 0.
SNW_RT SNW_NODISCARD snw_status snw_real_to_nonnegative(double value, double *out);

#ifdef __cplusplus
}
#endif

#endif // SINEW_BASE_NUMBER_H
