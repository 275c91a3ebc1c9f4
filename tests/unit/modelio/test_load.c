// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "load_test.h"

static void check_one_link(const char *name, const char *text, const char *robot) {
    loaded l;
    put_text(name, text);
    accept(&l, name, robot);
    CHECK(l.robot->link_count == 1);
    CHECK_TEXT(l.robot->links[0].name, "a");
    close_loaded(&l);
}

static void every_format_gives_its_robot(void) {
    check_one_link("u.urdf", URDF, "u");
    check_one_link("u.xml", URDF, "u");
    check_one_link("o.xml", OURS, "o");
    check_one_link("o.ecx", OURS, "o");
    check_one_link("b.xml", BARE, "b");
    check_one_link("j.json", JSON, "j");
    check_one_link("x.urdf.xacro", XACRO, "x");
    check_one_link("x.urdf", XACRO, "x");
    loaded l;
    put_text("t.csv", TABLE);
    accept(&l, "t.csv", "t");
    CHECK(l.robot->joint_count == 1 && l.robot->joints[0].origin.p.x == 0.5);
    close_loaded(&l);
    put_text("s.xml", SHEET);
    accept(&l, "s.xml", "s");
    CHECK(l.robot->joint_count == 1);
    close_loaded(&l);
}

static void a_cell_is_one_robot_with_the_names_of_its_members(void) {
    loaded l;
    put_text("u.urdf", URDF);
    put_text("c.cell.xml", CELL);
    accept(&l, "c.cell.xml", "c");
    CHECK(l.robot->link_count == 3);
    CHECK_TEXT(l.robot->links[0].name, "world");
    CHECK_TEXT(l.robot->links[1].name, "left/a");
    CHECK_TEXT(l.robot->links[2].name, "right/a");
    close_loaded(&l);
}

// the mechanism of a cell may have any format that can be loaded, with the arguments of the whole
static void the_mechanisms_of_a_cell_may_have_any_format(void) {
    static const struct {
        const char *name, *text;
    } mechanisms[] = {{"m.urdf.xacro", XACRO},
                      {"m.json", JSON},
                      {"m.xml", OURS},
                      {"m.csv", TABLE},
                      {"m.cell.xml", CELL}};
    put_text("u.urdf", URDF);
    for (size_t i = 0; i < sizeof mechanisms / sizeof *mechanisms; i++) {
        char cell[512];
        (void)snprintf(cell, sizeof cell,
                       "<cell name='outer'><mechanisms><mechanism name='m' file='%s'/>"
                       "</mechanisms><members><member name='one' mechanism='m'/></members></cell>",
                       mechanisms[i].name);
        put_text(mechanisms[i].name, mechanisms[i].text);
        put_text("outer.cell.xml", cell);
        const snw_xacro_argument given = {"n", "renamed"};
        const snw_load_options options = {
            .registry = shapes(), .arguments = &given, .argument_count = 1};
        loaded l;
        load(&l, "outer.cell.xml", &options);
        if (l.status != SNW_OK) print_findings(&l);
        CHECK(l.status == SNW_OK);
        if (i == 0) CHECK_TEXT(l.robot->links[1].name, "one/renamed");
        if (i == 4) CHECK_TEXT(l.robot->links[2].name, "one/left/a");
        close_loaded(&l);
    }
}

// a cell of the mechanisms that the files name, with one member of the first
static void put_cell(const char *name, const char *const *files, int count) {
    char text[4096];
    snw_text t = snw_text_over(text, sizeof text);
    snw_text_format(&t, "<cell name='self'><mechanisms>");
    for (int i = 0; i < count; i++) {
        snw_text_format(&t, "<mechanism name='m%d' file='%s'/>", i, files[i]);
    }
    snw_text_format(&t, "</mechanisms><members><member name='a' mechanism='m0'/></members></cell>");
    put_text(name, text);
}

static bool has_said(const loaded *l, const char *words) {
    for (int i = 0; i < l->diags.count; i++) {
        if (strstr(l->items[i].text, words) != NULL) return true;
    }
    return false;
}

// Seen: four mechanisms that name their own cell were loaded 71,107 times, and as many errors were
// found. The depth of cells was bounded, but each of them loaded every file that had failed again.
static void a_cell_that_names_itself_is_said_once(void) {
    static const char *const same[] = {"self.cell.xml", "./self.cell.xml", "self.cell.xml",
                                       "self.cell.xml"};
    put_cell("self.cell.xml", same, 4);
    loaded l;
    const snw_load_options options = {.registry = shapes()};
    load(&l, "self.cell.xml", &options);
    CHECK(l.status == SNW_ERR_DUPLICATE);
    CHECK(l.diags.errors == 1);
    CHECK(has_said(&l, "the cell names itself as a mechanism"));
    close_loaded(&l);

    // and around a corner
    static const char *const there[] = {"there.cell.xml"}, *const back[] = {"back.cell.xml"};
    put_cell("back.cell.xml", there, 1);
    put_cell("there.cell.xml", back, 1);
    load(&l, "back.cell.xml", &options);
    CHECK(l.status < 0 && l.diags.errors == 1);
    CHECK(has_said(&l, "the cell names itself as a mechanism"));
    close_loaded(&l);
}

// cells that name six cells each, all of which name six others: 46,656 files at the seventh level
static void the_files_of_cells_inside_cells_are_bounded(void) {
    enum { WIDTH = 6, LEVELS = 7 };
    for (int level = 0; level < LEVELS; level++) {
        for (int i = 0; i < WIDTH; i++) {
            char names[WIDTH][48], own[48];
            const char *files[WIDTH];
            for (int k = 0; k < WIDTH; k++) {
                (void)snprintf(names[k], sizeof names[k], "w%d_%d.cell.xml", level + 1, k);
                files[k] = level + 1 < LEVELS ? names[k] : "nobody.urdf";
            }
            (void)snprintf(own, sizeof own, "w%d_%d.cell.xml", level, i);
            put_cell(own, files, WIDTH);
        }
    }
    loaded l;
    const snw_load_options options = {.registry = shapes()};
    load(&l, "w0_0.cell.xml", &options);
    CHECK(l.status < 0);
    // each of the cells that were read names six files that are not there
    CHECK(l.diags.errors > SNW_CELL_FILES && l.diags.errors < (WIDTH + 2) * SNW_CELL_FILES);
    close_loaded(&l);
}

static void any_format_may_be_compressed(void) {
    static const struct {
        const char *name, *text, *robot;
    } cases[] = {{"g.urdf", URDF, "u"},     {"g.urdf.gz", URDF, "u"}, {"g.xml.gz", OURS, "o"},
                 {"g.ecz", OURS, "o"},      {"g.json.gz", JSON, "j"}, {"g.csv.gz", TABLE, "t"},
                 {"g.xacro.gz", XACRO, "x"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        unsigned char packed[1024];
        size_t size = 0;
        CHECK(snw_gzip(cases[i].text, strlen(cases[i].text), packed, sizeof packed, &size) ==
              SNW_OK);
        put(cases[i].name, (const char *)packed, size);
        loaded l;
        accept(&l, cases[i].name, cases[i].robot);
        close_loaded(&l);

        // damage is refused by name
        put("damaged.gz", (const char *)packed, size - 1);
        refuse("damaged.gz", SNW_ERR_SYNTAX, "gzip");
    }
}

// 32 MB of blanks in a few kB: the room that it may take ends at the limit
static void a_compressed_bomb_is_refused(void) {
    const size_t half = SNW_DOCUMENT_BYTES;
    char *blanks = malloc(half);
    unsigned char *packed = malloc(1 << 18);
    CHECK(blanks != NULL && packed != NULL);
    memset(blanks, ' ', half);
    size_t size = 0;
    CHECK(snw_gzip(blanks, half, packed, 1 << 17, &size) == SNW_OK);
    memcpy(packed + size, packed, size);
    put("bomb.xml.gz", (const char *)packed, 2 * size);
    refuse("bomb.xml.gz", SNW_ERR_TOO_LARGE, "gzip");
    free(blanks);
    free(packed);
}

static void what_cannot_be_read_is_told_by_the_rule_of_files(void) {
    refuse("absent.urdf", SNW_ERR_NOT_FOUND, "file");
    refuse(".", SNW_ERR_ARGUMENT, "file");
    put_text("prose.txt", "hello");
    refuse("prose.txt", SNW_ERR_UNSUPPORTED, "format");
    put_text("empty.txt", "");
    refuse("empty.txt", SNW_ERR_UNSUPPORTED, "format");
    put_text("bad.urdf", "<robot name='r'><link name='a'/><link name='a'/></robot>");
    refuse("bad.urdf", SNW_ERR_DUPLICATE, "urdf-duplicate");
}

static void check_foreign(const char *name, const char *text, const char *word) {
    put_text(name, text);
    loaded l;
    load(&l, name, NULL);
    CHECK(l.status == SNW_ERR_UNSUPPORTED && l.diags.count == 1);
    CHECK_TEXT(l.items[0].rule, "format");
    CHECK(strstr(l.items[0].text, word) != NULL && l.items[0].fix[0] != '\0');
    close_loaded(&l);
}

static void files_about_robots_that_hold_none_are_named(void) {
    static const char mujoco[] =
        "<mujoco model='m'><worldbody><body name='a'/></worldbody></mujoco>";
    static const char gazebo[] = "<?xml version='1.0'?><sdf version='1.6'><model name='m'/></sdf>";
    static const char moveit[] =
        "<robot name='r'><!-- groups --><group name='g'><joint name='j'/></group>"
        "<disable_collisions link1='a' link2='b' reason='Never'/></robot>";
    static const char *const names[] = {"f.xml", "f.urdf", "f.mjcf", "f"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        check_foreign(names[i], mujoco, "MuJoCo");
        check_foreign(names[i], gazebo, "SDF");
        check_foreign(names[i], moveit, "SRDF");
    }
    // a URDF that has groups besides is a URDF
    put_text("g.urdf", "<robot name='r'><group name='g'/><link name='a'/></robot>");
    loaded l;
    load(&l, "g.urdf", NULL);
    CHECK(l.status == SNW_OK);
    close_loaded(&l);
}

static void strictness_reaches_every_reader(void) {
    static const struct {
        const char *name, *text;
    } cases[] = {
        {"l.xml", "<robot xmlns='urn:sinew:robot' name='r'><links><link name='a'/></links><x/>"
                  "</robot>"},
        {"l.json", "{\"name\": \"r\", \"links\": [{\"name\": \"a\"}], \"x\": 1}"},
        {"l.urdf", "<robot name='r'><link name='a'/><link name='b'/><joint name='j' type='fixed'>"
                   "<origin xyz='1 x 3'/><parent link='a'/><child link='b'/></joint></robot>"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        put_text(cases[i].name, cases[i].text);
        loaded l;
        snw_load_options options = {.registry = shapes(), .strictness = SNW_NORMAL};
        load(&l, cases[i].name, &options);
        CHECK(l.status < 0);
        close_loaded(&l);
        options.strictness = SNW_LENIENT;
        load(&l, cases[i].name, &options);
        CHECK(l.status == SNW_OK && l.diags.warnings > 0);
        close_loaded(&l);
    }
    put_text("w.urdf", "<robot name='r'><link name='a' colour='red'/></robot>");
    loaded l;
    snw_load_options options = {.strictness = SNW_NORMAL};
    load(&l, "w.urdf", &options);
    CHECK(l.status == SNW_OK && l.diags.warnings == 1);
    close_loaded(&l);
    options.strictness = SNW_STRICT;
    load(&l, "w.urdf", &options);
    CHECK(l.status < 0);
    close_loaded(&l);
}

static void a_table_without_convention_takes_that_of_the_options(void) {
    put_text("n.csv", "joint, a, alpha, d, theta\nj1, 0.5, 0, 0, 0\n");
    refuse("n.csv", SNW_ERR_ARGUMENT, "dh-convention");
    loaded l;
    const snw_load_options options = {.convention = SNW_DH_STANDARD};
    load(&l, "n.csv", &options);
    CHECK(l.status == SNW_OK);
    close_loaded(&l);
}

static void elements_of_other_programs_are_handed_over(void) {
    snw_urdf_extra *extra = NULL;
    const snw_load_options options = {.extra = &extra};
    put_text("e.urdf", "<robot name='r'><link name='a'/><gazebo reference='a'/></robot>");
    loaded l;
    load(&l, "e.urdf", &options);
    CHECK(l.status == SNW_OK && extra != NULL && snw_urdf_extra_count(extra) == 1);
    CHECK_TEXT(snw_urdf_extra_get(extra, 0).text, "<gazebo reference='a'/>");
    close_loaded(&l);
}

static void a_text_is_as_good_as_a_file(void) {
    loaded l;
    open_loaded(&l);
    const snw_source source = {URDF, strlen(URDF), "memory", NULL};
    CHECK(snw_robot_load_source(&source, NULL, l.setup, &l.robot, &l.diags) == SNW_OK);
    CHECK_TEXT(l.robot->name, "u");
    close_loaded(&l);
}

static void memory_that_is_too_small_is_told(void) {
    for (size_t limit = 64; limit < 4096; limit += 64) {
        loaded l;
        open_loaded(&l);
        snw_setup_destroy(l.setup);
        l.setup = snw_setup_create(limit);
        const snw_load_options options = {.registry = shapes()};
        l.status = snw_robot_load(path_of("c.cell.xml"), &options, l.setup, &l.robot, &l.diags);
        CHECK(l.status == SNW_OK || l.status == SNW_ERR_MEMORY);
        close_loaded(&l);
    }
}

int main(void) {
    open_folder();
    RUN(every_format_gives_its_robot);
    RUN(a_cell_is_one_robot_with_the_names_of_its_members);
    RUN(the_mechanisms_of_a_cell_may_have_any_format);
    RUN(a_cell_that_names_itself_is_said_once);
    RUN(the_files_of_cells_inside_cells_are_bounded);
    RUN(any_format_may_be_compressed);
    RUN(a_compressed_bomb_is_refused);
    RUN(what_cannot_be_read_is_told_by_the_rule_of_files);
    RUN(files_about_robots_that_hold_none_are_named);
    RUN(strictness_reaches_every_reader);
    RUN(a_table_without_convention_takes_that_of_the_options);
    RUN(elements_of_other_programs_are_handed_over);
    RUN(a_text_is_as_good_as_a_file);
    RUN(memory_that_is_too_small_is_told);
    const int failed = check_report();
    close_folder();
    return failed;
}
