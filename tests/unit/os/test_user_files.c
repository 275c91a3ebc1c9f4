// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE // NOLINT: the C library has chosen this name
#include "check.h"
#include "scratch.h"
#include "sinew/os/directory.h"

static snw_why why;
static char out[SCRATCH_PATH];

static const char *const variables[] = {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME",
                                        "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"};
enum { KINDS = 5 };

static void clear(void) {
    for (int i = 0; i < KINDS; i++)
        CHECK(unsetenv(variables[i]) == 0);
    CHECK(unsetenv("XDG_DATA_DIRS") == 0 && setenv("HOME", "/home/ada", 1) == 0);
}

static const char *of(snw_user_files kind) {
    CHECK(snw_user_directory(kind, out, sizeof out, &why) == SNW_OK);
    return out;
}

static void without_variables_the_places_are_in_the_home_directory(void) {
    clear();
    CHECK_TEXT(of(SNW_USER_CONFIG), "/home/ada/.config/sinew");
    CHECK_TEXT(of(SNW_USER_DATA), "/home/ada/.local/share/sinew");
    CHECK_TEXT(of(SNW_USER_STATE), "/home/ada/.local/state/sinew");
    CHECK_TEXT(of(SNW_USER_CACHE), "/home/ada/.cache/sinew");
    CHECK_TEXT(of(SNW_USER_RUNTIME), "/home/ada/.local/state/sinew/run");
}

static void each_variable_moves_its_own_kind(void) {
    for (int i = 0; i < KINDS; i++) {
        clear();
        CHECK(setenv(variables[i], "/else/where", 1) == 0);
        for (int kind = 0; kind < KINDS; kind++) {
            const char *found = of((snw_user_files)kind);
            // the runtime directory falls back to the state directory
            const int moved = kind == i || (kind == SNW_USER_RUNTIME && i == SNW_USER_STATE);
            CHECK((strncmp(found, "/else/where/sinew", 17) == 0) == moved);
        }
    }
}

static void a_relative_or_empty_variable_is_ignored(void) {
    clear();
    CHECK(setenv("XDG_CONFIG_HOME", "relative/path", 1) == 0);
    CHECK_TEXT(of(SNW_USER_CONFIG), "/home/ada/.config/sinew");
    CHECK(setenv("XDG_CONFIG_HOME", "", 1) == 0);
    CHECK_TEXT(of(SNW_USER_CONFIG), "/home/ada/.config/sinew");
}

static void no_home_is_a_refusal_only_when_it_is_needed(void) {
    clear();
    CHECK(unsetenv("HOME") == 0 && setenv("XDG_CACHE_HOME", "/cache", 1) == 0);
    CHECK_TEXT(of(SNW_USER_CACHE), "/cache/sinew");
    CHECK(snw_user_directory(SNW_USER_CONFIG, out, sizeof out, &why) == SNW_ERR_NOT_FOUND);
    CHECK(snw_user_directory(SNW_USER_RUNTIME, out, sizeof out, &why) == SNW_ERR_NOT_FOUND);
    CHECK(strstr(why.fix, "HOME"));
}

static void a_small_buffer_is_refused(void) {
    clear();
    const size_t needed = strlen("/home/ada/.config/sinew") + 1;
    for (size_t size = 0; size < needed; size++) {
        CHECK(snw_user_directory(SNW_USER_CONFIG, out, size, &why) == SNW_ERR_MEMORY);
    }
    CHECK(snw_user_directory(SNW_USER_CONFIG, out, needed, &why) == SNW_OK);
}

static void data_files_are_found_in_the_order_of_the_directories(void) {
    clear();
    static const char *const made[] = {"user",      "user/sinew",      "one", "one/sinew", "two",
                                       "two/sinew", "two/sinew/models"};
    for (size_t i = 0; i < sizeof made / sizeof made[0]; i++) {
        CHECK(mkdir(scratch(made[i]).text, 0755) == 0);
    }
    scratch_put(scratch("user/sinew/in-all").text, "");
    scratch_put(scratch("one/sinew/in-all").text, "");
    scratch_put(scratch("two/sinew/in-all").text, "");
    scratch_put(scratch("one/sinew/in-both").text, "");
    scratch_put(scratch("two/sinew/in-both").text, "");
    scratch_put(scratch("two/sinew/models/in-two").text, "");
    char dirs[4 * SCRATCH_PATH];
    (void)snprintf(dirs, sizeof dirs, "relative::%s:%s/", scratch("one").text, scratch("two").text);
    CHECK(setenv("XDG_DATA_HOME", scratch("user").text, 1) == 0);
    CHECK(setenv("XDG_DATA_DIRS", dirs, 1) == 0);

    CHECK(snw_data_find("in-all", out, sizeof out, &why) == SNW_OK);
    CHECK_TEXT(out, scratch("user/sinew/in-all").text);
    CHECK(snw_data_find("in-both", out, sizeof out, &why) == SNW_OK);
    CHECK_TEXT(out, scratch("one/sinew/in-both").text);
    CHECK(snw_data_find("models/in-two", out, sizeof out, &why) == SNW_OK);
    CHECK_TEXT(out, scratch("two/sinew/models/in-two").text);
    CHECK(snw_data_find("in-none", out, sizeof out, &why) == SNW_ERR_NOT_FOUND);
    CHECK_TEXT(why.file, "in-none");
    CHECK(snw_data_find("in-both", out, 5, &why) == SNW_ERR_MEMORY);

    // nothing outside can be named
    scratch_put(scratch("one/outside").text, "");
    CHECK(snw_data_find("../outside", out, sizeof out, &why) == SNW_ERR_ARGUMENT);
    CHECK(snw_data_find(scratch("one/outside").text, out, sizeof out, &why) == SNW_ERR_ARGUMENT);
    CHECK(snw_data_find("", out, sizeof out, &why) == SNW_ERR_ARGUMENT);
}

int main(void) {
    scratch_open();
    RUN(without_variables_the_places_are_in_the_home_directory);
    RUN(each_variable_moves_its_own_kind);
    RUN(a_relative_or_empty_variable_is_ignored);
    RUN(no_home_is_a_refusal_only_when_it_is_needed);
    RUN(a_small_buffer_is_refused);
    RUN(data_files_are_found_in_the_order_of_the_directories);
    return check_report();
}
