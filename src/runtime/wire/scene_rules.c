// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "internal.h"
#include "sinew/exec/state.h"
#include "sinew/surround.h"

// What a page needs to know about collisions: the names behind the numbers of bodies, the distances
// of the rules, and their volumes.

static const char *const policies[] = {"ignore", "watch", "keep"}; // snw_pair_policy
static const char *const kinds[] = {"box", "zone", "space"};       // snw_volume_kind

static void add_bodies(snw_json_writer *json, const snw_world *world, bool sensed) {
    snw_json_array(json, "bodies");
    for (int i = 0; i < world->body_count; i++) {
        const snw_body body = world->bodies[i].body;
        char name[SNW_BODY_NAME];
        snw_world_name(world, body, name);
        snw_json_object(json, NULL);
        snw_json_string(json, "name", name);
        if (body.member >= 0) {
            snw_json_int(json, "link",
                         snw__wire_first_link(world->system, body.member) + body.link);
        } else {
            snw_json_int(json, "volume", body.link);
        }
        snw_json_end(json);
    }
    if (sensed) {
        snw_json_object(json, NULL);
        snw_json_string(json, "name", "sensed");
        snw_json_end(json);
    }
    snw_json_end(json);
}

static void add_volumes(snw_json_writer *json, const snw_world *world) {
    snw_json_array(json, "volumes");
    for (int i = 0; i < world->volume_count; i++) {
        const snw_world_volume *volume = &world->volumes[i];
        snw_json_object(json, NULL);
        snw_json_string(json, "name", volume->name);
        snw_json_string(json, "kind", kinds[volume->kind]);
        if (volume->member >= 0) {
            snw_json_string(json, "member", world->system->members[volume->member].name);
        }
        const snw_vec3 low = volume->low, high = volume->high;
        snw_json_reals(json, "low", (const double[]){low.x, low.y, low.z}, 3);
        snw_json_reals(json, "high", (const double[]){high.x, high.y, high.z}, 3);
        snw_json_end(json);
    }
    snw_json_end(json);
}

static void add_pairs(snw_json_writer *json, const snw_collision_rules *rules) {
    snw_json_array(json, "pairs");
    for (int i = 0; rules != NULL && i < rules->pair_count; i++) {
        const snw_pair_rule *pair = &rules->pairs[i];
        snw_json_object(json, NULL);
        snw_json_string(json, "a", pair->a);
        snw_json_string(json, "b", pair->b);
        snw_json_string(json, "policy", policies[pair->policy]);
        if (pair->keep >= 0) snw_json_real(json, "keep", pair->keep);
        snw_json_end(json);
    }
    snw_json_end(json);
}

// the name of the component whose pairs are in the state frames; NULL for none
static const char *shown_by(snw_exec *exec) {
    for (int i = 0; i < snw_exec_component_count(exec); i++) {
        const snw_component *one = snw_exec_component(exec, i);
        if (one->type == &snw_clearance_type && one->state != SNW_COMPONENT_PREOPERATIONAL) {
            return one->name;
        }
    }
    return NULL;
}

void snw__scene_rules(snw_json_writer *json, const snw_cell *cell, snw_exec *exec) {
    const snw_world *world = NULL;
    const char *component = exec != NULL ? shown_by(exec) : NULL;
    if (component == NULL || snw_failed(snw_exec_world(exec, &world, NULL))) return;
    snw_json_object(json, "collision");
    snw_json_string(json, "component", component);
    snw_json_bool(json, "rules", world->has_rules);
    snw_json_real(json, "keep", world->keep);
    snw_json_real(json, "slow", world->slow);
    add_bodies(json, world, snw_exec_sensed(exec) != NULL);
    add_volumes(json, world);
    add_pairs(json, snw_cell_rules(cell));
    snw_json_end(json);
}
