// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// The places of the grid that a triangle covers, against the question of every place.
#include "../../../src/robot/draw/internal.h"

#include <math.h>

#include "sinew/random.h"

#include "check.h"

enum { WIDE = 60, TALL = 40, TRIANGLES = 3000 };

// the page is the x y plane of the world, seen from above
static const draw_view page = {.right = {1, 0, 0},
                               .up = {0, -1, 0},
                               .toward = {0, 0, 1},
                               .scale = 1,
                               .width = WIDE,
                               .height = TALL};

static double draw_number(snw_random *random, double low, double high) {
    double value = 0;
    CHECK(snw_random_uniform(random, low, high, &value) == SNW_OK);
    return value;
}

// y, or a few of the smallest steps beside it
static double almost(snw_random *random, double y) {
    const int steps = (int)draw_number(random, -4, 5);
    for (int i = 0; i < abs(steps); i++) {
        y = nextafter(y, steps > 0 ? HUGE_VAL : -HUGE_VAL);
    }
    return y;
}

// The kinds in turn: any, one side level, one side almost level, a sliver with a level side and two
// that are almost level. Corners lie on the page or beyond it.
static draw_facet random_facet(snw_random *random, int number) {
    draw_facet f = {.normal = {0, 0, 1}};
    for (int i = 0; i < 3; i++) {
        f.p[i] =
            snw_vec3_of(draw_number(random, -WIDE, 2 * WIDE),
                        draw_number(random, -TALL / 2.0, 1.5 * TALL), draw_number(random, -5, 5));
    }
    const int first = number / 4 % 3, second = (first + 1) % 3, third = (first + 2) % 3;
    if (number % 4 == 1) f.p[second].y = f.p[first].y;
    if (number % 4 == 2) f.p[second].y = almost(random, f.p[first].y);
    if (number % 4 == 3) {
        f.p[second].y = f.p[first].y;
        f.p[third].y = f.p[first].y + pow(10, draw_number(random, -11, -2)) *
                                          (draw_number(random, -1, 1) < 0 ? -1 : 1);
    }
    return f;
}

// twice the area between a side and a point, positive on the left of the side
static double side_of(snw_vec3 a, snw_vec3 b, double x, double y) {
    return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
}

// 1 inside, -1 outside, 0 too near to a side to say
static int where(const snw_vec3 p[3], double x, double y) {
    const double turn = side_of(p[0], p[1], p[2].x, p[2].y) > 0 ? 1 : -1;
    double least = HUGE_VAL;
    for (int i = 0; i < 3; i++) {
        least = fmin(least, turn * side_of(p[i], p[(i + 1) % 3], x, y));
    }
    return least > 1e-9 ? 1 : least < -1e-9 ? -1 : 0;
}

// Seen: `sinew model draw` of arms with meshes wrote beyond the grid. A row above or below a level
// side ended where an almost level side meets it, far outside of the page.
static void triangles_with_level_sides_cover_the_places_that_lie_in_them(void) {
    snw_random random = snw_random_stream(18, 0);
    long inside = 0, wrong = 0;
    for (int number = 0; number < TRIANGLES; number++) {
        snw_setup *setup = snw_setup_create((size_t)8 << 20);
        CHECK(setup != NULL);
        draw_facet facet = random_facet(&random, number);
        const draw_scene scene = {.setup = setup, .facets = &facet, .facet_count = 1};
        draw_grid grid = {0};
        CHECK(snw__draw_grid(&grid, &page, &scene));
        long covered = 0;
        for (int place = 0; place < grid.rows * grid.columns; place++) {
            const double x = grid.left + (place % grid.columns + 0.5) * grid.step;
            const double y = grid.top + (place / grid.columns + 0.5) * grid.step;
            const int expected = where(facet.p, x, y);
            wrong += expected != 0 && (grid.facet[place] == 0) != (expected > 0) ? 1 : 0;
            covered += expected > 0 ? 1 : 0;
        }
        int blocker = 0;
        if (covered > 0) CHECK(snw__draw_sight(&grid, facet.p, 0, &blocker) == DRAW_WHOLE);
        inside += covered;
        snw_setup_destroy(setup);
    }
    CHECK(wrong == 0);
    CHECK(inside > 1000000); // most triangles were looked at
}

int main(void) {
    RUN(triangles_with_level_sides_cover_the_places_that_lie_in_them);
    return check_report();
}
