// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The nearest pairs of bodies, as they stand behind the rows of a state frame (docs/protocol.md). One
// table that is written again and again, as the frame itself.

import type { NearPairs } from './types';

const HEAD = 8; // the count, and which of them are enforced
const MOST = 32; // for each of which there is a bit
export const PAIR_NUMBERS = 7; // of each pair: nearest point of a, of b [m], distance [m]
const PAIR = 4 + 4 * PAIR_NUMBERS;

export const noPairs = (): NearPairs => ({
    count: 0,
    enforced: 0,
    bodies: new Uint16Array(2 * MOST),
    numbers: new Float32Array(PAIR_NUMBERS * MOST),
});

/** Whether all that is behind the rows is a block as long as it says; a frame may end there without one. */
export function hasPairs(view: DataView, at: number): boolean {
    const bytes = view.byteLength - at;
    if (bytes === 0) return true;
    if (bytes < HEAD) return false;
    const count = view.getUint32(at, true);
    return count <= MOST && bytes === HEAD + count * PAIR;
}

/** Reads the block that hasPairs() has found whole. */
export function decodePairs(view: DataView, at: number, pairs: NearPairs): void {
    const none = at === view.byteLength;
    pairs.count = none ? 0 : view.getUint32(at, true);
    pairs.enforced = none ? 0 : view.getUint32(at + 4, true);
    for (let k = 0; k < pairs.count; k++) {
        const from = at + HEAD + k * PAIR;
        pairs.bodies[2 * k] = view.getUint16(from, true);
        pairs.bodies[2 * k + 1] = view.getUint16(from + 2, true);
        for (let i = 0; i < PAIR_NUMBERS; i++) {
            pairs.numbers[PAIR_NUMBERS * k + i] = view.getFloat32(from + 4 + 4 * i, true);
        }
    }
}
