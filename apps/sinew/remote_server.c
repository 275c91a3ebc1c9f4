// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "remote.h"

snw_status remote_listen(remote_server *server, snw_exec *exec, const char *name, snw_why *why) {
    return snw_local_listen(server, exec, name, why);
}

void remote_tell(remote_server *server, snw_wire_told_fn *told, void *context) {
    snw_local_tell(server, told, context);
}

void remote_serve(remote_server *server, int64_t wait_ns) {
    snw_local_serve(server, wait_ns);
}

void remote_close(remote_server *server) {
    snw_local_close(server);
}
