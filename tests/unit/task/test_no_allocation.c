// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "arms.h"

#include "../../../src/motion/task/inside.h"
#include "allocations.h"

static arm a;

static void counting_works(void) {
    if (!COUNTING) return;
    allocations = 0;
    free(exact_block(100));
    CHECK(allocations == 2);
}

static void ticks_of_both_laws_allocate_nothing(void) {
    for (int law = 0; law < 2; law++) {
        arm_library(&a, "panda", (snw_control_law)law);
        allocations = 0;
        double V[6];
        for (long k = 0; k < check_scaled(20000); k++) {
            for (int i = 0; i < 6; i++)
                V[i] = 0.3 * sin(0.001 * (double)k + i);
            const snw_control_input input = {a.q, a.v, V, 0.002};
            CHECK(snw_control_rates(&a.control, &input, a.qd, NULL) >= 0);
            if (law == 0) continue;
            CHECK(snw_integrate(a.model, a.q, a.qd, 0.002, a.q) == SNW_OK);
            memcpy(a.v, a.qd, sizeof a.v);
        }
        CHECK(allocations == 0);
        arm_close(&a);
    }
}

// a tree with a core, a filter and live numbers
// spec: actin-control:VC-16 actin-control:VC-36
static void trees_and_maps_allocate_nothing(void) {
    arm_library(&a, "panda", SNW_LAW_NULLSPACE);
    static snw_expression_leaf mass, limits, gain, weights;
    static snw_expression_core core;
    static snw_expression_filter filter;
    static double tenth[] = {0.1};
    snw_block_defaults(snw__expression_type("joint_limit_avoidance"), &limits);
    gain.value = -1;
    snw_copy_text(gain.key, SNW_MAP_KEY, "gain");
    weights.numbers = tenth;
    weights.number_count = 1;
    filter.threshold = 1e6;
    core = (snw_expression_core){{snw__expression_type("mass_matrix"), &mass},
                                 {snw__expression_type("joint_limit_avoidance"), &limits},
                                 {snw__expression_type("scalar_constant"), &gain}};
    filter.unfiltered_rates = (snw_child){snw__expression_type("control_core"), &core};
    filter.weights = (snw_child){snw__expression_type("general_column"), &weights};
    const snw_child root = {snw__expression_type("joint_rate_filter"), &filter};
    snw_arena arena = {0};
    snw_expression tree;
    snw_data_map map;
    SNW_IGNORE(snw__expression_init(&tree, &root, &a.control.task, &arena, NULL));
    SNW_IGNORE(snw__data_map_init(&map, 4, &arena));
    void *block = exact_block(arena.needed);
    arena = snw_arena_over(block, arena.needed);
    CHECK(snw__expression_init(&tree, &root, &a.control.task, &arena, NULL) == SNW_OK);
    CHECK(snw__data_map_init(&map, 4, &arena) == SNW_OK);
    tree.map = &map;
    // one joint in the zone of its limit, so that the gain matters
    a.q[0] = a.model->upper[0] - 0.2;
    a.q[3] = -1.5;
    CHECK(snw_task_update(&a.control.task, a.q) == SNW_OK);
    allocations = 0;
    const double V[6] = {0};
    double last = 0;
    for (long k = 0; k < check_scaled(100000); k++) {
        snw_expression_value value;
        CHECK(snw__data_map_set_real(&map, "gain", k % 2 ? -1 : -2) == SNW_OK);
        CHECK(snw__expression_evaluate(&tree, V, 0.01, &value) == SNW_OK);
        // twice the gain, twice the self-motion, in the very step
        if (k % 2) CHECK_NEAR(2 * value.data[0], last, 1e-9);
        last = value.data[0];
    }
    CHECK(fabs(last) > 1e-6);
    CHECK(allocations == 0);
    free(block);
    arm_close(&a);
}

int main(void) {
    RUN(counting_works);
    RUN(ticks_of_both_laws_allocate_nothing);
    RUN(trees_and_maps_allocate_nothing);
    return check_report();
}
