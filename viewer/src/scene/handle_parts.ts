// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Where the parts of the handle are and which of them a pointer is on, in pixels: thin things must be
// as easy to take near and far. Units are those of the handle: its axes are one long.

import type { Pose } from '../core/types';
import type { Part } from './drag';
import { add, placeOf, rotate, scale, turnOf, type Vec } from './vec';

export const RING = 0.72; // radius of the arcs
const NEAR = 9; // [px]
const MIDDLE = 11; // [px]: of the ball in the middle
const STEPS = 12; // of an arc

const LINES: [Part, Vec[]][] = [
    [
        'x',
        [
            [0.2, 0, 0],
            [1.06, 0, 0],
        ],
    ],
    [
        'y',
        [
            [0, 0.2, 0],
            [0, 1.06, 0],
        ],
    ],
    [
        'z',
        [
            [0, 0, 0.2],
            [0, 0, 1.06],
        ],
    ],
    ['turn x', arc((c, s) => [0, c, s])],
    ['turn y', arc((c, s) => [c, 0, s])],
    ['turn z', arc((c, s) => [c, s, 0])],
];

/** A quarter of a circle, a little short of the axes at its ends. */
function arc(at: (c: number, s: number) => Vec): Vec[] {
    return Array.from({ length: STEPS + 1 }, (_, k) => {
        const angle = 0.15 + ((Math.PI / 2 - 0.3) * k) / STEPS;
        return at(RING * Math.cos(angle), RING * Math.sin(angle));
    });
}

/** From a point to a stretch of a line, in the plane. */
export function offLine(p: readonly number[], a: readonly number[], b: readonly number[]): number {
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    const length = dx * dx + dy * dy;
    const along = length > 0 ? ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / length : 0;
    const t = Math.min(1, Math.max(0, along));
    return Math.hypot(p[0] - a[0] - t * dx, p[1] - a[1] - t * dy);
}

/** The part under a pixel; `toPixel` projects, `size` is the length of the axes [m]. */
export function partAt(
    pixel: readonly [number, number],
    pose: Pose,
    size: number,
    toPixel: (at: Vec) => [number, number] | null,
): Part | null {
    const centre = placeOf(pose);
    const turn = turnOf(pose);
    const middle = toPixel(centre);
    if (middle !== null && Math.hypot(pixel[0] - middle[0], pixel[1] - middle[1]) < MIDDLE) return 'free';
    let best: Part | null = null;
    let nearest = NEAR;
    for (const [part, points] of LINES) {
        const seen = points.map((point) => toPixel(add(centre, rotate(turn, scale(point, size)))));
        for (let k = 1; k < seen.length; k++) {
            const [a, b] = [seen[k - 1], seen[k]];
            if (a === null || b === null) continue;
            const off = offLine(pixel, a, b);
            if (off < nearest) [nearest, best] = [off, part];
        }
    }
    return best;
}
