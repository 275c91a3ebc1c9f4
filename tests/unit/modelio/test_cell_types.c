// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "cell_test.h"

static _Alignas(SNW_ARENA_ALIGN) unsigned char memory[1 << 17];
static snw_registry registry;

static void open_registry(void) {
    snw_arena arena = snw_arena_over(memory, sizeof memory);
    snw_why why;
    CHECK(snw_registry_init(&registry, 128, &arena) == SNW_OK);
    CHECK(snw_shape_register(&registry, &why) == SNW_OK);
    CHECK(snw_model_register(&registry, &why) == SNW_OK);
    CHECK(snw_modelio_register(&registry, &why) == SNW_OK);
}

static void cells_robots_and_states_are_known_by_their_tokens(void) {
    open_registry();
    CHECK(snw_registry_find(&registry, "robot") == &snw_robot_type);
    CHECK(snw_registry_find(&registry, "cell") == &snw_cell_type);
    CHECK(snw_registry_find(&registry, "cell_state") == &snw_cell_state_type);
    CHECK(snw_cell_type.space == &snw_space_cell);
    snw_why why;
    const int before = registry.type_count;
    CHECK(snw_modelio_register(&registry, &why) == SNW_ERR_DUPLICATE);
    CHECK(registry.type_count == before);
}

static void check_self(const snw_type *type, int cases) {
    snw_why why;
    const snw_status status = snw_type_selftest(type, &registry, 7, cases, &why);
    if (status != SNW_OK) {
        char text[512];
        (void)snw_why_sentence(&why, text, sizeof text);
        print_error("%s\n", text);
    }
    CHECK(status == SNW_OK);
}

static void random_robots_cells_and_states_come_back_from_xml_and_json(void) {
    open_registry();
    check_self(&snw_robot_type, (int)check_scaled(100));
    check_self(&snw_cell_state_type, (int)check_scaled(100));
    check_self(&snw_cell_type, (int)check_scaled(100));
}

static void an_unknown_element_is_an_error(void) {
    cell_reading r;
    read_cell(&r, "<cell name='c'><controllers/><members/></cell>", NULL, NULL);
    CHECK(r.status == SNW_ERR_UNKNOWN_NAME);
    CHECK(strncmp(said(&r, 0), "t.cell:1:16: error: cell: unknown name 'controllers' in 'cell'",
                  62) == 0);
    snw_setup_destroy(r.setup);
}

int main(void) {
    RUN(cells_robots_and_states_are_known_by_their_tokens);
    RUN(random_robots_cells_and_states_come_back_from_xml_and_json);
    RUN(an_unknown_element_is_an_error);
    return check_report();
}
