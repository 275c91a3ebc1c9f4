// must fail: incompatible types when initializing
// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/describe.h"

typedef struct servo {
    double gains[3];
    int count;
} servo;

// spec: actin-model:A1-XM-01
const snw_field row = {SNW_AT_LIST(servo, gains, count, 3), .kind = SNW_KIND_REAL,
                       .help = "Gains."};
