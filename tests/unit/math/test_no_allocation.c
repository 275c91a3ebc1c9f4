// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "reference.h"

#include <string.h>

#include "allocations.h"
#include "sinew/math/matrix_text.h"

static volatile unsigned char checksum;

// the result of every call goes into the checksum, so that no call is left out
__attribute__((noinline)) static void use(const void *value, size_t size) {
    const unsigned char *const bytes = value;
    for (size_t i = 0; i < size; i++) {
        checksum = (unsigned char)(checksum ^ bytes[i]);
    }
}

#define USE(expression)                                                                            \
    do {                                                                                           \
        const __typeof__(expression) value_ = (expression);                                        \
        use(&value_, sizeof value_);                                                               \
    } while (0)

static void call_vec3(snw_vec3 a, snw_vec3 b, double s) {
    snw_vec3 v = snw_vec3_of(s, s, s);
    USE(snw_vec3_zero());
    USE(snw_vec3_x(s));
    USE(snw_vec3_y(s));
    USE(snw_vec3_z(s));
    USE(snw_vec3_add(a, b));
    USE(snw_vec3_sub(a, b));
    USE(snw_vec3_neg(a));
    USE(snw_vec3_scale(a, s));
    USE(snw_vec3_divide(a, s));
    USE(snw_vec3_add_scaled(a, b, s));
    USE(snw_vec3_mul(a, b));
    USE(snw_vec3_dot(a, b));
    USE(snw_vec3_cross(a, b));
    USE(snw_vec3_norm2(a));
    USE(snw_vec3_norm(a));
    USE(snw_vec3_distance(a, b));
    USE(snw_vec3_distance2(a, b));
    USE(snw_vec3_normalize(a));
    USE(snw_vec3_min(a, b));
    USE(snw_vec3_max(a, b));
    USE(snw_vec3_max_abs(a));
    USE(snw_vec3_get(a, 1));
    snw_vec3_set(&v, 2, s);
    USE(v);
    USE(snw_vec3_equal(a, b));
    USE(snw_vec3_near(a, b, s));
    USE(snw_vec3_is_finite(a));
}

static void call_mat2(snw_mat2 A, snw_mat2 B, double s) {
    const snw_vec2 a = snw_vec2_of(s, 2), b = A.y;
    snw_mat2 C = snw_mat2_of(a, b);
    char text[200];
    USE(snw_vec2_dot(a, b));
    USE(snw_vec2_norm(a));
    USE(snw_vec2_mul(a, b));
    USE(snw_mat2_zero());
    USE(snw_mat2_identity());
    USE(snw_mat2_add(A, B));
    USE(snw_mat2_sub(A, B));
    USE(snw_mat2_scale(A, s));
    USE(snw_mat2_apply(A, a));
    USE(snw_mat2_mul(A, B));
    USE(snw_mat2_transpose(A));
    USE(snw_mat2_column(A, 1));
    USE(snw_mat2_get(A, 1, 0));
    snw_mat2_set(&C, 0, 1, s);
    USE(snw_mat2_near(A, B, s));
    USE(snw_mat2_inverse(A, &C));
    USE(snw_mat2_divide(A, B, &C));
    USE(snw_mat2_print(A, text, sizeof text));
    USE(snw_mat2_parse(text, strlen(text), &C));
    USE(C);
}

static void call_mat3(snw_mat3 A, snw_mat3 B, double s) {
    snw_mat3 C = snw_mat3_of(A.x, B.y, A.z);
    char text[400];
    USE(snw_mat3_zero());
    USE(snw_mat3_identity());
    USE(snw_mat3_diagonal(A.x));
    USE(snw_mat3_add(A, B));
    USE(snw_mat3_sub(A, B));
    USE(snw_mat3_scale(A, s));
    USE(snw_mat3_apply(A, B.x));
    USE(snw_mat3_apply_t(A, B.x));
    USE(snw_mat3_mul(A, B));
    USE(snw_mat3_mul_tn(A, B));
    USE(snw_mat3_transpose(A));
    USE(snw_mat3_det(A));
    USE(snw_mat3_skew(A.x));
    USE(snw_mat3_column(A, 2));
    USE(snw_mat3_get(A, 1, 0));
    snw_mat3_set(&C, 0, 1, s);
    USE(snw_mat3_get_mat2(A, 1, 1));
    snw_mat3_set_mat2(&C, 0, 1, snw_mat2_identity());
    USE(snw_mat3_near(A, B, s));
    USE(snw_mat3_is_finite(A));
    USE(snw_mat3_drift(A));
    USE(snw_mat3_rot_x(s));
    USE(snw_mat3_rot_y(s));
    USE(snw_mat3_rot_z(s));
    USE(snw_mat3_axis_angle(A.x, s));
    USE(snw_mat3_renormalize(A));
    USE(snw_mat3_orthonormalize(C, &C));
    USE(snw_mat3_inverse(A, &C));
    USE(snw_mat3_divide(A, B, &C));
    USE(snw_mat3_print(A, text, sizeof text));
    USE(snw_mat3_parse(text, strlen(text), &C));
    USE(C);
}

static void call_mat4(snw_mat4 A, snw_mat4 B, double s) {
    snw_vec4 a = snw_vec4_of(s, 1, 2, 3);
    snw_mat4 C = snw_mat4_of(A.x, B.y, A.z, B.w);
    char text[700];
    USE(snw_vec4_dot(a, A.x));
    USE(snw_vec4_norm(a));
    USE(snw_vec4_mul(a, A.x));
    USE(snw_vec4_add(a, A.x));
    USE(snw_vec4_sub(a, A.x));
    USE(snw_vec4_scale(a, s));
    USE(snw_vec4_get(a, 3));
    snw_vec4_set(&a, 2, s);
    USE(snw_vec4_near(a, A.x, s));
    USE(snw_mat4_zero());
    USE(snw_mat4_identity());
    USE(snw_mat4_add(A, B));
    USE(snw_mat4_sub(A, B));
    USE(snw_mat4_scale(A, s));
    USE(snw_mat4_apply(A, a));
    USE(snw_mat4_mul(A, B));
    USE(snw_mat4_transpose(A));
    USE(snw_mat4_column(A, 3));
    USE(snw_mat4_get(A, 1, 0));
    snw_mat4_set(&C, 0, 1, s);
    USE(snw_mat4_get_mat2(A, 1, 1));
    snw_mat4_set_mat2(&C, 0, 1, snw_mat2_identity());
    USE(snw_mat4_get_mat3(A, 1, 1));
    snw_mat4_set_mat3(&C, 0, 1, snw_mat3_identity());
    USE(snw_mat4_near(A, B, s));
    USE(snw_mat4_inverse(A, &C));
    USE(snw_mat4_divide(A, B, &C));
    USE(snw_mat4_print(A, text, sizeof text));
    USE(snw_mat4_parse(text, strlen(text), &C));
    USE(C);
}

static void call_angle(double s) {
    const snw_angle a = snw_angle_of(s), b = snw_angle_atan2(s, 2);
    USE(snw_radians(s));
    USE(snw_degrees(s));
    USE(snw_angle_wrap(s + 100));
    USE(snw_angle_add(a, b));
    USE(snw_angle_sub(a, b));
    USE(snw_angle_neg(a));
    USE(snw_angle_near(a, b, s));
}

static void call_quat(snw_quat p, snw_quat q, double s) {
    snw_quat r = snw_quat_of(s, 1, 2, 3);
    const snw_vec3 v = snw_quat_vector(q);
    USE(snw_quat_identity());
    USE(snw_quat_parts(s, v));
    USE(snw_quat_add(p, q));
    USE(snw_quat_scale(p, s));
    USE(snw_quat_dot(p, q));
    USE(snw_quat_norm(p));
    USE(snw_quat_conj(p));
    USE(snw_quat_mul(p, q));
    USE(snw_quat_rotate(p, v));
    USE(snw_quat_to_mat3(p));
    USE(snw_quat_from_mat3(snw_quat_to_mat3(q)));
    USE(snw_quat_normalize(r, &r));
    USE(snw_quat_set(&r, s, s, s, 1));
    USE(snw_quat_near(p, q, s));
    USE(snw_quat_axis_angle(v, s));
    USE(snw_quat_exp(v));
    USE(snw_quat_log(p));
    USE(snw_quat_angle(p, q));
    USE(snw_quat_slerp(p, q, s));
    USE(snw_quat_rate_from_body(p, v));
    USE(snw_quat_rate_from_reference(p, v));
    USE(snw_quat_body_rate(p, q));
    USE(snw_quat_reference_rate(p, q));
    USE(snw_quat_integrate_body(p, v, s));
    USE(snw_quat_integrate_reference(p, v, s));
    USE(r);
}

static void call_rotation(snw_mat3 R, snw_vec3 v, double s) {
    snw_mat3 S = R;
    snw_vec3 g = v;
    USE(snw_rotation_exp(v));
    USE(snw_rotation_log(R));
    USE(snw_rotation_about(v, s, &S));
    USE(snw_axis_angle_from_mat3(R));
    USE(snw_axis_angle_from_quat(snw_quat_exp(v)));
    USE(snw_quat_from_rodrigues(v));
    USE(snw_mat3_from_rodrigues(v));
    USE(snw_rodrigues_from_mat3(R, &g));
    USE(snw_mat3_from_rpy(snw_rpy_from_mat3(R)));
    USE(snw_mat3_from_euler_321(snw_euler_321_from_mat3(R)));
    USE(snw_mat3_from_euler_zyz(snw_euler_zyz_from_mat3(R)));
    USE(snw_mat3_from_oa(v, R.x, &S));
    USE(S);
    USE(g);
}

static void call_pose(snw_pose A, snw_pose B, double s) {
    const snw_dh row = {s, 1, 2, 3};
    USE(snw_pose_of(A.R, B.p));
    USE(snw_pose_identity());
    USE(snw_pose_translation(A.p));
    USE(snw_pose_rotation(A.R));
    USE(snw_pose_apply(A, B.p));
    USE(snw_pose_apply_inverse(A, B.p));
    USE(snw_pose_mul(A, B));
    USE(snw_pose_inverse(A));
    USE(snw_pose_inverse_mul(A, B));
    USE(snw_pose_near(A, B, s));
    USE(snw_pose_is_finite(A));
    USE(snw_pose_to_mat4(A));
    USE(snw_pose_difference(A, B));
    USE(snw_pose_integrate(A, snw_twist_of(A.p, B.p), s));
    USE(snw_pose_interpolate(A, B, s));
    USE(snw_dh_standard(row));
    USE(snw_dh_modified(row));
}

static void call_xform(snw_pose A, snw_pose B, double s) {
    const snw_xform X = snw_xform_of(A), Y = snw_xform_translation(B.p);
    USE(snw_xform_mode_of(A));
    USE(snw_xform_identity());
    USE(snw_xform_rotation(B.R));
    USE(snw_xform_with_translation(X, B.p));
    USE(snw_xform_with_rotation(X, B.R));
    USE(snw_xform_is_valid(X));
    USE(snw_xform_apply(X, B.p));
    USE(snw_xform_apply_inverse(Y, A.p));
    USE(snw_xform_mul(X, Y));
    USE(snw_xform_inverse(X));
    USE(snw_xform_equal(X, Y));
    USE(snw_xform_near(X, Y, s));
}

static void call_motion(snw_pose T, snw_vec3 a, double s) {
    const snw_twist V = snw_twist_of(a, T.p), U = snw_twist_rotate(T.R, V);
    USE(snw_twist_zero());
    USE(snw_twist_add(U, V));
    USE(snw_twist_sub(U, V));
    USE(snw_twist_scale(U, s));
    USE(snw_twist_shift(U, a));
    USE(snw_twist_equal(U, V));
    USE(snw_twist_near(U, V, s));
    USE(snw_twist_transform(T, V));
    USE(snw_twist_transform_inverse(T, V));
    const snw_accel A = snw_accel_of(a, T.p), B = snw_accel_rotate(T.R, A);
    USE(snw_accel_add(A, B));
    USE(snw_accel_sub(A, B));
    USE(snw_accel_scale(A, s));
    USE(snw_accel_shift(A, a, T.p));
    USE(snw_accel_near(A, B, s));
    USE(snw_accel_transform(T, A, a));
    USE(snw_accel_transform_inverse(T, A, a));
    const snw_spatial_accel S = snw_spatial_accel_of(a, T.p);
    USE(snw_spatial_accel_add(S, snw_spatial_accel_rotate(T.R, S)));
    USE(snw_spatial_accel_shift(S, a));
    USE(snw_spatial_accel_from_accel(A, V));
    USE(snw_accel_from_spatial(S, V));
    USE(snw_spatial_accel_transform(T, S));
    USE(snw_spatial_accel_transform_inverse(T, S));
    const snw_wrench W = snw_wrench_of(a, T.p), X = snw_wrench_rotate(T.R, W);
    USE(snw_wrench_zero());
    USE(snw_wrench_add(W, X));
    USE(snw_wrench_sub(W, X));
    USE(snw_wrench_scale(W, s));
    USE(snw_wrench_add_force(W, a));
    USE(snw_wrench_add_torque(W, a));
    USE(snw_wrench_add_force_at(W, a, T.p));
    USE(snw_wrench_shift(W, a));
    USE(snw_wrench_near(W, X, s));
    USE(snw_wrench_transform(T, W));
    USE(snw_wrench_transform_inverse(T, W));
    USE(snw_power(W, V));
}

static void call_inertia(snw_pose T, snw_vec3 a, double s) {
    const snw_sym3 I = snw_sym3_of(a, 0.1, 0.2, 0.3), J = snw_sym3_rotate(T.R, I);
    snw_mat3 R;
    snw_vec3 moments;
    USE(snw_sym3_zero());
    USE(snw_sym3_add(I, J));
    USE(snw_sym3_sub(I, J));
    USE(snw_sym3_scale(I, s));
    USE(snw_sym3_apply(I, a));
    USE(snw_sym3_from_mat3(snw_sym3_to_mat3(I)));
    USE(snw_sym3_near(I, J, s));
    USE(snw_sym3_principal(I, &R, &moments));
    USE(snw_sym3_point(s, a));
    const snw_inertia A = snw_inertia_cylinder(s, 0.1, 0.3), B = snw_inertia_of(s, a, I);
    const snw_twist V = snw_twist_of(a, T.p);
    snw_accel acceleration = snw_accel_of(a, T.p);
    snw_pose principal;
    snw_why why;
    USE(snw_inertia_zero());
    USE(snw_inertia_point(s, a));
    USE(snw_inertia_from_central(s, a, I));
    USE(snw_inertia_sphere(s, 0.5));
    USE(snw_inertia_box(s, a));
    USE(snw_inertia_add(A, B));
    USE(snw_inertia_sub(A, B));
    USE(snw_inertia_scale(A, s));
    USE(snw_inertia_center(A));
    USE(snw_inertia_central(A));
    USE(snw_inertia_rotate(T.R, A));
    USE(snw_inertia_translate(T.p, A));
    USE(snw_inertia_transform(T, A));
    USE(snw_inertia_near(A, B, s));
    const snw_wrench W = snw_inertia_force(A, V, acceleration);
    USE(snw_inertia_acceleration(A, V, W, &acceleration));
    USE(snw_inertia_principal(A, &principal, &moments));
    USE(snw_inertia_check(B, 0, &why));
    USE(acceleration);
    USE(principal);
    USE(moments);
}

static void call_everything(void) {
    const snw_pose A = random_pose(1), B = random_pose(1);
    const snw_quat q = random_quat();
    const double s = check_real(0.1, 1);
    call_vec3(A.p, B.p, s);
    call_mat2(snw_mat3_get_mat2(A.R, 0, 0), snw_mat3_get_mat2(B.R, 0, 0), s);
    call_mat3(A.R, B.R, s);
    call_mat4(snw_pose_to_mat4(A), snw_pose_to_mat4(B), s);
    call_angle(s);
    call_quat(q, snw_quat_from_mat3(A.R), s);
    call_rotation(A.R, B.p, s);
    call_pose(A, B, s);
    call_xform(A, B, s);
    call_motion(A, B.p, s);
    call_inertia(A, B.p, s);
}

// spec: loffler:L-150
static void no_function_of_the_module_allocates(void) {
    // the counter counts
    const long before = allocations;
    void *volatile block = malloc(10);
    free(block);
    CHECK(allocations == before + 2 * COUNTING);

    const long start = allocations;
    for (int i = 0; i < 1000; i++) {
        call_everything();
    }
    CHECK(allocations == start);
}

enum { FILE_MAX = 65536 };

// a file of the source tree as text
static const char *read_source(const char *path, char *out) {
    char full[512];
    (void)snprintf(full, sizeof full, "%s/%s", SNW_SOURCE_DIR, path);
    FILE *const file = fopen(full, "rb");
    CHECK(file != NULL);
    const size_t length = fread(out, 1, FILE_MAX - 1, file);
    CHECK(length < FILE_MAX - 1 && fclose(file) == 0);
    out[length] = '\0';
    return out;
}

// counts the functions declared in one header and demands a call of each in `calls`
static int check_header(const char *path, const char *calls) {
    static char header[FILE_MAX];
    int count = 0;
    for (const char *line = read_source(path, header); line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, "SNW_INLINE ", 11) != 0 && strncmp(line, "SNW_RT ", 7) != 0) continue;
        const char *const open = strchr(line, '(');
        const char *name = open;
        while (name[-1] != ' ' && name[-1] != '*') {
            name--;
        }
        char call[80];
        (void)snprintf(call, sizeof call, "%.*s", (int)(open - name + 1), name);
        if (!strstr(calls, call)) check_fail_at(call, path, 0);
        count++;
    }
    return count;
}

// The list of calls above is complete: every function of every header of the module is in it.
// spec: loffler:L-150
static void the_calls_above_are_all_functions_of_the_module(void) {
    static char umbrella[FILE_MAX], calls[FILE_MAX];
    (void)read_source("tests/unit/math/test_no_allocation.c", calls);
    const char *line = read_source("include/sinew/math.h", umbrella);
    int count = 0;
    while ((line = strstr(line, "#include \"sinew/math/"))) {
        char path[100];
        CHECK(sscanf(line, "#include \"%80[a-z0-9_/.]\"", path + 8) == 1);
        memcpy(path, "include/", 8);
        count += check_header(path, calls);
        line++;
    }
    CHECK(count > 200);
}

int main(void) {
    RUN(no_function_of_the_module_allocates);
    RUN(the_calls_above_are_all_functions_of_the_module);
    return check_report();
}
