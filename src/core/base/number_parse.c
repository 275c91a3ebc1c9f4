// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/base/number.h"

#include <string.h>

#include "powers_of_ten.h"
#include "sinew/base/assert.h"

// Text to double, correctly rounded, in three steps of which each handles what the one before
// cannot:
//
//   1. mantissa and power of ten are both exact doubles: one multiplication or division is the
//      answer (Clinger 1990);
//   2. the 19 leading digits times a 128-bit power of ten, as a 192-bit product with a known error
//      (Lemire 2021, after an idea of Eisel): the answer, unless a border between two doubles lies
//      inside the error;
//   3. the whole text against that border, in exact integers.
//
// Steps 2 and 3 use integers only. Step 1 is the only one that would notice another rounding mode.

const snw__power snw__powers_of_ten[] = {
#include "generated/powers_of_ten.inc"
};

enum {
    WORD_DIGITS = 19, // any 19 digits fit into 64 bits

    // A border between two doubles has at most 768 significant digits (2^53 + 1 at the exponent of
    // the sub-normals), so the digits after the first 800 only matter by not being all zero.
    EXACT_DIGITS = 800,

    HALF_UNIT_MIN = -1075 // exponent of half the smallest sub-normal
};

static const uint64_t infinity_bits = UINT64_C(0x7FF) << 52;

// An exponent in the text that has come this far need not be read further: no text is long enough
// for its digits to bring the number back.
static const int64_t exponent_cap = INT64_C(100000000000000000);

// A decimal number as it stands in the text: digits * 10^exponent, plus less than one unit of the
// last of the digits if `more`.
typedef struct decimal {
    uint64_t digits;
    int64_t exponent;
    bool negative;
    bool more;            // digits that are not all zero follow the 19 in `digits`
    const char *mantissa; // the digits in the text, with leading zeros and the point
    size_t mantissa_size;
    size_t used; // bytes of the whole number in the text
} decimal;

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static unsigned digit_value(char c) {
    return (unsigned)(c - '0');
}

// shifts the digits from text[at] on into *digits, which may wrap; returns the place behind them
static size_t read_digits(const char *text, size_t length, size_t at, uint64_t *digits) {
    uint64_t d = *digits;
    for (; at < length && is_digit(text[at]); at++) {
        d = d * 10 + digit_value(text[at]);
    }
    *digits = d;
    return at;
}

// the place behind a sign at text[at], if there is one
static size_t read_sign(const char *text, size_t length, size_t at, bool *negative) {
    *negative = at < length && text[at] == '-';
    return at < length && (text[at] == '-' || text[at] == '+') ? at + 1 : at;
}

// an exponent such as "e-12" at text[at]; without a digit it is none, and its letter is left over
static size_t read_exponent(const char *text, size_t length, size_t at, int64_t *exponent) {
    *exponent = 0;
    if (at == length || (text[at] != 'e' && text[at] != 'E')) return at;

    bool negative;
    size_t i = read_sign(text, length, at + 1, &negative);
    if (i == length || !is_digit(text[i])) return at;

    int64_t magnitude = 0;
    for (; i < length && is_digit(text[i]); i++) {
        if (magnitude < exponent_cap) magnitude = magnitude * 10 + digit_value(text[i]);
    }
    *exponent = negative ? -magnitude : magnitude;
    return i;
}

// for mantissas that may not fit: the 19 leading digits, and whether anything follows
static void keep_leading_digits(decimal *d) {
    uint64_t digits = 0;
    int kept = 0;
    int64_t dropped = 0;
    bool more = false;
    for (size_t i = 0; i < d->mantissa_size; i++) {
        if (d->mantissa[i] == '.') continue;
        const unsigned digit = digit_value(d->mantissa[i]);
        if (kept < WORD_DIGITS) {
            // leading zeros do not count
            digits = digits * 10 + digit;
            kept += digits != 0;
        } else {
            more = more || digit != 0;
            dropped++;
        }
    }
    d->digits = digits;
    d->exponent += dropped;
    d->more = more;
}

static bool read_decimal(const char *text, size_t length, decimal *d) {
    const size_t first = read_sign(text, length, 0, &d->negative);

    // whole digits, point, fraction; one digit at least
    d->digits = 0;
    size_t i = read_digits(text, length, first, &d->digits);
    size_t count = i - first, fraction = 0;
    if (i < length && text[i] == '.') {
        const size_t point = i;
        i = read_digits(text, length, i + 1, &d->digits);
        fraction = i - point - 1;
        count += fraction;
    }
    if (count == 0) return false;
    d->mantissa = text + first;
    d->mantissa_size = i - first;

    d->used = read_exponent(text, length, i, &d->exponent);
    d->exponent -= (int64_t)fraction;
    d->more = false;
    if (count > WORD_DIGITS) keep_leading_digits(d);
    return true;
}

// Step 2. A positive number counted in half units of the last place of the double below it: it is
// at least count * 2^exponent, and less than (count + 1) * 2^exponent unless `unsure`; then it can
// reach that border, or pass it by a small part of a half unit.
typedef struct halves {
    uint64_t count; // below 2^54
    int exponent;   // at least HALF_UNIT_MIN
    bool exact;     // the number is count * 2^exponent
    bool unsure;
} halves;

// Let w = digits * 2^shift have its leading bit set, and 10^q = (t + f) * 2^s with the 128-bit row
// t of the table and 0 <= f < 1. Then w * t is below w * (t + f) by less than w, in 192 bits: the
// number is known to one unit of the middle word. Only if all bits below the half unit are ones,
// and adding w carries, can the error reach the next border.
static halves count_halves(uint64_t digits, int q) {
    const int shift = __builtin_clzll(digits);
    const uint64_t w = digits << shift;
    const snw__power t = snw__power_of_ten(q);
    const bool cut = !snw__power_is_exact(q);

    // the product in three words
    const snw__u128 right = (snw__u128)w * t.low;
    const snw__u128 left = (snw__u128)w * t.high + (uint64_t)(right >> 64);
    const uint64_t top = (uint64_t)(left >> 64), middle = (uint64_t)left, bottom = (uint64_t)right;

    // 54 bits from the leading one, which is bit 63 or 62 of `top`, or fewer for sub-normals
    int drop = 9 + (int)(top >> 63);
    halves h = {.exponent = snw__floor_log2_power(q) + 1 - shift + drop};
    if (h.exponent < HALF_UNIT_MIN) {
        drop += HALF_UNIT_MIN - h.exponent;
        h.exponent = HALF_UNIT_MIN;
    }

    // below a quarter of the smallest sub-normal there is nothing to decide
    if (drop > 64) return h;
    const uint64_t mask = drop == 64 ? UINT64_MAX : (UINT64_C(1) << drop) - 1;
    h.count = drop == 64 ? 0 : top >> drop;
    h.exact = !cut && (top & mask) == 0 && middle == 0 && bottom == 0;
    h.unsure = cut && (top & mask) == mask && middle == UINT64_MAX && bottom > UINT64_MAX - w;
    return h;
}

// Step 3. A non-negative integer of any size that can occur below: 800 digits, or 54 bits times
// 5^1123, either shifted to the size of the other, need fewer than 2,750 bits.
enum { BIG_WORDS = 48 };

typedef struct big {
    int count;                // words in use; the last of them is not 0
    uint64_t word[BIG_WORDS]; // least first
} big;

static void big_multiply_add(big *b, uint64_t factor, uint64_t addend) {
    uint64_t carry = addend;
    for (int i = 0; i < b->count; i++) {
        const snw__u128 product = (snw__u128)b->word[i] * factor + carry;
        b->word[i] = (uint64_t)product;
        carry = (uint64_t)(product >> 64);
    }
    if (carry == 0) return;
    SNW_ASSERT(b->count < BIG_WORDS);
    b->word[b->count++] = carry;
}

static void big_multiply_power_of_five(big *b, int power) {
    const uint64_t five_27 = UINT64_C(7450580596923828125);
    for (; power >= 27; power -= 27) {
        big_multiply_add(b, five_27, 0);
    }
    uint64_t rest = 1;
    for (; power > 0; power--) {
        rest *= 5;
    }
    big_multiply_add(b, rest, 0);
}

static void big_shift_left(big *b, int bits) {
    big_multiply_add(b, UINT64_C(1) << (bits % 64), 0);
    const int words = bits / 64;
    SNW_ASSERT(b->count + words <= BIG_WORDS);
    b->count += words;
    for (int i = b->count - 1; i >= 0; i--) {
        b->word[i] = i >= words ? b->word[i - words] : 0;
    }
}

// -1, 0 or 1
static int big_compare(const big *a, const big *b) {
    if (a->count != b->count) return a->count < b->count ? -1 : 1;
    for (int i = a->count - 1; i >= 0; i--) {
        if (a->word[i] != b->word[i]) return a->word[i] < b->word[i] ? -1 : 1;
    }
    return 0;
}

// All digits of the text up to EXACT_DIGITS; returns the exponent of the last of them. `*more` says
// whether digits that are not all zero follow.
static int big_from_text(big *b, const decimal *d, bool *more) {
    uint64_t part = 0, part_scale = 1;
    int kept = 0;
    b->count = 0;
    *more = false;
    for (size_t i = 0; i < d->mantissa_size; i++) {
        if (d->mantissa[i] == '.') continue;
        const unsigned digit = digit_value(d->mantissa[i]);
        if (kept == 0 && digit == 0) continue;
        if (kept == EXACT_DIGITS) {
            *more = *more || digit != 0;
            continue;
        }
        // gather 19 digits, then move them into the integer at once
        kept++;
        part = part * 10 + digit;
        part_scale *= 10;
        if (kept % WORD_DIGITS == 0) {
            big_multiply_add(b, part_scale, part);
            part = 0, part_scale = 1;
        }
    }
    big_multiply_add(b, part_scale, part);
    return (int)d->exponent - (kept - WORD_DIGITS);
}

// Compares the text with count * 2^exponent exactly: -1 below, 0 equal, 1 above.
static int compare_with_border(const decimal *d, uint64_t count, int exponent) {
    big number = {1, {d->digits}}, border = {1, {count}};
    bool more = false;
    const int q = d->more ? big_from_text(&number, d, &more) : (int)d->exponent;

    // number * 5^q * 2^(q - exponent) against border, with all powers made positive
    big_multiply_power_of_five(q < 0 ? &border : &number, q < 0 ? -q : q);
    const int twos = q - exponent;
    big_shift_left(twos < 0 ? &border : &number, twos < 0 ? -twos : twos);
    const int order = big_compare(&number, &border);
    return order == 0 && more ? 1 : order;
}

// Bits of the double nearest to a positive decimal number; infinity if it is too large.
static uint64_t nearest_bits(const decimal *d) {
    // 10^19 * 10^-343 is less than half the smallest sub-normal
    if (d->exponent < SNW__POWER_FIRST) return 0;
    if (d->exponent > 308) return infinity_bits;
    const int q = (int)d->exponent;

    // with digits left out the number lies between two; rounding does not reverse their order
    halves h = count_halves(d->digits, q);
    if (d->more) {
        const halves above = count_halves(d->digits + 1, q);
        h.exact = false;
        h.unsure =
            h.unsure || above.unsure || above.count != h.count || above.exponent != h.exponent;
    }

    // from an odd count the next border is a double: reaching it or not, that is the answer
    uint64_t mantissa = h.count / 2;
    const bool odd = mantissa % 2 != 0;
    if (h.count % 2 != 0) {
        mantissa += !h.exact || odd;
    } else if (h.unsure) {
        const int order = compare_with_border(d, h.count + 1, h.exponent);
        mantissa += order > 0 || (order == 0 && odd);
    }

    // the leading bit of a normal mantissa, and a carry out of it, count the exponent up
    const uint64_t bits = ((uint64_t)(h.exponent - HALF_UNIT_MIN) << 52) + mantissa;
    return bits < infinity_bits ? bits : infinity_bits;
}

static double magnitude(const decimal *d) {
    static const double exact_powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                          1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                          1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    if (d->digits == 0) return 0;
    if (!d->more && d->digits <= UINT64_C(1) << 53 && d->exponent >= -22 && d->exponent <= 22) {
        const double digits = (double)d->digits;
        return d->exponent < 0 ? digits / exact_powers[-d->exponent]
                               : digits * exact_powers[d->exponent];
    }
    const uint64_t bits = nearest_bits(d);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

snw_status snw_real_parse(const char *text, size_t length, double *value, size_t *used) {
    decimal d;
    if (!read_decimal(text, length, &d)) return SNW_ERR_SYNTAX;
    if (!used && d.used != length) return SNW_ERR_SYNTAX;

    const double size = magnitude(&d);
    if (!__builtin_isfinite(size)) return SNW_ERR_RANGE;
    *value = d.negative ? -size : size;
    if (used) *used = d.used;
    return SNW_OK;
}

snw_status snw_int_parse(const char *text, size_t length, int64_t *value, size_t *used) {
    bool negative;
    const size_t first = read_sign(text, length, 0, &negative);
    const uint64_t limit = (uint64_t)INT64_MAX + negative;

    // after the first digit that does not fit, the rest is only skipped
    uint64_t size = 0;
    bool fits = true;
    size_t i = first;
    for (; i < length && is_digit(text[i]); i++) {
        const unsigned digit = digit_value(text[i]);
        fits = fits && size <= (limit - digit) / 10;
        if (fits) size = size * 10 + digit;
    }
    if (i == first || (!used && i != length)) return SNW_ERR_SYNTAX;
    if (!fits) return SNW_ERR_RANGE;

    // -2^63 has no positive counterpart, so the sign is changed before the conversion
    *value = (int64_t)(negative ? 0 - size : size);
    if (used) *used = i;
    return SNW_OK;
}
