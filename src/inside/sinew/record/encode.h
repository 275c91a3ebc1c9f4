// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_RECORD_ENCODE_H
#define SINEW_RECORD_ENCODE_H

/// @file
/// How messages are written. Encoders write into a caller's buffer: run on none they measure, and
/// snw_cdr.size is what the whole message needs.

#include "sinew/math/pose.h"
#include "sinew/record/message.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The text of a message's schema, encoding "ros2msg", with all types it is made of.
SNW_SETUP const char *snw_message_schema(snw_message_kind kind);

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
SNW_SETUP void snw_cdr_text(snw_cdr *cdr, const char *text);

/// The same event for tools that know no other: level, name, message, numbers as texts.
SNW_SETUP void snw_diagnostics_encode(snw_cdr *cdr, const snw_event *event);

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

/// A whole TFMessage.
SNW_SETUP void snw_frames_encode(snw_cdr *cdr, int64_t t_ns, const snw_frame_state *frames,
                                 int count);

#ifdef __cplusplus
}
#endif

#endif // SINEW_RECORD_ENCODE_H
