// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "check.h"
#include "sinew/frame.h"

// products in this file are of 4x4 matrices, element by element: the library multiplies poses
typedef struct matrix {
    double m[4][4];
} matrix;

static matrix matrix_of(snw_pose T) {
    const matrix r = {{{T.R.x.x, T.R.y.x, T.R.z.x, T.p.x},
                       {T.R.x.y, T.R.y.y, T.R.z.y, T.p.y},
                       {T.R.x.z, T.R.y.z, T.R.z.z, T.p.z},
                       {0, 0, 0, 1}}};
    return r;
}

static matrix times(matrix a, matrix b) {
    matrix r = {0};
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++) {
            for (int k = 0; k < 4; k++)
                r.m[i][j] += a.m[i][k] * b.m[k][j];
        }
    }
    return r;
}

static double distance(matrix a, matrix b) {
    double worst = 0;
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++)
            worst = fmax(worst, fabs(a.m[i][j] - b.m[i][j]));
    }
    return worst;
}

static snw_pose random_pose(void) {
    snw_quat q;
    CHECK(snw_quat_set(&q, check_real(-1, 1), check_real(-1, 1), check_real(-1, 1),
                       check_real(-1, 1)) == SNW_OK);
    const snw_vec3 p = {check_real(-2, 2), check_real(-2, 2), check_real(-2, 2)};
    return snw_pose_of(snw_quat_to_mat3(q), p);
}

static snw_frame constant(const char *name, snw_pose value) {
    snw_frame frame;
    CHECK(snw_frame_const(&frame, name, value, NULL) == SNW_OK);
    return frame;
}

static snw_pose move(double x, double y, double z) {
    const snw_vec3 p = {x, y, z};
    return snw_pose_translation(p);
}

// the equation of the Robotic Platform: Z T6 E = W P
// spec: loffler:L-090
static void the_published_equation_has_its_solution(void) {
    snw_mat3 turn;
    const snw_vec3 x = {1, 0, 0};
    CHECK(snw_rotation_about(x, 3.14159265358979323846, &turn) == SNW_OK);
    const snw_vec3 w = {1, 0.2, 0.3};
    // region: example
    snw_frame Z = constant("Z", move(0, 0, 0.7)), E = constant("E", move(0, 0, 0.1));
    snw_frame W = constant("W", snw_pose_of(turn, w)), P = constant("P", move(-0.5, 0, 0));
    snw_equation e;
    CHECK(SNW_POSITION(&e, NULL, "grasp", &Z, &snw_t6, &E, &snw_eq, &W, &P) == SNW_OK);
    const snw_sample now = {.number = 1};
    snw_pose T6;
    CHECK(snw_equation_solve(&e, NULL, &now, &T6) == SNW_OK);
    // endregion
    const snw_vec3 expected = {0.5, 0.2, -0.3};
    CHECK(snw_pose_near(T6, snw_pose_of(turn, expected), 1e-12));
}

// a random equation of up to 10 frames a side, constants, varbs and holds among them
typedef struct sample_equation {
    snw_frame frames[20];
    snw_pose values[20];
    const snw_frame *terms[24];
    int count, left, t6; // t6 is the place of T6 among the terms, EQ not counted
    unsigned char block[1 << 16];
} sample_equation;

static void build(sample_equation *s, snw_equation *e) {
    static _Alignas(SNW_ARENA_ALIGN) unsigned char block[1 << 16];
    snw_arena arena = snw_arena_over(block, sizeof block);
    const int left = check_int(1, 10), right = check_int(left == 1 ? 2 : 1, 10);
    s->count = left + right;
    s->left = left;
    s->t6 = check_int(0, s->count - 1);
    // neither side may be without a frame of its own value when T6 is its only term: that is fine
    int frame = 0, term = 0;
    for (int i = 0; i < s->count; i++) {
        if (i == left) s->terms[term++] = &snw_eq;
        if (i == s->t6) {
            s->terms[term++] = &snw_t6;
            continue;
        }
        s->values[i] = random_pose();
        const int kind = check_int(0, 3);
        snw_frame *f = &s->frames[frame++];
        const snw_status made = kind < 2    ? snw_frame_const(f, "c", s->values[i], NULL)
                                : kind == 2 ? snw_frame_varb(f, "v", s->values[i], &arena, NULL)
                                            : snw_frame_hold(f, "h", s->values[i], NULL);
        CHECK(made == SNW_OK);
        s->terms[term++] = f;
    }
    snw_why why;
    const snw_status status = snw_equation_init(e, "e", s->terms, term, &why);
    CHECK(status == SNW_OK || status == SNW_ERR_TOO_LARGE);
}

static matrix side(const sample_equation *s, int first, int end, snw_pose T6) {
    matrix r = matrix_of(snw_pose_identity());
    for (int i = first; i < end; i++) {
        r = times(r, matrix_of(i == s->t6 ? T6 : s->values[i]));
    }
    return r;
}

static int hold_count(const sample_equation *s) {
    int holds = 0;
    for (int i = 0; i < 20; i++)
        holds += s->frames[i].kind == SNW_FRAME_HOLD;
    return holds;
}

// spec: rccl:EQN-04 rccl:EQN-06
static void both_sides_are_equal_and_every_frame_is_found_again(void) {
    CHECK_CASES(check_scaled(3000)) {
        static sample_equation s;
        memset(&s, 0, sizeof s);
        snw_equation e;
        build(&s, &e);
        if (hold_count(&s) > SNW_EQUATION_HOLDS) continue;
        const snw_sample now = {.number = (uint64_t)check_case + 1};
        snw_pose T6;
        CHECK(snw_equation_solve(&e, NULL, &now, &T6) == SNW_OK);
        CHECK(distance(side(&s, 0, s.left, T6), side(&s, s.left, s.count, T6)) < 1e-9);

        // each frame in turn is forgotten and found
        for (int i = 0, term = 0; i < s.count; i++, term++) {
            if (i == s.left) term++;
            if (i == s.t6) continue;
            const snw_equation_moment moment = {.sample = &now};
            snw_pose found;
            CHECK(snw_equation_solve_for(&e, s.terms[term], T6, &moment, &found, NULL) == SNW_OK);
            CHECK(distance(matrix_of(found), matrix_of(s.values[i])) < 1e-9);
        }
    }
}

// spec: rccl:EQN-04
static void what_is_no_equation_is_refused_with_a_way_out(void) {
    snw_frame a = constant("a", snw_pose_identity()), b = constant("b", snw_pose_identity());
    snw_equation e;
    snw_why why;
    CHECK(SNW_POSITION(&e, &why, "x", &snw_t6, &a) == SNW_ERR_SYNTAX);
    CHECK_TEXT(why.text, "there is no EQ");
    CHECK(why.fix[0] != '\0');
    CHECK(SNW_POSITION(&e, &why, "x", &a, &snw_eq, &b) == SNW_ERR_SYNTAX);
    CHECK_TEXT(why.text, "T6 is missing");
    CHECK(SNW_POSITION(&e, &why, "x", &snw_t6, &snw_eq, &a, &snw_t6) == SNW_ERR_SYNTAX);
    CHECK_TEXT(why.text, "T6 is given twice");
    CHECK(SNW_POSITION(&e, &why, "x", &snw_t6, &snw_eq, NULL) == SNW_ERR_SYNTAX);
    CHECK_TEXT(why.text, "a term is NULL");
    CHECK(SNW_POSITION(&e, &why, "x", &snw_t6, &snw_eq, &snw_eq, &a) == SNW_ERR_SYNTAX);
    CHECK(SNW_POSITION(&e, &why, "x", &snw_eq, &a) == SNW_ERR_SYNTAX);
    CHECK(SNW_POSITION(&e, &why, "x", &snw_t6, &snw_eq) == SNW_ERR_SYNTAX);
    CHECK(SNW_POSITION(&e, &why, "x", &snw_t6, &snw_eq, &a, &snw_tl) == SNW_ERR_SYNTAX);
    CHECK(SNW_POSITION(&e, &why, "x", &snw_t6, &b, &snw_eq, &a, &snw_tl, &a) == SNW_ERR_SYNTAX);
    CHECK_TEXT(why.text, "the tool is not to the right of T6");
    CHECK(SNW_POSITION(&e, &why, "x", &snw_t6, &b, &snw_eq, &a, &snw_tl, &b) == SNW_OK);
    CHECK(SNW_POSITION(&e, &why, "a name of thirty-three characters", &snw_t6, &snw_eq, &a) ==
          SNW_ERR_TOO_LARGE);
    const snw_frame *many[SNW_EQUATION_TERMS + 3] = {&snw_t6, &snw_eq};
    for (int i = 2; i < SNW_EQUATION_TERMS + 3; i++)
        many[i] = &a;
    CHECK(snw_equation_init(&e, "x", many, SNW_EQUATION_TERMS + 2, &why) == SNW_ERR_TOO_LARGE);
    CHECK(snw_equation_init(&e, "x", many, SNW_EQUATION_TERMS + 1, &why) == SNW_OK);
}

static snw_status count_samples(const snw_sample *sample, void *context, snw_pose *value) {
    *(uint64_t *)context += 1;
    *value = move((double)sample->number, 0, 0);
    return SNW_OK;
}

// spec: rccl:EQN-02
static void a_function_runs_once_per_sample_however_many_equations_hold_it(void) {
    uint64_t calls = 0;
    snw_frame f, a = constant("a", move(0, 1, 0));
    CHECK(snw_frame_functional(&f, "f", count_samples, &calls, NULL) == SNW_OK);
    snw_equation e[3];
    CHECK(SNW_POSITION(&e[0], NULL, "0", &snw_t6, &snw_eq, &f) == SNW_OK);
    CHECK(SNW_POSITION(&e[1], NULL, "1", &snw_t6, &snw_eq, &a, &f, &a) == SNW_OK);
    CHECK(SNW_POSITION(&e[2], NULL, "2", &f, &snw_t6, &snw_eq, &f) == SNW_OK);
    enum { SAMPLES = 1000 };
    for (uint64_t n = 1; n <= SAMPLES; n++) {
        const snw_sample now = {.number = n};
        for (int i = 0; i < 3; i++) {
            snw_pose T6;
            CHECK(snw_equation_solve(&e[i], NULL, &now, &T6) == SNW_OK);
            CHECK_NEAR(T6.p.x, i == 2 ? 0 : (double)n, 1e-12);
        }
    }
    CHECK(calls == SAMPLES && f.evaluations == SAMPLES);
}

// spec: rccl:EQN-05
static void constants_are_multiplied_when_the_equation_is_made(void) {
    uint64_t calls = 0;
    snw_frame c[6], f;
    CHECK(snw_frame_functional(&f, "f", count_samples, &calls, NULL) == SNW_OK);
    for (int i = 0; i < 6; i++)
        c[i] = constant("c", random_pose());
    snw_equation e;
    CHECK(SNW_POSITION(&e, NULL, "e", &c[0], &snw_t6, &c[1], &c[2], &snw_eq, &c[3], &f, &c[4],
                       &c[5], &snw_tl, &c[2]) == SNW_OK);
    const snw_sample now = {.number = 1};
    snw_pose T6;
    CHECK(snw_equation_solve(&e, NULL, &now, &T6) == SNW_OK);
    CHECK(e.products <= 3);
    CHECK(e.products >= 2); // the function stands between constants: two are needed at least
}

// spec: rccl:EQN-07
static void the_same_object_is_reached_with_two_tools_of_any_kind(void) {
    static _Alignas(SNW_ARENA_ALIGN) unsigned char block[1 << 12];
    CHECK_CASES(300) {
        const snw_pose goal = random_pose(), tools[2] = {random_pose(), random_pose()};
        snw_frame object = constant("object", goal);
        for (int kind = 0; kind < 3; kind++) {
            snw_arena arena = snw_arena_over(block, sizeof block);
            snw_frame tool;
            const snw_status made = kind == 0 ? snw_frame_const(&tool, "tool", tools[0], NULL)
                                    : kind == 1
                                        ? snw_frame_hold(&tool, "tool", tools[0], NULL)
                                        : snw_frame_varb(&tool, "tool", tools[0], &arena, NULL);
            CHECK(made == SNW_OK);
            for (int i = 0; i < 2; i++) {
                if (i == 1 && kind == 0) tool = constant("tool", tools[1]);
                if (i == 1 && kind > 0) CHECK(snw_frame_set(&tool, tools[1], NULL) == SNW_OK);
                snw_equation e;
                CHECK(SNW_POSITION(&e, NULL, "e", &snw_t6, &tool, &snw_eq, &object, &snw_tl,
                                   &tool) == SNW_OK);
                const snw_sample now = {.number = (uint64_t)i + 1};
                snw_equation_capture held;
                snw_equation_capture_now(&e, &held);
                snw_pose T6, place, hand;
                CHECK(snw_equation_solve(&e, &held, &now, &T6) == SNW_OK);
                CHECK(snw_equation_controlled(&e, &held, &now, &place, &hand) == SNW_OK);
                const matrix tip = times(matrix_of(T6), matrix_of(tools[i]));
                CHECK(distance(tip, matrix_of(goal)) < 1e-9);
                CHECK(distance(matrix_of(place), matrix_of(goal)) < 1e-12);
                CHECK(distance(matrix_of(hand), matrix_of(tools[i])) < 1e-12);
            }
        }
    }
}

static void a_motion_keeps_the_values_that_hold_frames_had_when_it_was_asked_for(void) {
    snw_frame h;
    CHECK(snw_frame_hold(&h, "h", move(1, 0, 0), NULL) == SNW_OK);
    snw_equation e;
    CHECK(SNW_POSITION(&e, NULL, "e", &snw_t6, &snw_eq, &h) == SNW_OK);
    snw_equation_capture asked[3];
    for (int i = 0; i < 3; i++) {
        CHECK(snw_frame_set(&h, move(i + 1, 0, 0), NULL) == SNW_OK);
        snw_equation_capture_now(&e, &asked[i]);
    }
    for (int i = 0; i < 3; i++) {
        const snw_sample now = {.number = (uint64_t)i + 1};
        snw_pose T6;
        CHECK(snw_equation_solve(&e, &asked[i], &now, &T6) == SNW_OK);
        CHECK_NEAR(T6.p.x, i + 1, 0);
    }
}

static snw_status fail_after(const snw_sample *sample, void *context, snw_pose *value) {
    (void)context;
    *value = move(1, 2, 3);
    if (sample->number == 3) value->p.x = (double)NAN;
    return sample->number == 2 ? SNW_ERR_TIMEOUT : SNW_OK;
}

static void a_function_that_fails_is_told_and_changes_nothing(void) {
    snw_frame f;
    CHECK(snw_frame_functional(&f, "f", fail_after, NULL, NULL) == SNW_OK);
    snw_equation e;
    CHECK(SNW_POSITION(&e, NULL, "e", &snw_t6, &snw_eq, &f) == SNW_OK);
    static const snw_status expected[] = {SNW_OK, SNW_ERR_TIMEOUT, SNW_ERR_NOT_FINITE, SNW_OK};
    snw_pose T6 = snw_pose_identity();
    for (uint64_t n = 1; n <= 4; n++) {
        const snw_sample now = {.number = n};
        const snw_pose before = T6;
        CHECK(snw_equation_solve(&e, NULL, &now, &T6) == expected[n - 1]);
        if (expected[n - 1] != SNW_OK) CHECK(memcmp(&before, &T6, sizeof T6) == 0);
    }
}

static void an_equation_in_use_cannot_be_released(void) {
    snw_frame a = constant("a", snw_pose_identity());
    snw_equation e;
    CHECK(SNW_POSITION(&e, NULL, "e", &snw_t6, &snw_eq, &a) == SNW_OK);
    CHECK(snw_equation_release(&e, NULL) == SNW_OK);
    e.uses = 2;
    snw_why why;
    CHECK(snw_equation_release(&e, &why) == SNW_ERR_STATE);
    CHECK_NEAR(why.numbers[0].value, 2, 0);
}

int main(void) {
    RUN(the_published_equation_has_its_solution);
    RUN(both_sides_are_equal_and_every_frame_is_found_again);
    RUN(what_is_no_equation_is_refused_with_a_way_out);
    RUN(a_function_runs_once_per_sample_however_many_equations_hold_it);
    RUN(constants_are_multiplied_when_the_equation_is_made);
    RUN(the_same_object_is_reached_with_two_tools_of_any_kind);
    RUN(a_motion_keeps_the_values_that_hold_frames_had_when_it_was_asked_for);
    RUN(a_function_that_fails_is_told_and_changes_nothing);
    RUN(an_equation_in_use_cannot_be_released);
    return check_report();
}
