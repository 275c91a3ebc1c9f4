// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/filter.h"

static const snw_choice kinds[] = {
    {"lowpass", SNW_FILTER_LOWPASS, "Passes low frequencies."},
    {"highpass", SNW_FILTER_HIGHPASS, "Passes high frequencies."},
    {"derivative", SNW_FILTER_DERIVATIVE, "Derivative of the low-passed input."},
};

static const snw_field fields[] = {
    {SNW_AT(snw_filter_config, kind), .kind = SNW_KIND_ENUM, SNW_CHOICES(kinds),
     .help = "Kind of filter."},
    {SNW_AT(snw_filter_config, channels), .kind = SNW_KIND_INT, .range = {1, 65536}, .initial = "1",
     .help = "Number of channels that are filtered alike."},
    {SNW_AT(snw_filter_config, order), .kind = SNW_KIND_INT, .range = {1, 2}, .initial = "2",
     .help = "Filter order; a higher order has a steeper slope."},
    {SNW_AT(snw_filter_config, cutoff), .kind = SNW_KIND_REAL, .unit = "rad/s",
     .range = {1e-9, 1e9}, .initial = "100", .when = SNW_LIVE, .help = "Corner frequency."},
    {SNW_AT(snw_filter_config, damping), .kind = SNW_KIND_REAL, .range = {1e-6, 100},
     .initial = "0.7071067811865476", .when = SNW_LIVE,
     .help = "Damping ratio for order 2; 0.7071 is flat (Butterworth). Order 1 ignores it."},
};

const snw_type snw_filter_type = {
    .token = "filter",
    .size = sizeof(snw_filter_config),
    .align = _Alignof(snw_filter_config),
    .fields = fields,
    .field_count = (int)(sizeof fields / sizeof *fields),
    .base = "signal",
    .space = &snw_space_core,
    .help = "A low-pass, high-pass or band-limited derivative of a signal.",
};

static const snw_base signal_base = {"signal", NULL,
                                     "A filter that processes a signal step by step."};

snw_status snw_filter_register(snw_registry *registry, snw_why *why) {
    const snw_status status = snw_registry_add_base(registry, &signal_base, why);
    return snw_failed(status) ? status : snw_registry_add(registry, &snw_filter_type, why);
}
