// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_RANDOM_H
#define SINEW_RANDOM_H

/// @file
/// Random numbers that are addressed, not produced in turn: number `index` of stream `stream` under
/// `seed` is the same whoever asks, when, and on which of how many threads.
///
/// The generator is Philox4x32-10 (Salmon, Moraes, Dror, Shaw 2011). A draw is 64 bits. Every
/// function says how many draws it takes, and that number never depends on the values drawn; so a
/// sample can be addressed by counting. Give each run of a study its own stream:
///
///     snw_random random = snw_random_stream(seed, run);
///     status = snw_random_normal(&random, mass, 0.1, &mass);
///
/// Functions with parameters refuse wrong ones: NaN and infinity with SNW_ERR_NOT_FINITE, a value
/// out of order (low > high, a negative deviation, results that could overflow) with SNW_ERR_RANGE.
/// Then nothing is drawn and the result is unchanged. Not for secrets.

#include <stddef.h>
#include <stdint.h>

#include "sinew/base/attributes.h"
#include "sinew/base/status.h"
#include "sinew/math/quat.h"
#include "sinew/math/vec3.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A place in a stream. A value: a copy draws the same numbers again.
typedef struct snw_random {
    // read-only
    uint64_t seed;
    uint64_t stream;
    uint64_t index; ///< the next draw
    // private
    uint64_t spare;       // the other half of the last block,
    uint64_t spare_index; // which is this draw
} snw_random;

/// The block function: 128 bits of counter and 64 bits of key to 128 bits, ten rounds. For each key
/// it maps no two counters to the same output.
SNW_RT void snw_philox(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4]);

/// The start of a stream.
SNW_RT snw_random snw_random_stream(uint64_t seed, uint64_t stream);

/// Any draw of any stream, without a snw_random: the bits that snw_random_bits() gives there.
SNW_RT uint64_t snw_random_at(uint64_t seed, uint64_t stream, uint64_t index);

/// Passes over `draws` draws, at no cost; counts modulo 2^64, so a negative number goes back.
SNW_RT void snw_random_skip(snw_random *random, uint64_t draws);

/// 64 random bits. 1 draw.
SNW_RT uint64_t snw_random_bits(snw_random *random);

/// Uniform in [0, 1), a multiple of 2^-53. 1 draw.
SNW_RT double snw_random_unit(snw_random *random);

/// Uniform in [low, high); `low` when they are equal. 1 draw.
SNW_RT SNW_NODISCARD snw_status snw_random_uniform(snw_random *random, double low, double high,
                                                   double *out);

/// Uniform among the whole numbers low..high, both included, exactly: values that would favour
/// some numbers are replaced (Lemire 2019), from bits that no draw uses. 1 draw. The replacing ends
/// after 64 attempts, which happens with a probability below 2^-64.
SNW_RT SNW_NODISCARD snw_status snw_random_int(snw_random *random, int64_t low, int64_t high,
                                               int64_t *out);

/// Density rising from `low` to `mode` and falling to `high` in straight lines. 1 draw.
SNW_RT SNW_NODISCARD snw_status snw_random_triangular(snw_random *random, double low, double mode,
                                                      double high, double *out);

/// Gaussian, by the inverse of its distribution function; within 8.3 deviations. 1 draw.
SNW_RT SNW_NODISCARD snw_status snw_random_normal(snw_random *random, double mean, double deviation,
                                                  double *out);

/// Gaussian restricted to [low, high], either of which may be infinite; `mean` and `deviation` are
/// those before the restriction. 1 draw. SNW_ERR_RANGE also when the interval lies more than 37
/// deviations away from the mean, where nothing is left to draw from.
SNW_RT SNW_NODISCARD snw_status snw_random_truncated(snw_random *random, double mean,
                                                     double deviation, double low, double high,
                                                     double *out);

/// exp of a Gaussian with mean `mu` and deviation `sigma`: positive, median exp(mu). 1 draw.
SNW_RT SNW_NODISCARD snw_status snw_random_lognormal(snw_random *random, double mu, double sigma,
                                                     double *out);

/// The `mu` and `sigma` for which snw_random_lognormal() has this mean (> 0) and deviation (>= 0).
SNW_RT SNW_NODISCARD snw_status snw_lognormal_parameters(double mean, double deviation, double *mu,
                                                         double *sigma);

/// Uniform on the unit sphere. 2 draws.
SNW_RT snw_vec3 snw_random_direction(snw_random *random);

/// Uniform in the ball of this radius [m] about the origin. 3 draws.
SNW_RT SNW_NODISCARD snw_status snw_random_in_sphere(snw_random *random, double radius,
                                                     snw_vec3 *out);

/// A unit quaternion, uniform over all rotations (Shoemake 1992). 3 draws.
SNW_RT snw_quat snw_random_quat(snw_random *random);

/// Puts `count` items of `size` bytes in random order, every order equally likely. count - 1 draws,
/// none for fewer than two items. SNW_ERR_ARGUMENT for a negative count.
SNW_RT SNW_NODISCARD snw_status snw_random_shuffle(snw_random *random, void *items, int count,
                                                   size_t size);

/// Latin hypercube: `samples` points in [0, 1)^dimensions, of which exactly one lies in each of the
/// `samples` equal slices of every dimension. out[s * dimensions + d] is coordinate d of sample s.
/// (2 samples - 1) dimensions draws. SNW_ERR_ARGUMENT unless both counts are positive.
SNW_RT SNW_NODISCARD snw_status snw_random_latin_hypercube(snw_random *random, int samples,
                                                           int dimensions, double *out);

/// Probability that a standard Gaussian is below z.
SNW_RT double snw_normal_probability(double z);

/// The z below which a standard Gaussian is with probability p (Wichura 1988), to 2e-15 of its
/// value: -infinity at 0, infinity at 1, NaN outside [0, 1].
SNW_RT double snw_normal_quantile(double p);

#ifdef __cplusplus
}
#endif

#endif // SINEW_RANDOM_H
