// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"
#include "sinew/meshio.h"
#include "sinew/os/file.h"
#include "sinew/urdf/mesh_file.h"

// A scene under way.
typedef struct making {
    snw_scene *scene;
    snw_exec *exec;
    snw_setup *setup; // keeps what the scene keeps
    snw_diags *diags;
    snw_text *text;
    int mesh_capacity;
    bool measuring; // the first of two passes: meshes are found then
} making;

static void add_vector(snw_text *text, const char *name, snw_vec3 v) {
    const double numbers[3] = {v.x, v.y, v.z};
    snw_text_format(text, ",\"%s\":", name);
    snw__wire_numbers(numbers, 3, text);
}

static void add_real(snw_text *text, const char *name, double value) {
    snw_text_format(text, ",\"%s\":", name);
    snw_text_json_real(text, value);
}

static void add_pose(snw_text *text, snw_pose T) {
    snw_text_format(text, ",\"pose\":");
    snw__wire_pose(T, text);
}

// --- meshes -------------------------------------------------------------------------------------

// what a mesh is called: digits of what decides how it looks
static void name_mesh(const snw_child *shape, const char *bytes, size_t size,
                      char hash[SNW_SCENE_HASH]) {
    unsigned char digest[SNW_SHA256];
    snw_sha256 sha = snw_sha256_begin();
    snw_sha256_add(&sha, "sinew mesh 1", 12);
    if (shape->type == &snw_mesh_file_type) {
        const snw_mesh_file *file = shape->block;
        const double scale[3] = {file->scale.x, file->scale.y, file->scale.z};
        const char *dot = strrchr(file->file, '.');
        snw_sha256_add(&sha, scale, sizeof scale);
        snw_sha256_add(&sha, dot != NULL ? dot : "", dot != NULL ? strlen(dot) : 0);
    }
    snw_sha256_add(&sha, bytes, size);
    snw_sha256_end(&sha, digest);
    snw_hex_write(digest, (SNW_SCENE_HASH - 1) / 2, hash);
}

static snw_status triangles_of(const snw_child *shape, snw_setup *setup, snw_mesh **mesh,
                               snw_why *why) {
    snw_why found[2];
    snw_diags diags = {.items = found, .capacity = 2};
    if (shape->type != &snw_mesh_file_type) {
        const snw_mesh_options options = {.resolution = 48, .extent = 2};
        return snw_shape_mesh(shape, &options, setup, mesh, why);
    }
    const snw_mesh_file *file = shape->block;
    const snw_status status = snw_mesh_load(file->file, file->scale, setup, mesh, &diags);
    if (snw_failed(status)) {
        snw_why_set(why, status, file->file, diags.count > 0 ? found[0].text : NULL);
        if (diags.count > 0) snw_why_fix(why, found[0].fix);
    }
    return status;
}

snw_status snw_scene_glb(const snw_scene_mesh *mesh, snw_setup *setup, const char **bytes,
                         size_t *size, snw_why *why) {
    snw_mesh *triangles = NULL;
    snw_status status = triangles_of(&mesh->shape, setup, &triangles, why);
    if (snw_failed(status)) return status;
    const snw_mesh_part part = snw_mesh_part_of(triangles);
    snw_text text = {0};
    status = snw_glb_write(&part, 1, NULL, &text, why);
    if (snw_failed(status)) return status;
    char *data = snw_setup_take(setup, text.length + 1, 1);
    if (data == NULL) {
        snw_why_set(why, SNW_ERR_MEMORY, "mesh", NULL);
        return SNW_ERR_MEMORY;
    }
    text = snw_text_over(data, text.length + 1);
    status = snw_glb_write(&part, 1, NULL, &text, why);
    *bytes = data;
    *size = text.length;
    return status;
}

// the bytes that a mesh is named by: those of its file, or of the GLB that it becomes
static snw_status content_of(const snw_child *shape, snw_setup *scratch, const char **bytes,
                             size_t *size, snw_why *why) {
    if (shape->type != &snw_mesh_file_type) {
        const snw_scene_mesh mesh = {.shape = *shape};
        return snw_scene_glb(&mesh, scratch, bytes, size, why);
    }
    const snw_mesh_file *file = shape->block;
    if (file->file[0] == '\0') {
        snw_why_set(why, SNW_ERR_NOT_FOUND, file->name, "the file of the mesh was not found");
        return SNW_ERR_NOT_FOUND;
    }
    if (snw_mesh_format_of(file->file) == SNW_MESH_OTHER) {
        snw_why_set(why, SNW_ERR_UNSUPPORTED, file->file, "the format of the mesh is not read");
        snw_why_fix(why, "'sinew mesh convert' makes a GLB of it");
        return SNW_ERR_UNSUPPORTED;
    }
    const snw_file_reading how = {.limit = SNW_MESH_FILE_BYTES, .setup = scratch};
    snw_file_content content;
    const snw_status status = snw_file_read(file->file, &how, &content, why);
    if (snw_failed(status)) return status;
    *bytes = content.data;
    *size = content.size;
    return SNW_OK;
}

const snw_scene_mesh *snw_scene_find(const snw_scene *scene, const char *hash, size_t length) {
    if (length != SNW_SCENE_HASH - 1) return NULL;
    for (int i = 0; i < scene->mesh_count; i++) {
        if (memcmp(scene->meshes[i].hash, hash, length) == 0) return &scene->meshes[i];
    }
    return NULL;
}

static const snw_scene_mesh *known_shape(const snw_scene *scene, const snw_child *shape) {
    for (int i = 0; i < scene->mesh_count; i++) {
        if (scene->meshes[i].shape.block == shape->block) return &scene->meshes[i];
    }
    return NULL;
}

static const snw_scene_mesh *keep_mesh(making *m, const snw_child *shape, const char *hash) {
    snw_scene *scene = m->scene;
    const snw_scene_mesh *same = snw_scene_find(scene, hash, strlen(hash));
    if (same != NULL) return same;
    if (scene->mesh_count == m->mesh_capacity) {
        const int more = m->mesh_capacity > 0 ? 2 * m->mesh_capacity : 16;
        snw_scene_mesh *meshes =
            snw_setup_grow(m->setup, scene->meshes, (size_t)more * sizeof *meshes, 8);
        if (meshes == NULL) return NULL;
        scene->meshes = meshes;
        m->mesh_capacity = more;
    }
    snw_scene_mesh *mesh = &scene->meshes[scene->mesh_count++];
    snw_copy_text(mesh->hash, sizeof mesh->hash, hash);
    mesh->shape = *shape;
    return mesh;
}

// Finds or makes the entry of a mesh; NULL and a reason when it cannot be read. Two shapes that
// look the same share a hash and are one entry for who asks for it.
static const snw_scene_mesh *take_mesh(making *m, const snw_child *shape, snw_why *why) {
    const snw_scene_mesh *known = known_shape(m->scene, shape);
    if (known != NULL) return known;
    snw_setup *scratch = snw_setup_create((size_t)4 << 30);
    if (scratch == NULL) {
        snw_why_set(why, SNW_ERR_MEMORY, "mesh", NULL);
        return NULL;
    }
    const char *bytes = NULL;
    size_t size = 0;
    const snw_scene_mesh *mesh = NULL;
    if (!snw_failed(content_of(shape, scratch, &bytes, &size, why))) {
        char hash[SNW_SCENE_HASH];
        name_mesh(shape, bytes, size, hash);
        mesh = keep_mesh(m, shape, hash);
        if (mesh == NULL) snw_why_set(why, SNW_ERR_MEMORY, "mesh", NULL);
    }
    snw_setup_destroy(scratch);
    return mesh;
}

static void add_mesh(making *m, const snw_child *shape, snw_pose T) {
    snw_why why = {0};
    const snw_scene_mesh *mesh = take_mesh(m, shape, &why);
    if (mesh != NULL) {
        snw_text_format(m->text, ",\"kind\":\"mesh\",\"mesh\":\"/mesh/%s.glb\",\"scale\":[1,1,1]",
                        mesh->hash);
        add_pose(m->text, T);
        return;
    }
    const bool is_file = shape->type == &snw_mesh_file_type;
    const snw_mesh_file *file = is_file ? shape->block : NULL;
    snw_text_format(m->text, ",\"kind\":\"missing\",\"tried\":");
    snw_text_json_string(m->text,
                         is_file ? (file->file[0] ? file->file : file->name) : shape->type->token);
    snw_text_format(m->text, ",\"why\":");
    snw__wire_why(m->text, &why);
    add_pose(m->text, T);
    if (!m->measuring) return;
    m->scene->missing++;
    why.severity = SNW_WARNING;
    snw_diags_add(m->diags, &why);
}

// --- shapes -------------------------------------------------------------------------------------

// a frame in the middle between two points, with z along the way from one to the other
static snw_pose along(snw_vec3 start, snw_vec3 end, double *length) {
    const snw_vec3 way = snw_vec3_sub(end, start);
    *length = snw_vec3_norm(way);
    const snw_vec3 middle = snw_vec3_scale(snw_vec3_add(start, end), 0.5);
    if (!(*length > 0)) return snw_pose_translation(middle);
    const snw_vec3 z = snw_vec3_divide(way, *length);
    // any x across it: begin with the axis that lies least along z
    const snw_vec3 a = fabs(z.x) < 0.6 ? snw_vec3_x(1) : snw_vec3_y(1);
    const snw_vec3 across = snw_vec3_cross(a, z);
    const snw_vec3 x = snw_vec3_divide(across, snw_vec3_norm(across));
    const snw_pose T = {snw_mat3_of(x, snw_vec3_cross(z, x), z), middle};
    return T;
}

static void add_round(making *m, const char *kind, const snw_capsule *c, snw_pose T) {
    double length = 0;
    const snw_pose own = along(c->start, c->end, &length);
    snw__wire_pair(m->text, "kind", kind);
    add_real(m->text, "radius", c->radius);
    add_real(m->text, "length", length);
    add_pose(m->text, snw_pose_mul(T, own));
}

static void add_sphere(making *m, const snw_sphere *ball, snw_pose T) {
    snw__wire_pair(m->text, "kind", "sphere");
    add_real(m->text, "radius", ball->radius);
    add_pose(m->text, snw_pose_mul(T, snw_pose_translation(ball->center)));
}

static void add_geometry(making *m, const snw_child *shape, snw_pose T) {
    if (shape->type == &snw_box_type) {
        const snw_box *box = shape->block;
        snw__wire_pair(m->text, "kind", "box");
        add_vector(m->text, "size", snw_vec3_scale(box->half_extents, 2));
        add_pose(m->text, snw_pose_mul(T, box->pose));
    } else if (shape->type == &snw_sphere_type) {
        add_sphere(m, shape->block, T);
    } else if (shape->type == &snw_cylinder_type) {
        const snw_cylinder *c = shape->block;
        const snw_capsule same = {c->start, c->end, c->radius};
        add_round(m, "cylinder", &same, T);
    } else if (shape->type == &snw_capsule_type) {
        add_round(m, "capsule", shape->block, T);
    } else {
        add_mesh(m, shape, T);
    }
}

static const double *color_of(const snw_robot *robot, const snw_body_shape *body) {
    for (int i = 0; i < robot->material_count; i++) {
        if (body->material[0] != '\0' && strcmp(robot->materials[i].name, body->material) == 0) {
            return robot->materials[i].rgba;
        }
    }
    return NULL;
}

static void add_shape(making *m, const char *use, const snw_body_shape *body, const double *color) {
    snw_text_format(m->text, "{\"use\":\"%s\"", use);
    if (body->name[0] != '\0') snw__wire_pair(m->text, "name", body->name);
    add_geometry(m, &body->shape, body->origin);
    if (color != NULL) {
        snw_text_format(m->text, ",\"color\":");
        snw__wire_numbers(color, 4, m->text);
    }
    snw_text_format(m->text, "}");
}

// a sphere around a shape, where it has one; a comma before it
static void add_bound(making *m, const snw_body_shape *body) {
    snw_child shape = body->shape;
    snw_setup *scratch = NULL;
    if (shape.type == &snw_mesh_file_type) {
        const snw_mesh_file *file = shape.block;
        snw_mesh *mesh = NULL;
        scratch = snw_setup_create((size_t)4 << 30);
        if (scratch == NULL || file->file[0] == '\0' ||
            snw_failed(triangles_of(&body->shape, scratch, &mesh, NULL))) {
            snw_setup_destroy(scratch);
            return;
        }
        shape = (snw_child){&snw_mesh_type, mesh};
    }
    snw_sphere ball;
    if (!snw_failed(snw_shape_sphere(&shape, &ball, NULL))) {
        snw_text_format(m->text, ",{\"use\":\"bound\"");
        add_sphere(m, &ball, body->origin);
        snw_text_format(m->text, "}");
    }
    snw_setup_destroy(scratch);
}

static void add_shapes(making *m, const snw_robot *robot, const snw_link_description *link) {
    snw_text_format(m->text, ",\"shapes\":[");
    bool any = false;
    for (int i = 0; i < link->visual_count; i++) {
        if (any) snw_text_format(m->text, ",");
        add_shape(m, "visual", &link->visuals[i], color_of(robot, &link->visuals[i]));
        any = true;
    }
    for (int i = 0; i < link->collision_count; i++) {
        if (any) snw_text_format(m->text, ",");
        add_shape(m, "collision", &link->collisions[i], NULL);
        any = true;
    }
    // bounds of what collides; of what is seen where nothing does
    const bool collides = link->collision_count > 0;
    const snw_body_shape *bodies = collides ? link->collisions : link->visuals;
    const int count = collides ? link->collision_count : link->visual_count;
    for (int i = 0; i < count; i++)
        add_bound(m, &bodies[i]);
    snw_text_format(m->text, "]");
}

// --- masses -------------------------------------------------------------------------------------

// The solid ellipsoid of even density with the same mass and the same principal moments: with
// I1 = m (b^2 + c^2) / 5 and so on, a^2 = 5 (I2 + I3 - I1) / (2 m). Moments that no body can have
// give a square below zero: it is then drawn flat, and said to be invalid.
static void add_mass(snw_text *text, snw_inertia inertia) {
    add_real(text, "mass", inertia.m);
    snw_text_format(text, ",\"ellipsoid\":");
    snw_pose T;
    snw_vec3 moments;
    if (!(inertia.m > 0) || snw_failed(snw_inertia_principal(inertia, &T, &moments))) {
        snw_text_format(text, "null");
        return;
    }
    const double sum = moments.x + moments.y + moments.z;
    const double squares[3] = {sum - 2 * moments.x, sum - 2 * moments.y, sum - 2 * moments.z};
    double semi[3];
    for (int i = 0; i < 3; i++)
        semi[i] = sqrt(fmax(0, 2.5 * squares[i] / inertia.m));
    const bool is_valid = snw_inertia_check(inertia, 1e-9, NULL) == SNW_OK;
    snw_text_format(text, "{\"pose\":");
    snw__wire_pose(T, text);
    snw_text_format(text, ",\"semi\":");
    snw__wire_numbers(semi, 3, text);
    snw_text_format(text, ",\"valid\":%s}", is_valid ? "true" : "false");
}

// --- axes ---------------------------------------------------------------------------------------

static bool has_axis(const snw_link *link) {
    return link->joint == SNW_JOINT_REVOLUTE || link->joint == SNW_JOINT_CONTINUOUS ||
           link->joint == SNW_JOINT_PRISMATIC || link->joint == SNW_JOINT_SCREW;
}

// The next axis along the chain as a line in the frame of `link`; what is fixed between is passed.
static bool next_axis(const snw_model *model, int link, snw_vec3 *point, snw_vec3 *way) {
    for (int k = link + 1; k < model->links[link].end; k++) {
        if (!has_axis(&model->links[k])) continue;
        snw_pose T = model->links[k].T_parent_joint;
        int up = model->links[k].parent;
        for (; up != link && model->links[up].joint == SNW_JOINT_FIXED;
             up = model->links[up].parent)
            T = snw_pose_mul(model->links[up].T_parent_joint, T);
        if (up != link) continue;
        *point = T.p;
        *way = snw_mat3_apply(T.R, model->links[k].axis);
        return true;
    }
    return false;
}

// a direction across z that is as near as can be to one of the link's own
static snw_vec3 across(snw_vec3 z) {
    const snw_vec3 own = fabs(z.x) < 0.9 ? snw_vec3_x(1) : snw_vec3_y(1);
    return snw_vec3_normalize(snw_vec3_add_scaled(own, z, -snw_vec3_dot(own, z)));
}

// The frame of Denavit and Hartenberg (1955) of a link, placed as by Craig (1986): z along its own
// axis, x along the common normal to the next axis, its origin where that normal begins. With the
// own axis through 0 along z and the next one through p along w, the normal begins at t z with
// t = (p.z - (p.w)(z.w)) / (1 - (z.w)^2). Of parallel axes the normal through the link's origin is
// taken; without a next axis x is that of the link. A joint without an axis has the link's frame.
static snw_pose dh_frame(const snw_model *model, int link) {
    const double parallel = 1e-9;
    if (!has_axis(&model->links[link])) return snw_pose_identity();
    const snw_vec3 z = model->links[link].axis;
    snw_vec3 x = across(z), origin = snw_vec3_zero(), p, w;
    if (next_axis(model, link, &p, &w)) {
        const snw_vec3 normal = snw_vec3_cross(z, w);
        const double sine = snw_vec3_norm(normal), along = snw_vec3_dot(p, z);
        const snw_vec3 beside = snw_vec3_add_scaled(p, z, -along);
        if (sine > parallel) {
            const double t = (along - snw_vec3_dot(p, w) * snw_vec3_dot(z, w)) / (sine * sine);
            x = snw_vec3_divide(normal, snw_vec3_dot(p, normal) < 0 ? -sine : sine);
            origin = snw_vec3_scale(z, t);
        } else if (snw_vec3_norm(beside) > parallel) {
            x = snw_vec3_normalize(beside);
        }
    }
    const snw_pose T = {snw_mat3_of(x, snw_vec3_cross(z, x), z), origin};
    return T;
}

// --- the whole ----------------------------------------------------------------------------------

static int axis_of(snw_exec *exec, const char *member, int link) {
    const int index = exec != NULL ? snw_exec_find_arm(exec, member) : -1;
    const snw_arm *arm = index >= 0 ? snw_exec_arm(exec, index) : NULL;
    for (int i = 0; arm != NULL && i < arm->count; i++) {
        if (arm->link[i] == link) return i;
    }
    return -1;
}

static void add_links(making *m) {
    const snw_system *system = m->scene->system;
    int first = 0;
    snw_text_format(m->text, "\"links\":[");
    for (int i = 0; i < system->member_count; i++) {
        const snw_system_member *member = &system->members[i];
        const snw_system_mechanism *mechanism = &system->mechanisms[member->mechanism];
        for (int k = 0; k < member->model->link_count; k++) {
            const snw_link *link = &member->model->links[k];
            snw_text_format(m->text, "%s{\"name\":", first + k > 0 ? "," : "");
            snw_text_json_string(m->text, link->name);
            snw__wire_pair(m->text, "member", member->name);
            snw_text_format(m->text, ",\"parent\":%d,\"axis\":%d",
                            link->parent >= 0 ? first + link->parent : -1,
                            axis_of(m->exec, member->name, k));
            snw_text_format(m->text, ",\"dh\":");
            snw__wire_pose(dh_frame(member->model, k), m->text);
            add_shapes(m, mechanism->robot, mechanism->shape_of[k]);
            add_mass(m->text, link->inertia);
            snw_text_format(m->text, "}");
        }
        first += member->model->link_count;
    }
    snw_text_format(m->text, "]");
}

static void add_frames(making *m) {
    const snw_system *system = m->scene->system;
    int first = 0;
    bool any = false;
    snw_text_format(m->text, ",\"frames\":[");
    for (int i = 0; i < system->member_count; i++) {
        const snw_model *model = system->members[i].model;
        for (int k = 0; k < model->frame_count; k++) {
            const snw_model_frame *frame = &model->frames[k];
            snw_text_format(m->text, "%s{\"name\":", any ? "," : "");
            snw_text_json_string(m->text, frame->name);
            snw__wire_pair(m->text, "member", system->members[i].name);
            snw__wire_pair(m->text, "role", frame->role);
            snw_text_format(m->text, ",\"link\":%d", first + frame->link);
            add_pose(m->text, frame->T_link_frame);
            snw_text_format(m->text, "}");
            any = true;
        }
        first += model->link_count;
    }
    snw_text_format(m->text, "]");
}

static void add_members(making *m) {
    const snw_system *system = m->scene->system;
    int first = 0;
    snw_text_format(m->text, ",\"members\":[");
    for (int i = 0; i < system->member_count; i++) {
        const snw_system_member *member = &system->members[i];
        snw_text_format(m->text, "%s{\"name\":", i > 0 ? "," : "");
        snw_text_json_string(m->text, member->name);
        snw__wire_pair(m->text, "class", system->mechanisms[member->mechanism].name);
        snw_text_format(m->text, ",\"first\":%d,\"count\":%d,\"fixed\":%s}", first,
                        member->model->link_count, member->model->floating ? "false" : "true");
        first += member->model->link_count;
    }
    snw_text_format(m->text, "]");
}

static void write_scene(making *m, snw_text *text) {
    m->text = text;
    add_links(m);
    add_frames(m);
    add_members(m);
}

snw_status snw_scene_make(snw_scene *scene, const snw_cell *cell, const snw_system *system,
                          snw_exec *exec, snw_setup *setup, snw_diags *diags) {
    *scene = (snw_scene){.cell = cell, .system = system};
    making m = {.scene = scene, .exec = exec, .setup = setup, .diags = diags, .measuring = true};
    snw_text measured = {0};
    write_scene(&m, &measured);
    m.measuring = false;
    scene->json = snw_setup_take(setup, measured.length + 1, 1);
    const snw_status status = snw_setup_status(setup);
    if (snw_failed(status)) return status;
    snw_text text = snw_text_over(scene->json, measured.length + 1);
    write_scene(&m, &text);
    scene->json_length = text.length;
    return SNW_OK;
}
