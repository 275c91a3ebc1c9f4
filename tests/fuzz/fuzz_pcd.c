// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// Any bytes as a file of points in PCD.
#define _POSIX_C_SOURCE 200809L

#include "points_target.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    return points_target("fuzz.pcd", bytes, size);
}
