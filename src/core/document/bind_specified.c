// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "bind.h"
#include "inside.h"
#include "parts.h"

// the deepest member of a document: names are shorter than 64 bytes, indices than 16
enum { LONGEST = SNW_DOCUMENT_DEPTH * 80 };

// puts a text before what stands at `start`
static size_t put_before(char *path, size_t start, const char *text) {
    const size_t length = strlen(text);
    if (length > start) return start;
    for (size_t i = 0; i < length; i++)
        path[start - length + i] = text[i];
    return start - length;
}

void snw__bind_specify(snw__bind *b, const char *name) {
    const snw__frame *frame = snw__bind_top(b);
    // what is inside a pose or a quaternion is no member of its own
    if (frame->type == &snw__pose_type || frame->type == &snw__quat_type) return;
    char path[LONGEST];
    size_t start = sizeof path - 1;
    path[start] = '\0';
    start = put_before(path, start, name);
    // from the inside out; the root has no name below itself
    for (int step = frame->step; step >= 0 && b->steps[step].parent >= 0;) {
        start = put_before(path, start, "/");
        if (b->steps[step].index >= 0) {
            char index[16];
            snw_text text = snw_text_over(index, sizeof index);
            snw_text_format(&text, "[%d]", b->steps[step].index);
            start = put_before(path, start, index);
        }
        start = put_before(path, start, b->steps[step].name);
        step = b->steps[step].parent;
    }
    if (snw_failed(snw__specified_add(b->options->specified, b->setup, path + start))) {
        b->exhausted = true;
    }
}
