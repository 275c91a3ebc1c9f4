// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

// the roundings of a velocity are those of the velocities on the way to it
static double speed_of(const snw_kin *kin) {
    double speed = 1;
    for (int i = 0; i < kin->model->link_count; i++) {
        const snw_twist twist = snw_kin_velocity(kin, i, snw_vec3_zero());
        speed = fmax(speed, fmax(snw_vec3_norm(twist.lin), snw_vec3_norm(twist.ang)));
    }
    return speed;
}

static void check_velocities(rig *r, bool f32, double tolerance) {
    const int width = 6 * r->batch.place_count;
    for (int s = 0; s < r->states; s++) {
        CHECK(snw_kin_update_velocity(&r->kin, r->rows + (ptrdiff_t)s * r->model->nq,
                                      r->rates + (ptrdiff_t)s * r->model->nv) == SNW_OK);
        const double allowed = tolerance * speed_of(&r->kin) * size_of(&r->kin);
        for (int i = 0; i < r->batch.place_count; i++) {
            const snw_batch_place *p = &r->batch.places[i];
            const snw_twist twist = snw_kin_velocity(&r->kin, p->link, p->T_link_place.p);
            const double *expected = &twist.lin.x;
            for (int k = 0; k < 6; k++) {
                CHECK_NEAR(number(r, f32, width, s, 6 * i + k), expected[k], allowed);
            }
        }
    }
}

static void random_trees_of_every_kind_agree_with_one_state_at_a_time(void) {
    CHECK_CASES(check_scaled(1500)) {
        // velocities of the laws are differences: their roundings are larger
        const bool laws = check_case % 3 == 1;
        const double tolerance = laws ? 1e-10 : TOLERANCE_F64;
        snw_setup *setup = new_setup();
        compiled c;
        CHECK(compile(any_tree(setup, 25, laws), &c, NULL) == SNW_OK);
        snw_batch_place places[4];
        for (int i = 0; i < 4; i++) {
            places[i] = snw_batch_place_link(check_int(0, c.model.link_count - 1));
            if (i > 1) places[i].T_link_place = random_pose();
        }
        rig r;
        const bool all = check_case % 2 == 0;
        rig_up(&r, &c.model, check_int(1, 17), all ? NULL : places, 4);
        FOR_EACH_ISA(&r.batch) {
            CHECK(snw_batch_velocity_f64(&r.batch, r.q, r.v, r.blocks, r.out) == SNW_OK);
            CHECK(r.batch.refused == 0);
            check_velocities(&r, false, tolerance);
            CHECK(snw_batch_velocity_f32(&r.batch, r.q_f32, r.v_f32, r.blocks_f32, r.out_f32) ==
                  SNW_OK);
            CHECK(r.batch.refused == 0);
            check_velocities(&r, true, TOLERANCE_F32);
        }
        rig_down(&r);
        free(c.block);
        snw_setup_destroy(setup);
    }
}

int main(void) {
    RUN(random_trees_of_every_kind_agree_with_one_state_at_a_time);
    return check_report();
}
