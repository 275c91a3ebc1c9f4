// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "sinew/document.h"
#include "sinew/frame.h"

static snw_pose random_pose(void) {
    snw_quat q;
    CHECK(snw_quat_set(&q, check_real(-1, 1), check_real(-1, 1), check_real(-1, 1),
                       check_real(-1, 1)) == SNW_OK);
    const snw_vec3 p = {check_real(-2, 2), check_real(-2, 2), check_real(-2, 2)};
    return snw_pose_of(snw_quat_to_mat3(q), p);
}

// spec: rccl:EQN-09
static void places_are_kept_found_listed_and_taken_out_bit_for_bit(void) {
    static const char path[] = SNW_BINARY_DIR "/test_book.xml";
    enum { PLACES = 200 };
    static snw_pose poses[PLACES];
    snw_setup *setup = snw_setup_create(SNW_DOCUMENT_MEMORY);
    snw_book *book, *again;
    snw_why why;
    CHECK(snw_book_new(setup, &book, &why) == SNW_OK);
    char name[SNW_FRAME_NAME + 1];
    for (int i = 0; i < PLACES; i++) {
        // 32 characters, the longest there are
        snw_copy_text(name, sizeof name, "a place with a name of 32 let...");
        name[29] = (char)('0' + i / 100);
        name[30] = (char)('0' + i / 10 % 10);
        name[31] = (char)('0' + i % 10);
        poses[i] = random_pose();
        CHECK(strlen(name) == 32);
        CHECK(snw_book_put(book, setup, name, poses[i], i % 2 ? "rufn" : "", &why) == SNW_OK);
    }
    CHECK(book->frame_count == PLACES);
    CHECK(snw_book_save(path, book, &why) == SNW_OK);
    snw_why found[4];
    snw_diags diags = {.items = found, .capacity = 4};
    CHECK(snw_book_load(path, setup, &again, &diags) == SNW_OK);
    CHECK(again->frame_count == PLACES);
    for (int i = 0; i < PLACES; i++) {
        const snw_book_entry *entry = snw_book_find(again, book->frames[i].name);
        CHECK(entry != NULL);
        CHECK(memcmp(&entry->pose, &poses[i], sizeof poses[i]) == 0);
        CHECK_TEXT(entry->configuration, i % 2 ? "rufn" : "");
    }

    // taken out, the others stay; put again, it is replaced and not doubled
    snw_copy_text(name, sizeof name, again->frames[3].name);
    CHECK(snw_book_remove(again, name, &why) == SNW_OK);
    CHECK(again->frame_count == PLACES - 1 && snw_book_find(again, name) == NULL);
    CHECK(snw_book_remove(again, name, &why) == SNW_ERR_UNKNOWN_NAME);
    CHECK(snw_book_find(again, book->frames[4].name) != NULL);
    CHECK(snw_book_put(again, setup, book->frames[4].name, poses[0], "l", &why) == SNW_OK);
    CHECK(again->frame_count == PLACES - 1);
    CHECK(snw_book_put(again, setup, "a name that has thirty-three char", poses[0], "", &why) ==
          SNW_ERR_TOO_LARGE);
    CHECK(snw_book_put(again, setup, "", poses[0], "", &why) == SNW_ERR_ARGUMENT);
    snw_setup_destroy(setup);
}

// an entry with joints, put into a book
static void put_with_joints(snw_book *book, snw_setup *setup, const char *name, double first) {
    double joints[3] = {first, first + 0.1, first / 3};
    snw_book_entry entry = {.pose = random_pose(), .joints = joints, .joint_count = 3};
    snw_copy_text(entry.configuration, sizeof entry.configuration, "lun");
    CHECK(snw_book_take(book, setup, &entry, name, NULL) == SNW_OK);
    memset(joints, 0, sizeof joints); // a book keeps joints of its own
}

static void a_place_is_copied_and_renamed_with_its_joints_and_the_others_stay(void) {
    enum { PLACES = 40 };
    snw_setup *setup = snw_setup_create(SNW_DOCUMENT_MEMORY);
    snw_book *book;
    snw_why why;
    CHECK(snw_book_new(setup, &book, &why) == SNW_OK);
    char name[24], to[24];
    for (int i = 0; i < PLACES; i++) {
        (void)snprintf(name, sizeof name, "place%d", i);
        put_with_joints(book, setup, name, i + 0.5);
    }
    for (int i = 0; i < PLACES; i++) {
        (void)snprintf(name, sizeof name, "place%d", i);
        (void)snprintf(to, sizeof to, "copy%d", i);
        CHECK(snw_book_copy(book, setup, name, to, &why) == SNW_OK);
        const snw_book_entry *from = snw_book_find(book, name), *copy = snw_book_find(book, to);
        CHECK(copy->joints != from->joints && copy->joint_count == 3);
        CHECK(memcmp(copy->joints, from->joints, 3 * sizeof *copy->joints) == 0);
        CHECK(memcmp(&copy->pose, &from->pose, sizeof copy->pose) == 0);
        CHECK_TEXT(copy->configuration, "lun");
        (void)snprintf(to, sizeof to, "new%d", i);
        CHECK(snw_book_rename(book, setup, name, to, &why) == SNW_OK);
        CHECK(snw_book_find(book, name) == NULL);
        CHECK_NEAR(snw_book_find(book, to)->joints[0], i + 0.5, 0);
    }
    CHECK(book->frame_count == 2 * PLACES);
    CHECK(snw_book_copy(book, setup, "copy1", "copy2", &why) == SNW_ERR_DUPLICATE);
    CHECK(snw_book_rename(book, setup, "copy1", "copy2", &why) == SNW_ERR_DUPLICATE);
    CHECK(snw_book_rename(book, setup, "copy1", "copy1", &why) == SNW_ERR_DUPLICATE);
    CHECK(snw_book_copy(book, setup, "coppy1", "x", &why) == SNW_ERR_UNKNOWN_NAME);
    CHECK(strstr(why.fix, "'copy1'") != NULL);
    const snw_book_entry *entry = NULL;
    CHECK(snw_book_need(book, "nothing like it", &entry, &why) == SNW_ERR_UNKNOWN_NAME);
    CHECK(entry == NULL && why.fix[0] != '\0');
    CHECK(snw_book_copy(book, setup, "copy1", "", &why) == SNW_ERR_ARGUMENT);
    CHECK(book->frame_count == 2 * PLACES);
    snw_setup_destroy(setup);
}

typedef struct order {
    const char *put; // a place to put
    snw_status refuse;
} order;

static snw_status follow_order(snw_book *book, snw_setup *setup, void *context, snw_why *why) {
    const order *o = context;
    if (o->refuse != SNW_OK) return snw_refuse(why, o->refuse, o->put, "refused", NULL);
    return snw_book_put(book, setup, o->put, snw_pose_identity(), "", why);
}

static void a_change_of_a_file_keeps_what_others_wrote_and_a_refused_one_changes_nothing(void) {
    static const char path[] = SNW_BINARY_DIR "/test_book_change.xml";
    (void)remove(path);
    snw_why why;
    order first = {.put = "first"}, second = {.put = "second"},
          third = {.put = "third", .refuse = SNW_ERR_RANGE};
    CHECK(snw_book_change(path, follow_order, &first, &why) == SNW_OK);
    CHECK(snw_book_change(path, follow_order, &second, &why) == SNW_OK);
    CHECK(snw_book_change(path, follow_order, &third, &why) == SNW_ERR_RANGE);
    CHECK_TEXT(why.text, "refused");
    snw_setup *setup = snw_setup_create(SNW_DOCUMENT_MEMORY);
    snw_book *book;
    CHECK(snw_book_load(path, setup, &book, NULL) == SNW_OK);
    CHECK(book->frame_count == 2 && snw_book_find(book, "first") != NULL &&
          snw_book_find(book, "second") != NULL);
    // a file that is no book is left alone
    FILE *file = fopen(path, "wb");
    CHECK(file != NULL && fputs("no book", file) >= 0 && fclose(file) == 0);
    CHECK(snw_failed(snw_book_change(path, follow_order, &first, &why)));
    char text[16] = "";
    file = fopen(path, "rb");
    CHECK(file != NULL && fread(text, 1, sizeof text - 1, file) == 7 && fclose(file) == 0);
    CHECK_TEXT(text, "no book");
    snw_setup_destroy(setup);
}

static void what_is_no_pose_is_refused(void) {
    snw_frame frame;
    snw_why why;
    snw_pose pose = snw_pose_identity();
    pose.p.y = (double)NAN;
    CHECK(snw_frame_const(&frame, "x", pose, &why) == SNW_ERR_NOT_FINITE);
    pose = snw_pose_identity();
    pose.R.x.x = 1.001;
    CHECK(snw_frame_const(&frame, "x", pose, &why) == SNW_ERR_RANGE);
    pose = snw_pose_identity();
    pose.R.z.z = -1; // a mirror
    CHECK(snw_frame_hold(&frame, "x", pose, &why) == SNW_ERR_RANGE);
    CHECK(snw_frame_const(&frame, NULL, snw_pose_identity(), &why) == SNW_ERR_ARGUMENT);
    CHECK(snw_frame_functional(&frame, "x", NULL, NULL, &why) == SNW_ERR_ARGUMENT);
    CHECK(snw_frame_const(&frame, "x", snw_pose_identity(), &why) == SNW_OK);
    CHECK(snw_frame_set(&frame, snw_pose_identity(), &why) == SNW_ERR_STATE);
    CHECK(snw_frame_hold(&frame, "x", snw_pose_identity(), &why) == SNW_OK);
    pose.p.x = HUGE_VAL;
    CHECK(snw_frame_set(&frame, pose, &why) != SNW_OK);
    CHECK(memcmp(&frame.set, &(snw_pose){snw_mat3_identity(), {0, 0, 0}}, sizeof frame.set) == 0);
}

static void a_varb_is_seen_in_the_next_sample_and_not_within_one(void) {
    static _Alignas(SNW_ARENA_ALIGN) unsigned char block[1 << 12];
    snw_arena arena = snw_arena_over(block, sizeof block);
    snw_frame v;
    snw_pose pose = snw_pose_identity(), seen;
    CHECK(snw_frame_varb(&v, "v", pose, &arena, NULL) == SNW_OK);
    for (uint64_t n = 1; n <= 100; n++) {
        const snw_sample now = {.number = n};
        pose.p.x = (double)n;
        CHECK(snw_frame_set(&v, pose, NULL) == SNW_OK);
        CHECK(snw_frame_evaluate(&v, &now, &seen) == SNW_OK);
        CHECK_NEAR(seen.p.x, (double)n, 0);
        pose.p.x = -1;
        CHECK(snw_frame_set(&v, pose, NULL) == SNW_OK);
        CHECK(snw_frame_evaluate(&v, &now, &seen) == SNW_OK);
        CHECK_NEAR(seen.p.x, (double)n, 0);
    }
}

static void a_conveyor_moves_at_its_rate(void) {
    const snw_vec3 start = {0.1, 0.2, 0.3}, rate = {0.1, 0, -0.02};
    snw_conveyor belt = {snw_pose_translation(start), rate, 5000000000};
    snw_frame f;
    CHECK(snw_frame_functional(&f, "belt", snw_conveyor_frame, &belt, NULL) == SNW_OK);
    for (int64_t i = 1; i < 100; i++) {
        const snw_sample now = {.number = (uint64_t)i, .t_ns = 5000000000 + i * 1000000};
        snw_pose T;
        CHECK(snw_frame_evaluate(&f, &now, &T) == SNW_OK);
        CHECK_NEAR(T.p.x, 0.1 + 0.1e-3 * (double)i, 1e-15);
        CHECK_NEAR(T.p.z, 0.3 - 0.02e-3 * (double)i, 1e-15);
    }
}

int main(void) {
    RUN(places_are_kept_found_listed_and_taken_out_bit_for_bit);
    RUN(a_place_is_copied_and_renamed_with_its_joints_and_the_others_stay);
    RUN(a_change_of_a_file_keeps_what_others_wrote_and_a_refused_one_changes_nothing);
    RUN(what_is_no_pose_is_refused);
    RUN(a_varb_is_seen_in_the_next_sample_and_not_within_one);
    RUN(a_conveyor_moves_at_its_rate);
    return check_report();
}
