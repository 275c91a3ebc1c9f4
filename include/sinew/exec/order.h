// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_EXEC_ORDER_H
#define SINEW_EXEC_ORDER_H

/// @file
/// How commands reach the loop, and under which rights they act.
///
/// There are three ways in, and none waits for another:
///
///     stop, disable, end     a word that the loop reads in every tick, from any thread
///     orders                 lanes, each with one order under way; from the service thread
///     questions              answered beside the loop, from the newest picture
///
/// An order carries the session, the lease and the count of stops under which it was given. The
/// loop compares them in the tick in which the order acts, and in each tick while it is under way:
/// an order from before a stop, of a session that has ended or under a lease that was lost is
/// dropped, and its result says so. A motion that goes on after its order was answered (a program,
/// a way to a point) keeps the lease of the order, and is ended when that lease is lost.

#include "sinew/axis/command.h"
#include "sinew/exec/exec.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SNW_LANES = 16,           ///< orders that can be under way at once
    SNW_EXEC_SESSIONS = 128,  ///< sessions that the loop can tell apart at once
    SNW_OBJECT = 2 * SNW_NAME ///< bytes of an object's name
};

static const int64_t SNW_STREAM_NS = 100000000; ///< loop time after which a sample has expired

/// Under which rights an order was given.
typedef struct snw_rights {
    int session;    ///< slot from snw_exec_session_begin(); -1: the process itself, never ends
    uint32_t entry; ///< which session of that slot
    uint64_t lease; ///< sequence of the lease; 0: it was given without one
    uint64_t stops; ///< snw_exec_stops() when it was given
} snw_rights;

/// A session begins, or ends: what it has under way is dropped from the next tick on. -1 when there
/// are too many. Service thread.
SNW_SETUP int snw_exec_session_begin(snw_exec *exec);

/// A session ends: what it has under way is dropped from the next tick on. Service thread.
SNW_SETUP void snw_exec_session_end(snw_exec *exec, int session);

/// Who holds the lease now, by its sequence; 0 for nobody. Orders under another one are dropped
/// from the next tick on. Service thread.
SNW_SETUP void snw_exec_set_lease(snw_exec *exec, uint64_t sequence);

/// All leases below `sequence` were lost: they expired, were taken, or their owner has gone for
/// good. Motions that were begun under them are ended at the next tick. A lease that was handed
/// over, or whose owner came back, is not lost: what was begun under it goes on. Service thread;
/// to be called before snw_exec_set_lease() names the next one.
SNW_SETUP void snw_exec_end_leases(snw_exec *exec, uint64_t sequence);

/// A component loses the right to all of its motions at the next tick, as if their lease were lost:
/// for who repeats a recording, in which components/NAME/revoked counts.
SNW_SETUP void snw_exec_revoke(snw_exec *exec, int object);

/// Stops so far, asked for by anybody or begun by a guard. Any thread.
SNW_RT uint64_t snw_exec_stops(const snw_exec *exec);

/// True when an arm was stopped, by itself or with its group, after snw_exec_stops() was `stops`.
/// -1: any arm. Any thread.
SNW_RT bool snw_exec_stopped_since(const snw_exec *exec, int arm, uint64_t stops);

/// Index of the arm that an object belongs to; -1 for none, and for the loop.
SNW_RT int snw_exec_object_arm(const snw_exec *exec, int object);

/// The rights of a session as of now.
SNW_SETUP snw_rights snw_exec_rights(const snw_exec *exec, int session, uint64_t lease);

/// A command to an object. Made by snw_order_parse(), or by hand.
typedef struct snw_order {
    int object;                 ///< of snw_exec_object(): components, then drives; -1 the loop
    const snw_command *command; ///< of the table of the object
    snw_rights rights;
    int64_t expires_ns;                         ///< loop time; INT64_MAX for never
    unsigned char arguments[SNW_COMMAND_BLOCK]; ///< block of command->arguments
} snw_order;

/// What became of it.
typedef struct snw_result {
    snw_status status;
    uint64_t tick; ///< in which the loop took it
    bool begun;    ///< its handler was called: it may have moved something, even when it failed
    snw_why why;   ///< when it failed. Rule "stop", "session", "lease", "end" or "expired": it was
                   ///< dropped
    unsigned char answer[SNW_COMMAND_BLOCK]; ///< block of command->answer
} snw_result;

/// Index of an object by its name ("motion", "arm.drive", "loop"); its name; its table.
/// SNW_ERR_UNKNOWN_NAME names what there is.
SNW_SETUP SNW_NODISCARD snw_status snw_exec_object(const snw_exec *exec, const char *name,
                                                   int *object, snw_why *why);

/// The name of an object, in name[SNW_OBJECT].
SNW_SETUP const char *snw_exec_object_name(const snw_exec *exec, int object, char name[SNW_OBJECT]);

/// The commands of an object, and how many there are.
SNW_SETUP const snw_command *snw_exec_commands(const snw_exec *exec, int object, int *count);

/// An order with the defaults of a command's arguments, the rights of the process and, for a
/// STREAM, its expiry.
SNW_SETUP void snw_order_init(const snw_exec *exec, int object, const snw_command *command,
                              snw_order *order);

/// The command of a word, for callers that have the arguments as a block or as JSON; NULL with the
/// reason for an unknown one.
SNW_SETUP const snw_command *snw_exec_command(const snw_exec *exec, int object, const char *word,
                                              snw_why *why);

/// The command that a text begins with; NULL for none.
SNW_SETUP const snw_command *snw_exec_command_of(const snw_exec *exec, int object,
                                                 const char *text);

/// Checks the arguments of an order that was made by hand: every field, and the rule of their type.
SNW_SETUP SNW_NODISCARD snw_status snw_order_check(const snw_exec *exec, const snw_order *order,
                                                   snw_why *why);

/// Text becomes an order: finds the word in the table of the object, reads its arguments, checks
/// them against their ranges. The fix of a refusal shows how the command is written. Rights are
/// those of the process.
SNW_SETUP SNW_NODISCARD snw_status snw_order_parse(const snw_exec *exec, int object,
                                                   const char *text, snw_order *order,
                                                   snw_why *why);

/// The same order as text[SNW_COMMAND_TEXT], which snw_order_parse() reads back. Answers are
/// printed by snw_answer_print().
SNW_SETUP void snw_order_print(const snw_exec *exec, const snw_order *order, char *text);

/// Gives an order to the loop: SNW_OK and the lane in which it is under way; SNW_ERR_FULL when no
/// lane is free. An END acts by the word of its component, at the next tick, whether a lane is free
/// or not: SNW_OK and the lane in which its result will be, or SNW_DONE, lane -1 and no result when
/// all are in use. An ASK is answered at once into `result`: SNW_DONE and lane -1. A STREAM that
/// the loop has not taken gives its lane to the next one of the same session to the same object:
/// the same lane is returned, and the earlier sample has no result of its own. SNW_DONE:
/// result->status says how it went, with result->why.
SNW_SETUP SNW_NODISCARD snw_status snw_exec_order(snw_exec *exec, const snw_order *order, int *lane,
                                                  snw_result *result, snw_why *why);

/// SNW_OK and the result when the order of a lane is over, which frees the lane; SNW_NOTHING_NEW
/// while it is under way.
SNW_SETUP SNW_NODISCARD snw_status snw_exec_collect(snw_exec *exec, int lane, snw_result *result);

/// SNW_OK and the number of the tick in which the loop took the order of a lane, which is also its
/// result's later; SNW_NOTHING_NEW before that. For who records what came in.
SNW_SETUP SNW_NODISCARD snw_status snw_exec_taken(const snw_exec *exec, int lane, uint64_t *tick);

/// Takes back an order that the loop has not taken: SNW_OK, and the lane is free. SNW_ERR_STATE
/// when the loop has it.
SNW_SETUP SNW_NODISCARD snw_status snw_exec_withdraw(snw_exec *exec, int lane);

/// Nobody waits for the result of a lane any more; the order goes on, and the lane is free when it
/// is over.
SNW_SETUP void snw_exec_forget(snw_exec *exec, int lane);

/// Ends what an object has under way (the first END command of a component), from any thread, at
/// the next tick. -1: of all.
SNW_SETUP void snw_exec_end(snw_exec *exec, int object);

// --- for components and services that show what is not a signal ----------------------------------

/// Memory that the loop writes now and then, and that others read whole: answers of ASK commands
/// come from it. The writer never waits; a reader that meets a write tries again.
typedef struct snw_published {
    // private
    uint64_t *words;
    size_t size;
    uint64_t version; // odd while it is written
} snw_published;

/// Lays out `size` bytes, zero.
SNW_SETUP SNW_NODISCARD snw_status snw_published_init(snw_published *published, size_t size,
                                                      snw_arena *arena);

/// Loop: puts `size` bytes at `offset`, a multiple of 8.
SNW_RT void snw_published_write(snw_published *published, size_t offset, const void *from,
                                size_t size);

/// Any thread: takes `size` bytes from `offset`, all of one moment. SNW_ERR_STATE, with `to`
/// unspecified, when the loop writes all the time.
SNW_RT SNW_NODISCARD snw_status snw_published_read(const snw_published *published, size_t offset,
                                                   void *to, size_t size);

#ifdef __cplusplus
}
#endif

#endif // SINEW_EXEC_ORDER_H
