// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// Built when the table had one member more.
#include "sinew/plugin.h"

typedef struct thing {
    double value;
} thing;
static const snw_field thing_fields[] = {
    {SNW_AT(thing, value), .kind = SNW_KIND_REAL, .help = "A value."}};
static const snw_type thing_type = {SNW_TYPE(thing, thing_fields), .base = NULL, .help = "A type."};

static const snw_type *const types[] = {&thing_type};

SNW_API extern const snw_plugin_export snw_plugin_table;
const snw_plugin_export snw_plugin_table = {sizeof(snw_plugin_export) + 8,
                                            SNW_PLUGIN_VERSION,
                                            sizeof(snw_type),
                                            sizeof(snw_field),
                                            "odd",
                                            "Odd.",
                                            NULL,
                                            0,
                                            types,
                                            1};
