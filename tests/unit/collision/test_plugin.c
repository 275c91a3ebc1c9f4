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

// --- a kind that has a child ---------------------------------------------------------------------

typedef struct offset_by {
    snw_child child;
    double radius;
} offset_by;

static snw_solid compile_shape(const snw_type *type, void *block, void *memory, size_t size) {
    const snw_child shape = {type, block};
    snw_arena arena = snw_arena_over(memory, size);
    snw_solid solid;
    CHECK(snw_solid_init(&solid, &shape, &arena, NULL) == SNW_OK);
    return solid;
}

static double apart(const snw_solid *A, snw_pose T_A, const snw_solid *B, snw_pose T_B) {
    snw_distance_query query = snw_distance_defaults(A, B);
    query.T_first = T_A;
    query.T_second = T_B;
    snw_closest c;
    CHECK(snw_distance(&query, &c) == SNW_OK);
    return c.distance;
}

static snw_pose any_pose(void) {
    const snw_vec3 axis = {check_real(-1, 1), check_real(-1, 1), check_real(0.1, 1)};
    const snw_mat3 R = snw_mat3_axis_angle(snw_vec3_normalize(axis), check_real(-3, 3));
    return snw_pose_of(R, snw_vec3_of(check_real(-1, 1), check_real(-1, 1), check_real(-1, 1)));
}

// All that is within r of a shape is nearer by r, whatever it is and whatever it is asked against.
// spec: actin-model:A1-LK-14b
static void a_kind_with_a_child_is_nearer_by_its_offset(void) {
    static _Alignas(SNW_ARENA_ALIGN) unsigned char memory[3][65536];
    snw_plugin plugin;
    char path[1024];
    (void)snprintf(path, sizeof path, "%s/unit/collision/plugins/offset_by.so", SNW_BINARY_DIR);
    load_also = path;
    loaded_plugin = &plugin;
    memset(&s, 0, sizeof s);
    s.setup = snw_setup_create((size_t)1 << 24);
    know_types(&s);
    const snw_type *type = snw_registry_find(&s.registry, "offset_by");
    CHECK(type != NULL);
    int separate = 0;
    CHECK_CASES(check_scaled(4000)) {
        snw_box box = {any_pose(), {0.1, 0.2, 0.3}};
        snw_ellipsoid egg = {any_pose(), {0.3, 0.2, 0.1}};
        snw_cylinder drum = {{0, 0, 0}, {0.2, 0.3, 0.1}, 0.1};
        snw_child kinds[3] = {
            {&snw_box_type, &box}, {&snw_ellipsoid_type, &egg}, {&snw_cylinder_type, &drum}};
        const snw_child *of = &kinds[check_case % 3], *other = &kinds[check_case / 3 % 3];
        offset_by block = {*of, check_real(0.001, 0.2)};
        const snw_solid child = compile_shape(of->type, of->block, memory[0], sizeof memory[0]);
        const snw_solid whole = compile_shape(type, &block, memory[1], sizeof memory[1]);
        const snw_solid B = compile_shape(other->type, other->block, memory[2], sizeof memory[2]);
        const snw_pose T_A = any_pose(), T_B = any_pose();
        const double expected = apart(&child, T_A, &B, T_B) - block.radius;
        if (expected < 1e-3) continue;
        CHECK_NEAR(apart(&whole, T_A, &B, T_B), expected, 1e-9);
        CHECK_NEAR(apart(&B, T_B, &whole, T_A), expected, 1e-9);
        separate++;
    }
    CHECK(separate > check_scaled(2000));
    snw_setup_destroy(s.setup);
    snw_plugin_close(&plugin);
    load_also = NULL;
}

int main(void) {
    RUN(a_kind_with_a_child_is_nearer_by_its_offset);
    RUN(a_shape_of_a_plugin_loads_and_collides);
    return check_report();
}
