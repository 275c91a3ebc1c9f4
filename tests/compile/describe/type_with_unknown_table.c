// must fail: 'servo_fields' undeclared
// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/describe.h"

typedef struct servo {
    double gain;
} servo;

// spec: actin-model:A1-XM-01
const snw_type servo_type = {SNW_TYPE(servo, servo_fields), .help = "A servo."};
