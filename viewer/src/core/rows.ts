// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Rows of subscribed signals in a ring. Columns are taken from a pool and given back, so that
// changing what is watched does not make the heap grow.

import type { SignalRows } from './types';

export const ROWS = 20000;
export const MOST_SIGNALS = 64;

export class RowRing implements SignalRows {
    paths: readonly string[] = [];
    readonly capacity: number;
    readonly time: Float64Array;
    count = 0;
    private columns: Float64Array[] = [];
    private readonly spare: Float64Array[] = [];

    constructor(capacity = ROWS) {
        this.capacity = capacity;
        this.time = new Float64Array(capacity);
    }

    column(path: string): Float64Array | null {
        const at = this.paths.indexOf(path);
        return at < 0 ? null : this.columns[at];
    }

    /** Takes another list of signals; those in both lists keep what they have. */
    assign(paths: readonly string[]): void {
        const before = new Map(this.paths.map((path, at) => [path, this.columns[at]]));
        const kept = new Set(paths);
        for (const [path, column] of before) {
            if (!kept.has(path)) this.spare.push(column);
        }
        this.columns = paths.map((path) => {
            const old = before.get(path);
            if (old !== undefined) return old;
            const column = this.spare.pop() ?? new Float64Array(this.capacity);
            return column.fill(NaN);
        });
        this.paths = [...paths];
    }

    /** One row from a state frame: the time, then the signals in the order of the list. */
    append(view: DataView, offset: number, signals: number): void {
        const at = this.count % this.capacity;
        this.time[at] = view.getFloat64(offset, true);
        const most = Math.min(signals, this.columns.length);
        for (let k = 0; k < most; k++) this.columns[k][at] = view.getFloat64(offset + 8 * (k + 1), true);
        // a list that is just being changed may be shorter in the frame than here
        for (let k = most; k < this.columns.length; k++) this.columns[k][at] = NaN;
        this.count++;
    }

    newest(path: string): number {
        const column = this.count === 0 ? null : this.column(path);
        return column === null ? NaN : column[(this.count - 1) % this.capacity];
    }

    /** Another run begins its time anew. */
    clear(): void {
        this.count = 0;
    }
}
