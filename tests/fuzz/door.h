// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_FUZZ_DOOR_H
#define SINEW_TESTS_FUZZ_DOOR_H

/// @file
/// The bytes of a target as a file, for loaders that begin with one: what a user hands in goes
/// through the checks of sizes, names and formats before a reader sees it. Each process has a
/// folder of its own, which goes with it. Define _POSIX_C_SOURCE before the first include.

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char door_folder[] = "/tmp/fuzz_door_XXXXXX";
static char door_path[64]; // of the file that was written last; the folder has no other

static void door_remove(void) {
    (void)unlink(door_path);
    (void)rmdir(door_folder);
}

/// Writes the bytes to the file `leaf`, in place of that before; its path.
static const char *door_file(const char *leaf, const uint8_t *bytes, size_t size) {
    if (door_path[0] == '\0' && (mkdtemp(door_folder) == NULL || atexit(door_remove) != 0)) abort();
    char path[sizeof door_path];
    (void)snprintf(path, sizeof path, "%s/%s", door_folder, leaf);
    if (door_path[0] != '\0' && strcmp(path, door_path) != 0) (void)unlink(door_path);
    memcpy(door_path, path, sizeof path);
    FILE *file = fopen(door_path, "w");
    if (file == NULL || fwrite(bytes, 1, size, file) != size || fclose(file) != 0) abort();
    return door_path;
}

#endif // SINEW_TESTS_FUZZ_DOOR_H
