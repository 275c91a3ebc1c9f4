// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/os/stop.h"

bool snw_stop_ask(snw_stop *stop, uint32_t reason) {
    uint64_t down = 0;
    return __atomic_compare_exchange_n(&stop->word, &down, reason > 0 ? reason : 1, false,
                                       __ATOMIC_RELEASE, __ATOMIC_RELAXED);
}

uint32_t snw_stop_asked(const snw_stop *stop) {
    return (uint32_t)__atomic_load_n(&stop->word, __ATOMIC_ACQUIRE);
}
