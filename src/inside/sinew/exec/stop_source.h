// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_EXEC_STOP_SOURCE_H
#define SINEW_EXEC_STOP_SOURCE_H

/// @file
/// Who requested a stop, and how: events, the page and the end of a run say so.

#include "sinew/exec.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum snw_stop_source {
    SNW_STOP_BY_PROGRAM,   ///< snw_exec_request(), which does not say more
    SNW_STOP_BY_KEY,       ///< Esc on the page
    SNW_STOP_BY_BUTTON,    ///< the stop button of the page
    SNW_STOP_BY_COMMAND,   ///< the local socket: sinew ask
    SNW_STOP_BY_POST,      ///< an HTTP request
    SNW_STOP_BY_CLIENT,    ///< a client of the page that does not say more
    SNW_STOP_BY_LEASE,     ///< whoever moved the arm is gone, or another one takes over
    SNW_STOP_BY_COMPONENT, ///< a component of the loop
    SNW_STOP_BY_GROUP,     ///< another arm of its group stopped
    SNW_STOP_SOURCES
} snw_stop_source;

/// "stopped by operator (Esc)".
SNW_RT const char *snw__stop_source_sentence(snw_stop_source source);

/// The source that a word of the page means, "key" or "button"; `otherwise` for other words.
SNW_RT snw_stop_source snw__stop_source_of(const char *word, snw_stop_source otherwise);

/// snw_exec_request() that says who requests it. From any thread.
SNW_SETUP SNW_NODISCARD snw_status snw__exec_request_by(snw_exec *exec, int arm,
                                                        snw_request request,
                                                        snw_stop_source source);

/// Who requested the stop in which an arm is, or was last. From any thread.
SNW_RT snw_stop_source snw__exec_stopped_by(const snw_exec *exec, int arm);

#ifdef __cplusplus
}
#endif

#endif // SINEW_EXEC_STOP_SOURCE_H
