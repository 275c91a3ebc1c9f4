// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/server/client.h"

#include <stdlib.h>
#include <string.h>

#include <sys/ioctl.h>

#include "inside.h"
#include "sinew/document.h"
#include "sinew/os/clock.h"
#include "sinew/os/directory.h"
#include "sinew/os/path.h"
#include "sinew/server/local.h"
#include "sinew/wire/serve.h"

enum { NAMED = 8 }; // running cells that a refusal names

struct snw_client {
    snw_socket socket;
    int64_t wait_ns;
    int64_t ids;
    int owed; // answers that nobody waits for any more
    bool broken;
    snw_wire_request request;
    char line[2 * SNW_WIRE_REQUEST];
    char answer[SNW_LOCAL_ANSWER];
    size_t have; // bytes in `answer`, of which the first line may be the answer
    size_t line_size;
};

// --- waiting ------------------------------------------------------------------------------------

static int64_t end_of(const snw_client *client) {
    return client->wait_ns < 0 ? INT64_MAX : snw_clock_now_ns() + client->wait_ns;
}

static snw_status wait_for(snw_socket socket, bool write, int64_t until_ns) {
    int64_t rest_ns = -1;
    if (until_ns != INT64_MAX) {
        rest_ns = until_ns - snw_clock_now_ns();
        if (rest_ns < 0) rest_ns = 0;
    }
    snw_poll_item item = {.socket = socket, .want_read = !write, .want_write = write};
    return snw_poll(&item, 1, rest_ns) == SNW_OK ? SNW_OK : SNW_ERR_TIMEOUT;
}

// --- opening ------------------------------------------------------------------------------------

// A cell that was killed leaves the file of its socket behind, which nobody listens to.
static bool is_called(const char *name) {
    snw_socket_config config = snw_socket_defaults();
    snw_socket socket;
    if (snw_failed(snw_local_address(name, &config.address, NULL))) return false;
    if (snw_failed(snw_socket_connect(&socket, &config, NULL))) return false;
    const bool answers = !snw_failed(snw_socket_connected(socket, NULL));
    snw_socket_close(&socket);
    return answers;
}

int snw_client_running(char (*names)[SNW_NAME], int most) {
    char folder[SNW_PATH_SIZE];
    snw_directory list;
    if (snw_failed(snw_user_directory(SNW_USER_RUNTIME, folder, sizeof folder, NULL)) ||
        snw_failed(snw_directory_list(folder, 1024, &list, NULL))) {
        return 0;
    }
    int count = 0;
    for (int i = 0; i < list.count; i++) {
        const char *name = list.entries[i].name;
        if (list.entries[i].is_directory || strlen(name) >= SNW_NAME || !is_called(name)) continue;
        if (count < most) snw_copy_text(names[count], SNW_NAME, name);
        count++;
    }
    snw_directory_free(&list);
    return count;
}

static void add_names(snw_text *text, char (*names)[SNW_NAME], int count) {
    for (int i = 0; i < count && i < NAMED; i++)
        snw_text_format(text, "%s%s", i > 0 ? ", " : "", names[i]);
    if (count > NAMED) snw_text_format(text, " and %d more", count - NAMED);
}

static snw_status not_running(const char *cell, snw_why *why) {
    char names[NAMED][SNW_NAME], fix[SNW_WHY_TEXT];
    const int count = snw_client_running(names, NAMED);
    snw_text hint = snw_text_over(fix, sizeof fix);
    if (count == 0) {
        return snw_refuse(why, SNW_ERR_NOT_FOUND, cell,
                          cell != NULL ? "no such cell is running" : "no cell is running",
                          "start one with 'sinew run CELL'");
    }
    snw_text_format(&hint, "running: ");
    add_names(&hint, names, count);
    return snw_refuse(why, SNW_ERR_NOT_FOUND, cell, "no such cell is running", fix);
}

// the only cell that runs
static snw_status find_cell(char name[SNW_NAME], snw_why *why) {
    char names[NAMED][SNW_NAME], text[SNW_WHY_TEXT], fix[SNW_WHY_TEXT];
    const int count = snw_client_running(names, NAMED);
    if (count == 0) return not_running(NULL, why);
    if (count == 1) {
        snw_copy_text(name, SNW_NAME, names[0]);
        return SNW_OK;
    }
    // they are named, so that one can be chosen
    snw_text line = snw_text_over(text, sizeof text);
    snw_text_format(&line, "several cells are running: ");
    add_names(&line, names, count);
    snw_text hint = snw_text_over(fix, sizeof fix);
    snw_text_format(&hint, "name one, such as --cell %s", names[0]);
    return snw_refuse(why, SNW_ERR_USAGE, NULL, text, fix);
}

snw_status snw__client_open_at(snw_client **out, const snw_address *address, int64_t wait_ns,
                               snw_why *why) {
    snw_socket_config config = snw_socket_defaults();
    config.address = *address;
    *out = NULL;
    snw_client *client = calloc(1, sizeof *client);
    if (client == NULL)
        return snw_refuse(why, SNW_ERR_MEMORY, "client", NULL, "free some memory and try again");
    client->wait_ns = wait_ns;
    client->socket.descriptor = -1;
    const int64_t until_ns = end_of(client);
    snw_status status = snw_socket_connect(&client->socket, &config, why);
    while (!snw_failed(status) &&
           (status = snw_socket_connected(client->socket, why)) == SNW_NOTHING_NEW) {
        status = wait_for(client->socket, true, until_ns);
        if (snw_failed(status)) {
            SNW_IGNORE(snw_refuse(why, status, "client", "the cell does not answer",
                                  "check whether the cell still runs: 'sinew top'"));
        }
    }
    if (snw_failed(status)) {
        snw_client_close(client);
        return status;
    }
    *out = client;
    return SNW_OK;
}

snw_status snw_client_open(snw_client **out, const char *cell, int64_t wait_ns, snw_why *why) {
    char name[SNW_NAME];
    snw_address address;
    snw_status status = SNW_OK;
    *out = NULL;
    if (cell == NULL) status = find_cell(name, why);
    if (!snw_failed(status)) status = snw_local_address(cell != NULL ? cell : name, &address, why);
    if (snw_failed(status)) return status;
    status = snw__client_open_at(out, &address, wait_ns, why);
    if (status == SNW_ERR_TIMEOUT || status == SNW_ERR_MEMORY || !snw_failed(status)) return status;
    return not_running(cell != NULL ? cell : name, why);
}

void snw_client_close(snw_client *client) {
    if (client == NULL) return;
    snw_socket_close(&client->socket);
    free(client);
}

void snw__client_set_wait(snw_client *client, int64_t wait_ns) {
    client->wait_ns = wait_ns;
}

// --- lines --------------------------------------------------------------------------------------

static snw_status send_all(const snw_client *client, const char *bytes, size_t size,
                           int64_t until_ns) {
    snw_status status = SNW_OK;
    for (size_t done = 0; done < size && !snw_failed(status);) {
        size_t sent = 0;
        status = snw_socket_send(client->socket, bytes + done, size - done, &sent);
        done += sent;
        if (!snw_failed(status) && done < size && sent == 0) {
            status = wait_for(client->socket, true, until_ns);
        }
    }
    return status;
}

// takes the line of the last answer out of the buffer
static void forget_line(snw_client *client) {
    if (client->line_size == 0) return;
    client->have -= client->line_size;
    memmove(client->answer, client->answer + client->line_size, client->have);
    client->line_size = 0;
}

static snw_status receive_line(snw_client *client, int64_t until_ns) {
    size_t looked = 0;
    for (;;) {
        char *end = memchr(client->answer + looked, '\n', client->have - looked);
        if (end != NULL) {
            *end = '\0';
            client->line_size = (size_t)(end - client->answer) + 1;
            return SNW_OK;
        }
        looked = client->have;
        if (client->have == sizeof client->answer) return SNW_ERR_TOO_LARGE;
        size_t received = 0;
        snw_status status = snw_socket_receive(client->socket, client->answer + client->have,
                                               sizeof client->answer - client->have, &received);
        if (status == SNW_OK) client->have += received;
        if (status == SNW_NOTHING_NEW) status = wait_for(client->socket, false, until_ns);
        if (snw_failed(status)) return status;
    }
}

static snw_status exchange(snw_client *client, const char *line, size_t size) {
    const int64_t until_ns = end_of(client);
    forget_line(client);
    snw_status status = send_all(client, line, size, until_ns);
    // a request of which a part has gone out cannot be taken back
    if (snw_failed(status)) client->broken = true;
    while (!snw_failed(status)) {
        status = receive_line(client, until_ns);
        if (status == SNW_ERR_TIMEOUT) client->owed++;
        if (snw_failed(status) || client->owed == 0) break;
        client->owed--;
        forget_line(client);
    }
    if (snw_failed(status) && status != SNW_ERR_TIMEOUT) client->broken = true;
    return status;
}

snw_status snw_client_ask(snw_client *client, const char *line, snw_why *why) {
    const size_t size = strlen(line);
    if (client->broken) {
        return snw_refuse(why, SNW_ERR_CLOSED, "client", "the connection has ended",
                          "open another one");
    }
    if (size + 2 > sizeof client->line || memchr(line, '\n', size) != NULL) {
        return snw_refuse(why, SNW_ERR_ARGUMENT, "client",
                          "a request must be one line, and not that long",
                          "send a shorter line, without a line break in it");
    }
    memmove(client->line, line, size);
    client->line[size] = '\n';
    const snw_status status = exchange(client, client->line, size + 1);
    if (status == SNW_ERR_CLOSED) {
        return snw_refuse(why, status, "client", "the cell did not answer: it has ended",
                          "start it again");
    }
    if (snw_failed(status)) {
        return snw_refuse(why, status, "client", "the cell did not answer",
                          "wait longer, or check the cell");
    }
    return SNW_OK;
}

const char *snw_client_answer(const snw_client *client) {
    return client->line_size > 0 ? client->answer : "";
}

size_t snw__client_pending(const snw_client *client) {
    int count = 0;
    if (ioctl(client->socket.descriptor, FIONREAD, &count) != 0 || count < 0) count = 0;
    return (size_t)count;
}

// --- requests -----------------------------------------------------------------------------------

static void add_signals(const snw_wire_request *request, snw_json_writer *json) {
    if (request->signal_count == 0) return;
    snw_json_array(json, "signals");
    for (int i = 0; i < request->signal_count; i++)
        snw_json_string(json, NULL, request->signals[i]);
    snw_json_end(json);
}

static void add_lease(const snw_wire_request *request, snw_json_writer *json) {
    if (request->lease.sequence == 0 && request->lease.epoch[0] == '\0') return;
    snw_json_object(json, "lease");
    snw_json_string(json, "epoch", request->lease.epoch);
    snw_json_int(json, "sequence", request->lease.sequence);
    snw_json_end(json);
}

void snw__client_write(const snw_wire_request *request, snw_text *text) {
    const snw_type *type = &snw_wire_request_type;
    snw_json_writer json = snw_json_over(text);
    snw_json_object(&json, NULL);
    if (request->id > 0) snw_json_int(&json, "id", request->id);
    snw_json_string(&json, "command", snw_wire_command_name(request->command));
    // the texts are those of the table, so that one that is added there is written here
    for (int i = 0; i < type->field_count; i++) {
        const snw_field *field = &type->fields[i];
        const char *value = (const char *)request + field->offset;
        if (field->kind != SNW_KIND_STRING || field->length > 0 || value[0] == '\0') continue;
        // the arguments of a call are JSON already
        if (value == request->arguments) {
            snw_json_raw(&json, field->name);
            snw_text_add(text, value, strlen(value));
        } else {
            snw_json_string(&json, field->name, value);
        }
    }
    if (request->most > 0) snw_json_int(&json, "most", request->most);
    add_lease(request, &json);
    add_signals(request, &json);
    snw_json_end(&json);
}

snw_wire_request *snw_client_request(snw_client *client) {
    snw_wire_clear(&client->request);
    return &client->request;
}

// --- answers ------------------------------------------------------------------------------------

typedef struct reason {
    int code;
    char subject[SNW_WHY_SUBJECT], rule[SNW_WHY_RULE], text[SNW_WHY_TEXT], fix[SNW_WHY_TEXT];
} reason;

typedef struct outcome {
    bool ok;
    reason *error;
} outcome;

#define TEXT(member)                                                                               \
    { SNW_AT(reason, member), .kind = SNW_KIND_STRING, .help = "Text of the reason." }

static const snw_field reason_fields[] = {
    {SNW_AT(reason, code), .kind = SNW_KIND_INT, .help = "Code of the reason."},
    TEXT(subject),
    TEXT(rule),
    TEXT(text),
    TEXT(fix),
};
static const snw_type reason_type = {SNW_TYPE_AS("client_reason", reason, reason_fields),
                                     .help = "Why a request failed."};
static const snw_field outcome_fields[] = {
    {SNW_AT(outcome, ok), .kind = SNW_KIND_BOOL, .help = "The request succeeded."},
    {SNW_AT_PART(outcome, error), .kind = SNW_KIND_OPTIONAL, .type = &reason_type,
     .help = "Why the request failed."},
};
static const snw_type outcome_type = {SNW_TYPE_AS("client_outcome", outcome, outcome_fields),
                                      .help = "Outcome of a request."};

static snw_status read_outcome(const snw_client *client, snw_why *why) {
    const snw_source source = {
        .bytes = client->answer, .length = client->line_size - 1, .name = "answer"};
    const snw_read_options options = {.strictness = SNW_LENIENT};
    snw_diags diags = {0};
    void *object = NULL;
    snw_setup *setup = snw_setup_create(16 << 20);
    snw_status status =
        setup == NULL ? SNW_ERR_MEMORY
                      : snw_json_read(&source, &outcome_type, &options, setup, &object, &diags);
    if (snw_failed(status)) {
        SNW_IGNORE(snw_refuse(why, status, "answer", "the answer cannot be read",
                              "use 'sinew' of the same version"));
    } else {
        const outcome *seen = object;
        const reason *error = seen->error;
        if (!seen->ok) {
            status = error != NULL && error->code < 0 ? (snw_status)error->code : SNW_ERR_CHECK;
            snw_why_set(why, status, error != NULL ? error->subject : "", NULL);
            if (error != NULL) {
                snw_why_set(why, status, error->subject, error->text);
                snw_why_rule(why, error->rule);
                snw_why_fix(why, error->fix);
            }
        }
    }
    snw_setup_destroy(setup);
    return status;
}

snw_status snw_client_call(snw_client *client, snw_wire_command command, snw_why *why) {
    static const char too_long[] = "the request is too long";
    client->request.command = command;
    client->request.id = ++client->ids;
    snw_text text = snw_text_over(client->line, sizeof client->line);
    snw__client_write(&client->request, &text);
    if (snw_text_is_cut(&text))
        return snw_refuse(why, SNW_ERR_TOO_LARGE, "client", too_long, "send less of it at once");
    const snw_status status = snw_client_ask(client, client->line, why);
    if (snw_failed(status)) return status;
    // success has nothing more to tell
    if (snw_wire_succeeded(client->answer, strlen(client->answer))) return SNW_OK;
    return read_outcome(client, why);
}
