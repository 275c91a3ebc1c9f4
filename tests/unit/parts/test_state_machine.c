// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// NOLINTNEXTLINE(bugprone-reserved-identifier)
#define _GNU_SOURCE
#include "harness.h"

#include <unistd.h>

#include "sinew/parts/state_machine.h"

// A machine whose table stands in the file of a cell, against a second one written here.

enum { STATES = 5, WAYS = 12, GATES = 4, EVENTS = 1000 };

// --- what the transitions look at ---------------------------------------------------------------

typedef struct gates {
    int unused;
} gates;

typedef struct gates_signals {
    double gate[GATES];
    int mode;
} gates_signals;

static double gate_now[GATES];

static const snw_field gates_fields[] = {
    {SNW_AT(gates, unused), .kind = SNW_KIND_INT, .help = "Nothing."},
};
static const snw_field gates_signal_fields[] = {
    {SNW_AT_ARRAY(gates_signals, gate), .kind = SNW_KIND_REAL, .role = SNW_SIGNAL,
     .flags = SNW_INFINITE, .help = "What transitions look at."},
    {SNW_AT(gates_signals, mode), .kind = SNW_KIND_INT, .role = SNW_SIGNAL, .help = "Whole."},
};
static const snw_type gates_signals_type = {SNW_TYPE(gates_signals, gates_signal_fields),
                                            .help = "Gates."};

static snw_status gates_update(snw_component *self, const snw_tick *tick) {
    (void)tick;
    gates_signals *s = self->signals;
    memcpy(s->gate, gate_now, sizeof s->gate);
    s->mode = gate_now[0] > 0 ? 3 : -3;
    return SNW_OK;
}

// it stands before the machine in the file, and so in the stage
static const snw_component_functions gates_functions = {.head = SNW_COMPONENT_HEAD,
                                                        .stage = SNW_STAGE_SENSE,
                                                        .signals = &gates_signals_type,
                                                        .update = gates_update};
static const snw_type gates_type = {SNW_TYPE(gates, gates_fields), .base = "component",
                                    .functions = &gates_functions.head, .help = "Gates of a test."};

// --- the file -----------------------------------------------------------------------------------

static harness h;

// gate: -1 always legal, else the index of the number that must be in [0, 1]
static struct { int from, to, gate; } ways[WAYS];

#define CELL_HEAD                                                                                  \
    "<cell name=\"modes\"><mechanisms><mechanism name=\"panda\" "                                  \
    "file=\"package://models/panda/panda.xml\"/></mechanisms><members><member name=\"arm\" "       \
    "mechanism=\"panda\"/></members><control><loop period=\"1 ms\"><arms><arm member=\"arm\">"     \
    "<drive><ideal_arm/></drive></arm></arms><components><component name=\"gates\"><type>"         \
    "<gates/></type></component>"
#define CELL_TAIL "</components></loop></control></cell>"

static void write_cell(snw_text *text) {
    snw_text_format(text, CELL_HEAD "<component name=\"machine\"><type><state_machine "
                                    "initial=\"s2\"><states>");
    // each state has a component of its own, and s0 and s1 share one
    for (int i = 0; i < STATES; i++) {
        snw_text_format(text, "<state name=\"s%d\"><components>c%d%s</components></state>", i, i,
                        i < 2 ? " both" : "");
    }
    snw_text_format(text, "</states><transitions>");
    for (int i = 0; i < WAYS; i++) {
        snw_text_format(text, "<transition name=\"w%d\" from=\"s%d\" to=\"s%d\"", i, ways[i].from,
                        ways[i].to);
        if (ways[i].gate >= 0) {
            snw_text_format(text, " signal=\"gates/gate[%d]\" low=\"0\" high=\"1\"", ways[i].gate);
        }
        snw_text_format(text, "/>");
    }
    snw_text_format(text, "</transitions></state_machine></type></component>");
    for (int i = 0; i < STATES; i++) {
        snw_text_format(
            text, "<component name=\"c%d\" member=\"arm\"><type><hold/></type></component>", i);
    }
    snw_text_format(
        text, "<component name=\"both\" member=\"arm\"><type><hold/></type></component>" CELL_TAIL);
}

// the cell goes through a file, as a user's does
static void open_from_file(void) {
    static char content[1 << 16];
    char path[] = SNW_BINARY_DIR "/machine-XXXXXX";
    snw_text text = snw_text_over(content, sizeof content);
    write_cell(&text);
    CHECK(!snw_text_is_cut(&text));
    const int file = mkstemp(path);
    CHECK(file >= 0 && write(file, content, strlen(content)) == (ssize_t)strlen(content));
    CHECK(close(file) == 0);
    harness_type = &gates_type;
    const snw_status status = open_cell(&h, path, NULL);
    if (snw_failed(status)) tell(&h);
    CHECK(!snw_failed(status));
    CHECK(unlink(path) == 0);
}

// --- the second machine -------------------------------------------------------------------------

typedef struct model {
    int state;
    bool automatic;
    uint64_t calls, entry, run, handle, exit;
} model;

static bool is_open(int way) {
    const double value = ways[way].gate >= 0 ? gate_now[ways[way].gate] : 0;
    return value >= 0 && value <= 1;
}

static int find_way(const model *m, int to) {
    for (int i = 0; i < WAYS; i++) {
        if (ways[i].from == m->state && (to < 0 || ways[i].to == to) && is_open(i)) return i;
    }
    return -1;
}

static void take_way(model *m, int way) {
    m->exit = ++m->calls;
    m->state = ways[way].to;
    m->entry = ++m->calls;
}

static void step_model(model *m) {
    const int way = m->automatic ? find_way(m, -1) : -1;
    if (way >= 0) {
        take_way(m, way);
    } else {
        m->handle = ++m->calls;
    }
    m->run = ++m->calls;
}

static bool runs(const char *name) {
    return snw_exec_find(h.exec, name)->state == SNW_COMPONENT_RUNNING;
}

static void compare(const model *m) {
    const snw_state_machine_signals *s = snw_exec_find(h.exec, "machine")->signals;
    CHECK(s->state == m->state && s->automatic == m->automatic);
    CHECK(s->entry == m->entry && s->run == m->run && s->handle == m->handle && s->exit == m->exit);
    for (int i = 0; i < STATES; i++) {
        char name[16];
        (void)snprintf(name, sizeof name, "c%d", i);
        CHECK(runs(name) == (i == m->state));
    }
    CHECK(runs("both") == (m->state < 2));
}

static snw_status ask(const char *text) {
    char answer[SNW_MESSAGE];
    snw_why why = {0};
    snw_status status = snw_exec_message(h.exec, "machine", text, 0, answer, &why);
    CHECK(status == SNW_NOTHING_NEW);
    snw_exec_tick(h.exec);
    return snw_exec_message(h.exec, "machine", text, 0, answer, &why);
}

// One event, and the tick in which it is: commands come before the stages.
static void random_event(model *m) {
    char text[32];
    const int what = check_int(0, 9);
    if (what < 5) {
        const int to = check_int(0, STATES - 1);
        (void)snprintf(text, sizeof text, "go s%d", to);
        const int way = find_way(m, to);
        if (way >= 0) take_way(m, way);
        step_model(m);
        CHECK((ask(text) == SNW_OK) == (way >= 0));
    } else if (what == 5) {
        m->automatic = !m->automatic;
        step_model(m);
        CHECK(ask(m->automatic ? "automatic true" : "automatic false") == SNW_OK);
    } else {
        snw_exec_tick(h.exec);
        step_model(m);
    }
}

// A command is judged by what the gates showed in the tick before; so they change by themselves,
// in a tick in which nothing else is asked, and automatic machines see that in the same tick.
static void change_gates(model *m) {
    for (int i = 0; i < GATES; i++)
        gate_now[i] = check_int(0, 3) == 0 ? (double)NAN : check_real(-1, 2);
    snw_exec_tick(h.exec);
    step_model(m);
}

// spec: damore:ARC-06b
static void a_machine_from_a_file_calls_its_states_in_order(void) {
    for (int seed = 0; seed < 5; seed++) {
        check_seed(seed);
        for (int i = 0; i < WAYS; i++) {
            ways[i].from = i < STATES ? i : check_int(0, STATES - 1);
            ways[i].to = check_int(0, STATES - 1);
            ways[i].gate = check_int(-1, GATES - 1);
        }
        memset(gate_now, 0, sizeof gate_now);
        open_from_file();
        model m = {.state = 2, .calls = 1, .entry = 1};
        snw_exec_tick(h.exec);
        step_model(&m);
        compare(&m);
        int reactive = 0, automatic = 0;
        for (int i = 0; i < EVENTS; i++) {
            if (check_int(0, 3) == 0) {
                change_gates(&m);
            } else {
                random_event(&m);
            }
            compare(&m);
            reactive += !m.automatic;
            automatic += m.automatic;
        }
        CHECK(reactive > 200 && automatic > 200);
        close_cell(&h);
    }
}

// --- a switch of modes --------------------------------------------------------------------------

// The arm waves until it is at an end of its way, then holds, and begins again; the file alone says
// so.
static const char switching[] = CELL_HEAD
    "<component name=\"machine\"><type><state_machine initial=\"rest\" "
    "automatic=\"true\"><states><state name=\"rest\"><components>hold</components></state>"
    "<state name=\"work\"><components>wave</components></state></states><transitions>"
    "<transition name=\"begin\" from=\"rest\" to=\"work\" signal=\"machine/time\" "
    "low=\"1\" high=\"1e9\"/><transition name=\"enough\" from=\"work\" to=\"rest\" "
    "signal=\"machine/time\" low=\"1.5\" high=\"1e9\"/></transitions></state_machine></type>"
    "</component><component name=\"hold\" member=\"arm\"><type><hold/></type></component>"
    "<component name=\"wave\" member=\"arm\" start=\"false\"><type><wave frequency=\"0.5\" "
    "ramp=\"0.5\"><amplitude>0.1</amplitude></wave></type></component>" CELL_TAIL;

// spec: damore:ARC-06b
static void modes_switch_as_the_file_says(void) {
    harness_type = &gates_type;
    const snw_status status = open_cell(&h, "modes.cell.xml", switching);
    if (snw_failed(status)) tell(&h);
    CHECK(!snw_failed(status));
    const snw_state_machine_signals *s = snw_exec_find(h.exec, "machine")->signals;
    int changed_at[4] = {0}, changes = 0;
    double way = 0;
    for (int i = 0; i < 7000; i++) {
        if (i == 20) SNW_IGNORE(snw_exec_request(h.exec, -1, SNW_REQUEST_ACKNOWLEDGE));
        if (i == 40) SNW_IGNORE(snw_exec_request(h.exec, -1, SNW_REQUEST_ENABLE));
        snw_exec_tick(h.exec);
        CHECK(runs("hold") == (s->state == 0) && runs("wave") == (s->state == 1));
        if (s->changes > (uint64_t)changes && changes < 4) changed_at[changes++] = i;
        way = fmax(way, fabs(snw_exec_arm(h.exec, 0)->target.q[0]));
    }
    // rest 1 s, work 1.5 s, and so on, each a tick after its time is over
    CHECK(changes == 4);
    CHECK(abs(changed_at[0] - 1000) <= 2);
    CHECK(abs(changed_at[1] - changed_at[0] - 1500) <= 2);
    CHECK(abs(changed_at[2] - changed_at[1] - 1000) <= 2);
    CHECK(way > 0.05);
    CHECK(snw_exec_guard(h.exec, 0)->signals.stops == 0);
    close_cell(&h);
}

// --- refusals -----------------------------------------------------------------------------------

static void wrong_tables_are_refused_with_their_reason(void) {
    static const struct {
        const char *content, *reason;
    } rows[] = {
        {"", "no state"},
        {"<states><state name=\"a\"><components>nobody</components></state></states>",
         "not a component that can be switched"},
        {"<states><state name=\"a\"><components>machine</components></state></states>",
         "not a component that can be switched"},
        {"<initial>b</initial><states><state name=\"a\"/></states>",
         "the machine has no state 'b'"},
        {"<states><state name=\"a\"/></states><transitions><transition name=\"t\" from=\"a\" "
         "to=\"b\"/></transitions>",
         "the machine has no state 'b'"},
        {"<states><state name=\"a\"/></states><transitions><transition name=\"t\" from=\"a\" "
         "to=\"a\" signal=\"gates/gaet[0]\"/></transitions>",
         ""},
        {"<states><state name=\"a\"/></states><transitions><transition name=\"t\" from=\"a\" "
         "to=\"a\" signal=\"gates/gate\"/></transitions>",
         "one number"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        static char content[8192];
        snw_text text = snw_text_over(content, sizeof content);
        snw_text_format(&text,
                        CELL_HEAD "<component name=\"machine\"><type><state_machine>%s"
                                  "</state_machine></type></component>" CELL_TAIL,
                        rows[i].content);
        harness_type = &gates_type;
        CHECK(snw_failed(open_cell(&h, "modes.cell.xml", content)));
        bool found = false;
        for (int k = 0; k < h.diags.count; k++)
            found |= strstr(h.reasons[k].text, rows[i].reason) != NULL;
        CHECK(found);
        close_cell(&h);
    }
}

int main(void) {
    RUN(a_machine_from_a_file_calls_its_states_in_order);
    RUN(modes_switch_as_the_file_says);
    RUN(wrong_tables_are_refused_with_their_reason);
    return check_report();
}
