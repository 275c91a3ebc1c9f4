// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Vectors, quaternions (x y z w) and poses as plain tuples: what the mathematics of camera and drag
// is written in. Nothing here is called per link and frame.

import type { Pose } from '../core/types';

export type Vec = readonly [number, number, number];
export type Quat = readonly [number, number, number, number];

export const add = (a: Vec, b: Vec): Vec => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const sub = (a: Vec, b: Vec): Vec => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (a: Vec, s: number): Vec => [a[0] * s, a[1] * s, a[2] * s];
export const dot = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const norm = (a: Vec): number => Math.hypot(a[0], a[1], a[2]);
export const distance = (a: Vec, b: Vec): number => norm(sub(a, b));

export const cross = (a: Vec, b: Vec): Vec => [
    a[1] * b[2] - a[2] * b[1],
    a[2] * b[0] - a[0] * b[2],
    a[0] * b[1] - a[1] * b[0],
];

/** Of length one; the zero vector stays. */
export function unit(a: Vec): Vec {
    const length = norm(a);
    return length > 0 ? scale(a, 1 / length) : a;
}

export function turned(axis: Vec, angle: number): Quat {
    const n = unit(axis);
    const s = Math.sin(angle / 2);
    return [n[0] * s, n[1] * s, n[2] * s, Math.cos(angle / 2)];
}

export const times = (a: Quat, b: Quat): Quat => [
    a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
    a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
    a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
    a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
];

export const conjugate = (q: Quat): Quat => [-q[0], -q[1], -q[2], q[3]];

export function straight(q: Quat): Quat {
    const length = Math.hypot(...q);
    return length > 0 ? [q[0] / length, q[1] / length, q[2] / length, q[3] / length] : [0, 0, 0, 1];
}

export function rotate(q: Quat, v: Vec): Vec {
    const u: Vec = [q[0], q[1], q[2]];
    const t = scale(cross(u, v), 2);
    return add(add(v, scale(t, q[3])), cross(u, t));
}

export const placeOf = (pose: ArrayLike<number>, at = 0): Vec => [pose[at], pose[at + 1], pose[at + 2]];
export const turnOf = (pose: ArrayLike<number>, at = 0): Quat => [
    pose[at + 3],
    pose[at + 4],
    pose[at + 5],
    pose[at + 6],
];
export const poseOf = (p: Vec, q: Quat): Pose => [p[0], p[1], p[2], q[0], q[1], q[2], q[3]];

/** A pose given in another, both of 7 numbers. */
export function within(outer: Pose, inner: Pose): Pose {
    const q = turnOf(outer);
    return poseOf(add(placeOf(outer), rotate(q, placeOf(inner))), straight(times(q, turnOf(inner))));
}

/** The angle between two attitudes [rad]. */
export function angleBetween(a: Quat, b: Quat): number {
    const r = times(conjugate(a), b);
    return 2 * Math.atan2(Math.hypot(r[0], r[1], r[2]), Math.abs(r[3]));
}
