// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "inside.h"
#include "points_internal.h"

// Points and the order in which they are gone to. A cycle keeps the numbers of its points, so while
// one is under way the list may grow, but nothing in it changes its place.

// --- names --------------------------------------------------------------------------------------

static bool is_name_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '.' || c == '-';
}

bool snw__point_name_is_good(const char *name) {
    static const char *const taken[] = {"all", "joint", "line", "times"};
    size_t length = 0;
    while (name[length] != '\0' && is_name_letter(name[length]))
        length++;
    if (length == 0 || length >= SNW_NAME || name[length] != '\0') return false;
    for (size_t i = 0; i < sizeof taken / sizeof taken[0]; i++) {
        if (strcmp(name, taken[i]) == 0) return false;
    }
    return true;
}

static int find(const snw__points *p, const char *name) {
    for (int i = 0; i < p->count; i++) {
        if (strcmp(p->list[i].name, name) == 0) return i;
    }
    return -1;
}

static snw_status check_name(const snw_component *self, const char *name, snw_why *why) {
    if (snw__point_name_is_good(name)) return SNW_OK;
    return snw_refuse_rule(why, SNW_ERR_SYNTAX, "teach", self->name,
                           "this is not a name of a point",
                           "use letters, digits, '_', '.' and '-'; not all, joint, line, times");
}

// a name that is there
static snw_status find_known(const snw_component *self, const char *name, int *index,
                             snw_why *why) {
    const snw_status status = check_name(self, name, why);
    if (snw_failed(status)) return status;
    *index = find(self->work, name);
    if (*index >= 0) return SNW_OK;
    return snw_refuse_rule(why, SNW_ERR_UNKNOWN_NAME, "teach", name,
                           "there is no point of that name", "store it first");
}

// --- the list -----------------------------------------------------------------------------------

// shows those from `first` on; behind the last one stands one without a name
static void show_list(snw_component *self, int first) {
    static const snw_point nothing;
    snw__points *p = self->work;
    snw__points_signals *signals = self->signals;
    for (int i = first; i <= p->count && i < p->capacity; i++) {
        const snw_point *point = i < p->count ? &p->list[i] : &nothing;
        snw_published_write(&p->shown, (size_t)i * sizeof *point, point, sizeof *point);
    }
    signals->count = p->count;
    signals->version++;
}

static bool is_at_rest(const snw__points *p) {
    return p->state == SNW__POINTS_IDLE || p->state == SNW__POINTS_FAILED;
}

static snw_status not_while_moving(const snw_component *self, snw_why *why) {
    const snw__points *p = self->work;
    if (is_at_rest(p)) return SNW_OK;
    return snw_refuse_rule(why, SNW_ERR_STATE, "teach", self->name,
                           "a move to points is in progress", "use stop first");
}

static snw_status check_joints(const snw_component *self, const double *q, snw_why *why) {
    const snw_arm *arm = self->arm;
    for (int i = 0; i < arm->count; i++) {
        if (q[i] >= arm->limits.lower[i] && q[i] <= arm->limits.upper[i]) continue;
        const snw_status code = isfinite(q[i]) ? SNW_ERR_LIMIT : SNW_ERR_NOT_FINITE;
        SNW_IGNORE(snw_refuse_rule(why, code, "teach", snw_arm_axis_name(arm, i),
                                   "the point is beyond the limit of the joint",
                                   "choose one between the limits"));
        snw_why_add(why, "q", q[i], "");
        snw_why_add(why, "lower", arm->limits.lower[i], "");
        snw_why_add(why, "upper", arm->limits.upper[i], "");
        return code;
    }
    return SNW_OK;
}

static snw_status keep(snw_component *self, const char *name, const double *q, snw_why *why) {
    snw__points *p = self->work;
    const snw_status status = check_joints(self, q, why);
    if (snw_failed(status)) return status;
    int index = find(p, name);
    if (index < 0) {
        if (p->count == p->capacity) {
            return snw_refuse_rule(why, SNW_ERR_FULL, "teach", self->name,
                                   "no room is left for points",
                                   "remove one, or give the component a larger capacity");
        }
        index = p->count++;
    }
    snw_point *point = &p->list[index];
    snw_copy_text(point->name, sizeof point->name, name);
    point->q_count = self->arm->count;
    memcpy(point->q, q, (size_t)self->arm->count * sizeof *q);
    show_list(self, index);
    return SNW_OK;
}

// "store" is for a new one, "replace" for one that is there: neither by mistake
static snw_status keep_here(snw_component *self, const char *name, bool replace, snw_why *why) {
    const snw_status status = check_name(self, name, why);
    if (snw_failed(status)) return status;
    if (!self->arm->estimate.valid) {
        return snw_refuse_rule(why, SNW_ERR_STATE, "teach", self->arm->name,
                               "the position of the arm is not known", "wait for its readings");
    }
    const bool there = find(self->work, name) >= 0;
    if (there && !replace) {
        return snw_refuse_rule(why, SNW_ERR_DUPLICATE, "teach", name, "a point of that name exists",
                               "use replace, or choose another name");
    }
    if (!there && replace) {
        return snw_refuse_rule(why, SNW_ERR_UNKNOWN_NAME, "teach", name,
                               "there is no point of that name", "use store");
    }
    return keep(self, name, self->arm->estimate.q, why);
}

snw_status snw__points_store(void *self, const void *arguments, void *answer, snw_why *why) {
    (void)answer;
    return keep_here(self, ((const snw__name_order *)arguments)->name, false, why);
}

snw_status snw__points_replace(void *self, const void *arguments, void *answer, snw_why *why) {
    (void)answer;
    return keep_here(self, ((const snw__name_order *)arguments)->name, true, why);
}

snw_status snw__points_put(void *self, const void *arguments, void *answer, snw_why *why) {
    (void)answer;
    const snw_component *component = self;
    const snw_point *order = arguments;
    const snw_status status = check_name(component, order->name, why);
    if (snw_failed(status)) return status;
    if (order->q_count != component->arm->count) {
        return snw_refuse_rule(why, SNW_ERR_SIZE, "teach", order->name,
                               "a point needs one number for each axis", "put NAME Q1 Q2 ...");
    }
    return keep(self, order->name, order->q, why);
}

snw_status snw__points_remove(void *self, const void *arguments, void *answer, snw_why *why) {
    (void)answer;
    snw__points *p = ((snw_component *)self)->work;
    int index;
    snw_status status = find_known(self, ((const snw__name_order *)arguments)->name, &index, why);
    if (status == SNW_OK) status = not_while_moving(self, why);
    if (snw_failed(status)) return status;
    p->count--;
    memmove(&p->list[index], &p->list[index + 1], (size_t)(p->count - index) * sizeof *p->list);
    show_list(self, index);
    return SNW_OK;
}

snw_status snw__points_rename(void *self, const void *arguments, void *answer, snw_why *why) {
    (void)answer;
    snw__points *p = ((snw_component *)self)->work;
    const snw__rename_order *order = arguments;
    int index;
    snw_status status = find_known(self, order->old, &index, why);
    if (status == SNW_OK) status = check_name(self, order->name, why);
    if (snw_failed(status)) return status;
    if (find(p, order->name) >= 0 && find(p, order->name) != index) {
        return snw_refuse_rule(why, SNW_ERR_DUPLICATE, "teach", order->name,
                               "a point of that name exists", "choose another name");
    }
    snw_copy_text(p->list[index].name, SNW_NAME, order->name);
    show_list(self, index);
    return SNW_OK;
}

snw_status snw__points_order(void *self, const void *arguments, void *answer, snw_why *why) {
    (void)answer;
    const snw_component *component = self;
    snw__points *p = component->work;
    const snw__place_order *order = arguments;
    int from;
    snw_status status = find_known(component, order->name, &from, why);
    if (status == SNW_OK) status = not_while_moving(component, why);
    if (snw_failed(status)) return status;
    const int to = order->index;
    if (to < 0 || to >= p->count) {
        return snw_refuse_rule(why, SNW_ERR_RANGE, "teach", component->name,
                               "there is no such index",
                               "give a number from 0, less than the count");
    }
    const snw_point point = p->list[from];
    if (to < from) {
        memmove(&p->list[to + 1], &p->list[to], (size_t)(from - to) * sizeof point);
    } else {
        memmove(&p->list[from], &p->list[from + 1], (size_t)(to - from) * sizeof point);
    }
    p->list[to] = point;
    show_list(self, to < from ? to : from);
    return SNW_OK;
}

snw_status snw__points_clear(void *self, const void *arguments, void *answer, snw_why *why) {
    (void)arguments, (void)answer;
    snw__points *p = ((snw_component *)self)->work;
    const snw_status status = not_while_moving(self, why);
    if (snw_failed(status)) return status;
    p->count = 0;
    show_list(self, 0);
    return SNW_OK;
}

// --- for others ---------------------------------------------------------------------------------

const snw_point *snw__points_find(const snw_component *component, const char *name) {
    const snw__points *p = component->work;
    const int index = find(p, name);
    return index >= 0 ? &p->list[index] : NULL;
}

snw_status snw__points_pose(snw_component *component, const snw_point *point, snw_pose *pose) {
    snw__points *p = component->work;
    return snw__tool_pose(&p->tool, component->arm, point->q, pose);
}

// --- moves --------------------------------------------------------------------------------------

static void end(snw_component *self) {
    snw__points *p = self->work;
    snw__points_signals *signals = self->signals;
    if (p->slowed) SNW_IGNORE(snw__mover_set_override(&p->mover, self, p->restore, NULL));
    p->slowed = false;
    p->mover.busy = false;
    p->state = SNW__POINTS_IDLE;
    signals->at = -1;
}

static snw_status begin(snw_component *self, int index, snw_why *why) {
    snw__points *p = self->work;
    snw__points_signals *signals = self->signals;
    const snw_point *point = &p->list[index];
    signals->at = index;
    if (!p->line) return snw__mover_joints(&p->mover, self, point->q, why);
    snw_pose pose;
    const snw_status status = snw__points_pose(self, point, &pose);
    return snw_failed(status) ? status : snw__mover_line(&p->mover, self, pose, why);
}

snw_status snw__points_go(void *self, const void *arguments, void *answer, snw_why *why) {
    (void)answer;
    snw_component *component = self;
    snw__points *p = component->work;
    const snw__go_order *order = arguments;
    int index;
    snw_status status = find_known(component, order->name, &index, why);
    if (status == SNW_OK) status = not_while_moving(component, why);
    if (snw_failed(status)) return status;
    const bool given = !isinf(order->speed);
    if (given && !(order->speed > 0 && order->speed <= 2)) {
        return snw_refuse_rule(why, SNW_ERR_RANGE, "teach", component->name, "this is not a speed",
                               "go NAME [joint|line] [SPEED], SPEED above 0 and up to 2");
    }
    if (given) {
        p->restore = snw__mover_override(component);
        status = snw__mover_set_override(&p->mover, component, order->speed, why);
        if (snw_failed(status)) return status;
        p->slowed = true;
    }
    p->line = order->line != 0;
    p->state = SNW__POINTS_GOING;
    p->mover.busy = true;
    status = begin(component, index, why);
    if (status != SNW_NOTHING_NEW) end(component);
    return snw_failed(status) ? status : SNW_OK;
}

static snw_status take_cycle(const snw_component *self, const snw__cycle_order *order,
                             snw_why *why) {
    snw__points *p = self->work;
    p->order_count = 0;
    for (int i = 0; order->all && i < p->count; i++)
        p->order[p->order_count++] = i;
    for (int i = 0; i < order->count; i++) {
        int index;
        const snw_status status = find_known(self, order->names[i], &index, why);
        if (snw_failed(status)) return status;
        if (p->order_count == SNW_POINTS) {
            return snw_refuse_rule(why, SNW_ERR_FULL, "teach", self->name, "the cycle is too long",
                                   "name fewer points");
        }
        p->order[p->order_count++] = index;
    }
    p->left = order->times > 0 ? order->times : -1;
    return SNW_OK;
}

snw_status snw__points_cycle(void *self, const void *arguments, void *answer, snw_why *why) {
    (void)answer;
    snw_component *component = self;
    snw__points *p = component->work;
    snw_status status = not_while_moving(component, why);
    if (status == SNW_OK) status = take_cycle(component, arguments, why);
    if (snw_failed(status)) return status;
    if (p->order_count == 0) {
        return snw_refuse_rule(why, SNW_ERR_STATE, "teach", component->name,
                               "there are no points to move to", "store some first");
    }
    ((snw__points_signals *)component->signals)->rounds = 0;
    p->line = false;
    p->next = 0;
    p->state = SNW__POINTS_CYCLING;
    p->mover.busy = true;
    status = begin(component, p->order[0], why);
    if (snw_failed(status)) end(component);
    return snw_failed(status) ? status : SNW_OK;
}

static snw_status pause_move(snw_component *self, bool on, snw_why *why) {
    snw__points *p = self->work;
    const bool moves = p->state == SNW__POINTS_GOING || p->state == SNW__POINTS_CYCLING;
    if (on ? !moves : p->state != SNW__POINTS_PAUSED) {
        return snw_refuse_rule(why, SNW_ERR_STATE, "teach", self->name,
                               on ? "there is nothing to pause" : "nothing is paused", NULL);
    }
    const snw_status status =
        on ? snw__mover_pause(&p->mover, self, why) : snw__mover_resume(&p->mover, self, why);
    if (snw_failed(status)) return status;
    if (on) p->before = p->state;
    p->state = on ? SNW__POINTS_PAUSED : p->before;
    return SNW_OK;
}

snw_status snw__points_pause(void *self, const void *arguments, void *answer, snw_why *why) {
    (void)arguments, (void)answer;
    return pause_move(self, true, why);
}

snw_status snw__points_resume(void *self, const void *arguments, void *answer, snw_why *why) {
    (void)arguments, (void)answer;
    return pause_move(self, false, why);
}

snw_status snw__points_stop(void *self, const void *arguments, void *answer, snw_why *why) {
    (void)arguments, (void)answer;
    snw_component *component = self;
    snw__points *p = component->work;
    if (is_at_rest(p)) {
        p->state = SNW__POINTS_IDLE;
        return SNW_OK;
    }
    const bool paused = p->state == SNW__POINTS_PAUSED;
    snw_status status = snw__mover_stop(&p->mover, component, why);
    if (paused && !snw_failed(status)) status = snw__mover_resume(&p->mover, component, why);
    end(component);
    return status;
}

// one that is paused stands, and may be resumed
static snw_status points_revoke(snw_component *self) {
    const snw__points *p = self->work;
    if (is_at_rest(p) || p->state == SNW__POINTS_PAUSED) return SNW_NOTHING_NEW;
    SNW_IGNORE(snw__points_stop(self, NULL, NULL, NULL));
    return SNW_OK;
}

// the next point of a cycle; at its end, the next round
static snw_status go_on(snw_component *self, snw_why *why) {
    snw__points *p = self->work;
    snw__points_signals *signals = self->signals;
    if (++p->next == p->order_count) {
        p->next = 0;
        signals->rounds++;
        if (p->left > 0 && --p->left == 0) return SNW_OK;
    }
    const snw_status status = begin(self, p->order[p->next], why);
    return status == SNW_OK ? SNW_NOTHING_NEW : status;
}

// A cycle is a program: that somebody else ends it is no failure, and a single move is a command of
// a person, who sees its event.
static bool is_failure(const snw__points *p, snw_status status) {
    const bool cycles = p->state == SNW__POINTS_CYCLING ||
                        (p->state == SNW__POINTS_PAUSED && p->before == SNW__POINTS_CYCLING);
    return cycles && status != SNW_ERR_INTERRUPTED;
}

static void note_failure(const snw_component *self, const snw_why *reason) {
    snw__points *p = self->work;
    p->failure = *reason;
    p->failure.severity = SNW_ERROR;
    snw_why_rule(&p->failure, "program");
    snw_why_add(&p->failure, "point", p->next + 1, "");
    snw_copy_text(p->failure.subject, sizeof p->failure.subject, self->name);
}

const snw_why *snw__points_failure(const snw_component *component) {
    const snw__points *p = component->work;
    return p != NULL && p->state == SNW__POINTS_FAILED ? &p->failure : NULL;
}

static snw_status points_update(snw_component *self, const snw_tick *tick) {
    (void)tick;
    snw__points *p = self->work;
    snw__points_signals *signals = self->signals;
    if (!is_at_rest(p)) {
        snw_why why = {0};
        snw_status status = SNW_OK;
        if (p->mover.under_way) status = snw__mover_poll(&p->mover, self, &why);
        // one that arrives while it is paused goes on when it is resumed
        if (status == SNW_OK && p->state == SNW__POINTS_PAUSED) status = SNW_NOTHING_NEW;
        if (status == SNW_OK) {
            signals->moves++;
            if (p->state == SNW__POINTS_CYCLING) status = go_on(self, &why);
        }
        const bool fails = snw_failed(status) && is_failure(p, status);
        if (fails) note_failure(self, &why);
        if (snw_failed(status)) snw_component_event(self, fails ? &p->failure : &why);
        if (status != SNW_NOTHING_NEW) end(self);
        if (fails) p->state = SNW__POINTS_FAILED;
    }
    signals->state = p->state;
    return SNW_OK;
}

// --- set-up -------------------------------------------------------------------------------------

static snw_status fill(snw_component *self, snw_why *why) {
    const snw_points *config = self->config;
    for (int i = 0; i < config->list_count; i++) {
        const snw_point *point = &config->list[i];
        snw_status status = SNW_OK;
        if (!snw__point_name_is_good(point->name)) {
            status = snw_refuse_rule(why, SNW_ERR_SYNTAX, "teach", point->name,
                                     "this is not a name of a point", NULL);
        } else if (point->q_count != self->arm->count) {
            status = snw_refuse_rule(why, SNW_ERR_SIZE, "teach", point->name,
                                     "a point needs one number for each axis", NULL);
        } else {
            status = keep(self, point->name, point->q, why);
        }
        if (snw_failed(status)) return status;
    }
    return SNW_OK;
}

// what a search for the joints of a pose needs; an arm that cannot move its tool has none
static void lay_out_search(snw_component *self, snw__points *p, const char *frame,
                           snw_arena *arena) {
    const snw_model *model = self->arm->model;
    snw_ik measured;
    snw_ik *ik = p != NULL ? &p->ik : &measured;
    const int at = frame[0] != '\0' ? snw_model_find_frame(model, frame) : -1;
    int link = self->arm->count > 0 ? self->arm->link[self->arm->count - 1] : 0;
    if (at < 0 && frame[0] != '\0') link = snw_model_find_link(model, frame);
    snw_status status = snw_ik_init(ik, model, link, at, arena);
    double *q0 = SNW_ARENA_ARRAY(arena, double, model->nq);
    double *found = SNW_ARENA_ARRAY(arena, double, model->nq);
    if (p == NULL || q0 == NULL || found == NULL) return;
    p->q0 = q0;
    p->found = found;
    if (!snw_failed(status)) status = snw_ik_set_base(ik, self->arm->T_world_base);
    p->can_search = !snw_failed(status);
}

static snw_status points_configure(snw_component *self, snw_arena *arena, snw_why *why) {
    const snw_points *config = self->config;
    const snw_component *motion = snw__mover_motion(self);
    const snw_motion *how = motion != NULL ? motion->config : NULL;
    snw__points *p = SNW_ARENA_ARRAY(arena, snw__points, 1);
    snw__tool measured;
    self->work = p;
    snw_status status = snw__tool_init(p != NULL ? &p->tool : &measured,
                                       how != NULL ? how->frame : "", self, arena, why);
    if (snw_failed(status) && status != SNW_ERR_MEMORY) return status;
    snw__tool other;
    snw_published none;
    lay_out_search(self, p, how != NULL ? how->frame : "", arena);
    SNW_IGNORE(snw__tool_init(p != NULL ? &p->asked : &other, how != NULL ? how->frame : "", self,
                              arena, why));
    SNW_IGNORE(snw_published_init(p != NULL ? &p->shown : &none,
                                  (size_t)config->capacity * sizeof(snw_point), arena));
    snw_point *list = SNW_ARENA_ARRAY(arena, snw_point, config->capacity);
    if (snw_arena_status(arena)) return SNW_ERR_MEMORY;
    p->list = list;
    p->capacity = config->capacity;
    p->count = 0;
    p->state = SNW__POINTS_IDLE;
    ((snw__points_signals *)self->signals)->at = -1;
    status = snw__mover_init(&p->mover, self, why);
    return snw_failed(status) ? status : fill(self, why);
}

// --- tables -------------------------------------------------------------------------------------

#define SIGNAL(member) SNW_AT(snw__points_signals, member), .role = SNW_SIGNAL

static const snw_choice state_choices[] = {
    {"idle", SNW__POINTS_IDLE, "Nothing is in progress."},
    {"going", SNW__POINTS_GOING, "The arm moves to one point."},
    {"cycling", SNW__POINTS_CYCLING, "The arm cycles through points."},
    {"paused", SNW__POINTS_PAUSED, "The motion is paused."},
    {"failed", SNW__POINTS_FAILED, "A cycle failed; an event says why."},
};
static const snw_field signal_fields[] = {
    {SIGNAL(count), .kind = SNW_KIND_INT, .help = "Number of points."},
    {SIGNAL(version), .kind = SNW_KIND_UINT, .help = "Number of changes of the list."},
    {SIGNAL(state), .kind = SNW_KIND_ENUM, SNW_CHOICES(state_choices),
     .help = "State of the motion."},
    {SIGNAL(at), .kind = SNW_KIND_INT,
     .help = "Number of the point that the arm moves to; -1 if it moves to no point."},
    {SIGNAL(rounds), .kind = SNW_KIND_UINT, .help = "Number of completed cycles."},
    {SIGNAL(moves), .kind = SNW_KIND_UINT, .help = "Number of moves that reached their goal."},
};
static const snw_type signals_type = {
    SNW_TYPE_AS("points_signals", snw__points_signals, signal_fields), .space = &snw_space_cell,
    .help = "Signals of a points component."};

static const snw_peer peers[] = {
    {"motion", "motion", true, "Motion component that moves the arm."},
};
const snw_component_functions snw__points_functions = {
    .head = SNW_COMPONENT_HEAD,
    .stage = SNW_STAGE_SOURCE,
    .needs_arm = true,
    .signals = &signals_type,
    .peers = peers,
    .peer_count = sizeof peers / sizeof peers[0],
    .commands = snw__points_commands,
    .command_count = SNW__POINTS_COMMANDS,
    .configure = points_configure,
    .update = points_update,
    .revoke = points_revoke,
};

static const snw_field point_fields[] = {
    {SNW_AT(snw_point, name), .kind = SNW_KIND_STRING, .flags = SNW_KEY | SNW_REQUIRED,
     .help = "Name of the point."},
    {SNW_AT_COUNTED(snw_point, q, q_count), .kind = SNW_KIND_REAL, .range = {-1e6, 1e6},
     .help = "Joint positions, one number for each axis [rad or m]."},
};
const snw_type snw_point_type = {SNW_TYPE_AS("point", snw_point, point_fields),
                                 .space = &snw_space_cell, .help = "A taught point."};

static const snw_field points_fields[] = {
    {SNW_AT_LIST(snw_points, list, list_count, SNW_POINTS), .kind = SNW_KIND_STRUCT,
     .type = &snw_point_type, .item = "point", .help = "Points at the start."},
    {SNW_AT(snw_points, capacity), .kind = SNW_KIND_INT, .range = {1, SNW_POINTS}, .initial = "64",
     .help = "Largest number of points."},
};
const snw_type snw_points_type = {SNW_TYPE_AS("points", snw_points, points_fields),
                                  .base = "component", .space = &snw_space_cell,
                                  .functions = &snw__points_functions.head,
                                  .help = "Taught points of an arm: store, move there, cycle."};
