// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Poses as people write them: millimetres, and degrees about the fixed axes x, y, z in this order. Pure.

import type { Pose } from '../../core/types';
import { DEGREE } from '../../ui/format';
import { aboutAxis, angles, compose, inverse } from '../../ui/frames';

export function numbersOf(pose: Pose): number[] {
    const turned = angles(pose);
    return [1000 * pose[0], 1000 * pose[1], 1000 * pose[2], ...turned.map((a) => DEGREE * a)];
}

export function poseOfNumbers(numbers: readonly number[]): Pose {
    const [rx, ry, rz] = numbers.slice(3).map((n) => n / DEGREE);
    const turn = compose(
        compose(aboutAxis([0, 0, 1], rz), aboutAxis([0, 1, 0], ry)),
        aboutAxis([1, 0, 0], rx),
    );
    return [numbers[0] / 1000, numbers[1] / 1000, numbers[2] / 1000, turn[3], turn[4], turn[5], turn[6]];
}

/** A pose of the world as seen from another, and back. */
export function seen(from: Pose, pose: Pose): Pose {
    return compose(inverse(from), pose);
}

/** The difference of two angles in degrees, the short way. */
export function gapOf(a: number, b: number, isAngle: boolean): number {
    if (!isAngle) return b - a;
    return ((((b - a + 180) % 360) + 360) % 360) - 180;
}

/** The command that draws the tool to a pose of the world. */
export const dragText = (goal: Pose): string => `drag ${goal.map((n) => Number(n.toPrecision(8))).join(' ')}`;
