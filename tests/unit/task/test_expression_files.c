// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "trees.h"

#include "../../../src/motion/task/inside.h"

// Laws as trees, from text and from code.

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
    tree->type = snw__expression_type(root);
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
    CHECK(snw__expression_init(&expression, &core, &a.control.task, &arena, &why) ==
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

int main(void) {
    RUN(a_tree_from_text_is_the_tree_from_code);
    RUN(a_missing_child_is_reported_and_trees_go_through_files);
    RUN(tables_of_all_types_are_sound);
    RUN(a_controller_is_read_from_text);
    RUN(the_type_of_position_controller_is_a_word_of_the_file);
    return check_report();
}
