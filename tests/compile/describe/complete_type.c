// must compile
// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/describe.h"

typedef struct servo {
    double gain;
    double gains[3];
    double steps[3];
    int step_count;
    double *samples;
    int sample_count;
} servo;

static const snw_field servo_fields[] = {
    {SNW_AT(servo, gain), .kind = SNW_KIND_REAL, .help = "Gain."},
    {SNW_AT_ARRAY(servo, gains), .kind = SNW_KIND_REAL, .help = "Gains."},
    {SNW_AT_COUNTED(servo, steps, step_count), .kind = SNW_KIND_REAL, .help = "Steps."},
    {SNW_AT_LIST(servo, samples, sample_count, 100), .kind = SNW_KIND_REAL, .help = "Samples."},
};
const snw_type servo_type = {SNW_TYPE(servo, servo_fields), .help = "A servo."};
