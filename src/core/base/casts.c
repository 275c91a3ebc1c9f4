// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/base/number.h"

snw_status snw_int_to_u8(int64_t value, uint8_t *out) {
    if (value < 0 || value > UINT8_MAX) return SNW_ERR_RANGE;
    *out = (uint8_t)value;
    return SNW_OK;
}

snw_status snw_int_to_i8(int64_t value, int8_t *out) {
    if (value < INT8_MIN || value > INT8_MAX) return SNW_ERR_RANGE;
    *out = (int8_t)value;
    return SNW_OK;
}

snw_status snw_int_to_u16(int64_t value, uint16_t *out) {
    if (value < 0 || value > UINT16_MAX) return SNW_ERR_RANGE;
    *out = (uint16_t)value;
    return SNW_OK;
}

snw_status snw_int_to_i16(int64_t value, int16_t *out) {
    if (value < INT16_MIN || value > INT16_MAX) return SNW_ERR_RANGE;
    *out = (int16_t)value;
    return SNW_OK;
}

snw_status snw_int_to_u32(int64_t value, uint32_t *out) {
    if (value < 0 || value > UINT32_MAX) return SNW_ERR_RANGE;
    *out = (uint32_t)value;
    return SNW_OK;
}

snw_status snw_int_to_i32(int64_t value, int32_t *out) {
    if (value < INT32_MIN || value > INT32_MAX) return SNW_ERR_RANGE;
    *out = (int32_t)value;
    return SNW_OK;
}

snw_status snw_real_to_int(double value, int64_t *out) {
    if (!__builtin_isfinite(value)) return SNW_ERR_NOT_FINITE;
    // both borders are doubles, 2^63 - 1 is not; the next double below -2^63 is 2,048 away
    if (!(value >= -0x1p63 && value < 0x1p63)) return SNW_ERR_RANGE;
    *out = (int64_t)value;
    return SNW_OK;
}

snw_status snw_real_to_float(double value, float *out) {
    if (!__builtin_isfinite(value)) return SNW_ERR_NOT_FINITE;
    // halfway between the largest float and 2^128: from here on rounding would give infinity
    const double limit = 0x1.ffffffp127;
    if (!(value > -limit && value < limit)) return SNW_ERR_RANGE;
    *out = (float)value;
    return SNW_OK;
}

snw_status snw_real_to_nonnegative(double value, double *out) {
    if (!__builtin_isfinite(value)) return SNW_ERR_NOT_FINITE;
    if (!(value >= 0)) return SNW_ERR_RANGE;
    *out = __builtin_fabs(value); // changes only -0
    return SNW_OK;
}
