// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/wire/foxglove.h"

#include <math.h>
#include <string.h>

#include "sinew/document/json.h"

// Texts of clients. Members may stand in any order, so all are taken as they come and looked at
// when the op is known.

enum { MET_SUBSCRIPTIONS = 1, MET_IDS = 2, MET_NAMES = 4, MET_PARAMETERS = 8, MET_REQUEST = 16 };

typedef struct reading {
    snw_json json;
    snw_setup *setup;
    snw_foxglove_request *request;
    const char *op;
    unsigned met;
    snw_why *why;
    snw_status status;
} reading;

static snw_json_event refuse(reading *r, snw_status code, const char *subject, const char *text) {
    if (!snw_failed(r->status)) {
        r->status = code;
        snw_why_set(r->why, code, subject, text);
        snw_why_at(r->why, "message", r->json.line, r->json.column);
    }
    return SNW_JSON_ERROR;
}

// the next event; after a failure always SNW_JSON_ERROR
static snw_json_event next(reading *r) {
    if (snw_failed(r->status)) return SNW_JSON_ERROR;
    const snw_json_event event = snw_json_next(&r->json);
    if (event == SNW_JSON_ERROR) {
        r->status = r->json.why.code;
        if (r->why != NULL) *r->why = r->json.why;
    }
    return event;
}

static void skip(reading *r, snw_json_event event) {
    if (snw_failed(r->status)) return;
    if (snw_failed(snw_json_skip(&r->json, event))) {
        r->status = r->json.why.code;
        if (r->why != NULL) *r->why = r->json.why;
    }
}

static bool is_name(const reading *r, const char *name) {
    return r->json.length == strlen(name) && memcmp(r->json.text, name, r->json.length) == 0;
}

static const char *read_text(reading *r, const char *what) {
    const snw_json_event event = next(r);
    if (event == SNW_JSON_ERROR) return NULL;
    if (event != SNW_JSON_STRING || memchr(r->json.text, '\0', r->json.length) != NULL) {
        (void)refuse(r, SNW_ERR_SYNTAX, what, "a text was expected");
        return NULL;
    }
    const char *text = snw_setup_text(r->setup, r->json.text, r->json.length);
    if (text == NULL) (void)refuse(r, SNW_ERR_MEMORY, what, NULL);
    return text;
}

static uint32_t as_id(reading *r, snw_json_event event, const char *what) {
    double number = -1;
    if (event == SNW_JSON_ERROR) return 0;
    if (event == SNW_JSON_NUMBER &&
        snw_failed(snw_real_parse(r->json.text, r->json.length, &number, NULL))) {
        number = -1;
    }
    if (!(number >= 0 && number <= UINT32_MAX) || number != floor(number)) {
        (void)refuse(r, SNW_ERR_RANGE, what, "an id is a whole number from 0 to 4294967295");
        return 0;
    }
    return (uint32_t)number;
}

static snw_foxglove_item *add_item(reading *r) {
    snw_foxglove_request *request = r->request;
    if (request->count == SNW_FOXGLOVE_ITEMS) {
        (void)refuse(r, SNW_ERR_TOO_LARGE, NULL, "there are too many items");
        return NULL;
    }
    if (request->items == NULL) {
        request->items = snw_setup_take(r->setup, SNW_FOXGLOVE_ITEMS * sizeof *request->items, 8);
    }
    if (request->items == NULL) {
        (void)refuse(r, SNW_ERR_MEMORY, NULL, NULL);
        return NULL;
    }
    return &request->items[request->count++];
}

// --- values -------------------------------------------------------------------------------------

static void add_plain(reading *r, snw_json_event event, snw_text *value) {
    if (value->length > 0) snw_text_add(value, " ", 1);
    if (event == SNW_JSON_STRING || event == SNW_JSON_NUMBER) {
        snw_text_add(value, r->json.text, r->json.length);
    } else if (event == SNW_JSON_TRUE || event == SNW_JSON_FALSE) {
        snw_text_format(value, "%s", event == SNW_JSON_TRUE ? "true" : "false");
    } else {
        (void)refuse(r, SNW_ERR_SYNTAX, "value", "a number, a truth value or a text was expected");
    }
}

static const char *read_value(reading *r) {
    char buffer[SNW_MESSAGE];
    snw_text value = snw_text_over(buffer, sizeof buffer);
    snw_json_event event = next(r);
    if (event == SNW_JSON_ARRAY) {
        for (event = next(r); event != SNW_JSON_END; event = next(r)) {
            if (event == SNW_JSON_ERROR) return NULL;
            add_plain(r, event, &value);
        }
    } else if (event != SNW_JSON_ERROR) {
        add_plain(r, event, &value);
    }
    if (snw_failed(r->status)) return NULL;
    if (snw_text_is_cut(&value)) {
        (void)refuse(r, SNW_ERR_TOO_LARGE, "value", "the value is too long");
        return NULL;
    }
    if (memchr(buffer, '\0', value.length) != NULL) {
        (void)refuse(r, SNW_ERR_SYNTAX, "value", "a text must not contain a zero byte");
        return NULL;
    }
    const char *text = snw_setup_text(r->setup, buffer, value.length);
    if (text == NULL) (void)refuse(r, SNW_ERR_MEMORY, "value", NULL);
    return text;
}

// --- lists --------------------------------------------------------------------------------------

static void read_subscription(reading *r, snw_foxglove_item *item) {
    bool id = false, channel = false;
    for (snw_json_event event = next(r); event == SNW_JSON_NAME; event = next(r)) {
        if (is_name(r, "id")) {
            item->id = as_id(r, next(r), "id");
            id = true;
        } else if (is_name(r, "channelId")) {
            item->channel = as_id(r, next(r), "channelId");
            channel = true;
        } else {
            skip(r, next(r));
        }
    }
    if (!id || !channel) {
        (void)refuse(r, SNW_ERR_SYNTAX, "subscriptions", "each needs an id and a channelId");
    }
}

static void read_parameter(reading *r, snw_foxglove_item *item) {
    for (snw_json_event event = next(r); event == SNW_JSON_NAME; event = next(r)) {
        if (is_name(r, "name")) {
            item->name = read_text(r, "name");
        } else if (is_name(r, "value")) {
            item->value = read_value(r);
        } else if (is_name(r, "type")) {
            const char *type = read_text(r, "type");
            if (type != NULL && strcmp(type, "byte_array") == 0) {
                (void)refuse(r, SNW_ERR_UNSUPPORTED, "type", "no parameter here holds bytes");
            }
        } else {
            skip(r, next(r));
        }
    }
    if (item->name == NULL) {
        (void)refuse(r, SNW_ERR_SYNTAX, "parameters", "a parameter needs a name");
    } else if (item->value == NULL) {
        (void)refuse(r, SNW_ERR_UNSUPPORTED, item->name, "a parameter cannot be removed");
    }
}

static void read_item(reading *r, snw_json_event event, unsigned kind) {
    snw_foxglove_item *item = add_item(r);
    if (item == NULL) return;
    if (kind == MET_IDS) {
        item->id = as_id(r, event, "subscriptionIds");
    } else if (kind == MET_NAMES) {
        if (event != SNW_JSON_STRING || memchr(r->json.text, '\0', r->json.length) != NULL) {
            (void)refuse(r, SNW_ERR_SYNTAX, "parameterNames", "a text was expected");
            return;
        }
        item->name = snw_setup_text(r->setup, r->json.text, r->json.length);
        if (item->name == NULL) (void)refuse(r, SNW_ERR_MEMORY, "parameterNames", NULL);
    } else if (event != SNW_JSON_OBJECT) {
        (void)refuse(r, SNW_ERR_SYNTAX, NULL, "an object was expected");
    } else if (kind == MET_SUBSCRIPTIONS) {
        read_subscription(r, item);
    } else {
        read_parameter(r, item);
    }
}

// one list in a message: two would run into each other
static void read_list(reading *r, unsigned kind) {
    const unsigned lists = MET_SUBSCRIPTIONS | MET_IDS | MET_NAMES | MET_PARAMETERS;
    if ((r->met & lists) != 0) {
        (void)refuse(r, SNW_ERR_DUPLICATE, NULL, "a message needs one list");
        return;
    }
    r->met |= kind;
    const snw_json_event first = next(r);
    if (first == SNW_JSON_ERROR) return;
    if (first != SNW_JSON_ARRAY) {
        (void)refuse(r, SNW_ERR_SYNTAX, NULL, "an array was expected");
        return;
    }
    for (snw_json_event event = next(r); event != SNW_JSON_END; event = next(r)) {
        if (event == SNW_JSON_ERROR) return;
        read_item(r, event, kind);
    }
}

// --- the whole ----------------------------------------------------------------------------------

static void read_member(reading *r) {
    if (is_name(r, "op")) {
        r->op = read_text(r, "op");
    } else if (is_name(r, "id")) {
        r->request->id = read_text(r, "id");
    } else if (is_name(r, "uri")) {
        r->request->uri = read_text(r, "uri");
    } else if (is_name(r, "requestId")) {
        r->request->request = as_id(r, next(r), "requestId");
        r->met |= MET_REQUEST;
    } else if (is_name(r, "subscriptions")) {
        read_list(r, MET_SUBSCRIPTIONS);
    } else if (is_name(r, "subscriptionIds")) {
        read_list(r, MET_IDS);
    } else if (is_name(r, "parameterNames")) {
        read_list(r, MET_NAMES);
    } else if (is_name(r, "parameters")) {
        read_list(r, MET_PARAMETERS);
    } else {
        skip(r, next(r));
    }
}

static void find_op(reading *r) {
    static const char *const names[] = {
#define SNW_X(name) #name,
        SNW_FOXGLOVE_OPS(SNW_X)
#undef SNW_X
    };
    static const char *const others[] = {"advertise", "unadvertise", "subscribeConnectionGraph",
                                         "unsubscribeConnectionGraph"};
    if (r->op == NULL) {
        (void)refuse(r, SNW_ERR_SYNTAX, "op", "a message needs an op");
        return;
    }
    for (int i = 0; i < SNW_FOXGLOVE_OP_COUNT; i++) {
        if (strcmp(r->op, names[i]) != 0) continue;
        r->request->op = (snw_foxglove_op)i;
        return;
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (strcmp(r->op, others[i]) != 0) continue;
        (void)refuse(r, SNW_ERR_UNSUPPORTED, r->op, "this server does not offer that");
        return;
    }
    (void)refuse(r, SNW_ERR_UNKNOWN_NAME, r->op, "there is no such op");
}

// what an op must bring
static void check_members(reading *r) {
    static const unsigned needed[] = {
        [SNW_FOXGLOVE_subscribe] = MET_SUBSCRIPTIONS,
        [SNW_FOXGLOVE_unsubscribe] = MET_IDS,
        [SNW_FOXGLOVE_getParameters] = MET_NAMES,
        [SNW_FOXGLOVE_setParameters] = MET_PARAMETERS,
        [SNW_FOXGLOVE_subscribeParameterUpdates] = MET_NAMES,
        [SNW_FOXGLOVE_unsubscribeParameterUpdates] = MET_NAMES,
        [SNW_FOXGLOVE_fetchAsset] = MET_REQUEST,
    };
    if (snw_failed(r->status)) return;
    const snw_foxglove_op op = r->request->op;
    const bool complete = op != SNW_FOXGLOVE_fetchAsset || r->request->uri != NULL;
    if (r->met != needed[op] || !complete) {
        (void)refuse(r, SNW_ERR_SYNTAX, r->op, "its members are missing, or belong to another op");
    }
}

snw_status snw_foxglove_read(const char *bytes, size_t size, snw_setup *setup,
                             snw_foxglove_request *request, snw_why *why) {
    *request = (snw_foxglove_request){0};
    snw_why own = {0};
    reading r = {.setup = setup, .request = request, .why = &own};
    // a decoded text is never longer than the bytes that it was written in
    char *scratch = snw_setup_take(setup, size + 1, 1);
    if (scratch == NULL) {
        return snw_refuse(why, SNW_ERR_MEMORY, "message", NULL, NULL);
    }
    snw_json_open(&r.json, bytes, size, "message", scratch, size + 1);
    const snw_json_event first = next(&r);
    if (first == SNW_JSON_OBJECT) {
        while (next(&r) == SNW_JSON_NAME)
            read_member(&r);
        if (!snw_failed(r.status) && next(&r) != SNW_JSON_EOF) {
            (void)refuse(&r, SNW_ERR_SYNTAX, NULL, "more follows");
        }
        if (!snw_failed(r.status)) find_op(&r);
        check_members(&r);
    } else {
        (void)refuse(&r, SNW_ERR_SYNTAX, NULL, "a message must be an object");
    }
    if (snw_failed(r.status) && why != NULL) *why = own;
    return r.status;
}
