// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "internal.h"

#include <math.h>
#include <stdlib.h>

// The painter's algorithm (Newell, Newell, Sancha 1972) with help: a grid knows which triangle is
// in front at each place. Hidden triangles are left out. Those that are seen as a whole have
// nothing in front of them, so they come last. Those that only such triangles hide come before. All
// others are cut by what hides them until each part is one of these; so no layer needs an order,
// and each is gathered by link and colour. Parts too small to cut come first when less than half of
// them is seen, else last.

// triangles are cut until their longest side is below this [px], or as often
// as this
#define SMALL 2.5
enum { MAX_CUTS = 16 };

// shades of one colour
enum { SHADES = 12 };

// a triangle on the page
typedef struct patch {
    int x[3], y[3]; // [0.1 px]
    int link;
    unsigned color; // 0xRRGGBB
    int order;
} patch;

typedef struct patches {
    patch *items;
    int count, room;
} patches;

// one view while it is drawn
typedef struct painting {
    const draw_scene *scene;
    const draw_view *view;
    draw_grid grid;
    patches little, below, whole; // from the bottom to the top
} painting;

// Lambert's law with a light from the upper left, in front; the rest of the light is even.
static unsigned shade(const painting *now, const draw_facet *facet) {
    const draw_view *view = now->view;
    const snw_vec3 n = facet->normal;
    const double light = (-0.40 * snw_vec3_dot(n, view->right) + 0.58 * snw_vec3_dot(n, view->up) +
                          0.71 * snw_vec3_dot(n, view->toward));
    const double step = floor(fmin(fmax(light, 0), 0.9999) * SHADES);
    const double strength = 0.52 + 0.48 * step / (SHADES - 1);
    unsigned color = 0;
    for (int k = 0; k < 3; k++) {
        const double value = now->scene->pieces[facet->piece].color[k] * strength;
        color = color << 8 | (unsigned)lround(255 * value);
    }
    return color;
}

static void add_patch(painting *now, patches *list, const snw_vec3 p[3], int facet) {
    if (list->count == list->room) {
        const int room = list->room == 0 ? 256 : 2 * list->room;
        patch *grown = snw_setup_grow(now->scene->setup, list->items, (size_t)room * sizeof *grown,
                                      sizeof(double));
        if (grown == NULL) return;
        list->items = grown;
        list->room = room;
    }
    const draw_facet *source = &now->scene->facets[facet];
    patch *new = &list->items[list->count];
    *new = (patch){.link = now->scene->pieces[source->piece].link,
                   .color = shade(now, source),
                   .order = list->count++};
    for (int i = 0; i < 3; i++) {
        new->x[i] = (int)lround(10 * p[i].x);
        new->y[i] = (int)lround(10 * p[i].y);
    }
}

static double longest_side(const snw_vec3 p[3]) {
    double length = 0;
    for (int i = 0; i < 3; i++) {
        const snw_vec3 a = p[i], b = p[(i + 1) % 3];
        length = fmax(length, hypot(a.x - b.x, a.y - b.y));
    }
    return length;
}

// Puts a triangle where it belongs, cut as often as needed.
static void place_triangle(painting *now, const snw_vec3 p[3], int facet, int cuts) {
    int blocker = 0;
    const draw_sight sight = snw__draw_sight(&now->grid, p, facet, &blocker);
    if (sight == DRAW_HIDDEN) return;
    if (sight == DRAW_BELOW) {
        add_patch(now, &now->below, p, facet);
    } else if (sight == DRAW_WHOLE) {
        add_patch(now, &now->whole, p, facet);
    } else if (longest_side(p) < SMALL || cuts == MAX_CUTS) {
        add_patch(now, sight == DRAW_MOST ? &now->whole : &now->little, p, facet);
    } else {
        snw_vec3 parts[3][3];
        const int count = snw__draw_cut(&now->grid, p, blocker, parts);
        for (int i = 0; i < count; i++) {
            place_triangle(now, parts[i], facet, cuts + 1);
        }
    }
}

static int by_link(const void *a, const void *b) {
    const patch *s = a, *t = b;
    if (s->link != t->link) return s->link < t->link ? -1 : 1;
    if (s->color != t->color) return s->color < t->color ? -1 : 1;
    return (s->order > t->order) - (s->order < t->order);
}

// the pen of a path, which writes steps from where it is
typedef struct pen {
    int x, y;
} pen;

static void add_step(snw_text *svg, pen *at, int x, int y, bool first) {
    const int dx = x - at->x, dy = y - at->y;
    // a sign parts numbers as a blank does
    snw_text_format(svg, first || dx < 0 ? "%d" : " %d", dx);
    snw_text_format(svg, dy < 0 ? "%d" : " %d", dy);
    *at = (pen){x, y};
}

static bool same_corner(const patch *a, int i, const patch *b, int k) {
    return a->x[i] == b->x[k] && a->y[i] == b->y[k];
}

// the corner of b that a does not have, and the place in a before which it goes; false when the
// two do not share a side
static bool find_fourth(const patch *a, const patch *b, int *corner, int *place) {
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            // both run the same way round, so a shared side runs against itself
            if (same_corner(a, i, b, (k + 1) % 3) && same_corner(a, (i + 1) % 3, b, k)) {
                *corner = (k + 2) % 3;
                *place = i + 1;
                return true;
            }
        }
    }
    return false;
}

// one triangle, or two as a polygon of four corners; returns how many
static int add_polygon(snw_text *svg, pen *at, const patch *p, const patch *next) {
    int corner = 0, place = 0;
    const bool pair = next != NULL && find_fourth(p, next, &corner, &place);
    snw_text_format(svg, "m");
    pen start = {0};
    for (int i = 0; i < 3; i++) {
        if (pair && place == i && i > 0) {
            add_step(svg, at, next->x[corner], next->y[corner], false);
        }
        add_step(svg, at, p->x[i], p->y[i], i == 0);
        if (i == 0) start = *at;
    }
    if (pair && place == 3) add_step(svg, at, next->x[corner], next->y[corner], false);
    snw_text_format(svg, "z");
    *at = start; // closing goes back there
    return pair ? 2 : 1;
}

// a run of patches of one colour as one path
static int add_path(snw_text *svg, const patch *items, int count) {
    int end = 1;
    while (end < count && items[end].color == items[0].color && items[end].link == items[0].link) {
        end++;
    }
    snw_text_format(svg, "<path color=\"#%06x\" d=\"", items[0].color);
    pen at = {0, 0};
    for (int i = 0; i < end;) {
        i += add_polygon(svg, &at, &items[i], i + 1 < end ? &items[i + 1] : NULL);
    }
    snw_text_format(svg, "\"/>\n");
    return end;
}

static void sort(patches *list) {
    if (list->count > 0) qsort(list->items, (size_t)list->count, sizeof(patch), by_link);
}

// all patches of a layer
static void add_layer(snw_text *svg, const patches *list) {
    for (int i = 0; i < list->count;) {
        i += add_path(svg, &list->items[i], list->count - i);
    }
}

// the surfaces, from the bottom to the top; the topmost by links, each that has shapes
static void add_surfaces(painting *now, snw_text *svg) {
    const draw_scene *scene = now->scene;
    const patches *whole = &now->whole;
    snw_text_format(svg, "<g class=\"surface\" fill=\"currentColor\" stroke=\"currentColor\" "
                         "stroke-width=\"6\" stroke-linejoin=\"round\">\n");
    sort(&now->little);
    sort(&now->below);
    sort(&now->whole);
    add_layer(svg, &now->little);
    add_layer(svg, &now->below);
    int at = 0, last = -1;
    for (int i = 0; i < scene->piece_count; i++) {
        const int link = scene->pieces[i].link;
        if (link == last) continue;
        last = link;
        snw_text_format(svg, "<g data-link=\"");
        snw_text_xml_attribute(svg, scene->model->links[link].name);
        snw_text_format(svg, "\">\n");
        while (at < whole->count && whole->items[at].link == link) {
            at += add_path(svg, &whole->items[at], whole->count - at);
        }
        snw_text_format(svg, "</g>\n");
    }
    snw_text_format(svg, "</g>\n");
}

void snw__draw_view(const draw_scene *scene, const draw_view *view, snw_text *svg) {
    painting now = {.scene = scene, .view = view};
    if (!snw__draw_grid(&now.grid, view, scene)) return;
    for (int f = 0; f < scene->facet_count; f++) {
        if (!(snw_vec3_dot(scene->facets[f].normal, view->toward) > 0)) continue;
        snw_vec3 p[3];
        snw__draw_corners(&now.grid, f, p);
        place_triangle(&now, p, f, 0);
    }
    add_surfaces(&now, svg);
    snw__draw_outlines(&now.grid, svg);
}
