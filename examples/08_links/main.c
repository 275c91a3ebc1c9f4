// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Links made by a program, without a file to begin with: seven of one shape each, a box with a
// picture on its sides, and that box with a joint and a second link. Each is written as XML, read
// again and compared. Give a folder to keep the files there.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "sinew/model.h"
#include "sinew/modelio.h"
#include "sinew/shape.h"
#include "sinew/store.h"

static snw_setup *memory;

// a list of a described struct, made `count` items long; the list itself is a member of the struct
static bool lengthen(const snw_type *type, const char *list, void *block, int count) {
    return !snw_failed(snw_block_resize(snw_type_field(type, list), block, count, memory));
}

// A link of a robot with one shape to see. The shape is made with its defaults.
static void *link_with(snw_robot *robot, const char *name, const snw_type *shape) {
    const int last = robot->link_count;
    if (!lengthen(&snw_robot_type, "links", robot, last + 1)) return NULL;
    snw_link_description *link = &robot->links[last];
    snw_copy_text(link->name, sizeof link->name, name);
    if (!lengthen(&snw_link_description_type, "visuals", link, 1)) return NULL;
    link->visuals[0].shape.type = shape;
    link->visuals[0].shape.block = snw_block_new(shape, memory);
    return link->visuals[0].shape.block;
}

static snw_robot *robot_of(const char *name) {
    snw_robot *robot = snw_block_new(&snw_robot_type, memory);
    if (robot != NULL) snw_copy_text(robot->name, sizeof robot->name, name);
    return robot;
}

static bool paint(snw_robot *robot, const char *name, const double rgba[4], const char *picture) {
    if (!lengthen(&snw_robot_type, "materials", robot, 1)) return false;
    snw_copy_text(robot->materials[0].name, SNW_NAME, name);
    snw_copy_text(robot->materials[0].texture, sizeof robot->materials[0].texture, picture);
    memcpy(robot->materials[0].rgba, rgba, sizeof robot->materials[0].rgba);
    snw_copy_text(robot->links[0].visuals[0].material, SNW_NAME, name);
    return true;
}

// a polyhedron of eight points and six quads; with a picture, each quad shows the whole of it
static bool fill_box(snw_mesh *box, snw_vec3 half, bool picture) {
    static const int sides[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                    {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    static const snw_vec2 places[4] = {{0, 0}, {0, 1}, {1, 1}, {1, 0}};
    if (!lengthen(&snw_mesh_type, "points", box, 8)) return false;
    if (!lengthen(&snw_mesh_type, "polygons", box, 6)) return false;
    if (picture && !lengthen(&snw_mesh_type, "texture_points", box, 4)) return false;
    if (picture) memcpy(box->texture_points, places, sizeof places);
    for (int i = 0; i < 8; i++) {
        const snw_vec3 at = {i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y,
                             i & 4 ? half.z : -half.z};
        box->points[i] = at;
    }
    for (int i = 0; i < 6; i++) {
        snw_polygon *side = &box->polygons[i];
        if (!lengthen(&snw_polygon_type, "corners", side, 4)) return false;
        if (picture && !lengthen(&snw_polygon_type, "texture", side, 4)) return false;
        memcpy(side->corners, sides[i], sizeof sides[i]);
        for (int k = 0; picture && k < 4; k++)
            side->texture[k] = k;
    }
    return true;
}

// --- the links ----------------------------------------------------------------------------------

static snw_robot *sphere_link(void) {
    snw_robot *robot = robot_of("sphereLink");
    snw_sphere *ball = robot == NULL ? NULL : link_with(robot, "exampleLink", &snw_sphere_type);
    if (ball == NULL) return NULL;
    ball->radius = 1;
    // a uniform ball of 10 kg: two fifths of m r^2 about every axis
    snw_inertial *mass =
        snw_block_new(snw_type_field(&snw_link_description_type, "inertial")->type, memory);
    if (mass == NULL) return NULL;
    mass->mass = 10;
    mass->ixx = mass->iyy = mass->izz = 0.4 * mass->mass * ball->radius * ball->radius;
    robot->links[0].inertial = mass;
    return robot;
}

static snw_robot *tetrahedron_link(void) {
    snw_robot *robot = robot_of("tetrahedronLink");
    snw_tetrahedron *body =
        robot == NULL ? NULL : link_with(robot, "exampleLink", &snw_tetrahedron_type);
    if (body == NULL) return NULL;
    // regular, with edges of 1 m
    body->corner = (snw_vec3){0, 0, 0};
    body->edge_1 = (snw_vec3){1, 0, 0};
    body->edge_2 = (snw_vec3){0.5, sqrt(3) / 2, 0};
    body->edge_3 = (snw_vec3){0.5, 1 / sqrt(12), sqrt(2.0 / 3)};
    return robot;
}

static snw_robot *capsule_link(void) {
    snw_robot *robot = robot_of("capsuleLink");
    snw_capsule *body = robot == NULL ? NULL : link_with(robot, "exampleLink", &snw_capsule_type);
    if (body == NULL) return NULL;
    *body = (snw_capsule){.end = {1, 0, 0}, .radius = 0.5};
    return robot;
}

static snw_robot *lozenge_link(void) {
    snw_robot *robot = robot_of("lozengeLink");
    snw_lozenge *body = robot == NULL ? NULL : link_with(robot, "exampleLink", &snw_lozenge_type);
    if (body == NULL) return NULL;
    *body = (snw_lozenge){.edge_1 = {1, 0, 0}, .edge_2 = {0, 2, 0}, .radius = 0.5};
    return robot;
}

static snw_robot *ellipsoid_link(void) {
    snw_robot *robot = robot_of("ellipsoidLink");
    snw_ellipsoid *body =
        robot == NULL ? NULL : link_with(robot, "exampleLink", &snw_ellipsoid_type);
    if (body == NULL) return NULL;
    body->semi_axes = (snw_vec3){1, 2, 3};
    return robot;
}

static snw_robot *polyhedral_link(void) {
    snw_robot *robot = robot_of("polyhedralLink");
    snw_mesh *box = robot == NULL ? NULL : link_with(robot, "exampleLink", &snw_mesh_type);
    return box != NULL && fill_box(box, (snw_vec3){0.5, 1, 2}, false) ? robot : NULL;
}

static snw_robot *blue_polyhedral_link(void) {
    static const double blue[4] = {0, 0, 1, 1};
    snw_robot *robot = polyhedral_link();
    if (robot == NULL) return NULL;
    snw_copy_text(robot->name, sizeof robot->name, "bluePolyhedralLink");
    return paint(robot, "blue", blue, "") ? robot : NULL;
}

// --- the mechanisms -----------------------------------------------------------------------------

static snw_robot *bitmap_box(void) {
    static const double white[4] = {1, 1, 1, 1};
    snw_robot *robot = robot_of("bitmapBox");
    snw_mesh *box = robot == NULL ? NULL : link_with(robot, "box", &snw_mesh_type);
    if (box == NULL || !fill_box(box, (snw_vec3){0.5, 1, 0.5}, true)) return NULL;
    return paint(robot, "picture", white, "bitmap.png") ? robot : NULL;
}

// the box, and a cube on a joint of Denavit-Hartenberg's: d = 0.6 m, alpha = 90 degrees
static snw_robot *one_joint(void) {
    snw_robot *robot = bitmap_box();
    if (robot == NULL) return NULL;
    snw_copy_text(robot->name, sizeof robot->name, "oneJointManipulator");
    snw_mesh *cube = link_with(robot, "link1", &snw_mesh_type);
    if (cube == NULL || !fill_box(cube, (snw_vec3){0.2, 0.2, 0.2}, false)) return NULL;
    snw_inertial *mass =
        snw_block_new(snw_type_field(&snw_link_description_type, "inertial")->type, memory);
    if (mass == NULL || !lengthen(&snw_robot_type, "joints", robot, 1)) return NULL;
    mass->mass = mass->ixx = mass->iyy = mass->izz = 1;
    robot->links[1].inertial = mass;
    // the joint turns about z of the box; what follows the turn is fixed in the link it carries
    const snw_pose after = {.R = snw_mat3_axis_angle((snw_vec3){1, 0, 0}, acos(0)),
                            .p = {0, 0, 0.6}};
    mass->origin = robot->links[1].visuals[0].origin = after;
    snw_joint_description *joint = &robot->joints[0];
    snw_copy_text(joint->name, sizeof joint->name, "joint1");
    snw_copy_text(joint->parent, sizeof joint->parent, "box");
    snw_copy_text(joint->child, sizeof joint->child, "link1");
    joint->kind = SNW_JOINT_CONTINUOUS;
    joint->axis = (snw_vec3){0, 0, 1};
    return robot;
}

// --- files --------------------------------------------------------------------------------------

static int fail(const snw_why *why) {
    char sentence[512];
    (void)snw_why_sentence(why, sentence, sizeof sentence);
    fprintf(stderr, "%s\n", sentence);
    return snw_status_exit_code(why->code);
}

// as XML, read again, and the same; kept as a file where a folder is given
static int keep(const char *folder, const snw_robot *robot) {
    static char buffer[1 << 16];
    char path[4096];
    snw_why why = {0};
    snw_diags diags = {.items = &why, .capacity = 1};
    snw_robot *again = NULL;
    snw_text text = snw_text_over(buffer, sizeof buffer);
    snw_xml_write(&snw_robot_type, robot, NULL, &text);
    (void)snprintf(path, sizeof path, "%s.xml", robot->name);
    const snw_source source = {.bytes = buffer, .length = text.length, .name = path};
    if (snw_failed(snw_robot_load_source(&source, NULL, memory, &again, &diags))) return fail(&why);
    if (!snw_block_equal(&snw_robot_type, robot, again)) {
        fprintf(stderr, "%s: what was read is not what was written\n", path);
        return 1;
    }
    printf("%s: %d link%s\n", path, again->link_count, again->link_count == 1 ? "" : "s");
    if (folder == NULL) return 0;
    (void)snprintf(path, sizeof path, "%s/%s.xml", folder, robot->name);
    const snw_status status = snw_document_write(path, &snw_robot_type, robot, NULL, &why);
    return snw_failed(status) ? fail(&why) : 0;
}

int main(int argc, char **argv) {
    static snw_robot *(*const makers[])(void) = {
        sphere_link,     tetrahedron_link,     capsule_link, lozenge_link, ellipsoid_link,
        polyhedral_link, blue_polyhedral_link, bitmap_box,   one_joint};
    memory = snw_setup_create(SNW_DOCUMENT_MEMORY);
    if (memory == NULL) {
        fprintf(stderr, "there is no memory for the links\n");
        return 70;
    }
    int code = 0;
    for (size_t i = 0; code == 0 && i < sizeof makers / sizeof *makers; i++) {
        const snw_robot *robot = makers[i]();
        if (robot == NULL) fprintf(stderr, "link %zu cannot be made\n", i);
        code = robot == NULL ? 70 : keep(argc > 1 ? argv[1] : NULL, robot);
    }
    snw_setup_destroy(memory);
    return code;
}
