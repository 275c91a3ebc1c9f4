// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE // NOLINT: the C library has chosen this name
#include "sinew/os/directory.h"

#include "../../../src/core/os/inside.h"
#include "check.h"
#include "scratch.h"

static snw_why why;

static int is_directory(const char *path) {
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

static void all_directories_on_the_way_are_made_and_existing_ones_stay(void) {
    const scratch_name path = scratch("a/b//c/"), top = scratch("a");
    const mode_t before = umask(022);
    CHECK(snw_directory_make(path.text, 0700, &why) == SNW_OK);
    CHECK(is_directory(path.text));
    struct stat info;
    CHECK(stat(top.text, &info) == 0 && (info.st_mode & 0777) == 0700);
    CHECK(snw_directory_make(path.text, 0755, &why) == SNW_OK);
    CHECK(stat(top.text, &info) == 0 && (info.st_mode & 0777) == 0700);
    CHECK(snw_directory_make("/", 0755, &why) == SNW_OK);
    CHECK(snw_directory_make(".", 0755, &why) == SNW_OK);
    (void)umask(before);
}

static void a_file_on_the_way_is_a_clear_refusal(void) {
    const scratch_name file = scratch("file"), below = scratch("file/below/deep");
    scratch_put(file.text, "x");
    CHECK(snw_directory_make(below.text, 0755, &why) == SNW_ERR_NOT_FOUND);
    CHECK_TEXT(why.file, below.text);
    CHECK(snw_directory_make(file.text, 0755, &why) == SNW_ERR_NOT_FOUND);
    CHECK(scratch_holds(file.text, "x", 1));
    CHECK(snw_directory_make("", 0755, &why) == SNW_ERR_NOT_FOUND);
    static char path[5000];
    memset(path, 'a', sizeof path - 1);
    CHECK(snw_directory_make(path, 0755, &why) == SNW_ERR_ARGUMENT);
}

static void a_listing_is_complete_and_sorted_by_bytes(void) {
    const scratch_name path = scratch("list");
    CHECK(mkdir(path.text, 0755) == 0);
    // made in a scrambled order: 7 is a generator of 0..999 with 3 as the step
    for (int i = 0; i < 1000; i++) {
        char name[32];
        (void)snprintf(name, sizeof name, "list/f%03d", (7 + 3 * i) % 1000);
        scratch_put(scratch(name).text, "");
    }
    CHECK(mkdir(scratch("list/Z").text, 0755) == 0);
    CHECK(symlink("Z", scratch("list/link").text) == 0);
    CHECK(symlink("nowhere", scratch("list/broken").text) == 0);
    scratch_put(scratch("list/.hidden").text, "");

    snw_directory list;
    CHECK(snw_directory_list(path.text, 1004, &list, &why) == SNW_OK);
    CHECK(list.count == 1004);
    CHECK_TEXT(list.entries[0].name, ".hidden");
    CHECK_TEXT(list.entries[1].name, "Z");
    CHECK_TEXT(list.entries[2].name, "broken");
    CHECK(list.entries[1].is_directory && !list.entries[2].is_directory);
    for (int i = 0; i < 1000; i++) {
        char name[32];
        (void)snprintf(name, sizeof name, "f%03d", i);
        CHECK_TEXT(list.entries[3 + i].name, name);
        CHECK(!list.entries[3 + i].is_directory);
    }
    CHECK_TEXT(list.entries[1003].name, "link");
    CHECK(list.entries[1003].is_directory);
    snw_directory_free(&list);
    CHECK(list.count == 0 && !list.entries);

    CHECK(snw_directory_list(path.text, 1003, &list, &why) == SNW_ERR_TOO_LARGE);
    CHECK_TEXT(why.file, path.text);
}

static void empty_and_missing_directories_are_told_apart(void) {
    const scratch_name empty = scratch("empty"), file = scratch("not-a-directory");
    CHECK(mkdir(empty.text, 0755) == 0);
    scratch_put(file.text, "");
    snw_directory list;
    CHECK(snw_directory_list(empty.text, 0, &list, &why) == SNW_OK);
    CHECK(list.count == 0);
    snw_directory_free(&list);
    CHECK(snw_directory_list(scratch("missing").text, 10, &list, &why) == SNW_ERR_NOT_FOUND);
    CHECK(snw_directory_list(file.text, 10, &list, &why) == SNW_ERR_NOT_FOUND);
}

static void the_current_directory_is_where_we_are(void) {
    char before[SCRATCH_PATH], found[SCRATCH_PATH];
    CHECK(getcwd(before, sizeof before) && chdir(scratch_directory) == 0);
    const size_t length = strlen(scratch_directory);
    const snw_status status = snw__directory_current(found, sizeof found, &why);
    const snw_status exact = snw__directory_current(found, length + 1, &why);
    char small[SCRATCH_PATH];
    const snw_status short_by_one = snw__directory_current(small, length, &why);
    const snw_status none = snw__directory_current(small, 0, &why);
    CHECK(chdir(before) == 0);
    CHECK(status == SNW_OK && exact == SNW_OK);
    CHECK_TEXT(found, scratch_directory);
    CHECK(short_by_one == SNW_ERR_MEMORY && none == SNW_ERR_MEMORY);
}

int main(void) {
    scratch_open();
    RUN(all_directories_on_the_way_are_made_and_existing_ones_stay);
    RUN(a_file_on_the_way_is_a_clear_refusal);
    RUN(a_listing_is_complete_and_sorted_by_bytes);
    RUN(empty_and_missing_directories_are_told_apart);
    RUN(the_current_directory_is_where_we_are);
    return check_report();
}
