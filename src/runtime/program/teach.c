// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "internal.h"

snw_status snw_program_teach(snw_program *program, snw_frame *frame, snw_equation *equation) {
    const snw_sample now = {.number = snw_exec_next(program->exec) + 1,
                            .t_ns = snw_exec_time_ns(program->exec)};
    snw_pose value;
    program->why = (snw_why){0};
    const snw_equation_moment moment = {.sample = &now};
    const snw_status status = snw_equation_solve_for(equation, frame, snw_program_t6(program),
                                                     &moment, &value, &program->why);
    return snw_failed(status) ? status : snw_frame_set(frame, value, &program->why);
}

// --- the book -----------------------------------------------------------------------------------

// puts what was taught since the book was read, or saved last, into the file as it is now: places
// that others have changed, renamed or deleted meanwhile stay so
static snw_status put_taught(snw_book *file, snw_setup *setup, void *context, snw_why *why) {
    const struct snw__program *work = context;
    snw_status status = SNW_OK;
    for (int i = work->book_saved; i < work->book->frame_count && !snw_failed(status); i++) {
        const snw_book_entry *entry = &work->book->frames[i];
        status = snw_book_take(file, setup, entry, entry->name, why);
    }
    return status;
}

snw_status snw_program_book(snw_program *program, const char *path) {
    struct snw__program *work = program->work;
    snw_setup *memory = work->site->memory;
    program->why = (snw_why){0};
    if (strlen(path) >= sizeof work->book_path) {
        return snw_refuse(&program->why, SNW_ERR_TOO_LARGE, "book",
                          "the name of the file is too long", NULL);
    }
    snw_diags diags = {.items = &program->why, .capacity = 1};
    snw__lock(program);
    snw_status status = snw_book_load(path, memory, &work->book, &diags);
    if (status == SNW_ERR_NOT_FOUND) {
        program->why = (snw_why){0};
        status = snw_book_new(memory, &work->book, &program->why);
    }
    if (!snw_failed(status)) work->book_saved = work->book->frame_count;
    snw__unlock(program);
    if (snw_failed(status)) {
        work->book = NULL;
        return status;
    }
    snw_copy_text(work->book_path, sizeof work->book_path, path);
    return SNW_OK;
}

static snw_status no_book(snw_program *program) {
    return snw_refuse(&program->why, SNW_ERR_STATE, program->arm->name, "the program has no book",
                      "open one with snw_program_book()");
}

snw_status snw_program_save_book(snw_program *program) {
    struct snw__program *work = program->work;
    program->why = (snw_why){0};
    if (work->book == NULL) return no_book(program);
    const snw_status status = snw_book_change(work->book_path, put_taught, work, &program->why);
    if (!snw_failed(status)) work->book_saved = work->book->frame_count;
    return status;
}

// where the arm is, with the joints, so that the configuration is kept too
static snw_status keep(snw_program *program, const snw_frame *frame) {
    struct snw__program *work = program->work;
    snw_setup *memory = work->site->memory;
    const int count = program->arm->count;
    snw__lock(program);
    snw_status status =
        snw_book_put(work->book, memory, frame->name, snw_frame_value(frame), "", &program->why);
    double *joints = snw_setup_take(memory, (size_t)count * sizeof *joints, _Alignof(double));
    snw__unlock(program);
    if (!snw_failed(status) && joints == NULL) status = SNW_ERR_MEMORY;
    if (snw_failed(status)) return status;
    snw_program_joints(program, joints);
    for (int i = 0; i < work->book->frame_count; i++) {
        snw_book_entry *entry = &work->book->frames[i];
        if (strcmp(entry->name, frame->name) != 0) continue;
        entry->joints = joints;
        entry->joint_count = count;
    }
    return SNW_OK;
}

snw_status snw_program_teach_named(snw_program *program, snw_frame *frame, snw_equation *equation) {
    struct snw__program *work = program->work;
    program->why = (snw_why){0};
    if (work->book == NULL) return no_book(program);
    const snw_book_entry *known = snw_book_find(work->book, frame->name);
    if (known != NULL) return snw_frame_set(frame, known->pose, &program->why);
    snw_status status = snw_program_teach(program, frame, equation);
    if (!snw_failed(status)) status = keep(program, frame);
    return snw_failed(status) ? status : SNW_DONE;
}

snw_status snw_program_book_joints(snw_program *program, const char *name, double *joints) {
    struct snw__program *work = program->work;
    program->why = (snw_why){0};
    if (work->book == NULL) return no_book(program);
    const snw_book_entry *known = snw_book_find(work->book, name);
    if (known == NULL) {
        return snw_refuse(&program->why, SNW_ERR_UNKNOWN_NAME, name, "the book has no such place",
                          NULL);
    }
    if (known->joint_count != program->arm->count) {
        return snw_refuse(&program->why, SNW_ERR_SIZE, name, "the book has no joints for it", NULL);
    }
    memcpy(joints, known->joints, (size_t)known->joint_count * sizeof *joints);
    return SNW_OK;
}
