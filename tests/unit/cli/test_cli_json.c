// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _POSIX_C_SOURCE 200809L

#include "capture.h"
#include "json.h"
#include "sample.h"

static captured dump(const char *line) {
    captured result = capture_line(&sample_program, line);
    CHECK(result.exit_code == 0);
    CHECK(json_is_valid(result.out));
    CHECK_TEXT(result.err, "");
    return result;
}

static void has(const captured *result, const char *fragment) {
    if (strstr(result->out, fragment) == NULL) print_error("%s\n", fragment);
    CHECK(strstr(result->out, fragment) != NULL);
}

static void the_judge_knows_json_from_other_texts(void) {
    static const char *const good[] = {"{}", "[1, -2.5e+3, 0.1]", "{\"a\":{\"b\":[null,true]}}\n",
                                       "\"\\u00e9\\n\"", "0"};
    static const char *const bad[] = {"",       "{",         "{} {}", "[1,]", "{\"a\"}", "'a'",
                                      "\"\n\"", "\"\\x1b\"", "01",    "1.",   "nan",     "{a:1}"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        CHECK(json_is_valid(good[i]));
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        CHECK(!json_is_valid(bad[i]));
    }
}

static void the_whole_table_is_written_as_one_value(void) {
    captured result = dump("p --help --json");
    has(&result, "{\"program\":\"sample\",\"version\":\"");
    has(&result, "\"global_options\":[{\"name\":\"help\",\"letter\":\"h\",\"kind\":\"flag\",");
    has(&result, "{\"name\":\"sum\",\"group\":\"First\",\"summary\":\"Numbers as arguments.\"");
    has(&result, "{\"name\":\"shape draw\",\"group\":\"Second\"");
    has(&result, "{\"name\":\"shape list\",\"group\":\"Second\",\"summary\":\"No options.\","
                 "\"arguments\":[],\"options\":[],\"examples\":[]}");
    captured_free(&result);
}

static void a_parameter_has_all_its_members(void) {
    captured result = dump("p --json shape draw --help");
    has(&result, "{\"name\":\"shape\",\"letter\":\"s\",\"kind\":\"choice\",\"required\":true,"
                 "\"repeats\":false,\"choices\":[\"ball\",\"box\",\"cone\"],"
                 "\"sentence\":\"What to draw.\"}");
    has(&result, "{\"name\":\"at\",\"kind\":\"reals\",\"required\":false,\"repeats\":false,"
                 "\"default\":\"0,0,0\",\"low\":-10,\"high\":10,\"least\":3,\"most\":3,"
                 "\"unit\":\"m\",\"sentence\":\"Where its centre is.\"}");
    has(&result, "\"low\":0,\"high\":null,\"unit\":\"rad\"");
    has(&result, "{\"name\":\"set\",\"kind\":\"text\",\"required\":false,\"repeats\":true,");
    has(&result, "\"arguments\":[{\"name\":\"picture\",\"kind\":\"file\",\"required\":true,");
    has(&result, "\"examples\":[{\"line\":\"sample shape draw a.png\",\"sentence\":\"Draws.\"}]");
    CHECK(strstr(result.out, "shape list") == NULL);
    captured_free(&result);
}

static void a_noun_selects_its_commands(void) {
    captured result = dump("p --json shape --help");
    has(&result, "shape list");
    has(&result, "shape draw");
    CHECK(strstr(result.out, "\"sum\"") == NULL);
    captured_free(&result);
}

int main(void) {
    RUN(the_judge_knows_json_from_other_texts);
    RUN(the_whole_table_is_written_as_one_value);
    RUN(a_parameter_has_all_its_members);
    RUN(a_noun_selects_its_commands);
    return check_report();
}
