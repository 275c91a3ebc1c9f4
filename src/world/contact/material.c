// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/contact/material.h"

#include <math.h>

// k1 k2 / (k1 + k2), also when one or both are rigid
static double series_stiffness(double k1, double k2) {
    if (isinf(k1)) return k2;
    if (isinf(k2)) return k1;
    return k1 * k2 / (k1 + k2);
}

// how the deflection is shared: that of the first by both
static double first_share(double k1, double k2) {
    if (isinf(k1)) return isinf(k2) ? 0.5 : 0;
    return isinf(k2) ? 1 : k2 / (k1 + k2);
}

// both dampers carry the same force, each at its share of the speed
static double series_damping(double d1, double d2, double share) {
    return d1 * share * share + d2 * (1 - share) * (1 - share);
}

static double along_surface(const snw_contact_material *m) {
    return m->tangent_stiffness > 0 ? m->tangent_stiffness : m->stiffness;
}

snw_contact_pair snw_contact_combine(const snw_contact_material *a, const snw_contact_material *b) {
    const double share = first_share(a->stiffness, b->stiffness);
    const double k1 = along_surface(a), k2 = along_surface(b), along = first_share(k1, k2);
    return (snw_contact_pair){.stiffness = series_stiffness(a->stiffness, b->stiffness),
                              .damping = series_damping(a->damping, b->damping, share),
                              .dissipation = a->dissipation * share + b->dissipation * (1 - share),
                              .friction = sqrt(a->friction * b->friction),
                              .kinetic = sqrt(a->kinetic * b->kinetic),
                              .tangent_stiffness = series_stiffness(k1, k2),
                              .tangent_damping =
                                  series_damping(a->tangent_damping, b->tangent_damping, along),
                              .spin = fmax(a->spin, b->spin),
                              .rolling = fmax(a->rolling, b->rolling),
                              .restitution = fmin(a->restitution, b->restitution)};
}
