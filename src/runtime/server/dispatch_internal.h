// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_SERVER_DISPATCH_INTERNAL_H
#define SINEW_SRC_SERVER_DISPATCH_INTERNAL_H

#include "dispatch.h"
#include "sinew/wire/serve.h"

/// Tells the recorder of a message that reached the loop.
void snw__tell_message(const snw__dispatch *dispatch, const char *object, const char *text,
                       uint64_t tick);

/// An END of nobody in particular is in a lane: the recorder is told when it has acted. False
/// without memory.
bool snw__errand_watch(snw__dispatch *dispatch, int lane, const snw_wire_urgent_request *urgent);

/// A motion of an object has been ended: orders to it that came before and have not begun are
/// dropped, because they would start it anew.
void snw__errands_end(snw__dispatch *dispatch, int object);

/// The sender goes: its orders that wait are dropped, and nobody is told of those under way.
void snw__errands_drop(snw__sender *sender);

/// The executive goes: nothing that it has is waited for any more.
void snw__lanes_drop(snw__dispatch *dispatch);

#endif // SINEW_SRC_SERVER_DISPATCH_INTERNAL_H
