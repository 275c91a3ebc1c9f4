// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Height fields, voxels and clouds against what they stand for: prisms, boxes and balls.

#include "sinew/document.h"

#include "sample.h"

static snw_inertia inertia_of(const snw_child *shape) {
    snw_inertia inertia = snw_inertia_zero();
    CHECK(snw_shape_inertia(shape, 1, &inertia, NULL) == SNW_OK);
    return inertia;
}

static snw_mesh *mesh_of(const snw_child *shape, snw_setup *setup) {
    snw_mesh *mesh = NULL;
    CHECK(snw_shape_mesh(shape, NULL, setup, &mesh, NULL) == SNW_OK);
    CHECK(mesh != NULL && mesh->closed);
    return mesh;
}

static void is_same_inertia(snw_inertia a, snw_inertia b, double allowed) {
    const double size = fabs(b.m) + snw_vec3_max_abs(b.h) + b.I.xx + b.I.yy + b.I.zz;
    CHECK(snw_inertia_near(a, b, allowed * size));
}

// the mesh form encloses the mass of the shape, and its normals are unit; those of flat faces point
// out of them
static void mesh_agrees(const snw_child *shape, bool flat, snw_setup *setup) {
    const snw_mesh *mesh = mesh_of(shape, setup);
    snw_inertia enclosed = snw_inertia_zero();
    CHECK(snw_mesh_inertia(mesh, 1, &enclosed, NULL) == SNW_OK);
    is_same_inertia(inertia_of(shape), enclosed, 1e-12);
    for (int i = 0; i < mesh->point_count; i++) {
        CHECK_NEAR(snw_vec3_norm(mesh->normals[i]), 1, 1e-12);
    }
    for (int i = 0; flat && i < mesh->index_count; i += 3) {
        const int *at = &mesh->triangles[i];
        const snw_vec3 a = mesh->points[at[0]], b = mesh->points[at[1]], c = mesh->points[at[2]];
        const snw_vec3 n = snw_vec3_cross(snw_vec3_sub(b, a), snw_vec3_sub(c, a));
        CHECK(snw_vec3_dot(n, mesh->normals[at[0]]) > 0);
    }
}

static void refuses(const snw_child *shape, snw_status expected, const char *subject,
                    const char *text) {
    snw_why why;
    snw_diags diags = {.items = &why, .capacity = 1};
    CHECK(snw_block_check(shape->type, shape->block, NULL, &diags) == expected);
    CHECK_TEXT(why.subject, subject);
    CHECK_TEXT(why.text, text);
}

// the farthest of all points along a direction is as far as the support point, which is inside
static void support_agrees(const snw_child *shape, const snw_vec3 *points, int count,
                           double radius) {
    for (int k = 0; k < 20; k++) {
        const snw_vec3 d = sample_direction(), found = sample_support(shape, d);
        double most = -(double)INFINITY;
        for (int i = 0; i < count; i++) {
            most = fmax(most, snw_vec3_dot(d, points[i]));
        }
        CHECK_NEAR(snw_vec3_dot(d, found), most + radius, 1e-9);
    }
}

// --- voxels -------------------------------------------------------------------------------------

// a lattice in which each brick is filled with a probability
static snw_child random_voxels(int columns, int rows, int layers, double part, snw_setup *setup) {
    snw_voxels *v = snw_block_new(&snw_voxels_type, setup);
    v->pose = sample_pose(2);
    v->size = snw_vec3_of(check_real(0.05, 0.3), check_real(0.05, 0.3), check_real(0.05, 0.3));
    v->columns = columns;
    v->rows = rows;
    v->layers = layers;
    const snw_field *field = snw_type_field(&snw_voxels_type, "bricks");
    int count = 0;
    CHECK(snw_block_resize(field, v, columns * rows * layers, setup) == SNW_OK);
    for (int i = 0; i < columns * rows * layers; i++) {
        if (i == 0 || check_real(0, 1) < part) v->bricks[count++] = i;
    }
    CHECK(snw_block_resize(field, v, count, setup) == SNW_OK);
    return (snw_child){&snw_voxels_type, v};
}

// the boxes that voxels stand for; returns how many
static int boxes_of(const snw_voxels *v, snw_box *boxes) {
    for (int b = 0; b < v->brick_count; b++) {
        const int n = v->bricks[b], i = n % v->columns, j = n / v->columns % v->rows;
        const int k = n / (v->columns * v->rows);
        const snw_vec3 middle = {(i + 0.5) * v->size.x, (j + 0.5) * v->size.y,
                                 (k + 0.5) * v->size.z};
        boxes[b] =
            (snw_box){{v->pose.R, snw_pose_apply(v->pose, middle)}, snw_vec3_scale(v->size, 0.5)};
    }
    return v->brick_count;
}

// a grid of 20 x 20 x 5, and smaller ones: points, masses, support and mesh of the boxes
static void voxels_are_the_union_of_their_boxes(void) {
    static snw_box boxes[20 * 20 * 5];
    static snw_vec3 vertices[8 * 20 * 20 * 5];
    CHECK_CASES(check_scaled(20)) {
        snw_setup *setup = sample_setup();
        const bool worked = check_case == 0;
        const snw_child shape =
            random_voxels(worked ? 20 : check_int(1, 6), worked ? 20 : check_int(1, 6),
                          worked ? 5 : check_int(1, 6), check_real(0.1, 1), setup);
        const snw_voxels *v = shape.block;
        CHECK(snw_block_check(shape.type, v, NULL, NULL) == SNW_OK);
        CHECK(snw_shape_traits(&shape) == (SNW_SHAPE_BOUNDED | SNW_SHAPE_SOLID));
        const int count = boxes_of(v, boxes);
        snw_inertia sum = snw_inertia_zero();
        for (int b = 0; b < count; b++) {
            const snw_child box = {&snw_box_type, &boxes[b]};
            sum = snw_inertia_add(sum, inertia_of(&box));
            for (int k = 0; k < 8; k++) {
                const snw_vec3 h = boxes[b].half_extents;
                vertices[8 * b + k] = snw_pose_apply(
                    boxes[b].pose,
                    snw_vec3_of(k & 1 ? h.x : -h.x, k & 2 ? h.y : -h.y, k & 4 ? h.z : -h.z));
            }
        }
        is_same_inertia(inertia_of(&shape), sum, 1e-12);
        support_agrees(&shape, vertices, 8 * count, 0);
        for (int k = 0; k < 200; k++) {
            const snw_vec3 at = {check_real(-1, v->columns + 1) * v->size.x,
                                 check_real(-1, v->rows + 1) * v->size.y,
                                 check_real(-1, v->layers + 1) * v->size.z};
            const snw_vec3 p = snw_pose_apply(v->pose, at);
            bool expected = false;
            for (int b = 0; b < count && !expected; b++) {
                const snw_child box = {&snw_box_type, &boxes[b]};
                expected = sample_contains(&box, p);
            }
            CHECK(sample_contains(&shape, p) == expected);
        }
        mesh_agrees(&shape, true, setup);
        snw_setup_destroy(setup);
    }
}

// A corner of the lattice belongs to the eight bricks around it. Quotients like 0.3 / 0.1, which is
// below 3, must not lose one: sizes that no binary number equals, up to brick 4,000 of a row.
static void borders_belong_to_the_bricks_on_both_sides(void) {
    static const double sizes[] = {0.1, 0.3, 0.7, 1e-3, 1.0 / 3};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        for (int n = 1; n < 4000; n += 7) {
            for (int side = -1; side <= 0; side++) {
                int brick = n + side;
                snw_voxels v = {SNW_POSE_AT(0, 0, 0), {sizes[s], 1, 1}, 4096, 1, 1, &brick, 1};
                const snw_child shape = {&snw_voxels_type, &v};
                CHECK(sample_contains(&shape, snw_vec3_of(sizes[s] * n, 0, 1)));
                // the border beyond the empty neighbour
                const int other = side < 0 ? n + 1 : n - 1;
                CHECK(!sample_contains(&shape, snw_vec3_of(sizes[s] * other, 0, 1)));
            }
        }
    }
}

static void voxels_that_do_not_fit_are_refused(void) {
    int bricks[3] = {0, 3, 7};
    snw_voxels v = {SNW_POSE_AT(0, 0, 0), {0.1, 0.1, 0.1}, 2, 2, 2, bricks, 3};
    const snw_child shape = {&snw_voxels_type, &v};
    CHECK(snw_block_check(&snw_voxels_type, &v, NULL, NULL) == SNW_OK);
    bricks[2] = 8;
    refuses(&shape, SNW_ERR_RANGE, "bricks", "a brick is beyond the lattice");
    bricks[2] = 3;
    refuses(&shape, SNW_ERR_RANGE, "bricks", "the numbers of the bricks do not rise");
    bricks[2] = 7;
    v.columns = 134217728;
    refuses(&shape, SNW_ERR_TOO_LARGE, "columns", "the lattice has more than 134217728 bricks");
    v.columns = v.rows = v.layers = 513;
    refuses(&shape, SNW_ERR_TOO_LARGE, "columns", "the lattice has more than 134217728 bricks");
    v.columns = v.rows = v.layers = 134217728;
    refuses(&shape, SNW_ERR_TOO_LARGE, "columns", "the lattice has more than 134217728 bricks");
    v.columns = v.rows = v.layers = 100;
    v.size.z = 20000;
    refuses(&shape, SNW_ERR_RANGE, "layers", "the lattice is longer than 1e6 m");
    v.size.z = (double)NAN;
    CHECK(snw_block_check(&snw_voxels_type, &v, NULL, NULL) < 0);
}

// every second brick: 300,000 open faces for each 50,000 bricks; no memory is taken for too many
static void a_mesh_of_too_many_faces_is_refused_before_memory_is_taken(void) {
    snw_setup *setup = sample_setup();
    snw_voxels *v = snw_block_new(&snw_voxels_type, setup);
    const snw_child shape = {&snw_voxels_type, v};
    v->columns = 400000;
    v->rows = v->layers = 1;
    CHECK(snw_block_resize(snw_type_field(&snw_voxels_type, "bricks"), v, 170000, setup) == SNW_OK);
    for (int i = 0; i < v->brick_count; i++) {
        v->bricks[i] = 2 * i;
    }
    const size_t before = snw_setup_size(setup);
    snw_mesh *mesh = NULL;
    snw_why why;
    CHECK(snw_shape_mesh(&shape, NULL, setup, &mesh, &why) == SNW_ERR_TOO_LARGE);
    CHECK(mesh == NULL && snw_setup_size(setup) - before < 4096);
    v->brick_count = 1000;
    CHECK(mesh_of(&shape, setup)->point_count == 24000);
    snw_setup_destroy(setup);
}

// --- height field -------------------------------------------------------------------------------

static snw_child random_terrain(int columns, int rows, snw_setup *setup) {
    snw_height_field *f = snw_block_new(&snw_height_field_type, setup);
    f->pose = sample_pose(2);
    f->columns = columns;
    f->rows = rows;
    f->step_x = check_real(0.05, 0.5);
    f->step_y = check_real(0.05, 0.5);
    f->floor = check_real(-2, -1);
    const snw_field *field = snw_type_field(&snw_height_field_type, "heights");
    CHECK(snw_block_resize(field, f, columns * rows, setup) == SNW_OK);
    for (int i = 0; i < f->height_count; i++) {
        f->heights[i] = check_real(-0.9, 1);
    }
    return (snw_child){&snw_height_field_type, f};
}

// each cell is two prisms: half a cell times the mean of three heights above the floor
static double volume_of_prisms(const snw_height_field *f) {
    double sum = 0;
    for (int j = 0; j + 1 < f->rows; j++) {
        for (int i = 0; i + 1 < f->columns; i++) {
            const double *low = &f->heights[i + f->columns * j], *high = low + f->columns;
            sum += (2 * low[0] + 2 * high[1] + low[1] + high[0]) / 3 - 2 * f->floor;
        }
    }
    return 0.5 * f->step_x * f->step_y * sum;
}

// membership against the solid angle of the mesh form, volume against prisms
static void a_height_field_is_solid_from_its_floor_to_its_surface(void) {
    CHECK_CASES(check_scaled(30)) {
        snw_setup *setup = sample_setup();
        const snw_child shape = random_terrain(check_int(2, 9), check_int(2, 9), setup);
        const snw_height_field *f = shape.block;
        CHECK(snw_block_check(shape.type, f, NULL, NULL) == SNW_OK);
        CHECK(snw_shape_traits(&shape) == (SNW_SHAPE_BOUNDED | SNW_SHAPE_SOLID));
        CHECK_NEAR(inertia_of(&shape).m, volume_of_prisms(f), 1e-12);
        mesh_agrees(&shape, false, setup);
        snw_mesh *mesh = mesh_of(&shape, setup);
        for (int i = 0; i < f->height_count; i++) {
            CHECK(snw_vec3_dot(mesh->normals[i], f->pose.R.z) > 0);
        }
        const snw_child other = {&snw_mesh_type, mesh};
        support_agrees(&shape, mesh->points, mesh->point_count, 0);
        for (int k = 0; k < 200; k++) {
            const snw_vec3 at = {check_real(-0.1, 1.1) * f->step_x * (f->columns - 1),
                                 check_real(-0.1, 1.1) * f->step_y * (f->rows - 1),
                                 check_real(-2.2, 1.1)};
            const snw_vec3 p = snw_pose_apply(f->pose, at);
            CHECK(sample_contains(&shape, p) == sample_contains(&other, p));
        }
        snw_setup_destroy(setup);
    }
}

// the diagonal runs from the first sample: a saddle is a valley along it, not a ridge
static void cells_are_parted_along_the_diagonal_from_their_first_sample(void) {
    double heights[4] = {0, 1, 1, 0};
    snw_height_field f = {SNW_POSE_AT(0, 0, 0), 2, 2, 1, 1, -1, heights, 4};
    const snw_child shape = {&snw_height_field_type, &f};
    CHECK(!sample_contains(&shape, snw_vec3_of(0.5, 0.5, 0.01)));
    CHECK(sample_contains(&shape, snw_vec3_of(0.5, 0.5, 0)));
    CHECK(sample_contains(&shape, snw_vec3_of(1, 0, 1)) && sample_contains(&shape, snw_vec3_y(1)));
    CHECK(sample_contains(&shape, snw_vec3_of(1, 1, -1)));
    CHECK(!sample_contains(&shape, snw_vec3_of(1, 1, -1.000001)));
}

static void height_fields_that_do_not_fit_are_refused(void) {
    double heights[6] = {0, 0, 0, 0, 0, 0};
    snw_height_field f = {SNW_POSE_AT(0, 0, 0), 3, 2, 1, 1, -1, heights, 6};
    const snw_child shape = {&snw_height_field_type, &f};
    CHECK(snw_block_check(&snw_height_field_type, &f, NULL, NULL) == SNW_OK);
    f.height_count = 5;
    refuses(&shape, SNW_ERR_RANGE, "heights",
            "there must be one height for each column of each row");
    f.columns = f.rows = 1048576;
    refuses(&shape, SNW_ERR_RANGE, "heights",
            "there must be one height for each column of each row");
    f.columns = 6;
    f.rows = 1;
    f.height_count = 6;
    refuses(&shape, SNW_ERR_RANGE, "heights", "a height field has at least 2 columns and 2 rows");
    f.columns = 3;
    f.rows = 2;
    heights[4] = -1;
    refuses(&shape, SNW_ERR_RANGE, "heights", "a height is not above the floor");
    heights[4] = (double)NAN;
    CHECK(snw_block_check(&snw_height_field_type, &f, NULL, NULL) < 0);
    heights[4] = 0;
    f.step_x = 600000;
    refuses(&shape, SNW_ERR_RANGE, "columns", "the lattice is longer than 1e6 m");
}

// --- cloud --------------------------------------------------------------------------------------

static snw_child random_cloud(int count, snw_setup *setup) {
    snw_cloud *c = snw_block_new(&snw_cloud_type, setup);
    c->radius = check_real(0.05, 0.4);
    const snw_field *field = snw_type_field(&snw_cloud_type, "points");
    CHECK(snw_block_resize(field, c, count, setup) == SNW_OK);
    for (int i = 0; i < count; i++) {
        c->points[i] = sample_point(1);
    }
    return (snw_child){&snw_cloud_type, c};
}

static void a_cloud_is_the_balls_around_its_points(void) {
    CHECK_CASES(check_scaled(20)) {
        snw_setup *setup = sample_setup();
        const snw_child shape = random_cloud(check_int(1, 60), setup);
        const snw_cloud *c = shape.block;
        CHECK(snw_block_check(shape.type, c, NULL, NULL) == SNW_OK);
        CHECK(snw_shape_traits(&shape) == SNW_SHAPE_BOUNDED);
        CHECK(inertia_of(&shape).m == 0);
        support_agrees(&shape, c->points, c->point_count, c->radius);
        snw_sphere ball;
        snw_capsule capsule;
        CHECK(snw_shape_sphere(&shape, &ball, NULL) == SNW_OK);
        CHECK(snw_shape_capsule(&shape, &capsule, NULL) == SNW_OK);
        for (int k = 0; k < 100; k++) {
            const snw_vec3 p = sample_point(1.5);
            double nearest = (double)INFINITY;
            for (int i = 0; i < c->point_count; i++) {
                nearest = fmin(nearest, snw_vec3_distance(p, c->points[i]));
            }
            CHECK(sample_contains(&shape, p) == (nearest <= c->radius));
            const snw_vec3 rim = sample_support(&shape, sample_direction());
            CHECK(snw_vec3_distance(rim, ball.center) <= ball.radius + 1e-9);
            CHECK(sample_capsule_distance(&capsule, rim) <= capsule.radius + 1e-9);
        }
        const snw_mesh *mesh = mesh_of(&shape, setup);
        const int each = mesh->point_count / c->point_count;
        for (int i = 0; i < mesh->point_count; i++) {
            CHECK_NEAR(snw_vec3_distance(mesh->points[i], c->points[i / each]), c->radius, 1e-12);
        }
        snw_setup_destroy(setup);
    }
}

// a hundred thousand balls are octahedra, a few are as fine as asked; too many are refused
static void many_balls_are_drawn_coarser(void) {
    snw_setup *setup = sample_setup();
    const snw_child few = random_cloud(2, setup), many = random_cloud(20000, setup);
    const snw_child most = random_cloud(400000, setup);
    CHECK(mesh_of(&few, setup)->index_count / 3 == 2 * 64 * 62);
    snw_mesh *mesh = NULL;
    CHECK(snw_shape_mesh(&many, NULL, setup, &mesh, NULL) == SNW_OK);
    CHECK(mesh->index_count / 3 == 20000 * 8);
    const size_t before = snw_setup_size(setup);
    mesh = NULL;
    CHECK(snw_shape_mesh(&most, NULL, setup, &mesh, NULL) == SNW_ERR_TOO_LARGE);
    CHECK(mesh == NULL && snw_setup_size(setup) - before < 4096);
    snw_setup_destroy(setup);
}

// --- all three ----------------------------------------------------------------------------------

static void lists_beyond_their_limits_are_refused_before_memory_is_taken(void) {
    static const struct {
        const snw_type *type;
        const char *list;
        int most;
    } lists[] = {{&snw_height_field_type, "heights", SNW_HEIGHT_FIELD_SAMPLES},
                 {&snw_voxels_type, "bricks", SNW_VOXELS_BRICKS},
                 {&snw_cloud_type, "points", SNW_CLOUD_POINTS}};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        snw_setup *setup = sample_setup();
        void *block = snw_block_new(lists[i].type, setup);
        const size_t before = snw_setup_size(setup);
        const snw_field *field = snw_type_field(lists[i].type, lists[i].list);
        CHECK(snw_block_resize(field, block, lists[i].most + 1, setup) == SNW_ERR_TOO_LARGE);
        CHECK(snw_setup_size(setup) == before);
        snw_setup_destroy(setup);
    }
}

static void without_a_list_they_are_empty(void) {
    static const snw_type *const types[3] = {&snw_height_field_type, &snw_voxels_type,
                                             &snw_cloud_type};
    for (int i = 0; i < 3; i++) {
        snw_setup *setup = sample_setup();
        const snw_child shape = {types[i], snw_block_new(types[i], setup)};
        CHECK(snw_block_check(shape.type, shape.block, NULL, NULL) == SNW_OK);
        CHECK(snw_shape_traits(&shape) == SNW_SHAPE_BOUNDED);
        CHECK(!sample_contains(&shape, snw_vec3_zero()));
        snw_vec3 point;
        snw_bounds box;
        snw_sphere ball;
        snw_mesh *mesh = NULL;
        CHECK(snw_shape_support(&shape, snw_vec3_x(1), &point) == SNW_ERR_STATE);
        CHECK(snw_shape_box(&shape, &box, NULL) == SNW_OK && snw_bounds_is_empty(box));
        CHECK(snw_shape_sphere(&shape, &ball, NULL) == SNW_ERR_UNSUPPORTED);
        CHECK(snw_shape_mesh(&shape, NULL, setup, &mesh, NULL) == SNW_ERR_UNSUPPORTED);
        CHECK(inertia_of(&shape).m == 0);
        snw_setup_destroy(setup);
    }
}

typedef void write_fn(const snw_type *type, const void *object, const snw_write_options *options,
                      snw_text *text);
typedef snw_status read_fn(const snw_source *source, const snw_type *type,
                           const snw_read_options *options, snw_setup *setup, void **object,
                           snw_diags *diags);

static void comes_back(const snw_child *shape, write_fn *write, read_fn *read, snw_setup *setup) {
    static char buffer[1 << 18];
    snw_text text = snw_text_over(buffer, sizeof buffer);
    write(shape->type, shape->block, NULL, &text);
    CHECK(!snw_text_is_cut(&text));
    const snw_source source = {.bytes = buffer, .length = text.length, .name = "field"};
    snw_why why;
    snw_diags diags = {.items = &why, .capacity = 1};
    void *back = NULL;
    CHECK(read(&source, shape->type, NULL, setup, &back, &diags) == SNW_OK);
    CHECK(diags.count == 0 && snw_block_equal(shape->type, shape->block, back));
    const snw_child again = {shape->type, back};
    for (int i = 0; i < 20; i++) {
        const snw_vec3 p = sample_point(3);
        CHECK(sample_contains(shape, p) == sample_contains(&again, p));
    }
}

static void they_come_back_from_files(void) {
    snw_setup *setup = sample_setup();
    const snw_child shapes[3] = {random_voxels(20, 20, 5, 0.5, setup),
                                 random_terrain(20, 30, setup), random_cloud(500, setup)};
    for (int i = 0; i < 3; i++) {
        comes_back(&shapes[i], snw_xml_write, snw_xml_read, setup);
        comes_back(&shapes[i], snw_json_write, snw_json_read, setup);
    }
    snw_setup_destroy(setup);
}

// a field in a tree: terrain with a tunnel, of which the mesh is found on a grid
static void they_join_trees(void) {
    snw_setup *setup = sample_setup();
    double heights[4] = {1, 1, 1, 1};
    snw_height_field block = {SNW_POSE_AT(0, 0, 0), 2, 2, 1, 1, 0, heights, 4};
    snw_box slab = {SNW_POSE_AT(0.5, 0.5, 0.25), {1, 1, 0.25}};
    snw_intersection_of cut = {{&snw_height_field_type, &block}, {&snw_box_type, &slab}};
    const snw_child shape = {&snw_intersection_of_type, &cut};
    double volume = 0;
    CHECK(snw_shape_volume(&shape, &volume, NULL) == SNW_OK);
    CHECK_NEAR(volume, 0.5, 0.005);
    CHECK(sample_contains(&shape, snw_vec3_of(0.5, 0.5, 0.5)));
    CHECK(!sample_contains(&shape, snw_vec3_of(0.5, 0.5, 0.51)));
    snw_setup_destroy(setup);
}

int main(void) {
    RUN(voxels_are_the_union_of_their_boxes);
    RUN(borders_belong_to_the_bricks_on_both_sides);
    RUN(voxels_that_do_not_fit_are_refused);
    RUN(a_mesh_of_too_many_faces_is_refused_before_memory_is_taken);
    RUN(a_height_field_is_solid_from_its_floor_to_its_surface);
    RUN(cells_are_parted_along_the_diagonal_from_their_first_sample);
    RUN(height_fields_that_do_not_fit_are_refused);
    RUN(a_cloud_is_the_balls_around_its_points);
    RUN(many_balls_are_drawn_coarser);
    RUN(lists_beyond_their_limits_are_refused_before_memory_is_taken);
    RUN(without_a_list_they_are_empty);
    RUN(they_come_back_from_files);
    RUN(they_join_trees);
    return check_report();
}
