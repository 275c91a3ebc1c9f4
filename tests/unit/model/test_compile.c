// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "robots.h"
#include "sinew/base/collections.h"

// one of everything: laws, followers, couplings, springs, frames, a floating root
static snw_robot *rich_robot(snw_setup *setup) {
    snw_robot *robot = random_tree(
        setup, (tree_options){.links = 9, .laws = true, .mimics = true, .floating = true});
    static const double matrix[] = {1, 0, 0.5, 1};
    static const char *const joints[] = {"left", "right"};
    add_link(robot, setup, "pincer");
    add_link(robot, setup, "finger");
    add_joint(robot, setup, "left", "0", "pincer");
    add_joint(robot, setup, "right", "pincer", "finger");
    add_coupling(robot, setup, "wrist", 2, joints, matrix);
    snw_spring *spring = add_spring(&robot->joints[robot->joint_count - 1].spring, setup, 2, 2);
    snw_copy_text(spring->terms[0].joint, SNW_NAME, "left");
    add_spring(&robot->joints[robot->joint_count - 1].damper, setup, 1, 0);
    return robot;
}

static void compile_needs_exactly_what_it_measures(void) {
    snw_setup *setup = new_setup();
    const snw_robot *robot = rich_robot(setup);
    snw_model model;
    snw_arena arena = {0};
    CHECK(snw_model_compile(&model, robot, &arena, NULL) == SNW_ERR_MEMORY);
    const size_t needed = arena.needed;
    CHECK(needed > 0);
    for (size_t capacity = 0; capacity <= needed; capacity++) {
        void *block = exact_block(capacity);
        arena = snw_arena_over(block, capacity);
        CHECK(snw_model_compile(&model, robot, &arena, NULL) ==
              (capacity < needed ? SNW_ERR_MEMORY : SNW_OK));
        CHECK(arena.needed == needed);
        free(block);
    }
    snw_setup_destroy(setup);
}

static void a_model_does_not_need_its_description_any_more(void) {
    snw_setup *setup = new_setup();
    const snw_robot *robot = rich_robot(setup);
    compiled c;
    CHECK(compile(robot, &c, NULL) == SNW_OK);
    const char *block = c.block;
    const snw_model *m = &c.model;
    snw_setup_destroy(setup);
    CHECK_TEXT(m->name, "tree");
    for (int i = 0; i < m->link_count; i++) {
        CHECK(snw_model_find_link(m, m->links[i].name) == i);
        CHECK(m->links[i].name > block);
        CHECK(i == 0 || snw_model_find_joint(m, m->links[i].joint_name) == i);
        if (m->links[i].joint != SNW_JOINT_LAW) continue;
        CHECK((const char *)m->links[i].law.block > block);
        CHECK(snw_pose_is_finite(snw_law_transform(&m->links[i].law, 0.5)));
    }
    for (int i = 0; i < m->frame_count; i++) {
        CHECK(snw_model_find_frame(m, m->frames[i].name) == i);
        CHECK_TEXT(m->frames[i].role, "frame");
    }
    CHECK(m->motor_group_count == 1 && m->spring_count == 1 && m->damper_count == 1);
    CHECK_TEXT(m->motor_groups[0].name, "wrist");
    free(c.block);
}

static void coordinates_stand_in_the_order_of_the_links(void) {
    CHECK_CASES(200) {
        snw_setup *setup = new_setup();
        const tree_options options = {.links = check_int(1, 30),
                                      .laws = true,
                                      .mimics = true,
                                      .floating = check_int(0, 1) == 1};
        const snw_robot *robot = random_tree(setup, options);
        compiled c;
        CHECK(compile(robot, &c, NULL) == SNW_OK);
        int nq = 0, nv = 0;
        for (int i = 0; i < c.model.link_count; i++) {
            const snw_link *link = &c.model.links[i];
            const bool follows = i > 0 && robot->joints[link->described_joint].mimic != NULL;
            CHECK(link->nq == 0 ? link->q_index == -1 : link->q_index == nq);
            CHECK(link->nv == 0 ? link->v_index == -1 : link->v_index == nv);
            CHECK(!follows || link->nq == 0);
            nq += link->nq;
            nv += link->nv;
            for (int k = 0; k < link->nv; k++) {
                CHECK(c.model.link_of_v[link->v_index + k] == i);
            }
        }
        CHECK(c.model.nq == nq && c.model.nv == nv);
        CHECK(c.model.floating == (c.model.links[0].nq == 7));
        free(c.block);
        snw_setup_destroy(setup);
    }
}

// An unknown name and a number that is none are told, and a look-up costs the same for ten links
// and for a thousand: a few slots of the table.
// spec: actin-model:A1-MN-06
static void links_are_found_by_name_and_by_number_without_searching(void) {
    for (int count = 10; count <= 1000; count *= 10) {
        snw_setup *setup = new_setup();
        snw_robot *robot = new_robot(setup, "brush");
        char name[SNW_NAME], joint[SNW_NAME];
        add_link(robot, setup, "root");
        for (int i = 1; i < count; i++) {
            (void)snprintf(name, sizeof name, "bristle%d", i);
            (void)snprintf(joint, sizeof joint, "hinge%d", i);
            add_link(robot, setup, name);
            add_joint(robot, setup, joint, "root", name);
        }
        compiled c;
        CHECK(compile(robot, &c, NULL) == SNW_OK);
        long probes = 0;
        for (int i = 1; i < count; i++) {
            (void)snprintf(name, sizeof name, "bristle%d", i);
            int looked = 0;
            CHECK(snw_model_find_link(&c.model, name) == i);
            CHECK(snw_names_find(&c.model.link_names, name, &looked) == i);
            CHECK_TEXT(snw_model_link(&c.model, i)->name, name);
            probes += looked;
        }
        CHECK(probes < 4L * count);
        CHECK(snw_model_find_link(&c.model, "bristle") == -1);
        CHECK(snw_model_find_joint(&c.model, "bristle1") == -1);
        CHECK(snw_model_find_frame(&c.model, "bristle") == -1);
        CHECK(snw_model_link(&c.model, count) == NULL && snw_model_link(&c.model, -1) == NULL);
        free(c.block);
        snw_setup_destroy(setup);
    }
}

static void expect_unreadable(const snw_robot *robot) {
    judged j;
    judge(robot, &j);
    CHECK(j.status == SNW_ERR_ARGUMENT);
    CHECK(j.diags.count == 1 && findings(&j.diags, "readable") == 1);
}

static void a_description_that_cannot_be_read_is_not_read(void) {
    snw_setup *setup = new_setup();
    snw_robot *robot = rich_robot(setup);
    snw_robot bad = *robot;
    bad.links = NULL;
    expect_unreadable(&bad);
    bad = *robot;
    bad.joint_count = -1;
    expect_unreadable(&bad);
    bad = *robot;
    memset(bad.name, 'x', SNW_NAME);
    expect_unreadable(&bad);
    memset(robot->links[2].name, 'x', SNW_NAME);
    expect_unreadable(robot);
    robot->links[2].name[5] = '\0';
    memset(robot->attachments[1].link, 'x', SNW_NAME);
    expect_unreadable(robot);
    robot->attachments[1].link[5] = '\0';
    robot->couplings[0].joint_count = 9;
    expect_unreadable(robot);
    robot->couplings[0].joint_count = 2;
    snw_joint_description *last = &robot->joints[robot->joint_count - 1];
    memset(last->spring->terms[0].joint, 'x', SNW_NAME);
    expect_unreadable(robot);
    last->spring->terms[0].joint[5] = '\0';
    last->law.block = robot;
    expect_unreadable(robot);
    last->law.block = NULL;
    const snw_field *visuals = snw_type_field(&snw_link_description_type, "visuals");
    CHECK(snw_block_resize(visuals, &robot->links[0], 1, setup) == SNW_OK);
    memset(robot->links[0].visuals[0].name, 'x', SNW_NAME);
    expect_unreadable(robot);
    robot->links[0].visual_count = 0;
    memset(((snw_robot_material *)add_item(robot, setup, "materials"))->name, 'x', SNW_NAME);
    expect_unreadable(robot);
    snw_setup_destroy(setup);
}

static void wrong_numbers_are_told_with_their_path(void) {
    snw_setup *setup = new_setup();
    snw_robot *robot = new_robot(setup, "arm");
    add_inertial(add_link(robot, setup, "base"), setup, (double)NAN, 1);
    add_link(robot, setup, "upper");
    snw_joint_description *joint = add_joint(robot, setup, "shoulder", "base", "upper");
    joint->limits.upper = (double)NAN;
    joint->origin.R.x.x = 2;
    judged j;
    judge(robot, &j);
    CHECK(j.status < 0 && findings(&j.diags, "value") == 3);
    CHECK_TEXT(j.items[0].subject, "arm/links[base]/inertial/mass");
    CHECK_TEXT(j.items[1].subject, "arm/joints[shoulder]/origin");
    CHECK_TEXT(j.items[2].subject, "arm/joints[shoulder]/limits/upper");
    CHECK(j.items[2].code == SNW_ERR_NOT_FINITE);
    snw_setup_destroy(setup);
}

static void more_findings_than_there_is_room_for_are_counted(void) {
    snw_setup *setup = new_setup();
    snw_robot *robot = new_robot(setup, "many");
    char name[SNW_NAME];
    for (int i = 0; i < 200; i++) {
        (void)snprintf(name, sizeof name, "l%d", i);
        add_inertial(add_link(robot, setup, name), setup, (double)NAN, 1);
    }
    snw_why items[4];
    snw_diags diags = {.items = items, .capacity = 4};
    compiled c;
    CHECK(compile(robot, &c, &diags) == SNW_ERR_NOT_FINITE);
    CHECK(diags.count == 4 && diags.errors > 200 && diags.dropped == diags.errors - 4);
    CHECK(compile(robot, &c, NULL) == SNW_ERR_NOT_FINITE); // also without a list
    snw_setup_destroy(setup);
}

static void joints_without_limits_of_speed_or_acceleration_are_named_before_they_move(void) {
    snw_setup *setup = new_setup();
    snw_robot *robot = new_robot(setup, "arm");
    add_link(robot, setup, "0");
    char name[SNW_NAME], joint[SNW_NAME];
    for (int i = 1; i <= 4; i++) {
        (void)snprintf(name, sizeof name, "%d", i);
        (void)snprintf(joint, sizeof joint, "j%d", i);
        add_link(robot, setup, name);
        snw_joint_description *j = add_joint(robot, setup, joint, "0", name);
        if (i != 2) j->limits.velocity = 1;
        if (i != 3) j->limits.acceleration = 1;
        if (i == 4) j->kind = SNW_JOINT_SPHERICAL;
    }
    compiled c;
    CHECK(compile(robot, &c, NULL) == SNW_OK);
    snw_why items[8];
    snw_diags diags = {.items = items, .capacity = 8};
    CHECK(snw_model_check_timing(&c.model, &diags) == SNW_ERR_LIMIT);
    CHECK(diags.count == 3);
    CHECK_TEXT(items[0].subject, "j2");
    CHECK_TEXT(items[1].subject, "j3");
    CHECK_TEXT(items[2].subject, "j4");
    free(c.block);
    robot->link_count = 2;
    robot->joint_count = 1;
    CHECK(compile(robot, &c, NULL) == SNW_OK);
    CHECK(snw_model_check_timing(&c.model, NULL) == SNW_OK);
    free(c.block);
    snw_setup_destroy(setup);
}

int main(void) {
    RUN(compile_needs_exactly_what_it_measures);
    RUN(a_model_does_not_need_its_description_any_more);
    RUN(coordinates_stand_in_the_order_of_the_links);
    RUN(links_are_found_by_name_and_by_number_without_searching);
    RUN(a_description_that_cannot_be_read_is_not_read);
    RUN(wrong_numbers_are_told_with_their_path);
    RUN(more_findings_than_there_is_room_for_are_counted);
    RUN(joints_without_limits_of_speed_or_acceleration_are_named_before_they_move);
    return check_report();
}
