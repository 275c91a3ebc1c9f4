// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

// --- refused states -----------------------------------------------------------------------------

enum { FK, JACOBIAN, VELOCITY, CALLS };

static int rows_of_call(const rig *r, int which) {
    return which == FK         ? 12 * r->batch.place_count
           : which == JACOBIAN ? 6 * r->model->nv
                               : 6 * r->batch.place_count;
}

static snw_status call_f64(rig *r, int which) {
    if (which == FK) return snw_batch_fk_f64(&r->batch, r->q, r->blocks, r->out);
    if (which == JACOBIAN) return snw_batch_jacobian_f64(&r->batch, 0, r->q, r->blocks, r->out);
    return snw_batch_velocity_f64(&r->batch, r->q, r->v, r->blocks, r->out);
}

static snw_status call_f32(rig *r, int which) {
    snw_batch *b = &r->batch;
    if (which == FK) return snw_batch_fk_f32(b, r->q_f32, r->blocks_f32, r->out_f32);
    if (which == JACOBIAN) return snw_batch_jacobian_f32(b, 0, r->q_f32, r->blocks_f32, r->out_f32);
    return snw_batch_velocity_f32(b, r->q_f32, r->v_f32, r->blocks_f32, r->out_f32);
}

// Spoils some of the states so that one at a time refuses them; how many, and the first.
static int spoil(rig *r, bool *bad, int *first) {
    const double poisons[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
    int count = 0;
    *first = -1;
    for (int s = 0; s < r->states; s++) {
        bad[s] = check_int(0, 3) == 0;
        if (!bad[s]) continue;
        double *q = r->rows + (ptrdiff_t)s * r->model->nq;
        q[check_int(0, r->model->nq - 1)] = poisons[check_int(0, 2)];
        CHECK(snw_kin_update(&r->kin, q) < 0);
        if (count++ == 0) *first = s;
    }
    return count;
}

// Bad states are NaN from the first row to the last; the others have the bits that they have in
// good company.
static void check_states(const rig *r, bool f32, int rows, const bool *bad, const double *before) {
    for (int s = 0; s < r->states; s++) {
        for (int i = 0; i < rows; i++) {
            const double now = number(r, f32, rows, s, i);
            CHECK(bad[s] ? isnan(now) : now == before[(ptrdiff_t)s * rows + i]);
        }
    }
}

static void keep(const rig *r, bool f32, int rows, double *to) {
    for (int i = 0; i < r->states * rows; i++) {
        to[i] = number(r, f32, rows, i / rows, i % rows);
    }
}

static void check_poisoned(rig *r, int which) {
    const int rows = rows_of_call(r, which);
    const size_t room = (size_t)(r->states * rows) * sizeof(double);
    double *before = exact_block(room), *before_f32 = exact_block(room);
    const size_t q_bytes = (size_t)(r->states * r->model->nq) * sizeof(double);
    double *good = exact_block(q_bytes);
    memcpy(good, r->rows, q_bytes);
    pack(r);
    CHECK(call_f64(r, which) == SNW_OK && r->batch.refused == 0);
    keep(r, false, rows, before);
    CHECK(call_f32(r, which) == SNW_OK && r->batch.refused == 0);
    keep(r, true, rows, before_f32);

    bool bad[64] = {false};
    int first;
    const int count = spoil(r, bad, &first);
    pack(r);
    CHECK(call_f64(r, which) == SNW_OK);
    CHECK(r->batch.refused == count && r->batch.first_refused == first);
    check_states(r, false, rows, bad, before);
    CHECK(call_f32(r, which) == SNW_OK);
    CHECK(r->batch.refused == count && r->batch.first_refused == first);
    check_states(r, true, rows, bad, before_f32);
    memcpy(r->rows, good, q_bytes);
    free(good);
    free(before);
    free(before_f32);
}

static void check_poisoned_calls(rig *r) {
    FOR_EACH_ISA(&r->batch) {
        for (int which = FK; which < CALLS; which++) {
            check_poisoned(r, which);
        }
    }
}

static void a_state_that_is_not_finite_is_refused_and_leaves_its_neighbours_alone(void) {
    CHECK_CASES(check_scaled(300)) {
        snw_setup *setup = new_setup();
        compiled c;
        CHECK(compile(any_tree(setup, 12, true), &c, NULL) == SNW_OK);
        const snw_batch_place place = snw_batch_place_link(check_int(0, c.model.link_count - 1));
        rig r;
        // whole blocks: lanes that repeat a state would be counted
        rig_up(&r, &c.model, 16 * check_int(1, 3), check_int(0, 1) ? &place : NULL, 1);
        if (c.model.nq > 0) check_poisoned_calls(&r);
        rig_down(&r);
        free(c.block);
        snw_setup_destroy(setup);
    }
}

static void a_rate_that_is_not_finite_refuses_its_state(void) {
    snw_setup *setup = new_setup();
    compiled c;
    CHECK(compile(random_tree(setup, (tree_options){.links = 8}), &c, NULL) == SNW_OK);
    CHECK(c.model.nv > 2);
    rig r;
    rig_up(&r, &c.model, 16, NULL, 0);
    r.rates[(ptrdiff_t)5 * c.model.nv + 1] = (double)NAN;
    r.rates[(ptrdiff_t)9 * c.model.nv + 2] = -(double)INFINITY;
    pack(&r);
    FOR_EACH_ISA(&r.batch) {
        CHECK(call_f64(&r, VELOCITY) == SNW_OK);
        CHECK(r.batch.refused == 2 && r.batch.first_refused == 5);
        CHECK(call_f32(&r, VELOCITY) == SNW_OK);
        CHECK(r.batch.refused == 2 && r.batch.first_refused == 5);
        for (int i = 0; i < 6 * r.batch.place_count; i++) {
            for (int s = 0; s < 16; s++) {
                const bool bad = s == 5 || s == 9;
                CHECK(isnan(number(&r, true, 6 * r.batch.place_count, s, i)) == bad);
            }
        }
        CHECK(call_f64(&r, FK) == SNW_OK && r.batch.refused == 0);
    }
    rig_down(&r);
    free(c.block);
    snw_setup_destroy(setup);
}

static void a_quaternion_off_its_length_is_refused(void) {
    snw_setup *setup = new_setup();
    snw_robot *robot = new_robot(setup, "ball");
    add_link(robot, setup, "0");
    add_link(robot, setup, "1");
    add_joint(robot, setup, "j", "0", "1")->kind = SNW_JOINT_SPHERICAL;
    compiled c;
    CHECK(compile(robot, &c, NULL) == SNW_OK);
    rig r;
    rig_up(&r, &c.model, 16, NULL, 0);
    for (int i = 0; i < 4; i++) {
        r.rows[4 * 3 + i] *= 1.002;
        r.rows[4 * 7 + i] = 0;
        r.rows[4 * 8 + i] *= 1.0005;
    }
    pack(&r);
    FOR_EACH_ISA(&r.batch) {
        CHECK(call_f64(&r, FK) == SNW_OK);
        CHECK(r.batch.refused == 2 && r.batch.first_refused == 3);
        CHECK(isnan(number(&r, false, 24, 3, 0)) && isnan(number(&r, false, 24, 7, 23)));
        CHECK(call_f32(&r, FK) == SNW_OK);
        CHECK(r.batch.refused == 2 && r.batch.first_refused == 3);
    }
    rig_down(&r);
    free(c.block);
    snw_setup_destroy(setup);
}

// a rail that ends: no pose beyond 1
static snw_pose ending_transform(const void *law, double q) {
    (void)law;
    return snw_pose_translation(snw_vec3_x(q <= 1 ? q : (double)NAN));
}

static const snw_joint_law ending_law = {.head = {sizeof(snw_joint_law), SNW_JOINT_LAW_VERSION},
                                         .transform = ending_transform};

static void a_state_beyond_the_end_of_a_law_is_refused(void) {
    snw_setup *setup = new_setup();
    snw_robot *robot = new_robot(setup, "rail");
    add_link(robot, setup, "0");
    add_link(robot, setup, "1");
    snw_type ending_type = rail_type;
    ending_type.functions = &ending_law.head;
    snw_joint_description *joint = add_joint(robot, setup, "j", "0", "1");
    add_rail(joint, setup);
    joint->law.type = &ending_type;
    compiled c;
    CHECK(compile(robot, &c, NULL) == SNW_OK);
    rig r;
    rig_up(&r, &c.model, 16, NULL, 0);
    for (int s = 0; s < 16; s++) {
        r.rows[s] = s == 6 || s == 12 ? 1.5 : 0.5;
    }
    pack(&r);
    FOR_EACH_ISA(&r.batch) {
        for (int which = FK; which < CALLS; which++) {
            CHECK(call_f64(&r, which) == SNW_OK);
            CHECK(r.batch.refused == 2 && r.batch.first_refused == 6);
            CHECK(call_f32(&r, which) == SNW_OK);
            CHECK(r.batch.refused == 2 && r.batch.first_refused == 6);
        }
    }
    rig_down(&r);
    free(c.block);
    snw_setup_destroy(setup);
}

// the angle of a follower may overflow where the coordinate does not
static void an_overflow_on_the_way_is_refused(void) {
    snw_setup *setup = new_setup();
    snw_robot *robot = new_robot(setup, "pair");
    for (int i = 0; i < 3; i++) {
        add_link(robot, setup, (const char *[]){"0", "1", "2"}[i]);
    }
    add_joint(robot, setup, "a", "0", "1")->kind = SNW_JOINT_CONTINUOUS;
    snw_joint_description *b = add_joint(robot, setup, "b", "1", "2");
    b->kind = SNW_JOINT_CONTINUOUS;
    add_mimic(b, setup, "a", 2, 0);
    compiled c;
    CHECK(compile(robot, &c, NULL) == SNW_OK);
    rig r;
    rig_up(&r, &c.model, 8, NULL, 0);
    r.q[4] = 1.2e308;
    r.q_f32[4] = 2e38F;
    FOR_EACH_ISA(&r.batch) {
        CHECK(call_f64(&r, FK) == SNW_OK && r.batch.refused == 1 && r.batch.first_refused == 4);
        CHECK(isnan(number(&r, false, 36, 4, 0)));
        CHECK(call_f32(&r, FK) == SNW_OK && r.batch.refused == 1 && r.batch.first_refused == 4);
        CHECK(isnan(number(&r, true, 36, 4, 0)));
    }
    rig_down(&r);
    free(c.block);
    snw_setup_destroy(setup);
}

// lanes that repeat the last state count in blocks and do not in rows
static void rows_count_each_state_once(void) {
    snw_setup *setup = new_setup();
    compiled c;
    CHECK(compile(random_tree(setup, (tree_options){.links = 6, .only_single = true}), &c, NULL) ==
          SNW_OK);
    CHECK(c.model.nq > 0);
    rig r;
    rig_up(&r, &c.model, 41, NULL, 0);
    r.rows[(ptrdiff_t)40 * c.model.nq] = (double)NAN;
    r.rows[(ptrdiff_t)35 * c.model.nq] = (double)NAN;
    pack(&r);
    snw_pose *T = exact_block((size_t)(41 * c.model.link_count) * sizeof(snw_pose));
    CHECK(snw_batch_fk_rows(&r.batch, r.rows, 41, T) == SNW_OK);
    CHECK(r.batch.refused == 2 && r.batch.first_refused == 35);
    CHECK(isnan(T[(ptrdiff_t)40 * c.model.link_count].R.x.x));
    CHECK(isnan(T[(ptrdiff_t)35 * c.model.link_count].p.z));
    CHECK(!isnan(T[(ptrdiff_t)34 * c.model.link_count].p.z));
    CHECK(call_f64(&r, FK) == SNW_OK && r.batch.refused == 9);
    free(T);
    rig_down(&r);
    free(c.block);
    snw_setup_destroy(setup);
}

// --- arguments ----------------------------------------------------------------------------------

static void blocks_that_are_not_aligned_are_refused(void) {
    snw_setup *setup = new_setup();
    compiled c;
    CHECK(compile(random_tree(setup, (tree_options){.links = 6}), &c, NULL) == SNW_OK);
    rig r;
    rig_up(&r, &c.model, 32, NULL, 0);
    snw_batch *b = &r.batch;
    for (int off = 1; off < 8; off++) {
        CHECK(snw_batch_fk_f64(b, r.q + off, 1, r.out) == SNW_ERR_ARGUMENT);
        CHECK(snw_batch_fk_f64(b, r.q, 1, r.out + off) == SNW_ERR_ARGUMENT);
        CHECK(snw_batch_fk_f32(b, r.q_f32 + off, 1, r.out_f32) == SNW_ERR_ARGUMENT);
        CHECK(snw_batch_fk_f32(b, r.q_f32, 1, r.out_f32 + off) == SNW_ERR_ARGUMENT);
        CHECK(snw_batch_jacobian_f64(b, 0, r.q + off, 1, r.out) == SNW_ERR_ARGUMENT);
        CHECK(snw_batch_jacobian_f32(b, 0, r.q_f32, 1, r.out_f32 + off) == SNW_ERR_ARGUMENT);
        CHECK(snw_batch_velocity_f64(b, r.q, r.v + off, 1, r.out) == SNW_ERR_ARGUMENT);
        CHECK(snw_batch_velocity_f32(b, r.q_f32, r.v_f32, 1, r.out_f32 + off) == SNW_ERR_ARGUMENT);
    }
    CHECK(snw_batch_fk_f64(b, r.q, -1, r.out) == SNW_ERR_ARGUMENT);
    CHECK(snw_batch_fk_f64(b, r.q, INT32_MAX, r.out) == SNW_ERR_ARGUMENT);
    CHECK(snw_batch_fk_f64(b, NULL, 1, r.out) == SNW_ERR_ARGUMENT);
    CHECK(snw_batch_fk_f64(b, r.q, 1, NULL) == SNW_ERR_ARGUMENT);
    CHECK(snw_batch_velocity_f64(b, r.q, NULL, 1, r.out) == SNW_ERR_ARGUMENT);
    CHECK(isnan(r.out[0]) && isnan(r.out_f32[0]));
    rig_down(&r);
    free(c.block);
    snw_setup_destroy(setup);
}

static void places_that_are_none_are_refused(void) {
    snw_setup *setup = new_setup();
    compiled c;
    CHECK(compile(random_tree(setup, (tree_options){.links = 4}), &c, NULL) == SNW_OK);
    snw_batch batch;
    snw_arena arena = {0};
    snw_batch_place places[2] = {snw_batch_place_link(0), snw_batch_place_link(4)};
    CHECK(snw_batch_init(&batch, &c.model, places, 2, &arena) == SNW_ERR_ARGUMENT);
    places[1].link = -1;
    CHECK(snw_batch_init(&batch, &c.model, places, 2, &arena) == SNW_ERR_ARGUMENT);
    CHECK(snw_batch_init(&batch, &c.model, places, -1, &arena) == SNW_ERR_ARGUMENT);
    places[1] = snw_batch_place_link(1);
    places[1].T_link_place.p.x = (double)INFINITY;
    CHECK(snw_batch_init(&batch, &c.model, places, 2, &arena) == SNW_ERR_NOT_FINITE);
    places[1] = snw_batch_place_link(1);
    places[1].T_link_place.R.y.y = 1.1;
    CHECK(snw_batch_init(&batch, &c.model, places, 2, &arena) == SNW_ERR_RANGE);
    CHECK(arena.needed == 0);
    free(c.block);
    snw_setup_destroy(setup);
}

static void only_the_instruction_sets_of_the_machine_can_be_used(void) {
    snw_setup *setup = new_setup();
    compiled c;
    CHECK(compile(random_tree(setup, (tree_options){.links = 4}), &c, NULL) == SNW_OK);
    snw_batch batch;
    void *block = new_batch(&batch, &c.model, NULL, 0);
    CHECK(batch.isa == snw_lanes_isa());
    for (int isa = -1; isa <= SNW_ISA_COUNT; isa++) {
        const bool known = snw_lanes_table((snw_isa)isa) != NULL;
        CHECK(snw_batch_use(&batch, (snw_isa)isa) == (known ? SNW_OK : SNW_ERR_ARGUMENT));
        CHECK(!known || (int)batch.isa == isa);
    }
    free(block);
    free(c.block);
    snw_setup_destroy(setup);
}

static void init_fails_cleanly_at_every_smaller_capacity(void) {
    snw_setup *setup = new_setup();
    compiled c;
    snw_robot *robot = random_tree(setup, (tree_options){.links = 3, .laws = true});
    CHECK(compile(robot, &c, NULL) == SNW_OK);
    const snw_batch_place places[2] = {snw_batch_place_link(1), snw_batch_place_link(2)};
    for (int count = 0; count <= 2; count += 2) {
        const snw_batch_place *given = count > 0 ? places : NULL;
        snw_batch batch;
        snw_arena arena = {0};
        CHECK(snw_batch_init(&batch, &c.model, given, count, &arena) == SNW_ERR_MEMORY);
        const size_t needed = arena.needed;
        const size_t step = check_scaled(1000) == 1000 ? 1 : 61;
        for (size_t capacity = needed % step; capacity <= needed; capacity += step) {
            void *block = exact_block(capacity);
            arena = snw_arena_over(block, capacity);
            const snw_status status = snw_batch_init(&batch, &c.model, given, count, &arena);
            CHECK(status == (capacity < needed ? SNW_ERR_MEMORY : SNW_OK));
            CHECK(arena.needed == needed);
            free(block);
        }
    }
    free(c.block);
    snw_setup_destroy(setup);
}

int main(void) {
    RUN(a_state_that_is_not_finite_is_refused_and_leaves_its_neighbours_alone);
    RUN(a_rate_that_is_not_finite_refuses_its_state);
    RUN(a_quaternion_off_its_length_is_refused);
    RUN(a_state_beyond_the_end_of_a_law_is_refused);
    RUN(an_overflow_on_the_way_is_refused);
    RUN(rows_count_each_state_once);
    RUN(blocks_that_are_not_aligned_are_refused);
    RUN(places_that_are_none_are_refused);
    RUN(only_the_instruction_sets_of_the_machine_can_be_used);
    RUN(init_fails_cleanly_at_every_smaller_capacity);
    return check_report();
}
