// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

// What is attached to an arm, against a robot whose links were made with it: the composite of each
// link stands in another description, compiled into another model.

static rig r;
static snw_inertia loads[LINKS];

typedef struct merged {
    compiled c;
    snw_dyn dyn;
    void *block;
} merged;

static snw_inertia random_load(void) {
    const snw_inertia box = snw_inertia_box(
        check_real(0.1, 5),
        snw_vec3_of(check_real(0.02, 0.4), check_real(0.02, 0.4), check_real(0.02, 0.4)));
    snw_pose T = random_pose();
    T.p = snw_vec3_scale(T.p, 0.3);
    return snw_inertia_transform(T, box);
}

// a tree of axes on any base in any gravity, some links laden
static void begin(int links) {
    snw_setup *setup = new_setup();
    snw_robot *robot = random_tree(
        setup, (tree_options){.links = links, .only_single = true, .mimics = check_int(0, 1)});
    random_masses(robot);
    rig_set_up(&r, setup, robot);
    r.arm.T_world_base = random_pose();
    r.arm.gravity = random_vec3(10);
    for (int l = 0; l < r.s.c.model.link_count; l++)
        loads[l] = check_int(0, 2) == 0 ? random_load() : snw_inertia_zero();
    rig_shake(&r);
}

// The described bodies become the composites: mass, centre and central moments. Links of the model
// whose description was joined to another are found by their names.
static void merge(merged *m, const snw_inertia *with) {
    for (int l = 0; l < r.s.c.model.link_count; l++) {
        const snw_link *link = &r.s.c.model.links[l];
        const snw_inertia sum = snw_inertia_add(link->inertia, with[l]);
        snw_inertial *body = r.s.robot->links[link->described_link].inertial;
        const snw_sym3 I = snw_inertia_central(sum);
        body->mass = sum.m;
        body->origin = snw_pose_translation(snw_inertia_center(sum));
        body->ixx = I.xx, body->iyy = I.yy, body->izz = I.zz;
        body->ixy = I.xy, body->ixz = I.xz, body->iyz = I.yz;
    }
    CHECK(compile(r.s.robot, &m->c, NULL) == SNW_OK);
    m->block = new_dyn(&m->dyn, &m->c.model);
    CHECK(snw_dyn_set_actuators(&m->dyn, r.s.robot) == SNW_OK);
    CHECK(snw_dyn_set_base(&m->dyn, r.arm.T_world_base) == SNW_OK);
    CHECK(snw_dyn_set_gravity(&m->dyn, r.arm.gravity) == SNW_OK);
}

static void unmerge(merged *m) {
    free(m->block);
    free(m->c.block);
}

static void check_efforts(merged *m, const double *accelerations, const double *effort) {
    double q[RATES] = {0}, v[RATES] = {0}, a[RATES] = {0}, tau[RATES], expected[SNW_AXES];
    snw_neutral(&m->c.model, q);
    snw_arm_to_q(&r.arm, r.arm.estimate.q, q);
    if (accelerations == NULL) {
        CHECK(snw_dyn_gravity(&m->dyn, q, tau) == SNW_OK);
    } else {
        snw_arm_to_v(&r.arm, r.arm.estimate.v, v);
        snw_arm_to_v(&r.arm, accelerations, a);
        CHECK(snw_dyn_inverse(&m->dyn, q, v, a, NULL, tau) == SNW_OK);
    }
    snw_arm_from_v(&r.arm, tau, expected);
    for (int i = 0; i < r.arm.count; i++)
        CHECK_NEAR(effort[i], expected[i], 1e-9);
}

static void a_law_reckons_with_what_is_attached_as_if_it_were_built_so(void) {
    CHECK_CASES(check_scaled(500)) {
        begin(check_int(2, 12));
        static snw_computed_torque law;
        static snw_gravity_term weight;
        snw_computed_torque_config c;
        snw_gravity_term_config w;
        snw_block_defaults(&snw_computed_torque_config_type, &c);
        snw_block_defaults(&snw_gravity_term_config_type, &w);
        CHECK(c.payload.source == SNW_PAYLOAD_GRASPED);
        c.viscous = false;
        void *first, *second;
        RIG_INIT(first, snw_computed_torque_law.init, &law, &c, &r.arm);
        RIG_INIT(second, snw_gravity_term_law.init, &weight, &w, &r.arm);
        double bare[SNW_AXES] = {0};
        CHECK(snw_computed_torque_law.update(&law, &c, &r.arm, 1e-3, bare) == SNW_OK);
        CHECK(!law.model.carries);

        snw_servo_dyn_attach(&law.model, loads, 1);
        snw_servo_dyn_attach(&weight.model, loads, 7);
        double effort[SNW_AXES] = {0}, held[SNW_AXES] = {0};
        CHECK(snw_computed_torque_law.update(&law, &c, &r.arm, 1e-3, effort) == SNW_OK);
        CHECK(snw_gravity_term_law.update(&weight, &w, &r.arm, 1e-3, held) == SNW_OK);
        CHECK(law.model.carries && weight.model.carries);
        merged m;
        merge(&m, loads);
        check_efforts(&m, law.signals.acceleration, effort);
        check_efforts(&m, NULL, held);
        unmerge(&m);

        // told not to, it does not, and carries nothing
        for (int k = 0; k < 2; k++) {
            double again[SNW_AXES] = {0};
            c.payload.source = k == 0 ? SNW_PAYLOAD_NONE : SNW_PAYLOAD_FIXED;
            CHECK(snw_computed_torque_law.update(&law, &c, &r.arm, 1e-3, again) == SNW_OK);
            CHECK(!law.model.carries);
            for (int i = 0; i < r.arm.count; i++)
                CHECK(again[i] == bare[i]);
        }
        // what was let go is gone to the last bit
        memset(loads, 0, sizeof loads);
        c.payload.source = SNW_PAYLOAD_GRASPED;
        snw_servo_dyn_attach(&law.model, loads, 2);
        double after[SNW_AXES] = {0};
        CHECK(snw_computed_torque_law.update(&law, &c, &r.arm, 1e-3, after) == SNW_OK);
        for (int i = 0; i < r.arm.count; i++)
            CHECK(after[i] == bare[i]);
        free(first);
        free(second);
        rig_tear_down(&r);
    }
}

static void a_payload_of_its_own_adds_to_it_unless_it_is_none(void) {
    CHECK_CASES(check_scaled(200)) {
        begin(check_int(3, 8));
        static snw_zero_gravity law;
        snw_zero_gravity_config c;
        snw_block_defaults(&snw_zero_gravity_config_type, &c);
        c.gravity = true;
        c.damping_count = 0;
        const int carrier = r.s.c.model.link_count - 1;
        snw_copy_text(c.payload.link, SNW_NAME, r.s.c.model.links[carrier].name);
        c.payload.mass = check_real(0.1, 3);
        c.payload.center = random_vec3(0.3);
        c.payload.source = (snw_payload_source)(check_case % 3);
        void *block;
        RIG_INIT(block, snw_zero_gravity_law.init, &law, &c, &r.arm);
        snw_servo_dyn_attach(&law.model, loads, 1);
        double effort[SNW_AXES] = {0};
        CHECK(snw_zero_gravity_law.update(&law, &c, &r.arm, 1e-3, effort) == SNW_OK);
        snw_inertia all[LINKS];
        for (int l = 0; l < LINKS; l++)
            all[l] = c.payload.source == SNW_PAYLOAD_GRASPED ? loads[l] : snw_inertia_zero();
        if (c.payload.source != SNW_PAYLOAD_NONE) {
            const snw_inertia own = snw_inertia_point(c.payload.mass, c.payload.center);
            all[carrier] = snw_inertia_add(all[carrier], own);
        }
        merged m;
        merge(&m, all);
        check_efforts(&m, NULL, effort);
        unmerge(&m);
        free(block);
        rig_tear_down(&r);
    }
}

// Seen: a law failed as soon as a PUMA 560 took something up. Cause: the moments of one of its
// links are as they were measured, numbers that no body has; the law set every link anew, and that
// one was refused. It is not touched now.
static void identified_links_that_no_body_has_stay_as_they_are(void) {
    rig_library(&r, "puma560-corke");
    static snw_computed_torque law;
    snw_computed_torque_config c;
    snw_block_defaults(&snw_computed_torque_config_type, &c);
    void *block;
    RIG_INIT(block, snw_computed_torque_law.init, &law, &c, &r.arm);
    memset(loads, 0, sizeof loads);
    loads[r.arm.link[5]] = snw_inertia_box(1, snw_vec3_of(0.1, 0.1, 0.1));
    snw_servo_dyn_attach(&law.model, loads, 1);
    rig_shake(&r);
    double effort[SNW_AXES] = {0};
    CHECK(snw_computed_torque_law.update(&law, &c, &r.arm, 1e-3, effort) == SNW_OK);
    CHECK(law.model.carries);
    int odd = 0;
    for (int l = 0; l < r.s.c.model.link_count; l++)
        odd += snw_inertia_check(r.s.c.model.links[l].inertia, 1e-9, NULL) != SNW_OK;
    CHECK(odd > 0);
    free(block);
    rig_tear_down(&r);
}

int main(void) {
    RUN(a_law_reckons_with_what_is_attached_as_if_it_were_built_so);
    RUN(identified_links_that_no_body_has_stay_as_they_are);
    RUN(a_payload_of_its_own_adds_to_it_unless_it_is_none);
    return check_report();
}
