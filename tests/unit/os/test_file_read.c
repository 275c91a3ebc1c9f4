// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE // NOLINT: the C library has chosen this name
#include "sinew/os/file.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>

#include "check.h"
#include "scratch.h"
#include "sinew/os/thread.h"

static snw_file_content content;
static snw_why why;

// --- a read that can be watched and made to fail ------------------------------------------------
//
// This definition comes before that of the C library for everything that is linked to this program.

static struct {
    bool armed;
    int calls, fail_at;
} reads;

ssize_t read(int fd, void *buf, size_t nbytes) {
    if (!reads.armed) return (ssize_t)syscall(SYS_read, fd, buf, nbytes);
    if (++reads.calls == reads.fail_at) {
        errno = EIO;
        return -1;
    }
    // a few bytes at a time, and every third call broken by a signal
    if (reads.calls % 3 == 0) {
        errno = EINTR;
        return -1;
    }
    return (ssize_t)syscall(SYS_read, fd, buf, nbytes > 7 ? 7 : nbytes);
}

static void a_system_that_reads_in_pieces_still_reads_all_and_an_error_is_an_error(void) {
    const scratch_name path = scratch("pieces");
    const char text[] = "The quick brown fox jumps over the lazy dog, and so on and so forth.";
    scratch_put(path.text, text);
    memset(&reads, 0, sizeof reads);
    reads.armed = true;
    const snw_status status = snw_file_read(path.text, NULL, &content, &why);
    reads.armed = false;
    const int needed = reads.calls;
    CHECK(status == SNW_OK && content.size == strlen(text));
    CHECK_TEXT(content.data, text);
    snw_file_free(&content);
    for (int n = 1; n <= needed; n++) {
        reads.calls = 0;
        reads.fail_at = n;
        reads.armed = true;
        const snw_status failed = snw_file_read(path.text, NULL, &content, &why);
        reads.armed = false;
        CHECK(failed == SNW_ERR_IO && !content.data);
        CHECK_TEXT(why.file, path.text);
    }
}

static void a_file_is_read_whole_with_a_zero_behind_it(void) {
    const scratch_name path = scratch("whole");
    static char bytes[100000];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (char)check_bits();
    const size_t sizes[] = {0, 1, 2, 4095, 4096, 4097, sizeof bytes};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        FILE *file = fopen(path.text, "wb");
        CHECK(file && fwrite(bytes, 1, sizes[i], file) == sizes[i] && fclose(file) == 0);
        CHECK(snw_file_read(path.text, NULL, &content, &why) == SNW_OK);
        CHECK(content.size == sizes[i] && memcmp(content.data, bytes, sizes[i]) == 0);
        CHECK(content.data[content.size] == '\0');
        snw_file_free(&content);
        CHECK(!content.data && content.size == 0);
    }
}

static void a_file_is_read_up_to_the_limit_and_refused_beyond(void) {
    const scratch_name path = scratch("limit");
    scratch_put(path.text, "0123456789");
    snw_file_reading how = snw_file_reading_defaults();
    CHECK(how.limit == 16u << 20 && !how.setup && !how.special);
    how.limit = 10;
    CHECK(snw_file_read(path.text, &how, &content, &why) == SNW_OK);
    CHECK_TEXT(content.data, "0123456789");
    snw_file_free(&content);
    how.limit = 9;
    CHECK(snw_file_read(path.text, &how, &content, &why) == SNW_ERR_TOO_LARGE);
    CHECK(!content.data);
    CHECK_TEXT(why.file, path.text);
    CHECK(why.number_count == 2 && why.fix[0]);
    CHECK_NEAR(why.numbers[0].value, 10, 0);
    CHECK_NEAR(why.numbers[1].value, 9, 0);
    how.limit = 0;
    CHECK(snw_file_read(path.text, &how, &content, NULL) == SNW_ERR_TOO_LARGE);
}

// The file has holes only: 8 GiB that would take long to read and could not be kept.
static void a_huge_file_is_refused_before_it_is_read(void) {
    const scratch_name path = scratch("huge");
    scratch_put(path.text, "");
    CHECK(truncate(path.text, (off_t)8 << 30) == 0);
    CHECK(snw_file_read(path.text, NULL, &content, &why) == SNW_ERR_TOO_LARGE);
    CHECK_NEAR(why.numbers[0].value, 8.0 * (1 << 30), 0);
}

static void a_file_that_claims_to_be_empty_is_read_to_its_end_and_to_the_limit(void) {
    // the kernel says 0 bytes for these
    CHECK(snw_file_read("/proc/self/status", NULL, &content, &why) == SNW_OK);
    CHECK(strstr(content.data, "VmRSS") && strlen(content.data) == content.size);
    const size_t size = content.size;
    snw_file_free(&content);
    const snw_file_reading how = {.limit = size / 2};
    CHECK(snw_file_read("/proc/self/status", &how, &content, &why) == SNW_ERR_TOO_LARGE);
    // larger than the first block
    CHECK(snw_file_read("/proc/self/smaps", NULL, &content, &why) == SNW_OK);
    CHECK(content.size > 4096 && strlen(content.data) == content.size);
    snw_file_free(&content);
}

static void a_pipe_a_device_and_a_directory_are_refused_without_blocking(void) {
    const scratch_name pipe = scratch("pipe");
    CHECK(mkfifo(pipe.text, 0600) == 0);
    // a pipe without a writer would block: then the alarm ends the program
    (void)alarm(60);
    CHECK(snw_file_read(pipe.text, NULL, &content, &why) == SNW_ERR_ARGUMENT);
    CHECK_TEXT(why.file, pipe.text);
    CHECK(strstr(why.text, "pipe") && why.fix[0]);
    CHECK(snw_file_read("/dev/zero", NULL, &content, &why) == SNW_ERR_ARGUMENT);
    CHECK(snw_file_read(scratch_directory, NULL, &content, &why) == SNW_ERR_ARGUMENT);
    CHECK(strstr(why.text, "directory"));
    (void)alarm(0);
}

static void write_pipe(void *path) {
    scratch_put(path, "through the pipe");
}

static void a_pipe_is_read_when_asked_for(void) {
    scratch_name pipe = scratch("asked");
    CHECK(mkfifo(pipe.text, 0600) == 0);
    snw_thread_config config = snw_thread_defaults();
    config.run = write_pipe;
    config.context = pipe.text;
    snw_thread *thread = NULL;
    CHECK(snw_thread_open(&thread, &config, NULL) == SNW_OK);
    snw_file_reading how = snw_file_reading_defaults();
    how.special = true;
    CHECK(snw_file_read(pipe.text, &how, &content, &why) == SNW_OK);
    CHECK_TEXT(content.data, "through the pipe");
    snw_file_free(&content);
    CHECK(snw_thread_join(thread, -1) == SNW_OK);
    how.limit = 1000;
    CHECK(snw_file_read("/dev/zero", &how, &content, &why) == SNW_ERR_TOO_LARGE);
}

static void a_file_that_is_not_there_is_named_in_the_reason(void) {
    const scratch_name path = scratch("missing/file");
    CHECK(snw_file_read(path.text, NULL, &content, &why) == SNW_ERR_NOT_FOUND);
    CHECK(why.code == SNW_ERR_NOT_FOUND);
    CHECK_TEXT(why.file, path.text);
    CHECK(why.text[0] && why.fix[0]);
    CHECK(snw_file_read("", NULL, &content, NULL) == SNW_ERR_NOT_FOUND);
}

static int read_as_nobody(void) {
    const scratch_name path = scratch("secret");
    if (setresgid(65534, 65534, 65534) != 0 || setresuid(65534, 65534, 65534) != 0) return 99;
    return snw_file_read(path.text, NULL, &content, &why) == SNW_ERR_PERMISSION ? 0 : 1;
}

static void a_file_that_may_not_be_read_is_a_matter_of_permission(void) {
    const scratch_name path = scratch("secret");
    scratch_put(path.text, "x");
    CHECK(chmod(path.text, 0) == 0 && chmod(scratch_directory, 0755) == 0);
    if (geteuid() == 0) {
        CHECK(scratch_in_child(read_as_nobody) == 0);
    } else {
        CHECK(snw_file_read(path.text, NULL, &content, &why) == SNW_ERR_PERMISSION);
    }
}

static void the_content_can_stand_in_a_set_up_arena(void) {
    const scratch_name path = scratch("setup");
    scratch_put(path.text, "into the arena");
    snw_setup *setup = snw_setup_create(4096);
    CHECK(setup != NULL);
    snw_file_reading how = snw_file_reading_defaults();
    how.setup = setup;
    CHECK(snw_file_read(path.text, &how, &content, &why) == SNW_OK);
    CHECK_TEXT(content.data, "into the arena");
    CHECK(content.size == 14 && snw_setup_size(setup) >= 15);
    snw_setup_destroy(setup);

    // one that is too small says so, and nothing leaks
    setup = snw_setup_create(8);
    how.setup = setup;
    content = (snw_file_content){0};
    CHECK(snw_file_read(path.text, &how, &content, &why) == SNW_ERR_MEMORY);
    CHECK(!content.data && why.code == SNW_ERR_MEMORY);
    snw_setup_destroy(setup);
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
static int read_with_little_memory(void) {
    const scratch_name path = scratch("large");
    const struct rlimit limit = {(rlim_t)256 << 20, (rlim_t)256 << 20};
    if (setrlimit(RLIMIT_AS, &limit) != 0) return 99;
    const snw_file_reading how = {.limit = SIZE_MAX};
    if (snw_file_read(path.text, &how, &content, &why) != SNW_ERR_MEMORY) return 1;
    return content.data ? 2 : 0;
}

static void too_little_memory_is_a_refusal(void) {
    const scratch_name path = scratch("large");
    scratch_put(path.text, "");
    CHECK(truncate(path.text, (off_t)1 << 30) == 0);
    CHECK(scratch_in_child(read_with_little_memory) == 0);
}
#endif

static void existence_and_kind_are_told_apart(void) {
    const scratch_name file = scratch("is-file"), link = scratch("is-link"), none = scratch("none");
    scratch_put(file.text, "");
    CHECK(symlink(scratch_directory, link.text) == 0);
    CHECK(snw_file_exists(file.text) && !snw_file_is_directory(file.text));
    CHECK(snw_file_exists(scratch_directory) && snw_file_is_directory(scratch_directory));
    CHECK(snw_file_exists(link.text) && snw_file_is_directory(link.text));
    CHECK(!snw_file_exists(none.text) && !snw_file_is_directory(none.text));
}

static void a_real_path_has_no_links_left(void) {
    const scratch_name file = scratch("real-file"), link = scratch("real-link");
    char expected[SCRATCH_PATH], found[SCRATCH_PATH];
    scratch_put(file.text, "");
    CHECK(symlink("real-file", link.text) == 0);
    (void)snprintf(expected, sizeof expected, "%s", file.text);
    CHECK(snw_file_real_path(link.text, found, sizeof found, &why) == SNW_OK);
    CHECK_TEXT(found, expected);
    CHECK(snw_file_real_path(link.text, found, strlen(expected), &why) == SNW_ERR_MEMORY);
    CHECK(snw_file_real_path(link.text, found, strlen(expected) + 1, &why) == SNW_OK);
    CHECK(snw_file_real_path(scratch("none").text, found, sizeof found, &why) == SNW_ERR_NOT_FOUND);
}

int main(void) {
    scratch_open();
    RUN(a_file_is_read_whole_with_a_zero_behind_it);
    RUN(a_system_that_reads_in_pieces_still_reads_all_and_an_error_is_an_error);
    RUN(a_file_is_read_up_to_the_limit_and_refused_beyond);
    RUN(a_huge_file_is_refused_before_it_is_read);
    RUN(a_file_that_claims_to_be_empty_is_read_to_its_end_and_to_the_limit);
    RUN(a_pipe_a_device_and_a_directory_are_refused_without_blocking);
    RUN(a_pipe_is_read_when_asked_for);
    RUN(a_file_that_is_not_there_is_named_in_the_reason);
    RUN(a_file_that_may_not_be_read_is_a_matter_of_permission);
    RUN(the_content_can_stand_in_a_set_up_arena);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    RUN(too_little_memory_is_a_refusal);
#endif
    RUN(existence_and_kind_are_told_apart);
    RUN(a_real_path_has_no_links_left);
    return check_report();
}
