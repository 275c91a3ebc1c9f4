// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include "internal.h"
#include "sinew/os/directory.h"
#include "sinew/os/file.h"
#include "sinew/os/path.h"

static const char NAME[] = "sinew";

// XDG Base Directory Specification 0.8: a variable, and where in the home directory without it
typedef struct place {
    const char *variable, *below_home;
} place;

static place place_of(snw_user_files kind) {
    switch (kind) {
    case SNW_USER_CONFIG:
        return (place){"XDG_CONFIG_HOME", ".config"};
    case SNW_USER_DATA:
        return (place){"XDG_DATA_HOME", ".local/share"};
    case SNW_USER_STATE:
        return (place){"XDG_STATE_HOME", ".local/state"};
    case SNW_USER_CACHE:
        return (place){"XDG_CACHE_HOME", ".cache"};
    case SNW_USER_RUNTIME:
        break;
    }
    // has no place at home: snw_user_directory() finds a replacement
    return (place){"XDG_RUNTIME_DIR", ""};
}

// the value of a variable that holds an absolute path, else NULL
static const char *absolute_variable(const char *name) {
    const char *value = getenv(name);
    return value && snw_path_is_absolute(value) ? value : NULL;
}

static snw_status too_long(snw_why *why, const char *path) {
    return snw__refuse_file(why, SNW_ERR_MEMORY, path, "the path is too long here",
                            "use a shorter path");
}

// the directory of a kind that has a place in the home directory, into found[SNW_PATH_SIZE]
static snw_status find_place(snw_user_files kind, char *found, snw_why *why) {
    const place p = place_of(kind);
    const char *value = absolute_variable(p.variable);
    if (value) return snw_path_join(value, NAME, found, SNW_PATH_SIZE);
    const char *home = absolute_variable("HOME");
    if (!home) {
        return snw_refuse(why, SNW_ERR_NOT_FOUND, "HOME", "the home directory is not known",
                          "set HOME to an absolute path");
    }
    const snw_status status = snw_path_join(home, p.below_home, found, SNW_PATH_SIZE);
    return status == SNW_OK ? snw_path_join(found, NAME, found, SNW_PATH_SIZE) : status;
}

snw_status snw_user_directory(snw_user_files kind, char *out, size_t size, snw_why *why) {
    const place p = place_of(kind);
    char path[SNW_PATH_SIZE];
    snw_status status = SNW_OK;
    if (kind == SNW_USER_RUNTIME && !absolute_variable(p.variable)) {
        // The specification wants a replacement for a missing runtime directory. A fixed name in
        // /tmp could be somebody else's; a directory in the user's own state cannot.
        status = find_place(SNW_USER_STATE, path, why);
        if (status == SNW_OK) status = snw_path_join(path, "run", path, sizeof path);
    } else {
        status = find_place(kind, path, why);
    }
    if (status == SNW_OK) status = snw_path_join("", path, out, size);
    return status == SNW_ERR_MEMORY ? too_long(why, p.variable) : status;
}

// looks for directory/sinew/name; true when it is there and fits
static bool find_in(const char *directory, size_t length, const char *name, char *found) {
    char base[SNW_PATH_SIZE];
    if (length >= sizeof base || length == 0 || directory[0] != '/') return false;
    memcpy(base, directory, length);
    base[length] = '\0';
    return snw_path_join(base, NAME, base, sizeof base) == SNW_OK &&
           snw_path_join(base, name, found, SNW_PATH_SIZE) == SNW_OK && snw_file_exists(found);
}

snw_status snw_data_find(const char *name, char *out, size_t size, snw_why *why) {
    char found[SNW_PATH_SIZE];
    if (name[0] == '\0' || !snw_path_is_inside(".", name)) {
        return snw__refuse_file(why, SNW_ERR_ARGUMENT, name,
                                "a data file is named relative to the data directories",
                                "leave out the leading slash and the \"..\"");
    }
    // the user's own directory first, then those of the system in their order
    bool there = snw_user_directory(SNW_USER_DATA, found, sizeof found, NULL) == SNW_OK &&
                 snw_path_join(found, name, found, sizeof found) == SNW_OK &&
                 snw_file_exists(found);
    const char *list = getenv("XDG_DATA_DIRS");
    if (!list || list[0] == '\0') list = "/usr/local/share:/usr/share";
    while (!there && *list) {
        const size_t length = strcspn(list, ":");
        there = find_in(list, length, name, found);
        list += length + (list[length] == ':');
    }
    if (!there) return snw__fail_file(why, ENOENT, name, "find the data file");
    return snw_path_join("", found, out, size) == SNW_OK ? SNW_OK : too_long(why, name);
}
