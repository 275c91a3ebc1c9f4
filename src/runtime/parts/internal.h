// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_PARTS_INTERNAL_H
#define SINEW_SRC_PARTS_INTERNAL_H

#include "sinew/parts.h"

/// The tables of each file of the module, for snw_parts_register().
extern const snw_type *const snw__parts_sources[], *const snw__parts_servo[];

/// Registers the laws of sinew/servo.h as components.
snw_status snw__parts_register_laws(snw_registry *registry, snw_why *why);

/// The item of an axis in an array of one for all or one each; `standard` when there is none.
SNW_INLINE double snw__parts_of_axis(const double *values, int count, int axis, double standard) {
    return count == 0 ? standard : values[count == 1 ? 0 : axis];
}

/// SNW_ERR_SIZE, with the reason, unless an array has none, one, or as many as the arm has axes.
snw_status snw__parts_check_count(const snw_component *self, const char *field, int count,
                                  snw_why *why);

/// A target that stays at q[count].
void snw__parts_target_hold(snw_arm *arm, const double *q);

/// Where a source begins: the command while it is one, else what is believed.
const double *snw__parts_origin(const snw_arm *arm);

#endif // SINEW_SRC_PARTS_INTERNAL_H
