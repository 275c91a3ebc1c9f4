// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/exec/stop_source.h"

#include <string.h>

#include "internal.h"

const char *snw__stop_source_sentence(snw_stop_source source) {
    static const char *const sentences[SNW_STOP_SOURCES] = {
        [SNW_STOP_BY_PROGRAM] = "stopped by a program",
        [SNW_STOP_BY_KEY] = "stopped by operator (Esc)",
        [SNW_STOP_BY_BUTTON] = "stopped by operator (stop button)",
        [SNW_STOP_BY_COMMAND] = "stopped from the command line",
        [SNW_STOP_BY_POST] = "stopped by an HTTP request",
        [SNW_STOP_BY_CLIENT] = "stopped by a network client",
        [SNW_STOP_BY_LEASE] = "stopped because control of the arm was lost or passed on",
        [SNW_STOP_BY_COMPONENT] = "stopped by a component of the cell",
        [SNW_STOP_BY_GROUP] = "stopped together with another arm of its group"};
    return source >= 0 && source < SNW_STOP_SOURCES ? sentences[source] : sentences[0];
}

snw_stop_source snw__stop_source_of(const char *word, snw_stop_source otherwise) {
    if (strcmp(word, "key") == 0) return SNW_STOP_BY_KEY;
    if (strcmp(word, "button") == 0) return SNW_STOP_BY_BUTTON;
    return otherwise;
}

snw_stop_source snw__exec_stopped_by(const snw_exec *exec, int arm) {
    return (snw_stop_source)__atomic_load_n(&exec->arms[arm].source, __ATOMIC_RELAXED);
}
