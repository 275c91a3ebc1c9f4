// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Steps of a sequence as the cell tells them, and how they stand in a form. Pure.

/** A step: its fields by their names. */
export type Step = Record<string, unknown>;

/** What a new step of an action begins with, so that it can be taken at once. */
export function freshStep(action: string, uses: readonly string[], offers: (field: string) => string[]): Step {
    const step: Step = { action };
    for (const name of ['point', 'sequence']) {
        const [first] = uses.includes(name) ? offers(name) : [];
        if (first !== undefined) step[name] = first;
    }
    if (uses.includes('value')) step['value'] = action === 'wait' ? 1 : action === 'width' ? 0.04 : 1;
    return step;
}

/** What stands in a field, as a person writes it. */
export function written(value: unknown): string {
    if (Array.isArray(value)) return value.map((n) => Number(Number(n).toPrecision(9))).join(' ');
    if (typeof value === 'number') return String(Number(value.toPrecision(9)));
    return typeof value === 'string' ? value : '';
}
