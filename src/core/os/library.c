// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/os/library.h"

#include <dlfcn.h>
#include <string.h>
#include <sys/stat.h>

#include "internal.h"

static snw_status refuse_library(const char *path, snw_why *why, snw_status code, const char *text,
                                 const char *fix) {
    snw_why_set(why, code, NULL, text);
    snw_why_rule(why, "library");
    snw_why_fix(why, fix);
    snw_why_at(why, path, 0, 0);
    return code;
}

// what the loader says, without the path that it begins with
static const char *words_of_loader(const char *path) {
    const char *said = dlerror();
    if (said == NULL) return "it cannot be loaded";
    const size_t length = strlen(path);
    return strncmp(said, path, length) == 0 && strncmp(said + length, ": ", 2) == 0
               ? said + length + 2
               : said;
}

snw_status snw_library_open(snw_library *library, const char *path, snw_why *why) {
    if (strchr(path, '/') == NULL) {
        return refuse_library(path, why, SNW_ERR_ARGUMENT, "the name of a library needs a folder",
                              "write ./name.so");
    }
    // looked at first, because the loader would wait for the writer of a pipe
    struct stat info;
    if (stat(path, &info) != 0) return snw__fail_file(why, errno, path, "load the library");
    if (!S_ISREG(info.st_mode)) {
        return refuse_library(path, why, SNW_ERR_ARGUMENT, "it is not a regular file",
                              "name a shared library");
    }
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) {
        return refuse_library(path, why, SNW_ERR_UNSUPPORTED, words_of_loader(path),
                              "build it for this machine and link it with all that it needs");
    }
    library->handle = handle;
    return SNW_OK;
}

const void *snw_library_data(const snw_library *library, const char *name) {
    return dlsym(library->handle, name);
}

void snw_library_close(snw_library *library) {
    if (library->handle != NULL) (void)dlclose(library->handle);
    library->handle = NULL;
}
