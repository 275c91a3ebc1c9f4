// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Poses as seven numbers: x y z, then a unit quaternion x y z w.

import type { Pose } from '../core/types';

export const HERE: Pose = [0, 0, 0, 0, 0, 0, 1];

/** The pose at place `index` of a table of sevens. */
export function poseAt(table: ArrayLike<number>, index: number): Pose {
    const at = 7 * index;
    const number = (k: number): number => table[at + k] ?? Number.NaN;
    return [number(0), number(1), number(2), number(3), number(4), number(5), number(6)];
}

/** v turned by the quaternion of a pose. */
export function turn(pose: Pose, v: readonly [number, number, number]): [number, number, number] {
    const [, , , x, y, z, w] = pose;
    const tx = 2 * (y * v[2] - z * v[1]);
    const ty = 2 * (z * v[0] - x * v[2]);
    const tz = 2 * (x * v[1] - y * v[0]);
    return [
        v[0] + w * tx + y * tz - z * ty,
        v[1] + w * ty + z * tx - x * tz,
        v[2] + w * tz + x * ty - y * tx,
    ];
}

/** a then b: the pose b, given in a, seen from where a is given. */
export function compose(a: Pose, b: Pose): Pose {
    const p = turn(a, [b[0], b[1], b[2]]);
    const [, , , ax, ay, az, aw] = a;
    const [, , , bx, by, bz, bw] = b;
    return [
        a[0] + p[0],
        a[1] + p[1],
        a[2] + p[2],
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    ];
}

export function inverse(pose: Pose): Pose {
    const back: Pose = [0, 0, 0, -pose[3], -pose[4], -pose[5], pose[6]];
    const p = turn(back, [-pose[0], -pose[1], -pose[2]]);
    return [p[0], p[1], p[2], back[3], back[4], back[5], back[6]];
}

/** Turns about the fixed axes x, then y, then z [rad] (roll, pitch, yaw). */
export function angles(pose: Pose): [number, number, number] {
    const [, , , x, y, z, w] = pose;
    const pitch = Math.asin(Math.max(-1, Math.min(1, 2 * (w * y - z * x))));
    const roll = Math.atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y));
    const yaw = Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z));
    return [roll, pitch, yaw];
}

/** A turn of `angle` [rad] about a unit axis, as a pose without shift. */
export function aboutAxis(axis: readonly [number, number, number], angle: number): Pose {
    const s = Math.sin(angle / 2);
    return [0, 0, 0, axis[0] * s, axis[1] * s, axis[2] * s, Math.cos(angle / 2)];
}

/** The angle between the turns of two poses [rad]. */
export function angleBetween(a: Pose, b: Pose): number {
    const dot = a[3] * b[3] + a[4] * b[4] + a[5] * b[5] + a[6] * b[6];
    return 2 * Math.acos(Math.max(0, Math.min(1, Math.abs(dot))));
}

export function distance(a: Pose, b: Pose): number {
    return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}
