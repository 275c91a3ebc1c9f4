// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_DRAW_INTERNAL_H
#define SINEW_SRC_DRAW_INTERNAL_H

/// @file
/// Inside the pictures: the scene in the world, one view of it, and the marks on top.

#include "sinew/draw.h"
#include "sinew/shape.h"

#ifdef __cplusplus
extern "C" {
#endif

/// One shape of a link.
typedef struct draw_piece {
    int link;
    bool convex;     ///< it does not hide its own outline
    double color[3]; ///< red, green, blue: 0 to 1
} draw_piece;

/// A triangle of a shape, counter-clockwise from outside.
typedef struct draw_facet {
    snw_vec3 p[3];   ///< in the world
    snw_vec3 normal; ///< unit, outward
    int piece;
} draw_facet;

/// An edge between two triangles that may be part of an outline.
typedef struct draw_edge {
    snw_vec3 p[2];
    snw_vec3 normal[2]; ///< of the triangles on both sides
    bool sharp;         ///< drawn also inside the outline
    int piece;
} draw_edge;

/// A straight piece of a link without shapes.
typedef struct draw_line {
    snw_vec3 p[2];
    int link;
} draw_line;

/// All that is drawn, in the world; lists come from `setup`.
typedef struct draw_scene {
    snw_setup *setup;
    const snw_robot *robot;
    const snw_model *model;
    const snw_kin *kin;
    bool collisions;
    int resolution;
    draw_piece *pieces;
    draw_facet *facets;
    draw_edge *edges;
    draw_line *lines;
    int piece_count, facet_count, edge_count, line_count;
    int piece_room, facet_room, edge_room, line_room;
    snw_bounds box; ///< of everything, joints and frames included
    double ground;  ///< height of the ground [m]
    double size;    ///< diagonal of the box [m]
} draw_scene;

/// Collects what the robot shows. Memory is asked for at the end, by snw_setup_status().
SNW_NODISCARD snw_status snw__draw_scene(draw_scene *scene, snw_why *why);

/// One direction of sight.
typedef struct draw_view {
    const char *name, *axes;         ///< for the caption
    snw_vec3 right, up, toward;      ///< axes of the paper, the last to the viewer
    double x, y;                     ///< where the origin of the world is on the page [px]
    double scale;                    ///< [px/m]
    double left, top, width, height; ///< the part of the page that it fills [px]
} draw_view;

/// A point of the world on the page: x to the right, y down, z to the viewer, all in px.
snw_vec3 snw__draw_project(const draw_view *view, snw_vec3 p);

/// Which facet is in front, for a grid of places of a view.
typedef struct draw_grid {
    int columns, rows;
    double step; ///< of the grid [px]
    double left, top;
    const draw_scene *scene;
    const draw_view *view;
    int *facet;    ///< [rows * columns] -1 where there is none
    double *depth; ///< [rows * columns] -infinity where there is none
    bool *whole;   ///< [facet_count] seen as a whole
} draw_grid;

/// Lays out a grid for the view and fills it with all facets that face it. False without memory.
bool snw__draw_grid(draw_grid *grid, const draw_view *view, const draw_scene *scene);

/// How much of a triangle on the page the viewer sees.
typedef enum draw_sight {
    DRAW_HIDDEN, ///< nothing
    DRAW_LITTLE, ///< less than half, and not BELOW
    DRAW_MOST,   ///< half or more, and not BELOW
    DRAW_BELOW,  ///< a part, and the rest is hidden by facets that are seen as a whole
    DRAW_WHOLE   ///< all
} draw_sight;

/// Judges a part of a facet, given on the page. When it is LITTLE or MOST, `*blocker` receives a
/// facet that hides some of it and is itself seen in part only; -1 when it is too small to know.
draw_sight snw__draw_sight(const draw_grid *grid, const snw_vec3 p[3], int facet, int *blocker);

/// Cuts a triangle on the page where it passes through the blocker, else along a side of the
/// blocker, else in the middle. Returns how many parts there are: 2 or 3.
int snw__draw_cut(const draw_grid *grid, const snw_vec3 p[3], int blocker, snw_vec3 parts[3][3]);

/// The corners of a facet on the page.
void snw__draw_corners(const draw_grid *grid, int facet, snw_vec3 p[3]);

/// The place of the grid at a point of the page, or -1 outside it.
int snw__draw_place(const draw_grid *grid, double x, double y);

/// Appends the outlines and sharp edges that are not hidden.
void snw__draw_outlines(const draw_grid *grid, snw_text *svg);

/// Appends one view: surfaces and outlines, in units of 0.1 px.
void snw__draw_view(const draw_scene *scene, const draw_view *view, snw_text *svg);

/// Appends the links without shapes of one view.
void snw__draw_lines(const draw_scene *scene, const draw_view *view, snw_text *svg);

/// Appends joint axes and frames of one view.
void snw__draw_marks(const draw_scene *scene, const draw_view *view, snw_text *svg);

#ifdef __cplusplus
}
#endif

#endif // SINEW_SRC_DRAW_INTERNAL_H
