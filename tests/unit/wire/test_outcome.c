// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/wire/serve.h"

#include "check.h"

#include <string.h>

// Which answers count as a success: only those whose own member `ok` is true.

static void only_the_member_ok_of_the_answer_itself_counts(void) {
    static const struct {
        const char *answer;
        bool succeeded;
    } cases[] = {
        {"{\"ok\":true}", true},
        {"{\"id\":7,\"ok\":true,\"value\":\"x\"}\n", true},
        {"{ \"id\" : 7 , \"ok\" : true }", true},
        {"{\"value\":{\"list\":[1,[2],{\"ok\":false}]},\"ok\":true}", true},
        {"{\"\\u006fk\":true}", true}, // the same name, escaped
        {"{\"id\":7,\"ok\":false}", false},
        {"{\"id\":7,\"of\":{\"ok\":true},\"ok\":false}", false},
        {"{\"text\":\"\\\"ok\\\":true\",\"ok\":false}", false},
        {"{\"okay\":true}", false},
        {"{\"o\":true}", false},
        {"{\"ok\":\"true\"}", false},
        {"{\"ok\":1}", false},
        {"[\"ok\",true]", false},
        {"{\"id\":7,", false},
        {"\"ok\":true", false},
        {"", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const bool succeeded = snw_wire_succeeded(cases[i].answer, strlen(cases[i].answer));
        if (succeeded != cases[i].succeeded) print_error("%s\n", cases[i].answer);
        CHECK(succeeded == cases[i].succeeded);
    }
}

// an answer may be cut off behind its outcome, not in front of it
static void every_beginning_of_an_answer_is_judged(void) {
    static const char answer[] = "{\"id\":7,\"ok\":true,\"value\":\"a long text\"}";
    const size_t told = strlen("{\"id\":7,\"ok\":true");
    for (size_t length = 0; length < sizeof answer; length++) {
        CHECK(snw_wire_succeeded(answer, length) == (length >= told));
    }
}

int main(void) {
    RUN(only_the_member_ok_of_the_answer_itself_counts);
    RUN(every_beginning_of_an_answer_is_judged);
    return check_report();
}
