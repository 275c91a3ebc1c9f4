// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_PEER_MUJOCO_H
#define SINEW_TESTS_PEER_MUJOCO_H

/// @file
/// MuJoCo as a second opinion on dynamics: a robot from URDF text, without contacts, limits,
/// friction, springs and dampers, in gravity 0 0 -9.81. Joints of one coordinate only.

#include <stdbool.h>

typedef struct peer_mujoco peer_mujoco;

/// Reads a URDF without meshes. NULL when MuJoCo refuses it; its reason goes to stderr.
peer_mujoco *peer_mujoco_create(const char *text);

void peer_mujoco_free(peer_mujoco *peer);

/// Rates, and as many coordinates.
int peer_mujoco_count(const peer_mujoco *peer);

/// The place of a joint among them; -1 when there is none of this name.
int peer_mujoco_place(const peer_mujoco *peer, const char *joint);

/// The mass properties that MuJoCo keeps of a link, in the link's frame: mass, centre of mass x y
/// z, inertia about that xx yy zz xy xz yz. It finds principal axes of a URDF's matrix by
/// iterations that end early, so numbers differ by some 1e-5 from those of the file. False for
/// links that it does not have: the root, and those without a joint.
bool peer_mujoco_mass(const peer_mujoco *peer, const char *link, double numbers[10]);

/// Efforts tau[count] for accelerations.
void peer_mujoco_inverse(peer_mujoco *peer, const double *q, const double *v, const double *a,
                         double *tau);

/// M[count * count].
void peer_mujoco_mass_matrix(peer_mujoco *peer, const double *q, double *M);

/// Accelerations a[count] for efforts: MuJoCo's whole forward pass.
void peer_mujoco_forward(peer_mujoco *peer, const double *q, const double *v, const double *tau,
                         double *a);

/// One step of dt seconds by MuJoCo's semi-implicit Euler method, without efforts, q and v in
/// place.
void peer_mujoco_step(peer_mujoco *peer, double dt, double *q, double *v);

#endif // SINEW_TESTS_PEER_MUJOCO_H
