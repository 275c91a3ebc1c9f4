// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "task_internal.h"

// Messages of a person to a task component. Each is taken at once or refused; what it asks for is
// done by the updates that follow.

snw_status snw__manual_refuse(const snw_component *self, snw_status status, const char *text,
                              const char *fix, snw_why *why) {
    snw_why_set(why, status, self->name, text);
    snw_why_rule(why, "task-command");
    snw_why_fix(why, fix);
    return status;
}

static snw_status refuse(const snw_component *self, snw_status status, const char *text,
                         const char *fix, snw_why *why) {
    return snw__manual_refuse(self, status, text, fix, why);
}

const char *snw__manual_word(const char *text, char out[SNW_NAME]) {
    text += strspn(text, " ");
    const size_t length = strcspn(text, " ");
    if (length >= SNW_NAME) return NULL;
    memcpy(out, text, length);
    out[length] = '\0';
    return text + length;
}

// one number; NaN, infinities and what is too large for a number are named as such
static snw_status read_number(const char *at, size_t length, double *out) {
    const snw_status status = snw_real_parse(at, length, out, NULL);
    if (!snw_failed(status)) return isfinite(*out) ? SNW_OK : SNW_ERR_NOT_FINITE;
    // tokens are not empty, and one that is a sign alone is followed by its end
    if (*at == '-' || *at == '+') at++;
    const bool named = *at == 'n' || *at == 'N' || *at == 'i' || *at == 'I';
    return status == SNW_ERR_RANGE || named ? SNW_ERR_NOT_FINITE : status;
}

// exactly `count` numbers and nothing behind them
snw_status snw__manual_numbers(const snw_component *self, const char *at, double *out, int count,
                               snw_why *why) {
    for (int i = 0; i <= count; i++) {
        while (*at == ' ' || *at == ',')
            at++;
        const size_t length = strcspn(at, " ,");
        if (i == count && length == 0) return SNW_OK;
        if (i == count || length == 0) break;
        const snw_status status = read_number(at, length, &out[i]);
        if (status == SNW_ERR_NOT_FINITE) {
            return refuse(self, status, "a number is NaN or infinite", "give finite numbers", why);
        }
        if (snw_failed(status)) break;
        at += length;
    }
    const snw_status status = refuse(self, SNW_ERR_SIZE, "there are not as many numbers as needed",
                                     "its commands list what each needs", why);
    snw_why_add(why, "needed", count, "");
    return status;
}

// the arm is taken from its source
static snw_status take(snw_component *self, snw_hand_mode mode, snw__manual_space space,
                       snw_why *why) {
    snw__manual *h = self->work;
    if (!h->arm->follows || !h->begun || self->state != SNW_COMPONENT_RUNNING) {
        return refuse(self, SNW_ERR_STATE, "the arm is not enabled",
                      "acknowledge what stopped it, then enable it", why);
    }
    if (space != SNW__MANUAL_JOINTS && snw__manual_tool_rows(h) == 0) {
        return refuse(self, SNW_ERR_STATE, "there is no end effector",
                      "add one, or move the joints", why);
    }
    const bool first = !h->arm->taken;
    if (first || space != h->space) h->shaped = false;
    if (first || space != SNW__MANUAL_ELBOW) h->holding = false;
    if (first && snw_failed(snw_control_hold(&h->control, h->q))) {
        return refuse(self, SNW_ERR_STATE, "the state of the arm cannot be used", NULL, why);
    }
    if (first) snw_control_reset(&h->control);
    h->arm->taken = true;
    h->mode = mode;
    h->space = space;
    h->age = h->braking = 0;
    return SNW_OK;
}

// --- what can be said ----------------------------------------------------------------------------

static snw_vec3 hold_to(snw_vec3 v, double most) {
    const double length = snw_vec3_norm(v);
    return length > most ? snw_vec3_scale(v, most / length) : v;
}

static snw_status jog_twist(snw_component *self, const char *text, bool in_tool, snw_why *why) {
    snw__manual *h = self->work;
    double n[6];
    snw_status status = snw__manual_numbers(self, text, n, 6, why);
    if (!snw_failed(status)) status = take(self, SNW_HAND_JOG, SNW__MANUAL_TOOL, why);
    if (snw_failed(status)) return status;
    const snw_twist twist = snw_twist_of(hold_to(snw_vec3_of(n[0], n[1], n[2]), h->config->speed),
                                         hold_to(snw_vec3_of(n[3], n[4], n[5]), h->config->spin));
    h->wish.twist = in_tool ? twist : snw_twist_rotate(h->arm->T_world_base.R, twist);
    h->wish.in_tool = in_tool;
    return SNW_OK;
}

static snw_status jog_joints(snw_component *self, const char *text, snw_why *why) {
    snw__manual *h = self->work;
    double n[SNW_AXES];
    snw_status status = snw__manual_numbers(self, text, n, h->arm->count, why);
    if (!snw_failed(status)) status = take(self, SNW_HAND_JOG, SNW__MANUAL_JOINTS, why);
    if (!snw_failed(status)) snw_arm_to_v(h->arm, n, h->wish.rates);
    return status;
}

static snw_status jog(snw_component *self, const char *text, snw_why *why) {
    if (strncmp(text, "base ", 5) == 0) return jog_twist(self, text + 5, false, why);
    if (strncmp(text, "tool ", 5) == 0) return jog_twist(self, text + 5, true, why);
    if (strncmp(text, "joints ", 7) == 0) return jog_joints(self, text + 7, why);
    return refuse(self, SNW_ERR_UNKNOWN_NAME, "nothing of this name can be jogged",
                  "say jog base, jog tool or jog joints", why);
}

// the part of the velocity, then a position for each axis
static snw_status reach(snw_component *self, const char *text, snw_why *why) {
    snw__manual *h = self->work;
    const snw_arm *arm = h->arm;
    double n[1 + SNW_AXES] = {0};
    snw_status status = snw__manual_numbers(self, text, n, 1 + arm->count, why);
    if (snw_failed(status)) return status;
    if (!(n[0] > 0 && n[0] <= 1)) {
        return refuse(self, SNW_ERR_RANGE, "the part of the velocity is not in (0, 1]", NULL, why);
    }
    for (int a = 0; a < arm->count; a++) {
        const double lower = arm->limits.lower[a], upper = arm->limits.upper[a];
        if (n[1 + a] >= lower && n[1 + a] <= upper) continue;
        snw_why_set(why, SNW_ERR_LIMIT, snw_arm_axis_name(arm, a),
                    "the position is beyond the limits of the joint");
        snw_why_rule(why, "task-command");
        snw_why_fix(why, "choose one between the limits");
        snw_why_add(why, "wanted", n[1 + a], "");
        snw_why_add(why, "lower", lower, "");
        snw_why_add(why, "upper", upper, "");
        return SNW_ERR_LIMIT;
    }
    status = take(self, SNW_HAND_REACH, SNW__MANUAL_JOINTS, why);
    if (snw_failed(status)) return status;
    h->wish.part = n[0];
    snw_arm_to_v(arm, n + 1, h->wish.place_of);
    return SNW_OK;
}

static snw_status drag(snw_component *self, const char *text, snw_why *why) {
    snw__manual *h = self->work;
    double n[7];
    snw_quat turn;
    snw_status status = snw__manual_numbers(self, text, n, 7, why);
    if (snw_failed(status)) return status;
    status = snw_quat_set(&turn, n[6], n[3], n[4], n[5]);
    if (snw_failed(status)) {
        return refuse(self, status, "the quaternion is no rotation",
                      "give x y z w, of a length other than 0", why);
    }
    status = take(self, SNW_HAND_DRAG, SNW__MANUAL_TOOL, why);
    if (snw_failed(status)) return status;
    h->wish.goal = snw_pose_of(snw_quat_to_mat3(turn), snw_vec3_of(n[0], n[1], n[2]));
    return SNW_OK;
}

static snw_status check_freedom(const snw_component *self, snw_why *why) {
    snw__manual *h = self->work;
    if (!h->begun || snw__manual_tool_rows(h) == 0) return SNW_OK;
    if (snw__manual_freedom(h) > 0) return SNW_OK;
    return refuse(self, SNW_ERR_UNSUPPORTED, "the tool leaves no joint free",
                  "self-motion needs more joints than the end effectors have rows", why);
}

static snw_status pull(snw_component *self, const char *text, snw_why *why) {
    snw__manual *h = self->work;
    const size_t length = strcspn(text, " ,");
    char name[SNW_NAME];
    double n[6];
    if (length >= sizeof name) {
        return refuse(self, SNW_ERR_UNKNOWN_NAME, "no link has such a long name", NULL, why);
    }
    memcpy(name, text, length);
    name[length] = '\0';
    const int link = snw_model_find_link(h->arm->model, name);
    if (link < 0) {
        return refuse(self, SNW_ERR_UNKNOWN_NAME, "the arm has no such link",
                      "'sinew model show' lists them", why);
    }
    snw_status status = snw__manual_numbers(self, text + length, n, 6, why);
    if (!snw_failed(status)) status = check_freedom(self, why);
    if (!snw_failed(status)) status = take(self, SNW_HAND_PULL, SNW__MANUAL_ELBOW, why);
    if (snw_failed(status)) return status;
    h->wish.link = link;
    h->wish.place = snw_vec3_of(n[0], n[1], n[2]);
    h->wish.point = snw_vec3_of(n[3], n[4], n[5]);
    return SNW_OK;
}

static snw_status turn(snw_component *self, const char *text, snw_why *why) {
    snw__manual *h = self->work;
    double rate;
    snw_status status = snw__manual_numbers(self, text, &rate, 1, why);
    if (!snw_failed(status)) status = check_freedom(self, why);
    if (!snw_failed(status)) status = take(self, SNW_HAND_TURN, SNW__MANUAL_ELBOW, why);
    if (!snw_failed(status)) h->wish.turn = rate;
    return status;
}

static snw_status halt(snw_component *self, const char *text, snw_why *why) {
    snw__manual *h = self->work;
    (void)text;
    (void)why;
    if (h->arm->taken) h->mode = SNW_HAND_BRAKE;
    return SNW_OK;
}

static snw_status effectors(snw_component *self, const char *text, snw_why *why) {
    snw__manual *h = self->work;
    int found = text[0] == '\0' ? 0 : -1;
    for (int i = 0; i < h->config->set_count; i++) {
        if (strcmp(h->config->sets[i].name, text) == 0) found = i + 1;
    }
    if (found < 0) {
        return refuse(self, SNW_ERR_UNKNOWN_NAME, "there is no such set of end effectors",
                      "name one of its sets, or none for the first", why);
    }
    if (h->arm->taken) {
        return refuse(self, SNW_ERR_STATE, "the arm is being moved by hand", "let it go first",
                      why);
    }
    const snw_status status = snw__manual_take_set(self, found, why);
    if (!snw_failed(status)) h->changes++;
    if (!snw_failed(status)) snw__manual_publish(self);
    return status;
}

// --- words ---------------------------------------------------------------------------------------

const snw_command snw__manual_commands[SNW__MANUAL_COMMANDS] = {
    {"jog", "base|tool VX VY VZ WX WY WZ | joints R1 R2 ...", "Moves the tool, or the joints."},
    {"reach", "PART Q1 Q2 ...", "The joints go to positions, at a part of their jog velocity."},
    {"drag", "X Y Z QX QY QZ QW", "The tool goes to a pose in the world."},
    {"pull", "LINK X Y Z PX PY PZ", "Draws a point of a link to a place; the tool stays."},
    {"turn", "RATE", "Turns the elbow, in rad/s of all joints together; the tool stays."},
    {"halt", "", "Brakes now."},
    {"effectors", "SET", "Takes another set of end effectors."},
    {"effector", "use|remove NAME | add|change NAME LINK frame|point hard|soft X Y Z QX QY QZ QW",
     "Chooses the tool; makes, changes and removes end effectors."},
    {"limit", "JOINT [LOWER UPPER]", "Narrows the range of a joint, or gives it back."},
    {"show", "effector K", "Tells an end effector; the tool is the first, 0."},
};

snw_status snw__manual_message(snw_component *self, const char *text, char *answer, snw_why *why) {
    static snw_status (*const functions[SNW__MANUAL_COMMANDS])(snw_component *, const char *,
                                                               snw_why *) = {
        jog, reach, drag, pull, turn, halt, effectors, snw__manual_effector, snw__manual_limit,
        NULL};
    answer[0] = '\0';
    const size_t length = strcspn(text, " ");
    for (int i = 0; i < SNW__MANUAL_COMMANDS; i++) {
        const char *word = snw__manual_commands[i].word;
        if (strlen(word) != length || strncmp(text, word, length) != 0) continue;
        const char *rest = text + length;
        while (*rest == ' ')
            rest++;
        if (functions[i] == NULL) return snw__manual_show(self, rest, answer, why);
        return functions[i](self, rest, why);
    }
    return refuse(self, SNW_ERR_UNKNOWN_NAME, "there is no such command",
                  "say jog, reach, drag, pull, turn, halt, effectors, effector, limit or show",
                  why);
}
