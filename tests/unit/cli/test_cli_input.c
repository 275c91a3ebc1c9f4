// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <string.h>

#include "check.h"
#include "cli.h"

// a stream with `size` bytes of a pattern
static FILE *stream_of(size_t size) {
    FILE *stream = tmpfile();
    CHECK(stream != NULL);
    for (size_t i = 0; i < size; i++) {
        (void)fputc((int)(i % 251), stream);
    }
    rewind(stream);
    return stream;
}

static void a_dash_reads_the_stream_whole(void) {
    static const size_t sizes[] = {0, 1, 4094, 4095, 4096, 4097, 8191, 8192, 100000};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const cli_io io = {.in = stream_of(sizes[i])};
        snw_file_content content;
        CHECK(cli_read_file(&io, "-", 1 << 20, &content, NULL) == SNW_OK);
        CHECK(content.size == sizes[i]);
        CHECK(content.data[content.size] == '\0');
        for (size_t k = 0; k < content.size; k++) {
            CHECK((unsigned char)content.data[k] == k % 251);
        }
        snw_file_free(&content);
        (void)fclose(io.in);
    }
}

static void more_than_the_limit_is_refused(void) {
    for (size_t size = 9; size <= 11; size++) {
        const cli_io io = {.in = stream_of(size)};
        snw_file_content content;
        snw_why why;
        const snw_status expected = size > 10 ? SNW_ERR_TOO_LARGE : SNW_OK;
        CHECK(cli_read_file(&io, "-", 10, &content, &why) == expected);
        if (expected == SNW_OK) {
            snw_file_free(&content);
        } else {
            CHECK(why.code == SNW_ERR_TOO_LARGE && why.numbers[0].value == 10);
            CHECK_TEXT(why.subject, "standard input");
        }
        (void)fclose(io.in);
    }
}

static void a_stream_that_cannot_be_read_is_an_error(void) {
    const cli_io io = {.in = fopen("/dev/null", "w")};
    snw_file_content content;
    snw_why why;
    CHECK(io.in != NULL);
    CHECK(cli_read_file(&io, "-", 10, &content, &why) == SNW_ERR_IO);
    CHECK(why.code == SNW_ERR_IO);
    (void)fclose(io.in);
}

static void any_other_name_is_a_file(void) {
    const cli_io io = {.in = NULL};
    snw_file_content content;
    snw_why why;
    CHECK(cli_read_file(&io, SNW_SOURCE_DIR "/src/LAYERS", 1 << 20, &content, &why) == SNW_OK);
    CHECK(strstr(content.data, "base") != NULL);
    snw_file_free(&content);
    CHECK(cli_read_file(&io, SNW_SOURCE_DIR "/src/LAYERS", 10, &content, &why) ==
          SNW_ERR_TOO_LARGE);
    CHECK(cli_read_file(&io, "./no/such/file", 10, &content, &why) == SNW_ERR_NOT_FOUND);
}

int main(void) {
    RUN(a_dash_reads_the_stream_whole);
    RUN(more_than_the_limit_is_refused);
    RUN(a_stream_that_cannot_be_read_is_an_error);
    RUN(any_other_name_is_a_file);
    return check_report();
}
