// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_GEN_INTERNAL_H
#define SINEW_GEN_INTERNAL_H

/// @file
/// What the sources of this module share: a robot whose joints are on the tape, the recursions over
/// it, and the printing of what they left.

#include "sinew/gen.h"

#include "sinew/model/normal.h"

#include "tape.h"

/// The arrays that go in; the last is no array but the axes of the world, each a column.
enum { SNW__Q, SNW__V, SNW__A, SNW__TAU, SNW__AXES };

/// How symbols are printed.
typedef enum snw__form {
    SNW__PLAIN,  ///< one number each
    SNW__LANES,  ///< one number of many states
    SNW__COLUMNS ///< those that an axis has part in: three numbers, of x, y and z; four results
                 ///< are a pose
} snw__form;

/// The step from a parent's frame to a body's, on the tape.
typedef struct snw__step {
    sym s, c, sin_alpha, cos_alpha, sin_gamma, cos_gamma;
    vec reach;         ///< origin in the parent's frame
    sym turn, slide;   ///< per coordinate
    sym q_dot, q_ddot; ///< of the source
} snw__step;

/// Force and torque at unit acceleration of an articulated body: f = A a + B al, n = B^T a + C al.
typedef struct snw__articulated {
    sym3 A;
    mat B;
    sym3 C;
    wrench p;
} snw__articulated;

/// Axes and origin of a body in the root's frame, a symbol for each column.
typedef struct snw__frame {
    sym x, y, z, p;
} snw__frame;

/// What is found of a body on the way.
typedef struct snw__body {
    snw__step step;
    vec w, al, a; ///< angular velocity and acceleration, felt acceleration of the origin
    mat K;        ///< a point at r of it has the acceleration a + K r
    wrench force; ///< what moves it, then with all that it carries
    sym m;        ///< composite
    vec h;
    sym3 S;
    snw__articulated I;
    wrench U;
    sym inverse, u;
    mat R; ///< axes and origin in the root's frame, or in that of a floating root's q
    vec p;
    snw__frame frame;
} snw__body;

/// A robot whose functions are written down.
typedef struct snw__site {
    const snw_model *model;
    const snw_gen_options *options;
    snw_normal normal;
    snw_normal_body *masses; ///< [body_count] with masses on axes moved to parents
    snw__body *bodies;       ///< [body_count]
    sym *M;                  ///< [nv * nv]
    sym *efforts;            ///< [nv]
    int tip;                 ///< link
    snw_pose T_link_tip;
    void *memory;
    char name[SNW_GEN_NAME];
} snw__site;

/// One function: what it is called, what goes in, what comes out, how it is found.
typedef struct snw__function {
    unsigned bit;
    const char *name, *inputs, *output; ///< inputs by letters: q v a t
    const char *sentence;               ///< $ is the root, or the world in which it floats
    void (*trace)(snw__site *site, snw__tape *t);
    int (*size)(const snw__site *site);
    void (*columns)(snw__site *site, snw__tape *t); ///< the same by columns; NULL for none
} snw__function;

extern const snw__function snw__functions[];
extern const int snw__function_count;

/// Runs one recursion, and prints it when there is a text.
SNW_NODISCARD snw_status snw__write_down(snw__site *site, const snw__function *f, snw__form form,
                                         snw_text *text, snw_gen_counts *counts, snw_why *why);

void snw__put_header(const snw__site *site, snw_text *text);
SNW_NODISCARD snw_status snw__put_source(snw__site *site, snw_text *text, snw_why *why);

/// Moves what mass lies on the axis of a turning joint to the parent, in which it is fixed.
void snw__lump(snw__site *site);

/// Where the root is, how it moves, and what it feels; all but the last is constant unless it
/// floats. Rates and accelerations are zero unless asked for.
void snw__root(snw__site *site, snw__tape *t, bool rates, bool accelerations);

/// The unit accelerations of a floating root: its columns of the mass matrix, from its composite.
void snw__root_columns(snw__site *site, snw__tape *t);

/// A column of the mass matrix at a floating root, to which its wrench has been carried.
void snw__root_row(snw__site *site, snw__tape *t, int rate, wrench W);

/// What a floating root takes of its effort, as for joints.
void snw__root_efforts(snw__site *site, snw__tape *t);

/// Accelerations of a floating root that has been gathered, as results; a and al of body 0.
void snw__root_accelerate(snw__site *site, snw__tape *t);

/// M x = b on symbols for M[n * n]; what is zero in M stays so along branches. x is in place of b.
void snw__gen_solve(snw__tape *t, sym *M, sym *x, int n);

/// x, y and z as constants, without what rounding left of 0 and 1.
vec snw__direction(snw__tape *t, snw_vec3 a);

/// Sines, cosines and reaches of all joints, after the root; rates and accelerations are zero
/// unless asked for.
void snw__steps(snw__site *site, snw__tape *t, bool rates, bool accelerations);

vec snw__to_body(snw__tape *t, const snw__step *s, vec a);
vec snw__to_parent(snw__tape *t, const snw__step *s, vec a);
wrench snw__wrench_to_parent(snw__tape *t, const snw__step *s, wrench W);
sym3 snw__sym3_to_parent(snw__tape *t, const snw__step *s, sym3 S);
mat snw__mat_to_parent(snw__tape *t, const snw__step *s, mat B);

/// The mass of a body, as constants.
void snw__mass_of(snw__site *site, snw__tape *t, int b, sym *m, vec *h, sym3 *S);

/// Motions and forces of all bodies for the rates and accelerations in the steps.
void snw__outward(snw__site *site, snw__tape *t);

/// Forces to the root: site->efforts, without rotors, springs and dampers.
void snw__inward(snw__site *site, snw__tape *t);

/// Adds what springs and dampers do, times `sign`, to site->efforts.
void snw__passive(snw__site *site, snw__tape *t, sym sign);

/// The mass matrix: site->M.
void snw__composites(snw__site *site, snw__tape *t);

void snw__trace_fk(snw__site *site, snw__tape *t);
void snw__trace_poses(snw__site *site, snw__tape *t);
void snw__trace_fk_columns(snw__site *site, snw__tape *t);
void snw__trace_poses_columns(snw__site *site, snw__tape *t);
void snw__trace_jacobian(snw__site *site, snw__tape *t);
void snw__trace_rnea(snw__site *site, snw__tape *t);
void snw__trace_crba(snw__site *site, snw__tape *t);
void snw__trace_aba(snw__site *site, snw__tape *t);
void snw__trace_gravity(snw__site *site, snw__tape *t);

/// Counts what a finished tape needs.
void snw__count_operations(const snw__tape *t, snw_gen_counts *counts);

/// Prints a finished tape as the body of a function.
void snw__print_body(const snw__function *f, snw__form form, const snw__site *site, snw__tape *t,
                     snw_text *text);

/// A name of the model in a comment: what could end or continue a line of C becomes '_'.
void snw__print_name(snw_text *text, const char *name);

/// Words in which each $ is a name.
void snw__print_named(snw_text *text, const char *words, const char *name);

/// The function sines() that the source has for itself, and what it needs; `capitals` is the
/// prefix.
void snw__print_sines(snw_text *text, const char *capitals);

/// What functions by columns need.
void snw__print_columns(snw_text *text);

/// What functions in lanes need, with sines_in_lanes().
void snw__print_lanes(snw_text *text, const char *capitals);

#endif // SINEW_GEN_INTERNAL_H
