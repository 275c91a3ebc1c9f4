// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_WIRE_WEBSOCKET_H
#define SINEW_WIRE_WEBSOCKET_H

/// @file
/// What a client says over a WebSocket (RFC 6455), from bytes as they come off the socket: whole
/// messages, pings, and the end. Everything that the standard forbids a client is refused, at the
/// first byte from which it is certain, with the code that the standard has for it.
///
///     snw_websocket reader;
///     snw_websocket_init(&reader, message, sizeof message - 1, 64);
///     while (size > 0) {
///         snw_websocket_event event;
///         const size_t used = snw_websocket_take(&reader, bytes, size, &event);
///         bytes += used, size -= used;
///         if (event.kind == SNW_WEBSOCKET_MESSAGE) ...
///     }

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sinew/base.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SNW_WEBSOCKET_CONTROL = 125,   ///< bytes of a ping, pong or close at most
    SNW_WEBSOCKET_PROTOCOL = 1002, ///< code of a frame that the standard forbids
    SNW_WEBSOCKET_NO_CODE = 1005,  ///< stands for a close that has no code
    SNW_WEBSOCKET_BAD_TEXT = 1007, ///< code of a text that is not UTF-8
    SNW_WEBSOCKET_TOO_LARGE = 1009 ///< code of a message that is too long, or in too many pieces
};

typedef enum snw_websocket_kind {
    SNW_WEBSOCKET_NOTHING, ///< more bytes are needed
    SNW_WEBSOCKET_MESSAGE, ///< a whole message
    SNW_WEBSOCKET_PING,
    SNW_WEBSOCKET_PONG,
    SNW_WEBSOCKET_CLOSE, ///< the client ends it; nothing is read after it
    SNW_WEBSOCKET_BROKEN ///< a rule was broken: close with `code`; nothing is read after it
} snw_websocket_kind;

/// What has come. The bytes are the reader's until the next call.
typedef struct snw_websocket_event {
    // read-only
    snw_websocket_kind kind;
    const char *data; ///< [size] payload without its mask; a message has a zero behind it
    size_t size;
    bool binary; ///< of a message; else it is valid UTF-8
    int code;    ///< of a close, SNW_WEBSOCKET_NO_CODE for none; of what is broken
} snw_websocket_event;

/// Reads the frames of one client. Caller-owned.
typedef struct snw_websocket {
    // private
    char *message; // [capacity + 1]
    size_t capacity, have;
    int fragment_limit, fragments;
    bool inside, binary;    // of a message of which more will come
    unsigned char head[14]; // of a frame
    int head_have, head_need;
    uint64_t rest; // bytes of the payload that have not come
    size_t at;     // bytes of it that have
    char control[SNW_WEBSOCKET_CONTROL];
    unsigned char low, high; // the next byte of a letter lies within
    int letter;              // bytes of it that have not come
    bool over;
} snw_websocket;

/// Begins with a socket that has just become a WebSocket. message[capacity + 1] is where messages
/// are put together; they may have up to `capacity` bytes in up to `fragments` frames.
SNW_SETUP void snw_websocket_init(snw_websocket *reader, char *message, size_t capacity,
                                  int fragments);

/// Takes bytes until something has come; returns how many, all of them when nothing has. At the
/// end of a message call again with the rest.
SNW_SETUP size_t snw_websocket_take(snw_websocket *reader, const void *bytes, size_t size,
                                    snw_websocket_event *event);

/// True for a code that a close may carry over the wire.
SNW_SETUP bool snw_websocket_code_allowed(int code);

#ifdef __cplusplus
}
#endif

#endif // SINEW_WIRE_WEBSOCKET_H
