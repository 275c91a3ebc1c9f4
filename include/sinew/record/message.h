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
/// Encoders write into a caller's buffer: run on none they measure, and snw_cdr.size is what the
/// whole message needs. Doubles keep their bits. Times are split into seconds and nanoseconds.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sinew/base.h"
#include "sinew/math/pose.h"

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

/// The name of a message's type, "sensor_msgs/msg/JointState"; NULL for a number that is none.
SNW_SETUP const char *snw_message_name(snw_message_kind kind);

/// The kind of that name, or -1.
SNW_SETUP int snw_message_kind_of(const char *name);

/// The text of a message's schema, encoding "ros2msg", with all types it is made of.
SNW_SETUP const char *snw_message_schema(snw_message_kind kind);

/// The schema of signals with a comment that lists paths and units; both are [count].
SNW_SETUP void snw_signals_schema(const char *const *paths, const char *const *units, int count,
                                  snw_text *text);

// --- writing ------------------------------------------------------------------------------------

/// A message being written. A plain value.
typedef struct snw_cdr {
    // read-only
    uint8_t *data;   ///< NULL only measures
    size_t capacity; ///< bytes of the buffer
    size_t size;     ///< bytes the whole message needs; may exceed capacity: then it is cut
} snw_cdr;

/// Begins a message in a buffer: the 4 bytes that say "CDR, little endian".
SNW_SETUP snw_cdr snw_cdr_over(void *buffer, size_t capacity);

/// Values, each at its natural alignment, which counts from behind those 4 bytes.
SNW_SETUP void snw_cdr_u8(snw_cdr *cdr, uint8_t value);
SNW_SETUP void snw_cdr_u32(snw_cdr *cdr, uint32_t value);
SNW_SETUP void snw_cdr_u64(snw_cdr *cdr, uint64_t value);
SNW_SETUP void snw_cdr_reals(snw_cdr *cdr, const double *values, int count);
SNW_SETUP void snw_cdr_text(snw_cdr *cdr, const char *text);
SNW_SETUP void snw_cdr_time(snw_cdr *cdr, int64_t t_ns);

/// Numbers of one tick.
typedef struct snw_signals {
    // public
    int64_t t_ns, tick;
    uint32_t lost; ///< samples dropped just before this one
    int count;
    const double *values; ///< [count]; NULL in a decoded one: see `bytes`
    const uint8_t *bytes; ///< of a decoded one: the doubles as they are in the message
} snw_signals;

SNW_SETUP void snw_signals_encode(snw_cdr *cdr, const snw_signals *signals);

/// Reads a message back; `signals->bytes` points into `data`. SNW_ERR_SYNTAX when it is none.
SNW_SETUP SNW_NODISCARD snw_status snw_signals_decode(const void *data, size_t size,
                                                      snw_signals *signals);

/// One number of decoded signals, bit for bit; `index` is in [0, count).
SNW_SETUP double snw_signals_value(const snw_signals *signals, int index);

SNW_SETUP void snw_event_encode(snw_cdr *cdr, const snw_event *event);
SNW_SETUP SNW_NODISCARD snw_status snw_event_decode(const void *data, size_t size,
                                                    snw_event *event);

/// The same event for tools that know no other: level, name, message, numbers as texts.
SNW_SETUP void snw_diagnostics_encode(snw_cdr *cdr, const snw_event *event);

/// A parameter that took a value.
typedef struct snw_parameter_change {
    // public
    int64_t t_ns, tick;
    char path[256], value[256]; ///< terminated
} snw_parameter_change;

SNW_SETUP void snw_parameter_encode(snw_cdr *cdr, const snw_parameter_change *change);
SNW_SETUP SNW_NODISCARD snw_status snw_parameter_decode(const void *data, size_t size,
                                                        snw_parameter_change *change);

/// A text that belongs to a recording.
typedef struct snw_description {
    // public
    int64_t t_ns;
    const char *name, *format, *text; ///< of a decoded one: inside the message, terminated
    size_t length;                    ///< of `text`
} snw_description;

SNW_SETUP void snw_description_encode(snw_cdr *cdr, const snw_description *description);
SNW_SETUP SNW_NODISCARD snw_status snw_description_decode(const void *data, size_t size,
                                                          snw_description *description);

/// The state of joints.
typedef struct snw_joint_states {
    // public
    int64_t t_ns;
    const char *frame;        ///< NULL is ""
    const char *const *names; ///< [count]
    int count;
    const double *position, *velocity, *effort; ///< [count] or NULL
} snw_joint_states;

SNW_SETUP void snw_joint_states_encode(snw_cdr *cdr, const snw_joint_states *states);

/// A frame in its parent.
typedef struct snw_frame_state {
    // public
    const char *parent, *child;
    snw_pose pose; ///< the child in the parent
} snw_frame_state;

/// One transform, as it stands in the sequence of a TFMessage.
SNW_SETUP void snw_frame_encode(snw_cdr *cdr, int64_t t_ns, const snw_frame_state *frame);

/// A whole TFMessage.
SNW_SETUP void snw_frames_encode(snw_cdr *cdr, int64_t t_ns, const snw_frame_state *frames,
                                 int count);

#ifdef __cplusplus
}
#endif

#endif // SINEW_RECORD_MESSAGE_H
