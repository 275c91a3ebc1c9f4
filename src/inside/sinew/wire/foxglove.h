// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_WIRE_FOXGLOVE_H
#define SINEW_WIRE_FOXGLOVE_H

/// @file
/// The Foxglove WebSocket protocol, version 1, as a server speaks it: bytes in, bytes out. The
/// subprotocols `foxglove.websocket.v1` and `foxglove.sdk.v1` share it.
///
///     snw_foxglove_info()          the first text that a client gets
///     snw_foxglove_advertise()     then the channels that there are
///     snw_foxglove_read()          what a client asks for
///     snw_foxglove_message()       head of a message of a channel; the payload follows it
///
/// Payloads are those of recordings (sinew/record/message.h, CDR with `ros2msg` schemas), and JSON
/// for the loop. Links and joints of the first arm have their own names, which are those of its
/// URDF; those of all other members are MEMBER/NAME.

#include "sinew/record/encode.h"
#include "sinew/record/message.h"
#include "sinew/wire/state.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SNW_FOXGLOVE_ITEMS = 512,       ///< subscriptions or parameters of one message at most
    SNW_FOXGLOVE_MESSAGE_HEAD = 13, ///< bytes before the payload of a message
    SNW_FOXGLOVE_TIME = 9,          ///< bytes of a time
    SNW_FOXGLOVE_ASSET_HEAD = 10,   ///< bytes before the content of an asset, or before a reason
    SNW_FOXGLOVE_TRANSFORMS = 128   ///< of one message of /tf; more links take more messages
};

/// The channels; their numbers are these and one.
typedef enum snw_foxglove_channel {
    SNW_FOXGLOVE_JOINTS,      ///< /joint_states, sensor_msgs/msg/JointState
    SNW_FOXGLOVE_FRAMES,      ///< /tf, tf2_msgs/msg/TFMessage
    SNW_FOXGLOVE_DESCRIPTION, ///< /robot_description, std_msgs/msg/String: URDF of the first arm
    SNW_FOXGLOVE_DIAGNOSTICS, ///< /diagnostics, diagnostic_msgs/msg/DiagnosticArray: events
    SNW_FOXGLOVE_LOOP,        ///< /loop, JSON: arms, components, timing of the loop
    SNW_FOXGLOVE_CLEARANCE, ///< /clearance, JSON, foxglove.SceneUpdate: lines of the nearest pairs
    SNW_FOXGLOVE_CHANNELS
} snw_foxglove_channel;

/// Channels that not every cell has, a set of bits.
enum {
    SNW_FOXGLOVE_HAS_DESCRIPTION = 1, ///< /robot_description
    SNW_FOXGLOVE_HAS_CLEARANCE = 2    ///< /clearance
};

/// What a client asks for. X(name)
#define SNW_FOXGLOVE_OPS(X)                                                                        \
    X(subscribe)                                                                                   \
    X(unsubscribe)                                                                                 \
    X(getParameters)                                                                               \
    X(setParameters)                                                                               \
    X(subscribeParameterUpdates)                                                                   \
    X(unsubscribeParameterUpdates)                                                                 \
    X(fetchAsset)

typedef enum snw_foxglove_op {
#define SNW_X(name) SNW_FOXGLOVE_##name,
    SNW_FOXGLOVE_OPS(SNW_X)
#undef SNW_X
        SNW_FOXGLOVE_OP_COUNT
} snw_foxglove_op;

/// One of what a message lists.
typedef struct snw_foxglove_item {
    uint32_t id;       ///< of a subscription
    uint32_t channel;  ///< of a subscription, as advertised
    const char *name;  ///< of a parameter: its path
    const char *value; ///< of a parameter, as the text that a path takes; arrays between blanks
} snw_foxglove_item;

/// A message of a client. Texts are in the memory that it was read into.
typedef struct snw_foxglove_request {
    // read-only
    snw_foxglove_op op;
    const char *id;   ///< of parameters: comes back with the answer; NULL for none
    const char *uri;  ///< of an asset
    uint32_t request; ///< of an asset: comes back with the answer
    snw_foxglove_item *items;
    int count;
} snw_foxglove_request;

/// Reads a text of a client into `setup`. Members that the protocol has not are passed over, as it
/// grows by such. SNW_ERR_SYNTAX for what is no message, SNW_ERR_UNKNOWN_NAME for an op that there
/// is not, SNW_ERR_UNSUPPORTED for one that we do not offer, SNW_ERR_TOO_LARGE for more than
/// SNW_FOXGLOVE_ITEMS items or a value of SNW_MESSAGE bytes, SNW_ERR_RANGE for an unknown id.
SNW_SETUP SNW_NODISCARD snw_status snw_foxglove_read(const char *bytes, size_t size,
                                                     snw_setup *setup,
                                                     snw_foxglove_request *request, snw_why *why);

// --- texts to a client --------------------------------------------------------------------------

/// serverInfo: what there is of the protocol here. `session` tells one run from another.
SNW_SETUP void snw_foxglove_info(snw_text *text, const char *cell, const char *session);

/// status: a sentence for the people at the other end; 0 is a notice, 1 a warning, 2 an error.
SNW_SETUP void snw_foxglove_status(snw_text *text, int level, const char *message);

/// advertise: the channels, and of those that not every cell has the ones in `has`.
SNW_SETUP void snw_foxglove_advertise(snw_text *text, unsigned has);

/// unadvertise: the same channels are gone.
SNW_SETUP void snw_foxglove_unadvertise(snw_text *text, unsigned has);

/// The channel of a number that a client subscribes to, or SNW_FOXGLOVE_CHANNELS.
SNW_SETUP snw_foxglove_channel snw_foxglove_find(uint32_t number, unsigned has);

/// The payload of /clearance: the nearest pairs of the newest picture as lines between their
/// points, red for those that must keep a distance. False in a cell that shows none.
SNW_SETUP bool snw_foxglove_clearance(snw_text *text, const snw_packets *frames);

/// parameterValues: begins, takes parameters, ends. `id` may be NULL.
SNW_SETUP void snw_foxglove_values_begin(snw_text *text);
SNW_SETUP void snw_foxglove_value(snw_text *text, const char *path, const snw_field *field,
                                  const char *value, bool first);
SNW_SETUP void snw_foxglove_values_end(snw_text *text, const char *id);

// --- bytes to a client --------------------------------------------------------------------------

/// The head of a message of a subscription.
SNW_SETUP void snw_foxglove_message(unsigned char bytes[SNW_FOXGLOVE_MESSAGE_HEAD],
                                    uint32_t subscription, int64_t t_ns);

/// The time of the loop, which is that of all messages.
SNW_SETUP void snw_foxglove_time(unsigned char bytes[SNW_FOXGLOVE_TIME], int64_t t_ns);

/// The head of an asset whose content follows; or, with the length of a reason, of that.
SNW_SETUP void snw_foxglove_asset(unsigned char bytes[SNW_FOXGLOVE_ASSET_HEAD], uint32_t request,
                                  bool found, size_t reason_length);

// --- what is shown ------------------------------------------------------------------------------

/// Names and places of all that moves in a cell.
typedef struct snw_foxglove_scene {
    // read-only
    snw_joint_states joints; ///< of all arms
    snw_frame_state *frames; ///< [frame_count] each link in its parent
    int frame_count;
    const char *description; ///< URDF of the first arm; NULL for none. To be set by the caller
    // private
    const char **names;
    double *numbers;    // position, velocity and effort
    int *link, *parent; // [frame_count] in the table of all links; -1 is the world
} snw_foxglove_scene;

/// Lays it out in `setup` for the frames of a cell.
SNW_SETUP SNW_NODISCARD snw_status snw_foxglove_scene_make(snw_foxglove_scene *scene,
                                                           const snw_packets *frames,
                                                           snw_setup *setup);

/// Takes joints and poses from the newest picture; false before the first.
SNW_SETUP bool snw_foxglove_scene_look(snw_foxglove_scene *scene, snw_packets *frames);

/// The file that the first arm was read from when it is a URDF; NULL when it is not.
SNW_SETUP const char *snw_foxglove_urdf(const snw_packets *frames, const snw_cell *cell);

/// The file of a mesh that a model of the cell calls by this package:// name; NULL for all else.
SNW_SETUP const char *snw_foxglove_mesh(const snw_system *system, const char *uri);

#ifdef __cplusplus
}
#endif

#endif // SINEW_WIRE_FOXGLOVE_H
