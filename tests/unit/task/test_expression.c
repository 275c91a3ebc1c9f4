// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "arms.h"

// Laws as trees: every element against plain arithmetic, trees from text and from code, and what
// trees give against the functions that they stand for.

static arm a;
static snw_expression expression;
static void *block;
static snw_setup *memory;

static void open_panda(void) {
    memory = new_setup();
    snw_setup *setup = new_setup();
    arm_open(&a, setup, library_robot(setup, "panda"));
    a.config.law = SNW_LAW_NULLSPACE;
    a.frame = effector_of(&snw_frame_effector_type, last_link(a.model));
    arm_add(&a, &snw_frame_effector_type, &a.frame);
    const double q[] = {0.4, 0.5, -0.6, -1.6, 0.7, 1.9, 0.3};
    memcpy(a.q, q, sizeof q);
    arm_ready(&a);
}

static void put_away(void) {
    arm_close(&a);
    snw_setup_destroy(memory);
}

static void lay_out(snw_child root) {
    snw_arena arena = {0};
    snw_why why;
    SNW_IGNORE(snw_expression_init(&expression, &root, &a.control.task, &arena, NULL));
    block = exact_block(arena.needed);
    arena = snw_arena_over(block, arena.needed);
    const snw_status status =
        snw_expression_init(&expression, &root, &a.control.task, &arena, &why);
    if (status) print_error("%s: %s\n", why.subject, why.text);
    CHECK(status == SNW_OK);
}

static snw_expression_value evaluate(const double *V) {
    snw_expression_value value;
    CHECK(snw_expression_evaluate(&expression, V, 0.01, &value) == SNW_OK);
    return value;
}

// --- trees from code -----------------------------------------------------------------------------

static snw_child element(const char *token) {
    const snw_type *type = snw_expression_type(token);
    CHECK(type != NULL);
    const snw_child child = {type, snw_block_new(type, memory)};
    CHECK(child.block != NULL);
    return child;
}

static snw_child branch(const char *token, int count, const snw_child *children) {
    const snw_child child = element(token);
    const snw_field *field = snw_type_field(child.type, "children");
    CHECK(snw_block_resize(field, child.block, count, memory) == SNW_OK);
    memcpy(((snw_expression_branch *)child.block)->children, children,
           sizeof(snw_child) * (size_t)count);
    return child;
}

static snw_child numbers(const char *token, int count, const double *values) {
    const snw_child child = element(token);
    const snw_field *field = snw_type_field(child.type, "numbers");
    CHECK(snw_block_resize(field, child.block, count, memory) == SNW_OK);
    memcpy(((snw_expression_leaf *)child.block)->numbers, values, sizeof(double) * (size_t)count);
    return child;
}

static snw_child scalar(double value) {
    const snw_child child = element("scalar_constant");
    ((snw_expression_leaf *)child.block)->value = value;
    return child;
}

// a matrix of any numbers: a sum of its elements
static snw_child matrix(int rows, int cols, const double *values) {
    snw_child items[SNW_EXPRESSION_CHILDREN];
    for (int i = 0; i < rows * cols; i++) {
        items[i] = element("single_element_matrix");
        snw_expression_leaf *leaf = items[i].block;
        *leaf = (snw_expression_leaf){
            .rows = rows, .columns = cols, .row = i % rows, .column = i / rows, .value = values[i]};
    }
    return branch("plus", rows * cols, items);
}

// --- arithmetic ----------------------------------------------------------------------------------

static double reference(const char *token, double x, double y) {
    if (!strcmp(token, "plus")) return x + y;
    if (!strcmp(token, "minus")) return x - y;
    if (!strcmp(token, "negative")) return -x;
    if (!strcmp(token, "and")) return x != 0 && y != 0;
    if (!strcmp(token, "or")) return x != 0 || y != 0;
    if (!strcmp(token, "greater")) return x > y;
    if (!strcmp(token, "greater_or_equal")) return x >= y;
    if (!strcmp(token, "less")) return x < y;
    if (!strcmp(token, "less_or_equal")) return x <= y;
    if (!strcmp(token, "sine")) return sin(x);
    if (!strcmp(token, "cosine")) return cos(x);
    if (!strcmp(token, "inverse")) return 1 / x;
    if (!strcmp(token, "log")) return log(x);
    if (!strcmp(token, "log_n")) return log10(x);
    if (!strcmp(token, "pow")) return pow(x, y);
    CHECK(!strcmp(token, "root"));
    return pow(x, 1 / y);
}

static const char *const each[] = {
    "plus", "minus", "and",      "or",   "greater", "greater_or_equal", "less", "less_or_equal",
    "pow",  "root",  "negative", "sine", "cosine",  "inverse",          "log",  "log_n"};

// spec: actin-control:VC-12
static void every_branch_does_its_arithmetic_on_each_element(void) {
    open_panda();
    CHECK_CASES(20) {
        double x[12], y[12];
        for (int i = 0; i < 12; i++) {
            x[i] = check_real(0.1, 3);
            // some alike, some 0 for logic
            y[i] = i % 4 == 0 ? x[i] : check_real(0.5, 3);
        }
        for (int e = 0; e < 16; e++) {
            const bool logic = e == 2 || e == 3;
            double u[12];
            memcpy(u, x, sizeof u);
            if (logic) u[check_int(0, 11)] = 0;
            const snw_child both[] = {matrix(3, 4, u), matrix(3, 4, y)};
            lay_out(branch(each[e], e < 10 ? 2 : 1, both));
            const snw_expression_value v = evaluate(NULL);
            CHECK(v.rows == 3 && v.cols == 4);
            for (int i = 0; i < 12; i++)
                CHECK_NEAR(v.data[i], reference(each[e], u[i], y[i]), 1e-14);
            free(block);
        }
        // of matrices: 3 x 4 by its own transpose
        const snw_child A = matrix(3, 4, x), T = branch("transpose", 1, &A);
        const snw_child pair[] = {A, T};
        lay_out(branch("times", 2, pair));
        const snw_expression_value v = evaluate(NULL);
        CHECK(v.rows == 3 && v.cols == 3);
        for (int i = 0; i < 9; i++) {
            double sum = 0;
            for (int k = 0; k < 4; k++)
                sum += x[i % 3 + 3 * k] * x[i / 3 + 3 * k];
            CHECK_NEAR(v.data[i], sum, 1e-13);
        }
        free(block);
    }
    put_away();
}

// spec: actin-control:VC-13
static void leaves_have_their_values_and_sizes(void) {
    open_panda();
    const double three[] = {1, 2, 3};
    lay_out(scalar(2.5));
    snw_expression_value v = evaluate(NULL);
    CHECK(v.rows == 1 && v.cols == 1 && v.data[0] == 2.5);
    free(block);
    lay_out(numbers("general_column", 3, three));
    v = evaluate(NULL);
    CHECK(v.rows == 3 && v.cols == 1 && v.data[2] == 3);
    free(block);
    snw_child leaf = element("single_element_column");
    *(snw_expression_leaf *)leaf.block = (snw_expression_leaf){.rows = 4, .row = 2, .value = 7};
    lay_out(leaf);
    v = evaluate(NULL);
    CHECK(v.rows == 4 && v.cols == 1 && v.data[2] == 7 && v.data[0] == 0 && v.data[3] == 0);
    free(block);
    leaf = element("single_element_matrix");
    *(snw_expression_leaf *)leaf.block =
        (snw_expression_leaf){.rows = 2, .columns = 3, .row = 1, .column = 2, .value = -1};
    lay_out(leaf);
    v = evaluate(NULL);
    CHECK(v.rows == 2 && v.cols == 3 && v.data[5] == -1 && v.data[0] == 0);
    free(block);
    lay_out(element("identity_matrix"));
    v = evaluate(NULL);
    CHECK(v.rows == 7 && v.cols == 7);
    for (int i = 0; i < 49; i++)
        CHECK(v.data[i] == (i % 8 == 0));
    free(block);
    leaf = numbers("diagonal_matrix", 3, three);
    ((snw_expression_leaf *)leaf.block)->rows = 2;
    lay_out(leaf);
    v = evaluate(NULL);
    CHECK(v.rows == 2 && v.cols == 3);
    CHECK(v.data[0] == 1 && v.data[3] == 2 && v.data[1] == 0 && v.data[5] == 0);
    free(block);
    put_away();
}

// spec: actin-control:VC-15
static void sizes_that_differ_use_what_fits(void) {
    open_panda();
    const double x[] = {1, 2, 3, 4, 5, 6}, y[] = {10, 20, 30, 40, 50, 60};
    // 2 x 3 plus 3 x 2 is 2 x 2
    const snw_child both[] = {matrix(2, 3, x), matrix(3, 2, y)};
    lay_out(branch("plus", 2, both));
    snw_expression_value v = evaluate(NULL);
    CHECK(v.rows == 2 && v.cols == 2);
    const double sum[] = {11, 22, 43, 54};
    for (int i = 0; i < 4; i++)
        CHECK(v.data[i] == sum[i]);
    free(block);
    // 2 x 3 times 2 x 3: two of the columns have rows
    const snw_child twice[] = {matrix(2, 3, x), matrix(2, 3, x)};
    lay_out(branch("times", 2, twice));
    v = evaluate(NULL);
    CHECK(v.rows == 2 && v.cols == 3);
    CHECK(v.data[0] == 1 * 1 + 3 * 2 && v.data[5] == 2 * 5 + 4 * 6);
    free(block);
    put_away();
}

// --- control laws --------------------------------------------------------------------------------

// the tree of the guide's first example, for as many joints as the arm has
static snw_child example_tree(void) {
    const double tenths[] = {0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1}, tens[] = {10, 10, 10, 10, 10, 10};
    const snw_child core = element("control_core"), rates = element("joint_rate_filter"),
                    root = element("end_effector_error_filter");
    snw_expression_core *c = core.block;
    snw_expression_filter *r = rates.block, *e = root.block;
    c->matrix = element("mass_matrix");
    c->vector = element("joint_limit_avoidance");
    c->scalar = scalar(-0.5);
    r->unfiltered_rates = core;
    r->weights = numbers("diagonal_matrix", 7, tenths);
    e->unfiltered_rates = rates;
    e->weights = numbers("general_column", 6, tens);
    return root;
}

static const char example_text[] =
    "<end_effector_error_filter xmlns='urn:sinew:motion' threshold='1' stops_at_limits='true'>"
    "<unfiltered_rates><joint_rate_filter threshold='1'>"
    "<unfiltered_rates><control_core>"
    "<matrix><mass_matrix/></matrix>"
    "<vector><joint_limit_avoidance avoidance_zone='0.5' exponent='3' maximum='50'/></vector>"
    "<scalar><scalar_constant value='-0.5'/></scalar>"
    "</control_core></unfiltered_rates>"
    "<weights><diagonal_matrix><numbers>0.1 0.1 0.1 0.1 0.1 0.1 0.1</numbers></diagonal_matrix>"
    "</weights></joint_rate_filter></unfiltered_rates>"
    "<weights><general_column><numbers>10 10 10 10 10 10</numbers></general_column></weights>"
    "</end_effector_error_filter>";

static snw_registry registry;
static void *registry_block;

static void open_registry(void) {
    snw_arena arena = {0};
    SNW_IGNORE(snw_registry_init(&registry, 128, &arena));
    registry_block = exact_block(arena.needed);
    arena = snw_arena_over(registry_block, arena.needed);
    CHECK(snw_registry_init(&registry, 128, &arena) == SNW_OK);
    snw_why why;
    snw_status status = snw_task_register(&registry, &why);
    if (status == SNW_OK) status = snw_expression_register(&registry, &why);
    if (status) print_error("%s: %s\n", why.subject, why.text);
    CHECK(status == SNW_OK);
}

static snw_status read_tree(const char *text, const char *root, snw_child *tree, snw_diags *diags) {
    const snw_source source = {text, strlen(text), "tree.xml", NULL};
    const snw_read_options how = {.registry = &registry};
    tree->type = snw_expression_type(root);
    return snw_xml_read(&source, tree->type, &how, memory, &tree->block, diags);
}

// spec: actin-control:VC-11
static void a_tree_from_text_is_the_tree_from_code(void) {
    open_panda();
    open_registry();
    snw_why items[8];
    snw_diags diags = {.items = items, .capacity = 8};
    snw_child read;
    const snw_status status = read_tree(example_text, "end_effector_error_filter", &read, &diags);
    for (int i = 0; i < diags.count; i++)
        print_error("%s: %s\n", items[i].subject, items[i].text);
    CHECK(status == SNW_OK);
    const snw_child built = example_tree();
    CHECK(snw_child_equal(&read, &built));
    CHECK_CASES(check_scaled(200)) {
        double V[6], from_text[7];
        random_q(a.model, a.q);
        for (int i = 0; i < 6; i++)
            V[i] = check_real(-0.3, 0.3);
        CHECK(snw_task_update(&a.control.task, a.q) == SNW_OK);
        lay_out(read);
        CHECK(expression.count == 8);
        memcpy(from_text, evaluate(V).data, sizeof from_text);
        free(block);
        lay_out(built);
        const snw_expression_value v = evaluate(V);
        CHECK(memcmp(from_text, v.data, sizeof from_text) == 0);
        for (int i = 0; i < 7; i++)
            CHECK(fabs(v.data[i]) <= 10 + 1e-9);
        free(block);
    }
    // a word that is not known
    const char wrong[] =
        "<negative xmlns='urn:sinew:motion'><children><wobble/></children></negative>";
    diags.count = diags.errors = 0;
    CHECK(read_tree(wrong, "negative", &read, &diags) < 0);
    CHECK(diags.count > 0 && strstr(items[0].text, "wobble") != NULL);
    free(registry_block);
    put_away();
}

// away from limits the example takes the least kinetic energy
static void the_example_is_the_law_of_least_energy_away_from_limits(void) {
    open_panda();
    const double V[] = {0.05, 0.02, -0.03, 0.1, 0, -0.1};
    for (int i = 0; i < 7; i++)
        CHECK(a.q[i] > a.model->lower[i] + 0.5 && a.q[i] < a.model->upper[i] - 0.5);
    lay_out(example_tree());
    double expected[7];
    const snw_nullspace_problem p = {.V = V, .W = snw_task_mass_matrix(&a.control.task)};
    snw_nullspace *ns = &a.control.nullspace;
    CHECK(snw_nullspace_factor(ns, snw_task_jacobian(&a.control.task), 6) == SNW_OK);
    CHECK(snw_nullspace_solve(ns, &p, expected, NULL) == SNW_OK);
    CHECK(farthest(evaluate(V).data, expected, 7) < 1e-12);
    free(block);
    put_away();
}

// spec: actin-control:VC-08
static void cores_agree_through_their_converters(void) {
    open_panda();
    const snw_child core = element("control_core"), ab = element("ab_core");
    snw_expression_core *c = core.block, *r = ab.block;
    const snw_child W = element("matrix_to_ab"), F = element("vector_to_ab");
    c->matrix = ((snw_expression_core *)W.block)->matrix = element("mass_matrix");
    c->vector = ((snw_expression_core *)F.block)->vector = element("joint_limit_avoidance");
    c->scalar = r->scalar = scalar(-1);
    r->matrix = W;
    r->vector = F;
    CHECK_CASES(check_scaled(100)) {
        double V[6], plain[7];
        for (int i = 0; i < 7; i++)
            a.q[i] = check_real(a.model->lower[i], a.model->upper[i]);
        for (int i = 0; i < 6; i++)
            V[i] = check_real(-0.3, 0.3);
        CHECK(snw_task_update(&a.control.task, a.q) == SNW_OK);
        lay_out(core);
        memcpy(plain, evaluate(V).data, sizeof plain);
        free(block);
        lay_out(ab);
        CHECK(farthest(evaluate(V).data, plain, 7) < 1e-10 * scale_of(plain, 7));
        free(block);
        // by Newton and Euler, without the matrix
        r->matrix = element("mass_matrix_ab");
        lay_out(ab);
        CHECK(farthest(evaluate(V).data, plain, 7) < 1e-10 * scale_of(plain, 7));
        r->matrix = W;
        free(block);
    }
    put_away();
}

static void leaves_of_the_mechanism_are_what_they_stand_for(void) {
    open_panda();
    snw_child leaf = element("joint_value");
    snw_copy_text(((snw_expression_leaf *)leaf.block)->joint, SNW_NAME, "j4");
    lay_out(leaf);
    CHECK(evaluate(NULL).data[0] == a.q[3]);
    free(block);
    snw_copy_text(((snw_expression_leaf *)leaf.block)->joint, SNW_NAME, "nobody");
    snw_arena arena = {0};
    snw_why why;
    CHECK(snw_expression_init(&expression, &leaf, &a.control.task, &arena, &why) ==
          SNW_ERR_UNKNOWN_NAME);
    leaf = element("objective_gradient");
    snw_posture posture;
    snw_block_defaults(&snw_posture_type, &posture);
    const snw_child objective = {&snw_posture_type, &posture};
    ((snw_expression_leaf *)leaf.block)->objective = objective;
    lay_out(leaf);
    double F[7];
    CHECK(snw_objective_gradient(&objective, &a.control.task, F) == SNW_OK);
    CHECK(farthest(evaluate(NULL).data, F, 7) == 0);
    free(block);
    put_away();
}

// spec: actin-model:A1-QS-04
static void a_missing_child_is_reported_and_trees_go_through_files(void) {
    open_panda();
    open_registry();
    snw_why why;
    const snw_child core = element("control_core");
    snw_expression_core *c = core.block;
    c->matrix = element("mass_matrix");
    c->scalar = scalar(1);
    snw_arena arena = {0};
    CHECK(snw_expression_init(&expression, &core, &a.control.task, &arena, &why) ==
          SNW_ERR_NOT_FOUND);
    CHECK_TEXT(why.subject, "control_core");

    // written, read and written again
    const snw_child tree = example_tree();
    static char first[8192], second[8192];
    snw_text text = snw_text_over(first, sizeof first);
    snw_xml_write(tree.type, tree.block, NULL, &text);
    CHECK(!snw_text_is_cut(&text));
    snw_child again;
    CHECK(read_tree(first, tree.type->token, &again, NULL) == SNW_OK);
    CHECK(snw_child_equal(&tree, &again));
    text = snw_text_over(second, sizeof second);
    snw_xml_write(again.type, again.block, NULL, &text);
    CHECK_TEXT(second, first);
    free(registry_block);
    put_away();
}

static void tables_of_all_types_are_sound(void) {
    open_registry();
    for (int i = 0; i < registry.type_count; i++) {
        snw_why why;
        const snw_status status = snw_type_check(registry.types[i], &why);
        if (status) print_error("%s: %s\n", why.subject, why.text);
        CHECK(status == SNW_OK);
    }
    CHECK(registry.type_count > 50);
    CHECK(snw_type_check(&snw_control_report_type, NULL) == SNW_OK);
    CHECK(snw_type_is_flat(&snw_control_report_type));
    // twice is refused, and nothing is left of the attempt
    const int before = registry.type_count;
    CHECK(snw_task_register(&registry, NULL) < 0);
    CHECK(snw_expression_register(&registry, NULL) < 0);
    CHECK(registry.type_count == before);
    free(registry_block);
}

// a controller from the text of a cell
static void a_controller_is_read_from_text(void) {
    open_panda();
    open_registry();
    const char text[] =
        "<task_control xmlns='urn:sinew:motion' law='qp' weighting='mass' acceleration='5'>"
        "<effectors><frame_effector name='hand' link='link7'/>"
        "<point_effector name='elbow' link='link4' soft='true'/></effectors>"
        "<objectives><posture weight='0.5'/><joint_limits zone='0.3'/></objectives>"
        "</task_control>";
    const snw_source source = {text, strlen(text), "control.xml", NULL};
    const snw_read_options how = {.registry = &registry};
    snw_why items[8];
    snw_diags diags = {.items = items, .capacity = 8};
    void *object = NULL;
    const snw_status status =
        snw_xml_read(&source, &snw_control_config_type, &how, memory, &object, &diags);
    for (int i = 0; i < diags.count; i++)
        print_error("%s: %s\n", items[i].subject, items[i].text);
    CHECK(status == SNW_OK);
    const snw_control_config *c = object;
    CHECK(c->law == SNW_LAW_QP && c->weighting == SNW_WEIGHT_MASS && c->acceleration == 5);
    CHECK(c->effector_count == 2 && c->objective_count == 2 && c->filter_count == 0);
    CHECK(((const snw_effector *)c->effectors[1].block)->soft);
    CHECK(((const snw_posture *)c->objectives[0].block)->objective.weight == 0.5);
    CHECK(c->objectives[1].type == &snw_joint_limits_type);
    free(registry_block);
    put_away();
}

// --- position controllers from text --------------------------------------------------------------

typedef struct station {
    snw_child controller;
} station;

static const snw_field station_fields[] = {{SNW_AT(station, controller), .kind = SNW_KIND_CHILD,
                                            .base = "position_controller",
                                            .help = "What leads the end effectors."}};
static const snw_type station_type = {SNW_TYPE(station, station_fields), .space = &snw_space_motion,
                                      .help = "One of the test's own."};

static const station *read_station(const char *text) {
    const snw_source source = {text, strlen(text), "station.xml", NULL};
    const snw_read_options how = {.registry = &registry};
    void *object = NULL;
    CHECK(snw_xml_read(&source, &station_type, &how, memory, &object, NULL) == SNW_OK);
    return object;
}

// the same program, another file: one stretches out for what it cannot reach, the other stays
// spec: actin-control:PC-01 actin-model:A1-QS-07
static void the_type_of_position_controller_is_a_word_of_the_file(void) {
    static const char *const texts[] = {
        "<station xmlns='urn:sinew:motion'><controller><position_control time_step='0.01' "
        "max_iterations='7' two_passes='false'/></controller></station>",
        "<station xmlns='urn:sinew:motion'><controller><look_forward_control time_step='0.01' "
        "max_iterations='7' two_passes='false' steps='20'/></controller></station>"};
    for (int i = 0; i < 2; i++) {
        open_panda();
        open_registry();
        const station *read = read_station(texts[i]);
        const snw_position_setup setup = {read->controller, &a.config, a.model};
        snw_position position;
        snw_arena arena = {0};
        SNW_IGNORE(snw_position_init(&position, &setup, a.q, &arena, NULL));
        block = exact_block(arena.needed);
        arena = snw_arena_over(block, arena.needed);
        CHECK(snw_position_init(&position, &setup, a.q, &arena, NULL) == SNW_OK);
        // parameters of the file, as code would set them
        CHECK(position.config->time_step == 0.01 && position.config->max_iterations == 7);
        CHECK(!position.config->two_passes && (position.look != NULL) == (i == 1));
        snw_pose far = snw_position_actual(&position, 0);
        const snw_vec3 start = far.p;
        far.p = snw_vec3_of(3, 0, 0.5);
        double q[MOST];
        CHECK(snw_position_set_desired(&position, 0, far, NULL) ==
              (i == 1 ? SNW_ERR_UNREACHABLE : SNW_OK));
        CHECK(snw_position_state(&position, 0.5, q, NULL) == (SNW_SATURATED));
        CHECK(position.last_steps == 7);
        const double moved = snw_vec3_distance(snw_position_actual(&position, 0).p, start);
        CHECK(i == 1 ? moved < 1e-9 : moved > 0.01);
        free(block);
        free(registry_block);
        put_away();
    }
}

// --- live parameters -----------------------------------------------------------------------------

static snw_data_map map, inner;
static void *map_block, *inner_block;

static void open_map(snw_data_map *one, int capacity, void **memory_block) {
    snw_arena arena = {0};
    CHECK(snw_data_map_init(one, capacity, &arena) == SNW_ERR_MEMORY);
    *memory_block = exact_block(arena.needed);
    arena = snw_arena_over(*memory_block, arena.needed);
    CHECK(snw_data_map_init(one, capacity, &arena) == SNW_OK);
}

static void maps_keep_values_of_six_kinds(void) {
    open_map(&map, 6, &map_block);
    open_map(&inner, 1, &inner_block);
    const double reals[] = {1, 2, 3};
    const int64_t ints[] = {4, 5};
    int count = 0;
    CHECK(snw_data_map_set_text(&map, "a", "word") == SNW_OK);
    CHECK(snw_data_map_set_real(&map, "a", 0.5) == SNW_OK);
    CHECK(snw_data_map_set_int(&map, "a", -7) == SNW_OK);
    CHECK(snw_data_map_set_reals(&map, "a", reals, 3) == SNW_OK);
    CHECK(snw_data_map_set_ints(&map, "a", ints, 2) == SNW_OK);
    CHECK(snw_data_map_set_map(&map, "a", &inner) == SNW_OK);
    CHECK_TEXT(snw_data_map_text(&map, "a"), "word");
    CHECK(*snw_data_map_real(&map, "a") == 0.5 && *snw_data_map_int(&map, "a") == -7);
    CHECK(snw_data_map_reals(&map, "a", &count)[2] == 3 && count == 3);
    CHECK(snw_data_map_ints(&map, "a", &count)[1] == 5 && count == 2);
    CHECK(snw_data_map_map(&map, "a") == &inner);
    CHECK(snw_data_map_set_real(&inner, "gain", 9) == SNW_OK);
    CHECK(*snw_data_map_real(&map, "a/gain") == 9);
    CHECK(snw_data_map_real(&map, "a/none") == NULL && snw_data_map_real(&map, "b") == NULL);

    // no room for more, but for others in their place
    CHECK(snw_data_map_set_real(&map, "b", 1) == SNW_ERR_FULL);
    CHECK(snw_data_map_set_real(&map, "a", 2) == SNW_OK && *snw_data_map_real(&map, "a") == 2);
    CHECK(snw_data_map_set_real(&map, "a", (double)NAN) == SNW_ERR_NOT_FINITE);
    CHECK(snw_data_map_set_map(&map, "a", &map) == SNW_ERR_ARGUMENT);
    CHECK(snw_data_map_set_real(&map, "a/b", 1) == SNW_ERR_SIZE);
    CHECK(snw_data_map_set_reals(&map, "a", reals, SNW_MAP_ITEMS + 1) == SNW_ERR_SIZE);
    CHECK(*snw_data_map_real(&map, "a") == 2);
    free(map_block);
    free(inner_block);
}

static void numbers_of_a_map_act_in_the_next_step(void) {
    open_panda();
    open_map(&map, 4, &map_block);
    const snw_child column = numbers("general_column", 2, (const double[]){1, 2});
    const snw_child gain = scalar(3), pair[] = {column, gain};
    snw_copy_text(((snw_expression_leaf *)column.block)->key, SNW_MAP_KEY, "column");
    snw_copy_text(((snw_expression_leaf *)gain.block)->key, SNW_MAP_KEY, "gain");
    lay_out(branch("times", 2, pair));
    expression.map = &map;
    snw_expression_value v = evaluate(NULL);
    CHECK(v.rows == 2 && v.data[0] == 3 && v.data[1] == 6);
    CHECK(snw_data_map_set_real(&map, "gain", -1) == SNW_OK);
    v = evaluate(NULL);
    CHECK(v.data[0] == -1 && v.data[1] == -2);
    const double longer[] = {5, 6, 7};
    CHECK(snw_data_map_set_reals(&map, "column", longer, 3) == SNW_OK);
    v = evaluate(NULL);
    CHECK(v.rows == 3 && v.data[2] == -7);
    free(block);
    free(map_block);
    put_away();
}

// --- memory --------------------------------------------------------------------------------------

static void every_arena_that_is_too_small_is_refused(void) {
    open_panda();
    const snw_child tree = example_tree();
    snw_arena measure = {0};
    CHECK(snw_expression_init(&expression, &tree, &a.control.task, &measure, NULL) ==
          SNW_ERR_MEMORY);
    for (size_t capacity = 0; capacity <= measure.needed; capacity += 8) {
        void *exact = exact_block(capacity);
        snw_arena arena = snw_arena_over(exact, capacity);
        CHECK(snw_expression_init(&expression, &tree, &a.control.task, &arena, NULL) ==
              (capacity < measure.needed ? SNW_ERR_MEMORY : SNW_OK));
        free(exact);
    }
    put_away();
}

int main(void) {
    RUN(every_branch_does_its_arithmetic_on_each_element);
    RUN(leaves_have_their_values_and_sizes);
    RUN(sizes_that_differ_use_what_fits);
    RUN(a_tree_from_text_is_the_tree_from_code);
    RUN(the_example_is_the_law_of_least_energy_away_from_limits);
    RUN(cores_agree_through_their_converters);
    RUN(leaves_of_the_mechanism_are_what_they_stand_for);
    RUN(a_missing_child_is_reported_and_trees_go_through_files);
    RUN(tables_of_all_types_are_sound);
    RUN(a_controller_is_read_from_text);
    RUN(the_type_of_position_controller_is_a_word_of_the_file);
    RUN(maps_keep_values_of_six_kinds);
    RUN(numbers_of_a_map_act_in_the_next_step);
    RUN(every_arena_that_is_too_small_is_refused);
    return check_report();
}
