// must fail: has no member named
// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/describe.h"

typedef struct servo {
    double gain;
} servo;

// spec: actin-model:A1-XM-01
const snw_field row = {SNW_AT(servo, gian), .kind = SNW_KIND_REAL, .help = "Gain."};
