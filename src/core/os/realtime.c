// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/os/realtime.h"
#include "sinew/os/wakeful.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "internal.h"

snw_status snw_memory_lock(snw_why *why) {
    if (mlockall(MCL_CURRENT | MCL_FUTURE) == 0) return SNW_OK;
    const int error = errno;
    snw_why_set(why, SNW_ERR_REALTIME, "memory", "the system refuses to lock the memory");
    snw_why_rule(why, "memory-lock");
    snw_why_fix(why, "raise RLIMIT_MEMLOCK (ulimit -l) to unlimited or run as root");
    struct rlimit limit;
    if (getrlimit(RLIMIT_MEMLOCK, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
        snw_why_add(why, "limit", (double)limit.rlim_cur, "B");
    }
    snw_why_add(why, "errno", error, "");
    return SNW_ERR_REALTIME;
}

void snw_memory_unlock(void) {
    (void)munlockall();
}

// the wish holds as long as the file is open
int snw_wakeful_begin(void) {
    const int32_t latency_us = 0;
    const int token = open("/dev/cpu_dma_latency", O_WRONLY | O_CLOEXEC);
    if (token < 0) return -1;
    if (write(token, &latency_us, sizeof latency_us) != (ssize_t)sizeof latency_us) {
        (void)close(token);
        return -1;
    }
    return token;
}

void snw_wakeful_end(int token) {
    if (token >= 0) (void)close(token);
}

void snw_memory_prefault(void *block, size_t size) {
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    volatile unsigned char *bytes = block;
    if (size == 0) return;
    // writing what is there makes the page ours; the first byte of each page, and the last of all,
    // because the block need not start at a page
    for (size_t i = 0; i < size; i += page)
        bytes[i] = bytes[i];
    bytes[size - 1] = bytes[size - 1];
}
