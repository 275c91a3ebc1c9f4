// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_INSIDE_EXEC_READ_ORDER_H
#define SINEW_INSIDE_EXEC_READ_ORDER_H

/// @file
/// Questions whose commands read files are answered in a thread of the door's own.

#include "sinew/exec/order.h"

#ifdef __cplusplus
extern "C" {
#endif

/// May it be asked? In the thread of the door. SNW_ERR_STATE for a component that is not
/// configured.
SNW_SETUP SNW_NODISCARD snw_status snw__exec_may_read(snw_exec *exec, const snw_order *order,
                                                      snw_why *why);

/// Asks it, without the newest picture: in any thread. The executive must stay open meanwhile.
SNW_SETUP void snw__exec_read(snw_exec *exec, const snw_order *order, snw_result *result);

#ifdef __cplusplus
}
#endif

#endif // SINEW_INSIDE_EXEC_READ_ORDER_H
