// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "inside.h"
#include "internal.h"

// All components run in one thread, one after the other, so an input is a plain buffer.

static void put(snw__input *in, const void *value, int64_t t_ns) {
    in->t_ns = t_ns;
    in->written = true;
    if (in->kind == SNW_PORT_LATEST) {
        memcpy(in->values, value, in->size);
        in->count = 1;
        return;
    }
    if (in->count == in->capacity) {
        in->lost++;
        return;
    }
    const int place = (in->head + in->count) % in->capacity;
    memcpy(in->values + (size_t)place * in->size, value, in->size);
    in->count++;
}

void snw_port_write(snw_component *self, int port, const void *value) {
    SNW_ASSERT(port >= 0 && port < self->functions->port_count);
    const snw__port *from = &self->slot->ports[port];
    for (int i = 0; i < from->sink_count; i++)
        put(from->sinks[i], value, self->exec->t_ns);
}

snw_status snw_port_read(snw_component *self, int port, void *value) {
    SNW_ASSERT(port >= 0 && port < self->functions->port_count);
    snw__input *in = &self->slot->ports[port].in;
    if (in->count == 0) return SNW_NOTHING_NEW;
    memcpy(value, in->values + (size_t)in->head * in->size, in->size);
    in->head = (in->head + 1) % in->capacity;
    in->count--;
    return SNW_OK;
}

int64_t snw_port_age_ns(const snw_component *self, int port) {
    SNW_ASSERT(port >= 0 && port < self->functions->port_count);
    const snw__input *in = &self->slot->ports[port].in;
    return in->written ? self->exec->t_ns - in->t_ns : INT64_MAX;
}

uint64_t snw__port_lost(const snw_component *self, int port) {
    SNW_ASSERT(port >= 0 && port < self->functions->port_count);
    return self->slot->ports[port].in.lost;
}

bool snw_port_connected(const snw_component *self, int port) {
    SNW_ASSERT(port >= 0 && port < self->functions->port_count);
    const snw__port *one = &self->slot->ports[port];
    return one->in.connected || one->sink_count > 0;
}

snw_component *snw_component_peer(const snw_component *self, const char *role) {
    for (int i = 0; i < self->functions->peer_count; i++) {
        if (strcmp(self->functions->peers[i].role, role) != 0) continue;
        snw__slot *peer = self->slot->peers[i];
        const bool runs = peer != NULL && peer->self.state == SNW_COMPONENT_RUNNING;
        return runs ? &peer->self : NULL;
    }
    return NULL;
}

void snw__exec_discard(snw_exec *exec) {
    // what was queued before a gap is stale: it counts as lost. Nobody moves through the gap: the
    // next update is one period long
    for (int s = 0; s < exec->slot_count; s++) {
        snw__slot *slot = &exec->slots[s];
        slot->updated = false;
        for (int p = 0; p < slot->self.functions->port_count; p++) {
            snw__input *in = &slot->ports[p].in;
            if (in->kind == SNW_PORT_QUEUE) in->lost += (uint64_t)in->count;
            in->count = 0;
        }
    }
    const uint32_t pulses = 1U << SNW_REQUEST_ACKNOWLEDGE | 1U << SNW_REQUEST_ENABLE;
    for (int i = 0; i < exec->arm_count; i++)
        (void)__atomic_fetch_and(&exec->arms[i].asked, ~pulses, __ATOMIC_RELAXED);
}
