// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>
#include <strings.h>

#include "places_spelling.h"
#include "sinew/os/directory.h"
#include "sinew/os/file.h"
#include "sinew/os/path.h"

enum { NAMES = 20000 }; // of one folder that are looked through

// the first name of a folder that differs from `name` by the case of its letters only
static bool find_case(const char *folder, const char *name, char *out, size_t size) {
    snw_directory listing;
    if (snw_failed(snw_directory_list(folder[0] != '\0' ? folder : ".", NAMES, &listing, NULL))) {
        return false;
    }
    bool found = false;
    for (int i = 0; i < listing.count && !found; i++) {
        found = strcasecmp(listing.entries[i].name, name) == 0 &&
                strlen(listing.entries[i].name) < size;
        if (found) snw_copy_text(out, size, listing.entries[i].name);
    }
    snw_directory_free(&listing);
    return found;
}

bool snw__spell_path(const char *folder, const char *path, char out[SNW_PATH_SIZE]) {
    char at[SNW_PATH_SIZE], name[SNW_PATH_SIZE], next[SNW_PATH_SIZE];
    if (strlen(folder) >= sizeof at || strlen(path) >= sizeof name) return false;
    snw_copy_text(at, sizeof at, folder);
    bool changed = false;
    for (const char *rest = path; *rest != '\0';) {
        // exporters on Windows write a\b
        const size_t length = strcspn(rest, "/\\");
        changed = changed || rest[length] == '\\';
        memcpy(name, rest, length);
        name[length] = '\0';
        rest += length + (rest[length] != '\0');
        if (length == 0) continue;
        if (snw_failed(snw_path_join(at, name, next, sizeof next))) return false;
        if (strcmp(name, "..") != 0 && !snw_file_exists(next)) {
            if (!find_case(at, name, name, sizeof name) ||
                snw_failed(snw_path_join(at, name, next, sizeof next))) {
                return false;
            }
            changed = true;
        }
        snw_copy_text(at, sizeof at, next);
    }
    if (changed) snw_copy_text(out, SNW_PATH_SIZE, at);
    return changed;
}
