// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_EXEC_LOOP_H
#define SINEW_EXEC_LOOP_H

/// @file
/// The loop as a cell file has it: `<control><loop period="1 ms">` arms, components, connections.

#include "sinew/exec/component.h"
#include "sinew/guard.h"
#include "sinew/interlock.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SNW_LOOP_ARMS = 32,
    SNW_LOOP_COMPONENTS = 256,
    SNW_LOOP_CONNECTIONS = 1024,
    SNW_LOOP_PEERS = 16,
    SNW_LOOP_RECORDS = 32,
    SNW_LOOP_PLOTS = 32,
    SNW_LOOP_TRACES = 64 ///< of one plot
};

typedef enum snw_simulate { SNW_SIMULATE_AS_LOOP, SNW_SIMULATE_ON, SNW_SIMULATE_OFF } snw_simulate;

/// An arm: a member of the cell, what drives it, and how it is guarded.
typedef struct snw_arm_entry {
    char member[SNW_NAME]; ///< key
    snw_child drive;       ///< of base "drive": the real thing, or a simulated one
    snw_child twin;        ///< of base "drive", simulated: in place of the drive in simulation,
                           ///< else beside it with the same commands; may be absent
    snw_simulate simulate;
    char group[SNW_NAME]; ///< arms of one group stop together; empty is the group of all others
    snw_guard_config guard;
} snw_arm_entry;

/// How far an arm is from its twin: "NAME/difference".
typedef struct snw_arm_difference {
    int count;
    double q[SNW_AXES], v[SNW_AXES]; ///< sensed less the twin's
} snw_arm_difference;

SNW_API extern const snw_type snw_arm_difference_type;

typedef struct snw_peer_entry {
    char role[SNW_NAME], component[SNW_NAME];
} snw_peer_entry;

typedef enum snw_stage_choice {
    SNW_STAGE_OWN, ///< that of its type
    SNW_STAGE_IN_SENSE,
    SNW_STAGE_IN_ESTIMATE,
    SNW_STAGE_IN_SOURCE,
    SNW_STAGE_IN_TASK,
    SNW_STAGE_IN_SERVO,
    SNW_STAGE_IN_USER,
    SNW_STAGE_IN_PUBLISH
} snw_stage_choice;

/// A component: `<component name="law" member="arm"><type><pid kp="400"/></type></component>`. In
/// a stage a component runs after those that it reads by connections and after its peers; where
/// these say nothing, in the order of the file. A connection that cannot be kept, because it closes
/// a loop or leads to an earlier stage, brings what was written one period before, and opening says
/// so.
typedef struct snw_component_entry {
    char name[SNW_NAME];   ///< key
    char member[SNW_NAME]; ///< arm that it belongs to; empty for none
    snw_child type;        ///< of base "component"
    snw_stage_choice stage;
    int divisor;    ///< runs in every divisor-th tick; 0: once for each command to it, event of a
                    ///< peer, and trigger
    int phase;      ///< of those, [0, divisor)
    bool start;     ///< is started with the loop
    bool essential; ///< its fault stops its arm, or all arms when it has none
    snw_peer_entry *peers;
    int peer_count;
} snw_component_entry;

/// from="a.out" to="b.in"
typedef struct snw_connection_entry {
    char from[2 * SNW_NAME], to[2 * SNW_NAME];
    int capacity; ///< of a queue; 0 is what the port says
} snw_connection_entry;

typedef enum snw_overrun {
    SNW_OVERRUN_LEAKY, ///< a bucket of late cycles: reliability.md B01, B02
    SNW_OVERRUN_STRICT ///< the first late cycle ends the run, as RTC did
} snw_overrun;

typedef enum snw_loop_profile {
    SNW_LOOP_SOFT, ///< runs without real-time rights and says what is missing
    SNW_LOOP_HARD  ///< refuses to start without them
} snw_loop_profile;

/// A group of signals to record; see sinew/record.h.
typedef struct snw_record_entry {
    char name[SNW_NAME];          ///< key
    char signals[SNW_FIELD_PATH]; ///< pattern of paths, several between blanks
    int divisor;
} snw_record_entry;

typedef enum snw_plot_side { SNW_PLOT_LEFT, SNW_PLOT_RIGHT } snw_plot_side;

/// A signal in a plot, on one of its two axes.
typedef struct snw_trace_entry {
    char signal[SNW_FIELD_PATH];
    snw_plot_side side;
    bool hidden; ///< stays in the legend and is not drawn
} snw_trace_entry;

typedef enum snw_plot_kind { SNW_PLOT_CURVES, SNW_PLOT_BARS } snw_plot_kind;

/// A plot of the page, as it was left when the cell was saved. The loop does not use it.
typedef struct snw_plot_entry {
    char title[SNW_NAME]; ///< empty: made from the signals
    snw_plot_kind kind;
    bool shown;
    snw_trace_entry *traces;
    int trace_count;
} snw_plot_entry;

SNW_API extern const snw_type snw_plot_entry_type;

/// Type "loop" of base "control".
typedef struct snw_loop {
    double period;        ///< [s]
    bool simulate;        ///< arms are simulated unless they say otherwise
    uint64_t seed;        ///< of all chance in simulated arms
    char state[SNW_NAME]; ///< of the cell, in which simulated arms begin; empty for its first
    snw_overrun overrun;
    snw_loop_profile profile;
    double watchdog; ///< the loop must give a sign of life within it [s]
    int timer_priority, io_priority, control_priority, service_priority; ///< the ladder
    int cpu; ///< the control thread runs there; -1 for anywhere
    bool lock_memory;
    snw_interlock_config interlock; ///< of cells with rules of collision
    snw_arm_entry *arms;
    int arm_count;
    snw_component_entry *components;
    int component_count;
    snw_connection_entry *connections;
    int connection_count;
    snw_record_entry *records;
    int record_count;
    snw_plot_entry *plots;
    int plot_count;
} snw_loop;

SNW_API extern const snw_type snw_loop_type;

/// Registers the base "component" and the type "loop"; bases "control" and "drive" must be there.
SNW_SETUP SNW_NODISCARD snw_status snw_exec_register(snw_registry *registry, snw_why *why);

#ifdef __cplusplus
}
#endif

#endif // SINEW_EXEC_LOOP_H
