// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/base/assert.h"

#include <stdio.h>
#include <stdlib.h>

static void stop_here(const char *expression, const char *file, int line, void *context) {
    (void)context;
    (void)fprintf(stderr, "%s:%d: contract broken: %s\n", file, line, expression);
    abort();
}

// the one mutable global of the library: a broken contract has no object to ask for a handler
static struct {
    snw_assert_fn *call;
    void *context;
} handler = {stop_here, NULL};

void snw_assert_set_handler(snw_assert_fn *call, void *context) {
    handler.call = call ? call : stop_here;
    handler.context = context;
}

void snw_assert_failed(const char *expression, const char *file, int line) {
    handler.call(expression, file, line, handler.context);
}
