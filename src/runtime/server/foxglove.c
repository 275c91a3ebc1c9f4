// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include "foxglove.h"
#include "sinew/base/why_text.h"
#include "sinew/os/clock.h"
#include "sinew/os/file.h"

// Sessions of the Foxglove protocol. Joints and poses are made when the socket takes them, as state
// frames are; the rest is queued. Such a session has no hello of its own: who it is stands in the
// header Authorization, and who brings none is nobody, who may read on this machine.

enum {
    FETCHES = 64,     // assets that wait
    URI = 1024,       // bytes of a name
    SMALL = 8192,     // bytes of an event
    ASSET = 64 << 20, // bytes of an asset at most
    URDF = 16 << 20
};

typedef struct fetch {
    uint32_t request;
    char uri[URI];
} fetch;

typedef struct snw__foxglove {
    uint64_t shown; // what was advertised
    bool advertised;
    unsigned has;         // channels that not every cell has
    int64_t clearance_ns; // loop time of the last clearance
    bool subscribed[SNW_FOXGLOVE_CHANNELS];
    uint32_t ids[SNW_FOXGLOVE_CHANNELS];
    bool under_way; // a round of time, joints and poses
    bool time_due, joints_due;
    int next_frame;  // to be told; -1 for none
    uint64_t tick;   // of the last round
    uint64_t events; // told
    uint64_t status; // version that was told
    bool description_due;
    fetch *fetches; // [FETCHES] on the heap
    int fetch_count;
    snw__watches watches;
} snw__foxglove;

static void send_text(snw__session *session, const snw_text *text, bool must) {
    if (!snw_text_is_cut(text)) snw__session_send(session, text->data, text->length, must);
}

static void tell(snw__session *session, int level, const char *message) {
    snw_text text = snw_text_over(session->server->text, SNW__TEXT);
    snw_foxglove_status(&text, level, message);
    send_text(session, &text, false);
}

void snw__foxglove_refuse(snw__session *session, const snw_why *why) {
    char message[SNW_WHY_SUBJECT + SNW_WHY_TEXT + SNW_WHY_TEXT + 16];
    snw_text text = snw_text_over(message, sizeof message);
    snw_text_format(&text, "%s%s", why->subject, why->subject[0] != '\0' ? ": " : "");
    snw__why_text(why, &text);
    if (why->fix[0] != '\0') snw_text_format(&text, "; %s", why->fix);
    tell(session, 2, message);
}

static bool may_read(const snw__session *session) {
    const snw_authority *authority = &session->server->authority;
    return session->index >= 0 && authority->sessions[session->index].greeted &&
           !snw_failed(
               snw_authority_check(authority, session->index, SNW_ACT_read, NULL, true, NULL));
}

// --- what is shown ------------------------------------------------------------------------------

snw_status snw__foxglove_show(snw_server *server) {
    snw_foxglove_scene *scene = &server->foxglove;
    const snw_status status = snw_foxglove_scene_make(scene, &server->frames, server->memory);
    if (snw_failed(status)) return status;
    const char *file = snw_foxglove_urdf(&server->frames, server->cell.cell);
    const snw_file_reading how = {.limit = URDF, .setup = server->memory};
    snw_file_content content;
    if (file != NULL && !snw_failed(snw_file_read(file, &how, &content, NULL))) {
        scene->description = content.data;
    }
    server->shown++;
    return SNW_OK;
}

void snw__foxglove_hide(snw_server *server) {
    server->foxglove = (snw_foxglove_scene){0};
    server->shown++;
}

// --- beginning and end --------------------------------------------------------------------------

static bool bearer_of(const snw__session *session, char *token, size_t size) {
    static const char bearer[] = "Bearer ";
    char text[512];
    const int length =
        snw__header(session->connection->wsi, WSI_TOKEN_HTTP_AUTHORIZATION, text, sizeof text);
    token[0] = '\0';
    if (length == 0) return true;
    if (length < 0 || strncmp(text, bearer, sizeof bearer - 1) != 0) return false;
    snw_copy_text(token, size, text + sizeof bearer - 1);
    return true;
}

static void greet(snw__session *session) {
    snw_server *server = session->server;
    char token[256];
    const snw_hello hello = {token, "foxglove"};
    snw_why why = {0};
    snw_status status = SNW_ERR_PERMISSION;
    if (bearer_of(session, token, sizeof token)) {
        status = snw_authority_hello(&server->authority, session->index, &hello,
                                     snw__server_now_ns(server),
                                     snw_clock_realtime_ns() / SNW__SECOND, &why);
    }
    snw_audit_entry entry = {.action = "hello",
                             .object = "foxglove",
                             .decision = snw_failed(status) ? "refused" : "done",
                             .why = snw_failed(status) ? why.rule : NULL};
    snw__audit(server, session, &entry);
    if (snw_failed(status)) snw__session_end(session, SNW__POLICY);
}

static bool come(snw__session *session) {
    snw_server *server = session->server;
    session->foxglove = calloc(1, sizeof *session->foxglove);
    if (session->foxglove == NULL || !snw__session_connect(session)) return false;
    greet(session);
    snw_text text = snw_text_over(server->text, SNW__TEXT);
    snw_foxglove_info(&text, server->cell.exec != NULL ? server->cell.cell->name : "",
                      server->authority.lease.stamp.epoch);
    send_text(session, &text, true);
    return true;
}

static void leave(snw__session *session) {
    if (session->foxglove != NULL) {
        free(session->foxglove->fetches);
        free(session->foxglove->watches.items);
        free(session->foxglove);
        session->foxglove = NULL;
    }
    snw__session_disconnect(session);
}

// --- requests -----------------------------------------------------------------------------------

static void subscribe(snw__session *session, const snw_foxglove_item *item) {
    snw__foxglove *own = session->foxglove;
    const snw_foxglove_channel channel = snw_foxglove_find(item->channel, own->has);
    if (channel == SNW_FOXGLOVE_CHANNELS || !own->advertised) {
        tell(session, 2, "there is no channel of this number");
        return;
    }
    for (int i = 0; i < SNW_FOXGLOVE_CHANNELS; i++) {
        if (own->subscribed[i] && (i == (int)channel || own->ids[i] == item->id)) {
            tell(session, 1, "the channel or the id is already subscribed");
            return;
        }
    }
    own->subscribed[channel] = true;
    own->ids[channel] = item->id;
    if (channel == SNW_FOXGLOVE_DESCRIPTION) own->description_due = true;
    if (channel == SNW_FOXGLOVE_LOOP) own->status = 0;
    // the last events that there are
    if (channel == SNW_FOXGLOVE_DIAGNOSTICS) own->events = 0;
}

static void unsubscribe(snw__session *session, const snw_foxglove_item *item) {
    snw__foxglove *own = session->foxglove;
    for (int i = 0; i < SNW_FOXGLOVE_CHANNELS; i++) {
        if (!own->subscribed[i] || own->ids[i] != item->id) continue;
        own->subscribed[i] = false;
        return;
    }
    tell(session, 1, "there is no subscription of this id");
}

static void send_asset(snw__session *session, uint32_t request, const snw__bytes *content,
                       const char *reason) {
    unsigned char bytes[SNW_FOXGLOVE_ASSET_HEAD];
    const snw__bytes head = {bytes, sizeof bytes};
    const snw__bytes text = {reason, reason != NULL ? strlen(reason) : 0};
    snw_foxglove_asset(bytes, request, reason == NULL, text.size);
    (void)snw__session_send_bytes(session, &head, reason == NULL ? content : &text);
}

static void ask_asset(snw__session *session, const snw_foxglove_request *request) {
    snw__foxglove *own = session->foxglove;
    if (own->fetches == NULL) own->fetches = calloc(FETCHES, sizeof *own->fetches);
    if (own->fetches == NULL || own->fetch_count == FETCHES || strlen(request->uri) >= URI) {
        send_asset(session, request->request, NULL,
                   "too many assets wait, or the name is too long");
        return;
    }
    fetch *asked = &own->fetches[own->fetch_count++];
    asked->request = request->request;
    snw_copy_text(asked->uri, sizeof asked->uri, request->uri);
}

static void perform(snw__session *session, const snw_foxglove_request *request) {
    switch ((int)request->op) {
    case SNW_FOXGLOVE_subscribe:
        for (int i = 0; i < request->count; i++)
            subscribe(session, &request->items[i]);
        break;
    case SNW_FOXGLOVE_unsubscribe:
        for (int i = 0; i < request->count; i++)
            unsubscribe(session, &request->items[i]);
        break;
    case SNW_FOXGLOVE_fetchAsset:
        ask_asset(session, request);
        break;
    default:
        snw__foxglove_parameters(session, &session->foxglove->watches, request);
        break;
    }
}

static void take(snw__session *session, const char *bytes, size_t size, bool binary) {
    snw_server *server = session->server;
    const snw__arrival arrival = {.bytes = bytes, .size = size, .binary = binary};
    snw_why why = {0};
    if (session->index < 0 || session->closing != 0) return;
    snw_status status =
        snw_authority_admit(&server->authority, session->index, snw__server_now_ns(server), &why);
    if (!snw_failed(status)) status = snw__dispatch_post(&session->sender, &arrival, &why);
    if (snw_failed(status)) snw__foxglove_refuse(session, &why);
}

static void serve(snw__session *session, const snw__waiting *waiting) {
    snw_why why = {0};
    if (waiting->binary || !may_read(session)) {
        tell(session, 2,
             waiting->binary ? "this server accepts no messages and has no services"
                             : "a token is required to read here");
        return;
    }
    snw_setup *setup = snw_setup_create(1 << 20);
    if (setup == NULL) return;
    snw_foxglove_request request;
    if (snw_failed(snw_foxglove_read(waiting->bytes, waiting->size, setup, &request, &why))) {
        snw__foxglove_refuse(session, &why);
    } else {
        perform(session, &request);
    }
    snw_setup_destroy(setup);
}

// --- what is told in turns ----------------------------------------------------------------------

// channels come and go with the cell
static void tell_channels(snw__session *session) {
    snw__foxglove *own = session->foxglove;
    snw_server *server = session->server;
    if (own->shown == server->shown) return;
    own->shown = server->shown;
    snw_text text = snw_text_over(server->text, SNW__TEXT);
    if (own->advertised) {
        snw_foxglove_unadvertise(&text, own->has);
        send_text(session, &text, true);
    }
    memset(own->subscribed, 0, sizeof own->subscribed);
    own->watches.count = own->fetch_count = 0;
    own->under_way = own->description_due = false;
    own->advertised = server->cell.exec != NULL;
    own->has = server->foxglove.description != NULL ? SNW_FOXGLOVE_HAS_DESCRIPTION : 0;
    if (own->advertised && server->frames.clearance_root >= 0)
        own->has |= SNW_FOXGLOVE_HAS_CLEARANCE;
    if (!own->advertised) return;
    text = snw_text_over(server->text, SNW__TEXT);
    snw_foxglove_advertise(&text, own->has);
    send_text(session, &text, true);
}

static void send_message(snw__session *session, snw_foxglove_channel channel, const void *payload,
                         size_t size) {
    unsigned char bytes[SNW_FOXGLOVE_MESSAGE_HEAD];
    const snw__bytes head = {bytes, sizeof bytes}, body = {payload, size};
    snw_foxglove_message(bytes, session->foxglove->ids[channel], session->server->frames.t_ns);
    (void)snw__session_send_bytes(session, &head, &body);
}

static void tell_description(snw__session *session) {
    snw__foxglove *own = session->foxglove;
    snw_server *server = session->server;
    if (!own->description_due || session->first != NULL || !server->frames.valid) return;
    own->description_due = false;
    snw_cdr cdr = snw_cdr_over(server->text, SNW__TEXT);
    snw_cdr_text(&cdr, server->foxglove.description);
    if (cdr.size <= cdr.capacity) {
        send_message(session, SNW_FOXGLOVE_DESCRIPTION, server->text, cdr.size);
    } else {
        tell(session, 2, "the description of the robot is too long");
    }
}

static void tell_events(snw__session *session) {
    snw__foxglove *own = session->foxglove;
    const snw_server *server = session->server;
    unsigned char bytes[SMALL];
    if (!own->subscribed[SNW_FOXGLOVE_DIAGNOSTICS] || !server->frames.valid) return;
    const snw_event_log *log = &server->log;
    if (own->events > log->count) own->events = 0; // those of another cell
    if (log->count - own->events > SNW__EVENTS) own->events = log->count - SNW__EVENTS;
    for (; own->events < log->count; own->events++) {
        snw_cdr cdr = snw_cdr_over(bytes, sizeof bytes);
        snw_diagnostics_encode(&cdr, &log->items[own->events % SNW_EVENT_LOG]);
        if (cdr.size > sizeof bytes) continue;
        send_message(session, SNW_FOXGLOVE_DIAGNOSTICS, bytes, cdr.size);
    }
}

static void tell_loop(snw__session *session) {
    snw__foxglove *own = session->foxglove;
    snw_server *server = session->server;
    if (!own->subscribed[SNW_FOXGLOVE_LOOP] || server->status == NULL || session->first != NULL ||
        own->status == server->status_version || !server->frames.valid) {
        return;
    }
    own->status = server->status_version;
    snw_text text = snw_text_over(server->text, SNW__TEXT);
    snw_text_format(&text, "{%s}", server->status);
    if (!snw_text_is_cut(&text)) {
        send_message(session, SNW_FOXGLOVE_LOOP, text.data, text.length);
    }
}

// 30 times a second of loop time
static void tell_clearance(snw__session *session) {
    static const int64_t period_ns = 33000000;
    snw__foxglove *own = session->foxglove;
    snw_server *server = session->server;
    const int64_t since = server->frames.t_ns - own->clearance_ns;
    if (!own->subscribed[SNW_FOXGLOVE_CLEARANCE] || session->first != NULL) return;
    // loop time begins anew with another cell
    if (since >= 0 && since < period_ns && own->clearance_ns > 0) return;
    snw_text text = snw_text_over(server->text, SNW__TEXT);
    if (!snw_foxglove_clearance(&text, &server->frames)) return;
    own->clearance_ns = server->frames.t_ns;
    send_message(session, SNW_FOXGLOVE_CLEARANCE, text.data, text.length);
}

// One asset at a time, when nothing else waits: a mesh may be longer than the queue.
static void tell_asset(snw__session *session) {
    snw__foxglove *own = session->foxglove;
    if (own->fetch_count == 0 || session->first != NULL) return;
    const fetch *asked = &own->fetches[0];
    const char *file = snw_foxglove_mesh(session->server->cell.system, asked->uri);
    const snw_file_reading how = {.limit = ASSET};
    snw_file_content content = {0};
    snw_why why = {0};
    if (file == NULL) {
        send_asset(session, asked->request, NULL, "no model of the cell names this file");
    } else if (snw_failed(snw_file_read(file, &how, &content, &why))) {
        send_asset(session, asked->request, NULL, "the file cannot be read");
    } else {
        const snw__bytes bytes = {content.data, content.size};
        send_asset(session, asked->request, &bytes, NULL);
        snw_file_free(&content);
    }
    own->fetch_count--;
    memmove(own->fetches, own->fetches + 1, (size_t)own->fetch_count * sizeof *own->fetches);
}

static void turn(snw__session *session) {
    if (!may_read(session)) return;
    tell_channels(session);
    if (session->server->cell.exec == NULL) return;
    tell_description(session);
    tell_events(session);
    tell_loop(session);
    tell_clearance(session);
    tell_asset(session);
    snw__foxglove_watch(session, &session->foxglove->watches);
}

// --- joints and poses ---------------------------------------------------------------------------

// A round tells the time, the joints and all poses once, a message each time the socket takes one.
static void begin_round(snw__foxglove *own, const snw_server *server) {
    if (own->under_way || !server->frames.valid) return;
    const bool is_new = own->tick != server->frames.tick;
    own->tick = server->frames.tick;
    own->time_due = is_new;
    own->joints_due = is_new && own->subscribed[SNW_FOXGLOVE_JOINTS];
    own->next_frame = is_new && own->subscribed[SNW_FOXGLOVE_FRAMES] ? 0 : -1;
    own->under_way = true;
}

static size_t write_frames(snw__foxglove *own, const snw_foxglove_scene *scene, snw_cdr *cdr) {
    const int left = scene->frame_count - own->next_frame;
    const int count = left < SNW_FOXGLOVE_TRANSFORMS ? left : SNW_FOXGLOVE_TRANSFORMS;
    snw_frames_encode(cdr, scene->joints.t_ns, scene->frames + own->next_frame, count);
    own->next_frame += count;
    if (own->next_frame >= scene->frame_count) own->next_frame = -1;
    return cdr->size <= cdr->capacity ? cdr->size : 0;
}

static size_t write_payload(snw__foxglove *own, snw_server *server, unsigned char *bytes,
                            size_t size) {
    const size_t head = SNW_FOXGLOVE_MESSAGE_HEAD;
    snw_cdr cdr = snw_cdr_over(bytes + head, size - head);
    size_t length = 0;
    if (!snw_foxglove_scene_look(&server->foxglove, &server->frames)) return 0;
    if (own->joints_due) {
        own->joints_due = false;
        snw_foxglove_message(bytes, own->ids[SNW_FOXGLOVE_JOINTS], server->frames.t_ns);
        snw_joint_states_encode(&cdr, &server->foxglove.joints);
        length = cdr.size <= cdr.capacity ? cdr.size : 0;
    } else if (own->next_frame >= 0) {
        snw_foxglove_message(bytes, own->ids[SNW_FOXGLOVE_FRAMES], server->frames.t_ns);
        length = write_frames(own, &server->foxglove, &cdr);
    }
    return length > 0 ? head + length : 0;
}

static size_t frame(snw__session *session, unsigned char *bytes, size_t size) {
    snw__foxglove *own = session->foxglove;
    snw_server *server = session->server;
    if (!may_read(session) || server->cell.exec == NULL || own->shown != server->shown) return 0;
    begin_round(own, server);
    size_t length = 0;
    if (own->time_due) {
        own->time_due = false;
        snw_foxglove_time(bytes, server->frames.t_ns);
        length = SNW_FOXGLOVE_TIME;
    } else if (own->under_way) {
        length = write_payload(own, server, bytes, size);
    }
    own->under_way = own->joints_due || own->next_frame >= 0;
    session->frame_due = own->under_way;
    return length;
}

const snw__dialect snw__foxglove_dialect = {.name = "foxglove.websocket.v1",
                                            .path = "/",
                                            .open = come,
                                            .take = take,
                                            .serve = serve,
                                            .turn = turn,
                                            .frame = frame,
                                            .close = leave};

const snw__dialect snw__foxglove_sdk_dialect = {.name = "foxglove.sdk.v1",
                                                .path = "/",
                                                .open = come,
                                                .take = take,
                                                .serve = serve,
                                                .turn = turn,
                                                .frame = frame,
                                                .close = leave};
