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

/// The arrays that go in.
enum { SNW__Q, SNW__V, SNW__A, SNW__TAU };

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
    mat R; ///< axes and origin in the root's frame
    vec p;
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
    const char *sentence;
    void (*trace)(snw__site *site, snw__tape *t);
    int (*size)(const snw__site *site);
} snw__function;

/// Moves what mass lies on the axis of a turning joint to the parent, in which it is fixed.
void snw__lump(snw__site *site);

/// Sines, cosines and reaches of all joints; rates and accelerations are zero unless asked for.
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
void snw__trace_jacobian(snw__site *site, snw__tape *t);
void snw__trace_rnea(snw__site *site, snw__tape *t);
void snw__trace_crba(snw__site *site, snw__tape *t);
void snw__trace_aba(snw__site *site, snw__tape *t);
void snw__trace_gravity(snw__site *site, snw__tape *t);

/// Prints a finished tape as the body of a function; `output` names the array that comes out.
/// Counts what it prints.
void snw__print_body(const snw__site *site, snw__tape *t, const char *output, snw_text *text,
                     snw_gen_counts *counts);

/// A name of the model in a comment: what could end or continue a line of C becomes '_'.
void snw__print_name(snw_text *text, const char *name);

/// The function sines() that the source has for itself.
void snw__print_sines(snw_text *text);

#endif // SINEW_GEN_INTERNAL_H
