// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// A count without its list.
#include "sinew/plugin.h"

SNW_API extern const snw_plugin_export snw_plugin_table;
const snw_plugin_export snw_plugin_table = {sizeof(snw_plugin_export),
                                            SNW_PLUGIN_VERSION,
                                            sizeof(snw_type),
                                            sizeof(snw_field),
                                            "odd",
                                            "Odd.",
                                            NULL,
                                            0,
                                            NULL,
                                            3};
