// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "cell.h"

static snw_program p;

static const double PI = 3.141592653589793;

// the resolution of the Microbo's encoders per count (rccl.md 4.7) [rad, m]
static void microbo_counts(double *count) {
    static const double degrees[] = {0.0031, 0, 0, 0.0041, 0.0056, 0.0182};
    for (int i = 0; i < 6; i++)
        count[i] = degrees[i] * PI / 180;
    count[1] = 2e-6;
    count[2] = 1.3e-6;
}

// the finest of a PUMA's
static void puma_counts(double *count) {
    for (int i = 0; i < 6; i++)
        count[i] = 0.0051 * PI / 180;
}

static void read_sensed(double *q) {
    for (int i = 0; i < p.arm->count; i++)
        q[i] = p.arm->sensed.q[i];
}

// Teaches a place in all three ways, leaves it, comes back in each of them.
static void teach_and_return(const double *there, const double *elsewhere, const double *count) {
    snw_frame hold;
    snw_equation e;
    CHECK(snw_frame_hold(&hold, "taught", snw_pose_identity(), NULL) == SNW_OK);
    CHECK(SNW_POSITION(&e, NULL, "taught", &snw_t6, &snw_eq, &hold) == SNW_OK);
    CHECK(snw_wait_for(&p, snw_move_joints(&p, there), 60) == SNW_OK);
    snw_program_sleep(&p, 3);
    double before[SNW_AXES], angles[SNW_AXES], after[SNW_AXES];
    read_sensed(before);
    CHECK(snw_program_teach(&p, &hold, &e) == SNW_OK);
    const snw_pose T6 = snw_program_t6(&p);
    snw_program_joints(&p, angles);
    snw_frame fixed;
    snw_equation to_t6;
    cell_place(&fixed, &to_t6, T6);
    for (int way = 0; way < 3; way++) {
        CHECK(snw_wait_for(&p, snw_move_joints(&p, elsewhere), 60) == SNW_OK);
        read_sensed(after);
        CHECK(fabs(after[0] - before[0]) > 0.1);
        const int64_t back = way == 0   ? snw_move_to(&p, &e)
                             : way == 1 ? snw_move_to(&p, &to_t6)
                                        : snw_move_joints(&p, angles);
        CHECK(snw_wait_for(&p, back, 60) == SNW_OK);
        snw_program_sleep(&p, 3);
        read_sensed(after);
        for (int i = 0; i < p.arm->count; i++)
            CHECK_NEAR(after[i], before[i], count[i]);
    }
    CHECK(snw_program_close(&p, NULL) == SNW_OK);
}

// spec: rccl:TCH-01
static void a_place_taught_as_position_T6_or_angles_is_reached_within_a_count(void) {
    double count[SNW_AXES];
    microbo_counts(count);
    const cell_text cell = cell_defaults();
    cell_open(&p, &cell, snw_program_defaults());
    const double there[SNW_AXES] = {0.4, 0.25, 0.33, -0.8, -4, 0.2};
    const double elsewhere[SNW_AXES] = {-0.4, 0.15, 0.25, -1.2, -3.5, -0.2};
    teach_and_return(there, elsewhere, count);
    // the same with masses and friction, followed by the loops of the drives
    puma_counts(count);
    const cell_text puma = {.model = "puma560-corke/puma560-corke.xml",
                            .park = "0 0.785 -3.14 0 0.785 0",
                            .arm = "<drive><simulated_arm/></drive>",
                            .motion = "<motion/>",
                            .servo = "<follow/>",
                            .period = "1 ms"};
    cell_open(&p, &puma, snw_program_defaults());
    const double puma_there[SNW_AXES] = {0.4, 0.7, -2.9, 0.2, 0.8, 0.1};
    const double puma_elsewhere[SNW_AXES] = {-0.2, 0.9, -2.6, 0, 0.6, 0};
    teach_and_return(puma_there, puma_elsewhere, count);
}

// spec: rccl:TCH-04
static void a_name_that_the_book_knows_needs_no_teaching(void) {
    char file[300];
    cell_remove("book.xml");
    const cell_text cell = cell_defaults();
    cell_open(&p, &cell, snw_program_defaults());
    snw_frame pick, table;
    snw_equation e;
    const snw_pose T_table = {{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}, {0.1, 0.02, 0.03}};
    CHECK(snw_frame_const(&table, "table", T_table, NULL) == SNW_OK);
    CHECK(snw_frame_hold(&pick, "pick", snw_pose_identity(), NULL) == SNW_OK);
    CHECK(SNW_POSITION(&e, NULL, "pick", &snw_t6, &snw_eq, &table, &pick) == SNW_OK);
    CHECK(snw_program_teach_named(&p, &pick, &e) == SNW_ERR_STATE && p.why.fix[0] != '\0');
    CHECK(snw_program_save_book(&p) == SNW_ERR_STATE);
    // a file that is not there yet is an empty book
    CHECK(snw_program_book(&p, cell_file(file, "book.xml")) == SNW_OK);
    const double there[SNW_AXES] = {0.4, 0.25, 0.33, -0.8, -4, 0.2};
    double joints[SNW_AXES];
    CHECK(snw_wait_for(&p, snw_move_joints(&p, there), 60) == SNW_OK);
    snw_program_sleep(&p, 0.01);
    const snw_pose taught_at = snw_program_t6(&p);
    CHECK(snw_program_book_joints(&p, "pick", joints) == SNW_ERR_UNKNOWN_NAME);
    CHECK(snw_program_teach_named(&p, &pick, &e) == SNW_DONE);
    const snw_pose taught = snw_frame_value(&pick);
    CHECK(snw_pose_near(snw_pose_mul(T_table, taught), taught_at, 1e-12));
    CHECK(snw_program_save_book(&p) == SNW_OK);
    CHECK(snw_program_close(&p, NULL) == SNW_OK);
    // another program, with the arm elsewhere: the name is enough, nothing moves and nobody is
    // asked
    cell_open(&p, &cell, snw_program_defaults());
    CHECK(snw_program_book(&p, file) == SNW_OK);
    CHECK(snw_frame_set(&pick, snw_pose_identity(), NULL) == SNW_OK);
    const double before = snw_program_time(&p);
    CHECK(snw_program_teach_named(&p, &pick, &e) == SNW_OK);
    CHECK_NEAR(snw_program_time(&p), before, 0);
    const snw_pose found = snw_frame_value(&pick);
    CHECK(memcmp(&found, &taught, sizeof found) == 0);
    CHECK(snw_wait_for(&p, snw_move_to(&p, &e), 60) == SNW_OK);
    snw_program_sleep(&p, 0.01);
    CHECK(snw_pose_near(snw_program_t6(&p), taught_at, 1e-9));
    // the joints are kept beside it
    CHECK(snw_program_book_joints(&p, "pick", joints) == SNW_OK);
    for (int i = 0; i < 6; i++)
        CHECK_NEAR(joints[i], there[i], 1e-12);
    CHECK(snw_program_close(&p, NULL) == SNW_OK);
    cell_remove("book.xml");
}

int main(void) {
    RUN(a_place_taught_as_position_T6_or_angles_is_reached_within_a_count);
    RUN(a_name_that_the_book_knows_needs_no_teaching);
    return check_report();
}
