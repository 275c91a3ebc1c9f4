// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/document.h"
#include "sinew/wire.h"

static const snw_choice commands[] = {
#define SNW_X(name, sentence) {#name, SNW_WIRE_##name, sentence},
    SNW_WIRE_COMMANDS(SNW_X)
#undef SNW_X
};

static const snw_field fields[] = {
    {SNW_AT(snw_wire_request, command), .kind = SNW_KIND_ENUM, SNW_CHOICES(commands),
     .flags = SNW_REQUIRED, .help = "What is asked for."},
    {SNW_AT(snw_wire_request, path), .kind = SNW_KIND_STRING,
     .help = "Path of a value, or a pattern of paths."},
    {SNW_AT(snw_wire_request, value), .kind = SNW_KIND_STRING,
     .help = "What a parameter shall be, with its unit if it has another."},
    {SNW_AT(snw_wire_request, object), .kind = SNW_KIND_STRING,
     .help = "Component, drive or loop that is meant."},
    {SNW_AT(snw_wire_request, text), .kind = SNW_KIND_STRING, .help = "Of a message."},
    {SNW_AT(snw_wire_request, arm), .kind = SNW_KIND_STRING, .help = "Arm; all when it is empty."},
    {SNW_AT(snw_wire_request, document), .kind = SNW_KIND_STRING,
     .help = "Parameters of a component, as XML."},
    {SNW_AT(snw_wire_request, most), .kind = SNW_KIND_INT, .range = {0, SNW_WIRE_ITEMS},
     .help = "Items at most; 0 for as many as there may be."},
};
const snw_type snw_wire_request_type = {SNW_TYPE_AS("wire_request", snw_wire_request, fields),
                                        .space = &snw_space_cell,
                                        .help = "What a client asks of a running cell."};

snw_status snw_wire_read(const char *bytes, size_t size, snw_setup *setup,
                         snw_wire_request *request, snw_why *why) {
    if (size > SNW_WIRE_REQUEST) {
        snw_why_set(why, SNW_ERR_TOO_LARGE, "request", NULL);
        snw_why_add(why, "bytes", (double)size, "");
        snw_why_add(why, "most", SNW_WIRE_REQUEST, "");
        return SNW_ERR_TOO_LARGE;
    }
    snw_why found[4];
    snw_diags diags = {.items = found, .capacity = 4};
    const snw_source source = {.bytes = bytes, .length = size, .name = "request"};
    void *object = NULL;
    const snw_status status =
        snw_json_read(&source, &snw_wire_request_type, NULL, setup, &object, &diags);
    if (snw_failed(status)) {
        if (diags.count > 0) {
            if (why != NULL) *why = found[0];
        } else {
            snw_why_set(why, status, "request", NULL);
        }
        return status;
    }
    *request = *(const snw_wire_request *)object;
    return SNW_OK;
}
