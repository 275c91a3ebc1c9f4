// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "motion_internal.h"
#include "sinew/exec/state.h"

// What others ask of a component "motion", in the loop: moves of components and of commands.

// its queue has one thread that asks
static snw_status check_program(const snw_component *self, snw_why *why) {
    const snw__motion_part *m = self->work;
    if (!m->taken) return SNW_OK;
    return snw_refuse(why, SNW_ERR_STATE, self->arm->name, "a program moves the arm",
                      "end the program");
}

static snw_status check_ready(const snw_component *self, snw_why *why) {
    const snw__motion_part *m = self->work;
    snw_status status = check_program(self, why);
    if (!snw_failed(status)) status = snw__parts_check_free(self->arm, why);
    if (snw_failed(status)) return status;
    if (m->lent) {
        return snw_refuse(why, SNW_ERR_STATE, self->arm->name, "the arm is guided by hand",
                          "end the guiding first");
    }
    if (!m->play.runs) return SNW_OK;
    return snw_refuse(why, SNW_ERR_STATE, self->name, "a recorded path is playing",
                      "wait for its end, or stop it");
}

// --- goals --------------------------------------------------------------------------------------

static snw__motion_goal *free_goal(snw__motion_part *m) {
    for (int i = 0; i < SNW__MOTION_GOALS; i++) {
        if (snw_equation_release(&m->goals[i].equation, NULL) == SNW_OK) return &m->goals[i];
    }
    return NULL;
}

// the goal of a move to a pose
static snw_status to_pose(snw_component *self, snw_pose pose, snw_move *move, snw_why *why) {
    snw__motion_goal *goal = free_goal(self->work);
    if (goal == NULL) {
        return snw_refuse(why, SNW_ERR_FULL, self->name, "too many goals wait",
                          "wait until some of these motions have ended");
    }
    snw_status status = snw_frame_const(&goal->frame, "goal", pose, why);
    const snw_frame *const terms[] = {&snw_t6, &snw_eq, &goal->frame};
    if (status == SNW_OK) status = snw_equation_init(&goal->equation, "goal", terms, 3, why);
    move->equation = &goal->equation;
    return status;
}

// "MEMBER" or "MEMBER/FRAME" of the cell: the member, and its frame; -1 for no such member or frame
static int find_in_cell(const snw_exec *exec, const char *name, const snw_model_frame **frame) {
    const snw_system *system = snw_exec_system(exec);
    const size_t length = strcspn(name, "/");
    for (int i = 0; system != NULL && i < system->member_count; i++) {
        const char *other = system->members[i].name;
        if (strlen(other) != length || strncmp(other, name, length) != 0) continue;
        // the root stands behind the frames, as all links do
        const snw_model *model = system->members[i].model;
        const int number = name[length] == '/' ? snw_model_find_frame(model, name + length + 1)
                                               : model->frame_count;
        *frame = number >= 0 ? &model->frames[number] : NULL;
        return number >= 0 ? i : -1;
    }
    return -1;
}

static bool is_fixed_frame(const char *name) {
    return name[0] == '\0' || strcmp(name, "world") == 0 || strcmp(name, "base") == 0 ||
           strcmp(name, "tool") == 0;
}

bool snw__motion_has_frame(const snw_component *self, const char *name) {
    const snw_model_frame *unused;
    return is_fixed_frame(name) || snw_model_find_frame(self->arm->model, name) >= 0 ||
           find_in_cell(self->exec, name, &unused) >= 0;
}

// the pose of a frame in the arm's base, of one that is there
static snw_pose find_frame(const snw_component *self, const char *name) {
    const snw__motion_part *m = self->work;
    if (strcmp(name, "base") == 0) return snw_pose_identity();
    // these kinematics stand at the base
    if (strcmp(name, "tool") == 0) {
        return m->frame >= 0 ? snw_kin_frame(&m->kin, m->frame) : m->kin.T_world_link[m->link];
    }
    if (is_fixed_frame(name)) return snw_pose_inverse(self->arm->T_world_base);
    const int own = snw_model_find_frame(self->arm->model, name);
    if (own >= 0) return snw_kin_frame(&m->kin, own);
    const snw_model_frame *frame = NULL;
    const int member = find_in_cell(self->exec, name, &frame);
    const snw_pose link = snw_system_link_pose(snw_exec_system(self->exec),
                                               snw_exec_state(self->exec), member, frame->link);
    return snw_pose_inverse_mul(self->arm->T_world_base, snw_pose_mul(link, frame->T_link_frame));
}

static snw_status to_numbers(snw_component *self, const char *in, const double n[7], snw_move *move,
                             snw_why *why) {
    snw_quat turn;
    const snw_status status = snw_quat_set(&turn, n[6], n[3], n[4], n[5]);
    if (snw_failed(status)) {
        return snw_refuse(why, status, self->name, "the quaternion is not a rotation",
                          "give x y z w, of a length other than 0");
    }
    if (!snw__motion_has_frame(self, in)) {
        return snw_refuse(why, SNW_ERR_UNKNOWN_NAME, in, "there is no such frame",
                          "use world, base, tool, or a frame of the arm or of the cell");
    }
    const snw_pose pose = snw_pose_of(snw_quat_to_mat3(turn), snw_vec3_of(n[0], n[1], n[2]));
    return to_pose(self, snw_pose_mul(find_frame(self, in), pose), move, why);
}

static snw_status to_name(snw_component *self, const char *name, snw_move *move, snw_why *why) {
    const snw__motion_part *m = self->work;
    for (int i = 0; i < m->place_count; i++) {
        const snw__motion_place *place = &m->places[i];
        if (strcmp(place->name, name) != 0) continue;
        const bool joints = move->mode == SNW_MOVE_JOINT && place->joint_count == self->arm->count;
        if (!joints) return to_pose(self, place->pose, move, why);
        memcpy(move->joints, place->joints, sizeof move->joints);
        return SNW_OK;
    }
    const bool some = m->place_count > 0;
    return snw_refuse(why, SNW_ERR_UNKNOWN_NAME, name,
                      some ? "the book has no such place" : "the motion has no book",
                      some ? "use a name from the book of the motion"
                           : "give the motion a book of places");
}

// joints or a pose, by the numbers; or a place of the book
static snw_status take_goal(snw_component *self, const snw__goal_order *order, snw_move *move,
                            snw_why *why) {
    move->mode = order->line ? SNW_MOVE_CARTESIAN : SNW_MOVE_JOINT;
    if (order->name[0] != '\0') return to_name(self, order->name, move, why);
    if (order->count != (order->line ? 7 : self->arm->count)) {
        return snw_refuse(
            why, SNW_ERR_SIZE, self->name,
            order->line ? "a line needs x y z and a quaternion x y z w"
                        : "a goal has one number for each axis",
            order->line ? "give seven numbers, or a name from the book"
                        : "give as many numbers as the arm has axes, or a name from the book");
    }
    if (order->line) return to_numbers(self, order->in, order->numbers, move, why);
    memcpy(move->joints, order->numbers, sizeof move->joints);
    return SNW_OK;
}

// An arm that is inside of a box is led out of it in the space of its joints: there each of them
// goes where it is commanded to, and a line may lead deeper.
static snw_status check_box(snw_component *self, snw_why *why) {
    const snw_world_volume *box = snw__component_box(self);
    if (box == NULL) return SNW_OK;
    const bool space = box->kind == SNW_VOLUME_SPACE;
    return snw_refuse_rule(why, SNW_ERR_STATE, "inside-box", box->name,
                           space ? "the arm is outside of its space, so it cannot move in a line"
                                 : "the arm is inside of this box, so it cannot move in a line",
                           "move it out by its joints first");
}

static snw_status begin_move(snw_component *self, const snw__goal_order *order, int64_t *id,
                             snw_why *why) {
    snw__motion_part *m = self->work;
    const snw_motion *config = self->config;
    snw_status status = check_ready(self, why);
    if (snw_failed(status)) return status;
    snw_move move = snw_move_defaults();
    move.only_at_rest = config->only_at_rest;
    status = take_goal(self, order, &move, why);
    if (!snw_failed(status) && order->line) status = check_box(self, why);
    return snw_failed(status) ? status : snw_queue_move(&m->queue, &move, id, why);
}

// --- for components -----------------------------------------------------------------------------

snw_status snw_motion_move(snw_component *component, const double *q, int64_t *id, snw_why *why) {
    snw__goal_order order = {.count = component->arm->count};
    memcpy(order.numbers, q, (size_t)order.count * sizeof *q);
    return begin_move(component, &order, id, why);
}

snw_status snw_motion_line(snw_component *component, const double pose[7], int64_t *id,
                           snw_why *why) {
    snw__goal_order order = {.line = true, .in = "base", .count = 7};
    memcpy(order.numbers, pose, 7 * sizeof *pose);
    return begin_move(component, &order, id, why);
}

snw_status snw_motion_cancel(snw_component *component, snw_why *why) {
    snw__motion_part *m = component->work;
    const snw_status status = check_program(component, why);
    return snw_failed(status) ? status : snw_queue_cancel(&m->queue);
}

snw_status snw_motion_pause(snw_component *component, snw_why *why) {
    snw__motion_part *m = component->work;
    const snw_status status = check_program(component, why);
    return snw_failed(status) ? status : snw_queue_pause(&m->queue);
}

snw_status snw_motion_resume(snw_component *component, snw_why *why) {
    snw__motion_part *m = component->work;
    const snw_status status = check_program(component, why);
    return snw_failed(status) ? status : snw_queue_resume(&m->queue);
}

snw_status snw_motion_override(snw_component *component, double part, snw_why *why) {
    snw__motion_part *m = component->work;
    snw_status status = check_program(component, why);
    if (snw_failed(status)) return status;
    status = snw_queue_override(&m->queue, part);
    if (snw_failed(status)) {
        snw_why_set(why, status, component->name, "the override is not from 0 to 2");
        snw_why_add(why, "part", part, "");
        snw_why_fix(why, "write override 0.5");
    }
    return status;
}

// What is paused stands and waits for somebody with a right to resume it.
snw_status snw__motion_revoke(snw_component *self) {
    const snw__motion_part *m = self->work;
    const snw__motion_signals *shown = self->signals;
    if (shown->paused || m->left_id <= shown->ended) return SNW_NOTHING_NEW;
    return snw_failed(snw_motion_cancel(self, NULL)) ? SNW_NOTHING_NEW : SNW_OK;
}

snw_motion_state snw_motion_status(const snw_component *component) {
    const snw__motion_signals *shown = component->signals;
    return (snw_motion_state){.id = shown->id,
                              .ended = shown->ended,
                              .code = shown->code,
                              .moving = shown->moving,
                              .override = shown->override};
}

snw_status snw_motion_lend(snw_component *component, snw_why *why) {
    snw__motion_part *m = component->work;
    const snw_status status = check_ready(component, why);
    if (snw_failed(status)) return status;
    const snw__motion_signals *shown = component->signals;
    if (shown->moving || shown->waiting > 0) {
        return snw_refuse(why, SNW_ERR_STATE, component->arm->name, "the arm is moving",
                          "stop it first");
    }
    m->lent = true;
    return SNW_OK;
}

void snw_motion_lend_later(snw_component *component) {
    ((snw__motion_part *)component->work)->lend_later = true;
}

void snw_motion_return(snw_component *component, const double *q) {
    snw__motion_part *m = component->work;
    if (!m->lent) return;
    m->lent = false;
    SNW_IGNORE(snw_queue_place(&m->queue, q));
}

bool snw_motion_is_lent(const snw_component *component) {
    return ((const snw__motion_part *)component->work)->lent;
}

// --- commands -----------------------------------------------------------------------------------

// The number of its move is in the answer: the same block comes again until the move has ended.
snw_status snw__motion_order_go(void *self, const void *arguments, void *answer, snw_why *why) {
    snw_component *component = self;
    const snw__motion_part *m = component->work;
    int64_t *id = &((snw__goal_answer *)answer)->id;
    if (*id == 0) {
        const snw_status status = begin_move(component, arguments, id, why);
        return snw_failed(status) ? status : SNW_NOTHING_NEW;
    }
    for (int i = 0; i < SNW__MOTION_ENDS; i++) {
        const snw_move_event *end = &m->ends[i];
        if (end->id != *id) continue;
        if (end->code >= 0) return SNW_OK;
        if (why != NULL) *why = end->why;
        return snw_failed(end->why.code) ? end->why.code : SNW_ERR_INTERRUPTED;
    }
    return SNW_NOTHING_NEW;
}

snw_status snw__motion_order_put(void *self, const void *arguments, void *answer, snw_why *why) {
    snw__motion_part *m = ((snw_component *)self)->work;
    int64_t *id = &((snw__goal_answer *)answer)->id;
    const snw_status status = begin_move(self, arguments, id, why);
    if (!snw_failed(status)) m->left_id = *id;
    return status;
}

snw_status snw__motion_order_stop(void *self, const void *arguments, void *answer, snw_why *why) {
    (void)arguments, (void)answer;
    return snw_motion_cancel(self, why);
}

snw_status snw__motion_order_pause(void *self, const void *arguments, void *answer, snw_why *why) {
    (void)arguments, (void)answer;
    return snw_motion_pause(self, why);
}

snw_status snw__motion_order_resume(void *self, const void *arguments, void *answer, snw_why *why) {
    (void)arguments, (void)answer;
    snw__motion_part *m = ((snw_component *)self)->work;
    const snw_status status = snw_motion_resume(self, why);
    // all that waits goes on by this order
    if (!snw_failed(status)) m->left_id = m->queue.last_id;
    return status;
}

snw_status snw__motion_order_override(void *self, const void *arguments, void *answer,
                                      snw_why *why) {
    (void)answer;
    return snw_motion_override(self, ((const snw__override_order *)arguments)->part, why);
}
