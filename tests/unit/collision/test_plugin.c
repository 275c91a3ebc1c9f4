// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/plugin.h"
#include "worlds.h"

// A kind of shape from a shared library, loaded while the program runs, in a cell file and in
// contact.

static scene s;

static const char cell[] = CELL(
    "<mechanisms><mechanism name=\"gem\"><robot name=\"gem\" floating=\"true\"><links>"
    "<link name=\"gem\"><inertial mass=\"1\" ixx=\"1\" iyy=\"1\" izz=\"1\"/><collisions><collision>"
    "<shape><octahedron size=\"0.5\"/></shape></collision></collisions></link></links></robot>"
    "</mechanism><mechanism name=\"ball\"><robot name=\"ball\"><links><link name=\"ball\">"
    "<collisions><collision><shape><sphere radius=\"0.1\"/></shape></collision></collisions></link>"
    "</links></robot></mechanism></mechanisms><members><member name=\"gem\" mechanism=\"gem\"/>"
    "<member name=\"ball\" mechanism=\"ball\"/></members>" RULES(
        "><pairs><pair a=\"gem\" b=\"ball\"/></pairs>"));

// Such solids go on asking their shape. At first the world kept only its block and not the
// snw_child around it: distances were those of whatever stood there later. spec:
// actin-model:A1-LK-14
static void a_shape_of_a_plugin_loads_and_collides(void) {
    snw_plugin plugin;
    char path[1024];
    (void)snprintf(path, sizeof path, "%s/unit/collision/plugins/octahedron.so", SNW_BINARY_DIR);
    load_also = path;
    loaded_plugin = &plugin;
    open_scene(&s, cell);
    const double third = 1 / sqrt(3);
    CHECK_CASES(500) {
        // beside the middle of a face, in each of the eight directions
        const snw_vec3 n = {check_case & 1 ? third : -third, check_case & 2 ? third : -third,
                            check_case & 4 ? third : -third};
        const double away = check_real(0.3, 1);
        s.state.q[0] = -away * n.x;
        s.state.q[1] = -away * n.y;
        s.state.q[2] = -away * n.z;
        CHECK(snw_collision_place(&s.around, &s.state) == SNW_OK);
        snw_near near;
        const snw_near_query query = {.member = -1, .below = 5, .most = 1};
        CHECK(snw_collision_near(&s.around, &query, &near, NULL) == 1);
        // a face is 0.5 / sqrt(3) from the middle
        if (check_case == 0) {
            const snw_world_part *P = &s.world.bodies[0].parts[0];
            print_error("bound %d ball %g %g cores %d size %g it %d away %g a %g %g %g b %g %g %g "
                        "q %g %g %g\n",
                        P->is_bound, P->ball.radius, P->solid.bound.radius, P->solid.part_count,
                        *(double *)s.cell->mechanisms[0].robot->links[0].collisions[0].shape.block,
                        near.closest.iterations, away, near.closest.a.x, near.closest.a.y,
                        near.closest.a.z, near.closest.b.x, near.closest.b.y, near.closest.b.z,
                        s.state.q[0], s.state.q[1], s.state.q[2]);
        }
        const double expected = away - 0.5 * third - 0.1;
        CHECK_NEAR(near.closest.distance, expected, 1e-9);
        const snw_near_query contact = {.member = -1};
        if (fabs(expected) > 1e-9) {
            CHECK(snw_collision_hits(&s.around, &contact, NULL) == (expected < 0));
        }
    }
    close_scene(&s);
    snw_plugin_close(&plugin);
    load_also = NULL;
}

int main(void) {
    RUN(a_shape_of_a_plugin_loads_and_collides);
    return check_report();
}
