// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_PEER_OCTOMAP_H
#define SINEW_TESTS_PEER_OCTOMAP_H

/// @file
/// A second opinion on maps of measured points: OctoMap, behind functions of C. For tests and
/// benchmarks only; sinew itself does not link it.
///
/// Its cells are those of a lattice through the origin: cell (i, j, k) begins at i * size. Sure of
/// what it is told, so that one hit fills a cell and one miss empties it. OctoMap computes with
/// floats.

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct peer_octomap peer_octomap;

/// A map with cells of that size [m].
peer_octomap *peer_octomap_create(double size);
void peer_octomap_free(peer_octomap *map);

/// Forgets all cells.
void peer_octomap_clear(peer_octomap *map);

/// Fills the cells of points xyz[3 * count]: OcTree::updateNode(), lazily.
void peer_octomap_insert(peer_octomap *map, const double *xyz, int count);

/// Empties the cells that the rays from `eye` pass and fills those in which they end:
/// OcTree::insertPointCloud().
void peer_octomap_scan(peer_octomap *map, const double eye[3], const double *xyz, int count);

/// Whether the cell of a point is filled.
bool peer_octomap_has(const peer_octomap *map, const double p[3]);

/// The distance of the nearest centre of a filled cell below a limit, by boxes of leaves around the
/// point that double until the nearest must be inside; `below` for none.
double peer_octomap_near(const peer_octomap *map, const double p[3], double below);

#ifdef __cplusplus
}
#endif

#endif // SINEW_TESTS_PEER_OCTOMAP_H
