// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "sinew/store.h"

#include <string.h>

#include "check.h"
#include "sinew/os.h"
#include "unit/os/scratch.h"

// a text stored under a name comes back through the reader of documents
static void a_name_in_gz_is_compressed_and_any_other_is_not(void) {
    char text[4000];
    memset(text, 'a', sizeof text);
    static const char *const names[] = {"a.urdf", "a.urdf.gz", "a.ecz"};
    for (int i = 0; i < 3; i++) {
        snw_why why;
        snw_source_file file;
        snw_file_content raw;
        const snw_file_reading how = snw_file_reading_defaults();
        const scratch_name place = scratch(names[i]);
        const char *path = place.text;
        CHECK(snw_text_store(path, text, sizeof text, &why) == SNW_OK);
        CHECK(snw_file_read(path, &how, &raw, &why) == SNW_OK);
        CHECK((raw.size < sizeof text / 10) == (i > 0));
        snw_file_free(&raw);
        CHECK(snw_source_read(&file, path, SNW_DOCUMENT_BYTES, &why) == SNW_OK);
        CHECK(file.source.length == sizeof text &&
              memcmp(file.source.bytes, text, sizeof text) == 0);
        snw_source_free(&file);
    }
}

static void what_cannot_be_read_again_is_not_written(void) {
    snw_why why;
    const scratch_name place = scratch("large.xml.gz");
    const char *path = place.text;
    CHECK(snw_text_store(path, "", (size_t)SNW_DOCUMENT_BYTES + 1, &why) == SNW_ERR_TOO_LARGE);
    CHECK(!snw_file_exists(path));
    CHECK_TEXT(why.rule, "size");
}

int main(void) {
    scratch_open();
    RUN(a_name_in_gz_is_compressed_and_any_other_is_not);
    RUN(what_cannot_be_read_again_is_not_written);
    return check_report();
}
