// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// holder CELL BOOK COUNT: opens a book and keeps it open while it teaches COUNT places, one after
// the other where the arm is, and saves after each. Prints a line when the book is open.

#include <stdio.h>
#include <stdlib.h>

#include "sinew/program.h"

int main(int argc, char **argv) {
    if (argc != 4) return 2;
    snw_program p;
    snw_program_options options = snw_program_defaults();
    options.path = argv[1];
    if (snw_failed(snw_program_open(&p, &options, NULL))) return 3;
    if (snw_failed(snw_program_book(&p, argv[2]))) return 4;
    (void)printf("open\n");
    (void)fflush(stdout);
    const int count = atoi(argv[3]);
    for (int i = 0; i < count; i++) {
        char name[16];
        (void)snprintf(name, sizeof name, "taught%d", i);
        snw_frame place;
        snw_equation at;
        if (snw_failed(snw_frame_hold(&place, name, snw_pose_identity(), NULL)) ||
            snw_failed(SNW_POSITION(&at, NULL, "P", &snw_t6, &snw_eq, &place)) ||
            snw_failed(snw_program_teach_named(&p, &place, &at))) {
            (void)fprintf(stderr, "%s: %s\n", p.why.subject, p.why.text);
            return 5;
        }
        if (snw_failed(snw_program_save_book(&p))) {
            (void)fprintf(stderr, "%s: %s\n", p.why.subject, p.why.text);
            return 6;
        }
    }
    return snw_failed(snw_program_close(&p, NULL)) ? 7 : 0;
}
