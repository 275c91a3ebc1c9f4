// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/task/task.h"

#include <string.h>

#include "inside.h"
#include "internal.h"

enum { KNOWS_J = 1, KNOWS_M = 2, KNOWS_G = 4 };

snw_status snw_task_init(snw_task *task, const snw_model *model, snw_task_room room,
                         snw_arena *arena) {
    memset(task, 0, sizeof *task);
    const int nv = model->nv, rows = room.rows, most = SNW_LINALG_MAX;
    if (nv < 1 || nv > most || rows < 0 || rows > most || room.effectors < 0 ||
        room.effectors > SNW_EFFECTORS) {
        return SNW_ERR_SIZE;
    }
    task->model = model;
    task->room = room;
    task->q = SNW_ARENA_ARRAY(arena, double, model->nq);
    task->q_probe = SNW_ARENA_ARRAY(arena, double, model->nq);
    task->guides = SNW_ARENA_ARRAY(arena, snw_pose, room.effectors);
    task->J = SNW_ARENA_ARRAY(arena, double, 2 * rows * nv);
    task->J_probe = SNW_ARENA_ARRAY(arena, double, 2 * rows * nv);
    task->strip = SNW_ARENA_ARRAY(arena, double, rows *nv);
    task->M = SNW_ARENA_ARRAY(arena, double, nv *nv);
    task->G = SNW_ARENA_ARRAY(arena, double, nv);
    task->rates = SNW_ARENA_ARRAY(arena, double, nv);
    task->v_probe = SNW_ARENA_ARRAY(arena, double, nv);
    task->V_low = SNW_ARENA_ARRAY(arena, double, 2 * rows);
    task->V_high = SNW_ARENA_ARRAY(arena, double, 2 * rows);
    task->columns = SNW_ARENA_ARRAY(arena, snw_twist, nv);
    // each of these can only lack memory, which the arena tells
    SNW_IGNORE(snw_kin_init(&task->kin, model, arena));
    SNW_IGNORE(snw_kin_init(&task->probe, model, arena));
    SNW_IGNORE(snw_dyn_init(&task->dyn, model, arena));
    if (snw_failed(snw_arena_status(arena))) return SNW_ERR_MEMORY;
    snw_neutral(model, task->q);
    return SNW_OK;
}

snw_status snw_task_set_base(snw_task *task, snw_pose T_world_base) {
    snw_status status = snw_kin_set_base(&task->kin, T_world_base);
    if (status == SNW_OK) status = snw_kin_set_base(&task->probe, T_world_base);
    if (status == SNW_OK) status = snw_dyn_set_base(&task->dyn, T_world_base);
    task->known = 0;
    return status;
}

snw_effector_at snw_task_at(snw_task *task, int effector) {
    const snw_effector_at at = {&task->set->slots[effector],
                                &task->kin,
                                task->guides[effector],
                                task->rates,
                                task->columns,
                                task->strip};
    return at;
}

snw_pose snw_task_placement(snw_task *task, int effector) {
    const snw_effector_at at = snw_task_at(task, effector);
    return snw__effector_placement(&at);
}

snw_status snw_task_use(snw_task *task, const snw_effector_set *set) {
    if (set != NULL) {
        if (set->model != task->model) return SNW_ERR_ARGUMENT;
        if (set->rows > task->room.rows || set->soft_rows > task->room.rows ||
            set->count > task->room.effectors) {
            return SNW_ERR_SIZE;
        }
    }
    const int rows = set == NULL ? 0 : set->rows;
    if (task->weight_rows != 0 && task->weight_rows != rows) return SNW_ERR_STATE;
    task->set = set;
    task->known &= ~(unsigned)KNOWS_J;
    for (int i = 0; set != NULL && i < set->count; i++)
        task->guides[i] = snw_task_placement(task, i);
    return SNW_OK;
}

snw_status snw_task_update(snw_task *task, const double *q) {
    const snw_status status = snw_kin_update(&task->kin, q);
    if (snw_failed(status)) return status;
    memmove(task->q, q, sizeof(double) * (size_t)task->model->nq);
    task->known = 0;
    task->counts.poses++;
    return SNW_OK;
}

// --- shared answers ------------------------------------------------------------------------------

static void fill_jacobian(snw_task *task, snw_kin *kin, double *J) {
    const snw_effector_set *set = task->set;
    for (int i = 0; set != NULL && i < set->count; i++) {
        snw_effector_at at = snw_task_at(task, i);
        at.kin = kin;
        snw_effector_jacobian(&at, J + (ptrdiff_t)at.slot->first * task->model->nv);
    }
}

const double *snw_task_jacobian(snw_task *task) {
    if (task->known & KNOWS_J) return task->J;
    fill_jacobian(task, &task->kin, task->J);
    task->known |= KNOWS_J;
    task->counts.jacobians++;
    return task->J;
}

const double *snw_task_mass_matrix(snw_task *task) {
    if (task->known & KNOWS_M) return task->M;
    if (snw_failed(snw_dyn_mass_matrix(&task->dyn, task->q, task->M))) return NULL;
    task->known |= KNOWS_M;
    task->counts.mass_matrices++;
    return task->M;
}

const double *snw_task_gravity(snw_task *task) {
    if (task->known & KNOWS_G) return task->G;
    if (snw_failed(snw_dyn_gravity(&task->dyn, task->q, task->G))) return NULL;
    task->known |= KNOWS_G;
    task->counts.gravities++;
    return task->G;
}

// --- motion --------------------------------------------------------------------------------------

static void fill_velocity(snw_task *task, snw_kin *kin, const double *v, double *V) {
    const snw_effector_set *set = task->set;
    for (int i = 0; set != NULL && i < set->count; i++) {
        snw_effector_at at = snw_task_at(task, i);
        at.kin = kin;
        at.v = v;
        snw__effector_velocity(&at, V + at.slot->first);
    }
}

snw_status snw_task_velocity(snw_task *task, const double *v, double *V) {
    const snw_status status = snw_kin_update_velocity(&task->kin, task->q, v);
    if (snw_failed(status)) return status;
    fill_velocity(task, &task->kin, v, V);
    return SNW_OK;
}

// V at q + h v with the rates v + h a
static snw_status velocity_at(snw_task *task, const double *v, const double *a, double h,
                              double *V) {
    const int nv = task->model->nv;
    snw_status status = snw_integrate(task->model, task->q, v, h, task->q_probe);
    if (snw_failed(status)) return status;
    memcpy(task->v_probe, v, sizeof(double) * (size_t)nv);
    if (a != NULL) snw__add_scaled(task->v_probe, h, a, nv);
    status = snw_kin_update_velocity(&task->probe, task->q_probe, task->v_probe);
    if (snw_failed(status)) return status;
    task->counts.probes++;
    fill_velocity(task, &task->probe, task->v_probe, V);
    return SNW_OK;
}

snw_status snw__task_predict(snw_task *task, const double *v, double dt, double *V) {
    return velocity_at(task, v, NULL, dt, V);
}

snw_status snw_task_acceleration(snw_task *task, const double *v, const double *a, double *A) {
    const double h = 1e-5;
    snw_status status = snw_kin_update_acceleration(&task->kin, task->q, v, a);
    if (snw_failed(status)) return status;

    // for the types that have no formula
    bool formulas = true;
    for (int i = 0; task->set != NULL && i < task->set->count; i++)
        formulas = formulas && task->set->slots[i].functions->acceleration != NULL;
    if (!formulas) {
        status = velocity_at(task, v, a, h, task->V_high);
        if (status == SNW_OK) status = velocity_at(task, v, a, -h, task->V_low);
        if (snw_failed(status)) return status;
    }
    for (int i = 0; task->set != NULL && i < task->set->count; i++) {
        const snw_effector_at at = snw_task_at(task, i);
        const int first = at.slot->first;
        if (at.slot->functions->acceleration != NULL) {
            at.slot->functions->acceleration(&at, A + first);
            continue;
        }
        for (int k = first; k < first + at.slot->rows; k++)
            A[k] = (task->V_high[k] - task->V_low[k]) / (2 * h);
    }
    return SNW_OK;
}

// --- guides --------------------------------------------------------------------------------------

void snw_task_drive(snw_task *task, double *V) {
    for (int i = 0; task->set != NULL && i < task->set->count; i++) {
        const snw_effector_at at = snw_task_at(task, i);
        snw__effector_drive(&at, V + at.slot->first);
    }
}

double snw__task_difference(snw_task *task) {
    double most = 0;
    for (int i = 0; task->set != NULL && i < task->set->count; i++) {
        const snw_effector_at at = snw_task_at(task, i);
        const double one = snw__effector_difference(&at);
        if (!(one <= most)) most = one;
    }
    return most;
}

double snw__task_minimum_time(snw_task *task) {
    double most = 0;
    for (int i = 0; task->set != NULL && i < task->set->count; i++) {
        const snw_effector_at at = snw_task_at(task, i);
        const double one = snw__effector_minimum_time(&at);
        if (!(one <= most)) most = one;
    }
    return most;
}

void snw__task_weights(const snw_task *task, double *w) {
    for (int i = 0; task->set != NULL && i < task->set->count; i++) {
        const snw_effector_slot *slot = &task->set->slots[i];
        const snw_effector *e = slot->effector;
        for (int k = 0; k < slot->rows; k++)
            w[slot->first + k] = k < e->weight_count ? e->weights[k] : 1;
    }
}

const double *snw__task_probe(snw_task *task, const double *rates, double h) {
    if (snw_failed(snw_integrate(task->model, task->q, rates, h, task->q_probe))) return NULL;
    if (snw_failed(snw_kin_update(&task->probe, task->q_probe))) return NULL;
    task->counts.probes++;
    fill_jacobian(task, &task->probe, task->J_probe);
    return task->J_probe;
}
