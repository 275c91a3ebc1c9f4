// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// The second type has the token of a type that is already there.
#include "sinew/plugin.h"

typedef struct first {
    double value;
} first;
static const snw_field first_fields[] = {
    {SNW_AT(first, value), .kind = SNW_KIND_REAL, .help = "A value."}};
static const snw_type first_type = {SNW_TYPE(first, first_fields), .base = "extra",
                                    .help = "A type."};

typedef struct ball {
    double value;
} ball;
static const snw_field ball_fields[] = {
    {SNW_AT(ball, value), .kind = SNW_KIND_REAL, .help = "A value."}};
static const snw_type ball_type = {SNW_TYPE(ball, ball_fields), .base = "shape", .help = "A type."};

static const snw_base extra_base = {"extra", NULL, "Something more."};
static const snw_base *const bases[] = {&extra_base};
static const snw_type *const types[] = {&first_type, &ball_type};
SNW_PLUGIN("twice", "A token twice.", bases, 1, types, 2);
