// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "sinew/os/path.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../../src/core/os/inside.h"
#include "check.h"
#include "sinew/os/directory.h"
#include "sinew/os/file.h"

enum { SIZE = 256 };
static char out[SIZE];

typedef snw_status path_fn(const char *path, char *result, size_t size);

static const char *of(path_fn *function, const char *path) {
    CHECK(function(path, out, SIZE) == SNW_OK);
    return out;
}

static const char *join(const char *base, const char *path) {
    CHECK(snw_path_join(base, path, out, SIZE) == SNW_OK);
    return out;
}

// spec: actin-tools:BF-03
static void branch_leaf_base_and_extension_are_those_of_the_sample(void) {
    char path[SIZE] = "base/path";
    CHECK(snw_path_join(path, "dir", path, SIZE) == SNW_OK);
    CHECK(snw_path_join(path, "basename.ext", path, SIZE) == SNW_OK);
    CHECK_TEXT(path, "base/path/dir/basename.ext");
    CHECK_TEXT(of(snw_path_parent, path), "base/path/dir");
    CHECK_TEXT(of(snw_path_leaf, path), "basename.ext");
    CHECK_TEXT(of(snw_path_stem, path), "basename");
    CHECK_TEXT(of(snw_path_extension, path), ".ext");
    CHECK(!snw_file_exists(path));

    char current[SNW_PATH_SIZE];
    CHECK(snw__directory_current(current, sizeof current, NULL) == SNW_OK);
    CHECK(snw_path_is_absolute(current));
    CHECK(snw_file_is_directory(current));
}

// The current directory, and what is there: asked of the system by other calls.
// spec: actin-tools:BF-03b
static void exists_is_directory_current_and_join_say_what_the_system_says(void) {
    char here[SNW_PATH_SIZE], before[SNW_PATH_SIZE], path[SNW_PATH_SIZE];
    char folder[] = "/tmp/sinew-path-XXXXXX";
    CHECK(mkdtemp(folder) != NULL && getcwd(before, sizeof before) != NULL);
    CHECK(snw_file_exists(folder) && snw_file_is_directory(folder));
    CHECK(snw_path_join(folder, "a.txt", path, sizeof path) == SNW_OK);
    CHECK(strncmp(path, folder, strlen(folder)) == 0);
    CHECK_TEXT(path + strlen(folder), "/a.txt");
    CHECK(!snw_file_exists(path) && !snw_file_is_directory(path));
    CHECK(snw_file_write(path, "a", 1, NULL) == SNW_OK && access(path, F_OK) == 0);
    CHECK(snw_file_exists(path) && !snw_file_is_directory(path));

    // the current directory follows the process, and a relative path is seen from it
    CHECK(chdir(folder) == 0);
    CHECK(snw__directory_current(here, sizeof here, NULL) == SNW_OK);
    char real[SNW_PATH_SIZE];
    CHECK(realpath(folder, real) != NULL);
    CHECK_TEXT(here, real);
    CHECK(snw_file_exists("a.txt") && snw_file_is_directory("."));
    CHECK(snw_path_join(here, "a.txt", path, sizeof path) == SNW_OK && snw_file_exists(path));
    CHECK(unlink("a.txt") == 0 && !snw_file_exists(path));
    CHECK(chdir(before) == 0 && rmdir(folder) == 0);
    CHECK(!snw_file_exists(folder) && !snw_file_is_directory(folder));
}

static void parts_of_unusual_paths_follow_the_table_of_the_header(void) {
    static const char *const table[][5] = {
        // path, parent, leaf, stem, extension
        {"/etc", "/", "etc", "etc", ""},
        {"archive.tar.gz", "", "archive.tar.gz", "archive.tar", ".gz"},
        {"dir/.hidden", "dir", ".hidden", ".hidden", ""},
        {"dir/.hidden.txt", "dir", ".hidden.txt", ".hidden", ".txt"},
        {"/", "/", "", "", ""},
        {"///", "/", "", "", ""},
        {"", "", "", "", ""},
        {"a/b/", "a", "b", "b", ""},
        {"a//b", "a", "b", "b", ""},
        {"//a", "/", "a", "a", ""},
        {"dir.d/file", "dir.d", "file", "file", ""},
        {"name.", "", "name.", "name", "."},
        {".", "", ".", ".", ""},
        {"..", "", "..", "..", ""},
        {"a/..", "a", "..", "..", ""},
        {"...x", "", "...x", "...x", ""},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        CHECK_TEXT(of(snw_path_parent, table[i][0]), table[i][1]);
        CHECK_TEXT(of(snw_path_leaf, table[i][0]), table[i][2]);
        CHECK_TEXT(of(snw_path_stem, table[i][0]), table[i][3]);
        CHECK_TEXT(of(snw_path_extension, table[i][0]), table[i][4]);
    }
}

static void joining_puts_one_slash_and_respects_absolute_paths(void) {
    CHECK_TEXT(join("a", "b"), "a/b");
    CHECK_TEXT(join("a/", "b"), "a/b");
    CHECK_TEXT(join("/", "b"), "/b");
    CHECK_TEXT(join("", "b"), "b");
    CHECK_TEXT(join("a", ""), "a");
    CHECK_TEXT(join("a", "/b"), "/b");
    CHECK_TEXT(join("", ""), "");
}

static void normalising_resolves_dots_by_the_text_alone(void) {
    static const char *const table[][2] = {
        {"", "."},
        {".", "."},
        {"./", "."},
        {"a/..", "."},
        {"a/../..", ".."},
        {"../..", "../.."},
        {"../a/..", ".."},
        {"a/./b", "a/b"},
        {"a//b///c", "a/b/c"},
        {"/", "/"},
        {"//", "/"},
        {"/..", "/"},
        {"/../a", "/a"},
        {"/a/../..", "/"},
        {"/a/b/../c/", "/a/c"},
        {"../../a/../b", "../../b"},
        {"a/b/../../c", "c"},
        {"...", "..."},
        {"a/.../b", "a/.../b"},
        {"..a/b", "..a/b"},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        CHECK_TEXT(of(snw_path_normalise, table[i][0]), table[i][1]);
        // the same in place
        char path[SIZE];
        (void)snprintf(path, sizeof path, "%s", table[i][0]);
        CHECK(snw_path_normalise(path, path, SIZE) == SNW_OK);
        CHECK_TEXT(path, table[i][1]);
    }
}

// A walk in a tree without end: depth below the start, with the names on the way. What a path means
// is computed here part by part, with a stack of names instead of text.
typedef struct walk {
    char names[32][8];
    int depth, climbed, absolute;
} walk;

static walk follow(const char *path) {
    walk w = {.absolute = path[0] == '/'};
    char copy[SIZE];
    (void)snprintf(copy, sizeof copy, "%s", path);
    for (char *part = strtok(copy, "/"); part; part = strtok(NULL, "/")) {
        if (strcmp(part, ".") == 0) continue;
        if (strcmp(part, "..") != 0) {
            (void)snprintf(w.names[w.depth++], sizeof w.names[0], "%.7s", part);
        } else if (w.depth > 0) {
            w.depth--;
        } else if (!w.absolute) {
            w.climbed++;
        }
    }
    return w;
}

static int same_walk(const walk *a, const walk *b, int depth) {
    if (a->absolute != b->absolute || a->climbed != b->climbed) return 0;
    for (int i = 0; i < depth; i++) {
        if (strcmp(a->names[i], b->names[i]) != 0) return 0;
    }
    return 1;
}

static void random_path(char *path) {
    static const char *const parts[] = {"a", "b", "c.d", ".", "..", "", "..", ".e"};
    size_t n = 0;
    if (check_int(0, 2) == 0) path[n++] = '/';
    path[n] = '\0';
    const int count = check_int(0, 9);
    for (int i = 0; i < count; i++) {
        n += (size_t)snprintf(path + n, SIZE - n, "%s%s", i > 0 ? "/" : "", parts[check_int(0, 7)]);
    }
}

static void a_normalised_path_leads_to_the_same_place_and_is_as_short_as_can_be(void) {
    CHECK_CASES(check_scaled(100000)) {
        char path[SIZE], normal[SIZE];
        random_path(path);
        CHECK(snw_path_normalise(path, normal, SIZE) == SNW_OK);
        const walk a = follow(path), b = follow(normal);
        CHECK(a.depth == b.depth && same_walk(&a, &b, a.depth));
        // shortest: exactly the parts that are needed, one slash between
        size_t length = a.absolute ? 1 : 0;
        const int parts = a.depth + a.climbed;
        for (int i = 0; i < a.depth; i++)
            length += strlen(a.names[i]);
        length += 2 * (size_t)a.climbed + (size_t)(parts > 1 ? parts - 1 : 0);
        if (length == 0) length = 1;
        CHECK(strlen(normal) == length);
        // and stays as it is
        CHECK_TEXT(of(snw_path_normalise, normal), normal);
    }
}

static void parent_and_leaf_make_the_path_again_and_so_do_stem_and_extension(void) {
    CHECK_CASES(check_scaled(50000)) {
        char path[SIZE], parent[SIZE], leaf[SIZE], stem[SIZE], extension[SIZE];
        random_path(path);
        CHECK(snw_path_normalise(path, path, SIZE) == SNW_OK);
        CHECK(snw_path_parent(path, parent, SIZE) == SNW_OK);
        CHECK(snw_path_leaf(path, leaf, SIZE) == SNW_OK);
        CHECK(snw_path_stem(path, stem, SIZE) == SNW_OK);
        CHECK(snw_path_extension(path, extension, SIZE) == SNW_OK);
        CHECK_TEXT(join(parent, leaf), path);
        char again[2 * SIZE];
        (void)snprintf(again, sizeof again, "%s%s", stem, extension);
        CHECK_TEXT(again, leaf);
    }
}

static void inside_means_the_root_or_below_it_for_every_pair_of_paths(void) {
    CHECK_CASES(check_scaled(100000)) {
        char root[SIZE], path[SIZE];
        random_path(root);
        random_path(path);
        const walk r = follow(root), p = follow(path);
        int inside = r.depth <= p.depth && same_walk(&r, &p, r.depth);
        // a relative root that only climbs holds what climbs less
        if (!r.absolute && !p.absolute && r.depth == 0 && p.climbed < r.climbed) inside = 1;
        CHECK(snw_path_is_inside(root, path) == (inside != 0));
    }
}

static void climbing_out_of_a_tree_is_seen(void) {
    CHECK(snw_path_is_inside("/cells", "/cells/arm/../tool.xml"));
    CHECK(!snw_path_is_inside("/cells", "/cells/../etc/passwd"));
    CHECK(!snw_path_is_inside("/cells", "/cells-old/arm.xml"));
    CHECK(!snw_path_is_inside("/cells", "arm.xml"));
    CHECK(snw_path_is_inside("/", "/anything"));
    CHECK(snw_path_is_inside(".", "meshes/a.stl"));
    CHECK(!snw_path_is_inside(".", "meshes/../../a.stl"));
    CHECK(snw_path_is_inside("..", "a"));
    CHECK(!snw_path_is_inside("../a", "b"));

    // a path that is too long to be looked at is not inside
    static char path[SNW_PATH_SIZE + 1];
    memset(path, 'a', SNW_PATH_SIZE);
    path[1] = '/';
    CHECK(!snw_path_is_inside("a", path));
    path[SNW_PATH_SIZE - 1] = '\0';
    CHECK(snw_path_is_inside("a", path));
}

// Calls with an exactly allocated buffer of each size, so that an overrun is seen by the sanitizer.
static void a_result_that_does_not_fit_is_refused_and_nothing_is_written(void) {
    static path_fn *const functions[] = {snw_path_parent, snw_path_leaf, snw_path_stem,
                                         snw_path_extension};
    const char *path = "base/path/dir/basename.ext";
    for (size_t f = 0; f < sizeof functions / sizeof functions[0]; f++) {
        const size_t needed = strlen(of(functions[f], path)) + 1;
        for (size_t size = 0; size <= needed; size++) {
            char *small = malloc(size + 1);
            CHECK(small != NULL);
            memset(small, '#', size + 1);
            const snw_status status = functions[f](path, small, size);
            CHECK(status == (size < needed ? SNW_ERR_MEMORY : SNW_OK));
            CHECK(small[size] == '#' && (size == 0 || size == needed || small[0] == '#'));
            free(small);
        }
    }
    char five[5] = "####";
    CHECK(snw_path_join("ab", "cd", five, 5) == SNW_ERR_MEMORY);
    CHECK_TEXT(five, "####");
    CHECK(snw_path_join("ab", "c", five, 5) == SNW_OK);
    CHECK_TEXT(five, "ab/c");
    CHECK(snw_path_join("a", "b", five, 0) == SNW_ERR_MEMORY);
    CHECK(snw_path_normalise("", five, 1) == SNW_ERR_MEMORY);
    CHECK(snw_path_normalise("abcde", five, 5) == SNW_ERR_MEMORY);
    CHECK(snw_path_normalise("abcd", five, 5) == SNW_OK);
}

int main(void) {
    RUN(branch_leaf_base_and_extension_are_those_of_the_sample);
    RUN(exists_is_directory_current_and_join_say_what_the_system_says);
    RUN(parts_of_unusual_paths_follow_the_table_of_the_header);
    RUN(joining_puts_one_slash_and_respects_absolute_paths);
    RUN(normalising_resolves_dots_by_the_text_alone);
    RUN(a_normalised_path_leads_to_the_same_place_and_is_as_short_as_can_be);
    RUN(parent_and_leaf_make_the_path_again_and_so_do_stem_and_extension);
    RUN(inside_means_the_root_or_below_it_for_every_pair_of_paths);
    RUN(climbing_out_of_a_tree_is_seen);
    RUN(a_result_that_does_not_fit_is_refused_and_nothing_is_written);
    return check_report();
}
