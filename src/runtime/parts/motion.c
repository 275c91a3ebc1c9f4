// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"
#include "sinew/frame.h"
#include "sinew/queue.h"

// goals of messages that may be under way at once
enum { GOALS = 8 };

// a place that a message named
typedef struct goal {
    snw_frame frame;
    snw_equation equation;
} goal;

typedef struct motion {
    snw_queue queue; // first: snw_motion_queue() finds it here
    goal goals[GOALS];
    char words[SNW_MESSAGE]; // of the message that is under way
    int64_t id;              // its motion; 0 for none
    bool taken;              // a program puts moves in
} motion;

typedef struct motion_signals {
    int64_t id, ended;
    double part, remaining;
    int waiting;
    bool moving, paused;
    double override;
} motion_signals;

// --- set-up -------------------------------------------------------------------------------------

static snw_status find_frame(const snw_component *self, int *link, int *frame, snw_why *why) {
    const snw_motion *config = self->config;
    const snw_arm *arm = self->arm;
    *frame = -1;
    *link = arm->count > 0 ? arm->link[arm->count - 1] : 0;
    if (config->frame[0] == '\0') return SNW_OK;
    *frame = snw_model_find_frame(arm->model, config->frame);
    const int found = snw_model_find_link(arm->model, config->frame);
    if (*frame >= 0) return SNW_OK;
    if (found >= 0) {
        *link = found;
        return SNW_OK;
    }
    snw_why_set(why, SNW_ERR_UNKNOWN_NAME, config->frame, "the arm has no such link or attachment");
    snw_why_fix(why, "'sinew model show' lists them");
    return SNW_ERR_UNKNOWN_NAME;
}

static snw_status motion_configure(snw_component *self, snw_arena *arena, snw_why *why) {
    const snw_motion *config = self->config;
    int link, frame;
    const snw_status found = find_frame(self, &link, &frame, why);
    if (snw_failed(found)) return found;
    snw_queue_config how = snw_queue_config_defaults(link, frame);
    how.speed = config->speed;
    how.turn = config->turn;
    how.acceleration = config->acceleration;
    double q[SNW_AXES] = {0};
    for (int i = 0; i < self->arm->count; i++) {
        const double low = self->arm->limits.lower[i], high = self->arm->limits.upper[i];
        q[i] = isfinite(low) && isfinite(high) ? (low + high) / 2 : 0;
    }
    motion *m = SNW_ARENA_ARRAY(arena, motion, 1);
    self->work = m;
    snw_queue measured;
    const snw_status status =
        snw_queue_init(m != NULL ? &m->queue : &measured, self->arm, &how, q, arena);
    if (snw_failed(status) && status != SNW_ERR_MEMORY) {
        snw_why_set(why, status, self->name, "the queue refuses its configuration");
    }
    return status;
}

snw_queue *snw_motion_queue(snw_component *component) {
    motion *m = component->work;
    m->taken = true;
    return &m->queue;
}

// --- the tick -----------------------------------------------------------------------------------

static snw_status motion_update(snw_component *self, const snw_tick *tick) {
    motion *m = self->work;
    snw_arm *arm = self->arm;
    motion_signals *signals = self->signals;
    const snw_sample sample = {.number = tick->number + 1, .t_ns = tick->t_ns, .dt = tick->dt};
    snw_status status = SNW_OK;
    if (!arm->follows) {
        status = snw_queue_abandon(&m->queue, &sample, snw__parts_origin(arm));
        snw__parts_target_hold(arm, snw__parts_origin(arm));
        if (status == SNW_OK) {
            snw_arm_target still;
            const snw_sample now = {.number = sample.number, .t_ns = sample.t_ns};
            status = snw_queue_step(&m->queue, &now, &still);
        }
    } else {
        status = snw_queue_step(&m->queue, &sample, &arm->target);
    }
    const snw_move_progress progress = snw_queue_progress(&m->queue);
    *signals = (motion_signals){.id = progress.id,
                                .ended = progress.ended,
                                .part = progress.part,
                                .remaining = progress.remaining,
                                .waiting = progress.waiting,
                                .moving = progress.moving,
                                .paused = progress.paused,
                                .override = progress.override};
    return status;
}

// --- messages -----------------------------------------------------------------------------------

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

static snw_status wrong_numbers(const snw_component *self, const char *text, snw_why *why) {
    snw_why_set(why, SNW_ERR_SIZE, self->name, text);
    return SNW_ERR_SIZE;
}

static goal *free_goal(motion *m) {
    for (int i = 0; i < GOALS; i++) {
        if (snw_equation_release(&m->goals[i].equation, NULL) == SNW_OK) return &m->goals[i];
    }
    return NULL;
}

// "line X Y Z QX QY QZ QW": the frame goes there on a straight line
static snw_status ask_line(snw_component *self, const char *text, snw_move *move, snw_why *why) {
    double n[7];
    if (read_numbers(text, n, 7) != 7) {
        return wrong_numbers(self, "a line goes to x y z and a quaternion x y z w", why);
    }
    snw_quat turn;
    snw_status status = snw_quat_set(&turn, n[6], n[3], n[4], n[5]);
    goal *place = free_goal(self->work);
    if (place == NULL) {
        snw_why_set(why, SNW_ERR_FULL, self->name, "too many lines wait");
        return SNW_ERR_FULL;
    }
    if (snw_failed(status)) {
        snw_why_set(why, status, self->name, "the quaternion is no rotation");
        return status;
    }
    const snw_vec3 p = {n[0], n[1], n[2]};
    const snw_pose pose = snw_pose_of(snw_quat_to_mat3(turn), p);
    status = snw_frame_const(&place->frame, "goal", pose, why);
    const snw_frame *const terms[] = {&snw_t6, &snw_eq, &place->frame};
    if (status == SNW_OK) status = snw_equation_init(&place->equation, "goal", terms, 3, why);
    move->equation = &place->equation;
    move->mode = SNW_MOVE_CARTESIAN;
    return status;
}

static snw_status ask_joints(snw_component *self, const char *text, snw_move *move, snw_why *why) {
    const int count = read_numbers(text, move->joints, SNW_AXES);
    if (count == self->arm->count) return SNW_OK;
    return wrong_numbers(self, "a goal has one number for each axis", why);
}

static snw_status begin_move(snw_component *self, const char *text, snw_why *why) {
    motion *m = self->work;
    if (m->taken || !self->arm->follows) {
        snw_why_set(why, SNW_ERR_STATE, self->arm->name,
                    m->taken ? "a program moves the arm" : "the arm is not enabled");
        return SNW_ERR_STATE;
    }
    snw_move move = snw_move_defaults();
    const bool line = strncmp(text, "line ", 5) == 0;
    snw_status status =
        line ? ask_line(self, text + 5, &move, why) : ask_joints(self, text + 5, &move, why);
    if (status == SNW_OK) status = snw_queue_move(&m->queue, &move, &m->id, why);
    if (snw_failed(status)) m->id = 0;
    return snw_failed(status) ? status : SNW_NOTHING_NEW;
}

// is the motion of the message over, and how?
static snw_status look_for_end(motion *m, snw_why *why) {
    snw_move_event event;
    while (snw_queue_event(&m->queue, &event) == SNW_OK) {
        if (event.kind != SNW_MOVE_ENDED || event.id != m->id) continue;
        m->id = 0;
        if (event.code >= 0) return SNW_OK;
        if (why != NULL) *why = event.why;
        return snw_failed(event.why.code) ? event.why.code : SNW_ERR_INTERRUPTED;
    }
    return SNW_NOTHING_NEW;
}

static snw_status motion_message(snw_component *self, const char *text, char *answer,
                                 snw_why *why) {
    motion *m = self->work;
    answer[0] = '\0';
    if (strcmp(text, "stop") == 0) return snw_queue_cancel(&m->queue);
    if (strcmp(text, "pause") == 0) return snw_queue_pause(&m->queue);
    if (strcmp(text, "resume") == 0) return snw_queue_resume(&m->queue);
    double part;
    if (strncmp(text, "override ", 9) == 0 && read_numbers(text + 9, &part, 1) == 1) {
        return snw_queue_override(&m->queue, part);
    }
    if (strncmp(text, "move ", 5) != 0 && strncmp(text, "line ", 5) != 0) {
        snw_why_set(why, SNW_ERR_UNKNOWN_NAME, self->name, "there is no such command");
        snw_why_fix(why, "say move, line, stop, pause, resume or override");
        return SNW_ERR_UNKNOWN_NAME;
    }
    // the same words come again until the motion has ended
    if (m->id != 0 && strcmp(m->words, text) == 0) return look_for_end(m, why);
    snw_copy_text(m->words, sizeof m->words, text);
    return begin_move(self, text, why);
}

// --- tables -------------------------------------------------------------------------------------

#define SIGNAL(member) SNW_AT(motion_signals, member), .role = SNW_SIGNAL

static const snw_field signal_fields[] = {
    {SIGNAL(id), .kind = SNW_KIND_INT, .help = "The motion that runs, or ran last."},
    {SIGNAL(ended), .kind = SNW_KIND_INT, .help = "All motions up to this one have ended."},
    {SIGNAL(part), .kind = SNW_KIND_REAL, .help = "Of its path, from 0 to 1."},
    {SIGNAL(remaining), .kind = SNW_KIND_REAL, .unit = "s", .help = "Until it ends."},
    {SIGNAL(waiting), .kind = SNW_KIND_INT, .help = "Motions behind it."},
    {SIGNAL(moving), .kind = SNW_KIND_BOOL, .help = "A motion runs."},
    {SIGNAL(paused), .kind = SNW_KIND_BOOL, .help = "It stands on its path."},
    {SIGNAL(override), .kind = SNW_KIND_REAL, .help = "Part of the speed that is asked for."},
};
static const snw_type signals_type = {SNW_TYPE_AS("motion_signals", motion_signals, signal_fields),
                                      .space = &snw_space_motion, .help = "What a motion shows."};

static const snw_command commands[] = {
    {"move", "Q1 Q2 ...", "All joints to a goal, together; done when the arm's target is there."},
    {"line", "X Y Z QX QY QZ QW", "The frame to a pose in the arm's base, on a straight line."},
    {"stop", "", "Ends the motion within its limits, and drops all others."},
    {"pause", "", "Stands still on the path."},
    {"resume", "", "Goes on along it."},
    {"override", "PART", "Part of the speed that is asked for, 0 to 2."},
};

static const snw_field motion_fields[] = {
    {SNW_AT(snw_motion, frame), .kind = SNW_KIND_STRING,
     .help = "Link or attachment that is moved; empty for the last link."},
    {SNW_AT(snw_motion, speed), .kind = SNW_KIND_REAL, .unit = "m/s", .range = {1e-6, 100},
     .initial = "0.25", .help = "Of straight lines without a wish."},
    {SNW_AT(snw_motion, turn), .kind = SNW_KIND_REAL, .unit = "rad/s", .range = {1e-6, 100},
     .initial = "1", .help = "Of their rotations."},
    {SNW_AT(snw_motion, acceleration), .kind = SNW_KIND_REAL, .unit = "m/s^2",
     .range = {1e-6, 1000}, .initial = "2", .help = "Of straight lines."},
};
static const snw_component_functions motion_functions = {
    .head = SNW_COMPONENT_HEAD,
    .stage = SNW_STAGE_SOURCE,
    .needs_arm = true,
    .signals = &signals_type,
    .commands = commands,
    .command_count = sizeof commands / sizeof commands[0],
    .configure = motion_configure,
    .update = motion_update,
    .message = motion_message,
};
const snw_type snw_motion_type = {SNW_TYPE_AS("motion", snw_motion, motion_fields),
                                  .base = "component", .space = &snw_space_motion,
                                  .functions = &motion_functions.head,
                                  .help = "A queue of moves: joints, straight lines, blends."};
