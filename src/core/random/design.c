// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/random.h"

#include <math.h>

#include "internal.h"

static void swap_bytes(unsigned char *a, unsigned char *b, size_t size) {
    for (size_t i = 0; i < size; i++) {
        const unsigned char kept = a[i];
        a[i] = b[i];
        b[i] = kept;
    }
}

// Fisher and Yates: the last place takes any of the items, the one before it any of the rest, ...
snw_status snw_random_shuffle(snw_random *random, void *items, int count, size_t size) {
    if (count < 0) return SNW_ERR_ARGUMENT;
    unsigned char *bytes = items;
    for (int i = count - 1; i > 0; i--) {
        const size_t j = (size_t)snw__random_below(random, (uint64_t)i + 1);
        if (j != (size_t)i) swap_bytes(bytes + (size_t)i * size, bytes + j * size, size);
    }
    return SNW_OK;
}

// A point of slice k of n, with the slice's own ends [k/n, (k+1)/n) kept exactly: the division
// rounds, so the result may have to move by a unit in its last place.
double snw__random_in_slice(double k, double within, double n) {
    double x = (k + within) / n;
    while (x * n >= k + 1)
        x = nextafter(x, 0);
    while (fma(x, n, -k) < 0)
        x = nextafter(x, 1);
    return x;
}

// McKay, Beckman, Conover 1979: in each dimension the samples take the slices in random order, and
// a random place in their slice.
snw_status snw_random_latin_hypercube(snw_random *random, int samples, int dimensions,
                                      double *out) {
    if (samples < 1 || dimensions < 1) return SNW_ERR_ARGUMENT;
    const ptrdiff_t step = dimensions;
    for (ptrdiff_t d = 0; d < dimensions; d++) {
        // the column first holds the numbers of the slices
        double *column = out + d;
        for (ptrdiff_t i = 0; i < samples; i++)
            column[i * step] = (double)i;
        for (ptrdiff_t i = samples - 1; i > 0; i--) {
            const ptrdiff_t j = (ptrdiff_t)snw__random_below(random, (uint64_t)i + 1);
            const double kept = column[i * step];
            column[i * step] = column[j * step];
            column[j * step] = kept;
        }
        for (ptrdiff_t i = 0; i < samples; i++) {
            column[i * step] =
                snw__random_in_slice(column[i * step], snw_random_unit(random), samples);
        }
    }
    return SNW_OK;
}
