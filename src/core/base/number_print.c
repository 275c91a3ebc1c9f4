// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/base/number.h"

#include <string.h>

#include "powers_of_ten.h"

// Plain notation for 10^-5 <= |value| < 10^16: there each integer has all its digits, exactly.
enum { PLAIN_FIRST = -5, PLAIN_LAST = 15 };

// digits * 10^exponent
typedef struct decimal {
    uint64_t digits;
    int exponent;
} decimal;

static int digit_count(uint64_t n) {
    static const uint64_t tens[] = {
        UINT64_C(0),
        UINT64_C(10),
        UINT64_C(100),
        UINT64_C(1000),
        UINT64_C(10000),
        UINT64_C(100000),
        UINT64_C(1000000),
        UINT64_C(10000000),
        UINT64_C(100000000),
        UINT64_C(1000000000),
        UINT64_C(10000000000),
        UINT64_C(100000000000),
        UINT64_C(1000000000000),
        UINT64_C(10000000000000),
        UINT64_C(100000000000000),
        UINT64_C(1000000000000000),
        UINT64_C(10000000000000000),
        UINT64_C(100000000000000000),
        UINT64_C(1000000000000000000),
        UINT64_C(10000000000000000000),
    };
    // bits * log10(2), rounded down, is the count or one less
    const int guess = ((64 - __builtin_clzll(n | 1)) * 1233) >> 12;
    return guess + (n >= tens[guess]);
}

// writes the `count` last digits of n to out, two at a time from the end
static void write_digits(uint64_t n, int count, char *out) {
    static const char pairs[] = "0001020304050607080910111213141516171819"
                                "2021222324252627282930313233343536373839"
                                "4041424344454647484950515253545556575859"
                                "6061626364656667686970717273747576777879"
                                "8081828384858687888990919293949596979899";
    for (; count >= 2; count -= 2, n /= 100) {
        memcpy(out + count - 2, pairs + 2 * (n % 100), 2);
    }
    if (count == 1) out[0] = (char)('0' + n % 10);
}

// n * 2^shift * g / 2^128 rounded to odd, for a 128-bit g: the integer part, with its last bit set
// if there is a fraction. Comparing the result with an even number then gives the order of the
// exact value, although one word is kept.
//
// g may be up to 1 too large, which makes the result too large by less than 2^-68, as n * 2^shift
// is below 2^60. No fraction that occurs is so close to 0 or 1 (tools/make_powers --prove), so
// the upper 68 bits of the fraction tell whether there is one.
static uint64_t round_to_odd(uint64_t n, int shift, snw__power g) {
    const snw__u128 right = (snw__u128)(n << shift) * g.low;
    const snw__u128 left = (snw__u128)(n << shift) * g.high + (uint64_t)(right >> 64);
    const bool fraction = (uint64_t)left != 0 || (uint64_t)right >> 60 != 0;
    return (uint64_t)(left >> 64) | fraction;
}

// The shortest decimal number that rounds to the double mantissa * 2^exponent, and of those the
// nearest to it (Giulietti 2020, "Schubfach").
//
// All decimals strictly between the midpoints to the two neighbours round to the double, and the
// midpoints too if the mantissa is even. Let 10^k <= width of that interval < 10^(k+1). Then it
// contains a multiple of 10^k and at most one of 10^(k+1), which is shorter if it exists. Only the
// two multiples around the double need to be tried each time. In the unit 10^k / 4 the double and
// the midpoints are integers times 2^exponent * 10^-k.
static decimal shortest(uint64_t mantissa, int exponent) {
    // below a power of two the neighbour is only half as far
    const bool narrow = mantissa == UINT64_C(1) << 52 && exponent > -1074;
    const int k = (exponent * 1262611 - (narrow ? 524031 : 0)) >> 22;

    snw__power g = snw__power_of_ten(-k);
    g.low += !snw__power_is_exact(-k);
    const int shift = exponent + snw__floor_log2_power(-k) + 1;
    const uint64_t middle = round_to_odd(4 * mantissa, shift, g);
    uint64_t low = round_to_odd(4 * mantissa - (narrow ? 1 : 2), shift, g);
    uint64_t high = round_to_odd(4 * mantissa + 2, shift, g);

    // for an odd mantissa without the ends: one is enough, as only multiples of four are compared
    low += mantissa % 2;
    high -= mantissa % 2;

    // a multiple of 10^(k+1), if exactly one side of the double has one
    const uint64_t s = middle / 4, tens = s / 10;
    const bool ten_below = low <= 40 * tens, ten_above = 40 * tens + 40 <= high;
    if (ten_below != ten_above) return (decimal){tens + ten_above, k + 1};

    // else of 10^k, the nearer of two, and of equally near ones the even
    const bool below = low <= 4 * s, above = 4 * s + 4 <= high;
    if (below != above) return (decimal){s + above, k};
    const uint64_t half = 4 * s + 2;
    return (decimal){s + (middle > half || (middle == half && s % 2 != 0)), k};
}

static decimal without_trailing_zeros(decimal d) {
    if (d.digits % 100000000 == 0) {
        d.digits /= 100000000;
        d.exponent += 8;
    }
    while (d.digits % 10 == 0) {
        d.digits /= 10;
        d.exponent++;
    }
    return d;
}

// "123000", "12.3", "0.00123"; returns the place behind
static char *write_plain(decimal d, int count, char *out) {
    const int whole = count + d.exponent;
    if (whole <= 0) {
        memset(out, '0', (size_t)(2 - whole));
        out[1] = '.';
        out += 2 - whole;
        write_digits(d.digits, count, out);
        return out + count;
    }
    if (d.exponent >= 0) {
        write_digits(d.digits, count, out);
        memset(out + count, '0', (size_t)d.exponent);
        return out + whole;
    }
    // the digits one place to the right, then those before the point back
    write_digits(d.digits, count, out + 1);
    for (int i = 0; i < whole; i++) {
        out[i] = out[i + 1];
    }
    out[whole] = '.';
    return out + count + 1;
}

// "1.23e-07": sign and two digits of the exponent at least, as printf does
static char *write_scientific(decimal d, int count, char *out) {
    write_digits(d.digits, count, out + 1);
    out[0] = out[1];
    out[1] = '.';
    out += count == 1 ? 1 : count + 1;

    const int exponent = d.exponent + count - 1;
    const unsigned size = (unsigned)(exponent < 0 ? -exponent : exponent);
    const int width = size < 100 ? 2 : 3;
    *out++ = 'e';
    *out++ = exponent < 0 ? '-' : '+';
    write_digits(size, width, out);
    return out + width;
}

// the text of a positive finite double given by its bits; returns the place behind
static char *write_positive(uint64_t bits, char *out) {
    const int biased = (int)(bits >> 52);
    const uint64_t fraction = bits & ((UINT64_C(1) << 52) - 1);
    const uint64_t mantissa = biased == 0 ? fraction : fraction | UINT64_C(1) << 52;
    const int exponent = biased == 0 ? -1074 : biased - 1075;

    // integers below 2^53 are their own shortest digits: a shorter number is at least 1 away
    const int places = -exponent;
    if (0 <= places && places <= 52 && (mantissa & ((UINT64_C(1) << places) - 1)) == 0) {
        const int count = digit_count(mantissa >> places);
        write_digits(mantissa >> places, count, out);
        return out + count;
    }

    const decimal d = without_trailing_zeros(shortest(mantissa, exponent));
    const int count = digit_count(d.digits);
    const int point = d.exponent + count - 1;
    if (point < PLAIN_FIRST || point > PLAIN_LAST) return write_scientific(d, count, out);
    return write_plain(d, count, out);
}

int snw_real_print(double value, char out[SNW_NUMBER_SIZE]) {
    const uint64_t infinity = UINT64_C(0x7FF) << 52, sign = UINT64_C(1) << 63;
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    if ((bits & ~sign) > infinity) {
        memcpy(out, "NaN", 4);
        return 3;
    }

    char *end = out;
    if (bits & sign) *end++ = '-';
    bits &= ~sign;
    if (bits == infinity) {
        memcpy(end, "INF", 3);
        end += 3;
    } else if (bits == 0) {
        *end++ = '0';
    } else {
        end = write_positive(bits, end);
    }
    *end = '\0';
    return (int)(end - out);
}

int snw_int_print(int64_t value, char out[SNW_NUMBER_SIZE]) {
    char *start = out;
    if (value < 0) *start++ = '-';
    const uint64_t size = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    const int count = digit_count(size);
    write_digits(size, count, start);
    start[count] = '\0';
    return (int)(start + count - out);
}
