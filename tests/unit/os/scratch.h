// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_UNIT_OS_SCRATCH_H
#define SINEW_TESTS_UNIT_OS_SCRATCH_H

/// @file
/// A directory of its own for each test program, removed at the end, and files made with the C
/// library alone, so that tests do not prepare their cases with what they test. Include it after
/// check.h, with _GNU_SOURCE defined.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SCRATCH_PATH = 512 };
static char scratch_directory[64];

typedef struct scratch_name {
    char text[SCRATCH_PATH];
} scratch_name;

static void scratch_remove(void) {
    char command[256];
    (void)snprintf(command, sizeof command, "chmod -R u+rwX '%s'; rm -rf '%s'", scratch_directory,
                   scratch_directory);
    if (system(command) != 0) (void)fprintf(stderr, "could not remove %s\n", scratch_directory);
}

__attribute__((unused)) static void scratch_open(void) {
    (void)snprintf(scratch_directory, sizeof scratch_directory, "/tmp/sinew-test-XXXXXX");
    if (!mkdtemp(scratch_directory) || atexit(scratch_remove) != 0) abort();
}

/// The path of a name in the directory.
__attribute__((unused)) static scratch_name scratch(const char *name) {
    scratch_name path;
    (void)snprintf(path.text, sizeof path.text, "%s/%s", scratch_directory, name);
    return path;
}

__attribute__((unused)) static void scratch_put(const char *path, const char *text) {
    FILE *file = fopen(path, "wb");
    if (!file || fputs(text, file) < 0 || fclose(file) != 0) abort();
}

/// True when the file at `path` holds exactly data[size].
__attribute__((unused)) static int scratch_holds(const char *path, const void *data, size_t size) {
    FILE *file = fopen(path, "rb");
    if (!file) return 0;
    char *found = malloc(size + 1);
    const size_t n = found ? fread(found, 1, size + 1, file) : 0;
    const int same = found && n == size && memcmp(found, data, size) == 0;
    free(found);
    (void)fclose(file);
    return same;
}

/// Number of names in a directory, "." and ".." not counted.
__attribute__((unused)) static int scratch_count(const char *path) {
    char command[SCRATCH_PATH + 32];
    int count = -1;
    (void)snprintf(command, sizeof command, "ls -A '%s' | wc -l", path);
    FILE *pipe = popen(command, "r");
    if (!pipe || fscanf(pipe, "%d", &count) != 1) abort();
    (void)pclose(pipe);
    return count;
}

/// Runs a function in a child process and returns its exit code, or 128 plus the signal that ended
/// it. For changes of limits, of the user and of signals that must not reach the other tests.
__attribute__((unused)) static int scratch_in_child(int (*run)(void)) {
    (void)fflush(NULL);
    const pid_t child = fork();
    if (child == 0) _exit(run());
    int state = 0;
    if (child < 0 || waitpid(child, &state, 0) != child) abort();
    return WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
}

#endif // SINEW_TESTS_UNIT_OS_SCRATCH_H
