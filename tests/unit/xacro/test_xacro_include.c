// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "xacro_test.h"

#include "../os/scratch.h"

static char folder[512];

static const char *path_of(const char *name) {
    static char path[1024];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void write_file(const char *name, const char *text) {
    scratch_put(path_of(name), text);
}

static void make_folder(const char *name) {
    char command[1200];
    (void)snprintf(command, sizeof command, "mkdir -p '%s'", path_of(name));
    CHECK(system(command) == 0);
}

#define IN(text) "<robot xmlns:xacro=\"x\">" text "</robot>"

static void make_files(void) {
    (void)snprintf(folder, sizeof folder, "%s", scratch("model").text);
    make_folder("sub");
    make_folder("pkg");
    make_folder("pkg/urdf");
    write_file("common.xacro", IN("<xacro:property name=\"cm\" value=\"0.01\"/><common/>"
                                  "<xacro:macro name=\"box\" params=\"s\"><box size=\"${s*cm}\"/>"
                                  "</xacro:macro>"));
    write_file("sub/deep.xacro", IN("<deep/><xacro:include filename=\"deeper.xacro\"/>"
                                    "<xacro:include filename=\"../common.xacro\"/>"));
    write_file("sub/deeper.xacro", "<r xmlns:d=\"http://d\"><d:deeper at=\"$(dirname)\"/></r>");
    write_file("pkg/package.xml", "<package><name>pkg</name></package>");
    write_file("pkg/urdf/part.xacro", IN("<part/><xacro:include filename=\"../top.xacro\"/>"));
    write_file("pkg/top.xacro", IN("<top/>"));
    write_file("bad.xacro", IN("\n\n<v a=\"${nobody}\"/>"));
    write_file("ring1.xacro", IN("<xacro:include filename=\"ring2.xacro\"/>"));
    write_file("ring2.xacro", IN("<xacro:include filename=\"ring1.xacro\"/>"));
    write_file("broken.xacro", "<robot><a></robot>");
}

// the text stands in a file of the folder
static void expand_here(expansion *x, const char *inside, snw_places places,
                        snw_strictness strictness) {
    char text[4096];
    (void)snprintf(text, sizeof text, IN("%s"), inside);
    write_file("main.xacro", text);
    *x = (expansion){.setup = snw_setup_create((size_t)1 << 24)};
    x->diags = (snw_diags){.items = x->items, .capacity = FINDINGS};
    places.no_environment = true;
    const snw_xacro_options options = {.places = places, .strictness = strictness};
    x->status =
        snw_xacro_expand_file(path_of("main.xacro"), &options, x->setup, &x->result, &x->diags);
}

static void becomes_here(const char *inside, const char *lines, snw_places places) {
    expansion x;
    char expected[4096];
    (void)snprintf(expected, sizeof expected, XML "<robot>\n%s</robot>\n", lines);
    expand_here(&x, inside, places, SNW_NORMAL);
    print_findings(&x);
    CHECK(x.status == SNW_OK && x.diags.count == 0);
    CHECK_TEXT(x.result.bytes, expected);
    CHECK_TEXT(x.result.folder, folder);
    close_expansion(&x);
}

static const snw_places nowhere = {0};

static void included_files_share_everything(void) {
    becomes_here("<xacro:include filename=\"common.xacro\"/><xacro:box s=\"200\"/><v>${cm}</v>",
                 "  <common/>\n  <box size=\"2.0\"/>\n  <v>0.01</v>\n", nowhere);
}

static void names_are_seen_from_the_file_that_includes(void) {
    expansion x;
    expand_here(&x, "<xacro:include filename=\"sub/deep.xacro\"/><v>${cm}</v>", nowhere,
                SNW_NORMAL);
    print_findings(&x);
    CHECK(x.status == SNW_OK);
    char expected[4096];
    (void)snprintf(expected, sizeof expected,
                   XML "<robot xmlns:d=\"http://d\">\n  <deep/>\n  <d:deeper at=\"%s/sub\"/>\n"
                       "  <common/>\n  <v>0.01</v>\n</robot>\n",
                   folder);
    CHECK_TEXT(x.result.bytes, expected);
    close_expansion(&x);
}

static void name_spaces_keep_apart(void) {
    becomes_here("<xacro:property name=\"cm\" value=\"7\"/>"
                 "<xacro:include filename=\"common.xacro\" ns=\"c\"/>"
                 "<xacro:c.box s=\"200\"/><v>${cm} ${c.cm * 2}</v>"
                 "<xacro:macro name=\"m\" params=\"k\"><xacro:c.box s=\"${k}\"/></xacro:macro>"
                 "<xacro:m k=\"300\"/>",
                 "  <common/>\n  <box size=\"2.0\"/>\n  <v>7 0.02</v>\n  <box size=\"3.0\"/>\n",
                 nowhere);
}

static void packages_are_found(void) {
    static char place[600];
    (void)snprintf(place, sizeof place, "%s/pkg", folder);
    const snw_package packages[] = {{"desc", place}};
    const snw_places places = {.packages = packages, .package_count = 1};
    char lines[1024];
    (void)snprintf(lines, sizeof lines, "  <part/>\n  <top/>\n  <m f=\"file://%s/m.stl\"/>\n",
                   place);
    becomes_here("<xacro:include filename=\"$(find desc)/urdf/part.xacro\"/>"
                 "<m f=\"file://$(find desc)/m.stl\"/>",
                 lines, places);
    // by its package.xml, beside the model
    (void)snprintf(lines, sizeof lines, "  <part/>\n  <top/>\n  <m f=\"%s\"/>\n", place);
    becomes_here("<xacro:property name=\"p\" value=\"pkg\"/>"
                 "<xacro:include filename=\"$(find ${p})/urdf/part.xacro\"/><m f=\"$(find pkg)\"/>",
                 lines, nowhere);
}

// a path that goes up into a folder that the user has named, from the file in hand
static void paths_lead_into_named_packages(void) {
    char own[700], other[700];
    (void)snprintf(own, sizeof own, "%s/own/a.xacro", folder);
    (void)snprintf(other, sizeof other, "%s/pkg", folder);
    const snw_package packages[] = {{"anything", other}};
    const snw_places places = {.no_environment = true};
    expansion x;
    make_folder("own");
    write_file("own/a.xacro", HEAD "<xacro:include filename=\"../pkg/urdf/part.xacro\"/></robot>");
    snw_xacro_options options = {.places = places};
    x = (expansion){.setup = snw_setup_create((size_t)1 << 24)};
    x.diags = (snw_diags){.items = x.items, .capacity = FINDINGS};
    x.status = snw_xacro_expand_file(own, &options, x.setup, &x.result, &x.diags);
    CHECK(x.status == SNW_ERR_PERMISSION && strstr(x.items[0].fix, "--anywhere") != NULL);
    close_expansion(&x);
    options.places.packages = packages;
    options.places.package_count = 1;
    x = (expansion){.setup = snw_setup_create((size_t)1 << 24)};
    x.diags = (snw_diags){.items = x.items, .capacity = FINDINGS};
    x.status = snw_xacro_expand_file(own, &options, x.setup, &x.result, &x.diags);
    CHECK(x.status == SNW_OK && strstr(x.result.bytes, "<part/>") != NULL);
    close_expansion(&x);
}

static void optional_files_may_be_missing(void) {
    becomes_here("<xacro:include filename=\"none.xacro\" optional=\"true\"/><v/>", "  <v/>\n",
                 nowhere);
    expansion x;
    expand_here(&x, "<xacro:include filename=\"none.xacro\"/><v/>", nowhere, SNW_LENIENT);
    CHECK(x.status == SNW_OK && x.diags.warnings == 1);
    CHECK_TEXT(x.result.bytes, XML "<robot>\n  <v/>\n</robot>\n");
    close_expansion(&x);
}

typedef struct fault {
    const char *inside, *where, *text, *rule;
    snw_status status;
} fault;

static void faults_name_the_included_file(void) {
    static const fault list[] = {
        {"<xacro:include filename=\"bad.xacro\"/>",
         "bad.xacro:3:4: error: v/a: property 'nobody' is "
         "not known",
         "define it", "xacro-property", SNW_ERR_UNKNOWN_NAME},
        {"<xacro:include filename=\"broken.xacro\"/>", "broken.xacro:1:11: error", "", "xml",
         SNW_ERR_SYNTAX},
        {"<xacro:include filename=\"none.xacro\"/>",
         "main.xacro:1:39: error: xacro:include/filename: "
         "'none.xacro': the file was not found",
         "--lenient leaves it out", "xacro-include", SNW_ERR_NOT_FOUND},
        {"<xacro:include filename=\"ring1.xacro\"/>",
         "ring2.xacro:1:39: error: "
         "xacro:include/filename: 'ring1.xacro' includes itself",
         "", "xacro-cycle", SNW_ERR_SYNTAX},
        {"<xacro:include filename=\"main.xacro\"/>",
         "main.xacro:1:39: error: "
         "xacro:include/filename: 'main.xacro' includes itself",
         "", "xacro-cycle", SNW_ERR_SYNTAX},
        {"<xacro:include filename=\"*.xacro\"/>",
         "main.xacro:1:39: error: xacro:include/filename: '*.xacro': patterns of names are not "
         "supported",
         "one by one", "xacro-include", SNW_ERR_UNSUPPORTED},
        {"<xacro:include filename=\"/etc/passwd\"/>", "leaves", "", "xacro-include",
         SNW_ERR_PERMISSION},
        {"<xacro:include filename=\"../../../etc/passwd\"/>", "leaves", "", "xacro-include",
         SNW_ERR_PERMISSION},
        {"<xacro:include filename=\"http://x/y\"/>", "not supported", "", "xacro-include",
         SNW_ERR_UNSUPPORTED},
        {"<xacro:include filename=\"sub\"/>", "not a regular file", "", "xacro-include",
         SNW_ERR_ARGUMENT},
        {"<xacro:include filename=\"common.xacro\" ns=\"a b\"/>", "'a b' cannot be a name space",
         "", "xacro-include", SNW_ERR_SYNTAX},
        {"<v a=\"$(find nobody)\"/>", "v/a: $(find nobody): the package was not found", "--package",
         "xacro-substitution", SNW_ERR_NOT_FOUND},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        expansion x;
        expand_here(&x, list[i].inside, nowhere, SNW_NORMAL);
        CHECK(x.diags.count > 0);
        const bool good = strstr(sentence(&x, 0), list[i].where) != NULL &&
                          strstr(sentence(&x, 0), list[i].text) != NULL;
        if (!good) print_error("%s\n", sentence(&x, 0));
        CHECK(good);
        CHECK_TEXT(x.items[0].rule, list[i].rule);
        CHECK(x.diags.errors == 1 && x.status == list[i].status);
        close_expansion(&x);
    }
}

static void a_text_from_no_folder_includes_nothing(void) {
    expansion x;
    const snw_xacro_options options = {.places = {.no_environment = true}};
    expand_text(&x, HEAD "<xacro:include filename=\"common.xacro\"/></robot>", &options);
    CHECK(x.status == SNW_ERR_NOT_FOUND);
    close_expansion(&x);
}

// an included file may be in the encoding that its first line names, as the first file may
static void included_files_may_have_another_encoding(void) {
    expansion x;
    write_file("latin.xacro",
               "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><r><a v=\"\xE9\"/></r>");
    expand_here(&x, "<xacro:include filename=\"latin.xacro\"/>", (snw_places){0}, SNW_NORMAL);
    if (x.status != SNW_OK) print_findings(&x);
    CHECK(x.status == SNW_OK && strstr(x.result.bytes, "<a v=\"\xC3\xA9\"/>") != NULL);
    close_expansion(&x);
}

int main(void) {
    scratch_open();
    make_files();
    RUN(included_files_share_everything);
    RUN(included_files_may_have_another_encoding);
    RUN(names_are_seen_from_the_file_that_includes);
    RUN(name_spaces_keep_apart);
    RUN(packages_are_found);
    RUN(paths_lead_into_named_packages);
    RUN(optional_files_may_be_missing);
    RUN(faults_name_the_included_file);
    RUN(a_text_from_no_folder_includes_nothing);
    return check_report();
}
