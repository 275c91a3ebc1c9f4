// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE // NOLINT: the C library has chosen this name
#include "sinew/os/file_lock.h"

#include "check.h"
#include "scratch.h"

static snw_why why;

static void one_lock_at_a_time_and_the_next_gets_it_when_it_is_given_back(void) {
    const scratch_name file = scratch("file");
    snw_file_lock first, second;
    CHECK(snw_file_lock_take(&first, file.text, 0, &why) == SNW_OK);
    CHECK(snw_file_lock_take(&second, file.text, 0, &why) == SNW_ERR_TIMEOUT);
    CHECK_TEXT(why.subject, file.text);
    CHECK(why.fix[0] != '\0');
    snw_file_lock_give(&second); // has nothing
    CHECK(snw_file_lock_take(&second, file.text, 0, &why) == SNW_ERR_TIMEOUT);
    snw_file_lock_give(&first);
    CHECK(snw_file_lock_take(&second, file.text, 0, &why) == SNW_OK);
    snw_file_lock_give(&second);
    snw_file_lock_give(&second);
    // another file is another lock
    const scratch_name other = scratch("other");
    CHECK(snw_file_lock_take(&first, file.text, 0, &why) == SNW_OK);
    CHECK(snw_file_lock_take(&second, other.text, 0, &why) == SNW_OK);
    snw_file_lock_give(&first);
    snw_file_lock_give(&second);
}

static void what_cannot_be_locked_says_why(void) {
    snw_file_lock lock;
    const scratch_name missing = scratch("no/such/folder");
    CHECK(snw_file_lock_take(&lock, missing.text, 0, &why) == SNW_ERR_NOT_FOUND);
    static char path[5000];
    memset(path, 'a', sizeof path - 1);
    CHECK(snw_file_lock_take(&lock, path, 0, &why) == SNW_ERR_ARGUMENT);
    snw_file_lock_give(&lock);
}

enum { PROCESSES = 6, ADDED = 50 };
static const int64_t LONG_NS = 120000000000; // a limit that a slow machine does not reach

// adds one to the number in a file, again and again
static int add_to_file(void) {
    const scratch_name file = scratch("sum");
    for (int i = 0; i < ADDED; i++) {
        snw_file_lock lock;
        if (snw_failed(snw_file_lock_take(&lock, file.text, LONG_NS, NULL))) return 1;
        int number = 0;
        FILE *stream = fopen(file.text, "r");
        if (stream == NULL || fscanf(stream, "%d", &number) != 1 || fclose(stream) != 0) return 2;
        char text[16];
        (void)snprintf(text, sizeof text, "%d", number + 1);
        scratch_put(file.text, text);
        snw_file_lock_give(&lock);
    }
    return 0;
}

// one of them ends while it holds the lock: it goes with the process
static int die_holding(void) {
    snw_file_lock lock;
    return snw_file_lock_take(&lock, scratch("sum").text, LONG_NS, NULL) == SNW_OK ? 0 : 1;
}

static void processes_that_add_to_one_number_lose_nothing(void) {
    scratch_put(scratch("sum").text, "0");
    CHECK(scratch_in_child(die_holding) == 0);
    pid_t children[PROCESSES];
    (void)fflush(NULL);
    for (int i = 0; i < PROCESSES; i++) {
        children[i] = fork();
        CHECK(children[i] >= 0);
        if (children[i] == 0) _exit(add_to_file());
    }
    for (int i = 0; i < PROCESSES; i++) {
        int state = 0;
        CHECK(waitpid(children[i], &state, 0) == children[i]);
        CHECK(WIFEXITED(state) && WEXITSTATUS(state) == 0);
    }
    CHECK(scratch_holds(scratch("sum").text, "300", 3));
}

int main(void) {
    scratch_open();
    RUN(one_lock_at_a_time_and_the_next_gets_it_when_it_is_given_back);
    RUN(what_cannot_be_locked_says_why);
    RUN(processes_that_add_to_one_number_lose_nothing);
    return check_report();
}
