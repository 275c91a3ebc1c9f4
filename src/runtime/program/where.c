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
    return snw_setup_take(site->memory, size, SNW_ARENA_ALIGN);
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

snw_arm_status snw__arm_now(snw_program *program) {
    snw_arm_status status;
    const int arm = snw_exec_find_arm(program->exec, program->arm->name);
    SNW_IGNORE(snw_station_look(program->work->site->station, arm, &status));
    return status;
}

snw_status snw__check_homed(snw_program *program) {
    const snw_arm *arm = program->arm;
    const snw_arm_status now = snw__arm_now(program);
    for (int i = 0; i < arm->count; i++) {
        if ((now.status[i] & SNW_AXIS_HOMED) != 0) continue;
        return snw_refuse_rule(&program->why, SNW_ERR_STATE, "homed", snw_arm_axis_name(arm, i),
                               "the axis is not homed: its position is not known",
                               "home the arm first");
    }
    return SNW_OK;
}

snw_status snw__check_ready(snw_program *program) {
    const snw_status homed = snw__check_homed(program);
    if (snw_failed(homed)) return homed;
    if (snw__arm_now(program).power) return SNW_OK;
    return snw_refuse(&program->why, SNW_ERR_STATE, program->arm->name, "the arm has no power",
                      "enable it with snw_program_enable()");
}

// --- where --------------------------------------------------------------------------------------

double snw_program_time(const snw_program *program) {
    return (double)snw__program_now_ns(program->work->site) * 1e-9;
}

void snw_program_joints(snw_program *program, double *joints) {
    const snw_arm_status now = snw__arm_now(program);
    memcpy(joints, now.command, (size_t)program->arm->count * sizeof *joints);
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
