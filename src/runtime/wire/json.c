// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "internal.h"
#include "sinew/wire/catalogue.h"

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

void snw__wire_words(snw_json_writer *json, const char *name, const snw_field *field) {
    if (field->kind != SNW_KIND_ENUM) {
        snw_json_null(json, name);
        return;
    }
    // a word stands at the place of its value, where values count up from 0
    snw_json_array(json, name);
    for (int i = 0; i < field->choice_count; i++)
        snw_json_string(json, NULL, field->choices[i].name);
    snw_json_end(json);
}

void snw__wire_pose(snw_json_writer *json, const char *name, snw_pose T) {
    const snw_quat q = snw_quat_from_mat3(T.R);
    const double numbers[7] = {T.p.x, T.p.y, T.p.z, q.x, q.y, q.z, q.w};
    snw_json_reals(json, name, numbers, 7);
}

void snw_event_json(const snw_event *event, snw_text *text) {
    // the object is what the path of the subject begins with
    char object[SNW_WHY_SUBJECT];
    snw_copy_text(object, sizeof object, event->why.subject);
    object[strcspn(object, "/")] = '\0';
    snw_json_writer json = snw_json_inside(text, false);
    snw_json_real(&json, "t", (double)event->t_ns / 1e9);
    snw_json_int(&json, "sequence", (int64_t)event->sequence);
    snw_json_string(&json, "object", object);
    snw_json_why(&json, "why", &event->why);
}
