// must fail: subscripted value is neither array nor pointer
// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/describe.h"

typedef struct servo {
    double gain;
} servo;

// spec: actin-model:A1-XM-01
const snw_field row = {SNW_AT_ARRAY(servo, gain), .kind = SNW_KIND_REAL, .help = "Gains."};
