// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "../../../src/runtime/exec/watch.h"

#include "check.h"

enum { MS = 1000000 }; // [ns]

// Seeded patterns of life and silence on a virtual clock: a silence is found after the time that
// is allowed and at most one look later; life is never taken for silence.
// spec: loffler:L-166
static void a_silence_is_found_within_its_time_and_one_look(void) {
    CHECK_CASES(check_scaled(2000)) {
        const int64_t limit = check_int(2, 8) * (int64_t)MS, look = limit / 4;
        const int64_t hang = check_int(100, 400) * (int64_t)MS / 10;
        snw__watch watch = {.limit_ns = limit};
        uint64_t beat = 0;
        int64_t last_beat = 0, fired = -1;
        int count = 0;
        for (int64_t t = 0; t < 100 * (int64_t)MS; t += 100000) {
            if (t < hang && t % MS == 0) {
                beat++;
                last_beat = t;
            }
            if (t % look < 100000 && snw__watch_look(&watch, beat, t)) {
                fired = t;
                count++;
            }
        }
        CHECK(count == 1);
        CHECK(fired - last_beat >= limit && fired - last_beat <= limit + 2 * look);
        CHECK(limit > 6 * (int64_t)MS || fired - last_beat <= 10 * (int64_t)MS);
    }
}

static void a_watch_that_was_stopped_itself_begins_anew(void) {
    snw__watch watch = {.limit_ns = 5 * (int64_t)MS};
    CHECK(!snw__watch_look(&watch, 1, 1 * MS));
    CHECK(!snw__watch_look(&watch, 1, 1000 * (int64_t)MS));
    CHECK(!snw__watch_look(&watch, 1, 1003 * (int64_t)MS));
    CHECK(snw__watch_look(&watch, 1, 1005 * (int64_t)MS));
    CHECK(!snw__watch_look(&watch, 1, 1006 * (int64_t)MS)); // once
    CHECK(!snw__watch_look(&watch, 2, 1007 * (int64_t)MS)); // alive again
    CHECK(!snw__watch_look(&watch, 2, 1011 * (int64_t)MS));
    CHECK(snw__watch_look(&watch, 2, 1012 * (int64_t)MS));
}

static void the_first_look_only_begins(void) {
    static const int64_t starts[] = {0, 1, 3 * (int64_t)MS, INT64_C(1) << 60};
    for (int i = 0; i < 4; i++) {
        for (uint64_t beat = 0; beat < 2; beat++) {
            snw__watch watch = {.limit_ns = 5 * (int64_t)MS};
            int64_t t = starts[i];
            CHECK(!snw__watch_look(&watch, beat, t));
            CHECK(!snw__watch_look(&watch, beat, t += 1 * MS));
            CHECK(!snw__watch_look(&watch, beat + 1, t += 1 * MS));
            CHECK(!snw__watch_look(&watch, beat + 1, t += 4 * MS));
            CHECK(snw__watch_look(&watch, beat + 1, t += 1 * MS) && watch.silent);
        }
    }
}

int main(void) {
    RUN(the_first_look_only_begins);
    RUN(a_silence_is_found_within_its_time_and_one_look);
    RUN(a_watch_that_was_stopped_itself_begins_anew);
    return check_report();
}
