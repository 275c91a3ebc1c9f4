// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_PARTS_FAULTS_H
#define SINEW_TESTS_PARTS_FAULTS_H

/// A PUMA 560 in a cell of its own, in virtual time, that somebody does harm to. What its drives
/// are told goes to the oracle in every tick. A test component in stage user, "saboteur", stands
/// between the law and the guard and runs the function `sabotage`.

#include <string.h>

#include "check.h"
#include "fault_saboteur.h"
#include "oracle/oracle.h"
#include "sinew/document.h"
#include "sinew/exec.h"
#include "sinew/modelio.h"
#include "sinew/parts.h"
#include "sinew/plant.h"
#include "sinew/shape.h"
#include "sinew/urdf.h"

#define HELPER __attribute__((unused)) static

typedef enum way { HOLD, MOTION, TORQUE, WAYS } way;

enum { SEEDS = 3, MS = 1000000 };

/// What a cell is made of; NULL texts are empty or the usual.
typedef struct setting {
    const char *q;          ///< where the arm begins
    const char *wave;       ///< attributes and children of the source, in place of the usual
    const char *sensor;     ///< attributes of the sensors
    const char *encoders;   ///< their children
    const char *guard;      ///< attributes of the guard
    const char *boxes;      ///< its children
    const char *components; ///< further ones, before the saboteur
    const char *connections;
    uint64_t start_tick;
    bool pair; ///< a second arm beside the first, in its group
} setting;

/// One cell that runs, and what was seen of it.
struct run {
    way how;
    int seed;
    snw_registry registry;
    snw_setup *setup;
    snw_cell *cell;
    snw_system system;
    snw_exec *exec;
    void *registry_memory, *system_memory;
    snw_why reasons[16];
    snw_diags diags;
    snw_arm *arm;
    const snw_guard *guard;
    oracle judge;
    bool loose; ///< the arm cannot be held: only its commands are judged
    int axis;   ///< that has the fault
    int64_t ticks;
    char message[SNW_MESSAGE]; ///< that is on its way to the drive; empty for none
    double before[SNW_AXES];   ///< readings of the tick before
    double speed;              ///< of the arm before the fault
    double mark;               ///< reading of the axis when its fault was seen
    int count;                 ///< for a row's own use
};

static run the_run;

static const char cell_text[] =
    "<cell name=\"cell\"><mechanisms><mechanism name=\"puma560\" "
    "file=\"package://models/puma560-corke/puma560-corke.xml\"/></mechanisms>"
    "<members><member name=\"arm\" mechanism=\"puma560\"/>%s</members>"
    "<states><state name=\"ready\"><members><member member=\"arm\"><q>%s</q></member></members>"
    "</state></states><control><loop period=\"1 ms\" seed=\"%d\"><arms><arm member=\"arm\"><drive>"
    "<simulated_arm step=\"0.001\"><sensor %s><noise>1e-6</noise>%s</sensor><stop_zone>0.005"
    "</stop_zone><stop_stiffness>1e4</stop_stiffness></simulated_arm></drive>"
    "<guard %s>%s</guard></arm>%s</arms><components>"
    "<component name=\"estimate\" member=\"arm\"><type><rate_estimate/></type></component>"
    "%s%s%s<component name=\"saboteur\" member=\"arm\"><type><saboteur/></type></component>"
    "</components>%s</loop></control></cell>";

static const char second_arm[] = "<arm member=\"other\"><drive><simulated_arm/></drive></arm>";

/// Where the arm goes, and what makes it go there, by the way that it is driven.
static const char *const laws[WAYS] = {
    [HOLD] = "<component name=\"law\" member=\"arm\"><type><follow/></type></component>",
    [MOTION] = "<component name=\"law\" member=\"arm\"><type><follow/></type></component>",
    [TORQUE] = "<component name=\"gravity\" member=\"arm\"><type><gravity/></type></component>"
               "<component name=\"law\" member=\"arm\"><type><pd><kp>1000 1500 800 60 60 40</kp>"
               "<kd>120 180 80 5 5 3</kd></pd></type></component>",
};

HELPER const char *or_empty(const char *text) {
    return text != NULL ? text : "";
}

static void write_cell(char *text, size_t size, const setting *s, way how, int seed) {
    char source[512];
    const char *wave = s->wave != NULL ? s->wave
                                       : "<wave frequency=\"0.5\" ramp=\"0.4\" shift=\"0.7\">"
                                         "<amplitude>0.3</amplitude></wave>";
    (void)snprintf(source, sizeof source,
                   "<component name=\"source\" member=\"arm\"><type>%s</type></component>",
                   how == HOLD ? "<hold/>" : wave);
    const char *q = s->q != NULL ? s->q : "0 0.785 -0.785 0.2 0.5 0";
    const int length = snprintf(
        text, size, cell_text, s->pair ? "<member name=\"other\" mechanism=\"puma560\"/>" : "", q,
        seed, or_empty(s->sensor), or_empty(s->encoders), or_empty(s->guard), or_empty(s->boxes),
        s->pair ? second_arm : "", source, laws[how], or_empty(s->components),
        or_empty(s->connections));
    CHECK(length > 0 && (size_t)length < size);
}

HELPER void *aligned_block(size_t needed, snw_arena *arena) {
    const size_t size = (needed / SNW_ARENA_ALIGN + 1) * SNW_ARENA_ALIGN;
    void *block = aligned_alloc(SNW_ARENA_ALIGN, size);
    CHECK(block != NULL);
    *arena = snw_arena_over(block, size);
    return block;
}

static void open_registry(run *r) {
    enum { TYPES = 256, COPIES = 32 };
    snw_arena arena = {0};
    SNW_IGNORE(snw_registry_init(&r->registry, TYPES, &arena));
    SNW_IGNORE(snw_registry_reserve_copies(&r->registry, COPIES, &arena));
    r->registry_memory = aligned_block(arena.needed, &arena);
    CHECK(snw_registry_init(&r->registry, TYPES, &arena) == SNW_OK);
    CHECK(snw_registry_reserve_copies(&r->registry, COPIES, &arena) == SNW_OK);
    static snw_status (*const modules[])(snw_registry *, snw_why *) = {
        snw_shape_register,   snw_model_register, snw_urdf_register,
        snw_modelio_register, snw_axis_register,  snw_plant_register,
        snw_exec_register,    snw_parts_register, saboteur_register};
    for (size_t i = 0; i < sizeof modules / sizeof modules[0]; i++)
        CHECK(modules[i](&r->registry, NULL) == SNW_OK);
    snw_registry_freeze(&r->registry);
}

static void check_opened(const run *r, snw_status status) {
    for (int i = 0; i < r->diags.count && snw_failed(status); i++) {
        char line[1024];
        (void)snw_why_sentence(&r->reasons[i], line, sizeof line);
        print_error("%s\n", line);
    }
    CHECK(!snw_failed(status));
}

/// Opens a cell from its text; the arm is latched, as after power-up.
HELPER void open_text(run *r, const char *text, uint64_t start_tick) {
    const snw_cell_options options = {.registry = &r->registry};
    const snw_source source = {text, strlen(text), "fault.cell.xml", SNW_SOURCE_DIR "/cells"};
    r->setup = snw_setup_create(SNW_DOCUMENT_MEMORY);
    r->diags = (snw_diags){.items = r->reasons, .capacity = 16};
    open_registry(r);
    check_opened(r, snw_cell_read(&source, &options, r->setup, &r->cell, &r->diags));
    snw_arena arena = {0};
    SNW_IGNORE(snw_system_compile(&r->system, r->cell, &arena, NULL));
    r->system_memory = aligned_block(arena.needed, &arena);
    check_opened(r, snw_system_compile(&r->system, r->cell, &arena, &r->diags));
    snw_exec_options how = snw_exec_defaults();
    how.registry = &r->registry;
    how.start_tick = start_tick;
    how.start_ns = (int64_t)start_tick;
    r->diags.count = 0;
    check_opened(r, snw_exec_open(&r->exec, r->cell, &r->system, &how, &r->diags));
    r->arm = snw_exec_arm(r->exec, 0);
    r->guard = snw_exec_guard(r->exec, 0);
    oracle_open(&r->judge, &r->guard->limits);
    sabotaged_run = r;
    sabotage = NULL;
    sabotaged = 0;
    talker_status = SNW_OK;
}

HELPER run *open_run(const setting *s, way how, int seed) {
    static char text[16384];
    run *r = &the_run;
    *r = (run){.how = how, .seed = seed};
    check_seed(seed * WAYS + (int)how + 1);
    write_cell(text, sizeof text, s, how, seed);
    open_text(r, text, s->start_tick);
    r->axis = check_int(0, r->arm->count - 1);
    return r;
}

HELPER void close_run(run *r) {
    sabotage = NULL;
    CHECK(!snw_failed(snw_exec_close(r->exec, 5000000000, NULL)));
    free(r->registry_memory);
    free(r->system_memory);
    snw_setup_destroy(r->setup);
}

HELPER void judge_tick(run *r, double dt) {
    const snw_stop_state state = r->guard->signals.state;
    const bool stopping =
        state == SNW_ARM_STOPPING || state == SNW_ARM_HELD || state == SNW_ARM_LATCHED;
    bool content = oracle_see(&r->judge, &r->arm->command, dt, stopping);
    const snw_plant_signals *truth = snw_exec_drive(r->exec, 0)->signals;
    if (!r->loose) content = oracle_see_arm(&r->judge, truth->q);
    if (!content) print_error("way %d, seed %d: %s\n", r->how, r->seed, r->judge.text);
    CHECK(content);
}

/// One tick, late or after a gap [ns]; the oracle looks at what the drives are told.
HELPER void step_by(run *r, int64_t late_ns, int64_t gap_ns) {
    memcpy(r->before, r->arm->sensed.q, sizeof r->before);
    if (gap_ns > 0) {
        snw_exec_tick_gap(r->exec, gap_ns);
    } else {
        snw_exec_tick_late(r->exec, late_ns);
    }
    r->ticks++;
    // what is late is moved through, time that passes without the loop only up to ten periods
    const int64_t passed_ns = gap_ns <= 10 * (int64_t)MS ? late_ns + gap_ns : late_ns;
    judge_tick(r, 1e-3 * (double)(1 + passed_ns / MS));
    if (r->message[0] == '\0') return;
    char answer[SNW_MESSAGE];
    CHECK(snw_exec_message(r->exec, "arm.drive", r->message, 0, answer, NULL) == SNW_OK);
    r->message[0] = '\0';
}

HELPER void step(run *r) {
    step_by(r, 0, 0);
}

HELPER void steps(run *r, int count) {
    for (int i = 0; i < count; i++)
        step(r);
}

/// A word to the drive, which acts from the next tick on.
HELPER void tell_drive(run *r, const char *text) {
    char answer[SNW_MESSAGE];
    CHECK(r->message[0] == '\0');
    CHECK(snw_exec_message(r->exec, "arm.drive", text, 0, answer, NULL) == SNW_NOTHING_NEW);
    snw_copy_text(r->message, sizeof r->message, text);
}

HELPER snw_stop_state state_of(const run *r) {
    return r->guard->signals.state;
}

HELPER void ask(run *r, snw_request request) {
    CHECK(snw_exec_request(r->exec, -1, request) == SNW_OK);
}

/// As an operator does it: acknowledges, then enables; a second at most.
HELPER void switch_on(run *r) {
    for (int i = 0; i < 1000; i++) {
        bool all = true;
        for (int a = 0; a < snw_exec_arm_count(r->exec); a++) {
            const snw_stop_state state = snw_exec_guard(r->exec, a)->signals.state;
            const bool disabled = state == SNW_ARM_DISABLED;
            all = all && state == SNW_ARM_ENABLED;
            if (state == SNW_ARM_ENABLED) continue;
            SNW_IGNORE(snw_exec_request(r->exec, a,
                                        disabled ? SNW_REQUEST_ENABLE : SNW_REQUEST_ACKNOWLEDGE));
        }
        if (all) return;
        step(r);
    }
    CHECK(false);
}

#endif // SINEW_TESTS_PARTS_FAULTS_H
