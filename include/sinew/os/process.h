// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_OS_PROCESS_H
#define SINEW_OS_PROCESS_H

/// @file
/// Other programs, run to their end within limits, so that what they do with a hostile file cannot
/// reach this process.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sinew/base.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SNW_PROCESS_WORDS = 1024 }; ///< bytes kept of what a program says on standard error

/// What a process may use at most. All zero changes nothing.
typedef struct snw_process_limits {
    // public
    size_t memory;    ///< bytes of address space; 0 for as much as before. Sanitized builds, which
                      ///< reserve terabytes, leave this out.
    int cpu_s;        ///< seconds of processor time; 0 for as much as before
    bool no_files;    ///< no file may grow; pipes and sockets may be written
    bool no_children; ///< no process or thread may be started; without effect for root
} snw_process_limits;

/// Takes the limits upon this process, for good, and allows no core file.
SNW_SETUP SNW_NODISCARD snw_status snw_process_limit(const snw_process_limits *limits,
                                                     snw_why *why);

/// A program to run.
typedef struct snw_process_config {
    // public
    const char *const *arguments; ///< ended by NULL; the first is the program: a path, or a name
                                  ///< that is looked for along PATH
    int64_t limit_ns;             ///< longest time; negative for any
    size_t output_limit;          ///< bytes of standard output at most
    snw_process_limits limits;    ///< taken upon it before it starts
} snw_process_config;

/// How it ended.
typedef struct snw_process_result {
    // read-only
    char *output; ///< [output_size] its standard output, and a zero behind it
    size_t output_size;
    char words[SNW_PROCESS_WORDS]; ///< the beginning of its standard error, terminated
    int exit_code;                 ///< -1 when a signal ended it
    int signal;                    ///< the signal that ended it; 0 for none
} snw_process_result;

/// Runs a program with an empty standard input and waits for its end. On SNW_OK it has run,
/// whatever its exit code; give the result to snw_process_free(). It ends with this process at the
/// latest. SNW_ERR_NOT_FOUND and SNW_ERR_PERMISSION when it cannot be started, SNW_ERR_TIMEOUT and
/// SNW_ERR_TOO_LARGE when it was killed for its time or its output; `result` is empty then.
SNW_SETUP SNW_NODISCARD snw_status snw_process_run(const snw_process_config *config,
                                                   snw_process_result *result, snw_why *why);

/// Frees a result and clears it.
SNW_SETUP void snw_process_free(snw_process_result *result);

#ifdef __cplusplus
}
#endif

#endif // SINEW_OS_PROCESS_H
