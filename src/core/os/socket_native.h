// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_OS_SOCKET_NATIVE_H
#define SINEW_SRC_OS_SOCKET_NATIVE_H

/// @file
/// Our addresses and sockets as the system knows them.

#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "sinew/os/socket.h"

typedef union snw__native_address {
    struct sockaddr any;
    struct sockaddr_in ip4;
    struct sockaddr_in6 ip6;
    struct sockaddr_un local;
} snw__native_address;

/// AF_INET, AF_INET6, AF_UNIX, or AF_UNSPEC for no address.
int snw__address_family(const snw_address *address);

/// Fills `native` and returns its length, 0 for no address.
socklen_t snw__address_to_native(const snw_address *address, snw__native_address *native);

/// The reverse; an address of another kind is none.
void snw__address_from_native(const snw__native_address *native, socklen_t length,
                              snw_address *address);

/// Binds a local socket to its path with these permissions, taking over the path of a process that
/// has died. 0 or a number of errno.h: EADDRINUSE when somebody listens there.
int snw__bind_local(int descriptor, const snw_socket_config *config);

#endif // SINEW_SRC_OS_SOCKET_NATIVE_H
