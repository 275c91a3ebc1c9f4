// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Numbers as people read them: true minus, fixed digits, degrees and millimetres.

const MINUS = '\u2212';
export const NO_VALUE = '\u2013';

/** With so many digits behind the point; nothing is written as minus zero. */
export function fixed(value: number, digits = 1): string {
    if (!Number.isFinite(value)) return NO_VALUE;
    const text = value.toFixed(digits);
    if (Number(text) === 0) return text.replace('-', '');
    return text.replace('-', MINUS);
}

/** As short as it can be for some significant digits, for values of unknown size. */
export function short(value: number, significant = 5): string {
    if (!Number.isFinite(value)) return NO_VALUE;
    if (value === 0) return '0';
    const size = Math.abs(value);
    if (size >= 1e7 || size < 1e-4) return value.toExponential(2).replaceAll('-', MINUS).replace('e+', 'e');
    const digits = Math.max(0, Math.min(6, significant - 1 - Math.floor(Math.log10(size))));
    return fixed(value, digits);
}

/** The same without zeros at its end, for bounds, ticks and set values. */
export function plain(value: number, significant = 6): string {
    if (!Number.isFinite(value)) return NO_VALUE;
    const size = Math.abs(value);
    if (size >= 1e5 && Number.isInteger(Math.log10(size)))
        return `${value < 0 ? MINUS : ''}1e${Math.log10(size)}`;
    return String(Number(value.toPrecision(significant))).replace('-', MINUS);
}

/** A count with all its digits, any other number with six. */
export const counted = (value: number): string =>
    Number.isSafeInteger(value) ? String(value).replace('-', MINUS) : plain(value);

/** What a person writes as a number: a decimal comma or a true minus are understood. NaN for none. */
export function parseNumber(text: string): number {
    const plain = text.trim().replaceAll(MINUS, '-').replace(',', '.');
    if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain)) return Number.NaN;
    return Number(plain);
}

export const DEGREE = 180 / Math.PI;

export interface Shown {
    factor: number; // shown = factor * SI
    unit: string;
    digits: number;
}

/** How a quantity of an axis is shown: degrees and millimetres, not rad and m. */
export function shownAs(unit: string, what: 'position' | 'speed' | 'effort' = 'position'): Shown {
    const length = unit === 'm';
    if (what === 'effort') return { factor: 1, unit: length ? 'N' : 'N\u00b7m', digits: 1 };
    const per = what === 'speed' ? '/s' : '';
    if (length) return { factor: 1000, unit: `mm${per}`, digits: 1 };
    return { factor: DEGREE, unit: `\u00b0${per}`, digits: 1 };
}

/** Seconds as h:mm:ss or m:ss. */
export function clock(seconds: number): string {
    if (!Number.isFinite(seconds)) return NO_VALUE;
    const whole = Math.max(0, Math.floor(seconds));
    const two = (n: number): string => String(n).padStart(2, '0');
    const h = Math.floor(whole / 3600);
    const m = Math.floor(whole / 60) % 60;
    return h > 0 ? `${h}:${two(m)}:${two(whole % 60)}` : `${two(m)}:${two(whole % 60)}`;
}

export function bytes(count: number): string {
    if (!Number.isFinite(count)) return NO_VALUE;
    if (count < 1000) return `${count} B`;
    if (count < 1e6) return `${fixed(count / 1e3, 1)} kB`;
    return `${fixed(count / 1e6, 1)} MB`;
}

/** "hold_share" and "joint[3]" as words for a title. */
export function words(name: string): string {
    return name.replaceAll('_', ' ');
}

/** First letter large. */
export function sentence(text: string): string {
    return text.length > 0 ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}
