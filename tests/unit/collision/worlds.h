// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_COLLISION_WORLDS_H
#define SINEW_TESTS_COLLISION_WORLDS_H

/// @file
/// Cells for tests as their files have them, with their worlds.

#include <string.h>

#include "check.h"
#include "sinew/collision.h"
#include "sinew/hull.h"
#include "sinew/model.h"
#include "sinew/model/coordinates.h"
#include "sinew/modelio.h"
#include "sinew/modelio/cell.h"
#include "sinew/plugin.h"
#include "sinew/shape.h"
#include "sinew/urdf.h"

enum { FINDINGS = 64, TYPES = 128 };

typedef struct scene {
    snw_registry registry;
    snw_setup *setup;
    snw_cell *cell;
    snw_system system;
    snw_system_state state;
    snw_world world;
    snw_collision around;
    size_t needed; // by `around`
    snw_diags diags;
    snw_why items[FINDINGS];
} scene;

/// Memory of the set-up arena for a measured layout.
__attribute__((unused)) static snw_arena room_for(snw_setup *setup, size_t needed) {
    void *block = snw_setup_take(setup, needed > 0 ? needed : 1, SNW_ARENA_ALIGN);
    CHECK(block != NULL);
    return snw_arena_over(block, needed);
}

__attribute__((unused)) static void print_findings(const scene *s) {
    for (int i = 0; i < s->diags.count; i++) {
        char text[1024];
        (void)snw_why_sentence(&s->items[i], text, sizeof text);
        print_error("  %s\n", text);
    }
}

/// A plugin whose types the next scenes know too, or NULL; and where it is held.
__attribute__((unused)) static const char *load_also;
__attribute__((unused)) static snw_plugin *loaded_plugin;

__attribute__((unused)) static void know_types(scene *s) {
    snw_arena arena = {0};
    SNW_IGNORE(snw_registry_init(&s->registry, TYPES, &arena));
    arena = room_for(s->setup, arena.needed);
    CHECK(snw_registry_init(&s->registry, TYPES, &arena) == SNW_OK);
    CHECK(snw_shape_register(&s->registry, NULL) == SNW_OK);
    CHECK(snw_hull_register(&s->registry, NULL) == SNW_OK);
    CHECK(snw_model_register(&s->registry, NULL) == SNW_OK);
    CHECK(snw_urdf_register(&s->registry, NULL) == SNW_OK);
    CHECK(snw_collision_register(&s->registry, NULL) == SNW_OK);
    if (load_also == NULL) return;
    snw_why why = {0};
    const snw_status status = snw_plugin_load(load_also, &s->registry, loaded_plugin, &why);
    if (snw_failed(status)) print_error("%s\n", why.text);
    CHECK(status == SNW_OK);
}

/// Reads a cell and compiles its system, without a world.
__attribute__((unused)) static void read_scene(scene *s, const char *text) {
    memset(s, 0, sizeof *s);
    s->setup = snw_setup_create((size_t)1 << 30);
    s->diags = (snw_diags){.items = s->items, .capacity = FINDINGS};
    know_types(s);
    const snw_source source = {text, strlen(text), "test.cell.xml", "."};
    const snw_cell_options options = {.registry = &s->registry};
    snw_status status = snw_cell_read(&source, &options, s->setup, &s->cell, &s->diags);
    if (snw_failed(status)) print_findings(s);
    CHECK(status == SNW_OK);
    snw_arena arena = {0};
    SNW_IGNORE(snw_system_compile(&s->system, s->cell, &arena, NULL));
    arena = room_for(s->setup, arena.needed);
    status = snw_system_compile(&s->system, s->cell, &arena, &s->diags);
    if (snw_failed(status)) print_findings(s);
    CHECK(status == SNW_OK);
    arena = (snw_arena){0};
    SNW_IGNORE(snw_system_state_init(&s->state, &s->system, &arena));
    arena = room_for(s->setup, arena.needed);
    CHECK(snw_system_state_init(&s->state, &s->system, &arena) == SNW_OK);
    if (s->cell->state_count > 0) {
        CHECK(snw_system_state_put(&s->system, &s->cell->states[0], &s->state, &s->diags) ==
              SNW_OK);
    }
    s->diags.count = s->diags.errors = s->diags.warnings = 0;
}

/// Makes the world of a scene that was read.
__attribute__((unused)) static snw_status make_world(scene *s) {
    const snw_world_options options = {.rules = snw_cell_rules(s->cell), .first = &s->state};
    return snw_world_init(&s->world, &s->system, &options, s->setup, &s->diags);
}

/// A second view of a world.
__attribute__((unused)) static void look_around(scene *s, snw_collision *around) {
    snw_arena arena = {0};
    CHECK(snw_collision_init(around, &s->world, &arena) == SNW_ERR_MEMORY);
    s->needed = arena.needed;
    arena = room_for(s->setup, arena.needed);
    CHECK(snw_collision_init(around, &s->world, &arena) == SNW_OK);
    CHECK(arena.needed == s->needed);
}

__attribute__((unused)) static void open_scene(scene *s, const char *text) {
    read_scene(s, text);
    const snw_status status = make_world(s);
    if (snw_failed(status)) print_findings(s);
    CHECK(status == SNW_OK);
    look_around(s, &s->around);
    CHECK(snw_collision_place(&s->around, &s->state) == SNW_OK);
}

__attribute__((unused)) static void close_scene(scene *s) {
    snw_setup_destroy(s->setup);
}

/// A body by the names of its member and link; of a volume "" is the member.
__attribute__((unused)) static snw_body body_named(const scene *s, const char *member,
                                                   const char *link) {
    for (int i = 0; member[0] == '\0' && i < s->world.volume_count; i++) {
        if (strcmp(s->world.volumes[i].name, link) == 0) return (snw_body){SNW_BODY_VOLUME, i};
    }
    const int m = snw_system_find(&s->system, member);
    CHECK(m >= 0);
    const int l = snw_model_find_link(s->system.members[m].model, link);
    CHECK(l >= 0);
    return (snw_body){m, l};
}

__attribute__((unused)) static bool same_body(snw_body a, snw_body b) {
    return a.member == b.member && a.link == b.link;
}

/// The finding that broke a rule, or NULL.
__attribute__((unused)) static const snw_why *finding(const scene *s, const char *rule) {
    for (int i = 0; i < s->diags.count; i++)
        if (strcmp(s->items[i].rule, rule) == 0) return &s->items[i];
    return NULL;
}

/// Uniform configurations of all members; floating ones near the origin.
__attribute__((unused)) static void draw_state(scene *s, snw_system_state *state) {
    for (int i = 0; i < s->system.member_count; i++) {
        const snw_system_member *member = &s->system.members[i];
        snw_random random = snw_random_stream(check_bits(), (uint64_t)i);
        double *q = state->q + member->q_index;
        snw_random_configuration(member->model, &random, q);
        for (int k = 0; member->model->floating && k < 3; k++)
            q[k] = check_real(-1, 1);
    }
}

// --- cells ---------------------------------------------------------------------------------------

#define CELL(rest) "<cell xmlns=\"urn:sinew\" name=\"cell\">" rest "</cell>"

/// An arm of three joints: capsules along x, each 0.4 m, turning about z, y and y.
#define ARM_LINKS                                                                                  \
    "<robot name=\"arm\"><links>"                                                                  \
    "<link name=\"base\"><collisions><collision><shape><cylinder start=\"0 0 -0.3\" "              \
    "end=\"0 0 -0.1\" radius=\"0.1\"/></shape></collision></collisions></link>"                    \
    "<link name=\"one\"><collisions><collision><shape><capsule start=\"0.1 0 0\" end=\"0.3 0 0\" " \
    "radius=\"0.05\"/></shape></collision></collisions></link>"                                    \
    "<link name=\"two\"><collisions><collision><shape><capsule start=\"0.1 0 0\" end=\"0.3 0 0\" " \
    "radius=\"0.05\"/></shape></collision></collisions></link>"                                    \
    "<link name=\"three\"><collisions><collision><shape><capsule start=\"0.1 0 0\" "               \
    "end=\"0.3 0 0\" radius=\"0.05\"/></shape></collision><collision><origin xyz=\"0.35 0 0\"/>"   \
    "<shape><box half_extents=\"0.04 0.06 0.02\"/></shape></collision></collisions></link>"        \
    "</links><joints>"                                                                             \
    "<joint name=\"j1\" kind=\"revolute\" parent=\"base\" child=\"one\" axis=\"0 0 1\">"           \
    "<limits lower=\"-2.9\" upper=\"2.9\"/></joint>"                                               \
    "<joint name=\"j2\" kind=\"revolute\" parent=\"one\" child=\"two\" axis=\"0 1 0\">"            \
    "<origin xyz=\"0.4 0 0\"/><limits lower=\"-2.6\" upper=\"2.6\"/></joint>"                      \
    "<joint name=\"j3\" kind=\"revolute\" parent=\"two\" child=\"three\" axis=\"0 1 0\">"          \
    "<origin xyz=\"0.4 0 0\"/><limits lower=\"-2.6\" upper=\"2.6\"/></joint>"                      \
    "</joints></robot>"
#define ARM "<mechanism name=\"arm\">" ARM_LINKS "</mechanism>"

/// A table of two shapes, and a ball that floats.
#define TABLE_AND_BALL                                                                             \
    "<mechanism name=\"table\"><robot name=\"table\"><links><link name=\"top\"><collisions>"       \
    "<collision><shape><box half_extents=\"0.6 0.4 0.02\"/></shape></collision>"                   \
    "<collision><origin xyz=\"0.5 0 -0.3\"/><shape><cylinder start=\"0 0 -0.28\" end=\"0 0 "       \
    "0.28\" "                                                                                      \
    "radius=\"0.03\"/></shape></collision></collisions></link></links></robot></mechanism>"        \
    "<mechanism name=\"ball\"><robot name=\"ball\" floating=\"true\"><links><link name=\"ball\">"  \
    "<inertial mass=\"1\" ixx=\"0.01\" iyy=\"0.01\" izz=\"0.01\"/><collisions><collision><shape>"  \
    "<sphere radius=\"0.06\"/></shape></collision></collisions></link></links></robot>"            \
    "</mechanism>"

/// Two arms, a table and a ball.
#define TWO_ARMS                                                                                   \
    "<mechanisms>" ARM TABLE_AND_BALL "</mechanisms><members>"                                     \
    "<member name=\"left\" mechanism=\"arm\"/>"                                                    \
    "<member name=\"right\" mechanism=\"arm\"><origin xyz=\"0.9 0.3 0\"/></member>"                \
    "<member name=\"table\" mechanism=\"table\"><origin xyz=\"0.5 -0.6 -0.3\"/></member>"          \
    "<member name=\"ball\" mechanism=\"ball\"/></members>"

#define RULES(rest) "<collision><collision_rules" rest "</collision_rules></collision>"

#endif // SINEW_TESTS_COLLISION_WORLDS_H
