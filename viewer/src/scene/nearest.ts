// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Which pairs of bodies are drawn, from the newest state and the rules of the cell. Pure.

import { PAIR_NUMBERS } from '../core/pairs';
import type { Clearance, CollisionScene, NearPairs } from '../core/types';

const METRE = 1000; // [mm]

/** A zone is there to be entered: its volume is drawn, and no distance to it. */
const isZone = (body: CollisionScene['bodies'][number], { volumes }: CollisionScene): boolean =>
    body.volume !== undefined && volumes[body.volume]?.kind === 'zone';

/** Pairs nearer than `slow`, the nearest first. What is not a number, or of no body, is left out. */
export function nearPairs(pairs: NearPairs, rules: CollisionScene): Clearance[] {
    const near: Clearance[] = [];
    for (let k = 0; k < pairs.count; k++) {
        const first = rules.bodies[pairs.bodies[2 * k]];
        const second = rules.bodies[pairs.bodies[2 * k + 1]];
        const numbers = pairs.numbers.subarray(PAIR_NUMBERS * k, PAIR_NUMBERS * (k + 1));
        if (first === undefined || second === undefined || !numbers.every(Number.isFinite)) continue;
        const [ax, ay, az, bx, by, bz, distance] = numbers;
        if (distance >= rules.slow || isZone(first, rules) || isZone(second, rules)) continue;
        const enforced = ((pairs.enforced >>> k) & 1) === 1;
        near.push({ bodies: [first.name, second.name], a: [ax, ay, az], b: [bx, by, bz], distance, enforced });
    }
    return near.sort((p, q) => p.distance - q.distance);
}

const figure = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false });

/** A distance in millimetres, with a true minus. */
export function distanceText(distance: number): string {
    const text = figure.format(distance * METRE);
    return `${/^-0\.0$/.test(text) ? '0.0' : text.replace('-', '\u2212')} mm`;
}
