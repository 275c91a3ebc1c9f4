// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
/// @file
/// Requests of clients from any bytes: read, or refused with a reason; what was read is terminated,
/// and reads the same when it is written again.

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "sinew/document.h"
#include "sinew/wire.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expect(bool condition) {
    if (!condition) abort();
}

static bool ends(const char *text, size_t size) {
    return memchr(text, '\0', size) != NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    snw_setup *setup = snw_setup_create(1 << 20);
    if (setup == NULL) return 0;
    snw_wire_request request;
    snw_why why = {0};
    const snw_status status = snw_wire_read((const char *)data, size, setup, &request, &why);
    if (snw_failed(status)) {
        expect(snw_failed(why.code));
    } else {
        expect((unsigned)request.command < SNW_WIRE_COUNT);
        expect(ends(request.path, sizeof request.path) &&
               ends(request.value, sizeof request.value));
        expect(ends(request.object, sizeof request.object) &&
               ends(request.arm, sizeof request.arm));
        expect(ends(request.text, sizeof request.text));
        static char written[1 << 16];
        snw_text text = snw_text_over(written, sizeof written);
        snw_json_write(&snw_wire_request_type, &request, NULL, &text);
        snw_wire_request again;
        if (text.length <= SNW_WIRE_REQUEST) {
            expect(snw_wire_read(written, text.length, setup, &again, NULL) == SNW_OK);
            expect(snw_block_equal(&snw_wire_request_type, &request, &again));
        }
    }
    snw_setup_destroy(setup);
    return 0;
}
