// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// What a description says about one field, and whether a text may be its value. Pure.

import type { Field, TypeDescription } from '../core/types';
import { parseNumber, plain } from '../ui/format';

export type Control = 'slider' | 'segments' | 'menu' | 'switch' | 'number' | 'text';

/** Which control suits a field: two bounds a slider, up to five words segments, more a menu. */
export function controlOf(field: Field | null, value: string): Control {
    if (field === null && (value === 'true' || value === 'false')) return 'switch';
    if (field === null) return Number.isNaN(parseNumber(value)) ? 'text' : 'number';
    if (field.words !== null && field.words.length > 0) return field.words.length <= 5 ? 'segments' : 'menu';
    if (['truth', 'bool', 'boolean'].includes(field.type)) return 'switch';
    const isNumber =
        ['real', 'integer', 'int', 'count', 'angle', 'length'].includes(field.type) ||
        !Number.isNaN(parseNumber(value));
    if (!isNumber) return 'text';
    return field.low !== null && field.high !== null ? 'slider' : 'number';
}

/** The field of a description that a path speaks of: "law/kp[2]" is "kp"; nested ones by their last name. */
export function fieldOf(type: TypeDescription | null, path: string): Field | null {
    if (type === null) return null;
    const names = path
        .split('/')
        .slice(1)
        .map((name) => name.replace(/\[[^\]]*\]$/, ''));
    const whole = names.join('/');
    return (
        type.fields.find((f) => f.name === whole) ?? type.fields.find((f) => f.name === names.at(-1)) ?? null
    );
}

/** Why a text may not be the value of a field; null when it may. The server has the last word. */
export function refusal(field: Field | null, control: Control, text: string): string | null {
    if (text.trim() === '' && control !== 'text') return 'A value is needed.';
    if (control !== 'slider' && control !== 'number') return null;
    const value = parseNumber(text);
    if (Number.isNaN(value)) return 'This is not a number.';
    if (field === null) return null;
    if (['integer', 'int', 'count'].includes(field.type) && !Number.isInteger(value))
        return 'Only whole numbers.';
    if (field.low !== null && value < field.low) return `At least ${plain(field.low)} ${field.unit}.`;
    if (field.high !== null && value > field.high) return `At most ${plain(field.high)} ${field.unit}.`;
    return null;
}

const WIDE = 1000; // ranges wider than this get a slider with a sensible part of it
const AROUND = 100; // as far below and above the described value as it reaches, by factors

/** Where a logarithmic slider begins and ends: around the value that the description gives; null for a plain one. */
function decades(field: Field): { from: number; to: number } | null {
    const [low, high] = [field.low ?? 0, field.high ?? 1];
    const usual = parseNumber(field.default.trim().split(/[\s,]+/)[0] ?? '');
    if (high - low <= WIDE || low < 0 || !(usual > 0)) return null;
    return { from: Math.max(usual / AROUND, low), to: Math.min(usual * AROUND, high) };
}

/**
 * A field for its slider: where its description names no usual value, what it had first stands for it, or one
 * of its unit where that is nothing.
 */
export function ranged(field: Field, first: string): Field {
    const told = parseNumber(field.default.trim().split(/[\s,]+/)[0] ?? '');
    const now = parseNumber(first);
    return told > 0 ? field : { ...field, default: now > 0 ? first : '1' };
}

/** The values at the ends of a slider. */
export function endsOf(field: Field): [number, number] {
    return [field.low ?? 0, decades(field)?.to ?? field.high ?? 0];
}

/** The place of a value on a slider from 0 to 1, and back. The lower end of a logarithmic one is the least value. */
export function partOfRange(field: Field, value: number): number {
    const [low, high] = [field.low ?? 0, field.high ?? 1];
    const span = decades(field);
    if (span !== null) {
        const part = Math.log(Math.max(value, span.from) / span.from) / Math.log(span.to / span.from);
        return Math.max(0, Math.min(1, part));
    }
    const part = high > low ? Math.max(0, Math.min(1, (value - low) / (high - low))) : 0;
    return high - low > WIDE ? part ** 0.25 : part;
}

export function valueOfPart(field: Field, part: number): number {
    const [low, high] = [field.low ?? 0, field.high ?? 1];
    const span = decades(field);
    const linear = high - low > WIDE ? part ** 4 : part;
    const along = span === null ? low + linear * (high - low) : span.from * (span.to / span.from) ** part;
    const value = span !== null && part <= 0 ? low : along;
    if (['integer', 'int', 'count'].includes(field.type)) return Math.round(value);
    return Number(value.toPrecision(4));
}

const MOMENTS: Record<string, string> = {
    live: 'at any time',
    standstill: 'at standstill only',
    load: 'when the cell is loaded',
};

export function momentText(when: string): string {
    return MOMENTS[when] ?? when;
}
