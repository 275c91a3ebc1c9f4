// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "urdf_test.h"

#include "../os/scratch.h"

// What the tests look for:
//
//   ws/src/arm/            package.xml (arm), urdf/, meshes/a.stl, meshes/link.stl -> secret.stl
//   ws/src/hand/           meshes/h.stl, no package.xml
//   nice/                  package.xml (claw), urdf/, c.stl
//   plain/urdf, plain/meshes/x.stl
//   mine/ ros/arm/ own/arm/ ament/share/arm/    meshes/a.stl each
//   secret.stl
static void make_directory(const char *name) {
    char command[SCRATCH_PATH + 20];
    (void)snprintf(command, sizeof command, "mkdir -p '%s'", scratch(name).text);
    CHECK(system(command) == 0);
}

static void make_file(const char *directory, const char *leaf, const char *text) {
    char name[256];
    make_directory(directory);
    (void)snprintf(name, sizeof name, "%s/%s", directory, leaf);
    scratch_put(scratch(name).text, text);
}

static void make_tree(void) {
    make_file("ws/src/arm", "package.xml",
              "<?xml version='1.0'?><package format='3'><version>1</version><name>arm</name>"
              "</package>");
    make_file("ws/src/arm/urdf", "arm.urdf", "<robot/>");
    make_file("ws/src/arm/meshes", "a.stl", "solid");
    make_file("ws/src/arm/meshes", "empty.stl", "");
    make_file("ws/src/arm/meshes", "with blank.stl", "solid");
    make_file("ws/src/hand/meshes", "h.stl", "solid");
    make_file("nice", "package.xml", "<package><name> claw </name></package>");
    make_file("nice/urdf", "c.urdf", "<robot/>");
    make_file("nice", "c.stl", "solid");
    make_file("plain/meshes", "x.stl", "solid");
    make_file("plain/urdf", "x.stl", "solid");
    make_file(".", "secret.stl", "solid");
    CHECK(symlink(scratch("secret.stl").text, scratch("ws/src/arm/meshes/link.stl").text) == 0);
    CHECK(symlink("loop.stl", scratch("ws/src/arm/meshes/loop.stl").text) == 0);
    CHECK(symlink("a.stl", scratch("ws/src/arm/meshes/good.stl").text) == 0);
    CHECK(mkfifo(scratch("ws/src/arm/meshes/pipe.stl").text, 0600) == 0);
    (void)unsetenv("SINEW_PACKAGE_PATH");
    (void)unsetenv("ROS_PACKAGE_PATH");
    (void)unsetenv("AMENT_PREFIX_PATH");
}

static char folder[SCRATCH_PATH]; // of the model

static snw_places from(const char *model) {
    (void)snprintf(folder, sizeof folder, "%s", scratch(model).text);
    return (snw_places){.folder = folder};
}

static char found[SNW_PATH_SIZE];
static snw_why why;

static snw_status find(const snw_places *places, const char *name) {
    found[0] = '\0';
    return snw_places_find(places, name, found, sizeof found, NULL, &why);
}

// what was found is that file, whatever the way there looks like
static void check_found(const snw_places *places, const char *name, const char *file) {
    char real[SNW_PATH_SIZE], expected[SNW_PATH_SIZE];
    const snw_status status = find(places, name);
    if (status != SNW_OK) print_error("%s: %s; %s\n", name, why.text, why.fix);
    CHECK(status == SNW_OK);
    CHECK(realpath(found, real) != NULL && realpath(scratch(file).text, expected) != NULL);
    CHECK_TEXT(real, expected);
}

static void check_spelled(const snw_places *places, const char *name, const char *file) {
    why = (snw_why){0};
    check_found(places, name, file);
    CHECK_TEXT(why.rule, "place-spelling");
}

static void check_refused(const snw_places *places, const char *name, snw_status status,
                          const char *text) {
    CHECK(find(places, name) == status);
    CHECK_TEXT(why.text, text);
    CHECK_TEXT(found, "");
    CHECK(why.fix[0] != '\0' && why.code == status);
}

// --- what is found ------------------------------------------------------------------------------

static void paths_are_seen_from_the_model(void) {
    const snw_places places = from("ws/src/arm/urdf");
    check_found(&places, "../meshes/a.stl", "ws/src/arm/meshes/a.stl");
    check_found(&places, "file://../meshes/a.stl", "ws/src/arm/meshes/a.stl");
}

static void addresses_may_hide_blanks(void) {
    const snw_places places = from("ws/src/arm/urdf");
    check_found(&places, "package://arm/meshes/with%20blank.stl",
                "ws/src/arm/meshes/with blank.stl");
    check_found(&places, "package://arm/meshes/with blank.stl", "ws/src/arm/meshes/with blank.stl");
    check_found(&places, "../meshes/with blank.stl", "ws/src/arm/meshes/with blank.stl");
    char name[600];
    (void)snprintf(name, sizeof name, "file://%s",
                   scratch("ws/src/arm/meshes/with%20blank.stl").text);
    check_found(&places, name, "ws/src/arm/meshes/with blank.stl");
}

static void packages_are_found_above_the_model(void) {
    const snw_places places = from("ws/src/arm/urdf");
    check_found(&places, "package://arm/meshes/a.stl", "ws/src/arm/meshes/a.stl");
    check_found(&places, "package://arm/meshes/empty.stl", "ws/src/arm/meshes/empty.stl");
    check_found(&places, "package://arm/meshes/good.stl", "ws/src/arm/meshes/a.stl");
    // beside it, though it has no package.xml
    check_found(&places, "package://hand/meshes/h.stl", "ws/src/hand/meshes/h.stl");
    check_found(&places, "model://hand/meshes/h.stl", "ws/src/hand/meshes/h.stl");
    // by the name in package.xml, which need not be that of the folder
    const snw_places nice = from("nice/urdf");
    check_found(&nice, "package://claw/c.stl", "nice/c.stl");
}

static void relative_names_stay_in_the_root(void) {
    const snw_places plain = from("plain/urdf");
    check_found(&plain, "x.stl", "plain/urdf/x.stl");
    check_found(&plain, ".//../urdf/./x.stl", "plain/urdf/x.stl");
    check_refused(&plain, "../meshes/x.stl", SNW_ERR_PERMISSION,
                  "the path leaves the model's folder");
    CHECK_TEXT(why.fix, "allow its folder with --package name=folder, or any with --anywhere");
    snw_places wider = plain;
    char root[SCRATCH_PATH];
    (void)snprintf(root, sizeof root, "%s", scratch("plain").text);
    wider.root = root;
    check_found(&wider, "../meshes/x.stl", "plain/meshes/x.stl");
}

// Seen: ../../pk2/i.xacro was refused although its folder was named. A name that goes up is held to
// the same folders as an absolute one, by its text before the file is looked at and by the file.
static void a_name_that_goes_up_leads_to_what_the_user_has_named(void) {
    snw_places places = from("plain/urdf");
    char nice[SCRATCH_PATH], plain[SCRATCH_PATH];
    (void)snprintf(nice, sizeof nice, "%s", scratch("nice").text);
    (void)snprintf(plain, sizeof plain, "%s", scratch("plain/meshes").text);
    const snw_package packages[] = {{"claw", nice}};
    check_refused(&places, "../../nice/c.stl", SNW_ERR_PERMISSION,
                  "the path leaves the model's folder");
    places.packages = packages;
    places.package_count = 1;
    check_found(&places, "../../nice/c.stl", "nice/c.stl");
    check_refused(&places, "../../nice/../secret.stl", SNW_ERR_PERMISSION,
                  "the path leaves the model's folder");
    check_refused(&places, "../meshes/x.stl", SNW_ERR_PERMISSION,
                  "the path leaves the model's folder");
    static const char *const variables[] = {"SINEW_PACKAGE_PATH", "ROS_PACKAGE_PATH"};
    for (int i = 0; i < 2; i++) {
        CHECK(setenv(variables[i], plain, 1) == 0);
        check_found(&places, "../meshes/x.stl", "plain/meshes/x.stl");
        places.no_environment = true;
        check_refused(&places, "../meshes/x.stl", SNW_ERR_PERMISSION,
                      "the path leaves the model's folder");
        places.no_environment = false;
        CHECK(unsetenv(variables[i]) == 0);
    }
    // a link in a named folder does not lead out of it
    (void)snprintf(nice, sizeof nice, "%s", scratch("ws/src/arm/meshes").text);
    check_found(&places, "../../ws/src/arm/meshes/a.stl", "ws/src/arm/meshes/a.stl");
    check_refused(&places, "../../ws/src/arm/meshes/link.stl", SNW_ERR_PERMISSION,
                  "the path leaves the model's folder");
}

static void an_absolute_name_leads_to_what_the_user_has_named(void) {
    snw_places places = from("plain/urdf");
    char name[SCRATCH_PATH + 10], mine[SCRATCH_PATH];
    (void)snprintf(name, sizeof name, "%s", scratch("plain/urdf/x.stl").text);
    check_found(&places, name, "plain/urdf/x.stl");
    (void)snprintf(name, sizeof name, "file://%s", scratch("secret.stl").text);
    check_refused(&places, name, SNW_ERR_PERMISSION, "the path leaves the model's folder");
    (void)snprintf(mine, sizeof mine, "%s", scratch("ws").text);
    const snw_package package = {"any", mine};
    places.packages = &package;
    places.package_count = 1;
    (void)snprintf(name, sizeof name, "%s", scratch("ws/src/arm/meshes/a.stl").text);
    check_found(&places, name, "ws/src/arm/meshes/a.stl");
    places.package_count = 0;
    (void)setenv("AMENT_PREFIX_PATH", mine, 1);
    check_found(&places, name, "ws/src/arm/meshes/a.stl");
    places.no_environment = true;
    check_refused(&places, name, SNW_ERR_PERMISSION, "the path leaves the model's folder");
    (void)unsetenv("AMENT_PREFIX_PATH");
}

// the same package in every place: each is used until it is gone
static void places_are_asked_in_order(void) {
    static const char *const homes[] = {"mine", "own/arm", "ros/arm", "ament/share/arm"};
    for (int i = 0; i < 4; i++) {
        char meshes[64];
        (void)snprintf(meshes, sizeof meshes, "%s/meshes", homes[i]);
        make_file(meshes, "a.stl", "solid");
    }
    char mine[SCRATCH_PATH], own[SCRATCH_PATH], ros[2 * SCRATCH_PATH], ament[SCRATCH_PATH];
    (void)snprintf(mine, sizeof mine, "%s", scratch("mine").text);
    (void)snprintf(own, sizeof own, "%s", scratch("own/arm").text); // the package itself
    (void)snprintf(ros, sizeof ros, "::/nowhere:%s", scratch("ros").text);
    (void)snprintf(ament, sizeof ament, "%s", scratch("ament").text);
    (void)setenv("SINEW_PACKAGE_PATH", own, 1);
    (void)setenv("ROS_PACKAGE_PATH", ros, 1);
    (void)setenv("AMENT_PREFIX_PATH", ament, 1);
    const snw_package packages[] = {{"other", "/nowhere"}, {"arm", mine}};
    snw_places places = from("ws/src/arm/urdf");
    places.packages = packages;
    places.package_count = 2;
    for (int i = 0; i < 4; i++) {
        char file[64];
        (void)snprintf(file, sizeof file, "%s/meshes/a.stl", homes[i]);
        check_found(&places, "package://arm/meshes/a.stl", file);
        CHECK(remove(scratch(file).text) == 0);
    }
    check_found(&places, "package://arm/meshes/a.stl", "ws/src/arm/meshes/a.stl");
    (void)unsetenv("SINEW_PACKAGE_PATH");
    (void)unsetenv("ROS_PACKAGE_PATH");
    (void)unsetenv("AMENT_PREFIX_PATH");
}

static void the_user_may_have_links_in_folders_of_his_own(void) {
    make_directory("linked/meshes");
    CHECK(symlink(scratch("secret.stl").text, scratch("linked/meshes/l.stl").text) == 0);
    char linked[SCRATCH_PATH];
    (void)snprintf(linked, sizeof linked, "%s", scratch("linked").text);
    const snw_package package = {"linked", linked};
    snw_places places = from("plain/urdf");
    places.packages = &package;
    places.package_count = 1;
    check_found(&places, "package://linked/meshes/l.stl", "secret.stl");
    // but a name does not climb out of them
    check_refused(&places, "package://linked/../secret.stl", SNW_ERR_PERMISSION,
                  "the path leaves its package");
    check_refused(&places, "package://linked/meshes/%2e%2e/../secret.stl", SNW_ERR_PERMISSION,
                  "the path leaves its package");
}

// --- what is not --------------------------------------------------------------------------------

static char told[8][SNW_PATH_SIZE];
static int told_count;

static void note(const char *place, const char *origin, void *context) {
    CHECK(context == &told_count && told_count < 8);
    (void)snprintf(told[told_count++], SNW_PATH_SIZE, "%.300s from %.40s", place, origin);
}

static void every_place_that_was_tried_is_told(void) {
    char mine[SCRATCH_PATH], expected[SNW_PATH_SIZE];
    (void)snprintf(mine, sizeof mine, "%s", scratch("plain").text);
    const snw_package package = {"gone", mine};
    snw_places places = from("nice/urdf");
    places.packages = &package;
    places.package_count = 1;
    (void)setenv("ROS_PACKAGE_PATH", "/opt/a:/opt/b", 1);
    const snw_place_told who = {note, &told_count};
    told_count = 0;
    CHECK(snw_places_find(&places, "package://gone/g.stl", found, sizeof found, &who, &why) ==
          SNW_ERR_NOT_FOUND);
    CHECK_TEXT(why.text, "the package has no such file");
    CHECK(told_count == 8);
    (void)snprintf(expected, sizeof expected, "%s/g.stl from --package", mine);
    CHECK_TEXT(told[0], expected);
    CHECK_TEXT(told[1], "/opt/a/gone from ROS_PACKAGE_PATH");
    CHECK_TEXT(told[2], "/opt/b/gone from ROS_PACKAGE_PATH");
    // upwards: nice/urdf, nice, the scratch directory, /tmp, /
    (void)snprintf(expected, sizeof expected, "%s/gone from above the model",
                   scratch("nice/urdf").text);
    CHECK_TEXT(told[3], expected);
    CHECK_TEXT(told[6], "/tmp/gone from above the model");
    CHECK_TEXT(told[7], "/gone from above the model");
    (void)unsetenv("ROS_PACKAGE_PATH");
}

static void each_refusal_has_its_sentence(void) {
    const snw_places places = from("ws/src/arm/urdf"), nowhere = {0};
    check_refused(&places, "package://gripper/x.stl", SNW_ERR_NOT_FOUND,
                  "the package was not found");
    CHECK_TEXT(why.fix, "give --package name=folder, or set SINEW_PACKAGE_PATH");
    check_refused(&places, "package://arm/meshes/b.stl", SNW_ERR_NOT_FOUND,
                  "the package has no such file");
    check_refused(&places, "../meshes/b.stl", SNW_ERR_NOT_FOUND, "the file was not found");
    check_refused(&nowhere, "a.stl", SNW_ERR_NOT_FOUND,
                  "the path is relative, but the folder of the model is not known");
    check_refused(&places, "", SNW_ERR_SYNTAX, "the name is empty");
    check_refused(&places, "package://arm", SNW_ERR_SYNTAX,
                  "the address names no package or no file");
    check_refused(&places, "https://example.com/a.stl", SNW_ERR_UNSUPPORTED,
                  "addresses of this kind are not supported");
    check_refused(&places, "package://arm/meshes/link.stl", SNW_ERR_PERMISSION,
                  "a link leaves the package");
    check_refused(&places, "package://arm/meshes", SNW_ERR_ARGUMENT,
                  "it is a folder, a pipe or a device, not a regular file");
    check_refused(&places, "../meshes/pipe.stl", SNW_ERR_ARGUMENT,
                  "it is a folder, a pipe or a device, not a regular file");
    char tiny[4] = "abc";
    CHECK(snw_places_find(&places, "../meshes/a.stl", tiny, sizeof tiny, NULL, &why) ==
          SNW_ERR_MEMORY);
    CHECK_TEXT(tiny, "abc");
}

static const char *const hostile[] = {"../../../../../../../../etc/passwd",
                                      "/etc/passwd",
                                      "//etc//passwd",
                                      "/etc/../etc/passwd",
                                      "file:///etc/passwd",
                                      "file:////etc/passwd",
                                      "file://localhost/etc/passwd",
                                      "file:///etc/./passwd",
                                      "file:///%65tc/passwd",
                                      "file:///etc%2Fpasswd",
                                      "file://../../../../secret.stl",
                                      "../../../../secret.stl",
                                      "..",
                                      "../..",
                                      "../../..",
                                      ".",
                                      "./",
                                      "/",
                                      "//",
                                      "...",
                                      "../meshes/../../../../secret.stl",
                                      "../meshes/link.stl",
                                      "../meshes/loop.stl",
                                      "../meshes/pipe.stl",
                                      "../meshes/",
                                      "../meshes/a.stl/",
                                      "../meshes/a.stl/../../../../../secret.stl",
                                      "/dev/zero",
                                      "/dev/null",
                                      "/dev/stdin",
                                      "/dev/random",
                                      "/dev/tty",
                                      "/proc/self/mem",
                                      "/proc/self/environ",
                                      "/proc/self/fd/0",
                                      "file:///dev/zero",
                                      "file:///proc/self/mem",
                                      "package://arm/../../../secret.stl",
                                      "package://arm/meshes/../../../../secret.stl",
                                      "package://arm/%2e%2e/%2e%2e/%2e%2e/secret.stl",
                                      "package://arm/..%2f..%2f..%2fsecret.stl",
                                      "package://arm//etc/passwd",
                                      "package://arm/%2fetc/passwd",
                                      "package://../secret.stl",
                                      "package://./secret.stl",
                                      "package://../../secret.stl",
                                      "package:///etc/passwd",
                                      "package://",
                                      "package:///",
                                      "package://arm/",
                                      "package://arm/.",
                                      "package://arm/..",
                                      "package://arm/meshes/link.stl",
                                      "package://arm/meshes/pipe.stl",
                                      "package://arm/meshes/%00",
                                      "package://arm/meshes/a.stl%00.txt",
                                      "file://%00",
                                      "http://example.com/a.stl",
                                      "ftp://example.com/a.stl",
                                      "data://a",
                                      "gopher://a/b",
                                      "HTTP://example.com/a.stl",
                                      "smb://server/a.stl",
                                      "jar:file:///a!/b",
                                      "\\\\server\\a.stl",
                                      "C:\\a.stl",
                                      "~/a.stl",
                                      "$HOME/a.stl",
                                      "`id`",
                                      "$(id)",
                                      "a.stl; rm -rf /",
                                      "%s%n%s%n",
                                      "\xFF\xFE",
                                      "con",
                                      "aux.stl"};

// none of these is ever found, and none hangs
static void hostile_names_are_refused(void) {
    const snw_places places = from("ws/src/arm/urdf");
    int count = 0;
    for (size_t i = 0; i < sizeof hostile / sizeof *hostile; i++, count++) {
        const snw_status status = find(&places, hostile[i]);
        if (status == SNW_OK) print_error("found %s as %s\n", hostile[i], found);
        CHECK(status < 0 && found[0] == '\0');
    }
    CHECK(count >= 60);
    // longer than any path
    static char longest[3 * SNW_PATH_SIZE];
    memset(longest, 'a', sizeof longest - 1);
    CHECK(find(&places, longest) < 0);
    memcpy(longest, "package://arm/", 14);
    CHECK(find(&places, longest) < 0);
    memset(longest + 10, 'b', 1000);
    CHECK(find(&places, longest) < 0);
}

// --- in a robot ---------------------------------------------------------------------------------

static void read_with_places(reading *r, const char *text, const snw_places *places,
                             snw_strictness strictness) {
    const snw_urdf_options options = {.strictness = strictness, .places = *places};
    open_reading(r, text, strlen(text), &options);
}

static void a_missing_mesh_is_a_warning_and_strictly_an_error(void) {
    const snw_places places = from("nice/urdf");
    reading r;
    static const char picture[] = GEOMETRY("<mesh filename='gone.stl'/>");
    static const char body[] =
        LINK("<collision><geometry><mesh filename='gone.stl'/></geometry></collision>");
    read_with_places(&r, picture, &places, SNW_NORMAL);
    CHECK(r.status == SNW_OK && r.diags.warnings == 1 && r.diags.count == 2);
    CHECK_TEXT(sentence(&r, 0),
               "t.urdf:1:56: warning: robot/link[a]/visual[0]/geometry/mesh/filename: 'gone.stl': "
               "the file was not found; correct the path, or add the file [urdf-mesh]");
    char expected[SCRATCH_PATH + 200];
    (void)snprintf(
        expected, sizeof expected,
        "t.urdf:1:56: note: robot/link[a]/visual[0]/geometry/mesh: tried %s (the model's "
        "folder) [urdf-mesh]",
        scratch("nice/urdf/gone.stl").text);
    CHECK_TEXT(sentence(&r, 1), expected);
    close_reading(&r);
    read_with_places(&r, picture, &places, SNW_STRICT);
    CHECK(r.status == SNW_ERR_NOT_FOUND);
    close_reading(&r);
    read_with_places(&r, body, &places, SNW_NORMAL);
    CHECK(r.status == SNW_OK && r.diags.warnings == 1);
    close_reading(&r);
    read_with_places(&r, body, &places, SNW_STRICT);
    CHECK(r.status == SNW_ERR_NOT_FOUND && r.diags.errors == 1);
    close_reading(&r);
    // what lies outside of the model's folder is not found, and the model is usable without it
    read_with_places(&r, GEOMETRY("<mesh filename='../../secret.stl'/>"), &places, SNW_NORMAL);
    CHECK(r.status == SNW_OK && r.diags.warnings == 1 && r.items[0].code == SNW_ERR_PERMISSION);
    CHECK_TEXT(((const snw_mesh_file *)r.robot->links[0].visuals[0].shape.block)->file, "");
    close_reading(&r);
    read_with_places(&r, GEOMETRY("<mesh filename='../../secret.stl'/>"), &places, SNW_STRICT);
    CHECK(r.status == SNW_ERR_PERMISSION);
    close_reading(&r);
}

// files that were made where the case of letters does not count and '\\' separates folders
static void another_spelling_is_found_and_told(void) {
    const snw_places places = from("ws/src/arm/urdf");
    check_spelled(&places, "package://arm/Meshes/A.STL", "ws/src/arm/meshes/a.stl");
    check_spelled(&places, "package://arm\\meshes\\a.stl", "ws/src/arm/meshes/a.stl");
    check_spelled(&places, "..\\MESHES\\a.stl", "ws/src/arm/meshes/a.stl");
    check_spelled(&places, "../meshes/A.stl", "ws/src/arm/meshes/a.stl");
    why = (snw_why){0};
    check_found(&places, "../meshes/a.stl", "ws/src/arm/meshes/a.stl");
    CHECK_TEXT(why.rule, "");
    check_refused(&places, "..\\..\\..\\..\\secret.stl", SNW_ERR_PERMISSION,
                  "the path leaves the model's folder");
    CHECK(find(&places, "../meshes/b.stl") == SNW_ERR_NOT_FOUND);
    reading r;
    read_with_places(&r, GEOMETRY("<mesh filename='../meshes/A.stl'/>"), &places, SNW_NORMAL);
    CHECK(r.status == SNW_OK && r.diags.warnings == 1 && r.diags.count == 1);
    CHECK_TEXT(sentence(&r, 0),
               "t.urdf:1:56: warning: robot/link[a]/visual[0]/geometry/mesh/filename: "
               "'../meshes/A.stl': the file was found by another spelling; write it as the file is "
               "called, with / between folders [urdf-mesh]");
    close_reading(&r);
}

// a model beside its meshes, without package.xml, opened by a user who may read them
static void meshes_beside_the_model_are_found_where_the_user_may_read(void) {
    snw_places places = from("plain/urdf");
    CHECK(find(&places, "../meshes/x.stl") == SNW_ERR_PERMISSION);
    places.anywhere = true;
    check_found(&places, "../meshes/x.stl", "plain/meshes/x.stl");
    check_found(&places, "package://plain/meshes/x.stl", "plain/meshes/x.stl");
    char address[SNW_PATH_SIZE];
    (void)snprintf(address, sizeof address, "file://%s", scratch("plain/meshes/x.stl").text);
    check_found(&places, address, "plain/meshes/x.stl");
}

static void a_robot_has_the_files_that_were_found(void) {
    const snw_places places = from("ws/src/arm/urdf");
    reading r;
    read_with_places(&r, GEOMETRY("<mesh filename='package://arm/meshes/a.stl'/>"), &places,
                     SNW_STRICT);
    CHECK(r.status == SNW_OK);
    const snw_mesh_file *mesh = r.robot->links[0].visuals[0].shape.block;
    CHECK_TEXT(mesh->name, "package://arm/meshes/a.stl");
    char expected[SNW_PATH_SIZE];
    CHECK(realpath(scratch("ws/src/arm/meshes/a.stl").text, expected) != NULL);
    CHECK_TEXT(mesh->file, expected);
    // written as it was named; where it was found does not count
    check_round_trip(r.robot, NULL);
    close_reading(&r);
}

// the places of a package are listed once, however many meshes it should have
static void the_places_of_a_package_are_listed_once(void) {
    const snw_places places = from("nice/urdf");
    reading r;
    read_with_places(
        &r,
        LINK("<visual><geometry><mesh filename='package://p/a.stl'/></geometry></visual>"
             "<visual><geometry><mesh filename='package://p/b.stl'/></geometry>"
             "</visual>"),
        &places, SNW_NORMAL);
    CHECK(r.diags.warnings == 2 && r.diags.count == 2 + 5);
    close_reading(&r);
}

int main(void) {
    scratch_open();
    make_tree();
    RUN(paths_are_seen_from_the_model);
    RUN(addresses_may_hide_blanks);
    RUN(packages_are_found_above_the_model);
    RUN(relative_names_stay_in_the_root);
    RUN(a_name_that_goes_up_leads_to_what_the_user_has_named);
    RUN(an_absolute_name_leads_to_what_the_user_has_named);
    RUN(places_are_asked_in_order);
    RUN(the_user_may_have_links_in_folders_of_his_own);
    RUN(every_place_that_was_tried_is_told);
    RUN(each_refusal_has_its_sentence);
    RUN(hostile_names_are_refused);
    RUN(a_missing_mesh_is_a_warning_and_strictly_an_error);
    RUN(another_spelling_is_found_and_told);
    RUN(meshes_beside_the_model_are_found_where_the_user_may_read);
    RUN(a_robot_has_the_files_that_were_found);
    RUN(the_places_of_a_package_are_listed_once);
    return check_report();
}
