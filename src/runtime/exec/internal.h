// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_EXEC_INTERNAL_H
#define SINEW_SRC_EXEC_INTERNAL_H

#include "lanes.h"
#include "loads.h"
#include "lock.h"
#include "sinew/exec.h"
#include "sinew/exec/state.h"
#include "slot.h"

enum {
    SNW__TICK_EVENTS = 64, ///< events of one tick that an observer is told
    SNW__ORDERS = 256,     ///< starts, stops and clearings that wait for the loop
    SNW__ORDERS_A_TICK = 8 ///< of these, served in one tick
};

/// Bits of requests that stop an arm.
#define SNW__STOPS                                                                                 \
    (1U << SNW_REQUEST_DISABLE | 1U << SNW_REQUEST_STOP_2 | 1U << SNW_REQUEST_STOP_1 |             \
     1U << SNW_REQUEST_STOP_0)

/// An arm, what drives it, and what is asked of it.
typedef struct snw__arm {
    const snw_arm_entry *entry;
    int member;
    snw_arm *arm; ///< in the image
    snw_guard guard;
    snw_guard_signals *shown; ///< in the image
    snw_drive drive, twin;
    const snw_drive_functions *drive_functions, *twin_functions; ///< twin: NULL for none
    snw_arm_sensed *twin_sensed;
    snw_arm_difference *difference;
    size_t arm_offset, shown_offset, drive_offset, twin_offset, difference_offset;
    size_t governor_offset, end_offset; ///< governor: where there is an interlock
    snw_type *type;                     ///< of its root
    double *previous;                   ///< [count] positions of the last tick, for rates
    bool seen;                          ///< every axis has been read
    uint32_t asked;   ///< bits of snw_request, from bit 16 on of snw_stop_source; from any thread
    uint32_t denied;  ///< not 0 while nobody may move it; from any thread
    uint64_t stopped; ///< count of stops at the last one of it; from any thread
    uint32_t held, source; ///< bits that the guard saw in the last tick; who stopped it, atomic
    snw_stop_class demand;
    snw_cause cause;
    snw_guard_tick tick; ///< what the guard is told in this tick
    bool grouped;        ///< another arm stops with it
    void *guard_block;   ///< memory of the guard, and its copy for a second step in one tick
    size_t guard_size;
    unsigned char *copy; ///< of guard and block; NULL where no step is ever taken back
    bool again;          ///< the guard has to step again
    snw_status sense_status, act_status;
    snw_object_error error;
    snw_triple error_image;
    snw_inertia *loads, *told; ///< [link_count] what is attached to each link; as drives know it
    uint64_t load_change;      ///< counts changes of the loads
    snw__payload payload;      ///< of its laws
    bool carried;              ///< a law has put the weight of the loads into its efforts
} snw__arm;

/// A connection that was made, between components.
typedef struct snw__link {
    int from, to; ///< indices of slots
    int entry;    ///< of the loop's connections
} snw__link;

/// A piece of the image that services get to see.
typedef struct snw__span {
    size_t offset, size;
} snw__span;

struct snw_exec {
    // fixed by open
    snw_setup *memory;
    const snw_cell *cell;
    const snw_system *system;
    const snw_loop *loop;
    snw_exec_options options;
    int64_t period_ns;
    snw__arm *arms;
    int arm_count;
    snw__slot *slots;
    int slot_count;
    snw__link *links; ///< [link_count]
    int link_count;
    snw__slot **order;               ///< [slot_count] as they run: sort.c
    int stage_begin[SNW_STAGES + 1]; ///< in order
    unsigned char *image;            ///< all signals, written in place by the loop
    size_t image_size;
    snw__span *spans;
    int span_count;
    snw_loop_signals *signals;
    snw_type *components_type, *state_type; ///< state_type: NULL for nothing to show
    size_t components_offset;
    snw_roots roots, looked;                            ///< in the image; in the last picture taken
    void *scratch;                                      ///< service: holds any block of parameters
    size_t state_offset, state_time_offset, state_size; ///< in the image
    bool *began, *driven; ///< [member_count] named by the first state; moved by an arm
    bool world_made;      ///< somebody asked for the world
    snw_status world_status;
    snw_why world_why;
    snw_world world;
    snw__lock lock;
    const snw_sensed *sensed; ///< what a component offers; NULL for none

    // between the loop and services
    snw_triple picture, timing_picture;
    snw_ring events, orders;
    snw__lane *lanes;               ///< [SNW_LANES]
    uint32_t lane_state[SNW_LANES]; ///< snw__lane_state
    uint32_t any_lanes;             ///< not 0: some lane may be posted or taken
    uint64_t lane_taken[SNW_LANES]; ///< 1 + number of the tick in which it was taken; 0: not yet
    uint64_t *ends;                 ///< [objects] END commands that were asked for, by their bits
    uint64_t *end_arrivals;         ///< [objects] orders so far when an END was asked for
    uint32_t any_ends;              ///< not 0: some bit of `ends` may be set
    uint32_t sessions[SNW_EXEC_SESSIONS]; ///< count of begins and ends; odd while one is there
    uint64_t lease;                       ///< sequence of the lease that is held; 0 for none
    uint64_t lease_floor;                 ///< leases below this one were lost
    uint32_t any_revoked;                 ///< not 0: `revoked` of some slot may be set
    uint64_t stops;                       ///< stops so far
    uint64_t arrivals;                    ///< orders so far
    uint64_t heartbeat;                   ///< ticks begun and ended, for the watchdog
    uint32_t watchdog;                    ///< not 0: the loop was silent for too long
    uint32_t real;                        ///< not 0 while a real run is on
    uint64_t pace; ///< bits of the double that was asked for, of 0 for none, of -0 for a pause

    // the loop's own
    uint64_t number, index; ///< of the next tick; index counts periods since the first
    int64_t t_ns;           ///< number and this are read by services too: written whole
    int64_t elapsed_ns;     ///< since the tick before this one
    int late;               ///< of this tick, in cycles
    double gap;             ///< of this tick [s]
    bool timed;             ///< clocks are read
    bool paced;             ///< the last run was by the real clock
    bool ending;            ///< close has begun: sources are not updated
    bool hung;              ///< its thread never came back: nothing of it may be used
    bool ended;
    snw_why ended_why;
    int64_t mark_ns;
    snw_system_state state; ///< of the whole cell; its arrays lie in the image
    int *parts;             ///< [slot_count] member that follows what is attached; -1 for none
    double *before;         ///< coordinates of one member a tick ago
    bool loads_changed;     ///< something was attached or detached
    uint64_t window_index;  ///< where the second that is counted began
    snw_timing timings[SNW_TIMINGS];
    snw_event tick_events[SNW__TICK_EVENTS];
    int tick_event_count;
    uint64_t sequence;
    int streams;  ///< slots that stream
    int standing; ///< slots with a motion that stands
    snw_exec_observer_fn *observe;
    void *observe_context;

    // the services' own
    bool looked_once;
    uint64_t shown_ticks;           ///< ticks of the last picture that was made here
    bool lane_forgotten[SNW_LANES]; ///< nobody waits for its result
    int sent_lane;                  ///< of the message that waits for its answer; -1 for none
    int sent_object;
    char sent_text[SNW_MESSAGE];
    snw_order sent;
    uint64_t message_tick; ///< in which the loop took the last message that it answered
};

// --- building, open.c, arms.c, wiring.c ---------------------------------------------------------

/// What open works with: findings are collected, the first error is the status.
typedef struct snw__builder {
    snw_exec *exec;
    snw_diags *diags;
    snw_status status;
} snw__builder;

/// Memory of the executive; NULL makes the status SNW_ERR_MEMORY.
void *snw__exec_take(snw__builder *b, size_t count, size_t size);
snw_arena snw__exec_arena(snw__builder *b, size_t needed);

/// A finding. An error becomes the status of open; a warning does not.
void snw__exec_find(snw__builder *b, const snw_why *why);
void snw__exec_refuse(snw__builder *b, snw_status code, const char *subject, const char *text,
                      const char *fix);

/// A buffer for the error of an object.
void snw__exec_error_make(snw__builder *b, snw_triple *triple);

/// Chooses members and drives; lays their images out; makes arms, guards and drives.
void snw__exec_arms_choose(snw__builder *b);
void snw__exec_arms_place(snw__builder *b, size_t *size);
void snw__exec_arms_make(snw__builder *b);

/// Finds types, stages and arms of components; their images; parameters, ports, peers.
void snw__exec_slots_choose(snw__builder *b);
void snw__exec_slots_place(snw__builder *b, size_t *size);
void snw__exec_slots_make(snw__builder *b);
void snw__exec_slots_connect(snw__builder *b);
void snw__exec_slots_sort(snw__builder *b);
void snw__exec_slots_configure(snw__builder *b);

/// Gives back all memory of a loop that was not opened whole, or that has ended.
void snw__exec_abandon(snw_exec *exec);

/// The state of the cell: its place in the image, its memory, its beginning.
void snw__exec_state_place(snw__builder *b, size_t *size);
bool snw__exec_state_make(snw__builder *b);
void snw__exec_state_begin(snw_exec *exec, const snw_cell_state *from);

/// Names of signals.
void snw__exec_roots_make(snw__builder *b);

/// A place of `bytes` in a layout.
size_t snw__exec_place(size_t *size, size_t bytes);

// --- life, life.c -------------------------------------------------------------------------------

snw_status snw__exec_slot_start(snw__slot *slot, snw_why *why);
void snw__exec_slot_stop(snw__slot *slot);
void snw__exec_slot_fault(snw__slot *slot, snw_status status);
void snw__exec_slot_state(snw__slot *slot, snw_component_state state);
void snw__exec_slot_error(snw__slot *slot, const snw_why *why);
void snw__exec_drive_error(snw_exec *exec, snw__arm *arm, const snw_why *why);

/// Memory of lanes and words; checks all tables.
void snw__exec_orders_make(snw__builder *b);

/// Index of an object by name: components, then drives as "arm.drive"; -1 for "loop", -2 if
/// unknown, with the reason.
int snw__exec_object(const snw_exec *exec, const char *name, snw_why *why);

// --- tick.c -------------------------------------------------------------------------------------

/// Puts an event among those of this tick and into the ring.
void snw__exec_event(snw_exec *exec, const snw_why *why);

/// Demands a stop of an arm, or of all with -1, at the next call of its guard.
void snw__exec_demand(snw_exec *exec, int arm, snw_stop_class stop, snw_cause cause);

/// The state of the cell after the stage estimate, state.c; and before the drives are read what is
/// attached to the arms, loads.c.
void snw__exec_state_update(snw_exec *exec);

/// The guards of all arms, between stage user and act.
void snw__exec_guard(snw_exec *exec);

void snw__exec_resume(snw_exec *exec); ///< ends a pause, if there is one
/// Starts, stops, messages that services asked for.
void snw__exec_serve(snw_exec *exec);

/// Makes a picture of all signals.
void snw__exec_show(snw_exec *exec);

/// One tick of a run whose time slips: on time for all that it computes. `woke_ns` is how late the
/// thread was, for the statistics.
void snw__exec_tick_slip(snw_exec *exec, int64_t woke_ns);

/// Every drive is simulated; else the name of the first arm whose drive is not.
bool snw__exec_simulated(const snw_exec *exec, const char **real);

/// Drops what is queued at inputs, and pulses of operators, after a gap.
void snw__exec_discard(snw_exec *exec);

/// The power of every arm is off.
bool snw__exec_all_off(const snw_exec *exec);

#endif // SINEW_SRC_EXEC_INTERNAL_H
