// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "internal.h"

snw_status snw_exec_narrow(snw_exec *exec, int arm, int axis, double lower, double upper,
                           snw_why *why) {
    if (arm < 0 || arm >= exec->arm_count) {
        return snw_refuse(why, SNW_ERR_ARGUMENT, NULL, "the loop has no such arm", NULL);
    }
    snw__arm *slot = &exec->arms[arm];
    const snw_status status = snw_guard_narrow(&slot->guard, axis, lower, upper, why);
    if (snw_failed(status)) return status;
    // services read the limits of an arm while the loop changes one: each number is whole
    __atomic_store(&slot->arm->limits.lower[axis], &lower, __ATOMIC_RELAXED);
    __atomic_store(&slot->arm->limits.upper[axis], &upper, __ATOMIC_RELAXED);
    return SNW_OK;
}
