// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "glb_checker.h"

static const json_t *primitive_of(const checked *c, size_t mesh, size_t index) {
    return json_array_get(json_object_get(item(c, "meshes", mesh), "primitives"), index);
}

static double number_of(const json_t *list, size_t index) {
    CHECK(json_is_number(json_array_get(list, index)));
    return json_number_value(json_array_get(list, index));
}

static void random_meshes_obey_the_rules_of_gltf(void) {
    CHECK_CASES(check_scaled(100)) {
        snw_setup *setup = test_setup();
        snw_mesh *mesh = random_soup(check_int(1, 30), setup);
        bytes b = write_mesh(GLB, mesh);
        checked c = check_glb(b);
        for (int i = 0; i < mesh->index_count; i++) {
            const snw_vec3 p = corner_at(&c, primitive_of(&c, 0, 0), (size_t)i);
            CHECK(snw_vec3_equal(p, mesh->points[mesh->triangles[i]]));
        }
        json_decref(c.root);
        free(b.data);
        snw_setup_destroy(setup);
    }
}

// A page shows what the model has: names as they are, poses as translation and quaternion.
static void each_part_is_a_node_with_its_name_and_pose(void) {
    snw_setup *setup = test_setup();
    snw_mesh *box = box_mesh(1, 2, 3, setup);
    snw_mesh_part parts[3] = {snw_mesh_part_of(box), snw_mesh_part_of(box), snw_mesh_part_of(box)};
    parts[0].name = "upper \"arm\"\n\xc3\xa4";
    parts[1].T_file_part = snw_pose_of(snw_mat3_rot_z(0.5), snw_vec3_of(1, -2, 0.25));
    parts[1].name = "wrist";
    bytes b = write_parts(GLB, parts, 3);
    checked c = check_glb(b);
    CHECK(json_array_size(json_object_get(c.root, "nodes")) == 3);
    const json_t *scene = json_object_get(item(&c, "scenes", member(c.root, "scene")), "nodes");
    for (size_t i = 0; i < 3; i++) {
        const json_t *node = item(&c, "nodes", i);
        const char *name = json_string_value(json_object_get(node, "name"));
        CHECK(number_of(scene, i) == (double)i && member(node, "mesh") == i);
        CHECK((name == NULL) == (parts[i].name == NULL));
        if (name != NULL) CHECK_TEXT(name, parts[i].name);
        CHECK((json_object_get(node, "translation") != NULL) == (i == 1));
        CHECK((json_object_get(node, "rotation") != NULL) == (i == 1));
    }
    const json_t *t = json_object_get(item(&c, "nodes", 1), "translation");
    const json_t *q = json_object_get(item(&c, "nodes", 1), "rotation");
    CHECK(number_of(t, 0) == 1 && number_of(t, 1) == -2 && number_of(t, 2) == 0.25);
    CHECK(number_of(q, 0) == 0 && number_of(q, 1) == 0);
    CHECK_NEAR(number_of(q, 2), sin(0.25), 1e-15);
    CHECK_NEAR(number_of(q, 3), cos(0.25), 1e-15);
    json_decref(c.root);
    free(b.data);
    snw_setup_destroy(setup);
}

// sRGB: 0.5 on a screen is 0.2140411... of full light; both ends stay.
static void colours_are_linear_and_belong_to_surfaces(void) {
    static const char text[] = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nusemtl b\n"
                               "f 1 3 4\nf 1 2 5\nusemtl a\nf 1 3 5\nusemtl gone\nf 1 4 5\n";
    snw_surface *palette = NULL;
    const snw_mesh_reading how = {.keep_polygons = true};
    reading r;
    bytes b = text_bytes(text);
    open_reading(&r, snw_obj_read, b, &how);
    CHECK(r.status == SNW_OK);
    free(b.data);
    palette = snw_block_new(&snw_surface_type, r.setup);
    const char *const colours =
        "newmtl a\nKd 0 0.5 1\nd 0.5\nnewmtl unused\nnewmtl b\nKd 0.02 1 0\n";
    const snw_source source = {colours, strlen(colours), "m", NULL};
    CHECK(snw_mtl_read(&source, r.setup, palette, NULL) == SNW_OK);
    prepare(r.mesh, r.setup);
    snw_mesh_part part = snw_mesh_part_of(r.mesh);
    part.colour[0] = 1;
    part.colour[1] = part.colour[2] = 0;
    part.surfaces = palette->maps;
    part.surface_count = palette->map_count;
    b = write_parts(GLB, &part, 1);
    checked c = check_glb(b);
    CHECK(json_array_size(json_object_get(item(&c, "meshes", 0), "primitives")) == 3);
    static const struct {
        const char *name;
        double rgba[4];
        size_t corners;
    } expected[3] = {{NULL, {1, 0, 0, 1}, 6},
                     {"a", {0, 0.21404114048223255, 1, 0.5}, 3},
                     {"b", {0.02 / 12.92, 1, 0, 1}, 6}};
    for (size_t i = 0; i < 3; i++) {
        const json_t *primitive = primitive_of(&c, 0, i);
        const json_t *material = item(&c, "materials", member(primitive, "material"));
        const char *name = json_string_value(json_object_get(material, "name"));
        CHECK((name == NULL) == (expected[i].name == NULL));
        if (name != NULL) CHECK_TEXT(name, expected[i].name);
        const json_t *pbr = json_object_get(material, "pbrMetallicRoughness");
        for (size_t k = 0; k < 4; k++) {
            CHECK_NEAR(number_of(json_object_get(pbr, "baseColorFactor"), k), expected[i].rgba[k],
                       1e-15);
        }
        CHECK((json_object_get(material, "alphaMode") != NULL) == (i == 1));
        CHECK(json_is_true(json_object_get(material, "doubleSided")));
        CHECK(member(item(&c, "accessors", member(primitive, "indices")), "count") ==
              expected[i].corners);
    }
    json_decref(c.root);
    free(b.data);
    close_reading(&r);
}

// A box keeps its edges: three points at each corner, each with the normal of a side. A fine ball
// gets round: one point at each corner, with the normal of the sphere.
static void edges_stay_sharp_and_balls_get_round(void) {
    snw_setup *setup = test_setup();
    reading r;
    bytes b = write_mesh(GLB, box_mesh(1, 1, 1, setup));
    open_reading(&r, snw_glb_read, b, NULL);
    CHECK(r.status == SNW_OK && r.mesh->point_count == 24 && r.mesh->normal_count == 24);
    for (int i = 0; i < 24; i++) {
        const snw_vec3 n = r.mesh->normals[i], p = r.mesh->points[i];
        const double along = fabs(n.x) + fabs(n.y) + fabs(n.z);
        CHECK_NEAR(along, 1, 0);
        CHECK(n.x * (2 * p.x - 1) + n.y * (2 * p.y - 1) + n.z * (2 * p.z - 1) == 1);
    }
    close_reading(&r);
    free(b.data);

    const snw_sphere sphere = {{0, 0, 0}, 1};
    const snw_child ball = {&snw_sphere_type, (void *)(uintptr_t)&sphere};
    snw_mesh *mesh = NULL;
    CHECK(snw_shape_mesh(&ball, NULL, setup, &mesh, NULL) == SNW_OK);
    CHECK(snw_block_resize(snw_type_field(&snw_mesh_type, "normals"), mesh, 0, setup) == SNW_OK);
    b = write_mesh(GLB, mesh);
    open_reading(&r, snw_glb_read, b, NULL);
    CHECK(r.status == SNW_OK && r.mesh->point_count == mesh->point_count);
    for (int i = 0; i < r.mesh->point_count; i++) {
        CHECK_NEAR(snw_vec3_dot(r.mesh->normals[i], r.mesh->points[i]), 1, 0.01);
    }
    close_reading(&r);
    free(b.data);
    snw_setup_destroy(setup);
}

// 65,535 points still fit indices of 16 bits, one more does not.
static void indices_grow_with_the_points(void) {
    for (int points = 65534; points <= 65537; points++) {
        snw_setup *setup = test_setup();
        snw_mesh *mesh = snw_block_new(&snw_mesh_type, setup);
        CHECK(mesh != NULL && snw_mesh_resize(mesh, points, points - 2, setup) == SNW_OK);
        for (int i = 0; i < points; i++) {
            mesh->points[i] = snw_vec3_of(i % 256, i / 256, 0);
            mesh->normals[i] = snw_vec3_z(1);
        }
        for (int i = 0; i < points - 2; i++) {
            for (int k = 0; k < 3; k++) {
                mesh->triangles[3 * i + k] = i + k;
            }
        }
        bytes b = write_mesh(GLB, mesh);
        CHECK(b.size > 20);
        const unsigned char *u = (const unsigned char *)b.data;
        json_t *root = json_loadb(b.data + 20, u32_at(u + 12), 0, NULL);
        const json_t *indices = json_array_get(json_object_get(root, "accessors"), 2);
        CHECK(member(indices, "componentType") == (points <= 65535 ? 5123 : 5125));
        json_decref(root);
        reading r;
        open_reading(&r, snw_glb_read, b, NULL);
        CHECK(r.status == SNW_OK);
        check_same_triangles(mesh, r.mesh);
        close_reading(&r);
        free(b.data);
        snw_setup_destroy(setup);
    }
}

int main(void) {
    RUN(random_meshes_obey_the_rules_of_gltf);
    RUN(each_part_is_a_node_with_its_name_and_pose);
    RUN(colours_are_linear_and_belong_to_surfaces);
    RUN(edges_stay_sharp_and_balls_get_round);
    RUN(indices_grow_with_the_points);
    return check_report();
}
