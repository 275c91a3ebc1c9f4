// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_MATH_ANGLE_H
#define SINEW_MATH_ANGLE_H

/// @file
/// Angles in radians, and an angle that remembers its sine and cosine.

#include <math.h>
#include <stdbool.h>

#include "sinew/base/attributes.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Half a turn, the double nearest to pi.
#define SNW_PI 3.14159265358979323846

/// An angle in (-pi, pi] with its sine and cosine, for values that are used more than once.
typedef struct snw_angle {
    // read-only
    double value; ///< [rad] in (-pi, pi]
    double sine, cosine;
} snw_angle;

/// Degrees to radians, for the edge of the system; inside all angles are radians.
SNW_INLINE double snw_radians(double degrees) {
    return degrees * (SNW_PI / 180);
}

/// Radians to degrees, for the edge of the system.
SNW_INLINE double snw_degrees(double radians) {
    return radians * (180 / SNW_PI);
}

/// The angle brought into (-pi, pi]: pi stays pi, -pi and 3 pi become pi. Inputs already inside
/// come back unchanged; one within a rounding of an odd multiple of pi gives pi. NaN and infinity
/// give NaN.
SNW_RT double snw_angle_wrap(double radians);

/// The angle with its sine and cosine.
SNW_RT snw_angle snw_angle_of(double radians);

/// The direction of the point (x, y), with the signs of both telling the quadrant. The origin gives
/// angle 0.
SNW_RT snw_angle snw_angle_atan2(double y, double x);

/// a + b, brought into (-pi, pi].
SNW_INLINE snw_angle snw_angle_add(snw_angle a, snw_angle b) {
    return snw_angle_of(a.value + b.value);
}

/// a - b by the shorter way, in (-pi, pi].
SNW_INLINE snw_angle snw_angle_sub(snw_angle a, snw_angle b) {
    return snw_angle_of(a.value - b.value);
}

/// -a; pi stays pi.
SNW_INLINE snw_angle snw_angle_neg(snw_angle a) {
    return snw_angle_of(-a.value);
}

/// True when the shorter way between the two is at most `tolerance`.
SNW_INLINE bool snw_angle_near(snw_angle a, snw_angle b, double tolerance) {
    return fabs(snw_angle_wrap(a.value - b.value)) <= tolerance;
}

#ifdef __cplusplus
}
#endif

#endif // SINEW_MATH_ANGLE_H
