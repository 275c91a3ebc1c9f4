// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_XACRO_XACRO_TEST_H
#define SINEW_TESTS_XACRO_XACRO_TEST_H

/// @file
/// Expands xacro from literals, and holds results and sentences to the letter.

#include "sinew/xacro.h"

#include <string.h>

#include "check.h"

enum { FINDINGS = 64 };

/// One text, expanded.
typedef struct expansion {
    snw_setup *setup;
    snw_source result;
    snw_status status;
    snw_diags diags;
    snw_why items[FINDINGS];
} expansion;

__attribute__((unused)) static void expand_source(expansion *x, const snw_source *source,
                                                  const snw_xacro_options *options) {
    *x = (expansion){.setup = snw_setup_create((size_t)1 << 27)};
    CHECK(x->setup != NULL);
    x->diags.items = x->items;
    x->diags.capacity = FINDINGS;
    x->status = snw_xacro_expand(source, options, x->setup, &x->result, &x->diags);
    CHECK((x->status == SNW_OK) == (x->diags.errors == 0));
    CHECK((x->status == SNW_OK) == (x->result.bytes != NULL));
}

__attribute__((unused)) static void expand_text(expansion *x, const char *text,
                                                const snw_xacro_options *options) {
    const snw_source source = {text, strlen(text), "t.xacro", NULL};
    expand_source(x, &source, options);
}

__attribute__((unused)) static void close_expansion(expansion *x) {
    snw_setup_destroy(x->setup);
}

/// The sentence of a finding, valid until the next call.
__attribute__((unused)) static const char *sentence(const expansion *x, int index) {
    static char text[1024];
    CHECK(index < x->diags.count);
    (void)snw_why_sentence(&x->items[index], text, sizeof text);
    return text;
}

__attribute__((unused)) static void print_findings(const expansion *x) {
    for (int i = 0; i < x->diags.count; i++) {
        print_error("  %s\n", sentence(x, i));
    }
}

#define HEAD "<robot xmlns:xacro=\"http://www.ros.org/wiki/xacro\">"
#define XML "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"

/// What is inside <robot> becomes these lines, without a word said.
__attribute__((unused)) static void becomes_with(const char *inside, const char *lines,
                                                 const snw_xacro_options *options) {
    char text[16384], expected[16384];
    (void)snprintf(text, sizeof text, HEAD "%s</robot>", inside);
    (void)snprintf(expected, sizeof expected, XML "<robot>\n%s</robot>\n", lines);
    expansion x;
    expand_text(&x, text, options);
    if (x.diags.count != 0) print_findings(&x);
    CHECK(x.status == SNW_OK && x.diags.count == 0);
    CHECK(strlen(x.result.bytes) == x.result.length);
    CHECK_TEXT(x.result.bytes, expected);
    close_expansion(&x);
}

__attribute__((unused)) static void becomes(const char *inside, const char *lines) {
    becomes_with(inside, lines, NULL);
}

/// A text that is refused with one sentence, at the first place of these letters.
typedef struct refusal {
    const char *inside; ///< of <robot>, in one line
    const char *needle; ///< where the finding points
    const char *sentence;
    snw_status status;
} refusal;

__attribute__((unused)) static void check_refusal(const refusal *r,
                                                  const snw_xacro_options *options) {
    char text[16384], expected[1024];
    (void)snprintf(text, sizeof text, HEAD "%s</robot>", r->inside);
    const char *place = strstr(text, r->needle);
    CHECK(place != NULL);
    (void)snprintf(expected, sizeof expected, "t.xacro:1:%d: error: %s", (int)(place - text) + 1,
                   r->sentence);
    expansion x;
    expand_text(&x, text, options);
    if (x.diags.count == 0) print_error("nothing is said about %s\n", r->inside);
    CHECK(x.diags.count > 0);
    CHECK_TEXT(sentence(&x, 0), expected);
    if (x.diags.errors != 1) print_findings(&x);
    CHECK(x.diags.errors == 1);
    if (x.status != r->status) print_error("%s: %d\n", expected, (int)x.status);
    CHECK(x.status == r->status);
    close_expansion(&x);
}

#define CHECK_REFUSALS(list)                                                                       \
    for (size_t refusal_ = 0; refusal_ < sizeof(list) / sizeof *(list); refusal_++)                \
    check_refusal(&(list)[refusal_], NULL)

#endif // SINEW_TESTS_XACRO_XACRO_TEST_H
