// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "remote_question.h"

enum { ANSWER_MEMORY = 64 << 20 };

void question_close(question *q) {
    snw_setup_destroy(q->setup);
    snw_client_close(q->client);
    *q = (question){0};
}

void question_write(snw_text *text, const char *command, const char *const members[4]) {
    snw_json_writer json = snw_json_over(text);
    snw_json_object(&json, NULL);
    snw_json_string(&json, "command", command);
    for (int i = 0; i < 4 && members[i] != NULL; i += 2)
        snw_json_string(&json, members[i], members[i + 1]);
    snw_json_end(&json);
}

snw_status question_open(question *q, const char *cell, int64_t wait_ns, snw_why *why) {
    *q = (question){0};
    return snw_client_open(&q->client, cell, wait_ns, why);
}

snw_status question_ask(question *q, const char *request, snw_why *why) {
    snw_setup_destroy(q->setup);
    q->setup = snw_setup_create(ANSWER_MEMORY);
    snw_status status = snw_client_ask(q->client, request, why);
    if (!snw_failed(status)) q->json = snw_client_answer(q->client);
    if (!snw_failed(status)) status = reply_read(q->json, q->setup, &q->answer, why);
    if (!snw_failed(status) && !q->answer->ok) {
        reply_why(q->answer, why);
        status = snw_failed(why->code) ? why->code : SNW_ERR_CHECK;
    }
    return status;
}

snw_status question_put(question *q, const char *cell, const char *request, snw_why *why) {
    const snw_status status = question_open(q, cell, QUESTION_PATIENCE_NS, why);
    return snw_failed(status) ? status : question_ask(q, request, why);
}

void render_line(snw_text *text, const void *context) {
    snw_text_format(text, "%s\n", (const char *)context);
}
