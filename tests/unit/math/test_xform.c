// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "reference.h"

static const snw_xform_mode modes[] = {SNW_XFORM_ARBITRARY, SNW_XFORM_NO_TRANSLATION,
                                       SNW_XFORM_NO_ROTATION, SNW_XFORM_IDENTITY};

static snw_xform random_xform(snw_xform_mode mode) {
    snw_pose T = random_pose(2);
    if (mode == SNW_XFORM_NO_TRANSLATION || mode == SNW_XFORM_IDENTITY) T.p = snw_vec3_zero();
    if (mode == SNW_XFORM_NO_ROTATION || mode == SNW_XFORM_IDENTITY) T.R = snw_mat3_identity();
    const snw_xform X = snw_xform_of(T);
    CHECK(X.mode == mode);
    return X;
}

// the same transform without its promise: every function takes the general path
static snw_xform untagged(snw_xform X) {
    X.mode = SNW_XFORM_ARBITRARY;
    return X;
}

// The promise of a tag, read from the numbers here.
static void check_promise(snw_xform X) {
    const snw_mat3 I = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    if (X.mode == SNW_XFORM_NO_TRANSLATION || X.mode == SNW_XFORM_IDENTITY) {
        CHECK(X.T.p.x == 0 && X.T.p.y == 0 && X.T.p.z == 0);
    }
    if (X.mode == SNW_XFORM_NO_ROTATION || X.mode == SNW_XFORM_IDENTITY) {
        CHECK_NEAR(off3(X.T.R, I), 0, 0);
    }
    CHECK(snw_xform_is_valid(X));
}

static void check_same(snw_xform fast, snw_xform general) {
    CHECK(snw_xform_near(fast, general, 1e-15));
    check_promise(fast);
    check_promise(general);
}

// spec: actin-model:A1-FN-10
static void fast_paths_equal_the_general_path_and_keep_their_promise(void) {
    CHECK_CASES(check_scaled(20000)) {
        for (int pair = 0; pair < 16; pair++) {
            const snw_xform A = random_xform(modes[pair / 4]), B = random_xform(modes[pair % 4]);
            const snw_vec3 p = random_vec3(2);
            const snw_xform AB = snw_xform_mul(A, B);
            check_same(AB, snw_xform_mul(untagged(A), untagged(B)));
            check_same(snw_xform_inverse(A), snw_xform_inverse(untagged(A)));
            CHECK(snw_pose_near(AB.T, snw_pose_mul(A.T, B.T), 1e-15));
            CHECK(snw_pose_near(snw_xform_inverse(A).T, snw_pose_inverse(A.T), 1e-15));
            CHECK(snw_vec3_near(snw_xform_apply(A, p), snw_pose_apply(A.T, p), 1e-15));
            CHECK(snw_vec3_near(snw_xform_apply_inverse(A, p), snw_pose_apply_inverse(A.T, p),
                                1e-15));

            // what both promise is kept, so that fast paths stay fast along a chain
            if (A.mode == B.mode) CHECK(AB.mode == A.mode);
            CHECK(snw_xform_inverse(A).mode == A.mode);
        }
    }
}

// A long random sequence of all operations, the tag looked at after each.
// spec: actin-model:A1-FN-10
static void the_tag_is_valid_after_any_sequence_of_operations(void) {
    CHECK_CASES(check_scaled(2000)) {
        snw_xform X = snw_xform_identity();
        for (int step = 0; step < 40; step++) {
            const snw_xform Y = random_xform(modes[check_int(0, 3)]);
            switch (check_int(0, 6)) {
            case 0:
                X = snw_xform_mul(X, Y);
                break;
            case 1:
                X = snw_xform_mul(Y, X);
                break;
            case 2:
                X = snw_xform_inverse(X);
                break;
            case 3:
                X = snw_xform_with_translation(X, Y.T.p);
                break;
            case 4:
                X = snw_xform_with_rotation(X, Y.T.R);
                break;
            case 5:
                X = snw_xform_translation(Y.T.p);
                break;
            default:
                X = snw_xform_rotation(Y.T.R);
                break;
            }
            check_promise(X);
        }
    }
}

static void a_false_promise_is_seen(void) {
    snw_xform X = random_xform(SNW_XFORM_ARBITRARY);
    CHECK(snw_xform_is_valid(X));
    for (int i = 1; i < 4; i++) {
        X.mode = modes[i];
        CHECK(!snw_xform_is_valid(X));
    }
    X = random_xform(SNW_XFORM_NO_ROTATION);
    X.mode = SNW_XFORM_NO_TRANSLATION;
    CHECK(!snw_xform_is_valid(X));
    X.mode = SNW_XFORM_ARBITRARY;
    CHECK(snw_xform_is_valid(X));
}

static void comparison_ignores_the_tags(void) {
    const snw_xform X = random_xform(SNW_XFORM_NO_ROTATION);
    CHECK(snw_xform_equal(X, untagged(X)) && snw_xform_near(X, untagged(X), 0));
    snw_xform Y = X;
    Y.T.p.z += 1e-9;
    CHECK(!snw_xform_equal(X, Y) && snw_xform_near(X, Y, 1e-8) && !snw_xform_near(X, Y, 1e-10));
    Y = X;
    Y.T.R.z.y = 1e-9;
    CHECK(!snw_xform_equal(X, Y));
}

int main(void) {
    RUN(fast_paths_equal_the_general_path_and_keep_their_promise);
    RUN(the_tag_is_valid_after_any_sequence_of_operations);
    RUN(a_false_promise_is_seen);
    RUN(comparison_ignores_the_tags);
    return check_report();
}
