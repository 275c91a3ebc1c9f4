// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// The second type belongs to a base that nobody has registered.
#include "sinew/plugin.h"

typedef struct first {
    double value;
} first;
static const snw_field first_fields[] = {
    {SNW_AT(first, value), .kind = SNW_KIND_REAL, .help = "A value."}};
static const snw_type first_type = {SNW_TYPE(first, first_fields), .base = "shape",
                                    .help = "A type."};

typedef struct second {
    double value;
} second;
static const snw_field second_fields[] = {
    {SNW_AT(second, value), .kind = SNW_KIND_REAL, .help = "A value."}};
static const snw_type second_type = {SNW_TYPE(second, second_fields), .base = "shap",
                                     .help = "A type."};

static const snw_type *const types[] = {&first_type, &second_type};
SNW_PLUGIN("baseless", "An unknown base.", NULL, 0, types, 2);
