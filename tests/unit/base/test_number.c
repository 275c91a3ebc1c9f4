// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/base/number.h"

#include <float.h>
#include <inttypes.h>
#include <locale.h>
#include <string.h>

#include "check.h"

// The second opinion is the C library in the "C" locale: its strtod and printf are exact.

static uint64_t bits_of(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static double from_bits(uint64_t bits) {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static bool same(double a, double b) {
    return bits_of(a) == bits_of(b);
}

// reads a text that must be a number as a whole
static double read_whole(const char *text) {
    double value = 77.25;
    const snw_status status = snw_real_parse(text, strlen(text), &value, NULL);
    if (status != SNW_OK) print_error("%.60s\n", text);
    CHECK(status == SNW_OK);
    return value;
}

// our result for a text against an expected one, where infinity stands for "too large"
static void check_reads_as(const char *text, double expected) {
    double value = 77.25;
    const snw_status status = snw_real_parse(text, strlen(text), &value, NULL);
    const bool right = isinf(expected) ? status == SNW_ERR_RANGE && value == 77.25
                                       : status == SNW_OK && same(value, expected);
    if (!right) print_error("%.60s: %a, expected %a\n", text, value, expected);
    CHECK(right);
}

static void check_round_trip(double value) {
    char text[SNW_NUMBER_SIZE];
    const int length = snw_real_print(value, text);
    CHECK(length == (int)strlen(text) && length <= 24);
    const bool right = same(read_whole(text), value) && same(strtod(text, NULL), value);
    if (!right) print_error("%a is printed as %s\n", value, text);
    CHECK(right);
}

// any bit pattern that is a finite number
static double random_double(void) {
    for (;;) {
        const double value = from_bits(check_bits());
        if (isfinite(value)) return value;
    }
}

// the same, but half of them with a few digits on either side of the point
static double random_handy_double(void) {
    if (check_int(0, 1)) return random_double();
    return ldexp((double)(check_bits() >> 11), check_int(-80, 40));
}

// spec: actin-tools:BF-01
static void two_is_refused_and_a_million_doubles_come_back_bit_for_bit(void) {
    double value = 77.25;
    CHECK(snw_real_parse("two", 3, &value, NULL) == SNW_ERR_SYNTAX);
    size_t used = 99;
    CHECK(snw_real_parse("two", 3, &value, &used) == SNW_ERR_SYNTAX);
    CHECK(value == 77.25 && used == 99);

    const long cases = check_scaled(1000000);
    CHECK_CASES(cases) {
        check_round_trip(random_double());
    }
}

// spec: actin-tools:BF-01
static void borders_and_sub_normals_come_back_bit_for_bit(void) {
    const double largest = DBL_MAX, least_normal = DBL_MIN, least = from_bits(1);
    check_round_trip(0.0);
    check_round_trip(-0.0);
    check_round_trip(largest);
    check_round_trip(-largest);
    check_round_trip(least_normal);
    check_round_trip(least);
    check_round_trip(nextafter(least_normal, 0));

    // powers of two and of ten and their neighbours
    for (int e = -1074; e < 1024; e++) {
        const double power = ldexp(1, e);
        check_round_trip(power);
        check_round_trip(nextafter(power, 0));
        check_round_trip(-nextafter(power, largest));
    }
    for (int e = -323; e <= 308; e++) {
        char text[16];
        (void)snprintf(text, sizeof text, "1e%d", e);
        const double power = strtod(text, NULL);
        check_round_trip(power);
        check_round_trip(nextafter(power, 0));
        check_round_trip(nextafter(power, largest));
    }

    const long cases = check_scaled(100000);
    CHECK_CASES(cases) {
        check_round_trip(from_bits(check_bits() >> check_int(12, 63)));
        check_round_trip((double)(int64_t)(check_bits() >> check_int(1, 63)));
        check_round_trip(check_int(-99999, 99999) / 1000.0);
    }
}

// counts the digits of a printed number without zeros at either end, and copies them
static int significant_digits(const char *text, char *digits) {
    int count = 0;
    for (; *text && *text != 'e'; text++) {
        if (*text < '0' || *text > '9' || (count == 0 && *text == '0')) continue;
        digits[count++] = *text;
    }
    while (count > 0 && digits[count - 1] == '0') {
        count--;
    }
    digits[count] = '\0';
    return count;
}

// spec: actin-tools:BF-01
static void one_digit_less_would_be_another_number(void) {
    const long cases = check_scaled(200000);
    CHECK_CASES(cases) {
        const double value = random_handy_double();
        if (value == 0) continue;
        char text[64], ours[64], theirs[64];
        (void)snw_real_print(value, text);
        const int n = significant_digits(text, ours);
        CHECK(1 <= n && n <= 17);
        if (n > 1) {
            (void)snprintf(text, sizeof text, "%.*e", n - 2, value);
            CHECK(!same(strtod(text, NULL), value));
        }
        // with as many digits the nearest is unique, but for powers of two (see below)
        int exponent;
        if (fabs(frexp(value, &exponent)) == 0.5) continue;
        (void)snprintf(text, sizeof text, "%.*e", n - 1, value);
        (void)significant_digits(text, theirs);
        CHECK_TEXT(ours, theirs);
    }
}

// value rounded to n digits, then moved by `step` units of the last one
static long double neighbour(double value, int n, int step, char *text) {
    char form[64];
    (void)snprintf(form, sizeof form, "%.*e", n - 1, value);
    long long digits = 0;
    const char *c = form;
    for (; *c != 'e'; c++) {
        if (*c != '.') digits = digits * 10 + (*c - '0');
    }
    const long exponent = strtol(c + 1, NULL, 10) - n + 1;
    (void)snprintf(text, 64, "%llde%ld", digits + step, exponent);
    return strtold(text, NULL);
}

// The double below a power of two is only half as far as the one above, so the decimal nearest to
// it can miss where one a little farther above would do.
static void powers_of_two_are_as_short_as_can_be(void) {
    for (int e = -1074; e < 1024; e++) {
        const double value = ldexp(1, e);
        char text[64], digits[64];
        (void)snw_real_print(value, text);
        const int n = significant_digits(text, digits);
        const long double off = fabsl(strtold(text, NULL) - (long double)value);
        for (int step = -1; step <= 1; step++) {
            const long double same_length = neighbour(value, n, step, text);
            if (same(strtod(text, NULL), value)) {
                CHECK(fabsl(same_length - (long double)value) >= off);
            }
            if (n == 1) continue;
            (void)neighbour(value, n - 1, step, text);
            CHECK(!same(strtod(text, NULL), value));
        }
    }
}

// spec: actin-tools:BF-01
static void random_texts_are_read_as_the_c_library_reads_them(void) {
    const long cases = check_scaled(200000);
    CHECK_CASES(cases) {
        char text[128];
        size_t n = 0;
        if (check_int(0, 1)) text[n++] = check_int(0, 1) ? '-' : '+';

        // 1 to 40 digits, zeros among them more often than by chance, a point anywhere or nowhere
        const int digits = check_int(1, 40), point = check_int(-1, digits);
        const int zeros_from = check_int(0, digits), zeros_to = check_int(0, digits);
        for (int i = 0; i < digits; i++) {
            if (i == point) text[n++] = '.';
            const bool zero = zeros_from <= i && i < zeros_to;
            text[n++] = (char)('0' + (zero ? 0 : check_int(0, 9)));
        }
        if (point == digits) text[n++] = '.';
        text[n] = '\0';
        check_reads_as(text, strtod(text, NULL));
        (void)snprintf(text + n, sizeof text - n, "%c%d", check_int(0, 1) ? 'e' : 'E',
                       check_int(-400, 400));
        check_reads_as(text, strtod(text, NULL));
    }
}

// Doubles and midpoints between them cut off after a few digits: near a border, but not on it.
static void texts_near_a_border_are_read_as_the_c_library_reads_them(void) {
    const long cases = check_scaled(100000);
    CHECK_CASES(cases) {
        const double value = fabs(random_handy_double());
        const double next = nextafter(value, DBL_MAX);
        const long double middle = ((long double)value + (long double)next) / 2;
        char text[128];
        (void)snprintf(text, sizeof text, "%.*Le", check_int(14, 60), middle);
        check_reads_as(text, strtod(text, NULL));
        (void)snprintf(text, sizeof text, "%.*e", check_int(14, 60), value);
        check_reads_as(text, strtod(text, NULL));
    }
}

// d.ddd * 10^exponent, the last digit not zero
typedef struct border {
    char digits[1200];
    size_t count;
    int exponent;
} border;

// The border above a non-negative double, in all its digits; for the largest double it is the
// border to the texts that are too large.
static border border_above(double value) {
    const double next = nextafter(value, (double)INFINITY);
    const long double above = isinf(next) ? 0x1p1024L : (long double)next;
    // 1,100 digits are more than the 768 that a border can have; 64 bits hold its 54 exactly
    char text[1200];
    (void)snprintf(text, sizeof text, "%.1100Le", ((long double)value + above) / 2);

    border b;
    b.exponent = (int)strtol(strchr(text, 'e') + 1, NULL, 10);
    b.count = (size_t)significant_digits(text, b.digits);
    return b;
}

// the border as a text, with `count` times `fill` and then `end` behind its digits
static const char *extend(const border *b, char fill, size_t count, const char *end) {
    static char text[4096];
    text[0] = b->digits[0];
    text[1] = '.';
    memcpy(text + 2, b->digits + 1, b->count - 1);
    const size_t n = b->count + 1;
    memset(text + n, fill, count);
    (void)snprintf(text + n + count, sizeof text - n - count, "%se%d", end, b->exponent);
    return text;
}

// On the border the even neighbour is right, a hair above it the upper, a hair below the lower.
static void check_border(double value) {
    border b = border_above(value);
    const double next = nextafter(value, (double)INFINITY);
    const double even = bits_of(value) % 2 == 0 ? value : next;
    check_reads_as(extend(&b, '0', 0, ""), even);
    check_reads_as(extend(&b, '0', 1500, ""), even);
    check_reads_as(extend(&b, '0', 20, "1"), next);
    check_reads_as(extend(&b, '0', 1500, "1"), next);

    // the last digit is not zero: taking one from it borrows nothing
    b.digits[b.count - 1]--;
    check_reads_as(extend(&b, '9', 20, ""), value);
    check_reads_as(extend(&b, '9', 1500, ""), value);
}

// spec: actin-tools:BF-01
static void halfway_texts_of_any_length_round_to_even(void) {
    if (LDBL_MANT_DIG < 64) skip();
    check_border(0);
    check_border(from_bits(1));
    check_border(from_bits(2));
    check_border(DBL_MIN);
    check_border(nextafter(DBL_MIN, 0));
    check_border(DBL_MAX);
    check_border(nextafter(DBL_MAX, 0));
    check_border(0x1.52d02c7e14af6p76); // its border is 1e23
    for (int e = -1074; e < 1024; e += 7) {
        check_border(ldexp(1, e));
        check_border(nextafter(ldexp(1, e), 0));
    }
    const long cases = check_scaled(5000);
    CHECK_CASES(cases) {
        check_border(fabs(random_handy_double()));
        check_border(from_bits(check_bits() >> check_int(12, 63)));
    }
}

static void a_hundred_thousand_digits_are_read_exactly(void) {
    enum { DIGITS = 100000 };
    char *text = malloc(DIGITS + 16);
    assert_non_null(text);
    for (int point = 0; point < 40; point += 13) {
        for (int i = 0; i < DIGITS; i++) {
            text[i] = (char)('0' + check_int(0, 9));
        }
        text[point] = '.';
        (void)snprintf(text + DIGITS, 16, "e%d", 150 - 20 * point);
        check_reads_as(text, strtod(text, NULL));
    }

    // an exponent that only balances the zeros
    memset(text, '0', DIGITS);
    text[1] = '.';
    (void)snprintf(text + DIGITS, 16, "25e%d", DIGITS);
    check_reads_as(text, 25);
    memset(text, '0', DIGITS);
    text[0] = '7';
    (void)snprintf(text + DIGITS, 16, "e-%d", DIGITS);
    check_reads_as(text, 0.7);
    free(text);
}

typedef struct syntax_row {
    const char *text;
    int length;    // 0 for the length of the text
    int used;      // bytes of the number at its start; 0 for none
    double number; // infinity for one that is too large
} syntax_row;

static const syntax_row real_rows[] = {
    // whole texts
    {"0", 0, 1, 0},
    {"-0", 0, 2, -0.0},
    {"-0.0e5", 0, 6, -0.0},
    {"+1", 0, 2, 1},
    {"-12", 0, 3, -12},
    {".5", 0, 2, 0.5},
    {"-.5", 0, 3, -0.5},
    {"5.", 0, 2, 5},
    {"5.e2", 0, 4, 500},
    {".5E1", 0, 4, 5},
    {"1e5", 0, 3, 1e5},
    {"1e+5", 0, 4, 1e5},
    {"1e-5", 0, 4, 1e-5},
    {"0001.5000", 0, 9, 1.5},
    {"1e0000000000000000000000000002", 0, 30, 100},
    {"0e99999999999999999999999999", 0, 28, 0},
    {"-0.0000000000000000000000000000e400", 0, 35, -0.0},
    {"1e-400", 0, 6, 0},
    {"-1e-400", 0, 7, -0.0},
    {"-1e-99999999999999999999999", 0, 27, -0.0},
    {"1e308", 0, 5, 1e308},
    // too large
    {"1e309", 0, 5, (double)INFINITY},
    {"1e400", 0, 5, (double)INFINITY},
    {"-1e400", 0, 6, -(double)INFINITY},
    {"1e99999999999999999999999", 0, 25, (double)INFINITY},
    {"1.7976931348623159e308", 0, 22, (double)INFINITY},
    // text left over
    {"1e", 0, 1, 1},
    {"1e+", 0, 1, 1},
    {"1e-", 0, 1, 1},
    {"1ex", 0, 1, 1},
    {"1e+x", 0, 1, 1},
    {"1e++1", 0, 1, 1},
    {"0x10", 0, 1, 0},
    {"1 ", 0, 1, 1},
    {"1_0", 0, 1, 1},
    {"1,5", 0, 1, 1},
    {"1.2.3", 0, 3, 1.2},
    {"1..2", 0, 2, 1},
    {"1e5.5", 0, 3, 1e5},
    {"1e5e5", 0, 3, 1e5},
    {"1f", 0, 1, 1},
    {"1-", 0, 1, 1},
    {"1e400x", 0, 5, (double)INFINITY},
    {"1\0", 2, 1, 1},
    {"1\0"
     "2",
     3, 1, 1},
    // cut off by the length, next to more digits
    {"12345", 3, 3, 123},
    {"1.25", 2, 2, 1},
    {"1e55", 3, 3, 1e5},
    {"1e55", 2, 1, 1},
    {"1e-5", 3, 1, 1},
    // no number
    {"", 0, 0, 0},
    {"+", 0, 0, 0},
    {"-", 0, 0, 0},
    {".", 0, 0, 0},
    {"-.", 0, 0, 0},
    {"+.e1", 0, 0, 0},
    {"e5", 0, 0, 0},
    {"--1", 0, 0, 0},
    {"+-1", 0, 0, 0},
    {" 1", 0, 0, 0},
    {"\t1", 0, 0, 0},
    {"\n1", 0, 0, 0},
    {"x1", 0, 0, 0},
    {"two", 0, 0, 0},
    {"nan", 0, 0, 0},
    {"NaN", 0, 0, 0},
    {"inf", 0, 0, 0},
    {"INF", 0, 0, 0},
    {"-INF", 0, 0, 0},
    {"infinity", 0, 0, 0},
    {"\0"
     "1",
     2, 0, 0},
    {"-1", 1, 0, 0},
    {"/", 0, 0, 0},
    {":", 0, 0, 0},
};

// a copy in a block of exactly its length, so that a sanitizer sees a byte read behind it
static char *copy_bare(const char *text, size_t length) {
    char *copy = malloc(length > 0 ? length : 1);
    assert_non_null(copy);
    memcpy(copy, text, length);
    return copy;
}

static void check_real_row(const syntax_row *row) {
    const size_t length = row->length > 0 ? (size_t)row->length : strlen(row->text);
    char *text = copy_bare(row->text, length);
    const bool fits = isfinite(row->number);
    const snw_status number = fits ? SNW_OK : SNW_ERR_RANGE;

    // at the start of a text
    double value = 77.25;
    size_t used = 99;
    const snw_status expected = row->used > 0 ? number : SNW_ERR_SYNTAX;
    bool right = snw_real_parse(text, length, &value, &used) == expected;
    right = right && (expected == SNW_OK ? used == (size_t)row->used && same(value, row->number)
                                         : used == 99 && value == 77.25);

    // as a whole text
    value = 77.25;
    const snw_status whole = (size_t)row->used == length && length > 0 ? number : SNW_ERR_SYNTAX;
    right = right && snw_real_parse(text, length, &value, NULL) == whole;
    right = right && same(value, whole == SNW_OK ? row->number : 77.25);
    free(text);
    if (!right) print_error("row \"%s\"\n", row->text);
    CHECK(right);
}

static void the_grammar_of_real_numbers_is_kept_and_errors_leave_outputs_alone(void) {
    for (size_t i = 0; i < sizeof real_rows / sizeof real_rows[0]; i++) {
        check_real_row(&real_rows[i]);
    }
}

typedef struct print_row {
    double value;
    const char *text;
} print_row;

static void numbers_are_printed_plainly_between_1e_5_and_1e16(void) {
    const print_row rows[] = {
        {0, "0"},
        {-0.0, "-0"},
        {1, "1"},
        {-1, "-1"},
        {100, "100"},
        {0.1, "0.1"},
        {-2.5, "-2.5"},
        {123456.789, "123456.789"},
        {0.00001, "0.00001"},
        {-0.000012345678901234568, "-0.000012345678901234568"},
        {0.0000099, "9.9e-06"},
        {1e-6, "1e-06"},
        {1e-7, "1e-07"},
        {1e15, "1000000000000000"},
        {9999999999999998.0, "9999999999999998"},
        {1234567890123456.0, "1234567890123456"},
        {9007199254740994.0, "9007199254740994"},
        {1e16, "1e+16"},
        {1.5e300, "1.5e+300"},
        {-1.25e-10, "-1.25e-10"},
        {1e22, "1e+22"},
        {1e23, "1e+23"},
        {DBL_MAX, "1.7976931348623157e+308"},
        {-DBL_MIN, "-2.2250738585072014e-308"},
        {from_bits(1), "5e-324"},
        {(double)INFINITY, "INF"},
        {-(double)INFINITY, "-INF"},
        {(double)NAN, "NaN"},
        {-(double)NAN, "NaN"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char *text = malloc(SNW_NUMBER_SIZE);
        assert_non_null(text);
        memset(text, 'x', SNW_NUMBER_SIZE);
        const int length = snw_real_print(rows[i].value, text);
        CHECK_TEXT(text, rows[i].text);
        CHECK(length == (int)strlen(rows[i].text));
        free(text);
    }
}

static void integers_come_back_and_look_as_in_the_c_library(void) {
    const long cases = check_scaled(200000);
    CHECK_CASES(cases + 130) {
        // borders of every number of bits first, then random sizes
        uint64_t size = check_bits() >> check_int(0, 63);
        if (check_case < 130) {
            size = (UINT64_C(1) << (check_case / 2 % 64)) - (uint64_t)(check_case % 2);
        }
        const int64_t number = (int64_t)(check_int(0, 1) ? size : 0 - size);

        char ours[SNW_NUMBER_SIZE], theirs[32];
        const int length = snw_int_print(number, ours);
        (void)snprintf(theirs, sizeof theirs, "%" PRId64, number);
        CHECK_TEXT(ours, theirs);
        CHECK(length == (int)strlen(theirs));
        int64_t back = 77;
        CHECK(snw_int_parse(ours, (size_t)length, &back, NULL) == SNW_OK);
        CHECK(back == number);
    }
}

typedef struct int_row {
    const char *text;
    size_t used; // 0 for none
    int64_t number;
    bool too_large;
} int_row;

static void the_grammar_of_integers_is_kept_and_errors_leave_outputs_alone(void) {
    const int_row rows[] = {
        {"0", 1, 0, false},
        {"-0", 2, 0, false},
        {"+7", 2, 7, false},
        {"0000000000000000000000000000012", 31, 12, false},
        {"9223372036854775807", 19, INT64_MAX, false},
        {"9223372036854775808", 19, 0, true},
        {"9223372036854775810", 19, 0, true},
        {"-9223372036854775808", 20, INT64_MIN, false},
        {"-9223372036854775809", 20, 0, true},
        {"18446744073709551617", 20, 0, true},
        {"99999999999999999999999990", 26, 0, true},
        {"1.5", 1, 1, false},
        {"1e5", 1, 1, false},
        {"0x10", 1, 0, false},
        {"1 ", 1, 1, false},
        {"1_0", 1, 1, false},
        {"9223372036854775808x", 19, 0, true},
        {"", 0, 0, false},
        {"-", 0, 0, false},
        {"+", 0, 0, false},
        {"--1", 0, 0, false},
        {" 1", 0, 0, false},
        {".5", 0, 0, false},
        {"two", 0, 0, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const size_t length = strlen(rows[i].text);
        char *text = copy_bare(rows[i].text, length);
        const snw_status number = rows[i].too_large ? SNW_ERR_RANGE : SNW_OK;

        int64_t value = 77;
        size_t used = 99;
        const snw_status expected = rows[i].used > 0 ? number : SNW_ERR_SYNTAX;
        CHECK(snw_int_parse(text, length, &value, &used) == expected);
        CHECK(used == (expected == SNW_OK ? rows[i].used : 99));
        CHECK(value == (expected == SNW_OK ? rows[i].number : 77));

        value = 77;
        const snw_status whole = rows[i].used == length && length > 0 ? number : SNW_ERR_SYNTAX;
        CHECK(snw_int_parse(text, length, &value, NULL) == whole);
        CHECK(value == (whole == SNW_OK ? rows[i].number : 77));
        free(text);
    }

    // cut off by the length, next to another digit
    int64_t value = 77;
    CHECK(snw_int_parse("123", 2, &value, NULL) == SNW_OK && value == 12);
    CHECK(snw_int_parse("1\0"
                        "2",
                        3, &value, NULL) == SNW_ERR_SYNTAX);
    CHECK(value == 12);
}

static void a_locale_with_a_decimal_comma_changes_nothing(void) {
    check_set_comma();

    char text[SNW_NUMBER_SIZE];
    double point = 77.25, left_over = 77.25;
    (void)snw_real_print(-1234.5, text);
    const snw_status with_point = snw_real_parse("1234.5", 6, &point, NULL);
    const snw_status with_comma = snw_real_parse("1234,5", 6, &left_over, NULL);
    (void)setlocale(LC_ALL, "C");
    CHECK_TEXT(text, "-1234.5");
    CHECK(with_point == SNW_OK && point == 1234.5);
    CHECK(with_comma == SNW_ERR_SYNTAX && left_over == 77.25);
}

// both borders of a cast pass with their value, what lies beyond fails and changes nothing
#define CHECK_CAST(cast, type, low, high)                                                          \
    do {                                                                                           \
        const int64_t inside[] = {(low), (high), (low) + 1, (high)-1, 0, 1};                       \
        const int64_t outside[] = {(low)-1,   (high) + 1, INT64_MIN,                               \
                                   INT64_MAX, (low)-256,  (high) + (INT64_C(1) << 32)};            \
        for (int i = 0; i < 6; i++) {                                                              \
            type out = 77;                                                                         \
            CHECK(cast(inside[i], &out) == SNW_OK);                                                \
            CHECK((int64_t)out == inside[i]);                                                      \
            out = 77;                                                                              \
            CHECK(cast(outside[i], &out) == SNW_ERR_RANGE);                                        \
            CHECK(out == 77);                                                                      \
        }                                                                                          \
    } while (0)

// spec: actin-tools:BF-02
static void integers_that_do_not_fit_are_refused(void) {
    uint8_t byte = 77;
    CHECK(snw_int_to_u8(256, &byte) == SNW_ERR_RANGE);
    CHECK(snw_int_to_u8(-1, &byte) == SNW_ERR_RANGE);
    CHECK(byte == 77);
    CHECK_CAST(snw_int_to_u8, uint8_t, INT64_C(0), INT64_C(255));
    CHECK_CAST(snw_int_to_i8, int8_t, INT64_C(-128), INT64_C(127));
    CHECK_CAST(snw_int_to_u16, uint16_t, INT64_C(0), INT64_C(65535));
    CHECK_CAST(snw_int_to_i16, int16_t, INT64_C(-32768), INT64_C(32767));
    CHECK_CAST(snw_int_to_u32, uint32_t, INT64_C(0), INT64_C(4294967295));
    CHECK_CAST(snw_int_to_i32, int32_t, INT64_C(-2147483648), INT64_C(2147483647));
}

// spec: actin-tools:BF-02
static void reals_that_are_no_integer_are_refused(void) {
    int64_t out = 77;
    CHECK(snw_real_to_int((double)NAN, &out) == SNW_ERR_NOT_FINITE);
    CHECK(snw_real_to_int((double)INFINITY, &out) == SNW_ERR_NOT_FINITE);
    CHECK(snw_real_to_int(-(double)INFINITY, &out) == SNW_ERR_NOT_FINITE);
    CHECK(snw_real_to_int(0x1p63, &out) == SNW_ERR_RANGE);
    CHECK(snw_real_to_int(nextafter(-0x1p63, -DBL_MAX), &out) == SNW_ERR_RANGE);
    CHECK(snw_real_to_int(DBL_MAX, &out) == SNW_ERR_RANGE);
    CHECK(snw_real_to_int(-DBL_MAX, &out) == SNW_ERR_RANGE);
    CHECK(out == 77);

    CHECK(snw_real_to_int(-0x1p63, &out) == SNW_OK && out == INT64_MIN);
    CHECK(snw_real_to_int(nextafter(0x1p63, 0), &out) == SNW_OK && out == INT64_MAX - 1023);
    CHECK(snw_real_to_int(3.14, &out) == SNW_OK && out == 3);
    CHECK(snw_real_to_int(-3.99, &out) == SNW_OK && out == -3);
    CHECK(snw_real_to_int(-0.99, &out) == SNW_OK && out == 0);
    CHECK(snw_real_to_int(from_bits(1), &out) == SNW_OK && out == 0);
}

// spec: actin-tools:BF-02
static void reals_too_large_for_a_float_are_refused(void) {
    const double half_step = 0x1p103; // half the distance from the largest float to 2^128
    const double limit = (double)FLT_MAX + half_step;
    float out = 77;
    CHECK(snw_real_to_float((double)NAN, &out) == SNW_ERR_NOT_FINITE);
    CHECK(snw_real_to_float((double)INFINITY, &out) == SNW_ERR_NOT_FINITE);
    CHECK(snw_real_to_float(-(double)INFINITY, &out) == SNW_ERR_NOT_FINITE);
    CHECK(snw_real_to_float(limit, &out) == SNW_ERR_RANGE);
    CHECK(snw_real_to_float(-limit, &out) == SNW_ERR_RANGE);
    CHECK(snw_real_to_float(1e300, &out) == SNW_ERR_RANGE);
    CHECK(out == 77);

    CHECK(snw_real_to_float(nextafter(limit, 0), &out) == SNW_OK && out == FLT_MAX);
    CHECK(snw_real_to_float(-nextafter(limit, 0), &out) == SNW_OK && out == -FLT_MAX);
    CHECK(snw_real_to_float((double)FLT_MAX, &out) == SNW_OK && out == FLT_MAX);
    CHECK(snw_real_to_float(0.1, &out) == SNW_OK && out == 0.1f);
    CHECK(snw_real_to_float(1e-45, &out) == SNW_OK && out == 0x1p-149f);
    CHECK(snw_real_to_float(-1e-46, &out) == SNW_OK && out == 0 && signbit(out));
}

// spec: actin-model:A1-FN-03
static void negative_reals_are_refused_where_none_may_be(void) {
    double out = 77.25;
    CHECK(snw_real_to_nonnegative(-1, &out) == SNW_ERR_RANGE);
    CHECK(snw_real_to_nonnegative(-from_bits(1), &out) == SNW_ERR_RANGE);
    CHECK(snw_real_to_nonnegative(-DBL_MAX, &out) == SNW_ERR_RANGE);
    CHECK(snw_real_to_nonnegative((double)NAN, &out) == SNW_ERR_NOT_FINITE);
    CHECK(snw_real_to_nonnegative((double)INFINITY, &out) == SNW_ERR_NOT_FINITE);
    CHECK(snw_real_to_nonnegative(-(double)INFINITY, &out) == SNW_ERR_NOT_FINITE);
    CHECK(out == 77.25);

    CHECK(snw_real_to_nonnegative(-0.0, &out) == SNW_OK && same(out, 0.0));
    CHECK(snw_real_to_nonnegative(0.0, &out) == SNW_OK && same(out, 0.0));
    CHECK(snw_real_to_nonnegative(from_bits(1), &out) == SNW_OK && same(out, from_bits(1)));
    CHECK(snw_real_to_nonnegative(DBL_MAX, &out) == SNW_OK && same(out, DBL_MAX));
    const long cases = check_scaled(10000);
    CHECK_CASES(cases) {
        const double value = random_double();
        out = 77.25;
        const snw_status status = snw_real_to_nonnegative(value, &out);
        CHECK(value < 0 ? status == SNW_ERR_RANGE && out == 77.25
                        : status == SNW_OK && same(out, fabs(value)));
    }
}

int main(void) {
    RUN(two_is_refused_and_a_million_doubles_come_back_bit_for_bit);
    RUN(borders_and_sub_normals_come_back_bit_for_bit);
    RUN(one_digit_less_would_be_another_number);
    RUN(powers_of_two_are_as_short_as_can_be);
    RUN(random_texts_are_read_as_the_c_library_reads_them);
    RUN(texts_near_a_border_are_read_as_the_c_library_reads_them);
    RUN(halfway_texts_of_any_length_round_to_even);
    RUN(a_hundred_thousand_digits_are_read_exactly);
    RUN(the_grammar_of_real_numbers_is_kept_and_errors_leave_outputs_alone);
    RUN(numbers_are_printed_plainly_between_1e_5_and_1e16);
    RUN(integers_come_back_and_look_as_in_the_c_library);
    RUN(the_grammar_of_integers_is_kept_and_errors_leave_outputs_alone);
    RUN(a_locale_with_a_decimal_comma_changes_nothing);
    RUN(integers_that_do_not_fit_are_refused);
    RUN(reals_that_are_no_integer_are_refused);
    RUN(reals_too_large_for_a_float_are_refused);
    RUN(negative_reals_are_refused_where_none_may_be);
    return check_report();
}
