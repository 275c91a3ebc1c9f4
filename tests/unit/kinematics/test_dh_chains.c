// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "arms.h"

// --- the vectors of the Ranger arms ---------------------------------------------------------

typedef struct vector {
    const snw_dh_joint *joints;
    int count;
    double tool, q[8], p[3], xyzw[4];
} vector;

#define ROOT_HALF 0.707106781

static const vector vectors[] = {
    {mark_1, 6, 0.2666, {0}, {0.7103, 0, 0.5213}, {1, 0, 0, 0}},
    {mark_1,
     6,
     0.2666,
     {HALF, 0, HALF, 0, HALF, 0},
     {0, 0.0201, 0.6671},
     {0, 0, -ROOT_HALF, ROOT_HALF}},
    {mark_1,
     6,
     0.2666,
     {0.1, 0.2, 0.3, 0.4, 0.5, 0.6},
     {0.629637099, 0.113197787, 0.756681004},
     {-0.882502823, 0.020296325, -0.441382067, 0.161117032}},
    {mark_1,
     6,
     0.2666,
     {-1.5838, 2.0360, 1.3499, -0.2471, 1.2428, -0.0595},
     {-0.054893374, 0.526288981, 0.213323894},
     {-0.526649979, 0.421148970, 0.576678744, 0.461210333}},
    {mark_1_file,
     6,
     0.264,
     {-1.5838, 2.0360, 1.3499, -0.2471, 1.2428, -0.0595},
     {-0.054316253, 0.524135133, 0.213814711},
     {-0.526650508, 0.421149474, 0.576676728, 0.461211789}},
    {prismatic,
     6,
     0,
     {0.1, 0.2, 0.3, 0.4, 0.5, 0.6},
     {0.451840533, -0.914131978, -0.116095813},
     {0.534413570, -0.724711750, 0.410728964, 0.143166806}},
    {prismatic,
     6,
     0,
     {-0.2, -0.489897949, HALF, 0.201357921, 1.369438406, -HALF},
     {0.5, 0.2, 0.1},
     {0.5, 0.5, 0.5, 0.5}},
    {mark_2, 8, 0.1, {0}, {0.1524, -0.070710678, 1.273710678}, {0.382683432, 0, 0, 0.923879533}},
    {mark_2,
     8,
     0.1,
     {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8},
     {-0.249377907, -0.139808745, 1.213895416},
     {0.285809399, -0.544166354, 0.747137085, 0.252946917}},
};

// Row by row of a table in long double: Rx(alpha) Tx(a) Rz(theta) Tz(d).
static ref_pose modified_row(snw_dh row) {
    ref_pose X = ref_identity(), Z = ref_identity();
    ref_turn_about(&X, snw_vec3_x(1), (real)row.alpha);
    X.p[0] = (real)row.a;
    ref_turn_about(&Z, snw_vec3_z(1), (real)row.theta);
    Z.p[2] = (real)row.d;
    return ref_mul(X, Z);
}

// Rz(theta) Tz(d) Tx(a) Rx(alpha)
static ref_pose standard_row(snw_dh row) {
    ref_pose X = ref_identity(), Z = ref_identity();
    ref_turn_about(&X, snw_vec3_x(1), (real)row.alpha);
    X.p[0] = (real)row.a;
    ref_turn_about(&Z, snw_vec3_z(1), (real)row.theta);
    Z.p[2] = (real)row.d;
    return ref_mul(Z, X);
}

static snw_dh row_at(const snw_dh_joint *joint, double q) {
    snw_dh row = joint->row;
    if (joint->kind == SLIDE) {
        row.d += q;
    } else {
        row.theta += q;
    }
    return row;
}

static snw_dh_joint random_joint(void) {
    return (snw_dh_joint){
        .row = {check_real(-1, 1), check_real(-3, 3), check_real(-1, 1), check_real(-3, 3)},
        .kind = check_int(0, 2) == 0 ? SLIDE : TURN};
}

static void check_random_chains(snw_dh_convention convention, int most) {
    CHECK_CASES(check_scaled(400)) {
        const int count = 1 + (int)(check_case % most);
        snw_dh_joint joints[16];
        double q[16];
        for (int i = 0; i < count; i++) {
            joints[i] = random_joint();
            q[i] = check_real(-3, 3);
        }
        const snw_pose tool = random_pose();
        arm a;
        build(&a, convention, joints, count, tool);
        CHECK(a.c.model.nq == count && a.c.model.nv == count);
        ref_pose T = ref_identity();
        for (int i = 0; i < count; i++) {
            const snw_dh row = row_at(&joints[i], q[i]);
            T = ref_mul(T, convention == SNW_DH_MODIFIED ? modified_row(row) : standard_row(row));
            char name[SNW_NAME];
            (void)snprintf(name, sizeof name, "dh%d", i + 1);
            CHECK(ref_distance(ref_from(frame_at(&a, q, name)), T) <= 1e-13);
        }
        T = ref_mul(T, ref_from(tool));
        CHECK(ref_distance(ref_from(frame_at(&a, q, "tool")), T) <= 1e-13);
        drop(&a);
    }
}

// The vectors, and chains of 1 to 16 joints that turn or slide, with constant offsets and a tool.
// spec: damore:KIN-01
static void modified_chains_reproduce_the_vectors_of_the_ranger_arms(void) {
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        const vector *v = &vectors[i];
        arm a;
        build(&a, SNW_DH_MODIFIED, v->joints, v->count, snw_pose_translation(snw_vec3_z(v->tool)));
        const snw_pose T = frame_at(&a, v->q, "tool");
        const snw_quat q = snw_quat_from_mat3(T.R);
        CHECK_NEAR(T.p.x, v->p[0], 1e-9);
        CHECK_NEAR(T.p.y, v->p[1], 1e-9);
        CHECK_NEAR(T.p.z, v->p[2], 1e-9);
        CHECK(snw_quat_near(q, snw_quat_of(v->xyzw[3], v->xyzw[0], v->xyzw[1], v->xyzw[2]), 1e-9));
        drop(&a);
    }
    check_random_chains(SNW_DH_MODIFIED, 16);
}

static void standard_chains_are_products_of_their_rows(void) {
    check_random_chains(SNW_DH_STANDARD, 16);
}

// --- Microbo and PUMA 560 -----------------------------------------------------------------------

// columns n, o, a, p of a vector; p in mm
static void check_columns(snw_pose T, const double n[3], const double o[3], const double a[3],
                          const double p[3]) {
    CHECK(snw_vec3_near(T.R.x, snw_vec3_of(n[0], n[1], n[2]), 1e-9));
    CHECK(snw_vec3_near(T.R.y, snw_vec3_of(o[0], o[1], o[2]), 1e-9));
    CHECK(snw_vec3_near(T.R.z, snw_vec3_of(a[0], a[1], a[2]), 1e-9));
    CHECK(snw_vec3_near(snw_vec3_scale(T.p, 1e3), snw_vec3_of(p[0], p[1], p[2]), 1e-9));
}

static void check_microbo_matrices(arm *a, const double *q) {
    real c[6], s[6];
    for (int i = 0; i < 6; i++) {
        c[i] = cosl((real)q[i]);
        s[i] = sinl((real)q[i]);
    }
    const ref_pose A[6] = {
        {{{c[0], -s[0], 0}, {s[0], c[0], 0}, {0, 0, 1}}, {0, 0, 0}},
        {{{0, 0, 1}, {1, 0, 0}, {0, 1, 0}}, {0, 0, (real)q[1]}},
        {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0, (real)q[2]}},
        {{{c[3], 0, s[3]}, {s[3], 0, -c[3]}, {0, 1, 0}}, {0, 0, 0}},
        {{{c[4], 0, s[4]}, {s[4], 0, -c[4]}, {0, 1, 0}}, {0, 0, 0}},
        {{{c[5], -s[5], 0}, {s[5], c[5], 0}, {0, 0, 1}}, {0, 0, 0}},
    };
    char before[SNW_NAME], after[SNW_NAME];
    for (int i = 0; i < 6; i++) {
        (void)snprintf(before, sizeof before, "dh%d", i);
        (void)snprintf(after, sizeof after, "dh%d", i + 1);
        const snw_pose T = snw_pose_inverse_mul(frame_at(a, q, before), frame_at(a, q, after));
        CHECK(ref_distance(ref_from(T), A[i]) <= 1e-9);
    }
}

// The rows of the Microbo, its three vectors, that of the PUMA 560, and a slide with a length.
// spec: rccl:KIN-04
static void standard_chains_reproduce_the_vectors_of_microbo_and_puma(void) {
    arm a;
    build(&a, SNW_DH_STANDARD, microbo, 6, snw_pose_identity());
    const double q1[] = {0.3, 0.2, 0.3, 0.7, -2.5, 1.1}, q2[] = {-1.2, 0.12, 0.25, -2, -4, 0.4};
    const double q3[] = {0, 0.1, 0.3, 0.5, -SNW_PI, 0.25};
    check_microbo_matrices(&a, q1);
    check_microbo_matrices(&a, q2);
    check_columns(frame_at(&a, q1, "tool"), (double[]){-0.346870573, 0.202739003, -0.915738883},
                  (double[]){0.261806171, 0.958478592, 0.113032372},
                  (double[]){0.900632186, -0.200538487, -0.385546341},
                  (double[]){286.600946738, 88.656061998, 200});
    check_columns(frame_at(&a, q2, "tool"), (double[]){0.156065722, -0.687213276, 0.709493765},
                  (double[]){-0.986118838, -0.067180696, 0.151843311},
                  (double[]){-0.056684454, -0.723342704, -0.688158562},
                  (double[]){90.589438619, -233.009771492, 120});
    CHECK(snw_vec3_near(frame_at(&a, q3, "tool").R.z, snw_vec3_x(1), 1e-9));
    drop(&a);

    build(&a, SNW_DH_STANDARD, puma, 6, snw_pose_identity());
    const double q[] = {0.3, -0.5, 0.8, 0.4, 0.6, -0.7};
    check_columns(frame_at(&a, q, "tool"), (double[]){0.740387509, -0.134762363, -0.658532796},
                  (double[]){-0.196943885, 0.893211465, -0.404210817},
                  (double[]){0.642681448, 0.428966647, 0.634781988},
                  (double[]){457.826524664, 310.629147647, 662.454978350});
    drop(&a);

    // a is not left out where the joint slides
    const snw_dh_joint slide = {{0.4, 0.3, 0.1, 0.2}, SLIDE, NULL, 0, 0};
    build(&a, SNW_DH_STANDARD, &slide, 1, snw_pose_identity());
    const double way = 0.7;
    CHECK(snw_vec3_near(frame_at(&a, &way, "tool").p,
                        snw_vec3_of(0.4 * cos(0.2), 0.4 * sin(0.2), 0.8), 1e-9));
    drop(&a);
}

// Poses of the arms of the laboratory, PUMA 560, WAM and a planar arm of two links, against the
// product of the rows in long double.
// spec: loffler:L-100
static void puma_wam_and_a_planar_arm_agree_with_the_product_of_their_rows(void) {
    const snw_dh_joint planar[] = {{{0.4, 0, 0, 0}, TURN, NULL, 0, 0},
                                   {{0.36, 0, 0, 0}, TURN, NULL, 0, 0}};
    const snw_dh_joint *tables[] = {puma, wam7, planar};
    const int counts[] = {6, 7, 2};
    for (int t = 0; t < 3; t++) {
        arm a;
        build(&a, SNW_DH_STANDARD, tables[t], counts[t], snw_pose_identity());
        CHECK_CASES(1000) {
            double q[7];
            ref_pose T = ref_identity();
            for (int i = 0; i < counts[t]; i++) {
                q[i] = check_real(-3.2, 3.2);
                T = ref_mul(T, standard_row(row_at(&tables[t][i], q[i])));
            }
            CHECK(ref_distance(ref_from(frame_at(&a, q, "tool")), T) <= 1e-12);
        }
        drop(&a);
    }
}

// --- single rows --------------------------------------------------------------------------------

// [ct, -st ca, st sa, a ct], [st, ct ca, -ct sa, a st], [0, sa, ca, d]
static ref_pose paul(snw_dh row) {
    const real a = (real)row.a, d = (real)row.d, th = (real)row.theta, al = (real)row.alpha;
    const real ct = cosl(th), st = sinl(th), ca = cosl(al), sa = sinl(al);
    const ref_pose T = {{{ct, -st * ca, st * sa}, {st, ct * ca, -ct * sa}, {0, sa, ca}},
                        {a * ct, a * st, d}};
    return T;
}

// [ct, -st, 0, a], [st ca, ct ca, -sa, -d sa], [st sa, ct sa, ca, d ca]
static ref_pose craig(snw_dh row) {
    const real a = (real)row.a, d = (real)row.d, th = (real)row.theta, al = (real)row.alpha;
    const real ct = cosl(th), st = sinl(th), ca = cosl(al), sa = sinl(al);
    const ref_pose T = {{{ct, -st, 0}, {st * ca, ct * ca, -sa}, {st * sa, ct * sa, ca}},
                        {a, -d * sa, d * ca}};
    return T;
}

typedef ref_pose row_fn(snw_dh row);

static void check_rows(snw_dh_convention convention, row_fn *row) {
    CHECK_CASES(1000) {
        const snw_dh_joint joint = random_joint();
        arm a;
        build(&a, convention, &joint, 1, snw_pose_identity());
        const double q = check_real(-1, 1);
        const ref_pose expected = row(row_at(&joint, q));
        CHECK(ref_distance(ref_from(frame_at(&a, &q, "dh1")), expected) <= 1e-15);
        drop(&a);
    }
}

// spec: actin-model:A1-LK-05
static void a_row_of_paul_is_the_printed_matrix(void) {
    check_rows(SNW_DH_STANDARD, paul);
}

// spec: actin-model:A1-LK-06
static void a_row_of_craig_is_the_printed_matrix(void) {
    check_rows(SNW_DH_MODIFIED, craig);
}

// spec: actin-model:A1-MN-05
static void a_puma_has_six_freedoms_and_six_more_when_it_floats(void) {
    snw_setup *setup = new_setup();
    const snw_dh_table table = {"puma", SNW_DH_STANDARD,     puma,
                                6,      snw_pose_identity(), snw_pose_identity()};
    snw_robot *robot = NULL;
    CHECK(snw_robot_from_dh(&table, setup, &robot, NULL) == SNW_OK);
    compiled c;
    CHECK(compile(robot, &c, NULL) == SNW_OK);
    CHECK(snw_model_joint_dof(&c.model) == 6 && c.model.nv == 6 && c.model.nq == 6);
    CHECK(c.model.link_count == 7);
    free(c.block);
    robot->floating = true;
    CHECK(compile(robot, &c, NULL) == SNW_OK);
    CHECK(snw_model_joint_dof(&c.model) == 6 && c.model.nv == 12 && c.model.nq == 13);
    free(c.block);
    snw_setup_destroy(setup);
}

int main(void) {
    RUN(modified_chains_reproduce_the_vectors_of_the_ranger_arms);
    RUN(standard_chains_are_products_of_their_rows);
    RUN(standard_chains_reproduce_the_vectors_of_microbo_and_puma);
    RUN(puma_wam_and_a_planar_arm_agree_with_the_product_of_their_rows);
    RUN(a_row_of_paul_is_the_printed_matrix);
    RUN(a_row_of_craig_is_the_printed_matrix);
    RUN(a_puma_has_six_freedoms_and_six_more_when_it_floats);
    return check_report();
}
