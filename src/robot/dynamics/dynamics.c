// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/dynamics/dyn.h"
#include "sinew/dynamics/factor.h"
#include "sinew/model/spring.h"

#include <string.h>

#include "internal.h"

// --- layout --------------------------------------------------------------------------------------

static void *take_lines(snw_arena *arena, int count, size_t size) {
    return snw_arena_take_array(arena, count, size, SNW_ARENA_ALIGN);
}

static void lay_out_rates(snw_dyn *dyn, snw_arena *arena) {
    const int nv = dyn->model->nv;
    dyn->rotors = SNW_ARENA_ARRAY(arena, double, nv);
    dyn->friction = SNW_ARENA_ARRAY(arena, double, nv);
    dyn->zeros = SNW_ARENA_ARRAY(arena, double, nv);
    dyn->efforts = SNW_ARENA_ARRAY(arena, double, nv);
    dyn->M = (double *)snw_arena_take_array(arena, nv, sizeof(double) * (size_t)nv, 64);
    dyn->diagonal = SNW_ARENA_ARRAY(arena, double, nv);
    dyn->above = SNW_ARENA_ARRAY(arena, int, nv);
    dyn->columns = (double *)snw_arena_take_array(arena, nv, 6 * sizeof(double), 64);
    dyn->jacobian = SNW_ARENA_ARRAY(arena, snw_twist, nv);
}

static void lay_out(snw_dyn *dyn, snw_arena *arena) {
    const snw_normal *n = &dyn->kin.normal;
    const int count = n->body_count;
    dyn->bodies = (snw_normal_body *)take_lines(arena, count, sizeof(snw_normal_body));
    dyn->inertias = SNW_ARENA_ARRAY(arena, snw_inertia, dyn->model->link_count);
    dyn->roles = SNW_ARENA_ARRAY(arena, unsigned char, count);
    dyn->sines = (double *)take_lines(arena, n->padded, sizeof(double));
    dyn->cosines = (double *)take_lines(arena, n->padded, sizeof(double));
    dyn->reaches = SNW_ARENA_ARRAY(arena, snw_vec3, count);
    dyn->generals = SNW_ARENA_ARRAY(arena, snw__dyn_general, n->general_count);
    dyn->motions = SNW_ARENA_ARRAY(arena, snw_accel, count);
    dyn->spins = SNW_ARENA_ARRAY(arena, snw_vec3, count);
    dyn->forces = SNW_ARENA_ARRAY(arena, snw_wrench, count);
    dyn->composites = SNW_ARENA_ARRAY(arena, snw_inertia, count);
    dyn->gathered = SNW_ARENA_ARRAY(arena, snw__dyn_articulated, count);
    dyn->eliminated = SNW_ARENA_ARRAY(arena, snw__dyn_elimination, count);
    lay_out_rates(dyn, arena);
}

// --- bodies --------------------------------------------------------------------------------------

static void find_roles(snw_dyn *dyn) {
    for (int b = dyn->kin.normal.body_count - 1; b >= 0; b--) {
        const snw_normal_body *body = &dyn->bodies[b];
        if (body->general < 0 && body->turn == 1 && body->slide == 0 && !body->slides) {
            dyn->roles[b] |= SNW__PLAIN;
        }
        if (body->slides) dyn->slides = true;
        if (b == 0) return;
        if (body->parent == 0 && !dyn->model->floating) dyn->roles[b] |= SNW__GROUND;
        if (body->parent == b - 1) {
            dyn->roles[b] |= SNW__CARRY;
            dyn->roles[b - 1] |= SNW__TAKES;
            continue;
        }
        if (!(dyn->roles[body->parent] & SNW__GATHER)) dyn->roles[b] |= SNW__FIRST;
        dyn->roles[body->parent] |= SNW__GATHER;
    }
}

// the last rate of the bodies on the way to the root, -1 when none moves
static int rate_above(const snw_dyn *dyn, int body) {
    for (int b = dyn->bodies[body].parent; b >= 0; b = dyn->bodies[b].parent) {
        const snw_normal_body *above = &dyn->bodies[b];
        if (above->nv == 0) continue;
        return above->source_v >= 0 ? above->source_v
                                    : dyn->model->links[above->link].v_index + above->nv - 1;
    }
    return -1;
}

// Where each rate moves one joint, only rates on one way to the root have entries in common;
// otherwise all may.
static void find_above(const snw_dyn *dyn) {
    for (int i = 0; i < dyn->model->nv; i++) {
        dyn->above[i] = i - 1;
    }
    for (int b = 0; !dyn->kin.normal.shared && b < dyn->kin.normal.body_count; b++) {
        const snw_normal_body *body = &dyn->bodies[b];
        if (body->nv == 0) continue;
        const int first =
            body->source_v >= 0 ? body->source_v : dyn->model->links[body->link].v_index;
        dyn->above[first] = rate_above(dyn, b);
    }
}

// second moments S from those of inertia: I = tr(S) 1 - S, so S = tr(I) / 2 1 - I
static void add_mass(snw_normal_body *body, snw_inertia A) {
    const double half = (A.I.xx + A.I.yy + A.I.zz) / 2;
    const snw_vec3 diagonal = {half - A.I.xx, half - A.I.yy, half - A.I.zz};
    body->m += A.m;
    body->h = snw_vec3_add(body->h, A.h);
    body->S = snw_sym3_add(body->S, snw_sym3_of(diagonal, -A.I.xy, -A.I.xz, -A.I.yz));
}

// all links of a body together
static void weigh(snw_dyn *dyn, int b) {
    const snw_normal *n = &dyn->kin.normal;
    snw_normal_body *body = &dyn->bodies[b];
    body->m = 0;
    body->h = snw_vec3_zero();
    body->S = snw_sym3_zero();
    add_mass(body,
             snw_inertia_transform(n->links[body->link].T_body_link, dyn->inertias[body->link]));
    for (int i = 0; i < body->fixed_count; i++) {
        const int link = n->fixed_links[body->first_fixed + i];
        add_mass(body, snw_inertia_transform(n->links[link].T_body_link, dyn->inertias[link]));
    }
}

snw_status snw_dyn_init(snw_dyn *dyn, const snw_model *model, snw_arena *arena) {
    *dyn = (snw_dyn){.springs = true, .model = model, .gravity = {0, 0, -9.81}};
    // without memory for it kinematics still knows its sizes
    SNW_IGNORE(snw_kin_init(&dyn->kin, model, arena));
    lay_out(dyn, arena);
    const snw_status status = snw_arena_status(arena);
    if (snw_failed(status)) return status;

    const snw_normal *n = &dyn->kin.normal;
    memcpy(dyn->bodies, n->bodies, sizeof *dyn->bodies * (size_t)n->body_count);
    dyn->kin.normal.bodies = dyn->bodies;
    for (int i = 0; i < model->link_count; i++) {
        dyn->inertias[i] = model->links[i].inertia;
    }
    for (int b = 0; b < n->body_count; b++) {
        dyn->reaches[b] = dyn->bodies[b].p;
    }
    dyn->kernels = snw__dyn_best();
    find_roles(dyn);
    find_above(dyn);
    snw__dyn_general_init(dyn);
    return SNW_OK;
}

// --- settings ------------------------------------------------------------------------------------

snw_status snw_dyn_set_gravity(snw_dyn *dyn, snw_vec3 gravity) {
    if (!snw_vec3_is_finite(gravity)) return SNW_ERR_NOT_FINITE;
    dyn->gravity = gravity;
    return SNW_OK;
}

snw_status snw_dyn_set_base(snw_dyn *dyn, snw_pose T_world_base) {
    return snw_kin_set_base(&dyn->kin, T_world_base);
}

snw_status snw_dyn_set_rotor(snw_dyn *dyn, int rate, double inertia) {
    if (rate < 0 || rate >= dyn->model->nv) return SNW_ERR_ARGUMENT;
    if (!isfinite(inertia)) return SNW_ERR_NOT_FINITE;
    if (inertia < 0) return SNW_ERR_RANGE;
    dyn->rotors[rate] = inertia;
    dyn->factored = false;
    return SNW_OK;
}

// the drive of the joint that moves a link; NULL for none
static const snw_actuator *drive_of(const snw_link *link, const snw_robot *robot) {
    if (link->described_joint < 0 || link->source_v < 0) return NULL;
    return robot->joints[link->described_joint].actuator;
}

static bool describes(const snw_robot *robot, const snw_model *m) {
    for (int i = 0; i < m->link_count; i++) {
        if (m->links[i].described_joint >= robot->joint_count) return false;
    }
    return true;
}

snw_status snw_dyn_set_actuators(snw_dyn *dyn, const snw_robot *robot) {
    const snw_model *m = dyn->model;
    if (!describes(robot, m)) return SNW_ERR_ARGUMENT;
    memset(dyn->rotors, 0, sizeof *dyn->rotors * (size_t)m->nv);
    dyn->factored = false;
    for (int i = 0; i < m->link_count; i++) {
        const snw_actuator *drive = drive_of(&m->links[i], robot);
        if (drive == NULL) continue;
        const double ratio = drive->gear_ratio * m->links[i].multiplier;
        dyn->rotors[m->links[i].source_v] += ratio * ratio * drive->inertia;
    }
    return SNW_OK;
}

// most mechanisms have none, and pay nothing
static void find_friction(snw_dyn *dyn) {
    dyn->rubs = false;
    for (int i = 0; i < dyn->model->nv; i++) {
        if (dyn->friction[i] != 0) dyn->rubs = true;
    }
}

snw_status snw_dyn_set_friction(snw_dyn *dyn, int rate, double viscous) {
    if (rate < 0 || rate >= dyn->model->nv) return SNW_ERR_ARGUMENT;
    if (!isfinite(viscous)) return SNW_ERR_NOT_FINITE;
    if (viscous < 0) return SNW_ERR_RANGE;
    dyn->friction[rate] = viscous;
    find_friction(dyn);
    return SNW_OK;
}

snw_status snw_dyn_set_actuator_friction(snw_dyn *dyn, const snw_robot *robot) {
    const snw_model *m = dyn->model;
    if (!describes(robot, m)) return SNW_ERR_ARGUMENT;
    memset(dyn->friction, 0, sizeof *dyn->friction * (size_t)m->nv);
    for (int i = 0; i < m->link_count; i++) {
        const snw_link *link = &m->links[i];
        const snw_actuator *drive = drive_of(link, robot);
        if (drive == NULL || link->nv > 1) continue;
        dyn->friction[link->source_v] += link->multiplier * link->multiplier * drive->friction;
    }
    find_friction(dyn);
    return SNW_OK;
}

snw_status snw_dyn_set_inertia(snw_dyn *dyn, int link, snw_inertia inertia) {
    if (link < 0 || link >= dyn->model->link_count) return SNW_ERR_ARGUMENT;
    const snw_status status = snw_inertia_check(inertia, 1e-9, NULL);
    if (snw_failed(status)) return status;
    dyn->inertias[link] = inertia;
    weigh(dyn, dyn->kin.normal.links[link].body);
    dyn->kin.known &= ~(unsigned)SNW_KIN_MASSES;
    dyn->factored = false;
    return SNW_OK;
}

snw_inertia snw_dyn_inertia(const snw_dyn *dyn, int link) {
    SNW_ASSERT(0 <= link && link < dyn->model->link_count);
    return dyn->inertias[link];
}

// --- what goes in --------------------------------------------------------------------------------

bool snw__dyn_finite(const double *x, int count) {
    double zero = 0;
    for (int i = 0; i < count; i++) {
        zero += x[i] * 0;
    }
    return zero == 0;
}

snw_status snw__dyn_prepare(snw_dyn *dyn, const double *q, const double *v, bool gravity) {
    if (dyn->kin.normal.general_nv > 0) {
        const snw_status status = snw__dyn_ask(dyn, q, v);
        if (snw_failed(status)) return status;
    }
    if (!dyn->kernels->sines(dyn, q)) return SNW_ERR_NOT_FINITE;
    // a root that does not fall feels the opposite of gravity
    snw__dyn_general *root = &dyn->generals[0];
    const snw_vec3 g =
        gravity ? snw_mat3_apply_t(dyn->kin.T_world_base.R, dyn->gravity) : snw_vec3_zero();
    const snw_vec3 own =
        dyn->model->floating ? snw_vec3_cross(root->V.ang, root->V.lin) : snw_vec3_zero();
    root->c.lin = snw_vec3_sub(own, dyn->model->floating ? snw_mat3_apply_t(root->R, g) : g);
    return SNW_OK;
}

snw_status snw__dyn_place(snw_dyn *dyn, const double *q, const snw_wrench *wrenches) {
    if (wrenches == NULL) return SNW_OK;
    for (int i = 0; i < dyn->model->link_count; i++) {
        const bool finite =
            snw_vec3_is_finite(wrenches[i].force) && snw_vec3_is_finite(wrenches[i].torque);
        if (!finite) return SNW_ERR_NOT_FINITE;
    }
    return snw_kin_update(&dyn->kin, q);
}

void snw__dyn_push(snw_dyn *dyn, const snw_wrench *wrenches) {
    for (int i = 0; wrenches != NULL && i < dyn->model->link_count; i++) {
        const snw_normal_link *place = &dyn->kin.normal.links[i];
        const snw_mat3 R = dyn->kin.T_world_link[i].R;
        const snw_vec3 f =
            snw_mat3_apply(place->T_body_link.R, snw_mat3_apply_t(R, wrenches[i].force));
        const snw_vec3 n =
            snw_mat3_apply(place->T_body_link.R, snw_mat3_apply_t(R, wrenches[i].torque));
        snw_wrench *there = &dyn->forces[place->body];
        there->force = snw_vec3_sub(there->force, f);
        there->torque =
            snw_vec3_sub(there->torque, snw_vec3_add(n, snw_vec3_cross(place->T_body_link.p, f)));
    }
}

snw_status snw__dyn_passive(snw_dyn *dyn, const double *q, const double *v) {
    const snw_model *m = dyn->model;
    for (int i = 0; i < m->nv; i++) {
        dyn->efforts[i] = -dyn->friction[i] * v[i];
    }
    if (!snw__dyn_finite(dyn->efforts, m->nv)) return SNW_ERR_NOT_FINITE;
    if (!dyn->springs) return SNW_OK;
    const snw_status status = snw_spring_efforts(m, q, dyn->efforts);
    return snw_failed(status) ? status : snw_damper_efforts(m, v, dyn->efforts);
}

// --- inverse dynamics ----------------------------------------------------------------------------

static bool has_passive(const snw_dyn *dyn) {
    if (dyn->rubs) return true;
    return dyn->springs && dyn->model->spring_count + dyn->model->damper_count > 0;
}

snw_status snw_dyn_inverse(snw_dyn *dyn, const double *q, const double *v, const double *a,
                           const snw_wrench *wrenches, double *tau) {
    const int nv = dyn->model->nv;
    if (!snw__dyn_finite(v, nv) || !snw__dyn_finite(a, nv)) return SNW_ERR_NOT_FINITE;
    snw_status status = snw__dyn_prepare(dyn, q, v, true);
    if (!snw_failed(status)) status = snw__dyn_place(dyn, q, wrenches);
    if (!snw_failed(status) && has_passive(dyn)) status = snw__dyn_passive(dyn, q, v);
    if (snw_failed(status)) return status;
    dyn->kernels->outward(dyn, v, a);
    snw__dyn_push(dyn, wrenches);
    dyn->kernels->inward(dyn, tau);
    for (int i = 0; i < nv; i++) {
        tau[i] += dyn->rotors[i] * a[i];
    }
    for (int i = 0; has_passive(dyn) && i < nv; i++) {
        tau[i] -= dyn->efforts[i];
    }
    return SNW_OK;
}

snw_status snw_dyn_bias(snw_dyn *dyn, const double *q, const double *v, const snw_wrench *wrenches,
                        double *tau) {
    return snw_dyn_inverse(dyn, q, v, dyn->zeros, wrenches, tau);
}

snw_status snw_dyn_gravity(snw_dyn *dyn, const double *q, double *tau) {
    const snw_status status = snw__dyn_prepare(dyn, q, dyn->zeros, true);
    if (snw_failed(status)) return status;
    dyn->kernels->outward(dyn, dyn->zeros, dyn->zeros);
    dyn->kernels->inward(dyn, tau);
    return SNW_OK;
}

snw_status snw_dyn_coriolis(snw_dyn *dyn, const double *q, const double *v, double *tau) {
    if (!snw__dyn_finite(v, dyn->model->nv)) return SNW_ERR_NOT_FINITE;
    const snw_status status = snw__dyn_prepare(dyn, q, v, false);
    if (snw_failed(status)) return status;
    dyn->kernels->outward(dyn, v, dyn->zeros);
    dyn->kernels->inward(dyn, tau);
    return SNW_OK;
}

snw_status snw_dyn_mass_times(snw_dyn *dyn, const double *q, const double *X, int count,
                              double *MX) {
    const int nv = dyn->model->nv;
    if (count < 0) return SNW_ERR_SIZE;
    for (int k = 0; k < count; k++) {
        if (!snw__dyn_finite(X + (ptrdiff_t)k * nv, nv)) return SNW_ERR_NOT_FINITE;
    }
    const snw_status status = snw__dyn_prepare(dyn, q, dyn->zeros, false);
    if (snw_failed(status)) return status;
    for (int k = 0; k < count; k++, X += nv, MX += nv) {
        dyn->kernels->outward(dyn, dyn->zeros, X);
        dyn->kernels->inward(dyn, MX);
        for (int i = 0; i < nv; i++) {
            MX[i] += dyn->rotors[i] * X[i];
        }
    }
    return SNW_OK;
}

snw_status snw_dyn_felt(snw_dyn *dyn, const double *q, const double *v, const double *a, int link,
                        snw_accel *felt) {
    if (link < 0 || link >= dyn->model->link_count) return SNW_ERR_ARGUMENT;
    const snw_status status = snw_kin_update_acceleration(&dyn->kin, q, v, a);
    if (snw_failed(status)) return status;
    snw_accel seen = snw_kin_acceleration(&dyn->kin, link, snw_vec3_zero());
    seen.lin = snw_vec3_sub(seen.lin, dyn->gravity);
    *felt = snw_accel_rotate(snw_mat3_transpose(dyn->kin.T_world_link[link].R), seen);
    return SNW_OK;
}

// --- mass matrix ---------------------------------------------------------------------------------

void snw__dyn_mass(snw_dyn *dyn, double *M) {
    const int nv = dyn->model->nv;
    dyn->kernels->mass(dyn, M);
    for (int i = 0; i < nv; i++) {
        M[(ptrdiff_t)i * (nv + 1)] += dyn->rotors[i];
    }
    dyn->evaluations++;
}

snw_status snw_dyn_mass_matrix(snw_dyn *dyn, const double *q, double *M) {
    const snw_status status = snw__dyn_prepare(dyn, q, dyn->zeros, true);
    if (snw_failed(status)) return status;
    snw__dyn_mass(dyn, M);
    return SNW_OK;
}

// --- forward dynamics ----------------------------------------------------------------------------

snw_status snw_dyn_forward(snw_dyn *dyn, const double *q, const double *v, const double *tau,
                           const snw_wrench *wrenches, double *a) {
    if (dyn->kin.normal.shared) return snw_dyn_forward_factored(dyn, q, v, tau, wrenches, a);
    const int nv = dyn->model->nv;
    if (!snw__dyn_finite(v, nv) || !snw__dyn_finite(tau, nv)) return SNW_ERR_NOT_FINITE;
    snw_status status = snw__dyn_prepare(dyn, q, v, true);
    if (!snw_failed(status)) status = snw__dyn_place(dyn, q, wrenches);
    if (!snw_failed(status) && has_passive(dyn)) status = snw__dyn_passive(dyn, q, v);
    if (snw_failed(status)) return status;
    const double *efforts = tau;
    if (has_passive(dyn)) {
        for (int i = 0; i < nv; i++) {
            dyn->efforts[i] += tau[i];
        }
        efforts = dyn->efforts;
    }
    dyn->kernels->outward(dyn, v, dyn->zeros);
    snw__dyn_push(dyn, wrenches);
    if (!dyn->kernels->articulate(dyn, efforts)) return SNW_ERR_SINGULAR;
    dyn->kernels->accelerate(dyn, a);
    return SNW_OK;
}
