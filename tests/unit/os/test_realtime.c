// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE // NOLINT: the C library has chosen this name
#include "sinew/os/realtime.h"
#include "sinew/os/wakeful.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include "check.h"
#include "scratch.h"

static size_t resident_pages(void *block, size_t size) {
    unsigned char map[64] = {0};
    size_t count = 0;
    const size_t pages = size / (size_t)sysconf(_SC_PAGESIZE);
    CHECK(pages <= sizeof map && mincore(block, size, map) == 0);
    for (size_t i = 0; i < pages; i++)
        count += map[i] & 1;
    return count;
}

static void prefaulting_brings_every_page_in_and_keeps_the_content(void) {
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), size = 64 * page;
    char *block = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(block != MAP_FAILED);
    (void)madvise(block, size, MADV_NOHUGEPAGE);
    CHECK(resident_pages(block, size) == 0);
    // a block that starts and ends inside pages: all of the pages it touches, and no other
    snw_memory_prefault(block + page - 1, 3 * page + 2);
    CHECK(resident_pages(block, size) == 5);
    for (size_t i = 0; i < size; i += page / 4)
        block[i] = (char)(i / 7);
    snw_memory_prefault(block, size);
    for (size_t i = 0; i < size; i += page / 4)
        CHECK(block[i] == (char)(i / 7));
    CHECK(munmap(block, size) == 0);
    snw_memory_prefault(NULL, 0);
}

// The sanitizers replace mlockall() by a function that does nothing.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

static snw_why why;

static long locked_kib(void) {
    char line[256];
    long kib = -1;
    FILE *file = fopen("/proc/self/status", "r");
    while (file && fgets(line, sizeof line, file))
        (void)sscanf(line, "VmLck: %ld", &kib);
    if (file) (void)fclose(file);
    return kib;
}

static int lock_and_unlock(void) {
    if (locked_kib() != 0) return 1;
    if (snw_memory_lock(&why) != SNW_OK) return 77;
    if (locked_kib() < 100) return 2;
    // the future too: a new page is there at once
    void *block = mmap(NULL, 65536, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (block == MAP_FAILED || resident_pages(block, 65536) != 16) return 3;
    snw_memory_unlock();
    return locked_kib() == 0 ? 0 : 4;
}

static void locked_memory_is_locked_until_it_is_unlocked(void) {
    const int code = scratch_in_child(lock_and_unlock);
    if (code == 77) {
        print_message("no right to lock memory: not tried\n");
        skip();
    }
    CHECK(code == 0);
}

static int lock_without_rights(void) {
    const struct rlimit little = {65536, 65536};
    if (setrlimit(RLIMIT_MEMLOCK, &little) != 0) return 99;
    if (geteuid() == 0 && setresuid(65534, 65534, 65534) != 0) return 99;
    if (snw_memory_lock(&why) != SNW_ERR_REALTIME) return 1;
    if (why.code != SNW_ERR_REALTIME || !strstr(why.fix, "RLIMIT_MEMLOCK")) return 2;
    return strcmp(why.numbers[0].name, "limit") == 0 && why.numbers[0].value == 65536 ? 0 : 3;
}

static void a_refused_lock_names_the_limit(void) {
    CHECK(scratch_in_child(lock_without_rights) == 0);
}

#endif

static void processors_are_kept_awake_where_that_is_allowed(void) {
    snw_wakeful_end(-1);
    const int first = snw_wakeful_begin(), second = snw_wakeful_begin();
    CHECK((first >= 0) == (second >= 0));
    CHECK(first < 0 || first != second);
    snw_wakeful_end(first);
    snw_wakeful_end(second);
}

int main(void) {
    RUN(processors_are_kept_awake_where_that_is_allowed);
    RUN(prefaulting_brings_every_page_in_and_keeps_the_content);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    RUN(locked_memory_is_locked_until_it_is_unlocked);
    RUN(a_refused_lock_names_the_limit);
#endif
    return check_report();
}
