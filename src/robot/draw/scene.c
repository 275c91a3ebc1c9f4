// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// edges whose triangles turn by more than this are drawn: cosine of 35 degrees, between the steps
// of a coarse round shape and the corners of a box
#define SHARP_COSINE 0.82

// colours of links without a material, in turn: muted, so that light and dark outlines show
static const double palette[][3] = {
    {0.62, 0.70, 0.78}, {0.85, 0.72, 0.52}, {0.66, 0.76, 0.64}, {0.80, 0.66, 0.66}};
enum { PALETTE = sizeof palette / sizeof palette[0] };

// room for one more item of a list; NULL when memory is exhausted
static void *one_more(draw_scene *scene, void *list, int count, int *room, size_t size) {
    if (count < *room) return list;
    const int wanted = *room == 0 ? 64 : 2 * *room;
    void *grown = snw_setup_grow(scene->setup, list, (size_t)wanted * size, sizeof(double));
    if (grown != NULL) *room = wanted;
    return grown;
}

static void add_facet(draw_scene *scene, draw_facet facet) {
    draw_facet *list = one_more(scene, scene->facets, scene->facet_count, &scene->facet_room,
                                sizeof *scene->facets);
    if (list == NULL) return;
    scene->facets = list;
    list[scene->facet_count++] = facet;
    for (int i = 0; i < 3; i++) {
        scene->box = snw_bounds_add(scene->box, facet.p[i]);
    }
}

static void add_edge(draw_scene *scene, draw_edge edge) {
    draw_edge *list =
        one_more(scene, scene->edges, scene->edge_count, &scene->edge_room, sizeof *scene->edges);
    if (list == NULL) return;
    scene->edges = list;
    list[scene->edge_count++] = edge;
}

static void add_line(draw_scene *scene, snw_vec3 a, snw_vec3 b, int link) {
    if (snw_vec3_equal(a, b)) return;
    draw_line *list =
        one_more(scene, scene->lines, scene->line_count, &scene->line_room, sizeof *scene->lines);
    if (list == NULL) return;
    scene->lines = list;
    list[scene->line_count++] = (draw_line){{a, b}, link};
}

// a side of a triangle, its ends in the order of their places
typedef struct side {
    snw_vec3 p[2];
    int facet;
} side;

static int compare_points(snw_vec3 a, snw_vec3 b) {
    if (a.x != b.x) return a.x < b.x ? -1 : 1;
    if (a.y != b.y) return a.y < b.y ? -1 : 1;
    if (a.z != b.z) return a.z < b.z ? -1 : 1;
    return 0;
}

static int compare_sides(const void *a, const void *b) {
    const side *s = a, *t = b;
    const int first = compare_points(s->p[0], t->p[0]);
    if (first != 0) return first;
    const int second = compare_points(s->p[1], t->p[1]);
    if (second != 0) return second;
    return (s->facet > t->facet) - (s->facet < t->facet);
}

// The edges of one piece: equal sides, found next to each other after sorting, belong to two
// triangles; a side without partner is the border of a surface.
static void add_edges(draw_scene *scene, int first_facet) {
    const int facets = scene->facet_count - first_facet;
    side *sides = snw_setup_take(scene->setup, sizeof *sides * 3 * (size_t)facets, sizeof(double));
    if (sides == NULL) return;
    int count = 0;
    for (int f = first_facet; f < scene->facet_count; f++) {
        const snw_vec3 *p = scene->facets[f].p;
        for (int i = 0; i < 3; i++) {
            const snw_vec3 a = p[i], b = p[(i + 1) % 3];
            const bool ordered = compare_points(a, b) <= 0;
            sides[count++] = (side){{ordered ? a : b, ordered ? b : a}, f};
        }
    }
    qsort(sides, (size_t)count, sizeof *sides, compare_sides);
    for (int i = 0; i < count; i++) {
        const side *s = &sides[i];
        const draw_facet *one = &scene->facets[s->facet];
        draw_edge edge = {{s->p[0], s->p[1]}, {one->normal, one->normal}, true, one->piece};
        if (i + 1 < count && compare_points(s->p[0], s[1].p[0]) == 0 &&
            compare_points(s->p[1], s[1].p[1]) == 0) {
            const draw_facet *other = &scene->facets[s[1].facet];
            edge.normal[1] = other->normal;
            edge.sharp = snw_vec3_dot(one->normal, other->normal) < SHARP_COSINE;
            i++;
        }
        add_edge(scene, edge);
    }
}

// the triangles of a shape at their place in the world
static void add_mesh(draw_scene *scene, const snw_mesh *mesh, snw_pose T_world_shape, int piece) {
    int count = 0;
    const int *corners = snw_mesh_faces(mesh, &count);
    const int first = scene->facet_count;
    for (int i = 0; i < count; i++) {
        draw_facet facet = {.piece = piece};
        for (int k = 0; k < 3; k++) {
            facet.p[k] = snw_pose_apply(T_world_shape, mesh->points[corners[3 * i + k]]);
        }
        const snw_vec3 across = snw_vec3_cross(snw_vec3_sub(facet.p[1], facet.p[0]),
                                               snw_vec3_sub(facet.p[2], facet.p[0]));
        facet.normal = snw_vec3_normalize(across);
        // triangles without area, at the poles of round shapes, show nothing
        if (snw_vec3_norm(across) > 1e-15) add_facet(scene, facet);
    }
    add_edges(scene, first);
}

// the colour of a shape; false when it is invisible
static bool find_color(const draw_scene *scene, const snw_body_shape *shape, int link,
                       double color[3]) {
    memcpy(color, palette[link % PALETTE], sizeof palette[0]);
    for (int i = 0; i < scene->robot->material_count && shape->material[0] != 0; i++) {
        const snw_robot_material *material = &scene->robot->materials[i];
        if (strcmp(material->name, shape->material) != 0) continue;
        for (int k = 0; k < 3; k++) {
            color[k] = fmin(fmax(material->rgba[k], 0), 1);
        }
        return material->rgba[3] > 0;
    }
    return true;
}

// Small parts need fewer triangles: half as many pieces of a circle for a part that is four times
// thinner than a 30th of the robot.
static int resolution_for(const draw_scene *scene, const snw_child *shape) {
    snw_bounds box;
    if (snw_failed(snw_shape_box(shape, &box, NULL)) || !snw_bounds_is_finite(box)) {
        return scene->resolution;
    }
    const snw_vec3 size = snw_bounds_size(box);
    const double thin = fmin(size.x, fmin(size.y, size.z)) / 2;
    const double part = 30 * thin / scene->size;
    if (!(part < 1)) return scene->resolution;
    return (int)fmax(4, ceil(scene->resolution * fmax(0.5, sqrt(part))));
}

static snw_status add_shape(draw_scene *scene, const snw_body_shape *shape, int link,
                            snw_why *why) {
    draw_piece piece = {.link = link};
    if (!find_color(scene, shape, link, piece.color)) return SNW_OK;
    const snw_mesh_options options = {.resolution = resolution_for(scene, &shape->shape)};
    snw_mesh *mesh = NULL;
    const snw_status status = snw_shape_mesh(&shape->shape, &options, scene->setup, &mesh, why);
    // without end, without surface, or only a name of a file
    if (status == SNW_ERR_UNSUPPORTED || status == SNW_ERR_ARGUMENT) return SNW_OK;
    if (snw_failed(status)) return status;
    draw_piece *list = one_more(scene, scene->pieces, scene->piece_count, &scene->piece_room,
                                sizeof *scene->pieces);
    if (list == NULL) return SNW_ERR_MEMORY;
    scene->pieces = list;
    piece.convex = (snw_shape_traits(&shape->shape) & SNW_SHAPE_CONVEX) != 0;
    list[scene->piece_count] = piece;
    add_mesh(scene, mesh, snw_pose_mul(scene->kin->T_world_link[link], shape->origin),
             scene->piece_count++);
    return SNW_OK;
}

// the shapes of a link: those for the eye or those for collision, and the others if there are none
static snw_status add_link(draw_scene *scene, int link, snw_why *why) {
    const snw_link_description *described =
        &scene->robot->links[scene->model->links[link].described_link];
    const snw_body_shape *shapes = described->visuals;
    int count = described->visual_count;
    if (count == 0 || (scene->collisions && described->collision_count > 0)) {
        shapes = described->collisions;
        count = described->collision_count;
    }
    snw_status status = SNW_OK;
    for (int i = 0; i < count && !snw_failed(status); i++) {
        status = add_shape(scene, &shapes[i], link, why);
    }
    return status;
}

static bool has_piece(const draw_scene *scene, int link) {
    for (int i = 0; i < scene->piece_count; i++) {
        if (scene->pieces[i].link == link) return true;
    }
    return false;
}

// where a joint is: the place of its frame, before it moves
static snw_pose joint_pose(const draw_scene *scene, int link) {
    const snw_link *l = &scene->model->links[link];
    if (l->parent < 0) return scene->kin->T_world_link[link];
    return snw_pose_mul(scene->kin->T_world_link[l->parent], l->T_parent_joint);
}

// the box of all joints and frames
static void add_places(draw_scene *scene) {
    const snw_model *model = scene->model;
    for (int i = 0; i < model->link_count; i++) {
        scene->box = snw_bounds_add(scene->box, scene->kin->T_world_link[i].p);
        scene->box = snw_bounds_add(scene->box, joint_pose(scene, i).p);
    }
    for (int f = 0; f < model->frame_count; f++) {
        scene->box = snw_bounds_add(scene->box, snw_kin_frame(scene->kin, f).p);
    }
}

// lines from the origins of links without shapes to the joints and frames on them
static void add_lines(draw_scene *scene) {
    const snw_model *model = scene->model;
    for (int i = 1; i < model->link_count; i++) {
        const int parent = model->links[i].parent;
        const snw_vec3 joint = joint_pose(scene, i).p;
        if (!has_piece(scene, parent)) {
            add_line(scene, scene->kin->T_world_link[parent].p, joint, parent);
        }
        // a joint may slide: then the child's own origin is where its part begins
        if (!has_piece(scene, i)) add_line(scene, joint, scene->kin->T_world_link[i].p, i);
    }
    for (int f = 0; f < model->frame_count; f++) {
        const int link = model->frames[f].link;
        if (has_piece(scene, link)) continue;
        add_line(scene, scene->kin->T_world_link[link].p, snw_kin_frame(scene->kin, f).p, link);
    }
}

// The ground: the plane of the base when the root is fixed and stands on it, else the lowest point.
static double find_ground(const draw_scene *scene) {
    const double base = scene->kin->T_world_base.p.z;
    double lowest = HUGE_VAL;
    for (int f = 0; f < scene->facet_count; f++) {
        const draw_facet *facet = &scene->facets[f];
        if (scene->pieces[facet->piece].link != 0) continue;
        lowest = fmin(lowest, fmin(facet->p[0].z, fmin(facet->p[1].z, facet->p[2].z)));
    }
    if (!scene->model->floating && fabs(lowest - base) <= 1e-3) return base;
    return scene->box.low.z;
}

snw_status snw__draw_scene(draw_scene *scene, snw_why *why) {
    scene->box = snw_bounds_empty();
    add_places(scene);
    scene->size = snw_vec3_distance(scene->box.low, scene->box.high);
    for (int i = 0; i < scene->model->link_count; i++) {
        const snw_status status = add_link(scene, i, why);
        if (snw_failed(status)) return status;
    }
    add_lines(scene);
    const snw_status status = snw_setup_status(scene->setup);
    if (snw_failed(status)) {
        return snw_refuse(why, status, "draw", "the picture needs more memory than is allowed",
                          NULL);
    }
    scene->size = snw_vec3_distance(scene->box.low, scene->box.high);
    scene->ground = find_ground(scene);
    if (scene->size > 0 && isfinite(scene->size)) return SNW_OK;
    return snw_refuse(why, SNW_ERR_STATE, "draw", "the robot has no shapes and no joints to draw",
                      "add shapes to its links");
}
