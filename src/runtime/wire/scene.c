// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"
#include "scene_mesh.h"

// A scene under way.
typedef struct making {
    snw_scene *scene;
    snw_exec *exec;
    snw_diags *diags;
    snw_json_writer json;
    snw__scene_looks looks;
    bool measuring; // the first of all passes: meshes are found then
    bool shared;    // what members of a mechanism have in common is said once
} making;

static void add_pose(making *m, snw_pose T) {
    snw__wire_pose(&m->json, "pose", T);
}

// --- meshes -------------------------------------------------------------------------------------

static void add_mesh(making *m, const snw_child *shape, snw_pose T) {
    const snw__scene_look *look = snw__scene_look_of(&m->looks, shape);
    snw_json_writer *json = &m->json;
    if (look->mesh >= 0) {
        const snw_scene_mesh *mesh = &m->scene->meshes[look->mesh];
        char path[SNW_SCENE_HASH + 16];
        snw_text line = snw_text_over(path, sizeof path);
        snw_text_format(&line, "/mesh/%s.glb", mesh->hash);
        snw_json_string(json, "kind", "mesh");
        snw_json_string(json, "mesh", path);
        snw_json_reals(json, "scale", (const double[]){1, 1, 1}, 3);
        add_pose(m, T);
        return;
    }
    const bool is_file = shape->type == &snw_mesh_file_type;
    const snw_mesh_file *file = is_file ? shape->block : NULL;
    snw_json_string(json, "kind", "missing");
    snw_json_string(json, "tried",
                    is_file ? (file->file[0] ? file->file : file->name) : shape->type->token);
    snw_why why = look->why;
    snw_json_why(json, "why", &why);
    add_pose(m, T);
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
    snw_json_string(&m->json, "kind", kind);
    snw_json_real(&m->json, "radius", c->radius);
    snw_json_real(&m->json, "length", length);
    add_pose(m, snw_pose_mul(T, own));
}

static void add_sphere(making *m, const snw_sphere *ball, snw_pose T) {
    snw_json_string(&m->json, "kind", "sphere");
    snw_json_real(&m->json, "radius", ball->radius);
    add_pose(m, snw_pose_mul(T, snw_pose_translation(ball->center)));
}

static void add_geometry(making *m, const snw_child *shape, snw_pose T) {
    if (shape->type == &snw_box_type) {
        const snw_box *box = shape->block;
        snw_json_string(&m->json, "kind", "box");
        const snw_vec3 size = snw_vec3_scale(box->half_extents, 2);
        snw_json_reals(&m->json, "size", (const double[]){size.x, size.y, size.z}, 3);
        add_pose(m, snw_pose_mul(T, box->pose));
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
    snw_json_object(&m->json, NULL);
    snw_json_string(&m->json, "use", use);
    if (body->name[0] != '\0') snw_json_string(&m->json, "name", body->name);
    add_geometry(m, &body->shape, body->origin);
    if (color != NULL) snw_json_reals(&m->json, "color", color, 4);
    snw_json_end(&m->json);
}

// a sphere around a shape, where it has one
static void add_bound(making *m, const snw_body_shape *body) {
    snw_sphere ball;
    bool has_ball;
    if (body->shape.type == &snw_mesh_file_type) {
        const snw__scene_look *look = snw__scene_look_of(&m->looks, &body->shape);
        ball = look->ball;
        has_ball = look->has_ball;
    } else {
        has_ball = !snw_failed(snw_shape_sphere(&body->shape, &ball, NULL));
    }
    if (!has_ball) return;
    snw_json_object(&m->json, NULL);
    snw_json_string(&m->json, "use", "bound");
    add_sphere(m, &ball, body->origin);
    snw_json_end(&m->json);
}

static void add_shapes(making *m, const snw_robot *robot, const snw_link_description *link) {
    snw_json_array(&m->json, "shapes");
    for (int i = 0; i < link->visual_count; i++)
        add_shape(m, "visual", &link->visuals[i], color_of(robot, &link->visuals[i]));
    for (int i = 0; i < link->collision_count; i++)
        add_shape(m, "collision", &link->collisions[i], NULL);
    // bounds of what collides; of what is seen where nothing does
    const bool collides = link->collision_count > 0;
    const snw_body_shape *bodies = collides ? link->collisions : link->visuals;
    const int count = collides ? link->collision_count : link->visual_count;
    for (int i = 0; i < count; i++)
        add_bound(m, &bodies[i]);
    snw_json_end(&m->json);
}

// --- masses -------------------------------------------------------------------------------------

// The solid ellipsoid of even density with the same mass and the same principal moments: with
// I1 = m (b^2 + c^2) / 5 and so on, a^2 = 5 (I2 + I3 - I1) / (2 m). Moments that no body can have
// give a square below zero: it is then drawn flat, and said to be invalid.
static void add_mass(snw_json_writer *json, snw_inertia inertia) {
    snw_json_real(json, "mass", inertia.m);
    snw_pose T;
    snw_vec3 moments;
    if (!(inertia.m > 0) || snw_failed(snw_inertia_principal(inertia, &T, &moments))) {
        snw_json_null(json, "ellipsoid");
        return;
    }
    const double sum = moments.x + moments.y + moments.z;
    const double squares[3] = {sum - 2 * moments.x, sum - 2 * moments.y, sum - 2 * moments.z};
    double semi[3];
    for (int i = 0; i < 3; i++)
        semi[i] = sqrt(fmax(0, 2.5 * squares[i] / inertia.m));
    const bool is_valid = snw_inertia_check(inertia, 1e-9, NULL) == SNW_OK;
    snw_json_object(json, "ellipsoid");
    snw__wire_pose(json, "pose", T);
    snw_json_reals(json, "semi", semi, 3);
    snw_json_bool(json, "valid", is_valid);
    snw_json_end(json);
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

// what a link is in every member of its mechanism
static void add_link_body(making *m, const snw_system_member *member, int k) {
    const snw_system_mechanism *mechanism = &m->scene->system->mechanisms[member->mechanism];
    snw__wire_pose(&m->json, "dh", dh_frame(member->model, k));
    add_shapes(m, mechanism->robot, mechanism->shape_of[k]);
    add_mass(&m->json, member->model->links[k].inertia);
}

static void add_links(making *m) {
    const snw_system *system = m->scene->system;
    int first = 0;
    snw_json_array(&m->json, "links");
    for (int i = 0; i < system->member_count; i++) {
        const snw_system_member *member = &system->members[i];
        for (int k = 0; k < member->model->link_count; k++) {
            const snw_link *link = &member->model->links[k];
            snw_json_object(&m->json, NULL);
            snw_json_string(&m->json, "name", link->name);
            snw_json_string(&m->json, "member", member->name);
            snw_json_int(&m->json, "parent", link->parent >= 0 ? first + link->parent : -1);
            snw_json_int(&m->json, "axis", axis_of(m->exec, member->name, k));
            add_link_body(m, member, k);
            snw_json_end(&m->json);
        }
        first += member->model->link_count;
    }
    snw_json_end(&m->json);
}

// the frames of one model; `first` is the index of its first link, `member` NULL for any
static void add_frames_of(making *m, const snw_model *model, int first, const char *member) {
    for (int k = 0; k < model->frame_count; k++) {
        const snw_model_frame *frame = &model->frames[k];
        snw_json_object(&m->json, NULL);
        snw_json_string(&m->json, "name", frame->name);
        if (member != NULL) snw_json_string(&m->json, "member", member);
        snw_json_string(&m->json, "role", frame->role);
        snw_json_int(&m->json, "link", first + frame->link);
        add_pose(m, frame->T_link_frame);
        snw_json_end(&m->json);
    }
}

static void add_frames(making *m) {
    const snw_system *system = m->scene->system;
    int first = 0;
    snw_json_array(&m->json, "frames");
    for (int i = 0; i < system->member_count; i++) {
        const snw_system_member *member = &system->members[i];
        add_frames_of(m, member->model, first, member->name);
        first += member->model->link_count;
    }
    snw_json_end(&m->json);
}

// the link that carries a member, in the table of all links; -1 for the world
static int carrier_of(const snw_system *system, const snw_system_member *member) {
    int first = 0;
    if (member->carrier < 0) return -1;
    for (int i = 0; i < member->carrier; i++)
        first += system->members[i].model->link_count;
    return first + member->carrier_link;
}

// The first member with the model and the bodies of a member: the two differ in their names and in
// where they are. Itself when there is none before it.
static int first_alike(const snw_system *system, int member) {
    const snw_system_member *one = &system->members[member];
    for (int i = 0; i < member; i++) {
        const snw_system_member *other = &system->members[i];
        if (other->model == one->model && other->mechanism == one->mechanism) return i;
    }
    return member;
}

static void add_bodies(making *m) {
    const snw_system *system = m->scene->system;
    snw_json_array(&m->json, "bodies");
    for (int i = 0; i < system->member_count; i++) {
        const snw_system_member *member = &system->members[i];
        if (first_alike(system, i) != i) continue;
        snw_json_object(&m->json, NULL);
        snw_json_array(&m->json, "links");
        for (int k = 0; k < member->model->link_count; k++) {
            snw_json_object(&m->json, NULL);
            snw_json_string(&m->json, "name", member->model->links[k].name);
            snw_json_int(&m->json, "parent", member->model->links[k].parent);
            add_link_body(m, member, k);
            snw_json_end(&m->json);
        }
        snw_json_end(&m->json);
        snw_json_array(&m->json, "frames");
        add_frames_of(m, member->model, 0, NULL);
        snw_json_end(&m->json);
        snw_json_end(&m->json);
    }
    snw_json_end(&m->json);
}

// which of the bodies a member has: their number, as add_bodies() counts them
static int body_of(const snw_system *system, int member) {
    int body = -1;
    for (int i = 0, alike = first_alike(system, member); i <= alike; i++)
        body += first_alike(system, i) == i;
    return body;
}

// the axis of its arm for each link of a member; none for what is not an arm
static void add_axes(making *m, const snw_system_member *member) {
    if (m->exec == NULL || snw_exec_find_arm(m->exec, member->name) < 0) return;
    snw_json_array(&m->json, "axes");
    for (int k = 0; k < member->model->link_count; k++)
        snw_json_int(&m->json, NULL, axis_of(m->exec, member->name, k));
    snw_json_end(&m->json);
}

static void add_members(making *m) {
    static const char *const displays[] = {"solid", "wireframe", "off"}; // snw_display
    const snw_system *system = m->scene->system;
    int first = 0;
    snw_json_array(&m->json, "members");
    for (int i = 0; i < system->member_count; i++) {
        const snw_system_member *member = &system->members[i];
        snw_json_object(&m->json, NULL);
        snw_json_string(&m->json, "name", member->name);
        snw_json_string(&m->json, "class", system->mechanisms[member->mechanism].name);
        snw_json_int(&m->json, "first", first);
        snw_json_int(&m->json, "count", member->model->link_count);
        snw_json_int(&m->json, "on", carrier_of(system, member));
        snw_json_bool(&m->json, "fixed", !member->model->floating);
        snw_json_string(&m->json, "display", displays[member->display]);
        if (m->shared) {
            snw_json_int(&m->json, "body", body_of(system, i));
            add_axes(m, member);
        }
        snw_json_end(&m->json);
        first += member->model->link_count;
    }
    snw_json_end(&m->json);
}

static void write_scene(making *m, snw_text *text) {
    m->json = snw_json_inside(text, false);
    if (m->shared) {
        add_bodies(m);
    } else {
        add_links(m);
        add_frames(m);
    }
    add_members(m);
    snw__scene_rules(&m->json, m->scene->cell, m->exec);
}

// measures the text, and writes it into memory of its length
static snw_status make_text(making *m, snw_setup *setup, char **json, size_t *length) {
    snw_text measured = {0};
    write_scene(m, &measured);
    m->measuring = false;
    *json = snw_setup_take(setup, measured.length + 1, 1);
    const snw_status status = snw_setup_status(setup);
    if (snw_failed(status)) return status;
    snw_text text = snw_text_over(*json, measured.length + 1);
    write_scene(m, &text);
    *length = text.length;
    return SNW_OK;
}

snw_status snw_scene_make(snw_scene *scene, const snw_cell *cell, const snw_system *system,
                          snw_exec *exec, snw_setup *setup, snw_diags *diags) {
    *scene = (snw_scene){.cell = cell, .system = system};
    making m = {.scene = scene,
                .exec = exec,
                .diags = diags,
                .looks = {.scene = scene, .setup = setup},
                .measuring = true};
    const snw_status status = make_text(&m, setup, &scene->json, &scene->json_length);
    if (snw_failed(status)) return status;
    m.shared = true;
    return make_text(&m, setup, &scene->shared_json, &scene->shared_json_length);
}
