// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <ctype.h>
#include <string.h>

#include "motion_internal.h"

// Messages to the component "motion": goals as numbers or names, and words to what moves.

static int read_numbers(const char *at, double *out, int most) {
    int count = 0;
    while (count < most) {
        while (*at == ' ' || *at == ',')
            at++;
        const size_t length = strcspn(at, " ,");
        if (length == 0 || snw_real_parse(at, length, &out[count], NULL) < 0) break;
        at += length;
        count++;
    }
    while (*at == ' ')
        at++;
    return *at == '\0' ? count : -1;
}

static snw_status wrong_numbers(const snw_component *self, const char *text, const char *fix,
                                snw_why *why) {
    snw_why_set(why, SNW_ERR_SIZE, self->name, text);
    snw_why_fix(why, fix);
    return SNW_ERR_SIZE;
}

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
        snw_why_set(why, SNW_ERR_FULL, self->name, "too many places wait");
        snw_why_fix(why, "wait until some of these motions have ended");
        return SNW_ERR_FULL;
    }
    snw_status status = snw_frame_const(&goal->frame, "goal", pose, why);
    const snw_frame *const terms[] = {&snw_t6, &snw_eq, &goal->frame};
    if (status == SNW_OK) status = snw_equation_init(&goal->equation, "goal", terms, 3, why);
    move->equation = &goal->equation;
    return status;
}

// "X Y Z QX QY QZ QW"
static snw_status read_pose(snw_component *self, const char *text, snw_move *move, snw_why *why) {
    double n[7];
    if (read_numbers(text, n, 7) != 7) {
        return wrong_numbers(self, "a line goes to x y z and a quaternion x y z w",
                             "give seven numbers, or a name of the book", why);
    }
    snw_quat turn;
    const snw_status status = snw_quat_set(&turn, n[6], n[3], n[4], n[5]);
    if (snw_failed(status)) {
        snw_why_set(why, status, self->name, "the quaternion is no rotation");
        return status;
    }
    const snw_vec3 p = {n[0], n[1], n[2]};
    return to_pose(self, snw_pose_of(snw_quat_to_mat3(turn), p), move, why);
}

static snw_status read_name(snw_component *self, const char *name, snw_move *move, snw_why *why) {
    const snw__motion_part *m = self->work;
    for (int i = 0; i < m->place_count; i++) {
        const snw__motion_place *place = &m->places[i];
        if (strcmp(place->name, name) != 0) continue;
        const bool joints = move->mode == SNW_MOVE_JOINT && place->joint_count == self->arm->count;
        if (!joints) return to_pose(self, place->pose, move, why);
        memcpy(move->joints, place->joints, sizeof move->joints);
        return SNW_OK;
    }
    snw_why_set(why, SNW_ERR_UNKNOWN_NAME, name,
                m->place_count > 0 ? "the book has no such place" : "the motion has no book");
    snw_why_fix(why, m->place_count > 0 ? "look into the book of the motion"
                                        : "give the motion a book of places");
    return SNW_ERR_UNKNOWN_NAME;
}

snw_status snw__motion_goal_read(snw_component *self, const char *text, bool line, snw_move *move,
                                 snw_why *why) {
    while (*text == ' ')
        text++;
    move->mode = line ? SNW_MOVE_CARTESIAN : SNW_MOVE_JOINT;
    // no number begins with such a letter
    if (isalpha((unsigned char)*text) || *text == '_') return read_name(self, text, move, why);
    if (line) return read_pose(self, text, move, why);
    if (read_numbers(text, move->joints, SNW_AXES) == self->arm->count) return SNW_OK;
    return wrong_numbers(self, "a goal has one number for each axis",
                         "give as many numbers as the arm has axes, or a name of the book", why);
}

// --- moves --------------------------------------------------------------------------------------

static snw_status ask(snw_component *self, const char *goal, bool line, int64_t *id, snw_why *why) {
    snw__motion_part *m = self->work;
    const snw_motion *config = self->config;
    const snw_status is_free = snw__parts_check_free(self->arm, why);
    if (snw_failed(is_free)) return is_free;
    if (m->play.runs) {
        snw_why_set(why, SNW_ERR_STATE, self->name, "a recorded path is played");
        return SNW_ERR_STATE;
    }
    snw_move move = snw_move_defaults();
    move.only_at_rest = config->only_at_rest;
    const snw_status status = snw__motion_goal_read(self, goal, line, &move, why);
    return snw_failed(status) ? status : snw_queue_move(&m->queue, &move, id, why);
}

// is the motion of the message over, and how?
static snw_status look_for_end(snw__motion_part *m, snw_why *why) {
    snw_move_event event;
    while (snw_ring_pop(&m->events, &event) == SNW_OK) {
        if (event.kind != SNW_MOVE_ENDED || event.id != m->id) continue;
        m->id = 0;
        if (event.code >= 0) return SNW_OK;
        if (why != NULL) *why = event.why;
        return snw_failed(event.why.code) ? event.why.code : SNW_ERR_INTERRUPTED;
    }
    return SNW_NOTHING_NEW;
}

static snw_status wait_for_move(snw_component *self, const char *text, bool line, snw_why *why) {
    snw__motion_part *m = self->work;
    // the same words come again until the motion has ended
    if (m->id != 0 && strcmp(m->words, text) == 0) return look_for_end(m, why);
    snw_copy_text(m->words, sizeof m->words, text);
    const snw_status status = ask(self, text + 5, line, &m->id, why);
    if (!snw_failed(status)) return SNW_NOTHING_NEW;
    m->id = 0;
    return status;
}

// "put move ..." and "put line ...": answered at once, with the number of the motion
static snw_status put(snw_component *self, const char *text, char *answer, snw_why *why) {
    const bool line = strncmp(text, "line ", 5) == 0;
    if (!line && strncmp(text, "move ", 5) != 0) {
        return wrong_numbers(self, "put what?", "say put move ... or put line ...", why);
    }
    int64_t id = 0;
    const snw_status status = ask(self, text + 5, line, &id, why);
    if (!snw_failed(status)) (void)snw_int_print(id, answer);
    return status;
}

const snw_command snw__motion_commands[] = {
    {"move", "Q1 Q2 ...|NAME", "All joints to a goal, together; done when the target is there."},
    {"line", "X Y Z QX QY QZ QW|NAME", "The frame to a pose in the arm's base, on a line."},
    {"put", "move|line ...", "The same, answered at once with its number; it waits its turn."},
    {"stop", "", "Ends the motion within its limits, and drops all others."},
    {"pause", "", "Stands still on the path."},
    {"resume", "", "Goes on along it."},
    {"override", "PART", "Part of the speed that is asked for, 0 to 2."},
};
_Static_assert(sizeof snw__motion_commands / sizeof *snw__motion_commands == SNW__MOTION_COMMANDS,
               "all commands are listed");

static snw_status override(snw_component *self, const char *text, snw_why *why) {
    snw__motion_part *m = self->work;
    double part;
    if (read_numbers(text, &part, 1) == 1) {
        const snw_status status = snw_queue_override(&m->queue, part);
        if (snw_failed(status)) {
            snw_why_set(why, status, self->name, "the part is not from 0 to 2");
            snw_why_add(why, "part", part, "");
        }
        return status;
    }
    return wrong_numbers(self, "an override is one number", "say override 0.5", why);
}

snw_status snw__motion_message(snw_component *self, const char *text, char *answer, snw_why *why) {
    snw__motion_part *m = self->work;
    answer[0] = '\0';
    // its queue has one thread that asks
    if (m->taken) {
        snw_why_set(why, SNW_ERR_STATE, self->arm->name, "a program moves the arm");
        snw_why_fix(why, "end the program");
        return SNW_ERR_STATE;
    }
    if (strcmp(text, "stop") == 0) return snw_queue_cancel(&m->queue);
    if (strcmp(text, "pause") == 0) return snw_queue_pause(&m->queue);
    if (strcmp(text, "resume") == 0) return snw_queue_resume(&m->queue);
    if (strncmp(text, "override ", 9) == 0) return override(self, text + 9, why);
    if (strncmp(text, "put ", 4) == 0) return put(self, text + 4, answer, why);
    const bool line = strncmp(text, "line ", 5) == 0;
    if (line || strncmp(text, "move ", 5) == 0) return wait_for_move(self, text, line, why);
    snw_why_set(why, SNW_ERR_UNKNOWN_NAME, self->name, "there is no such command");
    snw_why_fix(why, "say move, line, put, stop, pause, resume or override");
    return SNW_ERR_UNKNOWN_NAME;
}
