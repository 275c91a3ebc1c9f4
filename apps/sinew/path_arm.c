// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "path_arm.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// --- the arm ------------------------------------------------------------------------------------

static snw_status find_arm(path_arm *a, const cli_values *values, snw_why *why) {
    const char *name = cli_text(values, "member");
    const int count = snw_exec_arm_count(a->exec);
    int index = name != NULL ? snw_exec_find_arm(a->exec, name) : count == 1 ? 0 : -1;
    if (index < 0 && name != NULL) {
        return snw_refuse(why, SNW_ERR_USAGE, name, "the cell has no such arm", NULL);
    }
    if (index < 0) {
        snw_why_set(why, SNW_ERR_USAGE, a->cell.path, "the cell does not have exactly one arm");
        snw_why_add(why, "arms", count, "");
        snw_why_fix(why, "name one with --member");
        return SNW_ERR_USAGE;
    }
    a->arm = snw_exec_arm(a->exec, index);

    // simulated arms say where they begin
    snw_drive *drive = snw_exec_drive(a->exec, index);
    const snw_drive_functions *functions = snw_drive_of(drive->type);
    snw_arm_sensed sensed;
    memset(&sensed, 0, sizeof sensed);
    if (functions != NULL) SNW_IGNORE(functions->sense(drive, 0, &sensed));
    memcpy(a->q0, sensed.q, sizeof a->q0);
    return SNW_OK;
}

static snw_status take_q0(path_arm *a, const cli_values *values, snw_why *why) {
    int count = 0;
    const double *q = cli_reals(values, "q0", &count);
    if (count == 0) return SNW_OK;
    if (count != a->arm->count) {
        snw_why_set(why, SNW_ERR_USAGE, "q0", "the arm has a different number of axes");
        snw_why_add(why, "axes", a->arm->count, "");
        return SNW_ERR_USAGE;
    }
    memcpy(a->q0, q, sizeof *q * (size_t)count);
    return SNW_OK;
}

snw_status path_arm_open(path_arm *a, const char *word, const snw_registry *registry,
                         const cli_values *values, cli_io *io, snw_why *why) {
    *a = (path_arm){.exec = NULL};
    snw_status status = cell_take(&a->cell, word, registry, values, io, why);
    if (snw_failed(status)) return status;
    if (a->cell.cell->control.type != &snw_loop_type) {
        snw_why_set(why, SNW_ERR_UNSUPPORTED, a->cell.path,
                    "the cell has no loop that drives arms");
        status = model_status(SNW_ERR_UNSUPPORTED);
    } else {
        snw_exec_options options = snw_exec_defaults();
        options.registry = registry;
        options.simulate_all = true;
        const int told = a->cell.diags.count;
        status = snw_exec_open(&a->exec, a->cell.cell, &a->cell.system, &options, &a->cell.diags);
        if (snw_failed(status) && a->cell.diags.count > told) *why = a->cell.diags.items[told];
        if (snw_failed(status) && why->code == SNW_OK) {
            snw_why_set(why, status, a->cell.path, NULL);
        }
    }
    if (!snw_failed(status)) status = find_arm(a, values, why);
    if (!snw_failed(status)) status = take_q0(a, values, why);
    if (snw_failed(status)) path_arm_close(a);
    return status;
}

void path_arm_close(path_arm *a) {
    if (a->exec != NULL) SNW_IGNORE(snw_exec_close(a->exec, 0, NULL));
    snw_cell_close(&a->cell);
    a->exec = NULL;
}

void path_arm_limits(const snw_arm *arm, snw_profile_limits limits[SNW_AXES]) {
    const snw_arm_limits *l = &arm->limits;
    for (int i = 0; i < arm->count; i++) {
        const double v = l->velocity[i], a = fmin(l->acceleration[i], l->deceleration[i]);
        limits[i] = (snw_profile_limits){-v, v, -a, a, l->jerk[i]};
    }
}

// --- poses --------------------------------------------------------------------------------------

/// The arm's queue of moves: it knows how a straight line is followed.
typedef struct follower {
    const path_arm *a;
    snw_queue queue;
    void *memory;
    double q[SNW_AXES]; // where it is
} follower;

static snw_status open_follower(follower *f, const path_arm *a, const cli_values *values,
                                snw_why *why) {
    *f = (follower){.a = a};
    memcpy(f->q, a->q0, sizeof f->q);
    const snw_model *model = a->arm->model;
    const char *name = cli_text(values, "frame");
    model_frame at = {.link = model->link_count - 1, .frame = -1};
    if (name == NULL && snw_model_find_frame(model, "tool") >= 0) name = "tool";
    if (name != NULL) {
        const snw_status status = model_find_frame(model, name, &at, why);
        if (snw_failed(status)) return status;
    }
    const snw_queue_config config = snw_queue_config_defaults(at.link, at.frame);
    snw_arena arena = {0};
    SNW_IGNORE(snw_queue_init(&f->queue, a->arm, &config, f->q, &arena));
    f->memory = model_block(arena.needed, &arena, why);
    if (f->memory == NULL) return SNW_ERR_MEMORY;
    const snw_status status = snw_queue_init(&f->queue, a->arm, &config, f->q, &arena);
    if (snw_failed(status)) snw_why_set(why, status, "frame", "the arm cannot be moved there");
    return status;
}

// the way out for what a line meets
static const char *way_out(const char *rule) {
    if (strcmp(rule, "unreachable") == 0) return "move the path nearer to the arm";
    if (strcmp(rule, "limit") == 0) {
        return "use another start configuration with --q0, or turn the tool";
    }
    return "move the tool around that pose, or use another start configuration with --q0";
}

// To a pose, from where it is: anyhow, or with `from` in a straight line in h seconds. `*part` is
// where on the line it fails.
static snw_status follow(follower *f, const snw_pose *from, snw_pose T, double h, double *part,
                         snw_why *why) {
    snw_frame frame;
    snw_equation equation;
    snw_status status = snw_frame_const(&frame, "record", T, why);
    if (status == SNW_OK) {
        status = SNW_POSITION(&equation, why, "record", &snw_t6, &snw_eq, &frame, &snw_tl, &snw_t6);
    }
    if (snw_failed(status)) return status;
    snw_move move = snw_move_defaults();
    move.equation = &equation;
    snw_move_report report = {.place = 0};
    if (from != NULL) {
        // as fast as the path has it
        const snw_twist way = snw_pose_difference(*from, T);
        move.mode = SNW_MOVE_CARTESIAN;
        move.speed = fmin(snw_vec3_norm(way.lin) / h, 1e6);
        move.turn = fmin(snw_vec3_norm(way.ang) / h, 1e6);
    }
    status = snw_queue_check(&f->queue, &move, f->q, &report, why);
    *part = report.place;
    if (status == SNW_OK) memcpy(f->q, report.joints, sizeof f->q);
    return status;
}

static snw_status tell_failure(snw_why *why, snw_status status, double t, int record) {
    why->number_count = 0;
    snw_why_add(why, "t", t, "s");
    snw_why_add(why, "record", record, "");
    snw_why_fix(why, way_out(why->rule));
    return status;
}

static snw_status follow_all(follower *f, const path_input *file, path_input *joints,
                             snw_why *why) {
    const snw_path *path = &file->path;
    for (int k = 0; k < path->count; k++) {
        const double t = 1e-9 * (double)(path->times[k] - path->times[0]);
        const double h = k > 0 ? 1e-9 * (double)(path->times[k] - path->times[k - 1]) : 0;
        double part = 0;
        const snw_pose *T = &path->poses[k];
        snw_status status = follow(f, k > 0 ? T - 1 : NULL, *T, h, &part, why);
        if (snw_failed(status)) return tell_failure(why, status, t - (1 - part) * h, k);
        status = snw_path_add(&joints->path, path->times[k], f->q, NULL);
        if (snw_failed(status)) {
            return snw_refuse(why, status, "path", NULL, NULL);
        }
    }
    return SNW_OK;
}

static snw_status from_poses(const path_arm *a, const path_input *file, const cli_values *values,
                             path_input *joints, snw_why *why) {
    follower f;
    snw_status status = open_follower(&f, a, values, why);
    if (!snw_failed(status)) status = follow_all(&f, file, joints, why);
    free(f.memory);
    return status;
}

static snw_status from_scalars(const path_input *file, path_input *joints, snw_why *why) {
    const snw_path *path = &file->path;
    snw_status status = SNW_OK;
    for (int k = 0; k < path->count && !snw_failed(status); k++) {
        const double *q = path->scalars + (ptrdiff_t)k * path->config.scalars;
        status = snw_path_add(&joints->path, path->times[k], q, NULL);
    }
    if (snw_failed(status)) snw_why_set(why, status, "path", NULL);
    return status;
}

snw_status path_arm_joints(const path_arm *a, const path_input *file, const cli_values *values,
                           path_input *joints, snw_why *why) {
    const int axes = a->arm->count, scalars = file->path.config.scalars;
    const bool direct = scalars == axes, led = scalars == 0 && file->path.config.poses == 1;
    if (!direct && !led) {
        snw_why_set(why, SNW_ERR_SIZE, "path", "has neither the joints of the arm nor one pose");
        snw_why_add(why, "scalars", scalars, "");
        snw_why_add(why, "poses", file->path.config.poses, "");
        snw_why_add(why, "axes", axes, "");
        snw_why_fix(why, "choose the columns with --signal");
        return model_status(SNW_ERR_SIZE);
    }
    snw_status status = path_like(joints, file, axes, 0, file->path.count, why);
    if (snw_failed(status)) return status;
    joints->path.config.spacing_ns = 0;
    for (int i = 0; i < axes; i++) {
        const bool turns = a->arm->model->links[a->arm->link[i]].joint != SNW_JOINT_PRISMATIC;
        snw_copy_text(joints->names[i], PATH_NAME, snw_arm_axis_name(a->arm, i));
        snw_copy_text(joints->units[i], PATH_NAME, turns ? "rad" : "m");
    }
    status = direct ? from_scalars(file, joints, why) : from_poses(a, file, values, joints, why);
    if (!snw_failed(status)) status = snw_path_smooth(&joints->path);
    if (snw_failed(status)) path_close(joints);
    return status;
}
