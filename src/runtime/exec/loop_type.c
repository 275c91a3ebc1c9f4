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
    {"as_loop", SNW_SIMULATE_AS_LOOP, "As the loop says."},
    {"on", SNW_SIMULATE_ON, "Simulated: its hardware is not touched."},
    {"off", SNW_SIMULATE_OFF, "Its hardware is used."},
};

static const snw_field arm_fields[] = {
    {SNW_AT(snw_arm_entry, member), .kind = SNW_KIND_STRING, .flags = SNW_KEY | SNW_REQUIRED,
     .help = "Member of the cell that is driven."},
    {SNW_AT(snw_arm_entry, drive), .kind = SNW_KIND_CHILD, .base = "drive",
     .help = "What drives it: the real thing, or a simulated one."},
    {SNW_AT(snw_arm_entry, twin), .kind = SNW_KIND_CHILD, .base = "drive",
     .help = "A simulated drive: in place of the drive in simulation, else beside it."},
    {SNW_AT(snw_arm_entry, simulate), .kind = SNW_KIND_ENUM, SNW_CHOICES(simulate_choices),
     .help = "Whether this arm is simulated."},
    {NAME(snw_arm_entry, group),
     .help = "Arms of one group stop together; those without a name are one group."},
    {SNW_AT(snw_arm_entry, guard), .kind = SNW_KIND_STRUCT, .type = &snw_guard_config_type,
     .help = "How it is guarded."},
};
static const snw_type arm_entry_type = {TABLE("arm", snw_arm_entry, arm_fields),
                                        .help = "A driven member and what drives it."};

static const snw_field peer_fields[] = {
    {SNW_AT(snw_peer_entry, role), .kind = SNW_KIND_STRING, .flags = SNW_KEY | SNW_REQUIRED,
     .help = "Role, as the type of the component calls it."},
    {SNW_AT(snw_peer_entry, component), .kind = SNW_KIND_STRING, .flags = SNW_REQUIRED,
     .help = "Component that plays it."},
};
static const snw_type peer_entry_type = {TABLE("peer", snw_peer_entry, peer_fields),
                                         .help = "Another component that one needs to know."};

static const snw_choice stage_choices[] = {
    {"own", SNW_STAGE_OWN, "That of its type."},
    {"sense", SNW_STAGE_IN_SENSE, "After the drives were read."},
    {"estimate", SNW_STAGE_IN_ESTIMATE, "Readings become what is believed."},
    {"source", SNW_STAGE_IN_SOURCE, "Where to go."},
    {"task", SNW_STAGE_IN_TASK, "How to get there with all joints."},
    {"servo", SNW_STAGE_IN_SERVO, "What the drives shall do."},
    {"user", SNW_STAGE_IN_USER, "Last changes before the guard."},
    {"publish", SNW_STAGE_IN_PUBLISH, "After the drives were told."},
};

static const snw_field component_fields[] = {
    {SNW_AT(snw_component_entry, name), .kind = SNW_KIND_STRING, .flags = SNW_KEY | SNW_REQUIRED,
     .help = "Name of the component, by which paths and messages find it."},
    {NAME(snw_component_entry, member), .help = "Arm that it belongs to; empty for none."},
    {SNW_AT(snw_component_entry, type), .kind = SNW_KIND_CHILD, .base = "component",
     .flags = SNW_REQUIRED, .help = "What it is, with its parameters."},
    {SNW_AT(snw_component_entry, stage), .kind = SNW_KIND_ENUM, SNW_CHOICES(stage_choices),
     .help = "Stage of the tick that it runs in."},
    {COUNT(snw_component_entry, divisor, 1, 1000000, "1"),
     .help = "It runs in every so manieth tick."},
    {COUNT(snw_component_entry, phase, 0, 999999, "0"), .help = "In which of these, from 0."},
    {FLAG(snw_component_entry, start, "true"), .help = "It is started with the loop."},
    {FLAG(snw_component_entry, essential, "true"),
     .help = "Its fault stops its arm, or all arms when it has none."},
    {SNW_AT_LIST(snw_component_entry, peers, peer_count, SNW_LOOP_PEERS), .kind = SNW_KIND_STRUCT,
     .type = &peer_entry_type, .item = "peer", .help = "Components that it needs to know."},
};

static snw_status component_validate(const void *block, snw_why *why) {
    const snw_component_entry *entry = block;
    if (entry->phase < entry->divisor) return SNW_OK;
    snw_why_set(why, SNW_ERR_RANGE, "phase", "the phase is not below the divisor");
    return SNW_ERR_RANGE;
}
static const snw_type component_entry_type = {
    TABLE("component_entry", snw_component_entry, component_fields), .validate = component_validate,
    .help = "A component: what it is, where and how often it runs."};

static const snw_field connection_fields[] = {
    {SNW_AT(snw_connection_entry, from), .kind = SNW_KIND_STRING, .flags = SNW_REQUIRED,
     .help = "Output: component, a point, port."},
    {SNW_AT(snw_connection_entry, to), .kind = SNW_KIND_STRING, .flags = SNW_REQUIRED,
     .help = "Input: component, a point, port."},
    {COUNT(snw_connection_entry, capacity, 0, 65536, "0"),
     .help = "Values that a queue holds; 0 is what the port says."},
};
static const snw_type connection_type = {
    TABLE("connection", snw_connection_entry, connection_fields),
    .help = "From an output to an input."};

static const snw_field record_fields[] = {
    {SNW_AT(snw_record_entry, name), .kind = SNW_KIND_STRING, .flags = SNW_KEY | SNW_REQUIRED,
     .help = "Name of the group."},
    {SNW_AT(snw_record_entry, signals), .kind = SNW_KIND_STRING, .flags = SNW_REQUIRED,
     .help = "Patterns of paths, between blanks."},
    {COUNT(snw_record_entry, divisor, 1, 1000000, "1"), .help = "Every so manieth tick."},
};
static const snw_type record_type = {TABLE("record", snw_record_entry, record_fields),
                                     .help = "A group of signals to record."};

static const snw_choice overrun_choices[] = {
    {"leaky", SNW_OVERRUN_LEAKY, "Late cycles fill a bucket that cycles in time empty."},
    {"strict", SNW_OVERRUN_STRICT, "The first late cycle ends the run."},
};
static const snw_choice profile_choices[] = {
    {"soft", SNW_LOOP_SOFT, "Runs without real-time rights and says what is missing."},
    {"hard", SNW_LOOP_HARD, "Refuses to start without them."},
};

static const snw_field loop_fields[] = {
    {SNW_AT(snw_loop, period), .kind = SNW_KIND_REAL, .unit = "s", .range = {1e-5, 10},
     .initial = "0.001", .help = "Time from tick to tick."},
    {FLAG(snw_loop, simulate, "true"), .help = "Arms are simulated unless they say otherwise."},
    {SNW_AT(snw_loop, seed), .kind = SNW_KIND_UINT, .initial = "1",
     .help = "Seed of all chance in simulated arms."},
    {NAME(snw_loop, state),
     .help = "State of the cell in which simulated arms begin; empty for its first."},
    {SNW_AT(snw_loop, overrun), .kind = SNW_KIND_ENUM, SNW_CHOICES(overrun_choices),
     .help = "What late cycles lead to."},
    {SNW_AT(snw_loop, profile), .kind = SNW_KIND_ENUM, SNW_CHOICES(profile_choices),
     .help = "What a real run asks of the machine."},
    {SNW_AT(snw_loop, watchdog), .kind = SNW_KIND_REAL, .unit = "s", .range = {1e-4, 60},
     .initial = "0.1", .help = "The loop must give a sign of life within it."},
    {COUNT(snw_loop, timer_priority, 0, 99, "29"), .help = "Priority of the watchdog."},
    {COUNT(snw_loop, io_priority, 0, 99, "28"), .help = "Priority of buses."},
    {COUNT(snw_loop, control_priority, 0, 99, "27"), .help = "Priority of the ticks."},
    {COUNT(snw_loop, service_priority, 0, 99, "0"), .help = "Priority of services."},
    {COUNT(snw_loop, cpu, -1, 63, "-1"), .help = "Processor of the ticks; -1 for anyone."},
    {FLAG(snw_loop, lock_memory, "true"), .help = "Memory is locked in a real run."},
    {LIST(arms, arm_count, SNW_LOOP_ARMS), .type = &arm_entry_type, .item = "arm",
     .help = "Driven members."},
    {LIST(components, component_count, SNW_LOOP_COMPONENTS), .type = &component_entry_type,
     .item = "component", .help = "What the stages are made of, in the order in which it runs."},
    {LIST(connections, connection_count, SNW_LOOP_CONNECTIONS), .type = &connection_type,
     .item = "connection", .help = "Outputs and the inputs they lead to."},
    {LIST(records, record_count, SNW_LOOP_RECORDS), .type = &record_type, .item = "record",
     .help = "Signals to record."},
};

static snw_status loop_validate(const void *block, snw_why *why) {
    const snw_loop *loop = block;
    const int control = loop->control_priority;
    const bool ladder = loop->timer_priority > loop->io_priority && loop->io_priority > control &&
                        control > loop->service_priority;
    if (!ladder) {
        snw_why_set(why, SNW_ERR_CHECK, "timer_priority", "the priorities are no ladder");
        snw_why_fix(why, "timer > io > control > service, as 29, 28, 27, 0");
        return SNW_ERR_CHECK;
    }
    if (!(loop->watchdog >= 2 * loop->period)) {
        snw_why_set(why, SNW_ERR_CHECK, "watchdog", "the watchdog is faster than two periods");
        return SNW_ERR_CHECK;
    }
    return SNW_OK;
}

const snw_type snw_loop_type = {TABLE("loop", snw_loop, loop_fields), .base = "control",
                                .validate = loop_validate,
                                .help = "A loop that drives arms at a fixed period."};

snw_status snw_exec_register(snw_registry *registry, snw_why *why) {
    static const snw_base component = {"component", NULL, "What the stages of a tick are made of."};
    const int types = registry->type_count, bases = registry->base_count;
    snw_status status = snw_registry_add_base(registry, &component, why);
    if (status == SNW_OK) status = snw_registry_add(registry, &snw_loop_type, why);
    if (status != SNW_OK) snw_registry_rewind(registry, types, bases);
    return status;
}
