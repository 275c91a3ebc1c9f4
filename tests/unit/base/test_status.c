// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/base.h"

#include <string.h>

#include "check.h"

// the exit codes that the command line promises
static const int exit_codes[] = {0, 1, 2, 3, 4, 5, 6, 70, 130};

static void names_and_sentences_come_from_the_table(void) {
    CHECK_TEXT(snw_status_name(SNW_OK), "SNW_OK");
    CHECK_TEXT(snw_status_name(SNW_ERR_RANGE), "SNW_ERR_RANGE");
    CHECK_TEXT(snw_status_sentence(SNW_ERR_SINGULAR), "the matrix is singular");
    CHECK_TEXT(snw_status_name((snw_status)-12345), "SNW_ERR_INTERNAL");
}

static void every_status_has_an_exit_code_of_the_promised_set(void) {
#define SNW_X(name, value, exit_code, sentence)                                                    \
    {                                                                                              \
        bool known = false;                                                                        \
        for (size_t i = 0; i < sizeof exit_codes / sizeof *exit_codes; i++) {                      \
            known |= exit_codes[i] == snw_status_exit_code(name);                                  \
        }                                                                                          \
        CHECK(known);                                                                              \
        CHECK((snw_status_exit_code(name) == 0) == !snw_failed(name));                             \
    }
    SNW_STATUS_TABLE(SNW_X)
#undef SNW_X
    CHECK(snw_status_exit_code(SNW_ERR_USAGE) == 2);
    CHECK(snw_status_exit_code(SNW_ERR_SYNTAX) == 3);
    CHECK(snw_status_exit_code(SNW_ERR_NOT_FOUND) == 4);
    CHECK(snw_status_exit_code(SNW_ERR_OVERRUN) == 6);
    CHECK(snw_status_exit_code(SNW_ERR_INTERRUPTED) == 130);
}

static void numbers_are_unique(void) {
    static const int values[] = {
#define SNW_X(name, value, exit_code, sentence) (value),
        SNW_STATUS_TABLE(SNW_X)
#undef SNW_X
    };
    const int count = (int)(sizeof values / sizeof *values);
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < i; j++) {
            CHECK(values[i] != values[j]);
        }
    }
}

typedef struct heard {
    int calls;
    char expression[64];
} heard;

static void listen(const char *expression, const char *file, int line, void *context) {
    heard *h = context;
    h->calls++;
    snw_copy_text(h->expression, sizeof h->expression, expression);
    CHECK(strstr(file, "test_status") != NULL && line > 0);
}

static void a_broken_contract_reaches_the_handler(void) {
    heard h = {0};
    snw_assert_set_handler(listen, &h);
    snw_assert_failed("1 + 1 == 3", __FILE__, __LINE__);
    snw_assert_set_handler(NULL, NULL);
    CHECK(h.calls == 1);
    CHECK_TEXT(h.expression, "1 + 1 == 3");
}

static void assertions_exist_in_the_debug_variant_only(void) {
    heard h = {0};
    snw_assert_set_handler(listen, &h);
    SNW_ASSERT(h.calls == 7);
    snw_assert_set_handler(NULL, NULL);
    CHECK(h.calls == (strcmp(snw_variant(), "debug") == 0 ? 1 : 0));
}

static void the_version_is_the_one_of_the_headers(void) {
    char text[32];
    (void)snprintf(text, sizeof text, "%d.%d.%d", SNW_VERSION_MAJOR, SNW_VERSION_MINOR,
                   SNW_VERSION_PATCH);
    CHECK_TEXT(snw_version(), text);
}

int main(void) {
    RUN(names_and_sentences_come_from_the_table);
    RUN(every_status_has_an_exit_code_of_the_promised_set);
    RUN(numbers_are_unique);
    RUN(a_broken_contract_reaches_the_handler);
    RUN(assertions_exist_in_the_debug_variant_only);
    RUN(the_version_is_the_one_of_the_headers);
    return check_report();
}
