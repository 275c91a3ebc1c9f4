// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_EXAMPLES_EXPLAIN_H
#define SINEW_EXAMPLES_EXPLAIN_H

/// @file
/// How the examples say why they end: what was found while a cell was opened, the reason of the
/// last call that refused, or that the result is not the expected one. It brings <math.h> and
/// <stdio.h> along.

#include <math.h>
#include <stdbool.h>
#include <stdio.h>

#include "sinew/base.h"

enum { EXPLAINED = 16 };
static snw_why explain_items[EXPLAINED];

/// Give this to functions that open a cell.
static snw_diags explain_findings = {.items = explain_items, .capacity = EXPLAINED};

/// Prints a reason on standard error, if it is one.
static inline void explain_why(const snw_why *why) {
    char sentence[1024];
    if (why == NULL || !snw_failed(why->code)) return;
    (void)snw_why_sentence(why, sentence, sizeof sentence);
    fprintf(stderr, "%s\n", sentence);
}

/// Ends an example that cannot go on: prints `what`, what was found and the reason, which may be
/// NULL; returns the exit code.
static inline int explain(const char *what, const snw_why *why) {
    fprintf(stderr, "%s\n", what);
    for (int i = 0; i < explain_findings.count; i++)
        explain_why(&explain_items[i]);
    explain_why(why);
    const snw_status found = snw_diags_status(&explain_findings);
    if (snw_failed(found)) return snw_status_exit_code(found);
    return why != NULL && snw_failed(why->code) ? snw_status_exit_code(why->code) : 70;
}

/// The usual two.
static inline int unopened(void) {
    return explain("the cell cannot be opened", NULL);
}
static inline int unmade(void) {
    return explain("a frame or an equation cannot be made", NULL);
}

/// The end of an example: 0 when all went well, else words and 1. `status` is of the last step.
static inline int finish(bool good, snw_status status) {
    if (good && !snw_failed(status)) return 0;
    fprintf(stderr, "%s\n",
            snw_failed(status) ? snw_status_sentence(status)
                               : "the result is not what this example expects");
    return 1;
}

#endif // SINEW_EXAMPLES_EXPLAIN_H
