// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Windows of time over the ring of rows: rolling with the newest, or standing at a trigger. Pure.

import type { SignalRows } from '../../core/types';

export interface Span {
    from: number; // [s]
    to: number;
}

/** The rows from `first` to before `last`, counted from the beginning of all rows. */
export interface Rows {
    first: number;
    last: number;
}

export function oldest(rows: SignalRows): number {
    return Math.max(0, rows.count - rows.capacity);
}

function timeOf(rows: SignalRows, row: number): number {
    return rows.time[row % rows.capacity];
}

/** First row not before a time, by halves. */
export function firstAt(rows: SignalRows, time: number): number {
    let low = oldest(rows);
    let high = rows.count;
    while (low < high) {
        const middle = Math.floor((low + high) / 2);
        if (timeOf(rows, middle) < time) low = middle + 1;
        else high = middle;
    }
    return low;
}

export function rowsIn(rows: SignalRows, span: Span): Rows {
    return { first: firstAt(rows, span.from), last: Math.min(rows.count, firstAt(rows, span.to) + 1) };
}

export function newestTime(rows: SignalRows): number {
    return rows.count === 0 ? Number.NaN : timeOf(rows, rows.count - 1);
}

/** Copies a column of a window into an array that is used again and again; null where there is none. */
export function copyColumn(
    rows: SignalRows,
    column: Float64Array,
    window: Rows,
    into: (number | null)[],
    factor = 1,
): void {
    const count = Math.max(0, window.last - window.first);
    into.length = count;
    for (let i = 0; i < count; i++) {
        const value = column[(window.first + i) % rows.capacity];
        into[i] = Number.isNaN(value) ? null : factor * value;
    }
}

/** The range of several columns with a little room; never empty. */
export function rangeOf(columns: readonly (number | null)[][]): { min: number; max: number } {
    let min = Number.POSITIVE_INFINITY;
    let max = Number.NEGATIVE_INFINITY;
    for (const column of columns) {
        for (const value of column) {
            if (value === null) continue;
            if (value < min) min = value;
            if (value > max) max = value;
        }
    }
    if (min > max) return { min: 0, max: 1 };
    const room = Math.max(0.06 * (max - min), 1e-3 * Math.abs(max), 1e-4); // below that is noise of numbers
    return { min: min - room, max: max + room };
}

export interface Trigger {
    path: string;
    level: number;
    rising: boolean;
}

/** The newest crossing that lies between two times; NaN for none. */
export function crossing(rows: SignalRows, trigger: Trigger, from: number, to: number): number {
    const column = rows.column(trigger.path);
    if (column === null) return Number.NaN;
    const window = rowsIn(rows, { from, to });
    for (let row = window.last - 1; row > window.first; row--) {
        const now = column[row % rows.capacity];
        const before = column[(row - 1) % rows.capacity];
        const crossed = trigger.rising
            ? before < trigger.level && now >= trigger.level
            : before > trigger.level && now <= trigger.level;
        if (crossed && timeOf(rows, row) <= to) return timeOf(rows, row);
    }
    return Number.NaN;
}

/** A table for other programs: time first, then a column for each signal. */
export function csv(rows: SignalRows, paths: readonly string[], window: Rows): string {
    const quote = (name: string): string => (/[",\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name);
    const lines = [['time', ...paths].map(quote).join(',')];
    const columns = paths.map((path) => rows.column(path));
    for (let row = window.first; row < window.last; row++) {
        const at = row % rows.capacity;
        lines.push(
            [rows.time[at], ...columns.map((c) => (c === null || Number.isNaN(c[at]) ? '' : c[at]))].join(
                ',',
            ),
        );
    }
    return `${lines.join('\n')}\n`;
}
