// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include "urdf_reader.h"

// links and joints as a graph
typedef struct graph {
    snw__urdf *u;
    snw_names links, joints;
    int *parent_joint; // [link_count] -1 for none
    int *parent_link;  // [link_count]
    int *mark;         // [links or joints] which walk came here, 0 for none
    int proposals;     // made so far
} graph;

static snw__finding fault(snw_status code, const char *rule, const char *fix, snw__where where) {
    return snw__at(SNW__ERROR, code, rule, fix, where);
}

// --- names --------------------------------------------------------------------------------------

static void say_twice(snw__urdf *u, const char *what, const char *name, snw__where where,
                      snw__where first) {
    const snw__finding f =
        fault(SNW_ERR_DUPLICATE, "urdf-duplicate", "give each a name of its own", where);
    (void)snw__urdf_say(u, snw__with(f, "first_line", first.line, ""), "two %s have the name %s",
                        what, snw_quote(name).text);
}

static void enter_names(graph *g) {
    snw__urdf *u = g->u;
    const snw_robot *robot = u->robot;
    for (int i = 0; i < robot->link_count; i++) {
        const char *name = robot->links[i].name;
        if (name[0] == '\0' || snw_names_add(&g->links, name, i) == SNW_OK) continue;
        const int first = snw_names_find(&g->links, name, NULL);
        say_twice(u, "links", name, u->links_at[i], u->links_at[first]);
    }
    for (int i = 0; i < robot->joint_count; i++) {
        const char *name = robot->joints[i].name;
        if (name[0] == '\0' || snw_names_add(&g->joints, name, i) == SNW_OK) continue;
        const int first = snw_names_find(&g->joints, name, NULL);
        say_twice(u, "joints", name, u->joints_at[i], u->joints_at[first]);
    }
}

// the closest name; to compare is slow, so not with all of a large table, and not for a flood
static const char *closest(graph *g, const snw_names *names, const char *name) {
    enum { MOST = 512, PROPOSALS = 32 };
    const char *known[MOST];
    int count = 0;
    if (g->proposals++ >= PROPOSALS) return NULL;
    for (int i = 0; i < names->slot_count && count < MOST; i++) {
        if (names->keys[i] != NULL) known[count++] = names->keys[i];
    }
    return snw_closest_name(name, known, count);
}

static void say_unknown(graph *g, const snw_names *names, const char *what, const char *name,
                        snw__finding f) {
    char fix[SNW_WHY_TEXT];
    snw_text text = snw_text_over(fix, sizeof fix);
    const char *near = closest(g, names, name);
    if (near != NULL) {
        snw_text_format(&text, "did you mean %s?", snw_quote(near).text);
    } else {
        snw_text_format(&text, "define the %s", what);
    }
    f.fix = fix;
    (void)snw__urdf_say(g->u, f, "there is no %s %s", what, snw_quote(name).text);
}

// --- the tree -----------------------------------------------------------------------------------

static int find_link(graph *g, const char *name, int joint) {
    if (name[0] == '\0') return -1;
    const int link = snw_names_find(&g->links, name, NULL);
    if (link >= 0) return link;
    say_unknown(g, &g->links, "link", name,
                fault(SNW_ERR_UNKNOWN_NAME, "urdf-link", NULL, g->u->joints_at[joint]));
    return -1;
}

static void connect(graph *g, int index) {
    const snw_joint_description *joints = g->u->robot->joints, *joint = &joints[index];
    const snw__where where = g->u->joints_at[index];
    const size_t path = snw__urdf_enter(g->u, "joint");
    snw__urdf_key(g->u, joint->name);
    const int parent = find_link(g, joint->parent, index),
              child = find_link(g, joint->child, index);
    if (child >= 0 && parent == child) {
        const snw__finding f =
            fault(SNW_ERR_ARGUMENT, "urdf-tree", "connect two different links", where);
        (void)snw__urdf_say(g->u, f, "link %s is its own parent", snw_quote(joint->child).text);
    } else if (child >= 0 && g->parent_joint[child] >= 0) {
        const snw__finding f = fault(SNW_ERR_DUPLICATE, "urdf-tree",
                                     "a link has one parent; cut the loop at one joint", where);
        (void)snw__urdf_say(g->u, f, "link %s is already the child of joint %s",
                            snw_quote(joint->child).text,
                            snw_quote(joints[g->parent_joint[child]].name).text);
    } else if (child >= 0 && parent >= 0) {
        g->parent_joint[child] = index;
        g->parent_link[child] = parent;
    }
    snw__urdf_leave(g->u, path);
}

// the names along a ring, as many as a sentence holds
static void list_ring(char *out, size_t size, const char *(*name_of)(const graph *, int),
                      int (*next_of)(const graph *, int), const graph *g, int start) {
    snw_text text = snw_text_over(out, size);
    int at = start;
    do {
        const snw_quoted quoted = snw_quote(name_of(g, at));
        if (text.length + strlen(quoted.text) + 8 > size) {
            snw_text_format(&text, ", ...");
            return;
        }
        snw_text_format(&text, "%s%s", at == start ? "" : ", ", quoted.text);
        at = next_of(g, at);
    } while (at != start);
}

static const char *link_name(const graph *g, int link) {
    return g->u->robot->links[link].name;
}

static int next_link(const graph *g, int link) {
    return g->parent_link[link];
}

static void say_ring(graph *g, int link) {
    char names[100];
    list_ring(names, sizeof names, link_name, next_link, g, link);
    const snw__finding f = fault(SNW_ERR_ARGUMENT, "urdf-tree", "cut the ring at one joint",
                                 g->u->joints_at[g->parent_joint[link]]);
    (void)snw__urdf_say(g->u, f, "links %s form a ring", names);
}

// Walks up from each link until a root, a link seen before, or the walk itself: then it is a ring.
static bool find_rings(graph *g) {
    const int count = g->u->robot->link_count;
    bool found = false;
    memset(g->mark, 0, (size_t)count * sizeof *g->mark);
    for (int start = 0; start < count; start++) {
        int at = start;
        while (at >= 0 && g->mark[at] == 0) {
            g->mark[at] = start + 1;
            at = g->parent_link[at];
        }
        if (at < 0 || g->mark[at] != start + 1) continue;
        say_ring(g, at);
        found = true;
    }
    return found;
}

static void check_roots(graph *g) {
    const snw_robot *robot = g->u->robot;
    int roots = 0, first = -1, second = -1;
    for (int i = 0; i < robot->link_count; i++) {
        if (g->parent_link[i] >= 0) continue;
        if (roots == 0) first = i;
        if (roots == 1) second = i;
        roots++;
    }
    if (roots < 2) return;
    const snw__finding f = fault(SNW_ERR_ARGUMENT, "urdf-tree", "connect all but one by a joint",
                                 g->u->links_at[second]);
    (void)snw__urdf_say(
        g->u, snw__with(f, "roots", roots, ""), "links %s and %s both have no parent",
        snw_quote(robot->links[first].name).text, snw_quote(robot->links[second].name).text);
}

// --- joints that follow others ------------------------------------------------------------------

static const char *joint_name(const graph *g, int joint) {
    return g->u->robot->joints[joint].name;
}

// the joint that is followed, -1 for none
static int next_joint(const graph *g, int joint) {
    const snw_mimic *mimic = g->u->robot->joints[joint].mimic;
    return mimic != NULL ? snw_names_find(&g->joints, mimic->joint, NULL) : -1;
}

static void check_mimic(graph *g, int index) {
    const snw_joint_description *joints = g->u->robot->joints, *joint = &joints[index];
    if (joint->mimic == NULL || joint->mimic->joint[0] == '\0') return;
    const size_t path = snw__urdf_enter(g->u, "joint");
    snw__urdf_key(g->u, joint->name);
    (void)snw__urdf_enter(g->u, "mimic");
    const snw__where where = g->u->joints_at[index];
    const int other = next_joint(g, index);
    if (other < 0) {
        say_unknown(g, &g->joints, "joint", joint->mimic->joint,
                    fault(SNW_ERR_UNKNOWN_NAME, "urdf-mimic", NULL, where));
    } else if (joints[other].kind != SNW_JOINT_REVOLUTE &&
               joints[other].kind != SNW_JOINT_CONTINUOUS &&
               joints[other].kind != SNW_JOINT_PRISMATIC) {
        const snw__finding f = fault(SNW_ERR_UNSUPPORTED, "urdf-mimic",
                                     "follow a revolute, continuous or prismatic joint", where);
        (void)snw__urdf_say(g->u, f, "joint %s has no single position to follow",
                            snw_quote(joints[other].name).text);
    }
    snw__urdf_leave(g->u, path);
}

static void find_mimic_rings(graph *g) {
    const int count = g->u->robot->joint_count;
    memset(g->mark, 0, (size_t)count * sizeof *g->mark);
    for (int start = 0; start < count; start++) {
        int at = start;
        while (at >= 0 && g->mark[at] == 0) {
            g->mark[at] = start + 1;
            at = next_joint(g, at);
        }
        if (at < 0 || g->mark[at] != start + 1) continue;
        char names[100];
        list_ring(names, sizeof names, joint_name, next_joint, g, at);
        const bool self = next_joint(g, at) == at;
        const snw__finding f = fault(SNW_ERR_ARGUMENT, "urdf-mimic",
                                     "let one of them follow no other", g->u->joints_at[at]);
        (void)snw__urdf_say(
            g->u, f, self ? "joint %s follows itself" : "joints %s follow each other", names);
    }
}

// --- all of it ----------------------------------------------------------------------------------

static void check(graph *g) {
    snw__urdf *u = g->u;
    const snw_robot *robot = u->robot;
    for (int i = 0; i < robot->link_count; i++) {
        g->parent_joint[i] = g->parent_link[i] = -1;
    }
    const int before = u->found;
    enter_names(g);
    for (int i = 0; i < robot->joint_count; i++) {
        connect(g, i);
    }
    // a wrong name would make the links below it look like a fault of their own
    if (!find_rings(g) && u->found == before) check_roots(g);
    for (int i = 0; i < robot->joint_count; i++) {
        check_mimic(g, i);
    }
    find_mimic_rings(g);
}

void snw__urdf_check_tree(snw__urdf *u) {
    const snw_robot *robot = u->robot;
    if (robot->link_count == 0) {
        const snw__finding f =
            fault(SNW_ERR_NOT_FOUND, "urdf-missing", "write <link name=\"...\"/>", u->at);
        (void)snw__urdf_say(u, f, "the robot has no link");
        return;
    }
    graph g = {.u = u};
    const size_t most =
        (size_t)(robot->link_count > robot->joint_count ? robot->link_count : robot->joint_count);
    void *links = snw__names_for(&g.links, robot->link_count);
    void *joints = snw__names_for(&g.joints, robot->joint_count);
    int *numbers = malloc(3 * most * sizeof *numbers);
    if (links != NULL && joints != NULL && numbers != NULL) {
        g.parent_joint = numbers;
        g.parent_link = numbers + most;
        g.mark = numbers + 2 * most;
        check(&g);
    } else {
        snw__urdf_exhausted(u);
    }
    free(numbers);
    free(joints);
    free(links);
}
