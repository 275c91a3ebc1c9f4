// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// The main of every <module>_tests.
//
//     <module>_tests                   all units, each in a process of its own
//     <module>_tests UNIT [TEST]       one unit, or one test of it, in this process
//     <module>_tests UNIT ARGUMENT...  a unit that takes arguments gets them
//     <module>_tests --list            the names of the units
//
// A process per unit keeps what a unit does to its process (static state, signals, limits, locks of
// memory) from the next one, and lets the others run when one of them crashes.
#define _GNU_SOURCE
#include "runner.h"
#include "unit.h"

#undef main

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

check_outcome *check_told;

static const check_unit *find_unit(const char *name) {
    if (strncmp(name, "test_", 5) == 0) name += 5;
    for (const check_unit *unit = check_units; unit->name != NULL; unit++) {
        if (strcmp(unit->name, name) == 0) return unit;
    }
    return NULL;
}

static void list_units(FILE *out) {
    for (const check_unit *unit = check_units; unit->name != NULL; unit++)
        (void)fprintf(out, "%s\n", unit->name);
}

// in a child; true when it ended well and has counted something
static bool run_apart(const check_unit *unit) {
    *check_told = (check_outcome){0};
    (void)printf("== %s/%s\n", check_module, unit->name);
    (void)fflush(NULL);
    const pid_t child = fork();
    if (child < 0) {
        perror("fork");
        return false;
    }
    if (child == 0) {
        char name[256];
        (void)snprintf(name, sizeof name, "%s", unit->name);
        char *argv[] = {name, NULL};
        exit(unit->run(1, argv));
    }
    int status = 0;
    if (waitpid(child, &status, 0) != child) {
        perror("waitpid");
        return false;
    }
    if (WIFSIGNALED(status)) {
        (void)printf("%s/%s was killed by signal %d (%s)\n", check_module, unit->name,
                     WTERMSIG(status), strsignal(WTERMSIG(status)));
    } else if (WEXITSTATUS(status) != 0) {
        (void)printf("%s/%s ended with code %d\n", check_module, unit->name, WEXITSTATUS(status));
    }
    const bool well = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    // what it has counted itself stands above; a unit that never came to its end counts as one
    if (!check_told->reported || (!well && check_told->failed == 0))
        (void)printf("check: 0 passed, 1 failed\n");
    return well && check_told->reported;
}

int main(int argc, char **argv) {
    check_told =
        mmap(NULL, sizeof *check_told, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (check_told == MAP_FAILED) {
        perror("mmap");
        return 2;
    }
    // as whoever starts it may have ignored them, nohup for one
    const int signals[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        (void)signal(signals[i], SIG_DFL);
    // where the build has put a language with a decimal comma
    (void)setenv("LOCPATH", SNW_BINARY_DIR "/locale", 0);
    if (argc > 1 && strcmp(argv[1], "--list") == 0) {
        list_units(stdout);
        return 0;
    }
    if (argc > 1) {
        const check_unit *unit = find_unit(argv[1]);
        if (unit != NULL) return unit->run(argc - 1, argv + 1);
        (void)fprintf(stderr, "%s_tests: there is no unit '%s'; there are:\n", check_module,
                      argv[1]);
        list_units(stderr);
        return 2;
    }
    int bad = 0;
    for (const check_unit *unit = check_units; unit->name != NULL; unit++) {
        if (run_apart(unit)) continue;
        bad++;
        (void)printf("FAILED: %s/%s\n", check_module, unit->name);
    }
    return bad == 0 ? 0 : 1;
}
