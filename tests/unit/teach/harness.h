// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_TEACH_HARNESS_H
#define SINEW_TESTS_TEACH_HARNESS_H

/// A cell running in virtual time, and somebody who talks to it as a pendant does.

#include <string.h>

#include "check.h"
#include "sinew/document.h"
#include "sinew/kinematics.h"
#include "sinew/modelio.h"
#include "sinew/parts.h"
#include "sinew/plant.h"
#include "sinew/shape.h"
#include "sinew/teach.h"
#include "sinew/urdf.h"

// of sinew/task.h, which cannot stand beside sinew/queue.h
snw_status snw_task_register(snw_registry *registry, snw_why *why);

typedef struct harness {
    snw_registry registry;
    snw_setup *setup;
    snw_cell *cell;
    snw_system system;
    snw_exec *exec;
    snw_arm *arm; ///< the first
    void *registry_memory, *system_memory;
    snw_why reasons[32];
    snw_diags diags;
    snw_why why; ///< of the last message
    char answer[SNW_MESSAGE];
} harness;

/// A type of a test's own, registered with the others; NULL for none.
__attribute__((unused)) static const snw_type *harness_type;

#define PANDA_AT "0 -0.785 0 -2.356 0 1.571 0.785"

/// Loose things: a block of 1 kg, 4 cm wide, whose mass is not at its origin.
#define THINGS                                                                                     \
    "<mechanism name=\"thing\"><robot name=\"thing\" floating=\"true\"><links><link "              \
    "name=\"body\"><inertial mass=\"1\" ixx=\"0.0004\" iyy=\"0.0003\" izz=\"0.0005\"><origin "     \
    "xyz=\"0.01 -0.005 0.02\"/></inertial></link></links></robot></mechanism>"
#define THING(name) "<member name=\"" name "\" mechanism=\"thing\"/>"

/// A Panda without friction under computed torque, with all that teaching has.
#define HEAD                                                                                       \
    "<cell name=\"teach\"><mechanisms>"                                                            \
    "<mechanism name=\"panda\" file=\"package://models/panda/panda.xml\"/>" THINGS "</mechanisms>" \
    "<members><member name=\"arm\" mechanism=\"panda\"><origin xyz=\"0.1 -0.2 0.7\" "              \
    "rpy=\"0 0 0.3\"/></member>" THING("near") THING("far")                                        \
        THING("cup") "</members>"                                                                  \
                     "<states><state name=\"ready\"><members><member member=\"arm\"><q>" PANDA_AT  \
                     "</q></member></members></state></states>"                                    \
                     "<control><loop period=\"1 ms\"><arms><arm "                                  \
                     "member=\"arm\"><drive><simulated_arm/></drive>"                              \
                     "</arm></arms><components>"                                                   \
                     "<component name=\"estimate\" "                                               \
                     "member=\"arm\"><type><rate_estimate/></type></component>"                    \
                     "<component name=\"motion\" member=\"arm\"><type><motion "                    \
                     "frame=\"tool\"/></type></component>"
#define TO_MOTION "<peers><peer role=\"motion\" component=\"motion\"/></peers>"
#define POINTS                                                                                     \
    "<component name=\"points\" member=\"arm\"><type><points capacity=\"8\"/></type>" TO_MOTION    \
    "</component>"
#define PATHS                                                                                      \
    "<component name=\"paths\" member=\"arm\"><type><paths capacity=\"3\" records=\"1000\"/>"      \
    "</type>" TO_MOTION "</component>"
#define GUIDING                                                                                    \
    "<component name=\"guiding\" member=\"arm\"><type><guiding><damping>3</damping></guiding>"     \
    "</type>" TO_MOTION "</component>"
#define LAW                                                                                        \
    "<component name=\"law\" member=\"arm\"><type><computed_torque><kp>2500</kp><kd>100</kd>"      \
    "</computed_torque></type></component>"
#define FOLLOW "<component name=\"law\" member=\"arm\"><type><follow/></type></component>"
#define GRIPPER                                                                                    \
    "<component name=\"gripper\" member=\"arm\"><type><gripper frame=\"hand\"><grasp "             \
    "xyz=\"0 0 0.1034\"/></gripper></type><peers><peer role=\"objects\" component=\"objects\"/>"   \
    "</peers></component>"
#define TAIL "</components></loop></control></cell>"

static void *aligned_block(size_t needed, snw_arena *arena) {
    const size_t size = (needed / SNW_ARENA_ALIGN + 1) * SNW_ARENA_ALIGN;
    void *block = aligned_alloc(SNW_ARENA_ALIGN, size);
    CHECK(block != NULL);
    *arena = snw_arena_over(block, size);
    return block;
}

static void open_registry(harness *h) {
    enum { TYPES = 512, COPIES = 64 };
    snw_arena arena = {0};
    SNW_IGNORE(snw_registry_init(&h->registry, TYPES, &arena));
    SNW_IGNORE(snw_registry_reserve_copies(&h->registry, COPIES, &arena));
    h->registry_memory = aligned_block(arena.needed, &arena);
    CHECK(snw_registry_init(&h->registry, TYPES, &arena) == SNW_OK);
    CHECK(snw_registry_reserve_copies(&h->registry, COPIES, &arena) == SNW_OK);
    static snw_status (*const modules[])(snw_registry *, snw_why *) = {
        snw_shape_register, snw_model_register, snw_urdf_register, snw_modelio_register,
        snw_axis_register,  snw_plant_register, snw_exec_register, snw_parts_register,
        snw_task_register,  snw_teach_register};
    for (size_t i = 0; i < sizeof modules / sizeof modules[0]; i++) {
        snw_why why = {0};
        const snw_status status = modules[i](&h->registry, &why);
        if (status != SNW_OK) print_error("%s: %s\n", why.subject, why.text);
        CHECK(status == SNW_OK);
    }
    if (harness_type != NULL) CHECK(snw_registry_add(&h->registry, harness_type, NULL) == SNW_OK);
    snw_registry_freeze(&h->registry);
}

static void tell(const snw_why *why) {
    char line[1024];
    (void)snw_why_sentence(why, line, sizeof line);
    print_error("%s\n", line);
}

/// Opens a cell; `text` NULL reads the file. The status is that of the executive.
static snw_status open_cell(harness *h, const char *path, const char *text) {
    *h = (harness){.setup = snw_setup_create(SNW_DOCUMENT_MEMORY)};
    h->diags = (snw_diags){.items = h->reasons, .capacity = 32};
    open_registry(h);
    const snw_cell_options options = {.registry = &h->registry};
    const snw_source source = {text, text != NULL ? strlen(text) : 0, path,
                               SNW_SOURCE_DIR "/cells"};
    snw_status status = text != NULL
                            ? snw_cell_read(&source, &options, h->setup, &h->cell, &h->diags)
                            : snw_cell_read_file(path, &options, h->setup, &h->cell, &h->diags);
    for (int i = 0; i < h->diags.count && snw_failed(status); i++)
        tell(&h->reasons[i]);
    CHECK(!snw_failed(status));
    snw_arena arena = {0};
    SNW_IGNORE(snw_system_compile(&h->system, h->cell, &arena, NULL));
    h->system_memory = aligned_block(arena.needed, &arena);
    CHECK(!snw_failed(snw_system_compile(&h->system, h->cell, &arena, &h->diags)));
    snw_exec_options how = snw_exec_defaults();
    how.registry = &h->registry;
    h->diags.count = 0;
    status = snw_exec_open(&h->exec, h->cell, &h->system, &how, &h->diags);
    if (!snw_failed(status)) h->arm = snw_exec_arm(h->exec, 0);
    return status;
}

static void close_cell(harness *h) {
    if (h->exec != NULL) CHECK(!snw_failed(snw_exec_close(h->exec, 5000000000, NULL)));
    free(h->registry_memory);
    free(h->system_memory);
    snw_setup_destroy(h->setup);
}

static void run_ticks(harness *h, int count) {
    for (int i = 0; i < count; i++)
        snw_exec_tick(h->exec);
}

/// Acknowledges and enables all arms, as an operator does; a second at most.
static void enable(harness *h) {
    for (int i = 0; i < 1000; i++) {
        int ready = 0;
        for (int a = 0; a < snw_exec_arm_count(h->exec); a++) {
            const snw_stop_state state = snw_exec_guard(h->exec, a)->signals.state;
            ready += state == SNW_ARM_ENABLED;
            if (state == SNW_ARM_ENABLED) continue;
            CHECK(snw_exec_request(h->exec, a,
                                   state == SNW_ARM_DISABLED ? SNW_REQUEST_ENABLE
                                                             : SNW_REQUEST_ACKNOWLEDGE) == SNW_OK);
        }
        if (ready == snw_exec_arm_count(h->exec)) return;
        snw_exec_tick(h->exec);
    }
    CHECK(false);
}

/// A cell of these parts that is open and enabled.
__attribute__((unused)) static void open_ready(harness *h, const char *text) {
    const snw_status status = open_cell(h, "teach.cell.xml", text);
    for (int i = 0; i < h->diags.count && snw_failed(status); i++)
        tell(&h->reasons[i]);
    CHECK(!snw_failed(status));
    enable(h);
    run_ticks(h, 20);
}

/// A message and its answer, in h->answer; ticks pass until it is there.
static snw_status ask(harness *h, const char *component, const char *text) {
    for (int i = 0; i < 60000; i++) {
        h->why = (snw_why){0};
        const snw_status status = snw_exec_message(h->exec, component, text, 0, h->answer, &h->why);
        if (status != SNW_NOTHING_NEW) return status;
        snw_exec_tick(h->exec);
    }
    return SNW_ERR_TIMEOUT;
}

/// The message is done; otherwise its reason is printed.
__attribute__((unused)) static void say(harness *h, const char *component, const char *text) {
    const snw_status status = ask(h, component, text);
    if (snw_failed(status)) {
        print_error("%s %s: ", component, text);
        tell(&h->why);
    }
    CHECK(!snw_failed(status));
}

/// The message is refused with this code, and the reason has a text.
__attribute__((unused)) static void refused(harness *h, const char *component, const char *text,
                                            snw_status code) {
    const snw_status status = ask(h, component, text);
    if (status != code) print_error("%s %s: %d\n", component, text, (int)status);
    CHECK(status == code);
    CHECK(h->why.code == code && h->why.text[0] != '\0');
}

/// What a path says now.
__attribute__((unused)) static const char *shown(harness *h, const char *path) {
    CHECK(!snw_failed(snw_exec_get(h->exec, path, h->answer, sizeof h->answer, &h->why)));
    return h->answer;
}

__attribute__((unused)) static double shown_real(harness *h, const char *path) {
    return strtod(shown(h, path), NULL);
}

/// Ticks until a signal has this value; false after so many.
__attribute__((unused)) static bool wait_for(harness *h, const char *path, const char *value,
                                             int most) {
    for (int i = 0; i < most; i++) {
        if (strcmp(shown(h, path), value) == 0) return true;
        snw_exec_tick(h->exec);
    }
    print_error("%s is %s, not %s\n", path, shown(h, path), value);
    snw_event event;
    while (snw_exec_event(h->exec, &event) == SNW_OK)
        tell(&event.why);
    return false;
}

/// Nothing was held back or stopped.
__attribute__((unused)) static void guard_was_quiet(harness *h) {
    for (int a = 0; a < snw_exec_arm_count(h->exec); a++) {
        const snw_guard_signals *said = &snw_exec_guard(h->exec, a)->signals;
        CHECK(said->stops == 0 && said->clamps == 0 && said->refusals == 0);
    }
}

__attribute__((unused)) static snw_status ask_for_file(void *context, const char *component,
                                                       const char *text, char answer[SNW_MESSAGE],
                                                       snw_why *why) {
    harness *h = context;
    const snw_status status = ask(h, component, text);
    memcpy(answer, h->answer, SNW_MESSAGE);
    if (why != NULL) *why = h->why;
    return status;
}

/// Where a frame of the first arm is for its joints, by a workspace of the test's own.
__attribute__((unused)) static snw_pose frame_at(const harness *h, const char *frame,
                                                 const double *axes) {
    const snw_model *model = h->arm->model;
    snw_kin kin;
    snw_arena arena = {0};
    SNW_IGNORE(snw_kin_init(&kin, model, &arena));
    void *block = aligned_block(arena.needed, &arena);
    CHECK(snw_kin_init(&kin, model, &arena) == SNW_OK);
    CHECK(snw_kin_set_base(&kin, h->arm->T_world_base) == SNW_OK);
    double q[SNW_AXES] = {0};
    snw_arm_to_q(h->arm, axes, q);
    CHECK(snw_kin_update(&kin, q) == SNW_OK);
    const snw_pose pose = snw_kin_frame(&kin, snw_model_find_frame(model, frame));
    free(block);
    return pose;
}

#endif // SINEW_TESTS_TEACH_HARNESS_H
