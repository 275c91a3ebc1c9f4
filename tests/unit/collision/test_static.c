// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "worlds.h"

// The tree over what stands still, and rays.

static scene s;

enum { BOXES = 10000 };

// an arm, and a member of ten thousand boxes in the room around it
static void open_room(int boxes, double room) {
    read_scene(&s, CELL("<mechanisms>" ARM TABLE_AND_BALL "</mechanisms><members>"
                        "<member name=\"arm\" mechanism=\"arm\"/>"
                        "<member name=\"boxes\" mechanism=\"table\"/></members>"));
    snw_link_description *link = &s.cell->mechanisms[1].robot->links[0];
    const snw_field *list = snw_type_field(&snw_link_description_type, "collisions");
    CHECK(snw_block_resize(list, link, boxes, s.setup) == SNW_OK);
    for (int i = 0; i < boxes; i++) {
        snw_body_shape *shape = &link->collisions[i];
        snw_box *box = snw_block_new(&snw_box_type, s.setup);
        CHECK(box != NULL);
        box->half_extents =
            snw_vec3_of(check_real(0.005, 0.03), check_real(0.005, 0.03), check_real(0.005, 0.03));
        // a few long ones among them
        if (i % 500 == 0) box->half_extents.x = 1;
        snw_random random = snw_random_stream(7, (uint64_t)i);
        box->pose.R = snw_quat_to_mat3(snw_random_quat(&random));
        box->pose.p =
            snw_vec3_of(check_real(-room, room), check_real(-room, room), check_real(-room, room));
        shape->shape = (snw_child){&snw_box_type, box};
        shape->origin = snw_pose_identity();
    }
    CHECK(make_world(&s) == SNW_OK);
    look_around(&s, &s.around);
}

// spec: actin-control:CA-09
static void ten_thousand_boxes_cost_less_than_a_hundredth_of_all_pairs(void) {
    open_room(BOXES, 4);
    int64_t computed = 0;
    int found = 0;
    CHECK_CASES(check_scaled(20)) {
        draw_state(&s, &s.state);
        // nothing is known before: neither poses nor clocks
        snw_collision fresh;
        look_around(&s, &fresh);
        CHECK(snw_collision_place(&fresh, &s.state) == SNW_OK);
        snw_near near[8];
        const snw_near_query query = {
            .member = -1, .parts = SNW_NEAR_WORLD, .below = 0.03, .most = 8};
        const int count = snw_collision_near(&fresh, &query, near, NULL);
        computed += fresh.queries;
        found += count;
        // parts that were looked at, be it only by their balls
        CHECK(fresh.queries + fresh.skipped < (int64_t)s.world.moving_count * BOXES / 100);
        // each moving link against each box
        const snw_world_body *room = &s.world.bodies[s.world.moving_count + 1];
        CHECK(room->part_count == BOXES);
        int expected = 0;
        for (int i = 0; i < s.world.moving_count; i++) {
            const snw_world_body *body = &s.world.bodies[i];
            const snw_pose T =
                snw_system_link_pose(&s.system, &s.state, body->body.member, body->body.link);
            double best = (double)INFINITY;
            for (int k = 0; k < BOXES; k++) {
                for (int j = 0; j < body->part_count; j++) {
                    snw_distance_query ask =
                        snw_distance_defaults(&body->parts[j].solid, &room->parts[k].solid);
                    ask.T_first = snw_pose_mul(T, body->parts[j].T_link_part);
                    snw_closest closest;
                    CHECK(snw_distance(&ask, &closest) == SNW_OK);
                    best = fmin(best, closest.distance);
                }
            }
            if (best > 0.03) continue;
            expected++;
            bool told = false;
            for (int n = 0; n < count; n++) {
                if (!same_body(near[n].a, body->body) || near[n].b.member != 1) continue;
                told = true;
                CHECK_NEAR(near[n].closest.distance, best, 1e-9);
            }
            CHECK(told);
        }
        // the base of the arm is the only other static body
        for (int n = 0; n < count; n++)
            expected += near[n].b.member != 1;
        CHECK(count == expected);
    }
    CHECK(found > 0 && computed > 0);
    close_scene(&s);
}

// the first hit of all parts, each asked alone
static void rays_find_the_first_body(void) {
    open_room(2000, 1.5);
    int hits = 0;
    CHECK_CASES(check_scaled(1000)) {
        draw_state(&s, &s.state);
        CHECK(snw_collision_place(&s.around, &s.state) == SNW_OK);
        snw_segment line = {snw_vec3_of(check_real(-2, 2), check_real(-2, 2), check_real(-2, 2)),
                            snw_vec3_of(check_real(-2, 2), check_real(-2, 2), check_real(-2, 2))};
        if (check_case % 7 == 0) line.end.y = line.start.y;
        double best = 2;
        snw_body first = {-1, -1};
        for (int i = 0; i < s.world.body_count; i++) {
            const snw_world_body *body = &s.world.bodies[i];
            const snw_pose T =
                snw_system_link_pose(&s.system, &s.state, body->body.member, body->body.link);
            for (int k = 0; k < body->part_count; k++) {
                snw_ray_hit hit;
                const snw_pose T_part = snw_pose_mul(T, body->parts[k].T_link_part);
                if (!snw_ray(&body->parts[k].solid, T_part, &line, &hit) || hit.t >= best) continue;
                best = hit.t;
                first = body->body;
            }
        }
        snw_world_hit hit;
        const bool found = snw_collision_ray(&s.around, &line, &hit);
        CHECK(found == (best <= 1));
        if (!found) continue;
        hits++;
        CHECK_NEAR(hit.hit.t, best, 1e-9);
        if (best > 0) CHECK(same_body(hit.body, first));
    }
    CHECK(hits > check_scaled(1000) / 5);
    snw_world_hit hit;
    snw_segment bad = {snw_vec3_of((double)NAN, 0, 0), snw_vec3_of(1, 0, 0)};
    CHECK(!snw_collision_ray(&s.around, &bad, &hit));
    close_scene(&s);
}

int main(void) {
    RUN(ten_thousand_boxes_cost_less_than_a_hundredth_of_all_pairs);
    RUN(rays_find_the_first_body);
    return check_report();
}
