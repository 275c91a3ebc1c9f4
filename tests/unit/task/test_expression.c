// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "trees.h"

#include "../../../src/motion/task/inside.h"

// Laws as trees: every element against plain arithmetic, and what trees give against the functions
// that they stand for.

static double reference(const char *token, double x, double y) {
    if (!strcmp(token, "plus")) return x + y;
    if (!strcmp(token, "minus")) return x - y;
    if (!strcmp(token, "negative")) return -x;
    if (!strcmp(token, "and")) return x != 0 && y != 0;
    if (!strcmp(token, "or")) return x != 0 || y != 0;
    if (!strcmp(token, "equal")) return x == y;
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

// those of two children first
static const char *const each[] = {
    "plus", "minus",         "and",     "or",   "greater", "greater_or_equal",
    "less", "less_or_equal", "pow",     "root", "equal",   "negative",
    "sine", "cosine",        "inverse", "log",  "log_n"};
enum { PAIRS = 11, EACH = sizeof each / sizeof *each };

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
        for (int e = 0; e < EACH; e++) {
            const bool logic = e == 2 || e == 3;
            double u[12];
            memcpy(u, x, sizeof u);
            if (logic) u[check_int(0, 11)] = 0;
            const snw_child both[] = {matrix(3, 4, u), matrix(3, 4, y)};
            lay_out(branch(each[e], e < PAIRS ? 2 : 1, both));
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

// a value that is stored under a key
static snw_child assign(const char *key, snw_child value) {
    const snw_child child = element("assign");
    snw_expression_assign *own = child.block;
    own->value = value;
    (void)snprintf(own->key, sizeof own->key, "%s", key);
    return child;
}

// a leaf that reads under a key, and its own numbers where there is nothing
static snw_child reader(const char *token, const char *key, double otherwise) {
    const bool column = strcmp(token, "general_column") == 0;
    const snw_child child = column ? numbers(token, 1, &otherwise) : scalar(otherwise);
    snw_expression_leaf *leaf = child.block;
    (void)snprintf(leaf->key, sizeof leaf->key, "%s", key);
    return child;
}

static snw_child sum(snw_child first, snw_child second) {
    const snw_child both[] = {first, second};
    return branch("plus", 2, both);
}

// the value of a tree of one number
static double number_of(snw_child root, const snw_data_map *map) {
    lay_out(root);
    expression.map = map;
    const snw_expression_value v = evaluate(NULL);
    CHECK(v.rows == 1 && v.cols == 1);
    const double number = v.data[0];
    free(block);
    return number;
}

// spec: actin-control:VC-12b
static void equality_is_of_numbers_and_assignment_of_one_step(void) {
    open_panda();
    // seventeen element by element, two of matrices, and one that stores
    int found = 0;
    for (int i = 0; i < EACH; i++)
        found += snw__expression_type(each[i]) != NULL;
    static const char *const others[] = {"times", "transpose", "assign"};
    for (int i = 0; i < 3; i++)
        found += snw__expression_type(others[i]) != NULL;
    CHECK(found == 20);

    // log(-1) is NaN, which is equal to nothing; -0 is 0; 1/0 is infinite, and equal to itself
    const double x[] = {-1, 2, 0, 0}, y[] = {-1, 2, -0.0, 1};
    const snw_child log_x = matrix(2, 2, x), log_y = matrix(2, 2, y);
    const snw_child logs[] = {branch("log", 1, &log_x), branch("log", 1, &log_y)};
    lay_out(branch("equal", 2, logs));
    snw_expression_value v = evaluate(NULL);
    const double expected[] = {0, 1, 1, 0};
    CHECK(v.rows == 2 && v.cols == 2);
    for (int i = 0; i < 4; i++)
        CHECK(v.data[i] == expected[i]);
    free(block);
    // of sizes that differ what both have is compared
    const double six[] = {1, 2, 3, 4, 5, 6}, eight[] = {1, 7, 9, 9, 3, 4, 9, 9};
    const snw_child sizes[] = {matrix(2, 3, six), matrix(4, 2, eight)};
    lay_out(branch("equal", 2, sizes));
    v = evaluate(NULL);
    CHECK(v.rows == 2 && v.cols == 2);
    CHECK(v.data[0] == 1 && v.data[1] == 0 && v.data[2] == 1 && v.data[3] == 1);
    free(block);

    // another branch reads the value in the same step, one to the left does not
    CHECK(number_of(sum(assign("k", scalar(5)), reader("scalar_constant", "k", 100)), NULL) == 10);
    CHECK(number_of(sum(reader("scalar_constant", "k", 100), assign("k", scalar(5))), NULL) == 105);
    CHECK(number_of(sum(assign("k", scalar(5)), reader("scalar_constant", "j", 100)), NULL) == 105);
    // the last one counts, also of those inside of one another
    const snw_child twice = assign("k", sum(assign("k", scalar(2)), scalar(1)));
    CHECK(number_of(sum(twice, reader("scalar_constant", "k", 100)), NULL) == 6);
    // before the data map
    snw_data_map map;
    snw_arena arena = {0};
    SNW_IGNORE(snw__data_map_init(&map, 1, &arena));
    void *map_memory = exact_block(arena.needed);
    arena = snw_arena_over(map_memory, arena.needed);
    CHECK(snw__data_map_init(&map, 1, &arena) == SNW_OK);
    CHECK(snw__data_map_set_real(&map, "k", 40) == SNW_OK);
    CHECK(number_of(sum(assign("k", scalar(5)), reader("scalar_constant", "k", 100)), &map) == 10);
    CHECK(number_of(sum(reader("scalar_constant", "k", 100), assign("k", scalar(5))), &map) == 45);
    free(map_memory);
    // columns, and matrices column by column; what changes in a step is what is read in that step
    const snw_child read[] = {assign("A", matrix(2, 3, six)), reader("general_column", "A", 0)};
    lay_out(branch("times", 2, read));
    v = evaluate(NULL);
    CHECK(v.rows == 2 && v.cols == 1);
    CHECK(v.data[0] == 1 * 1 + 3 * 2 + 5 * 3 && v.data[1] == 2 * 1 + 4 * 2 + 6 * 3);
    free(block);
    const snw_child joint = element("joint_value");
    (void)snprintf(((snw_expression_leaf *)joint.block)->joint, SNW_NAME, "%s",
                   a.model->links[1].joint_name);
    lay_out(sum(assign("q", joint), reader("scalar_constant", "q", 0)));
    for (int i = 0; i < 5; i++) {
        a.q[0] = 0.1 * i;
        CHECK(snw_task_update(&a.control.task, a.q) == SNW_OK);
        CHECK_NEAR(evaluate(NULL).data[0], 0.2 * i, 1e-15);
    }
    free(block);
    // a name is needed
    const snw_child nameless = assign("", scalar(1));
    arena = (snw_arena){0};
    snw_why why;
    CHECK(snw__expression_init(&expression, &nameless, &a.control.task, &arena, &why) ==
          SNW_ERR_ARGUMENT);
    CHECK_TEXT(why.subject, "assign");
    put_away();
}

// seen: a column with a key and more numbers than a data map holds was given no room for the rest,
// and wrote over the values behind it
static void a_column_with_a_key_has_room_for_its_own_numbers(void) {
    open_panda();
    double many[200];
    for (int i = 0; i < 200; i++)
        many[i] = i;
    const snw_child column = numbers("general_column", 200, many);
    (void)snprintf(((snw_expression_leaf *)column.block)->key, SNW_MAP_KEY, "none");
    const snw_child pair[] = {column, column};
    lay_out(branch("plus", 2, pair));
    const snw_expression_value v = evaluate(NULL);
    CHECK(v.rows == 200);
    for (int i = 0; i < 200; i++)
        CHECK(v.data[i] == 2 * i);
    free(block);
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
    CHECK(snw__expression_init(&expression, &leaf, &a.control.task, &arena, &why) ==
          SNW_ERR_UNKNOWN_NAME);
    leaf = element("objective_gradient");
    snw_posture posture;
    snw_block_defaults(&snw_posture_type, &posture);
    const snw_child objective = {&snw_posture_type, &posture};
    ((snw_expression_leaf *)leaf.block)->objective = objective;
    lay_out(leaf);
    double F[7];
    CHECK(snw__objective_gradient(&objective, &a.control.task, F) == SNW_OK);
    CHECK(farthest(evaluate(NULL).data, F, 7) == 0);
    free(block);
    put_away();
}

// --- live parameters -----------------------------------------------------------------------------

static snw_data_map map, inner;
static void *map_block, *inner_block;

static void open_map(snw_data_map *one, int capacity, void **memory_block) {
    snw_arena arena = {0};
    CHECK(snw__data_map_init(one, capacity, &arena) == SNW_ERR_MEMORY);
    *memory_block = exact_block(arena.needed);
    arena = snw_arena_over(*memory_block, arena.needed);
    CHECK(snw__data_map_init(one, capacity, &arena) == SNW_OK);
}

static void maps_keep_values_of_six_kinds(void) {
    open_map(&map, 6, &map_block);
    open_map(&inner, 1, &inner_block);
    const double reals[] = {1, 2, 3};
    const int64_t ints[] = {4, 5};
    int count = 0;
    CHECK(snw__data_map_set_text(&map, "a", "word") == SNW_OK);
    CHECK(snw__data_map_set_real(&map, "a", 0.5) == SNW_OK);
    CHECK(snw__data_map_set_int(&map, "a", -7) == SNW_OK);
    CHECK(snw__data_map_set_reals(&map, "a", reals, 3) == SNW_OK);
    CHECK(snw__data_map_set_ints(&map, "a", ints, 2) == SNW_OK);
    CHECK(snw__data_map_set_map(&map, "a", &inner) == SNW_OK);
    CHECK_TEXT(snw__data_map_text(&map, "a"), "word");
    CHECK(*snw__data_map_real(&map, "a") == 0.5 && *snw__data_map_int(&map, "a") == -7);
    CHECK(snw__data_map_reals(&map, "a", &count)[2] == 3 && count == 3);
    CHECK(snw__data_map_ints(&map, "a", &count)[1] == 5 && count == 2);
    CHECK(snw__data_map_map(&map, "a") == &inner);
    CHECK(snw__data_map_set_real(&inner, "gain", 9) == SNW_OK);
    CHECK(*snw__data_map_real(&map, "a/gain") == 9);
    CHECK(snw__data_map_real(&map, "a/none") == NULL && snw__data_map_real(&map, "b") == NULL);

    // no room for more, but for others in their place
    CHECK(snw__data_map_set_real(&map, "b", 1) == SNW_ERR_FULL);
    CHECK(snw__data_map_set_real(&map, "a", 2) == SNW_OK && *snw__data_map_real(&map, "a") == 2);
    CHECK(snw__data_map_set_real(&map, "a", (double)NAN) == SNW_ERR_NOT_FINITE);
    CHECK(snw__data_map_set_map(&map, "a", &map) == SNW_ERR_ARGUMENT);
    CHECK(snw__data_map_set_real(&map, "a/b", 1) == SNW_ERR_SIZE);
    CHECK(snw__data_map_set_reals(&map, "a", reals, SNW_MAP_ITEMS + 1) == SNW_ERR_SIZE);
    CHECK(*snw__data_map_real(&map, "a") == 2);
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
    CHECK(snw__data_map_set_real(&map, "gain", -1) == SNW_OK);
    v = evaluate(NULL);
    CHECK(v.data[0] == -1 && v.data[1] == -2);
    const double longer[] = {5, 6, 7};
    CHECK(snw__data_map_set_reals(&map, "column", longer, 3) == SNW_OK);
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
    CHECK(snw__expression_init(&expression, &tree, &a.control.task, &measure, NULL) ==
          SNW_ERR_MEMORY);
    for (size_t capacity = 0; capacity <= measure.needed; capacity += 8) {
        void *exact = exact_block(capacity);
        snw_arena arena = snw_arena_over(exact, capacity);
        CHECK(snw__expression_init(&expression, &tree, &a.control.task, &arena, NULL) ==
              (capacity < measure.needed ? SNW_ERR_MEMORY : SNW_OK));
        free(exact);
    }
    put_away();
}

int main(void) {
    RUN(every_branch_does_its_arithmetic_on_each_element);
    RUN(equality_is_of_numbers_and_assignment_of_one_step);
    RUN(a_column_with_a_key_has_room_for_its_own_numbers);
    RUN(leaves_have_their_values_and_sizes);
    RUN(sizes_that_differ_use_what_fits);
    RUN(the_example_is_the_law_of_least_energy_away_from_limits);
    RUN(cores_agree_through_their_converters);
    RUN(leaves_of_the_mechanism_are_what_they_stand_for);
    RUN(maps_keep_values_of_six_kinds);
    RUN(numbers_of_a_map_act_in_the_next_step);
    RUN(every_arena_that_is_too_small_is_refused);
    return check_report();
}
