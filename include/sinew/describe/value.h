// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_DESCRIBE_VALUE_H
#define SINEW_DESCRIBE_VALUE_H

/// @file
/// One value as text: numbers with units, enums by name, vectors as numbers between blanks.

#include "sinew/describe/type.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Reads one item of a field from text[0..length) into `place`. Reals may carry a unit ("45 deg"),
/// converted when it measures the same as the field's, refused when it does not. The forms:
///
///   bool      true false 1 0                      int, uint   decimal digits, no unit
///   real      snw_real_parse(), "INF" "-INF" where allowed    enum   one of its names
///   string    as it is: UTF-8, no control characters but tab and line feed, not U+FFFE and U+FFFF
///   reference the same, blanks around it removed
///   vec3, matrix   numbers between blanks or single commas, a unit once at the end; by columns
///
/// Quaternions and poses have named parts and no text form of their own (SNW_ERR_SYNTAX); structs
/// and children neither. On failure `place` is unchanged and `why` names what is wrong and how
/// to correct it; the caller adds subject and position.
SNW_SETUP SNW_NODISCARD snw_status snw_value_parse(const snw_field *field, const char *text,
                                                   size_t length, void *place, snw_why *why);

/// Writes one item in the form that snw_value_parse() reads back to the same bits, without units.
SNW_SETUP void snw_value_print(const snw_field *field, const void *place, snw_text *text);

/// Checks a value in place: finite, in range, a known enum value, a terminated text that could have
/// been read, a quaternion of length 1 and an orthonormal right-handed rotation (within 1e-9).
SNW_SETUP SNW_NODISCARD snw_status snw_value_check(const snw_field *field, const void *place,
                                                   snw_why *why);

/// Factor from unit `from` to unit `to`: value[to] = factor * value[from]. Units are products of up
/// to 8 of m kg g t s min h A K rad deg rev rpm in Hz N Nm J W Pa V Ohm H % 1, with a prefix
/// (G M k m u n; cm) on those that usually have one, '.' or '*' and '/' between them ('/' divides
/// by the one unit that follows) and '^' for powers up to 9. Angles are a dimension of their own.
/// `to` may be NULL for none. SNW_ERR_UNKNOWN_NAME for a unit that is not known, SNW_ERR_UNIT when
/// they measure different things, SNW_ERR_RANGE when the factor does not fit a double.
SNW_SETUP SNW_NODISCARD snw_status snw_unit_factor(const char *from, size_t length, const char *to,
                                                   double *factor);

#ifdef __cplusplus
}
#endif

#endif // SINEW_DESCRIBE_VALUE_H
