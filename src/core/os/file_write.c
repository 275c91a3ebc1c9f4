// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "internal.h"
#include "sinew/os/clock.h"
#include "sinew/os/file.h"
#include "sinew/os/path.h"

enum { KEEP_MODE = 1 << 16, PERMISSIONS = 07777, NAME_TRIES = 100, TEMPORARY_NAME = 64 };

// Everything about one replacement. All names are relative to the open directory, so that it makes
// no difference if a directory on the way is renamed meanwhile.
typedef struct replacement {
    const char *path; // as the caller named it
    char directory[SNW_PATH_SIZE], leaf[SNW_PATH_SIZE];
    char temporary[TEMPORARY_NAME]; // empty while there is none
    int directory_descriptor, descriptor;
    struct stat old;
    bool has_old;
    snw_why *why;
} replacement;

// finds out what is to be replaced: the name behind a link, and that it is a regular file or
// nothing
static snw_status look(replacement *r) {
    const size_t length = strlen(r->path);
    const char *target = r->path;
    char behind[SNW_PATH_SIZE];
    if (length == 0) return snw__fail_file(r->why, ENOENT, r->path, "write the file");
    if (r->path[length - 1] == '/') {
        return snw__fail_file(r->why, EISDIR, r->path, "write the file");
    }
    r->has_old = lstat(target, &r->old) == 0;
    if (!r->has_old && errno != ENOENT) {
        return snw__fail_file(r->why, errno, r->path, "write the file");
    }
    if (r->has_old && S_ISLNK(r->old.st_mode)) {
        const snw_status status = snw_file_real_path(r->path, behind, sizeof behind, r->why);
        if (snw_failed(status)) return status;
        target = behind;
        if (lstat(target, &r->old) != 0) {
            return snw__fail_file(r->why, errno, r->path, "write the file");
        }
    }
    if (r->has_old && S_ISDIR(r->old.st_mode)) {
        return snw__fail_file(r->why, EISDIR, r->path, "write the file");
    }
    if (r->has_old && !S_ISREG(r->old.st_mode)) {
        return snw__refuse_file(r->why, SNW_ERR_ARGUMENT, r->path,
                                "it is a pipe, a socket or a device, not a regular file",
                                "name a regular file");
    }
    if (snw_path_parent(target, r->directory, sizeof r->directory) ||
        snw_path_leaf(target, r->leaf, sizeof r->leaf)) {
        return snw__fail_file(r->why, ENAMETOOLONG, r->path, "write the file");
    }
    return SNW_OK;
}

// Opens the directory and a new file in it under a name of our own. The name is short, so that the
// longest leaf has a temporary file too; process, time and try make it unique, O_EXCL makes sure.
static snw_status open_temporary(replacement *r, unsigned mode) {
    const char *directory = r->directory[0] ? r->directory : ".";
    r->directory_descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (r->directory_descriptor < 0) {
        return snw__fail_file(r->why, errno, r->path, "open its directory");
    }
    // never wider than in the end, not even for a moment: others may open it at once
    mode_t wanted = mode == KEEP_MODE ? 0666 : (mode_t)mode;
    if (mode == KEEP_MODE && r->has_old) wanted = r->old.st_mode & PERMISSIONS;
    char name[TEMPORARY_NAME];
    for (int attempt = 0; attempt < NAME_TRIES; attempt++) {
        (void)snprintf(name, sizeof name, ".sinew-%ld-%llx-%d.tmp", (long)getpid(),
                       (unsigned long long)snw_clock_now_ns(), attempt);
        r->descriptor = openat(r->directory_descriptor, name,
                               O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, wanted);
        if (r->descriptor >= 0) {
            memcpy(r->temporary, name, sizeof name);
            return SNW_OK;
        }
        if (errno != EEXIST) break;
    }
    return snw__fail_file(r->why, errno, r->path, "create a file beside it");
}

// gives the new file the permissions and, where we may, the owner of the old one; 0 or errno
static int keep_mode(const replacement *r, unsigned mode) {
    struct stat info;
    if (fstat(r->descriptor, &info) != 0) return errno;
    if (r->has_old && geteuid() == 0 &&
        (info.st_uid != r->old.st_uid || info.st_gid != r->old.st_gid) &&
        fchown(r->descriptor, r->old.st_uid, r->old.st_gid) != 0) {
        return errno;
    }
    if (mode == KEEP_MODE && !r->has_old) return 0;
    const mode_t wanted = (mode == KEEP_MODE ? r->old.st_mode : (mode_t)mode) & PERMISSIONS;
    return fchmod(r->descriptor, wanted) == 0 ? 0 : errno;
}

// writes all bytes, in as many pieces as the system likes; 0 or errno
static int write_all(int descriptor, const char *data, size_t size) {
    while (size > 0) {
        const ssize_t n = write(descriptor, data, size);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return errno;
        data += n;
        size -= (size_t)n;
    }
    return 0;
}

// The order is what makes it atomic: content on disk, then the name, then the name on disk (Pillai
// and others, 2014, "All file systems are not created equal").
static snw_status fill_and_rename(replacement *r, const void *data, size_t size, unsigned mode) {
    int error = keep_mode(r, mode);
    if (error == 0) error = write_all(r->descriptor, data, size);
    if (error == 0 && fsync(r->descriptor) != 0) error = errno;
    // some file systems report a full disk only here
    if (close(r->descriptor) != 0 && error == 0) error = errno;
    r->descriptor = -1;
    if (error != 0) return snw__fail_file(r->why, error, r->path, "write the file");

    if (renameat(r->directory_descriptor, r->temporary, r->directory_descriptor, r->leaf) != 0) {
        return snw__fail_file(r->why, errno, r->path, "give the file its name");
    }
    r->temporary[0] = '\0';
    // file systems that cannot synchronise a directory say EINVAL; they have nothing to lose
    if (fsync(r->directory_descriptor) != 0 && errno != EINVAL) {
        return snw__fail_file(r->why, errno, r->path,
                              "make the file name durable, though the file is written");
    }
    return SNW_OK;
}

static snw_status replace(const char *path, const void *data, size_t size, unsigned mode,
                          snw_why *why) {
    replacement r = {.path = path, .directory_descriptor = -1, .descriptor = -1, .why = why};
    snw_status status = look(&r);
    if (snw_failed(status)) return status;
    status = open_temporary(&r, mode);
    if (status == SNW_OK) status = fill_and_rename(&r, data, size, mode);

    // whatever went wrong, nothing of ours stays behind
    if (r.descriptor >= 0) (void)close(r.descriptor);
    if (r.temporary[0]) (void)unlinkat(r.directory_descriptor, r.temporary, 0);
    if (r.directory_descriptor >= 0) (void)close(r.directory_descriptor);
    return status;
}

snw_status snw_file_write(const char *path, const void *data, size_t size, snw_why *why) {
    return replace(path, data, size, KEEP_MODE, why);
}

snw_status snw_file_write_mode(const char *path, const void *data, size_t size, unsigned mode,
                               snw_why *why) {
    return replace(path, data, size, mode & PERMISSIONS, why);
}

snw_status snw_file_remove(const char *path, snw_why *why) {
    if (remove(path) == 0) return SNW_OK;
    return snw__fail_file(why, errno, path, "remove it");
}
