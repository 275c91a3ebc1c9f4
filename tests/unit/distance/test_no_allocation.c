// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sample_solids.h"

#include "allocations.h"

static void queries_do_not_allocate(void) {
    enum { SOLIDS = 56 };
    static sample_solid solids[SOLIDS];
    for (int i = 0; i < SOLIDS; i++) {
        sample_of_kind(&solids[i], (sample_kind)(i % SAMPLE_KINDS));
    }
    const long before = allocations;
    CHECK_CASES(check_scaled(20000)) {
        const sample_solid *A = &solids[check_int(0, SOLIDS - 1)];
        const sample_solid *B = &solids[check_int(0, SOLIDS - 1)];
        snw_distance_query query = snw_distance_defaults(&A->solid, &B->solid);
        query.T_first = sample_pose(0.5);
        query.T_second = sample_pose(0.5);
        snw_closest c;
        SNW_IGNORE(snw_distance(&query, &c));
        const snw_segment way = {sample_point(1), sample_point(1)};
        snw_ray_hit hit;
        (void)snw_ray(&A->solid, query.T_first, &way, &hit);
    }
    CHECK(allocations == before);
    void *volatile block = malloc(1);
    free(block);
    CHECK(!COUNTING || allocations > before);
}

int main(void) {
    RUN(queries_do_not_allocate);
    return check_report();
}
