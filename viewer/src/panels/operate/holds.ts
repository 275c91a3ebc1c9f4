// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// What holds the tool back, from the report of the task stage. Pure, so that it can be tested: the
// shares that are shown sum to 100 %.

import type { SceneDescription } from '../../core/types';

export interface Hold {
    rate: number; // of the arm; -1 for a distance that is kept
    cause: number; // 1 position, 2 velocity, 3 acceleration, 4 clearance
    side: number; // -1 lower, 1 upper
    share: number; // 0 to 1
    bodies?: readonly { name: string; link: number }[]; // of a distance; link -1 for a volume
}

export interface HoldBar {
    name: string;
    detail: string;
    percent: number; // whole
    rate: number;
    links: readonly number[]; // of a distance: the links between which it is
}

export const CLEARANCE = 4;

const CAUSES = ['limit', 'limit', 'speed limit', 'acceleration limit'];

/** Whole percents that sum to 100, by the largest remainders. */
export function percents(shares: readonly number[]): number[] {
    const total = shares.reduce((sum, share) => sum + Math.max(0, share), 0);
    if (!(total > 0)) return shares.map(() => 0);
    const exact = shares.map((share) => (100 * Math.max(0, share)) / total);
    const whole = exact.map(Math.floor);
    let left = 100 - whole.reduce((sum, n) => sum + n, 0);
    const order = exact.map((_, i) => i).sort((a, b) => exact[b] - whole[b] - (exact[a] - whole[a]));
    for (const i of order) {
        if (left-- <= 0) break;
        whole[i] += 1;
    }
    return whole;
}

export function holdBars(holds: readonly Hold[], names: readonly string[]): HoldBar[] {
    const shares = percents(holds.map((hold) => hold.share));
    return holds
        .map((hold, i) => {
            const links = (hold.bodies ?? []).map(({ link }) => link).filter((link) => link >= 0);
            if (hold.cause === CLEARANCE) {
                const name = (hold.bodies ?? []).map((body) => body.name).join(' \u2013 ');
                return { name: name === '' ? 'a distance' : name, detail: 'clearance', percent: shares[i], rate: -1, links };
            }
            const axis = names[hold.rate] ?? `rate ${hold.rate + 1}`;
            const end = hold.cause === 1 ? (hold.side < 0 ? 'lower ' : 'upper ') : '';
            return {
                name: axis,
                detail: `${end}${CAUSES[hold.cause] ?? 'limit'}`,
                percent: shares[i],
                rate: hold.rate,
                links,
            };
        })
        .filter((made) => made.percent > 0);
}

/** Where bodies are named in the report of the task stage: a member and a link in it, or -2 and a volume. */
export function bodyOf(member: number, link: number, scene: SceneDescription | null): { name: string; link: number } | null {
    const rules = scene?.collision?.bodies ?? [];
    if (member === -2) {
        const volume = rules.find((body) => body.volume === link);
        return volume === undefined ? null : { name: volume.name, link: -1 };
    }
    const owner = scene?.members[member];
    const index = owner === undefined || !(link >= 0 && link < owner.count) ? -1 : owner.first + link;
    const found = scene?.links[index];
    return found === undefined ? null : { name: `${found.member}/${found.name}`, link: index };
}

/** How much of what is wanted is not done, in whole percents: by filters, or by speed that is missed. */
export function heldBack(factor: number, wanted: number, done: number): number {
    const byFactor = Number.isFinite(factor) ? 1 - factor : 0;
    const byGap = wanted > 1e-9 && Number.isFinite(done) ? 1 - done / wanted : 0;
    return Math.round(100 * Math.max(0, Math.min(1, Math.max(byFactor, byGap))));
}
