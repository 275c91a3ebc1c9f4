// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/os/file_lock.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <unistd.h>

#include "internal.h"
#include "sinew/os/clock.h"
#include "sinew/os/path.h"

static const int64_t PAUSE_NS = 2000000; // between two tries

snw_status snw_file_lock_take(snw_file_lock *lock, const char *path, int64_t wait_ns,
                              snw_why *why) {
    char name[SNW_PATH_SIZE];
    lock->descriptor = -1;
    const int length = snprintf(name, sizeof name, "%s.lock", path);
    if (length < 0 || (size_t)length >= sizeof name) {
        return snw_errno_why(why, ENAMETOOLONG, path, "lock the file");
    }
    const int descriptor = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor < 0) return snw_errno_why(why, errno, name, "lock the file");
    const int64_t limit_ns = snw_clock_now_ns() + wait_ns;
    while (flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
        const int error = errno;
        const bool held = error == EWOULDBLOCK || error == EINTR;
        if (held && snw_clock_now_ns() < limit_ns) {
            snw_clock_sleep_until_ns(snw_clock_now_ns() + PAUSE_NS);
            continue;
        }
        (void)close(descriptor);
        if (!held) return snw_errno_why(why, error, path, "lock the file");
        return snw_refuse(why, SNW_ERR_TIMEOUT, path, "another program is changing the file",
                          "try again when it has written it");
    }
    lock->descriptor = descriptor;
    return SNW_OK;
}

void snw_file_lock_give(snw_file_lock *lock) {
    if (lock->descriptor >= 0) (void)close(lock->descriptor);
    lock->descriptor = -1;
}
