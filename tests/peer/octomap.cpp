// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "octomap.h"

#include <cmath>
#include <octomap/octomap.h>

struct peer_octomap {
    octomap::OcTree tree;
};

static octomap::point3d point_of(const double p[3]) {
    return {static_cast<float>(p[0]), static_cast<float>(p[1]), static_cast<float>(p[2])};
}

peer_octomap *peer_octomap_create(double size) {
    auto *map = new peer_octomap{octomap::OcTree(size)};
    // one hit outweighs the most that a miss can leave behind, and the other way round
    map->tree.setProbHit(0.9999);
    map->tree.setProbMiss(0.0001);
    map->tree.setClampingThresMax(0.97);
    map->tree.setClampingThresMin(0.03);
    return map;
}

void peer_octomap_free(peer_octomap *map) {
    delete map;
}

void peer_octomap_clear(peer_octomap *map) {
    map->tree.clear();
}

void peer_octomap_insert(peer_octomap *map, const double *xyz, int count) {
    for (int i = 0; i < count; i++) {
        map->tree.updateNode(point_of(xyz + 3L * i), true, true);
    }
}

void peer_octomap_scan(peer_octomap *map, const double eye[3], const double *xyz, int count) {
    octomap::Pointcloud cloud;
    cloud.reserve(static_cast<size_t>(count));
    for (int i = 0; i < count; i++) {
        cloud.push_back(point_of(xyz + 3L * i));
    }
    map->tree.insertPointCloud(cloud, point_of(eye));
}

bool peer_octomap_has(const peer_octomap *map, const double p[3]) {
    const octomap::OcTreeNode *node = map->tree.search(point_of(p));
    return node != nullptr && map->tree.isNodeOccupied(node);
}

// the nearest filled leaf in the box of that half edge around a point
static double nearest_in_box(const octomap::OcTree &tree, const double p[3], double half,
                             double below) {
    const double low[3] = {p[0] - half, p[1] - half, p[2] - half};
    const double high[3] = {p[0] + half, p[1] + half, p[2] + half};
    double least = below;
    const auto end = tree.end_leafs_bbx();
    for (auto leaf = tree.begin_leafs_bbx(point_of(low), point_of(high)); leaf != end; ++leaf) {
        if (!tree.isNodeOccupied(*leaf)) continue;
        // a pruned leaf stands for many cells: the centre of the nearest one
        const double edge = leaf.getSize() / 2 - tree.getResolution() / 2;
        const double x = std::fmax(std::fabs(leaf.getX() - p[0]) - edge, 0);
        const double y = std::fmax(std::fabs(leaf.getY() - p[1]) - edge, 0);
        const double z = std::fmax(std::fabs(leaf.getZ() - p[2]) - edge, 0);
        least = std::fmin(least, std::sqrt(x * x + y * y + z * z));
    }
    return least;
}

double peer_octomap_near(const peer_octomap *map, const double p[3], double below) {
    double half = 2 * map->tree.getResolution();
    for (;;) {
        const double found = nearest_in_box(map->tree, p, std::fmin(half, below), below);
        if (found <= half || half >= below) return found;
        half *= 2;
    }
}
