// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "urdf_test.h"

#include "sinew/shape/query.h"

static _Alignas(SNW_ARENA_ALIGN) unsigned char memory[1 << 16];
static snw_registry registry;

static void open_registry(void) {
    snw_arena arena = snw_arena_over(memory, sizeof memory);
    snw_why why;
    CHECK(snw_registry_init(&registry, 64, &arena) == SNW_OK);
    CHECK(snw_shape_register(&registry, &why) == SNW_OK);
    CHECK(snw_urdf_register(&registry, &why) == SNW_OK);
}

static void the_types_are_sound_and_known_by_their_tokens(void) {
    open_registry();
    CHECK(snw_registry_find(&registry, "mesh_file") == &snw_mesh_file_type);
    CHECK(snw_registry_find(&registry, "srdf") == &snw_srdf_type);
    CHECK(snw_registry_is_a(&registry, &snw_mesh_file_type, "shape"));
    snw_why why;
    const int before = registry.type_count;
    CHECK(snw_urdf_register(&registry, &why) == SNW_ERR_DUPLICATE);
    CHECK(registry.type_count == before);
}

// a URDF, the XML of sinew, and the URDF again
static void a_robot_with_meshes_goes_through_the_xml_of_sinew(void) {
    open_registry();
    reading r;
    const snw_robot *robot = accept(
        &r, LINK("<visual><geometry><mesh filename='package://p/x.stl' scale='1 2 3'/></geometry>"
                 "</visual><collision><geometry><box size='1 2 3'/></geometry></collision>"));
    snw_text text = snw_text_over(NULL, 0);
    snw_xml_write(&snw_robot_type, robot, NULL, &text);
    char *buffer = malloc(text.length + 1);
    CHECK(buffer != NULL);
    text = snw_text_over(buffer, text.length + 1);
    snw_xml_write(&snw_robot_type, robot, NULL, &text);
    const snw_source source = {buffer, text.length, "r.xml", NULL};
    const snw_read_options options = {.registry = &registry};
    void *again = NULL;
    if (snw_xml_read(&source, &snw_robot_type, &options, r.setup, &again, &r.diags) != SNW_OK) {
        print_findings(&r);
        print_error("%s", buffer);
    }
    CHECK(again != NULL);
    CHECK(snw_block_equal(&snw_robot_type, robot, again));
    check_round_trip(again, NULL);
    free(buffer);
    close_reading(&r);
}

int main(void) {
    RUN(the_types_are_sound_and_known_by_their_tokens);
    RUN(a_robot_with_meshes_goes_through_the_xml_of_sinew);
    return check_report();
}
