// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/describe/live.h"

bool snw_live_update(snw_live *live) {
    const bool changed = snw_triple_update(&live->buffer) == SNW_OK;
    live->now = snw_triple_front(&live->buffer);
    return changed;
}

const void *snw_live_block(const snw_live *live) {
    return live->now;
}

const void *snw_live_derived(const snw_live *live) {
    return live->now + live->derived_offset;
}
