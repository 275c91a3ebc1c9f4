// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/os/error.h"

#include <errno.h>
#include <string.h>

#include "inside.h"
#include "internal.h"

typedef struct meaning {
    snw_status status;
    const char *text, *fix;
} meaning;

// The texts are ours and not strerror()'s, so that they do not follow the locale.
//
//  X(number, status, text, fix)
#define ERRNO_TABLE(X)                                                                             \
    X(ENOENT, SNW_ERR_NOT_FOUND, "it does not exist", "check the spelling and the directory")      \
    X(ENOTDIR, SNW_ERR_NOT_FOUND, "a part of the path is not a directory", "check the path")       \
    X(ENODEV, SNW_ERR_NOT_FOUND, "there is no such device", "check that it is connected")          \
    X(ENXIO, SNW_ERR_NOT_FOUND, "the other end is not open", "start the other side first")         \
    X(EADDRNOTAVAIL, SNW_ERR_NOT_FOUND, "this machine does not have that address",                 \
      "use an address of this machine, such as 127.0.0.1")                                         \
    X(EACCES, SNW_ERR_PERMISSION, "the permissions do not allow it",                               \
      "change the permissions or run as another user")                                             \
    X(EPERM, SNW_ERR_PERMISSION, "the system does not permit it", "run with the rights it needs")  \
    X(EROFS, SNW_ERR_PERMISSION, "the file system is read-only", "use another directory")          \
    X(EEXIST, SNW_ERR_DUPLICATE, "it exists already", "choose another name")                       \
    X(EISDIR, SNW_ERR_ARGUMENT, "it is a directory", "name a file")                                \
    X(EINVAL, SNW_ERR_ARGUMENT, "the system does not accept this value", "check the value")        \
    X(ENAMETOOLONG, SNW_ERR_ARGUMENT, "the name is too long",                                      \
      "use at most 255 bytes for a part and 4095 for a path")                                      \
    X(ELOOP, SNW_ERR_ARGUMENT, "symbolic links form a circle", "remove the circular links")        \
    X(EXDEV, SNW_ERR_ARGUMENT, "the two names are on different devices", "use one device")         \
    X(EMSGSIZE, SNW_ERR_TOO_LARGE, "the message is too long", "send less at a time")               \
    X(EOVERFLOW, SNW_ERR_TOO_LARGE, "the size cannot be handled", "use a smaller file")            \
    X(ENOSPC, SNW_ERR_IO, "no space is left on the device", "free some space")                     \
    X(EDQUOT, SNW_ERR_IO, "the quota of the disk is used up", "free some space")                   \
    X(EFBIG, SNW_ERR_IO, "the file would pass the limit of its size",                              \
      "raise the limit, see ulimit -f")                                                            \
    X(EIO, SNW_ERR_IO, "the device reports an error", "check the device and its cable")            \
    X(ENETUNREACH, SNW_ERR_IO, "the network is unreachable", "check the network")                  \
    X(EHOSTUNREACH, SNW_ERR_IO, "the host is unreachable", "check the network")                    \
    X(EMFILE, SNW_ERR_FULL, "too many files are open in this process",                             \
      "raise the limit, see ulimit -n")                                                            \
    X(ENFILE, SNW_ERR_FULL, "too many files are open on this machine", "close some programs")      \
    X(EAGAIN, SNW_ERR_FULL, "the system has no resources left for it",                             \
      "raise the limits, see ulimit -a")                                                           \
    X(ENOBUFS, SNW_ERR_FULL, "the system has no buffers left", "send less at a time")              \
    X(ENOMEM, SNW_ERR_MEMORY, "the memory is used up", "free some memory or raise its limit")      \
    X(EINTR, SNW_ERR_INTERRUPTED, "a signal interrupted the call", "try again")                    \
    X(ETIMEDOUT, SNW_ERR_TIMEOUT, "there was no answer in time", "check that the other side runs") \
    X(EPIPE, SNW_ERR_CLOSED, "the other side has closed", "connect again")                         \
    X(ECONNRESET, SNW_ERR_CLOSED, "the other side closed the connection", "connect again")         \
    X(ECONNREFUSED, SNW_ERR_CLOSED, "no program listens at this address",                          \
      "check the address and that the other side runs")                                            \
    X(ENOTCONN, SNW_ERR_STATE, "it is not connected", "connect first")                             \
    X(EADDRINUSE, SNW_ERR_STATE, "the address is in use",                                          \
      "stop the other program or choose another address")                                          \
    X(EBUSY, SNW_ERR_STATE, "it is in use", "stop the program that uses it")                       \
    X(ETXTBSY, SNW_ERR_STATE, "it is being run", "stop the program first")                         \
    X(ENOTEMPTY, SNW_ERR_STATE, "the directory is not empty", "remove its files first")            \
    X(ENOSYS, SNW_ERR_UNSUPPORTED, "this system does not support it", "use a newer system")        \
    X(EOPNOTSUPP, SNW_ERR_UNSUPPORTED, "this kind of object does not support it",                  \
      "use another kind")                                                                          \
    X(EAFNOSUPPORT, SNW_ERR_UNSUPPORTED, "this system has no such addresses",                      \
      "use another kind of address")

static meaning look_up(int error) {
    switch (error) {
    case 0:
        return (meaning){SNW_OK, "nothing is wrong", ""};
#define SNW_X(number, status, text, fix)                                                           \
    case number:                                                                                   \
        return (meaning){status, text, fix};
        ERRNO_TABLE(SNW_X)
#undef SNW_X
    default:
        return (meaning){SNW_ERR_IO, "the system reports an error", ""};
    }
}

snw_status snw__errno_status(int error) {
    return look_up(error).status;
}

snw_status snw_errno_why(snw_why *why, int error, const char *subject, const char *action) {
    const meaning found = look_up(error);
    char buffer[SNW_WHY_TEXT];
    snw_text text = snw_text_over(buffer, sizeof buffer);
    snw_text_format(&text, "cannot %s: %s", action, found.text);
    snw_why_set(why, found.status, subject, buffer);
    snw_why_fix(why, found.fix);
    // an empty way out marks the last row: then the number is all that is known
    if (found.fix[0] == '\0') snw_why_add(why, "errno", error, "");
    return found.status;
}

snw_status snw__fail_file(snw_why *why, int error, const char *path, const char *action) {
    const snw_status status = snw_errno_why(why, error, NULL, action);
    snw_why_at(why, path, 0, 0);
    return status;
}

snw_status snw__refuse_file(snw_why *why, snw_status status, const char *path, const char *text,
                            const char *fix) {
    snw_why_set(why, status, NULL, text);
    snw_why_fix(why, fix);
    snw_why_at(why, path, 0, 0);
    return status;
}
