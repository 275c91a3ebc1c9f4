// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
/// @file
/// Reading and printing of real numbers beside the C library. The numbers are random bit patterns,
/// so their exponents are as spread as can be; the texts have 17 digits. `parse17near` and
/// `printnear` are the same for numbers as robots have them, between 0.001 and 1000.

#include "sinew/base.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

enum { NUMBERS = 1024, TEXT = 32 };

typedef struct numbers {
    double value[NUMBERS];
    char text[NUMBERS][TEXT];
    size_t length[NUMBERS];
} numbers;

static uint64_t next_bits(uint64_t *state) {
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *state ^ *state >> 29;
}

static void fill(numbers *n, bool near) {
    uint64_t state = 1;
    for (int i = 0; i < NUMBERS; i++) {
        double value;
        do {
            const uint64_t bits = next_bits(&state);
            memcpy(&value, &bits, sizeof value);
            if (near) value = pow(10, (double)(bits >> 11) * 0x1p-53 * 6 - 3);
        } while (!isfinite(value));
        n->value[i] = value;
        n->length[i] = (size_t)snprintf(n->text[i], TEXT, near ? "%.17g" : "%.16e", value);
    }
}

// something of a number that can be added up without overflow
static double low_byte(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return (double)(bits & 0xFF);
}

static double parse_ours(void *context, long calls) {
    const numbers *n = context;
    double sum = 0;
    for (long i = 0; i < calls; i++) {
        double value = 0;
        const long k = i % NUMBERS;
        if (snw_real_parse(n->text[k], n->length[k], &value, NULL) < 0) return 0;
        sum += low_byte(value);
    }
    return sum;
}

static double parse_strtod(void *context, long calls) {
    const numbers *n = context;
    double sum = 0;
    for (long i = 0; i < calls; i++) {
        sum += low_byte(strtod(n->text[i % NUMBERS], NULL));
    }
    return sum;
}

static double print_ours(void *context, long calls) {
    const numbers *n = context;
    double sum = 0;
    for (long i = 0; i < calls; i++) {
        char text[SNW_NUMBER_SIZE];
        sum += snw_real_print(n->value[i % NUMBERS], text) + text[0];
    }
    return sum;
}

static double print_snprintf(void *context, long calls) {
    const numbers *n = context;
    double sum = 0;
    for (long i = 0; i < calls; i++) {
        char text[TEXT];
        sum += snprintf(text, sizeof text, "%.17g", n->value[i % NUMBERS]) + text[0];
    }
    return sum;
}

int main(int argc, char **argv) {
    static numbers any, near;
    fill(&any, false);
    fill(&near, true);

    bench_open("number", argc, argv);
    bench_case one = {.calls = 4L * NUMBERS, .ours = parse_ours, .peer = parse_strtod};
    one.peer_name = "strtod";
    one.name = "parse17";
    one.context = &any;
    bench_pair(&one);
    one.name = "parse17near";
    one.context = &near;
    bench_pair(&one);

    one.ours = print_ours;
    one.peer = print_snprintf;
    one.peer_name = "snprintf";
    one.name = "print";
    one.context = &any;
    bench_pair(&one);
    one.name = "printnear";
    one.context = &near;
    bench_pair(&one);
    return bench_close();
}
