// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "internal.h"

void snw__wire_pair(snw_text *text, const char *name, const char *value) {
    snw_text_format(text, ",\"%s\":", name);
    snw_text_json_string(text, value);
}

const char *snw__wire_kind(snw_kind kind) {
    switch (kind) {
    case SNW_KIND_BOOL:
        return "truth";
    case SNW_KIND_INT:
    case SNW_KIND_UINT:
        return "integer";
    case SNW_KIND_REAL:
        return "real";
    case SNW_KIND_ENUM:
        return "enum";
    case SNW_KIND_STRING:
    case SNW_KIND_REFERENCE:
        return "text";
    case SNW_KIND_VEC3:
        return "vector";
    case SNW_KIND_QUAT:
        return "quaternion";
    case SNW_KIND_POSE:
        return "pose";
    case SNW_KIND_MATRIX:
        return "matrix";
    case SNW_KIND_STRUCT:
    case SNW_KIND_OPTIONAL:
        return "block";
    case SNW_KIND_CHILD:
        return "child";
    }
    return "";
}

void snw__wire_words(const snw_field *field, snw_text *text) {
    if (field->kind != SNW_KIND_ENUM) {
        snw_text_format(text, "null");
        return;
    }
    // a word stands at the place of its value, where values count up from 0
    snw_text_format(text, "[");
    for (int i = 0; i < field->choice_count; i++) {
        if (i > 0) snw_text_format(text, ",");
        snw_text_json_string(text, field->choices[i].name);
    }
    snw_text_format(text, "]");
}

void snw__wire_numbers(const double *values, int count, snw_text *text) {
    snw_text_format(text, "[");
    for (int i = 0; i < count; i++) {
        if (i > 0) snw_text_format(text, ",");
        snw_text_json_real(text, values[i]);
    }
    snw_text_format(text, "]");
}

void snw__wire_pose(snw_pose T, snw_text *text) {
    const snw_quat q = snw_quat_from_mat3(T.R);
    const double numbers[7] = {T.p.x, T.p.y, T.p.z, q.x, q.y, q.z, q.w};
    snw__wire_numbers(numbers, 7, text);
}

void snw_event_json(const snw_event *event, snw_text *text) {
    // the object is what the path of the subject begins with
    char object[SNW_WHY_SUBJECT];
    snw_copy_text(object, sizeof object, event->why.subject);
    object[strcspn(object, "/")] = '\0';
    snw_text_format(text, "\"t\":");
    snw_text_json_real(text, (double)event->t_ns / 1e9);
    snw_text_format(text, ",\"sequence\":%llu", (unsigned long long)event->sequence);
    snw__wire_pair(text, "object", object);
    snw_text_format(text, ",\"why\":");
    snw__wire_why(text, &event->why);
}
