// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_EXEC_EXEC_H
#define SINEW_EXEC_EXEC_H

/// @file
/// The executive: makes a loop from a cell, and runs it.
///
///     sense -> estimate -> source -> task -> servo -> user -> GUARD -> ACT -> publish
///
/// With the virtual clock a run is deterministic: one thread, time advanced by the caller, as fast
/// as it can. With the real clock the same ticks run in a thread of their own. Everything below the
/// line "services" may then be called from one other thread while the loop runs; nothing of it
/// makes the loop wait.

#include "sinew/exec/loop.h"
#include "sinew/exec/stats.h"
#include "sinew/model/system_state.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SNW_EXEC_GAP = 10 }; ///< periods without a tick after which queued values are stale

typedef struct snw_exec_options {
    // public
    const snw_registry *registry; ///< frozen
    bool simulate_all;            ///< no hardware is touched, whatever the cell says
    int64_t start_ns;             ///< time of tick 0 (for counters that wrap); 0
    uint64_t start_tick;          ///< number of the first tick; 0
    int event_capacity;           ///< events that wait for services; 0 is 1024
    bool threaded;     ///< services run in another thread than the ticks, also without a real run
    bool no_interlock; ///< repeats what was recorded without one
    size_t memory;     ///< bytes that it may take at most; 0 is 1 GiB, far beyond any cell
} snw_exec_options;

/// Options with the defaults that are given at each of them.
SNW_SETUP snw_exec_options snw_exec_defaults(void);

/// Makes arms, guards and components of a cell whose control is a loop, configures all of them and
/// starts those that the cell starts. The cell and its system must outlive it. Every finding goes
/// to `diags`: unknown members and components, ports that do not fit, refusals with their reasons.
SNW_SETUP SNW_NODISCARD snw_status snw_exec_open(snw_exec **exec, const snw_cell *cell,
                                                 const snw_system *system,
                                                 const snw_exec_options *options, snw_diags *diags);

/// Orderly end: sources stop, arms come to rest and are disabled, components stop and clean up,
/// drives close. What does not end within `limit_ns` of loop time is left behind and named; power
/// off is never kept waiting by it. Frees everything. NULL is allowed.
SNW_SETUP SNW_NODISCARD snw_status snw_exec_close(snw_exec *exec, int64_t limit_ns, snw_why *why);

// --- the tick -----------------------------------------------------------------------------------

/// One tick at the next period. The caller is the loop's thread.
SNW_RT void snw_exec_tick(snw_exec *exec);

/// One tick `late_ns` after its time, as the real clock found it; 0 is on time. A virtual run uses
/// it to inject lateness.
SNW_RT void snw_exec_tick_late(snw_exec *exec, int64_t late_ns);

/// One tick after `gap_ns` in which nothing ran without anybody being late: the process or the
/// machine was stopped. Time goes on by whole periods. What was queued before the gap is discarded
/// when it is longer than SNW_EXEC_GAP periods.
SNW_RT void snw_exec_tick_gap(snw_exec *exec, int64_t gap_ns);

/// Number and time of the next tick, and the period. From any thread.
SNW_RT uint64_t snw_exec_next(const snw_exec *exec);

/// Loop time of the next tick [ns]. From any thread.
SNW_RT int64_t snw_exec_time_ns(const snw_exec *exec);

/// The period of the loop [ns]. From any thread.
SNW_RT int64_t snw_exec_period_ns(const snw_exec *exec);

/// True when the loop has ended itself (overrun="strict"); the reason.
SNW_RT bool snw_exec_ended(const snw_exec *exec, snw_why *why);

// --- what there is ------------------------------------------------------------------------------

/// The number of arms.
SNW_RT int snw_exec_arm_count(const snw_exec *exec);

/// An arm by its index, 0 to snw_exec_arm_count() - 1.
SNW_RT snw_arm *snw_exec_arm(snw_exec *exec, int index);

/// The guard of an arm, to be read.
SNW_RT const snw_guard *snw_exec_guard(const snw_exec *exec, int index);

/// The drive of an arm.
SNW_RT snw_drive *snw_exec_drive(snw_exec *exec, int index);

/// The index of the arm of that name, or -1.
SNW_RT int snw_exec_find_arm(const snw_exec *exec, const char *name);

/// Components in the order of the file; by name; the next whose type is, or belongs to, `base`
/// after index `*cursor` (start at 0).
SNW_RT int snw_exec_component_count(const snw_exec *exec);

/// A component by its index, in the order of the file.
SNW_RT snw_component *snw_exec_component(snw_exec *exec, int index);

/// The component of that name, or NULL.
SNW_RT snw_component *snw_exec_find(snw_exec *exec, const char *name);
/// The same in the order in which they run in a tick, place by place.
SNW_SETUP snw_component *snw_exec_component_in_order(snw_exec *exec, int place);

/// The next component whose type is, or belongs to, `base`, from index `*cursor` on; NULL at
/// the end.
SNW_SETUP snw_component *snw_exec_next_of(snw_exec *exec, const char *base, int *cursor);

/// Other ends of the range of an axis [rad or m], in the loop's thread: the guard keeps them and
/// sources see them from this tick on. Narrower than the model only; refusals are those of
/// snw_guard_narrow().
SNW_RT SNW_NODISCARD snw_status snw_exec_narrow(snw_exec *exec, int arm, int axis, double lower,
                                                double upper, snw_why *why);

/// All signals, as roots: "loop"; "components" with what the executive knows of each ("components/
/// law/state", snw_component_status); each arm by its name ("arm/sensed/q[2]", likewise estimate,
/// target, wanted, command, guard, drive when it shows something, twin and difference when it has
/// a twin); each component that shows something by its name; "state" with coordinates and rates of
/// all members ("state/part/q[2]"), unless an arm or a component is called so. Blocks are the
/// loop's own: read them in its thread, or in the image of snw_exec_look().
SNW_SETUP const snw_roots *snw_exec_signals(snw_exec *exec);

// --- services -----------------------------------------------------------------------------------

/// What an operator can ask of an arm (index, or -1 for all).
typedef enum snw_request {
    SNW_REQUEST_ACKNOWLEDGE, ///< a pulse
    SNW_REQUEST_ENABLE,      ///< a pulse
    SNW_REQUEST_DISABLE,
    SNW_REQUEST_STOP_2,
    SNW_REQUEST_STOP_1,
    SNW_REQUEST_STOP_0
} snw_request;

/// Asked for at the next tick. Requests never get lost: SNW_ERR_FULL cannot happen for stops.
SNW_SETUP SNW_NODISCARD snw_status snw_exec_request(snw_exec *exec, int arm, snw_request request);

/// Whether anybody may move an arm (index, or -1 for all); true at the beginning. Without it the
/// arm holds.
SNW_SETUP SNW_NODISCARD snw_status snw_exec_authority(snw_exec *exec, int arm, bool allowed);

/// A message to a component ("law"), a drive ("arm.drive") or the loop itself; the answer comes
/// when the loop has given it. `wait_ns` is the longest wait of a real-time run; in a virtual run
/// the caller ticks: SNW_NOTHING_NEW means that it is under way, call again with the same text.
SNW_SETUP SNW_NODISCARD snw_status snw_exec_message(snw_exec *exec, const char *object,
                                                    const char *text, int64_t wait_ns,
                                                    char answer[SNW_MESSAGE], snw_why *why);

/// Does not wait for the answer of a message that is under way: its component goes on with what it
/// began, and the next message can be sent. SNW_OK when the loop has let go of it, SNW_NOTHING_NEW
/// until then: call again after a tick.
SNW_SETUP SNW_NODISCARD snw_status snw_exec_leave(snw_exec *exec);

/// The number of the tick in which the loop took the last message that was answered.
SNW_SETUP uint64_t snw_exec_message_tick(const snw_exec *exec);

/// Life cycle by hand, at the next tick.
SNW_SETUP SNW_NODISCARD snw_status snw_exec_start(snw_exec *exec, const char *component,
                                                  snw_why *why);

/// Stops a component at the next tick.
SNW_SETUP SNW_NODISCARD snw_status snw_exec_stop(snw_exec *exec, const char *component,
                                                 snw_why *why);

/// One update of a component without a period (divisor 0) at the next tick: 64 at most in a tick,
/// the others follow. Any thread. SNW_ERR_UNKNOWN_NAME; SNW_ERR_STATE for one with a period.
SNW_SETUP SNW_NODISCARD snw_status snw_exec_trigger(snw_exec *exec, const char *component,
                                                    snw_why *why);

/// The last error of a component ("law") or a drive ("arm.drive"), until it is cleared. A component
/// in Fault goes to Stopped by snw_exec_stop(), which leaves its error to be read.
SNW_SETUP SNW_NODISCARD snw_status snw_exec_error(snw_exec *exec, const char *object,
                                                  snw_object_error *error, snw_why *why);

/// Clears the last error of a component or a drive.
SNW_SETUP SNW_NODISCARD snw_status snw_exec_clear(snw_exec *exec, const char *object, snw_why *why);

/// Parameters of components ("law/kp[2]") and signals by path. A change is checked against range,
/// rules and the moment (live, standstill, load), and is there whole at the next tick. Where a
/// component has a parameter and a signal of one name, the parameter is meant.
SNW_SETUP SNW_NODISCARD snw_status snw_exec_set(snw_exec *exec, const char *path, const char *value,
                                                snw_why *why);

/// Reads a parameter or a signal by its path, as text[size].
SNW_SETUP SNW_NODISCARD snw_status snw_exec_get(snw_exec *exec, const char *path, char *text,
                                                size_t size, snw_why *why);

/// All parameters of a component at once, as a block of its type: the newest that were accepted;
/// and others in their place, checked and taken whole as by snw_exec_set(). Lists, optional parts
/// and children are fixed at load: what lies behind the pointers of `block` is the cell's own and
/// is only read, and others in its place are refused. SNW_ERR_UNKNOWN_NAME for a component that is
/// not there.
SNW_SETUP SNW_NODISCARD snw_status snw_exec_parameters(snw_exec *exec, const char *component,
                                                       void *block, snw_why *why);

/// Replaces all parameters of a component, checked and taken whole.
SNW_SETUP SNW_NODISCARD snw_status snw_exec_tune(snw_exec *exec, const char *component,
                                                 const void *block, snw_why *why);

/// Tells every path that matches, parameters and signals, with its value as of now.
typedef bool snw_exec_list_fn(const char *path, const snw_place *place, const char *value,
                              void *context);

/// Calls `tell` for every path that matches `pattern`; returns how many there were.
SNW_SETUP int snw_exec_list(snw_exec *exec, const char *pattern, snw_exec_list_fn *tell,
                            void *context);

/// Takes the newest picture of all signals for the service thread: roots as snw_exec_signals(),
/// the same until the next look; get and list look too. NULL before the first tick. In a real run
/// the loop makes a picture in every tick; in a virtual one it is made here.
SNW_SETUP const snw_roots *snw_exec_look(snw_exec *exec);

/// The next event that waits, or SNW_NOTHING_NEW.
SNW_SETUP SNW_NODISCARD snw_status snw_exec_event(snw_exec *exec, snw_event *event);

/// Timings as of the last picture.
SNW_SETUP void snw_exec_timings(snw_exec *exec, snw_timing timings[SNW_TIMINGS]);

/// Called in the loop at the end of every tick, for a recorder. One at most; NULL for none. Set it
/// before the first tick.
typedef void snw_exec_observer_fn(void *context, const snw_tick *tick, const snw_event *events,
                                  int event_count);

/// Sets the function that is called at the end of every tick.
SNW_SETUP void snw_exec_observe(snw_exec *exec, snw_exec_observer_fn *observe, void *context);

#ifdef __cplusplus
}
#endif

#endif // SINEW_EXEC_EXEC_H
