// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// Needs a function that nobody has.
#include "sinew/plugin.h"

int snw_test_function_that_nobody_has(void);

static snw_status check(const void *block, snw_why *why) {
    (void)block, (void)why;
    return snw_test_function_that_nobody_has() ? SNW_OK : SNW_ERR_CHECK;
}

typedef struct thing {
    double value;
} thing;
static const snw_field thing_fields[] = {
    {SNW_AT(thing, value), .kind = SNW_KIND_REAL, .help = "A value."}};
static const snw_type thing_type = {SNW_TYPE(thing, thing_fields), .validate = check,
                                    .help = "A type."};
static const snw_type *const types[] = {&thing_type};
SNW_PLUGIN("lost", "Needs something.", NULL, 0, types, 1);
