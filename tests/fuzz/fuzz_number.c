// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
/// @file
/// Numbers from any bytes: what sinew accepts, refuses or prints is compared with the C library in
/// the "C" locale, bit for bit.

#include "sinew/base/number.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expect(bool condition) {
    if (!condition) abort();
}

static bool same(double a, double b) {
    uint64_t bits_a, bits_b;
    memcpy(&bits_a, &a, sizeof a);
    memcpy(&bits_b, &b, sizeof b);
    return bits_a == bits_b;
}

static void check_print(double value) {
    char text[SNW_NUMBER_SIZE];
    const int length = snw_real_print(value, text);
    expect(length > 0 && (size_t)length == strlen(text));
    double back = 0;
    const snw_status status = snw_real_parse(text, (size_t)length, &back, NULL);
    expect(isfinite(value) ? status == SNW_OK && same(back, value) : status == SNW_ERR_SYNTAX);
}

// text[0..size) is not terminated, `copy` is the same and terminated
static void check_real(const char *text, size_t size, char *copy) {
    double value = 0;
    size_t used = 0;
    char *end;
    const snw_status status = snw_real_parse(text, size, &value, &used);
    if (status == SNW_OK) {
        const char behind = copy[used];
        copy[used] = '\0';
        expect(same(value, strtod(copy, &end)) && end == copy + used);
        copy[used] = behind;
        check_print(value);
        double whole = 0;
        expect(snw_real_parse(text, used, &whole, NULL) == SNW_OK && same(whole, value));
    } else if (status == SNW_ERR_RANGE) {
        expect(isinf(strtod(copy, NULL)));
    } else {
        // the C library also takes white space, "inf" and "nan"
        expect(status == SNW_ERR_SYNTAX);
        (void)strtod(copy, &end);
        const char *start = copy + (*copy == '-' || *copy == '+');
        expect(end == copy || isspace((unsigned char)*copy) || strchr("iInN", *start));
    }
}

static void check_int(const char *text, size_t size, char *copy) {
    int64_t value = 0;
    size_t used = 0;
    char *end;
    const snw_status status = snw_int_parse(text, size, &value, &used);
    errno = 0;
    const long long theirs = strtoll(copy, &end, 10);
    if (status == SNW_OK) {
        expect(value == theirs && errno == 0 && end == copy + used);
        char again[SNW_NUMBER_SIZE];
        const int length = snw_int_print(value, again);
        expect(length > 0 && strtoll(again, &end, 10) == value && end == again + length);
    } else if (status == SNW_ERR_RANGE) {
        expect(errno == ERANGE);
    } else {
        expect(status == SNW_ERR_SYNTAX);
        expect(end == copy || isspace((unsigned char)*copy));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    // as a text
    const char *text = (const char *)data;
    char *copy = malloc(size + 1);
    if (!copy) return 0;
    if (size > 0) memcpy(copy, text, size);
    copy[size] = '\0';
    check_real(text, size, copy);
    check_int(text, size, copy);
    free(copy);

    // as the bits of a number
    if (size >= sizeof(double)) {
        double value;
        memcpy(&value, data, sizeof value);
        check_print(value);
    }
    return 0;
}
