// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "mesh_test.h"

#include <locale.h>

// Every form of a closed mesh, read again, has the volume of the closed form.
static void volumes_are_those_of_the_closed_form_after_a_round_trip(void) {
    snw_setup *setup = test_setup();
    snw_mesh *meshes[2] = {box_mesh(0.25, 0.5, 3, setup), icosahedron(setup)};
    const double volumes[2] = {0.375, 2 * sqrt(10 + 2 * sqrt(5)) / 3};
    for (int i = 0; i < 2; i++) {
        for (int f = 0; f < FORMS; f++) {
            // numbers of 32 bits cost up to 2^-24 of each coordinate
            const double error = f == STL_BINARY || f == GLB ? 1e-6 : 1e-14;
            reading r;
            bytes b = write_mesh((form)f, meshes[i]);
            open_reading(&r, reader_of((form)f), b, NULL);
            CHECK(r.status == SNW_OK && r.diags.count == 0);
            CHECK_NEAR(volume_of(r.mesh, r.setup), volumes[i], error);
            CHECK(r.mesh->closed);
            close_reading(&r);
            free(b.data);
        }
    }
    snw_setup_destroy(setup);
}

// Positions of 32 bits come back bit by bit from every form, in the same order; in text and OBJ all
// doubles do.
static void random_meshes_come_back_bit_by_bit(void) {
    CHECK_CASES(check_scaled(400)) {
        snw_setup *setup = test_setup();
        snw_mesh *mesh = random_soup(check_int(1, 60), setup);
        for (int f = 0; f < FORMS; f++) {
            reading r;
            bytes b = write_mesh((form)f, mesh);
            open_reading(&r, reader_of((form)f), b, NULL);
            CHECK(r.status == SNW_OK && r.diags.count == 0);
            check_same_triangles(mesh, r.mesh);
            CHECK(f == GLB ? r.mesh->normal_count == r.mesh->point_count
                           : r.mesh->normal_count == 0);
            close_reading(&r);
            free(b.data);
        }
        for (int i = 0; i < mesh->point_count; i++) {
            mesh->points[i].x = check_real(-1, 1) * pow(2, check_int(-300, 19));
        }
        for (int f = STL_TEXT; f <= OBJ; f++) {
            reading r;
            bytes b = write_mesh((form)f, mesh);
            open_reading(&r, reader_of((form)f), b, NULL);
            CHECK(r.status == SNW_OK);
            check_same_triangles(mesh, r.mesh);
            close_reading(&r);
            free(b.data);
        }
        snw_setup_destroy(setup);
    }
}

// Cut at any byte, a file is refused with a reason; only the end of a text may be missing.
static void files_cut_at_any_byte_are_refused(void) {
    snw_setup *setup = test_setup();
    snw_mesh *mesh = box_mesh(1, 1, 1, setup);
    for (int f = 0; f < FORMS; f++) {
        bytes b = write_mesh((form)f, mesh);
        for (size_t size = 0; size < b.size; size++) {
            reading r;
            open_reading(&r, reader_of((form)f), (bytes){b.data, size}, NULL);
            // an OBJ may end after any line, or in the middle of a number
            CHECK(r.status < 0 || f == OBJ || (f == STL_TEXT && size >= b.size - 7));
            CHECK(r.status == SNW_OK || r.items[r.diags.count - 1].text[0] != '\0');
            close_reading(&r);
        }
        free(b.data);
    }
    snw_setup_destroy(setup);
}

// Any byte changed to any other: a mesh or a reason, never a crash.
static void files_with_one_wrong_byte_never_crash(void) {
    snw_setup *setup = test_setup();
    snw_mesh *mesh = box_mesh(1, 1, 1, setup);
    for (int f = 0; f < FORMS; f++) {
        bytes b = write_mesh((form)f, mesh);
        CHECK_CASES(check_scaled(4000)) {
            const size_t at = (size_t)(check_bits() % b.size);
            const char old = b.data[at];
            b.data[at] = (char)check_bits();
            reading r;
            open_reading(&r, reader_of((form)f), b, NULL);
            close_reading(&r);
            b.data[at] = old;
        }
        check_case = -1;
        free(b.data);
    }
    snw_setup_destroy(setup);
}

static void the_locale_changes_nothing(void) {
    snw_setup *setup = test_setup();
    snw_mesh *mesh = box_mesh(0.5, 1.25, 3e-7, setup);
    for (int f = 0; f < FORMS; f++) {
        bytes before = write_mesh((form)f, mesh);
        check_set_comma();
        bytes after = write_mesh((form)f, mesh);
        CHECK(before.size == after.size && memcmp(before.data, after.data, after.size) == 0);
        reading r;
        open_reading(&r, reader_of((form)f), after, NULL);
        CHECK(r.status == SNW_OK);
        snw_bounds box = snw_bounds_empty();
        for (int i = 0; i < r.mesh->point_count; i++) {
            box = snw_bounds_add(box, r.mesh->points[i]);
        }
        CHECK_NEAR(box.high.x, 0.5, 0);
        CHECK_NEAR(box.high.y, 1.25, 0);
        CHECK_NEAR(box.high.z, 3e-7, 1e-13);
        close_reading(&r);
        CHECK(setlocale(LC_ALL, "C") != NULL);
        free(before.data);
        free(after.data);
    }
    snw_setup_destroy(setup);
}

static snw_pose random_pose(void) {
    const snw_vec3 axis =
        snw_vec3_normalize(snw_vec3_of(check_real(-1, 1), check_real(-1, 1), check_real(0.1, 1)));
    return snw_pose_of(snw_mat3_axis_angle(axis, check_real(-3, 3)),
                       snw_vec3_of(check_real(-1, 1), check_real(-1, 1), check_real(-1, 1)));
}

// Parts stand where their poses put them, in every form.
static void parts_stand_where_their_poses_put_them(void) {
    CHECK_CASES(check_scaled(200)) {
        snw_setup *setup = test_setup();
        snw_mesh *box = box_mesh(1, 0.5, 0.25, setup), *ball = icosahedron(setup);
        snw_mesh_part parts[2] = {snw_mesh_part_of(box), snw_mesh_part_of(ball)};
        parts[0].name = "box \"one\"\n";
        parts[0].T_file_part = random_pose();
        parts[1].T_file_part = random_pose();
        for (int f = 0; f < FORMS; f++) {
            reading r;
            bytes b = write_parts((form)f, parts, 2);
            open_reading(&r, reader_of((form)f), b, NULL);
            CHECK(r.status == SNW_OK && r.diags.count == 0);
            int count;
            const int *faces = snw_mesh_faces(r.mesh, &count);
            CHECK(count == 32);
            for (int i = 0; i < 96; i++) {
                const snw_mesh_part *part = &parts[i < 36 ? 0 : 1];
                const int *from = part->mesh->triangles;
                const snw_vec3 p = snw_pose_apply(part->T_file_part,
                                                  part->mesh->points[from[i < 36 ? i : i - 36]]);
                CHECK_NEAR(snw_vec3_distance(p, r.mesh->points[faces[i]]), 0, 1e-6);
            }
            close_reading(&r);
            free(b.data);
        }
        snw_setup_destroy(setup);
    }
}

static void what_cannot_be_written_is_refused(void) {
    snw_setup *setup = test_setup();
    snw_mesh *box = box_mesh(1, 1, 1, setup);
    snw_mesh *empty = snw_block_new(&snw_mesh_type, setup);
    snw_mesh_part part = snw_mesh_part_of(box);
    snw_text out = snw_text_over(NULL, 0);
    for (int f = 0; f < FORMS; f++) {
        snw_why why = {0};
        CHECK(write_form((form)f, &part, 0, &out, &why) == SNW_ERR_ARGUMENT);
        CHECK_TEXT(why.text, "there is no part to write");
        part.T_file_part.p.x = (double)NAN;
        CHECK(write_form((form)f, &part, 1, &out, &why) == SNW_ERR_NOT_FINITE);
        CHECK_TEXT(why.text, "its pose is not finite");
        part.T_file_part.p.x = 0;
        const double old = box->points[3].y;
        for (int k = 0; k < 2; k++) {
            box->points[3].y = k == 0 ? (double)NAN : 1e39;
            CHECK(write_form((form)f, &part, 1, &out, &why) == SNW_ERR_RANGE);
            CHECK_TEXT(why.text, "a point is not finite, or too far away");
        }
        box->points[3].y = old;
    }
    snw_why why = {0};
    part.mesh = empty;
    CHECK(snw_glb_write(&part, 1, NULL, &out, &why) == SNW_ERR_ARGUMENT);
    CHECK_TEXT(why.text, "the part has no triangle with an area");
    CHECK(out.length == 0);
    snw_setup_destroy(setup);
}

int main(void) {
    RUN(volumes_are_those_of_the_closed_form_after_a_round_trip);
    RUN(random_meshes_come_back_bit_by_bit);
    RUN(files_cut_at_any_byte_are_refused);
    RUN(files_with_one_wrong_byte_never_crash);
    RUN(the_locale_changes_nothing);
    RUN(parts_stand_where_their_poses_put_them);
    RUN(what_cannot_be_written_is_refused);
    return check_report();
}
