// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _POSIX_C_SOURCE 200809L

#include "worlds.h"

static scene s;

static const snw_pair_setting *pair_of(const char *a, const char *a_link, const char *b,
                                       const char *b_link) {
    const snw_body first = body_named(&s, a, a_link), second = body_named(&s, b, b_link);
    const snw_pair_setting *setting = snw_world_pair(&s.world, first, second);
    CHECK(snw_world_pair(&s.world, second, first) == setting);
    return setting;
}

// --- defaults ------------------------------------------------------------------------------------

static void without_rules_pairs_are_watched_and_nothing_is_kept(void) {
    open_scene(&s, CELL(TWO_ARMS));
    CHECK(!s.world.has_rules && snw_world_most_keep(&s.world) == 0);
    for (int a = 0; a < s.world.body_count; a++) {
        for (int b = 0; b < s.world.body_count; b++) {
            const snw_pair_setting *p =
                snw_world_pair(&s.world, s.world.bodies[a].body, s.world.bodies[b].body);
            CHECK(p->policy != SNW_PAIR_KEEP && p->keep == 0);
        }
    }
    CHECK(pair_of("left", "three", "right", "three")->policy == SNW_PAIR_WATCH);
    close_scene(&s);
}

static void defaults_ignore_what_cannot_or_need_not_be_checked(void) {
    open_scene(&s, CELL(TWO_ARMS RULES(" keep=\"0.004\">")));
    CHECK(pair_of("left", "one", "left", "two")->reason == SNW_PAIR_ADJACENT);
    CHECK(pair_of("left", "base", "right", "base")->reason == SNW_PAIR_STATIC);
    CHECK(pair_of("left", "base", "table", "top")->reason == SNW_PAIR_STATIC);
    CHECK(pair_of("ball", "ball", "table", "top")->reason == SNW_PAIR_UNDRIVEN);
    static const char *const kept[][4] = {
        {"left", "one", "left", "three"}, {"left", "base", "left", "two"},
        {"left", "one", "right", "one"},  {"left", "one", "right", "base"},
        {"left", "one", "table", "top"},  {"left", "one", "ball", "ball"}};
    for (int i = 0; i < 6; i++) {
        const snw_pair_setting *p = pair_of(kept[i][0], kept[i][1], kept[i][2], kept[i][3]);
        CHECK(p->policy == SNW_PAIR_KEEP && p->reason == SNW_PAIR_DEFAULT && p->keep == 0.004);
    }
    // and every default that ignores links is told
    const snw_why *told = finding(&s, "collision-neighbours");
    CHECK(told != NULL && told->severity == SNW_INFO);
    CHECK_TEXT(told->subject, "left");
    CHECK(told->numbers[0].value == 3 && told->numbers[1].value == 0);
    close_scene(&s);
}

static void links_without_a_joint_between_them_are_no_pair(void) {
    // a hand on the last link of an arm, on which the table's feet stand as a second member
    open_scene(&s, CELL("<mechanisms>" ARM TABLE_AND_BALL "</mechanisms><members>"
                        "<member name=\"arm\" mechanism=\"arm\"/>"
                        "<member name=\"tray\" mechanism=\"table\" on=\"arm\" at=\"three\">"
                        "<origin xyz=\"0.4 0 0.1\"/></member></members>" RULES(">")));
    CHECK(pair_of("arm", "three", "tray", "top")->reason == SNW_PAIR_RIGID);
    CHECK(pair_of("arm", "two", "tray", "top")->policy == SNW_PAIR_KEEP);
    close_scene(&s);
}

// --- overlaps ------------------------------------------------------------------------------------

// Two joints at one place, 0.2 m from a; the ball of c is `length` from them.
#define CHAIN(length, lower)                                                                       \
    "<mechanisms><mechanism name=\"arm\"><robot name=\"arm\"><links>"                              \
    "<link name=\"a\"><collisions><collision><shape><sphere radius=\"0.3\"/></shape></collision>"  \
    "</collisions></link><link name=\"b\"><collisions><collision><shape><sphere radius=\"0.1\"/>"  \
    "</shape></collision></collisions></link><link name=\"c\"><collisions><collision>"             \
    "<origin xyz=\"" length " 0 0\"/><shape><sphere radius=\"0.1\"/></shape></collision>"          \
    "</collisions></link></links><joints>"                                                         \
    "<joint name=\"j1\" kind=\"revolute\" parent=\"a\" child=\"b\" axis=\"0 0 1\">"                \
    "<origin xyz=\"0.2 0 0\"/><limits lower=\"-1\" upper=\"1\"/></joint>"                          \
    "<joint name=\"j2\" kind=\"revolute\" parent=\"b\" child=\"c\" axis=\"0 0 1\">"                \
    "<limits lower=\"" lower "\" upper=\"3\"/></joint></joints></robot></mechanism></mechanisms>"  \
    "<members><member name=\"arm\" mechanism=\"arm\"/></members>"

// c is at most 0.35 m from the middle of a, and both radii are 0.4 m: it overlaps always
static void links_that_always_overlap_are_ignored_with_a_remark(void) {
    open_scene(&s, CELL(CHAIN("0.15", "-3") RULES(">")));
    CHECK(pair_of("arm", "a", "arm", "c")->reason == SNW_PAIR_FIRST);
    const snw_why *told = finding(&s, "collision-first");
    CHECK(told != NULL && told->severity == SNW_INFO);
    CHECK(strstr(told->subject, "arm/a") != NULL && strstr(told->subject, "arm/c") != NULL);
    close_scene(&s);
}

// With 0.25 m c is 0.45 m from a where the arm is stretched, and 0.05 m where it
// is bent: it overlaps in a bent first state, and does not always.
static void a_bent_first_state_is_meant_as_it_is(void) {
    open_scene(&s, CELL(CHAIN("0.25",
                              "-3") "<states><state name=\"bent\"><members><member member=\"arm\">"
                                    "<q>0 2.9</q></member></members></state></states>" RULES(">")));
    CHECK(pair_of("arm", "a", "arm", "c")->reason == SNW_PAIR_FIRST);
    close_scene(&s);
}

// with 0.3 m the two are 0.5 m apart at zero and overlap where the arm is bent: not always, so
// checked
static void links_that_overlap_somewhere_only_are_checked(void) {
    open_scene(&s, CELL(CHAIN("0.3", "-3") RULES(">")));
    CHECK(pair_of("arm", "a", "arm", "c")->policy == SNW_PAIR_KEEP);
    close_scene(&s);
}

// Bent as far as its limits demand c overlaps a in all samples; the first state, outside of them,
// does not show it.
static void links_that_overlap_in_all_samples_are_ignored(void) {
    read_scene(&s, CELL(CHAIN("0.25", "2.5") RULES(">")));
    s.state.q[1] = 0;
    CHECK(make_world(&s) == SNW_OK);
    CHECK(pair_of("arm", "a", "arm", "c")->reason == SNW_PAIR_ALWAYS);
    const snw_why *told = finding(&s, "collision-always");
    CHECK(told != NULL && told->severity == SNW_INFO);
    close_scene(&s);
}

// --- pair rules ----------------------------------------------------------------------------------

static void the_most_specific_rule_wins_then_the_last(void) {
    open_scene(&s, CELL(TWO_ARMS RULES("><pairs>"
                                       "<pair a=\"left/three\" b=\"right/t*\" keep=\"0.05\"/>"
                                       "<pair a=\"left/three\" b=\"right/three\" policy=\"watch\"/>"
                                       "<pair a=\"left\" b=\"right\" keep=\"0.01\"/>"
                                       "<pair a=\"right/*\" b=\"left/*\" keep=\"0.02\"/>"
                                       "<pair a=\"*\" b=\"*\" policy=\"ignore\"/>"
                                       "<pair a=\"l*\" b=\"table\" keep=\"0.03\"/>"
                                       "</pairs>")));
    CHECK(pair_of("left", "three", "right", "three")->policy == SNW_PAIR_WATCH);
    CHECK(pair_of("left", "three", "right", "two")->keep == 0.05);
    CHECK(pair_of("left", "two", "right", "two")->keep == 0.02); // of two equals the last
    CHECK(pair_of("left", "two", "right", "two")->rule == 3);
    CHECK(pair_of("left", "one", "table", "top")->keep == 0.03);
    CHECK(pair_of("right", "one", "table", "top")->policy == SNW_PAIR_IGNORE);
    CHECK(pair_of("right", "one", "right", "three")->policy == SNW_PAIR_IGNORE);
    close_scene(&s);
}

// a rule about whole members does not ask neighbours to stay apart, one that names both links does
static void neighbours_are_kept_apart_only_by_name(void) {
    open_scene(&s, CELL(TWO_ARMS RULES("><pairs><pair a=\"left\" b=\"left\" keep=\"0.01\"/>"
                                       "<pair a=\"right/one\" b=\"right/two\" policy=\"watch\"/>"
                                       "<pair a=\"ball\" b=\"table\" policy=\"watch\"/></pairs>")));
    CHECK(pair_of("left", "one", "left", "two")->reason == SNW_PAIR_ADJACENT);
    CHECK(pair_of("left", "one", "left", "three")->keep == 0.01);
    CHECK(pair_of("right", "one", "right", "two")->policy == SNW_PAIR_WATCH);
    CHECK(pair_of("ball", "ball", "table", "top")->policy == SNW_PAIR_WATCH);
    close_scene(&s);
}

// The five manipulators of the guide: whole manipulators, a link with a manipulator, two links.
#define FIVE                                                                                       \
    "<mechanisms><mechanism name=\"m\"><robot name=\"m\"><links>"                                  \
    "<link name=\"Base\"><collisions><collision><shape><sphere radius=\"0.1\"/></shape>"           \
    "</collision></collisions></link><link name=\"Link-1\"><collisions><collision><shape>"         \
    "<sphere radius=\"0.1\"/></shape></collision></collisions></link><link name=\"Link-2\">"       \
    "<collisions><collision><shape><sphere radius=\"0.1\"/></shape></collision></collisions>"      \
    "</link><link name=\"Link-3\"><collisions><collision><shape><sphere radius=\"0.1\"/></shape>"  \
    "</collision></collisions></link></links><joints>"                                             \
    "<joint name=\"1\" kind=\"revolute\" parent=\"Base\" child=\"Link-1\" axis=\"0 1 0\">"         \
    "<origin xyz=\"0.5 0 0\"/><limits lower=\"-3\" upper=\"3\"/></joint>"                          \
    "<joint name=\"2\" kind=\"revolute\" parent=\"Link-1\" child=\"Link-2\" axis=\"0 1 0\">"       \
    "<origin xyz=\"0.5 0 0\"/><limits lower=\"-3\" upper=\"3\"/></joint>"                          \
    "<joint name=\"3\" kind=\"revolute\" parent=\"Link-2\" child=\"Link-3\" axis=\"0 1 0\">"       \
    "<origin xyz=\"0.5 0 0\"/><limits lower=\"-3\" upper=\"3\"/></joint></joints></robot>"         \
    "</mechanism></mechanisms><members><member name=\"1\" mechanism=\"m\"/>"                       \
    "<member name=\"2\" mechanism=\"m\"/><member name=\"3\" mechanism=\"m\"/>"                     \
    "<member name=\"4\" mechanism=\"m\"/><member name=\"5\" mechanism=\"m\"/></members>"
#define NOT(a, b) "<pair a=\"" a "\" b=\"" b "\" policy=\"ignore\"/>"
#define FIVE_RULES                                                                                 \
    NOT("1", "2")                                                                                  \
    NOT("1", "4")                                                                                  \
    NOT("2/Base", "3")                                                                             \
    NOT("2/Base", "4")                                                                             \
    NOT("2/Link-3", "3")                                                                           \
    NOT("3/Link-1", "4/Base")                                                                      \
    NOT("3/Link-1", "5/Link-1")                                                                    \
    NOT("3/Link-3", "4/Link-1")                                                                    \
    NOT("3/Link-3", "4/Link-3")                                                                    \
    NOT("3/Link-3", "5/Base")

// All pairs against a reading of the same list by hand; and a look-up is one element of a table,
// however many rules there are.
// spec: actin-control:CA-04
static void exclusions_of_three_granularities_are_found_by_one_look_up(void) {
    open_scene(&s, CELL(FIVE RULES("><pairs>" FIVE_RULES "</pairs>")));
    CHECK(pair_of("1", "Link-1", "2", "Link-2")->policy == SNW_PAIR_IGNORE);
    CHECK(pair_of("2", "Base", "3", "Link-2")->policy == SNW_PAIR_IGNORE);
    CHECK(pair_of("3", "Base", "4", "Link-2")->policy == SNW_PAIR_KEEP);
    CHECK(pair_of("3", "Link-1", "5", "Link-3")->policy == SNW_PAIR_KEEP);
    enum { B, L1, L2, L3, ANY };
    static const int listed[10][4] = {
        {1, ANY, 2, ANY}, {1, ANY, 4, ANY}, {2, B, 3, ANY}, {2, B, 4, ANY}, {2, L3, 3, ANY},
        {3, L1, 4, B},    {3, L1, 5, L1},   {3, L3, 4, L1}, {3, L3, 4, L3}, {3, L3, 5, B}};
    for (int x = 0; x < 5 * 4; x++) {
        for (int y = 0; y < 5 * 4; y++) {
            const int m = x / 4 + 1, k = x % 4, n = y / 4 + 1, l = y % 4;
            if (m == n || (k == B && l == B)) continue;
            bool excluded = false;
            for (int i = 0; i < 10; i++) {
                const int *e = listed[i];
                const bool one = e[0] == m && (e[1] == ANY || e[1] == k) && e[2] == n &&
                                 (e[3] == ANY || e[3] == l);
                const bool turned = e[0] == n && (e[1] == ANY || e[1] == l) && e[2] == m &&
                                    (e[3] == ANY || e[3] == k);
                excluded = excluded || one || turned;
            }
            const snw_body a = {m - 1, k}, b = {n - 1, l};
            const snw_pair_setting *p = snw_world_pair(&s.world, a, b);
            CHECK((p->policy == SNW_PAIR_IGNORE) == excluded);
            const int i = snw_world_find(&s.world, a), j = snw_world_find(&s.world, b);
            const bool turned = i >= s.world.moving_count;
            const size_t row = (size_t)(turned ? j : i), column = (size_t)(turned ? i : j);
            CHECK(p ==
                  &s.world.settings[s.world.lookup[row * (size_t)s.world.body_count + column]]);
        }
    }
    close_scene(&s);
}

// The map of the guide: nothing of the member is checked until it is listed; one entry serves both
// orders.
static void a_listed_member_is_checked_where_a_rule_says_so(void) {
    open_scene(&s, CELL(TWO_ARMS RULES("><selves><self member=\"left\" check=\"listed\"/></selves>"
                                       "<pairs><pair a=\"left/three\" b=\"left/one\"/></pairs>")));
    CHECK(pair_of("left", "one", "left", "three")->policy == SNW_PAIR_KEEP);
    CHECK(pair_of("left", "base", "left", "two")->reason == SNW_PAIR_UNLISTED);
    CHECK(pair_of("left", "base", "left", "three")->policy == SNW_PAIR_IGNORE);
    CHECK(pair_of("right", "base", "right", "two")->policy == SNW_PAIR_KEEP);
    close_scene(&s);
}

static void disabled_pairs_of_an_srdf_are_ignored(void) {
    char path[] = "/tmp/sinew-srdf-XXXXXX";
    const int file = mkstemp(path);
    CHECK(file >= 0);
    FILE *out = fdopen(file, "w");
    CHECK(out != NULL);
    (void)fputs("<robot name=\"arm\"><disable_collisions link1=\"three\" link2=\"base\" "
                "reason=\"Never\"/></robot>",
                out);
    CHECK(fclose(out) == 0);
    char text[8192];
    const int length = snprintf(
        text, sizeof text,
        CELL(TWO_ARMS RULES("><selves><self member=\"left\" srdf=\"%s\"/></selves>")), path);
    CHECK(length > 0 && length < (int)sizeof text);
    open_scene(&s, text);
    CHECK(pair_of("left", "base", "left", "three")->reason == SNW_PAIR_SRDF);
    CHECK(pair_of("left", "base", "left", "two")->policy == SNW_PAIR_KEEP);
    CHECK(pair_of("right", "base", "right", "three")->policy == SNW_PAIR_KEEP);
    close_scene(&s);
    // one of another robot is refused, with the link that it names
    out = fopen(path, "w");
    CHECK(out != NULL);
    (void)fputs("<robot name=\"arm\"><disable_collisions link1=\"thre\" link2=\"base\"/></robot>",
                out);
    CHECK(fclose(out) == 0);
    read_scene(&s, text);
    CHECK(snw_failed(make_world(&s)));
    CHECK(s.diags.errors > 0 && strstr(s.items[0].file, "sinew-srdf") != NULL);
    close_scene(&s);
    CHECK(remove(path) == 0);
    read_scene(&s, text);
    CHECK(snw_failed(make_world(&s)) && s.diags.errors > 0);
    close_scene(&s);
}

// --- volumes -------------------------------------------------------------------------------------

static void boxes_zones_and_spaces_are_bodies(void) {
    open_scene(&s, CELL(TWO_ARMS RULES("><boxes><box name=\"door\" low=\"1 -1 -1\" high=\"2 1 1\"/>"
                                       "</boxes><zones><zone name=\"bin\" low=\"-1 -1 -1\" "
                                       "high=\"0 0 0\"/></zones><spaces><space member=\"left\" "
                                       "low=\"-2 -2 -2\" high=\"1.5 2 2\"/></spaces><pairs>"
                                       "<pair a=\"door\" b=\"right\" keep=\"0.07\"/></pairs>")));
    const snw_body space = {SNW_BODY_VOLUME, 2};
    CHECK(pair_of("left", "one", "", "door")->policy == SNW_PAIR_KEEP);
    CHECK(pair_of("right", "one", "", "door")->keep == 0.07);
    CHECK(pair_of("left", "one", "", "bin")->policy == SNW_PAIR_WATCH);
    CHECK(pair_of("ball", "ball", "", "door")->reason == SNW_PAIR_UNDRIVEN);
    CHECK(snw_world_pair(&s.world, body_named(&s, "left", "one"), space)->policy == SNW_PAIR_KEEP);
    CHECK(snw_world_pair(&s.world, body_named(&s, "right", "one"), space)->reason ==
          SNW_PAIR_OTHER_SPACE);
    // an arm stretched along x: its hand ends at 1.19, the box begins at 1, the space ends at 1.5
    memset(s.state.q, 0, 3 * sizeof *s.state.q);
    CHECK(snw_collision_place(&s.around, &s.state) == SNW_OK);
    snw_near near[40];
    const snw_near_query query = {.member = 0, .parts = SNW_NEAR_WORLD, .below = 10, .most = 40};
    const int count = snw_collision_near(&s.around, &query, near, NULL);
    double box = 10, wall = 10;
    for (int i = 0; i < count; i++) {
        if (!same_body(near[i].a, body_named(&s, "left", "three"))) continue;
        if (same_body(near[i].b, body_named(&s, "", "door"))) box = near[i].closest.distance;
        if (same_body(near[i].b, space)) wall = near[i].closest.distance;
    }
    CHECK_NEAR(box, -0.19, 1e-9);
    CHECK_NEAR(wall, 1.5 - 1.19, 1e-9);
    close_scene(&s);
}

// --- bad rules -----------------------------------------------------------------------------------

static void refuses(const char *rules, const char *rule, const char *subject, const char *fix) {
    char text[8192];
    const int length = snprintf(text, sizeof text, CELL(TWO_ARMS RULES("%s")), rules);
    CHECK(length > 0 && length < (int)sizeof text);
    read_scene(&s, text);
    CHECK(snw_failed(make_world(&s)));
    const snw_why *why = finding(&s, rule);
    CHECK(why != NULL && why->severity == SNW_ERROR);
    CHECK_TEXT(why->subject, subject);
    CHECK(strstr(why->fix, fix) != NULL);
    close_scene(&s);
}

static void names_that_are_not_there_are_refused_with_the_nearest(void) {
    refuses("><pairs><pair a=\"lef\" b=\"right\"/></pairs>", "rule-unknown", "collision/pairs[0]/a",
            "'left'");
    refuses("><pairs><pair a=\"left\" b=\"right/thre\"/></pairs>", "rule-unknown",
            "collision/pairs[0]/b", "'right/three'");
    refuses("><pairs><pair a=\"left\" b=\"right\"/><pair a=\"dor\" b=\"left\"/></pairs>"
            "<boxes><box name=\"door\" low=\"0 0 0\" high=\"1 1 1\"/></boxes>",
            "rule-unknown", "collision/pairs[1]/a", "'door'");
    refuses("><selves><self member=\"rigt\"/></selves>", "rule-unknown",
            "collision/selves[0]/member", "'right'");
    refuses("><spaces><space member=\"rigt\" low=\"0 0 0\" high=\"1 1 1\"/></spaces>",
            "rule-unknown", "collision/spaces[0]/member", "'right'");
}

static void a_material_that_no_shape_has_is_told(void) {
    open_scene(&s, CELL(TWO_ARMS RULES("><materials><material name=\"glas\" metric=\"0.2\"/>"
                                       "</materials>")));
    const snw_why *why = finding(&s, "rule-unknown");
    CHECK(why != NULL && why->severity == SNW_WARNING);
    CHECK_TEXT(why->subject, "collision/materials[0]/name");
    CHECK(strstr(why->fix, "a material that a shape") != NULL);
    close_scene(&s);
}

// --- meshes without an inside --------------------------------------------------------------------

// the corner of a cube, cut off
#define CORNER(triangles)                                                                          \
    "<mechanisms>" ARM "<mechanism name=\"corner\"><robot name=\"corner\"><links>"                 \
    "<link name=\"corner\"><collisions><collision><shape><mesh>"                                   \
    "<points>0 0 0 0.1 0 0 0 0.1 0 0 0 0.1</points><triangles>" triangles "</triangles></mesh>"    \
    "</shape></collision></collisions></link></links></robot></mechanism></mechanisms><members>"   \
    "<member name=\"arm\" mechanism=\"arm\"/><member name=\"corner\" mechanism=\"corner\">"        \
    "<origin xyz=\"2 0 0\"/></member></members>"

static void warns_of_mesh(const char *text, const char *words) {
    open_scene(&s, text);
    const snw_why *why = finding(&s, "mesh-open");
    CHECK((why != NULL) == (words != NULL));
    if (why != NULL) {
        CHECK(why->severity == SNW_WARNING && strstr(why->text, words) != NULL);
        CHECK_TEXT(why->subject, "corner/corner/collisions[0]");
    }
    close_scene(&s);
}

static void meshes_without_an_inside_are_told_with_their_edge(void) {
    warns_of_mesh(CELL(CORNER("0 2 1 0 1 3 0 3 2 1 2 3")), NULL);
    warns_of_mesh(CELL(CORNER("0 2 1 0 1 3 0 3 2")), "edge");
    warns_of_mesh(CELL(CORNER("0 2 1 0 1 3 0 3 2 1 3 2")), "edge");
    warns_of_mesh(CELL(CORNER("0 1 2 0 3 1 0 2 3 1 3 2")), "inside out");
}

// the reader refuses what is wrong in a rule itself, with its place
static void refuses_to_read(const char *rules, const char *rule) {
    scene bad = {.setup = snw_setup_create((size_t)1 << 28)};
    bad.diags = (snw_diags){.items = bad.items, .capacity = FINDINGS};
    know_types(&bad);
    char text[8192];
    const int length = snprintf(text, sizeof text, CELL(TWO_ARMS RULES("%s")), rules);
    CHECK(length > 0 && length < (int)sizeof text);
    const snw_source source = {text, strlen(text), "bad.cell.xml", "."};
    const snw_cell_options options = {.registry = &bad.registry};
    CHECK(snw_failed(snw_cell_read(&source, &options, bad.setup, &bad.cell, &bad.diags)));
    const snw_why *why = rule != NULL ? finding(&bad, rule) : &bad.items[0];
    CHECK(why != NULL && why->line == 1);
    CHECK_TEXT(why->file, "bad.cell.xml");
    close_scene(&bad);
}

static void rules_that_contradict_themselves_are_not_read(void) {
    refuses_to_read(" keep=\"0.1\" slow=\"0.05\">", "collision-slow");
    refuses_to_read("><boxes><box name=\"x\" low=\"0 0 1\" high=\"1 1 1\"/></boxes>",
                    "collision-box");
    refuses_to_read("><spaces><space member=\"left\" low=\"0 2 0\" high=\"1 1 1\"/></spaces>",
                    "collision-box");
    refuses_to_read(" keep=\"nan\">", NULL);
    refuses_to_read(" keep=\"-1\">", NULL);
    refuses_to_read("><pairs><pair a=\"left\" b=\"right\" policy=\"maybe\"/></pairs>", NULL);
}

// --- size ----------------------------------------------------------------------------------------

// One link with more shapes than are taken: refused before any is compiled.
static void too_many_shapes_are_refused_before_memory_is_taken(void) {
    read_scene(&s, CELL(TWO_ARMS));
    snw_robot *table = s.cell->mechanisms[1].robot;
    const snw_field *list = snw_type_field(&snw_link_description_type, "collisions");
    snw_link_description *link = &table->links[0];
    snw_body_shape *few = link->collisions, *many = calloc(SNW_WORLD_PARTS + 1, sizeof *many);
    CHECK(list != NULL && many != NULL);
    link->collisions = many;
    link->collision_count = SNW_WORLD_PARTS + 1;
    const size_t before = snw_setup_size(s.setup);
    CHECK(make_world(&s) == SNW_ERR_TOO_LARGE);
    CHECK(finding(&s, "collision-size") != NULL);
    CHECK(snw_setup_size(s.setup) - before < 100000);
    link->collisions = few;
    free(many);
    close_scene(&s);
}

// --- materials -----------------------------------------------------------------------------------

static double metric_between(const char *combine, const char *a, const char *b) {
    char text[8192];
    static const char form[] = CELL(
        "<mechanisms><mechanism name=\"m\"><robot name=\"m\" floating=\"true\"><links>"
        "<link name=\"m\"><inertial mass=\"1\" ixx=\"1\" iyy=\"1\" izz=\"1\"/><collisions>"
        "<collision material=\"%s\"><shape><sphere radius=\"0.1\"/></shape></collision>"
        "</collisions></link></links></robot></mechanism><mechanism name=\"n\"><robot name=\"n\">"
        "<links><link name=\"n\"><collisions><collision material=\"%s\"><shape>"
        "<sphere radius=\"0.1\"/></shape></collision></collisions></link></links></robot>"
        "</mechanism></mechanisms><members><member name=\"m\" mechanism=\"m\"/>"
        "<member name=\"n\" mechanism=\"n\"/></members><collision><collision_rules combine=\"%s\">"
        "<pairs><pair a=\"m\" b=\"n\" policy=\"watch\"/></pairs><materials>"
        "<material name=\"glass\" metric=\"0.8\"/><material name=\"foam\" metric=\"0.5\"/>"
        "</materials></collision_rules></collision>");
    CHECK(snprintf(text, sizeof text, form, a, b, combine) < (int)sizeof text);
    open_scene(&s, text);
    s.state.q[0] = 1;
    CHECK(snw_collision_place(&s.around, &s.state) == SNW_OK);
    snw_near near;
    const snw_near_query query = {.member = -1, .below = 2, .most = 1};
    CHECK(snw_collision_near(&s.around, &query, &near, NULL) == 1);
    const double metric = near.metric;
    // how sure the place of a member is counts too, and 0 removes the term
    s.around.certainty[0] = 0.25;
    CHECK(snw_collision_near(&s.around, &query, &near, NULL) == 1);
    CHECK_NEAR(near.metric, metric / 4, 1e-15);
    s.around.certainty[1] = 0;
    CHECK(snw_collision_near(&s.around, &query, &near, NULL) == 1);
    CHECK(near.metric == 0);
    close_scene(&s);
    return metric;
}

static void metrics_of_materials_are_combined(void) {
    CHECK_NEAR(metric_between("max", "glass", "foam"), 0.8, 1e-15);
    CHECK_NEAR(metric_between("product", "glass", "foam"), 0.4, 1e-15);
    CHECK_NEAR(metric_between("mean", "glass", "foam"), 0.65, 1e-15);
    CHECK_NEAR(metric_between("product", "glass", "steel"), 0.8, 1e-15);
}

int main(void) {
    RUN(without_rules_pairs_are_watched_and_nothing_is_kept);
    RUN(defaults_ignore_what_cannot_or_need_not_be_checked);
    RUN(links_without_a_joint_between_them_are_no_pair);
    RUN(links_that_always_overlap_are_ignored_with_a_remark);
    RUN(a_bent_first_state_is_meant_as_it_is);
    RUN(links_that_overlap_in_all_samples_are_ignored);
    RUN(links_that_overlap_somewhere_only_are_checked);
    RUN(the_most_specific_rule_wins_then_the_last);
    RUN(neighbours_are_kept_apart_only_by_name);
    RUN(exclusions_of_three_granularities_are_found_by_one_look_up);
    RUN(a_listed_member_is_checked_where_a_rule_says_so);
    RUN(disabled_pairs_of_an_srdf_are_ignored);
    RUN(boxes_zones_and_spaces_are_bodies);
    RUN(meshes_without_an_inside_are_told_with_their_edge);
    RUN(a_material_that_no_shape_has_is_told);
    RUN(names_that_are_not_there_are_refused_with_the_nearest);
    RUN(rules_that_contradict_themselves_are_not_read);
    RUN(too_many_shapes_are_refused_before_memory_is_taken);
    RUN(metrics_of_materials_are_combined);
    return check_report();
}
