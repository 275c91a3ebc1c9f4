// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

// Columns grow with the reach of what they move, those of followers with their multipliers; so do
// their roundings.
static void check_columns(rig *r, bool f32, int place, double tolerance) {
    const int nv = r->model->nv;
    const snw_batch_place *p = &r->batch.places[place];
    static snw_twist J[256];
    CHECK(nv <= 256);
    for (int s = 0; s < r->states; s++) {
        CHECK(snw_kin_update(&r->kin, r->rows + (ptrdiff_t)s * r->model->nq) == SNW_OK);
        snw_kin_jacobian(&r->kin, p->link, p->T_link_place.p, J);
        const double *expected = &J[0].lin.x;
        double size = size_of(&r->kin);
        for (int i = 0; i < 6 * nv; i++) {
            size = fmax(size, fabs(expected[i]));
        }
        for (int i = 0; i < 6 * nv; i++) {
            CHECK_NEAR(number(r, f32, 6 * nv, s, i), expected[i], tolerance * size);
        }
    }
}

static void check_both_kinds(rig *r, int place, double tolerance) {
    const size_t room = (size_t)r->blocks * 8 * 6 * (size_t)r->model->nv * sizeof(double);
    memset(r->out, 0xff, room);
    CHECK(snw_batch_jacobian_f64(&r->batch, place, r->q, r->blocks, r->out) == SNW_OK);
    CHECK(r->batch.refused == 0);
    check_columns(r, false, place, tolerance);
    CHECK(snw_batch_jacobian_f32(&r->batch, place, r->q_f32, r->blocks_f32, r->out_f32) == SNW_OK);
    CHECK(r->batch.refused == 0);
    check_columns(r, true, place, TOLERANCE_F32);
}

static void random_trees_of_every_kind_agree_with_one_state_at_a_time(void) {
    CHECK_CASES(check_scaled(1500)) {
        // velocities of the laws are differences: their roundings are larger
        const bool laws = check_case % 3 == 1;
        const double tolerance = laws ? 1e-10 : TOLERANCE_F64;
        snw_setup *setup = new_setup();
        compiled c;
        CHECK(compile(any_tree(setup, 25, laws), &c, NULL) == SNW_OK);
        snw_batch_place places[3];
        for (int i = 0; i < 3; i++) {
            places[i] = snw_batch_place_link(check_int(0, c.model.link_count - 1));
            if (i > 0) places[i].T_link_place = random_pose();
        }
        rig r;
        rig_up(&r, &c.model, check_int(1, 17), places, 3);
        FOR_EACH_ISA(&r.batch) {
            for (int i = 0; i < 3; i++) {
                check_both_kinds(&r, i, tolerance);
            }
        }
        rig_down(&r);
        free(c.block);
        snw_setup_destroy(setup);
    }
}

// a chain whose rates all move the tip, one joint each: the columns are written at once
static void an_arm_agrees_with_one_state_at_a_time(void) {
    CHECK_CASES(check_scaled(200)) {
        snw_setup *setup = new_setup();
        snw_robot *robot = new_robot(setup, "arm");
        add_link(robot, setup, "0");
        const int count = check_int(1, 9);
        for (int i = 1; i <= count; i++) {
            char parent[16], child[16], name[16];
            (void)snprintf(parent, sizeof parent, "%d", i - 1);
            (void)snprintf(child, sizeof child, "%d", i);
            (void)snprintf(name, sizeof name, "j%d", i);
            add_link(robot, setup, child);
            snw_joint_description *joint = add_joint(robot, setup, name, parent, child);
            joint->kind = check_int(0, 3) == 0 ? SNW_JOINT_PRISMATIC : SNW_JOINT_CONTINUOUS;
            joint->origin = random_pose();
            joint->axis = check_int(0, 1) ? snw_vec3_z(1) : random_axis();
        }
        compiled c;
        CHECK(compile(robot, &c, NULL) == SNW_OK);
        rig r;
        rig_up(&r, &c.model, 11, NULL, 0);
        snw_pose base = random_pose();
        CHECK(snw_kin_set_base(&r.kin, base) == SNW_OK);
        CHECK(snw_batch_set_base(&r.batch, base) == SNW_OK);
        FOR_EACH_ISA(&r.batch) {
            check_both_kinds(&r, count, TOLERANCE_F64);
            check_both_kinds(&r, check_int(0, count), TOLERANCE_F64);
        }
        rig_down(&r);
        free(c.block);
        snw_setup_destroy(setup);
    }
}

static void a_place_that_does_not_exist_is_refused(void) {
    snw_setup *setup = new_setup();
    compiled c;
    CHECK(compile(random_tree(setup, (tree_options){.links = 5}), &c, NULL) == SNW_OK);
    rig r;
    rig_up(&r, &c.model, 8, NULL, 0);
    CHECK(snw_batch_jacobian_f64(&r.batch, 5, r.q, 1, r.out) == SNW_ERR_ARGUMENT);
    CHECK(snw_batch_jacobian_f64(&r.batch, -1, r.q, 1, r.out) == SNW_ERR_ARGUMENT);
    CHECK(snw_batch_jacobian_f32(&r.batch, 5, r.q_f32, 1, r.out_f32) == SNW_ERR_ARGUMENT);
    CHECK(isnan(r.out[0]) && isnan(r.out_f32[0]));
    rig_down(&r);
    free(c.block);
    snw_setup_destroy(setup);
}

int main(void) {
    RUN(random_trees_of_every_kind_agree_with_one_state_at_a_time);
    RUN(an_arm_agrees_with_one_state_at_a_time);
    RUN(a_place_that_does_not_exist_is_refused);
    return check_report();
}
