// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "arms.h"

#include "../../../src/motion/task/inside.h"

// Whole trees from files: the examples of the specification, tables, weights.

static arm a;
static snw_setup *memory;
static snw_registry registry;
static void *registry_block;

static void begin(void) {
    memory = new_setup();
    snw_arena arena = {0};
    SNW_IGNORE(snw_registry_init(&registry, 128, &arena));
    registry_block = exact_block(arena.needed);
    arena = snw_arena_over(registry_block, arena.needed);
    CHECK(snw_registry_init(&registry, 128, &arena) == SNW_OK);
    CHECK(snw_task_register(&registry, NULL) == SNW_OK);
    CHECK(snw_expression_register(&registry, NULL) == SNW_OK);
}

static void finish(void) {
    snw_setup_destroy(memory);
    free(registry_block);
}

static snw_status read_text(const char *text, const snw_type *type, void **object) {
    const snw_source source = {text, strlen(text), "text.xml", NULL};
    const snw_read_options how = {.registry = &registry};
    snw_why items[4];
    snw_diags diags = {.items = items, .capacity = 4};
    const snw_status status = snw_xml_read(&source, type, &how, memory, object, &diags);
    for (int i = 0; i < diags.count; i++)
        print_error("%s: %s\n", items[i].subject, items[i].text);
    return status;
}

// an arm of the library under the controller of a text
static void open_arm(const char *name, const char *text) {
    snw_setup *setup = new_setup();
    arm_open(&a, setup, library_robot(setup, name));
    void *object = NULL;
    CHECK(read_text(text, &snw_control_config_type, &object) == SNW_OK);
    a.config = *(const snw_control_config *)object;
    arm_ready(&a);
}

// --- least potential energy ----------------------------------------------------------------------

#define PUMA_TREE(alpha)                                                                           \
    "<task_control xmlns='urn:sinew:motion' law='tree'>"                                           \
    "<effectors><point_effector name='tip' link='link6'/>"                                         \
    "</effectors><tree><end_effector_error_filter threshold='1' stops_at_limits='true'>"           \
    "<unfiltered_rates><joint_rate_filter threshold='1'><unfiltered_rates><ab_core>"               \
    "<matrix><mass_matrix_ab/></matrix><vector><vector_to_ab><vector><objective_gradient>"         \
    "<objective><potential_energy/></objective></objective_gradient></vector></vector_to_ab>"      \
    "</vector><scalar><scalar_constant value='" alpha "'/></scalar></ab_core></unfiltered_rates>"  \
    "<weights><diagonal_matrix><numbers>0.1 0.1 0.1 0.1 0.1 0.1</numbers></diagonal_matrix>"       \
    "</weights></joint_rate_filter></unfiltered_rates><weights><general_column>"                   \
    "<numbers>0.1 0.1 0.1 0.1 0.1 0.1</numbers></general_column></weights>"                        \
    "</end_effector_error_filter></tree></task_control>"

static const double puma_start[6] = {0, -0.4, -0.4, 0.4, 0.5, 0.2};

// gravity against the height of the centre of mass, for one kilogram: g h
static double height_energy(void) {
    return 9.80665 * snw_kin_center(&a.control.task.kin).z;
}

// 100 steps of V = (-0.1, 0, 0); the displacement of the tip, and the energy at the end
static snw_vec3 push(const char *text, bool two_passes, double *energy) {
    open_arm("puma560-corke", text);
    memcpy(a.q, puma_start, sizeof puma_start);
    const double V[3] = {-0.1, 0, 0}, dt = 0.04;
    CHECK(snw_task_update(&a.control.task, a.q) == SNW_OK);
    const snw_vec3 start = snw_task_placement(&a.control.task, 0).p;
    for (int k = 0; k < 99; k++) {
        double first[MOST], second[MOST], q[MOST];
        snw_control_input input = {a.q, NULL, V, dt};
        snw_why why = {0};
        const snw_status status = snw_control_rates(&a.control, &input, first, &why);
        if (status < 0) print_error("step %d: %d %s: %s\n", k, status, why.subject, why.text);
        CHECK(status >= 0);
        memcpy(second, first, sizeof first);
        if (two_passes) {
            CHECK(snw_integrate(a.model, a.q, first, dt, q) == SNW_OK);
            input.q = q;
            CHECK(snw_control_rates(&a.control, &input, second, NULL) >= 0);
        }
        for (int i = 0; i < 6; i++)
            first[i] = (first[i] + second[i]) / 2;
        CHECK(snw_integrate(a.model, a.q, first, dt, a.q) == SNW_OK);
    }
    CHECK(snw_task_update(&a.control.task, a.q) == SNW_OK);
    const snw_vec3 end = snw_task_placement(&a.control.task, 0).p;
    *energy = height_energy();
    arm_close(&a);
    return snw_vec3_sub(end, start);
}

// spec: actin-control:VC-29
static void the_puma_moves_its_tip_with_the_least_potential_energy(void) {
    begin();
    double energy, without;
    const snw_vec3 wanted = snw_vec3_of(-0.396, 0, 0);
    snw_vec3 way = push(PUMA_TREE("0.05"), false, &energy);
    CHECK(snw_vec3_distance(way, wanted) < 2e-3);
    way = push(PUMA_TREE("0.05"), true, &energy);
    CHECK(snw_vec3_distance(way, wanted) < 1e-5);
    (void)push(PUMA_TREE("0"), true, &without);
    CHECK(energy < without - 1e-3);

    // F is the effort that holds the arm, which inverse dynamics at rest gives
    open_arm("puma560-corke", PUMA_TREE("0.05"));
    snw_potential_energy block;
    snw_block_defaults(&snw_potential_energy_type, &block);
    const snw_child objective = {&snw_potential_energy_type, &block};
    CHECK_CASES(check_scaled(300)) {
        double F[MOST], tau[MOST];
        const double none[MOST] = {0};
        random_q(a.model, a.q);
        CHECK(snw_task_update(&a.control.task, a.q) == SNW_OK);
        CHECK(snw__objective_gradient(&objective, &a.control.task, F) == SNW_OK);
        CHECK(snw_dyn_inverse(&a.control.task.dyn, a.q, none, none, NULL, tau) == SNW_OK);
        CHECK(farthest(F, tau, 6) < 1e-12 * scale_of(tau, 6));
    }
    arm_close(&a);
    finish();
}

// --- weights of the error filter -----------------------------------------------------------------

#define WEIGHTED(weights)                                                                          \
    "<task_control xmlns='urn:sinew:motion' law='tree'><effectors>"                                \
    "<frame_effector name='hand' link='j7_link'/></effectors><tree>"                               \
    "<end_effector_error_filter threshold='0.001'><unfiltered_rates><control_core><matrix>"        \
    "<mass_matrix/></matrix><vector><joint_limit_avoidance/></vector><scalar>"                     \
    "<scalar_constant value='-0.5'/></scalar></control_core></unfiltered_rates>"                   \
    "<weights>" weights "</weights></end_effector_error_filter></tree></task_control>"

static void rates_of(const char *text, const double *q, const double *V, double *qd) {
    open_arm("panda", text);
    const snw_control_input input = {q, NULL, V, 0.05};
    CHECK(snw_control_rates(&a.control, &input, qd, NULL) >= 0);
    arm_close(&a);
}

// spec: actin-control:VC-25
static void weights_as_a_column_and_as_a_matrix_are_the_same(void) {
    begin();
    CHECK_CASES(20) {
        double q[7], V[6], by_column[7], by_matrix[7], between[7];
        for (int i = 0; i < 7; i++)
            q[i] = i == 3   ? check_real(-2.5, -0.5)
                   : i == 5 ? check_real(0.5, 3)
                            : check_real(-1, 1);
        for (int i = 0; i < 6; i++)
            V[i] = check_real(-0.5, 0.5);
        rates_of(WEIGHTED("<general_column><numbers>1 2 3 4 5 6</numbers></general_column>"), q, V,
                 by_column);
        rates_of(WEIGHTED("<diagonal_matrix><numbers>1 2 3 4 5 6</numbers></diagonal_matrix>"), q,
                 V, by_matrix);
        CHECK(farthest(by_column, by_matrix, 7) <= 1e-14 * scale_of(by_column, 7));
        // weights between rows count, too
        rates_of(WEIGHTED("<plus><children><diagonal_matrix><numbers>1 2 3 4 5 6</numbers>"
                          "</diagonal_matrix><single_element_matrix rows='6' columns='6' row='0' "
                          "column='1' value='1'/><single_element_matrix rows='6' columns='6' "
                          "row='1' column='0' value='1'/></children></plus>"),
                 q, V, between);
        CHECK(farthest(by_column, between, 7) > 1e-9);
    }
    finish();
}

// The law of two end effectors with weights between them: a tree without a rate filter, in which
// the weights are 1 to 9 on the diagonal, and `cross` between the first row of the hand and the
// last of the elbow.
#define CROSSED                                                                                    \
    "<task_control xmlns='urn:sinew:motion' law='tree'><effectors>"                                \
    "<frame_effector name='hand' link='j7_link'/><point_effector name='elbow' link='j4_link'/>"    \
    "</effectors><tree><end_effector_error_filter threshold='1' stops_at_limits='false'>"          \
    "<unfiltered_rates><control_core><matrix><mass_matrix/></matrix><vector>"                      \
    "<joint_limit_avoidance/></vector><scalar><scalar_constant value='-0.5'/></scalar>"            \
    "</control_core></unfiltered_rates><weights><plus><children><diagonal_matrix>"                 \
    "<numbers>1 2 3 4 5 6 7 8 9</numbers></diagonal_matrix>"                                       \
    "<single_element_matrix rows='9' columns='9' row='0' column='8' value='0'/>"                   \
    "<single_element_matrix rows='9' columns='9' row='8' column='0' value='0'/>"                   \
    "</children></plus></weights></end_effector_error_filter></tree></task_control>"

static snw_control crossed;
static void *crossed_block;
static snw_expression_filter *crossed_filter;
static double *crossed_weights[2]; // of both terms between the end effectors

static void open_crossed(void) {
    snw_setup *setup = new_setup();
    arm_open(&a, setup, library_robot(setup, "panda"));
    void *object = NULL;
    CHECK(read_text(CROSSED, &snw_control_config_type, &object) == SNW_OK);
    const snw_control_config *config = object;
    crossed_filter = config->tree.block;
    const snw_expression_branch *sum = crossed_filter->weights.block;
    for (int i = 0; i < 2; i++)
        crossed_weights[i] = &((snw_expression_leaf *)sum->children[1 + i].block)->value;
    const snw_task_room room = {15, 3};
    snw_arena arena = {0};
    SNW_IGNORE(snw_control_init_room(&crossed, config, a.model, room, &arena, NULL));
    crossed_block = exact_block(arena.needed);
    arena = snw_arena_over(crossed_block, arena.needed);
    CHECK(snw_control_init_room(&crossed, config, a.model, room, &arena, NULL) == SNW_OK);
}

// rates of a threshold and of terms between the end effectors
static void crossed_rates(const double *q, const double *V, double threshold, double cross,
                          double *qd) {
    const snw_control_input input = {q, NULL, V, 0.05};
    crossed_filter->threshold = threshold;
    *crossed_weights[0] = *crossed_weights[1] = cross;
    CHECK(snw_control_rates(&crossed, &input, qd, NULL) >= 0);
}

// Motion of hand and elbow at q + dt qd, by kinematics of its own.
static void predict(const double *q, const double *qd, double *V1) {
    snw_kin kin;
    snw_arena arena = {0};
    SNW_IGNORE(snw_kin_init(&kin, a.model, &arena));
    void *block = exact_block(arena.needed);
    arena = snw_arena_over(block, arena.needed);
    CHECK(snw_kin_init(&kin, a.model, &arena) == SNW_OK);
    double there[MOST];
    for (int i = 0; i < 7; i++)
        there[i] = q[i] + 0.05 * qd[i];
    CHECK(snw_kin_update_velocity(&kin, there, qd) == SNW_OK);
    const snw_vec3 o = snw_vec3_zero();
    const snw_twist hand = snw_kin_velocity(&kin, snw_model_find_link(a.model, "j7_link"), o);
    const snw_twist elbow = snw_kin_velocity(&kin, snw_model_find_link(a.model, "j4_link"), o);
    for (int i = 0; i < 3; i++) {
        V1[i] = snw_vec3_get(hand.lin, i);
        V1[3 + i] = snw_vec3_get(hand.ang, i);
        V1[6 + i] = snw_vec3_get(elbow.lin, i);
    }
    free(block);
}

// spec: actin-control:VC-25b
static void weights_between_end_effectors_count_and_fix_the_set(void) {
    begin();
    open_crossed();
    int slower = 0;
    CHECK_CASES(20) {
        double q[7], V[9], all[7], some[7], V1[9], sum[2] = {0, 0};
        for (int i = 0; i < 7; i++)
            q[i] = i == 3   ? check_real(-2.5, -0.5)
                   : i == 5 ? check_real(0.5, 3)
                            : check_real(-1, 1);
        for (int i = 0; i < 9; i++)
            V[i] = check_real(-0.5, 0.5);
        const double cross = check_real(-2.5, 2.5);
        crossed_rates(q, V, 1e9, cross, all);
        predict(q, all, V1);
        // e' W e with the terms between the end effectors, and without them
        for (int i = 0; i < 9; i++) {
            sum[0] += (i + 1) * (V1[i] - V[i]) * (V1[i] - V[i]);
        }
        sum[1] = sum[0] + 2 * cross * (V1[0] - V[0]) * (V1[8] - V[8]);
        for (int k = 0; k < 2; k++) {
            const double threshold = 0.1, mu = sqrt(sum[k]);
            const double beta = mu < threshold ? 1 : threshold / mu;
            slower += beta < 1;
            crossed_rates(q, V, threshold, k == 0 ? 0 : cross, some);
            for (int i = 0; i < 7; i++)
                CHECK_NEAR(some[i], beta * all[i], 1e-12 * (1 + fabs(all[i])));
        }
    }
    CHECK(slower > 20);

    // an end effector more, and one less: refused while there are terms between them
    snw_effector more = effector_of(&snw_point_effector_type, "j2_link");
    const snw_control_config *config = crossed.config;
    const snw_child three[] = {
        config->effectors[0], config->effectors[1], {&snw_point_effector_type, &more}};
    snw_effector_set sets[2];
    void *blocks[2];
    for (int i = 0; i < 2; i++) {
        const int count = i == 0 ? 3 : 1;
        snw_arena arena = {0};
        SNW_IGNORE(snw_effector_set_init(&sets[i], a.model, three, count, &arena, NULL));
        blocks[i] = exact_block(arena.needed);
        arena = snw_arena_over(blocks[i], arena.needed);
        CHECK(snw_effector_set_init(&sets[i], a.model, three, count, &arena, NULL) == SNW_OK);
    }
    const double q[7] = {0.4, 0.5, -0.6, -1.6, 0.7, 1.9, 0.3}, V[12] = {0.1};
    double qd[7];
    crossed_rates(q, V, 0.1, 1, qd);
    for (int i = 0; i < 2; i++) {
        CHECK(snw_task_use(&crossed.task, &sets[i]) == SNW_ERR_STATE);
        CHECK(snw_task_use(&crossed.task, NULL) == SNW_ERR_STATE);
        CHECK(crossed.task.set == &crossed.set && snw_task_rows(&crossed.task) == 9);
    }
    crossed_rates(q, V, 0.1, 0, qd);
    CHECK(snw_task_use(&crossed.task, &sets[0]) == SNW_OK);
    CHECK(snw_task_rows(&crossed.task) == 12);
    crossed_rates(q, V, 0.1, 0, qd);
    // terms that come back when the set has changed are refused by the law
    const snw_control_input input = {q, NULL, V, 0.05};
    *crossed_weights[0] = 1;
    CHECK(snw_control_rates(&crossed, &input, qd, NULL) == SNW_ERR_SIZE);
    for (int i = 0; i < 2; i++)
        free(blocks[i]);
    free(crossed_block);
    tear_down(&a.s);
    finish();
}

// spec: actin-control:VC-25
static void weights_of_end_effectors_follow_the_set_in_use(void) {
    begin();
    snw_setup *setup = new_setup();
    arm_open(&a, setup, library_robot(setup, "panda"));
    snw_effector hand = effector_of(&snw_frame_effector_type, "j7_link");
    snw_effector elbow = effector_of(&snw_point_effector_type, "j4_link");
    const double six[6] = {1, 2, 3, 4, 5, 6}, three[3] = {7, 8, 9};
    memcpy(hand.weights, six, sizeof six);
    hand.weight_count = 6;
    memcpy(elbow.weights, three, sizeof three);
    elbow.weight_count = 3;
    arm_add(&a, &snw_frame_effector_type, &hand);
    arm_add(&a, &snw_point_effector_type, &elbow);
    a.config.law = SNW_LAW_NULLSPACE;
    arm_ready(&a);
    double w[ROWS];
    CHECK(snw_task_rows(&a.control.task) == 9);
    snw__task_weights(&a.control.task, w);
    for (int i = 0; i < 9; i++)
        CHECK_NEAR(w[i], i + 1, 0);

    // the elbow alone, in a set that was laid out before: rows and weights are its own
    snw_effector_set one;
    snw_arena arena = {0};
    SNW_IGNORE(snw_effector_set_init(&one, a.model, a.effectors + 1, 1, &arena, NULL));
    void *block = exact_block(arena.needed);
    arena = snw_arena_over(block, arena.needed);
    CHECK(snw_effector_set_init(&one, a.model, a.effectors + 1, 1, &arena, NULL) == SNW_OK);
    CHECK(snw_task_use(&a.control.task, &one) == SNW_OK);
    CHECK(snw_task_rows(&a.control.task) == 3);
    snw__task_weights(&a.control.task, w);
    for (int i = 0; i < 3; i++)
        CHECK_NEAR(w[i], 7 + i, 0);
    CHECK(snw_task_use(&a.control.task, &a.control.set) == SNW_OK);
    CHECK(snw_task_rows(&a.control.task) == 9);
    free(block);
    arm_close(&a);
    finish();
}

// --- tables --------------------------------------------------------------------------------------

static const char table_text[] =
    "<table_function xmlns='urn:sinew:motion'><argument><general_column>"
    "<numbers>1.5 0.6</numbers></general_column></argument><tables>"
    "<table><axes><axis search='bisection' upper='extrapolate'><values>0 1 2</values></axis>"
    "<axis search='equal_spaced'><values>0 0.25 0.5 0.75 1</values></axis></axes><sets>"
    "<set><values>0 0 0  0 0.25 1  0 0.5 2  0 0.75 3  0 1 4</values></set>"
    "<set><values>0 1 2  0 1 2  0 1 2  0 1 2  0 1 2</values></set></sets></table>"
    "</tables></table_function>";

// spec: actin-control:VC-34
static void tables_of_a_file_are_asked_by_a_tree(void) {
    begin();
    arm_library(&a, "panda", SNW_LAW_NULLSPACE);
    const snw_child tree = {snw__expression_type("table_function"), NULL};
    void *object = NULL;
    CHECK(read_text(table_text, tree.type, &object) == SNW_OK);
    const snw_child root = {tree.type, object};
    snw_expression expression;
    snw_arena arena = {0};
    SNW_IGNORE(snw__expression_init(&expression, &root, &a.control.task, &arena, NULL));
    void *block = exact_block(arena.needed);
    arena = snw_arena_over(block, arena.needed);
    CHECK(snw__expression_init(&expression, &root, &a.control.task, &arena, NULL) == SNW_OK);
    snw_expression_value value;
    CHECK(snw__expression_evaluate(&expression, NULL, 0.01, &value) == SNW_OK);
    // x^2 y is 1.5 at (1.5, 0.6) on this grid (EX-06); the other set is x
    CHECK(value.rows == 2 && value.cols == 1);
    CHECK_NEAR(value.data[0], 1.5, 1e-12);
    CHECK_NEAR(value.data[1], 1.5, 1e-12);
    // beyond its upper end x goes on, beyond that of y it is held
    snw_expression_table *table = object;
    double *x = ((snw_expression_leaf *)table->argument.block)->numbers;
    x[0] = 3;
    x[1] = 5;
    CHECK(snw__expression_evaluate(&expression, NULL, 0.01, &value) == SNW_OK);
    CHECK_NEAR(value.data[0], 7, 1e-12);
    CHECK_NEAR(value.data[1], 3, 1e-12);
    free(block);

    // what is no table is refused before anything moves
    arena = (snw_arena){0};
    table->tables[0].sets[1].value_count--;
    CHECK(snw__expression_init(&expression, &root, &a.control.task, &arena, NULL) == SNW_ERR_SIZE);
    snw_why why;
    CHECK(snw__table_entry_check(&table->tables[0], &why) == SNW_ERR_SIZE);
    CHECK(why.numbers[0].value == 14 && why.numbers[1].value == 15);
    table->tables[0].sets[1].value_count++;
    table->tables[0].axes[0].values[1] = 5;
    CHECK(snw__expression_init(&expression, &root, &a.control.task, &arena, NULL) == SNW_ERR_RANGE);
    arm_close(&a);
    finish();
}

int main(void) {
    RUN(the_puma_moves_its_tip_with_the_least_potential_energy);
    RUN(weights_as_a_column_and_as_a_matrix_are_the_same);
    RUN(weights_between_end_effectors_count_and_fix_the_set);
    RUN(weights_of_end_effectors_follow_the_set_in_use);
    RUN(tables_of_a_file_are_asked_by_a_tree);
    return check_report();
}
