// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "arms.h"

#include "../../../src/motion/task/inside.h"
#include "sinew/plugin.h"

// Elements and end effectors that a shared library brings, used by files as if they were ours.

static arm a;
static snw_registry registry;
static snw_plugin plugin;
static void *registry_block;
static snw_setup *memory;

static void begin(void) {
    memory = new_setup();
    arm_library(&a, "panda", SNW_LAW_NULLSPACE);
    snw_arena arena = {0};
    SNW_IGNORE(snw_registry_init(&registry, 128, &arena));
    registry_block = exact_block(arena.needed);
    arena = snw_arena_over(registry_block, arena.needed);
    CHECK(snw_registry_init(&registry, 128, &arena) == SNW_OK);
    CHECK(snw_task_register(&registry, NULL) == SNW_OK);
    CHECK(snw_expression_register(&registry, NULL) == SNW_OK);
    char path[1024];
    (void)snprintf(path, sizeof path, "%s/unit/task/plugins/sample.so", SNW_BINARY_DIR);
    snw_why why;
    const snw_status status = snw_plugin_load(path, &registry, &plugin, &why);
    if (status) print_error("%s\n", why.text);
    CHECK(status == SNW_OK);
}

static void finish(void) {
    arm_close(&a);
    snw_setup_destroy(memory);
    free(registry_block);
    snw_plugin_close(&plugin);
}

static void *read_text(const char *text, const snw_type *type) {
    const snw_source source = {text, strlen(text), "text.xml", NULL};
    const snw_read_options how = {.registry = &registry};
    snw_why items[4];
    snw_diags diags = {.items = items, .capacity = 4};
    void *object = NULL;
    const snw_status status = snw_xml_read(&source, type, &how, memory, &object, &diags);
    for (int i = 0; i < diags.count; i++)
        print_error("%s: %s\n", items[i].subject, items[i].text);
    CHECK(status == SNW_OK);
    return object;
}

// spec: actin-control:VC-19
static void an_element_of_a_library_is_used_from_a_file(void) {
    begin();
    const snw_type *plus = snw__expression_type("plus");
    const snw_child tree = {
        plus, read_text("<plus xmlns='urn:sinew:motion'><children><modulus><children>"
                        "<general_column><numbers>7.5 -7.5 3</numbers></general_column>"
                        "<scalar_constant value='2'/></children></modulus>"
                        "<general_column><numbers>10 10 10</numbers></general_column></children>"
                        "</plus>",
                        plus)};
    snw_arena arena = {0};
    snw_expression expression;
    SNW_IGNORE(snw__expression_init(&expression, &tree, &a.control.task, &arena, NULL));
    void *block = exact_block(arena.needed);
    arena = snw_arena_over(block, arena.needed);
    CHECK(snw__expression_init(&expression, &tree, &a.control.task, &arena, NULL) == SNW_OK);
    snw_expression_value value;
    CHECK(snw__expression_evaluate(&expression, NULL, 0.01, &value) == SNW_OK);
    CHECK(value.rows == 3 && value.cols == 1);
    CHECK_NEAR(value.data[0], 11.5, 0);
    CHECK_NEAR(value.data[1], 8.5, 0);
    CHECK_NEAR(value.data[2], 11, 0);
    free(block);
    finish();
}

// a controller whose end effector is of a library
static void open_heights(snw_control *control, void **block) {
    const char text[] =
        "<task_control xmlns='urn:sinew:motion' law='nullspace'><effectors>"
        "<height_effector name='height' link='j7_link'/></effectors></task_control>";
    const snw_control_config *config = read_text(text, &snw_control_config_type);
    CHECK(config->effector_count == 1);
    snw_arena arena = {0};
    SNW_IGNORE(snw_control_init(control, config, a.model, &arena, NULL));
    *block = exact_block(arena.needed);
    arena = snw_arena_over(*block, arena.needed);
    snw_why why = {0};
    const snw_status status = snw_control_init(control, config, a.model, &arena, &why);
    if (status) print_error("%s: %s\n", why.subject, why.text);
    CHECK(status == SNW_OK);
}

static double height_at(snw_task *task, const double *q, const double *v, double t) {
    double there[MOST];
    CHECK(snw_integrate(a.model, q, v, t, there) == SNW_OK);
    CHECK(snw_task_update(task, there) == SNW_OK);
    return snw_task_placement(task, 0).p.z;
}

// spec: actin-control:EE-05
static void an_end_effector_of_a_library_does_all_that_ours_do(void) {
    begin();
    snw_control control;
    void *block;
    open_heights(&control, &block);
    snw_task *task = &control.task;
    CHECK_TEXT(control.set.slots[0].effector->name, "height");
    CHECK_CASES(check_scaled(300)) {
        double q[MOST], v[MOST], x[MOST], V[1], A[1], low[1], high[1];
        random_q(a.model, q);
        for (int i = 0; i < 7; i++) {
            v[i] = check_real(-1, 1);
            x[i] = check_real(-1, 1);
        }
        CHECK(snw_task_update(task, q) == SNW_OK);
        const double z = snw_task_placement(task, 0).p.z;
        // Jacobian and velocity, which it leaves to us: against the difference of heights
        CHECK(snw_task_velocity(task, v, V) == SNW_OK);
        CHECK_NEAR(V[0], (height_at(task, q, v, 1e-6) - height_at(task, q, v, -1e-6)) / 2e-6, 1e-7);
        CHECK(snw_task_update(task, q) == SNW_OK);
        // acceleration: against the difference of velocities along q + h v, v + h x
        CHECK(snw_task_acceleration(task, v, x, A) == SNW_OK);
        const double h = 1e-5;
        for (int side = -1; side <= 1; side += 2) {
            double qh[MOST], vh[MOST], step[MOST];
            for (int i = 0; i < 7; i++) {
                step[i] = v[i] + side * h * x[i] / 2;
                vh[i] = v[i] + side * h * x[i];
            }
            CHECK(snw_integrate(a.model, q, step, side * h, qh) == SNW_OK);
            CHECK(snw_task_update(task, qh) == SNW_OK);
            CHECK(snw_task_velocity(task, vh, side < 0 ? low : high) == SNW_OK);
        }
        CHECK_NEAR(A[0], (high[0] - low[0]) / (2 * h), 1e-5 * (1 + fabs(A[0])));
        // difference and least time, by their definitions
        CHECK(snw_task_update(task, q) == SNW_OK);
        task->guides[0].p.z = z + 0.3;
        CHECK_NEAR(snw__task_difference(task), 0.3, 1e-12);
        CHECK_NEAR(snw__task_minimum_time(task), 0.3, 1e-12);
        // and it is led to its guide
        if (check_case % 50 != 0) continue;
        task->guides[0].p.z = fmin(0.8, fmax(0.2, z + 0.05));
        memset(v, 0, sizeof v);
        for (int k = 0; k < 400; k++) {
            const snw_control_input input = {q, v, NULL, 0.01};
            CHECK(snw_control_rates(&control, &input, v, NULL) >= 0);
            CHECK(snw_integrate(a.model, q, v, 0.01, q) == SNW_OK);
        }
        CHECK(snw_task_update(task, q) == SNW_OK);
        CHECK_NEAR(snw_task_placement(task, 0).p.z, task->guides[0].p.z, 1e-6);
    }
    free(block);
    finish();
}

int main(void) {
    RUN(an_element_of_a_library_is_used_from_a_file);
    RUN(an_end_effector_of_a_library_does_all_that_ours_do);
    return check_report();
}
