// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/exec/loop.h"

#define NAME(structure, member) SNW_AT(structure, member), .kind = SNW_KIND_STRING, .initial = ""
#define COUNT(structure, member, low, high, standard)                                              \
    SNW_AT(structure, member), .kind = SNW_KIND_INT, .range = {low, high}, .initial = (standard)
#define FLAG(structure, member, standard)                                                          \
    SNW_AT(structure, member), .kind = SNW_KIND_BOOL, .initial = (standard)
#define LIST(member, counter, most)                                                                \
    SNW_AT_LIST(snw_loop, member, counter, most), .kind = SNW_KIND_STRUCT
#define TABLE(token, structure, rows) SNW_TYPE_AS(token, structure, rows), .space = &snw_space_cell

static const snw_choice simulate_choices[] = {
    {"as_loop", SNW_SIMULATE_AS_LOOP, "As the loop is configured."},
    {"on", SNW_SIMULATE_ON, "The arm is simulated; its hardware is not used."},
    {"off", SNW_SIMULATE_OFF, "The hardware is used."},
};

static const snw_field arm_fields[] = {
    {SNW_AT(snw_arm_entry, member), .kind = SNW_KIND_STRING, .flags = SNW_KEY | SNW_REQUIRED,
     .help = "Member of the cell that is driven."},
    {SNW_AT(snw_arm_entry, drive), .kind = SNW_KIND_CHILD, .base = "drive",
     .help = "Drive of the arm, real or simulated."},
    {SNW_AT(snw_arm_entry, twin), .kind = SNW_KIND_CHILD, .base = "drive",
     .help = "Simulated drive; replaces the drive in simulation, otherwise runs beside it."},
    {SNW_AT(snw_arm_entry, simulate), .kind = SNW_KIND_ENUM, SNW_CHOICES(simulate_choices),
     .help = "Whether this arm is simulated."},
    {NAME(snw_arm_entry, group),
     .help = "Name of the stop group: arms of one group stop together."},
    {SNW_AT(snw_arm_entry, guard), .kind = SNW_KIND_STRUCT, .type = &snw_guard_config_type,
     .help = "Guard settings of the arm."},
};
static const snw_type arm_entry_type = {TABLE("arm", snw_arm_entry, arm_fields),
                                        .help = "A driven member and its drives."};

static const snw_field peer_fields[] = {
    {SNW_AT(snw_peer_entry, role), .kind = SNW_KIND_STRING, .flags = SNW_KEY | SNW_REQUIRED,
     .help = "Role, as named by the type of the component."},
    {SNW_AT(snw_peer_entry, component), .kind = SNW_KIND_STRING, .flags = SNW_REQUIRED,
     .help = "Component that fills the role."},
};
static const snw_type peer_entry_type = {TABLE("peer", snw_peer_entry, peer_fields),
                                         .help = "A reference to another component."};

static const snw_choice stage_choices[] = {
    {"own", SNW_STAGE_OWN, "The stage of its type."},
    {"sense", SNW_STAGE_IN_SENSE, "After the drives were read."},
    {"estimate", SNW_STAGE_IN_ESTIMATE, "Computes the estimated state from readings."},
    {"source", SNW_STAGE_IN_SOURCE, "Gives targets."},
    {"task", SNW_STAGE_IN_TASK, "Converts task-space targets to joint targets."},
    {"servo", SNW_STAGE_IN_SERVO, "Computes commands for the drives."},
    {"user", SNW_STAGE_IN_USER, "Last changes before the guard."},
    {"publish", SNW_STAGE_IN_PUBLISH, "After the drives were commanded."},
};

static const snw_field component_fields[] = {
    {SNW_AT(snw_component_entry, name), .kind = SNW_KIND_STRING, .flags = SNW_KEY | SNW_REQUIRED,
     .help = "Name of the component, used in paths and commands."},
    {NAME(snw_component_entry, member),
     .help = "Arm that the component belongs to; empty means no arm."},
    {SNW_AT(snw_component_entry, type), .kind = SNW_KIND_CHILD, .base = "component",
     .flags = SNW_REQUIRED, .help = "Type of the component, with its parameters."},
    {SNW_AT(snw_component_entry, stage), .kind = SNW_KIND_ENUM, SNW_CHOICES(stage_choices),
     .help = "Stage of the tick in which the component runs."},
    {COUNT(snw_component_entry, divisor, 0, 1000000, "1"),
     .help = "Run once every n ticks; 0 means once for each command, peer event or trigger."},
    {COUNT(snw_component_entry, phase, 0, 999999, "0"),
     .help = "Offset within the n ticks, 0 to n-1."},
    {FLAG(snw_component_entry, start, "true"), .help = "Start the component with the loop."},
    {FLAG(snw_component_entry, essential, "true"),
     .help = "A fault of the component stops its arm, or all arms if it has none."},
    {SNW_AT_LIST(snw_component_entry, peers, peer_count, SNW_LOOP_PEERS), .kind = SNW_KIND_STRUCT,
     .type = &peer_entry_type, .item = "peer", .help = "Other components that this one uses."},
};

static snw_status component_validate(const void *block, snw_why *why) {
    const snw_component_entry *entry = block;
    if (entry->phase < entry->divisor || (entry->divisor == 0 && entry->phase == 0)) return SNW_OK;
    return snw_refuse(why, SNW_ERR_RANGE, "phase", "the phase is not below the divisor",
                      "the phase counts from 0 to divisor - 1");
}
static const snw_type component_entry_type = {
    TABLE("component_entry", snw_component_entry, component_fields), .validate = component_validate,
    .help = "A component, its stage and how often it runs."};

static const snw_field connection_fields[] = {
    {SNW_AT(snw_connection_entry, from), .kind = SNW_KIND_STRING, .flags = SNW_REQUIRED,
     .help = "Output, written component.port, e.g. motion.pose."},
    {SNW_AT(snw_connection_entry, to), .kind = SNW_KIND_STRING, .flags = SNW_REQUIRED,
     .help = "Input, written component.port, e.g. task.pose."},
    {COUNT(snw_connection_entry, capacity, 0, 65536, "0"),
     .help = "Number of values that the queue holds; 0 means the default of the port."},
};
static const snw_type connection_type = {
    TABLE("connection", snw_connection_entry, connection_fields),
    .help = "A connection from an output to an input."};

static const snw_field record_fields[] = {
    {SNW_AT(snw_record_entry, name), .kind = SNW_KIND_STRING, .flags = SNW_KEY | SNW_REQUIRED,
     .help = "Name of the group."},
    {SNW_AT(snw_record_entry, signals), .kind = SNW_KIND_STRING, .flags = SNW_REQUIRED,
     .help = "Patterns of signal paths, separated by blanks."},
    {COUNT(snw_record_entry, divisor, 1, 1000000, "1"), .help = "Record every n-th tick."},
};
static const snw_type record_type = {TABLE("record", snw_record_entry, record_fields),
                                     .help = "A group of signals to record."};

static const snw_choice side_choices[] = {
    {"left", SNW_PLOT_LEFT, "The axis at the left."},
    {"right", SNW_PLOT_RIGHT, "The axis at the right."},
};
static const snw_field trace_fields[] = {
    {SNW_AT(snw_trace_entry, signal), .kind = SNW_KIND_STRING, .flags = SNW_REQUIRED,
     .help = "Path of the signal, e.g. arm/sensed/q[0]."},
    {SNW_AT(snw_trace_entry, side), .kind = SNW_KIND_ENUM, SNW_CHOICES(side_choices),
     .help = "Axis on which the signal is drawn."},
    {FLAG(snw_trace_entry, hidden, "false"), .help = "List the signal without drawing it."},
};
static const snw_type trace_type = {TABLE("trace", snw_trace_entry, trace_fields),
                                    .help = "A signal in a plot."};

static const snw_choice plot_choices[] = {
    {"curves", SNW_PLOT_CURVES, "Values over time."},
    {"bars", SNW_PLOT_BARS, "The newest values as bars."},
};
static const snw_field plot_fields[] = {
    {NAME(snw_plot_entry, title),
     .help = "Title of the plot; empty means a title made from the signals."},
    {SNW_AT(snw_plot_entry, kind), .kind = SNW_KIND_ENUM, SNW_CHOICES(plot_choices),
     .help = "How the signals are drawn."},
    {FLAG(snw_plot_entry, shown, "true"), .help = "Show the plot."},
    {SNW_AT_LIST(snw_plot_entry, traces, trace_count, SNW_LOOP_TRACES), .kind = SNW_KIND_STRUCT,
     .type = &trace_type, .item = "trace", .help = "Signals of the plot."},
};
const snw_type snw_plot_entry_type = {TABLE("plot", snw_plot_entry, plot_fields),
                                      .help = "A plot that the page shows."};

static const snw_choice overrun_choices[] = {
    {"leaky", SNW_OVERRUN_LEAKY, "Late cycles fill a bucket, which cycles in time empty."},
    {"strict", SNW_OVERRUN_STRICT, "The first late cycle ends the run."},
};
static const snw_choice profile_choices[] = {
    {"soft", SNW_LOOP_SOFT, "Runs without real-time privileges and reports what is missing."},
    {"hard", SNW_LOOP_HARD, "Refuses to start without real-time privileges."},
};

static const snw_field loop_fields[] = {
    {SNW_AT(snw_loop, period), .kind = SNW_KIND_REAL, .unit = "s", .range = {1e-5, 10},
     .initial = "0.001", .help = "Period of the loop."},
    {FLAG(snw_loop, simulate, "true"), .help = "Simulate all arms that do not say otherwise."},
    {SNW_AT(snw_loop, seed), .kind = SNW_KIND_UINT, .initial = "1",
     .help = "Random seed of the simulation."},
    {NAME(snw_loop, state),
     .help = "State of the cell in which simulated arms start; empty means the first state."},
    {SNW_AT(snw_loop, overrun), .kind = SNW_KIND_ENUM, SNW_CHOICES(overrun_choices),
     .help = "How late cycles are handled."},
    {SNW_AT(snw_loop, profile), .kind = SNW_KIND_ENUM, SNW_CHOICES(profile_choices),
     .help = "What a real run requires of the machine."},
    {SNW_AT(snw_loop, watchdog), .kind = SNW_KIND_REAL, .unit = "s", .range = {1e-4, 60},
     .initial = "0.1", .help = "Timeout of the watchdog on the loop."},
    {COUNT(snw_loop, timer_priority, 0, 99, "29"),
     .help = "Real-time priority of the watchdog thread."},
    {COUNT(snw_loop, io_priority, 0, 99, "28"), .help = "Real-time priority of the bus threads."},
    {COUNT(snw_loop, control_priority, 0, 99, "27"),
     .help = "Real-time priority of the control thread."},
    {COUNT(snw_loop, service_priority, 0, 99, "0"),
     .help = "Real-time priority of the service threads."},
    {COUNT(snw_loop, cpu, -1, 63, "-1"), .help = "Processor of the control thread; -1 means any."},
    {FLAG(snw_loop, lock_memory, "true"), .help = "Lock the memory in a real run."},
    {SNW_AT(snw_loop, interlock), .kind = SNW_KIND_STRUCT, .type = &snw_interlock_config_type,
     .help = "Keeps arms from coming too near to anything, in cells with the element collision."},
    {LIST(arms, arm_count, SNW_LOOP_ARMS), .type = &arm_entry_type, .item = "arm",
     .help = "Driven members of the cell."},
    {LIST(components, component_count, SNW_LOOP_COMPONENTS), .type = &component_entry_type,
     .item = "component",
     .help =
         "Components of the loop, run in the order of connections and peers, then of the file."},
    {LIST(connections, connection_count, SNW_LOOP_CONNECTIONS), .type = &connection_type,
     .item = "connection", .help = "Connections from outputs to inputs."},
    {LIST(records, record_count, SNW_LOOP_RECORDS), .type = &record_type, .item = "record",
     .help = "Groups of signals to record."},
    {LIST(plots, plot_count, SNW_LOOP_PLOTS), .type = &snw_plot_entry_type, .item = "plot",
     .help = "Plots that the page shows, kept when the cell is saved."},
};

static snw_status loop_validate(const void *block, snw_why *why) {
    const snw_loop *loop = block;
    const int control = loop->control_priority;
    const bool ladder = loop->timer_priority > loop->io_priority && loop->io_priority > control &&
                        control > loop->service_priority;
    if (!ladder) {
        return snw_refuse(why, SNW_ERR_CHECK, "timer_priority", "the priorities are not in order",
                          "use timer > io > control > service, such as 29, 28, 27, 0");
    }
    if (!(loop->watchdog >= 2 * loop->period)) {
        return snw_refuse(why, SNW_ERR_CHECK, "watchdog",
                          "the watchdog is shorter than two periods", NULL);
    }
    return SNW_OK;
}

const snw_type snw_loop_type = {TABLE("loop", snw_loop, loop_fields), .base = "control",
                                .validate = loop_validate,
                                .help = "A loop that drives arms at a fixed period."};

snw_status snw_exec_register(snw_registry *registry, snw_why *why) {
    static const snw_base component = {"component", NULL,
                                       "A component that runs in a stage of each tick."};
    const int types = registry->type_count, bases = registry->base_count;
    snw_status status = snw_registry_add_base(registry, &component, why);
    if (status == SNW_OK) status = snw_registry_add(registry, &snw_loop_type, why);
    if (status != SNW_OK) snw_registry_rewind(registry, types, bases);
    return status;
}
