// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/math.h"

#include "reading.h"

// what the quaternion of a text becomes
static const snw_quat *read_quat(double x, double y, double z, double w) {
    char text[256];
    (void)snprintf(text, sizeof text,
                   "<everything><q x='%.17g' y='%.17g' z='%.17g' w='%.17g'/></everything>", x, y, z,
                   w);
    forget();
    everything *e = read_with(&everything_type, text, &(snw_read_options){.registry = samples()});
    return e != NULL ? &e->q : NULL;
}

static snw_quat random_quat(void) {
    snw_quat q;
    double norm;
    do {
        q = (snw_quat){check_real(-1, 1), check_real(-1, 1), check_real(-1, 1), check_real(-1, 1)};
        norm = sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    } while (norm < 0.1);
    return (snw_quat){q.w / norm, q.x / norm, q.y / norm, q.z / norm};
}

// Within rounding a quaternion is taken as it is, bit for bit; with digits lost it is corrected;
// beyond, it was not meant to be one.
static void lengths_that_are_nearly_one_are_corrected(void) {
    CHECK_CASES(check_scaled(2000)) {
        const snw_quat q = random_quat();
        const snw_quat *back = read_quat(q.x, q.y, q.z, q.w);
        CHECK(back != NULL && back->w == q.w && back->x == q.x && back->y == q.y && back->z == q.z);

        const double off = 1 + (check_int(0, 1) ? 1 : -1) * pow(10, check_real(-11, -3.1));
        back = read_quat(off * q.x, off * q.y, off * q.z, off * q.w);
        CHECK(back != NULL);
        CHECK_NEAR(back->w * back->w + back->x * back->x + back->y * back->y + back->z * back->z, 1,
                   1e-14);
        CHECK_NEAR(back->w, q.w, 1e-14);
        const double far = check_int(0, 1) ? check_real(1.002, 3) : check_real(0, 0.998);
        CHECK(read_quat(far * q.x, far * q.y, far * q.z, far * q.w) == NULL);
        CHECK(findings[0].code == SNW_ERR_RANGE && findings[0].fix[0] != '\0');
    }
    CHECK(read_quat(0, 0, 0, 0) == NULL && read_quat(1e300, 1e300, 0, 0) == NULL);
}

// The four ways to write a rotation agree with each other.
static void rotations_agree_in_all_their_forms(void) {
    CHECK_CASES(check_scaled(1000)) {
        const snw_rpy a = {check_real(-3, 3), check_real(-1.5, 1.5), check_real(-3, 3)};
        const snw_mat3 R = snw_mat3_from_rpy(a);
        const snw_quat q = snw_quat_from_mat3(R);
        char forms[4][256];
        (void)snprintf(forms[0], sizeof forms[0], "rpy='%.17g %.17g %.17g'", a.roll, a.pitch,
                       a.yaw);
        (void)snprintf(forms[1], sizeof forms[1], "quat_xyzw='%.17g %.17g %.17g %.17g'", q.x, q.y,
                       q.z, q.w);
        (void)snprintf(forms[2], sizeof forms[2], "quat_wxyz='%.17g %.17g %.17g %.17g'", q.w, q.x,
                       q.y, q.z);
        (void)snprintf(forms[3], sizeof forms[3],
                       "columns='%.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g'", R.x.x,
                       R.x.y, R.x.z, R.y.x, R.y.y, R.y.z, R.z.x, R.z.y, R.z.z);
        for (int i = 0; i < 4; i++) {
            char text[2048];
            (void)snprintf(text, sizeof text, "<everything><T xyz='1 2 3' %s/></everything>",
                           forms[i]);
            const everything *e = read_good(&everything_type, text);
            const double tolerance = i == 0 || i == 3 ? 0 : 1e-15 * 8;
            CHECK_NEAR(e->T.R.x.x, R.x.x, tolerance);
            CHECK_NEAR(e->T.R.x.z, R.x.z, tolerance);
            CHECK_NEAR(e->T.R.y.x, R.y.x, tolerance);
            CHECK_NEAR(e->T.R.z.y, R.z.y, tolerance);
            CHECK(e->T.p.x == 1 && e->T.p.z == 3);
        }
    }
}

static void a_pose_says_its_rotation_once(void) {
    const everything *e = read_good(&everything_type, "<everything><T/></everything>");
    const snw_pose unit = snw_pose_identity();
    CHECK(memcmp(&e->T, &unit, sizeof unit) == 0);
    static const char *const forms[] = {"rpy='0 0 0'", "quat_xyzw='0 0 0 1'", "quat_wxyz='1 0 0 0'",
                                        "columns='1 0 0 0 1 0 0 0 1'"};
    for (int i = 0; i < 4; i++) {
        for (int k = 0; k < 4; k++) {
            char text[256];
            (void)snprintf(text, sizeof text, "<everything><T %s %s/></everything>", forms[i],
                           i == k ? "" : forms[k]);
            if (i == k) {
                (void)read_good(&everything_type, text);
            } else {
                CHECK(read_bad(&everything_type, text) == 1);
                CHECK(is_finding(0, SNW_ERR_DUPLICATE, "duplicate", "everything/T", 1, 13));
            }
        }
    }
    // three numbers for a quaternion, a reflection, a matrix that is sheared
    CHECK(read_bad(&everything_type, "<everything><T quat_xyzw='0 0 1'/></everything>") == 1);
    CHECK(read_bad(&everything_type,
                   "<everything><T columns='1 0 0 0 1 0 0 0 -1'/></everything>") == 1);
    CHECK(read_bad(&everything_type, "<everything><T columns='1 0 0 1 1 0 0 0 1'/></everything>") ==
          1);
}

typedef struct bounded {
    snw_pose T;
    snw_vec3 v;
} bounded;
static const snw_field bounded_fields[] = {
    {SNW_AT(bounded, T), .kind = SNW_KIND_POSE, .unit = "m", .range = {-1, 1}, .help = "Pose."},
    {SNW_AT(bounded, v), .kind = SNW_KIND_VEC3, .unit = "rad", .range = {-4, 4},
     .help = "Angles."}};
static const snw_type bounded_type = {SNW_TYPE(bounded, bounded_fields), .help = "Bounded."};

static void parts_obey_the_range_and_unit_of_their_field(void) {
    const bounded *b = read_good(&bounded_type, "<bounded><T xyz='1000 0 0 mm'/>"
                                                "<v x='180 deg' y='1' z='-3 rad'/></bounded>");
    CHECK(b->T.p.x == 1 && b->v.y == 1 && b->v.z == -3);
    CHECK_NEAR(b->v.x, 3.141592653589793, 0);
    CHECK(read_bad(&bounded_type, "<bounded><T xyz='1001 0 0 mm'/></bounded>") == 1);
    CHECK(is_finding(0, SNW_ERR_RANGE, "range", "bounded/T", 1, 10));
    CHECK(read_bad(&bounded_type, "<bounded><v x='0' y='5' z='0'/></bounded>") == 1);
    CHECK(is_finding(0, SNW_ERR_RANGE, "range", "bounded/v", 1, 10));
    CHECK(read_bad(&bounded_type, "<bounded><v x='1 m' y='0' z='0'/></bounded>") == 1);
    CHECK(is_finding(0, SNW_ERR_UNIT, "unit", "bounded/v/x", 1, 13));
    CHECK(read_bad(&bounded_type, "<bounded><v x='INF' y='0' z='0'/></bounded>") == 1);
    CHECK(read_bad(&bounded_type, "<bounded><v x='1' z='0'/></bounded>") == 1);
    CHECK(is_finding(0, SNW_ERR_NOT_FOUND, "required", "bounded/v", 1, 10));
}

int main(void) {
    RUN(lengths_that_are_nearly_one_are_corrected);
    RUN(rotations_agree_in_all_their_forms);
    RUN(a_pose_says_its_rotation_once);
    RUN(parts_obey_the_range_and_unit_of_their_field);
    const int result = check_report();
    snw_setup_destroy(setup);
    return result;
}
