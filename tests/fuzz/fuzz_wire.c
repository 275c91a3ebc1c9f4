// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
/// @file
/// Requests of clients from any bytes: read, or refused with a reason; what was read is terminated,
/// valid UTF-8 and within its ranges, and reads the same when its bytes are copied elsewhere. A
/// refusal fits on one line.

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "sinew/document.h"
#include "sinew/wire.h"
#include "sinew/wire/serve.h"
#include "sinew/wire/state.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expect(bool condition) {
    if (!condition) abort();
}

// terminated within `size`, and UTF-8 up to there
static void expect_text(const char *text, size_t size) {
    const char *end = memchr(text, '\0', size);
    expect(end != NULL);
    for (const char *at = text; at < end;) {
        const int length = snw_utf8_length(at, (size_t)(end - at));
        expect(length > 0);
        at += length;
    }
}

static void expect_request(const snw_wire_request *r) {
    expect((unsigned)r->command < SNW_WIRE_COUNT);
    expect(snw_wire_command_name(r->command)[0] != '\0');
    expect(snw_wire_command_act(r->command) < SNW_ACTS);
    expect(!snw_wire_command_leased(r->command) ||
           snw_wire_command_act(r->command) >= SNW_ACT_move);
    expect(r->id >= 0 && r->id <= INT64_C(9007199254740992));
    expect(r->most >= 0 && r->most <= SNW_WIRE_ITEMS && r->lease.sequence >= 0);
    expect(r->signal_count >= 0 && r->signal_count <= SNW_SUBSCRIBED);
    expect_text(r->path, sizeof r->path);
    expect_text(r->value, sizeof r->value);
    expect_text(r->object, sizeof r->object);
    expect_text(r->text, sizeof r->text);
    expect_text(r->arm, sizeof r->arm);
    expect_text(r->document, sizeof r->document);
    expect_text(r->token, sizeof r->token);
    expect_text(r->lease.epoch, sizeof r->lease.epoch);
    for (int i = 0; i < r->signal_count; i++)
        expect_text(r->signals[i], sizeof r->signals[i]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static snw_wire_request request, again;
    snw_setup *setup = snw_setup_create(1 << 20);
    if (setup == NULL) return 0;
    snw_why why = {0};
    const snw_status status = snw_wire_read((const char *)data, size, setup, &request, &why);
    if (snw_failed(status)) {
        char line[4096];
        snw_text text = snw_text_over(line, sizeof line);
        expect(why.code == status);
        snw_wire_refuse(&text, request.id, &why);
        expect(!snw_text_is_cut(&text) && strchr(line, '\n') == line + text.length - 1);
    } else {
        expect_request(&request);
        char *copy = malloc(size);
        expect(copy != NULL);
        memcpy(copy, data, size);
        expect(snw_wire_read(copy, size, setup, &again, NULL) == SNW_OK);
        expect(snw_block_equal(&snw_wire_request_type, &request, &again));
        free(copy);
    }
    snw_setup_destroy(setup);
    return 0;
}
