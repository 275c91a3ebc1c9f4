// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// What may be asked, beside the distance.

#include "made.h"

// The example of the guide; and asked only whether they meet, no depth is searched, and the answer
// is the same. spec: actin-control:CQ-01
static void a_query_and_its_intersection_only_flag(void) {
    made A, B;
    snw_sphere ball = {{0, 10, 0}, 2};
    snw_capsule rod = {{0, 0, 0}, {5, 0, 0}, 1};
    make_solid(&A, &snw_sphere_type, &ball);
    make_solid(&B, &snw_capsule_type, &rod);
    const snw_closest c = ask_solids(&A.solid, snw_pose_identity(), &B.solid, snw_pose_identity());
    CHECK(c.distance == 7);
    CHECK(snw_vec3_near(c.a, snw_vec3_of(0, 8, 0), 1e-15));
    CHECK(snw_vec3_near(c.b, snw_vec3_of(0, 1, 0), 1e-15));
    CHECK(c.state == SNW_SEPARATE);
    free(A.memory);
    free(B.memory);

    long steps[2] = {0, 0};
    int meeting = 0;
    CHECK_CASES(check_scaled(2000)) {
        sample_solid x, y;
        sample_of_kind(&x, SAMPLE_HULL);
        sample_of_kind(&y, (sample_kind)(SAMPLE_HULL + check_int(0, 3)));
        snw_distance_query q = snw_distance_defaults(&x.solid, &y.solid);
        q.T_first = sample_pose(0.15);
        q.T_second = sample_pose(0.15);
        snw_closest whole, flag;
        CHECK(snw_distance(&q, &whole) == SNW_OK);
        q.hit_only = true;
        CHECK(snw_distance(&q, &flag) == SNW_OK);
        CHECK((whole.state == SNW_SEPARATE) == (flag.state == SNW_SEPARATE));
        if (whole.state != SNW_PENETRATING) continue;
        // a search for the depth takes four steps at least to span a volume
        CHECK(flag.iterations < whole.iterations && flag.least <= whole.least + 1e-9);
        steps[0] += flag.iterations;
        steps[1] += whole.iterations;
        meeting++;
    }
    CHECK(meeting > check_scaled(2000) / 50 && 2 * steps[0] < steps[1]);
}

int main(void) {
    RUN(a_query_and_its_intersection_only_flag);
    return check_report();
}
