// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_SERVER_DISPATCH_H
#define SINEW_SRC_SERVER_DISPATCH_H

/// @file
/// The way of requests from their senders to the loop, without sockets and clocks.
///
///     snw__dispatch_urgent()  stops, disables and ends at once, before anything is judged
///     snw__dispatch_post()    a request waits in the queue of its sender, with its rights
///     snw__dispatch_step()    one request has its turn: the door serves it
///     snw__dispatch_judge()   may it still be done? Asked when it is done, not when it came
///     snw__dispatch_order()   a message becomes an order, which waits for the loop
///     snw__dispatch_orders()  orders are given to the loop, and their results are collected
///
/// Turns: the holder of the lease first, then each sender that is known, then one of all that have
/// no token and one of all that have not said hello. So nobody waits for more than one round.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sinew/exec/order.h"
#include "sinew/exec/stop_source.h"
#include "sinew/wire.h"
#include "sinew/wire/authority.h"

enum {
    SNW__SENDERS = 96,                                  ///< of one dispatcher
    SNW__OBJECTS = SNW_LOOP_COMPONENTS + SNW_LOOP_ARMS, ///< that can be sent a message
    SNW__WAITING_COUNT = 4096,                          ///< requests of one sender that wait
    SNW__WAITING_BYTES = 256 * 1024,                    ///< and their bytes, if there are several
    SNW__HOLDER_TURN = 8,      ///< requests of the holder of the lease in one round
    SNW__ERRANDS_WAITING = 64, ///< orders of one sender that wait for the loop
    SNW__ERRANDS_UNDER_WAY = 8 ///< orders of one sender that the loop has
};

typedef struct snw__dispatch snw__dispatch;
typedef struct snw__sender snw__sender;

/// A request that waits for its turn, on the heap.
typedef struct snw__waiting {
    struct snw__waiting *next;
    snw_rights rights;  ///< under which it came
    int64_t expires_ns; ///< loop time after which it is too late for a sample of a stream
    uint64_t ends;      ///< ends of motions before it came
    bool acted;         ///< what is urgent of it was done when it came
    bool binary;        ///< it did not come as a text
    bool too_fast;      ///< it came faster than its sender may send, and is to be refused
    size_t size;
    char *bytes; ///< [size + 1] behind this
} snw__waiting;

/// An order on its way to the loop, or under way in it; on the heap.
typedef struct snw__errand {
    struct snw__errand *next;
    snw__sender *sender; ///< NULL: it has gone
    int64_t id;          ///< of the request
    uint64_t ends;       ///< ends of motions before its request came
    bool answered;       ///< the sender waits no longer
    bool told;           ///< the recorder knows of it
    bool is_call;        ///< its arguments came as JSON, and so goes its result
    int64_t given_ns;    ///< when the loop got it; by the caller's clock
    char object[2 * SNW_NAME];
    char text[SNW_MESSAGE]; ///< as it came; of a call as it would be written
    snw_order order;
} snw__errand;

/// What became of an order, for the answer to its sender.
typedef struct snw__outcome {
    int64_t id;
    const snw_command *command;
    const snw_result *result; ///< NULL while it is under way, or when a newer sample came
    bool under_way;           ///< it takes long: the sender is told that it has begun
    bool is_call;             ///< it is answered with a result in place of words
} snw__outcome;

/// Appends ,"answer":"words" of a message, or ,"result":{...} of a call.
void snw__add_outcome(snw_text *text, const snw__outcome *outcome);

/// One who sends requests, through whatever door.
struct snw__sender {
    // by the door
    int index;       ///< of its session in the authority; -1: a caller of the local socket
    bool waits_long; ///< it is not told "under way", but waits for the end
    bool paused;     ///< it reads its answers too slowly: it has no turns until it has read them
    void *door;      ///< what the door keeps of it
    // of the dispatcher
    snw__dispatch *dispatch;
    int session; ///< of the executive; -1 for none
    snw__waiting *first, *last;
    int waiting;
    size_t waiting_bytes;
    snw__errand *first_errand, *last_errand; ///< that wait for the loop
    int errands;
    int under_way;  ///< orders that the loop has
    int unanswered; ///< of these
};

/// What a door does.
typedef struct snw__door {
    /// A request has its turn. Judges it, does it and answers.
    void (*serve)(snw__sender *sender, const snw__waiting *waiting);
    /// An order has a result.
    void (*answer)(snw__sender *sender, const snw__outcome *outcome);
} snw__door;

struct snw__dispatch {
    // public
    snw__door door;
    snw_authority *authority; ///< NULL: everybody may everything, as on the local socket
    int lane_limit;           ///< orders that the loop has at once
    snw_wire_told_fn *told;   ///< for a recorder; may be NULL
    void *told_context;
    // read-only
    snw_exec *exec; ///< NULL: nothing runs
    // private
    snw__sender *senders[SNW__SENDERS]; // with holes
    snw__errand *lanes[SNW_LANES];      // what is in each lane
    int lanes_used;
    struct snw__reader *reader;   // of the file that is read; NULL for none
    uint64_t lease, lease_floor;  // that the executive was told
    uint64_t ends;                // ends of motions so far
    uint64_t ended[SNW__OBJECTS]; // number of the last end of each object
    int turn;                     // of the senders that are known
    int holder_served;            // in this round
    int shared_turn[2];
    int order_turn;
    snw_result result; // that is looked at
    snw_order order;   // that ends something
};

/// A cell is there, or goes (NULL): what waited for it is dropped, and all senders have a session
/// of its executive.
void snw__dispatch_use(snw__dispatch *dispatch, snw_exec *exec);

/// A sender comes; false when there are too many. And goes: what it has sent and was not done yet
/// is dropped, also by the loop.
bool snw__dispatch_add(snw__dispatch *dispatch, snw__sender *sender);
void snw__dispatch_remove(snw__sender *sender);

/// Tells the executive who holds the lease, when that has changed. To be called after everything
/// that may change it.
void snw__dispatch_lease(snw__dispatch *dispatch);

/// Does what is urgent of a request: stop, disable, the end of a motion. True when there was
/// something. An arm that is not there stands for all.
bool snw__dispatch_urgent(snw__dispatch *dispatch, const char *bytes, size_t size,
                          snw_stop_source by);

/// How a request came.
typedef struct snw__arrival {
    const char *bytes;
    size_t size;
    bool acted, binary, too_fast;
} snw__arrival;

/// A request waits from now on, with the rights that its sender has now. SNW_ERR_FULL when too much
/// of this sender waits.
SNW_NODISCARD snw_status snw__dispatch_post(snw__sender *sender, const snw__arrival *arrival,
                                            snw_why *why);

/// One request has its turn; false when none waits.
bool snw__dispatch_step(snw__dispatch *dispatch);

/// True when a request waits for its turn; when an order waits for the loop, or somebody for its
/// result.
bool snw__dispatch_has_requests(const snw__dispatch *dispatch);
bool snw__dispatch_has_orders(const snw__dispatch *dispatch);

/// What is judged of a request.
typedef struct snw__plea {
    snw_act act;
    const snw_wire_request *request; ///< with the lease that it carries
    bool still;                      ///< every arm stands still
} snw__plea;

/// May a request be done now? Refuses what came before a stop of the arm that it is about, and then
/// as snw_authority_check().
SNW_NODISCARD snw_status snw__dispatch_judge(const snw__sender *sender, const snw__waiting *waiting,
                                             const snw__plea *plea, snw_why *why);

/// A message that may be done becomes an order: SNW_NOTHING_NEW when it waits for the loop and is
/// answered later, SNW_DONE when it has been answered, else why not.
SNW_NODISCARD snw_status snw__dispatch_order(snw__sender *sender, const snw__waiting *waiting,
                                             const snw_wire_request *request, snw_why *why);

/// Collects results and gives orders to the loop, those of the holder of the lease first.
void snw__dispatch_orders(snw__dispatch *dispatch, int64_t now_ns);

#endif // SINEW_SRC_SERVER_DISPATCH_H
