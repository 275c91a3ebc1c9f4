// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "stand.h"

#include "arms.h"

static void *new_dexterity(snw_dexterity *d, const snw_model *model) {
    snw_arena arena = {0};
    SNW_IGNORE(snw_dexterity_init(d, model, &arena));
    void *block = exact_block(arena.needed);
    arena = snw_arena_over(block, arena.needed);
    CHECK(snw_dexterity_init(d, model, &arena) == SNW_OK);
    return block;
}

// det(J J^T) of the rows asked for, by elimination in long double
static double determinant(const snw_twist *J, int columns, snw_kin_part part) {
    const int rows = part == SNW_PART_ALL ? 6 : 3, first = part == SNW_PART_ANGULAR ? 3 : 0;
    real M[6][6] = {{0}}, det = 1;
    for (int k = 0; k < columns; k++) {
        const double *column = &J[k].lin.x + first;
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < rows; j++) {
                M[i][j] += (real)column[i] * (real)column[j];
            }
        }
    }
    for (int i = 0; i < rows; i++) {
        det *= M[i][i];
        for (int r = i + 1; r < rows && M[i][i] > 0; r++) {
            const real factor = M[r][i] / M[i][i];
            for (int c = i; c < rows; c++) {
                M[r][c] -= factor * M[i][c];
            }
        }
    }
    return (double)det;
}

static void manipulability_is_the_root_of_the_determinant(void) {
    CHECK_CASES(check_scaled(500)) {
        snw_setup *setup = new_setup();
        stand s;
        set_up(&s, any_tree(setup, 14));
        snw_dexterity d;
        void *block = new_dexterity(&d, &s.c.model);
        random_state(&s);
        const place p = random_place(&s);
        const snw_kin_part part = (snw_kin_part)check_int(0, 2);
        snw_twist J[RATES];
        int rates[RATES];
        CHECK(snw_kin_update(&s.kin, s.q) == SNW_OK);
        snw_kin_jacobian(&s.kin, p.link, p.T_link_frame.p, J);
        const int count = snw_kin_path(&s.kin, p.link, rates);
        const snw_status status = snw_dexterity_update(&d, &s.kin, p.link, p.T_link_frame.p, part);
        if (count == 0) {
            CHECK(status == SNW_ERR_SIZE);
        } else if (count < (part == SNW_PART_ALL ? 6 : 3)) {
            CHECK(status == SNW_NEAR_SINGULAR && d.manipulability == 0 && d.isotropy == 0);
            CHECK(isinf(d.condition));
        } else {
            CHECK(status >= 0);
            const double w2 = determinant(J, s.c.model.nv, part);
            CHECK_NEAR(d.manipulability, sqrt(fmax(w2, 0)), 1e-8 * (1 + sqrt(fabs(w2))));
        }
        free(block);
        tear_down(&s);
        snw_setup_destroy(setup);
    }
}

// spherical wrist: w = |sin q2|, condition = sqrt((1 + |cos q2|) / (1 - |cos q2|))
static void a_wrist_of_three_axes_is_known_in_closed_form(void) {
    const snw_dh_joint rows[] = {{{0, HALF, 0, 0}, TURN, NULL, 0, 0},
                                 {{0, -HALF, 0, 0}, TURN, NULL, 0, 0},
                                 {{0, 0, 0, 0}, TURN, NULL, 0, 0}};
    arm a;
    build(&a, SNW_DH_STANDARD, rows, 3, snw_pose_identity());
    snw_dexterity d;
    void *block = new_dexterity(&d, &a.c.model);
    CHECK_CASES(1000) {
        const double q[] = {check_real(-3, 3), check_real(-3, 3), check_real(-3, 3)};
        double gradient[3];
        CHECK(snw_kin_update(&a.kin, q) == SNW_OK);
        CHECK(snw_dexterity_update(&d, &a.kin, 3, snw_vec3_zero(), SNW_PART_ANGULAR) == SNW_OK);
        const double c = fabs(cos(q[1]));
        CHECK_NEAR(d.manipulability, fabs(sin(q[1])), 1e-14);
        CHECK_NEAR(d.condition, sqrt((1 + c) / (1 - c)), 1e-9 * d.condition * d.condition);
        CHECK_NEAR(d.isotropy, 1 / d.condition, 1e-14);
        snw_dexterity_gradient(&d, &a.kin, gradient);
        CHECK_NEAR(gradient[0], 0, 1e-13);
        CHECK_NEAR(gradient[1], sin(q[1]) > 0 ? cos(q[1]) : -cos(q[1]), 1e-9);
        CHECK_NEAR(gradient[2], 0, 1e-13);
    }
    const double straight[] = {0.3, 0, -0.4};
    CHECK(snw_kin_update(&a.kin, straight) == SNW_OK);
    CHECK(snw_dexterity_update(&d, &a.kin, 3, snw_vec3_zero(), SNW_PART_ANGULAR) ==
          SNW_NEAR_SINGULAR);
    double gradient[3];
    snw_dexterity_gradient(&d, &a.kin, gradient);
    CHECK_NEAR(fabs(gradient[1]), 1, 1e-9); // one side of |sin|
    free(block);
    drop(&a);
}

/// What a difference of the manipulability needs.
typedef struct probe {
    snw_dexterity *d;
    place p;
    snw_kin_part part;
} probe;

static void read_manipulability(stand *s, void *context, double *out) {
    const probe *t = context;
    CHECK(snw_dexterity_update(t->d, &s->kin, t->p.link, t->p.T_link_frame.p, t->part) >= 0);
    *out = t->d->manipulability;
}

static void gradients_are_those_of_differences(void) {
    int tried = 0;
    CHECK_CASES(check_scaled(600)) {
        snw_setup *setup = new_setup();
        stand s;
        set_up(&s, any_tree(setup, 12));
        snw_dexterity d;
        void *block = new_dexterity(&d, &s.c.model);
        random_state(&s);
        probe t = {&d, random_place(&s), (snw_kin_part)check_int(0, 2)};
        CHECK(snw_kin_update(&s.kin, s.q) == SNW_OK);
        const snw_status status =
            snw_dexterity_update(&d, &s.kin, t.p.link, t.p.T_link_frame.p, t.part);
        const bool regular = status == SNW_OK && d.isotropy > 0.02;
        double gradient[RATES];
        if (regular) snw_dexterity_gradient(&d, &s.kin, gradient);
        for (int k = 0; regular && k < s.c.model.nv; k++) {
            double unit[RATES] = {0}, expected;
            unit[k] = 1;
            differentiate(&s, unit, NULL, (reader){read_manipulability, &t, 1}, &expected);
            CHECK_NEAR(gradient[k], expected, 1e-6 * (1 + fabs(expected)));
        }
        tried += regular;
        free(block);
        tear_down(&s);
        snw_setup_destroy(setup);
    }
    CHECK(tried > 0);
}

// The arm of four joints: D = w^2 and its gradient as derived by hand, with e and g of the bent
// elbow and h of the straight one.
static void the_dexterous_arm_has_the_printed_determinant_and_gradient(void) {
    const double d3 = 0.5389, a4 = 0.1524, d5 = 0.5117;
    arm a;
    const snw_vec3 wrist = snw_vec3_of(a4, d5, 0);
    build(&a, SNW_DH_MODIFIED, dexterous, 4, snw_pose_translation(wrist));
    snw_dexterity d;
    void *block = new_dexterity(&d, &a.c.model);
    const double q[] = {0.3, -0.7, 1.1, 1.9}, nominal[] = {0, 0, 0, 84 * SNW_PI / 180};
    double gradient[4];
    const double printed[] = {0, -0.0319524, -0.0022040, -0.0103997};
    CHECK(snw_kin_update(&a.kin, q) == SNW_OK);
    CHECK(snw_dexterity_update(&d, &a.kin, 4, wrist, SNW_PART_LINEAR) == SNW_OK);
    CHECK_NEAR(d.manipulability * d.manipulability, 0.01441538, 1e-8);
    snw_dexterity_gradient(&d, &a.kin, gradient);
    for (int k = 0; k < 4; k++) {
        CHECK_NEAR(2 * d.manipulability * gradient[k], printed[k], 1e-7);
    }
    CHECK(snw_kin_update(&a.kin, nominal) == SNW_OK);
    CHECK(snw_dexterity_update(&d, &a.kin, 4, wrist, SNW_PART_LINEAR) == SNW_OK);
    CHECK_NEAR(d.manipulability * d.manipulability, 0.034302, 1e-6);

    // D = d3^2 e^2 (e^2 (c3^2 + s2^2 s3^2) + u^2): e, h reach of the wrist from the elbow across
    // and along link 3, u = c2 c3 e - s2 h with h from the shoulder
    CHECK_CASES(check_scaled(10000)) {
        double any[4];
        for (int i = 0; i < 4; i++) {
            any[i] = check_real(-2, 2);
        }
        const double s2 = sin(any[1]), c2 = cos(any[1]), s3 = sin(any[2]), c3 = cos(any[2]);
        const double s4 = sin(any[3]), c4 = cos(any[3]);
        const double e = a4 * c4 - d5 * s4, h = d3 + a4 * s4 + d5 * c4;
        const double u = c2 * c3 * e - s2 * h, m = c3 * c3 + s2 * s2 * s3 * s3;
        CHECK(snw_kin_update(&a.kin, any) == SNW_OK);
        CHECK(snw_dexterity_update(&d, &a.kin, 4, wrist, SNW_PART_LINEAR) >= 0);
        CHECK_NEAR(d.manipulability * d.manipulability, d3 * d3 * e * e * (e * e * m + u * u),
                   1e-10);
    }
    free(block);
    drop(&a);
}

static void init_needs_exactly_what_it_measures(void) {
    arm a;
    build(&a, SNW_DH_STANDARD, wam7, 7, snw_pose_identity());
    snw_dexterity d;
    snw_arena arena = {0};
    CHECK(snw_dexterity_init(&d, &a.c.model, &arena) == SNW_ERR_MEMORY);
    const size_t needed = arena.needed;
    for (size_t capacity = 0; capacity <= needed; capacity++) {
        void *block = exact_block(capacity);
        arena = snw_arena_over(block, capacity);
        const snw_status status = snw_dexterity_init(&d, &a.c.model, &arena);
        CHECK(status == (capacity < needed ? SNW_ERR_MEMORY : SNW_OK));
        CHECK(arena.needed == needed);
        free(block);
    }
    drop(&a);
}

int main(void) {
    RUN(manipulability_is_the_root_of_the_determinant);
    RUN(a_wrist_of_three_axes_is_known_in_closed_form);
    RUN(gradients_are_those_of_differences);
    RUN(the_dexterous_arm_has_the_printed_determinant_and_gradient);
    RUN(init_needs_exactly_what_it_measures);
    return check_report();
}
