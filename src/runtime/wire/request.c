// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "sinew/document.h"
#include "sinew/document/json.h"
#include "sinew/wire.h"
#include "sinew/wire/authority.h"
#include "sinew/wire/serve.h"

static const snw_choice commands[] = {
#define SNW_X(name, act, lease, sentence) {#name, SNW_WIRE_##name, sentence},
    SNW_WIRE_COMMANDS(SNW_X)
#undef SNW_X
};

static const snw_field stamp_fields[] = {
    {SNW_AT(snw_lease_stamp, epoch), .kind = SNW_KIND_STRING, .help = "Identifier of the run."},
    {SNW_AT(snw_lease_stamp, sequence), .kind = SNW_KIND_INT, .range = {0, 9007199254740992.0},
     .help = "Number of the owner; 0 means no owner."},
};
static const snw_type stamp_type = {SNW_TYPE_AS("wire_lease", snw_lease_stamp, stamp_fields),
                                    .space = &snw_space_cell,
                                    .help = "The lease that a request carries."};

#define TEXT(member, sentence)                                                                     \
    { SNW_AT(snw_wire_request, member), .kind = SNW_KIND_STRING, .help = (sentence) }

static const snw_field fields[] = {
    {SNW_AT(snw_wire_request, id), .kind = SNW_KIND_INT, .range = {0, 9007199254740992.0},
     .help = "Number of the request; 0 means none."},
    {SNW_AT(snw_wire_request, command), .kind = SNW_KIND_ENUM, SNW_CHOICES(commands),
     .flags = SNW_REQUIRED, .help = "Requested command."},
    TEXT(path, "Path of a value, or a pattern of paths."),
    TEXT(value, "New value of a parameter, with its unit if that differs."),
    TEXT(object, "Component, drive or loop that is addressed."),
    TEXT(text, "Text of a message."),
    TEXT(word, "Word of the command that is called."),
    TEXT(arguments, "Arguments of a call, as an object."),
    TEXT(arm, "Arm; empty means all arms."),
    TEXT(document, "Parameters of a component, as XML; for a save, the plots of the page as JSON."),
    {SNW_AT(snw_wire_request, most), .kind = SNW_KIND_INT, .range = {0, SNW_WIRE_ITEMS},
     .help = "Largest number of items; 0 means no limit."},
    TEXT(type, "Type to be described."),
    TEXT(act, "Action on the object."),
    TEXT(name, "Name of a client, a recording, a file, a cell or a state."),
    TEXT(token, "Access token of the client."),
    TEXT(version, "Version of the client."),
    TEXT(challenge, "Answer to the last challenge."),
    {SNW_AT(snw_wire_request, lease), .kind = SNW_KIND_STRUCT, .type = &stamp_type,
     .help = "Lease that allows the request."},
    {SNW_AT_COUNTED(snw_wire_request, signals, signal_count), .kind = SNW_KIND_STRING,
     .help = "Paths of signals."},
};
const snw_type snw_wire_request_type = {SNW_TYPE_AS("wire_request", snw_wire_request, fields),
                                        .space = &snw_space_cell,
                                        .help = "A request of a client to a running cell."};

// --- the table of commands ----------------------------------------------------------------------

const char *snw_wire_command_name(snw_wire_command command) {
    static const char *const names[] = {
#define SNW_X(name, act, lease, sentence) #name,
        SNW_WIRE_COMMANDS(SNW_X)
#undef SNW_X
    };
    return (unsigned)command < SNW_WIRE_COUNT ? names[command] : "";
}

snw_act snw_wire_command_act(snw_wire_command command) {
    static const snw_act acts[] = {
#define SNW_X(name, act, lease, sentence) SNW_ACT_##act,
        SNW_WIRE_COMMANDS(SNW_X)
#undef SNW_X
    };
    return (unsigned)command < SNW_WIRE_COUNT ? acts[command] : SNW_ACT_administer;
}

bool snw_wire_command_leased(snw_wire_command command) {
    static const bool leased[] = {
#define SNW_X(name, act, lease, sentence) lease,
        SNW_WIRE_COMMANDS(SNW_X)
#undef SNW_X
    };
    return (unsigned)command >= SNW_WIRE_COUNT || leased[command];
}

// --- reading ------------------------------------------------------------------------------------

// One reading. The pull reader of documents checks the grammar, UTF-8 and lone surrogates; here are
// the names, once each, their values and the bounds.
typedef struct reading {
    snw_json json;
    snw_why *why;
    bool failed;
} reading;

static void refuse(reading *r, snw_status code, const char *subject, const char *text,
                   const char *rule) {
    if (r->failed) return;
    r->failed = true;
    snw_why_set(r->why, code, subject, text);
    snw_why_rule(r->why, rule);
    snw_why_at(r->why, "request", r->json.line, r->json.column);
}

// the next event; after a failure always SNW_JSON_ERROR
static snw_json_event next(reading *r) {
    if (r->failed) return SNW_JSON_ERROR;
    const snw_json_event event = snw_json_next(&r->json);
    if (event == SNW_JSON_ERROR) {
        r->failed = true;
        if (r->why != NULL) *r->why = r->json.why;
        return event;
    }
    // a number that no double can hold is refused wherever it stands
    double number = 0;
    if (event == SNW_JSON_NUMBER &&
        snw_failed(snw_real_parse(r->json.text, r->json.length, &number, NULL))) {
        refuse(r, SNW_ERR_NOT_FINITE, NULL, "a number is too large", "number");
        return SNW_JSON_ERROR;
    }
    return event;
}

// texts of numbers and truth values are values too: {"value": 0.5}
static bool suits(const snw_field *field, snw_json_event event) {
    if (event == SNW_JSON_STRING) return true;
    if (field->kind == SNW_KIND_INT) return event == SNW_JSON_NUMBER;
    return strcmp(field->name, "value") == 0 &&
           (event == SNW_JSON_NUMBER || event == SNW_JSON_TRUE || event == SNW_JSON_FALSE);
}

static void read_plain(reading *r, const snw_field *field, void *place, snw_json_event event) {
    if (event == SNW_JSON_ERROR) return;
    if (!suits(field, event)) {
        refuse(r, SNW_ERR_SYNTAX, field->name, "the value has the wrong kind", "value");
        snw_why_fix(r->why, field->help);
        return;
    }
    const char *text = r->json.text;
    size_t length = r->json.length;
    if (event == SNW_JSON_TRUE) text = "true", length = 4;
    if (event == SNW_JSON_FALSE) text = "false", length = 5;
    snw_why why = {0};
    snw_status status = snw_value_parse(field, text, length, place, &why);
    if (!snw_failed(status)) status = snw_value_check(field, place, &why);
    if (!snw_failed(status)) return;
    // as the value has it, and where it stands
    r->failed = true;
    *r->why = why;
    snw_copy_text(r->why->subject, sizeof r->why->subject, field->name);
    snw_why_rule(r->why, "value");
    snw_why_at(r->why, "request", r->json.line, r->json.column);
}

static void read_list(reading *r, const snw_field *field, snw_wire_request *request) {
    int *count = (int *)(void *)((char *)request + field->count_offset);
    for (snw_json_event event = next(r); event != SNW_JSON_END; event = next(r)) {
        if (event == SNW_JSON_ERROR) return;
        if (*count == field->length) {
            refuse(r, SNW_ERR_TOO_LARGE, field->name, "there are too many items", "count");
            snw_why_add(r->why, "most", field->length, "");
            return;
        }
        (*count)++;
        read_plain(r, field, snw_field_place(field, request, *count - 1), event);
    }
}

static void read_object(reading *r, const snw_type *type, void *block);

// the arguments of a call are read when its command is known: kept as they are written
static void keep_object(reading *r, const snw_field *field, void *block, snw_json_event event) {
    if (event == SNW_JSON_ERROR) return;
    if (event != SNW_JSON_OBJECT) {
        refuse(r, SNW_ERR_SYNTAX, field->name, "an object was expected", "value");
        return;
    }
    const char *first = snw_json_rest(&r->json) - 1;
    if (snw_failed(snw_json_skip(&r->json, event))) {
        r->failed = true;
        *r->why = r->json.why;
        return;
    }
    const snw_word text = {first, (size_t)(snw_json_rest(&r->json) - first)};
    if (!snw_word_copy(text, snw_field_place(field, block, 0), field->size)) {
        refuse(r, SNW_ERR_TOO_LARGE, field->name, "there are too many arguments", "count");
    }
}

static void read_member(reading *r, const snw_field *field, void *block) {
    const snw_json_event event = next(r);
    if (strcmp(field->name, "arguments") == 0) {
        keep_object(r, field, block, event);
        return;
    }
    if (field->kind == SNW_KIND_STRUCT || field->array == SNW_COUNTED) {
        const bool is_list = field->array == SNW_COUNTED;
        if (event == SNW_JSON_ERROR) return;
        if (event != (is_list ? SNW_JSON_ARRAY : SNW_JSON_OBJECT)) {
            refuse(r, SNW_ERR_SYNTAX, field->name,
                   is_list ? "an array was expected" : "an object was expected", "value");
        } else if (is_list) {
            read_list(r, field, block);
        } else {
            read_object(r, field->type, snw_field_place(field, block, 0));
        }
        return;
    }
    read_plain(r, field, snw_field_place(field, block, 0), event);
}

static const snw_field *find_field(reading *r, const snw_type *type, uint32_t *met) {
    char name[SNW_FIELD_NAME] = "";
    const char *names[SNW_FIELDS];
    if (r->json.length < sizeof name) memcpy(name, r->json.text, r->json.length);
    for (int i = 0; i < type->field_count; i++) {
        names[i] = type->fields[i].name;
        if (strlen(name) != r->json.length || strcmp(name, names[i]) != 0) continue;
        if ((*met >> i & 1U) != 0) {
            refuse(r, SNW_ERR_DUPLICATE, names[i], "the name is given twice", "twice");
            return NULL;
        }
        *met |= 1U << i;
        return &type->fields[i];
    }
    refuse(r, SNW_ERR_UNKNOWN_NAME, name, "a request has no such member", "name");
    const char *closest = snw_closest_name(name, names, type->field_count);
    if (closest != NULL) snw_why_fix(r->why, closest);
    return NULL;
}

static void read_object(reading *r, const snw_type *type, void *block) {
    uint32_t met = 0;
    for (snw_json_event event = next(r); event != SNW_JSON_END; event = next(r)) {
        if (event != SNW_JSON_NAME) return;
        const snw_field *field = find_field(r, type, &met);
        if (field == NULL) return;
        read_member(r, field, block);
    }
    for (int i = 0; i < type->field_count; i++) {
        if ((type->fields[i].flags & SNW_REQUIRED) != 0 && (met >> i & 1U) == 0) {
            refuse(r, SNW_ERR_SYNTAX, type->fields[i].name, "the request does not contain it",
                   "need");
            snw_why_fix(r->why, type->fields[i].help);
        }
    }
}

_Static_assert(sizeof fields / sizeof fields[0] <= 32, "names that were met are bits");

// A hundred kilobytes that are nearly always empty: what lies before, between and behind them.
void snw_wire_clear(snw_wire_request *request) {
    char *bytes = (char *)request;
    const size_t arguments = offsetof(snw_wire_request, arguments);
    const size_t arm = offsetof(snw_wire_request, arm);
    const size_t document = offsetof(snw_wire_request, document);
    const size_t most = offsetof(snw_wire_request, most);
    const size_t signals = offsetof(snw_wire_request, signals);
    memset(bytes, 0, arguments + 1);
    memset(bytes + arm, 0, document + 1 - arm);
    memset(bytes + most, 0, signals - most);
    for (int i = 0; i < SNW_SUBSCRIBED; i++)
        request->signals[i][0] = '\0';
    request->signal_count = 0;
}

snw_status snw_wire_read(const char *bytes, size_t size, snw_setup *setup,
                         snw_wire_request *request, snw_why *why) {
    snw_wire_clear(request);
    if (size > SNW_WIRE_REQUEST) {
        snw_why_set(why, SNW_ERR_TOO_LARGE, "request", NULL);
        snw_why_add(why, "bytes", (double)size, "");
        snw_why_add(why, "most", SNW_WIRE_REQUEST, "");
        return SNW_ERR_TOO_LARGE;
    }
    // a decoded text is never longer than the bytes that it was written in
    char *scratch = snw_setup_take(setup, size + 1, 1);
    if (scratch == NULL) {
        return snw_refuse(why, SNW_ERR_MEMORY, "request", NULL, NULL);
    }
    snw_why own = {0};
    reading r = {.why = &own};
    snw_json_open(&r.json, bytes, size, "request", scratch, size + 1);
    const snw_json_event first = next(&r);
    if (first == SNW_JSON_OBJECT) {
        read_object(&r, &snw_wire_request_type, request);
        if (next(&r) != SNW_JSON_EOF) refuse(&r, SNW_ERR_SYNTAX, NULL, "more follows", "value");
    } else {
        refuse(&r, SNW_ERR_SYNTAX, NULL, "a request must be an object", "value");
    }
    if (!r.failed) return SNW_OK;
    if (why != NULL) *why = own;
    return own.code;
}
