// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE // NOLINT: the C library has chosen this name
#include "mesh_test.h"

#include "../os/scratch.h"

#define SQUARE "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"

static void read_text(reading *r, const char *text, const snw_mesh_reading *how) {
    bytes b = text_bytes(text);
    open_reading(r, snw_obj_read, b, how);
    free(b.data);
}

static const snw_mesh_reading polygons = {.keep_polygons = true};

static void all_forms_of_indices_name_the_same_corners(void) {
    static const char *const faces[] = {
        "f 1 2 3\n",
        "f -4 -3 -2\n",
        "f 1/1 2/2 3/3\n",
        "f 1//1 2//1 3//1\n",
        "f 1/1/1 2/2/1 3/3/1\n",
        "f -4/-3/-1 -3/-2/-1 -2/-1/-1\n",
        "f 1 \\\n 2 \\\r\n3\n",
        "F 1/ 2/ 3/\n",
    };
    for (size_t i = 0; i < sizeof faces / sizeof *faces; i++) {
        char text[256];
        (void)snprintf(text, sizeof text, "# c\n" SQUARE "vt 0 0\nvt 1 0\nvt 1 1 0\nvn 0 0 1\n%s",
                       faces[i]);
        reading r;
        read_text(&r, text, NULL);
        CHECK(r.status == SNW_OK && r.diags.count == 0);
        CHECK(r.mesh->index_count == 3 && r.mesh->point_count == 4);
        for (int k = 0; k < 3; k++) {
            CHECK(r.mesh->triangles[k] == k);
        }
        close_reading(&r);
        read_text(&r, text, &polygons);
        CHECK(r.status == SNW_OK && r.mesh->polygon_count == 1 && r.mesh->index_count == 0);
        CHECK(r.mesh->polygons[0].corner_count == 3 && r.mesh->polygons[0].corners[2] == 2);
        CHECK(r.mesh->texture_point_count == 3);
        close_reading(&r);
    }
}

static void polygons_are_cut_or_kept(void) {
    // a square, a pentagon with a notch, and an L whose first corner sees not all of it
    static const char text[] = SQUARE "v 2 0 0\nv 2 2 0\nv 1 0.5 0\nv 0 2 1\n"
                                      "v 0 0 2\nv 3 0 2\nv 3 1 2\nv 1 1 2\nv 1 3 2\nv 0 3 2\n"
                                      "f 1 2 3 4\nf 10 11 12 13 14 9\n";
    reading r;
    read_text(&r, text, NULL);
    CHECK(r.status == SNW_OK && r.diags.count == 0 && r.mesh->index_count == 18);
    double area = 0;
    for (int i = 0; i < r.mesh->index_count; i += 3) {
        const snw_vec3 *p = r.mesh->points;
        const int *c = &r.mesh->triangles[i];
        const snw_vec3 twice =
            snw_vec3_cross(snw_vec3_sub(p[c[1]], p[c[0]]), snw_vec3_sub(p[c[2]], p[c[0]]));
        CHECK(twice.z > 0);
        area += twice.z / 2;
    }
    CHECK_NEAR(area, 1 + 5, 1e-12);
    close_reading(&r);
    read_text(&r, text, &polygons);
    CHECK(r.status == SNW_OK && r.mesh->polygon_count == 2 && r.mesh->index_count == 0);
    CHECK(r.mesh->polygons[1].corner_count == 6 && r.mesh->polygons[1].corners[0] == 9);
    close_reading(&r);
}

static void a_point_with_two_normals_is_repeated_behind_the_others(void) {
    static const char text[] = SQUARE "vn 0 0 2\nvn 0 1 0\nf 1//1 2//1 3//1\nf 1//2 3//1 4//2\n"
                                      "f 1//2 2//2 3//2\n";
    reading r;
    read_text(&r, text, NULL);
    CHECK(r.status == SNW_OK && r.diags.count == 0);
    CHECK(r.mesh->point_count == 7 && r.mesh->normal_count == 7);
    static const int expected[9] = {0, 1, 2, 4, 2, 3, 4, 5, 6};
    CHECK(memcmp(r.mesh->triangles, expected, sizeof expected) == 0);
    CHECK(r.mesh->normals[0].z == 1 && r.mesh->normals[3].y == 1 && r.mesh->normals[4].y == 1);
    CHECK(snw_vec3_equal(r.mesh->points[4], r.mesh->points[0]));
    close_reading(&r);

    // normals for some corners only, or without a direction, are left out with a word
    read_text(&r, SQUARE "vn 0 0 0\nf 1//1 2//1 3//1\n", NULL);
    CHECK(r.status == SNW_OK && r.mesh->normal_count == 0 && r.diags.warnings == 1);
    CHECK_TEXT(sentence(&r, 0), "t: warning: corners have no normal, or one without direction; all "
                                "are left out (corners 3) [obj]");
    close_reading(&r);
    read_text(&r, SQUARE "vn 0 0 1\nf 1//1 2//1 3\n", NULL);
    CHECK(r.status == SNW_OK && r.mesh->normal_count == 0 && r.diags.warnings == 1);
    close_reading(&r);
}

static void what_is_not_known_is_said_once(void) {
    reading r;
    read_text(&r,
              "g a\ns off\no b\n" SQUARE "l 1 2\nl 2 3\np 1\nfoo\nfoo bar\nvp 0\nl 1 3\nf 1 2 3\n",
              NULL);
    CHECK(r.status == SNW_OK && r.diags.count == 4);
    CHECK_TEXT(sentence(&r, 0), "t:8:1: warning: lines 'l' are ignored [obj]");
    CHECK_TEXT(sentence(&r, 1), "t:10:1: warning: lines 'p' are ignored [obj]");
    CHECK_TEXT(sentence(&r, 2), "t:11:1: warning: lines 'foo' are ignored [obj]");
    CHECK_TEXT(sentence(&r, 3), "t:13:1: warning: lines 'vp' are ignored [obj]");
    close_reading(&r);
}

static void degenerate_faces_are_dropped_and_counted(void) {
    static const char text[] = SQUARE "v 0 0 0\nf 1 2 3\nf 1 1 2\nf 1 5 2\nf 1 2 2 3\n";
    for (int keep = 0; keep < 2; keep++) {
        reading r;
        read_text(&r, text, keep ? &polygons : NULL);
        CHECK(r.status == SNW_OK && r.diags.count == 1);
        CHECK(strstr(sentence(&r, 0), keep ? "(dropped 2)" : "(dropped 3)") != NULL);
        CHECK(keep ? r.mesh->polygon_count == 2 && r.mesh->polygons[1].corner_count == 3
                   : r.mesh->index_count == 6);
        close_reading(&r);
    }
}

static void every_refusal_has_its_sentence(void) {
    static const refusal cases[] = {
        {"", "t: error: the file has no triangle with an area; export the mesh again [obj]"},
        {SQUARE, "t: error: the file has no triangle with an area; export the mesh again [obj]"},
        {"v 1 2\n",
         "t:1:1: error: 'v' has too few numbers; the file is truncated, or is not an OBJ [obj]"},
        {"v 1 2 nan\n",
         "t:1:7: error: 'nan' is not finite; repair the mesh in its own program [obj]"},
        {"v 1 2 1,5\n",
         "t:1:7: error: '1,5' is not a number; write a decimal number with a point [obj]"},
        {"v 1 2 0x10\n",
         "t:1:7: error: '0x10' is not a number; write a decimal number with a point [obj]"},
        {"v 1 2 1e7\n", "t:1:1: error: a point is farther than 1e6 m away; repair the mesh in its "
                        "own program [obj]"},
        {"v 1 2 3 4 5 6 7 8\n",
         "t:1:17: error: '8' is one number too many; write one element per line [obj]"},
        {"vn 1 2\n",
         "t:1:1: error: 'vn' has too few numbers; the file is truncated, or is not an OBJ [obj]"},
        {"vt\n",
         "t:1:1: error: 'vt' has too few numbers; the file is truncated, or is not an OBJ [obj]"},
        {SQUARE "f 1 2\n", "t:5:1: error: 'f' has fewer than 3 corners; the file is truncated, or "
                           "is not an OBJ [obj]"},
        {SQUARE "f 1 2 5\n", "t:5:7: error: '5' refers to an index beyond the 4 so far; indices "
                             "count from 1, or from -1 backwards [obj]"},
        {SQUARE "f 1 0 2\n", "t:5:5: error: '0' refers to an index beyond the 4 so far; indices "
                             "count from 1, or from -1 backwards [obj]"},
        {SQUARE "f 1 -5 2\n", "t:5:5: error: '-5' refers to an index beyond the 4 so far; indices "
                              "count from 1, or from -1 backwards [obj]"},
        {SQUARE "f 1 99999999999999999999 2\n",
         "t:5:5: error: '99999999999999999999' is not a corner of a face; write 1, 1/2, 1//3 or "
         "1/2/3 [obj]"},
        {SQUARE "f 1/1 2 3\n", "t:5:3: error: '1/1' refers to an index beyond the 0 so far; "
                               "indices count from 1, or from -1 backwards [obj]"},
        {SQUARE "f 1 /2 3\n", "t:5:5: error: '/2' refers to an index beyond the 0 so far; indices "
                              "count from 1, or from -1 backwards [obj]"},
        {SQUARE "f 1 // 3\n",
         "t:5:5: error: '//' is not a corner of a face; write 1, 1/2, 1//3 or 1/2/3 [obj]"},
        {SQUARE "f 1 1/1/1/1 3\n", "t:5:5: error: '1/1/1/1' refers to an index beyond the 0 so "
                                   "far; indices count from 1, or from -1 backwards [obj]"},
    };
    check_refusals(snw_obj_read, NULL, cases, (int)(sizeof cases / sizeof *cases));
    const snw_mesh_reading few = {.most_triangles = 1};
    static const refusal many[] = {
        {SQUARE "f 1 2 3\nf 1 3 4\n",
         "t: error: the mesh has too many triangles; simplify the mesh in its own program [obj]"},
        {SQUARE "f 1 2 3 4\n", "t: error: the mesh has too many triangles (limit 1); simplify the "
                               "mesh in its own program [obj]"},
    };
    check_refusals(snw_obj_read, &few, many, 2);
}

static void large_faces_are_refused(void) {
    char *text = malloc(16384);
    CHECK(text != NULL);
    snw_text out = snw_text_over(text, 16384);
    snw_text_format(&out, "%sf", SQUARE);
    for (int i = 0; i < SNW_MESH_CORNERS + 1; i++) {
        snw_text_format(&out, " %d", i % 4 + 1);
    }
    const refusal cases[] = {
        {text,
         "t:5:1: error: 'f' has more than 1024 corners; split the face in its own program [obj]"}};
    check_refusals(snw_obj_read, NULL, cases, 1);
    free(text);

    // five stars of 1023 corners that cross themselves would take five times 10^9 steps
    text = malloc(131072);
    CHECK(text != NULL);
    out = snw_text_over(text, 131072);
    for (int i = 0; i < 1023; i++) {
        const double angle = 2 * 3.14159265358979 * i / 1023;
        snw_text_format(&out, "v %d %d 0\n", (int)(1e5 * cos(angle)), (int)(1e5 * sin(angle)));
    }
    for (int k = 0; k < 5; k++) {
        snw_text_format(&out, "f");
        for (int i = 0; i < 1023; i++) {
            snw_text_format(&out, " %d", i * 511 % 1023 + 1);
        }
        snw_text_format(&out, "\n");
    }
    reading r;
    read_text(&r, text, &polygons);
    CHECK(r.status == SNW_ERR_TOO_LARGE);
    CHECK_TEXT(sentence(&r, 0), "t:1027: error: its concave faces take too long to triangulate; "
                                "triangulate the faces in its own program [obj]");
    close_reading(&r);
    free(text);
}

// --- materials ----------------------------------------------------------------------------------

static snw_status read_beside(const char *text, const char *folder, reading *r,
                              snw_surface **palette) {
    *r = (reading){.setup = test_setup()};
    r->diags.items = r->items;
    r->diags.capacity = FINDINGS;
    const snw_source source = {text, strlen(text), "t", folder};
    const snw_mesh_reading how = {.keep_polygons = true, .palette = palette};
    return snw_obj_read(&source, &how, r->setup, &r->mesh, &r->diags);
}

static void materials_become_surfaces(void) {
    scratch_put(scratch("m.mtl").text, "# colours\nnewmtl red paint\nKd 1 0.25 0\nKa 0.1 0.1 0.1\n"
                                       "Ks 2 0.5 0.5\nNs 1000\nd 0.5\nmap_Kd a b.png\nillum 2\n"
                                       "newmtl plain\nKd 0.5\nTr 0.25\n");
    reading r;
    snw_surface *palette = NULL;
    CHECK(read_beside("mtllib m.mtl\n" SQUARE "usemtl red paint\nf 1 2 3\nusemtl plain\nf 1 3 4\n"
                      "usemtl\nf 1 2 4\n",
                      scratch_directory, &r, &palette) == SNW_OK);
    CHECK(r.diags.count == 1 && palette != NULL && palette->map_count == 2);
    CHECK_TEXT(sentence(&r, 0), "m.mtl:9:1: warning: lines 'illum' are ignored [mtl]");
    CHECK_TEXT(r.mesh->polygons[0].surface, "red paint");
    CHECK_TEXT(r.mesh->polygons[1].surface, "plain");
    CHECK_TEXT(r.mesh->polygons[2].surface, "");
    CHECK(snw_mesh_check_surfaces(r.mesh, palette->maps, palette->map_count, NULL) == SNW_OK);
    const snw_material red = snw_surface_material(&palette->maps[0]);
    CHECK(red.diffuse[0] == 1 && red.diffuse[1] == 0.25 && red.diffuse[2] == 0);
    CHECK(red.diffuse[3] == 0.5 && red.ambient[0] == 0.1 && red.specular[0] == 1);
    CHECK(red.specular[1] == 0.5 && red.shininess == 128);
    CHECK_TEXT(red.texture, "a b.png");
    const snw_material plain = snw_surface_material(&palette->maps[1]);
    CHECK(plain.diffuse[2] == 0.5 && plain.diffuse[3] == 0.75 && plain.texture[0] == '\0');

    // written and read again they are the same
    char text[2048];
    snw_text out = snw_text_over(text, sizeof text);
    snw_mtl_write(palette->maps, palette->map_count, &out);
    CHECK(!snw_text_is_cut(&out));
    snw_surface *again = snw_block_new(&snw_surface_type, r.setup);
    const snw_source source = {text, out.length, "again", NULL};
    CHECK(snw_mtl_read(&source, r.setup, again, &r.diags) == SNW_OK && r.diags.count == 1);
    CHECK(snw_block_equal(&snw_surface_type, palette, again));
    close_reading(&r);
}

static void names_that_are_no_text_match_all_the_same(void) {
    scratch_put(scratch("n.mtl").text, "newmtl gr\xfc\x01n\xc2\x85\nKd 0 1 0\n");
    reading r;
    snw_surface *palette = NULL;
    CHECK(read_beside("mtllib n.mtl\n" SQUARE "usemtl gr\xfc\x01n\xc2\x85\nf 1 2 3\n",
                      scratch_directory, &r, &palette) == SNW_OK);
    CHECK_TEXT(r.mesh->polygons[0].surface, "gr__n__");
    CHECK(snw_mesh_check_surfaces(r.mesh, palette->maps, palette->map_count, NULL) == SNW_OK);
    CHECK(snw_block_check(&snw_mesh_type, r.mesh, NULL, NULL) == SNW_OK);
    CHECK(snw_block_check(&snw_surface_type, palette, NULL, NULL) == SNW_OK);
    close_reading(&r);
}

static void files_of_materials_come_from_beneath_the_folder_only(void) {
    CHECK(mkdir(scratch("sub").text, 0700) == 0);
    scratch_put(scratch("outside.mtl").text, "newmtl a\n");
    scratch_put(scratch("sub/bad.mtl").text, "newmtl a\nKd 1 x 0\n");
    CHECK(symlink("../outside.mtl", scratch("sub/link.mtl").text) == 0);
    CHECK(mkfifo(scratch("sub/pipe.mtl").text, 0600) == 0);
    static const char *const names[] = {"../outside.mtl", "link.mtl", "/etc/passwd", "absent.mtl",
                                        "pipe.mtl",       ".",        "a\\b"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char text[256];
        (void)snprintf(text, sizeof text, "mtllib %s\n" SQUARE "f 1 2 3\n", names[i]);
        reading r;
        snw_surface *palette = NULL;
        CHECK(read_beside(text, scratch("sub").text, &r, &palette) == SNW_OK);
        CHECK(palette == NULL && r.diags.warnings == 1 && r.diags.errors == 0);
        CHECK_TEXT(r.items[0].fix, "colours are left out; put the file beside the mesh");
        close_reading(&r);
        CHECK(read_beside(text, NULL, &r, &palette) == SNW_OK && r.diags.count == 0);
        close_reading(&r);
    }
    reading r;
    snw_surface *palette = NULL;
    CHECK(read_beside("mtllib bad.mtl\n" SQUARE "f 1 2 3\n", scratch("sub").text, &r, &palette) ==
          SNW_ERR_SYNTAX);
    CHECK_TEXT(sentence(&r, 0),
               "bad.mtl:2:6: error: 'x' is not a number; write a decimal number with "
               "a point [mtl]");
    close_reading(&r);
}

static void polygons_with_textures_and_surfaces_come_back_equal(void) {
    static const char text[] =
        "o thing\n" SQUARE "v 0 0 1\nvt 0 0\nvt 1 0\nvt 0.5 1\nvn 0 0 1\nvn 0 0 1\nvn 0 0 1\n"
        "vn 0 0 1\nvn 1 0 0\nusemtl a b\nf 1/1/1 2/2/2 3/3/3 4/1/4\nusemtl c\nf 5//5 1//1 2//2\n";
    reading r, again;
    read_text(&r, text, &polygons);
    CHECK(r.status == SNW_OK);
    prepare(r.mesh, r.setup);
    bytes b = write_mesh(OBJ, r.mesh);
    open_reading(&again, snw_obj_read, b, &polygons);
    CHECK(again.status == SNW_OK && again.diags.count == 0);
    CHECK(snw_block_equal(&snw_mesh_type, r.mesh, again.mesh));
    close_reading(&r);
    close_reading(&again);
    free(b.data);
}

int main(void) {
    scratch_open();
    RUN(all_forms_of_indices_name_the_same_corners);
    RUN(polygons_are_cut_or_kept);
    RUN(a_point_with_two_normals_is_repeated_behind_the_others);
    RUN(what_is_not_known_is_said_once);
    RUN(degenerate_faces_are_dropped_and_counted);
    RUN(every_refusal_has_its_sentence);
    RUN(large_faces_are_refused);
    RUN(materials_become_surfaces);
    RUN(names_that_are_no_text_match_all_the_same);
    RUN(files_of_materials_come_from_beneath_the_folder_only);
    RUN(polygons_with_textures_and_surfaces_come_back_equal);
    return check_report();
}
