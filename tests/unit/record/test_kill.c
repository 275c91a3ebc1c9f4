// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Processes that record and are killed with SIGKILL, at seeded instants; 50 times, or as often as
// the argument says. Judged from outside: the file holds a prefix of the truth, at most one chunk
// is missing, it opens as it is, and recovery gives a whole file, twice the same.
#define _GNU_SOURCE // NOLINT(bugprone-reserved-identifier): fork and kill are not C
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../../../src/runtime/record/inside.h"
#include "block.h"
#include "sinew/os/file.h"

enum { CHUNK = 20000, ROWS = 400000 };
static long kills = 50;
static wide the_wide;
static char folder[256];
static const int64_t ms = 1000000;

static double truth_of(int64_t tick, int i) {
    return (double)tick * 1.000000119 + (double)i * 0.3;
}

// the child: records until it is killed, and says how far the service has come
static void record_forever(const char *path, volatile int64_t *pumped) {
    snw_roots roots = {.count = 0};
    snw_recorder_config config = snw_recorder_defaults();
    config.path = path;
    config.roots = &roots;
    config.period = 1e-3;
    config.buffer = 0.1;
    config.file.chunk_size = CHUNK;
    config.file.compression = SNW_MCAP_ZSTD;
    snw_recorder *recorder = NULL;
    const char *some = "wide/x[*]";
    const snw_record_group group = {.name = "w", .patterns = &some, .pattern_count = 1};
    if (snw_roots_add(&roots, "wide", &wide_type, &the_wide) != SNW_OK ||
        snw_recorder_open(&recorder, &config, NULL) != SNW_OK ||
        snw_recorder_add(recorder, &group, NULL) != SNW_OK ||
        snw_recorder_start(recorder, 0, NULL) != SNW_OK) {
        _exit(3);
    }
    for (int64_t tick = 0; tick < ROWS; tick++) {
        for (int i = 0; i < WIDE; i++)
            the_wide.x[i] = truth_of(tick, i);
        snw_recorder_tick(recorder, tick, tick * ms);
        if (snw_recorder_pump(recorder, tick * ms) != SNW_OK) _exit(3);
        *pumped = tick + 1;
    }
    pause();
    _exit(3);
}

// rows of a file: a prefix of the truth; returns how many
static int64_t check_prefix(const char *path, bool finished) {
    snw_source_bytes source;
    snw_mcap_reader *reader = NULL;
    CHECK(snw_source_open(&source, path, NULL) == SNW_OK);
    CHECK(snw_mcap_read_open(&reader, &source, NULL, NULL, NULL) == SNW_OK);
    int64_t next = 0;
    snw_mcap_message message;
    snw_status status;
    while ((status = snw_mcap_read_next(reader, &message)) == SNW_OK) {
        snw_tick_values signals;
        CHECK(snw_tick_values_decode(message.data, message.size, &signals) == SNW_OK);
        CHECK(signals.tick == next && signals.t_ns == next * ms && signals.lost == 0);
        CHECK(signals.count == WIDE);
        for (int i = 0; i < WIDE; i++)
            CHECK(snw__tick_values_at(&signals, i) == truth_of(next, i));
        next++;
    }
    CHECK(status == SNW_DONE);
    const snw_mcap_facts facts = snw_mcap_read_facts(reader);
    CHECK(!finished || (facts.finished && facts.damages == 0));
    snw_mcap_read_close(reader);
    snw_source_close(&source);
    return next;
}

static bool same_files(const char *a, const char *b) {
    snw_file_reading how = snw_file_reading_defaults();
    how.limit = (size_t)1 << 30;
    snw_file_content x = {0}, y = {0};
    CHECK(snw_file_read(a, &how, &x, NULL) == SNW_OK && snw_file_read(b, &how, &y, NULL) == SNW_OK);
    const bool same = x.size == y.size && memcmp(x.data, y.data, x.size) == 0;
    snw_file_free(&x);
    snw_file_free(&y);
    return same;
}

static void pause_for(long ns) {
    const struct timespec wait = {0, ns};
    (void)nanosleep(&wait, NULL);
}

static void kill_once(volatile int64_t *pumped) {
    char path[300], first[300], second[300];
    (void)snprintf(path, sizeof path, "%s/run.mcap", folder);
    (void)snprintf(first, sizeof first, "%s/first.mcap", folder);
    (void)snprintf(second, sizeof second, "%s/second.mcap", folder);
    *pumped = 0;
    const pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) record_forever(path, pumped);
    // some of it before and inside the start, most while it writes: that is waited for
    const bool early = check_case > 0 && check_int(0, 9) == 0;
    for (int i = 0; !early && *pumped == 0 && i < 60000; i++)
        pause_for(1000000);
    pause_for(early ? check_int(0, 2000000) : check_int(0, 30000000));
    CHECK(kill(child, SIGKILL) == 0);
    int how = 0;
    CHECK(waitpid(child, &how, 0) == child && WIFSIGNALED(how));

    const int64_t taken = *pumped;
    if (snw_file_exists(path)) {
        struct stat facts;
        CHECK(stat(path, &facts) == 0);
        if (facts.st_size >= 8) {
            const int64_t rows = check_prefix(path, false);
            // at most the open chunk is missing, and the sample that was in the works
            CHECK(rows <= taken + 1);
            CHECK((taken - rows) * (31 + 28 + 8 * WIDE) <= CHUNK);
            snw_mcap_recovery recovery;
            CHECK(snw_mcap_recover(path, first, NULL, NULL, &recovery, NULL) == SNW_OK);
            CHECK(check_prefix(first, true) == rows && recovery.messages == (uint64_t)rows);
            CHECK(snw_mcap_recover(first, second, NULL, NULL, &recovery, NULL) == SNW_OK);
            CHECK(same_files(first, second) && recovery.before.damages == 0);
        } else {
            // killed between making the file and its first bytes
            CHECK(taken == 0);
        }
    } else {
        CHECK(taken == 0);
    }
    (void)unlink(path);
    (void)unlink(first);
    (void)unlink(second);
}

static void a_killed_process_loses_at_most_one_chunk(void) {
    volatile int64_t *pumped =
        mmap(NULL, sizeof *pumped, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    CHECK(pumped != MAP_FAILED);
    (void)snprintf(folder, sizeof folder, "%s/kill-%d", SNW_BINARY_DIR, (int)getpid());
    CHECK(mkdir(folder, 0755) == 0);
    const long cases = kills == 50 ? check_scaled(50) : kills;
    int64_t most = 0;
    CHECK_CASES(cases) {
        kill_once(pumped);
        if (*pumped > most) most = *pumped;
    }
    check_case = -1;
    CHECK(most > 0);
    CHECK(rmdir(folder) == 0);
    CHECK(munmap((void *)(uintptr_t)pumped, sizeof *pumped) == 0);
}

int main(int argc, char **argv) {
    if (argc > 1) kills = strtol(argv[1], NULL, 10);
    RUN(a_killed_process_loses_at_most_one_chunk);
    return check_report();
}
