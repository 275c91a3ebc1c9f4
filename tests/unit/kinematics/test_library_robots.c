// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "library.h"

#define HALF (SNW_PI / 2)

// --- known points ------------------------------------------------------------------------------

typedef struct printed {
    const char *folder, *file;
    double q[8], p[3], xyzw[4];
} printed;

// the forward vectors of the Ranger arms and of the arm with slides, as printed
static const printed ranger_vectors[] = {
    {"ranger-mk1", "nominal", {0}, {0.7103, 0, 0.5213}, {1, 0, 0, 0}},
    {"ranger-mk1",
     "nominal",
     {HALF, 0, HALF, 0, HALF, 0},
     {0, 0.0201, 0.6671},
     {0, 0, -0.707106781, 0.707106781}},
    {"ranger-mk1",
     "nominal",
     {0.1, 0.2, 0.3, 0.4, 0.5, 0.6},
     {0.629637099, 0.113197787, 0.756681004},
     {-0.882502823, 0.020296325, -0.441382067, 0.161117032}},
    {"ranger-mk1",
     "nominal",
     {-1.5838, 2.0360, 1.3499, -0.2471, 1.2428, -0.0595},
     {-0.054893374, 0.526288981, 0.213323894},
     {-0.526649979, 0.421148970, 0.576678744, 0.461210333}},
    {"ranger-mk1",
     "appendix-d",
     {-1.5838, 2.0360, 1.3499, -0.2471, 1.2428, -0.0595},
     {-0.054316253, 0.524135133, 0.213814711},
     {-0.526650508, 0.421149474, 0.576676728, 0.461211789}},
    {"prismatic-4-6",
     "prismatic-4-6",
     {0.1, 0.2, 0.3, 0.4, 0.5, 0.6},
     {0.451840533, -0.914131978, -0.116095813},
     {0.534413570, -0.724711750, 0.410728964, 0.143166806}},
    {"prismatic-4-6",
     "prismatic-4-6",
     {-0.2, -0.489897949, HALF, 0.201357921, 1.369438406, -HALF},
     {0.5, 0.2, 0.1},
     {0.5, 0.5, 0.5, 0.5}},
    {"ranger-mk2",
     "ranger-mk2",
     {0},
     {0.1524, -0.070710678, 1.273710678},
     {0.382683432, 0, 0, 0.923879533}},
    {"ranger-mk2",
     "ranger-mk2",
     {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8},
     {-0.249377907, -0.139808745, 1.213895416},
     {0.285809399, -0.544166354, 0.747137085, 0.252946917}},
};

// From the files; chains of other lengths and with random offsets are in test_dh_chains.c.
// spec: damore:KIN-01
static void the_ranger_files_give_the_printed_vectors(void) {
    for (size_t i = 0; i < sizeof ranger_vectors / sizeof *ranger_vectors; i++) {
        const printed *v = &ranger_vectors[i];
        loaded l;
        load(&l, v->folder, v->file);
        const snw_pose T = frame_of(&l, v->q, "tool");
        CHECK(snw_vec3_near(T.p, snw_vec3_of(v->p[0], v->p[1], v->p[2]), 1e-9));
        CHECK(snw_quat_near(snw_quat_from_mat3(T.R),
                            snw_quat_of(v->xyzw[3], v->xyzw[0], v->xyzw[1], v->xyzw[2]), 1e-9));
        unload(&l);
    }
}

// spec: occlusion:OC-01
static void chains_of_any_length_that_turn_and_slide_reach_their_known_points(void) {
    loaded l;
    load(&l, "ranger-dexterous", "ranger-dexterous");
    const double zero[8] = {0};
    CHECK(snw_vec3_near(frame_of(&l, zero, "wrist").p, snw_vec3_of(0.1524, 0, 1.2030), 1e-9));
    unload(&l);
    load(&l, "planar3r", "planar3r");
    const double q[3] = {0, HALF, -HALF};
    CHECK(snw_vec3_near(frame_of(&l, q, "tool").p, snw_vec3_of(2, 1, 0), 1e-9));
    unload(&l);
    // two slides and four turns against the printed matrices of Craig
    load(&l, "prismatic-4-6", "prismatic-4-6");
    const snw_dh_sheet *sheet = sheet_of(&l);
    CHECK(sheet->convention == SNW_DH_MODIFIED);
    CHECK_CASES(100) {
        double r[6];
        for (int i = 0; i < 6; i++) {
            r[i] = check_real(-3, 3);
        }
        check_product(&l, sheet, r);
    }
    unload(&l);
}

// The closed form of the positioning arm: with e = a4 c4 - d5 s4 and h = d3 + a4 s4 + d5 c4,
// z3 = (-c1 s2, -s1 s2, c2) and x3 = (c1 c2 c3 - s1 s3, s1 c2 c3 + c1 s3, s2 c3),
// elbow = S + d3 z3, wrist = S + e x3 + h z3.
static void positioning_arm(const double *q, snw_vec3 *elbow, snw_vec3 *wrist) {
    const double d1 = 0.1524, d3 = 0.5389, a4 = 0.1524, d5 = 0.5117;
    const double c1 = cos(q[0]), s1 = sin(q[0]), c2 = cos(q[1]), s2 = sin(q[1]);
    const double c3 = cos(q[2]), s3 = sin(q[2]), c4 = cos(q[3]), s4 = sin(q[3]);
    const double e = a4 * c4 - d5 * s4, h = d3 + a4 * s4 + d5 * c4;
    const snw_vec3 z3 = {-c1 * s2, -s1 * s2, c2};
    const snw_vec3 x3 = {c1 * c2 * c3 - s1 * s3, s1 * c2 * c3 + c1 * s3, s2 * c3};
    *elbow = snw_vec3_of(d3 * z3.x, d3 * z3.y, d1 + d3 * z3.z);
    *wrist = snw_vec3_of(e * x3.x + h * z3.x, e * x3.y + h * z3.y, d1 + e * x3.z + h * z3.z);
}

// spec: occlusion:OC-02
static void the_dexterous_arm_follows_its_closed_form(void) {
    loaded l;
    load(&l, "ranger-dexterous", "ranger-dexterous");
    CHECK(l.c.model.nq == 8);
    // the posture of the reference vectors that is printed with six decimals
    const double q[8] = {0.3, -0.7, 1.1, 1.9};
    CHECK(
        snw_vec3_near(frame_of(&l, q, "elbow").p, snw_vec3_of(0.331663, 0.102595, 0.564573), 1e-6));
    CHECK(snw_vec3_near(frame_of(&l, q, "wrist").p, snw_vec3_of(0.282297, -0.410355, 0.704244),
                        1e-6));
    CHECK_CASES(1000) {
        // among the first the other two postures of the vectors
        double r[8] = {0, check_case == 1 ? SNW_PI / 4 : 0, 0, check_case == 1 ? HALF : 0};
        for (int i = 0; i < 8 && check_case > 1; i++) {
            r[i] = check_real(-3, 3);
        }
        snw_vec3 elbow, wrist;
        positioning_arm(r, &elbow, &wrist);
        CHECK(snw_vec3_near(frame_of(&l, r, "elbow").p, elbow, 1e-12));
        CHECK(snw_vec3_near(frame_of(&l, r, "wrist").p, wrist, 1e-12));
        // all axes of the wrist go through one point
        CHECK(snw_vec3_near(frame_of(&l, r, "dh8").p, wrist, 1e-12));
    }
    unload(&l);
}

// Ranges and centres come from the file, and a joint outside its range is named. The gain that
// follows from them is shown by tests/unit/task/test_objective.c.
static void ranges_and_centres_of_the_dexterous_arm_come_from_its_file(void) {
    static const double ranges[4] = {7.679, 3.735, 7.679, 2.967}, centres[4] = {0, 0, 0, 1.466};
    loaded l;
    load(&l, "ranger-dexterous", "ranger-dexterous");
    const snw_model *m = &l.c.model;
    double middle[8];
    snw_midpoint(m, middle);
    for (int i = 0; i < 4; i++) {
        const double range = m->upper[i] - m->lower[i];
        CHECK_NEAR(range, ranges[i], 5.1e-4);
        CHECK_NEAR(middle[i], centres[i], 5.1e-4);
        for (int side = -1; side <= 1; side += 2) {
            double q[8];
            memcpy(q, middle, sizeof q);
            q[i] += side * (range / 2 + 1e-3);
            snw_why why;
            CHECK(snw_in_limits(m, q, &why) == SNW_ERR_LIMIT);
            CHECK_TEXT(why.subject, m->links[i + 1].joint_name);
            CHECK(strstr(why.text, side < 0 ? "below" : "above") != NULL);
        }
    }
    for (int i = 4; i < 8; i++) {
        CHECK(isinf(m->lower[i]) && isinf(m->upper[i])); // not published
    }
    unload(&l);
}

// --- Microbo and PUMA ---------------------------------------------------------------------------

// the six matrices of the Microbo as they are printed, lengths in m
static void check_microbo_matrices(loaded *l, const double *q) {
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
    for (int i = 0; i < 6; i++) {
        char before[SNW_NAME], after[SNW_NAME];
        (void)snprintf(before, sizeof before, "dh%d", i);
        (void)snprintf(after, sizeof after, "dh%d", i + 1);
        const snw_pose T = snw_pose_inverse_mul(frame_of(l, q, before), frame_of(l, q, after));
        CHECK(ref_distance(ref_from(T), A[i]) <= 1e-12);
    }
}

// columns n, o, a, p of a vector; p in mm
static void check_columns(snw_pose T, const double v[4][3]) {
    const snw_vec3 columns[4] = {T.R.x, T.R.y, T.R.z, snw_vec3_scale(T.p, 1e3)};
    for (int i = 0; i < 4; i++) {
        CHECK(snw_vec3_near(columns[i], snw_vec3_of(v[i][0], v[i][1], v[i][2]), 1e-9));
    }
}

// From the files; a slide with a length is in test_dh_chains.c.
// spec: rccl:KIN-04
static void the_files_of_microbo_and_puma_give_the_printed_vectors(void) {
    loaded l;
    load(&l, "microbo-ecureuil", "microbo-ecureuil");
    const double q1[] = {0.3, 0.2, 0.3, 0.7, -2.5, 1.1}, q2[] = {-1.2, 0.12, 0.25, -2, -4, 0.4};
    check_microbo_matrices(&l, q1);
    check_microbo_matrices(&l, q2);
    check_columns(frame_of(&l, q1, "tool"),
                  (const double[4][3]){{-0.346870573, 0.202739003, -0.915738883},
                                       {0.261806171, 0.958478592, 0.113032372},
                                       {0.900632186, -0.200538487, -0.385546341},
                                       {286.600946738, 88.656061998, 200}});
    check_columns(frame_of(&l, q2, "tool"),
                  (const double[4][3]){{0.156065722, -0.687213276, 0.709493765},
                                       {-0.986118838, -0.067180696, 0.151843311},
                                       {-0.056684454, -0.723342704, -0.688158562},
                                       {90.589438619, -233.009771492, 120}});
    unload(&l);
    load(&l, "puma560-lee", "puma560-lee");
    const double q[] = {0.3, -0.5, 0.8, 0.4, 0.6, -0.7};
    check_columns(frame_of(&l, q, "tool"),
                  (const double[4][3]){{0.740387509, -0.134762363, -0.658532796},
                                       {-0.196943885, 0.893211465, -0.404210817},
                                       {0.642681448, 0.428966647, 0.634781988},
                                       {457.826524664, 310.629147647, 662.454978350}});
    unload(&l);
}

// --- ranges of Microbo and PUMA -----------------------------------------------------------------

// The inverse of the Microbo (Kossman 1986, 3.6, with the branch condition put right): the branch
// with sin(theta5) < 0, theta5 and theta6 as atan2 gives them.
static void microbo_inverse(snw_pose T, double q[6]) {
    const snw_vec3 o = T.R.y, a = T.R.z, p = T.p;
    q[0] = atan2(p.y, p.x);
    q[1] = p.z;
    q[2] = hypot(p.x, p.y);
    const double s1 = sin(q[0]), c1 = cos(q[0]);
    const double u = a.y * c1 - a.x * s1, w = a.y * s1 + a.x * c1;
    q[3] = atan2(-a.z, -u);
    const double s4 = sin(q[3]), c4 = cos(q[3]);
    q[4] = atan2(a.z * s4 + c4 * u, -w);
    const double s5 = sin(q[4]), c5 = cos(q[4]);
    const double v = c1 * o.y - o.x * s1, x = o.y * s1 + c1 * o.x;
    q[5] = atan2(-(x * s5 + c5 * (o.z * s4 + c4 * v)), v * s4 - c4 * o.z);
}

// a verdict names the joint, by name and number, its value, and the side
static void check_verdict(const snw_model *m, int joint, int side, const snw_why *why,
                          double value) {
    CHECK(why->code == SNW_ERR_LIMIT);
    CHECK_TEXT(why->subject, m->links[joint + 1].joint_name);
    CHECK(why->number_count == 3);
    CHECK_TEXT(why->numbers[0].name, "joint");
    CHECK_NEAR(why->numbers[0].value, joint + 1, 0);
    CHECK_NEAR(why->numbers[1].value, value, 1e-9);
    CHECK_TEXT(why->numbers[2].name, side < 0 ? "lower" : "upper");
    CHECK_NEAR(why->numbers[2].value, side < 0 ? m->lower[joint] : m->upper[joint], 0);
}

// every joint a little beyond each of its limits, all others within
static void check_each_side(const snw_model *m) {
    for (int i = 0; i < m->nq; i++) {
        for (int side = -1; side <= 1; side += 2) {
            double q[6], out[6];
            snw_why why;
            snw_midpoint(m, q);
            q[i] = side < 0 ? m->lower[i] : m->upper[i];
            CHECK(snw_in_limits(m, q, NULL) == SNW_OK); // the limit itself is allowed
            q[i] += side * 1e-6;
            CHECK(snw_in_limits(m, q, &why) == SNW_ERR_LIMIT);
            check_verdict(m, i, side, &why, q[i]);
            // a whole turn helps only where the range is wider than one
            const bool slides = m->links[i + 1].joint == SNW_JOINT_PRISMATIC;
            const bool turns = !slides && m->upper[i] - m->lower[i] > 2 * SNW_PI;
            CHECK((snw_wrap(m, q, out, &why) == SNW_OK) == turns);
            if (turns) CHECK_NEAR(out[i], q[i] - side * 2 * SNW_PI, 1e-12);
        }
    }
}

// joints that the inverse finds anywhere are brought back by whole turns
static void check_microbo_poses(loaded *l) {
    const snw_model *m = &l->c.model;
    CHECK_CASES(1000) {
        double q[6], found[6], back[6];
        for (int i = 0; i < 6; i++) {
            q[i] = check_real(m->lower[i], m->upper[i]);
        }
        q[4] = check_real(-SNW_PI + 1e-3, m->upper[4]); // the branch that the inverse takes
        microbo_inverse(frame_of(l, q, "tool"), found);
        CHECK(snw_wrap(m, found, back, NULL) == SNW_OK);
        for (int i = 0; i < 6; i++) {
            // joint 6 turns by more than once, so that its pose has two angles
            const double off = fabs(back[i] - q[i]);
            CHECK(off <= 1e-9 || (i == 5 && fabs(off - 2 * SNW_PI) <= 1e-9));
        }
    }
    check_case = -1;
}

// a pose that needs a joint beyond its range is refused with that joint and its side
static void check_microbo_refusals(loaded *l) {
    static const double beyond[][6] = {
        {2.9, 0.2, 0.3, 0.2, -2, 0}, {-2.9, 0.2, 0.3, 0.2, -2, 0}, {0, 0.36, 0.3, 0.2, -2, 0},
        {0, 0.09, 0.3, 0.2, -2, 0},  {0, 0.2, 0.41, 0.2, -2, 0},   {0, 0.2, 0.19, 0.2, -2, 0},
        {0, 0.2, 0.3, 2.3, -2, 0},   {0, 0.2, 0.3, -2.7, -2, 0},   {0, 0.2, 0.3, 0.2, -1, 0},
    };
    static const int joint[] = {0, 0, 1, 1, 2, 2, 3, 3, 4},
                     side[] = {1, -1, 1, -1, 1, -1, 1, -1, 1};
    for (int k = 0; k < 9; k++) {
        double found[6], back[6];
        snw_why why;
        microbo_inverse(frame_of(l, beyond[k], "tool"), found);
        CHECK(snw_wrap(&l->c.model, found, back, &why) == SNW_ERR_LIMIT);
        check_verdict(&l->c.model, joint[k], side[k], &why, beyond[k][joint[k]]);
    }
}

// spec: rccl:KIN-09
static void a_pose_out_of_range_is_refused_with_the_joint_and_its_side(void) {
    loaded l;
    load(&l, "microbo-ecureuil", "microbo-ecureuil");
    check_each_side(&l.c.model);
    check_microbo_poses(&l);
    check_microbo_refusals(&l);
    // both wrists of the washer's corner, at the ends of the range of joint 5
    const double t = atan2(150, 325), q[6] = {t, 0.3, 0.35794, -HALF, HALF, t};
    double out[6];
    CHECK(snw_wrap(&l.c.model, q, out, NULL) == SNW_OK);
    CHECK_NEAR(out[4], -3 * HALF, 1e-12);
    unload(&l);
    load(&l, "puma560-lee", "puma560-lee");
    check_each_side(&l.c.model);
    unload(&l);
    load(&l, "puma560-corke", "puma560-corke");
    check_each_side(&l.c.model);
    unload(&l);
}

// --- PUMA, couplings, IMI -----------------------------------------------------------------------

// spec: actin-model:A1-MN-05
static void the_pumas_have_six_freedoms_and_twelve_when_they_float(void) {
    static const char *const names[] = {"puma560-lee", "puma560-corke", "puma260"};
    for (int i = 0; i < 3; i++) {
        loaded l;
        load(&l, names[i], names[i]);
        CHECK(snw_model_joint_dof(&l.c.model) == 6 && l.c.model.nv == 6 && l.c.model.nq == 6);
        l.robot->floating = true;
        compiled c;
        CHECK(compile(l.robot, &c, NULL) == SNW_OK);
        CHECK(snw_model_joint_dof(&c.model) == 6 && c.model.nv == 12 && c.model.nq == 13);
        free(c.block);
        unload(&l);
    }
}

// Lee and Corke write the same arm: frames with odd numbers are turned by half a turn about z, so
// that the angles of joints 1, 2, 3 and 6 differ by 180 degrees. The lengths differ by at most
// 0.96, 0.02 and 1.27 mm in the offset of the shoulder, of the elbow and in the forearm.
static void the_tables_of_lee_and_corke_are_one_arm(void) {
    loaded lee, corke;
    load(&lee, "puma560-lee", "puma560-lee");
    load(&corke, "puma560-corke", "puma560-corke");
    CHECK_CASES(1000) {
        double a[6], b[6];
        for (int i = 0; i < 6; i++) {
            a[i] = check_real(-3, 3);
            b[i] = a[i] + (i < 3 || i == 5 ? SNW_PI : 0);
        }
        const snw_pose A = frame_of(&lee, a, "flange"), B = frame_of(&corke, b, "flange");
        CHECK(snw_mat3_near(A.R, B.R, 1e-12));
        CHECK(snw_vec3_norm(snw_vec3_sub(A.p, B.p)) < 0.96e-3 + 0.02e-3 + 1.27e-3);
    }
    check_case = -1;
    unload(&lee);
    unload(&corke);
}

static int coupled;

static void check_coupling(loaded *l) {
    const snw_model *m = &l->c.model;
    if (m->motor_group_count == 0) return;
    coupled++;
    CHECK(!m->floating);
    CHECK_CASES(1000) {
        double motor[LIBRARY_JOINTS], joint[LIBRARY_JOINTS], back[LIBRARY_JOINTS];
        double v[LIBRARY_JOINTS], tau[LIBRARY_JOINTS], tau_motor[LIBRARY_JOINTS], power = 0;
        for (int i = 0; i < m->nv; i++) {
            motor[i] = check_real(-3, 3);
            tau[i] = check_real(-1, 1);
        }
        CHECK(snw_joint_positions(m, motor, joint) == SNW_OK);
        CHECK(snw_motor_positions(m, joint, back) == SNW_OK);
        CHECK(snw_joint_rates(m, motor, v) == SNW_OK);
        CHECK(snw_motor_efforts(m, tau, tau_motor) == SNW_OK);
        for (int i = 0; i < m->nv; i++) {
            CHECK_NEAR(back[i], motor[i], 1e-12);
            CHECK_NEAR(v[i], joint[i], 1e-12); // rates go the way of positions
            power += tau_motor[i] * motor[i] - tau[i] * v[i];
        }
        CHECK_NEAR(power, 0, 1e-12);
    }
    check_case = -1;
}

// spec: loffler:L-035 loffler:L-036
static void couplings_of_the_library_keep_positions_and_power(void) {
    coupled = 0;
    (void)for_library(check_coupling);
    CHECK(coupled >= 4); // both PUMA 560, both WAM
    loaded wam;
    load(&wam, "wam7", "wam7");
    static const int pairs[2][2] = {{1, 2}, {4, 5}};
    CHECK(wam.c.model.motor_group_count == 2);
    for (int i = 0; i < 2; i++) {
        const snw_motor_group *group = &wam.c.model.motor_groups[i];
        CHECK(group->count == 2 && group->q[0] == pairs[i][0] && group->q[1] == pairs[i][1]);
    }
    unload(&wam);
    // the wrist of the PUMA (Corke 1993), motors behind their own gears:
    //   m5 = q5 - q4 / G5,  m6 = q6 - q4 / G6 - 13/72 q5
    static const char *const names[] = {"puma560-lee", "puma560-corke"};
    for (int i = 0; i < 2; i++) {
        loaded l;
        load(&l, names[i], names[i]);
        const double q[6] = {0.1, 0.2, 0.3, 1.1, -0.7, 2.3};
        double m[6];
        CHECK(snw_motor_positions(&l.c.model, q, m) == SNW_OK);
        for (int j = 0; j < 4; j++) {
            CHECK_NEAR(m[j], q[j], 1e-15);
        }
        CHECK_NEAR(m[4], q[4] - q[3] / 71.923, 1e-14);
        CHECK_NEAR(m[5], q[5] - q[3] / 76.686 - q[4] * 13 / 72, 1e-14);
        unload(&l);
    }
}

// The published parameters of the mass matrix, from the bodies of the file:
// p1 = I1 + m2 l1^2 + p2,  p2 = I2,  p3 = m2 l1 c2, moments about the joints' axes.
static void the_bodies_of_the_imi_arm_have_its_published_parameters(void) {
    loaded l;
    load(&l, "imi-2link", "imi-2link");
    const snw_inertia one = l.c.model.links[1].inertia, two = l.c.model.links[2].inertia;
    const double l1 = l.c.model.links[2].T_parent_joint.p.x;
    const double p2 = two.I.zz, p3 = two.h.x * l1;
    const double p1 = one.I.zz + two.m * l1 * l1 + p2;
    CHECK_NEAR(p1, 3.473, 1e-12);
    CHECK_NEAR(p2, 0.193, 1e-12);
    CHECK_NEAR(p3, 0.242, 1e-12);
    unload(&l);
}

// spec: loffler:L-032
static void jacobians_of_both_wam_arms_are_the_differences_of_their_poses(void) {
    const char *const arms[] = {"wam4", "wam7"};
    for (int arm = 0; arm < 2; arm++) {
        loaded l;
        load(&l, arms[arm], arms[arm]);
        const int n = l.c.model.nq, tool = snw_model_find_frame(&l.c.model, "tool");
        CHECK(n == (arm == 0 ? 4 : 7) && tool >= 0);
        CHECK_CASES(check_scaled(200)) {
            double q[7];
            for (int i = 0; i < n; i++) {
                q[i] = check_real(l.c.model.lower[i], l.c.model.upper[i]);
            }
            snw_twist J[7];
            CHECK(snw_kin_update(&l.kin, q) == SNW_OK);
            snw_kin_frame_jacobian(&l.kin, tool, J);
            for (int i = 0; i < n; i++) {
                const double step = 1e-5, at = q[i];
                q[i] = at + step;
                const snw_pose ahead = frame_of(&l, q, "tool");
                q[i] = at - step;
                const snw_pose behind = frame_of(&l, q, "tool");
                q[i] = at;
                const snw_vec3 way = snw_vec3_sub(ahead.p, behind.p);
                const snw_vec3 turn =
                    snw_rotation_log(snw_mat3_mul(ahead.R, snw_mat3_transpose(behind.R)));
                CHECK(snw_vec3_near(snw_vec3_divide(way, 2 * step), J[i].lin, 1e-6));
                CHECK(snw_vec3_near(snw_vec3_divide(turn, 2 * step), J[i].ang, 1e-6));
            }
        }
        unload(&l);
    }
}

int main(void) {
    RUN(the_ranger_files_give_the_printed_vectors);
    RUN(chains_of_any_length_that_turn_and_slide_reach_their_known_points);
    RUN(the_dexterous_arm_follows_its_closed_form);
    RUN(ranges_and_centres_of_the_dexterous_arm_come_from_its_file);
    RUN(the_files_of_microbo_and_puma_give_the_printed_vectors);
    RUN(a_pose_out_of_range_is_refused_with_the_joint_and_its_side);
    RUN(the_pumas_have_six_freedoms_and_twelve_when_they_float);
    RUN(the_tables_of_lee_and_corke_are_one_arm);
    RUN(couplings_of_the_library_keep_positions_and_power);
    RUN(the_bodies_of_the_imi_arm_have_its_published_parameters);
    RUN(jacobians_of_both_wam_arms_are_the_differences_of_their_poses);
    return check_report();
}
