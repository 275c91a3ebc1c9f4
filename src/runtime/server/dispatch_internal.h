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

/// Answers the sender of an order, if it waits for that.
void snw__errand_answer(snw__errand *errand, const snw_result *result);

/// Begins to answer a question whose command reads a file, in a thread of its own: SNW_NOTHING_NEW,
/// and the errand is answered and freed later. Failures leave it to the caller. dispatch_reader.c
SNW_NODISCARD snw_status snw__reader_begin(snw__dispatch *dispatch, snw__errand *errand,
                                           snw_why *why);

/// Answers it when it is done; its sender goes; the executive goes, which waits for it.
void snw__reader_turn(snw__dispatch *dispatch);
void snw__reader_leave(const snw__sender *sender);
void snw__reader_end(snw__dispatch *dispatch);

/// The executive goes: nothing that it has is waited for any more.
void snw__lanes_drop(snw__dispatch *dispatch);

#endif // SINEW_SRC_SERVER_DISPATCH_INTERNAL_H
