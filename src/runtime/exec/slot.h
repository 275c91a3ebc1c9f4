// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_EXEC_SLOT_H
#define SINEW_SRC_EXEC_SLOT_H

#include "sinew/exec.h"

/// The buffer of an input.
typedef struct snw__input {
    snw_port_kind kind;
    size_t size;
    int capacity, head, count; ///< a latest value is a queue of one that is overwritten
    unsigned char *values;     ///< [capacity] of size bytes
    bool connected, written;
    int64_t t_ns; ///< of the last write
    uint64_t lost;
} snw__input;

/// A port of one component: an input's buffer, or an output's way to others.
typedef struct snw__port {
    snw__input in;
    snw__input **sinks; ///< [sink_count]
    int sink_count;
} snw__port;

/// A component and what the executive keeps of it.
typedef struct snw__slot {
    snw_component self;
    const snw_component_entry *entry;
    snw_stage stage;
    int place; ///< in the order of a tick
    int arm;   ///< -1 for none
    snw_live live;
    snw__port *ports;         ///< [functions->port_count]
    struct snw__slot **peers; ///< [functions->peer_count]; NULL where nobody plays the role
    snw_component_status *status;
    snw_component_state opened;           ///< state at the end of opening
    size_t status_offset, signals_offset; ///< in the image
    uint64_t due;                         ///< index of the next update
    int64_t last_t_ns;
    bool updated;
    uint64_t window; ///< updates at the beginning of the second that is counted now
    bool ended;      ///< its shutdown is complete
    snw_triple error;
    bool streams;        ///< a sample of a STREAM acts on it
    snw_rights streamed; ///< its rights
    int64_t streamed_ns; ///< when it came
    uint64_t lease;      ///< under which a MOVE left a motion that stands; 0 for none
    uint32_t revoked;    ///< not 0: the right to its motions was taken; from services
    uint64_t triggers;   ///< that were asked for, of one without a period; from any thread
    uint64_t triggered;  ///< of these, that led to an update or were dropped
} snw__slot;

#endif // SINEW_SRC_EXEC_SLOT_H
