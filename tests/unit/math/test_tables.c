// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "reference.h"

// Every operation of the tables of orientations, transformations, motions, forces and mass
// properties, row by row. What they must be is computed by other means: numbers one by one,
// rotation matrices, homogeneous matrices in long double, and bodies made of points of mass.

enum { POINTS = 6 };

static snw_vec3 turned(snw_mat3 R, snw_vec3 v) {
    return (snw_vec3){R.x.x * v.x + R.y.x * v.y + R.z.x * v.z,
                      R.x.y * v.x + R.y.y * v.y + R.z.y * v.z,
                      R.x.z * v.x + R.y.z * v.y + R.z.z * v.z};
}

static snw_vec3 crossed(snw_vec3 a, snw_vec3 b) {
    return (snw_vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static snw_vec3 sum(snw_vec3 a, snw_vec3 b) {
    return (snw_vec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

static snw_vec3 times(snw_vec3 a, double r) {
    return (snw_vec3){a.x * r, a.y * r, a.z * r};
}

static bool same(snw_vec3 a, snw_vec3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static bool close_to(snw_vec3 a, snw_vec3 b, double tolerance) {
    return fabs(a.x - b.x) <= tolerance && fabs(a.y - b.y) <= tolerance &&
           fabs(a.z - b.z) <= tolerance;
}

// --- orientations: table 5-3
// ----------------------------------------------------------------------

static void each_row_of_orientations(void) {
    CHECK_CASES(check_scaled(2000)) {
        const snw_quat unit = random_quat(), b = random_quat();
        const snw_vec3 v = random_vec3(2);
        const double size = check_real(0.01, 50);
        snw_quat a;
        // made and set, of length 1
        CHECK(snw_quat_set(&a, size * unit.w, size * unit.x, size * unit.y, size * unit.z) ==
              SNW_OK);
        CHECK(fabs(a.w - unit.w) < 1e-15 && fabs(a.x - unit.x) < 1e-15);
        CHECK(fabs(a.y - unit.y) < 1e-15 && fabs(a.z - unit.z) < 1e-15);
        const ref_mat A = ref_quat(a), B = ref_quat(b);
        // products, and what they do to vectors; not commutative
        CHECK(ref_off(ref_quat(snw_quat_mul(a, b)), ref_mul(A, B)) < 2e-15);
        CHECK(ref_off(ref_mul(A, B), ref_mul(B, A)) > 1e-6);
        CHECK(close_to(snw_quat_rotate(a, v), turned(ref_to3(A), v), 1e-14));
        // equal, nearly equal; -q is the same rotation
        const snw_quat shaken = {a.w + 1e-3, a.x, a.y - 1e-3, a.z};
        CHECK(snw_quat_near(a, a, 0) && !snw_quat_near(a, b, 1e-6));
        CHECK(snw_quat_near(a, shaken, 1.01e-3) && !snw_quat_near(a, shaken, 0.99e-3));
        CHECK(snw_quat_near(a, snw_quat_of(-a.w, -a.x, -a.y, -a.z), 0));
        // inverse
        CHECK(ref_off(ref_quat(snw_quat_conj(a)), ref_transpose(A)) < 1e-15);
        CHECK(snw_quat_near(snw_quat_mul(a, snw_quat_conj(a)), snw_quat_identity(), 1e-15));
        // Euler angles 3-2-1, both ways
        const snw_euler_321 e = {check_real(-3, 3), check_real(-1.5, 1.5), check_real(-3, 3)};
        const ref_mat E =
            ref_mul(ref_about(2, e.psi), ref_mul(ref_about(1, e.theta), ref_about(0, e.phi)));
        CHECK(ref_off(ref_of3(snw_mat3_from_euler_321(e)), E) < 2e-15);
        const snw_euler_321 back = snw_euler_321_from_mat3(ref_to3(E));
        CHECK(fabs(back.psi - e.psi) < 1e-13 && fabs(back.theta - e.theta) < 1e-13);
        CHECK(fabs(back.phi - e.phi) < 1e-13);
        // axis and angle, both ways
        const snw_vec3 axis = random_axis();
        const double angle = check_real(0.01, 3.1);
        const ref_mat N = ref_axis_angle(axis, angle);
        CHECK(ref_off(ref_quat(snw_quat_axis_angle(axis, angle)), N) < 2e-15);
        const snw_axis_angle told = snw_axis_angle_from_quat(snw_quat_axis_angle(axis, angle));
        CHECK(close_to(told.axis, axis, 1e-13) && fabs(told.angle - angle) < 1e-13);
        // rows of direction cosines, both ways
        const snw_mat3 R = snw_quat_to_mat3(a), T = snw_mat3_transpose(R);
        CHECK(same(snw_vec3_of(R.x.x, R.y.x, R.z.x), T.x));
        CHECK(snw_quat_near(snw_quat_from_mat3(snw_mat3_transpose(T)), a, 1e-15));
    }
    const snw_quat none = snw_quat_identity();
    CHECK(none.w == 1 && none.x == 0 && none.y == 0 && none.z == 0);
}

// --- transformations: table 5-5
// -------------------------------------------------------------------

static ref_mat homogeneous(snw_pose T) {
    const ref_mat R = ref_of3(T.R);
    ref_mat M = ref_identity(4);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            M.a[i][j] = R.a[i][j];
    M.a[0][3] = T.p.x;
    M.a[1][3] = T.p.y;
    M.a[2][3] = T.p.z;
    return M;
}

static void each_row_of_transformations(void) {
    CHECK_CASES(check_scaled(2000)) {
        const snw_vec3 p = random_vec3(3);
        const snw_mat3 R = random_rotation();
        // made of the two; got and set
        const snw_xform a = snw_xform_of(snw_pose_of(R, p)), b = snw_xform_of(random_pose(3));
        CHECK(same(a.T.p, p) && off3(a.T.R, R) == 0);
        const snw_xform moved = snw_xform_with_translation(a, b.T.p);
        CHECK(same(moved.T.p, b.T.p) && off3(moved.T.R, R) == 0);
        const snw_xform rotated = snw_xform_with_rotation(a, b.T.R);
        CHECK(same(rotated.T.p, p) && off3(rotated.T.R, b.T.R) == 0);
        // the mode
        CHECK(a.mode == SNW_XFORM_ARBITRARY);
        CHECK(snw_xform_with_translation(a, snw_vec3_zero()).mode == SNW_XFORM_NO_TRANSLATION);
        CHECK(snw_xform_with_rotation(a, snw_mat3_identity()).mode == SNW_XFORM_NO_ROTATION);
        // combined, inverted
        const ref_mat A = homogeneous(a.T), B = homogeneous(b.T);
        CHECK(ref_off(homogeneous(snw_xform_mul(a, b).T), ref_mul(A, B)) < 1e-14);
        const ref_mat back = ref_mul(homogeneous(snw_xform_inverse(a).T), A);
        CHECK(ref_off(back, ref_identity(4)) < 1e-14);
        // equal, nearly equal
        snw_xform shaken = a;
        shaken.T.p.y += 1e-3;
        CHECK(snw_xform_equal(a, a) && !snw_xform_equal(a, shaken));
        CHECK(snw_xform_near(a, shaken, 1.01e-3) && !snw_xform_near(a, shaken, 0.99e-3));
    }
    const snw_xform none = snw_xform_identity();
    CHECK(none.mode == SNW_XFORM_IDENTITY && ref_off(homogeneous(none.T), ref_identity(4)) == 0);
}

// --- velocities, accelerations, forces: tables 5-6 to 5-8
// -----------------------------------------

static void each_row_of_velocities(void) {
    CHECK_CASES(check_scaled(2000)) {
        const snw_vec3 v = random_vec3(2), w = random_vec3(2), r = random_vec3(2);
        const double k = check_real(-3, 3);
        const snw_twist a = snw_twist_of(v, w), b = {random_vec3(2), random_vec3(2)};
        CHECK(same(a.lin, v) && same(a.ang, w));
        CHECK(same(snw_twist_add(a, b).lin, sum(v, b.lin)));
        CHECK(same(snw_twist_add(a, b).ang, sum(w, b.ang)));
        CHECK(same(snw_twist_sub(a, b).lin, sum(v, times(b.lin, -1))));
        CHECK(same(snw_twist_sub(a, b).ang, sum(w, times(b.ang, -1))));
        CHECK(same(snw_twist_scale(a, k).lin, times(v, k)));
        CHECK(same(snw_twist_scale(a, k).ang, times(w, k)));
        snw_twist shaken = a;
        shaken.ang.z += 1e-3;
        CHECK(snw_twist_equal(a, a) && !snw_twist_equal(a, shaken));
        CHECK(snw_twist_near(a, shaken, 1.01e-3) && !snw_twist_near(a, shaken, 0.99e-3));
        // by a vector, an orientation, both
        const snw_pose T = random_pose(2);
        CHECK(close_to(snw_twist_shift(a, r).lin, sum(v, crossed(w, r)), 1e-14));
        CHECK(same(snw_twist_shift(a, r).ang, w));
        CHECK(close_to(snw_twist_rotate(T.R, a).lin, turned(T.R, v), 1e-14));
        CHECK(close_to(snw_twist_rotate(T.R, a).ang, turned(T.R, w), 1e-14));
        const snw_vec3 W = turned(T.R, w);
        const snw_vec3 V = sum(turned(T.R, v), crossed(T.p, W)); // of the origin of frame 1
        CHECK(close_to(snw_twist_transform(T, a).lin, V, 1e-13));
        CHECK(close_to(snw_twist_transform(T, a).ang, W, 1e-13));
    }
}

static void each_row_of_accelerations(void) {
    CHECK_CASES(check_scaled(2000)) {
        const snw_vec3 lin = random_vec3(2), ang = random_vec3(2), r = random_vec3(2);
        const snw_vec3 w = random_vec3(2);
        const double k = check_real(-3, 3);
        const snw_accel a = snw_accel_of(lin, ang), b = {random_vec3(2), random_vec3(2)};
        CHECK(same(a.lin, lin) && same(a.ang, ang));
        CHECK(same(snw_accel_add(a, b).lin, sum(lin, b.lin)));
        CHECK(same(snw_accel_add(a, b).ang, sum(ang, b.ang)));
        CHECK(same(snw_accel_sub(a, b).lin, sum(lin, times(b.lin, -1))));
        CHECK(same(snw_accel_sub(a, b).ang, sum(ang, times(b.ang, -1))));
        CHECK(same(snw_accel_scale(a, k).lin, times(lin, k)));
        CHECK(same(snw_accel_scale(a, k).ang, times(ang, k)));
        snw_accel shaken = a;
        shaken.lin.x -= 1e-3;
        CHECK(snw_accel_near(a, a, 0) && !snw_accel_near(a, shaken, 0));
        CHECK(snw_accel_near(a, shaken, 1.01e-3) && !snw_accel_near(a, shaken, 0.99e-3));
        const snw_mat3 R = random_rotation();
        const snw_vec3 there = sum(sum(lin, crossed(ang, r)), crossed(w, crossed(w, r)));
        CHECK(close_to(snw_accel_shift(a, w, r).lin, there, 1e-13));
        CHECK(same(snw_accel_shift(a, w, r).ang, ang));
        CHECK(close_to(snw_accel_rotate(R, a).lin, turned(R, lin), 1e-14));
        CHECK(close_to(snw_accel_rotate(R, a).ang, turned(R, ang), 1e-14));
        // both: along the axes of frame 1, at its origin
        const snw_pose T = {R, r};
        const snw_accel far = snw_accel_transform(T, a, w);
        const snw_vec3 o = turned(R, w), back = times(r, -1);
        const snw_vec3 here =
            sum(sum(turned(R, lin), crossed(turned(R, ang), back)), crossed(o, crossed(o, back)));
        CHECK(close_to(far.lin, here, 1e-12) && close_to(far.ang, turned(R, ang), 1e-14));
    }
}

static void each_row_of_forces(void) {
    CHECK_CASES(check_scaled(2000)) {
        const snw_vec3 f = random_vec3(2), n = random_vec3(2), r = random_vec3(2);
        const double k = check_real(-3, 3);
        const snw_wrench a = snw_wrench_of(f, n), b = {random_vec3(2), random_vec3(2)};
        CHECK(same(a.force, f) && same(a.torque, n));
        CHECK(same(snw_wrench_add(a, b).force, sum(f, b.force)));
        CHECK(same(snw_wrench_add(a, b).torque, sum(n, b.torque)));
        CHECK(same(snw_wrench_sub(a, b).force, sum(f, times(b.force, -1))));
        CHECK(same(snw_wrench_sub(a, b).torque, sum(n, times(b.torque, -1))));
        CHECK(same(snw_wrench_scale(a, k).force, times(f, k)));
        CHECK(same(snw_wrench_scale(a, k).torque, times(n, k)));
        snw_wrench shaken = a;
        shaken.torque.y += 1e-3;
        CHECK(snw_wrench_near(a, a, 0) && !snw_wrench_near(a, shaken, 0));
        CHECK(snw_wrench_near(a, shaken, 1.01e-3) && !snw_wrench_near(a, shaken, 0.99e-3));
        // parts are added
        CHECK(same(snw_wrench_add_force(a, r).force, sum(f, r)));
        CHECK(same(snw_wrench_add_force(a, r).torque, n));
        CHECK(same(snw_wrench_add_torque(a, r).torque, sum(n, r)));
        CHECK(same(snw_wrench_add_torque(a, r).force, f));
        const snw_pose T = random_pose(2);
        CHECK(close_to(snw_wrench_shift(a, r).torque, sum(n, crossed(f, r)), 1e-14));
        CHECK(same(snw_wrench_shift(a, r).force, f));
        CHECK(close_to(snw_wrench_rotate(T.R, a).torque, turned(T.R, n), 1e-14));
        const snw_vec3 F = turned(T.R, f);
        CHECK(close_to(snw_wrench_transform(T, a).force, F, 1e-14));
        CHECK(close_to(snw_wrench_transform(T, a).torque, sum(turned(T.R, n), crossed(T.p, F)),
                       1e-13));
    }
}

// --- mass properties: tables 5-9 and 5-10
// ---------------------------------------------------------

typedef struct cloud {
    double m[POINTS];
    snw_vec3 p[POINTS];
} cloud;

static cloud random_cloud(void) {
    cloud c;
    for (int i = 0; i < POINTS; i++) {
        c.m[i] = check_real(0.1, 2);
        c.p[i] = random_vec3(1);
    }
    return c;
}

// its ten numbers, by their definition
static snw_inertia summed(const cloud *c) {
    snw_inertia s = {0};
    for (int i = 0; i < POINTS; i++) {
        const double m = c->m[i];
        const snw_vec3 p = c->p[i];
        s.m += m;
        s.h = sum(s.h, times(p, m));
        s.I.xx += m * (p.y * p.y + p.z * p.z);
        s.I.yy += m * (p.x * p.x + p.z * p.z);
        s.I.zz += m * (p.x * p.x + p.y * p.y);
        s.I.xy -= m * p.x * p.y;
        s.I.xz -= m * p.x * p.z;
        s.I.yz -= m * p.y * p.z;
    }
    return s;
}

static cloud placed(const cloud *c, snw_pose T) {
    cloud d = *c;
    for (int i = 0; i < POINTS; i++)
        d.p[i] = sum(turned(T.R, c->p[i]), T.p);
    return d;
}

static void each_row_of_second_moments(void) {
    CHECK_CASES(check_scaled(2000)) {
        const cloud c = random_cloud(), d = random_cloud();
        const snw_sym3 a = summed(&c).I, b = summed(&d).I;
        const double k = check_real(-3, 3);
        const snw_sym3 made = snw_sym3_of(snw_vec3_of(a.xx, a.yy, a.zz), a.xy, a.xz, a.yz);
        CHECK(made.xx == a.xx && made.yy == a.yy && made.zz == a.zz);
        CHECK(made.xy == a.xy && made.xz == a.xz && made.yz == a.yz);
        const snw_sym3 plus = snw_sym3_add(a, b), minus = snw_sym3_sub(a, b);
        CHECK(plus.xx == a.xx + b.xx && plus.yz == a.yz + b.yz && minus.xy == a.xy - b.xy);
        CHECK(minus.zz == a.zz - b.zz && snw_sym3_scale(a, k).xz == a.xz * k);
        snw_sym3 shaken = a;
        shaken.xz += 1e-3;
        CHECK(snw_sym3_near(a, a, 0) && !snw_sym3_near(a, shaken, 0));
        CHECK(snw_sym3_near(a, shaken, 1.01e-3) && !snw_sym3_near(a, shaken, 0.99e-3));
        // turned, as the points are
        const snw_pose T = {random_rotation(), snw_vec3_zero()};
        const cloud e = placed(&c, T);
        CHECK(snw_sym3_near(snw_sym3_rotate(T.R, a), summed(&e).I, 1e-13));
        // the matrix, and its principal axes
        const snw_mat3 M = snw_sym3_to_mat3(a);
        CHECK(M.x.x == a.xx && M.y.x == a.xy && M.x.y == a.xy && M.z.y == a.yz && M.z.z == a.zz);
        snw_mat3 R;
        snw_vec3 moments;
        CHECK(snw_sym3_principal(a, &R, &moments) == SNW_OK);
        const snw_pose P = {snw_mat3_transpose(R), snw_vec3_zero()};
        const cloud along = placed(&c, P);
        const snw_sym3 diagonal = {moments.x, moments.y, moments.z, 0, 0, 0};
        CHECK(snw_sym3_near(summed(&along).I, diagonal, 1e-12));
    }
}

// the sum of the forces on the points of a body that moves with V and a at the origin
static snw_wrench force_on(const cloud *c, snw_twist V, snw_accel a) {
    snw_wrench W = {0};
    for (int i = 0; i < POINTS; i++) {
        const snw_vec3 p = c->p[i];
        const snw_vec3 at = sum(sum(a.lin, crossed(a.ang, p)), crossed(V.ang, crossed(V.ang, p)));
        W.force = sum(W.force, times(at, c->m[i]));
        W.torque = sum(W.torque, crossed(p, times(at, c->m[i])));
    }
    return W;
}

static void each_row_of_mass_properties(void) {
    CHECK_CASES(check_scaled(2000)) {
        const cloud c = random_cloud(), d = random_cloud();
        const snw_inertia a = summed(&c), b = summed(&d);
        const snw_inertia made = snw_inertia_of(a.m, a.h, a.I);
        CHECK(made.m == a.m && same(made.h, a.h) && snw_sym3_near(made.I, a.I, 0));
        const snw_inertia plus = snw_inertia_add(a, b), minus = snw_inertia_sub(plus, b);
        CHECK(plus.m == a.m + b.m && same(plus.h, sum(a.h, b.h)));
        CHECK(plus.I.xy == a.I.xy + b.I.xy && snw_inertia_near(minus, a, 1e-13));
        snw_inertia shaken = a;
        shaken.m += 1e-3;
        CHECK(snw_inertia_near(a, a, 0) && !snw_inertia_near(a, shaken, 0));
        CHECK(snw_inertia_near(a, shaken, 1.01e-3) && !snw_inertia_near(a, shaken, 0.99e-3));
        // by an orientation, a translation, both: as the points go
        const snw_pose T = random_pose(1);
        const cloud turn = placed(&c, snw_pose_of(T.R, snw_vec3_zero()));
        const cloud move = placed(&c, snw_pose_of(snw_mat3_identity(), T.p));
        const cloud both = placed(&c, T);
        CHECK(snw_inertia_near(snw_inertia_rotate(T.R, a), summed(&turn), 1e-13));
        CHECK(snw_inertia_near(snw_inertia_translate(T.p, a), summed(&move), 1e-13));
        CHECK(snw_inertia_near(snw_inertia_transform(T, a), summed(&both), 1e-13));
        // the force of a motion, and the motion of a force
        const snw_twist V = {random_vec3(2), random_vec3(2)};
        const snw_accel A = {random_vec3(2), random_vec3(2)};
        const snw_wrench W = force_on(&c, V, A);
        CHECK(snw_wrench_near(snw_inertia_force(a, V, A), W, 1e-12));
        snw_accel found;
        CHECK(snw_inertia_acceleration(a, V, W, &found) == SNW_OK);
        CHECK(snw_accel_near(found, A, 1e-9));
    }
}

// spec: actin-model:A1-FN-05b
static void all_rows_of_the_tables_are_there_and_right(void) {
    each_row_of_orientations();
    each_row_of_transformations();
    each_row_of_velocities();
    each_row_of_accelerations();
    each_row_of_forces();
    each_row_of_second_moments();
    each_row_of_mass_properties();
}

int main(void) {
    RUN(all_rows_of_the_tables_are_there_and_right);
    return check_report();
}
