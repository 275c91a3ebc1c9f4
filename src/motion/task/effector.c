// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/task/effector.h"

#include <math.h>
#include <string.h>

#include "inside.h"
#include "internal.h"
#include "sinew/linalg.h"

// --- sets ----------------------------------------------------------------------------------------

// the link and offset that a name stands for: a link, or a frame on one
static bool find_place(const snw_model *model, const char *name, int *link, snw_pose *offset) {
    *offset = snw_pose_identity();
    *link = snw_model_find_link(model, name);
    if (*link >= 0) return true;
    const int frame = snw_model_find_frame(model, name);
    if (frame < 0) return false;
    *link = model->frames[frame].link;
    *offset = model->frames[frame].T_link_frame;
    return true;
}

static snw_status fill_slot(snw_effector_slot *slot, const snw_model *model, const snw_child *child,
                            snw_why *why) {
    const snw_effector *e = child->block;
    const snw_type *type = child->type;
    if (type == NULL || e == NULL || type->base == NULL || type->functions == NULL ||
        strcmp(type->base, snw_effector_base.token) != 0 ||
        type->functions->version != SNW_EFFECTOR_VERSION ||
        type->functions->size < sizeof(snw_effector_functions)) {
        return snw_refuse_rule(why, SNW_ERR_ARGUMENT, "end-effector", "",
                               "this is not the type of an end effector", NULL);
    }
    slot->effector = e;
    slot->functions = (const snw_effector_functions *)(const void *)type->functions;
    slot->soft = e->soft;
    slot->link = 0;
    slot->relative = -1;
    slot->T_link_frame = e->offset;
    snw_pose T_link_frame, T_unused;
    if (e->link[0] != '\0') {
        if (!find_place(model, e->link, &slot->link, &T_link_frame)) {
            return snw_refuse_rule(why, SNW_ERR_UNKNOWN_NAME, "end-effector", e->name,
                                   "there is no such link or frame", NULL);
        }
        slot->T_link_frame = snw_pose_mul(T_link_frame, e->offset);
    }
    if (e->relative[0] != '\0' && !find_place(model, e->relative, &slot->relative, &T_unused)) {
        return snw_refuse_rule(why, SNW_ERR_UNKNOWN_NAME, "end-effector", e->name,
                               "the link that the motion is relative to does not exist", NULL);
    }
    slot->rows = slot->functions->rows(e, model);
    if (slot->rows < 0 || slot->rows > SNW_LINALG_MAX) {
        return snw_refuse_rule(why, SNW_ERR_SIZE, "end-effector", e->name,
                               "its rows do not fit the mechanism", NULL);
    }
    return SNW_OK;
}

snw_status snw_effector_set_init(snw_effector_set *set, const snw_model *model,
                                 const snw_child *children, int count, snw_arena *arena,
                                 snw_why *why) {
    memset(set, 0, sizeof *set);
    if (count < 0 || count > SNW_EFFECTORS) {
        return snw_refuse_rule(why, SNW_ERR_SIZE, "end-effector", "",
                               "too many end effectors in one set", NULL);
    }
    set->model = model;
    set->slots = SNW_ARENA_ARRAY(arena, snw_effector_slot, count);
    if (snw_failed(snw_arena_status(arena))) return SNW_ERR_MEMORY;
    for (int i = 0; i < count; i++) {
        const snw_status status = fill_slot(&set->slots[i], model, &children[i], why);
        if (snw_failed(status)) return status;
    }

    // hard rows first, then soft ones, each in the order given
    for (int pass = 0; pass < 2; pass++) {
        int *const rows = pass == 0 ? &set->rows : &set->soft_rows;
        for (int i = 0; i < count; i++) {
            snw_effector_slot *slot = &set->slots[i];
            if (slot->soft != (pass == 1)) continue;
            slot->first = set->rows + set->soft_rows;
            *rows += slot->rows;
        }
    }
    set->count = count;
    if (set->rows > SNW_LINALG_MAX || set->soft_rows > SNW_LINALG_MAX) {
        return snw_refuse_rule(why, SNW_ERR_SIZE, "end-effector", "", "too many rows in one set",
                               NULL);
    }
    return SNW_OK;
}

int snw__effector_set_find(const snw_effector_set *set, const char *name) {
    for (int i = 0; i < set->count; i++) {
        if (strcmp(set->slots[i].effector->name, name) == 0) return i;
    }
    return -1;
}

// --- common to all types -------------------------------------------------------------------------

snw_pose snw__effector_placement(const snw_effector_at *at) {
    const snw_effector_slot *slot = at->slot;
    if (slot->functions->placement != NULL) return slot->functions->placement(at);
    const snw_pose T = snw_pose_mul(at->kin->T_world_link[slot->link], slot->T_link_frame);
    if (slot->relative < 0 || !slot->effector->guide_relative) return T;
    return snw_pose_inverse_mul(at->kin->T_world_link[slot->relative], T);
}

static double length_of(const double *x, int n) {
    return sqrt(snw__dot(x, x, n));
}

// x times gain, no longer than `most`
static void saturate(double *x, int n, double gain, double most) {
    const double speed = gain * length_of(x, n);
    const double factor = speed > most ? gain * (most / speed) : gain;
    for (int i = 0; i < n; i++)
        x[i] *= factor;
}

void snw__effector_drive(const snw_effector_at *at, double *V) {
    const snw_effector_slot *slot = at->slot;
    const snw_effector *e = slot->effector;
    const int ways = slot->functions->linear_rows(e);
    slot->functions->error(at, V);
    saturate(V, ways, e->gain_linear, e->speed_linear);
    saturate(V + ways, slot->rows - ways, e->gain_angular, e->speed_angular);
}

double snw__effector_difference(const snw_effector_at *at) {
    double error[SNW_LINALG_MAX];
    const snw_effector_slot *slot = at->slot;
    const int ways = slot->functions->linear_rows(slot->effector);
    slot->functions->error(at, error);
    return length_of(error, ways) +
           slot->effector->length * length_of(error + ways, slot->rows - ways);
}

double snw__effector_minimum_time(const snw_effector_at *at) {
    double error[SNW_LINALG_MAX];
    const snw_effector_slot *slot = at->slot;
    const snw_effector *e = slot->effector;
    const int ways = slot->functions->linear_rows(e);
    slot->functions->error(at, error);
    const double way = length_of(error, ways), turn = length_of(error + ways, slot->rows - ways);
    const double by_way = way > 0 ? way / e->speed_linear : 0;
    const double by_turn = turn > 0 ? turn / e->speed_angular : 0;
    return by_way > by_turn ? by_way : by_turn;
}

void snw__effector_velocity(const snw_effector_at *at, double *V) {
    const snw_effector_slot *slot = at->slot;
    if (slot->functions->velocity != NULL) {
        slot->functions->velocity(at, V);
        return;
    }
    const int nv = at->kin->model->nv;
    slot->functions->jacobian(at, at->strip);
    for (int i = 0; i < slot->rows; i++)
        V[i] = snw__dot(at->strip + (ptrdiff_t)i * nv, at->v, nv);
}

void snw__effector_sparsity(const snw_effector_at *at, bool *zero) {
    const snw_effector_slot *slot = at->slot;
    memset(zero, 0, sizeof(bool) * (size_t)slot->rows * (size_t)at->kin->model->nv);
    if (slot->functions->sparsity != NULL) slot->functions->sparsity(at, zero);
}
