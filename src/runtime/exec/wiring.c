// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "internal.h"
#include "names.h"

static snw__slot *find_slot(const snw_exec *exec, const char *name, size_t length) {
    for (int i = 0; i < exec->slot_count; i++) {
        const char *other = exec->slots[i].self.name;
        if (strlen(other) == length && memcmp(other, name, length) == 0) return &exec->slots[i];
    }
    return NULL;
}

// one end of a connection, "component.port"
typedef struct end {
    snw__slot *slot;
    int port;
} end;

static int component_names(const snw_exec *exec, const char *names[SNW__NAMES]) {
    int count = 0;
    for (int i = 0; i < exec->slot_count && count < SNW__NAMES; i++)
        names[count++] = exec->slots[i].self.name;
    return count;
}

static bool find_end(snw__builder *b, const char *text, bool output, end *out) {
    const char *dot = strchr(text, '.');
    snw__slot *slot = dot != NULL ? find_slot(b->exec, text, (size_t)(dot - text)) : NULL;
    const char *names[SNW__NAMES];
    int count = 0;
    char fix[SNW_WHY_TEXT];
    if (slot == NULL) {
        char name[SNW_NAME];
        snw_copy_text(name, sizeof name, text);
        name[strcspn(name, ".")] = '\0';
        if (dot != NULL) count = component_names(b->exec, names);
        snw__exec_propose(name, names, count, "write component.port", fix);
        snw__exec_refuse(b, SNW_ERR_UNKNOWN_NAME, text, "there is no such component", fix);
        return false;
    }
    for (int p = 0; p < slot->self.functions->port_count; p++) {
        const snw_port *port = &slot->self.functions->ports[p];
        if (port->output != output) continue;
        if (strcmp(port->name, dot + 1) == 0) {
            *out = (end){slot, p};
            return true;
        }
        if (count < SNW__NAMES) names[count++] = port->name;
    }
    snw__exec_propose(dot + 1, names, count, "", fix);
    snw__exec_refuse(
        b, SNW_ERR_UNKNOWN_NAME, text,
        output ? "the component has no such output" : "the component has no such input", fix);
    return false;
}

static void make_input(snw__builder *b, snw__input *in, const snw_port *port, int capacity) {
    if (capacity < 1) capacity = port->capacity;
    if (capacity < 1 || port->kind == SNW_PORT_LATEST) capacity = 1;
    in->kind = port->kind;
    in->size = port->size;
    if (!in->connected || capacity > in->capacity) {
        in->capacity = capacity;
        in->values = snw__exec_take(b, (size_t)capacity, port->size);
    }
    in->connected = true;
}

static void connect(snw__builder *b, int index) {
    snw_exec *exec = b->exec;
    const snw_connection_entry *entry = &exec->loop->connections[index];
    end from, to;
    if (!find_end(b, entry->from, true, &from) || !find_end(b, entry->to, false, &to)) return;
    const snw_port *out = &from.slot->self.functions->ports[from.port];
    const snw_port *in = &to.slot->self.functions->ports[to.port];
    if (strcmp(out->value, in->value) != 0 || out->size != in->size) {
        char text[SNW_WHY_TEXT];
        snw_text line = snw_text_over(text, sizeof text);
        snw_text_format(&line, "an output of '%s' (%zu bytes) does not fit an input of '%s' (%zu)",
                        out->value, out->size, in->value, in->size);
        snw__exec_refuse(b, SNW_ERR_ARGUMENT, entry->to, text, "connect ports of the same value");
        return;
    }
    snw__port *source = &from.slot->ports[from.port];
    make_input(b, &to.slot->ports[to.port].in, in, entry->capacity);
    if (source->sinks == NULL) {
        const size_t most = (size_t)exec->loop->connection_count;
        source->sinks = snw__exec_take(b, most, sizeof(snw__input *));
    }
    if (source->sinks != NULL) {
        source->sinks[source->sink_count++] = &to.slot->ports[to.port].in;
    }
    exec->links[exec->link_count++] =
        (snw__link){(int)(from.slot - exec->slots), (int)(to.slot - exec->slots), index};
}

// a component that lacks something stays PreOperational
static void lacks(snw__builder *b, snw__slot *slot, const char *text, const char *what) {
    snw_why why;
    snw_why_set(&why, SNW_ERR_NOT_FOUND, slot->self.name, text);
    snw_why_fix(&why, what);
    snw__exec_slot_error(slot, &why);
    why.severity = slot->entry->essential ? SNW_ERROR : SNW_WARNING;
    snw__exec_find(b, &why);
}

static void check_inputs(snw__builder *b, snw__slot *slot) {
    for (int p = 0; p < slot->self.functions->port_count; p++) {
        const snw_port *port = &slot->self.functions->ports[p];
        if (port->output || !port->mandatory || slot->ports[p].in.connected) continue;
        lacks(b, slot, "a mandatory input is not connected", port->name);
    }
}

static const snw_peer_entry *entry_of(const snw_component_entry *entry, const char *role) {
    for (int i = 0; i < entry->peer_count; i++) {
        if (strcmp(entry->peers[i].role, role) == 0) return &entry->peers[i];
    }
    return NULL;
}

// a name that is given and wrong is a mistake, also where the peer may be left out
static void refuse_peer(snw__builder *b, const snw__slot *slot, const snw_peer_entry *entry) {
    const char *names[SNW__NAMES];
    char subject[SNW_WHY_SUBJECT], text[SNW_WHY_TEXT], fix[SNW_WHY_TEXT];
    snw_text line = snw_text_over(subject, sizeof subject);
    snw_text_format(&line, "%s/peers[%s]", slot->self.name, entry->role);
    line = snw_text_over(text, sizeof text);
    snw_text_format(&line, "there is no component '%s'", entry->component);
    const int count = component_names(b->exec, names);
    snw__exec_propose(entry->component, names, count, "name a component of the loop", fix);
    snw__exec_refuse(b, SNW_ERR_UNKNOWN_NAME, subject, text, fix);
}

static bool fits_peer(const snw__builder *b, const snw_peer *peer, const snw_type *type) {
    return peer->type == NULL || strcmp(type->token, peer->type) == 0 ||
           snw_registry_is_a(b->exec->options.registry, type, peer->type);
}

// does the loop have a component that could play the role? If not, nothing was forgotten.
static bool has_candidate(const snw__builder *b, const snw__slot *slot, const snw_peer *peer) {
    for (int i = 0; i < b->exec->slot_count; i++) {
        const snw__slot *one = &b->exec->slots[i];
        const bool near = one->self.arm == NULL || one->self.arm == slot->self.arm;
        if (one != slot && near && fits_peer(b, peer, one->self.type)) return true;
    }
    return false;
}

static void find_peer(snw__builder *b, snw__slot *slot, int index) {
    const snw_peer *peer = &slot->self.functions->peers[index];
    const snw_peer_entry *entry = entry_of(slot->entry, peer->role);
    snw__slot *found =
        entry != NULL ? find_slot(b->exec, entry->component, strlen(entry->component)) : NULL;
    if (found == NULL && entry != NULL) {
        refuse_peer(b, slot, entry);
        return;
    }
    if (found == NULL) {
        if (peer->mandatory) {
            lacks(b, slot, "a mandatory peer is missing", peer->role);
            return;
        }
        if (slot->self.functions->says_need && !has_candidate(b, slot, peer)) return;
        snw_why why;
        snw_why_set(&why, SNW_ERR_NOT_FOUND, slot->self.name, "an optional peer is missing");
        snw_why_fix(&why, peer->role);
        why.severity = SNW_WARNING;
        snw__exec_find(b, &why);
        return;
    }
    if (!fits_peer(b, peer, found->self.type)) {
        lacks(b, slot, "a peer is of the wrong type", peer->role);
        return;
    }
    slot->peers[index] = found;
}

// every role that the cell gives must be one that the type knows
static void check_roles(snw__builder *b, const snw__slot *slot) {
    const snw_component_functions *functions = slot->self.functions;
    for (int i = 0; i < slot->entry->peer_count; i++) {
        const char *role = slot->entry->peers[i].role, *names[SNW__NAMES];
        char subject[SNW_WHY_SUBJECT], text[SNW_WHY_TEXT], fix[SNW_WHY_TEXT];
        bool known = false;
        int count = 0;
        for (int p = 0; p < functions->peer_count; p++) {
            known |= strcmp(functions->peers[p].role, role) == 0;
            if (count < SNW__NAMES) names[count++] = functions->peers[p].role;
        }
        if (known) continue;
        snw_text line = snw_text_over(subject, sizeof subject);
        snw_text_format(&line, "%s/peers[%s]", slot->self.name, role);
        line = snw_text_over(text, sizeof text);
        snw_text_format(&line, "the type has no role '%s'", role);
        snw__exec_propose(role, names, count,
                          count > 0 ? "see the roles of the type in docs/reference"
                                    : "remove it: the type uses no other components",
                          fix);
        snw__exec_refuse(b, SNW_ERR_UNKNOWN_NAME, subject, text, fix);
    }
}

void snw__exec_slots_connect(snw__builder *b) {
    const int connections = b->exec->loop->connection_count;
    b->exec->links = snw__exec_take(b, (size_t)connections, sizeof *b->exec->links);
    for (int i = 0; i < connections && b->exec->links != NULL; i++)
        connect(b, i);
    for (int i = 0; i < b->exec->slot_count; i++) {
        snw__slot *slot = &b->exec->slots[i];
        check_roles(b, slot);
        check_inputs(b, slot);
        for (int p = 0; p < slot->self.functions->peer_count; p++)
            find_peer(b, slot, p);
    }
}
