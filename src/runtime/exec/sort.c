// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "internal.h"

// The order of components. Stages come one after the other; inside a stage who writes runs before
// who reads, and a peer before who uses it. Where nothing else is said, the file decides: each
// place goes to the first in the file that waits for nobody (Kahn 1962).
//
// Connections that make a loop cannot all be kept. The first in the file of those that only wait
// for each other runs first, and what it reads from them is one period old. A peer gives way to
// connections, and to peers before it in the file.

enum { NAMES = 8 }; // components of a loop that a finding names

typedef struct sorter {
    const snw_exec *exec;
    int count;           // of components
    bool *before;        // [count * count] row runs before column
    bool *placed;        // [count]
    bool *above, *below; // [count] what a component waits for, and what waits for it
    int *queue, *parent; // [count] of a search
} sorter;

static bool *edge_of(const sorter *s, int first, int second) {
    return &s->before[first * s->count + second];
}

static int index_of(const snw_exec *exec, const snw__slot *slot) {
    return (int)(slot - exec->slots);
}

// Breadth first from `from`, by edges between what is not placed; parent[] leads back. True when
// `to` is reached by one edge at least, also when it is `from` itself.
static bool find_path(const sorter *s, int from, int to) {
    int head = 0, tail = 0;
    for (int i = 0; i < s->count; i++)
        s->parent[i] = -1;
    s->queue[tail++] = from;
    while (head < tail) {
        const int at = s->queue[head++];
        for (int next = 0; next < s->count; next++) {
            if (!*edge_of(s, at, next) || s->placed[next] || s->parent[next] >= 0) continue;
            s->parent[next] = at;
            if (next == to) return true;
            if (next != from) s->queue[tail++] = next;
        }
    }
    return false;
}

static bool same_stage(const snw_exec *exec, int a, int b) {
    return exec->slots[a].stage == exec->slots[b].stage;
}

// what the cell says inside of stages
static void take_edges(sorter *s) {
    const snw_exec *exec = s->exec;
    for (int i = 0; i < exec->link_count; i++) {
        const snw__link *link = &exec->links[i];
        if (link->from != link->to && same_stage(exec, link->from, link->to)) {
            *edge_of(s, link->from, link->to) = true;
        }
    }
    for (int user = 0; user < s->count; user++) {
        const snw__slot *slot = &exec->slots[user];
        for (int p = 0; p < slot->self.functions->peer_count; p++) {
            if (slot->peers[p] == NULL) continue;
            const int peer = index_of(exec, slot->peers[p]);
            if (peer == user || !same_stage(exec, peer, user)) continue;
            if (!find_path(s, user, peer)) *edge_of(s, peer, user) = true;
        }
    }
}

static bool waits(const sorter *s, int slot) {
    for (int other = 0; other < s->count; other++) {
        if (!s->placed[other] && *edge_of(s, other, slot)) return true;
    }
    return false;
}

// Marks what is not placed and comes after `from`, or before it, by one edge or more.
static void mark_reached(const sorter *s, int from, bool after, bool *reached) {
    int head = 0, tail = 0;
    memset(reached, 0, (size_t)s->count * sizeof *reached);
    s->queue[tail++] = from;
    while (head < tail) {
        const int at = s->queue[head++];
        for (int next = 0; next < s->count; next++) {
            const bool edge = after ? *edge_of(s, at, next) : *edge_of(s, next, at);
            if (!edge || s->placed[next] || reached[next]) continue;
            reached[next] = true;
            if (next != from) s->queue[tail++] = next;
        }
    }
}

// All that is left waits. From `slot` backwards there is a loop that waits for nobody outside of
// it: its first in the file.
static int first_of_loop(const sorter *s, int slot) {
    for (;;) {
        mark_reached(s, slot, false, s->above);
        mark_reached(s, slot, true, s->below);
        int outside = -1, first = -1;
        for (int i = s->count - 1; i >= 0; i--) {
            if (s->above[i] && s->below[i]) first = i;
            if (s->above[i] && !s->below[i]) outside = i;
        }
        if (outside < 0) return first;
        slot = outside;
    }
}

// the next of a stage; -1 when all are placed
static int choose_next(const sorter *s, int stage) {
    int waiting = -1;
    for (int i = s->count - 1; i >= 0; i--) {
        if (!s->placed[i] && (int)s->exec->slots[i].stage == stage) waiting = i;
    }
    for (int i = waiting; i >= 0 && i < s->count; i++) {
        const bool open = !s->placed[i] && (int)s->exec->slots[i].stage == stage;
        if (open && !waits(s, i)) return i;
    }
    return waiting >= 0 ? first_of_loop(s, waiting) : -1;
}

static void place_all(snw_exec *exec, sorter *s) {
    int count = 0;
    for (int stage = 0; stage < SNW_STAGES; stage++) {
        exec->stage_begin[stage] = count;
        for (int next; (next = choose_next(s, stage)) >= 0;) {
            s->placed[next] = true;
            exec->slots[next].place = count;
            exec->order[count++] = &exec->slots[next];
        }
    }
    exec->stage_begin[SNW_STAGES] = count;
}

// --- what comes late ----------------------------------------------------------------------------

// "a > b > a", from the reader of a connection to its writer and back; the middle of a long one is
// left out
static void name_loop(const sorter *s, const snw__link *link, snw_text *text) {
    int path[SNW_LOOP_COMPONENTS + 1], length = 0;
    for (int at = link->from; at != link->to && length < s->count; at = s->parent[at])
        path[length++] = at;
    path[length++] = link->to;
    for (int i = length - 1; i >= 0; i--) {
        const bool shown = i >= length - NAMES / 2 || i < NAMES / 2;
        if (shown) snw_text_format(text, "%s > ", s->exec->slots[path[i]].self.name);
        if (i == length - NAMES / 2 - 1 && !shown) snw_text_format(text, "... > ");
    }
    snw_text_format(text, "%s", s->exec->slots[link->to].self.name);
}

// A connection whose reader runs before its writer brings what was written one period before.
static void find_late(snw__builder *b, const sorter *s, int index) {
    const snw_exec *exec = b->exec;
    const snw__link *link = &exec->links[index];
    const snw_connection_entry *entry = &exec->loop->connections[link->entry];
    if (exec->slots[link->from].place < exec->slots[link->to].place) return;
    char subject[SNW_WHY_SUBJECT], text[SNW_WHY_TEXT];
    snw_text line = snw_text_over(subject, sizeof subject);
    snw_text_format(&line, "%s > %s", entry->from, entry->to);
    line = snw_text_over(text, sizeof text);
    const bool loop = link->from == link->to || find_path(s, link->to, link->from);
    if (loop) {
        snw_text_format(&line, "the loop ");
        if (link->from != link->to) name_loop(s, link, &line);
        if (link->from == link->to)
            snw_text_format(&line, "of %s", exec->slots[link->to].self.name);
        snw_text_format(&line, " is cut here: this value arrives one period later");
    } else {
        snw_text_format(&line, "this value arrives one period later: stage %s comes before %s",
                        snw_stage_name(exec->slots[link->to].stage),
                        snw_stage_name(exec->slots[link->from].stage));
    }
    snw_why why;
    snw_why_set(&why, SNW_ERR_CHECK, subject, text);
    snw_why_rule(&why, "order");
    snw_why_add(&why, "delay", (double)exec->period_ns * 1e-9, "s");
    if (loop) snw_why_fix(&why, "nothing if the delay does no harm; otherwise remove one of them");
    why.severity = loop ? SNW_WARNING : SNW_INFO;
    snw__exec_find(b, &why);
}

// all connections, whatever the stages
static void take_links(sorter *s) {
    memset(s->before, 0, (size_t)(s->count * s->count) * sizeof *s->before);
    memset(s->placed, 0, (size_t)s->count * sizeof *s->placed);
    for (int i = 0; i < s->exec->link_count; i++)
        *edge_of(s, s->exec->links[i].from, s->exec->links[i].to) = true;
}

void snw__exec_slots_sort(snw__builder *b) {
    snw_exec *exec = b->exec;
    const size_t count = (size_t)exec->slot_count;
    sorter s = {.exec = exec, .count = exec->slot_count};
    exec->order = snw__exec_take(b, count, sizeof(snw__slot *));
    s.before = snw__exec_take(b, count * count, sizeof *s.before);
    s.placed = snw__exec_take(b, count, sizeof *s.placed);
    s.above = snw__exec_take(b, count, sizeof *s.above);
    s.below = snw__exec_take(b, count, sizeof *s.below);
    s.queue = snw__exec_take(b, count, sizeof *s.queue);
    s.parent = snw__exec_take(b, count, sizeof *s.parent);
    if (snw_failed(b->status)) return;
    take_edges(&s);
    place_all(exec, &s);
    take_links(&s);
    for (int i = 0; i < exec->link_count; i++)
        find_late(b, &s, i);
}

snw_component *snw_exec_component_in_order(snw_exec *exec, int place) {
    return &exec->order[place]->self;
}
