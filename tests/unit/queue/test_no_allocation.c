// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "stand.h"

#include "allocations.h"

static stand s;
static const double home[6] = {0, 0.2, 0.3, -1.2, -4, 0};

static void neither_asking_nor_moving_allocates(void) {
    stand_load(&s, "microbo-ecureuil");
    stand_queue(&s, home);
    snw_frame frames[4];
    snw_equation e[4];
    for (int i = 0; i < 4; i++) {
        stand_place(&frames[i], &e[i], "corner",
                    stand_down(0.325, i % 3 ? -0.15 : 0.15, i < 2 ? 0.3 : 0.25));
    }
    const long before = allocations;
    for (int round = 0; round < 10; round++) {
        for (int i = 0; i < 12; i++) {
            snw_move move = snw_move_defaults();
            move.equation = &e[i % 4];
            move.mode = i % 3 ? SNW_MOVE_CARTESIAN : SNW_MOVE_JOINT;
            move.blend = (snw_move_blend)(i % 4);
            move.blend_size = 0.02;
            CHECK(snw_queue_move(&s.queue, &move, NULL, NULL) == SNW_OK);
        }
        CHECK(snw_queue_dwell(&s.queue, 0.1, NULL, NULL) == SNW_OK);
        for (int i = 0; i < 800; i++) {
            stand_tick(&s, 0.01);
            if (i == 200) CHECK(snw_queue_next(&s.queue, 1) == SNW_OK);
            if (i == 300) CHECK(snw_queue_pause(&s.queue) == SNW_OK);
            if (i == 350) CHECK(snw_queue_resume(&s.queue) == SNW_OK);
            if (i == 400) CHECK(snw_queue_override(&s.queue, 0.5) == SNW_OK);
            if (i == 450) CHECK(snw_queue_override(&s.queue, 1) == SNW_OK);
            if (i == 700) CHECK(snw_queue_cancel(&s.queue) == SNW_OK);
            snw_move_event event;
            while (snw_queue_event(&s.queue, &event) == SNW_OK) {
            }
        }
    }
    CHECK(allocations == before);
    CHECK(!COUNTING || allocations > 0);
    stand_close(&s);
}

int main(void) {
    RUN(neither_asking_nor_moving_allocates);
    return check_report();
}
