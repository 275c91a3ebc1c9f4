// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "sinew/wire/state.h"

static uint64_t get(const unsigned char *at, int bytes) {
    uint64_t value = 0;
    for (int i = 0; i < bytes; i++)
        value |= (uint64_t)at[i] << (8 * i);
    return value;
}

float snw_packet_number(const unsigned char *bytes, int index) {
    const uint32_t bits = (uint32_t)get(bytes + (ptrdiff_t)4 * index, 4);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

double snw_packet_real(const unsigned char *bytes, int index) {
    const uint64_t bits = get(bytes + (ptrdiff_t)8 * index, 8);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

// the arms, from `at` on; how many bytes they take, or 0 when they do not fit
static size_t read_arms(const unsigned char *at, size_t left, snw_state_packet *frame) {
    size_t used = 0;
    for (int i = 0; i < frame->arm_count; i++) {
        snw_packet_arm *arm = &frame->arms[i];
        if (left - used < 8) return 0;
        const unsigned char *head = at + used;
        *arm = (snw_packet_arm){head[0], head[1], head[2], head[3], (uint32_t)get(head + 4, 4),
                                head + 8};
        used += 8;
        if (left - used < (size_t)arm->axes * 32) return 0;
        used += (size_t)arm->axes * 32;
    }
    return used;
}

snw_packet_pair snw_packet_pair_read(const snw_state_packet *frame, int index) {
    const unsigned char *at = frame->pairs + (ptrdiff_t)SNW_PACKET_PAIR * index;
    snw_packet_pair pair = {.a = (uint16_t)get(at, 2), .b = (uint16_t)get(at + 2, 2)};
    for (int k = 0; k < 3; k++) {
        pair.point_a[k] = snw_packet_number(at + 4, k);
        pair.point_b[k] = snw_packet_number(at + 4, 3 + k);
    }
    pair.distance = snw_packet_number(at + 4, 6);
    return pair;
}

// the pairs, which a frame may end without; they are the last of it
static snw_status read_pairs(const unsigned char *at, size_t left, snw_state_packet *frame) {
    if (left == 0) return SNW_OK;
    if (left < SNW_PACKET_PAIRS) return SNW_ERR_SYNTAX;
    const uint64_t count = get(at, 4);
    if ((left - SNW_PACKET_PAIRS) / SNW_PACKET_PAIR != count ||
        (left - SNW_PACKET_PAIRS) % SNW_PACKET_PAIR != 0 || count > 32) {
        return SNW_ERR_SYNTAX;
    }
    frame->pair_count = (int)count;
    frame->enforced = (uint32_t)get(at + 4, 4);
    frame->pairs = at + SNW_PACKET_PAIRS;
    return SNW_OK;
}

snw_status snw_packet_read(const void *bytes, size_t size, snw_state_packet *frame) {
    const unsigned char *at = bytes;
    *frame = (snw_state_packet){0};
    if (size < SNW_PACKET_HEAD || get(at, 4) != SNW_PACKET_MAGIC) return SNW_ERR_SYNTAX;
    if (get(at + 4, 2) != 1) return SNW_ERR_VERSION;
    frame->flags = (uint16_t)get(at + 6, 2);
    frame->tick = get(at + 8, 8);
    frame->t_ns = (int64_t)get(at + 16, 8);
    frame->sequence = (uint32_t)get(at + 24, 4);
    frame->speed = snw_packet_number(at + 28, 0);
    frame->link_count = (int)get(at + 32, 2);
    frame->arm_count = at[34];
    frame->signal_count = (int)get(at + 36, 2);
    frame->row_count = (int)get(at + 38, 2);
    if (at[35] != 0 || frame->arm_count > SNW_LOOP_ARMS) return SNW_ERR_SYNTAX;

    // each part must fit, and nothing may be left
    size_t used = SNW_PACKET_HEAD;
    const size_t poses = (size_t)frame->link_count * 7 * 4;
    if (size - used < 2 * poses) return SNW_ERR_SYNTAX;
    frame->measured = at + used;
    frame->commanded = at + used + poses;
    used += 2 * poses;
    const size_t arms = read_arms(at + used, size - used, frame);
    if (arms == 0 && frame->arm_count > 0) return SNW_ERR_SYNTAX;
    used += arms;
    frame->rows = at + used;
    const size_t rows = (size_t)frame->row_count * (size_t)(frame->signal_count + 1) * 8;
    if (size - used < rows) return SNW_ERR_SYNTAX;
    return read_pairs(frame->rows + rows, size - used - rows, frame);
}
