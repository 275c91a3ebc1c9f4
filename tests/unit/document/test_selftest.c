// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// The self-test of every type, and proof that it can fail.
#include "check.h"
#include "describe_sample.h"
#include "sinew/document.h"
#include "sinew/document/settings.h"

static snw_registry registry;
static snw_why why;

static snw_status run(const snw_type *type, long cases) {
    snw_why_set(&why, SNW_OK, NULL, NULL);
    const snw_status status = snw_type_selftest(type, &registry, 1, (int)cases, &why);
    if (status < 0) {
        char text[1024];
        (void)snw_why_sentence(&why, text, sizeof text);
        print_message("%s\n", text);
    }
    return status;
}

// the types of the product are tested by tests/cases/describe
// spec: actin-model:A1-CAP-01
static void every_registered_type_passes(void) {
    int cursor = 0, count = 0;
    const snw_type *type;
    while ((type = snw_registry_next(&registry, NULL, &cursor)) != NULL) {
        CHECK(run(type, check_scaled(2000)) == SNW_OK);
        count++;
    }
    CHECK(count == registry.type_count && count == 6);
    // those that others hold need not be registered
    CHECK(run(&row_type, check_scaled(2000)) == SNW_OK);
    CHECK(run(&snw_settings_type, check_scaled(200)) == SNW_OK);
}

// --- broken types -------------------------------------------------------------------------------

typedef struct number {
    double value;
} number;

static snw_status refuse_all(const void *block, snw_why *reason) {
    (void)block;
    snw_why_set(reason, SNW_ERR_RANGE, NULL, "nothing is good enough");
    return SNW_ERR_RANGE;
}

static snw_status refuse_large(const void *block, snw_why *reason) {
    // a rule that fills no reason at all
    (void)reason;
    return ((const number *)block)->value > 100 ? SNW_ERR_LIMIT : SNW_OK;
}

static const snw_field number_fields[] = {
    {SNW_AT(number, value), .kind = SNW_KIND_REAL, .range = {0, 1000}, .help = "A value."}};

// The rule refuses even what the defaults are: no legal object exists.
static void a_rule_that_defaults_break_is_found(void) {
    static const snw_type type = {SNW_TYPE(number, number_fields), .validate = refuse_all,
                                  .help = "A number."};
    CHECK(run(&type, 10) == SNW_ERR_RANGE);
    CHECK_TEXT(why.text, "nothing is good enough");
    CHECK_TEXT(why.subject, "number");
    CHECK(why.number_count == 1 && strcmp(why.numbers[0].name, "case") == 0);
    // one that only refuses some is no fault
    static const snw_type picky = {SNW_TYPE(number, number_fields), .validate = refuse_large,
                                   .help = "A number."};
    CHECK(run(&picky, 200) == SNW_OK);
}

// A rule that sees more than the table: what the file does not carry is lost on the way.
typedef struct secretive {
    double value;
    int calls; // not in the table
} secretive;

static int reads;

static snw_status refuse_later(const void *block, snw_why *reason) {
    (void)block;
    if (++reads % 5 != 0) return SNW_OK;
    snw_why_set(reason, SNW_ERR_STATE, NULL, "another time");
    return SNW_ERR_STATE;
}

static void a_rule_that_changes_its_mind_is_found(void) {
    static const snw_field fields[] = {
        {SNW_AT(secretive, value), .kind = SNW_KIND_REAL, .help = "A value."}};
    static const snw_type type = {SNW_TYPE(secretive, fields), .validate = refuse_later,
                                  .help = "Hides something."};
    CHECK(run(&type, 100) == SNW_ERR_STATE);
}

// Names that mean something to the reader of XML lead somewhere else when they are read back.
typedef struct list_of_words {
    char words[4][8];
    int count;
} list_of_words;

static void a_name_that_the_format_uses_itself_is_found(void) {
    static const snw_field fields[] = {{SNW_AT_COUNTED(list_of_words, words, count),
                                        .kind = SNW_KIND_STRING, .item = "group",
                                        .help = "Words."}};
    static const snw_type type = {SNW_TYPE(list_of_words, fields), .help = "Words."};
    CHECK(run(&type, 100) < 0);
}

typedef struct holder {
    snw_child what;
} holder;

static void a_child_that_must_be_there_and_cannot_is_found(void) {
    static const snw_field fields[] = {{SNW_AT(holder, what), .kind = SNW_KIND_CHILD,
                                        .base = "nobody", .flags = SNW_REQUIRED, .help = "What."}};
    static const snw_type type = {SNW_TYPE(holder, fields), .help = "Holds something."};
    CHECK(run(&type, 10) == SNW_ERR_NOT_FOUND);
    CHECK_TEXT(why.rule, "required");
}

// keys of one letter: the 27th is a repetition
typedef struct letter {
    char name[2];
} letter;
typedef struct alphabet {
    letter letters[64];
    int count;
    letter more[64];
} alphabet;

static void keys_that_have_no_room_to_differ_are_found(void) {
    static const snw_field letter_fields[] = {
        {SNW_AT(letter, name), .kind = SNW_KIND_STRING, .flags = SNW_KEY, .help = "A letter."}};
    static const snw_type letter_type = {SNW_TYPE(letter, letter_fields), .help = "A letter."};
    static const snw_field fields[] = {{SNW_AT_COUNTED(alphabet, letters, count),
                                        .kind = SNW_KIND_STRUCT, .type = &letter_type,
                                        .help = "Letters."},
                                       {SNW_AT_ARRAY(alphabet, more), .kind = SNW_KIND_STRUCT,
                                        .type = &letter_type, .help = "More of them."}};
    static const snw_type type = {SNW_TYPE(alphabet, fields), .help = "Letters."};
    CHECK(run(&letter_type, 50) == SNW_OK);
    CHECK(run(&type, 10) == SNW_ERR_DUPLICATE);
}

static void a_table_that_is_wrong_itself_is_refused_first(void) {
    static const snw_field fields[] = {
        {SNW_AT(number, value), .kind = SNW_KIND_REAL, .range = {5, 1}, .help = "An empty range."}};
    static const snw_type type = {SNW_TYPE(number, fields), .help = "A number."};
    CHECK(run(&type, 1) == SNW_ERR_ARGUMENT);
    CHECK_TEXT(why.subject, "number/value");
    // without a listener as well
    CHECK(snw_type_selftest(&type, NULL, 1, 1, NULL) == SNW_ERR_ARGUMENT);
    CHECK(snw_type_selftest(&ball_type, NULL, 1, 5, NULL) == SNW_OK);
}

int main(void) {
    static _Alignas(SNW_ARENA_ALIGN) unsigned char memory[1 << 14];
    if (sample_registry(&registry, memory, sizeof memory) != SNW_OK) return 1;
    RUN(every_registered_type_passes);
    RUN(a_rule_that_defaults_break_is_found);
    RUN(a_rule_that_changes_its_mind_is_found);
    RUN(a_name_that_the_format_uses_itself_is_found);
    RUN(a_child_that_must_be_there_and_cannot_is_found);
    RUN(keys_that_have_no_room_to_differ_are_found);
    RUN(a_table_that_is_wrong_itself_is_refused_first);
    return check_report();
}
