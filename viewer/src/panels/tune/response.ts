// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// How well an axis followed a test signal, from the rows that were captured. Pure.

import type { SignalRows } from '../../core/types';
import { rowsIn, type Span } from './windows';

export interface Paths {
    wanted: string;
    measured: string;
    effort: string;
}

/** Times in s, places in the unit of the axis; NaN where a signal has no such number. */
export interface Response {
    rows: number;
    height: number; // from the first to the last wanted place
    rise: number; // from 10 to 90 % of the height
    overshoot: number; // beyond the last wanted place, as a share of the height
    settled: number; // from the jump until it stays within 2 % of the height
    peakError: number;
    rmsError: number;
    peakEffort: number;
}

interface Course {
    time: number[];
    wanted: number[];
    measured: number[];
    effort: number[];
}

function courseOf(rows: SignalRows, paths: Paths, span: Span): Course {
    const course: Course = { time: [], wanted: [], measured: [], effort: [] };
    const wanted = rows.column(paths.wanted);
    const measured = rows.column(paths.measured);
    const effort = rows.column(paths.effort);
    if (wanted === null || measured === null) return course;
    const window = rowsIn(rows, span);
    for (let row = window.first; row < window.last; row++) {
        const at = row % rows.capacity;
        if (Number.isNaN(wanted[at]) || Number.isNaN(measured[at]) || rows.time[at] > span.to) continue;
        course.time.push(rows.time[at]);
        course.wanted.push(wanted[at]);
        course.measured.push(measured[at]);
        course.effort.push(effort === null ? Number.NaN : effort[at]);
    }
    return course;
}

/** When a course passes a share of its height first, between two rows by a straight line. */
function passes(course: Course, from: number, height: number, share: number): number {
    const level = (i: number): number => (course.measured[i] - from) / height - share;
    for (let i = 1; i < course.time.length; i++) {
        if (!(level(i - 1) < 0 && level(i) >= 0)) continue;
        const part = level(i - 1) / (level(i - 1) - level(i));
        return course.time[i - 1] + part * (course.time[i] - course.time[i - 1]);
    }
    return Number.NaN;
}

/** Of a jump or a way from one place to another: where the wanted place leaves its first value. */
function stepNumbers(course: Course): Pick<Response, 'height' | 'rise' | 'overshoot' | 'settled'> {
    const { time, wanted, measured } = course;
    const from = wanted[0];
    const to = wanted[wanted.length - 1];
    const height = to - from;
    const none = { height, rise: Number.NaN, overshoot: Number.NaN, settled: Number.NaN };
    const largest = wanted.reduce((m, w) => Math.max(m, Math.abs(w - from)), 0);
    // a sine ends where it began
    if (Math.abs(height) < 0.5 * largest || height === 0) return none;
    const begin = wanted.findIndex((w) => w !== from);
    let last = begin;
    let beyond = 0;
    for (let i = begin; i < time.length; i++) {
        if (Math.abs(measured[i] - to) > 0.02 * Math.abs(height)) last = i + 1;
        beyond = Math.max(beyond, (measured[i] - to) / height);
    }
    return {
        height,
        rise: passes(course, from, height, 0.9) - passes(course, from, height, 0.1),
        overshoot: beyond,
        settled: last < time.length ? time[last] - time[begin] : Number.NaN,
    };
}

/** The numbers of a test within a span; null when there are too few rows. */
export function respond(rows: SignalRows, paths: Paths, span: Span): Response | null {
    const course = courseOf(rows, paths, span);
    const count = course.time.length;
    if (count < 5) return null;
    let peakError = 0;
    let squares = 0;
    let peakEffort = Number.NaN;
    for (let i = 0; i < count; i++) {
        const error = Math.abs(course.wanted[i] - course.measured[i]);
        peakError = Math.max(peakError, error);
        squares += error * error;
        const effort = Math.abs(course.effort[i]);
        if (!(effort <= peakEffort)) peakEffort = effort;
    }
    const rmsError = Math.sqrt(squares / count);
    return { rows: count, ...stepNumbers(course), peakError, rmsError, peakEffort };
}
