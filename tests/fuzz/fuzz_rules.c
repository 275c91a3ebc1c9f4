// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// Any bytes as what follows `<collision_rules` in a cell of two arms, a table and a ball: no crash,
// every refusal has a reason, and a world that is made has a policy for each pair, the same from
// both sides, and answers a query about near pairs.
#define _POSIX_C_SOURCE 200809L

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "says.h"
#include "sinew/collision.h"
#include "sinew/hull.h"
#include "sinew/model.h"
#include "sinew/modelio.h"
#include "sinew/modelio/cell.h"
#include "sinew/shape.h"
#include "sinew/urdf.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

enum { FINDINGS = 8, MOST_BYTES = 1 << 14, MOST_LINKS = 64 };

static const char before[] =
    "<cell xmlns='urn:sinew' name='cell'><mechanisms><mechanism name='arm'><robot name='arm'>"
    "<links><link name='base'><collisions><collision material='steel'><shape>"
    "<sphere radius='0.1'/></shape></collision></collisions></link><link name='one'>"
    "<collisions><collision material='steel'><shape>"
    "<capsule start='0.1 0 0' end='0.3 0 0' radius='0.05'/></shape></collision></collisions>"
    "</link><link name='two'><collisions><collision material='steel'><shape>"
    "<box half_extents='0.2 0.05 0.05'/></shape></collision></collisions></link></links>"
    "<joints><joint name='j1' kind='revolute' parent='base' child='one' axis='0 0 1'>"
    "<limits lower='-2' upper='2'/></joint>"
    "<joint name='j2' kind='revolute' parent='one' child='two' axis='0 1 0'>"
    "<origin xyz='0.4 0 0'/><limits lower='-2' upper='2'/></joint></joints></robot></mechanism>"
    "<mechanism name='table'><robot name='table'><links><link name='top'><collisions>"
    "<collision material='steel'><shape><box half_extents='0.6 0.4 0.02'/></shape></collision>"
    "</collisions></link></links></robot></mechanism><mechanism name='ball'>"
    "<robot name='ball' floating='true'><links><link name='ball'>"
    "<inertial mass='1' ixx='0.01' iyy='0.01' izz='0.01'/><collisions>"
    "<collision material='steel'><shape><sphere radius='0.06'/></shape></collision>"
    "</collisions></link></links></robot></mechanism></mechanisms><members>"
    "<member name='left' mechanism='arm'/><member name='right' mechanism='arm'>"
    "<origin xyz='0.9 0.3 0'/></member><member name='table' mechanism='table'>"
    "<origin xyz='0.5 -0.6 -0.3'/></member><member name='ball' mechanism='ball'/></members>"
    "<collision><collision_rules";
static const char behind[] = "</collision_rules></collision></cell>";

static snw_why findings[FINDINGS];

static void must(int condition) {
    if (!condition) abort();
}

static const snw_registry *types(void) {
    static _Alignas(SNW_ARENA_ALIGN) unsigned char block[1 << 16];
    static snw_registry registry;
    if (registry.type_count == 0) {
        snw_arena arena = snw_arena_over(block, sizeof block);
        must(snw_registry_init(&registry, 128, &arena) == SNW_OK &&
             snw_shape_register(&registry, NULL) == SNW_OK &&
             snw_hull_register(&registry, NULL) == SNW_OK &&
             snw_model_register(&registry, NULL) == SNW_OK &&
             snw_urdf_register(&registry, NULL) == SNW_OK &&
             snw_collision_register(&registry, NULL) == SNW_OK);
    }
    return &registry;
}

static snw_arena room_for(snw_setup *setup, size_t needed) {
    void *block = snw_setup_take(setup, needed > 0 ? needed : 1, SNW_ARENA_ALIGN);
    must(block != NULL);
    return snw_arena_over(block, needed);
}

static void check_setting(const snw_world *world, snw_body a, snw_body b) {
    const snw_pair_setting *pair = snw_world_pair(world, a, b);
    must(pair == snw_world_pair(world, b, a));
    must(pair->keep >= 0 && isfinite(pair->keep));
    must(pair->policy == SNW_PAIR_KEEP || pair->keep == 0);
}

static void check_world(const snw_world *world, snw_setup *setup) {
    for (int i = 0; i < world->body_count && i < MOST_LINKS; i++)
        for (int k = 0; k < world->body_count && k < MOST_LINKS; k++)
            check_setting(world, world->bodies[i].body, world->bodies[k].body);
    snw_collision around;
    snw_arena arena = {0};
    SNW_IGNORE(snw_collision_init(&around, world, &arena));
    arena = room_for(setup, arena.needed);
    must(snw_collision_init(&around, world, &arena) == SNW_OK);
    snw_near near[MOST_LINKS];
    const snw_near_query query = {.member = -1, .below = 1, .most = MOST_LINKS};
    double rest;
    const int count = snw_collision_near(&around, &query, near, &rest);
    must(count >= 0 && count <= MOST_LINKS && rest <= 1);
    for (int i = 0; i < count; i++) {
        must(near[i].closest.distance <= 1 && near[i].closest.least <= near[i].closest.distance);
        must(i == 0 || near[i - 1].closest.distance <= near[i].closest.distance);
        must(near[i].metric >= 0 && near[i].policy != SNW_PAIR_IGNORE);
    }
}

static void make_world(const snw_cell *cell, snw_setup *setup) {
    snw_system system;
    snw_arena arena = {0};
    SNW_IGNORE(snw_system_compile(&system, cell, &arena, NULL));
    arena = room_for(setup, arena.needed);
    if (snw_failed(snw_system_compile(&system, cell, &arena, NULL))) return;
    snw_diags diags = {.items = findings, .capacity = FINDINGS};
    const snw_world_options options = {
        .rules = snw_cell_rules(cell), .folder = "/nonexistent", .samples = 20};
    snw_world world;
    const snw_status status = snw_world_init(&world, &system, &options, setup, &diags);
    must(status == SNW_ERR_MEMORY || snw_failed(status) == (diags.errors > 0));
    for (int i = 0; i < diags.count; i++)
        must(says_why(&findings[i]));
    if (!snw_failed(status)) check_world(&world, setup);
}

// what reads for ever is no file of rules
static int names_device(const char *text) {
    return strstr(text, "/dev/") != NULL || strstr(text, "/proc/") != NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    if (size > MOST_BYTES) return 0;
    static char text[sizeof before + MOST_BYTES + sizeof behind];
    memcpy(text, before, sizeof before - 1);
    if (size > 0) memcpy(text + sizeof before - 1, bytes, size);
    memcpy(text + sizeof before - 1 + size, behind, sizeof behind);
    if (names_device(text)) return 0;
    snw_setup *setup = snw_setup_create((size_t)1 << 28);
    must(setup != NULL);
    const snw_source source = {text, sizeof before - 1 + size + sizeof behind - 1, "rules", NULL};
    const snw_cell_options options = {.registry = types(), .places = {.no_environment = true}};
    snw_diags diags = {.items = findings, .capacity = FINDINGS};
    snw_cell *cell = NULL;
    const snw_status status = snw_cell_read(&source, &options, setup, &cell, &diags);
    must(status == SNW_OK || status == SNW_ERR_MEMORY ||
         (diags.errors > 0 && says_why(&findings[0])));
    if (status == SNW_OK) make_world(cell, setup);
    snw_setup_destroy(setup);
    return 0;
}
