// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE // NOLINT: the C library has chosen this name
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/syscall.h>

#include "check.h"
#include "scratch.h"
#include "sinew/os/file.h"
#include "sinew/os/stop.h"
#include "sinew/os/thread.h"

static snw_why why;

// --- calls of the system that can be watched and made to fail -----------------------------------
//
// The definitions here come before those of the C library for everything that is linked to this
// program. While armed, they note each call and fail the one with number `fail_at`.

static struct {
    bool armed, pieces;
    int calls, fail_at;
    char log[64];
} calls;

static void arm(int fail_at, bool pieces) {
    memset(&calls, 0, sizeof calls);
    calls.armed = true;
    calls.pieces = pieces;
    calls.fail_at = fail_at;
}

static bool fails(char letter) {
    if (!calls.armed) return false;
    const int n = ++calls.calls;
    if (n < (int)sizeof calls.log) calls.log[n - 1] = letter;
    if (n == calls.fail_at) errno = EIO;
    return n == calls.fail_at;
}

ssize_t write(int fd, const void *buf, size_t n) {
    if (fails('w')) return -1;
    // a few bytes at a time, and every third call broken by a signal
    if (calls.pieces && calls.calls % 3 == 0) {
        errno = EINTR;
        return -1;
    }
    if (calls.pieces && n > 7) n = 7;
    return (ssize_t)syscall(SYS_write, fd, buf, n);
}

int fsync(int fd) {
    struct stat info;
    const bool directory = fstat(fd, &info) == 0 && S_ISDIR(info.st_mode);
    return fails(directory ? 'D' : 's') ? -1 : (int)syscall(SYS_fsync, fd);
}

int fchmod(int fd, mode_t mode) {
    return fails('m') ? -1 : (int)syscall(SYS_fchmod, fd, mode);
}

int renameat(int oldfd, const char *old, int newfd, const char *new) {
    return fails('r') ? -1 : (int)syscall(SYS_renameat2, oldfd, old, newfd, new, 0);
}

static mode_t mode_of(const char *path) {
    struct stat info;
    return stat(path, &info) == 0 ? info.st_mode & 07777 : 0;
}

// a directory for one test, empty
static scratch_name fresh(const char *name) {
    const scratch_name path = scratch(name);
    CHECK(mkdir(path.text, 0755) == 0);
    return path;
}

static scratch_name in(scratch_name directory, const char *name) {
    scratch_name path;
    CHECK(snprintf(path.text, sizeof path.text, "%.400s/%.100s", directory.text, name) > 0);
    return path;
}

static void what_is_written_is_there_and_nothing_else(void) {
    const scratch_name directory = fresh("plain"), path = in(directory, "file");
    static char bytes[300000];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (char)check_bits();
    const size_t sizes[] = {0, 1, 4096, sizeof bytes, 7};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        CHECK(snw_file_write(path.text, bytes, sizes[i], &why) == SNW_OK);
        CHECK(scratch_holds(path.text, bytes, sizes[i]));
        CHECK(scratch_count(directory.text) == 1);
    }
}

static void a_new_file_has_the_permissions_of_the_umask_and_an_old_one_keeps_its_own(void) {
    const scratch_name directory = fresh("modes"), path = in(directory, "file");
    const mode_t before = umask(027);
    CHECK(snw_file_write(path.text, "a", 1, &why) == SNW_OK);
    CHECK(mode_of(path.text) == 0640);
    CHECK(chmod(path.text, 0751) == 0);
    CHECK(snw_file_write(path.text, "b", 1, &why) == SNW_OK);
    CHECK(mode_of(path.text) == 0751);
    CHECK(snw_file_write_mode(path.text, "c", 1, 0600, &why) == SNW_OK);
    CHECK(mode_of(path.text) == 0600);
    CHECK(snw_file_write_mode(in(directory, "secret").text, "c", 1, 0600, &why) == SNW_OK);
    CHECK(mode_of(in(directory, "secret").text) == 0600);
    CHECK(snw_file_write_mode(in(directory, "open").text, "c", 1, 0666, &why) == SNW_OK);
    CHECK(mode_of(in(directory, "open").text) == 0666);
    (void)umask(before);

    // root does not take a file away from its owner
    if (geteuid() == 0) {
        struct stat info;
        CHECK(chown(path.text, 65534, 65534) == 0);
        CHECK(snw_file_write(path.text, "d", 1, &why) == SNW_OK);
        CHECK(stat(path.text, &info) == 0 && info.st_uid == 65534 && info.st_gid == 65534);
        CHECK(mode_of(path.text) == 0600);
    }
}

static void a_link_stays_and_the_file_behind_it_is_replaced(void) {
    const scratch_name directory = fresh("links"), path = in(directory, "file");
    const scratch_name link = in(directory, "link"), dangling = in(directory, "dangling");
    scratch_put(path.text, "old");
    CHECK(symlink("file", link.text) == 0 && symlink("nowhere", dangling.text) == 0);
    CHECK(snw_file_write(link.text, "new", 3, &why) == SNW_OK);
    CHECK(scratch_holds(path.text, "new", 3));
    struct stat info;
    CHECK(lstat(link.text, &info) == 0 && S_ISLNK(info.st_mode));
    CHECK(snw_file_write(dangling.text, "new", 3, &why) == SNW_ERR_NOT_FOUND);
    CHECK(scratch_count(directory.text) == 3);
}

static void names_up_to_the_longest_are_written_and_relative_ones_too(void) {
    const scratch_name directory = fresh("names");
    char name[257], path[SCRATCH_PATH];
    memset(name, 'n', sizeof name);
    name[255] = '\0';
    (void)snprintf(path, sizeof path, "%.200s/%s", directory.text, name);
    CHECK(snw_file_write(path, "x", 1, &why) == SNW_OK);
    CHECK(scratch_holds(path, "x", 1));
    CHECK(scratch_count(directory.text) == 1);

    char here[SCRATCH_PATH];
    CHECK(getcwd(here, sizeof here) && chdir(directory.text) == 0);
    const snw_status status = snw_file_write("relative", "y", 1, &why);
    CHECK(chdir(here) == 0);
    CHECK(status == SNW_OK);
    CHECK(scratch_holds(in(directory, "relative").text, "y", 1));
}

static void a_target_that_cannot_be_replaced_is_refused_and_stays(void) {
    const scratch_name directory = fresh("targets");
    char name[257], path[SCRATCH_PATH];
    memset(name, 'n', sizeof name);
    name[256] = '\0';
    (void)snprintf(path, sizeof path, "%.200s/%s", directory.text, name);
    CHECK(snw_file_write(path, "x", 1, &why) == SNW_ERR_ARGUMENT);
    CHECK(strstr(why.text, "too long") && why.fix[0]);

    const scratch_name below = in(directory, "directory"), pipe = in(directory, "pipe");
    CHECK(mkdir(below.text, 0755) == 0 && mkfifo(pipe.text, 0600) == 0);
    CHECK(snw_file_write(below.text, "x", 1, &why) == SNW_ERR_ARGUMENT);
    CHECK_TEXT(why.file, below.text);
    CHECK(snw_file_write(in(directory, "new/").text, "x", 1, &why) == SNW_ERR_ARGUMENT);
    CHECK(snw_file_write(pipe.text, "x", 1, &why) == SNW_ERR_ARGUMENT);
    CHECK(snw_file_write(in(directory, "none/file").text, "x", 1, &why) == SNW_ERR_NOT_FOUND);
    CHECK(snw_file_write(in(pipe, "file").text, "x", 1, &why) == SNW_ERR_NOT_FOUND);
    CHECK(snw_file_write("", "x", 1, &why) == SNW_ERR_NOT_FOUND);
    CHECK(scratch_count(directory.text) == 2);
}

// --- failures in the middle of writing ----------------------------------------------------------

// Permissions and content first, then the disk, then the name, then the name on the disk.
static void content_is_on_the_disk_before_the_name_and_the_name_before_the_end(void) {
    const scratch_name directory = fresh("order"), path = in(directory, "file");
    scratch_put(path.text, "old content");
    arm(0, false);
    const snw_status status = snw_file_write(path.text, "new content", 11, &why);
    calls.armed = false;
    CHECK(status == SNW_OK);
    CHECK_TEXT(calls.log, "mwsrD");
}

static void whichever_call_fails_the_old_file_or_the_whole_new_one_is_there(void) {
    const scratch_name directory = fresh("each"), path = in(directory, "file");
    snw_status status = SNW_ERR_IO;
    for (int n = 1; status != SNW_OK; n++) {
        scratch_put(path.text, "old content");
        arm(n, false);
        status = snw_file_write(path.text, "new content", 11, &why);
        calls.armed = false;
        CHECK(n <= 6);
        CHECK(status == (n <= 5 ? SNW_ERR_IO : SNW_OK));
        CHECK(scratch_holds(path.text, n <= 4 ? "old content" : "new content", 11));
        CHECK(scratch_count(directory.text) == 1);
        if (n == 5) CHECK(strstr(why.text, "though the file is written"));
    }
}

static void a_system_that_writes_in_pieces_still_writes_all(void) {
    const scratch_name directory = fresh("pieces"), path = in(directory, "file");
    char text[1000];
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = (char)check_bits();
    arm(0, true);
    const snw_status status = snw_file_write(path.text, text, sizeof text, &why);
    memset(&calls, 0, sizeof calls);
    CHECK(status == SNW_OK);
    CHECK(scratch_holds(path.text, text, sizeof text));
}

enum { LARGE = 1 << 20 };
static char large[LARGE];
static scratch_name victim;

static int write_beyond_the_size_limit(void) {
    // 64 KiB fit, then the system refuses; without a handler the signal would end the process
    const struct rlimit limit = {65536, 65536};
    (void)signal(SIGXFSZ, SIG_IGN);
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0) return 99;
    if (snw_file_write(victim.text, large, LARGE, &why) != SNW_ERR_IO) return 1;
    return strcmp(why.file, victim.text) == 0 && why.fix[0] ? 0 : 2;
}

static void a_write_that_breaks_off_leaves_the_old_file_and_no_temporary_one(void) {
    const scratch_name directory = fresh("limit");
    victim = in(directory, "file");
    scratch_put(victim.text, "old content");
    CHECK(scratch_in_child(write_beyond_the_size_limit) == 0);
    CHECK(scratch_holds(victim.text, "old content", 11));
    CHECK(scratch_count(directory.text) == 1);
    // a new file does not appear either
    victim = in(directory, "new");
    CHECK(scratch_in_child(write_beyond_the_size_limit) == 0);
    CHECK(scratch_count(directory.text) == 1);
}

static int descriptors_left;

static int write_with_few_descriptors(void) {
    const int next = open("/dev/null", O_RDONLY);
    if (next < 0 || close(next) != 0) return 99;
    const rlim_t number = (rlim_t)next + (rlim_t)descriptors_left;
    const struct rlimit limit = {number, number};
    if (setrlimit(RLIMIT_NOFILE, &limit) != 0) return 99;
    const snw_status status = snw_file_write(victim.text, "new content", 11, &why);
    return status == SNW_OK ? 0 : status == SNW_ERR_FULL ? 1 : 2;
}

static void each_descriptor_that_cannot_be_had_is_survived(void) {
    const scratch_name directory = fresh("descriptors");
    victim = in(directory, "file");
    int code = 1;
    for (descriptors_left = 0; code == 1; descriptors_left++) {
        CHECK(descriptors_left < 5);
        scratch_put(victim.text, "old content");
        code = scratch_in_child(write_with_few_descriptors);
        CHECK(code == 0 || code == 1);
        CHECK(scratch_holds(victim.text, code == 0 ? "new content" : "old content", 11));
        CHECK(scratch_count(directory.text) == 1);
    }
    // the directory and the new file need one each
    CHECK(descriptors_left == 3);
}

// A file system of 128 KiB of its own, seen only by the child.
static int write_to_a_full_disk(void) {
    const scratch_name directory = scratch("full"), path = scratch("full/file");
    if (unshare(CLONE_NEWNS) != 0 || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
        mount("tmpfs", directory.text, "tmpfs", 0, "size=128k") != 0) {
        return 77;
    }
    if (snw_file_write(path.text, "old content", 11, &why) != SNW_OK) return 1;
    for (size_t size = LARGE; size > 140000; size -= 50000) {
        if (snw_file_write(path.text, large, size, &why) != SNW_ERR_IO) return 2;
        if (!strstr(why.text, "no space") || !scratch_holds(path.text, "old content", 11)) return 3;
        if (scratch_count(directory.text) != 1) return 4;
    }
    // the disk is as free as before
    if (snw_file_write(path.text, large, 80000, &why) != SNW_OK) return 5;
    return scratch_holds(path.text, large, 80000) ? 0 : 6;
}

static void a_full_disk_leaves_the_old_file_and_no_temporary_one(void) {
    (void)fresh("full");
    const int code = scratch_in_child(write_to_a_full_disk);
    if (code == 77) {
        print_message("no right to mount a small file system: not tried\n");
        skip();
    }
    CHECK(code == 0);
}

// --- readers and writers at once ----------------------------------------------------------------

typedef struct writing {
    scratch_name path;
    char letter;
    int count, failed;
} writing;

static void write_many(void *context) {
    writing *w = context;
    char text[5000];
    memset(text, w->letter, sizeof text);
    for (int i = 0; i < w->count; i++) {
        // the length goes with the content, so that a mixture is noticed
        const size_t size = w->letter == 'a' ? 5000 : 3000;
        w->failed += snw_file_write(w->path.text, text, size, NULL) != SNW_OK;
    }
}

static int is_whole(const snw_file_content *content) {
    const char letter = content->data[0];
    if (content->size != (letter == 'a' ? 5000 : 3000)) return 0;
    for (size_t i = 0; i < content->size; i++) {
        if (content->data[i] != letter) return 0;
    }
    return 1;
}

static void readers_see_one_whole_content_while_two_writers_replace_it(void) {
    const scratch_name directory = fresh("together"), path = in(directory, "file");
    writing writers[2];
    snw_thread *threads[2];
    for (int i = 0; i < 2; i++) {
        writers[i] =
            (writing){.path = path, .letter = i ? 'a' : 'b', .count = (int)check_scaled(400)};
    }
    write_many(&(writing){.path = path, .letter = 'a', .count = 1});
    for (int i = 0; i < 2; i++) {
        snw_thread_config config = snw_thread_defaults();
        config.run = write_many;
        config.context = &writers[i];
        CHECK(snw_thread_open(&threads[i], &config, NULL) == SNW_OK);
    }
    for (int i = 0; i < 2; i++) {
        while (snw_thread_join(threads[i], 0) == SNW_ERR_TIMEOUT) {
            snw_file_content content;
            CHECK(snw_file_read(path.text, NULL, &content, &why) == SNW_OK);
            CHECK(is_whole(&content));
            snw_file_free(&content);
        }
    }
    CHECK(writers[0].failed == 0 && writers[1].failed == 0);
    CHECK(scratch_count(directory.text) == 1);
}

static void files_links_and_empty_directories_are_removed(void) {
    const scratch_name directory = fresh("remove"), path = in(directory, "file");
    scratch_put(path.text, "");
    CHECK(snw_file_remove(directory.text, &why) == SNW_ERR_STATE);
    CHECK(snw_file_remove(path.text, &why) == SNW_OK);
    CHECK(snw_file_remove(path.text, &why) == SNW_ERR_NOT_FOUND);
    CHECK_TEXT(why.file, path.text);
    CHECK(symlink("nowhere", path.text) == 0);
    CHECK(snw_file_remove(path.text, &why) == SNW_OK);
    CHECK(snw_file_remove(directory.text, &why) == SNW_OK);
    CHECK(access(directory.text, F_OK) != 0);
}

int main(void) {
    scratch_open();
    memset(large, 'L', sizeof large);
    RUN(what_is_written_is_there_and_nothing_else);
    RUN(a_new_file_has_the_permissions_of_the_umask_and_an_old_one_keeps_its_own);
    RUN(a_link_stays_and_the_file_behind_it_is_replaced);
    RUN(names_up_to_the_longest_are_written_and_relative_ones_too);
    RUN(a_target_that_cannot_be_replaced_is_refused_and_stays);
    RUN(content_is_on_the_disk_before_the_name_and_the_name_before_the_end);
    RUN(whichever_call_fails_the_old_file_or_the_whole_new_one_is_there);
    RUN(a_system_that_writes_in_pieces_still_writes_all);
    RUN(a_write_that_breaks_off_leaves_the_old_file_and_no_temporary_one);
    RUN(each_descriptor_that_cannot_be_had_is_survived);
    RUN(a_full_disk_leaves_the_old_file_and_no_temporary_one);
    RUN(readers_see_one_whole_content_while_two_writers_replace_it);
    RUN(files_links_and_empty_directories_are_removed);
    return check_report();
}
