// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "arms.h"

#include "../../../src/motion/task/inside.h"

// Several mechanisms under control at once, each by a tree of its own, from one text.

static snw_setup *memory;
static snw_cell *cell;
static snw_system sys;
static snw_registry registry;
static void *registry_block, *system_block, *controls_block;
static snw_controls controls;
static const snw_controls_config *config;
static snw_why why;

static void *add_to(const char *list) {
    const snw_field *field = snw_type_field(&snw_cell_type, list);
    const int count = snw_field_count(field, cell);
    CHECK(snw_block_resize(field, cell, count + 1, memory) == SNW_OK);
    return snw_field_place(field, cell, count);
}

static void add_mechanism(const char *name, snw_robot *robot) {
    snw_mechanism *m = add_to("mechanisms");
    snw_copy_text(m->name, SNW_NAME, name);
    m->robot = robot;
}

static void add_member(const char *name, const char *mechanism) {
    snw_cell_member *m = add_to("members");
    snw_copy_text(m->name, SNW_NAME, name);
    snw_copy_text(m->mechanism, SNW_NAME, mechanism);
}

// two planar arms and a table
static void open_cell(void) {
    memory = new_setup();
    cell = snw_block_new(&snw_cell_type, memory);
    CHECK(cell != NULL);
    add_mechanism("planar", planar_arm(memory, 3, 1));
    snw_robot *table = new_robot(memory, "table");
    add_link(table, memory, "top");
    add_mechanism("table", table);
    add_member("left", "planar");
    add_member("bench", "table");
    add_member("right", "planar");
    snw_arena arena = {0};
    SNW_IGNORE(snw_system_compile(&sys, cell, &arena, NULL));
    system_block = exact_block(arena.needed);
    arena = snw_arena_over(system_block, arena.needed);
    CHECK(snw_system_compile(&sys, cell, &arena, NULL) == SNW_OK);
    arena = (snw_arena){0};
    SNW_IGNORE(snw_registry_init(&registry, 128, &arena));
    registry_block = exact_block(arena.needed);
    arena = snw_arena_over(registry_block, arena.needed);
    CHECK(snw_registry_init(&registry, 128, &arena) == SNW_OK);
    CHECK(snw_task_register(&registry, NULL) == SNW_OK);
    CHECK(snw_expression_register(&registry, NULL) == SNW_OK);
}

static void close_cell(void) {
    free(controls_block);
    controls_block = NULL;
    free(system_block);
    free(registry_block);
    snw_setup_destroy(memory);
}

// a tree: the core law with these weights of rates, stopped where it would move the other way
static void write_control(snw_text *text, const char *member, const char *weights) {
    snw_text_format(
        text,
        "<control member='%s'><task law='tree'><effectors><xy_effector name='tip' link='tip'/>"
        "</effectors><tree><end_effector_error_filter threshold='1e9'><unfiltered_rates>"
        "<control_core><matrix><diagonal_matrix><numbers>%s</numbers></diagonal_matrix></matrix>"
        "<vector><general_column><numbers>0 0 0</numbers></general_column></vector>"
        "<scalar><scalar_constant value='0'/></scalar></control_core></unfiltered_rates>"
        "<weights><general_column><numbers>1 1</numbers></general_column></weights>"
        "</end_effector_error_filter></tree></task></control>",
        member, weights);
}

static void read_controls(const char *const (*entries)[2], int count) {
    static char bytes[16384];
    snw_text text = snw_text_over(bytes, sizeof bytes);
    snw_text_format(&text, "<task_controls xmlns='urn:sinew:motion'><controls>");
    for (int i = 0; i < count; i++)
        write_control(&text, entries[i][0], entries[i][1]);
    snw_text_format(&text, "</controls></task_controls>");
    CHECK(!snw_text_is_cut(&text));
    const snw_source source = {bytes, strlen(bytes), "controls.xml", NULL};
    const snw_read_options how = {.registry = &registry};
    snw_why items[8];
    snw_diags diags = {.items = items, .capacity = 8};
    void *object = NULL;
    const snw_status status =
        snw_xml_read(&source, &snw_controls_config_type, &how, memory, &object, &diags);
    for (int i = 0; i < diags.count; i++)
        print_error("%s: %s\n", items[i].subject, items[i].text);
    CHECK(status == SNW_OK);
    config = object;
}

static snw_status lay_out(void) {
    snw_arena arena = {0};
    free(controls_block);
    controls_block = NULL;
    snw_status status = snw__controls_init(&controls, config, &sys, &arena, &why);
    if (status != SNW_ERR_MEMORY) return status;
    controls_block = exact_block(arena.needed);
    arena = snw_arena_over(controls_block, arena.needed);
    return snw__controls_init(&controls, config, &sys, &arena, &why);
}

static const char *const both[][2] = {{"right", "1 2 3"}, {"left", "4 1 1"}};

// rates of one arm by its optimality conditions
static void by_hand(const double *q, const double *V, const double *w, double *qd) {
    double J[6] = {0}, W[9] = {0};
    const double none[3] = {0};
    for (int i = 0; i < 3; i++) {
        double angle = 0;
        W[4 * i] = w[i];
        for (int k = 0; k < 3; k++) {
            angle += q[k];
            if (k < i) continue;
            J[i] -= sin(angle);
            J[3 + i] += cos(angle);
        }
    }
    CHECK(kkt(3, 2, J, V, W, none, 1, qd));
}

// spec: actin-control:VC-38
static void two_arms_with_a_tree_each_move_by_one_call(void) {
    open_cell();
    read_controls(both, 2);
    CHECK(lay_out() == SNW_OK);
    CHECK(controls.count == 2 && sys.nv == 6);
    CHECK(snw__controls_find(&controls, "right") == 0 &&
          snw__controls_find(&controls, "left") == 1);
    CHECK(snw__controls_find(&controls, "bench") == -1);
    const double w[2][3] = {{1, 2, 3}, {4, 1, 1}};
    CHECK_CASES(check_scaled(2000)) {
        double q[6], qd[6], V[2][2], expected[3];
        for (int i = 0; i < 6; i++)
            q[i] = i % 3 == 0 ? check_real(-2, 2) : check_real(0.3, 1.2);
        for (int i = 0; i < 4; i++)
            V[i / 2][i % 2] = check_real(-0.3, 0.3);
        const double *const all[2] = {V[0], V[1]};
        const snw_controls_input input = {.q = q, .V = all, .dt = 1e-4};
        CHECK(snw__controls_rates(&controls, &input, qd, &why) == SNW_OK);
        for (int i = 0; i < 2; i++) {
            const int at = sys.members[controls.members[i]].v_index;
            by_hand(q + at, V[i], w[i], expected);
            for (int k = 0; k < 3; k++)
                CHECK_NEAR(qd[at + k], expected[k], 1e-9);
        }
    }
    close_cell();
}

// spec: actin-control:VC-21
static void motion_the_wrong_way_stops_its_own_arm_alone(void) {
    open_cell();
    read_controls(both, 2);
    CHECK(lay_out() == SNW_OK);
    // the left arm is almost stretched and shall go on outward, in one long step: it would come
    // back
    double q[6] = {0, 1e-3, -1e-3, 0.4, 0.8, 0.5}, qd[6], expected[3];
    const double out[] = {0.3, 0}, side[] = {-0.1, 0.2};
    const double *const all[2] = {side, out};
    const snw_controls_input input = {.q = q, .V = all, .dt = 0.05};
    CHECK(snw__controls_rates(&controls, &input, qd, &why) >= 0);
    CHECK(qd[0] == 0 && qd[1] == 0 && qd[2] == 0);
    by_hand(q + 3, side, (const double[]){1, 2, 3}, expected);
    for (int k = 0; k < 3; k++)
        CHECK_NEAR(qd[3 + k], expected[k], 1e-9);
    close_cell();
}

static void what_one_cannot_do_does_not_stop_the_others(void) {
    open_cell();
    read_controls(both, 2);
    CHECK(lay_out() == SNW_OK);
    const double q[6] = {0.4, 0.8, 0.5, 0.3, 0.7, 0.6}, V[2] = {0.1, 0.1};
    const double broken[2] = {0.1, (double)NAN};
    double qd[6];
    const double *const all[2] = {V, broken};
    const snw_controls_input input = {.q = q, .V = all, .dt = 0.001};
    CHECK(snw__controls_rates(&controls, &input, qd, &why) == SNW_ERR_NOT_FINITE);
    CHECK_TEXT(why.subject, "left");
    CHECK(qd[0] == 0 && qd[1] == 0 && qd[2] == 0);
    CHECK(qd[3] != 0 && controls.statuses[0] == SNW_OK && controls.statuses[1] < 0);
    // without commands all go where their guides are: they stay
    CHECK(snw__controls_hold(&controls, q) == SNW_OK);
    const snw_controls_input stay = {.q = q, .dt = 0.001};
    CHECK(snw__controls_rates(&controls, &stay, qd, &why) == SNW_OK);
    for (int i = 0; i < 6; i++)
        CHECK_NEAR(qd[i], 0, 1e-12);
    close_cell();
}

// spec: actin-model:A1-QS-06
static void as_many_descriptions_as_members_that_move(void) {
    open_cell();
    read_controls(both, 1);
    CHECK(lay_out() == SNW_ERR_SIZE);
    CHECK_TEXT(why.subject, "left");
    CHECK(why.number_count == 2 && why.numbers[0].value == 1 && why.numbers[1].value == 2);
    const char *const unknown[][2] = {{"right", "1 1 1"}, {"middle", "1 1 1"}};
    read_controls(unknown, 2);
    CHECK(lay_out() == SNW_ERR_UNKNOWN_NAME);
    CHECK_TEXT(why.subject, "middle");
    const char *const rigid[][2] = {{"right", "1 1 1"}, {"left", "1 1 1"}, {"bench", "1 1 1"}};
    read_controls(rigid, 3);
    CHECK(lay_out() == SNW_ERR_SIZE);
    CHECK_TEXT(why.subject, "bench");
    snw_controls_config twice = *config;
    twice.control_count = 2;
    snw_copy_text(twice.controls[1].member, SNW_NAME, "right");
    config = &twice;
    CHECK(lay_out() == SNW_ERR_DUPLICATE);
    close_cell();
}

static void every_arena_that_is_too_small_is_refused(void) {
    open_cell();
    read_controls(both, 2);
    snw_arena arena = {0};
    CHECK(snw__controls_init(&controls, config, &sys, &arena, NULL) == SNW_ERR_MEMORY);
    const size_t needed = arena.needed;
    for (size_t size = 0; size <= needed; size += size + 977 < needed ? 977 : 1) {
        void *block = exact_block(size);
        arena = snw_arena_over(block, size);
        CHECK(snw__controls_init(&controls, config, &sys, &arena, NULL) ==
              (size < needed ? SNW_ERR_MEMORY : SNW_OK));
        CHECK(arena.needed == needed);
        free(block);
    }
    close_cell();
}

int main(void) {
    RUN(two_arms_with_a_tree_each_move_by_one_call);
    RUN(motion_the_wrong_way_stops_its_own_arm_alone);
    RUN(what_one_cannot_do_does_not_stop_the_others);
    RUN(as_many_descriptions_as_members_that_move);
    RUN(every_arena_that_is_too_small_is_refused);
    return check_report();
}
