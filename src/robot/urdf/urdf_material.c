// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include "urdf_reader.h"

#define COUNT(table) ((int)(sizeof(table) / sizeof *(table)))

// --- reading ------------------------------------------------------------------------------------

typedef struct material_reading {
    snw_robot_material material;
    bool color, texture;
} material_reading;

static void read_color(snw__urdf *u, void *target) {
    material_reading *m = target;
    snw__attribute a[] = {{.name = "rgba", .required = true}};
    double rgba[4];
    m->color = true;
    if (snw__urdf_attributes(u, a, COUNT(a)) && snw__urdf_reals(u, &a[0], 4, rgba)) {
        for (int i = 0; i < 4; i++) {
            if (rgba[i] >= 0 && rgba[i] <= 1) continue;
            (void)snw__urdf_say(u,
                                snw__with(snw__about(SNW__REMARK, SNW_ERR_RANGE, "urdf-material",
                                                     "write numbers from 0 to 1", &a[0]),
                                          "value", rgba[i], ""),
                                "a part of the colour is outside 0 to 1");
            rgba[i] = rgba[i] < 0 ? 0 : 1;
        }
        memcpy(m->material.rgba, rgba, sizeof rgba);
    }
    snw__urdf_end(u);
}

static void read_texture(snw__urdf *u, void *target) {
    material_reading *m = target;
    snw__attribute a[] = {{.name = "filename"}};
    (void)snw__urdf_attributes(u, a, COUNT(a));
    if (a[0].value == NULL || a[0].value[0] == '\0') {
        (void)snw__urdf_say(u,
                            snw__at(SNW__REMARK, SNW_ERR_NOT_FOUND, "urdf-material",
                                    "name the file of the picture, or remove <texture>", u->at),
                            "the texture names no file; it is left out");
    } else {
        m->texture = true;
        if (strlen(a[0].value) >= sizeof m->material.texture) {
            (void)snw__urdf_say(u,
                                snw__about(SNW__DOUBT, SNW_ERR_TOO_LARGE, "urdf-material",
                                           "use a shorter path", &a[0]),
                                "the file's name is too long");
        } else {
            snw_copy_text(m->material.texture, sizeof m->material.texture, a[0].value);
        }
    }
    snw__urdf_end(u);
}

static void read_parts(snw__urdf *u, material_reading *m) {
    static const snw__element elements[] = {{"color", read_color, false},
                                            {"texture", read_texture, false}};
    snw_block_defaults(snw__field_at(&snw_robot_type, offsetof(snw_robot, materials))->type,
                       &m->material);
    // it may be inside a shape, which does not go with its colour
    const char *spare = u->spare;
    const bool spoiled = u->spoiled;
    u->spare = "the colour";
    snw__urdf_children(u, elements, COUNT(elements), m);
    u->spare = spare;
    u->spoiled = spoiled;
}

static void define(snw__urdf *u, const material_reading *m, bool global, snw__where where) {
    if (u->definition_count == SNW__URDF_MATERIALS) {
        if (!snw__urdf_once(u, "full", "materials")) return;
        (void)snw__urdf_say(u,
                            snw__with(snw__at(SNW__ERROR, SNW_ERR_TOO_LARGE, "urdf-size",
                                              "define each material once", where),
                                      "limit", SNW__URDF_MATERIALS, ""),
                            "there are too many materials");
        return;
    }
    if (u->definition_count == u->definition_room) {
        const int room = u->definition_room > 0 ? 2 * u->definition_room : 16;
        snw__definition *larger = realloc(u->definitions, (size_t)room * sizeof *u->definitions);
        if (larger == NULL) {
            snw__urdf_exhausted(u);
            return;
        }
        u->definitions = larger;
        u->definition_room = room;
    }
    u->definitions[u->definition_count++] = (snw__definition){m->material, global, where};
}

void snw__urdf_material(snw__urdf *u, void *target) {
    (void)target;
    const snw__where at = u->at;
    material_reading m = {0};
    char name[SNW_NAME];
    snw__attribute a[] = {{.name = "name", .required = true}};
    (void)snw__urdf_attributes(u, a, COUNT(a));
    const bool named = snw__urdf_name(u, &a[0], name);
    if (named) snw__urdf_key(u, name);
    read_parts(u, &m);
    if (u->broken || !named) return;
    if (!m.color && !m.texture) {
        (void)snw__urdf_say(u,
                            snw__at(SNW__REMARK, SNW_ERR_NOT_FOUND, "urdf-material",
                                    "give it <color> or <texture>", at),
                            "the material has neither colour nor texture");
    }
    memcpy(m.material.name, name, sizeof name);
    define(u, &m, true, at);
}

void snw__urdf_local_material(snw__urdf *u, const char *owner, char name[SNW_NAME]) {
    const snw__where at = u->at;
    material_reading m = {0};
    snw__attribute a[] = {{.name = "name"}};
    (void)snw__urdf_attributes(u, a, COUNT(a));
    char given[SNW_NAME] = "";
    const bool named = a[0].value != NULL && a[0].value[0] != '\0';
    if (named && !snw__urdf_name(u, &a[0], given)) {
        snw__urdf_pass(u);
        return;
    }
    read_parts(u, &m);
    if (u->broken || (!named && !m.color && !m.texture)) return;
    memcpy(name, named ? given : owner, SNW_NAME);
    memcpy(m.material.name, name, SNW_NAME);
    if (m.color || m.texture) define(u, &m, false, at);
}

// --- one list -----------------------------------------------------------------------------------

static bool same_look(const snw_robot_material *a, const snw_robot_material *b) {
    for (int i = 0; i < 4; i++) {
        if (a->rgba[i] != b->rgba[i]) return false;
    }
    return strcmp(a->texture, b->texture) == 0;
}

// a definition joins the list, or is compared with the one that is there
static void settle(snw__urdf *u, snw_names *names, const snw__definition *d) {
    snw_robot *robot = u->robot;
    const int old = snw_names_find(names, d->material.name, NULL);
    if (old >= 0) {
        const snw__definition *first = &u->definitions[old];
        if (!d->global && same_look(&first->material, &d->material)) return;
        if (!snw__urdf_once(u, "material", d->material.name)) return;
        (void)snw__urdf_say(u,
                            snw__with(snw__at(SNW__REMARK, SNW_ERR_DUPLICATE, "urdf-duplicate",
                                              "define each material once", d->where),
                                      "first_line", first->where.line, ""),
                            "material %s is defined twice; the first is used",
                            snw_quote(d->material.name).text);
        return;
    }
    snw_robot_material *place =
        snw__urdf_append(u, &snw_robot_type, robot, offsetof(snw_robot, materials));
    if (place == NULL) return;
    *place = d->material;
    const snw_type *type = snw__field_at(&snw_robot_type, offsetof(snw_robot, materials))->type;
    snw__urdf_check(u, type, place, d->where);
    SNW_IGNORE(snw_names_add(names, d->material.name, (int)(d - u->definitions)));
}

static void check_use(snw__urdf *u, const snw_names *names, const snw_body_shape *shapes, int count,
                      snw__where where) {
    for (int i = 0; i < count; i++) {
        const char *name = shapes[i].material;
        if (name[0] == '\0' || snw_names_find(names, name, NULL) >= 0) continue;
        if (!snw__urdf_once(u, "material", name)) continue;
        (void)snw__urdf_say(u,
                            snw__at(SNW__REMARK, SNW_ERR_UNKNOWN_NAME, "urdf-material",
                                    "define it in <robot>, with <color>", where),
                            "material %s is not defined", snw_quote(name).text);
    }
}

void snw__urdf_settle_materials(snw__urdf *u) {
    snw_names names;
    void *memory = snw__names_for(&names, u->definition_count);
    if (memory == NULL) {
        snw__urdf_exhausted(u);
        return;
    }
    // those of the whole robot come first, whatever their order in the file
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < u->definition_count && !u->broken; i++) {
            if (u->definitions[i].global == (pass == 0)) settle(u, &names, &u->definitions[i]);
        }
    }
    for (int i = 0; i < u->robot->link_count && !u->broken; i++) {
        const snw_link_description *link = &u->robot->links[i];
        check_use(u, &names, link->visuals, link->visual_count, u->links_at[i]);
        check_use(u, &names, link->collisions, link->collision_count, u->links_at[i]);
    }
    free(memory);
}
