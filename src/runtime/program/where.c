// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"

const snw_vec3 snw_x_unit = {1, 0, 0}, snw_y_unit = {0, 1, 0}, snw_z_unit = {0, 0, 1};
const snw_frame snw_unit = {.name = "unit",
                            .kind = SNW_FRAME_CONST,
                            .set = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0, 0}},
                            .now = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0, 0}}};

static void *take(snw__site *site, size_t size) {
    return snw_setup_take(site->station.memory, size, SNW_ARENA_ALIGN);
}

// kinematics of an arm's T6, in memory that lives as long as the cell
static snw_status make_kin(snw__site *site, const snw_model *model, snw_kin *kin, double **q) {
    snw_arena arena = {0};
    SNW_IGNORE(snw_kin_init(kin, model, &arena));
    void *memory = take(site, arena.needed);
    *q = take(site, (size_t)model->nq * sizeof **q);
    if (memory == NULL || *q == NULL) return SNW_ERR_MEMORY;
    arena = snw_arena_over(memory, arena.needed);
    return snw_kin_init(kin, model, &arena);
}

snw_status snw__where_init(snw_program *program) {
    struct snw__program *work = program->work;
    const snw_motion *motion = work->motion->config;
    const snw_model *model = program->arm->model;
    const bool named = motion->frame[0] != '\0';
    work->frame = named ? snw_model_find_frame(model, motion->frame) : -1;
    work->link = named ? snw_model_find_link(model, motion->frame)
                       : program->arm->link[program->arm->count - 1];
    snw_arena arena = {0};
    SNW_IGNORE(snw_ring_init(&work->told, SNW_PROGRAM_TEXT, SNW_PROGRAM_TEXTS, &arena));
    void *memory = take(work->site, arena.needed);
    if (memory == NULL) return SNW_ERR_MEMORY;
    arena = snw_arena_over(memory, arena.needed);
    snw_status status = snw_ring_init(&work->told, SNW_PROGRAM_TEXT, SNW_PROGRAM_TEXTS, &arena);
    if (snw_failed(status)) return status;
    return make_kin(work->site, model, &work->kin, &work->q);
}

// --- images -------------------------------------------------------------------------------------

// one number of the arm, as services see it
static snw_status read_axis(snw_program *program, const char *what, int axis, double *value) {
    char path[2 * SNW_NAME], found[64];
    snw_text text = snw_text_over(path, sizeof path);
    snw_text_format(&text, "%s/%s[%d]", program->arm->name, what, axis);
    const snw_status status = snw_exec_get(program->exec, path, found, sizeof found, NULL);
    return snw_failed(status) ? status : snw_real_parse(found, strlen(found), value, NULL);
}

snw_status snw__read_axes(snw_program *program, const char *what, double *values) {
    const snw_arm *arm = program->arm;
    snw_status status = SNW_OK;
    // in virtual time nothing runs beside this thread
    if (!program->work->site->real) {
        const bool told = strcmp(what, "command/q") == 0;
        memcpy(values, told ? arm->command.q : arm->sensed.q, (size_t)arm->count * sizeof *values);
        return SNW_OK;
    }
    snw__lock(program);
    for (int i = 0; i < arm->count && !snw_failed(status); i++)
        status = read_axis(program, what, i, &values[i]);
    snw__unlock(program);
    return status;
}

snw_status snw__check_homed(snw_program *program) {
    const snw_arm *arm = program->arm;
    for (int i = 0; i < arm->count; i++) {
        uint32_t bits = 0;
        if (!program->work->site->real) {
            bits = arm->sensed.status[i];
        } else {
            double value = 0;
            snw__lock(program);
            const snw_status status = read_axis(program, "sensed/status", i, &value);
            snw__unlock(program);
            bits = snw_failed(status) ? 0 : (uint32_t)value;
        }
        if ((bits & SNW_AXIS_HOMED) != 0) continue;
        snw_why_set(&program->why, SNW_ERR_STATE, snw_arm_axis_name(arm, i),
                    "the axis is not homed: where it is is not known");
        snw_why_rule(&program->why, "homed");
        snw_why_fix(&program->why, "home the arm first");
        return SNW_ERR_STATE;
    }
    return SNW_OK;
}

snw_status snw__check_ready(snw_program *program) {
    const snw_status homed = snw__check_homed(program);
    if (snw_failed(homed)) return homed;
    char path[2 * SNW_NAME], state[64];
    bool enabled = false;
    if (!program->work->site->real) {
        enabled = program->arm->command.enable;
    } else {
        snw_text text = snw_text_over(path, sizeof path);
        snw_text_format(&text, "%s/guard/state", program->arm->name);
        snw__lock(program);
        const snw_status read = snw_exec_get(program->exec, path, state, sizeof state, NULL);
        snw__unlock(program);
        enabled = !snw_failed(read) && strcmp(state, "disabled") != 0;
    }
    if (enabled) return SNW_OK;
    snw_why_set(&program->why, SNW_ERR_STATE, program->arm->name, "the arm has no power");
    snw_why_fix(&program->why, "snw_program_enable() gives it");
    return SNW_ERR_STATE;
}

// --- where --------------------------------------------------------------------------------------

double snw_program_time(const snw_program *program) {
    return (double)snw__now_ns(program->work->site) * 1e-9;
}

void snw_program_joints(snw_program *program, double *joints) {
    SNW_IGNORE(snw__read_axes(program, "command/q", joints));
}

static snw_pose hand_at(const snw_arm *arm, const struct snw__program *of, snw_kin *kin, double *q,
                        const double *axes) {
    snw_arm_to_q(arm, axes, q);
    if (snw_failed(snw_kin_update(kin, q))) return snw_pose_identity();
    return of->frame >= 0 ? snw_kin_frame(kin, of->frame) : kin->T_world_link[of->link];
}

snw_pose snw_program_t6(snw_program *program) {
    struct snw__program *work = program->work;
    double axes[SNW_AXES] = {0};
    snw_program_joints(program, axes);
    return hand_at(program->arm, work, &work->kin, work->q, axes);
}

// --- links --------------------------------------------------------------------------------------

// the arm of another program, as a frame
typedef struct link_frame {
    struct snw__program *of;
    const snw_arm *arm;
    snw_queue *queue;
    snw_kin kin;
    double *q;
} link_frame;

// The set-point that the other arm has in this very sample: its queue gives the same one again to
// whoever asks, so it does not matter whose component runs first.
static snw_status link_value(const snw_sample *sample, void *context, snw_pose *value) {
    link_frame *link = context;
    const snw_arm *arm = link->arm;
    snw_arm_target target;
    const double *axes = arm->command.enable ? arm->command.q : arm->estimate.q;
    if (arm->follows && !arm->taken) {
        const snw_status status = snw_queue_step(link->queue, sample, &target);
        if (snw_failed(status)) return status;
        axes = target.q;
    }
    *value = snw_pose_mul(arm->T_world_base, hand_at(arm, link->of, &link->kin, link->q, axes));
    return SNW_OK;
}

snw_status snw_program_link(snw_program *program, snw_frame *frame, const char *name) {
    snw__site *site = program->work->site;
    program->why = (snw_why){0};
    link_frame *link = take(site, sizeof *link);
    if (link == NULL) return SNW_ERR_MEMORY;
    *link = (link_frame){.of = program->work, .arm = program->arm, .queue = program->queue};
    const snw_status status = make_kin(site, program->arm->model, &link->kin, &link->q);
    if (snw_failed(status)) return status;
    return snw_frame_functional(frame, name, link_value, link, &program->why);
}
