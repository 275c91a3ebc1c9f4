// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "internal.h"
#include "sinew/teach/programs.h"

// What the steps of a sequence name must be there when the cell is loaded, not when the arm gets
// to them.

enum { NAMES = 256 };

// a component of the arm with such functions that plays this role for it, whatever its state
static bool has_peer(const snw_component *self, const snw_component_functions *functions) {
    for (int i = 0; i < snw_exec_component_count(self->exec); i++) {
        const snw_component *one = snw_exec_component(self->exec, i);
        if (one->functions == functions && one->arm == self->arm) return true;
    }
    return false;
}

// names of the points that the arm has at the beginning
static int point_names(const snw_component *self, const char *names[NAMES]) {
    int count = 0;
    for (int i = 0; i < snw_exec_component_count(self->exec); i++) {
        const snw_component *one = snw_exec_component(self->exec, i);
        if (one->functions != &snw__points_functions || one->arm != self->arm) continue;
        const snw_points *points = one->config;
        for (int k = 0; k < points->list_count && count < NAMES; k++)
            names[count++] = points->list[k].name;
    }
    return count;
}

static int object_names(const snw_component *self, const char *names[NAMES]) {
    int count = 0;
    for (int i = 0; i < snw_exec_component_count(self->exec); i++) {
        const snw_component *one = snw_exec_component(self->exec, i);
        if (one->functions != &snw__objects_functions) continue;
        const snw_objects *objects = one->config;
        for (int k = 0; k < objects->list_count && count < NAMES; k++)
            names[count++] = objects->list[k].member;
    }
    return count;
}

// the other sequences of the arm
static int sequence_names(const snw_component *self, const char *names[NAMES]) {
    int count = 0;
    for (int i = 0; i < snw_exec_component_count(self->exec) && count < NAMES; i++) {
        const snw_component *one = snw_exec_component(self->exec, i);
        const bool other = one != self && one->arm == self->arm;
        if (other && one->functions == &snw__sequence_functions) names[count++] = one->name;
    }
    return count;
}

static snw_status check_name(const char *what, const char *list, const char *name,
                             const char *const *names, int count, snw_why *why) {
    for (int i = 0; i < count; i++) {
        if (strcmp(names[i], name) == 0) return SNW_OK;
    }
    char text[SNW_WHY_TEXT], fix[SNW_WHY_TEXT];
    snw_text line = snw_text_over(text, sizeof text);
    snw_text_format(&line, "there is no %s '%s'", what, name);
    line = snw_text_over(fix, sizeof fix);
    const char *closest = snw_closest_name(name, names, count);
    if (closest != NULL) {
        snw_text_format(&line, "did you mean '%s'?", closest);
    } else {
        snw_text_format(&line, "add it to the %s, or name one that is there", list);
    }
    return snw_refuse_rule(why, SNW_ERR_UNKNOWN_NAME, "reference", "", text, fix);
}

static snw_status check_step(const snw_component *self, const snw_step *step, snw_why *why) {
    const char *names[NAMES];
    const bool goes = step->action == SNW_STEP_GO || step->action == SNW_STEP_LINE;
    const bool grips = step->action >= SNW_STEP_OPEN && step->action <= SNW_STEP_RELEASE;
    if (goes && !has_peer(self, &snw__points_functions)) {
        return snw_refuse_rule(why, SNW_ERR_NOT_FOUND, "teach", "",
                               "the step moves to a point but the arm has no points",
                               "add a component points to the cell");
    }
    if (goes) {
        return check_name("point", "list of points", step->point, names, point_names(self, names),
                          why);
    }
    if (grips && !has_peer(self, &snw__gripper_functions)) {
        return snw_refuse_rule(why, SNW_ERR_NOT_FOUND, "teach", "",
                               "the step needs a gripper but the arm has none",
                               "add a component gripper to the cell");
    }
    if (step->action == SNW_STEP_ATTACH && step->object[0] != '\0') {
        return check_name("object", "list of objects", step->object, names,
                          object_names(self, names), why);
    }
    if (step->action == SNW_STEP_CALL) {
        return check_name("other sequence", "sequences of the arm", step->sequence, names,
                          sequence_names(self, names), why);
    }
    if (step->action == SNW_STEP_MOVE && step->q_count != self->arm->count) {
        SNW_IGNORE(snw_refuse_rule(why, SNW_ERR_SIZE, "teach", "",
                                   "q of the step must have one number for each axis",
                                   "give as many numbers as the arm has axes"));
        snw_why_add(why, "numbers", step->q_count, "");
        snw_why_add(why, "axes", self->arm->count, "");
        return SNW_ERR_SIZE;
    }
    return SNW_OK;
}

snw_status snw__sequence_check(const snw_component *self, snw_why *why) {
    const snw_sequence *config = self->config;
    for (int i = 0; i < config->step_count; i++) {
        const snw_status status = check_step(self, &config->steps[i], why);
        if (!snw_failed(status)) continue;
        // as a path, so that the line of the step is found
        snw_text subject = snw_text_over(why->subject, sizeof why->subject);
        snw_text_format(&subject, "%s/steps[%d]", self->name, i);
        return status;
    }
    return SNW_OK;
}

// --- at the end of a run ------------------------------------------------------------------------

// rounds that were to be done and are not
static snw_status tell_unfinished(const snw_component *self, const snw__sequence_now *now,
                                  snw_why *why) {
    const snw_sequence *config = self->config;
    SNW_IGNORE(snw_refuse_rule(why, SNW_ERR_CHECK, "program", self->name,
                               now->state == SNW_SEQUENCE_PAUSED
                                   ? "the program is not finished: it is paused"
                                   : "the program is not finished: the run ended first",
                               "let it run longer"));
    snw_why_add(why, "step", now->step + 1, "");
    snw_why_add(why, "steps", config->step_count, "");
    snw_why_add(why, "rounds done", (double)now->rounds, "");
    snw_why_add(why, "rounds to do", config->repeat, "");
    return SNW_ERR_CHECK;
}

snw_status snw__program_result(const snw_component *component, snw_why *why) {
    const snw_sequence *config = component->config;
    const bool points = component->functions == &snw__points_functions;
    const snw_why *failure = points ? snw__points_failure(component) : NULL;
    if (failure != NULL) {
        *why = *failure;
        return SNW_ERR_CHECK;
    }
    if (component->functions != &snw__sequence_functions) return SNW_OK;
    if (component->state == SNW_COMPONENT_PREOPERATIONAL) {
        if (!component->error.present) return SNW_OK;
        *why = component->error.why;
        return SNW_ERR_CHECK;
    }
    const snw__sequence_now now = snw__sequence_status(component);
    if (now.state == SNW_SEQUENCE_FAILED) {
        *why = *now.failure;
        return SNW_ERR_CHECK;
    }
    const bool begun = now.state == SNW_SEQUENCE_RUNNING || now.state == SNW_SEQUENCE_PAUSED;
    return begun && config->repeat > 0 ? tell_unfinished(component, &now, why) : SNW_OK;
}
