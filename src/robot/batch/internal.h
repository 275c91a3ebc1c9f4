// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_BATCH_INTERNAL_H
#define SINEW_SRC_BATCH_INTERNAL_H

// What the kernels read. Numbers stand in flat arrays of doubles or floats behind pointers to void,
// so that one struct serves both; a row is 64 bytes, one number of each state of a block.

#include "sinew/batch.h"

/// States that are turned round at a time.
enum { SNW__ROW_STATES = 32 };

/// Numbers of a step, by place.
enum {
    SNW__TURN,
    SNW__OFFSET,
    SNW__SLIDE,
    SNW__SLIDE_OFFSET,
    SNW__COS_ALPHA,
    SNW__SIN_ALPHA,
    SNW__COS_GAMMA,
    SNW__SIN_GAMMA,
    SNW__PX,
    SNW__PY,
    SNW__PZ,
    SNW__COS_OFFSET,
    SNW__SIN_OFFSET,
    SNW__STEP_NUMBERS = 16
};

/// What a step has to do.
enum {
    SNW__TURNS = 1,  ///< by an angle that depends on the state
    SNW__OFF = 2,    ///< by a constant one, not 0
    SNW__SLIDES = 4, ///< along z
    SNW__HAS_PX = 8, ///< p has this component
    SNW__HAS_PY = 16,
    SNW__HAS_PZ = 32,
    SNW__KEEP = 64,    ///< a later step starts from it
    SNW__LEAF = 128,   ///< no step starts from it
    SNW__FOREIGN = 256 ///< asked state by state; `numbers` are the axes of a planar joint
};

/// A body that some place depends on, in the order of bodies: step 0 is the root.
typedef struct snw__batch_step {
    snw_normal_class kind;
    snw_joint_kind joint;
    unsigned flags;
    int parent;                   ///< step
    int source_q;                 ///< row of q; 0 where there is none
    int first_v;                  ///< row of v of its first rate
    int nv;                       ///< rates that move it, own or followed
    int general;                  ///< number among the general bodies, else -1
    int first_place, place_count; ///< in `outputs`
    int link;
} snw__batch_step;

/// How a place lies on its body.
typedef enum snw__batch_pose_class {
    SNW__SAME,    ///< T_body_place is the identity
    SNW__SHIFTED, ///< no rotation
    SNW__ABOUT_Z, ///< rotated about z, same origin
    SNW__ANY
} snw__batch_pose_class;

/// A place, in the order of steps.
typedef struct snw__batch_output {
    snw__batch_pose_class kind;
    int place; ///< number for the caller
} snw__batch_output;

/// Everything that kernels of one kind of number read and write.
typedef struct snw__batch_job {
    // fixed by init
    snw__batch_step *steps;
    snw__batch_output *outputs;
    void *numbers;        ///< [step_count][SNW__STEP_NUMBERS]
    void *output_numbers; ///< [place_count][12] T_body_place
    int step_count, place_count, nq, nv;
    bool foreign;     ///< some step is asked state by state
    void *motions;    ///< rows [general_count][12] T_parent_body; of a fixed root the base
    void *twists;     ///< rows [general_count][6] of laws at unit rate, along the child's axes
    void *poison;     ///< one row: NaN for states that are refused, else 0
    void *frames;     ///< rows [step_count][12] of steps that are kept
    void *columns;    ///< rows [rates][9], or [step_count][6] for velocities
    int *coordinates; ///< [nq] first the spare ones, that no step looks at
    int spare_count;
    int *path; ///< [step_count] steps from the root to a place
    // the present call
    int path_count;
    bool plain; ///< every rate moves exactly one step of the path
    int output; ///< place of the path's end, by its number in `outputs`
    const void *q, *v;
    void *out;
    int block_count, state_count;
    int refused, first_refused;
    // kernels
    void (*fk)(struct snw__batch_job *job);
    void (*jacobian)(struct snw__batch_job *job);
    void (*velocity)(struct snw__batch_job *job);
    void (*ask)(struct snw__batch_job *job, const snw_batch *batch, bool twists);
} snw__batch_job;

typedef void snw__batch_kernel_fn(snw__batch_job *job);

/// Motions of the steps that lanes do not know, for the one block at job->q; velocities of laws at
/// unit rate too if asked. Fills motions, twists and poison.
typedef void snw__batch_ask_fn(snw__batch_job *job, const snw_batch *batch, bool twists);

#define SNW__BATCH_DECLARE(isa)                                                                    \
    snw__batch_kernel_fn snw__batch_fk_f64_##isa, snw__batch_fk_f32_##isa;                         \
    snw__batch_kernel_fn snw__batch_jacobian_f64_##isa, snw__batch_jacobian_f32_##isa;             \
    snw__batch_kernel_fn snw__batch_velocity_f64_##isa, snw__batch_velocity_f32_##isa;             \
    snw__batch_ask_fn snw__batch_ask_f64_##isa, snw__batch_ask_f32_##isa;
SNW_KERNEL_EACH(SNW__BATCH_DECLARE)
#undef SNW__BATCH_DECLARE

/// Takes all memory of a batch but the normalised form; sizes are known without it. The places are
/// copied when there is memory.
void snw__batch_lay_out(snw_batch *batch, const snw_batch_place *places, snw_arena *arena);

/// Fills steps, outputs and their numbers from the normalised form and the places.
void snw__batch_plan(const snw_batch *batch);

#endif // SINEW_SRC_BATCH_INTERNAL_H
