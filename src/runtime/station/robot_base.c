// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "robot_base.h"
#include "sinew/kinematics.h"
#include "sinew/model/coordinates.h"

// Does the base of a bare robot float? A file rarely says it, so wheels and legs decide. A wheel is
// a last joint without limits whose axis lies, among the lowest of the robot. A leg is a chain of
// two or more joints of its own that begins at the root body and does not lead up; the feet are far
// below the root, or stand around it. One wheel or leg makes neither: that is the turning flange of
// an arm, or a chain that hangs.

enum { LEAST = 2 }; // wheels or legs

// no more of its length than this leads a leg up; and so far down leads one that stands beside
static const double LEVEL = 0.25, DOWN = 0.5;

// the axis of a wheel is so far from upright, as a cosine
static const double LYING = 0.3;

// wheels are in this part of the height of what moves
static const double LOWEST = 0.35;

// joints from the root to a wheel at most: rocker, bogie, steering, wheel
enum { DEEPEST = 4 };

typedef struct shape {
    const snw_model *model;
    const snw_pose *T_world_link;
    double low, high; // of the links that move
} shape;

static bool moves(const snw_model *model, int link) {
    return model->links[link].parent >= 0 && model->links[link].nv > 0;
}

// nothing moves beyond this link, but what follows it
static bool is_last(const snw_model *model, int link) {
    for (int l = link + 1; l < model->links[link].end; l++) {
        if (moves(model, l)) return false;
    }
    return true;
}

static int joints_before(const snw_model *model, int link) {
    int count = 0;
    for (int l = link; l >= 0; l = model->links[l].parent)
        count += moves(model, l);
    return count;
}

static bool is_wheel(const shape *s, int link) {
    const snw_link *one = &s->model->links[link];
    const snw_pose *T = &s->T_world_link[link];
    if (one->joint != SNW_JOINT_CONTINUOUS || !is_last(s->model, link)) return false;
    if (joints_before(s->model, link) > DEEPEST) return false;
    const snw_vec3 axis = snw_mat3_apply(T->R, one->axis);
    if (fabs(axis.z) > LYING * snw_vec3_norm(axis)) return false;
    return T->p.z <= s->low + LOWEST * (s->high - s->low) + 1e-6;
}

static int count_wheels(const shape *s) {
    int count = 0;
    for (int l = 1; l < s->model->link_count; l++)
        count += moves(s->model, l) && is_wheel(s, l);
    return count;
}

// A chain without branches from a link that the root carries, and its foot; 0 for no chain.
static int chain_length(const snw_model *model, int link, int *foot) {
    int length = 0, last = link;
    for (int l = link; l < model->links[link].end; l++) {
        if (!moves(model, l)) continue;
        // beside the chain, not on it
        if (length > 0 && l >= model->links[last].end) return 0;
        length++;
        last = l;
    }
    *foot = model->links[last].end - 1;
    return length;
}

static bool is_carried_by_root(const snw_model *model, int link) {
    for (int l = model->links[link].parent; l >= 0; l = model->links[l].parent) {
        if (moves(model, l)) return false;
    }
    return true;
}

static int count_legs(const shape *s) {
    int count = 0;
    bool all_down = true;
    double farthest = 0;
    snw_vec3 sum = snw_vec3_zero();
    for (int l = 1; l < s->model->link_count; l++) {
        int foot = -1;
        if (!moves(s->model, l) || !is_carried_by_root(s->model, l)) continue;
        if (chain_length(s->model, l, &foot) < 2) continue;
        const snw_vec3 p = snw_vec3_sub(s->T_world_link[foot].p, s->T_world_link[0].p);
        const double reach = snw_vec3_norm(p);
        if (p.z > LEVEL * reach) continue;
        count++;
        all_down = all_down && p.z < -DOWN * reach;
        sum = snw_vec3_add(sum, snw_vec3_of(p.x, p.y, 0));
        farthest = fmax(farthest, hypot(p.x, p.y));
    }
    if (count < LEAST) return 0;
    const bool around = snw_vec3_norm(sum) / count <= farthest / 2;
    return all_down || around ? count : 0;
}

static bool has_shape(shape *s, snw_kin *kin, double *q) {
    snw_neutral(s->model, q);
    if (snw_failed(snw_kin_update(kin, q))) return false;
    s->T_world_link = kin->T_world_link;
    s->low = HUGE_VAL;
    s->high = -HUGE_VAL;
    for (int l = 1; l < s->model->link_count; l++) {
        if (!moves(s->model, l)) continue;
        s->low = fmin(s->low, kin->T_world_link[l].p.z);
        s->high = fmax(s->high, kin->T_world_link[l].p.z);
    }
    return true;
}

bool snw__robot_walks(const snw_model *model, char *reason, size_t size) {
    shape s = {.model = model};
    int wheels = 0, legs = 0;
    snw_kin kin;
    snw_arena arena = {0};
    if (strcmp(model->links[0].name, "world") == 0) return false;
    SNW_IGNORE(snw_kin_init(&kin, model, &arena));
    void *memory = snw__station_block(arena.needed, &arena, NULL);
    double *q = calloc((size_t)model->nq + 1, sizeof *q);
    const bool ready = memory != NULL && q != NULL && snw_kin_init(&kin, model, &arena) == SNW_OK;
    if (ready && has_shape(&s, &kin, q)) {
        wheels = count_wheels(&s);
        legs = count_legs(&s);
    }
    free(q);
    free(memory);
    if (wheels < LEAST && legs < LEAST) return false;
    snw_text text = snw_text_over(reason, size);
    snw_text_format(&text, "it has %d %s", wheels >= LEAST ? wheels : legs,
                    wheels >= LEAST ? "wheels" : "legs");
    return true;
}

void snw__robot_tell_base(const char *name, const char *file, const char *reason, bool dynamic,
                          bool unsupported, snw_diags *diags) {
    static const char ground[] = "contact with the ground is not simulated";
    snw_why why;
    char words[2 * SNW_WHY_TEXT];
    snw_text text = snw_text_over(words, sizeof words);
    snw_text_format(&text, "%s%sits base floats", reason, reason[0] != '\0' ? ", so " : "");
    if (!dynamic) {
        snw_text_format(&text, " and stays where it is put");
    } else if (unsupported) {
        snw_text_format(&text, " and falls: %s", ground);
    } else {
        snw_text_format(&text, ", on a stand that carries it: %s", ground);
    }
    snw_why_set(&why, SNW_ERR_LIMIT, name, words);
    snw_why_rule(&why, "run-base");
    snw_why_fix(&why, !dynamic      ? "--fixed-base holds it"
                      : unsupported ? "omit --no-support, or hold it with --fixed-base"
                                    : "--fixed-base holds it, --no-support lets it fall");
    snw_why_at(&why, file, 0, 0);
    // what the file describes or the user asked for is no surprise, unless it falls
    const bool expected = reason[0] == '\0' && !(dynamic && unsupported);
    why.severity = expected ? SNW_INFO : SNW_WARNING;
    snw_diags_add(diags, &why);
}

// --- the end of a run ---------------------------------------------------------------------------

// a base that is carried is slower, also when its arm moves
static const double FALLING = 0.5; // [m/s]

snw_status snw__station_falls(const snw_station *station, snw_why *why) {
    for (int i = 0; i < snw_exec_arm_count(station->exec); i++) {
        const snw_arm *arm = snw_exec_arm(station->exec, i);
        const double *rate = arm->sensed.base_rate;
        const double weight = snw_vec3_norm(arm->gravity);
        if (arm->sensed.base_rate_count == 0 || !(weight > 0)) continue;
        const snw_mat3 R = snw_mat3_mul(arm->T_world_base.R, arm->model->links[0].T_parent_joint.R);
        const snw_vec3 v = snw_mat3_apply(R, snw_vec3_of(rate[0], rate[1], rate[2]));
        const double down = snw_vec3_dot(v, arm->gravity) / weight;
        if (!(down > FALLING)) continue;
        snw_why own;
        snw_why *told = why != NULL ? why : &own;
        snw_why_set(told, SNW_ERR_LIMIT, arm->name,
                    "it does not hold: nothing carries its floating base before contact with the "
                    "ground is simulated");
        snw_why_rule(told, "run-base");
        snw_why_add(told, "falls with", down, "m/s");
        snw_why_fix(told, "let a stand carry it (--floating), or hold it (--fixed-base)");
        return SNW_ERR_LIMIT;
    }
    return SNW_OK;
}
