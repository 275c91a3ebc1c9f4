// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_APPS_REMOTE_QUESTION_H
#define SINEW_APPS_REMOTE_QUESTION_H

/// @file
/// Questions to running cells, for every command that talks to one.

#include "cli.h"
#include "remote_reply.h"
#include "sinew/server/client.h"

/// The option that names a running cell.
#define CELL_OPTION                                                                                \
    {                                                                                              \
        .name = "cell", .letter = 'c', .kind = CLI_TEXT,                                           \
        .sentence = "Name of the running cell, if there are several."                              \
    }

/// How long a cell may take to answer; a message lasts as long as the motion that it asks for.
#define QUESTION_PATIENCE_NS (600 * INT64_C(1000000000))

/// One connection and its last answer. All zero is closed.
typedef struct question {
    snw_setup *setup; // of the answer
    snw_client *client;
    const char *json;    ///< as it came
    const reply *answer; ///< as structs
} question;

/// Connects to a cell; NULL is the only one that runs. Give it to question_close() in any case.
SNW_NODISCARD snw_status question_open(question *q, const char *cell, int64_t wait_ns,
                                       snw_why *why);

/// Asks, and waits for the answer. A refusal of the cell is a failure with its reason.
SNW_NODISCARD snw_status question_ask(question *q, const char *request, snw_why *why);

/// Connects and asks once.
SNW_NODISCARD snw_status question_put(question *q, const char *cell, const char *request,
                                      snw_why *why);
void question_close(question *q);

/// Writes a request with at most two members beside its command; a NULL name ends them.
void question_write(snw_text *text, const char *command, const char *const members[4]);

#define REQUEST(text, command, ...)                                                                \
    question_write(text, command, (const char *const[4]){__VA_ARGS__})

/// Prints the context, a line of text, and an end of line.
void render_line(snw_text *text, const void *context);

#endif // SINEW_APPS_REMOTE_QUESTION_H
