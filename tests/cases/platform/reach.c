// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Sends the first joint of each robot to its upper limit and prints how far from it the commands
// to its drive stayed.
//
//     reach CELLS_FOLDER MODEL...

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sinew/modelio.h"
#include "sinew/parts.h"
#include "sinew/plant.h"
#include "sinew/shape.h"
#include "sinew/urdf.h"

static const char cell_format[] =
    "<cell name='reach'><mechanisms><mechanism name='robot' file='package://models/%s'/>"
    "</mechanisms><members><member name='arm' mechanism='robot'/></members><control><loop>"
    "<arms><arm member='arm'><drive><ideal_arm/></drive></arm></arms><components><component "
    "name='move' member='arm'><type><joint_move speed='1' acceleration='1'/></type></component>"
    "</components></loop></control></cell>";

static _Alignas(SNW_ARENA_ALIGN) unsigned char memory[1 << 21];

// the least distance between the commands and the limit while the arm goes there
static double distance(snw_exec *exec) {
    const snw_arm *arm = snw_exec_arm(exec, 0);
    char words[SNW_MESSAGE], answer[SNW_MESSAGE];
    double least = INFINITY;
    for (int t = 0; t < 20000; t++) {
        if (!arm->follows) {
            SNW_IGNORE(snw_exec_request(exec, 0, SNW_REQUEST_ACKNOWLEDGE));
            SNW_IGNORE(snw_exec_request(exec, 0, SNW_REQUEST_ENABLE));
            snw_text text = snw_text_over(words, sizeof words);
            snw_text_format(&text, "move %.17g", arm->limits.upper[0]);
            for (int i = 1; i < arm->count; i++)
                snw_text_format(&text, " %.17g", arm->estimate.q[i]);
        } else {
            SNW_IGNORE(snw_exec_message(exec, "move", words, 0, answer, NULL));
        }
        snw_exec_tick(exec);
        least = fmin(least, arm->limits.upper[0] - arm->command.q[0]);
    }
    return least;
}

static int reach(const char *folder, const char *model) {
    char text[2048];
    (void)snprintf(text, sizeof text, cell_format, model);
    snw_arena arena = snw_arena_over(memory, sizeof memory);
    snw_registry registry;
    snw_setup *setup = snw_setup_create(SNW_DOCUMENT_MEMORY);
    snw_why why = {0};
    snw_diags diags = {.items = &why, .capacity = 1};
    snw_status (*const modules[])(snw_registry *, snw_why *) = {
        snw_shape_register, snw_model_register, snw_urdf_register, snw_modelio_register,
        snw_axis_register,  snw_plant_register, snw_exec_register, snw_parts_register};
    snw_status status = snw_registry_init(&registry, 256, &arena);
    if (status == SNW_OK) status = snw_registry_reserve_copies(&registry, 32, &arena);
    for (size_t i = 0; i < sizeof modules / sizeof modules[0] && status == SNW_OK; i++)
        status = modules[i](&registry, &why);
    const snw_source source = {text, strlen(text), "reach.cell.xml", folder};
    const snw_cell_options reading = {.registry = &registry};
    snw_exec_options options = snw_exec_defaults();
    options.registry = &registry;
    snw_cell *cell = NULL;
    snw_system system;
    snw_exec *exec = NULL;
    if (!snw_failed(status)) status = snw_cell_read(&source, &reading, setup, &cell, &diags);
    if (!snw_failed(status)) status = snw_system_compile(&system, cell, &arena, &diags);
    if (!snw_failed(status)) status = snw_exec_open(&exec, cell, &system, &options, &diags);
    if (snw_failed(status)) {
        fprintf(stderr, "%s: %s: %s\n", model, why.subject, why.text);
        return 1;
    }
    printf("%s %.3f\n", model, distance(exec));
    SNW_IGNORE(snw_exec_close(exec, 1000000000, NULL));
    snw_setup_destroy(setup);
    return 0;
}

int main(int argc, char **argv) {
    int failed = argc < 3;
    for (int i = 2; i < argc; i++)
        failed += reach(argv[1], argv[i]);
    return failed == 0 ? 0 : 1;
}
