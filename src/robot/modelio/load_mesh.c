// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "load_internal.h"
#include "sinew/urdf/mesh_file.h"

typedef struct search {
    const snw_places *places;
    snw_strictness strictness;
    const char *file; // of the robot, for messages
    snw_diags *diags;
    snw_status first;
} search;

static void find_one(search *s, const snw_link_description *link, const snw_body_shape *shape,
                     bool collision) {
    if (shape->shape.type != &snw_mesh_file_type) return;
    snw_mesh_file *mesh = shape->shape.block;
    if (mesh->file[0] != '\0') return;
    snw_why found;
    const snw_status status =
        snw_places_find(s->places, mesh->name, mesh->file, sizeof mesh->file, NULL, &found);
    if (!snw_failed(status)) return;
    char subject[SNW_WHY_SUBJECT], text[2 * SNW_WHY_TEXT];
    snw_text line = snw_text_over(subject, sizeof subject);
    snw_text_format(&line, "link[%s]/%s", link->name, collision ? "collision" : "visual");
    line = snw_text_over(text, sizeof text);
    snw_text_format(&line, "'%.48s': %s", mesh->name, found.text);
    snw_why why;
    snw_why_set(&why, status, subject, text);
    snw_why_fix(&why, found.fix);
    snw_why_rule(&why, "mesh");
    snw_why_at(&why, s->file, 0, 0);
    why.severity = s->strictness == SNW_STRICT ? SNW_ERROR : SNW_WARNING;
    if (why.severity == SNW_ERROR && s->first == SNW_OK) s->first = status;
    snw_diags_add(s->diags, &why);
}

snw_status snw__load_find_meshes(snw_robot *robot, const snw_places *places,
                                 snw_strictness strictness, const char *file, snw_diags *diags) {
    search s = {places, strictness, file, diags, SNW_OK};
    for (int i = 0; i < robot->link_count; i++) {
        const snw_link_description *link = &robot->links[i];
        for (int k = 0; k < link->visual_count; k++) {
            find_one(&s, link, &link->visuals[k], false);
        }
        for (int k = 0; k < link->collision_count; k++) {
            find_one(&s, link, &link->collisions[k], true);
        }
    }
    return s.first;
}
