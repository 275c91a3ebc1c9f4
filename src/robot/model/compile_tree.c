// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "internal.h"

#include <string.h>

static void report_missing_name(snw__plan *plan, const char *what, int index) {
    snw__say(plan, SNW_ERR_ARGUMENT, "missing-name", NULL, NULL, "%s %d has no name", what, index);
    snw__error(plan, "give it a name");
}

// Names of links and joints, and their tables; of equal names the first one counts. True when all
// links have a name of their own; that some are equal is told by the check of values.
static bool enter_names(snw__plan *plan) {
    const snw_robot *robot = plan->robot;
    bool unique = true;
    for (int i = 0; i < robot->link_count; i++) {
        const char *name = plan->link_texts[i] = robot->links[i].name;
        if (name[0] == '\0') report_missing_name(plan, "link", i);
        if (snw_failed(snw_names_add(&plan->links, name, i))) unique = false;
    }
    for (int i = 0; i < robot->joint_count; i++) {
        const char *name = plan->joint_texts[i] = robot->joints[i].name;
        if (name[0] == '\0') report_missing_name(plan, "joint", i);
        SNW_IGNORE(snw_names_add(&plan->joints, name, i));
    }
    return unique;
}

static int find_link(snw__plan *plan, int joint, const char *name, const char *part) {
    const int link = snw_names_find(&plan->links, name, NULL);
    if (link >= 0) return link;
    snw__say(plan, SNW_ERR_UNKNOWN_NAME, "unknown-link", "joints", plan->joint_texts[joint],
             "its %s '%s' is not a link", part, name);
    snw__unknown(plan, name, plan->link_texts, plan->robot->link_count);
    return -1;
}

// which joint moves which link; every link is moved by one at most. True when all links are known.
static bool connect(snw__plan *plan) {
    const snw_robot *robot = plan->robot;
    bool known = true;
    for (int i = 0; i < robot->link_count; i++) {
        plan->above[i] = -1;
    }
    for (int i = 0; i < robot->joint_count; i++) {
        snw__joint_plan *joint = &plan->joint[i];
        joint->parent = find_link(plan, i, robot->joints[i].parent, "parent");
        joint->child = find_link(plan, i, robot->joints[i].child, "child");
        known = known && joint->parent >= 0 && joint->child >= 0;
        if (joint->child < 0) continue;
        int *above = &plan->above[joint->child];
        if (*above < 0) {
            *above = i;
            continue;
        }
        snw__say(plan, SNW_ERR_ARGUMENT, "two-parents", "links", plan->link_texts[joint->child],
                 "it is the child of joint '%s' and of joint '%s'", plan->joint_texts[*above],
                 plan->joint_texts[i]);
        snw__error(plan, "a link has one joint; close loops with constraints, not with joints");
    }
    return known;
}

static int parent_of(const snw__plan *plan, int link) {
    return plan->above[link] < 0 ? -1 : plan->joint[plan->above[link]].parent;
}

static void report_roots(snw__plan *plan) {
    char names[SNW_WHY_TEXT / 2];
    snw_text line = snw_text_over(names, sizeof names);
    int roots = 0;
    for (int i = 0; i < plan->robot->link_count; i++) {
        if (plan->above[i] >= 0) continue;
        if (++roots <= 4) {
            snw_text_format(&line, "%s'%s'", roots > 1 ? ", " : "", plan->link_texts[i]);
        }
    }
    if (roots == 1) return;
    if (roots == 0) {
        snw__say(plan, SNW_ERR_ARGUMENT, "one-root", NULL, NULL, "every link has a joint above it");
        snw__error(plan, "one link, the root, is the child of no joint");
        return;
    }
    snw__say(plan, SNW_ERR_ARGUMENT, "one-root", NULL, NULL,
             "%d links have no joint above them: %s%s", roots, names, roots > 4 ? ", ..." : "");
    snw__error(plan, "connect all but one of them to the rest by joints");
}

// a link from which the way to the root comes back to it
static void report_cycle(snw__plan *plan, int start) {
    char names[SNW_WHY_TEXT];
    snw_text line = snw_text_over(names, sizeof names);
    int link = start;
    do {
        snw_text_format(&line, "%s > ", plan->link_texts[link]);
        link = parent_of(plan, link);
    } while (link != start && line.length < sizeof names);
    snw__say(plan, SNW_ERR_ARGUMENT, "cycle", "links", plan->link_texts[start],
             "it carries itself: %s%s", names, plan->link_texts[start]);
    snw__error(plan, "remove one of the joints between these links");
}

enum { NEW, ON_THIS_WAY, TO_ROOT, TO_CYCLE };

// marks the part of a way, from `link` up, that is marked as being on it
static void mark_way(snw__plan *plan, int link, int *mark, int end, bool in_cycle) {
    for (; link >= 0 && mark[link] == ON_THIS_WAY; link = parent_of(plan, link)) {
        mark[link] = end;
        // the links of the cycle are told together, those below it one by one
        if (end != TO_CYCLE || in_cycle) continue;
        snw__say(plan, SNW_ERR_ARGUMENT, "unreachable", "links", plan->link_texts[link],
                 "it is connected to a cycle of joints, not to the root");
        snw__error(plan, "remove one joint of the cycle");
    }
}

// From each link up until a link that was met before: on the same way, then there is a cycle; or on
// an earlier one, whose end is known.
static void check_ways_up(snw__plan *plan) {
    const int count = plan->robot->link_count;
    int *mark = snw__scratch(plan, count, sizeof(int));
    for (int i = 0; mark != NULL && i < count; i++) {
        int link = i;
        while (link >= 0 && mark[link] == NEW) {
            mark[link] = ON_THIS_WAY;
            link = parent_of(plan, link);
        }
        if (link >= 0 && mark[link] == ON_THIS_WAY) {
            report_cycle(plan, link);
            mark_way(plan, link, mark, TO_CYCLE, true);
        }
        mark_way(plan, i, mark, link < 0 ? TO_ROOT : mark[link], false);
    }
}

// Depth first, children in the order of their joints: node 0 is the root, node j + 1 the child of
// joint j.
static void number_links(snw__plan *plan) {
    const int count = plan->robot->link_count;
    int *parent = snw__scratch(plan, count, sizeof(int));
    int *scratch = snw__scratch(plan, 2 * count, sizeof(int));
    int *nodes = snw__scratch(plan, count, sizeof(int));
    if (parent == NULL || scratch == NULL || nodes == NULL) return;
    int root = 0;
    for (int i = 0; i < count; i++) {
        if (plan->above[i] < 0) root = i;
    }
    parent[0] = -1;
    for (int j = 0; j < plan->robot->joint_count; j++) {
        parent[j + 1] = plan->above[plan->joint[j].parent] + 1;
    }
    if (snw_failed(snw_tree_depth_first(parent, count, scratch, nodes))) return;
    for (int i = 0; i < count; i++) {
        const int link = nodes[i] == 0 ? root : plan->joint[nodes[i] - 1].child;
        plan->order[i] = link;
        plan->place[link] = i;
    }
    plan->has_tree = true;
}

void snw__plan_tree(snw__plan *plan) {
    const bool unique = enter_names(plan);
    const bool known = connect(plan);
    // roots are counted only when all names are good: one misspelt name makes a root of its own
    if (known && unique) report_roots(plan);
    check_ways_up(plan);
    if (plan->first == SNW_OK) number_links(plan);
}
