// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "internal.h"
#include "sinew/os/clock.h"
#include "sinew/os/socket.h"

enum { DESCRIPTORS = SNW__CONNECTIONS + 32, HEADER_BYTES = 8192, LISTENERS = 8 };

static const int64_t SWEEP_NS = 100 * INT64_C(1000000);
static const int64_t SLICE_NS = 1000000; // the library waits in whole milliseconds

snw_server_config snw_server_defaults(void) {
    return (snw_server_config){.port = SNW_SERVER_PORT, .port_tries = 20};
}

// --- where to listen ----------------------------------------------------------------------------

static const char *const OWN[] = {"127.0.0.1", "::1"};

static snw_status read_address(const char *text, int port, snw_address *address, snw_why *why) {
    char whole[SNW_ADDRESS_TEXT];
    const bool v6 = strchr(text, ':') != NULL;
    snw_text line = snw_text_over(whole, sizeof whole);
    snw_text_format(&line, v6 ? "[%s]:%d" : "%s:%d", text, port);
    return snw_address_parse(whole, address, why);
}

// An address beyond this machine needs TLS and somebody who has a token (G05).
static snw_status check_address(const snw_server *server, const snw_server_config *config,
                                const snw_address *address, const char *text, snw_why *why) {
    if (snw_address_is_loopback(address)) return SNW_OK;
    if (config->certificate == NULL || config->key == NULL) {
        return snw_refuse(why, SNW_ERR_PERMISSION, text,
                          "other machines can reach this address, and there is no TLS",
                          "give --tls-cert and --tls-key, or listen on 127.0.0.1");
    }
    if (server->tokens.count > 1) return SNW_OK; // the first is that of this run
    return snw_refuse(why, SNW_ERR_PERMISSION, text,
                      "other machines can reach this address, and there is no token",
                      "give --tokens FILE; 'sinew token add' makes it");
}

// True when the port is free at all addresses; one that this machine does not have is left out.
static snw_status try_port(snw_server *server, int *port, snw_why *why) {
    for (int i = 0; i < server->address_count; i++) {
        snw_socket_config config = snw_socket_defaults();
        snw_socket socket;
        config.allow_remote = true;
        snw_status status = read_address(server->addresses[i], *port, &config.address, why);
        if (!snw_failed(status)) status = snw_socket_listen(&socket, &config, why);
        if (status == SNW_ERR_STATE) return status;
        server->usable[i] = !snw_failed(status);
        if (snw_failed(status)) {
            // a machine without IPv6 is no reason to refuse what nobody asked for
            if (i == 1 && server->own_addresses) continue;
            return status;
        }
        snw_address found;
        if (*port == 0 && !snw_failed(snw_socket_address(socket, &found))) *port = found.port;
        snw_socket_close(&socket);
    }
    return SNW_OK;
}

static snw_status find_port(snw_server *server, const snw_server_config *config, snw_why *why) {
    snw_status status = SNW_ERR_STATE;
    for (int i = 0; i < config->port_tries && status == SNW_ERR_STATE; i++) {
        server->hosts.port = config->port != 0 ? config->port + i : 0;
        status = try_port(server, &server->hosts.port, why);
    }
    return status;
}

static snw_status choose_addresses(snw_server *server, const snw_server_config *config,
                                   snw_why *why) {
    server->own_addresses = config->address_count == 0;
    const char *const *texts = server->own_addresses ? OWN : config->addresses;
    const int count = server->own_addresses ? 2 : config->address_count;
    snw_status status = snw__hosts_add(&server->hosts, "localhost");
    if (count > SNW__ADDRESSES) {
        return snw_refuse(why, SNW_ERR_TOO_LARGE, NULL, "too many addresses to listen on", NULL);
    }
    for (int i = 0; i < count && !snw_failed(status); i++) {
        snw_address address;
        status = read_address(texts[i], 1, &address, why);
        if (!snw_failed(status)) status = check_address(server, config, &address, texts[i], why);
        if (snw_failed(status)) return status;
        // nobody can call us by it: browsers name the address that they mean
        if (strcmp(texts[i], "0.0.0.0") == 0 || strcmp(texts[i], "::") == 0) {
            return snw_refuse(why, SNW_ERR_ARGUMENT, texts[i], "this means all addresses",
                              "name the addresses, such as --address 192.168.1.5");
        }
        snw_copy_text(server->addresses[server->address_count++], SNW_ADDRESS_TEXT, texts[i]);
        status = snw__hosts_add(&server->hosts, texts[i]);
    }
    for (int i = 0; i < config->name_count && !snw_failed(status); i++)
        status = snw__hosts_add(&server->hosts, config->names[i]);
    if (snw_failed(status)) snw_why_set(why, status, "names", "too many, or too long");
    for (int i = 0; i < config->origin_count && !snw_failed(status); i++)
        status = snw__origins_add(&server->hosts, config->origins[i], why);
    return status;
}

// --- the library --------------------------------------------------------------------------------

static const struct lws_protocols PROTOCOLS[] = {
    {.name = "http", .callback = snw__http_event},
    {.name = "sinew.v1", .callback = snw__session_event, .rx_buffer_size = 8192},
    {.name = "sinew.stop.v1", .callback = snw__session_event, .rx_buffer_size = 8192},
    {.name = "foxglove.sdk.v1", .callback = snw__session_event, .rx_buffer_size = 8192},
    {.name = "foxglove.websocket.v1", .callback = snw__session_event, .rx_buffer_size = 8192},
    {.name = "wait", .callback = snw__wait_event},
    {0},
};

// sent with every answer, the library's own ones too
static const struct lws_protocol_vhost_options HEADERS[] = {
    {&HEADERS[1], NULL, "content-security-policy:",
     "default-src 'self'; img-src 'self' blob: data:; connect-src 'self' blob: data:; "
     "worker-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'none'; "
     "frame-ancestors 'none'"},
    {&HEADERS[2], NULL, "x-content-type-options:", "nosniff"},
    {&HEADERS[3], NULL, "referrer-policy:", "no-referrer"},
    {&HEADERS[4], NULL, "cross-origin-opener-policy:", "same-origin"},
    {&HEADERS[5], NULL, "cross-origin-resource-policy:", "same-origin"},
    {NULL, NULL, "x-frame-options:", "DENY"},
};

static void say_nothing(int level, const char *line) {
    (void)level;
    (void)line;
}

static struct lws_vhost *listen_on(snw_server *server, const snw_server_config *config,
                                   const char *address) {
    struct lws_context_creation_info info = {0};
    info.port = server->hosts.port;
    info.iface = address;
    info.vhost_name = address;
    info.protocols = PROTOCOLS;
    info.headers = HEADERS;
    info.server_string = "sinew";
    info.timeout_secs = 10;
    info.keepalive_timeout = 5;
    info.options = LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND;
    if (strchr(address, ':') == NULL) info.options |= LWS_SERVER_OPTION_DISABLE_IPV6;
    if (server->hosts.secure) {
        info.options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
        info.ssl_cert_filepath = config->certificate;
        info.ssl_private_key_filepath = config->key;
        info.ssl_options_set =
            (long)(SSL_OP_NO_TLSv1 | SSL_OP_NO_TLSv1_1 | SSL_OP_NO_RENEGOTIATION);
        info.alpn = "http/1.1";
    }
    return lws_create_vhost(server->lws, &info);
}

static snw_status open_library(snw_server *server, const snw_server_config *config, snw_why *why) {
    lws_set_log_level(0, say_nothing);
    struct lws_context_creation_info info = {0};
    info.port = CONTEXT_PORT_NO_LISTEN;
    info.options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS | LWS_SERVER_OPTION_NO_LWS_SYSTEM_STATES;
    if (server->hosts.secure) info.options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
    info.fd_limit_per_thread = DESCRIPTORS;
    info.max_http_header_data = HEADER_BYTES;
    info.max_http_header_pool = SNW__CONNECTIONS;
    info.timeout_secs = 10;
    info.pt_serv_buf_size = SNW__SCRATCH;
    info.user = server;
    server->lws = lws_create_context(&info);
    if (server->lws == NULL) {
        return snw_refuse(why, SNW_ERR_MEMORY, "server", "the server cannot be started", NULL);
    }
    struct lws_vhost *host = NULL;
    for (int i = 0; i < server->address_count; i++) {
        if (!server->usable[i]) continue;
        host = listen_on(server, config, server->addresses[i]);
        if (host != NULL) continue;
        return snw_refuse(why, SNW_ERR_IO, server->addresses[i],
                          server->hosts.secure
                              ? "cannot listen there, or the certificate is not valid"
                              : "cannot listen there",
                          server->hosts.secure ? "check the files of --tls-cert and --tls-key"
                                               : "choose another --port");
    }
    if (snw__receive_open(server, host)) return SNW_OK;
    return snw_refuse(why, SNW_ERR_IO, "server", "the system has no file descriptors left", NULL);
}

// The library waits in whole milliseconds; the rest is waited for here, for who talks to us
// already.
static void wait_shortly(const snw_server *server, int64_t rest_ns) {
    snw_poll_item item = {.socket = {.descriptor = server->poller}, .want_read = true};
    if (rest_ns > 0) SNW_IGNORE(snw_poll(&item, 1, rest_ns));
}

// --- open and close -----------------------------------------------------------------------------

snw_status snw__server_prepare(snw_server *server, const snw_server_config *config, snw_why *why) {
    server->hosts.secure = config->certificate != NULL;
    server->files.items = calloc(SNW__FILES, sizeof *server->files.items);
    server->scratch = malloc(LWS_PRE + SNW__SCRATCH);
    server->text = malloc(SNW__TEXT);
    server->plain = calloc(1, sizeof *server->plain);
    server->request = calloc(1, sizeof *server->request);
    if (server->files.items == NULL || server->scratch == NULL || server->text == NULL ||
        server->plain == NULL || server->request == NULL) {
        return snw_refuse(why, SNW_ERR_MEMORY, "server", NULL, NULL);
    }
    server->dispatch.door = snw__session_door;
    server->dispatch.authority = &server->authority;
    server->dispatch.lane_limit = SNW_LANES / 2;
    return snw__access_open(server, config, why);
}

static snw_status make(snw_server *server, const snw_server_config *config, snw_why *why) {
    snw_status status = snw__server_prepare(server, config, why);
    if (!snw_failed(status)) status = choose_addresses(server, config, why);
    if (!snw_failed(status) && config->page != NULL) {
        status = snw__files_read(&server->files, config->page, why);
    }
    server->page_files = server->files.count;
    if (!snw_failed(status)) status = find_port(server, config, why);
    if (!snw_failed(status)) status = open_library(server, config, why);
    return status;
}

// Sockets of all clients are files to the system. What the process may have is raised as far as it
// may be; a server that could not serve those it accepts is refused before anybody comes.
static snw_status check_descriptors(snw_why *why) {
    struct rlimit limit;
    const rlim_t needed = DESCRIPTORS + 2 * LISTENERS;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= needed) return SNW_OK;
    const rlim_t now = limit.rlim_cur;
    limit.rlim_cur = needed < limit.rlim_max ? needed : limit.rlim_max;
    if (limit.rlim_cur >= needed && setrlimit(RLIMIT_NOFILE, &limit) == 0) return SNW_OK;
    const snw_status status = snw_refuse(
        why, SNW_ERR_STATE, "server", "the process may open too few files for its clients",
        "raise the limit with 'ulimit -n', or in the unit that starts the program");
    snw_why_add(why, "limit", (double)now, "");
    snw_why_add(why, "needed", (double)needed, "");
    return status;
}

snw_status snw_server_open(snw_server **out, const snw_server_config *config, snw_why *why) {
    *out = NULL;
    const snw_status enough = check_descriptors(why);
    if (snw_failed(enough)) return enough;
    snw_server *server = calloc(1, sizeof *server);
    if (server == NULL) return snw_refuse(why, SNW_ERR_MEMORY, "server", NULL, NULL);
    const snw_status status = make(server, config, why);
    if (snw_failed(status)) {
        snw_server_close(server);
        return status;
    }
    *out = server;
    return SNW_OK;
}

// Pages learn that the run has ended as it should: one that crashed says nothing. Who does not take
// the word within the time is cut off.
static void say_farewell(snw_server *server) {
    static const int64_t TIME_NS = 500 * INT64_C(1000000);
    enum { GOING_AWAY = 1001 };
    const int64_t end_ns = snw_clock_now_ns() + TIME_NS;
    for (snw__session *s = server->sessions; s != NULL; s = s->next)
        snw__session_end(s, GOING_AWAY);
    while (server->sessions != NULL && snw_clock_now_ns() < end_ns) {
        wait_shortly(server, INT64_C(1000000));
        (void)lws_service(server->lws, -1);
    }
}

void snw_server_close(snw_server *server) {
    if (server == NULL) return;
    snw_server_detach(server);
    if (server->lws != NULL) say_farewell(server);
    if (server->lws != NULL) lws_context_destroy(server->lws);
    snw__server_free(server);
}

void snw__server_free(snw_server *server) {
    snw__access_close(server);
    if (server->files.items != NULL) snw__files_cut(&server->files, 0);
    free(server->files.items);
    free(server->scratch);
    free(server->text);
    free(server->plain);
    free(server->request);
    free(server);
}

int snw_server_port(const snw_server *server) {
    return server->hosts.port;
}

size_t snw_server_address(const snw_server *server, char *out, size_t size) {
    snw_text text = snw_text_over(out, size);
    const char *address = server->addresses[0];
    const bool v6 = strchr(address, ':') != NULL;
    snw_text_format(&text, v6 ? "%s://[%s]:%d/#%s" : "%s://%s:%d/#%s",
                    server->hosts.secure ? "https" : "http", address, server->hosts.port,
                    server->token);
    return text.length;
}

int64_t snw__server_now_ns(const snw_server *server) {
    return server->clock != NULL ? server->clock() : snw_clock_now_ns();
}

bool snw_server_busy(const snw_server *server) {
    return snw__dispatch_has_orders(&server->dispatch);
}

bool snw_server_quit(const snw_server *server) {
    return server->quit;
}

// --- serving ------------------------------------------------------------------------------------

static void wake(lws_sorted_usec_list_t *list) {
    (void)list; // waking is all that it is for
}

void snw_server_serve(snw_server *server, int64_t wait_ns) {
    const int64_t end_ns = snw_clock_now_ns() + wait_ns;
    server->called = false;
    do {
        server->now_ns = snw_clock_now_ns();
        if (server->now_ns - server->swept_ns >= SWEEP_NS) {
            server->swept_ns = server->now_ns;
            snw__connections_sweep(server, server->now_ns);
        }
        const int64_t due_ns = snw__sessions_turn(server);
        const int64_t rest_ns = (due_ns < end_ns ? due_ns : end_ns) - snw_clock_now_ns();
        if (rest_ns < SLICE_NS) {
            wait_shortly(server, rest_ns);
            (void)lws_service(server->lws, -1);
        } else {
            lws_sul_schedule(server->lws, 0, &server->wake, wake, rest_ns / 1000);
            (void)lws_service(server->lws, 0);
        }
    } while (!server->called && snw_clock_now_ns() < end_ns);
}
