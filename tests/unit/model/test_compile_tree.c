// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "robots.h"

// --- all small graphs ---------------------------------------------------------------------------

enum { MOST = 5 };

/// Joints between links that are only numbers.
typedef struct graph {
    int links, joints;
    int parent[MOST], child[MOST];
} graph;

/// What a graph is, found by brute force: the transitive closure of "carries".
typedef struct truth {
    int roots;      // links that no joint moves
    bool two, loop; // some link is moved twice; some link carries itself
    bool is_tree;
} truth;

static truth examine(const graph *g) {
    bool carries[MOST][MOST] = {{false}};
    int moved[MOST] = {0};
    for (int j = 0; j < g->joints; j++) {
        carries[g->parent[j]][g->child[j]] = true;
        moved[g->child[j]]++;
    }
    for (int step = 0; step < g->links; step++) {
        for (int a = 0; a < g->links; a++) {
            for (int b = 0; b < g->links; b++) {
                for (int c = 0; c < g->links; c++) {
                    if (carries[a][b] && carries[b][c]) carries[a][c] = true;
                }
            }
        }
    }
    truth t = {0};
    for (int a = 0; a < g->links; a++) {
        t.roots += moved[a] == 0;
        t.two = t.two || moved[a] > 1;
        t.loop = t.loop || carries[a][a];
        // a root from which all others are reached, each moved once
        bool all = moved[a] == 0;
        for (int b = 0; b < g->links; b++) {
            if (b != a && !(carries[a][b] && moved[b] == 1)) all = false;
        }
        t.is_tree = t.is_tree || all;
    }
    return t;
}

/// The same as a description, whose lists and names are used again and again.
static void describe(const graph *g, snw_robot *robot) {
    robot->link_count = g->links;
    robot->joint_count = g->joints;
    for (int j = 0; j < g->joints; j++) {
        robot->joints[j].parent[0] = (char)('a' + g->parent[j]);
        robot->joints[j].child[0] = (char)('a' + g->child[j]);
    }
}

static void check_order(const snw_model *model, const graph *g) {
    for (int i = 0; i < model->link_count; i++) {
        const snw_link *link = &model->links[i];
        CHECK(i == 0 ? link->parent == -1 : link->parent >= 0 && link->parent < i);
        if (i == 0) continue;
        const int j = link->described_joint;
        CHECK(model->links[link->parent].name[0] == 'a' + g->parent[j]);
        CHECK(link->name[0] == 'a' + g->child[j]);
        CHECK(i < model->links[link->parent].end && link->end <= model->links[link->parent].end);
    }
}

static void check_graph(const graph *g, snw_robot *robot, void *block, size_t size) {
    snw_why items[16];
    snw_diags diags = {.items = items, .capacity = 16};
    describe(g, robot);
    const truth t = examine(g);
    snw_model model;
    snw_arena arena = snw_arena_over(block, size);
    const snw_status status = snw_model_compile(&model, robot, &arena, &diags);
    CHECK((status == SNW_OK) == t.is_tree);
    if (t.is_tree) {
        CHECK(diags.count == 0);
        check_order(&model, g);
        return;
    }
    CHECK(diags.errors > 0);
    CHECK((findings(&diags, "two-parents") > 0) == t.two);
    CHECK((findings(&diags, "one-root") > 0) == (t.roots != 1));
    // with a link that is moved twice, which of its joints counts is not said
    if (!t.two) CHECK((findings(&diags, "cycle") > 0) == t.loop);
}

static snw_robot *frame_robot(snw_setup *setup) {
    snw_robot *robot = new_robot(setup, "graph");
    char name[SNW_NAME];
    for (int i = 0; i < MOST; i++) {
        (void)snprintf(name, sizeof name, "%c", 'a' + i);
        add_link(robot, setup, name);
        (void)snprintf(name, sizeof name, "j%d", i);
        add_joint(robot, setup, name, "a", "a");
    }
    return robot;
}

// all lists of `joints` joints between `links` links, every `stride`-th of them
static void check_all(int links, int joints, long stride) {
    snw_setup *setup = new_setup();
    snw_robot *robot = frame_robot(setup);
    const size_t size = (size_t)1 << 16;
    void *block = exact_block(size);
    long cases = 1;
    for (int j = 0; j < joints; j++) {
        cases *= (long)links * links;
    }
    for (long n = 0; n < cases; n += stride) {
        graph g = {.links = links, .joints = joints};
        long rest = n;
        for (int j = 0; j < joints; j++) {
            g.parent[j] = (int)(rest % links);
            g.child[j] = (int)(rest / links % links);
            rest /= (long)links * links;
        }
        check_case = n;
        check_graph(&g, robot, block, size);
    }
    check_case = -1;
    free(block);
    robot->link_count = robot->joint_count = MOST;
    snw_setup_destroy(setup);
}

static void every_graph_of_up_to_four_links_is_judged_as_brute_force_does(void) {
    for (int links = 1; links <= 4; links++) {
        for (int joints = 0; joints <= links; joints++) {
            // the largest set, of 65,536, is thinned out only under a sanitizer
            const long all = links == 4 && joints == 4 ? check_scaled(20) : 20;
            check_all(links, joints, 20 / all);
        }
    }
}

static void graphs_of_five_links_are_judged_as_brute_force_does(void) {
    check_all(5, 4, 20 * 17 / check_scaled(20));
    check_all(5, 5, 20 * 997 / check_scaled(20));
}

// --- findings by name ---------------------------------------------------------------------------

static void say_if(bool wrong, const judged *j) {
    for (int i = 0; wrong && i < j->diags.count; i++) {
        char text[512];
        (void)snw_why_sentence(&j->items[i], text, sizeof text);
        print_error("%s [%s]\n", text, j->items[i].rule);
    }
}

#define EXPECT(judgement, rule, count)                                                             \
    do {                                                                                           \
        say_if(findings(&(judgement).diags, rule) != (count), &(judgement));                       \
        CHECK(findings(&(judgement).diags, rule) == (count));                                      \
    } while (0)

static void an_unknown_link_is_named_with_the_one_that_was_meant(void) {
    snw_setup *setup = new_setup();
    snw_robot *robot = new_robot(setup, "arm");
    add_link(robot, setup, "base");
    add_link(robot, setup, "forearm");
    add_joint(robot, setup, "elbow", "base", "foream");
    add_attachment(robot, setup, "tip", "forarm");
    judged j;
    judge(robot, &j);
    CHECK(j.status == SNW_ERR_UNKNOWN_NAME);
    EXPECT(j, "unknown-link", 2);
    CHECK_TEXT(j.items[0].subject, "arm/joints[elbow]");
    CHECK_TEXT(j.items[0].text, "its child 'foream' is not a link");
    CHECK_TEXT(j.items[0].fix, "did you mean 'forearm'?");
    CHECK_TEXT(j.items[1].fix, "did you mean 'forearm'?");
    // one misspelt name does not make a second root
    EXPECT(j, "one-root", 0);
    snw_setup_destroy(setup);
}

static void all_faults_are_told_at_once(void) {
    snw_setup *setup = new_setup();
    snw_robot *robot = new_robot(setup, "wreck");
    add_link(robot, setup, "base");
    add_link(robot, setup, "twin");
    add_link(robot, setup, "twin");
    add_link(robot, setup, "");
    add_joint(robot, setup, "a", "base", "twin");
    add_joint(robot, setup, "a", "nowhere", "twin");
    add_inertial(&robot->links[1], setup, -1, 1);
    robot->joints[0].limits.lower = 2;
    robot->joints[0].limits.upper = 1;
    robot->joints[1].axis = snw_vec3_zero();
    judged j;
    judge(robot, &j);
    CHECK(j.status < 0);
    EXPECT(j, "duplicate-name", 2);
    EXPECT(j, "missing-name", 1);
    EXPECT(j, "unknown-link", 1);
    EXPECT(j, "two-parents", 1);
    EXPECT(j, "limits-order", 1);
    EXPECT(j, "axis-zero", 1);
    EXPECT(j, "inertia-physical", 1);
    EXPECT(j, "value", 1); // the mass is out of its range too
    for (int i = 0; i < j.diags.count; i++) {
        CHECK(j.items[i].fix[0] != '\0' || strcmp(j.items[i].rule, "value") == 0);
    }
    snw_setup_destroy(setup);
}

static void a_cycle_is_told_with_its_names_and_what_hangs_on_it_link_by_link(void) {
    snw_setup *setup = new_setup();
    snw_robot *robot = new_robot(setup, "ring");
    const char *names[] = {"root", "x", "y", "z", "leaf"};
    for (int i = 0; i < 5; i++) {
        add_link(robot, setup, names[i]);
    }
    add_joint(robot, setup, "xy", "x", "y");
    add_joint(robot, setup, "yz", "y", "z");
    add_joint(robot, setup, "zx", "z", "x");
    add_joint(robot, setup, "zl", "z", "leaf");
    judged j;
    judge(robot, &j);
    EXPECT(j, "cycle", 1);
    EXPECT(j, "unreachable", 1);
    EXPECT(j, "one-root", 0);
    CHECK_TEXT(j.items[0].text, "it carries itself: x > z > y > x");
    CHECK_TEXT(j.items[1].subject, "ring/links[leaf]");
    snw_setup_destroy(setup);
}

static void several_roots_are_told_by_name(void) {
    snw_setup *setup = new_setup();
    snw_robot *robot = new_robot(setup, "parts");
    add_link(robot, setup, "left");
    add_link(robot, setup, "right");
    judged j;
    judge(robot, &j);
    EXPECT(j, "one-root", 1);
    CHECK_TEXT(j.items[0].text, "2 links have no joint above them: 'left', 'right'");
    robot->link_count = 0;
    judge(robot, &j);
    EXPECT(j, "no-links", 1);
    snw_setup_destroy(setup);
}

static void too_many_links_are_refused_by_their_number(void) {
    snw_setup *setup = new_setup();
    snw_robot *robot = new_robot(setup, "crowd");
    snw_link_description *links = calloc(SNW_MODEL_LINKS + 1, sizeof *links);
    if (links == NULL) abort();
    robot->links = links;
    robot->link_count = SNW_MODEL_LINKS + 1;
    judged j;
    judge(robot, &j);
    CHECK(j.status == SNW_ERR_TOO_LARGE);
    EXPECT(j, "too-many-links", 1);
    CHECK(j.diags.count == 1);
    free(links);
    snw_setup_destroy(setup);
}

static void the_largest_mechanism_is_accepted(void) {
    snw_setup *setup = new_setup();
    snw_robot *robot = new_robot(setup, "snake");
    const snw_field *links = snw_type_field(&snw_robot_type, "links");
    const snw_field *joints = snw_type_field(&snw_robot_type, "joints");
    CHECK(snw_block_resize(links, robot, SNW_MODEL_LINKS, setup) == SNW_OK);
    CHECK(snw_block_resize(joints, robot, SNW_MODEL_LINKS - 1, setup) == SNW_OK);
    for (int i = 0; i < SNW_MODEL_LINKS; i++) {
        (void)snprintf(robot->links[i].name, SNW_NAME, "l%d", i);
        if (i == 0) continue;
        snw_joint_description *joint = &robot->joints[SNW_MODEL_LINKS - 1 - i];
        (void)snprintf(joint->name, SNW_NAME, "j%d", i);
        (void)snprintf(joint->parent, SNW_NAME, "l%d", i - 1);
        (void)snprintf(joint->child, SNW_NAME, "l%d", i);
        joint->kind = SNW_JOINT_REVOLUTE;
    }
    compiled c;
    CHECK(compile(robot, &c, NULL) == SNW_OK);
    CHECK(c.model.nq == SNW_MODEL_LINKS - 1);
    CHECK_TEXT(c.model.links[SNW_MODEL_LINKS - 1].name, "l4095");
    CHECK(snw_model_find_joint(&c.model, "j4000") == 4000);
    free(c.block);
    snw_setup_destroy(setup);
}

// A golden tree, drawn by hand; children follow the order of their joints in the description:
//
//     0 root
//         1 arm
//             2 hand
//                 3 left
//                 4 right
//             5 camera
//         6 leg
//             7 foot
// spec: actin-model:A1-SS-03
static void links_are_numbered_depth_first(void) {
    static const char *const links[] = {"foot", "camera", "leg",  "right",
                                        "root", "hand",   "left", "arm"};
    static const char *const joints[][2] = {{"root", "arm"},  {"leg", "foot"},  {"arm", "hand"},
                                            {"root", "leg"},  {"hand", "left"}, {"arm", "camera"},
                                            {"hand", "right"}};
    static const char *const golden[] = {"root",  "arm",    "hand", "left",
                                         "right", "camera", "leg",  "foot"};
    static const int parents[] = {-1, 0, 1, 2, 2, 1, 0, 6}, ends[] = {8, 6, 5, 4, 5, 6, 8, 8};
    snw_setup *setup = new_setup();
    snw_robot *robot = new_robot(setup, "walker");
    char name[SNW_NAME];
    for (int i = 0; i < 8; i++) {
        add_link(robot, setup, links[i]);
    }
    for (int i = 0; i < 7; i++) {
        (void)snprintf(name, sizeof name, "to_%s", joints[i][1]);
        add_joint(robot, setup, name, joints[i][0], joints[i][1]);
    }
    compiled c;
    CHECK(compile(robot, &c, NULL) == SNW_OK);
    for (int i = 0; i < 8; i++) {
        CHECK_TEXT(c.model.links[i].name, golden[i]);
        CHECK(c.model.links[i].parent == parents[i]);
        CHECK(c.model.links[i].end == ends[i]);
        CHECK(snw_model_find_link(&c.model, golden[i]) == i);
        if (i == 0) continue;
        (void)snprintf(name, sizeof name, "to_%s", golden[i]);
        CHECK(snw_model_find_joint(&c.model, name) == i);
        CHECK(c.model.links[i].q_index == i - 1 && c.model.links[i].v_index == i - 1);
        CHECK(c.model.link_of_v[i - 1] == i);
    }
    free(c.block);
    snw_setup_destroy(setup);
}

int main(void) {
    RUN(every_graph_of_up_to_four_links_is_judged_as_brute_force_does);
    RUN(graphs_of_five_links_are_judged_as_brute_force_does);
    RUN(an_unknown_link_is_named_with_the_one_that_was_meant);
    RUN(all_faults_are_told_at_once);
    RUN(a_cycle_is_told_with_its_names_and_what_hangs_on_it_link_by_link);
    RUN(several_roots_are_told_by_name);
    RUN(too_many_links_are_refused_by_their_number);
    RUN(the_largest_mechanism_is_accepted);
    RUN(links_are_numbered_depth_first);
    return check_report();
}
