// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/document/json.h"
#include "sinew/wire/serve.h"

bool snw_wire_succeeded(const char *answer, size_t length) {
    char scratch[64]; // names with escapes; values are passed over
    snw_json json;
    snw_json_open(&json, answer, length, "answer", scratch, sizeof scratch);
    if (snw_json_next(&json) != SNW_JSON_OBJECT) return false;
    while (snw_json_next(&json) == SNW_JSON_NAME) {
        const bool is_ok = json.length == 2 && json.text[0] == 'o' && json.text[1] == 'k';
        const snw_json_event value = snw_json_next(&json);
        if (is_ok) return value == SNW_JSON_TRUE;
        if (snw_failed(snw_json_skip(&json, value))) return false;
    }
    return false;
}
