// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>

#include "internal.h"
#include "sinew/os/thread.h"

// Recordings are long, and their tables take seconds to make: a thread of its own does that, one at
// a time, so that signs of life are heard meanwhile.

struct snw__fetch {
    snw_thread *thread;
    snw__connection *connection; // that waits for it; NULL when it has gone
    snw_server_host host;
    char name[SNW__FILE_PATH];
    bool csv;
    uint32_t done; // atomic
    snw_status status;
    snw_why why;
    char *data;
    size_t size;
};

static void work(void *context) {
    snw__fetch *f = context;
    f->status = f->host.download(f->host.context, f->name, f->csv, &f->data, &f->size, &f->why);
    __atomic_store_n(&f->done, 1, __ATOMIC_RELEASE);
}

bool snw__fetch_begin(snw_server *server, snw__connection *connection, const char *name, bool csv) {
    if (server->fetch != NULL) return false;
    snw__fetch *f = calloc(1, sizeof *f);
    if (f == NULL) return false;
    f->connection = connection;
    f->host = server->cell.host;
    f->csv = csv;
    snw_copy_text(f->name, sizeof f->name, name);
    snw_thread_config config = snw_thread_defaults();
    config.name = "fetch";
    config.run = work;
    config.context = f;
    if (snw_failed(snw_thread_open(&f->thread, &config, NULL))) {
        free(f);
        return false;
    }
    server->fetch = f;
    return true;
}

static void drop(snw_server *server) {
    snw__fetch *f = server->fetch;
    SNW_IGNORE(snw_thread_join(f->thread, -1));
    free(f->data);
    free(f);
    server->fetch = NULL;
}

void snw__fetch_turn(snw_server *server) {
    snw__fetch *f = server->fetch;
    if (f == NULL) return;
    // it is not the fault of who waits that it takes long
    if (f->connection != NULL) f->connection->since_ns = server->now_ns;
    if (__atomic_load_n(&f->done, __ATOMIC_ACQUIRE) == 0) return;
    snw__connection *connection = f->connection;
    if (connection != NULL) {
        connection->heap = f->data;
        connection->answer_size = f->size;
        connection->fetch_status = f->status;
        connection->fetch_why = f->why;
        connection->fetched = true;
        connection->csv = f->csv;
        f->data = NULL;
        (void)lws_callback_on_writable(connection->wsi);
    }
    drop(server);
}

void snw__fetch_leave(snw_server *server, const snw__connection *connection) {
    if (server->fetch != NULL && server->fetch->connection == connection) {
        server->fetch->connection = NULL;
    }
}

void snw__fetch_end(snw_server *server) {
    if (server->fetch != NULL) drop(server);
}
