// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// The table of its second type is wrong: the range is empty.
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
    {SNW_AT(second, value), .kind = SNW_KIND_REAL, .range = {5, 1}, .help = "A value."}};
static const snw_type second_type = {SNW_TYPE(second, second_fields), .help = "A type."};

static const snw_type *const types[] = {&first_type, &second_type};
SNW_PLUGIN("broken", "A wrong table.", NULL, 0, types, 2);
