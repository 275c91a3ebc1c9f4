// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/base.h"

#include <math.h>

#include "check.h"

static char buffer[512];

static snw_text empty_text(void) {
    return snw_text_over(buffer, sizeof buffer);
}

static void every_kind_of_value_has_its_comma_and_its_name(void) {
    static const double q[] = {0, 0.5, -1};
    snw_text text = empty_text();
    snw_json_writer json = snw_json_over(&text);
    snw_json_object(&json, NULL);
    snw_json_string(&json, "name", "left \"arm\"");
    snw_json_int(&json, "dof", -7);
    snw_json_bool(&json, "ok", true);
    snw_json_bool(&json, "late", false);
    snw_json_null(&json, "tool");
    snw_json_string(&json, "base", NULL);
    snw_json_reals(&json, "q", q, 3);
    snw_json_reals(&json, "none", q, 0);
    snw_json_raw(&json, "made");
    snw_text_add(&text, "[1]", 3);
    snw_json_end(&json);
    CHECK_TEXT(buffer, "{\"name\":\"left \\\"arm\\\"\",\"dof\":-7,\"ok\":true,\"late\":false,"
                       "\"tool\":null,\"base\":null,\"q\":[0,0.5,-1],\"none\":[],\"made\":[1]}");
    CHECK(json.depth == 0);
}

static void numbers_are_always_finite(void) {
    const double values[] = {(double)NAN, (double)INFINITY, -(double)INFINITY, 0.1};
    snw_text text = empty_text();
    snw_json_writer json = snw_json_over(&text);
    snw_json_reals(&json, NULL, values, 4);
    CHECK_TEXT(buffer, "[null,null,null,0.1]");
}

static void a_name_from_a_file_is_escaped(void) {
    snw_text text = empty_text();
    snw_json_writer json = snw_json_over(&text);
    snw_json_object(&json, NULL);
    snw_json_int(&json, "a\":1,\"b", 2);
    snw_json_end(&json);
    CHECK_TEXT(buffer, "{\"a\\\":1,\\\"b\":2}");
}

static void levels_know_their_own_commas_and_brackets(void) {
    snw_text text = empty_text();
    snw_json_writer json = snw_json_over(&text);
    snw_json_array(&json, NULL);
    snw_json_object(&json, NULL);
    snw_json_array(&json, "a");
    snw_json_end(&json);
    snw_json_array(&json, "b");
    snw_json_int(&json, NULL, 1);
    snw_json_array(&json, NULL);
    snw_json_end(&json);
    snw_json_end(&json);
    snw_json_end(&json);
    snw_json_object(&json, NULL);
    snw_json_end(&json);
    snw_json_end(&json);
    CHECK_TEXT(buffer, "[{\"a\":[],\"b\":[1,[]]},{}]");
}

static void all_levels_of_the_depth_are_told_apart(void) {
    snw_text text = empty_text();
    snw_json_writer json = snw_json_over(&text);
    for (int i = 0; i < SNW_JSON_WRITE_DEPTH; i++) {
        if (i % 3 == 0) {
            snw_json_object(&json, NULL);
        } else {
            snw_json_array(&json, i % 3 == 1 ? "a" : NULL);
        }
    }
    for (int i = 0; i < SNW_JSON_WRITE_DEPTH; i++) {
        snw_json_end(&json);
    }
    CHECK(json.depth == 0);
    char stack[SNW_JSON_WRITE_DEPTH];
    int depth = 0;
    for (const char *at = buffer; *at != '\0'; at++) {
        if (*at == '{' || *at == '[') stack[depth++] = *at;
        if (*at == '}') CHECK(stack[--depth] == '{');
        if (*at == ']') CHECK(stack[--depth] == '[');
    }
    CHECK(depth == 0);
}

static void line_ends_stand_behind_commas(void) {
    snw_text text = empty_text();
    snw_json_writer json = snw_json_over(&text);
    snw_json_array(&json, NULL);
    for (int i = 0; i < 2; i++) {
        snw_json_new_line(&json);
        snw_json_int(&json, NULL, i);
    }
    snw_json_new_line(&json);
    snw_json_end(&json);
    CHECK_TEXT(buffer, "[\n0,\n1\n]");
}

static void members_are_added_to_an_object_of_somebody_else(void) {
    snw_text text = empty_text();
    snw_text_add(&text, "{", 1);
    snw_json_writer first = snw_json_inside(&text, false);
    snw_json_int(&first, "a", 1);
    snw_json_writer second = snw_json_inside(&text, true);
    snw_json_array(&second, "b");
    snw_json_end(&second);
    snw_json_bool(&second, "c", true);
    snw_json_end(&second);
    CHECK_TEXT(buffer, "{\"a\":1,\"b\":[],\"c\":true}");
}

int main(void) {
    RUN(every_kind_of_value_has_its_comma_and_its_name);
    RUN(numbers_are_always_finite);
    RUN(a_name_from_a_file_is_escaped);
    RUN(levels_know_their_own_commas_and_brackets);
    RUN(all_levels_of_the_depth_are_told_apart);
    RUN(line_ends_stand_behind_commas);
    RUN(members_are_added_to_an_object_of_somebody_else);
    return check_report();
}
