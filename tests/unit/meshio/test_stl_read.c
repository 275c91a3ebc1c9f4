// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "mesh_test.h"

#define FACET(corners) "facet normal 0 0 1\nouter loop\n" corners "endloop\nendfacet\n"
#define CORNERS "vertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\n"

static bytes binary(int triangles, const float (*corners)[9], const char *header) {
    bytes b = {calloc(1, 84 + 50 * (size_t)triangles), 84 + 50 * (size_t)triangles};
    CHECK(b.data != NULL);
    memcpy(b.data, header, strlen(header));
    const uint32_t count = (uint32_t)triangles;
    memcpy(b.data + 80, &count, 4);
    for (int i = 0; i < triangles; i++) {
        memcpy(b.data + 84 + 50 * (ptrdiff_t)i + 12, corners[i], 36);
    }
    return b;
}

static const float one[1][9] = {{0, 0, 0, 1, 0, 0, 0, 1, 0}};

static void the_size_decides_and_not_the_first_word(void) {
    reading r;
    bytes b = binary(1, one, "solid of some program");
    open_reading(&r, snw_stl_read, b, NULL);
    CHECK(r.status == SNW_OK && r.diags.count == 0);
    CHECK(r.mesh->point_count == 3 && r.mesh->index_count == 3 && r.mesh->normal_count == 0);
    CHECK(r.mesh->points[1].x == 1 && r.mesh->points[2].y == 1);
    close_reading(&r);
    free(b.data);

    b = text_bytes("  SOLID x\n" FACET(CORNERS) "endsolid x\n");
    open_reading(&r, snw_stl_read, b, NULL);
    CHECK(r.status == SNW_OK && r.diags.count == 0 && r.mesh->index_count == 3);
    close_reading(&r);
    free(b.data);
}

static void equal_corners_become_one_point_and_zeros_are_equal(void) {
    reading r;
    bytes b = text_bytes(
        "solid\n" FACET(CORNERS)
            FACET("vertex -0 0 0\nvertex 0 1 0\nvertex -1.0e0 0 0\n") "endsolid\nsolid b\n" FACET(
                CORNERS) "endsolid b");
    open_reading(&r, snw_stl_read, b, NULL);
    CHECK(r.status == SNW_OK && r.diags.count == 0);
    CHECK(r.mesh->point_count == 4 && r.mesh->index_count == 9);
    CHECK(r.mesh->triangles[3] == 0 && r.mesh->triangles[4] == 2 && r.mesh->triangles[5] == 3);
    close_reading(&r);
    free(b.data);
}

static void triangles_with_two_equal_corners_are_dropped_and_counted(void) {
    reading r;
    bytes b = text_bytes("solid\n" FACET("vertex 0 0 0\nvertex 0 0 0\nvertex 0 1 0\n")
                             FACET(CORNERS) FACET("vertex 2 2 2\nvertex 2 3 2\nvertex 2 2 2\n")
                         // three places on a line have no area, but close a gap
                         FACET("vertex 0 0 0\nvertex 1 0 0\nvertex 2 0 0\n") "endsolid");
    open_reading(&r, snw_stl_read, b, NULL);
    CHECK(r.status == SNW_OK && r.diags.count == 1 && r.mesh->index_count == 6);
    CHECK_TEXT(
        sentence(&r, 0),
        "t: warning: triangles with two corners at the same point were dropped (dropped 2) [stl]");
    close_reading(&r);
    free(b.data);
}

static void normals_that_disagree_are_counted_and_not_used(void) {
    static const float normals[5][3] = {{0, 0, -1}, {0, 0, 0}, {0, 0, 5}, {NAN, 0, 0}, {1, 0, 0}};
    float corners[5][9];
    for (int i = 0; i < 5; i++) {
        memcpy(corners[i], one[0], sizeof one[0]);
    }
    bytes b = binary(5, (const float(*)[9])corners, "");
    for (int i = 0; i < 5; i++) {
        memcpy(b.data + 84 + 50 * (ptrdiff_t)i, normals[i], 12);
    }
    reading r;
    open_reading(&r, snw_stl_read, b, NULL);
    CHECK(r.status == SNW_OK && r.diags.count == 1);
    CHECK_TEXT(sentence(&r, 0), "t: warning: normals disagree with the order of the corners, which "
                                "is used (normals 3) [stl]");
    close_reading(&r);
    free(b.data);
    b = text_bytes("solid\nfacet normal -nan(ind) x 1\nouter loop\n" CORNERS
                   "endloop\nendfacet\nendsolid");
    open_reading(&r, snw_stl_read, b, NULL);
    CHECK(r.status == SNW_OK && r.diags.warnings == 1);
    close_reading(&r);
    free(b.data);
}

static void numbers_that_are_not_finite_are_refused_with_their_byte(void) {
    static const float bad[3] = {NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 27; i++) {
        float corners[3][9];
        for (int k = 0; k < 3; k++) {
            memcpy(corners[k], one[0], sizeof one[0]);
        }
        corners[2][i / 3] = bad[i % 3];
        bytes b = binary(3, (const float(*)[9])corners, "");
        char expected[160];
        (void)snprintf(expected, sizeof expected,
                       "t: error: a corner is not finite (byte %d, triangle 2); repair the mesh in "
                       "its own program [stl]",
                       84 + 2 * 50 + 12 + i / 9 * 12);
        reading r;
        open_reading(&r, snw_stl_read, b, NULL);
        CHECK(r.status == SNW_ERR_NOT_FINITE && r.diags.count == 1);
        CHECK_TEXT(sentence(&r, 0), expected);
        close_reading(&r);
        free(b.data);
    }
}

static void every_refusal_of_a_text_has_its_sentence(void) {
    static const refusal cases[] = {
        {"", "t: error: this is neither a text nor binary STL; a text begins with 'solid', binary "
             "has at least 84 bytes [stl]"},
        {"hello", "t: error: this is neither a text nor binary STL; a text begins with 'solid', "
                  "binary has at least 84 bytes [stl]"},
        {"solid\nendsolid", "t: error: the file has no triangle with an area; export the mesh "
                            "again [stl]"},
        {"solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0\nvertex 1 0 0",
         "t:5:1: error: 'vertex' is not a number; write a decimal number with a point [stl]"},
        {"solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 nan\nvertex 1 0 0",
         "t:4:12: error: 'nan' is not finite; repair the mesh in its own program [stl]"},
        {"solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 -INF\nvertex 1 0 0",
         "t:4:12: error: '-INF' is not finite; repair the mesh in its own program [stl]"},
        {"solid\nfacet normal 0 0 1\nouter loop\nvertex 0 1,5 0\n",
         "t:4:10: error: '1,5' is not a number; write a decimal number with a point [stl]"},
        {"solid\nfacet normal 0 0 1\nouter loop\nvertex 0 1e999 0\n",
         "t:4:10: error: '1e999' is too large; write a decimal number with a point [stl]"},
        {"solid\nfacet normal 0 0 1\nouter loop\nvertex 0 2e6 0\n",
         "t:4:1: error: a point is farther than 1e6 m away; repair the mesh in its own program "
         "[stl]"},
        {"solid\nfacet normal 0 0 1\nouter loop\n" CORNERS "vertex 1 1 1\nendloop",
         "t:7:1: error: 'vertex' is found where 'endloop' is expected; write STL as a text, or as "
         "binary [stl]"},
        {"solid\nfacets", "t:2:1: error: 'facets' is found where 'facet' or 'endsolid' is "
                          "expected; write STL as a text, or as binary [stl]"},
        {"solid\n" FACET(CORNERS) "endsolid\nmore",
         "t:10:1: error: 'more' is found where 'solid' is expected; write STL as a text, or as "
         "binary [stl]"},
        {"solid\nfacet normal 0 0", "t:2: error: the file ends where 'a number' is expected; the "
                                    "file is truncated; get it again [stl]"},
        {"solid\n" FACET(CORNERS), "t:9: error: the file ends where 'endsolid' is expected; the "
                                   "file is truncated; get it again [stl]"},
    };
    check_refusals(snw_stl_read, NULL, cases, (int)(sizeof cases / sizeof *cases));
}

static void hostile_counts_are_refused_before_anything_is_allocated(void) {
    static const uint32_t counts[] = {2, 1000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        bytes b = binary(1, one, "solid");
        memcpy(b.data + 80, &counts[i], 4);
        reading r;
        open_reading(&r, snw_stl_read, b, NULL);
        char expected[200];
        (void)snprintf(expected, sizeof expected,
                       "t: error: the file is too short for its triangles (triangles %u, needed "
                       "%llu B, size 134 B); the file is truncated; get it again [stl]",
                       counts[i], 84 + 50ull * counts[i]);
        CHECK(r.status == SNW_ERR_SYNTAX);
        CHECK_TEXT(sentence(&r, 0), expected);
        CHECK(snw_setup_size(r.setup) == 0);
        close_reading(&r);
        free(b.data);
    }
}

static void limits_and_scales_are_checked(void) {
    bytes b = binary(3,
                     (const float[3][9]){{0, 0, 0, 1, 0, 0, 0, 1, 0},
                                         {0, 0, 1, 1, 0, 0, 0, 1, 0},
                                         {0, 0, 2, 1, 0, 0, 0, 1, 0}},
                     "");
    static const struct {
        snw_mesh_reading how;
        const char *sentence;
    } cases[] = {
        {{.most_triangles = 2},
         "t: error: the mesh has too many triangles (triangles 3, limit 2); simplify the mesh in "
         "its own program [stl]"},
        {{.most_triangles = -1},
         "t: error: the limit of triangles is outside its range; give 0, "
         "or a number up to SNW_MESH_TRIANGLES [stl]"},
        {{.scale = {1, 0, 1}},
         "t: error: a factor of the scale is 0 or not finite; give three "
         "numbers that are not 0 [stl]"},
        {{.scale = {1, (double)NAN, 1}},
         "t: error: a factor of the scale is 0 or not finite; give three "
         "numbers that are not 0 [stl]"},
        {{.scale = {1, 1, 1e7}},
         "t: error: a corner is farther than 1e6 m away (byte 146, "
         "triangle 1); repair the mesh in its own program [stl]"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        reading r;
        open_reading(&r, snw_stl_read, b, &cases[i].how);
        CHECK(r.status < 0);
        CHECK_TEXT(sentence(&r, 0), cases[i].sentence);
        close_reading(&r);
    }
    reading r;
    const snw_mesh_reading enough = {.most_triangles = 3};
    open_reading(&r, snw_stl_read, b, &enough);
    CHECK(r.status == SNW_OK);
    close_reading(&r);
    const snw_source large = {b.data, (size_t)SNW_MESH_FILE_BYTES + 1, "t", NULL};
    snw_mesh *mesh = NULL;
    CHECK(snw_stl_read(&large, NULL, NULL, &mesh, NULL) == SNW_ERR_TOO_LARGE && mesh == NULL);
    free(b.data);
}

static void a_scale_that_mirrors_keeps_the_outside_outside(void) {
    snw_setup *setup = test_setup();
    snw_mesh *box = box_mesh(1, 2, 3, setup);
    for (int signs = 0; signs < 8; signs++) {
        const snw_mesh_reading how = {
            .scale = {signs & 1 ? -2 : 2, signs & 2 ? -0.5 : 0.5, signs & 4 ? -3 : 3}};
        for (int f = 0; f < FORMS; f++) {
            reading r;
            bytes b = write_mesh((form)f, box);
            open_reading(&r, reader_of((form)f), b, &how);
            CHECK(r.status == SNW_OK);
            CHECK_NEAR(volume_of(r.mesh, r.setup), 6 * 3, 1e-9);
            close_reading(&r);
            free(b.data);
        }
    }
    snw_setup_destroy(setup);
}

static void bytes_behind_the_last_triangle_are_a_warning(void) {
    bytes b = binary(2, (const float[2][9]){{0, 0, 0, 1, 0, 0, 0, 1, 0}, {0}}, "");
    const uint32_t less = 1;
    memset(b.data, ' ', 80);
    memcpy(b.data, "solid", 5);
    memcpy(b.data + 80, &less, 4);
    reading r;
    open_reading(&r, snw_stl_read, b, NULL);
    CHECK(r.status == SNW_OK && r.mesh->index_count == 3);
    CHECK_TEXT(sentence(&r, 0),
               "t: warning: bytes after the last triangle are ignored (bytes 50) [stl]");
    close_reading(&r);
    free(b.data);
}

int main(void) {
    RUN(the_size_decides_and_not_the_first_word);
    RUN(equal_corners_become_one_point_and_zeros_are_equal);
    RUN(triangles_with_two_equal_corners_are_dropped_and_counted);
    RUN(normals_that_disagree_are_counted_and_not_used);
    RUN(numbers_that_are_not_finite_are_refused_with_their_byte);
    RUN(every_refusal_of_a_text_has_its_sentence);
    RUN(hostile_counts_are_refused_before_anything_is_allocated);
    RUN(limits_and_scales_are_checked);
    RUN(a_scale_that_mirrors_keeps_the_outside_outside);
    RUN(bytes_behind_the_last_triangle_are_a_warning);
    return check_report();
}
