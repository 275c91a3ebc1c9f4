// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_OS_SOCKET_H
#define SINEW_OS_SOCKET_H

/// @file
/// Sockets: TCP, UDP and local ones. None ever blocks; snw_poll() is the only place that waits.
///
/// Secure unless configured otherwise: a socket is bound to this machine only, a local one is the
/// user's only, and no name is ever looked up. A closed peer is a status, never a SIGPIPE.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sinew/base.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SNW_ADDRESS_PATH = 108, ///< bytes of a local address, with the final zero
    SNW_ADDRESS_TEXT = 120, ///< bytes that hold any printed address
    SNW_POLL_ITEMS = 256    ///< sockets that one snw_poll() watches
};

typedef enum snw_address_kind {
    SNW_ADDRESS_NONE,
    SNW_ADDRESS_IP4,
    SNW_ADDRESS_IP6,
    SNW_ADDRESS_LOCAL ///< a name in the file system; empty for an unnamed peer
} snw_address_kind;

/// Where a socket is. Plain data.
typedef struct snw_address {
    snw_address_kind kind;
    uint8_t ip[16]; ///< 4 or 16 bytes as they go over the wire
    uint16_t port;  ///< 0 lets the system choose
    char path[SNW_ADDRESS_PATH];
} snw_address;

/// Reads "127.0.0.1:9999", "[::1]:9999" or "unix:/run/user/1000/sinew/cell". Host names are refused
/// with SNW_ERR_SYNTAX, "localhost" included. `address` is set on success only.
SNW_SETUP SNW_NODISCARD snw_status snw_address_parse(const char *text, snw_address *address,
                                                     snw_why *why);

/// True for 127.0.0.0/8, ::1 and local addresses: nobody outside this machine can reach it.
SNW_SETUP bool snw_address_is_loopback(const snw_address *address);

/// An open socket, a value; {-1, false} means not open.
typedef struct snw_socket {
    // private
    int descriptor;
    bool owns_path; // a local address that close removes
} snw_socket;

typedef struct snw_socket_config {
    // public
    snw_address address; ///< where to listen, or whom to call
    bool datagram;       ///< whole messages (UDP) instead of a stream (TCP)
    bool allow_remote;   ///< listen where other machines can reach us; think first
    int backlog;         ///< callers that may wait to be accepted
    unsigned mode;       ///< permissions of a local address that is listened on
} snw_socket_config;

/// A stream on 127.0.0.1 and a port of the system's choice, backlog 16, mode 0600.
SNW_SETUP snw_socket_config snw_socket_defaults(void);

/// Opens a socket that others can call: streams are then accepted, datagrams received at once.
/// SNW_ERR_PERMISSION for an address beyond this machine without `allow_remote`; SNW_ERR_STATE when
/// the address is in use. A local name left behind by a process that has died is taken over.
SNW_SETUP SNW_NODISCARD snw_status snw_socket_listen(snw_socket *out,
                                                     const snw_socket_config *config, snw_why *why);

/// Opens a socket towards `config->address`. A stream may still be on its way: wait until it can be
/// written, then ask snw_socket_connected(). A datagram socket exchanges with that address only.
SNW_SETUP SNW_NODISCARD snw_status snw_socket_connect(snw_socket *out,
                                                      const snw_socket_config *config,
                                                      snw_why *why);

/// SNW_OK when connected, SNW_NOTHING_NEW while on the way, else why not.
SNW_SETUP SNW_NODISCARD snw_status snw_socket_connected(snw_socket socket, snw_why *why);

/// Accepts the next caller, or SNW_NOTHING_NEW. `peer` may be NULL. SNW_ERR_FULL when the process
/// has too many open files; the caller goes on waiting.
SNW_SETUP SNW_NODISCARD snw_status snw_socket_accept(snw_socket listener, snw_socket *out,
                                                     snw_address *peer, snw_why *why);

/// Sends what fits now of data[size]: `*sent` may be less, also 0 (wait until it can be written).
/// A datagram goes whole or not at all. SNW_ERR_CLOSED when the peer is gone, SNW_ERR_TOO_LARGE for
/// a datagram beyond what the network takes.
SNW_SETUP SNW_NODISCARD snw_status snw_socket_send(snw_socket socket, const void *data, size_t size,
                                                   size_t *sent);

/// Receives what is there, at most `size` bytes (at least 1): SNW_NOTHING_NEW when nothing is,
/// SNW_ERR_CLOSED at the end of a stream. SNW_ERR_TOO_LARGE: the datagram was longer than `size`;
/// its first bytes are in data[size] and `*received` is its real length.
SNW_SETUP SNW_NODISCARD snw_status snw_socket_receive(snw_socket socket, void *data, size_t size,
                                                      size_t *received);

/// Sends one datagram to `address`. SNW_OK with `*sent` 0: no room now.
SNW_SETUP SNW_NODISCARD snw_status snw_socket_send_to(snw_socket socket, const snw_address *address,
                                                      const void *data, size_t size, size_t *sent);

/// As snw_socket_receive() for a datagram, and who sent it.
SNW_SETUP SNW_NODISCARD snw_status snw_socket_receive_from(snw_socket socket, void *data,
                                                           size_t size, size_t *received,
                                                           snw_address *peer);

/// Where an open socket is, with the port that the system chose.
SNW_SETUP SNW_NODISCARD snw_status snw_socket_address(snw_socket socket, snw_address *address);

/// Closes, removes the name of a local listener, and makes it none. NULL and none are allowed.
SNW_SETUP void snw_socket_close(snw_socket *socket);

/// One socket to watch.
typedef struct snw_poll_item {
    // public
    snw_socket socket; ///< none is passed over
    bool want_read;
    bool want_write;
    // read-only
    bool can_read;  ///< something to receive or accept, or the end
    bool can_write; ///< room to send, or a connection decided
    bool failed;    ///< an error waits, or the peer has hung up: receive or send says which
} snw_poll_item;

/// Waits until something is ready: SNW_OK, or SNW_NOTHING_NEW after `limit_ns` (negative: waits for
/// ever, 0: only looks). Signals do not end the wait. SNW_ERR_ARGUMENT for more than
/// SNW_POLL_ITEMS.
SNW_SETUP SNW_NODISCARD snw_status snw_poll(snw_poll_item *items, int count, int64_t limit_ns);

#ifdef __cplusplus
}
#endif

#endif // SINEW_OS_SOCKET_H
