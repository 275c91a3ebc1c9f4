// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "reading.h"
#include "unit/os/scratch.h"

static void put(const char *name, const char *text) {
    scratch_put(scratch(name).text, text);
}

static void *read_file(const snw_type *type, const char *name) {
    forget();
    void *object = NULL;
    const snw_read_options how = {.registry = samples(), .check_references = true};
    const scratch_name path = scratch(name);
    const snw_status status = snw_document_read(path.text, type, &how, setup, &object, &diags);
    CHECK((status == SNW_OK) == (object != NULL) && (status == SNW_OK) == (diags.errors == 0));
    return object;
}

// a file that includes one other in its place is refused for this reason
static bool is_include_refused(const char *href, snw_status code) {
    char text[SCRATCH_PATH + 128];
    (void)snprintf(text, sizeof text, "<arm_link name='a'>\n <include href='%s'/></arm_link>",
                   href);
    put("hostile.xml", text);
    CHECK(read_file(&arm_link_type, "hostile.xml") == NULL && diags.errors == 1);
    const snw_why *why = &findings[0];
    const bool good = why->code == code && why->line == 2 && why->column == 2 &&
                      strcmp(why->rule, "include") == 0 && why->fix[0] != '\0' &&
                      strcmp(why->file, scratch("hostile.xml").text) == 0;
    if (!good) {
        print_error("%s: %s %s:%d: %s; %s\n", href, snw_status_name(why->code), why->file,
                    why->line, why->text, why->fix);
    }
    return good;
}

// spec: actin-model:A1-XM-24
static void a_split_document_is_the_same_object(void) {
    (void)mkdir(scratch("parts").text, 0700);
    (void)mkdir(scratch("parts/deep").text, 0700);
    put("whole.xml", "<arm_link name='a'><range lower='-1' upper='1'/><body><brick><inside>"
                     "<ball radius='2'/></inside></brick></body><children><link name='b'>"
                     "<children><link name='c'/></children></link><link name='d'/></children>"
                     "</arm_link>");
    char split[2048];
    (void)snprintf(split, sizeof split,
                   "<arm_link name='a' xmlns:xlink='http://www.w3.org/1999/xlink'>"
                   "<include href='parts/range.xml'/>"
                   "<body><include xlink:type='simple' xlink:href='%s'>ignored<b/></include></body>"
                   "<children><include href='./parts/../parts/b.xml'/><link name='d'/></children>"
                   "</arm_link>",
                   scratch("parts/brick.xml").text);
    put("split.xml", split);
    put("parts/range.xml", "<?xml version='1.0'?>\n<!-- c --><range lower='-1' upper='1'/>\n");
    put("parts/brick.xml", "<brick><inside><include href='deep/ball.xml'/></inside></brick>");
    put("parts/deep/ball.xml", "<ball radius='2'/>");
    // the whole array as one file; relative to the file that names it
    put("parts/b.xml", "<link name='b'><include href='deep/list.xml'/></link>");
    put("parts/deep/list.xml", "<children version='1' size='1'><link name='c'/></children>");

    const void *whole = read_file(&arm_link_type, "whole.xml");
    CHECK(whole != NULL);
    snw_setup *kept = setup;
    setup = NULL;
    const void *joined = read_file(&arm_link_type, "split.xml");
    CHECK(joined != NULL && diags.count == 0);
    CHECK(snw_block_equal(&arm_link_type, whole, joined));
    snw_setup_destroy(kept);

    // seen from its own folder, too
    char here[SCRATCH_PATH];
    CHECK(getcwd(here, sizeof here) != NULL && chdir(scratch_directory) == 0);
    void *object = NULL;
    forget();
    const snw_read_options how = {.registry = samples()};
    const snw_status status =
        snw_document_read("split.xml", &arm_link_type, &how, setup, &object, &diags);
    CHECK(chdir(here) == 0 && status == SNW_OK);
}

// spec: actin-model:A1-XM-24
static void circles_are_found(void) {
    put("self.xml",
        "<arm_link name='a'><children><include href='self.xml'/></children></arm_link>");
    CHECK(read_file(&arm_link_type, "self.xml") == NULL && diags.errors == 1);
    CHECK(findings[0].code == SNW_ERR_DUPLICATE && strcmp(findings[0].rule, "include") == 0);

    put("one.xml", "<arm_link name='a'><children><include href='two.xml'/></children></arm_link>");
    put("two.xml", "<link name='b'><children>\n<include href='three.xml'/></children></link>");
    put("three.xml", "<link name='c'><children>\n\n<include href='two.xml'/></children></link>");
    CHECK(read_file(&arm_link_type, "one.xml") == NULL && diags.errors == 1);
    CHECK_TEXT(findings[0].text, "the file includes itself");
    CHECK_TEXT(findings[0].file, scratch("three.xml").text);
    CHECK(findings[0].line == 3);

    // under another name it is the same file
    CHECK(symlink("one.xml", scratch("alias.xml").text) == 0);
    put("two.xml", "<link name='b'><children><include href='alias.xml'/></children></link>");
    CHECK(read_file(&arm_link_type, "one.xml") == NULL);
    CHECK(findings[0].code == SNW_ERR_DUPLICATE);
    // twice side by side is no circle
    put("two.xml", "<brick><inside><include href='ball.xml'/></inside></brick>");
    put("ball.xml", "<ball radius='1'/>");
    put("twice.xml", "<everything><many><include href='two.xml'/><include href='two.xml'/>"
                     "<include href='ball.xml'/></many></everything>");
    const everything *e = read_file(&everything_type, "twice.xml");
    CHECK(e != NULL && e->many_count == 3 && e->many[2].type == &ball_type);
}

static const struct {
    const char *href;
    snw_status code;
} hostile[] = {
    {"../secret.xml", SNW_ERR_PERMISSION},
    {"./../secret.xml", SNW_ERR_PERMISSION},
    {"../cell/../secret.xml", SNW_ERR_PERMISSION},
    {"folder.xml/../../secret.xml", SNW_ERR_PERMISSION},
    {"..//secret.xml", SNW_ERR_PERMISSION},
    {"link.xml", SNW_ERR_PERMISSION},
    {"./link.xml", SNW_ERR_PERMISSION},
    {"up/secret.xml", SNW_ERR_PERMISSION},
    {"up/up/etc/passwd", SNW_ERR_NOT_FOUND},
    {"root/etc/passwd", SNW_ERR_PERMISSION},
    {"zero.xml", SNW_ERR_PERMISSION},
    {"/etc/passwd", SNW_ERR_PERMISSION},
    {"//etc/passwd", SNW_ERR_PERMISSION},
    {"/dev/zero", SNW_ERR_PERMISSION},
    {"/dev/stdin", SNW_ERR_PERMISSION},
    {"/proc/self/cmdline", SNW_ERR_PERMISSION},
    {"/proc/self/fd/0", SNW_ERR_PERMISSION},
    {"/", SNW_ERR_PERMISSION},
    {"..", SNW_ERR_PERMISSION},
    {"../", SNW_ERR_PERMISSION},
    {"../..", SNW_ERR_PERMISSION},
    {".", SNW_ERR_ARGUMENT},
    {"./", SNW_ERR_ARGUMENT},
    {"folder.xml", SNW_ERR_ARGUMENT},
    {"pipe.xml", SNW_ERR_ARGUMENT},
    {"dangling.xml", SNW_ERR_NOT_FOUND},
    {"missing.xml", SNW_ERR_NOT_FOUND},
    {"inside.xml/x", SNW_ERR_NOT_FOUND},
    {"http://127.0.0.1:9/a.xml", SNW_ERR_PERMISSION},
    {"https://x/a.xml", SNW_ERR_PERMISSION},
    {"ftp://x/a.xml", SNW_ERR_PERMISSION},
    {"file:///etc/passwd", SNW_ERR_PERMISSION},
    {"package://x/a.xml", SNW_ERR_PERMISSION},
    {"gopher://x", SNW_ERR_PERMISSION},
    {"~/secret.xml", SNW_ERR_NOT_FOUND},
    {"$HOME/secret.xml", SNW_ERR_NOT_FOUND},
    {"%2e%2e/secret.xml", SNW_ERR_NOT_FOUND},
    {"..\\secret.xml", SNW_ERR_NOT_FOUND},
    {"\\\\host\\share", SNW_ERR_NOT_FOUND},
    {"C:\\secret.xml", SNW_ERR_NOT_FOUND},
    {"inside.xml ", SNW_ERR_NOT_FOUND},
    {" inside.xml", SNW_ERR_NOT_FOUND},
    {"inside.xml?x", SNW_ERR_NOT_FOUND},
    {"inside.xml#x", SNW_ERR_NOT_FOUND},
    {"-", SNW_ERR_NOT_FOUND},
    {"|ls", SNW_ERR_NOT_FOUND},
    {"`ls`", SNW_ERR_NOT_FOUND},
    {"*.xml", SNW_ERR_NOT_FOUND},
    {"", SNW_ERR_NOT_FOUND},
};

// beside the folder of the first file stands a file that must not be found, and in it many ways
// there
static void make_traps(void) {
    (void)mkdir(scratch("cell").text, 0700);
    put("secret.xml", "<link name='s'/>");
    put("cell/inside.xml", "<link name='i'/>");
    CHECK(symlink("../secret.xml", scratch("cell/link.xml").text) == 0);
    CHECK(symlink("..", scratch("cell/up").text) == 0);
    CHECK(symlink("/", scratch("cell/root").text) == 0);
    CHECK(symlink("nowhere.xml", scratch("cell/dangling.xml").text) == 0);
    CHECK(symlink("loop.xml", scratch("cell/loop.xml").text) == 0);
    CHECK(symlink("/dev/zero", scratch("cell/zero.xml").text) == 0);
    CHECK(mkfifo(scratch("cell/pipe.xml").text, 0600) == 0);
    (void)mkdir(scratch("cell/folder.xml").text, 0700);
}

static void nothing_outside_the_folder_is_read(void) {
    make_traps();
    char text[256];
    for (size_t i = 0; i < sizeof hostile / sizeof *hostile; i++) {
        (void)snprintf(text, sizeof text,
                       "<arm_link name='a'><children>\n<include href='%s'/></children></arm_link>",
                       hostile[i].href);
        put("cell/first.xml", text);
        CHECK(read_file(&arm_link_type, "cell/first.xml") == NULL && diags.errors == 1);
        if (findings[0].code != hostile[i].code) {
            print_error("%s: %s\n", hostile[i].href, findings[0].text);
        }
        CHECK(findings[0].code == hostile[i].code && findings[0].line == 2);
        CHECK(strcmp(findings[0].rule, "include") == 0 && findings[0].fix[0] != '\0');
    }
}

static void what_is_inside_is_read_and_the_rest_is_not(void) {
    // a name of any length
    char *longest = malloc(20000);
    if (longest == NULL) abort();
    memset(longest, 'x', 20000);
    memcpy(longest, "<arm_link name='a'><children><include href='", 44);
    (void)strcpy(longest + 19000, "'/></children></arm_link>");
    put("cell/first.xml", longest);
    CHECK(read_file(&arm_link_type, "cell/first.xml") == NULL && diags.errors == 1);
    CHECK(findings[0].code == SNW_ERR_TOO_LARGE);
    free(longest);
    // and what is inside is read, also through a link that stays inside
    CHECK(symlink("inside.xml", scratch("cell/good.xml").text) == 0);
    put("cell/first.xml",
        "<arm_link name='a'><children><include href='good.xml'/></children></arm_link>");
    CHECK(read_file(&arm_link_type, "cell/first.xml") != NULL);
    // not even by a file that lies deeper
    (void)mkdir(scratch("cell/sub").text, 0700);
    put("cell/sub/x.xml",
        "<link name='x'><children><include href='../../secret.xml'/></children></link>");
    put("cell/first.xml",
        "<arm_link name='a'><children><include href='sub/x.xml'/></children></arm_link>");
    CHECK(read_file(&arm_link_type, "cell/first.xml") == NULL);
    CHECK(findings[0].code == SNW_ERR_PERMISSION);
    CHECK_TEXT(findings[0].file, scratch("cell/sub/x.xml").text);
}

static void an_include_says_its_file(void) {
    CHECK(is_include_refused("", SNW_ERR_NOT_FOUND));
    put("hostile.xml", "<arm_link name='a'><include/></arm_link>");
    CHECK(read_file(&arm_link_type, "hostile.xml") == NULL && diags.errors == 1);
    CHECK_TEXT(findings[0].fix, "write href=\"file.xml\"");
    // a text without a folder has no files beside it
    CHECK(read_bad(&arm_link_type, "<arm_link name='a'><include href='b.xml'/></arm_link>") == 1);
    CHECK(findings[0].code == SNW_ERR_PERMISSION);
}

static void faults_are_said_of_the_file_they_stand_in(void) {
    put("outer.xml", "<arm_link name='a'>\n<children>\n<include href='broken.xml'/>\n"
                     "<include href='wrong.xml'/><link/></children>\n<mass>-1</mass></arm_link>");
    put("broken.xml", "<link name='b'>\n\n<mass>1</link>");
    put("wrong.xml", "<link name='c'\n parent='z' mass='x'/>");
    CHECK(read_file(&arm_link_type, "outer.xml") == NULL);
    // the broken file ends where it breaks, and the others are still read
    CHECK(diags.errors == 4);
    CHECK_TEXT(findings[0].file, scratch("broken.xml").text);
    CHECK(findings[0].line == 3 && strcmp(findings[0].rule, "xml") == 0);
    CHECK_TEXT(findings[1].file, scratch("wrong.xml").text);
    CHECK_TEXT(findings[1].subject, "arm_link/children[1]/mass");
    CHECK(findings[1].line == 2);
    CHECK_TEXT(findings[2].file, scratch("outer.xml").text);
    CHECK(findings[2].line == 4 && findings[2].code == SNW_ERR_NOT_FOUND);
    CHECK(findings[3].line == 5 && findings[3].code == SNW_ERR_RANGE);

    // references look through all files, and are reported where they stand
    put("outer.xml", "<arm_link name='a'><children><include href='one.xml'/>"
                     "<link name='c' parent='b'/></children></arm_link>");
    put("one.xml", "<link name='b' parent='a'/>");
    CHECK(read_file(&arm_link_type, "outer.xml") != NULL);
    put("one.xml", "<link name='b'\n   parent='z'/>");
    CHECK(read_file(&arm_link_type, "outer.xml") == NULL && diags.errors == 1);
    CHECK_TEXT(findings[0].file, scratch("one.xml").text);
    CHECK_TEXT(findings[0].subject, "arm_link/children[0]");
    CHECK(findings[0].line == 2 && findings[0].column == 4);
    // an empty file, and one with something else
    put("one.xml", "");
    CHECK(read_file(&arm_link_type, "outer.xml") == NULL);
    CHECK_TEXT(findings[0].file, scratch("one.xml").text);
    put("one.xml", "<colour/>");
    CHECK(read_file(&arm_link_type, "outer.xml") == NULL);
    CHECK_TEXT(findings[0].text, "element 'colour' does not belong here");
}

static void each_file_has_its_own_version(void) {
    put("outer.xml", "<everything version='2'><include href='old.xml'/><maybe effort='2'/>"
                     "</everything>");
    put("old.xml", "<inner version='1' torque_kNm='2'/>");
    const everything *e = read_file(&everything_type, "outer.xml");
    CHECK(e != NULL && e->inner.effort == 2000 && e->maybe->effort == 2);
    // outside of that file the old name is unknown
    put("outer.xml", "<everything version='2'><include href='old.xml'/><maybe torque_kNm='2'/>"
                     "</everything>");
    CHECK(read_file(&everything_type, "outer.xml") == NULL);
    put("outer.xml", "<everything><include href='old.xml'/></everything>");
    put("old.xml", "<inner version='3'/>");
    CHECK(read_file(&everything_type, "outer.xml") == NULL);
    CHECK(findings[0].code == SNW_ERR_VERSION);
    CHECK_TEXT(findings[0].file, scratch("old.xml").text);
}

static void files_are_few_and_not_too_deep(void) {
    for (int i = 0; i < 18; i++) {
        char name[32], text[128];
        (void)snprintf(name, sizeof name, "level%d.xml", i);
        (void)snprintf(text, sizeof text,
                       "<%s name='l'><children><include href='level%d.xml'/></children></%s>",
                       i == 0 ? "arm_link" : "link", i + 1, i == 0 ? "arm_link" : "link");
        put(name, text);
    }
    put("level17.xml", "<link name='l'/>");
    CHECK(read_file(&arm_link_type, "level0.xml") == NULL && diags.errors == 1);
    CHECK(findings[0].code == SNW_ERR_TOO_LARGE);
    CHECK_TEXT(findings[0].file, scratch("level16.xml").text);
    put("level16.xml", "<link name='l'/>");
    CHECK(read_file(&arm_link_type, "level0.xml") != NULL);

    put("ball.xml", "<ball radius='1'/>");
    static char text[8192];
    for (int count = 64; count <= 65; count++) {
        (void)strcpy(text, "<everything><many>");
        for (int i = 0; i < count; i++) {
            (void)strcat(text, "<include href='ball.xml'/>");
        }
        (void)strcat(text, "</many></everything>");
        put("many.xml", text);
        CHECK((read_file(&everything_type, "many.xml") != NULL) == (count == 64));
    }
    // together they are no larger than one may be
    char *large = malloc(9 << 20);
    if (large == NULL) abort();
    memset(large, ' ', 9 << 20);
    memcpy(large, "<ball radius='1'/>", 18);
    large[(9 << 20) - 1] = '\0';
    put("large.xml", large);
    free(large);
    put("many.xml", "<everything><many><include href='large.xml'/><include href='large.xml'/>"
                    "</many></everything>");
    CHECK(read_file(&everything_type, "many.xml") == NULL && diags.errors == 1);
    CHECK(findings[0].code == SNW_ERR_TOO_LARGE);
}

int main(void) {
    scratch_open();
    RUN(a_split_document_is_the_same_object);
    RUN(circles_are_found);
    RUN(nothing_outside_the_folder_is_read);
    RUN(what_is_inside_is_read_and_the_rest_is_not);
    RUN(an_include_says_its_file);
    RUN(faults_are_said_of_the_file_they_stand_in);
    RUN(each_file_has_its_own_version);
    RUN(files_are_few_and_not_too_deep);
    const int result = check_report();
    snw_setup_destroy(setup);
    return result;
}
