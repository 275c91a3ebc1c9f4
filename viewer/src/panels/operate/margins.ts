// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Where a joint stands in its range and how much is left. Pure.

import type { Axis } from '../../core/types';
import { DEGREE, fixed, shownAs } from '../../ui/format';

export interface Margin {
    at: number; // 0 to 1 over the range
    left: string; // "1.0° left", empty away from the ends
    side: -1 | 0 | 1; // which end is near
    beyond: boolean; // outside the range
}

const NEAR = 0.05; // of the range counts as near an end

/** The range that a row shows: that of the axis, a turn either way for one without limits. */
export function rangeOf(axis: Axis): [number, number] {
    const reach = axis.unit === 'm' ? 1 : Math.PI;
    return [axis.lower ?? -reach, axis.upper ?? reach];
}

export function placeIn(axis: Axis, q: number): number {
    const [low, high] = rangeOf(axis);
    return high > low ? Math.max(0, Math.min(1, (q - low) / (high - low))) : 0.5;
}

export function marginOf(axis: Axis, q: number): Margin {
    const [low, high] = rangeOf(axis);
    const at = placeIn(axis, q);
    const below = axis.lower === null ? Number.POSITIVE_INFINITY : q - low;
    const above = axis.upper === null ? Number.POSITIVE_INFINITY : high - q;
    const least = Math.min(below, above);
    if (!(least < NEAR * (high - low))) return { at, left: '', side: 0, beyond: false };
    const shown = shownAs(axis.unit);
    const text =
        least < 0
            ? `${fixed(-shown.factor * least)}${shown.unit} beyond`
            : `${fixed(shown.factor * least)}${shown.unit} left`;
    return { at, left: text, side: below < above ? -1 : 1, beyond: least < 0 };
}

/** At its limit the outward half of a control is locked; the way back stays free. */
export function outwardLocked(axis: Axis, q: number, direction: number): string | null {
    const [low, high] = rangeOf(axis);
    const slack = 1e-4 * (high - low);
    if (direction > 0 && axis.upper !== null && q >= high - slack)
        return `${axis.name} is at its upper limit. The way back is free.`;
    if (direction < 0 && axis.lower !== null && q <= low + slack)
        return `${axis.name} is at its lower limit. The way back is free.`;
    return null;
}

/** A turn that goes on beyond half a round ends nowhere: it is free on that side. */
export function rangeText(low: number, high: number): string {
    const back = low <= -Math.PI ? 'free' : `${fixed(DEGREE * low, 0)}\u00b0`;
    const on = high >= Math.PI ? 'free' : `${fixed(DEGREE * high, 0)}\u00b0`;
    return back === 'free' && on === 'free' ? 'free' : `${back}\u2026${on}`;
}
