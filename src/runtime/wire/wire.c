// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "internal.h"
#include "sinew/document.h"

void snw__wire_why(snw_text *text, const snw_why *why) {
    char json[4096];
    const size_t length = snw_why_json(why, json, sizeof json);
    snw_text_add(text, json, length < sizeof json ? length : strlen(json));
}

static void begin(snw_text *answer, int64_t id, const char *ok) {
    snw_text_format(answer, "{");
    if (id > 0) snw_text_format(answer, "\"id\":%lld,", (long long)id);
    snw_text_format(answer, "\"ok\":%s", ok);
}

void snw_wire_ok(snw_text *answer, int64_t id) {
    begin(answer, id, "true");
}

void snw_wire_refuse(snw_text *answer, int64_t id, const snw_why *why) {
    begin(answer, id, "false");
    snw_text_format(answer, ",\"error\":");
    snw__wire_why(answer, why);
    snw_text_format(answer, "}\n");
}

static void ok(const snw_wire *wire, snw_text *answer) {
    snw_wire_ok(answer, wire->request.id);
}

static void refuse(const snw_wire *wire, snw_text *answer, const snw_why *why) {
    snw_wire_refuse(answer, wire->request.id, why);
}

static void done_or_why(const snw_wire *wire, snw_text *answer, snw_status status,
                        const snw_why *why) {
    if (snw_failed(status)) {
        refuse(wire, answer, why);
    } else {
        ok(wire, answer);
        snw_text_format(answer, "}\n");
    }
}

// --- values -------------------------------------------------------------------------------------

static void answer_get(snw_wire *wire, snw_text *answer, snw_why *why) {
    char value[SNW_WIRE_REQUEST];
    const snw_status status =
        snw_exec_get(wire->exec, wire->request.path, value, sizeof value, why);
    if (snw_failed(status)) {
        refuse(wire, answer, why);
        return;
    }
    ok(wire, answer);
    snw_text_format(answer, ",\"value\":");
    snw_text_json_string(answer, value);
    snw_text_format(answer, "}\n");
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
    snw_text *answer;
    int count, most;
} listing;

static const char *moment_name(snw_when when) {
    static const char *const names[] = {"load", "standstill", "live"};
    return names[when];
}

static bool list_item(const char *path, const snw_place *place, const char *value, void *context) {
    listing *l = context;
    if (l->count++ >= l->most) return true;
    snw_text_format(l->answer, "%s{\"path\":", l->count > 1 ? "," : "");
    snw_text_json_string(l->answer, path);
    snw_text_format(l->answer, ",\"value\":");
    snw_text_json_string(l->answer, value);
    snw_text_format(l->answer, ",\"unit\":");
    snw_text_json_string(l->answer, place->field->unit != NULL ? place->field->unit : "");
    if (place->role == SNW_PARAMETER) {
        snw_text_format(l->answer, ",\"when\":\"%s\"", moment_name(place->when));
    }
    snw_text_format(l->answer, "}");
    return true;
}

static void answer_list(snw_wire *wire, snw_text *answer) {
    const snw_wire_request *request = &wire->request;
    listing l = {.answer = answer, .most = request->most > 0 ? request->most : SNW_WIRE_ITEMS};
    const char *pattern = request->path[0] != '\0' ? request->path : "**";
    ok(wire, answer);
    snw_text_format(answer, ",\"items\":[");
    const int count = snw_exec_list(wire->exec, pattern, list_item, &l);
    snw_text_format(answer, "],\"count\":%d}\n", count);
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
        refuse(wire, answer, why);
        return;
    }
    snw_text measured = {0};
    snw_xml_write(type, block, NULL, &measured);
    const size_t size = measured.length + 1;
    char *xml = snw_setup_take(setup, size, 1);
    if (xml == NULL) {
        snw_why_set(why, SNW_ERR_MEMORY, type->token, NULL);
        refuse(wire, answer, why);
        return;
    }
    snw_text text = snw_text_over(xml, size);
    snw_xml_write(type, block, NULL, &text);
    ok(wire, answer);
    snw_text_format(answer, ",\"document\":");
    snw_text_json_string(answer, xml);
    snw_text_format(answer, "}\n");
}

static void answer_load(snw_wire *wire, snw_setup *setup, snw_text *answer, snw_why *why) {
    const snw_wire_request *request = &wire->request;
    const snw_type *type = type_of(wire, why);
    if (type == NULL) {
        refuse(wire, answer, why);
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

static void answer_events(snw_wire *wire, snw_text *answer) {
    const int most = wire->request.most > 0 ? wire->request.most : 64;
    ok(wire, answer);
    snw_text_format(answer, ",\"events\":[");
    snw_event event;
    for (int i = 0; i < most && snw_exec_event(wire->exec, &event) == SNW_OK; i++) {
        snw_text_format(answer, "%s{", i > 0 ? "," : "");
        snw_event_json(&event, answer);
        snw_text_format(answer, "}");
    }
    snw_text_format(answer, "]}\n");
}

static void answer_status(snw_wire *wire, snw_text *answer) {
    ok(wire, answer);
    snw_text_format(answer, ",");
    snw_wire_status(wire, answer);
    snw_text_format(answer, "}\n");
}

// --- what there is ------------------------------------------------------------------------------

static void answer_catalogue(snw_wire *wire, snw_text *answer) {
    ok(wire, answer);
    snw_text_format(answer, ",");
    snw_catalogue_json(wire->catalogue, answer);
    snw_text_format(answer, "}\n");
}

static void answer_scene(snw_wire *wire, snw_text *answer) {
    ok(wire, answer);
    snw_text_format(answer, ",");
    snw_text_add(answer, wire->scene->json, wire->scene->json_length);
    snw_text_format(answer, "}\n");
}

static void answer_describe(snw_wire *wire, snw_text *answer, snw_why *why) {
    const snw_text before = *answer;
    ok(wire, answer);
    snw_text_format(answer, ",");
    if (!snw_failed(
            snw_describe_json(wire->exec, wire->registry, wire->request.type, answer, why))) {
        snw_text_format(answer, "}\n");
        return;
    }
    *answer = before;
    refuse(wire, answer, why);
}

// true when the caller has set up what a command needs; else it is refused
static bool is_offered(const snw_wire *wire, bool offered, snw_text *answer) {
    if (offered) return true;
    snw_why why;
    snw_why_set(&why, SNW_ERR_UNSUPPORTED, snw_wire_command_name(wire->request.command),
                "this connection does not have that command");
    snw_why_fix(&why, "ask the server of the page: 'sinew run' prints its address");
    refuse(wire, answer, &why);
    return false;
}

static void answer_hello(snw_wire *wire, snw_text *answer) {
    ok(wire, answer);
    snw_text_format(answer, ",\"program\":\"sinew\",\"version\":");
    snw_text_json_string(answer, snw_version());
    snw_text_format(answer, ",\"cell\":");
    snw_text_json_string(answer, wire->cell);
    snw_text_format(answer, "}\n");
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
            refuse(wire, answer, why);
            return;
        }
    }
    const snw_status status = snw_exec_request(wire->exec, arm, what);
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
        refuse(wire, answer, why);
        return;
    }
    ok(wire, answer);
    snw_text_format(answer, ",\"answer\":");
    snw_text_json_string(answer, words);
    snw_text_format(answer, "}\n");
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
        answer_events(wire, answer);
    } else if (command == SNW_WIRE_catalogue) {
        if (is_offered(wire, wire->catalogue != NULL, answer)) answer_catalogue(wire, answer);
    } else if (command == SNW_WIRE_scene) {
        if (is_offered(wire, wire->scene != NULL, answer)) answer_scene(wire, answer);
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
    } else if (request->command == SNW_WIRE_start) {
        done_or_why(wire, answer, snw_exec_start(wire->exec, request->object, &why), &why);
    } else if (request->command == SNW_WIRE_halt) {
        done_or_why(wire, answer, snw_exec_stop(wire->exec, request->object, &why), &why);
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
        refuse(wire, answer, &why);
        return;
    }
    dispatch(wire, setup, answer);
}

void snw_wire_continue(snw_wire *wire, snw_text *answer) {
    // only messages are ever pending
    if (wire->pending) dispatch(wire, NULL, answer);
}
