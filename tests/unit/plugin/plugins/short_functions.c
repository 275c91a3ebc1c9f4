// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// The table of functions of its second type forgets to say its size.
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
static const snw_vtable functions = {4, 1};
static const snw_type second_type = {SNW_TYPE(second, second_fields), .functions = &functions,
                                     .help = "A type."};

static const snw_type *const types[] = {&first_type, &second_type};
SNW_PLUGIN("short", "A short table.", NULL, 0, types, 2);
