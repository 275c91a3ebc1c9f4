// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_BENCH_MODEL_H
#define SINEW_TESTS_BENCH_MODEL_H

/// @file
/// Robots as URDF text, made for the benchmarks; free `bytes`.

#include <stddef.h>

typedef struct model_text {
    char *bytes; ///< ends with a zero
    size_t length;
    int links;
} model_text;

/// A file; its links are not counted.
model_text read_text(const char *path);

/// Links one behind the other, and a tree in which every link carries three.
model_text make_chain(int links);
model_text make_tree(int links);

#endif // SINEW_TESTS_BENCH_MODEL_H
