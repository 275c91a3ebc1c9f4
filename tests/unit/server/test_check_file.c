// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE // NOLINT: the C library has chosen this name
#include "check.h"

#include <string.h>

#include "../os/scratch.h"
#include "sinew/server.h"

// The other program that reads a file of a client first: what it may use, and what its end means.
// Shell scripts stand in its place, and once it is `sinew` itself.

// a script at a path of its own
static scratch_name make_script(const char *name, const char *body) {
    const scratch_name path = scratch(name);
    char text[512];
    (void)snprintf(text, sizeof text, "#!/bin/sh\n%s\n", body);
    scratch_put(path.text, text);
    CHECK(chmod(path.text, 0700) == 0);
    return path;
}

static void the_limits_hold_for_the_program(void) {
    snw_why why = {0};
    // in seconds, and in units of 1,024 bytes
    const scratch_name limits = make_script("limits", "echo \"$(ulimit -t) $(ulimit -v)\" >&2\n"
                                                      "exit 1");
    CHECK(snw_server_check_file(limits.text, "x.urdf", &why) == SNW_ERR_CHECK);
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    // such a build reserves terabytes
    CHECK_TEXT(why.text, "5 unlimited");
#else
    CHECK_TEXT(why.text, "5 2097152");
#endif
    CHECK_TEXT(why.subject, "x.urdf");
    const scratch_name endless = make_script("endless", "while :; do :; done");
    CHECK(snw_server_check_file(endless.text, "x.urdf", &why) == SNW_ERR_TOO_LARGE);
    CHECK_TEXT(why.subject, "x.urdf");
    CHECK(why.fix[0] != '\0');
}

static void the_program_is_asked_about_a_robot_or_a_cell(void) {
    snw_why why = {0};
    const scratch_name good = make_script("good", "exit 0");
    CHECK(snw_server_check_file(good.text, "x.urdf", &why) == SNW_OK);
    const scratch_name words = make_script("words", "echo \"$*\" >&2\nexit 1");
    CHECK(snw_server_check_file(words.text, "a/x.urdf", &why) == SNW_ERR_CHECK);
    CHECK_TEXT(why.text, "model check --quiet a/x.urdf");
    // what a cell of somebody else names must be near by
    CHECK(snw_server_check_file(words.text, "a/x.cell.xml", &why) == SNW_ERR_CHECK);
    CHECK_TEXT(why.text, "cell check --quiet --contained a/x.cell.xml");
    // findings are on standard output, and the first error is the reason
    const scratch_name finds = make_script("finds", "echo 'x.urdf:1:2: warning: a'\n"
                                                    "echo 'x.urdf:3:4: error: b: c; d'\n"
                                                    "echo 'x.urdf:5:6: error: e'\nexit 3");
    CHECK(snw_server_check_file(finds.text, "x.urdf", &why) == SNW_ERR_CHECK);
    CHECK_TEXT(why.text, "b: c; d");
    const scratch_name silent = make_script("silent", "exit 3");
    CHECK(snw_server_check_file(silent.text, "x.urdf", &why) == SNW_ERR_CHECK);
    CHECK(why.text[0] != '\0');
    CHECK(snw_server_check_file(scratch("nothing").text, "x.urdf", &why) == SNW_ERR_NOT_FOUND);
}

// Seen once: 300 bytes that expand for ever kept every way of stopping shut.
static void a_macro_that_calls_itself_is_refused_by_sinew(void) {
    static const char text[] =
        "<robot name=\"r\" xmlns:xacro=\"http://www.ros.org/wiki/xacro\">"
        "<xacro:macro name=\"m\" params=\"i\"><link name=\"a${i}\"/><xacro:m i=\"${i+1}\"/>"
        "<xacro:m i=\"${i+1}\"/></xacro:macro><xacro:m i=\"0\"/></robot>";
    const scratch_name path = scratch("m.urdf.xacro");
    snw_why why = {0};
    scratch_put(path.text, text);
    const snw_status status = snw_server_check_file(SNW_BINARY_DIR "/sinew", path.text, &why);
    CHECK(snw_failed(status) && why.text[0] != '\0');
    // as it says itself, unless a slow build has used its time
    CHECK(status == SNW_ERR_TOO_LARGE || strstr(why.text, "macros call each other") != NULL);
    // and a good one is not
    const scratch_name good = scratch("good.urdf");
    scratch_put(good.text, "<robot name=\"r\"><link name=\"a\"/></robot>");
    CHECK(snw_server_check_file(SNW_BINARY_DIR "/sinew", good.text, &why) == SNW_OK);
}

int main(void) {
    scratch_open();
    RUN(the_limits_hold_for_the_program);
    RUN(the_program_is_asked_about_a_robot_or_a_cell);
    RUN(a_macro_that_calls_itself_is_refused_by_sinew);
    return check_report();
}
