// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Gzip (RFC 1952) and deflate (RFC 1951), expanding only. It stands here, and not in a library, so
// that libsinew-core reads compressed models and still needs nothing but the C library. Codes are
// canonical: a table answers those of up to nine bits at once, and the counts of each length answer
// the rest, one bit at a time.

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "inside.h"
#include "sinew/document/file.h"

enum {
    LONGEST = 15,     // bits of a code
    FAST = 9,         // bits that the table answers
    LITERALS = 288,   // literals, the end, and lengths
    DISTANCES = 30,   // of which the format uses all
    LENGTH_CODES = 19 // codes that write the lengths of the others
};

// What is read and what is written. A fault is kept and makes every further step do nothing.
typedef struct stream {
    const unsigned char *in, *in_end;
    unsigned char *out, *out_start, *out_end;
    unsigned char *member; // where the output of this member starts; distances stay within it
    uint64_t hold;         // bits read and not yet used, the next one lowest
    int bits;              // how many
    snw_status status;
} stream;

typedef struct code {
    uint16_t fast[1 << FAST];     // length << 12 | symbol; 0 for longer codes
    uint16_t counts[LONGEST + 1]; // codes of each length
    uint16_t symbols[LITERALS];   // in the order of their codes
} code;

static void set_fault(stream *s, snw_status status) {
    if (s->status == SNW_OK) s->status = status;
}

// --- bits ---------------------------------------------------------------------------------------

static void refill_bits(stream *s) {
    while (s->bits <= 56 && s->in < s->in_end) {
        s->hold |= (uint64_t)*s->in++ << s->bits;
        s->bits += 8;
    }
}

// the next `count` bits, at most 16, as a number; 0 and a fault behind the end
static unsigned take_bits(stream *s, int count) {
    if (s->bits < count) refill_bits(s);
    if (s->bits < count) {
        set_fault(s, SNW_ERR_SYNTAX);
        return 0;
    }
    const unsigned value = (unsigned)(s->hold & ((1U << count) - 1));
    s->hold >>= count;
    s->bits -= count;
    return value;
}

// gives bytes that were read ahead back, and drops the rest of a byte that was begun
static void align_to_byte(stream *s) {
    s->in -= s->bits / 8;
    s->hold = 0;
    s->bits = 0;
}

// --- codes --------------------------------------------------------------------------------------

static unsigned reversed(unsigned value, int bits) {
    unsigned turned = 0;
    for (int i = 0; i < bits; i++) {
        turned = turned << 1 | (value >> i & 1U);
    }
    return turned;
}

// A code from the lengths of its words (RFC 1951, 3.2.2). False for lengths that no code has: too
// many words, or too few, unless there is one word at most.
static bool build_code(code *c, const unsigned char *lengths, int count) {
    memset(c, 0, sizeof *c);
    for (int i = 0; i < count; i++) {
        c->counts[lengths[i]]++;
    }
    const int words = count - c->counts[0];
    c->counts[0] = 0;
    int left = 1; // codes of this length that are still free
    uint16_t first[LONGEST + 2] = {0};
    unsigned next[LONGEST + 2] = {0};
    for (int length = 1; length <= LONGEST; length++) {
        left = 2 * left - c->counts[length];
        if (left < 0) return false;
        first[length + 1] = (uint16_t)(first[length] + c->counts[length]);
        next[length + 1] = (next[length] + c->counts[length]) << 1;
    }
    if (left > 0 && words > 1) return false;
    for (int i = 0; i < count; i++) {
        const int length = lengths[i];
        if (length == 0) continue;
        c->symbols[first[length]++] = (uint16_t)i;
        const unsigned word = reversed(next[length]++, length);
        for (unsigned k = word; length <= FAST && k < 1U << FAST; k += 1U << length) {
            c->fast[k] = (uint16_t)(length << 12 | i);
        }
    }
    return true;
}

static int take_symbol(stream *s, const code *c) {
    if (s->bits < LONGEST) refill_bits(s);
    const unsigned known = c->fast[s->hold & ((1U << FAST) - 1)];
    const int length = (int)(known >> 12);
    if (length > 0 && length <= s->bits) {
        s->hold >>= length;
        s->bits -= length;
        return (int)(known & 0xFFFU);
    }
    int word = 0, first = 0, index = 0;
    for (int bits = 1; bits <= LONGEST && bits <= s->bits; bits++) {
        word |= (int)(s->hold >> (bits - 1) & 1U);
        const int count = c->counts[bits];
        if (word - count < first) {
            s->hold >>= bits;
            s->bits -= bits;
            return c->symbols[index + (word - first)];
        }
        index += count;
        first = (first + count) << 1;
        word <<= 1;
    }
    set_fault(s, SNW_ERR_SYNTAX);
    return -1;
}

// --- blocks -------------------------------------------------------------------------------------

static void copy_stored(stream *s) {
    align_to_byte(s);
    if (s->in_end - s->in < 4) {
        set_fault(s, SNW_ERR_SYNTAX);
        return;
    }
    const unsigned length = s->in[0] | (unsigned)s->in[1] << 8;
    const unsigned check = s->in[2] | (unsigned)s->in[3] << 8;
    s->in += 4;
    if (length != (check ^ 0xFFFFU) || (size_t)(s->in_end - s->in) < length) {
        set_fault(s, SNW_ERR_SYNTAX);
    } else if ((size_t)(s->out_end - s->out) < length) {
        set_fault(s, SNW_ERR_TOO_LARGE);
    } else if (length > 0) {
        memcpy(s->out, s->in, length);
        s->out += length;
        s->in += length;
    }
}

// repeats what was written `distance` bytes before; the two may overlap
static void copy_back(stream *s, size_t distance, size_t length) {
    if (distance > (size_t)(s->out - s->member)) {
        set_fault(s, SNW_ERR_SYNTAX);
        return;
    }
    const size_t room = (size_t)(s->out_end - s->out);
    const size_t count = length < room ? length : room;
    for (size_t i = 0; i < count; i++, s->out++) {
        *s->out = *(s->out - distance);
    }
    if (count < length) set_fault(s, SNW_ERR_TOO_LARGE);
}

// RFC 1951, 3.2.5
static void expand_symbols(stream *s, const code *literals, const code *distances) {
    static const uint16_t length_base[29] = {3,  4,  5,  6,   7,   8,   9,   10,  11, 13,
                                             15, 17, 19, 23,  27,  31,  35,  43,  51, 59,
                                             67, 83, 99, 115, 131, 163, 195, 227, 258};
    static const uint8_t length_bits[29] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                            2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
    static const uint16_t distance_base[30] = {
        1,   2,   3,   4,   5,   7,    9,    13,   17,   25,   33,   49,   65,    97,    129,
        193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
    while (s->status == SNW_OK) {
        const int symbol = take_symbol(s, literals);
        if (symbol < 0 || symbol == 256) return;
        if (symbol < 256) {
            if (s->out == s->out_end) {
                set_fault(s, SNW_ERR_TOO_LARGE);
                return;
            }
            *s->out++ = (unsigned char)symbol;
            continue;
        }
        const int k = symbol - 257;
        if (k >= (int)sizeof length_bits) {
            set_fault(s, SNW_ERR_SYNTAX);
            return;
        }
        const size_t length = length_base[k] + take_bits(s, length_bits[k]);
        const int d = take_symbol(s, distances);
        if (d < 0 || d >= DISTANCES) {
            set_fault(s, SNW_ERR_SYNTAX);
            return;
        }
        const size_t distance = distance_base[d] + take_bits(s, d < 4 ? 0 : d / 2 - 1);
        if (s->status == SNW_OK) copy_back(s, distance, length);
    }
}

static void expand_fixed(stream *s) {
    unsigned char lengths[LITERALS];
    code literals, distances;
    memset(lengths, 8, 144);
    memset(lengths + 144, 9, 256 - 144);
    memset(lengths + 256, 7, 280 - 256);
    memset(lengths + 280, 8, LITERALS - 280);
    (void)build_code(&literals, lengths, LITERALS);
    // 32 words make the code complete; the last two stand for nothing
    memset(lengths, 5, DISTANCES + 2);
    (void)build_code(&distances, lengths, DISTANCES + 2);
    expand_symbols(s, &literals, &distances);
}

// the lengths of both codes, run-length coded by a third one (RFC 1951, 3.2.7)
static bool take_lengths(stream *s, unsigned char *lengths, int count) {
    static const unsigned char order[LENGTH_CODES] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                                      11, 4,  12, 3, 13, 2, 14, 1, 15};
    unsigned char own[LENGTH_CODES] = {0};
    code c;
    const int given = (int)take_bits(s, 4) + 4;
    for (int i = 0; i < given; i++) {
        own[order[i]] = (unsigned char)take_bits(s, 3);
    }
    if (s->status != SNW_OK || !build_code(&c, own, LENGTH_CODES)) return false;
    for (int i = 0; i < count;) {
        const int symbol = take_symbol(s, &c);
        if (symbol < 0) return false;
        if (symbol < 16) {
            lengths[i++] = (unsigned char)symbol;
            continue;
        }
        if (symbol == 16 && i == 0) return false;
        const unsigned char again = symbol == 16 ? lengths[i - 1] : 0;
        const int times = symbol == 16   ? 3 + (int)take_bits(s, 2)
                          : symbol == 17 ? 3 + (int)take_bits(s, 3)
                                         : 11 + (int)take_bits(s, 7);
        if (times > count - i) return false;
        memset(lengths + i, again, (size_t)times);
        i += times;
    }
    return s->status == SNW_OK;
}

static void expand_dynamic(stream *s) {
    unsigned char lengths[LITERALS + DISTANCES + 2] = {0};
    code literals, distances;
    const int literal_count = (int)take_bits(s, 5) + 257;
    const int distance_count = (int)take_bits(s, 5) + 1;
    const bool fits = literal_count <= 286 && distance_count <= DISTANCES;
    if (!fits || !take_lengths(s, lengths, literal_count + distance_count) || lengths[256] == 0 ||
        !build_code(&literals, lengths, literal_count) ||
        !build_code(&distances, lengths + literal_count, distance_count)) {
        set_fault(s, SNW_ERR_SYNTAX);
        return;
    }
    expand_symbols(s, &literals, &distances);
}

static void expand_blocks(stream *s) {
    for (bool last = false; !last && s->status == SNW_OK;) {
        last = take_bits(s, 1) == 1;
        const unsigned kind = take_bits(s, 2);
        if (s->status != SNW_OK) return;
        if (kind == 0) {
            copy_stored(s);
        } else if (kind == 1) {
            expand_fixed(s);
        } else if (kind == 2) {
            expand_dynamic(s);
        } else {
            set_fault(s, SNW_ERR_SYNTAX);
        }
    }
    align_to_byte(s);
}

// --- members ------------------------------------------------------------------------------------

// CRC-32 of IEEE 802.3, reflected, half a byte at a time
static uint32_t checksum(const unsigned char *bytes, size_t length) {
    static const uint32_t table[16] = {0x00000000, 0x1DB71064, 0x3B6E20C8, 0x26D930AC,
                                       0x76DC4190, 0x6B6B51F4, 0x4DB26158, 0x5005713C,
                                       0xEDB88320, 0xF00F9344, 0xD6D6A3E8, 0xCB61B38C,
                                       0x9B64C2B0, 0x86D3D2D4, 0xA00AE278, 0xBDBDF21C};
    uint32_t sum = 0xFFFFFFFF;
    for (size_t i = 0; i < length; i++) {
        sum ^= bytes[i];
        sum = sum >> 4 ^ table[sum & 15];
        sum = sum >> 4 ^ table[sum & 15];
    }
    return ~sum;
}

static uint32_t little_endian(const unsigned char *b, int bytes) {
    uint32_t value = 0;
    for (int i = 0; i < bytes; i++) {
        value |= (uint32_t)b[i] << 8 * i;
    }
    return value;
}

// goes past a text that ends with a zero
static bool skip_text(stream *s) {
    const void *end = s->in < s->in_end ? memchr(s->in, 0, (size_t)(s->in_end - s->in)) : NULL;
    if (end == NULL) return false;
    s->in = (const unsigned char *)end + 1;
    return true;
}

// RFC 1952, 2.3
static bool skip_header(stream *s) {
    enum { CHECKED = 2, EXTRA = 4, NAMED = 8, COMMENTED = 16, RESERVED = 0xE0, HEAD = 10 };
    const unsigned char *start = s->in;
    if (s->in_end - start < HEAD || start[0] != 0x1F || start[1] != 0x8B || start[2] != 8) {
        return false;
    }
    const int flags = start[3];
    if ((flags & RESERVED) != 0) return false;
    s->in += HEAD;
    if ((flags & EXTRA) != 0) {
        if (s->in_end - s->in < 2) return false;
        const size_t extra = 2 + little_endian(s->in, 2);
        if ((size_t)(s->in_end - s->in) < extra) return false;
        s->in += extra;
    }
    if ((flags & NAMED) != 0 && !skip_text(s)) return false;
    if ((flags & COMMENTED) != 0 && !skip_text(s)) return false;
    if ((flags & CHECKED) != 0) {
        const uint32_t sum = checksum(start, (size_t)(s->in - start)) & 0xFFFFU;
        if (s->in_end - s->in < 2 || little_endian(s->in, 2) != sum) return false;
        s->in += 2;
    }
    return true;
}

static void expand_member(stream *s) {
    s->member = s->out;
    if (!skip_header(s)) {
        set_fault(s, SNW_ERR_SYNTAX);
        return;
    }
    expand_blocks(s);
    if (s->status != SNW_OK) return;
    const size_t length = (size_t)(s->out - s->member);
    if (s->in_end - s->in < 8 || little_endian(s->in, 4) != checksum(s->member, length) ||
        little_endian(s->in + 4, 4) != (uint32_t)length) {
        set_fault(s, SNW_ERR_SYNTAX);
        return;
    }
    s->in += 8;
}

snw_status snw__gunzip(const void *bytes, size_t length, void *out, size_t capacity, size_t *size) {
    unsigned char nowhere;
    stream s = {.in = bytes, .out = capacity > 0 ? out : &nowhere, .status = SNW_OK};
    s.in_end = s.in + length;
    s.out_start = s.out;
    s.out_end = s.out + capacity;

    // a file may hold several members, one behind the other; anything else behind one is damage
    do {
        expand_member(&s);
    } while (s.status == SNW_OK && s.in < s.in_end);
    *size = (size_t)(s.out - s.out_start);
    return s.status;
}
