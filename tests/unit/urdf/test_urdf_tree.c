// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "urdf_test.h"

#define LINK_(name) "<link name='" name "'/>"
#define FIX(name, parent, child)                                                                   \
    "<joint name='" name "' type='fixed'><parent link='" parent "'/><child link='" child           \
    "'/></joint>"
#define TURN(name, parent, child, inside)                                                          \
    "<joint name='" name "' type='continuous'><parent link='" parent "'/><child link='" child      \
    "'/>" inside "</joint>"
#define ROBOT(inside) "<robot name='r'>" inside "</robot>"

static void each_rule_of_the_tree_has_its_sentence(void) {
    static const rule_case cases[] = {
        {ALWAYS, ROBOT(""), "<robot",
         "robot: the robot has no link; write <link name=\"...\"/> [urdf-missing]"},
        {ALWAYS, ROBOT(LINK_("a") "<link name='a'> </link>"), "<link name='a'>",
         "robot: two links have the name 'a' (first_line 1); give each a name of its own "
         "[urdf-duplicate]"},
        {ALWAYS,
         ROBOT(LINK_("a") LINK_("b") LINK_("c") FIX(
             "j", "a",
             "b") "<joint name='j' type='fixed'> <parent link='a'/><child link='c'/></joint>"),
         "<joint name='j' type='fixed'> ",
         "robot: two joints have the name 'j' (first_line 1); give each a name of its own "
         "[urdf-duplicate]"},
        {ALWAYS, ROBOT(LINK_("base") LINK_("b") FIX("j", "bse", "b")), "<joint",
         "robot/joint[j]: there is no link 'bse'; did you mean 'base'? [urdf-link]"},
        {ALWAYS, ROBOT(LINK_("base") LINK_("b") FIX("j", "base", "wrist")), "<joint",
         "robot/joint[j]: there is no link 'wrist'; define the link [urdf-link]"},
        {ALWAYS, ROBOT(LINK_("a") FIX("j", "a", "a")), "<joint",
         "robot/joint[j]: link 'a' is its own parent; connect two different links [urdf-tree]"},
        {ALWAYS,
         ROBOT(LINK_("a") LINK_("b") LINK_("c") FIX("j", "a", "b") FIX("k", "a", "c")
                   FIX("l", "c", "b")),
         "<joint name='l'",
         "robot/joint[l]: link 'b' is already the child of joint 'j'; a link has one parent; cut "
         "the "
         "loop at one joint [urdf-tree]"},
        {ALWAYS, ROBOT(LINK_("a") LINK_("b") FIX("j", "a", "b") FIX("k", "b", "a")),
         "<joint name='k'",
         "robot: links 'a', 'b' form a ring; cut the ring at one joint [urdf-tree]"},
        {ALWAYS,
         ROBOT(LINK_("root") LINK_("a") LINK_("b") LINK_("c") FIX("j", "a", "b") FIX("k", "b", "c")
                   FIX("l", "c", "a")),
         "<joint name='l'",
         "robot: links 'a', 'c', 'b' form a ring; cut the ring at one joint [urdf-tree]"},
        {ALWAYS, ROBOT(LINK_("a") LINK_("b") LINK_("c") FIX("j", "a", "b")), "<link name='c'",
         "robot: links 'a' and 'c' both have no parent (roots 2); connect all but one by a joint "
         "[urdf-tree]"},
        {ALWAYS, ROBOT(LINK_("a") LINK_("b") TURN("j", "a", "b", "<mimic joint='elbo'/>")),
         "<joint", "robot/joint[j]/mimic: there is no joint 'elbo'; define the joint [urdf-mimic]"},
        {ALWAYS,
         ROBOT(LINK_("a") LINK_("b") LINK_("c") FIX("k", "a", "c")
                   TURN("j", "a", "b", "<mimic joint='k'/>")),
         "<joint name='j'",
         "robot/joint[j]/mimic: joint 'k' has no single position to follow; follow a revolute, "
         "continuous or prismatic joint [urdf-mimic]"},
        {ALWAYS, ROBOT(LINK_("a") LINK_("b") TURN("j", "a", "b", "<mimic joint='j'/>")), "<joint",
         "robot: joint 'j' follows itself; let one of them follow no other [urdf-mimic]"},
        {ALWAYS,
         ROBOT(LINK_("a") LINK_("b") LINK_("c") LINK_("d") TURN("h", "a", "b", "<mimic joint='i'/>")
                   TURN("i", "b", "c", "<mimic joint='j'/>")
                       TURN("j", "c", "d", "<mimic joint='i'/>")),
         "<joint name='i'",
         "robot: joints 'i', 'j' follow each other; let one of them follow no other [urdf-mimic]"},
    };
    CHECK_RULES(cases);
}

// --- all graphs ---------------------------------------------------------------------------------

// One root, every link reached from it, each by one joint: counted by brute force, by growing the
// set of reached links until it stops, from every link in turn.
static bool is_tree(int links, const int (*edges)[2], int count) {
    int parents[8] = {0}, roots = 0, reached = 0;
    for (int e = 0; e < count; e++) {
        parents[edges[e][1]]++;
        if (edges[e][0] == edges[e][1]) return false;
    }
    for (int i = 0; i < links; i++) {
        if (parents[i] > 1) return false;
        if (parents[i] == 0) {
            roots++;
            reached |= 1 << i;
        }
    }
    if (roots != 1) return false;
    for (int pass = 0; pass < links; pass++) {
        for (int e = 0; e < count; e++) {
            if (reached >> edges[e][0] & 1) reached |= 1 << edges[e][1];
        }
    }
    return reached == (1 << links) - 1;
}

static void check_graph(int links, const int (*edges)[2], int count) {
    char text[4096];
    snw_text out = snw_text_over(text, sizeof text);
    snw_text_format(&out, "<robot name='r'>");
    for (int i = 0; i < links; i++) {
        snw_text_format(&out, "<link name='%c'/>", 'a' + i);
    }
    for (int e = 0; e < count; e++) {
        snw_text_format(&out,
                        "<joint name='%d' type='fixed'><parent link='%c'/><child link='%c'/>"
                        "</joint>",
                        e, 'a' + edges[e][0], 'a' + edges[e][1]);
    }
    snw_text_format(&out, "</robot>");
    CHECK(!snw_text_is_cut(&out));
    reading r;
    read_text(&r, text, SNW_STRICT);
    const bool expected = is_tree(links, edges, count);
    if ((r.status == SNW_OK) != expected) print_error("%s\n", text);
    CHECK((r.status == SNW_OK) == expected);
    close_reading(&r);
}

// all sets of edges of up to four links, an edge from each link to each, itself included; of those
// with more than six edges, which never are a tree, every sixteenth
static void every_graph_of_four_links_is_judged_as_by_brute_force(void) {
    for (int links = 1; links <= 4; links++) {
        const long sets = 1L << (links * links);
        const long step = links == 4 && check_scaled(20) < 20 ? 37 : 1;
        for (long set = 0; set < sets; set += step) {
            int edges[16][2], count = 0;
            for (int bit = 0; bit < links * links; bit++) {
                if ((set >> bit & 1) == 0) continue;
                edges[count][0] = bit / links;
                edges[count++][1] = bit % links;
            }
            if (count > 6 && set % 16 != 0) continue;
            check_graph(links, (const int(*)[2])edges, count);
        }
    }
}

// five links: every set of four edges, which a tree has
static void every_graph_of_five_links_and_four_joints_is_judged_so_too(void) {
    const int step = check_scaled(20) < 20 ? 11 : 1;
    for (int a = 0, n = 0; a < 25; a++) {
        for (int b = a + 1; b < 25; b++) {
            for (int c = b + 1; c < 25; c++) {
                for (int d = c + 1; d < 25; d++) {
                    if (n++ % step != 0) continue;
                    const int edges[4][2] = {
                        {a / 5, a % 5}, {b / 5, b % 5}, {c / 5, c % 5}, {d / 5, d % 5}};
                    check_graph(5, edges, 4);
                }
            }
        }
    }
}

// followers: every function from five joints to those joints or none
static void every_way_of_five_joints_to_follow_is_judged_by_walking_it(void) {
    const int step = check_scaled(20) < 20 ? 7 : 1;
    for (int code = 0; code < 7776; code += step) {
        int next[5];
        bool ends = true;
        for (int i = 0, rest = code; i < 5; i++, rest /= 6) {
            next[i] = rest % 6 - 1;
        }
        for (int i = 0; i < 5; i++) {
            int at = i;
            for (int steps = 0; steps < 6 && at >= 0; steps++) {
                at = next[at];
            }
            ends = ends && at < 0;
        }
        char text[4096];
        snw_text out = snw_text_over(text, sizeof text);
        snw_text_format(&out, "<robot name='r'><link name='l'/>");
        for (int i = 0; i < 5; i++) {
            snw_text_format(&out,
                            "<link name='l%d'/><joint name='j%d' type='continuous'><parent "
                            "link='l'/><child link='l%d'/>",
                            i, i, i);
            if (next[i] >= 0) snw_text_format(&out, "<mimic joint='j%d'/>", next[i]);
            snw_text_format(&out, "</joint>");
        }
        snw_text_format(&out, "</robot>");
        reading r;
        read_text(&r, text, SNW_STRICT);
        CHECK((r.status == SNW_OK) == ends);
        close_reading(&r);
    }
}

static void a_long_ring_is_named_as_far_as_a_sentence_goes(void) {
    char text[8192];
    snw_text out = snw_text_over(text, sizeof text);
    snw_text_format(&out, "<robot name='r'>");
    for (int i = 0; i < 40; i++) {
        snw_text_format(&out,
                        "<link name='segment%d'/><joint name='j%d' type='fixed'><parent "
                        "link='segment%d'/><child link='segment%d'/></joint>",
                        i, i, i, (i + 1) % 40);
    }
    snw_text_format(&out, "</robot>");
    reading r;
    read_text(&r, text, SNW_NORMAL);
    CHECK(r.diags.count == 1);
    const char *start = "links 'segment0', 'segment39', 'segment38', ", *end = ", ... form a ring";
    const char *found = r.items[0].text;
    CHECK(strncmp(found, start, strlen(start)) == 0);
    CHECK_TEXT(found + strlen(found) - strlen(end), end);
    close_reading(&r);
}

int main(void) {
    RUN(each_rule_of_the_tree_has_its_sentence);
    RUN(every_graph_of_four_links_is_judged_as_by_brute_force);
    RUN(every_graph_of_five_links_and_four_joints_is_judged_so_too);
    RUN(every_way_of_five_joints_to_follow_is_judged_by_walking_it);
    RUN(a_long_ring_is_named_as_far_as_a_sentence_goes);
    return check_report();
}
