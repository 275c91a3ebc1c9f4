// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_PROGRAM_CELL_H
#define SINEW_TESTS_PROGRAM_CELL_H

/// Cells of one arm, written for a test, and programs on them. Include it first.

// NOLINTNEXTLINE(bugprone-reserved-identifier): the name by which POSIX is asked for
#define _POSIX_C_SOURCE 200809L

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "sinew/program.h"

typedef struct cell_text {
    const char *model; ///< file below models/
    const char *park;  ///< joints
    const char *arm;   ///< what stands in <arm>
    const char *motion;
    const char *servo; ///< component of the servo stage
    const char *period;
} cell_text;

/// The Microbo at 1 ms, ideal.
__attribute__((unused)) static cell_text cell_defaults(void) {
    const cell_text cell = {.model = "microbo-ecureuil/microbo-ecureuil.xml",
                            .park = "0 0.2 0.3 -1.2 -4 0",
                            .arm = "<drive><ideal_arm/></drive><guard margin=\"0\"/>",
                            .motion = "<motion frame=\"tool\"/>",
                            .servo = "<follow/>",
                            .period = "1 ms"};
    return cell;
}

/// A name in the build folder that no other test has.
__attribute__((unused)) static const char *cell_file(char out[300], const char *leaf) {
    (void)snprintf(out, 300, "%s/program-%d-%s", SNW_BINARY_DIR, (int)getpid(), leaf);
    return out;
}

__attribute__((unused)) static void cell_remove(const char *leaf) {
    char path[300];
    SNW_IGNORE(snw_file_remove(cell_file(path, leaf), NULL));
}

__attribute__((unused)) static snw_status cell_open_with(snw_program *p, const cell_text *cell,
                                                         snw_program_options options,
                                                         snw_diags *diags) {
    char text[4096], path[300];
    (void)snprintf(
        text, sizeof text,
        "<cell xmlns=\"urn:sinew:cell\" name=\"test\"><mechanisms>"
        "<mechanism name=\"m\" file=\"package://models/%s\"/></mechanisms>"
        "<members><member name=\"arm\" mechanism=\"m\"/></members><states><state name=\"park\">"
        "<members><member member=\"arm\"><q>%s</q></member></members></state></states>"
        "<control><loop period=\"%s\"><arms><arm member=\"arm\">%s</arm></arms><components>"
        "<component name=\"move\" member=\"arm\"><type>%s</type></component>"
        "<component name=\"law\" member=\"arm\"><type>%s</type></component>"
        "</components></loop></control></cell>",
        cell->model, cell->park, cell->period, cell->arm, cell->motion, cell->servo);
    CHECK(snw_file_write(cell_file(path, "cell.xml"), text, strlen(text), NULL) == SNW_OK);
    CHECK(setenv("SINEW_PACKAGE_PATH", SNW_SOURCE_DIR, 1) == 0);
    options.path = path;
    const snw_status status = snw_program_open(p, &options, diags);
    CHECK(snw_file_remove(path, NULL) == SNW_OK);
    return status;
}

__attribute__((unused)) static void cell_open(snw_program *p, const cell_text *cell,
                                              snw_program_options options) {
    snw_why found[8];
    snw_diags diags = {.items = found, .capacity = 8};
    const snw_status status = cell_open_with(p, cell, options, &diags);
    for (int i = 0; i < diags.count && snw_failed(status); i++)
        print_error("%s: %s\n", found[i].subject, found[i].text);
    CHECK(!snw_failed(status));
}

__attribute__((unused)) static snw_pose cell_down(double x, double y, double z) {
    const snw_pose T = {{{1, 0, 0}, {0, -1, 0}, {0, 0, -1}}, {x, y, z}};
    return T;
}

/// T6 = a constant frame.
__attribute__((unused)) static void cell_place(snw_frame *frame, snw_equation *equation,
                                               snw_pose pose) {
    CHECK(snw_frame_const(frame, "place", pose, NULL) == SNW_OK);
    CHECK(SNW_POSITION(equation, NULL, "place", &snw_t6, &snw_eq, frame) == SNW_OK);
}

#endif // SINEW_TESTS_PROGRAM_CELL_H
