// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Places are taught once and kept in a book; who runs this again finds them there. Here the arm is
// brought to the places by joints, where a person would lead it by hand.
#include <stdlib.h>

#include "../explain.h"
#include "sinew/program.h"

enum { PLACES = 3 };
static const char *const names[PLACES] = {"feeder", "press", "tray"};
static const double led_to[PLACES][6] = {{0.5, 0.25, 0.33, -0.8, -4, 0.2},
                                         {0.0, 0.22, 0.37, -1.1, -3.8, 0},
                                         {-0.6, 0.2, 0.3, -1.2, -4, -0.2}};

// goes round all places; teaches those that the book does not know. Returns how many it taught
static int round_trip(const char *cell, const char *book, snw_pose *reached) {
    snw_program p;
    snw_program_options options = snw_program_defaults();
    options.path = cell;
    if (snw_failed(snw_program_open(&p, &options, &explain_findings))) exit(unopened());
    snw_frame frames[PLACES];
    snw_equation at[PLACES];
    int taught = 0;
    snw_status status = snw_program_book(&p, book);
    for (int i = 0; i < PLACES && !snw_failed(status); i++) {
        status = snw_frame_hold(&frames[i], names[i], snw_pose_identity(), NULL);
        if (snw_failed(status)) break;
        status = SNW_POSITION(&at[i], NULL, names[i], &snw_t6, &snw_eq, &frames[i]);
        double known[6];
        if (snw_failed(snw_program_book_joints(&p, names[i], known))) {
            status = snw_wait_for(&p, snw_move_joints(&p, led_to[i]), 30);
        }
        if (!snw_failed(status)) status = snw_program_teach_named(&p, &frames[i], &at[i]);
        taught += status == SNW_DONE;
    }
    for (int i = 0; i < PLACES && !snw_failed(status); i++) {
        status = snw_wait_for(&p, snw_move_to(&p, &at[i]), 30);
        reached[i] = snw_program_t6(&p);
    }
    if (!snw_failed(status)) status = snw_program_save_book(&p);
    if (snw_failed(status)) explain_why(&p.why);
    const snw_status closed = snw_program_close(&p, NULL);
    return snw_failed(status) || snw_failed(closed) ? -1 : taught;
}

int main(int argc, char **argv) {
    const char *cell = argc > 1 ? argv[1] : "cells/microbo.cell.xml";
    char book[64];
    (void)snprintf(book, sizeof book, "/tmp/sinew-13-%lld.xml", (long long)snw_clock_now_ns());
    snw_pose first[PLACES], second[PLACES];
    const int taught = round_trip(cell, book, first), again = round_trip(cell, book, second);
    printf("taught %d places, then %d\n", taught, again);
    int good = taught == PLACES && again == 0;
    for (int i = 0; good && i < PLACES; i++)
        good = snw_pose_near(first[i], second[i], 1e-9);
    return finish(remove(book) == 0 && good, SNW_OK);
}
