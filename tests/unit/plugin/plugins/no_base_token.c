// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// A base without a token.
#include "sinew/plugin.h"

static const snw_base nameless = {NULL, NULL, "Something."};
static const snw_base *const bases[] = {&nameless};

SNW_API extern const snw_plugin_export snw_plugin_table;
const snw_plugin_export snw_plugin_table = {sizeof(snw_plugin_export),
                                            SNW_PLUGIN_VERSION,
                                            sizeof(snw_type),
                                            sizeof(snw_field),
                                            "odd",
                                            "Odd.",
                                            bases,
                                            1,
                                            NULL,
                                            0};
