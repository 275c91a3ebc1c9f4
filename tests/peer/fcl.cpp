// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "fcl.h"

#include <memory>
#include <vector>

#include <fcl/fcl.h>

struct peer_body_shape {
    std::shared_ptr<fcl::CollisionGeometryd> geometry;
};

struct peer_places {
    std::vector<fcl::Transform3d, Eigen::aligned_allocator<fcl::Transform3d>> at;
};

static peer_body_shape *wrap(std::shared_ptr<fcl::CollisionGeometryd> geometry) {
    geometry->computeLocalAABB();
    return new peer_body_shape{geometry};
}

peer_body_shape *peer_fcl_sphere(double radius) {
    return wrap(std::make_shared<fcl::Sphered>(radius));
}

peer_body_shape *peer_fcl_box(double half_x, double half_y, double half_z) {
    return wrap(std::make_shared<fcl::Boxd>(2 * half_x, 2 * half_y, 2 * half_z));
}

peer_body_shape *peer_fcl_capsule(double radius, double length) {
    return wrap(std::make_shared<fcl::Capsuled>(radius, length));
}

peer_body_shape *peer_fcl_cylinder(double radius, double length) {
    return wrap(std::make_shared<fcl::Cylinderd>(radius, length));
}

peer_body_shape *peer_fcl_cone(double radius, double length) {
    return wrap(std::make_shared<fcl::Coned>(radius, length));
}

peer_body_shape *peer_fcl_ellipsoid(double x, double y, double z) {
    return wrap(std::make_shared<fcl::Ellipsoidd>(x, y, z));
}

static std::vector<fcl::Vector3d> points_of(const double *points, int count) {
    std::vector<fcl::Vector3d> made;
    for (int i = 0; i < count; i++) {
        made.emplace_back(points[3 * i], points[3 * i + 1], points[3 * i + 2]);
    }
    return made;
}

peer_body_shape *peer_fcl_convex(const double *points, int count, const int *triangles,
                                 int faces) {
    auto vertices = std::make_shared<const std::vector<fcl::Vector3d>>(points_of(points, count));
    auto sides = std::make_shared<std::vector<int>>();
    for (int i = 0; i < faces; i++) {
        sides->insert(sides->end(),
                      {3, triangles[3 * i], triangles[3 * i + 1], triangles[3 * i + 2]});
    }
    return wrap(std::make_shared<fcl::Convexd>(vertices, faces, sides));
}

peer_body_shape *peer_fcl_mesh(const double *points, int count, const int *triangles, int faces) {
    std::vector<fcl::Triangle> sides;
    for (int i = 0; i < faces; i++) {
        sides.emplace_back(static_cast<size_t>(triangles[3 * i]),
                           static_cast<size_t>(triangles[3 * i + 1]),
                           static_cast<size_t>(triangles[3 * i + 2]));
    }
    auto model = std::make_shared<fcl::BVHModel<fcl::OBBRSSd>>();
    model->beginModel();
    model->addSubModel(points_of(points, count), sides);
    model->endModel();
    return wrap(model);
}

void peer_fcl_free(peer_body_shape *shape) {
    delete shape;
}

peer_places *peer_places_create(const peer_pose *poses, int count) {
    auto *places = new peer_places;
    for (int k = 0; k < count; k++) {
        fcl::Transform3d T = fcl::Transform3d::Identity();
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                T.linear()(i, j) = poses[k].R[3 * i + j];
            }
            T.translation()(i) = poses[k].p[i];
        }
        places->at.push_back(T);
    }
    return places;
}

void peer_places_free(peer_places *places) {
    delete places;
}

double peer_fcl_distance(const peer_body_shape *a, const peer_places *places, int i,
                         const peer_body_shape *b, int j, double *points) {
    const fcl::DistanceRequestd request(points != nullptr);
    fcl::DistanceResultd result;
    fcl::distance(a->geometry.get(), places->at[static_cast<size_t>(i)], b->geometry.get(),
                  places->at[static_cast<size_t>(j)], request, result);
    for (int k = 0; k < 3 && points != nullptr; k++) {
        points[k] = result.nearest_points[0](k);
        points[3 + k] = result.nearest_points[1](k);
    }
    return result.min_distance;
}

int peer_fcl_collide(const peer_body_shape *a, const peer_places *places, int i,
                     const peer_body_shape *b, int j, int contacts, double *depth) {
    const fcl::CollisionRequestd request(static_cast<size_t>(contacts), depth != nullptr);
    fcl::CollisionResultd result;
    fcl::collide(a->geometry.get(), places->at[static_cast<size_t>(i)], b->geometry.get(),
                 places->at[static_cast<size_t>(j)], request, result);
    double most = 0;
    for (size_t k = 0; k < result.numContacts() && depth != nullptr; k++) {
        most = std::max(most, result.getContact(k).penetration_depth);
    }
    if (depth != nullptr) *depth = most;
    return result.isCollision() ? 1 : 0;
}
