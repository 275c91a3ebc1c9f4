// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
/// @file
/// Texts of Foxglove clients from any bytes: read, or refused with a reason; what was read is
/// terminated and within its limits, and an op has what it needs.

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "sinew/wire/foxglove.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expect(bool condition) {
    if (!condition) abort();
}

static void expect_request(const snw_foxglove_request *r, size_t size) {
    expect((unsigned)r->op < SNW_FOXGLOVE_OP_COUNT);
    expect(r->count >= 0 && r->count <= SNW_FOXGLOVE_ITEMS);
    const bool names = r->op != SNW_FOXGLOVE_subscribe && r->op != SNW_FOXGLOVE_unsubscribe;
    for (int i = 0; i < r->count; i++) {
        const snw_foxglove_item *item = &r->items[i];
        expect(!names || (item->name != NULL && strlen(item->name) <= size));
        if (r->op == SNW_FOXGLOVE_setParameters) {
            expect(item->value != NULL && strlen(item->value) < SNW_MESSAGE);
        }
        volatile snw_foxglove_channel channel = snw_foxglove_find(item->channel, true);
        (void)channel;
    }
    expect(r->op != SNW_FOXGLOVE_fetchAsset || (r->uri != NULL && strlen(r->uri) <= size));
    expect(r->id == NULL || strlen(r->id) <= size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    snw_setup *setup = snw_setup_create(1 << 20);
    snw_foxglove_request request;
    snw_why why = {0};
    if (setup == NULL) return 0;
    const snw_status status = snw_foxglove_read((const char *)data, size, setup, &request, &why);
    if (snw_failed(status)) {
        expect(why.code == status);
    } else {
        expect_request(&request, size);
    }
    snw_setup_destroy(setup);
    return 0;
}
