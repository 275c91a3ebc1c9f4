// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_SERVER_MODEL_PARTS_H
#define SINEW_TESTS_SERVER_MODEL_PARTS_H

/// @file
/// What the model of clients, server and loop knows, and the component that notes what acts.

#include "unit/exec/rig.h"

#include "sinew/os/clock.h"
#include "sinew/os/thread.h"

#include <pthread.h>

#include "../../../src/runtime/server/internal.h"

enum { MODEL_CLIENTS = 6, MODEL_SENT = 1 << 14, MODEL_ACTED = 1 << 10 };

/// What was true when a command was sent.
typedef struct model_sent {
    int client;
    uint32_t session; ///< number of the session
    int64_t lease;    ///< sequence that it carries
    uint64_t stops;   ///< stops of the model before
    uint64_t ends;    ///< ends of the model before
    int64_t t_ns;     ///< of the loop
    bool begun;       ///< the component is, or was, at it
    uint64_t at_end;  ///< ends of the component when it began
    int left;         ///< ticks that it takes yet
} model_sent;

/// What was true when it acted.
typedef struct model_acted {
    int number; ///< of what was sent
    bool begins;
} model_acted;

typedef struct model_client {
    bool connected;
    snw__connection connection;
    snw__session session;
    int next_id;
    snw_lease_stamp lease; ///< as far as it knows
    const char *token;
} model_client;

typedef struct model {
    rig r;
    snw_server *server;
    snw_server_cell cell;
    model_client clients[MODEL_CLIENTS];
    model_sent sent[MODEL_SENT];
    int sent_count;
    model_acted acted[MODEL_ACTED];
    int acted_count;
    uint64_t stops, ends; ///< that the model has asked for
    uint64_t moves, dropped, answers;
    bool moving; ///< the component is at it
    int moving_number;
    bool standing; ///< a motion goes on whose command was answered
    model_sent standing_sent;
    uint64_t stood; ///< ticks of such motions
    // what a person who looks on knows of the lease
    int64_t seen_sequence, lost_below;
    snw_lease_state seen_state;
    char seen_owner[SNW_TOKEN_NAME];
    bool seen_there;
    char tokens[MODEL_CLIENTS][SNW_TOKEN_TEXT];
} model;

static model m;
static int64_t model_ns;

static int64_t model_clock(void) {
    return model_ns;
}

// --- the component ------------------------------------------------------------------------------

typedef struct noted {
    double unused;
} noted;

typedef struct noted_number {
    int number, ticks;
} noted_number;

static const snw_field noted_fields[] = {
    {SNW_AT(noted, unused), .kind = SNW_KIND_REAL, .help = "Nothing."},
};
static const snw_field noted_number_fields[] = {
    {SNW_AT(noted_number, number), .kind = SNW_KIND_INT, .range = {0, MODEL_SENT},
     .flags = SNW_REQUIRED, .help = "Of what was sent."},
    {SNW_AT(noted_number, ticks), .kind = SNW_KIND_INT, .range = {0, 1000}, .initial = "0",
     .help = "That it takes."},
};
static const snw_type noted_number_type = {SNW_TYPE(noted_number, noted_number_fields),
                                           .help = "A command of the model."};

static uint64_t component_ends;

static void note_act(int number, bool begins) {
    if (m.acted_count < MODEL_ACTED) {
        m.acted[m.acted_count++] = (model_acted){number, begins};
    }
}

static snw_status noted_move(void *self, const void *arguments, void *answer, snw_why *why) {
    (void)self, (void)answer, (void)why;
    const noted_number *a = arguments;
    model_sent *sent = &m.sent[a->number];
    // what was ended does not begin anew
    if (sent->begun && sent->at_end != component_ends) return SNW_ERR_INTERRUPTED;
    note_act(a->number, !sent->begun);
    if (!sent->begun) {
        sent->begun = m.moving = true;
        m.moving_number = a->number;
        sent->at_end = component_ends;
        sent->left = a->ticks;
    }
    if (sent->left-- > 0) return SNW_NOTHING_NEW;
    if (m.moving_number == a->number) m.moving = false;
    return SNW_OK;
}

// it goes on after the answer, until it is ended
static snw_status noted_run(void *self, const void *arguments, void *answer, snw_why *why) {
    (void)self, (void)answer, (void)why;
    const int number = ((const noted_number *)arguments)->number;
    m.standing_sent = m.sent[number];
    m.standing = true;
    note_act(number, true);
    return SNW_OK;
}

static snw_status noted_once(void *self, const void *arguments, void *answer, snw_why *why) {
    (void)self, (void)answer, (void)why;
    note_act(((const noted_number *)arguments)->number, true);
    return SNW_OK;
}

static snw_status noted_end(void *self, const void *arguments, void *answer, snw_why *why) {
    (void)self, (void)arguments, (void)answer, (void)why;
    m.moving = m.standing = false;
    component_ends++;
    return SNW_OK;
}

static snw_status noted_ask(const void *self, const void *signals, const void *arguments,
                            void *answer, snw_why *why) {
    (void)self, (void)signals, (void)arguments, (void)answer, (void)why;
    return SNW_OK;
}

/// A question that reads a file: it waits here for a test to let it go on.
static uint32_t reading_began, reading_may_end; // atomic
static pthread_t reading_thread;

static snw_status noted_read(const void *self, const void *signals, const void *arguments,
                             void *answer, snw_why *why) {
    (void)self, (void)signals, (void)arguments, (void)answer, (void)why;
    reading_thread = pthread_self();
    __atomic_store_n(&reading_began, 1, __ATOMIC_RELEASE);
    // a door that waits for it is let go in the end, and has failed
    const int64_t end_ns = snw_clock_now_ns() + 20 * INT64_C(1000000000);
    while (__atomic_load_n(&reading_may_end, __ATOMIC_ACQUIRE) == 0 && snw_clock_now_ns() < end_ns)
        snw_thread_yield();
    return SNW_OK;
}

static const snw_command noted_commands[] = {
    {.word = "move",
     .kind = SNW_COMMAND_MOVE,
     .arguments = &noted_number_type,
     .act = noted_move,
     .help = "Moves for some ticks."},
    {.word = "run",
     .kind = SNW_COMMAND_MOVE,
     .arguments = &noted_number_type,
     .act = noted_run,
     .help = "Moves until it is ended."},
    {.word = "tune",
     .kind = SNW_COMMAND_SET,
     .arguments = &noted_number_type,
     .act = noted_once,
     .help = "Changes something."},
    {.word = "jog",
     .kind = SNW_COMMAND_STREAM,
     .arguments = &noted_number_type,
     .act = noted_once,
     .help = "A sample of a motion."},
    {.word = "end", .kind = SNW_COMMAND_END, .act = noted_end, .help = "Ends the motion."},
    {.word = "where", .kind = SNW_COMMAND_ASK, .ask = noted_ask, .help = "Tells nothing."},
    {.word = "read",
     .kind = SNW_COMMAND_ASK,
     .ask = noted_read,
     .reads_file = true,
     .help = "Reads a file."},
};

static snw_status noted_update(snw_component *self, const snw_tick *tick) {
    (void)self, (void)tick;
    return SNW_OK;
}

static const snw_component_functions noted_functions = {.head = SNW_COMPONENT_HEAD,
                                                        .stage = SNW_STAGE_USER,
                                                        .commands = noted_commands,
                                                        .command_count = 7,
                                                        .update = noted_update};
static const snw_type noted_type = {SNW_TYPE(noted, noted_fields), .base = "component",
                                    .functions = &noted_functions.head,
                                    .help = "Notes what acts, and when."};

#endif // SINEW_TESTS_SERVER_MODEL_PARTS_H
