// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include "request.h"
#include "sinew/os/process.h"
#include "sinew/os/thread.h"

// A file that shall be opened comes from anywhere, and may take for ever to expand. It is read for
// trial by another program within limits of time and memory, and a thread of its own waits for that
// program, one at a time; all doors are served meanwhile. What was good is opened afterwards, if it
// is still allowed then.

struct snw__worker {
    snw_thread *thread;
    snw__session *session; // that waits for it; NULL when it has gone
    snw_server_host host;
    snw_wire_request request;
    snw__waiting waiting; // its rights
    uint32_t done;        // atomic
    snw_status status;
    snw_why why;
};

static void check_file(void *context) {
    snw__worker *w = context;
    w->status = w->host.check(w->host.context, &w->request, &w->why);
    __atomic_store_n(&w->done, 1, __ATOMIC_RELEASE);
}

snw_status snw__worker_begin(snw__call *c) {
    snw_server *server = c->session->server;
    if (server->worker != NULL) {
        return snw_refuse(&c->why, SNW_ERR_STATE, c->request->name, "another file is being checked",
                          "try again when it is done");
    }
    snw__worker *w = calloc(1, sizeof *w);
    if (w == NULL) return SNW_ERR_MEMORY;
    w->session = c->session;
    w->host = server->cell.host;
    w->request = *c->request;
    w->waiting = *c->waiting;
    w->waiting.next = NULL;
    w->waiting.bytes = NULL;
    snw_thread_config config = snw_thread_defaults();
    config.name = "check";
    config.run = check_file;
    config.context = w;
    const snw_status status = snw_thread_open(&w->thread, &config, &c->why);
    if (snw_failed(status)) {
        free(w);
        return status;
    }
    server->worker = w;
    return SNW_NOTHING_NEW;
}

void snw__worker_drop(const snw_server_host *host) {
    if (host->drop != NULL) host->drop(host->context);
}

void snw__worker_turn(snw_server *server) {
    snw__worker *w = server->worker;
    if (w == NULL || __atomic_load_n(&w->done, __ATOMIC_ACQUIRE) == 0) return;
    snw__session *session = w->session;
    SNW_IGNORE(snw_thread_join(w->thread, -1));
    server->worker = NULL; // the answer may be that another file is to be read
    if (session != NULL && session->index >= 0) {
        snw_text answer = snw_text_over(server->text, SNW__TEXT);
        snw__call c = {.session = session,
                       .waiting = &w->waiting,
                       .request = &w->request,
                       .answer = &answer,
                       .why = w->why};
        snw__page_finish_open(&c, w->status);
    } else {
        snw__worker_drop(&w->host);
    }
    free(w);
}

void snw__worker_leave(snw_server *server, const snw__session *session) {
    if (server->worker != NULL && server->worker->session == session) {
        server->worker->session = NULL;
    }
}

void snw__worker_end(snw_server *server) {
    snw__worker *w = server->worker;
    if (w == NULL) return;
    SNW_IGNORE(snw_thread_join(w->thread, -1));
    snw__worker_drop(&w->host);
    free(w);
    server->worker = NULL;
}

// --- reading for trial --------------------------------------------------------------------------

static bool is_cell(const char *path) {
    static const char ending[] = ".cell.xml";
    const size_t length = strlen(path), tail = sizeof ending - 1;
    return length > tail && strcmp(path + length - tail, ending) == 0;
}

// The first error among the findings that the program has printed, "FILE:1:2: error: TEXT", or what
// it said on standard error. One line, in the memory of the result.
static const char *first_error(snw_process_result *result) {
    static const char mark[] = "error: ";
    char *found = result->output_size > 0 ? strstr(result->output, mark) : NULL;
    char *line = found != NULL ? found + sizeof mark - 1 : result->words;
    line[strcspn(line, "\n")] = '\0';
    return line[0] != '\0' ? line : "the file cannot be read";
}

snw_status snw_server_check_file(const char *program, const char *path, snw_why *why) {
    // a cell of a client names only what is near by
    const char *const cell[] = {program, "cell", "check", "--quiet", "--contained", path, NULL};
    const char *const model[] = {program, "model", "check", "--quiet", path, NULL};
    const char *const *arguments = is_cell(path) ? cell : model;
    const snw_process_config config = {.arguments = arguments,
                                       .limit_ns = 20 * SNW__SECOND,
                                       .output_limit = 1 << 20,
                                       .limits = {.memory = (size_t)2 << 30, .cpu_s = 5}};
    snw_process_result result = {0};
    snw_status status = snw_process_run(&config, &result, why);
    if (status == SNW_ERR_TIMEOUT || (!snw_failed(status) && result.signal != 0)) {
        status = snw_refuse(why, SNW_ERR_TOO_LARGE, path,
                            "reading the file took too much time or memory",
                            "look for macros that call themselves, and for very large meshes");
    } else if (!snw_failed(status) && result.exit_code != 0) {
        status = snw_refuse(why, SNW_ERR_CHECK, path, first_error(&result),
                            is_cell(path) ? "'sinew cell check' shows more"
                                          : "'sinew model check' shows more");
    }
    snw_process_free(&result);
    return status;
}
