// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "closed_internal.h"
#include "sinew/random.h"

// Axes that shall meet may miss each other by this part of the arm's size, and parallel ones by
// this sine: above what numbers of 16 digits leave, below what a closed form could not pay back.
#define MEETS 1e-9
#define PARALLEL 1e-9

// What the nearest form misses, for the reason.
typedef struct miss {
    double size; // relative to the arm, or a sine
    const char *text;
    const char *unit;
    int first, last; // joints
} miss;

static void remember(miss *best, double size, const char *text, const char *unit, int first,
                     int last) {
    if (!(size < best->size)) return;
    *best = (miss){size, text, unit, first, last};
}

// the way from axis to axis, and how far slides go (1 m where nothing says so)
static double size_of(const snw_ik_closed *closed) {
    const snw_ik_chain *c = &closed->chain;
    double size = snw_vec3_distance(c->point[c->count - 1], c->T_base_tip.p);
    for (int i = 0; i < c->count; i++) {
        if (i > 0) size += snw_vec3_distance(c->point[i - 1], c->point[i]);
        if (!c->slides[i]) continue;
        const int at = closed->q_index[i];
        const double far = fmax(fabs(closed->model->lower[at]), fabs(closed->model->upper[at]));
        size += far < 1e3 ? far : 1;
    }
    return size;
}

static bool all_turn(const snw_ik_chain *c, int first, int count) {
    for (int i = first; i < first + count; i++) {
        if (c->slides[i]) return false;
    }
    return true;
}

// do axes [first, first + count) meet, and can they turn a body any way at all?
static bool meet(const snw_ik_chain *c, int first, int count, double scale, snw_vec3 *point,
                 miss *best) {
    if (!all_turn(c, first, count)) return false;
    for (int i = first + 1; i < first + count; i++) {
        if (snw__chain_slant(c, i - 1, i) < 1e-6) return false;
    }
    const double gap = snw__chain_meet(c, first, count, point) / scale;
    if (gap < MEETS) return true;
    remember(best, gap, "their axes do not meet in one point", "m", first, first + count - 1);
    return false;
}

// which of the arms with slides form_wrist.c can place
static bool can_place(const snw_ik_chain *c) {
    const int slides = c->slides[0] + c->slides[1] + c->slides[2];
    if (slides == 0) {
        // two turns about one axis, or three parallel ones, move nothing in space
        return snw__chain_slant(c, 0, 1) > 1e-6 || snw__chain_slant(c, 1, 2) > 1e-6;
    }
    if (slides == 3) {
        return fabs(snw_mat3_det(snw_mat3_of(c->axis[0], c->axis[1], c->axis[2]))) > 1e-6;
    }
    if (slides == 2) {
        return c->slides[2] && snw__chain_slant(c, 0, 1) < PARALLEL &&
               snw__chain_slant(c, 1, 2) > 1e-6;
    }
    return c->slides[2] && fabs(snw_vec3_dot(c->axis[1], c->axis[2])) < PARALLEL &&
           snw__chain_slant(c, 0, 1) > 1e-6;
}

static bool is_wrist(snw_ik_chain *c, double scale, miss *best) {
    snw_vec3 W;
    if (c->count != 6 || !meet(c, 3, 3, scale, &W, best) || !can_place(c)) return false;
    for (int i = 3; i < 6; i++) {
        c->point[i] = W;
    }
    return true;
}

static bool is_parallel(const snw_ik_chain *c, miss *best) {
    if (c->count != 6 || !all_turn(c, 0, 6)) return false;
    const double slant = fmax(snw__chain_slant(c, 1, 2), snw__chain_slant(c, 2, 3));
    if (snw__chain_slant(c, 0, 1) < 1e-6 || snw__chain_slant(c, 3, 4) < 1e-6 ||
        snw__chain_slant(c, 4, 5) < 1e-6) {
        return false;
    }
    if (slant < PARALLEL) return true;
    remember(best, slant, "their axes are not parallel", "rad", 1, 3);
    return false;
}

// the form of six joints, seen from either end; `core` is left as the form wants it
static snw_ik_form six(snw_ik_closed *closed, const snw_ik_chain *chain, miss *best) {
    snw_ik_chain *core = &closed->core;
    *core = *chain;
    closed->reversed = false;
    if (is_wrist(core, closed->scale, best)) return SNW_IK_SPHERICAL_WRIST;
    if (is_parallel(core, best)) return SNW_IK_THREE_PARALLEL;
    miss back = {.size = best->size};
    snw__chain_reverse(chain, core);
    closed->reversed = true;
    if (is_wrist(core, closed->scale, &back)) return SNW_IK_SPHERICAL_SHOULDER;
    if (is_parallel(core, &back)) return SNW_IK_THREE_PARALLEL;
    if (back.size < best->size) {
        *best = back;
        best->first = chain->count - 1 - back.last;
        best->last = chain->count - 1 - back.first;
    }
    return SNW_IK_NO_FORM;
}

static bool is_elbow(snw_ik_chain *c, double scale, miss *best) {
    if (c->count < 7 || c->slides[3]) return false;
    snw_vec3 S, W;
    if (!meet(c, 0, 3, scale, &S, best) || !meet(c, 4, c->count - 4, scale, &W, best)) return false;
    // the elbow: the point of its axis that is nearest to the axis before
    const snw_vec3 k3 = c->axis[2], k4 = c->axis[3];
    const snw_vec3 n = snw_vec3_cross(k3, k4), d = snw_vec3_sub(S, c->point[3]);
    const double square = snw_vec3_norm2(n);
    const double along =
        square > 1e-12 ? snw_vec3_dot(snw_vec3_cross(d, k3), n) / -square : snw_vec3_dot(d, k4);
    c->point[3] = snw_vec3_add_scaled(c->point[3], k4, along);
    for (int i = 0; i < 3; i++) {
        c->point[i] = S;
    }
    for (int i = 4; i < c->count; i++) {
        c->point[i] = W;
    }
    const snw_vec3 upper = snw_vec3_sub(c->point[3], S), lower = snw_vec3_sub(W, c->point[3]);
    return fmin(snw_vec3_norm(snw_vec3_cross(k4, upper)),
                snw_vec3_norm(snw_vec3_cross(k4, lower))) > 1e-6 * scale;
}

// an axis and its reverse are one line: the direction whose largest part is positive
static snw_vec3 upright(snw_vec3 k) {
    const double x = fabs(k.x), y = fabs(k.y), z = fabs(k.z);
    const double largest = z >= x && z >= y ? k.z : y >= x ? k.y : k.x;
    return largest < 0 ? snw_vec3_neg(k) : k;
}

static void recognise(snw_ik_closed *closed, miss *best) {
    const snw_ik_chain *chain = &closed->chain;
    closed->form = closed->inner = SNW_IK_NO_FORM;
    closed->core = *chain;
    if (chain->count == 6) {
        closed->form = six(closed, chain, best);
    } else if (chain->count >= 7 && is_elbow(&closed->core, closed->scale, best)) {
        closed->form = chain->count == 7 ? SNW_IK_ELBOW : SNW_IK_ELBOW_FOUR;
        closed->parameter_count = chain->count - 6;
    } else if (chain->count == 7 && !chain->slides[6]) {
        snw_ik_chain rest = *chain;
        rest.count = 6;
        closed->inner = six(closed, &rest, best);
        closed->form = closed->inner != SNW_IK_NO_FORM ? SNW_IK_LAST_HELD : SNW_IK_NO_FORM;
        closed->parameter_count = 1;
    }
}

// --- proof --------------------------------------------------------------------------------------

// every branch gives the pose again, and one of them is the configuration it came from
static bool gives_back(const snw_ik_closed *closed, const double *values) {
    snw__candidates found;
    double parameters[2];
    snw__parameters_of(closed, values, parameters);
    const snw_pose goal = snw__chain_pose(&closed->chain, values);
    snw__closed_candidates(closed, goal, parameters, values, &found);
    bool own = false;
    for (int i = 0; i < found.count; i++) {
        double value[SNW_IK_CLOSED_JOINTS];
        for (int k = 0; k < closed->chain.count; k++) {
            value[k] = snw__candidate_value(&found, &closed->chain, i, k);
        }
        const snw_pose pose = snw__chain_pose(&closed->chain, value);
        if (!(snw_vec3_distance(pose.p, goal.p) < 1e-6 * closed->scale) ||
            !snw_mat3_near(pose.R, goal.R, 1e-6)) {
            return false;
        }
        double worst = 0;
        for (int k = 0; k < closed->chain.count; k++) {
            const double d = value[k] - values[k];
            const double turns = remainder(d, 2 * 3.141592653589793);
            worst = fmax(worst, fabs(closed->chain.slides[k] ? d / closed->scale : turns));
        }
        own = own || worst < 1e-5;
    }
    return own;
}

static bool proven(const snw_ik_closed *closed) {
    enum { POSES = 64, ALLOWED = 1 }; // one may fall on a singularity
    snw_random random = snw_random_stream(0x696b, 0);
    int failures = 0;
    for (int i = 0; i < POSES; i++) {
        double values[SNW_IK_CLOSED_JOINTS];
        for (int k = 0; k < closed->chain.count; k++) {
            const double range = closed->chain.slides[k] ? closed->scale : 3.141592653589793;
            values[k] = range * (2 * snw_random_unit(&random) - 1);
        }
        failures += !gives_back(closed, values);
    }
    return failures <= ALLOWED;
}

// --- the reason ---------------------------------------------------------------------------------

static snw_status none_fits(const snw_ik_closed *closed, const miss *best, snw_why *why) {
    const snw_ik_chain *c = &closed->chain;
    char text[SNW_WHY_TEXT];
    if (c->count < 6) {
        (void)snprintf(text, sizeof text, "%d moving joints; closed forms need 6 to 8", c->count);
    } else if (best->size < HUGE_VAL) {
        (void)snprintf(text, sizeof text, "no closed form: of joints %d to %d, %s", best->first + 1,
                       best->last + 1, best->text);
    } else {
        (void)snprintf(text, sizeof text, "no closed form is known for this order of joints");
    }
    snw_why_set(why, SNW_ERR_UNSUPPORTED, closed->model->name, text);
    snw_why_rule(why, "ik-form");
    if (c->count >= 6 && best->size < HUGE_VAL) {
        const bool metres = best->unit != NULL && strcmp(best->unit, "m") == 0;
        snw_why_add(why, "by", metres ? best->size * closed->scale : best->size, best->unit);
    }
    snw_why_fix(why, "use the numeric solver");
    return SNW_ERR_UNSUPPORTED;
}

snw_status snw_ik_analyze(const snw_model *model, int link, int frame, snw_ik_closed *closed,
                          snw_why *why) {
    memset(closed, 0, sizeof *closed);
    const int frames = model->frame_count + model->link_count;
    if (frame >= 0 && frame < frames) link = model->frames[frame].link;
    if (snw_model_link(model, link) == NULL || frame >= frames) {
        return snw_refuse(why, SNW_ERR_ARGUMENT, model->name, "there is no such link or frame",
                          NULL);
    }
    closed->model = model;
    closed->link = link;
    closed->frame = frame < 0 ? -1 : frame;
    const snw_status status = snw__chain_of(model, link, closed->frame, closed, why);
    if (snw_failed(status)) return status;
    miss best = {.size = HUGE_VAL};
    if (closed->chain.count >= 6) {
        closed->scale = size_of(closed);
        closed->reference = upright(closed->chain.axis[0]);
        if (closed->scale > 0) recognise(closed, &best);
    }
    if (closed->form != SNW_IK_NO_FORM && proven(closed)) return SNW_OK;
    closed->form = SNW_IK_NO_FORM;
    return none_fits(closed, &best, why);
}
