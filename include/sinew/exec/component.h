// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_EXEC_COMPONENT_H
#define SINEW_EXEC_COMPONENT_H

/// @file
/// Components: what the stages of a tick are made of. A component is a described type of base
/// "component" whose `functions` are a snw_component_functions. A cell names it, gives it a stage,
/// a rate, peers and connections; the executive does the rest.
///
///     PreOperational --configure--> Stopped --start--> Running --update fails--> Fault
///          ^------------cleanup--------'<-----stop-------'<---------reset----------'
///
/// configure and start may refuse with a why; the component then stays where it was. Its parameters
/// are the block of its type: those that the table calls live change between two updates, whole.
/// What it shows are the fields of functions->signals.
///
/// A controller of a page (loffler.md 3.1), complete:
///
///     static snw_status update(snw_component *self, const snw_tick *tick) {
///         const spring *k = self->config;
///         snw_arm *arm = self->arm;
///         for (int i = 0; i < arm->count; i++) {
///             arm->wanted.mode[i] = SNW_AXIS_EFFORT;
///             arm->wanted.effort[i] += -k->stiffness * arm->estimate.q[i];
///         }
///         return SNW_OK;
///     }
///     static const snw_component_functions functions = {
///         .head = SNW_COMPONENT_HEAD, .stage = SNW_STAGE_SERVO, .needs_arm = true, .update =
///         update};

#include "sinew/axis.h"
#include "sinew/guard/stop.h"
#include "sinew/os.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SNW_COMPONENT_VERSION = 2,     ///< 1 had text in place of commands
    SNW_MESSAGE = SNW_COMMAND_TEXT ///< bytes of a command or an answer as text
};

/// The stages of a tick that components run in. Between USER and PUBLISH the executive calls the
/// guard and lets the drives act; nothing can be put there.
typedef enum snw_stage {
    SNW_STAGE_SENSE,    ///< after the drives were read
    SNW_STAGE_ESTIMATE, ///< readings become what is believed
    SNW_STAGE_SOURCE,   ///< where to go
    SNW_STAGE_TASK,     ///< how to get there with all joints
    SNW_STAGE_SERVO,    ///< what the drives shall do
    SNW_STAGE_USER,     ///< last changes; RTC's first function
    SNW_STAGE_PUBLISH,  ///< after the drives were commanded; RTC's second function
    SNW_STAGES
} snw_stage;

/// "estimate" for SNW_STAGE_ESTIMATE.
SNW_RT const char *snw_stage_name(snw_stage stage);

typedef enum snw_component_state {
    SNW_COMPONENT_PREOPERATIONAL,
    SNW_COMPONENT_STOPPED,
    SNW_COMPONENT_RUNNING,
    SNW_COMPONENT_FAULT
} snw_component_state;

/// The time of a tick. Nobody reads a clock.
typedef struct snw_tick {
    uint64_t number; ///< of the loop, from 0
    int64_t t_ns;    ///< since the loop began
    int64_t dt_ns;   ///< since the last update of this component: its own period
    double dt;       ///< the same [s]
} snw_tick;

typedef struct snw_component snw_component;
typedef struct snw_exec snw_exec;

typedef enum snw_port_kind {
    SNW_PORT_LATEST, ///< the newest value
    SNW_PORT_QUEUE   ///< every value in order; losses are counted
} snw_port_kind;

/// A port of a component. Connected ports have the same `value` and size.
typedef struct snw_port {
    const char *name;
    bool output;
    snw_port_kind kind; ///< of an input; an output serves both
    const char *value;  ///< what goes through: "joints", "pose", "text", the user's own
    size_t size;        ///< bytes of a value
    int capacity;       ///< of a queue, at least 1
    bool mandatory;     ///< of an input: configure fails when it is not connected
    const char *help;   ///< one sentence
} snw_port;

/// Another component that this one needs to know, by the role that it plays.
typedef struct snw_peer {
    const char *role;
    const char *type; ///< token of its type or of its base; NULL for any
    bool mandatory;   ///< without it configure fails; else a warning is given and it is absent
    const char *help;
} snw_peer;

/// What the executive asks of a component. Only `head`, `stage` and `update` are needed.
typedef struct snw_component_functions {
    snw_vtable head;         ///< SNW_COMPONENT_HEAD
    snw_stage stage;         ///< where it runs unless the cell says otherwise
    bool needs_arm;          ///< the cell must name the member that it belongs to
    const snw_type *signals; ///< what it shows; NULL for nothing
    const snw_port *ports;
    int port_count;
    const snw_peer *peers;
    int peer_count;
    bool says_need; ///< says by itself when it needs an optional peer that the cell does not have
    const snw_command *commands; ///< what others may ask of it (sinew/axis/command.h)
    int command_count;           ///< SNW_COMMANDS at most

    /// Lays out self->work in `arena` and checks the configuration. On an empty arena it measures:
    /// SNW_ERR_MEMORY and arena->needed. Any other refusal says why. May be NULL.
    snw_status (*configure)(snw_component *self, snw_arena *arena, snw_why *why);
    /// Before the first update; also called in the loop, so it does not allocate. May be NULL.
    snw_status (*start)(snw_component *self, snw_why *why);
    /// Once per period of the component. In the loop. A negative status is a fault of it.
    snw_status (*update)(snw_component *self, const snw_tick *tick);
    void (*stop)(snw_component *self);    ///< after the last update; in the loop; may be NULL
    void (*cleanup)(snw_component *self); ///< before its memory goes; may be NULL

    /// While the cell ends, once per tick beside update: SNW_OK when nothing is left to do,
    /// SNW_NOTHING_NEW while something is under way. Power goes off when all are done, or when
    /// their time is over. May be NULL: there is never anything to do.
    snw_status (*shutdown)(snw_component *self);

    /// The right to what MOVE commands have left under way is gone: brings it to rest within the
    /// limits and keeps what can be resumed. In the loop. SNW_OK when something was under way,
    /// SNW_NOTHING_NEW when nothing was. NULL: the first END of `commands` is called instead.
    snw_status (*revoke)(snw_component *self);

    /// Judges parameters that a client requests while the cell runs, after their own ranges: do
    /// they fit the arm and the period? Beside the loop, in the thread of services. May be NULL.
    snw_status (*accept)(const snw_component *self, const void *config, snw_why *why);
} snw_component_functions;

#define SNW_COMPONENT_HEAD                                                                         \
    { sizeof(snw_component_functions), SNW_COMPONENT_VERSION }

/// The functions of a component's type; NULL when it has none of this version.
SNW_RT const snw_component_functions *snw_component_of(const snw_type *type);

/// What the executive shows of a component: "components/NAME/state".
typedef struct snw_component_status {
    snw_component_state state;
    uint64_t updates;   ///< since the loop began
    uint64_t changes;   ///< of its parameters, taken since the loop began
    double rate;        ///< updates per second of loop time, over the last full second
    uint64_t faults;    ///< times that it failed
    uint64_t revoked;   ///< times that the right to a motion of it was lost
    int error;          ///< snw_status of the error that is not cleared, else 0
    int64_t error_t_ns; ///< when it came
} snw_component_status;

SNW_API extern const snw_type snw_component_status_type;

/// What went wrong with an object, until it is cleared.
typedef struct snw_object_error {
    bool present;
    int64_t t_ns;
    snw_why why;
} snw_object_error;

/// One component, as its functions see it.
struct snw_component {
    // read-only
    const char *name;
    const snw_type *type;
    const snw_component_functions *functions;
    const void *config;  ///< block of `type`; the newest before each update
    const void *derived; ///< what the type derives from it
    void *signals;       ///< block of functions->signals, written by update
    snw_arm *arm;        ///< of the member that it belongs to; NULL for none
    snw_component_state state;
    snw_object_error error;
    snw_exec *exec;
    // public
    void *work; ///< its own memory, of configure
    // private
    struct snw__slot *slot;
};

/// A value at an output: every connected input gets a copy. Bounded, never waits.
SNW_RT void snw_port_write(snw_component *self, int port, const void *value);

/// The newest value of an input, or the next of a queue: SNW_OK, or SNW_NOTHING_NEW and `value`
/// unchanged. A latest value counts as new once.
SNW_RT SNW_NODISCARD snw_status snw_port_read(snw_component *self, int port, void *value);

/// Loop time since an input was last written; INT64_MAX before that.
SNW_RT int64_t snw_port_age_ns(const snw_component *self, int port);

/// True when something is connected.
SNW_RT bool snw_port_connected(const snw_component *self, int port);

/// Who plays a role for this component; NULL when nobody does, or it is not running.
SNW_RT snw_component *snw_component_peer(const snw_component *self, const char *role);

/// Starts another component that is stopped, or stops one that runs, in the loop: for a component
/// that switches others. One that is started runs in this tick when its stage is still to come.
/// Nothing happens to one that is so already. Refused as snw_exec_start() refuses it.
SNW_RT SNW_NODISCARD snw_status snw_component_switch(snw_component *other, bool runs, snw_why *why);

/// One update of a component without a period (divisor 0), in this tick when its stage is still to
/// come, else in the next. Nothing for one with a period. Any thread of the loop's process.
SNW_RT void snw_component_trigger(snw_component *component);

/// Tells everybody: goes to the events of the loop, with the time of the tick, and is one update of
/// each component without a period that has this one as a peer.
SNW_RT void snw_component_event(snw_component *self, const snw_why *why);

/// Asks for a stop of this component's arm, or of all arms when it has none; with an event that
/// says why, or of a class and without one.
SNW_RT void snw_component_demand(snw_component *self, snw_stop_class stop);

/// Asks for a stop with an event that says why; the class is S2, the cause `component`.
SNW_RT void snw_component_demand_stop(snw_component *self, const snw_why *why);

#ifdef __cplusplus
}
#endif

#endif // SINEW_EXEC_COMPONENT_H
