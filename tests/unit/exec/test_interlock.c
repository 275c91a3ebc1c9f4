// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

#include "sinew/collision/rules.h"

// Whether a cell has an interlock, and what arms do without one that they should have.

static snw_collision_rules *add_rules(rig *r) {
    CHECK(snw_collision_register(&r->registry, &r->why) == SNW_OK);
    r->p.cell->collision.type = &snw_collision_rules_type;
    r->p.cell->collision.block = snw_block_new(&snw_collision_rules_type, r->p.setup);
    return r->p.cell->collision.block;
}

static const snw_why *warning_of(const rig *r, const char *rule) {
    for (int i = 0; i < r->p.diags.count; i++)
        if (strcmp(r->p.items[i].rule, rule) == 0) return &r->p.items[i];
    return NULL;
}

static snw_stop_state state_of(const rig *r) {
    return snw_exec_guard(r->exec, 0)->machine.state;
}

// a pair that the rules name and the cell does not have
static void break_rules(rig *r) {
    snw_collision_rules *rules = add_rules(r);
    snw_pair_rule *pair = add_to(&snw_collision_rules_type, rules, "pairs", r->p.setup);
    snw_copy_text(pair->a, sizeof pair->a, "nobody");
    snw_copy_text(pair->b, sizeof pair->b, "arm");
}

static void an_arm_whose_interlock_cannot_be_made_is_not_enabled(void) {
    rig r;
    rig_moving(&r);
    break_rules(&r);
    rig_go(&r);
    const snw_why *warning = warning_of(&r, "rule-unknown");
    CHECK(warning != NULL && warning->severity == SNW_WARNING);
    rig_ticks(&r, 5);
    for (int i = 0; i < 3; i++) {
        CHECK(snw_exec_request(r.exec, 0, SNW_REQUEST_ACKNOWLEDGE) == SNW_OK);
        rig_ticks(&r, 2);
        CHECK(snw_exec_request(r.exec, 0, SNW_REQUEST_ENABLE) == SNW_OK);
        rig_ticks(&r, 5);
        CHECK(state_of(&r) == SNW_ARM_LATCHED && !on_bench.enabled);
    }
    // the reason is the one of the rules
    const snw_guard *guard = snw_exec_guard(r.exec, 0);
    CHECK(guard->signals.cause == SNW_CAUSE_CLEARANCE);
    CHECK(strstr(guard->first.text, "nobody") != NULL);
    rig_close(&r);
}

static void without_enforcement_arms_move_and_a_warning_stays(void) {
    rig r;
    rig_moving(&r);
    break_rules(&r);
    r.loop->interlock.enforce = false;
    rig_go(&r);
    CHECK(warning_of(&r, "interlock-off") != NULL && warning_of(&r, "rule-unknown") == NULL);
    rig_enable(&r);
    rig_close(&r);
}

static void a_loop_that_repeats_a_recording_without_one_says_so(void) {
    rig r;
    rig_moving(&r);
    (void)add_rules(&r);
    r.options.no_interlock = true;
    rig_go(&r);
    CHECK(warning_of(&r, "interlock-left-out") != NULL);
    rig_enable(&r);
    rig_close(&r);
}

// the last link becomes a ball
static void add_shape(rig *r) {
    snw_robot *robot = r->p.cell->mechanisms[r->p.cell->mechanism_count - 1].robot;
    snw_link_description *link = &robot->links[robot->link_count - 1];
    snw_body_shape *shape = add_to(&snw_link_description_type, link, "collisions", r->p.setup);
    snw_sphere *ball = snw_block_new(&snw_sphere_type, r->p.setup);
    CHECK(ball != NULL);
    ball->radius = 0.01;
    shape->shape = (snw_child){&snw_sphere_type, ball};
}

// nothing is known of what it can hit
static void an_arm_without_shapes_is_not_enabled(void) {
    rig r;
    rig_moving(&r);
    (void)add_rules(&r);
    rig_go(&r);
    const snw_why *warning = warning_of(&r, "interlock-shapes");
    CHECK(warning != NULL && warning->severity == SNW_WARNING);
    CHECK_TEXT(warning->subject, "arm");
    rig_ticks(&r, 5);
    CHECK(snw_exec_request(r.exec, 0, SNW_REQUEST_ACKNOWLEDGE) == SNW_OK);
    rig_ticks(&r, 2);
    CHECK(snw_exec_request(r.exec, 0, SNW_REQUEST_ENABLE) == SNW_OK);
    rig_ticks(&r, 5);
    CHECK(state_of(&r) == SNW_ARM_LATCHED && !on_bench.enabled);
    rig_close(&r);
}

static void a_cell_with_rules_runs(void) {
    rig r;
    rig_moving(&r);
    (void)add_rules(&r);
    add_shape(&r);
    rig_go(&r);
    rig_enable(&r);
    rig_ticks(&r, 200);
    CHECK(state_of(&r) == SNW_ARM_ENABLED);
    rig_close(&r);
}

int main(void) {
    RUN(an_arm_whose_interlock_cannot_be_made_is_not_enabled);
    RUN(an_arm_without_shapes_is_not_enabled);
    RUN(without_enforcement_arms_move_and_a_warning_stays);
    RUN(a_loop_that_repeats_a_recording_without_one_says_so);
    RUN(a_cell_with_rules_runs);
    return check_report();
}
