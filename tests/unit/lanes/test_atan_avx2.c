// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define SNW_KERNEL_SUFFIX f64_avx2
#define SNW_KERNEL_REAL_BITS 64
#define SNW_KERNEL_BYTES 32
#include "atan_cases.h"

int main(void) {
    return run_set(SNW_ISA_AVX2);
}
