// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "stand.h"

#include "../../../src/motion/queue/inside.h"

// Goals in frames that move: T6 = CONV OBJ on the Microbo, with a belt along y.

static stand s;
static const double home[6] = {-0.4, 0.2, 0.3, -1.2, -4, 0};

// a belt that swings along y
static snw_status swing(const snw_sample *sample, void *context, snw_pose *value) {
    (void)context;
    const double t = 1e-9 * (double)sample->t_ns;
    const snw_vec3 p = {0, 0.06 * sin(2 * 3.14159265358979 * t / 3), 0};
    *value = snw_pose_translation(p);
    return SNW_OK;
}

typedef struct belt {
    snw_conveyor conveyor;
    snw_frame conv, object;
    snw_equation there;
} belt;

static void make_belt(belt *b, bool swings) {
    b->conveyor = (snw_conveyor){.start = snw_pose_identity(), .velocity = {0, 0.1, 0}};
    CHECK(snw_frame_functional(&b->conv, "conv", swings ? swing : snw_conveyor_frame,
                               swings ? NULL : (void *)&b->conveyor, NULL) == SNW_OK);
    CHECK(snw_frame_const(&b->object, "object", stand_down(0.3, swings ? 0 : -0.2, 0.2), NULL) ==
          SNW_OK);
    CHECK(SNW_POSITION(&b->there, NULL, "there", &snw_t6, &snw_eq, &b->conv, &b->object, &snw_tl,
                       &snw_t6) == SNW_OK);
}

static snw_vec3 belt_now(const belt *b, bool swings) {
    const double t = 1e-9 * (double)s.sample.t_ns;
    snw_vec3 p = snw_frame_value(&b->object).p;
    p.y += swings ? 0.06 * sin(2 * 3.14159265358979 * t / 3) : 0.1 * t;
    return p;
}

// spec: rccl:TRJ-09 rccl:TRJ-10
static void the_hand_follows_a_belt_in_both_modes_and_at_rest(void) {
    stand_load(&s, "microbo-ecureuil");
    for (int k = 0; k < 4; k++) {
        const bool swings = k & 1;
        belt b;
        make_belt(&b, swings);
        stand_queue(&s, home);
        snw_move move = snw_move_defaults();
        move.equation = &b.there;
        move.mode = k & 2 ? SNW_MOVE_CARTESIAN : SNW_MOVE_JOINT;
        move.duration = 1.5;
        CHECK(snw_queue_move(&s.queue, &move, NULL, NULL) == SNW_OK);
        const double dt = 0.004;
        double v_last[6] = {0}, line = 0;
        snw_vec3 first = {0, 0, 0}, direction = {0, 0, 0};
        int rest = 0;
        for (int tick = 0; tick < 900; tick++) {
            stand_tick(&s, dt);
            const double t = dt * (tick + 1);
            const snw_vec3 goal = belt_now(&b, swings), p = stand_hand(&s).p;
            const snw_vec3 seen = snw_vec3_sub(p, goal);

            // seen from the belt the way is straight, once the start has faded
            if (t > 0.99 && t < 0.991 + dt) first = seen, direction = snw_vec3_neg(seen);
            if (t > 1 && move.mode == SNW_MOVE_CARTESIAN) {
                const snw_vec3 to = snw_vec3_sub(seen, first);
                const double off = snw_vec3_norm(snw_vec3_cross(to, direction));
                line = fmax(line, off / fmax(snw_vec3_norm(direction), 1e-6));
            }
            // at rest: the target of this very sample
            if (!snw_queue_progress(&s.queue).moving && t > 1.6) {
                CHECK(snw_vec3_norm(seen) <= 1e-9);
                rest++;
            }
            for (int i = 0; i < 6; i++) {
                const double a = s.arm.limits.acceleration[i];
                CHECK(fabs(s.target.v[i] - v_last[i]) <= a * dt);
                v_last[i] = s.target.v[i];
            }
        }
        CHECK(rest > 400);
        CHECK(line < 0.1 * dt);
    }
    stand_close(&s);
}

// Leaving a belt for a place that stands: the belt's velocity fades away.
// spec: rccl:TRJ-10
static void velocity_has_no_step_when_the_belt_is_left(void) {
    stand_load(&s, "microbo-ecureuil");
    belt b;
    make_belt(&b, false);
    stand_queue(&s, home);
    (void)stand_move(&s, &b.there, SNW_MOVE_CARTESIAN, 0.2);
    snw_frame frame;
    snw_equation away;
    stand_place(&frame, &away, "away", stand_down(0.3, 0, 0.3));
    const double dt = 0.004;
    for (int i = 0; i < 500; i++)
        stand_tick(&s, dt);
    CHECK_NEAR(stand_hand(&s).p.y, -0.2 + 0.2, 1e-9);
    (void)stand_move(&s, &away, SNW_MOVE_CARTESIAN, 0.1);
    double v[6];
    memcpy(v, s.target.v, sizeof v);
    do {
        stand_tick(&s, dt);
        for (int i = 0; i < 6; i++) {
            CHECK(fabs(s.target.v[i] - v[i]) <= s.arm.limits.acceleration[i] * dt);
            v[i] = s.target.v[i];
        }
    } while (stand_busy(&s));
    for (int i = 0; i < 300; i++)
        stand_tick(&s, dt);
    CHECK(snw_pose_near(stand_hand(&s), stand_down(0.3, 0, 0.3), 1e-9));
    CHECK(b.there.uses == 0 && away.uses == 0);
    stand_close(&s);
}

static int steps;

static snw_status count_up(const snw_sample *sample, void *context, snw_pose *value) {
    (void)sample, (void)context;
    const snw_vec3 p = {0, 0, 1e-6 * ++steps};
    *value = snw_pose_translation(p);
    return SNW_OK;
}

// One of each kind, changed while the arm follows: T6 = CONST VARB HOLD FUNC.
// spec: rccl:EQN-01
static void each_kind_of_frame_takes_effect_at_its_time(void) {
    stand_load(&s, "microbo-ecureuil");
    static _Alignas(64) unsigned char block[4096];
    snw_arena arena = snw_arena_over(block, sizeof block);
    snw_frame fixed, varb, hold, function;
    snw_equation e;
    const snw_pose small = snw_pose_translation(snw_vec3_of(0, 1e-4, 0));
    CHECK(snw_frame_const(&fixed, "fixed", stand_down(0.3, 0, 0.2), NULL) == SNW_OK);
    CHECK(snw_frame_varb(&varb, "varb", snw_pose_identity(), &arena, NULL) == SNW_OK);
    CHECK(snw_frame_hold(&hold, "hold", snw_pose_identity(), NULL) == SNW_OK);
    CHECK(snw_frame_functional(&function, "function", count_up, NULL, NULL) == SNW_OK);
    CHECK(SNW_POSITION(&e, NULL, "e", &snw_t6, &snw_eq, &fixed, &varb, &hold, &function, &snw_tl,
                       &snw_t6) == SNW_OK);
    steps = 0;
    stand_queue(&s, home);
    (void)stand_move(&s, &e, SNW_MOVE_CARTESIAN, 0.2);
    for (int i = 0; i < 400; i++)
        stand_tick(&s, 0.01);
    // the tool points down: y and z of the frames are -y and -z of the base
    snw_vec3 p = stand_hand(&s).p;
    CHECK_NEAR(p.z, 0.2 - 1e-6 * steps, 1e-9);
    const int before = steps;
    stand_tick(&s, 0.01);
    CHECK(steps == before + 1);
    p = stand_hand(&s).p;
    CHECK_NEAR(p.z, 0.2 - 1e-6 * steps, 1e-9);

    CHECK(snw_frame_set(&fixed, small, NULL) == SNW_ERR_STATE);
    stand_tick(&s, 0.01);
    CHECK_NEAR(stand_hand(&s).p.y, 0, 1e-9);

    CHECK(snw_frame_set(&varb, small, NULL) == SNW_OK);
    stand_tick(&s, 0.01);
    CHECK_NEAR(stand_hand(&s).p.y, -1e-4, 1e-9);

    // a hold frame waits for the next motion
    CHECK(snw_frame_set(&hold, small, NULL) == SNW_OK);
    for (int i = 0; i < 50; i++)
        stand_tick(&s, 0.01);
    CHECK_NEAR(stand_hand(&s).p.y, -1e-4, 1e-9);
    (void)stand_move(&s, &e, SNW_MOVE_CARTESIAN, 0.2);
    for (int i = 0; i < 200; i++)
        stand_tick(&s, 0.01);
    CHECK_NEAR(stand_hand(&s).p.y, -2e-4, 1e-9);
    CHECK_NEAR(stand_hand(&s).p.z, 0.2 - 1e-6 * steps, 1e-9);
    stand_close(&s);
}

// spec: rccl:EQN-03 rccl:SYN-02
static void three_values_of_a_hold_frame_wait_with_their_motions(void) {
    stand_load(&s, "microbo-ecureuil");
    snw_frame hold;
    snw_equation e;
    CHECK(snw_frame_hold(&hold, "hold", stand_down(0.3, 0, 0.2), NULL) == SNW_OK);
    CHECK(SNW_POSITION(&e, NULL, "e", &snw_t6, &snw_eq, &hold, &snw_tl, &snw_t6) == SNW_OK);
    stand_queue(&s, home);
    int64_t ids[3];
    for (int i = 0; i < 3; i++) {
        CHECK(snw_frame_set(&hold, stand_down(0.28 + 0.02 * i, 0.05 * i, 0.2), NULL) == SNW_OK);
        ids[i] = stand_move(&s, &e, i == 1 ? SNW_MOVE_CARTESIAN : SNW_MOVE_JOINT, 0);
    }
    CHECK(snw_frame_set(&hold, stand_down(0.25, -0.1, 0.3), NULL) == SNW_OK);
    CHECK(e.uses == 3);
    for (int i = 0; i < 3; i++) {
        // waiting for the n-th of them, though all go to one equation
        const snw_move_wait wait = {.ids = &ids[i], .count = 1, .until_ns = INT64_MAX};
        snw_move_progress p;
        do {
            CHECK((int)e.ends == i);
            stand_tick(&s, 0.002);
            p = snw_queue_progress(&s.queue);
        } while (snw__move_wait_check(&wait, &p) == SNW_NOTHING_NEW);
        CHECK((int)e.ends == i + 1);
        // in the sample of its end the next may have begun, by less than a sample
        const snw_vec3 off =
            snw_vec3_sub(stand_hand(&s).p, snw_vec3_of(0.28 + 0.02 * i, 0.05 * i, 0.2));
        CHECK(snw_vec3_norm(off) < 1e-6);
        if (i < 2) stand_tick(&s, 0.1);
    }
    CHECK(e.uses == 0);
    stand_close(&s);
}

// A frame that is set far away at once is followed within the limits.
static void a_jump_of_a_varb_frame_fades_in(void) {
    stand_load(&s, "microbo-ecureuil");
    static _Alignas(64) unsigned char block[4096];
    snw_arena arena = snw_arena_over(block, sizeof block);
    snw_frame varb;
    snw_equation e;
    CHECK(snw_frame_varb(&varb, "varb", stand_down(0.3, 0, 0.2), &arena, NULL) == SNW_OK);
    CHECK(SNW_POSITION(&e, NULL, "e", &snw_t6, &snw_eq, &varb, &snw_tl, &snw_t6) == SNW_OK);
    stand_queue(&s, home);
    (void)stand_move(&s, &e, SNW_MOVE_JOINT, 0);
    for (int i = 0; i < 400; i++)
        stand_tick(&s, 0.005);
    const snw_pose there = stand_down(0.35, 0.1, 0.25);
    CHECK(snw_frame_set(&varb, there, NULL) == SNW_OK);
    snw_arm_target last = s.target;
    for (int i = 0; i < 1000; i++) {
        stand_tick(&s, 0.005);
        for (int k = 0; k < 6; k++) {
            CHECK(fabs(s.target.q[k] - last.q[k]) <= s.arm.limits.velocity[k] * 0.005);
            CHECK(fabs(s.target.v[k] - last.v[k]) <= s.arm.limits.acceleration[k] * 0.005);
        }
        last = s.target;
    }
    CHECK(snw_pose_near(stand_hand(&s), there, 1e-9));
    stand_close(&s);
}

// A belt that carries its object out of reach: the arm comes to rest, and says why.
static void a_goal_that_leaves_the_reach_ends_in_a_controlled_stop(void) {
    stand_load(&s, "microbo-ecureuil");
    belt b;
    make_belt(&b, false);
    stand_queue(&s, home);
    snw_move move = snw_move_defaults();
    move.equation = &b.there;
    move.mode = SNW_MOVE_CARTESIAN;
    move.duration = 6;
    CHECK(snw_queue_move(&s.queue, &move, NULL, NULL) == SNW_OK);
    b.conveyor.velocity.x = 0.06;
    snw_arm_target last = s.target;
    int code = 0;
    double moved = 1;
    for (int i = 0; i < 2000; i++) {
        stand_tick(&s, 0.002);
        for (int k = 0; k < 6; k++) {
            const double a = s.arm.limits.acceleration[k];
            CHECK(fabs(s.target.v[k] - last.v[k]) <= a * 0.002 * 1.01 + 1e-6);
        }
        moved = 0;
        for (int k = 0; k < 6; k++)
            moved = fmax(moved, fabs(s.target.q[k] - last.q[k]));
        last = s.target;
        snw_move_event event;
        while (snw_queue_event(&s.queue, &event) == SNW_OK) {
            if (event.kind == SNW_MOVE_ENDED) {
                code = event.code;
                CHECK(event.why.code == SNW_ERR_LIMIT || event.why.code == SNW_ERR_UNREACHABLE);
            }
        }
    }
    CHECK(code == SNW_MOVE_BROKEN && b.there.code == SNW_MOVE_BROKEN);
    CHECK(moved == 0 && !snw_queue_progress(&s.queue).moving && b.there.uses == 0);

    // and it can be moved again
    snw_move back = snw_move_defaults();
    memcpy(back.joints, home, sizeof home);
    CHECK(snw_queue_move(&s.queue, &back, NULL, NULL) == SNW_OK);
    (void)stand_finish(&s, 0.01);
    CHECK_NEAR(s.target.q[0], home[0], 1e-12);
    stand_close(&s);
}

// Another generator takes over, a circle: at rest from the very place, or on the way, with what is
// left of the old motion's velocity fading out. Placing the arm elsewhere is for an arm at rest.
// spec: loffler:L-088
static void generators_change_without_a_jump_at_rest_and_in_motion(void) {
    stand_load(&s, "microbo-ecureuil");
    for (int in_motion = 0; in_motion < 2; in_motion++) {
        stand_queue(&s, home);
        snw_frame frames[2];
        snw_equation place[2];
        stand_place(&frames[0], &place[0], "a", stand_down(0.3, -0.05, 0.2));
        stand_place(&frames[1], &place[1], "b", stand_down(0.33, 0.1, 0.2));
        (void)stand_move(&s, &place[0], SNW_MOVE_JOINT, 0);
        (void)stand_finish(&s, 0.005);
        if (in_motion) {
            (void)stand_move(&s, &place[1], SNW_MOVE_CARTESIAN, 0.1);
            for (int i = 0; i < 150; i++)
                stand_tick(&s, 0.005);
            CHECK(snw_queue_place(&s.queue, home) == SNW_ERR_STATE);
        }
        snw_shape_context c = {.shape = {.kind = SNW_SHAPE_CIRCLE,
                                         .start = stand_down(0.3, -0.05, 0.2),
                                         .axis = 1,
                                         .second = 2,
                                         .size = 0.03,
                                         .period = 4,
                                         .ramp = in_motion ? 0 : 1},
                               .t_ns = s.sample.t_ns};
        CHECK(snw_shape_begin(&c.shape) == SNW_OK);
        snw_frame circle;
        snw_equation follow;
        CHECK(snw_frame_functional(&circle, "circle", snw_shape_frame, &c, NULL) == SNW_OK);
        CHECK(SNW_POSITION(&follow, NULL, "follow", &snw_t6, &snw_eq, &circle, &snw_tl, &snw_t6) ==
              SNW_OK);
        const snw_arm_target before = s.target;
        (void)stand_move(&s, &follow, SNW_MOVE_CARTESIAN, 0);
        if (in_motion) CHECK(snw_queue_next(&s.queue, 3) == SNW_OK);
        stand_tick(&s, 0);
        for (int i = 0; i < 6; i++)
            CHECK_NEAR(s.target.q[i], before.q[i], 1e-9);
        snw_arm_target last = s.target;
        for (int k = 0; k < 1500; k++) {
            stand_tick(&s, 0.002);
            for (int i = 0; i < 6; i++)
                CHECK(fabs(s.target.v[i] - last.v[i]) <= s.arm.limits.acceleration[i] * 0.002);
            last = s.target;
        }
        const double t = 1e-9 * (double)(s.sample.t_ns - c.t_ns);
        CHECK(snw_vec3_near(stand_hand(&s).p, snw_shape_at(&c.shape, t).T.p, 1e-9));
    }
    stand_close(&s);
}

int main(void) {
    RUN(the_hand_follows_a_belt_in_both_modes_and_at_rest);
    RUN(velocity_has_no_step_when_the_belt_is_left);
    RUN(each_kind_of_frame_takes_effect_at_its_time);
    RUN(three_values_of_a_hold_frame_wait_with_their_motions);
    RUN(a_jump_of_a_varb_frame_fades_in);
    RUN(generators_change_without_a_jump_at_rest_and_in_motion);
    RUN(a_goal_that_leaves_the_reach_ends_in_a_controlled_stop);
    return check_report();
}
