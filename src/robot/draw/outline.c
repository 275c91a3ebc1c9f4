// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "internal.h"

#include <math.h>

// An edge belongs to the outline where one of its triangles faces the viewer and the other does
// not; sharp edges are drawn too when one of them does. What other shapes hide is found by asking
// the grid along the edge.

// a facet seen edge-on counts as turned away
#define EDGE_ON 1e-9

// places along an edge are asked this far apart [px]
#define STRIDE 1.0

// a point behind another shape by more is hidden [px]; behind its own, when that has hollows
#define BEHIND 0.4
#define BEHIND_OWN 4.0

// a piece of an outline on the page [0.1 px]
typedef struct stroke {
    int x[2], y[2];
    bool drawn;
} stroke;

typedef struct strokes {
    stroke *items;
    int count, room;
} strokes;

static void add_stroke(const draw_scene *scene, strokes *list, snw_vec3 a, snw_vec3 b) {
    const stroke new = {{(int)lround(10 * a.x), (int)lround(10 * b.x)},
                        {(int)lround(10 * a.y), (int)lround(10 * b.y)},
                        false};
    if (new.x[0] == new.x[1] && new.y[0] == new.y[1]) return;
    if (list->count == list->room) {
        const int room = list->room == 0 ? 256 : 2 * list->room;
        stroke *grown =
            snw_setup_grow(scene->setup, list->items, (size_t)room * sizeof *grown, sizeof(int));
        if (grown == NULL) return;
        list->items = grown;
        list->room = room;
    }
    list->items[list->count++] = new;
}

static bool is_outline(const draw_edge *edge, snw_vec3 toward) {
    const bool one = snw_vec3_dot(edge->normal[0], toward) > EDGE_ON;
    const bool other = snw_vec3_dot(edge->normal[1], toward) > EDGE_ON;
    return edge->sharp ? one || other : one != other;
}

static bool is_seen(const draw_grid *grid, const draw_edge *edge, snw_vec3 p) {
    const draw_scene *scene = grid->scene;
    const int place = snw__draw_place(grid, p.x, p.y);
    if (place < 0 || grid->facet[place] < 0) return true;
    const int front = scene->facets[grid->facet[place]].piece;
    if (front != edge->piece) return grid->depth[place] <= p.z + BEHIND;
    return scene->pieces[front].convex || grid->depth[place] <= p.z + BEHIND_OWN;
}

// the parts of an edge that are seen
static void add_seen(const draw_grid *grid, const draw_edge *edge, strokes *list) {
    const draw_scene *scene = grid->scene;
    const draw_view *view = grid->view;
    const snw_vec3 a = snw__draw_project(view, edge->p[0]), b = snw__draw_project(view, edge->p[1]);
    const int steps = (int)fmin(ceil(hypot(a.x - b.x, a.y - b.y) / STRIDE), 1e5);
    int first = -1; // of a run of steps that are seen
    for (int i = 0; i <= steps; i++) {
        const snw_vec3 middle =
            snw_vec3_add_scaled(a, snw_vec3_sub(b, a), (i + 0.5) / (double)(steps + (steps == 0)));
        const bool seen = i < steps && is_seen(grid, edge, middle);
        if (seen && first < 0) first = i;
        if (seen || first < 0) continue;
        add_stroke(scene, list, snw_vec3_add_scaled(a, snw_vec3_sub(b, a), (double)first / steps),
                   snw_vec3_add_scaled(a, snw_vec3_sub(b, a), (double)i / steps));
        first = -1;
    }
}

// the next stroke that begins or ends where the pen is; its other end becomes the pen's place
static bool follow(strokes *list, int from, int *x, int *y) {
    for (int i = from; i < list->count; i++) {
        stroke *s = &list->items[i];
        if (s->drawn) continue;
        for (int end = 0; end < 2; end++) {
            if (s->x[end] != *x || s->y[end] != *y) continue;
            s->drawn = true;
            *x = s->x[1 - end];
            *y = s->y[1 - end];
            return true;
        }
    }
    return false;
}

static void add_step(snw_text *svg, int dx, int dy, bool first) {
    snw_text_format(svg, first || dx < 0 ? "%d" : " %d", dx);
    snw_text_format(svg, dy < 0 ? "%d" : " %d", dy);
}

// all strokes as one path, those that meet joined to lines
static void add_path(strokes *list, snw_text *svg) {
    int x = 0, y = 0;
    for (int i = 0; i < list->count; i++) {
        stroke *s = &list->items[i];
        if (s->drawn) continue;
        s->drawn = true;
        snw_text_format(svg, "m");
        add_step(svg, s->x[0] - x, s->y[0] - y, true);
        add_step(svg, s->x[1] - s->x[0], s->y[1] - s->y[0], false);
        x = s->x[1];
        y = s->y[1];
        for (int px = x, py = y; follow(list, i + 1, &x, &y); px = x, py = y) {
            add_step(svg, x - px, y - py, false);
        }
    }
}

void snw__draw_outlines(const draw_grid *grid, snw_text *svg) {
    const draw_scene *scene = grid->scene;
    strokes list = {0};
    for (int i = 0; i < scene->edge_count; i++) {
        const draw_edge *edge = &scene->edges[i];
        if (is_outline(edge, grid->view->toward)) add_seen(grid, edge, &list);
    }
    if (list.count == 0) return;
    snw_text_format(svg, "<path class=\"outline\" fill=\"none\" stroke=\"#2b3440\" "
                         "stroke-width=\"8\" stroke-linecap=\"round\" "
                         "stroke-linejoin=\"round\" d=\"");
    add_path(&list, svg);
    snw_text_format(svg, "\"/>\n");
}
