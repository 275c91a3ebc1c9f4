// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// The faces of an OBJ, as they stand in the text.

#include <string.h>

#include "obj_internal.h"

// --- indices ------------------------------------------------------------------------------------

// One index of a corner: 1 is the first, -1 the last one so far. An empty text is none.
static snw_status read_index(const snw__obj *o, const char *text, size_t length, int count,
                             int *index) {
    int64_t number = 0;
    *index = -1;
    if (length == 0) return SNW_OK;
    if (snw_failed(snw_int_parse(text, length, &number, NULL))) {
        return snw__refuse_word(&o->r, &o->s, SNW_ERR_SYNTAX, "is not a corner of a face",
                                "write 1, 1/2, 1//3 or 1/2/3");
    }
    const int64_t from_zero = number > 0 ? number - 1 : number + count;
    if (number == 0 || from_zero < 0 || from_zero >= count) {
        char line[SNW_WHY_TEXT];
        snw_text sentence = snw_text_over(line, sizeof line);
        snw_text_format(&sentence, "refers to an index beyond the %d so far", count);
        return snw__refuse_word(&o->r, &o->s, SNW_ERR_RANGE, line,
                                "indices count from 1, or from -1 backwards");
    }
    *index = (int)from_zero;
    return SNW_OK;
}

// the word as point[/[texture][/normal]]
static snw_status read_corner(const snw__obj *o, snw__obj_corner *corner) {
    const int counts[3] = {o->b.point_count, o->texture_count, o->normal_count};
    int index[3] = {-1, -1, -1};
    const char *at = o->s.word, *end = o->s.word + o->s.length;
    for (int k = 0; k < 3 && at <= end; k++) {
        const char *slash = memchr(at, '/', (size_t)(end - at));
        const char *stop = slash != NULL && k < 2 ? slash : end;
        const snw_status status = read_index(o, at, (size_t)(stop - at), counts[k], &index[k]);
        if (snw_failed(status)) return status;
        at = stop + 1;
    }
    if (index[0] < 0) return read_index(o, "/", 1, 0, &index[0]);
    *corner = (snw__obj_corner){index[0], index[1], index[2]};
    return SNW_OK;
}

snw_status snw__obj_face_line(snw__obj *o) {
    const snw__scan key = o->s;
    snw__obj_face face = {o->corner_count, 0, o->surface, key.word_line};
    while (snw__scan_word(&o->s)) {
        if (face.count == SNW_MESH_CORNERS) {
            return snw__refuse_word(&o->r, &key, SNW_ERR_TOO_LARGE, "has more than 1024 corners",
                                    "split the face in its own program");
        }
        if (!snw__more(&o->corners, o->corner_count, &o->corner_room, sizeof *o->corners)) {
            return snw__obj_memory(o);
        }
        const snw_status status = read_corner(o, &o->corners[o->corner_count]);
        if (snw_failed(status)) return status;
        o->corner_count++;
        face.count++;
    }
    if (face.count < 3) {
        return snw__refuse_word(&o->r, &key, SNW_ERR_SYNTAX, "has fewer than 3 corners",
                                "the file is truncated, or is not an OBJ");
    }
    if (o->face_count >= o->r.most_triangles) {
        return snw__mesh_refuse(&o->r, SNW_ERR_TOO_LARGE, "the mesh has too many triangles",
                                "simplify the mesh in its own program");
    }
    if (!snw__more(&o->faces, o->face_count, &o->face_room, sizeof *o->faces)) {
        return snw__obj_memory(o);
    }
    o->faces[o->face_count++] = face;
    return SNW_OK;
}
