// must fail: is not compatible with any association
// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/describe.h"

typedef struct servo {
    double gains[3];
    size_t count;
} servo;

// spec: actin-model:A1-XM-01
const snw_field row = {SNW_AT_COUNTED(servo, gains, count), .kind = SNW_KIND_REAL,
                       .help = "Gains."};
