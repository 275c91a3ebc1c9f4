// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_RECORD_MESSAGE_H
#define SINEW_RECORD_MESSAGE_H

/// @file
/// The messages of recordings: ROS 2 CDR (XCDR1, little endian) with `ros2msg` schemas.
///
///   SNW_MESSAGE_SIGNALS      sinew_msgs/msg/Signals               numbers of one tick
///   SNW_MESSAGE_EVENT        sinew_msgs/msg/Event                 a snw_event
///   SNW_MESSAGE_PARAMETER    sinew_msgs/msg/Parameter             a parameter took a value
///   SNW_MESSAGE_DESCRIPTION  sinew_msgs/msg/Description           a text: the cell file
///   SNW_MESSAGE_JOINTS       sensor_msgs/msg/JointState
///   SNW_MESSAGE_FRAMES       tf2_msgs/msg/TFMessage
///   SNW_MESSAGE_DIAGNOSTICS  diagnostic_msgs/msg/DiagnosticArray  an event, for other tools
///
/// Doubles keep their bits. Times are split into seconds and nanoseconds.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sinew/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum snw_message_kind {
    SNW_MESSAGE_SIGNALS,
    SNW_MESSAGE_EVENT,
    SNW_MESSAGE_PARAMETER,
    SNW_MESSAGE_DESCRIPTION,
    SNW_MESSAGE_JOINTS,
    SNW_MESSAGE_FRAMES,
    SNW_MESSAGE_DIAGNOSTICS,
    SNW_MESSAGE_KINDS ///< how many there are
} snw_message_kind;

/// The name of a message's type, "sensor_msgs/msg/JointState"; NULL for an unknown number.
SNW_SETUP const char *snw_message_name(snw_message_kind kind);

/// The kind of that name, or -1.
SNW_SETUP int snw_message_kind_of(const char *name);

/// Numbers of one tick.
typedef struct snw_tick_values {
    // public
    int64_t t_ns, tick;
    uint32_t lost; ///< samples dropped just before this one
    int count;
    const double *values; ///< [count]; NULL in a decoded one: see `bytes`
    const uint8_t *bytes; ///< of a decoded one: the doubles as they are in the message
} snw_tick_values;

/// Reads a message back; `signals->bytes` points into `data`. SNW_ERR_SYNTAX for other data.
SNW_SETUP SNW_NODISCARD snw_status snw_tick_values_decode(const void *data, size_t size,
                                                          snw_tick_values *signals);

/// A parameter that took a value.
typedef struct snw_parameter_change {
    // public
    int64_t t_ns, tick;
    char path[256], value[256]; ///< terminated
} snw_parameter_change;

/// Decodes the message of a parameter that changed; SNW_ERR_SYNTAX when it is damaged.
SNW_SETUP SNW_NODISCARD snw_status snw_parameter_decode(const void *data, size_t size,
                                                        snw_parameter_change *change);

/// A text that belongs to a recording.
typedef struct snw_description {
    // public
    int64_t t_ns;
    const char *name, *format, *text; ///< of a decoded one: inside the message, terminated
    size_t length;                    ///< of `text`
} snw_description;

/// Decodes the message of a text; what it points to is inside of `data`.
SNW_SETUP SNW_NODISCARD snw_status snw_description_decode(const void *data, size_t size,
                                                          snw_description *description);

/// Decodes the message of an event.
SNW_SETUP SNW_NODISCARD snw_status snw_event_decode(const void *data, size_t size,
                                                    snw_event *event);

#ifdef __cplusplus
}
#endif

#endif // SINEW_RECORD_MESSAGE_H
