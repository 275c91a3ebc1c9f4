// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/record/store.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "inside.h"
#include "sinew/os/error.h"
#include "sinew/os/path.h"

// a new name is on the disk only when its directory is
static int sync_directory_of(const char *path) {
    char parent[SNW_PATH_SIZE];
    if (snw_path_parent(path, parent, sizeof parent) != SNW_OK) return ENAMETOOLONG;
    const int directory =
        open(parent[0] == '\0' ? "." : parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (directory < 0) return errno;
    const int error = fsync(directory) == 0 ? 0 : errno;
    (void)close(directory);
    // some file systems cannot do it, and need not
    return error == EINVAL ? 0 : error;
}

static snw_status refuse_special(const char *path, snw_why *why) {
    return snw_refuse_rule(why, SNW_ERR_ARGUMENT, "file", path,
                           "it is a pipe, a socket or a device, not a regular file",
                           "name a regular file");
}

snw_status snw__disk_check(const char *path, snw_why *why) {
    struct stat facts;
    if (stat(path, &facts) != 0 || S_ISREG(facts.st_mode)) return SNW_OK;
    if (S_ISDIR(facts.st_mode)) return snw_errno_why(why, EISDIR, path, "write the recording");
    return refuse_special(path, why);
}

static int disk_close(void *context) {
    snw_disk *disk = context;
    if (disk->descriptor < 0) return 0;
    const int result = close(disk->descriptor);
    disk->descriptor = -1;
    return result == 0 || errno == EINTR ? 0 : errno;
}

static int disk_open(void *context, const char *path) {
    snw_disk *disk = context;
    disk->descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (disk->descriptor < 0) return errno;
    const int error = sync_directory_of(path);
    if (error != 0) (void)disk_close(disk);
    return error;
}

static int disk_write(void *context, const void *bytes, size_t size, size_t *written) {
    const snw_disk *disk = context;
    const ssize_t result = write(disk->descriptor, bytes, size);
    *written = result > 0 ? (size_t)result : 0;
    return result >= 0 ? 0 : errno;
}

static int disk_sync(void *context) {
    const snw_disk *disk = context;
    return fdatasync(disk->descriptor) == 0 ? 0 : errno;
}

static int disk_cut(void *context, uint64_t size) {
    const snw_disk *disk = context;
    if (ftruncate(disk->descriptor, (off_t)size) != 0) return errno;
    return lseek(disk->descriptor, (off_t)size, SEEK_SET) < 0 ? errno : 0;
}

snw_store snw_store_disk(snw_disk *disk) {
    disk->descriptor = -1;
    return (snw_store){.context = disk,
                       .open = disk_open,
                       .write = disk_write,
                       .sync = disk_sync,
                       .cut = disk_cut,
                       .close = disk_close};
}

// --- reading ------------------------------------------------------------------------------------

static int memory_read(void *context, uint64_t offset, void *bytes, size_t size) {
    memcpy(bytes, (const char *)context + offset, size);
    return 0;
}

snw_source_bytes snw_source_memory(const void *data, size_t size) {
    // the source never writes; the pointer loses its const only to fit the common struct
    const union {
        const void *given;
        void *taken;
    } bytes = {data};
    return (snw_source_bytes){.context = bytes.taken, .size = size, .read = memory_read};
}

static int file_read(void *context, uint64_t offset, void *bytes, size_t size) {
    const int *descriptor = context;
    size_t done = 0;
    while (done < size) {
        const ssize_t result =
            pread(*descriptor, (char *)bytes + done, size - done, (off_t)(offset + done));
        if (result < 0 && errno == EINTR) continue;
        if (result < 0) return errno;
        // the file became shorter while it was read
        if (result == 0) return EIO;
        done += (size_t)result;
    }
    return 0;
}

snw_status snw_source_open(snw_source_bytes *source, const char *path, snw_why *why) {
    const int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) return snw_errno_why(why, errno, path, "open the file");
    struct stat facts;
    int error = fstat(descriptor, &facts) == 0 ? 0 : errno;
    if (error == 0 && S_ISDIR(facts.st_mode)) error = EISDIR;
    if (error == 0 && !S_ISREG(facts.st_mode)) {
        (void)close(descriptor);
        return refuse_special(path, why);
    }
    int *context = error == 0 ? malloc(sizeof *context) : NULL;
    if (error == 0 && context == NULL) error = ENOMEM;
    if (error != 0) {
        (void)close(descriptor);
        return snw_errno_why(why, error, path, "open the file");
    }
    *context = descriptor;
    *source =
        (snw_source_bytes){.context = context, .size = (uint64_t)facts.st_size, .read = file_read};
    return SNW_OK;
}

void snw_source_close(snw_source_bytes *source) {
    if (source->read == file_read) {
        (void)close(*(const int *)source->context);
        free(source->context);
    }
    *source = (snw_source_bytes){0};
}

snw_status snw__store_publish(const char *from, const char *to, snw_why *why) {
    // a link refuses a name that is taken, a rename does not; but not every file system has links
    if (link(from, to) == 0) {
        if (unlink(from) != 0) return snw_errno_why(why, errno, from, "remove the other name");
    } else if (errno != EPERM && errno != ENOTSUP) {
        return snw_errno_why(why, errno, to, "give the file its name");
    } else if (access(to, F_OK) == 0 || rename(from, to) != 0) {
        return snw_errno_why(why, EEXIST, to, "give the file its name");
    }
    const int error = sync_directory_of(to);
    return error == 0 ? SNW_OK : snw_errno_why(why, error, to, "synchronize the directory");
}
