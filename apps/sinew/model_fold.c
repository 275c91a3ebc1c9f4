// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "model_fold.h"

#include <string.h>

// so many of a kind are still listed
enum { LISTED = 3 };

// same letters, but for what stands between quotes
static bool same_sentence(const char *a, const char *b) {
    while (*a != '\0' && *b != '\0') {
        if (*a != *b) return false;
        const bool quoted = *a == '\'';
        a++;
        b++;
        if (!quoted) continue;
        a += strcspn(a, "'");
        b += strcspn(b, "'");
    }
    return *a == *b;
}

static bool same_kind(const snw_why *a, const snw_why *b) {
    return a->severity == b->severity && strcmp(a->rule, b->rule) == 0 &&
           same_sentence(a->text, b->text);
}

void model_fold(const snw_diags *diags, bool all, model_fold_fn *tell, void *context) {
    bool shown = true; // the last finding
    for (int i = 0; i < diags->count; i++) {
        const snw_why *why = &diags->items[i];
        // the calls that led to a finding go with it
        if (strcmp(why->rule, "xacro-call") == 0) {
            if (shown) tell(why, 0, context);
            continue;
        }
        int before = 0, after = 0;
        for (int k = 0; !all && why->severity != SNW_ERROR && k < diags->count; k++) {
            if (k == i || !same_kind(why, &diags->items[k])) continue;
            before += k < i;
            after += k > i;
        }
        const bool many = before + after + 1 > LISTED;
        shown = !many || before == 0;
        if (shown) tell(why, many ? after : 0, context);
    }
}

void model_fold_sentence(const snw_why *why, int more, char *out, size_t size) {
    (void)snw_why_sentence(why, out, size);
    const size_t length = strlen(out);
    snw_text rest = snw_text_over(out + length, size - length);
    if (more > 0) snw_text_format(&rest, " (and %d more like this; -v lists them)", more);
}
