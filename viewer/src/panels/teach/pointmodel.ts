// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Taught points as the cell tells them and as they stand in files. Pure.

import type { Pose } from '../../core/types';

export interface Point {
    name: string;
    q: number[];
    pose: Pose | null;
}

/** "NAME Q1 .. Qn | X Y Z QX QY QZ QW" as the component answers; null for what is not one. */
export function parsePoint(text: string): Point | null {
    const [joints, tool] = text.trim().split('|');
    const [name, ...rest] = (joints ?? '').trim().split(/\s+/);
    const q = rest.map(Number);
    if (name === undefined || name === '' || q.some(Number.isNaN)) return null;
    const pose = (tool ?? '')
        .trim()
        .split(/\s+/)
        .filter((t) => t !== '')
        .map(Number);
    const whole = pose.length === 7 && !pose.some(Number.isNaN);
    return { name, q, pose: whole ? (pose as unknown as Pose) : null };
}

/** A name that is free: point_1, point_2 and so on. */
export function freeName(points: readonly Point[]): string {
    const taken = new Set(points.map((p) => p.name));
    for (let i = points.length + 1; ; i++) if (!taken.has(`point_${i}`)) return `point_${i}`;
}

/** Names go into messages as one word. */
export function asName(text: string): string {
    return text.trim().replaceAll(/\s+/g, '_');
}

/** One line for each point: its name and its joints. */
export function toFile(points: readonly Point[]): string {
    return points.map((p) => `${p.name} ${p.q.map((n) => Number(n.toPrecision(12))).join(' ')}\n`).join('');
}

/** Reads such a file; lines that begin with # and empty ones are passed over. */
export function fromFile(text: string): Point[] {
    const points: Point[] = [];
    text.split(/\r?\n/).forEach((line, i) => {
        if (line.trim() === '' || line.trim().startsWith('#')) return;
        const point = parsePoint(line);
        if (point === null || point.q.length === 0)
            throw new Error(`Line ${i + 1} is not a name with numbers.`);
        points.push(point);
    });
    return points;
}
