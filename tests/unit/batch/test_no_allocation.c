// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

#include "sinew/batch/dynamics.h"

#include "allocations.h"

static void nothing_allocates_once_it_is_laid_out(void) {
    snw_setup *setup = new_setup();
    compiled c;
    snw_robot *robot = random_tree(
        setup, (tree_options){.links = 20, .laws = true, .mimics = true, .floating = true});
    CHECK(compile(robot, &c, NULL) == SNW_OK);
    rig r;
    rig_up(&r, &c.model, 40, NULL, 0);
    snw_pose *T = exact_block((size_t)(40 * c.model.link_count) * sizeof(snw_pose));
    snw_batch *b = &r.batch;

    const long before = allocations;
    for (int i = 0; i < 20; i++) {
        if (i % 2 == 0) r.q[i] = (double)NAN;
        FOR_EACH_ISA(b) {
            SNW_IGNORE(snw_batch_set_base(b, snw_pose_identity()));
            SNW_IGNORE(snw_batch_fk_f64(b, r.q, r.blocks, r.out));
            SNW_IGNORE(snw_batch_fk_f32(b, r.q_f32, r.blocks_f32, r.out_f32));
            SNW_IGNORE(snw_batch_jacobian_f64(b, 9, r.q, r.blocks, r.out));
            SNW_IGNORE(snw_batch_jacobian_f32(b, 9, r.q_f32, r.blocks_f32, r.out_f32));
            SNW_IGNORE(snw_batch_velocity_f64(b, r.q, r.v, r.blocks, r.out));
            SNW_IGNORE(snw_batch_velocity_f32(b, r.q_f32, r.v_f32, r.blocks_f32, r.out_f32));
            SNW_IGNORE(snw_batch_fk_rows(b, r.rows, r.states, T));
        }
    }
    CHECK(allocations == before);
    free(T);
    CHECK(!COUNTING || allocations > before);
    rig_down(&r);
    free(c.block);
    snw_setup_destroy(setup);
}

// in lanes, and state by state
static void dynamics_does_not_allocate_either(void) {
    CHECK_CASES(4) {
        snw_setup *setup = new_setup();
        compiled c;
        snw_robot *robot = random_tree(setup, (tree_options){.links = 12,
                                                             .only_single = check_case < 2,
                                                             .mimics = check_case % 2 == 1,
                                                             .floating = check_case != 1});
        CHECK(compile(robot, &c, NULL) == SNW_OK);
        rig r;
        rig_up(&r, &c.model, 24, NULL, 0);
        snw_arena arena = {0};
        snw_batch_dyn batch;
        SNW_IGNORE(snw_batch_dyn_init(&batch, &c.model, &arena));
        void *block = exact_block(arena.needed);
        arena = snw_arena_over(block, arena.needed);
        CHECK(snw_batch_dyn_init(&batch, &c.model, &arena) == SNW_OK);
        double *M = exact_block((size_t)(24 * c.model.nv * c.model.nv) * sizeof(double));

        const long before = allocations;
        for (int i = 0; i < 6; i++) {
            if (i % 2 == 0) r.q[i] = (double)NAN;
            for (int isa = 0; isa < SNW_ISA_COUNT; isa++) {
                if (snw_batch_dyn_use(&batch, (snw_isa)isa) < 0) continue;
                SNW_IGNORE(snw_dyn_set_gravity(&batch.dyn, snw_vec3_z(-1)));
                SNW_IGNORE(snw_batch_inverse_f64(&batch, r.q, r.v, r.v, r.blocks, M));
                SNW_IGNORE(snw_batch_forward_f64(&batch, r.q, r.v, r.v, r.blocks, M));
                SNW_IGNORE(snw_batch_mass_matrix_f64(&batch, r.q, r.blocks, M));
                SNW_IGNORE(snw_batch_euler_f64(&batch, 1e-3, r.v, r.blocks, r.q, M));
            }
        }
        CHECK(allocations == before);
        free(M);
        free(block);
        rig_down(&r);
        free(c.block);
        snw_setup_destroy(setup);
    }
}

int main(void) {
    RUN(nothing_allocates_once_it_is_laid_out);
    RUN(dynamics_does_not_allocate_either);
    return check_report();
}
