// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "urdf_test.h"

// All ways in which joints can connect up to five links, decided by the reader of URDF and by the
// model's compiler against brute force. An edge leads from any link to any, itself included: 25 for
// five links. A tree of five links has four joints.

enum { MOST_LINKS = 5, MOST_EDGES = MOST_LINKS * MOST_LINKS, MOST_JOINTS = 8 };

/// Edges parent * links + child, in the order of the joints.
typedef struct graph {
    int links, joints;
    int edges[MOST_JOINTS];
} graph;

// Every link has one parent but one, and walking up from each of them, as many steps as there are
// links, ends above that one.
static bool is_tree(const graph *g) {
    int parent[MOST_LINKS], roots = 0;
    for (int i = 0; i < g->links; i++) {
        parent[i] = -1;
    }
    for (int j = 0; j < g->joints; j++) {
        const int child = g->edges[j] % g->links;
        if (parent[child] >= 0) return false;
        parent[child] = g->edges[j] / g->links;
    }
    for (int i = 0; i < g->links; i++) {
        int at = i;
        roots += parent[i] < 0;
        for (int step = 0; step < g->links && at >= 0; step++) {
            at = parent[at];
        }
        if (at >= 0) return false;
    }
    return roots == 1;
}

// links and joints stand in any order in a file
static void shuffle(int *items, int count) {
    for (int i = count - 1; i > 0; i--) {
        const int j = check_int(0, i), kept = items[i];
        items[i] = items[j];
        items[j] = kept;
    }
}

static size_t write_graph(const graph *g, char *out, size_t size) {
    int order[MOST_LINKS + MOST_JOINTS];
    const int count = g->links + g->joints;
    for (int i = 0; i < count; i++) {
        order[i] = i;
    }
    shuffle(order, count);
    size_t at = (size_t)snprintf(out, size, "<robot name='r'>");
    for (int i = 0; i < count; i++) {
        const int j = order[i] - g->links;
        if (j < 0) {
            at += (size_t)snprintf(out + at, size - at, "<link name='%c'/>", 'a' + order[i]);
            continue;
        }
        at += (size_t)snprintf(out + at, size - at,
                               "<joint name='%c' type='fixed'><parent link='%c'/>"
                               "<child link='%c'/></joint>",
                               'a' + j, 'a' + g->edges[j] / g->links, 'a' + g->edges[j] % g->links);
    }
    at += (size_t)snprintf(out + at, size - at, "</robot>");
    CHECK(at < size);
    return at;
}

// what the reader says
static void check_reader(const graph *g, bool expected) {
    char text[2048];
    const size_t length = write_graph(g, text, sizeof text);
    reading r;
    const snw_urdf_options options = {.strictness = SNW_STRICT, .keep_names = true};
    open_reading(&r, text, length, &options);
    if ((r.status == SNW_OK) != expected) print_error("%s\n", text);
    CHECK((r.status == SNW_OK) == expected);
    // the fault is told as one of the tree, and all that is said is about it
    for (int i = 0; i < r.diags.count; i++) {
        CHECK_TEXT(r.items[i].rule, "urdf-tree");
    }
    if (expected) CHECK(r.robot->link_count == g->links && r.robot->joint_count == g->joints);
    close_reading(&r);
}

/// A description for the compiler; graphs only change its names and counts.
static snw_link_description links[MOST_LINKS];
static snw_joint_description joints[MOST_JOINTS];

static void prepare_description(void) {
    for (int i = 0; i < MOST_LINKS; i++) {
        snw_block_defaults(&snw_link_description_type, &links[i]);
        links[i].name[0] = (char)('a' + i);
    }
    for (int i = 0; i < MOST_JOINTS; i++) {
        snw_block_defaults(&snw_joint_description_type, &joints[i]);
        joints[i].name[0] = (char)('a' + i);
        joints[i].kind = SNW_JOINT_FIXED;
    }
}

static void check_compiler(const graph *g, bool expected) {
    snw_robot robot = {.name = "r",
                       .links = links,
                       .link_count = g->links,
                       .joints = joints,
                       .joint_count = g->joints};
    for (int j = 0; j < g->joints; j++) {
        joints[j].parent[0] = (char)('a' + g->edges[j] / g->links);
        joints[j].child[0] = (char)('a' + g->edges[j] % g->links);
    }
    // on no memory it measures what it accepts
    snw_model model;
    snw_arena arena = {0};
    const snw_status status = snw_model_compile(&model, &robot, &arena, NULL);
    CHECK((status == SNW_ERR_MEMORY) == expected);
}

static long judged, trees;

static void check_graph(graph *g) {
    const bool expected = is_tree(g);
    judged++;
    trees += expected;
    check_seed(judged);
    shuffle(g->edges, g->joints);
    check_reader(g, expected);
    check_compiler(g, expected);
}

// every choice of `joints` edges from `start` on; repeated edges too when `again` is 1
static void choose(graph *g, int chosen, int start, int again, long stride) {
    static long turn;
    if (chosen == g->joints) {
        graph one = *g;
        if (turn++ % stride == 0) check_graph(&one);
        return;
    }
    for (int edge = start; edge < g->links * g->links; edge++) {
        g->edges[chosen] = edge;
        choose(g, chosen + 1, edge + 1 - again, again, stride);
    }
}

static void check_all(int link_count, int joint_count, int again) {
    const long stride = check_scaled(20) < 20 ? 23 : 1;
    graph g = {.links = link_count, .joints = joint_count};
    choose(&g, 0, 0, again, stride);
}

// Cayley: n^(n-2) trees of n labelled nodes, each with n choices of its root.
static void the_graphs_of_up_to_four_links_are_judged_by_brute_force(void) {
    prepare_description();
    static const long rooted[] = {0, 1, 2, 9, 64};
    for (int n = 1; n <= 4; n++) {
        trees = 0;
        for (int m = 0; m <= (n == 4 ? 4 : 6); m++) {
            check_all(n, m, 1);
        }
        if (check_scaled(20) == 20) CHECK(trees == rooted[n]);
    }
}

static void the_graphs_of_five_links_with_up_to_four_joints_are_judged_by_brute_force(void) {
    prepare_description();
    trees = 0;
    for (int m = 0; m <= 4; m++) {
        check_all(5, m, 1);
    }
    if (check_scaled(20) == 20) CHECK(trees == 625);
}

// no tree among them, whatever they look like
static void the_graphs_of_five_links_and_five_joints_are_all_refused(void) {
    prepare_description();
    trees = 0;
    check_all(5, 5, 0);
    CHECK(trees == 0);
}

// --- more joints: one graph of each shape -------------------------------------------------------

static int permutations[120][MOST_LINKS];
static int permutation_count;

static void permute(int *items, int at) {
    if (at == MOST_LINKS) {
        memcpy(permutations[permutation_count++], items, MOST_LINKS * sizeof *items);
        return;
    }
    for (int i = at; i < MOST_LINKS; i++) {
        const int kept = items[at];
        items[at] = items[i], items[i] = kept;
        permute(items, at + 1);
        items[i] = items[at], items[at] = kept;
    }
}

// true for the least of all sets that differ only in the names of their links
static bool is_least(const int *edges, int count) {
    unsigned set = 0;
    for (int j = 0; j < count; j++) {
        set |= 1U << edges[j];
    }
    for (int p = 0; p < permutation_count; p++) {
        unsigned other = 0;
        for (int j = 0; j < count; j++) {
            const int *to = permutations[p];
            other |= 1U << (to[edges[j] / 5] * 5 + to[edges[j] % 5]);
        }
        if (other < set) return false;
    }
    return true;
}

static long shapes;

static void choose_shapes(graph *g, int chosen, int start) {
    if (chosen == g->joints) {
        if (!is_least(g->edges, g->joints)) return;
        // its links get other names than those that made it the least
        graph one = *g;
        check_seed(shapes++);
        const int *to = permutations[check_int(0, 119)];
        for (int j = 0; j < one.joints; j++) {
            one.edges[j] = to[one.edges[j] / 5] * 5 + to[one.edges[j] % 5];
        }
        check_graph(&one);
        return;
    }
    for (int edge = start; edge < MOST_EDGES; edge++) {
        g->edges[chosen] = edge;
        choose_shapes(g, chosen + 1, edge + 1);
    }
}

// How many shapes there are, by Burnside's lemma: the sets that a permutation leaves as they are,
// averaged over all 120.
static long burnside(int count) {
    long sum = 0;
    for (int p = 0; p < 120; p++) {
        // cycles of edges under this permutation, then sets of whole cycles with `count` edges
        long ways[MOST_EDGES + 1] = {1};
        bool seen[MOST_EDGES] = {false};
        for (int edge = 0; edge < MOST_EDGES; edge++) {
            int length = 0;
            for (int at = edge; !seen[at]; length++) {
                seen[at] = true;
                at = permutations[p][at / 5] * 5 + permutations[p][at % 5];
            }
            for (int n = MOST_EDGES; length > 0 && n >= length; n--) {
                ways[n] += ways[n - length];
            }
        }
        sum += ways[count];
    }
    return sum / 120;
}

static void every_shape_of_five_links_and_six_or_seven_joints_is_refused(void) {
    prepare_description();
    permutation_count = 0;
    permute((int[]){0, 1, 2, 3, 4}, 0);
    CHECK(permutation_count == 120);
    for (int m = 6; m <= (check_scaled(20) == 20 ? 7 : 6); m++) {
        graph g = {.links = 5, .joints = m};
        shapes = trees = 0;
        choose_shapes(&g, 0, 0);
        CHECK(trees == 0);
        CHECK(shapes == burnside(m));
    }
}

int main(void) {
    RUN(the_graphs_of_up_to_four_links_are_judged_by_brute_force);
    RUN(the_graphs_of_five_links_with_up_to_four_joints_are_judged_by_brute_force);
    RUN(the_graphs_of_five_links_and_five_joints_are_all_refused);
    RUN(every_shape_of_five_links_and_six_or_seven_joints_is_refused);
    return check_report();
}
