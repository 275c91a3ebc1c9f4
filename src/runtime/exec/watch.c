// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "watch.h"

bool snw__watch_look(snw__watch *watch, uint64_t heartbeat, int64_t now_ns) {
    const bool slept = now_ns - watch->last_ns > watch->limit_ns;
    watch->last_ns = now_ns;
    if (slept || heartbeat != watch->heartbeat) {
        watch->heartbeat = heartbeat;
        watch->since_ns = now_ns;
        watch->silent = false;
        return false;
    }
    if (watch->silent || now_ns - watch->since_ns < watch->limit_ns) return false;
    watch->silent = true;
    return true;
}
