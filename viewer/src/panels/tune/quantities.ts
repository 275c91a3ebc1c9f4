// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// How a signal is called and in which unit it is shown: by the name of its joint, in degrees like the rest of
// the page. Pure.

import type { Arm, Catalogue } from '../../core/types';
import { DEGREE, words } from '../../ui/format';

export interface ShownUnit {
    factor: number; // shown = factor * value
    unit: string;
}

/** Angles are shown in degrees, and so is what they are per time. */
export function shownUnit(unit: string): ShownUnit {
    if (/^rad($|\/)/.test(unit)) return { factor: DEGREE, unit: unit.replace('rad', '\u00b0') };
    return { factor: 1, unit: unit.replace('N.m', 'N\u00b7m') };
}

const QUANTITIES: Record<string, string> = {
    '\u00b0': 'angle',
    '\u00b0/s': 'speed',
    '\u00b0/s^2': 'acceleration',
    m: 'position',
    'm/s': 'speed',
    'm/s^2': 'acceleration',
    N: 'force',
    'N\u00b7m': 'torque',
    'N m': 'torque',
    s: 'time',
    kg: 'mass',
    A: 'current',
    V: 'voltage',
};

/** The title of an axis with signals of these units: "angle [\u00b0]". */
export function axisTitle(units: readonly string[]): string {
    const shown = [...new Set(units.map((u) => shownUnit(u).unit))].filter((u) => u !== '');
    if (shown.length === 0) return units.length > 0 ? 'value' : '';
    return shown.map((u) => (QUANTITIES[u] === undefined ? `[${u}]` : `${QUANTITIES[u]} [${u}]`)).join(', ');
}

/** Lists of a task component that are poses, whatever their length. */
const POSES = /^(desired|actual)(\[|$)/;

/** The arm whose joints the elements of a list belong to; undefined for none. */
function armOfList(catalogue: Catalogue | null, path: string): Arm | undefined {
    const [name, ...rest] = path.split('/');
    const component = catalogue?.components.find((c) => c.name === name);
    if (component?.type === 'task' && POSES.test(rest[0] ?? '')) return undefined;
    return catalogue?.arms.find((a) => a.name === name || a.name === component?.arm);
}

/** The names of the joints that a list of so many elements has one for each of; null for another list. */
export function jointsOf(catalogue: Catalogue | null, path: string, count: number): string[] | null {
    const axes = armOfList(catalogue, path)?.axes;
    return axes?.length === count ? axes.map((axis) => axis.name) : null;
}

/** "arm/target/q[1]" is "j2 target", "law/kp[0]" is "j1 law kp"; others by their last two names. */
export function signalName(catalogue: Catalogue | null, path: string): string {
    // of one of several recordings
    const behind = path.indexOf(': ') + 2;
    if (behind > 1) return path.slice(0, behind) + signalName(catalogue, path.slice(behind));
    const parts = path.split('/');
    const element = /^(.*)\[(\d+)\]$/.exec(parts.at(-1) ?? '');
    const arm = armOfList(catalogue, path);
    const axis = element === null ? undefined : arm?.axes[Number(element[2])];
    if (element === null || axis === undefined) return words(parts.slice(-2).join(' '));
    const of = arm?.name === parts[0] ? parts.slice(1, -1) : parts.slice(0, -1);
    return words([axis.name, ...of, ...(element[1] === 'q' ? [] : [element[1]])].join(' '));
}

const PER: Record<string, string> = { q: '', v: '/s', a: '/s^2', following: '' };

/** The unit of a signal; where the cell tells none, that of the axis which an element of an arm belongs to. */
export function signalUnit(catalogue: Catalogue | null, path: string, told: string): string {
    if (told !== '') return told;
    const parts = path.split('/');
    const element = /^(.*)\[(\d+)\]$/.exec(parts.at(-1) ?? '');
    const axis = catalogue?.arms.find((a) => a.name === parts[0])?.axes[Number(element?.[2] ?? -1)];
    if (element === null || axis === undefined) return '';
    if (element[1] === 'effort') return axis.unit === 'm' ? 'N' : 'N\u00b7m';
    const per = PER[element[1]];
    return per === undefined ? '' : `${axis.unit}${per}`;
}
