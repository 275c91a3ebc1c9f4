// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_BENCH_H
#define SINEW_TESTS_BENCH_H

/// @file
/// Timing that survives a shared machine: the blocks of ours and of the peer alternate, each is
/// warmed up, and the least and the median of many blocks are kept. The ratio is formed from the
/// least times. Results go to a table on stdout and to build/bench/NAME.csv.
///
///     bench_open("linalg", argc, argv);
///     bench_pair(&(bench_case){.name = "svd6x7", .ours = svd_ours, .peer_name = "dgesvd",
///                              .peer = svd_lapack, .context = &data, .calls = 256});
///     return bench_close();

#include <stdint.h>

/// Performs `calls` calls; what it computes must end up in the returned checksum, so that the
/// compiler cannot leave it out.
typedef double bench_fn(void *context, long calls);

typedef struct bench_case {
    const char *name;      ///< "svd6x7", "panda/fk"
    bench_fn *ours;        ///< timed
    const char *peer_name; ///< NULL for none
    bench_fn *peer;        ///< timed beside ours; NULL for none
    void *context;         ///< given to both
    long calls;            ///< calls in one block; a block should take about 0.1 to 1 ms
    int values_per_call;   ///< a call treats so many values; times are per value. 0 means 1
    const char *note;      ///< "key=value" pairs for the CSV; NULL for none
    double bar;            ///< the ratio that must not be passed; 0 for none
} bench_case;

/// Reads the arguments (a part of a case's name runs only the matching ones) and opens the CSV.
void bench_open(const char *name, int argc, char **argv);

/// Runs a case and prints its row.
void bench_pair(const bench_case *one);

/// Performs call number `index` of several.
typedef double bench_call(void *context, long index);

/// How long the slowest of so many calls takes, each the least of several rounds through all of
/// them [ns].
double bench_slowest(bench_call *call, void *context, int count);

/// True when the arguments select this case; for rows that are measured by hand.
int bench_wants(const char *name);

/// A row measured by hand, in ns; peer_name NULL for none.
void bench_row(const char *name, double ours_ns, const char *peer_name, double peer_ns,
               const char *note);

/// A monotonic time stamp in ns, for rows measured by hand.
int64_t bench_now_ns(void);

/// Closes the CSV; 0 if every bar was met, 1 otherwise, with the rows named.
int bench_close(void);

#endif // SINEW_TESTS_BENCH_H
