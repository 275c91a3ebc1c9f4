// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
/// @file
/// State frames from any bytes: read, or refused; every number that a frame says it has is there.

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "sinew/wire/state.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    snw_state_packet frame;
    if (snw_packet_read(data, size, &frame) != SNW_OK) return 0;
    // reads each number once; a sanitizer sees those that are not there
    double sum = 0;
    for (int i = 0; i < 7 * frame.link_count; i++)
        sum += (double)snw_packet_number(frame.measured, i) +
               (double)snw_packet_number(frame.commanded, i);
    for (int a = 0; a < frame.arm_count; a++) {
        for (int i = 0; i < 4 * frame.arms[a].axes; i++)
            sum += snw_packet_real(frame.arms[a].numbers, i);
    }
    for (int i = 0; i < frame.row_count * (frame.signal_count + 1); i++)
        sum += snw_packet_real(frame.rows, i);
    for (int i = 0; i < frame.pair_count; i++)
        sum += (double)snw_packet_pair_read(&frame, i).distance;
    volatile double kept = sum;
    (void)kept;
    return 0;
}
