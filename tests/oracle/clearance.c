// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "oracle/clearance.h"

#include <math.h>
#include <string.h>

#include "sinew/shape.h"

enum { LINKS = 16 };
static const double FAR = 0.1;

void clearance_open(clearance *judge) {
    memset(judge, 0, sizeof *judge);
    judge->least = (double)INFINITY;
}

void clearance_close(clearance *judge) {
    for (int i = 0; i < judge->body_count; i++)
        peer_fcl_free(judge->bodies[i].shape);
    judge->body_count = 0;
}

// the frame with its z along a rod and its origin in the middle
static snw_pose along(snw_vec3 start, snw_vec3 end) {
    const snw_vec3 z = snw_vec3_normalize(snw_vec3_sub(end, start));
    const snw_vec3 other = fabs(z.x) < 0.9 ? snw_vec3_x(1) : snw_vec3_y(1);
    const snw_vec3 x = snw_vec3_normalize(snw_vec3_cross(other, z));
    return (snw_pose){{x, snw_vec3_cross(z, x), z}, snw_vec3_scale(snw_vec3_add(start, end), 0.5)};
}

static bool make_shape(const snw_child *shape, clearance_body *body) {
    if (shape->type == &snw_sphere_type) {
        const snw_sphere *ball = shape->block;
        body->shape = peer_fcl_sphere(ball->radius);
        body->T_link_shape = snw_pose_translation(ball->center);
        body->radius = ball->radius;
    } else if (shape->type == &snw_capsule_type) {
        const snw_capsule *rod = shape->block;
        const double length = snw_vec3_distance(rod->start, rod->end);
        body->shape = peer_fcl_capsule(rod->radius, length);
        body->T_link_shape = along(rod->start, rod->end);
        body->radius = rod->radius + length / 2;
    } else if (shape->type == &snw_cylinder_type) {
        const snw_cylinder *rod = shape->block;
        const double length = snw_vec3_distance(rod->start, rod->end);
        body->shape = peer_fcl_cylinder(rod->radius, length);
        body->T_link_shape = along(rod->start, rod->end);
        body->radius = hypot(rod->radius, length / 2);
    } else if (shape->type == &snw_box_type) {
        const snw_box *box = shape->block;
        const snw_vec3 half = box->half_extents;
        body->shape = peer_fcl_box(half.x, half.y, half.z);
        body->T_link_shape = box->pose;
        body->radius = snw_vec3_norm(half);
    } else {
        return false;
    }
    return true;
}

bool clearance_add_robot(clearance *judge, const snw_robot *robot, snw_pose T_base) {
    const int index = judge->robot_count;
    if (index == CLEARANCE_ROBOTS || robot->link_count > LINKS) return false;
    for (int j = 0; j < robot->joint_count; j++)
        if (robot->joints[j].kind != SNW_JOINT_REVOLUTE) return false;
    judge->robots[index] = robot;
    judge->T_base[index] = T_base;
    judge->robot_count++;
    for (int l = 0; l < robot->link_count; l++) {
        const snw_link_description *link = &robot->links[l];
        for (int i = 0; i < link->collision_count; i++) {
            if (judge->body_count == CLEARANCE_BODIES) return false;
            clearance_body *body = &judge->bodies[judge->body_count];
            *body = (clearance_body){.robot = index, .link = l};
            if (!make_shape(&link->collisions[i].shape, body)) return false;
            body->T_link_shape = snw_pose_mul(link->collisions[i].origin, body->T_link_shape);
            judge->body_count++;
        }
    }
    return true;
}

void clearance_add_box(clearance *judge, snw_vec3 low, snw_vec3 high) {
    const snw_vec3 half = snw_vec3_scale(snw_vec3_sub(high, low), 0.5);
    clearance_body *body = &judge->bodies[judge->body_count++];
    *body = (clearance_body){.robot = -1, .link = -1, .radius = snw_vec3_norm(half)};
    body->shape = peer_fcl_box(half.x, half.y, half.z);
    body->T_link_shape = snw_pose_translation(snw_vec3_add(low, half));
}

static int find_link(const snw_robot *robot, const char *name) {
    for (int l = 0; l < robot->link_count; l++)
        if (strcmp(robot->links[l].name, name) == 0) return l;
    return -1;
}

// Rodrigues, column by column
static snw_vec3 turned(snw_vec3 v, snw_vec3 axis, double angle) {
    const snw_vec3 across = snw_vec3_cross(axis, v);
    const snw_vec3 again = snw_vec3_cross(axis, across);
    return snw_vec3_add(
        v, snw_vec3_add(snw_vec3_scale(across, sin(angle)), snw_vec3_scale(again, 1 - cos(angle))));
}

static void place_links(const snw_robot *robot, snw_pose T_base, const double *q, snw_pose *T) {
    for (int l = 0; l < robot->link_count; l++)
        T[l] = T_base;
    // joints of these chains stand in the order of the links
    for (int j = 0; j < robot->joint_count; j++) {
        const snw_joint_description *joint = &robot->joints[j];
        const int parent = find_link(robot, joint->parent), child = find_link(robot, joint->child);
        snw_pose turn = snw_pose_identity();
        turn.R.x = turned(snw_vec3_x(1), joint->axis, q[j]);
        turn.R.y = turned(snw_vec3_y(1), joint->axis, q[j]);
        turn.R.z = turned(snw_vec3_z(1), joint->axis, q[j]);
        T[child] = snw_pose_mul(snw_pose_mul(T[parent], joint->origin), turn);
    }
}

static bool are_neighbours(const snw_robot *robot, int a, int b) {
    for (int j = 0; j < robot->joint_count; j++) {
        const int parent = find_link(robot, robot->joints[j].parent);
        const int child = find_link(robot, robot->joints[j].child);
        if ((parent == a && child == b) || (parent == b && child == a)) return true;
    }
    return a == b;
}

static bool moves(const clearance *judge, const clearance_body *body) {
    if (body->robot < 0) return false;
    const snw_robot *robot = judge->robots[body->robot];
    for (int j = 0; j < robot->joint_count; j++)
        if (find_link(robot, robot->joints[j].child) == body->link) return true;
    return false;
}

static bool may_meet(const clearance *judge, const clearance_body *a, const clearance_body *b) {
    if (!moves(judge, a) && !moves(judge, b)) return false;
    if (a->robot != b->robot) return true;
    return !are_neighbours(judge->robots[a->robot], a->link, b->link);
}

static peer_pose peer_of(snw_pose T) {
    return (peer_pose){
        {T.R.x.x, T.R.y.x, T.R.z.x, T.R.x.y, T.R.y.y, T.R.z.y, T.R.x.z, T.R.y.z, T.R.z.z},
        {T.p.x, T.p.y, T.p.z}};
}

double clearance_see(clearance *judge, const double *const *q) {
    snw_pose links[LINKS], T[CLEARANCE_BODIES];
    peer_pose poses[CLEARANCE_BODIES];
    int placed = -1;
    for (int i = 0; i < judge->body_count; i++) {
        const clearance_body *body = &judge->bodies[i];
        if (body->robot >= 0 && body->robot != placed) {
            placed = body->robot;
            place_links(judge->robots[placed], judge->T_base[placed], q[placed], links);
        }
        T[i] = body->robot < 0 ? body->T_link_shape
                               : snw_pose_mul(links[body->link], body->T_link_shape);
        poses[i] = peer_of(T[i]);
    }
    peer_places *places = peer_places_create(poses, judge->body_count);
    double least = FAR;
    for (int i = 0; i < judge->body_count; i++) {
        for (int k = 0; k < i; k++) {
            const clearance_body *a = &judge->bodies[i], *b = &judge->bodies[k];
            const double way = snw_vec3_distance(T[i].p, T[k].p);
            if (way - a->radius - b->radius >= least || !may_meet(judge, a, b)) continue;
            const double own = peer_fcl_distance(a->shape, places, i, b->shape, k, NULL);
            if (own >= least) continue;
            least = own;
            if (own >= judge->least) continue;
            judge->least = own;
            judge->least_a = i;
            judge->least_b = k;
        }
    }
    peer_places_free(places);
    return least;
}
