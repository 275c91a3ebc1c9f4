// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>

#include "internal.h"
#include "sinew/os/clock.h"

// The cell that is shown: its scene, its meshes as files, its frames.

enum { SCENE_MEMORY = 1 << 30 };

// the bytes stay in the memory of the scene, which goes after the files
static snw_status add_mesh(snw_server *server, const snw_scene_mesh *mesh) {
    char path[SNW__FILE_PATH];
    snw_text text = snw_text_over(path, sizeof path);
    snw_text_format(&text, "/mesh/%s.glb", mesh->hash);
    return snw__files_lend(&server->files, path, mesh->glb, mesh->size, true);
}

static snw_status make_scene(snw_server *server) {
    const snw_server_cell *cell = &server->cell;
    snw_status status =
        snw_scene_make(&server->scene, cell->cell, cell->system, cell->exec, server->memory, NULL);
    for (int i = 0; i < server->scene.mesh_count && !snw_failed(status); i++)
        status = add_mesh(server, &server->scene.meshes[i]);
    return status;
}

static snw_status make_frames(snw_server *server) {
    const snw_server_cell *cell = &server->cell;
    snw_arena arena = {0};
    SNW_IGNORE(snw_packets_init(&server->frames, cell->exec, cell->system, &arena));
    const size_t size = arena.needed;
    void *block = snw_setup_take(server->memory, size, SNW_ARENA_ALIGN);
    if (block == NULL) return SNW_ERR_MEMORY;
    arena = snw_arena_over(block, size);
    return snw_packets_init(&server->frames, cell->exec, cell->system, &arena);
}

// what answers requests of the cell
static void prepare(snw_server *server, snw_wire *wire) {
    const snw_server_cell *cell = &server->cell;
    wire->exec = cell->exec;
    wire->cell = cell->cell->name;
    wire->told = cell->host.told;
    wire->context = cell->host.context;
    wire->catalogue = &server->catalogue;
    wire->scene = &server->scene;
    wire->registry = cell->registry;
    wire->log = &server->log;
    wire->quit = wire->pending = false;
}

static void tell_all(snw_server *server) {
    char line[32];
    snw_text text = snw_text_over(line, sizeof line);
    snw_json_writer json = snw_json_over(&text);
    snw_json_object(&json, NULL);
    snw_json_string(&json, "push", "catalogue");
    snw_json_end(&json);
    for (snw__session *session = server->sessions; session != NULL; session = session->next) {
        if (session->dialect != &snw__page_dialect) continue;
        if (session->index < 0 || !server->authority.sessions[session->index].greeted) continue;
        snw__session_send(session, line, text.length, true);
    }
}

snw_status snw_server_attach(snw_server *server, const snw_server_cell *cell, snw_why *why) {
    snw_server_detach(server);
    server->memory = snw_setup_create(SCENE_MEMORY);
    if (server->memory == NULL) {
        return snw_refuse(why, SNW_ERR_MEMORY, "server", NULL, NULL);
    }
    server->cell = *cell;
    snw_status status = make_scene(server);
    if (!snw_failed(status)) status = make_frames(server);
    if (!snw_failed(status)) status = snw__foxglove_show(server);
    if (snw_failed(status)) {
        snw_server_detach(server);
        if (why != NULL && why->code == SNW_OK) snw_why_set(why, status, "server", NULL);
        return status;
    }
    server->catalogue = (snw_catalogue){.exec = cell->exec,
                                        .cell = cell->cell,
                                        .system = cell->system,
                                        .cells = cell->cells,
                                        .cell_count = cell->cell_count};
    prepare(server, server->plain);
    server->dispatch.told = cell->host.told;
    server->dispatch.told_context = cell->host.context;
    snw__dispatch_use(&server->dispatch, cell->exec);
    // who has the lease could give no sign of life while this was made
    if (server->authority.lease.state == SNW_LEASE_HELD) {
        server->authority.lease.seen_ns = snw__server_now_ns(server);
    }
    tell_all(server);
    return SNW_OK;
}

void snw_server_detach(snw_server *server) {
    snw__fetch_end(server);
    snw__worker_end(server);
    snw__dispatch_use(&server->dispatch, NULL);
    snw__news_drop(server);
    // places of signals are those of the cell that goes
    for (snw__session *session = server->sessions; session != NULL; session = session->next) {
        free(session->subscription);
        session->subscription = NULL;
    }
    snw__connections_drop(server);
    snw__foxglove_hide(server);
    if (server->files.items != NULL) snw__files_cut(&server->files, server->page_files);
    snw_setup_destroy(server->memory);
    server->memory = NULL;
    server->cell = (snw_server_cell){0};
    server->scene = (snw_scene){0};
    server->frames = (snw_packets){0};
    server->quit = false;
}
