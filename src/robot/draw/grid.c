// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "internal.h"

#include <math.h>

// places per view at most; beyond, the grid becomes coarser
#define MAX_PLACES 4e6

// depths that differ by less are one surface [px]
#define SAME_DEPTH 1e-6

// a point behind the nearest surface by more is hidden [px]
#define BEHIND 1.0

snw_vec3 snw__draw_project(const draw_view *view, snw_vec3 p) {
    return snw_vec3_of(view->x + view->scale * snw_vec3_dot(p, view->right),
                       view->y - view->scale * snw_vec3_dot(p, view->up),
                       view->scale * snw_vec3_dot(p, view->toward));
}

int snw__draw_place(const draw_grid *grid, double x, double y) {
    const double column = floor((x - grid->left) / grid->step);
    const double row = floor((y - grid->top) / grid->step);
    if (!(column >= 0 && column < grid->columns && row >= 0 && row < grid->rows)) return -1;
    return (int)row * grid->columns + (int)column;
}

// A triangle on the page as three half planes: w[i] is the share of corner i at a point, so that
// inside all are at least 0 and the depth is the sum of w[i] times the depth of corner i.
typedef struct shares {
    double x[3], y[3], constant[3]; // w[i] = x[i] * px + y[i] * py + constant[i]
    bool flat;                      // seen edge-on: no area
} shares;

static shares shares_of(const snw_vec3 p[3]) {
    shares s = {0};
    const double area =
        (p[1].x - p[0].x) * (p[2].y - p[0].y) - (p[2].x - p[0].x) * (p[1].y - p[0].y);
    s.flat = !(fabs(area) > 1e-9);
    if (s.flat) return s;
    for (int i = 0; i < 3; i++) {
        const snw_vec3 a = p[(i + 1) % 3], b = p[(i + 2) % 3];
        s.x[i] = (a.y - b.y) / area;
        s.y[i] = (b.x - a.x) / area;
        s.constant[i] = (a.x * b.y - b.x * a.y) / area;
    }
    return s;
}

// the rows and columns whose middles may lie in a triangle
typedef struct span {
    int column, column_end, row, row_end;
} span;

static int inside(double value, int end) {
    return !(value > 0) ? 0 : value > end ? end : (int)value; // not a number is 0
}

static span span_of(const draw_grid *grid, const snw_vec3 p[3]) {
    const double x0 = fmin(p[0].x, fmin(p[1].x, p[2].x)), x1 = fmax(p[0].x, fmax(p[1].x, p[2].x));
    const double y0 = fmin(p[0].y, fmin(p[1].y, p[2].y)), y1 = fmax(p[0].y, fmax(p[1].y, p[2].y));
    return (span){inside(floor((x0 - grid->left) / grid->step), grid->columns),
                  inside(floor((x1 - grid->left) / grid->step) + 1, grid->columns),
                  inside(floor((y0 - grid->top) / grid->step), grid->rows),
                  inside(floor((y1 - grid->top) / grid->step) + 1, grid->rows)};
}

// the columns [first, end) of a row whose middles lie in the triangle
static void cut_row(const draw_grid *grid, const shares *s, const span *area, int row, int *first,
                    int *end) {
    const double y = grid->top + (row + 0.5) * grid->step;
    double low = area->column, high = area->column_end;
    for (int i = 0; i < 3; i++) {
        // slope * column + rest >= 0
        const double slope = s->x[i] * grid->step;
        const double rest =
            s->x[i] * (grid->left + 0.5 * grid->step) + s->y[i] * y + s->constant[i];
        if (slope > 0) {
            low = fmax(low, ceil(-rest / slope));
        } else if (slope < 0) {
            high = fmin(high, floor(-rest / slope) + 1);
        } else if (!(rest >= 0)) {
            // a level side with the triangle on its other side: the row passes the triangle
            low = area->column_end;
        }
    }
    // a side that is almost level meets the row far outside of the page: both ends stay in the area
    low = fmin(low, area->column_end);
    *first = (int)low;
    *end = (int)fmax(low, high);
}

static void fill(draw_grid *grid, const snw_vec3 p[3], int facet) {
    const shares s = shares_of(p);
    if (s.flat) return;
    const span area = span_of(grid, p);
    double x = 0, y = 0, constant = 0; // of the depth
    for (int i = 0; i < 3; i++) {
        x += s.x[i] * p[i].z;
        y += s.y[i] * p[i].z;
        constant += s.constant[i] * p[i].z;
    }
    for (int row = area.row; row < area.row_end; row++) {
        int first, end;
        cut_row(grid, &s, &area, row, &first, &end);
        const double start = y * (grid->top + (row + 0.5) * grid->step) + constant;
        for (int column = first; column < end; column++) {
            const int place = row * grid->columns + column;
            const double depth = start + x * (grid->left + (column + 0.5) * grid->step);
            if (depth > grid->depth[place] + SAME_DEPTH) {
                grid->depth[place] = depth;
                grid->facet[place] = facet;
            }
        }
    }
}

// a triangle between the middles of all places: by its own middle
static draw_sight sight_of_point(const draw_grid *grid, const snw_vec3 p[3]) {
    const snw_vec3 m = snw_vec3_scale(snw_vec3_add(p[0], snw_vec3_add(p[1], p[2])), 1.0 / 3);
    const int place = snw__draw_place(grid, m.x, m.y);
    return place < 0 || grid->depth[place] <= m.z + BEHIND ? DRAW_LITTLE : DRAW_HIDDEN;
}

void snw__draw_corners(const draw_grid *grid, int facet, snw_vec3 p[3]) {
    for (int i = 0; i < 3; i++) {
        p[i] = snw__draw_project(grid->view, grid->scene->facets[facet].p[i]);
    }
}

draw_sight snw__draw_sight(const draw_grid *grid, const snw_vec3 p[3], int facet, int *blocker) {
    const shares s = shares_of(p);
    if (s.flat) return DRAW_HIDDEN;
    const span area = span_of(grid, p);
    int covered = 0, seen = 0;
    *blocker = -1;
    for (int row = area.row; row < area.row_end; row++) {
        int first, end;
        cut_row(grid, &s, &area, row, &first, &end);
        covered += end - first;
        for (int column = first; column < end; column++) {
            const int front = grid->facet[row * grid->columns + column];
            if (front == facet || front < 0) { // nobody is there: rounding at a border
                seen++;
            } else if (!grid->whole[front]) {
                *blocker = front;
            }
        }
    }
    if (covered == 0) return sight_of_point(grid, p);
    if (seen == 0) return DRAW_HIDDEN;
    if (seen == covered) return DRAW_WHOLE;
    if (*blocker < 0) return DRAW_BELOW;
    return 2 * seen < covered ? DRAW_LITTLE : DRAW_MOST;
}

static bool take_memory(draw_grid *grid) {
    snw_setup *setup = grid->scene->setup;
    const size_t places = (size_t)grid->columns * (size_t)grid->rows;
    grid->facet = snw_setup_take(setup, places * sizeof *grid->facet, sizeof(int));
    grid->depth = snw_setup_take(setup, places * sizeof *grid->depth, sizeof(double));
    grid->whole = snw_setup_take(setup, (size_t)grid->scene->facet_count + 1, 1);
    if (grid->facet == NULL || grid->depth == NULL || grid->whole == NULL) return false;
    for (size_t i = 0; i < places; i++) {
        grid->facet[i] = -1;
        grid->depth[i] = -HUGE_VAL;
    }
    return true;
}

bool snw__draw_grid(draw_grid *grid, const draw_view *view, const draw_scene *scene) {
    grid->scene = scene;
    grid->view = view;
    grid->left = view->left;
    grid->top = view->top;
    grid->step = fmax(0.5, sqrt(view->width * view->height / MAX_PLACES));
    grid->columns = (int)ceil(view->width / grid->step) + 1;
    grid->rows = (int)ceil(view->height / grid->step) + 1;
    if (!take_memory(grid)) return false;
    snw_vec3 p[3];
    for (int f = 0; f < scene->facet_count; f++) {
        if (!(snw_vec3_dot(scene->facets[f].normal, view->toward) > 0)) continue;
        snw__draw_corners(grid, f, p);
        fill(grid, p, f);
    }
    for (int f = 0; f < scene->facet_count; f++) {
        if (!(snw_vec3_dot(scene->facets[f].normal, view->toward) > 0)) continue;
        int blocker = 0;
        snw__draw_corners(grid, f, p);
        grid->whole[f] = snw__draw_sight(grid, p, f, &blocker) == DRAW_WHOLE;
    }
    return true;
}
