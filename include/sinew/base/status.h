// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_BASE_STATUS_H
#define SINEW_BASE_STATUS_H

/// @file
/// The one table of results. 0 is done, positive is done with news, negative is failed.
///
/// Names, numbers, sentences and the exit codes of the command line all come from this table, so
/// they cannot disagree. Numbers are part of the wire and file formats: append, never renumber.

#include "sinew/base/attributes.h"

#ifdef __cplusplus
extern "C" {
#endif

// Exit codes: 0 done; 1 the answer is no; 2 wrong usage; 3 input invalid; 4 not found or not
// permitted; 5 hardware or communication fault; 6 real-time violation; 70 internal; 130
// interrupted.
//
//  X(name, value, exit code, sentence)
#define SNW_STATUS_TABLE(X)                                                                        \
    X(SNW_OK, 0, 0, "done")                                                                        \
    X(SNW_DONE, 1, 0, "finished")                                                                  \
    X(SNW_SATURATED, 2, 0, "done, with values held at their limits")                               \
    X(SNW_NEAR_SINGULAR, 3, 0, "done, close to a singularity")                                     \
    X(SNW_NOTHING_NEW, 4, 0, "nothing new has arrived")                                            \
    X(SNW_ERR_MEMORY, -1, 70, "the memory supplied is too small")                                  \
    X(SNW_ERR_ARGUMENT, -2, 2, "an argument is not allowed here")                                  \
    X(SNW_ERR_NOT_FINITE, -3, 3, "a number is NaN or infinite")                                    \
    X(SNW_ERR_RANGE, -4, 3, "a value is outside its allowed range")                                \
    X(SNW_ERR_SIZE, -5, 2, "the sizes of the operands do not match")                               \
    X(SNW_ERR_SINGULAR, -6, 1, "the matrix is singular")                                           \
    X(SNW_ERR_INFEASIBLE, -7, 1, "the constraints contradict each other")                          \
    X(SNW_ERR_NOT_CONVERGED, -8, 1, "no convergence within the allowed iterations")                \
    X(SNW_ERR_UNREACHABLE, -9, 1, "the target cannot be reached")                                  \
    X(SNW_ERR_LIMIT, -10, 1, "a limit would be exceeded")                                          \
    X(SNW_ERR_COLLISION, -11, 1, "two bodies would collide")                                       \
    X(SNW_ERR_SYNTAX, -12, 3, "the text does not follow its grammar")                              \
    X(SNW_ERR_UNKNOWN_NAME, -13, 3, "the name is not known")                                       \
    X(SNW_ERR_DUPLICATE, -14, 3, "the name is used twice")                                         \
    X(SNW_ERR_UNIT, -15, 3, "the unit does not fit the quantity")                                  \
    X(SNW_ERR_TOO_LARGE, -16, 3, "the input is larger than the limit")                             \
    X(SNW_ERR_VERSION, -17, 3, "the version does not match")                                       \
    X(SNW_ERR_USAGE, -18, 2, "the command was used wrongly")                                       \
    X(SNW_ERR_NOT_FOUND, -19, 4, "not found")                                                      \
    X(SNW_ERR_PERMISSION, -20, 4, "not permitted")                                                 \
    X(SNW_ERR_IO, -21, 5, "reading or writing failed")                                             \
    X(SNW_ERR_TIMEOUT, -22, 5, "the time allowed has passed")                                      \
    X(SNW_ERR_CLOSED, -23, 5, "the other side has closed")                                         \
    X(SNW_ERR_HARDWARE, -24, 5, "the hardware reports a fault")                                    \
    X(SNW_ERR_OVERRUN, -25, 6, "a cycle took longer than its period")                              \
    X(SNW_ERR_REALTIME, -26, 6, "the real-time conditions are not met")                            \
    X(SNW_ERR_STATE, -27, 1, "not possible in the current state")                                  \
    X(SNW_ERR_FULL, -28, 70, "no room is left")                                                    \
    X(SNW_ERR_UNSUPPORTED, -29, 4, "not supported here")                                           \
    X(SNW_ERR_INTERRUPTED, -30, 130, "interrupted")                                                \
    X(SNW_ERR_INTERNAL, -31, 70, "an internal check failed; please report it")                     \
    X(SNW_ERR_EXPIRED, -32, 4, "the object no longer exists")                                      \
    X(SNW_ERR_CHECK, -33, 1, "the check failed")

typedef enum snw_status {
#define SNW_X(name, value, exit_code, sentence) name = (value),
    SNW_STATUS_TABLE(SNW_X)
#undef SNW_X
} snw_status;

/// "SNW_ERR_RANGE" for SNW_ERR_RANGE; "SNW_ERR_INTERNAL" for a number that is not in the table.
SNW_RT const char *snw_status_name(snw_status status);

/// The sentence of the table, without a capital or a full stop.
SNW_RT const char *snw_status_sentence(snw_status status);

/// What a program returns for this status: 0 for every non-negative one.
SNW_RT int snw_status_exit_code(snw_status status);

/// True for the negative half of the table.
SNW_INLINE int snw_failed(snw_status status) {
    return status < 0;
}

#ifdef __cplusplus
}
#endif

#endif // SINEW_BASE_STATUS_H
