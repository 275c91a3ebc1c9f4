// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "motion_internal.h"
#include "sinew/queue/govern.h"

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
    return snw__parts_check_place(self, "frame", config->frame, true, why);
}

// the places of the book, into the arena
static snw_status read_book(snw_component *self, snw_arena *arena, snw_why *why) {
    const snw_motion *config = self->config;
    snw__motion_part *m = self->work;
    if (config->book[0] == '\0') return SNW_OK;
    enum { BOOK_BYTES = 64 << 20 };
    snw_setup *setup = snw_setup_create(BOOK_BYTES);
    if (setup == NULL) return SNW_ERR_MEMORY;
    snw_why first = {0};
    snw_diags diags = {.items = &first, .capacity = 1};
    snw_book *book = NULL;
    const snw_status status = snw_book_load(config->book, setup, &book, &diags);
    if (snw_failed(status)) {
        if (why != NULL) *why = first;
        snw_setup_destroy(setup);
        return status == SNW_ERR_MEMORY ? SNW_ERR_TOO_LARGE : status;
    }
    snw__motion_place *places = SNW_ARENA_ARRAY(arena, snw__motion_place, book->frame_count);
    for (int i = 0; places != NULL && i < book->frame_count; i++) {
        const snw_book_entry *entry = &book->frames[i];
        const bool joints = entry->joint_count == self->arm->count;
        places[i] = (snw__motion_place){.pose = entry->pose};
        snw_copy_text(places[i].name, sizeof places[i].name, entry->name);
        places[i].joint_count = joints ? entry->joint_count : 0;
        if (joints) memcpy(places[i].joints, entry->joints, (size_t)entry->joint_count * 8);
    }
    if (m != NULL) {
        m->places = places;
        m->place_count = book->frame_count;
    }
    snw_setup_destroy(setup);
    return SNW_OK;
}

static snw_queue_config queue_config(const snw_motion *config, int link, int frame) {
    snw_queue_config how = snw_queue_config_defaults(link, frame);
    how.speed = config->speed;
    how.turn = config->turn;
    how.acceleration = config->acceleration;
    return how;
}

static snw_status motion_configure(snw_component *self, snw_arena *arena, snw_why *why) {
    int link, frame;
    snw_status status = find_frame(self, &link, &frame, why);
    if (snw_failed(status)) return status;
    const snw_queue_config how = queue_config(self->config, link, frame);
    const snw_arm_limits *limits = &self->arm->limits;
    double q[SNW_AXES] = {0};
    for (int i = 0; i < self->arm->count; i++) {
        const double low = limits->lower[i], high = limits->upper[i];
        q[i] = isfinite(low) && isfinite(high) ? (low + high) / 2 : 0;
    }
    snw__motion_part *m = SNW_ARENA_ARRAY(arena, snw__motion_part, 1);
    self->work = m;
    status = read_book(self, arena, why);
    if (snw_failed(status)) return status;
    snw_kin kin;
    snw_ring events;
    snw_triple progress;
    snw_queue queue;
    double *model_q = SNW_ARENA_ARRAY(arena, double, self->arm->model->nq);
    SNW_IGNORE(snw_kin_init(m != NULL ? &m->kin : &kin, self->arm->model, arena));
    SNW_IGNORE(snw_ring_init(m != NULL ? &m->events : &events, sizeof(snw_move_event),
                             SNW_QUEUE_EVENTS, arena));
    SNW_IGNORE(
        snw_triple_init(m != NULL ? &m->progress : &progress, sizeof(snw_move_progress), arena));
    if (m != NULL) {
        const int index = self->exec != NULL ? snw_exec_find_arm(self->exec, self->arm->name) : -1;
        m->guard = index >= 0 ? snw_exec_guard(self->exec, index) : NULL;
        m->q = model_q;
        snw_neutral(self->arm->model, m->q);
        m->link = link;
        m->frame = frame;
    }
    status = snw_queue_init(m != NULL ? &m->queue : &queue, self->arm, &how, q, arena);
    if (snw_failed(status) && status != SNW_ERR_MEMORY) {
        snw_why_set(why, status, self->name, "the queue refused its configuration");
    }
    return status;
}

static snw_status motion_start(snw_component *self, snw_why *why) {
    snw__motion_part *m = self->work;
    (void)why;
    m->own_ns = 0;
    m->governed = snw__component_governed(self);
    m->placed = false;
    m->lent = m->lend_later = false;
    ((snw__motion_signals *)self->signals)->axis = -1;
    return SNW_OK;
}

snw_queue *snw_motion_queue(snw_component *component) {
    snw__motion_part *m = component->work;
    m->taken = true;
    return &m->queue;
}

snw_status snw_motion_event(snw_component *component, snw_move_event *event) {
    snw__motion_part *m = component->work;
    return snw_ring_pop(&m->events, event);
}

void snw_motion_progress(snw_component *component, snw_move_progress *progress) {
    snw__motion_part *m = component->work;
    SNW_IGNORE(snw_triple_read(&m->progress, &m->seen));
    *progress = m->seen;
}

// --- recorded paths -----------------------------------------------------------------------------

snw_status snw_motion_play(snw_component *component, const snw_path *path, int how, snw_why *why) {
    snw__motion_play *play = &((snw__motion_part *)component->work)->play;
    if (path->count == 0 || path->config.scalars != component->arm->count) {
        snw_why_set(why, SNW_ERR_SIZE, component->name, "the path was recorded for another arm");
        snw_why_add(why, "columns", path->config.scalars, "");
        snw_why_add(why, "axes", component->arm->count, "");
        return SNW_ERR_SIZE;
    }
    if (__atomic_load_n(&play->done, __ATOMIC_ACQUIRE) != play->asked) {
        return snw_refuse(why, SNW_ERR_STATE, component->name, "another path is playing", NULL);
    }
    play->path = path;
    play->how = (snw_path_interpolation)how;
    __atomic_store_n(&play->asked, play->asked + 1, __ATOMIC_RELEASE);
    return SNW_OK;
}

snw_status snw_motion_played(const snw_component *component) {
    const snw__motion_play *play = &((const snw__motion_part *)component->work)->play;
    if (__atomic_load_n(&play->done, __ATOMIC_ACQUIRE) != play->asked) return SNW_NOTHING_NEW;
    return play->status;
}

static void end_play(snw__motion_part *m, snw_status status) {
    m->play.runs = false;
    m->play.status = status;
    __atomic_store_n(&m->play.done, m->play.done + 1, __ATOMIC_RELEASE);
}

// A path begins where the arm stands still. Its first record is the set-point of the first tick.
static void begin_play(snw_component *self, const snw_tick *tick) {
    snw__motion_part *m = self->work;
    const uint32_t asked = __atomic_load_n(&m->play.asked, __ATOMIC_ACQUIRE);
    if (m->play.runs || asked == m->play.done) return;
    const snw_move_progress progress = snw_queue_progress(&m->queue);
    const double *at = snw__parts_origin(self->arm);
    bool near = true;
    // a thousandth of what guards allow by themselves
    for (int i = 0; i < self->arm->count; i++)
        near &= fabs(m->play.path->scalars[i] - at[i]) <= 2e-6;
    if (progress.moving || progress.waiting > 0 || !near) {
        end_play(m, SNW_ERR_STATE);
        return;
    }
    m->play.runs = true;
    m->play.begin_ns = tick->t_ns;
}

static snw_status play(snw_component *self, const snw_tick *tick) {
    snw__motion_part *m = self->work;
    snw_arm_target *target = &self->arm->target;
    const snw_path *path = m->play.path;
    const snw_path_query query = {.t_ns = path->times[0] + (tick->t_ns - m->play.begin_ns),
                                  .interpolation = m->play.how};
    const snw_status status = snw_path_at(path, &query, target->q, NULL);
    if (snw_failed(status)) {
        end_play(m, status);
        return status;
    }
    const size_t bytes = (size_t)self->arm->count * sizeof(double);
    target->mode = SNW_AXIS_POSITION;
    memset(target->a, 0, bytes);
    const bool rates = m->play.how != SNW_PATH_NEAREST && status != SNW_SATURATED;
    if (!rates || snw_failed(snw_path_rates(path, &query, target->v, NULL))) {
        memset(target->v, 0, bytes);
    }
    if (query.t_ns < path->times[path->count - 1]) return SNW_OK;
    end_play(m, SNW_OK);
    return snw_queue_place(&m->queue, target->q);
}

// --- the tick -----------------------------------------------------------------------------------

// Speeds of lines are live: those of the motions that begin from now on. A change is rare, and only
// then anything is written that a program may be reading.
static void tune(snw__motion_part *m, const snw_motion *config) {
    snw_queue_config *now = &m->queue.config;
    if (now->speed != config->speed) now->speed = config->speed;
    if (now->turn != config->turn) now->turn = config->turn;
    if (now->acceleration != config->acceleration) now->acceleration = config->acceleration;
}

static snw__motion_limit limit_of(const char *rule) {
    static const char *const names[] = {"",         "request",  "hand",
                                        "duration", "velocity", "acceleration"};
    for (int i = 0; i < (int)SNW__LIMIT_OTHER; i++) {
        if (strcmp(rule, names[i]) == 0) return (snw__motion_limit)i;
    }
    return SNW__LIMIT_OTHER;
}

static void see_start(const snw_component *self, const snw_move_event *event) {
    snw__motion_signals *signals = self->signals;
    signals->axis = -1;
    for (int i = 0; i < self->arm->count && signals->axis < 0; i++) {
        if (strcmp(event->why.subject, snw_arm_axis_name(self->arm, i)) == 0) signals->axis = i;
    }
    signals->limit = limit_of(event->why.rule);
    signals->stretched = event->stretched;
}

// A goal out of reach takes the power away when the cell wants that: the guard brings the arm to
// rest first.
static void see_end(snw_component *self, const snw_move_event *event) {
    snw__motion_part *m = self->work;
    const snw_motion *config = self->config;
    snw__motion_signals *signals = self->signals;
    signals->code = event->code;
    m->ends[m->end_next] = *event;
    m->end_next = (m->end_next + 1) % SNW__MOTION_ENDS;
    if (event->code != SNW_MOVE_BROKEN && event->code != SNW_MOVE_REFUSED) return;
    m->lost = event->id;
    snw_component_event(self, &event->why);
    if (config->unreachable != SNW_MOTION_POWER_OFF) return;
    snw_component_demand(self, SNW_STOP_1);
}

// reads what the queue tells before programs do
static void see_events(snw_component *self) {
    snw__motion_part *m = self->work;
    snw_move_event event;
    while (snw_queue_event(&m->queue, &event) == SNW_OK) {
        SNW_IGNORE(snw_ring_push(&m->events, &event));
        if (event.kind == SNW_MOVE_STARTED) see_start(self, &event);
        if (event.kind == SNW_MOVE_ENDED) see_end(self, &event);
    }
}

// A goal that is tracked after the motion to it has ended may go out of reach too: then the queue
// moves, to stop, though its motion has ended. That is told like the end of a motion.
static void see_lost(snw_component *self, const snw_move_progress *progress, int64_t t_ns) {
    snw__motion_part *m = self->work;
    if (!progress->moving || progress->id <= 0 || progress->id > progress->ended) return;
    if (m->lost == progress->id) return;
    snw_move_event event = {
        .id = progress->id, .t_ns = t_ns, .kind = SNW_MOVE_ENDED, .code = SNW_MOVE_BROKEN};
    snw_why_set(&event.why, SNW_ERR_UNREACHABLE, self->arm->name,
                "the tracked goal has moved out of reach");
    snw_why_rule(&event.why, "unreachable");
    SNW_IGNORE(snw_ring_push(&m->events, &event));
    see_end(self, &event);
}

// where the hand is told to be, and how fast
static void see_hand(snw_component *self, double dt) {
    snw__motion_part *m = self->work;
    snw__motion_signals *signals = self->signals;
    snw_arm_to_q(self->arm, self->arm->target.q, m->q);
    if (snw_failed(snw_kin_update(&m->kin, m->q))) return;
    const snw_vec3 p =
        m->frame >= 0 ? snw_kin_frame(&m->kin, m->frame).p : m->kin.T_world_link[m->link].p;
    signals->path_speed = m->placed && dt > 0 ? snw_vec3_norm(snw_vec3_sub(p, m->place)) / dt : 0;
    signals->position = m->place = p;
    m->placed = true;
    snw__parts_write_pose(self, &m->kin, m->link, m->frame);
}

static void show(snw_component *self, int64_t t_ns) {
    snw__motion_part *m = self->work;
    snw__motion_signals *signals = self->signals;
    snw_move_progress progress = snw_queue_progress(&m->queue);
    see_lost(self, &progress, t_ns);
    progress.t_ns = t_ns;
    snw_triple_write(&m->progress, &progress);
    signals->id = progress.id;
    signals->ended = progress.ended;
    signals->part = progress.part;
    signals->remaining = progress.remaining;
    signals->waiting = progress.waiting;
    signals->moving = progress.moving;
    signals->paused = progress.paused;
    signals->override = progress.override;
    signals->playing = m->play.runs;
}

// periods in which no set-point was made, beyond what the cell allows
static bool missed(snw_component *self, const snw_tick *tick) {
    snw__motion_part *m = self->work;
    const snw_motion *config = self->config;
    if (m->own_ns == 0) m->own_ns = tick->dt_ns;
    return tick->dt_ns > m->own_ns * (1 + (int64_t)config->missed);
}

// --- the governor -------------------------------------------------------------------------------

// what the interlock has answered in the last tick
static void obey_governor(snw__motion_part *m, const snw_tick *tick) {
    const snw_governed *governed = m->governed;
    if (governed == NULL) return;
    snw__queue_govern(&m->queue, governed->part, governed->slope);
    // a recorded path is where it was, as long as no time passes for it
    if (m->play.runs && governed->part < 1) {
        m->play.begin_ns += (int64_t)((1 - governed->part) * (double)tick->dt_ns);
    }
}

// a recorded path has no accelerations: its rates are those of the records
static void ask_for_path(snw_arm *arm, snw_governed *governed) {
    snw_arm_target *target = &arm->target;
    governed->asks = true;
    for (int i = 0; i < arm->count; i++) {
        governed->v[i] = target->v[i];
        governed->a[i] = 0;
        target->v[i] *= governed->part;
    }
}

// how the motion goes on from this set-point, for the answer in the next tick
static void ask_governor(snw_component *self, bool moves) {
    snw__motion_part *m = self->work;
    snw_governed *governed = m->governed;
    if (governed == NULL) return;
    if (moves && m->play.runs) {
        ask_for_path(self->arm, governed);
    } else {
        const bool asks = snw__queue_nominal(&m->queue, governed->v, governed->a);
        governed->asks = moves && asks;
    }
}

static void motion_stop(snw_component *self) {
    snw__motion_part *m = self->work;
    if (m->governed != NULL) m->governed->asks = false;
}

// --- updates ------------------------------------------------------------------------------------

// the queue begins anew at q, in every tick in which others move the arm
static snw_status wait_at(snw__motion_part *m, const snw_sample *sample, const double *q) {
    const snw_status status = snw_queue_abandon(&m->queue, sample, q);
    if (snw_failed(status)) return status;
    snw_arm_target still;
    const snw_sample now = {.number = sample->number, .t_ns = sample->t_ns};
    return snw_queue_step(&m->queue, &now, &still);
}

// An arm that somebody leads by hand: the target is an effort where the arm is, so no law has an
// error.
static snw_status follow_hand(snw_component *self, const snw_sample *sample) {
    snw_arm *arm = self->arm;
    arm->target.mode = SNW_AXIS_EFFORT;
    for (int i = 0; i < arm->count; i++) {
        arm->target.q[i] = arm->estimate.q[i];
        arm->target.v[i] = arm->target.a[i] = arm->target.effort[i] = 0;
    }
    return wait_at(self->work, sample, arm->estimate.q);
}

static snw_status motion_update(snw_component *self, const snw_tick *tick) {
    snw__motion_part *m = self->work;
    snw_arm *arm = self->arm;
    const snw_sample sample = {.number = tick->number + 1, .t_ns = tick->t_ns, .dt = tick->dt};
    snw_status status = SNW_OK;
    bool moves = false;
    tune(m, self->config);
    obey_governor(m, tick);
    if (!snw__parts_is_free(arm)) {
        m->lent = false;
        if (m->play.runs) end_play(m, SNW_ERR_INTERRUPTED);
        snw_queue_blame(&m->queue, m->guard != NULL ? &m->guard->first : NULL);
        status = wait_at(m, &sample, snw__parts_origin(arm));
        snw__parts_target_hold(arm, snw__parts_origin(arm));
    } else if (m->lent || m->lend_later) {
        m->lent = true;
        m->lend_later = false;
        status = follow_hand(self, &sample);
    } else {
        moves = true;
        begin_play(self, tick);
        status = m->play.runs ? play(self, tick) : snw_queue_step(&m->queue, &sample, &arm->target);
    }
    ask_governor(self, moves);
    see_events(self);
    see_hand(self, tick->dt);
    show(self, tick->t_ns);
    if (status == SNW_OK && missed(self, tick)) return SNW_ERR_OVERRUN;
    return status;
}

// --- tables -------------------------------------------------------------------------------------

#define SIGNAL(member) SNW_AT(snw__motion_signals, member), .role = SNW_SIGNAL

static const snw_choice limits[] = {
    {"none", SNW__LIMIT_NONE, "Nothing has moved yet."},
    {"request", SNW__LIMIT_REQUEST, "The requested speed."},
    {"hand", SNW__LIMIT_HAND, "The limits that the cell sets for the tool."},
    {"duration", SNW__LIMIT_DURATION, "The requested duration."},
    {"velocity", SNW__LIMIT_VELOCITY, "The velocity limit of an axis."},
    {"acceleration", SNW__LIMIT_ACCELERATION, "The acceleration limit of an axis."},
    {"other", SNW__LIMIT_OTHER, "Another rule, which the event names."},
};

static const snw_field signal_fields[] = {
    {SIGNAL(id), .kind = SNW_KIND_INT, .help = "Number of the current motion, or of the last one."},
    {SIGNAL(ended), .kind = SNW_KIND_INT, .help = "Number of the last motion that has ended."},
    {SIGNAL(part), .kind = SNW_KIND_REAL, .help = "Progress along the path, from 0 to 1."},
    {SIGNAL(remaining), .kind = SNW_KIND_REAL, .unit = "s", .help = "Time until the motion ends."},
    {SIGNAL(waiting), .kind = SNW_KIND_INT, .help = "Number of motions that wait."},
    {SIGNAL(moving), .kind = SNW_KIND_BOOL, .help = "A motion is running."},
    {SIGNAL(paused), .kind = SNW_KIND_BOOL, .help = "The motion is paused."},
    {SIGNAL(playing), .kind = SNW_KIND_BOOL, .help = "A recorded path is playing."},
    {SIGNAL(override), .kind = SNW_KIND_REAL,
     .help = "Speed override as a fraction of the requested speed."},
    {SIGNAL(axis), .kind = SNW_KIND_INT,
     .help = "Axis that limits the motion; -1 if no axis does."},
    {SIGNAL(limit), .kind = SNW_KIND_ENUM, SNW_CHOICES(limits),
     .help = "What limits the speed of the motion."},
    {SIGNAL(stretched), .kind = SNW_KIND_BOOL, .help = "The motion is slower than requested."},
    {SIGNAL(code), .kind = SNW_KIND_INT,
     .help = "Why the last motion ended; 0 means that it arrived."},
    {SIGNAL(position), .kind = SNW_KIND_VEC3, .unit = "m",
     .help = "Commanded position of the frame, in the arm's base."},
    {SIGNAL(path_speed), .kind = SNW_KIND_REAL, .unit = "m/s",
     .help = "Commanded speed along the path."},
};
static const snw_type signals_type = {
    SNW_TYPE_AS("motion_signals", snw__motion_signals, signal_fields), .space = &snw_space_motion,
    .help = "Signals of a motion component."};

static const snw_choice reactions[] = {
    {"hold", SNW_MOTION_HOLD, "The arm stops within its limits and stays there."},
    {"power_off", SNW_MOTION_POWER_OFF, "The arm stops, then its power is switched off."},
};

static const snw_field motion_fields[] = {
    {SNW_AT(snw_motion, frame), .kind = SNW_KIND_STRING,
     .help = "Link or attachment that is moved; empty means the last link."},
    {SNW_AT(snw_motion, speed), .kind = SNW_KIND_REAL, .unit = "m/s", .range = {1e-6, 100},
     .initial = "0.25", .when = SNW_LIVE, .help = "Default speed of straight-line moves."},
    {SNW_AT(snw_motion, turn), .kind = SNW_KIND_REAL, .unit = "rad/s", .range = {1e-6, 100},
     .initial = "1", .when = SNW_LIVE, .help = "Default angular speed of straight-line moves."},
    {SNW_AT(snw_motion, acceleration), .kind = SNW_KIND_REAL, .unit = "m/s^2",
     .range = {1e-6, 1000}, .initial = "2", .when = SNW_LIVE,
     .help = "Acceleration of straight-line moves."},
    {SNW_AT(snw_motion, only_at_rest), .kind = SNW_KIND_BOOL, .initial = "false", .when = SNW_LIVE,
     .help = "Refuse motion commands while a motion runs or waits."},
    {SNW_AT(snw_motion, unreachable), .kind = SNW_KIND_ENUM, SNW_CHOICES(reactions),
     .initial = "hold", .when = SNW_LIVE,
     .help = "What the arm does when a target cannot be reached."},
    {SNW_AT(snw_motion, missed), .kind = SNW_KIND_INT, .range = {0, 1000000}, .initial = "10",
     .when = SNW_LIVE, .help = "Number of consecutive periods without a setpoint that is a fault."},
    {SNW_AT(snw_motion, book), .kind = SNW_KIND_STRING,
     .help = "File of places that commands can name; empty means none."},
};
static const snw_port ports[] = {SNW__PARTS_POSE_PORT};

static const snw_component_functions motion_functions = {
    .head = SNW_COMPONENT_HEAD,
    .stage = SNW_STAGE_SOURCE,
    .needs_arm = true,
    .signals = &signals_type,
    .ports = ports,
    .port_count = sizeof ports / sizeof ports[0],
    .commands = snw__motion_commands,
    .command_count = SNW__MOTION_COMMANDS,
    .configure = motion_configure,
    .start = motion_start,
    .update = motion_update,
    .stop = motion_stop,
    .revoke = snw__motion_revoke,
};
const snw_type snw_motion_type = {
    SNW_TYPE_AS("motion", snw_motion, motion_fields), .base = "component",
    .space = &snw_space_motion, .functions = &motion_functions.head,
    .help = "A queue of moves: joint moves, straight lines and blends."};
