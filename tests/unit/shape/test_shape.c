// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/document.h"
#include "sinew/hull.h"

#include "polyhedra.h"

static const double pi = 3.141592653589793;

static _Alignas(SNW_ARENA_ALIGN) unsigned char memory[1 << 16];

static void open_registry(snw_registry *registry, int capacity) {
    snw_arena arena = snw_arena_over(memory, sizeof memory);
    CHECK(snw_registry_init(registry, capacity, &arena) == SNW_OK);
}

// --- a primitive of a plugin ---------------------------------------------------------------------

// region: plugin
typedef struct torus {
    double ring, tube; // radii; the axis is z
} torus;

static const snw_field torus_fields[] = {
    {SNW_AT(torus, ring), .kind = SNW_KIND_REAL, .unit = "m", .range = {1e-3, 1e3}, .initial = "1",
     .help = "From the centre to the middle of the tube."},
    {SNW_AT(torus, tube), .kind = SNW_KIND_REAL, .unit = "m", .range = {1e-3, 1e3},
     .initial = "0.25", .help = "Radius of the tube."},
};

static unsigned torus_traits(const void *shape) {
    (void)shape;
    return SNW_SHAPE_BOUNDED | SNW_SHAPE_SOLID;
}

static snw_status torus_contains(const void *shape, snw_vec3 p, bool *inside) {
    const torus *t = shape;
    *inside = hypot(hypot(p.x, p.y) - t->ring, p.z) <= t->tube;
    return SNW_OK;
}

static void torus_box(const void *shape, snw_bounds *box) {
    const torus *t = shape;
    const double r = t->ring + t->tube;
    *box = (snw_bounds){{-r, -r, -t->tube}, {r, r, t->tube}};
}

static const snw_shape_functions torus_functions = {
    .head = {sizeof(snw_shape_functions), SNW_SHAPE_VERSION},
    .traits = torus_traits,
    .contains = torus_contains,
    .box = torus_box};
static const snw_type torus_type = {SNW_TYPE(torus, torus_fields), .base = "shape",
                                    .space = &snw_space_robot, .functions = &torus_functions.head,
                                    .help = "A ring with a round cross-section."};
// endregion

// found by its token, made from text, joined with a primitive of this module
static void a_new_primitive_joins_through_the_registry_and_works_in_a_union(void) {
    snw_registry registry;
    open_registry(&registry, 32);
    CHECK(snw_shape_register(&registry, NULL) == SNW_OK);
    CHECK(snw_registry_add(&registry, &torus_type, NULL) == SNW_OK);
    snw_registry_freeze(&registry);
    static const char text[] = "<union_of><first><torus ring='1 m' tube='25 cm'/></first>"
                               "<second><sphere radius='0.5'/></second></union_of>";
    const snw_source source = {.bytes = text, .length = sizeof text - 1, .name = "ring.xml"};
    const snw_read_options options = {.registry = &registry};
    snw_setup *setup = sample_setup();
    snw_why why[4];
    snw_diags diags = {.items = why, .capacity = 4};
    void *block = NULL;
    if (snw_xml_read(&source, &snw_union_of_type, &options, setup, &block, &diags) < 0) {
        print_error("%s\n", why[0].text);
    }
    CHECK(block != NULL && diags.errors == 0);
    const snw_child shape = {&snw_union_of_type, block};
    CHECK(snw_shape_prepare(&shape, setup, NULL) == SNW_OK);

    CHECK(sample_contains(&shape, snw_vec3_of(0, 1.2, 0)));
    CHECK(sample_contains(&shape, snw_vec3_of(0.1, 0, 0.4)));
    CHECK(!sample_contains(&shape, snw_vec3_of(0.6, 0, 0)));
    CHECK(!sample_contains(&shape, snw_vec3_of(1, 0, 0.3)));
    CHECK(snw_shape_traits(&shape) == (SNW_SHAPE_BOUNDED | SNW_SHAPE_SOLID));

    // what the kind does not answer is found from what it does
    const snw_child ring = ((const snw_union_of *)block)->first;
    const double volume = 2 * pi * pi * 1 * 0.25 * 0.25;
    snw_inertia I = snw_inertia_zero();
    CHECK(snw_shape_inertia(&ring, 1, &I, NULL) == SNW_OK);
    CHECK_NEAR(I.m, volume, 0.01 * volume);
    CHECK_NEAR(I.I.zz, volume * (1 + 0.75 * 0.0625), 0.01 * volume);
    snw_mesh *mesh = NULL;
    CHECK(snw_shape_mesh(&shape, NULL, setup, &mesh, NULL) == SNW_OK);
    CHECK(mesh->closed);
    CHECK(snw_mesh_inertia(mesh, 1, &I, NULL) == SNW_OK);
    CHECK_NEAR(I.m, volume + pi / 6, 0.01 * (volume + pi / 6));
    snw_sphere ball;
    snw_capsule capsule;
    snw_vec3 point;
    CHECK(snw_shape_sphere(&shape, &ball, NULL) == SNW_OK);
    CHECK(snw_shape_capsule(&shape, &capsule, NULL) == SNW_OK);
    for (int i = 0; i < mesh->point_count; i++) {
        CHECK(snw_vec3_distance(mesh->points[i], ball.center) <= ball.radius + 1e-9);
        CHECK(sample_capsule_distance(&capsule, mesh->points[i]) <= capsule.radius + 1e-9);
    }
    CHECK(snw_shape_support(&ring, snw_vec3_x(1), &point) == SNW_ERR_UNSUPPORTED);
    CHECK(snw_shape_support(&shape, snw_vec3_x(1), &point) == SNW_ERR_UNSUPPORTED);
    snw_setup_destroy(setup);
}

// a table of an older, shorter form: what it lacks is replaced
static void a_shorter_table_of_functions_is_enough(void) {
    snw_shape_functions old = torus_functions;
    memset((unsigned char *)&old + offsetof(snw_shape_functions, support), 0xA5,
           sizeof old - offsetof(snw_shape_functions, support));
    old.head.size = offsetof(snw_shape_functions, support);
    snw_type type = torus_type;
    type.functions = &old.head;
    torus block = {1, 0.25};
    const snw_child shape = {&type, &block};
    snw_vec3 point;
    snw_sphere ball;
    double volume = 0;
    CHECK(sample_contains(&shape, snw_vec3_x(1)));
    CHECK(snw_shape_support(&shape, snw_vec3_x(1), &point) == SNW_ERR_UNSUPPORTED);
    CHECK(snw_shape_sphere(&shape, &ball, NULL) == SNW_OK);
    CHECK(snw_shape_volume(&shape, &volume, NULL) == SNW_OK);
    CHECK_NEAR(volume, pi * pi / 8, 0.01);
    snw_setup *setup = sample_setup();
    CHECK(snw_shape_prepare(&shape, setup, NULL) == SNW_OK);
    snw_setup_destroy(setup);
}

// support points are enough for a box
static snw_status bar_support(const void *shape, snw_vec3 d, snw_vec3 *point) {
    const torus *t = shape;
    *point = snw_vec3_of(d.x < 0 ? -t->ring : t->ring, d.y < 0 ? -t->tube : t->tube, 0);
    return SNW_OK;
}

static void support_points_replace_a_box(void) {
    const snw_shape_functions functions = {.head = {sizeof(snw_shape_functions), SNW_SHAPE_VERSION},
                                           .traits = torus_traits,
                                           .contains = torus_contains,
                                           .support = bar_support};
    snw_type type = torus_type;
    type.functions = &functions.head;
    torus block = {3, 2};
    const snw_child shape = {&type, &block};
    snw_bounds box;
    CHECK(snw_shape_box(&shape, &box, NULL) == SNW_OK);
    CHECK(snw_vec3_equal(box.low, snw_vec3_of(-3, -2, 0)));
    CHECK(snw_vec3_equal(box.high, snw_vec3_of(3, 2, 0)));
}

// --- a finger ------------------------------------------------------------------------------------

// region: finger
// A finger of a gripper: a rod with a round tip, cut off where it is mounted. Its bounding capsule,
// its mass properties in aluminium and its triangles for the page.
static snw_status finger(snw_setup *setup, snw_capsule *bound, snw_inertia *inertia,
                         snw_mesh **mesh) {
    snw_cone rod = {{0, 0, -0.01}, {0, 0, 0.06}, 0.012, 0.008};
    snw_sphere tip = {{0, 0, 0.06}, 0.008};
    snw_half_space mount = {{0, 0, 0}, {0, 0, -1}}; // all points with z > 0
    snw_union_of body = {{&snw_cone_type, &rod}, {&snw_sphere_type, &tip}};
    snw_intersection_of cut = {{&snw_union_of_type, &body}, {&snw_half_space_type, &mount}};
    const snw_child shape = {&snw_intersection_of_type, &cut};

    snw_status status = snw_shape_capsule(&shape, bound, NULL);
    if (!snw_failed(status)) status = snw_shape_inertia(&shape, 2700, inertia, NULL);
    if (!snw_failed(status)) status = snw_shape_mesh(&shape, NULL, setup, mesh, NULL);
    return status;
}
// endregion

static void the_finger_of_the_page_weighs_what_a_frustum_and_a_half_ball_weigh(void) {
    snw_setup *setup = sample_setup();
    snw_capsule bound;
    snw_inertia I = snw_inertia_zero();
    snw_mesh *mesh = NULL;
    CHECK(finger(setup, &bound, &I, &mesh) == SNW_OK);
    const double r0 = 0.012 - 0.004 / 7, r1 = 0.008;
    // the ball reaches back into the rod, which is wider than the ball there
    const double volume = pi * 0.06 * (r0 * r0 + r0 * r1 + r1 * r1) / 3 + 2 * pi / 3 * r1 * r1 * r1;
    CHECK_NEAR(I.m, 2700 * volume, 0.005 * 2700 * volume);
    CHECK(mesh->closed);
    for (int i = 0; i < mesh->point_count; i++) {
        CHECK(sample_capsule_distance(&bound, mesh->points[i]) <= bound.radius + 1e-9);
        CHECK(mesh->points[i].z > -1e-9);
    }
    snw_setup_destroy(setup);
}

// --- worked links --------------------------------------------------------------------------------

static double volume_of(const snw_child *shape) {
    double volume = 0;
    CHECK(snw_shape_volume(shape, &volume, NULL) == SNW_OK);
    return volume;
}

static void the_worked_links_have_their_shapes(void) {
    snw_sphere ball = {{0, 0, 0}, 1};
    snw_tetrahedron regular = snw_tetrahedron_of(snw_vec3_zero(), snw_vec3_of(1, 0, 0),
                                                 snw_vec3_of(0.5, 1 / sqrt(12), sqrt(2.0 / 3)),
                                                 snw_vec3_of(0.5, sqrt(3) / 2, 0));
    snw_capsule capsule = {{0, 0, 0}, {1, 0, 0}, 0.5};
    snw_lozenge lozenge = {{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, 0.5};
    snw_ellipsoid ellipsoid = {SNW_POSE_AT(0, 0, 0), {1, 2, 3}};
    snw_setup *setup = sample_setup();
    snw_mesh *box = polyhedral_box(setup);
    const struct {
        snw_child shape;
        double volume;
    } links[] = {{{&snw_sphere_type, &ball}, 4 * pi / 3},
                 {{&snw_tetrahedron_type, &regular}, 1 / sqrt(72)},
                 {{&snw_capsule_type, &capsule}, pi / 4 + pi / 6},
                 {{&snw_lozenge_type, &lozenge}, 2 + 0.75 * pi + pi / 6},
                 {{&snw_ellipsoid_type, &ellipsoid}, 8 * pi},
                 {{&snw_mesh_type, box}, 8}};
    for (size_t i = 0; i < sizeof links / sizeof *links; i++) {
        CHECK(snw_shape_prepare(&links[i].shape, setup, NULL) == SNW_OK);
        CHECK_NEAR(volume_of(&links[i].shape), links[i].volume, 1e-12);
        snw_mesh *mesh = NULL;
        snw_capsule bound;
        CHECK(snw_shape_mesh(&links[i].shape, NULL, setup, &mesh, NULL) == SNW_OK);
        CHECK(mesh->closed);
        CHECK(snw_shape_capsule(&links[i].shape, &bound, NULL) == SNW_OK);
        for (int k = 0; k < mesh->point_count; k++) {
            CHECK(sample_capsule_distance(&bound, mesh->points[k]) <= bound.radius + 1e-9);
        }
    }
    // all edges of the regular tetrahedron are 1
    const snw_vec3 e[3] = {regular.edge_1, regular.edge_2, regular.edge_3};
    for (int i = 0; i < 3; i++) {
        CHECK_NEAR(snw_vec3_norm(e[i]), 1, 1e-15);
        CHECK_NEAR(snw_vec3_distance(e[i], e[(i + 1) % 3]), 1, 1e-15);
    }
    // a uniform ball of 10 kg
    snw_inertia I;
    CHECK(snw_shape_inertia(&links[0].shape, 10 / (4 * pi / 3), &I, NULL) == SNW_OK);
    CHECK_NEAR(I.m, 10, 1e-12);
    CHECK_NEAR(I.I.zz, 4, 1e-12);
    snw_setup_destroy(setup);
}

// --- registry ------------------------------------------------------------------------------------

static void registering_adds_all_kinds_or_none(void) {
    static const char *const tokens[] = {
        "sphere",  "capsule",   "box",         "cylinder",       "cone",
        "lozenge", "ellipsoid", "tetrahedron", "half_space",     "plane",
        "segment", "triangle",  "rectangle",   "mesh",           "height_field",
        "voxels",  "cloud",     "union_of",    "intersection_of"};
    enum { TOKENS = sizeof tokens / sizeof *tokens };
    snw_registry registry;
    open_registry(&registry, TOKENS + 1);
    CHECK(snw_shape_register(&registry, NULL) == SNW_OK);
    for (size_t i = 0; i < TOKENS; i++) {
        const snw_type *type = snw_registry_find(&registry, tokens[i]);
        CHECK(type != NULL && snw_registry_is_a(&registry, type, "shape"));
        CHECK(type->space == &snw_space_robot && type->functions != NULL);
    }
    CHECK(snw_registry_find(&registry, "surface") == &snw_surface_type);
    snw_why why;
    CHECK(snw_shape_register(&registry, &why) == SNW_ERR_DUPLICATE);
    CHECK(registry.type_count == TOKENS + 1 && registry.base_count == 2);
    for (int room = 0; room <= TOKENS; room++) {
        open_registry(&registry, room);
        CHECK(snw_shape_register(&registry, &why) < 0);
        CHECK(registry.type_count == 0 && registry.base_count == 0);
    }
}

// --- doors ---------------------------------------------------------------------------------------

// each set-up question looks at the parameters before it answers, and says what is wrong
static void bad_parameters_are_refused_by_every_question_with_a_reason(void) {
    static const double bad[] = {(double)NAN, (double)INFINITY, -1, 1e9, 0};
    snw_setup *setup = sample_setup();
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        snw_sphere ball = {{0, 0, 0}, bad[i]};
        snw_union_of pair = {{&snw_sphere_type, &ball}, {NULL, NULL}};
        const snw_child shapes[2] = {{&snw_sphere_type, &ball}, {&snw_union_of_type, &pair}};
        for (int k = 0; k < 2; k++) {
            snw_bounds box;
            snw_sphere sphere;
            snw_capsule capsule;
            snw_inertia inertia;
            snw_mesh *mesh = NULL;
            snw_hull *hull = NULL;
            snw_why why;
            double volume;
            CHECK(snw_shape_box(&shapes[k], &box, &why) < 0);
            CHECK_TEXT(why.subject, k == 0 ? "sphere/radius" : "union_of/first/radius");
            CHECK(snw_shape_sphere(&shapes[k], &sphere, &why) < 0);
            CHECK(snw_shape_capsule(&shapes[k], &capsule, &why) < 0);
            CHECK(snw_shape_inertia(&shapes[k], 1, &inertia, &why) < 0);
            CHECK(snw_shape_volume(&shapes[k], &volume, &why) < 0);
            CHECK(snw_shape_mesh(&shapes[k], NULL, setup, &mesh, &why) < 0);
            CHECK(snw_shape_hull(&shapes[k], NULL, setup, &hull, &why) < 0);
            CHECK(snw_shape_prepare(&shapes[k], setup, &why) < 0);
            CHECK(mesh == NULL && hull == NULL);
        }
    }
    snw_setup_destroy(setup);
}

static void preparing_a_tree_prepares_what_it_holds(void) {
    snw_setup *setup = sample_setup();
    snw_mesh *box = polyhedral_box(setup);
    snw_hull *hull = snw_block_new(&snw_hull_type, setup);
    CHECK(snw_block_resize(snw_type_field(&snw_hull_type, "points"), hull, 8, setup) == SNW_OK);
    memcpy(hull->points, box->points, 8 * sizeof *box->points);
    snw_intersection_of inner = {{&snw_hull_type, hull}, {&snw_mesh_type, box}};
    snw_union_of outer = {{&snw_intersection_of_type, &inner}, {NULL, NULL}};
    const snw_child shape = {&snw_union_of_type, &outer};
    bool inside = false;
    CHECK(snw_shape_contains(&shape, snw_vec3_zero(), &inside) == SNW_ERR_STATE);
    CHECK(snw_shape_prepare(&shape, setup, NULL) == SNW_OK);
    CHECK(sample_contains(&shape, snw_vec3_of(0.4, 0.9, -1.9)));
    CHECK(!sample_contains(&shape, snw_vec3_of(0.4, 1.1, 0)));
    CHECK_NEAR(volume_of(&shape), 8, 0.08);
    // a hull without faces is named
    snw_hull *flat = snw_block_new(&snw_hull_type, setup);
    CHECK(snw_block_resize(snw_type_field(&snw_hull_type, "points"), flat, 3, setup) == SNW_OK);
    outer.second = (snw_child){&snw_hull_type, flat};
    snw_why why;
    CHECK(snw_shape_prepare(&shape, setup, &why) == SNW_ERR_RANGE);
    CHECK_TEXT(why.text, "a hull needs four points");
    snw_setup_destroy(setup);
}

int main(void) {
    RUN(a_new_primitive_joins_through_the_registry_and_works_in_a_union);
    RUN(a_shorter_table_of_functions_is_enough);
    RUN(support_points_replace_a_box);
    RUN(the_finger_of_the_page_weighs_what_a_frustum_and_a_half_ball_weigh);
    RUN(the_worked_links_have_their_shapes);
    RUN(registering_adds_all_kinds_or_none);
    RUN(bad_parameters_are_refused_by_every_question_with_a_reason);
    RUN(preparing_a_tree_prepares_what_it_holds);
    return check_report();
}
