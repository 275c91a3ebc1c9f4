// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// The mass matrix in reduced form, N'M, of an arm of seven joints with a frame: by passes of
// Newton and Euler, and by forming M.
//
//   test_cost            checks that both are the same
//   test_cost measure    computes each once, for tests/cases/task-cost/run
#include "arms.h"

#include "../../../src/motion/task/inside.h"

static arm a;
static double passes[7 * 7], formed[7 * 7], M[7 * 7];

typedef snw_status call_fn(const snw_nullspace *ns);

static snw_status by_passes(const snw_nullspace *ns) {
    return snw_dyn_mass_times(&a.control.task.dyn, a.q, ns->N, ns->freedom, passes);
}

static snw_status by_forming(const snw_nullspace *ns) {
    const snw_status status = snw_dyn_mass_matrix(&a.control.task.dyn, a.q, M);
    snw__nullspace_matrix_to_a(ns, M, formed);
    return status;
}

snw_status measured_call(call_fn *call, const snw_nullspace *ns);

// the one function whose cost is counted
__attribute__((noinline)) snw_status measured_call(call_fn *call, const snw_nullspace *ns) {
    return call(ns);
}

static void both(void) {
    snw_nullspace *ns = &a.control.nullspace;
    random_q(a.model, a.q);
    CHECK(snw_task_update(&a.control.task, a.q) == SNW_OK);
    CHECK(snw_nullspace_factor(ns, snw_task_jacobian(&a.control.task), 6) >= 0);
    CHECK(ns->freedom == 1);
    CHECK(measured_call(by_passes, ns) == SNW_OK);
    CHECK(measured_call(by_forming, ns) == SNW_OK);
}

// spec: actin-control:VC-09
static void the_reduced_mass_matrix_is_the_same_without_the_whole_one(void) {
    arm_library(&a, "panda", SNW_LAW_NULLSPACE);
    CHECK_CASES(check_scaled(1000)) {
        both();
        CHECK(farthest(passes, formed, 7) <= 1e-12 * scale_of(formed, 7));
    }
    arm_close(&a);
}

static int measure(void) {
    check_seed(3);
    arm_library(&a, "panda", SNW_LAW_NULLSPACE);
    both();
    arm_close(&a);
    (void)printf("passes\nforming\n");
    return 0;
}

int main(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "measure") == 0) return measure();
    RUN(the_reduced_mass_matrix_is_the_same_without_the_whole_one);
    return check_report();
}
