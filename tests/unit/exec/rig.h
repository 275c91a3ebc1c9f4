// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_EXEC_RIG_H
#define SINEW_TESTS_EXEC_RIG_H

/// @file
/// Cells with arms of a few joints, a drive that does what it is told, and components whose hooks a
/// test replaces.
///
/// Include it first.

#include "rig_parts.h"

enum { MS = 1000000 }; ///< [ns]

typedef struct rig {
    plant p;
    snw_loop *loop;
    snw_registry registry;
    void *registry_block;
    snw_exec *exec;
    snw_exec_options options;
    snw_why why;
} rig;

__attribute__((unused)) static snw_robot *rig_robot(snw_setup *setup, int joints) {
    snw_robot *robot = new_robot(setup, "chain");
    (void)add_inertial(add_link(robot, setup, "0"), setup, 1, 0.1);
    for (int i = 0; i < joints; i++) {
        char a[16], b[16], c[16];
        (void)snprintf(a, sizeof a, "%d", i);
        (void)snprintf(b, sizeof b, "%d", i + 1);
        (void)snprintf(c, sizeof c, "j%d", i);
        (void)add_inertial(add_link(robot, setup, b), setup, 1, 0.1);
        snw_joint_description *joint = add_joint(robot, setup, c, a, b);
        joint->origin.p = (snw_vec3){0, 0, 0.2};
        joint->axis = (snw_vec3){i % 2 == 0, i % 2 == 1, 0};
        joint->limits.lower = -2;
        joint->limits.upper = 2;
        joint->limits.velocity = 3;
        joint->limits.acceleration = joint->limits.deceleration = 20;
        joint->limits.effort = 100;
    }
    return robot;
}

/// A cell with a loop and no arms yet.
__attribute__((unused)) static void rig_open(rig *r) {
    memset(r, 0, sizeof *r);
    on_bench = (bench){.hash = UINT64_C(0xCBF29CE484222325)};
    hooks = (probe_hooks){0};
    trail[0] = '\0';
    trail_length = 0;
    open_plant(&r->p);
    snw_arena arena = {0};
    SNW_IGNORE(snw_registry_init(&r->registry, 64, &arena));
    r->registry_block = exact_block(arena.needed);
    arena = snw_arena_over(r->registry_block, arena.needed);
    CHECK(snw_registry_init(&r->registry, 64, &arena) == SNW_OK);
    CHECK(snw_model_register(&r->registry, &r->why) == SNW_OK);
    CHECK(snw_axis_register(&r->registry, &r->why) == SNW_OK);
    CHECK(snw_exec_register(&r->registry, &r->why) == SNW_OK);
    CHECK(snw_registry_add_base(&r->registry, &source_base, &r->why) == SNW_OK);
    static const snw_type *const types[] = {&easy_type,  &hard_type,  &probe_type, &needy_type,
                                            &wired_type, &mover_type, &pass_type};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        const snw_status status = snw_registry_add(&r->registry, types[i], &r->why);
        if (status != SNW_OK) print_error("%s: %s\n", r->why.subject, r->why.text);
        CHECK(status == SNW_OK);
    }
    add_mechanism(r->p.cell, r->p.setup, "table", rig_robot(r->p.setup, 0));
    (void)add_member(r->p.cell, r->p.setup, "table", "table");
    r->p.cell->control.type = &snw_loop_type;
    r->loop = r->p.cell->control.block = snw_block_new(&snw_loop_type, r->p.setup);
    r->p.cell->environment.gravity = (snw_vec3){0, 0, 0};
    r->options = snw_exec_defaults();
    r->options.registry = &r->registry;
}

__attribute__((unused)) static snw_child rig_child(rig *r, const snw_type *type) {
    return (snw_child){type, snw_block_new(type, r->p.setup)};
}

__attribute__((unused)) static snw_arm_entry *rig_arm(rig *r, const char *name, int joints) {
    add_mechanism(r->p.cell, r->p.setup, name, rig_robot(r->p.setup, joints));
    (void)add_member(r->p.cell, r->p.setup, name, name);
    snw_arm_entry *entry = add_to(&snw_loop_type, r->loop, "arms", r->p.setup);
    snw_copy_text(entry->member, SNW_NAME, name);
    entry->drive = rig_child(r, &easy_type);
    return entry;
}

/// The entry moves when the next one is added.
__attribute__((unused)) static snw_component_entry *
rig_add(rig *r, const char *name, const snw_type *type, const char *member) {
    snw_component_entry *entry = add_to(&snw_loop_type, r->loop, "components", r->p.setup);
    snw_copy_text(entry->name, SNW_NAME, name);
    snw_copy_text(entry->member, SNW_NAME, member);
    entry->type = rig_child(r, type);
    return entry;
}

__attribute__((unused)) static void rig_connect(rig *r, const char *from, const char *to) {
    snw_connection_entry *entry = add_to(&snw_loop_type, r->loop, "connections", r->p.setup);
    snw_copy_text(entry->from, sizeof entry->from, from);
    snw_copy_text(entry->to, sizeof entry->to, to);
}

__attribute__((unused)) static void rig_peer(rig *r, snw_component_entry *entry, const char *role,
                                             const char *component) {
    const snw_type *type = snw_type_field(&snw_loop_type, "components")->type;
    snw_peer_entry *peer = add_to(type, entry, "peers", r->p.setup);
    snw_copy_text(peer->role, SNW_NAME, role);
    snw_copy_text(peer->component, SNW_NAME, component);
}

__attribute__((unused)) static snw_status rig_try(rig *r) {
    if (r->p.block == NULL) must_build(&r->p);
    r->p.diags.count = r->p.diags.errors = r->p.diags.warnings = 0;
    return snw_exec_open(&r->exec, r->p.cell, &r->p.system, &r->options, &r->p.diags);
}

/// The first error of the last opening.
__attribute__((unused)) static const snw_why *rig_error(const rig *r) {
    for (int i = 0; i < r->p.diags.count; i++) {
        if (r->p.items[i].severity == SNW_ERROR) return &r->p.items[i];
    }
    check_fail_at("there is no error", __FILE__, __LINE__);
    return NULL;
}

__attribute__((unused)) static void rig_go(rig *r) {
    const snw_status status = rig_try(r);
    if (status != SNW_OK) print_plant(&r->p);
    CHECK(status == SNW_OK);
}

/// One arm of six joints that goes to and fro.
__attribute__((unused)) static void rig_moving(rig *r) {
    rig_open(r);
    (void)rig_arm(r, "arm", 6);
    (void)rig_add(r, "move", &mover_type, "arm");
    (void)rig_add(r, "law", &pass_type, "arm");
}

__attribute__((unused)) static void rig_ticks(rig *r, int count) {
    for (int i = 0; i < count; i++)
        snw_exec_tick(r->exec);
}

/// Acknowledges and enables all arms.
__attribute__((unused)) static void rig_enable(rig *r) {
    rig_ticks(r, 5);
    CHECK(snw_exec_request(r->exec, -1, SNW_REQUEST_ACKNOWLEDGE) == SNW_OK);
    rig_ticks(r, 2);
    CHECK(snw_exec_request(r->exec, -1, SNW_REQUEST_ENABLE) == SNW_OK);
    rig_ticks(r, 5);
    for (int i = 0; i < snw_exec_arm_count(r->exec); i++)
        CHECK(snw_exec_guard(r->exec, i)->machine.state == SNW_ARM_ENABLED);
}

__attribute__((unused)) static void rig_shut(rig *r) {
    SNW_IGNORE(snw_exec_close(r->exec, 2000 * (int64_t)MS, NULL));
    r->exec = NULL;
}

__attribute__((unused)) static void rig_close(rig *r) {
    rig_shut(r);
    free(r->registry_block);
    close_plant(&r->p);
}

/// A signal as text.
__attribute__((unused)) static const char *rig_get(rig *r, const char *path) {
    static char text[512];
    const snw_status status = snw_exec_get(r->exec, path, text, sizeof text, &r->why);
    if (status != SNW_OK) print_error("%s: %s\n", path, r->why.text);
    CHECK(status == SNW_OK);
    return text;
}

__attribute__((unused)) static double rig_number(rig *r, const char *path) {
    return strtod(rig_get(r, path), NULL);
}

#endif // SINEW_TESTS_EXEC_RIG_H
