// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/random.h"

#include <math.h>

#include "internal.h"

// no draw is farther from the mean than this many deviations: quantile(2^-53) is -8.21
static const double FARTHEST = 8.3;

double snw_normal_probability(double z) {
    return 0.5 * erfc(-z * 0.70710678118654752440);
}

// (c0 + c1 x + ... + c7 x^7) / (1 + d1 x + ... + d7 x^7)
static double ratio(const double c[8], const double d[7], double x) {
    double above = c[7], below = d[6];
    for (int i = 6; i >= 0; i--)
        above = above * x + c[i];
    for (int i = 5; i >= 0; i--)
        below = below * x + d[i];
    return above / (below * x + 1);
}

// Algorithm AS 241, PPND16 (Wichura, Applied Statistics 37, 1988): rational functions of 0.180625 -
// (p - 1/2)^2 in the middle, and of r = sqrt(-ln p) in two ranges of the tails.
static double middle_quantile(double q) {
    static const double c[8] = {3.3871328727963666080e+0, 1.3314166789178437745e+2,
                                1.9715909503065514427e+3, 1.3731693765509461125e+4,
                                4.5921953931549871457e+4, 6.7265770927008700853e+4,
                                3.3430575583588128105e+4, 2.5090809287301226727e+3};
    static const double d[7] = {4.2313330701600911252e+1, 6.8718700749205790830e+2,
                                5.3941960214247511077e+3, 2.1213794301586595867e+4,
                                3.9307895800092710610e+4, 2.8729085735721942674e+4,
                                5.2264952788528545610e+3};
    return q * ratio(c, d, 0.180625 - q * q);
}

static double tail_quantile(double p) {
    static const double near_c[8] = {1.42343711074968357734e+0, 4.63033784615654529590e+0,
                                     5.76949722146069140550e+0, 3.64784832476320460504e+0,
                                     1.27045825245236838258e+0, 2.41780725177450611770e-1,
                                     2.27238449892691845833e-2, 7.74545014278341407640e-4};
    static const double near_d[7] = {2.05319162663775882187e+0, 1.67638483018380384940e+0,
                                     6.89767334985100004550e-1, 1.48103976427480074590e-1,
                                     1.51986665636164571966e-2, 5.47593808499534494600e-4,
                                     1.05075007164441684324e-9};
    static const double far_c[8] = {6.65790464350110377720e+0, 5.46378491116411436990e+0,
                                    1.78482653991729133580e+0, 2.96560571828504891230e-1,
                                    2.65321895265761230930e-2, 1.24266094738807843860e-3,
                                    2.71155556874348757815e-5, 2.01033439929228813265e-7};
    static const double far_d[7] = {5.99832206555887937690e-1, 1.36929880922735805310e-1,
                                    1.48753612908506148525e-2, 7.86869131145613259100e-4,
                                    1.84631831751005468180e-5, 1.42151175831644588870e-7,
                                    2.04426310338993978564e-15};
    const double r = sqrt(-log(p));
    return r <= 5 ? -ratio(near_c, near_d, r - 1.6) : -ratio(far_c, far_d, r - 5);
}

double snw_normal_quantile(double p) {
    if (!(p >= 0 && p <= 1)) return (double)NAN;
    if (p == 0 || p == 1) return p == 0 ? -HUGE_VAL : HUGE_VAL;
    const double q = p - 0.5;
    if (fabs(q) <= 0.425) return middle_quantile(q);
    return q < 0 ? tail_quantile(p) : -tail_quantile(1 - p);
}

// a Gaussian whose draws are all finite
static snw_status check_gaussian(double mean, double deviation) {
    if (!isfinite(mean) || !isfinite(deviation)) return SNW_ERR_NOT_FINITE;
    if (!(deviation >= 0) || !isfinite(fabs(mean) + FARTHEST * deviation)) return SNW_ERR_RANGE;
    return SNW_OK;
}

snw_status snw_random_normal(snw_random *random, double mean, double deviation, double *out) {
    const snw_status status = check_gaussian(mean, deviation);
    if (snw_failed(status)) return status;
    *out = mean + deviation * snw_normal_quantile(snw__random_open_unit(random));
    return SNW_OK;
}

// A uniform share of the probability between the ends, inverted. Above the mean both ends are
// mirrored below it, where small probabilities keep their digits.
snw_status snw_random_truncated(snw_random *random, double mean, double deviation, double low,
                                double high, double *out) {
    const snw_status status = check_gaussian(mean, deviation);
    if (snw_failed(status)) return status;
    if (isnan(low) || isnan(high)) return SNW_ERR_NOT_FINITE;
    if (!(low <= high) || low == HUGE_VAL || high == -HUGE_VAL) return SNW_ERR_RANGE;
    if (deviation == 0 && !(low <= mean && mean <= high)) return SNW_ERR_RANGE;

    // without deviation both ends are at infinity or at the mean itself
    const double from = deviation > 0 ? (low - mean) / deviation : -HUGE_VAL;
    const double to = deviation > 0 ? (high - mean) / deviation : HUGE_VAL;
    if (from > 37 || to < -37) return SNW_ERR_RANGE;

    const double sign = from > 0 ? -1 : 1;
    const double p_from = snw_normal_probability(from > 0 ? -to : from);
    const double p_to = snw_normal_probability(from > 0 ? -from : to);
    // a sum rounded up to 1 would be infinitely far
    const double sum = p_from + (p_to - p_from) * snw__random_open_unit(random);
    const double p = sum < 1 ? sum : 1 - 0x1p-53;
    const double x = mean + deviation * (sign * snw_normal_quantile(p));
    *out = deviation == 0 ? mean : x < low ? low : x > high ? high : x;
    return SNW_OK;
}

snw_status snw_random_lognormal(snw_random *random, double mu, double sigma, double *out) {
    const snw_status status = check_gaussian(mu, sigma);
    if (snw_failed(status)) return status;
    // exp stays finite and positive
    if (fabs(mu) + FARTHEST * sigma > 700) return SNW_ERR_RANGE;
    *out = exp(mu + sigma * snw_normal_quantile(snw__random_open_unit(random)));
    return SNW_OK;
}

// The mean of a log-normal is exp(mu + sigma^2/2), and 1 + (deviation / mean)^2 = exp(sigma^2).
snw_status snw_lognormal_parameters(double mean, double deviation, double *mu, double *sigma) {
    if (!isfinite(mean) || !isfinite(deviation)) return SNW_ERR_NOT_FINITE;
    if (!(mean > 0) || !(deviation >= 0)) return SNW_ERR_RANGE;
    const double relative = deviation / mean;
    const double variance = log1p(relative * relative);
    if (!isfinite(variance)) return SNW_ERR_RANGE;
    *mu = log(mean) - 0.5 * variance;
    *sigma = sqrt(variance);
    return SNW_OK;
}
