// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <errno.h>
#include <string.h>

#include "../../../src/runtime/record/inside.h"
#include "check.h"
#include "sinew/os/file.h"
#include "sinew/record.h"

static char path[300], other[300];

static void drop(const char *name) {
    if (snw_file_exists(name)) CHECK(snw_file_remove(name, NULL) == SNW_OK);
}

static void set_names(void) {
    (void)snprintf(path, sizeof path, "%s/record-store-a", SNW_BINARY_DIR);
    (void)snprintf(other, sizeof other, "%s/record-store-b", SNW_BINARY_DIR);
    drop(path);
    drop(other);
}

static void a_disk_appends_cuts_and_reads_back(void) {
    set_names();
    snw_disk disk;
    const snw_store store = snw_store_disk(&disk);
    CHECK(store.close(store.context) == 0);
    CHECK(store.open(store.context, path) == 0);
    size_t written = 0;
    CHECK(store.write(store.context, "hello world", 11, &written) == 0 && written == 11);
    CHECK(store.sync(store.context) == 0);
    CHECK(store.cut(store.context, 6) == 0);
    CHECK(store.write(store.context, "there", 5, &written) == 0 && written == 5);
    CHECK(store.close(store.context) == 0);
    // a name that exists is refused
    CHECK(store.open(store.context, path) == EEXIST);
    CHECK(store.open(store.context, "/nonexistent/x") == ENOENT);

    snw_source_bytes source;
    CHECK(snw_source_open(&source, path, NULL) == SNW_OK && source.size == 11);
    char text[12] = {0};
    CHECK(source.read(source.context, 0, text, 11) == 0);
    CHECK_TEXT(text, "hello there");
    CHECK(source.read(source.context, 9, text, 5) == EIO);
    snw_source_close(&source);
    CHECK(source.read == NULL);
    drop(path);
}

static void only_files_are_sources(void) {
    snw_source_bytes source;
    snw_why why = {0};
    CHECK(snw_source_open(&source, SNW_BINARY_DIR, &why) == SNW_ERR_ARGUMENT);
    CHECK(snw_source_open(&source, "/dev/null", &why) == SNW_ERR_ARGUMENT && why.text[0] != '\0');
    CHECK(snw_source_open(&source, "/nonexistent", &why) == SNW_ERR_NOT_FOUND);
}

static void publishing_never_replaces(void) {
    set_names();
    CHECK(snw_file_write(path, "new", 3, NULL) == SNW_OK);
    CHECK(snw_file_write(other, "old!", 4, NULL) == SNW_OK);
    CHECK(snw__store_publish(path, other, NULL) == SNW_ERR_DUPLICATE);
    CHECK(snw_file_exists(path));
    drop(other);
    CHECK(snw__store_publish(path, other, NULL) == SNW_OK);
    CHECK(!snw_file_exists(path) && snw_file_exists(other));
    drop(other);
}

int main(void) {
    RUN(a_disk_appends_cuts_and_reads_back);
    RUN(only_files_are_sources);
    RUN(publishing_never_replaces);
    return check_report();
}
