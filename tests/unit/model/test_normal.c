// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "reference.h"

#include "sinew/model/normal.h"

/// A model with its normalised form.
typedef struct stand {
    compiled c;
    snw_normal n;
    void *block;
    double q[256];
} stand;

static void set_up(stand *s, const snw_robot *robot) {
    CHECK(compile(robot, &s->c, NULL) == SNW_OK);
    snw_arena arena = {0};
    CHECK(snw_normal_init(&s->n, &s->c.model, &arena) == SNW_ERR_MEMORY);
    const size_t needed = arena.needed;
    const int bodies = s->n.body_count, general = s->n.general_count;
    s->block = exact_block(needed);
    arena = snw_arena_over(s->block, needed);
    CHECK(snw_normal_init(&s->n, &s->c.model, &arena) == SNW_OK);
    CHECK(arena.needed == needed && s->n.body_count == bodies && s->n.general_count == general);
}

static void tear_down(stand *s) {
    free(s->block);
    free(s->c.block);
}

static snw_robot *any_tree(snw_setup *setup) {
    return random_tree(setup, (tree_options){.links = check_int(1, 25),
                                             .laws = true,
                                             .mimics = true,
                                             .floating = check_case % 3 == 0});
}

// the frame of a body by the formulas of the header, from the root up
static snw_pose body_pose(const stand *s, int b) {
    const snw_normal_body *body = &s->n.bodies[b];
    const snw_link *link = &s->c.model.links[body->link];
    if (b == 0) return snw_joint_motion(link, s->q);
    const snw_pose parent = body_pose(s, body->parent);
    if (body->general < 0) {
        return snw_pose_mul(parent, snw_normal_motion(body, s->q[body->source_q]));
    }
    return snw_pose_mul(snw_pose_mul(parent, snw_pose_of(body->R, body->p)),
                        snw_joint_motion(link, s->q));
}

static void links_on_their_bodies_are_where_the_description_says(void) {
    CHECK_CASES(check_scaled(1000)) {
        snw_setup *setup = new_setup();
        const snw_robot *robot = any_tree(setup);
        stand s;
        set_up(&s, robot);
        random_q(&s.c.model, s.q);
        ref_places places;
        ref_read(&s.c.model, robot, s.q, &places);
        for (int i = 0; i < s.c.model.link_count; i++) {
            const snw_normal_link *place = &s.n.links[i];
            const snw_pose T = snw_pose_mul(body_pose(&s, place->body), place->T_body_link);
            CHECK(ref_distance(ref_from(T), ref_link(robot, &places, s.c.model.links[i].name)) <=
                  1e-12);
        }
        tear_down(&s);
        snw_setup_destroy(setup);
    }
}

static void bodies_stand_in_order_with_their_links_and_classes(void) {
    CHECK_CASES(check_scaled(500)) {
        snw_setup *setup = new_setup();
        stand s;
        set_up(&s, any_tree(setup));
        const snw_model *m = &s.c.model;
        int links = 0, moving = 1, uses[256] = {0};
        bool shared = false;
        for (int i = 1; i < m->link_count; i++) {
            moving += m->links[i].joint != SNW_JOINT_FIXED;
            if (m->links[i].source_v >= 0) shared = shared || uses[m->links[i].source_v]++ > 0;
        }
        CHECK(s.n.body_count == moving && s.n.shared == shared && s.n.padded % 4 == 0);
        CHECK(s.n.padded >= moving - 1 && s.n.padded < moving + 3);
        for (int b = 0; b < s.n.body_count; b++) {
            const snw_normal_body *body = &s.n.bodies[b];
            links += 1 + body->fixed_count;
            CHECK(body->parent < b && body->end > b && s.n.links[body->link].body == b);
            CHECK(b == 0 || s.n.bodies[b - 1].link < body->link);
            CHECK(body->chain == (b > 0 && body->parent == b - 1 ? body[-1].chain : b));
            CHECK(b == 0 || body->end <= s.n.bodies[body->parent].end);
            CHECK((body->kind == SNW_NORMAL_GENERAL) == (body->general >= 0));
            for (int i = 0; i < body->fixed_count; i++) {
                const int link = s.n.fixed_links[body->first_fixed + i];
                CHECK(s.n.links[link].body == b && m->links[link].joint == SNW_JOINT_FIXED);
            }
            if (body->general >= 0) continue;
            CHECK(s.n.turns[b - 1] == body->turn && s.n.offsets[b - 1] == body->offset);
            CHECK(s.n.sources[b - 1] == body->source_q);
            CHECK_NEAR(hypot(body->cos_alpha, body->sin_alpha), 1, 1e-14);
            CHECK_NEAR(hypot(body->cos_gamma, body->sin_gamma), 1, 1e-14);
        }
        CHECK(links == m->link_count);
        tear_down(&s);
        snw_setup_destroy(setup);
    }
}

// gamma vanishes for the first body that one carries on a joint with an axis
static void the_first_child_needs_no_turn_before_its_own(void) {
    CHECK_CASES(check_scaled(500)) {
        snw_setup *setup = new_setup();
        stand s;
        set_up(&s,
               random_tree(setup, (tree_options){.links = check_int(2, 25), .only_single = true}));
        bool had[64] = {false};
        for (int b = 1; b < s.n.body_count; b++) {
            const snw_normal_body *body = &s.n.bodies[b];
            if (body->parent > 0 && !had[body->parent]) CHECK(body->kind != SNW_NORMAL_TURNED);
            had[body->parent] = true;
        }
        tear_down(&s);
        snw_setup_destroy(setup);
    }
}

// Arms as they are built, with axes along x, y and z of frames that are turned by quarters: every
// joint is in one of the three classes that only relabel. With frames on the common normals the
// links' own axes are kept.
static void arms_with_axes_at_right_angles_are_in_the_cheap_classes(void) {
    CHECK_CASES(200) {
        snw_setup *setup = new_setup();
        snw_robot *robot = new_robot(setup, "arm");
        add_link(robot, setup, "0");
        char parent[SNW_NAME], child[SNW_NAME], name[SNW_NAME];
        for (int i = 1; i <= 7; i++) {
            (void)snprintf(parent, sizeof parent, "%d", i - 1);
            (void)snprintf(child, sizeof child, "%d", i);
            (void)snprintf(name, sizeof name, "j%d", i);
            add_link(robot, setup, child);
            snw_joint_description *joint = add_joint(robot, setup, name, parent, child);
            const snw_vec3 axes[] = {snw_vec3_x(1), snw_vec3_y(1), snw_vec3_z(1)};
            joint->axis = axes[i == 1 ? 2 : check_int(0, 2)];
            const double turn = i == 1 ? 0 : SNW_PI / 2 * check_int(-1, 1);
            joint->origin =
                snw_pose_of(snw_mat3_axis_angle(axes[check_int(0, 2)], turn), random_vec3(1));
        }
        stand s;
        set_up(&s, robot);
        for (int b = 1; b < s.n.body_count; b++) {
            const snw_normal_body *body = &s.n.bodies[b];
            CHECK(body->kind <= SNW_NORMAL_ALPHA);
            CHECK(body->kind < SNW_NORMAL_ALPHA || body->cos_alpha == -1);
        }
        tear_down(&s);
        snw_setup_destroy(setup);
    }
    // Craig's frames: x on the common normal
    const double alphas[] = {0, -SNW_PI / 2, SNW_PI / 2, SNW_PI / 2, -SNW_PI / 2, SNW_PI / 2};
    const snw_normal_class kinds[] = {SNW_NORMAL_ZERO, SNW_NORMAL_MINUS, SNW_NORMAL_PLUS,
                                      SNW_NORMAL_PLUS, SNW_NORMAL_MINUS, SNW_NORMAL_PLUS};
    snw_dh_joint rows[6] = {{{0}, SNW_JOINT_REVOLUTE, NULL, 0, 0}};
    for (int i = 0; i < 6; i++) {
        rows[i] = (snw_dh_joint){
            {.a = 0.1 * i, .alpha = alphas[i], .d = 0.3}, SNW_JOINT_REVOLUTE, NULL, 0, 0};
    }
    const snw_dh_table table = {"arm", SNW_DH_MODIFIED,     rows,
                                6,     snw_pose_identity(), snw_pose_identity()};
    snw_setup *setup = new_setup();
    snw_robot *robot = NULL;
    CHECK(snw_robot_from_dh(&table, setup, &robot, NULL) == SNW_OK);
    stand s;
    set_up(&s, robot);
    for (int b = 1; b < s.n.body_count; b++) {
        CHECK(s.n.bodies[b].kind == kinds[b - 1]);
        CHECK(s.n.links[s.n.bodies[b].link].same);
    }
    tear_down(&s);
    snw_setup_destroy(setup);
}

// masses against the links', one by one: r x r moments from second moments
static void masses_of_bodies_are_the_sums_of_their_links(void) {
    CHECK_CASES(check_scaled(300)) {
        snw_setup *setup = new_setup();
        snw_robot *robot = any_tree(setup);
        for (int i = 0; i < robot->link_count; i++) {
            robot->links[i].inertial->origin = random_pose();
        }
        stand s;
        set_up(&s, robot);
        for (int b = 0; b < s.n.body_count; b++) {
            snw_inertia sum = snw_inertia_zero();
            for (int i = 0; i < s.c.model.link_count; i++) {
                if (s.n.links[i].body != b) continue;
                sum = snw_inertia_add(sum, snw_inertia_transform(s.n.links[i].T_body_link,
                                                                 s.c.model.links[i].inertia));
            }
            const snw_normal_body *body = &s.n.bodies[b];
            const snw_sym3 S = body->S;
            const snw_sym3 I = {S.yy + S.zz, S.xx + S.zz, S.xx + S.yy, -S.xy, -S.xz, -S.yz};
            CHECK(snw_inertia_near(snw_inertia_of(body->m, body->h, I), sum, 1e-12));
        }
        tear_down(&s);
        snw_setup_destroy(setup);
    }
}

static void init_needs_exactly_what_it_measures(void) {
    snw_setup *setup = new_setup();
    check_seed(3);
    const snw_robot *robot = random_tree(
        setup, (tree_options){.links = 9, .laws = true, .mimics = true, .floating = true});
    compiled c;
    CHECK(compile(robot, &c, NULL) == SNW_OK);
    snw_normal n;
    snw_arena arena = {0};
    CHECK(snw_normal_init(&n, &c.model, &arena) == SNW_ERR_MEMORY);
    const size_t needed = arena.needed;
    for (size_t capacity = 0; capacity <= needed; capacity++) {
        void *block = exact_block(capacity);
        arena = snw_arena_over(block, capacity);
        const snw_status status = snw_normal_init(&n, &c.model, &arena);
        CHECK(status == (capacity < needed ? SNW_ERR_MEMORY : SNW_OK));
        CHECK(arena.needed == needed);
        free(block);
    }
    free(c.block);
    snw_setup_destroy(setup);
}

int main(void) {
    RUN(links_on_their_bodies_are_where_the_description_says);
    RUN(bodies_stand_in_order_with_their_links_and_classes);
    RUN(the_first_child_needs_no_turn_before_its_own);
    RUN(arms_with_axes_at_right_angles_are_in_the_cheap_classes);
    RUN(masses_of_bodies_are_the_sums_of_their_links);
    RUN(init_needs_exactly_what_it_measures);
    return check_report();
}
