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
/// with at least one digit in the mantissa ("5." and ".5" are numbers); "E" is as good as "e", and
/// one without a digit after it is left over. The text needs no final zero.
/// The result is the double nearest to the text (ties to even), for any number of digits, in any
/// locale; too small is 0 with its sign. Time is linear in `length`. The processor must be in its
/// usual mode, rounding to nearest.
/// `*used` receives the bytes read (it may be NULL: then the whole text must be the number).
/// SNW_ERR_SYNTAX: no number there ("two", "", "nan"), or text left over when `used` is NULL.
/// SNW_ERR_RANGE: too large for a double. `*value` and `*used` are unchanged on failure.
SNW_RT SNW_NODISCARD snw_status snw_real_parse(const char *text, size_t length, double *value,
                                               size_t *used);

/// Writes the decimal number with the fewest digits that reads back as the same bits, and of those
/// the nearest to `value`. Notation is plain for 1e-5 <= |value| < 1e16 ("0.00001", "0.1", "100"),
/// else one digit, its fraction, and an exponent with sign and two digits at least ("1e-06",
/// "1.5e+300"). Zero is "0" or "-0", the rest "INF", "-INF", and "NaN" for any NaN. Returns the
/// length without the final zero, at most 24.
SNW_RT int snw_real_print(double value, char out[SNW_NUMBER_SIZE]);

/// Reads a decimal integer, [+-] digits, with the rules and results of snw_real_parse();
/// SNW_ERR_RANGE is outside -2^63 .. 2^63 - 1.
SNW_RT SNW_NODISCARD snw_status snw_int_parse(const char *text, size_t length, int64_t *value,
                                              size_t *used);

/// Writes a decimal integer. Returns its length without the final zero, at most 20.
SNW_RT int snw_int_print(int64_t value, char out[SNW_NUMBER_SIZE]);

// Narrowing that is checked: SNW_ERR_RANGE when the value does not fit, SNW_ERR_NOT_FINITE for NaN
// and infinity; then *out is unchanged.

/// Accepts 0 .. 255.
SNW_RT SNW_NODISCARD snw_status snw_int_to_u8(int64_t value, uint8_t *out);

/// Accepts -128 .. 127.
SNW_RT SNW_NODISCARD snw_status snw_int_to_i8(int64_t value, int8_t *out);

/// Accepts 0 .. 65,535.
SNW_RT SNW_NODISCARD snw_status snw_int_to_u16(int64_t value, uint16_t *out);

/// Accepts -32,768 .. 32,767.
SNW_RT SNW_NODISCARD snw_status snw_int_to_i16(int64_t value, int16_t *out);

/// Accepts 0 .. 2^32 - 1.
SNW_RT SNW_NODISCARD snw_status snw_int_to_u32(int64_t value, uint32_t *out);

/// Accepts -2^31 .. 2^31 - 1.
SNW_RT SNW_NODISCARD snw_status snw_int_to_i32(int64_t value, int32_t *out);

/// Drops the fraction (3.14 gives 3, -3.14 gives -3); accepts results in -2^63 .. 2^63 - 1.
SNW_RT SNW_NODISCARD snw_status snw_real_to_int(double value, int64_t *out);

/// Rounds to the nearest float; accepts what does not round to infinity. Too small is 0 with its
/// sign.
SNW_RT SNW_NODISCARD snw_status snw_real_to_float(double value, float *out);

/// Accepts finite values >= 0; -0 becomes 0. Negative ones are SNW_ERR_RANGE.
SNW_RT SNW_NODISCARD snw_status snw_real_to_nonnegative(double value, double *out);

#ifdef __cplusplus
}
#endif

#endif // SINEW_BASE_NUMBER_H
