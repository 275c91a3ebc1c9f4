// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "internal.h"
#include "sinew/os/clock.h"
#include "sinew/os/path.h"
#include "socket_native.h"

enum { LOCK_TRIES = 100, LOCK_PAUSE_NS = 10000000 };

// A name in the file system outlives its process. Whether somebody is behind it can only be learnt
// by calling: nobody is when the call is refused. 0 when the name was stale and is gone now,
// EADDRINUSE when it is alive or not a socket at all.
static int remove_stale(const snw__native_address *native, socklen_t length, int type) {
    struct stat info;
    if (lstat(native->local.sun_path, &info) != 0) return errno == ENOENT ? 0 : errno;
    if (!S_ISSOCK(info.st_mode)) return EADDRINUSE;
    const int probe = socket(AF_UNIX, type | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (probe < 0) return errno;
    const int error = connect(probe, &native->any, length) == 0 ? 0 : errno;
    (void)close(probe);
    if (error != ECONNREFUSED) return EADDRINUSE;
    return unlink(native->local.sun_path) == 0 || errno == ENOENT ? 0 : errno;
}

// Two processes that start at once must not remove each other's fresh name: the directory is locked
// while one looks, removes and binds. Waits a second at most. The descriptor, or -1 with errno.
static int lock_directory(const char *path) {
    char directory[SNW_ADDRESS_PATH];
    if (snw_failed(snw_path_parent(path, directory, sizeof directory))) {
        errno = ENAMETOOLONG;
        return -1;
    }
    const int descriptor = open(directory[0] ? directory : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return -1;
    for (int i = 0; i < LOCK_TRIES; i++) {
        if (flock(descriptor, LOCK_EX | LOCK_NB) == 0) return descriptor;
        if (errno != EWOULDBLOCK && errno != EINTR) break;
        snw_clock_sleep_until_ns(snw_clock_now_ns() + LOCK_PAUSE_NS);
    }
    const int error = errno == EWOULDBLOCK ? ETIMEDOUT : errno;
    (void)close(descriptor);
    errno = error;
    return -1;
}

int snw__bind_local(int descriptor, const snw_socket_config *config) {
    snw__native_address native;
    const socklen_t length = snw__address_to_native(&config->address, &native);
    const int type = config->datagram ? SOCK_DGRAM : SOCK_STREAM;
    const int directory = lock_directory(config->address.path);
    if (directory < 0) return errno;

    // the permissions of the socket become those of the name, so there is no moment in which it is
    // open to others
    int error = fchmod(descriptor, (mode_t)(config->mode & 0777)) == 0 ? 0 : errno;
    if (error == 0 && bind(descriptor, &native.any, length) != 0) error = errno;
    if (error == EADDRINUSE) {
        error = remove_stale(&native, length, type);
        if (error == 0 && bind(descriptor, &native.any, length) != 0) error = errno;
    }
    // a stream that is bound but does not listen yet would look dead to the next one
    if (error == 0 && !config->datagram && listen(descriptor, config->backlog) != 0) error = errno;
    (void)close(directory);
    return error;
}
