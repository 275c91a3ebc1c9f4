// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// What the page draws of height fields, voxels and clouds.

#include <jansson.h>

#include "../parts/harness.h"
#include "sinew/meshio.h"
#include "sinew/wire.h"
#include "sinew/wire/catalogue.h"
#include "sinew/wire/serve.h"

static const char fields_cell[] =
    "<cell xmlns='urn:sinew:cell' name='fields'>"
    "<mechanisms><mechanism name='thing'><robot name='thing'><links><link name='one'><visuals>"
    "<visual><shape><height_field><columns>3</columns><rows>2</rows><step_x>0.5</step_x>"
    "<floor>-0.5</floor><heights>0 1 0 0 1 0</heights></height_field></shape></visual>"
    "<visual><shape><voxels><size>0.1 0.2 0.3</size><columns>20</columns><rows>20</rows>"
    "<layers>5</layers><bricks>0 1 421</bricks></voxels></shape></visual>"
    "<visual><shape><cloud><radius>0.1</radius><points><element>0 0 0</element>"
    "<element>1 0 0</element></points></cloud></shape></visual>"
    "</visuals></link></links></robot></mechanism>"
    "<mechanism name='panda' file='package://models/panda/panda.urdf'/></mechanisms>"
    "<members><member name='thing' mechanism='thing'/><member name='arm' mechanism='panda'/>"
    "</members><control><loop period='1 ms'><arms><arm member='arm'><drive><simulated_arm/></drive>"
    "</arm></arms><components><component name='estimate' member='arm'><type><rate_estimate/></type>"
    "</component></components></loop></control></cell>";

static harness h;
static snw_catalogue catalogue;
static snw_scene scene;
static snw_wire wire;
static char answer[1 << 20];

// the volume of the mesh that the page fetches under this name
static double volume_of(const char *path, snw_setup *setup) {
    const snw_scene_mesh *found = snw_scene_find(&scene, path + strlen("/mesh/"), 32);
    CHECK(found != NULL);
    const snw_source source = {.bytes = found->glb, .length = found->size, .name = "glb"};
    snw_mesh *mesh = NULL;
    CHECK(!snw_failed(snw_glb_read(&source, NULL, setup, &mesh, NULL)));
    snw_inertia inertia = snw_inertia_zero();
    CHECK(!snw_failed(snw_shape_prepare(&(snw_child){&snw_mesh_type, mesh}, setup, NULL)));
    CHECK(snw_mesh_inertia(mesh, 1, &inertia, NULL) == SNW_OK);
    return inertia.m;
}

static void fields_are_drawn_by_their_mesh_form(void) {
    // a roof of 1 x 1 m over a block; three bricks; two balls, seen from below and within 2 %
    const double expected[3] = {0.5 + 0.5, 3 * 0.1 * 0.2 * 0.3, 2 * 4.1887902 * 0.001};
    const double allowed[3] = {1e-6, 1e-6, 0.02 * expected[2]};
    CHECK(!snw_failed(open_cell(&h, "fields", fields_cell)));
    snw_setup *setup = snw_setup_create((size_t)1 << 28);
    CHECK(snw_scene_make(&scene, h.cell, &h.system, h.exec, setup, NULL) == SNW_OK);
    catalogue = (snw_catalogue){h.exec, h.cell, &h.system, NULL, 0};
    wire = (snw_wire){.exec = h.exec,
                      .cell = "test",
                      .catalogue = &catalogue,
                      .scene = &scene,
                      .registry = &h.registry};
    static const char request[] = "{\"command\":\"scene\"}";
    snw_text text = snw_text_over(answer, sizeof answer);
    snw_wire_answer(&wire, request, strlen(request), setup, &text);
    json_t *json = json_loadb(answer, text.length, 0, NULL);
    const json_t *links = json_object_get(json, "links");
    const json_t *shapes = json_object_get(json_array_get(links, 0), "shapes");
    int drawn = 0;
    for (size_t i = 0; i < json_array_size(shapes); i++) {
        const json_t *shape = json_array_get(shapes, i);
        if (strcmp(json_string_value(json_object_get(shape, "use")), "visual") != 0) continue;
        CHECK(drawn < 3);
        CHECK_TEXT(json_string_value(json_object_get(shape, "kind")), "mesh");
        const char *path = json_string_value(json_object_get(shape, "mesh"));
        CHECK_NEAR(volume_of(path, setup), expected[drawn], allowed[drawn]);
        drawn++;
    }
    CHECK(drawn == 3 && scene.missing == 0);
    json_decref(json);
    snw_setup_destroy(setup);
    close_cell(&h);
}

int main(void) {
    RUN(fields_are_drawn_by_their_mesh_form);
    return check_report();
}
