// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Poses of all links from the joints that a recording has. The page needs no model for it: what a link is
// in its parent follows from the poses and joints of now, and the axis of its joint from the scene. And two
// recordings as one table. Pure.

import type { Catalogue, Pose, SceneDescription, SignalRows, StateFrame } from '../../core/types';
import { aboutAxis, compose, HERE, inverse, poseAt } from '../../ui/frames';
import { emptyPlot, toggleTrace, type PlotModel } from '../tune/traces';
import type { BoxRows } from './box';
import type { Film } from './replay';

const MOST = 3600; // poses of a film

const MEASURED = ['sensed/q', 'estimate/q', 'target/q']; // what a recording may have of a joint, the best first

/** The path of the place of a joint that some rows have; null for none. */
export function jointPath(rows: SignalRows, arm: string, axis: number): string | null {
    return MEASURED.map((name) => `${arm}/${name}[${axis}]`).find((path) => rows.column(path) !== null) ?? null;
}

interface Moved {
    columns: { measured: Float64Array; commanded: Float64Array; now: number };
    slides: boolean;
}

/** What moves each link, by its index; links that nothing moves are not in it. */
function movedLinks(rows: BoxRows, catalogue: Catalogue, frame: StateFrame): Map<number, Moved> {
    const moved = new Map<number, Moved>();
    catalogue.arms.forEach((arm, a) =>
        arm.axes.forEach((axis, i) => {
            const path = jointPath(rows, arm.name, i);
            const measured = path === null ? null : rows.column(path);
            const commanded = rows.column(`${arm.name}/target/q[${i}]`) ?? measured;
            const now = frame.arms[a]?.q[i];
            if (measured === null || commanded === null || now === undefined) return;
            moved.set(axis.link, { columns: { measured, commanded, now }, slides: axis.unit === 'm' });
        }),
    );
    return moved;
}

/** The motion of a link in its own axes when its joint goes on by so much. */
function jointMotion(dh: Pose, by: number, slides: boolean): Pose {
    const along: Pose = slides ? [0, 0, by, 0, 0, 0, 1] : aboutAxis([0, 0, 1], by);
    return compose(compose(dh, along), inverse(dh));
}

/** A film of a recording; null when it has no joints of the arms of this cell. */
export function filmOf(
    rows: BoxRows,
    catalogue: Catalogue,
    scene: SceneDescription,
    frame: StateFrame,
): Film | null {
    const moved = movedLinks(rows, catalogue, frame);
    if (moved.size === 0 || rows.count < 2 || frame.links.length !== 7 * scene.links.length) return null;
    // a hand goes with the arm that carries it
    const parents = scene.links.map((link, k) =>
        link.parent >= 0 ? link.parent : (scene.members.find((m) => m.first === k)?.on ?? -1),
    );
    // every link in its parent, as it is now
    const inParent = parents.map((parent, k) => {
        const pose = poseAt(frame.links, k);
        return parent < 0 ? pose : compose(inverse(poseAt(frame.links, parent)), pose);
    });
    const posesAt = (row: number, which: 'measured' | 'commanded'): Float32Array => {
        const poses: Pose[] = [];
        scene.links.forEach((link, k) => {
            const parent = parents[k];
            const base = parent < 0 ? HERE : (poses[parent] ?? poseAt(frame.links, parent));
            const joint = moved.get(k);
            let own = inParent[k];
            if (joint !== undefined && link.dh !== undefined) {
                const by = joint.columns[which][row] - joint.columns.now;
                if (Number.isFinite(by)) own = compose(own, jointMotion(link.dh, by, joint.slides));
            }
            poses[k] = compose(base, own);
        });
        return Float32Array.from(poses.flat());
    };
    // groups of signals have rates of their own: rows of others have no joints
    const [{ columns }] = moved.values();
    const whole = Array.from({ length: rows.count }, (_, row) => row).filter((row) => Number.isFinite(columns.measured[row]));
    if (whole.length < 2) return null;
    const step = Math.max(1, Math.ceil(whole.length / MOST));
    const at = whole.filter((_, i) => i % step === 0);
    return {
        times: Float64Array.from(at, (row) => rows.time[row]),
        ticks: Float64Array.from(at, (row) => rows.tick[row]),
        links: at.map((row) => posesAt(row, 'measured')),
        commanded: at.map((row) => posesAt(row, 'commanded')),
    };
}

/** Two recordings on one time axis, both from their own beginning; the second at the times of the first. */
export class PairRows implements SignalRows {
    readonly paths: readonly string[];
    readonly capacity: number;
    readonly count: number;
    readonly time: Float64Array;
    private readonly columns = new Map<string, Float64Array>();

    constructor(
        first: { name: string; rows: BoxRows },
        second: { name: string; rows: BoxRows },
        arms: readonly { name: string; axes: readonly unknown[] }[],
    ) {
        const a = first.rows;
        const b = second.rows;
        // as long as the longer one
        const longer = b.time[b.count - 1] - b.time[0] > a.time[a.count - 1] - a.time[0] ? b : a;
        this.count = longer.count;
        this.capacity = Math.max(1, longer.count);
        this.time = Float64Array.from({ length: longer.count }, (_, i) => longer.time[i] - longer.time[0]);
        for (const { name, rows } of [first, second]) {
            for (const arm of arms) {
                arm.axes.forEach((_, i) => {
                    const path = jointPath(rows, arm.name, i);
                    const column = path === null ? null : rows.column(path);
                    if (column !== null) this.columns.set(`${name}: ${path}`, sampled(rows, column, this.time));
                });
            }
        }
        this.paths = [...this.columns.keys()];
    }

    column(path: string): Float64Array | null {
        return this.columns.get(path) ?? null;
    }
}

/** A column at other times since its begin, along straight lines; NaN where it has ended. */
function sampled(rows: BoxRows, column: Float64Array, times: Float64Array): Float64Array {
    const whole = Array.from({ length: rows.count }, (_, row) => row).filter((row) => Number.isFinite(column[row]));
    let k = 0;
    return times.map((t) => {
        const time = rows.time[0] + t;
        while (k + 2 < whole.length && rows.time[whole[k + 1]] < time) k += 1;
        const [a, b] = [whole[k], whole[k + 1]];
        if (b === undefined || time > rows.time[b] + 1e-9 || time < rows.time[a] - 1e-9) return Number.NaN;
        const share = (time - rows.time[a]) / (rows.time[b] - rows.time[a]);
        return column[a] + share * (column[b] - column[a]);
    });
}

/** A plot for each of the first joints, with the joint of both recordings. */
export function pairPlots(pair: PairRows, names: readonly [string, string], catalogue: Catalogue): PlotModel[] {
    const arm = catalogue.arms[0];
    return (arm?.axes ?? []).slice(0, 4).flatMap((axis, i) => {
        const model = { ...emptyPlot(), title: `${axis.name} of ${names[0]} and ${names[1]}` };
        for (const name of names) {
            const path = MEASURED.map((of) => `${name}: ${arm.name}/${of}[${i}]`).find((p) => pair.column(p) !== null);
            if (path !== undefined) toggleTrace(model.traces, path, axis.unit, 'L');
        }
        return model.traces.length > 0 ? [model] : [];
    });
}
