// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE // NOLINT: the C library has chosen this name
#include "check.h"

#include <string.h>

#include <zlib.h>

#include "../../../src/runtime/server/tables.h"
#include "../os/scratch.h"
#include "sinew/os/directory.h"

static snw__files files;

static void open_files(void) {
    files = (snw__files){.items = calloc(SNW__FILES, sizeof *files.items)};
    CHECK(files.items != NULL);
}

static void close_files(void) {
    snw__files_cut(&files, 0);
    CHECK(files.count == 0);
    free(files.items);
}

static const snw__file *find(const char *path) {
    return snw__files_find(&files, path, strlen(path));
}

static char *copy_of(const char *text, size_t size) {
    char *copy = malloc(size + 1);
    if (copy == NULL) abort();
    memcpy(copy, text, size);
    return copy;
}

// what zlib itself makes of the packed bytes
static void check_packed(const snw__file *file) {
    unsigned char *out = malloc(file->size);
    z_stream stream = {0};
    if (out == NULL) abort();
    CHECK(inflateInit2(&stream, 15 + 16) == Z_OK);
    stream.next_in = (unsigned char *)file->packed;
    stream.avail_in = (unsigned)file->packed_size;
    stream.next_out = out;
    stream.avail_out = (unsigned)file->size;
    CHECK(inflate(&stream, Z_FINISH) == Z_STREAM_END && stream.total_out == file->size);
    CHECK(memcmp(out, file->data, file->size) == 0);
    (void)inflateEnd(&stream);
    free(out);
}

static void files_are_found_by_their_whole_path_only(void) {
    open_files();
    char text[4000];
    memset(text, 'a', sizeof text);
    CHECK(snw__files_add(&files, "/a.js", copy_of(text, sizeof text), sizeof text, false) ==
          SNW_OK);
    CHECK(snw__files_add(&files, "/mesh/b.glb", copy_of("xyz", 3), 3, true) == SNW_OK);
    const snw__file *file = find("/a.js");
    CHECK(file != NULL && file->size == sizeof text && !file->for_ever);
    CHECK_TEXT(file->type, "text/javascript; charset=utf-8");
    CHECK(file->packed != NULL && file->packed_size < 100);
    check_packed(file);
    CHECK(find("/mesh/b.glb")->packed == NULL && find("/mesh/b.glb")->for_ever);
    static const char *const none[] = {"",      "/",      "/a.j",  "/a.jsx", "a.js",
                                       "/A.js", "//a.js", "/mesh", "/mesh/", "/mesh/b.glb/"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        CHECK(find(none[i]) == NULL);
    snw__files_cut(&files, 1);
    CHECK(find("/mesh/b.glb") == NULL && find("/a.js") != NULL);
    close_files();
}

static void marks_differ_where_contents_do(void) {
    open_files();
    CHECK(snw__files_add(&files, "/a.css", copy_of("one", 3), 3, false) == SNW_OK);
    CHECK(snw__files_add(&files, "/b.css", copy_of("two", 3), 3, false) == SNW_OK);
    CHECK(snw__files_add(&files, "/c.css", copy_of("one", 3), 3, false) == SNW_OK);
    CHECK_TEXT(find("/a.css")->mark, find("/c.css")->mark);
    CHECK(strcmp(find("/a.css")->mark, find("/b.css")->mark) != 0);
    CHECK(find("/a.css")->mark[0] == '"' && strlen(find("/a.css")->mark) == 18);
    close_files();
}

static void a_folder_becomes_a_page(void) {
    const char *folder = scratch_directory;
    scratch_open();
    CHECK(snw_directory_make(scratch("assets").text, 0700, NULL) == SNW_OK);
    static const char *const names[] = {"index.html", "assets/main.ABCDEFGH.js", "assets/plain.js",
                                        "assets/main.ABCDEFGH.js.gz", "secret.key"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        scratch_put(scratch(names[i]).text, names[i]);
    }
    open_files();
    CHECK(snw__files_read(&files, folder, NULL) == SNW_OK);
    CHECK(files.count == 3);
    CHECK(find("/") != NULL && find("/index.html") == NULL);
    CHECK_TEXT(find("/")->type, "text/html; charset=utf-8");
    CHECK(!find("/")->for_ever && find("/assets/main.ABCDEFGH.js")->for_ever);
    CHECK(!find("/assets/plain.js")->for_ever);
    // what is no part of a page is not served
    CHECK(find("/secret.key") == NULL && find("/assets/main.ABCDEFGH.js.gz") == NULL);
    close_files();
    snw_why why = {0};
    open_files();
    CHECK(snw_failed(snw__files_read(&files, "/nowhere/at/all", &why)) && why.text[0] != '\0');
    close_files();
}

int main(void) {
    RUN(files_are_found_by_their_whole_path_only);
    RUN(marks_differ_where_contents_do);
    RUN(a_folder_becomes_a_page);
    return check_report();
}
