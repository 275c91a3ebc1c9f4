// must fail: requires 2 arguments, but only 1 given
// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/describe.h"

typedef struct servo {
    double gain;
} servo;

// spec: actin-model:A1-XM-01
const snw_type servo_type = {SNW_TYPE(servo), .help = "A servo."};
