// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "internal.h"
#include "sinew/document.h"
#include "sinew/exec/stop_source.h"
#include "sinew/exec/unit.h"
#include "sinew/wire/catalogue.h"
#include "sinew/wire/serve.h"

static snw_json_writer begin_answer(snw_text *answer, int64_t id, bool is_ok) {
    snw_json_writer json = snw_json_over(answer);
    snw_json_object(&json, NULL);
    if (id > 0) snw_json_int(&json, "id", id);
    snw_json_bool(&json, "ok", is_ok);
    return json;
}

static void end_answer(snw_json_writer *json) {
    snw_json_end(json);
    snw_text_add(json->text, "\n", 1);
}

void snw_wire_ok(snw_text *answer, int64_t id) {
    (void)begin_answer(answer, id, true);
}

void snw_wire_refuse(snw_text *answer, int64_t id, const snw_why *why) {
    snw_json_writer json = begin_answer(answer, id, false);
    snw_json_why(&json, "error", why);
    end_answer(&json);
}

static snw_json_writer begin_ok(const snw_wire *wire, snw_text *answer) {
    return begin_answer(answer, wire->request.id, true);
}

static void refuse_request(const snw_wire *wire, snw_text *answer, const snw_why *why) {
    snw_wire_refuse(answer, wire->request.id, why);
}

static void done_or_why(const snw_wire *wire, snw_text *answer, snw_status status,
                        const snw_why *why) {
    if (snw_failed(status)) {
        refuse_request(wire, answer, why);
    } else {
        snw_json_writer json = begin_ok(wire, answer);
        end_answer(&json);
    }
}

// --- values -------------------------------------------------------------------------------------

static void answer_get(snw_wire *wire, snw_text *answer, snw_why *why) {
    char value[SNW_WIRE_REQUEST];
    const snw_status status =
        snw_exec_get(wire->exec, wire->request.path, value, sizeof value, why);
    if (snw_failed(status)) {
        refuse_request(wire, answer, why);
        return;
    }
    snw_json_writer json = begin_ok(wire, answer);
    snw_json_string(&json, "value", value);
    end_answer(&json);
}

static void answer_set(snw_wire *wire, snw_text *answer, snw_why *why) {
    const snw_wire_request *request = &wire->request;
    const snw_status status = snw_exec_set(wire->exec, request->path, request->value, why);
    if (!snw_failed(status) && wire->told != NULL) {
        wire->told(wire->context, request->path, request->value, snw_exec_next(wire->exec));
    }
    done_or_why(wire, answer, status, why);
}

typedef struct listing {
    const snw_exec *exec;
    snw_json_writer json;
    int count, most;
} listing;

static const char *moment_name(snw_when when) {
    static const char *const names[] = {"load", "standstill", "live"};
    return names[when];
}

static bool list_item(const char *path, const snw_place *place, const char *value, void *context) {
    listing *l = context;
    if (l->count++ >= l->most) return true;
    snw_json_object(&l->json, NULL);
    snw_json_string(&l->json, "path", path);
    snw_json_string(&l->json, "value", value);
    snw_json_string(&l->json, "unit", snw__exec_unit(l->exec, path, place));
    if (place->role == SNW_PARAMETER) {
        snw_json_string(&l->json, "when", moment_name(place->when));
    }
    snw_json_end(&l->json);
    return true;
}

static void answer_list(snw_wire *wire, snw_text *answer) {
    const snw_wire_request *request = &wire->request;
    listing l = {.exec = wire->exec,
                 .json = begin_ok(wire, answer),
                 .most = request->most > 0 ? request->most : SNW_WIRE_ITEMS};
    const char *pattern = request->path[0] != '\0' ? request->path : "**";
    snw_json_array(&l.json, "items");
    const int count = snw_exec_list(wire->exec, pattern, list_item, &l);
    snw_json_end(&l.json);
    snw_json_int(&l.json, "count", count);
    end_answer(&l.json);
}

// --- documents ----------------------------------------------------------------------------------

static const snw_type *type_of(snw_wire *wire, snw_why *why) {
    const snw_component *component = snw_exec_find(wire->exec, wire->request.object);
    if (component != NULL) return component->type;
    snw_why_set(why, SNW_ERR_UNKNOWN_NAME, wire->request.object, "the cell has no such component");
    snw_why_fix(why, "'sinew top' lists the components");
    return NULL;
}

static void answer_save(snw_wire *wire, snw_setup *setup, snw_text *answer, snw_why *why) {
    const snw_type *type = type_of(wire, why);
    void *block = type != NULL ? snw_setup_take(setup, type->size, type->align) : NULL;
    if (type != NULL && block == NULL) snw_why_set(why, SNW_ERR_MEMORY, type->token, NULL);
    if (block == NULL ||
        snw_failed(snw_exec_parameters(wire->exec, wire->request.object, block, why))) {
        refuse_request(wire, answer, why);
        return;
    }
    snw_text measured = {0};
    snw_xml_write(type, block, NULL, &measured);
    const size_t size = measured.length + 1;
    char *xml = snw_setup_take(setup, size, 1);
    if (xml == NULL) {
        snw_why_set(why, SNW_ERR_MEMORY, type->token, NULL);
        refuse_request(wire, answer, why);
        return;
    }
    snw_text text = snw_text_over(xml, size);
    snw_xml_write(type, block, NULL, &text);
    snw_json_writer json = begin_ok(wire, answer);
    snw_json_string(&json, "document", xml);
    end_answer(&json);
}

static void answer_load(snw_wire *wire, snw_setup *setup, snw_text *answer, snw_why *why) {
    const snw_wire_request *request = &wire->request;
    const snw_type *type = type_of(wire, why);
    if (type == NULL) {
        refuse_request(wire, answer, why);
        return;
    }
    snw_why found[4];
    snw_diags diags = {.items = found, .capacity = 4};
    const snw_source source = {
        .bytes = request->document, .length = strlen(request->document), .name = request->object};
    void *block = NULL;
    snw_status status = snw_xml_read(&source, type, NULL, setup, &block, &diags);
    if (snw_failed(status)) {
        if (diags.count > 0) {
            *why = found[0];
        } else {
            snw_why_set(why, status, request->object, NULL);
        }
    } else {
        status = snw_exec_tune(wire->exec, request->object, block, why);
    }
    done_or_why(wire, answer, status, why);
}

// --- what is going on ---------------------------------------------------------------------------

void snw_event_log_add(snw_event_log *log, const snw_event *event) {
    if (event->why.severity == SNW_ERROR) {
        const uint64_t at = log->error_count++ % SNW_ERROR_LOG;
        log->errors[at].number = log->count;
        log->errors[at].event = *event;
    }
    log->items[log->count++ % SNW_EVENT_LOG] = *event;
}

void snw_event_log_clear(snw_event_log *log) {
    log->count = log->error_count = 0;
}

static void add_event(snw_json_writer *json, const snw_event *event) {
    snw_json_object(json, NULL);
    snw_event_json(event, json->text);
    snw_json_end(json);
}

static uint64_t smaller(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

// Errors that came before the last `shown` events: how many of them are kept.
static uint64_t count_older_errors(const snw_event_log *log, uint64_t shown) {
    const uint64_t kept = smaller(log->error_count, SNW_ERROR_LOG);
    uint64_t older = 0;
    for (uint64_t i = log->error_count - kept; i < log->error_count; i++)
        older += log->errors[i % SNW_ERROR_LOG].number < log->count - shown;
    return older;
}

// The last events, and before them the last errors that are older: these get half of the places at
// most. Returns the number of the first of the last events.
static uint64_t add_older_errors(const snw_event_log *log, snw_json_writer *json, uint64_t most) {
    const uint64_t kept = smaller(log->count, SNW_EVENT_LOG);
    uint64_t shown = smaller(kept, most);
    const uint64_t errors = smaller(count_older_errors(log, shown), most / 2);
    shown = smaller(shown, most - errors);
    // what has lost its place among the last events may be an error too
    uint64_t skipped = count_older_errors(log, shown) - errors;
    skipped += log->error_count - smaller(log->error_count, SNW_ERROR_LOG);
    for (uint64_t i = skipped; i < skipped + errors; i++)
        add_event(json, &log->errors[i % SNW_ERROR_LOG].event);
    return log->count - shown;
}

// Those from a number on, or the last ones; `next` is the number to ask from the next time.
static void add_logged(const snw_wire *wire, snw_json_writer *json, uint64_t most, uint64_t from) {
    const snw_event_log *log = wire->log;
    uint64_t at;
    if (wire->request.value[0] == '\0') {
        at = add_older_errors(log, json, most);
    } else {
        // a number beyond the end is of another run
        at = from <= log->count ? from : 0;
        const uint64_t kept = smaller(log->count, SNW_EVENT_LOG);
        if (at < log->count - kept) at = log->count - kept;
    }
    const uint64_t end = log->count - at > most ? at + most : log->count;
    for (; at < end; at++)
        add_event(json, &log->items[at % SNW_EVENT_LOG]);
    snw_json_end(json);
    snw_json_int(json, "next", (int64_t)end);
}

static void answer_events(snw_wire *wire, snw_text *answer, snw_why *why) {
    const int most = wire->request.most > 0 ? wire->request.most : 64;
    const char *value = wire->request.value;
    int64_t from = 0;
    const bool bad = value[0] != '\0' &&
                     (snw_failed(snw_int_parse(value, strlen(value), &from, NULL)) || from < 0);
    if (bad) {
        SNW_IGNORE(snw_refuse(why, SNW_ERR_RANGE, value, "this is not the number of an event",
                              "give `next` of the answer before, or nothing"));
        refuse_request(wire, answer, why);
        return;
    }
    snw_json_writer json = begin_ok(wire, answer);
    snw_json_array(&json, "events");
    if (wire->log != NULL) {
        add_logged(wire, &json, (uint64_t)most, (uint64_t)from);
    } else {
        snw_event event;
        for (int i = 0; i < most && snw_exec_event(wire->exec, &event) == SNW_OK; i++)
            add_event(&json, &event);
        snw_json_end(&json);
    }
    end_answer(&json);
}

static void answer_status(snw_wire *wire, snw_text *answer) {
    snw_json_writer json = begin_ok(wire, answer);
    snw_json_raw(&json, NULL); // what follows are members
    snw_wire_status(wire, answer);
    end_answer(&json);
}

// --- what there is ------------------------------------------------------------------------------

static void answer_catalogue(snw_wire *wire, snw_text *answer) {
    snw_json_writer json = begin_ok(wire, answer);
    snw_json_raw(&json, NULL); // what follows are members
    snw_catalogue_json(wire->catalogue, answer);
    end_answer(&json);
}

static void answer_scene(snw_wire *wire, snw_text *answer, snw_why *why) {
    const snw_scene *scene = wire->scene;
    const char *act = wire->request.act;
    const bool is_shared = strcmp(act, "shared") == 0;
    if (act[0] != '\0' && !is_shared) {
        SNW_IGNORE(snw_refuse(why, SNW_ERR_UNKNOWN_NAME, act, "a scene has no such form",
                              "give the act 'shared', or none"));
        refuse_request(wire, answer, why);
        return;
    }
    snw_json_writer json = begin_ok(wire, answer);
    snw_json_raw(&json, NULL); // what follows are members
    if (is_shared) {
        snw_text_add(answer, scene->shared_json, scene->shared_json_length);
    } else {
        snw_text_add(answer, scene->json, scene->json_length);
    }
    end_answer(&json);
}

static void answer_describe(snw_wire *wire, snw_text *answer, snw_why *why) {
    const snw_text before = *answer;
    snw_json_writer json = begin_ok(wire, answer);
    snw_json_raw(&json, NULL); // what follows are members
    if (!snw_failed(
            snw_describe_json(wire->exec, wire->registry, wire->request.type, answer, why))) {
        end_answer(&json);
        return;
    }
    *answer = before;
    refuse_request(wire, answer, why);
}

// true when the caller has set up what a command needs; else it is refused
static bool is_offered(const snw_wire *wire, bool offered, snw_text *answer) {
    if (offered) return true;
    snw_why why;
    SNW_IGNORE(snw_refuse(&why, SNW_ERR_UNSUPPORTED, snw_wire_command_name(wire->request.command),
                          "this connection does not support that command",
                          "use the server of the page: 'sinew run' prints its address"));
    refuse_request(wire, answer, &why);
    return false;
}

static void answer_hello(snw_wire *wire, snw_text *answer) {
    snw_json_writer json = begin_ok(wire, answer);
    snw_json_string(&json, "program", "sinew");
    snw_json_string(&json, "version", snw_version());
    snw_json_string(&json, "cell", wire->cell);
    end_answer(&json);
}

// --- what shall be done -------------------------------------------------------------------------

static void answer_request(snw_wire *wire, snw_request what, snw_text *answer, snw_why *why) {
    const char *name = wire->request.arm;
    int arm = -1;
    if (name[0] != '\0') {
        arm = snw_exec_find_arm(wire->exec, name);
        if (arm < 0) {
            snw_why_set(why, SNW_ERR_UNKNOWN_NAME, name, "the cell has no such arm");
            snw_why_fix(why, "'sinew top' lists the arms");
            refuse_request(wire, answer, why);
            return;
        }
    }
    const snw_status status = snw__exec_request_by(wire->exec, arm, what, SNW_STOP_BY_CLIENT);
    if (snw_failed(status)) snw_why_set(why, status, name, NULL);
    done_or_why(wire, answer, status, why);
}

static void answer_message(snw_wire *wire, snw_text *answer, snw_why *why) {
    const snw_wire_request *request = &wire->request;
    char words[SNW_MESSAGE];
    const snw_status status =
        snw_exec_message(wire->exec, request->object, request->text, wire->wait_ns, words, why);
    wire->pending = status == SNW_NOTHING_NEW;
    if (wire->pending) return;
    if (wire->told != NULL) {
        char path[SNW_FIELD_PATH];
        snw_text line = snw_text_over(path, sizeof path);
        snw_text_format(&line, "message %s", request->object);
        wire->told(wire->context, path, request->text, snw_exec_message_tick(wire->exec));
    }
    if (snw_failed(status)) {
        refuse_request(wire, answer, why);
        return;
    }
    snw_json_writer json = begin_ok(wire, answer);
    snw_json_string(&json, "answer", words);
    end_answer(&json);
}

static void tell_call(const snw_wire *wire, uint64_t tick) {
    char path[SNW_FIELD_PATH], text[SNW_COMMAND_TEXT];
    if (wire->told == NULL) return;
    snw_text line = snw_text_over(path, sizeof path);
    snw_text_format(&line, "message %s", wire->request.object);
    snw_order_print(wire->exec, &wire->order, text);
    wire->told(wire->context, path, text, tick);
}

// the order is in a lane since the first try
static void answer_call(snw_wire *wire, snw_text *answer, snw_why *why) {
    snw_result result;
    snw_status status = SNW_OK;
    if (!wire->pending) {
        wire->lane = -1;
        status = snw_wire_order(wire->exec, &wire->request, &wire->order, why);
        if (!snw_failed(status)) {
            status = snw_exec_order(wire->exec, &wire->order, &wire->lane, &result, why);
        }
        if (snw_failed(status)) {
            refuse_request(wire, answer, why);
            return;
        }
    }
    wire->pending = wire->lane >= 0 && snw_exec_collect(wire->exec, wire->lane, &result) != SNW_OK;
    if (wire->pending) return;
    const bool asked = wire->order.command->ask != NULL;
    if (wire->lane < 0 && !asked) result.status = SNW_OK; // an END that has no lane
    if (!asked && wire->lane < 0) tell_call(wire, snw_exec_next(wire->exec));
    if (!asked && wire->lane >= 0 && result.begun) tell_call(wire, result.tick);
    if (snw_failed(result.status)) {
        refuse_request(wire, answer, &result.why);
        return;
    }
    snw_json_writer json = begin_ok(wire, answer);
    snw_json_raw(&json, "result");
    snw_wire_result(wire->order.command, result.answer, answer);
    end_answer(&json);
}

// what changes nothing; false for other commands
static bool dispatch_question(snw_wire *wire, snw_setup *setup, snw_text *answer) {
    snw_why why = {0};
    const snw_wire_command command = wire->request.command;
    if (command == SNW_WIRE_hello) {
        answer_hello(wire, answer);
    } else if (command == SNW_WIRE_get) {
        answer_get(wire, answer, &why);
    } else if (command == SNW_WIRE_list) {
        answer_list(wire, answer);
    } else if (command == SNW_WIRE_save) {
        answer_save(wire, setup, answer, &why);
    } else if (command == SNW_WIRE_status) {
        answer_status(wire, answer);
    } else if (command == SNW_WIRE_events) {
        answer_events(wire, answer, &why);
    } else if (command == SNW_WIRE_catalogue) {
        if (is_offered(wire, wire->catalogue != NULL, answer)) answer_catalogue(wire, answer);
    } else if (command == SNW_WIRE_scene) {
        if (is_offered(wire, wire->scene != NULL, answer)) answer_scene(wire, answer, &why);
    } else if (command == SNW_WIRE_describe) {
        answer_describe(wire, answer, &why);
    } else {
        return false;
    }
    return true;
}

static bool dispatch_arm(snw_wire *wire, snw_text *answer) {
    static const struct {
        snw_wire_command command;
        snw_request request;
    } table[] = {{SNW_WIRE_acknowledge, SNW_REQUEST_ACKNOWLEDGE},
                 {SNW_WIRE_enable, SNW_REQUEST_ENABLE},
                 {SNW_WIRE_disable, SNW_REQUEST_DISABLE},
                 {SNW_WIRE_stop, SNW_REQUEST_STOP_2}};
    snw_why why = {0};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        if (table[i].command != wire->request.command) continue;
        answer_request(wire, table[i].request, answer, &why);
        return true;
    }
    return false;
}

static snw_status set_pace(snw_wire *wire, snw_why *why) {
    const char *value = wire->request.value;
    double pace = 0;
    const snw_status status = snw_real_parse(value, strlen(value), &pace, NULL);
    if (snw_failed(status)) {
        return snw_refuse(why, SNW_ERR_RANGE, "pace", "the value is not a number",
                          "give a number, such as 0.5, or 0 for a pause");
    }
    return snw_exec_set_pace(wire->exec, pace, why);
}

static void dispatch(snw_wire *wire, snw_setup *setup, snw_text *answer) {
    if (dispatch_question(wire, setup, answer) || dispatch_arm(wire, answer)) return;
    const snw_wire_request *request = &wire->request;
    snw_why why = {0};
    if (request->command == SNW_WIRE_set) {
        answer_set(wire, answer, &why);
    } else if (request->command == SNW_WIRE_load) {
        answer_load(wire, setup, answer, &why);
    } else if (request->command == SNW_WIRE_message) {
        answer_message(wire, answer, &why);
    } else if (request->command == SNW_WIRE_call) {
        answer_call(wire, answer, &why);
    } else if (request->command == SNW_WIRE_start) {
        done_or_why(wire, answer, snw_exec_start(wire->exec, request->object, &why), &why);
    } else if (request->command == SNW_WIRE_halt) {
        done_or_why(wire, answer, snw_exec_stop(wire->exec, request->object, &why), &why);
    } else if (request->command == SNW_WIRE_pace) {
        done_or_why(wire, answer, set_pace(wire, &why), &why);
    } else if (request->command == SNW_WIRE_quit) {
        wire->quit = true;
        done_or_why(wire, answer, SNW_OK, &why);
    } else {
        (void)is_offered(wire, false, answer);
    }
}

void snw_wire_serve(snw_wire *wire, const snw_wire_request *request, snw_setup *setup,
                    snw_text *answer) {
    wire->pending = false;
    if (request != &wire->request) wire->request = *request;
    dispatch(wire, setup, answer);
}

void snw_wire_answer(snw_wire *wire, const char *bytes, size_t size, snw_setup *setup,
                     snw_text *answer) {
    snw_why why = {0};
    wire->pending = false;
    if (snw_failed(snw_wire_read(bytes, size, setup, &wire->request, &why))) {
        refuse_request(wire, answer, &why);
        return;
    }
    dispatch(wire, setup, answer);
}

void snw_wire_continue(snw_wire *wire, snw_text *answer) {
    // only messages and calls are ever pending
    if (wire->pending) dispatch(wire, NULL, answer);
}
