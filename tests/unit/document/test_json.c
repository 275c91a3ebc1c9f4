// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/document/json.h"

#include <jansson.h>
#include <string.h>

#include "check.h"
#include "sinew/document/file.h"

enum { SCRATCH = 4096 };
static char scratch[SCRATCH];

// A copy that ends where the text ends, so that a sanitizer sees every byte read beyond it.
static char *exact(const char *text, size_t length) {
    char *copy = malloc(length > 0 ? length : 1);
    CHECK(copy != NULL);
    if (length > 0) memcpy(copy, text, length);
    return copy;
}

// --- traces: a text as the list of its events ---------------------------------------------------

static void add_event(snw_text *trace, const snw_json *json, snw_json_event event) {
    static const char *const marks[] = {
        [SNW_JSON_OBJECT] = "{",    [SNW_JSON_ARRAY] = "[",    [SNW_JSON_TRUE] = "true",
        [SNW_JSON_FALSE] = "false", [SNW_JSON_NULL] = "null",  [SNW_JSON_NAME] = "n:",
        [SNW_JSON_STRING] = "s:",   [SNW_JSON_NUMBER] = "d:",  [SNW_JSON_END] = "end",
        [SNW_JSON_EOF] = "",        [SNW_JSON_ERROR] = "error"};
    if (trace->length > 0 && event != SNW_JSON_EOF) snw_text_add(trace, " ", 1);
    snw_text_format(trace, "%s", marks[event]);
    if (event == SNW_JSON_NAME || event == SNW_JSON_STRING || event == SNW_JSON_NUMBER) {
        snw_text_add(trace, json->text, json->length);
    }
}

static snw_json_event run(snw_json *json, const char *bytes, size_t length, snw_text *trace) {
    snw_json_open(json, bytes, length, "t.json", scratch, sizeof scratch);
    snw_json_event event;
    do {
        event = snw_json_next(json);
        if (trace != NULL) add_event(trace, json, event);
    } while (event != SNW_JSON_EOF && event != SNW_JSON_ERROR);

    // the last event repeats for ever, and a document that ended well has closed all it opened
    CHECK(snw_json_next(json) == event && snw_json_next(json) == event);
    if (event == SNW_JSON_EOF) CHECK(json->depth == 0);
    return event;
}

static bool accepts(const char *text, size_t length) {
    snw_json json;
    char *copy = exact(text, length);
    const bool yes = run(&json, copy, length, NULL) == SNW_JSON_EOF;
    free(copy);
    return yes;
}

static void texts_of_the_grammar_give_their_events(void) {
    static const struct {
        const char *text, *trace;
    } valid[] = {
        {"null", "null"},
        {"true", "true"},
        {"false", "false"},
        {"0", "d:0"},
        {"-0", "d:-0"},
        {"-1", "d:-1"},
        {"120", "d:120"},
        {"0.5", "d:0.5"},
        {"10.50", "d:10.50"},
        {"-0.0", "d:-0.0"},
        {"1e5", "d:1e5"},
        {"1E+05", "d:1E+05"},
        {"0e-0", "d:0e-0"},
        {"12.5e300", "d:12.5e300"},
        {"1e999", "d:1e999"},
        {"\"\"", "s:"},
        {"\"plain text\"", "s:plain text"},
        {"\"\\\" \\\\ \\/ \\b \\f \\n \\r \\t\"", "s:\" \\ / \b \f \n \r \t"},
        {"\"\\u0041\\u00e9\\u20AC\\uD83D\\uDE00\"", "s:A\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80"},
        {"\"\\uFFFF\\ud7ff\\ue000\"", "s:\xEF\xBF\xBF\xED\x9F\xBF\xEE\x80\x80"},
        {"\"\xC3\xA9 \xF4\x8F\xBF\xBF \x7F\"", "s:\xC3\xA9 \xF4\x8F\xBF\xBF \x7F"},
        {"\"/ // /* */ # ' {[,:]}\"", "s:/ // /* */ # ' {[,:]}"},
        {"[]", "[ end"},
        {"{}", "{ end"},
        {" \t\r\n[ \t\r\n] \t\r\n", "[ end"},
        {"[1,2]", "[ d:1 d:2 end"},
        {"[null,true,false,\"a\",-1.5]", "[ null true false s:a d:-1.5 end"},
        {"[[],[[]],{}]", "[ [ end [ [ end end { end end"},
        {"{\"a\":1}", "{ n:a d:1 end"},
        {"{\"\":0}", "{ n: d:0 end"},
        {"{ \"a\" : 1 , \"b\" : [ ] }", "{ n:a d:1 n:b [ end end"},
        {"{\"a\":1,\"a\":2}", "{ n:a d:1 n:a d:2 end"},
        {"{\"a\":{\"b\":{\"c\":null}}}", "{ n:a { n:b { n:c null end end end"},
        {"{\"\\u0061\\\"\":\"\\\\\"}", "{ n:a\" s:\\ end"},
        {"[{\"a\":[{\"b\":[]}]},0]", "[ { n:a [ { n:b [ end end end end d:0 end"},
    };
    for (size_t i = 0; i < sizeof valid / sizeof *valid; i++) {
        snw_json json;
        char out[256];
        snw_text trace = snw_text_over(out, sizeof out);
        CHECK(run(&json, valid[i].text, strlen(valid[i].text), &trace) == SNW_JSON_EOF);
        CHECK_TEXT(out, valid[i].trace);
    }
}

static void a_zero_inside_a_string_is_text(void) {
    snw_json json;
    snw_json_open(&json, "\"a\\u0000b\"", 10, NULL, scratch, sizeof scratch);
    CHECK(snw_json_next(&json) == SNW_JSON_STRING);
    CHECK(json.length == 3 && memcmp(json.text, "a\0b", 3) == 0);
}

// --- what is refused: where, and what is said ---------------------------------------------------

typedef struct refusal {
    const char *text;
    int line, column;
    const char *says, *way_out; // parts of the sentences
} refusal;

static void check_refusals(const refusal *table, size_t count) {
    for (size_t i = 0; i < count; i++) {
        snw_json json;
        const refusal *one = &table[i];
        const size_t length = strlen(one->text);
        char *copy = exact(one->text, length);
        check_case = (long)i;
        CHECK(run(&json, copy, length, NULL) == SNW_JSON_ERROR);
        CHECK(json.why.code == SNW_ERR_SYNTAX);
        CHECK_TEXT(json.why.rule, "json");
        CHECK_TEXT(json.why.file, "t.json");
        CHECK(json.why.line == one->line && json.line == one->line);
        CHECK(json.why.column == one->column && json.column == one->column);
        if (strstr(json.why.text, one->says) == NULL) CHECK_TEXT(json.why.text, one->says);
        if (strstr(json.why.fix, one->way_out) == NULL) CHECK_TEXT(json.why.fix, one->way_out);
        free(copy);
    }
}

static void wrong_values_are_named_with_place_and_way_out(void) {
    static const refusal wrong[] = {
        {"", 1, 1, "empty", "{}"},
        {" \n ", 2, 2, "a value was expected, not the end", "cut short"},
        {"'a'", 1, 1, "single quotes", "double quotes"},
        {"[1, 'a']", 1, 5, "single quotes", "double quotes"},
        {"// c\n1", 1, 1, "no comments", "remove"},
        {"[1 /* c */]", 1, 4, "no comments", "remove"},
        {"{\"a\": 1 # c\n}", 1, 9, "no comments", "remove"},
        {"{# c\n}", 1, 2, "no comments", "remove"},
        {"1 // c", 1, 3, "no comments", "remove"},
        {"/", 1, 1, "a value was expected, not '/'", "a value is"},
        {"NaN", 1, 1, "'NaN' is not a JSON value", "write a number"},
        {"[nan]", 1, 2, "'nan'", "write a number"},
        {"Infinity", 1, 1, "'Infinity'", "\"INF\""},
        {"[inf]", 1, 2, "'inf'", "\"INF\""},
        {"-Infinity", 1, 2, "a digit was expected after '-'", "\"-INF\""},
        {"True", 1, 1, "'True'", "true?"},
        {"FALSE", 1, 1, "'FALSE'", "false?"},
        {"nul", 1, 1, "'nul'", "null?"},
        {"nulll", 1, 1, "'nulll'", "null?"},
        {"true1", 1, 1, "'true1'", "true?"},
        {"None", 1, 1, "'None'", "null"},
        {"undefined", 1, 1, "'undefined'", "null"},
        {"[elbow]", 1, 2, "'elbow'", "double quotes"},
        {"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", 1, 1, "...'", "double quotes"},
        {"[1,,2]", 1, 4, "a value was expected, not ','", "a value is"},
        {"[,1]", 1, 2, "a value was expected, not ','", "a value is"},
        {"{\"a\":}", 1, 6, "a value was expected, not '}'", "a value is"},
        {"{\"a\":,}", 1, 6, "a value was expected, not ','", "a value is"},
        {"]", 1, 1, "a value was expected, not ']'", "a value is"},
        {"\x01", 1, 1, "not byte 0x01", "a value is"},
        {"\xC3\xA9", 1, 1, "not byte 0xC3", "a value is"},
        {"[\xFF]", 1, 2, "not UTF-8", "UTF-8"},
        {"\xEF\xBB\xBF[]", 1, 1, "byte order mark", "without it"},
    };
    check_refusals(wrong, sizeof wrong / sizeof *wrong);
}

static void wrong_numbers_are_named_with_place_and_way_out(void) {
    static const refusal wrong[] = {
        {"01", 1, 1, "does not begin with 0", "leading zeros"},
        {"[-012]", 1, 2, "does not begin with 0", "leading zeros"},
        {"00", 1, 1, "does not begin with 0", "leading zeros"},
        {"-", 1, 2, "a digit was expected after '-'", "remove the sign"},
        {"- 1", 1, 2, "a digit was expected after '-'", "remove the sign"},
        {"--1", 1, 2, "a digit was expected after '-'", "remove the sign"},
        {"+1", 1, 1, "'+'", "remove the plus"},
        {".5", 1, 1, "begins with a digit", "0 before"},
        {"-.5", 1, 2, "a digit was expected after '-'", "remove the sign"},
        {"[5.]", 1, 4, "after the point", "0 after"},
        {"5.e3", 1, 3, "after the point", "0 after"},
        {"1e", 1, 3, "in the exponent", "remove the 'e'"},
        {"1e+", 1, 4, "in the exponent", "remove the 'e'"},
        {"1e5.5", 1, 4, "follows the end", "remove it"},
        {"0x10", 1, 1, "hexadecimal", "decimal"},
        {"1.2.3", 1, 4, "follows the end", "one value"},
        {"[1,5 deg]", 1, 6, "',' or ']' was expected, not 'd'", "\"45 deg\""},
        {"{\"a\": 5mm}", 1, 8, "',' or '}' was expected, not 'm'", "\"45 deg\""},
        {"[1_000]", 1, 3, "',' or ']' was expected, not '_'", "string"},
    };
    check_refusals(wrong, sizeof wrong / sizeof *wrong);
}

static void wrong_strings_are_named_with_place_and_way_out(void) {
    static const refusal wrong[] = {
        {"\"", 1, 1, "no closing quote", "close the string"},
        {"[1, \"abc", 1, 5, "no closing quote", "close the string"},
        {"\"a\\", 1, 1, "no closing quote", "close the string"},
        {"\"a\\\"", 1, 1, "no closing quote", "close the string"},
        {"[\n \"a\nb\"]", 2, 2, "does not end on its line", "\\n"},
        {"\"a\rb\"", 1, 1, "does not end on its line", "\\n"},
        {"\"a\tb\"", 1, 3, "control character", "\\t"},
        {"\"a\x1F\"", 1, 3, "control character", "\\u"},
        {"\"C:\\dir\"", 1, 4, "escape", "\\\\"},
        {"\"\\x41\"", 1, 2, "escape", "\\\\"},
        {"\"\\U0041\"", 1, 2, "escape", "\\\\"},
        {"\"\\u12\"", 1, 2, "four hexadecimal digits", "\\u00e9"},
        {"\"\\u12g4\"", 1, 2, "four hexadecimal digits", "\\u00e9"},
        {"\"\\u123", 1, 2, "four hexadecimal digits", "\\u00e9"},
        {"\"\\u", 1, 2, "four hexadecimal digits", "\\u00e9"},
        {"\"ab\\ud800\"", 1, 4, "first half", "both halves"},
        {"\"\\ud800\\n\"", 1, 2, "first half", "both halves"},
        {"\"\\ud800\\u0041\"", 1, 2, "first half", "both halves"},
        {"\"\\udbff\\ue000\"", 1, 2, "first half", "both halves"},
        {"\"\\ud800\\ud800\"", 1, 2, "first half", "both halves"},
        {"\"\\ud83d\\u", 1, 2, "first half", "both halves"},
        {"\"\\udc00\"", 1, 2, "second half", "both halves"},
        {"\"a\xC0\xAF\"", 1, 3, "not UTF-8", "UTF-8"},
        {"\"\xED\xA0\x80\"", 1, 2, "not UTF-8", "UTF-8"},
        {"\"\xF4\x90\x80\x80\"", 1, 2, "not UTF-8", "UTF-8"},
        {"\"ab\xE2\x82", 1, 4, "not UTF-8", "UTF-8"},
    };
    check_refusals(wrong, sizeof wrong / sizeof *wrong);
}

static void wrong_brackets_are_named_with_place_and_way_out(void) {
    static const refusal wrong[] = {
        {"[1,]", 1, 3, "comma is before ']'", "remove the comma"},
        {"[1,\n2,\n]", 2, 2, "comma is before ']'", "remove the comma"},
        {"{\"a\":1,}", 1, 7, "comma is before '}'", "remove the comma"},
        {"{\n\"a\":1 , \n \n}", 2, 7, "comma is before '}'", "remove the comma"},
        {"{,}", 1, 2, "a name in double quotes was expected, not ','", ""},
        {"[1 2]", 1, 4, "',' or ']' was expected, not '2'", ""},
        {"[\"a\" \"b\"]", 1, 6, "',' or ']' was expected, not '\"'", "comma between items"},
        {"[\"a\" b]", 1, 6, "',' or ']' was expected, not 'b'", "comma between items"},
        {"{\"a\":1 \"b\":2}", 1, 8, "',' or '}' was expected, not '\"'", "between members"},
        {"[1}", 1, 3, "',' or ']' was expected, not '}'", "']'"},
        {"{\"a\":1]", 1, 7, "',' or '}' was expected, not ']'", "'}'"},
        {"[", 1, 2, "a value was expected, not the end", "cut short"},
        {"[1", 1, 3, "',' or ']' was expected, not the end", "close the array"},
        {"[1,", 1, 4, "a value was expected, not the end", "cut short"},
        {"{", 1, 2, "a name in double quotes was expected, not the end", "close the object"},
        {"{\"a\"", 1, 5, "':' was expected, not the end", "colon"},
        {"{\"a\":", 1, 6, "a value was expected, not the end", "cut short"},
        {"{\"a\":1", 1, 7, "',' or '}' was expected, not the end", "close the object"},
        {"{\"a\":1,", 1, 8, "a name in double quotes was expected", "close the object"},
        {"{a:1}", 1, 2, "a name without quotes", "double quotes"},
        {"{1:1}", 1, 2, "a name without quotes", "double quotes"},
        {"{'a':1}", 1, 2, "single quotes", "double quotes"},
        {"{\"a\" 1}", 1, 6, "':' was expected, not '1'", "colon"},
        {"{\"a\"=1}", 1, 5, "':' was expected, not '='", "colon"},
        {"{\"a\":1:2}", 1, 7, "',' or '}' was expected, not ':'", "comma"},
        {"[]]", 1, 3, "follows the end", "one value"},
        {"{}{}", 1, 3, "follows the end", "one value"},
        {"1 2", 1, 3, "follows the end", "one value"},
        {"[]\n\n  x", 3, 3, "follows the end", "one value"},
        {"[1]\xFF", 1, 4, "not UTF-8", "UTF-8"},
    };
    check_refusals(wrong, sizeof wrong / sizeof *wrong);
}

// --- positions, skipping, truncation ------------------------------------------------------------

static const char sample[] =
    "{\n"
    "  \"name\": \"caf\xC3\xA9 \\u00e9\", \"axis\" :\t[ 0, 1.5e-3 ,-2 ],\r\n"
    "\"deep\":{\"a\":[{\"b\":[true , false]} , [ ] ],\n"
    "    \"n\" : null}  \n"
    ", \"last\":{}}\n ";

static void every_event_knows_its_line_and_column(void) {
    // each token is found again in the text by its first letters, from left to right
    static const char *const tokens[] = {
        "{",    "\"name\"", "\"caf",  "\"axis\"", "[ 0", "0,",   "1.5e-3", "-2",
        "],\r", "\"deep",   "{\"a",   "\"a\"",    "[{",  "{\"b", "\"b\"",  "[true",
        "true", "false",    "]}",     "} ,",      "[ ]", "]",    "],\n",   "\"n\"",
        "null", "}  ",      "\"last", "{}",       "}}",  "}\n"};
    snw_json json;
    snw_json_open(&json, sample, sizeof sample - 1, "", scratch, sizeof scratch);
    const char *at = sample;
    for (size_t i = 0; i < sizeof tokens / sizeof *tokens; i++) {
        const snw_json_event event = snw_json_next(&json);
        CHECK(event != SNW_JSON_EOF && event != SNW_JSON_ERROR);
        at = strstr(at, tokens[i]);
        CHECK(at != NULL);
        int line = 1, column = 1;
        for (const char *c = sample; c < at; c++) {
            column = *c == '\n' ? 1 : column + 1;
            line += *c == '\n';
        }
        check_case = (long)i;
        CHECK(json.line == line);
        CHECK(json.column == column);
        at++;
    }
    CHECK(snw_json_next(&json) == SNW_JSON_EOF);
}

static void a_text_cut_at_any_byte_is_an_error_with_a_place(void) {
    const size_t whole = (size_t)(strrchr(sample, '}') - sample) + 1;
    for (size_t length = 0; length < whole; length++) {
        snw_json json;
        char *copy = exact(sample, length);
        check_case = (long)length;
        CHECK(run(&json, copy, length, NULL) == SNW_JSON_ERROR);
        CHECK(json.why.code == SNW_ERR_SYNTAX);
        CHECK(json.why.line >= 1 && json.why.line <= 5 && json.why.column >= 1);
        CHECK(json.why.text[0] != '\0');
        free(copy);
    }
    CHECK(accepts(sample, whole));
}

static void skipping_goes_past_whole_values(void) {
    static const char text[] = "{\"a\":[1,{\"x\":[2]},[]],\"b\":{\"a\":{}},\"c\":7,\"d\":[8]}";
    snw_json json;
    snw_json_open(&json, text, sizeof text - 1, "", scratch, sizeof scratch);
    CHECK(snw_json_next(&json) == SNW_JSON_OBJECT);

    // after the name, the whole value; after its bracket, the rest of it
    CHECK(snw_json_next(&json) == SNW_JSON_NAME);
    CHECK(snw_json_skip(&json, SNW_JSON_NAME) == SNW_OK);
    CHECK(snw_json_next(&json) == SNW_JSON_NAME && *json.text == 'b');
    CHECK(snw_json_next(&json) == SNW_JSON_OBJECT);
    CHECK(snw_json_skip(&json, SNW_JSON_OBJECT) == SNW_OK);
    CHECK(snw_json_next(&json) == SNW_JSON_NAME && *json.text == 'c');

    // nothing for a plain value that was just read
    CHECK(snw_json_next(&json) == SNW_JSON_NUMBER);
    CHECK(snw_json_skip(&json, SNW_JSON_NUMBER) == SNW_OK);
    CHECK(snw_json_next(&json) == SNW_JSON_NAME && *json.text == 'd');
    CHECK(snw_json_next(&json) == SNW_JSON_ARRAY);
    CHECK(snw_json_skip(&json, SNW_JSON_ARRAY) == SNW_OK);
    CHECK(snw_json_next(&json) == SNW_JSON_END);
    CHECK(snw_json_next(&json) == SNW_JSON_EOF);
}

static void skipping_a_broken_value_says_why(void) {
    snw_json json;
    snw_json_open(&json, "[[1,[2,}]]", 10, "", scratch, sizeof scratch);
    CHECK(snw_json_next(&json) == SNW_JSON_ARRAY);
    CHECK(snw_json_skip(&json, SNW_JSON_ARRAY) == SNW_ERR_SYNTAX);
    CHECK(json.why.column == 8);
    CHECK(snw_json_next(&json) == SNW_JSON_ERROR);
    CHECK(snw_json_skip(&json, SNW_JSON_ERROR) == SNW_ERR_SYNTAX);
}

// --- bounds and hostile texts -------------------------------------------------------------------

static char *repeated(const char *head, const char *unit, long count, const char *tail,
                      size_t *length) {
    const size_t before = strlen(head), size = strlen(unit), rest = strlen(tail);
    *length = before + size * (size_t)count + rest;
    char *text = malloc(*length);
    CHECK(text != NULL);
    memcpy(text, head, before);
    for (long i = 0; i < count; i++) {
        memcpy(text + before + size * (size_t)i, unit, size);
    }
    memcpy(text + *length - rest, tail, rest);
    return text;
}

static void check_too_large(const char *text, size_t length, int column) {
    snw_json json;
    CHECK(run(&json, text, length, NULL) == SNW_JSON_ERROR);
    CHECK(json.why.code == SNW_ERR_TOO_LARGE);
    CHECK(json.why.line == 1 && json.why.column == column);
    CHECK(json.why.number_count > 0 && json.why.fix[0] != '\0');
}

static void nesting_ends_at_256_levels(void) {
    char text[2 * SNW_JSON_DEPTH + 2];
    memset(text, '[', SNW_JSON_DEPTH + 1);
    memset(text + SNW_JSON_DEPTH, ']', SNW_JSON_DEPTH);
    CHECK(accepts(text, (size_t)2 * SNW_JSON_DEPTH));
    size_t length;
    char *deep = repeated("", "[", 1000000, "", &length);
    check_too_large(deep, length, SNW_JSON_DEPTH + 1);
    free(deep);
    deep = repeated("", "{\"a\":", 1000000, "", &length);
    check_too_large(deep, length, 5 * SNW_JSON_DEPTH + 1);
    free(deep);
}

static void brackets_are_told_apart_at_every_level(void) {
    // random towers of both kinds, closed rightly, then with one bracket of the other kind
    CHECK_CASES(check_scaled(2000)) {
        char text[6 * SNW_JSON_DEPTH], open[SNW_JSON_DEPTH];
        const int depth = check_int(1, SNW_JSON_DEPTH);
        size_t length = 0;
        for (int i = 0; i < depth; i++) {
            open[i] = check_int(0, 1) ? '{' : '[';
            const char *start = open[i] == '[' ? "[" : i + 1 < depth ? "{\"\":" : "{";
            memcpy(text + length, start, strlen(start));
            length += strlen(start);
        }
        const size_t closing = length;
        for (int i = depth - 1; i >= 0; i--) {
            text[length++] = open[i] == '{' ? '}' : ']';
        }
        CHECK(accepts(text, length));
        char *wrong = &text[closing + (size_t)check_int(0, depth - 1)];
        *wrong = *wrong == '}' ? ']' : '}';
        CHECK(!accepts(text, length));
    }
}

static void values_end_at_two_million(void) {
    // the array itself is a value too
    size_t length;
    char *text = repeated("[", "0,", SNW_DOCUMENT_NODES - 2, "0]", &length);
    CHECK(accepts(text, length));
    free(text);
    text = repeated("[", "0,", SNW_DOCUMENT_NODES - 1, "0]", &length);
    check_too_large(text, length, (int)length - 1);
    free(text);
}

static void texts_end_at_sixteen_megabytes(void) {
    size_t length;
    char *text = repeated("", " ", SNW_DOCUMENT_BYTES, "7", &length);
    CHECK(accepts(text + 1, SNW_DOCUMENT_BYTES));
    check_too_large(text, length, 1);
    free(text);
}

static void decoded_strings_end_at_the_scratch_and_plain_ones_do_not(void) {
    size_t length;
    char *text = repeated("\"", "\\n", SCRATCH, "\"", &length);
    CHECK(accepts(text, length));
    free(text);
    text = repeated("\"", "\\n", SCRATCH + 1, "\"", &length);
    check_too_large(text, length, 1);
    free(text);

    // a string without escapes stands in the text itself
    text = repeated("\"", "x", 3 * SCRATCH, "\"", &length);
    CHECK(accepts(text, length));
    free(text);
    snw_json json;
    snw_json_open(&json, "[\"ab\",\"\\n\"]", 11, "", NULL, 0);
    CHECK(snw_json_next(&json) == SNW_JSON_ARRAY);
    CHECK(snw_json_next(&json) == SNW_JSON_STRING);
    CHECK(snw_json_next(&json) == SNW_JSON_ERROR);
    CHECK(json.why.code == SNW_ERR_TOO_LARGE);
}

static void hostile_bytes_are_refused(void) {
    size_t length;
    // a number of a million digits is a number; its text is given, its size is the caller's matter
    char *text = repeated("", "9", 1000000, "", &length);
    CHECK(accepts(text, length));
    free(text);
    // quotes, backslashes, commas and half an escape without end
    static const char *const units[] = {"\\", "\"", ",", "\\u", "\xF0", "\"\\ud800\","};
    for (int i = 0; i < 6; i++) {
        text = repeated("[", units[i], 1000001, "", &length);
        CHECK(!accepts(text, length));
        free(text);
    }
    // zeros, inside and outside of strings; UTF-16 with and without its mark
    CHECK(!accepts("[1,\0 2]", 7));
    CHECK(!accepts("\"a\0b\"", 5));
    CHECK(!accepts("1\0", 2));
    CHECK(!accepts("[\0]\0", 4));
    CHECK(!accepts("\xFF\xFE[\0]\0", 6));
    CHECK(!accepts("\0", 1));
    // what a format would take for its own is plain text, in messages too
    snw_json json;
    CHECK(run(&json, "{\"%s%n\":%s%n}", 13, NULL) == SNW_JSON_ERROR);
    CHECK(strstr(json.why.text, "not '%'") != NULL);
}

// --- against jansson ----------------------------------------------------------------------------

typedef struct build {
    snw_json json;
    bool overflow; // a number too large for a double, which jansson refuses
    bool zero;     // a zero in a name, which jansson cannot hold
} build;

static json_t *number_of(build *b) {
    double value = 0;
    const snw_status status = snw_real_parse(b->json.text, b->json.length, &value, NULL);
    CHECK(status == SNW_OK || status == SNW_ERR_RANGE);
    b->overflow |= status == SNW_ERR_RANGE;
    return json_real(value);
}

// the value that began with `event` as jansson would hold it, NULL at an error
static json_t *tree_of(build *b, snw_json_event event);

static bool fill(build *b, json_t *container, bool object) {
    for (;;) {
        snw_json_event event = snw_json_next(&b->json);
        if (event == SNW_JSON_END) return true;
        char name[256];
        size_t length = 0;
        if (object && event == SNW_JSON_NAME) {
            length = b->json.length;
            CHECK(length < sizeof name);
            memcpy(name, b->json.text, length);
            b->zero |= memchr(name, '\0', length) != NULL;
            event = snw_json_next(&b->json);
        }
        json_t *value = tree_of(b, event);
        if (value == NULL) return false;
        const int failed = object ? json_object_setn_new_nocheck(container, name, length, value)
                                  : json_array_append_new(container, value);
        CHECK(failed == 0);
    }
}

static json_t *tree_of(build *b, snw_json_event event) {
    json_t *container = NULL;
    switch (event) {
    case SNW_JSON_TRUE:
        return json_true();
    case SNW_JSON_FALSE:
        return json_false();
    case SNW_JSON_NULL:
        return json_null();
    case SNW_JSON_NUMBER:
        return number_of(b);
    case SNW_JSON_STRING:
        return json_stringn(b->json.text, b->json.length);
    case SNW_JSON_OBJECT:
    case SNW_JSON_ARRAY:
        container = event == SNW_JSON_OBJECT ? json_object() : json_array();
        if (fill(b, container, event == SNW_JSON_OBJECT)) return container;
        json_decref(container);
        return NULL;
    case SNW_JSON_EOF:
    case SNW_JSON_END:
    case SNW_JSON_NAME:
    case SNW_JSON_ERROR:
        break;
    }
    CHECK(event == SNW_JSON_ERROR);
    return NULL;
}

// both accept or both refuse, and the values are equal; true when accepted
static bool agrees_with_jansson(const char *text, size_t length) {
    build b = {0};
    char *copy = exact(text, length);
    snw_json_open(&b.json, copy, length, "", scratch, sizeof scratch);
    json_t *ours = tree_of(&b, snw_json_next(&b.json));
    if (ours != NULL && snw_json_next(&b.json) != SNW_JSON_EOF) {
        json_decref(ours);
        ours = NULL;
    }
    json_error_t error;
    json_t *theirs = json_loadb(copy, length,
                                JSON_DECODE_ANY | JSON_DECODE_INT_AS_REAL | JSON_ALLOW_NUL, &error);
    bool agree = (ours != NULL) == (theirs != NULL);
    if (ours != NULL && theirs != NULL) agree = json_equal(ours, theirs) == 1;
    if (ours != NULL && theirs == NULL) {
        const enum json_error_code code = json_error_code(&error);
        agree = (b.overflow && code == json_error_numeric_overflow) ||
                (b.zero && code == json_error_null_byte_in_key);
    }
    if (!agree)
        print_error("'%.*s'\nours %d, jansson %d\n", (int)length, text, ours != NULL,
                    theirs != NULL);
    CHECK(agree);
    const bool accepted = ours != NULL;
    json_decref(ours);
    json_decref(theirs);
    free(copy);
    return accepted;
}

static void escapes_of_all_characters_mean_the_same_to_jansson(void) {
    for (unsigned point = 0; point <= 0xFFFF; point++) {
        char text[16];
        const int length =
            snprintf(text, sizeof text, point % 2 ? "\"\\u%04x\"" : "\"\\u%04X\"", point);
        CHECK(agrees_with_jansson(text, (size_t)length) == (point < 0xD800 || point > 0xDFFF));
    }
    // pairs, the first and the last of each half among them
    for (unsigned high = 0xD800; high <= 0xDBFF; high += 11) {
        for (unsigned low = 0xDC00; low <= 0xDFFF; low += 31) {
            char text[24];
            const int length = snprintf(text, sizeof text, "\"\\u%04X\\u%04X\"", high, low);
            CHECK(agrees_with_jansson(text, (size_t)length));
        }
    }
}

static void add_any(snw_text *text, const char *const *parts, int count) {
    snw_text_format(text, "%s", parts[check_int(0, count - 1)]);
}

static void add_blanks(snw_text *text) {
    static const char *const blanks[] = {"", "", "", " ", "\n", "\t", "\r\n", "  "};
    add_any(text, blanks, 8);
}

static void add_random_string(snw_text *text) {
    static const char *const parts[] = {"a",
                                        "xyz",
                                        " ",
                                        "\\n",
                                        "\\\\",
                                        "\\\"",
                                        "/",
                                        "\\/",
                                        "\\u0041",
                                        "\\u00e9",
                                        "\\u0000",
                                        "\xC3\xA9",
                                        "\xE2\x82\xAC",
                                        "\xF0\x9F\x98\x80",
                                        "\\ud83d\\ude00",
                                        "\\b\\f\\r\\t",
                                        "{[,:]}",
                                        "\x7F"};
    snw_text_format(text, "\"");
    for (int i = check_int(0, 4); i > 0; i--) {
        add_any(text, parts, (int)(sizeof parts / sizeof *parts));
    }
    snw_text_format(text, "\"");
}

static void add_random_number(snw_text *text) {
    static const char *const whole[] = {"0", "7", "-0", "-12", "9007199254740993", "123456789012"};
    static const char *const fraction[] = {"", "", ".0", ".5", ".000125", ".3333333333333333333"};
    static const char *const exponent[] = {"", "", "e0", "E+5", "e-300", "e19", "e-330", "E309"};
    add_any(text, whole, 6);
    add_any(text, fraction, 6);
    add_any(text, exponent, check_int(0, 9) > 0 ? 7 : 8);
}

// a random text of the grammar
static void add_random_value(snw_text *text, int depth) {
    static const char *const words[] = {"true", "false", "null"};
    const int kind = check_int(0, depth > 0 ? 6 : 3);
    add_blanks(text);
    if (kind == 0) {
        add_any(text, words, 3);
    } else if (kind == 1) {
        add_random_string(text);
    } else if (kind < 4) {
        add_random_number(text);
    } else {
        const bool object = kind == 6;
        snw_text_format(text, object ? "{" : "[");
        add_blanks(text);
        for (int i = check_int(0, 4), first = 1; i > 0; i--, first = 0) {
            if (!first) snw_text_format(text, ",");
            if (object) {
                add_blanks(text);
                add_random_string(text);
                add_blanks(text);
                snw_text_format(text, ":");
            }
            add_random_value(text, depth - 1);
        }
        snw_text_format(text, object ? "}" : "]");
    }
    add_blanks(text);
}

static void random_texts_of_the_grammar_mean_the_same_to_jansson(void) {
    enum { ROOM = 1 << 20 };
    char *buffer = malloc(ROOM);
    CHECK(buffer != NULL);
    long accepted = 0;
    CHECK_CASES(check_scaled(50000)) {
        snw_text text = snw_text_over(buffer, ROOM);
        add_random_value(&text, 5);
        CHECK(!snw_text_is_cut(&text));
        accepted += agrees_with_jansson(buffer, text.length);
    }
    CHECK(accepted == check_case);
    free(buffer);
}

// one small change: a byte, a piece of the grammar, a cut, a swap or a doubled stretch
static size_t mutate(char *text, size_t length, size_t room) {
    static const char *const pieces[] = {"{",   "}",    "[",    "]",     ",",    ":",    "\"",
                                         "\\",  "0",    "1",    "-",     "+",    ".",    "e",
                                         "E",   "true", "null", "false", "\\u",  "d8",   "\\ud83d",
                                         "\\n", "\xC3", "\xA9", "\xFF",  "\n",   "\t",   " ",
                                         "//",  "/*",   "'",    "NaN",   "\x01", "\x7F", "a\":"};
    const size_t at = length > 0 ? (size_t)check_int(0, (int)length - 1) : 0;
    const int kind = check_int(0, 4);
    if (kind == 0 && length > 0) {
        // jansson loses a zero that follows a number; zeros have a test of their own
        text[at] = (char)(unsigned char)check_int(1, 255);
    } else if (kind == 1 && length > 0) {
        const size_t cut = (size_t)check_int(1, length - at < 4 ? (int)(length - at) : 4);
        memmove(text + at, text + at + cut, length - at - cut);
        length -= cut;
    } else if (kind == 2 && length > 1) {
        const size_t other = (size_t)check_int(0, (int)length - 1);
        const char c = text[at];
        text[at] = text[other];
        text[other] = c;
    } else {
        char piece[16];
        const char *from = pieces[check_int(0, (int)(sizeof pieces / sizeof *pieces) - 1)];
        size_t size = strlen(from);
        if (kind == 4 && length > 0) {
            from = text + at;
            size = length - at < sizeof piece ? length - at : sizeof piece;
        }
        if (length + size > room) return length;
        memcpy(piece, from, size);
        memmove(text + at + size, text + at, length - at);
        memcpy(text + at, piece, size);
        length += size;
    }
    return length;
}

static void changed_texts_are_refused_when_jansson_refuses_them(void) {
    enum { ROOM = 1 << 16, LONGEST = 240 };
    char *buffer = malloc(ROOM);
    CHECK(buffer != NULL);
    long accepted = 0;
    CHECK_CASES(check_scaled(200000)) {
        snw_text text = snw_text_over(buffer, ROOM);
        add_random_value(&text, 3);
        size_t length = text.length;
        if (snw_text_is_cut(&text) || length > LONGEST) continue;
        for (int changes = check_int(1, 3); changes > 0; changes--) {
            length = mutate(buffer, length, LONGEST);
        }
        accepted += agrees_with_jansson(buffer, length);
    }
    // the changes must leave both kinds in number, or the comparison would say little
    CHECK(accepted > check_case / 20 && accepted < check_case - check_case / 4);
    free(buffer);
}

int main(void) {
    RUN(texts_of_the_grammar_give_their_events);
    RUN(a_zero_inside_a_string_is_text);
    RUN(wrong_values_are_named_with_place_and_way_out);
    RUN(wrong_numbers_are_named_with_place_and_way_out);
    RUN(wrong_strings_are_named_with_place_and_way_out);
    RUN(wrong_brackets_are_named_with_place_and_way_out);
    RUN(every_event_knows_its_line_and_column);
    RUN(a_text_cut_at_any_byte_is_an_error_with_a_place);
    RUN(skipping_goes_past_whole_values);
    RUN(skipping_a_broken_value_says_why);
    RUN(nesting_ends_at_256_levels);
    RUN(brackets_are_told_apart_at_every_level);
    RUN(values_end_at_two_million);
    RUN(texts_end_at_sixteen_megabytes);
    RUN(decoded_strings_end_at_the_scratch_and_plain_ones_do_not);
    RUN(hostile_bytes_are_refused);
    RUN(escapes_of_all_characters_mean_the_same_to_jansson);
    RUN(random_texts_of_the_grammar_mean_the_same_to_jansson);
    RUN(changed_texts_are_refused_when_jansson_refuses_them);
    return check_report();
}
