// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "internal.h"
#include "sinew/parts.h"

static const int64_t CLOSE_NS = 5000000000; // of loop time, for the end of a loop

snw_program_options snw_program_defaults(void) {
    return (snw_program_options){0};
}

static snw_status refuse(snw_diags *diags, snw_status code, const char *subject, const char *text,
                         const char *fix) {
    snw_why why = {0};
    snw_why_set(&why, code, subject, text);
    snw_why_fix(&why, fix);
    snw_diags_add(diags, &why);
    return code;
}

// --- the loop, with a queue ---------------------------------------------------------------------

static bool is_source(const snw_component_entry *entry, const char *arm) {
    const snw_component_functions *functions = snw_component_of(entry->type.type);
    if (functions == NULL || strcmp(entry->member, arm) != 0) return false;
    const snw_stage stage = entry->stage == SNW_STAGE_OWN
                                ? functions->stage
                                : (snw_stage)((int)entry->stage - (int)SNW_STAGE_IN_SENSE);
    return stage == SNW_STAGE_SOURCE;
}

// sources run in the order of the file, so the queue stands first
static snw_status compose(struct snw__program *work, const char *arm, const char *frame) {
    const snw_loop *from = work->station.cell->control.block;
    snw_setup *memory = work->station.memory;
    work->loop = *from;
    snw_component_entry *entries =
        snw_setup_take(memory, ((size_t)from->component_count + 1) * sizeof *entries,
                       _Alignof(snw_component_entry));
    snw_motion *block = snw_block_new(&snw_motion_type, memory);
    if (entries == NULL || block == NULL) return SNW_ERR_MEMORY;
    int count = 1;
    for (int i = 0; i < from->component_count; i++) {
        const snw_component_entry *entry = &from->components[i];
        if (!is_source(entry, arm)) {
            entries[count++] = *entry;
        } else if (entry->type.type == &snw_motion_type) {
            *block = *(const snw_motion *)entry->type.block;
        }
    }
    if (frame != NULL) snw_copy_text(block->frame, sizeof block->frame, frame);
    entries[0] = (snw_component_entry){
        .type = {&snw_motion_type, block}, .divisor = 1, .start = true, .essential = true};
    snw_copy_text(entries[0].name, sizeof entries[0].name, "program");
    snw_copy_text(entries[0].member, sizeof entries[0].member, arm);
    work->loop.components = entries;
    work->loop.component_count = count;
    work->cell = *work->station.cell;
    work->cell.control.block = &work->loop;
    return SNW_OK;
}

static snw_status find_frame(snw_program *program) {
    struct snw__program *work = program->work;
    const snw_motion *motion = work->motion->config;
    const snw_model *model = program->arm->model;
    work->frame = motion->frame[0] != '\0' ? snw_model_find_frame(model, motion->frame) : -1;
    work->link = motion->frame[0] != '\0' ? snw_model_find_link(model, motion->frame)
                                          : program->arm->link[program->arm->count - 1];
    snw_arena arena = {0};
    SNW_IGNORE(snw_kin_init(&work->kin, model, &arena));
    void *memory = snw_setup_take(work->station.memory, arena.needed, SNW_ARENA_ALIGN);
    work->q =
        snw_setup_take(work->station.memory, (size_t)model->nq * sizeof *work->q, _Alignof(double));
    if (memory == NULL || work->q == NULL) return SNW_ERR_MEMORY;
    arena = snw_arena_over(memory, arena.needed);
    return snw_kin_init(&work->kin, model, &arena);
}

static snw_status make_loop(snw_program *program, const snw_program_options *options,
                            snw_diags *diags) {
    struct snw__program *work = program->work;
    const snw_cell *cell = work->station.cell;
    const snw_loop *loop = cell->control.type == &snw_loop_type ? cell->control.block : NULL;
    if (loop == NULL || loop->arm_count == 0) {
        return refuse(diags, SNW_ERR_CHECK, options->path, "the cell has no loop with an arm",
                      "give it <control><loop>");
    }
    const char *arm = options->arm != NULL ? options->arm : loop->arms[0].member;
    snw_status status = compose(work, arm, options->frame);
    snw_exec_options how = snw_exec_defaults();
    how.registry = &work->station.registry;
    if (status == SNW_OK) {
        status = snw_exec_open(&program->exec, &work->cell, &work->station.system, &how, diags);
    }
    if (snw_failed(status)) return status;
    work->motion = snw_exec_find(program->exec, "program");
    if (work->motion == NULL || work->motion->arm == NULL) {
        return refuse(diags, SNW_ERR_UNKNOWN_NAME, arm, "the loop has no such arm",
                      "'sinew cell show' lists them");
    }
    program->arm = work->motion->arm;
    program->queue = snw_motion_queue(work->motion);
    return find_frame(program);
}

// --- running ------------------------------------------------------------------------------------

static void run(void *context) {
    snw_program *program = context;
    struct snw__program *work = program->work;
    snw_run_options options = snw_run_defaults();
    options.real = true;
    options.stop = &work->stop;
    work->run_status = snw_exec_run(program->exec, &options, NULL, NULL, NULL, NULL);
}

// acknowledges and enables the arm, as its drives allow it: two seconds at most
static snw_status enable(snw_program *program, snw_diags *diags) {
    const double end = snw_program_time(program) + 2;
    char path[2 * SNW_NAME], state[64];
    snw_text text = snw_text_over(path, sizeof path);
    snw_text_format(&text, "%s/guard/state", program->arm->name);
    const int arm = snw_exec_find_arm(program->exec, program->arm->name);
    for (int settled = 0; snw_program_time(program) < end;) {
        snw__program_pass(program);
        if (snw_failed(snw_exec_get(program->exec, path, state, sizeof state, NULL))) continue;
        // a few ticks more: then wishes are followed
        if (strcmp(state, "enabled") == 0) {
            if (++settled > 5) return SNW_OK;
            continue;
        }
        SNW_IGNORE(snw_exec_request(program->exec, arm,
                                    strcmp(state, "disabled") == 0 ? SNW_REQUEST_ENABLE
                                                                   : SNW_REQUEST_ACKNOWLEDGE));
    }
    return refuse(diags, SNW_ERR_TIMEOUT, program->arm->name, "the arm cannot be enabled",
                  "'sinew run' shows what stops it");
}

static snw_status begin(snw_program *program, snw_diags *diags) {
    struct snw__program *work = program->work;
    if (work->real) {
        snw_thread_config config = snw_thread_defaults();
        config.name = "program";
        config.run = run;
        config.context = program;
        const snw_status status = snw_thread_open(&work->thread, &config, NULL);
        if (snw_failed(status)) return status;
    }
    const snw_status status = enable(program, diags);
    char path[2 * SNW_NAME];
    for (int i = 0; i < program->arm->count && !snw_failed(status); i++) {
        char value[64];
        snw_text text = snw_text_over(path, sizeof path);
        snw_text_format(&text, "%s/command/q[%d]", program->arm->name, i);
        const snw_status read = snw_exec_get(program->exec, path, value, sizeof value, NULL);
        if (snw_failed(read)) return read;
        SNW_IGNORE(snw_real_parse(value, strlen(value), &work->park[i], NULL));
    }
    return status;
}

snw_status snw_program_open(snw_program *program, const snw_program_options *options,
                            snw_diags *diags) {
    *program = (snw_program){.next = snw_move_defaults()};
    snw_station station;
    snw_status status = snw_station_open(&station, options->path, NULL, diags);
    if (snw_failed(status)) return status;
    struct snw__program *work =
        snw_setup_take(station.memory, sizeof *work, _Alignof(struct snw__program));
    if (work == NULL) {
        snw_station_close(&station);
        return SNW_ERR_MEMORY;
    }
    work->station = station;
    work->station.registry = station.registry;
    work->real = options->real;
    program->work = work;
    status = make_loop(program, options, diags);
    if (!snw_failed(status)) status = begin(program, diags);
    if (snw_failed(status)) SNW_IGNORE(snw_program_close(program, NULL));
    return status;
}

snw_status snw_program_close(snw_program *program, snw_why *why) {
    struct snw__program *work = program->work;
    if (work == NULL) return SNW_OK;
    if (work->thread != NULL) {
        (void)snw_stop_ask(&work->stop, 1);
        SNW_IGNORE(snw_thread_join(work->thread, -1));
    }
    const snw_status status = snw_exec_close(program->exec, CLOSE_NS, why);
    snw_station station = work->station;
    *program = (snw_program){0};
    snw_station_close(&station);
    return status;
}
