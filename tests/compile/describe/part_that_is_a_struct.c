// must fail: incompatible types when initializing
// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/describe.h"

typedef struct band {
    double low, high;
} band;

typedef struct servo {
    band limits;
} servo;

static const snw_field band_fields[] = {
    {SNW_AT(band, low), .kind = SNW_KIND_REAL, .help = "Low."},
    {SNW_AT(band, high), .kind = SNW_KIND_REAL, .help = "High."},
};
const snw_type band_type = {SNW_TYPE(band, band_fields), .help = "A band."};

// spec: actin-model:A1-XM-01
const snw_field row = {SNW_AT_PART(servo, limits), .kind = SNW_KIND_OPTIONAL, .type = &band_type,
                       .help = "Limits."};
