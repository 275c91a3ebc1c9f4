// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "allocations.h"
#include "worlds.h"

// Where bodies are: reach, what is attached, memory; and distances against those of triangles.

static scene s;

// --- reach ---------------------------------------------------------------------------------------

// the corners of the mesh of a body's shapes, in the frame of the member's base
static double farthest_corner(int member, const snw_system_state *state) {
    const snw_pose T_base = snw_system_base_pose(&s.system, state, member);
    const snw_system_member *one = &s.system.members[member];
    const snw_system_mechanism *mechanism = &s.system.mechanisms[one->mechanism];
    double farthest = 0;
    for (int l = 0; l < one->model->link_count; l++) {
        const snw_link_description *link = mechanism->shape_of[l];
        const snw_pose T =
            snw_pose_inverse_mul(T_base, snw_system_link_pose(&s.system, state, member, l));
        for (int i = 0; i < link->collision_count; i++) {
            static snw_mesh *meshes[16][4];
            snw_mesh **mesh = &meshes[l][i];
            if (*mesh == NULL) {
                const snw_mesh_options options = {.resolution = 12};
                CHECK(snw_shape_mesh(&link->collisions[i].shape, &options, s.setup, mesh, NULL) ==
                      SNW_OK);
            }
            for (int k = 0; k < (*mesh)->point_count; k++) {
                const snw_vec3 p = snw_pose_apply(link->collisions[i].origin, (*mesh)->points[k]);
                farthest = fmax(farthest, snw_vec3_norm(snw_pose_apply(T, p)));
            }
        }
    }
    return farthest;
}

// joints of all kinds with limits: a screw, a slide, a follower, a plane
#define REACHING                                                                                   \
    "<mechanisms><mechanism name=\"m\"><robot name=\"m\"><links>"                                  \
    "<link name=\"a\"><collisions><collision><shape><box half_extents=\"0.2 0.1 0.1\"/></shape>"   \
    "</collision></collisions></link><link name=\"b\"><collisions><collision><shape>"              \
    "<capsule start=\"0 0 0\" end=\"0.3 0 0.1\" radius=\"0.05\"/></shape></collision>"             \
    "</collisions></link><link name=\"c\"><collisions><collision><shape><cylinder "                \
    "start=\"0 0 0\" end=\"0 0.3 0\" radius=\"0.05\"/></shape></collision></collisions></link>"    \
    "<link name=\"d\"><collisions><collision><origin xyz=\"0.1 0 0\"/><shape>"                     \
    "<sphere radius=\"0.1\"/></shape></collision></collisions></link>"                             \
    "<link name=\"e\"><collisions><collision><shape><box half_extents=\"0.05 0.1 0.3\"/></shape>"  \
    "</collision></collisions></link></links><joints>"                                             \
    "<joint name=\"1\" kind=\"prismatic\" parent=\"a\" child=\"b\" axis=\"1 0 0\">"                \
    "<origin xyz=\"0.1 0.1 0\"/><limits lower=\"-3\" upper=\"0.4\"/></joint>"                      \
    "<joint name=\"2\" kind=\"screw\" parent=\"b\" child=\"c\" axis=\"0 0 1\" pitch=\"0.1\">"      \
    "<origin xyz=\"0.3 0 0\"/><limits lower=\"-4\" upper=\"6\"/></joint>"                          \
    "<joint name=\"3\" kind=\"revolute\" parent=\"c\" child=\"d\" axis=\"0 1 0\">"                 \
    "<origin xyz=\"0 0.3 0\"/><limits lower=\"-1\" upper=\"2\"/></joint>"                          \
    "<joint name=\"4\" kind=\"prismatic\" parent=\"d\" child=\"e\" axis=\"0 0 1\">"                \
    "<origin xyz=\"0.1 0 0\"/><mimic joint=\"3\" multiplier=\"-0.2\" offset=\"0.1\"/>"             \
    "<limits lower=\"-1\" upper=\"1\"/></joint></joints></robot></mechanism></mechanisms>"         \
    "<members><member name=\"m\" mechanism=\"m\"><origin xyz=\"1 2 3\"/></member></members>"

// spec: actin-model:A1-MN-04
static void all_corners_are_in_the_sphere_of_a_member(void) {
    open_scene(&s, CELL(REACHING));
    const snw_sphere ball = snw_world_reach(&s.world, 0);
    CHECK(isfinite(ball.radius));
    double farthest = 0;
    CHECK_CASES(10000) {
        draw_state(&s, &s.state);
        farthest = fmax(farthest, farthest_corner(0, &s.state));
        CHECK(farthest <= ball.radius);
    }
    // and it is no more than half as large again
    CHECK(ball.radius < 1.5 * farthest);
    close_scene(&s);
}

// EX-19 of the guide: two links of 1 m and 0.8 m in a plane. Its recursion takes extents from the
// far ends and gives 2.6 m; from the near ends it is 1.8 m, the true reach. spec:
// actin-control:CQ-03
static void the_sphere_of_a_planar_arm_is_tight(void) {
    open_scene(&s, CELL("<mechanisms><mechanism name=\"m\"><robot name=\"m\"><links>"
                        "<link name=\"base\"/><link name=\"one\"><collisions><collision><shape>"
                        "<segment start=\"0 0 0\" end=\"1 0 0\"/></shape></collision></collisions>"
                        "</link><link name=\"two\"><collisions><collision><shape>"
                        "<segment start=\"0 0 0\" end=\"0.8 0 0\"/></shape></collision>"
                        "</collisions></link></links><joints>"
                        "<joint name=\"1\" kind=\"continuous\" parent=\"base\" child=\"one\" "
                        "axis=\"0 0 1\"/><joint name=\"2\" kind=\"continuous\" parent=\"one\" "
                        "child=\"two\" axis=\"0 0 1\"><origin xyz=\"1 0 0\"/></joint></joints>"
                        "</robot></mechanism></mechanisms><members>"
                        "<member name=\"m\" mechanism=\"m\"/></members>"));
    const double reach = snw_world_reach(&s.world, 0).radius;
    double farthest = 0;
    CHECK_CASES(100000) {
        draw_state(&s, &s.state);
        const double q1 = s.state.q[0], q2 = s.state.q[0] + s.state.q[1];
        const double x = cos(q1) + 0.8 * cos(q2), y = sin(q1) + 0.8 * sin(q2);
        farthest = fmax(farthest, hypot(x, y));
        CHECK(farthest <= reach);
    }
    CHECK(reach <= 2.6);
    // the ratio of tightness: the guide's is 2.6 / 1.8 = 1.44
    CHECK_NEAR(reach / 1.8, 1, 1e-9);
    CHECK(farthest > 1.799);
    close_scene(&s);
}

static void ways_without_limits_reach_anywhere(void) {
    open_scene(&s, CELL(TWO_ARMS));
    CHECK(isinf(snw_world_reach(&s.world, 3).radius));
    CHECK(isfinite(snw_world_reach(&s.world, 0).radius));
    close_scene(&s);
}

// --- what is attached ----------------------------------------------------------------------------

static bool is_near(const char *a, const char *a_link, const char *b, const char *b_link) {
    snw_near near[64];
    const snw_near_query query = {.member = -1, .below = (double)INFINITY, .most = 64};
    const int count = snw_collision_near(&s.around, &query, near, NULL);
    const snw_body x = body_named(&s, a, a_link), y = body_named(&s, b, b_link);
    for (int i = 0; i < count; i++) {
        if (same_body(near[i].a, x) && same_body(near[i].b, y)) return true;
        if (same_body(near[i].a, y) && same_body(near[i].b, x)) return true;
    }
    return false;
}

static void what_is_held_rides_along_and_may_touch_its_holder(void) {
    open_scene(&s, CELL(TWO_ARMS));
    CHECK(is_near("ball", "ball", "left", "three") && !is_near("ball", "ball", "table", "top"));
    const snw_pose T_three_ball = snw_pose_translation(snw_vec3_of(0.45, 0, 0.02));
    const snw_attaching what = {.name = "ball",
                                .role = "part",
                                .place = "three",
                                .member = 0,
                                .T_place_part = T_three_ball,
                                .inertia = snw_inertia_point(0.1, snw_vec3_zero())};
    CHECK(snw_system_attach(&s.system, &s.state, &what, NULL, NULL) == SNW_OK);
    const snw_body ball = body_named(&s, "ball", "ball"), three = body_named(&s, "left", "three");
    CHECK_CASES(200) {
        draw_state(&s, &s.state);
        CHECK(snw_collision_place(&s.around, &s.state) == SNW_OK);
        snw_pose T_three = snw_system_link_pose(&s.system, &s.state, 0, 3);
        CHECK(snw_pose_near(snw_collision_pose(&s.around, ball),
                            snw_pose_mul(T_three, T_three_ball), 1e-12));
        // one member moves, and the part with it
        for (int i = 0; i < 3; i++)
            s.state.q[i] += 0.3;
        CHECK(snw_collision_move(&s.around, 0, s.state.q) == SNW_OK);
        T_three = snw_system_link_pose(&s.system, &s.state, 0, 3);
        CHECK(snw_pose_near(snw_collision_pose(&s.around, three), T_three, 1e-12));
        CHECK(snw_pose_near(snw_collision_pose(&s.around, ball),
                            snw_pose_mul(T_three, T_three_ball), 1e-12));
    }
    // held, it can hit the table, which it could not before, and touches its holder
    CHECK(!is_near("ball", "ball", "left", "three") && is_near("ball", "ball", "table", "top"));
    CHECK(is_near("ball", "ball", "left", "one") && is_near("ball", "ball", "right", "three"));
    CHECK(snw_system_detach(&s.state, "ball", NULL) == SNW_OK);
    CHECK(snw_collision_place(&s.around, &s.state) == SNW_OK);
    CHECK(is_near("ball", "ball", "left", "three") && !is_near("ball", "ball", "table", "top"));
    close_scene(&s);
}

static void what_stands_on_an_arm_rides_along(void) {
    open_scene(&s, CELL("<mechanisms>" ARM TABLE_AND_BALL "</mechanisms><members>"
                        "<member name=\"arm\" mechanism=\"arm\"/>"
                        "<member name=\"second\" mechanism=\"arm\" on=\"arm\" at=\"two\">"
                        "<origin xyz=\"0.4 0 0.3\"/></member></members>"));
    CHECK_CASES(200) {
        draw_state(&s, &s.state);
        CHECK(snw_collision_place(&s.around, &s.state) == SNW_OK);
        for (int i = 0; i < 3; i++)
            s.state.q[i] -= 0.2;
        CHECK(snw_collision_move(&s.around, 0, s.state.q) == SNW_OK);
        for (int i = 0; i < s.world.moving_count; i++) {
            const snw_body body = s.world.bodies[i].body;
            const snw_pose T = snw_system_link_pose(&s.system, &s.state, body.member, body.link);
            CHECK(snw_pose_near(snw_collision_pose(&s.around, body), T, 1e-12));
        }
    }
    close_scene(&s);
}

// --- capsules ------------------------------------------------------------------------------------

// of the corners of all that is drawn
static void all_are_inside(const snw_link_description *link) {
    CHECK(link->collision_count == 1 && link->collisions[0].shape.type == &snw_capsule_type);
    for (int i = 0; i < link->visual_count; i++) {
        snw_mesh *mesh = NULL;
        CHECK(snw_shape_mesh(&link->visuals[i].shape, NULL, s.setup, &mesh, NULL) == SNW_OK);
        snw_vec3 middle = snw_vec3_zero();
        for (int k = 0; k < mesh->point_count; k++)
            middle = snw_vec3_add_scaled(middle, mesh->points[k], 1.0 / mesh->point_count);
        for (int k = 0; k < mesh->point_count; k++) {
            bool inside = false;
            // just inside of the surface, because a capsule touches what it is around
            const snw_vec3 inwards = snw_vec3_sub(middle, mesh->points[k]);
            const snw_vec3 p = snw_vec3_add_scaled(mesh->points[k], inwards, 1e-9);
            const snw_vec3 at = snw_pose_apply(link->visuals[i].origin, p);
            CHECK(snw_shape_contains(&link->collisions[0].shape, at, &inside) == SNW_OK);
            CHECK(inside);
        }
    }
}

// spec: actin-model:A1-MN-11
static void capsules_are_added_once(void) {
    read_scene(&s, CELL(TWO_ARMS));
    snw_robot *robot = s.cell->mechanisms[0].robot;
    // drawn, but without shapes to collide with: one shape, two shapes; the base keeps its own
    for (int i = 1; i < robot->link_count; i++) {
        snw_link_description *link = &robot->links[i];
        link->visuals = link->collisions;
        link->visual_count = link->collision_count;
        link->collisions = NULL;
        link->collision_count = 0;
    }
    int added = -1;
    CHECK(snw_robot_add_capsules(robot, s.setup, &added, NULL) == SNW_OK);
    CHECK(added == 3);
    for (int i = 1; i < robot->link_count; i++)
        all_are_inside(&robot->links[i]);
    CHECK(robot->links[0].collisions[0].shape.type == &snw_cylinder_type);
    CHECK(snw_robot_add_capsules(robot, s.setup, &added, NULL) == SNW_OK);
    CHECK(added == 0);
    for (int i = 0; i < robot->link_count; i++)
        CHECK(robot->links[i].collision_count == 1);
    close_scene(&s);
}

// --- memory --------------------------------------------------------------------------------------

static void a_workspace_needs_what_it_says(void) {
    open_scene(&s, CELL(TWO_ARMS RULES(">")));
    const size_t needed = s.needed;
    for (size_t size = 0; size <= needed; size += size < needed && needed - size < 512 ? 1 : 509) {
        void *block =
            aligned_alloc(SNW_ARENA_ALIGN, (size / SNW_ARENA_ALIGN + 1) * SNW_ARENA_ALIGN);
        snw_arena arena = snw_arena_over(block, size);
        snw_collision c;
        const snw_status status = snw_collision_init(&c, &s.world, &arena);
        CHECK(status == (size < needed ? SNW_ERR_MEMORY : SNW_OK));
        CHECK(arena.needed == needed);
        free(block);
    }
    close_scene(&s);
}

static void no_query_allocates(void) {
    open_scene(&s, CELL(TWO_ARMS RULES("><boxes><box name=\"door\" low=\"1 -1 -1\" high=\"2 1 1\"/>"
                                       "</boxes>")));
    allocations = 0;
    for (long k = 0; k < check_scaled(20000); k++) {
        for (int i = 0; i < 6; i++)
            s.state.q[i] = 2 * sin(0.001 * (double)(k * (i + 1)));
        CHECK(snw_collision_place(&s.around, &s.state) == SNW_OK);
        snw_near near[8];
        double g[6];
        const snw_near_query query = {.member = -1, .below = 0.1, .most = 8};
        const int count = snw_collision_near(&s.around, &query, near, NULL);
        for (int i = 0; i < count; i++)
            snw_collision_gradient(&s.around, &near[i], 0, g);
        SNW_IGNORE(snw_collision_hits(&s.around, &query, NULL));
        const snw_segment line = {snw_vec3_of(0, 0, 2), snw_vec3_of(0.3, 0, -2)};
        snw_world_hit hit;
        SNW_IGNORE(snw_collision_ray(&s.around, &line, &hit));
    }
    if (COUNTING) CHECK(allocations == 0);
    close_scene(&s);
}

// --- against triangles ---------------------------------------------------------------------------

// Two triangles: 0 where they meet, else the least of all pairs of edges, and of corners and faces.
static double from_segment(snw_vec3 a, snw_vec3 b, snw_vec3 c, snw_vec3 d) {
    // a grid of the two parameters, refined: independent of the formulas of the library
    double s0 = 0.5, t0 = 0.5, width = 0.5, best = (double)INFINITY;
    for (int round = 0; round < 40; round++) {
        double s1 = s0, t1 = t0;
        for (int i = -2; i <= 2; i++) {
            for (int k = -2; k <= 2; k++) {
                const double u = fmin(fmax(s0 + i * width / 2, 0), 1);
                const double v = fmin(fmax(t0 + k * width / 2, 0), 1);
                const snw_vec3 p = snw_vec3_add_scaled(a, snw_vec3_sub(b, a), u);
                const snw_vec3 q = snw_vec3_add_scaled(c, snw_vec3_sub(d, c), v);
                const double away = snw_vec3_distance2(p, q);
                if (away >= best) continue;
                best = away;
                s1 = u;
                t1 = v;
            }
        }
        s0 = s1;
        t0 = t1;
        width *= 0.7;
    }
    return sqrt(best);
}

// the distance of a point from a face, where its foot lies in the face; else infinite
static double from_face(snw_vec3 p, const snw_vec3 t[3]) {
    const snw_vec3 u = snw_vec3_sub(t[1], t[0]), v = snw_vec3_sub(t[2], t[0]);
    const snw_vec3 n = snw_vec3_cross(u, v), w = snw_vec3_sub(p, t[0]);
    const double area = snw_vec3_norm2(n);
    const double a = snw_vec3_dot(snw_vec3_cross(w, v), n) / area;
    const double b = snw_vec3_dot(snw_vec3_cross(u, w), n) / area;
    if (!(a >= 0 && b >= 0 && a + b <= 1)) return (double)INFINITY;
    return fabs(snw_vec3_dot(w, n)) / sqrt(area);
}

// does the edge p q pass the face?
static bool pierces(snw_vec3 p, snw_vec3 q, const snw_vec3 t[3]) {
    const snw_vec3 n = snw_vec3_cross(snw_vec3_sub(t[1], t[0]), snw_vec3_sub(t[2], t[0]));
    const double a = snw_vec3_dot(n, snw_vec3_sub(p, t[0]));
    const double b = snw_vec3_dot(n, snw_vec3_sub(q, t[0]));
    if (a * b > 0 || a == b) return false;
    const snw_vec3 at = snw_vec3_add_scaled(p, snw_vec3_sub(q, p), a / (a - b));
    return from_face(at, t) < (double)INFINITY;
}

static double of_triangles(const snw_vec3 x[3], const snw_vec3 y[3]) {
    double best = (double)INFINITY;
    for (int i = 0; i < 3; i++) {
        if (pierces(x[i], x[(i + 1) % 3], y) || pierces(y[i], y[(i + 1) % 3], x)) return 0;
        best = fmin(best, fmin(from_face(x[i], y), from_face(y[i], x)));
        for (int k = 0; k < 3; k++)
            best = fmin(best, from_segment(x[i], x[(i + 1) % 3], y[k], y[(k + 1) % 3]));
    }
    return best;
}

// the triangles of a box, in the world
static int triangles_of(const snw_body_shape *shape, snw_pose T_link, snw_vec3 out[][3]) {
    snw_mesh *mesh = NULL;
    snw_setup *setup = snw_setup_create(1 << 22);
    CHECK(snw_shape_mesh(&shape->shape, NULL, setup, &mesh, NULL) == SNW_OK);
    int count = 0;
    const int *faces = snw_mesh_faces(mesh, &count);
    const snw_pose T = snw_pose_mul(T_link, shape->origin);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 3; k++)
            out[i][k] = snw_pose_apply(T, mesh->points[faces[3 * i + k]]);
    snw_setup_destroy(setup);
    return count;
}

#define BOXES                                                                                      \
    "<mechanisms><mechanism name=\"m\"><robot name=\"m\"><links>"                                  \
    "<link name=\"a\"/>"                                                                           \
    "<link name=\"b\"><collisions><collision><origin xyz=\"0.2 0 0\"/><shape>"                     \
    "<box half_extents=\"0.15 0.04 0.05\"/></shape></collision></collisions></link>"               \
    "<link name=\"c\"><collisions><collision><origin xyz=\"0.2 0 0\"/><shape>"                     \
    "<box half_extents=\"0.15 0.03 0.05\"/></shape></collision></collisions></link>"               \
    "<link name=\"d\"><collisions><collision><origin xyz=\"0.2 0.02 0\"/><shape>"                  \
    "<tetrahedron corner=\"-0.1 -0.1 -0.1\" edge_1=\"0.3 0 0\" edge_2=\"0 0.2 0\" "                \
    "edge_3=\"0 0 0.2\"/></shape></collision></collisions></link></links><joints>"                 \
    "<joint name=\"1\" kind=\"revolute\" parent=\"a\" child=\"b\" axis=\"0 0 1\">"                 \
    "<limits lower=\"-3\" upper=\"3\"/></joint>"                                                   \
    "<joint name=\"2\" kind=\"revolute\" parent=\"b\" child=\"c\" axis=\"0 1 0\">"                 \
    "<origin xyz=\"0.4 0 0\"/><limits lower=\"-3\" upper=\"3\"/></joint>"                          \
    "<joint name=\"3\" kind=\"revolute\" parent=\"c\" child=\"d\" axis=\"0 1 0\">"                 \
    "<origin xyz=\"0.4 0 0\"/><limits lower=\"-3\" upper=\"3\"/></joint></joints></robot>"         \
    "</mechanism></mechanisms><members><member name=\"m\" mechanism=\"m\"/>"                       \
    "<member name=\"n\" mechanism=\"m\"><origin xyz=\"0.5 0.2 0.1\"/></member></members>" RULES(   \
        "><pairs><pair a=\"*\" b=\"*\" policy=\"watch\"/>"                                         \
        "<pair a=\"m/b\" b=\"m/d\" policy=\"watch\"/></pairs>")

// distances of two links, contact of two manipulators and of a manipulator with itself
// spec: actin-model:A1-MN-07
static void distances_and_contacts_are_those_of_triangles(void) {
    open_scene(&s, CELL(BOXES));
    int self = 0, mutual = 0;
    CHECK_CASES(60) {
        draw_state(&s, &s.state);
        CHECK(snw_collision_place(&s.around, &s.state) == SNW_OK);
        bool touches_self = false, touches_other = false;
        snw_near near[64];
        const snw_near_query query = {.member = -1, .below = (double)INFINITY, .most = 64};
        const int count = snw_collision_near(&s.around, &query, near, NULL);
        CHECK(count == 1 + 9 + 1); // b with d of each, and all of both
        for (int i = 0; i < count; i++) {
            static snw_vec3 one[64][3], other[64][3];
            const snw_system_mechanism *m = &s.system.mechanisms[0];
            const snw_body a = near[i].a, b = near[i].b;
            const int n_one =
                triangles_of(&m->shape_of[a.link]->collisions[0],
                             snw_system_link_pose(&s.system, &s.state, a.member, a.link), one);
            const int n_other =
                triangles_of(&m->shape_of[b.link]->collisions[0],
                             snw_system_link_pose(&s.system, &s.state, b.member, b.link), other);
            double truth = (double)INFINITY;
            for (int x = 0; x < n_one; x++)
                for (int y = 0; y < n_other && truth > 0; y++)
                    truth = fmin(truth, of_triangles(one[x], other[y]));
            const snw_closest *c = &near[i].closest;
            // none of these bodies fits into another one, so surfaces meet where bodies do
            if (truth == 0) CHECK(c->distance < 1e-9);
            if (truth > 0) CHECK_NEAR(c->distance, truth, 1e-6);
            if (a.member == b.member) touches_self = touches_self || truth == 0;
            if (a.member != b.member) touches_other = touches_other || truth == 0;
        }
        snw_near_query contact = {.member = -1, .parts = SNW_NEAR_SELF};
        CHECK(snw_collision_hits(&s.around, &contact, NULL) == touches_self);
        contact.parts = SNW_NEAR_MUTUAL;
        CHECK(snw_collision_hits(&s.around, &contact, NULL) == touches_other);
        self += touches_self;
        mutual += touches_other;
    }
    CHECK(self > 0 && mutual > 0);
    close_scene(&s);
}

int main(void) {
    RUN(all_corners_are_in_the_sphere_of_a_member);
    RUN(the_sphere_of_a_planar_arm_is_tight);
    RUN(ways_without_limits_reach_anywhere);
    RUN(what_is_held_rides_along_and_may_touch_its_holder);
    RUN(what_stands_on_an_arm_rides_along);
    RUN(capsules_are_added_once);
    RUN(a_workspace_needs_what_it_says);
    RUN(no_query_allocates);
    RUN(distances_and_contacts_are_those_of_triangles);
    return check_report();
}
