// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "internal.h"

typedef struct phrase {
    const char *type, *word;
} phrase;

#define SNW_X(type, word) {type, word},
static const phrase questions[] = {SNW_WIRE_QUESTIONS(SNW_X)};
static const phrase streams[] = {SNW_WIRE_STREAMS(SNW_X)};
#undef SNW_X

// does the text begin with this word?
static bool begins(const char *text, const char *word) {
    text += strspn(text, " \t\r\n");
    const size_t length = strcspn(text, " \t\r\n");
    return length == strlen(word) && strncmp(text, word, length) == 0;
}

// is the message of a request one of these? Names of types, not of components: a cell may call its
// components what it likes.
static bool is_among(const snw_wire *wire, const snw_wire_request *request, const phrase *phrases,
                     size_t count) {
    if (request->command != SNW_WIRE_message) return false;
    const snw_component *component = snw_exec_find(wire->exec, request->object);
    for (size_t i = 0; component != NULL && i < count; i++) {
        if (strcmp(component->type->token, phrases[i].type) == 0 &&
            begins(request->text, phrases[i].word)) {
            return true;
        }
    }
    return false;
}

static bool is_fault(const snw_wire_request *request) {
    const char *dot = strrchr(request->object, '.');
    return request->command == SNW_WIRE_message && dot != NULL && strcmp(dot, ".drive") == 0 &&
           begins(request->text, "fault");
}

typedef struct moment {
    bool found;
    snw_when when;
} moment;

static bool take_moment(const char *path, const snw_place *place, const char *value,
                        void *context) {
    (void)path;
    (void)value;
    moment *m = context;
    if (place->role != SNW_PARAMETER) return true;
    if (!m->found || place->when < m->when) m->when = place->when;
    m->found = true;
    return true;
}

// When may what a path leads to change? A path that leads to several values is as strict as the
// strictest of them; one that leads nowhere is refused later, by who knows why.
static snw_when when_of(const snw_wire *wire, const char *path) {
    char pattern[SNW_FIELD_PATH];
    snw_copy_text(pattern, sizeof pattern, path);
    moment m = {false, SNW_LIVE};
    (void)snw_exec_list(wire->exec, pattern, take_moment, &m);
    if (m.found) return m.when;
    // an array as a whole: its items
    const size_t length = strlen(pattern);
    if (length + 4 > sizeof pattern) return SNW_AT_STANDSTILL;
    memcpy(pattern + length, "[*]", 4);
    (void)snw_exec_list(wire->exec, pattern, take_moment, &m);
    return m.found ? m.when : SNW_AT_STANDSTILL;
}

snw_act snw_wire_need(const snw_wire *wire, const snw_wire_request *request) {
    if (request->command == SNW_WIRE_set) {
        return when_of(wire, request->path) == SNW_LIVE ? SNW_ACT_move : SNW_ACT_change;
    }
    if (request->command == SNW_WIRE_states && strcmp(request->act, "list") == 0) {
        return SNW_ACT_read;
    }
    if (is_fault(request)) return SNW_ACT_inject;
    if (is_among(wire, request, questions, sizeof questions / sizeof questions[0])) {
        return SNW_ACT_read;
    }
    return snw_wire_command_act(request->command);
}

bool snw_wire_streams(const snw_wire *wire, const snw_wire_request *request) {
    return is_among(wire, request, streams, sizeof streams / sizeof streams[0]);
}
