// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "allocations.h"
#include "worlds.h"

// Bodies against the cells of a map, by brute force: every cell is a cube, compiled for itself.

enum { CELLS = 400 };

static const double size = 0.05;
static scene s;
static snw_voxel_map map;
static snw_sensed sensed;
static snw_vec3 cells[CELLS]; // middles, each once
static int cell_count;

// cells of random places around the arms, alone and in walls
static void scatter(int count) {
    snw_voxel_map_clear(&map);
    cell_count = 0;
    while (cell_count < count) {
        const snw_vec3 p = {check_real(-1.2, 2), check_real(-1.2, 1.5), check_real(-0.8, 0.8)};
        const int wide = check_int(0, 3) == 0 ? 4 : 1;
        for (int i = 0; i < wide * wide && cell_count < count; i++) {
            const snw_vec3 at = {p.x, p.y + size * (i % wide), p.z + size * (int)(i / wide)};
            if (snw_voxel_map_has(&map, at) || snw_voxel_map_insert(&map, &at, 1, 0) == 0) continue;
            snw_vec3 middle = snw_vec3_scale(snw_vec3_sub(at, map.low), 1 / size);
            middle =
                (snw_vec3){floor(middle.x) + 0.5, floor(middle.y) + 0.5, floor(middle.z) + 0.5};
            cells[cell_count++] = snw_vec3_add(map.low, snw_vec3_scale(middle, size));
        }
    }
}

static void open_sensed(const char *text) {
    open_scene(&s, text);
    const snw_voxel_map_config config = {
        .bounds = {{-2, -2, -2}, {3, 3, 2}}, .size = size, .blocks = 300};
    snw_arena arena = {0};
    CHECK(snw_voxel_map_init(&map, &config, &arena, NULL) == SNW_ERR_MEMORY);
    CHECK(snw_sensed_init(&sensed, size, &arena, NULL) == SNW_ERR_MEMORY);
    arena = room_for(s.setup, arena.needed);
    CHECK(snw_voxel_map_init(&map, &config, &arena, NULL) == SNW_OK);
    CHECK(snw_sensed_init(&sensed, size, &arena, NULL) == SNW_OK);
    sensed.map = &map;
    snw_collision_sense(&s.around, &sensed);
}

// the distance of a body from the nearest cell, over all of them; `*least` is a bound of it
static double distance_of(const snw_world_body *body, double *least) {
    const snw_pose T =
        snw_system_link_pose(&s.system, &s.state, body->body.member, body->body.link);
    double best = *least = (double)INFINITY;
    for (int i = 0; i < body->part_count; i++) {
        for (int k = 0; k < cell_count; k++) {
            snw_distance_query query = snw_distance_defaults(&body->parts[i].solid, &sensed.cell);
            query.T_first = snw_pose_mul(T, body->parts[i].T_link_part);
            query.T_second = snw_pose_translation(cells[k]);
            snw_closest closest;
            CHECK(snw_distance(&query, &closest) == SNW_OK);
            best = fmin(best, closest.distance);
            *least = fmin(*least, closest.least);
        }
    }
    return best;
}

static const snw_near *near_of(const snw_near *near, int count, snw_body body) {
    for (int i = 0; i < count; i++) {
        if (same_body(near[i].a, body) && near[i].b.member == SNW_BODY_SENSED) return &near[i];
    }
    return NULL;
}

enum { MOST = 64 };

static const char two_arms[] =
    CELL(TWO_ARMS RULES(" keep=\"0.01\"><boxes><box name=\"door\" low=\"5 5 5\" "
                        "high=\"6 6 6\"/></boxes>"));

static void the_nearest_cell_is_that_of_brute_force(void) {
    open_sensed(two_arms);
    snw_near near[MOST];
    int seen = 0, deep = 0;
    CHECK_CASES(check_scaled(300)) {
        scatter(check_int(1, CELLS));
        draw_state(&s, &s.state);
        CHECK(snw_collision_place(&s.around, &s.state) == SNW_OK);
        const double below = check_case % 4 == 0 ? (double)INFINITY : check_real(0, 0.4);
        const snw_near_query query = {.member = -1, .below = below, .most = MOST};
        const int count = snw_collision_near(&s.around, &query, near, NULL);
        for (int i = 0; i < s.world.moving_count; i++) {
            const snw_world_body *body = &s.world.bodies[i];
            const snw_near *found = near_of(near, count, body->body);
            // the ball floats, and no joint moves it: it keeps away from nothing
            if (!body->driven) {
                CHECK(found == NULL);
                continue;
            }
            double bound;
            const double truth = distance_of(body, &bound);
            if (fabs(truth - below) < 1e-7) continue;
            CHECK((found != NULL) == (truth < below));
            if (found == NULL) continue;
            seen++;
            deep += truth < 0;
            CHECK(found->policy == SNW_PAIR_KEEP && found->keep == 0.01);
            CHECK(found->kind == SNW_NEAR_WORLD);
            CHECK(found->closest.least <= truth + 1e-9 && bound <= found->closest.distance + 1e-9);
            CHECK_NEAR(found->closest.distance, truth, fmax(1e-9, 2 * (truth - bound)));
            if (truth < 1e-6) continue;
            const snw_vec3 way = snw_vec3_sub(found->closest.a, found->closest.b);
            CHECK_NEAR(snw_vec3_norm(way), truth, 1e-9);
            CHECK_NEAR(snw_vec3_dot(way, found->closest.normal), truth, 1e-9);
        }
    }
    CHECK(seen > check_scaled(300) && deep > check_scaled(300) / 20);
    char name[SNW_BODY_NAME];
    snw_world_name(&s.world, (snw_body){SNW_BODY_SENSED, 0}, name);
    CHECK_TEXT(name, "sensed");
    close_scene(&s);
}

// A ball that a joint moves along x, and one cell in its way.
#define SLIDER                                                                                     \
    "<mechanisms><mechanism name=\"slide\"><robot name=\"slide\"><links><link name=\"rail\"/>"     \
    "<link name=\"ball\"><collisions><collision><shape><sphere radius=\"0.1\"/></shape>"           \
    "</collision></collisions></link></links><joints><joint name=\"x\" kind=\"prismatic\" "        \
    "parent=\"rail\" child=\"ball\" axis=\"1 0 0\"><limits lower=\"-3\" upper=\"3\" "              \
    "velocity=\"2\" effort=\"1\"/></joint></joints></robot></mechanism></mechanisms><members>"     \
    "<member name=\"arm\" mechanism=\"slide\"/></members>"

// the cell whose middle is at (0.975, 0.025, 0.025): the ball touches its face at q = 0.85
static void put_one_cell(void) {
    snw_voxel_map_clear(&map);
    const snw_vec3 at = {0.96, 0.01, 0.01};
    CHECK(snw_voxel_map_insert(&map, &at, 1, 0) == 1);
}

static void a_cell_is_a_cube(void) {
    open_sensed(CELL(SLIDER));
    put_one_cell();
    const snw_near_query query = {.member = -1, .below = 2, .most = 4};
    snw_near near[4];
    CHECK_CASES(200) {
        const double q = check_real(-0.5, 0.8);
        CHECK(snw_collision_move(&s.around, 0, &q) == SNW_OK);
        CHECK(snw_collision_near(&s.around, &query, near, NULL) == 1);
        CHECK_NEAR(near[0].closest.distance, 0.85 - q, 1e-12);
        CHECK_NEAR(near[0].closest.b.x, 0.95, 1e-12);
        // without rules it is watched
        CHECK(near[0].policy == SNW_PAIR_WATCH && near[0].keep == 0);
        double g;
        snw_collision_gradient(&s.around, &near[0], 0, &g);
        CHECK_NEAR(g, -1, 1e-12);
    }
    // another map in its place, and none
    snw_voxel_map_clear(&map);
    CHECK(snw_collision_near(&s.around, &query, near, NULL) == 0);
    put_one_cell();
    sensed.map = NULL;
    CHECK(snw_collision_near(&s.around, &query, near, NULL) == 0);
    sensed.map = &map;
    CHECK(snw_collision_near(&s.around, &query, near, NULL) == 1);
    snw_collision_sense(&s.around, NULL);
    CHECK(snw_collision_near(&s.around, &query, near, NULL) == 0);
    close_scene(&s);
}

static void what_is_asked_for_is_what_is_found(void) {
    open_sensed(two_arms);
    CHECK_CASES(50) {
        scatter(200);
        draw_state(&s, &s.state);
        CHECK(snw_collision_place(&s.around, &s.state) == SNW_OK);
        for (int member = 0; member < 2; member++) {
            const snw_near_query query = {
                .member = member, .parts = SNW_NEAR_WORLD, .below = 0.5, .most = MOST};
            snw_near near[MOST];
            const int count = snw_collision_near(&s.around, &query, near, NULL);
            int own = 0;
            for (int i = 0; i < count; i++) {
                if (near[i].b.member != SNW_BODY_SENSED) continue;
                CHECK(near[i].a.member == member);
                own++;
            }
            const snw_body link = body_named(&s, member == 0 ? "left" : "right", "three");
            snw_near_query one = query;
            one.body = &link;
            snw_near only[MOST];
            const int few = snw_collision_near(&s.around, &one, only, NULL);
            const snw_near *x = near_of(near, count, link), *y = near_of(only, few, link);
            CHECK((x == NULL) == (y == NULL));
            for (int i = 0; i < few; i++)
                CHECK(same_body(only[i].a, link) || same_body(only[i].b, link));
            if (x != NULL) CHECK(x->closest.distance == y->closest.distance);
            one.body = NULL;
            one.parts = SNW_NEAR_SELF | SNW_NEAR_MUTUAL;
            const int none = snw_collision_near(&s.around, &one, only, NULL);
            for (int i = 0; i < none; i++)
                CHECK(only[i].b.member != SNW_BODY_SENSED);
            // in contact or not: the same as the least distance says
            double least = 1, bound;
            for (int i = 0; i < s.world.moving_count; i++) {
                const snw_world_body *body = &s.world.bodies[i];
                if (body->driven && body->body.member == member)
                    least = fmin(least, distance_of(body, &bound));
            }
            const snw_near_query hit = {.member = member, .parts = SNW_NEAR_WORLD, .below = 0};
            snw_near first;
            const bool hits = snw_collision_hits(&s.around, &hit, &first);
            if (least < -1e-9) CHECK(hits);
            if (hits && first.b.member == SNW_BODY_SENSED) CHECK(least < 1e-9);
            CHECK(own > 0 || least > 0.5);
        }
    }
    close_scene(&s);
}

// what a sweep certifies holds for samples of it, and where it refuses there is a cell
static void sweeps_see_cells(void) {
    open_sensed(two_arms);
    int clear = 0, hits = 0;
    CHECK_CASES(check_scaled(400)) {
        scatter(check_int(100, CELLS));
        draw_state(&s, &s.state);
        CHECK(snw_collision_place(&s.around, &s.state) == SNW_OK);
        double q0[3], q1[3];
        memcpy(q0, s.state.q, sizeof q0);
        for (int i = 0; i < 3; i++)
            q1[i] = q0[i] + check_real(-0.3, 0.3);
        const snw_sweep_options options = {.enforced = true};
        snw_sweep_result r;
        CHECK(snw_collision_sweep(&s.around, 0, q0, q1, &options, &r) == SNW_OK);
        enum { SAMPLES = 32 };
        for (int i = 0; i <= SAMPLES; i++) {
            const double t = (double)i / SAMPLES;
            if (t > r.t) break;
            CHECK(snw_interpolate(s.system.members[0].model, q0, q1, t, s.state.q) == SNW_OK);
            for (int k = 0; k < s.world.moving_count; k++) {
                double bound;
                if (s.world.bodies[k].body.member != 0 || !s.world.bodies[k].driven) continue;
                CHECK(distance_of(&s.world.bodies[k], &bound) >= 0.01 - 1e-9 || t == r.t);
            }
        }
        clear += r.clear;
        hits += !r.clear && r.at.b.member == SNW_BODY_SENSED;
    }
    CHECK(clear > 0 && hits >= check_scaled(400) / 50);
    close_scene(&s);
}

// At 1 m/s from 0.8 it is at 0.84 after 0.04 s, and would be inside of the cell after 0.06 s.
static void a_member_stops_before_what_is_sensed(void) {
    open_sensed(CELL(SLIDER));
    put_one_cell();
    s.state.q[0] = 0.8;
    s.state.v[0] = 1;
    snw_propagated out;
    CHECK(snw_collision_place(&s.around, &s.state) == SNW_OK);
    CHECK(snw_collision_propagate(&s.around, &s.state, 40000000, &out) == SNW_OK);
    CHECK(out.stopped == 0);
    CHECK_NEAR(s.state.q[0], 0.84, 1e-12);
    CHECK(snw_collision_propagate(&s.around, &s.state, 20000000, &out) == SNW_OK);
    CHECK(out.stopped == SNW_STOPPED_BY_CONTACT && out.hit.b.member == SNW_BODY_SENSED);
    CHECK_NEAR(s.state.q[0], 0.84, 1e-12);
    s.state.v[0] = -1;
    CHECK(snw_collision_propagate(&s.around, &s.state, 20000000, &out) == SNW_OK);
    CHECK(out.stopped == 0);
    CHECK_NEAR(s.state.q[0], 0.82, 1e-12);
    close_scene(&s);
}

static void queries_take_no_memory(void) {
    open_sensed(two_arms);
    scatter(CELLS);
    void *volatile block = malloc(1);
    free(block);
    const long before = allocations;
    CHECK(!COUNTING || before > 0);
    snw_near near[MOST];
    const snw_near_query query = {.member = -1, .below = (double)INFINITY, .most = MOST};
    for (int i = 0; i < 100; i++)
        CHECK(snw_collision_near(&s.around, &query, near, NULL) > 0);
    CHECK(allocations == before);
    close_scene(&s);
}

int main(void) {
    RUN(the_nearest_cell_is_that_of_brute_force);
    RUN(a_cell_is_a_cube);
    RUN(what_is_asked_for_is_what_is_found);
    RUN(sweeps_see_cells);
    RUN(a_member_stops_before_what_is_sensed);
    RUN(queries_take_no_memory);
    return check_report();
}
