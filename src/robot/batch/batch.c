// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/batch.h"

#include "internal.h"

// --- kernels of an instruction set --------------------------------------------------------------

typedef struct kernels {
    snw__batch_kernel_fn *fk[2], *jacobian[2], *velocity[2]; // f64, f32
    snw__batch_ask_fn *ask[2];
} kernels;

#define KERNELS(isa)                                                                               \
    {{snw__batch_fk_f64_##isa, snw__batch_fk_f32_##isa},                                           \
     {snw__batch_jacobian_f64_##isa, snw__batch_jacobian_f32_##isa},                               \
     {snw__batch_velocity_f64_##isa, snw__batch_velocity_f32_##isa},                               \
     {snw__batch_ask_f64_##isa, snw__batch_ask_f32_##isa}},
static const kernels tables[] = {SNW_KERNEL_EACH(KERNELS)};
#undef KERNELS

static void use_kernels(snw__batch_job *job, const kernels *table, int real) {
    job->fk = table->fk[real];
    job->jacobian = table->jacobian[real];
    job->velocity = table->velocity[real];
    job->ask = table->ask[real];
}

snw_status snw_batch_use(snw_batch *batch, snw_isa isa) {
    if (snw_lanes_table(isa) == NULL) return SNW_ERR_ARGUMENT;
    batch->isa = isa;
    use_kernels(batch->job_f64, &tables[isa], 0);
    use_kernels(batch->job_f32, &tables[isa], 1);
    return SNW_OK;
}

// --- the base -----------------------------------------------------------------------------------

static snw_status check_pose(snw_pose T) {
    if (!snw_pose_is_finite(T)) return SNW_ERR_NOT_FINITE;
    if (!(snw_mat3_drift(T.R) <= 1e-9)) return SNW_ERR_RANGE;
    return snw_mat3_det(T.R) < 0 ? SNW_ERR_RANGE : SNW_OK;
}

// a fixed root stands in the base for all states: its rows are filled once
static void place_root(const snw_batch *batch) {
    const snw_pose B = batch->T_world_base;
    const snw_pose T = snw_pose_of(snw_mat3_mul(B.R, batch->normal.bodies[0].R), B.p);
    const snw_vec3 columns[4] = {T.R.x, T.R.y, T.R.z, T.p};
    double *rows = (double *)batch->job_f64->motions;
    float *rows_f32 = (float *)batch->job_f32->motions;
    for (int i = 0; i < 12; i++) {
        const snw_vec3 c = columns[i / 3];
        const double number = i % 3 == 0 ? c.x : i % 3 == 1 ? c.y : c.z;
        for (int lane = 0; lane < SNW_BATCH_F64; lane++) {
            *rows++ = number;
        }
        for (int lane = 0; lane < SNW_BATCH_F32; lane++) {
            *rows_f32++ = (float)number;
        }
    }
}

snw_status snw_batch_set_base(snw_batch *batch, snw_pose T_world_base) {
    const snw_status status = check_pose(T_world_base);
    if (snw_failed(status)) return status;
    batch->T_world_base = T_world_base;
    if (!batch->model->floating) place_root(batch);
    return SNW_OK;
}

// --- init ---------------------------------------------------------------------------------------

static snw_status check_places(const snw_model *model, const snw_batch_place *places, int count) {
    if (count < 0) return SNW_ERR_ARGUMENT;
    for (int i = 0; i < count; i++) {
        if (snw_model_link(model, places[i].link) == NULL) return SNW_ERR_ARGUMENT;
        const snw_status status = check_pose(places[i].T_link_place);
        if (snw_failed(status)) return status;
    }
    return SNW_OK;
}

snw_status snw_batch_init(snw_batch *batch, const snw_model *model, const snw_batch_place *places,
                          int place_count, snw_arena *arena) {
    if (places != NULL) {
        const snw_status status = check_places(model, places, place_count);
        if (snw_failed(status)) return status;
    }
    *batch = (snw_batch){.model = model,
                         .place_count = places != NULL ? place_count : model->link_count,
                         .first_refused = -1};
    // without memory for it the normalised form still knows its sizes
    SNW_IGNORE(snw_normal_init(&batch->normal, model, arena));
    snw__batch_lay_out(batch, places, arena);
    const snw_status status = snw_arena_status(arena);
    if (snw_failed(status)) return status;
    snw__batch_plan(batch);
    SNW_IGNORE(snw_batch_use(batch, snw_lanes_isa()));
    return snw_batch_set_base(batch, snw_pose_identity());
}
