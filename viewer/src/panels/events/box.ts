// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The black box of a stop: the rows of its recording, what the loop did in which cycle, and which
// plots show it. Pure.

import type { Arm, LoopEvent, SignalRows, Why } from '../../core/types';
import { isAlike, kindOf } from '../eventkinds';
import { emptyPlot, toggleTrace, type PlotModel } from '../tune/traces';
import { firstAt } from '../tune/windows';

/** Rows of a recording, as plots read them. */
export class BoxRows implements SignalRows {
    readonly paths: readonly string[];
    readonly capacity: number;
    readonly count: number;
    readonly time: Float64Array;
    readonly tick: Float64Array;
    private readonly columns: Float64Array[];

    /** From the bytes of NAME.rows: a head of JSON, then rows of tick, time and all columns. */
    constructor(bytes: ArrayBuffer) {
        const view = new DataView(bytes);
        const head = view.getUint32(0, true);
        const text = new TextDecoder().decode(new Uint8Array(bytes, 8, head));
        const { columns } = JSON.parse(text) as { columns: { path: string }[] };
        this.paths = columns.map((c) => c.path);
        const all = new Float64Array(bytes, 8 + head);
        const wide = columns.length + 2;
        this.count = Math.floor(all.length / wide);
        this.capacity = Math.max(1, this.count);
        const take = (at: number): Float64Array =>
            Float64Array.from({ length: this.capacity }, (_, row) => all[row * wide + at] ?? Number.NaN);
        this.tick = take(0);
        this.time = take(1);
        this.columns = columns.map((_, i) => take(i + 2));
    }

    column(path: string): Float64Array | null {
        const at = this.paths.indexOf(path);
        return at < 0 ? null : this.columns[at];
    }

    /** The number of the cycle at a time; NaN outside of the box. */
    tickAt(time: number): number {
        const row = firstAt(this, time - 1e-9);
        return row < this.count ? this.tick[row] : Number.NaN;
    }
}

/** A black box that the cell has written, by the time of what it is of [s]. */
export interface Box {
    name: string;
    t: number;
}

const AFTER = 1.3; // [s] what followed the first stop is in the same box
const WRITTEN = 2.5; // [s] after an event its box is there, if it has one

/**
 * The box of an event, and of which event it is; null while there is none. Of late cycles that come all
 * the time the cell keeps few boxes, and one line of the list stands for all of them: where the newest
 * one has none, the box of another one of its kind is meant. A stop has its own, or none.
 */
export function boxOf(
    event: LoopEvent,
    events: readonly LoopEvent[],
    boxes: readonly Box[],
    now: number,
): [Box, LoopEvent] | null {
    const find = (e: LoopEvent): Box | undefined => boxes.find((b) => e.t >= b.t - 0.01 && e.t <= b.t + AFTER);
    const isOther = kindOf(event) !== 'stop' && now > event.t + WRITTEN;
    const others = isOther ? events.filter((e) => e !== event && isAlike(e, event)).reverse() : [];
    for (const e of [event, ...others]) {
        const found = find(e);
        if (found !== undefined) return [found, e];
    }
    return null;
}

export interface Cycle {
    t: number;
    tick: number; // NaN for none
    text: string;
    isStop: boolean;
}

const STATES = ['disabled', 'enabled', 'begins to stop', 'stands, drives hold', 'stands, fault'];
const STILL = 1e-3; // [rad/s or m/s]

/** When the arm stands after a time: the first row from which on no axis moves any more. */
export function standsAt(rows: BoxRows, arm: Arm, from: number): number {
    const speeds = arm.axes.map((_, i) => rows.column(`${arm.name}/estimate/v[${i}]`));
    let at = Number.NaN;
    for (let row = firstAt(rows, from); row < rows.count; row++) {
        const still = speeds.every((c) => c === null || Math.abs(c[row]) < STILL);
        if (!still) at = Number.NaN;
        else if (Number.isNaN(at)) at = rows.time[row];
    }
    return at;
}

/** What the loop did around a stop: its events, the states of the guard, and when the arm stands. */
export function cyclesOf(rows: BoxRows, arm: Arm, stop: number, events: readonly LoopEvent[]): Cycle[] {
    const out: Cycle[] = events
        .filter((e) => Math.abs(e.t - stop) <= 2 && (e.object !== 'loop' || kindOf(e) === 'stop'))
        .map((e) => {
            const isStop = Math.abs(e.t - stop) < 5e-4;
            return { t: e.t, tick: rows.tickAt(e.t), text: e.why.text, isStop };
        });
    const state = rows.column(`${arm.name}/guard/state`);
    for (let row = 1; state !== null && row < rows.count; row++) {
        if (state[row] === state[row - 1]) continue;
        const text = `${arm.name} ${STATES[state[row]] ?? `in state ${state[row]}`}`;
        out.push({ t: rows.time[row], tick: rows.tick[row], text, isStop: false });
    }
    const stands = standsAt(rows, arm, stop);
    const text = `${arm.name} no longer moves`;
    if (!Number.isNaN(stands)) out.push({ t: stands, tick: rows.tickAt(stands), text, isStop: false });
    return out.sort((a, b) => a.t - b.t);
}

/** The axis that a reason speaks of; -1 for none. */
export function axisOf(arm: Arm, why: Why): number {
    const subject = why.subject ?? '';
    return arm.axes.findIndex((a) => subject === a.name || subject.endsWith(`/${a.name}`));
}

/** Place and error of the axis at fault, its effort, and the rates of all. */
export function boxPlots(rows: BoxRows, arm: Arm, axis: number): PlotModel[] {
    const has = (path: string): boolean => rows.column(path) !== null;
    const plot = (title: string, traces: [string, string, 'L' | 'R'][]): PlotModel => {
        const made = { ...emptyPlot(), title };
        for (const [path, unit, side] of traces)
            if (has(`${arm.name}/${path}`)) toggleTrace(made.traces, `${arm.name}/${path}`, unit, side);
        return made;
    };
    const at = axis >= 0 ? axis : 0;
    const { name, unit } = arm.axes[at] ?? { name: '', unit: 'rad' };
    const effort = unit === 'm' ? 'N' : 'N\u00b7m';
    // recordings have the estimate where black boxes have the reading
    const place = has(`${arm.name}/sensed/q[${at}]`) ? 'sensed' : 'estimate';
    return [
        plot(`${name}, place and error`, [
            [`target/q[${at}]`, unit, 'L'],
            [`${place}/q[${at}]`, unit, 'L'],
            [`guard/following[${at}]`, unit, 'R'],
        ]),
        plot(`${name}, effort`, [
            [`command/effort[${at}]`, effort, 'L'],
            [`sensed/effort[${at}]`, effort, 'L'],
        ]),
        plot(
            'Speed of the joints',
            arm.axes.slice(0, 6).map((a, i) => [`estimate/v[${i}]`, `${a.unit}/s`, 'L']),
        ),
    ];
}
