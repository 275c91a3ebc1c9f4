// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/os/socket.h"

#include <netinet/tcp.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include "inside.h"
#include "internal.h"
#include "sinew/os/clock.h"
#include "socket_native.h"

static const snw_socket NONE = {.descriptor = -1};

snw_socket_config snw_socket_defaults(void) {
    return (snw_socket_config){
        .address = {.kind = SNW_ADDRESS_IP4, .ip = {127, 0, 0, 1}}, .backlog = 16, .mode = 0600};
}

static snw_status fail(snw_why *why, int error, const snw_address *address, const char *action) {
    char text[SNW_ADDRESS_TEXT];
    snw__address_print(address, text);
    return snw_errno_why(why, error, text, action);
}

// an option that is on, where it exists
static void switch_on(int descriptor, int level, int option) {
    const int on = 1;
    (void)setsockopt(descriptor, level, option, &on, sizeof on);
}

// opens a socket of the right kind, with what all of ours have in common; -1 with errno
static int open_native(const snw_socket_config *config) {
    const int type = config->datagram ? SOCK_DGRAM : SOCK_STREAM;
    const int family = snw__address_family(&config->address);
    if (family == AF_UNSPEC) {
        errno = EINVAL;
        return -1;
    }
    const int descriptor = socket(family, type | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (descriptor < 0) return -1;
    if (family == AF_INET6) switch_on(descriptor, IPPROTO_IPV6, IPV6_V6ONLY);
    // commands are short and must not wait for more (Nagle 1984)
    if (family != AF_UNIX && !config->datagram) switch_on(descriptor, IPPROTO_TCP, TCP_NODELAY);
    return descriptor;
}

// binds and listens; 0 or errno
static int bind_native(int descriptor, const snw_socket_config *config) {
    if (config->address.kind == SNW_ADDRESS_LOCAL) return snw__bind_local(descriptor, config);
    snw__native_address native;
    const socklen_t length = snw__address_to_native(&config->address, &native);
    // a restarted program need not wait for the remains of its old connections
    if (!config->datagram) switch_on(descriptor, SOL_SOCKET, SO_REUSEADDR);
    if (bind(descriptor, &native.any, length) != 0) return errno;
    if (!config->datagram && listen(descriptor, config->backlog) != 0) return errno;
    return 0;
}

snw_status snw_socket_listen(snw_socket *out, const snw_socket_config *config, snw_why *why) {
    if (config->address.kind != SNW_ADDRESS_NONE && !snw_address_is_loopback(&config->address) &&
        !config->allow_remote) {
        char text[SNW_ADDRESS_TEXT];
        snw__address_print(&config->address, text);
        return snw_refuse_rule(why, SNW_ERR_PERMISSION, "loopback-only", text,
                               "other machines could reach this address",
                               "listen on 127.0.0.1 or [::1], or allow remote access explicitly");
    }
    const int descriptor = open_native(config);
    if (descriptor < 0) return fail(why, errno, &config->address, "open a socket");
    const int error = bind_native(descriptor, config);
    if (error != 0) {
        (void)close(descriptor);
        return fail(why, error, &config->address, "listen");
    }
    *out = (snw_socket){.descriptor = descriptor,
                        .owns_path = config->address.kind == SNW_ADDRESS_LOCAL};
    return SNW_OK;
}

snw_status snw_socket_connect(snw_socket *out, const snw_socket_config *config, snw_why *why) {
    const int descriptor = open_native(config);
    if (descriptor < 0) return fail(why, errno, &config->address, "open a socket");
    snw__native_address native;
    const socklen_t length = snw__address_to_native(&config->address, &native);
    if (connect(descriptor, &native.any, length) != 0 && errno != EINPROGRESS && errno != EINTR) {
        const int error = errno;
        (void)close(descriptor);
        return fail(why, error, &config->address, "connect");
    }
    *out = (snw_socket){.descriptor = descriptor};
    return SNW_OK;
}

snw_status snw_socket_connected(snw_socket socket, snw_why *why) {
    struct pollfd item = {.fd = socket.descriptor, .events = POLLOUT};
    if (poll(&item, 1, 0) == 0) return SNW_NOTHING_NEW;
    int error = 0;
    socklen_t length = sizeof error;
    if (getsockopt(socket.descriptor, SOL_SOCKET, SO_ERROR, &error, &length) != 0) error = errno;
    if (error != 0) return snw_errno_why(why, error, NULL, "connect");
    return SNW_OK;
}

snw_status snw_socket_accept(snw_socket listener, snw_socket *out, snw_address *peer,
                             snw_why *why) {
    snw__native_address native;
    memset(&native, 0, sizeof native);
    socklen_t length = sizeof native;
    const int descriptor =
        accept4(listener.descriptor, &native.any, &length, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (descriptor < 0) {
        // a caller who has given up meanwhile is no error of ours
        if (errno == EAGAIN || errno == ECONNABORTED || errno == EINTR) return SNW_NOTHING_NEW;
        return snw_errno_why(why, errno, NULL, "accept a caller");
    }
    if (native.any.sa_family != AF_UNIX) switch_on(descriptor, IPPROTO_TCP, TCP_NODELAY);
    if (peer) snw__address_from_native(&native, length, peer);
    *out = (snw_socket){.descriptor = descriptor};
    return SNW_OK;
}

// what is left to say after a send or a receive has failed
static snw_status transfer_status(int error) {
    const bool closed = error == EPIPE || error == ECONNRESET || error == ECONNREFUSED;
    return closed ? SNW_ERR_CLOSED : snw__errno_status(error);
}

// sends to `native`, or to the peer when its length is 0
static snw_status send_native(int descriptor, const void *data, size_t size, size_t *sent,
                              const snw__native_address *native, socklen_t length) {
    *sent = 0;
    for (;;) {
        const ssize_t n = sendto(descriptor, data, size, MSG_NOSIGNAL | MSG_DONTWAIT,
                                 length > 0 ? &native->any : NULL, length);
        if (n >= 0) {
            *sent = (size_t)n;
            return SNW_OK;
        }
        // no room is not a failure: nothing was sent
        if (errno == EAGAIN || errno == ENOBUFS) return SNW_OK;
        if (errno != EINTR) return transfer_status(errno);
    }
}

snw_status snw_socket_send(snw_socket socket, const void *data, size_t size, size_t *sent) {
    return send_native(socket.descriptor, data, size, sent, NULL, 0);
}

snw_status snw_socket_send_to(snw_socket socket, const snw_address *address, const void *data,
                              size_t size, size_t *sent) {
    snw__native_address native;
    const socklen_t length = snw__address_to_native(address, &native);
    *sent = 0;
    if (length == 0) return SNW_ERR_ARGUMENT;
    return send_native(socket.descriptor, data, size, sent, &native, length);
}

static bool is_stream(int descriptor) {
    int type = 0;
    socklen_t length = sizeof type;
    return getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &type, &length) == 0 && type == SOCK_STREAM;
}

static snw_status receive_native(int descriptor, void *data, size_t size, size_t *received,
                                 snw_address *peer) {
    *received = 0;
    snw__native_address native;
    memset(&native, 0, sizeof native);
    // MSG_TRUNC reports the real length of a datagram; on a TCP stream it would throw bytes away
    struct iovec piece = {.iov_base = data, .iov_len = size};
    struct msghdr message = {
        .msg_name = &native, .msg_namelen = sizeof native, .msg_iov = &piece, .msg_iovlen = 1};
    const bool stream = is_stream(descriptor);
    ssize_t n = 0;
    do {
        n = recvmsg(descriptor, &message, MSG_DONTWAIT | (stream ? 0 : MSG_TRUNC));
    } while (n < 0 && errno == EINTR);
    if (n < 0) return errno == EAGAIN ? SNW_NOTHING_NEW : transfer_status(errno);
    if (n == 0 && stream) return SNW_ERR_CLOSED;
    *received = (size_t)n;
    if (peer) snw__address_from_native(&native, message.msg_namelen, peer);
    return *received > size ? SNW_ERR_TOO_LARGE : SNW_OK;
}

snw_status snw_socket_receive(snw_socket socket, void *data, size_t size, size_t *received) {
    return receive_native(socket.descriptor, data, size, received, NULL);
}

snw_status snw_socket_receive_from(snw_socket socket, void *data, size_t size, size_t *received,
                                   snw_address *peer) {
    return receive_native(socket.descriptor, data, size, received, peer);
}

snw_status snw_socket_address(snw_socket socket, snw_address *address) {
    snw__native_address native;
    memset(&native, 0, sizeof native);
    socklen_t length = sizeof native;
    if (getsockname(socket.descriptor, &native.any, &length) != 0) return snw__errno_status(errno);
    snw__address_from_native(&native, length, address);
    return SNW_OK;
}

void snw_socket_close(snw_socket *socket) {
    if (!socket || socket->descriptor < 0) return;
    snw_address address;
    if (socket->owns_path && snw_socket_address(*socket, &address) == SNW_OK) {
        (void)unlink(address.path);
    }
    (void)close(socket->descriptor);
    *socket = NONE;
}

snw_status snw_poll(snw_poll_item *items, int count, int64_t limit_ns) {
    if (count < 0 || count > SNW_POLL_ITEMS) return SNW_ERR_ARGUMENT;
    struct pollfd native[SNW_POLL_ITEMS];
    for (int i = 0; i < count; i++) {
        // the system passes over negative descriptors
        native[i] = (struct pollfd){.fd = items[i].socket.descriptor,
                                    .events = (short)((items[i].want_read ? POLLIN : 0) |
                                                      (items[i].want_write ? POLLOUT : 0))};
    }
    const int64_t deadline_ns = snw__deadline_ns(limit_ns);
    int ready = 0;
    do {
        const int64_t left_ns = deadline_ns - snw_clock_now_ns();
        const struct timespec left = snw__timespec(left_ns);
        ready = ppoll(native, (nfds_t)count, limit_ns < 0 ? NULL : &left, NULL);
    } while (ready < 0 && errno == EINTR);
    if (ready < 0) return snw__errno_status(errno);

    for (int i = 0; i < count; i++) {
        const int events = native[i].revents;
        items[i].can_read = (events & (POLLIN | POLLHUP)) != 0;
        items[i].can_write = (events & POLLOUT) != 0;
        items[i].failed = (events & (POLLERR | POLLHUP | POLLNVAL)) != 0;
    }
    return ready > 0 ? SNW_OK : SNW_NOTHING_NEW;
}
