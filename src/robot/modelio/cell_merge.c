// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "sinew/model/edit.h"
#include "sinew/modelio/cell.h"

// A cell becomes one mechanism by mounting member after member, carriers first, as its system has
// them. Each mounting copies what is there already, so two arenas take turns.

enum { MEMORY = 1 << 30 }; // of one arena, at most

typedef struct merging {
    const snw_cell *cell;
    snw_system system;
    snw_setup *now;   // holds `robot`
    snw_setup *other; // for what only one mounting needs
    const snw_robot *robot;
    snw_diags *diags;
} merging;

static snw_status add_link(snw_robot *robot, snw_setup *setup, const char *name) {
    const snw_field *links = snw_type_field(&snw_robot_type, "links");
    const snw_status status = snw_block_resize(links, robot, robot->link_count + 1, setup);
    if (status == SNW_OK) {
        snw_copy_text(robot->links[robot->link_count - 1].name, SNW_NAME, name);
    }
    return status;
}

// the mechanism of a member, with the shapes that its links share written into each of them
static snw_status write_out(const merging *m, const snw_system_member *member,
                            const snw_robot **robot) {
    const snw_mechanism *given = &m->cell->mechanisms[member->mechanism];
    *robot = snw_mechanism_robot(given);
    if (given->share_count == 0) return SNW_OK;
    snw_robot *copy = snw_block_new(&snw_robot_type, m->other);
    if (copy == NULL) return SNW_ERR_MEMORY;
    snw_status status = snw_block_copy(&snw_robot_type, copy, *robot, m->other);
    const snw_system_mechanism *mechanism = &m->system.mechanisms[member->mechanism];
    for (int i = 0; i < member->model->link_count && status == SNW_OK; i++) {
        const int at = member->model->links[i].described_link;
        const snw_link_description *own = &(*robot)->links[at];
        if (mechanism->shape_of[i] == own) continue;
        snw_link_description with = *own;
        with.visuals = mechanism->shape_of[i]->visuals;
        with.visual_count = mechanism->shape_of[i]->visual_count;
        with.collisions = mechanism->shape_of[i]->collisions;
        with.collision_count = mechanism->shape_of[i]->collision_count;
        status = snw_block_copy(&snw_link_description_type, &copy->links[at], &with, m->other);
    }
    *robot = copy;
    return status;
}

// "member/part", whole or as an error
static snw_status join(const merging *m, char name[SNW_NAME], const char *member,
                       const char *part) {
    snw_text line = snw_text_over(name, SNW_NAME);
    snw_text_format(&line, "%s/%s", member, part);
    if (!snw_text_is_cut(&line)) return SNW_OK;
    snw_why why;
    snw_why_set(&why, SNW_ERR_TOO_LARGE, member, "its name is too long as a prefix of its parts");
    snw_why_rule(&why, "cell-merge");
    snw_why_fix(&why, "choose a shorter name for the member");
    snw_diags_add(m->diags, &why);
    return SNW_ERR_TOO_LARGE;
}

static snw_status mount(merging *m, int index) {
    const snw_system_member *member = &m->system.members[index];
    snw_joint_description joint;
    snw_block_defaults(&snw_joint_description_type, &joint);
    joint.kind = member->model->floating ? SNW_JOINT_FREE : SNW_JOINT_FIXED;
    joint.origin = member->T_carrier_base;
    snw_copy_text(joint.parent, SNW_NAME, "world");
    snw_status status = join(m, joint.name, member->name, "base");
    if (status == SNW_OK && member->carrier >= 0) {
        const snw_system_member *carrier = &m->system.members[member->carrier];
        status =
            join(m, joint.parent, carrier->name, carrier->model->links[member->carrier_link].name);
    }
    char prefix[SNW_NAME];
    if (status == SNW_OK) status = join(m, prefix, member->name, "");
    if (snw_failed(status)) return status;

    m->other = snw_setup_create(MEMORY);
    if (m->other == NULL) return SNW_ERR_MEMORY;
    const snw_robot *robot = NULL;
    snw_robot *both = NULL;
    const snw_mounting mounting = {prefix, &joint};
    status = write_out(m, member, &robot);
    if (status == SNW_OK) {
        status = snw_robot_merge(m->robot, robot, &mounting, m->other, &both, m->diags);
    }
    if (status == SNW_OK) {
        snw_setup *old = m->now;
        m->now = m->other;
        m->other = old;
        m->robot = both;
    }
    snw_setup_destroy(m->other);
    m->other = NULL;
    return status;
}

static snw_status merge_all(merging *m) {
    snw_robot *world = snw_block_new(&snw_robot_type, m->now);
    if (world == NULL) return SNW_ERR_MEMORY;
    snw_copy_text(world->name, SNW_NAME, m->cell->name);
    snw_status status = add_link(world, m->now, "world");
    m->robot = world;
    for (int i = 0; i < m->system.member_count && status == SNW_OK; i++) {
        status = mount(m, i);
    }
    return status;
}

static snw_status compile(merging *m, snw_setup *scratch) {
    snw_arena arena = {0};
    const snw_status status = snw_system_compile(&m->system, m->cell, &arena, m->diags);
    if (status != SNW_ERR_MEMORY) return status;
    void *block = snw_setup_take(scratch, arena.needed, SNW_ARENA_ALIGN);
    if (block == NULL) return SNW_ERR_MEMORY;
    arena = snw_arena_over(block, arena.needed);
    return snw_system_compile(&m->system, m->cell, &arena, NULL);
}

snw_status snw_cell_merge(const snw_cell *cell, snw_setup *setup, snw_robot **robot,
                          snw_diags *diags) {
    merging m = {.cell = cell, .diags = diags, .now = snw_setup_create(MEMORY)};
    snw_setup *scratch = snw_setup_create(MEMORY);
    snw_status status = SNW_ERR_MEMORY;
    if (m.now != NULL && scratch != NULL) status = compile(&m, scratch);
    if (status == SNW_OK) status = merge_all(&m);
    if (status == SNW_OK) {
        snw_robot *copy = snw_block_new(&snw_robot_type, setup);
        status =
            copy == NULL ? SNW_ERR_MEMORY : snw_block_copy(&snw_robot_type, copy, m.robot, setup);
        if (status == SNW_OK) *robot = copy;
    }
    snw_setup_destroy(scratch);
    snw_setup_destroy(m.now);
    return status;
}
