// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include "remote.h"

// how long a cell may take to answer; a message lasts as long as the motion that it asks for
#define PATIENCE_NS (600 * INT64_C(1000000000))

snw_status remote_ask(const char *cell, const char *request, char **answer, snw_why *why) {
    snw_client *client;
    *answer = NULL;
    snw_status status = snw_client_open(&client, cell, PATIENCE_NS, why);
    if (snw_failed(status)) return status;
    status = snw_client_ask(client, request, why);
    if (!snw_failed(status)) {
        const size_t size = strlen(snw_client_answer(client)) + 1;
        *answer = malloc(size);
        if (*answer != NULL) {
            memcpy(*answer, snw_client_answer(client), size);
        } else {
            status = SNW_ERR_MEMORY;
            snw_why_set(why, status, cell, NULL);
        }
    }
    snw_client_close(client);
    return status;
}
