// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sample.h"

// Mass properties of uniform solids against the closed forms of textbooks, in any frame: the second
// moments S = integral of r r^T dm of a body along its own axes are turned and moved by plain loops
// in long double.

#pragma GCC diagnostic ignored "-Wdouble-promotion"

static const double pi = 3.141592653589793;

typedef struct solid {
    long double m, c[3], S[3][3]; // mass, centre and second moments about the origin
} solid;

// a body whose axes are principal: central moments of inertia, and its centre along z
static solid along_axes(long double m, long double z, const long double I[3]) {
    solid b = {.m = m, .c = {0, 0, z}};
    const long double half = (I[0] + I[1] + I[2]) / 2;
    for (int i = 0; i < 3; i++)
        b.S[i][i] = half - I[i] + (i == 2 ? m * z * z : 0);
    return b;
}

static long double entry(snw_mat3 R, int i, int j) {
    const snw_vec3 column = j == 0 ? R.x : j == 1 ? R.y : R.z;
    return i == 0 ? column.x : i == 1 ? column.y : column.z;
}

static solid placed(const solid *b, snw_pose T) {
    const long double p[3] = {T.p.x, T.p.y, T.p.z};
    solid out = {.m = b->m};
    long double turned[3] = {0};
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            turned[i] += entry(T.R, i, k) * b->c[k];
        out.c[i] = turned[i] + p[i];
    }
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            for (int k = 0; k < 3; k++)
                for (int l = 0; l < 3; l++)
                    out.S[i][j] += entry(T.R, i, k) * b->S[k][l] * entry(T.R, j, l);
            out.S[i][j] += b->m * (turned[i] * p[j] + p[i] * turned[j] + p[i] * p[j]);
        }
    }
    return out;
}

// the largest difference of the ten numbers, relative to the size of their kind
static double off_by(snw_inertia a, const solid *b) {
    const long double trace = b->S[0][0] + b->S[1][1] + b->S[2][2];
    const double h[3] = {a.h.x, a.h.y, a.h.z};
    const double I[3][3] = {
        {a.I.xx, a.I.xy, a.I.xz}, {a.I.xy, a.I.yy, a.I.yz}, {a.I.xz, a.I.yz, a.I.zz}};
    long double worst = fabsl(a.m - b->m) / b->m;
    for (int i = 0; i < 3; i++) {
        worst = fmaxl(worst, fabsl(h[i] - b->m * b->c[i]) / sqrtl(b->m * trace));
        for (int j = 0; j < 3; j++) {
            const long double is = (i == j ? trace : 0) - b->S[i][j];
            worst = fmaxl(worst, fabsl(I[i][j] - is) / trace);
        }
    }
    return (double)worst;
}

typedef struct sizes {
    double a, b, c, density;
} sizes;

static void expect_solid(const char *name, const snw_type *type, void *block, const sizes *s,
                         const solid *body) {
    const snw_child shape = {type, block};
    snw_inertia inertia;
    CHECK(snw_shape_inertia(&shape, s->density, &inertia, NULL) == SNW_OK);
    const double off = off_by(inertia, body);
    if (!(off <= 1e-12)) print_error("%s: %.2e\n", name, off);
    CHECK(off <= 1e-12);
}

// a closed mesh of a solid with flat faces
static void expect_mesh(const snw_type *type, void *block, const sizes *s, const solid *body) {
    const snw_child shape = {type, block};
    snw_setup *setup = sample_setup();
    snw_mesh *mesh = NULL;
    snw_inertia inertia;
    CHECK(snw_shape_mesh(&shape, NULL, setup, &mesh, NULL) == SNW_OK);
    CHECK(snw_mesh_inertia(mesh, s->density, &inertia, NULL) == SNW_OK);
    CHECK(off_by(inertia, body) <= 1e-9);
    snw_setup_destroy(setup);
}

// --- closed forms
// ---------------------------------------------------------------------------------

static void check_balls(const sizes *s, snw_pose T) {
    const long double a = s->a, b = s->b, c = s->c;
    const long double ball = 4.0L / 3 * pi * s->density, m = ball * a * a * a;
    solid body =
        along_axes(m, 0, (long double[]){0.4L * m * a * a, 0.4L * m * a * a, 0.4L * m * a * a});
    body = placed(&body, T);
    snw_sphere sphere = {T.p, s->a};
    expect_solid("sphere", &snw_sphere_type, &sphere, s, &body);
    const long double e = ball * a * b * c;
    body = along_axes(
        e, 0,
        (long double[]){e / 5 * (b * b + c * c), e / 5 * (a * a + c * c), e / 5 * (a * a + b * b)});
    body = placed(&body, T);
    snw_ellipsoid ellipsoid = {T, {s->a, s->b, s->c}};
    expect_solid("ellipsoid", &snw_ellipsoid_type, &ellipsoid, s, &body);
}

static void check_rods(const sizes *s, snw_pose T) {
    const long double r = s->a, L = s->b, rod = pi * r * r * L * s->density;
    const long double ball = 4.0L / 3 * pi * r * r * r * s->density;
    const snw_vec3 far = snw_vec3_scale(T.R.z, 0.5 * s->b);
    const snw_vec3 start = snw_vec3_sub(T.p, far), end = snw_vec3_add(T.p, far);
    const long double across = rod * (3 * r * r + L * L) / 12;
    solid body = along_axes(rod, 0, (long double[]){across, across, rod * r * r / 2});
    body = placed(&body, T);
    snw_cylinder cylinder = {start, end, s->a};
    expect_solid("cylinder", &snw_cylinder_type, &cylinder, s, &body);
    const long double caps = ball * (0.4L * r * r + L * L / 4 + 3 * L * r / 8);
    body = along_axes(
        rod + ball, 0,
        (long double[]){across + caps, across + caps, rod * r * r / 2 + 0.4L * ball * r * r});
    body = placed(&body, T);
    snw_capsule capsule = {start, end, s->a};
    expect_solid("capsule", &snw_capsule_type, &capsule, s, &body);
}

static void check_frustum(const sizes *s, snw_pose T) {
    const long double r = s->a, R = s->b, h = s->c, k = pi * s->density * h;
    const long double m = k / 3 * (r * r + r * R + R * R);
    const long double z = h / 4 * (r * r + 2 * r * R + 3 * R * R) / (r * r + r * R + R * R);
    const long double round =
        k / 10 * (r * r * r * r + r * r * r * R + r * r * R * R + r * R * R * R + R * R * R * R);
    const long double at_start = round / 2 + k * h * h * (r * r / 30 + r * R / 10 + R * R / 5);
    const long double across = at_start - m * z * z;
    solid body = along_axes(m, z, (long double[]){across, across, round});
    body = placed(&body, T);
    snw_cone cone = {T.p, snw_vec3_add_scaled(T.p, T.R.z, s->c), s->a, s->b};
    expect_solid("frustum", &snw_cone_type, &cone, s, &body);
}

static void check_box(const sizes *s, snw_pose T) {
    const long double a = s->a, b = s->b, c = s->c, m = 8 * a * b * c * s->density;
    solid body = along_axes(
        m, 0,
        (long double[]){m / 3 * (b * b + c * c), m / 3 * (a * a + c * c), m / 3 * (a * a + b * b)});
    body = placed(&body, T);
    snw_box box = {T, {s->a, s->b, s->c}};
    expect_solid("box", &snw_box_type, &box, s, &body);
    expect_mesh(&snw_box_type, &box, s, &body);
}

// integral of x_i x_j over a simplex is V/20 (sum of v_i v_j over the vertices + sum_i sum_j)
static void check_tetrahedron(const sizes *s) {
    const snw_vec3 v[4] = {sample_point(2), sample_point(2), sample_point(2), sample_point(2)};
    snw_tetrahedron t = snw_tetrahedron_of(v[0], v[1], v[2], v[3]);
    const long double det = snw_mat3_det(snw_mat3_of(t.edge_1, t.edge_2, t.edge_3));
    solid body = {.m = fabsl(det) / 6 * s->density};
    if (body.m < 1e-2 * s->density) return;
    for (int i = 0; i < 3; i++) {
        long double sum_i = 0;
        for (int k = 0; k < 4; k++)
            sum_i += snw_vec3_get(v[k], i);
        body.c[i] = sum_i / 4;
        for (int j = 0; j < 3; j++) {
            long double products = 0, sum_j = 0;
            for (int k = 0; k < 4; k++) {
                sum_j += snw_vec3_get(v[k], j);
                products += (long double)snw_vec3_get(v[k], i) * snw_vec3_get(v[k], j);
            }
            body.S[i][j] = body.m / 20 * (products + sum_i * sum_j);
        }
    }
    expect_solid("tetrahedron", &snw_tetrahedron_type, &t, s, &body);
    expect_mesh(&snw_tetrahedron_type, &t, s, &body);
}

// spec: actin-model:A1-FN-20
static void uniform_solids_have_their_closed_forms_in_any_frame(void) {
    CHECK_CASES(check_scaled(1000)) {
        const sizes s = {check_real(0.1, 2), check_real(0.1, 2), check_real(0.1, 2),
                         check_real(0.5, 8000)};
        const snw_pose T = {snw_rotation_exp(sample_point(3)), sample_point(2)};
        check_balls(&s, T);
        check_rods(&s, T);
        check_frustum(&s, T);
        check_box(&s, T);
        check_tetrahedron(&s);
    }
}

int main(void) {
    RUN(uniform_solids_have_their_closed_forms_in_any_frame);
    return check_report();
}
